"""How tables begin: who sits where at first, and who meets again for another game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarriors.table.entries import Entry, Sit
from quarriors.table.messages import Setup
from quarriors.table.seats import Seated
from quarriors.table.table import LiveTable
from quarriors.table.table_header import Kept, TableHeader


@dataclass(frozen=True)
class Joined:
    """A seat that somebody has taken: the token is all that proves it."""

    table: str
    seat: int | None  # None: the host of a table of bots only
    token: str


def first_entries(
    head: TableHeader, name: str, hashed: str, address: str = "", member: int = 0
) -> tuple[list[Entry], int | None]:
    """What is written when a table is made, and where its host sits.

    The host takes the first seat for people; where there is none, the bots begin.
    """
    table = LiveTable(head)
    if not any(one.free for one in table.seats):
        return table.begin(True), None
    entries = table.sit(name, "person", hashed, address=address, member=member)
    return entries, next(entry.seat for entry in entries if isinstance(entry, Sit))


# --- another game --------------------------------------------------------------------------------


def rematch_id(table: LiveTable) -> str:
    """The key of the table where the players of this one meet again.

    It follows from the old one, so that all who ask at the same moment make the same, and from
    what nobody else knows, so that nobody can be there before them.
    """
    facts = f"rematch {table.id} {table.head.host_hash} {table.head.seed}"
    return hashlib.sha256(facts.encode()).hexdigest()[:24]


def rematch_setup(setup: Setup) -> Setup:
    """The same game, not offered to strangers; after a daily with dice of its own."""
    return replace(setup, open=False, daily="")


def kept_seats(before: Sequence[Seated]) -> tuple[Kept, ...]:
    """The seats of a rematch are kept for the players who had them."""
    return tuple(Kept(one.name, one.token_hash) if one.player else Kept() for one in before)


def rematch_entries(head: TableHeader, before: Sequence[Seated], seat: int | None) -> list[Entry]:
    """What is written when the first of the players asks for another game.

    Bots that the host put into free seats sit down again, and so does the player who asks; others
    follow when they ask themselves. The game begins with the last of them.
    """
    table = LiveTable(head)
    entries: list[Entry] = []

    def add(more: Sequence[Entry]) -> None:
        for entry in more:
            entries.append(entry)
            table.fold(len(entries), entry, head.created)

    for number, old in enumerate(before):
        if old.kind == "bot" and table.seats[number].free:
            add(table.fill(True, number, old.bot))
    if seat is not None:
        add(sit_again(table, before[seat], seat))
    elif not any(one.free for one in table.seats):
        add(table.begin(True))
    return entries


def sit_again(table: LiveTable, old: Seated, seat: int) -> list[Entry]:
    """A player sits down where they sat, with the token they have."""
    assert old.kind in ("person", "remote"), "bots do not ask"
    return table.sit(
        old.name, old.kind, old.token_hash, seat, old.bot, proven=True, member=old.member
    )
