"""Finds the tables of this process: makes them, loads them, keeps them in memory, lets them go.

What happens at a table is the business of its `TableSession`. Any process can serve any table of
the database; tables that no process looks after are taken over when they are due.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from quarriors.record.fair_seed import new_secret
from quarriors.server.sessions.connection import Connection
from quarriors.server.sessions.context import SessionContext
from quarriors.server.sessions.outbox import GOING_AWAY, Outbox, Sink
from quarriors.server.sessions.session import Command, TableSession
from quarriors.server.sessions.table_io import (
    ListedTable,
    chat_line,
    listed_tables,
    read_table,
    summary,
    to_write,
)
from quarriors.server.settings import Settings
from quarriors.server.store import StorageTrouble, Store, club
from quarriors.table.entries import Entry
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.messages import Closing, Setup, Table
from quarriors.table.seating import (
    Joined,
    first_entries,
    kept_seats,
    rematch_entries,
    rematch_id,
    rematch_setup,
    sit_again,
)
from quarriors.table.table import LiveTable, Stage
from quarriors.table.table_header import Kept, TableHeader, encode_head, new_head
from quarriors.table.tokens import new_table_id, new_token, token_hash
from quarriors.table.what_if import what_if_head
from quarriors.text import Texts

LOG: Final = logging.getLogger("quarriors.server.sessions")

AT_ONCE: Final = 50  # tables taken over with one look
PAUSE: Final = 2.0  # seconds before trying again after trouble
SWEEP_SECONDS: Final = 1.0  # between two looks at who has become absent, or does not read


class TableService:
    """All tables of one process."""

    def __init__(
        self, store: Store, settings: Settings, now: Callable[[], float] = time.time
    ) -> None:
        self.context = SessionContext(store, settings, now)
        self.store = store
        self.settings = settings
        self.now = now
        self.sessions: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._running: list[asyncio.Task[None]] = []
        self._unsubscribe: Callable[[], None] | None = None

    # --- beginning and end -----------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to look after tables; the store must be open."""
        await self.context.notifier.start()
        self._unsubscribe = self.store.subscribe(self._heard)
        self.context.presence.start()
        self._running = [asyncio.create_task(self._claim()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Tell everybody that the server goes down, and end all that runs; the store stays open."""
        self.context.closing = True
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        outboxes = [one for session in self.sessions.values() for one in session.outboxes]
        await asyncio.gather(*(_farewell(one) for one in outboxes))
        at_work = [session.scheduler.close() for session in self.sessions.values()]
        for task in self._running:
            task.cancel()
        ending = [*self._running, *(task for task in at_work if task is not None)]
        await asyncio.gather(*ending, return_exceptions=True)
        await self.context.presence.close()
        await self.context.notifier.close()
        await self.context.workers.close()
        await self.context.tasks.wait()
        self.sessions.clear()

    async def health(self) -> None:
        """Whether the database can be written; raises `StorageTrouble` if not."""
        await self.store.ping()

    @property
    def tables(self) -> int:
        """Tables in memory."""
        return len(self.sessions)

    @property
    def connections(self) -> int:
        """Clients connected to this process."""
        return sum(len(session.outboxes) for session in self.sessions.values())

    def counts(self) -> dict[str, int]:
        """Numbers for metrics."""
        workers = self.context.workers
        return {
            "tables": self.tables,
            "connections": self.connections,
            "watchers": sum(session.watchers for session in self.sessions.values()),
            "bots_waiting": workers.waiting,
            "bot_processes": workers.processes,
            "bots_thinking": len(self.context.at_work),
        }

    # --- making tables ---------------------------------------------------------------------------

    async def create_table(
        self,
        setup: Setup,
        name: str,
        address: str = "",
        packs: tuple[str, ...] = (),
        member: int = 0,
        webhook: tuple[str, str] = ("", ""),
    ) -> Joined:
        """Make a table; its maker is the host and sits in the first seat for people.

        At a table of bots only the host watches, and the game begins at once. `packs` are the
        texts of the packs that the set-up names; they have been read. `member` is the maker's
        number in the club. `webhook` is an address that is told of turns, and its secret.
        """
        token = new_token()
        table_id = new_table_id()
        head = self._new_head(table_id, setup, token_hash(token), packs=packs)
        head = replace(head, webhook=webhook[0], webhook_secret=webhook[1])
        entries, seat = first_entries(head, name, token_hash(token), address, member)
        await self._note_member(member, table_id)
        if not await self._create(head, entries, address):
            raise AssertionError("a random key was taken already")
        return Joined(head.id, seat, token)

    def _new_head(
        self,
        table_id: str,
        setup: Setup,
        host_hash: str,
        kept: tuple[Kept, ...] = (),
        packs: tuple[str, ...] = (),
        before: str = "",
    ) -> TableHeader:
        seconds = self.settings.number_seconds
        now, secret = self.now(), new_secret()
        rated = self.settings.ratings
        return new_head(
            table_id, now, setup, secret, host_hash, kept, packs, seconds, before, rated
        )

    async def _note_member(self, member: int, table_id: str) -> None:
        """Write where a member is about to sit down, so that they can be forgotten there."""
        if member:
            await self.store.change(partial(club.note_table, member=member, table_id=table_id))

    async def _create(self, head: TableHeader, entries: Sequence[Entry], address: str) -> bool:
        """Write a new table; False if its key is taken."""
        table = LiveTable(head)
        now = head.created
        row = summary(table, entries, self.settings.lease_seconds)
        new = to_write(table, entries, now)
        if not await self.store.create(head.id, encode_head(head), new, row, now):
            return False
        session = await self.session(head.id)
        session.address = address
        session.take_over()
        return True

    async def what_if(
        self, table_id: str, token: str, frame: int, seat: int, name: str, address: str = ""
    ) -> Joined:
        """A private table that goes on from a frame of a finished game, with bots but for a seat.

        For those who may look at the replay of that game.
        """
        table = await self.open(table_id)
        table.viewer(token)
        mine, made = new_token(), new_table_id()
        hashed = token_hash(mine)
        now, secret, seconds = self.now(), new_secret(), self.settings.number_seconds
        # The game is played again up to there; other tables go on meanwhile.
        head = await asyncio.to_thread(
            what_if_head, table, frame, (seat,), made, now, secret, hashed, seconds
        )
        entries, sits = first_entries(head, name, hashed, address)
        if not await self._create(head, entries, address):
            raise AssertionError("a random key was taken already")
        return Joined(head.id, sits, mine)

    async def join(
        self,
        table_id: str,
        name: str,
        seat: int | None = None,
        kind: Literal["person", "remote"] = "person",
        bot: str = "",
        address: str = "",
        member: int = 0,
    ) -> Joined:
        """Take a free seat; after the last one the game begins with the last number."""
        token = new_token()
        hashed = token_hash(token)
        await self.open(table_id)  # refuses a table that is not there
        await self._note_member(member, table_id)
        table = await self.command(
            table_id,
            lambda table: table.sit(name, kind, hashed, seat, bot, address, member=member),
        )
        return Joined(table_id, table.seat_of(hashed), token)

    async def rematch(
        self,
        table_id: str,
        token: str,
        address: str = "",
        allow: Callable[[], Awaitable[None]] | None = None,
    ) -> Joined:
        """Another game for those who have played one: the same seats and tokens at a new table.

        The first who asks makes it, and everybody who looks at the old one is told. The others
        find it, and it begins with the last of them. `allow` is asked before a table is made, and
        raises if it may not be.
        """
        table = await self.open(table_id)
        viewer = table.viewer(token)
        if viewer.seat is None and not viewer.host:
            raise Refusal("bad_token", "bad_token")
        again = rematch_id(table)
        table.meet_again(again)  # which is refused before the end
        seat = viewer.seat
        made = False
        if seat is not None:
            await self._note_member(table.seats[seat].member, again)
        if await self.store.head(again) is None:
            if allow is not None:
                await allow()
            setup, kept = rematch_setup(table.head.setup), kept_seats(table.seats)
            packs = table.head.packs
            head = self._new_head(again, setup, table.host_hash, kept, packs, table_id)
            before = table.head
            head = replace(head, webhook=before.webhook, webhook_secret=before.webhook_secret)
            made = await self._create(head, rematch_entries(head, table.seats, seat), address)
        if not made and seat is not None:
            old = table.seats[seat]
            await self.command(
                again,
                lambda new: [] if new.seats[seat].token_hash == old.token_hash
                else sit_again(new, old, seat),
            )  # fmt: skip
        await self.command(table_id, lambda old: old.meet_again(again))
        return Joined(again, seat, token)

    # --- finding tables --------------------------------------------------------------------------

    async def session(self, table_id: str) -> TableSession:
        """A table in memory, read from the store if need be; `Refusal` if there is none."""
        session = self.sessions.get(table_id)
        if session is None or session.broken:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self.context.tasks.keep(asyncio.create_task(self._load(table_id)))
                self._loading[table_id] = loading
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            session = await asyncio.shield(loading)
        session.used = asyncio.get_running_loop().time()
        return session

    async def _load(self, table_id: str) -> TableSession:
        self.sessions.pop(table_id, None)
        session = self.sessions[table_id] = await load(self.context, table_id)
        return session

    async def open(self, table_id: str) -> LiveTable:
        """A table, to look at; `Refusal` if there is none."""
        return (await self.session(table_id)).table

    async def command(self, table_id: str, command: Command) -> LiveTable:
        """Have a command executed at a table; the table as it is then."""
        session = await self.session(table_id)
        await session.execute_shielded(command)
        return session.table

    async def connect(
        self, table_id: str, token: str, language: str, sink: Sink, address: str = ""
    ) -> Connection:
        """Somebody looks at a table from now on; the first message is the table itself."""
        if self.context.closing:
            raise Refusal("not_now", "service.closed")
        session = await self.session(table_id)
        return Connection(session, await session.subscribe(token, language, sink, address))

    async def look(self, table_id: str, token: str, language: str) -> Table:
        """The whole table as the holder of a token sees it."""
        session = await self.session(table_id)
        return await session.seen_by(session.table.viewer(token), language)

    async def open_tables(self, limit: int = 100, stage: Stage = "waiting") -> list[ListedTable]:
        """Tables of a stage that may be listed."""
        return await listed_tables(self.store, limit, stage) if self.settings.list_tables else []

    # --- what other processes do -----------------------------------------------------------------

    def _heard(self, table_id: str, kind: str, number: int) -> None:
        """Another process has written something."""
        if kind == "resync":
            for session in tuple(self.sessions.values()):
                session.catch_up()
                self.context.tasks.aside(session.read_chat())
                session.presence.read_again()
            return
        found = self.sessions.get(table_id)
        if found is None:
            return
        if kind == "entry" and number > found.table.seq:
            found.catch_up()
        elif kind == "chat":
            self.context.tasks.aside(found.read_chat())
        elif kind == "presence":
            found.presence.read_again()

    async def _claim(self) -> None:
        """Take over tables that are due, and let go of those that nobody needs."""
        while True:
            try:
                found = await self.store.claim_due(AT_ONCE, self.settings.lease_seconds)
                for table_id in found:
                    await self._take_over(table_id)
                if len(found) < AT_ONCE:
                    self.let_go()
                    await asyncio.sleep(self.settings.look_seconds)
            except StorageTrouble as trouble:
                LOG.warning("cannot see which tables are due: %s", trouble)
                await asyncio.sleep(PAUSE)
            except Exception:
                LOG.exception("could not look after tables")
                await asyncio.sleep(PAUSE)

    async def _take_over(self, table_id: str) -> None:
        try:
            session = await self.session(table_id)
        except (Refusal, BrokenTable):
            LOG.exception("a table that is due cannot be read", extra={"table": table_id})
            await self.store.set_due(table_id, None)
            return
        session.take_over()

    def written_elsewhere(self, table_id: str) -> None:
        """An operator has written to a table."""
        found = self.sessions.get(table_id)
        if found is not None:
            found.catch_up()

    # --- memory ----------------------------------------------------------------------------------

    def removed(self, table_id: str) -> None:
        """An operator has removed a table: tell those who look at it, and let it go."""
        session = self.sessions.pop(table_id, None)
        if session is not None:
            session.dismiss(Refusal("no_table", "service.removed"))

    def let_go(self) -> None:
        """Forget tables that nobody looks at and where nothing moves; the store has them."""
        now = asyncio.get_running_loop().time()
        idle = [session for session in self.sessions.values() if session.idle or session.broken]
        idle.sort(key=lambda session: session.used)
        crowd = len(self.sessions) - self.settings.open_tables
        for number, session in enumerate(idle):
            if number < crowd or now - session.used > self.settings.idle_seconds:
                session.close()
                del self.sessions[session.table.id]

    async def _sweep(self) -> None:
        """Have every table notice who is gone without a word."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for session in tuple(self.sessions.values()):
                try:
                    session.sweep()
                except Exception:
                    LOG.exception("a table was not swept", extra={"table": session.table.id})


async def _farewell(outbox: Outbox) -> None:
    text = Texts(outbox.language).say("server", "service.closing")
    await outbox.finish(Closing(text), GOING_AWAY, text)


async def load(context: SessionContext, table_id: str) -> TableSession:
    """A table from the store; `Refusal` if there is none."""
    table, needed = await read_table(context.store, table_id)
    while needed:  # before it can be played with the cards of today
        LOG.warning("a table goes on with other cards", extra={"table": table_id})
        row = summary(table, needed, context.settings.lease_seconds)
        new = to_write(table, needed, context.now())
        await context.store.append(table_id, table.seq + 1, new, row)
        # What we wrote, or what somebody faster did.
        table, needed = await read_table(context.store, table_id)
    said = await context.store.chat(table_id, context.settings.chat_lines)
    seen = await context.store.seen(table_id)
    session = TableSession(context, table, map(chat_line, said))
    session.presence.seen = seen
    session.used = asyncio.get_running_loop().time()
    session.look()
    return session
