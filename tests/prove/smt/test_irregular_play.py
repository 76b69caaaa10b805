"""Interpreter against prover: rounds with irregularities, one or two of them, at tables of one hand or two.

A round that the formulas allow is one that settles, and comes to what they say of the first hand's wagers; a round that
settles is allowed, unless it is of a kind that no question is asked about (`spoken_of`).
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import pytest
from differential.rounds import limit_sets, made, plain
from differential.sampled import written
from pinning import At, Unspoken, at_round, completed, read
from playing import CARD_GAMES
from sampling import first
from test_usual_play import assert_alike, handed, lacks_a_prize, settled, settler_of

from rulespec.domains.base import RoundFault
from rulespec.domains.cards import DECK, cards_text
from rulespec.engine.happened import Happened, as_recorded
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler, _with_given
from rulespec.errors import LoadError
from rulespec.lang.evaluate import PLAYERS, truth
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.model.expr import Constant
from rulespec.model.round import Round
from rulespec.model.vocabulary import Concept
from rulespec.prove.smt.as_written import exprs_of
from rulespec.prove.smt.irregular import irregular
from rulespec.prove.smt.risks import Risks, stakes_read
from rulespec.prove.states import placements, states

LAMP = "harbour/lamp-and-tide"
SPECS = (*CARD_GAMES, LAMP)
ROUNDS = 6  # of each kind in the fast form
MANY = 60


class Reading:
    """The formulas of some irregularities under one spec, made once."""

    def __init__(self, settler: Settler, names: Sequence[str], seats: int) -> None:
        self.settler = settler
        self.asked = irregular([settler], settler.game, names, seats)
        (self.side,) = self.asked.scene.sides
        self.risks: Risks = self.asked.scene.risks()
        wagers = [wager.name for wager in settler.spec.wagers]
        self.outcomes = {name: self.asked.fates[0].outcome(self.risks, name) for name in wagers}
        self.told = {name: self.risks.told(stakes_read(exprs_of(settler, name)) - {name}) for name in wagers}
        self.side.terms.read.update(self.side.settings.settings)
        self.rules = self.asked.logic.all([*self.asked.rules, self.asked.scene.lawful_play()])


@cache
def reading(name: str, events: tuple[str, ...], seats: int) -> Reading:
    return Reading(settler_of(name), events, seats)


# Rounds.


def eventful(
    chance: random.Random, settler: Settler, names: Sequence[str], seats: int, count: int
) -> Iterator[dict[str, Any]]:
    """Rounds with these irregularities in this order, at random stages, with anything that a round may say of them."""
    spec, stages = settler.spec, settler.acts.stages
    limits = list(limit_sets(spec, [option.name for option in spec.options][:3]))
    named = sorted(
        {
            fact.args[0]
            for name in names
            if (rules := settler.rulebook.events.get(name)) is not None and rules.occurs is not None
            for fact in facts_in(rules.occurs)
            if fact.args
        }
    )
    for _ in range(count):
        options = chance.choice(limits) if chance.random() < 0.3 else limits[0]
        known, _ = option_facts(spec, options)
        cards = chance.sample(DECK, 7 + 2 * seats)
        deal = {"board": cards_text(cards[:5]), "dealer": cards_text(cards[5:7])}
        at = sorted(chance.randrange(len(stages)) for _ in names)
        round_: dict[str, Any] = {}
        for seat in range(seats):
            wagers = dict(chance.choice(list(placements(spec, [wager.name for wager in spec.wagers]))))
            for wager in named:
                if chance.random() < 0.5:
                    wagers.pop(wager, None)
            found = list(states(settler, wagers, known))
            hand = cards_text(cards[7 + 2 * seat : 9 + 2 * seat])
            mine = made(settler, chance.choice(found), {**deal, "cards": hand}, options)
            (player,) = mine["players"]
            if chance.random() < 0.7:
                player["actions"] = [act for act in player["actions"] if stages.index(act["stage"]) < chance.choice(at)]
            if chance.random() < 0.3 and player["wagers"]:
                player["wagers"][chance.choice(list(player["wagers"]))] = chance.choice((5, 15, 20))
            player["seat"] = seat + 1
            round_ = {**mine, "players": [*round_.get("players", ()), player]}
        events = [_record(chance, settler, name, stages[stage], seats) for name, stage in zip(names, at, strict=True)]
        yield {**round_, "events": events}


def _record(chance: random.Random, settler: Settler, name: str, stage: str, seats: int) -> dict[str, Any]:
    vocabulary = settler.spec.vocabulary
    concept = vocabulary.events[name]
    record: dict[str, Any] = {"event": name, "stage": stage}
    if "seat" in concept.facts:
        record["seat"] = chance.randrange(seats + (concept.scope == "round")) + 1
    about = [vocabulary.facts[f"event.{fact}"] for fact in concept.facts if f"event.{fact}" in vocabulary.facts]
    for fact in about:
        if fact.name in ("event.seat", "event.stage") or fact.type.kind not in ("truth", "enum", "amount", "number"):
            continue
        given = _value(chance, settler, name, fact)
        if fact.of_seats:
            record[fact.name.removeprefix("event.")] = chance.randrange(seats + 1) + 1
        else:
            record |= as_recorded(vocabulary, {fact.name: given})
    rules = settler.rulebook.events.get(name)
    if rules is not None and rules.choices:
        record["elections"] = {str(seat + 1): chance.choice(list(rules.choices)) for seat in range(seats)}
    return record


def _value(chance: random.Random, settler: Settler, event: str, fact: Concept) -> Any:
    kind = fact.type.kind
    if kind == "truth":
        return chance.random() < 0.5
    if kind == "enum":
        spoken = _spoken_of(settler, event, fact.name) if fact.discretion else []
        return chance.choice(spoken or list(range(len(settler.spec.vocabulary.lists[fact.type.of]))))
    return plain(chance.choice((1, 5, 10, 12, 15, 30))) if fact.unit == "dollars" else chance.randrange(5)


def _spoken_of(settler: Settler, event: str, key: str) -> list[int]:
    rules = settler.rulebook.events.get(event)
    conditions = [node for row in (rules.table.rows if rules else ()) for node in walk(row.when)]
    about = [node for node in conditions if {fact.name for fact in facts_in(node)} == {key}]
    return sorted({one.index for node in about for one in walk(node) if isinstance(one, Constant)})


# What they come to.


def spoken_of(settler: Settler, played: Round, recorded: Sequence[Happened]) -> bool:
    """Whether a round that settles is of a kind that proofs are about.

    They are not about acts that stop before an irregularity, wagers missing for no reason, or an irregularity that is
    recorded where the round does not show it, or shown where it is not recorded.
    """
    options, _ = option_facts(settler.spec, _with_given(settler.spec, played.options, recorded))
    everyone: list[dict[str, Any]] = []
    for player, dealt in zip(played.players, settler.game.dealt(played), strict=True):
        facts: dict[str, Any] = {**options, **dealt.facts, PLAYERS: everyone}
        done, wrong = settler.acts.play(player, facts)
        everyone.append(facts)
        if wrong or (done.waits_at is not None and any(event.stage > done.waits_at for event in recorded)):
            return False
    hands = list(zip(played.players, everyone, strict=True))
    if settler.irregularities.shown(hands, recorded):
        return False
    for event in recorded:
        rules = settler.rulebook.events.get(event.name)
        if rules is not None and rules.occurs is not None:
            concerned = [facts for player, facts in hands if not event.seats or player.seat in event.seats]
            if not all(truth(rules.occurs)(facts) is True for facts in concerned):
                return False
    for player, facts in hands:
        if not any(facts[f"placed({wager.name})"] for wager in settler.spec.wagers):
            return False
        for wager in settler.spec.wagers:
            if wager.required and not facts[f"placed({wager.name})"]:
                about = [
                    settler.rulebook.events[event.name].occurs
                    for event in recorded
                    if event.name in settler.rulebook.events and (not event.seats or player.seat in event.seats)
                ]
                named = [fact for occurs in about if occurs is not None for fact in facts_in(occurs)]
                if not any((fact.name, fact.args) == ("placed", (wager.name,)) for fact in named):
                    return False
    return True


def held(name: str, rounds: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Rounds held against the formulas of their irregularities; how many of which kind."""
    found, settler = Counter[str](), settler_of(name)
    for data in rounds:
        data = completed(settler, data)
        try:
            played = read(data)
            recorded = settler.irregularities.recorded(played)
            names = tuple(event.name for event in recorded)
            if not names:
                continue
            formulas = reading(name, names, len(played.players))
            at = at_round(formulas.asked.scene, played, formulas.asked.events, recorded)
        except Unspoken as error:
            found[f"left out: {error}"] += 1
            continue
        except (LoadError, RoundFault):
            found["unreadable"] += 1
            continue
        wagers = settled(settler, played)
        if isinstance(wagers, str) and lacks_a_prize(settler, wagers):
            continue
        model = at.pinned.possible and at.truth(formulas.rules)
        assert not model or not isinstance(wagers, str), f"allowed, and refused: {wagers}\n{json.dumps(data)}"
        if not model:
            strange = isinstance(wagers, str) or not spoken_of(settler, played, recorded)
            assert strange, f"settles, and is not allowed: {json.dumps(data)}"
            found["refused" if isinstance(wagers, str) else "not spoken of"] += 1
            continue
        assert not isinstance(wagers, str)
        found["settled"] += 1
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


