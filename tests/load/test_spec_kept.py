"""Specs as text and back: each comes back as it was, and nothing else comes back at all."""

import base64
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulespec.load.library import Library
from rulespec.load.spec_kept import pack_spec, unpack_spec
from rulespec.model.expr import Always, Not
from rulespec.model.packing import Unpackable
from rulespec.model.spec import Spec

ROOT = Path(__file__).parents[2]
SHIPPED, FIXTURES = Library(ROOT / "specs"), Library(ROOT / "tests" / "fixtures" / "specs")


def one() -> Spec:
    return FIXTURES.load(FIXTURES.ids()[0])


@pytest.mark.parametrize("shelf", [SHIPPED, FIXTURES], ids=["shipped", "fixtures"])
def test_specs_come_back(shelf: Library) -> None:
    for spec in shelf.load_all(shelf.ids()):
        packed = pack_spec(spec)
        assert packed.isascii()
        assert unpack_spec(packed) == spec


class Harm:
    """What runs a command where it is made again."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.system, ("exit 1",)


def written(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode("ascii")


def reaching(name: str) -> str:
    """A text that asks for a name of a module of ours, as `c` does in Python's form."""
    return base64.b64encode(f"crulespec.model.spec\n{name}\n.".encode()).decode("ascii")


@pytest.mark.parametrize(
    "packed",
    [
        None,
        5,
        "",
        "no base64!",
        base64.b64encode(b"no pickle").decode(),
        pack_spec(one())[:-8],
        written({"spec": "none"}),
        written(Always()),
        written(Harm()),
        written(os.path.join),
        reaching("dataclass"),
        reaching("dataclass.__globals__"),
        reaching("Spec.__init__"),
        reaching("Spec"),  # the class, and no spec
    ],
    ids=str,
)
def test_nothing_else_comes_back(packed: Any) -> None:
    with pytest.raises(ValueError, match="no spec"):
        unpack_spec(packed)


def test_a_spec_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="made of no"):
        unpack_spec(pack_spec(replace(one(), title=Path("title"))))  # type: ignore[arg-type]


def test_what_cannot_be_packed_is_refused() -> None:
    with pytest.raises(Unpackable):
        pack_spec(replace(one(), title=lambda: "title"))  # type: ignore[arg-type]
    tall: Any = Always()
    for _ in range(100_000):
        tall = Not(tall)
    with pytest.raises(Unpackable):
        pack_spec(replace(one(), title=tall))
