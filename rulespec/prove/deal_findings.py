"""Deals by rules that leave some open: nobody says whether a hand takes one more card, or two clauses say both."""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce

from rulespec.domains.base import ByRules, OpenDeal
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.trees import both
from rulespec.lang.when import when_of
from rulespec.model.finding import Finding, enumerated
from rulespec.model.rows import Row
from rulespec.model.spec import Reading, Spec
from rulespec.prove.frequency import in_words as how_often
from rulespec.prove.frequency import mixed
from rulespec.prove.states import State, examples, first_wagers
from rulespec.prove.tables import against
from rulespec.prove.witness import settled, witness

_RULES = {problem: kind for kind, problem in PROBLEMS.items()}


def deal_findings(settler: Settler) -> list[Finding]:
    """A finding for each way in which the rules leave a deal open, each rule that never holds, each idle reading."""
    game = settler.game
    if not isinstance(game, ByRules):
        return []
    basis = enumerated(game.told_apart())
    return [
        *(_open(settler, one, place, basis) for place, one in enumerate(game.open_deals()) if not _meant(settler, one)),
        *(_unused(settler, one, basis) for one in game.unused()),
    ]


def _meant(settler: Settler, one: OpenDeal) -> bool:
    """Whether the rules are silent of a deal and the spec says that they mean to be."""
    return one.ruled.problem == "undetermined" and settler.rulebook.draws[one.hand].intent == "open"


def _open(settler: Settler, one: OpenDeal, number: int, basis: str) -> Finding:
    spec, table = settler.spec, settler.rulebook.draws[one.hand]
    rows = tuple(row for row in table.rows if row.id in one.rows)
    clash = one.ruled.problem == "conflict"
    said = against(rows) if clash else "no rule says whether it does"
    often = how_often(Fraction(one.weight, one.total), mixed(settler.game))
    message = f"`{one.hand}` takes one more card or does not: {said}; possible {often}"
    round_ = _round(settler, one, number)
    hint = "one of the rules is too wide, or the clause that prevails is missing" if clash else "a rule is missing"
    read = Settler(spec, settler.rulebook, settler.game, interpreted=True) if spec.readings else None
    outcomes = settled(read, round_) if read is not None else None
    if outcomes and not any(outcome.result == one.ruled.problem for outcome in outcomes.values()):
        known = [each for each in spec.readings if (each.draws, each.kind) == (one.hand, _RULES[one.ruled.problem])]
        said = "; ".join(f"`{each.result}` ({each.place.file}:{each.place.line})" for each in known)
        hint = f"{hint}; with `--reading interpreted` it is read as {said}"
    place = rows[0].place if rows else table.place
    case = when_of(reduce(both, (row.when for row in rows)), spec.vocabulary) if rows else None
    rule, subject = _RULES[one.ruled.problem], f"draws/{one.hand}"
    return Finding(rule, "error", message, place, spec.id, one.ruled.cites, hint, round_, basis, case, subject)


def _round(settler: Settler, one: OpenDeal, number: int) -> dict[str, object]:
    """A round with such a deal and a wager that it leaves open. Raises `InternalError` where all settle otherwise."""
    given = examples(settler.spec)
    about = f"draws-{one.hand}-{number}" if number else f"draws-{one.hand}"
    for names in _placed(settler.spec):
        placed = first_wagers(settler.spec, names, given)
        name = f"{settler.spec.id.replace('/', '-')}-{_RULES[one.ruled.problem]}-{next(iter(placed))}-{about}"
        round_ = witness(settler, name, one.deal, State(placed, (), settler.acts.start(placed)), given)
        outcomes = settled(settler, round_)
        if outcomes and any(outcome.result == one.ruled.problem for outcome in outcomes.values()):
            return round_
    raise InternalError(f"a deal that leaves `{one.hand}` open settles all wagers of `{settler.spec.id}`")


def _placed(spec: Spec) -> Iterator[set[str]]:
    """What to place: all that is required, or else each wager by itself; then all of them, if one needs another."""
    before = [wager for wager in spec.wagers if wager.placed == "before_deal"]
    required = {wager.name for wager in before if wager.required}
    yield from [required] if required else ({wager.name} for wager in before)
    yield {wager.name for wager in before}


def _unused(settler: Settler, one: Row | Reading, basis: str) -> Finding:
    if isinstance(one, Row):
        kind, subject, hint = "dead", one.id, "check the condition against the clause"
        message = f"rule {one.cites[0]} never comes into play: its condition holds in no deal"
    else:
        kind, subject = "idle-interpretation", f"draws/{one.draws}"
        message = f"this interpretation never acts: there is no such {one.kind}"
        hint = "check its condition, or take it out where the document has been mended"
    return Finding(kind, "error", message, one.place, settler.spec.id, one.cites, hint, basis=basis, subject=subject)
