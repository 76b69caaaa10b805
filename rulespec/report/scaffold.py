"""The beginning of a spec: every section in the order of its page, with the names that may stand there, to fill in.

Everything is offered in comments and nothing is claimed of the document: what stands there loads, with all that the
document rules left out. Names and titles come from the vocabulary and the specs of the family, clauses from nowhere.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulespec.domains.cards import RANKS
from rulespec.domains.registry import SETUP
from rulespec.load.outline import Outline
from rulespec.load.unfinished import TO_FILL
from rulespec.model.expr import Type
from rulespec.model.spec import GROUNDS, RESULTS, WITHOUT_RESULT
from rulespec.model.vocabulary import Concept, EventConcept, Vocabulary

WIDTH = 120
OPEN = f'"{TO_FILL}"'
ROW = f"{{when: {OPEN}, then: {OPEN}, cite: {OPEN}}}"
HEAD = """\
A spec in the making. `##` explains. A line that begins with one `#` is offered: take its `# ` away if the document has
it, and delete it if not. `"?"` is yours to fill in; `rulespec check` lists each that is left. Clauses are written as
the document numbers them, in quotes. What the names mean is in `vocabulary.yaml`; the form is in docs/specs.md,
conditions in docs/conditions.md."""

# What each section is for, in the order of docs/specs.md; `{...}` are filled in from the model.
SECTIONS = {
    "deck": "The deck of cards.",
    "ranking": "The kinds of hand, lowest first, and how two hands of one kind compare.",
    "hands": "Which cards make up each hand: `best_five_of` or `five`, of such as `player.hole + board`.",
    "patterns": "Yes/no facts of a hand of five cards, by the values that it must show, such as `A A 8 8`.",
    "experiment": "Everything that can come up, with its weight (1 without one) and what is true of it.",
    "positions": "Places of the layout where a wager may stand, by what each covers; `by` is the key in a round.",
    "shoe": "Decks, the value of each rank, whose each card of the first deal is, and what is measured of the hands.",
    "stages": "The points at which players decide, in order, and what they then see: `board` or `cards`, how many.",
    "wagers": "When each wager is placed (`before_deal`, `decided`); `required` and `equals` if the document says so.",
    "options": "What is left to the operator; a round without it: `error` (with an `example`) or `not_in_issue`.",
    "groups": "Which wagers a clause's words cover, with blanks between.",
    "define": "Names for conditions and amounts that the document defines.",
    "deeds": "Defined words that do something to wagers: {{GROUP: RESULT}}.",
    "terms": "The document's words, each with the concept of the vocabulary that it means.",
    "invariants": "What is taken for granted of a hand in lawful play; `for` wagers, each of which is then `it`.",
    "left_out": "What the document rules and this spec does not encode yet. Take out of here what you encode below.",
    "draws": "Whether each hand takes one more card after the first deal; `then` is `draw` or `stay`.",
    "valid": "Whether a placed wager counts; `then` is `valid` or `invalid`.",
    "play": "What players may do at each stage; `then` is `check`, `fold`, or `bet WAGER` with an `amount`.",
    "stake": "What is at risk where the amount placed is not the one due; `then` is `as placed` or `at most AMOUNT`.",
    "hand": "What folding and the like does to several wagers; `then` is a deed or {{GROUP: RESULT}}.",
    "settle": "What becomes of each wager, a row a limb of its clause; `then` is one of {results}.",
    "pay": "What a winning wager is paid: `always`, or `by` a hand or outcome with `rows`, or `rules` with conditions.",
    "events": "Irregularities; `then` is a deed or {{round, hand, WAGER or GROUP: continue, {without_result}, ...}}.",
    "follow": "What follows for one wager from what became of another.",
    "prize_order": "In which order prizes are taken: by `class`, `wager` or `seat`.",
    "jackpots": "What several winners share, what a prize takes from the meters and what a wager adds to them.",
    "base": "Only where the document's rules stand on those of another that has a spec.",
}


Titles = Mapping[str, Concept | EventConcept] | Mapping[str, Concept] | Mapping[str, EventConcept]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a new spec begins with. `outline` has the names that the family's specs, or the one it is like, have.

    `like` is the id of that one; its tables are then named as it names them.
    """

    spec: str
    title: str
    family: str
    domain: str
    document: str
    vocabulary: Vocabulary
    outline: Outline
    like: str = ""
    first: str = ""  # the comment for editors with which the folder's specs begin
    prefixes: tuple[str, ...] = ()  # of the parts of the document that other specs encode

    def names(self, section: str) -> tuple[str, ...]:
        return self.outline.names(section)


