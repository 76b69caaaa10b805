"""Counted cells on disk: those that travel with the package, and those kept in the user's cache folder."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from rulespec.domains.poker import Ranking
from rulespec.domains.poker_features import Cell, Cells, Deal, ordered, sample_space

DATA = Path(__file__).with_name("data")

_FORMAT = 1  # of stored files; part of their names


def cache_folder() -> Path | None:
    """Where counts are kept between runs, or None if the user has no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return Path(given) / "rulespec"
    try:
        return Path.home() / ".cache" / "rulespec"
    except RuntimeError:
        return None


def file_name(ranking: Ranking, features: tuple[str, ...]) -> str:
    """A file name that no other ranking, feature set or format of the file shares."""
    identity = json.dumps([_FORMAT, ranking.categories, ranking.ace_low_straights, features])
    return f"cells-{'-'.join(features)}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.json"


def shipped_path(ranking: Ranking, features: tuple[str, ...]) -> Path:
    """Where the package has the cells of these features, if it has them."""
    return DATA / file_name(ranking, features)


def read(path: Path, ranking: Ranking, features: tuple[str, ...]) -> Cells | None:
    """Stored cells, or None if the file is missing or not what its name says."""
    try:
        content = json.loads(path.read_bytes())
        found = [Cell(tuple(values), int(weight), Deal(*map(str, deal))) for values, weight, deal in content["cells"]]
        named = tuple(content["features"]) == features and content["name"] == file_name(ranking, features)
        cells = ordered(found, ranking)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    total = sample_space(features)
    whole = sum(cell.weight for cell in found) == total and all(len(cell.values) == len(features) for cell in found)
    if not (named and whole):
        return None
    return Cells(features, total, cells)


def write(path: Path, ranking: Ranking, counted: Cells) -> None:
    """Store cells for `read`, a line each, whole or not at all. Raises OSError where it cannot."""
    import tempfile  # seldom needed, and slow to import

    head = {
        "name": file_name(ranking, counted.features),
        "categories": ranking.categories,
        "ace_low_straights": ranking.ace_low_straights,
        "features": counted.features,
        "total": counted.total,
    }
    lines = [
        json.dumps([cell.values, cell.weight, [cell.deal.board, cell.deal.dealer, cell.deal.player, cell.deal.other]])
        for cell in counted.cells
    ]
    text = json.dumps(head)[:-1] + ', "cells": [\n' + ",\n".join(lines) + "\n]}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".cells-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(draft, 0o644)  # a draft is private to its maker
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise
