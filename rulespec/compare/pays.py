"""What winning wagers are paid, row by row of the pay tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.compare.joint import mask
from rulespec.compare.settlement import Walk, is_settled, settled_as, walk
from rulespec.compare.sides import AGREE, absent, compared, full, side, status_of
from rulespec.engine.decide import agreed
from rulespec.engine.settle import Settler
from rulespec.lang.show import show, show_payout
from rulespec.lang.words import in_words
from rulespec.model.comparison import Compared, Side
from rulespec.model.expr import And, Compare, Constant, Expr, Fact, Type
from rulespec.model.finding import Json
from rulespec.model.spec import Option, PayRow, PayTable
from rulespec.model.vocabulary import Vocabulary
from rulespec.prove.payments import key_condition
from rulespec.prove.witness import replay, settled, witness
from rulespec.tables.clauses import distinct


def pay_rows(settlers: Sequence[Settler], show_agreed: bool = True) -> list[Compared]:
    """For every wager with a pay table in two specs or more, each kind of win.

    Without `show_agreed`, no round is made for what all pay alike.
    """
    names = dict.fromkeys(name for settler in settlers for name in settler.rulebook.pay)
    rows: list[Compared] = []
    for name in names:
        tables = [settler.rulebook.pay.get(name) for settler in settlers]
        if sum(table is not None for table in tables) > 1:
            rows += _wager_rows(settlers, name, tables, show_agreed)
    return rows


def _wager_rows(
    settlers: Sequence[Settler], wager: str, tables: Sequence[PayTable | None], show_agreed: bool
) -> list[Compared]:
    kinds = {kind.key: kind for table in tables if table for row in table.rows if (kind := kind_of(table, row))}
    keys = list(kinds)
    if any(keys) and "" in keys:
        keys.remove("")  # where one document pays by the hand, every document is asked hand by hand
    by = next((table.by for table in tables if table and table.by), "")
    tests = {key: kinds[key].test or key_condition(settlers[0], by, key) for key in keys}
    found = _walk(settlers, wager, [test for test in tests.values() if test is not None])
    rows = [_row(settlers, wager, tables, key, tests[key], found, show_agreed) for key in keys]
    if any(table and table.at_most is not None for table in tables):
        rows.append(_cap_row(settlers, wager, tables))
    return rows


@dataclass(frozen=True, slots=True)
class Kind:
    """What a pay row is for: a kind of hand, or a condition of its own (`test`), and what else it asks (`rest`)."""

    key: str
    test: Expr | None
    rest: tuple[Expr, ...]


def kind_of(table: PayTable, row: PayRow) -> Kind:
    """What a pay row is for: where its condition names a kind of the hand that the table goes by, that kind."""
    if row.when is None:
        return Kind(row.key, None, ())
    parts = row.when.parts if isinstance(row.when, And) else (row.when,)
    for part in parts:
        match part:
            case Compare(op="=", left=Fact(name=name), right=Constant(type=Type(kind="class")) as kind) if (
                name == table.by
            ):
                return Kind(kind.name, part, tuple(one for one in parts if one is not part))
    return Kind(show(row.when), row.when, ())


def _walk(settlers: Sequence[Settler], wager: str, tests: Sequence[Expr]) -> Walk | None:
    having = [settler for settler in settlers if wager in settler.settling and wager in settler.rulebook.pay]
    if len(having) < 2:
        return None
    return walk(having, wager, tests)


def _row(
    settlers: Sequence[Settler],
    wager: str,
    tables: Sequence[PayTable | None],
    key: str,
    test: Expr | None,
    found: Walk | None,
    show_agreed: bool,
) -> Compared:
    vocabulary = settlers[0].spec.vocabulary
    title = vocabulary.title(wager)
    heading = f"{title} {_on(key, test, vocabulary)}" if key else title
    rounds: dict[str, Json] = {}
    results: dict[str, str] = {}
    share = None
    places = _winning(found, test) if found is not None else []
    sides = [_side(settler, table, key, found, places) for settler, table in zip(settlers, tables, strict=True)]
    if found is not None and places:
        share = found.share(places)
        if show_agreed or status_of(sides) != AGREE:
            rounds, results = _shown(found, wager, places, _column(settlers, tables, key))
    part = key or "every win"
    return compared(settlers, "pay", wager, heading, sides, None, share, rounds, results, part, case=test)


def _winning(found: Walk, test: Expr | None) -> list[int]:
    """The cases in which the wager wins under every spec, with the hand that the row asks for."""
    inside = (1 << len(found.cases)) - 1
    if test is not None:
        inside = mask(found.settlers, found.cases, test, range(len(found.settlers)))
    return [
        place
        for place, said in enumerate(found.said)
        if inside >> place & 1 and said and all(agreed(decision.words) == "win" for decision in said.values())
    ]


def _on(key: str, test: Expr | None, vocabulary: Vocabulary) -> str:
    if key in vocabulary.classes:
        return f"on {vocabulary.classes[key].title}"
    return f"on {key}" if test is None or key != show(test) else f"when {in_words(test, vocabulary)}"


def _pay_rows(table: PayTable | None, key: str) -> list[tuple[PayRow, tuple[Expr, ...]]]:
    """The rows of a table for a kind of win, each with what else it asks; else the row for every win."""
    if table is None:
        return []
    kinds = [(row, kind_of(table, row)) for row in table.rows]
    return [(row, kind.rest) for row, kind in kinds if kind.key == key] or [
        (row, ()) for row in table.rows if not row.key
    ]


def _side(settler: Settler, table: PayTable | None, key: str, found: Walk | None, places: Sequence[int]) -> Side:
    rows = _pay_rows(table, key)
    if table is None or not rows:
        return _by_cases(settler, table, found, places) or absent(settler)
    says = " or ".join(_says(settler, table, row, rest) for row, rest in rows)
    cites = (*table.cites, *table.inherited, *(clause for row, _ in rows for clause in row.cites))
    return side(settler, says, "answered", distinct(list(full(settler, cites))))


def _by_cases(settler: Settler, table: PayTable | None, found: Walk | None, places: Sequence[int]) -> Side | None:
    """What a table whose rows are for other cases pays in these; None where no row is for any of them."""
    if table is None or found is None or settler not in found.settlers:
        return None
    index, payer = found.settlers.index(settler), settler.payers[table.subject]
    every = [found.cases[place].facts for place in places]  # of the specs in which the case can arise
    held = [tuple(payer.rows_of(facts[index])) for facts in every if index in facts]
    rows = list(dict.fromkeys(row for some in held for row in some))
    if not rows:
        return None
    said = [_says(settler, table, row, ()) for row in rows] + ["nothing"] * any(not some for some in held)
    cites = (*table.cites, *table.inherited, *(clause for row in rows for clause in row.cites))
    return side(settler, " or ".join(dict.fromkeys(said)), "answered", distinct(list(full(settler, cites))))


def _says(settler: Settler, table: PayTable, row: PayRow, rest: Sequence[Expr]) -> str:
    texts = [show_payout(payout) for payout in row.payouts]
    says = texts[0]
    if len(set(texts)) > 1:
        option = next(one for one in settler.spec.options if one.name == table.columns)
        says = " / ".join(texts) + f" by {table.columns} {' / '.join(option.values)}"
    asked = " and ".join(in_words(one, settler.spec.vocabulary) for one in rest)
    return f"{says} when {asked}" if asked else says


def _column(
    settlers: Sequence[Settler], tables: Sequence[PayTable | None], key: str
) -> Mapping[str, Mapping[str, object]]:
    """For each spec with columns, the option under which its payment is most unlike the others'."""
    said = [_texts(table, key) for table in tables]
    chosen: dict[str, Mapping[str, object]] = {}
    for settler, table, mine in zip(settlers, tables, said, strict=True):
        if table is None or not table.columns:
            continue
        option: Option = next(one for one in settler.spec.options if one.name == table.columns)
        others = {text for theirs in said if theirs is not mine for text in theirs}
        unlike = [value for value, text in zip(option.values, mine, strict=False) if text not in others]
        value = (unlike or list(option.values))[0]
        chosen[settler.spec.id] = {table.columns: int(value) if value.isdigit() else value}
    return chosen


