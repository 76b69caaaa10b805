"""What the names in a spec's conditions mean: the vocabulary, narrowed to what the spec declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespec.model.expr import CLASS, STAGE, Constant, Defined, Type
from rulespec.model.vocabulary import Concept

# Words of the language itself, which no concept may be called.
RESERVED = frozenset(
    "and or not in before after between always to any no every other players count of with it "
    "class larger smaller largest smallest rounded_up rounded_down".split()
)
MOST_LISTED = 20  # values in a hint
# Functions, with the fewest parts that each takes.
PICKS = {"larger": 2, "smaller": 2, "largest": 1, "smallest": 1, "rounded_up": 2, "rounded_down": 2}
ROUNDED = ("rounded_up", "rounded_down")  # an amount, and the unit of which it is made a multiple


@dataclass(frozen=True)
class Scope:
    """The names that may stand in a condition of one spec.

    `facts` are the vocabulary's facts, `options` the options the spec declares, with `by` (wager, stage, class, a list
    or nothing) in their `takes`; `stages` and `classes` are ordered, earliest and lowest first; `choices` are what
    players may choose in the event whose rules are read; `it` tells whether `it`, the wager being decided, has a
    meaning here.
    """

    facts: Mapping[str, Concept]
    options: Mapping[str, Concept]
    wagers: frozenset[str]
    stages: tuple[str, ...]
    classes: tuple[str, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    defined: Mapping[str, Defined] = field(default_factory=dict)
    it: bool = True
    choices: frozenset[str] = frozenset()

    def arguments(self, takes: str) -> frozenset[str]:
        """What a fact that takes a wager, a stage, a class, a choice or a value of a list may be asked with."""
        known = {"wager": self.wagers, "stage": self.stages, "class": self.classes, "choice": self.choices}
        return frozenset(known.get(takes, self.lists.get(takes, ())))

    def constants(self, name: str) -> tuple[Constant, ...]:
        """Every list value that `name` can be: a class of hand, a stage, a value of one of the vocabulary's lists."""
        found = []
        if name in self.classes:
            found.append(Constant(name, CLASS, self.classes.index(name)))
        if name in self.stages:
            found.append(Constant(name, STAGE, self.stages.index(name)))
        for title, values in self.lists.items():
            if name in values:
                found.append(Constant(name, Type("enum", title), values.index(name)))
        return tuple(found)

    def values(self, kind: Type) -> tuple[str, ...]:
        """The names of all values of a listed kind: classes, stages, the values of one of the vocabulary's lists."""
        if kind.kind in ("class", "hand"):
            return self.classes
        return self.stages if kind.kind == "stage" else self.lists.get(kind.of, ()) if kind.kind == "enum" else ()

    def fitting(self, kind: Type) -> list[str]:
        """The names that may be compared with a value of a listed kind; none where the kind lists no values."""
        kinds = ("class", "hand") if kind.kind in ("class", "hand") else (kind.kind,)
        named = {**self.facts, **self.options}
        facts = [n for n, concept in named.items() if concept.type.kind in kinds and concept.type.of == kind.of]
        return [*self.values(kind), *facts] if kind.kind in ("class", "hand", "stage", "enum") else []

    def offer(self, kind: Type) -> str:
        """A hint that lists the values of an enumerated kind; "" for any other."""
        values = self.lists.get(kind.of, ()) if kind.kind == "enum" else ()
        listed = ", ".join(f"`{value}`" for value in values[:MOST_LISTED])
        more = f" or {len(values) - MOST_LISTED} more" if len(values) > MOST_LISTED else ""
        return f"`{kind.of}` lists {listed}{more}" if values else ""

    def known(self) -> list[str]:
        """Every name that has a meaning here, for the nearest one to a misspelt name."""
        names = {*self.facts, *self.options, *self.wagers, *self.stages, *self.classes, *self.defined, *PICKS, "class"}
        return sorted(names.union(*self.lists.values()))
