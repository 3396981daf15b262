"""What happened in a play: the engine's log events, with a name for every number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarriors.engine import words as w
from quarriors.engine.catalog import ENERGIES
from quarriors.engine.state import Event
from quarriors.engine.table import Table
from quarriors.testing.effects import effect_name

PHASES = ["", "score", "immediate", "ready", "attack", "capture", "clean-up"]  # by number

# The names of an event's last two numbers, by its kind. A name after a colon says what the number
# stands for; without one it is just a number.
FIELDS: dict[str, tuple[str, ...]] = {
    "turn": ("turn",),
    "phase": ("phase:phase",),
    "score": ("glory", "face:face"),
    "glory": ("amount", "glory"),
    "draw": (),
    "roll": ("face:face",),
    "refill": ("dice",),
    "spend": ("amount", "pool"),
    "quiddity": ("amount", "pool"),
    "ready": ("face:face",),
    "summon": ("paid", "face:face"),
    "enter": ("face:face",),
    "cast": ("face:face",),
    "attach": ("carrier:die",),
    "total": ("defender", "total"),
    "defend": ("damage", "defense"),
    "holds": ("damage", "defense"),
    "destroy": (),
    "saved": (),
    "move": ("place:place",),
    "capture": ("paid", "place:place"),
    "cull": (),
    "rotate": ("face:face",),
    "copy": ("copied:die",),
    "effect": ("effect:effect", "amount"),
    "trigger": ("ability:program",),
    "swap": ("other:die", "other_seat"),
    "captures": ("amount",),
    "discount": ("amount",),
    "press": ("amount", "damage"),
    "over": (),
    "clean": ("dice", "lost"),
    "lock": ("with_seat",),
    "unlock": ("place:place",),
    "remove": (),
    "gain": ("place:place",),
    "absorbs": ("damage", "defense"),
    "anchor": ("price", "energy:energy"),
    "quest": ("quest:slot",),
    "challenge": ("quest:slot", "opponent"),
    "quest-done": ("quest:slot", "levels"),
    "quest-failed": ("quest:slot", "levels"),
    "quest-die": ("face:face",),
    "equip": ("carrier:die",),
    "return": (),
    "shake": ("face:face",),
    "prevent": (),
    "no-damage": ("damage",),
    "energy": ("amount", "energy:energy"),
}
_LASTING = 64  # added to the number of an effect that outlasts the turn
COMMON = ("kind", "rule", "seat", "die", "card")


class Happening(tuple[int, int, int, int, int, int]):
    """One event: `kind`, `rule`, `seat`, `die`, `card`, and the fields of its kind (`FIELDS`)."""

    _table: Table

    def __new__(cls, event: Iterable[int], table: Table) -> Happening:
        """An event as the engine notes it, with the table that its numbers refer to."""
        made = super().__new__(cls, event)
        made._table = table
        return made

    @property
    def kind(self) -> str:
        """What happened: total, destroy, score, ..."""
        return w.LOG_NAMES[self[0]]

    @property
    def rule(self) -> str:
        """The id of the rule it happened by."""
        return f"{self[1] // 100}.{self[1] % 100}"

    @property
    def seat(self) -> int:
        """Whose event it is, -1 if nobody's: the owner of the die, or who attacks, draws, pays."""
        return self[2]

    @property
    def die(self) -> int:
        """The die it is about, -1 if about none."""
        return self[3]

    @property
    def card(self) -> str:
        """The name of that die's card, or an empty text."""
        return "" if self.die < 0 else self._table.cards[self._table.slot[self.die]].name

    @property
    def fields(self) -> dict[str, int | str]:
        """The fields of this kind of event by name."""
        found: dict[str, int | str] = {}
        for number, field in zip(self[4:], FIELDS[self.kind], strict=False):
            name, _, meaning = field.partition(":")
            found[name] = self._read(number, meaning)
        return found

    def _read(self, number: int, meaning: str) -> int | str:
        """A number as what it stands for."""
        table = self._table
        if meaning == "face":
            return table.cards[table.slot[self.die]].design.faces[number].notation
        if meaning == "die":
            return table.cards[table.slot[number]].name
        if meaning == "slot":
            return table.cards[number].name
        if meaning == "program":
            return int(table.catalog.programs[number].ability)
        if meaning == "effect":
            return effect_name(number % _LASTING)
        names = {"place": w.PLACE_NAMES, "phase": PHASES, "energy": ENERGIES}
        return names[meaning][number] if meaning else number

    def __getattr__(self, name: str) -> Any:
        fields = {} if name.startswith("_") else self.fields
        if name in fields:
            return fields[name]
        known = ", ".join((*COMMON, *fields))
        raise AttributeError(f"A happening of kind {self.kind!r} has no {name!r}; it has {known}.")

    def __repr__(self) -> str:
        shown = {"seat": self.seat, "card": self.card, **self.fields}
        words = " ".join(f"{name}={value!r}" for name, value in shown.items() if value != "")
        return f"<{self.kind} {words} rule={self.rule}>"


def named(events: Iterable[Event], table: Table) -> list[Happening]:
    """Events of the engine with names."""
    return [Happening(event, table) for event in events]
