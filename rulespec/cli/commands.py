"""A group of commands that are imported when they are asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import click
from click.shell_completion import CompletionItem

HELP = ["-h", "--help"]


class Commands(click.Group):
    """Loads a command's module when it is asked for; the help of all comes from `table`, name -> what it does.

    The module of a command is `rulespec.cli.<prefix><name>_command`.
    """

    table: ClassVar[Mapping[str, str]] = {}
    prefix: ClassVar[str] = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        command: click.Command = import_module(f"rulespec.cli.{self.prefix}{cmd_name}_command").command
        # Said to each command itself: click keeps the first help option that it makes, whoever asks for it.
        command.context_settings = {**command.context_settings, "help_option_names": HELP}
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            close = difflib.get_close_matches(args[0], self.table, n=1)
            hint = f": did you mean `{close[0]}`?" if close else ""
            raise click.UsageError(f"there is no command `{args[0]}`{hint}", error.ctx) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Options and commands, without importing a command to have its help."""
        options = click.Command.shell_complete(self, ctx, incomplete)
        named = [CompletionItem(name, help=text) for name, text in self.table.items() if name.startswith(incomplete)]
        return [*named, *options]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.table.items()))
