"""`diff` by walking the cases held against `diff` by proof, and the differences between documents by proof, pinned.

Where walking finds a difference, the proof must fail too. Where it finds none, the proof holds, or shows a round that
is settled differently: what only a proof sees stands in `tests/golden/only-by-proof/`, reviewed. All answers of the
proof stand in `tests/golden/equivalent/`, a file a pair.
"""

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from playing import family, shipped

from rulespec.compare.compare import compare
from rulespec.compare.proofs import agree, subject_of, with_subject
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.load.vocabulary import FILE_NAME
from rulespec.model.comparison import PROVED, Compared
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.smt.as_written import LISTED
from rulespec.prove.smt.equivalent import equivalent
from rulespec.prove.smt.pairs import LACKING, offered
from rulespec.report.text import round_line
from rulespec.resources import folder

INVENTED = "lighthouse/ultimate-texas-holdem"  # of the fixtures: one gap and one contradiction
FIFTH = Path(__file__).parents[1] / "fixtures" / "fifth" / "specs"
FAMILIES = ("ultimate-texas-holdem", "holdem-bonus")
PAIRS = {
    f"{name}-{first.spec.id.split('/')[0]}-{second.spec.id.split('/')[0]}": (first.spec.id, second.spec.id)
    for name in FAMILIES
    for first, second in combinations(family(name), 2)
}
PAIRS |= {
    f"{FAMILIES[0]}-lighthouse-{one.spec.id.split('/')[0]}": (INVENTED, one.spec.id) for one in family(FAMILIES[0])
}
FAST = ("ultimate-texas-holdem-lighthouse-crown-perth",)
GOLDEN = Path(__file__).parents[1] / "golden" / "equivalent"


def some(names: Sequence[str]) -> list[object]:
    """The pairs as parameters, those not in `FAST` slow."""
    return [pytest.param(name, marks=() if name in FAST else pytest.mark.slow) for name in names]


@cache
def settler_of(spec: str) -> Settler:
    if spec != INVENTED:
        return shipped(spec)
    with tempfile.TemporaryDirectory() as place:
        specs = Path(shutil.copytree(FIFTH, Path(place) / "specs"))
        shutil.copy(folder("specs") / FILE_NAME, specs)
        return Settler(Library(specs).load(spec))


@cache
def proved(name: str) -> tuple[Verdict, ...]:
    first, second = map(settler_of, PAIRS[name])
    return tuple(equivalent(first, second))


@cache
def walked(name: str) -> Mapping[str, Sequence[Compared]]:
    """The rows of a comparison by what they are about."""
    both = list(map(settler_of, PAIRS[name]))
    found: dict[str, list[Compared]] = {}
    for row in compare(both).rows:
        key = subject_of(both, row)
        if key and len(with_subject(both, key, [row])) == 2:
            found.setdefault(key, []).append(row)
    return found


def shown(one: Verdict) -> list[str]:
    """What a verdict shows: of each document what comes of the round and by which clauses."""
    return [
        f"  {spec.split('/')[0]}: {one.results[spec]} [{', '.join(one.cites.get(spec, ()))}]" for spec in one.results
    ]


def settled(settler: Settler, one: Verdict) -> object:
    """What comes of a verdict's round, asked of the engine again."""
    round_ = one.witness[settler.spec.id]
    kind, _, stage = one.key.partition("/")
    if kind == "decision":
        return offered(settler, round_, stage)
    found = settler.settle_round(read_round(dict(round_), Place("round"))).seats[1].wagers
    return [
        ("void" if w.result in WITHOUT_RESULT else w.result, "carried" in w.disposition, w.net, w.stake)
        for name, w in found.items()
        if name in one.wagers
    ]


def differs_unseen(name: str) -> list[Verdict]:
    """The verdicts that fail where walking finds the two alike."""
    rows = walked(name)
    return [
        one
        for one in proved(name)
        if one.status == FAILS and one.key in rows and agree(rows[one.key], *PAIRS[name]) and one.reason != LACKING
    ]


@pytest.mark.parametrize("name", some(list(PAIRS)))
def test_a_difference_that_walking_finds_is_proved(name: str) -> None:
    status = {one.key: one for one in proved(name)}
    for key, rows in walked(name).items():
        if not agree(rows, *PAIRS[name]):
            assert key in status, key
            # An option that is a list is taken as the rounds shown have it: nothing is claimed then.
            open_ = status[key].status == UNKNOWN and status[key].reason.endswith(LISTED)
            assert open_ or status[key].status == FAILS, f"{key}: {status[key]}; walking finds {[r.id for r in rows]}"


@pytest.mark.parametrize("name", some(list(PAIRS)))
def test_what_walking_finds_alike_is_proved_or_shown(name: str) -> None:
    known = {one.key for one in proved(name) if one.status != UNKNOWN}
    assert {key for key, rows in walked(name).items() if agree(rows, *PAIRS[name])} <= known
    for one in differs_unseen(name):
        first, second = (settled(settler_of(spec), one) for spec in PAIRS[name])
        assert first != second, f"{one.key} settles alike: {dict(one.witness)}"


@pytest.mark.parametrize("name", some(list(PAIRS)))
def test_what_only_a_proof_sees_is_reviewed(name: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for one in differs_unseen(name):
        lines += [f"{one.key}: {round_line(next(iter(one.witness.values())))}", *shown(one)]
    golden(f"golden/only-by-proof/{name}.txt", "\n".join(lines) + "\n" if lines else "")


@pytest.mark.parametrize("name", some(list(PAIRS)))
def test_the_differences_by_proof_are_those_reviewed(name: str, golden: Callable[[str, str], None]) -> None:
    blocks = {one.key: pinned(one) for one in sorted(proved(name), key=lambda one: one.key)}
    try:
        golden(f"golden/equivalent/{name}.txt", "\n".join(blocks.values()) + "\n")
    except AssertionError as error:
        reviewed = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines() if GOLDEN.is_dir() else []
        new = [one for one in proved(name) if blocks[one.key].splitlines()[0] not in reviewed]
        told = "\n".join(f"{blocks[one.key]}\n  {dict(one.witness)}" for one in new)
        raise AssertionError(f"{error}\n{told}") from None


def pinned(one: Verdict) -> str:
    """A verdict as it is reviewed."""
    more = "".join([f", {one.reason}" if one.reason else "", f" when {one.condition}" if one.condition else ""])
    return "\n".join([f"{one.key}: {one.status}{more}", *(shown(one) if one.status == FAILS else ())])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ultimate-texas-holdem-crown-melbourne-queensland"])
def test_a_comparison_says_by_what_it_knows(name: str) -> None:
    both = list(map(settler_of, PAIRS[name]))
    plain, asked = compare(both), compare(both, prove=True)
    assert not any(row.basis == PROVED for row in plain.rows)
    ids = {row.id for row in plain.rows}
    further = [row for row in asked.rows if row.id not in ids]
    assert {row.subject for row in further} == {key.split("/")[1] for key in (one.key for one in differs_unseen(name))}
    assert all(row.basis == PROVED and row.status != "agree" and row.witness for row in further)
    holding = {one.key for one in proved(name) if one.status == HOLDS or one.reason == LACKING}
    marked = {subject_of(both, row) for row in asked.rows if row.basis == PROVED and row.status == "agree"}
    assert marked
    assert marked <= holding
