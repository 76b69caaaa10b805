"""Plays worked out beside this process come to the same, and nothing is started for who has no use of it."""

import multiprocessing
import os
import subprocess
import sys
from importlib import import_module

import pytest

from rulespec.cli.main import run
from rulespec.domains import ahead as module
from rulespec.domains.ahead import ahead, elsewhere, needed_for
from rulespec.domains.registry import DOMAINS
from rulespec.store import OFF, VARIABLE


def whose() -> int:
    return os.getpid()


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processors, and nothing to get ready for that takes long."""
    monkeypatch.setattr(module, "default_jobs", lambda: 2)
    monkeypatch.setattr(module, "_get_ready", os.getpid)


@pytest.mark.usefixtures("two")
def test_another_process_works_until_it_is_not_wanted_any_more() -> None:
    with ahead():
        needed_for("community-poker")
        assert elsewhere(whose) != os.getpid()
    assert elsewhere(whose) == os.getpid()


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("domain", ["finite-outcome", "shoe", "no domain", ""])
def test_it_is_ended_for_other_domains(domain: str) -> None:
    with ahead():
        needed_for(domain)
        assert not multiprocessing.active_children()
        assert elsewhere(whose) == os.getpid()


def test_one_processor_is_left_to_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "default_jobs", lambda: 1)
    with ahead():
        needed_for("community-poker")
        assert elsewhere(whose) == os.getpid()


def test_there_is_such_a_domain_and_it_gets_ready() -> None:
    needed_for(module._DOMAIN)  # nothing is to be ended without `ahead`
    assert DOMAINS[module._DOMAIN] == module._MODULE
    assert callable(import_module(module._MODULE).get_ready)


def test_nothing_that_reads_specs_is_imported_before_it() -> None:
    program = "import sys; import rulespec.cli.odds_command; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"yaml", "rulespec.load.library", "rulespec.domains.base", "rulespec.odds.odds"} & {*done.stdout.split()}


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
