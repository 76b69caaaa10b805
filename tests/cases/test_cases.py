"""Case files through the engine: result, net and clauses of every wager that a case expects something of.

The cases beside this file are our own. Those handed in are looked for in `RULESPEC_CASES`, else in `shared/cases`
beside the repository; an expected clause counts as cited there when it, one within it or one around it is.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulespec.engine.session import Session
from rulespec.load.library import Library
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome

OWN = Path(__file__).parent / "own.jsonl"
HANDED = Path(os.environ.get("RULESPEC_CASES") or Path(__file__).parents[3] / "shared" / "cases")
LIBRARY = Library()
SESSION = Session(LIBRARY.load)
Case = Mapping[str, Any]


def read(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def outcomes(case: Case) -> Iterator[tuple[str, Mapping[str, Any], WagerOutcome]]:
    """What is expected of each wager of a case, and what came out."""
    settled = SESSION.line(json.dumps(case), Place("cases", 1, 1))
    assert not settled.findings, [finding.message for finding in settled.findings]
    for seat, wagers in case["expect"].items():
        for name, expected in wagers.items() if seat.isdigit() else ():
            yield f"seat {seat}, {name}", expected, settled.seats[int(seat)].wagers[name]


def net_of(expected: Mapping[str, Any]) -> Fraction | None:
    return None if expected["net"] is None else Fraction(str(expected["net"]))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in read(OWN)])
def test_our_own_cases(case: Case) -> None:
    for where, expected, found in outcomes(case):
        assert (found.result, found.net) == (expected["result"], net_of(expected)), where
        assert not set(expected["cites"]) - set(found.cites), (where, found.cites)


def test_our_own_cases_speak_of_every_spec() -> None:
    assert {case["spec"] for case in read(OWN)} == set(LIBRARY.ids())
    assert len(read(OWN)) >= 25


def test_our_own_cases_have_names_of_their_own() -> None:
    names = [case["id"] for case in read(OWN)]
    assert [name for name, many in Counter(names).items() if many > 1] == []


def plain(clause: str) -> str:
    return re.sub(r"\s+", "", clause.lower()).replace(".)", ")").replace(".(", "(").rstrip(".")


def cited(expected: str, cites: tuple[str, ...]) -> bool:
    want = plain(expected)
    return any(
        want == cite or cite.startswith((f"{want}(", f"{want}[")) or want.startswith((f"{cite}(", f"{cite}["))
        for cite in map(plain, cites)
    )


def handed() -> Iterator[Case]:
    """The handed cases that are about what is encoded: no event, a spec that there is, no wager that it leaves out."""
    for path in sorted(HANDED.glob("*.jsonl")):
        for case in read(path):
            if case["spec"] in LIBRARY.ids() and not case.get("events"):
                left_out = {name for part in LIBRARY.load(case["spec"]).left_out for name in part.wagers}
                wagers = [player.get("wagers", {}) for player in case["players"]]
                if not any(name in left_out for each in wagers if isinstance(each, dict) for name in each):
                    yield case


def test_the_handed_cases() -> None:
    if not HANDED.is_dir():
        pytest.skip(f"there are no handed cases: no folder {HANDED.name} (RULESPEC_CASES names another)")
    cases = list(handed())
    assert cases, "the folder of handed cases has none about an encoded spec"
    wrong = []
    for case in cases:
        for where, expected, found in outcomes(case):
            answers = [expected, *expected.get("accept", [])]
            if (found.result, found.net) not in [(answer["result"], net_of(answer)) for answer in answers]:
                wrong.append((case["id"], where, found.result, found.net))
            elif found.result == expected["result"]:
                missing = [clause for clause in expected.get("cites", []) if not cited(clause, found.cites)]
                wrong += [(case["id"], where, clause, found.cites) for clause in missing]
    assert not wrong
