"""Effects of a turn that is under way, such as what a spell cast before has left behind."""

from __future__ import annotations

from dataclasses import dataclass

from quarriors.engine import words as w
from quarriors.engine.errors import PositionError
from quarriors.engine.state import State
from quarriors.testing.naming import AREAS, check_seat, find_die

ON_CREATURES = {
    "attack": w.ROW_ATTACK,
    "defense": w.ROW_DEFENSE,
    "attack-at-most": w.ROW_ATTACK_CAP,
    "no-immunity": w.ROW_NO_IMMUNITY,
    "times-used": w.ROW_TIMES,
}
ON_PLAYERS = {
    "destroyed-to-active": w.ROW_TO_ACTIVE,
    "summon-cost": w.ROW_SUMMON,
    "next-capture-discount": w.ROW_NEXT_CAPTURE,
    "draw-more": w.ROW_DRAW,
}
OF_THE_TURN = ("captures", "capture-discount")  # of the player whose turn it is
END_OF_TURN = -1
_SEATS = 4


@dataclass(frozen=True)
class Effect:
    """One effect to be laid; see `Position.effect`."""

    seat: int
    name: str
    amount: int
    on: str
    against: int | None
    until: int | None

    def check(self, players: int) -> None:
        """Refuse an effect that does not exist or lacks what it works on."""
        for seat in (self.seat, self.against, self.until):
            if seat is not None:
                check_seat(players, seat)
        known = (*ON_CREATURES, *ON_PLAYERS, *OF_THE_TURN)
        if self.name not in known:
            raise PositionError(f"There is no effect {self.name!r}; use one of {', '.join(known)}.")
        if self.name in ON_CREATURES and not self.on:
            raise PositionError(
                f"The effect {self.name!r} works on a creature: name it, such as on='Assistant'."
            )
        if self.name not in ON_CREATURES and self.on:
            raise PositionError(
                f"The effect {self.name!r} works on a player; leave out on={self.on!r}."
            )
        if self.against is not None and self.name != "attack":
            raise PositionError(
                f"Only the effect 'attack' works against one seat, not {self.name!r}; "
                "leave out `against`."
            )
        if self.until is not None and self.name in OF_THE_TURN:
            raise PositionError(f"The effect {self.name!r} ends with the turn; leave out `until`.")

    def lay(self, s: State) -> None:
        """Write the effect into a state."""
        if self.name in OF_THE_TURN:
            if self.seat != s.active:
                raise PositionError(
                    f"The effect {self.name!r} belongs to the player whose turn it is, "
                    f"seat {s.active}."
                )
            if self.name == "captures":
                s.captures += self.amount
            else:
                s.discount += self.amount
            return
        kind = {**ON_CREATURES, **ON_PLAYERS}[self.name]
        if self.against is not None:
            kind = w.ROW_AGAINST + self.against
        subject = find_die(s, self.seat, AREAS, self.on) if self.on else self.seat
        until = END_OF_TURN if self.until is None else self.until
        s.rows = [*s.rows, kind, subject, self.amount, until]


def effect_name(kind: int) -> str:
    """The name of a lasting effect's number in `words`; a bonus against one seat names it."""
    if 0 <= kind - w.ROW_AGAINST < _SEATS:
        return f"attack-against-{kind - w.ROW_AGAINST}"
    names = {number: name for name, number in {**ON_CREATURES, **ON_PLAYERS}.items()}
    return names.get(kind, f"effect-{kind}")
