"""What is written down of a game while it is played: its columns of the tables of `schema`.

Everything but the decisions is read from the log of the engine, so that the notes of a game follow
from what happened at the table and not from who played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.ids import log, verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game
from quarriors.lab.schema import DECISIONS, NESTED, TABLES, Columns

if TYPE_CHECKING:
    from quarriors.lab.simulate import Outcome

SIDES: Final = 6
_ROLLS: Final = frozenset(log.ROLLS)
_TOLD: Final = frozenset((log.CAPTURE, log.SCORE, log.GLORY, log.TURN))


def as_json(value: object) -> str:
    """A list as the text of JSON that Polars reads; see `schema.Columns`."""
    return msgspec.json.encode(value).decode()


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Rows as columns; empty ones where there are no rows."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width


class _Die:
    """What the dice of a card show on each face, and what to expect of them."""

    def __init__(self, card: Card) -> None:
        faces = card.design.faces
        self.quiddity = [max(face.quiddity, 0) for face in faces]
        self.creature = [int(face.creature) for face in faces]
        self.expected = (_moments(self.quiddity), _moments(self.creature))


def _moments(values: Sequence[int]) -> tuple[int, int]:
    """Six times the mean of a roll, and thirty-six times its variance: whole numbers."""
    total = sum(values)
    return total, SIDES * sum(value * value for value in values) - total * total


@lru_cache(4096)
def _die_of(card: Card) -> _Die:
    return _Die(card)


class _Luck:
    """What a seat rolled. Sums are of whole numbers, so that their order cannot matter."""

    def __init__(self, cards: int) -> None:
        self.rolls = [0] * cards  # by card
        self.quiddity = 0
        self.creatures = 0

    def row(self, dice: Sequence[_Die]) -> list[Any]:
        """The numbers of the table of seats: rolled against expected, with the variance."""
        sums = [0, 0, 0, 0]
        for times, die in zip(self.rolls, dice, strict=True):
            if times:
                for at, moments in enumerate(die.expected):
                    sums[2 * at] += times * moments[0]
                    sums[2 * at + 1] += times * moments[1]
        quiddity, spread, creatures, creature_spread = sums
        return [
            *(sum(self.rolls), self.quiddity, quiddity / SIDES, spread / (SIDES * SIDES)),
            *(self.creatures, creatures / SIDES, creature_spread / (SIDES * SIDES)),
        ]


class GameStats:
    """Follows one game from its first decision on; `log_lines` is its log once it is over."""

    def __init__(self, game: Game, seats: Sequence[str], *, decisions: bool = False) -> None:
        table = game.setup
        self.log_lines: Sequence[EventNumbers] = ()
        self._game = game
        self._bots = seats
        self._slot = table.slot
        self._dice = [_die_of(card) for card in table.cards]
        self._paid: list[int] = []  # where in the log captures were answered, which are paid for
        self._by_round: list[list[int]] = []
        self._scored = [[0] * table.players for _ in table.cards]
        self._luck = [_Luck(len(table.cards)) for _ in range(table.players)]
        self._captures: list[list[Any]] = []
        self._decisions: list[list[Any]] | None = [] if decisions else None

    def _round(self, turn: int) -> int:
        return (turn - 1) // len(self._bots) + 1

    def decided(self, code: int, logged: int) -> None:
        """A player has chosen when the log had that many lines; the game does not know it yet."""
        if verb_of(code) == verb.CAPTURE:
            self._paid.append(logged)
        if self._decisions is not None:
            turn = self._game.turn
            decision = self._game.decision
            choice = [option.code for option in decision.options].index(code)
            option = decision.options[choice]
            self._decisions.append(
                [
                    len(self._decisions) + 1,
                    decision.seat,
                    turn,
                    self._round(turn),
                    decision.kind,
                    decision.card,
                    len(decision.options),
                    choice,
                    decision.texts[choice],
                    option.verb,
                    option.card,
                ]
            )

    def _read(self) -> None:
        """Follow the log from its beginning."""
        slots = self._slot
        rolls = Counter([line[2:5] for line in self.log_lines if line[0] in _ROLLS])
        for (seat, die, face), times in rolls.items():
            slot = slots[die]
            luck = self._luck[seat]
            luck.rolls[slot] += times
            luck.quiddity += times * self._dice[slot].quiddity[face]
            luck.creatures += times * self._dice[slot].creature[face]
        glory = [0] * len(self._bots)
        paid = iter([*self._paid, len(self.log_lines)])
        next_paid = next(paid)
        turn = 0
        told = [(at, line) for at, line in enumerate(self.log_lines) if line[0] in _TOLD]
        for at, (kind, _rule, seat, die, value, other) in told:
            if kind == log.CAPTURE:
                free = at < next_paid  # the first one after such an answer is its own
                if not free:
                    next_paid = next(paid)
                card = self._game.setup.cards[slots[die]].name
                number = len(self._captures) + 1
                self._captures.append([number, seat, turn, self._round(turn), card, value, free])
            elif kind == log.SCORE:
                self._scored[slots[die]][seat] += value
            elif kind == log.GLORY:
                glory[seat] = other
            else:  # a turn begins
                if value > 1 and self._round(value) > self._round(turn):
                    self._by_round.append(glory.copy())
                turn = value

    def columns(self, outcome: Outcome) -> Columns:
        """The columns of all tables for this game, now that it is over; to be asked for once."""
        self._read()
        told: dict[str, list[list[Any]]] = {
            "games": [self._game_row(outcome)],
            "seats": [self._seat_row(outcome, seat) for seat in range(len(self._bots))],
            "captures": self._captures,
            "cards": self._card_rows(outcome.captors),
        }
        if self._decisions is not None:
            told[DECISIONS] = self._decisions
        return {
            name: [[outcome.index] * len(rows), *(_columns(rows, len(TABLES[name]) - 1))]
            for name, rows in told.items()
        }

    def _game_row(self, outcome: Outcome) -> list[Any]:
        rules = self._game.rules
        values = {
            **rules.to_dict(),
            **outcome.to_dict(),
            "winner": outcome.winners[0] if len(outcome.winners) == 1 else None,
            "end": outcome.rule,
            "glory_by_round": [*self._by_round, list(outcome.glory)],
        }
        return [
            as_json(values[name]) if kind in NESTED else values[name]
            for name, kind in TABLES["games"].items()
            if name != "game"
        ]

    def _seat_row(self, outcome: Outcome, seat: int) -> list[Any]:
        captured = [free for _number, captor, *_where, free in self._captures if captor == seat]
        return [
            seat,
            self._bots[seat],
            (seat - outcome.first) % len(self._bots) + 1,
            outcome.glory[seat],
            1 / len(outcome.winners) if seat in outcome.winners else 0.0,
            len(captured),
            sum(captured),
            *self._luck[seat].row(self._dice),
        ]

    def _card_rows(self, captors: Mapping[str, Sequence[int]]) -> list[list[Any]]:
        left = queries.left_on_cards(queries.state(self._game))
        nobody = [0] * len(self._bots)
        dealt = set(self._game.origin.wilds)
        return [
            [
                card.name,
                card.set_name,
                card.kind,
                card.name in dealt,
                as_json(captors.get(card.name, nobody)),
                as_json(self._scored[slot]),
                left[slot],
            ]
            for slot, card in enumerate(self._game.setup.cards)
        ]
