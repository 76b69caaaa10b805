"""Odds to read in a terminal, a file or a pipe: aligned where there is room, one number a line where there is not."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.odds import HandOdds, MoveOdds, Odds, PlayOdds, ResultOdds, WagerOdds
from rulespec.report.editions import edition_words
from rulespec.report.odds_hands import RANKS, grid, in_order, letters
from rulespec.report.odds_numbers import amount, decimal, net, percent, root, signed
from rulespec.report.text import columns, plural, printable, width, wrapped

READINGS = {
    "literal": "as the document reads",
    "interpreted": "with the recorded readings",
    "worst": "with every open case read against the player",
    "best": "with every open case read for the player",
}
BESIDE = (
    "under the play that is best with it: what the round nets more than without it is its own net, and what the rest"
    " gives up to keep it; what is told of the wager below is its own under that play"
)
_HEADS = ("wager", "net per unit", "house edge", "deviation", "mean stake")


def odds_text(odds: Odds, program: Mapping[str, Any] | None = None, reading: str = "", hands: bool = False) -> str:
    """All of one spec's odds. `reading` is the play whose wagers and decisions are told; `hands` adds the grid."""
    play = odds.play(reading)
    blocks = [_head(odds)]
    if odds.plays or "" in not_worked_out(odds):
        blocks.append(_whole(odds))
    if odds.open_cases:
        blocks.append(_open(odds))
    needed = play.wagers if play else ()
    which = f", {READINGS[reading]}" if play and len(odds.plays) > 1 else ""
    if needed:
        rows = [(wager.wager, wager) for wager in needed]
        blocks.append("\n".join([wrapped(f"WAGERS that a hand needs{which}"), "", *_wagers(rows)]))
    if play and play.moves:
        blocks.append("\n".join(["DECISIONS of best play", "", *_moves(play.moves)]))
    if odds.alone:
        rows = [(_named(wager), wager) for wager in odds.alone]
        title = "WAGERS that turn on no decision" if odds.plays or odds.beside else "WAGERS"
        blocks.append("\n".join([title, "", *_wagers(rows)]))
    if odds.beside:
        blocks.append(_beside(odds))
    missing = {name: reason for name, reason in not_worked_out(odds).items() if name}
    if missing:
        told_of = [wrapped(f"{name}: {reason}", 2, 4) for name, reason in missing.items()]
        blocks.append("\n".join(["WAGERS that cannot be worked out", "", *told_of]))
    detailed = [*needed, *told(odds.alone, reading), *told([one.wager for one in odds.beside], reading)]
    blocks += ["\n".join(_results(wager, odds.row_words)) for wager in detailed if wager.results]
    if hands:
        blocks.append("\n".join(_hands(play)))
    if odds.notes:
        blocks.append("\n".join(wrapped(note, 0, 2) for note in odds.notes))
    return "\n\n".join(blocks)


def _head(odds: Odds) -> str:
    lines = [wrapped(f"{odds.spec}: {odds.document.title} ({edition_words(odds.document)})", 0, 2)]
    lines.append(wrapped(options_words(odds.options), 0, 9))
    before = ", ".join(f"{amount(stake)} on {name}" for name, stake in odds.stakes.items())
    unit = f"unit: what is placed on {odds.unit if odds.plays else 'each wager'}{_money(odds)}"
    lines.append(wrapped(f"{unit}{f'; before the deal {before}' if odds.plays and before else ''}", 0, 6))
    return "\n".join(lines)


def options_words(options: Mapping[str, str]) -> str:
    """`options: decks 6, ...`, or none."""
    told = ", ".join(f"{name} {value}" for name, value in options.items())
    return f"options: {told or 'none'}"


def _money(odds: Odds) -> str:
    """How much a unit is: `, here 10 dollars`."""
    if odds.plays and odds.unit in odds.amounts:
        return f", here {amount(odds.amounts[odds.unit])} {odds.currency}".rstrip()
    each = {name: f"{amount(of)} {odds.currency}".rstrip() for name, of in odds.amounts.items()}
    if len(set(each.values())) > 1:
        return f", here {', '.join(f'{of} on {name}' for name, of in each.items())}"
    return f", here {next(iter(each.values()))}" if each else ""


def _whole(odds: Odds) -> str:
    """The whole round under each reading."""
    lines = ["THE WHOLE ROUND, best play"]
    if not odds.plays:
        return "\n".join([*lines, "", wrapped(f"cannot be worked out: {not_worked_out(odds)['']}", 2, 4)])
    worst, best = odds.play("worst"), odds.play("best")
    if worst and best:
        bounds = [
            (f"expected net per {odds.unit}", f"{signed(worst.net)} to {signed(best.net)}"),
            ("house edge", f"{percent(-best.net, 7)} to {percent(-worst.net, 7)}"),
        ]
        lines += ["", wrapped("between, since the document leaves cases open", 2, 4), *columns(bounds, 4)]
    for play in sorted(odds.plays, key=lambda one: list(READINGS).index(one.reading)):
        lines += ["", wrapped(READINGS[play.reading], 2, 4), *_round(play, odds.unit)]
    return "\n".join(lines)


