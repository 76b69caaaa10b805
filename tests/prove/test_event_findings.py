"""What check finds of irregularities, against every situation of them put through the engine one by one."""
# ruff: noqa: E501 - tables are read row by row

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from invented import edited
from lamps import BASE, LAMPS, SHELF, event, hand, settled, table
from sampling import first

import rulespec
from rulespec.engine.session import Session
from rulespec.load.library import Library
from rulespec.model.finding import Finding

VALUES: dict[str, tuple[Any, ...]] = {
    "any_raise": (True, False),
    "dry": (True, False),
    "order": ("go_on", "void"),
    "tide": ("low", "slack", "high"),
    "mended": (True, False),
    "due": (5,),
    "favoured": (1, 2),
    "sparks": (0, 1, 2, 3, 4),
}
READS: dict[str, tuple[str, ...]] = {
    "gust": ("any_raise", "dry"),
    "keeper_called": ("order",),
    "stumble": ("tide",),
    "shade": (),
    "mercy": (),
    "no_second": (),
    "pot_short": ("mended", "due"),
    "side_wet": (),
    "two_tides": ("tide", "favoured"),
    "sparks": ("sparks",),
}
OF_A_SEAT = ("stumble", "shade", "mercy", "no_second", "pot_short")
ACTS = ((), ("check",), ("fold",), ("check", "fold"), ("check", "raise"), ("raise",))
DEALS = (("2c 7d 9h Js Kd", "Ah 3c"), ("8h 9h Th 2s 3d", "Ac Kc"), ("Ac Ad As 2s 3d", "9c Kc"))
HANDS = ("Kh 5s", "6h 7h")
FULL = {"side": 5, "guest": 5}


def situations(name: str) -> Iterator[dict[str, Any]]:
    """Rounds with one hand: all acts, several deals, the event with all that its rules read, at this hand or another."""
    for values in product(*(VALUES[fact] for fact in READS[name])):
        said: dict[str, Any] = dict(zip(READS[name], values, strict=True))
        for acts, cards, (board, dealer), befallen in product(ACTS, HANDS, DEALS, (True, False)):
            if name in OF_A_SEAT:
                said["seat"] = 1 if befallen else 2
            chosen = ("stay", "leave") if name == "no_second" and not befallen else (None,)
            for choice in chosen:
                more = {} if choice is None else {"elections": {"1": choice}}
                wagers: dict[str, Any] = {**FULL, "pot_1": 4 if name == "pot_short" and befallen else 5, "pot_2": 10}
                if name == "no_second" and befallen:
                    wagers["second"] = None
                record = event(name, "noon" if acts else "dawn", **said, **more)
                options = {"pot_price": 5, "pools": {"near": 5000, "far": 9000}}
                yield table(
                    hand(1, cards, acts, **wagers), events=[record], options=options, board=board, dealer=dealer
                )


def answered(round_: dict[str, Any], wager: str, session: Session) -> bool:
    """Whether the rules on a wager answer without the event."""
    usual = settled({**round_, "events": []}, session)
    return not usual.findings and usual.seats[1].wagers[wager].result != "undetermined"


