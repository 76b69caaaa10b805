"""What was found out from files of a specs folder, kept between runs for as long as it would be found out again.

An entry holds, beside what was found, every question that was asked of the disk for it and the answer (`disk`). It is
good while the program is the same and each question gets the same answer; nothing is asked of times of change.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from rulespec.identity import program_identity
from rulespec.load.disk import Asking, Record, noted
from rulespec.model.packing import Unpackable
from rulespec.store import Store, cache_folder

FOLDER = "answers"  # below the cache folder, which holds other things too
_NOT_OURS = (ValueError, TypeError, LookupError, AttributeError)  # what reading an entry of another form raises

T = TypeVar("T")


class Remembered:
    """Answers of earlier runs of this program, from this folder; each is asked for by what was asked, as JSON."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._asking = Asking()
        self._about = ""
        if store is not None:
            try:
                # Places are shown from the folder that the program is called from, and relative paths lead from there.
                self._about = json.dumps([program_identity(), os.getcwd()])
            except OSError:
                self._store = None

    def find(self, question: Any, unpack: Callable[[Any], T]) -> T | None:
        """What was found out before; None where nothing was, or where it may be another thing now.

        Whoever records what is asked of the disk is noted to have asked what it was found out from.
        """
        entry = self._store.get(self._key(question)) if self._store is not None else None
        try:
            if entry is None:
                return None
            answers = [(tuple(asked), answer) for *asked, answer in entry["asked"]]
            if not self._asking.same(answers):
                return None
            found = unpack(entry["found"])
        except _NOT_OURS:
            return None
        noted(answers)
        return found

    def keep(self, question: Any, record: Record, pack: Callable[[], Any]) -> None:
        """Keep what was found out while `record` was made, unless files changed meanwhile or it cannot come back."""
        if self._store is None or record.torn:
            return
        try:
            found = pack()
        except Unpackable:
            return
        asked = [[*question, answer] for question, answer in record.answers.items()]
        self._store.put(self._key(question), {"asked": asked, "found": found})

    def _key(self, question: Any) -> str:
        return json.dumps([self._about, question])


def remembered(use: bool = True) -> Remembered:
    """The answers in the user's cache folder; none, and none kept, where there is no such folder or no `use` of it."""
    home = cache_folder() if use else None
    return Remembered(None if home is None else Store(Path(os.path.abspath(home)) / FOLDER))
