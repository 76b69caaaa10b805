"""Editions of a spec: where they lie, what they take from what they are based on, and every way to write one wrongly."""
# ruff: noqa: E501 - a wrong spec stands in one line

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from invented import BELLS, POCKETS, edited

import rulespec
from rulespec.errors import LoadError, NoEdition, UsageError
from rulespec.load.library import Library
from rulespec.model.edition import is_edition, spec_of
from rulespec.model.finding import Finding
from rulespec.tables.compile import compile_spec

OLD = f"{POCKETS}@old"
FILE = "harbour/editions/eight-pockets/old"
TIME = "{instrument: Rule 7, effective: 2019-01-01, until: 2019-12-31}"
LOW = """\
pay:
  low: {by: colour, rows: {amber: 2 to 1, teal: 3 to 2}, cite: "8"}
"""


def text(
    name: str = OLD, edition: str = TIME, base: str = f"{{spec: {POCKETS}, replace: [pay.low]}}", rest: str = LOW
) -> str:
    return f"spec: {name}\nedition: {edition}\nbase: {base}\n{rest}"


def library(folder: Path, old: str, also: Mapping[str, str] | None = None, changes: Mapping[str, str] = {}) -> Library:
    return edited(folder, POCKETS, changes, {FILE: old, **(also or {})})


def wrong(folder: Path, old: str, also: Mapping[str, str] | None = None) -> list[Finding]:
    shelf = library(folder, old, also)
    return shelf.read(shelf.path(OLD))[1]


def messages(found: list[Finding]) -> str:
    return "\n".join(f"{one.place} {one.rule}: {one.message} ({one.hint})" for one in found)


# What an edition is.


