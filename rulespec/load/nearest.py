"""The small change of messages: the name that was probably meant, and people's own text shown safely."""

import difflib
import re
from collections.abc import Iterable

LONGEST_GUESS = 60  # longer names are not mistyped ones, and comparing them is slow
SHOWN = 60
LISTED = 20
_NUMBER = re.compile(r"-?[0-9]+")


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint such as "did you mean `settle`?" when a known name is close to `name`, else "".

    Case, spaces and dashes do not count: `Stand-off` is as good as `stand_off`.
    """
    found = nearest_name(name, known)
    return f"did you mean {shown(found)}?" if found else ""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """The known name closest to `name`, or "" when none is close."""
    if len(name) > LONGEST_GUESS or _NUMBER.fullmatch(name):  # one number is as near to another as to any
        return ""
    spellings: dict[str, str] = {}
    for other in known:
        spellings.setdefault(_spelling(other), other)
    close = difflib.get_close_matches(_spelling(name), spellings, n=1, cutoff=0.6)
    return spellings[close[0]] if close else ""


def shown(text: str) -> str:
    """People's own text for a message: in backticks, on one line, cut when long, nothing unprintable in it."""
    cut = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    safe = "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in cut)
    return "`" + safe.replace("`", "'") + "`"


def listing(names: Iterable[str], last: str = "or") -> str:
    """Names for a message: "`a`, `b` or `c`"; a long list is cut with the number of those left out."""
    words = [shown(name) for name in names]
    if len(words) > LISTED:
        return ", ".join(words[:LISTED]) + f" {last} {len(words) - LISTED} more"
    return joined(words, last)


def joined(words: Iterable[str], last: str = "or") -> str:
    """Words joined as in a sentence: "a, b or c"."""
    items = list(words)
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def _spelling(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().casefold())
