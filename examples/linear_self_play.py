"""A linear learner in plain NumPy: self-play in a league, then games against one of the bots.

    python examples/linear_self_play.py                 # about even with greedy after a minute
    python examples/linear_self_play.py --games 300 --opponent random

It uses the option form: every option is a row of numbers. Each verb (summon, capture, pass, ...)
has weights for these numbers; options are chosen by the softmax of their sums. After a game the
weights of what the winner did go up and those of what the loser did go down (REINFORCE). In half of
the games the second seat is played by an earlier snapshot, drawn from the league by its rating.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarriors import Rules
from quarriors.engine.rng import derived
from quarriors.envs.fields import OPTION
from quarriors.envs.league import League
from quarriors.envs.single import QuarriorsEnv
from quarriors.envs.vector import VectorGames

Array = NDArray[Any]
AT_ONCE = 64  # games side by side
RATE = 0.05
EVERY = 200  # games between two snapshots
NOW = "now"
FIELDS = {part.name: part for part in OPTION.fields}
VERBS = slice(FIELDS["verb"].start, FIELDS["verb"].start + FIELDS["verb"].size)
# What is looked at besides the verb: whose die, the number, and everything about card and face.
SEEN = ("whose", "number", "kind", "cost", "glory", "left", "owned", "face", "attack", "defense")
WORTHS = np.array(
    [
        at
        for part in OPTION.fields
        if part.name in ("present", *SEEN)
        for at in range(part.start, part.start + part.size)
    ]
)


class Learner:
    """The weights, and what it would choose."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros((FIELDS["verb"].size, len(WORTHS)))
        self.luck = np.random.default_rng(derived(seed, "learner"))

    def chances(self, rows: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The chance of each option of some decisions, with their verbs and numbers."""
        verbs = rows[..., VERBS].argmax(axis=-1)
        worths = rows[..., WORTHS]
        sums = np.einsum("...w,...w->...", self.weights[verbs], worths)
        sums = np.where(masks > 0, sums, -np.inf)
        raised = np.exp(sums - sums.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True), verbs, worths

    def sample(self, chances: Array) -> Array:
        """An option for each decision, by its chances."""
        drawn = self.luck.random((*chances.shape[:-1], 1))
        ends = chances.cumsum(axis=-1)
        chosen: Array = (ends < drawn * ends[..., -1:]).sum(axis=-1)
        return chosen.clip(max=chances.shape[-1] - 1)

    def __call__(self, seen: dict[str, Array], mask: Array) -> int:
        """The best option, for environments: an opponent as they take it."""
        return int(self.chances(seen["options"], mask)[0].argmax())


def train(games: int, seed: int = 1, league: League | None = None) -> Learner:
    """Play a number of games of self-play with two players."""
    learner = Learner(seed)
    league = League(seed) if league is None else league
    league.add(NOW)
    league.add("snapshot 0", learner.weights.copy())
    many = VectorGames(AT_ONCE, Rules(players=2), seed=seed, form="options")
    traces = np.zeros((AT_ONCE, 2, *learner.weights.shape))
    steps = np.zeros((AT_ONCE, 2))
    rivals: list[tuple[str, Array]] = [league.draw() for _ in range(AT_ONCE // 2)]
    everyone = np.arange(AT_ONCE)
    played = 0
    while played < games:
        actors = many.actors.astype(np.int64)
        rows, masks = many.option_rows(), many.masks()
        chances, verbs, worths = learner.chances(rows, masks)
        actions = learner.sample(chances)
        for at in np.flatnonzero(actors[: len(rivals)] == 1).tolist():
            actions[at] = _choice_of(learner, rivals[at][1], rows[at], masks[at])
        pull = -chances
        pull[everyone, actions] += 1
        where = np.broadcast_to(everyone[:, None], verbs.shape)
        whose = np.broadcast_to(actors[:, None], verbs.shape)
        np.add.at(traces, (where, whose, verbs), pull[..., None] * worths)
        steps[everyone, actors] += 1
        earned, done = many.step(actions)
        for at in np.flatnonzero(done).tolist():
            played += 1
            scaled = traces[at] / np.sqrt(steps[at].clip(1))[:, None, None]
            if at < len(rivals):
                learner.weights += RATE * earned[at][0] * scaled[0]
                _rate(league, rivals[at][0], float(earned[at][0]))
                rivals[at] = league.draw("close", NOW)
            else:
                learner.weights += RATE * (earned[at][:, None, None] * scaled).mean(axis=0)
            traces[at] = steps[at] = 0
            if played % EVERY == 0:
                league.add(f"snapshot {played}", learner.weights.copy(), like=NOW)
    return learner


def _choice_of(learner: Learner, weights: Array, rows: Array, mask: Array) -> int:
    """What a snapshot would choose."""
    snapshot = Learner.__new__(Learner)
    snapshot.weights, snapshot.luck = weights, learner.luck
    return int(snapshot.sample(snapshot.chances(rows, mask)[0]))


def _rate(league: League, rival: str, reward: float) -> None:
    """A game against a snapshot, for the ratings."""
    if rival not in league.members:  # it gave way while it played
        return
    if reward > 0:
        league.record([[NOW], [rival]])
    else:
        league.record([[rival], [NOW]] if reward < 0 else [[NOW, rival]])


def evaluate(learner: Learner, games: int, seed: int = 2, opponent: Any = "random") -> int:
    """How many of a number of games of two players it wins; it sits on both seats in turn."""
    env = QuarriorsEnv(
        Rules(players=2), opponents=opponent, seat="rotate", form="options", strict=True
    )
    won = 0
    for number in range(games):
        seen, _ = env.reset(seed=derived(seed, "evaluate") if number == 0 else None)
        done, reward = False, 0.0
        while not done:
            seen, reward, done, _, _ = env.step(learner(seen, seen["action_mask"]))
        won += reward > 0
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=800, help="of self-play")
    parser.add_argument("--matches", type=int, default=200, help="against the bot")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    league = League(given.seed)
    learner = train(given.games, given.seed, league)
    won = evaluate(learner, given.matches, given.seed + 1, given.opponent)
    print(f"{given.games} games of self-play; {won} of {given.matches} won ({given.opponent}).")
    for member in league.table()[:5]:
        print(f"{member.name:>14} {member.mu:6.1f} ± {2 * member.sigma:.1f}")


if __name__ == "__main__":
    main()