def by_hand(session: Session) -> dict[tuple[str, str], set[str]]:
    """For each event and kind of finding: the wagers that it leaves without an answer, or with two."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in READS:
        for round_ in situations(name):
            outcome = settled(round_, session)
            for wager, became in outcome.seats[1].wagers.items() if not outcome.findings else ():
                unpaid = any(clause.startswith("5.") for clause in became.cites)  # a matter of the pay tables
                of_events = all(clause.startswith(("7.", "8(", "1.")) for clause in became.cites)
                if became.result == "undetermined" and not unpaid and (of_events or answered(round_, wager, session)):
                    found[name, "gap"].add(wager)
                elif became.result == "conflict":
                    found[name, "conflict"].add(wager)
    return found


@cache
def findings(path: Path) -> list[Finding]:
    library = Library(path)
    return [one for one in rulespec.check(library.load(LAMPS)) if one.witness and one.witness.get("events")]


def by_check(path: Path) -> dict[tuple[str, str], set[str]]:
    titles = {concept.title: name for name, concept in SHELF.load(LAMPS).vocabulary.wagers.items()}
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in findings(path):
        assert one.witness is not None
        wagers = {titles[title] for title in one.message.partition(":")[0].split(", ")}
        found[one.witness["events"][0]["event"], one.rule] |= wagers
    return found


CHANGES: dict[str, dict[str, str]] = {
    "as it is": {},
    "a clause is missing": {"    - {when: not event.any_raise and not event.dry, then: misdeal, cite: 7.1(c)}\n": ""},
    "a clause on what follows is missing": {"when: returned(first), then: {pots: returned}": "when: returned(side) and folded, then: {guest: lose}"},
    "a clause on one of two cases": {"{when: befallen and folded,     then: {hand: reinstated, all: stand_off}": "{when: befallen and folded, then: {hand: reinstated, first: stand_off, second: void}"},
    "two clauses on one wager": {"{when: always, then: {side: continue}, cite: \"7.8\"}": "{when: always, then: {side: continue}, cite: 7.8(a)}\n    - {when: folded, then: {side: carried}, cite: 7.8(b)}"},
    "a clause that overrides nothing any more": {", overrides: 7.9(c), ground: except_as": ""},
    "a void hand and a void round": {"{when: befallen and event.tide = high, then: {hand: void}": "{when: befallen and event.tide = high, then: {hand: void, side: carried}"},
    "the others are forgotten": {"    - {when: not befallen and chose(leave), then: {all but pots: retracted, pots: returned}, cite: 7.6(c)}\n": ""},
}  # fmt: skip


@pytest.mark.parametrize("what", first(CHANGES, 1))
def test_check_finds_what_the_engine_shows(what: str, tmp_path: Path) -> None:
    library = edited(tmp_path, LAMPS, CHANGES[what])
    shown, found = by_hand(Session(library.load)), by_check(tmp_path)
    assert {key: value for key, value in found.items() if value} == {
        key: value for key, value in shown.items() if value
    }


def test_each_finding_has_a_round_that_shows_it() -> None:
    path = SHELF.path(LAMPS).parents[1]
    titles = {concept.title: name for name, concept in SHELF.load(LAMPS).vocabulary.wagers.items()}
    assert len(findings(path)) >= 7
    for one in findings(path):
        assert one.witness is not None
        outcome = settled(one.witness)
        assert not outcome.findings
        for title in one.message.partition(":")[0].split(", "):
            became = outcome.seats[1].wagers[titles[title]]
            assert became.result == {"gap": "undetermined", "conflict": "conflict"}[one.rule]
            assert set(became.cites) <= set(one.clauses)
        assert one.place.line > 100
        assert BASE.keys() <= one.witness["players"][0]["wagers"].keys() or "no_second" in str(one.witness)


def test_the_condition_says_when_it_is_so() -> None:
    path = SHELF.path(LAMPS).parents[1]
    said = [one.message for one in findings(path)]

    def shown(wager: str, event_title: str, rest: str) -> bool:
        return any(message.startswith(wager) and event_title in message and message.endswith(rest) for message in said)

    slack = "when `event.tide = slack` (the tide is slack)"
    for wagers in ("First bell, Second bell, Raise:", "Side bell, Guest:", "Near pot, Far pot:"):
        assert shown(wagers, "a player stumbles", slack)
    assert shown("Near pot, Far pot:", "no Second bell is placed", "when `befallen` (it befell this hand)")
    assert shown("First bell:", "two tides meet", "when `event.tide = high` (the tide is high)")
    assert shown("Raise:", "two tides meet", "when `event.tide = low` (the tide is low)")
    assert shown("Second bell:", "two tides meet", "no clause says what becomes of it")


def test_an_event_that_is_only_named_is_a_gap_of_every_wager(tmp_path: Path) -> None:
    row = '{when: befallen, then: {hand: not_exposed}, cite: "7.4"}'
    edited(tmp_path, LAMPS, {f"\n    rules:\n    - {row}": "\n    rules: []"})
    (found,) = (one for one in findings(tmp_path) if one.witness and one.witness["events"][0]["event"] == "shade")
    assert found.clauses == ("7.4",)
    assert "First bell, Second bell, Side bell, Guest" in found.message
