"""Findings of every kind for the tests of formats: made up, of games that do not exist."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rulespec.model.finding import PROVED, Change, Exemption, Finding, When, enumerated
from rulespec.model.place import Place
from rulespec.report.findings import Proving
from rulespec.report.run import Run, Suite

PROGRAM = {"name": "rulespec", "version": "9.9.9"}
PROVING = Proving("4.99.0", 12)
SCOPE = "Walked 11 cases of 3 tables in 1 spec: every deal that a table tells apart."
FILE = "specs/harbour/eight pockets.yaml"
SPEC = "harbour/eight-pockets"

WITNESS = {
    "id": "gap-1",
    "spec": SPEC,
    "options": {"pay_table": 1},
    "outcome": {"pocket": "seven"},
    "players": [{"seat": 1, "wagers": {"hue": 10}, "actions": []}],
}
CARDS = {
    "id": "change-1",
    "board": "8h 6d 3c 2s Ts",
    "dealer": "Qc 2d",
    "players": [
        {
            "seat": 1,
            "cards": "Qd 2h",
            "wagers": {"main": 10, "side": 10},
            "actions": [{"stage": "flop", "do": "bet", "wager": "raise", "amount": 40}],
        }
    ],
}

WHEN = When("not gilded and colour = slate", "the pocket is plain, and the colour is slate")
GAP = Finding(
    "gap",
    "error",
    f"Hue: no clause settles the wager when {WHEN.told}",
    Place(FILE, 41, 3),
    SPEC,
    ("3",),
    "a clause is missing, or the table is meant to be `open`",
    WITNESS,
    PROVED,
    WHEN,
    "settle/hue",
)
MANY = When("a or b", "the pocket is one, or the pocket is two", ("the pocket is one", "the pocket is two"))
CONFLICT = Finding(
    "conflict",
    "error",
    f"Low: `win` by 4(a) against `lose` by 5 when {MANY.told}; possible in 11.1 % of deals",
    Place(FILE, 51, 8),
    SPEC,
    ("4(a)", "5"),
    basis=enumerated(11),
    when=MANY,
    subject="settle/low",
)
EXEMPTED = replace(
    GAP,
    subject="settle/glow",
    message="Glow: no clause settles the wager when the pocket is gilded",
    when=None,
    witness=None,
    exempt=Exemption(
        "the next edition closes it", "A. Person", "2027-01-31", Place("specs/harbour/exemptions.yaml", 4, 3)
    ),
)
NOTE = Finding("left-out", "note", "jackpots are not encoded", Place(FILE, 9, 1), SPEC, ("12",))
UNPROVED = Finding("unproved", "warning", "the Glow wager: z3 gave up", Place(FILE, 60, 1), SPEC, subject="settle/glow")
UNREADABLE = Finding(
    "unreadable-file",
    "error",
    "`specs/harbour/köln.yaml` cannot be read: permission denied",
    Place("specs/harbour/köln.yaml"),
)

BREAKING = Finding(
    "pay-lowered",
    "error",
    "Low: pays less for a `straight`",
    Place(FILE, 70, 5),
    SPEC,
    ("7(b)",),
    witness=CARDS,
    basis=PROVED,
    subject="pay/low",
    change=Change(
        "breaking",
        "house",
        "3 to 2",
        "6 to 5",
        ("7(a)",),
        Place("base/specs/harbour/eight pockets.yaml", 68, 5),
        (("before", "win, net 15"), ("after", "win, net 12")),
        "1/27",
        "-0.0111",
        depends=("the report of the laboratory rests on it", "3 cases"),
    ),
)
DECLARED = replace(
    BREAKING,
    subject="pay/high",
    message="High: is not paid any more",
    change=replace(BREAKING.change, after="", declared="amendment 3 of 2026, item 2", depends=()),  # type: ignore[type-var]
)
UNDECIDED = Finding(
    "settlement-changed",
    "warning",
    "Glow: neither the same nor different",
    Place(FILE, 60, 1),
    SPEC,
    change=Change("undecided", "neutral", "win", "win"),
)
EDITORIAL = Finding(
    "citation-reworded",
    "note",
    "clause 9 is 10 now",
    Place(FILE, 80, 1),
    SPEC,
    ("10",),
    change=Change("editorial", "neutral", "9", "10"),
)
NOT_MADE = Finding("declared-not-made", "error", "item 4 did not happen", Place("amendments/3.yaml", 12, 3), SPEC)

ASKED = ("gap", "conflict", "dead", "unproved", "left-out")

HOSTILE = (
    "| | |", "`", "``` x", "@team", "<script>alert(1)</script>", "::error::x", "%0A", "\n", "\r\n", "\x00\x1b[31m",
    "\ud800", "]]>", "&amp;", "[x](http://x)", "{0}", "#1", "-->", "##[error]", "</details>", "\\", ":", ",", "# x",
    "\u202e", "\u2028", "$a$", ":smile:", "www.x.org", "\ufffe", "\x85", "- ", "1. ", "~~~", "https://x", "<!--",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=8)), max_size=4).map("".join)
SOME = TEXTS.filter(bool)
PLACES = st.builds(Place, SOME, st.integers(0, 9), st.integers(0, 9))
CITES = st.lists(SOME, max_size=2).map(tuple)
CHANGES = st.builds(
    Change,
    st.sampled_from(("breaking", "undecided", "compatible", "editorial")),
    st.sampled_from(("player", "house", "mixed", "neutral")),
    TEXTS,
    TEXTS,
    CITES,
    st.none() | PLACES,
    st.lists(st.tuples(SOME, TEXTS), max_size=2, unique_by=lambda one: one[0]).map(tuple),
    st.sampled_from(("", "1/27", "1/0", "often")),
    TEXTS,
    TEXTS,
    CITES,
)
WITNESSES = st.builds(lambda cards, name: {**CARDS, "board": cards, "id": name}, TEXTS, TEXTS)
FINDINGS: st.SearchStrategy[Any] = st.builds(
    Finding,
    st.sampled_from(("gap", "conflict", "unproved", "yaml-syntax", "no-such-rule")),
    st.sampled_from(("error", "warning", "note")),
    TEXTS,
    PLACES,
    TEXTS,
    CITES,
    TEXTS,
    st.none() | WITNESSES,
    st.sampled_from(("", "proved", "enumerated over 3 cases", "assumed")),
    st.none(),
    TEXTS,
    st.none() | st.builds(Exemption, TEXTS, TEXTS, TEXTS, PLACES),
    st.none() | CHANGES,
)
RUNS = st.builds(
    Run,
    st.sampled_from(("check", "gate", "doc lint")),
    st.lists(st.builds(Suite, TEXTS, TEXTS, st.just(ASKED), TEXTS), max_size=2, unique_by=lambda one: one.name).map(
        tuple
    ),
    st.sampled_from(("error", "note", "never", "breaking", "editorial")),
    st.sampled_from((0, 1, 3, 4)),
    TEXTS,
    TEXTS,
)


def spelt(text: str) -> str:
    """Text as every format shows it: in one line, with what cannot be seen spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


CHECKED = (NOTE, GAP, CONFLICT, EXEMPTED, UNPROVED, UNREADABLE)
CHANGED = (EDITORIAL, DECLARED, BREAKING, UNDECIDED, NOT_MADE)

CHECK = Run(
    "check",
    (
        Suite(SPEC, FILE, ASKED),
        Suite("harbour/köln", "", (), "`harbour/köln` cannot be loaded"),
        Suite("harbour/three-bells", "specs/harbour/three-bells.yaml", ASKED),
    ),
    "error",
    3,
    "1 spec cannot be loaded",
    "check of 3 specs",
)
GATE = Run(
    "gate",
    (Suite(SPEC, FILE, ("wager", "pay", "settlement")),),
    "undecided",
    1,
    "2 changes at or above `undecided` are not declared",
    "gate of harbour/eight-pockets against main",
)
