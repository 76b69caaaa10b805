"""A finding: one thing that a check has to say."""

import hashlib
import json
from collections.abc import Iterable, Mapping
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
class Exemption:
    """Somebody knows of a finding and lets it stand: why, who approved it, and until which day (inclusive, ISO).

    `place` is where that is written.
    """

    because: str
    approved: str
    until: str
    place: Place


@dataclass(frozen=True, slots=True)
class Change:
    """What a finding of the gate adds to a finding: how sure it is, what was said before and after, and by what.

    `level` is `breaking undecided compatible editorial`. `before` and `after` are the short answers ("" where there is
    none); `clauses_before` and `place_before` are those of the base, as the finding's own are those of the head (of
    what is gone, the finding's place is where it would stand). `favours` is `player house mixed neutral`. `results` is
    what settling the witness gives under either, `share` how often such a deal comes (a fraction as text; `over` what
    it is the mean over, as the table chooses: `wheel`), `value` what
    it is worth to the player where that is known, a round and per first wager. `declared` is the amendment that
    declares it; `depends` what else rests on it, in plain words. `title` is what it is about, in plain words; `unknown`
    is what is not known of it where it is undecided.
    """

    level: str
    favours: str
    before: str = ""
    after: str = ""
    clauses_before: tuple[str, ...] = ()
    place_before: Place | None = None
    results: tuple[tuple[str, str], ...] = ()
    share: str = ""
    value: str = ""
    declared: str = ""
    depends: tuple[str, ...] = ()
    title: str = ""
    unknown: str = ""
    over: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check has to say.

    `rule` is the stable id of what was checked, `clauses` the clauses of the document it concerns, `hint` what the
    reader can do about it, and `witness` a round (in the round format) that shows it when it is settled. `basis` is by
    what it is known: `proved`, `enumerated over N cases`, `assumed`, or "" where it stands in the spec for all to see.
    `when` is the condition that the message tells (as `When.told` has it), for whoever sets it apart from the sentence.
    `subject` is what it is about, as a stable name (a wager, a stage, an irregularity, a row). `exempt` is set where
    somebody lets it stand: it is shown and does not count. `change` is set where it is a change that the gate found.
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
    subject: str = ""
    exempt: Exemption | None = None
    change: Change | None = None

    @property
    def fingerprint(self) -> str:
        """What tells it from other findings between runs and versions, as 16 hexadecimal digits.

        It comes from rule, spec, subject, clauses, condition and the answers before and after: not from its message,
        its place or its witness, which may change while the finding is the same.
        """
        condition = self.when.condition if self.when is not None else ""
        change = (self.change.before, self.change.after) if self.change is not None else ()
        values = [self.rule, self.spec, self.subject, sorted(self.clauses), condition, change]
        return hashlib.sha256(json.dumps(values).encode("ascii")).hexdigest()[:16]

    def around_when(self) -> tuple[str, str]:
        """The message before and after what tells when it is so; all of it and "" where nothing does."""
        if self.when is None:
            return self.message, ""
        before, _, after = self.message.partition(self.when.told)
        return before, after


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """The fingerprint of each of the findings of one run; the second of one kind and all further ones with a number."""
    seen: dict[str, int] = {}
    found = []
    for finding in findings:
        name = finding.fingerprint
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return found
