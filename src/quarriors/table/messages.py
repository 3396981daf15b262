"""Every message between a client and the server, as typed values.

A message is a JSON object whose `type` says which it is. Unknown fields and types are refused.
The documentation and the browser's types are generated from here, so docstrings speak to authors
of clients.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from quarriors.record.fair_seed import NUMBER_PATTERN
from quarriors.table.values import EncodedJson, Limits, value

VERSION = 2  # of the protocol; a client says which one it speaks
UNSAID = 1  # the version of a client that says none

Name = Annotated[str, Limits(min_length=1, max_length=24)]
Key = Annotated[str, Limits(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
DiceNumber = Annotated[str, Limits(min_length=32, max_length=32, pattern=NUMBER_PATTERN)]
Moment = Literal["roll", "kill", "loss", "win", "defeat"]  # what a rival has a line for
Language = Literal["en", "it", "it-original"]  # the last: Italian, cards by their English names


# --- setting up a table --------------------------------------------------------------------------


@value(closed=True)
class Clock:
    """How long players may think; when time is up, the server answers for them."""

    kind: Literal["none", "move", "game", "days"] = "none"  # days: a game by correspondence
    seconds: Annotated[int, Limits(ge=5, le=1_209_600)] = 60  # a move's, or a whole game's
    extra: Annotated[int, Limits(ge=0, le=3_600)] = 0  # seconds won with every answer (kind "game")


@value(closed=True)
class Chair:
    """One seat as a table is set up: for a person, or for a bot of some strength."""

    kind: Literal["person", "bot"] = "person"
    bot: Annotated[str, Limits(max_length=120)] = ""  # "planner", "mcts:ms=500"
    name: Annotated[str, Limits(max_length=24)] = ""


@value(closed=True)
class Setup:
    """Everything that is agreed before the first roll."""

    seats: Annotated[tuple[Chair, ...], Limits(min_length=2, max_length=4)]
    edition: str = "qultimate"
    sets: Annotated[tuple[str, ...], Limits(max_length=16)] = ("base",)
    modules: Annotated[tuple[str, ...], Limits(max_length=8)] | None = None  # None: what sets bring
    variants: Annotated[tuple[str, ...], Limits(max_length=8)] = ()
    mix: str = "hint"
    featured: str = ""
    wilds: Annotated[tuple[str, ...], Limits(max_length=32)] = ()  # cards wanted; the rest is mixed
    without: Annotated[tuple[str, ...], Limits(max_length=250)] = ()  # cards not wanted
    code: Annotated[str, Limits(max_length=64)] = ""  # a set-up code instead
    packs: Annotated[tuple[Annotated[str, Limits(max_length=90)], ...], Limits(max_length=8)] = ()
    trial: Annotated[str, Limits(max_length=60)] = ""  # a card: its die lies in the first bag
    goal: Annotated[int, Limits(ge=1, le=99)] | None = None  # None: by the rules (9.1)
    daily: Annotated[str, Limits(max_length=10)] = ""  # a date: as `GET /api/daily` gives it
    open: bool = False  # in the list of open tables; else only by link
    watch: bool = True  # whether people may watch
    chat: bool = True
    clock: Clock = Clock()
    grace: Annotated[int, Limits(ge=10, le=86_400)] = 120  # seconds away before a bot may take over
    rated: bool = True  # where the server has ratings; false: a friendly game
    language: Language = "en"  # the table's own: of names the server gives


# --- what a client sends over a websocket ---------------------------------------------------------


@value(tag="hello", closed=True)
class Hello:
    """The first message: who I am. Without a token I only watch."""

    table: Key
    token: Annotated[str, Limits(max_length=64)] = ""
    language: Language = "en"
    version: int = UNSAID  # of the protocol; a client that says none speaks the first one


@value(tag="number", closed=True)
class AddNumber:
    """What I add to the dice: 128 bits by chance as hexadecimal digits, once, before the game.

    Send it as soon as `table` has come with the `commitment` and no number of mine, and keep both
    to check them after the game. The same number sent again changes nothing.
    """

    number: DiceNumber


@value(tag="answer", closed=True)
class Answer:
    """My answer to the prompt: the number of the option, and the state it was asked in."""

    state: int
    option: int


@value(tag="undo", closed=True)
class Undo:
    """Take back my last answer; it goes back to the last revealed fact at most."""

    state: int


@value(tag="ask_undo", closed=True)
class AskUndo:
    """Ask all people at the table to let me take back my last answer across a revealed fact.

    Everything after that answer goes back too. Bots always agree. `undo_request` in `table` shows
    the request to everybody; it is open as long as the table's `grace`.
    """

    state: int


@value(tag="answer_undo", closed=True)
class AnswerUndo:
    """Agree to the open `undo_request` of another player, or refuse it."""

    agree: bool


@value(tag="withdraw_undo", closed=True)
class WithdrawUndo:
    """Withdraw my own `undo_request`."""


@value(tag="say", closed=True)
class Say:
    """A line of chat."""

    text: Annotated[str, Limits(min_length=1, max_length=500)]


@value(tag="hint", closed=True)
class Hint:
    """What would a bot do? Answered with `advice`, to me alone."""

    state: int
    bot: Annotated[str, Limits(max_length=120)] = "planner"


@value(tag="orders", closed=True)
class Orders:
    """My standing orders: what the server answers for me, whether I am there or not."""

    defend: Literal["ask", "weakest", "strongest", "cheapest"] = "ask"  # whom to offer first
    reactions: Literal["ask", "never"] = "ask"  # reactions in others' turns
    pass_alone: bool = False  # pass by itself where passing is all that makes a difference
    away: bool = False  # use these orders only while I am not connected


@value(tag="fill", closed=True)
class Fill:
    """The host puts a bot into a free seat."""

    seat: Annotated[int, Limits(ge=0, le=3)]
    bot: Annotated[str, Limits(min_length=1, max_length=120)]


@value(tag="free", closed=True)
class Free:
    """The host empties a seat before the game begins; its player cannot sit down here again."""

    seat: Annotated[int, Limits(ge=0, le=3)]


@value(tag="admit", closed=True)
class Admit:
    """The host lets everybody who was sent away with `free` sit down at this table again."""


@value(tag="begin", closed=True)
class Begin:
    """The host begins the game; every seat must be taken."""


@value(tag="replace", closed=True)
class Replace:
    """A bot for a player who has been away longer than the grace time; the host may ask."""

    seat: Annotated[int, Limits(ge=0, le=3)]
    bot: Annotated[str, Limits(min_length=1, max_length=120)] = "planner"


@value(tag="give_back", closed=True)
class GiveBack:
    """The host gives a seat back to its player; a player who returns gets it back anyhow."""

    seat: Annotated[int, Limits(ge=0, le=3)]


@value(tag="call", closed=True)
class Call:
    """Call time on the player who has to decide, at a table without a clock.

    They have as many seconds as the table's `grace`; after that the server answers for them until
    another one has to decide.
    """

    state: int


@value(tag="set_chat", closed=True)
class SetChat:
    """The host closes the table's chat, or opens it again."""

    open: bool


