"""What a new text of a document changes, as text and JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.documents.alignment import in_order
from rulespec.documents.citing import Citing
from rulespec.documents.drift import Drift, Drifted
from rulespec.documents.fingerprint import normalised, own_text
from rulespec.documents.opening import Opened
from rulespec.documents.tree import CELL, walk
from rulespec.report.text import plural, wrapped

Cited = Mapping[str, Sequence[Citing]]


def drift_text(drift: Drift, old: Opened | None, new: Opened, cited: Cited, program: Mapping[str, str]) -> str:
    """A block for each clause that is not as it was: what, where, which words, and what cites it; then how many."""
    before, after = _words(old), _words(new)
    blocks = [_text(entry, new, before, after, _citing(drift, entry, cited)) for entry in drift.entries]
    counts = {change: count for change, count in drift.counts().items() if count}
    told = ", ".join(f"{count} {change}" for change, count in counts.items()) or "nothing has changed"
    blocks.append(wrapped(f"{plural(len(drift.new.clauses), 'clause')} against {len(drift.old.clauses)}: {told}."))
    return "\n\n".join(blocks)


def _text(
    entry: Drifted, new: Opened, before: Mapping[str, str], after: Mapping[str, str], cited: Sequence[Citing]
) -> str:
    name = entry.new or entry.old
    moved = f"{entry.old} -> {entry.new}" if entry.old and entry.new and entry.old != entry.new else name
    with_it = f", with {plural(entry.below, 'clause')} in it" if entry.below else ""
    place = ""
    if entry.new:
        chain = new.texts.find(entry.new)
        place = f"  ({new.source.path}:{chain[-1].line_start})" if chain else ""
    lines = [f"{entry.change} {entry.kind} {moved}{with_it}{place}"]
    if entry.change == "changed" and before:
        lines.append(wrapped(word_diff(before.get(entry.old, ""), after.get(entry.new, "")), 2))
    elif entry.change == "added":
        lines.append(wrapped(after.get(entry.new, ""), 2))
    elif entry.change == "removed" and before:
        lines.append(wrapped(before.get(entry.old, ""), 2))
    for one in cited:
        lines.append(f"  cited at {one.place}{f' ({one.spec})' if one.spec else ''}")
    return "\n".join(lines)


def _citing(drift: Drift, entry: Drifted, cited: Cited) -> list[Citing]:
    """What cites a clause, and for one that is gone or has another number also what cites those in it."""
    if not entry.old:
        return []
    names = [entry.old]
    if entry.change != "changed":
        inside = {entry.old}
        for clause in drift.old.clauses.values():
            if clause.above in inside:
                inside.add(clause.id)
                names.append(clause.id)
    return list(dict.fromkeys(one for name in names for one in cited.get(name, ())))


def _words(opened: Opened | None) -> dict[str, str]:
    """By clause: its own words."""
    if opened is None:
        return {}
    clauses = (chain[-1] for chain in walk(opened.texts.tree))
    return {clause.id: " ".join(own_text(clause).replace(CELL, " ").split()) for clause in clauses}


def word_diff(old: str, new: str) -> str:
    """What changed, word by word: `the [-dealer-] {+player+} must`. Kinds of dashes and quotes are no change."""
    left, right = old.split(), new.split()
    pairs = in_order([normalised(word) for word in left], [normalised(word) for word in right])
    pieces: list[str] = []
    here = there = 0
    for stop, stop_there in [*pairs, (len(left), len(right))]:
        pieces += [f"[-{' '.join(left[here:stop])}-]"] * (stop > here)
        pieces += [f"{{+{' '.join(right[there:stop_there])}+}}"] * (stop_there > there)
        pieces += right[stop_there : stop_there + 1]
        here, there = stop + 1, stop_there + 1
    return " ".join(pieces)


def drift_json(drift: Drift, old: Opened | None, new: Opened, cited: Cited, program: Mapping[str, str]) -> str:
    """The same for programs."""
    before, after = _words(old), _words(new)
    entries: list[dict[str, Any]] = []
    for entry in drift.entries:
        said = {"old_text": before.get(entry.old), "new_text": after.get(entry.new)} if before else {}
        if before and entry.change == "changed":
            said["word_diff"] = word_diff(before.get(entry.old, ""), after.get(entry.new, ""))
        found = [
            {"spec": one.spec or None, "file": one.place.file, "line": one.place.line, "column": one.place.column}
            for one in _citing(drift, entry, cited)
        ]
        entries.append(
            {
                "change": entry.change,
                "old": entry.old or None,
                "new": entry.new or None,
                "kind": entry.kind,
                "below": entry.below,
                "cited_by": found,
                **said,
            }
        )
    data = {
        "document": drift.old.document or None,
        "instrument": drift.old.instrument or None,
        "file": new.source.path,
        "summary": {"old_clauses": len(drift.old.clauses), "new_clauses": len(drift.new.clauses), **drift.counts()},
        "drift": entries,
        "program": program,
    }
    return json.dumps(data, indent=2, ensure_ascii=False)
