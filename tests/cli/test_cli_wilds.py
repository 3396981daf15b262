"""`quarriors wilds`: tables by chance, by wish and by code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import quarriors as q
from quarriors.setup_code import decode, encode
from quarriors.text import Texts

from .conftest import Run

TEN = [
    "Scavenging Goblin", "Warrior of the Quay", "Strong Witching Hag", "Questing Wizard",
    "Ghostly Spirit", "Deathdealer", "Mighty Quake Dragon", "Death Charm", "Growth Cantrip",
    "Shaping Spell",
]  # fmt: skip


def table(run: Run, *arguments: str) -> dict[str, Any]:
    ran = run("wilds", "--json", *arguments)
    assert ran.code == 0
    found: dict[str, Any] = json.loads(ran.out)
    return found


def names(found: dict[str, Any]) -> list[str]:
    return [card["name"] for card in found["cards"]]


def test_a_seed_gives_the_table_of_the_game_with_that_seed(run: Run) -> None:
    for seed in range(5):
        found = table(run, "--seed", str(seed), "--players", "3", "--edition", "revised")
        game = q.new_game(q.Rules(players=3, edition="revised"), seed=seed)
        assert tuple(names(found)) == game.origin.wilds
        assert found["seed"] == seed
        assert found["rules"]["edition"] == "revised"
        assert found["code"] == encode(names(found))


def test_without_a_seed_every_table_is_another(run: Run) -> None:
    seen = {table(run)["code"] for _ in range(5)}
    assert len(seen) > 1


def test_the_code_gives_the_same_table_again(run: Run) -> None:
    found = table(run, "--seed", "11")
    again = table(run, "--code", found["code"].lower().replace("-", " "))
    assert names(again) == names(found)
    assert again["code"] == found["code"]
    assert again["seed"] is None


def test_wishes_and_bans(run: Run) -> None:
    for seed in range(5):
        wanted = ("--include", "strong witching hag, death charm")
        banned = ("--exclude", "Quake Dragon,Strong Scavenging Goblin,Goblin Rovistatore Potente")
        found = names(table(run, "--seed", str(seed), *wanted, *banned))
        assert {"Strong Witching Hag", "Death Charm"} <= set(found)
        assert not any("Quake Dragon" in name for name in found)
        assert "Strong Scavenging Goblin" not in found


def test_the_players_name_all_cards(run: Run) -> None:
    found = table(run, "--mix", "democratic", "--include", ",".join(TEN))
    assert sorted(names(found)) == sorted(TEN)


def test_the_table_for_people(run: Run) -> None:
    out = run("wilds", "--seed", "7").out
    game = q.new_game(q.Rules(), seed=7)
    for name in game.origin.wilds:
        assert name in out
    assert f"Set-up code: {encode(game.origin.wilds)}" in out
    assert "Seed: 7" in out
    italian = run("wilds", "--seed", "7", "--lang", "it").out
    for name in game.origin.wilds:
        assert Texts("it").card_name(name) in italian
    assert "Codice di preparazione" in italian
    assert decode(italian.partition("preparazione: ")[2].split()[0]) == list(game.origin.wilds)


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["--edition", "third"], "There is no edition third; use one of original", "L'edizione"),
        (["--sets", "x"], "There is no set x; use one of base", "Il set x non esiste"),
        (["--sets", "promos"], "The set promos cannot be played yet; use base", "non si può"),
        (["--sets", ","], "A game needs at least one set; use base", "almeno un set"),
        (["--sets", "base,base"], "base is named twice", "base è indicato due volte"),
        (["--players", "1"], "A game has 2, 3 or 4 players (rule 1.1), not 1", "2, 3 o 4 gioc"),
        (["--players", "5"], "A game has 2, 3 or 4 players (rule 1.1), not 5", "2, 3 o 4 gioc"),
        (["--mix", "stirred"], "There is no mix stirred; use one of hint", "mescolare stirred"),
        (["--mix", "side"], "The mix side needs a second set", "Il modo side richiede un secondo"),
        (["--mix", "two_scoops"], "two_scoops needs a second set", "richiede un secondo set"),
        (["--mix", "democratic"], "the players name all cards (rule 2.5)", "scelgono tutte"),
        (["--include", "gobln"], "did you mean Scavenging Goblin", "intendevi Scavenging"),
        (["--include", "goblin"], "goblin can be several cards", "goblin può essere più"),
        (["--include", "Portal"], "Portal lies in every Wilds already", "Portal è già in"),
        (["--exclude", "zzzz"], "There is no card called zzzz", "La carta zzzz non esiste"),
        (
            ["--include", "Portal,zzzz"],
            "There is no card called zzzz",
            "La carta zzzz non esiste",
        ),
        (
            ["--include", "Strong Witching Hag", "--exclude", "Witching Hag"],
            "Strong Witching Hag is both included and excluded",
            "è sia inclusa sia esclusa",
        ),
        (
            ["--include", "Strong Witching Hag,Mighty Witching Hag"],
            "both of the class Witching Hag",
            "entrambe della classe Witching Hag",
        ),
        (
            ["--include", "Death Charm,Growth Charm,Life Charm,Shaping Charm"],
            "The Wilds hold 7 creature and 3 spell cards",
            "7 carte creatura e 3 carte incantesimo",
        ),
        (["--exclude", "Death,Growth,Life"], "So many cards are excluded", "Sono escluse tante"),
        (["--code", "ABCD-EFG"], "this one has 7 letters", "questo ha 7 lettere"),
        (["--code", "3A39-WWEA-04NR"], "has a typing mistake", "errore di battitura"),
        (["--code", "ABCD-EFG?"], 'The letter "?" is in no set-up code', 'La lettera "?"'),
        (["--code", "3A39-WWEA-04NQ", "--seed", "1"], "--code names the whole", "--code indica"),
    ],
)
def test_bad_wishes(
    refused: Callable[..., str], arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused("wilds", *arguments)
    assert italian in refused("wilds", *arguments, "--lang", "it")
