"""The host of a page without a server: its tables, who looks at them, and what is to be stored.

Nothing here waits or stores. Every call says afterwards what is to be stored and what is to be sent
(`take`); the caller stores first. A table that is not in memory is asked for (`NotLoaded`), and the
caller brings it with `restore` and calls again. Between calls the caller lets `work` do what no
player triggers, a small piece at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from quarriors.__about__ import __version__
from quarriors.engine.errors import QuarriorsError
from quarriors.facts.packs import brought_pack, check_together
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import NewTable
from quarriors.local.analyses import Analyses
from quarriors.record.fair_seed import new_secret
from quarriors.table import codec, entries
from quarriors.table.errors import Refusal
from quarriors.table.loading import Stored
from quarriors.table.memory import Client, MemoryTable
from quarriors.table.messages import VERSION, FromClient, Hello, Refused, Setup
from quarriors.table.seating import (
    Joined,
    first_entries,
    kept_seats,
    rematch_entries,
    rematch_id,
    rematch_setup,
    sit_again,
)
from quarriors.table.table_header import Kept, TableHeader, decode_head, encode_head, new_head
from quarriors.table.tokens import new_table_id, new_token, token_hash
from quarriors.table.what_if import what_if_head

LUCK_BITS = 32  # for bots
NUMBER_SECONDS = 10.0  # that a full table waits for the numbers of its clients
MOST_LOADED = 8  # tables in memory that nobody looks at


class NotLoaded(Exception):
    """A table that is not in memory: bring it with `restore`, and call again."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


@dataclass(frozen=True)
class Row:
    """An entry of a table, as it is stored; snapshots are bytes in base64."""

    table: str
    seq: int
    at: float
    entry: str  # JSON
    snapshot: bytes | None


@dataclass
class Outcome:
    """What a call has led to: first to be stored, then to be sent."""

    heads: list[tuple[str, str]] = field(default_factory=list)  # new tables: the key and the head
    rows: list[Row] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)  # tables to be deleted
    sent: list[tuple[int, str]] = field(default_factory=list)  # to which connection, and what
    closed: list[int] = field(default_factory=list)  # connections that the host ends


