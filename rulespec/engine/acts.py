"""What a hand placed and did, held against what each stage offers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import Fault
from rulespec.engine.decide import Decider, Decision, lacking
from rulespec.lang.evaluate import NEVER, Facts, truth, value
from rulespec.load.nearest import nearest
from rulespec.model.round import Action, Amount, Player
from rulespec.model.rows import Row, Table
from rulespec.model.spec import Spec

Elected = frozenset[tuple[str, str]]
_NOTHING: Elected = frozenset()


@dataclass(frozen=True, slots=True)
class Decided:
    """A wager placed by a decision: how much, and the rows of the stage that offer the act, each for its amounts."""

    wager: str
    amount: Amount
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One hand's acts, checked: the facts they give, and the wagers placed by decisions.

    `waits` and `lacks` are the faults of an act that is not recorded and of a first wager that is not placed: whether
    they are faults depends on what irregularities do to the hand.
    """

    facts: Mapping[str, Any]
    placed: Mapping[str, Amount]
    decided: tuple[Decided, ...]
    waits_at: int | None = None  # the stage at which the hand is live and no act is recorded
    waits: tuple[Fault, ...] = ()
    lacks: tuple[Fault, ...] = ()


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
        self._sometimes = {w.name: truth(w.before_deal) for w in spec.wagers if w.before_deal is not None}
        self._names = tuple(wager.name for wager in spec.wagers)
        self._left_out = {name: one for one in spec.left_out for name in one.wagers}
        self._required = tuple(wager for wager in spec.wagers if wager.required)
        self._shareable = tuple(wager.name for wager in spec.wagers if wager.per_area)

    def start(self, wagers: Mapping[str, Amount]) -> dict[str, Any]:
        """The facts of a hand that has placed its first wagers and done nothing yet."""
        facts: dict[str, Any] = {"folded": False, "folded_at": NEVER, "exposed": True, "acted": False, "dealt": True}
        facts["played_blind"] = False
        for name in self._names:
            placed = name in wagers
            facts[f"placed({name})"] = placed
            facts[f"placed_at({name})"] = NEVER
            facts[f"amount({name})"] = wagers[name] if placed else NEVER
            facts[f"stake({name})"] = wagers[name] if placed else NEVER
        for name in self._shareable:
            facts[f"placed_by_others({name})"] = False
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
        if not facts["acted"]:
            facts["acted"], facts["acted_first"] = True, index
        if row.then.word == "fold":
            facts["folded"], facts["folded_at"] = True, index
        if row.then.wager and amount is not None:
            wager = row.then.wager
            facts[f"placed({wager})"], facts[f"placed_at({wager})"] = True, index
            facts[f"amount({wager})"] = facts[f"stake({wager})"] = amount

    def play(
        self,
        player: Player,
        facts: dict[str, Any],
        elected: Elected = _NOTHING,
        befell: frozenset[str] = frozenset(),
        others: frozenset[str] = frozenset(),
    ) -> tuple[Played, list[Fault]]:
        """A hand's acts one by one. `facts` is what the round and its options give; it is added to.

        `elected` are the stages and words of what the player chose under an irregularity: a second act at a stage that
        says the same is no fault. `befell` are the stages at which an irregularity befell the hand: an act that is not
        recorded there may be explained by it, also where later ones are. `others` are the kinds of wagers that other
        players have on the hand.
        """
        facts["played_blind"] = player.played_blind
        faults = self._wager_faults(player, facts)
        lacks = self._lacking(player)
        facts.update(self.start({name: amount for name, amount in player.wagers.items() if name in self._names}))
        facts.update({f"placed_by_others({name})": True for name in others})
        facts["played_blind"] = player.played_blind
        # A seat without cards may hold wagers on other hands, or on the dealer's, or others' wagers alone.
        seen = player.cards is not None or bool(player.actions)
        facts["dealt"] = seen or not lacks or not (player.wagers or player.elsewhere or others)
        actions, wrong = self._by_stage(player, elected)
        faults += wrong
        decided: list[Decided] = []
        waits: list[Fault] = []
        waits_at: int | None = None
        for index, stage in enumerate(self.stages):
            if faults or not facts["dealt"]:
                break
            said = self._stage(player, stage, actions.get(stage), facts, decided)
            goes_on = any(later in actions for later in self.stages[index:])
            if said and stage not in actions and (stage in befell or not goes_on):
                waits, waits_at = (said, index) if waits_at is None else (waits, waits_at)
                if goes_on:
                    continue
                break
            faults += said
        placed = {**player.wagers, **{bet.wager: bet.amount for bet in decided}}
        missing = tuple(lacks) if facts["dealt"] else ()
        return Played(facts, placed, tuple(decided), waits_at, tuple(waits), missing), faults

    # What can be wrong.

    def _wager_faults(self, player: Player, facts: Facts) -> list[Fault]:
        faults, seat = [], f"seat {player.seat}"
        for name in player.wagers:
            if name in self._left_out:
                one = self._left_out[name]
                message = f"{seat}: the document rules on `{name}`, but this spec leaves {one.name} out"
                faults.append(Fault(message, seat, one.because, one.cites))
            elif name not in self._names:
                hint = nearest(name, self._names) or f"this spec has {', '.join(f'`{n}`' for n in self._names)}"
                faults.append(Fault(f"{seat}: this spec has no wager `{name}`", seat, hint))
            elif name not in self._before and not (name in self._sometimes and self._sometimes[name](facts)):
                wager = self.spec.wager(name)
                message = f"{seat}: `{name}` is placed by a decision, not before the deal"
                faults.append(Fault(message, seat, "record it under `actions`", wager.cites if wager else ()))
        return faults

    def _lacking(self, player: Player) -> list[Fault]:
        """The first wagers without which no hand is dealt and that this one has not placed."""
        faults, seat = [], f"seat {player.seat}"
        for wager in self._required:
            if wager.name not in player.wagers:
                message = f"{seat}: no `{wager.name}` is placed, without which no hand is dealt"
                hint = "record the irregularity as an event, where cards were dealt all the same"
                faults.append(Fault(message, seat, hint, wager.cites))
        return faults

    def _by_stage(self, player: Player, elected: Elected) -> tuple[dict[str, Action], list[Fault]]:
        found: dict[str, Action] = {}
        faults, latest, seat = [], -1, f"seat {player.seat}"
        for action in player.actions:
            if action.stage not in self.stages:
                hint = nearest(action.stage, self.stages) or f"the stages are {', '.join(self.stages)}"
                faults.append(Fault(f"{seat}: there is no stage `{action.stage}`", seat, hint))
                continue
            index = self.stages.index(action.stage)
            if action.stage in found and (action.stage, action.act) in elected:
                continue
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
            others = (other for other in fitting if other is not row)
            decided.append(Decided(row.then.wager, action.amount, (row, *others)))
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
