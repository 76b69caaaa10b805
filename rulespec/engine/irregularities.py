"""Irregularities: the events of a round, recorded or shown by the round itself, read one after the other.

Each event reads the state that the one before has left; all its rows are read at once, once for each hand. A row's
effect on the round or the hand holds for every wager that the row does not name itself.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from rulespec.domains.base import Fault, RoundFault, so_far
from rulespec.engine.acts import Acts
from rulespec.engine.bounds import bounded
from rulespec.engine.decide import lacking
from rulespec.engine.effects import AS_SUCH, Rule, is_about, rule_of_row, rules_of, voiding, words_of
from rulespec.engine.fate import NOT_FINAL, Hand
from rulespec.engine.happened import Happened, events_of, missing_from
from rulespec.engine.readings import Readings
from rulespec.lang.evaluate import NEVER, truth
from rulespec.lang.trees import facts as facts_in
from rulespec.model.round import Player, Round
from rulespec.model.rows import Rulebook
from rulespec.model.spec import Spec
from rulespec.tables.clauses import distinct

_FEW = 5  # seats that a message names
_MANY = 5  # rows that a missing fact leaves open, up to which every combination is tried


class Irregularities:
    """The events of one game."""

    def __init__(
        self, spec: Spec, rulebook: Rulebook, acts: Acts, optional: frozenset[str], readings: Readings
    ) -> None:
        self.spec = spec
        self._acts = acts
        self._rules = {name: (rules, rules_of(rules)) for name, rules in rulebook.events.items()}
        self._follow = [rule_of_row(row) for row in rulebook.follow.rows] if rulebook.follow else []
        self._follow_table = rulebook.follow
        self._occurs = {n: truth(rules.occurs) for n, (rules, _) in self._rules.items() if rules.occurs is not None}
        self._bounds = {name: truth(expr) for name, expr in spec.event_bounds}
        self._wagers = tuple(wager.name for wager in spec.wagers)
        self._optional = optional
        self._readings = readings

    def recorded(self, played: Round) -> list[Happened]:
        """The events that a round records. Raises `RoundFault` for what is wrong with them."""
        left_out = [one for one in self.spec.left_out if one.events]
        if played.events and left_out:
            names = ", ".join(f"`{event.get('event', '?')}`" for event in played.events)
            cites = distinct([clause for one in left_out for clause in one.cites])
            hint = "see the parts that `check` lists as left out"
            raise RoundFault(Fault(f"this spec leaves irregularities out ({names})", "events", hint, cites))
        found = events_of(self.spec, played.events, self._acts.stages)
        wrong = [fault for event in found for fault in self._no_numbers(event)]
        wrong += [fault for event in found for fault in self._of_no_hand(event, len(played.players))]
        wrong += [fault for event in found for fault in self._of_other_seats(event, played)]
        if wrong:
            raise RoundFault(*wrong)
        return found

    def _no_numbers(self, event: Happened) -> list[Fault]:
        """Names where the rules of an event compare a number."""
        rules, _ = self._rules.get(event.name, (None, ()))
        read = {fact.name for row in rules.table.rows for fact in facts_in(row.when)} if rules else set()
        named = [key for key, given in event.facts.items() if isinstance(given, str) and f"event.{key}" in read]
        return [Fault(f"the event `{event.name}`: `{key}` is not a number", "events") for key in named]

    def _of_no_hand(self, event: Happened, hands: int) -> list[Fault]:
        """An event that befalls one hand, of which a round with several does not say which."""
        scope = self.spec.vocabulary.events[event.name].scope
        if event.seats or not event.needs_seat or hands < 2 or scope not in ("hand", "wager"):
            return []
        rules, _ = self._rules.get(event.name, (None, ()))
        message = f"the event `{event.name}` does not say which hand it befell"
        return [Fault(message, "events", "add `seat` to the event", rules.table.cites if rules else ())]

    def _of_other_seats(self, event: Happened, played: Round) -> list[Fault]:
        """Seats without a hand here: none can have chosen anything, or have had what befalls a hand or its wagers."""
        seats = {player.seat for player in played.players}
        chose = sorted(event.elections.keys() - seats)
        faults = [
            Fault(f"the event `{event.name}`: seat {seat} chose, and has no hand here", "events") for seat in chose
        ]
        scope = self.spec.vocabulary.events[event.name].scope
        if scope == "round" or not event.seats or event.seats & seats:
            return faults
        told = ", ".join(map(str, sorted(event.seats)[:_FEW])) + (", ..." if len(event.seats) > _FEW else "")
        message = f"the event `{event.name}` befell seat {told}, where there is no hand"
        return [*faults, Fault(message, "events", f"the hands are at {', '.join(map(str, sorted(seats)))}")]

    def recorded_one(self, record: Mapping[str, Any]) -> Happened:
        """One event as a round records it. Raises `RoundFault`."""
        return events_of(self.spec, (record,), self._acts.stages)[0]

    def shown(self, hands: Sequence[tuple[Player, Mapping[str, Any]]], recorded: Sequence[Happened]) -> list[Happened]:
        """The events that the round itself shows and does not record; a recorded one confirms what it shows."""
        found = []
        for name, occurs in self._occurs.items():
            told = [one.seats for one in recorded if one.name == name]
            seats = [player.seat for player, facts in hands if occurs(facts) is True]
            # One that names no seat may have befallen any; the hands that none names are one event.
            left = frozenset(seat for seat in seats if all(named and seat not in named for named in told))
            if left:
                found.append(Happened(name, 0, left, {}, {}, shown=True, stage_told=False))
        return found

    def read(self, events: Sequence[Happened], hands: Sequence[Hand]) -> list[Fault]:
        """What the events do to each hand, put into its fate and its facts. What is wrong with the round is given."""
        faults: list[Fault] = []
        for event in events:
            facts, wrong = self.facts_of(event, hands)
            faults += wrong
            for hand, more in zip(hands, facts, strict=True):
                hand.facts.update(more)
            if not wrong:
                faults += self._event(event, hands)
            for hand, more in zip(hands, facts, strict=True):
                for key in more:
                    hand.facts.pop(key, None)
        return faults + self._read_follow(hands)

    def _read_follow(self, hands: Sequence[Hand]) -> list[Fault]:
        """What follows from what became of wagers: all rows are read at once, for all hands."""
        faults: list[Fault] = []
        for hand in hands:
            hand.facts["hand_void"] = hand.fate.hand_void
            for name in self._wagers:
                hand.facts[f"returned({name})"] = name in hand.placed and hand.fate.is_returned(name)
        for hand in hands:
            answers = [(rule, rule.holds(hand.facts)) for rule in self._follow]
            for rule in (rule for rule, answer in answers if answer is None and not self._not_in_issue(rule, hand)):
                if rule.effects.keys() & hand.wagers:
                    keys = ", ".join(f"`{key}`" for key in lacking((rule.row.when,), hand.facts))
                    seat = f"seat {hand.player.seat}"
                    message = f"{seat}: what follows turns on {keys or 'something of another hand'}, which is not known"
                    faults.append(Fault(message, seat, "", rule.row.cites))
            # It is said beside the event from which it follows, not after it.
            holding = [rule for rule, answer in answers if answer is True]
            self._take(hand, holding, lambda wager: False, ended=())
        return faults

    # One event.

    def _event(self, event: Happened, hands: Sequence[Hand]) -> list[Fault]:
        rules, rows = self._rules.get(event.name, (None, ()))
        scope = self.spec.vocabulary.events[event.name].scope
        faults: list[Fault] = []
        taken: list[tuple[Hand, list[Rule]]] = []
        for hand in hands:
            answers = [(rule, self._answer(rule, hand, event)) for rule in rows]
            holding = [rule for rule, answer in answers if answer is True]
            open_rules = [rule for rule, answer in answers if answer is None and not self._not_in_issue(rule, hand)]
            concerned = self._concerned(event, hand, scope, rows)
            if open_rules and self._matters(hand, holding, open_rules, concerned):
                fault = self._open(event, hand, open_rules)
                faults += [fault] if fault else []
            taken.append((hand, holding))
        void = voiding([holding for _, holding in taken])
        for hand, held in taken:
            holding = [*held, *(rule for rule in void if rule not in held)]
            concerned = self._concerned(event, hand, scope, rows)
            if rules is not None:
                for name in self._wagers:
                    if name in hand.wagers and (concerned(name) or any(name in rule.effects for rule in holding)):
                        hand.fate.tables.setdefault(name, []).append(rules.table)
                        self._notice(hand, event)
            elif scope != "amounts" and any(concerned(name) for name in hand.wagers):
                self._left_open(hand, event, concerned)
            self._supersede(hand, holding, concerned)
            self._take(hand, holding, concerned, ended=tuple(hand.fate.said))
            self._read(hand, event)
            faults += self._change(hand, holding, event, whole=self._is_its_own(event, hand, scope))
        return faults

    def _answer(self, rule: Rule, hand: Hand, event: Happened) -> bool | None:
        """Whether a row holds; before all cards are dealt, of a hand as far as it was.

        A hand that is asked what it is before the last stage has no more cards than were dealt.
        """
        answer = rule.holds(hand.facts)
        if answer is not None or not event.stage_told or event.stage >= len(self.spec.stages) - 1:
            return answer
        lacks = [key for key in lacking((rule.row.when,), hand.facts) if so_far(key) in hand.facts]
        known = {f"class({key})": hand.facts[so_far(key)] for key in lacks}
        return rule.holds({**hand.facts, **known}) if known else None

    def _is_its_own(self, event: Happened, hand: Hand, scope: str) -> bool:
        """Whether what rows do to `hand` is about this one: an event that befalls a hand does nothing to the others."""
        return scope != "hand" or not event.seats or hand.player.seat in event.seats

    def _supersede(self, hand: Hand, holding: Sequence[Rule], concerned: Callable[[str], bool]) -> None:
        """A final word on a wager with which an earlier event let play go on: it goes on no more."""
        for name in [name for name in hand.fate.goes_on if name not in hand.fate.said]:
            said = [words for rule, words in words_of(holding, name) if is_about(rule, name, concerned)]
            if any(word not in NOT_FINAL and word != "continue" for words in said for word in words.split(" and ")):
                del hand.fate.goes_on[name]

    def _left_open(self, hand: Hand, event: Happened, concerned: Callable[[str], bool]) -> None:
        """An event of which the document says nothing."""
        for name in hand.wagers:
            if concerned(name):
                hand.fate.tables.setdefault(name, [])
        self._notice(hand, event)

    def _notice(self, hand: Hand, event: Happened) -> None:
        fate = hand.fate
        fate.earliest = event.stage if fate.earliest is None else min(fate.earliest, event.stage)

    def _concerned(self, event: Happened, hand: Hand, scope: str, rows: Sequence[Rule]) -> Callable[[str], bool]:
        """Which of a hand's wagers an event puts in question."""
        befallen = not event.seats or hand.player.seat in event.seats
        if scope == "round" or (scope == "hand" and befallen):
            return lambda wager: True
        if scope == "wager" and befallen:
            return lambda wager: any(wager in rule.effects for rule in rows)
        return lambda wager: False

    def _take(
        self, hand: Hand, holding: Sequence[Rule], concerned: Callable[[str], bool], ended: Sequence[str]
    ) -> None:
        """Put what rows say of each wager into the fate. An earlier event's final word has `ended` a wager."""
        for name in self._wagers:
            if name in hand.wagers and name not in ended:
                for rule, words in words_of(holding, name):
                    if is_about(rule, name, concerned):
                        hand.fate.tables.setdefault(name, [])
                        hand.fate.take(name, words, rule.row)

    def _read(self, hand: Hand, event: Happened) -> None:
        """What the interpretations make of the gaps and conflicts that an event leaves."""
        if not self._readings:
            return
        fate, went_on = hand.fate, False
        fate.events.append(event.name)
        for name in fate.tables:
            problem = fate.problem(name)
            found = self._readings.of_event(name, event.name, problem, hand.facts) if problem else None
            if found is not None:
                fate.said.pop(name, None)
                fate.goes_on.pop(name, None)
                reading, row = found
                fate.take(name, reading.result, row)
                fate.read[name] = reading
                went_on = went_on or name in fate.goes_on
        if went_on and all(name in fate.goes_on for name in hand.wagers):
            fate.hand_goes_on = True  # nothing is left in question, and what was still to be done is due

    def _change(self, hand: Hand, holding: Sequence[Rule], event: Happened, whole: bool) -> list[Fault]:
        """What rows do to the hand and the round, and the amounts that they change. A row that is beaten does nothing.

        `whole`: what they do to the hand is about this one.
        """
        facts, fate = hand.facts, hand.fate
        faults = self._amend(hand, holding, event)
        beaten = {row_id for rule in holding if rule.effects.keys() & AS_SUCH for row_id in rule.row.overrides}
        for rule in (rule for rule in holding if rule.row.id not in beaten):
            if rule.effects.get("round") == "void":
                fate.round_void = fate.hand_void = fate.ended = True
            if not whole:
                continue
            done = {rule.effects.get("round"), rule.effects.get("hand")}
            if "continue" in done or "not_exposed" in done:
                fate.hand_goes_on = True
            if rule.effects.get("hand") in ("void", "folded", "stays"):
                fate.ended = True
            if rule.effects.get("hand") == "void":
                fate.hand_void = True
            if rule.effects.get("hand") == "folded" and not facts["folded"]:
                facts["folded"], facts["folded_at"] = True, event.stage if event.stage_told else None
            if rule.effects.get("hand") == "reinstated":
                facts["folded"], facts["folded_at"] = False, NEVER
            if rule.effects.get("hand") == "not_exposed":
                facts["exposed"] = False
        return faults

    def _amend(self, hand: Hand, holding: Sequence[Rule], event: Happened) -> list[Fault]:
        """The amounts that rows change, all told before any is changed."""
        facts, fate, faults = hand.facts, hand.fate, list[Fault]()
        for wager in [name for name in hand.placed if any(name in dict(rule.amounts) for rule in holding)]:
            speaking = [rule for rule in holding if wager in rule.effects or wager in dict(rule.amounts)]
            beaten = {row_id for rule in speaking for row_id in rule.row.overrides}
            rules = [rule for rule in speaking if wager in dict(rule.amounts) and rule.row.id not in beaten]
            told = [(rule, dict(rule.amounts)[wager](facts)) for rule in rules]
            for rule in (rule for rule, new in told if new is None):
                missing = lacking((dict(rule.row.then.amounts)[wager],), facts)
                if not all(key.split("(")[0] in self._optional for key in missing):
                    faults += self._not_told(event, hand, missing, rule.row.cites)
            amounts = {new for _, new in told if new is not None and new is not NEVER}
            if len(amounts) > 1:
                fate.differ[wager] = [rule.row for rule in rules]
            elif amounts:
                fate.amended[wager] = amounts.pop()
        for wager, new in fate.amended.items():
            hand.placed[wager] = facts[f"amount({wager})"] = facts[f"stake({wager})"] = new
        return faults

    # What a round does not say.

    def _not_in_issue(self, rule: Rule, hand: Hand) -> bool:
        missing = lacking((rule.row.when,), hand.facts)
        return bool(missing) and all(key.split("(")[0] in self._optional for key in missing)

    def _matters(
        self, hand: Hand, holding: list[Rule], open_rules: list[Rule], concerned: Callable[[str], bool]
    ) -> bool:
        """Whether some way for the open rows to come out changes what becomes of a wager that is still in play."""
        in_play = [name for name in hand.wagers if name not in hand.fate.said]
        if len(open_rules) > _MANY:
            return bool(in_play)
        found = set()
        for answers in product((False, True), repeat=len(open_rules)):
            rules = [*holding, *(rule for rule, answer in zip(open_rules, answers, strict=True) if answer)]
            said: list[object] = [
                (name, words, rule.effects.get("hand"), rule.effects.get("round"))
                for name in in_play
                for rule, words in words_of(rules, name)
                if name in rule.effects or concerned(name)
            ]
            said += [(name, rule.row.id) for rule in rules for name, _ in rule.amounts if name in in_play]
            found.add(frozenset(said))
        return len(found) > 1

    def _open(self, event: Happened, hand: Hand, rules: list[Rule]) -> Fault | None:
        """What the round must say; None where it is a decision that somebody may take or not."""
        keys = lacking((rule.row.when for rule in rules), hand.facts)
        needed = [key for key in keys if not self._is_discretion(key)]
        cites = distinct([clause for rule in rules for clause in rule.row.cites])
        if not needed and keys:
            for name in hand.wagers:
                rows = [rule.row for rule in rules if name in rule.effects or {"round", "hand"} & rule.effects.keys()]
                if rows and name not in hand.fate.said:
                    hand.fate.turns_on.setdefault(name, []).extend(rows)
            return None
        return self._not_told(event, hand, needed, cites)[0]

    def _not_told(self, event: Happened, hand: Hand, keys: Sequence[str], cites: tuple[str, ...]) -> list[Fault]:
        seat = f"seat {hand.player.seat}"
        title = self.spec.vocabulary.events[event.name].title
        what, hint = missing_from(keys, event, hand.player.seat)
        return [Fault(f"{seat}: {title}, and what follows turns on {what}, which is not known", seat, hint, cites)]

    def _is_discretion(self, key: str) -> bool:
        concept = self.spec.vocabulary.facts.get(key)
        return concept is not None and concept.discretion

    # The facts of an event, hand by hand.

    def facts_of(self, event: Happened, hands: Sequence[Hand]) -> tuple[list[dict[str, Any]], list[Fault]]:
        """What is known of an event, for each hand, and what the acts contradict."""
        faults: list[Fault] = []
        common: dict[str, Any] = {f"event.{name}": given for name, given in event.facts.items()}
        if event.stage_told:
            common["event.stage"] = event.stage
        for name, bound in self._bounds.items():
            wrong = bounded(self.spec, event, name, bound, hands, common)
            faults += [wrong] if wrong else []
        found = []
        for hand in hands:
            seat = hand.player.seat
            facts = dict(common)
            facts["befallen"] = seat in event.seats if event.seats or not event.needs_seat else None
            facts |= {f"event.{name}": seat in seats for name, seats in event.seat_facts.items()}
            chosen = event.elections.get(seat)
            offered = self._rules[event.name][0].choices if event.name in self._rules else ()
            if chosen is not None and offered and chosen not in offered:
                message = f"seat {seat}: `{chosen}` is no choice here, which are {', '.join(offered)}"
                faults.append(Fault(message, f"seat {seat}", "", self._rules[event.name][0].table.cites))
            # Where the round tells what the others chose, a hand that was no longer to be played chose nothing.
            if chosen is not None or (event.elections and seat in event.seats):
                facts |= {f"chose({choice})": choice == chosen for choice in self.spec.vocabulary.choices}
            found.append({key: given for key, given in facts.items() if given is not None})
        return found, faults