@value(tag="ping", closed=True)
class Ping:
    """Are you there? Answered with `pong`."""

    at: float = 0.0


FromClient = (
    Hello
    | AddNumber
    | Answer
    | Undo
    | AskUndo
    | AnswerUndo
    | WithdrawUndo
    | Say
    | Hint
    | Orders
    | Fill
    | Free
    | Admit
    | Begin
    | Replace
    | GiveBack
    | Call
    | SetChat
    | Ping
)  # fmt: skip


# --- what the server sends ----------------------------------------------------------------------


@value()
class Player:
    """Who sits in a seat, as everybody sees it."""

    seat: int
    kind: Literal["free", "person", "bot", "remote"]  # remote: somebody's program with a token
    name: str
    bot: str = ""  # which bot it is, or which one stands in
    standing_in: bool = False  # a bot plays for an absent player
    here: bool = False  # connected just now
    away_since: float = 0.0  # seconds since the epoch; 0 if here, never here, or a bot
    host: bool = False
    kept_for: str = ""  # of a free seat: whose it was in the game before, and who alone may take it
    member: bool = False  # of the server's club: nobody else there has this name


@value()
class Times:
    """Clocks: what is left for each seat in seconds, and for whom it runs."""

    kind: Literal["none", "move", "game", "days", "call"]  # call: no clock, but time was called
    left: tuple[float, ...] = ()
    running: int = -1  # the seat whose time runs
    until: float = 0.0  # when it runs out, in seconds since the epoch


@value()
class OptionShown:
    """One numbered option of a prompt: its sentence, and what it points at on the table."""

    number: int
    text: str
    verb: str
    card: str = ""
    die: int | None = None
    face: str = ""
    seat: int | None = None
    place: str = ""
    amount: int = 0


@value()
class Prompt:
    """What is asked of me now."""

    kind: str
    question: str
    options: tuple[OptionShown, ...]
    card: str = ""  # whose ability asks
    forecast: tuple[str, ...] = ()  # before phase 2 ends: what my attack will meet, by opponent
    picks: int = 1  # at most so many options one after the other, before something else is asked
    shortcut: tuple[int, ...] = ()  # options that one button chooses one after the other


@value()
class LogLine:
    """One sentence of the log, with the rule it followed."""

    number: int
    event: str
    rule: str
    text: str
    seat: int = -1  # whom it concerns most, if `you` is said; -1: nobody
    you: str = ""  # the same, as it is said to that seat: "You lost your Witching Hag"


