"""What a new text of a document changes, as text and JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.documents.alignment import in_order
from rulespec.documents.citing import Citing
from rulespec.documents.drift import Drift, Drifted
from rulespec.documents.fingerprint import normalised, own_text
from rulespec.documents.opening import Opened
from rulespec.documents.tree import CELL, Clause, walk
from rulespec.report.text import plural, wrapped

_HOW = {
    "cited": "cited in",
    "cited in it": "clauses in it are cited in",
    "cited around it": "the clause around it is cited in",
}
Cited = Mapping[str, Sequence[Citing]]


@dataclass(frozen=True, slots=True)
class _Concerned:
    """Something that cites a clause which has changed (`how` is `cited`), or one in it or around it."""

    how: str
    clause: str
    by: Citing


def drift_text(drift: Drift, old: Opened | None, new: Opened, cited: Cited, program: Mapping[str, str]) -> str:
    """A block for each clause that is not as it was: what, where, which words, and what cites it; then how many."""
    before, after = _words(old), _words(new)
    blocks = [_text(entry, new, before, after, _concerned(drift, entry, cited)) for entry in drift.entries]
    counts = {change: count for change, count in drift.counts().items() if count}
    told = ", ".join(f"{count} {change}" for change, count in counts.items()) or "nothing has changed"
    blocks.append(wrapped(f"{plural(len(drift.new.clauses), 'clause')} against {len(drift.old.clauses)}: {told}."))
    return "\n\n".join(blocks)


def _text(
    entry: Drifted, new: Opened, before: Mapping[str, str], after: Mapping[str, str], cited: Sequence[_Concerned]
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
    return "\n".join([*lines, *_cited_lines(cited)])


def _cited_lines(cited: Sequence[_Concerned]) -> list[str]:
    """A paragraph for each file and way: `cited in specs/...yaml: 167:64 (3.38(c))`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in cited:
        place = one.by.place
        groups.setdefault((one.how, place.file), []).append(f"{place.line}:{place.column} ({one.clause})")
    return [wrapped(f"{_HOW[how]} {file}: {', '.join(places)}", 2, 4) for (how, file), places in groups.items()]


def _concerned(drift: Drift, entry: Drifted, cited: Cited) -> list[_Concerned]:
    """Everything in the specs that is to be read again for an entry, each place once.

    That is what cites the clause; what cites the clauses in it, whose sentence it leads to or which went with it; and,
    for what was added or moved, what cites the clause around it, which holds more than it did.
    """
    found: list[_Concerned] = []
    if entry.old:
        found += [_Concerned("cited", entry.old, one) for one in cited.get(entry.old, ())]
        found += [
            _Concerned("cited in it", name, one) for name in _inside(drift, entry.old) for one in cited.get(name, ())
        ]
    around = _around(drift, entry) if entry.change in ("added", "moved") else ""
    while around and not cited.get(around):
        around = drift.old.clauses[around].above
    found += [_Concerned("cited around it", around, one) for one in cited.get(around, ())]
    return list({(one.by.place, one.by.spec): one for one in reversed(found)}.values())[::-1]


def _inside(drift: Drift, clause: str) -> list[str]:
    inside = {clause}
    for one in drift.old.clauses.values():
        if one.above in inside:
            inside.add(one.id)
    return [name for name in drift.old.clauses if name in inside and name != clause]


def _around(drift: Drift, entry: Drifted) -> str:
    """The clause, by its id in the old text, that an added or moved one stands in."""
    above = drift.new.clauses[entry.new].above
    renamed = {one.new: one.old for one in drift.entries if one.old and one.new}
    name = renamed.get(above, above)
    return name if name in drift.old.clauses else ""


def _words(opened: Opened | None) -> dict[str, str]:
    """By clause: its own words."""
    if opened is None:
        return {}
    clauses = (chain[-1] for chain in walk(opened.texts.tree))
    return {clause.id: " ".join(_said(clause).split()) for clause in clauses}


def _said(clause: Clause) -> str:
    """A clause's own words; of a row the cells that are empty too, whose places say what the others mean."""
    words = own_text(clause)
    if clause.kind != "row":
        return words.replace(CELL, " ")
    first, end, notes = words.partition("\n")
    cells = first.split(CELL)
    if clause.label.count("x") != len(cells):
        return words
    filled = iter(cells)
    return CELL.join(next(filled) if place == "x" else "·" for place in clause.label) + end + notes


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
            {
                "spec": one.by.spec or None,
                "clause": one.clause,
                "how": one.how,
                "file": one.by.place.file,
                "line": one.by.place.line,
                "column": one.by.place.column,
            }
            for one in _concerned(drift, entry, cited)
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
