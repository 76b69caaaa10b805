"""From syntax to the typed tree: every name gets its meaning, every comparison its check, at its column."""

import difflib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulespec.lang.prizes import is_plain_number, odds_or_money
from rulespec.lang.scope import PICKS, ROUNDED, Scope
from rulespec.lang.syntax import Problem, SyntaxProblem, parse
from rulespec.lang.types import arithmetic_type, comparable, single, type_of
from rulespec.model.expr import (
    AMOUNT,
    HAND,
    NUMBER,
    TRUTH,
    Always,
    And,
    Arithmetic,
    Between,
    ClassOf,
    Compare,
    Constant,
    Count,
    Expr,
    Fact,
    In,
    Not,
    Number,
    Odds,
    OneOf,
    Or,
    Payout,
    Pick,
    Prize,
    Quantified,
    Type,
)
from rulespec.model.vocabulary import OF_OUTCOME

if TYPE_CHECKING:
    from lark import Token, Tree


class Unresolved(Exception):
    """A text of the language that means nothing in its scope; `problems` say what and where."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems


def condition(text: str, scope: Scope) -> Expr:
    """The typed tree of a condition. Raises `Unresolved`."""
    resolver = _Resolver(scope, text)
    tree = resolver.truth(_parsed(text, "condition").children[0])
    return resolver.done(tree)


def amounts(text: str, scope: Scope) -> Expr:
    """The typed tree of an amount, or of several (`3 * main | 4 * main`, a `OneOf`). Raises `Unresolved`."""
    resolver = _Resolver(scope, text)
    parts = tuple(resolver.amount(child) for child in _parsed(text, "amounts").children)
    return resolver.done(parts[0] if len(parts) == 1 else OneOf(parts))


def amount(text: str, scope: Scope) -> Expr:
    """The typed tree of one amount: no list of them. Raises `Unresolved`."""
    resolver = _Resolver(scope, text)
    first, *more = _parsed(text, "amounts").children
    tree = resolver.one_amount(first)
    if more:
        resolver.wrong("one amount is wanted here, and this is several", more[0])
    return resolver.done(tree)


def payout(text: str, scope: Scope) -> Payout:
    """Odds such as `3 to 2`, or a prize such as `500 * stake(it)`. Raises `Unresolved`."""
    tree = _parsed(text, "payout")
    if tree.data == "odds":
        pays, _, per = tree.children
        if Fraction(str(per)) == 0:
            raise Unresolved(Problem("odds cannot be paid to a stake of 0", 0))
        return Odds(Fraction(str(pays)), Fraction(str(per)))
    resolver = _Resolver(scope, text)
    prize = resolver.done(resolver.one_amount(tree.children[0]))
    if is_plain_number(prize):
        message = f"`{text.strip()}` is a plain number, and a payout is odds or money"
        raise Unresolved(Problem(message, 0, odds_or_money(prize)))
    return Prize(prize)


def expression(text: str, scope: Scope) -> Expr:
    """The typed tree of a condition or of one amount, whichever the text is: what a definition stands for.

    Raises `Unresolved`.
    """
    resolver = _Resolver(scope, text)
    node = _parsed(text, "condition").children[0]
    tree = resolver.value(node, None)
    if type_of(tree).kind not in ("truth", "amount", "number") and not resolver.problems:
        resolver.wrong(f"`{text.strip()}` is {type_of(tree)}, neither a condition nor an amount", node)
    return resolver.done(tree)


def _parsed(text: str, start: str) -> "Tree[Token]":
    try:
        return parse(text, start)
    except SyntaxProblem as error:
        raise Unresolved(error.problem) from None


class _Resolver:
    """Walks one syntax tree and collects every problem before it gives up."""

    def __init__(self, scope: Scope, source: str) -> None:
        self.scope = scope
        self.source = source
        self.problems: list[Problem] = []

    def done(self, expr: Expr) -> Expr:
        if self.problems:
            raise Unresolved(*self.problems)
        return expr

    def wrong(self, message: str, node: Any, hint: str = "", name: str = "") -> None:
        self.problems.append(Problem(message, _column(node), hint, name))

    def text(self, node: Any) -> str:
        """What stands in the source for a node."""
        return " ".join(self.source[node.meta.start_pos : node.meta.end_pos].split())

    # What a place asks for.

    def truth(self, node: Any) -> Expr:
        expr = self.value(node, None)
        if type_of(expr) != TRUTH and not self.problems:
            self.wrong(f"`{self.text(node)}` is {type_of(expr)}, not a condition", node, "compare it with something")
        return expr

    def amount(self, node: Any) -> Expr:
        expr = self.value(node, AMOUNT)
        kind = type_of(expr)
        if single(kind) not in (AMOUNT, NUMBER) and not self.problems:
            self.wrong(f"`{self.text(node)}` is {kind}, not an amount", node)
        return expr

    def one_amount(self, node: Any) -> Expr:
        expr = self.amount(node)
        if type_of(expr).kind == "set" and not self.problems:
            self.wrong("one amount is wanted here, and this is a list", node, "use `largest` or `smallest`")
        return expr

    # What stands there. `wanted` is the type of the other side, by which an ambiguous list value is told.

    def value(self, node: Any, wanted: Type | None) -> Expr:
        method = getattr(self, f"_{node.data}", None)
        if method is None:  # pragma: no cover - the grammar has no other rule
            raise AssertionError(node.data)
        result: Expr = method(node, wanted)
        return result

    def _always(self, node: Any, wanted: Type | None) -> Expr:
        return Always()

    def _number(self, node: Any, wanted: Type | None) -> Expr:
        text, start = str(node.children[0]), _column(node)
        if wanted is not None and wanted.kind == "enum" and text in self.scope.values(wanted):
            return Constant(text, wanted, self.scope.values(wanted).index(text), start)
        return Number(Fraction(text), text, start)

    def _money(self, node: Any, wanted: Type | None) -> Expr:
        text = str(node.children[0])
        return Number(Fraction(text[1:]), text, _column(node))

    def _either(self, node: Any, wanted: Type | None) -> Expr:
        return Or(tuple(self.truth(child) for child in node.children[::2]))

    def _both(self, node: Any, wanted: Type | None) -> Expr:
        return And(tuple(self.truth(child) for child in node.children[::2]))

    def _negation(self, node: Any, wanted: Type | None) -> Expr:
        return Not(self.truth(node.children[1]))

    def _quantified(self, node: Any, wanted: Type | None) -> Expr:
        words = [str(child) for child in node.children[:-1]]
        return Quantified(words[0], "other" in words, self.truth(node.children[-1]))

    def _count(self, node: Any, wanted: Type | None) -> Expr:
        return Count("other" in map(str, node.children[:-1]), self.truth(node.children[-1]))

    def _comparison(self, node: Any, wanted: Type | None) -> Expr:
        left_node, operator, right_node = node.children
        left, right = self._pair(left_node, right_node)
        op = str(operator)
        kinds = type_of(left), type_of(right)
        if not self.problems:
            self._check_comparison(op, *kinds, node)
        return Compare(op, left, right)

    def _check_comparison(self, op: str, left: Type, right: Type, node: Any) -> None:
        if op in ("before", "after"):
            if left.kind != "stage" or right.kind != "stage":
                other = right if left.kind == "stage" else left
                self.wrong(f"`{op}` compares stages, and this is {other}", node)
        elif left == TRUTH or right == TRUTH:
            self.wrong("a yes/no fact is not compared", node, "write the fact itself, or `not` before it")
        elif "set" in (left.kind, right.kind):
            self.wrong("a list of amounts is not compared with one amount", node, "use `in`, `largest` or `smallest`")
        elif not comparable(left, right):
            listed = next((kind for kind in (left, right) if kind.kind == "enum"), left)
            self.wrong(f"{left} cannot be compared with {right}", node, self.scope.offer(listed))
        elif left.kind == "stage" and op not in ("=", "!="):
            self.wrong(f"stages are not compared by `{op}`", node, "use `before` or `after`")

    def _membership(self, node: Any, wanted: Type | None) -> Expr:
        item_node, _, *choice_nodes = node.children
        item = self.value(item_node, self._hint_type(choice_nodes[0]))
        kind = type_of(item)
        choices = tuple(self.value(child, kind) for child in choice_nodes)
        for child, choice in zip(choice_nodes, choices, strict=True):
            other = type_of(choice)
            if not self.problems and (kind == TRUTH or not comparable(kind, single(other))):
                self.wrong(f"{kind} cannot be one of {other}", child, self.scope.offer(kind))
        return In(item, choices)

    def _between(self, node: Any, wanted: Type | None) -> Expr:
        item_node, _, low_node, _, high_node = node.children
        item = self.value(item_node, self._hint_type(low_node))
        kind = type_of(item)
        low, high = self.value(low_node, kind), self.value(high_node, kind)
        for end, child in ((low, low_node), (high, high_node)):
            if not self.problems and (kind == TRUTH or not comparable(kind, type_of(end))):
                self.wrong(f"{kind} cannot be compared with {type_of(end)}", child, self.scope.offer(kind))
        return Between(item, low, high)

    def _arithmetic(self, node: Any, wanted: Type | None) -> Expr:
        left_node, op, right_node = node.children
        left, right = self.value(left_node, AMOUNT), self.value(right_node, AMOUNT)
        self._check_arithmetic(str(op), left, right, node)
        return Arithmetic(str(op), left, right)

    def _percent(self, node: Any, wanted: Type | None) -> Expr:
        text = str(node.children[0])
        left, right = Number(Fraction(text), text, _column(node)), self.value(node.children[2], AMOUNT)
        self._check_arithmetic("% of", left, right, node)
        return Arithmetic("% of", left, right)

    def _check_arithmetic(self, op: str, left: Expr, right: Expr, node: Any) -> None:
        if self.problems or arithmetic_type(op, type_of(left), type_of(right)) is not None:
            if not self.problems and op == "/" and not (isinstance(right, Number) and right.value):
                self.wrong("only a number other than 0 may stand under `/`", node)
            return
        reason = f"{type_of(left)} and {type_of(right)} cannot be joined by `{op}`"
        self.wrong(reason, node, "an amount is multiplied or divided by a number only" if op in "*/" else "")

    # Names.

    def _name(self, node: Any, wanted: Type | None) -> Expr:
        name, start = str(node.children[0]), _column(node)
        scope = self.scope
        if name in scope.defined:
            return replace(scope.defined[name], start=start)
        constants = scope.constants(name)
        listed = wanted is None or wanted.kind in ("class", "hand", "stage", "enum")
        if constants and (listed or not self._is_value_name(name)):
            fitting = [c for c in constants if wanted is None or comparable(wanted, c.type)]
            return replace((fitting or list(constants))[0], start=start)
        if name in scope.wagers:
            return Fact("stake", (name,), AMOUNT, bare=True, start=start)
        concept = scope.options.get(name) or scope.facts.get(name)
        if concept is None:
            return self._unknown(name, node, wanted)
        if concept.takes not in ("", OF_OUTCOME):
            self.wrong(f"`{name}` needs to know which {concept.takes}", node, f"write `{name}(...)`")
        return Fact(name, (), concept.type, start=start)

    def _is_value_name(self, name: str) -> bool:
        return name in self.scope.wagers or name in self.scope.options or name in self.scope.facts

    def _unknown(self, name: str, node: Any, wanted: Type | None = None) -> Expr:
        """Says that a name has no meaning; `wanted` is what it is compared with, whose values are the nearest names."""
        if name == "it":
            self.wrong("`it` is the wager being decided and stands inside brackets", node, "write `amount(it)`")
            return Always()
        fitting = self.scope.fitting(wanted) if wanted is not None else []
        close = next(filter(None, (_close(name, names) for names in (fitting, self.scope.known()))), "")
        offer = self.scope.offer(wanted) if wanted is not None and close not in fitting else ""
        hint = f"did you mean `{close}`?" if close else "the vocabulary and the spec declare what may be named"
        self.wrong(f"`{name}` has no meaning here", node, offer or hint, name)
        return Always()

    def _call(self, node: Any, wanted: Type | None) -> Expr:
        name, *parts = node.children
        name, start = str(name), _column(node)
        if name in PICKS:
            return self._pick(name, parts, node)
        if name == "class":
            hand = self.value(parts[0], HAND)
            if len(parts) > 1 or (type_of(hand) != HAND and not self.problems):
                self.wrong("`class(...)` takes one hand", node)
            return ClassOf(hand, start)
        concept = self.scope.options.get(name) or self.scope.facts.get(name)
        if concept is None:
            return self._unknown(name, node)
        if concept.takes in ("", OF_OUTCOME) or len(parts) != 1:
            takes = "nothing in brackets" if concept.takes in ("", OF_OUTCOME) else f"one {concept.takes}"
            self.wrong(f"`{name}` takes {takes}", node)
            return Fact(name, (), concept.type, start=start)
        return self._fact_of(name, concept.type, concept.takes, parts[0], start)

    def _fact_of(self, name: str, kind: Type, takes: str, node: Any, start: int) -> Expr:
        argument = str(node.children[0]) if node.data == "name" else ""
        known = self.scope.arguments(takes)
        if argument not in known and not (takes == "wager" and argument == "it" and self.scope.it):
            close = difflib.get_close_matches(argument, sorted(known), n=1, cutoff=0.5)
            hint = f"did you mean `{close[0]}`?" if close else f"this spec has {_listed(sorted(known))}"
            of_list = takes not in ("wager", "stage", "class", "choice")
            what = f"value of `{takes}`" if of_list else takes if takes == "choice" else f"{takes} of this spec"
            self.wrong(f"`{argument or self.text(node)}` is not a {what}", node, hint, argument)
        return Fact(name, (argument,), kind, start=start)

    def _pick(self, name: str, nodes: list[Any], node: Any) -> Expr:
        parts = tuple(self.amount(child) for child in nodes)
        if name in ROUNDED:
            self._check_rounding(name, parts, node)
        elif len(parts) < PICKS[name]:
            self.wrong(f"`{name}` compares two or more amounts", node, f"write `{name}(a | b)`")
        if len(parts) == 1 and PICKS[name] == 1 and type_of(parts[0]).kind != "set" and not self.problems:
            self.wrong(f"`{name}` picks from a list of amounts, and this is one", node)
        return Pick(name, parts, _column(node))

    def _check_rounding(self, name: str, parts: tuple[Expr, ...], node: Any) -> None:
        if self.problems:
            return
        if len(parts) != 2 or any(type_of(part).kind == "set" for part in parts):
            self.wrong(f"`{name}` takes one amount and a unit", node, f"write `{name}(amount | $1)`")

    # Both sides of a comparison are read knowing the other, so that `stage = flop` and `flop > 2 * main` both work.

    def _pair(self, left: Any, right: Any) -> tuple[Expr, Expr]:
        first = self.value(left, self._hint_type(right))
        return first, self.value(right, type_of(first))

    def _hint_type(self, node: Any) -> Type | None:
        """The type of the other side, if it can be told without help."""
        if node.data != "name":
            quiet = _Resolver(self.scope, self.source)
            expr = quiet.value(node, None)
            return None if quiet.problems else type_of(expr)
        name = str(node.children[0])
        if name in self.scope.defined:
            return self.scope.defined[name].type
        concept = self.scope.options.get(name) or self.scope.facts.get(name)
        if concept is not None:
            return concept.type
        return AMOUNT if name in self.scope.wagers else None


def _close(name: str, names: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=0.6)), "")


def _column(node: Any) -> int:
    where = getattr(node, "meta", node)  # a tree has it there, a token itself
    return int(getattr(where, "start_pos", 0) or 0)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
