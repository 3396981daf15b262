"""The state of one game: ints and vectors of ints, everything in it and nothing else.

A die is an index; its place, owner, face, flags, carrier and copy are columns. A zone is a vector
of the dice that one seat has in one place: the same placement once more, because rules ask "what
lies here" far more often than "where is this". Only this module lays columns and zones out, and
only it and `dice` change them.

Columns that change seldom are never changed in place but replaced (`changed`), so that clones share
them: carrier, copy, glory, totals, totals_before_reactions, summoned, quest and lasting_effects.
Owners, what is left on cards and zones are shared as well until one of the two games changes them
(`set_owner`, `count_on_card`, `zone_to_change`). Stack, queue and options are buffers longer than
what is in use.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.bits import bit
from quarriors.engine.errors import PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import frame, place
from quarriors.engine.migration import VERSION, migrated
from quarriors.engine.rng import Generator
from quarriors.engine.vectors import append, vec

EventNumbers = tuple[int, int, int, int, int, int]  # kind, rule, seat, die, two numbers

WIRE_VERSION: Final = VERSION
_HEAD: Final = 16  # numbers at the head of the wire form
_LISTS: Final = 18  # lists before the zones, the head included


class State(Generator):
    """One game as it stands; the only thing that the engine changes."""

    setup: GameSetup
    """Rules, cards and which die is which: what all clones share."""
    active: i64
    """Whose turn it is."""
    turn: i64
    """How many turns have begun."""
    phase: i64
    """The phase, a number of `ids.phase`."""
    over: i64
    """Why the game ended, a number of `ids.ending`; RUNNING while it has not."""
    pool: i64
    """Quiddity at hand this turn, light and dark included (5.5, 15.1)."""
    light: i64
    """How much of it is light (13.5)."""
    dark: i64
    """How much of it is dark (13.5)."""
    captures: i64
    """Captures left this turn (7.1)."""
    captured: i64
    """How many dice the active player captured this turn."""
    discount: i64
    """What every capture costs less this turn."""
    scored: i64
    """How many creatures of the active player scored this turn."""
    struck_seats: i64
    """Bits: seats that had a creature destroyed in this turn's attack, even if saved (15.18)."""
    attached: i64
    """How many dice are attached anywhere."""
    turn_flags: i64
    """What happened this turn, bits of `ids.turn_flag`."""
    place: vec[i64]
    """Of each die: where it is, a number of `ids.place`."""
    owner: vec[i64]
    """Of each die: the seat it belongs to, -1 in the Wilds."""
    face: vec[i64]
    """Of each die: the face that is up, from 0."""
    flags: vec[i64]
    """Of each die: bits of `ids.flag`."""
    carrier: vec[i64]
    """Of each die: the creature it is attached to, else -1."""
    copy: vec[i64]
    """Of each die: the look it copies, else -1."""
    zones: vec[vec[i64]]
    """The dice in each place of each seat; ask `zone`."""
    wilds_left: vec[i64]
    """Of each card: how many dice are left on it."""
    summoned: vec[i64]
    """Of each card: dice summoned this turn, where a card limits them."""
    glory: vec[i64]
    """Of each seat: its Glory."""
    totals: vec[i64]
    """Of each seat: the attack total it has to stand."""
    totals_before_reactions: vec[i64]
    """Of each seat: what the attackers came to before the reaction that is being resolved."""
    quest: vec[i64]
    """Of each seat: the slot of the quest it is on, else -1 (12.2)."""
    lasting_effects: vec[i64]
    """Rows of `ids.effect.WIDTH` ints: kind, subject, amount, until."""
    stack: vec[i64]
    """Frames of `ids.frame.WIDTH` ints, in use up to and with the one at `top`."""
    top: i64
    """Where the topmost frame begins; negative if there is none."""
    queue: vec[i64]
    """Waiting triggers of `ids.waiting.WIDTH` ints, `queued` of the ints in use."""
    queued: i64
    """How many ints of the queue are in use."""
    options: vec[i64]
    """Codes of what can be answered now, the first `offered` of them."""
    option_keys: vec[i64]
    """Of each option: what makes it like another one, see `options.offer`."""
    offered: i64
    """How many options there are."""
    draw_script: vec[i64]
    """Slots of the dice that are drawn next, by tests and replays."""
    roll_script: vec[i64]
    """Faces that come up next, by tests and replays; -1 leaves one to chance."""
    owned_zones: i64
    """Bits: zones that no other game shares."""
    shares_owner: bool
    """Whether another game may have the same column of owners."""
    shares_wilds: bool
    """Whether another game may have the same column of dice left on cards."""
    key: int
    """What seeds every turn anew, if not 0; the secret of a game, and so no part of a position."""
    logging: bool
    """Whether the game keeps a log."""
    log: list[EventNumbers]
    """What happened and was not taken yet, oldest first."""

    def __init__(self, setup: GameSetup, rng: i64) -> None:
        """A state of nothing; `empty`, `clone` and `from_wire` fill it."""
        super().__init__(rng)
        self.setup = setup
        self.active = 0
        self.turn = 0
        self.phase = 0
        self.over = 0
        self.pool = 0
        self.light = 0
        self.dark = 0
        self.captures = 0
        self.captured = 0
        self.discount = 0
        self.scored = 0
        self.struck_seats = 0
        self.attached = 0
        self.turn_flags = 0
        self.place = vec[i64]()
        self.owner = vec[i64]()
        self.face = vec[i64]()
        self.flags = vec[i64]()
        self.carrier = vec[i64]()
        self.copy = vec[i64]()
        self.zones = vec[vec[i64]]()
        self.wilds_left = vec[i64]()
        self.summoned = vec[i64]()
        self.glory = vec[i64]()
        self.totals = vec[i64]()
        self.totals_before_reactions = vec[i64]()
        self.quest = vec[i64]()
        self.lasting_effects = vec[i64]()
        self.stack = vec[i64]()
        self.top = -frame.WIDTH
        self.queue = vec[i64]()
        self.queued = 0
        self.options = vec[i64]()
        self.option_keys = vec[i64]()
        self.offered = 0
        self.draw_script = vec[i64]()
        self.roll_script = vec[i64]()
        self.owned_zones = 0
        self.shares_owner = False
        self.shares_wilds = False
        self.key = 0
        self.logging = False
        self.log = []

    def clone(self) -> State:
        """An independent copy, without the log."""
        copied = State(self.setup, self.rng)
        copied.active = self.active
        copied.turn = self.turn
        copied.phase = self.phase
        copied.over = self.over
        copied.pool = self.pool
        copied.light = self.light
        copied.dark = self.dark
        copied.captures = self.captures
        copied.captured = self.captured
        copied.discount = self.discount
        copied.scored = self.scored
        copied.struck_seats = self.struck_seats
        copied.attached = self.attached
        copied.turn_flags = self.turn_flags
        copied.place = self.place[:]
        copied.owner = self.owner
        copied.shares_owner = True
        self.shares_owner = True
        copied.face = self.face[:]
        copied.flags = self.flags[:]
        copied.carrier = self.carrier
        copied.copy = self.copy
        copied.zones = self.zones[:]
        self.owned_zones = 0
        copied.wilds_left = self.wilds_left
        copied.shares_wilds = True
        self.shares_wilds = True
        copied.summoned = self.summoned
        copied.glory = self.glory
        copied.totals = self.totals
        copied.totals_before_reactions = self.totals_before_reactions
        copied.quest = self.quest
        copied.lasting_effects = self.lasting_effects
        copied.stack = self.stack[: self.top + frame.WIDTH]
        copied.top = self.top
        if self.queued > 0:
            copied.queue = self.queue[: self.queued]
            copied.queued = self.queued
        copied.options = self.options[: self.offered]
        copied.offered = self.offered
        if len(self.draw_script) > 0:
            copied.draw_script = self.draw_script[:]
        if len(self.roll_script) > 0:
            copied.roll_script = self.roll_script[:]
        return copied

    def note(self, kind: i64, rule: i64, seat: i64, die: i64, a: i64, b: i64) -> None:
        """Log what happened and by which rule (section * 100 + number)."""
        self.log.append((int(kind), int(rule), int(seat), int(die), int(a), int(b)))

    def to_wire(self) -> list[list[int]]:
        """The whole position as lists of ints, fit for JSON."""
        head = [
            WIRE_VERSION,
            int(self.rng),
            int(self.active),
            int(self.turn),
            int(self.phase),
            int(self.over),
            int(self.pool),
            int(self.captures),
            int(self.discount),
            int(self.scored),
            int(self.struck_seats),
            int(self.attached),
            int(self.light),
            int(self.dark),
            int(self.turn_flags),
            int(self.captured),
        ]
        wire = [
            head,
            ints(self.place),
            ints(self.owner),
            ints(self.face),
            ints(self.flags),
            ints(self.carrier),
            ints(self.copy),
            ints(self.wilds_left),
            ints(self.glory),
            ints(self.totals),
            ints(self.totals_before_reactions),
            ints(self.summoned),
            ints(self.quest),
            ints(self.lasting_effects),
            ints(self.stack[: self.top + frame.WIDTH]),
            ints(self.queue[: self.queued]),
            ints(self.draw_script),
            ints(self.roll_script),
        ]
        for at in range(len(self.zones)):
            wire.append(ints(self.zones[at]))
        return wire

    @staticmethod
    def from_wire(setup: GameSetup, wire: list[list[int]]) -> State:
        """The position that `to_wire` wrote; its options are derived when it is played on."""
        wire = migrated(wire)
        zones = len(wire) - _LISTS
        if not wire or len(wire[0]) != _HEAD or wire[0][0] != WIRE_VERSION:
            raise PositionError("position.version")
        if zones != setup.players * place.ZONES or len(wire[1]) != len(setup.slot):
            raise PositionError("position.misfit")
        try:
            return State._from_numbers(setup, wire)
        except OverflowError:
            raise PositionError("position.large") from None

    @staticmethod
    def _from_numbers(setup: GameSetup, wire: list[list[int]]) -> State:
        head = wire[0]
        s = State(setup, head[1])
        s.active = head[2]
        s.turn = head[3]
        s.phase = head[4]
        s.over = head[5]
        s.pool = head[6]
        s.captures = head[7]
        s.discount = head[8]
        s.scored = head[9]
        s.struck_seats = head[10]
        s.attached = head[11]
        s.light = head[12]
        s.dark = head[13]
        s.turn_flags = head[14]
        s.captured = head[15]
        s.place = vector(wire[1])
        s.owner = vector(wire[2])
        s.face = vector(wire[3])
        s.flags = vector(wire[4])
        s.carrier = vector(wire[5])
        s.copy = vector(wire[6])
        s.wilds_left = vector(wire[7])
        s.glory = vector(wire[8])
        s.totals = vector(wire[9])
        s.totals_before_reactions = vector(wire[10])
        s.summoned = vector(wire[11])
        s.quest = vector(wire[12])
        s.lasting_effects = vector(wire[13])
        s.stack = vector(wire[14])
        s.top = len(wire[14]) - frame.WIDTH
        s.queue = vector(wire[15])
        s.queued = len(wire[15])
        s.draw_script = vector(wire[16])
        s.roll_script = vector(wire[17])
        for lying in wire[_LISTS:]:
            s.zones = append(s.zones, vector(lying))
        return s

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (State.from_wire, (self.setup, self.to_wire()))


