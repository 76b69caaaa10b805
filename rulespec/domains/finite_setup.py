"""The experiments that a spec declares: read from its section `experiment`, and held against its vocabulary."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulespec.domains.base import SetupFault
from rulespec.domains.finite_dice import MOST_THROWS, Dice, measure, named, offered
from rulespec.domains.finite_experiment import Experiment, Outcome
from rulespec.load.nearest import nearest
from rulespec.model.spec import Spec

SECTION = "experiment"
DEFAULT_NAME = "outcome"
NO_FACTS = ("weight", "cite")  # keys of an outcome that say nothing of what comes up
_WHOLE = re.compile(r"-?[0-9]{1,18}")


class _Unfit(Exception):
    """A value that a fact of the experiment cannot have."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def read_experiments(spec: Spec) -> tuple[str, str, tuple[Experiment, ...]]:
    """What rounds call the outcome, what they call the experiment ("" where there is one), and the experiments.

    Raises `SetupFault` with everything that is wrong with them.
    """
    section = spec.setup.get(SECTION)
    if section is None:
        raise SetupFault(SECTION, "the spec declares no experiment", "add `experiment`, with its outcomes")
    reader = _Reader(spec, section.get("name", DEFAULT_NAME), section.get("by", ""))
    experiments = tuple(reader.experiments(section))
    if not reader.faults:
        reader.check_alike(experiments)
    if reader.faults:
        first, *more = reader.faults
        raise SetupFault(first.section, str(first), first.hint, more)
    return reader.name, reader.by, experiments


