"""Set-ups of tables, asked for with plain values: each mistake has its sentence, in each language.

The command line and the server have tests of their own that these sentences reach people; here is
what none of them can ask for, and that code and texts name the same mistakes.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

import quarriors as q
from quarriors import table_setup
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.setup_code import BadCode, encode
from quarriors.table_setup import (
    BadSetup,
    carried,
    check_code_alone,
    check_left,
    check_mix,
    check_table,
    check_whole,
    dealt_wilds,
    make_rules,
)
from quarriors.text import LANGUAGES, load

BASE = make_rules(2, "qultimate", ["base"])
TEN = q.new_game(q.Rules(), seed=1).origin.wilds
KINDS = {card.name: card.kind for card in default_catalog().cards}
CREATURES = [name for name in TEN if KINDS[name] == "creature"]
SPELLS = [name for name in TEN if KINDS[name] == "spell"]


def test_rules_are_those_of_the_engine() -> None:
    for players in (2, 3, 4):
        made = make_rules(players, "revised", ["all"], ["expert_culling"], ["quests"], 9)
        asked = q.Rules(players, "revised", SETS, ["expert_culling"], goal=9, modules=["quests"])
        assert made.to_dict() == asked.to_dict()
    assert make_rules(2, "qultimate", ["base", "quartifacts"]).modules == ("quests",)
    assert make_rules(2, "qultimate", ["base", "quartifacts"], modules=()).modules == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_code_tells_the_game_it_was_made_for(players: int) -> None:
    rules = make_rules(players, "qultimate", ["all"])
    names = [card.name for card in dealt_wilds(rules, 7)]
    found = carried(encode(names))
    assert set(found.names) == set(names)
    assert found.modules == rules.modules
    assert found.players == players
    assert {default_catalog().card(name).set_name for name in names} <= set(found.sets)
    again = make_rules(found.players, "qultimate", found.sets, (), found.modules)
    check_whole(found.names, again)
    plain = carried(encode(TEN))
    assert (plain.sets, plain.modules, plain.players) == (("base",), (), 2)
    with pytest.raises(BadCode):
        carried("ABCD-EFGH-JKMN")


def test_a_seed_deals_the_table_of_the_game_with_that_seed() -> None:
    for seed in range(3):
        dealt = dealt_wilds(BASE, seed, wanted=TEN[:2], without=["Quake Dragon"])
        game = q.new_game(q.Rules(), seed=seed, include=TEN[:2], exclude=["Quake Dragon"])
        assert tuple(card.name for card in dealt) == game.origin.wilds


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (lambda: make_rules(1, "qultimate", ["base"]), "players"),
        (lambda: make_rules(5, "qultimate", ["base"]), "players"),
        (lambda: make_rules(2, "qultimate", []), "no_set"),
        (lambda: make_rules(2, "qultimate", ["light_vs_dark"], modules=()), "few_creatures"),
        (lambda: make_rules(2, "qultimate", ["all"], modules=["quests"] * 2), "twice"),
        (lambda: make_rules(2, "qultimate", ["all"], ["expert_culling"] * 2), "twice"),
        (lambda: check_table(["Nobody"], (), BASE), "card"),
        (lambda: check_table((), ["Nobody"], BASE), "card"),
        (lambda: check_whole(CREATURES, BASE), "whole"),
        (lambda: check_whole(SPELLS, BASE), "whole"),
        (lambda: check_whole(["Portal", *TEN[1:]], BASE), "basic"),
        (lambda: check_mix("democratic", CREATURES, BASE), "democratic"),
        (lambda: check_mix("hint", (), BASE, "nowhere"), "set"),
        (lambda: check_mix("hint", (), BASE, "promos"), "featured"),
        (lambda: check_mix("hint", (), BASE, "base"), "featured_mix"),
        (lambda: check_code_alone(TEN[:1], (), "hint", ""), "code_alone"),
        (lambda: check_code_alone((), TEN[:1], "hint", None), "code_alone"),
        (lambda: check_code_alone((), (), "side", None), "code_alone"),
        (lambda: check_code_alone((), (), "hint", "base"), "code_alone"),
        (lambda: check_left(list(KINDS), BASE), "too_few"),
        (lambda: dealt_wilds(BASE, 1, "democratic", wanted=["Nobody", *TEN[1:]]), "card"),
    ],
)
def test_mistakes(asked: Callable[[], object], key: str) -> None:
    with pytest.raises(BadSetup) as found:
        asked()
    assert found.value.key == key
    assert str(found.value) == found.value.say("en") != found.value.say("it")
    again = pickle.loads(pickle.dumps(found.value))
    assert (type(again), again.say("it")) == (BadSetup, found.value.say("it"))


def test_what_is_no_mistake() -> None:
    check_whole(TEN, BASE)
    check_mix("democratic", TEN, BASE)
    check_mix("hint", (), BASE, "")
    check_code_alone((), (), "hint", None)
    check_left(["Quake Dragon"], BASE)
    assert len(dealt_wilds(BASE, 1, "democratic", wanted=TEN)) == len(TEN)


def test_a_whole_table_tells_what_is_there_and_what_should_be() -> None:
    with pytest.raises(BadSetup, match=r"7 creature and 3 spell cards .* here 7 and 0 are named"):
        check_whole(CREATURES, BASE)


def test_every_mistake_has_a_sentence_and_every_sentence_is_used() -> None:
    source = Path(table_setup.__file__).with_suffix(".py").read_text("utf-8")
    used = set(re.findall(r'(?:BadSetup|_one_of|_check_count)\(\s*"(\w+)"', source))
    assert re.findall(r'BadSetup\(f"([^"]*)"', source) == ["few_{kind}s"]
    used |= {"few_creatures", "few_spells"}
    for language in LANGUAGES:
        assert set(load(language, "setup")) == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_an_option_of_the_command_line(language: str) -> None:
    """The server says them as well, to people who have none."""
    texts = files("quarriors.text").joinpath(language, "setup.toml").read_text("utf-8")
    sentences = [line for line in texts.splitlines() if not line.startswith("#")]
    assert not [line for line in sentences if "--" in line or "`" in line]
