"""The entry point: finds the command, and turns whatever happens into an exit status and a last line that says why."""

import _thread
import gc
import io
import os
import sys
import threading

import click

from rulespec import __version__
from rulespec.cli.commands import Commands
from rulespec.errors import InternalError, RulespecError

COMMANDS = {
    "check": "what a spec's document leaves open or answers twice",
    "prove": "whether a claim about specs holds in every case, or a round in which it does not",
    "gate": "what an amendment really changes, and whether that was declared",
    "settle": "what a document says happens in a round, and by which clauses",
    "odds": "what each wager costs under best play, exactly",
    "test": "case files: rounds with the result they should have",
    "diff": "where two specs differ, with clauses and a round that shows it",
    "compare": "where the specs of a family differ, concept by concept",
    "report": "everything as one HTML page, to read and to send",
    "list": "the specs, by family",
    "explain": "one rule of a spec in plain words",
    "rules": "the rules by which specs and documents are checked",
    "coverage": "which clauses of a document its specs account for",
    "init": "begin a repository of your own specs, with an example and what checks every change",
    "fmt": "the layout of spec files: columns, quotes, order of keys",
    "new": "begin a spec: the files to fill in, with the names that may stand in them",
    "completion": "the script that makes a shell complete what is typed",
    "doc": "read, lint, lock and compare the documents themselves",
}

INTERRUPTED, INTERNAL = 130, 70
# After how many new objects Python looks for some that nobody holds any more. Rules and formulas are held to the end:
# looking as often as usual takes a tenth of all time.
NEW_OBJECTS = 500_000
AGAIN = 0.01  # seconds after which an interruption is told again


class _Commands(Commands):
    table = COMMANDS


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="rulespec %(version)s")
@click.option("--debug", is_flag=True, help="Show a traceback when the program itself is at fault.")
def cli(debug: bool) -> None:
    """Check, settle and compare the rules documents of table games.

    Exit status: 0 nothing to report, 1 findings, 2 wrong usage, 3 something cannot be loaded, 4 inconclusive,
    70 a fault of the program, 130 interrupted.
    """


def main() -> None:
    """Run the command line and exit. What is printed is UTF-8, whatever the terminal says of itself."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.unraisablehook = _in_a_finalizer
    gc.set_threshold(NEW_OBJECTS)
    status = run(sys.argv[1:])
    gc.freeze()  # what is held is given back as a whole: Python need not look through it first
    sys.exit(status)


def run(args: list[str]) -> int:
    """Run a command; its exit status. Never raises, and never shows a traceback without `--debug`."""
    if sys.stdout is None:  # closed by whoever called us
        return _last("the output cannot be written: standard output is closed", 2)
    try:
        status = cli.main(args=args, prog_name="rulespec", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        return _last("interrupted", INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return _last("name a command", 2)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "rulespec"
        return _last(f"{error.format_message()} (see `{where} --help`)", 2)
    except click.ClickException as error:
        return _last(error.format_message(), 2)
    except RulespecError as error:
        if isinstance(error, InternalError) and "--debug" in args:
            raise
        return _refused(error)
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has had enough (click makes a `SystemExit` of it); nothing more can be said there, and
        # Python must not try.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _last("interrupted", INTERRUPTED)
    except OSError as error:
        # Files are opened where their errors are told; what is left is our own output.
        return _last(f"the output cannot be written: {(error.strerror or str(error)).lower()}", 2)
    except Exception as error:
        if _is_interruption(error):
            return _last("interrupted", INTERRUPTED)
        if "--debug" in args:
            raise
        what = f"{type(error).__name__}: {error}"
        return _last(f"a fault of the program ({what}); run with `rulespec --debug` and report it", INTERNAL)


def _is_interruption(error: BaseException | None) -> bool:
    """Whether an error is an interruption in another form: out of a call into a C library, or while a class is made."""
    if error is None or isinstance(error, KeyboardInterrupt):
        return error is not None
    told = str(error)
    return ("argument" in told and "KeyboardInterrupt" in told) or _is_interruption(error.__cause__)


def _in_a_finalizer(found: "sys.UnraisableHookArgs") -> None:
    """What goes wrong while an object is taken away, which Python would print with a traceback and pass over.

    An interruption is one all the same, told again when the object is gone; an object of z3 that one leaves half made
    is no news.
    """
    if isinstance(found.exc_value, KeyboardInterrupt):
        again = threading.Timer(AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()
    elif not getattr(found.object, "__module__", "").startswith("z3."):
        sys.__unraisablehook__(found)


def _refused(error: RulespecError) -> int:
    if error.findings:
        from rulespec.report.findings import findings_text

        click.echo(findings_text(error.findings), err=True)
    prefix = "a fault of the program: " if isinstance(error, InternalError) else ""
    return _last(f"{prefix}{error}", error.exit_status)


def _last(message: str, status: int) -> int:
    click.echo(f"rulespec: {message}", err=True)
    return status
