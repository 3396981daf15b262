"""What happened in a game, for people: the lines of its log with a name for every number.

An event is a tuple of six ints, as the engine notes them, so that it can be unpacked, compared,
hashed and written to JSON; and it says what they mean:

    for event in game.take_events():
        kind, rule, seat, die, first, second = event
        event.kind, event.rule, event.seat, event.card      # "capture", "7.1", 1, its name
        event.paid, event.place                             # 3, "used"
        event.fields                                        # {"paid": 3, "place": "used"}

Which fields a kind of event has is in `ids.log.FIELDS`. This module is not compiled: mypyc has no
subclasses of tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from quarriors.engine.catalog import ENERGIES
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import effect, ending, log, phase, place

COMMON: Final = ("kind", "rule", "seat", "die", "card")
# What a number can stand for by its name alone.
_NAMES: Final = {
    "place": place.NAMES,
    "phase": phase.NAMES,
    "energy": ENERGIES,
    "ending": ending.NAMES,
}
_KNOWN_FIELDS: Final = [
    tuple(field.partition(":")[::2] for field in log.FIELDS[kind]) for kind in log.NAMES
]  # by kind: names and meanings


class Event(tuple[int, int, int, int, int, int]):
    """One event: `kind`, `rule`, `seat`, `die`, `card`, and the fields of its kind."""

    _setup: GameSetup

    def __new__(cls, line: Iterable[int], setup: GameSetup) -> Event:
        """A line of the log, with the set-up that its numbers refer to."""
        made = super().__new__(cls, line)
        made._setup = setup
        return made

    @property
    def kind(self) -> str:
        """What happened: total, destroy, score, ..."""
        return log.NAMES[self[0]]

    @property
    def rule(self) -> str:
        """The id of the rule it happened by, such as "7.1"."""
        return f"{self[1] // 100}.{self[1] % 100}"

    @property
    def rule_number(self) -> int:
        """The same as a number: section * 100 + number of the rule."""
        return self[1]

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
        return "" if self[3] < 0 else self._setup.cards[self._setup.slot[self[3]]].name

    @property
    def fields(self) -> dict[str, int | str]:
        """The fields of this kind of event by name."""
        known = _KNOWN_FIELDS[self[0]]
        return {
            name: self._read(number, meaning)
            for (name, meaning), number in zip(known, self[4:], strict=False)
        }

    def to_dict(self) -> dict[str, int | str]:
        """Everything it says by name, ready for JSON."""
        common: dict[str, int | str] = {"kind": self.kind, "rule": self.rule, "seat": self.seat}
        return {**common, "die": self.die, "card": self.card, **self.fields}

    def _read(self, number: int, meaning: str) -> int | str:
        """A number as what it stands for."""
        setup = self._setup
        if not meaning:
            return number
        if meaning in _NAMES:
            return _NAMES[meaning][number]
        if meaning == "face":
            return setup.cards[setup.slot[self[3]]].design.faces[number].notation
        if meaning == "die":
            return setup.cards[setup.slot[number]].name
        if meaning == "slot":
            return setup.cards[number].name
        if meaning == "program":
            return int(setup.catalog.programs[number].ability)
        return effect.NAMES[number % log.LASTS]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            fields = self.fields
            if name in fields:
                return fields[name]
            known = ", ".join((*COMMON, *fields))
            raise AttributeError(f"An event of kind {self.kind!r} has no {name!r}; it has {known}.")
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.fields]

    def __repr__(self) -> str:
        shown = {"seat": self.seat, "card": self.card, **self.fields}
        words = " ".join(f"{name}={value!r}" for name, value in shown.items() if value != "")
        return f"<{self.kind} {words} rule={self.rule}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Event, (tuple(self), self._setup))


def events_of(lines: Iterable[Iterable[int]], setup: GameSetup) -> list[Event]:
    """Lines of the log as events."""
    make = tuple.__new__  # without the detour over `Event.__new__`: servers make thousands a second
    found: list[Event] = []
    for line in lines:
        event: Event = make(Event, line)
        event._setup = setup
        found.append(event)
    return found
