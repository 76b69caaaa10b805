"""Jackpots of an invented game: prizes, meters, and a ledger that is kept here by other means and must agree exactly."""
# ruff: noqa: E501 - tables are read row by row

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import HERE, edited
from lamps import LAMPS, SESSION, SHELF, event, hand, outcome, settled, table
from sampling import examples

from rulespec.engine.session import Session, Settled
from rulespec.load.amounts import amount_of

HEARTS = {"board": "8h 9h Th 2s 3d", "dealer": "Ac Kc"}
FLUSHES = ("2h 3h", "4h Ah", "5h Kh")
STRAIGHT_FLUSHES = ("6h 7h", "Jh Qh")
NOTHING = ("2c 7d", "4c Qs", "5c Jd")
OPTIONS: dict[str, Any] = {
    "pot_price": 5,
    "pools": {"near": 5000, "far": 20000},
    "pool_shares": {"near": 20, "far": 10},
    "pot_seed": 1000,
}


def pots(seat: int, cards: str, near: Any = 5, far: Any = None) -> dict[str, Any]:
    return hand(seat, cards, ("check", "fold"), pot_1=near, pot_2=far)


def play(*hands: Mapping[str, Any], session: Session = SESSION, **more: Any) -> Settled:
    return settled({**table(*hands, options=OPTIONS, **HEARTS), **more}, session)


def prize(found: Settled, seat: int, pot: str = "pot_1") -> tuple[str, Fraction | int | None]:
    assert not found.findings, [finding.message for finding in found.findings]
    wager = found.seats[seat].wagers[pot]
    return wager.result, wager.net


def near(found: Settled) -> object:
    return found.meters.get("pools(near)")


def changed(folder: Path, changes: dict[str, str]) -> Session:
    return Session(edited(folder, LAMPS, changes).load)


# One prize.


def test_a_prize_is_taken_and_the_wager_adds_to_the_pool_afterwards() -> None:
    found = play(pots(1, FLUSHES[0]))
    assert prize(found, 1) == ("win", 500)
    assert near(found) == 4500 + 1
    assert found.seats[1].wagers["pot_1"].cites == ("4.3(a)", "1.5(b)", "1.4(b)", "5.3", "5.3[flush]", "9.1(a)")


def test_a_pool_starts_again_and_never_falls_below_its_seed() -> None:
    assert near(play(pots(1, STRAIGHT_FLUSHES[0]))) == 1001
    low = {**OPTIONS, "pools": {"near": 1050, "far": 900}}
    found = play(pots(1, FLUSHES[0], None, 10), options=low)
    assert prize(found, 1, "pot_2") == ("win", 195)
    assert found.meters == {"pools(near)": 1002, "pools(far)": 1001}


def test_a_fixed_prize_leaves_the_pools_alone() -> None:
    four = {"board": "8h 8d 8c 2s 3d", "dealer": "Ac Kc"}
    found = play(pots(1, "8s 4h"), **four)
    assert (prize(found, 1), near(found)) == (("win", 250), 5001)


def test_a_lost_wager_adds_and_a_void_one_does_not() -> None:
    assert near(play(pots(1, NOTHING[0]))) == 5001
    found = play(pots(1, FLUSHES[0]), events=[event("keeper_called", order="void")])
    assert near(found) == 5000
    assert outcome(found)["pot_1"] == ("void", "0", "returned")


def test_meters_are_given_whether_or_not_a_pot_is_played_or_reasons_are_asked_for() -> None:
    plain = table(hand(), options=OPTIONS)
    for explain in (False, True):
        assert settled(plain, Session(SHELF.load, explain=explain)).meters == {"pools(near)": 5000, "pools(far)": 20000}


