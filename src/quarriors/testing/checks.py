"""What must hold in every position and at every decision."""

from __future__ import annotations

import json

from quarriors.engine import queries
from quarriors.engine.queries import State
from quarriors.game import Game


def check_state(s: State) -> None:
    """Check that every die is in exactly one place, and that the state is consistent."""
    wrong = queries.flaw(s) or queries.flaw_of_decision(s)
    assert wrong is None, wrong


def check_decision(game: Game) -> None:
    """Check that copying, saving and trying options work and do not change the game."""
    before = _text(game)
    texts = game.decision.texts
    loaded = queries.from_wire(game.setup, json.loads(before))
    assert json.dumps(queries.wire_of(loaded)) == before, "a saved state came back changed"
    again = Game(loaded, game.origin, [], 0, False)
    assert again.decision.texts == texts, "a saved state offers something else"
    for option in game.decision.options:
        tried = game.clone()
        assert _text(tried) == before, "a clone is not alike"
        queries.clear_scripts(queries.state(tried))  # a script is meant for one line of play only
        tried.apply(option)
        check_state(queries.state(tried))
    assert _text(game) == before, "a clone moved the original"
    assert game.decision.texts == texts


def _text(game: Game) -> str:
    """The position as text."""
    return json.dumps(queries.wire(game))
