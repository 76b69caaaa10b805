"""The report: a comparison and each document's findings as one HTML page that needs nothing but itself."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rulespec.documents.clauses import ClauseTexts
from rulespec.model.comparison import STATUSES, Comparison
from rulespec.model.finding import Finding
from rulespec.model.spec import Spec
from rulespec.report.cards import SUIT_PATHS, faces
from rulespec.report.html_findings import documents
from rulespec.report.html_matrix import Supply, counts, matrix
from rulespec.report.html_words import counted, headings, long_date
from rulespec.report.odds_html import PageOdds, odds_section
from rulespec.resources import folder

if TYPE_CHECKING:
    from jinja2 import Environment

_LONG = 300  # characters from which a clause's own words are shown only once on the page
_CASE, _COLUMN = 16, 9  # rem that the first column and each document's need; below their sum a row becomes a card


@dataclass(frozen=True, slots=True)
class Page:
    """What the report shows. Mappings are by spec id.

    `findings`: what checking each document by itself said; a document that is not in it is shown as not checked.
    `check_scope` says in one sentence what these checks covered, `proofs` how many findings are proved and on what that
    rests. `clause_texts` is empty where the reader supplied no documents. `accounted` tells in a sentence how far a
    document's clauses are accounted for. `program` has `version` and `command`, and `date` if the page is to carry one.
    `fingerprints` are the SHA-256 of the specs' files. `odds` are None where they were not asked for.
    """

    title: str
    specs: tuple[Spec, ...]
    comparison: Comparison
    findings: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    clause_texts: Mapping[str, ClauseTexts] = field(default_factory=dict)
    program: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    check_scope: str = ""
    accounted: Mapping[str, str] = field(default_factory=dict)
    proofs: str = ""
    odds: PageOdds | None = None


def render(page: Page) -> str:
    """The page as HTML: the same for the same input, with no reference to anything outside itself."""
    templates = environment()
    script = templates.get_template("script.js").render()
    stack = _CASE + _COLUMN * len(page.specs)
    style = templates.get_template("style.css").render(stack=stack)
    if page.odds is not None:
        style += templates.get_template("odds.css").render(stack=stack)
    return templates.get_template("report.html").render(
        _context(page), script=script, style=style, script_hash=_hash(script)
    )


def environment() -> "Environment":
    """What makes pages of templates: nothing that is put into one is taken for markup."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.globals["counted"] = counted
    found.globals["shared"] = Shared()
    found.filters["plain"] = _plain
    return found


class Shared:
    """The long texts that the page shows, in its order: one that comes again is shown where it came first."""

    def __init__(self) -> None:
        self._at: dict[str, str] = {}

    def place(self, text: str) -> tuple[str, bool]:
        """The anchor of a text ("" for a short one), and whether it has been shown there already."""
        if len(text) < _LONG:
            return "", False
        known = text in self._at
        return self._at.setdefault(text, f"own-{len(self._at) + 1}"), known


def _plain(text: str) -> Markup:
    """Text between two tags, in which quotation marks stand as they are: what is long is shorter by much."""
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _hash(script: str) -> str:
    """What the page's own policy calls its one script by, so that no other can run in it."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _context(page: Page) -> dict[str, Any]:
    specs = {spec.id: spec for spec in page.specs}
    program = {"version": "", "command": "", "date": "", **page.program}
    supply = Supply(specs, headings(page.specs), page.clause_texts)
    found = documents(page.findings, page.fingerprints, page.accounted, supply)
    shown = matrix(page.comparison, supply)
    return {
        "title": page.title,
        "scope": page.comparison.scope,
        "check_scope": page.check_scope,
        "documents": found,
        "areas": shown,
        "statuses": STATUSES,
        "counts": counts(page.comparison.rows),
        "total": sum(not row.single for row in page.comparison.rows),
        "single": sum(row.single for row in page.comparison.rows),
        "sourced": [one.heading.short for one in found if one.spec in page.clause_texts],
        "readings": sum(reading.applies == "always" for spec in page.specs for reading in spec.interpretations),
        "suits": SUIT_PATHS,
        "pack": faces(" ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")),
        "program": program,
        "made": long_date(program["date"]),
        "proofs": page.proofs,
        "checked": any(one.checked for one in found),
        "game": _game(page.specs),
        "priced": any(row.worth for row in page.comparison.rows),
        "odds": None if page.odds is None else _odds(page.odds, page.specs),
    }


def _odds(odds: PageOdds, specs: Sequence[Spec]) -> Mapping[str, Any]:
    """The section of odds; wagers and options are called as everywhere on the page."""
    return odds_section(odds.documents, odds.options, odds.left_out, specs[0].vocabulary.title)


def _game(specs: Sequence[Spec]) -> str:
    """The game that all documents rule, where its title is one and the same."""
    titles = {spec.title for spec in specs}
    return titles.pop() if len(titles) == 1 else ""
