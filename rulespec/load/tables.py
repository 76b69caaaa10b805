"""A spec's tables as written: rows with typed conditions and typed consequences."""

from collections.abc import Callable
from dataclasses import replace

from rulespec.lang.resolve import Unresolved, amount, amounts, condition, payout
from rulespec.lang.scope import Scope
from rulespec.load.collect import clauses_of, entries, items, mapping, text_of
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.parts import Part
from rulespec.model.expr import Always, Expr, Payout
from rulespec.model.place import Place
from rulespec.model.spec import PayRow, PayTable, RuleRow, RuleTable, Then


def read_expr(
    names: Names, node: Node | None, what: str, *, it: bool = True, read: Callable[[str, Scope], Expr] = condition
) -> Expr | None:
    """The typed tree of a condition, or of what `read` reads; None where there is none or it is wrong."""
    if not isinstance(node, Scalar):
        return None
    scope = replace(names.scope, it=it)
    try:
        return read(node.text, scope)
    except Unresolved as error:
        names.collector.language(error, node, what)
        return None


def read_tables(names: Names) -> tuple[RuleTable, ...]:
    """All tables of a spec, section by section."""
    found = []
    for section in ("valid", "play", "stake", "settle"):
        for part in names.parts.section(section):
            if section == "play":
                _check_stage(names, part)
            else:
                names.subject(part.key)
            found.append(_table(names, part))
    hand = names.parts.whole("hand")
    if hand is not None:
        found.append(_table(names, hand))
    return tuple(found)


def _check_stage(names: Names, part: Part) -> None:
    if part.name not in names.scope.stages:
        hint = nearest(part.name, names.scope.stages)
        names.collector.error("unknown-name", f"`{part.name}` is no stage of this spec", part.key.place, hint)


def _table(names: Names, part: Part) -> RuleTable:
    entry = mapping(part.node)
    it = part.section not in ("play", "hand")
    when = read_expr(names, entry.get("when"), "`when` of the table", it=it) or Always()
    rows = tuple(row for node in items(entry.get("rules")) if (row := _row(names, part, node, it)) is not None)
    return RuleTable(
        section=part.section,
        subject=part.name,
        cites=clauses_of(entry.get("cite")),
        when=when,
        rows=rows,
        open_by=clauses_of(entry.get("open")),
        place=part.key.place,
        inherited=part.inherited,
        document=part.source,
    )


def _row(names: Names, part: Part, node: Node, it: bool) -> RuleRow | None:
    entry = mapping(node)
    cites = clauses_of(entry.get("cite"))
    what = f"rule {cites[0]}" if cites else "rule"
    when = read_expr(names, entry.get("when"), what, it=it)
    then = _then(names, part, entry, what)
    if when is None or then is None:
        return None
    overrides = clauses_of(entry.get("overrides"))
    return RuleRow(when, then, cites, overrides, text_of(entry.get("ground")), _place(node))


def _place(node: Node) -> Place:
    return node.entries[0][0].place if isinstance(node, Mapping) and node.entries else node.place


def _then(names: Names, part: Part, entry: Mapping, what: str) -> Then | None:
    node = entry.get("then")
    if part.section == "hand":
        return _hand_then(names, node)
    if not isinstance(node, Scalar):
        return None
    if part.section == "settle":
        return Then("result", node.text)
    if part.section == "valid":
        return Then("validity", node.text)
    if part.section == "stake":
        return _stake_then(names, node, what)
    return _act(names, entry, node, what)


def _hand_then(names: Names, node: Node | None) -> Then | None:
    if isinstance(node, Scalar):
        deeds = [part.name for part in names.parts.section("deeds")]
        if node.text not in deeds:
            hint = nearest(node.text, deeds) or "declare it under `deeds`"
            names.collector.error("unknown-name", f"`{node.text}` is no deed of this spec", node.place, hint)
            return None
        return Then("deed", node.text)
    return Then("effects", pairs=effects(names, node))


def effects(names: Names, node: Node | None) -> tuple[tuple[str, str], ...]:
    """`{all: lose, side: stand_off}` as pairs of subject and result."""
    found = []
    for key, value in entries(node):
        names.subject(key)
        found.append((key.text, text_of(value)))
    return tuple(found)


