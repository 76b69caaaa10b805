"""What becomes of each wager: the classes of cases in which documents agree, differ, or are silent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulespec.compare.joint import Shared, mask, shared_cases
from rulespec.compare.sides import AGREE, absent, compared, full, side, status_of
from rulespec.domains.base import RoundFault
from rulespec.engine.decide import Decision, agreed
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.lang.show import show
from rulespec.lang.trees import atoms, rewrite
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.comparison import Compared, Side
from rulespec.model.expr import Defined, Expr
from rulespec.model.finding import Json, enumerated
from rulespec.model.place import Place
from rulespec.prove.describe import Literal, candidates, describe, literals, mask_of
from rulespec.prove.payments import payment_problem, unpaid_keys
from rulespec.prove.universe import atoms_of
from rulespec.prove.witness import replay, witness

TRIED = 12  # cases of one class that are tried as rounds, plainest first


@dataclass(frozen=True)
class Walk:
    """All shared cases of one wager, and what each spec says of each (None where the case cannot arise)."""

    settlers: Sequence[Settler]
    wager: str
    cases: Sequence[Shared]
    said: Sequence[Mapping[int, Decision]]
    known: Sequence[Literal]

    def word(self, place: int, index: int) -> str | None:
        """The result that a spec says a case has, or what is wrong with how a win of it is paid; None for nothing."""
        decision = self.said[place].get(index)
        if decision is None:
            return None
        word = agreed(decision.words)
        if word != "win":
            return word
        problem = payment_problem(self.settlers[index], self.wager, self.cases[place].facts[index])
        return PROBLEMS[problem] if problem else word

    def condition(self, places: Sequence[int], among: Sequence[int]) -> Expr:
        """When these cases arise, told apart from the others of `among`."""
        wanted, every = (mask_of(some, len(self.cases)) for some in (places, among))
        return describe(wanted, every, [Literal(one.expr, one.cases & every, one.cost) for one in self.known])

    def share(self, places: Sequence[int]) -> Fraction:
        """How often such a deal comes, each deal counted once."""
        weights = {(self.cases[p].deal.truths, self.cases[p].total): self.cases[p].deal.weight for p in places}
        return sum((Fraction(weight, total) for (_, total), weight in weights.items()), Fraction(0))


def walk(settlers: Sequence[Settler], wager: str, extra: Sequence[Expr] = ()) -> Walk:
    """All shared cases of a wager. `extra` are conditions to tell deals apart by, beside those of the rules."""
    exprs = [_read(settler, wager, extra) for settler in settlers]
    simple = simple_conditions(exprs)
    told = [tuple(expr for expr, (_, owners) in simple.items() if i in owners) for i in range(len(settlers))]
    cases = list(shared_cases(settlers, told, wager))
    said = [
        {i: settlers[i].settling[wager].ask(known) for i, known in case.facts.items() if wager in settlers[i].settling}
        for case in cases
    ]
    return Walk(settlers, wager, cases, said, _literals(settlers, simple, cases))


def _read(settler: Settler, wager: str, extra: Sequence[Expr]) -> list[Expr]:
    decider = settler.settling.get(wager)
    if decider is None:
        return []
    pays = settler.rulebook.pay.get(wager)
    paid = [atom for row in pays.rows if row.when is not None for atom in atoms(row.when)] if pays else []
    return [*atoms_of(settler, decider.table), *unpaid_keys(settler, wager), *paid, *extra]


def simple_conditions(exprs: Sequence[Sequence[Expr]]) -> dict[Expr, tuple[int, list[int]]]:
    """The conditions to describe cases with: how hard each is to read, and the specs that have it.

    A name that two specs define differently is replaced by what it means in each.
    """
    meanings: dict[str, set[str]] = {}
    for mine in exprs:
        for expr in mine:
            if isinstance(expr, Defined):
                meanings.setdefault(expr.name, set()).add(show(expr.body))

    def plain(node: Expr) -> Expr | None:
        return node.body if isinstance(node, Defined) and len(meanings.get(node.name, ())) > 1 else None

    found: dict[str, tuple[Expr, int, list[int]]] = {}
    for index, mine in enumerate(exprs):
        for candidate, cost in candidates(rewrite(expr, plain) for expr in mine).items():
            found.setdefault(show(candidate), (candidate, cost, []))[2].append(index)
    return {candidate: (cost, owners) for candidate, cost, owners in found.values()}


def _literals(
    settlers: Sequence[Settler], simple: Mapping[Expr, tuple[int, list[int]]], cases: Sequence[Shared]
) -> list[Literal]:
    costs = {expr: cost for expr, (cost, _) in simple.items()}
    return literals(costs, lambda expr: mask(settlers, cases, expr, simple[expr][1]))


def settlement_rows(settlers: Sequence[Settler], show_agreed: bool = True) -> list[Compared]:
    """For every wager of any spec, the classes of cases by what the documents say.

    Without `show_agreed`, no round is made for a class in which all say the same.
    """
    names = dict.fromkeys(wager.name for settler in settlers for wager in settler.spec.wagers)
    rows: list[Compared] = []
    for name in names:
        having = [settler for settler in settlers if name in settler.settling]
        if len(having) > 1:
            rows += _wager_rows(settlers, having, name, show_agreed)
    return rows


def _wager_rows(
    settlers: Sequence[Settler], having: Sequence[Settler], wager: str, show_agreed: bool
) -> list[Compared]:
    found = walk(having, wager)
    groups: dict[tuple[str | None, ...], list[int]] = {}
    for place in range(len(found.cases)):
        words = tuple(found.word(place, index) for index in range(len(having)))
        if sum(word is not None for word in words) > 1:
            groups.setdefault(words, []).append(place)
    among = [place for places in groups.values() for place in places]
    return [_row(settlers, found, words, places, among, show_agreed) for words, places in groups.items()]


def _row(
    settlers: Sequence[Settler],
    found: Walk,
    words: tuple[str | None, ...],
    places: Sequence[int],
    among: Sequence[int],
    show_agreed: bool,
) -> Compared:
    having = list(found.settlers)
    sides = []
    for settler in settlers:
        if settler not in having:
            sides.append(absent(settler))
            continue
        index = having.index(settler)
        sides.append(_side(settler, found, index, words[index], places))
    shown = show_agreed or status_of(sides) != AGREE
    rounds, results = _shown(found, words, places) if shown else ({}, {})
    title = settlers[0].spec.vocabulary.title(found.wager)
    condition = found.condition(places, among)
    row = compared(settlers, "settlement", found.wager, title, sides, condition, found.share(places), rounds, results)
    return replace(row, basis=enumerated(len(found.cases)))


def _side(settler: Settler, found: Walk, index: int, word: str | None, places: Sequence[int]) -> Side:
    if word is None:
        return absent(settler, "not_offered")
    rows = tuple(dict.fromkeys(row for place in places for row in found.said[place][index].rows))
    if word == "undetermined":
        pays = settler.rulebook.pay.get(found.wager)
        silent = pays if rows and pays is not None else settler.settling[found.wager].table  # a win that is not paid
        return side(settler, "", "undetermined", full(settler, silent.cites))
    state = "conflict" if word == "conflict" else "answered"
    words = sorted({row.then.word for row in rows})
    if state == "conflict" and words == ["win"]:
        pays = settler.rulebook.pay[found.wager]
        clauses = (*pays.cites, *(clause for row in pays.rows for clause in row.cites))
        return side(settler, "win, paid in two ways", state, full(settler, clauses), rows)
    says = " / ".join(words) if state == "conflict" else word
    return side(settler, says, state, full(settler, (clause for row in rows for clause in row.cites)), rows)


def _shown(found: Walk, words: tuple[str | None, ...], places: Sequence[int]) -> tuple[dict[str, Json], dict[str, str]]:
    """The commonest deal of the class with the fewest acts, as a round for each spec, settled."""

    def plainness(place: int) -> tuple[int, int, int]:
        case = found.cases[place]
        state = next(iter(case.states.values()))
        return case.deal.weight, -len(state.moves), -len(state.wagers)

    best: tuple[dict[str, Json], dict[str, str]] = {}, {}
    for place in sorted(places, key=plainness, reverse=True)[:TRIED]:
        case = found.cases[place]
        rounds: dict[str, Json] = {}
        for index, settler in enumerate(found.settlers):
            word = words[index]
            if word is None:
                continue
            name = f"{found.wager}-{'-'.join(dict.fromkeys(filter(None, words)))}"
            round_ = witness(settler, name, case.deal.deal, case.states[index], case.options[index])
            if is_settled(settler, round_):
                replay(settler, round_, found.wager, word)
                rounds[settler.spec.id] = round_
        results = {
            s.spec.id: settled_as(s, rounds[s.spec.id], found.wager) for s in found.settlers if s.spec.id in rounds
        }
        if len(rounds) == sum(word is not None for word in words):
            return rounds, results
        best = max(best, (rounds, results), key=lambda one: len(one[0]))
    return best


def is_settled(settler: Settler, round_: Json) -> bool:
    """Whether a made-up round can be settled: not where a payment turns on an option of which no value is known."""
    try:
        settler.settle(read_round(dict(round_), Place("round")))
    except (RoundFault, LoadError):
        return False
    return True


def settled_as(settler: Settler, round_: Json, wager: str) -> str:
    """What settling a round gives for a wager, in a few words; also where the document does not offer what was done."""
    try:
        outcome = settler.settle(read_round(dict(round_), Place("round")))[1].wagers.get(wager)
    except LoadError:
        return "an amount that no round can have"
    except RoundFault as fault:
        cites = ", ".join(dict.fromkeys(clause for one in fault.faults for clause in one.clauses))
        return f"not offered{f' ({cites})' if cites else ''}"
    title = settler.spec.vocabulary.title(wager)
    if outcome is None:
        return f"{title} not placed"
    net = "" if outcome.net is None else f", net {shown(outcome.net)}"
    excess = f", {shown(outcome.excess)} handed back" if outcome.excess else ""
    fine = f" ({outcome.disposition})" if outcome.disposition else ""
    return f"{title}: {outcome.result}{fine}{net}{excess}"
