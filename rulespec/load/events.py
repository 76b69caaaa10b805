"""Irregularities and jackpots as a spec writes them: what events do, what follows from it, how prizes are taken."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from rulespec.lang.resolve import Unresolved, amount, condition, payout
from rulespec.load.collect import clauses_of, entries, items, mapping, text_of
from rulespec.load.intent import read_intent
from rulespec.load.names import Names
from rulespec.load.nearest import nearest, nearest_name
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.parts import Part
from rulespec.load.tables import read_expr, row_place
from rulespec.model.expr import Always, Expr, Fact, Odds
from rulespec.model.spec import (
    DISPOSITIONS,
    HAND_EFFECTS,
    ROUND_EFFECTS,
    SHARES,
    EventTable,
    Jackpot,
    PrizeOrder,
    RuleRow,
    RuleTable,
    Then,
)

_JACKPOT = ("share", "takes", "adds", "bonus")
_WORDS = {"round": ROUND_EFFECTS, "hand": HAND_EFFECTS}


def read_events(names: Names) -> tuple[EventTable, ...]:
    """What a spec says of each irregularity."""
    return tuple(_event(names, part) for part in names.parts.section("events"))


def read_follow(names: Names) -> RuleTable | None:
    """What follows for one wager from what became of another."""
    part = names.parts.whole("follow")
    if part is None:
        return None
    inner = names.reading("result")
    rows = _rows(inner, part, mapping(part.node))
    return _table(names, part, mapping(part.node), Always(), rows)


def _event(names: Names, part: Part) -> EventTable:
    entry = mapping(part.node)
    events = tuple(part.name.split())
    for event in events:
        _check_event(names, part, event)
    choices = _choices(names, entry.get("choices"))
    inner = names.reading("event", "result", choices=choices)
    when = read_expr(inner, entry.get("when"), "`when` of the table", it=False) or Always()
    occurs = read_expr(names, entry.get("occurs"), f"`occurs` of `{part.name}`", it=False)
    return EventTable(events, occurs, choices, _table(names, part, entry, when, _rows(inner, part, entry)))


def _choices(names: Names, node: Node | None) -> tuple[str, ...]:
    """What players may choose. Of a choice that cannot be read here, nothing more is said where it is asked for."""
    known = names.vocabulary.choices
    for item in items(node):
        _known(names, text_of(item), known, item, "choice", "choices")
        if text_of(item) not in known:
            names.collector.lose(text_of(item), nearest_name(text_of(item), known))
    if node is not None and not items(node):
        names.collector.lose(*known)
    return tuple(text_of(item) for item in items(node))


def _check_event(names: Names, part: Part, event: str) -> None:
    concept = names.vocabulary.events.get(event)
    if concept is None:
        _known(names, event, names.vocabulary.events, part.key, "event", "events")
    elif names.family and concept.families and names.family not in concept.families and not part.inherited:
        families = ", ".join(f"`{name}`" for name in concept.families)
        message = f"`{event}` belongs to the family {families}, and this spec is of `{names.family}`"
        names.collector.error("wrong-family", message, part.key.place)


def _known(names: Names, name: str, known: Iterable[str], node: Node, what: str, section: str) -> None:
    known = tuple(known)
    if name not in known:
        hint = nearest(name, known) or f"declare it under `{section}` in the vocabulary"
        names.collector.error("unknown-name", f"the vocabulary has no {what} `{name}`", node.place, hint, name=name)


def _table(
    names: Names, part: Part, entry: Mapping, when: Expr, rows: tuple[RuleRow, ...], section: str = ""
) -> RuleTable:
    """A table of the part's section, or (`section`) one inside the part."""
    return RuleTable(
        section=section or part.section,
        subject=part.name,
        cites=clauses_of(entry.get("cite")),
        when=when,
        rows=rows,
        open_by=clauses_of(entry.get("open")),
        place=part.key.place,
        inherited=part.inherited,
        document=part.source,
        intent=read_intent(names.collector, section or part.section, entry),
        heir=part.heir,
    )


def _rows(names: Names, part: Part, entry: Mapping) -> tuple[RuleRow, ...]:
    return tuple(row for node in items(entry.get("rules")) if (row := _row(names, node)) is not None)


def _row(names: Names, node: Node) -> RuleRow | None:
    entry = mapping(node)
    cites = clauses_of(entry.get("cite"))
    what = f"rule {cites[0]}" if cites else "rule"
    when = read_expr(names, entry.get("when"), what, it=False)
    then = _then(names, entry, what)
    if when is None or then is None:
        return None
    return RuleRow(when, then, cites, clauses_of(entry.get("overrides")), text_of(entry.get("ground")), row_place(node))


def _then(names: Names, entry: Mapping, what: str) -> Then | None:
    node = entry.get("then")
    amended = []
    for key, value in entries(entry.get("stake")):
        names.subject(key)
        found = read_expr(names, value, what, it=False, read=amount)
        if found is not None:
            amended.append((key.text, found))
    if isinstance(node, Scalar):
        if not names.is_deed(node):
            return None
        return Then("deed", node.text, amounts=tuple(amended))
    return Then("effects", pairs=event_effects(names, node), amounts=tuple(amended))


def event_effects(names: Names, node: Node | None) -> tuple[tuple[str, str], ...]:
    """`{round: void, all but jackpots: returned, jackpots: carried}` as pairs of what it is about and what it does."""
    found = []
    for key, value in entries(node):
        if key.text not in _WORDS:
            names.subject(key)
        words = text_of(value)
        for word in words.split(" and "):
            check_word(names, key.text, word, value)
        found.append((key.text, words))
    return tuple(found)