def test_an_edition_is_a_spec_with_its_own_id_and_the_rest_of_its_base(tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    old, current = shelf.load(OLD), shelf.load(POCKETS)
    assert (old.id, old.title, old.family, old.domain) == (OLD, current.title, current.family, current.domain)
    expected = replace(current.document, instrument="Rule 7", effective="2019-01-01", until="2019-12-31")
    assert old.document == expected
    assert current.document.until == ""
    assert (is_edition(OLD), spec_of(OLD), is_edition(POCKETS)) == (True, POCKETS, False)


def test_rules_that_an_edition_does_not_change_are_the_same_rows(tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    old, current = compile_spec(shelf.load(OLD)), compile_spec(shelf.load(POCKETS))
    assert old.rows() == current.rows()
    assert (old.valid, old.play, old.stake, old.settle, old.events) == (
        current.valid,
        current.play,
        current.stake,
        current.settle,
        current.events,
    )
    assert {name for name in current.pay if old.pay[name] != current.pay[name]} == {"low"}
    assert (old.spec.wagers, old.spec.options, old.spec.terms) == (
        current.spec.wagers,
        current.spec.options,
        current.spec.terms,
    )


def test_a_variant_keeps_the_clauses_of_its_own_base_in_its_editions(tmp_path: Path) -> None:
    four = "harbour/four-bells"
    head = f"title: Four Bells\nfamily: bells\ndomain: community-poker\nbase: {{spec: {BELLS}, prevails: this, cite: '9.1'}}\n"
    document = "document: {title: R, jurisdiction: N, publisher: H, instrument: First, effective: 2020-01-01}\n"
    files = {
        four: f"spec: {four}\n{head}{document}",
        "harbour/editions/four-bells/old": f"spec: {four}@old\nedition: {TIME}\nbase: {{spec: {four}}}\n",
        "harbour/editions/four-bells/whole": f"spec: {four}@whole\nedition: {TIME}\n{head}{document}",
    }
    shelf = edited(tmp_path, BELLS, {}, files)
    current, old = compile_spec(shelf.load(four)), compile_spec(shelf.load(f"{four}@old"))
    assert old.rows() == current.rows()
    assert any(origin.document == four and origin.via == "inheritance" for row in old.rows() for origin in row.origins)
    whole = compile_spec(shelf.load(f"{four}@whole"))
    assert [(row.id, row.cites) for row in whole.rows()] == [(row.id, row.cites) for row in current.rows()]


def test_an_edition_on_top_of_an_edition(tmp_path: Path) -> None:
    older = text(f"{POCKETS}@older", "{instrument: Rule 6, effective: 2018-01-01}", f"{{spec: {OLD}}}", "")
    shelf = library(tmp_path, text(), {"harbour/editions/eight-pockets/older": older})
    old, oldest = shelf.load(OLD), shelf.load(f"{POCKETS}@older")
    assert compile_spec(oldest).rows() == compile_spec(old).rows()
    assert compile_spec(oldest).pay == compile_spec(old).pay
    assert oldest.document.until == ""
    assert [one.name for one in shelf.timeline(POCKETS)] == ["old", "older", ""]
    assert shelf.at(POCKETS, date(2018, 12, 31)) == f"{POCKETS}@older"


def test_rules_may_be_added_and_entries_removed(tmp_path: Path) -> None:
    rest = "settle:\n  hue:\n    cite: '3'\n    rules:\n    - {when: colour = slate and not gilded, then: lose, cite: 3(d)}\n"
    base = f"{{spec: {POCKETS}, add: [settle.hue], remove: [terms.round]}}"
    shelf = library(tmp_path, text(base=base, rest=rest))
    old, current = compile_spec(shelf.load(OLD)), compile_spec(shelf.load(POCKETS))
    mine, theirs = old.settle["hue"].rows, current.settle["hue"].rows
    assert mine[: len(theirs)] == theirs
    assert [row.id for row in mine[len(theirs) :]] == ["3(d)/hue/lose"]
    assert old.spec.terms == ()


def test_an_edition_may_stand_by_itself(tmp_path: Path) -> None:
    current = library(tmp_path, text()).path(POCKETS).read_text(encoding="utf-8")
    whole = current.replace(f"spec: {POCKETS}\n", f"spec: {OLD}\nedition: {{}}\n").replace("2020-01-01", "2019-06-30")
    shelf = library(tmp_path, whole)
    old = shelf.load(OLD)
    assert (old.document.instrument, old.document.effective) == ("First edition", "2019-06-30")
    assert [row.id for row in compile_spec(old).rows()] == [row.id for row in compile_spec(shelf.load(POCKETS)).rows()]


def test_interpretations_of_the_base_hold_for_an_edition_that_has_none_of_its_own(tmp_path: Path) -> None:
    def readings(name: str, result: str) -> str:
        reading = f"for: gap, wagers: hue, when: colour = slate and not gilded, result: {result}, because: So it is dealt., cite: '3'"
        return f"interpretations: {name}\nreadings:\n- {{{reading}}}\n"

    shelf = library(tmp_path, text(), {"harbour/interpretations/eight-pockets": readings(POCKETS, "lose")})
    assert [one.result for one in shelf.load(OLD).readings] == ["lose"]
    own = {"harbour/editions/eight-pockets/interpretations/old": readings(OLD, "void")}
    shelf = library(tmp_path, text(), own)
    assert [one.result for one in shelf.load(OLD).readings] == ["void"]
    assert [one.result for one in shelf.load(POCKETS).readings] == ["lose"]
    assert shelf.editions(POCKETS) == (OLD,)


def test_editions_are_no_specs_of_the_folder(tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    assert shelf.ids() == (POCKETS,)
    assert shelf.editions(POCKETS) == shelf.editions(OLD) == (OLD,)
    assert [spec.id for spec in shelf.family("wheel")] == [POCKETS]
    assert [path.name for path in shelf.edition_files()] == ["old.yaml"]


# Days.


@pytest.mark.parametrize(
    ("on", "name"),
    [("2019-01-01", OLD), ("2019-12-31", OLD), ("2020-01-01", POCKETS), ("2096-02-29", POCKETS)],
)
def test_the_edition_in_force_on_a_day(on: str, name: str, tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    assert shelf.at(POCKETS, date.fromisoformat(on)) == name
    assert shelf.load(POCKETS, date.fromisoformat(on)).id == name
    path = tmp_path / f"{POCKETS}.yaml"
    assert rulespec.load(str(path), as_of=on).id == name
    assert shelf.at(name, date.fromisoformat(on)) == name


def test_a_path_is_an_edition_of_its_own_folder(tmp_path: Path) -> None:
    library(tmp_path, text())
    other = Library()
    found = other.at(str(tmp_path / f"{POCKETS}.yaml"), date(2019, 5, 1))
    assert Path(found).resolve() == (tmp_path / f"{FILE}.yaml").resolve()
    assert other.load(found).id == OLD


def test_no_edition_on_a_day_names_all_with_their_days(tmp_path: Path) -> None:
    shelf = library(
        tmp_path, text(edition="{instrument: Rule 7, effective: 2019-01-01, until: 2019-06-30, example: E.}")
    )
    for on in (date(2018, 12, 31), date(2019, 7, 1)):
        with pytest.raises(NoEdition) as error:
            shelf.at(POCKETS, on)
        told = f"`{OLD}` (an example) from 2019-01-01 to 2019-06-30; `{POCKETS}` from 2020-01-01 on"
        assert str(error.value) == f"no edition of `{POCKETS}` is in force on {on}: {told}"
        assert error.value.exit_status == 2


def test_an_unknown_day_is_never_chosen(tmp_path: Path) -> None:
    shelf = library(tmp_path, text(edition="{instrument: Rule 7, effective: unknown}"))
    assert shelf.load(OLD).document.effective == "unknown"
    with pytest.raises(NoEdition, match=r"is known to be in force on 2019-05-01: .*`@?.*old` from an unknown day"):
        shelf.at(POCKETS, date(2019, 5, 1))


def test_equal_days_are_refused_and_not_decided(tmp_path: Path) -> None:
    shelf = library(tmp_path, text(edition="{instrument: Rule 7, effective: 2020-01-01}"))
    with pytest.raises(
        NoEdition, match=r"both begin on 2020-01-01, so that nothing says which is in force on 2021-01-01"
    ):
        shelf.at(POCKETS, date(2021, 1, 1))


@pytest.mark.parametrize("on", ["2022-6-1", "10/06/2022", "2023-02-30", "unknown", ""])
def test_python_refuses_what_is_no_day(on: str) -> None:
    with pytest.raises(UsageError, match=r"no date: write year, month and day as|there is no day"):
        rulespec.load(POCKETS, as_of=on)


# Every way to write one wrongly.

BAD: dict[str, tuple[str, str]] = {
    "no time": (text().replace(f"edition: {TIME}\n", ""), "the key `edition` is missing"),
    "no instrument": (text(edition="{effective: 2019-01-01}"), "the key `instrument` is missing in `edition`"),
    "no day": (text(edition="{instrument: Rule 7}"), "the key `effective` is missing in `edition`"),
    "a day without noughts": (
        text(edition="{instrument: R, effective: 2022-6-1}"),
        "a date as `2022-06-10`, or `unknown`",
    ),
    "a day the local way": (
        text(edition="{instrument: R, effective: 10/06/2022}"),
        "a date as `2022-06-10`, or `unknown`",
    ),
    "no such day": (text(edition="{instrument: R, effective: 2023-02-30}"), "there is no day `2023-02-30`"),
    "no leap year": (text(edition="{instrument: R, effective: 2023-02-29}"), "there is no day `2023-02-29`"),
    "a bad last day": (text(edition="{instrument: R, effective: 2019-01-01, until: 2019-02-30}"), "there is no day"),
    "an unknown last day": (text(edition="{instrument: R, effective: 2019-01-01, until: unknown}"), "expected a date"),
    "never in force": (text(edition="{instrument: R, effective: 2019-01-02, until: 2019-01-01}"), "never in force"),
    "a typed fingerprint": (text(edition="{instrument: R, effective: 2019-01-01, fingerprint: 0a1b}"), "`none`"),
    "no text and no reason": (text(edition="{instrument: R, effective: 2019-01-01, fingerprint: none}"), "`because`"),
    "an empty reason": (text(edition='{instrument: R, effective: 2019-01-01, example: ""}'), "example"),
    "the current spec's id": (text(POCKETS), f"calls itself `{POCKETS}`, but its file is that of `{OLD}`"),
    "another edition's id": (text(f"{POCKETS}@new"), f"calls itself `{POCKETS}@new`, but its file is that of `{OLD}`"),
    "a clause of inheritance": (
        text(base=f"{{spec: {POCKETS}, cite: '1', replace: [pay.low]}}"),
        "`cite` has no meaning",
    ),
    "what prevails": (
        text(base=f"{{spec: {POCKETS}, prevails: this, replace: [pay.low]}}"),
        "`prevails` has no meaning",
    ),
    "a change with a clause": (text(base=f"{{spec: {POCKETS}, replace: {{pay.low: '8'}}}}"), "list the entries"),
    "one change twice": (text(base=f"{{spec: {POCKETS}, replace: [pay.low, pay.low]}}"), "replace"),
    "an undeclared change": (text(base=f"{{spec: {POCKETS}}}"), "is also in"),
    "a change of nothing": (
        text(base=f"{{spec: {POCKETS}, replace: [pay.low, pay.hue]}}"),
        "this spec has no such entry",
    ),
    "an unknown entry": (text(base=f"{{spec: {POCKETS}, remove: [pay.lw], replace: [pay.low]}}"), "`pay.lw` is not in"),
    "itself": (text(base=f"{{spec: {OLD}, replace: [pay.low]}}"), "is based on itself"),
    "no base at all": (f"spec: {OLD}\nedition: {TIME}\n{LOW}", "the key `title` is missing"),
    "an edition there is not": (text(base=f"{{spec: {POCKETS}@none, replace: [pay.low]}}"), "there is no spec"),
}


@pytest.mark.parametrize(("old", "said"), BAD.values(), ids=BAD)
def test_what_is_wrong_with_an_edition_is_said(old: str, said: str, tmp_path: Path) -> None:
    found = wrong(tmp_path, old)
    assert said in messages(found)
    assert any(one.place.file.endswith("old.yaml") and one.place.line for one in found)


DATED = [name for name in BAD if any(word in name for word in ("day", "time", "leap", "force"))]


@pytest.mark.parametrize("name", DATED)
def test_a_day_that_cannot_be_read_is_never_for_ever(name: str, tmp_path: Path) -> None:
    shelf = library(tmp_path, BAD[name][0])
    with pytest.raises(LoadError):
        shelf.at(POCKETS, date(2019, 5, 1))
    with pytest.raises(LoadError):
        shelf.at(POCKETS, date(2021, 5, 1))


def test_editions_based_on_one_another_are_refused(tmp_path: Path) -> None:
    other = text(f"{POCKETS}@other", TIME, f"{{spec: {OLD}}}", "")
    found = wrong(
        tmp_path, text(base=f"{{spec: {POCKETS}@other}}", rest=""), {"harbour/editions/eight-pockets/other": other}
    )
    assert "is based on itself" in messages(found)


def test_an_edition_of_a_spec_that_there_is_not(tmp_path: Path) -> None:
    whole = (edited(tmp_path, POCKETS, {}).path(POCKETS)).read_text(encoding="utf-8")
    lone = whole.replace(f"spec: {POCKETS}\n", f"spec: harbour/none@old\nedition: {TIME}\n")
    shelf = edited(tmp_path, POCKETS, {}, {"harbour/editions/none/old": lone})
    assert "there is no spec `harbour/none` for this to be an edition of" in messages(
        shelf.read(shelf.path("harbour/none@old"))[1]
    )
    with pytest.raises(LoadError):
        shelf.timeline("harbour/none@old")
    with pytest.raises(UsageError, match="there is no spec `harbour/none`"):
        shelf.at("harbour/none", date(2020, 1, 1))


def test_a_file_that_lies_where_no_edition_should_is_not_passed_over(tmp_path: Path) -> None:
    shelf = library(tmp_path, text(), {"harbour/editions/stray": text()})
    stray = next(path for path in shelf.edition_files() if path.name == "stray.yaml")
    assert "but its file is that of" in messages(shelf.read(stray)[1])


def test_the_current_spec_has_no_edition_of_its_own(tmp_path: Path) -> None:
    shelf = library(tmp_path, text(), changes={"title: Eight Pockets\n": f"title: Eight Pockets\nedition: {TIME}\n"})
    assert f"`{POCKETS}` is no edition, so it has no `edition`" in messages(shelf.read(shelf.path(POCKETS))[1])


def test_another_spec_is_still_changed_by_clauses_only(tmp_path: Path) -> None:
    head = "title: T\nfamily: wheel\ndomain: finite-outcome\n"
    document = "document: {title: R, jurisdiction: N, publisher: H, instrument: First, effective: 2020-01-01}\n"
    other = f"spec: harbour/other\n{head}{document}base: {{spec: {POCKETS}, prevails: this, cite: '1', replace: [pay.low]}}\n{LOW}"
    edition = f"spec: harbour/other@old\nedition: {TIME}\n{head}{document}base: {{spec: {POCKETS}, replace: [pay.low]}}\n{LOW}"
    shelf = edited(tmp_path, POCKETS, {}, {"harbour/other": other, "harbour/editions/other/old": edition})
    assert "names of entries, each with the clause that lets it" in messages(shelf.read(shelf.path("harbour/other"))[1])
    said = messages(shelf.read(shelf.path("harbour/other@old"))[1])
    assert "the key `prevails` is missing in `base`" in said
    assert "the key `cite` is missing in `base`" in said
    assert "write each entry with its clause" in said


def test_names_that_are_close(tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    with pytest.raises(UsageError, match=rf"there is no edition `{POCKETS}@odl`: did you mean `{OLD}`"):
        shelf.path(f"{POCKETS}@odl")
    with pytest.raises(UsageError, match="there is no spec `harbour/nine-pockets`"):
        shelf.path("harbour/nine-pockets@old")
    for name in (f"{POCKETS}@", f"{POCKETS}@../old", f"{POCKETS}@old@old", "@old", "@"):
        with pytest.raises(UsageError):
            shelf.path(name)


# Python.


def test_a_dated_round_is_settled_by_the_edition_of_its_day(tmp_path: Path) -> None:
    shelf = library(tmp_path, text())
    played = {"spec": POCKETS, "outcome": {"pocket": "one"}, "players": [{"seat": 1, "wagers": {"low": 10}}]}
    spec = shelf.load(POCKETS)
    nets = {}
    for on in ("2019-12-31", "2020-01-01"):
        outcome = rulespec.settle(spec, {**played, "date": on})
        nets[on] = outcome.players[1]["low"].net, outcome.spec, outcome.edition
    assert nets == {"2019-12-31": (20, POCKETS, OLD), "2020-01-01": (10, POCKETS, "")}
    assert rulespec.settle(spec, played).players[1]["low"].net == 10
    refused = rulespec.settle(shelf.load(OLD), {**played, "spec": OLD, "date": "2020-01-01"})
    assert (refused.round, refused.findings[0].rule) == ("error", "no-edition")
