"""The club of a server: members with keys of their own, seasons, and ratings of finished games.

Each function works inside a transaction of `Store.change`, `Store.look_up` or `AdminDatabase`, as
those of `people` do. A game is rated in one transaction that begins by writing that it is, so
whoever asks first rates it, and asking again changes nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, delete, func, literal, select, text, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from quarriors.rating import Rating, places_of, rate
from quarriors.server.store.schema import (
    member_tables,
    members,
    rated_games,
    rated_seats,
    ratings,
    seasons,
    tables,
)

# Letters of other scripts that look like Latin ones, and what is read for each other.
_LOOKS = str.maketrans(
    "авеіӏкмнорстухѕјԁһԛԝαβεηικνορτυχωıłøđ01i|",
    "abellkmhopctyxsjdhqwabenlkvoptuxwllodolll",
)  # fmt: skip


class Member(NamedTuple):
    """Somebody who is rated."""

    id: int
    kind: str  # person or bot
    name: str
    made: float


class Season(NamedTuple):
    """A time whose games are rated apart from those before it."""

    number: int
    name: str
    began: float


class Standing(NamedTuple):
    """A member in a season."""

    member: Member
    rating: Rating
    games: int
    wins: int
    last: float


class Change(NamedTuple):
    """What a game changed for a seat."""

    seat: int
    before: Rating
    after: Rating


class Player(NamedTuple):
    """Who sat in a seat of a game: a member, or a bot by its name."""

    member: int = 0
    bot: str = ""


def folded(name: str) -> str:
    """A name as it is compared: two that people could take for each other give the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (mark for mark in plain.translate(_LOOKS) if mark.isalnum())
    return "".join(letters).replace("rn", "m").replace("vv", "w")


# --- members -----------------------------------------------------------------------------------

_MEMBER = (members.c.id, members.c.kind, members.c.name, members.c.made)


def register(
    connection: Connection, name: str, key_hash: str, now: float, most: int
) -> Member | Literal["taken", "full"]:
    """A new member; or why there is none: the name is taken, or there are `most` already."""
    people = select(func.count()).select_from(members).where(members.c.kind == "person")
    if connection.execute(people).scalar_one() >= most:
        return "full"
    found = _add_member(connection, "person", name, now, key_hash)
    return "taken" if found is None else found


def _add_member(
    connection: Connection, kind: str, name: str, now: float, key_hash: str | None = None
) -> Member | None:
    # A bot is known by its exact name: nobody else can give it one.
    known = folded(name) if kind == "person" else name
    row = connection.execute(
        _insert(connection, members)
        .values(kind=kind, name=name, folded=known, key_hash=key_hash, made=now)
        .on_conflict_do_nothing()
        .returning(*_MEMBER)
    ).one_or_none()
    return None if row is None else Member(*row)


def member_with(connection: Connection, key_hash: str) -> Member | None:
    """The member whose key has this hash."""
    row = connection.execute(select(*_MEMBER).where(members.c.key_hash == key_hash)).one_or_none()
    return None if row is None else Member(*row)


def member_named(connection: Connection, name: str) -> Member | None:
    """The person in the club whose name this is, or could be taken for."""
    mine = (members.c.kind == "person") & (members.c.folded == folded(name))
    row = connection.execute(select(*_MEMBER).where(mine)).one_or_none()
    return None if row is None else Member(*row)


def all_members(connection: Connection) -> list[Member]:
    """Every person in the club, in the order in which they came."""
    query = select(*_MEMBER).where(members.c.kind == "person").order_by(members.c.id)
    return [Member(*row) for row in connection.execute(query)]


def put_code(connection: Connection, member: int, code_hash: str, expires: float) -> None:
    """Keep the one-time code of a member; an earlier one ends."""
    connection.execute(
        update(members)
        .where(members.c.id == member)
        .values(code_hash=code_hash, code_expires=expires)
    )


def take_code(
    connection: Connection, member: int, code_hash: str, key_hash: str, now: float
) -> bool:
    """Use up a member's code: another key is theirs from now on. False: there is no such code."""
    mine = (members.c.id == member) & (members.c.code_hash == code_hash)
    done = connection.execute(
        update(members)
        .where(mine & (members.c.code_expires > now))
        .values(key_hash=key_hash, code_hash=None, code_expires=None)
    )
    return done.rowcount > 0


def note_table(connection: Connection, member: int, table_id: str) -> None:
    """A member is about to sit down at a table."""
    connection.execute(
        _insert(connection, member_tables)
        .values(member=member, table_id=table_id)
        .on_conflict_do_nothing()
    )


def tables_of(connection: Connection, member: int) -> list[str]:
    """Where a member has sat down."""
    query = select(member_tables.c.table_id).where(member_tables.c.member == member)
    return sorted(row.table_id for row in connection.execute(query))


def remove_member(connection: Connection, member: int) -> None:
    """Remove a member and their ratings; those of others stay as they are."""
    _lock(connection)
    for part in (rated_seats, ratings, member_tables):
        connection.execute(delete(part).where(part.c.member == member))
    connection.execute(delete(members).where(members.c.id == member))


