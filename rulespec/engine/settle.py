"""Settling a round: acts, irregularities, validity, stakes, results, payments and jackpots, hand by hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulespec.domains.base import ByRules, Dealt, Fault, Game, RoundFault
from rulespec.domains.registry import game_of
from rulespec.engine.acts import Acts
from rulespec.engine.decide import Decider
from rulespec.engine.fate import Fate, Hand
from rulespec.engine.happened import Happened
from rulespec.engine.irregularities import Irregularities
from rulespec.engine.jackpots import Jackpots
from rulespec.engine.memory import Memory
from rulespec.engine.options import OfOutcome, by_outcome, option_facts, optional_keys
from rulespec.engine.pay import Payer
from rulespec.engine.readings import Readings
from rulespec.engine.seat import SeatOutcome
from rulespec.engine.settlement import SettledHand, Settlement
from rulespec.engine.stakes import Stakes
from rulespec.lang.evaluate import PLAYERS
from rulespec.lang.trees import walk
from rulespec.load.amounts import amount_of, shown
from rulespec.load.nearest import nearest
from rulespec.model.expr import Count, Expr, Prize, Quantified
from rulespec.model.round import Amount, Placed, Player, Round
from rulespec.model.rows import Rulebook, Table
from rulespec.model.spec import Spec
from rulespec.tables.compile import compile_spec

TABLES = 1_000  # option sets kept


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What became of a round: `state` is `settled`, `void` or `stopped`; hands by seat; meters after the round."""

    state: str
    seats: Mapping[int, SeatOutcome]
    meters: Mapping[str, Amount] = field(default_factory=dict)


class _Together(Exception):
    """A hand that cannot be settled by itself."""


