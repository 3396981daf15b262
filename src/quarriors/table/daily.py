"""What a page shows of a daily before it is played: its number, its rival, its Wilds."""

from __future__ import annotations

from functools import lru_cache

from quarriors.bots.rivals import RIVALS
from quarriors.daily import daily_of
from quarriors.table.messages import Language, Setup
from quarriors.table.setup import daily_setup, make_origin, refusing
from quarriors.table.values import value
from quarriors.text import Texts


@value()
class DailyFacts:
    """The daily of a date. To play it, make a table with `setup` as it is."""

    date: str
    number: int  # of the daily; the one of 2026-01-01 has 1
    rival: str  # a bot
    rival_name: str
    featured: str  # the set whose cards are mixed in, empty for none
    featured_name: str  # in the reader's language
    wilds: tuple[str, ...]  # cards by their English names
    setup: Setup


@lru_cache(maxsize=64)
def daily_facts(date: str, language: Language) -> DailyFacts:
    """The daily of a date; one that does not exist is refused."""
    with refusing():
        day = daily_of(date)
    setup = daily_setup(day, language)
    named = Texts(language).say("server", f"web.set.{day.featured}") if day.featured else ""
    wilds = make_origin(setup, day.seed).wilds
    rival = RIVALS[day.rival].name
    return DailyFacts(date, day.number, day.rival, rival, day.featured, named, wilds, setup)
