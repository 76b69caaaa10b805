"""One spec file, with its base and the shared parts that it takes in, to the model."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulespec.lang.resolve import amounts
from rulespec.load.checked import read_checked
from rulespec.load.collect import (
    ALL_LOST,
    NOTHING_LOST,
    Collector,
    Lost,
    clauses_of,
    entries,
    items,
    mapping,
    text_of,
    whole,
)
from rulespec.load.editions import Locate, check_form, document_of, document_places, readings_file, with_head
from rulespec.load.events import event_bounds, event_effects, read_events, read_follow, read_jackpots, read_prize_order
from rulespec.load.interpretations import read_readings
from rulespec.load.invariants import read_invariants
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar, to_plain
from rulespec.load.option_values import check_absent, check_values
from rulespec.load.parts import Part, Parts, file_of_part, inherited_entry, lose_unread, merge, own_parts, take_in
from rulespec.load.prefixes import with_prefix
from rulespec.load.tables import read_expr, read_pays, read_tables
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import SECTIONS, Deed, Document, Interpretation, LeftOut, Option, Spec, Stage, Term, Wager
from rulespec.model.vocabulary import Vocabulary

_NAMES = ("condition", "unknown-name")  # findings that may come from a name that is removed
_SETUP = ("deck", "ranking", "experiment", "shoe")
_SETUP_DEEP = ("experiment", "shoe")  # those in which every entry has its place
_SETUP_NAMED = ("hands", "patterns", "positions")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def read_spec(
    path: Path, vocabulary: Vocabulary, locate: Locate, lost: Lost = NOTHING_LOST, expected: str = ""
) -> tuple[Spec | None, list[Finding]]:
    """The spec in a file, its base merged in; None where findings say why it cannot be read.

    Whatever is wrong, all of the file is read, so that one run shows it all. `lost` are the names that the vocabulary
    may lack because something is wrong with it, `expected` is the id that the file's path asks for.
    """
    root, findings = _root(path)
    if root is None:
        return None, findings
    collector = Collector(text_of(root.get("spec")), lost)
    collector.take(findings)
    if root.get("part") is not None:
        message = f"`{text_of(root.get('part'))}` is a part of specs, and none itself"
        collector.error("bad-form", message, root.place, "name a spec that takes it in, under `parts`")
        return None, collector.findings
    _check_id(root, "spec", expected, collector)
    root, lineage = with_head(root, locate)
    check_form(root, locate, collector)
    parts = _merged(root, locate, collector, (collector.spec,))
    document = document_of(root, locate, collector)
    spec = _build(root, parts, vocabulary, document, collector, readings_file(lineage, locate))
    if not collector.findings and not collector.lost:
        return replace(spec, places={**spec.places, **document_places(root, locate)}), []
    return None, _with_help(root, parts, collector, lambda base: read_spec(base, vocabulary, locate, lost)[1], locate)


def _root(path: Path) -> tuple[Mapping | None, list[Finding]]:
    """A file's keys, also where something is wrong with them; None where it has none."""
    node, findings = read_checked(path, "spec")
    return (node if isinstance(node, Mapping) else None), findings


def _check_id(root: Mapping, kind: str, expected: str, collector: Collector) -> None:
    name = root.get(kind)
    if isinstance(name, Scalar) and expected and name.text != expected:
        message = f"the {kind} calls itself `{name.text}`, but its file is that of `{expected}`"
        collector.error("wrong-id", message, name.place, f"make `{kind}:` and the path below the specs folder agree")


def _merged(root: Mapping, locate: Locate, collector: Collector, chain: tuple[str, ...]) -> Parts:
    own = own_parts(root)
    lose_unread(root, collector)
    for entry in items(root.get("parts")):
        shared = _shared(mapping(entry), locate, collector)
        if shared is None:
            collector.lost = ALL_LOST  # whatever the part declares is not known
        else:
            own = take_in(own, shared, chain[-1], mapping(entry), collector)
    base = root.get("base")
    if base is None:
        return own
    inherited = _inherited(base, locate, collector, chain)
    if inherited is None:
        collector.lost = ALL_LOST  # whatever the base declares is not known
        return own
    prefix, theirs = _prefix(root), _prefix(_head(base, locate))
    if theirs and prefix and prefix != theirs:
        inherited = with_prefix(inherited, theirs)
    return merge(own, inherited, chain[-1], mapping(base), collector)


def _prefix(root: Mapping) -> str:
    """The prefix of a file's own clauses, "" where it says none: an edition has that of its base."""
    return text_of(mapping(root.get("document")).get("prefix"))


def _head(base: Node, locate: Locate) -> Mapping:
    """The file that `base` names, with what it leaves to its own base; empty where it cannot be read."""
    path = locate(text_of(mapping(base).get("spec")))
    root = _root(path)[0] if path is not None else None
    return with_head(root, locate)[0] if root is not None else Mapping((), base.place)


