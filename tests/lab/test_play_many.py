"""Many games as arrays: the same as one by one, from set-ups and from positions."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.bots import Bot, Seat, ask, make_bot
from quarriors.bots.random_bot import RandomBot
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option
from quarriors.lab import Played, play_many
from quarriors.lab.errors import LabError
from quarriors.lab.simulate import choose, simulate

np = pytest.importorskip("numpy")

SHORT = q.Rules(players=2, round_limit=4)
THREE = q.Rules(players=3, sets=["all"], round_limit=3)
MISSING = (
    "This needs the package numpy, which isn't installed; install it with: "
    "pip install 'quarriors[lab]'"
)
ROOT = Path(__file__).resolve().parents[2]


def same(one: Played, other: Played) -> bool:
    fields = (name for name in vars(one))
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        if getattr(one, name) is not None
        else getattr(other, name) is None
        for name in fields
    )


def test_games_are_those_of_a_simulation() -> None:
    played = play_many(12, ["random", "greedy", "random"], rules=THREE, seed=4)
    outcomes = list(simulate(THREE, ["random", "greedy", "random"], 12, 4))
    assert len(played) == 12
    assert played.seeds.tolist() == [outcome.seed for outcome in outcomes]
    assert played.first.tolist() == [outcome.first for outcome in outcomes]
    assert played.glory.tolist() == [list(outcome.glory) for outcome in outcomes]
    assert played.turns.tolist() == [outcome.turns for outcome in outcomes]
    assert played.rounds.tolist() == [outcome.rounds for outcome in outcomes]
    assert played.decisions.tolist() == [outcome.decisions for outcome in outcomes]
    assert played.ends.tolist() == [outcome.rule for outcome in outcomes]
    for wins, outcome in zip(played.wins, outcomes, strict=True):
        assert wins.sum() == pytest.approx(1)
        assert tuple(np.flatnonzero(wins)) == outcome.winners
    assert played.win_rates == pytest.approx(played.wins.mean(axis=0))
    assert played.actions is None


def test_types_and_shapes() -> None:
    played = play_many(5, ["random", "random"], rules=SHORT, actions=True)
    kinds = {name: str(value.dtype) for name, value in vars(played).items()}
    assert kinds == {
        "seeds": "int64", "first": "int8", "wins": "float64", "glory": "int32", "turns": "int32",
        "rounds": "int32", "decisions": "int32", "ends": kinds["ends"], "actions": "int64",
        "actors": "int8", "starts": "int64",
    }  # fmt: skip
    assert kinds["ends"].startswith("<U")
    assert played.wins.shape == played.glory.shape == (5, 2)


def test_actions_play_the_game_again() -> None:
    played = play_many(4, ["random", "greedy"], rules=SHORT, seed=9, actions=True)
    assert played.actions is not None
    assert played.actors is not None
    assert played.starts is not None
    assert played.starts[-1] == len(played.actions) == len(played.actors) == played.decisions.sum()
    for number, seed in enumerate(played.seeds):
        game = q.new_game(SHORT, int(seed))
        for at in range(played.starts[number], played.starts[number + 1]):
            assert game.decision.seat == played.actors[at]
            game.apply(int(played.actions[at]))
        assert game.over
        assert list(game.glory) == played.glory[number].tolist()


@pytest.mark.parametrize("seats", [None, ["random", "random"]])
def test_the_number_of_workers_changes_nothing(seats: list[str] | None) -> None:
    alone = play_many(9, seats, rules=SHORT, seed=2)
    assert same(alone, play_many(9, seats, rules=SHORT, seed=2, workers=2))
    assert not same(alone, play_many(9, seats, rules=SHORT, seed=3))


def test_seeds_of_ones_own() -> None:
    seeds = [5, 77, 5, -3]
    played = play_many(4, ["random", "random"], rules=SHORT, seeds=seeds, actions=True)
    assert played.seeds.tolist() == seeds
    assert played.glory[0].tolist() == played.glory[2].tolist()
    assert played.actions is not None
    assert played.starts is not None
    first, third = (played.actions[played.starts[i] : played.starts[i + 1]] for i in (0, 2))
    assert first.tolist() == third.tolist()


def test_from_a_position() -> None:
    game = q.new_game(SHORT, 3)
    for _ in range(15):
        game.apply(game.decision.options[0])
    turn, answers = game.turn, list(game.answers)
    for seats in (None, ["random", "random"]):
        played = play_many(20, seats, start=game, seed=1)
        assert (played.turns >= turn).all()
        assert (played.first == game.origin.first).all()
        assert len(set(map(tuple, played.glory.tolist()))) > 1
        assert same(played, play_many(20, seats, start=game, seed=1, workers=2))
    assert list(game.answers) == answers
    assert game.turn == turn
    shorter = play_many(20, ["random", "random"], rules=SHORT).decisions.mean()
    assert play_many(20, ["random", "random"], start=game).decisions.mean() < shorter


class First:
    """A policy that remembers nothing: always the first option."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return decision.options[0]


