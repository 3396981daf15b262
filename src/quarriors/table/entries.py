"""The entries of a table: everything that ever changed it, in order, each a small frozen value.

A table is its head and these, numbered from 1. They say what was decided and by whom, never what
followed from it: that is the engine's business, and the same for everybody who reads them.
"""

from __future__ import annotations

from typing import Literal

from quarriors.table import codec
from quarriors.table.messages import Orders
from quarriors.table.values import value

By = Literal["player", "bot", "order", "clock"]


@value(tag="sit", omit_defaults=True)
class Sit:
    """Somebody takes a free seat: a person, a bot of ours, or somebody's program."""

    seat: int
    kind: Literal["person", "bot", "remote"]
    name: str
    bot: str = ""
    token_hash: str = ""
    origin: str = ""  # from where, as `LiveTable.origin` has it
    member: int = 0  # whose key of the club was shown; 0: nobody's


@value(tag="leave", omit_defaults=True)
class Leave:
    """A seat is free again; only before the game begins."""

    seat: int
    barred: bool = False  # the host sent its player away, who may not sit down here again


@value(tag="admitted")
class Admitted:
    """The host lets those who were sent away sit down here again."""


@value(tag="number")
class NumberAdded:
    """The client of a seat adds its number to the dice; once, before the game begins."""

    seat: int
    number: str


@value(tag="started")
class Started:
    """The game begins.

    Cards and first player follow from the seed (`TableState.seed`) and are named all the same: the
    game must not change if cards are ever dealt in another way.
    """

    cards: str  # hash of the cards it is played with
    wilds: tuple[str, ...]
    first: int


@value(tag="answered")
class Answered:
    """The seat that had to decide has decided; `code` is the engine's code of the option."""

    seat: int
    code: int
    by: By = "player"


@value(tag="undone")
class Undone:
    """A seat takes back its last answer, and what its standing orders answered after it."""

    seat: int


@value(tag="undo_asked")
class UndoAsked:
    """A player asks the others to let the game go back across a revealed fact."""

    seat: int
    answers: int  # how many answers stand if all agree


@value(tag="undo_agreed")
class UndoAgreed:
    """A player agrees to the open request."""

    seat: int


@value(tag="undo_closed")
class UndoClosed:
    """The open request comes to nothing: a player refuses it, its player withdraws it, or it is
    not agreed to in time.
    """

    why: Literal["refused", "withdrawn", "late"]
    seat: int = -1  # who refused


@value(tag="undone_by_consent")
class UndoneByConsent:
    """The game goes back to its first `answers` answers, as a player asked and all agreed."""

    seat: int
    answers: int


@value(tag="ordered")
class Ordered:
    """A seat's new standing orders."""

    seat: int
    orders: Orders


@value(tag="stood_in")
class StoodIn:
    """A bot plays for an absent player until the seat is given back."""

    seat: int
    bot: str


@value(tag="gave_back")
class GaveBack:
    """The player plays the seat again."""

    seat: int


@value(tag="flagged")
class Flagged:
    """The time of a game's clock is up: a bot plays this seat to the end."""

    seat: int


@value(tag="failed")
class Failed:
    """A bot that had to answer for a seat could not, and another bot answers instead.

    With `lasting` that one plays the seat from here on.
    """

    seat: int
    bot: str
    stand_in: str
    why: str  # raised, illegal, died, late, start, refused: see `workers.py`
    lasting: bool = False


@value(tag="called")
class Called:
    """A player calls time on the seat that has to decide."""

    seat: int
    caller: int


@value(tag="rematched")
class Rematched:
    """After the game: those who played it meet again at another table."""

    table: str


@value(tag="rekeyed")
class Rekeyed:
    """A player's token is replaced and the old one ends; without a seat, that of the host."""

    seat: int | None
    token_hash: str


@value(tag="chat_switched")
class ChatSwitched:
    """The chat of the table is closed or opened again, by its host or by an operator."""

    open: bool
    by: Literal["host", "operator"] = "host"


@value(tag="forgotten")
class Forgotten:
    """A person's data were removed: the seat has another name and no token.

    Before the game the seat is free again, in the game a bot plays it to the end. Earlier entries
    of the seat have been rewritten (`server/sessions/forgetting.py`).
    """

    seat: int | None
    name: str
    host: bool = False  # the person was the host, so there is none any more


@value(tag="mended")
class Migrated:
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
    | NumberAdded
    | Started
    | Answered
    | Undone
    | UndoAsked
    | UndoAgreed
    | UndoClosed
    | UndoneByConsent
    | Ordered
    | StoodIn
    | GaveBack
    | Flagged
    | Failed
    | Called
    | Rematched
    | Rekeyed
    | ChatSwitched
    | Forgotten
    | Migrated
)  # fmt: skip


def encode(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return codec.encode(entry)


def decode(data: bytes) -> Entry:
    """A stored entry again."""
    entry: Entry = codec.decode(Entry, data)
    return entry
