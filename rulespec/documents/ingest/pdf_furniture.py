"""What a page has and the rules have not: headers, footers and numbers that stand at one place on many pages."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rulespec.documents.ingest.pdf_lines import Line
from rulespec.documents.ingest.pdf_tables import Row

_DEEPEST = 4  # lines from the top or the foot of a page that may be furniture
_PLACE = 6.0  # points within which lines of two pages stand at the same place
_FEWEST = 3  # pages that say a line; two are enough in a document of up to three
_INTEGER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_WORD = re.compile(r"\b(?:page|pg|p)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Element = Line | Row


def furniture(pages: Sequence[Sequence[Element]]) -> list[set[int]]:
    """For each page, the indexes of its elements (from the top) that are furniture.

    Looked for from the outermost line inwards, up to the first that is said on too few pages. A number in a line may
    differ if it counts the pages.
    """
    seen: Counter[tuple[str, int, int]] = Counter()
    keys = [_keys(elements, number) for number, elements in enumerate(pages)]
    for page_keys in keys:
        for element_keys in page_keys.values():
            seen.update(element_keys)
    fewest = _FEWEST if len(pages) > _FEWEST else 2
    return [_outer(page, page_keys, seen, fewest) for page, page_keys in zip(pages, keys, strict=True)]


def _keys(elements: Sequence[Element], page: int) -> dict[int, set[tuple[str, int, int]]]:
    """What each of the outermost elements says and where, in every way in which other pages may say the same."""
    places = [*range(min(_DEEPEST, len(elements))), *range(max(0, len(elements) - _DEEPEST), len(elements))]
    found: dict[int, set[tuple[str, int, int]]] = {}
    for place in places:
        element = elements[place]
        bucket = round(element.y / _PLACE)
        ways = set(_ways(element, page))
        found[place] = {(text, offset, at) for text, offset in ways for at in (bucket, bucket + 1)}
    return found


def _ways(element: Element, page: int) -> Iterator[tuple[str, int]]:
    text = " ".join(element.text.split()).lower()
    yield text, 0
    for match in _INTEGER.finditer(text):
        count = _count(match[0])
        rest = f"{text[: match.start()]}\0{text[match.end() :]}"
        if count is not None and _numbers_page(element, match[0], rest):
            yield rest, count - page


def _numbers_page(element: Element, number: str, rest: str) -> bool:
    """Whether a number may be that of the page: it says so, or stands alone. `Table 1` on the first of many pages with
    a table each must not be taken for it."""
    pieces = [piece.text for piece in element.pieces] if isinstance(element, Line) else element.cells
    alone = len(pieces) > 1 and number in (pieces[0].strip().lower(), pieces[-1].strip().lower())
    return alone or _PAGE_WORD.search(rest) is not None or _WORD.search(rest) is None


def _count(word: str) -> int | None:
    if word.isdigit():
        return int(word) if len(word) < 6 else None
    values = [_ROMAN[sign] for sign in word]
    return sum(-v if any(later > v for later in values[i + 1 :]) else v for i, v in enumerate(values))


def _outer(
    elements: Sequence[Element],
    keys: dict[int, set[tuple[str, int, int]]],
    seen: Counter[tuple[str, int, int]],
    fewest: int,
) -> set[int]:
    found: set[int] = set()
    for places in (range(len(elements)), range(len(elements) - 1, -1, -1)):
        side: list[int] = []
        for place in places:
            if place not in keys or not any(seen[key] >= fewest for key in keys[place]):
                # A table that goes on over pages has its head on each: that is no furniture.
                while side and isinstance(elements[place], Row) and isinstance(elements[side[-1]], Row):
                    side.pop()
                break
            side.append(place)
        found.update(side)
    return found
