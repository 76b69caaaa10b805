"""What can be wrong with a spec: each thing at its line and column, with the nearest name, all in one run."""
# ruff: noqa: E501 - a rule stands in one line

from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, edited, place_of, problems

from rulespec.engine.settle import Settler
from rulespec.errors import LoadError, UsageError
from rulespec.load.library import Library

# spec, the text that is changed, what it becomes, where the finding is within that, rule, message, hint
WRONG = [
    # Conditions, at the column within the condition.
    (BELLS, "when: folded,                                     then: lose", "when: folded or foldd, then: lose", "foldd", "condition", "rule 4.1(b)(i): `foldd` has no meaning here", "did you mean `folded`?"),
    (BELLS, "when: folded,                                     then: lose", "when: 'folded or foldd', then: lose", "foldd", "condition", "rule 4.1(b)(i): `foldd` has no meaning here", "did you mean `folded`?"),
    (BELLS, "when: folded,                                     then: lose", "when: folded &&, then: lose", "&&", "condition", "rule 4.1(b)(i): `&` has no meaning here", "write `and`"),
    (BELLS, "when: player.hand > dealer.hand, then: win,       cite: 4.7", "when: player.hand > 3, then: win, cite: 4.7", "player.hand > 3", "condition", "rule 4.7(a): a hand cannot be compared with a number", ""),
    (BELLS, "is: dealer.hand >= pair", "is: dealer.hand >= pairs", "pairs", "condition", "`dealer.opens`: `pairs` has no meaning here", "did you mean `pair`?"),
    (BELLS, "equals: first,", "equals: frist,", "frist", "condition", "`equals` of `second`: `frist` has no meaning here", "did you mean `first`?"),
    (BELLS, "then: at most 4 * first", "then: at most 4 * fist", "fist", "condition", "rule 5.1(a): `fist` has no meaning here", "did you mean `first`?"),
    (BELLS, "amount: 2 * first, cite: 3.2(b)", "amount: 2 * amount(it), cite: 3.2(b)", "it)", "condition", "rule 3.2(b): `it` is not a wager of this spec", None),
    (BELLS, "when: folded, then: drop", "when: placed(it), then: drop", "it)", "condition", "rule 3.4: `it` is not a wager of this spec", None),
    (BELLS, "amount: top_prize", "amount: top_price", "top_price", "condition", "`at_most`: `top_price` has no meaning here", "did you mean `top_prize`?"),
    (BELLS, "amount: top_prize", "amount: top_prize | 5", "5", "condition", "`at_most`: one amount is wanted here, and this is several", ""),
    (BELLS, "always: 2 * stake(it) + 5", "always: 2 * stak(it) + 5", "stak(it)", "condition", "payout: `stak` has no meaning here", "did you mean `stake`?"),
    (BELLS, "[12 to 1, 11 to 1]", "[12 to 1, 11 to 0]", "11 to 0", "condition", "payout: odds cannot be paid to a stake of 0", ""),
    (BELLS, "    - {when: not placed(raise), then: check,     cite: 3.2(a)}", "    - {when: not placed(rise), then: check, cite: 3.2(a)}", "rise", "condition", "rule 3.2(a): `rise` is not a wager of this spec", "did you mean `raise`?"),
    # Names.
    (BELLS, "  lamp:   {placed: before_deal", "  lump:   {placed: before_deal", "lump", "unknown-name", "the vocabulary has no `lump`", "did you mean `lamp`?"),
    (BELLS, "  noon: {board: 3", "  moon: {board: 3", "moon", "unknown-name", "the vocabulary has no `moon`", "did you mean `noon`?"),
    (BELLS, "  top_prize:     {missing", "  top_price:     {missing", "top_price", "unknown-name", "the vocabulary has no `top_price`", "did you mean `top_prize`?"),
    (BELLS, "  player.short: {five", "  player.shot: {five", "player.shot", "unknown-name", "the vocabulary has no `player.shot`", "did you mean `player.short`?"),
    (BELLS, "of: first second,", "of: first secnd,", "first secnd", "unknown-name", "`secnd` is no wager or group of this spec", "did you mean `second`?"),
    (BELLS, "  raise: {always: 1 to 1", "  rise: {always: 1 to 1", "rise", "unknown-name", "`rise` is no wager or group of this spec", "did you mean `raise`?"),
    (BELLS, "  noon:\n    cite: \"3.2\"", "  nun:\n    cite: \"3.2\"", "nun", "unknown-name", "`nun` is no stage of this spec", ""),
    (BELLS, "then: drop", "then: dropp", "dropp", "unknown-name", "`dropp` is no deed of this spec", "did you mean `drop`?"),
    (BELLS, "then: fold,      cite", "then: fould, cite", "fould", "unknown-name", "the vocabulary has no act `fould`", "did you mean `fold`?"),
    (BELLS, "then: bet raise, amount: first, cite", "then: bet rise, amount: first, cite", "bet rise", "unknown-name", "`rise` is no wager of this spec", "did you mean `raise`?"),
    (BELLS, "[high_card, pair,", "[high_card, pare,", "pare", "unknown-name", "the vocabulary has no kind of hand `pare`", "did you mean `pair`?"),
    (BELLS, "means: round", "means: rownd", "rownd", "unknown-name", "the vocabulary has no term `rownd`", "did you mean `round`?"),
    (BELLS, "columns: side_table", "columns: side_tabel", "side_tabel", "unknown-name", "`side_tabel` is no option of this spec", "did you mean `side_table`?"),
    (BELLS, "      three_of_a_kind: [", "      thre_of_a_kind: [", "thre_of_a_kind", "unknown-name", "`thre_of_a_kind` is no value of `player.hand`", "did you mean `three_of_a_kind`?"),
    (BELLS, "    by: player.hand\n    cite: \"6.2\"\n    rows:", "    by: player.hnd\n    cite: \"6.2\"\n    rows:", "player.hnd", "unknown-name", "`player.hnd` is no fact of this spec", "did you mean `player.hand`?"),
    (POCKETS, "rows: {amber: 1", "rows: {ember: 1", "ember", "unknown-name", "`ember` is no value of `colour`", "did you mean `amber`?"),
    (POCKETS, "colour = teal", "colour = teel", "teel", "condition", "rule 3(b): `teel` has no meaning here", "did you mean `teal`?"),
    (POCKETS, "family: wheel", "family: bells", None, "wrong-family", "`hue` belongs to the family `wheel`, and this spec is of `bells`", ""),
    # Forms.
    (BELLS, "then: win,       cite: 4.7", "then: wins, cite: 4.7", "wins", "not-one-of", None, "did you mean `win`?"),
    (BELLS, "ground: except_as", "ground: except", "except", "not-one-of", None, None),
    (BELLS, ", ground: except_as", "", None, "missing-key", "the key `ground` is missing in entry 3 of `rules`", None),
    (BELLS, "then: void, cite: 4.4(c), over", "then: void, over", None, "missing-key", "the key `cite` is missing in entry 3 of `rules`", None),
    (BELLS, "then: bet raise, amount: first, cite: 3.3(b)", "then: bet raise, cite: 3.3(b)", "bet raise, cite: 3.3", "missing-key", "`bet raise` says nothing of its amount", "add `amount`, what the clause permits"),
    (BELLS, "then: fold,      cite: 3.3(a)", "then: fold, amount: first, cite: 3.3(a)", "first, cite: 3.3(a)", "unknown-key", "`fold` places no wager, so it has no amount", ""),
    (BELLS, "[12 to 1, 11 to 1]", "[12 to 1]", "[12 to 1]", "bad-form", "`full_house` has 1 payouts, and the table has 2 columns", "write one payout a column"),
    (BELLS, "  raise: {always: 1 to 1, cite: \"6.1\"}", "  raise: {cite: \"6.1\"}", "raise: {cite: \"6.1\"", "bad-form", "a pay table has `always` (one payout for every win), `by` with `rows`, or `rules`", ""),
    (BELLS, "values: [1, 2], missing: error, example: 1", "values: [1, two], missing: error, example: 1", "two", "bad-form", "`two` is not an amount", ""),
    (BELLS, "values: [1, 2], missing: error, example: 1", "values: [1, 1], missing: error, example: 1", None, "repeated-name", "`side_table` lists a value twice", ""),
    (BELLS, ", example: 1, cite", ", cite", None, "missing-key", "`side_table` has no `example`, the value that made-up rounds carry", ""),
    (BELLS, "{values: [1, 2], missing", "{missing", "side_table\n    cite: \"6.4\"", "missing-key", "the option `side_table` picks a column, so it needs `values`", ""),
    (BELLS, "  dealer.opens: {is", "  folded: {is", "folded: {is", "repeated-name", "`folded` already has a meaning, so the spec cannot define it", ""),
    (BELLS, "  bells: {of: first second,", "  side: {of: first second,", "side: {of", "repeated-name", "`side` is a wager, so it cannot be a group too", ""),
    (BELLS, "of: bells side raise", "of: table side raise", "table side raise", "circular", "the group `table` contains itself", ""),
    (BELLS, "  bells: {of: first second,", "  count: {of: first second,", "count: {of", "reserved-name", "`count` is a word of the language of conditions", ""),
    (BELLS, "domain: community-poker\n", "domain: community-poker\nrullz: 1\n", "rullz", "unknown-key", None, None),
]  # fmt: skip