Body = Callable[[Beginning], Iterator[str]]


def scaffold(beginning: Beginning) -> str:
    """The text of a spec that is still to be filled in."""
    lines = [beginning.first] if beginning.first else []
    lines += [*_said(HEAD.replace("\n", " ")), *_head(beginning)]
    own = SETUP.get(beginning.domain, ())
    elsewhere = {section for sections in SETUP.values() for section in sections} - set(own)
    words = {"results": ", ".join(f"`{one}`" for one in RESULTS), "without_result": ", ".join(WITHOUT_RESULT)}
    for section, what in SECTIONS.items():
        if section not in elsewhere:
            lines += ["", *_said(what.format(**words)), *_BODIES[section](beginning)]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text as YAML has it in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _head(one: Beginning) -> Iterator[str]:
    yield f"spec: {one.spec}"
    yield f"title: {quoted(one.title)}"
    yield f"family: {one.family}"
    yield f"domain: {one.domain}"
    yield ""
    yield from _said("The document, described in its own entry; `prefix` only where its numbering restarts in parts.")
    if one.prefixes:
        yield from _said(f"Other specs of this document have the prefixes {', '.join(one.prefixes)}.")
        yield f"document: {{entry: {one.document}, prefix: {OPEN}}}"
    else:
        yield f"document: {{entry: {one.document}}}"


def _said(text: str) -> list[str]:
    return [f"## {line}" for line in _folded(text, width=WIDTH - 3)]


