"""Amendments and exemptions: what they let pass, what is wrong with them, and drafts that say all."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from gating import BELLS, DOCUMENT, LAMPS, POCKETS, READINGS, Ran, Repository, copied, gate, repository, rulespec
from sampling import first

TEAL = {
    "colour = teal, then: lose, cite: 3(b)}": "colour = teal, then: win, cite: 3(b)}",
}
CHANGE = {
    "class": "settlement-raised",
    "spec": POCKETS,
    "subject": "hue",
    "when": "colour = teal",
    "from": "lose",
    "to": "win",
}
FILLED = {
    "instrument": "Second supplement",
    "effective": "2026-03-01",
    "because": "Teal wins from the spring on.",
    "approved": "A. Name, 2026-01-05",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("made") / "rules", POCKETS).root


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("whole") / "rules").root


def standing(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    for name in ("RULESPEC_SPECS", "RULESPEC_SOURCES", "RULESPEC_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    found = Repository(copied(root, tmp_path / "rules"))
    monkeypatch.chdir(found.root)
    return found


@pytest.fixture
def repo(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository of one game, in which the test stands; the Hue wins on teal since its last commit."""
    found = standing(made, tmp_path, monkeypatch)
    found.edit(POCKETS, TEAL)
    return found


@pytest.fixture
def all_games(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    return standing(whole, tmp_path, monkeypatch)


def amendment(name: str, *changes: Mapping[str, str], **words: str) -> str:
    said = {"amendment": f"harbour/{name}", **FILLED, **words}
    lines = [f"{key}: {quoted(text)}" for key, text in said.items()] + ["changes:"]
    for change in changes:
        keys = [f"{key}: {quoted(text)}" for key, text in change.items()]
        lines += [f"- {keys[0]}", *(f"  {one}" for one in keys[1:])]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def declared(repo: Repository, *changes: Mapping[str, str], name: str = "second", **words: str) -> None:
    repo.write(f"harbour/amendments/{name}", amendment(name, *changes, **words))


AMENDMENT = "specs/harbour/amendments/second.yaml"


def placed(ran: Ran) -> list[tuple[str, str]]:
    """Where each thing is that was found, and its rule."""
    return [(f"{one['file']}:{one['line']}:{one['column']}", one["rule"]) for one in ran.findings]


def test_what_is_declared_passes_and_is_shown(repo: Repository) -> None:
    declared(repo, CHANGE)
    ran = gate("--base", "HEAD")
    assert ran.status == 0, ran
    (found,) = ran.findings
    assert (found["rule"], found["declared"]) == ("settlement-raised", "harbour/second")


# An otherwise honest declaration with one thing wrong, and what comes of it beside the change itself.
WRONG: dict[str, tuple[dict[str, str], str]] = {
    "another class": ({"class": "settlement-lowered"}, "declared-otherwise"),
    "another value before": ({"from": "void"}, "declared-otherwise"),
    "another value after": ({"to": "stand_off"}, "declared-otherwise"),
    "another case": ({"when": "colour = amber"}, "declared-otherwise"),
    "another subject": ({"subject": "low"}, "declared-not-made"),
    "another spec": ({"spec": "harbour/other"}, "declared-not-made"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_declared_wrongly_does_not_pass(repo: Repository, what: str) -> None:
    change, rule = WRONG[what]
    declared(repo, {**CHANGE, **change})
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (1, [rule, "settlement-raised"]), ran
    _, found = ran.findings
    assert placed(ran)[0] == (f"{AMENDMENT}:7:3", rule)
    assert found["declared"] == ""
    assert "1 change at or above `breaking` is not declared" in ran.why
    assert "1 declaration not as it happened or out of date" in ran.why


def test_what_is_declared_and_not_made(repo: Repository) -> None:
    declared(repo, CHANGE)
    repo.edit(POCKETS, {new: old for old, new in TEAL.items()})
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (1, ["declared-not-made"])


def test_one_change_is_declared_once(repo: Repository) -> None:
    declared(repo, CHANGE)
    declared(repo, CHANGE, name="third")
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (1, ["declared-not-made", "settlement-raised"])
    assert "declared by `harbour/second` already" in ran.findings[0]["message"]
    repo.path("harbour/amendments/third").unlink()
    declared(repo, CHANGE, CHANGE)
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (1, ["declared-not-made", "settlement-raised"])
    assert "declared above already" in ran.findings[0]["message"]


def test_the_history_of_declarations(repo: Repository) -> None:
    declared(repo, CHANGE)
    repo.commit("declared and made")
    assert gate("--base", "HEAD").findings == []  # declared once, not again for what comes later
    declared(repo, CHANGE, because="Teal wins from the summer on, as it turned out.")
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (0, [])
    repo.edit(POCKETS, {new: old for old, new in TEAL.items()})
    repo.commit("undone, undeclared")
    repo.edit(POCKETS, TEAL)
    assert gate("--base", "HEAD").status == 1  # the old declaration is not for a second time
    repo.commit("done again")
    repo.path("harbour/amendments/second").unlink()
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (0, ["declaration-gone"])
    assert ran.findings[0]["file"] == "HEAD:specs/harbour/amendments/second.yaml"
    declared(repo, {**CHANGE, "subject": "low"})
    ran = gate("--base", "HEAD")
    assert (ran.status, sorted(ran.rules)) == (1, ["declaration-gone", "declared-not-made"])


def test_an_amendment_of_the_base_that_could_not_be_read(repo: Repository) -> None:
    repo.write("harbour/amendments/second", "amendment: [")
    repo.commit()
    assert gate("--base", "HEAD").status == 3
    declared(repo, CHANGE)
    assert gate("--base", "HEAD").status == 0
    repo.path("harbour/amendments/second").unlink()
    assert gate("--base", "HEAD").status == 0


# What makes an amendment one that cannot be read: a text of it and another, and what is said of it, and where.
UNREADABLE: dict[str, tuple[str, str, str, str]] = {
    "no such day": ("2026-03-01", "2026-02-30", "bad-form", "3:12"),
    "a day of another form": ("2026-03-01", "1 March 2026", "bad-form", "3:12"),
    "a day that only Python reads": ("2026-03-01", "20260301", "bad-form", "3:12"),
    "a class that there is not": ("settlement-raised", "settlement-rised", "not-one-of", "7:10"),
    "the id of another file": ("harbour/second", "harbour/third", "wrong-id", "1:12"),
    "an id that is none": ("harbour/second", "second", "bad-form", "1:12"),
    "nothing for a reason": ("Teal wins from the spring on.", "so", "bad-form", "4:10"),
    "something still to say": ("A. Name, 2026-01-05", "?", "to-fill-in", "5:11"),
    "a key that there is not": ("changes:", "spoken: yes\nchanges:", "unknown-key", "6:1"),
    "no YAML": ("changes:", "changes: {", "yaml-syntax", "7:1"),
}


@pytest.mark.parametrize("what", first(UNREADABLE, 5))
def test_an_amendment_that_cannot_be_read(repo: Repository, what: str) -> None:
    old, new, rule, at = UNREADABLE[what]
    text = amendment("second", CHANGE)
    assert text.count(old) == 1 or what.startswith(("a day", "no such day")), what
    repo.write("harbour/amendments/second", text.replace(old, new, 1))
    ran = gate("--base", "HEAD")
    assert ran.status == 3, ran
    assert ran.why == "rulespec: amendments or exemptions cannot be read"
    assert (f"{AMENDMENT}:{at}", rule) in placed(ran)
    repo.commit()
    assert gate("--base", "HEAD~1", "--head", "HEAD") == ran


# Exemptions.

EXEMPTION = """\
exemptions:
- rule: settlement-raised
  spec: harbour/eight-pockets
  fingerprint: {fingerprint}
  because: The regulator has been told of it and has not answered yet.
  approved: A. Name, 2026-01-05
  until: "2026-06-30"
"""


@pytest.fixture
def fingerprint(repo: Repository) -> str:
    (found,) = gate("--base", "HEAD").findings
    return str(found["fingerprint"])


@pytest.mark.parametrize(
    ("today", "status", "rules"),
    [
        ("2026-01-10", 0, ["settlement-raised"]),
        ("2026-06-15", 0, ["exemption-expiring", "settlement-raised"]),
        ("2026-06-30", 0, ["exemption-expiring", "settlement-raised"]),
        ("2026-07-01", 1, ["exemption-expired", "settlement-raised"]),
    ],
)
def test_an_exemption_holds_through_its_last_day(
    repo: Repository, fingerprint: str, today: str, status: int, rules: list[str]
) -> None:
    repo.write("harbour/exemptions", EXEMPTION.format(fingerprint=fingerprint))
    ran = gate("--base", "HEAD", "--today", today)
    assert (ran.status, ran.rules) == (status, rules), ran
    found = ran.findings[-1]
    assert (found["exempted"] is not None) == (status == 0)
    if len(rules) > 1:
        assert (ran.findings[0]["file"], ran.findings[0]["line"]) == ("specs/harbour/exemptions.yaml", 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"settlement-raised": "settlement-lowered"},
        {"eight-pockets\n": "eight-pockets\n  subject: low\n"},
        {"fingerprint: ": "fingerprint: 0123456789abcdef #"},
    ],
)
def test_an_exemption_of_something_else(repo: Repository, fingerprint: str, changes: Mapping[str, str]) -> None:
    text = EXEMPTION.format(fingerprint=fingerprint)
    for old, new in changes.items():
        text = text.replace(old, new)
    repo.write("harbour/exemptions", text)
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (1, ["exemption-unused", "settlement-raised"])


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("2026-06-30", "2026-06-31", "bad-form"),
        ("2026-06-30", "for ever", "bad-form"),
        ("2026-06-30", "20260630", "bad-form"),
        ("2026-06-30", "", "bad-form"),
        ("settlement-raised", "settlement-rised", "not-one-of"),
        ("settlement-raised", "settlement", "not-one-of"),
        ("A. Name, 2026-01-05", '"?"', "to-fill-in"),
        ("{fingerprint}", "xyz", "bad-form"),
    ],
)
def test_an_exemption_that_cannot_be_read(repo: Repository, old: str, new: str, rule: str) -> None:
    text = EXEMPTION if old == "{fingerprint}" else EXEMPTION.format(fingerprint="0123456789abcdef")
    repo.write("harbour/exemptions", text.replace(old, new, 1))
    ran = gate("--base", "HEAD")
    assert ran.status == 3, ran
    assert {(one["file"], one["rule"]) for one in ran.findings} == {("specs/harbour/exemptions.yaml", rule)}


