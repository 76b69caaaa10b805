"""Interpreter against prover: rounds without irregularities, settled by the engine and read as formulas.

A round that settles is a model of the scene's rules and one that is refused is none; each of its wagers comes to the
result, the net and the stake that the formulas give.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import invented
import pytest
from cases.test_cases import HANDED
from differential.sampled import drawn, written
from pinning import At, Unspoken, at_round, completed, one_word, read
from playing import CARD_GAMES
from sampling import first

from rulespec.domains.base import DEALING, RoundFault, Ruled
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.model.round import Round, WagerOutcome
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.smt.as_written import exprs_of
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.outcomes import Outcome, usual
from rulespec.prove.smt.risks import Risks, stakes_read
from rulespec.prove.smt.scene import Scene

SPECS = (*CARD_GAMES, invented.BELLS, "harbour/lamp-and-tide")
MANY = 1_500
SOME = 90


@cache
def settler_of(name: str) -> Settler:
    shelf = Library(invented.SPECS) if name.startswith("harbour/") else Library()
    return Settler(shelf.load(name))


class Reading:
    """The formulas of one spec's usual play, made once."""

    def __init__(self, settler: Settler) -> None:
        self.settler = settler
        self.scene = Scene([settler], settler.game)
        self.side = self.scene.sides[0]
        self.risks: Risks = self.scene.risks()
        self.outcomes: dict[str, Outcome] = {
            wager.name: usual(self.side, self.risks, wager.name) for wager in settler.spec.wagers
        }
        names = [wager.name for wager in settler.spec.wagers]
        self.told = {name: self.risks.told(stakes_read(exprs_of(settler, name)) - {name}) for name in names}
        self.side.terms.read.update(self.side.settings.settings)
        self.rules: Formula = self.scene.lawful_play()


@cache
def reading(name: str) -> Reading:
    return Reading(settler_of(name))


def handed(spec: str) -> list[dict[str, Any]]:
    """The cases handed in, where there are any."""
    found = []
    for file in sorted(Path(HANDED).glob("*.jsonl")) if Path(HANDED).is_dir() else ():
        cases = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
        found += [{k: v for k, v in case.items() if k not in ("why", "note", "accept")} for case in cases]
    return [case for case in found if case.get("spec") == spec]


