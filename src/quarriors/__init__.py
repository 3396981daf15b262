"""Quarriors: the dice-building game, for players, bot authors and researchers.

>>> import quarriors as q
>>> game = q.new_game(q.Rules(players=2), seed=7)
>>> while not game.over:
...     game.apply(game.decision.options[0])
>>> game.result.rule in ("9.1", "9.2", "15.9")
True

Names are imported when they are first used, so a command that plays no game starts without the
engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import quarriors.cards.sets  # noqa: F401 - announces the sets to the engine
from quarriors.__about__ import __version__
from quarriors.engine.errors import SPEAKER

if TYPE_CHECKING:
    from quarriors import cards
    from quarriors.bots.analysis import analyse
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
    from quarriors.engine.events import Event
    from quarriors.engine.game import Decision, Option, Result
    from quarriors.engine.perft import perft
    from quarriors.engine.position import Position
    from quarriors.engine.rules import Rules
    from quarriors.game import Game, new_game
    from quarriors.record.notation_reading import read_notation
    from quarriors.record.replay import replay

__all__ = [
    "CardError",
    "CatalogError",
    "Decision",
    "Event",
    "Game",
    "IllegalAnswer",
    "Option",
    "Position",
    "PositionError",
    "QuarriorsError",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "ScriptError",
    "__version__",
    "analyse",
    "cards",
    "new_game",
    "perft",
    "read_notation",
    "replay",
]

_HOMES = {
    "Decision": "engine.game",
    "Event": "engine.events",
    "Game": "game",
    "Option": "engine.game",
    "Position": "engine.position",
    "Result": "engine.game",
    "Rules": "engine.rules",
    "analyse": "bots.analysis",
    "new_game": "game",
    "perft": "engine.perft",
    "read_notation": "record.notation_reading",
    "replay": "record.replay",
}


def _say(error: QuarriorsError, language: str) -> str:
    """The sentence of an error; the texts are loaded when the first one is asked for."""
    from quarriors.text.errors import said

    return said(error, language)


SPEAKER.say = _say


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "cards":
        return import_module("quarriors.cards")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"quarriors.{_HOMES.get(name, 'engine.errors')}")
    value = globals()[name] = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
