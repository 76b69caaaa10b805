"""One spec file, with its base, to the model."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulespec.lang.resolve import amounts
from rulespec.load.amounts import amount_of
from rulespec.load.collect import Collector, clauses_of, items, mapping, text_of
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar, to_plain
from rulespec.load.parts import Part, Parts, merge, own_parts
from rulespec.load.schema import validate
from rulespec.load.tables import effects, read_expr, read_pays, read_tables
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Deed, Document, Interpretation, LeftOut, Option, Spec, Stage, Term, Wager
from rulespec.model.vocabulary import Vocabulary

# From a spec id to its file; None where there is no such spec.
Locate = Callable[[str], Path | None]

_SETUP = ("deck", "ranking", "experiment")
_NUMBER = re.compile(r"-?\d+")


def read_spec(path: Path, vocabulary: Vocabulary, locate: Locate) -> tuple[Spec | None, list[Finding]]:
    """The spec in a file, its base merged in; None where findings say why it cannot be read."""
    root, findings = _root(path)
    if root is None or findings:
        return None, findings
    collector = Collector(text_of(root.get("spec")))
    parts = _merged(root, vocabulary, locate, collector, (collector.spec,))
    if not collector.findings:
        spec = _build(root, parts, vocabulary, collector)
        if not collector.findings:
            return spec, []
    return None, collector.findings


def _root(path: Path) -> tuple[Mapping | None, list[Finding]]:
    node, findings = read_yaml_file(path)
    if node is None or findings:
        return None, findings
    findings = validate(node, "spec")
    return (node, []) if isinstance(node, Mapping) and not findings else (None, findings)


def _merged(
    root: Mapping, vocabulary: Vocabulary, locate: Locate, collector: Collector, chain: tuple[str, ...]
) -> Parts:
    own = own_parts(root)
    base = root.get("base")
    if not isinstance(base, Mapping):
        return own
    name = base.get("spec")
    base_id = text_of(name)
    place = name.place if name else base.place
    if base_id in chain:
        collector.error("circular", f"`{base_id}` is based on itself", place)
        return own
    path = locate(base_id)
    if path is None:
        collector.error("unknown-spec", f"there is no spec `{base_id}`", place, "name a spec of this folder by its id")
        return own
    base_root, findings = _root(path)
    if base_root is None:
        collector.findings += findings
        return own
    inherited = _merged(base_root, vocabulary, locate, collector, (*chain, base_id))
    return merge(own, inherited, base_id, base, collector)


def _build(root: Mapping, parts: Parts, vocabulary: Vocabulary, collector: Collector) -> Spec:
    for section in ("wagers", "settle"):
        if not parts.section(section):
            collector.error("missing-key", f"the spec has no `{section}`", root.place)
    names = Names(vocabulary, text_of(root.get("family")), parts, collector)
    base = mapping(root.get("base"))
    return Spec(
        id=text_of(root.get("spec")),
        title=text_of(root.get("title")),
        family=names.family,
        domain=text_of(root.get("domain")),
        document=_document(mapping(root.get("document"))),
        vocabulary=vocabulary,
        setup=_setup(parts),
        stages=tuple(_stage(part) for part in parts.section("stages")),
        groups=tuple(names.groups.values()),
        deeds=tuple(_deed(names, part) for part in parts.section("deeds")),
        wagers=tuple(_wager(names, part) for part in parts.section("wagers")),
        options=tuple(_option(names, part) for part in parts.section("options")),
        tables=read_tables(names),
        pays=read_pays(names),
        terms=tuple(_term(names, part) for part in parts.section("terms")),
        interpretations=_interpretations(parts),
        left_out=_left_out(mapping(root.get("left_out"))),
        place=root.place,
        base=text_of(base.get("spec")),
        base_cites=clauses_of(base.get("cite")),
    )


def _document(node: Mapping) -> Document:
    words = ("title", "jurisdiction", "publisher", "instrument", "effective", "source", "prefix")
    profile = node.get("profile")
    return Document(**{word: text_of(node.get(word)) for word in words}, profile=to_plain(profile) if profile else {})


def _setup(parts: Parts) -> dict[str, Any]:
    """What the domain is set up with, as plain data; `places` tells where each stands."""
    setup: dict[str, Any] = {}
    places: dict[str, Place] = {}
    for section in _SETUP:
        part = parts.whole(section)
        if part is not None:
            setup[section], places[section] = to_plain(part.node), part.key.place
    hands = parts.section("hands")
    if hands:
        setup["hands"] = {part.name: to_plain(part.node) for part in hands}
        places["hands"] = hands[0].key.place
        places.update({part.path: part.key.place for part in hands})
    return {**setup, "places": places}


def _stage(part: Part) -> Stage:
    entry = mapping(part.node)
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    return Stage(part.name, int(text_of(entry.get("board"), "0")), cites, part.key.place)


def _deed(names: Names, part: Part) -> Deed:
    entry = mapping(part.node)
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    return Deed(part.name, effects(names, entry.get("then")), cites, clauses_of(entry.get("also")), part.key.place)


def _wager(names: Names, part: Part) -> Wager:
    entry = mapping(part.node)
    equals = read_expr(names, entry.get("equals"), f"`equals` of `{part.name}`", it=False, read=amounts)
    required = text_of(entry.get("required")) == "true"
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    return Wager(part.name, text_of(entry.get("placed")), required, equals, cites, part.key.place)


def _option(names: Names, part: Part) -> Option:
    entry = mapping(part.node)
    concept = names.scope.options.get(part.name)
    kind = concept.type if concept else names.vocabulary.options.get(part.name, None)
    requires = read_expr(names, entry.get("requires"), f"`requires` of `{part.name}`", it=False)
    values = tuple(text_of(item) for item in items(entry.get("values")))
    example = entry.get("example")
    missing = text_of(entry.get("missing"))
    if missing == "error" and example is None:
        message = f"`{part.name}` has no `example`, the value that made-up rounds carry"
        names.collector.error("missing-key", message, part.key.place)
    _check_values(names, part, values)
    return Option(
        name=part.name,
        type=kind,  # type: ignore[arg-type]  # None only together with a finding
        by=concept.takes if concept else "",
        values=values,
        missing=missing,
        requires=requires,
        example=_natural(example) if example is not None else None,
        cites=(*clauses_of(entry.get("cite")), *part.inherited),
        place=part.key.place,
    )


def _check_values(names: Names, part: Part, values: tuple[str, ...]) -> None:
    concept = names.scope.options.get(part.name)
    if concept is None:
        return
    for item in items(mapping(part.node).get("values")):
        value = text_of(item)
        if concept.type.kind != "class":
            try:
                amount_of(value)
            except ValueError as error:
                names.collector.error("bad-form", f"`{value}` {error}", item.place)
        elif value not in names.scope.classes:
            hint = nearest(value, names.scope.classes)
            names.collector.error("unknown-name", f"`{value}` is no kind of hand", item.place, hint)
    if len(set(values)) != len(values):
        names.collector.error("repeated-name", f"`{part.name}` lists a value twice", part.key.place)


def _natural(node: Node) -> Any:
    """Example values as a round would carry them: whole numbers as numbers, everything else as text."""
    if isinstance(node, Scalar):
        return int(node.text) if node.plain and _NUMBER.fullmatch(node.text) else node.text
    if isinstance(node, Mapping):
        return {key.text: _natural(value) for key, value in node.entries}
    return [_natural(item) for item in node.items]


def _term(names: Names, part: Part) -> Term:
    entry = mapping(part.node)
    concept = text_of(entry.get("means"))
    if concept not in names.vocabulary.terms:
        node = entry.get("means") or part.node
        hint = nearest(concept, names.vocabulary.terms) or "declare it under `terms` in the vocabulary"
        names.collector.error("unknown-name", f"the vocabulary has no term `{concept}`", node.place, hint)
    return Term(part.name, concept, (*clauses_of(entry.get("cite")), *part.inherited), part.key.place)


def _left_out(node: Mapping) -> tuple[LeftOut, ...]:
    found = []
    for key, value in node.entries:
        entry = mapping(value)
        wagers = tuple(text_of(entry.get("wagers")).split())
        cites = clauses_of(entry.get("cite"))
        found.append(LeftOut(key.text, wagers, text_of(entry.get("because")), cites, key.place))
    return tuple(found)


def _interpretations(parts: Parts) -> tuple[Interpretation, ...]:
    """The readings that always apply: so far, the order of two hands of one class."""
    ranking = parts.whole("ranking")
    within = mapping(mapping(ranking.node).get("within_class")) if ranking else None
    if within is None or within.get("interpretation") is None:
        return ()
    because, applies = text_of(within.get("because")), text_of(within.get("interpretation"))
    cites = clauses_of(within.get("cite"))
    return (
        Interpretation(
            "two hands of one class", "by the values of their cards", because, applies, "", cites, within.place
        ),
    )