class LocalHost:
    """All tables of a page."""

    def __init__(
        self,
        now: Callable[[], float],
        luck: Callable[[], int] = lambda: secrets.randbits(LUCK_BITS),
        secret: Callable[[], int] = new_secret,
    ) -> None:
        self.now = now  # seconds since the epoch
        self.analyses = Analyses(now)
        self._luck = luck
        self._secret = secret
        self._tables: dict[str, MemoryTable] = {}  # the one that was used last comes last
        self._absent: dict[str, Refusal] = {}  # tables that there are not, and what is said then
        self._stored: dict[str, int] = {}  # by table: entries that were handed out to be stored
        self._lines: dict[int, tuple[str, Client] | None] = {}  # connections; None: no hello yet
        self._outcome = Outcome()

    # --- tables ----------------------------------------------------------------------------------

    def table(self, table_id: str) -> MemoryTable:
        """A table; `NotLoaded` if it must be fetched first, `Refusal` if there is none."""
        found = self._tables.pop(table_id, None)
        if found is None:
            raise self._absent.get(table_id) or NotLoaded(table_id)
        self._tables[table_id] = found
        return found

    def restore(self, table_id: str, head: str | None, rows: Sequence[Row]) -> None:
        """A table as it is stored; without a head there is none.

        One that cannot be read by this version is refused, and stays stored.
        """
        if head is None:
            self._absent[table_id] = Refusal("no_table", "service.no_table")
            return
        engine = "?"
        try:
            found = decode_head(head.encode())
            engine = found.engine
            stored = [
                Stored(row.seq, entries.decode(row.entry.encode()), row.at, row.snapshot)
                for row in rows
            ]
            self._add(found, stored)
        except (QuarriorsError, codec.DecodeError):
            values = {"engine": engine, "here": __version__}
            self._absent[table_id] = Refusal("no_table", "service.other_rules", **values)

    def _add(self, head: TableHeader, stored: Sequence[Stored]) -> MemoryTable:
        table = MemoryTable(head, self.now, self._luck, stored)
        self._tables[head.id] = table
        self._stored[head.id] = len(stored)
        self._absent.pop(head.id, None)
        return table

    def create(self, new: NewTable, language: str) -> Joined:
        """Set up a table; its maker is the host and sits in the first seat for people."""
        if new.setup.packs:
            raise Refusal("illegal", "setup.no_pack", pack=new.setup.packs[0], known="-")
        packs = {brought_pack(text, language).id: text for text in new.packs}
        check_together(tuple(packs), language)
        token = new_token()
        setup = replace(new.setup, packs=tuple(packs))
        head = self._new_head(new_table_id(), setup, token_hash(token), packs=tuple(packs.values()))
        begun, seat = first_entries(head, new.name, token_hash(token))
        self._begin(head, begun)
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
        return new_head(
            table_id,
            self.now(),
            setup,
            self._secret(),
            host_hash,
            kept,
            packs,
            NUMBER_SECONDS,
            before,
        )

    def _begin(self, head: TableHeader, begun: Sequence[entries.Entry]) -> None:
        """A new table with its first entries, to be stored."""
        stored = [Stored(seq, entry, head.created) for seq, entry in enumerate(begun, 1)]
        self._add(head, stored)
        self._stored[head.id] = 0
        self._outcome.heads.append((head.id, encode_head(head).decode()))

    def join(self, table_id: str, name: str, seat: int | None) -> Joined:
        """Take a free seat; after the last one the game begins with the last number."""
        token = new_token()
        return Joined(table_id, self.table(table_id).sit(name, token, seat), token)

    def rematch(self, table_id: str, token: str) -> Joined:
        """Another game for those who have played one: the same seats and tokens at a new table."""
        old = self.table(table_id)
        viewer = old.table.viewer(token)
        if viewer.seat is None and not viewer.host:
            raise Refusal("bad_token", "bad_token")
        again = rematch_id(old.table)
        old.table.meet_again(again)  # which is refused before the end
        seat, before = viewer.seat, old.table.seats
        try:
            new = self.table(again)
        except Refusal:
            setup, kept = rematch_setup(old.table.head.setup), kept_seats(before)
            packs = old.table.head.packs
            head = self._new_head(again, setup, old.table.host_hash, kept, packs, table_id)
            self._begin(head, rematch_entries(head, before, seat))
        else:
            if seat is not None and new.table.seats[seat].token_hash != before[seat].token_hash:
                new.write(sit_again(new.table, before[seat], seat))
        old.write(old.table.meet_again(again))
        return Joined(again, seat, token)

    def what_if(self, table_id: str, token: str, frame: int, seat: int, name: str) -> Joined:
        """A table that goes on from a frame of a finished game, with bots but for a seat."""
        old = self.table(table_id).table
        old.viewer(token)
        mine = new_token()
        made, hashed = new_table_id(), token_hash(mine)
        head = what_if_head(
            old, frame, (seat,), made, self.now(), self._secret(), hashed, NUMBER_SECONDS
        )
        begun, sits = first_entries(head, name, hashed)
        self._begin(head, begun)
        return Joined(head.id, sits, mine)

    def remove(self, table_id: str, token: str) -> None:
        """Delete a table; for its players and its host."""
        viewer = self.table(table_id).table.viewer(token)
        if viewer.seat is None and not viewer.host:
            raise Refusal("bad_token", "bad_token")
        self.drop(table_id)
        self._absent[table_id] = Refusal("no_table", "service.no_table")
        self._outcome.removed.append(table_id)

    def drop(self, table_id: str) -> None:
        """Forget what is in memory of a table: the store has something else. Clients come again."""
        self._tables.pop(table_id, None)
        self._absent.pop(table_id, None)
        for line, held in tuple(self._lines.items()):
            if held is not None and held[0] == table_id:
                self._end(line)

    # --- connections -----------------------------------------------------------------------------

    def open(self, line: int) -> None:
        """A client connects; it says hello first."""
        self._lines[line] = None

    def hear(self, line: int, data: str) -> None:
        """A client's message."""
        held = self._lines.get(line)
        if held is not None:
            self.table(held[0]).receive(held[1], data)
        elif line in self._lines:
            self._greet(line, data)

    def _greet(self, line: int, data: str) -> None:
        """The first message says who they are; who is refused is told why and let go."""
        language = "en"
        try:
            hello = _read_hello(data)
            language = hello.language
            if hello.version != VERSION:
                raise NotServed("version", "version", ours=VERSION, theirs=hello.version)
            client = self.table(hello.table).connect(hello.token, language)
        except (Refusal, NotServed) as refusal:
            text = refusal.say(language)
            self._send(line, codec.encode(Refused(refusal.code, text, "hello")))
            self._end(line)
        else:
            self._lines[line] = (hello.table, client)

    def close(self, line: int) -> None:
        """A client has hung up; its seat stays."""
        held = self._lines.pop(line, None)
        table = None if held is None else self._tables.get(held[0])
        if held is not None and table is not None and held[1] in table.clients:
            self._collect(line, held[1])
            table.disconnect(held[1])

    def _end(self, line: int) -> None:
        self._lines.pop(line, None)
        self._outcome.closed.append(line)

    def _send(self, line: int, data: bytes) -> None:
        self._outcome.sent.append((line, data.decode()))

    def _collect(self, line: int, client: Client) -> None:
        for data in client.take():
            self._send(line, data)

    # --- what no player triggers, and what has come of a call -------------------------------------

    def work(self) -> float | None:
        """Do one small thing that is due; how many seconds later to call again, None: not at all.

        Only tables that somebody looks at go on. Games come first, then analyses.
        """
        dues: list[float] = []
        for table in tuple(self._tables.values()):
            if not table.clients:
                continue
            before = len(table.entries)
            due = table.run(most=1)
            if len(table.entries) > before:
                return 0.0
            if due is not None:
                dues.append(due)
        if self.analyses.work():
            return 0.0
        return max(0.0, min(dues) - self.now()) if dues else None

    def take(self) -> Outcome:
        """What the calls since the last time have led to."""
        for line, held in tuple(self._lines.items()):
            if held is None:
                continue
            table_id, client = held
            self._collect(line, client)
            if client not in self._tables[table_id].clients:  # the seat is somebody else's now
                self._end(line)
        for table_id, table in self._tables.items():
            for row in table.entries[self._stored[table_id] :]:
                entry = entries.encode(row.entry).decode()
                self._outcome.rows.append(Row(table_id, row.seq, row.at, entry, row.snapshot))
            self._stored[table_id] = len(table.entries)
        self._let_go()
        outcome, self._outcome = self._outcome, Outcome()
        return outcome

    def _let_go(self) -> None:
        """Forget tables that nobody looks at, the longest unused first; the store has them."""
        idle = [table_id for table_id, table in self._tables.items() if not table.clients]
        for table_id in idle[: max(0, len(idle) - MOST_LOADED)]:
            del self._tables[table_id]


def _read_hello(data: str) -> Hello:
    try:
        found = codec.decode(FromClient, data)
    except codec.DecodeError as error:
        raise Refusal("malformed", "malformed", why=error) from None
    if not isinstance(found, Hello):
        raise NotServed("malformed", "hello_first")
    return found
