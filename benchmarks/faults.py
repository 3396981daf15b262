"""Counts obvious faults of bots: what no player of some sense does.

    python benchmarks/faults.py --bots planner master:iterations=200 [--games 50] [--seed 1]

Every bot plays against itself. A game: free culls offered; declined though a die was offered that
is worth less than the average of the collection, and not all dice are drawn every turn; culled dice
that had been captured; answers that changed nothing (the same question with the same options again,
nothing rolled or moved); spells and Portals captured; quests gone on; quartifacts equipped.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from quarriors import Rules, new_game
from quarriors.bots.base import ask
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import usual_draw
from quarriors.bots.registry import make_bot
from quarriors.engine import queries
from quarriors.engine.game import Option
from quarriors.game import Game

TABLES: dict[str, Sequence[str]] = {"base": ("base",), "all sets": ("all",)}
COLUMNS = (
    "culls", "declined", "culled captures", "no change", "spells", "portals", "quests", "equipped",
)  # fmt: skip


def faults(game: Game, answer: Option) -> Counter[str]:
    """What the answer counts as; the game goes on with it."""
    s = queries.state(game)
    found: Counter[str] = Counter()
    decision = game.decision
    if answer.verb == "quest" and answer.card is not None:
        found["quests"] += 1
    elif answer.verb == "equip":
        found["equipped"] += 1
    elif answer.verb == "capture" and answer.die is not None:
        card = s.setup.cards[s.setup.slot[answer.die]]
        found["spells"] += card.kind == "spell"
        found["portals"] += card.name == "Portal"
    elif decision.kind == "cull":
        worth = die_values(s.setup.catalog).draw
        cards = s.setup.cards
        owned = [
            worth[cards[s.setup.slot[die]].index] for die in queries.collection(s, decision.seat)
        ]
        offered = [one.die for one in decision.options if one.die is not None]
        poor = [
            die
            for die in offered
            if worth[cards[s.setup.slot[die]].index] < sum(owned) / len(owned)
        ]
        found["culls"] += 1
        if answer.die is None:
            found["declined"] += bool(poor) and len(owned) > usual_draw(s.setup)
        else:
            found["culled captures"] += cards[s.setup.slot[answer.die]].kind != "basic"
    before = queries.open_wire(s)
    game.apply(answer)
    found["no change"] += queries.open_wire(queries.state(game)) == before
    return found


def count(sets: Sequence[str], bot: str, players: int, games: int, seed: int) -> Counter[str]:
    """The faults of some games."""
    found: Counter[str] = Counter()
    for number in range(seed, seed + games):
        game = new_game(Rules(players, sets=sets), number)
        bots = [make_bot(bot, seat, number) for seat in range(players)]
        while not game.over:
            found += faults(game, ask(bots[game.decision.seat], game))
    return found


def main() -> None:
    """Play and print a table in Markdown."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    reader.add_argument("--games", type=int, default=50)
    reader.add_argument("--bots", nargs="+", default=["greedy", "planner"])
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    print(f"| table | bot | {' | '.join(COLUMNS)} |")
    print(f"|---|---|{'---:|' * len(COLUMNS)}")
    for name, sets in TABLES.items():
        for bot in asked.bots:
            found = count(sets, bot, asked.players, asked.games, asked.seed)
            numbers = " | ".join(f"{found[column] / asked.games:.2f}" for column in COLUMNS)
            print(f"| {name} | {bot} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