NAMES = [f"{rule}: {new.strip()[:50]}" for _, _, new, _, rule, _, _ in WRONG]


@pytest.mark.parametrize(("name", "old", "new", "at", "rule", "message", "hint"), WRONG, ids=NAMES)
def test_said_where_it_is(tmp_path: Path, name, old, new, at, rule, message, hint) -> None:  # type: ignore[no-untyped-def]
    found = problems(edited(tmp_path, name, {old: new}), name)
    fitting = [f for f in found if f.rule == rule and (message is None or f.message == message)]
    assert fitting, [(f.rule, f.message, f.hint) for f in found]
    finding = fitting[0]
    assert finding.severity == "error"
    assert finding.place.file.endswith(f"{name}.yaml")
    assert hint is None or finding.hint == hint
    if at is not None:
        text = (tmp_path / f"{name}.yaml").read_text(encoding="utf-8")
        start = text.index(new) + new.index(at) if at in new else text.index(at)
        line, column = text[:start].count("\n") + 1, start - text.rfind("\n", 0, start)
        assert (finding.place.line, finding.place.column) == (line, column)


@pytest.mark.parametrize(
    ("name", "old", "new", "rule", "message", "at"),
    [
        (BELLS, "domain: community-poker", "domain: community-pokr", "setup", "there is no domain `community-pokr`", None),
        (BELLS, "pair, two_pair,", "pair,", "setup", "the ranking leaves out `two_pair`", "ranking:"),
        (BELLS, "best_five_of: player.hole + board", "best_five_of: player.hole + bord", "setup", "`player.hand`: there are no cards `bord`", "  player.hand:"),
        (BELLS, "{five: player.hole + flop,", "{five: player.hole + board,", "setup", "`player.short` cannot be made of these cards", "  player.short:"),
        (POCKETS, "gilded: true}", "gilded: yes}", "setup", "`gilded` is true or false, not `yes`", "yes"),
        (POCKETS, "{colour: slate, value: 8", "{colour: sleet, value: 8", "setup", "`sleet` is no value of `colour`", "sleet"),
        (POCKETS, "eight: {colour: slate, value: 8,", "eight: {colour: slate,", "setup", "`value` is said of some outcomes and not of others (`one`, `eight`)", "eight"),
        (POCKETS, "value: 8, gilded", "value: many, gilded", "setup", "`value` is a whole number, not `many`", "many"),
        (POCKETS, "value: 8, gilded", "valu: 8, gilded", "setup", "`valu` is no fact of what comes up", "8"),
        (POCKETS, "    eight: {", "    nine: {", "setup", "`nine` is no value of `pocket`", "nine"),
    ],
)  # fmt: skip
def test_a_domain_that_cannot_be_set_up(tmp_path: Path, name, old, new, rule, message, at) -> None:  # type: ignore[no-untyped-def]
    spec = edited(tmp_path, name, {old: new}).load(name)
    with pytest.raises(LoadError) as refused:
        Settler(spec)
    (finding,) = refused.value.findings
    assert (finding.rule, finding.message) == (rule, message)
    if at and at in new:
        line, column = place_of(tmp_path, name, new)
        assert (finding.place.line, finding.place.column) == (line, column + new.index(at))
    elif at:
        line, _ = place_of(tmp_path, name, f"\n{at}")
        assert (finding.place.line, finding.place.column) == (line + 1, 1 + len(at) - len(at.lstrip()))
    else:
        assert finding.place.file.endswith(f"{name}.yaml")


