"""Settling a round: valid, stake, settle, pay, for each hand and each wager it placed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rulespec.domains.base import Dealt, Fault, Game, RoundFault
from rulespec.domains.registry import game_of
from rulespec.engine.acts import Acts, Decided, Played
from rulespec.engine.decide import Decider, Decision, agreed, lacking
from rulespec.engine.memory import Memory
from rulespec.engine.options import option_facts, optional_keys
from rulespec.engine.pay import Payer
from rulespec.engine.seat import SeatOutcome
from rulespec.engine.stakes import Stake, Stakes, with_stakes
from rulespec.engine.trace import Tracer
from rulespec.lang.evaluate import PLAYERS, exact
from rulespec.lang.trees import walk
from rulespec.model.expr import Count, Expr, Prize, Quantified
from rulespec.model.round import Amount, Player, Round, WagerOutcome
from rulespec.model.rows import Rulebook
from rulespec.model.spec import Spec
from rulespec.tables.clauses import distinct
from rulespec.tables.compile import compile_spec

TABLES = 1_000  # option sets kept


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand ready to be settled."""

    player: Player
    dealt: Dealt
    played: Played


class Settler:
    """One spec's engine: compiled once, then asked about round after round."""

    def __init__(self, spec: Spec, rulebook: Rulebook | None = None, game: Game | None = None) -> None:
        self.spec = spec
        self.rulebook = rulebook or compile_spec(spec)
        self.game = game or game_of(spec)
        self.optional = optional_keys(spec)
        self.acts = Acts(spec, self.rulebook.play, self.optional)
        self.stakes = Stakes(self.rulebook, self.optional)
        self.valid = {name: Decider(table, self.optional) for name, table in self.rulebook.valid.items()}
        self.settling = {name: Decider(table, self.optional) for name, table in self.rulebook.settle.items()}
        self.payers = {name: Payer(spec, table) for name, table in self.rulebook.pay.items()}
        # Where a rule speaks of the other hands at the table, a hand cannot be settled by itself.
        self._alone = not any(
            isinstance(node, Quantified | Count) for expr in _exprs(self.rulebook) for node in walk(expr)
        )
        self._memory = Memory(self.rulebook)
        self._option_facts: dict[str, tuple[Mapping[str, Any], list[Fault]]] = {}

    def settle(self, played: Round, explain: bool = False) -> Mapping[int, SeatOutcome]:
        """What became of each hand, by seat. Raises `RoundFault` with everything that is wrong with the round."""
        dealt = self._dealt(played)
        if self._alone and not explain:
            options = repr(played.options)
            try:
                return {
                    player.seat: self._remembered(player, seen, options, played)
                    for player, seen in zip(played.players, dealt, strict=True)
                }
            except RoundFault:
                pass  # all hands are gone through, for what else is wrong
        return self._settle_all(played, played.players, dealt, explain)

    def _dealt(self, played: Round) -> Sequence[Dealt]:
        if played.events:
            names = ", ".join(f"`{event.get('event', '?')}`" for event in played.events)
            cites = [clause for one in self.spec.left_out if one.events for clause in one.cites]
            hint = "see the parts that `check` lists as left out"
            raise RoundFault(Fault(f"this spec leaves irregularities out ({names})", "events", hint, distinct(cites)))
        return self.game.dealt(played)

    def _remembered(self, player: Player, seen: Dealt, options: str, played: Round) -> SeatOutcome:
        """What became of one hand, from memory where such a hand was settled before."""
        asked = self._memory.asked(player, (seen.signature, seen.missing), played.options, options)
        found = self._memory.recall(asked)
        if found is None:
            found = self._settle_all(played, (player,), (seen,), explain=False)[player.seat]
            self._memory.keep(asked, found.wagers)
        return found

    def _options(self, given: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Fault]]:
        """The facts of a table's options, and what is wrong with them; a table plays many rounds with the same."""
        text = repr(given)
        if text not in self._option_facts:
            if len(self._option_facts) >= TABLES:
                self._option_facts.clear()
            self._option_facts[text] = option_facts(self.spec, given)
        return self._option_facts[text]

    def _settle_all(
        self, played: Round, players: Sequence[Player], dealt: Sequence[Dealt], explain: bool
    ) -> dict[int, SeatOutcome]:
        options, wrong_options = self._options(played.options)
        faults = list(wrong_options)
        hands: list[_Hand] = []
        everyone: list[dict[str, Any]] = []
        for player, seen in zip(players, dealt, strict=True):
            facts = {**options, **seen.facts, PLAYERS: everyone}
            done, wrong = self.acts.play(player, facts)
            faults += wrong
            everyone.append(facts)
            hands.append(_Hand(player, seen, done))
        if faults:
            raise RoundFault(*faults)
        settlements = [_Settlement(self, hand, facts, explain) for hand, facts in zip(hands, everyone, strict=True)]
        for decided in (False, True):
            # All hands' stakes are told before any is entered, so that the order of the seats has no meaning.
            told = [settlement.stakes_of(decided) for settlement in settlements]
            for settlement, stakes in zip(settlements, told, strict=True):
                settlement.enter(stakes)
        outcomes = {settlement.hand.player.seat: settlement.run() for settlement in settlements}
        faults = [fault for settlement in settlements for fault in settlement.faults]
        if faults:
            raise RoundFault(*faults)
        return outcomes


