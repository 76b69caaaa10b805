"""The odds of a game from its spec alone: best play of what a hand needs, and what each further wager is worth."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Spotted
from rulespec.engine.options import whatever_comes_up
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, InternalError, UsageError
from rulespec.lang.words import in_words
from rulespec.load.nearest import nearest
from rulespec.model.odds import (
    BEST,
    INTERPRETED,
    LITERAL,
    WORST,
    BesideOdds,
    NotWorkedOut,
    Odds,
    OpenCase,
    SpotOdds,
    Spots,
    WagerOdds,
)
from rulespec.model.round import Amount
from rulespec.model.spec import Spec
from rulespec.odds.aside import Aside, alone_odds, alone_open, aside, by_hand, cases_by_hand, slack
from rulespec.odds.assumed import told_options
from rulespec.odds.grid import grid, payoffs
from rulespec.odds.meters import with_meters
from rulespec.odds.playing import Played, Solver, counted_net, of_wager, play_odds, played
from rulespec.odds.results import open_of, wager_odds
from rulespec.odds.selecting import chosen_of, selected
from rulespec.odds.setting import Setting, choose, features_of, setting

ONE_SEAT = "one player at the table: no prize is shared, and none is won by another's hand"


def odds(spec: Spec, options: Mapping[str, Any] | None = None, wagers: Collection[str] = ()) -> Odds:
    """The odds of a spec with these options, of the wagers that a hand needs and of each further one beside them.

    With `wagers`, of these further ones alone, and of best play only where it is asked about or bears on them. Raises
    `UsageError` for an option or a wager that the spec does not have, `Inconclusive` where the odds cannot be worked
    out.
    """
    return _Work(spec, options or {}, wagers).odds()


def best_plays(spec: Spec, options: Mapping[str, Any] | None = None) -> Mapping[str, Played]:
    """The best play of what a hand needs, by reading (`PlayOdds`). Raises `UsageError`, `Inconclusive`."""
    work = _Work(spec, options or {}, ())
    work._play()
    return work.main


@dataclass(frozen=True)
class Together:
    """Best plays by reading, and the odds of further wagers beside them.

    `main` are those of what a hand needs; `joint`, by wager, those of it and one that an act may forfeit, where the
    hands that meet decide it.
    """

    main: Mapping[str, Played]
    joint: Mapping[str, Mapping[str, Played]]
    odds: Odds


def played_with(spec: Spec, wagers: Collection[str]) -> Together:
    """The best plays of a spec, and the odds of these further wagers. Raises `Inconclusive` where there are none."""
    work = _Work(spec, {}, ())
    optional, work.optional = tuple(name for name in work.optional if name in wagers), ()
    work._play()
    work.optional, work.all = optional, False
    found = work.odds()
    return Together(work.main, work.joint, found)


def spot_odds(spec: Spec, options: Mapping[str, Any], reading: str, cards: str, board: str) -> Spots:
    """What each act is worth to who holds these cards and sees this board, at each decision that is taken there.

    `reading` is the play that goes on from there, or where the document leaves nothing open the only one; `literal`
    stands for `worst` where it does. Raises `UsageError` for cards that cannot be held there, `Inconclusive` where the
    game has no such decisions or the reading does not settle all.
    """
    work = _Work(spec, options, ())
    game = work.base.settler.game
    if not isinstance(game, Spotted) or not work.base.names:
        raise Inconclusive("nothing is decided on cards in this kind of game")
    walked = work.base.walked
    try:
        game.check_at(walked.tree, cards, board)
    except ValueError as wrong:
        raise UsageError(f"`{f'{cards} | {board}' if board else cards}`: {wrong}") from None
    work._play()
    wanted = (reading, LITERAL, *([WORST] if reading == LITERAL else []))
    one = next((work.main[name] for name in wanted if name in work.main), None)
    if one is None:
        raise Inconclusive(f"the recorded readings of `{spec.id}` do not settle every case that is played")
    spots = []
    for node, worths in game.at(walked.tree, one.asked, cards, board).items():
        choice = walked.choices[node]
        values = sorted(zip(choice.acts, worths, strict=True), key=lambda pair: -pair[1])  # of equals the first
        spots.append(SpotOdds(one.reading, choice.stage, choice.after, dict(values)))
    told, _ = told_options(work.literal, work.given, whatever_comes_up(work.base.facts), dict.fromkeys(work.base.names))
    table = {**chosen_of(work.literal.game), **told}
    return Spots(spec.id, spec.document, table, work.base.first, cards, board, tuple(spots))


class _Work:
    """The odds of one spec at one table."""

    def __init__(self, spec: Spec, options: Mapping[str, Any], wagers: Collection[str]) -> None:
        self.spec = spec
        table = selected(Settler(spec), options)
        self.literal = table.settler
        self.interpreted = Settler(spec, self.literal.rulebook, self.literal.game, True) if spec.readings else None
        self.given = table.options
        self.options, _ = choose(self.literal, table.options)
        self.notes = list(table.notes)
        self.solver = Solver(self.literal.game)
        self.base = setting(self.literal, self.options)
        _ = self.base.facts  # what is wrong with the options comes first
        self.optional = self._asked(wagers)
        before = {wager.name for wager in spec.wagers if wager.placed == "before_deal" and not wager.required}
        self.all = not wagers or not before.issuperset(wagers)  # whether the play itself is asked about
        self.main: dict[str, Played] = {}
        self.joint: dict[str, Mapping[str, Played]] = {}
        self.opened: list[Sequence[OpenCase]] = []  # of further wagers
        self.missing: list[NotWorkedOut] = []
        self.unplayed = ""  # why the play cannot be worked out

    def _asked(self, wagers: Collection[str]) -> tuple[str, ...]:
        """The further wagers that are asked about, in the spec's order. Raises `UsageError`."""
        names = {wager.name: wager for wager in self.spec.wagers}
        for name in wagers:
            if name not in names:
                hint = nearest(name, names) or f"this spec has {', '.join(f'`{each}`' for each in names)}"
                raise UsageError(f"{self.spec.id} has no wager `{name}`: {hint}")
        free = [wager.name for wager in self.spec.wagers if wager.placed == "before_deal" and not wager.required]
        return tuple(name for name in free if not wagers or name in wagers)

    def odds(self) -> Odds:
        if self.all:
            self._play()
        alone: list[WagerOdds] = []
        beside: list[BesideOdds] = []
        for name in self.optional:
            try:
                self._further(name, alone, beside)
            except Inconclusive as reason:
                self.missing.append(NotWorkedOut(name, str(reason)))
        if self.literal.shared & set(self.optional):
            self.notes.append(ONE_SEAT)
        shown = [one.wager for one in alone] + [one.wager.wager for one in beside]
        shown += [name for one in self.main.values() for name in one.grid.wagers]
        options, notes = told_options(
            self.literal, self.given, whatever_comes_up(self.base.facts), dict.fromkeys(shown)
        )
        first = self.base.first or (self.optional[0] if self.optional else "")
        beyond = self.base.limits.beyond(self.base.wagers) if self.main else ()
        return Odds(
            self.spec.id,
            self.spec.document,
            {**chosen_of(self.literal.game), **options},
            first,
            {name: self.base.units(amount) for name, amount in self.base.wagers.items()} if self.base.names else {},
            tuple(play_odds(one, one.reading) for one in self.main.values()),
            tuple(alone),
            _merged([*(one.opened for reading, one in self.main.items() if reading in (WORST, BEST)), *self.opened]),
            (*notes, *map(_beyond, beyond), *self.notes),
            tuple(beside),
            tuple(self.missing),
            tuple(wager.name for wager in self.spec.wagers),
            {name: Fraction(amount) for name, amount in self._amounts(shown).items()},
            self.spec.vocabulary.wagers[first].unit if first in self.spec.vocabulary.wagers else "",
            self._row_words(),
        )

    def _row_words(self) -> Mapping[str, str]:
        rows = (row for table in self.literal.rulebook.pay.values() for row in table.rows)
        return {row.key: in_words(row.when, self.spec.vocabulary) for row in rows if row.when is not None}

    def _amounts(self, shown: Collection[str]) -> Mapping[str, Amount]:
        """How much is placed before the deal, on what a hand needs and on the further wagers that are shown."""
        further = [name for name in self.optional if name in shown]
        return {
            **self.base.wagers,
            **{name: setting(self.literal, self.options, {name}).wagers[name] for name in further},
        }

    # The wagers that a hand needs.

    def _play(self) -> None:
        """Play the table with what a hand needs."""
        try:
            readings = self._read(self.base) if self.base.names else []
        except Inconclusive as reason:
            if not self.optional:
                raise
            if self.all:
                self.missing.append(NotWorkedOut("", str(reason)))
            self.unplayed, readings = str(reason), []
        self.main = {one.reading: one for one in readings}

    def _read(self, table: Setting, bounds: bool = False) -> list[Played]:
        """A table played best: as the document has it, or else read worst, best, and by the recorded readings.

        With `bounds` it is not told as the document has it, whatever is played: what it is held against is not.
        """
        tally = table.game.tally(frozenset(table.game.settled_by))
        self._check_counted(table)
        settled = grid(table, tally)
        if not settled.open and not bounds:
            return [played(self.solver, table, settled, tally, LITERAL)]
        best = played(self.solver, table, settled, tally, BEST)
        if not best.opened and not bounds:
            return [replace(best, reading=LITERAL)]
        found = [played(self.solver, table, settled, tally, WORST), best]
        if self.interpreted is not None:
            read = setting(self.interpreted, self.options, table.names)
            same = self.interpreted.game is self.literal.game
            theirs = tally if same else read.game.tally(frozenset(read.game.settled_by))
            solver = self.solver if same else Solver(self.interpreted.game)
            one = played(solver, read, grid(read, theirs), theirs, INTERPRETED)
            found += [one] if not one.opened else []
        return found

    def _check_counted(self, table: Setting) -> None:
        """Make sure that the cells of a play tell apart all that its wagers read. Raises `Inconclusive`."""
        for wager in self.spec.wagers:
            if wager.name in table.names or wager.placed == "decided":
                beyond = features_of(table.settler, table.game, wager.name) - set(table.game.settled_by)
                if beyond:
                    what = ", ".join(sorted(beyond))
                    raise Inconclusive(f"`{wager.name}` turns on more than the hands that meet: {what}")

    # Further wagers.

    def _further(self, name: str, alone: list[WagerOdds], beside: list[BesideOdds]) -> None:
        literal = aside(setting(self.literal, self.options, {name}), name)
        read = aside(setting(self.interpreted, self.options, {name}), name) if self.interpreted is not None else None
        if literal.alone and (read is None or read.alone):
            self.opened.append(alone_open(literal))
            for found in alone_odds(literal, read):
                alone.append(with_meters(found, read if found.reading == INTERPRETED and read else literal))
        else:
            beside.extend(self._beside(literal, read))

    def _beside(self, literal: Aside, read: Aside | None) -> list[BesideOdds]:
        """A wager that acts forfeit, played for together with the rest, by each reading."""
        if not self.main and not self.all:
            self._play()
        if not self.main:
            of = "an act may forfeit it, and the play cannot be worked out"
            raise Inconclusive(f"{of}: {self.unplayed}" if self.unplayed else of)
        table = literal.setting
        if not set(literal.tally.features) - set(table.game.settled_by):
            pairs = self._beside_table(table, literal.name)
        else:
            pairs = self._beside_by_hand(literal, read)
        found = []
        for reading, net, own, within in pairs:
            main = self.main.get(reading) or self.main.get(LITERAL)
            assert main is not None
            one = read if reading == INTERPRETED and read is not None else literal
            found.append(BesideOdds(reading, net, net - main.solved.value, with_meters(own, one), within))
        return found

    def _beside_table(self, table: Setting, name: str) -> list[tuple[str, Fraction, WagerOdds, Fraction]]:
        """A wager by the hands that meet: in the same cells as the rest."""
        plays = self._read(table, LITERAL not in self.main)
        self.joint[name] = {one.reading: one for one in plays}
        self.opened += [
            open_of(name, one.cases(name), one.solved.total) for one in plays if one.reading in (WORST, BEST)
        ]
        return [(one.reading, one.solved.value, of_wager(one, name, one.reading), Fraction(0)) for one in plays]

    def _beside_by_hand(self, literal: Aside, read: Aside | None) -> list[tuple[str, Fraction, WagerOdds, Fraction]]:
        """A wager by the starting hand and the first shared cards."""
        is_open = literal.open or LITERAL not in self.main
        asides = [(reading, literal) for reading in ((WORST, BEST) if is_open else (LITERAL,))]
        if is_open and read is not None and not read.open and {INTERPRETED, LITERAL} & self.main.keys():
            asides.append((INTERPRETED, read))
        return [(reading, *self._joint(reading, one)) for reading, one in asides]

    def _joint(self, reading: str, one: Aside) -> tuple[Fraction, WagerOdds, Fraction]:
        """The net of the round with a wager, what becomes of the wager, and how much less the net may be at most."""
        main = self.main.get(reading) or self.main[LITERAL]
        table, tree = one.setting, one.setting.walked.tree
        if tree != main.setting.walked.tree:
            raise Inconclusive("other acts are offered beside it")
        held, solved = by_hand(one, reading), main.solved
        cases = cases_by_hand(held, solved)
        own = wager_odds(one.name, cases, held.tally.total, reading)
        if reading in (WORST, BEST):
            self.opened.append(open_of(one.name, cases, held.tally.total))
        net = held.net(solved)
        if any(hand.best != move for hand, move in zip(solved.hands, held.best(solved).values(), strict=True)):
            asked = payoffs(main.grid, tree.lines, main.reading, held.worth, held.scale)
            solved = self.solver.solve(tree, asked, table.game.tally(frozenset(table.game.settled_by)))
            if solved.value != net or counted_net(asked, solved.counts, solved.total) + own.net != net:
                raise InternalError("the deals counted do not come to the value of the best play")
        return net, own, slack(held, solved, main.grid, reading)


def _beyond(wager: str) -> str:
    return f"`{wager}` is also bet outside the limits of the table: no unit keeps all bets within them"


def _merged(several: Sequence[Sequence[OpenCase]]) -> tuple[OpenCase, ...]:
    """Open cases of several plays: of each, how often it comes up where it does most."""
    found: dict[tuple[str, str], OpenCase] = {}
    for cases in several:
        for case in cases:
            key = (case.wager, case.state)
            if key not in found or found[key].share < case.share:
                found[key] = case
    return tuple(found.values())
