"""Plain text for terminals, files and pipes: wrapped to the width there is, and readable without colour."""

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

WIDEST = 100
NARROWEST = 40


def width() -> int:
    """The columns to write in: those of the terminal (or COLUMNS), within reason."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


def wrapped(text: str, indent: int = 0, hanging: int | None = None) -> str:
    """A paragraph, indented; later lines by `hanging` columns. What would move a terminal's cursor is spelt out."""
    text = printable(text)
    later = " " * (indent if hanging is None else hanging)
    return textwrap.fill(
        text,
        width(),
        initial_indent=" " * indent,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed_cases(cases: Sequence[str], indent: int) -> list[str]:
    """Several cases of which any will do, each on a line of its own."""
    last = len(cases) - 1
    return [
        wrapped(f"- {case}{', or' if place < last else ''}", indent, indent + 2) for place, case in enumerate(cases)
    ]


def quoted(text: str, indent: int) -> str:
    """A document's own words, each of their lines (rows of a table) on a line of its own."""
    first, *others = text.split("\n")
    lines = [wrapped(f"the document: {first}", indent, indent + 2)]
    return "\n".join([*lines, *(wrapped(line, indent + 2, indent + 4) for line in others)])


def columns(rows: Sequence[Sequence[str]], indent: int) -> list[str]:
    """Rows of short texts in columns; the last one wraps beside the others, or below them where it is too narrow."""
    if not rows:
        return []
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    start = indent + sum(widths) + 2 * len(widths)
    lines = []
    for row in rows:
        head = " " * indent + "".join(f"{cell:<{size}}  " for cell, size in zip(row, widths, strict=False))
        longest = max(map(len, printable(row[-1]).split()), default=0)
        if start > width() - 20 or start + longest > width():
            lines.append(head.rstrip())
            below = max(0, min(indent + 2, width() - longest))
            lines += [wrapped(row[-1], below)] if row[-1] else []
        else:
            lines.append(wrapped(head + row[-1], 0, start).rstrip() if row[-1] else head.rstrip())
    return lines


def round_line(shown: Mapping[str, Any]) -> str:
    """A made-up round in one line: `board 8h 6d ..., dealer Qc 2d, player Qd 2h; main 10, side 10; bet play 40`."""
    cards = [f"{word} {shown[word]}" for word in ("board", "dealer") if shown.get(word)]
    cards += [f"{key} {value}" for key, value in shown.get("outcome", {}).items()]
    parts = []
    for player in shown.get("players", ()):
        hand = [*cards, f"player {player['cards']}"] if player.get("cards") else cards
        wagers = ", ".join(_placed(player.get("wagers", {})))
        acts = ", ".join(_act(action) for action in player.get("actions", ()))
        parts.append("; ".join(filter(None, (", ".join(hand), wagers, acts))))
    events = [f"event {event_line(event)}" for event in shown.get("events", ())]
    return "; ".join([" | ".join(parts), *events])


def _placed(wagers: Any) -> list[str]:
    """Each wager with its amount: by name, or as objects that say where it stands (`split 10 on 17 20`)."""
    if isinstance(wagers, Mapping):
        return [f"{name} {amount}" for name, amount in wagers.items()]
    return [f"{one.get('as', one['wager'])} {one['amount']}{position(one)}" for one in wagers]


def position(wager: Mapping[str, Any]) -> str:
    """Where on the layout a wager stands, as a round says it: ` on 17 20`; "" for nowhere in particular."""
    said = [value for key, value in wager.items() if key not in ("wager", "amount", "as", "area")]
    texts = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in said]
    return f" on {', '.join(texts)}" if texts else ""


def event_line(event: Mapping[str, Any]) -> str:
    """A recorded irregularity in a few words: `card_exposed at flop (seat 1, which turn)`."""
    said = [f"{key} {_given(value)}" for key, value in event.items() if key not in ("event", "stage")]
    stage = f" at {event['stage']}" if "stage" in event else ""
    details = f" ({', '.join(said)})" if said else ""
    return f"{event.get('event', '?')}{stage}{details}"


def _given(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _option(value)


def options_line(shown: Mapping[str, Any]) -> str:
    """The options of a round in a few words: `trips_pay_table 1`."""
    return ", ".join(f"{name} {_option(value)}" for name, value in shown.get("options", {}).items())


def _option(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_option(part)}" for key, part in value.items())
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


def _act(action: Mapping[str, Any]) -> str:
    words = [action["do"], action.get("wager", ""), str(action.get("amount", ""))]
    return " ".join(filter(None, words))


def printable(text: str) -> str:
    """Text from a round, without what would move a terminal's cursor or colour it: control characters are spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def plural(count: int, word: str, many: str = "") -> str:
    return f"{count} {word if count == 1 else many or word + 's'}"
