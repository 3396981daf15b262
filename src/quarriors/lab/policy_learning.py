"""How the policy of the bots learns: proximal policy optimisation in plain NumPy.

The network is that of `bots.brain.policy`, with the same names for its weights. Its gradient is
written out here, so that training needs no more than NumPy.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quarriors.bots.brain.features import O_VALUE, OPTION, POSITION
from quarriors.bots.brain.policy import CARD, DICE, HIDDEN, JUDGES, VERBS, Recording

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]
Weights = dict[str, Array]

CLIP: Final = 0.2  # how far one batch may move the chance of an answer
TRACE: Final = 0.95  # how far a result reaches back, a decision
ROWS: Final = 8192  # positions of a step
EPOCHS: Final = 2  # how often a batch is gone through
DECAY: Final = 2e-3  # of the cards' vectors, a step: what is seldom met stays near 0
TRUST: Final = 12.0  # points of a first score for 4 Glory
LONGEST: Final = 1.0  # length of a gradient


def first_weights(cards: int, seed: int) -> Weights:
    """Weights that know nothing but what looking one step ahead says (`greedy`)."""
    luck = np.random.default_rng(seed)

    def drawn(*shape: int, scale: float) -> Array:
        return luck.normal(0.0, scale, shape).astype(np.float32)

    def none(*shape: int) -> Array:
        return np.zeros(shape, np.float32)

    plain_option = none(VERBS, OPTION)
    plain_option[:, O_VALUE] = TRUST
    return {
        "cards": drawn(cards, CARD, scale=0.1),
        "position": drawn(POSITION, HIDDEN, scale=0.15),
        "mine": drawn(CARD, HIDDEN, scale=0.3),
        "foes": drawn(CARD, HIDDEN, scale=0.3),
        "asks": drawn(CARD, HIDDEN, scale=0.3),
        "option": drawn(OPTION, HIDDEN, scale=0.3),
        "verb": drawn(VERBS, HIDDEN, scale=0.3),
        "named": drawn(2 * CARD, HIDDEN, scale=0.3),
        "out": drawn(HIDDEN, scale=0.1),
        "plain_position": none(VERBS, POSITION),
        "plain_option": plain_option,
        "plain_named": drawn(2 * CARD, scale=0.3),
        "judge_position": drawn(POSITION, JUDGES, scale=0.2),
        "judge_mine": drawn(CARD, JUDGES, scale=0.3),
        "judge_foes": drawn(CARD, JUDGES, scale=0.3),
        "judge_out": drawn(JUDGES, scale=0.1),
        "judge_plain": none(POSITION),
    }


class Batch:
    """Recorded games as arrays; options stand in the order of their rows."""

    def __init__(self, recording: Recording, results: list[list[float]], ends: list[int]) -> None:
        def numbers(column: Any) -> Numbers:
            return np.array(column, np.int64)

        self.positions: Array = np.array(recording.positions, np.float32).reshape(-1, POSITION)
        self.options: Array = np.array(recording.options, np.float32).reshape(-1, OPTION)
        self.verbs = numbers(recording.verbs).astype(np.int16)
        self.cards = numbers(recording.cards).astype(np.int16)
        self.counts = numbers(recording.counts)
        self.chosen = numbers(recording.chosen)
        self.chances: Array = np.array(recording.chances, np.float32)
        self.mine, self.foes = numbers(recording.mine), numbers(recording.foes)
        self.seats = numbers(recording.seats)
        self.asking = numbers(recording.asking)
        self.ends = ends  # of each game: the row after its last
        self.results = results  # of each game: what each seat won


def joined(batches: list[Batch], cards: int) -> Batch:
    """Some batches as one."""
    one = batches[0]
    rows = 0
    moved: dict[str, list[Any]] = {"mine": [], "foes": [], "ends": [], "results": []}
    for batch in batches:
        moved["mine"].append(batch.mine + rows * cards)
        moved["foes"].append(batch.foes + rows * cards)
        moved["ends"].extend(end + rows for end in batch.ends)
        moved["results"].extend(batch.results)
        rows += len(batch.seats)
    names = (
        "positions",
        "options",
        "verbs",
        "cards",
        "counts",
        "chosen",
        "chances",
        "seats",
        "asking",
    )
    for name in names:
        setattr(one, name, np.concatenate([getattr(batch, name) for batch in batches]))
    one.mine, one.foes = np.concatenate(moved["mine"]), np.concatenate(moved["foes"])
    one.ends, one.results = moved["ends"], moved["results"]
    return one


class Learner:
    """The weights, and Adam's memory of their gradients."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(array) for name, array in weights.items()}
        self.squares = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, gradients: Weights, rate: float) -> None:
        """One step of Adam."""
        self.steps += 1
        length = float(np.sqrt(sum(float((one**2).sum()) for one in gradients.values())))
        scale = min(1.0, LONGEST / (length + 1e-9))
        for name, gradient in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (scale * gradient - mean)
            square += 0.001 * ((scale * gradient) ** 2 - square)
            way = mean / (1 - 0.9**self.steps)
            spread = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            self.weights[name] -= (rate * way / spread).astype(np.float32)
        self.weights["cards"] *= 1.0 - rate * DECAY

    def learn(
        self, batch: Batch, rate: float, entropy: float, luck: np.random.Generator
    ) -> dict[str, float]:
        """Go through a batch; how the policy and the judgement did."""
        cards = len(self.weights["cards"])
        rows = len(batch.seats)
        mine = _tally(batch.mine, rows, cards)
        foes = _tally(batch.foes, rows, cards)
        won = _won(batch)
        judged = _sigmoid(_judge_all(self.weights, batch.positions, mine, foes))
        gains = _gains(batch, judged, won)
        decides = batch.chosen >= 0
        spread = gains[decides].std() + 1e-6
        gains = (gains - gains[decides].mean()) / spread
        firsts = np.concatenate([[0], np.cumsum(batch.counts)])
        told = {"loss": 0.0, "entropy": 0.0, "moved": 0.0}
        steps = 0
        for _ in range(EPOCHS):
            order = luck.permutation(rows)
            for at in range(0, rows, ROWS):
                part = np.sort(order[at : at + ROWS])
                gradients = {name: np.zeros_like(one) for name, one in self.weights.items()}
                positions = batch.positions[part]
                own, theirs = _weighed(mine[part]), _weighed(foes[part])
                told["loss"] += _judge_gradient(
                    self.weights, gradients, positions, own, theirs, won[part]
                )
                which = np.flatnonzero(decides[part])
                chosen = part[which]
                options = _spans(firsts[chosen], batch.counts[chosen])
                found = _policy_gradient(
                    self.weights, gradients, batch, chosen, options,
                    positions[which], own[which], theirs[which], gains[chosen], entropy,
                )  # fmt: skip
                told["entropy"] += found[0]
                told["moved"] += found[1]
                self.step(gradients, rate)
                steps += 1
        return {name: value / steps for name, value in told.items()}


