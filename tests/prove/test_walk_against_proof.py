"""What is walked against what is proved: every situation with a problem lies in a class, and no other one does.

The walk of irregularities knows the first stage and the end only, and one amount of each wager: proofs may find more.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from playing import asked, shipped
from sampling import first

from rulespec.engine.decide import agreed
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import truth
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.prove.event_proofs import EventClass, event_report
from rulespec.prove.events import Happening, happenings
from rulespec.prove.questions import ask
from rulespec.prove.universe import atoms_of, situations

SPECS = tuple(sorted(Library().ids()))
KINDS = {"gap": "undetermined", "conflict": "conflict"}
QUESTIONS = {"complete": "undetermined", "consistent": "conflict"}
FEW, MOST = 3, 2_000  # irregularities of each spec, and situations of each, in the fast form


def claimed(classes: list[EventClass], wager: str, happening: Happening) -> set[str]:
    """What the classes say of a wager in a situation."""
    return {
        KINDS[one.kind]
        for one in classes
        if wager in one.wagers and (one.condition is None or truth(one.condition)(happening.before) is True)
    }


def walk_of(settler: Settler, name: str, most: int | None) -> Iterator[Happening]:
    return islice(happenings(settler, name, settler.rulebook.events[name]), most)


def held_event(settler: Settler, name: str, most: int | None) -> Counter[str]:
    classes = event_report(settler, [name]).classes
    unsure = {wager for one in classes if one.condition is None for wager in one.wagers}
    found = Counter[str]()
    for happening in walk_of(settler, name, most):
        for wager, problem in happening.problems.items():
            said = claimed(classes, wager, happening)
            found[problem or "settled"] += 1
            if problem:
                assert problem in said, (name, wager, problem, happening.record, happening.state, happening.deal.deal)
            elif wager not in unsure:
                assert not said, (name, wager, said, happening.record, happening.state, happening.deal.deal)
    for one in classes:
        round_ = read_round(dict(one.round), Place("round"))
        wagers = settler.settle(round_)[round_.players[0].seat].wagers
        assert {wagers[wager].result for wager in one.wagers} == {PROBLEMS[one.kind]}
    return found


@pytest.mark.parametrize("name", first(SPECS, 8))
def test_irregularities_walked_are_irregularities_proved(name: str) -> None:
    settler = shipped(name)
    some = random.Random(name).sample(list(settler.rulebook.events), FEW)
    found = sum((held_event(settler, event, MOST) for event in some), Counter[str]())
    assert sum(found.values()) > 0, found


@pytest.mark.slow
@pytest.mark.parametrize("name", first(SPECS, 8))
def test_all_irregularities_walked_are_irregularities_proved(name: str) -> None:
    settler = shipped(name)
    found = sum((held_event(settler, event, None) for event in settler.rulebook.events), Counter[str]())
    assert found["undetermined"] > 0, found
    assert found["settled"] > 100, found


def verdict_of(settler: Settler, question: str, key: str) -> Verdict:
    (found,) = ask(settler, question, lambda each: each == key)
    return found


def held_table(settler: Settler, section: str, wager: str) -> Counter[str]:
    """Every case of a table, with what is proved of it."""
    table = getattr(settler.rulebook, section)[wager]
    decider = (settler.settling if section == "settle" else settler.valid)[wager]
    verdicts = {word: verdict_of(settler, question, f"{section}/{wager}") for question, word in QUESTIONS.items()}
    claims = {
        word: asked(verdict.condition, settler.spec.id) for word, verdict in verdicts.items() if verdict.status == FAILS
    }
    assert {verdict.status for verdict in verdicts.values()} <= {HOLDS, FAILS}
    open_ = verdicts["undetermined"].basis == "assumed"
    found = Counter[str]()
    for case in situations(settler, table, atoms_of(settler, table)):
        word = agreed(decider.ask(case.facts).words)
        holding = {claim for claim, holds in claims.items() if holds(case.facts) is True}
        wanted = {word} & ({"conflict"} if open_ else {"undetermined", "conflict"})
        assert holding == wanted, (wager, word, holding, case.state, case.deal.deal)
        found[word] += 1
    for word, verdict in verdicts.items():
        if verdict.status == FAILS:
            assert found[word], (wager, word)
            round_ = read_round(dict(verdict.witness[settler.spec.id]), Place("round"))
            assert settler.settle(round_)[1].wagers[wager].result == word
    return found


@pytest.mark.parametrize("name", first(SPECS, 2))
def test_tables_walked_are_tables_proved(name: str) -> None:
    settler = shipped(name)
    every = [(section, wager) for section in ("valid", "settle") for wager in getattr(settler.rulebook, section)]
    assert sum((held_table(settler, *one) for one in every), Counter[str]()), every