def test_a_payment_that_an_irregularity_fixes_is_no_prize(tmp_path: Path) -> None:
    session = changed(tmp_path, {"pots: invalid}, cite: 7.9(e)": "pots: paid 2 to 1}, cite: 7.9(e)"})
    happened = [event("two_tides", "noon", tide="slack", favoured=[])]
    found = play(pots(1, FLUSHES[0]), session=session, events=happened)
    assert (prize(found, 1), near(found)) == (("win", 10), 5001)
    session = changed(tmp_path / "b", {"pots: invalid}, cite: 7.9(e)": "pots: paid}, cite: 7.9(e)"})
    assert prize(play(pots(1, FLUSHES[0]), session=session, events=happened), 1) == ("win", 500)


# Several winners.


def test_prizes_in_succession_are_divided() -> None:
    found = play(pots(1, FLUSHES[0]), pots(2, FLUSHES[1]), pots(3, NOTHING[0]))
    assert prize(found, 1) == prize(found, 2) == ("win", (500 + 450) // 2)
    assert near(found) == 4050 + 3
    assert set(found.seats[1].wagers["pot_1"].cites) >= {"9.6(a)", "9.2", "9.7(a)"}


def test_a_prize_divided_equally_is_taken_once(tmp_path: Path) -> None:
    found = play(pots(1, STRAIGHT_FLUSHES[0]), pots(2, STRAIGHT_FLUSHES[1]))
    assert prize(found, 1) == prize(found, 2) == ("win", 2500)
    assert near(found) == 1002
    half = {"then: {pools(near): pot_seed}, cite: 9.7(b)": "then: {pools(near): 50 % of pools(near)}, cite: 9.7(b)"}
    assert (
        near(play(pots(1, STRAIGHT_FLUSHES[0]), pots(2, STRAIGHT_FLUSHES[1]), session=changed(tmp_path, half))) == 2502
    )


def test_the_lowest_class_first_then_the_near_pot() -> None:
    found = play(pots(1, STRAIGHT_FLUSHES[0], 5, 10), pots(2, FLUSHES[0], 5, 10))
    assert prize(found, 2) == ("win", 500)
    assert prize(found, 2, "pot_2") == ("win", 450 + 2000)
    assert prize(found, 1) == ("win", 4050)
    assert prize(found, 1, "pot_2") == ("win", 1000 + 18000)


def test_a_guaranteed_minimum() -> None:
    low = {**OPTIONS, "pools": {"near": 100, "far": 100}, "pot_seed": 50}
    found = play(pots(1, FLUSHES[0]), pots(2, FLUSHES[1]), options=low)
    assert prize(found, 1) == prize(found, 2) == ("win", 20)  # not 9.50
    found = play(pots(1, STRAIGHT_FLUSHES[0], None, 10), pots(2, STRAIGHT_FLUSHES[1], None, 10), options=low)
    assert prize(found, 1, "pot_2") == ("win", 300)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("each near_shown, at_least: 6000", ("win", 6000)),
        ("each 10, at_least: 20", ("win", 20)),
        ("each 20, at_least: 10", ("win", 20)),
        ("each near_shown, at_least: 20", ("undetermined", None)),  # 5,000 and 1,000, and nobody says who is first
        ("equally near_shown, at_least: 2600", ("win", 2600)),
        ("equally near_shown, at_least: 2400", ("win", 2500)),
    ],
)
def test_what_each_of_two_winners_gets(words: str, expected: tuple[str, int | None], tmp_path: Path) -> None:
    session = changed(tmp_path, {"then: equally near_shown,": f"then: {words},"})
    assert prize(play(pots(1, STRAIGHT_FLUSHES[0]), session=session), 1) == ("win", 5000)  # the clause is on several
    found = play(pots(1, STRAIGHT_FLUSHES[0]), pots(2, STRAIGHT_FLUSHES[1]), session=session)
    assert prize(found, 1) == prize(found, 2) == expected


ALONE = {
    "      - {when: player.short = flush and near_flushes >= 2, then: in succession, at_least: 20, cite: 9.6(a)}\n": "",
}


