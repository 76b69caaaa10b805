"""The values that options have in rounds that do not give them, held against their types."""

from rulespec.load.amounts import amount_of
from rulespec.load.collect import items, text_of
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node
from rulespec.model.vocabulary import Concept


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
                try:
                    amount_of(text)
                except ValueError as error:
                    names.collector.error("bad-form", f"`{text}` {error}", item.place)
