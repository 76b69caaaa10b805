"""The formats that commands print in. Each command's `--format` offers exactly those that can print its result."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Printer = Callable[..., str]

# What is printed -> format -> "module:function". Imported when used, so that a command loads only its own printer.
_PRINTERS: Mapping[str, Mapping[str, str]] = {
    "outcome": {
        "text": "rulespec.report.outcomes:outcome_text",
        "json": "rulespec.report.outcomes:outcome_json",
    },
    "findings": {
        "text": "rulespec.report.findings:findings_text",
        "json": "rulespec.report.findings:findings_json",
        "sarif": "rulespec.report.findings_sarif:findings_sarif",
        "junit": "rulespec.report.findings_junit:findings_junit",
        "github": "rulespec.report.findings_github:findings_github",
        "markdown": "rulespec.report.findings_markdown:findings_markdown",
        "html": "rulespec.report.findings_html:findings_html",
    },
    "rules": {
        "text": "rulespec.report.catalogue_tables:rules_text",
        "json": "rulespec.report.catalogue_tables:rules_json",
        "markdown": "rulespec.report.catalogue_tables:rules_markdown",
    },
    "verdicts": {
        "text": "rulespec.report.verdicts:verdicts_text",
        "json": "rulespec.report.verdicts:verdicts_json",
    },
    "clauses": {
        "text": "rulespec.report.clauses:clauses_text",
        "json": "rulespec.report.clauses:clauses_json",
        "markdown": "rulespec.report.clauses:clauses_markdown",
    },
    "drift": {
        "text": "rulespec.report.drift:drift_text",
        "json": "rulespec.report.drift:drift_json",
    },
    "comparison": {
        "text": "rulespec.report.comparison:comparison_text",
        "json": "rulespec.report.comparison:comparison_json",
    },
    "odds": {
        "text": "rulespec.report.odds_text:odds_text",
        "json": "rulespec.report.odds_json:odds_json",
        "csv": "rulespec.report.odds_csv:odds_csv",
    },
    "spot": {
        "text": "rulespec.report.odds_spot:spot_text",
        "json": "rulespec.report.odds_spot:spot_json",
        "csv": "rulespec.report.odds_spot:spot_csv",
    },
}


def formats(kind: str) -> tuple[str, ...]:
    """The formats in which a kind of result can be printed."""
    return tuple(_PRINTERS[kind])


def printer(kind: str, name: str) -> Any:
    """The function that prints a kind of result in a format."""
    module, function = _PRINTERS[kind][name].split(":")
    return getattr(import_module(module), function)
