"""Duties, permissions and prohibitions that settle no wager, act by act: who must, may or must not, and when."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulespec.compare.sides import compared
from rulespec.compare.wording import capital
from rulespec.documents.provisions import provision_words
from rulespec.documents.survey import parts_of
from rulespec.engine.settle import Settler
from rulespec.model.comparison import Compared, Said, Side
from rulespec.model.document import Account, Provision
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Concept, Vocabulary
from rulespec.tables.clauses import distinct, is_within

_MODES = {"must": "must", "may": "may", "must_not": "must not"}


@dataclass(frozen=True, slots=True)
class _Term:
    """What one document says of who does an act: everything but the act and what it is about."""

    who: str
    mode: str
    when: tuple[str, ...]
    unless: tuple[str, ...]
    notice: str
    within: str


_Said = Mapping[str, Mapping[_Term, tuple[Provision, ...]]]  # by spec: what it says, and the provisions that say it


def provision_rows(settlers: Sequence[Settler], accounts: Mapping[str, Account]) -> list[Compared]:
    """For every act (and what it is about), who must, may or must not do it in each document.

    `accounts` are by spec id; of each, what stands in the parts of the document that the spec accounts for.
    """
    specs = [settler.spec for settler in settlers if settler.spec.id in accounts]
    if len(specs) < 2:
        return []
    mine = {spec.id: own_provisions(spec, accounts[spec.id]) for spec in specs}
    rows: list[Compared] = []
    for act in dict.fromkeys(provision.act for some in mine.values() for provision in some):
        groups = _together({spec: [one for one in some if one.act == act] for spec, some in mine.items()})
        for whos in groups:
            rows += _act_rows(settlers, mine, act, whos, len(groups) > 1)
    return rows


def own_provisions(spec: Spec, account: Account) -> tuple[Provision, ...]:
    """The provisions of the parts of its document that a spec accounts for."""
    parts = parts_of(spec.document)
    return tuple(
        one
        for one in account.provisions
        if not parts or any(_is_in(clause, part) for clause in one.cites for part in parts)
    )


def _is_in(clause: str, part: str) -> bool:
    """Whether a clause stands in a part: one with that prefix, or a clause with all that is in it."""
    prefix = clause.rpartition(":")[0]
    return prefix == part if prefix and ":" not in part else is_within(clause, part)


def _together(by_spec: Mapping[str, Sequence[Provision]]) -> list[frozenset[str]]:
    """The people of whom documents say an act, those together that no document tells apart.

    One document lets the operator close a table, another its supervisor: that is one matter. Where one document lets
    a player do something and forbids the dealer to, there are two.
    """
    whos = {spec: frozenset(one.who for one in some) for spec, some in by_spec.items()}
    often = Counter(who for some in whos.values() for who in some)
    groups: list[set[str]] = []
    for who in sorted(often, key=lambda name: (-often[name], name)):
        for group in groups:
            if not any(who in some and some & group for some in whos.values()):
                group.add(who)
                break
        else:
            groups.append({who})
    return [frozenset(group) for group in groups]


def _act_rows(
    settlers: Sequence[Settler],
    mine: Mapping[str, Sequence[Provision]],
    act: str,
    whos: frozenset[str],
    several: bool,
) -> list[Compared]:
    """One row for each matter that the act is about, those together of which every document says the same."""
    about: dict[str, dict[str, dict[_Term, tuple[Provision, ...]]]] = {}
    for spec, some in mine.items():
        for one in some:
            if one.act != act or one.who not in whos:
                continue
            term = _Term(one.who, one.mode, tuple(sorted(one.when)), tuple(sorted(one.unless)), one.notice, one.within)
            for matter in one.about or ("",):
                terms = about.setdefault(matter, {}).setdefault(spec, {})
                terms[term] = (*terms.get(term, ()), one)
    alike: dict[object, list[str]] = {}
    for matter, said in about.items():
        key = tuple((spec, frozenset(_merged(terms))) for spec, terms in sorted(said.items()))
        alike.setdefault(key, []).append(matter)
    return [_row(settlers, act, whos, matters, about, several) for matters in alike.values()]


def _row(
    settlers: Sequence[Settler],
    act: str,
    whos: frozenset[str],
    matters: Sequence[str],
    about: Mapping[str, _Said],
    several: bool,
) -> Compared:
    vocabulary = settlers[0].spec.vocabulary
    title = capital(_title(vocabulary.provisions, act))
    named = [_title(vocabulary.subjects, matter) for matter in matters if matter]
    if named:
        title += f": {', '.join(named)}"
    if several:
        title += f" ({' or '.join(_title(vocabulary.roles, who) for who in sorted(whos))})"
    sides: list[Side] = []
    for settler in settlers:
        terms: dict[_Term, tuple[Provision, ...]] = {}
        for matter in matters:
            for term, found in about[matter].get(settler.spec.id, {}).items():
                terms[term] = tuple(dict.fromkeys((*terms.get(term, ()), *found)))
        sides.append(_side(settler.spec, terms))
    part = "+".join(filter(None, ("|".join(sorted(whos)), *matters)))
    return compared(settlers, "provision", act, title, sides, part=part)


def _side(spec: Spec, terms: Mapping[_Term, tuple[Provision, ...]]) -> Side:
    if not terms:
        return Side(spec.id, "", "absent")
    vocabulary = spec.vocabulary
    found = list(dict.fromkeys(one for some in terms.values() for one in some))
    cites = distinct([clause for one in found for clause in one.cites])
    says = "; ".join(sorted(_words(term, vocabulary) for term in _merged(terms)))
    rules = tuple(Said("", "", provision_words(one, vocabulary), one.cites) for one in found)
    return Side(spec.id, says, "answered", cites, rules)


def _merged(terms: Iterable[_Term]) -> list[_Term]:
    """What is said of several circumstances in provisions of their own, said once: any one of them is enough."""
    found: dict[_Term, set[str]] = {}
    for term in terms:
        bare = replace(term, when=("",) if term.when else ())
        found.setdefault(bare, set()).update(term.when)
    return [replace(bare, when=tuple(sorted(when))) for bare, when in found.items()]


def _words(term: _Term, vocabulary: Vocabulary) -> str:
    words = f"{_title(vocabulary.roles, term.who)} {_MODES[term.mode]}"
    for word, names in (("when", term.when), ("unless", term.unless)):
        if names:
            words += f", {word} {' or '.join(_title(vocabulary.circumstances, name) for name in names)}"
    spans = [f"{key}: {span}" for key, span in (("notice", term.notice), ("within", term.within)) if span]
    return f"{words} ({', '.join(spans)})" if spans else words


def _title(concepts: Mapping[str, Concept], name: str) -> str:
    return concepts[name].title if name in concepts else name.replace("_", " ")
