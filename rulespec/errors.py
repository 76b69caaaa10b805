"""The errors that end a command: each knows its exit status and what it has to say."""

from collections.abc import Sequence

from rulespec.model.finding import Finding


class RulespecError(Exception):
    """An error for people. `findings` say what is wrong and where; `str()` is the one-line summary."""

    exit_status = 3

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


class UsageError(RulespecError):
    """The command was called with something it cannot use (an unknown spec id, format or option)."""

    exit_status = 2


class NoEdition(UsageError):
    """No edition of a spec is in force on a day, or nothing says which of several."""


class LoadError(RulespecError):
    """A spec, vocabulary, document or round cannot be loaded."""

    exit_status = 3


class Inconclusive(RulespecError):
    """An analysis could not be carried out, so that nothing may be concluded from it."""

    exit_status = 4


class InternalError(RulespecError):
    """The program contradicts itself (a witness that does not replay): a fault of ours."""

    exit_status = 70
