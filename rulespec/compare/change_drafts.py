"""A change as it is found, before it is told: made into a finding of the gate."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rulespec.compare.change_classes import BREAKING, BY_ID, COMPATIBLE, EDITORIAL, MIXED, SEVERITY, UNDECIDED
from rulespec.compare.entries import Entry, Key
from rulespec.compare.versions import Versions
from rulespec.model.finding import Change, Finding, Json, When
from rulespec.model.place import Place
from rulespec.model.spec import Spec

EARLIER = "the earlier version"
_FAVOURS = {
    "player": "the player comes off better",
    "house": "the player comes off worse",
    "mixed": "",
    "neutral": "",
}


_BEFORE = 40  # characters that are shown before two long texts part


@dataclass(frozen=True)
class Draft:
    """One change: its area, kind and level, what it is about, what was said and by what, before and after.

    `subject` is stable; `title` the same in plain words. `why` says why nothing is known where it is undecided.
    `uses` are the subjects, as proofs call them, that an entry feeds, for those whose level is that of their effects.
    """

    area: str
    kind: str
    level: str
    subject: str
    title: str
    says: tuple[str, str]
    clauses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    places: tuple[Place | None, Place | None] = (None, None)
    when: When | None = None
    witness: Json | None = None
    results: tuple[tuple[str, str], ...] = ()
    favours: str = ""
    share: str = ""
    over: str = ""
    basis: str = ""
    why: str = ""
    keys: tuple[Key, ...] = field(default=())

    @property
    def class_id(self) -> str:
        return f"{self.area}-{self.kind}"


def finding_of(two: Versions, draft: Draft) -> Finding:
    """The change as a finding of the gate."""
    spec = two.after.spec
    earlier = f"`{two.before.spec.id}`"  # an id of ours, that nobody knows
    draft = replace(
        draft,
        why=draft.why.replace(earlier, EARLIER),
        results=tuple((side, text.replace(earlier, EARLIER)) for side, text in draft.results),
    )
    here, there = draft.places[1], draft.places[0]
    favours = draft.favours or BY_ID[draft.class_id].direction
    change = Change(
        draft.level,
        favours,
        *draft.says,
        draft.clauses[0],
        there,
        draft.results,
        draft.share,
        title=draft.title,
        unknown=draft.why if draft.level == UNDECIDED else "",
        over=draft.over,
    )
    clauses = draft.clauses[1] or draft.clauses[0]
    place = here or _nearby(spec, draft.keys) or spec.place
    witness = None if draft.witness is None else {**draft.witness, "spec": spec.id}
    return Finding(
        draft.class_id,
        SEVERITY[draft.level],
        _message(draft, favours),
        place,
        spec.id,
        clauses,
        "",
        witness,
        draft.basis,
        draft.when,
        draft.subject,
        change=change,
    )


def _nearby(spec: Spec, keys: Iterable[Key]) -> Place | None:
    """Where an entry that is gone would stand: the first of its section."""
    sections = {section for section, _ in keys}
    return next((place for path, place in spec.places.items() if path.partition(".")[0] in sections), None)


def _message(draft: Draft, favours: str) -> str:
    before, after = draft.says
    if draft.kind == "reworded" and draft.level == EDITORIAL:
        said = _reworded(draft)
    elif before and after:
        first, second = _both_short(before, after)
        said = f"{draft.title}: `{first}` becomes `{second}`"
    elif after:
        said = f"{draft.title}: `{_short(after)}` is new"
    elif before:
        said = f"{draft.title}: `{_short(before)}` is gone"
    elif draft.results:
        first, second = (text for _, text in draft.results)
        said = f"{draft.title}: the same words, and `{_short(first)}` becomes `{_short(second)}` in the round shown"
    elif draft.kind == "added":
        said = f"{draft.title}: the same words, and they answer what was open, by what is otherwise"
    else:
        said = f"{draft.title}: declared otherwise"
    if draft.when is not None:
        said += f" when {draft.when.told}"
    told = [said]
    if draft.level == BREAKING and _FAVOURS.get(favours):
        told.append(_FAVOURS[favours])
    if draft.level == COMPATIBLE and draft.kind == "reworded":
        told.append(f"proved to come to the same wherever {EARLIER} answers")
    if draft.level == UNDECIDED:
        told.append(f"not decided: {draft.why}")
    return "; ".join(told)


def _reworded(draft: Draft) -> str:
    before, after = draft.says
    if draft.area == "citation":
        first, second = (", ".join(some) or "nothing" for some in draft.clauses)
        return f"{draft.title}: cites {second} instead of {first}"
    if before != after and before and after:
        return f"{draft.title}: `{_short(before)}` becomes `{_short(after)}`"
    return f"{draft.title}: told in other words"


def _both_short(before: str, after: str) -> tuple[str, str]:
    """Two texts, short: from where they part, where their beginnings are the same."""
    first, second = _short(before), _short(after)
    if first != second or before == after:
        return first, second
    pairs = enumerate(zip(before, after, strict=False))
    parted = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = before[: parted - _BEFORE].rfind(" ") + 1
    return f"...{_short(before[start:])}", f"...{_short(after[start:])}"


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}..."


def from_entries(two: Versions, key: Key, area: str, kind: str, level: str, why: str = "") -> Draft:
    """A change of an entry, as it is written."""
    first, second = (declared.get(key) for declared in two.declared)
    some = second or first
    assert some is not None
    says = tuple(_differing_parts(first, second))
    return Draft(
        area,
        kind,
        level,
        subject_of(key),
        title_of(two, key, some),
        (says[0], says[1]),
        (first.cites if first else (), second.cites if second else ()),
        (first.place if first else None, second.place if second else None),
        basis="written",
        why=why,
        keys=(key,),
    )


def _differing_parts(first: Entry | None, second: Entry | None) -> tuple[str, str]:
    """What both say, without the parts that are the same: of tables of many rules, those that changed."""
    parts = [entry.says.split("; ") if entry and entry.says else [] for entry in (first, second)]
    if first is None or second is None:
        return "; ".join(parts[0]), "; ".join(parts[1])
    before = [one for one in parts[0] if one not in parts[1]]
    after = [one for one in parts[1] if one not in parts[0]]
    return "; ".join(before), "; ".join(after)


def subject_of(key: Key) -> str:
    """The stable name of an entry: `settle/main`, `define/dealer.qualifies`, `prize_order`."""
    section, name = key
    return f"{section}/{name}" if name else section


_TITLES = {
    "valid": "Validity of {}",
    "stake": "What is at risk on {}",
    "settle": "Result of {}",
    "draws": "Whether {} takes one more card",
    "play": "Acts at {}",
    "pay": "Payment of {}",
    "groups": "Group {}",
    "deeds": "Deed {}",
    "define": "Definition of {}",
    "wagers": "Wager {}",
    "terms": "Term {}",
    "setup": "{}",
    "spec": "The spec's {}",
    "document": "The document's {}",
    "vocabulary": "The vocabulary's {}",
}
_WHOLE = {
    "stages": "Stages",
    "follow": "What follows from results",
    "prize_order": "Order in which prizes are taken",
    "interpretations": "Readings that always apply",
    "readings": "Interpretations",
    "invariants": "Invariants",
    "left_out": "What is left out",
    "not_encoded": "Clauses that are not encoded",
    "provisions": "Provisions",
    "hand": "Rules on hands",
}


_OF_DOCUMENT = {
    "effective": "day from which it holds",
    "entry": "entry",
    "prefix": "part",
    "accounts_for": "parts that are accounted for",
}


def title_of(two: Versions, key: Key, entry: Entry) -> str:
    """What an entry is, in plain words."""
    section, name = key
    vocabulary = two.after.spec.vocabulary
    if section == "vocabulary" and "/" in name:
        return f"What the vocabulary says of {vocabulary.title(name.partition('/')[2])}"
    if section == "document":
        return f"The document's {_OF_DOCUMENT.get(name, name)}"
    if not name or section == "hand":
        return _WHOLE[section]
    if section == "jackpots":
        wager, _, part = name.partition(".")
        return f"{vocabulary.title(wager)}, {part} of the jackpot"
    title = (
        name.replace("_", " ") if section in ("define", "terms", "setup", "groups", "draws") else vocabulary.title(name)
    )
    title = vocabulary.stage(name) if section == "play" else title
    words = _TITLES.get(section, "{}").format(title)
    return words[:1].upper() + words[1:]


def worst(drafts: Iterable[Draft]) -> str:
    """The gravest level among some changes; editorial for none."""
    order = (EDITORIAL, COMPATIBLE, UNDECIDED, BREAKING)
    return max((draft.level for draft in drafts), key=order.index, default=EDITORIAL)


def relevelled(draft: Draft, level: str, why: str = "") -> Draft:
    """The same change at another level."""
    return replace(draft, level=level, why=why, favours=draft.favours or MIXED)
