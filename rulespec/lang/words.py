"""Conditions in plain words, for traces and reports: "the player's hand is higher than the dealer's hand"."""

from rulespec.lang.scope import ROUNDED
from rulespec.lang.show import show
from rulespec.lang.trees import negated
from rulespec.lang.types import type_of
from rulespec.model.expr import (
    Always,
    And,
    Arithmetic,
    Between,
    ClassOf,
    Compare,
    Constant,
    Count,
    Defined,
    Expr,
    Fact,
    In,
    Not,
    Number,
    OneOf,
    Or,
    Pick,
    Quantified,
)
from rulespec.model.vocabulary import Concept, Vocabulary

_HANDS = {
    ">": "is higher than",
    "<": "is lower than",
    "=": "equals",
    "!=": "does not equal",
    ">=": "is at least as high as",
    "<=": "is no higher than",
}
_CLASSES = {
    ">=": "is {} or better",
    ">": "is better than {}",
    "<": "is below {}",
    "<=": "is {} or lower",
    "=": "is {}",
    "!=": "is not {}",
}
_AMOUNTS = {
    ">": "is above",
    "<": "is below",
    "=": "is",
    "!=": "is not",
    ">=": "is at least",
    "<=": "is at most",
    "before": "is before",
    "after": "is after",
}
_MASS = ("one pair", "two pair", "three of a kind", "four of a kind", "five odd cards")


def in_words(expr: Expr, vocabulary: Vocabulary) -> str:
    """A condition or an amount as a person would say it."""
    match expr:
        case Always():
            return "in every case"
        case Fact() if expr.type.kind == "truth":
            return _truth(expr, vocabulary, holds=True)
        case Not():
            return _not(expr.body, vocabulary)
        case And():
            return ", and ".join(_part(part, vocabulary) for part in expr.parts)
        case Or():
            return ", or ".join(_part(part, vocabulary) for part in expr.parts)
        case Defined():
            return in_words(expr.body, vocabulary)
        case Compare():
            return _comparison(expr, vocabulary)
        case In():
            return f"{_value(expr.item, vocabulary)} is one of {_listed(expr.choices, vocabulary)}"
        case Between():
            ends = f"{_value(expr.low, vocabulary)} to {_value(expr.high, vocabulary)}"
            return f"{_value(expr.item, vocabulary)} is {ends}"
        case Quantified():
            who = {"any": "some", "no": "no", "every": "every"}[expr.kind]
            return f"for {who} {'other ' if expr.other else ''}player, {in_words(expr.body, vocabulary)}"
    return _value(expr, vocabulary)


def _part(expr: Expr, vocabulary: Vocabulary) -> str:
    text = in_words(expr, vocabulary)
    return f"({text})" if isinstance(expr, And | Or) else text


def _not(body: Expr, vocabulary: Vocabulary) -> str:
    if isinstance(body, Fact):
        return _truth(body, vocabulary, holds=False)
    if isinstance(body, Defined):
        return _not(body.body, vocabulary)
    opposite = negated(body)
    if not isinstance(opposite, Not):
        return in_words(opposite, vocabulary)
    match body:
        case In():
            return f"{_value(body.item, vocabulary)} is not one of {_listed(body.choices, vocabulary)}"
        case Between():
            ends = f"{_value(body.low, vocabulary)} to {_value(body.high, vocabulary)}"
            return f"{_value(body.item, vocabulary)} is not {ends}"
        case Compare() if body.op != "!=" and type_of(body.left).kind not in ("hand", "class"):
            left, right = _value(body.left, vocabulary), _value(body.right, vocabulary)
            return f"{left} {_AMOUNTS[body.op].replace('is', 'is not', 1)} {right}"
    return f"it is not so that {in_words(body, vocabulary)}"


