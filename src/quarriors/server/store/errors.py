"""Trouble with the database, said in a sentence that players and hosts can read.

Drivers report dozens of codes; people need to know one of a few things: the disk is full, the
database cannot be written, is not there, is busy, is damaged. `sqlite_trouble` and
`postgres_trouble` are the only places that know the drivers' codes. An exception that is not
trouble of this kind is a mistake of ours and is left alone.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from quarriors.engine.errors import QuarriorsError
from quarriors.text import Texts

if TYPE_CHECKING:
    import psycopg


class StorageTrouble(QuarriorsError):
    """The database could not do what was asked; nothing was written by halves.

    `kind` is a key under [storage] of the texts. `detail` is the driver's own message, for logs and
    for the operator of the server, never for players: it may name files and machines.

    An append that raised this may have been written after all if the connection broke in the
    very moment of the commit; then the next append at the same number finds it there.
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return self.say("en") + (f" ({self.detail})" if self.detail else "")

    @property
    def key(self) -> str:
        """Where the sentence is in the texts."""
        return f"storage.{self.kind}"

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return Texts(language).say("server", self.key)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (StorageTrouble, (self.kind, self.detail))


_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CANTOPEN: "gone",
    sqlite3.SQLITE_IOERR: "broken",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


def sqlite_trouble(error: sqlite3.Error) -> StorageTrouble | None:
    """What an error of SQLite means to people; None if it is a mistake of ours."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return StorageTrouble("gone", str(error))
    kind = _SQLITE.get(code & 0xFF)  # the upper bits only say where it happened
    return StorageTrouble(kind, str(error)) if kind else None


# PostgreSQL's codes, longest prefix first; the first two characters are a class of errors.
_POSTGRES = {
    "25006": "readonly",  # a standby, or a database set to read only
    "42501": "readonly",  # no right to write
    "53100": "full",
    "53": "busy",  # out of connections or memory
    "55P03": "busy",  # a lock was not given in time
    "57014": "busy",  # a statement took too long
    "40": "busy",  # deadlock
    "08": "gone",
    "57P": "gone",  # shut down, starting up
    "25P": "gone",  # our transaction was ended because we were silent for too long
    "3D000": "gone",  # no such database
    "28": "login",
    "58": "broken",  # the server's own disk
    "XX001": "damaged",
    "XX002": "damaged",
}


_LOGIN = ("password authentication", "no password supplied", "no pg_hba.conf entry", 'role "')


def postgres_trouble(error: psycopg.Error) -> StorageTrouble | None:
    """What an error of PostgreSQL means to people; None if it is a mistake of ours."""
    import psycopg

    state = error.sqlstate or ""
    for length in (5, 3, 2):
        kind = _POSTGRES.get(state[:length])
        if kind is not None:
            return StorageTrouble(kind, str(error).strip())
    if not state and isinstance(error, psycopg.OperationalError):
        # The connection broke or could not be made, which no server could give a code for. What a
        # server says while it is asked to let us in has no code either.
        text = str(error).strip()
        if any(words in text for words in _LOGIN):
            return StorageTrouble("login", text)
        return StorageTrouble("gone", text)
    return None
