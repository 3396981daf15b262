"""`quarriors wilds`: tables by chance, by wish and by code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine.dealing import Stock
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


EXPANDED = [
    ["all"],
    ["base", "rise_of_the_demons"],
    ["base", "quarmageddon"],
    ["base", "quest_of_the_qladiator"],
    ["base", "quartifacts"],
    ["light_vs_dark"],
    ["base", "light_vs_dark"],
    ["base", "promos"],
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sets", EXPANDED, ids=",".join)
def test_tables_of_all_sets_and_their_codes(run: Run, sets: list[str], players: int) -> None:
    rules = q.Rules(players, sets=sets)
    for seed in range(3):
        options = ("--sets", ",".join(sets), "--players", str(players), "--seed", str(seed))
        found = table(run, *options)
        game = q.new_game(rules, seed=seed)
        assert tuple(names(found)) == game.origin.wilds
        assert found["rules"] == rules.to_dict()
        assert found["house_rules"] == []
        kinds = [card["kind"] for card in found["cards"]]
        assert kinds.count("creature") == rules.creature_classes
        assert kinds.count("spell") == rules.spell_classes
        assert kinds.count("quest") == (players - 1 if rules.quests else 0)
        assert kinds.count("basic") == (1 if rules.light_vs_dark_rules else 0)
        again = table(run, "--code", found["code"])  # it brings sets, rules and players
        assert names(again) == names(found)
        assert again["code"] == found["code"]
        assert again["rules"]["modules"] == found["rules"]["modules"]
        if rules.quests:
            assert again["rules"]["players"] == players


def test_modules_can_be_switched_off_and_are_shown_as_a_house_rule(run: Run) -> None:
    options = ("--sets", "base,quartifacts,light_vs_dark", "--seed", "5")
    found = table(run, *options, "--modules", "none")
    assert found["rules"]["modules"] == []
    assert found["house_rules"] == ["quests", "light_vs_dark_rules"]
    assert found["basics"] == [
        {"name": "Basic Quiddity", "dice": 0},
        {"name": "Assistant", "dice": 2},
        {"name": "Portal", "dice": 5},
    ]
    assert {card["kind"] for card in found["cards"]} == {"creature", "spell"}
    out = run("wilds", *options, "--modules", "none").out
    assert "House rule: played without quests and the Light vs. Dark rules" in out
    italian = run("wilds", *options, "--modules", "quests", "--lang", "it").out
    assert "Regola della casa: si gioca senza le regole di Light vs. Dark" in italian
    assert "Regole aggiuntive: quest. Traguardo: 25 punti Gloria." in italian
    again = table(run, "--code", found["code"])
    assert again["rules"]["modules"] == []  # no quest card and no Assistant are in the code


@pytest.mark.parametrize("feature", ["base", "quarmageddon", "promos"])
def test_mixes_favour_a_set(run: Run, feature: str) -> None:
    sets = ("--sets", "base,quarmageddon,promos", "--feature", feature)
    for seed in range(3):
        options = (*sets, "--seed", str(seed))
        for mix, count in (("small_side", 4), ("side", 5)):
            found = table(run, *options, "--mix", mix)
            assert sum(card["set"] == feature for card in found["cards"]) == count
            rules = q.Rules(sets=["base", "quarmageddon", "promos"])
            game = q.new_game(rules, seed=seed, mix=mix, featured=feature)
            assert tuple(names(found)) == game.origin.wilds
            again = table(run, "--code", found["code"])  # a code holds the cards it was made of
            assert sorted(names(again)) == sorted(names(found))
        scoops = table(run, *options, "--mix", "two_scoops")
        most = {"base": 10, "quarmageddon": 8, "promos": 6}[feature]
        assert sum(card["set"] == feature for card in scoops["cards"]) == most


def test_wilds_that_cannot_be_filled(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarriors.engine.setup._stock", lambda *_: Stock([]))
    arguments = ("wilds", "--sets", "all", "--mix", "side")
    assert "With the mix side these sets and cards don't fill the Wilds" in refused(*arguments)
    assert "Con la modalità side questi set e queste carte non" in refused(
        *arguments, "--lang", "it"
    )


def test_another_card_takes_the_place_of_one_that_is_swapped(run: Run) -> None:
    code = encode(TEN)
    classes = {default_catalog().card(name).class_name for name in TEN}
    for seed in range(5):
        arguments = ("--code", code, "--swap", "mighty quake dragon", "--seed", str(seed))
        found = table(run, *arguments)
        assert set(TEN) - set(names(found)) == {"Mighty Quake Dragon"}
        assert len(names(found)) == 10
        assert {card["class"] for card in found["cards"]} - classes  # not another Quake Dragon
        assert table(run, *arguments)["code"] == found["code"]
    banned = table(run, "--code", code, "--swap", "Questing Wizard", "--exclude", "Primordial Ooze")
    assert not {"Questing Wizard", "Primordial Ooze"} & {card["class"] for card in banned["cards"]}


def test_where_no_other_class_is_left_another_card_of_the_class_comes(run: Run) -> None:
    found = table(run, "--sets", "light_vs_dark", "--seed", "3")
    card = found["cards"][0]
    swapped = table(run, "--code", found["code"], "--swap", card["name"])
    assert card["name"] not in names(swapped)
    assert card["class"] in {one["class"] for one in swapped["cards"]}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_and_set_up_are_those_of_a_game(run: Run, players: int) -> None:
    found = table(run, "--sets", "all", "--players", str(players), "--seed", "3")
    game = q.new_game(q.Rules(players, sets=["all"]), seed=3)
    laid = {one["name"]: one["dice"] for one in (*found["basics"], *found["cards"])}
    wilds = {card["card"]: card["left"] for card in game.observe(0)["wilds"]}
    assert laid == wilds
    assert found["bag"] == [{"name": card(found, "Assistant"), "dice": 4}]
    assert found["aside"] == [{"name": "Large Quiddity", "dice": 2}]
    assert any(f"reach {game.rules.goal} Glory" in step["text"] for step in found["steps"])


def card(found: dict[str, Any], class_name: str) -> str:
    """The card of a class on a table."""
    return next(str(one["name"]) for one in found["cards"] if one["class"] == class_name)


def test_energies_levels_and_basics_for_people(run: Run) -> None:
    out = run("wilds", "--sets", "all", "--players", "4", "--seed", "3").out
    basics = "Large Quiddity without dice, Corrupted Quiddity with 10 dice and Squire with 5 dice"
    assert f"1. Lay out the basic cards: {basics}." in out
    assert "Extra rules: quests and the Light vs. Dark rules. Goal: 15 Glory." in out
    assert out.count("quest card  ") == 3
    assert "level 1" in out
    assert "set of cards" in out
    alone = run("wilds", "--sets", "light_vs_dark", "--seed", "3").out
    assert "Assistant of " in alone
    assert " with Light)" in alone
    assert "set of cards" not in alone


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
    assert "Codice del tavolo" in italian
    assert decode(italian.partition("tavolo: ")[2].split()[0]) == list(game.origin.wilds)


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["--edition", "third"], "Unknown edition third; use one of original", "L'edizione"),
        (["--sets", "x"], "Unknown set x; use one of base", "Il set x non esiste"),
        (
            ["--sets", "promos"],
            "With promos there are only 6 creature classes",
            "Con promos ci sono",
        ),
        (["--sets", "rise_of_the_demons"], "only 1 spell class,", "solo 1 classe di incantesimi"),
        (["--sets", "light_vs_dark", "--modules", "none"], "need 7 (rule 2.2)", "ne servono 7"),
        (["--sets", "base,quests"], "quests are rules, not a set", "quests sono regole"),
        (["--sets", "all", "--modules", "frob"], "Unknown rules frob; use quests", "frob non"),
        (["--sets", "all", "--modules", ""], "Unknown rules ; use quests", "Le regole  non"),
        (["--modules", "quests"], "quests need the set quartifacts", "richiedono il set quart"),
        (["--sets", "all", "--modules", "quests,quests"], "quests is listed twice", "due volte"),
        (["--sets", "all", "--feature", "promos"], "leave it out with hint", "non indicarlo con"),
        (
            ["--sets", "base,promos", "--mix", "side", "--feature", "quartifacts"],
            "The set quartifacts isn't in this game; feature one of base, promos",
            "Il set quartifacts non è in questa partita",
        ),
        (
            ["--feature", "x", "--mix", "side", "--sets", "all"],
            "The set x isn't in",
            "Il set x non",
        ),
        (["--include", "Frost Howler"], "belongs to the set quest_of_the_qladiator", "è del set"),
        (
            ["--sets", "all", "--include", "Hunt for Holy Quail"],
            "Hunt for Holy Quail isn't used with 2 players; the quests are then those of Exqu",
            "Hunt for Holy Quail non si usa in 2",
        ),
        (
            ["--sets", "all", "--modules", "none", "--include", "Hunt for Exqualibur"],
            "Hunt for Exqualibur is a quest card and this game has no quests",
            "non ci sono quest",
        ),
        (
            ["--sets", "all", "--modules", "none", "--include", "Assistant of Logistics"],
            "only with the Light vs. Dark rules (rule 13.1)",
            "solo con le regole di Light vs. Dark",
        ),
        (
            ["--sets", "base,quartifacts", "--include", "Expedition for Exqualibur"],
            "Expedition for Exqualibur needs rise_of_the_demons",
            "Expedition for Exqualibur richiede rise_of_the_demons",
        ),
        (
            ["--sets", "all", "--exclude", "Exqualibur"],
            "All cards of the class Exqualibur are excluded",
            "tutte le carte della classe Exqualibur",
        ),
        (["--sets", ","], "A game needs at least one set; use base", "almeno un set"),
        (["--sets", "base,base"], "base is listed twice", "base è nell'elenco due volte"),
        (["--players", "1"], "A game has 2, 3 or 4 players (rule 1.1), not 1", "2, 3 o 4 gioc"),
        (["--players", "0"], "A game has 2, 3 or 4 players (rule 1.1), not 0", "2, 3 o 4 gioc"),
        (["--players", "5"], "A game has 2, 3 or 4 players (rule 1.1), not 5", "2, 3 o 4 gioc"),
        (["--mix", "stirred"], "Unknown mix stirred; use one of hint", "La modalità stirred"),
        (
            ["--mix", "side"],
            "The mix side needs a second set",
            "La modalità side richiede un secondo",
        ),
        (["--mix", "two_scoops"], "two_scoops needs a second set", "richiede un secondo set"),
        (["--mix", "democratic"], "the players name all cards (rule 2.5)", "scelgono tutte"),
        (["--include", "gobln"], "did you mean Scavenging Goblin", "intendevi Scavenging"),
        (["--include", "goblin"], "goblin matches several cards", "goblin può essere più"),
        (["--include", "Portal"], "Portal is in every game's Wilds already", "Portal è già in"),
        (["--exclude", "zzzz"], "No card is called zzzz", "La carta zzzz non esiste"),
        (
            ["--include", "Portal,zzzz"],
            "No card is called zzzz",
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
        (["--exclude", "Death,Growth,Life"], "Too many cards are excluded", "troppe carte escluse"),
        (["--code", "ABCD-EFG"], "this one has 7 letters", "questo ha 7 lettere"),
        (["--code", "3A39-WWEA-04NR"], "has a typo", "errore di battitura"),
        (["--code", "ABCD-EFG?"], 'The letter "?" can', 'La lettera "?"'),
        (["--code", "3A39-WWEA-04NQ", "--seed", "1"], "--code fixes the whole", "--code fissa"),
        (
            ["--code", "3A39-WWEA-04NQ", "--exclude", "Death"],
            "A set-up code names the whole table; use it without other cards",
            "Un codice del tavolo indica tutto il tavolo",
        ),
        (
            ["--code", "3A39-WWEA-04NQ", "--mix", "side"],
            "without other cards, mixes",
            "senza altre",
        ),
    ],
)
def test_bad_wishes(
    refused: Callable[..., str], arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused("wilds", *arguments)
    assert italian in refused("wilds", *arguments, "--lang", "it")
