"""The amendment report, made of what the gate found and of both versions of each spec."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rulespec.compare.change_classes import DIRECTIONS, EDITORIAL
from rulespec.compare.versions import BEFORE
from rulespec.model.amendments import DeclaredAmendment
from rulespec.model.finding import Change, Finding
from rulespec.model.spec import UNNAMED, Spec
from rulespec.prove.frequency import in_words as how_often
from rulespec.report.amendment import (
    Amendment,
    AreaCount,
    Edition,
    Editorial,
    Given,
    Item,
    Part,
    Report,
)
from rulespec.report.amendment_clauses import clause_count, named_clauses
from rulespec.report.amendment_rules import Position, Says, Version, compared, position, says
from rulespec.report.amendment_words import (
    NOT_KNOWN,
    SUBJECTS,
    area_of,
    area_place,
    area_title,
    effect,
    kind_words,
    level_word,
    purpose,
    told_levels,
)
from rulespec.report.finding_words import NOTHING, OTHERWISE
from rulespec.report.html_rounds import Figure, figures
from rulespec.report.html_words import (
    STATES,
    Heading,
    answer,
    basis_mark,
    headings,
    in_force,
    long_date,
    sentence,
)


def build(given: Given) -> Report:
    """The report of what the gate found."""
    after = [version or before for before, version in given.versions.values()]
    names = headings([version.spec for version in after if version is not None])
    order = [name for name in given.specs if name in given.versions]
    told = {name: _told(given, name) for name in order}
    parts: list[Part] = []
    for name in order:
        number = sum(len(part.items) for part in parts)
        parts.append(_part(given, name, told, names, number))
    items = [item for part in parts for item in part.items]
    return Report(
        title=given.title or _title(parts),
        sides=given.sides,
        date=given.date,
        made=long_date(given.date),
        parts=tuple(parts),
        areas=_areas(items),
        amendments=tuple(_amendment(one, items) for one in given.amendments),
        wrong=tuple(sentence(one.message) for one in given.wrong),
        untouched=tuple(name for name in given.specs if name not in given.versions),
        scope=given.scope,
        program=given.program,
    )


def _title(parts: Sequence[Part]) -> str:
    titles = list(dict.fromkeys(f"{part.heading.title}, {part.heading.publisher}" for part in parts))
    return titles[0] if len(titles) == 1 else f"Amendments of {len(titles)} games" if titles else "No changes"


Told = tuple[Finding, Says, Says]


def _told(given: Given, name: str) -> list[Told]:
    """The changes of a spec with what both versions say, in the order of the document."""
    before, after = given.versions[name]
    found = [(one, *_both(one, before, after)) for one in given.changes if one.spec == name and one.change is not None]

    def order(one: Told) -> tuple[Position, int, str]:
        finding, first, second = one
        return (
            position((*second.cited, *first.cited), (after, before)),
            area_place(area_of(finding.rule)),
            finding.subject,
        )

    return sorted(found, key=order)


def _both(finding: Finding, before: Version | None, after: Version | None) -> tuple[Says, Says]:
    change = finding.change
    assert change is not None
    texts = {"no clause answers": STATES["undetermined"][0], "two clauses differ": STATES["conflict"][0]}
    first, second = (texts.get(text, text) for text in (change.before, change.after))
    # What is gone has the clauses of before as those that it concerns, and none of its own after.
    clauses = finding.clauses if change.after or finding.clauses != change.clauses_before else ()
    # Of what has no words of its own that changed, there is something on both sides.
    gone = NOTHING if change.before or change.after or before is None or after is None else OTHERWISE
    return compared(
        says(finding, before, after, first, change.clauses_before, gone),
        says(finding, after, before, second, clauses if gone == NOTHING else finding.clauses, gone),
    )


def _part(
    given: Given, name: str, told: Mapping[str, Sequence[Told]], names: Mapping[str, Heading], number: int
) -> Part:
    before, after = given.versions[name]
    known = after or before
    assert known is not None
    of_rules = [one for one in told[name] if one[0].change is not None and one[0].change.level != EDITORIAL]
    wording = [one[0] for one in told[name] if one[0].change is not None and one[0].change.level == EDITORIAL]
    items = [_item(given, one, known.spec, names, number + place) for place, one in enumerate(of_rules, 1)]
    sourced = tuple(version is not None and version.texts is not None for version in (before, after))
    return Part(
        heading=names[known.spec.id],
        document=known.spec.document,
        before=_edition(before),
        after=_edition(after),
        items=tuple(items),
        editorial=tuple(_editorial(one) for one in wording),
        clauses=clause_count(
            before,
            after,
            _named(given, {name: told[name]}, known.spec.document.entry),
            _named(given, told, known.spec.document.entry),
        ),
        sourced=(sourced[0], sourced[1]),
        worth=next((one for one in given.worth if one.spec == name), None),
    )


def _named(given: Given, told: Mapping[str, Sequence[Told]], entry: str) -> set[str]:
    """The clauses of a document that changes name, of all specs that encode a part of it."""
    found: set[str] = set()
    for name, rows in told.items():
        for version in given.versions[name]:
            if version is not None and version.spec.document.entry == entry:
                prefix = version.spec.document.prefix
                for row in rows:
                    found |= named_clauses(_concerned(*row), prefix)
    return found


def _concerned(finding: Finding, first: Says, second: Says) -> set[str]:
    """The clauses that a change concerns; of a list of many, those that only one version has."""
    before, after = {*first.cited}, {*second.cited}
    if finding.change is not None and finding.change.level != EDITORIAL:
        return before | after
    return before ^ after or (set() if area_of(finding.rule) == "document" else after)


def _edition(version: Version | None) -> Edition | None:
    if version is None:
        return None
    document = version.spec.document
    dated = "" if document.effective in UNNAMED else document.effective
    told = long_date(document.effective) if dated else in_force(document.effective).removeprefix("date in force ")
    clauses = len(version.lock.clauses) if version.lock is not None else 0
    return Edition(document.edition, told, dated, version.lock_digest, clauses, version.file_digest)


def _item(given: Given, told: Told, spec: Spec, names: Mapping[str, Heading], number: int) -> Item:
    finding, before, after = told
    change = finding.change
    assert change is not None
    witness = {spec.id: finding.witness} if finding.witness else {}
    shown = figures(witness, {}, {spec.id: spec}, names)
    return Item(
        number=number,
        anchor=f"item-{number}",
        title=sentence(change.title or finding.message),
        case=finding.when.words if finding.when is not None else "",
        condition=finding.when.condition if finding.when is not None else "",
        area=area_of(finding.rule),
        before=before,
        after=after,
        kind=kind_words(finding.rule),
        level=change.level,
        level_word=level_word(change.level),
        purpose=purpose(finding.rule),
        effect=effect(change.favours, change.level),
        value=change.value,
        often=sentence(how_often(Fraction(change.share), change.over)) if change.share else "",
        basis=basis_mark(finding.basis),
        reason=_reason(given, finding, change),
        declared=change.declared,
        exempt=_exempt(finding),
        unknown=_unknown(change.unknown, spec.id),
        round=_round(shown[0]) if shown else (),
        results=tuple((sentence(when), answer(text, spec)) for when, text in change.results),
        figure=shown[0] if shown else None,
        json=shown[0].lines[0][1] if shown else "",
        depends=change.depends,
    )


def _unknown(text: str, name: str) -> str:
    """What is not known, with the versions called as people call them."""
    earlier = f"`{BEFORE}{name}`"
    return text.replace(f"{earlier} and `{name}`", "the two versions").replace(earlier, "the earlier version")


def _reason(given: Given, finding: Finding, change: Change) -> str:
    if change.declared:
        found = next((one for one in given.amendments if one.id == change.declared), None)
        return found.because if found is not None else ""
    return finding.exempt.because if finding.exempt is not None else ""


def _exempt(finding: Finding) -> str:
    one = finding.exempt
    return "" if one is None else f"let stand until {long_date(one.until)}, by {one.approved}"


def _round(figure: Figure) -> tuple[str, ...]:
    """A round in a few lines of plain words: cards, then what was placed and done, then what befell it."""
    cards = [f"{one.label} {one.text}" for one in figure.common]
    cards += [f"{hand.label} {hand.cards.text}" for hand in figure.hands if hand.cards is not None]
    acts = [f"{act.when}: {act.what}" for hand in figure.hands for act in hand.acts]
    facts = [f"{name}: {value}" for name, value in figure.facts]
    options = [made.options for made in figure.made if made.options]
    return tuple(filter(None, ("; ".join(cards), "; ".join(acts), "; ".join(facts), "; ".join(options))))


def _editorial(finding: Finding) -> Editorial:
    change = finding.change
    assert change is not None
    texts = [change.before, change.after]
    if area_of(finding.rule) == "citation":
        gone = [one for one in change.clauses_before if one not in finding.clauses]
        new = [one for one in finding.clauses if one not in change.clauses_before]
        texts = [f"cites {', '.join(some)}" if some else "" for some in (gone, new)]
    if not any(texts):
        texts = ["", "told in other words"]
    title = SUBJECTS.get(finding.subject) or change.title or finding.message
    return Editorial(sentence(title), *(long_date(text) for text in texts))


def _areas(items: Sequence[Item]) -> tuple[AreaCount, ...]:
    found = []
    for area in sorted({item.area for item in items}, key=area_place):
        mine = [item for item in items if item.area == area]
        levels = {level: sum(item.level == level for item in mine) for level in told_levels()}
        effects = {name: sum(item.effect == name for item in mine) for name in (*DIRECTIONS, NOT_KNOWN)}
        found.append(AreaCount(area_title(area), levels, effects, len(mine)))
    return tuple(found)


def _amendment(one: DeclaredAmendment, items: Sequence[Item]) -> Amendment:
    mine = tuple(item.number for item in items if item.declared == one.id)
    return Amendment(one.id, one.instrument, long_date(one.effective), one.effective, one.because, one.approved, mine)
