"""What rows on irregularities do, row by row: their words on each wager, and which of them is beaten by which."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.evaluate import Truth, Value, truth, value
from rulespec.model.rows import EventRules, Row

AS_SUCH = frozenset({"round", "hand"})  # what an effect may be about beside wagers

# A row's effect on the round or the hand, as it holds for each of the wagers that it does not name.
_FOR_ALL = {
    "round": {"void": "void", "continue": "continue"},
    "hand": {"void": "void"} | dict.fromkeys(("continue", "folded", "not_exposed", "stays"), "continue"),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A row on an irregularity: when it holds, what it does to the round, hands and wagers, and to amounts."""

    row: Row
    holds: Truth
    effects: Mapping[str, str]
    amounts: Sequence[tuple[str, Value]]


def is_about(rule: Rule, wager: str, concerned: Callable[[str], bool]) -> bool:
    """Whether what a row says of a wager counts: it names it, or the wager is in question, or the round is void."""
    return wager in rule.effects or concerned(wager) or rule.effects.get("round") == "void"


def voiding(held: Sequence[Sequence[Rule]]) -> list[Rule]:
    """The rows by which the round is void, for whichever hand they hold: it is then void for every hand."""
    found: list[Rule] = []
    for holding in held:
        beaten = {row_id for rule in holding if rule.effects.keys() & AS_SUCH for row_id in rule.row.overrides}
        void = (rule for rule in holding if rule.effects.get("round") == "void" and rule.row.id not in beaten)
        found += [rule for rule in void if rule not in found]
    return found


def rules_of(rules: EventRules) -> tuple[Rule, ...]:
    """The rows of an event, ready to be asked."""
    return tuple(rule_of_row(row) for row in rules.table.rows)


def rule_of_row(row: Row) -> Rule:
    """One row, ready to be asked."""
    amounts = [(wager, value(amount)) for wager, amount in row.then.amounts]
    return Rule(row, truth(row.when), dict(row.then.pairs), amounts)


def words_of(holding: Sequence[Rule], wager: str) -> Iterator[tuple[Rule, str]]:
    """What each row that holds says of a wager, without what a row on the same wager overrides."""
    said = [(rule, words) for rule in holding if (words := words_about(rule, wager))]
    beaten = {row_id for rule, _ in said for row_id in rule.row.overrides}
    return ((rule, words) for rule, words in said if rule.row.id not in beaten)


def words_about(rule: Rule, wager: str) -> str:
    """What a row says of one wager where it holds; "" where it says nothing of it."""
    effects = rule.effects
    if wager in effects:
        return effects[wager]
    words = (known.get(effects.get(about, ""), "") for about, known in _FOR_ALL.items())
    return " and ".join(dict.fromkeys(word for word in words if word))
