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

from quarriors.server.sessions.outbox import TOO_SLOW
from quarriors.server.sessions.session import TableSession
from quarriors.server.store import StorageTrouble
from quarriors.table.errors import Refusal
from quarriors.table.seats import Presence, Viewer
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.sessions.service import TableService

LOG: Final = logging.getLogger("quarriors.server.sessions")

GLANCE: Final = 1.0  # seconds between two looks at who has become absent


class PresenceTracker:
    """Notes and reads who is there."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._changed: set[tuple[str, int]] = set()  # to be noted: players who came or went
        self._unread: set[TableSession] = set()  # other processes have noted something
        self._told: dict[
            TableSession, list[Presence]
        ] = {}  # what was last published for each table
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

    def came(self, session: TableSession, viewer: Viewer) -> None:
        """A player has connected: publish it, and take the seat back from a stand-in."""
        seat = viewer.seat
        assert seat is not None, "a player has a seat"
        self._change(session, seat)
        seated = session.table.seats[seat]
        if seated.stand_in and not seated.flagged and session.table.stage == "playing":
            self._service.tasks.aside(self._give_back(session, viewer, seat))

    def went(self, session: TableSession, seat: int) -> None:
        """A player has no connection left here."""
        session.left[seat] = self._service.now()
        session.seen.pop(seat, None)  # what we noted ourselves; others' notes are read again
        self._change(session, seat)
        self.look(session)

    def look(self, session: TableSession) -> None:
        """Another process has noted who is there."""
        if self._service.store.is_postgres:
            self._unread.add(session)
            self._wake.set()

    def _change(self, session: TableSession, seat: int) -> None:
        self._changed.add((session.table.id, seat))
        self._wake.set()
        self._tell(session)

    async def _give_back(self, session: TableSession, viewer: Viewer, seat: int) -> None:
        try:
            await self._service.execute_shielded(
                session, lambda table: table.give_back(viewer, seat)
            )
        except Refusal as refusal:  # the host or another connection was faster
            LOG.debug("a seat was not given back: %s", refusal)

    def _tell(self, session: TableSession) -> None:
        """Tell everybody who is here, if that is news; standing orders may depend on it."""
        people = self._service.people(session)
        if self._told.get(session) != people:
            self._told[session] = people
            session.publish_people(people, self._service.now())
            self._service.scheduler.look(session)

    def forget(self, session: TableSession) -> None:
        """A table is let go."""
        self._told.pop(session, None)
        self._unread.discard(session)

    # --- what the store knows --------------------------------------------------------------------

    async def _note(self) -> None:
        """Write who came and went as soon as it happens, and signs of life from time to time."""
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._service.settings.beat_seconds
        while True:
            try:
                async with asyncio.timeout_at(beat):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                if loop.time() >= beat:
                    beat = loop.time() + self._service.settings.beat_seconds
                    await self._service.store.touch(self._present(), self._service.now())
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
            (session.table.id, seat)
            for session in self._service.sessions.values()
            for seat in {one.viewer.seat for one in session.connections}
            if seat is not None
        ]

    def _shared(self) -> list[TableSession]:
        """Tables that somebody looks at and that other processes may serve as well."""
        if not self._service.store.is_postgres:
            return []
        return [session for session in self._service.sessions.values() if session.connections]

    async def _note_changes(self) -> None:
        changed, self._changed = self._changed, set()
        present = {one for one in changed if self._is_present(*one)}
        store = self._service.store
        await store.touch(present, self._service.now(), tell=True)
        await store.gone(changed - present)

    def _is_present(self, table_id: str, seat: int) -> bool:
        """Whether a seat is connected here."""
        session = self._service.sessions.get(table_id)
        return session is not None and session.connected(seat)

    async def _read(self) -> None:
        """See who is there for other processes."""
        unread, self._unread = self._unread, set()
        for session in unread:
            seen = await self._service.store.seen(session.table.id)
            now = self._service.now()
            session.left.update(dict.fromkeys(session.seen.keys() - seen.keys(), now))
            session.seen = seen
            self._tell(session)

    async def _glance(self) -> None:
        """Notice who has given no sign of life for too long, and who does not read."""
        while True:
            await asyncio.sleep(GLANCE)
            for session in tuple(self._service.sessions.values()):
                try:
                    self._glance_at(session)
                except Exception:
                    LOG.exception("who is there was not told", extra={"table": session.table.id})

    def _glance_at(self, session: TableSession) -> None:
        if session.seen:
            self._tell(session)
        for one in tuple(session.connections):
            if one.stuck(self._service.settings.send_seconds):
                self._service.watch("dropped", 1.0)
                one.drop(TOO_SLOW, Texts(one.language).say("server", "service.slow"))
