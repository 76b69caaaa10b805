"""`rulespec prove`: questions about specs, answered by proof."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import all_dated, dated, library, program, tell_examples
from rulespec.cli.options import as_of_option, format_option, specs_option
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.model.proof import FAILS, UNKNOWN, Verdict
from rulespec.prove.asking import Scope, about_one, about_two
from rulespec.prove.questions import QUESTIONS
from rulespec.prove.saving import cases_of
from rulespec.prove.smt.favours import FAVOURED
from rulespec.prove.smt.solving import WORK, at_most, version
from rulespec.report.formats import printer
from rulespec.report.text import plural

EQUIVALENT, IMPLIES, ALL = "equivalent", "implies", "all"
MOST_EVENTS, MOST_PLAYERS = 3, 4


@click.command(name="prove")
@click.argument("question", type=click.Choice([*QUESTIONS, ALL, EQUIVALENT, IMPLIES]), metavar="QUESTION")
@click.argument("names", nargs=-1, metavar="SPEC...", shell_complete=completing.specs)
@click.option("--about", multiple=True, metavar="NAME", help="Only this wager, stage, irregularity or subject.")
@click.option("--favours", type=click.Choice(FAVOURED), help="Of `implies`: whom the change must favour.")
@click.option(
    "--events",
    type=click.IntRange(1, MOST_EVENTS),
    default=1,
    show_default=True,
    help="Irregularities in one round, one after the other.",
)
@click.option(
    "--players", type=click.IntRange(1, MOST_PLAYERS), default=1, show_default=True, help="Hands at the table."
)
@click.option("--save", metavar="FILE", help="Write the rounds that are shown as a case file.")
@click.option(
    "--work", type=click.IntRange(1), default=WORK, show_default=True, help="The most that z3 may do for one step."
)
@format_option("verdicts")
@as_of_option
@specs_option
def command(
    question: str,
    names: tuple[str, ...],
    about: tuple[str, ...],
    favours: str | None,
    events: int,
    players: int,
    save: str | None,
    work: int,
    form: str,
    as_of: date | None,
    specs: str | None,
) -> int:
    """Whether a claim holds in every case, or the round in which it does not.

    \b
    QUESTION is one of
      complete      no case that can come about is left without an answer
      consistent    none is answered twice, and differently
      total         no stage leaves a hand in play without an act
      dead          every rule comes into play in some case
      redundant     no rule can be taken out without changing an answer
      all           all of these
      equivalent    two specs mean the same, subject by subject
      implies       the second spec only ever favours the player, or the house (`--favours`)

    The answer is `holds`, `fails` with the smallest round that shows it, or `unknown` with the reason. Exit status 1
    where something fails, 4 where nothing does and something is unknown.
    """
    settlers = _settlers(question, names, favours, as_of, specs)
    tell_examples(settler.spec for settler in settlers)
    scope = Scope(events, players, tuple(about))
    with at_most(work):
        if question in (EQUIVALENT, IMPLIES):
            if events > 1 or players > 1:
                raise UsageError(f"`--events` and `--players` do not go with `{question}`")
            verdicts = about_two(settlers[0], settlers[1], favours or "", scope)
        else:
            asked = QUESTIONS if question == ALL else (question,)
            verdicts = [one for settler in settlers for each in asked for one in about_one(settler, each, scope)]
    nothing = [name for name in about if not scope.of_name(name, verdicts)]
    if nothing:
        raise UsageError(f"there is nothing called {' or '.join(f'`{name}`' for name in nothing)} to ask about")
    if save is not None:
        _save(save, settlers, verdicts)
    text = f"Answered by z3 {version()}, which may do at most {work:,} units of work for one step."
    click.echo(printer("verdicts", form)(verdicts, {**program(), "z3": version()}, text))
    return _status(verdicts)


def _settlers(
    question: str, names: Sequence[str], favours: str | None, as_of: date | None, specs: str | None
) -> list[Settler]:
    shelf = library(specs)
    two = question in (EQUIVALENT, IMPLIES)
    if two and len(names) != 2:
        raise UsageError(f"`{question}` is asked of two specs, not of {len(names)}")
    if question == IMPLIES and favours is None:
        raise UsageError("say whom the change must favour: `--favours player` or `--favours house`")
    if question != IMPLIES and favours is not None:
        raise UsageError("`--favours` goes with `implies` only")
    meant = dated(shelf, names, as_of) if names else all_dated(shelf, as_of)
    settlers = [Settler(shelf.load(name)) for name in meant]
    for settler in settlers:
        if not settler.spec.wagers:
            raise UsageError(f"`{settler.spec.id}` encodes nothing yet, so there is nothing to prove of it")
    return settlers


def _save(name: str, settlers: Sequence[Settler], verdicts: Sequence[Verdict]) -> None:
    cases = cases_of(settlers, verdicts)
    try:
        Path(name).write_text("".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"`{name}` cannot be written: {(error.strerror or str(error)).lower()}") from None
    click.echo(f"rulespec: {plural(len(cases), 'round')} written to `{name}`", err=True)


def _status(verdicts: Sequence[Verdict]) -> int:
    """0, or 1 where something fails. Raises `Inconclusive` where nothing does and something is unknown."""
    failed = sum(one.status == FAILS for one in verdicts)
    unknown = sum(one.status == UNKNOWN for one in verdicts)
    if failed:
        verb = "does" if failed == 1 else "do"
        click.echo(f"rulespec: {failed} of {plural(len(verdicts), 'claim')} {verb} not hold", err=True)
        return 1
    if unknown:
        raise Inconclusive(f"{unknown} of {plural(len(verdicts), 'claim')} could be neither proved nor refuted")
    return 0
