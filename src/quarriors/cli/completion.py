"""`quarriors completion`: the script by which a shell completes commands, options and names.

The script calls `quarriors` again with the words typed so far in its environment; `main` hands such
a call to `complete`.
"""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from quarriors.cli import one_of
from quarriors.cli.options import Language

PROGRAM = "quarriors"
VARIABLE = "_QUARRIORS_COMPLETE"  # by which the script asks for completions
SHELLS = ("bash", "zsh", "fish")


def _shells(incomplete: str) -> list[str]:
    return [shell for shell in SHELLS if shell.startswith(incomplete)]


def completion_command(
    shell: Annotated[str, typer.Argument(metavar="|".join(SHELLS), autocompletion=_shells)],
    lang: Language = None,  # noqa: ARG001 - every command takes it
) -> None:
    """Print the script that completes words in a shell."""
    one_of("completion.shell", shell, SHELLS)
    print(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))


def typed_words() -> list[str]:
    """The words typed so far, as the scripts hand them over."""
    return (
        f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()
    )


def complete(command: Any) -> int:
    """Print the words that the shell asks for."""
    completion_init()
    try:
        command.main([], prog_name=PROGRAM, complete_var=VARIABLE, standalone_mode=False)
    except SystemExit as done:
        return int(done.code or 0)
    return 0
