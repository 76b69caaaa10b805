"""A finding: one thing that a check has to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.model.place import Place

SEVERITIES = ("note", "warning", "error")  # mildest first

Json = Mapping[str, Any]

# By what a finding is known.
PROVED = "proved"
ENUMERATED = "enumerated over {cases} cases"
ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check has to say.

    `rule` is the stable id of what was checked, `clauses` the clauses of the document it concerns, `hint` what the
    reader can do about it, and `witness` a round (in the round format) that shows it when it is settled. `basis` is by
    what it is known: `proved`, `enumerated over N cases`, `assumed`, or "" where it stands in the spec for all to see.
    """

    rule: str
    severity: str
    message: str
    place: Place
    spec: str = ""
    clauses: tuple[str, ...] = ()
    hint: str = ""
    witness: Json | None = None
    basis: str = ""
