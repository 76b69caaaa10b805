"""What irregularities do to the hands of a table, as formulas: the symbolic twin of `engine.irregularities`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulespec.engine.effects import AS_SUCH, Rule, rule_of_row, rules_of, words_about
from rulespec.engine.fate import NOT_FINAL
from rulespec.load.events import odds_of
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.events import Event
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term
from rulespec.prove.smt.outcomes import CARRIED, Entry, Outcome, alike, together, usual
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.scene import Side


@dataclass
class Lot:
    """What events did to one wager: whether they put it in question, the final words on it, whether it goes on."""

    concerned: Formula
    goes_on: Formula
    differ: Formula
    said: dict[str, Formula] = field(default_factory=dict)

    def ended(self, logic: Logic) -> Formula:
        return logic.any(list(self.said.values()))

    def undetermined(self, logic: Logic) -> Formula:
        """That it is in question and no row disposes of it."""
        return logic.all([self.concerned, logic.no(self.ended(logic)), logic.no(self.goes_on)])

    def conflict(self, logic: Logic) -> Formula:
        """That rows dispose of it differently."""
        against = logic.all(
            [self.goes_on, logic.any([self.said.get(word, logic.false) for word in (ALIKE, "carried")])]
        )
        return logic.any([logic.several(list(self.said.values())), against])


@dataclass
class HandFate:
    """One hand after the irregularities of its round, as `engine.fate` has it."""

    lots: dict[str, Lot]
    earliest: Sym  # the stage of the first event that put a wager in question
    goes_on: Formula
    ended: Formula
    void: Formula
    round_void: Formula


class Fates:
    """The fates of all hands of one side, event by event. The hands' facts are changed as the events change them."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.logic = side.terms.logic
        self._wagers = tuple(wager.name for wager in side.settler.spec.wagers)
        self.of = [self._untouched() for _ in side.hands.hands]

    def _untouched(self) -> HandFate:
        no = self.logic.false
        lots = {name: Lot(no, no, no) for name in self._wagers}
        return HandFate(lots, Sym(self.logic.at(0), self.logic.true), no, no, no, no)

    def read(self, event: Event) -> list[dict[str, Formula]]:
        """One event. Which of its rows hold is given, hand by hand and by id."""
        logic, spec = self.logic, self.side.settler.spec
        found = self.side.settler.rulebook.events.get(event.name)
        rules = rules_of(found) if found else ()
        scope = spec.vocabulary.events[event.name].scope
        hands = self.side.hands.hands
        for hand in hands:
            hand.facts.update(event.of(logic, hand.seat))
        own = [{rule.row.id: self._holds(rule, hand.seat) for rule in rules} for hand in hands]
        voids = self._voiding(rules, own)
        holding = [
            {name: logic.any([formula, voids.get(name, logic.false)]) for name, formula in each.items()} for each in own
        ]
        for hand, holds in zip(hands, holding, strict=True):
            befallen = event.concerned(logic, hand.seat)
            self._take_event(hand.seat, event, rules, holds, scope, befallen, known=found is not None)
            whole = befallen if scope == "hand" else logic.true
            self._change(hand.seat, event, rules, holds, whole)
        for hand in hands:
            for key in event.of(logic, hand.seat):
                hand.facts.pop(key, None)
        return holding

    def _holds(self, rule: Rule, seat: int) -> Formula:
        """That a row holds. One that reads an option which is not given is not in issue."""
        return self.side.terms.certain(rule.row.when, seat, self.side.settler.optional)

    def _voiding(self, rules: Sequence[Rule], own: Sequence[Mapping[str, Formula]]) -> dict[str, Formula]:
        """When the round is void by a row, for whichever hand it holds."""
        logic = self.logic
        found: dict[str, Formula] = {}
        for rule in rules:
            if rule.effects.get("round") == "void":
                found[rule.row.id] = logic.any(
                    [logic.all([holds[rule.row.id], logic.no(_beaten(logic, rule, rules, holds))]) for holds in own]
                )
        return found

    def _take_event(
        self,
        seat: int,
        event: Event,
        rules: Sequence[Rule],
        holds: Mapping[str, Formula],
        scope: str,
        befallen: Formula,
        known: bool,
    ) -> None:
        logic, fate, hand = self.logic, self.of[seat], self.side.hands.hands[seat]
        noticed = logic.false
        for name in self._wagers:
            lot, placed = fate.lots[name], hand.placed(name)
            concerned = self._concerned(name, rules, scope, befallen)
            naming = logic.any([holds[rule.row.id] for rule in rules if name in rule.effects])
            here = logic.all([placed, logic.any([concerned, naming]) if known else concerned])
            noticed = logic.any([noticed, here])
            said = [
                (words, logic.all([formula, placed, self._is_about(rule, name, concerned)]))
                for rule, words, formula in words_held(logic, rules, holds, name)
            ]
            ended = lot.ended(logic)
            final = logic.any([formula for words, formula in said if any(map(_is_final, words.split(" and ")))])
            goes_on = logic.all([lot.goes_on, logic.any([ended, logic.no(final)])])
            lot.concerned = logic.any([lot.concerned, here, *(formula for _, formula in said)])
            lot.goes_on = goes_on
            self._say(lot, said, logic.no(ended))
        first = logic.all([noticed, logic.any([fate.earliest.never, fate.earliest.value > event.stage])])
        fate.earliest = logic.choice_of(first, logic.given(event.stage), fate.earliest)

    def _concerned(self, name: str, rules: Sequence[Rule], scope: str, befallen: Formula) -> Formula:
        """That an event puts a hand's wager in question."""
        if scope == "round":
            return self.logic.true
        named = scope == "wager" and any(name in rule.effects for rule in rules)
        return befallen if scope == "hand" or named else self.logic.false

    def _is_about(self, rule: Rule, name: str, concerned: Formula) -> Formula:
        counts = name in rule.effects or rule.effects.get("round") == "void"
        return self.logic.true if counts else concerned

    def _say(self, lot: Lot, said: Sequence[tuple[str, Formula]], open_: Formula) -> None:
        logic = self.logic
        for words, formula in said:
            taken = logic.all([formula, open_])
            for word in words.split(" and "):
                if word == "continue":
                    lot.goes_on = logic.any([lot.goes_on, taken])
                elif word not in NOT_FINAL:
                    kind = alike(word)
                    lot.said[kind] = logic.any([lot.said.get(kind, logic.false), taken])

    def _change(
        self, seat: int, event: Event, rules: Sequence[Rule], holds: Mapping[str, Formula], whole: Formula
    ) -> None:
        """What rows do to the hand and the round, and the amounts that they change."""
        logic, fate, facts = self.logic, self.of[seat], self.side.hands.hands[seat].facts
        self._amend(seat, rules, holds)
        for rule in rules:
            acts = logic.all([holds[rule.row.id], logic.no(_beaten(logic, rule, rules, holds))])
            if rule.effects.get("round") == "void":
                fate.round_void = logic.any([fate.round_void, acts])
                fate.void = logic.any([fate.void, acts])
                fate.ended = logic.any([fate.ended, acts])
            mine = logic.all([acts, whole])
            done = {rule.effects.get("round"), rule.effects.get("hand")}
            if done & {"continue", "not_exposed"}:
                fate.goes_on = logic.any([fate.goes_on, mine])
            to_hand = rule.effects.get("hand")
            if to_hand in ("void", "folded", "stays"):
                fate.ended = logic.any([fate.ended, mine])
            if to_hand == "void":
                fate.void = logic.any([fate.void, mine])
            if to_hand == "folded":
                folds = logic.all([mine, logic.no(facts["folded"][0].value)])
                facts["folded_at"] = (logic.choice_of(folds, logic.given(event.stage), facts["folded_at"][0]),)
                facts["folded"] = (logic.given(logic.any([facts["folded"][0].value, folds])),)
            if to_hand == "reinstated":
                nothing = Sym(logic.at(0), logic.true)
                facts["folded_at"] = (logic.choice_of(mine, nothing, facts["folded_at"][0]),)
                facts["folded"] = (logic.given(logic.all([facts["folded"][0].value, logic.no(mine)])),)
            if to_hand == "not_exposed":
                facts["exposed"] = (logic.given(logic.all([facts["exposed"][0].value, logic.no(mine)])),)

    def _amend(self, seat: int, rules: Sequence[Rule], holds: Mapping[str, Formula]) -> None:
        """The amounts that rows change, all told before any is changed."""
        logic, fate, hand = self.logic, self.of[seat], self.side.hands.hands[seat]
        changed: dict[str, Sym] = {}
        for name in dict.fromkeys(name for rule in rules for name, _ in rule.row.then.amounts):
            speaking = [rule for rule in rules if name in rule.effects or name in dict(rule.row.then.amounts)]
            told: list[tuple[Formula, Term]] = []
            for rule in (one for one in speaking if name in dict(one.row.then.amounts)):
                beaten = [holds[other.row.id] for other in speaking if rule.row.id in other.row.overrides]
                acts = logic.all([holds[rule.row.id], hand.placed(name), logic.no(logic.any(beaten))])
                value = self.side.terms.values(dict(rule.row.then.amounts)[name], seat)[0]
                told.append((logic.all([acts, logic.no(value.never)]), value.value))
            entries = [Entry(present, "amended", value) for present, value in told]
            words, _ = together(logic, entries)
            fate.lots[name].differ = logic.any([fate.lots[name].differ, words["conflict"]])
            before: Sym = hand.facts[f"amount({name})"][0]
            after = before
            for present, value in told:
                after = logic.choice_of(logic.all([present, logic.no(words["conflict"])]), logic.given(value), after)
            changed[name] = after
        for name, after in changed.items():
            hand.facts[f"amount({name})"] = hand.facts[f"stake({name})"] = (after,)

    def follow(self) -> None:
        """What follows from what became of wagers, read once after all events."""
        logic, table = self.logic, self.side.settler.rulebook.follow
        if table is None:
            return
        rules = [rule_of_row(row) for row in table.rows]
        for hand, fate in zip(self.side.hands.hands, self.of, strict=True):
            hand.facts["hand_void"] = (logic.given(fate.void),)
            for name in self._wagers:
                hand.facts[f"returned({name})"] = (logic.given(_returned(logic, fate.lots[name], hand.placed(name))),)
        for hand, fate in zip(self.side.hands.hands, self.of, strict=True):
            holds = {rule.row.id: self._holds(rule, hand.seat) for rule in rules}
            for name in self._wagers:
                said = [
                    (words, logic.all([formula, hand.placed(name)]))
                    for rule, words, formula in words_held(logic, rules, holds, name)
                    if name in rule.effects or rule.effects.get("round") == "void"
                ]
                lot = fate.lots[name]
                lot.concerned = logic.any([lot.concerned, *(formula for _, formula in said)])
                self._say(lot, said, logic.true)

    # What becomes of wagers then.

    def outcome(self, risks: Risks, wager: str) -> Outcome:
        """The outcome of a wager of the first hand, whose `risks` are told after all events."""
        logic, lot, fate = self.logic, self.of[0].lots[wager], self.of[0]
        as_usual, placed = usual(self.side, risks, wager), self.side.hand.amount(wager)
        risk = risks.of[wager]
        told = logic.no(logic.any([risk.undetermined, risk.conflict]))
        at_risk = logic.choice(logic.all([fate.lots[wager].goes_on, told]), risk.amount, placed)
        entries = [
            entry for kind, present in lot.said.items() for entry in self._entries(kind, present, at_risk, wager)
        ]
        entries += [
            Entry(logic.all([lot.goes_on, formula]), word, as_usual.net)
            for word, formula in as_usual.words.items()
            if word != "undetermined"
        ]
        said = lot.ended(logic)
        words, net = together(logic, entries)
        by_event = logic.all([lot.concerned, said])
        play_on = logic.any([logic.no(lot.concerned), logic.all([logic.no(said), lot.goes_on])])
        final = [present for kind, present in lot.said.items() if kind not in (ALIKE, "carried")]
        differ = logic.all([lot.concerned, lot.differ, logic.any([lot.goes_on, *final])])
        found = {
            word: logic.all(
                [
                    logic.no(differ),
                    logic.any(
                        [
                            logic.all([by_event, words.get(word, logic.false)]),
                            logic.all([play_on, as_usual.word(logic, word)]),
                        ]
                    ),
                ]
            )
            for word in dict.fromkeys([*words, *as_usual.words])
        }
        silent = logic.all([logic.no(differ), lot.undetermined(logic)])
        found["undetermined"] = logic.any([found["undetermined"], silent])
        found["conflict"] = logic.any([found["conflict"], differ])
        return Outcome(found, logic.choice(by_event, net, as_usual.net))

    def _entries(self, kind: str, present: Formula, at_risk: Term, wager: str) -> list[Entry]:
        logic, zero = self.logic, self.logic.number(0)
        if kind == "lose":
            return [Entry(present, "lose", -at_risk)]
        if kind == "stand_off":
            return [Entry(present, "stand_off", zero)]
        if not kind.startswith("paid"):
            return [Entry(present, CARRIED if kind == CARRIED else ALIKE, zero)]
        odds = odds_of(kind)
        if odds is not None:
            return [Entry(present, "win", at_risk * logic.number(odds.ratio))]
        if wager in self.side.settler.shared:
            return [Entry(present, "win", zero)]
        paid = self.side.payments(wager).of(at_risk, 0)  # by its pay table, where that pays such a hand anything
        unpaid = logic.any([paid.unpaid, paid.conflict])
        return [
            Entry(logic.all([present, logic.no(unpaid)]), "win", paid.net),
            Entry(logic.all([present, unpaid]), "undetermined", zero),
        ]


