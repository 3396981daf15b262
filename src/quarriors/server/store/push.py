"""Who wants to be told that it is their turn, who has been told, and the server's key for it.

Each function works inside a transaction of `Store.change` or `Store.look_up`, as those of `people`
do.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from quarriors.server.store.schema import server_keys, subscriptions, told

MOST = 4  # browsers of one seat; the oldest gives way
PUSH_KEY = "push"


class Subscribed(NamedTuple):
    """A browser of the player of a seat."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


def subscribe(
    connection: Connection,
    table_id: str,
    seat: int,
    token_hash: str,
    browser: Subscribed,
    now: float,
) -> int:
    """Add a browser of a seat, or write it anew; how many the seat has then."""
    mine = (subscriptions.c.table_id == table_id) & (subscriptions.c.seat == seat)
    # Somebody who had the seat before is not told of it any more.
    connection.execute(delete(subscriptions).where(mine, subscriptions.c.token_hash != token_hash))
    values = {**browser._asdict(), "token_hash": token_hash, "made": now}
    mark = _mark(browser.endpoint)
    connection.execute(
        _insert(connection, subscriptions)
        .values(table_id=table_id, seat=seat, mark=mark, **values)
        .on_conflict_do_update(index_elements=list(subscriptions.primary_key), set_=values)
    )
    newest = (
        select(subscriptions.c.mark)
        .where(mine)
        .order_by(subscriptions.c.made.desc(), subscriptions.c.mark)
    )
    marks = [row.mark for row in connection.execute(newest)]
    for old in marks[MOST:]:
        connection.execute(delete(subscriptions).where(mine, subscriptions.c.mark == old))
    return min(len(marks), MOST)


def unsubscribe(
    connection: Connection, table_id: str, seat: int, endpoint: str | None = None
) -> int:
    """Remove a browser of a seat, or all of them; how many."""
    mine = (subscriptions.c.table_id == table_id) & (subscriptions.c.seat == seat)
    if endpoint is not None:
        mine &= subscriptions.c.mark == _mark(endpoint)
    return connection.execute(delete(subscriptions).where(mine)).rowcount


def subscribed(
    connection: Connection, table_id: str, seat: int, token_hash: str
) -> list[Subscribed]:
    """The browsers of the player who has a seat now."""
    columns = (subscriptions.c[name] for name in Subscribed._fields)
    query = (
        select(*columns)
        .where(subscriptions.c.table_id == table_id, subscriptions.c.seat == seat)
        .where(subscriptions.c.token_hash == token_hash)
        .order_by(subscriptions.c.made)
    )
    return [Subscribed(*row) for row in connection.execute(query)]


def claim(connection: Connection, table_id: str, seat: int, channel: str, since: float) -> bool:
    """Be the one who tells a seat of the move that began then; False if somebody has."""
    adding = _insert(connection, told).values(
        table_id=table_id, seat=seat, channel=channel, since=since
    )
    done = connection.execute(
        adding.on_conflict_do_update(
            index_elements=list(told.primary_key),
            set_={"since": since},
            where=told.c.since < since,
        ).returning(told.c.since)
    ).all()
    return bool(done)


def server_key(connection: Connection, new: bytes) -> bytes:
    """The server's key for push services; `new` becomes it if there is none."""
    connection.execute(
        _insert(connection, server_keys).values(name=PUSH_KEY, data=new).on_conflict_do_nothing()
    )
    query = select(server_keys.c.data).where(server_keys.c.name == PUSH_KEY)
    return bytes(connection.execute(query).scalar_one())


def _mark(endpoint: str) -> str:
    """What stands for an address in a key; addresses are long."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _insert(connection: Connection, table: Any) -> Any:
    """An insert that can say what to do on a conflict; each database has its own."""
    return (postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert)(table)
