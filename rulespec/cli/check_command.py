"""`rulespec check`: what a spec's document leaves open or answers twice."""

import click

from rulespec.cli import completing
from rulespec.cli.common import (
    fail_on_option,
    failing,
    format_option,
    library,
    program,
    settings,
    specs_option,
)
from rulespec.cli.levels import leveled
from rulespec.errors import Inconclusive, LoadError, RulespecError, UsageError
from rulespec.load.remembered import remembered
from rulespec.model.finding import UNPROVED, Finding
from rulespec.prove.examine import Examined, accounts, examine_all
from rulespec.report.findings import Proving
from rulespec.report.formats import printer
from rulespec.report.text import plural


@click.command(name="check")
@click.argument("names", nargs=-1, metavar="[SPEC...]", shell_complete=completing.specs)
@fail_on_option("error", lambda config: config.check.fail_on)
@format_option("findings")
@specs_option
@click.option("--no-cache", is_flag=True, help="Check all anew, also what did not change since it was checked.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Check at most N specs at a time.")
def command(
    names: tuple[str, ...], fail_on: str, form: str, specs: str | None, no_cache: bool, jobs: int | None
) -> int:
    """Gaps, conflicts and unused rules, each with its clauses and a round that shows it.

    SPEC is an id (see `rulespec list`) or a file; without one, all specs are checked. Each finding that is not proved
    says by what it is known. Exit status 4 where nothing fails and something could be neither proved nor refuted.
    """
    shelf = library(specs)
    findings: list[Finding] = []
    read: list[Examined] = []
    broken = tables = cases = 0
    if not names and not shelf.ids():
        raise UsageError(f"there is no spec in `{shelf.root}`")
    memory = remembered(not no_cache)
    for done in examine_all(shelf, names or shelf.ids(), memory, jobs):
        findings += done.findings
        if isinstance(done, LoadError):
            broken += 1
            continue
        read.append(done)
        tables, cases = tables + done.tables, cases + done.cases
    findings = leveled([*findings, *accounts(shelf, read, memory)], settings().levels)
    walked = f"{plural(cases, 'case')} of {plural(tables, 'table')} in {plural(len(read), 'spec')}"
    scope = f"Walked {walked}: {read[0].scope}" if read else "Nothing was checked."
    questions, invariants = sum(one.questions for one in read), sum(one.invariants for one in read)
    proving = Proving(read[0].z3 if read else _z3(), questions, invariants)
    click.echo(printer("findings", form)(findings, program(), scope, proving))
    if broken:
        raise _Broken(f"{plural(broken, 'spec')} cannot be loaded")
    open_ = [finding for finding in findings if finding.rule == UNPROVED]
    found = [finding for finding in failing(findings, fail_on) if finding.rule != UNPROVED]
    if found:
        click.echo(f"rulespec: {plural(len(found), 'finding')} at or above `{fail_on}`", err=True)
        return 1
    if open_:
        raise Inconclusive(f"{plural(len(open_), 'part')} could be neither proved nor refuted")
    return 0


def _z3() -> str:
    from rulespec.prove.smt.solving import version

    return version()


class _Broken(RulespecError):
    """Some spec could not be loaded; its findings have been printed with the others."""