def test_all_that_is_wrong_with_an_experiment_is_said_in_one_run(tmp_path: Path) -> None:
    changes = {"gilded: true}": "gilded: yes}", "{colour: teal,  value: 2": "{colour: tael, value: two"}
    spec = edited(tmp_path, POCKETS, changes).load(POCKETS)
    with pytest.raises(LoadError) as refused:
        Settler(spec)
    assert [(finding.message, finding.place.line) for finding in refused.value.findings] == [
        ("`tael` is no value of `colour`", place_of(tmp_path, POCKETS, "tael")[0]),
        ("`value` is a whole number, not `two`", place_of(tmp_path, POCKETS, "value: two")[0]),
        ("`gilded` is true or false, not `yes`", place_of(tmp_path, POCKETS, "yes}")[0]),
    ]


def test_whole_numbers_may_be_written_with_decimals(tmp_path: Path) -> None:
    settler = Settler(edited(tmp_path, POCKETS, {"weight: 2": "weight: 2.0"}).load(POCKETS))
    assert settler.game.reachable([]).total == 9
    made = edited(tmp_path, BELLS, {"noon: {board: 3": "noon: {board: 3.0"}).load(BELLS)
    assert [stage.board for stage in made.stages] == [0, 3, 5]


@pytest.mark.parametrize("payout", ["9/2", "4.5", "2 * 3", "larger(3 | 5)"])
def test_a_plain_number_is_no_payout(tmp_path: Path, payout: str) -> None:
    (finding,) = problems(edited(tmp_path, BELLS, {"always: 2 * stake(it) + 5": f"always: {payout}"}))
    assert finding.message == f"payout: `{payout}` is a plain number, and a payout is odds or money"
    assert finding.hint.startswith("write odds as `")


