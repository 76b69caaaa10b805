"""What a spec takes for granted of one hand in lawful play: conditions on acts, wagers and options, with reasons."""

import re
from collections.abc import Iterator

from rulespec.lang.trees import about, facts, walk
from rulespec.load.collect import clauses_of, items, mapping, text_of
from rulespec.load.names import Names
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.parts import Part
from rulespec.load.tables import read_expr, row_place
from rulespec.model.expr import Count, Expr, Fact, Quantified
from rulespec.model.place import Place
from rulespec.model.spec import Invariant

_OTHERS = r"\b(?:any|every|no|count)\b"  # the words with which a condition on other hands begins


def read_invariants(names: Names) -> tuple[Invariant, ...]:
    """The invariants of a spec, one for each wager that an entry is `for`."""
    part = names.parts.whole("invariants")
    if part is None:
        return ()
    return tuple(found for node in items(part.node) for found in _entry(names, part, node))


def _entry(names: Names, part: Part, node: Node) -> Iterator[Invariant]:
    entry = mapping(node)
    text, asked = entry.get("holds"), entry.get("for")
    holds = read_expr(names, text, "invariant", it=asked is not None)
    wagers = tuple(dict.fromkeys(_wagers(names, asked)))
    if holds is None or not isinstance(text, Scalar):
        return
    _check(names, entry, text, holds)
    because = " ".join(text_of(entry.get("because")).split())
    cites = (*clauses_of(entry.get("cite")), *part.inherited)
    for each in [about(holds, wager) for wager in wagers] if asked is not None else [holds]:
        yield Invariant(each, because, cites, row_place(node))


def _wagers(names: Names, node: Node | None) -> Iterator[str]:
    """The wagers that a list of wagers and groups, or a text of them, covers."""
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            yield from (wager for wager, _ in names.subject(item))


def _check(names: Names, entry: Mapping, text: Scalar, holds: Expr) -> None:
    """Refuses what is not about one hand, or about what is dealt, or about nothing."""
    read, asked = facts(holds), entry.get("for")
    if not read:
        names.collector.error("bad-form", "an invariant that speaks of nothing says nothing", text.place)
    if any(isinstance(node, Quantified | Count) for node in walk(holds)):
        message, hint = "an invariant is of one hand, and this speaks of several", "say what holds of each hand"
        names.collector.error("bad-form", message, _inside(text, _OTHERS), hint)
    known = names.vocabulary.facts
    for fact in read:
        concept = None if fact.name in names.scope.options else known.get(fact.name)
        if concept is not None and concept.source not in ("acts", "wagers"):
            message = f"an invariant speaks of acts, wagers and options, and `{fact.name}` is none of these"
            hint = "what is dealt or becomes of a wager is never taken for granted"
            names.collector.error("bad-form", message, _inside(text, _spelt(names, holds, fact)), hint)
    if asked is not None and not any("it" in fact.args for fact in read):
        key = entry.key("for")
        message = "this is `for` wagers, and says nothing of `it`"
        hint = "write `it` for the wager, or take `for` away"
        names.collector.error("bad-form", message, (key or asked).place, hint)


def _spelt(names: Names, holds: Expr, fact: Fact) -> str:
    """How a fact stands in the text: by its own name, or by that of the definition that speaks of it."""
    used = [name for name, defined in names.scope.defined.items() if fact in facts(defined)]
    found = "|".join(re.escape(name) for name in (fact.name, *used))
    return rf"(?<![\w.])(?:{found})(?![\w.])"


def _inside(text: Scalar, pattern: str) -> Place:
    """Where in a condition something stands; the condition itself where that cannot be told."""
    found = re.search(pattern, text.text)
    if found is None or "\n" in text.text:
        return text.place
    return Place(text.place.file, text.place.line, text.place.column + found.start() + (not text.plain))