def _round(play: PlayOdds, unit: str) -> list[str]:
    rows = [
        (f"expected net per {unit}", f"{signed(play.net)} = {play.net}"),
        ("house edge", percent(-play.net, 7)),
        ("mean total stake", decimal(play.staked, 9)),
        ("element of risk", percent(play.risk, 7) if play.staked else "-"),
        ("standard deviation", root(play.deviation2)),
    ]
    return columns(rows, 4)


def _open(odds: Odds) -> str:
    lines = [f"LEFT OPEN by the document: {plural(len(odds.open_cases), 'case')}", ""]
    rows = [
        (
            f"{case.wager}: {case.state}",
            percent(case.share, 5),
            f"[{', '.join(case.cites)}]" if case.cites else "no clause",
        )
        for case in odds.open_cases
    ]
    return "\n".join([*lines, *_with_last(("case", "rounds, at most", "clauses"), rows)])


def not_worked_out(odds: Odds) -> Mapping[str, str]:
    """Why a figure that was asked for is not there, by wager; of the whole round under ""."""
    return {one.wager: one.reason for one in odds.missing}


def told(wagers: Sequence[WagerOdds], reading: str) -> list[WagerOdds]:
    """Of each wager the odds under a reading; where it has none of that, as it reads, or with open cases as losses."""
    found: dict[str, WagerOdds] = {}
    for wanted in (reading, "literal", "worst"):
        found |= {one.wager: one for one in wagers if one.reading == wanted and one.wager not in found}
    return [one for one in wagers if found.get(one.wager) is one]


def _named(wager: WagerOdds) -> str:
    """A wager with how open cases of it are read."""
    return wager.wager if wager.reading == "literal" else f"{wager.wager}, {wager.reading}"


def _beside(odds: Odds) -> str:
    """Wagers that acts forfeit: what adding one changes of the whole round, and how much of that is its own."""
    lines = [wrapped("WAGERS that an act may forfeit, each played for together with the rest"), ""]
    rows = [
        (_named(one.wager), *map(signed, (one.adds, one.wager.net, one.adds - one.wager.net, one.net)))
        for one in odds.beside
    ]
    lines += _table(("wager", f"adds per {odds.unit}", "its own net", "the rest", "whole round"), rows)
    lines.append(wrapped(BESIDE, 2, 4))
    for one in odds.beside:
        if one.within:
            most = f"{_named(one.wager)}: both figures may be too large, by {decimal(one.within)} at most"
            lines.append(wrapped(most, 2, 4))
    return "\n".join([*lines, "", *_wagers(_distinct([one.wager for one in odds.beside]))])


def _distinct(wagers: Sequence[WagerOdds]) -> list[tuple[str, WagerOdds]]:
    """The wagers by name and reading; one that comes to the same under all readings once, by its name alone."""
    figures: dict[str, set[tuple[Fraction, Fraction, Fraction]]] = {}
    for one in wagers:
        figures.setdefault(one.wager, set()).add((one.net, one.staked, one.deviation2))
    rows = {_named(one) if len(figures[one.wager]) > 1 else one.wager: one for one in reversed(wagers)}
    return list(reversed(rows.items()))


def _wagers(wagers: Sequence[tuple[str, WagerOdds]]) -> list[str]:
    rows = []
    for name, wager in wagers:
        per_unit = "-" if wager.per_unit is None else signed(wager.per_unit)
        edge = "-" if wager.edge is None else percent(wager.edge, 5)
        rows.append((name, per_unit, edge, root(wager.deviation2), amount(wager.staked, 7)))
    never = [name for name, wager in wagers if wager.staked and not wager.at_risk]
    left = [wrapped(f"never at risk here, without a result in every round: {', '.join(never)}", 2, 4)] if never else []
    return [*_table(_HEADS, rows), *left]


def _moves(moves: Sequence[MoveOdds]) -> list[str]:
    rows = [
        (
            move.stage,
            percent(move.share, 5) if move.share else "never",
            f"{move.act}{f' (after {_acts(move.after)})' if move.after else ''}",
        )
        for move in moves
    ]
    return _with_last(("stage", "of all rounds", "act"), rows)


def _acts(acts: Sequence[str]) -> str:
    return ", ".join(acts)


