"""The bots by name.

A bot is asked for by a text: its name, then parameters after colons, `random` or `random:seed=5`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from quarriors.bots.base import Bot, BotError, Seat, ask
from quarriors.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "BotError", "Seat", "ask", "make_bot"]

BOTS: Final[Mapping[str, Callable[[int, int], Bot]]] = {"random": RandomBot}
_PARAMETERS: Final = ("seed",)


def make_bot(spec: str, seat: int, seed: int) -> Bot:
    """The bot a text asks for, at one seat; its own `seed` parameter wins over the game's."""
    name, *given = spec.split(":")
    factory = BOTS.get(name)
    if factory is None:
        raise BotError(f"There is no bot {name!r}; use one of {', '.join(sorted(BOTS))}.")
    parameters = dict(_parameter(name, text) for text in given)
    return factory(seat, parameters.get("seed", seed))


def _parameter(name: str, text: str) -> tuple[str, int]:
    """One `key=number` after a colon."""
    key, _, value = text.partition("=")
    if key not in _PARAMETERS:
        raise BotError(
            f"The bot {name!r} has no parameter {key!r}; use {', '.join(_PARAMETERS)}, "
            f"such as {name}:seed=5."
        )
    if not value.removeprefix("-").isdecimal():
        raise BotError(f"The parameter {key!r} is a whole number, such as {key}=5, not {value!r}.")
    return key, int(value)
