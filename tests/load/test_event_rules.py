"""What can be wrong with irregularities and jackpots in a spec: each thing at its line and column, and nothing else."""
# ruff: noqa: E501 - a rule stands in one line

from pathlib import Path

import pytest
from invented import edited, problems
from lamps import LAMPS, SHELF

from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.events import odds_of
from rulespec.model.expr import Always, Odds

GUST = '  gust:\n    cite: "7.1"'
DEED = "then: misdeal, cite: 7.1(c)"
STAKE = "then: {pots: continue}, stake: {pots: event.due}"
CHOICES = "choices: [stay, leave]"
OCCURS = "occurs: dealt and not placed(second)"
ORDER = "- {by: wager, cite: 9.5(b)}"
SHARE = "then: equally near_shown, cite"
METER = "then: {pools(near): pot_seed}, cite"
FOLDED = '{when: folded, then: {all but pots: lose}, cite: "3.3"}'
WON = "{when: player.hand > dealer.hand, then: win,       cite: 4.1(a)}"
ON_WAGERS = "write one of `continue`, `void`, `returned`, `retracted`, `invalid`, `carried`, `lose`, `paid`, `stand_off`, `none`, `reinstated`"

# The text that is changed, what it becomes, where the one finding is within that, its rule, message and hint
WRONG = [
    # Events.
    (GUST, '  guts:\n    cite: "7.1"', "guts", "unknown-name", "the vocabulary has no event `guts`", "did you mean `gust`?"),
    (GUST, '  typhoon:\n    cite: "7.1"', "typhoon", "unknown-name", "the vocabulary has no event `typhoon`", "declare it under `events` in the vocabulary"),
    (GUST, '  spin_stopped:\n    cite: "7.1"', "spin", "wrong-family", "`spin_stopped` belongs to the family `wheel`, and this spec is of `lamps`", ""),
    (GUST, "  gust:\n    ciet: 7", "ciet", "unknown-key", None, None),
    ("when: event.any_raise, ", "when: event.any_rais, ", "event", "condition", "rule 7.1(a): `event.any_rais` has no meaning here", "did you mean `event.any_raise`?"),
    ("when: event.any_raise, ", "when: event.any_raise > 3, ", "event", "condition", "rule 7.1(a): a yes/no fact is not compared", None),
    ("when: event.any_raise, ", "when: placed(it), ", "it)", "condition", "rule 7.1(a): `it` is not a wager of this spec", None),
    ("when: event.any_raise, ", "when: returned(frist), ", "frist", "condition", "rule 7.1(a): `frist` is not a wager of this spec", "did you mean `first`?"),
    ("when: event.any_raise, ", "when: chose(stay), ", "stay", "condition", "rule 7.1(a): `stay` is not a choice", None),
    ("when: event.order = void, ", "when: event.order = low, ", "event", "condition", "rule 7.2(a): a value of `orders` cannot be compared with a value of `tides`", None),
    (DEED, "then: misdeel, cite: 7.1(c)", "misdeel", "unknown-name", "`misdeel` is no deed of this spec", "did you mean `misdeal`?"),
    (DEED, "then: misdeal", None, "missing-key", "the key `cite` is missing in entry 3 of `rules`", None),
    (DEED, "then: {}, cite: 7.1(c)", "{}", "bad-form", None, None),
    (DEED, "then: [void], cite: 7.1(c)", "[void]", "wrong-type", None, None),
    (DEED, "then: {rownd: void}, cite: 7.1(c)", "rownd", "unknown-name", "`rownd` is no wager or group of this spec", None),
    (DEED, "then: {all but pottts: void}, cite: 7.1(c)", "all", "unknown-name", "`pottts` is no wager or group of this spec", "did you mean `pots`?"),
    (DEED, "then: {round: folded}, cite: 7.1(c)", "folded", "not-one-of", "`folded` is nothing that an event does to a round", "write one of `continue`, `void`"),
    (DEED, "then: {round: voided}, cite: 7.1(c)", "voided", "not-one-of", "`voided` is nothing that an event does to a round", "did you mean `void`?"),
    (DEED, "then: {hand: lose}, cite: 7.1(c)", "lose", "not-one-of", "`lose` is nothing that an event does to a hand", "write one of `continue`, `void`, `folded`, `not_exposed`, `stays`, `reinstated`"),
    (DEED, "then: {first: win}, cite: 7.1(c)", "win", "not-one-of", "`win` is nothing that an event does to a wager", ON_WAGERS),
    (DEED, "then: {first: lose and win}, cite: 7.1(c)", "lose and", "not-one-of", "`win` is nothing that an event does to a wager", ON_WAGERS),
    (DEED, "then: {first: paid 3 of 2}, cite: 7.1(c)", "paid", "not-one-of", "`paid 3 of 2` is nothing that an event does to a wager", None),
    (DEED, "then: {first: paid 4 to 0}, cite: 7.1(c)", "paid", "not-one-of", "`paid 4 to 0` is nothing that an event does to a wager", None),
    (DEED, "then: {round: paid 1 to 1}, cite: 7.1(c)", "paid", "not-one-of", "`paid 1 to 1` is nothing that an event does to a round", None),
    (STAKE, STAKE.replace("event.due", "event.du"), "event", "condition", "rule 7.7(a): `event.du` has no meaning here", "did you mean `event.due`?"),
    (STAKE, STAKE.replace("event.due", "event.mended"), "event", "condition", "rule 7.7(a): `event.mended` is a yes/no fact, not an amount", ""),
    (STAKE, STAKE.replace("event.due", "5 | 6"), "6", "condition", "rule 7.7(a): one amount is wanted here, and this is several", ""),
    (STAKE, STAKE.replace("{pots: event.due", "{pits: event.due"), "pits", "unknown-name", "`pits` is no wager or group of this spec", "did you mean `pots`?"),
    (STAKE, STAKE.replace("stake:", "steak:"), "steak", "unknown-key", None, "did you mean `stake`?"),
    (CHOICES, "choices: [stay, leaf]", "leaf", "unknown-name", "the vocabulary has no choice `leaf`", "did you mean `leave`?"),
    (CHOICES, "choices: []", "[]", "bad-form", None, None),
    (CHOICES, "choices: stay", "stay", "wrong-type", None, None),
    ("chose(stay)", "chose(stey)", "stey", "condition", "rule 7.6(b): `stey` is not a choice", "did you mean `stay`?"),
    ("chose(stay)", "chose(stay | leave)", "chose", "condition", "rule 7.6(b): `chose` takes one choice", ""),
    (OCCURS, "occurs: dealt and not placed(secnd)", "secnd", "condition", "`occurs` of `no_second`: `secnd` is not a wager of this spec", "did you mean `second`?"),
    (OCCURS, "occurs: befallen", "befallen", "condition", "`occurs` of `no_second`: `befallen` has no meaning here", None),
    (OCCURS, "occurs: second", "second", "condition", "`occurs` of `no_second`: `second` is an amount, not a condition", None),
    ("overrides: 7.9(c), ground: except_as", "overrides: 7.9(c)", None, "missing-key", "the key `ground` is missing in entry 4 of `rules`", None),
    ("overrides: 7.9(c), ground: except_as", "overrides: 7.9(c), ground: because", "because", "not-one-of", None, None),
    # What only irregularities may speak of or do.
    ("{when: always, then: fold,      cite: 3.1(a)}", "{when: befallen, then: fold, cite: 3.1(a)}", "befallen", "condition", "rule 3.1(a): `befallen` has no meaning here", None),
    (WON, "{when: event.dry, then: win, cite: 4.1(a)}", "event", "condition", "rule 4.1(a): `event.dry` has no meaning here", None),
    (WON, "{when: wins(first), then: win, cite: 4.1(a)}", "wins", "condition", "rule 4.1(a): `wins` has no meaning here", None),
    (FOLDED, '{when: folded, then: misdeal, cite: "3.3"}', "misdeal", "bad-form", "`misdeal` does what only an irregularity can do, and gives no wager a result", "use it under `events`"),
    (FOLDED, '{when: folded, then: {all but pots: carried}, cite: "3.3"}', "carried", "not-one-of", None, None),
    ("misdeal: {then: {round: void}", "misdeal: {then: {round: voided}", "voided", "not-one-of", "`voided` is nothing that an event does to a round", "did you mean `void`?"),
    ("misdeal: {then: {round: void}", "misdeal: {then: {rond: void}", "rond", "unknown-name", "`rond` is no wager or group of this spec", None),
    # What follows.
    ("when: returned(first), then", "when: returned(frist), then", "frist", "condition", "rule 8(a): `frist` is not a wager of this spec", "did you mean `first`?"),
    ("when: returned(first), then", "when: returned, then", "returned", "condition", "rule 8(a): `returned` needs to know which wager", "write `returned(...)`"),
    ("when: returned(first), then", "when: befallen or folded, then", "befallen", "condition", "rule 8(a): `befallen` has no meaning here", None),
    ("returned(first), then: {pots: returned}", "returned(first), then: {pots: win}", "win", "not-one-of", "`win` is nothing that an event does to a wager", ON_WAGERS),
    # Jackpots.
    (ORDER, "- {by: size, cite: 9.5(b)}", "size", "not-one-of", None, None),
    (ORDER, "- {by: class, cite: 9.5(b)}", "class", "repeated-name", "prizes are taken by `class` already", ""),
    (ORDER, "- {by: wager}", None, "missing-key", "the key `cite` is missing in entry 2 of `prize_order`", None),
    ("  pot_1:\n    share:", "  pot_3:\n    share:", "pot_3", "unknown-name", "`pot_3` is no wager or group of this spec", "did you mean `pot_2`?"),
    (SHARE, "then: equaly near_shown, cite", "equaly", "not-one-of", "`equaly near_shown` is no way to share a prize", "write `each AMOUNT`, `equally AMOUNT` or `in succession`"),
    (SHARE, "then: equally nere_shown, cite", "nere", "condition", "rule 9.6(b): `nere_shown` has no meaning here", "did you mean `near_shown`?"),
    (SHARE, "then: equally, cite", "equally", "bad-form", "`equally` says nothing of the amount", "write `equally AMOUNT`"),
    (SHARE, "then: in succession 5, cite", "in", "bad-form", "`in succession` has no amount of its own", ""),
    (SHARE, "then: [each 5], cite", "[each", "wrong-type", None, None),
    ("at_least: 20,", "at_least: twenty,", "twenty", "condition", "rule 9.6(a): `twenty` has no meaning here", None),
    ("at_least: 20,", "at_leest: 20,", "at_leest", "unknown-key", None, "did you mean `at_least`?"),
    (METER, "then: {pool(near): pot_seed}, cite", "pool", "condition", "rule 9.7(b): `pool` has no meaning here", "did you mean `pools`?"),
    (METER, "then: {pools(nere): pot_seed}, cite", "nere", "condition", "rule 9.7(b): `nere` is not a value of `levels`", "did you mean `near`?"),
    (METER, "then: {first: pot_seed}, cite", "first", "bad-form", "`first` is no meter", "a meter is an option that holds an amount"),
    (METER, "then: {2 * pot_seed: pot_seed}, cite", "2 *", "bad-form", "`2 * pot_seed` is no meter", "a meter is an option that holds an amount"),
    (METER, "then: {pools(near): pot_sead}, cite", "pot_sead", "condition", "rule 9.7(b): `pot_sead` has no meaning here", "did you mean `pot_seed`?"),
    (METER, "then: {pools(near): folded}, cite", "folded", "condition", "rule 9.7(b): `folded` is a yes/no fact, not an amount", ""),
    ('    adds:\n      cite: "9.3"\n      rules:\n      - {when: always, then: {pools(near): pools(near) + pool_shares(near) * stake(it) / 100}, cite: 9.3(a)}', "    ads: {}", "ads", "unknown-key", None, "did you mean `adds`?"),
    # Amounts that are defined, options with a value, wagers on other hands.
    ("near_flushes: {is: count", "near_flushes: {is: near_flushes + count", "near_flushes + ", "condition", "`near_flushes`: `near_flushes` has no meaning here", None),
    ("(wins(pot_1) and player.short = flush), cite", "(wins(pot_3) and player.short = flush), cite", "pot_3", "condition", "`near_flushes`: `pot_3` is not a wager of this spec", None),
    ("is: pools(near), ", "is: player.hand, ", "player", "condition", "`near_shown`: `player.hand` is a hand, neither a condition nor an amount", ""),
    ("is: pools(near), ", "is: far_shown, ", "far_shown", "condition", "`near_shown`: `far_shown` has no meaning here", None),
    ("is: pools(near), ", "is: rounded_up(pools(near)), ", "rounded", "condition", "`near_shown`: `rounded_up` takes one amount and a unit", "write `rounded_up(amount | $1)`"),
    ("missing: value, value: 1000", "missing: value", None, "missing-key", "the key `value` is missing in `pot_seed`", None),
    ("missing: value, value: 1000", "missing: value, value: lots", "lots", "bad-form", "`lots` is not an amount", ""),
    ("missing: value, value: 1000", "missing: not_in_issue, value: 1000", "1000", "bad-form", "`pot_seed` has a `value`, and `missing` says that a round without it is no such case", "write `missing: value`, or remove `value`"),
    ("per_area: 2", "per_area: two", "two", "wrong-type", None, None),
    ("per_area: 2", "per_area: -1", "-1", "bad-form", None, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "at", "rule", "message", "hint"), WRONG, ids=[f"{row[3]}: {row[1].strip()[-45:]}" for row in WRONG]
)
def test_said_where_it_is_and_nothing_else(tmp_path: Path, old, new, at, rule, message, hint) -> None:  # type: ignore[no-untyped-def]
    found = problems(edited(tmp_path, LAMPS, {old: new}), LAMPS)
    assert [finding.rule for finding in found] == [rule], [(f.rule, f.message, f.hint, f.place.line) for f in found]
    (finding,) = found
    assert finding.severity == "error"
    assert message is None or finding.message == message
    assert hint is None or finding.hint == hint
    text = (tmp_path / f"{LAMPS}.yaml").read_text(encoding="utf-8")
    line = text[: text.index(new)].count("\n") + 1
    if at is not None:
        start = text.index(new) + new.index(at)
        line, column = text[:start].count("\n") + 1, start - text.rfind("\n", 0, start)
        assert finding.place.column == column
    assert finding.place.line == line


