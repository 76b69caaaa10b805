"""The classes of changes: what an amendment can do to a spec, how sure that is by default, and whom it favours.

Every class has its mirror image among the classes (added and removed, raised and lowered, widened and narrowed), or a
waiver that says why it has none; a test holds the table to that.
"""

from dataclasses import dataclass

BREAKING, UNDECIDED, COMPATIBLE, EDITORIAL = LEVELS = ("breaking", "undecided", "compatible", "editorial")
# Under which severity a change of a level is told in formats that know severities only.
SEVERITY = {BREAKING: "error", UNDECIDED: "warning", COMPATIBLE: "note", EDITORIAL: "note"}
AREAS = (
    "settlement",
    "pay",
    "stake",
    "decision",
    "wager",
    "irregularity",
    "jackpot",
    "option",
    "definition",
    "ranking",
    "provision",
    "term",
    "citation",
    "interpretation",
    "document",
    "spec",
)
MIRRORS = {"added": "removed", "raised": "lowered", "widened": "narrowed"}
KINDS = ("added", "removed", "raised", "lowered", "widened", "narrowed", "changed", "reworded")
PLAYER, HOUSE, MIXED, NEUTRAL = DIRECTIONS = ("player", "house", "mixed", "neutral")
OPPOSITE = {PLAYER: HOUSE, HOUSE: PLAYER, MIXED: MIXED, NEUTRAL: NEUTRAL}

_DAYS = "rounds of some days pass from one edition to another, seen from either side"
_BOTH_WAYS = "the same seen from either side: it neither adds nor takes away, neither raises nor lowers"
_SAME = "says the same in other words, seen from either side"
_AT_RISK = "what is at risk on an amount that is not the amount due, and whether a wager counts"


@dataclass(frozen=True, slots=True)
class ChangeClass:
    """One class of changes: `level` is how sure such a change is by default, `direction` whom it favours.

    `waiver` says why it has no mirror image, "" where it has one.
    """

    area: str
    kind: str
    direction: str
    level: str
    purpose: str
    waiver: str = ""

    @property
    def id(self) -> str:
        return f"{self.area}-{self.kind}"


def _answers(area: str, what: str) -> tuple[ChangeClass, ...]:
    """The classes of an area in which cases are answered: by a clause, by none, or by two that differ."""
    return (
        ChangeClass(area, "raised", PLAYER, BREAKING, f"{what}: the player comes off better"),
        ChangeClass(area, "lowered", HOUSE, BREAKING, f"{what}: the player comes off worse"),
        ChangeClass(area, "changed", MIXED, BREAKING, f"{what}: another answer, for better and worse", _BOTH_WAYS),
        *_settled(area, what),
    )


def _settled(area: str, what: str) -> tuple[ChangeClass, ...]:
    """The classes of whether a case is answered at all."""
    return (
        ChangeClass(area, "added", MIXED, COMPATIBLE, f"{what}: a case that no clause answered is answered"),
        ChangeClass(area, "removed", MIXED, BREAKING, f"{what}: a case that was answered is not answered any more"),
        ChangeClass(area, "widened", MIXED, BREAKING, f"{what}: a case is answered twice, differently"),
        ChangeClass(area, "narrowed", MIXED, COMPATIBLE, f"{what}: of two answers that differed one is left"),
        ChangeClass(area, "reworded", NEUTRAL, COMPATIBLE, f"{what}: other rules, proved to come to the same", _SAME),
    )


def _declared(
    area: str, what: str, added: str = COMPATIBLE, removed: str = BREAKING, direction: str = MIXED
) -> tuple[ChangeClass, ...]:
    """The classes of an area whose entries are declared: there or not, and changed."""
    return (
        ChangeClass(area, "added", direction, added, f"{what} is added"),
        ChangeClass(area, "removed", direction, removed, f"{what} is removed"),
        ChangeClass(area, "changed", direction, removed, f"{what} is changed", _BOTH_WAYS),
    )


CLASSES = (
    *_answers("settlement", "result of a wager"),
    *_answers("pay", "payment of a winning wager"),
    *_settled("stake", _AT_RISK),
    ChangeClass("stake", "changed", MIXED, BREAKING, f"{_AT_RISK}: another amount", _BOTH_WAYS),
    *_answers("irregularity", "what becomes of wagers after an irregularity"),
    *_answers("jackpot", "jackpot prizes and meters"),
    *_declared("decision", "an act that a stage offers"),
    ChangeClass("decision", "widened", PLAYER, COMPATIBLE, "a stage offers more acts, or amounts, than it did"),
    ChangeClass("decision", "narrowed", HOUSE, BREAKING, "a stage refuses an act, or an amount, that it offered"),
    ChangeClass("decision", "reworded", NEUTRAL, COMPATIBLE, "other rules, proved to offer the same", _SAME),
    *_declared("wager", "a wager"),
    ChangeClass("wager", "widened", PLAYER, COMPATIBLE, "a wager may be placed, or left out, where it might not"),
    ChangeClass("wager", "narrowed", HOUSE, BREAKING, "a wager may not be placed, or left out, where it might"),
    *_declared("option", "a choice of the operator"),
    ChangeClass("option", "widened", NEUTRAL, COMPATIBLE, "the operator may choose what was not offered"),
    ChangeClass("option", "narrowed", NEUTRAL, BREAKING, "the operator may not choose what was offered"),
    *_declared("definition", "a definition, a group of wagers or a deed", removed=COMPATIBLE),
    *_declared("ranking", "the cards, the order of hands or what may come up"),
    *_declared("provision", "a duty, permission or ban that settles no wager", removed=COMPATIBLE, direction=NEUTRAL),
    *_declared(
        "interpretation", "a reading that is applied only when it is asked for", removed=COMPATIBLE, direction=NEUTRAL
    ),
    *_declared("spec", "a spec", direction=NEUTRAL),
    ChangeClass("spec", "reworded", NEUTRAL, EDITORIAL, "the id or the title of a spec", _SAME),
    *_declared("term", "a word of the document for a concept", EDITORIAL, EDITORIAL, NEUTRAL),
    ChangeClass("citation", "reworded", NEUTRAL, EDITORIAL, "other clauses cited for the same rules", _SAME),
    ChangeClass("document", "changed", MIXED, BREAKING, "another edition, or none, settles rounds of some days", _DAYS),
    ChangeClass("document", "reworded", NEUTRAL, EDITORIAL, "instrument, date or clauses of the document", _SAME),
)
BY_ID = {one.id: one for one in CLASSES}


def rank(level: str) -> int:
    """How grave a level is: 0 for editorial."""
    return len(LEVELS) - 1 - LEVELS.index(level)
