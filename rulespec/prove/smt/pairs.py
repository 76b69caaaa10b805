"""Two specs held against each other: one question at a time, with the smallest round in which they differ."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulespec.domains.base import Game
from rulespec.engine.options import option_facts
from rulespec.engine.settle import RoundOutcome, Settler
from rulespec.errors import Inconclusive, InternalError, LoadError
from rulespec.lang.evaluate import PLAYERS
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.load.amounts import shown as amount_text
from rulespec.load.rounds import read_round
from rulespec.model.expr import Count, Expr, Prize, Quantified
from rulespec.model.finding import Json
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.model.rows import Row, Table
from rulespec.prove.smt.events import Event
from rulespec.prove.smt.irregular import Irregular, background
from rulespec.prove.smt.logic import Formula, Term, Unsupported
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import Asking, OutOfWork, is_true, soon
from rulespec.prove.smt.witnesses import NoDeal, Shown, smallest, without_idle_options
from rulespec.prove.states import amounts
from rulespec.prove.witness import settled_round
from rulespec.tables.clauses import distinct

PLAIN = (20, 15, 5)  # values for options that are amounts, tried where z3 finds no answer to them all
TRIED = 8  # cases of rules that differ that are tried as rounds
HANDS = 3  # hands at a table where rules speak of several

_COMES_TO = ("stake", "wins", "returned")  # facts of a wager that its own rules decide

LACKING = "it differs for a hand without the first wagers that it needs, which only an irregularity can bring about"
LISTED = "was taken as the rounds shown have it, and only one of the two leaves it to the table"
UNWRITABLE = "it was seen only in amounts that no round can have, of more decimals than money has"
TOLD = "what is at risk on the wagers that this one is worked out from is told by both"
ONE_HAND = "one hand at the table"
SEVERAL = f"up to {HANDS} hands at the table"


@dataclass(frozen=True)
class Pair:
    """Two specs of one experiment, and the question that is asked of them."""

    first: Settler
    second: Settler
    game: Game
    question: str = "equivalent"
    offers_alike: bool = False  # whether every stage is proved to offer the same acts and amounts

    @property
    def both(self) -> tuple[Settler, Settler]:
        return self.first, self.second

    @property
    def ids(self) -> tuple[str, str]:
        """What the two are called: their ids; where these are the same, one of them by its file.

        That is the one whose file is told from where the user is, not that of the program's own specs.
        """
        first, second = (settler.spec for settler in self.both)
        if first.id != second.id:
            return first.id, second.id
        if first.file == second.file:
            return first.id, f"{second.id} (2)"
        own = Path(second.file).is_absolute() and not Path(first.file).is_absolute()
        return (first.file, second.id) if own else (first.id, second.file)


def pair_of(first: Settler, second: Settler, question: str = "equivalent") -> Pair:
    """Two specs to hold against each other. Raises `Inconclusive` where a deal does not mean the same to both."""
    if not first.game.same_experiment(second.game):
        message = f"`{first.spec.id}` and `{second.spec.id}` cannot be compared deal by deal"
        raise Inconclusive(f"{message}: their cards or their rankings of hands differ")
    game = first.game if len(first.game.gives()) >= len(second.game.gives()) else second.game
    return Pair(first, second, game, question)


@dataclass(frozen=True)
class Asked:
    """A question made into formulas: the claim is that `differ` holds in no case of the scene with these `parts`.

    `wagers` are those in whose outcomes the difference shows; `acted` the stage at which it is what is offered.
    `exact`: settling a round of such a case must show it.
    """

    scene: Scene
    parts: Sequence[Formula]
    differ: Formula
    events: Sequence[Event]
    assumptions: tuple[str, ...]
    wagers: tuple[str, ...] = ()
    acted: str = ""
    irregular: Irregular | None = None
    exact: bool = False

    @property
    def settled(self) -> bool:
        """Whether the formulas of the two are the same as they stand, so that there is nothing to ask."""
        return bool(self.differ.eq(self.scene.logic.false))

    def asking(self, values: Sequence[tuple[Term, Term]] = ()) -> Asking:
        """The cases to ask about, those only in which variables have these values."""
        logic, scene = self.scene.logic, self.scene
        if self.irregular is not None:
            every = [*background(self.irregular), *self.parts]
        else:
            every = [scene.lawful_play(), scene.deals.constraint(), *self.parts]
        told = [variable == value for variable, value in values]
        return Asking(logic, [*(logic.with_values(formula, values) for formula in every), *told])


def holds(asked: Asked) -> bool:
    """Whether the two differ in no case. Raises `OutOfWork` or `Inconclusive`."""
    return asked.settled or asked.asking().model([asked.differ]) is None


def answered(pair: Pair, title: str, key: str, build: Callable[[], Asked], tables: Sequence[Table]) -> Verdict:
    """The verdict of one question, with the smallest round where the two differ."""
    clauses = distinct([clause for table in tables for clause in table.cites])
    try:
        asked = build()
        found_apart, work = _shown_apart(pair, asked, key)
    except Unsupported as error:
        return verdict(pair, title, key, UNKNOWN, reason=str(error))
    except OutOfWork as error:
        return verdict(pair, title, key, UNKNOWN, reason=str(error))
    except Inconclusive as error:
        return verdict(pair, title, key, UNKNOWN, reason=str(error))
    except NoDeal as error:
        return verdict(pair, title, key, UNKNOWN, reason=str(error))
    except LoadError:
        return verdict(pair, title, key, UNKNOWN, reason=UNWRITABLE)
    if found_apart is None:
        return verdict(pair, title, key, HOLDS, assumptions=asked.assumptions, work=work)
    rounds, outcomes, apart = found_apart
    results = {
        name: offered(settler, round_, asked.acted) if asked.acted else _told(one, asked, pair)
        for settler, (name, round_), one in zip(pair.both, rounds.items(), outcomes, strict=True)
    }
    found = verdict(pair, title, key, FAILS, assumptions=asked.assumptions, work=work)
    if not apart:
        if asked.exact and not all(isinstance(one, str) for one in outcomes):
            raise InternalError(f"the round `{key}` is to show a difference, and settles alike under both")
        reason = "cases in which the rules differ settle alike in the rounds that were made of them"
        found = replace(found, status=UNKNOWN, reason=reason)
    cites = {
        name: settler.acts.cites(asked.acted) if asked.acted else _cites(one, asked.wagers)
        for settler, name, one in zip(pair.both, rounds, outcomes, strict=True)
    }
    shown_clauses = distinct([*(clause for some in cites.values() for clause in some), *clauses])
    return replace(
        found, clauses=shown_clauses, witness=rounds, results=results, cites=cites, wagers=tuple(asked.wagers)
    )


def _shown(asked: Asked, name: str, blocked: Sequence[Formula]) -> tuple[Shown | None, int]:
    """The smallest round in which the two differ, None where there is none; and the work. Raises as `smallest`.

    `blocked` is what such a case must also be. Where amounts are rounded to an option, z3 may look for a case without
    end; with the option's value put in, not.
    """
    if asked.settled:
        return None, 0
    asking, case = asked.asking(), [asked.differ, *blocked]
    with suppress(OutOfWork), soon():
        if asking.model(case) is None:
            return None, asking.work
        return smallest(asking, asked.scene, case, asked.events, name), asking.work
    for plain in PLAIN:
        values = list(_option_values(asked.scene, plain))
        told = asked.asking(values)
        with suppress(OutOfWork), soon():
            mine = [asked.scene.logic.with_values(one, values) for one in case]
            shown = smallest(told, asked.scene, mine, asked.events, name)
            if shown is not None:
                return shown, asking.work + told.work
    if asking.model(case) is None:
        return None, asking.work
    return smallest(asking, asked.scene, case, asked.events, name), asking.work


def _option_values(scene: Scene, amount: int) -> Iterator[tuple[Term, Term]]:
    """This amount for each option that is an amount and may be left out, if it is not left out."""
    for side in scene.sides:
        for setting in side.settings.read():
            if setting.option.type.kind == "amount" and not setting.given.eq(scene.logic.true):
                yield setting.variable, scene.logic.number(amount)


_Apart = tuple[dict[str, Json], list[RoundOutcome | str], bool]


def _shown_apart(pair: Pair, asked: Asked, key: str) -> tuple[_Apart | None, int]:
    """The smallest round of a case for each spec, what it comes to, and whether that differs; and the work it took.

    None where the two differ in no case. Where rules differ and the round does not show it, other cards are tried.
    Raises `OutOfWork`, `Inconclusive` and `NoDeal`.
    """
    logic, first, second = asked.scene.logic, *pair.ids
    last: _Apart | None = None
    blocked: list[Formula] = []
    work = 0
    for _ in range(1 if asked.exact or asked.acted else TRIED):
        try:
            shown, done = _shown(asked, key.replace("/", "-"), blocked)
        except NoDeal:
            if last is None:
                raise
            break
        work += done
        if shown is None:
            break
        few = _with_alike_options(pair, shown.rounds)
        rounds = {first: few[0], second: few[1]}
        outcomes = [settled_round(settler, round_) for settler, round_ in zip(pair.both, few, strict=True)]
        apart = bool(asked.acted) or not _alike(outcomes[0], outcomes[1], asked.wagers)
        last = rounds, outcomes, apart
        if apart:
            break
        cards = [formula for each in asked.scene.deals.asked for formula in each.values()]
        same = [one if is_true(shown.model, one) else logic.no(one) for one in cards]
        blocked.append(logic.no(logic.all(same)))
    return last, work


def _with_alike_options(pair: Pair, rounds: Sequence[Json]) -> list[Json]:
    """Both rounds without the options that change nothing under either spec."""
    few = [without_idle_options(one, round_, settled_round) for one, round_ in zip(pair.both, rounds, strict=True)]
    needed = [set(round_.get("options", {})) for round_ in few]
    return [
        without_idle_options(one, round_, settled_round, keep=other)
        for one, round_, other in zip(pair.both, rounds, reversed(needed), strict=True)
    ]


def _alike(first: RoundOutcome | str, second: RoundOutcome | str, wagers: Sequence[str]) -> bool:
    """Whether nobody who reads two outcomes sees them differ, as far as some wagers and the meters go."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return _seen(first, wagers) == _seen(second, wagers)


