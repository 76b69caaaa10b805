"""What a reference means from the clause where it stands: ids of the document's clauses, or that there is none."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rulespec.documents.clause import split_prefix
from rulespec.documents.references import ClauseId, ClauseIdError, Reference, Target, Unit, parse_clause_id

Status = Literal["found", "missing", "wrong_kind", "external"]

_NUMBERED = frozenset({"section", "rule", "paragraph", "heading"})
_KINDS: dict[str, frozenset[str]] = {
    "table": frozenset({"table"}),
    "diagram": frozenset({"diagram"}),
    "schedule": frozenset({"schedule"}),
    "part": frozenset({"part"}),
    "definition": frozenset({"definition", "paragraph"}),
    "rule": _NUMBERED,  # documents call whole sections and single paragraphs rules
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one target of a reference is.

    id      the canonical id: of the clause if it is `found` or of the `wrong_kind`, else of what was meant
    status  `found`; `missing`: the document has none; `wrong_kind`: it is not what the words call it; `external`
    kind    what the document has there: `rule`, `table`, `subsection`, ...; '' if nothing
    note    what is odd about one that is found: it stands in another part than the words say
    """

    id: str
    status: Status
    kind: str = ""
    note: str = ""


def resolve(reference: Reference, at: str, ids: Mapping[str, str]) -> list[Resolution]:
    """What each target of `reference`, which stands in the clause `at`, is in a document with the clauses `ids`.

    `ids` maps every id to its kind, in document order. An id is looked for with the prefix of `at`, then as it is. A
    range gives its ends and the clauses of the same shape between them; `this Rule` is the whole rule, 9 in 9.5.1.
    """
    if reference.external:
        return [Resolution(_spelled(target), "external") for target in reference.targets]
    where = _standing(at, ids)
    if not reference.targets:
        return [_resolve_this(reference.unit, where, at, ids)]
    found: list[Resolution] = []
    for target in reference.targets:
        found += _resolve_target(target, reference, where, split_prefix(at)[0], ids)
    return found


def _spelled(target: Target) -> str:
    return f"{target.first} to {target.last}" if target.last else str(target.first)


# -- where the reference stands


def _standing(at: str, ids: Mapping[str, str]) -> ClauseId | None:
    """The numbered clause of a reference that stands in `at`: for a table, a note or the like the one before it."""
    own = _parsed(at)
    if own and own.number:
        return own
    prefix, last = split_prefix(at)[0], None
    if at not in ids:
        return None
    for name, kind in ids.items():
        if name == at:
            break
        if kind in _NUMBERED and split_prefix(name)[0] == prefix:
            last = name
    return _parsed(last) if last else None


def _parsed(name: str) -> ClauseId | None:
    try:
        return replace(parse_clause_id(name), row="")
    except ClauseIdError:
        return None


def _ancestors(where: ClauseId) -> Iterator[ClauseId]:
    """`where` and all that it stands in, up to its section."""
    above: ClauseId | None = where
    while above is not None and above.number:
        yield above
        above = above.parent()


def _section(where: ClauseId) -> ClauseId:
    return ClauseId(where.prefix, where.number, where.suffix)


# -- this section, this part


def _resolve_this(unit: Unit, where: ClauseId | None, at: str, ids: Mapping[str, str]) -> Resolution:
    """What `this section` is; the clause stands in it, so that it is found even if the document lists no such id."""
    if unit == "part":
        part = _part_of(at, ids)
        known = part or "part" not in ids.values()
        return Resolution(part or "this part", "found" if known else "missing", "part" if known else "")
    if unit == "schedule":
        prefix = split_prefix(at)[0]
        return Resolution(prefix, "found", "schedule") if prefix else Resolution("this schedule", "missing")
    if where is None:
        return Resolution(f"this {unit}", "missing")
    meant = _section(where)
    if unit in ("rule", "section"):
        whole = replace(meant, number=meant.number[:1], suffix=meant.suffix if len(meant.number) == 1 else "")
        meant = whole if str(whole) in ids else meant
    elif unit == "subsection":
        meant = meant.child(*where.marks[:1])
    elif unit == "paragraph":
        lettered = [place for place, mark in enumerate(where.marks) if not mark.isdigit()]
        meant = meant.child(*where.marks[: lettered[0] + 1]) if lettered else where
    return Resolution(str(meant), "found", ids.get(str(meant), "rule"))


def _part_of(name: str, ids: Mapping[str, str]) -> str:
    """The part that the clause `name` stands in: the last one of the same prefix before it; '' if there is none."""
    prefix, part = split_prefix(name)[0], ""
    if name not in ids:
        return ""
    for other, kind in ids.items():
        if kind == "part" and split_prefix(other)[0] == prefix:
            part = other
        if other == name:
            break
    return part


# -- targets


