"""A linear learner in plain NumPy: self-play in a league, then games against the ladder.

    python examples/linear_self_play.py                 # beats greedy after a minute
    python examples/linear_self_play.py --games 300 --matches 20

It uses the option form: every option is a row of numbers. Each verb (summon, capture, pass, ...)
has a weight for each of these numbers, for numbers of the whole table, and for each card that the
option may be about; options are chosen by the softmax of their sums. After a game the weights of
what the winner did go up and those of what the loser did go down (REINFORCE, with the steps of
Adam). In half of the games the second seat is played by an earlier snapshot, drawn from the league
by its rating.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from ladder import climb, line
from numpy.typing import NDArray

from quarriors import Rules
from quarriors.engine.rng import derived
from quarriors.envs.core.layout import LANE_NAMES
from quarriors.envs.fields import OPTION
from quarriors.envs.forms import Encoder
from quarriors.envs.league import League
from quarriors.envs.vector import VectorGames

Array = NDArray[Any]
AT_ONCE = 64  # games side by side
RIVALS = AT_ONCE // 2  # of them against snapshots
RATE = 0.01
BATCH = 32  # seats whose games are over between two steps of Adam
EVERY = 400  # games between two snapshots
NOW = "now"
FORM = {"form": "options"}
FIELDS = {part.name: slice(part.start, part.start + part.size) for part in OPTION.fields}
VERBS = OPTION.fields[1].size
# What is looked at besides the verb: whose die, the number, and everything about card and face.
SEEN = ("present", "whose", "number", "kind", "cost", "glory", "left", "owned", "face")
NUMBERS = np.concatenate(
    [np.arange(OPTION.shape[1])[FIELDS[name]] for name in (*SEEN, "attack", "defense", "earns")]
)
CARDS = 256  # room for the numbers of cards in the catalogue; basic cards have the last ones
BASICS = CARDS - len(LANE_NAMES)


class Learner:
    """The weights, and what it would choose."""

    def __init__(self, seed: int, encoder: Encoder | None = None) -> None:
        encoder = encoder or Encoder(Rules(players=2), **FORM)
        names = encoder.names()
        of_table = [name.startswith(("table", "seats")) for name in names]
        self.context = np.flatnonzero(of_table)
        ids = [f"cards[{lane}].card" for lane in LANE_NAMES]
        self.card_at = np.array([names.index(name) if name in names else -1 for name in ids])
        self.width = len(NUMBERS) + len(self.context)
        self.weights = np.zeros(VERBS * (self.width + CARDS))
        self.luck = np.random.default_rng(derived(seed, "learner"))

    def places(self, seen: Array, rows: Array) -> tuple[Array, Array]:
        """Of each option: which weights it uses, and the numbers that they are multiplied by."""
        verbs = rows[:, FIELDS["verb"]].argmax(axis=1)
        lanes = rows[:, FIELDS["lane"]].argmax(axis=1)
        columns = self.card_at[lanes]
        named = np.rint(seen[np.arange(len(seen)), columns] * 256).astype(np.int64)
        cards = np.where(columns >= 0, named, BASICS + lanes)
        cards[~rows[:, FIELDS["lane"]].any(axis=1)] = 0
        used = np.empty((len(rows), self.width + 1), np.int64)
        used[:, :-1] = verbs[:, None] * self.width + np.arange(self.width)
        used[:, -1] = VERBS * self.width + verbs * CARDS + cards
        ones = np.ones((len(rows), 1))
        return used, np.concatenate([rows[:, NUMBERS], seen[:, self.context], ones], axis=1)

    def __call__(self, seen: dict[str, Array], mask: Array) -> int:
        """The best option, for environments: an opponent as they take it."""
        options = np.flatnonzero(mask)
        wide = np.broadcast_to(seen["observation"], (len(options), len(seen["observation"])))
        used, numbers = self.places(wide, seen["options"][options])
        return int(options[(self.weights[used] * numbers).sum(axis=1).argmax()])


class Adam:
    """Gathers what finished games say, and moves the weights after a batch of them."""

    def __init__(self, size: int) -> None:
        self.sum, self.mean, self.square = np.zeros(size), np.zeros(size), np.zeros(size)
        self.gathered = self.steps = 0

    def add(self, weights: Array, wish: Array) -> None:
        """What one seat of a game says."""
        self.sum += wish
        self.gathered += 1
        if self.gathered < BATCH:
            return
        self.sum /= self.gathered
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * self.sum
        self.square = 0.99 * self.square + 0.01 * self.sum**2
        spread = np.sqrt(self.square / (1 - 0.99**self.steps)) + 1e-8
        weights += RATE * self.mean / (1 - 0.9**self.steps) / spread
        self.sum[:] = 0
        self.gathered = 0


def _chances(sums: Array, games: Array) -> Array:
    """The softmax of the options of each game; options stand in the order of the games."""
    starts = np.searchsorted(games, np.arange(AT_ONCE))
    raised = np.exp(sums - np.maximum.reduceat(sums, starts)[games])
    found: Array = raised / np.add.reduceat(raised, starts)[games]
    return found


def _sample(chances: Array, games: Array, luck: np.random.Generator) -> Array:
    """One option for each game, by its chances: their numbers among all options."""
    everyone = np.arange(AT_ONCE)
    starts, ends = np.searchsorted(games, everyone), np.searchsorted(games, everyone, "right")
    sums = np.cumsum(chances)
    before = sums[starts] - chances[starts]
    return np.searchsorted(sums, before + luck.random(AT_ONCE)).clip(starts, ends - 1)


def train(
    games: int, seed: int = 1, league: League | None = None, learner: Learner | None = None
) -> Learner:
    """Play a number of games of self-play with two players."""
    many = VectorGames(AT_ONCE, Rules(players=2), seed=seed, **FORM)
    learner = Learner(seed, many.encoder) if learner is None else learner
    league = League(seed) if league is None else league
    if NOW not in league.members:
        league.add(NOW)
        league.add("snapshot 0", learner.weights.copy())
    adam = Adam(len(learner.weights))
    traces = np.zeros((2 * AT_ONCE, len(learner.weights)))  # of each seat of each game
    steps = np.zeros(2 * AT_ONCE)
    rivals = [league.draw()[0] for _ in range(RIVALS)]
    weights = np.stack([learner.weights, *(league.members[name].player for name in rivals)])
    everyone = np.arange(AT_ONCE)
    played = 0
    while played < games:
        weights[0] = learner.weights
        actors = many.actors.astype(np.int64)
        at, options = np.nonzero(many.masks())
        used, numbers = learner.places(many.observations()[at], many.option_rows()[at, options])
        whose = np.where((everyone < RIVALS) & (actors == 1), everyone + 1, 0)
        chances = _chances((weights[whose[at][:, None], used] * numbers).sum(axis=1), at)
        chosen = _sample(chances, at, learner.luck)
        pull = -chances
        pull[chosen] += 1
        seats = 2 * everyone + actors
        np.add.at(traces, (seats[at][:, None], used), pull[:, None] * numbers)
        steps[seats] += 1
        earned, done = many.step(options[chosen])
        for game in np.flatnonzero(done).tolist():
            played += 1
            for seat in range(1 if game < RIVALS else 2):  # a snapshot learns nothing
                row = 2 * game + seat
                adam.add(
                    learner.weights, earned[game][seat] * traces[row] / np.sqrt(steps[row].clip(1))
                )
            traces[2 * game : 2 * game + 2] = 0
            steps[2 * game : 2 * game + 2] = 0
            if game < RIVALS:
                _rate(league, rivals[game], float(earned[game][0]))
                rivals[game], weights[game + 1] = league.draw("close", NOW)
            if played % EVERY == 0:
                name = f"snapshot {len(league.members)}-{played}"
                league.add(name, learner.weights.copy(), like=NOW)
    return learner


def _rate(league: League, rival: str, reward: float) -> None:
    """A game against a snapshot, for the ratings."""
    if rival not in league.members:  # it gave way while it played
        return
    if reward > 0:
        league.record([[NOW], [rival]])
    else:
        league.record([[rival], [NOW]] if reward < 0 else [[NOW, rival]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12_000, help="of self-play")
    parser.add_argument("--matches", type=int, default=200, help="against each of the ladder")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    league = League(given.seed)
    learner = train(given.games, given.seed, league)
    won = climb(learner, given.matches, given.seed + 1, **FORM)
    print(line(f"{given.games} games of self-play", won, given.matches))
    for member in league.table()[:5]:
        print(f"{member.name:>18} {member.mu:6.1f} ± {2 * member.sigma:.1f}")


if __name__ == "__main__":
    main()