def _results(wager: WagerOdds, words: Mapping[str, str]) -> Iterator[str]:
    """What may become of a wager, and what is paid from meters."""
    how = "" if wager.reading == "literal" else f", {READINGS[wager.reading]}"
    yield wrapped(f"{printable(wager.wager).upper()}, per unit staked{how}")
    yield ""
    told = [(one.net * one.share, one.adds) for one in wager.results if one.net is not None and one.adds is not None]
    varies = any(adds != share * _stake(wager) for share, adds in told)
    rows = [
        (
            _result(one, words),
            ("meter" if wager.linear else "open") if one.net is None else net(one.net),
            percent(one.share, 6),
            *(["-" if one.adds is None else signed(one.adds)] if varies else []),
            f"[{', '.join(one.cites)}]" if one.cites else "",
        )
        for one in wager.results
    ]
    yield from _with_last(("result", "net", "of all rounds", *(["adds a round"] if varies else []), "clauses"), rows)
    if varies:
        yield wrapped("its stake varies: what a result adds a round is in units of the first wager", 2, 4)
    if wager.linear:
        terms = [f"{value} x {meter}" if meter else f"{value}" for meter, value in wager.linear.items()]
        yield wrapped(f"expected net per unit: {' + '.join(terms)}, with meters counted in stakes", 2, 4)
    if wager.break_even is not None and wager.break_even > 0:
        (meter,) = (name for name in wager.linear if name)
        yield wrapped(f"nothing is lost or won in the mean at {meter} = {decimal(wager.break_even, 2)} stakes", 2, 4)


def _stake(wager: WagerOdds) -> Fraction:
    """What is staked where it is placed, in the mean."""
    return wager.staked / wager.placed if wager.placed else Fraction(0)


def _result(one: ResultOdds, words: Mapping[str, str]) -> str:
    """A result, with the row that says what is paid: `win flush`, `win where the player's hole cards are a pair`."""
    row = f"where {words[one.row]}" if one.row in words else one.row
    return " ".join(filter(None, (one.result.replace("_", " "), row)))


def _hands(play: PlayOdds | None) -> Iterator[str]:
    if play is None or not play.hands:
        yield wrapped("This game has no starting hands to show.")
        return
    signs, cells = letters(play.hands), grid(play.hands)
    yield wrapped("STARTING HANDS, by the act that is worth most: suited above the diagonal, offsuit below")
    yield ""
    yield "    " + " ".join(RANKS)
    for rank, row in zip(RANKS, cells, strict=True):
        yield f"  {rank} " + " ".join(signs[hand.act] if hand else "." for hand in row)
    yield ""
    total = sum(hand.deals for hand in play.hands)
    rows = []
    for act, sign in signs.items():
        deals = sum(hand.deals for hand in play.hands if hand.act == act)
        if not deals:
            continue
        rows.append((sign, percent(Fraction(deals, total), 4), f"{act}: {deals:,} of {total:,} starting hands"))
    yield from columns(rows, 2)
    yield ""
    yield from _values(in_order(play.hands))


def _values(hands: Sequence[HandOdds]) -> list[str]:
    """Every starting hand with what each act is worth; the best one is named."""
    acts = list(dict.fromkeys(act for hand in hands for act in hand.values))
    rows = [
        (hand.name, hand.act, *(signed(hand.values[act], 6) if act in hand.values else "-" for act in acts))
        for hand in hands
    ]
    return _table(("hand", "best", *acts), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Numbers under their heads; where they do not fit, each row as a block with the heads before the numbers."""
    rows = [[printable(cell) for cell in row] for row in rows]
    sizes = [max(len(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    if 2 + sum(sizes) + 2 * (len(sizes) - 1) <= width():
        return [
            (
                "  "
                + "  ".join([f"{row[0]:<{sizes[0]}}", *(f"{c:>{s}}" for c, s in zip(row[1:], sizes[1:], strict=True))])
            )
            for row in (heads, *rows)
        ]
    lines = []
    for row in rows:
        lines.append(f"  {row[0]}")
        lines += columns(list(zip(heads[1:], row[1:], strict=True)), 4)
    return lines


def _with_last(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows whose last cell is a text of any length. The cells between are numbers, set to the right."""
    rows = [[printable(cell) for cell in row] for row in rows]
    sizes = [max(len(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    if sum(sizes[:-1]) + 2 * len(sizes) > width() - 12:
        lines = []
        for row in rows:
            lines.append(wrapped(row[0], 2, 4))
            lines += columns([pair for pair in zip(heads[1:], row[1:], strict=True) if pair[1]], 4)
        return lines
    middle = range(1, len(heads) - 1)
    return columns([[row[0], *(f"{row[at]:>{sizes[at]}}" for at in middle), row[-1]] for row in (heads, *rows)], 2)
