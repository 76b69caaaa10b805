"""Defined terms: used or not, defined twice, two names for one thing, and words used as terms that nothing defines."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import normalised, own_text
from rulespec.documents.lint.context import Document, Said, scope
from rulespec.documents.tree import Clause

_NAME = r"[A-Z][a-z]+(?:'[a-z]+)?"
_PHRASE = re.compile(rf"(?<=[a-z,)0-9] ){_NAME}(?:(?: and)? {_NAME})+")
_WORD = re.compile(r"[A-Za-z]+")
_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b")
_ALIKE = 0.6  # of their letters, for two words to be taken for one another
_SENTENCES = ("rule", "paragraph", "definition")  # titles, captions and cells capitalise as they like
_LONG = 7  # letters of a term that is looked for without its blanks and dashes
_OFTEN = 3  # uses that make capitalised words a term
_LAW = re.compile(r"\b(?:Act|Regulation|Rules?|Commission|Authority|Code|Policy)\b")
_MEANING = re.compile(r"\b(?:means|includes)\b\s*")


def unused(document: Document) -> Iterator[Said]:
    """Terms that are defined and used nowhere else."""
    texts = {clause.id: _digits(straight(own_text(clause)).casefold()) for clause in document.clauses}
    for clause, term in document.definitions():
        if not any(_uses(words, term) for words in _elsewhere(document, clause, texts)):
            yield Said(clause.id, f"`{term}` is defined and never used")


def _elsewhere(document: Document, clause: Clause, texts: dict[str, str]) -> Iterator[str]:
    """The words of all clauses in the term's scope but its own definition: its part, or all for a shared part."""
    part = scope(clause.id).partition("(")[0]  # a variant's part (sch8(a)) uses the terms of sch8
    shared = scope(clause.id) == document.profile.parts[0].prefix
    for name, words in texts.items():
        own = name == clause.id or name.startswith(f"{clause.id}(")
        if not own and (shared or scope(name).partition("(")[0] == part):
            yield words


def _uses(words: str, term: str) -> bool:
    compact = _compact(_digits(straight(term).casefold()))
    if len(compact) >= _LONG and compact in _compact(words):
        return True
    return any(pattern.search(words) for pattern in _patterns(term))


def _compact(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text)


def _patterns(term: str) -> Iterator[re.Pattern[str]]:
    """A term as it is used: each of its alternatives, in any case, with any ending of its last word."""
    text = re.sub(r"\((?:e?s)\)", "", _digits(straight(term).casefold()))
    for way in re.split(r"\s+or\s+|\s+of\s+an?\s+.*", re.sub(r"\([^)]*\)", " ", text)):
        words = re.split(r"[\s-]+", way.strip())
        if words:
            stem = re.sub(r"(?:ies|es|s|ing|ed|y)$", "", words[-1]) if len(words[-1]) > 4 else words[-1]
            pieces = [*(re.escape(word) for word in words[:-1]), re.escape(stem) + r"\w*"]
            yield re.compile(r"\b" + r"[\s'-]*(?:s\s+)?".join(pieces))


def _digits(text: str) -> str:
    """`text` with numbers up to ten in figures, which documents write both ways."""
    return _NUMBER_WORD.sub(lambda match: str(_NUMBER_WORDS.index(match[0])), text)


def defined_twice(document: Document) -> Iterator[Said]:
    """Terms that the same clause defines more than once."""
    for clause, term in document.definitions():
        if "#" in clause.id:
            yield Said(clause.id, f"`{term}` is defined twice")


def two_names(document: Document) -> Iterator[Said]:
    """Two terms that mean the same; and words used as a term that are nearly one that is defined."""
    meanings: dict[tuple[str, str], str] = {}
    for clause, term in document.definitions():
        words = own_text(clause)
        meaning = normalised(_MEANING.split(words, maxsplit=1)[-1]).strip(".;,").casefold()
        points = bool(clause.children) or "see" in words.split()[:6] or "section" in words
        other = meanings.setdefault((scope(clause.id), meaning), term)
        if other != term and not points:
            yield Said(clause.id, f"`{term}` and `{other}` are defined alike")
    for phrase, clause, near in _near_terms(document):
        yield Said(clause.id, f"`{phrase}` is not defined; `{near}` is")


def undefined(document: Document) -> Iterator[Said]:
    """Capitalised words used as a term at least three times that nothing defines, lists or heads.

    Only in documents that capitalise what they define.
    """
    near = {phrase for phrase, _, _ in _near_terms(document)}
    for phrase, (count, clause) in _phrases(document).items():
        if count >= _OFTEN and phrase not in near:
            yield Said(clause.id, f"`{phrase}` is used as a term {count} times and never defined")


def _near_terms(document: Document) -> Iterator[tuple[str, Clause, str]]:
    terms = [term for _, term in document.definitions()]
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
    terms = [term for _, term in document.definitions()]
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
