"""What a table means where several rules hold, or none: by its section or declared, and every wrong declaration."""

from pathlib import Path

import pytest
from invented import BELLS, edited, place_of, problems
from lamps import LAMPS

from rulespec.model.rows import Table
from rulespec.model.spec import CLOSED, COLLECT, INTENTS, OPEN, RuleTable, default_intent
from rulespec.tables.compile import compile_spec

# By section, or table of a jackpot: the spec, the line at which more is said, and its indent.
TABLES = {
    "valid": (BELLS, '    cite: "2.9"\n', 4),
    "play": (BELLS, '    cite: "3.2"\n', 4),
    "stake": (BELLS, '    cite: "5.1"\n', 4),
    "hand": (BELLS, '  cite: "3.4"\n', 2),
    "settle": (BELLS, '    cite: "4.7"\n', 4),
    "events": (LAMPS, '    cite: "7.4"\n', 4),
    "follow": (LAMPS, 'follow:\n  cite: "8"\n', 2),
    "share": (LAMPS, "      - {when: player.short = flush and near_flushes", 6),
    "takes": (LAMPS, "      - {when: player.short = flush,           then", 6),
    "adds": (
        LAMPS,
        "      - {when: always, then: {pools(near): pools(near) + pool_shares(near) * stake(it) / 100}, c",
        6,
    ),
}
COLLECTED = ("play", "follow", "takes", "adds")
MAY_BE = {
    **{section: (CLOSED, OPEN) for section in TABLES if section not in COLLECTED},
    "play": (COLLECT,),
    **dict.fromkeys(COLLECTED[1:], (COLLECT, CLOSED, OPEN)),
}
WHY = {
    "valid": "a wager either counts or does not, so rows that hold together must agree",
    "stake": "one amount is at risk on a wager, so rows that hold together must agree",
    "hand": "a wager has one result, so rows that hold together must agree",
    "settle": "a wager has one result, so rows that hold together must agree",
    "events": "a wager has one result, so rows that hold together must agree",
    "share": "a winner gets one share of a prize, so rows that hold together must agree",
    "play": "a player chooses among all that its rows offer, and what none offers is not to be done",
}


def said(section: str, *lines: str) -> tuple[str, dict[str, str]]:
    """The spec, and the change by which a table of a section says something more."""
    name, at, indent = TABLES[section]
    more = "".join(f"{' ' * indent}{line}\n" for line in lines)
    if section in ("share", "takes", "adds"):  # told by their first rule
        return name, {f"      rules:\n{at}": f"{more}      rules:\n{at}"}
    return name, {at: at + more}


def tables(folder: Path, section: str, *lines: str) -> tuple[RuleTable | None, Table]:
    """A table of a section as written (where it is one of `tables`) and compiled, with more said in it."""
    name, changes = said(section, *lines)
    library = edited(folder, name, changes)
    book = compile_spec(library.load(name))
    spec = book.spec
    if section in ("share", "takes", "adds"):
        return getattr(spec.jackpots[0], section), getattr(book.jackpots["pot_1"], section)
    if section == "events":
        return next(e.table for e in spec.events if e.events == ("shade",)), book.events["shade"].table
    if section == "follow":
        assert book.follow is not None
        return spec.follow, book.follow
    subject = {"valid": "side", "play": "noon", "stake": "raise", "settle": "raise", "hand": "raise"}[section]
    written = next(t for t in spec.tables if t.section == section and t.subject in (subject, ""))
    return written, getattr(book, "settle" if section == "hand" else section)[subject]


@pytest.mark.parametrize("section", TABLES)
def test_a_section_has_an_intent_of_its_own(tmp_path: Path, section: str) -> None:
    usual = COLLECT if section in COLLECTED else CLOSED
    assert default_intent(section) == MAY_BE[section][0] == usual
    assert [table and table.intent for table in tables(tmp_path, section)] == [usual, usual]


@pytest.mark.parametrize("section", [section for section in TABLES if OPEN in MAY_BE[section]])
@pytest.mark.parametrize("lines", [('open: "77"',), ("intent: open", 'open: ["77"]')], ids=["open", "both"])
def test_a_clause_opens_a_table(tmp_path: Path, section: str, lines: tuple[str, ...]) -> None:
    for table in tables(tmp_path, section, *lines):
        assert table is not None
        assert (table.intent, table.open_by) == (OPEN, ("77",))


@pytest.mark.parametrize("section", COLLECTED[1:])
def test_what_is_collected_may_be_closed(tmp_path: Path, section: str) -> None:
    assert [table and table.intent for table in tables(tmp_path, section, "intent: closed")] == [CLOSED, CLOSED]


