"""The common vocabulary: what specs may speak of, with types and plain-English titles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rulespec.model.expr import Type

OF_OUTCOME = "outcome"  # what an option takes that has a value for each thing that can come up: it is asked by none


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry: what makes two specs comparable.

    `kind` is `wager fact option stage term class act role provision circumstance subject`; `takes` the kind of argument
    a fact is asked with (`wager`, `stage`, `class`, `choice`, a list or nothing); `source` where a fact's value comes
    from (`deal acts wagers options event result`); `yes` and `no` how the trace says it in plain words; `families`
    which families may use it (none: all).

    Of facts of an event: `known_from` is a condition on the whole round that bounds it, `gives` the option that it
    gives, `discretion` whether it is a decision that the document leaves to somebody, `of_seats` whether the round
    names seats and a condition asks whether this hand is among them, `also` other names that rounds use for it and
    `values_also` other words for its values.

    Of options: `at_most` is the greatest value that it can have, where its meaning bounds it (a share).
    """

    name: str
    kind: str
    title: str
    type: Type
    unit: str = ""
    takes: str = ""
    source: str = ""
    yes: str = ""
    no: str = ""
    families: tuple[str, ...] = ()
    known_from: str = ""
    gives: str = ""
    discretion: bool = False
    of_seats: bool = False
    also: tuple[str, ...] = ()
    values_also: Mapping[str, str] = field(default_factory=dict)
    at_most: Fraction | None = None


@dataclass(frozen=True, slots=True)
class EventConcept:
    """An irregularity that may befall a round.

    `scope` is whose wagers it puts in question: `round` those of every hand, `hand` those of the hand that it befell,
    `wager` those that rules name, `amounts` none. `facts` are the names of what a round may say of it.
    """

    name: str
    title: str
    scope: str
    facts: tuple[str, ...]
    families: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All concepts by name, one name space a kind, and the named lists that enumerated facts draw from."""

    file: str
    wagers: Mapping[str, Concept]
    facts: Mapping[str, Concept]
    options: Mapping[str, Concept]
    stages: Mapping[str, Concept]
    acts: Mapping[str, Concept]
    classes: Mapping[str, Concept]
    terms: Mapping[str, Concept]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roles: Mapping[str, Concept] = field(default_factory=dict)
    provisions: Mapping[str, Concept] = field(default_factory=dict)
    circumstances: Mapping[str, Concept] = field(default_factory=dict)
    subjects: Mapping[str, Concept] = field(default_factory=dict)
    choices: Mapping[str, Concept] = field(default_factory=dict)
    events: Mapping[str, EventConcept] = field(default_factory=dict)

    def stage(self, name: str) -> str:
        """The plain-English title of a stage, which may be called as a wager is."""
        return self.stages[name].title if name in self.stages else name.replace("_", " ")

    def title(self, name: str) -> str:
        """The plain-English title of anything named here, else the name itself with its underscores opened."""
        for kind in (self.wagers, self.facts, self.options, self.stages, self.acts, self.classes, self.terms):
            if name in kind:
                return kind[name].title
        if name in self.events:
            return self.events[name].title
        return name.replace("_", " ")
