"""Hints: what a bot would do in a player's place."""

from __future__ import annotations

import logging
from typing import Final

from quarriors.server.fair_queue import Owner
from quarriors.server.workers import BotFailed, Workers
from quarriors.table.errors import Refusal
from quarriors.table.messages import Advice, AdviceLine, Hint
from quarriors.table.setup import check_bot
from quarriors.table.table import LiveTable

LOG: Final = logging.getLogger("quarriors.server.sessions")


async def advice(
    table: LiveTable,
    seat: int | None,
    hint: Hint,
    language: str,
    workers: Workers,
    owner: Owner,
    longest: float,
) -> Advice:
    """What a bot would do in a seat's place, for its player alone; `longest` is in seconds."""
    if hint.state != table.state:
        raise Refusal("stale", "stale")
    if seat is None or table.deciding != seat:
        raise Refusal("not_yours", "service.hint_seat")
    ms = check_bot(hint.bot).given.get("ms", 0)
    most = int(1000 * longest)
    if isinstance(ms, int) and ms > most:
        raise Refusal("illegal", "setup.slow_bot", bot=hint.bot, key="ms", most=most)
    game = table.game
    codes = [option.code for option in game.decision.options]
    try:
        lines = await workers.advise(game, hint.bot, language, table.names, owner)
    except BotFailed as failure:
        LOG.info("no hint: %s %s", failure.how, failure.detail, extra={"bot": hint.bot})
        raise Refusal("not_now", "service.no_hint", bot=hint.bot) from failure
    if hint.state != table.state:
        raise Refusal("stale", "service.hint_late")
    shown = [AdviceLine(codes.index(code) + 1, value, text) for code, value, text in lines]
    return Advice(hint.state, hint.bot, tuple(shown))
