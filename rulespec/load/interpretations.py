"""The interpretations of a spec: recorded readings that fill gaps and resolve conflicts, in a file of their own."""

from pathlib import Path

from rulespec.load.checked import read_checked
from rulespec.load.collect import clauses_of, items, mapping, text_of
from rulespec.load.events import check_word
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.tables import read_expr, row_place
from rulespec.model.edition import FOLDER as EDITIONS
from rulespec.model.edition import MARK
from rulespec.model.spec import RESULTS, Reading

FOLDER = "interpretations"  # below a jurisdiction's folder, or a spec's editions; a file is called as its spec is
DRAWS = ("draw", "stay")
AS_PLACED = "as placed"


def file_of(spec: str) -> str:
    """The id of the file with a spec's interpretations, as specs are located by ids; an edition's lie beside it."""
    name, _, edition = spec.partition(MARK)
    jurisdiction, _, game = name.rpartition("/")
    return f"{jurisdiction}/{EDITIONS}/{game}/{FOLDER}/{edition}" if edition else f"{jurisdiction}/{FOLDER}/{game}"


def read_readings(names: Names, path: Path | None, spec: str) -> tuple[Reading, ...]:
    """The interpretations in a file, those that can be read; none without a file."""
    if path is None:
        return ()
    node, findings = read_checked(path, "interpretations")
    names.collector.take(findings)
    root = mapping(node)
    named = root.get("interpretations")
    if isinstance(named, Scalar) and named.text != spec:
        hint = "make `interpretations:` and the path agree"
        names.collector.error("wrong-id", f"these are for `{named.text}`, in the file for `{spec}`", named.place, hint)
    return tuple(one for item in items(root.get("readings")) if (one := _reading(names, item)) is not None)


def _reading(names: Names, node: Node) -> Reading | None:
    entry = mapping(node)
    wagers, event, result = entry.get("wagers"), entry.get("event"), entry.get("result")
    draws = text_of(entry.get("draws"))
    if not isinstance(result, Scalar) or not (draws or isinstance(wagers, Scalar)):
        return None
    covered = tuple(name for name, _ in names.subject(wagers)) if isinstance(wagers, Scalar) else ()
    inner = names.reading("event", choices=_choices(names, text_of(event))) if event is not None else names
    when = read_expr(inner, entry.get("when"), "`when` of the interpretation", it=False)
    if draws:
        _check_draws(names, draws, entry, result)
    elif event is not None:
        _check_event(names, text_of(event), event)
        for word in result.text.split(" and "):
            check_word(names, "wager", word, result)
    elif result.text not in (*RESULTS, AS_PLACED):
        hint = nearest(result.text, RESULTS) or f"write one of {', '.join(RESULTS)}, or `{AS_PLACED}`"
        names.collector.error("not-one-of", f"`{result.text}` is no result", result.place, hint)
    if when is None:
        return None
    return Reading(
        kind=text_of(entry.get("for")),
        wagers=covered,
        event=text_of(event),
        when=when,
        result=result.text,
        because=" ".join(text_of(entry.get("because")).split()),
        approved=text_of(entry.get("approved")),
        cites=clauses_of(entry.get("cite")),
        place=row_place(node),
        draws=draws,
    )


def _choices(names: Names, event: str) -> tuple[str, ...]:
    """What the spec's table of an event lets players choose."""
    tables = (mapping(part.node) for part in names.parts.section("events") if event in part.name.split())
    return tuple(text_of(item) for table in tables for item in items(table.get("choices")))


def _check_draws(names: Names, hand: str, entry: Mapping, result: Scalar) -> None:
    declared = [part.name for part in names.parts.section("draws")]
    node = entry.get("draws")
    if node is not None and hand not in declared:
        hint = nearest(hand, declared) or "name a hand that `draws` has a table for"
        names.collector.error(
            "unknown-name", f"this spec has no table by which `{hand}` draws", node.place, hint, name=hand
        )
    if result.text not in DRAWS:
        hint = nearest(result.text, DRAWS) or f"write one of {', '.join(DRAWS)}"
        names.collector.error("not-one-of", f"`{result.text}` is not what a hand does", result.place, hint)


def _check_event(names: Names, event: str, node: Node) -> None:
    declared = [name for part in names.parts.section("events") for name in part.name.split()]
    if event not in declared:
        hint = nearest(event, declared) or "name an event that this spec has a table for"
        names.collector.error("unknown-name", f"this spec has no event `{event}`", node.place, hint, name=event)
