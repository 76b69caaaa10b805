"""`rulespec list`: the specs there are."""

import json

import click

from rulespec.cli.common import library, specs_option
from rulespec.errors import LoadError
from rulespec.model.spec import Spec
from rulespec.report.text import wrapped


@click.command(name="list")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@specs_option
def command(form: str, specs: str | None) -> int:
    """The specs, by family, with the document that each encodes."""
    shelf = library(specs)
    found: list[Spec] = []
    broken = []
    for name in shelf.ids():
        try:
            found.append(shelf.load(name))
        except LoadError as error:
            broken.append(error)
    if form == "json":
        click.echo(json.dumps([_entry(spec) for spec in found], indent=2, ensure_ascii=False))
    else:
        for family in sorted({spec.family for spec in found}):
            click.echo(family)
            for spec in found:
                if spec.family == family:
                    click.echo(f"  {spec.id}")
                    click.echo(wrapped(_document(spec), 6))
    if broken:
        raise LoadError("; ".join(str(error) for error in broken), [f for error in broken for f in error.findings])
    return 0


def _document(spec: Spec) -> str:
    document = spec.document
    where = f"{document.publisher} ({document.jurisdiction})" if document.publisher else document.jurisdiction
    based = f", over {spec.base}" if spec.base else ""
    known = document.effective != "unknown"
    force = f"in force from {document.effective}" if known else "date in force not stated"
    return f"{where}: {document.title}; {document.instrument}, {force}{based}"


def _entry(spec: Spec) -> dict[str, str]:
    document = spec.document
    return {
        "spec": spec.id,
        "family": spec.family,
        "domain": spec.domain,
        "title": spec.title,
        "file": spec.file,
        "document": document.title,
        "jurisdiction": document.jurisdiction,
        "publisher": document.publisher,
        "instrument": document.instrument,
        "effective": document.effective,
        "base": spec.base,
    }
