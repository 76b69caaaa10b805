"""One edition of a spec in time: which document it encodes, by which instrument, from which day to which."""

from dataclasses import dataclass
from datetime import date

from rulespec.model.place import Place
from rulespec.model.spec import Document

FOLDER = "editions"  # of a jurisdiction, with a folder for each spec that has editions
MARK = "@"  # between the id of a spec and the name of an edition of it


def spec_of(name: str) -> str:
    """The id of the spec that an edition is one of; the id itself where it names none."""
    return name.partition(MARK)[0]


def is_edition(name: str) -> bool:
    """Whether an id names an edition, and not the current spec."""
    return MARK in name


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition with its days. Its `id` is `jurisdiction/game@name`, that of the current one `jurisdiction/game`.

    `first` is the day from which it is in force, None where nobody knows it; `until` the last day that it names, None
    where it names none. `place` is where it says so.
    """

    id: str
    document: Document
    first: date | None
    until: date | None
    place: Place

    @property
    def name(self) -> str:
        """What it is called among the editions of its spec; "" for the current one."""
        return self.id.partition(MARK)[2]
