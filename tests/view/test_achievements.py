"""Achievements: each is earned at its limit and not below it, and games of every kind earn some."""

from __future__ import annotations

import pytest

from quarriors.bots.base import Seat
from quarriors.bots.registry import make_bot
from quarriors.cards import every
from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.engine.rules import Rules
from quarriors.game import Game, begin, new_game
from quarriors.table_setup import dealt_wilds
from quarriors.testing import Position
from quarriors.text import LANGUAGES
from quarriors.view.achievements import ACHIEVEMENTS, Watch, shelf

QUIDDITY, ASSISTANT, HAG = "Basic Quiddity", "Assistant", "Witching Hag"
IDS = [one.id for one in ACHIEVEMENTS]
EVEN = 50  # luck like everybody's


def won_game() -> Game:
    """A game that seat 0 has won."""
    position = (
        Position(2, wilds=[HAG], goal=3)
        .bag(0, HAG, *[QUIDDITY] * 5)
        .bag(1, *[QUIDDITY] * 6)
        .ready(1, f"{ASSISTANT}@C1:1/2")
        .draws(HAG, *[QUIDDITY] * 5, *[QUIDDITY] * 6)
        .rolls(f"{HAG}@C1:3/3", *[f"{QUIDDITY}@Q1"] * 4, f"{QUIDDITY}@Q2")
        .rolls(*[f"{QUIDDITY}@Q1"] * 6)
    )
    play = position.start(active=0)
    play.do(f"summon {HAG}", "capture Portal", "pass")
    return play.game


@pytest.fixture(scope="module")
def game() -> Game:
    return won_game()


def die_of(game: Game, card: str) -> int:
    slots = [one.name for one in game.setup.cards]
    return list(game.setup.slot).index(slots.index(card))


def turn(seat: int) -> EventNumbers:
    return (log.TURN, 200, seat, -1, 1, 0)


def glory(seat: int, now: int) -> EventNumbers:
    return (log.GLORY, 402, seat, -1, 0, now)


def earned(game: Game, *events: EventNumbers, seat: int = 0, luck: int = EVEN) -> set[str]:
    watch = Watch(game)
    for one in watch.seats:
        one.glory = 0
    watch.follow(game, events)
    return set(watch.earned(seat, game, luck))


def test_who_wins_has_the_first_one_and_who_loses_has_not(game: Game) -> None:
    assert "win" in earned(game)
    assert "win" not in earned(game, seat=1)
    assert "unharmed" in earned(game)
    assert "unharmed" not in earned(game, turn(1), (log.DESTROY, 603, 0, 0, 0, 0))


def test_glory_counts_by_turn(game: Game) -> None:
    assert "haul" in earned(game, turn(0), glory(0, 3), glory(0, 7))
    assert "haul" not in earned(game, turn(0), glory(0, 6), turn(1), turn(0), glory(0, 7))


def test_a_comeback_is_six_behind_at_any_time(game: Game) -> None:
    assert "comeback" in earned(game, glory(1, 6), glory(0, 20))
    assert "comeback" not in earned(game, glory(1, 5), glory(0, 20))
    assert "comeback" not in earned(game, glory(0, 6), seat=1)


@pytest.mark.parametrize(
    ("name", "kind", "rule", "card", "numbers", "needed"),
    [
        ("legion", log.SCORE, 402, HAG, (3, 3), 3),
        ("cull", log.CULL, 403, QUIDDITY, (0, 0), 4),
        ("portal", log.DRAW, 200, QUIDDITY, (0, 0), 10),
        ("quest", log.QUEST_DONE, 1204, QUIDDITY, (0, 5), 1),
        ("lock", log.UNLOCK, 1102, QUIDDITY, (0, 0), 1),
        ("anchor", log.ANCHOR, 1306, QUIDDITY, (1, 1), 1),
    ],
)
def test_some_are_earned_by_number(
    game: Game, name: str, kind: int, rule: int, card: str, numbers: tuple[int, int], needed: int
) -> None:
    event = (kind, rule, 0, die_of(game, card), *numbers)
    assert name in earned(game, turn(0), *[event] * needed)
    assert name not in earned(game, turn(0), *[event] * (needed - 1))
    assert name not in earned(game, turn(0), *[event] * needed, seat=1)


def test_scores_of_one_turn_and_of_one_die(game: Game) -> None:
    score = (log.SCORE, 402, 0, die_of(game, HAG), 3, 3)
    other = (log.SCORE, 402, 0, die_of(game, HAG) + 1, 3, 3)
    spread = earned(game, turn(0), score, turn(1), turn(0), score, turn(0), score)
    assert "veteran" in spread
    assert "legion" not in spread
    assert "veteran" not in earned(game, turn(0), score, score, other)


