"""Entries of the contents that disagree with the headings they stand for."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulespec.documents.clause import normalise, straight
from rulespec.documents.lint.context import Document, Said
from rulespec.documents.profile import line_pattern
from rulespec.documents.tree import CELL, Clause

_ENTRY = re.compile(r"(\d{1,3})\.?\s+(\S.*)")
_PAGE = re.compile(r"[\s.…|]*\b(\d{1,4})\s*$")
_LEADERS = re.compile(r"[\s.…]*\.{3,}[\s.…]*|…")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the contents: the id of what it stands for, its title, the line it begins on, the page it names."""

    id: str
    title: str
    line: int
    page: int = 0


def titles(document: Document) -> Iterator[Said]:
    """Titles that the contents and the heading spell differently."""
    headings = _headings(document)
    for entry in _entries(document):
        heading = headings.get(entry.id)
        if heading is not None and _plain(entry.title) != _plain(heading.heading):
            message = f"the contents call {entry.id} `{entry.title}`, its heading `{heading.heading}`"
            if entry.title and _plain(heading.heading).startswith(_plain(entry.title)):
                message = f"the contents cut short the title of {entry.id}, `{heading.heading}`, to `{entry.title}`"
            yield Said(entry.id, message, heading.line_start)


def missing(document: Document) -> Iterator[Said]:
    """Entries of the contents for which there is no heading."""
    headings = _headings(document)
    for entry in _entries(document):
        if entry.id not in headings:
            yield Said("contents", f"the contents list {entry.id} `{entry.title}`, which has no heading", entry.line)


def omitted(document: Document) -> Iterator[Said]:
    """Headings that the contents leave out, where these list headings of that kind."""
    entries = {entry.id for entry in _entries(document)}
    for name, heading in _headings(document).items():
        if entries and name not in entries:
            yield Said(name, f"the contents leave out {name} `{heading.heading}`")


def pages(document: Document) -> Iterator[Said]:
    """Entries that name another page than the one the heading is on, where the document has pages.

    Contents count from where they like, so that what most entries agree on is right.
    """
    headings = _headings(document)
    found = [
        (entry, document.pages[headings[entry.id].line_start - 1])
        for entry in _entries(document)
        if document.pages and entry.page and entry.id in headings
    ]
    shifts = Counter(page - entry.page for entry, page in found)
    shift = shifts.most_common(1)[0][0] if shifts else 0
    for entry, page in found:
        if page - entry.page != shift:
            yield Said(entry.id, f"the contents put {entry.id} on page {entry.page}, it is on page {page - shift}")


def _headings(document: Document) -> dict[str, Clause]:
    """What contents list: schedules, parts and sections, and rules that are headings."""
    found = {}
    for clause in document.clauses:
        numbered = clause.kind in ("schedule", "part", "section")
        rule = clause.kind == "rule" and bool(clause.heading) and document.profile.numbering == "sections"
        if numbered or rule:
            found[clause.id] = clause
    return found


def _entries(document: Document) -> Iterator[Entry]:
    """The entries, each with the id that its number means where it stands."""
    contents = next((root for root in document.texts.tree if root.kind == "contents"), None)
    if contents is None:
        return
    begins = [(part, line_pattern([part.begins])) for part in document.profile.parts if part.begins]
    divides = line_pattern(document.profile.divisions)
    prefix = document.profile.parts[0].prefix
    for line, words, page in _lines(contents):
        for part, pattern in begins:
            match = pattern.fullmatch(words) if pattern and part.prefix else None
            if match and "{n}" in part.prefix:
                number = match[1].replace(" ", "")
                prefix = normalise(part.prefix.replace("{n}", number))
                yield Entry(prefix, words.partition(match[1])[2].strip(" –—-:."), line, page)
                break
        else:
            before = f"{prefix}:" if prefix else ""
            match = divides.fullmatch(words) if divides else None
            if match:
                number = next(group for group in match.groups() if group)
                word, _, title = words.partition(number)
                yield Entry(f"{before}{word.strip().lower()} {number}", title.strip(" –—-:."), line, page)
                continue
            entry = _ENTRY.fullmatch(words)
            if entry:
                yield Entry(before + entry[1], entry[2], line, page)


def _lines(contents: Clause) -> Iterator[tuple[int, str, int]]:
    """The contents' entries: the line each begins on, its words without leaders, and its page number (0: none)."""
    said = [part for part in contents.parts if isinstance(part, str)]
    waiting: tuple[int, str] | None = None  # an entry that no page number ends yet
    for line, words in zip(contents.lines, said, strict=True):
        text = " ".join(_LEADERS.sub(" ", straight(words).replace(CELL, " ")).split())
        if waiting and not re.match(r"\d|[A-Z]\w+ \d", text):
            line, text = waiting[0], f"{waiting[1]} {text}"
        elif waiting:
            yield *waiting, 0
        waiting = None
        page = _PAGE.search(text)
        if page:
            yield line, _PAGE.sub("", text).strip(), int(page[1])
        else:
            waiting = line, text
    if waiting:
        yield *waiting, 0


def _plain(title: str) -> str:
    """A title without case, blanks and marks, which contents and headings spell as they like."""
    return re.sub(r"[^a-z0-9()]", "", straight(title).casefold())