def test_where_no_clause_says_who_comes_first_a_prize_that_turns_on_it_cannot_be_told(tmp_path: Path) -> None:
    session = changed(tmp_path, ALONE)
    for seats in ((1, 2, 3), (3, 1, 2)):
        found = play(*(pots(seat, FLUSHES[seat - 1]) for seat in seats), session=session)
        assert [prize(found, seat) for seat in (1, 2, 3)] == [("undetermined", None)] * 3
        assert near(found) == Fraction(5000) * Fraction(9, 10) ** 3 + 3
    assert prize(play(pots(1, FLUSHES[0]), session=session), 1) == ("win", 500)


def test_the_order_of_the_seats_counts_where_the_document_says_so(tmp_path: Path) -> None:
    session = changed(tmp_path, {**ALONE, "- {by: wager, cite: 9.5(b)}": "- {by: seat, cite: 9.5(c)}"})
    for seats in ((1, 2), (2, 1)):
        found = play(*(pots(seat, FLUSHES[seat - 1]) for seat in seats), session=session)
        assert [prize(found, seat) for seat in (1, 2)] == [("win", 500), ("win", 450)]
        assert near(found) == 4052


def test_two_ways_to_share_are_a_conflict(tmp_path: Path) -> None:
    row = "- {when: player.short = flush and near_flushes >= 2, then: in succession"
    session = changed(tmp_path, {row: f"- {{when: player.short = flush, then: each 7, cite: 9.6(c)}}\n      {row}"})
    found = play(pots(1, FLUSHES[0]), pots(2, FLUSHES[1]), session=session)
    assert prize(found, 1) == ("conflict", None)
    assert set(found.seats[1].wagers["pot_1"].cites) >= {"9.6(a)", "9.6(c)"}
    assert prize(play(pots(1, FLUSHES[0]), session=session), 1) == ("win", 7)


# What cannot be told.


def test_a_pool_that_is_not_given_is_asked_for_where_a_prize_turns_on_it() -> None:
    without = {key: value for key, value in OPTIONS.items() if key != "pools"}
    found = play(pots(1, FLUSHES[0]), options=without)
    assert [finding.message for finding in found.findings] == [
        "seat 1, pot_1: the option `pools(near)` is not given, and its outcome turns on it"
    ]
    found = play(pots(1, NOTHING[0]), options=without)
    assert (prize(found, 1), found.meters) == (("lose", -5), {})


def test_a_meter_that_cannot_be_told_is_left_out_and_the_others_are_given() -> None:
    shares = {**OPTIONS, "pool_shares": {"far": 10}}
    assert play(pots(1, NOTHING[0], None, 10), options=shares).meters == {"pools(far)": 20001}


def test_a_row_that_does_not_hold_changes_no_meter(tmp_path: Path) -> None:
    near = "          pools(near): pools(near) + pool_shares(near) * stake(it) / 100\n"
    far = "          pools(far): pools(far) + pool_shares(far) * stake(it) / 100\n        cite: 9.3(b)\n"
    more = f"{far}      - {{when: player.short >= flush, then: {{pools(near): 0 * pot_seed}}, cite: 9.3(c)}}\n"
    session = changed(tmp_path, {near + far: more})
    assert play(pots(1, NOTHING[0], None, 10), session=session).meters == {"pools(near)": 5000, "pools(far)": 20001}


def test_where_no_row_says_what_a_wager_adds_the_meter_cannot_be_told(tmp_path: Path) -> None:
    row = "- {when: always, then: {pools(near): pools(near) + pool_shares(near) * stake(it) / 100}, cite: 9.3(a)}"
    session = changed(tmp_path, {row: row.replace("always", "player.short >= flush")})
    assert play(pots(1, NOTHING[0]), session=session).meters == {"pools(far)": 20000}
    assert near(play(pots(1, FLUSHES[0]), session=session)) == 4501


