"""Players made of code: what a bot is, the bots by name, and how they say why."""

from quarriors.bots.base import (
    Bot,
    BotError,
    Choice,
    Explainer,
    Explanation,
    Parameter,
    Seat,
    ask,
)
from quarriors.bots.registry import BOTS, make_bot

__all__ = [
    "BOTS",
    "Bot",
    "BotError",
    "Choice",
    "Explainer",
    "Explanation",
    "Parameter",
    "Seat",
    "ask",
    "make_bot",
]
