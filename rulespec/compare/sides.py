"""Building blocks of a comparison: sides, statuses and rows with stable ids."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.lang.words import in_words
from rulespec.model.comparison import BY_CASES, ENUMERATED, WRITTEN, Compared, Said, Side
from rulespec.model.expr import Always, Expr
from rulespec.model.finding import Json
from rulespec.model.rows import Row
from rulespec.prove.frequency import mixed
from rulespec.tables.clauses import distinct, in_full

AGREE = "agree"
WITHOUT_ANSWER = ("undetermined", "absent", "not_offered")


def side(settler: Settler, says: str, state: str, cites: Iterable[str] = (), rows: Sequence[Row] = ()) -> Side:
    """One document's answer, by these clauses and rows."""
    vocabulary = settler.spec.vocabulary
    rules = [Said(row.id, row.then.word, in_words(row.when, vocabulary), full(settler, row.cites)) for row in rows]
    return Side(settler.spec.id, says, state, distinct(list(cites)), tuple(dict.fromkeys(rules)))


def absent(settler: Settler, state: str = "absent") -> Side:
    return Side(settler.spec.id, "", state)


def status_of(sides: Sequence[Side], alike: Callable[[str], str] = str) -> str:
    """`agree`, `differs`, or `silent` where all who answer agree but some do not answer.

    `alike` is the form in which two answers are held against each other (for words: without capitals and the like).
    """
    answers = {(side.state, alike(side.says)) for side in sides if side.state not in WITHOUT_ANSWER}
    if len(answers) > 1:
        return "differs"
    if all(side.state in WITHOUT_ANSWER for side in sides):
        return AGREE  # all alike without an answer
    return "silent" if any(side.state in WITHOUT_ANSWER for side in sides) else AGREE


def compared(
    settlers: Sequence[Settler],
    area: str,
    subject: str,
    title: str,
    sides: Sequence[Side],
    condition: Expr | None = None,
    share: Fraction | None = None,
    witness: Mapping[str, Json] | None = None,
    results: Mapping[str, str] | None = None,
    part: str = "",
    alike: Callable[[str], str] = str,
    case: Expr | None = None,
) -> Compared:
    """One row. `part` tells rows of one subject apart that have no condition (a pay row, a stage); `case` is theirs."""
    plain = condition is None or isinstance(condition, Always)
    text = "" if plain or condition is None else show(condition)
    words = "" if plain or condition is None else in_words(condition, settlers[0].spec.vocabulary)
    name = "/".join(filter(None, (area, subject, part, text)))
    status = status_of(sides, alike)
    rounds, said = witness or {}, results or {}
    basis = ENUMERATED if area in BY_CASES else WRITTEN
    told = condition if case is None else case
    return Compared(
        name, area, subject, title, text, words, status, tuple(sides), share, rounds, said, basis=basis, case=told,
        over="" if share is None else mixed(*(settler.game for settler in settlers)),
    )  # fmt: skip


def full(settler: Settler, clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses with their part's prefix, for a page on which several documents stand side by side."""
    prefix = settler.spec.document.prefix
    return tuple(in_full(clause, prefix) for clause in clauses)