@value()
class Happening:
    """One event for animation: what kind, by which rule, whose, which die, and its numbers."""

    event: str
    rule: str
    seat: int
    die: int
    numbers: tuple[int, int]


@value()
class Remark:
    """What a rival says of what just happened; `moment` says of what."""

    seat: int
    moment: Moment
    text: str


@value()
class ChatLine:
    """One line of chat; text, never markup."""

    number: int
    seat: int
    name: str
    text: str
    at: float


@value()
class UndoRequest:
    """A player asks to take back an answer across a revealed fact, or has asked.

    Of a request that is no longer `open`, `text` says what became of it.
    """

    seat: int  # who asks
    text: str  # a sentence in the reader's language
    open: bool = False
    waits_for: tuple[int, ...] = ()  # the seats that have not agreed yet
    until: float = 0.0  # when it is closed without an answer, in seconds since the epoch


@value()
class WhatIf:
    """The finished game that a "what if" goes on from: its table, and the frame of its replay."""

    table: str
    frame: int


@value(tag="table")
class Table:
    """All there is to know after `hello`, and again after whatever changes more than the game.

    `view` is what `Game.observe` gives for my seat (a watcher's seat is null), null before the
    game begins. Without `numbers` the table is one of version 1, and its seed is the secret itself.
    """

    table: str
    state: int  # the number that answers must carry
    stage: Literal["waiting", "playing", "over"]
    me: int | None  # my seat; null for a watcher
    host: bool
    setup: Setup
    players: tuple[Player, ...]
    commitment: str  # the SHA-256 of the server's secret, known before the first number is added
    view: EncodedJson | dict[str, Any] | None
    prompt: Prompt | None
    waiting_for: int | None  # the seat that must answer
    log: tuple[LogLine, ...]
    chat: tuple[ChatLine, ...]
    times: Times
    can_undo: bool = False  # whether I may take back my last answer just now
    why_not: str = ""  # why not, as a sentence
    orders: Orders | None = None
    numbers: tuple[str, ...] = ()  # by seat, what its client added to the dice, or ""
    begins_by: float = 0.0  # all seats are taken: when the game begins at the latest
    secret: str = ""  # after the end
    seed: str = ""  # after the end: follows from the secret and the numbers
    again: str = ""  # after the end: the table where the same players play another game
    barred: tuple[str, ...] = ()  # for the host, before the game: who was sent away with `free`
    chat_closed: Literal["", "host", "operator"] = ""  # who has closed the chat for now
    rated: bool | None = None  # whether the game counts for ratings; null: this server has none
    why_unrated: str = ""  # why not, as a sentence
    can_ask_undo: bool = False  # whether `ask_undo` would be obeyed
    undo_request: UndoRequest | None = None
    undone_by_consent: bool = False  # the game went back across a revealed fact
    what_if: WhatIf | None = None  # null: the game began from its set-up
    version: int = VERSION


@value(tag="update")
class Update:
    """The game went on: the new state, what happened, and what is asked now.

    `view` has only the keys that differ from the view sent before, that of `since`; the
    others are as they were.
    """

    state: int
    view: EncodedJson | dict[str, Any]
    events: tuple[Happening, ...]
    log: tuple[LogLine, ...]
    prompt: Prompt | None
    waiting_for: int | None
    times: Times
    can_undo: bool = False
    why_not: str = ""
    undone: bool = False  # an answer was taken back; `log_from` says where the log goes on
    log_from: int = 0
    since: int = -1  # the state of the view sent before; -1: the view is whole
    by: Literal["player", "bot", "order", "clock"] = "player"
    remark: Remark | None = None
    can_ask_undo: bool = False


@value(tag="people")
class People:
    """Who is here and who is away has changed, and nothing else."""

    players: tuple[Player, ...]
    times: Times
    watchers: int = 0


@value(tag="chat")
class Chat:
    """Somebody said something."""

    line: ChatLine


@value()
class AdviceLine:
    """One option as a bot sees it."""

    option: int
    value: float | None
    text: str


@value(tag="advice")
class Advice:
    """What a bot would do and why; the first line is its choice."""

    state: int
    bot: str
    lines: tuple[AdviceLine, ...]


@value(tag="refused")
class Refused:
    """A message that was not obeyed; nothing has changed.

    Codes: `malformed`, `stale`, `illegal`, `not_yours`, `not_host`, `not_now`, `too_fast`,
    `too_long`, `no_table`, `bad_token`, `version`, `storage`, `off`.
    """

    code: str
    text: str  # a sentence in the reader's language
    to: str = ""  # the type of the message that was refused
    state: int = -1  # the state that the server is in


@value(tag="pong")
class Pong:
    """I am here."""

    at: float
    now: float


@value(tag="closing")
class Closing:
    """The server goes down for a moment; come back by yourself."""

    text: str


FromServer = Table | Update | People | Chat | Advice | Refused | Pong | Closing
