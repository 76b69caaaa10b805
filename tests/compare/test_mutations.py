"""One thing changed in a copy of a shipped spec: the comparison sees it exactly when settling rounds sees it.

The changes are drawn by a fixed seed: an operator, a kind of hand, a multiple, a result, a payment, a rule that is
gone. Rounds are every combination of both hands' kinds and their order, with every run of acts and amounts of every
size. Limits of the table are left alone: no round here gives one; so are jackpots, which turn on other hands too.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from playing import Play, example_options, played, plays, settle, shipped
from sampling import first

from rulespec.compare.compare import compare
from rulespec.domains.poker import STANDARD
from rulespec.domains.poker_cells import cells
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.resources import folder

MUTATED = 6
SEED = 13
SPECS = ("crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem")
SECTIONS = ("define", "play", "hand", "stake", "settle", "pay")

OPERATORS = {">": (">=", "<", "!="), "<": ("<=", ">", "!="), "=": ("!=",), ">=": (">", "="), "!=": ("=",)}
KINDS = {"straight": ("flush", "three_of_a_kind"), "three_of_a_kind": ("straight", "two_pair"), "pair": ("two_pair",)}
RESULTS = {"win": ("stand_off", "lose"), "lose": ("stand_off", "void"), "stand_off": ("void", "lose")}


@dataclass(frozen=True)
class Mutation:
    """A line of a spec and what it becomes; "" where it is taken out."""

    spec: str
    line: int
    kind: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.spec.split('/')[0]}-{self.line}-{self.kind}"


def mutations(spec: str) -> Iterator[Mutation]:
    """Every change of one thing in a spec."""
    section = subject = ""
    for number, line in enumerate(text_of(spec).splitlines(), 1):
        section = line.rstrip(":") if re.fullmatch(r"\w+:", line) else section
        subject = line if re.match(r"  \w", line) else subject
        if section not in SECTIONS or line.strip().startswith("#") or "(it)" in line or "jackpot" in subject + line:
            continue
        for kind, new in _changed(section, line):
            yield Mutation(spec, number, kind, line, new)


def _changed(section: str, line: str) -> Iterator[tuple[str, str]]:
    condition = re.search(r"(?:when|is): ([^,]+),", line)
    if condition:
        for kind, table in (("operator", OPERATORS), ("kind", KINDS)):
            for found in re.finditer(r"(?<= )(\S+)(?= )|(?<= )(\w+)$", condition[1]):
                for new in table.get(found[0], ()):
                    start = condition.start(1) + found.start()
                    yield kind, line[:start] + new + line[start + len(found[0]) :]
    for found in re.finditer(r"\b(\d) \* ante", line):
        yield "multiple", f"{line[: found.start()]}{int(found[1]) + 1}{line[found.start() + 1 :]}"
    result = re.search(r"then: (win|lose|stand_off)\b", line)
    if result and section == "settle":
        for new in RESULTS[result[1]]:
            yield "result", line[: result.start(1)] + new + line[result.end(1) :]
    if section == "pay":
        for found in re.finditer(r"\b(\d+) to", line):
            yield "payment", f"{line[: found.start()]}{int(found[1]) + 1}{line[found.end(1) :]}"
    if line.startswith("    - {when:") and line.endswith("}") and section in ("play", "settle", "stake"):
        yield "gone", ""


@cache
def text_of(spec: str) -> str:
    return (folder("specs") / f"{spec}.yaml").read_text(encoding="utf-8")


def chosen() -> list[Mutation]:
    """Some of every kind, the same every time."""
    chance = random.Random(SEED)
    by_kind: dict[str, list[Mutation]] = {}
    for spec in SPECS:
        for mutation in mutations(spec):
            by_kind.setdefault(mutation.kind, []).append(mutation)
    for some in by_kind.values():
        chance.shuffle(some)
    kinds = sorted(by_kind)
    return [by_kind[kinds[place % len(kinds)]][place // len(kinds)] for place in range(MUTATED)]


@cache
def entries() -> tuple[str, ...]:
    """The entries of the documents and the parts that specs share, below the specs folder."""
    files = [*folder("specs").glob("*/documents/*/document.yaml"), *folder("specs").glob("*/parts/*.yaml")]
    return tuple(path.relative_to(folder("specs")).as_posix() for path in files)


def mutant(mutation: Mutation, home: Path) -> Settler:
    name = f"{mutation.spec.split('/')[0]}/mutant"
    lines = text_of(mutation.spec).splitlines()
    lines[mutation.line - 1] = mutation.new
    text = "\n".join(lines).replace(f"spec: {mutation.spec}", f"spec: {name}")
    shared = ("vocabulary.yaml", "profiles.yaml", *entries())
    for path, content in (*((path, (folder("specs") / path).read_text()) for path in shared), (f"{name}.yaml", text)):
        file = home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return Settler(Library(home).load(name))


# What rounds see.


@cache
def deals() -> tuple[dict[str, str], ...]:
    """A deal of every combination of the two hands' kinds and their order."""
    found = cells(STANDARD, frozenset({"player", "dealer", "order"})).cells
    return tuple({"board": cell.deal.board, "dealer": cell.deal.dealer, "cards": cell.deal.player} for cell in found)


