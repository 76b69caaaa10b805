"""The settlement of one hand: validity, stake, result and payment of each of its wagers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulespec.domains.base import DEALING, Dealt, Fault, Ruled
from rulespec.engine.acts import Decided, Played
from rulespec.engine.decide import Decider, Decision, agreed, lacking
from rulespec.engine.fate import NOT_FINAL, Fate
from rulespec.engine.seat import SeatOutcome
from rulespec.engine.stakes import Stake, with_stakes
from rulespec.engine.trace import Tracer
from rulespec.lang.evaluate import exact
from rulespec.load.events import odds_of
from rulespec.load.nearest import joined
from rulespec.model.round import Amount, Placed, Player, WagerOutcome
from rulespec.tables.clauses import distinct

if TYPE_CHECKING:
    from rulespec.engine.settle import Settler

_NOTHING_HAPPENED = Fate()
_DEALT = Ruled("", ())  # as if by no rule
_PROBLEMS = ("undetermined", "conflict")


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One hand ready to be settled."""

    player: Player
    dealt: Dealt
    played: Played


class Settlement:
    """The settlement of one hand."""

    def __init__(
        self,
        settler: "Settler",
        hand: SettledHand,
        facts: dict[str, Any],
        explain: bool,
        fate: Fate = _NOTHING_HAPPENED,
        placed: Mapping[str, Amount] | None = None,
    ) -> None:
        self.settler = settler
        self.hand = hand
        self.facts = facts
        self.fate = fate
        self.placed = hand.played.placed if placed is None else placed
        self.decided: Mapping[str, Decided] = {bet.wager: bet for bet in hand.played.decided}
        self.tracer = Tracer(settler.spec) if explain else None
        self.names = [wager.name for wager in settler.spec.wagers if wager.name in self.placed]
        self.stakes: dict[str, Stake] = {}
        self.left_open: set[str] = set()  # the keys of stakes that the document leaves open: known to be unknown
        self.lacks: dict[tuple[str, str], _Lack] = {}  # what cannot be settled without, by wager and what it is
        self.priced: set[str] = set()  # wagers of which an irregularity says what they are paid
        self.outcomes: list[tuple[str, WagerOutcome]] = []

    def run(self) -> None:
        """Settle every wager; `outcome` has what became of them."""
        self.outcomes = [(name, self._wager(name)) for name in self.names]

    def outcome(self) -> SeatOutcome:
        trace = self.tracer.steps(self.facts, self.settler.optional) if self.tracer else ()
        return SeatOutcome([(name, wager, 1) for name, wager in self.outcomes], trace)

    def stakes_of(self, decided: bool) -> dict[str, Stake]:
        """The stakes of the wagers placed before the deal, each seeing the others as placed; or of those decided."""
        names = [name for name in self.names if (name in self.decided) == decided]
        return {name: self._stake(name) for name in names}

    def _stake(self, name: str) -> Stake:
        if self._is_disposed(name):  # nothing turns on the amount
            return Stake(self.placed[name], ())
        stake = self.settler.stakes.of(name, self.facts, self.decided.get(name))
        reading = self.settler.readings.of_stake(name, stake.problem, self.facts) if stake.problem else None
        if reading is None:
            return stake
        if self.tracer:
            self.tracer.read_as(name, reading)
        return Stake(self.placed[name], distinct([*stake.cites, *reading.cites]))

    def _is_disposed(self, name: str) -> bool:
        return self.fate.concerns(name) and name not in self.fate.goes_on

    def enter(self, stakes: Mapping[str, Stake]) -> None:
        """Put stakes into the facts, for what is defined from them."""
        for name, stake in stakes.items():
            if stake.amount is None and not stake.problem:
                self._missing(name, stake.needs, stake.cites)
                stake = replace(stake, problem="undetermined")
            self.stakes[name] = stake
        self.left_open |= {f"stake({name})" for name, stake in stakes.items() if stake.amount is None}
        with_stakes(self.facts, stakes)

    def place(self, bet: Placed, position: Mapping[str, Any]) -> WagerOutcome:
        """What becomes of another player's wager on this hand's area, or of a further one of a kind.

        `position` are the facts of where it stands.
        """
        name, kept = bet.wager, dict(self.facts)
        self.facts |= {**position, f"placed({name})": True, f"amount({name})": bet.amount, f"stake({name})": bet.amount}
        whole, self.placed = self.placed, {**self.placed, name: bet.amount}
        self.enter({name: self._stake(name)})
        found = self._wager(name)
        self.facts.clear()
        self.facts.update(kept)
        self.placed = whole
        return found

    # One wager.

    def _wager(self, name: str) -> WagerOutcome:
        if not self.fate.concerns(name):
            return self._usual(name)
        rows = tuple(row for row in self.fate.goes_on.get(name, ()))
        said = self.fate.said.get(name, ())
        if self.fate.turns_on.get(name):
            return self._open(name)
        if name in self.fate.differ and (rows or any(one.kind not in ("void", "carried") for one in said)):
            cites = distinct([clause for row in self.fate.differ[name] for clause in row.cites])
            return WagerOutcome("conflict", self.placed[name], None, None, cites)
        if self.tracer and name in self.fate.read:
            self.tracer.read_as(name, self.fate.read[name])
        if not said and rows:
            usual = self._with(name, self._usual(name), rows)
            return self._as_read(name, usual.result, usual.cites, usual.rows) or usual
        if not said:
            return self._silent(name)
        found = [self._by_event(name, one.word, one.row.cites, one.row.id, one.odds) for one in said]
        if rows:
            usual = self._with(name, self._usual(name), rows)
            found += [usual] if usual.result != "undetermined" else []
        return self._together(name, found)

    def _named(self, name: str) -> list[str]:
        """The clauses that name a wager and say nothing final of it."""
        return [clause for row in self.fate.named.get(name, ()) for clause in row.cites]

    def _silent(self, name: str) -> WagerOutcome:
        """An event puts the wager in question and no clause disposes of it."""
        tables = [clause for table in self.fate.tables[name] for clause in table.cites]
        found = WagerOutcome("undetermined", self.placed[name], None, None, distinct([*self._named(name), *tables]))
        if self.tracer:
            self.tracer.event(name, found, "no clause says what the irregularity does to it", self.fate.rows_of(name))
        return found

    def _open(self, name: str) -> WagerOutcome:
        """What becomes of it turns on a decision that the document leaves to somebody."""
        cites = distinct([clause for row in self.fate.turns_on[name] for clause in row.cites])
        found = WagerOutcome("undetermined", self.placed[name], None, None, cites)
        if self.tracer:
            why = "it turns on a decision that the round does not record"
            self.tracer.event(name, found, why, self.fate.rows_of(name))
        return found

    def _by_event(self, name: str, word: str, cites: tuple[str, ...], row: str, odds: Any) -> WagerOutcome:
        """What one clause on an irregularity does to a wager."""
        stake = self.stakes[name].amount
        at_risk = self.placed[name] if stake is None else stake
        placed = self.placed[name]
        if word == "lose":
            return WagerOutcome("lose", placed, at_risk, -at_risk, cites, rows=(row,))
        if word.startswith("paid"):
            net = exact(at_risk * odds.ratio) if odds is not None else None
            pay_cites: tuple[str, ...] = ()
            payer = self.settler.payers.get(name)
            if odds is not None:
                self.priced.add(name)
            elif name in self.settler.shared:  # paid when all hands are known
                net = 0
            elif payer is not None:
                payment = payer.pay(at_risk, self.facts)
                if payment.missing:
                    self._missing(name, payment.missing, payment.cites)
                net, pay_cites = payment.net, payment.cites
            result = "win" if net is not None else "undetermined"
            return WagerOutcome(result, placed, at_risk, net, distinct([*cites, *pay_cites]), rows=(row,))
        if word == "stand_off":
            return WagerOutcome("stand_off", placed, at_risk, 0, cites, rows=(row,))
        result = "invalid" if word == "invalid" else "void"
        return WagerOutcome(result, placed, None, 0, cites, rows=(row,), disposition=word if word != result else "")

    def _together(self, name: str, found: Sequence[WagerOutcome]) -> WagerOutcome:
        """Several clauses on one wager: their one result, or a conflict."""
        cites = distinct([*(clause for one in found for clause in one.cites), *self._named(name)])
        rows = tuple(row for one in found for row in one.rows)
        fine = sorted({one.disposition for one in found if one.disposition})
        said = {_said(one) for one in found}
        if len(said) > 1 or any(one.result == "conflict" for one in found):
            outcome = self._conflict(name, cites, rows)
        else:
            result = "void" if any(one.result == "void" for one in found) else found[0].result
            outcome = replace(found[0], result=result, cites=cites, rows=rows, disposition=", ".join(fine))
        if self.tracer:
            self.tracer.event(name, outcome, "by what the document says of irregularities", self.fate.rows_of(name))
        return outcome

    def _conflict(self, name: str, cites: tuple[str, ...], rows: tuple[str, ...]) -> WagerOutcome:
        """Clauses that differ, unless an interpretation says which to follow."""
        reading = self.settler.readings.of_result(name, "conflict", self.facts)
        if reading is None:
            open_ = WagerOutcome("conflict", self.placed[name], None, None, cites, rows=rows)
            return self._as_read(name, "conflict", cites, rows) or open_
        if self.tracer:
            self.tracer.read_as(name, reading)
        stake = self.stakes[name].amount
        net, pay_cites, result = self._net(name, reading.result, stake)
        every = distinct([*cites, *reading.cites, *pay_cites])
        return WagerOutcome(result, self.placed[name], stake, net, every, rows=rows)

    def _as_read(self, name: str, problem: str, cites: tuple[str, ...], rows: tuple[str, ...]) -> WagerOutcome | None:
        """What an interpretation of an irregularity makes of a problem that shows when the wager is settled."""
        reading = self.settler.readings.of_settled(name, self.fate.events, problem, self.facts)
        if reading is None or " and " in reading.result or reading.result in NOT_FINAL:
            return None
        if self.tracer:
            self.tracer.read_as(name, reading)
        if reading.result == "continue":
            found = self._usual(name)
        else:
            found = self._by_event(name, reading.result, reading.cites, "", odds_of(reading.result))
        return replace(found, cites=distinct([*cites, *reading.cites, *found.cites]), rows=rows)

    def _with(self, name: str, usual: WagerOutcome, rows: Sequence[Any]) -> WagerOutcome:
        """The usual outcome, which also cites the clauses by which play went on."""
        if self.tracer and not self.fate.said.get(name):
            self.tracer.rows(name, self.fate.rows_of(name))
        cites = distinct([*usual.cites, *(clause for row in rows for clause in row.cites)])
        return replace(usual, cites=cites, rows=(*usual.rows, *(row.id for row in rows)))

    def _usual(self, name: str) -> WagerOutcome:
        """What becomes of a wager that no irregularity disposes of."""
        validity, stake = self._valid(name), self.stakes[name]
        placed = self.placed[name]
        valid = _result(validity) if validity else "valid"
        valid_cites = self._cites(validity) if validity else ()
        if valid != "valid":
            governing = valid_cites or self.settler.valid[name].table.cites
            net: Amount | None = 0 if valid == "invalid" else None
            return self._outcome(name, valid, placed, None, net, governing, validity)
        ruled: Ruled = self.facts.get(DEALING, _DEALT)
        if ruled.problem:  # how the hands end is not told
            return self._outcome(name, ruled.problem, placed, None, None, (*ruled.cites, *valid_cites), None)
        decider = self.settler.settling.get(name)
        decision = self._asked(name, decider) if decider else Decision(())
        result = _result(decision)
        cites = self._cites(decision) or (decider.table.cites if decider else self._wager_cites(name))
        reading = self.settler.readings.of_result(name, result, self.facts) if result in _PROBLEMS else None
        if reading is not None:
            result, cites = reading.result, distinct([*cites, *reading.cites])
            if self.tracer:
                self.tracer.read_as(name, reading)
        if stake.problem:
            return self._outcome(name, stake.problem, placed, None, None, (*stake.cites, *valid_cites), decision, stake)
        net, pay_cites, result = self._net(name, result, stake.amount)
        every = (*cites, *stake.cites, *valid_cites, *pay_cites, *ruled.cites)
        return self._outcome(name, result, placed, stake.amount, net, every, decision, stake)

    def _valid(self, name: str) -> Decision | None:
        decider = self.settler.valid.get(name)
        return self._asked(name, decider) if decider else None

    def _asked(self, name: str, decider: Decider) -> Decision:
        decision = decider.ask(self.facts)
        for row in decision.open_rows:
            self._missing(name, lacking((row.when,), self.facts), row.cites)
        return decision

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
        if name in self.settler.shared:  # paid when all hands are known
            return 0, (), result
        payer = self.settler.payers.get(name)
        if payer is None:
            return None, self._wager_cites(name), "undetermined"
        payment = payer.pay(stake, self.facts)
        if payment.missing:
            self._missing(name, payment.missing, payment.cites)
        if self.tracer and payment.net is not None:
            self.tracer.paid(name, payment, stake)
        return payment.net, payment.cites, payment.problem or (result if payment.net is not None else "undetermined")

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
            self._lack(name, "something of another hand is not known", "record every hand's cards", cites)
        options = {option.name for option in self.settler.spec.options}
        for key in keys:
            option = key.split("(")[0]
            if option in options:
                hint = f"give the option `{option}`; the document leaves it to the operator"
                self._lack(name, f"the option `{key}` is not given", hint, cites)
            else:
                missing = self.hand.dealt.missing
                self._lack(name, "", f"record {missing}" if missing else "", cites).keys[key] = None

    def _lack(self, name: str, what: str, hint: str, cites: tuple[str, ...]) -> "_Lack":
        """What is missing for a wager ("": facts), said once with the clauses of all rules that need it."""
        lack = self.lacks.setdefault((name, what), _Lack(hint))
        lack.cites |= dict.fromkeys(cites)
        return lack

    @property
    def faults(self) -> list[Fault]:
        """Everything without which the hand cannot be settled."""
        seat = f"seat {self.hand.player.seat}"
        found = []
        for (name, what), lack in self.lacks.items():
            one = what or len(lack.keys) == 1
            said = what or f"{joined([f'`{key}`' for key in lack.keys], 'and')} {'is' if one else 'are'} not known"
            message = f"{seat}, {name}: {said}, and its outcome turns on {'it' if one else 'them'}"
            found.append(Fault(message, seat, lack.hint, distinct([*lack.cites])))
        return found


@dataclass(slots=True)
class _Lack:
    """Something that is missing for a wager: what to do, the clauses that need it and the facts that are not known."""

    hint: str
    cites: dict[str, None] = field(default_factory=dict)
    keys: dict[str, None] = field(default_factory=dict)


def _result(decision: Decision) -> str:
    """What a table says; nothing where it turns on an amount that the document leaves open."""
    return "undetermined" if decision.open_rows else agreed(decision.words)


def _said(outcome: WagerOutcome) -> tuple[str, bool, Amount | None]:
    """What must be the same for two clauses to agree. Wagers without a result differ by whether they are carried."""
    if outcome.result in ("void", "invalid") and outcome.net == 0:
        return "void", "carried" in outcome.disposition, 0
    return outcome.result, False, outcome.net
