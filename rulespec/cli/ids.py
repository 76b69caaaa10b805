"""Ids of specs and documents, as people give them to commands."""

import re

from rulespec.errors import UsageError
from rulespec.load.document import FOLDER
from rulespec.load.interpretations import FOLDER as INTERPRETATIONS
from rulespec.load.nearest import shown
from rulespec.load.parts import SHARED
from rulespec.model.edition import FOLDER as EDITIONS

NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_LONGEST = 200  # characters of an id; file systems take little more


def check_id(name: str, what: str, example: str) -> None:
    """Raises `UsageError` where `name` cannot be the id of a new spec or document (`what`)."""
    if not re.fullmatch(f"{NAME}/{NAME}", name) or len(name) > _LONGEST:
        raise UsageError(
            f"{shown(name)} is no id of a {what}: write the jurisdiction's and the game's name in small letters, "
            f"figures and dashes, as `{example}`"
        )
    if name.partition("/")[0] in (FOLDER, INTERPRETATIONS, SHARED, EDITIONS):
        raise UsageError(f"{shown(name)} is no id of a {what}: `{name.partition('/')[0]}` is no jurisdiction")


def title_of(name: str) -> str:
    """A title after an id: `some-state/some-game` is Some Game."""
    return " ".join(word.capitalize() for word in name.rpartition("/")[2].split("-"))
