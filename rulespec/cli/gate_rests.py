"""What of a repository rests on its specs, for the gate: cases that fail now and did not, and pinned divergences."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulespec.compare.dependents import FailedCase, Pinned
from rulespec.engine.cases import disagreements
from rulespec.engine.session import Session, Settled
from rulespec.errors import LoadError, UsageError
from rulespec.model.place import Place
from rulespec.model.spec import Spec


def failed_cases(
    before: Mapping[str, Spec], after: Mapping[str, Spec], of: set[str], paths: Sequence[Path]
) -> list[FailedCase]:
    """The cases of some specs that come out as expected before and not any more."""
    sessions = [Session(_loader(specs)) for specs in (before, after)]
    found = []
    for path in paths:
        for number, line in enumerate(_text(path).splitlines(), 1):
            if not any(name in line for name in of):
                continue
            first, second = (session.line(line, Place(str(path), number, 1)) for session in sessions)
            if second.spec in of and not disagreements(first) and (wrong := disagreements(second)):
                found.append(FailedCase(second.spec, f"`{second.id}` ({path}:{number}): {wrong[0]}", _wagers(second)))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise LoadError(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None


def _loader(specs: Mapping[str, Spec]) -> Any:
    def load(name: str) -> Spec:
        if name not in specs:
            raise UsageError(f"there is no spec `{name}`")
        return specs[name]

    return load


def _wagers(settled: Settled) -> frozenset[str]:
    """The wagers on which a case fails; none where all of it does."""
    texts = [text.partition(":")[0] for text in disagreements(settled)]
    named = [text.partition(", ")[2] for text in texts if ", " in text]
    return frozenset(named) if len(named) == len(texts) else frozenset()


def pinned(paths: Sequence[Path]) -> list[Pinned]:
    """The divergences in files that `diff` or `compare` wrote as JSON. Raises `LoadError` for any other file."""
    found = []
    for path in paths:
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))["findings"]
            for row in rows:
                if row["status"] != "agree":
                    area = row["rule"].rpartition("-")[0]
                    specs = frozenset(side["spec"] for side in row["sides"])
                    found.append(Pinned(str(path), row["id"], area, row["subject"], specs))
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            message = f"`{path}` holds no divergences: write it with `rulespec diff A B --format json`"
            raise LoadError(message) from None
    return found


def case_files(names: Sequence[str]) -> list[Path]:
    """The files of cases that the settings name. Raises `UsageError` for what is not there."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if not path.exists():
            raise UsageError(f"there is no file or folder `{name}`, which the settings name as `cases`")
        found += sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    return found