def vector(values: list[int]) -> vec[i64]:
    """A vector of the same ints."""
    found = vec[i64](capacity=len(values))
    for value in values:
        found = append(found, value)
    return found


def ints(values: vec[i64]) -> list[int]:
    """A list of the same ints."""
    found: list[int] = []
    for value in values:
        found.append(int(value))
    return found


def filled(count: i64, value: i64) -> vec[i64]:
    """A vector that repeats one value."""
    return vec[i64]([value] * count)


def changed(values: vec[i64], at: i64, value: i64) -> vec[i64]:
    """A copy with one value changed, for the columns that clones share."""
    copied = values[:]
    copied[at] = value
    return copied


def zone(s: State, seat: i64, where: i64) -> vec[i64]:
    """The dice of one seat in one place, to look at; a loop that moves dice needs a copy."""
    at = seat * place.ZONES + where - 1
    return s.zones[at]


def zone_to_change(s: State, seat: i64, where: i64) -> i64:
    """The index of a zone that no clone shares any more, so that it can be changed in place."""
    at = seat * place.ZONES + where - 1
    if not s.owned_zones >> at & 1:
        s.zones[at] = s.zones[at][:]
        s.owned_zones |= bit(at)
    return at


def set_owner(s: State, die: i64, seat: i64) -> None:
    """Give a die to a seat, or to nobody (-1)."""
    if s.shares_owner:
        s.owner = s.owner[:]
        s.shares_owner = False
    s.owner[die] = seat