@pytest.mark.parametrize("payout", ["9 to 2", "$4.50", "$4 + 5", "top_prize", "5 * stake(it)"])
def test_odds_money_and_facts_are_payouts(tmp_path: Path, payout: str) -> None:
    assert not problems(edited(tmp_path, BELLS, {"always: 2 * stake(it) + 5": f"always: {payout}"}))


def test_all_that_is_wrong_is_said_in_one_run(tmp_path: Path) -> None:
    library = edited(
        tmp_path,
        BELLS,
        {
            "is: dealer.hand >= pair": "is: dealer.hand >= pairs",
            "equals: first,": "equals: frist,",
            "of: first second,": "of: first secnd,",
            "then: drop": "then: dropp",
            "means: round": "means: rownd",
        },
    )
    messages = [finding.message for finding in problems(library)]
    for part in ("`pairs` has no meaning", "`frist` has no meaning", "`secnd` is no wager", "`dropp`", "`rownd`"):
        assert any(part in message for message in messages), part


def test_all_that_is_wrong_in_all_files_is_said_in_one_run(tmp_path: Path) -> None:
    wheel = (SPECS / f"{POCKETS}.yaml").read_text(encoding="utf-8").replace("colour = teal", "colour = teel")
    library = edited(tmp_path, BELLS, {"equals: first,": "equals: frist,"}, {POCKETS: wheel, "harbour/empty": ""})
    with pytest.raises(LoadError) as refused:
        library.load_all(library.ids())
    assert [finding.place.file.rpartition("/")[2] for finding in refused.value.findings] == [
        "eight-pockets.yaml",
        "empty.yaml",
        "three-bells.yaml",
    ]
    assert str(refused.value) == "specs cannot be loaded: 3 problems"