def test_a_meter_that_two_rows_change_differently_is_left_out(tmp_path: Path) -> None:
    row = "- {when: player.short = flush,           then: {pools(near): larger(90 % of pools(near) | pot_seed)}, cite: 9.7(a)}"
    session = changed(
        tmp_path,
        {row: f"{row}\n      - {{when: player.short = flush, then: {{pools(near): 0 * pot_seed}}, cite: 9.7(c)}}"},
    )
    found = play(pots(1, FLUSHES[0]), session=session)
    assert (prize(found, 1), found.meters) == (("win", 500), {"pools(far)": 20000})


def test_amounts_of_a_row_are_told_before_any_meter_is_changed(tmp_path: Path) -> None:
    row = "then: {pools(near): pot_seed, pools(far): pot_seed}"
    for place, swapped in enumerate(
        ("{pools(near): pools(far), pools(far): pools(near)}", "{pools(far): pools(near), pools(near): pools(far)}")
    ):
        session = changed(tmp_path / str(place), {row: f"then: {swapped}"})
        found = play(pots(1, STRAIGHT_FLUSHES[0], None, 10), session=session)
        assert found.meters == {"pools(near)": 20002, "pools(far)": 5001}


def test_a_pot_of_which_nothing_is_known_leaves_its_meters_open() -> None:
    found = play(
        pots(1, FLUSHES[0]), pots(2, NOTHING[0], None, 10), events=[event("stumble", "noon", seat=1, tide="slack")]
    )
    assert prize(found, 1) == ("undetermined", None)
    assert found.meters == {"pools(far)": 20001}


def test_a_pot_on_another_hand_is_refused(tmp_path: Path) -> None:
    session = changed(
        tmp_path, {"pot_1:  {placed: before_deal, equals": "pot_1:  {placed: before_deal, per_area: 2, equals"}
    )
    guest = {
        **pots(2, NOTHING[0]),
        "wagers": [
            {"wager": "first", "amount": 10},
            {"wager": "second", "amount": 10},
            {"wager": "pot_1", "amount": 5, "area": 1},
        ],
    }
    found = play(pots(1, FLUSHES[0]), guest, session=session)
    assert [finding.message for finding in found.findings] == [
        "seat 2: `pot_1` is a jackpot wager on another hand, which is not supported"
    ]


# The ledger: the same money counted by other means.

Holding = tuple[int, str, bool, bool]  # a seat, its cards, whether it has each pot


def kind(cards: str) -> str:
    if cards in STRAIGHT_FLUSHES:
        return "straight_flush"
    return "flush" if cards in FLUSHES else ""


class Ledger:
    """Two pools and the house, as the rules of the game say in words, with no help of the program."""

    def __init__(self, pools: Sequence[Fraction], shares: Sequence[Fraction], seed: Fraction, price: Fraction) -> None:
        self.pools, self.shares, self.seed, self.price = list(pools), shares, seed, price
        self.house = Fraction(0)
        self.prizes: dict[tuple[int, int], Fraction] = {}

    def tenth(self, pot: int) -> Fraction:
        """A tenth of the pools of a pot leaves them; the house fills them up to the seed."""
        taken = sum(self.pools[: pot + 1]) / 10
        for place in range(pot + 1):
            left = self.pools[place] - self.pools[place] / 10
            self.house -= max(self.seed - left, Fraction(0))
            self.pools[place] = max(left, self.seed)
        return taken

    def whole(self, pot: int) -> Fraction:
        taken = sum(self.pools[: pot + 1], Fraction(0))
        for place in range(pot + 1):
            self.house -= self.seed
            self.pools[place] = self.seed
        return taken

    def pay(self, seats: Sequence[int], pot: int, taken: Fraction, least: Fraction) -> None:
        for seat in seats:
            share = taken / len(seats)
            topped = max(share, least)
            self.house -= topped - share
            self.prizes[seat, pot] = topped

    def play(self, holdings: Sequence[Holding]) -> None:
        for wanted in ("flush", "straight_flush"):
            for pot in (0, 1):
                seats = [one[0] for one in holdings if kind(one[1]) == wanted and one[2 + pot]]
                several = len(seats) >= 2
                if wanted == "flush" and seats:
                    taken = sum((self.tenth(pot) for _ in seats), Fraction(0))
                    self.pay(seats, pot, taken, Fraction(20 if several and pot == 0 else 0))
                elif seats:
                    self.pay(seats, pot, self.whole(pot), Fraction(300 if several and pot == 1 else 0))
        for _, _, *has in holdings:
            for pot in (0, 1):
                stake = self.price * (pot + 1) if has[pot] else Fraction(0)
                into = [stake * self.shares[place] / 100 for place in range(pot + 1)]
                for place, amount in enumerate(into):
                    self.pools[place] += amount
                self.house += stake - sum(into)