# --- seasons -----------------------------------------------------------------------------------


def all_seasons(connection: Connection) -> list[Season]:
    """Every season, the first one first."""
    query = select(seasons.c.number, seasons.c.name, seasons.c.began).order_by(seasons.c.number)
    return [Season(*row) for row in connection.execute(query)]


def new_season(connection: Connection, name: str, now: float) -> Season:
    """Begin a season; its ratings begin anew, and those of the last one stay as they are."""
    _lock(connection)
    number = (connection.execute(select(func.max(seasons.c.number))).scalar() or 0) + 1
    connection.execute(seasons.insert().values(number=number, name=name, began=now))
    return Season(number, name, now)


def ladder(connection: Connection, season: int, limit: int | None = None) -> list[Standing]:
    """Who was rated in a season, the one who is surely the strongest first."""
    query = (
        select(*_MEMBER, *(ratings.c[name] for name in ("mu", "sigma", "games", "wins", "last")))
        .join(ratings, ratings.c.member == members.c.id)
        .where(ratings.c.season == season)
    )
    found = [
        Standing(Member(*row[:4]), Rating(row.mu, row.sigma), row.games, row.wins, row.last)
        for row in connection.execute(query)
    ]
    found.sort(key=lambda one: (-one.rating.least, one.member.id))
    return found[:limit]


# --- games -------------------------------------------------------------------------------------


def rate_game(
    connection: Connection,
    table_id: str,
    players: Sequence[Player],
    winners: Sequence[int],
    now: float,
) -> bool:
    """Rate a finished game, once; False if it was rated before, or somebody is no member now."""
    _lock(connection)
    known = [one.member for one in players if one.member]
    there = select(func.count()).select_from(members).where(members.c.id.in_(known))
    if connection.execute(there).scalar_one() != len(known):
        return False
    last = connection.execute(select(func.max(seasons.c.number))).scalar()
    season = last or new_season(connection, "", now).number
    row = select(tables.c.id, literal(season), literal(now)).where(tables.c.id == table_id)
    first = connection.execute(
        _insert(connection, rated_games)
        .from_select(["table_id", "season", "at"], row)
        .on_conflict_do_nothing()
        .returning(rated_games.c.table_id)
    ).all()
    if not first:
        return False
    seats = [one.member or _bot(connection, one.bot, now) for one in players]
    before = _before(connection, season, seats)
    old = {member: standing.rating for member, standing in before.items()}
    after = rate(seats, places_of(winners, len(seats)), old)
    won = {seats[seat] for seat in winners}
    for member, standing in before.items():
        values = {
            "mu": after[member].mu,
            "sigma": after[member].sigma,
            "games": standing.games + 1,
            "wins": standing.wins + (member in won),
            "last": now,
        }
        connection.execute(
            _insert(connection, ratings)
            .values(season=season, member=member, **values)
            .on_conflict_do_update(index_elements=list(ratings.primary_key), set_=values)
        )
    rows = [
        {
            "table_id": table_id,
            "seat": seat,
            "member": member,
            "mu_before": old[member].mu,
            "sigma_before": old[member].sigma,
            "mu": after[member].mu,
            "sigma": after[member].sigma,
        }
        for seat, member in enumerate(seats)
    ]
    connection.execute(rated_seats.insert(), rows)
    return True


def changes_of(connection: Connection, table_id: str) -> list[Change]:
    """What rating a game changed, by seat; nothing if it has not been rated."""
    query = (
        select(rated_seats).where(rated_seats.c.table_id == table_id).order_by(rated_seats.c.seat)
    )
    return [
        Change(row.seat, Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma))
        for row in connection.execute(query)
    ]


def _bot(connection: Connection, name: str, now: float) -> int:
    """The member that a bot is, made when it is first rated."""
    query = select(members.c.id).where(members.c.kind == "bot", members.c.folded == name)
    found = connection.execute(query).scalar()
    if found is not None:
        return int(found)
    made = _add_member(connection, "bot", name, now)
    assert made is not None, "nobody else writes: the lock is held"
    return made.id


def _before(connection: Connection, season: int, seats: Sequence[int]) -> dict[int, Standing]:
    """How members stand in a season, also those without a game in it."""
    found = dict.fromkeys(seats, Standing(Member(0, "", "", 0.0), Rating(), 0, 0, 0.0))
    query = select(ratings).where(ratings.c.season == season, ratings.c.member.in_(seats))
    for row in connection.execute(query):
        rating = Rating(row.mu, row.sigma)
        found[row.member] = found[row.member]._replace(
            rating=rating, games=row.games, wins=row.wins
        )
    return found


def _lock(connection: Connection) -> None:
    """Have games of all processes rated one after the other; SQLite has one writer anyhow."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE seasons IN SHARE ROW EXCLUSIVE MODE"))


def _insert(connection: Connection, table: Any) -> Any:
    """An insert that can say what to do on a conflict; each database has its own."""
    return (postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert)(table)
