"""`vocabulary.yaml` to the model."""

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from fractions import Fraction
from pathlib import Path

from rulespec.lang.scope import RESERVED
from rulespec.load.checked import read_checked
from rulespec.load.collect import ALL_LOST, Collector, Lost, entries, items, mapping, text_of, texts_in
from rulespec.load.nearest import nearest, nearest_name
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.model.expr import AMOUNT, AMOUNTS, CLASS, HAND, NUMBER, NUMBERS, SEATS, STAGE, TRUTH, Type
from rulespec.model.finding import Finding
from rulespec.model.vocabulary import OF_OUTCOME, Concept, EventConcept, Vocabulary

FILE_NAME = "vocabulary.yaml"

_FACT_TYPES = {"truth": TRUTH, "amount": AMOUNT, "number": NUMBER, "hand": HAND, "stage": STAGE, "seats": SEATS}
_OPTION_TYPES = {
    "truth": TRUTH,
    "number": NUMBER,
    "amount": AMOUNT,
    "numbers": NUMBERS,
    "amounts": AMOUNTS,
    "class": CLASS,
}
_TAKES = ("", "wager", "stage", "class", "choice")
_NAME = re.compile(r"[a-z][a-z0-9_.]*")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_PLAIN_KINDS = {"wagers": "wager", "stages": "stage", "acts": "act", "classes": "class", "terms": "term"}
_PLAIN_KINDS |= {"choices": "choice"}
# What provisions speak of; no condition can, so that the language's own words are free here.
_OF_PROVISIONS = {"roles": "role", "provisions": "provision", "circumstances": "circumstance", "subjects": "subject"}
_SECTIONS = ("lists", "facts", "options", "events", *_PLAIN_KINDS, *_OF_PROVISIONS)


def read_vocabulary(path: Path) -> tuple[Vocabulary, list[Finding], Lost]:
    """The vocabulary in a file, what is wrong with it, and the names it lacks for that.

    What is right is read also where something else is wrong, so that specs can be read against it in the same run; with
    findings it is good for nothing else.
    """
    node, findings = read_checked(path, "vocabulary")
    collector = Collector()
    collector.take(findings)
    root = mapping(node)
    _lose_sections(root, collector)
    lists = {
        key.text: tuple(item.text for item in items(value) if isinstance(item, Scalar))
        for key, value in entries(root.get("lists"))
    }
    kinds = {name: _plain(root.get(name), kind) for name, kind in (_PLAIN_KINDS | _OF_PROVISIONS).items()}
    facts = _kept(root.get("facts"), lambda key, value: _fact(key, value, lists, collector), collector)
    options = _kept(root.get("options"), lambda key, value: _option(key, value, lists, collector), collector)
    events = _events(root.get("events"), facts, collector)
    _refuse_reserved(root, collector)
    lost = collector.lost if isinstance(node, Mapping) else ALL_LOST
    return (
        Vocabulary(str(path), facts=facts, options=options, lists=lists, events=events, **kinds),
        collector.findings,
        lost,
    )


def _lose_sections(root: Mapping, collector: Collector) -> None:
    """Notes the names of sections that cannot be read, or are misspelt; all names where an entry has a bad name."""
    absent = [section for section in _SECTIONS if root.key(section) is None]
    for key, node in root.entries:
        if key.text not in _SECTIONS:
            collector.lose(*(texts_in(node) if nearest_name(key.text, absent) else ()))
        elif not isinstance(node, Mapping) or not all(_NAME.fullmatch(name.text) for name, _ in node.entries):
            collector.lost = ALL_LOST  # what there should be is not known


def _kept(node: Node | None, read: Callable[[str, Node], Concept | None], collector: Collector) -> dict[str, Concept]:
    """The entries of a section that can be read; the names of the others are lost."""
    found = {key.text: read(key.text, value) for key, value in entries(node)}
    collector.lose(*(name for name, concept in found.items() if concept is None))
    return {name: concept for name, concept in found.items() if concept is not None}


def _plain(node: Node | None, kind: str) -> dict[str, Concept]:
    found = {}
    for key, value in entries(node):
        entry = mapping(value)
        title, unit = text_of(entry.get("title")), text_of(entry.get("unit"))
        found[key.text] = Concept(key.text, kind, title, Type(kind), unit, families=_families(entry.get("families")))
    return found


