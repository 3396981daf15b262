"""How many decisions a game asks for: how many in all, and how many are spending a die by hand.

    python benchmarks/decisions.py [--games 200] [--bots random greedy planner] [--players 2]

Every bot plays against itself, on base tables and on tables of all sets, always from the same
seeds, so that two versions of the rules can be compared. A question of which the only answers are
to spend a die or to be done is counted apart (15.1).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from quarriors import Rules, new_game
from quarriors.bots.base import ask
from quarriors.bots.registry import make_bot

TABLES: dict[str, Sequence[str]] = {"base": ("base",), "all sets": ("all",)}


def count(sets: Sequence[str], bot: str, players: int, seed: int) -> tuple[int, int, int, int]:
    """One game: decisions, turns, dice spent by hand, and questions of nothing but spending."""
    game = new_game(Rules(players, sets=sets), seed=seed)
    bots = [make_bot(bot, seat, seed * players + seat) for seat in range(players)]
    decisions = spent = idle = 0
    while not game.over:
        verbs = {option.verb for option in game.decision.options}
        idle += verbs == {"spend", "pass"}
        option = ask(bots[game.decision.seat], game)
        spent += option.verb == "spend"
        decisions += 1
        game.apply(option)
    return decisions, game.turn, spent, idle


def main() -> None:
    """Play and print a table in Markdown."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--bots", nargs="+", default=["random", "greedy", "planner"])
    reader.add_argument("--players", type=int, default=2)
    asked = reader.parse_args()
    print("| table | bot | games | decisions a game | a turn | spent by hand | spend or done |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name, sets in TABLES.items():
        for bot in asked.bots:
            found = [count(sets, bot, asked.players, seed) for seed in range(asked.games)]
            decisions, turns, spent, idle = (sum(row) for row in zip(*found, strict=True))
            games = len(found)
            print(
                f"| {name} | {bot} | {games} | {decisions / games:.1f} | {decisions / turns:.2f} "
                f"| {spent / games:.1f} | {idle / games:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
