"""Words that are used as terms: ones that nothing defines, and ones that are nearly a term that is defined."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import Document, Said, quoted
from rulespec.documents.tree import Clause

_NAME = r"[A-Z][a-z]+(?:'[a-z]+)?"
_PHRASE = re.compile(rf"(?<=[a-z,)0-9] ){_NAME}(?:(?: and)? {_NAME})+")
_WORD = re.compile(r"[A-Za-z]+")
_ALIKE = 0.6  # of their letters, for two words to be taken for one another
_SENTENCES = ("rule", "paragraph", "definition")  # titles, captions and cells capitalise as they like
_OFTEN = 3  # uses that make capitalised words a term
_LAW = re.compile(r"\b(?:Act|Regulation|Rules?|Commission|Authority|Code|Policy)\b")


def two_names(document: Document) -> Iterator[Said]:
    """Words used as a term that are nearly one that is defined: two names for one thing."""
    for phrase, clause, near in _near_terms(document):
        yield Said(
            clause.id, f"{quoted(phrase)} is not defined; {quoted(near)} is", hint="use one name, or define both"
        )


def undefined(document: Document) -> Iterator[Said]:
    """Capitalised words used as a term at least three times that nothing defines, lists or heads.

    Only in documents that capitalise what they define. A longer phrase counts as the one that it ends with.
    """
    near = {phrase for phrase, _, _ in _near_terms(document)}
    found = {phrase: said for phrase, said in _phrases(document).items() if phrase not in near and said[0] >= _OFTEN}
    for phrase, (count, clause) in found.items():
        if any(phrase.endswith(f" {other}") for other in found):
            continue
        count += sum(more for other, (more, _) in found.items() if other.endswith(f" {phrase}"))
        yield Said(clause.id, f"{quoted(phrase)} is used as a term {count} times and never defined")


def _near_terms(document: Document) -> Iterator[tuple[str, Clause, str]]:
    terms = [term for _, term in document.definitions]
    for phrase, (_, clause) in _phrases(document).items():
        near = next((term for term in terms if _nearly(phrase, term)), None)
        if near is not None:
            yield phrase, clause, near


def _nearly(phrase: str, term: str) -> bool:
    """Whether all words but one are the same, and that one is much alike."""
    left, right = phrase.casefold().split(), straight(term).casefold().split()
    differ = [(one, other) for one, other in zip(left, right, strict=False) if _singular(one) != _singular(other)]
    if len(left) != len(right) or len(differ) != 1:
        return False
    one, other = differ[0]
    return one[:3] == other[:3] and SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _singular(word: str) -> str:
    return re.sub(r"(?:(?<=sh)es|(?<=ch)es|s)$", "", word)


def _phrases(document: Document) -> dict[str, tuple[int, Clause]]:
    """Capitalised phrases in sentences, with a word in no term, and no title or listed thing: count, first clause."""
    terms = [term for _, term in document.definitions]
    if not terms or sum(term[:1].isupper() for term in terms) * 2 < len(terms):
        return {}
    known = {_singular(word.casefold()) for term in terms for word in _WORD.findall(term)} | {"and"}
    opened = _openings(document)
    cover = " ".join(straight(own_text(root)).casefold() for root in document.texts.tree if root.kind == "cover")
    counts: Counter[str] = Counter()
    first: dict[str, Clause] = {}
    for clause in document.clauses:
        if clause.kind not in _SENTENCES:
            continue
        for phrase in _PHRASE.findall(straight(own_text(clause))):
            words = [_singular(word.removesuffix("'s")) for word in phrase.casefold().split()]
            named = _LAW.search(phrase) or " ".join(words) in opened or phrase.casefold() in cover
            if named or all(word in known for word in words):
                continue
            counts[phrase] += 1
            first.setdefault(phrase, clause)
    return {phrase: (count, first[phrase]) for phrase, count in counts.items()}


def _openings(document: Document) -> set[str]:
    """What clauses, rows and headings begin with or are called: such things are introduced there."""
    found: set[str] = set()
    for clause in document.clauses:
        for text in (clause.heading, clause.label, straight(own_text(clause))):
            words = _WORD.findall(text.casefold().replace("'s", ""))
            singular = [_singular(word) for word in words[:6]]
            found.update(" ".join(singular[:size]) for size in range(2, 6))
    return found
