"""The questions about decisions and single rules: `total`, `dead` and `redundant`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.model.rows import Row, Rulebook, Table
from rulespec.prove.dead import ever_holds
from rulespec.prove.decisions import idle_stage
from rulespec.prove.smt.equivalent import same_event, same_stage, same_wager
from rulespec.prove.smt.pairs import ONE_HAND
from rulespec.prove.subjects import Subject, Wants


def total(settler: Settler, wants: Wants) -> Iterator[Verdict]:
    """Whether each stage leaves no hand in play without an act."""
    for stage, table in settler.rulebook.play.items():
        title = settler.spec.vocabulary.stage(stage)
        subject = Subject(settler, "total", title, f"decision/{stage}", table.cites)

        def find(subject: Subject = subject, stage: str = stage) -> list[Verdict]:
            found, _ = idle_stage(settler, stage)
            if found is None:
                return [subject.verdict(HOLDS, assumptions=(ONE_HAND,))]
            return [subject.fails(found.condition, found.round, assumptions=(ONE_HAND,))]

        if wants(subject.key):
            yield from subject.answered(find)


def dead(settler: Settler, wants: Wants) -> Iterator[Verdict]:
    """Whether each rule comes into play in some case."""
    for table in settler.rulebook.tables():
        for place, row in enumerate(table.rows):
            subject = _of_row(settler, "dead", table, row, place)

            def find(subject: Subject = subject, row: Row = row) -> list[Verdict]:
                if ever_holds(settler, row):
                    return [subject.verdict(HOLDS)]
                return [subject.verdict(FAILS, reason="its condition holds in no case")]

            if wants(subject.key):
                yield from subject.answered(find)


def redundant(settler: Settler, wants: Wants) -> Iterator[Verdict]:
    """Every row taken out by itself: does any answer change?"""
    book = settler.rulebook
    for section in ("valid", "play", "stake", "settle"):
        tables: Mapping[str, Table] = getattr(book, section)
        for name, table in tables.items():
            for place, row in enumerate(table.rows):
                fewer = replace(table, rows=tuple(one for one in table.rows if one is not row))
                changed = replace(book, **{section: {**tables, name: fewer}})  # type: ignore[arg-type]
                same = same_stage if section == "play" else same_wager
                subject = _of_row(settler, "redundant", table, row, place)
                yield from _without(settler, changed, subject, same, name) if wants(subject.key) else ()
    for name, rules in book.events.items():
        for place, row in enumerate(rules.table.rows):
            fewer = replace(rules.table, rows=tuple(one for one in rules.table.rows if one is not row))
            changed = replace(book, events={**book.events, name: replace(rules, table=fewer)})
            subject = _of_row(settler, "redundant", rules.table, row, place)
            yield from _without(settler, changed, subject, same_event, name) if wants(subject.key) else ()


def _without(
    settler: Settler,
    changed: Rulebook,
    subject: Subject,
    same: Callable[[Settler, Settler, str], bool],
    name: str,
) -> list[Verdict]:
    def find() -> list[Verdict]:
        other = Settler(settler.spec, changed, settler.game)
        if not same(settler, other, name):
            return [subject.verdict(HOLDS)]
        return [subject.verdict(FAILS, reason="without it every answer is the same")]

    return subject.answered(find)


def _of_row(settler: Settler, question: str, table: Table, row: Row, place: int) -> Subject:
    vocabulary = settler.spec.vocabulary
    about = vocabulary.title(table.subject)
    title = f"the rule {(row.cites or (row.id,))[0]} on {about}, `{row.then.word or row.id}` when `{show(row.when)}`"
    return Subject(settler, question, title, f"{table.section}/{table.subject}/{place}", row.cites)
