"""The amendment report as one HTML page that needs nothing but itself, and prints on A4 laid across."""

import re
from typing import Any

from markupsafe import Markup, escape

from rulespec.report import amendment_tables as tables
from rulespec.report.amendment import Report, lede
from rulespec.report.amendment_words import EFFECTS, NOT_KNOWN, area_title, level_word, told_levels
from rulespec.report.cards import SUIT_PATHS, faces
from rulespec.report.html import environment
from rulespec.report.html_words import pieces
from rulespec.report.office import plain

_STACK = 64  # rem below which a row of the schedule becomes a card


def render(report: Report) -> str:
    """The page as HTML: the same for the same input, with no reference to anything outside itself."""
    made = environment()
    made.filters["pieces"] = pieces
    made.filters["breakable"] = _breakable
    made.filters["minus"] = _minus
    style = made.get_template("style.css").render(stack=_STACK) + made.get_template("amendment.css").render()
    return plain(made.get_template("amendment.html").render(_context(report), style=style))


def _minus(text: str) -> str:
    """Text in which what is lost has a minus sign and no hyphen."""
    return re.sub(r"(?<!\S)-(?=[0-9])", "−", text)


def _context(report: Report) -> dict[str, Any]:
    lists = (("Wording only", tables.editorial), ("Clauses otherwise than before that no row names", tables.unnamed))
    rounds = [item for item in report.items if item.figure is not None]
    return {
        "report": report,
        "lede": lede(report),
        "columns": tables.schedule((), report.has_values).columns,
        "levels": [(level, level_word(level)) for level in told_levels()],
        "effects": (*EFFECTS, NOT_KNOWN),
        "totals": tables.by_area(report).rows[-1] if report.items else (),
        "amendments": tables.amendments(report),
        "numbers": tables.numbers,
        "rests": tables.rests(report),
        "edges": [
            (part, tables.edges(part.worth), tables.edges_told(part.worth))
            for part in report.parts
            if part.worth is not None
        ],
        "edges_title": tables.EDGES,
        "lists": [
            (title, [(part, grid) for part in report.parts if (grid := make(part)).rows]) for title, make in lists
        ],
        "clause_sentence": tables.clause_sentence,
        "sources_told": tables.sources_told,
        "untouched": tables.untouched(report),
        "area_title": area_title,
        "readers": tables.READERS,
        "signed": tables.SIGNED,
        "decisions": tables.DECISIONS,
        "reading": tables.reading(report),
        "stamp": tables.stamp(report),
        "rounds": rounds,
        "suits": SUIT_PATHS if rounds else {},
        "pack": faces(" ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")) if _cards(rounds) else (),
    }


def _breakable(clause: str) -> Markup:
    """A clause that a narrow column may break where its parts meet."""
    return Markup(re.sub(r"([\[_:])", r"\1<wbr>", str(escape(clause))))


def _cards(rounds: list[Any]) -> bool:
    """Whether any round has cards to be drawn."""
    figures = [item.figure for item in rounds]
    return any(one.faces for figure in figures for one in figure.common) or any(
        hand.cards is not None and hand.cards.faces for figure in figures for hand in figure.hands
    )
