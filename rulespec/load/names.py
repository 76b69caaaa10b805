"""What a spec declares: wagers, stages, options, groups and definitions, held against the vocabulary."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from rulespec.lang.resolve import Unresolved, expression
from rulespec.lang.scope import RESERVED, Scope
from rulespec.lang.types import type_of
from rulespec.load.collect import Collector, clauses_of, items, mapping, text_of
from rulespec.load.nearest import nearest, nearest_name
from rulespec.load.nodes import Scalar, Sequence
from rulespec.load.parts import Part, Parts
from rulespec.model.expr import Defined
from rulespec.model.spec import Group
from rulespec.model.vocabulary import Concept, Vocabulary

_LATER = ("event", "result")  # facts that only rules on irregularities and on what follows from a result may read


@dataclass
class Names:
    """The names of one spec, and the scope in which its conditions are read."""

    vocabulary: Vocabulary
    family: str
    parts: Parts
    collector: Collector
    scope: Scope = field(init=False)
    groups: dict[str, Group] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for section, known in self._known():
            for part in self.parts.section(section):
                self._in_vocabulary(part, known, section)
        for section in ("groups", "define"):
            for part in self.parts.section(section):
                if part.name in RESERVED:
                    message = f"`{part.name}` is a word of the language of conditions"
                    self.collector.error("reserved-name", message, part.key.place)
        self.scope = Scope(
            facts=self._facts(),
            options=self._options(),
            wagers=frozenset(part.name for part in self.parts.section("wagers")),
            stages=tuple(part.name for part in self.parts.section("stages")),
            classes=self._classes(),
            lists=self.vocabulary.lists,
        )
        self._read_groups()
        self._read_definitions()

    def _known(self) -> Iterable[tuple[str, Mapping[str, Concept]]]:
        hands = {name: fact for name, fact in self.vocabulary.facts.items() if fact.type.kind == "hand"}
        yield "wagers", self.vocabulary.wagers
        yield "stages", self.vocabulary.stages
        yield "options", self.vocabulary.options
        yield "hands", hands

    def _in_vocabulary(self, part: Part, known: Mapping[str, Concept], section: str) -> None:
        concept = known.get(part.name)
        if concept is None:
            hint = nearest(part.name, known) or f"declare it under `{section}` in the vocabulary"
            message = f"the vocabulary has no `{part.name}`"
            self.collector.error("unknown-name", message, part.key.place, hint, name=part.name)
            self.collector.lose(part.name, nearest_name(part.name, known))
        elif self.family and concept.families and self.family not in concept.families and not part.inherited:
            families = ", ".join(f"`{name}`" for name in concept.families)
            message = f"`{part.name}` belongs to the family {families}, and this spec is of `{self.family}`"
            self.collector.error("wrong-family", message, part.key.place)

    def _facts(self) -> Mapping[str, Concept]:
        hands = {part.name for part in self.parts.section("hands")}
        known = self.vocabulary.facts.items()
        return {n: fact for n, fact in known if (fact.type.kind != "hand" or n in hands) and fact.source not in _LATER}

    def reading(self, *sources: str, choices: Iterable[str] = ()) -> "Names":
        """The same names for rules that may also speak of events and of what became of wagers."""
        more = {n: fact for n, fact in self.vocabulary.facts.items() if fact.source in sources}
        found = copy(self)
        found.scope = replace(self.scope, facts={**self.scope.facts, **more}, choices=frozenset(choices))
        return found

    def _options(self) -> Mapping[str, Concept]:
        declared = (part.name for part in self.parts.section("options"))
        return {name: self.vocabulary.options[name] for name in declared if name in self.vocabulary.options}

    def _classes(self) -> tuple[str, ...]:
        ranking = self.parts.whole("ranking")
        if ranking is None:
            return ()
        order = []
        listed = mapping(ranking.node).get("order")
        if not isinstance(listed, Sequence):
            self.collector.lose(*self.vocabulary.classes)
        for item in items(listed):
            name = text_of(item)
            if name not in self.vocabulary.classes:
                hint = nearest(name, self.vocabulary.classes) or "declare it under `classes` in the vocabulary"
                message = f"the vocabulary has no kind of hand `{name}`"
                self.collector.error("unknown-name", message, item.place, hint, name=name)
                self.collector.lose(name, nearest_name(name, self.vocabulary.classes))
            order.append(name)
        return tuple(order)

    # Groups: lists of wagers and of other groups.

    def _read_groups(self) -> None:
        declared = {part.name: part for part in self.parts.section("groups")}
        for part in declared.values():
            if part.name in self.scope.wagers:
                message = f"`{part.name}` is a wager, so it cannot be a group too"
                self.collector.error("repeated-name", message, part.key.place)
            self._members(part, declared, (part.name,))
        self.groups = {name: self.groups[name] for name in declared}  # as declared; those inside others were read first

    def _members(self, part: Part, declared: Mapping[str, Part], inside: tuple[str, ...]) -> tuple[str, ...]:
        """The wagers of a group, whose groups are read first."""
        if part.name in self.groups:
            return self.groups[part.name].members
        entry = mapping(part.node)
        of = entry.get("of") or entry
        found: list[str] = []
        for name in text_of(of).split():
            if name in self.scope.wagers:
                found.append(name)
            elif name in inside:
                self.collector.error("circular", f"the group `{name}` contains itself", of.place)
            elif name in declared:
                found += self._members(declared[name], declared, (*inside, name))
            else:
                hint = nearest(name, {*self.scope.wagers, *declared}) or "declare it under `wagers` or `groups`"
                message = f"`{name}` is no wager or group of this spec"
                self.collector.error("unknown-name", message, of.place, hint, name=name)
        members = tuple(dict.fromkeys(found))
        self.groups[part.name] = Group(part.name, members, clauses_of(entry.get("cite")), part.key.place)
        return members

    def is_deed(self, node: Scalar) -> bool:
        """Whether a name is that of a deed of the spec; one that is not is told."""
        deeds = [part.name for part in self.parts.section("deeds")]
        if node.text in deeds:
            return True
        hint = nearest(node.text, deeds) or "declare it under `deeds`"
        self.collector.error("unknown-name", f"`{node.text}` is no deed of this spec", node.place, hint, name=node.text)
        return False

    def subject(self, key: Scalar) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The wagers that a subject covers, each with the clauses of the groups it was reached by."""
        text = key.text
        if text.startswith("all but "):
            left_out = {wager for wager, _ in self._named(key, text.removeprefix("all but ").split())}
            return tuple((part.name, ()) for part in self.parts.section("wagers") if part.name not in left_out)
        return tuple(self._named(key, text.split()))

    def _named(self, key: Scalar, names: list[str]) -> list[tuple[str, tuple[str, ...]]]:
        found: dict[str, tuple[str, ...]] = {}
        for name in names:
            if name in self.groups:
                group = self.groups[name]
                found.update({member: group.cites for member in group.members if member not in found})
            elif name in self.scope.wagers:
                found[name] = ()
            else:
                hint = nearest(name, {*self.scope.wagers, *self.groups})
                message = f"`{name}` is no wager or group of this spec"
                self.collector.error("unknown-name", message, key.place, hint, name=name)
        return list(found.items())

    # Definitions, each of which may use those before it.

    def _for_definitions(self) -> Scope:
        """Definitions may count winners, so that they may speak of results."""
        return replace(self.reading("result").scope, it=False)

    def _read_definitions(self) -> None:
        for part in self.parts.section("define"):
            entry = mapping(part.node)
            text = entry.get("is")
            if not isinstance(text, Scalar):
                self.collector.lose(part.name)
                continue
            if part.name in self.scope.known():
                message = f"`{part.name}` already has a meaning, so the spec cannot define it"
                self.collector.error("repeated-name", message, part.key.place)
                continue
            cites = (*clauses_of(entry.get("cite")), *part.inherited)
            try:
                body = expression(text.text, self._for_definitions())
            except Unresolved as error:
                self.collector.language(error, text, f"`{part.name}`", cites)
                self.collector.lose(part.name)
                continue
            kind = type_of(body)
            defined = {**self.scope.defined, part.name: Defined(part.name, body, cites, kind)}
            self.scope = replace(self.scope, defined=defined)
