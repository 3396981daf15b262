"""How fast the environments are, next to others of their kind, in one run on one core.

    python benchmarks/envs_speed.py [--seconds 2] [--rounds 5] [--json]

Everybody plays at random. Only the calls of the environment are timed, resets included; choosing an
action is not. The contenders take turns for some rounds, and each is compared with PettingZoo's
Connect Four in the same round, so that a slow moment of the machine slows down both; the table
shows the median of each.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from quarriors import Rules
from quarriors.engine.luck import Dealer
from quarriors.envs.core import play as core
from quarriors.envs.quarriors_aec import QuarriorsAEC, env, raw_env
from quarriors.envs.vector import VectorGames

GAMES_AT_ONCE = 64
YARDSTICK = "connect_four_v3: step + last()"
# Runs for so many seconds: how many steps it made, and how long they took.
Run = Callable[[float], tuple[int, float]]


def aec(make: Callable[[], Any], look: str) -> Run:
    """An AEC environment; `look` says what is asked for after each step.

    `info` is the mask alone; `last` is all that `last()` gives, observation and mask.
    """

    def run(seconds: float) -> tuple[int, float]:
        one = make()
        steps, spent, dealer, seed = 0, 0.0, Dealer(1, "bench"), 0
        while spent < seconds:
            seed += 1
            start = perf_counter()
            one.reset(seed=seed)
            spent += perf_counter() - start
            while one.agents:
                start = perf_counter()
                if look == "info":
                    over = one.terminations[one.agent_selection]
                    mask = one.infos[one.agent_selection]["action_mask"]
                else:
                    seen, _, over, _, _ = one.last()
                    mask = seen["action_mask"]
                spent += perf_counter() - start
                action = None
                if not over:
                    legal = np.flatnonzero(mask)
                    action = int(legal[dealer.below(len(legal))])
                    steps += 1
                start = perf_counter()
                one.step(action)
                spent += perf_counter() - start
        return steps, spent

    return run


def vector(look: bool) -> Run:
    """Our own runner of many games."""

    def run(seconds: float) -> tuple[int, float]:
        steps, dealer = 0, Dealer(1, "bench")
        start = perf_counter()
        games = VectorGames(GAMES_AT_ONCE, seed=1)
        spent = perf_counter() - start
        while spent < seconds:
            actions = [legal[dealer.below(len(legal))] for legal in games.legal()]
            start = perf_counter()
            games.step(actions)
            games.masks()
            if look:
                games.observations()
            spent += perf_counter() - start
            steps += GAMES_AT_ONCE
        return steps, spent

    return run


def openspiel(name: str, look: bool) -> Run:
    """A game of OpenSpiel, driven from Python; steps are moves of players and of chance."""
    import pyspiel

    def run(seconds: float) -> tuple[int, float]:
        game = pyspiel.load_game(name)
        steps, spent, dealer = 0, 0.0, Dealer(1, "bench")
        while spent < seconds:
            start = perf_counter()
            state = game.new_initial_state()
            spent += perf_counter() - start
            while not state.is_terminal():
                start = perf_counter()
                legal = state.legal_actions()
                if look and not state.is_chance_node():
                    state.legal_actions_mask()
                    np.array(state.observation_tensor(), np.float32)
                spent += perf_counter() - start
                action = legal[dealer.below(len(legal))]
                start = perf_counter()
                state.apply_action(action)
                spent += perf_counter() - start
                steps += 1
        return steps, spent

    return run


def contenders() -> Iterator[tuple[str, Run]]:
    """All that is measured, by name."""
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    mixed = Rules(players=4, sets=["all"])

    def bare() -> QuarriorsAEC:
        return raw_env()

    yield YARDSTICK, aec(lambda: connect_four_v3.raw_env(), "last")
    yield "tictactoe_v3: step + last()", aec(lambda: tictactoe_v3.raw_env(), "last")
    yield "quarriors base, 2 seats: step + mask", aec(bare, "info")
    yield "quarriors base, 2 seats: step + last()", aec(bare, "last")
    yield "quarriors all sets, 4 seats: step + mask", aec(lambda: raw_env(rules=mixed), "info")
    yield "quarriors all sets, 4 seats: step + last()", aec(lambda: raw_env(rules=mixed), "last")
    yield "quarriors base, wrapped: step + last()", aec(lambda: env(), "last")
    yield f"quarriors base, {GAMES_AT_ONCE} games at once: step + masks", vector(False)
    yield f"quarriors base, {GAMES_AT_ONCE} games at once: + observations", vector(True)
    if find_spec("pyspiel") is not None:
        from quarriors.envs import openspiel as registered

        yield "OpenSpiel backgammon: step + legal actions", openspiel("backgammon", False)
        yield "OpenSpiel backgammon: + mask, observation", openspiel("backgammon", True)
        name = registered.TYPE.short_name
        yield "OpenSpiel quarriors: step + legal actions", openspiel(name, False)


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
        for name, run in runs.items():
            steps, spent = run(given.seconds)
            rates[name].append(steps / spent)
            print(f"round {number + 1}: {name}", file=sys.stderr)
    shown = [
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
