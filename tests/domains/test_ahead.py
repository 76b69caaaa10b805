"""Plays worked out beside this process come to the same, and nothing is started for who has no use of it."""

import os

import pytest

from rulespec.cli.main import run
from rulespec.domains import ahead as module
from rulespec.domains.ahead import ahead, elsewhere
from rulespec.load.library import Library
from rulespec.store import OFF, VARIABLE


def whose() -> int:
    return os.getpid()


@pytest.mark.parametrize("domain", ["finite-outcome", "shoe", "no domain", ""])
def test_no_process_is_started_for_other_domains(domain: str) -> None:
    with ahead(domain):
        assert elsewhere(whose) == os.getpid()


def test_one_processor_is_left_to_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "default_jobs", lambda: 1)
    with ahead("community-poker"):
        assert elsewhere(whose) == os.getpid()


def test_another_process_works_until_it_is_not_wanted_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "default_jobs", lambda: 2)
    monkeypatch.setattr(module, "_get_ready", os.path.basename)  # of the module's name: nothing that takes long
    with ahead("community-poker"):
        assert elsewhere(whose) != os.getpid()
    assert elsewhere(whose) == os.getpid()


def test_the_domain_of_a_spec_is_told_by_its_file_or_by_that_of_which_it_is_an_edition() -> None:
    shelf = Library()
    names = ("crown-perth/ultimate-texas-holdem", "queensland/roulette", "queensland/electronic-baccarat")
    assert [shelf.domain(name) for name in names] == ["community-poker", "finite-outcome", "shoe"]
    assert shelf.domain("crown-perth/ultimate-texas-holdem@rag-568") == "community-poker"
    for name in shelf.ids():
        assert shelf.domain(name) == shelf.load(name).domain


@pytest.mark.slow
def test_odds_are_the_same_whoever_works_them_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, OFF)
    asked = ["odds", "queensland/ultimate-texas-holdem", "--wager", "ante", "--format", "json"]
    told = []
    for jobs in (1, 2):
        monkeypatch.setattr(module, "default_jobs", lambda jobs=jobs: jobs)
        assert run(asked) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
