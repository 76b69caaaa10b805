"""Pages that are printed in two columns, the right one to be read when the left one ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulespec.documents.ingest.pdf_page import Char

_EDGE = 0.1  # of the page's height: where headers and footers stand that reach over both columns
_MIDDLE = (0.3, 0.7)  # of the page's width: where the gutter is
_GUTTER = 8.0  # points; the narrowest
_FEWEST_LINES = 10  # in each column; fewer are a table or a letterhead


@dataclass(frozen=True, slots=True)
class Columns:
    """The characters of a page in its columns, the right one moved to the place of the left one."""

    above: tuple[Char, ...]
    left: tuple[Char, ...]
    right: tuple[Char, ...]
    below: tuple[Char, ...]


def columns_of(chars: Sequence[Char], width: float, height: float) -> Columns | None:
    """The two columns of a page; None if it has but one.

    A gutter alone tells nothing, a table has one too: but the file has a table row by row, and columns one by one.
    """
    body = [char for char in chars if _EDGE * height < char.y < (1 - _EDGE) * height]
    gutter = _gutter(body, width)
    if gutter is None:
        return None
    sides = [char.x0 >= gutter for char in body]
    first_right = sides.index(True) if True in sides else len(sides)
    if not all(sides[first_right:]):
        return None
    left, right = body[:first_right], body[first_right:]
    if min(_lines(left), _lines(right)) < _FEWEST_LINES:
        return None
    shift = min(char.x0 for char in right) - min(char.x0 for char in left)
    moved = tuple(replace(char, x0=char.x0 - shift, x1=char.x1 - shift) for char in right)
    above = tuple(char for char in chars if char.y >= (1 - _EDGE) * height)
    below = tuple(char for char in chars if char.y <= _EDGE * height)
    return Columns(above, tuple(left), moved, below)


def _gutter(chars: Sequence[Char], width: float) -> float | None:
    """Where the widest stretch ends, in the middle of the page, that no character touches."""
    start, end = _MIDDLE[0] * width, _MIDDLE[1] * width
    best: tuple[float, float] | None = None
    reached = 0.0
    for char in sorted(chars, key=lambda each: each.x0):
        if start <= char.x0 <= end and reached > 0 and char.x0 - reached >= _GUTTER:
            best = max(best or (0.0, 0.0), (char.x0 - reached, char.x0))
        reached = max(reached, char.x1)
    return best[1] if best else None


def _lines(chars: Sequence[Char]) -> int:
    return len({round(char.y) for char in chars})
