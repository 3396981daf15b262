"""Achievements: what a player did in one game, each a corner of the game worth knowing.

`Watch` follows the events of a game that is played again and counts; `earned` says which
achievements a seat has in the end. It is made in the same pass as the summary of a game
(`view/summary.py`), so a server, a page without one and an old record all say the same. Names and
sentences are in the texts (`achievements.toml`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from quarriors.engine import queries
from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game
from quarriors.text import Texts

STRONGEST: Final = "zeno"  # the rival on top of the ladder
CORRUPTED: Final = "Corrupted Quiddity"
EXHAUSTED: Final = "9.2"  # the rule of a game that ends because cards of the Wilds are empty
_ATTACK: Final = 601  # the rule by which the total of an attack is counted
_REACTIONS: Final = (1003, 1502)  # the rules of a spell or an ability in answer to something
_SIMPLE: Final = {
    log.DRAW: "draws",
    log.QUEST_DONE: "quests",
    log.UNLOCK: "unlocked",
    log.ANCHOR: "anchors",
}


@dataclass
class _Seat:
    """What is counted for a seat: the most in one turn or at once, and sums over the game."""

    now: dict[str, int] = field(default_factory=dict)  # in this turn
    most: dict[str, int] = field(default_factory=dict)  # the largest of `now`, and other maxima
    sums: dict[str, int] = field(default_factory=dict)
    scored: dict[int, int] = field(default_factory=dict)  # by die
    glory: int = 0

    def add(self, what: str, amount: int = 1) -> None:
        """Count something of this turn."""
        self.now[what] = self.now.get(what, 0) + amount
        self.sums[what] = self.sums.get(what, 0) + amount
        self.at_once(what, self.now[what])

    def at_once(self, what: str, amount: int) -> None:
        """Keep the largest of something."""
        self.most[what] = max(self.most.get(what, 0), amount)


class Facts(NamedTuple):
    """A seat's finished game, as achievements ask for it."""

    most: Callable[[str], int]  # in one turn, or at once
    sum: Callable[[str], int]  # in the whole game
    won: bool
    rule: str  # by which the game ended
    players: int
    behind: int  # the most Glory that another was ahead
    luck: int  # luckier than this many of a hundred
    beaten: Sequence[str]  # bots of the other seats
    daily: bool


class Achievement(NamedTuple):
    """One of them: its id, the class of dice that it is drawn as, and when a game earns it."""

    id: str
    die: str
    earned: Callable[[Facts], bool]


ACHIEVEMENTS: Final = (
    Achievement("win", "Victory", lambda f: f.won),
    Achievement("daily", "Questing Wizard", lambda f: f.won and f.daily),
    Achievement("crowd", "Gnome Barbarian", lambda f: f.won and f.players == 4),
    Achievement("top", "Lord of the Quarry", lambda f: f.won and STRONGEST in f.beaten),
    Achievement("haul", "Quake Dragon", lambda f: f.most("glory") >= 7),
    Achievement("legion", "Warrior of the Quay", lambda f: f.most("scores") >= 3),
    Achievement("veteran", "Squire", lambda f: f.most("again") >= 3),
    Achievement("burst", "Witching Hag", lambda f: f.sum("bursts") > 0),
    Achievement("cull", "Basic Quiddity", lambda f: f.sum("culls") >= 4),
    Achievement("last", "Scavenging Goblin", lambda f: f.sum("last") > 0),
    Achievement("portal", "Portal", lambda f: f.most("draws") >= 10),
    Achievement("blow", "Primordial Ooze", lambda f: f.most("attack") >= 10),
    Achievement("sweep", "Deathdealer", lambda f: f.most("kills") >= 3),
    Achievement("wall", "Defender of the Pale", lambda f: f.most("wall") >= 6),
    Achievement("spells", "Growth", lambda f: f.sum("casts") >= 3),
    Achievement("reaction", "Shaping", lambda f: f.sum("reactions") > 0),
    Achievement("unharmed", "Heavenly Seraph", lambda f: f.won and not f.sum("fallen")),
    Achievement("comeback", "Ghostly Spirit", lambda f: f.won and f.behind >= 6),
    Achievement("unlucky", "Black Cat", lambda f: f.won and f.luck < 25),
    Achievement("exhausted", "Death", lambda f: f.won and f.rule == EXHAUSTED),
    Achievement("demon", CORRUPTED, lambda f: f.sum("cleansed") > 0),
    Achievement("lock", "Quaxos' Eye", lambda f: f.sum("unlocked") > 0),
    Achievement("quest", "Exqualibur", lambda f: f.sum("quests") > 0),
    Achievement("anchor", "Light", lambda f: f.sum("anchors") > 0),
)  # in the order in which they stand on the shelf


