"""The tables that are alive in this process, and the one way in which anything changes at them.

A command is checked against the table as it is, its entries are written, then folded, then
published: nobody is told anything before it is in the database. When another process has
written first, its entries are read, folded and published, and the command is checked again; a stale
answer is refused then. So memory only ever repeats what the database says, any process can serve
any table, and a process that dies takes nothing with it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final, Literal

from quarriors.cards.plain_text import visible
from quarriors.server.fair_queue import Owner
from quarriors.server.sessions.connection import Connection
from quarriors.server.sessions.outbox import BROKEN, GOING_AWAY, NO_SEAT, Sink
from quarriors.server.sessions.presence import PresenceTracker
from quarriors.server.sessions.scheduler import Scheduler
from quarriors.server.sessions.seating import (
    Joined,
    first_entries,
    kept_seats,
    rematch_entries,
    rematch_id,
    rematch_setup,
    sit_again,
)
from quarriors.server.sessions.session import MANY, TableSession
from quarriors.server.sessions.table_io import (
    ListedTable,
    chat_line,
    decode_entry,
    listed_tables,
    read_table,
    summary,
    to_write,
)
from quarriors.server.sessions.tasks import Tasks
from quarriors.server.settings import Settings
from quarriors.server.store import StorageTrouble, Store
from quarriors.server.workers import BotFailed, Workers
from quarriors.table.entries import Answered, Entry, Leave, Sit
from quarriors.table.errors import Refusal
from quarriors.table.messages import Advice, AdviceLine, Closing, Hint, Refused, Setup, Table
from quarriors.table.seats import Presence, Viewer
from quarriors.table.setup import check_bot
from quarriors.table.table import LiveTable, Stage
from quarriors.table.table_header import Kept, TableHeader, encode_head, new_head
from quarriors.table.tokens import new_token, token_hash
from quarriors.table.view import table_message
from quarriors.text import Texts

LOG: Final = logging.getLogger("quarriors.server.sessions")

SEED_BITS: Final = 256
ID_BYTES: Final = 12  # of randomness in a table's key: nobody finds a private table by guessing

Check = Callable[[LiveTable], Sequence[Entry]]


class TableService:
    """Everything that can be asked of the tables; one for each process."""

    def __init__(
        self, store: Store, settings: Settings, now: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self.settings = settings
        self.now = now  # seconds since the epoch; tests have their own
        self.watch: Callable[[str, float], None] = _unwatched  # metrics: what, and how much
        self.workers = Workers(settings)
        self.sessions: dict[str, TableSession] = {}
        self.scheduler = Scheduler(self)
        self._presence = PresenceTracker(self)
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self.tasks = Tasks()
        self._unsubscribe: Callable[[], None] | None = None
        self._closed = False

    # --- beginning and end -----------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to look after tables; the store must be open."""
        self._unsubscribe = self.store.subscribe(self._heard)
        self._presence.start()
        self.scheduler.start()

    async def close(self) -> None:
        """Tell everybody that the server goes down, and end all that runs; the store stays open."""
        self._closed = True
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        connections = [one for session in self.sessions.values() for one in session.connections]
        await asyncio.gather(*(self._farewell(one) for one in connections))
        await self.scheduler.close()
        await self._presence.close()
        await self.workers.close()
        await self.tasks.wait()
        self.sessions.clear()

    async def _farewell(self, connection: Connection) -> None:
        text = Texts(connection.language).say("server", "service.closing")
        await connection.finish(Closing(text), GOING_AWAY, text)

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
        return sum(len(session.connections) for session in self.sessions.values())

    def counts(self) -> dict[str, int]:
        """Numbers for metrics."""
        return {
            "tables": self.tables,
            "connections": self.connections,
            "watchers": sum(session.watchers for session in self.sessions.values()),
            "bots_waiting": self.workers.waiting,
            "bot_processes": self.workers.processes,
            "bots_thinking": self.scheduler.at_work,
        }

    # --- tables ----------------------------------------------------------------------------------

    async def create_table(
        self, setup: Setup, name: str, address: str = "", packs: tuple[str, ...] = ()
    ) -> Joined:
        """Make a table; its maker is the host and sits in the first seat for people.

        At a table of bots only the host watches, and the game begins at once. `packs` are the
        texts of the packs that the set-up names; they have been read.
        """
        token = new_token()
        table_id = secrets.token_urlsafe(ID_BYTES)
        head = self._new_head(table_id, setup, token_hash(token), packs=packs)
        entries, seat = first_entries(head, name, token_hash(token), address)
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
    ) -> TableHeader:
        seed = secrets.randbits(SEED_BITS)
        return new_head(table_id, self.now(), setup, seed, host_hash, kept, packs)

    async def _create(self, head: TableHeader, entries: Sequence[Entry], address: str) -> bool:
        """Write a new table; False if its key is taken."""
        table = LiveTable(head)
        now = head.created
        told = summary(table, entries, self.settings.lease_seconds)
        new = to_write(table, entries, now)
        if not await self.store.create(head.id, encode_head(head), new, told, now):
            return False
        session = await self.session(head.id)
        session.mine = True
        session.settled = False
        session.address = address
        self.scheduler.look(session)
        return True

    async def join(
        self,
        table_id: str,
        name: str,
        seat: int | None = None,
        kind: Literal["person", "remote"] = "person",
        bot: str = "",
        address: str = "",
    ) -> Joined:
        """Take a free seat; the game begins with the last one."""
        token = new_token()
        hashed = token_hash(token)
        table = await self.command(
            table_id, lambda table: table.sit(name, kind, hashed, seat, bot, address)
        )
        return Joined(table_id, table.seat_of(hashed), token)

    async def rematch(
        self,
        table_id: str,
        token: str,
        address: str = "",
        allow: Callable[[], None] | None = None,
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
        if await self.store.head(again) is None:
            if allow is not None:
                allow()
            setup, kept = rematch_setup(table.head.setup), kept_seats(table.seats)
            head = self._new_head(again, setup, table.head.host_hash, kept, table.head.packs)
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

    async def open(self, table_id: str) -> LiveTable:
        """A table, to look at; `Refusal` if there is none."""
        return (await self.session(table_id)).table

    async def session(self, table_id: str) -> TableSession:
        """A table in memory, read from the store if need be."""
        session = self.sessions.get(table_id)
        if session is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self.tasks.keep(asyncio.create_task(self._load(table_id)))
                self._loading[table_id] = loading
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            session = await asyncio.shield(loading)
        session.used = asyncio.get_running_loop().time()
        return session

    async def _load(self, table_id: str) -> TableSession:
        table, needed = await read_table(self.store, table_id)
        if needed:
            return await self._mend(table, needed)
        said = await self.store.chat(table_id, self.settings.chat_lines)
        session = TableSession(table, map(chat_line, said), self.settings.chat_lines)
        session.seen = await self.store.seen(table_id)
        session.used = asyncio.get_running_loop().time()
        session.unsure = True  # between reading and listening somebody may have written
        self.sessions[table_id] = session
        self.scheduler.look(session)
        return session

    async def _mend(self, table: LiveTable, needed: Sequence[Entry]) -> TableSession:
        """Write what a table needs before it can be played with the cards of today."""
        now = self.now()
        LOG.warning("a table goes on with other cards", extra={"table": table.id})
        told = summary(table, needed, self.settings.lease_seconds)
        await self.store.append(table.id, table.seq + 1, to_write(table, needed, now), told)
        return await self._load(table.id)  # what we wrote, or what somebody faster did

    def viewer(self, table: LiveTable, token: str) -> Viewer:
        """Who somebody with this token is at a table; `Refusal` for a wrong one."""
        return table.viewer(token)

    async def look(self, table_id: str, token: str, language: str) -> Table:
        """The whole table as the holder of a token sees it."""
        session = await self.session(table_id)
        viewer = session.table.viewer(token)
        async with session.lock:
            await _tell_story(session.table, language)
        people = self.people(session)
        chat = tuple(session.chat)
        return table_message(session.table, viewer, language, people, chat, self.now())

    async def open_tables(self, limit: int = 100, stage: Stage = "waiting") -> list[ListedTable]:
        """Tables of a stage that may be listed."""
        return await listed_tables(self.store, limit, stage) if self.settings.list_tables else []

    # --- commands ---------------------------------------------------------------------------------

    async def command(self, table_id: str, check: Check) -> LiveTable:
        """Have a command come true at a table, or be refused; the table as it is then."""
        session = await self.session(table_id)
        await self.execute_shielded(session, check)
        return session.table

    async def execute_shielded(self, session: TableSession, check: Check) -> None:
        """The same for a table at hand. A caller that gives up does not stop what has begun."""
        await asyncio.shield(self.tasks.keep(asyncio.create_task(self.execute(session, check))))

    async def execute(self, session: TableSession, check: Check) -> None:
        """The same for a task that nobody cancels."""
        began = time.perf_counter()
        session.holders += 1
        try:
            async with session.lock:
                while (written := await self._written(session, check)) is None:
                    await self._read_on(session)
        finally:
            session.holders -= 1
        answered = any(isinstance(entry, Answered) for entry in written)
        self.watch("answer" if answered else "wrote", time.perf_counter() - began)
        self.scheduler.look(session)

    async def _written(self, session: TableSession, check: Check) -> Sequence[Entry] | None:
        """Check a command and write its entries; None if somebody else has written first."""
        if session.unsure:
            await self._read_on(session)
        table = session.table
        entries = check(table)
        if not entries:
            return entries
        now = self.now()
        told = summary(table, entries, self.settings.lease_seconds)
        new = to_write(table, entries, now)
        try:
            done = await self.store.append(table.id, table.seq + 1, new, told)
        except BaseException:
            session.unsure = True  # it may have been written in the moment of the trouble
            raise
        if not done:
            return None
        session.mine = True
        session.settled = False
        for entry in entries:
            self._fold(session, table.seq + 1, entry, now)
        return entries

    async def _read_on(self, session: TableSession) -> None:
        """Take in what other processes have written; the session's lock is held."""
        session.behind = False
        lines = await self.store.entries(session.table.id, session.table.seq)
        session.unsure = False
        if not lines:
            return
        session.mine = False
        for line in lines:
            self._fold(session, line.seq, decode_entry(line.data), line.at, tell=len(lines) <= MANY)
        if len(lines) > MANY:
            session.publish_table(self.people(session), self.now())

    def _fold(
        self, session: TableSession, seq: int, entry: Entry, at: float, *, tell: bool = True
    ) -> None:
        """Take in one written entry and tell everybody."""
        session.changed = asyncio.get_running_loop().time()
        try:
            session.table.fold(seq, entry, at)
        except Exception:
            # What is in memory cannot be trusted any more; the next caller reads it anew.
            LOG.exception("a table cannot be followed", extra={"table": session.table.id})
            self.sessions.pop(session.table.id, None)
            for one in tuple(session.connections):
                one.drop(BROKEN, "")
            raise
        if isinstance(entry, (Sit, Leave)):
            self._look_at_tokens(session)
        if not tell or not session.connections:
            return
        session.answered_for = self.scheduler.answers_for(session)
        try:
            session.publish(entry, lambda: self.people(session), self.now())
        except Exception:
            # It is written all the same. Clients connect again and ask for the whole table.
            LOG.exception("a change could not be told", extra={"table": session.table.id})
            for one in tuple(session.connections):
                one.drop(BROKEN, "")

    def _look_at_tokens(self, session: TableSession) -> None:
        """Seats have changed hands: who is connected may be somebody else now."""
        for one in tuple(session.connections):
            try:
                one.viewer = session.table.viewer(one.token)
            except Refusal as refusal:
                one.drop(NO_SEAT, refusal.say(one.language))

    # --- what other processes tell ---------------------------------------------------------------

    def _heard(self, table_id: str, kind: str, number: int) -> None:
        """Another process has written something."""
        if kind == "resync":
            for session in tuple(self.sessions.values()):
                self._catch_up(session)
                self.tasks.aside(self._hear_chat(session))
                self._presence.look(session)
            return
        found = self.sessions.get(table_id)
        if found is None:
            return
        if kind == "entry" and number > found.table.seq:
            self._catch_up(found)
        elif kind == "chat":
            self.tasks.aside(self._hear_chat(found))
        elif kind == "presence":
            self._presence.look(found)

    def _catch_up(self, session: TableSession) -> None:
        if not session.behind:
            session.behind = True
            self.tasks.aside(self._follow(session))

    async def _follow(self, session: TableSession) -> None:
        """Read what another process wrote."""
        try:
            async with session.lock:
                if session.behind:
                    await self._read_on(session)
        except Exception:
            session.unsure = True
            session.behind = False
            raise
        self.scheduler.look(session)

    async def _hear_chat(self, session: TableSession) -> None:
        last = session.chat[-1].number if session.chat else 0
        for said in await self.store.chat(session.table.id, self.settings.chat_lines, last):
            session.hear(chat_line(said))

    async def _all_chat(self, session: TableSession) -> None:
        """Chat for a newcomer: another process may have a line that we have not heard of yet."""
        try:
            await self._hear_chat(session)
        except StorageTrouble as trouble:  # what is in memory is better than no table
            LOG.warning("chat could not be read: %s", trouble, extra={"table": session.table.id})

    # --- people ----------------------------------------------------------------------------------

    async def connect(
        self, table_id: str, token: str, language: str, sink: Sink, address: str = ""
    ) -> Connection:
        """Somebody looks at a table from now on; the first message is the table itself.

        A player who returns to a seat that a bot has kept warm gets it back.
        """
        if self._closed:
            raise Refusal("not_now", "service.closed")
        session = await self.session(table_id)
        session.holders += 1
        try:
            async with session.lock:
                if session.unsure:
                    await self._read_on(session)
                await self._all_chat(session)
                await _tell_story(session.table, language)
            viewer = session.table.viewer(token)
            if address and (viewer.host or (viewer.seat is not None and not session.address)):
                session.address = address
            connection = Connection(self, session, viewer, token, language, sink, address)
            arrived = viewer.seat is not None and not session.connected(viewer.seat)
            session.connections.append(connection)
            people = self.people(session)
            session.answered_for = self.scheduler.answers_for(session)
            connection.put(session.whole(viewer, connection.language, people, self.now()))
        finally:
            session.holders -= 1
        if arrived:
            self._presence.came(session, viewer)
        elif viewer.seat is None:
            session.publish_people(people, self.now())
        self.scheduler.look(session)
        return connection

    def disconnected(self, session: TableSession, connection: Connection) -> None:
        """Somebody is gone; asked more than once it does nothing."""
        if connection not in session.connections:
            return
        session.connections.remove(connection)
        session.used = asyncio.get_running_loop().time()
        seat = connection.viewer.seat
        if seat is not None and not session.connected(seat):
            self._presence.went(session, seat)
        elif seat is None and not self._closed:
            session.publish_people(self.people(session), self.now())

    def people(self, session: TableSession) -> list[Presence]:
        """Who is at a table just now."""
        return session.people(self.now(), self.settings.absent_seconds)

    async def say(self, table_id: str, seat: int | None, text: str) -> None:
        """A line of chat, written before it is heard."""
        session = await self.session(table_id)
        if not self.settings.chat or not session.table.head.setup.chat:
            raise Refusal("off", "service.chat_off")
        if seat is None:
            raise Refusal("not_yours", "service.chat_seat")
        text = visible(text)
        if not text:
            raise Refusal("illegal", "service.chat_empty")
        name = session.table.seats[seat].name
        now = self.now()
        await self.store.say(table_id, seat, name, text, now)
        await self._hear_chat(session)

    async def hint(
        self, table_id: str, seat: int | None, hint: Hint, language: str, address: str = ""
    ) -> Advice:
        """What a bot would do in this seat's place, for its player alone."""
        table = await self.open(table_id)
        if hint.state != table.state:
            raise Refusal("stale", "stale")
        if seat is None or table.deciding != seat:
            raise Refusal("not_yours", "service.hint_seat")
        ms = check_bot(hint.bot).given.get("ms", 0)
        most = int(1000 * self.settings.hint_seconds)
        if isinstance(ms, int) and ms > most:
            raise Refusal("illegal", "setup.slow_bot", bot=hint.bot, key="ms", most=most)
        game = table.game
        codes = [option.code for option in game.decision.options]
        try:
            owner = Owner(address, table_id)
            lines = await self.workers.advise(game, hint.bot, language, table.names, owner)
        except BotFailed as failure:
            LOG.info("no hint: %s %s", failure.how, failure.detail, extra={"bot": hint.bot})
            raise Refusal("not_now", "service.no_hint", bot=hint.bot) from failure
        if hint.state != table.state:
            raise Refusal("stale", "service.hint_late")
        told = [AdviceLine(codes.index(code) + 1, value, text) for code, value, text in lines]
        return Advice(hint.state, hint.bot, tuple(told))

    # --- memory ----------------------------------------------------------------------------------

    def removed(self, table_id: str) -> None:
        """An operator has removed a table: tell those who look at it, and let it go."""
        session = self.sessions.pop(table_id, None)
        if session is None:
            return
        self.scheduler.forget(session)
        if session.working is not None:
            session.working.cancel()
        refusal = Refusal("no_table", "service.removed")
        for one in tuple(session.connections):
            one.show_out(Refused(refusal.code, refusal.say(one.language)), NO_SEAT, refusal.code)
        self._presence.forget(session)

    def let_go(self) -> None:
        """Forget tables that nobody looks at and where nothing moves; the store has them."""
        now = asyncio.get_running_loop().time()
        idle = [session for session in self.sessions.values() if session.idle]
        idle.sort(key=lambda session: session.used)
        crowd = len(self.sessions) - self.settings.open_tables
        for number, session in enumerate(idle):
            if number < crowd or now - session.used > self.settings.idle_seconds:
                self.scheduler.forget(session)
                self._presence.forget(session)
                del self.sessions[session.table.id]


async def _tell_story(table: LiveTable, language: str) -> None:
    """Make the log in a language before it is needed; other tables go on meanwhile.

    The table must not change while its story is told: its lock is held.
    """
    if table.timeline is not None:
        await asyncio.to_thread(table.timeline.log, language)


def _unwatched(_what: str, _number: float) -> None:
    """Nobody counts."""
