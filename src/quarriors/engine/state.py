"""The state of one game: ints and lists of ints, everything in it and nothing else.

A die is an index; its place, owner, face, flags, carrier and copy are parallel lists. Zone lists
hold the same placement once more, by seat and place, because rules ask "what lies here" far more
often than "where is this". The constructor takes every field and `clone` is that one call, so a
forgotten field is a type error.

Lists that change seldom are never changed in place but replaced by a changed copy, so that clones
can share them: owner, carrier, copy, wild, glory, totals, before, summoned, quest, rows and
options.
Zones, place, face, flags, stack, queue and scripts are changed in place and copied by `clone`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.errors import PositionError
from quarriors.engine.luck import Luck
from quarriors.engine.table import Table
from quarriors.engine.words import PLACES

Event = tuple[int, int, int, int, int, int]  # kind, rule, seat, die, two numbers

WIRE_VERSION: Final = 3
_HEAD: Final = 15  # numbers at the head of the wire form
_LISTS: Final = 18  # lists before the zones, the head included


class State(Luck):
    """One mutable thing; the engine has no other."""

    def __init__(
        self,
        table: Table,
        rng: i64,
        active: i64,
        turn: i64,
        phase: i64,
        over: i64,
        pool: i64,
        captures: i64,
        discount: i64,
        scored: i64,
        hit: i64,
        attached: i64,
        light: i64,
        dark: i64,
        marks: i64,
        place: list[int],
        owner: list[int],
        face: list[int],
        flags: list[int],
        carrier: list[int],
        copy: list[int],
        zones: list[list[int]],
        wild: list[int],
        glory: list[int],
        totals: list[int],
        before: list[int],
        summoned: list[int],
        quest: list[int],
        rows: list[int],
        stack: list[int],
        queue: list[int],
        draw_script: list[int],
        roll_script: list[int],
    ) -> None:
        super().__init__(rng)  # the only secret
        self.table: Table = table
        self.active: i64 = active  # whose turn it is
        self.turn: i64 = turn  # turns begun, from 1
        self.phase: i64 = phase
        self.over: i64 = over  # why the game ended, RUNNING while it has not
        self.pool: i64 = pool  # quiddity at hand this turn (5.5, 15.1)
        self.captures: i64 = captures  # captures left this turn (7.1)
        self.discount: i64 = discount  # off every capture this turn
        self.scored: i64 = scored  # creatures of the active player that scored this turn
        # Bits: seats that had a creature destroyed in this turn's attack, even if saved (15.18).
        self.hit: i64 = hit
        self.attached: i64 = attached  # how many dice are attached anywhere
        self.light: i64 = light  # how much of the quiddity at hand is light (13.5)
        self.dark: i64 = dark
        self.marks: i64 = marks  # what happened this turn, see `words.MARK_LOCKED`
        self.place: list[int] = place
        self.owner: list[int] = owner  # -1 in the Wilds
        self.face: list[int] = face
        self.flags: list[int] = flags
        self.carrier: list[int] = carrier  # of an attached spell, else -1
        self.copy: list[int] = copy  # the look it copies, else -1
        self.zones: list[list[int]] = zones  # seat * PLACES + place - 1
        self.wild: list[int] = wild  # dice left on each card
        self.glory: list[int] = glory
        self.totals: list[int] = totals  # attack total against each seat
        self.before: list[int] = before  # what it came from before a reaction changed it
        self.summoned: list[int] = summoned  # of each slot, this turn, where a card limits it
        self.quest: list[int] = quest  # the slot of the quest each seat is on, else -1 (12.2)
        self.rows: list[int] = rows  # lasting effects
        self.stack: list[int] = stack  # frames
        self.queue: list[int] = queue  # waiting triggers
        self.draw_script: list[int] = draw_script
        self.roll_script: list[int] = roll_script
        self.key: int = 0  # seeds every turn, if not 0; no part of the position: it is the secret
        # Not part of the position: derived, or for people.
        self.options: list[int] = []  # of the decision the state stands at
        self.logging: bool = False
        self.log: list[Event] = []

    def clone(self) -> State:
        """An independent copy, without the log."""
        copied = State(
            self.table,
            self.rng,
            self.active,
            self.turn,
            self.phase,
            self.over,
            self.pool,
            self.captures,
            self.discount,
            self.scored,
            self.hit,
            self.attached,
            self.light,
            self.dark,
            self.marks,
            self.place[:],
            self.owner,
            self.face[:],
            self.flags[:],
            self.carrier,
            self.copy,
            [zone[:] for zone in self.zones],
            self.wild,
            self.glory,
            self.totals,
            self.before,
            self.summoned,
            self.quest,
            self.rows,
            self.stack[:],
            self.queue[:],
            self.draw_script[:],
            self.roll_script[:],
        )
        copied.options = self.options
        return copied

    def note(self, kind: int, rule: int, seat: i64, die: i64, a: i64, b: i64) -> None:
        """Tell people what happened and by which rule (section * 100 + number)."""
        self.log.append((kind, rule, int(seat), int(die), int(a), int(b)))

    def to_wire(self) -> list[list[int]]:
        """The whole position as lists of ints, fit for JSON."""
        wire = [
            [
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
                int(self.hit),
                int(self.attached),
                int(self.light),
                int(self.dark),
                int(self.marks),
            ],
            self.place[:],
            self.owner[:],
            self.face[:],
            self.flags[:],
            self.carrier[:],
            self.copy[:],
            self.wild[:],
            self.glory[:],
            self.totals[:],
            self.before[:],
            self.summoned[:],
            self.quest[:],
            self.rows[:],
            self.stack[:],
            self.queue[:],
            self.draw_script[:],
            self.roll_script[:],
        ]
        return wire + [zone[:] for zone in self.zones]

    @staticmethod
    def from_wire(table: Table, wire: list[list[int]]) -> State:
        """The position that `to_wire` wrote; its options are derived by whoever runs it."""
        zones = len(wire) - _LISTS
        if not wire or len(wire[0]) != _HEAD or wire[0][0] != WIRE_VERSION:
            raise PositionError("The saved position is of another version and cannot be read.")
        if zones != table.players * PLACES or len(wire[1]) != len(table.slot):
            raise PositionError("The saved position does not fit the cards and players it names.")
        head = wire[0]
        return State(
            table,
            head[1],
            head[2],
            head[3],
            head[4],
            head[5],
            head[6],
            head[7],
            head[8],
            head[9],
            head[10],
            head[11],
            head[12],
            head[13],
            head[14],
            wire[1][:],
            wire[2][:],
            wire[3][:],
            wire[4][:],
            wire[5][:],
            wire[6][:],
            [zone[:] for zone in wire[_LISTS:]],
            wire[7][:],
            wire[8][:],
            wire[9][:],
            wire[10][:],
            wire[11][:],
            wire[12][:],
            wire[13][:],
            wire[14][:],
            wire[15][:],
            wire[16][:],
            wire[17][:],
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (State.from_wire, (self.table, self.to_wire()))