def _tally(places: Numbers, rows: int, cards: int) -> NDArray[np.uint8]:
    """How many dice of each card a row has."""
    found = np.zeros(rows * cards, np.uint8)
    np.add.at(found, places, np.uint8(1))
    return found.reshape(rows, cards)


def _weighed(tally: NDArray[np.uint8]) -> Array:
    """What the dice of each card count."""
    return tally.astype(np.float32) * np.float32(DICE)


def _won(batch: Batch) -> Array:
    """What the seat of each row won in the end."""
    found = np.empty(len(batch.seats), np.float32)
    first = 0
    for end, result in zip(batch.ends, batch.results, strict=True):
        found[first:end] = np.array(result, np.float32)[batch.seats[first:end]]
        first = end
    return found


def _gains(batch: Batch, judged: Array, won: Array) -> Array:
    """How much better it went on than it looked (the generalised advantage of what was chosen)."""
    found = np.zeros(len(won), np.float32)
    first = 0
    for end, result in zip(batch.ends, batch.results, strict=True):
        for seat in range(len(result)):
            rows = first + np.flatnonzero(
                (batch.seats[first:end] == seat) & (batch.chosen[first:end] >= 0)
            )
            if not len(rows):
                continue
            after = np.append(judged[rows[1:]], won[rows[-1]])
            differences = after - judged[rows]
            total = 0.0
            for at in range(len(rows) - 1, -1, -1):
                total = float(differences[at]) + TRACE * total
                found[rows[at]] = total
        first = end
    return found


def _spans(firsts: Numbers, counts: Numbers) -> Numbers:
    """All numbers of some spans, one after the other."""
    ends = np.cumsum(counts)
    found: Numbers = np.arange(ends[-1]) + np.repeat(firsts - (ends - counts), counts)
    return found


class _Groups:
    """Rows by a number of each: sums by sorting, several times as fast as `np.add.at`."""

    def __init__(self, keys: Numbers) -> None:
        self._order = np.argsort(keys, kind="stable")
        ordered = keys[self._order]
        self._firsts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
        self._keys = ordered[self._firsts]

    def add(self, into: Array, rows: Array) -> None:
        """Add to each row of `into` the sum of the rows of its number."""
        into[self._keys] += np.add.reduceat(rows[self._order], self._firsts)


def _sigmoid(values: Array) -> Array:
    return (1 / (1 + np.exp(-values))).astype(np.float32)


def _judge_all(
    w: Weights, positions: Array, mine: NDArray[np.uint8], foes: NDArray[np.uint8]
) -> Array:
    """The log-odds of very many rows."""
    found = np.empty(len(positions), np.float32)
    for first in range(0, len(positions), ROWS):
        part = slice(first, first + ROWS)
        dice = _weighed(mine[part]), _weighed(foes[part])
        found[part] = judge_rows(w, positions[part], *dice)[0]
    return found


