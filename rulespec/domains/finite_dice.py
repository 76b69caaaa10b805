"""Dice thrown together: every throw with how often it comes up, and what can be measured of one.

Which die shows what makes no difference, so that a throw is named by its faces in rising order: `1 4 4`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from rulespec.domains.base import Fault, RoundFault

MOST_THROWS = 20_000  # different throws that are listed: eight dice of twelve faces have 75,582

Throw = tuple[int, ...]
Measure = Callable[[Throw], int]

# What may be measured of a throw, by the words with which a spec asks for it.
MEASURES: dict[str, Measure] = {
    "total": sum,
    "different": lambda throw: len(set(throw)),
    "highest": max,
    "lowest": min,
    "most alike": lambda throw: max(Counter(throw).values()),
}
SHOWING = "showing"  # and with a face behind it: how many dice show that face
_SHOWING = re.compile(rf"{SHOWING} ([1-9][0-9]{{0,3}})")
_FACE = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Dice:
    """So many dice with the faces 1 to `faces`, each as likely as the other."""

    count: int
    faces: int

    @property
    def different(self) -> int:
        """How many throws can be told apart."""
        return comb(self.count + self.faces - 1, self.count)

    def throws(self) -> Iterator[tuple[Throw, int]]:
        """Every throw, its faces in rising order, with the number of ways in which the single dice can show it."""
        for throw in combinations_with_replacement(range(1, self.faces + 1), self.count):
            yield throw, factorial(self.count) // prod(map(factorial, Counter(throw).values()))

    def recorded(self, name: str) -> list[int]:
        """A throw as rounds give it."""
        return [int(face) for face in name.split()]

    def read(self, given: Any, called: str) -> str | None:
        """The name of the throw that a round gives; None where it leaves some dice open. Raises `RoundFault`."""
        example = [1, *range(2, self.count + 1)] if self.count <= self.faces else [1] * self.count
        hint = f"list the faces of the {self.count} dice, such as `{example}`"
        if not isinstance(given, list):
            raise RoundFault(Fault(f"`{called}` is `{given}`, and no list of faces", "outcome", hint))
        for face in given:
            if not _FACE.fullmatch(str(face)) or not 1 <= int(str(face)) <= self.faces:
                message = f"no die shows `{face}`: the faces of `{called}` are 1 to {self.faces}"
                raise RoundFault(Fault(message, "outcome", hint))
        if len(given) > self.count:
            thrown = "1 die is" if self.count == 1 else f"{self.count} dice are"
            message = f"`{called}` lists {len(given)} faces, and {thrown} thrown"
            raise RoundFault(Fault(message, "outcome", hint))
        return named(sorted(int(str(face)) for face in given)) if len(given) == self.count else None


def named(throw: Sequence[int]) -> str:
    """The name of a throw whose faces are in rising order."""
    return " ".join(map(str, throw))


def measure(text: str, dice: Dice) -> Measure:
    """What a text measures of a throw. Raises `ValueError`, in plain words, where it measures nothing."""
    words = " ".join(text.split())
    face = _SHOWING.fullmatch(words)
    if face is not None:
        shown = int(face[1])
        if shown > dice.faces:
            raise ValueError(f"no die shows {shown}: the faces are 1 to {dice.faces}")
        return lambda throw: throw.count(shown)
    if words not in MEASURES:
        raise ValueError(f"`{words}` is nothing that is measured of a throw")
    return MEASURES[words]


def offered() -> str:
    """What may be measured, for a hint."""
    return f"one of {', '.join(MEASURES)}, {SHOWING} FACE"
