"""What irregularities do to wagers: event by event and wager by wager, the cases in which documents differ."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulespec.compare.event_cases import tidied, told_apart
from rulespec.compare.happenings import Event, Seen, Situation
from rulespec.compare.settlement import TRIED
from rulespec.compare.sides import absent, compared, full
from rulespec.compare.wording import capital, disposition, rule_words, titles
from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.comparison import Compared, Said, Side
from rulespec.model.expr import Expr
from rulespec.model.finding import Json
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome
from rulespec.model.rows import Row
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.describe import Literal, describe
from rulespec.prove.witness import event_rounds
from rulespec.tables.clauses import distinct

_MANY = 24  # classes of cases of one event, above which void, returned and the like are told together
_MORE = 40  # situations that are tried for one document by itself
_FEW = 3  # wagers up to which a heading names those that it is not about


@dataclass(frozen=True)
class Answer:
    """What one document does to a wager in one case, and by what."""

    state: str
    words: tuple[str, ...]  # dispositions, each joined by `and`; none where no clause answers
    rows: tuple[Row, ...]
    cites: tuple[str, ...]
    key: tuple[str, str]  # what it is told from other answers by


def _answer(state: str, word: str, rows: Sequence[Row], cites: Sequence[str], coarse: bool) -> Answer:
    """One answer. `coarse`: all that leave a wager without a result are one answer, and all that clash are another."""
    key = ("" if state == "conflict" else kind_of(word)) if coarse else word
    return Answer(state, (word,) if word else (), tuple(rows), distinct(list(cites)), (state, key))


@dataclass(frozen=True)
class _Profile:
    """Wagers that every document answers alike for in every case. `said` is by case, then by document."""

    wagers: tuple[str, ...]
    said: Sequence[Mapping[int, Answer]]


def irregularity_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """For every event that some document rules on: what each does to the wagers, told apart by cases."""
    ruled = {name for settler in settlers for name in settler.rulebook.events}
    rows: list[Compared] = []
    for name in settlers[0].spec.vocabulary.events:
        if name in ruled:
            rows += _event_rows(settlers, name)
    return rows


def leaves_out(settler: Settler) -> bool:
    """Whether a spec encodes nothing of irregularities."""
    return any(one.events for one in settler.spec.left_out)


def _event_rows(settlers: Sequence[Settler], name: str) -> list[Compared]:
    having = [settler for settler in settlers if not leaves_out(settler)]
    event = Event(having, name)
    cases = event.situations()
    known = told_apart(event, cases)
    ranks = [0] * len(cases)
    for rank, place in enumerate(sorted(range(len(cases)), key=lambda at: _plainness(cases[at]), reverse=True)):
        ranks[place] = rank
    rows: list[Compared] = []
    names = {wager.name for settler in having for wager in settler.spec.wagers}
    every = tuple(name for name in settlers[0].spec.vocabulary.wagers if name in names)
    profiles = _profiles(event, cases, every, coarse=False)
    if sum(len(_classes(event, profile)) for profile in profiles) > _MANY:
        profiles = _profiles(event, cases, every, coarse=True)
    for profile in profiles:
        rows += _profile_rows(
            settlers, event, cases, known, profile, _heading(event, profile, every, len(profiles)), ranks
        )
    return rows


def _heading(event: Event, profile: _Profile, every: Sequence[str], profiles: int) -> str:
    """`A card is exposed during the first deal: all wagers but Side`; without wagers where all are alike."""
    title = capital(event.concept.title)
    if profiles == 1:
        return title
    vocabulary = event.settlers[0].spec.vocabulary
    others = [wager for wager in every if wager not in profile.wagers]
    if len(others) < len(profile.wagers) and len(others) < _FEW:
        return f"{title}: all wagers but {titles(others, vocabulary)}"
    return f"{title}: {titles(profile.wagers, vocabulary)}"


# Which wagers are answered alike.


def _profiles(event: Event, cases: Sequence[Situation], wagers: Sequence[str], coarse: bool) -> list[_Profile]:
    """The wagers in question, those together that no case tells apart; what a document has not, it cannot tell."""
    found: list[_Profile] = []
    merged: dict[tuple[int, int], tuple[Answer, ...]] = {}
    for wager in wagers:
        memory: dict[int, Answer | None] = {}  # by what a spec sees: many cases are one to it
        for case in cases:
            for i, seen in case.there.items():
                if id(seen) not in memory:
                    memory[id(seen)] = answer(event, i, seen, wager, coarse)
        said = [{i: told for i, seen in case.there.items() if (told := memory[id(seen)]) is not None} for case in cases]
        if not any(told.state != "absent" and told.cites for case in said for told in case.values()):
            continue
        for place, other in enumerate(found):
            if all(_compatible(mine, theirs) for mine, theirs in zip(said, other.said, strict=True)):
                together = [_merged(theirs, mine, merged) for mine, theirs in zip(said, other.said, strict=True)]
                found[place] = _Profile((*other.wagers, wager), together)
                break
        else:
            found.append(_Profile((wager,), said))
    return found


def _compatible(first: Mapping[int, Answer], second: Mapping[int, Answer]) -> bool:
    return all(told.key == second[i].key for i, told in first.items() if i in second)


def _merged(
    first: Mapping[int, Answer], second: Mapping[int, Answer], memory: dict[tuple[int, int], tuple[Answer, ...]]
) -> dict[int, Answer]:
    found = dict(first)
    for i, told in second.items():
        mine = found.get(i, told)
        key = (id(mine), id(told))
        if key not in memory:
            rows = tuple(dict.fromkeys((*mine.rows, *told.rows)))
            words = tuple(dict.fromkeys((*mine.words, *told.words)))
            both = Answer(mine.state, words, rows, distinct([*mine.cites, *told.cites]), mine.key)
            memory[key] = (both, mine, told)  # kept, so that their ids stay theirs
        found[i] = memory[key][0]
    return found


def answer(event: Event, index: int, seen: Seen, wager: str, coarse: bool = False) -> Answer | None:
    """What a document does to a wager in a case; None where the hand has no such wager."""
    if f"placed({wager})" not in seen.after:
        return None
    fate, rules = seen.fate, event.rules[index]
    if not fate.concerns(wager):
        return _answer("answered", "as usual", (), (), coarse) if rules else _answer("absent", "", (), (), coarse)
    said, goes_on = fate.said.get(wager, []), fate.goes_on.get(wager, [])
    rows = tuple(dict.fromkeys((*(one.row for one in said), *goes_on)))
    words = list(dict.fromkeys(one.word for one in said))
    if fate.turns_on.get(wager):
        rows = tuple(fate.turns_on[wager])
        return _answer("answered", "left to a decision", rows, _cites(rows), coarse)
    if not rows:
        tables = [clause for table in fate.tables[wager] for clause in table.cites]
        return _answer("undetermined", "", (), [*_cites(fate.named.get(wager, ())), *tables], coarse)
    if goes_on:
        words.append(_goes_on(seen, wager))
    return _answer(fate.problem(wager) or "answered", " and ".join(sorted(words)), rows, _cites(rows), coarse)


def _cites(rows: Iterable[Row]) -> list[str]:
    return [clause for row in rows for clause in row.cites]


def _goes_on(seen: Seen, wager: str) -> str:
    """How a wager goes on: as usual, or with a hand or an amount that the event has changed."""
    amount = seen.after.get(f"placed({wager})")
    if amount != seen.facts.get(f"amount({wager})", amount):
        return "amended"
    if seen.after.get("folded") is True and seen.facts.get("folded") is not True:
        return "settled as folded"
    if seen.after.get("exposed") is False and seen.facts.get("exposed") is not False:
        return "settled as not exposed"
    return "as usual"


# The cases of each answer.


def _profile_rows(
    settlers: Sequence[Settler],
    event: Event,
    cases: Sequence[Situation],
    known: Sequence[Literal],
    profile: _Profile,
    title: str,
    ranks: Sequence[int],
) -> list[Compared]:
    groups = _classes(event, profile)
    every = sum(1 << place for places in groups.values() for place in places)
    about = [Literal(one.expr, one.cases & every, one.cost) for one in known]
    rows = []
    for places in groups.values():
        wanted = sum(1 << place for place in places)
        try:
            condition: Expr | None = tidied(describe(wanted, every, about), event)
        except ValueError:
            condition = None
        row = _row(settlers, event, cases, profile, places, condition, title, ranks)
        if any(side.state not in ("absent", "not_offered") for side in row.sides):
            rows.append(row)
    return rows


def _classes(event: Event, profile: _Profile) -> dict[tuple[tuple[str, str] | None, ...], list[int]]:
    """The cases by what the documents answer, those without any clause left aside."""
    groups: dict[tuple[tuple[str, str] | None, ...], list[int]] = {}
    for place, said in enumerate(profile.said):
        if any(told.cites for told in said.values()):
            key = tuple(said[i].key if i in said else None for i in range(len(event.settlers)))
            groups.setdefault(key, []).append(place)
    return _widened(groups)


def _widened(
    groups: Mapping[tuple[tuple[str, str] | None, ...], list[int]],
) -> dict[tuple[tuple[str, str] | None, ...], list[int]]:
    """A class of cases in which some documents have no answer goes with one in which the others answer alike."""
    found: dict[tuple[tuple[str, str] | None, ...], list[int]] = {}
    for key, places in sorted(groups.items(), key=lambda one: sum(part is None for part in one[0])):
        for other in found:
            if all(mine is None or mine == theirs for mine, theirs in zip(key, other, strict=True)):
                found[other] += places
                break
        else:
            found[key] = list(places)
    return found


def _row(
    settlers: Sequence[Settler],
    event: Event,
    cases: Sequence[Situation],
    profile: _Profile,
    places: Sequence[int],
    condition: Expr | None,
    title: str,
    ranks: Sequence[int],
) -> Compared:
    order = sorted(places, key=ranks.__getitem__)
    sides: list[Side] = []
    witness: dict[str, Json] = {}
    results: dict[str, str] = {}
    shown_rounds = _witnesses(event, cases, profile, order)
    for settler in settlers:
        if settler not in event.settlers:
            sides.append(absent(settler))
            continue
        index = event.settlers.index(settler)
        told = [profile.said[place][index] for place in places if index in profile.said[place]]
        if not told:
            has = any(settler.spec.wager(wager) for wager in profile.wagers)
            sides.append(absent(settler, "not_offered" if has else "absent"))
            continue
        if index not in shown_rounds and told[0].state in ("undetermined", "conflict"):
            sides.append(absent(settler, "not_offered"))  # no round can come there
            continue
        sides.append(_side(settler, told))
        if index in shown_rounds:
            witness[settler.spec.id], results[settler.spec.id] = shown_rounds[index]
    part = "+".join(profile.wagers)
    row = compared(
        settlers, "irregularity", event.name, title, sides, condition, None, witness, results, part, alike=kind_of
    )
    return replace(row, wagers=profile.wagers)


def kind_of(says: str) -> str:
    """What two answers are held against each other by: void, returned, retracted and invalid leave no result."""
    return " and ".join(sorted({_kind(word) for word in says.split(" / ")[0].split(" and ")}))


def _kind(word: str) -> str:
    return "void" if word in WITHOUT_RESULT else word


def _side(settler: Settler, told: Sequence[Answer]) -> Side:
    vocabulary = settler.spec.vocabulary
    told = list({id(one): one for one in told}.values())
    rows = dict.fromkeys(row for one in told for row in one.rows)
    cites = full(settler, distinct([clause for one in told for clause in one.cites]))
    rules = tuple(Said(row.id, *rule_words(row, vocabulary), full(settler, row.cites)) for row in rows)
    says = " / ".join(sorted({disposition(word) for one in told for word in one.words}))
    return Side(settler.spec.id, says, told[0].state, cites, tuple(dict.fromkeys(rules)))


# Rounds that show it.


def _plainness(case: Situation) -> tuple[int, tuple[int, int, int, int], str]:
    """How fit a case is to be shown; the same whichever spec stands first."""
    acts = sorted({repr((seen.waiting, seen.state.acts)) for seen in case.there.values()})
    told = repr((case.record, case.deal.deal, acts))
    return len(case.there), max(case.plainness(index) for index in case.there), told


def _witnesses(
    event: Event, cases: Sequence[Situation], profile: _Profile, order: Sequence[int]
) -> dict[int, tuple[Json, str]]:
    """A settled round for each document: of one case for all of them where there is one."""
    found: dict[int, tuple[Json, str]] = {}
    for place in order[:TRIED]:
        mine: dict[int, tuple[Json, str]] = {}
        said = profile.said[place]
        for index, told in said.items():
            if told.state == "absent":
                continue
            round_ = _settled(event, index, cases[place], profile, told)
            if round_ is not None:
                mine[index] = round_
                found.setdefault(index, round_)
        if len(mine) == sum(told.state != "absent" for told in said.values()) and len(mine) >= len(found):
            return mine
    return found | _alone(event, cases, profile, order, found)


def _alone(
    event: Event,
    cases: Sequence[Situation],
    profile: _Profile,
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
        for place in sorted(mine.values(), key=lambda at: cases[at].plainness(index), reverse=True)[:_MORE]:
            round_ = _settled(event, index, cases[place], profile, profile.said[place][index])
            if round_ is not None:
                more[index] = round_
                break
    return more


def _settled(event: Event, index: int, case: Situation, profile: _Profile, told: Answer) -> tuple[Json, str] | None:
    """The round of a case, and what settling it gives; None where it does not come out as the walk says."""
    settler, seen = event.settlers[index], case.there[index]
    mine = [wager for wager in profile.wagers if f"placed({wager})" in seen.after]
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
