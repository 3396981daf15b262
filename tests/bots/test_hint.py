"""`quarriors play --hint BOT`: advice before every choice of a person."""

from __future__ import annotations

import re

import pytest
import typer
from typer.testing import CliRunner, Result

from quarriors.cli.play import play_command

app = typer.Typer()
app.command()(play_command)


def run(*options: str, keys: str = "") -> Result:
    return CliRunner().invoke(app, list(options), input=keys)


@pytest.mark.parametrize(
    ("language", "intro", "keys"),
    [("en", r"giants would choose (\d+)\.", 12), ("it", r"giants sceglierebbe (\d+)\.", 12)],
)
def test_a_person_gets_advice_at_every_choice(language: str, intro: str, keys: int) -> None:
    done = run("--seed", "4", "--lang", language, "--hint", "giants", keys="1\n" * keys)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    told = [at for at, line in enumerate(lines) if re.fullmatch(intro, line)]
    assert len(told) == keys + 1
    for at in told:
        number = re.fullmatch(intro, lines[at])
        assert number is not None
        assert lines[at + 1].startswith(f"{number[1]}) ")
        # The choice is one of those shown above.
        above = [line for line in lines[:at] if line.startswith(f"{number[1]}) ")]
        assert above


def test_advice_does_not_change_the_game() -> None:
    """The bots at the table and the dice are the same with and without it."""
    keys = "1\n" * 25
    with_hint = run("--seed", "6", "--lang", "en", "--hint", "swarm", keys=keys).stdout
    without = run("--seed", "6", "--lang", "en", keys=keys).stdout
    kept = []
    advised = False
    for line in with_hint.splitlines():
        if line.startswith("swarm would choose"):
            advised = True
        elif not advised or not re.match(r"\d+\) ", line):
            advised = False
            kept.append(line)
    assert kept == without.splitlines()


def test_two_people_and_undo() -> None:
    done = run(
        "--seats", "human=Anna,human=Bruno,random", "--seed", "9", "--lang", "en",
        "--hint", "random:seed=3", keys="1\nu\n1\n1\n2\n1\n1\n",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "random:seed=3 would choose" in done.stdout
    assert "at random, one of " in done.stdout


@pytest.mark.parametrize(
    ("hint", "language", "sentence"),
    [
        ("clever", "en", "Unknown bot 'clever'; use one of "),
        ("clever", "it", "Il bot 'clever' non esiste; usa uno di questi: "),
        ("random:depth=2", "en", "The bot 'random' has no parameter 'depth'"),
        ("list", "en", "The bot 'list' needs the file of its list"),
        ("list:path=/no/such.toml", "it", "La lista /no/such.toml non si può leggere"),
    ],
)
def test_bad_hints_are_one_sentence_and_exit_code_2(
    hint: str, language: str, sentence: str
) -> None:
    done = run("--hint", hint, "--lang", language)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""
