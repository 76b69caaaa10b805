"""Rules on irregularities and jackpots in plain words."""

from collections.abc import Iterable, Sequence

from rulespec.lang.words import in_words
from rulespec.model.expr import Arithmetic, Expr, Fact
from rulespec.model.rows import Row
from rulespec.model.spec import PrizeOrder, Then
from rulespec.model.vocabulary import Vocabulary

EVERY = "in every case"  # when a rule without a condition holds, as `in_words` has it
_ABOUT_ALL = {
    ("round", "void"): "the round is void",
    ("round", "continue"): "the round goes on",
    ("hand", "void"): "the hand is void",
    ("hand", "continue"): "the hand goes on",
    ("hand", "folded"): "the hand is settled as folded",
    ("hand", "not_exposed"): "the hand is settled as not exposed",
    ("hand", "reinstated"): "the hand is in play again",
}
_TO_WAGERS = {
    "continue": "as usual",
    "carried": "carried to the next round",
    "lose": "lost",
    "paid": "paid by its pay table",
    "stand_off": "a stand-off",
    "none": "named, with nothing final",
    "reinstated": "in play again",
}
_ORDERS = {
    "class": "by kind of hand, lowest first",
    "wager": "by wager, in the order in which the document has them",
    "seat": "by seat",
    "together": "all at once, from the meters as the round found them",
}


def disposition(word: str) -> str:
    """What an irregularity does to a wager: `carried to the next round` for `carried`, `as usual` for `continue`."""
    return " and ".join(_TO_WAGERS.get(one, one.replace("_", " ")) for one in word.split(" and "))


def then_words(row: Row, vocabulary: Vocabulary) -> str:
    """What a row decides, in a few plain words."""
    then = row.then
    if then.kind == "effects":
        return _effects(then, vocabulary)
    if then.kind == "prize":
        return _prize(then, vocabulary)
    if then.kind == "meters":
        return "; ".join(_meter(meter, becomes, vocabulary) for meter, becomes in then.amounts)
    return then.word


def _meter(meter: str, becomes: Expr, vocabulary: Vocabulary) -> str:
    """What a meter becomes; what is added to it, where that is all."""
    title = meter_title(meter, vocabulary)
    match becomes:
        case Arithmetic(op="+", left=Fact() as left, right=more) if left.key == meter:
            return f"{title} grows by {in_words(more, vocabulary)}"
    return f"{title} becomes {in_words(becomes, vocabulary)}"


def _effects(then: Then, vocabulary: Vocabulary) -> str:
    told: list[str] = []
    wagers: dict[str, list[str]] = {}
    for about, words in then.pairs:
        if about in ("round", "hand"):
            told.append(_ABOUT_ALL.get((about, words)) or f"the {about}: {words.replace('_', ' ')}")
        else:
            wagers.setdefault(disposition(words), []).append(vocabulary.title(about))
    told += [f"{', '.join(names)}: {words}" for words, names in wagers.items()]
    told += [f"the {vocabulary.title(name)} becomes {in_words(amount, vocabulary)}" for name, amount in then.amounts]
    return "; ".join(told)


def _prize(then: Then, vocabulary: Vocabulary) -> str:
    amount = in_words(then.amount, vocabulary) if then.amount is not None else ""
    words = {
        "each": f"each winner gets {amount}",
        "equally": f"the winners share {amount} equally",
        "in succession": "each prize is taken after the other, and the winners share the sum equally",
    }.get(then.word, f"{then.word} {amount}".strip())
    least = next((in_words(each, vocabulary) for name, each in then.amounts if name == "at_least"), "")
    return f"{words}, and at least {least} each" if least else words


def meter_title(meter: str, vocabulary: Vocabulary) -> str:
    """A meter as a person calls it: `the pools (near)` for `pools(near)`."""
    name, _, of = meter.removesuffix(")").partition("(")
    title = vocabulary.options[name].title if name in vocabulary.options else name.replace("_", " ")
    title = title if title.startswith("the ") else f"the {title}"
    return f"{title} ({vocabulary.title(of)})" if of else title


def rule_words(row: Row, vocabulary: Vocabulary) -> tuple[str, str]:
    """What a row decides, and when."""
    return then_words(row, vocabulary), in_words(row.when, vocabulary)


def order_words(orders: Iterable[PrizeOrder]) -> str:
    """In which order prizes are taken."""
    return ", then ".join(_ORDERS.get(one.by, f"by {one.by}") for one in orders)


def titles(names: Sequence[str], vocabulary: Vocabulary) -> str:
    """Several wagers in one heading: `Main, Side`."""
    return ", ".join(vocabulary.title(name) for name in names)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
