"""What brings players back, over HTTP: the daily of a date, and the achievements there are."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from quarriors.facts import game
from quarriors.server.web.answers import checked_language, reply
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.fact_routes import cached_fact
from quarriors.table.daily import daily_facts

DATE = {
    "name": "date",
    "in": "query",
    "required": True,
    "description": "The player's date, such as 2026-11-18.",
    "schema": {"type": "string", "format": "date"},
}


async def show_daily(_context: AppContext, request: Request) -> Response:
    """The daily of a date: the same rival, Wilds and dice for everybody who plays it."""
    language = checked_language(request)
    date = request.query_params.get("date", "")
    return reply(await asyncio.to_thread(daily_facts, date, language))


async def show_achievements(context: AppContext, request: Request) -> Response:
    """What can be achieved in a game; the summary of a game names those of each player by id."""
    return await cached_fact(context, request, game.achievements, checked_language(request))
