"""The severity under which a change of a level is told, in formats that know severities only."""

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, EDITORIAL, UNDECIDED

SEVERITY = {BREAKING: "error", UNDECIDED: "warning", COMPATIBLE: "note", EDITORIAL: "note"}
