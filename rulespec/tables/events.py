"""Irregularities and jackpots to flat rows.

An event's row is read once for each hand. Its effects name wagers one by one, with the clauses of the groups and deeds
by which they are meant; what it does to the round or the hand as such is kept beside them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulespec.lang.show import show
from rulespec.model.expr import Expr
from rulespec.model.rows import Origin
from rulespec.model.spec import Deed, RuleRow, RuleTable, Spec, Then
from rulespec.tables.subjects import subject_wagers

AS_SUCH = ("round", "hand")  # what an effect may be about beside wagers


def effects_of(spec: Spec, table: RuleTable, row: RuleRow) -> tuple[Then, list[Origin]]:
    """A row's effects with each wager named, and what went into them."""
    document = table.document or spec.id
    deeds = {deed.name: deed for deed in spec.deeds}
    deed: Deed | None = deeds[row.then.word] if row.then.kind == "deed" else None
    origins = [Origin(document, clause, "deed") for clause in deed.cites] if deed else []
    pairs: dict[str, str] = {}
    for subject, words, groups in _named(spec, deed.then if deed else row.then.pairs):
        pairs[subject] = words
        origins += (Origin(document, clause, "group") for clause in groups)
    amounts = tuple(
        (wager, amount) for subject, amount in row.then.amounts for wager, _ in subject_wagers(spec, subject)
    )
    return Then("effects", _word(pairs, amounts), pairs=tuple(pairs.items()), amounts=amounts), origins


def _named(spec: Spec, pairs: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Effects by wager, those on groups first, so that what names a wager itself stands."""
    alone = {wager.name for wager in spec.wagers}
    for subject, words in sorted(pairs, key=lambda pair: pair[0] in alone):
        if subject in AS_SUCH:
            yield subject, words, ()
        else:
            for wager, groups in subject_wagers(spec, subject):
                yield wager, words, groups


def _word(pairs: dict[str, str], amounts: tuple[tuple[str, object], ...]) -> str:
    """What a row does in short: its id is made of it."""
    said: dict[str, list[str]] = {}
    for subject, words in pairs.items():
        said.setdefault(words.replace(" ", "_"), []).append(subject)
    parts = [f"{words}({' '.join(subjects)})" for words, subjects in said.items()]
    return "+".join([*parts, *(f"amount({wager})" for wager, _ in amounts)])


def prize_word(then: Then) -> str:
    """What a row on prizes or meters does, in short."""
    if then.kind == "meters":
        return "+".join(meter for meter, _ in then.amounts)
    return then.word.replace(" ", "_") + (f"({show(then.amount)})" if then.amount is not None else "")


def changed(then: Then, change: Callable[[Expr], Expr]) -> Then:
    """The same with every amount changed (`it` made the wager that it is about)."""
    amount = None if then.amount is None else change(then.amount)
    return replace(then, amount=amount, amounts=tuple((key, change(each)) for key, each in then.amounts))
