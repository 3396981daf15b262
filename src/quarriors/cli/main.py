"""The command `quarriors`: its parts, its help in two languages, and how it fails.

This is the one place where an error becomes a sentence on the error stream and an exit code: 2 for
whatever the user can correct, 130 after Ctrl-C. Help texts are in the texts of the command line, so
that `--help` teaches in the reader's language.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer

from quarriors.__about__ import __version__
from quarriors.cli import INTERRUPTED
from quarriors.cli.console import REFUSED
from quarriors.cli.options import Language, Names
from quarriors.engine import is_compiled
from quarriors.engine.errors import QuarriorsError
from quarriors.text import TAGS, Texts, load, pick_language
from quarriors.toml_cache import keep_in

PROGRAM = "quarriors"
# Each is a module of its own, which is imported when the command is named: what one command needs
# does not make the others slow to start.
COMMANDS = (
    "play",
    "daily",
    "simulate",
    "report",
    "effect",
    "arena",
    "train",
    "cards",
    "rules",
    "wilds",
    "replay",
    "verify",
    "analyse",
    "pack",
    "bench",
    "serve",
    "admin",
    "join",
    "bot",
    "completion",
)
GROUPS = ("pack", "admin")  # commands that have commands of their own, in `NAME_app`


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True)] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    lang: Language = None,
) -> None:
    """Quarriors: without a command, a table for one person at home."""
    if version:
        texts = Texts(pick_language(lang))
        how = texts.say("cli", "version.compiled" if is_compiled() else "version.interpreted")
        print(texts.say("cli", "version.line", version=__version__, how=how))
        raise typer.Exit
    if context.invoked_subcommand is None:
        from quarriors.cli.serve import home

        home(lang, browser=not no_browser)


def _not_named() -> None:
    """Stand for a command that was not named: the main help lists it, and nothing calls it."""


def _member(name: str, member: str) -> Any:
    """What a command does: a function or a group, in the module of its name."""
    return getattr(import_module(f"quarriors.cli.{name}"), member)


# --- help in the reader's language -------------------------------------------------------------


def make_command(
    language: str, *, rich: bool, named: Collection[str] = COMMANDS, taught: bool = True
) -> Any:
    """The command with its help in a language; boxes and colours only where they can be seen.

    Only the commands in `named` can be called; `taught` tells whether there is any help in it.
    """
    app = typer.Typer(name=PROGRAM, add_completion=False)  # `completion` is a command of ours
    app.rich_markup_mode = "rich" if rich else None
    app.callback(invoke_without_command=True)(_root)
    for name in COMMANDS:
        if name in GROUPS and name in named:
            app.add_typer(_member(name, f"{name}_app"), name=name)
        else:
            does = _member(name, f"{name}_command") if name in named else _not_named
            app.command(name)(does)
    command = typer.main.get_command(app)
    if not taught:
        return command
    texts = Texts(language)
    _teach(command, "root", texts, rich)
    for name, part in command.commands.items():  # type: ignore[attr-defined]
        _teach(part, name, texts, rich)
        for action, one in getattr(part, "commands", {}).items():
            _teach(one, f"{name}_{action.replace('-', '_')}", texts, rich)
    if rich:
        from typer import rich_utils  # slow to import, so only for help on a terminal

        rich_utils.ARGUMENTS_PANEL_TITLE = texts.say("cli", "help.arguments")
        rich_utils.OPTIONS_PANEL_TITLE = texts.say("cli", "help.options")
        rich_utils.COMMANDS_PANEL_TITLE = texts.say("cli", "help.commands")
    return command


def _teach(command: Any, name: str, texts: Texts, rich: bool) -> None:
    """Put the texts of a language where the command keeps its help."""
    helps = load(texts.language, "cli")["help"]
    names = Names()
    own = helps.get(name, {})
    if name in ("arena", "effect", "report"):  # all their texts are together in one file
        own = load(texts.language, name)["help"]
    group, _, action = name.partition("_")
    if group in GROUPS and (action or name in GROUPS):
        own = load(texts.language, "packs" if group == "pack" else group)["help"][name]
    served = load(texts.language, "remote")["help"].get(name, {})  # so are those of the server's
    own = {**own, **served, "option": {**own.get("option", {}), **served.get("option", {})}}
    if "about" in own:
        command.help = own["about"].strip()
        command.short_help = own["about"].strip().split("\n\n")[0]
    if "examples" in own:
        lines = own["examples"].strip()
        command.epilog = lines if rich else f"\b\n{lines}"
    shared = helps["shared"]
    if name == "play":  # its texts are together in one file, under the options' own names
        shared = load(texts.language, "play")["option_help"]
    for param in command.params:
        spelt = str(param.opts[-1]).lstrip("-")
        help_text = (
            own.get("option", {}).get(param.name) or shared.get(param.name) or shared.get(spelt)
        )
        if help_text is not None:
            param.help = help_text.format_map(names)
            param.show_default = False
    option = command.get_help_option(typer.Context(command))
    if option is not None:
        option.help = helps["shared"]["help"]


# --- running -----------------------------------------------------------------------------------


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, wherever it stands."""
    for at, argument in enumerate(arguments):
        if argument == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def _language_last(arguments: list[str]) -> list[str]:
    """Move a `--lang` that stands before the command to where the command reads it.

    `quarriors --lang it cards` means `quarriors cards --lang it`; a group has commands of its own,
    the last of which reads the language.
    """
    words = list(arguments)
    at = 0
    while at < len(words) and words[at].startswith("-"):  # options of `quarriors` itself
        at += 2 if words[at] == "--lang" else 1
    if at >= len(words):
        return words
    command = words[at]
    last = len(words) if command in GROUPS else at
    for place in range(last):
        width = 2 if words[place] == "--lang" else 1
        if words[place].partition("=")[0] == "--lang" and place + width <= len(words):
            given = words[place : place + width]
            rest = words[:place] + words[place + width :]
            if command in GROUPS:
                return [*rest, *given]
            after = rest.index(command) + 1
            return [*rest[:after], *given, *rest[after:]]
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    if "_QUARRIORS_COMPLETE" in os.environ:  # a shell asks which words may follow
        from quarriors.cli.completion import complete, typed_words

        return complete(make_command(pick_language(), rich=False, named=typed_words()))
    given = _language_last(list(sys.argv[1:] if arguments is None else arguments))
    wanted = asked_language(given)
    language = pick_language(wanted if wanted in TAGS else None)
    if wanted is not None and wanted not in TAGS:
        known = ", ".join(TAGS)
        return _fail(Texts(language).say("cli", "usage.language", value=wanted, known=known))
    taught = "--help" in given
    rich = taught and sys.stdout.isatty()
    command = make_command(language, rich=rich, named=given, taught=taught)
    try:
        code = command.main(given, prog_name=PROGRAM, standalone_mode=False)
    except QuarriorsError as error:
        return _fail(error.say(language))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if not hasattr(error, "format_message"):  # not a matter of options: a bug, shown as it is
            raise
        return _fail(usage_sentence(error, Texts(language), given))
    return code if isinstance(code, int) else 0


