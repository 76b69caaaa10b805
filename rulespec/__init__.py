"""rulespec: rules documents of table games, encoded, checked, settled and compared.

The functions here are the Python interface. They import what they need when they are called, so that `import rulespec`
costs nothing.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulespec.model.comparison import Comparison
    from rulespec.model.finding import Finding
    from rulespec.model.odds import Odds
    from rulespec.model.round import Outcome
    from rulespec.model.spec import Spec

__version__ = "0.1.0"

# Three of the functions are called as a subpackage is. The first import of a subpackage binds its name here, so these
# come first, and the functions afterwards have the names for good.
for _name in ("load", "compare", "odds"):
    import_module(f"rulespec.{_name}")

__all__ = ["__version__", "check", "compare", "load", "odds", "settle"]


def load(spec: str, as_of: str | None = None) -> "Spec":
    """The spec with an id (`jurisdiction/game`, `jurisdiction/game@edition`) or in a file.

    With `as_of`, a day as `2022-06-10`, the edition of it that is in force on that day. Raises
    `rulespec.errors.UsageError` where there is none, or no such day, `LoadError` where it cannot be read.
    """
    from rulespec.errors import UsageError
    from rulespec.load.days import parse_day
    from rulespec.load.library import Library

    try:
        day = None if as_of is None else parse_day(as_of)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Library().load(spec, day)


def settle(spec: "Spec | str", round_: Mapping[str, Any]) -> "Outcome":
    """What becomes of a round (a mapping in the round format) under a spec, given loaded or by its id.

    A round that gives its `date` is settled by the edition that is in force on that day. One that cannot be settled
    gives an outcome whose `round` is `error`, with the findings that say why.
    """
    from rulespec.engine.session import settle_one

    return settle_one(_loaded(spec), round_)


def check(spec: "Spec | str") -> "list[Finding]":
    """What a spec's document leaves open or answers twice, which of its rules are never used, which clauses it forgets.

    And on which days two editions of it are in force, or none is. Raises `rulespec.errors.Inconclusive` where the deals
    cannot be counted, `LoadError` where the document's lock or account, or another edition's days, cannot be read.
    """
    from rulespec.documents.survey import account_findings
    from rulespec.engine.settle import Settler
    from rulespec.load.library import library_of
    from rulespec.load.timeline import edition_findings
    from rulespec.prove.check import check as walk

    loaded = _loaded(spec)
    shelf = library_of(loaded)
    beside = [*account_findings(shelf, [loaded]), *edition_findings(shelf.timeline(loaded.file))] if shelf else []
    return [*walk(Settler(loaded)).findings, *beside]


def compare(*specs: "Spec | str", prove: bool = False) -> "Comparison":
    """Two specs or more, concept by concept; with `prove`, what agrees case by case is asked of a proof too.

    Raises `rulespec.errors.UsageError` for fewer than two, `Inconclusive` where they cannot be compared deal by deal,
    `LoadError` where a document's account cannot be read.
    """
    from rulespec.compare.compare import compare as side_by_side
    from rulespec.engine.settle import Settler
    from rulespec.load.library import accounts_of

    loaded = [_loaded(spec) for spec in specs]
    return side_by_side([Settler(spec) for spec in loaded], accounts_of(loaded), prove)


def odds(spec: "Spec | str", options: Mapping[str, Any] | None = None, wagers: Collection[str] = ()) -> "Odds":
    """The exact odds of a game under best play, from its spec alone: of `wagers`, or of all that it has.

    `options` are those of a table, as a round gives them. Raises `rulespec.errors.UsageError` for an option or a wager
    that the spec does not have, `Inconclusive` where the odds cannot be worked out.
    """
    from rulespec.odds.odds import odds as worked_out

    return worked_out(_loaded(spec), options, wagers)


def _loaded(spec: "Spec | str") -> "Spec":
    return load(spec) if isinstance(spec, str) else spec
