"""What every format says of a finding: how it stands in the run, its level, and its particulars in plain words."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rulespec.compare.change_classes import LEVELS as GRAVEST_FIRST
from rulespec.compare.change_classes import UNDECIDED
from rulespec.model.finding import ASSUMED, ENUMERATED, SEVERITIES, UNPROVED, Change, Exemption, Finding
from rulespec.model.rules import BY_ID, LOADING
from rulespec.prove.frequency import in_words
from rulespec.report.run import NEVER, Run
from rulespec.report.text import options_line, plural, round_line

LEVELS = tuple(reversed(GRAVEST_FIRST))  # of changes, mildest first

NOTHING = "nothing"  # what a version says of what it has not
OTHERWISE = "the same words, made of what is otherwise"  # what both say where only what the words rest on is otherwise

# How a finding stands in a run.
UNREAD = "unread"  # something cannot be loaded
OPEN = "open"  # what could be neither proved nor refuted, or could not be decided
FAILS = "fails"
EXEMPTED = "exempted"
DECLARED = "declared"  # a change that an amendment declares
NOTED = "noted"  # milder than what the run fails on

_RANKS = {"editorial": 0, "note": 1, "compatible": 1, "warning": 2, "undecided": 2, "error": 3, "breaking": 3}
_FAVOURS = {
    "player": "the player",
    "house": "the house",
    "mixed": "now one side, now the other, or nobody can tell",
    "neutral": "neither the player nor the house",
}

NAMES = {
    "gap": ("gap",),
    "conflict": ("conflict",),
    "dead": ("rule never used", "rules never used"),
    "idle-override": ("override without effect", "overrides without effect"),
    "interpreted": ("standing interpretation",),
    "invariant": ("invariant that lawful play breaks", "invariants that lawful play breaks"),
    "edition-hole": ("time without an edition", "times without an edition"),
    "edition-overlap": ("time with two editions", "times with two editions"),
    "edition-undated": ("edition of unknown days", "editions of unknown days"),
    "example": ("edition that is an example", "editions that are examples"),
    "left-out": ("part left out", "parts left out"),
    "no-act": ("stage without an act", "stages without an act"),
    "unproved": ("part left unproved", "parts left unproved"),
}


def level(finding: Finding) -> str:
    """How bad it is: the level of a change, the severity of every other finding."""
    return finding.change.level if finding.change is not None else finding.severity


def rank(finding: Finding) -> int:
    """The more, the worse: levels of changes and severities on one scale."""
    return _RANKS.get(level(finding), len(SEVERITIES))


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """The worst first, of one level what nobody exempted or declared first, else in the order given."""
    return sorted(findings, key=lambda finding: (-rank(finding), allowed(finding)))


def allowed(finding: Finding) -> bool:
    """Whether somebody exempted it, or an amendment declares it."""
    return finding.exempt is not None or (finding.change is not None and bool(finding.change.declared))


def by_spec(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """The findings of each spec, the worst first; specs in the order in which they come."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.spec, []).append(finding)
    return {spec: ordered(mine) for spec, mine in found.items()}


def counts(finding: Finding, fail_on: str) -> bool:
    """Whether a finding fails a run that fails on this severity, or level of change, and worse.

    What somebody exempted or declared does not. Under a level, a finding that is no change fails as an error.
    """
    if fail_on == NEVER or allowed(finding):
        return False
    if fail_on not in LEVELS:
        return SEVERITIES.index(finding.severity) >= SEVERITIES.index(fail_on)
    if finding.change is None:
        return finding.severity == SEVERITIES[-1]
    return LEVELS.index(finding.change.level) >= LEVELS.index(fail_on)


def standing(finding: Finding, run: Run) -> str:
    """How a finding stands in a run: `unread exempted declared open fails noted`."""
    known = BY_ID.get(finding.rule)
    if known is not None and known.group == LOADING:
        return UNREAD
    if finding.exempt is not None:
        return EXEMPTED
    if finding.change is not None and finding.change.declared:
        return DECLARED
    if finding.change is None and finding.rule == UNPROVED:
        return OPEN
    if counts(finding, run.fail_on):
        return FAILS
    undecided = finding.change is not None and finding.change.level == UNDECIDED and run.fail_on != NEVER
    return OPEN if undecided else NOTED