def test_everything_is_said_in_one_run(tmp_path: Path) -> None:
    changes = {GUST: GUST.replace("gust", "guts"), "chose(stay)": "chose(stey)", "{pots: returned}, cite: 8(a)": "{pits: returned}, cite: 8(a)", ORDER: "- {by: class, cite: 9}", METER: "then: {first: pot_seed}, cite"}  # fmt: skip
    found = problems(edited(tmp_path, LAMPS, changes), LAMPS)
    assert sorted(finding.rule for finding in found) == [
        "bad-form",
        "condition",
        "repeated-name",
        "unknown-name",
        "unknown-name",
    ]
    assert [finding.place for finding in found] == sorted(finding.place for finding in found)


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"),
    [
        (GUST, GUST.replace("gust", "gust shade"), "repeated-row", "`shade` has a second table"),
        (GUST, GUST.replace("gust", "gust gust"), "repeated-row", "`gust` has a second table"),
        ("overrides: 7.9(c), ground", "overrides: 7.9(z), ground", "dangling-override", "rule 7.9(d) overrides 7.9(z), which has no rule about `two_tides`"),
        ("{first: void},      cite: 7.9(b)}", "{first: stand_off}, cite: 7.9(a)}", "repeated-row", "the rule `7.9(a)/two_tides/stand_off(first)` stands twice"),
        ("{side: lose},       cite: 7.9(c)}", "{side: lose}, cite: 7.9(c), overrides: 7.9(d), ground: however}", "circular", "rule 7.9(c) overrides itself by way of others"),
        ("  pot_1:\n    share:", "  pots:\n    share:", "repeated-row", "`pot_2` has a second entry under `jackpots`"),
        ("cite: 9.7(b)}\n    adds:\n      cite: \"9.3\"\n      rules:\n      - {when: always, then: {pools(near): pools(near) + pool_shares(near) * stake(it) / 100}, cite: 9.3(a)}", "cite: 9.7(b)}\n      - {when: folded, then: {pools(near): pot_seed}, cite: 9.7(b)}", "repeated-row", "the rule `9.7(b)/pot_1/pools(near)` stands twice"),
    ],
)  # fmt: skip
def test_what_shows_only_when_all_rules_are_put_together(
    tmp_path: Path, old: str, new: str, rule: str, message: str
) -> None:
    with pytest.raises(LoadError) as refused:
        Settler(edited(tmp_path, LAMPS, {old: new}).load(LAMPS))
    found = [finding for finding in refused.value.findings if finding.rule == rule]
    assert found
    assert found[0].message.startswith(message)
    assert found[0].place.line > 100


