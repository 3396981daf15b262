"""Bots: asked by name, fair by seed, and blind to the dice to come."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from quarriors.bots import BOTS, BotError, Seat, ask, make_bot
from quarriors.bots.random_bot import RandomBot
from quarriors.engine import queries
from quarriors.engine.errors import RecordError
from quarriors.engine.game import Decision, Option
from quarriors.engine.ids import verb
from quarriors.engine.queries import State
from quarriors.engine.rng import seeded
from quarriors.engine.rules import Rules
from quarriors.game import Game, Origin, new_game


def played(game: Game, *specs: str, seed: int = 1) -> Game:
    bots = [make_bot(spec, seat, seed) for seat, spec in enumerate(specs)]
    while not game.over:
        game.apply(ask(bots[game.decision.seat], game))
    return game


def test_random_bots_play_games_to_the_end_and_the_seed_fixes_them() -> None:
    rules = Rules(3)
    first = played(new_game(rules, 5), "random", "random", "random")
    again = played(new_game(rules, 5), "random", "random", "random")
    other = played(new_game(rules, 5), "random", "random", "random", seed=2)
    assert first.over
    assert list(first.answers) == list(again.answers)
    assert list(first.answers) != list(other.answers)


def test_a_bots_own_seed_wins_over_the_games() -> None:
    rules = Rules(2)
    one = played(new_game(rules, 5), "random:seed=9", "random:seed=9", seed=1)
    two = played(new_game(rules, 5), "random:seed=9", "random:seed=9", seed=2)
    assert list(one.answers) == list(two.answers)


def test_seats_choose_apart_from_each_other() -> None:
    game = new_game(Rules(2), 5)
    seat = Seat(game, game.decision.seat)
    picks = []
    for number in range(2):
        bot = RandomBot(number, 7)
        picks.append([bot.decide(seat, seat.decision).code for _ in range(40)])
    assert picks[0] != picks[1]
    assert set(picks[0]) == {option.code for option in game.decision.options}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("clever", "Unknown bot 'clever'; use one of bruno, engine, "),
        ("", "Unknown bot ''; use one of bruno, engine, "),
        ("random:depth=3", "has no parameter 'depth'; use seed, such as random:seed=5."),
        ("random:seed=x", "The parameter 'seed' must be a whole number, such as seed=5, not 'x'."),
        ("random:seed", "The parameter 'seed' must be a whole number, such as seed=5, not ''."),
    ],
)
def test_bad_specs_are_refused_with_a_sentence(spec: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(spec, 0, 1)
    assert message in str(caught.value)


def test_every_bot_can_be_made() -> None:
    for name in BOTS:
        if name in ("list", "vesna", "zeno"):  # needs a file; take seconds, interpreted
            continue
        game = new_game(Rules(2), 3)
        seat = Seat(game, game.decision.seat)
        assert make_bot(name, 0, 1).decide(seat, seat.decision) in game.decision.options


class Stubborn:
    """Answers something that is not offered."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return Option(verb.KEEP, seat.branch(0).setup)


def test_an_answer_that_is_no_option_is_refused() -> None:
    game = new_game(Rules(2), 3)
    with pytest.raises(BotError, match=r"The bot at seat \d answered .*; it may answer: "):
        ask(Stubborn(), game)
    assert len(game.answers) == 0


# --- what a bot can get hold of ------------------------------------------------------------------


def reachable(thing: object, seen: dict[int, object]) -> dict[int, object]:
    """Everything that hangs on an object: attributes, items, elements."""
    if id(thing) in seen or isinstance(thing, (int, str, float, bytes, type(None), type)):
        return seen
    seen[id(thing)] = thing
    held: list[Any] = []
    if isinstance(thing, dict):
        held += [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple, set)):
        held += list(thing)
    else:
        for name in dir(type(thing)):
            if not name.startswith("__") and not callable(getattr(type(thing), name, None)):
                try:
                    held.append(getattr(thing, name))
                except (AttributeError, RecordError):  # a branch has no origin
                    continue
        held += list(getattr(thing, "__dict__", {}).values())
    for part in held:
        reachable(part, seen)
    return seen


def test_nothing_of_the_live_game_hangs_on_a_seat() -> None:
    game = played_half(new_game(Rules(2), 31337))
    seat = Seat(game, game.decision.seat)
    found = reachable(seat, {})
    found = reachable(seat.decision, found)
    found = reachable(seat.branch(1), found)
    assert id(game) not in found
    assert id(queries.state(game)) not in found
    rng = queries.generator(queries.state(game))
    states = [thing for thing in found.values() if isinstance(thing, State)]
    origins = [thing for thing in found.values() if isinstance(thing, Origin)]
    assert states
    assert all(queries.generator(state) != rng for state in states)
    assert not origins  # the origin tells the seed


def test_a_seat_offers_little() -> None:
    seat = Seat(new_game(Rules(2), 3), 0)
    assert {name for name in dir(seat) if not name.startswith("_")} == {
        "branch",
        "decision",
        "number",
        "observe",
    }


def test_a_seat_sees_what_the_game_shows() -> None:
    game = new_game(Rules(3), 3)
    seat = Seat(game, 2)
    assert seat.observe() == game.observe(2)
    assert seat.decision.options == game.decision.options
    assert seat.decision.kind == game.decision.kind


def test_branches_have_luck_of_their_own_and_leave_the_game_alone() -> None:
    game = new_game(Rules(2), 3)
    queries.script_rolls(queries.state(game), [0, 0, 0])
    before = queries.wire(game)
    seat = Seat(game, 0)
    branch = seat.branch(77)
    assert queries.generator(queries.state(branch)) == seeded(77, "branch")
    assert queries.scripted_rolls(queries.state(branch)) == []
    with pytest.raises(RecordError, match="record the game itself"):
        branch.record()
    ends = set()
    for seed in range(8):
        tried = seat.branch(seed)
        while not tried.over:
            tried.apply(tried.decision.options[0])
        ends.add((tried.turn, tried.glory))
    assert len(ends) > 1
    assert queries.wire(game) == before
    assert len(game.answers) == 0


def test_a_branch_is_a_whole_game() -> None:
    game = played_half(new_game(Rules(2), 3))
    branch = Seat(game, 0).branch(5)
    assert branch.decision.texts == game.decision.texts
    assert queries.wire(branch.clone()) == queries.wire(branch)
    assert pickle.loads(pickle.dumps(branch)).decision.texts == branch.decision.texts


def played_half(game: Game) -> Game:
    for _ in range(40):
        game.apply(game.decision.options[0])
    return game
