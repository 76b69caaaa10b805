"""How a document numbers its clauses: data of the document's entry, never code about a document."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulespec.documents.clause import normalise, straight
from rulespec.documents.numbering import Style, style

Numbering = Literal["decimal", "sections"]
Footnotes = Literal["paragraph", "to_heading"]

_KEYS = frozenset(
    {"numbering", "levels", "items", "definitions", "tables", "diagrams", "notes", "furniture", "tails", "footnotes"}
    | {"begins", "ends", "parts", "divisions", "contents", "amendments"}
)
_PART_KEYS = frozenset({"prefix", "begins", "ends"})
_NUMBER = r"(\d{1,3}[A-Z]?(?:\s?\([a-z]\))?)"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the document with its own numbering: from a line `begins` up to a line `ends`.

    Both are patterns for whole lines without their markup: `*` stands for anything, `{n}` for a number such as `2` or
    `11(a)`. An empty `begins` is the first line, an empty `ends` the next part or the end of the rules. `prefix` stands
    before the part's clauses: `sch1` in `sch1:2(3)`, and `sch{n}` for each of many parts.
    """

    prefix: str = ""
    begins: str = ""
    ends: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """How a document numbers its clauses.

    numbering    `decimal`: rules are 3.14, below sections 3; `sections`: rules are headings with a running number
    levels       for decimal numbering: how many numbers the longest rule number has (3.14 has two)
    items        what stands below a rule, outermost first; each level in one or more styles
    definitions  the clauses whose paragraphs define terms: ids, or patterns of their headings or first words
    tables       the word before the number of a table's caption
    diagrams     patterns of the captions of pictures, which a text does not have
    notes        patterns of how an unnumbered note begins
    furniture    patterns of lines that the page has and the rules have not (running headers)
    tails        how a line begins that goes on with the whole rule after its last item ("as follows")
    footnotes    whether a footnote is one paragraph or runs to the next heading
    parts        the stretches to read; one without prefix unless numbers restart within the document
    divisions    patterns of headings that divide a part and are no rules (`Part {n} *`)
    contents     the line at which the contents begin, before the rules
    amendments   the line at which the history of amendments begins, after the rules
    """

    numbering: Numbering = "decimal"
    levels: int = 2
    items: tuple[tuple[Style, ...], ...] = ()
    definitions: tuple[str, ...] = ()
    tables: str = "Table"
    diagrams: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    furniture: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    footnotes: Footnotes = "paragraph"
    parts: tuple[Part, ...] = (Part(),)
    divisions: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    amendments: tuple[str, ...] = ()


def profile_from(data: Mapping[str, Any]) -> Profile:
    """The profile that plain `data` describes; ValueError says in plain words what is wrong with it."""
    if not isinstance(data, Mapping):
        raise ValueError("a document's profile is a mapping of keys such as `numbering` and `items`")
    _only_keys(data, _KEYS, "a document's profile")
    return Profile(
        numbering=_one_of(data, "numbering", ("decimal", "sections")),
        levels=_levels(data),
        items=tuple(tuple(style(way) for way in level.split("|")) for level in _texts(data, "items", ("(a)", "(i)"))),
        definitions=tuple(entry if "*" in entry else normalise(entry) for entry in _texts(data, "definitions", ())),
        tables=_text(data, "tables", "Table"),
        diagrams=_texts(data, "diagrams", ()),
        notes=_texts(data, "notes", ()),
        furniture=_texts(data, "furniture", ()),
        tails=_texts(data, "tails", ()),
        footnotes=_one_of(data, "footnotes", ("paragraph", "to_heading")),
        parts=_parts(data),
        divisions=_texts(data, "divisions", ()),
        contents=_texts(data, "contents", ()),
        amendments=_texts(data, "amendments", ()),
    )


def line_pattern(patterns: Sequence[str]) -> re.Pattern[str] | None:
    """One expression for whole lines (with straight quotes) that match any of `patterns`; None if there are none.

    In a pattern `*` stands for anything and `{n}` for a number, which the expression captures; case and the shape of
    quotes make no difference.
    """
    if not patterns:
        return None
    return re.compile("|".join(map(_expression, patterns)), re.IGNORECASE)


def _expression(pattern: str) -> str:
    text = re.sub(r"^(\d+)\\\.", r"\1\\.?", re.escape(" ".join(straight(pattern).split())))  # `1. Title` is `1 Title`
    return text.replace(re.escape("*"), ".*").replace(re.escape("{n}"), _NUMBER)


def _parts(data: Mapping[str, Any]) -> tuple[Part, ...]:
    if "parts" not in data:
        return (Part("", _text(data, "begins", ""), _text(data, "ends", "")),)
    if "begins" in data or "ends" in data:
        raise ValueError("`begins` and `ends` belong inside each of `parts` where a profile has `parts`")
    entries = data["parts"]
    if not isinstance(entries, Sequence) or isinstance(entries, str) or not entries:
        raise ValueError("`parts` is a list of entries with `prefix`, `begins` and `ends`")
    parts = []
    for entry in entries:
        if not isinstance(entry, Mapping):
            raise ValueError("each of `parts` has a `prefix`, `begins` and `ends`")
        _only_keys(entry, _PART_KEYS, "one of `parts`")
        part = Part(normalise(_text(entry, "prefix", "")), _text(entry, "begins", ""), _text(entry, "ends", ""))
        if not part.prefix or not part.begins:
            raise ValueError("each of `parts` needs a `prefix` and the line where it `begins`")
        if re.search(r"[\s:]", part.prefix):
            raise ValueError(f"the prefix `{part.prefix}` has a space or a colon in it; write it as in `sch1`")
        if ("{n}" in part.prefix) != ("{n}" in part.begins):
            raise ValueError(f"`{part.prefix}` and `{part.begins}`: both or neither of them have `{{n}}` in them")
        parts.append(part)
    if len({part.prefix for part in parts}) < len(parts):
        raise ValueError("two of `parts` have the same prefix")
    return tuple(parts)


def _levels(data: Mapping[str, Any]) -> int:
    value = data.get("levels", 2)
    try:
        levels = int(value)
    except (TypeError, ValueError):
        levels = 0
    if isinstance(value, bool) or not 2 <= levels <= 6:
        raise ValueError(f"`levels` is how many numbers the longest rule number has, 2 to 6, not `{value}`")
    if "levels" in data and data.get("numbering") == "sections":
        raise ValueError("`levels` goes with decimal numbering; sections have one number")
    return levels


def _one_of(data: Mapping[str, Any], key: str, choices: tuple[Any, ...]) -> Any:
    value = data.get(key, choices[0])
    if value not in choices:
        raise ValueError(f"`{key}` is {' or '.join(f'`{choice}`' for choice in choices)}, not `{value}`")
    return value


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or (key in data and not value.strip()):
        raise ValueError(f"`{key}` is a piece of text, not `{value}`")
    return value.strip()


def _texts(data: Mapping[str, Any], key: str, default: Sequence[str]) -> tuple[str, ...]:
    value = data.get(key, default)
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"`{key}` is a list, even of one")
    for entry in value:
        if not isinstance(entry, str) or not entry.strip(" *"):
            raise ValueError(f"`{key}` is a list of pieces of text, and `{entry}` is none (quote numbers)")
    return tuple(entry.strip() for entry in value)


def _only_keys(data: Mapping[str, Any], allowed: frozenset[str], what: str) -> None:
    unknown = sorted(str(key) for key in data if key not in allowed)
    if unknown:
        raise ValueError(f"{what} has no key `{unknown[0]}`; it may have {', '.join(sorted(allowed))}")