def _shared(entry: Mapping, locate: Locate, collector: Collector) -> Parts | None:
    """The entries of the shared part that an entry of `parts` names; None where it cannot be read."""
    name = entry.get("part")
    shared_id = text_of(name)
    path = locate(file_of_part(shared_id))
    if path is None:
        hint = "shared parts lie in the folder `parts` of their jurisdiction"
        collector.error("unknown-part", f"there is no part `{shared_id}`", name.place if name else entry.place, hint)
        return None
    root, findings = _root(path)
    collector.take(findings)
    if root is None:
        return None
    if root.get("part") is None and not findings:
        collector.error("bad-form", f"`{shared_id}` is a spec, and no part", root.place, "begin it with `part`")
    _check_id(root, "part", shared_id, collector)
    lose_unread(root, collector)
    return own_parts(root)


def _inherited(base: Node, locate: Locate, collector: Collector, chain: tuple[str, ...]) -> Parts | None:
    """The parts of the spec that `base` names; None where it cannot be read."""
    name = mapping(base).get("spec")
    base_id = text_of(name)
    place = name.place if name else base.place
    if base_id in chain:
        collector.error("circular", f"`{base_id}` is based on itself", place)
        return None
    path = locate(base_id)
    if path is None:
        collector.error("unknown-spec", f"there is no spec `{base_id}`", place, "name a spec of this folder by its id")
        return None
    root, findings = _root(path)
    collector.take(findings)
    return None if root is None else _merged(root, locate, collector, (*chain, base_id))


def _with_help(
    root: Mapping, parts: Parts, collector: Collector, read: Callable[[Path], list[Finding]], locate: Locate
) -> list[Finding]:
    """The findings, this file's first. Where an inherited entry is wrong only here, the hint says what to do with it.

    `read` gives what is wrong with the base by itself.
    """
    here = root.place.file
    found = sorted(collector.findings, key=lambda finding: (finding.place.file != here, finding.place))
    if collector.lost.everything:
        return found
    taken_in = {text_of(mapping(entry).get("part")) for entry in items(root.get("parts"))}
    base = locate(text_of(mapping(root.get("base")).get("spec")))
    entries_of = {f: inherited_entry(parts, f.place) for f in found if f.rule in _NAMES}
    doubtful = {finding: part for finding, part in entries_of.items() if part is not None}
    known = {(f.place, f.message) for f in read(base)} if doubtful and base is not None else set()
    hints = {
        f: _inherited_hint(part, "parts" if part.source in taken_in else "base")
        for f, part in doubtful.items()
        if (f.place, f.message) not in known
    }
    return [replace(finding, hint=hints[finding]) if finding in hints else finding for finding in found]


def _inherited_hint(part: Part, where: str) -> str:
    return f"`{part.path}` is inherited from `{part.source}`: remove or replace it too, under `{where}`"


def _build(
    root: Mapping,
    parts: Parts,
    vocabulary: Vocabulary,
    document: Document,
    collector: Collector,
    readings: tuple[Path | None, str],
) -> Spec:
    # What has no wager or table and leaves out what its document rules is the beginning of a spec.
    begun = any(parts.section(section) for section in ("wagers", *SECTIONS))
    for section in ("wagers", "settle") if begun or not parts.section("left_out") else ():
        if not parts.section(section):
            collector.error("missing-key", f"the spec has no `{section}`", root.place, name=section)
    names = Names(vocabulary, text_of(root.get("family")), parts, collector)
    base = mapping(root.get("base"))
    return Spec(
        id=text_of(root.get("spec")),
        title=text_of(root.get("title")),
        family=names.family,
        domain=text_of(root.get("domain")),
        document=document,
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
        interpretations=(*_ranking_readings(parts), *_option_readings(parts)),
        left_out=tuple(_left_out(names, part) for part in parts.section("left_out")),
        events=read_events(names),
        follow=read_follow(names),
        jackpots=read_jackpots(names),
        prize_order=read_prize_order(names),
        event_bounds=event_bounds(names),
        invariants=read_invariants(names),
        readings=read_readings(names, *readings),
        place=root.place,
        base=text_of(base.get("spec")),
        base_cites=clauses_of(base.get("cite")),
        renamed_from=text_of(root.get("renamed_from")),
        places={part.path: part.key.place for part in parts.parts},
    )


def _setup(parts: Parts) -> dict[str, Any]:
    """What the domain is set up with, as plain data; `places` tells where each stands."""
    setup: dict[str, Any] = {}
    places: dict[str, Place] = {}
    for section in _SETUP:
        part = parts.whole(section)
        if part is not None:
            setup[section], places[section] = to_plain(part.node), part.key.place
    for section in _SETUP_DEEP:
        part = parts.whole(section)
        if part is not None:
            places.update(_places_in(section, part.node))
    for section in _SETUP_NAMED:
        named = parts.section(section)
        if named:
            setup[section] = {part.name: to_plain(part.node) for part in named}
            places[section] = named[0].key.place
            places.update({part.path: part.key.place for part in named})
    return {**setup, "places": places}


def _places_in(path: str, node: Node) -> Iterator[tuple[str, Place]]:
    """Where each entry of a block stands, and each entry of that, by its path; of a plain value, where that stands."""
    for key, value in entries(node):
        yield f"{path}.{key.text}", value.place if isinstance(value, Scalar) else key.place
        yield from _places_in(f"{path}.{key.text}", value)