def compare(formulas: Reading, at: At, wager: str, outcome: Any) -> None:
    if wager in formulas.settler.shared and outcome.result in ("win", "undetermined", "conflict"):
        return  # prizes, which turn on other hands, are held against their own tables
    assert_alike(formulas.settler, at, wager, formulas.outcomes[wager], outcome)


def alone(name: str) -> list[tuple[str, ...]]:
    return [(event,) for event in settler_of(name).rulebook.events]


def pairs(name: str, count: int) -> list[tuple[str, ...]]:
    chance, known = random.Random(f"pairs of {name}"), list(settler_of(name).rulebook.events)
    return [(chance.choice(known), chance.choice(known)) for _ in range(count)]


def sample(name: str, events: Iterable[tuple[str, ...]], seats: int, count: int) -> Iterator[dict[str, Any]]:
    for names in events:
        yield from eventful(random.Random(f"{name} {names} {seats}"), settler_of(name), names, seats, count)


@pytest.mark.parametrize("name", first(SPECS, 2))
def test_rounds_with_an_irregularity_settle_as_their_formulas_say(name: str) -> None:
    some = random.Random(name).sample(alone(name), 7)
    found = held(name, chain(sample(name, some, 1, ROUNDS), sample(name, some[:2], 2, ROUNDS)))
    assert found["settled"] > 10, found
    assert found["refused"] > 0, found


