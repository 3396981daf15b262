"""The command `quarriors`: its parts, its help in two languages, and how it fails.

This is the one place where an error becomes a sentence on the error stream and an exit code: 2 for
whatever the user can mend, 130 after Ctrl-C. Help texts are in the texts of the command line, so
that `--help` teaches in the reader's language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer

from quarriors.__about__ import __version__
from quarriors.cli import INTERRUPTED
from quarriors.cli.console import REFUSED, sentence
from quarriors.engine import is_compiled
from quarriors.engine.errors import QuarriorsError
from quarriors.text import TAGS, Texts, load, pick_language

PROGRAM = "quarriors"
# Each is a module of its own, which is imported when the command is named: what one command needs
# does not make the others slow to start.
COMMANDS = (
    "play",
    "simulate",
    "report",
    "arena",
    "cards",
    "rules",
    "wilds",
    "replay",
    "verify",
    "pack",
    "bench",
    "serve",
    "join",
    "bot",
)


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True)] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    lang: Annotated[str | None, typer.Option("--lang")] = None,
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


def _function(name: str) -> Callable[..., None]:
    """What a command does."""
    function: Callable[..., None] = getattr(
        import_module(f"quarriors.cli.{name}"), f"{name}_command"
    )
    return function


# --- help in the reader's language -------------------------------------------------------------


def make_command(
    language: str, *, rich: bool, named: Collection[str] = COMMANDS, taught: bool = True
) -> Any:
    """The command with its help in a language; boxes and colours only where they can be seen.

    Only the commands in `named` can be called; `taught` tells whether there is any help in it.
    """
    app = typer.Typer(name=PROGRAM, add_completion=False)
    app.rich_markup_mode = "rich" if rich else None
    app.callback(invoke_without_command=True)(_root)
    for name in COMMANDS:
        if name == "pack" and name in named:
            from quarriors.cli.pack import pack_app  # as every command, only if it is named

            app.add_typer(pack_app, name=name)
        else:
            app.command(name)(_function(name) if name in named else _not_named)
    command = typer.main.get_command(app)
    if not taught:
        return command
    texts = Texts(language)
    _teach(command, "root", texts, rich)
    for name, part in command.commands.items():  # type: ignore[attr-defined]
        _teach(part, name, texts, rich)
        for action, one in getattr(part, "commands", {}).items():
            _teach(one, f"{name}_{action}", texts, rich)
    if rich:
        from typer import rich_utils  # slow to import, so only for help on a terminal

        rich_utils.ARGUMENTS_PANEL_TITLE = texts.say("cli", "help.arguments")
        rich_utils.OPTIONS_PANEL_TITLE = texts.say("cli", "help.options")
        rich_utils.COMMANDS_PANEL_TITLE = texts.say("cli", "help.commands")
    return command


def _teach(command: Any, name: str, texts: Texts, rich: bool) -> None:
    """Put the texts of a language where the command keeps its help."""
    helps = load(texts.language, "cli")["help"]
    own = helps.get(name, {})
    if name in ("arena", "report"):  # all their texts are together in one file
        own = load(texts.language, name)["help"]
    if name.startswith("pack"):
        own = load(texts.language, "packs")["help"][name]
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
        told = own.get("option", {}).get(param.name) or shared.get(param.name) or shared.get(spelt)
        if told is not None:
            param.help = told.format_map(_NAMES)
            param.show_default = False
    option = command.get_help_option(typer.Context(command))
    if option is not None:
        option.help = helps["shared"]["help"]


class _Names(dict[str, str]):
    """The lists of names that the help of options may tell, looked up when they are told."""

    def __missing__(self, kind: str) -> str:
        self[kind] = ", ".join(self._find(kind))
        return self[kind]

    def _find(self, kind: str) -> Iterable[str]:
        from quarriors.cards.sets import MODULES, SETS
        from quarriors.engine.rules import EDITIONS, VARIANTS

        match kind:
            case "editions":
                return EDITIONS
            case "sets":
                return (*SETS, "all")
            case "modules":
                return MODULES
            case "variants":
                return VARIANTS
            case "mixes":
                from quarriors.engine.setup import MIXES

                return MIXES
            case "languages":
                return TAGS
            case "bots":
                from quarriors.bots import BOTS

                return sorted(BOTS)
        raise KeyError(kind)


_NAMES = _Names()


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
    """`quarriors --lang it cards` means `quarriors cards --lang it`."""
    if "pack" in arguments[:3]:  # a command with commands: the last of them knows the language
        said = asked_language(arguments)
        given = ["--lang", said] if "--lang" in arguments else [f"--lang={said}"]
        if said is not None:
            return [*(word for word in arguments if word not in given), *given]
    count = 2 if arguments[:1] == ["--lang"] else 1 if arguments[:1] and _says(arguments[0]) else 0
    rest = arguments[count:]
    if count and rest and not rest[0].startswith("-"):
        return [rest[0], *arguments[:count], *rest[1:]]
    return arguments


def _says(argument: str) -> bool:
    return argument.startswith("--lang=")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
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
        return _fail(sentence(error, language))
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
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else " ".join([PROGRAM, *given[:1]])
    message = str(error.message)
    param = getattr(error, "param", None)
    name = ""
    if param is not None:
        shown = list(param.opts) if param.param_type_name == "option" else [param.metavar]
        name = str(shown[-1] or param.name)
    if kind == "NoSuchOption":
        near = ", ".join(get_close_matches(error.option_name, error.possibilities or (), 3, 0.7))
        key = "usage.option_near" if near else "usage.option"
        return texts.say("cli", key, option=error.option_name, near=near, path=path)
    if kind == "MissingParameter":
        return texts.say("cli", "usage.missing", name=name, path=path)
    if kind == "BadOptionUsage":
        return texts.say("cli", "usage.no_value", option=error.option_name, path=path)
    if kind == "BadParameter" and "valid int" in message:  # "int" or "integer", by version
        value = _value_of(param, given)
        return texts.say("cli", "usage.number", name=name, value=value)
    if message.startswith("No such command"):
        commands = ", ".join(context.command.commands) if context is not None else ""
        return texts.say("cli", "usage.command", value=given[0], commands=commands)
    if "unexpected extra argument" in message:
        extra = re.search(r"\(([^()]*)\)$", message.rstrip("."))
        words = extra.group(1) if extra is not None else ""
        return texts.say("cli", "usage.extra", words=words, path=path)
    return texts.say("cli", "usage.other", message=error.format_message(), path=path)


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
    sys.exit(main())


if __name__ == "__main__":
    run()
