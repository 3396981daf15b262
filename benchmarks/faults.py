"""Counts obvious faults of bots: what no player of some sense does.

    python benchmarks/faults.py --bots planner master:iterations=200 [--games 50] [--seed 1]

Every bot plays against itself. Counted, a game:

- free culls offered; declined though a die was offered that is worth less than the average of the
  collection, and not all dice are drawn every turn; culled dice that had been captured;
- answers that changed nothing (the same question with the same options again, nothing rolled or
  moved);
- captures passed though a die could be paid that is worth more than the average of the collection;
- spells that were worth most of all that could be paid, and how many of these were bought; the same
  for Portals;
- questions with a quest to go on, quests gone on; the same for quartifacts;
- decisions in lost games (a chance below 3 %), and creatures left in the pool there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from quarriors import Rules, new_game
from quarriors.bots.base import ask
from quarriors.bots.brain.die_value import card_of, die_values
from quarriors.bots.brain.evaluation import usual_draw
from quarriors.bots.chance import chances
from quarriors.bots.registry import make_bot
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option
from quarriors.engine.queries import State
from quarriors.game import Game

TABLES: dict[str, Sequence[str]] = {"base": ("base",), "all sets": ("all",)}
COLUMNS = (
    "culls", "declined", "culled captures", "no change", "passed", "spells pay", "spells",
    "portals pay", "portals", "quest offers", "quests", "equip offers", "equipped", "lost", "idle",
)  # fmt: skip
LOST = 0.03  # a chance of winning below that is none


def faults(game: Game, answer: Option) -> Counter[str]:
    """What the answer counts as; the game goes on with it."""
    s = queries.state(game)
    found: Counter[str] = Counter()
    decision = game.decision
    verbs = {option.verb for option in decision.options}
    found["quest offers"] += "quest" in verbs
    found["quests"] += answer.verb == "quest"
    found["equip offers"] += "equip" in verbs
    found["equipped"] += answer.verb == "equip"
    if decision.kind in ("cull", "capture"):
        found += _of_dice(s, decision, answer)
    if "summon" in verbs and chances(s)[decision.seat] < LOST:
        found["lost"] += 1
        found["idle"] += answer.verb == "pass"
    before = queries.open_wire(s)
    game.apply(answer)
    found["no change"] += queries.open_wire(queries.state(game)) == before
    return found


def _of_dice(s: State, decision: Decision, answer: Option) -> Counter[str]:
    """What an answer counts as that captures or culls a die, or does not."""
    found: Counter[str] = Counter()
    worth = die_values(s.setup.catalog).draw
    owned = [worth[card_of(s.setup, die)] for die in queries.collection(s, decision.seat)]
    mean = sum(owned) / len(owned)
    offered = [one.die for one in decision.options if one.die is not None]
    cards = [s.setup.cards[s.setup.slot[die]] for die in offered]
    if decision.kind == "cull":
        found["culls"] += 1
        if answer.die is None:
            poor = any(worth[card.index] < mean for card in cards)
            found["declined"] += poor and len(owned) > usual_draw(s.setup)
        else:
            found["culled captures"] += s.setup.cards[s.setup.slot[answer.die]].kind != "basic"
    elif cards:
        best = max(cards, key=lambda card: worth[card.index])
        pays = worth[best.index] > mean
        taken = answer.card == best.name
        found["passed"] += pays and answer.verb == "pass"
        found["spells pay"] += pays and best.kind == "spell"
        found["spells"] += pays and best.kind == "spell" and taken
        found["portals pay"] += pays and best.name == "Portal"
        found["portals"] += pays and best.name == "Portal" and taken
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
