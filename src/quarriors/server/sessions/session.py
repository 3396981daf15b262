"""One table in this process: the only place where anything changes at it.

`execute` checks a command against the table as it is, writes its entries, folds them, publishes
them and schedules what the server does next: nobody hears of anything before it is in the database.
When another process has written first, its entries are read, folded and published, and the command
is checked again; a stale answer is refused then. So memory only ever repeats what the database
says, any process can serve any table, and a process that dies takes nothing with it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from quarriors.cards.plain_text import visible
from quarriors.server.fair_queue import Owner
from quarriors.server.notify.notifier import move_of
from quarriors.server.protocol.codec import ENCODER, encode
from quarriors.server.sessions.context import SessionContext
from quarriors.server.sessions.outbox import BROKEN, NO_SEAT, Outbox, Sink
from quarriors.server.sessions.rating import rate
from quarriors.server.sessions.scheduler import Scheduler
from quarriors.server.sessions.table_io import (
    chat_line,
    decode_entry,
    summary,
    to_write,
)
from quarriors.server.store import StorageTrouble
from quarriors.table.commands import command_entries
from quarriors.table.consent import settle_undo
from quarriors.table.entries import (
    Answered,
    Entry,
    Failed,
    Forgotten,
    Leave,
    Rekeyed,
    Sit,
)
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chat, ChatLine, FromClient, Refused, Table
from quarriors.table.next_action import NextAction, next_action
from quarriors.table.orders import NO_ORDERS
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable
from quarriors.table.view import people_message, sent_after, table_message, update_message

LOG: Final = logging.getLogger("quarriors.server.sessions")

MANY: Final = 8  # entries read at once, after which everybody gets the whole table anew

Command = Callable[[LiveTable], Sequence[Entry]]  # what is to be written, or `Refusal`


class TableSession:
    """A table in memory, with its viewers; `TableService` makes it."""

    def __init__(self, context: SessionContext, table: LiveTable, chat: Iterable[ChatLine]) -> None:
        self.context = context
        self.table = table
        table.encode_with(ENCODER)
        self.lock = asyncio.Lock()  # held while the table is written to or read on
        self.outboxes: list[Outbox] = []  # of those who look at the table through this process
        self.chat: deque[ChatLine] = deque(chat, context.settings.chat_lines)
        self.address = ""  # where the table was made, or its players are; its bots wait for that
        self.behind = False  # other processes wrote; somebody is about to read it
        self.broken = False  # what is in memory cannot be trusted: it must be read anew
        self.used = 0.0  # when somebody last wanted something here, by the event loop's clock
        self.presence = context.presence.follow(table.id, self)
        self.scheduler = Scheduler(self, table.id, context.settings.lease_seconds, context.at_work)
        self._store = context.store
        self._now = context.now
        self._told = 0.0  # when the last move began of which its player was told
        self._holders = 0  # those who are about to do something here
        self._unsure = True  # the store may have entries that nobody has told this process of
        self._answered_for = False  # standing orders answer the open prompt: nobody need see it

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing moves, and the store knows when it is due."""
        busy = self.outboxes or self._holders or self.behind or self.lock.locked()
        return not busy and self.scheduler.idle

    def close(self) -> asyncio.Task[None] | None:
        """Let the table go; the store has it. What is still at work is cancelled and returned."""
        self.presence.close()
        return self.scheduler.close()

    def dismiss(self, refusal: Refusal) -> None:
        """Let the table go although people look at it, and tell them why."""
        self.close()
        for one in tuple(self.outboxes):
            message = Refused(refusal.code, refusal.say(one.language))
            one.show_out(message, NO_SEAT, refusal.code)

    # --- commands --------------------------------------------------------------------------------

    async def execute(self, command: Command) -> None:
        """Have a command come true, or be refused; for a task that nobody cancels."""
        began = time.perf_counter()
        self._holders += 1
        try:
            async with self.lock:
                while (written := await self._write(command)) is None:
                    await self._read_on()
        finally:
            self._holders -= 1
        answered = any(isinstance(entry, Answered) for entry in written)
        if answered and self.table.stage == "over":
            self.context.tasks.aside(rate(self._store, self.table, self._now()))
        self.context.watch("answer" if answered else "wrote", time.perf_counter() - began)
        self.look()

    async def execute_shielded(self, command: Command) -> None:
        """The same for a caller that may give up, which does not stop what has begun."""
        tasks = self.context.tasks
        await asyncio.shield(tasks.keep(asyncio.create_task(self.execute(command))))

    async def obey(self, outbox: Outbox, message: FromClient) -> None:
        """Do what a viewer's message asks for, by the table as it is when its turn comes."""
        await self.execute(
            lambda table: command_entries(table, outbox.viewer, message, self.people, self._now())
        )

    async def _write(self, command: Command) -> Sequence[Entry] | None:
        """Check a command and write its entries; None if somebody else has written first."""
        if self._unsure:
            await self._read_on()
        table = self.table
        entries = command(table)
        if not entries:
            return entries
        now = self._now()
        row = summary(table, entries, self.context.settings.lease_seconds)
        new = to_write(table, entries, now)
        try:
            done = await self._store.append(table.id, table.seq + 1, new, row)
        except BaseException:
            self._unsure = True  # it may have been written in the moment of the trouble
            raise
        if not done:
            return None
        self.scheduler.wrote()
        for entry in entries:
            self._fold(table.seq + 1, entry, now)
        return entries

    async def _read_on(self) -> None:
        """Take in what other processes have written; the lock is held."""
        self.behind = False
        lines = await self._store.entries(self.table.id, self.table.seq)
        self._unsure = False
        if not lines:
            return
        self.scheduler.read()
        for line in lines:
            self._fold(line.seq, decode_entry(line.data), line.at, publish=len(lines) <= MANY)
        if len(lines) > MANY:
            self._publish_table()

    def _fold(self, seq: int, entry: Entry, at: float, *, publish: bool = True) -> None:
        """Take in one written entry and publish it."""
        try:
            self.table.fold(seq, entry, at)
        except Exception:
            # What is in memory cannot be trusted any more; the next caller reads it anew.
            LOG.exception("a table cannot be followed", extra={"table": self.table.id})
            self.broken = True
            self.close()
            self._drop_all()
            raise
        if isinstance(entry, (Sit, Leave, Rekeyed, Forgotten)):
            self._check_tokens(entry)
        if isinstance(entry, Forgotten):
            kept = [line for line in self.chat if line.seat != entry.seat]
            self.chat = deque(kept, self.chat.maxlen)
        if not publish or not self.outboxes:
            return
        self._answered_for = self._orders_answer()
        try:
            self._publish(entry)
        except Exception:
            # It is written all the same. Clients connect again and ask for the whole table.
            LOG.exception("a change could not be published", extra={"table": self.table.id})
            self._drop_all()

    def _drop_all(self) -> None:
        for one in tuple(self.outboxes):
            one.drop(BROKEN, "")

    def _check_tokens(self, entry: Entry) -> None:
        """Seats have changed hands: a viewer may be somebody else now."""
        for one in tuple(self.outboxes):
            try:
                one.viewer = self.table.viewer(one.token)
            except Refusal as refusal:
                if isinstance(entry, (Sit, Leave)):
                    one.drop(NO_SEAT, refusal.say(one.language))
                    continue
                key = "moved" if isinstance(entry, Rekeyed) else "forgotten"
                text = Refusal(refusal.code, f"service.{key}").say(one.language)
                self._unsubscribe(one)  # at once: what it still sends is not its seat's
                one.viewer = Viewer()
                one.show_out(Refused(refusal.code, text, "hello"), NO_SEAT, refusal.code)

    def catch_up(self) -> None:
        """Another process has written: read it soon."""
        if not self.behind:
            self.behind = True
            self.context.tasks.aside(self._follow())

    async def _follow(self) -> None:
        try:
            async with self.lock:
                if self.behind:
                    await self._read_on()
        except Exception:
            self._unsure = True
            self.behind = False
            raise
        self.look()

    # --- what the server does by itself ----------------------------------------------------------

    def look(self) -> None:
        """Schedule what the server must do at the table now, if anything."""
        if self.scheduler.working is None and not self.broken:  # work looks again when it is done
            now = self._now()
            action = next_action(self.table, now, self.presence.here)
            self._tell_of_turn(action)
            self._answered_for = action.kind == "answer"
            self.scheduler.schedule(action, now)

    def _tell_of_turn(self, action: NextAction) -> None:
        """Have a player told that it is their turn, in a game by correspondence."""
        if action.kind != "none" or self.table.head.setup.clock.kind != "days":
            return
        move = move_of(self.table)
        if move is not None and move.since != self._told:
            self._told = move.since
            self.context.notifier.tell(move, self.presence.here(move.seat))

    def take_over(self) -> None:
        """Nobody else looks after the table, so this process does."""
        self.scheduler.take_over()
        self.look()

    def _orders_answer(self) -> bool:
        """Whether standing orders answer the open prompt; looked up before anybody sees it."""
        seat = self.table.deciding
        if seat is None or self.table.seats[seat].orders == NO_ORDERS:
            return False
        return next_action(self.table, self._now(), self.presence.here).kind == "answer"

    async def act(self, action: NextAction) -> None:
        """Do what the server has to do."""
        if action.kind == "bot":
            await self._play(action)
        else:
            await self.execute_shielded(lambda table: self._action_entries(table, action))

    def _action_entries(self, table: LiveTable, action: NextAction) -> list[Entry]:
        if action.kind == "flag":
            return table.flag(action.seat, self._now())
        if action.kind == "begin":
            return table.begin_without(self._now())
        if action.kind == "settle_undo":
            return settle_undo(table, self._now())
        return table.serve(action.seat, table.state, action.code, action.by)

    async def _play(self, action: NextAction) -> None:
        """Let a bot choose and write its answer; renew the lease meanwhile."""
        table = self.table
        state = table.state
        owner = Owner(self.address, table.id)
        work = self.context.workers.decide(table.game, action.bot, owner, table.rival_luck)
        thinking = asyncio.create_task(work)
        lease = self.context.settings.lease_seconds
        try:
            while not thinking.done():
                await asyncio.wait([thinking], timeout=lease / 2)
                if not thinking.done():
                    await self._store.set_due(table.id, lease)
        finally:
            thinking.cancel()
        decided = thinking.result()
        self.context.watch("bot", decided.seconds)
        code, seat, by = decided.code, action.seat, action.by
        failure = Failed(seat, action.bot, decided.bot, decided.why) if decided.why else None
        await self.execute_shielded(lambda table: table.serve(seat, state, code, by, failure))

    async def note_due(self) -> None:
        """Write when the table has to be looked at: when a player's time is up, or never."""
        table = self.table
        seq = table.seq
        async with self.lock:  # else it could undo what an answer has just said about it
            if table.seq != seq:
                return
            self.scheduler.settled = True
            over = table.stage == "over"
            if over:
                await rate(self._store, table, self._now())  # unless its end has done it
            until = None if over else table.wakes_at
            due_in = None if until is None else until - self._now()
            await self._store.set_due(table.id, due_in, "over" if over else None)

    # --- viewers ---------------------------------------------------------------------------------

    async def subscribe(self, token: str, language: str, sink: Sink, address: str) -> Outbox:
        """Somebody looks at the table from now on; the first message is the table itself.

        A player who returns to a seat that a bot has kept warm gets it back.
        """
        context = self.context
        self._holders += 1
        try:
            async with self.lock:
                if self._unsure:
                    await self._read_on()
                await self._read_all_chat()
                await self._prepare_log(language)
            viewer = self.table.viewer(token)
            if address and (viewer.host or (viewer.seat is not None and not self.address)):
                self.address = address
            seat = viewer.seat
            arrived = seat is not None and seat not in self.connected_seats()
            outbox = Outbox(context, sink, viewer, token, language, address)
            outbox.when_gone.append(lambda: self._unsubscribe(outbox))
            self.outboxes.append(outbox)
            self._answered_for = self._orders_answer()
            outbox.put(self._whole(viewer, language, self.people()))
        finally:
            self._holders -= 1
        if seat is None:
            self._publish_people()
        elif arrived:
            self.presence.came(seat)
            seated = self.table.seats[seat]
            if seated.stand_in and not seated.flagged and self.table.stage == "playing":
                context.tasks.aside(self._give_back(viewer, seat))
        self.look()
        return outbox

    def _unsubscribe(self, outbox: Outbox) -> None:
        if outbox not in self.outboxes:
            return
        self.outboxes.remove(outbox)
        self.used = asyncio.get_running_loop().time()
        seat = outbox.viewer.seat
        if seat is None:
            if not self.context.closing:
                self._publish_people()
        elif seat not in self.connected_seats():
            self.presence.went(seat)

    async def _give_back(self, viewer: Viewer, seat: int) -> None:
        try:
            await self.execute_shielded(lambda table: table.give_back(viewer, seat))
        except Refusal as refusal:  # the host or another connection was faster
            LOG.debug("a seat was not given back: %s", refusal)

    def sweep(self) -> None:
        """Notice players who are gone without a word, and drop viewers who do not read."""
        self.presence.glance()
        for one in tuple(self.outboxes):
            if one.stuck(self.context.settings.send_seconds):
                one.drop_slow()

    @property
    def watchers(self) -> int:
        """How many look at the table through this process without a seat."""
        return sum(one.viewer.seat is None for one in self.outboxes)

    def is_watched(self) -> bool:
        """Whether anybody looks at the table through this process."""
        return bool(self.outboxes)

    def connected_seats(self) -> set[int]:
        """The seats whose players are connected to this process."""
        return {one.viewer.seat for one in self.outboxes if one.viewer.seat is not None}

    def people(self) -> list[Presence]:
        """For each seat whether its player is here, or since when not."""
        return self.presence.of_seats(len(self.table.seats))

    def presence_changed(self) -> None:
        """Publish who is here, if that is news; standing orders may depend on it."""
        if self.presence.is_news(self.people()):
            self._publish_people()
            self.look()

    # --- what is published -----------------------------------------------------------------------

    async def seen_by(self, viewer: Viewer, language: str) -> Table:
        """The whole table for one viewer."""
        async with self.lock:
            await self._prepare_log(language)
        return self._table_message(viewer, language, self.people())

    async def _prepare_log(self, language: str) -> None:
        """Have the log made in a language before it is needed; other tables go on meanwhile.

        The table must not change while its log is made: the lock is held.
        """
        if self.table.timeline is not None:
            await asyncio.to_thread(self.table.timeline.log, language)

    def _publish(self, entry: Entry) -> None:
        """Send everybody what was written last; each message is made and encoded once."""
        now = self._now()
        stage = self.table.stage
        made: dict[tuple[str, Viewer, str], bytes] = {}
        for one in tuple(self.outboxes):
            for kind in sent_after(entry, stage, one.viewer.seat):
                key = (kind, one.viewer, one.language)
                data = made.get(key)
                if data is None:
                    if kind == "update":
                        data = self._update(one.viewer, one.language, now)
                    else:
                        data = self._whole(one.viewer, one.language, self.people())
                    made[key] = data
                one.put(data)

    def _update(self, viewer: Viewer, language: str, now: float) -> bytes:
        """What the last entry changed for one viewer, encoded."""
        message = update_message(self.table, viewer, language, now)
        return encode(replace(message, prompt=None) if self._answered_for else message)

    def _publish_table(self) -> None:
        """Send everybody all there is to know."""
        people = self.people()
        made: dict[tuple[Viewer, str], bytes] = {}
        for one in tuple(self.outboxes):
            key = (one.viewer, one.language)
            if key not in made:
                made[key] = self._whole(one.viewer, one.language, people)
            one.put(made[key])

    def _whole(self, viewer: Viewer, language: str, people: Sequence[Presence]) -> bytes:
        """The whole table for one viewer, encoded."""
        message = self._table_message(viewer, language, people)
        return encode(replace(message, prompt=None) if self._answered_for else message)

    def _table_message(self, viewer: Viewer, language: str, people: Sequence[Presence]) -> Table:
        chat = tuple(self.chat)
        return table_message(self.table, viewer, language, people, chat, self._now())

    def _publish_people(self) -> None:
        """Send everybody who is here."""
        data = encode(people_message(self.table, self.people(), self.watchers, self._now()))
        for one in tuple(self.outboxes):
            one.put(data)

    # --- chat ------------------------------------------------------------------------------------

    async def say(self, seat: int | None, text: str) -> None:
        """A line of chat, written before it is published."""
        if not self.context.settings.chat or not self.table.head.setup.chat:
            raise Refusal("off", "service.chat_off")
        if seat is None:
            raise Refusal("not_yours", "service.chat_seat")
        if self.table.chat_closed:
            raise Refusal("off", f"chat_closed.{self.table.chat_closed}")
        text = visible(text)
        if not text:
            raise Refusal("illegal", "service.chat_empty")
        name = self.table.seats[seat].name
        await self._store.say(self.table.id, seat, name, text, self._now())
        await self.read_chat()

    async def read_chat(self) -> None:
        """Publish the lines of chat that this process has not read yet."""
        last = self.chat[-1].number if self.chat else 0
        most = self.context.settings.chat_lines
        for said in await self._store.chat(self.table.id, most, last):
            line = chat_line(said)
            if not self.chat or line.number > self.chat[-1].number:
                self.chat.append(line)
                data = encode(Chat(line))
                for one in tuple(self.outboxes):
                    one.put(data)

    async def _read_all_chat(self) -> None:
        """Chat for a newcomer: another process may have a line that we have not heard of yet."""
        try:
            await self.read_chat()
        except StorageTrouble as trouble:  # what is in memory is better than no table
            LOG.warning("chat could not be read: %s", trouble, extra={"table": self.table.id})
