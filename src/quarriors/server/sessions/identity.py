"""Tokens that are renewed or moved to another device, and people who want to be forgotten.

A token is good at the table where it was given and at all rematches of that table, so what ends it
is done at all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from quarriors.server.sessions import forgetting
from quarriors.server.sessions.forgetting import Removed
from quarriors.server.sessions.service import TableService
from quarriors.server.store import people
from quarriors.table.errors import Refusal
from quarriors.table.seating import Joined
from quarriors.table.tokens import code_hash, new_code, new_token, read_code, token_hash

WATCHING_HOST = -1  # the seat that stands for a host without one, where codes are kept
MOST_TABLES = 50  # in one direction from game to rematch


async def give_code(service: TableService, table_id: str, token: str) -> str:
    """A one-time code that moves the holder of a token to another device."""
    viewer = (await service.open(table_id)).viewer(token)
    seat = WATCHING_HOST if viewer.seat is None else viewer.seat
    code = new_code()
    hashed = await asyncio.to_thread(code_hash, table_id, code)
    expires = service.now() + service.settings.code_seconds
    await service.store.change(
        partial(
            people.put_code,
            table_id=table_id,
            seat=seat,
            code_hash=hashed,
            token_hash=token_hash(token),
            expires=expires,
        )
    )
    return code


async def move(service: TableService, table_id: str, code: str) -> Joined:
    """Gives a device with a code a new token; the token that asked for the code ends."""
    await service.open(table_id)  # refuses a table that is not there
    hashed = await asyncio.to_thread(code_hash, table_id, read_code(code))
    use = partial(people.take_code, table_id=table_id, code_hash=hashed, now=service.now())
    old = await service.store.change(use)
    if old is None:
        raise Refusal("bad_token", "wrong_code")
    return await _replace(service, table_id, old)


async def renew(service: TableService, table_id: str, token: str) -> Joined:
    """A new token for the holder of one, which ends."""
    return await _replace(service, table_id, token_hash(token))


async def _replace(service: TableService, table_id: str, old: str) -> Joined:
    token = new_token()
    new = token_hash(token)
    table = await service.command(table_id, lambda table: table.rekey(old, new))
    async for other in _linked(service, table_id):
        try:
            await service.command(other, lambda table: table.rekey(old, new))
        except Refusal:  # they do not sit there
            break
    return Joined(table_id, table.seat_of(new), token)


async def _linked(service: TableService, table_id: str) -> AsyncIterator[str]:
    """The games before a table's and the rematches after it, as far as they are kept."""
    for forward in (False, True):
        found = table_id
        for _ in range(MOST_TABLES):
            try:
                table = await service.open(found)
            except Refusal:  # it was removed
                break
            found = table.again if forward else table.head.before
            if not found:
                break
            yield found


async def forget(service: TableService, table_id: str, token: str) -> Removed:
    """Remove what is kept of the holder of a token, at this table and where they met again."""
    (await service.open(table_id)).viewer(token)
    hashed = token_hash(token)
    removed = Removed()
    tables = [table_id, *[other async for other in _linked(service, table_id)]]
    for one in tables:
        removed += await service.store.change(
            partial(forgetting.forget_at, table_id=one, hashed=hashed)
        )
        service.written_elsewhere(one)
    return removed
