"""Changes of what is declared, and of what is only told: entries as they are written, at the level of their effects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, EDITORIAL, UNDECIDED
from rulespec.compare.change_drafts import Draft, from_entries, relevelled, worst
from rulespec.compare.change_trials import event_refused, first_apart, leaves_events_out, may_refuse, offers_more
from rulespec.compare.entries import Key, definitions_in
from rulespec.compare.versions import Versions
from rulespec.model.finding import PROVED

PLAYED = ("settlement", "pay", "stake", "decision", "irregularity", "jackpot")
PLAYED_SECTIONS = ("valid", "stake", "settle", "play", "pay", "events", "follow", "jackpots", "prize_order")
_OF_WAGERS = ("valid", "stake", "settle", "pay")
FEEDING = ("groups", "deeds", "define", "setup", "draws", "stages", "wagers", "options", "interpretations")
_ENTRY_OF = {"settlement": "settle", "pay": "pay", "irregularity": "events", "option": "options", "wager": "wagers"}


def declared_changes(two: Versions, meant: set[Key], played: Sequence[Draft]) -> list[Draft]:
    """Changes of what is declared: each with its own level, or that of what follows from it."""
    told = _told_keys(played)
    found: list[Draft] = []
    for key in sorted(meant, key=_order):
        section = key[0]
        first, second = (declared.get(key) for declared in two.declared)
        entry = second or first
        assert entry is not None
        kind = "added" if first is None else "removed" if second is None else "changed"
        if section in _OF_WAGERS and None in (one.get(("wagers", key[1])) for one in two.declared):
            continue  # the wager that is added or removed tells it
        if section in PLAYED_SECTIONS:
            if key not in told:
                found.append(_rewritten(two, key, entry.area, played))
        elif section == "wagers":
            found.append(_of_declaration(two, key, "wager", kind, played))
        elif section == "options":
            found.append(_of_declaration(two, key, "option", kind, played))
        elif section in ("groups", "deeds", "define", "hand"):
            found.append(_feeding(two, key, "definition", kind, played))
        elif section in ("setup", "draws", "stages", "interpretations", "spec"):
            if not any(draft.keys == (key,) for draft in played):
                found.append(_feeding(two, key, "ranking", kind, played))
        elif section == "left_out":
            found.append(_left_out(two, key))
        elif section == "vocabulary":
            found += [_of_vocabulary(two, key, entry.area)] if first is not None and second is not None else []
        else:
            draft = from_entries(two, key, entry.area, "changed", COMPATIBLE)
            one_way = {(True, False): "added", (False, True): "removed"}  # of several of a kind that are told together
            found.append(replace(draft, kind=one_way.get((not draft.says[0], not draft.says[1]), "changed")))
    return found


def _of_vocabulary(two: Versions, key: Key, area: str) -> Draft:
    """What the vocabulary says of an irregularity or an option: no proof reads it, so that rounds are tried."""
    draft = from_entries(two, key, area, "changed", UNDECIDED, "no proof reads what the vocabulary says of it")
    tried = event_refused(two) if area == "irregularity" else first_apart(two, key[1].partition("/")[2])
    if tried is None:
        return draft
    round_, shown = tried
    return replace(draft, level=BREAKING, why="", witness=round_, results=shown.results, favours=shown.favours)


def _told_keys(played: Iterable[Draft]) -> set[Key]:
    """The entries whose change is told by what rounds come to."""
    found: set[Key] = set()
    for draft in played:
        found |= set(draft.keys)
        name = draft.subject.partition("/")[0]
        if draft.area == "stake":
            found |= {("stake", name), ("valid", name)}
        elif draft.area == "decision":
            found |= {("play", part) for part in draft.subject.split("/")}
        elif draft.area in _ENTRY_OF:
            found.add((_ENTRY_OF[draft.area], name))
    return found


def _rewritten(two: Versions, key: Key, area: str, played: Sequence[Draft]) -> Draft:
    """Rules that were written anew and, as proofs say, come to the same; else with the level of what is not told."""
    undecided = [draft for draft in played if draft.level == UNDECIDED and draft.area == "ranking"]
    if undecided:
        return from_entries(two, key, area, "changed", UNDECIDED, undecided[0].why)
    return replace(from_entries(two, key, area, "reworded", COMPATIBLE), basis=PROVED)


def _left_out(two: Versions, key: Key) -> Draft:
    """What is left out. Wagers that are, are none of the spec; of irregularities, the rules that there are go dead."""
    draft = from_entries(two, key, "spec", "changed", COMPATIBLE)
    if not leaves_events_out(two):
        return draft
    found = event_refused(two)
    if found is None:
        return replace(draft, level=UNDECIDED, why="no round was found that the second version refuses")
    return replace(draft, level=BREAKING, witness=found[0], results=found[1].results)


def _of_declaration(two: Versions, key: Key, area: str, kind: str, played: Sequence[Draft]) -> Draft:
    """A wager or an option: a round of the first version that the second refuses, or that only the second allows."""
    option, wager = (key[1], "") if area == "option" else ("", key[1])
    draft = from_entries(two, key, area, kind, COMPATIBLE)
    found = first_apart(two, option, wager)
    if found is not None:
        round_, shown = found
        kind = "narrowed" if kind == "changed" else kind
        return replace(draft, kind=kind, level=BREAKING, witness=round_, results=shown.results, favours=shown.favours)
    if kind == "added":
        return draft
    if kind == "changed" and offers_more(two, option, wager):
        return replace(draft, kind="widened")
    level = worst(one for one in played if one.area in PLAYED)
    if kind == "changed" and level in (COMPATIBLE, EDITORIAL) and not may_refuse(two, option):
        return draft
    return relevelled(draft, UNDECIDED, "no round was found that the second version refuses")


def _feeding(two: Versions, key: Key, area: str, kind: str, played: Sequence[Draft]) -> Draft:
    """What other rules are made of: as grave as what follows from it, compatible where nothing does."""
    section, name = key
    mine = [draft for draft in played if draft.area in PLAYED]
    if section == "define":
        using = _users(two, name)
        mine = [draft for draft in mine if using & {*draft.subject.replace(".", "/").split("/")}]
    level = worst(mine)
    draft = from_entries(two, key, area, kind, COMPATIBLE if level == EDITORIAL else level)
    shown = next((one for one in mine if one.level == BREAKING), None)
    if level == BREAKING and shown is not None:
        return replace(draft, witness=shown.witness, results=shown.results, favours=_joined(mine), basis=shown.basis)
    return replace(draft, why="what follows from it is not decided")


def _joined(drafts: Iterable[Draft]) -> str:
    favours = {draft.favours for draft in drafts if draft.level == BREAKING}
    return favours.pop() if len(favours) == 1 else "mixed"


def _users(two: Versions, name: str) -> set[str]:
    """The subjects of the rules that speak of a definition."""
    books = [settler.rulebook for settler in two.both]
    rules = [(row.subject, row) for book in books for row in book.rows()]
    pays = [(wager, table) for book in books for wager, table in book.pay.items()]
    return {subject for subject, rule in (*rules, *pays) if any(one.name == name for one in definitions_in(rule))}


# What is only told.


def told_changes(two: Versions, meant: set[Key], found: Sequence[Draft]) -> Iterator[Draft]:
    """Titles, reasons, words and clauses."""
    words = two.differing("telling") - meant
    clauses = two.differing("cited") - meant - words
    for key in sorted(words, key=_order):
        first, second = (declared.get(key) for declared in two.declared)
        entry = second or first
        assert entry is not None
        kind = "reworded"
        if entry.area == "term":
            kind = "added" if first is None else "removed" if second is None else "changed"
        area = entry.area if f"{entry.area}-{kind}" in _EDITORIAL else "document"
        yield from_entries(two, key, area, kind, EDITORIAL)
    for key in sorted(clauses, key=_order):
        yield from_entries(two, key, "citation", "reworded", EDITORIAL)


_EDITORIAL = {
    "definition-changed",
    "option-changed",
    "spec-reworded",
    "document-reworded",
    "term-added",
    "term-removed",
    "term-changed",
}
_SECTIONS: Mapping[str, int] = {
    name: place
    for place, name in enumerate(
        (
            *("spec", "document", "setup", "draws", "stages", "groups", "define", "deeds", "wagers", "options"),
            *PLAYED_SECTIONS,
        )
    )
}


def _order(key: Key) -> tuple[int, str]:
    return _SECTIONS.get(key[0], len(_SECTIONS)), key[1]