def check_word(names: Names, about: str, word: str, node: Node) -> None:
    """Whether a word is something that an event does to the round, a hand or a wager."""
    known = _WORDS.get(about, DISPOSITIONS)
    if word in known or (about not in _WORDS and odds_of(word) is not None):
        return
    what = {"round": "a round", "hand": "a hand"}.get(about, "a wager")
    hint = nearest(word, known) or f"write one of {', '.join(f'`{name}`' for name in known)}"
    names.collector.error("not-one-of", f"`{word}` is nothing that an event does to {what}", node.place, hint)


def odds_of(word: str) -> Odds | None:
    """The odds of `paid 1 to 1`; None where the word gives none."""
    if not word.startswith("paid "):
        return None
    from rulespec.lang.scope import Scope

    try:
        found = payout(word.removeprefix("paid "), Scope({}, {}, frozenset(), (), ()))
    except Unresolved:
        return None
    return found if isinstance(found, Odds) else None


def event_bounds(names: Names) -> tuple[tuple[str, Expr], ...]:
    """What the acts of a round say of facts of events, for those that this spec has the words for."""
    found = []
    for name, concept in names.vocabulary.facts.items():
        if concept.known_from:
            with suppress(Unresolved):
                found.append((name, condition(concept.known_from, replace(names.scope, it=False))))
    return tuple(found)


# Jackpots.


def read_jackpots(names: Names) -> tuple[Jackpot, ...]:
    """How the prizes of jackpot wagers are shared and taken from the meters."""
    found = []
    for part in names.parts.section("jackpots"):
        names.subject(part.key)
        entry = mapping(part.node)
        tables = {key: _jackpot_table(names, part, key, entry.get(key)) for key in _JACKPOT}
        found.append(Jackpot(part.name, **tables, place=part.key.place))
    return tuple(found)


def read_prize_order(names: Names) -> tuple[PrizeOrder, ...]:
    """In which order several prizes are taken."""
    part = names.parts.whole("prize_order")
    found: list[PrizeOrder] = []
    for node in items(part.node) if part is not None else ():
        entry = mapping(node)
        by = text_of(entry.get("by"))
        if by and any(order.by == by for order in found):
            message = f"prizes are taken by `{by}` already"
            names.collector.error("repeated-name", message, (entry.get("by") or node).place)
        found.append(PrizeOrder(by, clauses_of(entry.get("cite"))))
    return tuple(found)


def _jackpot_table(names: Names, part: Part, key: str, node: Node | None) -> RuleTable | None:
    if node is None:
        return None
    entry, inner = mapping(node), names.reading("result")
    rows = []
    for item in items(entry.get("rules")):
        row = mapping(item)
        cites = clauses_of(row.get("cite"))
        what = f"rule {cites[0]}" if cites else "rule"
        when = read_expr(inner, row.get("when"), what)
        then = _prize(inner, row, what) if key in ("share", "bonus") else _meters(inner, row.get("then"), what)
        if when is not None and then is not None:
            over, ground = clauses_of(row.get("overrides")), text_of(row.get("ground"))
            rows.append(RuleRow(when, then, cites, over, ground, row_place(item)))
    return _table(names, part, entry, Always(), tuple(rows), key)


def _prize(names: Names, row: Mapping, what: str) -> Then | None:
    """`each AMOUNT`, `equally AMOUNT` or `in succession`; `at_least` is a minimum, `others` win elsewhere."""
    node = row.get("then")
    least = read_expr(names, row.get("at_least"), what, read=amount)
    others = read_expr(names, row.get("others"), what, read=amount)
    amounts = tuple((key, each) for key, each in (("at_least", least), ("others", others)) if each is not None)
    if not isinstance(node, Scalar):
        return None
    word = next((word for word in SHARES if node.text == word or node.text.startswith(f"{word} ")), "")
    if not word:
        hint = "write `each AMOUNT`, `equally AMOUNT` or `in succession`"
        names.collector.error("not-one-of", f"`{node.text}` is no way to share a prize", node.place, hint)
        return None
    rest = node.text.removeprefix(word)
    if bool(rest.strip()) == (word == "in succession"):
        message = f"`{word}` has no amount of its own" if rest else f"`{word}` says nothing of the amount"
        names.collector.error("bad-form", message, node.place, "" if rest else f"write `{word} AMOUNT`")
        return None
    if word == "in succession":
        return Then("prize", word, amounts=amounts)
    offset = len(node.text) - len(rest.lstrip())
    inner = Scalar(rest.strip(), node.plain, replace(node.place, column=node.place.column + offset))
    prize = read_expr(names, inner, what, read=amount)
    return None if prize is None else Then("prize", word, amount=prize, amounts=amounts)


def _meters(names: Names, node: Node | None, what: str) -> Then | None:
    """`{jackpot_meter: jackpot_meter - 10 % of jackpot_meter}` as meters with what they become."""
    found = []
    for key, value in entries(node):
        meter = read_expr(names, key, what, read=amount)
        becomes = read_expr(names, value, what, read=amount)
        if meter is not None and not (isinstance(meter, Fact) and meter.name in names.scope.options):
            hint = "a meter is an option that holds an amount"
            names.collector.error("bad-form", f"`{key.text}` is no meter", key.place, hint)
        elif isinstance(meter, Fact) and becomes is not None:
            found.append((meter.key, becomes))
    return Then("meters", amounts=tuple(found))