def count_on_card(s: State, slot: i64, change: i64) -> None:
    """Change the number of dice that lie on a card in the Wilds."""
    if s.shares_wilds:
        s.wilds_left = s.wilds_left[:]
        s.shares_wilds = False
    s.wilds_left[slot] += change


def empty(setup: GameSetup, rng: int, active: int) -> State:
    """A game with every die on its card and nothing begun."""
    s = State(setup, rng)
    dice = len(setup.slot)
    players = setup.players
    cards = len(setup.cards)
    s.active = active
    s.phase = 1
    s.place = filled(dice, place.WILDS)
    s.owner = filled(dice, -1)
    s.face = filled(dice, 0)
    s.flags = s.face[:]
    s.carrier = setup.nothing  # replaced when one changes, as `copy` is
    s.copy = setup.nothing
    s.zones = vec[vec[i64]](capacity=players * place.ZONES)
    for _ in range(players * place.ZONES):
        s.zones = append(s.zones, vec[i64]())
    s.wilds_left = vec[i64](capacity=cards)
    for slot in range(cards):
        s.wilds_left = append(s.wilds_left, setup.last_die[slot] - setup.first_die[slot])
    s.summoned = filled(cards, 0)
    s.glory = filled(players, 0)
    s.totals = filled(players, 0)
    s.totals_before_reactions = filled(players, 0)
    s.quest = filled(players, -1)
    return s
