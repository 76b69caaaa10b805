"""The trace of a settlement in plain words, made only when somebody asks why."""

from collections.abc import Sequence
from typing import Any

from rulespec.engine.decide import Decision
from rulespec.engine.pay import Payment
from rulespec.engine.stakes import Stake
from rulespec.lang.words import in_words
from rulespec.load.amounts import shown
from rulespec.model.expr import Prize
from rulespec.model.round import Amount, Step, WagerOutcome
from rulespec.model.rows import Row
from rulespec.model.spec import Reading, Spec
from rulespec.tables.clauses import distinct

_RESULTS = {
    "win": "wins",
    "lose": "loses",
    "stand_off": "stands off",
    "void": "is void",
    "invalid": "is invalid",
    "surrendered": "is half taken",
    "undetermined": "has no result: the document is silent",
    "conflict": "has two results: the document answers twice",
}


_DONE = {"continue": "goes on", "none": "named, and no more", "turns on": "turns on a decision", "lose": "lost"}


class Tracer:
    """Collects the steps of one hand."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._steps: list[Step] = []
        self._paid: dict[str, tuple[Payment, Amount]] = {}

    def paid(self, name: str, payment: Payment, stake: Amount) -> None:
        self._paid[name] = payment, stake

    def wager(
        self,
        name: str,
        outcome: WagerOutcome,
        decision: Decision | None,
        stake: Stake | None,
        considered: Sequence[Row] = (),
    ) -> None:
        """What became of one wager, and every row that had a say in it; without one, the rows that were considered."""
        title = self.spec.vocabulary.title(name)
        self._steps.append(Step(name, f"{title} {_RESULTS[outcome.result]}{_net(outcome)}.", outcome.cites))
        for row in decision.rows if decision else ():
            why = in_words(row.when, self.spec.vocabulary)
            self._steps.append(Step(name, f"{row.then.word.replace('_', ' ')}: {why}", row.cites))
        for row in considered if decision is None or not decision.rows else ():
            why = in_words(row.when, self.spec.vocabulary)
            live = " (of a hand that has not folded)" if row.live_only else ""
            self._steps.append(
                Step(name, f"does not hold: {row.then.word.replace('_', ' ')} when {why}{live}", row.cites)
            )
        for beaten in decision.beaten if decision else ():
            ground = beaten.by.ground.replace("_", " ") or "the limb on folded hands comes first"
            text = f"set aside: {beaten.row.then.word.replace('_', ' ')} by {beaten.row.cites[0]} ({ground})"
            self._steps.append(Step(name, text, distinct([*beaten.row.cites, *beaten.by.cites])))
        if stake is not None:
            self._steps += _stake_steps(name, outcome, stake)
        if name in self._paid:
            self._steps.append(self._payment(name, *self._paid[name]))

    def _payment(self, name: str, payment: Payment, stake: Amount) -> Step:
        prize = payment.payout.amount if isinstance(payment.payout, Prize) else None
        if prize is not None:
            return Step(name, f"paid {in_words(prize, self.spec.vocabulary)}", distinct(payment.cites))
        return Step(name, f"paid {payment.text} on {shown(stake)}", distinct(payment.cites))

    def read_as(self, name: str, reading: Reading) -> None:
        """What an interpretation makes of a gap or a conflict."""
        gap = "no clause says" if reading.kind == "gap" else "two clauses differ"
        approved = f"approved by {reading.approved}" if reading.approved else "approved by nobody yet"
        text = f"read as {reading.result.replace('_', ' ')} ({gap}; {approved}): {reading.because}"
        self._steps.append(Step(name, text, reading.cites))

    def event(self, name: str, outcome: WagerOutcome, why: str, said: Sequence[tuple[str, Row]]) -> None:
        """What irregularities did to a wager, and what each row says of it."""
        title = self.spec.vocabulary.title(name)
        fine = f" ({outcome.disposition})" if outcome.disposition else ""
        text = f"{title} {_RESULTS[outcome.result]}{fine}{_net(outcome)}: {why}."
        self._steps.append(Step(name, text, outcome.cites))
        self.rows(name, said)

    def rows(self, name: str, said: Sequence[tuple[str, Row]]) -> None:
        """What rows on irregularities say of a wager: each with the event that it is about and when it holds."""
        for word, row in said:
            about = self.spec.vocabulary.title(row.subject) if row.subject else "what follows"
            words = " and ".join(_DONE.get(part, part.replace("_", " ")) for part in word.split(" and "))
            why = in_words(row.when, self.spec.vocabulary)
            self._steps.append(Step(name, f"{about}: {words}, when {why}", row.cites))

    def prize(self, name: str, outcome: WagerOutcome, payment: Payment | None, rows: Sequence[Row]) -> None:
        """What a jackpot wager is paid, when all hands are known: by its pay table, and by the rows on prizes."""
        title = self.spec.vocabulary.title(name)
        said = Step(name, f"{title} {_RESULTS[outcome.result]}{_net(outcome)}.", outcome.cites)
        place = next((at for at, one in enumerate(self._steps) if one.subject == name), len(self._steps))
        rest = [one for one in self._steps[place:] if one.subject != name or not one.text.startswith(f"{title} ")]
        self._steps = [*self._steps[:place], said, *rest]
        if payment is not None and payment.payout is not None:
            self._steps.append(self._payment(name, payment, outcome.stake or 0))
        vocabulary = self.spec.vocabulary
        for row in rows:
            why = in_words(row.when, vocabulary)
            if row.then.kind == "meters":
                what = "; ".join(f"{meter} becomes {in_words(new, vocabulary)}" for meter, new in row.then.amounts)
            else:
                amount = f" {in_words(row.then.amount, vocabulary)}" if row.then.amount is not None else ""
                what = f"shared: {row.then.word}{amount}"
            self._steps.append(Step(name, f"{what}, when {why}", row.cites))

    def steps(self, facts: dict[str, Any], optional: frozenset[str]) -> tuple[Step, ...]:
        """All steps, with what was assumed and what was not in issue said once, at the end."""
        return (*self._steps, *self._readings(), *self._not_in_issue(facts, optional))

    def _readings(self) -> list[Step]:
        return [
            Step(
                "",
                f"reading applied throughout: {reading.about}: {reading.result}. {reading.because}",
                reading.cites,
            )
            for reading in self.spec.interpretations
        ]

    def _not_in_issue(self, facts: dict[str, Any], optional: frozenset[str]) -> list[Step]:
        silent: dict[str, tuple[str, ...]] = {}
        for option in self.spec.options:
            given = any(key == option.name or key.startswith(f"{option.name}(") for key in facts)
            if option.name in optional and not given:
                silent[option.name] = option.cites
        if not silent:
            return []
        cites = distinct([clause for clauses in silent.values() for clause in clauses])
        return [Step("", f"not in issue, since the round does not give it: {', '.join(silent)}", cites)]


def _needed(key: str) -> str:
    """`stake(main)` as `the stake of main`."""
    name, _, argument = key.partition("(")
    return f"the {name} of {argument.rstrip(')')}" if argument else name


def _net(outcome: WagerOutcome) -> str:
    if outcome.net is None:
        return ""
    if outcome.net == 0:
        return ", net 0"
    return f", net {'+' if outcome.net > 0 else ''}{shown(outcome.net)}"


def _stake_steps(name: str, outcome: WagerOutcome, stake: Stake) -> list[Step]:
    if stake.problem == "undetermined" and stake.needs:
        text = f"what is at risk turns on {', '.join(map(_needed, stake.needs))}, which is left open"
    elif stake.problem == "undetermined":
        text = f"no clause says what is at risk when {shown(outcome.placed)} is placed"
    elif stake.problem:
        text = f"two clauses say differently what is at risk when {shown(outcome.placed)} is placed"
    elif outcome.excess:
        text = f"{shown(outcome.excess)} of the {shown(outcome.placed)} placed is handed back"
    elif stake.cites:
        text = f"the {shown(outcome.placed)} placed is at risk"
    else:
        return []
    return [Step(name, text, stake.cites)]