def test_a_double_burst_scores(game: Game) -> None:
    faces = [face.bursts for face in game.setup.catalog.card("Quake Dragon").design.faces]
    assert 2 in faces
    dragons = game_with("Quake Dragon")
    die = die_of(dragons, "Quake Dragon")
    watch = Watch(dragons)
    watch.follow(dragons, [(log.SCORE, 402, 0, die, 4, faces.index(1))])
    assert watch.seats[0].sums.get("bursts", 0) == 0
    watch.follow(dragons, [(log.SCORE, 402, 0, die, 4, faces.index(2))])
    assert watch.seats[0].sums["bursts"] == 1


def game_with(card: str) -> Game:
    """A new game with a card in the Wilds."""
    return new_game(Rules(), 1, wilds=[one.name for one in dealt_wilds(Rules(), 1, wanted=[card])])


@pytest.mark.parametrize(
    ("name", "kind", "rule", "number", "least"),
    [("blow", log.TOTAL, 601, 1, 10), ("wall", log.HOLDS, 603, 0, 6)],
)
def test_some_are_earned_by_size(
    game: Game, name: str, kind: int, rule: int, number: int, least: int
) -> None:
    def event(size: int) -> EventNumbers:
        values = (size, 0) if number == 0 else (1, size)
        return (kind, rule, 0, 0, *values)

    assert name in earned(game, event(least))
    assert name not in earned(game, *[event(least - 1)] * 3)


def test_a_sweep_counts_creatures_of_others_in_a_turn_of_mine(game: Game) -> None:
    theirs, mine = ((log.DESTROY, 603, seat, 0, 0, 0) for seat in (1, 0))
    assert "sweep" in earned(game, turn(0), *[theirs] * 3)
    assert "sweep" not in earned(game, turn(0), theirs, theirs, mine)
    assert "sweep" not in earned(game, turn(1), *[theirs] * 3)


def test_spells_and_reactions() -> None:
    game = game_with("Death Cantrip")
    cast = (log.CAST, 1001, 0, die_of(game, "Death Cantrip"), 3, 0)
    react = (log.CAST, 1003, 0, die_of(game, "Death Cantrip"), 3, 0)
    creature = (log.CAST, 1502, 0, die_of(game, ASSISTANT), 3, 0)
    watch = Watch(game)
    watch.follow(game, [turn(0), cast, react, turn(1), creature])
    assert watch.seats[0].sums == {"casts": 2}
    watch.follow(game, [react])
    assert watch.seats[0].sums == {"casts": 3, "reactions": 1}


def test_rivals_players_luck_and_the_daily_count_for_winners(game: Game) -> None:
    watch = Watch(game)
    assert "top" in watch.earned(0, game, EVEN, ("", "zeno"))
    assert "top" not in watch.earned(0, game, EVEN, ("", "vesna"))
    assert "top" not in watch.earned(0, game, EVEN, ("zeno", ""))
    assert "top" not in watch.earned(1, game, EVEN, ("zeno", ""))
    assert "daily" in watch.earned(0, game, EVEN, daily=True)
    assert "daily" not in watch.earned(1, game, EVEN, daily=True)
    assert "unlucky" in watch.earned(0, game, 24)
    assert "unlucky" not in watch.earned(0, game, 25)
    assert "crowd" not in watch.earned(0, game, EVEN)


def test_nothing_is_earned_before_the_end() -> None:
    game = new_game(Rules(), seed=1)
    assert Watch(game).earned(0, game, EVEN) == ()


def test_games_of_bots_earn_what_bots_can() -> None:
    """Every one that greedy play comes to is found in real games."""
    found: set[str] = set()
    mixes = (("base",), ("base", "rise_of_the_demons"), ("base", "quest_of_the_qladiator"),
             ("base", "quartifacts"), ("base", "light_vs_dark"))  # fmt: skip
    for sets in mixes:
        for seed in (4, 5):
            rules = Rules(players=4 if seed == 4 and sets == ("base",) else 2, sets=sets)
            game = begin(new_game(rules, seed).origin, log=True)
            watch = Watch(game)
            watch.follow(game, game.take_events())
            bots = [make_bot("greedy", seat, seed) for seat in range(rules.players)]
            while not game.over:
                seat = Seat(game, game.decision.seat)
                game.apply(bots[seat.number].decide(seat, seat.decision))
                watch.follow(game, game.take_events())
            for number in range(rules.players):
                found.update(watch.earned(number, game, EVEN))
    assert found >= {"win", "crowd", "legion", "cull", "last", "burst", "demon", "lock", "quest"}
    assert found <= set(IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_names_them_all(language: str) -> None:
    trophies = shelf(language).trophies
    assert [one.id for one in trophies] == IDS
    assert len({one.name for one in trophies}) == len({one.how for one in trophies}) == 24
    assert {one.die for one in trophies} <= {card.class_name for card in every()}
    assert len({one.die for one in trophies}) == 24
    assert all(one.how.endswith(".") for one in trophies)