def _stake_then(names: Names, node: Scalar, what: str) -> Then | None:
    if node.text == "as placed":
        return Then("stake", "as placed")
    limit = node.text.removeprefix("at most ")
    offset = len(node.text) - len(limit)
    inner = Scalar(limit, node.plain, replace(node.place, column=node.place.column + offset))
    amount = read_expr(names, inner, what, read=amounts)
    return None if amount is None else Then("stake", "at most", amount=amount)


def _act(names: Names, entry: Mapping, node: Scalar, what: str) -> Then | None:
    act, _, wager = node.text.partition(" ")
    if act not in names.vocabulary.acts:
        hint = nearest(act, names.vocabulary.acts)
        names.collector.error("unknown-name", f"the vocabulary has no act `{act}`", node.place, hint)
        return None
    if wager and wager not in names.scope.wagers:
        hint = nearest(wager, names.scope.wagers)
        names.collector.error("unknown-name", f"`{wager}` is no wager of this spec", node.place, hint)
        return None
    given = entry.get("amount")
    amount = read_expr(names, given, what, it=False, read=amounts)
    if wager and given is None:
        hint = "add `amount`, what the clause permits"
        names.collector.error("missing-key", f"`{node.text}` says nothing of its amount", node.place, hint)
    if not wager and given is not None:
        names.collector.error("unknown-key", f"`{act}` places no wager, so it has no amount", given.place)
    return Then("act", act, wager, amount)


# Pay tables.


def read_pays(names: Names) -> tuple[PayTable, ...]:
    """All pay tables of a spec."""
    return tuple(_pay(names, part) for part in names.parts.section("pay"))


def _pay(names: Names, part: Part) -> PayTable:
    names.subject(part.key)
    entry = mapping(part.node)
    cites = clauses_of(entry.get("cite"))
    by, columns = text_of(entry.get("by")), text_of(entry.get("columns"))
    always = entry.get("always")
    if (always is None) == (entry.get("rows") is None):
        message = "a pay table has either `always` (one payout for every win) or `by` with `rows`"
        names.collector.error("bad-form", message, part.key.place)
    rows = [PayRow("", _payouts(names, always, cites), cites, always.place)] if always is not None else []
    width = _columns(names, columns, entry)
    for key, value in entries(entry.get("rows")):
        payouts = _payouts(names, value, cites)
        if len(payouts) != width:
            message = f"`{key.text}` has {len(payouts)} payouts, and the table has {width} columns"
            names.collector.error("bad-form", message, value.place, "write one payout a column", cites)
        _check_pay_key(names, by, key)
        rows.append(PayRow(key.text, payouts, (f"{cites[0]}[{key.text}]" if cites else key.text,), key.place))
    cap = mapping(entry.get("at_most"))
    at_most = read_expr(names, cap.get("amount"), "`at_most`", read=amount)
    return PayTable(
        part.name, by, columns, tuple(rows), at_most, clauses_of(cap.get("cite")), cites, part.key.place, part.inherited
    )


def _columns(names: Names, columns: str, entry: Mapping) -> int:
    if not columns:
        return 1
    node = entry.get("columns") or entry
    option = next((part for part in names.parts.section("options") if part.name == columns), None)
    if option is None:
        hint = nearest(columns, names.scope.options)
        names.collector.error("unknown-name", f"`{columns}` is no option of this spec", node.place, hint)
        return 1
    values = items(mapping(option.node).get("values"))
    if not values:
        names.collector.error("missing-key", f"the option `{columns}` picks a column, so it needs `values`", node.place)
    return len(values) or 1


def _payouts(names: Names, node: Node | None, cites: tuple[str, ...]) -> tuple[Payout, ...]:
    found = []
    for item in items(node) if isinstance(node, Sequence) else ((node,) if node is not None else ()):
        if not isinstance(item, Scalar):
            continue
        try:
            found.append(payout(item.text, names.scope))
        except Unresolved as error:
            names.collector.language(error, item, "payout", cites)
    return tuple(found)


def _check_pay_key(names: Names, by: str, key: Scalar) -> None:
    concept = names.scope.facts.get(by)
    if concept is None:
        hint = nearest(by, names.scope.facts)
        names.collector.error("unknown-name", f"`{by}` is no fact of this spec", key.place, hint)
        return
    known = names.scope.classes if concept.type.kind == "hand" else names.scope.lists.get(concept.type.of, ())
    if key.text not in known:
        names.collector.error(
            "unknown-name", f"`{key.text}` is no value of `{by}`", key.place, nearest(key.text, known)
        )
