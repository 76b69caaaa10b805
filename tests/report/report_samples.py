"""Three invented documents and a comparison of them, small enough to read in the golden page."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulespec.documents.clauses import ClauseTexts, read_clauses
from rulespec.documents.profile import profile_from
from rulespec.model.comparison import Compared, Comparison, Said, Side
from rulespec.model.expr import TRUTH, Type
from rulespec.model.finding import Finding, When
from rulespec.model.place import Place
from rulespec.model.spec import Document, Interpretation, Spec, Stage, Wager
from rulespec.model.vocabulary import Concept, Vocabulary
from rulespec.report.html import Page

# What a spec might hold to break out of its place on the page.
HOSTILE = "\"'><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>{{ 7 * 7 }}</pre></style>&amp;`"

HARBOUR, LAKE, HILL = "harbour/meadow-poker", "lake/meadow-poker", "hill/meadow-poker"

TEXT = """\
# 1 Play

1.1 A player places an ante before the deal.

1.2 When the player's hand and the dealer's hand are equal

(a) the raise is a stand-off; and

(b) the ante is returned to the player.
"""


def concept(kind: str, name: str, title: str) -> Concept:
    return Concept(name, kind, title, Type("amount") if kind == "wager" else TRUTH)


VOCABULARY = Vocabulary(
    "vocabulary.yaml",
    {
        "ante": concept("wager", "ante", "Ante"),
        "raise": concept("wager", "raise", "Raise"),
        "pairs": concept("wager", "pairs", "Pairs bonus"),
    },
    {},
    {"pay_table": concept("option", "pay_table", "pay table in use")},
    {"after_flop": concept("stage", "after_flop", "the decision after the flop")},
    {"bet": concept("act", "bet", "bet"), "fold": concept("act", "fold", "fold")},
    {},
    {},
)


def spec(name: str, publisher: str, effective: str, wagers: str = "ante raise", reading: str = "") -> Spec:
    file = Place(f"/somewhere/specs/{name}.yaml", 3, 1)
    readings = (Interpretation(reading, "by their cards", "No clause says.", "always", "", ("2.1",), file),)
    return Spec(
        id=name,
        title="Meadow Poker",
        family="meadow-poker",
        domain="community-poker",
        document=Document(f"Rules of Meadow Poker at {publisher}", publisher, publisher, "Instrument 7", effective),
        vocabulary=VOCABULARY,
        setup={},
        stages=(Stage("after_flop", 3, ("1.1",), file),),
        groups=(),
        deeds=(),
        wagers=tuple(Wager(wager, "before_deal", True, None, (), file) for wager in wagers.split()),
        options=(),
        tables=(),
        pays=(),
        terms=(),
        interpretations=readings if reading else (),
        place=file,
    )


SPECS = (
    spec(HARBOUR, "Harbour Rooms", "2024-07-01"),
    spec(LAKE, "Lake Commission", "2022-06-10", "ante raise pairs", "two hands of one kind"),
    spec(HILL, "Hill House", "unknown"),
)


def played(name: str, cards: str = "Ah Td", amount: int = 20) -> dict[str, Any]:
    """One round of the invented game under one of the documents."""
    return {
        "id": "equal",
        "spec": name,
        "options": {"pay_table": 1 if name == HARBOUR else 2},
        "board": "2c 9d Jh 4s Ks",
        "dealer": "As Tc",
        "players": [
            {
                "seat": 1,
                "cards": cards,
                "wagers": {"ante": 10},
                "actions": [{"stage": "after_flop", "do": "bet", "wager": "raise", "amount": amount}],
            }
        ],
    }


def answered(name: str, says: str, *clauses: str, words: tuple[str, ...] = ()) -> Side:
    rows = [f"{clause}/ante/{says}" for clause in clauses[:1]]
    rules = [Said(row, *text.split(": ", 1), clauses[:1]) for row, text in zip(rows, words, strict=False)]
    return Side(name, says, "answered", clauses, tuple(rules or [Said(row, says, "in every case") for row in rows]))


CLASHING = (Said("7(a)/ante/lose", "lose", "in every case"), Said("9.1/ante/stand_off", "stand_off", "in every case"))

EQUAL = Compared(
    id="settlement/ante/player.hand = dealer.hand",
    area="settlement",
    subject="ante",
    title="Ante",
    condition="player.hand = dealer.hand",
    words="the player's hand equals the dealer's hand",
    status="differs",
    sides=(
        answered(HARBOUR, "stand_off", "1.2(b)", words=("stand off: the player's hand equals the dealer's hand",)),
        answered(LAKE, "lose", "4.2", "4.3", words=("lose: the dealer's hand is as high as the player's hand",)),
        Side(HILL, "lose / stand_off", "conflict", ("7(a)", "9.1"), CLASHING),
    ),
    share=Fraction(1, 27),
    basis="enumerated over 96 cases",
    witness={HARBOUR: played(HARBOUR), LAKE: played(LAKE), HILL: played(HILL, "Ah Th", 10)},
    results={HARBOUR: "stand_off, net 0", LAKE: "lose, net -10", HILL: "conflict"},
)

ROWS = (
    Compared(
        "wager/ante",
        "wager",
        "ante",
        "Ante",
        "",
        "",
        "agree",
        tuple(answered(name, "before the deal", "1.1") for name in (HARBOUR, LAKE, HILL)),
    ),
    Compared(
        "wager/pairs",
        "wager",
        "pairs",
        "Pairs bonus",
        "",
        "",
        "silent",
        (Side(HARBOUR, "", "absent"), answered(LAKE, "before the deal", "3.1"), Side(HILL, "", "absent")),
    ),
    Compared(
        "settlement/ante/folded",
        "settlement",
        "ante",
        "Ante",
        "folded",
        "the player folded",
        "silent",
        (
            answered(HARBOUR, "lose", "1.9"),
            Side(LAKE, "", "undetermined", ("4.1",)),
            Side(HILL, "", "not_offered"),
        ),
        Fraction(1),
    ),
    replace(EQUAL, id="settlement/rare", words="a rare thing happens", condition="rare", share=Fraction(1, 5000)),
    EQUAL,
    Compared(
        "stake/raise",
        "stake",
        "raise",
        "Raise",
        "amount(raise) > 2 * ante",
        "the amount placed (Raise) is above 2 times the Ante",
        "differs",
        (
            answered(HARBOUR, "at most 2 * ante", "5.1"),
            answered(LAKE, "at most 2 * ante", "5.5"),
            answered(HILL, "2 * ante | 3 * ante", "11"),
        ),
    ),
)

MANY = When(
    "amount(raise) < ante or amount(raise) > 2 * ante and not folded",
    "the amount is below the Ante, or (the amount is above 2 times the Ante, and the player did not fold)",
    ("the amount is below the Ante", "the amount is above 2 times the Ante, and the player did not fold"),
)

FINDINGS = {
    HARBOUR: (
        Finding(
            "gap",
            "error",
            "Ante: no clause settles the wager when `folded` (the player folded); the cards for it come in every deal",
            Place(f"/somewhere/specs/{HARBOUR}.yaml", 40, 3),
            HARBOUR,
            ("1.2", "1.9"),
            "a clause is missing, or the table is meant to be `open`",
            played(HARBOUR),
            "enumerated over 1,234 cases",
        ),
        Finding(
            "conflict",
            "error",
            f"Raise: two clauses say differently what is at risk when {MANY.told}",
            Place(f"/somewhere/specs/{HARBOUR}.yaml", 50, 3),
            HARBOUR,
            ("1.7", "1.8"),
            basis="proved",
            when=MANY,
        ),
        Finding("dead-rule", "warning", "rule 1.9 never decides anything", Place(f"{HARBOUR}.yaml"), HARBOUR, ("1.9",)),
    ),
    LAKE: (
        Finding(
            "interpreted",
            "note",
            "no clause orders two hands of one kind; read by their cards. No clause says.",
            Place(f"/somewhere/specs/{LAKE}.yaml", 12, 3),
            LAKE,
            ("2.1",),
            basis="assumed",
        ),
    ),
}


def texts() -> dict[str, ClauseTexts]:
    """The text of one of the three documents, as a reader would supply it."""
    return {HARBOUR: read_clauses(TEXT, profile_from({}))}


def page(**changes: Any) -> Page:
    """The whole sample, with what a test wants different."""
    whole = Page(
        title="Meadow Poker in three houses",
        specs=SPECS,
        comparison=Comparison(
            (HARBOUR, LAKE, HILL), ROWS, "one hand at a time, at the amounts that clauses name; irregularities are not."
        ),
        findings=FINDINGS,
        clause_texts=texts(),
        program={"version": "0.0", "command": "rulespec report --family meadow-poker"},
        fingerprints={HARBOUR: "0" * 64},
        check_scope="one hand at a time, every case that can be dealt and played.",
        proofs="1 of 4 findings is proved, 1 known by a walk alone, 1 assumed.",
    )
    return replace(whole, **changes)


def hostile_page() -> Page:
    """The sample with hostile text wherever a spec, a document or a caller can put some."""
    row = replace(
        EQUAL,
        id=HOSTILE,
        area=HOSTILE,
        subject=HOSTILE,
        title=HOSTILE,
        condition=HOSTILE,
        words=HOSTILE,
        status=HOSTILE,
        sides=(
            Side(HARBOUR, HOSTILE, "answered", (HOSTILE,), (Said(HOSTILE, HOSTILE, HOSTILE, (HOSTILE,)),)),
            Side(LAKE, HOSTILE, HOSTILE, (HOSTILE,)),
        ),
        share=Fraction(1, 3),
        witness={
            HARBOUR: {
                **played(HOSTILE, HOSTILE),
                "id": HOSTILE,
                "board": HOSTILE,
                "options": {HOSTILE: [HOSTILE]},
                "events": [{HOSTILE: HOSTILE}],
            }
        },
        results={HARBOUR: HOSTILE},
    )
    finding = Finding(HOSTILE, "error", HOSTILE, Place(HOSTILE, 1, 1), HARBOUR, (HOSTILE,), HOSTILE, played(HOSTILE))
    finding = replace(finding, when=When(HOSTILE, HOSTILE, (HOSTILE, HOSTILE)), message=When(HOSTILE, HOSTILE).told)
    evil = spec(HARBOUR, HOSTILE, HOSTILE, reading=HOSTILE)
    return page(
        title=HOSTILE,
        specs=(evil, *SPECS[1:]),
        comparison=Comparison((HARBOUR,), (row, EQUAL), HOSTILE),
        findings={HARBOUR: (finding, replace(finding, rule="gap")), **FINDINGS},
        program={"version": HOSTILE, "command": HOSTILE, "date": HOSTILE, "host": HOSTILE},
        fingerprints={HARBOUR: HOSTILE},
        check_scope=HOSTILE,
        proofs=HOSTILE,
    )
