"""`rulespec check`: what a spec's document leaves open or answers twice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import all_dated, dated, failing, library, program
from rulespec.cli.days import day_of, today_option
from rulespec.cli.levels import leveled
from rulespec.cli.options import as_of_option, fail_on_option, format_option, settings, specs_option
from rulespec.cli.output import check_output, output_option, write_output
from rulespec.compare.change_classes import CLASSES
from rulespec.compare.exemptions import exempted
from rulespec.errors import Inconclusive, LoadError, RulespecError, UsageError
from rulespec.load.declared import read_exemptions
from rulespec.load.library import Library
from rulespec.load.remembered import Remembered
from rulespec.model.finding import UNPROVED, Finding
from rulespec.model.place import Place
from rulespec.model.rules import ANALYSIS, BY_ID, RULES
from rulespec.prove.examine import Examined, accounts, examine_all, other_editions, times
from rulespec.report.findings import Proving
from rulespec.report.formats import printer
from rulespec.report.run import Run, Suite
from rulespec.report.text import plural

ASKED = tuple(rule.id for rule in RULES if rule.group == ANALYSIS)


@click.command(name="check")
@click.argument("names", nargs=-1, metavar="[SPEC...]", shell_complete=completing.specs)
@fail_on_option("error", lambda config: config.check.fail_on)
@format_option("findings")
@output_option
@as_of_option
@specs_option
@today_option
@click.option("--no-cache", is_flag=True, help="Check all anew, also what did not change since it was checked.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Check at most N specs at a time.")
def command(
    names: tuple[str, ...],
    fail_on: str,
    form: str,
    out: Path | None,
    as_of: date | None,
    specs: str | None,
    today: str | None,
    no_cache: bool,
    jobs: int | None,
) -> int:
    """Gaps, conflicts and unused rules, each with its clauses and a round that shows it.

    SPEC is an id (see `rulespec list`) or a file; without one, all current specs are checked, and every other edition
    of them is loaded. Where the editions of a spec leave a day to none of them, or to two, that is a finding too. Each
    finding that is not proved says by what it is known. Exit status 4 where nothing fails and something could be
    neither proved nor refuted.
    """
    check_output(out)
    day = day_of(today)
    shelf = library(specs, remember=not no_cache)
    if not names and not shelf.ids():
        raise UsageError(f"there is no spec in `{shelf.root}`")
    chosen = dated(shelf, names, as_of) if names else all_dated(shelf, as_of)
    every = not names and as_of is None
    checked = _exempted(_checked(shelf, chosen, every, shelf.memory, jobs), shelf, day)
    ended, status = _ended(checked, fail_on)
    run = Run("check", checked.suites, fail_on, status, str(ended or ""), f"check of {checked.told}")
    write_output(printer("findings", form)(checked.findings, program(), checked.scope, checked.proving, run), out)
    if isinstance(ended, RulespecError):
        raise ended
    if ended is not None:
        click.echo(f"rulespec: {ended}", err=True)
    return status


@dataclass(frozen=True, slots=True)
class _Checked:
    """What checking found in all; `broken` is how many specs, and accounts of documents, cannot be loaded."""

    findings: tuple[Finding, ...]
    suites: tuple[Suite, ...]
    scope: str
    proving: Proving
    broken: int
    unaccounted: str

    @property
    def told(self) -> str:
        return plural(len(self.suites), "spec") if len(self.suites) != 1 else self.suites[0].name


def _checked(shelf: Library, names: Sequence[str], every: bool, memory: Remembered, jobs: int | None) -> _Checked:
    """The specs checked; with `every`, all other editions of the folder are loaded too."""
    findings: list[Finding] = []
    suites: list[Suite] = []
    read: list[Examined] = []
    for name, done in zip(names, examine_all(shelf, names, memory, jobs), strict=True):
        if isinstance(done, LoadError):
            findings += _unread(name, done)
            suites.append(Suite(name, "", (), str(done)))
        else:
            findings += done.findings
            read.append(done)
            suites.append(Suite(done.claim.id, done.claim.file, ASKED))
    unaccounted = ""
    try:
        findings += accounts(shelf, read, memory)
    except LoadError as error:
        unaccounted = str(error)
        findings += _unread(str(shelf.root), error)
    in_time, unreadable, loaded = _of_editions(shelf, names, every, memory, findings)
    findings += [*in_time, *unreadable]
    told = "cannot be loaded, or its days cannot be read"
    suites += [Suite(file, "", (), told) for file in dict.fromkeys(one.place.file for one in unreadable)]
    tables, cases = sum(one.tables for one in read), sum(one.cases for one in read)
    walked = f"{plural(cases, 'case')} of {plural(tables, 'table')} in {plural(len(read), 'spec')}"
    scope = f"Walked {walked}: {read[0].scope}" if read else "Nothing was checked."
    if loaded:
        were, which = ("were", "them") if loaded > 1 else ("was", "it")
        scope += f" {plural(loaded, 'other edition')} {were} loaded and not analysed: name {which}, or say `--as-of`."
    questions, invariants = sum(one.questions for one in read), sum(one.invariants for one in read)
    proving = Proving(read[0].z3 if read else _z3(), questions, invariants)
    broken = sum(bool(suite.unread) for suite in suites)
    return _Checked(
        tuple(leveled(findings, settings().levels)), tuple(dict.fromkeys(suites)), scope, proving, broken, unaccounted
    )


def _of_editions(
    shelf: Library, names: Sequence[str], every: bool, memory: Remembered, known: Sequence[Finding]
) -> tuple[list[Finding], list[Finding], int]:
    """What is wrong with days, what keeps editions from being loaded and is not `known`, how many were loaded."""
    found, wrong = times(shelf, names, memory)
    loaded, others = other_editions(shelf, memory) if every else (0, [])
    said = {(one.place, one.message) for one in known}
    fresh = {(one.place, one.message): one for one in (*wrong, *others) if (one.place, one.message) not in said}
    return found, list(fresh.values()), loaded


def _exempted(checked: _Checked, shelf: Library, day: date) -> _Checked:
    """The same with the exemptions of the folder: which findings they let stand, and what is wrong with them."""
    exemptions, wrong = read_exemptions(shelf.root, {rule.id for rule in RULES} | {one.id for one in CLASSES})
    if wrong:
        told = "the exemptions cannot be read"
        return replace(checked, findings=(*checked.findings, *wrong), unaccounted=checked.unaccounted or told)
    mine = [one for one in exemptions if one.rule in BY_ID]
    specs = {suite.name for suite in checked.suites if not suite.unread}
    config = settings()
    found, unfit = exempted(checked.findings, mine, day, specs, config.exemptions.warn_days)
    return replace(checked, findings=(*found, *leveled(unfit, config.levels)))


def _unread(name: str, error: LoadError) -> tuple[Finding, ...]:
    """What keeps something from being loaded; an error that comes without findings is one itself."""
    return error.findings or (Finding("unreadable-file", "error", str(error), Place(name)),)


def _ended(checked: _Checked, fail_on: str) -> tuple[RulespecError | str | None, int]:
    """What the last line says, as the error that ends the command where it is one, and the exit status."""
    if checked.broken or checked.unaccounted:
        told = f"{plural(checked.broken, 'spec')} cannot be loaded" if checked.broken else checked.unaccounted
        return _Broken(told), _Broken.exit_status
    open_ = [finding for finding in checked.findings if finding.rule == UNPROVED and finding.exempt is None]
    found = [finding for finding in failing(checked.findings, fail_on) if finding.rule != UNPROVED]
    if found:
        return f"{plural(len(found), 'finding')} at or above `{fail_on}`", 1
    if open_:
        told = f"{plural(len(open_), 'part')} could be neither proved nor refuted"
        return Inconclusive(told), Inconclusive.exit_status
    return None, 0


def _z3() -> str:
    from rulespec.prove.smt.solving import version

    return version()


class _Broken(RulespecError):
    """Some spec could not be loaded; its findings have been printed with the others."""
