"""What only a server is asked over HTTP, as typed values: seats, reports, lists of tables.

What concerns games and is the same on a page without a server is in `facts.shapes`. The OpenAPI
document is made from both. Bodies refuse unknown fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from quarriors.table.messages import Clock


class Code(Struct, forbid_unknown_fields=True, frozen=True):
    """The one-time code that another device of mine shows; spaces and case do not matter."""

    code: Annotated[str, Meta(min_length=1, max_length=32)]


Reason = Literal["insult", "threat", "spam", "private", "other"]


class Report(Struct, forbid_unknown_fields=True, frozen=True):
    """A line of chat, by its number, or else a player's name, that the operator should look at."""

    reason: Reason
    line: int | None = None
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    note: Annotated[str, Meta(max_length=500)] = ""


class OneTimeCode(Struct, frozen=True):
    """A code that gives another device a new token for my seat, once; then mine ends."""

    code: str
    seconds: float  # for which it is valid


class Reported(Struct, frozen=True):
    """What I reported is kept for the operator."""

    report: int  # its number


class OpenSeat(Struct, frozen=True):
    """Who sits where, as the list of tables tells it; kind is free, person, bot or remote."""

    kind: str
    name: str = ""
    bot: str = ""


class OpenTable(Struct, frozen=True):
    """A table in the list: anybody may join it, watch it, or look at its game again."""

    table: str
    stage: Literal["waiting", "playing", "over"]
    created: float  # seconds since the epoch
    updated: float  # when something last happened there
    edition: str
    sets: tuple[str, ...]
    clock: Clock
    language: str
    seats: tuple[OpenSeat, ...]
    link: str


class TableList(Struct, frozen=True):
    """The open tables of a stage, those with the newest changes first."""

    tables: tuple[OpenTable, ...]


class Position(Struct, frozen=True):
    """The whole position but for the generator, so that a program can search in it.

    `wire` is what `engine.queries.from_wire` reads; the state of the generator in it is 0.
    """

    state: int  # the number that answers must carry
    seat: int  # mine
    cards: str  # hash of the cards it is played with
    rules: dict[str, Any]
    wilds: tuple[str, ...]  # the cards on the table but the basic ones, in order
    wire: list[list[int]]
    packs: tuple[str, ...] = ()  # the texts of the packs that the rules name
