"""What players may do at each stage, and for how much."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulespec.compare.settlement import settled_as
from rulespec.compare.sides import absent, compared, full, side
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.trees import facts
from rulespec.lang.words import in_words
from rulespec.model.comparison import Compared, Side
from rulespec.model.finding import Json
from rulespec.model.round import Amount
from rulespec.model.rows import Row
from rulespec.prove.states import BASE, Move, State, amounts, examples, placements, states
from rulespec.prove.witness import witness
from rulespec.tables.clauses import distinct

Act = tuple[str, str, str]  # stage, act, wager
LARGEST_MULTIPLE = 20  # of a first wager, tried when a table's option is to be told from a fixed amount


def decision_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """For every stage and act of any spec, who offers it and for how much."""
    offered = [_offers(settler) for settler in settlers]
    stages = list(dict.fromkeys(stage.name for settler in settlers for stage in settler.spec.stages))
    acts = sorted(dict.fromkeys(act for mine in offered for act in mine), key=lambda act: stages.index(act[0]))
    return [_row(settlers, offered, act) for act in acts]


def _offers(settler: Settler) -> Mapping[Act, list[tuple[State, Move]]]:
    """The acts that lawful play can come to, each with the states in which it is done."""
    options, _ = option_facts(settler.spec, examples(settler.spec))
    wagers = next(placements(settler.spec, []))
    found: dict[Act, list[tuple[State, Move]]] = {}
    for state in states(settler, wagers, options):
        for move in state.moves:
            found.setdefault(move.act, []).append((state, move))
    return found


def _row(settlers: Sequence[Settler], offered: Sequence[Mapping[Act, list[tuple[State, Move]]]], act: Act) -> Compared:
    stage, word, wager = act
    vocabulary = settlers[0].spec.vocabulary
    does = vocabulary.acts[word].title if word in vocabulary.acts else word
    title = f"{does} {vocabulary.title(wager) if wager else ''}".strip()
    sides = [_side(settler, mine.get(act, []), act) for settler, mine in zip(settlers, offered, strict=True)]
    rounds, results = _shown(settlers, offered, act)
    heading = f"{_capital(title)} at {vocabulary.stages[stage].title}"
    return compared(settlers, "decision", wager or word, heading, sides, None, None, rounds, results, f"{stage}/{word}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _side(settler: Settler, found: Sequence[tuple[State, Move]], act: Act) -> Side:
    stage, _, wager = act
    if not found:
        known = stage in settler.acts.stages and (not wager or settler.spec.wager(wager) is not None)
        # A stage whose clauses do not offer the act forbids it; a document without the stage knows nothing of it.
        if not known:
            return absent(settler)
        return side(settler, "not offered", "answered", full(settler, settler.acts.cites(stage)))
    rows = list(dict.fromkeys(move.row for _, move in found))
    cites = distinct([clause for row in rows for clause in row.cites])
    says = " | ".join(_amount(settler, row) for row in rows) if wager else "offered"
    return side(settler, says, "answered", full(settler, cites), rows)


def _amount(settler: Settler, row: Row) -> str:
    """What the clause permits: `3 or 4 times the main wager`, or in words where an option of the table decides it."""
    vocabulary, expr = settler.spec.vocabulary, row.then.amount
    if expr is None:
        return "any amount"
    if any(fact.name in vocabulary.options for fact in facts(expr)):
        return in_words(expr, vocabulary)
    start = settler.acts.start({wager.name: BASE for wager in settler.spec.wagers if wager.required})
    multiples = sorted(Fraction(amount, BASE) for amount in amounts(row, start))
    title = vocabulary.title(next((fact.args[0] for fact in facts(expr) if fact.args), ""))
    if multiples == [1]:
        return f"equal to the {title}"
    return f"{' or '.join(str(multiple) for multiple in multiples)} times the {title}"


def _shown(
    settlers: Sequence[Settler], offered: Sequence[Mapping[Act, list[tuple[State, Move]]]], act: Act
) -> tuple[dict[str, Json], dict[str, str]]:
    """One round in which the act is done, under every spec: where it is not offered, settling it says so."""
    state = _plainest(offered, act)
    deal = settlers[0].game.reachable(()).cases[0].deal
    subject = act[2] or next(iter(state.wagers))
    options, amount = _telling(settlers, offered, act)
    state = _with_amount(state, act, amount)
    rounds: dict[str, Json] = {}
    results: dict[str, str] = {}
    for settler, given in zip(settlers, options, strict=True):
        if not all(settler.spec.wager(name) for name in state.wagers):
            continue
        round_: dict[str, Any] = witness(settler, "-".join(filter(None, act)), deal, state, given)
        rounds[settler.spec.id] = round_
        results[settler.spec.id] = settled_as(settler, round_, subject)
    return rounds, results


def _plainest(offered: Sequence[Mapping[Act, list[tuple[State, Move]]]], act: Act) -> State:
    """The run of acts that most specs offer, of these the shortest, whichever spec stands first."""
    doing = [[state for state, _ in mine.get(act, ())] for mine in offered]
    offering = Counter(acts for mine in doing for acts in {state.acts for state in mine})
    every = [state for mine in doing for state in mine]
    return min(every, key=lambda state: (-offering[state.acts], len(state.moves), state.acts))


def _telling(
    settlers: Sequence[Settler], offered: Sequence[Mapping[Act, list[tuple[State, Move]]]], act: Act
) -> tuple[list[dict[str, Any]], Amount | None]:
    """Options, and an amount that some spec permits under them and another does not.

    Where an option of the table decides the amount at this stage, other values are tried for it within the bounds that
    the document sets. Without such an amount, the examples as they stand and None.
    """
    plain = [examples(settler.spec) for settler in settlers]
    permitted = [
        {amount for _, move in mine.get(act, []) for amount in amounts(move.row, _before(settler, given))}
        for settler, mine, given in zip(settlers, offered, plain, strict=True)
    ]
    for index, (settler, mine) in enumerate(zip(settlers, offered, strict=True)):
        option = _deciding_option(settler, mine.get(act, []))
        others = set[Amount]().union(*(some for place, some in enumerate(permitted) if place != index))
        for values in _other_values(plain[index][option], act[0]) if option and others else ():
            given = {**plain[index], option: values}
            amount = max(values[act[0]]) * BASE
            if amount not in others and not option_facts(settler.spec, given)[1]:
                return [given if place == index else one for place, one in enumerate(plain)], amount
    return plain, None


def _other_values(example: Mapping[str, list[int]], stage: str) -> Iterator[dict[str, list[int]]]:
    """An option's values unlike its example: another multiple at this stage, or all multiples so many times larger."""
    for multiple in range(1, LARGEST_MULTIPLE + 1):
        yield {**example, stage: [multiple]}
    for factor in range(2, LARGEST_MULTIPLE + 1):
        yield {name: [factor * multiple for multiple in many] for name, many in example.items()}


def _before(settler: Settler, given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts by which an amount is worked out: the options and the first wagers."""
    options, _ = option_facts(settler.spec, given)
    return {**options, **settler.acts.start(next(placements(settler.spec, [])))}


def _deciding_option(settler: Settler, found: Sequence[tuple[State, Move]]) -> str:
    """The option, given stage by stage, on which the amount of an act turns; "" for none."""
    by_stage = {option.name for option in settler.spec.options if option.by == "stage"}
    read = [fact.name for _, move in found if move.row.then.amount is not None for fact in facts(move.row.then.amount)]
    return next((name for name in read if name in by_stage), "")


def _with_amount(state: State, act: Act, amount: Amount | None) -> State:
    if amount is None:
        return state
    moves = tuple(replace(move, amount=amount) if move.act == act else move for move in state.moves)
    return replace(state, moves=moves)
