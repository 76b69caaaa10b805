"""`rulespec check`: what a spec's document leaves open or answers twice."""

import click

from rulespec.cli.common import fail_on_option, failing, format_option, library, program, specs_option
from rulespec.documents.survey import account_findings
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError, RulespecError, UsageError
from rulespec.model.finding import Finding
from rulespec.model.spec import Spec
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
    read: list[Spec] = []
    broken = tables = cases = 0
    if not names and not shelf.ids():
        raise UsageError(f"there is no spec in `{shelf.root}`")
    for name in names or shelf.ids():
        try:
            spec = shelf.load(name)
            done = check(Settler(spec))
        except LoadError as error:
            findings += error.findings
            broken += 1
            continue
        read.append(spec)
        tables, cases = tables + done.tables, cases + done.cases
        findings += done.findings
    findings += account_findings(shelf, read)
    walked = f"{plural(cases, 'case')} of {plural(tables, 'table')} in {plural(len(read), 'spec')}"
    scope = f"Walked {walked}: {SCOPE}" if read else "Nothing was checked."
    click.echo(printer("findings", form)(findings, program(), scope))
    if broken:
        raise _Broken(f"{plural(broken, 'spec')} cannot be loaded")
    found = failing(findings, fail_on)
    if found:
        click.echo(f"rulespec: {plural(len(found), 'finding')} at or above `{fail_on}`", err=True)
    return 1 if found else 0


class _Broken(RulespecError):
    """Some spec could not be loaded; its findings have been printed with the others."""
