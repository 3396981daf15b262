"""Quarriors: the dice-building game, for players, bot authors and researchers.

>>> import quarriors as q
>>> game = q.new_game(q.Rules(players=2), seed=7)
>>> while not game.over:
...     game.apply(game.decision.options[0])
>>> game.result.rule in ("9.1", "9.2", "15.9")
True
"""

from quarriors import cards
from quarriors.__about__ import __version__
from quarriors.engine.errors import (
    CardError,
    CatalogError,
    IllegalAnswer,
    PositionError,
    QuarriorsError,
    RecordError,
    RulesError,
    ScriptError,
)
from quarriors.engine.game import Decision, Option, Result
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.record.replay import replay

__all__ = [
    "CardError",
    "CatalogError",
    "Decision",
    "Game",
    "IllegalAnswer",
    "Option",
    "PositionError",
    "QuarriorsError",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "ScriptError",
    "__version__",
    "cards",
    "new_game",
    "replay",
]