def _folded(text: str, first: str = "", later: str = "", width: int = WIDTH - 2) -> list[str]:
    """A long text on several lines; those after the first begin with `later`."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def _offered(lines: Iterable[str]) -> Iterator[str]:
    return (f"# {line}" for line in lines)


def _entry(name: str, form: str, title: str = "") -> list[str]:
    """`name: form`, with the title behind it, or above where it is too long."""
    line, told = f"  {name}: {form}", "" if title in ("", name) else title
    if not told:
        return [line]
    long = len(line) + len(told) + 6 > WIDTH
    return [f"  # {told}", line] if long else [f"{line}  # {told}"]


def _entries(section: str, names: Sequence[str], form: str, titles: Titles | None = None) -> Iterator[str]:
    """A section with one line a name; `"?"` where no name is known."""
    lines = [line for name in names or (OPEN,) for line in _entry(name, form, _title(name, titles))]
    return _offered([f"{section}:", *lines])


def _tables(section: str, names: Sequence[str], titles: Titles | None = None) -> Iterator[str]:
    """A section with one table a name."""
    lines = [f"{section}:"]
    for name in names or (OPEN,):
        told = _title(name, titles)
        lines.append(f"  {name}:" + (f"  # {told}" if told else ""))
        lines += [f"    cite: {OPEN}", "    rules:", f"    - {ROW}"]
    return _offered(lines)


def _title(name: str, titles: Titles | None) -> str:
    return titles[name].title if titles and name in titles else ""


# What may be named: what the family's specs have or the vocabulary keeps to the family.


def offered(one: Beginning, section: str, concepts: Iterable[Concept | EventConcept]) -> tuple[list[str], list[str]]:
    """The names to offer, in the order of the vocabulary, and the others that the vocabulary has for any family."""
    fitting = [each for each in concepts if not each.families or one.family in each.families]
    used = one.names(section)
    ours = [each.name for each in fitting if each.name in used or (each.families and not one.like)]
    if not ours and not one.like:
        return [each.name for each in fitting], []
    return ours, [each.name for each in fitting if each.name not in ours]


def _also(others: Sequence[str]) -> list[str]:
    return _said(f"Also in the vocabulary: {', '.join(others)}.") if others else []


def wagers_of(one: Beginning) -> list[str]:
    return offered(one, "wagers", one.vocabulary.wagers.values())[0]


def _wagers(one: Beginning) -> Iterator[str]:
    names, others = offered(one, "wagers", one.vocabulary.wagers.values())
    yield from _also(others)
    yield from _entries("wagers", names, f"{{placed: {OPEN}, cite: {OPEN}}}", one.vocabulary.wagers)


def _stages(one: Beginning) -> Iterator[str]:
    names, others = offered(one, "stages", one.vocabulary.stages.values())
    yield from _also(others)
    board = f"board: {OPEN}, " if "hands" in SETUP.get(one.domain, ()) else ""
    yield from _entries("stages", names, f"{{{board}cite: {OPEN}}}", one.vocabulary.stages)


def _options(one: Beginning) -> Iterator[str]:
    names, others = offered(one, "options", one.vocabulary.options.values())
    yield from _also(others)
    yield from _entries("options", names, f"{{missing: {OPEN}, cite: {OPEN}}}", one.vocabulary.options)


def _deck(one: Beginning) -> Iterator[str]:
    return _offered([f"deck: {{cards: 52, cite: {OPEN}}}"])


def _ranking(one: Beginning) -> Iterator[str]:
    yield from _said("Bring the kinds into the document's order, and delete those that it does not have.")
    line = _folded(f"order: [{', '.join(one.vocabulary.classes)}]", "  ", " " * 10)
    within = f"within_class: {{by: card_values, cite: {OPEN}}}"
    yield from _offered(["ranking:", *line, f"  aces_low_in_straights: {OPEN}  # true or false", f"  {within}"])
    yield from _offered([f"  cite: {OPEN}"])


def _hands(one: Beginning) -> Iterator[str]:
    facts = one.vocabulary.facts.values()
    known = [fact.name for fact in facts if fact.type == Type("hand") and fact.source == "deal"]
    names = [name for name in known if name in one.names("hands")] or known
    return _entries("hands", names, f"{{best_five_of: {OPEN}, cite: {OPEN}}}", one.vocabulary.facts)


def _patterns(one: Beginning) -> Iterator[str]:
    form = f"{{hand: {OPEN}, values: {OPEN}, cite: {OPEN}}}"
    return _entries("patterns", one.names("patterns"), form, one.vocabulary.facts)


def _experiment(one: Beginning) -> Iterator[str]:
    facts = ", ".join(f"{name}: {OPEN}" for name in one.outline.outcome_facts) or f"{OPEN}: {OPEN}"
    lines = ["experiment:", f"  name: {one.outline.experiment or OPEN}", f"  cite: {OPEN}", "  outcomes:"]
    return _offered([*lines, *(f"    {name}: {{{facts}}}" for name in one.names("outcomes") or (OPEN,))])


def _shoe(one: Beginning) -> Iterator[str]:
    values = ", ".join(f'"{rank}": {OPEN}' if rank.isdigit() else f"{rank}: {OPEN}" for rank in RANKS)
    lines = _folded(f"values: {{{values}}}", "  ", " " * 11)
    yield from _said("A fact measures `points of HAND`, `points of HAND on 2`, `card 3 of HAND` or `cards of HAND`.")
    known = [fact.name for fact in one.vocabulary.facts.values() if _is_of_the_deal(fact, one.family)]
    facts = [f"    {name}: {OPEN}" for name in known or (OPEN,)]
    first = ["shoe:", f"  decks: [{OPEN}]", *lines, f"  last_digit: {OPEN}  # true or false", f"  deal: {OPEN}"]
    yield from _offered([*first, "  facts:", *facts, f"  cite: {OPEN}"])


def _is_of_the_deal(fact: Concept, family: str) -> bool:
    """Whether a fact is a number that the deal gives in games of a family."""
    fits = not fact.families or family in fact.families
    return fits and fact.type == Type("number") and fact.source == "deal"


def _draws(one: Beginning) -> Iterator[str]:
    return _tables("draws", one.names("draws") if one.like else ())


def _terms(one: Beginning) -> Iterator[str]:
    used = [name for name in one.vocabulary.terms if name in one.outline.concepts]
    listed = used or list(one.vocabulary.terms)
    if listed:
        yield from _said(f"{'Concepts that such specs have words for' if used else 'Concepts'}: {', '.join(listed)}.")
    yield from _entries("terms", (), f"{{means: {OPEN}, cite: {OPEN}}}")


def _left_out(one: Beginning) -> Iterator[str]:
    because = f"because: not encoded yet, cite: {OPEN}"
    names = wagers_of(one)
    yield "left_out:"
    if names:
        line = f"  wagers: {{wagers: {' '.join(names)}, {because}}}"
        if len(line) <= WIDTH:
            yield line
        else:
            yield "  wagers:"
            yield from _folded(f"wagers: {' '.join(names)}", " " * 4, " " * 6)
            yield f"    because: not encoded yet\n    cite: {OPEN}"
    else:
        yield f"  all_of_it: {{{because}}}"
    yield f"  irregularities: {{events: true, {because}}}"


def _named(section: str, form: str) -> Body:
    return lambda one: _entries(section, one.names(section) if one.like else (), form)


def _settle(one: Beginning) -> Iterator[str]:
    yield from _said(f"A row that beats another says so with `overrides` and a `ground`: {', '.join(GROUNDS)}.")
    yield from _tables("settle", (one.names("settle") if one.like else ()) or wagers_of(one), one.vocabulary.wagers)


def _pay(one: Beginning) -> Iterator[str]:
    names = (one.names("pay") if one.like else ()) or wagers_of(one)
    return _entries("pay", names, f"{{always: {OPEN}, cite: {OPEN}}}", one.vocabulary.wagers)


def _play(one: Beginning) -> Iterator[str]:
    return _tables("play", offered(one, "stages", one.vocabulary.stages.values())[0], one.vocabulary.stages)


def _by_subject(section: str) -> Body:
    return lambda one: _tables(section, one.names(section) if one.like else (), one.vocabulary.wagers)


def _events(one: Beginning) -> Iterator[str]:
    ruled = [name for name in one.vocabulary.events if name in one.names("events")]
    fitting = [e.name for e in one.vocabulary.events.values() if not e.families or one.family in e.families]
    names = ruled or ([] if one.like else fitting)
    row = f"{{when: {OPEN}, then: {{{OPEN}: {OPEN}}}, cite: {OPEN}}}"
    form = f"{{cite: {OPEN}, rules: [{row}]}}"
    return _entries("events", names, form, one.vocabulary.events)


def _jackpots(one: Beginning) -> Iterator[str]:
    lines = ["jackpots:"]
    for name in (one.names("jackpots") if one.like else ()) or (OPEN,):
        lines.append(f"  {name}:")
        for table, then in (("share", "in succession"), ("takes", OPEN), ("adds", OPEN)):
            does = then if table == "share" else f"{{{OPEN}: {then}}}"
            lines.append(f"    {table}: {{cite: {OPEN}, rules: [{{when: {OPEN}, then: {does}, cite: {OPEN}}}]}}")
    return _offered(lines)


def _whole_table(section: str) -> Body:
    return lambda one: _offered([f"{section}:", f"  cite: {OPEN}", "  rules:", f"  - {ROW}"])


def _prize_order(one: Beginning) -> Iterator[str]:
    return _offered(["prize_order:", f"- {{by: {OPEN}, cite: {OPEN}}}"])


def _invariants(one: Beginning) -> Iterator[str]:
    return _offered(["invariants:", f"- {{holds: {OPEN}, because: {OPEN}, cite: {OPEN}}}"])


def _base(one: Beginning) -> Iterator[str]:
    lines = ["base:", f"  spec: {OPEN}", "  prevails: this  # or `part`", f"  cite: {OPEN}"]
    ways = [f"  {way}: {{{OPEN}: {OPEN}}}" for way in ("replace", "remove", "add")]
    return _offered([*lines, *ways])


_BODIES: Mapping[str, Body] = {
    "deck": _deck,
    "ranking": _ranking,
    "hands": _hands,
    "patterns": _patterns,
    "experiment": _experiment,
    "shoe": _shoe,
    "draws": _draws,
    "positions": _named("positions", f"{{by: {OPEN}, on: [{OPEN}], cite: {OPEN}}}"),
    "stages": _stages,
    "wagers": _wagers,
    "options": _options,
    "groups": _named("groups", f"{{of: {OPEN}, cite: {OPEN}}}"),
    "define": _named("define", f"{{is: {OPEN}, cite: {OPEN}}}"),
    "deeds": _named("deeds", f"{{then: {{{OPEN}: {OPEN}}}, cite: {OPEN}}}"),
    "terms": _terms,
    "invariants": _invariants,
    "left_out": _left_out,
    "valid": _by_subject("valid"),
    "play": _play,
    "stake": _by_subject("stake"),
    "hand": _whole_table("hand"),
    "settle": _settle,
    "pay": _pay,
    "events": _events,
    "follow": _whole_table("follow"),
    "prize_order": _prize_order,
    "jackpots": _jackpots,
    "base": _base,
}
