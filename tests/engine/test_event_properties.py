"""What holds of all rounds with irregularities: rounds, hands and records are drawn at random."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lamps import LAMPS, event, settled
from sampling import examples

from rulespec.domains.cards import DECK, cards_text
from rulespec.engine.session import Settled
from rulespec.model.round import WagerOutcome

STAGES = ("dawn", "noon")
PLAYS = (("fold",), ("check", "fold"), ("check", "raise"), ("raise",))
OPTIONS = {"pot_price": 5, "pools": {"near": 5000, "far": 9000}, "pool_shares": {"near": 20, "far": 10}}
EXTRA = {"side": 5, "guest": 4, "pot_1": 5, "pot_2": 10}
UNIT = 10


def player(seat: int, cards: str, extra: frozenset[str], acts: tuple[str, ...]) -> dict[str, Any]:
    wagers = {"first": UNIT, "second": UNIT, **{name: amount for name, amount in EXTRA.items() if name in extra}}
    actions = []
    for stage, act in zip(STAGES, acts, strict=False):
        raised = {"do": "bet", "wager": "raise", "amount": 2 * UNIT if stage == "dawn" else UNIT}
        actions.append({"stage": stage, **(raised if act == "raise" else {"do": act})})
    return {"seat": seat, "cards": cards, "wagers": wagers, "actions": actions}


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(st.integers(2, 4))
    cards = draw(st.permutations(DECK))
    seats = draw(st.permutations(range(1, count + 1)))
    players = [
        player(
            seat,
            cards_text(cards[7 + 2 * place : 9 + 2 * place]),
            draw(st.frozensets(st.sampled_from(sorted(EXTRA)))),
            draw(st.sampled_from(PLAYS)),
        )
        for place, seat in enumerate(seats)
    ]
    board, dealer = cards_text(cards[:5]), cards_text(cards[5:7])
    return {"id": "p", "spec": LAMPS, "options": OPTIONS, "board": board, "dealer": dealer, "players": players}


SEAT = st.integers(1, 4)
FACTS: Mapping[str, st.SearchStrategy[Any]] = {
    "any_raise": st.booleans(),
    "dry": st.booleans(),
    "order": st.sampled_from(["go_on", "void"]),
    "seat": SEAT,
    "tide": st.sampled_from(["low", "slack", "high"]),
    "mended": st.booleans(),
    "due": st.sampled_from([5, 10]),
    "favoured": st.lists(SEAT, max_size=3),
    "sparks": st.integers(0, 4),
    "wager": st.sampled_from(["first", "side"]),
    "least": st.integers(1, 20),
    "elections": st.dictionaries(st.sampled_from("1234"), st.sampled_from(["stay", "leave"])),
}
SAYS = {
    "gust": ("any_raise", "dry"),
    "keeper_called": ("order",),
    "stumble": ("seat", "tide"),
    "shade": ("seat",),
    "mercy": ("seat",),
    "no_second": ("seat", "elections"),
    "pot_short": ("seat", "mended", "due"),
    "side_wet": (),
    "uneven": ("seat", "wager", "least"),
    "two_tides": ("tide", "favoured"),
    "sparks": ("sparks", "seat"),
    "fog": (),
}


@st.composite
def records(draw: st.DrawFn, names: tuple[str, ...] = tuple(SAYS), whole: bool = False) -> dict[str, Any]:
    name = draw(st.sampled_from(names))
    said = [fact for fact in SAYS[name] if whole or draw(st.integers(0, 4))]
    return event(name, draw(st.sampled_from(STAGES)), **{fact: draw(FACTS[fact]) for fact in said})


def wagers(found: Settled, seat: int) -> dict[str, WagerOutcome]:
    return dict(found.seats[seat].wagers)


def told(found: Settled) -> object:
    if found.findings:
        return sorted((finding.message, finding.clauses) for finding in found.findings)
    return found.round, dict(found.meters), {seat: wagers(found, seat) for seat in found.seats}


HAPPENED = st.lists(records(), max_size=3)


@settings(max_examples=examples(120), deadline=None)
@given(round_=rounds(), happened=HAPPENED, data=st.data())
def test_the_order_of_the_seats_has_no_meaning(
    round_: dict[str, Any], happened: list[Any], data: st.DataObject
) -> None:
    turned = {**round_, "players": data.draw(st.permutations(round_["players"]))}
    assert told(settled({**round_, "events": happened})) == told(settled({**turned, "events": happened}))


@settings(max_examples=examples(150), deadline=None)
@given(round_=rounds(), happened=HAPPENED, data=st.data())
def test_every_round_is_settled_or_refused(round_: dict[str, Any], happened: list[Any], data: st.DataObject) -> None:
    for one in round_["players"]:
        one["actions"] = one["actions"][: data.draw(st.integers(0, 2))]
        if not data.draw(st.integers(0, 5)):
            del one["wagers"]["second"]
    found = settled({**round_, "events": happened})
    if found.findings:
        assert all(finding.message and finding.rule == "round" for finding in found.findings)
        return
    assert found.round in ("settled", "void", "stopped")
    for seat in found.seats:
        for wager in wagers(found, seat).values():
            assert (wager.net is None) == (wager.result in ("undetermined", "conflict"))
            if wager.result in ("void", "invalid"):
                assert wager.net == 0
            assert wager.result in ("win", "lose", "stand_off", "void", "invalid", "undetermined", "conflict")
            assert wager.disposition == "" or wager.result in ("void", "invalid")
            assert wager.cites or happened  # of fog the document says nothing, so that there is nothing to cite


@settings(max_examples=examples(80), deadline=None)
@given(round_=rounds(), record=records(("stumble", "shade", "mercy"), whole=True))
def test_what_befalls_one_hand_leaves_the_others_as_they_are(round_: dict[str, Any], record: dict[str, Any]) -> None:
    # Pots turn on who wins them, so that they are left aside.
    for one in round_["players"]:
        for pot in ("pot_1", "pot_2"):
            one["wagers"].pop(pot, None)
    assume(record["seat"] in {one["seat"] for one in round_["players"]})
    before, after = settled(round_), settled({**round_, "events": [record]})
    assert not after.findings
    for seat in before.seats:
        if seat != record["seat"]:
            assert wagers(before, seat) == wagers(after, seat)


GOES_ON = (event("keeper_called", order="go_on"), event("sparks", sparks=2, seat=1), event("side_wet"))


@settings(max_examples=examples(80), deadline=None)
@given(round_=rounds(), record=st.sampled_from(GOES_ON), stage=st.sampled_from(STAGES))
def test_a_round_that_goes_on_is_settled_as_without_the_event_but_for_its_clauses(
    round_: dict[str, Any], record: dict[str, Any], stage: str
) -> None:
    before, after = settled(round_), settled({**round_, "events": [{**record, "stage": stage}]})
    assert not before.findings
    assert not after.findings
    assert (before.round, before.meters) == (after.round, after.meters)
    for seat in before.seats:
        for name, wager in wagers(after, seat).items():
            known = wagers(before, seat)[name]
            assert wager.cites[: len(known.cites)] == known.cites or set(known.cites) < set(wager.cites)
            assert replace(wager, cites=(), rows=()) == replace(known, cites=(), rows=())
            assert name == "side" or record["event"] != "side_wet" or wager == known


@settings(max_examples=examples(60), deadline=None)
@given(round_=rounds(), later=st.lists(records(), max_size=3))
def test_nothing_happens_after_the_round_is_void(round_: dict[str, Any], later: list[Any]) -> None:
    void = event("keeper_called", order="void")
    alone, more = settled({**round_, "events": [void]}), settled({**round_, "events": [void, *later]})
    contradicts = more.findings and all("otherwise" in finding.message for finding in more.findings)
    unnamed = more.findings and all("which hand" in finding.message for finding in more.findings)
    nowhere = any("no hand" in finding.message for finding in more.findings)
    untold = any("turns on" in finding.message for finding in more.findings)  # a record that lacks a fact it needs
    if contradicts or unnamed or nowhere or untold:
        return
    assert not more.findings
    for seat in alone.seats:
        found = {name: (wager.result, wager.net, wager.disposition) for name, wager in wagers(more, seat).items()}
        assert found == {name: (w.result, w.net, w.disposition) for name, w in wagers(alone, seat).items()}
