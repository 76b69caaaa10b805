"""Defined terms that are also spelled otherwise: another dash or apostrophe, a plural within, a number in figures."""

import re
from collections.abc import Iterator

from rulespec.documents.clause import straight
from rulespec.documents.lint.context import Document, Said, quoted, scope
from rulespec.documents.lint.terms import either_number

# Behind or before these a noun may have its plural (`rounds of play`), and a verb its ending (`doubles down`).
_SMALL = frozenset({"a", "an", "and", "at", "down", "for", "in", "of", "off", "on", "out", "the", "to", "under", "up"})


def variants(document: Document) -> Iterator[Said]:
    """Terms that stand somewhere in another spelling than the one that is defined."""
    defined: dict[str, set[str]] = {}
    for clause, term in document.definitions:
        defined.setdefault(scope(clause.id), set()).add(_letters(term))
    for clause, term in document.definitions:
        found: dict[str, list[str]] = {}
        usual = False
        for spelling, name in _spellings(document, clause.id, term):
            if name == clause.id:
                continue
            foreign = scope(name) != scope(clause.id) and _letters(term) in defined.get(scope(name), ())
            usual = usual or spelling == ""
            if spelling and not foreign:
                found.setdefault(spelling, []).append(name)
        for spelling, names in found.items():
            if usual and _figures(spelling) != _figures(term):
                continue  # a number in words and in figures is one term
            times = f"{len(names)} times" if len(names) > 1 else "once"
            place = clause.id.partition("#")[0].removesuffix(term).strip()
            yield Said(names[0], f"{quoted(term)}, defined in {place}, is written {quoted(spelling)}, {times}")


def _spellings(document: Document, clause: str, term: str) -> Iterator[tuple[str, str]]:
    """How a term is spelled wherever it stands, '' for as it is defined, with the clause that has it."""
    for way in re.split(r"\s+or\s+", re.sub(r"\([^)]*\)", " ", straight(term).casefold())):
        way = " ".join(way.split())
        pattern = _pattern(way)
        if pattern is None:
            continue
        for name, found in document.body(clause).search(pattern):
            spelling = " ".join(found.split())
            yield ("" if spelling in (way, f"{way}s", f"{way}es") else spelling), name


def _pattern(way: str) -> re.Pattern[str] | None:
    """All spellings of a term; None for a single word, which has but one."""
    words = [word for word in re.split(r"[\s-]+", way) if word]
    if not words or (len(words) == 1 and "'" not in way):
        return None
    pieces = [_word(word, words[place + 1 : place + 2]) for place, word in enumerate(words)]
    return re.compile(r"(?<![\w'-])" + r"[\s-]?".join(pieces) + r"(?:e?s)?(?![\w'-])")


def _word(word: str, following: list[str]) -> str:
    """The spellings of one word of a term: with or without its possessive, or a plural where another noun follows."""
    if word.endswith("'s"):
        return f"{re.escape(word[:-2])}(?:'?s)?"
    if following and not {word, *following} & _SMALL and not word[0].isdigit():
        return f"{either_number(re.sub('s$', '', word))}s?" if len(word) > 2 else re.escape(word)
    return either_number(word)


def _letters(term: str) -> str:
    return re.sub(r"[^a-z0-9]", "", straight(term).casefold())


def _figures(text: str) -> bool:
    return re.search(r"\d", text) is not None