def made(seat: int, seed: int) -> Bot:
    return RandomBot(seat, seed)


def test_policies_and_factories_sit_down_too() -> None:
    played = play_many(3, [First(), First()], rules=SHORT, seed=6, actions=True)
    assert played.actions is not None
    game = q.new_game(SHORT, int(played.seeds[0]))
    assert played.actions[0] == game.decision.options[0].code
    named = play_many(3, ["random", "random"], rules=SHORT, seed=6)
    assert same(named, play_many(3, [RandomBot, made], rules=SHORT, seed=6))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "1 or more, not 0"),
        ({"games": True}, "1 or more, not True"),
        ({"workers": 0}, "number of workers must be 1 or more, not 0"),
        ({"seats": ["random"]}, "1 seat is named for a game of 2"),
        ({"seats": ["nobody", "random"]}, "Unknown bot 'nobody'"),
        ({"seats": [5, "random"]}, "not 5"),
        ({"seeds": [1]}, "1 seed for 2 games"),
        ({"seeds": [1, 2**63]}, "must fit into 64 bits"),
        ({"seeds": [1, "x"]}, "A seed is a whole number"),
        ({"seed": 1.5}, "A seed is a whole number"),
        ({"actions": True}, "keeps no actions"),
        ({"include": ["Iron Duck"]}, "called 'Iron Duck'"),
        ({"start": q.new_game(SHORT, 1), "mix": "side"}, "has its own rules and cards"),
        ({"start": q.new_game(SHORT, 1), "rules": SHORT}, "has its own rules and cards"),
    ],
)
def test_what_cannot_be_played(options: dict[str, Any], words: str) -> None:
    with pytest.raises(q.QuarriorsError, match=words):
        play_many(**{"games": 2, **options})


def test_a_game_that_is_over_is_no_start() -> None:
    game = q.new_game(q.Rules(round_limit=1), 1)
    while not game.over:
        game.apply(game.decision.options[-1])
    with pytest.raises(LabError, match="is over"):
        play_many(2, start=game)


def test_numpy_is_loaded_only_here() -> None:
    code = (
        "import sys, quarriors, quarriors.lab, quarriors.lab.batch, quarriors.lab.dataset_writer\n"
        "print(sorted({'numpy', 'polars', 'ray'} & set(sys.modules)))\n"
        "sys.modules['numpy'] = None\n"
        "try:\n"
        "    quarriors.lab.play_many(1)\n"
        "except quarriors.QuarriorsError as error:\n"
        "    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        "[]",
        MISSING,
    ]


def test_the_examples_of_the_guide_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "docs" / "simulate.md"), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 5


@pytest.mark.parametrize("bot", ["greedy", "greedy:samples=2", "habit", "random"])
def test_bots_without_copies_answer_as_they_do_when_asked(bot: str) -> None:
    """What `choose` saves changes no answer, and no luck of the game."""
    rules = q.Rules(players=3, sets=["all"])
    quick, asked = q.new_game(rules, 5), q.new_game(rules, 5)
    bots = [make_bot(bot, seat, 9) for seat in range(3)]
    others = [make_bot(bot, seat, 9) for seat in range(3)]
    for _ in range(60):
        code = choose(bots, quick)
        assert code == ask(others[asked.decision.seat], asked).code
        quick.apply(code)
        asked.apply(code)
        if asked.over:
            break
    assert quick.position == asked.position
    assert queries.is_luck_alike(quick, asked)
