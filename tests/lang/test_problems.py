"""What is wrong with a condition, an amount or a payout: what is said, at which column, with which hint."""
# ruff: noqa: E501 - tables are read row by row
# fmt: off

from dataclasses import replace

import pytest
from expr_strategies import SCOPE

from rulespec.lang.resolve import Unresolved, amount, amounts, condition, payout

MEANING = [
    ('player.hand > 3', ((0, 'a hand cannot be compared with a number', ''),)),
    ('first = player.hand', ((0, 'an amount cannot be compared with a hand', ''),)),
    ('folded_at = 2', ((0, 'a stage cannot be compared with a number', ''),)),
    ('folded_at < dusk', ((0, 'stages are not compared by `<`', 'use `before` or `after`'),)),
    ('folded_at before 3', ((0, '`before` compares stages, and this is a number', ''),)),
    ('first before dusk', ((0, '`before` compares stages, and this is an amount', ''),)),
    ('folded = gilded', ((0, 'a yes/no fact is not compared', 'write the fact itself, or `not` before it'),)),
    ('folded = 1', ((0, 'a yes/no fact is not compared', 'write the fact itself, or `not` before it'),)),
    ('raise_multiples(dawn) = 3', ((0, 'a list of amounts is not compared with one amount', 'use `in`, `largest` or `smallest`'),)),
    ('first > raise_multiples(dawn)', ((0, 'a list of amounts is not compared with one amount', 'use `in`, `largest` or `smallest`'),)),
    ('player.hand in 1 | 2', ((15, 'a hand cannot be one of a number', ''),)),
    ('first in pair | 2', ((9, 'an amount cannot be one of a kind of hand', ''),)),
    ('folded in gilded', ((10, 'a yes/no fact cannot be one of a yes/no fact', ''),)),
    ('raise_multiples(dawn) in 1 | 2', ((25, 'a list of numbers cannot be one of a number', ''),)),
    ('folded between 1 and 2', ((15, 'a yes/no fact cannot be compared with a number', ''),)),
    ('first between dawn and 3', ((14, 'an amount cannot be compared with a stage', ''),)),
    ('colour between amber and 3', ((25, 'a value of `colours` cannot be compared with a number', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('pocket = amber', ((0, 'a value of `pockets` cannot be compared with a value of `colours`', '`pockets` lists `one`, `two`, `three`, `four`, `five`, `six`, `seven`, `eight`'),)),
    ('colour = amber | teal', ((15, 'unexpected `|`: expected the end, `and`, `-`, `or` or `+`', 'for one of several values write `a in b | c`'),)),
    ('first * side > 3', ((0, 'an amount and an amount cannot be joined by `*`', 'an amount is multiplied or divided by a number only'),)),
    ('first + folded > 3', ((0, 'an amount and a yes/no fact cannot be joined by `+`', ''),)),
    ('first / side > 3', ((0, 'an amount and an amount cannot be joined by `/`', 'an amount is multiplied or divided by a number only'),)),
    ('first / 0 > 3', ((0, 'only a number other than 0 may stand under `/`', ''),)),
    ('3 / first > 1', ((0, 'a number and an amount cannot be joined by `/`', 'an amount is multiplied or divided by a number only'),)),
    ('player.hand + 1 > 3', ((0, 'a hand and a number cannot be joined by `+`', ''),)),
    ('10 % of player.hand > 1', ((0, 'a number and a hand cannot be joined by `% of`', ''),)),
    ('larger(first | side) * first = 1', ((0, 'an amount and an amount cannot be joined by `*`', 'an amount is multiplied or divided by a number only'),)),
    ('larger(1 | first) * first = 1', ((0, 'an amount and an amount cannot be joined by `*`', 'an amount is multiplied or divided by a number only'),)),
    ('larger(first) > 1', ((0, '`larger` compares two or more amounts', 'write `larger(a | b)`'),)),
    ('largest(first) > 1', ((0, '`largest` picks from a list of amounts, and this is one', ''),)),
    ('smallest(player.hand | 3) > 1', ((9, '`player.hand` is a hand, not an amount', ''),)),
    ('first', ((0, '`first` is an amount, not a condition', 'compare it with something'),)),
    ('player.hand', ((0, '`player.hand` is a hand, not a condition', 'compare it with something'),)),
    ('folded and 3', ((11, '`3` is a number, not a condition', 'compare it with something'),)),
    ('not first', ((4, '`first` is an amount, not a condition', 'compare it with something'),)),
    ('any player (first)', ((12, '`first` is an amount, not a condition', 'compare it with something'),)),
    ('count of players with (first) > 1', ((23, '`first` is an amount, not a condition', 'compare it with something'),)),
    ('count of players with (folded)', ((0, '`count of players with (folded)` is a number, not a condition', 'compare it with something'),)),
    ('foldd', ((0, '`foldd` has no meaning here', 'did you mean `folded`?'),)),
    ('folded_at = duskk', ((12, '`duskk` has no meaning here', 'did you mean `dusk`?'),)),
    ('first > sied', ((8, '`sied` has no meaning here', 'did you mean `side`?'),)),
    ('placed', ((0, '`placed` needs to know which wager', 'write `placed(...)`'),)),
    ('placed > 3', ((0, '`placed` needs to know which wager', 'write `placed(...)`'),)),
    ('folded(first)', ((0, '`folded` takes nothing in brackets', ''),)),
    ('placed(first | side)', ((0, '`placed` takes one wager', ''),)),
    ('placed(frist)', ((7, '`frist` is not a wager of this spec', 'did you mean `first`?'),)),
    ('placed(dawn)', ((7, '`dawn` is not a wager of this spec', 'this spec has `first`, `noon`, `raise`, `side`'),)),
    ('placed(2 * first)', ((7, '`2 * first` is not a wager of this spec', 'this spec has `first`, `noon`, `raise`, `side`'),)),
    ('placed(pair)', ((7, '`pair` is not a wager of this spec', 'this spec has `first`, `noon`, `raise`, `side`'),)),
    ('it > 3', ((0, '`it` is the wager being decided and stands inside brackets', 'write `amount(it)`'),)),
    ('amount(it) > 3 and itt > 1', ((19, '`itt` has no meaning here', 'the vocabulary and the spec declare what may be named'),)),
    ('raise_multiples(first) = 1', ((16, '`first` is not a stage of this spec', 'this spec has `dawn`, `dusk`, `noon`'),)),
    ('2 in raise_multiples(placed_at(raise))', ((21, '`placed_at(raise)` is not a stage of this spec', 'this spec has `dawn`, `dusk`, `noon`'),)),
    ('class(first) = pair', ((0, '`class(...)` takes one hand', ''),)),
    ('class(player.hand | dealer.hand) = pair', ((0, '`class(...)` takes one hand', ''),)),
    ('classs(player.hand) = pair', ((0, '`classs` has no meaning here', 'did you mean `class`?'),)),
    ('colour = crimson', ((9, '`crimson` has no meaning here', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('crimson = colour', ((0, '`crimson` has no meaning here', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('colour = tael', ((9, '`tael` has no meaning here', 'did you mean `teal`?'),)),
    ('colour in amber | crimson', ((18, '`crimson` has no meaning here', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('colour between amber and crimson', ((25, '`crimson` has no meaning here', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('colour = foldd', ((9, '`foldd` has no meaning here', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('colour = dusk', ((0, 'a value of `colours` cannot be compared with a stage', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('colour in amber | 3', ((18, 'a value of `colours` cannot be one of a number', '`colours` lists `amber`, `teal`, `slate`'),)),
    ('player.hand > dealr.hand', ((14, '`dealr.hand` has no meaning here', 'did you mean `dealer.hand`?'),)),
    ('folded_at before placd_at(raise)', ((17, '`placd_at` has no meaning here', 'did you mean `placed_at`?'),)),
    ('straigth < player.hand', ((0, '`straigth` has no meaning here', 'did you mean `straight`?'),)),
    ('gilded and foldd and sied > 1', ((11, '`foldd` has no meaning here', 'did you mean `folded`?'), (21, '`sied` has no meaning here', 'did you mean `side`?'))),
    ('first > 1 and player.hand > 2 and folded = 1', ((14, 'a hand cannot be compared with a number', ''),)),
]

FORM = [
    ('', ((0, 'nothing is written here', 'write `always` for a rule without a condition'),)),
    ('   ', ((0, 'nothing is written here', 'write `always` for a rule without a condition'),)),
    ('folded,', ((6, '`,` has no meaning here', 'write `a | b` for several values; the language has no commas'),)),
    ('folded: yes', ((6, '`:` has no meaning here', 'write odds as `3 to 2`'),)),
    ('folded & gilded', ((7, '`&` has no meaning here', 'write `and`'),)),
    ('!folded', ((0, '`!` has no meaning here', 'write `not`, or `!=` to compare'),)),
    ("'folded'", ((0, "`'` has no meaning here", 'names are written without quotes'),)),
    ('Folded', ((0, '`F` has no meaning here', 'names are lower case, with `_` between words'),)),
    ('folded and', ((10, 'ends too early: expected a value or a condition', ''),)),
    ('folded and and gilded', ((11, 'unexpected `and`: expected a value or a condition', ''),)),
    ('(folded', ((7, 'ends too early: expected `)`', ''),)),
    ('folded)', ((6, 'unexpected `)`: expected the end', ''),)),
    ('first >', ((7, 'ends too early: expected a value or a condition', ''),)),
    ('first in', ((8, 'ends too early: expected a value or a condition', ''),)),
    ('first between 1', ((15, 'ends too early: expected `and`, `-` or `+`', ''),)),
    ('first between 1 or 2', ((16, 'unexpected `or`: expected `and`, `-` or `+`', ''),)),
    ('any (folded)', ((4, 'unexpected `(`: expected `other` or `player`', ''),)),
    ('any player folded', ((11, 'unexpected `folded`: expected `(`', ''),)),
    ('any player', ((10, 'ends too early: expected `(`', ''),)),
    ('count players with (folded) > 1', ((6, 'unexpected `players with`: expected the end, `after`, `and`, `before`, `between`, a comparison (`=` `!=` `<` `<=` `>` `>=`), `/`, `in`, `(`, `-`, `or`, `+` or `*`', ''),)),
    ('count of players (folded) > 1', ((9, 'unexpected `players`: expected `other` or `players with`', ''),)),
    ('first => 3', ((7, 'unexpected `>`: expected a value or a condition', 'write `>=`'),)),
    ('first =< 3', ((7, 'unexpected `<`: expected a value or a condition', 'write `<=`'),)),
    ('first == 3', ((7, 'unexpected `=`: expected a value or a condition', 'write `=`'),)),
    ('first <> 3', ((7, 'unexpected `>`: expected a value or a condition', 'write `!=`'),)),
    ('folded && gilded', ((7, '`&` has no meaning here', 'write `and`'),)),
    ('folded || gilded', ((7, 'unexpected `|`: expected the end, `after`, `and`, `before`, `between`, a comparison (`=` `!=` `<` `<=` `>` `>=`), `in`, `-`, `or` or `+`', 'write `or`'),)),
    ('colour in amber || gilded', ((17, 'unexpected `|`: expected a value or a condition', 'write `or`'),)),
    ('not !folded', ((4, '`!` has no meaning here', 'write `not`, or `!=` to compare'),)),
    ('folded AND gilded', ((7, '`A` has no meaning here', 'write `and`'),)),
    ('folded ANDY gilded', ((7, '`A` has no meaning here', 'names are lower case, with `_` between words'),)),
    ('first 3', ((6, 'unexpected `3`: expected the end, `after`, `and`, `before`, `between`, a comparison (`=` `!=` `<` `<=` `>` `>=`), `/`, `in`, `(`, `-`, `or`, `+` or `*`', ''),)),
    ('folded gilded', ((7, 'unexpected `gilded`: expected the end, `after`, `and`, `before`, `between`, a comparison (`=` `!=` `<` `<=` `>` `>=`), `/`, `in`, `(`, `-`, `or`, `+` or `*`', ''),)),
    ('10 % first > 1', ((3, '`%` has no meaning here', ''),)),
    ('$ 3 > 1', ((0, '`$` has no meaning here', ''),)),
    ('$x > 1', ((0, '`$` has no meaning here', ''),)),
    ('a.B', ((1, '`.` has no meaning here', ''),)),
    ('1.2.3 > 1', ((3, '`.` has no meaning here', ''),)),
    ('placed()', ((7, 'unexpected `)`: expected a value or a condition', ''),)),
    ('[folded]', ((0, '`[` has no meaning here', ''),)),
    ('not', ((3, 'ends too early: expected a value or a condition', ''),)),
    ('or folded', ((0, 'unexpected `or`: expected a value or a condition', ''),)),
]

AMOUNTS = [
    ('folded', ((0, '`folded` is a yes/no fact, not an amount', ''),)),
    ('player.hand', ((0, '`player.hand` is a hand, not an amount', ''),)),
    ('first | ', ((7, 'ends too early: expected a value or a condition', ''),)),
    ('first | folded', ((8, '`folded` is a yes/no fact, not an amount', ''),)),
    ('first and side', ((6, 'unexpected `and`: expected the end, `-`, `+` or `|`', ''),)),
    ('always', ((0, '`always` is a yes/no fact, not an amount', ''),)),
    ('3 * first | 4 * fist', ((16, '`fist` has no meaning here', 'did you mean `first`?'),)),
]

ONE_AMOUNT = [
    ('first | side', ((8, 'one amount is wanted here, and this is several', ''),)),
    ('raise_multiples(dawn)', ((0, 'one amount is wanted here, and this is a list', 'use `largest` or `smallest`'),)),
    ('folded', ((0, '`folded` is a yes/no fact, not an amount', ''),)),
]

PAYOUTS = [
    ('1 to 0', ((0, 'odds cannot be paid to a stake of 0', ''),)),
    ('1 to', ((4, 'ends too early: expected a number', ''),)),
    ('1 to first', ((5, 'unexpected `first`: expected a number', ''),)),
    ('9/2', ((0, '`9/2` is a plain number, and a payout is odds or money', 'write odds as `9 to 2`, money as `$4.50`'),)),
    ('4.5', ((0, '`4.5` is a plain number, and a payout is odds or money', 'write odds as `4.5 to 1`, money as `$4.50`'),)),
    ('larger(3 | 2 * 5)', ((0, '`larger(3 | 2 * 5)` is a plain number, and a payout is odds or money', 'write odds as `9 to 2`, money as `$4.50`'),)),
    ('10 % of 50', ((0, '`10 % of 50` is a plain number, and a payout is odds or money', 'write odds as `9 to 2`, money as `$4.50`'),)),
    ('3:2', ((1, '`:` has no meaning here', 'write odds as `3 to 2`'),)),
    ('to 1', ((0, 'unexpected `to`: expected a value or a condition', ''),)),
    ('500 * stake(it) | 3', ((16, 'unexpected `|`: expected the end, `-` or `+`', 'for one of several values write `a in b | c`'),)),
    ('raise_multiples(dawn)', ((0, 'one amount is wanted here, and this is a list', 'use `largest` or `smallest`'),)),
    ('1 to 1 to 1', ((7, 'unexpected `to`: expected the end', ''),)),
    ('folded', ((0, '`folded` is a yes/no fact, not an amount', ''),)),
    ('-1 to 2', ((0, 'unexpected `-`: expected a value or a condition', ''),)),
    ('3 too 2', ((2, 'unexpected `too`: expected the end, `/`, `-`, `% of`, `+`, `*` or `to`', ''),)),
    ('Evens', ((0, '`E` has no meaning here', 'names are lower case, with `_` between words'),)),
]

EVERY = [
    *((condition, *row) for row in MEANING + FORM),
    *((amounts, *row) for row in AMOUNTS),
    *((amount, *row) for row in ONE_AMOUNT),
    *((payout, *row) for row in PAYOUTS),
]
# fmt: on


@pytest.mark.parametrize(("read", "text", "problems"), EVERY, ids=[f"{row[0].__name__}: {row[1]}" for row in EVERY])
def test_what_is_said_and_where(read, text, problems) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unresolved) as refused:
        read(text, SCOPE)
    assert tuple((problem.column, problem.message, problem.hint) for problem in refused.value.problems) == problems


def test_every_unknown_name_is_said_at_once() -> None:
    with pytest.raises(Unresolved) as refused:
        condition("foldd or gildd or not placd(side)", SCOPE)
    assert [problem.hint for problem in refused.value.problems] == [
        "did you mean `folded`?",
        "did you mean `gilded`?",
        "did you mean `placed`?",
    ]


def test_it_has_no_meaning_where_no_wager_is_decided() -> None:
    with pytest.raises(Unresolved, match="`it` is not a wager"):
        condition("amount(it) > 3", replace(SCOPE, it=False))
