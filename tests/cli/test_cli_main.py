"""The command as a whole: version, help, languages, bad options."""

from __future__ import annotations

import string
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

import quarriors
from quarriors.cli import console
from quarriors.cli.main import asked_language, main
from quarriors.engine import core, is_compiled
from quarriors.text import Texts

from .conftest import Run

COMMANDS = [
    "play", "simulate", "cards", "rules", "wilds", "replay", "verify", "analyse", "pack", "bench",
    "arena", "serve", "join", "bot", "completion",
]  # fmt: skip
TAUGHT = COMMANDS


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    ("arguments", "advised"),
    [
        (("simulate", "-n", "1", "--workers", "1"), True),
        (("arena", "--bots", "random,random:seed=5", "--games", "2", "--workers", "1"), True),
        (("play", "--seats", "mcts:iterations=1:plans=0,random", "--seed", "1"), True),
        (("play", "--seats", "random,random", "--seed", "1"), False),
    ],
)
def test_where_a_compiled_engine_would_pay_one_sentence_says_so(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    advised: bool,
    lang: str,
) -> None:
    advice = Texts(lang).say("cli", "version.advice") + "\n"
    assert run(*arguments, "--lang", lang).err == ""  # compiled, says the fixture
    monkeypatch.setattr(console, "is_compiled", lambda: False)
    assert run(*arguments, "--lang", lang).err == (advice if advised else "")


def test_version_says_whether_the_engine_is_compiled(run: Run) -> None:
    how = "interpreted" if str(core.__file__).endswith(".py") else "compiled"
    assert is_compiled() == (how == "compiled")
    assert run("--version").out == f"quarriors {quarriors.__version__} ({how} engine)\n"
    italian = run("--lang", "it", "--version").out
    assert italian.startswith(f"quarriors {quarriors.__version__} (motore ")


def test_the_main_help_lists_every_command(run: Run) -> None:
    for arguments, word in ((["--help"], "Examples:"), (["--lang", "it", "--help"], "Esempi:")):
        ran = run(*arguments)
        assert ran.code == 0
        assert word in ran.out
        for command in COMMANDS:
            assert f"  {command} " in ran.out


@pytest.mark.parametrize("command", TAUGHT)
def test_help_teaches_with_examples_in_both_languages(run: Run, command: str) -> None:
    english = run(command, "--help")
    italian = run(command, "--help", "--lang", "it")
    assert english.code == italian.code == 0
    assert "Examples:" in english.out
    assert "Esempi:" in italian.out
    assert f"quarriors {command}" in english.out.partition("Examples:")[2]
    assert "Show this help." in english.out
    assert "Mostra questo aiuto." in italian.out
    assert english.err == italian.err == ""