def _seen(outcome: RoundOutcome, wagers: Sequence[str]) -> list[object]:
    found: list[object] = [outcome.state == "void", dict(outcome.meters)]
    for seat in outcome.seats.values():
        for name, one in seat.wagers.items():
            if not wagers or name in wagers:
                result = "void" if one.result == "invalid" else one.result
                found.append((name, result, "carried" in one.disposition, one.net, one.stake))
    return found


def _told(outcome: RoundOutcome | str, asked: Asked, pair: Pair) -> str:
    """What settling a round gives for the wagers in question, in a few words."""
    if isinstance(outcome, str):
        return f"refused: {outcome}"
    title = pair.first.spec.vocabulary.title
    found = []
    for name, one in outcome.seats[1].wagers.items():
        if not asked.wagers or name in asked.wagers:
            net = "" if one.net is None else f", net {amount_text(one.net)}"
            found.append(f"{title(name)}: {one.disposition or one.result}{net}")
    return "; ".join(found)


def _cites(outcome: RoundOutcome | str, wagers: Sequence[str]) -> tuple[str, ...]:
    """The clauses by which the wagers in question came out as they did."""
    if isinstance(outcome, str):
        return ()
    every = outcome.seats[1].wagers
    return distinct([clause for name, one in every.items() if not wagers or name in wagers for clause in one.cites])


