"""A history of amendments, honest and careless, step by step: how the gate ends at each, and all that it says there.

Each step is a commit on the ones before it. What the gate says is written as it would be read: level, class, subject,
and where; what is wrong with a declaration, and where. The lines are those of the fixtures, as the steps move them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from gating import BELLS, DOCUMENT, LAMPS, POCKETS, READINGS, Repository, gate, repository
from invented import SPECS

Edits = Mapping[str, Mapping[str, str] | str | None]  # texts changed in a file, or all of it, or that it goes

DRAFT = """\
amendment: harbour/{name}
instrument: "{name}"
effective: "2026-03-01"
because: The house has asked for it, and it was granted.
approved: A. Name, 2026-02-01
changes:
{changes}"""


def says(class_id: str, subject: str, before: str = "", after: str = "", when: str = "", spec: str = POCKETS) -> str:
    """One change as an amendment declares it."""
    said = {"class": class_id, "spec": spec, "subject": subject, "when": when, "from": before, "to": after}
    return "- " + "\n  ".join(f"{key}: {json.dumps(text)}" for key, text in said.items() if text) + "\n"


@dataclass(frozen=True)
class Step:
    """One commit: what it changes, what it declares, and what the gate says of it."""

    title: str
    edits: Edits
    status: int
    told: str = ""
    declares: str = ""


FIXTURES = (BELLS, LAMPS)  # as the text of a file: that fixture, as it is


MOON = "  moon: {placed: before_deal, cite: 2(d)}\n"
MOON_PAYS = '  moon: {always: 5 to 1, cite: "7"}\n'
MOON_WINS = """\
  moon:
    cite: "6.5"
    rules:
    - {when: gilded, then: win, cite: "6.5"}
    - {when: not gilded, then: lose, cite: "6.5"}
