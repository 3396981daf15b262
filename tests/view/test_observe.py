"""What a seat sees: everything that is open, and never the generator or scripted chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from quarriors.engine import arrange, queries
from quarriors.engine.errors import PositionError
from quarriors.engine.ids import place
from quarriors.engine.rng import seeded
from quarriors.engine.rules import Rules
from quarriors.game import new_game
from quarriors.testing import Position
from quarriors.view.observe import observe

from .helpers import mixed_games, play_on, some_games


def values(thing: Any) -> Iterator[Any]:
    """Every key and value in a structure."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield key
            yield from values(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from values(value)
    else:
        yield thing


def test_it_is_plain_json_and_holds_no_secret() -> None:
    for game, dealer in (*some_games(8), *mixed_games(6)):
        for _ in range(12):
            play_on(game, dealer, 15)
            state = queries.state(game)
            queries.script_rolls(state, [987654321])
            queries.script_draws(state, [987654322])
            seen = observe(game, 0)
            queries.clear_scripts(state)
            assert json.loads(json.dumps(seen)) == seen
            found = set(values(seen))
            assert queries.generator(state) not in found
            assert not {987654321, 987654322} & found
            text = json.dumps(seen)
            assert str(queries.generator(state)) not in text
            assert str(queries.generator(state) >> 31) not in text
            assert f'"{game.seed}"' not in text
            assert "seed" not in found


def test_games_that_differ_only_in_luck_look_the_same() -> None:
    for game, dealer in (*some_games(6), *mixed_games(6)):
        play_on(game, dealer, 60)
        other = game.clone()
        queries.set_generator(queries.state(other), seeded(4711))
        for seat in range(game.setup.players):
            assert observe(game, seat) == observe(other, seat)


def test_the_order_of_a_bag_is_not_told() -> None:
    game = new_game(Rules(2), seed=3)
    other = game.clone()
    bag = queries.dice_list(queries.state(game), 0, place.BAG)
    arrange.reorder(queries.state(other), 0, place.BAG, bag[::-1])
    assert queries.wire(game) != queries.wire(other)
    assert observe(game, 1) == observe(other, 1)


def test_every_die_is_seen_once() -> None:
    for game, dealer in (*some_games(6), *mixed_games(6)):
        while not game.over:
            play_on(game, dealer, 20)
            seen = observe(game, 0)
            dice = sum(wild["left"] for wild in seen["wilds"]) + sum(seen["removed"].values())
            indexes = []
            for mat in seen["seats"]:
                dice += mat["bag"]["count"]
                for where in ("active", "ready", "quest", "spent", "used", "aside"):
                    indexes += [die["die"] for die in mat[where]]
                for die in mat["ready"] + mat["quest"]:
                    indexes += [spell["die"] for spell in die.get("attached", ())]
            assert len(set(indexes)) == len(indexes)
            assert dice + len(indexes) == len(game.setup.slot)


@pytest.mark.parametrize(
    ("edition", "numbers"),
    [
        ("original", {"immediate": 2, "ready": 3, "capture": 5}),
        ("original-it", {"immediate": 2, "ready": 3, "capture": 5}),
        ("revised", {"immediate": 2, "ready": 2, "capture": 4}),
        ("qultimate", {"immediate": 2, "ready": 2, "capture": 4}),
    ],
)
def test_phases_are_counted_as_the_book_does(edition: str, numbers: dict[str, int]) -> None:
    for phase, number in numbers.items():
        dice = ["Assistant@R*", "Assistant@C1:1/2", "Basic Quiddity@Q2"]
        play = Position(edition=edition).active(0, *dice).start(phase)
        seen = observe(play.game, 0)
        assert (seen["phase"], play.kind) == (number, phase)
        assert seen["phases"] == (6 if edition.startswith("original") else 5)


def test_numbers_now_spells_and_copies() -> None:
    play = (
        Position(wilds=["Strong Primordial Ooze", "Death Charm", "Quake Dragon"])
        .ready(0, "Assistant@C1:1/2")
        .attached(1, "Death Charm@S*", 0, "Assistant")
        .ready(1, "Quake Dragon@C1:4/4")
        .active(0, "Strong Primordial Ooze@C2:?/?", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .glory(1, 4)
        .start("ready")
    )
    play.do("summon Strong Primordial Ooze")  # the only creature to copy is copied at once
    seen = observe(play.game, 1)
    assert seen["glory"] == [0, 4]
    assistant, ooze = seen["seats"][0]["ready"]
    assert (assistant["attack"], assistant["defense"], assistant["level"]) == (4, 5, 1)
    assert [(spell["card"], spell["owner"]) for spell in assistant["attached"]] == [
        ("Death Charm", 1)
    ]
    assert ooze["copies"] == {"card": "Quake Dragon", "face": "C1:4/4"}
    assert (ooze["attack"], ooze["defense"]) == (4, 4)
    assert ooze["attack_against"] == [None, 4]
    assert seen["seats"][0]["spent"][0]["card"] == "Basic Quiddity"
    assert seen["at_hand"] == 1


def test_the_attack_under_way() -> None:
    play = (
        Position(3)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .ready(2, "Defender of the Pale@C2:2/6*", "Witching Hag@C1:3/3", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    assert observe(play.game, 0)["attack"] is None
    play.do("pass")
    seen = observe(play.game, 0)
    assert play.kind == "defend"
    assert seen["attack"]["attacker"] == 0
    assert seen["attack"]["totals"] == [None, 8, 8]
    assert seen["attack"]["defender"] == play.seat
    assert seen["attack"]["left"] == 8


def test_the_decision_is_the_same_as_the_games() -> None:
    game = new_game(Rules(2), seed=5)
    told = observe(game, 1)["decision"]
    assert told["seat"] == game.decision.seat
    assert told["kind"] == game.decision.kind
    assert [option["text"] for option in told["options"]] == game.decision.texts
    assert [option["index"] for option in told["options"]] == list(range(len(told["options"])))
    game.apply(told["options"][0]["code"])
    assert len(game.answers) == 1


def test_lasting_effects_and_the_end() -> None:
    play = (
        Position(wilds=["Death Cantrip"], goal=1)
        .ready(0, "Assistant@C1:1/2", "Death Cantrip@S*")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Death Cantrip")
    seen = observe(play.game, 0)
    die = seen["seats"][0]["ready"][0]["die"]
    assert seen["effects"] == [{"effect": "attack", "die": die, "amount": 2, "until": None}]
    while not play.over:
        play.do("pass")
    over = observe(play.game, 0)
    assert over["decision"] is None
    assert over["result"]["winners"] == [0]
    assert over["result"]["rule"] == "9.1"


@pytest.mark.parametrize("seat", [-1, 2, 9, True, "0", None])
def test_unknown_seats_are_refused(seat: Any) -> None:
    game = new_game(Rules(2), seed=5)
    with pytest.raises(PositionError, match=r"There is no seat .*; this game has the seats 0 to 1"):
        observe(game, seat)
