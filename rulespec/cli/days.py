"""Days that commands are given."""

from collections.abc import Callable
from datetime import date
from typing import Any

import click

from rulespec.errors import UsageError
from rulespec.load.days import parse_day


def today_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--today DATE`."""
    text = "The day for which exemptions are looked at; without it, today."
    return click.option("--today", metavar="DATE", help=text)(function)


def day_of(text: str | None) -> date:
    """The day that was given, as an ISO date; today where none was. Raises `UsageError` for anything else."""
    if text is None:
        return date.today()
    try:
        return parse_day(text)
    except ValueError as error:
        raise UsageError(str(error)) from None