def judge_rows(w: Weights, positions: Array, mine: Array, foes: Array) -> tuple[Array, Array]:
    """The log-odds of each row, and what its hidden units say."""
    units: Array = positions @ w["judge_position"]
    units += (mine @ w["cards"]) @ w["judge_mine"] + (foes @ w["cards"]) @ w["judge_foes"]
    units = np.maximum(units, np.float32(0))
    return units @ w["judge_out"] + positions @ w["judge_plain"], units


def _judge_gradient(
    w: Weights, g: Weights, positions: Array, mine: Array, foes: Array, won: Array
) -> float:
    """Add the gradient of the judgement's log loss; that loss."""
    odds, units = judge_rows(w, positions, mine, foes)
    chance = _sigmoid(odds)
    error = (chance - won) / len(won)
    g["judge_out"] += units.T @ error
    g["judge_plain"] += positions.T @ error
    back = (error[:, None] * w["judge_out"]) * (units > 0)
    g["judge_position"] += positions.T @ back
    for dice, role in ((mine, "judge_mine"), (foes, "judge_foes")):
        g[role] += (dice @ w["cards"]).T @ back
        g["cards"] += dice.T @ (back @ w[role].T)
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def _policy_gradient(
    w: Weights,
    g: Weights,
    batch: Batch,
    rows: Numbers,
    options: Numbers,
    positions: Array,
    mine: Array,
    foes: Array,
    gains: Array,
    entropy: float,
) -> tuple[float, float]:
    """Add the gradient of what rows chose; the mean entropy, and how far chances have moved."""
    counts = batch.counts[rows]
    starts = np.cumsum(counts) - counts
    row = np.repeat(np.arange(len(rows)), counts)
    numbers = batch.options[options]
    verbs = batch.verbs[options].astype(np.int64)
    cards = batch.cards[options].astype(np.int64)
    many = len(w["cards"])
    own, theirs = mine @ w["cards"], foes @ w["cards"]
    asking = batch.asking[rows]
    asked = np.where(asking[:, None] >= 0, w["cards"][asking], np.float32(0))
    base = positions @ w["position"] + own @ w["mine"] + theirs @ w["foes"] + asked @ w["asks"]
    roles = w["named"].reshape(2, CARD, HIDDEN)
    table = np.concatenate(
        [w["cards"] @ roles[0], w["cards"] @ roles[1], np.zeros((1, HIDDEN), np.float32)]
    )
    plain_roles = w["plain_named"].reshape(2, CARD)
    plain_table = np.concatenate(
        [w["cards"] @ plain_roles[0], w["cards"] @ plain_roles[1], np.zeros(1, np.float32)]
    )
    units = np.maximum(
        base[row] + numbers @ w["option"] + w["verb"][verbs] + table[cards], np.float32(0)
    )
    seen = positions[row]
    scores = units @ w["out"] + plain_table[cards]
    scores += np.einsum("ij,ij->i", w["plain_position"][verbs], seen)
    scores += np.einsum("ij,ij->i", w["plain_option"][verbs], numbers)
    raised = np.exp(scores - np.maximum.reduceat(scores, starts)[row])
    chances = raised / np.add.reduceat(raised, starts)[row]
    logs = np.log(np.maximum(chances, 1e-12))
    picked = starts + batch.chosen[rows]
    ratio = np.exp(logs[picked] - batch.chances[rows])
    used = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = np.where(used, ratio * gains, 0).astype(np.float32)
    error = chances * pull[row]
    error[picked] -= pull
    each = np.add.reduceat(-chances * logs, starts)
    error += entropy * chances * (logs + each[row])
    error /= len(rows)
    # Backwards.
    g["out"] += units.T @ error
    back = (error[:, None] * w["out"]) * (units > 0)
    g["option"] += numbers.T @ back
    by_verb = _Groups(verbs)
    by_verb.add(g["verb"], back)
    by_verb.add(g["plain_position"], error[:, None] * seen)
    by_verb.add(g["plain_option"], error[:, None] * numbers)
    at_table = np.zeros_like(table)
    _Groups(cards).add(at_table, back)
    at_plain = np.bincount(np.where(cards < 0, 2 * many, cards), error, 2 * many + 1)
    for role in range(2):
        span = slice(role * many, (role + 1) * many)
        wide = slice(role * CARD, (role + 1) * CARD)
        plain = at_plain[span].astype(np.float32)
        g["named"][wide] += w["cards"].T @ at_table[span]
        g["plain_named"][wide] += w["cards"].T @ plain
        g["cards"] += at_table[span] @ roles[role].T + plain[:, None] * plain_roles[role]
    below = np.add.reduceat(back, starts)
    g["position"] += positions.T @ below
    g["mine"] += own.T @ below
    g["foes"] += theirs.T @ below
    g["asks"] += asked.T @ below
    at_card = np.zeros((many + 1, CARD), np.float32)
    _Groups(asking).add(at_card, below @ w["asks"].T)
    g["cards"] += at_card[:many]
    g["cards"] += mine.T @ (below @ w["mine"].T) + foes.T @ (below @ w["foes"].T)
    return float(each.mean()), float(np.abs(ratio - 1).mean())