def offered(settler: Settler, round_: Json, stage: str) -> str:
    """What a stage offers the first hand of a round that goes no further, in a few words."""
    played = read_round(dict(round_), Place("round"))
    options, _ = option_facts(settler.spec, played.options)
    facts: dict[str, Any] = {**options, **settler.game.dealt(played)[0].facts, PLAYERS: []}
    settler.acts.play(played.players[0], facts)
    found = []
    for row in settler.acts.offers(stage, facts).rows:
        permitted = " or ".join(amount_text(each) for each in amounts(row, facts))
        words = f"{row.then.word} {settler.spec.vocabulary.title(row.then.wager)}" if row.then.wager else row.then.word
        found.append(f"{words} of {permitted}" if permitted else words)
    return "offers " + ("; ".join(dict.fromkeys(found)) or "nothing")


def verdict(
    pair: Pair,
    title: str,
    key: str,
    status: str,
    reason: str = "",
    assumptions: tuple[str, ...] = (),
    basis: str = "proved",
    work: int = 0,
) -> Verdict:
    return Verdict(pair.question, pair.ids, title, key, status, reason, assumptions=assumptions, basis=basis, work=work)


def declared(pair: Pair, title: str, key: str, first: object, second: object) -> Verdict:
    if first == second:
        return verdict(pair, title, key, HOLDS, basis="the same declaration")
    return verdict(pair, title, key, FAILS, reason="they are declared differently")


# What is the same as it is written.


def _meaning(row: Row) -> Row:
    """A row without what does not bear on what it decides."""
    return replace(row, cites=(), origins=(), place=Place(""), ground="")


def same_tables(first: Table, second: Table) -> bool:
    if first is second:
        return True
    return len(first.rows) == len(second.rows) and list(map(_meaning, first.rows)) == list(map(_meaning, second.rows))


def plays_alike(pair: Pair, wager: str = "") -> bool:
    """Whether a round that both allow leaves hands in the same states under both: with the same acts, or by a proof.

    Of a `wager` that is decided on, the rules of the acts must be the same: they also say which amounts are at risk.
    """
    declared = pair.first.spec.wager(wager)
    return same_play(pair) or (
        (pair.offers_alike or same_acts(pair)) and (declared is None or declared.placed != "decided")
    )


