"""Outcomes as the lines that `settle` prints."""

import json
from collections.abc import Mapping
from functools import lru_cache

from rulespec.engine.seat import SeatOutcome
from rulespec.engine.session import Settled
from rulespec.load.amounts import shown
from rulespec.model.finding import Finding
from rulespec.model.round import Amount, WagerOutcome
from rulespec.report.editions import edition_json, edition_words
from rulespec.report.findings import finding_json
from rulespec.report.text import printable, quoted, wrapped
from rulespec.tables.clauses import is_within

Words = Mapping[str, str]  # the document's own words, by clause
_NO_WORDS: Words = {}


def outcome_json(settled: Settled, words: Words = _NO_WORDS) -> str:
    """One outcome as a line of JSON, by the contract of the outcome format."""
    head = f'{{"id": {_text(settled.id)}, "spec": {_text(settled.spec)}, '
    if settled.edition is not None:
        head += (
            f'"edition": {json.dumps(edition_json(settled.edition.id, settled.edition.document), ensure_ascii=False)}, '
        )
    if settled.findings:
        findings = json.dumps([finding_json(finding) for finding in settled.findings], ensure_ascii=False)
        return f'{head}"round": "error", "players": {{}}, "meters": {{}}, "findings": {findings}}}'
    seats = ", ".join([f'"{seat}": {_seat(outcome)}' for seat, outcome in settled.seats.items()])
    trace = _traces(settled.seats) if settled.explained else ""
    meters = json.dumps({name: str(_amount(amount)) for name, amount in settled.meters.items()})
    if words:
        trace += f', "document": {json.dumps(words, ensure_ascii=False)}'
    return f'{head}"round": "{settled.round}", "players": {{{seats}}}, "meters": {meters}, "findings": []{trace}}}'


_text = json.encoder.encode_basestring  # a text as JSON, without the ceremony of `dumps`


@lru_cache(maxsize=4_096)
def _list(texts: tuple[str, ...]) -> str:
    return json.dumps(texts, ensure_ascii=False)


def _seat(outcome: SeatOutcome) -> str:
    return f"{{{', '.join([f'{_text(name)}: {_wager(wager, factor)}' for name, wager, factor in outcome.scaled])}}}"


def _wager(wager: WagerOutcome, factor: int) -> str:
    """One wager's outcome; written out, since this is the inner loop of long logs."""
    stake = "null" if wager.stake is None else f'"{_amount(wager.stake * factor)}"'
    net = "null" if wager.net is None else f'"{_amount(wager.net * factor)}"'
    excess = f', "excess": "{_amount(wager.excess * factor)}"' if wager.excess else ""
    fine = f', "disposition": {_text(wager.disposition)}' if wager.disposition else ""
    return (
        f'{{"result": "{wager.result}", "placed": "{_amount(wager.placed * factor)}", "stake": {stake}, "net": {net}, '
        f'"cites": {_list(wager.cites)}{excess}{fine}}}'
    )


def _amount(amount: Amount) -> int | str:
    """An amount for a text: whole ones as they are."""
    return amount if type(amount) is int else shown(amount)


def _traces(seats: Mapping[int, SeatOutcome]) -> str:
    traces = {
        str(seat): [{"about": step.subject, "text": step.text, "cites": list(step.cites)} for step in outcome.trace]
        for seat, outcome in seats.items()
    }
    return f', "trace": {json.dumps(traces, ensure_ascii=False)}'


def outcome_text(settled: Settled, words: Words = _NO_WORDS) -> str:
    """One outcome to read: a line a wager, with its clauses; the trace below each where there is one.

    Below the trace of a wager stand the document's own words of the clauses it cites.
    """
    name, spec = printable(settled.id), printable(settled.spec)
    lines = [f"{name}  ({spec})" if spec else name]
    if settled.edition is not None:
        told = f"by {settled.edition.id}: {edition_words(settled.edition.document)}"
        lines.append(wrapped(told, 2, 4))
    lines += [wrapped(f"cannot be settled: {_fault(finding)}", 2, 4) for finding in settled.findings]
    for seat, outcome in settled.seats.items():
        lines.append(f"  seat {seat}")
        if not outcome.wagers:
            lines.append("    no wager")
        widest = max(map(len, outcome.wagers), default=0)
        for name, wager in outcome.wagers.items():
            lines.append(wrapped(_wager_text(f"{name:<{max(widest, 8)}}", wager), 4, 6))
            lines += _steps(outcome, name)
            lines += _own_words(outcome, name, words)
        lines += _steps(outcome, "")
        lines += _own_words(outcome, "", words)
    if settled.round != "settled" and not settled.findings:
        lines.insert(1, f"  the round is {settled.round}")
    lines += [f"  {name} after the round: {shown(amount)}" for name, amount in settled.meters.items()]
    return "\n".join(lines)


def _fault(finding: Finding) -> str:
    cites = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{finding.message}{cites}{hint}"


def _wager_text(name: str, wager: WagerOutcome) -> str:
    net = "" if wager.net is None else ("0" if not wager.net else f"{'+' if wager.net > 0 else ''}{shown(wager.net)}")
    excess = f"  {shown(wager.excess)} handed back" if wager.excess else ""
    result = wager.disposition or wager.result
    # What no clause of the document speaks of has no clause to show.
    governing = ", ".join(wager.cites) or ("no clause rules on it" if wager.result == "undetermined" else "")
    return f"{name} {result:<12} {net:>8}  {governing}{excess}".rstrip()


def _steps(outcome: SeatOutcome, about: str) -> list[str]:
    found = []
    for step in outcome.trace:
        if step.subject == about:
            cites = f" [{', '.join(step.cites)}]" if step.cites else ""
            found.append(wrapped(f"{step.text}{cites}", 8, 10))
    return found


def _own_words(outcome: SeatOutcome, about: str, words: Words) -> list[str]:
    cites = {clause: None for step in outcome.trace if step.subject == about for clause in step.cites}
    shown = [clause for clause in cites if clause in words]
    outermost = [clause for clause in shown if not any(is_within(clause, other) for other in shown if other != clause)]
    return [quoted(text, 8) for text in dict.fromkeys(words[clause] for clause in outermost)]
