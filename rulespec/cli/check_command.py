"""`rulespec check`: what a spec's document leaves open or answers twice."""

import click

from rulespec.cli.common import fail_on_option, failing, format_option, library, program, specs_option
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError, RulespecError, UsageError
from rulespec.model.finding import Finding
from rulespec.prove.check import SCOPE, check
from rulespec.report.formats import printer
from rulespec.report.text import plural


@click.command(name="check")
@click.argument("names", nargs=-1, metavar="[SPEC...]")
@fail_on_option("error")
@format_option("findings")
@specs_option
def command(names: tuple[str, ...], fail_on: str, form: str, specs: str | None) -> int:
    """Gaps, conflicts and unused rules, each with its clauses and a round that shows it.

    SPEC is an id (see `rulespec list`) or a file; without one, all specs are checked.
    """
    shelf = library(specs)
    findings: list[Finding] = []
    broken = tables = cases = checked = 0
    if not names and not shelf.ids():
        raise UsageError(f"there is no spec in `{shelf.root}`")
    for name in names or shelf.ids():
        try:
            done = check(Settler(shelf.load(name)))
        except LoadError as error:
            findings += error.findings
            broken += 1
            continue
        checked += 1
        tables, cases = tables + done.tables, cases + done.cases
        findings += done.findings
    walked = f"{plural(cases, 'case')} of {plural(tables, 'table')} in {plural(checked, 'spec')}"
    scope = f"Walked {walked}: {SCOPE}" if checked else "Nothing was checked."
    click.echo(printer("findings", form)(findings, program(), scope))
    if broken:
        raise _Broken(f"{plural(broken, 'spec')} cannot be loaded")
    found = failing(findings, fail_on)
    if found:
        click.echo(f"rulespec: {plural(len(found), 'finding')} at or above `{fail_on}`", err=True)
    return 1 if found else 0


class _Broken(RulespecError):
    """Some spec could not be loaded; its findings have been printed with the others."""