def _texts(table: PayTable | None, key: str) -> list[str]:
    return [show_payout(payout) for row, _ in _pay_rows(table, key)[:1] for payout in row.payouts]


def _shown(
    found: Walk, wager: str, places: Sequence[int], columns: Mapping[str, Mapping[str, object]]
) -> tuple[dict[str, Json], dict[str, str]]:
    def plainness(place: int) -> tuple[int, int, int, int]:
        case = found.cases[place]
        state = next(iter(case.states.values()))
        return len(case.states), case.deal.weight, -len(state.moves), -len(state.wagers)

    chosen = max(places, key=plainness)
    case = found.cases[chosen]
    rounds: dict[str, Json] = {}
    results: dict[str, str] = {}
    for index, settler in enumerate(found.settlers):
        if index not in case.states:
            continue
        options = {**case.options[index], **columns.get(settler.spec.id, {})}
        round_ = witness(settler, f"{wager}-paid", case.deal.deal, case.states[index], options)
        word = found.word(chosen, index) or "win"
        if not is_settled(settler, round_):
            continue
        said = settled(settler, round_)
        twice = word == "win" and said is not None and said[wager].result == "conflict"  # it wins, paid in two ways
        replay(settler, round_, wager, "conflict" if twice else word)
        rounds[settler.spec.id] = round_
        results[settler.spec.id] = settled_as(settler, round_, wager)
    return rounds, results


def _cap_row(settlers: Sequence[Settler], wager: str, tables: Sequence[PayTable | None]) -> Compared:
    sides = []
    for settler, table in zip(settlers, tables, strict=True):
        if table is None:
            sides.append(absent(settler))
        elif table.at_most is None:
            sides.append(side(settler, "paid in full", "answered", full(settler, table.cites)))
        else:
            sides.append(side(settler, "up to a maximum payout", "answered", full(settler, table.cap_cites)))
    title = f"{settlers[0].spec.vocabulary.title(wager)}: largest payment"
    return compared(settlers, "pay", wager, title, sides, part="at most")