class Watch:
    """Follows the events of a game, every one in order and once."""

    def __init__(self, game: Game) -> None:
        self.seats = [_Seat() for _ in range(game.setup.players)]
        self.behind = [0] * game.setup.players
        self._active = game.active
        for seat, glory in enumerate(queries.glories(queries.state(game))):
            self.seats[seat].glory = glory

    def follow(self, game: Game, events: Sequence[EventNumbers]) -> None:
        """Count what one answer led to."""
        for event in events:
            self._note(game, event)

    def _note(self, game: Game, event: EventNumbers) -> None:
        kind, rule, number, die, a, b = event
        if kind == log.TURN:
            self._active = number
            for one in self.seats:
                one.now.clear()
        elif number < 0:
            return
        elif kind == log.GLORY:
            self._glory(number, b)
        elif kind == log.TOTAL and rule == _ATTACK:
            self.seats[number].at_once("attack", b)
        elif kind == log.HOLDS:
            self.seats[number].at_once("wall", a)
        elif kind == log.DESTROY:
            self.seats[number].add("fallen")
            if number != self._active:
                self.seats[self._active].add("kills")
        elif kind in _SIMPLE:
            self.seats[number].add(_SIMPLE[kind])
        elif die >= 0:
            self._die(game, event)

    def _glory(self, number: int, now: int) -> None:
        seat = self.seats[number]
        seat.add("glory", now - seat.glory)
        seat.glory = now
        best = max(one.glory for one in self.seats)
        for at, one in enumerate(self.seats):
            self.behind[at] = max(self.behind[at], best - one.glory)

    def _die(self, game: Game, event: EventNumbers) -> None:
        """Something happened to a die, and it matters which."""
        kind, rule, number, die, _, b = event
        seat = self.seats[number]
        slot = game.setup.slot[die]
        card = game.setup.cards[slot]
        if kind == log.SCORE:
            seat.add("scores")
            seat.scored[die] = seat.scored.get(die, 0) + 1
            seat.at_once("again", seat.scored[die])
            if card.design.faces[b].bursts == 2:
                seat.add("bursts")
        elif kind == log.CULL:
            seat.add("culls")
            if card.name == CORRUPTED:
                seat.add("cleansed")
        elif kind == log.CAPTURE and card.kind in ("creature", "spell"):
            if not queries.left_on_card(queries.state(game), slot):
                seat.add("last")
        elif kind == log.CAST and card.kind == "spell":
            seat.add("casts")
            if rule in _REACTIONS and number != self._active:
                seat.add("reactions")

    def earned(
        self, seat: int, game: Game, luck: int, bots: Sequence[str] = (), daily: bool = False
    ) -> tuple[str, ...]:
        """The ids of what a seat achieved in a game that is over."""
        result = game.result
        if result is None:
            return ()
        mine = self.seats[seat]
        facts = Facts(
            most=lambda what: mine.most.get(what, 0),
            sum=lambda what: mine.sums.get(what, 0),
            won=seat in result.winners,
            rule=result.rule,
            players=game.setup.players,
            behind=self.behind[seat],
            luck=luck,
            beaten=[bot for at, bot in enumerate(bots) if bot and at != seat],
            daily=daily,
        )
        return tuple(one.id for one in ACHIEVEMENTS if one.earned(facts))


# --- the shelf -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trophy:
    """An achievement for people: its name, how to earn it, and the class of dice it is drawn as."""

    id: str
    die: str
    name: str
    how: str


@dataclass(frozen=True)
class Shelf:
    """All achievements, in order."""

    trophies: tuple[Trophy, ...]


def shelf(language: str) -> Shelf:
    """All achievements in a language."""
    texts = Texts(language)

    def say(one: Achievement, key: str) -> str:
        return texts.say("achievements", f"{one.id}.{key}")

    return Shelf(
        tuple(Trophy(one.id, one.die, say(one, "name"), say(one, "how")) for one in ACHIEVEMENTS)
    )
