"""What documents declare: wagers, validity, options, definitions, the ranking of hands, and the words they use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulespec.compare.sides import absent, compared, full, side, status_of
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.lang.trees import definitions, facts
from rulespec.lang.words import in_words
from rulespec.model.comparison import Compared, Said, Side
from rulespec.model.expr import Defined
from rulespec.model.spec import Spec, Wager
from rulespec.prove.states import examples, placements, states


def wager_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """Which wagers there are, when they are placed, and whether a hand needs them."""
    names = dict.fromkeys(wager.name for settler in settlers for wager in settler.spec.wagers)
    rows = []
    for name in names:
        sides = [_wager_side(settler, settler.spec.wager(name)) for settler in settlers]
        rows.append(compared(settlers, "wager", name, settlers[0].spec.vocabulary.title(name), sides))
    return rows


def _wager_side(settler: Settler, wager: Wager | None) -> Side:
    if wager is None:
        return absent(settler)
    vocabulary = settler.spec.vocabulary
    says = "placed by a decision" if wager.placed == "decided" else "placed before the deal"
    if wager.required:
        says += ", needed for a hand"
    equal = [f"the {title}" for title in sorted(vocabulary.title(name) for name in _equals(settler.spec, wager))]
    if wager.equals is not None and not any(fact.args for fact in facts(wager.equals)):
        equal = [in_words(wager.equals, vocabulary)]
    if wager.before_deal is not None:
        says += f"; before the deal where {in_words(wager.before_deal, vocabulary)}"
    if equal:
        says += f"{',' if wager.before_deal is None else ' and'} equal to {' and '.join(equal)}"
    return side(settler, says, "answered", full(settler, wager.cites))


def _equals(spec: Spec, wager: Wager) -> set[str]:
    """The wagers that one must equal, said on either side: the first equals the second where the second equals it.

    A wager that is only at times placed before the deal is only then equal to another, and says so by itself.
    """
    own = {arg for fact in facts(wager.equals) for arg in fact.args} if wager.equals is not None else set()
    others = {
        other.name
        for other in spec.wagers
        if other.equals is not None
        and other.before_deal is None
        and any(wager.name in fact.args for fact in facts(other.equals))
    }
    return own | others


def valid_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """Which placed wagers count, in lawful play."""
    names = dict.fromkeys(name for settler in settlers for name in settler.valid)
    rows = []
    for name in names:
        sides = [_valid_side(settler, name) for settler in settlers]
        title = f"Validity of {settlers[0].spec.vocabulary.title(name)}"
        rows.append(compared(settlers, "valid", name, title, sides))
    return rows


def _valid_side(settler: Settler, name: str) -> Side:
    if settler.spec.wager(name) is None:
        return absent(settler)
    decider = settler.valid.get(name)
    if decider is None:
        return side(settler, "valid whenever placed", "answered")
    options, _ = option_facts(settler.spec, examples(settler.spec))
    said: set[str] = set()
    for wagers in placements(settler.spec, [name]):
        if name in wagers:
            state = next(iter(states(settler, wagers, options)))
            said |= decider.ask(state.facts).words
    says = "valid whenever placed" if said == {"valid"} else " / ".join(sorted(said)) or "not settled"
    cites = full(settler, decider.table.cites)
    return side(settler, says, "answered" if said else "undetermined", cites, decider.table.rows)


def option_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """What is left to the operator."""
    names = dict.fromkeys(option.name for settler in settlers for option in settler.spec.options)
    rows = []
    for name in names:
        sides = []
        for settler in settlers:
            option = next((one for one in settler.spec.options if one.name == name), None)
            if option is None:
                sides.append(absent(settler))
                continue
            says = f"one of {', '.join(option.values)}" if option.values else "set by the operator"
            if option.requires is not None:
                says += ", within bounds"
            found = side(settler, says, "answered", full(settler, option.cites))
            sides.append(
                replace(found, rules=(Said("", "", show(option.requires)),)) if option.requires is not None else found
            )
        title = settlers[0].spec.vocabulary.title(name)
        rows.append(compared(settlers, "option", name, title[:1].upper() + title[1:], sides))
    return rows


def definition_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """Conditions that two documents or more define under one name."""
    found = [_definitions(settler) for settler in settlers]
    names = [name for name in dict.fromkeys(n for mine in found for n in mine) if sum(name in m for m in found) > 1]
    rows = []
    for name in names:
        sides = []
        for settler, mine in zip(settlers, found, strict=True):
            if name not in mine:
                sides.append(absent(settler))
                continue
            words = in_words(mine[name].body, settler.spec.vocabulary)
            sides.append(side(settler, words, "answered", full(settler, mine[name].cites)))
        rows.append(compared(settlers, "definition", name, name.replace(".", " ").replace("_", " "), sides))
    return rows


def _definitions(settler: Settler) -> dict[str, Defined]:
    found: dict[str, Defined] = {}
    for row in settler.rulebook.rows():
        for defined in definitions(row.when):
            found.setdefault(defined.name, defined)
    return found


def ranking_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """The order of hands, the ace in straights, and how two hands of one kind compare."""
    if not all("ranking" in settler.spec.setup for settler in settlers):
        return []
    classes = settlers[0].spec.vocabulary.classes

    def order(ranking: Mapping[str, Any]) -> str:
        return ", ".join(classes[name].title for name in ranking["order"])

    def ace(ranking: Mapping[str, Any]) -> str:
        low = ranking["aces_low_in_straights"] == "true"
        return "may stand below the two" if low else "stands above the king only"

    parts: tuple[tuple[str, str, Callable[[Mapping[str, Any]], str]], ...] = (
        ("order", "Order of the kinds of hand, lowest first", order),
        ("ace", "The ace in straights", ace),
    )
    rows = []
    for part, title, say in parts:
        sides = []
        for settler in settlers:
            ranking = settler.spec.setup["ranking"]
            sides.append(side(settler, say(ranking), "answered", full(settler, _listed(ranking["cite"]))))
        rows.append(compared(settlers, "ranking", part, title, sides))
    rows.append(compared(settlers, "ranking", "within", "Two hands of one kind", [_within(s) for s in settlers]))
    return rows


def _within(settler: Settler) -> Side:
    """By a clause, or silent where only an interpretation says so."""
    within = settler.spec.setup["ranking"]["within_class"]
    cites = full(settler, _listed(within["cite"]))
    if "interpretation" in within:
        read = Said("", "", "read throughout as: by the values of their cards")
        return replace(side(settler, "", "undetermined", cites), rules=(read,))
    return side(settler, "by the values of their cards", "answered", cites)


def _listed(cite: str | list[str]) -> list[str]:
    return [cite] if isinstance(cite, str) else cite


def term_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """The documents' words for the same thing.

    That a document does not define a word is no divergence: what the thing does there stands in its rules.
    """
    concepts = dict.fromkeys(term.concept for settler in settlers for term in settler.spec.terms)
    rows = []
    for concept in concepts:
        sides = []
        for settler in settlers:
            terms = [term for term in settler.spec.terms if term.concept == concept]
            if not terms:
                sides.append(absent(settler))
                continue
            cites = [clause for term in terms for clause in term.cites]
            sides.append(side(settler, " / ".join(term.word for term in terms), "answered", full(settler, cites)))
        defined = [one for one in sides if one.state == "answered"]
        if len(defined) < 2:
            continue
        title = settlers[0].spec.vocabulary.terms[concept].title
        row = compared(settlers, "term", concept, title[:1].upper() + title[1:], sides, alike=_same_word)
        rows.append(replace(row, status=status_of(defined, _same_word)))
    return rows


def _same_word(word: str) -> str:
    """A term without capitals, hyphens and the endings of number and person: typography is no difference."""
    return " ".join(part.removesuffix("s") for part in word.casefold().replace("-", " ").split())
