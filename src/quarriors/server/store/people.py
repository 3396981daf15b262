"""What a server keeps of people beside their tables: codes, reports, and shared limits.

Each function works inside a transaction of `Store.change`, `Store.look_up` or `AdminDatabase`, as
those of `administration` do.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import Connection, case, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from quarriors.server.store.schema import codes, limits, reports

LIMIT_SECONDS = 3600.0  # in which every limit is whole again


class Report(NamedTuple):
    """Something that a player has reported."""

    id: int
    table_id: str
    at: float
    seat: int  # whose line or name
    reporter: int | None
    name: str
    line: str | None  # None: the name is reported
    reason: str
    note: str
    closed: float | None


# --- codes -------------------------------------------------------------------------------------


def put_code(
    connection: Connection,
    table_id: str,
    seat: int,
    code_hash: str,
    token_hash: str,
    expires: float,
) -> None:
    """Keep the code of a seat; an earlier one of the same seat ends."""
    mine = (codes.c.table_id == table_id) & (codes.c.seat == seat)
    connection.execute(delete(codes).where(mine))
    connection.execute(
        codes.insert().values(
            table_id=table_id,
            seat=seat,
            code_hash=code_hash,
            token_hash=token_hash,
            expires=expires,
        )
    )


def take_code(connection: Connection, table_id: str, code_hash: str, now: float) -> str | None:
    """Use up a code; the hash of the token that asked for it, None if there is no such code."""
    found = connection.execute(
        delete(codes)
        .where(codes.c.table_id == table_id, codes.c.code_hash == code_hash)
        .where(codes.c.expires > now)
        .returning(codes.c.token_hash)
    ).scalar()
    return None if found is None else str(found)


# --- reports -----------------------------------------------------------------------------------


def add_report(connection: Connection, report: Report) -> int:
    """Write a report; its number, whatever `report.id` says."""
    values = report._asdict()
    del values["id"]
    new = reports.insert().values(values).returning(reports.c.id)
    return int(connection.execute(new).scalar_one())


def all_reports(connection: Connection, *, closed: bool = False) -> list[Report]:
    """The reports that are open, or all, the oldest first."""
    query = select(*(reports.c[name] for name in Report._fields)).order_by(reports.c.id)
    if not closed:
        query = query.where(reports.c.closed.is_(None))
    return [Report(*row) for row in connection.execute(query)]


def close_report(connection: Connection, number: int) -> bool:
    """Close a report; whether there was such an open one."""
    mine = (reports.c.id == number) & reports.c.closed.is_(None)
    return connection.execute(update(reports).where(mine).values(closed=time.time())).rowcount > 0


# --- limits ------------------------------------------------------------------------------------


def take(connection: Connection, key: str, rate: float, most: float) -> float:
    """Take a token from a bucket; 0 if there was one, else the seconds until there is.

    One statement, so that processes that ask at the same moment are counted one after the other.
    """
    postgres = connection.dialect.name == "postgresql"
    insert = postgres_insert(limits) if postgres else sqlite_insert(limits)
    # The clock of the database is everybody's.
    now = func.extract("epoch", func.clock_timestamp()) if postgres else literal(time.time())
    grown = limits.c.tokens + case((now > limits.c.at, now - limits.c.at), else_=0.0) * rate
    there = case((grown < most, grown), else_=most)
    row = connection.execute(
        insert.values(key=key, tokens=most - 1.0, at=now, taken=True)
        .on_conflict_do_update(
            index_elements=[limits.c.key],
            set_={
                "tokens": case((there >= 1.0, there - 1.0), else_=there),
                "at": now,
                "taken": there >= 1.0,
            },
        )
        .returning(limits.c.tokens, limits.c.taken)
    ).one()
    return 0.0 if row.taken else (1.0 - row.tokens) / rate


def tidy(connection: Connection) -> None:
    """Remove codes that have ended and limits that are whole again."""
    now = time.time()
    connection.execute(delete(codes).where(codes.c.expires <= now))
    connection.execute(delete(limits).where(limits.c.at <= now - LIMIT_SECONDS))