def _truth(fact: Fact, vocabulary: Vocabulary, holds: bool) -> str:
    concept = vocabulary.facts.get(fact.name) or vocabulary.options.get(fact.name)
    words = (concept.yes if holds else concept.no) if concept else ""
    if not words:
        return show(fact) if holds else f"not {show(fact)}"
    return words.replace("{it}", _about(fact, concept, vocabulary) if fact.args else "")


def _about(fact: Fact, concept: Concept | None, vocabulary: Vocabulary) -> str:
    """The title of what a fact is asked of, among those of its own kind: `void` is a choice here, and a result there."""
    kinds = {"stage": vocabulary.stages, "choice": vocabulary.choices}
    known = kinds.get(concept.takes if concept else "", {})
    name = fact.args[0]
    return known[name].title if name in known else vocabulary.title(name)


def _comparison(expr: Compare, vocabulary: Vocabulary) -> str:
    left, right = type_of(expr.left), type_of(expr.right)
    if "hand" in (left.kind, right.kind) and "class" in (left.kind, right.kind) and isinstance(expr.right, Constant):
        return f"{_value(expr.left, vocabulary)} {_CLASSES[expr.op].format(_a_class(expr.right, vocabulary))}"
    if left.kind in ("hand", "class"):
        return f"{_value(expr.left, vocabulary)} {_HANDS[expr.op]} {_value(expr.right, vocabulary)}"
    return f"{_value(expr.left, vocabulary)} {_AMOUNTS[expr.op]} {_value(expr.right, vocabulary)}"


def _title(constant: Constant, vocabulary: Vocabulary) -> str:
    """A listed value's title among those of its own kind: `flop` is a stage here, whatever else is called so."""
    among = {"class": vocabulary.classes, "stage": vocabulary.stages}.get(constant.type.kind, {})
    return among[constant.name].title if constant.name in among else constant.name.replace("_", " ")


def _a_class(constant: Constant, vocabulary: Vocabulary) -> str:
    title = _title(constant, vocabulary)
    return title if title in _MASS else f"a {title}"


def _value(expr: Expr, vocabulary: Vocabulary) -> str:
    match expr:
        case Number():
            return expr.text
        case Constant():
            return _title(expr, vocabulary)
        case Fact():
            return _fact(expr, vocabulary)
        case ClassOf():
            return f"the kind of {_value(expr.hand, vocabulary)}"
        case Arithmetic():
            return _arithmetic(expr, vocabulary)
        case Pick() if expr.name in ROUNDED:
            amount, unit = (_value(part, vocabulary) for part in expr.parts)
            return f"{amount}, rounded {expr.name.removeprefix('rounded_')} to a multiple of {unit}"
        case Pick():
            return f"the {expr.name} of {_listed(expr.parts, vocabulary)}"
        case OneOf():
            return _listed(expr.parts, vocabulary)
        case Count():
            return f"the number of {'other ' if expr.other else ''}players for whom {_part(expr.body, vocabulary)}"
    return in_words(expr, vocabulary)


def _fact(fact: Fact, vocabulary: Vocabulary) -> str:
    if fact.bare:
        return f"the {vocabulary.title(fact.args[0])}"
    concept = vocabulary.facts.get(fact.name) or vocabulary.options.get(fact.name)
    title = concept.title if concept else fact.name
    if not title.startswith("the "):
        title = f"the {title}"
    if not fact.args:
        return title
    return f"{title} ({_about(fact, concept, vocabulary)})"


def _arithmetic(expr: Arithmetic, vocabulary: Vocabulary) -> str:
    left, right = _value(expr.left, vocabulary), _value(expr.right, vocabulary)
    if expr.op == "*" and isinstance(expr.left, Number):
        return f"{left} times {right}"
    word = {"+": "plus", "-": "less", "*": "times", "/": "divided by", "% of": "% of"}[expr.op]
    return f"{left} {word} {right}"


def _listed(parts: tuple[Expr, ...], vocabulary: Vocabulary) -> str:
    return " or ".join(_value(part, vocabulary) for part in parts)
