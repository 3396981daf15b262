"""Set-ups of tables, asked for with plain values: each mistake has its sentence, in each language.

The command line and the server have tests of their own that these sentences reach people; here is
what none of them can ask for, and that code and texts name the same mistakes.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.resources import files

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.setup import check_left, check_whole
from quarriors.setup_code import BadCode, encode
from quarriors.table_setup import carried, check_code_alone, check_wishes, dealt_wilds
from quarriors.text import LANGUAGES

BASE = q.Rules()
CATALOG = default_catalog()
TEN = q.new_game(q.Rules(), seed=1).origin.wilds
KINDS = {card.name: card.kind for card in default_catalog().cards}
CREATURES = [name for name in TEN if KINDS[name] == "creature"]
OTHER = next(  # a creature of one more class
    card.name
    for card in CATALOG.cards
    if card.set_name == "base"
    and card.kind == "creature"
    and card.class_name not in [CATALOG.card(name).class_name for name in TEN]
)
SPELLS = [name for name in TEN if KINDS[name] == "spell"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_code_tells_the_game_it_was_made_for(players: int) -> None:
    rules = q.Rules(players, sets=["all"])
    names = [card.name for card in dealt_wilds(rules, 7)]
    found = carried(encode(names))
    assert set(found.names) == set(names)
    assert found.modules == rules.modules
    assert found.players == players
    assert {default_catalog().card(name).set_name for name in names} <= set(found.sets)
    again = q.Rules(found.players, sets=found.sets, modules=found.modules)
    check_whole(again, CATALOG, found.names)
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
    ("asked", "code"),
    [
        (lambda: q.Rules(1), "players"),
        (lambda: q.Rules(5), "players"),
        (lambda: q.Rules(sets=[]), "no_set"),
        (lambda: q.Rules(sets=["light_vs_dark"], modules=()), "few_creatures"),
        (lambda: q.Rules(sets=["all"], modules=["quests"] * 2), "twice"),
        (lambda: q.Rules(sets=["all"], variants=["expert_culling"] * 2), "twice"),
        (lambda: check_wishes(BASE, wanted=["Nobody"]), "card"),
        (lambda: check_wishes(BASE, without=["Nobody"]), "card"),
        (lambda: check_whole(BASE, CATALOG, CREATURES), "whole"),
        (lambda: check_whole(BASE, CATALOG, SPELLS), "whole"),
        (lambda: check_whole(BASE, CATALOG, ["Portal", *TEN[1:]]), "basic"),
        (lambda: check_wishes(BASE, wanted=[*TEN, OTHER]), "too_many"),
        (lambda: dealt_wilds(BASE, 1, "democratic", wanted=CREATURES), "democratic"),
        (lambda: check_wishes(BASE, "hint", "nowhere"), "featured"),
        (lambda: check_wishes(BASE, "hint", "promos"), "featured"),
        (lambda: check_wishes(BASE, "hint", "base"), "featured_mix"),
        (lambda: check_wishes(BASE, "shaken"), "mix"),
        (lambda: check_wishes(BASE, "side"), "mix_alone"),
        (lambda: check_code_alone(TEN[:1], (), "hint", ""), "code_alone"),
        (lambda: check_code_alone((), TEN[:1], "hint", None), "code_alone"),
        (lambda: check_code_alone((), (), "side", None), "code_alone"),
        (lambda: check_code_alone((), (), "hint", "base"), "code_alone"),
        (lambda: check_left(BASE, CATALOG, list(KINDS)), "too_few"),
        (lambda: dealt_wilds(BASE, 1, without=list(KINDS)), "too_few"),
        (lambda: dealt_wilds(q.Rules(sets=["all"]), 1, without=["Exqualibur"]), "no_extra"),
        (lambda: dealt_wilds(BASE, 1, "democratic", wanted=["Nobody", *TEN[1:]]), "card"),
    ],
)
def test_mistakes(asked: Callable[[], object], code: str) -> None:
    with pytest.raises((RulesError, CardError)) as found:
        asked()
    assert found.value.code == code
    assert str(found.value) == found.value.say("en") != found.value.say("it")
    again = pickle.loads(pickle.dumps(found.value))
    assert (type(again), again.say("it")) == (found.type, found.value.say("it"))


def test_what_is_no_mistake() -> None:
    check_whole(BASE, CATALOG, TEN)
    check_wishes(BASE, "democratic", wanted=TEN)
    check_wishes(BASE, "hint", "")
    check_code_alone((), (), "hint", None)
    check_left(BASE, CATALOG, ["Quake Dragon"])
    check_left(q.Rules(sets=["all"]), CATALOG, ["Quake Dragon"])  # with quests and Assistants
    assert len(dealt_wilds(BASE, 1, "democratic", wanted=TEN)) == len(TEN)


def test_a_whole_table_tells_what_is_there_and_what_should_be() -> None:
    with pytest.raises(RulesError, match=r"7 creature and 3 spell cards .* here 7 and 0 are named"):
        check_whole(BASE, CATALOG, CREATURES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_an_option_of_the_command_line(language: str) -> None:
    """The server says them as well, to people who have none."""
    texts = files("quarriors.text").joinpath(language, "setup.toml").read_text("utf-8")
    sentences = [line for line in texts.splitlines() if not line.startswith("#")]
    assert not [line for line in sentences if "--" in line or "`" in line]
