"""What is written otherwise and says the same is no change; what is told to people otherwise is editorial at most."""

import os
import random
from pathlib import Path

import pytest
from gating import house
from restyled import ORDERED, WALKED, Style, restyled

from rulespec.compare.change_classes import EDITORIAL
from rulespec.compare.gate import compare_sides
from rulespec.compare.gate_sides import Side, sides_of
from rulespec.load.library import Library
from rulespec.resources import folder

TOLD = ("title", "because")  # keys of texts for people, which may be any
SPECS = Path(folder("specs"))
SHIPPED = sorted({path.parent.name for path in SPECS.glob("*/*.yaml")})


def written(source: Path, target: Path, seed: int, told: bool, ordered: tuple[str, ...] = (*ORDERED, *WALKED)) -> Path:
    """A specs folder in another style; where `told`, with other texts for people too."""
    chance = random.Random(seed)

    def other(key: str, text: str) -> str:
        return f"{text}, so it is told" if told and key in TOLD and chance.random() < 0.7 else text

    for path in sorted(source.rglob("*")):
        if path.is_file():
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".yaml":
                place.write_text(restyled(path, Style(chance, other, ordered)), encoding="utf-8")
            else:
                os.link(path, place)
    return target


def of_jurisdiction(name: str, target: Path) -> Path:
    """The shipped specs of one jurisdiction, with what all of them have in common."""
    for path in sorted(SPECS.rglob("*")):
        if path.is_file() and path.relative_to(SPECS).parts[0] in (name, path.name):
            place = target / path.relative_to(SPECS)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
    return target


def said(before: Side, after: Side) -> list[tuple[str, str, str]]:
    assert before.findings == ()
    assert after.findings == (), [f"{one.place} {one.message}" for one in after.findings]
    found = compare_sides(before, after)
    assert found.unread == ()
    return [(one.change.level if one.change else "", one.rule, f"{one.spec} {one.subject}") for one in found.changes]


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house(tmp_path_factory.mktemp("invented") / "specs")


@pytest.mark.parametrize("seed", range(2))
def test_another_style_is_no_change(invented: Path, tmp_path: Path, seed: int) -> None:
    sides = sides_of(Library(invented), Library(written(invented, tmp_path / "specs", seed, told=False)))
    assert said(*sides) == []


@pytest.mark.parametrize("seed", range(1))
def test_other_words_for_people_are_editorial(invented: Path, tmp_path: Path, seed: int) -> None:
    sides = sides_of(Library(invented), Library(written(invented, tmp_path / "specs", seed, told=True)))
    found = said(*sides)
    assert {level for level, _, _ in found} == {EDITORIAL}, found


def shipped(name: str, tmp_path: Path, seed: int, ordered: tuple[str, ...] = (*ORDERED, *WALKED)) -> None:
    own = of_jurisdiction(name, tmp_path / "own")
    assert said(*sides_of(Library(own), Library(written(own, tmp_path / "style", seed, False, ordered)))) == []
    found = said(*sides_of(Library(own), Library(written(own, tmp_path / "words", seed, True, ordered))))
    assert {level for level, _, _ in found} <= {EDITORIAL}, found


@pytest.mark.parametrize("name", ["nsw"])
def test_shipped_specs_in_another_style(name: str, tmp_path: Path) -> None:
    shipped(name, tmp_path, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_spec_in_another_style(name: str, seed: int, tmp_path: Path) -> None:
    shipped(name, tmp_path, seed, ORDERED if seed % 5 == 0 else (*ORDERED, *WALKED))
