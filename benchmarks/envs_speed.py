"""How fast the environments are, next to others of their kind, in one run on one core.

    python benchmarks/envs_speed.py [--seconds 2] [--rounds 5] [--json]

Everybody plays at random. Each game is played twice: once to choose the actions, and once more by
the same seed with the clock on, so that only calls of the environment are timed, resets included.
The clock is the processor's: other work on the machine does not count. The contenders take turns
for some rounds, and each is compared with PettingZoo's Connect Four in the same round; the table
shows medians. PettingZoo's games need pygame; OpenSpiel and RLCard are left out where they are not
installed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from quarriors import Rules
from quarriors.engine.rng import Dealer
from quarriors.envs.core import play as core
from quarriors.envs.quarriors_aec import env, raw_env
from quarriors.envs.vector import VectorGames

GAMES_AT_ONCE = 64
STEPS_AT_ONCE = 250  # of each game, about its length
YARDSTICK = "connect_four_v3: step + last()"
# Plays one game by its seed: how many steps it had, and how long they took.
Run = Callable[[int], tuple[int, float]]


def aec(make: Callable[[], Any], look: str) -> Run:
    """An AEC environment; `look` says what is asked for before each step.

    `mask` is the mask of the info alone; `last` is all that `last()` gives, with the observation.
    """
    one = make()

    def chosen(seed: int) -> list[int | None]:
        dealer = Dealer(seed, "bench")
        found: list[int | None] = []
        one.reset(seed=seed)
        while one.agents:
            seen, _, terminated, truncated, _ = one.last()
            legal = np.flatnonzero(seen["action_mask"])
            over = terminated or truncated
            found.append(None if over else int(legal[dealer.below(len(legal))]))
            one.step(found[-1])
        return found

    def run(seed: int) -> tuple[int, float]:
        actions = chosen(seed)
        start = process_time()
        one.reset(seed=seed)
        if look == "mask":
            for action in actions:
                _ = one.infos[one.agent_selection]["action_mask"]
                one.step(action)
        else:
            for action in actions:
                one.last()
                one.step(action)
        spent = process_time() - start
        return len(actions) - actions.count(None), spent

    return run


def vector(look: bool, form: str) -> Run:
    """Our own runner of many games."""

    def run(seed: int) -> tuple[int, float]:
        dealer = Dealer(seed, "bench")
        games = VectorGames(GAMES_AT_ONCE, seed=seed, form=form)
        actions = []
        for _ in range(STEPS_AT_ONCE):
            actions.append([legal[dealer.below(len(legal))] for legal in games.legal()])
            games.step(actions[-1])
        arrays = [np.array(row) for row in actions]
        start = process_time()
        games.reset(seed)
        for row in arrays:
            games.masks()
            if look:
                games.observations()
            games.step(row)
        return GAMES_AT_ONCE * STEPS_AT_ONCE, process_time() - start

    return run


def openspiel(name: str, settings: dict[str, Any], look: bool) -> Run:
    """A game of OpenSpiel, driven from Python; steps are moves of players and of chance."""
    import pyspiel

    def run(seed: int) -> tuple[int, float]:
        dealer = Dealer(seed, "bench")
        actions: list[int] = []
        state = pyspiel.load_game(name, settings).new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            actions.append(legal[dealer.below(len(legal))])
            state.apply_action(actions[-1])
        game = pyspiel.load_game(name, settings)  # with the same luck, if it has any of its own
        start = process_time()
        state = game.new_initial_state()
        for action in actions:
            if not state.is_chance_node():
                state.legal_actions_mask()
                if look:
                    np.array(state.observation_tensor(), np.float32)
            state.apply_action(action)
        return len(actions), process_time() - start

    return run


def rlcard_game(name: str) -> Run:
    """A game of RLCard: its step gives the observation and the legal actions."""
    rlcard = import_module("rlcard")

    def run(seed: int) -> tuple[int, float]:
        dealer = Dealer(seed, "bench")
        env = rlcard.make(name, config={"seed": seed})
        actions: list[int] = []
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            actions.append(legal[dealer.below(len(legal))])
            state, _ = env.step(actions[-1])
        env = rlcard.make(name, config={"seed": seed})
        start = process_time()
        env.reset()
        for action in actions:
            env.step(action)
        return len(actions), process_time() - start

    return run


def contenders() -> Iterator[tuple[str, Run]]:
    """All that is measured, by name."""
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env as connect_four
        from pettingzoo.classic.tictactoe.tictactoe import raw_env as tictactoe
    except ImportError as error:
        raise SystemExit(
            f"PettingZoo's own games need one package more ({error}): pip install pygame"
        ) from error

    mixed = {"rules": Rules(players=4, sets=["all"])}
    yield YARDSTICK, aec(connect_four, "last")
    yield "tictactoe_v3: step + last()", aec(tictactoe, "last")
    yield "quarriors base, 2 seats: step + mask", aec(raw_env, "mask")
    yield "quarriors base, 2 seats: step + last()", aec(raw_env, "last")
    yield "quarriors all sets, 4 seats: step + mask", aec(lambda: raw_env(**mixed), "mask")
    yield "quarriors all sets, 4 seats: step + last()", aec(lambda: raw_env(**mixed), "last")
    yield "quarriors base, 2 seats, env(): step + last()", aec(env, "last")
    many = f"quarriors base, {GAMES_AT_ONCE} games at once"
    yield f"{many}: step + masks", vector(False, "compact")
    yield f"{many}: + observations", vector(True, "compact")
    yield f"{many}, universal: + observations", vector(True, "universal")
    if find_spec("rlcard") is not None:
        yield "RLCard gin rummy: step", rlcard_game("gin-rummy")
    if find_spec("pyspiel") is not None:
        from quarriors.envs.openspiel import TYPE

        yield "OpenSpiel backgammon: step + mask", openspiel("backgammon", {}, False)
        yield "OpenSpiel backgammon: step + mask + observation", openspiel("backgammon", {}, True)
        ours = TYPE.short_name
        yield "OpenSpiel quarriors: step + mask", openspiel(ours, {"seed": 1}, False)
        yield "OpenSpiel quarriors: step + mask + observation", openspiel(ours, {"seed": 1}, True)


def rate(run: Run, seconds: float, first_seed: int) -> float:
    """Steps a second, over games until the clock has run for so long."""
    steps, spent, seed = 0, 0.0, first_seed
    while spent < seconds:
        made, took = run(seed)
        steps += made
        spent += took
        seed += 1
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of each contender a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.seconds <= 0 or given.rounds < 1:
        parser.error("seconds and rounds are numbers above 0.")
    runs = dict(contenders())
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(given.rounds):
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
        for name, run in runs.items():
            rates[name].append(rate(run, given.seconds, 1000 * number))
    shown: list[dict[str, Any]] = [
        {
            "name": name,
            "steps_per_second": round(median(found)),
            "ratio": round(median(a / b for a, b in zip(found, rates[YARDSTICK], strict=True)), 2),
        }
        for name, found in rates.items()
    ]
    about = {
        "compiled": not (core.__file__ or "").endswith(".py"),
        "python": platform.python_version(),
        "pettingzoo": version("pettingzoo"),
        "seconds": given.seconds,
        "rounds": given.rounds,
    }
    if given.json:
        print(json.dumps({"about": about, "results": shown}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    for row in shown:
        print(f"{row['name']:<56} {row['steps_per_second']:>9,} steps/s  x{row['ratio']:.2f}")


if __name__ == "__main__":
    main()