@pytest.mark.parametrize("name", SPECS)
def test_rounds_with_two_irregularities_settle_as_their_formulas_say(name: str) -> None:
    found = held(name, chain(sample(name, pairs(name, 3), 1, ROUNDS), sample(name, pairs(name, 1), 2, ROUNDS)))
    assert found["settled"] > 3, found


@pytest.mark.parametrize("name", first([LAMP, "crown-perth/crown-holdem-poker"], 1))
def test_a_hand_that_shows_what_befell_another_is_no_table_to_prove_about(name: str) -> None:
    """The round then shows a further irregularity, and is refused for what it does not say of it."""
    price = {LAMP: {"pot_price": 10}}.get(name, {"level_1_jackpot_wager": 10})
    shown = [(event,) for event, rules in settler_of(name).rulebook.events.items() if rules.occurs is not None]
    rounds = ({**one, "options": {**one.get("options", {}), **price}} for one in sample(name, shown, 2, 60))
    assert held(name, rounds)["refused"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("name", SPECS)
def test_many_rounds_with_irregularities_settle_as_their_formulas_say(name: str, seats: int) -> None:
    events = [*alone(name), *pairs(name, 60)]
    found = held(name, sample(name, events, seats, MANY // seats))
    assert found["settled"] > len(events), found


@pytest.mark.parametrize("name", first(SPECS, 2))
def test_cases_with_irregularities_settle_as_their_formulas_say(name: str) -> None:
    cases = [*written(name), *handed(name)]
    if not any(case.get("events") for case in cases):
        pytest.skip(f"no case of {name} has an irregularity")
    held(name, cases)
