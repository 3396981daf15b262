"""Who sits at a table, who looks at it, and what people may be called.

A seat belongs to the holder of its token, connected or not, whatever the socket.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

from quarriors.bots.rivals import RIVALS
from quarriors.cards.plain_text import visible
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chair, Orders
from quarriors.table.values import value
from quarriors.text import Texts

LONGEST_NAME = 24


@value()
class Seated:
    """One seat as it is now."""

    kind: Literal["free", "person", "bot", "remote"]
    name: str = ""
    bot: str = ""  # which bot sits there
    token_hash: str = ""
    stand_in: str = ""  # which bot plays for an absent player, or for a bot that fails
    flagged: bool = False  # the player's time is up for good
    orders: Orders = Orders()
    failures: int = 0  # of the bot that plays this seat
    origin: str = ""  # from where its player came, as `LiveTable.origin` has it
    number: str = ""  # what its client added to the dice
    member: int = 0  # of the club, by number; 0: a guest, a bot, or there is no club

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.kind == "free"

    @property
    def player(self) -> bool:
        """Whether somebody with a token sits there, person or program."""
        return self.kind in ("person", "remote")

    @property
    def played_by(self) -> str:
        """The bot that answers for this seat just now; empty if its player does."""
        return self.stand_in or (self.bot if self.kind == "bot" else "")


@value()
class Viewer:
    """Who looks: from which seat (None for a watcher), and whether as the host."""

    seat: int | None = None
    host: bool = False


@value()
class Presence:
    """Whether a seat's player is connected, and if not since when (0 if that is not known)."""

    here: bool = False
    since: float = 0.0


def first_seats(chairs: Sequence[Chair], language: str) -> list[Seated]:
    """The seats of a new table: bots sit already, people are still to come."""
    seats: list[Seated] = []
    for chair in chairs:
        if chair.kind == "bot":
            name = clean_name(chair.name) if chair.name.strip() else bot_name(chair.bot, language)
            seats.append(Seated("bot", unlike(name, seats), chair.bot))
        else:
            seats.append(Seated("free"))
    return seats


def bot_name(spec: str, language: str) -> str:
    """What a bot is called that nobody gave a name."""
    name = spec.partition(":")[0]
    if name in RIVALS:
        return RIVALS[name].name
    return Texts(language).say("server", "table.bot", name=name.capitalize())[:LONGEST_NAME]


def unlike(name: str, seats: Sequence[Seated]) -> str:
    """The name, with a number if another seat has it: the log tells people apart by names."""
    taken = {seat.name.casefold() for seat in seats}
    found = name
    number = 2
    while found.casefold() in taken:
        ending = f" {number}"
        found = name[: LONGEST_NAME - len(ending)] + ending
        number += 1
    return found


def alike(name: str, other: str) -> bool:
    """Whether two names look the same to a reader."""
    return visible(name).casefold() == visible(other).casefold()


def clean_name(name: str) -> str:
    """A name as it is shown; one that is empty, too long, or has unseen characters is refused."""
    written = " ".join(unicodedata.normalize("NFC", name).split())
    if not written:
        raise Refusal("illegal", "name_empty")
    if len(written) > LONGEST_NAME:
        raise Refusal("too_long", "name_long", most=LONGEST_NAME)
    if visible(written) != written:
        raise Refusal("illegal", "name_unseen")
    return written
