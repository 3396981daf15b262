"""One table as this process holds it: its entries folded, who looks at it, who is there.

A session does no writing and no waiting. It publishes what has been written, each viewer's own
message through `table.view`, and answers who is here; the service does the rest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from quarriors.server.protocol.codec import ENCODER, encode
from quarriors.table.entries import Answered, Entry, Ordered, Undone
from quarriors.table.messages import Chat, ChatLine
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable
from quarriors.table.view import people_message, table_message, update_message

if TYPE_CHECKING:
    from quarriors.server.sessions.connection import Connection

MANY: Final = 8  # entries read at once, after which everybody gets the whole table anew


class TableSession:
    """A table in memory."""

    def __init__(self, table: LiveTable, chat: Iterable[ChatLine], chat_lines: int) -> None:
        self.table = table
        table.encode_with(ENCODER)
        self.lock = asyncio.Lock()  # held while the table is written to or read on
        self.connections: list[Connection] = []
        self.chat: deque[ChatLine] = deque(chat, chat_lines)
        self.address = (
            ""  # where the table was made, or its players are; its bots wait in that name
        )
        self.answered_for = False  # standing orders answer the open prompt: nobody need see it
        self.mine = False  # this process wrote last, so it does what the server has to do next
        self.unsure = False  # an append failed in a way that may have written it all the same
        self.behind = False  # other processes wrote; somebody is about to read it
        self.changed = asyncio.get_running_loop().time()  # when the last entry was read or written
        self.used = 0.0  # when somebody last wanted something here, by the event loop's clock
        self.holders = 0  # those who are about to do something here
        self.working: asyncio.Task[None] | None = None  # the server's own work here
        self.timer: asyncio.TimerHandle | None = None  # when it has to look again
        self.settling = 0.0  # if that timer is to note when the table is due: not before this
        self.settled = True  # the store knows when this table is due
        self.troubles = 0  # failures in a row of what the server wanted to do here
        self.seen: dict[int, float] = {}  # by seat: when other processes last saw its player
        self.left: dict[int, float] = {}  # by seat: when its player left this process

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing moves, and the store knows when it is due."""
        busy = self.connections or self.holders or self.working or self.lock.locked()
        return (
            not busy and not self.behind and not self.troubles and (self.settled or not self.mine)
        )

    # --- who is here -----------------------------------------------------------------------------

    def connected(self, seat: int) -> bool:
        """Whether the player of a seat is connected to this process."""
        return any(one.viewer.seat == seat for one in self.connections)

    def people(self, now: float, absent: float) -> list[Presence]:
        """For each seat whether its player is here, or since when not."""
        return [self._presence(seat, now - absent) for seat in range(len(self.table.seats))]

    def here(self, seat: int, now: float, absent: float) -> bool:
        """Whether the player of a seat is connected anywhere."""
        return self._presence(seat, now - absent).here

    def _presence(self, seat: int, since: float) -> Presence:
        if self.connected(seat):
            return Presence(True)
        seen = self.seen.get(seat, 0.0)
        if seen >= since:
            return Presence(True)
        return Presence(False, max(seen, self.left.get(seat, 0.0)))

    @property
    def watchers(self) -> int:
        """How many look at the table through this process without a seat."""
        return sum(one.viewer.seat is None for one in self.connections)

    # --- what is published ------------------------------------------------------------------------

    def publish(self, entry: Entry, people: Callable[[], Sequence[Presence]], now: float) -> None:
        """Tell everybody what was written last; each message is made and encoded once."""
        if isinstance(entry, (Answered, Undone)):
            self._publish_update(now)
            if self.table.stage == "over":
                self.publish_table(people(), now)  # with the seed, which nobody knew before
        elif isinstance(entry, Ordered):
            ours = [one for one in self.connections if one.viewer.seat == entry.seat]
            self.publish_table(people(), now, ours)
        else:
            self.publish_table(people(), now)

    def _publish_update(self, now: float) -> None:
        made: dict[tuple[Viewer, str], bytes] = {}
        for one in tuple(self.connections):
            key = (one.viewer, one.language)
            data = made.get(key)
            if data is None:
                message = update_message(self.table, one.viewer, one.language, now)
                if self.answered_for:
                    message = replace(message, prompt=None)
                made[key] = data = encode(message)
            one.put(data)

    def publish_table(
        self, people: Sequence[Presence], now: float, to: Iterable[Connection] | None = None
    ) -> None:
        """Tell everybody, or some, all there is to know."""
        made: dict[tuple[Viewer, str], bytes] = {}
        for one in tuple(self.connections if to is None else to):
            key = (one.viewer, one.language)
            if key not in made:
                made[key] = self.whole(one.viewer, one.language, people, now)
            one.put(made[key])

    def whole(self, viewer: Viewer, language: str, people: Sequence[Presence], now: float) -> bytes:
        """The whole table for one viewer, encoded."""
        message = table_message(self.table, viewer, language, people, tuple(self.chat), now)
        return encode(replace(message, prompt=None) if self.answered_for else message)

    def publish_people(self, people: Sequence[Presence], now: float) -> None:
        """Tell everybody who is here."""
        data = encode(people_message(self.table, people, self.watchers, now))
        for one in tuple(self.connections):
            one.put(data)

    def hear(self, line: ChatLine) -> None:
        """Publish a line of chat, unless that was done before."""
        if self.chat and line.number <= self.chat[-1].number:
            return
        self.chat.append(line)
        data = encode(Chat(line))
        for one in tuple(self.connections):
            one.put(data)
