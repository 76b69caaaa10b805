"""The odds of wagers on what a spec lists: every outcome is settled by the engine, and counted by its weight.

Nothing is decided in such a game, so that each wager has odds by itself, whoever plays how.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from rulespec.domains.base import Game, RoundFault
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import UsageError
from rulespec.model.odds import Odds, OpenCase, ResultOdds, WagerOdds
from rulespec.model.round import Player, Round, WagerOutcome
from rulespec.model.spec import Spec


@runtime_checkable
class Listed(Protocol):
    """A game all of whose outcomes can be listed, as fields of a round with a weight."""

    def listed(self) -> Sequence[tuple[Mapping[str, Any], int]]: ...


@dataclass(frozen=True, slots=True)
class _Found:
    """One settled outcome: its share of all rounds, what became of the wager, and the pay row of a win."""

    share: Fraction
    outcome: WagerOutcome
    row: str


def can_list(spec: Spec, game: Game) -> bool:
    """Whether all that a spec's rounds come to is listed: no decision is made, and every outcome is known."""
    return isinstance(game, Listed) and not spec.stages


def listed_odds(spec: Spec, options: Mapping[str, Any], wagers: Sequence[str] = (), interpreted: bool = False) -> Odds:
    """The odds of each wager (or of those named), placed by itself with a stake of 1.

    `options` are as rounds give them; those that a round must give and that are missing have the spec's example. A
    wager that the document leaves open in some case has no figure: its open cases are listed instead. Raises
    `UsageError` where the options are refused or a wager cannot be placed so.
    """
    settler = Settler(spec, interpreted=interpreted)
    assert isinstance(settler.game, Listed)
    assumed = {one.name: one.example for one in spec.options if one.missing == "error" and one.name not in options}
    chosen = {**assumed, **options}
    facts, faults = option_facts(spec, chosen)
    if faults:
        raise _refused(RoundFault(*faults))
    alone, open_cases, notes = [], [], [_assumption(name, value) for name, value in assumed.items()]
    for name in [wager.name for wager in spec.wagers if not wagers or wager.name in wagers]:
        found = _settled(settler, settler.game, name, chosen, facts)
        left = _open(name, found)
        open_cases += left
        if left:
            share = sum((case.share for case in left), Fraction(0))
            notes.append(f"`{name}` has no single figure: the document leaves it open in {share} of all rounds.")
            continue
        alone.append(_odds(name, found))
        if not _in_proportion(found, _settled(settler, settler.game, name, chosen, facts, 2)):
            notes.append(f"What `{name}` pays is not in proportion to its stake; its figures are for a stake of 1.")
    shown = {name: _shown(value) for name, value in chosen.items()}
    unit = spec.wagers[0].name if spec.wagers else ""
    return Odds(spec.id, spec.document, shown, unit, {}, (), tuple(alone), tuple(open_cases), tuple(notes))


def _settled(
    settler: Settler, game: Listed, wager: str, options: Mapping[str, Any], facts: Mapping[str, Any], stake: int = 1
) -> list[_Found]:
    listed = game.listed()
    total = sum(weight for _, weight in listed)
    payer = settler.payers.get(wager)
    found = []
    for deal, weight in listed:
        played = Round("odds", settler.spec.id, (Player(1, None, {wager: stake}, ()),), options, **deal)
        try:
            outcome = settler.settle(played)[1].wagers[wager]
        except RoundFault as fault:
            raise _refused(fault) from None
        row = payer.row_of({**facts, **settler.game.facts_of(deal)}) if payer and outcome.result == "win" else None
        found.append(_Found(Fraction(weight, total), outcome, row.key if row else ""))
    return found


def _odds(name: str, found: Sequence[_Found]) -> WagerOdds:
    nets = [(one.share, Fraction(one.outcome.net or 0)) for one in found]
    net = sum((share * each for share, each in nets), Fraction(0))
    square = sum((share * each**2 for share, each in nets), Fraction(0))
    results: dict[tuple[str, str, Fraction], tuple[Fraction, dict[str, None]]] = {}
    for one, (share, each) in zip(found, nets, strict=True):
        key = (one.outcome.result, one.row, each)
        before, cites = results.get(key, (Fraction(0), {}))
        results[key] = (before + share, {**cites, **dict.fromkeys(one.outcome.cites)})
    told = tuple(
        ResultOdds(result, row, each, share, tuple(cites)) for (result, row, each), (share, cites) in results.items()
    )
    return WagerOdds(name, Fraction(1), Fraction(1), net, square - net**2, told)


def _open(name: str, found: Sequence[_Found]) -> list[OpenCase]:
    """The cases without an answer, those with the same clauses together."""
    cases: dict[tuple[str, tuple[str, ...]], Fraction] = {}
    for one in found:
        if one.outcome.net is None:
            key = (one.outcome.result, tuple(one.outcome.cites))
            cases[key] = cases.get(key, Fraction(0)) + one.share
    return [OpenCase(name, state, share, cites) for (state, cites), share in cases.items()]


def _in_proportion(one: Sequence[_Found], two: Sequence[_Found]) -> bool:
    """Whether twice the stake nets twice as much, whatever comes up."""
    return all(
        first.outcome.net is None or second.outcome.net == first.outcome.net * 2
        for first, second in zip(one, two, strict=True)
    )


def _assumption(name: str, value: Any) -> str:
    return f"`{name}` is not given; the spec's example, {_shown(value)}, is taken."


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_shown(part)}" for key, part in value.items())
    return "/".join(map(_shown, value)) if isinstance(value, list | tuple) else str(value)


def _refused(fault: RoundFault) -> UsageError:
    said = [f"{one.message}{f' ({one.hint})' if one.hint else ''}" for one in fault.faults]
    return UsageError("; ".join(said))
