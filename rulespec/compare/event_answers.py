"""What each document does to each wager in the cases of an irregularity, and which wagers are answered alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulespec.compare.happenings import Event, Seen, Situation
from rulespec.model.rows import Row
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.tables.clauses import distinct


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
class Profile:
    """Wagers that every document answers alike for in every case. `said` is by case, then by document."""

    wagers: tuple[str, ...]
    said: Sequence[Mapping[int, Answer]]


def profiles_of(event: Event, cases: Sequence[Situation], wagers: Sequence[str], coarse: bool) -> list[Profile]:
    """The wagers in question, those together that no case tells apart; what a document has not, it cannot tell."""
    found: list[Profile] = []
    merged: dict[tuple[int, int], tuple[Answer, ...]] = {}
    # Many cases are one to all documents: they see the same there.
    kinds: dict[tuple[int, ...], int] = {}
    kind_of_case = [kinds.setdefault(tuple(map(id, case.there.values())), len(kinds)) for case in cases]
    there = list({kind: case.there for kind, case in zip(kind_of_case, cases, strict=True)}.values())
    for wager in wagers:
        memory: dict[int, Answer | None] = {}  # by what a spec sees
        for kind in there:
            for i, seen in kind.items():
                if id(seen) not in memory:
                    memory[id(seen)] = answer(event, i, seen, wager, coarse)
        said = [{i: told for i, seen in kind.items() if (told := memory[id(seen)]) is not None} for kind in there]
        if not any(told.state != "absent" and told.cites for kind in said for told in kind.values()):
            continue
        for place, other in enumerate(found):
            if all(_compatible(mine, theirs) for mine, theirs in zip(said, other.said, strict=True)):
                together = [_merged(theirs, mine, merged) for mine, theirs in zip(said, other.said, strict=True)]
                found[place] = Profile((*other.wagers, wager), together)
                break
        else:
            found.append(Profile((wager,), said))
    return [Profile(one.wagers, [one.said[kind] for kind in kind_of_case]) for one in found]


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
            rows = each_once((*mine.rows, *told.rows))
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
    rows = each_once((*(one.row for one in said), *goes_on))
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


def each_once(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple({row.id: row for row in rows}.values())


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


@lru_cache(maxsize=1_024)  # there are few words, and many cases
def kind_of(says: str) -> str:
    """What two answers are held against each other by: void, returned, retracted and invalid leave no result."""
    return " and ".join(sorted({_kind(word) for word in says.split(" / ")[0].split(" and ")}))


def _kind(word: str) -> str:
    return "void" if word in WITHOUT_RESULT else word
