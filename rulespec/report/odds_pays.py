"""Pay tables of several documents side by side, as bars."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.odds import Odds, WagerOdds
from rulespec.report.odds_figures import Titled, by_wager, first, plain
from rulespec.report.odds_numbers import decimal, net, percent

KINDS = 5  # documents and acts that have a colour of their own; a further one has the last
_LEAST = Fraction(1, 10**6)
Paid = tuple[Fraction, Fraction]  # what a row pays, and its share of all rounds


def pay_bars(several: Sequence[Odds], names: Sequence[str], titled: Titled) -> list[Mapping[str, Any]]:
    """By wager: its pay rows, each with a bar for every document that has it. The longest bar of a row is 100."""
    tables = [{name: _rows(first(one), odds.row_words) for name, one in by_wager(odds).items()} for odds in several]
    found: list[Mapping[str, Any]] = []
    for wager in dict.fromkeys(name for table in tables for name in table):
        paid = [table.get(wager, {}) for table in tables]
        rows = []
        for row in dict.fromkeys(key for one in paid for key in one):
            most = max(*(one[row][0] for one in paid if row in one), _LEAST)
            bars = [
                _bar(name, place, one.get(row), most)
                for place, (name, one) in enumerate(zip(names, paid, strict=True))
                if one
            ]
            alike = len(bars) > 1 and len({bar["net"] for bar in bars}) == 1
            rows.append({"row": row or "every win", "bars": bars, "alike": len(bars) if alike else 0})
        if rows:
            found.append({"wager": titled(wager), "rows": rows})
    return found


def _bar(document: str, place: int, paid: Paid | None, most: Fraction) -> Mapping[str, Any]:
    return {
        "document": document,
        "net": net(paid[0]) if paid else "",
        "length": decimal(max(paid[0], Fraction(0)) * 100 / most, 1) if paid else "0",
        "share": percent(paid[1], 6) if paid else "",
        "kind": min(place, KINDS - 1),
    }


def _rows(wager: WagerOdds, words: Mapping[str, str]) -> Mapping[str, Paid]:
    """Of each pay row what it pays (the most, where that varies) and its share of all rounds."""
    wins = [one for one in wager.results if one.result == "win" and one.net is not None]
    labels = _labels([one.row for one in wins], words)
    found: dict[str, Paid] = {}
    for one in wins:
        assert one.net is not None
        paid, share = found.get(labels[one.row], (one.net, Fraction(0)))
        found[labels[one.row]] = (max(paid, one.net), share + one.share)
    return found


def _labels(rows: Sequence[str], words: Mapping[str, str]) -> Mapping[str, str]:
    """A row with a condition is called by the value that tells it from the others, where there is such a one."""
    atoms = {row: dict(atom.split(" = ", 1) for atom in row.split(" and ") if " = " in atom) for row in rows}
    told = Counter(left for left, _ in {pair for each in atoms.values() for pair in each.items()})
    short = {
        row: plain(each[max(each, key=lambda left: told[left])]) if each else words.get(row, plain(row))
        for row, each in atoms.items()
    }
    twice = {name for name, count in Counter(short.values()).items() if count > 1}
    return {row: words.get(row, plain(row)) if name in twice else name for row, name in short.items()}
