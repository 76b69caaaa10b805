"""What a spec declares, entry by entry, without places: what two versions of it differ in as they are written.

An entry has what it means (what any round could turn on), how it is told (titles, reasons, summaries) and the clauses
that it cites. Rules of one table are a bag: their order has no meaning, and swapping two changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Any

from rulespec.compare.wording import rule_words
from rulespec.engine.settle import Settler
from rulespec.lang.show import show, show_payout
from rulespec.model.document import Account, Provision
from rulespec.model.expr import Defined
from rulespec.model.place import Place
from rulespec.model.rows import Row, Table
from rulespec.model.spec import PayTable, Reading, RuleTable, Spec
from rulespec.model.vocabulary import Concept
from rulespec.tables.clauses import distinct

_NOT_MEANT = ("cites", "cap_cites", "unit_cites", "inherited", "origins", "open_by", "place", "document")
_UNORDERED = {
    "Then": ("pairs", "amounts"),
    "Deed": ("then",),
    "Group": ("members",),
}  # how these are listed means nothing
_TITLED = (
    *("wagers", "facts", "options", "stages", "acts", "classes", "terms", "choices", "events"),
    *("roles", "provisions", "circumstances", "subjects"),
)
_TELLING = ("title", "because", "approved", "also")  # words for people


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a spec declares.

    `area` and `subject` are those of the change classes and of comparisons. `meaning`, `telling` and `cited` (which
    clauses each part of it cites) are only ever held against others of the same key; `says` is the entry in a few words
    of the language of conditions, `cites` are all its clauses.
    """

    area: str
    subject: str
    meaning: Hashable
    telling: Hashable
    says: str
    cites: tuple[str, ...]
    place: Place
    parts: Hashable = ()

    @property
    def cited(self) -> Hashable:
        return frozenset(self.cites), self.parts


Key = tuple[str, str]  # a section and a name in it


def entries(settler: Settler, account: Account | None = None) -> dict[Key, Entry]:
    """Everything that a spec and the account of its document declare, by section and name."""
    spec = settler.spec
    found: dict[Key, Entry] = {}
    parts = (_head(spec), _of_vocabulary(settler), _setup(spec), _declared(spec), _defined(settler), _tables(settler))
    for key, entry in chain.from_iterable(parts):
        found[key] = entry
    for key, entry in _bags(spec, account or Account()):
        found[key] = entry
    return found


