"""A spec's tables as written: rows with typed conditions and typed consequences."""

import re
from collections.abc import Callable
from dataclasses import replace

from rulespec.lang.resolve import Unresolved, amount, amounts, condition, payout
from rulespec.lang.scope import Scope
from rulespec.lang.show import show
from rulespec.load.collect import clauses_of, entries, items, mapping, text_of
from rulespec.load.intent import read_intent
from rulespec.load.names import Names
from rulespec.load.nearest import nearest
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.parts import Part
from rulespec.model.expr import NUMBER, Always, Compare, Constant, Expr, Fact, Payout
from rulespec.model.place import Place
from rulespec.model.spec import RESULTS, PayRow, PayTable, RuleRow, RuleTable, Then

_NUMBER = re.compile(r"[0-9]+")


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
    for section in ("draws", "valid", "play", "stake", "settle"):
        for part in names.parts.section(section):
            if section == "play":
                _check_stage(names, part)
            elif section != "draws":  # of hands, which the domain knows
                names.subject(part.key)
            found.append(_table(names, part))
    hand = names.parts.whole("hand")
    if hand is not None:
        found.append(_table(names, hand))
    return tuple(found)


def _check_stage(names: Names, part: Part) -> None:
    if part.name not in names.scope.stages:
        hint = nearest(part.name, names.scope.stages)
        message = f"`{part.name}` is no stage of this spec"
        names.collector.error("unknown-name", message, part.key.place, hint, name=part.name)


def _table(names: Names, part: Part) -> RuleTable:
    entry = mapping(part.node)
    it = part.section not in ("play", "hand", "draws")
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
        intent=read_intent(names.collector, part.section, entry),
        heir=part.heir,
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
    return RuleRow(when, then, cites, overrides, text_of(entry.get("ground")), row_place(node))


def row_place(node: Node) -> Place:
    """Where a row begins: at its first key."""
    return node.entries[0][0].place if isinstance(node, Mapping) and node.entries else node.place


def _then(names: Names, part: Part, entry: Mapping, what: str) -> Then | None:
    node = entry.get("then")
    if part.section == "hand":
        return _hand_then(names, node)
    if not isinstance(node, Scalar):
        return None
    if part.section == "settle":
        return Then("result", node.text)
    if part.section == "draws":
        return Then("draw", node.text)
    if part.section == "valid":
        return Then("validity", node.text)
    if part.section == "stake":
        return _stake_then(names, node, what)
    return _act(names, entry, node, what)


def _hand_then(names: Names, node: Node | None) -> Then | None:
    if isinstance(node, Scalar):
        if not names.is_deed(node):
            return None
        _check_deed(names, node)
        return Then("deed", node.text)
    return Then("effects", pairs=_results(names, node))


def _check_deed(names: Names, node: Scalar) -> None:
    """A deed that gives wagers results; what irregularities do to rounds and hands is no result."""
    (deed,) = (part for part in names.parts.section("deeds") if part.name == node.text)
    said = entries(mapping(deed.node).get("then"))
    if any(key.text in ("round", "hand") or text_of(value) not in RESULTS for key, value in said):
        message = f"`{node.text}` does what only an irregularity can do, and gives no wager a result"
        names.collector.error("bad-form", message, node.place, "use it under `events`")


def _results(names: Names, node: Node | None) -> tuple[tuple[str, str], ...]:
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
        names.collector.error("unknown-name", f"the vocabulary has no act `{act}`", node.place, hint, name=act)
        return None
    if wager and wager not in names.scope.wagers:
        hint = nearest(wager, names.scope.wagers)
        names.collector.error("unknown-name", f"`{wager}` is no wager of this spec", node.place, hint, name=wager)
        return None
    given = entry.get("amount")
    amount = read_expr(names, given, what, it=False, read=amounts)
    if wager and given is None and not names.collector.spoilt(entry):
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
    forms = [key for key in ("always", "rows", "rules") if entry.get(key) is not None]
    if len(forms) != 1 and not names.collector.spoilt(part.node):
        message = "a pay table has `always` (one payout for every win), `by` with `rows`, or `rules`"
        names.collector.error("bad-form", message, part.key.place)
    rows = [PayRow("", _payouts(names, always, cites), cites, always.place)] if always is not None else []
    width = _columns(names, columns, entry)
    known = _pay_keys(names, entry)
    numbered = by in names.scope.facts and names.scope.facts[by].type == NUMBER
    for key, value in entries(entry.get("rows")):
        count = len(value.items) if isinstance(value, Sequence) else 1
        if width and count != width:
            message = f"`{key.text}` has {count} payouts, and the table has {width} columns"
            names.collector.error("bad-form", message, value.place, "write one payout a column", cites)
        if known is not None and key.text not in known:
            message, hint = f"`{key.text}` is no value of `{by}`", nearest(key.text, known)
            names.collector.error("unknown-name", message, key.place, hint, name=key.text)
        clause = f"{_table_of(cites)}[{key.text}]" if cites else key.text
        when = _of_number(names, by, key) if numbered else None
        name = show(when) if when is not None else key.text
        rows.append(PayRow(name, _payouts(names, value, cites), (clause,), key.place, when))
    rows += [row for node in items(entry.get("rules")) if (row := _pay_rule(names, node, width, by)) is not None]
    cap, chip = mapping(entry.get("at_most")), mapping(entry.get("up_to"))
    at_most = read_expr(names, cap.get("amount"), "`at_most`", read=amount)
    up_to = read_expr(names, chip.get("unit"), "`up_to`", read=amount)
    return PayTable(
        part.name,
        "" if numbered else by,
        columns,
        tuple(rows),
        at_most,
        clauses_of(cap.get("cite")),
        cites,
        part.key.place,
        part.inherited,
        up_to,
        clauses_of(chip.get("cite")),
    )


