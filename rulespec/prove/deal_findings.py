"""Deals by rules that leave some open: nobody says whether a hand takes one more card, or two clauses say both."""

from fractions import Fraction

from rulespec.domains.base import ByRules, OpenDeal
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.when import when_of
from rulespec.model.finding import Finding, enumerated
from rulespec.model.rows import Row
from rulespec.model.spec import Reading
from rulespec.prove.frequency import in_words as how_often
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
        *(_open(settler, one, basis) for one in game.open_deals()),
        *(_unused(settler, one, basis) for one in game.unused()),
    ]


def _open(settler: Settler, one: OpenDeal, basis: str) -> Finding:
    spec, table = settler.spec, settler.rulebook.draws[one.hand]
    rows = tuple(row for row in table.rows if row.id in one.rows)
    clash = one.ruled.problem == "conflict"
    said = against(rows) if clash else "no rule says whether it does"
    often = how_often(Fraction(one.weight, one.total))
    message = f"`{one.hand}` takes one more card or does not: {said}; possible {often}"
    round_ = _round(settler, one)
    hint = "one of the rules is too wide, or the clause that prevails is missing" if clash else "a rule is missing"
    read = Settler(spec, settler.rulebook, settler.game, interpreted=True) if spec.readings else None
    outcomes = settled(read, round_) if read is not None else None
    if outcomes and not any(outcome.result == one.ruled.problem for outcome in outcomes.values()):
        places = [
            f"{reading.place.file}:{reading.place.line}" for reading in spec.readings if reading.draws == one.hand
        ]
        hint = f"{hint}; an interpretation decides it with `--reading interpreted` ({', '.join(places)})"
    place = rows[0].place if rows else table.place
    case = when_of(rows[0].when, spec.vocabulary) if rows else None
    rule, subject = _RULES[one.ruled.problem], f"draws/{one.hand}"
    return Finding(rule, "error", message, place, spec.id, one.ruled.cites, hint, round_, basis, case, subject)


def _round(settler: Settler, one: OpenDeal) -> dict[str, object]:
    """A round with such a deal. Raises `InternalError` where it settles otherwise."""
    wagers = [wager for wager in settler.spec.wagers if wager.placed == "before_deal"]
    names = {wager.name for wager in wagers if wager.required} or {wager.name for wager in wagers[:1]}
    given = examples(settler.spec)
    placed = first_wagers(settler.spec, names, given)
    name = f"{settler.spec.id.replace('/', '-')}-draws-{one.hand}"
    round_ = witness(settler, name, one.deal, State(placed, (), settler.acts.start(placed)), given)
    outcomes = settled(settler, round_)
    if not outcomes or any(outcome.result != one.ruled.problem for outcome in outcomes.values()):
        raise InternalError(f"the deal of `{name}` is not left open when it is settled")
    return round_


def _unused(settler: Settler, one: Row | Reading, basis: str) -> Finding:
    if isinstance(one, Row):
        kind, subject, hint = "dead", one.id, "check the condition against the clause"
        message = f"rule {one.cites[0]} never comes into play: its condition holds in no deal"
    else:
        kind, subject = "idle-interpretation", f"draws/{one.draws}"
        message = f"this interpretation never acts: there is no such {one.kind}"
        hint = "check its condition, or take it out where the document has been mended"
    return Finding(kind, "error", message, one.place, settler.spec.id, one.cites, hint, basis=basis, subject=subject)
