"""Settled rounds that show what documents do to wagers after an irregularity."""

from collections.abc import Mapping, Sequence
from itertools import chain

from rulespec.compare.event_answers import Answer, Profile
from rulespec.compare.happenings import Event, Situation
from rulespec.compare.settlement import TRIED
from rulespec.compare.wording import titles
from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.finding import Json
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.witness import event_rounds

_MORE = 40  # situations that are tried for one document by itself
_EACH = 4  # of these, in how many each wager is tried by itself where no round shows all


def plainness_of(case: Situation) -> tuple[int, tuple[int, int, int, int], str]:
    """How fit a case is to be shown; the same whichever spec stands first."""
    acts = sorted({seen.acts for seen in case.there.values()})
    told = repr((case.record, case.deal.deal, acts))
    return len(case.there), max(case.plainness(index) for index in case.there), told


def witnesses(
    event: Event, cases: Sequence[Situation], profile: Profile, order: Sequence[int]
) -> dict[int, tuple[Json, str]]:
    """A settled round for each document: of one case for all of them, or for as many as there is one for."""
    wanted = {index for place in order for index, told in profile.said[place].items() if told.state != "absent"}
    together: dict[int, tuple[Json, str]] = {}
    found: dict[int, tuple[Json, str]] = {}
    for place in order[:TRIED]:
        mine: dict[int, tuple[Json, str]] = {}
        for index, told in profile.said[place].items():
            if told.state == "absent":
                continue
            round_ = _settled(event, index, cases[place], profile.wagers, told)
            if round_ is not None:
                mine[index] = round_
                found.setdefault(index, round_)
        if len(mine) > len(together):
            together = mine
        if together.keys() >= wanted:
            return together
    found |= together
    return found | _alone(event, cases, profile, order, found)


def _alone(
    event: Event,
    cases: Sequence[Situation],
    profile: Profile,
    places: Sequence[int],
    found: Mapping[int, tuple[Json, str]],
) -> dict[int, tuple[Json, str]]:
    """A round for each document that has none yet, of a case of its own."""
    more: dict[int, tuple[Json, str]] = {}
    for index in range(len(event.settlers)):
        # Cases that differ for other documents alone are one case here.
        mine = {id(cases[place].there[index]): place for place in places if index in profile.said[place]}
        if index in found or any(profile.said[place][index].state == "absent" for place in mine.values()):
            continue
        plain = sorted(mine.values(), key=lambda at: cases[at].plainness(index), reverse=True)[:_MORE]
        # A wager may be void for a reason of its own (it is not valid there) where the others come out as is said.
        each = ((place, (wager,)) for place in plain[:_EACH] for wager in profile.wagers if len(profile.wagers) > 1)
        for place, wagers in chain(((place, profile.wagers) for place in plain), each):
            round_ = _settled(event, index, cases[place], wagers, profile.said[place][index])
            if round_ is not None:
                more[index] = round_
                break
    return more


def _settled(event: Event, index: int, case: Situation, about: Sequence[str], told: Answer) -> tuple[Json, str] | None:
    """The round of a case, and what settling it gives; None where these wagers do not come out as the walk says."""
    settler, seen = event.settlers[index], case.there[index]
    mine = [wager for wager in about if f"placed({wager})" in seen.after]
    if not mine:
        return None
    # With the wagers that all documents have, so that they can be shown one round.
    wagers = [wager for wager in mine if all(one.spec.wager(wager) for one in event.settlers)] or mine
    label = f"{event.name}-{wagers[0]}"
    for whole in event_rounds(settler, label, seen.state, case.deal.deal, case.record, wagers):
        outcomes = _outcomes(settler, whole, wagers, mine, told)
        if outcomes is not None:
            # The options of the table are left out where nothing turns on them.
            bare = {key: value for key, value in whole.items() if key != "options"}
            round_ = bare if _outcomes(settler, bare, wagers, mine, told) == outcomes else whole
            return round_, settled_words(settler, {wager: outcomes[wager] for wager in mine if wager in outcomes})
    return None


def _outcomes(
    settler: Settler, round_: Json, needed: Sequence[str], wagers: Sequence[str], told: Answer
) -> Mapping[str, WagerOutcome] | None:
    """What becomes of the wagers; None where the round cannot be settled, lacks one needed, or comes out otherwise."""
    try:
        outcomes = settler.settle(read_round(dict(round_), Place("round")))[1].wagers
    except (RoundFault, LoadError):
        return None
    there = all(wager in outcomes for wager in needed)
    as_told = all(_shows(outcomes[wager], told) for wager in wagers if wager in outcomes)
    return outcomes if there and as_told else None


def _shows(outcome: WagerOutcome, told: Answer) -> bool:
    """Whether an outcome is what the walk says; what goes on ends as the usual tables say."""
    if told.state in ("undetermined", "conflict"):
        return outcome.result == told.state
    return any(_ends_as(outcome, word.split(" and ")) for word in told.words)


def _ends_as(outcome: WagerOutcome, words: Sequence[str]) -> bool:
    if any(word in WITHOUT_RESULT for word in words):
        return outcome.result in ("void", "invalid")
    if words == ["carried"]:
        return "carried" in outcome.disposition
    if words == ["lose"]:
        return outcome.result == "lose"
    return True


def settled_words(settler: Settler, outcomes: Mapping[str, WagerOutcome]) -> str:
    """What became of wagers, those alike together: `Main, Side: void (returned), net 0`."""
    by_words: dict[str, list[str]] = {}
    for name, outcome in outcomes.items():
        fine = f" ({outcome.disposition})" if outcome.disposition else ""
        net = "" if outcome.net is None else f", net {shown(outcome.net)}"
        by_words.setdefault(f"{outcome.result}{fine}{net}", []).append(name)
    vocabulary = settler.spec.vocabulary
    return "; ".join(f"{titles(names, vocabulary)}: {words}" for words, names in by_words.items())
