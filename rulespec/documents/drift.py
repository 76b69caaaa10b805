"""What a new text of a document changes: clauses added, removed, renumbered and changed, each by its own words.

Two trees of clauses are aligned level by level. Among the children of two clauses that belong together, those with the
same words (in them and below them) are paired first, then those with the same number and the same clauses in them,
those with the same words of their own, those with the same clauses in them, and those with the same number; what is
left may have moved elsewhere in the document. Only fingerprints are needed, no text.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rulespec.documents.alignment import in_order, increasing
from rulespec.documents.lock import Lock, Locked

Change = Literal["added", "removed", "changed", "renumbered", "moved"]
ROOT = ""


@dataclass(frozen=True, slots=True)
class Drifted:
    """One clause that is not as it was. `old` and `new` are its ids, "" where there is none.

    `changed` clauses have other words of their own, and another number too where `old` and `new` differ; `moved` ones
    stand in another clause now, or in another place among the same clauses, such as the rows of a ranking in another
    order. `below` counts the clauses in it that went with it, unchanged but for their numbers.
    """

    change: Change
    old: str
    new: str
    kind: str
    below: int = 0


@dataclass(frozen=True, slots=True)
class Drift:
    """All that is not as it was, in the order of the new text, what is gone after what came before it."""

    entries: tuple[Drifted, ...]
    old: Lock
    new: Lock

    def counts(self) -> dict[str, int]:
        """How many clauses were changed in each way."""
        changes: tuple[Change, ...] = ("added", "removed", "changed", "renumbered", "moved")
        return {change: sum(entry.change == change for entry in self.entries) for change in changes}


class _Tree:
    """A lock as a tree, with a digest of each clause and all in it that leaves the numbers out."""

    def __init__(self, lock: Lock) -> None:
        self.clauses = lock.clauses
        self.below: dict[str, list[str]] = {ROOT: []}
        for clause in lock.clauses.values():
            self.below.setdefault(clause.above, []).append(clause.id)
        self.whole: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        for name in reversed([*lock.clauses]):  # children come after their parents
            children = self.below.get(name, [])
            said = [self.own(name), *(self.whole[child] for child in children)]
            self.whole[name] = hashlib.sha256("\n".join(said).encode()).hexdigest()
            self.sizes[name] = 1 + sum(self.sizes[child] for child in children)

    def own(self, name: str) -> str:
        return f"{self.kind(name)} {self.clauses[name].fingerprint}"

    def kind(self, name: str) -> str:
        """Its kind; a rule may become an item of another, and say the same."""
        kind = self.clauses[name].kind
        return "rule" if kind == "paragraph" else kind

    def inside(self, name: str) -> str:
        """All the clauses in it, which tell a clause whose number and words have both changed; no others are alike."""
        said = [self.whole[child] for child in self.below.get(name, ())]
        return " ".join([self.kind(name), *said]) if said else f"{id(self)} {name}"

    def label(self, name: str) -> str:
        """The clause's number within the clause that it stands in."""
        return name.removeprefix(self.clauses[name].above)


def drift(old: Lock, new: Lock) -> Drift:
    """What `new` changes against `old`. Clauses that are the same in number and words are not listed."""
    before, after = _Tree(old), _Tree(new)
    pairs = dict(_align(before, after, ROOT, ROOT))
    pairs.update(_moved(before, after, pairs))
    return Drift(tuple(_entries(before, after, pairs, _crossed(before, after, pairs))), old, new)


# Which clause of the new text is which of the old.


def _align(old: _Tree, new: _Tree, above: str, now_above: str) -> Iterator[tuple[str, str]]:
    """Pairs among the clauses below two that belong together. Iterative, so that no depth is too deep."""
    todo = [(above, now_above)]
    while todo:
        here, there = todo.pop()
        for pair in _siblings(old, new, old.below.get(here, []), new.below.get(there, [])):
            yield pair
            todo.append(pair)


