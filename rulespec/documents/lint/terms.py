"""Defined terms: used or not, defined twice, alike, or pointing to a clause that does not speak of them."""

import re
from collections.abc import Iterator

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import normalised, own_text
from rulespec.documents.lines import flat
from rulespec.documents.lint.context import Document, Said, quoted, scope, under
from rulespec.documents.stretches import matching
from rulespec.documents.tree import Clause

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(NUMBERS)})\b")
_LONG = 7  # letters of a term that is looked for without its blanks and dashes
_MEANING = re.compile(r"\b(?:means|includes)\b\s*")
_SEE = re.compile(r"\bsee\b")


def unused(document: Document) -> Iterator[Said]:
    """Terms that are defined and used nowhere else."""
    for clause, term in document.definitions:
        if not _is_used(document, clause, term):
            yield Said(clause.id, f"{quoted(term)} is defined and never used")


def _is_used(document: Document, clause: Clause, term: str) -> bool:
    """Whether another clause has the term, in any number and ending; a long one also in other blanks and dashes."""
    body = document.body(clause.id, base=True)

    def elsewhere(name: str) -> bool:
        return name != clause.id and not name.startswith(f"{clause.id}(")

    if any(elsewhere(name) for pattern in patterns(term) for name, _ in body.search(pattern)):
        return True
    letters = _compact(term)
    return len(letters) >= _LONG and any(
        letters in _compact(words)
        for name, words in zip(body.names, body.text.split("\0"), strict=True)
        if elsewhere(name)
    )


def _compact(text: str) -> str:
    """The letters and digits of a text, numbers up to ten in figures, which documents write both ways."""
    text = _NUMBER_WORD.sub(lambda match: str(NUMBERS.index(match[0])), straight(text).casefold())
    return re.sub(r"[^a-z0-9]", "", text)


def either_number(word: str) -> str:
    """A pattern for a word in lower case; for a number up to ten, in words or in figures."""
    if word in NUMBERS:
        return f"(?:{word}|{NUMBERS.index(word)})"
    if word.isdigit() and int(word) < len(NUMBERS):
        return f"(?:{NUMBERS[int(word)]}|{word})"
    return re.escape(word)


def patterns(term: str) -> Iterator[re.Pattern[str]]:
    """A term as it is used, in lower case: each of its alternatives, with any ending of its last word."""
    text = re.sub(r"\((?:e?s)\)", "", straight(term).casefold())
    for way in re.split(r"\s+or\s+", re.sub(r"\([^)]*\)", " ", text)):
        head = re.sub(r"\s+of\s+an?\s+.*", "", way.strip())  # `worth of a coin` is used as `worth`
        words = re.split(r"[\s-]+", way.strip() if head in NUMBERS or head.isdigit() else head)
        if any(words):
            stem = re.sub(r"(?:ies|es|s|ing|ed|y)$", "", words[-1]) if len(words[-1]) > 4 else words[-1]
            last = f"{re.escape(stem)}\\w*" if stem not in NUMBERS else either_number(stem)
            yield re.compile(r"\b" + r"[\s'-]*(?:s\s+)?".join([*map(either_number, words[:-1]), last]))


def defined_twice(document: Document) -> Iterator[Said]:
    """Terms that a document, or a part of it, defines more than once; a pointer to the definition is none."""
    first: dict[tuple[str, str], Clause] = {}
    for clause, term in document.definitions:
        if _points(clause):
            continue
        other = first.setdefault((scope(clause.id), _compact(term)), clause)
        if other is not clause:
            yield Said(clause.id, f"{quoted(term)} is defined twice; the other definition is {other.id}")


def redefined(document: Document) -> Iterator[Said]:
    """Terms of one part that the part for the whole document defines too: which meaning holds depends on the place."""
    if not document.shared:
        return
    shared = {
        (_compact(term), term[:1].isupper()): clause
        for clause, term in document.definitions
        if scope(clause.id) == document.shared
    }
    for clause, term in document.definitions:
        other = shared.get((_compact(term), term[:1].isupper()))
        if other is not None and scope(clause.id) != document.shared:
            yield Said(clause.id, f"{quoted(term)} is also defined for the whole document, in {other.id}")


def alike(document: Document) -> Iterator[Said]:
    """Two terms of one part that are defined in the same words, so that nothing tells them apart.

    Terms with a figure in them (`low (1-18)`) say themselves what they mean.
    """
    meanings: dict[tuple[str, str], str] = {}
    for clause, term in document.definitions:
        words = own_text(clause)
        meaning = normalised(_MEANING.split(words, maxsplit=1)[-1]).strip(".:;,").casefold()
        if clause.children or _points(clause) or "section" in words or re.search(r"\d", term):
            continue
        other = meanings.setdefault((scope(clause.id), meaning), term)
        if other != term:
            yield Said(clause.id, f"{quoted(term)} and {quoted(other)} are defined in the same words")


def pointers(document: Document) -> Iterator[Said]:
    """Terms that are said to be defined in a clause which does not speak of them."""
    pointing = {clause.id: term for clause, term in document.definitions if _points(clause)}
    for naming in document.references:
        term = pointing.get(naming.clause.id)
        for target in naming.targets if term else ():
            clause = document.by_id.get(target.id)
            if target.status == "found" and clause is not None and not _speaks(clause, term or ""):
                yield Said(naming.clause.id, f"{target.id} does not speak of {quoted(term or '')}")


def _points(clause: Clause) -> bool:
    words = own_text(clause)
    return _SEE.search(words) is not None and not clause.children and _MEANING.search(words) is None


def _speaks(clause: Clause, term: str) -> bool:
    """Whether a clause, with all in it, has every word of a term, for it may say `the first and second cards`."""
    words = " ".join(straight(own_text(one)).casefold() for one in under(clause))
    return any(
        all(any(pattern.search(words) for pattern in patterns(word)) for word in way.split())
        for way in re.split(r"\s+or\s+", term)
    )


def none_found(document: Document) -> Iterator[Said]:
    """Clauses that the profile says define terms, and in which none was told by its emphasis or quotation marks."""
    named = [name for name in document.profile.definitions if "*" not in name]
    pattern = matching([name for name in document.profile.definitions if "*" in name])
    for clause in document.clauses:
        headed = pattern is not None and clause.kind == "rule" and pattern.fullmatch(flat(clause.heading)) is not None
        if (clause.id in named or headed) and not any(child.kind == "definition" for child in clause.children):
            yield Said(clause.id, f"{clause.id} is said to define terms, and none was found in it")
    for name in named:
        if name not in document.by_id and document.clauses:
            yield Said(document.clauses[0].id, f"{name} is said to define terms, and the document has no such clause")
