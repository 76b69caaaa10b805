"""What a command did, for outputs that also tell what was asked and found in order."""

from dataclasses import dataclass

from rulespec.model.change_worth import VersionsWorth

NEVER = "never"  # fail on nothing that is found


@dataclass(frozen=True, slots=True)
class Suite:
    """What was asked of one spec or document: its name, its file, and the rules or areas that were asked of it.

    `unread` says why it could not be loaded, so that nothing was asked of it; "" where it could.
    """

    name: str
    file: str
    asked: tuple[str, ...]
    unread: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a command: `check`, `gate` or `doc lint`, what it asked of what, and from which severity on it fails.

    `fail_on` is a severity (of the gate: a level), or `never`. `status` is the exit status that it ends with and `why`
    the line that says so ("" for 0). `title` is one line that tells what was compared or checked. `worth` is what the
    changes of each spec come to in money, where that was asked for.
    """

    command: str
    suites: tuple[Suite, ...]
    fail_on: str
    status: int = 0
    why: str = ""
    title: str = ""
    worth: tuple[VersionsWorth, ...] = ()
