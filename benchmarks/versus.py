"""A match between bots of two installations, such as a version and the one before it.

    python benchmarks/versus.py OLD NEW --old planner --new planner --games 1000 --seed 1
    python benchmarks/versus.py OLD NEW --old mcts:ms=200 --new master:ms=200 --players 4 --sets all

OLD and NEW are the Python programs of the two environments (`.venv-compiled/bin/python`). Each runs
in a process of its own and plays the same games; only answers go from one to the other, so a bot
sees what it always sees. Both must offer the same options at every decision: if cards or rules
differ, the match ends with a sentence. On every table the new bot plays once in each seat, against
old ones in all others. Milliseconds that limit a bot (`ms=`) are those of the processor, so that
other work on the machine does not decide who wins. Prints the share of games won by the new bot
with its 95 % interval, and the processor time a decision.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import IO, Any

from quarriors.lab.rates import wilson

# Runs in both processes. Each line it reads is a new game, a question to its bot, or an answer.
PLAYER = r"""
import json, sys, time
time.perf_counter = time.process_time  # before the bots import it
import quarriors as q
from quarriors.bots import make_bot
from quarriors.bots.base import Seat

game = None
bots = {}
for line in sys.stdin:
    asked = json.loads(line)
    if "rules" in asked:
        rules = q.Rules(asked["players"], sets=asked["rules"])
        game = q.new_game(rules, asked["seed"])
        bots = {seat: make_bot(asked["bot"], seat, asked["seed"]) for seat in asked["seats"]}
    elif "answer" in asked:
        game.apply(next(o for o in game.decision.options if o.code == asked["answer"]))
    if "decide" in asked:
        seat = Seat(game, game.decision.seat)
        began = time.process_time()
        chosen = bots[game.decision.seat].decide(seat, seat.decision)
        told = {"answer": chosen.code, "seconds": time.process_time() - began}
    elif game.over:
        told = {"winners": list(game.result.winners)}
    else:
        told = {"seat": game.decision.seat, "options": [o.code for o in game.decision.options]}
    print(json.dumps(told), flush=True)
"""


EVERY = 20  # games between two lines of progress


class Ended(Exception):
    """A side ended before the match did."""


class Side:
    """One installation, its bot, and the time that takes."""

    def __init__(self, python: str, bot: str) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0
        self._process = subprocess.Popen(
            [python, "-P", "-c", PLAYER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for what is said to it."""
        self._stream(self._process.stdin).write(json.dumps(message) + "\n")
        self._stream(self._process.stdin).flush()
        line = self._stream(self._process.stdout).readline()
        if not line:
            raise Ended(f"The process of {self.bot} ended; what it wrote above says why.")
        found: dict[str, Any] = json.loads(line)
        return found

    def decide(self) -> int:
        """The answer of the bot."""
        told = self.ask({"decide": True})
        self.seconds += told["seconds"]
        self.decisions += 1
        return int(told["answer"])

    def close(self) -> None:
        """End the process."""
        self._stream(self._process.stdin).close()
        self._process.wait()

    @staticmethod
    def _stream(stream: IO[str] | None) -> IO[str]:
        assert stream is not None, "both ends are pipes"
        return stream


def winners(old: Side, new: Side, sets: str, players: int, seed: int, new_seat: int) -> list[int]:
    """Play one game and return the seats that won it."""
    whose = [new if seat == new_seat else old for seat in range(players)]
    for side in (old, new):
        seats = [seat for seat in range(players) if whose[seat] is side]
        message = {"rules": [sets], "players": players, "seed": seed, "bot": side.bot}
        told = side.ask({**message, "seats": seats})
        if side is old:
            expected = told
    while True:
        if told != expected:
            raise SystemExit("The two installations play other games: cards or rules differ.")
        if "winners" in told:
            return list(told["winners"])
        answer = whose[told["seat"]].decide()
        expected = old.ask({"answer": answer})
        told = new.ask({"answer": answer})


def results(old: Side, new: Side, asked: argparse.Namespace) -> Iterator[float]:
    """What the new bot won of each game: 1, 0, or its part of a shared victory."""
    tables = -(-asked.games // asked.players)
    for table in range(tables):
        for seat in range(asked.players):
            won = winners(old, new, asked.sets, asked.players, asked.seed * 100_000 + table, seat)
            yield 1 / len(won) if seat in won else 0.0


def main() -> None:
    """Read the command line, play, and print the result."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    reader.add_argument("old_python", help="the Python of the older installation")
    reader.add_argument("new_python", help="the Python of the newer installation")
    reader.add_argument("--old", required=True, help="the bot of the older one")
    reader.add_argument("--new", required=True, help="the bot of the newer one")
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    reader.add_argument("--sets", default="base", choices=("base", "all"))
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    old, new = Side(asked.old_python, asked.old), Side(asked.new_python, asked.new)
    won, games = 0.0, 0
    try:
        for result in results(old, new, asked):
            won += result
            games += 1
            if games % EVERY == 0:
                print(f"{games} games: {100 * won / games:.1f} %", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    except Ended as error:
        print(error, file=sys.stderr)
    finally:
        old.close()
        new.close()
    if not games:
        return
    low, high = wilson(won, games)
    print(
        f"{asked.new} against {asked.old}, {asked.players} players, {asked.sets}, seed "
        f"{asked.seed}: {100 * won / games:.1f} % of {games} ({100 * low:.1f} to {100 * high:.1f})"
    )
    for name, side in (("new", new), ("old", old)):
        each = 1000 * side.seconds / max(side.decisions, 1)
        print(f"{name} {side.bot}: {each:.3f} ms a decision, {side.decisions} decisions")


if __name__ == "__main__":
    main()
