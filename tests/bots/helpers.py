"""Games between bots that the tests have in common."""

from __future__ import annotations

from quarriors.bots import BOTS, Bot, ask, make_bot
from quarriors.engine import is_compiled
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game

# Searching bots at a strength that is quick and does not depend on the clock.
# Interpreted, a pass takes ten times as long as compiled.
QUICK = {
    "mcts": "mcts:iterations=12" if is_compiled() else "mcts:iterations=4:plans=2",
    "master": "master:iterations=12" if is_compiled() else "master:iterations=4:rounds=1:width=2",
}
# Of the rivals, which are one class with other numbers, those that do not search.
OURS = sorted(
    name for name in BOTS if name not in ("list", "pip", "marta", "isolde", "vesna", "zeno")
)
SPECS = [QUICK.get(name, name) for name in OURS]
SETS = (["base"], ["all"])


def bots_for(game: Game, *specs: str, seed: int = 1) -> list[Bot]:
    """A bot for each seat."""
    assert len(specs) == game.rules.players
    return [make_bot(spec, seat, seed) for seat, spec in enumerate(specs)]


def played(game: Game, *specs: str, seed: int = 1, most: int = 100_000) -> Game:
    """The game between these bots, to its end or for a number of decisions."""
    bots = bots_for(game, *specs, seed=seed)
    for _ in range(most):
        if game.over:
            break
        game.apply(ask(bots[game.decision.seat], game))
    return game


def short(players: int, sets: list[str], seed: int) -> Game:
    """A game that is over soon."""
    return new_game(Rules(players, sets=sets, goal=5, round_limit=8), seed)
