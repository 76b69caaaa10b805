"""What the program costs: cold starts as whole processes, rounds settled a second on one core, odds of whole games.

    python benchmarks/run.py [--rounds N] [--repeat N]

Targets are for one core of a plain laptop, and for the odds of a whole game two; the exit status is 1 when one is
missed. Odds are timed as whole processes in four states: the first run ever, in which the loops are compiled; the loops
compiled and nothing else kept; what no rule changes kept too, and no play of this game; everything known. A play is
worked out anew for each reading of the document that makes another of it. The peak memory is of a process in the first
two of these, and of one that works out all further wagers too. Beside the program's own settling
stands `plain.py`, straightforward Python for one game without clauses, trace or checks, as the yardstick.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import dealt
import documents

HERE = Path(__file__).parent
FAMILY, OTHER_GAME = "ultimate-texas-holdem", "nsw/texas-holdem-bonus"


@dataclass(frozen=True)
class Measured:
    """One line of the table; `target` is a bound that `value` must keep, above or below by `more_is_better`."""

    what: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False

    @property
    def kept(self) -> bool:
        if self.target is None:
            return True
        return self.value >= self.target if self.more_is_better else self.value <= self.target

    def line(self) -> str:
        digits = ",.0f" if self.value >= 100 else ".3f"
        value = f"{self.value:{digits}} {self.unit}"
        if self.target is None:
            return f"{self.what:<52} {value:>18}"
        bound = f"{'>=' if self.more_is_better else '<='} {self.target:,g}"
        return f"{self.what:<52} {value:>18}   {bound:>10}   {'ok' if self.kept else 'MISSED'}"


def seconds(command: list[str], repeat: int, **more: str) -> float:
    """The median wall time of a whole process. A process that fails (but for findings, 1) measures nothing."""
    took = []
    environment = {**os.environ, **more}
    for _ in range(repeat):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, env=environment)
        took.append(time.perf_counter() - start)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr.decode()}")
    return statistics.median(took)


def peak(command: list[str], **more: str) -> float:
    """The most memory that a whole process held at once, in GiB."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, **more})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}")
    return used.ru_maxrss / (2**30 if sys.platform == "darwin" else 2**20)


def cold_starts(program: list[str], folder: Path, repeat: int) -> list[Measured]:
    page = str(folder / "report.html")
    return [
        Measured("--version, cold", seconds([*program, "--version"], repeat), "s", 0.15),
        Measured("check of the three specs, cold", seconds([*program, "check", *dealt.GAMES], repeat), "s", 3),
        Measured(
            "compare of the family with --report, cold",
            seconds([*program, "compare", FAMILY, "--report", page], repeat),
            "s",
            10,
        ),
    ]


def warm_starts(program: list[str], folder: Path, repeat: int) -> list[Measured]:
    """What does not change is checked once: a check of all specs first, and then again."""
    command, kept = [*program, "check"], {"RULESPEC_CACHE": str(folder / "cache")}
    return [
        Measured("check of all specs, cold", seconds(command, 1, **kept), "s", 10),
        Measured("check of all specs, warm", seconds(command, repeat, **kept), "s", 1),
    ]


# One rule of a spec changed, each in its own way: what is paid, what may be done, what becomes of an irregularity.
CHANGES = {
    "a payment": ("straight:       1 to 1", "straight:       2 to 1"),
    "an act": ("amount: 3 * ante | 4 * ante", "amount: 2 * ante | 3 * ante | 4 * ante"),
    "a definition": ("dealer.hand >= pair", "dealer.hand >= two_pair"),
}


def gates(program: list[str], folder: Path, repeat: int) -> list[Measured]:
    """The gate over a change of one rule, with all specs on both sides: nothing known, and then again."""
    found = []
    for what, (before, after) in CHANGES.items():
        specs = folder / f"gate-{what.split()[-1]}"
        shutil.copytree(HERE.parent / "specs", specs)
        spec = specs / f"{dealt.PERTH}.yaml"
        text = spec.read_text(encoding="utf-8")
        if before not in text:
            sys.exit(f"`{dealt.PERTH}` has no `{before}` to change")
        spec.write_text(text.replace(before, after, 1), encoding="utf-8")
        command = [*program, "gate", "--base", str(HERE.parent / "specs"), "--head", str(specs)]
        kept = {"RULESPEC_CACHE": str(folder / f"cache-{specs.name}")}
        found += [
            Measured(f"gate over {what}, cold", seconds(command, 1, **kept), "s", 5),
            Measured(f"gate over {what}, warm", seconds(command, repeat, **kept), "s", 1.5),
        ]
    return found


