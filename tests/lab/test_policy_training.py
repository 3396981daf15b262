"""`quarriors train --policy`: the gradient, a run that is resumed, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarriors.cards.load import default_catalog
from quarriors.lab.errors import LabError

np = pytest.importorskip("numpy")

from quarriors.bots.brain.policy import TRAINED  # noqa: E402
from quarriors.lab import policy_learning as learning  # noqa: E402
from quarriors.lab import policy_training as training  # noqa: E402

SEED = 3
STEP = 3e-3  # of a weight: the network computes with 24 bits, so smaller ones drown


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jobs of one game in a step."""
    monkeypatch.setattr(training, "JOB", 1)
    monkeypatch.setattr(training, "JOBS", 2)
    monkeypatch.setattr(training, "GAMES", 2)


@pytest.fixture(scope="module")
def batch() -> Any:
    weights = learning.first_weights(len(default_catalog().cards), SEED)
    found = training.play_job(weights, SEED, 1)
    assert found is not None
    return found


def alone() -> int:
    return 1


def losses(weights: Any, batch: Any) -> float:
    """What `learn` brings down, for all rows of a batch at once, with the gains all 1."""
    gradients = {name: np.zeros_like(one) for name, one in weights.items()}
    return steps_of(weights, gradients, batch)


def steps_of(weights: Any, gradients: Any, batch: Any) -> float:
    """The loss of judgement and policy together; their gradient is added."""
    rows = len(batch.seats)
    many = len(weights["cards"])
    mine = learning._weighed(learning._tally(batch.mine, rows, many))
    foes = learning._weighed(learning._tally(batch.foes, rows, many))
    won = learning._won(batch)
    loss = learning._judge_gradient(weights, gradients, batch.positions, mine, foes, won)
    which = np.flatnonzero(batch.chosen >= 0)
    firsts = np.concatenate([[0], np.cumsum(batch.counts)])
    options = learning._spans(firsts[which], batch.counts[which])
    gains = np.ones(len(which), np.float32)
    parts = (batch.positions[which], mine[which], foes[which], gains, 0.5)
    entropy, _ = learning._policy_gradient(weights, gradients, batch, which, options, *parts)
    # At these weights every chance is as it was when the games were played: the surrogate is the
    # mean of the logarithms of what was chosen, up to its first derivative.
    return loss - _mean_log(weights, batch, which, options, mine, foes) - 0.5 * entropy


def _mean_log(weights: Any, batch: Any, which: Any, options: Any, mine: Any, foes: Any) -> float:
    """The mean logarithm of the chance of what was chosen, as the network computes it."""
    from quarriors.bots.brain.die_value import die_values
    from quarriors.bots.brain.policy import Network

    flat = {name: [float(number) for number in one.flat] for name, one in weights.items()}
    network = Network(die_values(default_catalog()), flat)
    named = np.array(network.named).reshape(-1, learning.HIDDEN)
    plain = np.array(network.plain_named)
    starts = np.cumsum(batch.counts[which]) - batch.counts[which]
    row = np.repeat(np.arange(len(which)), batch.counts[which])
    verbs, cards = batch.verbs[options].astype(int), batch.cards[options].astype(int)
    asked = np.where(batch.asking[which][:, None] >= 0, weights["cards"][batch.asking[which]], 0.0)
    base = batch.positions[which] @ weights["position"] + asked @ weights["asks"]
    base = base + (mine[which] @ weights["cards"]) @ weights["mine"]
    base = base + (foes[which] @ weights["cards"]) @ weights["foes"]
    units = base[row] + batch.options[options] @ weights["option"] + weights["verb"][verbs]
    units = units + np.where(cards[:, None] >= 0, named[cards], 0.0)
    scores = np.maximum(units, 0.0) @ weights["out"] + np.where(cards >= 0, plain[cards], 0.0)
    scores = scores + (weights["plain_position"][verbs] * batch.positions[which][row]).sum(axis=1)
    scores = scores + (weights["plain_option"][verbs] * batch.options[options]).sum(axis=1)
    raised = np.exp(scores - np.maximum.reduceat(scores, starts)[row])
    chances = raised / np.add.reduceat(raised, starts)[row]
    picked = starts + batch.chosen[which]
    return float(np.log(chances[picked]).mean())


@pytest.mark.parametrize("name", sorted(learning.first_weights(3, 1)))
def test_the_gradient_is_that_of_the_loss(name: str, batch: Any) -> None:
    weights = {
        key: one.astype(np.float64)
        for key, one in learning.first_weights(len(default_catalog().cards), SEED).items()
    }
    gradients = {key: np.zeros_like(one) for key, one in weights.items()}
    steps_of(weights, gradients, batch)
    steepest = np.unravel_index(np.abs(gradients[name]).argmax(), gradients[name].shape)
    assert gradients[name][steepest] != 0.0
    around = []
    for change in (STEP, -STEP):
        moved = {key: one.copy() for key, one in weights.items()}
        moved[name][steepest] += change
        around.append(losses(moved, batch))
    slope = (around[0] - around[1]) / (2 * STEP)
    assert gradients[name][steepest] == pytest.approx(slope, rel=0.05, abs=1e-4)


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    with training.PolicyTraining(tmp_path / "whole", SEED) as whole:
        assert list(whole.train(4, alone)) == [2, 4]
        whole.result()
    with training.PolicyTraining(tmp_path / "halves", SEED) as half:
        assert next(half.train(4, alone)) == 2
    with training.PolicyTraining(tmp_path / "halves", SEED) as half:
        assert half.games == 2
        assert list(half.train(4, alone)) == [4]
        half.result()
    files = [(tmp_path / name / TRAINED).read_bytes() for name in ("whole", "halves")]
    assert files[0] == files[1]


def test_stopping_in_a_step_keeps_the_steps_before(tmp_path: Path) -> None:
    asked = iter([False, False, False, False, True])
    with training.PolicyTraining(tmp_path, SEED) as run:
        assert list(run.train(100, alone, lambda: next(asked, True))) in ([], [2])
        kept = run.games
    with training.PolicyTraining(tmp_path, SEED) as run:
        assert run.games == kept


def test_other_seeds_and_cards_and_damaged_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with training.PolicyTraining(tmp_path, SEED) as run:
        assert list(run.train(2, alone)) == [2]
    with pytest.raises(LabError, match=f"have the seed {SEED} and not 8"):
        training.PolicyTraining(tmp_path, 8)
    with pytest.raises(LabError, match="Another"), training.PolicyTraining(tmp_path, SEED):
        training.PolicyTraining(tmp_path, SEED)
    monkeypatch.setattr(training, "FORMAT", 99)
    with pytest.raises(LabError, match="other cards or another version"):
        training.PolicyTraining(tmp_path, SEED)
    monkeypatch.undo()
    (tmp_path / training.STATE).write_bytes(b"no archive")
    with pytest.raises(LabError, match="doesn't hold games"):
        training.PolicyTraining(tmp_path, SEED)
