"""What goes in and out over HTTP, as typed values; the OpenAPI document is made from these.

Bodies refuse unknown fields. What the websocket speaks is in `table.messages`; set-ups and
players are the same in both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from quarriors.server.web.push_shapes import Webhook
from quarriors.table.messages import VERSION, Clock, Name, Player, Setup
from quarriors.table.replay import Frame, TurnMark

Value = int | float | str
ClubKey = Annotated[str, Meta(max_length=64)]  # of my name in the club, which I sit down under
SAFE = 2**53 - 1  # the largest whole number that a browser keeps exactly

# --- bodies --------------------------------------------------------------------------------------


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A table to be set up, and the name of its host, who takes the first seat for a person."""

    setup: Setup
    name: Name
    # Texts of packs that the host brings, where that is allowed; their ids are added to the set-up.
    packs: Annotated[tuple[str, ...], Meta(max_length=8)] = ()
    key: ClubKey = ""
    webhook: Webhook | None = None


class PackText(Struct, forbid_unknown_fields=True, frozen=True):
    """The text of a pack, to be checked."""

    text: str


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat to be taken: this one, or whichever is free."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    bot: bool = False  # a program of mine plays, and everybody sees that
    key: ClubKey = ""


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


class WildsWish(Struct, forbid_unknown_fields=True, frozen=True):
    """Wilds for a real table, by wishes and chance or by a set-up code.

    What is null is as the code says; without a code: two players, the base set, what sets bring.
    """

    players: Annotated[int, Meta(ge=2, le=4)] | None = None
    edition: str = "qultimate"
    sets: Annotated[tuple[str, ...], Meta(max_length=16)] | None = None
    modules: Annotated[tuple[str, ...], Meta(max_length=8)] | None = None
    mix: str = "hint"
    featured: str = ""
    wilds: Annotated[tuple[str, ...], Meta(max_length=32)] = ()  # cards wanted
    without: Annotated[tuple[str, ...], Meta(max_length=250)] = ()  # cards and classes not wanted
    code: Annotated[str, Meta(max_length=64)] = ""
    swap: Annotated[tuple[str, ...], Meta(max_length=32)] = ()  # cards of the code to be replaced
    seed: Annotated[int, Meta(ge=0, le=SAFE)] | None = None  # null: any
    count: Annotated[int, Meta(ge=1, le=8)] = 1  # how many Wilds, with seeds one after the other


# --- answers -------------------------------------------------------------------------------------


class Seated(Struct, frozen=True):
    """My seat. The token is shown only now; it is what lets you play the seat, so keep it."""

    table: str
    seat: int | None  # null: host of a table where only bots play
    token: str
    link: str  # for friends and watchers; it says nothing of my seat


class OneTimeCode(Struct, frozen=True):
    """A code that gives another device a new token for my seat, once; then mine ends."""

    code: str
    seconds: float  # for which it is valid


class Reported(Struct, frozen=True):
    """What I reported is kept for the operator."""

    report: int  # its number


class Forgot(Struct, frozen=True):
    """What was removed of me; answers in games stay, without my name."""

    tables: int
    names: int
    chat_lines: int
    reports: int


class TableFacts(Struct, frozen=True):
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


class Replay(Struct, frozen=True):
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


class TurnChances(Struct, frozen=True):
    """How likely everybody was to win when a turn was over."""

    turn: int  # from 1, over the whole game
    seat: int  # whose turn it was
    step: int  # answers given by then: the frame of the replay
    chances: tuple[float, ...]  # by seat, from 0 to 1


class TurningPoint(Struct, frozen=True):
    """A decision that cost its player much, and what would have been better."""

    seat: int
    turn: int
    step: int  # answers given before it: the frame of the replay that shows the question
    chosen: str  # in the reader's language, as the options are
    better: str
    cost: float  # of the chance of winning, from 0 to 1
    sentence: str


class LuckAndChoices(Struct, frozen=True):
    """How a seat's chance of winning changed over the game: by the dice, and by its choices.

    The sum of both, of all seats' choices and of luck, is the change over the whole game.
    """

    seat: int
    luck: float
    choices: float