@pytest.mark.parametrize("rich", [True, False])
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_option_is_explained(language: str, rich: bool) -> None:
    import typer

    from quarriors.cli.main import make_command

    commands = make_command(language, rich=rich).commands
    for command in TAUGHT:
        part = commands[command]
        for param in part.params:
            assert param.help, f"{command} {param.name} has no help in {language}"
            assert "{" not in param.help
        assert part.get_help_option(typer.Context(part)).help


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["frob"], "Unknown command frob; use one of play", "Il comando frob non esiste"),
        (["cards", "--bogus"], "Unknown option --bogus", "L'opzione --bogus non esiste"),
        (["rules", "--jsno"], "did you mean --json?", "intendevi --json?"),
        (["crads"], "crads; did you mean cards?", "crads non esiste; intendevi cards?"),
        (["pack", "chek"], "Unknown command chek; did you mean check?", "intendevi check?"),
        (["pack"], "A command is missing; use one of new", "Manca un comando; usa uno di new"),
        (["bench", "--seconds", "x"], "--seconds needs a number, such as 1.5, not x", "numero"),
        (["simulate", "--json=3"], "--json takes no value", "--json non prende un valore"),
        (["train", "no", "-n", "0"], "so -n must be 1 or more", "quindi -n è 1 o più"),
        (["train", "no", "--workers", "0"], "--workers must be 1 or more", "--workers è 1 o più"),
        (["simulate", "--force"], "add --out, or leave --force out", "aggiungi --out"),
        (["simulate", "--out", "no/x.json"], "such as --out no/x.jsonl", "per esempio --out no/x,"),
        (["arena", "--out", "no/x.csv"], "in a folder, such as --out no/x.", "in una cartella"),
        (["wilds", "--sets", ""], "A game needs at least one set", "almeno un set"),
        (["play", "--game", "2"], "say with --load which file", "indica il file con --load"),
        (["completion", "tcsh"], "use one of bash, zsh, fish", "usa uno di bash, zsh, fish"),
        (["verify"], "The argument FILE is missing", "Manca l'argomento FILE"),
        (["replay"], "The argument FILE is missing", "Manca l'argomento FILE"),
        (["verify", "a", "b"], "b is one argument too many", "b è un argomento di troppo"),
        (["wilds", "--seed"], "The option --seed needs a value", "richiede un valore"),
        (["wilds", "--seed", "x"], "--seed needs a whole number, not x", "numero intero, non x"),
        (["wilds", "--seed=1.5"], "--seed needs a whole number, not 1.5", "numero intero"),
        (["simulate", "-n", "x"], "--games needs a whole number, not x", "numero intero"),
        (["simulate", "-nx"], "--games needs a whole number, not x", "numero intero"),
        (["replay", "f", "--to", "x"], "--to needs a whole number, not x", "numero intero"),
    ],
)
def test_bad_options_in_both_languages(
    refused: Callable[..., str], arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused(*arguments)
    assert italian in refused("--lang", "it", *arguments)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_language(refused: Callable[..., str], command: str) -> None:
    assert (
        refused(command, "--lang", "fr") == "Unknown language fr; use one of en, it, it-original."
    )
    assert refused("--lang=fr", command) == "Unknown language fr; use one of en, it, it-original."


@pytest.mark.parametrize(
    ("arguments", "english"),
    [
        (["--lang"], "The option --lang needs a value; `quarriors --help` shows which."),
        (["--no-browser", "frobnicate"], "Unknown command frobnicate; use one of play, "),
        (["--no-browser", "--lang", "en", "frob"], "Unknown command frob; use one of play, "),
        (["--lang", "cards"], "Unknown language cards; use one of en, it, it-original."),
        (["cards", "--lang"], "The option --lang needs a value; `quarriors cards --help` shows"),
    ],
)
def test_the_word_that_is_wrong_is_named(
    refused: Callable[..., str], arguments: list[str], english: str
) -> None:
    assert refused(*arguments).startswith(english)


def test_the_package_itself_is_the_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quarriors", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(f"quarriors {quarriors.__version__} (")


def test_the_language_of_the_locale(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "Componenti e facce dei dadi" in run("rules").out
    assert "Components and die faces" in run("rules", "--lang", "en").out
    assert "non esiste" in run("frob").err


def test_where_the_language_may_stand() -> None:
    assert asked_language(["cards", "--lang", "it"]) == "it"
    assert asked_language(["--lang=it", "cards"]) == "it"
    assert asked_language(["cards", "--lang"]) is None
    assert asked_language([]) is None


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script_of_a_shell(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert f"_QUARRIORS_COMPLETE=complete_{shell}" in ran.out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("car", ["cards"]),
        ("wilds --se", ["--sets", "--seed"]),
        ("wilds --edition or", ["original", "original-it"]),
        ("wilds --sets base,quar", ["base,quarmageddon", "base,quartifacts"]),
        ("arena --bots random,gr", ["random,greedy"]),
        ("play --seats hu", ["human"]),
        ("cards --energy da", ["dark"]),
        ("cards gobl", ["goblin"]),
        ("pack ch", ["check"]),
        ("completion f", ["fish"]),
    ],
)
def test_a_shell_completes_commands_options_and_names(
    run: Run, monkeypatch: pytest.MonkeyPatch, typed: str, words: list[str]
) -> None:
    monkeypatch.setenv("_QUARRIORS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"quarriors {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    assert run().out.split() == words


def test_ctrl_c_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("quarriors.cli.rules.sections", stop)
    assert main(["rules"]) == 130


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("quarriors.cli.rules.sections", broken)
    with pytest.raises(ZeroDivisionError):
        main(["rules"])


def test_a_pipe_that_closes_early_is_no_error() -> None:
    command = f"{sys.executable} -m quarriors.cli.main cards | head -1"
    ran = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ran.stderr
    assert ran.stdout.count("\n") == 1


def test_no_colour_in_a_pipe() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quarriors.cli.main", "cards", "goblin"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\x1b" not in ran.stdout
    assert "Scavenging Goblin" in ran.stdout


START = """
import sys
from quarriors.cli.main import main
code = main(sys.argv[1:])
print(" ".join(sys.modules), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        (["--help"], ["quarriors.cards.load", "quarriors.engine.core", "rich.console"]),
        (["rules", "burst"], ["quarriors.cards.load", "quarriors.engine.core"]),
        (["cards", "goblin"], ["quarriors.engine.core", "quarriors.bots", "rich.console"]),
        (["wilds", "--seed", "1"], ["quarriors.bots", "quarriors.lab", "quarriors.server"]),
    ],
)
def test_a_command_imports_only_what_it_needs(arguments: list[str], spared: list[str]) -> None:
    """Short commands start fast because of it: `quarriors cards goblin` plays no game."""
    ran = subprocess.run(
        [sys.executable, "-c", START, *arguments], capture_output=True, text=True, check=True
    )
    imported = ran.stderr.split()
    assert "quarriors.cli.main" in imported
    assert [name for name in spared if name in imported] == []


def leaves(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    texts = {}
    for language in ("en", "it"):
        source = files("quarriors.text").joinpath(language, "cli.toml").read_text("utf-8")
        texts[language] = dict(leaves(tomllib.loads(source)))
    assert list(texts["en"]) == list(texts["it"])
    for key, english in texts["en"].items():
        wanted = {name for _, name, _, _ in string.Formatter().parse(english) if name}
        found = {name for _, name, _, _ in string.Formatter().parse(texts["it"][key]) if name}
        assert found == wanted, key
        same = key.startswith(("version.line", "verify.bad", "cards.burst.none", "record.file_"))
        if not same and key not in ("simulate.bot_head", "cards.keyword"):
            assert english != texts["it"][key], key
