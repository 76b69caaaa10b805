"""What came of a question that is answered by proof."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespec.model.finding import Json

HOLDS, FAILS, UNKNOWN = STATUSES = ("holds", "fails", "unknown")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question about one subject of one spec, or of two.

    `question` is `complete consistent dead redundant total equivalent implies`; `subject` what it is asked of, in plain
    words; `key` the same as a stable id. `status`: the claim `holds` in every case, `fails` in the case shown, or
    `unknown` for the `reason` given. `condition` is when it fails, in the language of conditions ("" where it always
    does or no condition says it), `words` the same in plain words, `terms` those of each of several cases that are too
    many for one sentence. `witness` maps each spec to a round that shows it, `results` to what settling it gives,
    `cites` to the clauses by which it does; `wagers` are those in whose outcome two specs differ. `assumptions` are
    what the answer rests on, `basis` by what it is known.
    """

    question: str
    specs: tuple[str, ...]
    subject: str
    key: str
    status: str
    reason: str = ""
    condition: str = ""
    words: str = ""
    clauses: tuple[str, ...] = ()
    witness: Mapping[str, Json] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    basis: str = "proved"
    work: int = 0
    terms: tuple[str, ...] = ()
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wagers: tuple[str, ...] = ()