def disturbed(chance: random.Random, rounds: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rounds, some of them with an act too few, too many, or in place of another, or without a first wager."""
    for round_ in rounds:
        yield round_
        if chance.random() < 0.5:
            (player,) = round_["players"]
            actions = list(player["actions"])
            match chance.choice(("fewer", "other", "wager", "none")):
                case "fewer" if actions:
                    actions.pop(chance.randrange(len(actions)))
                case "other" if actions:
                    place = chance.randrange(len(actions))
                    word = chance.choice(("check", "fold"))
                    actions[place] = {"stage": actions[place]["stage"], "do": word}
                case "wager":
                    wagers = dict(player["wagers"])
                    wagers.pop(chance.choice(list(wagers)))
                    player = {**player, "wagers": wagers}
                case _:
                    continue
            yield {**round_, "players": [{**player, "actions": actions}]}


def settled(settler: Settler, played: Round) -> Mapping[str, WagerOutcome] | str:
    """The first hand's wagers, or why the round is refused."""
    try:
        return settler.settle(played)[played.players[0].seat].wagers
    except RoundFault as error:
        return str(error)


def shows_something(settler: Settler, played: Round) -> bool:
    """Whether the round itself shows an irregularity."""
    hands = []
    for player, dealt in zip(played.players, settler.game.dealt(played), strict=True):
        facts: dict[str, Any] = dict(dealt.facts)
        settler.acts.play(player, facts)
        hands.append((player, facts))
    return bool(settler.irregularities.shown(hands, []))


def lacks_a_prize(settler: Settler, refused: str) -> bool:
    """Whether a round is refused for what a jackpot's prize needs to be told, and for nothing else."""
    wagers = re.findall(r"seat \d+, (\w+): the option", refused)
    return len(wagers) == len(refused.split("; ")) and settler.shared.issuperset(wagers)


def assert_alike(settler: Settler, at: At, name: str, mine: Outcome, outcome: WagerOutcome) -> None:
    """That the formulas say of a wager what the engine does."""
    result = "void" if outcome.result in WITHOUT_RESULT else outcome.result
    carried = result == "void" and "carried" in outcome.disposition
    assert one_word(at, mine.words) == ("carried" if carried else result)
    if outcome.net is not None and (name not in settler.shared or result != "win"):
        assert at.number(mine.net) == outcome.net


DEALT = Ruled("", ())


def held(name: str, rounds: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Rounds held against the formulas; how many of which kind."""
    found = Counter[str]()
    settler, formulas = settler_of(name), reading(name)
    for data in rounds:
        try:
            played = read(completed(settler, data))
            if played.events:
                continue
            if any(seen.facts.get(DEALING, DEALT).problem for seen in settler.game.dealt(played)):
                found["a deal that rules leave open"] += 1  # no formula is about these
                continue
            at = at_round(formulas.scene, played)
        except (LoadError, RoundFault, Unspoken) as error:
            found[f"left out: {error}" if isinstance(error, Unspoken) else "unreadable"] += 1
            continue
        wagers, shown = settled(settler, played), shows_something(settler, played)
        if isinstance(wagers, str) and lacks_a_prize(settler, wagers):
            found["left out: a prize that turns on an option"] += 1
            continue
        model = at.pinned.possible and at.truth(formulas.rules)
        assert model == (not isinstance(wagers, str) and not shown), (data, wagers)
        found["shows something" if shown else "refused" if isinstance(wagers, str) else "settled"] += 1
        if not model or isinstance(wagers, str):
            continue
        for wager, outcome in wagers.items():
            if not at.truth(formulas.told[wager]):
                found["stake of another left open"] += 1
                continue
            try:
                compare(formulas, at, wager, outcome)
            except AssertionError as error:
                raise AssertionError(f"{wager}: {error} against {outcome} in {json.dumps(data)}") from None
            found[outcome.result] += 1
    return found


def compare(formulas: Reading, at: At, wager: str, outcome: WagerOutcome) -> None:
    if wager in formulas.settler.shared and outcome.result in ("win", "undetermined", "conflict"):
        return  # prizes, which turn on other hands, are held against their own tables
    assert_alike(formulas.settler, at, wager, formulas.outcomes[wager], outcome)
    if outcome.stake is not None:
        assert at.number(formulas.risks.of[wager].amount) == outcome.stake


def sample(name: str, count: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(f"{name} {count}")
    return disturbed(chance, drawn(chance, settler_of(name), count))


@pytest.mark.parametrize("name", first(SPECS, 2))
def test_rounds_settle_as_their_formulas_say(name: str) -> None:
    found = held(name, sample(name, SOME))
    assert found["settled"] > SOME / 4, found
    assert found["refused"] > 1, found


@pytest.mark.slow
@pytest.mark.parametrize("name", first(SPECS, 8))
def test_thousands_of_rounds_settle_as_their_formulas_say(name: str) -> None:
    found = held(name, sample(name, MANY))
    assert {"settled", "refused", "win", "lose"} <= {key for key, count in found.items() if count > 20}, found


@pytest.mark.parametrize("name", sorted(Library().ids()))
def test_written_cases_settle_as_their_formulas_say(name: str) -> None:
    assert held(name, written(name))["settled"] > 0


@pytest.mark.parametrize("name", sorted(Library().ids()))
def test_cases_handed_in_settle_as_their_formulas_say(name: str) -> None:
    cases = handed(name)
    if not cases:
        pytest.skip(f"no cases of {name} are handed in")
    held(name, cases)


MORE_THAN_ALL = (({"straight_flush_share": "1.5"}, False), ({"straight_flush_share": 1}, True))


def test_a_number_of_an_option_may_be_none() -> None:
    """A count or a share of 0 is one that a round may give; an amount of 0 is not, nor a share above all."""
    name = "nsw/texas-holdem-bonus"
    deal = {"board": "2c 3d 4h 9s Ts", "dealer": "Ac Kd"}
    player = {"seat": 1, "cards": "7h 8d", "wagers": {"ante": 10}, "actions": [{"stage": "pre_flop", "do": "fold"}]}
    round_ = {"id": "r", "spec": name, **deal, "players": [player]}
    for options, settles in (({"straight_flush_share": 0}, True), ({"jackpot_meter": 0}, False), *MORE_THAN_ALL):
        found = held(name, [{**round_, "options": options}])
        assert found["settled"] == settles, found
