"""The entries of a table: everything that ever changed it, in order, each a small frozen value.

A table is its head and these, numbered from 1. They say what was decided and by whom, never what
followed from it: that is the engine's business, and the same for everybody who reads them.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from quarriors.table.messages import Orders

By = Literal["player", "bot", "order", "clock"]


class Sit(Struct, tag="sit", frozen=True, omit_defaults=True):
    """Somebody takes a free seat: a person, a bot of ours, or somebody's program."""

    seat: int
    kind: Literal["person", "bot", "remote"]
    name: str
    bot: str = ""
    token_hash: str = ""
    origin: str = ""  # from where, as `LiveTable.origin` has it


class Leave(Struct, tag="leave", frozen=True, omit_defaults=True):
    """A seat is free again; only before the game begins."""

    seat: int
    barred: bool = False  # the host sent its player away, who may not sit down here again


class Admitted(Struct, tag="admitted", frozen=True):
    """The host lets those who were sent away sit down here again."""


class Started(Struct, tag="started", frozen=True):
    """The game begins.

    Cards and first player follow from the seed and are named all the same: the game must not
    change if cards are ever dealt in another way.
    """

    cards: str  # hash of the cards it is played with
    wilds: tuple[str, ...]
    first: int


class Answered(Struct, tag="answered", frozen=True):
    """The seat that had to decide has decided; `code` is the engine's code of the option."""

    seat: int
    code: int
    by: By = "player"


class Undone(Struct, tag="undone", frozen=True):
    """A seat takes back its last answer, and what its standing orders answered after it."""

    seat: int


class Ordered(Struct, tag="ordered", frozen=True):
    """A seat's new standing orders."""

    seat: int
    orders: Orders


class StoodIn(Struct, tag="stood_in", frozen=True):
    """A bot plays for an absent player until the seat is given back."""

    seat: int
    bot: str


class GaveBack(Struct, tag="gave_back", frozen=True):
    """The player plays the seat again."""

    seat: int


class Flagged(Struct, tag="flagged", frozen=True):
    """The time of a game's clock is up: a bot plays this seat to the end."""

    seat: int


class Failed(Struct, tag="failed", frozen=True):
    """A bot that had to answer for a seat could not, and another bot answers instead.

    With `lasting` that one plays the seat from here on.
    """

    seat: int
    bot: str
    stand_in: str
    why: str  # raised, illegal, died, late, start, refused: see `workers.py`
    lasting: bool = False


class Called(Struct, tag="called", frozen=True):
    """A player calls time on the seat that has to decide."""

    seat: int
    caller: int


class Rematched(Struct, tag="rematched", frozen=True):
    """After the game: those who played it meet again at another table."""

    table: str


class Migrated(Struct, tag="mended", frozen=True):
    """Cards or rules were fixed after the game began: it goes on from a snapshot by the new ones.

    What was decided after the snapshot was taken, within one turn, is lost.
    """

    cards: str
    engine: str
    snapshot: bytes


Entry = (
    Sit
    | Leave
    | Admitted
    | Started
    | Answered
    | Undone
    | Ordered
    | StoodIn
    | GaveBack
    | Flagged
    | Failed
    | Called
    | Rematched
    | Migrated
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return _encoder.encode(entry)


def decode(data: bytes) -> Entry:
    """A stored entry again."""
    return _decoder.decode(data)
