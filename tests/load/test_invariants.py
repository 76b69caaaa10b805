"""What a spec takes for granted: read for each wager, and each wrong invariant told at its line and column."""
# ruff: noqa: E501 - a condition stands in one line

from pathlib import Path

import pytest
from invented import BELLS, edited, place_of, problems

from rulespec.lang.show import show
from rulespec.load.cites import citations
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.model.spec import Invariant

NEXT = "\nvalid:\n"  # the section before which the invariants stand
LATER = "harbour/four-bells"
HEAD = """\
spec: harbour/four-bells
title: Four Bells
family: bells
domain: community-poker
document:
  title: House rules of Three Bells
  jurisdiction: Nowhere
  publisher: The Harbour House
  instrument: First edition
  effective: 2020-01-01
base:
  spec: harbour/three-bells
  prevails: this
  cite: "9.1"
"""
PART = "harbour/all-games"
OWN = "- {holds: not placed(raise) or placed(first), because: Nobody raises nothing., cite: 2.5}"
LIMITS = "- {holds: not house_minimum(it) > house_maximum(it), for: [bells, raise], because: Something may be wagered.}"


def library(folder: Path, *entries: str, also: dict[str, str] | None = None, parts: str = "") -> Library:
    text = "".join(f"{entry}\n" for entry in entries)
    return edited(folder, BELLS, {NEXT: f"\n{parts}" + (f"invariants:\n{text}" if text else "") + NEXT}, also)


def read(folder: Path, *entries: str) -> tuple[Invariant, ...]:
    return library(folder, *entries).load(BELLS).invariants


def told(*invariants: Invariant) -> list[tuple[str, tuple[str, ...]]]:
    return [(show(one.holds), one.cites) for one in invariants]


def test_a_spec_need_have_none(tmp_path: Path) -> None:
    assert read(tmp_path) == ()


def test_an_invariant_has_a_reason_its_clauses_and_its_place(tmp_path: Path) -> None:
    (one,) = read(tmp_path, OWN)
    assert told(one) == [("not placed(raise) or placed(first)", ("2.5",))]
    assert one.because == "Nobody raises nothing."
    assert (one.place.line, one.place.column) == place_of(tmp_path, BELLS, "holds: not placed(raise)")


@pytest.mark.parametrize(
    ("covers", "wagers"),
    [
        ("raise", ["raise"]),
        ("side raise", ["side", "raise"]),
        ("[side, raise]", ["side", "raise"]),
        ("table", ["first", "second", "side", "raise"]),
        ("[bells, raise, first]", ["first", "second", "raise"]),
        ("all but table", ["lamp"]),
    ],
)
def test_it_holds_for_each_wager_of_a_list_or_group(tmp_path: Path, covers: str, wagers: list[str]) -> None:
    entry = f"- {{holds: not placed(it) or amount(it) > 0, for: {covers}, because: Something is placed.}}"
    assert told(*read(tmp_path, entry)) == [(f"not placed({name}) or amount({name}) > 0", ()) for name in wagers]


@pytest.mark.parametrize(
    "holds",
    [
        "not folded or acted",
        "not placed_at(raise) = dawn or not folded",
        "side_table in 1 | 2",
        "not first > 5 * top_prize",
    ],
)
def test_it_may_speak_of_acts_wagers_and_options(tmp_path: Path, holds: str) -> None:
    assert [show(one.holds) for one in read(tmp_path, f"- {{holds: {holds}, because: So it is.}}")] == [holds]


def test_its_clauses_are_cited_like_all_others(tmp_path: Path) -> None:
    library(tmp_path, OWN.replace("2.5", "[77.1, 77.2]"))
    cited = {one.clause: one.kind for one in citations(tmp_path / f"{BELLS}.yaml").cites}
    assert {clause: cited.get(clause) for clause in ("77.1", "77.2")} == {"77.1": "item", "77.2": "item"}


# What is refused: the entry, where in it, the rule, and the message.
HANDS = "an invariant speaks of acts, wagers and options, and `{}` is none of these"
OTHERS = "an invariant is of one hand, and this speaks of several"
WRONG = [
    ("holds: not placd(raise), because: x", "placd", "condition", "invariant: `placd` has no meaning here"),
    ("holds: 'not placd(raise)', because: x", "placd", "condition", "invariant: `placd` has no meaning here"),
    ("holds: amount(raise), because: x", "amount", "condition", "invariant: `amount(raise)` is an amount, not a condition"),
    ("holds: not placed(it), because: x", "it)", "condition", "invariant: `it` is not a wager of this spec"),
    ("holds: event.dry, because: x", "event.dry", "condition", "invariant: `event.dry` has no meaning here"),
    ("holds: not returned(first), because: x", "returned", "condition", "invariant: `returned` has no meaning here"),
    ("holds: player.hand >= pair, because: x", "player.hand", "bad-form", HANDS.format("player.hand")),
    ("holds: folded or class(dealer.hand) >= pair, because: x", "dealer.hand", "bad-form", HANDS.format("dealer.hand")),
    ("holds: folded or dealer.opens, because: x", "dealer.opens", "bad-form", HANDS.format("dealer.hand")),
    ("holds: 'folded or dealer.opens', because: x", "dealer.opens", "bad-form", HANDS.format("dealer.hand")),
    ("holds: folded or any player (folded), because: x", "any", "bad-form", OTHERS),
    ("holds: not no other player (folded), because: x", "no other", "bad-form", OTHERS),
    ("holds: every player (acted), because: x", "every", "bad-form", OTHERS),
    ("holds: count of players with (folded) >= 0, because: x", "count", "bad-form", OTHERS),
    ("holds: always, because: x", "always", "bad-form", "an invariant that speaks of nothing says nothing"),
    ("holds: 3 > 2, because: x", "3 > 2", "bad-form", "an invariant that speaks of nothing says nothing"),
    ("holds: not folded, for: raise, because: x", "for", "bad-form", "this is `for` wagers, and says nothing of `it`"),
    ("holds: placed(it), for: rise, because: x", "rise", "unknown-name", "`rise` is no wager or group of this spec"),
    ("holds: placed(it), for: [raise, tabel], because: x", "tabel", "unknown-name", "`tabel` is no wager or group of this spec"),
    ("holds: placed(it), for: [], because: x", "[]", "bad-form", None),
    ("holds: not folded", "holds", "missing-key", "the key `because` is missing in entry 1 of `invariants`"),
    ("because: x", "because", "missing-key", "the key `holds` is missing in entry 1 of `invariants`"),
    ("holds: not folded, because: x, when: always", "when", "unknown-key", None),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "at", "rule", "message"), WRONG, ids=[one[0][:50] for one in WRONG])