CARDS = (*FLUSHES, *STRAIGHT_FLUSHES, *NOTHING)
HOLDINGS = st.permutations(CARDS).flatmap(
    lambda cards: st.integers(1, 6).flatmap(
        lambda count: st.tuples(
            st.permutations(range(1, count + 1)),
            st.lists(st.tuples(st.booleans(), st.booleans()), min_size=count, max_size=count),
        ).map(lambda drawn: [(seat, cards[seat - 1], *has) for seat, has in zip(drawn[0], drawn[1], strict=True)])
    )
)
CENTS = st.integers(1, 2_000_000).map(lambda cents: Fraction(cents, 100))


def dollars(amount: Fraction) -> str:
    return f"{amount.numerator * 10000 // amount.denominator / 10000:.4f}"


def round_of(
    holdings: Sequence[Holding], pools: Sequence[Fraction], shares: Sequence[int], seed: Fraction, price: Fraction
) -> dict[str, Any]:
    seats = []
    for seat, cards, has_near, has_far in holdings:
        first, second = (dollars(price) if has_near else None), (dollars(2 * price) if has_far else None)
        seats.append(pots(seat, cards, first, second))
    options = {
        "pot_price": dollars(price),
        "pools": {"near": dollars(pools[0]), "far": dollars(pools[1])},
        "pool_shares": {"near": shares[0], "far": shares[1]},
        "pot_seed": dollars(seed),
    }
    return {**table(*seats, options=options), **HEARTS}


@settings(max_examples=examples(150), deadline=None)
@given(
    holdings=HOLDINGS,
    pools=st.tuples(CENTS, CENTS),
    shares=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    seed=CENTS,
    price=st.integers(100, 5_000).map(lambda cents: Fraction(cents, 100)),
)
def test_the_ledger_agrees(
    holdings: list[Holding], pools: tuple[Fraction, Fraction], shares: tuple[int, int], seed: Fraction, price: Fraction
) -> None:
    ledger = Ledger(pools, [Fraction(share) for share in shares], seed, price)
    ledger.play(holdings)
    found = settled(round_of(holdings, pools, shares, seed, price))
    assert not found.findings, [finding.message for finding in found.findings]
    prizes, stakes = Fraction(0), Fraction(0)
    for seat, _, *has in holdings:
        for pot, name in enumerate(("pot_1", "pot_2")):
            if has[pot]:
                wager = found.seats[seat].wagers[name]
                stakes += Fraction(wager.placed)
                assert wager.stake == price * (pot + 1)
                expected = ledger.prizes.get((seat, pot))
                assert wager.result == ("lose" if expected is None else "win")
                assert wager.net == (-price * (pot + 1) if expected is None else expected)
                prizes += 0 if expected is None else Fraction(wager.net or 0)
    after = [Fraction(found.meters[name]) for name in ("pools(near)", "pools(far)")]
    assert after == ledger.pools
    # Money in is money out: prizes, what the pools gained, and what stays with the house.
    assert stakes == prizes + sum(after) - sum(pools) + ledger.house
    assert all(meter >= min(before, seed) for meter, before in zip(after, pools, strict=True))


