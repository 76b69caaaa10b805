"""Days, written one way only: `2022-06-10`. Anything else is refused, so that none is read the wrong way round."""

import re
from datetime import date
from functools import lru_cache

UNKNOWN = "unknown"  # what stands for a day that a document does not tell
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@lru_cache(maxsize=4_096)  # rounds of one day come by the thousand
def parse_day(text: str) -> date:
    """The day that a text is. Raises ValueError, in plain words, where it is none."""
    if not _DAY.fullmatch(text):
        raise ValueError(f"`{text}` is no date: write year, month and day as `2022-06-10`")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"there is no day `{text}`: write one of the calendar, as `2022-06-10`") from None


def known_day(text: str) -> date | None:
    """The day that a text is; None where it is none, or says that the day is unknown."""
    try:
        return parse_day(text)
    except ValueError:
        return None
