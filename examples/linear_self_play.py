"""A linear learner in plain NumPy that plays against itself, then against the bot `random`.

    python examples/linear_self_play.py                 # about a minute of self-play
    python examples/linear_self_play.py --games 300

Each verb (summon, capture, pass, ...) has a handful of weights: one by itself, and some for what
the card and the face of the option are worth. Options are chosen by the softmax of their sums.
After a game the weights of what the winners did go up and those of what the losers did go down
(REINFORCE). That is all; it learns to summon, to buy dear creatures and not to pass too early.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarriors import Rules
from quarriors.bots.base import ask
from quarriors.bots.registry import make_bot
from quarriors.engine.ids import verb
from quarriors.engine.rng import derived
from quarriors.envs.core.play import Play
from quarriors.envs.encoding import ACTIONS, describe, field, observe
from quarriors.envs.vector import VectorGames
from quarriors.game import new_game

Array = NDArray[Any]
AT_ONCE = 16  # games side by side
WORTHS = 5  # numbers that tell what an option is worth: one, cost, Glory, quiddity, strength
LANES, FACES, OF_A_FACE = 18, 6, 12
RATE = 0.3


def meanings() -> tuple[Array, Array, Array]:
    """Verb, lane and face of every action number; lane and face 0 where there is none."""
    verbs, lanes, faces = (np.zeros(ACTIONS, np.int64) for _ in range(3))
    for action in range(ACTIONS):
        word, coordinates = describe(action)
        verbs[action] = verb.NAMES.index(word) if word in verb.NAMES else len(verb.NAMES)
        lanes[action] = coordinates.get("lane", 0)
        faces[action] = coordinates.get("face", coordinates.get("up", -2) + 2)
    return verbs, lanes, faces


VERBS, LANE, FACE = meanings()


def worths(play: Play) -> Array:
    """What each face of each card of a table is worth; the same for the whole game."""
    row = observe(play, 0)
    found = np.zeros((LANES, FACES, WORTHS))
    faces = field(row, "cards", "faces").reshape(LANES, FACES, OF_A_FACE)
    found[:, :, 0] = 1
    found[:, :, 1] = field(row, "cards", "cost")
    found[:, :, 2] = field(row, "cards", "glory")
    found[:, :, 3] = faces[:, :, 0]
    found[:, :, 4] = faces[:, :, 6:8].sum(axis=2)
    return found


class Learner:
    """The weights, and what it would choose."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros((len(verb.NAMES) + 1, WORTHS))
        self.luck = np.random.default_rng(derived(seed, "learner"))

    def choose(self, legal: list[int], table: Array) -> tuple[int, Array, Array, Array]:
        """An option, and what `learn` needs: verbs, worths and chances of all of them."""
        verbs = VERBS[legal]
        worth = table[LANE[legal], FACE[legal]]
        sums = (self.weights[verbs] * worth).sum(axis=1)
        chances = np.exp(sums - sums.max())
        chances /= chances.sum()
        at = int(np.searchsorted(chances.cumsum(), self.luck.random()))
        return min(at, len(legal) - 1), verbs, worth, chances


def train(games: int, seed: int = 1, players: int = 2) -> Learner:
    """Play a number of games of self-play."""
    learner = Learner(seed)
    many = VectorGames(AT_ONCE, Rules(players=players), seed=seed)
    tables = [worths(play) for play in many.plays]
    traces = np.zeros((AT_ONCE, players, *learner.weights.shape))
    steps = np.zeros((AT_ONCE, players))
    played = 0
    while played < games:
        actions = []
        for game, (legal, actor) in enumerate(zip(many.legal(), many.actors, strict=True)):
            at, verbs, worth, chances = learner.choose(legal, tables[game])
            pull = -chances
            pull[at] += 1
            np.add.at(traces[game, actor], verbs, pull[:, None] * worth)
            steps[game, actor] += 1
            actions.append(legal[at])
        earned, done = many.step(actions)
        for game in np.flatnonzero(done).tolist():
            played += 1
            scaled = traces[game] / np.sqrt(steps[game].clip(1))[:, None, None]
            learner.weights += RATE * (earned[game][:, None, None] * scaled).mean(axis=0)
            traces[game] = steps[game] = 0
            tables[game] = worths(many.plays[game])
    return learner


def evaluate(learner: Learner, games: int, seed: int = 2, opponent: str = "random") -> int:
    """How many of a number of games of two players it wins; it sits on both seats in turn."""
    won = 0
    for number in range(games):
        start = derived(seed, f"evaluate/{number}")
        game = new_game(Rules(players=2), start)
        play = Play(game)
        table = worths(play)
        seat = number % 2
        bot = make_bot(opponent, 1 - seat, start)
        while play.actor >= 0:
            if play.actor == seat:
                at = learner.choose(play.numbers, table)[0]
                play.apply(play.numbers[at])
            else:
                game.apply(ask(bot, game))
                play.refresh()
        result = game.result
        won += result is not None and result.winners == (seat,)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1500, help="of self-play")
    parser.add_argument("--matches", type=int, default=200, help="against the bot")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learner = train(given.games, given.seed)
    won = evaluate(learner, given.matches, given.seed + 1, given.opponent)
    print(f"{given.games} games of self-play; {won} of {given.matches} won ({given.opponent}).")
    for action in ("summon", "capture", "pass", "spend", "draw", "re-roll"):
        print(f"{action:>8}", np.round(learner.weights[verb.NAMES.index(action)], 2))


if __name__ == "__main__":
    main()
