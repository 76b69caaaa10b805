"""What a hand placed and did, held against what each stage offers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import Fault
from rulespec.engine.decide import Decider, Decision, lacking
from rulespec.lang.evaluate import NEVER, Facts, value
from rulespec.load.nearest import nearest
from rulespec.model.round import Action, Amount, Player
from rulespec.model.rows import Row, Table
from rulespec.model.spec import Spec


@dataclass(frozen=True, slots=True)
class Decided:
    """A wager placed by a decision: how much, and the row of the stage that offered the act."""

    wager: str
    amount: Amount
    row: Row


@dataclass(frozen=True, slots=True)
class Played:
    """One hand's acts, checked: the facts they give, and the wagers placed by decisions."""

    facts: Mapping[str, Any]
    placed: Mapping[str, Amount]
    decided: tuple[Decided, ...]


class Acts:
    """The decisions of one game, ready to check hands against."""

    def __init__(self, spec: Spec, play: Mapping[str, Table], optional: frozenset[str]) -> None:
        self.spec = spec
        self.stages = tuple(stage.name for stage in spec.stages)
        self._offers = {name: Decider(table, optional) for name, table in play.items()}
        self._permits = {
            (stage, row.id): value(row.then.amount)
            for stage, table in play.items()
            for row in table.rows
            if row.then.amount is not None
        }
        self._before = {wager.name for wager in spec.wagers if wager.placed == "before_deal"}
        self._names = tuple(wager.name for wager in spec.wagers)
        self._left_out = {name: one for one in spec.left_out for name in one.wagers}
        self._required = tuple(wager for wager in spec.wagers if wager.required)

    def start(self, wagers: Mapping[str, Amount]) -> dict[str, Any]:
        """The facts of a hand that has placed its first wagers and done nothing yet."""
        facts: dict[str, Any] = {"folded": False, "folded_at": NEVER, "exposed": True}
        for name in self._names:
            placed = name in wagers
            facts[f"placed({name})"] = placed
            facts[f"placed_at({name})"] = NEVER
            facts[f"amount({name})"] = wagers[name] if placed else NEVER
            facts[f"stake({name})"] = wagers[name] if placed else NEVER
        return facts

    def offers(self, stage: str, facts: Facts) -> Decision:
        """The acts that a stage offers a hand with these facts; none to a hand that has folded."""
        decider = self._offers.get(stage)
        if decider is None or facts["folded"]:
            return Decision(())
        return decider.ask(facts)

    def cites(self, stage: str) -> tuple[str, ...]:
        decider = self._offers.get(stage)
        return decider.table.cites if decider else ()

    def do(self, facts: dict[str, Any], stage: str, row: Row, amount: Amount | None) -> None:
        """Put into the facts that a hand did what a row of a stage offers."""
        index = self.stages.index(stage)
        if row.then.word == "fold":
            facts["folded"], facts["folded_at"] = True, index
        if row.then.wager and amount is not None:
            wager = row.then.wager
            facts[f"placed({wager})"], facts[f"placed_at({wager})"] = True, index
            facts[f"amount({wager})"] = facts[f"stake({wager})"] = amount

    def play(self, player: Player, facts: dict[str, Any]) -> tuple[Played, list[Fault]]:
        """A hand's acts one by one. `facts` is what the round and its options give; it is added to."""
        faults = self._wager_faults(player)
        facts.update(self.start({name: amount for name, amount in player.wagers.items() if name in self._names}))
        actions, wrong = self._by_stage(player)
        faults += wrong
        decided: list[Decided] = []
        for stage in self.stages:
            if faults:
                break
            faults += self._stage(player, stage, actions.get(stage), facts, decided)
        placed = {**player.wagers, **{bet.wager: bet.amount for bet in decided}}
        return Played(facts, placed, tuple(decided)), faults

    # What can be wrong.

    def _wager_faults(self, player: Player) -> list[Fault]:
        faults, seat = [], f"seat {player.seat}"
        for name in player.wagers:
            if name in self._left_out:
                one = self._left_out[name]
                message = f"{seat}: the document rules on `{name}`, but this spec leaves {one.name} out"
                faults.append(Fault(message, seat, one.because, one.cites))
            elif name not in self._names:
                hint = nearest(name, self._names) or f"this spec has {', '.join(f'`{n}`' for n in self._names)}"
                faults.append(Fault(f"{seat}: this spec has no wager `{name}`", seat, hint))
            elif name not in self._before:
                wager = self.spec.wager(name)
                message = f"{seat}: `{name}` is placed by a decision, not before the deal"
                faults.append(Fault(message, seat, "record it under `actions`", wager.cites if wager else ()))
        for wager in self._required:
            if wager.name not in player.wagers:
                message = f"{seat}: no `{wager.name}` is placed, without which no hand is dealt"
                hint = "what follows when cards are dealt all the same is an irregularity, which this spec leaves out"
                faults.append(Fault(message, seat, hint, wager.cites))
        return faults

    def _by_stage(self, player: Player) -> tuple[dict[str, Action], list[Fault]]:
        found: dict[str, Action] = {}
        faults, latest, seat = [], -1, f"seat {player.seat}"
        for action in player.actions:
            if action.stage not in self.stages:
                hint = nearest(action.stage, self.stages) or f"the stages are {', '.join(self.stages)}"
                faults.append(Fault(f"{seat}: there is no stage `{action.stage}`", seat, hint))
                continue
            index = self.stages.index(action.stage)
            if action.stage in found:
                faults.append(
                    Fault(f"{seat}: two acts at the stage `{action.stage}`", seat, "", self.cites(action.stage))
                )
            elif index < latest:
                faults.append(Fault(f"{seat}: the act at `{action.stage}` stands after a later one", seat))
            found.setdefault(action.stage, action)
            latest = max(latest, index)
        return found, faults

    def _stage(
        self, player: Player, stage: str, action: Action | None, facts: dict[str, Any], decided: list[Decided]
    ) -> list[Fault]:
        decision = self.offers(stage, facts)
        offered = decision.rows
        if action is None:
            if decision.open_rows and not offered:
                return [self._not_known(player, stage, decision.open_rows, facts)]
            return [self._not_acted(player, stage, offered)] if offered else []
        fitting = [row for row in offered if row.then.word == action.act and row.then.wager == action.wager]
        if not fitting and decision.open_rows:
            return [self._not_known(player, stage, decision.open_rows, facts)]
        if not fitting:
            return [self._not_offered(player, action, offered, facts)]
        row = next((row for row in fitting if self._allows(stage, row, action.amount, facts)), fitting[0])
        if bool(row.then.wager) != (action.amount is not None):
            what = "has no amount" if row.then.wager else "has an amount"
            return [Fault(f"seat {player.seat}: `{action.act}` at `{stage}` {what}", f"seat {player.seat}")]
        if row.then.wager and facts[f"placed({row.then.wager})"]:
            message = f"seat {player.seat}: `{row.then.wager}` is placed at `{stage}`, and it was placed before"
            return [Fault(message, f"seat {player.seat}", "", row.cites)]
        self.do(facts, stage, row, action.amount)
        if action.amount is not None:
            decided.append(Decided(row.then.wager, action.amount, row))
        return []

    def _allows(self, stage: str, row: Row, amount: Amount | None, facts: Facts) -> bool:
        """Whether the amount is one that a row permits, where several clauses offer the same act."""
        found = self._permits[stage, row.id](facts) if row.then.wager else None
        return amount in (found if isinstance(found, tuple) else (found,))

    def _not_known(self, player: Player, stage: str, rows: tuple[Row, ...], facts: Facts) -> Fault:
        keys = lacking((row.when for row in rows), facts)
        what = ", ".join(f"`{key}`" for key in keys) or "something of another hand"
        message = f"seat {player.seat}: what is offered at `{stage}` depends on {what}, which is not known"
        return Fault(message, f"seat {player.seat}", "", tuple(clause for row in rows for clause in row.cites))

    def _not_acted(self, player: Player, stage: str, offered: tuple[Row, ...]) -> Fault:
        message = f"seat {player.seat}: no act is recorded at `{stage}`, where the hand is still live"
        return Fault(message, f"seat {player.seat}", f"the player may {_listed(offered)}", self.cites(stage))

    def _not_offered(self, player: Player, action: Action, offered: tuple[Row, ...], facts: Facts) -> Fault:
        act = f"{action.act} {action.wager}".strip()
        if facts["folded"]:
            message = f"seat {player.seat}: `{act}` at `{action.stage}`, after the hand has folded"
            return Fault(message, f"seat {player.seat}", "", self.cites(action.stage))
        message = f"seat {player.seat}: the document does not offer `{act}` at `{action.stage}`"
        hint = f"the player may {_listed(offered)}" if offered else "no act is offered there to this hand"
        return Fault(message, f"seat {player.seat}", hint, self.cites(action.stage))


def _listed(offered: tuple[Row, ...]) -> str:
    return " or ".join(f"`{row.then.word} {row.then.wager}`".replace(" `", "`") for row in offered)
