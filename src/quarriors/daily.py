"""The daily: one game for each date, the same for everybody, from the date alone.

A date gives a seed, a rival and the sets; Wilds, first player and dice follow from the seed as in
every game. The rival thinks without a clock, and its luck follows from the seed and the number of
answers given before, so the same answers give the same game on every machine. No server is needed,
and nothing is secret: who looks can know the dice to come.

The seed is long (`engine.rng.turn_key`): every turn has dice of its own, which do not depend on how
many dice were rolled in the turns before.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

from quarriors.engine.errors import RulesError
from quarriors.engine.rng import HALF, Dealer, derived

FIRST: Final = dt.date(2026, 1, 1)  # has the number 1
LAST: Final = dt.date(2099, 12, 31)
WORDS: Final = 5  # of 24 bits, that a seed is made of
LEADING: Final = 1 << 24 * WORDS  # added, so that every seed is a long one
# Stronger from Monday to Friday; the weekend adds cards of an expansion.
RIVALS: Final = ("pip", "marta", "bruno", "isolde", "orsino", "isolde", "orsino")
SATURDAY: Final = 5
EXPANSIONS: Final = (
    "rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator", "quartifacts", "light_vs_dark",
)  # fmt: skip
_WRITTEN: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Daily:
    """The game of a date."""

    date: str  # 2026-11-18
    number: int  # days from the first one, which has 1
    seed: int
    rival: str  # as the registry of bots names it
    featured: str  # the expansion whose cards are mixed in; empty on weekdays

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets that the Wilds are dealt from."""
        return ("base", self.featured) if self.featured else ("base",)


def daily_of(text: str) -> Daily:
    """The daily of a date like 2026-11-18; anything else is refused with a `RulesError`."""
    try:
        day = dt.date.fromisoformat(text) if _WRITTEN.fullmatch(text) else None
    except ValueError:  # there is no 30th of February
        day = None
    if day is None:
        raise RulesError("daily_date", value=text[:20])
    if not FIRST <= day <= LAST:
        raise RulesError("daily_range", value=text, first=str(FIRST), last=str(LAST))
    dealer = Dealer(day.toordinal(), "daily")
    seed = LEADING
    for word in range(WORDS):
        seed += dealer.below(HALF) << 24 * word
    weekend = day.weekday() >= SATURDAY
    featured = EXPANSIONS[dealer.below(len(EXPANSIONS))] if weekend else ""
    number = (day - FIRST).days + 1
    return Daily(text, number, seed, RIVALS[day.weekday()], featured)


def rival_luck(seed: int, answers: int) -> int:
    """The luck of a daily's rival for one decision, after a number of answers of all players."""
    return derived(seed, f"daily rival/{answers}")