def test_a_condition_over_several_lines_is_said_at_its_beginning(tmp_path: Path) -> None:
    block = "when: >-\n        folded\n        or foldd\n      then: lose\n      cite: 4.1(b)(i)"
    old = "{when: folded,                                     then: lose,      cite: 4.1(b)(i)}"
    (finding,) = problems(edited(tmp_path, BELLS, {old: block}))
    assert finding.message == "rule 4.1(b)(i): `foldd` has no meaning here"
    assert finding.place.line == place_of(tmp_path, BELLS, "when: >-")[0]


# Which spec.


def test_there_is_no_such_spec() -> None:
    with pytest.raises(
        UsageError, match=r"there is no spec `harbour/three-bels`: did you mean `harbour/three-bells`\?"
    ):
        Library(SPECS).load("harbour/three-bels")


@pytest.mark.parametrize(
    "name", ["", "..", "../specs/harbour/three-bells", "/etc/passwd", "harbour//three-bells", "a\0b", "harbour"]
)
def test_an_id_leads_to_no_other_file(name: str) -> None:
    with pytest.raises(UsageError):
        Library(SPECS).load(name)


def test_a_spec_is_found_by_its_path() -> None:
    assert Library(Path("/")).load(str(SPECS / f"{POCKETS}.yaml")).id == POCKETS
    with pytest.raises(UsageError, match="there is no file"):
        Library(SPECS).load("nowhere.yaml")


def test_a_specs_name_is_its_path(tmp_path: Path) -> None:
    (finding,) = problems(edited(tmp_path, BELLS, {f"spec: {BELLS}": "spec: harbour/two-bells"}))
    assert finding.rule == "wrong-id"
    assert "calls itself `harbour/two-bells`, but its file is that of `harbour/three-bells`" in finding.message


def test_a_spec_needs_a_vocabulary(tmp_path: Path) -> None:
    edited(tmp_path, BELLS, {})
    (tmp_path / "vocabulary.yaml").unlink()
    (finding,) = problems(Library(tmp_path))
    assert finding.rule == "no-vocabulary"


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"),
    [
        ("type: one of colours", "type: one of colors", "unknown-name", "`colors` is not under `lists`"),
        ("  lamp:   {title: Lamp", "  count:  {title: Lamp", "reserved-name", "`count` is a word of the language of conditions"),
        ("type: one of pockets", "type: pockets", None, None),
        ("vocabulary: 1", "vocabulary: 2", None, None),
        ("hand that wins, type: class", "hand that wins, type: class, at_most: 1", "bad-form", "`lowest_kind` is no number, and has a greatest value"),
    ],
)  # fmt: skip
def test_a_vocabulary_with_something_wrong(tmp_path: Path, old, new, rule, message) -> None:  # type: ignore[no-untyped-def]
    library = edited(tmp_path, BELLS, {})
    text = (SPECS / "vocabulary.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "vocabulary.yaml").write_text(text.replace(old, new), encoding="utf-8")
    (finding,) = problems(library)
    assert finding.place.file.endswith("vocabulary.yaml")
    assert finding.place.line == text[: text.index(old)].count("\n") + 1
    assert rule is None or (finding.rule, finding.message) == (rule, message)


def test_the_family_of_a_spec_is_all_of_it(tmp_path: Path) -> None:
    library = Library(SPECS)
    assert [spec.id for spec in library.family("wheel")] == [POCKETS]
    with pytest.raises(UsageError, match=r"there is no family `weel`: did you mean `wheel`\?"):
        library.family("weel")
    with pytest.raises(UsageError, match="there is no specs folder"):
        Library(tmp_path / "none").ids()