def _stage(part: Part) -> Stage:
    entry = mapping(part.node)
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    shown = max(whole(entry.get("board")), whole(entry.get("cards")))
    return Stage(part.name, shown, cites, part.key.place)


def _deed(names: Names, part: Part) -> Deed:
    entry = mapping(part.node)
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    return Deed(
        part.name, event_effects(names, entry.get("then")), cites, clauses_of(entry.get("also")), part.key.place
    )


def _wager(names: Names, part: Part) -> Wager:
    entry = mapping(part.node)
    equals = read_expr(names, entry.get("equals"), f"`equals` of `{part.name}`", it=False, read=amounts)
    required = text_of(entry.get("required")) == "true"
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    allowed = read_expr(names, entry.get("allowed"), f"`allowed` of `{part.name}`", it=False)
    before = read_expr(names, entry.get("before_deal"), f"`before_deal` of `{part.name}`", it=False)
    placed, per_area, place = text_of(entry.get("placed")), whole(entry.get("per_area")), part.key.place
    return Wager(part.name, placed, required, equals, cites, place, allowed, per_area, before)


def _option(names: Names, part: Part) -> Option:
    entry = mapping(part.node)
    concept = names.scope.options.get(part.name)
    kind = concept.type if concept else names.vocabulary.options.get(part.name, None)
    requires = read_expr(names, entry.get("requires"), f"`requires` of `{part.name}`", it=False)
    values = tuple(item.text for item in items(entry.get("values")) if isinstance(item, Scalar))
    example, absent = entry.get("example"), entry.get("value")
    missing = text_of(entry.get("missing"))
    if missing == "error" and example is None and not names.collector.spoilt(part.node):
        message = f"`{part.name}` has no `example`, the value that made-up rounds carry"
        names.collector.error("missing-key", message, part.key.place)
    check_values(names, part, values)
    if absent is not None and missing and missing != "value":
        message = f"`{part.name}` has a `value`, and `missing` says that a round without it is no such case"
        names.collector.error("bad-form", message, absent.place, "write `missing: value`, or remove `value`")
    elif absent is not None and concept is not None:
        check_absent(names, concept, absent)
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
        absent=None if absent is None else _natural(absent),
    )


def _natural(node: Node) -> Any:
    """Example values as a round would carry them: whole numbers as numbers, everything else as text."""
    if isinstance(node, Scalar):
        return whole(node) if node.plain and _NUMBER.fullmatch(node.text) else node.text
    if isinstance(node, Mapping):
        return {key.text: _natural(value) for key, value in node.entries}
    return [_natural(item) for item in node.items]


def _term(names: Names, part: Part) -> Term:
    entry = mapping(part.node)
    concept = text_of(entry.get("means"))
    if concept not in names.vocabulary.terms:
        node = entry.get("means") or part.node
        hint = nearest(concept, names.vocabulary.terms) or "declare it under `terms` in the vocabulary"
        message = f"the vocabulary has no term `{concept}`"
        names.collector.error("unknown-name", message, node.place, hint, name=concept)
    return Term(part.name, concept, (*clauses_of(entry.get("cite")), *part.inherited), part.key.place)


def _left_out(names: Names, part: Part) -> LeftOut:
    """What is left out. A base's entry holds here too, but for wagers that this spec has after all."""
    entry = mapping(part.node)
    wagers = entry.get("wagers")
    listed = tuple(text_of(wagers).split())
    if wagers is not None and not part.source:
        for name in names.scope.wagers.intersection(listed):
            message = f"`{name}` is a wager of this spec, so it is not left out"
            names.collector.error("bad-form", message, wagers.place, "take its name out of here")
    listed = tuple(name for name in listed if name not in names.scope.wagers)
    because, cites = text_of(entry.get("because")), clauses_of(entry.get("cite"))
    return LeftOut(part.name, listed, because, cites, part.key.place, text_of(entry.get("events")) == "true")


# The readings that always apply.


def _ranking_readings(parts: Parts) -> tuple[Interpretation, ...]:
    """How two hands of one class compare, where no clause says it."""
    ranking = parts.whole("ranking")
    within = mapping(mapping(ranking.node).get("within_class")) if ranking else None
    if within is None or within.get("interpretation") is None:
        return ()
    because, applies = text_of(within.get("because")), text_of(within.get("interpretation"))
    cites = clauses_of(within.get("cite"))
    about, result = "two hands of one class", "by the values of their cards"
    return (Interpretation(about, result, because, applies, "", cites, within.place),)


def _option_readings(parts: Parts) -> tuple[Interpretation, ...]:
    """What the document demands of an option, where its clause is unclear."""
    found = []
    for part in parts.section("options"):
        entry = mapping(part.node)
        reading = entry.get("reading")
        if reading is not None:
            about = f"what the document demands of `{part.name}`"
            demanded = f"`{' '.join(text_of(entry.get('requires')).split())}`"
            because = " ".join(text_of(reading).split())
            cites = (*clauses_of(entry.get("cite")), *part.inherited)
            found.append(Interpretation(about, demanded, because, "always", "", cites, reading.place))
    return tuple(found)
