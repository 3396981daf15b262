"""A table on a test bench: entries are written to a list instead of a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.table.entries import Entry, decode, encode
from quarriors.table.errors import Refusal
from quarriors.table.loading import Stored, snapshot
from quarriors.table.messages import Chair, Clock, Setup
from quarriors.table.seats import Presence
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, new_head
from quarriors.table.tokens import token_hash

NAMES = ("Anna", "Bruno", "Carla", "Dora")
TOKENS = tuple(f"token-of-{name.lower()}-0123456789" for name in NAMES)
HASHES = tuple(token_hash(token) for token in TOKENS)
HERE = Presence(True)
AWAY = Presence(False, 0.0)
KEY = "a-table-key-0123456789"


def setup_of(players: int = 2, **values: object) -> Setup:
    """A set-up for a number of people."""
    chairs = tuple(Chair() for _ in range(players))
    return Setup(chairs, **values)  # type: ignore[arg-type]


def head_of(setup: Setup, seed: int = 7, number_seconds: float | None = None) -> TableHeader:
    """The head of a table whose host has the first token."""
    return new_head(KEY, 1000.0, setup, seed, HASHES[0], number_seconds=number_seconds)


class Bench:
    """A live table and everything that was written about it."""

    def __init__(
        self, setup: Setup | None = None, seed: int = 7, number_seconds: float | None = None
    ) -> None:
        self.table = LiveTable(head_of(setup or setup_of(), seed, number_seconds))
        self.stored: list[Stored] = []
        self.now = 1000.0

    def write(self, entries: Sequence[Entry]) -> None:
        """Store and fold, through bytes and with snapshots, as the service does."""
        for entry in entries:
            kept = decode(encode(entry))
            assert kept == entry
            shot = snapshot(self.table)
            seq = self.table.seq + 1
            self.stored.append(Stored(seq, kept, self.now, shot))
            self.table.fold(seq, kept, self.now)

    def seated(self) -> Bench:
        """Everybody sits down, and so the game begins."""
        for seat, seated in enumerate(list(self.table.seats)):
            if seated.free:
                self.write(self.table.sit(NAMES[seat], "person", HASHES[seat], seat))
        assert self.table.stage == "playing"
        return self

    def answer(self, number: int) -> None:
        """The seat that must decide takes that option."""
        table = self.table
        self.write(table.answer(table.deciding, table.state, number))

    def random_answer(self, dealer: Dealer) -> None:
        """Or any."""
        self.answer(1 + dealer.below(len(self.table.game.decision.options)))

    def play(self, dealer: Dealer, most: int = 1 << 30) -> Bench:
        """Play at random to the end, or for a number of answers."""
        count = 0
        while self.table.stage == "playing" and count < most:
            self.random_answer(dealer)
            count += 1
        return self

    def again(self) -> LiveTable:
        """The table folded anew from everything that was stored."""
        table = LiveTable(self.table.head)
        for row in self.stored:
            table.fold(row.seq, row.entry, row.at)
        return table


def fingerprint(table: LiveTable) -> tuple[object, ...]:
    """Everything that a table is, to see whether anything has changed."""
    timeline = table.timeline
    game: object = None
    if timeline is not None:
        game = (
            queries.unscripted_wire(queries.state(timeline.game)),
            list(timeline.game.answers),
            list(timeline.steps),
            timeline.why,
            list(timeline.happened),
            [line.text for line in timeline.log("en").lines],
            [line.text for line in timeline.log("it").lines],
        )
    return (
        table.seq,
        table.state,
        table.at,
        table.stage,
        list(table.seats),
        table.clocks,
        table.cards,
        table.by,
        table.undone,
        game,
    )


def refused(table: LiveTable, command: Callable[[], object], code: str, key: str) -> Refusal:
    """A command is refused for that reason, in both languages, and nothing has changed."""
    before = fingerprint(table)
    with pytest.raises(Refusal) as found:
        command()
    refusal = found.value
    assert (refusal.code, refusal.key) == (code, key)
    assert fingerprint(table) == before
    said = {refusal.say("en"), refusal.say("it")}
    assert len(said) == 2
    assert not any("{" in sentence for sentence in said)
    return refusal


def clocked(kind: str, seconds: int = 60, extra: int = 0, **values: object) -> Setup:
    """A set-up with a clock."""
    clock = Clock(kind, seconds, extra)  # type: ignore[arg-type]
    return setup_of(2, clock=clock, **values)
