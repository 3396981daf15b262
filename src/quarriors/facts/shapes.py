"""What is asked and answered about games over HTTP, as values; so it is wherever tables are run.

Bodies refuse unknown fields. What the websocket speaks is in `table.messages`; set-ups and players
are the same in both. What only a server is asked is in `server.web.shapes`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from quarriors.table.messages import VERSION, Name, Player, Setup
from quarriors.table.replay import Frame, TurnMark
from quarriors.table.values import Limits, value

Value = int | float | str
ClubKey = Annotated[str, Limits(max_length=64)]  # of my name in the club, which I sit down under
SAFE = 2**53 - 1  # the largest whole number that a browser keeps exactly

# --- bodies --------------------------------------------------------------------------------------


@value(closed=True)
class Webhook:
    """An address that is told of every turn of a game by correspondence, where that is allowed."""

    url: Annotated[str, Limits(min_length=1, max_length=1000)]
    secret: Annotated[str, Limits(min_length=16, max_length=200)]  # signs what is sent there


@value(closed=True)
class NewTable:
    """A table to be set up, and the name of its host, who takes the first seat for a person."""

    setup: Setup
    name: Name
    # Texts of packs that the host brings, where that is allowed; their ids are added to the set-up.
    packs: Annotated[tuple[str, ...], Limits(max_length=8)] = ()
    key: ClubKey = ""
    webhook: Webhook | None = None


@value(closed=True)
class PackText:
    """The text of a pack, to be checked."""

    text: str


@value(closed=True)
class Join:
    """A seat to be taken: this one, or whichever is free."""

    name: Name
    seat: Annotated[int, Limits(ge=0, le=3)] | None = None
    bot: bool = False  # a program of mine plays, and everybody sees that
    key: ClubKey = ""


@value(closed=True)
class WhatIfWish:
    """Where a finished game is to go on: a frame of its replay, and the seat that I play."""

    frame: Annotated[int, Limits(ge=0, le=100_000)]
    seat: Annotated[int, Limits(ge=0, le=3)]
    name: Name


@value(closed=True)
class WildsWish:
    """Wilds for a real table, by wishes and chance or by a set-up code.

    What is null is as the code says; without a code: two players, the base set, what sets bring.
    """

    players: Annotated[int, Limits(ge=2, le=4)] | None = None
    edition: str = "qultimate"
    sets: Annotated[tuple[str, ...], Limits(max_length=16)] | None = None
    modules: Annotated[tuple[str, ...], Limits(max_length=8)] | None = None
    mix: str = "hint"
    featured: str = ""
    wilds: Annotated[tuple[str, ...], Limits(max_length=32)] = ()  # cards wanted
    without: Annotated[tuple[str, ...], Limits(max_length=250)] = ()  # cards and classes not wanted
    code: Annotated[str, Limits(max_length=64)] = ""
    swap: Annotated[tuple[str, ...], Limits(max_length=32)] = ()  # cards of the code to be replaced
    seed: Annotated[int, Limits(ge=0, le=SAFE)] | None = None  # null: any
    count: Annotated[int, Limits(ge=1, le=8)] = 1  # how many Wilds, with seeds one after the other


# --- answers -------------------------------------------------------------------------------------


@value()
class Seated:
    """My seat. The token is shown only now; it is what lets you play the seat, so keep it."""

    table: str
    seat: int | None  # null: host of a table where only bots play
    token: str
    link: str  # for friends and watchers; it says nothing of my seat


@value()
class Forgot:
    """What was removed of me; answers in games stay, without my name."""

    tables: int
    names: int
    chat_lines: int
    reports: int


@value()
class TableFacts:
    """What everybody with the link may know of a table without connecting to it."""

    table: str
    stage: Literal["waiting", "playing", "over"]
    setup: Setup
    players: tuple[Player, ...]
    commitment: str  # the SHA-256 of the server's secret
    link: str
    numbers: tuple[str, ...] = ()  # by seat, what clients added to the dice, as in `table`
    secret: str = ""  # after the end
    seed: str = ""  # after the end
    waiting_for: int | None = None  # the seat that must answer
    until: float = 0.0  # when its time is up, in seconds since the epoch; 0: no time runs


@value()
class Replay:
    """A finished game, step by step, as a watcher sees it.

    The view of frame 0 is whole; every other frame has only the keys that differ from the frame
    before.
    """

    table: str
    players: tuple[str, ...]
    commitment: str
    secret: str
    numbers: tuple[str, ...]
    seed: str
    turns: tuple[TurnMark, ...]
    frames: list[Frame]


@value()
class TurnChances:
    """How likely everybody was to win when a turn was over."""

    turn: int  # from 1, over the whole game
    seat: int  # whose turn it was
    step: int  # answers given by then: the frame of the replay
    chances: tuple[float, ...]  # by seat, from 0 to 1


@value()
class TurningPoint:
    """A decision that cost its player much, and what would have been better."""

    seat: int
    turn: int
    step: int  # answers given before it: the frame of the replay that shows the question
    chosen: str  # in the reader's language, as the options are
    better: str
    cost: float  # of the chance of winning, from 0 to 1
    sentence: str


@value()
class LuckAndChoices:
    """How a seat's chance of winning changed over the game: by the dice, and by its choices.

    The sum of both, of all seats' choices and of luck, is the change over the whole game.
    """

    seat: int
    luck: float
    choices: float


@value()
class AnalysisAnswer:
    """A finished game explained; while it is worked out (status 202), only how far that is."""

    status: Literal["running", "done"]
    progress: float = 1.0  # from 0 to 1
    catalog: str = ""  # hash of the cards that the game was played with
    turns: tuple[TurnChances, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()  # at most three a seat, the dearest first
    seats: tuple[LuckAndChoices, ...] = ()


@value()
class Pile:
    """A card, and how many of its dice belong there."""

    name: str
    dice: int


@value()
class SetupStep:
    """One thing to do before a game begins, and the rule that says so."""

    text: str
    rule: str


@value()
class PlayersSetup:
    """How a table is set up for a number of players."""

    players: int
    goal: int  # the Glory that wins
    steps: tuple[SetupStep, ...]


@value()
class Wilds:
    """Cards of a real table with the dice that lie on them, and the code that gives them again."""

    code: str
    seed: int
    cards: tuple[Pile, ...]


@value()
class WildsAnswer:
    """The Wilds that were wished for, and how to set up a table with them."""

    players: int
    edition: str
    sets: tuple[str, ...]
    modules: tuple[str, ...]
    house_rules: tuple[str, ...]  # rules of these sets that are switched off (15.11)
    basics: tuple[Pile, ...]
    wilds: tuple[Wilds, ...]
    setups: tuple[PlayersSetup, ...]  # for 2, 3 and 4 players


@value()
class PrivacySection:
    """A part of the privacy page."""

    title: str
    lines: tuple[str, ...]


@value()
class Privacy:
    """What this server keeps of people, how long and why, as its settings have it."""

    title: str
    sections: tuple[PrivacySection, ...]


@value()
class Health:
    """The server works, and if that was asked, its database too."""

    status: Literal["ok"]
    version: str
    protocol: int = VERSION


# --- facts about the game ------------------------------------------------------------------------


@value()
class Named:
    """Something to choose from: its name for programs and for people, and what it means."""

    name: str
    text: str
    says: str  # a sentence that explains it


@value()
class SetFacts:
    """A set of cards, and the rules it brings."""

    name: str
    text: str
    says: str
    cards: int
    modules: tuple[str, ...]


@value()
class Choices:
    """All that a set-up can choose from."""

    sets: tuple[SetFacts, ...]
    editions: tuple[Named, ...]
    modules: tuple[Named, ...]
    variants: tuple[Named, ...]
    mixes: tuple[Named, ...]
    goals: dict[str, int]  # by the number of players
    quest_goals: dict[str, int]


@value()
class AbilityFacts:
    """One line of a card: when it works, on how many bursts (-1: any), and what it says."""

    timing: str
    burst: int
    text: str


@value()
class FaceOdds:
    """A face of a die, how many of the six sides show it, and how to say it."""

    face: str
    count: int
    words: str


@value()
class CardFacts:
    """What is printed on a card and its die."""

    name: str
    text: str  # the name in the reader's language
    other_name: str  # the English name, or the translation if the reader has original names
    kind: str
    set: str
    class_name: str
    class_text: str  # the class in the reader's language
    letter: str  # a mark of two letters; no two classes have the same
    cost: int
    glory: int
    level: int
    energy: str
    discount: int | None
    dice: int
    faces: tuple[str, ...]
    odds: tuple[FaceOdds, ...]  # each different face once
    abilities: tuple[AbilityFacts, ...]
    keywords: dict[str, str]  # those in its text, with their tips
    rulings: tuple[str, ...]
    needs: tuple[str, ...]
    confidence: dict[str, str]
    pack: str = ""  # a sentence: which pack of the table has added or corrected it
    picture: str = ""  # the path of a picture of it, on this server; empty: the client draws it


@value()
class CardList:
    """All cards."""

    cards: tuple[CardFacts, ...]


@value()
class PackFacts:
    """A pack, and all cards that it has added or changed."""

    id: str  # name, version and hash of what it says
    name: str
    version: str
    author: str
    languages: tuple[str, ...]
    sets: tuple[str, ...]
    added: tuple[str, ...]  # names of cards
    corrected: tuple[str, ...]
    cards: tuple[CardFacts, ...]
    text: str = ""  # the file itself; only of a table's packs


@value()
class PackList:
    """The packs that a host may choose from here."""

    packs: tuple[PackFacts, ...]
    own: bool  # whether a host may bring one


@value()
class TablePacks:
    """The packs that a table plays with, the first one lowest."""

    packs: tuple[PackFacts, ...]


@value()
class PackFault:
    """One thing that is wrong with the text of a pack; lines and columns count from 1, 0: none."""

    line: int
    column: int
    code: str
    text: str  # a sentence: what is wrong and what would be right


@value()
class PackCheck:
    """What a text is as a pack: every fault, or the pack. `content` is the TOML as JSON."""

    faults: tuple[PackFault, ...]
    content: dict[str, Any]
    pack: PackFacts | None = None


@value()
class EntryFacts:
    """The entries of a card and of its die in the files of the sets, as JSON."""

    set: str
    card: dict[str, Any]
    die_set: str  # where its die is from
    die: dict[str, Any]


@value()
class RuleFacts:
    """A rule; events and refusals name it by its id."""

    rule: str
    title: str
    text: str


@value()
class Section:
    """Rules that belong together."""

    section: str
    title: str
    rules: tuple[RuleFacts, ...]


@value()
class RuleList:
    """The whole digest of the rules."""

    sections: tuple[Section, ...]


@value()
class ParameterFacts:
    """What a bot can be asked with, as in `mcts:ms=500`."""

    name: str
    default: Value
    least: float | None
    most: float | None


@value()
class BotFacts:
    """A bot that can take a seat."""

    name: str
    text: str  # what it is called
    says: str  # how it plays, in a sentence
    strength: Annotated[int, Limits(ge=0, le=4)] | None  # null: not one of ours, so unknown
    parameters: tuple[ParameterFacts, ...]
    rival: bool = False  # a named opponent with a portrait; its name is the id of the portrait
    who: str = ""  # of a rival: "the baker"
    style: str = ""  # of a rival: how it plays, in a sentence
    rating: int | None = None  # of a rival: how strong it was measured to be


@value()
class BotList:
    """All bots of this server."""

    bots: tuple[BotFacts, ...]