def refused(folder: Path, section: str, *lines: str) -> list[tuple[str, str, str, tuple[int, int]]]:
    name, changes = said(section, *lines)
    found = problems(edited(folder, name, changes), name)
    return [(one.rule, one.message, one.hint, (one.place.line, one.place.column)) for one in found]


@pytest.mark.parametrize("section", [section for section in TABLES if COLLECT not in MAY_BE[section]])
def test_what_has_one_answer_is_never_collected(tmp_path: Path, section: str) -> None:
    found = refused(tmp_path, section, "intent: collect")
    line, column = place_of(tmp_path, TABLES[section][0], "intent: collect")
    message = f"a table of `{section}` cannot be `collect`: {WHY[section]}"
    assert found == [("bad-form", message, "take `intent` away", (line, column + len("intent: ")))]


@pytest.mark.parametrize("lines", [("intent: closed",), ("intent: open",), ('open: "77"',)])
def test_what_is_offered_is_always_collected(tmp_path: Path, lines: tuple[str, ...]) -> None:
    (found,) = refused(tmp_path, "play", *lines)
    key, _, word = lines[0].partition(": ")
    line, column = place_of(tmp_path, BELLS, lines[0])
    is_open = key == "open"
    message = f"a table of `play` cannot be `{OPEN if is_open else word}`: {WHY['play']}"
    assert found == ("bad-form", message, f"take `{key}` away", (line, column + (0 if is_open else len("intent: "))))


@pytest.mark.parametrize("section", TABLES)
def test_the_intent_of_the_section_is_not_said_again(tmp_path: Path, section: str) -> None:
    usual = default_intent(section)
    ((rule, message, hint, _),) = refused(tmp_path, section, f"intent: {usual}")
    assert (rule, message) == ("bad-form", f"tables of `{section}` are `{usual}` without saying so")
    assert hint == "take `intent` away"


@pytest.mark.parametrize("section", [section for section in TABLES if OPEN in MAY_BE[section]])
def test_silence_is_meant_only_by_a_clause(tmp_path: Path, section: str) -> None:
    ((rule, message, hint, _),) = refused(tmp_path, section, "intent: open")
    assert (rule, message) == ("missing-key", "silence is meant only where a clause makes it so, and none is named")
    assert hint == "write `open:` with that clause, or take `intent` away"


@pytest.mark.parametrize("section", TABLES)
@pytest.mark.parametrize("word", [CLOSED, COLLECT])
def test_a_table_does_not_say_two_things(tmp_path: Path, section: str, word: str) -> None:
    ((rule, message, hint, _),) = refused(tmp_path, section, f"intent: {word}", 'open: "77"')
    assert (rule, hint) == ("bad-form", "keep one of the two")
    assert message == f"`open` says that silence is meant here, and `intent: {word}` says otherwise"


@pytest.mark.parametrize("section", TABLES)
def test_an_intent_that_there_is_not_is_told_once(tmp_path: Path, section: str) -> None:
    ((rule, message, hint, _),) = refused(tmp_path, section, "intent: colect")
    assert rule == "not-one-of"
    assert all(f"`{word}`" in message for word in INTENTS)
    assert hint == "did you mean `collect`?"


def test_of_several_tables_of_a_wager_one_that_is_open_speaks_for_all(tmp_path: Path) -> None:
    both = '  bells:\n    cite: "5.9"\n    open: "77"\n    rules: []\n  table:\n    cite: "5.2"\n'
    book = compile_spec(edited(tmp_path, BELLS, {'  table:\n    cite: "5.2"\n': both}).load(BELLS))
    assert {name: table.intent for name, table in book.stake.items()} == {
        "raise": CLOSED,
        "first": OPEN,
        "second": OPEN,
        "side": CLOSED,
    }


def test_what_a_wager_wins_by_other_hands_has_one_answer(tmp_path: Path) -> None:
    rule = '{when: any other player (wins(pot_1)), then: each 5, cite: "9.8"}'
    before = "\n  pot_2:\n    share:\n"

    def with_bonus(more: str) -> dict[str, str]:
        return {before: f'\n    bonus:\n      cite: "9.8"\n{more}      rules:\n      - {rule}{before}'}

    book = compile_spec(edited(tmp_path, LAMPS, with_bonus("")).load(LAMPS))
    assert book.jackpots["pot_1"].bonus is not None
    assert book.jackpots["pot_1"].bonus.intent == CLOSED
    (found,) = problems(edited(tmp_path, LAMPS, with_bonus("      intent: collect\n")), LAMPS)
    why = "a wager wins one amount by other hands, so rows that hold together must agree"
    assert found.message == f"a table of `bonus` cannot be `collect`: {why}"
