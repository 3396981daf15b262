"""What `observe` gives has the shape that `view.shape` says, in games of every set and edition."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

from quarriors import Rules, new_game
from quarriors.cards.sets import SETS
from quarriors.engine.rng import derived
from quarriors.engine.rules import EDITIONS
from quarriors.view.observe import observe
from quarriors.view.shape import View

STEPS = 250
_hints = cache(get_type_hints)


def _no_others(value: Any, shape: Any, path: str = "view") -> None:
    """Every key of every object is one that its type knows; msgspec lets others pass."""
    if is_typeddict(shape):
        hints = _hints(shape)
        assert set(value) <= set(hints), f"{path} has keys that its type does not know"
        for key, one in value.items():
            _no_others(one, hints[key], f"{path}.{key}")
    elif get_origin(shape) is list:
        for number, one in enumerate(value):
            _no_others(one, get_args(shape)[0], f"{path}[{number}]")
    elif value is not None:
        for part in get_args(shape):
            if is_typeddict(part):
                _no_others(value, part, path)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_have_their_shape(edition: str, players: int) -> None:
    sets = SETS if edition not in ("original", "original-it") else ("base",)
    game = new_game(Rules(players, edition, sets=tuple(sets)), seed=players)
    for step in range(STEPS):
        if game.over:
            break
        picture = observe(game, step % players)
        msgspec.convert(picture, View, strict=True)
        _no_others(picture, View)
        options = game.decision.options
        game.apply(options[derived(players, f"{edition}/{step}") % len(options)])
    assert game.over or step == STEPS - 1


def test_a_wrong_key_is_seen() -> None:
    picture = observe(new_game(Rules(2), seed=1), 0)
    picture["seats"][0]["bag"]["order"] = []
    with pytest.raises(AssertionError, match="bag has keys"):
        _no_others(picture, View)