@cache
def lawful(spec: str) -> tuple[Play, ...]:
    """Every run of acts with a permitted amount, and every wager placed."""
    largest = {"pre_flop": 40, "flop": 20, "river": 10}
    every = [play for play in plays(shipped(spec), (1, 2, 4)) if "trips" in play.wagers and not _jackpots(play)]
    return tuple(p for p in every if all(act.amount in (None, largest[act.stage]) for act in p.actions))


@cache
def wrong(spec: str) -> tuple[Play, ...]:
    """Bets of every size, at each stage."""
    every = plays(shipped(spec), tuple(Fraction(n, 2) for n in range(1, 13)))
    plain = (play for play in every if "trips" not in play.wagers and not _jackpots(play))
    return tuple(play for play in plain if play.actions[-1].act == "bet")


def _jackpots(play: Play) -> bool:
    return any("jackpot" in name for name in play.wagers)


def differences(first: Settler, second: Settler, spec: str) -> list[str]:
    """The rounds that come out otherwise under two specs: all plays on all deals, wrong amounts on some of them."""
    options = example_options(first.spec)
    tables = [{**options, "trips_pay_table": value} for value in (1, 2, 3, 4)] if options else [options]
    rounds = [(deal, play, options) for deal in deals() for play in lawful(spec)]
    rounds += [(deal, play, options) for deal in deals()[::40] for play in wrong(spec)]
    rounds += [(deal, lawful(spec)[0], table) for deal in deals() for table in tables]
    rounds += [(deal, lawful(spec)[-1], table) for deal in deals() for table in tables]
    found = []
    for deal, play, given in rounds:
        said = []
        for settler in (first, second):
            wagers = settle(settler, played(settler, deal, play, given))
            said.append(wagers and {name: (one.result, one.stake, one.net) for name, one in wagers.items()})
        if said[0] != said[1]:
            found.append(f"{deal} {play.actions} {given}: {said[0]} against {said[1]}")
    return found


@pytest.mark.parametrize("mutation", first(chosen(), 1), ids=str)
def test_a_comparison_sees_what_rounds_see(mutation: Mutation, tmp_path: Path) -> None:
    original = shipped(mutation.spec)
    try:
        changed = mutant(mutation, tmp_path)
    except LoadError as error:
        pytest.fail(f"{mutation.old} -> {mutation.new}: {[finding.message for finding in error.findings]}")
    rows = [row.id for row in compare([original, changed]).divergences()]
    rounds = differences(original, changed, mutation.spec)
    assert bool(rows) == bool(rounds), (mutation.old.strip(), mutation.new.strip(), rows, rounds[:2])


def test_most_changes_are_seen_and_every_kind_is_tried() -> None:
    assert {mutation.kind for mutation in chosen()} == {"operator", "kind", "multiple", "result", "payment", "gone"}
    assert len({(mutation.spec, mutation.line, mutation.new) for mutation in chosen()}) == MUTATED