class AnalysisAnswer(Struct, frozen=True):
    """A finished game explained; while it is worked out (status 202), only how far that is."""

    status: Literal["running", "done"]
    progress: float = 1.0  # from 0 to 1
    catalog: str = ""  # hash of the cards that the game was played with
    turns: tuple[TurnChances, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()  # at most three a seat, the dearest first
    seats: tuple[LuckAndChoices, ...] = ()


class Pile(Struct, frozen=True):
    """A card, and how many of its dice belong there."""

    name: str
    dice: int


class SetupStep(Struct, frozen=True):
    """One thing to do before a game begins, and the rule that says so."""

    text: str
    rule: str


class PlayersSetup(Struct, frozen=True):
    """How a table is set up for a number of players."""

    players: int
    goal: int  # the Glory that wins
    steps: tuple[SetupStep, ...]


class Wilds(Struct, frozen=True):
    """Cards of a real table with the dice that lie on them, and the code that gives them again."""

    code: str
    seed: int
    cards: tuple[Pile, ...]


class WildsAnswer(Struct, frozen=True):
    """The Wilds that were wished for, and how to set up a table with them."""

    players: int
    edition: str
    sets: tuple[str, ...]
    modules: tuple[str, ...]
    house_rules: tuple[str, ...]  # rules of these sets that are switched off (15.11)
    basics: tuple[Pile, ...]
    wilds: tuple[Wilds, ...]
    setups: tuple[PlayersSetup, ...]  # for 2, 3 and 4 players


class PrivacySection(Struct, frozen=True):
    """A part of the privacy page."""

    title: str
    lines: tuple[str, ...]


class Privacy(Struct, frozen=True):
    """What this server keeps of people, how long and why, as its settings have it."""

    title: str
    sections: tuple[PrivacySection, ...]


class Health(Struct, frozen=True):
    """The server works, and if that was asked, its database too."""

    status: Literal["ok"]
    version: str
    protocol: int = VERSION


# --- facts about the game ------------------------------------------------------------------------


class Named(Struct, frozen=True):
    """Something to choose from: its name for programs and for people, and what it means."""

    name: str
    text: str
    says: str  # a sentence that explains it


class SetFacts(Struct, frozen=True):
    """A set of cards, and the rules it brings."""

    name: str
    text: str
    says: str
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


class FaceOdds(Struct, frozen=True):
    """A face of a die, how many of the six sides show it, and how to say it."""

    face: str
    count: int
    words: str


class CardFacts(Struct, frozen=True):
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


class CardList(Struct, frozen=True):
    """All cards."""

    cards: tuple[CardFacts, ...]


class PackFacts(Struct, frozen=True):
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


class PackList(Struct, frozen=True):
    """The packs that a host may choose from here."""

    packs: tuple[PackFacts, ...]
    own: bool  # whether a host may bring one


class TablePacks(Struct, frozen=True):
    """The packs that a table plays with, the first one lowest."""

    packs: tuple[PackFacts, ...]


class PackFault(Struct, frozen=True):
    """One thing that is wrong with the text of a pack; lines and columns count from 1, 0: none."""

    line: int
    column: int
    code: str
    text: str  # a sentence: what is wrong and what would be right


class PackCheck(Struct, frozen=True):
    """What a text is as a pack: every fault, or the pack. `content` is the TOML as JSON."""

    faults: tuple[PackFault, ...]
    content: dict[str, Any]
    pack: PackFacts | None = None


class EntryFacts(Struct, frozen=True):
    """The entries of a card and of its die in the files of the sets, as JSON."""

    set: str
    card: dict[str, Any]
    die_set: str  # where its die is from
    die: dict[str, Any]


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
    text: str  # what it is called
    says: str  # how it plays, in a sentence
    strength: Annotated[int, Meta(ge=0, le=4)] | None  # null: not one of ours, so unknown
    parameters: tuple[ParameterFacts, ...]
    rival: bool = False  # a named opponent with a portrait; its name is the id of the portrait
    who: str = ""  # of a rival: "the baker"
    style: str = ""  # of a rival: how it plays, in a sentence
    rating: int | None = None  # of a rival: how strong it was measured to be


class BotList(Struct, frozen=True):
    """All bots of this server."""

    bots: tuple[BotFacts, ...]
