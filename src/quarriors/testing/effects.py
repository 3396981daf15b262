"""Effects of a turn that is under way, such as what a spell cast before has left behind."""

from __future__ import annotations

from dataclasses import dataclass

from quarriors.engine import arrange, queries
from quarriors.engine.errors import PositionError
from quarriors.engine.ids import effect
from quarriors.engine.queries import State
from quarriors.testing.naming import AREAS, check_seat, find_die

ON_CREATURES = {
    "attack": effect.ATTACK,
    "defense": effect.DEFENSE,
    "attack-at-most": effect.ATTACK_CAP,
    "no-immunity": effect.NO_IMMUNITY,
    "times-used": effect.TIMES,
}
ON_PLAYERS = {
    "destroyed-to-active": effect.TO_ACTIVE,
    "summon-cost": effect.SUMMON,
    "next-capture-discount": effect.NEXT_CAPTURE,
    "draw-more": effect.DRAW,
}
OF_THE_TURN = ("captures", "capture-discount")  # of the player whose turn it is
END_OF_TURN = -1


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
            raise PositionError("testing.effect", name=self.name, known=known)
        if self.name in ON_CREATURES and not self.on:
            raise PositionError("testing.on_creature", name=self.name)
        if self.name not in ON_CREATURES and self.on:
            raise PositionError("testing.on_player", name=self.name, on=self.on)
        if self.against is not None and self.name != "attack":
            raise PositionError("testing.against", name=self.name)
        if self.until is not None and self.name in OF_THE_TURN:
            raise PositionError("testing.until", name=self.name)

    def lay(self, s: State) -> None:
        """Write the effect into a state."""
        if self.name in OF_THE_TURN:
            if self.seat != queries.active(s):
                raise PositionError("testing.of_turn", name=self.name, seat=queries.active(s))
            if self.name == "captures":
                arrange.add_captures(s, self.amount)
            else:
                arrange.add_discount(s, self.amount)
            return
        kind = {**ON_CREATURES, **ON_PLAYERS}[self.name]
        if self.against is not None:
            kind = effect.AGAINST + self.against
        subject = find_die(s, self.seat, AREAS, self.on) if self.on else self.seat
        until = END_OF_TURN if self.until is None else self.until
        arrange.add_effect(s, kind, subject, self.amount, until)
