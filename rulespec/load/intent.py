"""What a table means where several of its rows hold, or none: said only where it is not what its section means."""

from rulespec.load.collect import Collector, mapping, text_of
from rulespec.load.nearest import listing
from rulespec.load.nodes import Node, Scalar
from rulespec.model.spec import CLOSED, COLLECT, COLLECTING, INTENTS, OPEN, default_intent

# Why rows of these cannot be collected.
_ONE_RESULT = "a wager has one result"
_ONE_ANSWER = {
    "settle": _ONE_RESULT,
    "hand": _ONE_RESULT,
    "events": _ONE_RESULT,
    "draws": "a hand either takes a card or does not",
    "valid": "a wager either counts or does not",
    "stake": "one amount is at risk on a wager",
    "share": "a winner gets one share of a prize",
    "bonus": "a wager wins one amount by other hands",
}


def read_intent(collector: Collector, section: str, table: Node | None) -> str:
    """The intent of a table of a section, or of that name under `jackpots`; what contradicts itself is told."""
    entry, usual = mapping(table), default_intent(section)
    said, clause = entry.get("intent"), entry.get("open")
    written = text_of(said)
    if isinstance(said, Scalar) and written in INTENTS:
        _check(collector, section, said, clause)
    elif clause is not None and OPEN not in _allowed(section):
        message = f"a table of `{section}` cannot be `open`: {_why(section)}"
        collector.error("bad-form", message, (entry.key("open") or clause).place, "take `open` away")
    if clause is not None:
        written = OPEN
    return written if written in _allowed(section) else usual


def _check(collector: Collector, section: str, said: Scalar, clause: Node | None) -> None:
    written, usual, allowed = said.text, default_intent(section), _allowed(section)
    if clause is not None and written != OPEN:
        message = f"`open` says that silence is meant here, and `intent: {written}` says otherwise"
        collector.error("bad-form", message, said.place, "keep one of the two")
    elif written == usual:
        message = f"tables of `{section}` are `{usual}` without saying so"
        collector.error("bad-form", message, said.place, "take `intent` away")
    elif written not in allowed:
        hint = "take `intent` away" if len(allowed) == 1 or written == COLLECT else f"write {listing(allowed)}"
        message = f"a table of `{section}` cannot be `{written}`: {_why(section)}"
        collector.error("bad-form", message, said.place, hint)
    elif written == OPEN and clause is None:
        message = "silence is meant only where a clause makes it so, and none is named"
        collector.error("missing-key", message, said.place, "write `open:` with that clause, or take `intent` away")


def _allowed(section: str) -> tuple[str, ...]:
    return COLLECTING.get(section, (CLOSED, OPEN))


def _why(section: str) -> str:
    if section in _ONE_ANSWER:
        return f"{_ONE_ANSWER[section]}, so rows that hold together must agree"
    return "a player chooses among all that its rows offer, and what none offers is not to be done"
