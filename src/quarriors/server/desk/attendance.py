"""Who is there: signs of life of the players, across processes.

Presence is not part of a game and not an entry. Connected players are noted in the store
every few seconds, so that other processes know, and so that a server that was killed leaves behind
when its players were last seen. Nothing waits for these notes; that they cannot be written is
logged, and the game goes on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from quarriors.server.desk.outbox import TOO_SLOW
from quarriors.server.desk.room import Room
from quarriors.server.store import StorageTrouble
from quarriors.server.table.errors import Refusal
from quarriors.server.table.seats import Presence, Viewer
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.desk.desk import Desk

LOG: Final = logging.getLogger("quarriors.server.desk")

GLANCE: Final = 1.0  # seconds between two looks at who has become absent


class Attendance:
    """Notes and reads who is there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._changed: set[tuple[str, int]] = set()  # to be noted: players who came or went
        self._unread: set[Room] = set()  # other processes have noted something
        self._told: dict[Room, list[Presence]] = {}  # what was last published for each table
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to note and to look."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._note()), loop.create_task(self._glance())]

    async def close(self) -> None:
        """Stop; those who were connected here are noted as gone."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._note_changes()
        except StorageTrouble as trouble:  # they will be missed soon enough
            LOG.warning("who is there was not noted: %s", trouble)

    # --- what happens here -----------------------------------------------------------------------

    def came(self, room: Room, viewer: Viewer) -> None:
        """A player has connected: publish it, and take the seat back from a stand-in."""
        seat = viewer.seat
        assert seat is not None, "a player has a seat"
        self._change(room, seat)
        seated = room.table.seats[seat]
        if seated.stand_in and not seated.flagged and room.table.stage == "playing":
            self._desk.tasks.aside(self._give_back(room, viewer, seat))

    def went(self, room: Room, seat: int) -> None:
        """A player has no connection left here."""
        room.left[seat] = self._desk.now()
        room.seen.pop(seat, None)  # what we noted ourselves; others' notes are read again
        self._change(room, seat)
        self.look(room)

    def look(self, room: Room) -> None:
        """Another process has noted who is there."""
        if self._desk.store.is_postgres:
            self._unread.add(room)
            self._wake.set()

    def _change(self, room: Room, seat: int) -> None:
        self._changed.add((room.table.id, seat))
        self._wake.set()
        self._tell(room)

    async def _give_back(self, room: Room, viewer: Viewer, seat: int) -> None:
        try:
            await self._desk.wish_in(room, lambda table: table.give_back(viewer, seat))
        except Refusal as refusal:  # the host or another connection was faster
            LOG.debug("a seat was not given back: %s", refusal)

    def _tell(self, room: Room) -> None:
        """Tell everybody who is here, if that is news; standing orders may depend on it."""
        people = self._desk.people(room)
        if self._told.get(room) != people:
            self._told[room] = people
            room.publish_people(people, self._desk.now())
            self._desk.keeper.look(room)

    def forget(self, room: Room) -> None:
        """A table is let go."""
        self._told.pop(room, None)
        self._unread.discard(room)

    # --- what the store knows --------------------------------------------------------------------

    async def _note(self) -> None:
        """Write who came and went as soon as it happens, and signs of life from time to time."""
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._desk.settings.beat_seconds
        while True:
            try:
                async with asyncio.timeout_at(beat):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                if loop.time() >= beat:
                    beat = loop.time() + self._desk.settings.beat_seconds
                    await self._desk.store.touch(self._present(), self._desk.now())
                    self._unread.update(self._shared())
                await self._note_changes()
                await self._read()
            except StorageTrouble as trouble:
                LOG.warning("who is there was not noted: %s", trouble)
                await asyncio.sleep(GLANCE)
            except Exception:
                LOG.exception("who is there was not noted")
                await asyncio.sleep(GLANCE)

    def _present(self) -> list[tuple[str, int]]:
        """All seats that are connected here."""
        return [
            (room.table.id, seat)
            for room in self._desk.rooms.values()
            for seat in {one.viewer.seat for one in room.connections}
            if seat is not None
        ]

    def _shared(self) -> list[Room]:
        """Tables that somebody looks at and that other processes may serve as well."""
        if not self._desk.store.is_postgres:
            return []
        return [room for room in self._desk.rooms.values() if room.connections]

    async def _note_changes(self) -> None:
        changed, self._changed = self._changed, set()
        present = {one for one in changed if self._is_present(*one)}
        store = self._desk.store
        await store.touch(present, self._desk.now(), tell=True)
        await store.gone(changed - present)

    def _is_present(self, table_id: str, seat: int) -> bool:
        """Whether a seat is connected here."""
        room = self._desk.rooms.get(table_id)
        return room is not None and room.connected(seat)

    async def _read(self) -> None:
        """See who is there for other processes."""
        unread, self._unread = self._unread, set()
        for room in unread:
            seen = await self._desk.store.seen(room.table.id)
            now = self._desk.now()
            room.left.update(dict.fromkeys(room.seen.keys() - seen.keys(), now))
            room.seen = seen
            self._tell(room)

    async def _glance(self) -> None:
        """Notice who has given no sign of life for too long, and who does not read."""
        while True:
            await asyncio.sleep(GLANCE)
            for room in tuple(self._desk.rooms.values()):
                try:
                    self._glance_at(room)
                except Exception:
                    LOG.exception("who is there was not told", extra={"table": room.table.id})

    def _glance_at(self, room: Room) -> None:
        if room.seen:
            self._tell(room)
        for one in tuple(room.connections):
            if one.stuck(self._desk.settings.send_seconds):
                self._desk.watch("dropped", 1.0)
                one.drop(TOO_SLOW, Texts(one.language).say("server", "desk.slow"))
