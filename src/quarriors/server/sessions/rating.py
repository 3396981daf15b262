"""Has finished games rated, each once."""

from __future__ import annotations

from functools import partial

from quarriors.server.store import Store, club
from quarriors.table.rated import why_unrated
from quarriors.table.table import LiveTable


async def rate(store: Store, table: LiveTable, now: float) -> None:
    """Have a finished game rated, unless it was, or does not count.

    A table is due until it is noted as over, which is done after this. So a server that dies in
    between leaves it to the next one, and rating a game again changes nothing.
    """
    result = table.game.result
    if result is None or why_unrated(table):
        return
    work = partial(
        club.rate_game,
        table_id=table.id,
        players=[club.Player(one.member, one.bot) for one in table.seats],
        winners=result.winners,
        now=now,
    )
    await store.change(work)
