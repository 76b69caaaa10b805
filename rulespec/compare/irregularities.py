"""What irregularities do to wagers: event by event and wager by wager, the cases in which documents differ."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rulespec.compare.event_answers import Answer, Profile, each_once, kind_of, profiles_of
from rulespec.compare.event_cases import tidied, told_apart
from rulespec.compare.event_witness import plainness_of, witnesses
from rulespec.compare.happenings import Event, Situation
from rulespec.compare.sides import absent, compared, full
from rulespec.compare.wording import capital, disposition, rule_words, titles
from rulespec.engine.settle import Settler
from rulespec.model.comparison import Compared, Said, Side
from rulespec.model.expr import Expr
from rulespec.model.finding import Json, enumerated
from rulespec.pool import in_order
from rulespec.prove.describe import Literal, describe, mask_of
from rulespec.tables.clauses import distinct

_MANY = 24  # classes of cases of one event, above which void, returned and the like are told together
_FEW = 3  # wagers up to which a heading names those that it is not about


def irregularity_rows(settlers: Sequence[Settler], jobs: int = 1) -> list[Compared]:
    """For every event that some document rules on: what each does to the wagers, told apart by cases.

    With `jobs` more than 1 so many processes work on it.
    """
    ruled = {name for settler in settlers for name in settler.rulebook.events}
    names = [name for name in settlers[0].spec.vocabulary.events if name in ruled]
    return [row for rows in in_order(partial(_event_rows, settlers), names, jobs) for row in rows]


def leaves_out(settler: Settler) -> bool:
    """Whether a spec encodes nothing of irregularities."""
    return any(one.events for one in settler.spec.left_out)


def _event_rows(settlers: Sequence[Settler], name: str) -> list[Compared]:
    families = settlers[0].spec.vocabulary.events[name].families
    having = [s for s in settlers if not leaves_out(s) and (not families or s.spec.family in families)]
    event = Event(having, name)
    cases = event.situations()
    known = told_apart(event, cases)
    ranks = [0] * len(cases)
    for rank, place in enumerate(sorted(range(len(cases)), key=lambda at: plainness_of(cases[at]), reverse=True)):
        ranks[place] = rank
    rows: list[Compared] = []
    names = {wager.name for settler in having for wager in settler.spec.wagers}
    every = tuple(name for name in settlers[0].spec.vocabulary.wagers if name in names)
    profiles = profiles_of(event, cases, every, coarse=False)
    if sum(len(_classes(event, profile)) for profile in profiles) > _MANY:
        profiles = profiles_of(event, cases, every, coarse=True)
    for profile in profiles:
        rows += _profile_rows(
            settlers, event, cases, known, profile, _heading(event, profile, every, len(profiles)), ranks
        )
    return rows


def _heading(event: Event, profile: Profile, every: Sequence[str], profiles: int) -> str:
    """`A card is exposed during the first deal: all wagers but Side`; without wagers where all are alike."""
    title = capital(event.concept.title)
    if profiles == 1:
        return title
    vocabulary = event.settlers[0].spec.vocabulary
    others = [wager for wager in every if wager not in profile.wagers]
    if len(others) < len(profile.wagers) and len(others) < _FEW:
        return f"{title}: all wagers but {titles(others, vocabulary)}"
    return f"{title}: {titles(profile.wagers, vocabulary)}"


# The cases of each answer.


def _profile_rows(
    settlers: Sequence[Settler],
    event: Event,
    cases: Sequence[Situation],
    known: Sequence[Literal],
    profile: Profile,
    title: str,
    ranks: Sequence[int],
) -> list[Compared]:
    groups = _classes(event, profile)
    every = mask_of((place for places in groups.values() for place in places), len(cases))
    about = [Literal(one.expr, one.cases & every, one.cost) for one in known]
    rows = []
    for places in groups.values():
        wanted = mask_of(places, len(cases))
        try:
            condition: Expr | None = tidied(describe(wanted, every, about), event)
        except ValueError:
            condition = None
        row = _row(settlers, event, cases, profile, places, condition, title, ranks)
        if any(side.state not in ("absent", "not_offered") for side in row.sides):
            rows.append(row)
    return rows


def _classes(event: Event, profile: Profile) -> dict[tuple[tuple[str, str] | None, ...], list[int]]:
    """The cases by what the documents answer, those without any clause left aside."""
    groups: dict[tuple[tuple[str, str] | None, ...], list[int]] = {}
    keys: dict[int, tuple[tuple[str, str] | None, ...] | None] = {}  # many cases have one answer
    for place, said in enumerate(profile.said):
        if id(said) not in keys:
            cited = any(told.cites for told in said.values())
            every = range(len(event.settlers))
            keys[id(said)] = tuple(said[i].key if i in said else None for i in every) if cited else None
        key = keys[id(said)]
        if key is not None:
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
    profile: Profile,
    places: Sequence[int],
    condition: Expr | None,
    title: str,
    ranks: Sequence[int],
) -> Compared:
    order = sorted(places, key=ranks.__getitem__)
    sides: list[Side] = []
    witness: dict[str, Json] = {}
    results: dict[str, str] = {}
    shown_rounds = witnesses(event, cases, profile, order)
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
    return replace(row, wagers=profile.wagers, basis=enumerated(len(cases)))


def _side(settler: Settler, told: Sequence[Answer]) -> Side:
    vocabulary = settler.spec.vocabulary
    told = list({id(one): one for one in told}.values())
    rows = each_once(row for one in told for row in one.rows)
    cites = full(settler, distinct([clause for one in told for clause in one.cites]))
    rules = tuple(Said(row.id, *rule_words(row, vocabulary), full(settler, row.cites)) for row in rows)
    says = " / ".join(sorted({disposition(word) for one in told for word in one.words}))
    return Side(settler.spec.id, says, told[0].state, cites, tuple(dict.fromkeys(rules)))