def _siblings(old: _Tree, new: _Tree, left: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    same_words = (lambda name: old.whole[name], lambda name: new.whole[name])
    same_own = (old.own, new.own)
    same_below = (old.inside, new.inside)
    same_place = (lambda name: (old.label(name), old.inside(name)), lambda name: (new.label(name), new.inside(name)))
    for old_key, new_key in (same_words, same_place, same_own, same_below):
        if not (left and right):
            break
        left, right, found = _match(old, new, left, right, old_key, new_key)
        pairs += found
    by_label = {new.label(name): name for name in right}
    for name in left:
        other = by_label.get(old.label(name))
        if other is not None and old.clauses[name].kind == new.clauses[other].kind:
            pairs.append((name, other))
    return pairs


def _match(
    old: _Tree,
    new: _Tree,
    left: Sequence[str],
    right: Sequence[str],
    old_key: Callable[[str], Hashable],
    new_key: Callable[[str], Hashable],
) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """Pairs with equal keys; what is left on both sides.

    Where several clauses say the same, those that kept their numbers are paired, unless less is to tell
    where they are paired in order.
    """
    if [(old.label(n), old_key(n)) for n in left] == [(new.label(n), new_key(n)) for n in right]:
        return [], [], list(zip(left, right, strict=True))
    by_label = {new.label(name): name for name in right}
    kept = [(name, by_label[old.label(name)]) for name in left if old.label(name) in by_label]
    kept = [(one, other) for one, other in kept if old_key(one) == new_key(other)]
    ones, others = {one for one, _ in kept}, {other for _, other in kept}
    rest_left, rest_right = [n for n in left if n not in ones], [n for n in right if n not in others]
    kept += _in_order(rest_left, rest_right, old_key, new_key)
    ordered = _in_order(left, right, old_key, new_key)
    fewer = _told(old, new, left, right, ordered) < _told(old, new, left, right, kept)
    return _without(left, right, ordered if fewer else kept)


def _told(old: _Tree, new: _Tree, left: Sequence[str], right: Sequence[str], pairs: list[tuple[str, str]]) -> int:
    """How many of the clauses would have something said of them: those without pair, renumbered or out of order."""
    here, there = ({name: place for place, name in enumerate(side)} for side in (left, right))
    where = sorted((here[one], there[other]) for one, other in pairs)
    renumbered = sum(old.label(one) != new.label(other) for one, other in pairs)
    return len(left) + len(right) - len(pairs) - len(increasing(where)) + renumbered


def _without(
    left: Sequence[str], right: Sequence[str], pairs: list[tuple[str, str]]
) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    ones, others = {one for one, _ in pairs}, {other for _, other in pairs}
    return [n for n in left if n not in ones], [n for n in right if n not in others], pairs


def _in_order(
    left: Sequence[str],
    right: Sequence[str],
    old_key: Callable[[str], Hashable],
    new_key: Callable[[str], Hashable],
) -> list[tuple[str, str]]:
    """Pairs with equal keys that do not cross."""
    pairs = in_order([old_key(name) for name in left], [new_key(name) for name in right])
    return [(left[here], right[there]) for here, there in pairs]


def _moved(old: _Tree, new: _Tree, pairs: dict[str, str]) -> dict[str, str]:
    """Clauses that stand elsewhere now, with all in them: outermost first, each once."""
    taken = set(pairs.values())
    places: dict[str, list[str]] = {}
    for name in new.clauses:
        if name not in taken:
            places.setdefault(new.whole[name], []).append(name)
    moved: dict[str, str] = {}
    for name in old.clauses:
        if name in pairs or name in moved:
            continue
        there = next((place for place in places.get(old.whole[name], ()) if place not in taken), None)
        if there is not None:
            for one, other in [(name, there), *_align(old, new, name, there)]:
                moved[one] = other
                taken.add(other)
    return moved


def _crossed(old: _Tree, new: _Tree, pairs: dict[str, str]) -> set[str]:
    """The clauses of the old text that no longer stand in their order among the others below the same clause."""
    crossed: set[str] = set()
    for above, children in old.below.items():
        there = new.below.get(pairs.get(above, ROOT) if above else ROOT, [])
        places = {name: place for place, name in enumerate(there)}
        paired = [(place, places[pairs[name]]) for place, name in enumerate(children) if pairs.get(name) in places]
        kept = {place for place, _ in increasing(paired)}
        crossed.update(children[place] for place, _ in paired if place not in kept)
    return crossed


# What is said of them.


def _entries(old: _Tree, new: _Tree, pairs: dict[str, str], crossed: set[str]) -> Iterator[Drifted]:
    was = {there: here for here, there in pairs.items()}
    gone: dict[str, list[Drifted]] = {}
    last = ROOT
    for name in old.clauses:
        if name in pairs:
            last = pairs[name]
        elif not _with_parent(old, name, lambda above: above not in pairs):
            entry = Drifted("removed", name, "", old.clauses[name].kind, _unpaired_below(old, name, pairs))
            gone.setdefault(last, []).append(entry)
    yield from gone.get(ROOT, ())
    for name in new.clauses:
        here = was.get(name)
        if here is None:
            if not _with_parent(new, name, lambda above: above not in was):
                yield Drifted("added", "", name, new.clauses[name].kind, _unpaired_below(new, name, was))
        else:
            yield from _pair_entries(old, new, here, name, pairs)
            if here in crossed and here == name and old.own(here) == new.own(name):
                yield Drifted("moved", here, name, new.clauses[name].kind)
        yield from gone.get(name, ())


def _with_parent(tree: _Tree, name: str, unpaired: Callable[[str], bool]) -> bool:
    """Whether the clause is in one that is itself gone (or new), which is told of all that is in it."""
    above = tree.clauses[name].above
    return bool(above) and unpaired(above)


def _unpaired_below(tree: _Tree, name: str, pairs: dict[str, str]) -> int:
    children = tree.below.get(name, [])
    return sum(1 + _unpaired_below(tree, child, pairs) for child in children if child not in pairs)


def _pair_entries(old: _Tree, new: _Tree, here: str, there: str, pairs: dict[str, str]) -> Iterator[Drifted]:
    kind = new.clauses[there].kind
    if old.own(here) != new.own(there):
        yield Drifted("changed", here, there, kind)
    elif here != there and not _follows(old, new, here, there, pairs):
        below = sum(1 for child in _all_below(old, here) if child in pairs and old.own(child) == new.own(pairs[child]))
        stays = pairs.get(old.clauses[here].above, ROOT) == new.clauses[there].above
        yield Drifted("renumbered" if stays else "moved", here, there, kind, below)


def _follows(old: _Tree, new: _Tree, here: str, there: str, pairs: dict[str, str]) -> bool:
    """Whether its number is another one only because that of the clause it stands in is."""
    above, now_above = old.clauses[here].above, new.clauses[there].above
    return bool(above) and pairs.get(above) == now_above and old.label(here) == new.label(there)


def _all_below(tree: _Tree, name: str) -> Iterator[str]:
    todo = list(tree.below.get(name, ()))
    while todo:
        child = todo.pop()
        yield child
        todo += tree.below.get(child, ())


def locked_of(drift_: Drift, entry: Drifted) -> Locked:
    """The clause of an entry, as the new text has it, or the old where it is gone."""
    return drift_.new.clauses[entry.new] if entry.new else drift_.old.clauses[entry.old]
