"""A document printed clean from its clauses, so that reading it again gives the same clauses."""

from collections.abc import Iterator, Mapping

from rulespec.documents.clause import normalise, straight
from rulespec.documents.numbering import Style
from rulespec.documents.profile import Profile
from rulespec.documents.tree import CELL, ENTRY, ROW, Clause

Styles = Mapping[str, Style]

_OUTSIDE = frozenset({"cover", "contents", "amendments"})
_MARKED = frozenset({"schedule", "part", "section", "heading"})


def markdown(tree: tuple[Clause, ...], profile: Profile) -> str:
    """The document as Markdown: a paragraph for each piece of text, its heading or number before it, tables as such.

    Page furniture and indentation are gone; what the clauses say, their numbers (in the first style that the profile
    has for them) and their order are kept.
    """
    styles: dict[str, Style] = {way.alphabet: way for level in reversed(profile.items) for way in reversed(level)}
    return "\n".join(line for root in tree for line in _clause(root, styles)) + "\n"


def _clause(clause: Clause, styles: Styles) -> Iterator[str]:
    said = [part for part in clause.parts if isinstance(part, str)]
    opening = _opening(clause, said[0] if said and clause.parts[0] is said[0] else "", styles)
    if opening:
        yield opening
        yield ""
    rest = (
        clause.parts[1:] if opening and _takes_words(clause) and said and clause.parts[0] is said[0] else clause.parts
    )
    table: list[str] = []
    for part in rest:
        row = _row(part, clause.kind in _OUTSIDE)
        if row is None and table:
            yield from (*table, "")
            table = []
        if row is not None:
            table.append(row)
            table += _asides(part)
            if isinstance(part, str) and clause.kind not in _OUTSIDE:
                table.append("|---|")  # what stands above it is the table's heading
        elif isinstance(part, Clause):
            yield from _clause(part, styles)
        else:
            yield _paragraph(part)
            yield ""
    if table:
        yield from (*table, "")


def _takes_words(clause: Clause) -> bool:
    """Whether the clause's first words stand on the line of its number."""
    return clause.kind in ("rule", "paragraph", "definition", "note") and not clause.heading


def _opening(clause: Clause, words: str, styles: Styles) -> str:
    """The clause's first line."""
    if clause.kind in _OUTSIDE:
        return ""
    if clause.kind in _MARKED or clause.heading:
        title = clause.heading if clause.heading and clause.kind != "heading" else ""
        return f"## {clause.label} {title}".rstrip() if clause.label else ""
    if clause.kind in ("table", "diagram"):
        return f"**{clause.label}**" if clause.kind == "table" else clause.label
    if clause.kind == "definition":
        return _defined(clause, words)
    if clause.kind == "note" and "footnote " in clause.id:
        return f"<sup>{clause.id.rpartition(' ')[2].partition('#')[0]}</sup> {words}"
    if words.startswith(ROW):
        words = ""
    if clause.kind == "note":
        return words
    way = styles.get(clause.alphabet)
    label = f"{way.opening}{clause.label.strip('()')}{way.closing}" if way else clause.label
    return f"- {label} {words}".rstrip()


def _defined(clause: Clause, words: str) -> str:
    """A definition's first words, its term in bold: that is what tells it as one."""
    if straight(words[:1]) == '"':
        return words
    term = _compact(clause.id.split(" ", 1)[1].partition("#")[0])
    size = next((place for place in range(len(words) + 1) if _compact(words[:place]).strip("'") == term), len(term))
    size += straight(words[size : size + 1]) == "'"
    return f"**{words[:size]}**{words[size:]}"


def _compact(text: str) -> str:
    """Text without blanks and kinds of dashes and quotes, which ids do not keep."""
    return normalise(text).replace(" ", "")


def _row(part: str | Clause, outside: bool) -> str | None:
    if isinstance(part, Clause):
        if part.kind != "row":
            return None
        words = " ".join(piece for piece in part.parts if isinstance(piece, str) and not piece.startswith(ROW))
        return f"| {_laid_out(words, part.label)} |"
    if part.startswith(ROW) and not part.startswith(ENTRY):
        return None if outside and CELL not in part else f"| {part.removeprefix(ROW)} |"
    return None


def _laid_out(words: str, layout: str) -> str:
    """The cells of a row with the empty ones where they were."""
    cells = iter(words.split(CELL))
    placed = [next(cells, "") if filled == "x" else "" for filled in layout]
    return CELL.join([*placed, *cells])


def _asides(part: str | Clause) -> list[str]:
    """What stands on lines of its own below a row, before the next."""
    said = part.parts if isinstance(part, Clause) else ()
    return [words.removeprefix(ROW) for words in said if isinstance(words, str) and words.startswith(ROW)]


def _paragraph(words: str) -> str:
    if words.startswith(ENTRY):
        return f"- {words.removeprefix(ENTRY)}"
    return words.removeprefix(ROW)