def test_an_exemption_of_the_base_is_not_for_what_comes_later(repo: Repository, fingerprint: str) -> None:
    repo.write("harbour/exemptions", EXEMPTION.format(fingerprint=fingerprint))
    repo.commit("exempted and made")
    assert gate("--base", "HEAD", "--today", "2027-01-01").findings == []
    repo.edit(POCKETS, {new: old for old, new in TEAL.items()})
    repo.commit("undone")
    repo.edit(POCKETS, TEAL)
    assert gate("--base", "HEAD").status == 1


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "1.1.2026", ""])
def test_a_day_that_is_none(repo: Repository, day: str) -> None:
    ran = gate("--base", "HEAD", "--today", day)
    assert (ran.status, ran.out) == (2, "")
    assert f"`{day}`" in ran.why
    assert "2022-06-10" in ran.why


# Of one spec only.


def test_of_the_specs_that_are_named_only(all_games: Repository) -> None:
    all_games.edit(POCKETS, TEAL)
    all_games.edit(BELLS, {"then: lose,      cite: 4.1(b)(i)": "then: void,      cite: 4.1(b)(i)"})
    declared(all_games, CHANGE)
    ran = gate("--base", "HEAD", BELLS)
    assert (ran.status, {one["spec"] for one in ran.findings}) == (1, {BELLS}), ran
    assert "declaration" not in ran.why
    ran = gate("--base", "HEAD", POCKETS)
    assert (ran.status, ran.rules) == (0, ["settlement-raised"])
    nothing = gate("--base", "HEAD", LAMPS)
    assert (nothing.status, nothing.findings) == (0, [])
    unknown = gate("--base", "HEAD", "harbour/none")
    assert (unknown.status, unknown.out) == (2, "")
    assert "`harbour/none`" in unknown.why