def _fail(text: str) -> int:
    print(text, file=sys.stderr)
    return REFUSED


def usage_sentence(error: Any, texts: Texts, given: Sequence[str]) -> str:
    """What is wrong with the options, as one sentence that says what would be right."""
    kind = type(error).__name__
    context: Any = getattr(error, "ctx", None)
    if context is not None:
        path = context.command_path
    else:  # not every error says where it happened
        path = " ".join([PROGRAM, *[word for word in given if word in COMMANDS][:1]])
    message = str(error.message)
    param = getattr(error, "param", None)
    name = ""
    if param is not None:
        shown = list(param.opts) if param.param_type_name == "option" else [param.metavar]
        name = str(shown[-1] or param.name)

    def say(key: str, /, **values: object) -> str:
        return texts.say("cli", f"usage.{key}", path=path, **values)

    if kind == "NoSuchOption":
        near = _near(error.option_name, error.possibilities or ())
        return say("option_near" if near else "option", option=error.option_name, near=near)
    if kind == "MissingParameter":
        return say("missing", name=name)
    if kind == "BadOptionUsage":
        flag = "does not take a value" in message
        return say("flag" if flag else "no_value", option=error.option_name)
    if kind == "BadParameter":
        number = re.search(r"not a valid (int|float)", message)
        if number is not None:
            key = "number" if number[1] == "int" else "decimal"
            return say(key, name=name, value=_value_of(param, given))
    if message.startswith("No such command"):
        quoted = re.search(r"(['\"])(.*?)\1", message)
        word = quoted[2] if quoted else ""
        commands = list(context.command.commands)
        near = _near(word, commands)
        key = "command_near" if near else "command"
        return say(key, value=word, near=near, commands=", ".join(commands))
    if message.startswith("Missing command"):
        return say("no_command", commands=", ".join(context.command.commands))
    if "unexpected extra argument" in message:
        extra = re.search(r"\(([^()]*)\)$", message.rstrip("."))
        words = extra.group(1) if extra is not None else ""
        return say("extra", words=words)
    return say("other", message=error.format_message())


def _near(word: str, known: Iterable[str]) -> str:
    """The known words that are spelt like one that is not known."""
    return ", ".join(get_close_matches(word, list(known), 3, 0.6))


def _value_of(param: Any, given: Sequence[str]) -> str:
    """What was written after an option."""
    for at, argument in enumerate(given):
        option, equals, value = argument.partition("=")
        if option in param.opts:
            return value if equals else given[at + 1]
        if len(argument) > 2 and argument[:2] in param.opts:  # -n5
            return argument[2:]
    return "?"


def run() -> None:
    """The entry point of the installed command."""
    from platformdirs import user_cache_path

    keep_in(user_cache_path("quarriors", appauthor=False))
    code = main()
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough; nothing is left to be flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


if __name__ == "__main__":
    run()