class _Reader:
    """Reads one spec's experiments and collects whatever is wrong."""

    def __init__(self, spec: Spec, name: str, by: str) -> None:
        self.spec = spec
        self.name = name
        self.by = by
        self.faults: list[SetupFault] = []

    def wrong(self, path: str, message: str, hint: str = "") -> None:
        self.faults.append(SetupFault(path, message, hint))

    def experiments(self, section: Mapping[str, Any]) -> Iterator[Experiment]:
        """The experiments of the section, in its order."""
        if "dice" in section:
            yield self._thrown(section)
            return
        shared = section.get("outcomes", {})
        if not self.by:
            yield Experiment("", {one.name: one for one in self._listed(shared, f"{SECTION}.outcomes", {})})
            return
        if self.by == self.name:
            self.wrong(f"{SECTION}.by", f"`{self.by}` is also what comes up", "call the two by different names")
        if self.by in {option.name for option in self.spec.options}:
            self.wrong(f"{SECTION}.by", f"`{self.by}` is also an option of the spec", "call the two by different names")
        for place, (name, entry) in enumerate(section["each"].items()):
            path = f"{SECTION}.each.{name}"
            facts = dict(self._facts([(self.by, name)], path)) if self.by in self.spec.vocabulary.facts else {}
            own = entry.get("outcomes", {})
            for twice in sorted(own.keys() & shared.keys()):
                message = f"`{twice}` is an outcome of every `{self.by}`, and of `{name}` again"
                self.wrong(f"{path}.outcomes.{twice}", message, "give it once")
            outcomes = [
                *self._listed(shared, f"{SECTION}.outcomes", facts, tell=place == 0),
                *self._listed(own, f"{path}.outcomes", facts),
            ]
            if not outcomes:
                self.wrong(path, f"nothing can come up of `{name}`", "give it `outcomes`")
            yield Experiment(name, {one.name: one for one in outcomes}, None, facts)

    def _listed(
        self, outcomes: Mapping[str, Any], path: str, of_all: Mapping[str, Any], tell: bool = True
    ) -> list[Outcome]:
        """The outcomes of a list, all with the facts `of_all`. What is wrong is told only where `tell` asks for it."""
        before = len(self.faults)
        found = []
        for name, entry in outcomes.items():
            said = [(key, text) for key, text in entry.items() if key not in NO_FACTS]
            facts = {**of_all, **dict(self._facts(said, f"{path}.{name}"))}
            if self.name in self.spec.vocabulary.facts:
                facts.update(self._facts([(self.name, name)], f"{path}.{name}", whole=True))
            found.append(Outcome(name, int(Fraction(entry.get("weight", "1"))), facts))
        if not tell:
            del self.faults[before:]
        return found

    def _thrown(self, section: Mapping[str, Any]) -> Experiment:
        """A throw of dice, with what the spec measures of it."""
        dice = Dice(int(section["dice"]), int(section["faces"]))
        if dice.different > MOST_THROWS:
            message = f"{dice.count} dice with {dice.faces} faces show {dice.different:,} different throws"
            self.wrong(f"{SECTION}.dice", message, f"at most {MOST_THROWS:,} are gone through")
            return Experiment("", {})
        measures = {}
        for fact, text in section["facts"].items():
            path = f"{SECTION}.facts.{fact}"
            concept = self.spec.vocabulary.facts.get(fact)
            if concept is None or concept.source != "deal" or concept.type.kind != "number":
                dealt = [name for name, one in self.spec.vocabulary.facts.items() if one.source == "deal"]
                hint = nearest(fact, dealt) or "declare it under `facts` in the vocabulary, as a number of the deal"
                self.wrong(path, f"`{fact}` is no number that is told of what comes up", hint)
            try:
                measures[fact] = measure(text, dice)
            except ValueError as unfit:
                self.wrong(path, str(unfit), offered())
        throws = (
            Outcome(named(throw), ways, {fact: tell(throw) for fact, tell in measures.items()})
            for throw, ways in dice.throws()
        )
        return Experiment("", {one.name: one for one in throws}, dice)

    def _facts(self, said: list[tuple[str, str]], path: str, whole: bool = False) -> Iterator[tuple[str, Any]]:
        """The values of facts. With `whole` the fault is one of the entry, and not of a key in it."""
        for key, text in said:
            try:
                yield key, _fact_value(self.spec, key, text)
            except _Unfit as unfit:
                self.wrong(path if whole or key == self.by else f"{path}.{key}", str(unfit), unfit.hint)

    def check_alike(self, experiments: tuple[Experiment, ...]) -> None:
        """That the same facts are told of every outcome."""
        every = [(one, outcome) for one in experiments for outcome in one.outcomes.values()]
        first = every[0][1]
        for one, outcome in every[1:]:
            odd = sorted(set(outcome.facts) ^ set(first.facts))
            if odd:
                message = f"`{odd[0]}` is said of some outcomes and not of others (`{first.name}`, `{outcome.name}`)"
                own = f"{SECTION}.each.{one.name}.outcomes.{outcome.name}"
                known = one.name and own in self.spec.setup.get("places", {})
                self.wrong(own if known else f"{SECTION}.outcomes.{outcome.name}", message, "say it of every outcome")


def _fact_value(spec: Spec, key: str, text: str) -> Any:
    """The value that a text gives a fact. Raises `_Unfit`."""
    concept = spec.vocabulary.facts.get(key)
    if concept is None or concept.source != "deal" or concept.type.kind not in ("truth", "enum", "number", "amount"):
        dealt = [name for name, fact in spec.vocabulary.facts.items() if fact.source == "deal"]
        hint = nearest(key, dealt) or "declare it under `facts` in the vocabulary, with `source: deal`"
        raise _Unfit(f"`{key}` is no fact of what comes up", hint)
    if concept.type.kind == "truth":
        if text not in ("true", "false"):
            raise _Unfit(f"`{key}` is true or false, not `{text}`")
        return text == "true"
    if concept.type.kind == "enum":
        values = spec.vocabulary.lists[concept.type.of]
        if text not in values:
            raise _Unfit(f"`{text}` is no value of `{key}`", nearest(text, values) or f"one of {', '.join(values)}")
        return values.index(text)
    if not _WHOLE.fullmatch(text):
        raise _Unfit(f"`{key}` is a whole number, not `{text}`")
    return int(text)
