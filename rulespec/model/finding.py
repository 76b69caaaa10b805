"""A finding: one thing that a check has to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.model.place import Place

SEVERITIES = ("note", "warning", "error")  # mildest first

Json = Mapping[str, Any]

# By what a finding is known.
PROVED = "proved"
ENUMERATED = "enumerated"  # how every basis begins that is a walk over cases
ASSUMED = "assumed"

UNPROVED = "unproved"  # the rule of a finding that says what could be neither proved nor refuted


def enumerated(cases: int) -> str:
    """The basis of what a walk over so many cases found."""
    return f"{ENUMERATED} over {cases:,} {'case' if cases == 1 else 'cases'}"


@dataclass(frozen=True, slots=True)
class When:
    """When something is so: in the language of conditions, and the same in plain words.

    `terms` are the words of each of several cases by itself, where there are too many for one sentence; else none.
    """

    condition: str
    words: str
    terms: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """As it stands in a message: the condition between backquotes, and its words."""
        return f"`{self.condition}` ({self.words})"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check has to say.

    `rule` is the stable id of what was checked, `clauses` the clauses of the document it concerns, `hint` what the
    reader can do about it, and `witness` a round (in the round format) that shows it when it is settled. `basis` is by
    what it is known: `proved`, `enumerated over N cases`, `assumed`, or "" where it stands in the spec for all to see.
    `when` is the condition that the message tells (as `When.told` has it), for whoever sets it apart from the sentence.
    """

    rule: str
    severity: str
    message: str
    place: Place
    spec: str = ""
    clauses: tuple[str, ...] = ()
    hint: str = ""
    witness: Json | None = None
    basis: str = ""
    when: When | None = None

    def around_when(self) -> tuple[str, str]:
        """The message before and after what tells when it is so; all of it and "" where nothing does."""
        if self.when is None:
            return self.message, ""
        before, _, after = self.message.partition(self.when.told)
        return before, after