def bare(value: Any) -> Hashable:
    """A value of the model without places, clauses and words for people, such that equal means the same rule."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value).__name__
        kept = [each.name for each in fields(value) if each.compare and each.name not in (*_NOT_MEANT, *_TELLING)]
        parts = ((getattr(value, name), name in _UNORDERED.get(kind, ())) for name in kept)
        return kind, *(_bag_of(part) if bag else bare(part) for part, bag in parts)
    if isinstance(value, Mapping):
        return tuple(sorted((str(key), bare(each)) for key, each in value.items() if key not in ("cite", "because")))
    if isinstance(value, list | tuple):
        return tuple(bare(each) for each in value)
    if isinstance(value, set | frozenset):
        return frozenset(bare(each) for each in value)
    return value if isinstance(value, Hashable) else str(value)


def _bag_of(several: Iterable[Any]) -> Hashable:
    return frozenset(Counter(map(bare, several)).items())


def context(spec: Spec, but: Collection[str] = ()) -> Hashable:
    """All that every table's meaning rests on, apart from its own rows: cards, stages, wagers, options, vocabulary.

    `but` are those of `wagers` and `options` that are left aside.
    """
    vocabulary = [
        bare({name: (one.type, one.takes, one.source, one.known_from, one.gives) for name, one in kind.items()})
        for kind in (spec.vocabulary.facts, spec.vocabulary.options, spec.vocabulary.choices)
    ]
    scopes = bare({name: (one.scope, one.facts) for name, one in spec.vocabulary.events.items()})
    setup = {name: said for name, said in spec.setup.items() if name != "places"}
    declared = [setup, spec.stages, frozenset(map(bare, spec.event_bounds)), spec.domain]
    declared += [getattr(spec, name) for name in ("wagers", "options") if name not in but]
    return bare(declared), tuple(vocabulary), scopes, bare(spec.vocabulary.lists)


# The parts of a spec.


def _one(area: str, subject: str, value: Any, says: str, cites: Iterable[str], place: Place) -> Entry:
    telling = tuple(bare(getattr(value, name)) for name in _TELLING if hasattr(value, name))
    return Entry(area, subject, bare(value), telling, says, distinct(list(cites)), place)


def _head(spec: Spec) -> Iterator[tuple[Key, Entry]]:
    place = spec.place
    yield ("spec", "title"), Entry("spec", "title", None, spec.title, spec.title, (), place)
    yield ("spec", "family"), Entry("spec", "family", None, spec.family, spec.family, (), place)
    yield ("spec", "domain"), Entry("ranking", "domain", spec.domain, None, spec.domain, (), place)
    for each in fields(spec.document):
        said = getattr(spec.document, each.name)
        text = said if isinstance(said, str) else ", ".join(said)
        at = spec.places.get(f"document.{each.name}", place)
        yield ("document", each.name), Entry("document", each.name, None, text, text, (), at)
    told = spec.vocabulary
    titles = [{name: one.title for name, one in getattr(told, kind).items()} for kind in _TITLED]
    yield ("vocabulary", "titles"), Entry("term", "vocabulary", None, bare(titles), "", (), Place(told.file))


def _of_vocabulary(settler: Settler) -> Iterator[tuple[Key, Entry]]:
    """What the vocabulary says of the irregularities and options of a spec, as far as rounds may turn on it."""
    spec, vocabulary = settler.spec, settler.spec.vocabulary
    place = Place(vocabulary.file)
    for name in settler.rulebook.events:
        event = vocabulary.events.get(name)
        if event is not None:
            facts = sorted((fact, _concept(vocabulary.facts.get(fact))) for fact in event.facts)
            says = f"puts in question: {event.scope}; may be said of it: {' '.join(sorted(event.facts)) or 'nothing'}"
            meaning = bare((event.scope, facts))
            yield ("vocabulary", f"events/{name}"), Entry("irregularity", name, meaning, None, says, (), place)
    for option in spec.options:
        concept = vocabulary.options.get(option.name)
        meaning, says = bare(_concept(concept)), str(concept.type) if concept is not None else ""
        yield ("vocabulary", f"options/{option.name}"), Entry("option", option.name, meaning, None, says, (), place)


def _concept(one: Concept | None) -> Hashable:
    """What a concept means, without its words for people."""
    if one is None:
        return None
    told = (str(one.type), one.takes, one.source, one.known_from, one.gives, one.discretion, one.of_seats)
    return told, tuple(sorted(one.also)), tuple(sorted(one.values_also.items()))


def _setup(spec: Spec) -> Iterator[tuple[Key, Entry]]:
    for name, said in spec.setup.items():
        if name == "places":
            continue
        cites = tuple(_cited(said))
        place = spec.setup.get("places", {}).get(name, spec.place)
        yield ("setup", name), Entry("ranking", name, bare(said), None, _plain(said), cites, place)
    order = tuple((stage.name, stage.board) for stage in spec.stages)
    says = ", ".join(f"{name} {board}" for name, board in order)
    cites = distinct([clause for stage in spec.stages for clause in stage.cites])
    place = spec.stages[0].place if spec.stages else spec.place
    yield ("stages", ""), Entry("ranking", "stages", order, None, says, cites, place)


def _cited(said: Any) -> Iterator[str]:
    if isinstance(said, Mapping):
        for key, each in said.items():
            if key == "cite":
                yield from ([each] if isinstance(each, str) else each)
            else:
                yield from _cited(each)


def _plain(said: Any) -> str:
    if isinstance(said, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in said.items() if key not in ("cite", "because"))
    if isinstance(said, list | tuple):
        return " ".join(_plain(each) for each in said)
    return str(said)


def _declared(spec: Spec) -> Iterator[tuple[Key, Entry]]:
    for group in spec.groups:
        members = " ".join(group.members)
        yield ("groups", group.name), _one("definition", group.name, group, members, group.cites, group.place)
    for deed in spec.deeds:
        says = ", ".join(f"{subject}: {result}" for subject, result in deed.then)
        yield ("deeds", deed.name), _one("definition", deed.name, deed, says, (*deed.cites, *deed.also), deed.place)
    for wager in spec.wagers:
        says = f"placed {wager.placed.replace('_', ' ')}{', needed for a hand' if wager.required else ''}"
        says += f", equal to {show(wager.equals)}" if wager.equals is not None else ""
        says += f", of an amount for which {show(wager.allowed)}" if wager.allowed is not None else ""
        yield ("wagers", wager.name), _one("wager", wager.name, wager, says, wager.cites, wager.place)
    for option in spec.options:
        says = " | ".join(option.values) or "set by the operator"
        says += f", {show(option.requires)}" if option.requires is not None else ""
        says += "" if option.missing == "error" else f", {option.missing.replace('_', ' ')} where it is not given"
        bound = replace(option, example=None)
        found = _one("option", option.name, bound, says, option.cites, option.place)
        yield ("options", option.name), replace(found, telling=bare(option.example))
    for concept in dict.fromkeys(term.concept for term in spec.terms):
        terms = [term for term in spec.terms if term.concept == concept]
        words = sorted(term.word for term in terms)
        cites = distinct([clause for term in terms for clause in term.cites])
        parts = frozenset((term.word, frozenset(term.cites)) for term in terms)
        says = ", ".join(words)
        yield ("terms", concept), Entry("term", concept, None, tuple(words), says, cites, terms[0].place, parts)


def _defined(settler: Settler) -> Iterator[tuple[Key, Entry]]:
    spec = settler.spec
    for defined in dict.fromkeys(definitions_in((settler.rulebook, spec.wagers, spec.options, spec.event_bounds))):
        place = spec.places.get(f"define.{defined.name}", spec.place)
        says = show(defined.body)
        entry = Entry("definition", defined.name, bare(defined.body), None, says, defined.cites, place)
        yield ("define", defined.name), entry


def definitions_in(value: Any) -> Iterator[Defined]:
    """Every definition that conditions and amounts anywhere in a part of the model use."""
    if isinstance(value, Defined):
        yield value
    if is_dataclass(value) and not isinstance(value, type):
        if isinstance(value, Spec | Place):
            return
        for each in fields(value):
            yield from definitions_in(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from definitions_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from definitions_in(each)


_AREA_OF = {"valid": "stake", "stake": "stake", "settle": "settlement", "play": "decision", "events": "irregularity"}


def _tables(settler: Settler) -> Iterator[tuple[Key, Entry]]:
    spec, book = settler.spec, settler.rulebook
    by_id = {row.id: row for row in book.rows()}
    for table in book.tables():
        area = _AREA_OF[table.section]
        yield (table.section, table.subject), _table(spec, table, area, table.subject, by_id)
    for name, table in book.draws.items():
        yield ("draws", name), _table(spec, table, "ranking", name, by_id)
    for name, rules in book.events.items():
        entry = _table(spec, rules.table, "irregularity", name, by_id, (rules.occurs, sorted(rules.choices)))
        if rules.occurs is not None:
            entry = replace(entry, says="; ".join(filter(None, (f"occurs when {show(rules.occurs)}", entry.says))))
        yield ("events", name), entry
    if book.follow is not None:
        yield ("follow", ""), _table(spec, book.follow, "settlement", "follow", by_id)
    for wager, jackpot in book.jackpots.items():
        for part in ("share", "takes", "adds", "bonus"):
            found: Table | None = getattr(jackpot, part)
            if found is not None:
                yield ("jackpots", f"{wager}.{part}"), _table(spec, found, "jackpot", wager, by_id)
    for wager, pay in book.pay.items():
        yield ("pay", wager), _pay(pay, wager)
    for hand in (table for table in spec.tables if table.section == "hand"):
        yield ("hand", hand.subject), _as_written(hand)
    orders = book.spec.prize_order
    if orders:
        cites = distinct([clause for one in orders for clause in one.cites])
        says = ", ".join(one.by for one in orders)
        yield ("prize_order", ""), Entry("jackpot", "order", bare(orders), None, says, cites, spec.place)


def _table(spec: Spec, table: Table, area: str, subject: str, by_id: Mapping[str, Row], more: object = None) -> Entry:
    rows = [_row(row, by_id) for row in table.rows]
    rules: dict[str, list[Hashable]] = {}  # which rows are limbs of one rule has a meaning, what it is called has none
    for row, said in zip(table.rows, rows, strict=True):
        rules.setdefault(row.rule, []).append(said)
    limbs = Counter(frozenset(Counter(some).items()) for some in rules.values())
    meaning = frozenset(limbs.items()), table.intent, bare(more)
    says = "; ".join(sorted(_said(row, spec) for row in table.rows))
    cites = distinct([*table.cites, *table.open_by, *(clause for row in table.rows for clause in row.cites)])
    cited = Counter((said, frozenset(row.cites)) for row, said in zip(table.rows, rows, strict=True))
    parts = frozenset(table.cites), frozenset(table.open_by), frozenset(cited.items())
    return Entry(area, subject, meaning, None, says, cites, table.place, parts)


def _as_written(table: RuleTable) -> Entry:
    """A table whose rules go into the rows of other tables, and decide nothing by themselves."""
    rows = frozenset((bare(row.when), bare(row.then), frozenset(row.cites)) for row in table.rows)
    cites = distinct([*table.cites, *(clause for row in table.rows for clause in row.cites)])
    says = "; ".join(sorted(f"{row.then.kind} {row.then.word} when {show(row.when)}".strip() for row in table.rows))
    return Entry("definition", table.section, None, (bare(table.when), rows), says, cites, table.place)


def _row(row: Row, by_id: Mapping[str, Row]) -> Hashable:
    """What a row decides and when; what it overrides is told by what that decides, since ids are made of clauses."""
    beaten = frozenset((bare(by_id[name].when), _then(by_id[name])) for name in row.overrides if name in by_id)
    return bare(row.when), _then(row), row.live_only, row.fold_limb, beaten, row.ground == "narrower_limb"


def _then(row: Row) -> Hashable:
    """What a row decides; of effects the word only sums up the pairs, in their order."""
    return bare(replace(row.then, word="") if row.then.kind in ("effects", "meters") else row.then)


def _said(row: Row, spec: Spec) -> str:
    then, _ = rule_words(row, spec.vocabulary)
    amount = f" {show(row.then.amount)}" if row.then.amount is not None and row.then.kind in ("stake", "act") else ""
    wager = f" {row.then.wager}" if row.then.wager else ""
    when = show(row.when)
    return f"{then}{wager}{amount}" + (f" when {when}" if when and when != "always" else "")


def _pay(pay: PayTable, wager: str) -> Entry:
    rows = sorted((row.key, [show_payout(payout) for payout in row.payouts]) for row in pay.rows)
    meaning = frozenset(bare(row) for row in pay.rows), bare(replace(pay, rows=(), subject=""))
    says = "; ".join(f"{key or 'every win'}: {' / '.join(odds)}" for key, odds in rows)
    cites = distinct([*pay.cites, *pay.cap_cites, *pay.unit_cites, *(one for row in pay.rows for one in row.cites)])
    cited = frozenset((bare(row), frozenset(row.cites)) for row in pay.rows)
    return Entry("pay", wager, meaning, None, says, cites, pay.place, (frozenset(pay.cites), cited))


# What has no name of its own: told as one bag.


def _bags(spec: Spec, account: Account) -> Iterator[tuple[Key, Entry]]:
    always = [f"{one.about}: {one.result}" for one in spec.interpretations]
    yield ("interpretations", ""), _bag("ranking", "readings", spec.interpretations, always, spec.place)
    asked = [_reading(one) for one in spec.readings]
    yield ("readings", ""), _bag("interpretation", "readings", spec.readings, asked, spec.place, by_words=True)
    holds = [show(one.holds) for one in spec.invariants]
    yield ("invariants", ""), _bag("interpretation", "invariants", spec.invariants, holds, spec.place, by_words=True)
    left = [one.name for one in spec.left_out]
    yield ("left_out", ""), _bag("spec", "left_out", spec.left_out, left, spec.place)
    reasons = [f"{' '.join(one.clauses)}: {one.reason}" for one in account.not_encoded]
    yield ("not_encoded", ""), _bag("document", "not_encoded", account.not_encoded, reasons, spec.place, telling=True)
    acts = [_duty(one) for one in account.provisions]
    yield ("provisions", ""), _bag("provision", "provisions", account.provisions, acts, spec.place)


def _duty(one: Provision) -> str:
    parts = {"": one.about, "when": one.when, "unless": one.unless, "notice": [one.notice], "within": [one.within]}
    said = [f"{word} {' '.join(some)}".strip() for word, some in parts.items() if any(some)]
    return " ".join([one.who, one.mode, one.act, *said])


def _reading(one: Reading) -> str:
    event = f" after {one.event}" if one.event else ""
    return f"{one.kind} of {' '.join(sorted(one.wagers))}{event}: {one.result} when {show(one.when)}"


def _bag(
    area: str,
    subject: str,
    several: Iterable[Any],
    says: Iterable[str],
    default: Place,
    telling: bool = False,
    by_words: bool = False,
) -> Entry:
    """Several of a kind. `telling`: no round turns on them; `by_words`: they mean what their words do, whatever these
    are defined as."""
    every, words = list(several), list(says)
    meaning: Hashable = frozenset(Counter(words if by_words else [bare(one) for one in every]).items())
    told: Hashable = frozenset(Counter(_telling(one) for one in every).items())
    if telling:
        meaning, told = None, (meaning, told)
    cites = distinct(sorted({clause for one in every for clause in getattr(one, "cites", ())}))
    place = next((one.place for one in every), default)
    parts = frozenset(
        Counter((word, frozenset(getattr(one, "cites", ()))) for word, one in zip(words, every, strict=True)).items()
    )
    return Entry(area, subject, meaning, told, "; ".join(sorted(words)), cites, place, parts)


def _telling(one: Any) -> Hashable:
    return tuple(bare(getattr(one, name)) for name in _TELLING if hasattr(one, name))