def summary(findings: Sequence[Finding]) -> str:
    """`2 gaps, 1 conflict, 1 note`; `Nothing found`. Of changes, how many of each level."""
    changed = [finding for finding in findings if finding.change is not None]
    counted = [
        f"{number} {name}" for name in reversed(LEVELS) if (number := sum(level(one) == name for one in changed))
    ]
    told = [f"{plural(len(changed), 'change')} ({', '.join(counted)})"] if changed else []
    others = [finding for finding in findings if finding.change is None]
    for rule in dict.fromkeys(finding.rule for finding in others):
        told.append(plural(sum(finding.rule == rule for finding in others), *NAMES.get(rule, (rule, rule))))
    return ", ".join(told) or "Nothing found"


def verdict(findings: Sequence[Finding], run: Run) -> str:
    """How the run ended, in a few words."""
    if run.why:
        return run.why
    if run.status:
        return f"exit status {run.status}"
    passed = [
        plural(number, word, many)
        for name, word, many in ((EXEMPTED, "is exempted", "are exempted"), (DECLARED, "is declared", "are declared"))
        if (number := sum(standing(finding, run) == name for finding in findings))
    ]
    fine = "nothing fails" if run.fail_on == NEVER else f"nothing at or above `{run.fail_on}`"
    return ", ".join((fine, *passed))


def headline(findings: Sequence[Finding], run: Run) -> str:
    """`check of 2 specs: 3 findings at or above `error``."""
    return f"{run.title or f'rulespec {run.command}'}: {verdict(findings, run)}"


def run_of(findings: Sequence[Finding], run: Run | None) -> Run:
    """The run that was told, or one that asked nothing, for who has only findings."""
    if run is not None:
        return run
    plain = Run("check", (), SEVERITIES[-1])
    failing = sum(standing(finding, plain) in (FAILS, UNREAD) for finding in findings)
    if not failing:
        return plain
    return Run("check", (), SEVERITIES[-1], 1, f"{plural(failing, 'finding')} at or above `{SEVERITIES[-1]}`")


def exempted(exemption: Exemption) -> str:
    """`until 2027-01-31 by NAME: reason`."""
    return f"until {exemption.until} by {exemption.approved}: {exemption.because}"


def cited(clauses: Sequence[str]) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def round_of(finding: Finding) -> str:
    """The witness in one line; "" where there is none."""
    if finding.witness is None:
        return ""
    options = options_line(finding.witness)
    return f"{round_line(finding.witness)}{f' ({options})' if options else ''}"


def known_by(basis: str) -> str:
    """By what a finding is known that is not proved, in a few words; "" for what is proved, or stands in the spec."""
    if basis.startswith(ENUMERATED):
        return f"a walk {basis.removeprefix(ENUMERATED).strip() or 'over every case'}"
    return basis if basis == ASSUMED else ""


def often(share: str, over: str = "") -> str:
    """`possible in 1 of 27 deals (3.65 %)`; a share that is no fraction as it was given."""
    try:
        return f"possible {in_words(Fraction(share), over)}" if share else ""
    except (ValueError, ZeroDivisionError, OverflowError):
        return share


def particulars(finding: Finding) -> list[tuple[str, str]]:
    """What there is to say of a finding beside its message, each with its label, in the order of reading."""
    change, shown = finding.change, round_of(finding)
    said = [*_sides(finding, change)] if change is not None else []
    said += [("round", shown)] if shown else []
    if change is not None:
        said += [(f"{side}, this round", result) for side, result in change.results]
        said.append(("favours", _FAVOURS.get(change.favours, change.favours)))
        said.append(("how often", often(change.share, change.over)))
        said.append(("worth to the player", f"{change.value} per first wager" if change.value else ""))
    said.append(("known by", known_by(finding.basis)))
    said.append(("what to do", finding.hint))
    if change is not None:
        said.append(("also rests on it", "; ".join(change.depends)))
        said.append(("declared by", change.declared))
    if finding.exempt is not None:
        said.append(("exempted", exempted(finding.exempt)))
    return [(label, text) for label, text in said if text]


def _sides(finding: Finding, change: Change) -> list[tuple[str, str]]:
    at = f" ({change.place_before})" if change.place_before is not None else ""
    before, after = both_say(change)
    if not before:
        return []
    said = f"{before}{cited(change.clauses_before)}{at}"
    return [("before", said), ("after", f"{after}{cited(finding.clauses)}")]


def both_say(change: Change) -> tuple[str, str]:
    """What stood and what stands instead; "" twice where a declaration has no words of its own."""
    if change.before or change.after:
        return change.before or NOTHING, change.after or NOTHING
    return (OTHERWISE, OTHERWISE) if change.results else ("", "")