def same_acts(pair: Pair) -> bool:
    """Whether both know the same acts at the same stages, by whatever rules: what is done makes the same of a hand."""
    first, second = (
        [
            (stage, {(row.then.word, row.then.wager) for row in table.rows} if table is not None else None)
            for stage in settler.acts.stages
            for table in [settler.rulebook.play.get(stage)]
        ]
        for settler in pair.both
    )
    return first == second


def same_play(pair: Pair, before: str = "") -> bool:
    """Whether both offer the same acts by the same rules, at all stages or at those before one."""
    first, second = (settler.rulebook.play for settler in pair.both)
    if pair.first.acts.stages != pair.second.acts.stages:
        return False
    stages = pair.first.acts.stages
    stages = stages[: stages.index(before)] if before else stages
    return all(
        (one := first.get(stage)) is (other := second.get(stage))
        or (one is not None and other is not None and same_tables(one, other))
        for stage in stages
    )


def same_options(pair: Pair) -> bool:
    first, second = ([replace(o, cites=(), place=Place("")) for o in settler.spec.options] for settler in pair.both)
    return first == second


def same_settlement(pair: Pair, name: str, read: Sequence[Expr] = ()) -> bool:
    """Whether a wager is settled by the same rules, with all that it is settled by (`read_with`)."""
    first, second = ({one: tables_of(settler, one) for one in read_with(settler, name, read)} for settler in pair.both)
    return first == second


def read_with(settler: Settler, name: str, read: Sequence[Expr] = ()) -> set[str]:
    """A wager, those whose stakes or results its rules or `read` tell, and those whose theirs tell."""
    found: set[str] = set()
    new = {name, *_told_of(read)}
    while new:
        found |= new
        new = _told_of([expr for one in new for expr in exprs_of(settler, one)]) - found
    return found


def _told_of(exprs: Sequence[Expr]) -> set[str]:
    return {fact.args[0] for expr in exprs for fact in facts_in(expr) if fact.name in _COMES_TO}


def tables_of(settler: Settler, name: str) -> list[object]:
    """All that settles a wager, without what does not bear on it: its tables, its declaration, its pay table."""
    book = settler.rulebook
    tables = [section.get(name) for section in (book.valid, book.stake, book.settle)]
    found: list[object] = [[_meaning(row) for row in table.rows] if table else None for table in tables]
    pay, wager = book.pay.get(name), settler.spec.wager(name)
    pays = pay and [
        replace(pay, place=Place(""), cites=(), rows=()),
        *(replace(r, place=Place(""), cites=()) for r in pay.rows),
    ]
    return [*found, pays, wager and replace(wager, place=Place(""), cites=())]


def exprs_in(row: Row) -> list[Expr]:
    """The condition and the amount of a row."""
    return [row.when, *([row.then.amount] if row.then.amount is not None else [])]


def exprs_of(settler: Settler, name: str) -> list[Expr]:
    """Every condition and amount that decides on a wager."""
    book, wager = settler.rulebook, settler.spec.wager(name)
    found: list[Expr] = []
    for section in (book.valid, book.stake, book.settle):
        table = section.get(name)
        for row in table.rows if table else ():
            found += exprs_in(row)
    for table in book.play.values():
        found += [row.then.amount for row in table.rows if row.then.wager == name and row.then.amount is not None]
    pay = book.pay.get(name)
    for pay_row in pay.rows if pay else ():
        found += [payout.amount for payout in pay_row.payouts if isinstance(payout, Prize)]
    found += [pay.at_most] if pay and pay.at_most is not None else []
    found += [expr for expr in (wager.equals, wager.allowed) if expr is not None] if wager is not None else []
    return found


def with_lists(pair: Pair, found: Verdict, exprs: Sequence[Sequence[Expr]]) -> Verdict:
    """A verdict that holds is none where only one of two specs reads an option that is a list of amounts.

    Such an option is taken as the rounds shown have it, and the other document may rule as that example happens to be.
    """
    lists = [
        {fact.name for expr in mine for fact in facts_in(expr)}
        & {o.name for o in s.spec.options if o.type.kind == "set"}
        for s, mine in zip(pair.both, exprs, strict=True)
    ]
    if found.status != HOLDS or lists[0] == lists[1]:
        return found
    names = ", ".join(f"`{name}`" for name in sorted(lists[0] ^ lists[1]))
    return replace(found, status=UNKNOWN, reason=f"{names} {LISTED}")


def speaks_of_others(expr: Expr) -> bool:
    return any(isinstance(node, Quantified | Count) for node in walk(expr)) and bool(facts_in(expr))
