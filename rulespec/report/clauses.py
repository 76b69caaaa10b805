"""The clauses of a document, as text, JSON and Markdown."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulespec.documents.fingerprint import fingerprint, own_text
from rulespec.documents.opening import Opened
from rulespec.documents.printing import markdown
from rulespec.documents.tree import CELL, Clause, own_words, walk
from rulespec.report.text import plural, printable, width, wrapped

_MARKS = {"number": "(1)", "letter": "(a)", "roman": "(i)", "capital": "(A)", "capital roman": "(I)"}


def clauses_text(opened: Opened, program: Mapping[str, str]) -> str:
    """An outline: a clause a line with its id, kind, place and first words; then how many, and what was dropped."""
    lines = []
    for chain in walk(opened.texts.tree):
        clause = chain[-1]
        head = f"{'  ' * (len(chain) - 1)}{clause.id}  {clause.kind}  {_place(opened, clause)}  "
        words = printable(" ".join(own_words(clause).split()))
        room = width() - len(head)
        lines.append((head + (words if len(words) <= room else words[: max(room - 1, 0)] + "…")).rstrip())
    lines += ["", *_summary(opened)]
    return "\n".join(lines)


def _place(opened: Opened, clause: Clause) -> str:
    page = opened.page(clause.line_start)
    last = f"-{clause.line_end}" if clause.line_end > clause.line_start else ""
    return f"{f'page {page}, ' if page else ''}line {clause.line_start}{last}"


def _summary(opened: Opened) -> list[str]:
    counts = counted(opened.texts.tree)
    told = ", ".join(f"{name}: {count}" for name, count in counts.items())
    dropped = Counter(one.why for one in opened.texts.dropped)
    lines = opened.source.text.count("\n") + 1
    why = ", ".join(f"{count} {name}" for name, count in dropped.items())
    said = lines - sum(dropped.values())
    summary = [
        wrapped(f"{opened.name} has {told}"),
        f"{plural(lines, 'line')}: {said} in clauses, {sum(dropped.values())} dropped",
    ]
    if why:
        summary[-1] += f" ({why})"
    heads = [one for one in opened.texts.dropped if one.why != "blank"]
    summary += [f"  line {one.line}: {one.why}: {printable(one.text)}" for one in heads]
    for page, words in opened.source.furniture:
        summary.append(f"  {f'page {page}: ' if page else ''}left out: {printable(words)}")
    for name in opened.texts.repeated:
        summary.append(f"  {name} stands more than once")
    return summary


def counted(tree: tuple[Clause, ...]) -> dict[str, int]:
    """How many clauses there are of each kind: rules by how many numbers they have, paragraphs by their marks."""
    names = Counter(_category(chain[-1]) for chain in walk(tree))
    return dict(names)


def _category(clause: Clause) -> str:
    if clause.kind == "rule":
        depth = clause.label.count(".") + 1
        return "rule" if depth == 1 else f"rule {'.'.join(['n'] * depth)}"
    if clause.kind == "paragraph":
        return f"paragraph {_MARKS.get(clause.alphabet, '')}".rstrip()
    return clause.kind


def clauses_json(opened: Opened, program: Mapping[str, str]) -> str:
    """Everything: each clause with its own words, lines, page and fingerprint; the dropped lines; the counts."""
    clauses = []
    for chain in walk(opened.texts.tree):
        clause = chain[-1]
        clauses.append(
            {
                "id": clause.id,
                "kind": clause.kind,
                "within": chain[-2].id if len(chain) > 1 else None,
                "label": clause.label,
                "heading": clause.heading,
                "text": own_text(clause).replace(CELL, "\t").strip(),
                "lines": _runs(clause.lines),
                "span": {"line": clause.line_start, "end_line": clause.line_end},
                "page": opened.page(clause.line_start) or None,
                "fingerprint": fingerprint(clause),
            }
        )
    data: dict[str, Any] = {
        "document": opened.entry.id if opened.entry else None,
        "file": opened.source.path,
        "kind": opened.source.kind,
        "lines": opened.source.text.count("\n") + 1,
        "counts": counted(opened.texts.tree),
        "clauses": clauses,
        "dropped": _dropped(opened),
        "repeated": list(opened.texts.repeated),
        "notes": list(opened.notes),
        "program": program,
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _dropped(opened: Opened) -> list[dict[str, Any]]:
    blank = _runs([one.line for one in opened.texts.dropped if one.why == "blank"])
    others = [one for one in opened.texts.dropped if one.why != "blank"]
    return [
        {"why": "blank", "lines": blank},
        *({"why": one.why, "lines": [[one.line, one.line]], "text": one.text} for one in others),
        *({"why": "page furniture", "page": page, "text": words} for page, words in opened.source.furniture),
    ]


def _runs(lines: Iterable[int]) -> list[Sequence[int]]:
    """Line numbers as runs: `[[3, 5], [9, 9]]`."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line <= runs[-1][1] + 1:
            runs[-1][1] = max(line, runs[-1][1])
        else:
            runs.append([line, line])
    return list(runs)


def clauses_markdown(opened: Opened, program: Mapping[str, str]) -> str:
    """The document cleaned, to be read again: the same clauses come of it."""
    return markdown(opened.texts.tree, opened.profile)
