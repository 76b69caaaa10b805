"""Changes to a document's clauses, one at a time, and what a comparison has to say of each."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from string import ascii_lowercase

from document_making import ROMAN, locked, read

from rulespec.documents.drift import drift
from rulespec.documents.fingerprint import fingerprint
from rulespec.documents.lock import Lock
from rulespec.documents.numbering import ordinal
from rulespec.documents.printing import markdown
from rulespec.documents.profile import Profile
from rulespec.documents.tree import Clause, walk
from rulespec.errors import LoadError

Tree = tuple[Clause, ...]
Parts = tuple[str | Clause, ...]
Place = tuple[int, ...]
Entry = tuple[str, str, str]
MUTATIONS = ("delete", "delete and shift", "insert", "double", "renumber", "reword")
NEW = "NEW "  # before the ids of clauses that the old text has not
_NUMBERED = ("section", "rule", "paragraph")
_MUTABLE = (*_NUMBERED, "definition", "row", "table", "note")


def verdict(tree: Tree, old: Lock, profile: Profile, random: Random, how: str) -> str:
    """What became of one random change to a tree with the lock `old`.

    `exact`: all is said as it is; `equivalent`: of another clause of the same words; `none`: no such change could be
    made, or the document lost the line at which its rules begin. Anything else says what is wrong.
    """
    changed = mutate(tree, random, how)
    if changed is None:
        return "none"
    text = markdown(changed, profile)
    try:
        again = read(text, profile).tree
    except LoadError:
        return "none"
    if shape(changed) != shape(again):
        return f"read otherwise than it was written:\n{text}"
    new = locked(text, profile)
    found = {(entry.change, entry.old, entry.new) for entry in drift(old, new).entries}
    wanted = expected(tree, changed, again)
    if found == wanted:
        return "exact"
    was, now = old.clauses, new.clauses
    words = {was[one].fingerprint for _, one, _ in wanted if one} | {now[one].fingerprint for *_, one in wanted if one}
    alike = all(
        (not one or was[one].fingerprint in words) and (not other or now[other].fingerprint in words)
        for _, one, other in found
    )
    if alike and len(found) <= len(wanted):
        return "equivalent"
    return f"wanted {sorted(wanted - found)}, found {sorted(found - wanted)} in:\n{text}"


def shape(tree: Tree) -> list[tuple[str, str, str, int]]:
    """What is in a tree, apart from ids: those of rows, definitions and headings come from their words."""
    chains = [*walk(tree)]
    return [(c[-1].kind, "" if c[-1].kind == "row" else c[-1].label, fingerprint(c[-1]), len(c)) for c in chains]


def expected(tree: Tree, changed: Tree, again: Tree) -> set[Entry]:
    """The changes from `tree` to `again`, which is `changed` read anew: clauses that kept their ids in it are old."""
    became = {c[-1].id: d for c, d in zip(walk(changed), walk(again), strict=True) if not c[-1].id.startswith(NEW)}
    ids = {one: chain[-1].id for one, chain in became.items()}
    found: set[Entry] = set()
    for *outer, clause in walk(tree):
        above = outer[-1].id if outer else ""
        if clause.id not in became:
            if not above or above in became:
                found.add(("removed", clause.id, ""))
            continue
        *now_outer, now = became[clause.id]
        now_above = now_outer[-1].id if now_outer else ""
        along = above and ids.get(above) == now_above
        if fingerprint(clause) != fingerprint(now):
            found.add(("changed", clause.id, now.id))
        elif clause.id != now.id and not (along and clause.id.removeprefix(above) == now.id.removeprefix(now_above)):
            found.add(("renumbered", clause.id, now.id))
    for *outer, clause in walk(again):
        above = outer[-1].id if outer else ""
        if clause.id not in ids.values() and (not above or above in ids.values()):
            found.add(("added", "", clause.id))
    return found


def mutate(tree: Tree, random: Random, how: str) -> Tree | None:
    """The tree with one clause changed; None where the clause that came up cannot be changed so."""
    place, clause = random.choice([(place, one) for place, one in _places(tree, ()) if one.kind in _MUTABLE])
    if how == "delete":
        return _put(tree, place, ())
    if how == "reword":
        other = _reworded(clause, random)
        return _put(tree, place, (other,)) if other else None
    if clause.kind not in _NUMBERED or not clause.label.strip("()")[-1:].isalnum():
        return None
    followers = _followers(tree, place)
    try:
        if how == "renumber":
            return None if followers else _put(tree, place, (_bumped(clause, random.choice((1, 2))),))
        for follower in followers:
            tree = _put(tree, follower, (_bumped(_at(tree, follower), -1 if how == "delete and shift" else 1),))
        if how == "delete and shift":
            return _put(tree, place, ())
        more = _bumped(clause, 1)
        if how == "insert":
            more = replace(more, parts=(f"{_fresh(random)}.",), heading=more.heading and _fresh(random).title())
        return None if _holds_definitions(clause) else _put(tree, place, (clause, _as_new(more)))
    except IndexError:  # no marks are left
        return None


def _places(parts: Parts, above: Place) -> Iterator[tuple[Place, Clause]]:
    for place, part in enumerate(parts):
        if isinstance(part, Clause):
            yield (*above, place), part
            yield from _places(part.parts, (*above, place))


def _at(parts: Parts, place: Place) -> Clause:
    clause = parts[place[0]]
    assert isinstance(clause, Clause)
    return _at(clause.parts, place[1:]) if len(place) > 1 else clause


def _put(parts: Parts, place: Place, instead: Parts) -> Parts:
    first, *rest = place
    if rest:
        clause = _at(parts, (first,))
        instead = (replace(clause, parts=_put(clause.parts, tuple(rest), instead)),)
    return (*parts[:first], *instead, *parts[first + 1 :])


def _followers(tree: Tree, place: Place) -> list[Place]:
    """The places of the clauses that go on counting after the one at `place`."""
    siblings = _at(tree, place[:-1]).parts if len(place) > 1 else tree
    first, found = _at(tree, place), []
    for where in range(place[-1] + 1, len(siblings)):
        one = siblings[where]
        if not isinstance(one, Clause) or one.kind not in _NUMBERED:
            continue
        if (one.kind, one.alphabet, _count(one)) != (first.kind, first.alphabet, _count(first) + len(found) + 1):
            break
        found.append((*place[:-1], where))
    return found


def _count(clause: Clause) -> int:
    if clause.kind == "paragraph":
        return ordinal(clause.alphabet, clause.label.strip("()")) or 0
    return int(clause.label.rpartition(".")[2])


def _bumped(clause: Clause, by: int) -> Clause:
    """The clause with another number, and with it the rules in it."""
    count = _count(clause) + by
    if clause.kind == "paragraph":
        marks = {"number": str(count), "letter": [*ascii_lowercase][count - 1], "roman": ([*ROMAN] * 2)[count - 1]}
        return replace(clause, label=f"({marks[clause.alphabet]})")
    head, dot, _ = clause.label.rpartition(".")
    return _relabelled(clause, clause.label, f"{head}{dot}{count}")


def _relabelled(clause: Clause, old: str, new: str) -> Clause:
    counted = clause.kind in ("section", "rule") and f"{clause.label}.".startswith(f"{old}.")
    parts = tuple(part if isinstance(part, str) else _relabelled(part, old, new) for part in clause.parts)
    return replace(clause, label=new + clause.label[len(old) :] if counted else clause.label, parts=parts)


def _as_new(clause: Clause) -> Clause:
    parts = tuple(part if isinstance(part, str) else _as_new(part) for part in clause.parts)
    return replace(clause, id=NEW + clause.id, parts=parts)


def _holds_definitions(clause: Clause) -> bool:
    """Whether there are terms in it: where the profile says so by id, a copy elsewhere holds none."""
    return any(chain[-1].kind == "definition" for chain in walk((clause,)))


def _reworded(clause: Clause, random: Random) -> Clause | None:
    """The clause with another last word in its first sentence (a row: in its last cell), which its id is not from."""
    place = next((place for place, part in enumerate(clause.parts) if isinstance(part, str)), None)
    if place is None:
        return None
    words = str(clause.parts[place])
    if clause.kind == "row":
        other = f"{words} zebra" if " | " in words else ""
    else:
        *before, last = words.split(" ")
        ending = last[len(last.rstrip(":;.,—–-")) :]
        other = " ".join([*before, f"{_fresh(random)}{ending}"]) if before else ""
    return replace(clause, parts=(*clause.parts[:place], other, *clause.parts[place + 1 :])) if other else None


def _fresh(random: Random) -> str:
    return f"zebra {''.join(random.choice('bcdfgh') for _ in range(8))} quagga"
