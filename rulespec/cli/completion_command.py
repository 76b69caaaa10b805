"""`rulespec completion`: what makes a shell complete commands, options, ids and names."""

import click
from click.shell_completion import get_completion_class

from rulespec.errors import UsageError

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "rulespec"
VARIABLE = "_RULESPEC_COMPLETE"


@click.command(name="completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
    """Print the script that makes a shell complete `rulespec`: commands, options, specs, families, areas.

    \b
    bash:  source <(rulespec completion bash)         in ~/.bashrc
    zsh:   source <(rulespec completion zsh)          in ~/.zshrc, after compinit
    fish:  rulespec completion fish | source          in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    if found is None:  # a click without it
        raise UsageError(f"there is no completion for `{shell}`")
    root = click.get_current_context().find_root().command
    # click asks which bash there is before it prints; whoever reads the script has one.
    script = found(root, {}, PROGRAM, VARIABLE)
    click.echo(script.source_template % script.source_vars())
    return 0