class Settler:
    """One spec's engine: compiled once, then asked about round after round.

    With `interpreted` the recorded readings fill the gaps and conflicts that they are for.
    """

    def __init__(
        self, spec: Spec, rulebook: Rulebook | None = None, game: Game | None = None, interpreted: bool = False
    ) -> None:
        self.spec = spec
        self.rulebook = rulebook or compile_spec(spec)
        self.game = game or game_of(spec)
        if interpreted and isinstance(self.game, ByRules):
            self.game = self.game.as_read()
        self.optional = optional_keys(spec)
        self.acts = Acts(spec, self.rulebook.play, self.optional)
        self.stakes = Stakes(self.rulebook, self.optional)
        self.valid = {name: Decider(table, self.optional) for name, table in self.rulebook.valid.items()}
        self.settling = {name: Decider(table, self.optional) for name, table in self.rulebook.settle.items()}
        self.payers = {name: Payer(spec, table) for name, table in self.rulebook.pay.items()}
        self.readings = Readings(spec, interpreted)
        self.irregularities = Irregularities(spec, self.rulebook, self.acts, self.optional, self.readings)
        self.jackpots = Jackpots(spec, self.rulebook, self.optional)
        self.shared = self.jackpots.wagers
        # Where a rule speaks of the other hands at the table, a hand cannot be settled by itself.
        self._together = _speaking_of_others(self.rulebook) | self.shared
        self._alone = not any(map(_speaks, _of_play(self.rulebook)))
        self._memory = Memory(self.rulebook)
        self._option_facts: dict[str, tuple[Mapping[str, Any], list[Fault]]] = {}

    def settle(self, played: Round, explain: bool = False) -> Mapping[int, SeatOutcome]:
        """What became of each hand, by seat. Raises `RoundFault` with everything that is wrong with the round."""
        return self.settle_round(played, explain).seats

    def settle_round(self, played: Round, explain: bool = False) -> RoundOutcome:
        """What became of a round. Raises `RoundFault` with everything that is wrong with it."""
        for player in played.players:
            if player.positions:
                self._check_positions(player)
        recorded = self.irregularities.recorded(played) if played.events else []
        dealt = self.game.dealt(played)
        if self._alone and not explain and not recorded and not any(map(self._is_bound, played.players)):
            options = repr(played.options)
            try:
                seats = {
                    player.seat: self._remembered(player, seen, options, played)
                    for player, seen in zip(played.players, dealt, strict=True)
                }
                meters = self.jackpots.given(self._options(played.options)[0]) if self.shared else {}
                return RoundOutcome("settled", seats, meters)
            except (RoundFault, _Together):
                pass  # all hands are gone through together, for what else is wrong
        return self._settle_all(played, played.players, dealt, explain, recorded)

    def _is_bound(self, player: Player) -> bool:
        """Whether what becomes of a hand turns on the others."""
        return bool(player.elsewhere) or not self._together.isdisjoint(player.wagers)

    def _remembered(self, player: Player, seen: Dealt, options: str, played: Round) -> SeatOutcome:
        """What became of one hand, from memory where such a hand was settled before."""
        asked = self._memory.asked(player, (seen.signature, seen.missing), played.options, options)
        found = self._memory.recall(asked)
        if found is None:
            found = self._settle_all(played, (player,), (seen,), False, (), alone=True).seats[player.seat]
            self._memory.keep(asked, found.wagers)
        return found

    def _options(self, given: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Fault]]:
        """The facts of a table's options, and what is wrong with them; a table plays many rounds with the same."""
        text = repr(given)
        if text not in self._option_facts:
            if len(self._option_facts) >= TABLES:
                self._option_facts.clear()
            facts, faults = option_facts(self.spec, given)
            self._option_facts[text] = facts, [*faults, *self._unknown_outcomes(facts)]
        return self._option_facts[text]

    def _unknown_outcomes(self, options: Mapping[str, Any]) -> Iterator[Fault]:
        """Says of options that have a value for each thing that can come up where they name something that cannot."""
        for name, value in options.items():
            for key in value.values.keys() - self.game.outcomes() if isinstance(value, OfOutcome) else ():
                hint = nearest(key, self.game.outcomes())
                yield Fault(f"`{name}` is given for `{key}`, which cannot come up", f"options.{name}", hint)

    def _settle_all(
        self,
        played: Round,
        players: Sequence[Player],
        dealt: Sequence[Dealt],
        explain: bool,
        recorded: Sequence[Happened],
        alone: bool = False,
    ) -> RoundOutcome:
        options, wrong_options = self._options(_with_given(self.spec, played.options, recorded))
        certain, perhaps = list(wrong_options), list(wrong_options)
        hands: list[SettledHand] = []
        others: list[frozenset[str]] = []
        everyone: list[dict[str, Any]] = []
        for player, seen in zip(players, dealt, strict=True):
            facts = {**by_outcome({**options, **seen.facts}), PLAYERS: everyone}
            elected, befell = _elected(self.acts.stages, player, recorded), _befell(self.acts.stages, player, recorded)
            names = _others(player, players)
            done, wrong = self.acts.play(player, facts, elected, befell, names)
            certain += wrong
            perhaps += (*done.lacks, *wrong, *(() if done.lacks else done.waits))
            everyone.append(facts)
            hands.append(SettledHand(player, seen, done))
            others.append(names)
        if certain:  # what an irregularity might explain is said too, where none is recorded
            raise RoundFault(*(certain if recorded else perhaps))
        events = [*recorded, *self.irregularities.shown([(hand.player, hand.played.facts) for hand in hands], recorded)]
        if alone and len(events) > 0:
            raise _Together
        table = [
            Hand(hand.player, facts, dict(hand.played.placed), Fate(), names)
            for hand, facts, names in zip(hands, everyone, others, strict=True)
        ]
        faults = self.irregularities.read(events, table) if events else []
        faults = faults or [
            fault for hand, at in zip(hands, table, strict=True) for fault in _unfinished(hand, at, recorded)
        ]
        if faults:
            raise RoundFault(*faults)
        settlements = [
            Settlement(self, hand, at.facts, explain, at.fate, at.placed) for hand, at in zip(hands, table, strict=True)
        ]
        for decided in (False, True):
            # All hands' stakes are told before any is entered, so that the order of the seats has no meaning.
            told = [settlement.stakes_of(decided) for settlement in settlements]
            for settlement, stakes in zip(settlements, told, strict=True):
                settlement.enter(stakes)
        for settlement in settlements:
            settlement.run()
        self._place_elsewhere(settlements, played)
        meters, faults = self.jackpots.pay(settlements, self) if self.shared else ({}, [])
        faults = faults or [fault for settlement in settlements for fault in settlement.faults]
        if faults:
            raise RoundFault(*faults)
        outcomes = {settlement.hand.player.seat: settlement.outcome() for settlement in settlements}
        return RoundOutcome(_state(hands, table), outcomes, meters)

    def _place_elsewhere(self, settlements: Sequence[Settlement], played: Round) -> None:
        """Further wagers of a kind, and those that stand on another hand's area.

        They read the hand on whose area they stand, and their own position, and are paid to whoever placed them.
        """
        at = {settlement.hand.player.seat: settlement for settlement in settlements}
        standing = Counter((bet.wager, bet.area) for one in settlements for bet in one.hand.player.elsewhere)
        for settlement in settlements:
            player = settlement.hand.player
            for bet in player.elsewhere:
                wager, area = self.spec.wager(bet.wager), at.get(bet.area)
                where = f"seat {player.seat}"
                if wager is None or wager.placed != "before_deal":
                    raise RoundFault(Fault(f"{where}: this spec has no first wager `{bet.wager}`", where))
                stands = bet.wager in self.game.positioned()
                position = self._position(played, bet) if stands or bet.position else {}
                mine = stands and bet.area == player.seat
                if not wager.per_area and not mine:
                    message = f"{where}: `{bet.wager}` stands only on the player's own area, and once"
                    raise RoundFault(Fault(message, where, "", wager.cites))
                if bet.wager in self.shared:
                    message = f"{where}: `{bet.name}` is a jackpot wager on another hand, which is not supported"
                    raise RoundFault(Fault(message, where, "", wager.cites))
                if area is None:
                    message = f"{where}: `{bet.name}` stands on the area of seat {bet.area}, which has no hand here"
                    raise RoundFault(Fault(message, where, "record that hand too"))
                on_it = standing[bet.wager, bet.area] + (bet.wager in area.hand.player.wagers)
                if on_it > wager.per_area and not mine:
                    message = f"{where}: {on_it} wagers `{bet.wager}` on the area of seat {bet.area}"
                    hint = f"no more than {wager.per_area} may stand there"
                    raise RoundFault(Fault(message, where, hint, wager.cites))
                settlement.outcomes.append((bet.name, area.place(bet, position)))

    def _position(self, played: Round, bet: Placed) -> Mapping[str, Any]:
        """The facts of what came up for a wager by itself, where it stands."""
        alone = Player(bet.area, None, {bet.wager: bet.amount}, (), positions={bet.wager: bet.position})
        self._check_positions(alone)
        (seen,) = self.game.dealt(replace(played, players=(alone,)))
        return seen.facts

    def _check_positions(self, player: Player) -> None:
        """Raises `RoundFault` where a round says of a wager where it stands that stands nowhere in particular."""
        for name, position in player.positions.items():
            if name not in self.game.positioned():
                said, where = next(iter(position)), f"seat {player.seat}"
                hint = "leave it out" if self.spec.wager(name) else ""
                raise RoundFault(Fault(f"{where}: `{said}` says nothing about a wager `{name}`", where, hint))


