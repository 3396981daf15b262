"""Who is there: signs of life of the players, across processes.

Presence is not part of a game and not an entry. Connected players are noted in the store
every few seconds, so that other processes know, and so that a server that was killed leaves behind
when its players were last seen. Nothing waits for these notes; that they cannot be written is
logged, and the game goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from quarriors.server.settings import Settings
from quarriors.server.store import StorageTrouble, Store
from quarriors.table.seats import Presence

LOG: Final = logging.getLogger("quarriors.server.sessions")

PAUSE: Final = 1.0  # seconds before trying again after trouble


class Attended(Protocol):
    """A table of this process, as far as presence needs to know it."""

    def connected_seats(self) -> set[int]:
        """The seats whose players are connected to this process."""
        ...

    def is_watched(self) -> bool:
        """Whether anybody is connected to this process, with a seat or without."""
        ...

    def presence_changed(self) -> None:
        """Called when somebody may be there, or away, who was not before."""
        ...


class TablePresence:
    """Who is at one table: connected here, or seen by other processes."""

    def __init__(self, tracker: PresenceTracker, table_id: str, table: Attended) -> None:
        self.table_id = table_id
        self.table = table
        self.seen: dict[int, float] = {}  # by seat: when other processes last saw its player
        self._tracker = tracker
        self._left: dict[int, float] = {}  # by seat: when its player left this process
        self._published: list[Presence] = []

    def of_seats(self, count: int) -> list[Presence]:
        """For each seat whether its player is here, or since when not."""
        connected = self.table.connected_seats()
        since = self._tracker.oldest
        return [self._of(seat, connected, since) for seat in range(count)]

    def here(self, seat: int) -> bool:
        """Whether the player of a seat is connected anywhere."""
        return self._of(seat, self.table.connected_seats(), self._tracker.oldest).here

    def _of(self, seat: int, connected: set[int], since: float) -> Presence:
        if seat in connected:
            return Presence(True)
        seen = self.seen.get(seat, 0.0)
        if seen >= since:
            return Presence(True)
        return Presence(False, max(seen, self._left.get(seat, 0.0)))

    def is_news(self, people: list[Presence]) -> bool:
        """Whether something else was published last; from now on it counts as published."""
        if self._published == people:
            return False
        self._published = people
        return True

    def came(self, seat: int) -> None:
        """A player has connected."""
        self._tracker.note(self, seat)
        self.table.presence_changed()

    def went(self, seat: int) -> None:
        """A player has no connection left here."""
        self._left[seat] = self._tracker.now()
        self.seen.pop(seat, None)  # what we noted ourselves; others' notes are read again
        self._tracker.note(self, seat)
        self.table.presence_changed()
        self.read_again()

    def read_again(self) -> None:
        """Another process has noted who is there."""
        self._tracker.read_again(self)

    def update(self, seen: dict[int, float]) -> None:
        """What the store knows of the players who are connected to any process."""
        gone = self.seen.keys() - seen.keys()
        self._left.update(dict.fromkeys(gone, self._tracker.now()))
        self.seen = seen
        self.table.presence_changed()

    def glance(self) -> None:
        """Notice a player who has given no sign of life for too long."""
        if self.seen:
            self.table.presence_changed()

    def close(self) -> None:
        """The table is let go."""
        self._tracker.forget(self)


class PresenceTracker:
    """Notes in the store who is connected to this process, and reads who is to others."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float]) -> None:
        self.now = now
        self._store = store
        self._settings = settings
        self._tables: dict[str, TablePresence] = {}
        self._changed: set[tuple[str, int]] = set()  # to be noted: players who came or went
        self._unread: set[TablePresence] = set()  # other processes have noted something
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def oldest(self) -> float:
        """A sign of life from before this moment does not count."""
        return self.now() - self._settings.absent_seconds

    def start(self) -> None:
        """Begin to note and to read."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; those who were connected here are noted as gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._note_changes()
        except StorageTrouble as trouble:  # they will be missed soon enough
            LOG.warning("who is there was not noted: %s", trouble)

    def follow(self, table_id: str, table: Attended) -> TablePresence:
        """Look after the presence at one table."""
        found = self._tables[table_id] = TablePresence(self, table_id, table)
        return found

    def forget(self, table: TablePresence) -> None:
        """A table is let go."""
        if self._tables.get(table.table_id) is table:
            del self._tables[table.table_id]
        self._unread.discard(table)

    def note(self, table: TablePresence, seat: int) -> None:
        """Write soon whether a seat is connected here."""
        self._changed.add((table.table_id, seat))
        self._wake.set()

    def read_again(self, table: TablePresence) -> None:
        """Read soon who is connected elsewhere; a SQLite file has one process only."""
        if self._store.is_postgres:
            self._unread.add(table)
            self._wake.set()

    async def _run(self) -> None:
        """Write who came and went as soon as it happens, and signs of life from time to time."""
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._settings.beat_seconds
        while True:
            try:
                async with asyncio.timeout_at(beat):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                if loop.time() >= beat:
                    beat = loop.time() + self._settings.beat_seconds
                    await self._store.touch(self._present(), self.now())
                    if self._store.is_postgres:
                        self._unread.update(
                            one for one in self._tables.values() if one.table.is_watched()
                        )
                await self._note_changes()
                await self._read()
            except StorageTrouble as trouble:
                LOG.warning("who is there was not noted: %s", trouble)
                await asyncio.sleep(PAUSE)
            except Exception:
                LOG.exception("who is there was not noted")
                await asyncio.sleep(PAUSE)

    def _present(self) -> list[tuple[str, int]]:
        """All seats that are connected here."""
        return [
            (one.table_id, seat)
            for one in self._tables.values()
            for seat in one.table.connected_seats()
        ]

    async def _note_changes(self) -> None:
        changed, self._changed = self._changed, set()
        present = {one for one in changed if self._is_present(*one)}
        await self._store.touch(present, self.now(), tell=True)
        await self._store.gone(changed - present)

    def _is_present(self, table_id: str, seat: int) -> bool:
        """Whether a seat is connected here."""
        table = self._tables.get(table_id)
        return table is not None and seat in table.table.connected_seats()

    async def _read(self) -> None:
        """See who is there for other processes."""
        unread, self._unread = self._unread, set()
        for table in unread:
            table.update(await self._store.seen(table.table_id))
