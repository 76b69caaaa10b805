"""Cases: rounds with the result that they should have."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from rulespec.engine.session import Settled
from rulespec.load.amounts import shown
from rulespec.load.nearest import nearest
from rulespec.load.nearest import shown as shown_text
from rulespec.model.round import WagerOutcome
from rulespec.model.spec import RESULTS

_KEYS = ("result", "net", "cites", "accept", "disposition", "excess")
_RESULTS = (*RESULTS, "undetermined", "conflict")
_NONE = Fraction(-(10**12))  # what is no amount equals none
_WORDS = re.compile(r"\b(rules?|sections?|clauses?)\b\.?", re.IGNORECASE)


def disagreements(settled: Settled, cites: bool = True) -> list[str]:
    """What of a case's `expect` did not come out; nothing where all did.

    An expected clause is cited where the clause itself, one inside it, or the one it is inside is among those cited.
    `accept` lists other answers that are as good. Beside seats, `round` and `meters` may be expected.
    """
    if settled.findings:
        return [f"cannot be settled: {finding.message}" for finding in settled.findings]
    if not isinstance(settled.expect, Mapping) or not settled.expect:
        return ["has no `expect`, so it tests nothing"]
    wrong = []
    for seat, wagers in settled.expect.items():
        if not str(seat).isdigit():
            wrong += _of_round(settled, str(seat), wagers)
            continue
        if not isinstance(wagers, Mapping) or not wagers:
            wrong.append(f"seat {seat}: expects nothing, so it tests nothing")
            continue
        outcome = settled.seats.get(int(seat))
        if outcome is None:
            wrong.append(f"seat {seat}: the round has no such seat")
            continue
        for name, expected in wagers.items():
            got = outcome.wagers.get(name)
            text = _no_wager(str(name), outcome.wagers) if got is None else _wrong(expected, got, cites)
            if text:
                wrong.append(f"seat {seat}, {name}: {text}")
    return wrong


def _of_round(settled: Settled, key: str, expected: Any) -> list[str]:
    """What did not come out of the round as such and of its meters."""
    if key == "round":
        return [] if expected == settled.round else [f"the round is {settled.round}, expected {expected}"]
    if key != "meters" or not isinstance(expected, Mapping) or not expected:
        return [f"`{key}` is nothing that a case can expect (a seat, `round`, or `meters` with their amounts)"]
    told = ((name, settled.meters.get(name), amount) for name, amount in expected.items())
    wrong = [(name, got, amount) for name, got, amount in told if got != _amount(amount)]
    return [f"{name} {'untold' if got is None else shown(got)}, expected {amount}" for name, got, amount in wrong]


def _no_wager(name: str, known: Iterable[str]) -> str:
    hint = nearest(name, known)
    return f"has no such wager{f' ({hint})' if hint else ''}"


def _wrong(expected: Any, got: WagerOutcome, cites: bool) -> str:
    unknown = [key for key in expected if key not in _KEYS] if isinstance(expected, Mapping) else ["?"]
    if unknown:
        return f"`{unknown[0]}` is nothing that a case can expect ({', '.join(_KEYS)})"
    if "result" not in expected:
        return f"`result` is missing ({', '.join(_RESULTS)})"
    if expected["result"] not in _RESULTS:
        return f"`{expected.get('result')}` is no result ({', '.join(_RESULTS)})"
    for key in ("net", "excess"):
        if key in expected and _amount(expected[key]) == _NONE:
            return f"`{key}`: {shown_text(str(expected[key]))} is no amount"
    for other in expected.get("accept", ()):
        if got.result == other.get("result") and _amount(other.get("net")) == got.net:
            return ""
    if got.result != expected.get("result"):
        return f"{got.result}, expected {expected.get('result')}"
    if "net" in expected and _amount(expected["net"]) != got.net:
        return f"net {'untold' if got.net is None else shown(got.net)}, expected {expected['net']}"
    if "excess" in expected and _amount(expected["excess"]) != got.excess:
        return f"{shown(got.excess)} handed back, expected {expected['excess']}"
    if expected.get("disposition", got.disposition) != got.disposition:
        return f"{got.disposition or 'no disposition'}, expected {expected['disposition']}"
    missing = [clause for clause in expected.get("cites", ()) if not _cited(clause, got.cites)] if cites else []
    return f"does not cite {', '.join(missing)} (cites {', '.join(got.cites)})" if missing else ""


def _amount(given: Any) -> Fraction | None:
    try:
        return None if given is None else Fraction(Decimal(str(given)))
    except (InvalidOperation, ValueError):
        return _NONE


def _plain(clause: str) -> str:
    text = re.sub(r"\s+", "", _WORDS.sub("", str(clause).lower()))
    return text.replace(".)", ")").replace(".(", "(").rstrip(".")


def _cited(expected: str, got: tuple[str, ...]) -> bool:
    want = _plain(expected)
    return any(
        want == one or one.startswith((f"{want}(", f"{want}[")) or want.startswith((f"{one}(", f"{one}["))
        for one in map(_plain, got)
    )
