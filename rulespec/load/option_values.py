"""The values of options that a spec lists, and those that they have in rounds that do not give them."""

from rulespec.load.amounts import amount_of
from rulespec.load.collect import items, mapping, text_of
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node
from rulespec.load.parts import Part
from rulespec.model.vocabulary import Concept


def check_values(names: Names, part: Part, values: tuple[str, ...]) -> None:
    """Says what is wrong with the values that an option lists."""
    concept = names.scope.options.get(part.name)
    if concept is None:
        return
    for item in items(mapping(part.node).get("values")):
        value = text_of(item)
        if concept.type.kind == "enum":
            known = names.vocabulary.lists.get(concept.type.of, ())
            if value not in known:
                names.collector.error(
                    "unknown-name",
                    f"`{value}` is not one of `{concept.type.of}`",
                    item.place,
                    nearest(value, known),
                    name=value,
                )
        elif concept.type.kind == "truth":
            if value not in ("true", "false"):
                names.collector.error("bad-form", f"`{value}` is neither true nor false", item.place)
        elif concept.type.kind != "class":
            _check_number(names, concept, value, item)
        elif value not in names.scope.classes:
            hint = nearest(value, names.scope.classes)
            names.collector.error("unknown-name", f"`{value}` is no kind of hand", item.place, hint, name=value)
    if len(set(values)) != len(values):
        names.collector.error("repeated-name", f"`{part.name}` lists a value twice", part.key.place)


def check_absent(names: Names, concept: Concept, node: Node) -> None:
    """Says what is wrong with the value of an option that a round does not give: one for all, or by name."""
    for each in (value for _, value in node.entries) if isinstance(node, Mapping) else (node,):
        for item in items(each) or (each,):
            text = text_of(item)
            known = names.scope.values(concept.type) if concept.type.kind in ("class", "enum") else ()
            if known and text not in known:
                message = f"`{text}` is no value of `{concept.name}`"
                names.collector.error("unknown-name", message, item.place, nearest(text, known), name=text)
            elif concept.type.kind == "truth" and text not in ("true", "false"):
                names.collector.error("bad-form", f"`{text}` is neither `true` nor `false`", item.place)
            elif concept.type.kind in ("number", "numbers", "amount", "amounts", "set") and text != "0":
                _check_number(names, concept, text, item)


def _check_number(names: Names, concept: Concept, text: str, node: Node) -> None:
    try:
        number = amount_of(text)
    except ValueError as error:
        names.collector.error("bad-form", f"`{text}` {error}", node.place)
        return
    if concept.at_most is not None and number > concept.at_most:
        most = f"the most that a {concept.title} can be"
        names.collector.error("bad-form", f"`{text}` is above {concept.at_most}, {most}", node.place)