# What is read.


def test_what_is_read() -> None:
    spec = SHELF.load(LAMPS)
    gust = next(one for one in spec.events if one.events == ("gust",))
    assert gust.table.cites == ("7.1",)
    assert [row.then.pairs for row in gust.table.rows] == [
        (("round", "continue"),),
        (("all but pots", "returned"), ("pots", "carried")),
        (),
    ]
    assert gust.table.rows[2].then.word == "misdeal"
    assert gust.occurs is None
    assert isinstance(gust.table.when, Always)
    shown = next(one for one in spec.events if one.events == ("no_second",))
    assert (shown.choices, shown.occurs is not None) == (("stay", "leave"), True)
    assert spec.follow is not None
    assert [order.by for order in spec.prize_order] == ["class", "wager"]
    assert [(one.subject, one.share is None) for one in spec.jackpots] == [("pot_1", False), ("pot_2", False)]
    assert [name for name, _ in spec.event_bounds] == ["event.any_raise"]
    assert spec.wager("guest").per_area == 2  # type: ignore[union-attr]
    assert next(option for option in spec.options if option.name == "pot_seed").absent == 1000


def test_a_meter_is_known_however_it_is_written(tmp_path: Path) -> None:
    spec = edited(tmp_path, LAMPS, {METER: "then: {pools( near ): pot_seed}, cite"}).load(LAMPS)
    takes = spec.jackpots[0].takes
    assert takes is not None
    assert [row.then.amounts[0][0] for row in takes.rows] == ["pools(near)"] * 2


@pytest.mark.parametrize(("word", "odds"), [("paid 3 to 2", Odds(3, 2)), ("paid 1 to 1", Odds(1, 1)), ("paid", None), ("paid 4", None), ("paid $4", None), ("lose", None), ("paid it to it", None)])  # fmt: skip
def test_the_odds_that_words_give(word: str, odds: Odds | None) -> None:
    assert odds_of(word) == odds
