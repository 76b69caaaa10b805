"""Two versions of one spec, and what a round comes to under both."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulespec.compare.change_classes import HOUSE, MIXED, NEUTRAL, PLAYER
from rulespec.compare.entries import Entry, Key, context, entries
from rulespec.engine.settle import RoundOutcome, Settler
from rulespec.lang.trees import facts
from rulespec.load.amounts import shown
from rulespec.model.document import Account
from rulespec.model.finding import Json
from rulespec.model.proof import Verdict
from rulespec.model.rows import EventRules
from rulespec.model.vocabulary import Vocabulary
from rulespec.prove.witness import settled_round

BEFORE = "before/"  # in front of the id of the first version, so that a comparison can tell the two apart
OPEN = ("undetermined", "conflict")
REFUSED = "refused"


@dataclass(frozen=True)
class Versions:
    """Two versions of one spec: compiled, and what each declares. The first is called as the second, after `BEFORE`."""

    before: Settler
    after: Settler
    declared: tuple[Mapping[Key, Entry], Mapping[Key, Entry]]
    accounts: Mapping[str, Account]

    @property
    def both(self) -> tuple[Settler, Settler]:
        return self.before, self.after

    def differing(self, what: str) -> set[Key]:
        """The entries whose `meaning`, `telling` or `cites` is not the same, or that only one version has."""
        first, second = self.declared
        keys = dict.fromkeys([*first, *second])
        return {key for key in keys if _of(first.get(key), what) != _of(second.get(key), what)}

    def changed_names(self, meant: Collection[Key]) -> set[str] | None:
        """The wagers and options that are declared otherwise; None where more than these changed of what rules read."""
        if not self.same_context(("wagers", "options")):
            return None
        return {name for section, name in meant if section in ("wagers", "options")}

    def read_by_event(self, name: str) -> set[str]:
        """The wagers and options that the rules of an irregularity read or name, under either version."""
        found: set[str] = set()
        for settler in self.both:
            rules = settler.rulebook.events.get(name)
            for row in rules.table.rows if rules is not None else ():
                read = [row.when, *(amount for _, amount in row.then.amounts)]
                found |= {word for expr in read for fact in facts(expr) for word in (fact.name, *fact.args)}
                found |= {subject for subject, _ in row.then.pairs}
        return found

    def leaves_lawful(self, name: str) -> bool:
        """Whether an irregularity leaves a hand that plays on as lawful play does, under both versions.

        It is told by the round's record alone, voids or gives back what it likes, and changes no amount, fold or
        exposure. A wager that goes on is then settled as in lawful play, of which it is known to be the same.
        """
        rules = [settler.rulebook.events.get(name) for settler in self.both]
        return all(rule is not None and rule.occurs is None and _leaves_lawful(rule) for rule in rules)

    def same_context(self, but: Collection[str] = ()) -> bool:
        """Whether all that tables rest on beside their own rules is the same, apart from the declarations in `but`."""
        return context(self.before.spec, but) == context(self.after.spec, but)


_GOING_ON = {"continue", "void"}  # what may be done to a round or a hand that plays on, or not, as it is


def _leaves_lawful(rules: EventRules) -> bool:
    for row in rules.table.rows:
        if row.then.kind != "effects" or row.then.amounts:
            return False
        for about, words in row.then.pairs:
            said = set(words.split(" and "))
            if (said - _GOING_ON) if about in ("round", "hand") else ("reinstated" in said):
                return False
    return True


def versions(before: Settler, after: Settler, accounts: tuple[Account | None, Account | None]) -> Versions:
    """Two versions of one spec, to be held against each other."""
    spec = replace(before.spec, id=BEFORE + after.spec.id)
    first = Settler(spec, replace(before.rulebook, spec=spec))
    declared = entries(first, accounts[0]), entries(after, accounts[1])
    names = spec.id, after.spec.id
    both = {name: account for name, account in zip(names, accounts, strict=True) if account is not None}
    return Versions(first, after, declared, both)


def _of(entry: Entry | None, what: str) -> Any:
    return None if entry is None else getattr(entry, what)


# What a round comes to under both.


@dataclass(frozen=True)
class Shown:
    """A round and what it comes to: `verdict` is `apart` where both answer and differ, or the first does and the second
    does not or refuses it; `filled` where only the second answers; `offered` where only the second allows it; else
    `alike`. `left` is what the second gives that answers no more: `undetermined`, `conflict` or "refused"."""

    verdict: str
    favours: str
    results: tuple[tuple[str, str], ...]
    left: str = ""


def shown_by(two: Versions, rounds: Sequence[Json], wagers: Iterable[str] = ()) -> Shown:
    """What a round comes to under both versions, as far as some wagers go (none: all)."""
    wanted = set(wagers)
    outcomes = [settled_round(settler, round_) for settler, round_ in zip(two.both, rounds, strict=True)]
    first, second = outcomes
    meters = [{} if isinstance(one, str) else dict(one.meters) for one in outcomes]
    apart = meters[0] != meters[1]
    told = (("before", _told(two, first, wanted, apart)), ("after", _told(two, second, wanted, apart)))
    if isinstance(first, str):
        return Shown("alike" if isinstance(second, str) else "offered", NEUTRAL, told)
    if isinstance(second, str):
        answered = any(one.result not in OPEN for _, _, one in _outcomes(first, wanted))
        return Shown("apart" if answered else "alike", MIXED, told, REFUSED)
    verdict, left, nets = "alike", "", []
    theirs = {(seat, name): one for seat, name, one in _outcomes(second, wanted)}
    for seat, name, one in _outcomes(first, wanted):
        other = theirs.get((seat, name))
        mine = None if one.result in OPEN else (_word(one), one.net, one.stake)
        yours = None if other is None or other.result in OPEN else (_word(other), other.net, other.stake)
        if mine is not None and mine != yours:
            verdict = "apart"
            left = left or (other.result if other is not None and yours is None else "")
            if yours is not None and one.net is not None and other is not None and other.net is not None:
                nets.append(other.net - one.net)
        elif mine is None and yours is not None and verdict == "alike":
            verdict = "filled"
    if (first.state == "void") != (second.state == "void") or dict(first.meters) != dict(second.meters):
        verdict = "apart"
    return Shown(verdict, MIXED if left else _favours(nets), told, left)


def _outcomes(outcome: RoundOutcome, wanted: Collection[str]) -> Iterator[tuple[int, str, Any]]:
    for seat, hand in outcome.seats.items():
        for name, one in hand.wagers.items():
            if not wanted or name in wanted:
                yield seat, name, one


def _word(one: Any) -> str:
    """A result as anybody sees it: `invalid` and `void` are one, `carried` is another."""
    if "carried" in one.disposition:
        return "carried"
    return "void" if one.result == "invalid" else str(one.result)


def _favours(nets: Sequence[Any]) -> str:
    if any(net > 0 for net in nets):
        return MIXED if any(net < 0 for net in nets) else PLAYER
    return HOUSE if any(net < 0 for net in nets) else NEUTRAL


def _told(two: Versions, outcome: RoundOutcome | str, wanted: set[str], meters_too: bool) -> str:
    if isinstance(outcome, str):
        return f"{REFUSED}: {outcome}"
    return words_of(two.after.spec.vocabulary, outcome, wanted, meters_too)


def words_of(
    vocabulary: Vocabulary, outcome: RoundOutcome, wanted: Collection[str] = (), meters_too: bool = False
) -> str:
    """What a round comes to for some wagers (none: all), in a few words."""
    title, found = vocabulary.title, []
    for seat, name, one in _outcomes(outcome, wanted):
        net = "" if one.net is None else f", net {shown(one.net)}"
        at = f"seat {seat} " if len(outcome.seats) > 1 else ""
        found.append(f"{at}{title(name)}: {(one.disposition or one.result).replace('_', ' ')}{net}")
    if not found:
        return f"the round is {outcome.state}"
    meters = [f"{meter.replace('_', ' ')} {shown(value)}" for meter, value in outcome.meters.items() if meters_too]
    return "; ".join([*found, *meters])


def as_own(round_: Json, spec: str) -> Json:
    """A round of the first version as one of the spec itself."""
    return {**round_, "spec": spec}


def only_second_answers(two: Versions, verdict: Verdict) -> bool:
    """Whether the round of a proof is one that only the second version answers."""
    rounds = list(verdict.witness.values())
    if not rounds:
        return False
    pair = [{**rounds[0], "spec": two.before.spec.id}, {**rounds[-1], "spec": two.after.spec.id}]
    return shown_by(two, pair, verdict.wagers).verdict == "filled"
