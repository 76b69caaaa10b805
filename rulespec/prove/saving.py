"""Rounds that proofs have shown, as cases that can be run again."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.proof import Verdict
from rulespec.model.round import WagerOutcome


def cases_of(settlers: Sequence[Settler], verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Each round with what settling it gives as `expect` and the claim that it refutes as `why`.

    Rounds that go no further than a decision are no cases: nothing is settled in them.
    """
    by_id = {settler.spec.id: settler for settler in settlers}
    found: dict[str, dict[str, Any]] = {}
    for verdict in verdicts:
        for name, round_ in verdict.witness.items():
            settler = by_id.get(name) or settlers[-1]
            case = _case(settler, round_, verdict)
            if case is not None:
                label = case["id"]
                number = sum(key.split(" #")[0] == label for key in found)
                case["id"] = f"{label}-{number + 1}" if number else label
                found[f"{label} #{number}"] = case
    return list(found.values())


def _case(settler: Settler, round_: Mapping[str, Any], verdict: Verdict) -> dict[str, Any] | None:
    try:
        seats = settler.settle(read_round(dict(round_), Place("round")))
    except RoundFault:
        return None
    expect = {
        str(seat): {name: _expected(outcome) for name, outcome in hand.wagers.items()} for seat, hand in seats.items()
    }
    condition = f" when {verdict.condition}" if verdict.condition else ""
    why = f"{verdict.question}: {verdict.subject}{condition}"
    return {**round_, "expect": expect, "why": why}


def _expected(outcome: WagerOutcome) -> dict[str, Any]:
    net = {} if outcome.net is None else {"net": shown(outcome.net)}
    return {"result": outcome.result, **net, "cites": list(outcome.cites)}