"""


def row(rule: str) -> str:
    """A rule as a line of its table."""
    return f"    - {{{rule}}}"


def after(rule: str, *more: str) -> dict[str, str]:
    """Rules added after one."""
    return {row(rule): "\n".join(map(row, (rule, *more)))}


HISTORY = (
    # A wheel, alone.
    Step(
        "a result, as it was declared",
        {POCKETS: {"colour = teal, then: lose,": "colour = teal, then: win,"}},
        0,
        """
        breaking settlement-raised hue eight-pockets:39:8 declared
        """,
        says("settlement-raised", "hue", "lose", "win", "colour = teal"),
    ),
    Step(
        "a result, undeclared",
        {POCKETS: {"colour = teal, then: win,": "colour = teal, then: void,"}},
        1,
        """
        breaking settlement-lowered hue eight-pockets:39:8
        """,
    ),
    Step(
        "a gap is filled",
        {
            POCKETS: after(
                "when: colour = slate and gilded, then: void, cite: 3(c)",
                "when: pocket = seven, then: lose, cite: 3(d)",
            )
        },
        0,
        """
        compatible settlement-added hue eight-pockets:41:8
        """,
    ),
    Step(
        "what was answered is not any more",
        {POCKETS: {"    - {when: value between 5 and 8,    then: lose, cite: 4(b)}\n": ""}},
        1,
        """
        breaking settlement-removed low eight-pockets:43:3
        """,
    ),
    Step(
        "the same by other words",
        {POCKETS: {"not gilded and pocket != seven": "not (gilded or pocket = seven)"}},
        0,
        """
        compatible settlement-reworded settle/star eight-pockets:48:3
        """,
    ),
    Step(
        "payments, one of two declared",
        {POCKETS: {"teal: 3 to 2": "teal: 2 to 1", "seven: 4 to 1": "seven: 3 to 1"}},
        1,
        """
        breaking pay-raised low/teal eight-pockets:56:54 declared
        breaking pay-lowered star/seven eight-pockets:60:12
        """,
        says("pay-raised", "low/teal", "3 to 2", "2 to 1"),
    ),
    Step(
        "a payment, declared with another value",
        {POCKETS: {"teal: 2 to 1": "teal: 3 to 1"}},
        1,
        """
        wrong declared-otherwise harbour/amendment-7/low/teal amendments/amendment-7:7:3
        breaking pay-raised low/teal eight-pockets:56:54
        """,
        says("pay-raised", "low/teal", "2 to 1", "5 to 2"),
    ),
    Step(
        "a payment, declared as of another class",
        {POCKETS: {"teal: 3 to 1": "teal: 4 to 1"}},
        1,
        """
        wrong declared-otherwise harbour/amendment-8/low/teal amendments/amendment-8:7:3
        breaking pay-raised low/teal eight-pockets:56:54
        """,
        says("pay-lowered", "low/teal", "3 to 1", "4 to 1"),
    ),
    Step(
        "a payment, declared of another wager",
        {POCKETS: {"teal: 4 to 1": "teal: 5 to 1"}},
        1,
        """
        wrong declared-not-made harbour/amendment-9/hue/teal amendments/amendment-9:7:3
        breaking pay-raised low/teal eight-pockets:56:54
        """,
        says("pay-raised", "hue/teal", "4 to 1", "5 to 1"),
    ),
    Step(
        "declared, and not made",
        {},
        1,
        """
        wrong declared-not-made harbour/amendment-10/low/teal amendments/amendment-10:7:3
        """,
        says("pay-raised", "low/teal", "5 to 1", "6 to 1"),
    ),
    Step(
        "an option is bound",
        {POCKETS: {"star_prize: {missing: error,": "star_prize: {values: [50, 60], missing: error,"}},
        1,
        """
        breaking option-narrowed options/star_prize eight-pockets:31:3
        """,
    ),
    Step(
        "an option offers more",
        {POCKETS: {"values: [50, 60]": "values: [50, 60, 70]"}},
        0,
        """
        compatible option-widened options/star_prize eight-pockets:31:3
        """,
    ),
    Step(
        "a wager that may be placed",
        {
            "vocabulary.yaml": {"wagers:\n": "wagers:\n  moon: {title: Moon, unit: dollars, families: [wheel]}\n"},
            POCKETS: {
                "wagers:\n": f"wagers:\n{MOON}",
                "settle:\n": f"settle:\n{MOON_WINS}",
                "pay:\n": f"pay:\n{MOON_PAYS}",
            },
        },
        0,
        """
        compatible wager-added wagers/moon eight-pockets:26:3
        editorial term-changed vocabulary/titles specs/vocabulary:0:0
        """,
    ),
    Step(
        "a wager is gone, and something else declared",
        {POCKETS: {MOON: "", MOON_WINS: "", MOON_PAYS: ""}},
        1,
        """
        wrong declared-not-made harbour/amendment-14/moon/every win amendments/amendment-14:7:3
        breaking wager-removed wagers/moon eight-pockets:26:3
        """,
        says("pay-removed", "moon/every win", "5 to 1"),
    ),
    Step(
        "provisions, readings and words",
        {
            f"{DOCUMENT}/provisions.yaml": {
                '- {who: dealer, must: spin_wheel, cite: "10"}\n': "",
                "because: it is the dealer": "because: it is who deals",
            },
            READINGS: {"result: stand_off": "result: void"},
            POCKETS: {"round: {means": "Round: {means", "cite: 6(a)": "cite: 6(aa)"},
        },
        0,
        """
        compatible provision-removed provisions documents/eight-pockets/provisions:2:3
        compatible interpretation-changed readings interpretations/eight-pockets:3:3
        editorial term-changed terms/round eight-pockets:23:3
        editorial citation-reworded settle/star eight-pockets:48:3
        editorial document-reworded not_encoded documents/eight-pockets/provisions:5:3
        """,
    ),
    Step(
        "another edition of the document",
        {
            f"{DOCUMENT}/document.yaml": {"First edition": "Second edition", "2020-01-01": "2026-04-01"},
            POCKETS: {"title: Eight Pockets": "title: Eight New Pockets"},
        },
        1,
        """
        breaking document-changed days/2020-01-01 documents/eight-pockets/document:6:12
        editorial document-reworded document/effective documents/eight-pockets/document:6:12
        editorial document-reworded document/instrument documents/eight-pockets/document:5:13
        editorial spec-reworded spec/title eight-pockets:2:1
        """,
    ),
    Step(
        "an earlier declaration is taken away",
        {"harbour/amendments/amendment-1": None},
        0,
        """
        wrong declaration-gone hue step-16:specs/harbour/amendments/amendment-1:7:3
        """,
    ),
    Step(
        "another name for the spec",
        {POCKETS: "harbour/wheel", READINGS: None},
        0,
        """
        compatible interpretation-removed readings wheel:2:1
        editorial spec-reworded spec wheel:2:1
        """,
    ),
    # A game of cards.
    Step(
        "a spec is added",
        {BELLS: BELLS},
        0,
        """
        compatible spec-added spec three-bells:2:1
        """,
    ),
    Step(
        "a spec is gone",
        {"harbour/wheel": None},
        1,
        """
        breaking spec-removed spec step-19:specs/harbour/wheel:2:1
        """,
    ),
    Step(
        "a definition, with all that follows from it",
        {BELLS: {"{is: dealer.hand >= pair,": "{is: dealer.hand >= two_pair,"}},
        1,
        """
        breaking settlement-raised first three-bells:109:8
        breaking settlement-lowered first three-bells:109:8
        breaking settlement-widened second three-bells:117:8
        breaking definition-changed define/dealer.opens three-bells:40:3
        compatible settlement-added first three-bells:109:8
        """,
    ),
    Step(
        "what is at risk",
        {BELLS: {"then: at most 2 * first, cite: 5.1(c)": "then: at most 3 * first, cite: 5.1(c)"}},
        1,
        """
        breaking stake-changed raise/noon/more than 2 and at most 3 times the First bell is placed three-bells:95:8
        breaking stake-changed raise/noon/more than 3 times the First bell is placed three-bells:95:8
        """,
    ),
    Step(
        "an amount is refused, an act and another amount offered",
        {
            BELLS: {
                "amount: 4 * first, cite: 3.1(b)(ii)": "amount: 3 * first, cite: 3.1(b)(ii)",
                **after(
                    "when: not placed(raise), then: check, cite: 3.2(a)",
                    "when: not placed(raise), then: fold, cite: 3.2(c)",
                ),
                "amount: first, cite: 3.3(b)": "amount: first | 2 * first, cite: 3.3(b)",
            }
        },
        1,
        """
        breaking stake-removed raise/dawn/4 times the First bell is placed three-bells:91:3
        breaking decision-narrowed raise/dawn/bet three-bells:70:8
        compatible stake-added raise/dusk/2 times the First bell is placed three-bells:91:3
        compatible decision-added fold/noon/fold three-bells:76:8
        compatible decision-widened raise/dusk/bet three-bells:82:8
        """,
    ),
    Step(
        "another order of hands",
        {BELLS: {"aces_low_in_straights: true": "aces_low_in_straights: false"}},
        1,
        """
        breaking ranking-changed setup/ranking three-bells:16:1
        """,
    ),
    # A game with irregularities and jackpots.
    Step(
        "another game for it",
        {BELLS: None, LAMPS: LAMPS},
        0,
        """
        compatible spec-added spec lamp-and-tide:3:1
        breaking spec-removed spec step-24:specs/harbour/three-bells:2:1 declared
        """,
        says("spec-removed", "spec", "Three Bells", spec=BELLS),
    ),
    Step(
        "irregularities, one declared",
        {
            LAMPS: {
                **after(
                    "when: befallen and event.tide = high, then: {hand: void}, cite: 7.3(b)",
                    "when: befallen and event.tide = slack, then: {hand: void}, cite: 7.3(c)",
                ),
                "then: {all but pots: returned, pots: carried}": "then: {all but pots: lose, pots: carried}",
            }
        },
        0,
        """
        breaking irregularity-lowered gust/first+second+side+raise+guest lamp-and-tide:136:8 declared
        compatible irregularity-narrowed gust/pot_1+pot_2 lamp-and-tide:136:8
        compatible irregularity-added stumble/first+second+side+raise+guest lamp-and-tide:149:8
        compatible irregularity-added stumble/pot_1+pot_2 lamp-and-tide:149:8
        """,
        says(
            "irregularity-lowered",
            "gust/first+second+side+raise+guest",
            "returned",
            "lost",
            "event.dry and not event.any_raise",
            LAMPS,
        ),
    ),
    Step(
        "jackpots",
        {
            LAMPS: {
                "then: equally near_shown, cite: 9.6(b)": "then: each near_shown, cite: 9.6(b)",
                "10 % of near_shown": "20 % of near_shown",
            }
        },
        1,
        """
        breaking jackpot-raised prize/pot_1 lamp-and-tide:112:3
        breaking jackpot-raised share/pot_1 lamp-and-tide:205:3
        """,
    ),
    Step(
        "irregularities are left out",
        {LAMPS: {"deeds:\n": 'left_out:\n  rest: {events: true, because: not done yet, cite: "7"}\n\ndeeds:\n'}},
        1,
        """
        breaking spec-changed left_out lamp-and-tide:42:3
        """,
    ),
)


def lines(findings: list[dict[str, object]]) -> Iterator[str]:
    for one in findings:
        file = str(one["file"]).removeprefix("specs/harbour/").removesuffix(".yaml")
        declared = " declared" if one.get("declared") else ""
        level = one.get("level") or "wrong"
        yield f"{level} {one['rule']} {one['subject']} {file}:{one['line']}:{one['column']}{declared}"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The whole history, each of its steps a commit with a tag."""
    found = repository(tmp_path_factory.mktemp("history") / "rules", POCKETS)
    found.git("tag", "step-0")
    for number, step in enumerate(HISTORY, 1):
        for name, edits in step.edits.items():
            if edits is None:
                found.path(name).unlink()
            elif edits in FIXTURES:
                found.write(name, (SPECS / f"{edits}.yaml").read_text(encoding="utf-8"))
            elif isinstance(edits, str):
                text = found.path(name).read_text(encoding="utf-8")
                found.path(name).unlink()
                found.write(edits, text.replace(f"spec: {name}\n", f"spec: {edits}\nrenamed_from: {name}\n"))
            else:
                found.edit(name, edits)
        if step.declares:
            name = f"amendment-{number}"
            found.write(f"harbour/amendments/{name}", DRAFT.format(name=name, changes=step.declares))
        found.commit(step.title)
        found.git("tag", f"step-{number}")
    return found


@pytest.mark.parametrize("number", range(1, len(HISTORY) + 1), ids=[step.title for step in HISTORY])
def test_what_is_said_of_each_amendment(history: Repository, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    step = HISTORY[number - 1]
    monkeypatch.chdir(history.root)
    ran = gate("--base", f"step-{number - 1}", "--head", f"step-{number}")
    assert list(lines(ran.findings)) == [line.strip() for line in step.told.strip().splitlines()]
    assert ran.status == step.status
    assert (ran.why != "") == (step.status != 0)
    for one in ran.findings:
        if one.get("level") == "breaking":
            assert one["witness"], one["message"]
            assert len(one["results"]) == 2
