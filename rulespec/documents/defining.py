"""Where a document defines its terms: inside the clauses that its profile names, or wherever it gives a meaning."""

from rulespec.documents.growing import Node
from rulespec.documents.lines import Line, flat
from rulespec.documents.position import Position
from rulespec.documents.signs import tells_meaning


def definition_base(at: Position, line: Line, apart: bool) -> int | None:
    """The place in the path of what a defined term stands in; None if the emphasised words of `line` are no such term.

    Inside the clauses that the profile names every emphasised beginning is one, unless it goes on with a sentence
    (`apart`: the line stands apart from the one before); elsewhere only one that the line says the meaning of, and it
    stands in what the last one stood in, or in what has just opened a list.
    """
    if not (apart or tells_meaning(line)) and at.mid_sentence():
        return None
    named = next((place for place, node in enumerate(at.path) if _defines(at, node)), None)
    if named is not None:
        return named
    if not tells_meaning(line) or at.mid_sentence():
        return None
    last = next((place for place, node in enumerate(at.path) if node.kind == "definition"), None)
    if last is not None:
        return last - 1
    places = [place for place, node in enumerate(at.path) if node.kind in ("rule", "paragraph")]
    opening = [place for place in places if at.path[place].state() == "open"]
    found = opening or places
    return found[-1] if found else None


def _defines(at: Position, node: Node) -> bool:
    if node.name in at.profile.definitions:
        return True
    if at.defining is None or node.kind not in ("rule", "paragraph"):
        return False
    said = (node.heading, next((part for part in node.parts if isinstance(part, str)), ""))
    return any(at.defining.fullmatch(flat(words)) for words in said)
