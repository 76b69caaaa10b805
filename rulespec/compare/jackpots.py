"""Jackpots: what several winners get, what prizes take from meters, what wagers add to them, in which order."""

from collections.abc import Sequence
from dataclasses import fields, replace

from rulespec.compare.sides import absent, compared, full
from rulespec.compare.wording import EVERY, order_words, rule_words
from rulespec.engine.settle import Settler
from rulespec.model.comparison import Compared, Said, Side
from rulespec.model.rows import JackpotRules, Table
from rulespec.tables.clauses import distinct

_SAID = 3  # sentences that an answer shows
_PARTS = {
    "share": "what several winners get",
    "takes": "what a prize takes from the meters",
    "adds": "what the wager adds to the meters",
}


def jackpot_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """For every jackpot wager and each part of its rules, what each document says; then the order of prizes."""
    names = [wager.name for settler in settlers for wager in settler.spec.wagers]
    parts = [one.name for one in fields(JackpotRules)]
    rows: list[Compared] = []
    for name in dict.fromkeys(names):
        for part in parts:
            if any(_table(settler, name, part) for settler in settlers):
                rows.append(_row(settlers, name, part))
    if any(settler.spec.prize_order for settler in settlers):
        sides = [_order(settler) for settler in settlers]
        rows.append(compared(settlers, "jackpot", "order", "Order in which prizes are taken", sides))
    return rows


def _table(settler: Settler, wager: str, part: str) -> Table | None:
    rules = settler.rulebook.jackpots.get(wager)
    table: Table | None = getattr(rules, part) if rules else None
    return table


def _row(settlers: Sequence[Settler], wager: str, part: str) -> Compared:
    sides = [_side(settler, wager, part) for settler in settlers]
    title = f"{settlers[0].spec.vocabulary.title(wager)}: {_PARTS.get(part, part.replace('_', ' '))}"
    row = compared(settlers, "jackpot", wager, title, sides, part=part, alike=_in_any_order)
    return replace(row, sides=tuple(replace(side, says=_short(side.says)) for side in row.sides))


def _short(says: str) -> str:
    """What is said at length in many sentences, by its first ones: the rules hold the others."""
    said = says.split("; ")
    return says if len(said) <= _SAID + 1 else f"{'; '.join(said[:_SAID])}; and {len(said) - _SAID} rules more"


def _in_any_order(says: str) -> str:
    return "; ".join(sorted(says.split("; ")))


def _side(settler: Settler, wager: str, part: str) -> Side:
    table = _table(settler, wager, part)
    if table is None:
        return absent(settler)
    cites = full(settler, distinct([*table.cites, *(clause for row in table.rows for clause in row.cites)]))
    if not table.rows:
        return Side(settler.spec.id, "", "undetermined", cites)
    rules = [Said(row.id, *rule_words(row, settler.spec.vocabulary), full(settler, row.cites)) for row in table.rows]
    said = dict.fromkeys(_sentence(rule) for rule in rules)
    return Side(settler.spec.id, "; ".join(said), "answered", cites, tuple(rules))


def _sentence(rule: Said) -> str:
    return rule.then if rule.when == EVERY else f"{rule.then}, when {rule.when}"


def _order(settler: Settler) -> Side:
    order = settler.spec.prize_order
    if not order:
        return absent(settler)
    cites = full(settler, distinct([clause for one in order for clause in one.cites]))
    return Side(settler.spec.id, order_words(order), "answered", cites)
