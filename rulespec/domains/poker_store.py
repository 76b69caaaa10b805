"""Counted cells on disk: those that travel with the package, and those kept in the user's cache folder.

A line a cell. Where starting hands are told apart there are thousands of cells, and a line is instead all 169 of them
beside the same other values: their weights by place, 0 for those that cannot be dealt, and the deals of the others,
one after the other, nine letters each: the board, the dealer's hand and the player's. A letter is a card by number.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from string import ascii_letters
from typing import Any

from rulespec.domains.cards import DECK, card_text, read_cards
from rulespec.domains.poker import Ranking
from rulespec.domains.poker_features import Cell, Cells, Deal, ordered, sample_space
from rulespec.domains.poker_holes import NAMES, PLACES

DATA = Path(__file__).with_name("data")

_FORMAT = 1  # of stored files; part of their names
_CARD_TEXTS = tuple(map(card_text, DECK))
_LETTERS = 9  # of a deal: five cards of the board, two of each hand


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
        found = list((_by_hole if features[-1] == "hole" else _by_line)(content["cells"]))
        named = tuple(content["features"]) == features and content["name"] == file_name(ranking, features)
        cells = ordered(found, ranking)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    total = sample_space(features)
    whole = sum(cell.weight for cell in found) == total and all(len(cell.values) == len(features) for cell in found)
    if not (named and whole):
        return None
    return Cells(features, total, cells)


def read_weights(path: Path, ranking: Ranking, features: tuple[str, ...]) -> dict[tuple[str, ...], list[int]] | None:
    """The weights of all starting hands, by place, beside each of the other values: what `read` reads, without deals.

    `features` end with the hole. None where `read` gives None for want of the file, or because of its name or weights.
    """
    try:
        content = json.loads(path.read_bytes())
        found = {tuple(values): weights for values, weights, _ in content["cells"]}
        named = tuple(content["features"]) == features and content["name"] == file_name(ranking, features)
        whole = sum(map(sum, found.values())) == sample_space(features)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if named and whole and all(len(each) == len(NAMES) for each in found.values()) else None


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
    lines = map(json.dumps, _hole_lines(counted) if counted.features[-1] == "hole" else map(_line, counted.cells))
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


def _by_line(lines: Sequence[Sequence[Any]]) -> Iterator[Cell]:
    for values, weight, deal in lines:
        yield Cell(tuple(values), int(weight), Deal(*map(str, deal)))


def _line(cell: Cell) -> Sequence[Any]:
    return [cell.values, cell.weight, [cell.deal.board, cell.deal.dealer, cell.deal.player, cell.deal.other]]


def _by_hole(lines: Sequence[Sequence[Any]]) -> Iterator[Cell]:
    """The cells of lines of all starting hands. Raises ValueError where one has fewer."""
    texts = dict(zip(ascii_letters, _CARD_TEXTS, strict=True))
    for values, weights, letters in lines:
        cards = [texts[letter] for letter in letters]
        dealt = [(name, weight) for name, weight in zip(NAMES, weights, strict=True) if weight]
        if len(cards) != _LETTERS * len(dealt):
            raise ValueError("a line has as many deals as weights")
        for at, (name, weight) in enumerate(dealt):
            deal = cards[_LETTERS * at : _LETTERS * (at + 1)]
            yield Cell((*values, name), int(weight), Deal(" ".join(deal[:5]), " ".join(deal[5:7]), " ".join(deal[7:])))


def _hole_lines(counted: Cells) -> Iterator[Sequence[Any]]:
    for values, group in groupby(counted.cells, key=lambda cell: cell.values[:-1]):
        cells = sorted(group, key=lambda cell: PLACES[cell.values[-1]])
        weights = [0] * len(NAMES)
        for cell in cells:
            weights[PLACES[cell.values[-1]]] = cell.weight
        texts = (f"{cell.deal.board} {cell.deal.dealer} {cell.deal.player}" for cell in cells)
        yield [values, weights, "".join(ascii_letters[card] for text in texts for card in read_cards(text))]