# Drafts.


def filled(repo: Repository, name: str = "second") -> None:
    path = repo.path(f"harbour/amendments/{name}")
    text = path.read_text(encoding="utf-8")
    for key, said in FILLED.items():
        text = text.replace(f'{key}: "?"', f"{key}: {quoted(said)}")
    path.write_text(text, encoding="utf-8")


def passes_once_filled(repo: Repository, folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> Ran:
    """Draft, refuse what is not filled in, fill it in, and pass with all that failed declared."""
    monkeypatch.setenv("RULESPEC_CACHE", str(folder / "cache"))
    before = gate("--base", "HEAD", *more)
    drafted = rulespec("gate", "--base", "HEAD", "--write", "second", *more)
    assert drafted.status == 0, drafted
    assert rulespec("fmt", "--check", *(line.partition(": ")[0] for line in drafted.out.splitlines())).status == 0
    again = rulespec("gate", "--base", "HEAD", "--write", "second", *more)
    assert again.status in (2, 3), again
    open_ = gate("--base", "HEAD", *more)
    assert (open_.status, open_.rules) == (3, ["to-fill-in"] * 4), open_
    filled(repo)
    after = gate("--base", "HEAD", *more)
    assert after.status == 0, after
    assert [one["rule"] for one in after.findings] == before.rules
    return after


# What is changed, of all areas, several at a time; and the areas that the draft then speaks of.
EDITS: dict[str, tuple[dict[str, dict[str, str]], str]] = {
    "of a wheel": (
        {
            POCKETS: {
                **TEAL,
                "teal: 3 to 2": "teal: 2 to 1",
                "star_prize: {missing: error,": "star_prize: {values: [50, 60], missing: error,",
                "cite: 4(a)": "cite: 4(é)",
                "  round: {means": "  'Round: \"the\" ''first'' – größer': {means",
                "title: Eight Pockets": "title: >-\n  'Eight': \"Pockets\" \\ – 規則\n\n  # or so",
            },
            READINGS: {"result: stand_off": "result: void"},
            f"{DOCUMENT}/document.yaml": {"First edition": "'Second: \"the\" edition'"},
            f"{DOCUMENT}/provisions.yaml": {"notice: 10 minutes": "notice: 20 minutes"},
        },
        "settlement pay option citation term spec interpretation document provision",
    ),
    "of cards": (
        {
            BELLS: {
                "{is: dealer.hand >= pair,": "{is: dealer.hand >= two_pair,",
                "second: {placed: before_deal, equals: first": "second: {placed: before_deal, equals: 2 * first",
                "then: at most 2 * first, cite: 5.1(c)": "then: at most 3 * first, cite: 5.1(c)",
                "{when: placed(second),     then: valid,": "{when: placed(second),     then: invalid,",
                "bet raise, amount: first, cite: 3.3(b)": "bet raise, amount: 2 * first, cite: 3.3(b)",
            }
        },
        "settlement stake decision wager definition",
    ),
    "another ranking": ({BELLS: {"aces_low_in_straights: true": "aces_low_in_straights: false"}}, "ranking"),
    "irregularities left out": (
        {LAMPS: {"deeds:\n": "left_out:\n  rest: {events: true, because: \"not 'yet': done\", cite: '7'}\n\ndeeds:\n"}},
        "spec",
    ),
    "of irregularities and jackpots": (
        {
            LAMPS: {
                "then: {all but pots: returned, pots: carried}": "then: {all but pots: lose, pots: carried}",
                "then: equally near_shown, cite: 9.6(b)": "then: each near_shown, cite: 9.6(b)",
            }
        },
        "irregularity jackpot",
    ),
}


@pytest.mark.parametrize("what", first(EDITS, 3))
def test_a_draft_that_is_filled_in_passes(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edits, areas = EDITS[what]
    made = repository(tmp_path / "made", next(iter(edits)))
    repo = standing(made.root, tmp_path, monkeypatch)
    for name, changes in edits.items():
        repo.edit(name, changes)
    ran = passes_once_filled(repo, tmp_path, monkeypatch, "--fail-on", "editorial")
    assert {one["rule"].rpartition("-")[0] for one in ran.findings} >= {*areas.split()}
    assert {one["declared"] for one in ran.findings} == {"harbour/second"}


def test_what_is_not_decided_is_drafted_too(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.git("checkout", "-q", ".")
    repo.edit(POCKETS, {"value: 7, gilded: false": "value: 5, gilded: false"})
    assert gate("--base", "HEAD").status == 4
    passes_once_filled(repo, tmp_path, monkeypatch)


def test_a_spec_that_is_gone_is_declared(
    all_games: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_games.path(BELLS).unlink()
    passes_once_filled(all_games, tmp_path, monkeypatch)


def test_nothing_to_declare(repo: Repository) -> None:
    repo.git("checkout", "-q", ".")
    ran = rulespec("gate", "--base", "HEAD", "--write", "second")
    assert (ran.status, ran.out) == (0, "There is nothing to declare.\n")
    assert not repo.path("harbour/amendments/second").exists()


@pytest.mark.parametrize("name", ["Second", "a/b", "../up", "é", "-a", "a--b", "a-", "", "a b", "second.yaml"])
def test_a_name_that_no_draft_may_have(repo: Repository, name: str) -> None:
    ran = rulespec("gate", "--base", "HEAD", f"--write={name}")
    assert ran.status == 2 if name else ran.status in (1, 2)
    assert not (repo.root / "specs/harbour/amendments").exists()