def _with_given(spec: Spec, options: Mapping[str, Any], events: Sequence[Happened]) -> Mapping[str, Any]:
    """The options with those that events give (`minimum`), where the round does not.

    Raises `RoundFault` where the two contradict each other.
    """
    found = dict(options)
    for event in events:
        for name, given in event.facts.items():
            option = spec.vocabulary.facts[f"event.{name}"].gives
            if option in options:
                stated = options[option]
                stated = stated.get(event.facts.get("wager")) if isinstance(stated, dict) else stated
                if isinstance(stated, int | str) and _differs(stated, given):
                    message = (
                        f"the event `{event.name}` says `{name}: {shown(given)}`, and the options `{option}: {stated}`"
                    )
                    raise RoundFault(Fault(message, "events", "correct one of the two"))
            elif option:
                wager, before = event.facts.get("wager"), found.get(option)
                by_wager = {**(before if isinstance(before, dict) else {}), wager: shown(given)}
                apart = any(known.name == option and known.by == "wager" for known in spec.options)
                found[option] = by_wager if wager and apart else shown(given)
    return found


def _differs(stated: int | str, given: Amount) -> bool:
    """Whether an option is another amount; what is no amount at all is told by the options' own check."""
    try:
        return amount_of(stated) != given
    except ValueError:
        return False


