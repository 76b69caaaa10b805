"""Lines that a page has and the document has not: blank ones, running headers, page numbers."""

import re
from collections.abc import Iterator

from rulespec.documents.clause import straight
from rulespec.documents.lines import Line, flat
from rulespec.documents.stretches import Stretch, matching

_PAGE_NUMBER = re.compile(r"page\s+\d{1,4}(?:\s+of\s+\d{1,4})?|-\s*\d{1,4}\s*-", re.IGNORECASE)


def sorted_out(stretch: Stretch, furniture: tuple[str, ...]) -> Iterator[tuple[Line, str]]:
    """Each line of a stretch with the reason why it is the page's; "" for what the document says.

    The title of a part may run at the head of its pages, without the markup of a heading.
    """
    headers = matching(furniture)
    first = stretch.lines[0]
    title = _plain(first.text.replace(stretch.number, stretch.number.replace(" ", ""), 1)) if stretch.titled else None
    for place, line in enumerate(stretch.lines):
        if line.blank:
            yield line, "blank"
        elif stretch.titled and (place == 0 or (not line.heading and _plain(line.text) == title)):
            yield line, "running header" if place else ""
        elif headers is not None and headers.fullmatch(flat(line.text)):
            yield line, "running header"
        else:
            yield line, "page number" if _PAGE_NUMBER.fullmatch("- " * line.bullet + flat(line.text)) else ""


def _plain(text: str) -> str:
    """Words to compare a title by: without case, dashes and marks."""
    return re.sub(r"[^a-z0-9()]+", " ", straight(text).casefold()).strip()