@settings(max_examples=examples(40), deadline=None)
@given(holdings=HOLDINGS, data=st.data())
def test_where_winners_sit_changes_no_amount(holdings: list[Holding], data: st.DataObject) -> None:
    turned = data.draw(st.permutations([seat for seat, *_ in holdings]))
    moved = [(seat, *rest) for seat, (_, *rest) in zip(turned, holdings, strict=True)]
    arguments = ((Fraction(5000), Fraction(20000)), (20, 10), Fraction(1000), Fraction(5))
    first, second = settled(round_of(holdings, *arguments)), settled(round_of(moved, *arguments))
    assert first.meters == second.meters
    for old, new in zip(holdings, moved, strict=True):
        assert outcome(first, old[0]) == outcome(second, new[0])


# The line that `settle --format json` writes.

AMOUNT = {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"}
WAGER = {
    "type": "object",
    "required": ["result", "placed", "stake", "net", "cites"],
    "additionalProperties": False,
    "properties": {
        "result": {"enum": ["win", "lose", "stand_off", "void", "invalid", "surrendered", "undetermined", "conflict"]},
        "placed": AMOUNT,
        "stake": {"anyOf": [AMOUNT, {"type": "null"}]},
        "net": {"anyOf": [AMOUNT, {"type": "null"}]},
        "cites": {"type": "array", "items": {"type": "string"}},
        "excess": AMOUNT,
        "disposition": {
            "type": "string",
            "pattern": r"^(returned|carried|retracted|invalid)(, (returned|retracted|invalid))*$",
        },
    },
}
OUTCOME = {
    "type": "object",
    "required": ["id", "spec", "round", "players", "meters", "findings"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "spec": {"type": "string"},
        "round": {"enum": ["settled", "void", "stopped", "error"]},
        "players": {
            "type": "object",
            "patternProperties": {"^[1-9][0-9]*$": {"type": "object", "additionalProperties": WAGER}},
            "additionalProperties": False,
        },
        "meters": {"type": "object", "additionalProperties": AMOUNT},
        "findings": {"type": "array", "items": {"type": "object"}},
    },
}
SHOWN = [
    (table(pots(1, FLUSHES[0], 5, 10), pots(2, FLUSHES[1]), options=OPTIONS) | HEARTS, "settled"),
    (
        table(
            pots(1, FLUSHES[0]),
            pots(2, FLUSHES[1]),
            pots(3, FLUSHES[2]),
            options={**OPTIONS, "pools": {"near": "33.33"}},
        )
        | HEARTS,
        "settled",
    ),
    (table(hand(acts=()), events=[event("gust", any_raise=False, dry=True)]), "settled"),
    (table(hand(), events=[event("two_tides", "noon", tide="high", favoured=1)]), "settled"),
    (table(hand(acts=()), events=[event("fog")]), "stopped"),
    (table(hand(acts=()), events=[event("keeper_called", order="void")]), "void"),
    (table(hand(acts=()), events=[event("gustt")]), "error"),
    (
        table(
            hand(1, second=None, acts=()),
            hand(2),
            hand(3),
            events=[event("no_second", seat=1, elections={"2": "stay", "3": "leave"})],
        ),
        "settled",
    ),
]


@pytest.mark.parametrize(("round_", "state"), SHOWN)
def test_the_line_of_an_outcome_keeps_its_form(round_: dict[str, Any], state: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from rulespec.report.outcomes import outcome_json

    found = SESSION.line(json.dumps(round_), HERE)
    line = json.loads(outcome_json(found))
    jsonschema.validate(line, OUTCOME)
    assert line["round"] == state
    assert (line["players"] == {}) == (state == "error") == bool(line["findings"])
    for name, text in line["meters"].items():
        assert abs(amount_of(text) - found.meters[name]) <= Fraction(1, 100)