def _elected(stages: Sequence[str], player: Player, events: Sequence[Happened]) -> frozenset[tuple[str, str]]:
    """What a player chose under events, by stage."""
    chosen = [(event.stage, event.elections[player.seat]) for event in events if player.seat in event.elections]
    return frozenset((stages[stage], choice) for stage, choice in chosen if stage < len(stages))


def _befell(stages: Sequence[str], player: Player, events: Sequence[Happened]) -> frozenset[str]:
    """The stages at which events befell a hand."""
    return frozenset(stages[one.stage] for one in events if one.stage < len(stages) and player.seat in one.seats)


def _others(player: Player, players: Sequence[Player]) -> frozenset[str]:
    """The kinds of wagers that other players have on a hand."""
    return frozenset(
        bet.wager
        for other in players
        if other.seat != player.seat
        for bet in other.elsewhere
        if bet.area == player.seat
    )


def _unfinished(hand: SettledHand, at: Hand, recorded: Sequence[Happened]) -> Sequence[Fault]:
    """The faults of a hand that an irregularity should explain, and none does."""
    done, fate = hand.played, at.fate
    if fate.earliest is None and done.lacks:
        named = any(hand.player.seat in event.seats for event in recorded)
        return () if named and not at.wagers else done.lacks  # cards were dealt to it, and nothing is at stake
    if done.waits_at is None or fate.hand_void:  # what was to be done with a void hand has no meaning
        return ()
    concerned = bool(at.placed) and all(fate.concerns(name) for name in at.placed)
    if concerned and all(name in fate.said and name not in fate.goes_on for name in at.placed):
        return ()  # nor where every wager is disposed of
    if fate.earliest is None or fate.earliest > done.waits_at:  # nothing happened before the act was due
        return done.waits
    return () if fate.ended or (concerned and not fate.hand_goes_on) else done.waits


def _state(hands: Sequence[SettledHand], table: Sequence[Hand]) -> str:
    if any(at.fate.round_void for at in table):
        return "void"
    waiting = (hand.played.waits_at is not None for hand in hands)
    left = [at for at, waits in zip(table, waiting, strict=True) if waits and not at.fate.ended]
    return "stopped" if any(not all(name in at.fate.said for name in at.placed) for at in left) else "settled"


def _speaks(expr: Expr) -> bool:
    """Whether a condition speaks of other hands at the table."""
    return any(isinstance(node, Quantified | Count) for node in walk(expr))


def _speaking_of_others(rulebook: Rulebook) -> frozenset[str]:
    """The wagers whose rules speak of other hands."""
    found = set()
    for section in (rulebook.valid, rulebook.stake, rulebook.settle):
        for wager, table in section.items():
            if any(map(_speaks, _exprs(table))):
                found.add(wager)
    for wager, pay in rulebook.pay.items():
        amounts = [payout.amount for row in pay.rows for payout in row.payouts if isinstance(payout, Prize)]
        amounts += [row.when for row in pay.rows if row.when is not None]
        if any(map(_speaks, amounts)) or (pay.at_most is not None and _speaks(pay.at_most)):
            found.add(wager)
    return frozenset(found)


def _of_play(rulebook: Rulebook) -> Iterator[Expr]:
    """Every condition and amount that any hand may ask for."""
    for table in rulebook.play.values():
        yield from _exprs(table)
    yield from (wager.equals for wager in rulebook.spec.wagers if wager.equals is not None)
    yield from (wager.allowed for wager in rulebook.spec.wagers if wager.allowed is not None)
    yield from (rules.occurs for rules in rulebook.events.values() if rules.occurs is not None)


def _exprs(table: Table) -> Iterator[Expr]:
    for row in table.rows:
        yield row.when
        if row.then.amount is not None:
            yield row.then.amount
