"""`vocabulary.yaml` to the model."""

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from pathlib import Path

from rulespec.lang.scope import RESERVED
from rulespec.load.collect import ALL_LOST, Collector, Lost, entries, items, mapping, text_of, texts_in
from rulespec.load.nearest import nearest, nearest_name
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.schema import validate
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.expr import AMOUNT, AMOUNTS, CLASS, HAND, NUMBER, NUMBERS, STAGE, TRUTH, Type
from rulespec.model.finding import Finding
from rulespec.model.vocabulary import Concept, Vocabulary

FILE_NAME = "vocabulary.yaml"

_FACT_TYPES = {"truth": TRUTH, "amount": AMOUNT, "number": NUMBER, "hand": HAND, "stage": STAGE}
_OPTION_TYPES = {"number": NUMBER, "amount": AMOUNT, "numbers": NUMBERS, "amounts": AMOUNTS, "class": CLASS}
_TAKES = ("", "wager", "stage")
_NAME = re.compile(r"[a-z][a-z0-9_.]*")
_PLAIN_KINDS = {"wagers": "wager", "stages": "stage", "acts": "act", "classes": "class", "terms": "term"}
# What provisions speak of; no condition can, so that the language's own words are free here.
_OF_PROVISIONS = {"roles": "role", "provisions": "provision", "circumstances": "circumstance", "subjects": "subject"}
_SECTIONS = ("lists", "facts", "options", *_PLAIN_KINDS, *_OF_PROVISIONS)


def read_vocabulary(path: Path) -> tuple[Vocabulary, list[Finding], Lost]:
    """The vocabulary in a file, what is wrong with it, and the names it lacks for that.

    What is right is read also where something else is wrong, so that specs can be read against it in the same run; with
    findings it is good for nothing else.
    """
    node, findings = read_yaml_file(path)
    if node is not None:
        findings = findings + validate(node, "vocabulary")
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
    options = _kept(root.get("options"), _option, collector)
    _refuse_reserved(root, collector)
    lost = collector.lost if isinstance(node, Mapping) else ALL_LOST
    return Vocabulary(str(path), facts=facts, options=options, lists=lists, **kinds), collector.findings, lost


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
    word = text_of(entry.get("type"))
    listed = word.removeprefix("one of ") if word.startswith("one of ") else ""
    if listed and listed not in lists:
        place, hint = (entry.get("type") or node).place, "declare the list it takes values from"
        collector.error("unknown-name", f"`{listed}` is not under `lists`", place, nearest(listed, lists) or hint)
    kind = Type("enum", listed) if len(lists.get(listed, ())) > 1 else _FACT_TYPES.get(word)
    takes = text_of(entry.get("takes"))
    if kind is None or takes not in _TAKES:
        return None
    words = {key: text_of(entry.get(key)) for key in ("title", "unit", "source", "yes", "no")}
    return Concept(name, "fact", type=kind, takes=takes, families=_families(entry.get("families")), **words)


def _option(name: str, node: Node) -> Concept | None:
    entry = mapping(node)
    title, unit, by = (text_of(entry.get(key)) for key in ("title", "unit", "by"))
    kind = _OPTION_TYPES.get(text_of(entry.get("type")))
    if kind is None or by not in _TAKES:
        return None
    return Concept(name, "option", title, kind, unit, by, "options", families=_families(entry.get("families")))


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
