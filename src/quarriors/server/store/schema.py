"""The tables of the database, and the number of the newest migration.

A game table is one row of `tables` and its numbered `entries`. The primary key of `entries`
makes it impossible that two processes write the same number; `tables.last` is the number of the
last entry, so that a writer can lock and check one row instead of looking for a maximum.
Everything else in `tables` is there to find tables without reading their entries.

TableHeader, entries and snapshots are bytes that only `quarriors.table` understands.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

VERSION = "0006"  # the newest migration; a database of an unknown one is refused
VERSION_TABLE = "quarriors_version"  # not Alembic's usual name: others may live in the database

metadata = MetaData()

# Alembic's own table, in its own form.
versions = Table(
    VERSION_TABLE,
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)

_Number = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts up in INTEGER keys only
_Time = Float(53)  # seconds since the epoch; 53 bits keep microseconds

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", _Time, nullable=False),
    Column("last", Integer, nullable=False),  # number of the last entry
    Column("open", Boolean, nullable=False),  # shown in the list of tables
    Column("stage", Text, nullable=False),
    Column("players", Text, nullable=False),  # for the list; its form is the caller's
    Column("updated", _Time, nullable=False),
    Column("due", _Time, nullable=True),  # by `Backend.now`: when a server must look at it
)
Index(
    "tables_listed",
    tables.c.stage,
    tables.c.updated,
    postgresql_where=tables.c.open,
    sqlite_where=tables.c.open,
)
Index(
    "tables_due",
    tables.c.due,
    postgresql_where=tables.c.due.is_not(None),
    sqlite_where=tables.c.due.is_not(None),
)

# Beside `tables`, whose rows are written anew with every append.
heads = Table(
    "heads",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", _Time, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # kept in the order of the key: an append touches one page
)

# Beside the entries and only the newest few of each table: they are large, and seldom read.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", _Time, nullable=False),
)
Index("chat_table", chat.c.table_id, chat.c.id)

# One row for each process a seat is connected to: a player may have the table open twice.
presence = Table(
    "presence",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("process", Text, primary_key=True),
    Column("seen", _Time, nullable=False),
    sqlite_with_rowid=False,
)
Index("presence_seen", presence.c.seen)

# Addresses that are refused; `network` is written as `ipaddress.ip_network` does.
bans = Table(
    "bans",
    metadata,
    Column("network", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("made", _Time, nullable=False),
    Column("until", _Time, nullable=True),  # None: for good
)

# What `quarriors admin` did that running servers must notice; they ask for rows after the last one
# they have seen. Rows are removed after an hour, and numbers are never used again.
admin_changes = Table(
    "admin_changes",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("table_id", Text, nullable=False),  # empty if it is not about a table
    Column("at", _Time, nullable=False),
    sqlite_autoincrement=True,
)

# One-time codes that move a seat to another device: one for each seat, -1 for a host who watches.
codes = Table(
    "codes",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("code_hash", Text, nullable=False),
    Column("token_hash", Text, nullable=False),  # of the token that ends when the code is used
    Column("expires", _Time, nullable=False),
)

# What players report to the operator: a line of chat or a name.
reports = Table(
    "reports",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("at", _Time, nullable=False),
    Column("seat", Integer, nullable=False),  # whose line or name
    Column("reporter", Integer, nullable=True),  # None: the host, who watches
    Column("name", Text, nullable=False),
    Column("line", Text, nullable=True),  # what was said; None: the name is reported
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("closed", _Time, nullable=True),
    sqlite_autoincrement=True,
)
Index("reports_table", reports.c.table_id)

# Limits that all processes share: token buckets. They need not survive a crash.
limits = Table(
    "limits",
    metadata,
    Column("key", Text, primary_key=True),
    Column("tokens", _Time, nullable=False),
    Column("at", _Time, nullable=False),
    Column("taken", Boolean, nullable=False),  # whether the last who asked got one
)

# Who is rated: people, known by the hash of a key of their own, and bots, known by their name.
members = Table(
    "members",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),  # person or bot
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),  # the name as `club.folded` has it
    Column("key_hash", Text, nullable=True),  # None: a bot
    Column("made", _Time, nullable=False),
    Column("code_hash", Text, nullable=True),  # of the one-time code that moves the key
    Column("code_expires", _Time, nullable=True),
    sqlite_autoincrement=True,
)
Index("members_folded", members.c.kind, members.c.folded, unique=True)
Index("members_key", members.c.key_hash, unique=True)

# Where members have sat down, so that they can be forgotten there.
member_tables = Table(
    "member_tables",
    metadata,
    Column("member", _Number, ForeignKey("members.id"), primary_key=True, autoincrement=False),
    Column("table_id", Text, primary_key=True),
)
Index("member_tables_table", member_tables.c.table_id)

# One after the other, from 1; the last one goes on.
seasons = Table(
    "seasons",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("began", _Time, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("season", Integer, ForeignKey("seasons.number"), primary_key=True, autoincrement=False),
    Column("member", _Number, ForeignKey("members.id"), primary_key=True, autoincrement=False),
    Column("mu", _Time, nullable=False),
    Column("sigma", _Time, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last", _Time, nullable=False),  # when the last of these games was rated
)

# Games that have been rated, each once, and what that changed for its seats.
rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("season", Integer, nullable=False),
    Column("at", _Time, nullable=False),
)
rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("member", _Number, ForeignKey("members.id"), nullable=False),
    Column("mu_before", _Time, nullable=False),
    Column("sigma_before", _Time, nullable=False),
    Column("mu", _Time, nullable=False),
    Column("sigma", _Time, nullable=False),
)
Index("rated_seats_member", rated_seats.c.member)

# Browsers that are told of a seat's turn, as long as the seat has the token of their player.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("mark", Text, primary_key=True),  # the hash of the address
    Column("token_hash", Text, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("made", _Time, nullable=False),
)

# Of which move a seat was told last, by which way, so that nobody is told twice.
told = Table(
    "told",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("channel", Text, primary_key=True),  # push or webhook
    Column("since", _Time, nullable=False),  # when the move began
)

# Secrets of the server itself, which all its processes share.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
