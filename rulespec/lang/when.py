"""Conditions as findings tell them: as one sentence, or case by case where that would be too long to read."""

from rulespec.lang.show import show
from rulespec.lang.words import in_words
from rulespec.model.expr import And, Expr, Or
from rulespec.model.finding import When
from rulespec.model.vocabulary import Vocabulary

READABLE = 4  # simple conditions that one sentence can hold


def when_of(expr: Expr, vocabulary: Vocabulary) -> When:
    """A condition with its words, and with those of each case by itself where they are many."""
    terms = expr.parts if isinstance(expr, Or) else ()
    if sum(len(term.parts) if isinstance(term, And) else 1 for term in terms) <= READABLE:
        terms = ()
    return When(show(expr), in_words(expr, vocabulary), tuple(in_words(term, vocabulary) for term in terms))