def _resolve_target(
    target: Target, reference: Reference, where: ClauseId | None, prefix: str, ids: Mapping[str, str]
) -> list[Resolution]:
    first = _resolve_one(target.first, reference, where, prefix, ids)
    if target.part and first.status == "found":
        first = replace(first, note=_other_part(first.id, target.part, ids))
    if target.last is None:
        return [first]
    last = _resolve_one(target.last, reference, where, prefix, ids)
    return [first, *_between(first, last, ids), last]


def _resolve_one(
    meant: ClauseId, reference: Reference, where: ClauseId | None, prefix: str, ids: Mapping[str, str]
) -> Resolution:
    if reference.relative:
        choices = _relative_choices(meant, reference.unit, where, prefix)
    elif meant.prefix:
        choices = [meant]
    else:
        choices = [replace(meant, prefix=prefix), meant]
    known = next((choice for choice in choices if str(choice) in ids), None)
    if known is None:
        return _missing(choices[0], ids)
    kind = ids[str(known)]
    called = _called(meant, known, reference.unit)
    if called or kind not in _KINDS[known.kind]:
        return Resolution(str(known), "wrong_kind", called or kind)
    return Resolution(str(known), "found", kind)


def _relative_choices(meant: ClauseId, unit: Unit, where: ClauseId | None, prefix: str) -> list[ClauseId]:
    """What marks may mean from `where`, the likeliest first.

    Subsections are counted from the section; paragraphs from the nearest clause that has them. `subsection 2(c)` may
    be written for `(2)(c)` of this section or for (c) of section 2.
    """
    absolute = [replace(meant, prefix=prefix), meant] if meant.number else []
    if where is None:
        return absolute or [meant]
    numbers = tuple(map(str, meant.number)) if len(meant.number) == 1 else ()
    if meant.number and not numbers:
        return absolute
    marks = (*numbers, *meant.marks)
    above = list(_ancestors(where))
    section = _section(where)
    if unit != "paragraph":
        above = [section, *(outer for outer in above if outer != section)]
    elif where.marks:  # siblings first: in paragraph (b), `paragraph (c)` is the next one
        above = [*above[1:], where]
    return [*(outer.child(*marks) for outer in above), *absolute]


def _missing(meant: ClauseId, ids: Mapping[str, str]) -> Resolution:
    """`meant` is not there by that name; but it may be spelled otherwise, or a table be called a diagram."""
    if meant.kind in ("table", "diagram"):
        alike = [name for name, kind in ids.items() if kind in ("table", "diagram") and _same_caption(meant, name)]
        alike.sort(key=lambda name: ids[name] != meant.kind)
        if alike and ids[alike[0]] == meant.kind:
            return Resolution(alike[0], "found", meant.kind, f"written `{split_prefix(alike[0])[1]}` there")
        if alike:
            return Resolution(alike[0], "wrong_kind", ids[alike[0]])
    return Resolution(str(meant), "missing")


def _same_caption(meant: ClauseId, name: str) -> bool:
    """Whether the caption `name` has the number of `meant`: `8(a)2` and `8(a)(2)` are one."""
    prefix, bare = split_prefix(name)
    return prefix in (meant.prefix, "") and _pieces(bare.rpartition(" ")[2]) == _pieces(meant.label)


def _pieces(label: str) -> list[str]:
    return re.findall(r"\d+|[A-Za-z]+", label)


def _called(meant: ClauseId, known: ClauseId, unit: Unit) -> str:
    """What a clause is where the words call it a subsection and it is a paragraph, or the other way round; else ''.

    Only below sections with one number are the two told apart: there `(2)` is a subsection and `(a)` a paragraph.
    """
    if meant.number or len(known.number) != 1 or known.term:
        return ""
    numbered = meant.marks[0].isdigit()
    if unit == "subsection" and not numbered:
        return "paragraph"
    return "subsection" if unit == "paragraph" and numbered and known.marks == meant.marks else ""


# -- ranges and parts


def _between(first: Resolution, last: Resolution, ids: Mapping[str, str]) -> list[Resolution]:
    """The clauses between the ends of a range that are of the shape of either; none if an end is missing."""
    if first.id not in ids or last.id not in ids:
        return []
    order = list(ids)
    start, end = order.index(first.id), order.index(last.id)
    shapes = {_shape(_parsed(first.id)), _shape(_parsed(last.id))}
    within = (name for name in order[start + 1 : end] if _shape(_parsed(name)) in shapes)
    return [Resolution(name, "found", ids[name]) for name in within]


def _shape(clause: ClauseId | None) -> Sequence[object]:
    if clause is None:
        return ()
    return (clause.prefix, len(clause.number), len(clause.marks), clause.term, clause.word)


def _other_part(name: str, part: str, ids: Mapping[str, str]) -> str:
    stands_in = _part_of(name, ids)
    number = stands_in.rpartition(" ")[2]
    return f"stands in part {number}, not in part {part}" if number and number != part else ""
