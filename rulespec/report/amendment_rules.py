"""What a version of a spec says where it changed: an answer, rules in plain words, the document's own words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulespec.compare.entries import bare
from rulespec.compare.wording import EVERY, rule_words
from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.coverage import in_full
from rulespec.documents.lock import Lock
from rulespec.documents.provisions import provision_words
from rulespec.lang.words import in_words
from rulespec.model.document import Account, Provision
from rulespec.model.finding import Finding
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import Spec
from rulespec.report.html_matrix import OwnWords, own_words
from rulespec.report.html_words import answer, sentence

MOST_RULES = 6  # of one cell that are told; how many more there are is said
MOST_CLAUSES = 12  # of one cell that are named
_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "settlement": ("settle", "follow"),
    "stake": ("stake", "valid"),
    "decision": ("play",),
    "irregularity": ("events",),
    "jackpot": ("share", "takes", "adds", "bonus"),
}
_KEY = re.compile(r"(?:^|; )(\w+): ")  # of a row of a pay table in a short answer


@dataclass(frozen=True, slots=True)
class Version:
    """A spec as it stands on one side, with all that the report tells of it.

    `lock` is None where its document has none; `lock_digest` is the SHA-256 of the lock's file, `texts` the document's
    own words where the reader has them. `file_digest` is the SHA-256 of the spec's file.
    """

    spec: Spec
    rules: Rulebook
    account: Account = field(default_factory=Account)
    lock: Lock | None = None
    lock_digest: str = ""
    file_digest: str = ""
    texts: ClauseTexts | None = None


@dataclass(frozen=True, slots=True)
class Says:
    """What one version says. `short` is the answer; `rules` tell it in plain words; `own` are the document's words.

    `cited` are its clauses; `nothing` stands where the version has no such thing. `same_words`: the document's words
    are those of the other version too, though the rule is another.
    """

    cited: tuple[str, ...] = ()
    short: str = ""
    rules: tuple[str, ...] = ()
    own: tuple[OwnWords, ...] = ()
    nothing: str = ""
    same_words: bool = False

    @property
    def clauses(self) -> tuple[str, ...]:
        """Those to name; `more` is how many others there are."""
        return self.cited[:MOST_CLAUSES]

    @property
    def more(self) -> int:
        return max(0, len(self.cited) - MOST_CLAUSES)

    @property
    def quoted(self) -> tuple[tuple[str, str], ...]:
        """The document's words with the clause before them, "" where they begin with its number."""
        return tuple((_label(one), one.text) for one in self.own if one.text is not None)

    def lines(self) -> tuple[str, ...]:
        """All of it as paragraphs: the answer, then the document's words, and where there are none the rules."""
        found = [self.nothing or self.short]
        if self.same_words:
            found.append(SAME_WORDS)
        else:
            found += [f"{label}: {text}" if label else text for label, text in self.quoted]
        found += self.rules
        return tuple(filter(None, found))


SAME_WORDS = "[the words supplied are the same in both editions]"


def _label(one: OwnWords) -> str:
    first = re.match(r"[\w.]+", one.clause.rpartition(":")[2])
    return "" if first and (one.text or "").startswith(f"{first[0]} ") else one.clause


def says(
    finding: Finding, version: Version | None, other: Version | None, short: str, clauses: Sequence[str], gone: str
) -> Says:
    """What a version says about a change; `gone` is what to say where it has nothing."""
    if version is None:
        return Says(nothing=gone)
    provisions = _provisions(finding, version, other)
    if provisions is not None:
        cited = tuple(dict.fromkeys(clause for one in provisions for clause in one.cites))
        rules = [sentence(provision_words(one, version.spec.vocabulary)) for one in provisions]
        short = ""
    else:
        cited = _of_rows(finding, short, clauses)
        rules = [_told(row, version.spec) for row in _rows(finding, version.rules, cited)]
    own = _quoted(cited, version)
    plain = sentence(answer(short, version.spec))
    told = () if own else _most(rules)
    if not provisions and not short:
        return Says(cited, "", told, own, nothing=gone)
    return Says(cited, plain, told, own)


