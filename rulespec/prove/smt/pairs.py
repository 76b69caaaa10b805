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
from rulespec.load.amounts import shown as amount_text
from rulespec.load.rounds import read_round
from rulespec.model.finding import Json
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.model.rows import Table
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

LACKING = "it differs for a hand without the first wagers that it needs, which only an irregularity can bring about"
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