def _fact(name: str, node: Node, lists: Map[str, tuple[str, ...]], collector: Collector) -> Concept | None:
    entry = mapping(node)
    kind = _type(entry, _FACT_TYPES, node, lists, collector)
    takes = _taken(entry.get("takes"), lists, collector)
    if kind is None or takes is None:
        return None
    words = {key: text_of(entry.get(key)) for key in ("title", "unit", "source", "yes", "no", "known_from", "gives")}
    return Concept(
        name,
        "fact",
        type=kind,
        takes=takes,
        families=_families(entry.get("families")),
        discretion=text_of(entry.get("discretion")) == "true",
        of_seats=text_of(entry.get("type")) == "seats",
        also=tuple(text_of(item) for item in items(entry.get("also"))),
        values_also={key.text: text_of(value) for key, value in entries(entry.get("values_also"))},
        at_most=None,
        **words,
    )


def _type(
    entry: Mapping, known: Map[str, Type], node: Node, lists: Map[str, tuple[str, ...]], collector: Collector
) -> Type | None:
    """The type of a fact or an option; None where it cannot be told."""
    word = text_of(entry.get("type"))
    listed = word.removeprefix("one of ") if word.startswith("one of ") else ""
    if listed and listed not in lists:
        place, hint = (entry.get("type") or node).place, "declare the list it takes values from"
        collector.error("unknown-name", f"`{listed}` is not under `lists`", place, nearest(listed, lists) or hint)
    return Type("enum", listed) if len(lists.get(listed, ())) > 1 else known.get(word)


def _taken(node: Node | None, lists: Map[str, tuple[str, ...]], collector: Collector) -> str | None:
    """What a fact or an option is asked with; None where there is no such kind."""
    takes = text_of(node)
    if takes in _TAKES or takes in lists:
        return takes
    if node is not None:
        hint = nearest(takes, (*_TAKES, *lists)) or "declare the list under `lists`"
        collector.error("unknown-name", f"`{takes}` is not under `lists`", node.place, hint)
    return None


def _option(name: str, node: Node, lists: Map[str, tuple[str, ...]], collector: Collector) -> Concept | None:
    entry = mapping(node)
    title, unit = (text_of(entry.get(key)) for key in ("title", "unit"))
    by = OF_OUTCOME if text_of(entry.get("by")) == OF_OUTCOME else _taken(entry.get("by"), lists, collector)
    kind = _type(entry, _OPTION_TYPES, node, lists, collector)
    if kind is None or by is None:
        return None
    families = _families(entry.get("families"))
    bound = _bound(name, entry.get("at_most"), kind, collector)
    return Concept(name, "option", title, kind, unit, by, "options", families=families, at_most=bound)


def _bound(name: str, node: Node | None, kind: Type, collector: Collector) -> Fraction | None:
    """The greatest value of an option; None where it has none, or where it cannot be told."""
    most = text_of(node)
    if node is None or not _NUMBER.fullmatch(most):  # the schema has said so
        return None
    if kind.kind not in ("number", "amount", "set"):
        collector.error("bad-form", f"`{name}` is no number, and has a greatest value", node.place, "remove `at_most`")
        return None
    return Fraction(most)


def _events(node: Node | None, facts: Map[str, Concept], collector: Collector) -> dict[str, EventConcept]:
    found = {}
    for key, value in entries(node):
        entry = mapping(value)
        said = tuple(text_of(item) for item in items(entry.get("facts")))
        for item in items(entry.get("facts")):
            name = f"event.{text_of(item)}"
            if name not in facts or facts[name].source != "event":
                hint = nearest(name, facts) or f"declare `{name}` under `facts`, with `source: event`"
                collector.error("unknown-name", f"there is no fact `{name}`", item.place, hint, name=name)
        title, scope = text_of(entry.get("title")), text_of(entry.get("scope"))
        found[key.text] = EventConcept(key.text, title, scope, said, _families(entry.get("families")))
    return found


def _families(node: Node | None) -> tuple[str, ...]:
    return tuple(text_of(item) for item in items(node))


def _refuse_reserved(root: Node, collector: Collector) -> None:
    for section, content in entries(root):
        if section.text == "terms" or section.text in _OF_PROVISIONS:  # these never stand in a condition
            continue
        for key, _ in entries(content):
            if key.text in RESERVED:
                collector.error("reserved-name", f"`{key.text}` is a word of the language of conditions", key.place)
                collector.lost = ALL_LOST  # what it will be called is not known
