"""What goes in and out over HTTP, as typed values; the OpenAPI document is made from these.

Bodies refuse unknown fields. What the websocket speaks is in `protocol.messages`; set-ups and
players are the same in both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from quarriors.server.protocol.messages import VERSION, Clock, Name, Player, Setup

Value = int | float | str

# --- bodies --------------------------------------------------------------------------------------


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A table to be set up, and the name of its host, who takes the first seat for a person."""

    setup: Setup
    name: Name


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat to be taken: this one, or whichever is free."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    bot: bool = False  # a program of mine plays, and everybody sees that


# --- answers -------------------------------------------------------------------------------------


class Seated(Struct, frozen=True):
    """My seat. The token is shown this once; whoever has it plays the seat, so keep it."""

    table: str
    seat: int | None  # null: host of a table where only bots play
    token: str
    link: str  # for friends and watchers; it says nothing of my seat


class TableFacts(Struct, frozen=True):
    """What everybody with the link may know of a table without connecting to it."""

    table: str
    stage: Literal["waiting", "playing", "over"]
    setup: Setup
    players: tuple[Player, ...]
    commitment: str  # the SHA-256 of the seed
    link: str
    seed: str = ""  # after the end


class OpenSeat(Struct, frozen=True):
    """Who sits where, as the list of tables tells it; kind is free, person, bot or remote."""

    kind: str
    name: str = ""
    bot: str = ""


class OpenTable(Struct, frozen=True):
    """A table in the list: anybody may join it."""

    table: str
    created: float
    edition: str
    sets: tuple[str, ...]
    clock: Clock
    language: str
    seats: tuple[OpenSeat, ...]
    link: str


class TableList(Struct, frozen=True):
    """The tables that anybody may join, those with the newest changes first."""

    tables: tuple[OpenTable, ...]


class Position(Struct, frozen=True):
    """The whole position but for the generator, so that a program can search in it.

    `wire` is what `State.from_wire` reads; the state of the generator in it is 0.
    """

    state: int  # the number that answers must carry
    seat: int  # mine
    cards: str  # hash of the cards it is played with
    rules: dict[str, Any]
    wilds: tuple[str, ...]  # the cards on the table but the basic ones, in order
    wire: list[list[int]]


class Replay(Struct, frozen=True):
    """A finished game, step by step, with what was known at each."""

    table: str
    players: tuple[str, ...]
    commitment: str
    seed: str
    frames: list[dict[str, Any]]


class Health(Struct, frozen=True):
    """The server and its database work."""

    status: Literal["ok"]
    version: str
    protocol: int = VERSION


# --- facts about the game ------------------------------------------------------------------------


class Named(Struct, frozen=True):
    """Something to choose from: its name for programs, and for people."""

    name: str
    text: str


class SetFacts(Struct, frozen=True):
    """A set of cards, and the rules it brings."""

    name: str
    text: str
    cards: int
    modules: tuple[str, ...]


class Choices(Struct, frozen=True):
    """All that a set-up can choose from."""

    sets: tuple[SetFacts, ...]
    editions: tuple[Named, ...]
    modules: tuple[Named, ...]
    variants: tuple[Named, ...]
    mixes: tuple[Named, ...]
    goals: dict[str, int]  # by the number of players
    quest_goals: dict[str, int]


class AbilityFacts(Struct, frozen=True):
    """One line of a card: when it works, on how many bursts (-1: any), and what it says."""

    timing: str
    burst: int
    text: str


class CardFacts(Struct, frozen=True):
    """What is printed on a card and its die."""

    name: str
    text: str  # the name in the reader's language
    kind: str
    set: str
    class_name: str
    cost: int
    glory: int
    level: int
    energy: str
    discount: int | None
    dice: int
    faces: tuple[str, ...]
    abilities: tuple[AbilityFacts, ...]
    rulings: tuple[str, ...]
    needs: tuple[str, ...]
    confidence: dict[str, str]


class CardList(Struct, frozen=True):
    """All cards."""

    cards: tuple[CardFacts, ...]


class RuleFacts(Struct, frozen=True):
    """A rule; events and refusals name it by its id."""

    rule: str
    title: str
    text: str


class Section(Struct, frozen=True):
    """Rules that belong together."""

    section: str
    title: str
    rules: tuple[RuleFacts, ...]


class RuleList(Struct, frozen=True):
    """The whole digest of the rules."""

    sections: tuple[Section, ...]


class ParameterFacts(Struct, frozen=True):
    """What a bot can be asked with, as in `mcts:ms=500`."""

    name: str
    default: Value
    least: float | None
    most: float | None


class BotFacts(Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    text: str
    parameters: tuple[ParameterFacts, ...]


class BotList(Struct, frozen=True):
    """All bots of this server."""

    bots: tuple[BotFacts, ...]
