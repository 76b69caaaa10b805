"""`vocabulary.yaml` to the model."""

from collections.abc import Mapping
from pathlib import Path

from rulespec.lang.scope import RESERVED
from rulespec.load.collect import Collector, entries, items, mapping, text_of
from rulespec.load.nodes import Node
from rulespec.load.schema import validate
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.expr import AMOUNT, AMOUNTS, CLASS, HAND, NUMBER, NUMBERS, STAGE, TRUTH, Type
from rulespec.model.finding import Finding
from rulespec.model.vocabulary import Concept, Vocabulary

FILE_NAME = "vocabulary.yaml"

_TYPES = {
    "truth": TRUTH,
    "amount": AMOUNT,
    "number": NUMBER,
    "numbers": NUMBERS,
    "amounts": AMOUNTS,
    "hand": HAND,
    "class": CLASS,
    "stage": STAGE,
}
_PLAIN_KINDS = {"wagers": "wager", "stages": "stage", "acts": "act", "classes": "class", "terms": "term"}


def read_vocabulary(path: Path) -> tuple[Vocabulary | None, list[Finding]]:
    """The vocabulary in a file, or None with the findings that say why it cannot be read."""
    node, findings = read_yaml_file(path)
    if node is None or findings:
        return None, findings
    findings = validate(node, "vocabulary")
    if findings:
        return None, findings
    collector = Collector()
    root = mapping(node)
    lists = {key.text: tuple(text_of(item) for item in items(value)) for key, value in entries(root.get("lists"))}
    kinds = {name: _plain(root.get(name), kind, collector) for name, kind in _PLAIN_KINDS.items()}
    facts = {key.text: _fact(key.text, value, lists, collector) for key, value in entries(root.get("facts"))}
    options = {key.text: _option(key.text, value) for key, value in entries(root.get("options"))}
    _refuse_reserved(root, collector)
    if collector.findings:
        return None, collector.findings
    vocabulary = Vocabulary(str(path), facts=facts, options=options, lists=lists, **kinds)
    return vocabulary, []


def _plain(node: Node | None, kind: str, collector: Collector) -> Mapping[str, Concept]:
    found = {}
    for key, value in entries(node):
        entry = mapping(value)
        title, unit = text_of(entry.get("title")), text_of(entry.get("unit"))
        found[key.text] = Concept(key.text, kind, title, Type(kind), unit, families=_families(entry.get("families")))
    return found


def _fact(name: str, node: Node, lists: Mapping[str, tuple[str, ...]], collector: Collector) -> Concept:
    entry = mapping(node)
    word = text_of(entry.get("type"))
    listed = word.removeprefix("one of ")
    if word.startswith("one of ") and listed not in lists:
        place = entry.get("type") or node
        collector.error(
            "unknown-name", f"`{listed}` is not under `lists`", place.place, "declare the list it takes values from"
        )
    return Concept(
        name,
        "fact",
        text_of(entry.get("title")),
        _TYPES.get(word) or Type("enum", listed),
        text_of(entry.get("unit")),
        text_of(entry.get("takes")),
        text_of(entry.get("source")),
        text_of(entry.get("yes")),
        text_of(entry.get("no")),
        _families(entry.get("families")),
    )


def _option(name: str, node: Node) -> Concept:
    entry = mapping(node)
    title, unit, by = (text_of(entry.get(key)) for key in ("title", "unit", "by"))
    kind = _TYPES[text_of(entry.get("type"))]
    return Concept(name, "option", title, kind, unit, by, "options", families=_families(entry.get("families")))


def _families(node: Node | None) -> tuple[str, ...]:
    return tuple(text_of(item) for item in items(node))


def _refuse_reserved(root: Node, collector: Collector) -> None:
    for section, content in entries(root):
        if section.text == "terms":  # terms are looked up by the documents' words and never stand in a condition
            continue
        for key, _ in entries(content):
            if key.text in RESERVED:
                collector.error("reserved-name", f"`{key.text}` is a word of the language of conditions", key.place)