def compared(before: Says, after: Says) -> tuple[Says, Says]:
    """Both sides of a row; where the document's words are the same in both they are shown once, and that is said."""
    words = [[one.text for one in side.own] for side in (before, after)]
    return (before, replace(after, same_words=True)) if words[0] and words[0] == words[1] else (before, after)


def _of_rows(finding: Finding, short: str, clauses: Sequence[str]) -> tuple[str, ...]:
    """The clauses that a change concerns; of a pay table those of the rows that changed, where rows have some."""
    keys = _KEY.findall(short) if finding.rule.startswith(("pay-", "jackpot-")) else []
    rows = [clause for clause in clauses if any(clause.endswith(f"[{key}]") for key in keys)]
    return tuple(rows or clauses)


def _most(rules: Sequence[str]) -> tuple[str, ...]:
    each = list(dict.fromkeys(rules))
    more = len(each) - MOST_RULES
    return tuple(each) if more <= 0 else (*each[:MOST_RULES], f"and {more} more of these clauses")


def _quoted(clauses: Sequence[str], version: Version) -> tuple[OwnWords, ...]:
    """The document's words, of the edition of this version only: those of another would mislead whoever signs."""
    if version.texts is None:
        return ()
    found = own_words(clauses[:MOST_CLAUSES], version.texts)
    of_other = {one.clause for one in found if (text := version.texts.text(one.clause)) and text.other_edition}
    kept = [one for one in found if one.text is not None and one.clause not in of_other]
    names = [one.clause for one in kept]
    # The words of a limb or a row bring those that lead to them: the clause around them would say it all again.
    return tuple(
        one for one in kept if not any(name.startswith((f"{one.clause}(", f"{one.clause}[")) for name in names)
    )


def _provisions(finding: Finding, version: Version, other: Version | None) -> list[Provision] | None:
    """The provisions that only this version has; None for a change of anything else."""
    if finding.subject != "provisions":
        return None
    theirs = {bare(one) for one in other.account.provisions} if other is not None else set()
    return [one for one in version.account.provisions if bare(one) not in theirs]


def _rows(finding: Finding, book: Rulebook, clauses: Iterable[str]) -> list[Row]:
    """The rules that a change is about: of its area and subject, made by one of its clauses."""
    sections = _SECTIONS.get(finding.rule.rpartition("-")[0], ())
    about = set(re.split(r"[/+.]", finding.subject))
    cited = set(clauses)
    named = [row for row in book.rows() if row.section in sections and row.subject in about]
    return [row for row in named if row.cites and row.cites[0] in cited]


def _told(row: Row, spec: Spec) -> str:
    """A rule as a sentence, with its clause first."""
    then, when = rule_words(row, spec.vocabulary)
    decided = answer(then, spec)
    if row.then.wager:
        decided += f" {spec.vocabulary.title(row.then.wager)}"
    if row.then.amount is not None and row.then.kind in ("act", "stake"):
        decided += f" {in_words(row.then.amount, spec.vocabulary)}"
    case = "" if when == EVERY else f" when {when}"
    return f"{row.cites[0]}: {decided}{case}"


# The order of the document.

Position = tuple[int, tuple[tuple[int, int | str], ...]]


def position(clauses: Sequence[str], versions: Sequence[Version | None]) -> Position:
    """Where the first of some clauses stands in the document: by its lock, else by its number."""
    for version in versions:
        if version is None or version.lock is None:
            continue
        places = {name: place for place, name in enumerate(version.lock.clauses)}
        full = (in_full(clause, version.spec.document.prefix) for clause in clauses)
        found = next((places[name] for name in full if name in places), None)
        if found is not None:
            return found, ()
    return (10**9, _by_number(clauses[0])) if clauses else (2 * 10**9, ())


def _by_number(clause: str) -> tuple[tuple[int, int | str], ...]:
    """A clause's number, so that 3.9 comes before 3.14."""
    parts = re.findall(r"\d+|\D+", clause)
    return tuple((0, int(part)) if part.isdigit() and part.isascii() else (1, part) for part in parts)
