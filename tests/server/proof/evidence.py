"""What players were told, against what the database says: nothing more, nothing less.

The stored entries are folded once more, one by one. Every view and every prompt that anybody was
ever shown must be the one that the entries up to that state lead to, and every answer that was
acknowledged must be the entry that follows the state it was given in.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Sequence

import httpx

from quarriors.record.fair_seed import combined_seed, commit
from quarriors.record.replay import verify
from quarriors.server.protocol.codec import ENCODER, encode
from quarriors.server.store import Store
from quarriors.table.entries import Answered, Entry, Undone, decode
from quarriors.table.seats import Viewer
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, decode_head
from quarriors.table.view import board, prompt
from tests.server.proof.players import Player, digest, seen_from


class Testimony:
    """One table as the database has it, folded again for those who were there."""

    def __init__(
        self, head: TableHeader, entries: Sequence[tuple[Entry, float]], languages: Sequence[str]
    ) -> None:
        self.head = head
        self.table = LiveTable(head)
        self.table.encode_with(ENCODER)
        self.codes: dict[int, list[int]] = {}  # by state, what could be answered
        self.moved: dict[int, Entry] = {}  # by state, the entry that led away from it
        self.called: dict[int, float] = {}  # by state, until when time was called
        self._languages = languages
        self._seen: dict[int, str] = {}
        self._asked: dict[int, dict[str, tuple[int, str]]] = {}
        for seq, (entry, at) in enumerate(entries, 1):
            before = self.table.state
            self.table.fold(seq, entry, at)
            if isinstance(entry, (Answered, Undone)):
                self.moved[before] = entry
            if self.table.state != before:
                self._note()
            if self.table.clocks.called:
                self.called[self.table.state] = self.table.clocks.called

    def _note(self) -> None:
        table = self.table
        state = table.state
        self._seen[state] = seen_from(bytes(board(table, None)), None)
        deciding = table.deciding
        if deciding is None:
            return
        self.codes[state] = [option.code for option in table.game.decision.options]
        self._asked[state] = {
            language: (deciding, digest(encode(prompt(table, Viewer(deciding), language))))
            for language in self._languages
            if not table.seats[deciding].played_by
        }

    def hear(self, player: Player) -> None:
        """Compare all that a player was told; an assertion fails if anything differs."""
        assert player.commitment == self.head.commitment == commit(int(self.head.seed))
        if player.seat is not None and player.added:
            assert self.table.numbers[player.seat] == player.number, "a number is gone"
        for state, seen in player.views.items():
            assert state in self._seen, f"state {state} was told and is not there"
            assert self._seen[state] == seen, f"another view of state {state}"
        for state, asked in player.prompts.items():
            assert self._asked[state][player.language] == (player.seat, asked), state
        for sent in player.acknowledged:
            code = self.codes[sent.state][sent.option - 1]
            assert player.seat is not None, "watchers do not answer"
            assert self.moved.get(sent.state) == Answered(player.seat, code), sent
        for state, until in player.called.items():
            assert self.called.get(state) == until, f"called time of state {state} was not kept"
        for state in player.undone:
            assert self.moved.get(state) == Undone(player.seat or 0), state
        if player.over:
            assert self.table.stage == "over"
            assert player.seed == str(self.table.seed)
            assert self.table.timeline is not None, "it was played"
            lines = self.table.timeline.log(player.language).lines
            expected = [
                {
                    "number": number,
                    "event": line.event,
                    "rule": line.rule,
                    "text": line.text,
                    "seat": line.seat,
                    "you": line.you,
                }
                for number, line in enumerate(lines, 1)
            ]
            assert player.log == expected, "another log"


async def read(store: Store, table_id: str, languages: Sequence[str] = ("en",)) -> Testimony:
    """A table from the database itself, not from a server."""
    data = await store.head(table_id)
    assert data is not None, "the table is gone"
    lines = await store.entries(table_id)
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1)), "entries are missing"
    entries = [(decode(line.data), line.at) for line in lines]
    return Testimony(decode_head(data), entries, languages)


async def check(database: str, players: Sequence[Player]) -> dict[str, Testimony]:
    """Compare what all players were told with the database."""
    async with looked_into(database) as store:
        found: dict[str, Testimony] = {}
        for player in players:
            if player.table not in found:
                there = [one for one in players if one.table == player.table]
                languages = sorted({one.language for one in there})
                found[player.table] = await read(store, player.table, languages)
            found[player.table].hear(player)
            chat = {said.text for said in await store.chat(player.table, 1_000)}
            assert set(player.heard) <= chat, "a line of chat is gone"
        return found


@contextlib.asynccontextmanager
async def looked_into(database: str) -> AsyncIterator[Store]:
    """The database of a server that may be running; of an SQLite file, which is its own, a copy."""
    with tempfile.TemporaryDirectory() as folder:
        if not database.startswith("postgresql"):
            copy = f"{folder}/copy.sqlite"
            with (
                contextlib.closing(sqlite3.connect(database)) as source,
                contextlib.closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
            database = copy
        store = await Store.open(database)
        try:
            yield store
        finally:
            await store.close()


def check_record(http: httpx.Client, testimony: Testimony) -> None:
    """The game is over, and what the server hands out about it can be checked by anybody."""
    table = testimony.table
    assert table.stage == "over", f"table {table.id} is {table.stage}"
    facts = http.get(f"/api/tables/{table.id}").json()
    assert facts["stage"] == "over"
    assert facts["secret"] == testimony.head.seed
    assert commit(int(facts["secret"])) == facts["commitment"]
    assert facts["numbers"] == list(table.numbers)
    assert int(facts["seed"]) == combined_seed(int(facts["secret"]), facts["numbers"])
    answer = http.get(f"/api/tables/{table.id}/record")
    assert answer.status_code == 200, answer.text
    report = verify(answer.json())
    assert report.over
    assert not report.scripted
    assert report.decisions == len(table.game.answers)
    assert answer.json()["commitment"] == facts["commitment"]