def words_held(
    logic: Logic, rules: Sequence[Rule], holds: Mapping[str, Formula], wager: str
) -> list[tuple[Rule, str, Formula]]:
    """What each row says of a wager, with when it does: it holds, and no row on the same wager overrides it."""
    saying = [(rule, words) for rule in rules if (words := words_about(rule, wager))]
    found = []
    for rule, words in saying:
        beaten = logic.any([holds[other.row.id] for other, _ in saying if rule.row.id in other.row.overrides])
        found.append((rule, words, logic.all([holds[rule.row.id], logic.no(beaten)])))
    return found


def _beaten(logic: Logic, rule: Rule, rules: Sequence[Rule], holds: Mapping[str, Formula]) -> Formula:
    """That a row on the hand or the round overrides this one."""
    return logic.any(
        [
            holds[other.row.id]
            for other in rules
            if other.effects.keys() & AS_SUCH and rule.row.id in other.row.overrides
        ]
    )


def _is_final(word: str) -> bool:
    return word not in NOT_FINAL and word != "continue"


def _returned(logic: Logic, lot: Lot, placed: Formula) -> Formula:
    """That events leave a wager without a result, and say nothing else of it."""
    others = [formula for kind, formula in lot.said.items() if kind != ALIKE]
    void = lot.said.get(ALIKE, logic.false)
    return logic.all([placed, void, logic.no(logic.any(others)), logic.no(lot.goes_on)])
