"""The catalogue of rules to read, to process, and as a page of the documentation."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.report.catalogue import GROUPS, LINTED, Entry, grouped
from rulespec.report.text import columns, wrapped


def rules_text(entries: Sequence[Entry], program: Mapping[str, str] | None = None) -> str:
    """Each group with its rules in columns; a single rule with all that is known of it."""
    if len(entries) == 1:
        return _one(entries[0])
    blocks = []
    for group, mine in grouped(entries).items():
        rows = [(entry.id, entry.level, entry.purpose) for entry in mine]
        blocks.append("\n".join([wrapped(GROUPS[group][0]), *columns(rows, 2)]))
    return "\n\n".join(blocks)


def _one(entry: Entry) -> str:
    said = [("level" if entry.more else "severity", entry.level), *entry.more]
    said += [("group", GROUPS[entry.group][0]), ("documented in", entry.documented)]
    return "\n".join([wrapped(f"{entry.id}: {entry.purpose}"), *columns(said, 2)])


def rules_json(entries: Sequence[Entry], program: Mapping[str, str] | None = None) -> str:
    """`{"rules": [...], "program": {...}}`."""
    shown = {"rules": [_entry_json(entry) for entry in entries], "program": dict(program or {})}
    return json.dumps(shown, indent=2, ensure_ascii=False)


def _entry_json(entry: Entry) -> dict[str, Any]:
    more = dict(entry.more)
    return {
        "id": entry.id,
        "group": entry.group,
        "level" if more else "severity": entry.level,
        "purpose": entry.purpose,
        "documented": entry.documented,
        **more,
    }


def rules_markdown(entries: Sequence[Entry], program: Mapping[str, str] | None = None) -> str:
    """The page `docs/rules.md`. What has a page of its own is left to that."""
    blocks = [
        "# The rules of `check` and `gate`",
        "Every finding names the rule that found it. This page is what `rulespec rules --format markdown` prints;\n"
        "`rulespec rules ID` tells of one rule. Those of `doc lint` have [a page of their own](lint.md) with examples.",
    ]
    for group, mine in grouped(entries).items():
        if group == LINTED and len(entries) > len(mine):
            continue
        blocks.append(f"## {GROUPS[group][0]}")
        for entry in mine:
            more = "".join(f"; {name}: {value}" for name, value in entry.more)
            blocks += [f"### `{entry.id}`", f"**{entry.level}**. {entry.purpose[:1].upper()}{entry.purpose[1:]}{more}."]
    return "\n\n".join(blocks)