def _exprs(rulebook: Rulebook) -> Iterator[Expr]:
    """Every condition and amount that a settlement may ask for."""
    for row in rulebook.rows():
        yield row.when
        if row.then.amount is not None:
            yield row.then.amount
    for table in rulebook.pay.values():
        yield from (payout.amount for row in table.rows for payout in row.payouts if isinstance(payout, Prize))
        if table.at_most is not None:
            yield table.at_most
    yield from (wager.equals for wager in rulebook.spec.wagers if wager.equals is not None)
    yield from (wager.allowed for wager in rulebook.spec.wagers if wager.allowed is not None)


class _Settlement:
    """The settlement of one hand."""

    def __init__(self, settler: Settler, hand: _Hand, facts: dict[str, Any], explain: bool) -> None:
        self.settler = settler
        self.hand = hand
        self.facts = facts
        self.decided: Mapping[str, Decided] = {bet.wager: bet for bet in hand.played.decided}
        self.tracer = Tracer(settler.spec) if explain else None
        self.names = [wager.name for wager in settler.spec.wagers if wager.name in hand.played.placed]
        self.stakes: dict[str, Stake] = {}
        self.left_open: set[str] = set()  # the keys of stakes that the document leaves open: known to be unknown
        self.faults: list[Fault] = []

    def run(self) -> SeatOutcome:
        wagers = [(name, self._wager(name, self._valid(name), self.stakes[name]), 1) for name in self.names]
        return SeatOutcome(wagers, self.tracer.steps(self.facts, self.settler.optional) if self.tracer else ())

    def stakes_of(self, decided: bool) -> dict[str, Stake]:
        """The stakes of the wagers placed before the deal, each seeing the others as placed; or of those decided."""
        names = [name for name in self.names if (name in self.decided) == decided]
        return {name: self.settler.stakes.of(name, self.facts, self.decided.get(name)) for name in names}

    def enter(self, stakes: Mapping[str, Stake]) -> None:
        """Put stakes into the facts, for what is defined from them."""
        for name, stake in stakes.items():
            if stake.amount is None and not stake.problem:
                self._missing(name, stake.needs, stake.cites)
                stake = replace(stake, problem="undetermined")
            self.stakes[name] = stake
        self.left_open |= {f"stake({name})" for name, stake in stakes.items() if stake.amount is None}
        with_stakes(self.facts, stakes)

    def _valid(self, name: str) -> Decision | None:
        decider = self.settler.valid.get(name)
        return self._asked(name, decider) if decider else None

    def _asked(self, name: str, decider: Decider) -> Decision:
        decision = decider.ask(self.facts)
        for row in decision.open_rows:
            self._missing(name, lacking((row.when,), self.facts), row.cites)
        return decision

    def _wager(self, name: str, validity: Decision | None, stake: Stake) -> WagerOutcome:
        placed = self.hand.played.placed[name]
        valid = _result(validity) if validity else "valid"
        valid_cites = self._cites(validity) if validity else ()
        if valid != "valid":
            governing = valid_cites or self.settler.valid[name].table.cites
            net: Amount | None = 0 if valid == "invalid" else None
            return self._outcome(name, valid, placed, None, net, governing, validity)
        decider = self.settler.settling.get(name)
        decision = self._asked(name, decider) if decider else Decision(())
        result = _result(decision)
        cites = self._cites(decision) or (decider.table.cites if decider else self._wager_cites(name))
        if stake.problem:
            return self._outcome(name, stake.problem, placed, None, None, (*stake.cites, *valid_cites), decision, stake)
        net, pay_cites, result = self._net(name, result, stake.amount)
        every = (*cites, *stake.cites, *valid_cites, *pay_cites)
        return self._outcome(name, result, placed, stake.amount, net, every, decision, stake)

    def _net(self, name: str, result: str, stake: Amount | None) -> tuple[Amount | None, tuple[str, ...], str]:
        """The net, the clauses of the payment, and the result: undetermined where a win has no payment."""
        if result in ("undetermined", "conflict") or stake is None:
            return None, (), result
        if result == "lose":
            return -stake, (), result
        if result == "surrendered":
            return exact(Fraction(-stake, 2)), (), result
        if result != "win":
            return 0, (), result
        payer = self.settler.payers.get(name)
        if payer is None:
            return None, self._wager_cites(name), "undetermined"
        payment = payer.pay(stake, self.facts)
        if payment.missing:
            self._missing(name, payment.missing, payment.cites)
        if self.tracer and payment.net is not None:
            self.tracer.paid(name, payment, stake)
        return payment.net, payment.cites, result if payment.net is not None else "undetermined"

    def _outcome(
        self,
        name: str,
        result: str,
        placed: Amount,
        stake: Amount | None,
        net: Amount | None,
        cites: Sequence[str],
        decision: Decision | None,
        at_risk: Stake | None = None,
    ) -> WagerOutcome:
        rows = tuple(row.id for row in decision.rows) if decision else ()
        excess = placed - stake if stake is not None and stake < placed else 0
        found = WagerOutcome(result, placed, stake, net, distinct(list(cites)), excess, rows)
        if self.tracer:
            decider = self.settler.settling.get(name)
            considered = decider.table.rows if decider and result == "undetermined" else ()
            self.tracer.wager(name, found, decision, at_risk, considered)
        return found

    def _cites(self, decision: Decision) -> tuple[str, ...]:
        return tuple(clause for row in (*decision.rows, *decision.open_rows) for clause in row.cites)

    def _wager_cites(self, name: str) -> tuple[str, ...]:
        wager = self.settler.spec.wager(name)
        return wager.cites if wager else ()

    # Missing facts.

    def _missing(self, name: str, needed: Sequence[str], cites: tuple[str, ...]) -> None:
        """Say which facts are missing. A stake that the document leaves open is not: what needs it is open too."""
        keys = [key for key in needed if key not in self.left_open]
        if not needed:  # the hand's own facts are all there
            self._fault(name, "something of another hand is not known", "record every hand's cards", cites)
        for key in keys:
            option = key.split("(")[0]
            if any(option == known.name for known in self.settler.spec.options):
                hint = f"give the option `{option}`; the document leaves it to the operator"
                self._fault(name, f"the option `{key}` is not given", hint, cites)
            else:
                missing = self.hand.dealt.missing
                self._fault(name, f"`{key}` is not known", f"record {missing}" if missing else "", cites)

    def _fault(self, name: str, what: str, hint: str, cites: tuple[str, ...]) -> None:
        """Say once what is missing for a wager, with the clauses of all rules that need it."""
        seat = f"seat {self.hand.player.seat}"
        message = f"{seat}, {name}: {what}, and its outcome turns on it"
        for place, fault in enumerate(self.faults):
            if fault.message == message:
                self.faults[place] = replace(fault, clauses=distinct([*fault.clauses, *cites]))
                return
        self.faults.append(Fault(message, seat, hint, cites))


def _result(decision: Decision) -> str:
    """What a table says; nothing where it turns on an amount that the document leaves open."""
    return "undetermined" if decision.open_rows else agreed(decision.words)
