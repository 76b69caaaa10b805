"""The common vocabulary: what specs may speak of, with types and plain-English titles."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespec.model.expr import Type


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry: what makes two specs comparable.

    `kind` is `wager fact option stage term class act role provision circumstance subject`; `takes` the kind of argument
    a fact is asked with (`wager`, `stage` or nothing); `source` where a fact's value comes from (`deal acts wagers
    options`); `yes` and `no` how the trace says it in plain words; `families` which families may use it (none: all).
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

    def title(self, name: str) -> str:
        """The plain-English title of anything named here, else the name itself with its underscores opened."""
        for kind in (self.wagers, self.facts, self.options, self.stages, self.acts, self.classes, self.terms):
            if name in kind:
                return kind[name].title
        return name.replace("_", " ")