def odds(program: list[str], folder: Path, repeat: int) -> list[Measured]:
    """The odds of the best play of a whole game, in all its readings, by what earlier runs have left behind."""
    command, other = ([*program, "odds", spec, "--wager", "ante"] for spec in (dealt.MELBOURNE, OTHER_GAME))
    compiled = {"NUMBA_CACHE_DIR": str(folder / "compiled")}
    never = seconds(command, 1, **compiled, RULESPEC_CACHE=str(folder / "cache-first"))
    compiling = peak(command, NUMBA_CACHE_DIR=str(folder / "compiled-again"), RULESPEC_CACHE="off")
    nothing = seconds(command, repeat, **compiled, RULESPEC_CACHE="off")
    working = peak(command, **compiled, RULESPEC_CACHE="off")
    tables, took = folder / "cache-tables", []
    seconds(other, 1, **compiled, RULESPEC_CACHE=str(tables))
    for place in range(repeat):
        fresh = folder / f"cache-tables-{place}"
        shutil.copytree(tables, fresh)
        took.append(seconds(command, 1, **compiled, RULESPEC_CACHE=str(fresh)))
        shutil.rmtree(fresh)
    known = seconds(command, repeat, **compiled, RULESPEC_CACHE=str(folder / "cache-first"))
    everything = peak([*program, "odds", dealt.MELBOURNE], **compiled, RULESPEC_CACHE=str(folder / "cache-first"))
    return [
        Measured("odds of a play, first run ever", never, "s", 30),
        Measured("odds of a play, loops compiled", nothing, "s"),
        Measured("odds of a play, another game worked out before", statistics.median(took), "s", 2.5),
        Measured("odds of a play, known", known, "s"),
        Measured("odds of a play, peak memory, compiling", compiling, "GiB", 1),
        Measured("odds of a play, peak memory", working, "GiB", 1),
        Measured("odds of a play and all further wagers, peak memory", everything, "GiB", 1),
    ]


def document_sized(program: list[str], folder: Path, repeat: int) -> list[Measured]:
    """A document as large as the largest known one: read, linted, and compared with its next edition."""
    profile, old, new = map(str, documents.write(folder))
    lines = Path(old).read_text(encoding="utf-8").count("\n")
    how = ["--profile", profile]
    return [
        Measured(f"doc parse of {lines:,} lines, cold", seconds([*program, "doc", "parse", old, *how], repeat), "s", 2),
        Measured("doc lint of the same, cold", seconds([*program, "doc", "lint", old, *how], repeat), "s", 5),
        Measured(
            "doc drift of the same against its text, cold",
            seconds([*program, "doc", "drift", new, "--against", old, *how], repeat),
            "s",
            2,
        ),
    ]


def throughput(program: list[str], folder: Path, count: int, repeat: int) -> list[Measured]:
    """Whole processes, start included, reading JSONL from a file and writing JSON to nowhere."""
    every = str(dealt.write(folder / "every.jsonl", count))
    single = str(dealt.write(folder / "single.jsonl", count, games=(dealt.PERTH,)))
    one_amount = str(dealt.write(folder / "one-amount.jsonl", count, amounts=(10,)))
    settle = [*program, "settle", "--format", "json"]

    def rate(command: list[str]) -> float:
        return count / seconds(command, repeat)

    plain = rate([sys.executable, str(HERE / "plain.py"), single])
    ours = rate([*settle, single])
    return [
        Measured(f"settle, {count:,} rounds of three specs", rate([*settle, every]), "rounds/s", 20_000, True),
        Measured("settle, the same with one amount throughout", rate([*settle, one_amount]), "rounds/s"),
        Measured(f"settle, {count:,} rounds of one spec", ours, "rounds/s"),
        Measured("plain Python, the same rounds of one game", plain, "rounds/s"),
        Measured("settle against plain Python", ours / plain, "times"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the program.")
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=5, help="runs of each cold start; throughput takes three at most")
    given = parser.parse_args()
    os.environ.pop("RULESPEC_SPECS", None)
    os.environ["RULESPEC_CACHE"] = "off"  # a cold start is one in which nothing is remembered
    program = [sys.executable, "-m", "rulespec"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured = cold_starts(program, folder, given.repeat)
        measured += warm_starts(program, folder, given.repeat)
        measured += gates(program, folder, given.repeat)
        measured += odds(program, folder, min(given.repeat, 3))
        measured += document_sized(program, folder, given.repeat)
        measured += throughput(program, folder, given.rounds, min(given.repeat, 3))
    print(f"Python {sys.version.split()[0]}, one process at a time, medians\n")
    print("\n".join(one.line() for one in measured))
    missed = [one.what for one in measured if not one.kept]
    if missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