def test_what_is_wrong_is_said_where_it_is(tmp_path: Path, entry: str, at: str, rule: str, message: str | None) -> None:
    found = problems(library(tmp_path, f"- {{{entry}}}"))
    assert [(one.rule, one.severity) for one in found] == [(rule, "error")], [one.message for one in found]
    assert message is None or found[0].message == message
    line, column = place_of(tmp_path, BELLS, f"- {{{entry}}}")
    at_entry = 2 if rule == "missing-key" else 3 + entry.index(at)
    assert (found[0].place.line, found[0].place.column) == (line, column + at_entry)


def test_a_section_that_is_no_list_is_told(tmp_path: Path) -> None:
    found = problems(edited(tmp_path, BELLS, {NEXT: "\ninvariants: {holds: not folded}\n" + NEXT}))
    assert [one.rule for one in found] == ["wrong-type"]


# From a base, and from a shared part.


def later(folder: Path, text: str, *entries: str) -> Library:
    return library(folder, *entries, also={LATER: HEAD + text})


def test_those_of_a_base_apply_by_its_clause(tmp_path: Path) -> None:
    found = later(tmp_path, "", OWN, LIMITS).load(LATER).invariants
    assert told(*found) == [
        ("not placed(raise) or placed(first)", ("2.5", "9.1")),
        *((f"not house_minimum({name}) > house_maximum({name})", ("9.1",)) for name in ("first", "second", "raise")),
    ]
    assert found[0].place.file.endswith(f"{BELLS}.yaml")


ANOTHER = "invariants:\n- {holds: not folded or acted, because: To fold is to act., cite: 9.2}\n"


@pytest.mark.parametrize(
    ("way", "text", "expected"),
    [
        ("replace", ANOTHER, [("not folded or acted", ("9.2",))]),
        ("remove", "", []),
        (
            "add",
            ANOTHER,
            [
                ("not placed(raise) or placed(first)", ("2.5", "9.1")),
                ("not house_minimum(raise) > house_maximum(raise)", ("9.1",)),
                ("not folded or acted", ("9.2",)),
            ],
        ),
    ],
)
def test_a_spec_may_replace_remove_and_add(
    tmp_path: Path, way: str, text: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    shelf = later(tmp_path, f'  {way}: {{invariants: "9.2"}}\n{text}', OWN, LIMITS.replace("[bells, raise]", "raise"))
    assert told(*shelf.load(LATER).invariants) == expected


def wrong(shelf: Library, name: str) -> list[Finding]:
    return shelf.read(shelf.path(name))[1]


def test_two_lists_are_never_joined_undeclared(tmp_path: Path) -> None:
    (found,) = wrong(later(tmp_path, ANOTHER, OWN), LATER)
    assert (found.rule, found.message) == ("undeclared-override", f"`invariants` is also in `{BELLS}`")


def test_one_of_what_is_removed_must_be_removed_too(tmp_path: Path) -> None:
    removed = "  remove: {wagers.lamp: '9.3', settle.lamp: '9.3', pay.lamp: '9.3'}\n"
    lamp = "- {holds: not placed(lamp) or placed(first), because: So it is.}"
    (found,) = wrong(later(tmp_path, removed, lamp), LATER)
    assert found.message == "invariant: `lamp` is not a wager of this spec"
    assert found.hint == f"`invariants` is inherited from `{BELLS}`: remove or replace it too, under `base`"


@pytest.mark.parametrize("way", ["replace", "add", "remove", ""])
def test_those_of_a_part_are_taken_in(tmp_path: Path, way: str) -> None:
    shared = f"part: {PART}\ntitle: What all games share\n{ANOTHER}"
    change = f", {way}: {{invariants: '20.1'}}" if way else ""
    parts = f"parts:\n- {{part: {PART}, prevails: this, cite: '20'{change}}}\n"
    own = [OWN] if way in ("replace", "add") else []
    shelf = library(tmp_path, *own, also={"harbour/parts/all-games": shared}, parts=parts)
    mine, theirs = ("not placed(raise) or placed(first)", ("2.5",)), ("not folded or acted", ("9.2", "20"))
    expected = {"replace": [mine], "add": [theirs, mine], "remove": [], "": [theirs]}
    assert told(*shelf.load(BELLS).invariants) == expected[way]