def _of_number(names: Names, by: str, key: Scalar) -> Expr | None:
    """The condition of a row that is named by a number."""
    if not _NUMBER.fullmatch(key.text):
        message = f"`{key.text}` is no whole number from 0 on, as `{by}` is, by which this table pays"
        names.collector.error("bad-form", message, key.place, "name each row by the number that it pays for")
        return None
    return read_expr(names, replace(key, text=f"{by} = {key.text}"), f"the row `{key.text}`")


def _table_of(cites: tuple[str, ...]) -> str:
    """The clause whose rows a pay table has: the first that is called as tables are (`Table 9`), or else the first."""
    named = (cite for cite in cites if cite.rpartition(":")[2][:1].isalpha())
    return next(named, cites[0]).partition("[")[0]


def _pay_rule(names: Names, node: Node, width: int, by: str) -> PayRow | None:
    """A row of a pay table that is told by a condition."""
    entry = mapping(node)
    cites = clauses_of(entry.get("cite"))
    what = f"rule {cites[0]}" if cites else "rule"
    when, payouts = read_expr(names, entry.get("when"), what), _payouts(names, entry.get("pay"), cites)
    if when is None or not payouts:
        return None
    if width and len(payouts) != width:
        message = f"{what} has {len(payouts)} payouts, and the table has {width} columns"
        names.collector.error("bad-form", message, node.place, "write one payout a column", cites)
    key = _key_of(when, by)
    return PayRow(key or show(when), payouts, cites, row_place(node), None if key else when)


def _key_of(when: Expr, by: str) -> str:
    """The value of `by` that a condition asks for and nothing else: its row is like one that has that name."""
    match when:
        case Compare("=", Fact() as fact, Constant() as value) if by and fact.key == by:
            return value.name
    return ""


def _columns(names: Names, columns: str, entry: Mapping) -> int:
    """How many columns a table has; 0 where it cannot be told."""
    if not columns:
        return 1
    node = entry.get("columns") or entry
    option = next((part for part in names.parts.section("options") if part.name == columns), None)
    if option is None:
        hint = nearest(columns, names.scope.options)
        names.collector.error("unknown-name", f"`{columns}` is no option of this spec", node.place, hint, name=columns)
        return 0
    values = items(mapping(option.node).get("values"))
    if not values and not names.collector.spoilt(option.node):
        names.collector.error("missing-key", f"the option `{columns}` picks a column, so it needs `values`", node.place)
    concept = names.scope.options.get(columns)
    if concept is not None and (concept.takes or concept.type.kind not in ("number", "amount")):
        message = f"`{columns}` cannot pick a column: it is not one number"
        names.collector.error("bad-form", message, node.place)
    return len(values)


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


def _pay_keys(names: Names, entry: Mapping) -> tuple[str, ...] | None:
    """What the rows of a pay table may be named; None where it cannot be told."""
    node = entry.get("by")
    by = text_of(node)
    concept = names.scope.facts.get(by)
    if node is None:
        return None
    if concept is None:
        hint = nearest(by, names.scope.facts)
        names.collector.error("unknown-name", f"`{by}` is no fact of this spec", node.place, hint, name=by)
        return None
    if concept.takes:
        message = f"`{by}` needs to know which {concept.takes}, so it cannot pick a row"
        names.collector.error("bad-form", message, node.place)
        return None
    if concept.type == NUMBER:
        return None
    if concept.type.kind not in ("class", "hand", "enum"):
        message = f"`{by}` is {concept.type}, and rows are by kinds of hands, by values of a list or by a number"
        names.collector.error("bad-form", message, node.place, "tell the rows by conditions, under `rules`")
        return None
    return names.scope.values(concept.type)
