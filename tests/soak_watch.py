"""What the soak looks at: which abilities of a game did their work, and whether turns end clean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from quarriors.cards.load import default_catalog
from quarriors.engine import words as w
from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.faces import Face
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.program import Modifier, Trigger, constant
from quarriors.engine.state import Event, State
from quarriors.engine.table import ASSISTANT_CLASS, LARGE_CLASS
from quarriors.game import Game
from quarriors.testing import check_state

ENOUGH = 3  # a modifier that made a difference to a worker so often is not tried any more
IN_SIGHT = (w.ACTIVE, w.READY, w.ATTACHED, w.ASIDE, w.QUEST)  # where the face of a die can matter


def named(first: str, end: str) -> list[str]:
    """The names of a run of numbers in `engine/words.py`, such as all events."""
    names = list(vars(w))
    found = names[names.index(first) : names.index(end)]
    assert [getattr(w, name) for name in found] == list(range(getattr(w, end)))
    return [name.lower().replace("_", " ") for name in found]


EVENT_NAMES = named("SUMMONED", "EVENTS")
MODIFIER_NAMES = named("ATTACK_SELF", "MODIFIERS")

# --- what an ability is made of, and whether it was ever used ----------------------------------


class Parts:
    """Every part of every ability under a number: triggers, modifiers, what the die itself says."""

    def __init__(self, catalog: Catalog) -> None:
        self.names: list[str] = []
        self.of_program: dict[int, int] = {}
        self.of_modifier: dict[tuple[int, int], int] = {}  # card index, identity
        self.of_face: dict[tuple[int, int], list[int]] = {}  # card index, face
        for card in catalog.cards:
            draws = [face for face in card.design.faces if face.draw]
            draws = sorted({face.draw: face for face in draws}.values(), key=lambda face: face.draw)
            for number, ability in enumerate(card.abilities):
                line = f"{card.name}, ability {number}"
                for trigger in ability.triggers:
                    name = f"{line}: {EVENT_NAMES[trigger.event]}"
                    self.of_program[int(trigger.program.index)] = self._add(name)
                answers: dict[int, int] = {}  # two of a kind, a number and its floor, are one part
                for modifier in ability.modifiers:
                    name = f"{line}: {MODIFIER_NAMES[modifier.kind]}"
                    if int(modifier.kind) not in answers:
                        answers[int(modifier.kind)] = self._add(name)
                    self.of_modifier[card.index, id(modifier)] = answers[int(modifier.kind)]
                if not ability.triggers and not ability.modifiers:
                    shown = ability.face or (draws[number].notation if number < len(draws) else "")
                    part = self._add(f"{line}: on the die, {shown or 'no face'}")
                    for face in self._faces(card, shown):
                        self.of_face.setdefault((card.index, face), []).append(part)

    def _add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _faces(self, card: Card, shown: str) -> list[int]:
        def same(face: Face) -> bool:
            return shown != "" and face.notation.rstrip("*") == shown.rstrip("*")

        return [index for index, face in enumerate(card.design.faces) if same(face)]


@cache
def parts() -> Parts:
    """The parts of all cards, numbered once a process."""
    return Parts(default_catalog())


@dataclass(frozen=True)
class Suspect:
    """A standing modifier that has not made its difference yet."""

    part: int
    modifier: Modifier
    slot: int
    looks: frozenset[int]  # faces that have it
    rows: tuple[int, ...]  # its places in the table's list of modifiers


_TRIED: Counter[int] = Counter()  # by part: differences seen by this process


class Watch:
    """Notes which abilities of one game do their work.

    Programs are told by the log. Modifiers are tried: the decision is answered once more on a copy
    of the game without the modifier, and if that leads anywhere else it was read and mattered.
    """

    def __init__(self, game: Game, used: Counter[int]) -> None:
        self.game = game
        self.s: State = game._state
        self.used = used
        self.parts = parts()
        self.turn = 0
        self.suspects = self._suspects()
        self.saved: Game | None = None
        self.looks: set[int] = set()

    def _suspects(self) -> list[Suspect]:
        table = self.s.table
        found = []
        for slot, card in enumerate(table.cards):
            for ability in card.abilities:
                for modifier in ability.modifiers:
                    part = self.parts.of_modifier[card.index, id(modifier)]
                    if _TRIED[part] >= ENOUGH:
                        continue
                    looks = [
                        look
                        for look in range(card.index * FACES, (card.index + 1) * FACES)
                        if any(
                            other is modifier
                            for other in table.modifiers[look * w.MODIFIERS + modifier.kind]
                        )
                    ]
                    rows = tuple(look * w.MODIFIERS + int(modifier.kind) for look in looks)
                    found.append(Suspect(part, modifier, slot, frozenset(looks), rows))
        return found

    def _in_sight(self) -> set[int]:
        """The looks of all dice whose face can matter now."""
        s = self.s
        base, face, copy, zones = s.table.base, s.face, s.copy, s.zones
        return {
            copy[die] if copy[die] >= 0 else base[die] + face[die]
            for first in range(0, len(zones), w.PLACES)
            for place in IN_SIGHT
            for die in zones[first + place - 1]
        }

    # --- before an answer is given ---

    def before(self, code: int) -> None:
        """Keep the game as it is, if there is something to try."""
        if self.suspects:
            self.looks = self._in_sight()
            self.saved = self.game.clone()
        if verb_of(code) == w.USE_DRAW:
            self.shown(die_of(code), self.s.face[die_of(code)])

    # --- after an answer was given ---

    def after(self, code: int = -1) -> None:
        """Hear what happened; check the state at the start of every turn and at the end."""
        events = self.game.take_events()
        for event in events:
            self.hear(event)
        if self.s.turn != self.turn or self.s.over:
            self.turn = int(self.s.turn)
            check_state(self.s)
            if self.turn % 4 == 0:  # what is left behind stays for some turns
                check_turn(self.s)
        if self.saved is not None:
            self.try_suspects(self.saved, code, events)
            self.saved = None

    def try_suspects(self, saved: Game, code: int, events: list[Event]) -> None:
        """Answer again without each modifier that lies there: other state, options or events?"""
        looks = self.looks | self._in_sight()
        captured = self.s.table.slot[die_of(code)] if verb_of(code) == w.DO_CAPTURE else -1
        led_to: list[object] = []
        for suspect in self.suspects:
            if looks.isdisjoint(suspect.looks) and suspect.slot != captured:
                continue
            led_to = led_to or [self.s.to_wire(), self.s.options, events]
            if self._without(suspect, saved.clone(), code) != led_to:
                self.used[suspect.part] += 1
                _TRIED[suspect.part] += 1
        self.suspects = [one for one in self.suspects if _TRIED[one.part] < ENOUGH]

    def _without(self, suspect: Suspect, game: Game, code: int) -> list[object]:
        """Where the same answer leads when the modifier is missing; the table is mended after.

        One that sets a number to 0, as the faces with a question mark have it anyway, is not
        taken away but sets another number.
        """
        table = self.s.table
        gone = suspect.modifier
        amount = gone.amount
        other: list[Modifier] = []
        if gone.how == w.SET and not amount.constant and not amount.times:
            other = [Modifier(gone.kind, gone.how, constant(7), gone.condition, gone.scope)]
        kept = [table.modifiers[row] for row in suspect.rows]
        more = table.more_captures[suspect.slot]
        for row, there in zip(suspect.rows, kept, strict=True):
            table.modifiers[row] = [one for one in there if one is not gone] + other
        if gone.kind == w.MORE_CAPTURES:
            table.more_captures[suspect.slot] = 0
        try:
            game.apply(code)
            return [game._state.to_wire(), game._state.options, game.take_events()]
        finally:
            for row, there in zip(suspect.rows, kept, strict=True):
                table.modifiers[row] = there
            table.more_captures[suspect.slot] = more

    def shown(self, die: int, face: int) -> None:
        """A face of a die was used for what is printed on it."""
        table = self.s.table
        for part in self.parts.of_face.get((table.base[die] // FACES, face), ()):
            self.used[part] += 1

    def hear(self, event: Event) -> None:
        """One event of the log."""
        kind, rule, _seat, die, a, _b = event
        table = self.s.table
        if kind == w.LOG_TRIGGER:
            self.used[self.parts.of_program[a]] += 1
        elif kind == w.LOG_CAST:
            look = table.base[die] + a
            events = (w.IMMEDIATE,) if rule == 502 else (w.CAST, w.ATTACH, w.REACT)
            started = [t for e in events for t in table.triggers[look * w.EVENTS + e]]
            assert started, f"{table.cards[table.slot[die]].name} has nothing to cast"
            self.started(started)
        elif kind == w.LOG_ANCHOR:
            anchor = table.anchor[table.slot[die]]
            assert anchor is not None
            self.started([anchor])
        elif kind == w.LOG_QUEST_DIE:
            self.shown(die, a)
            self.started(table.triggers[(table.base[die] + a) * w.EVENTS + w.BONUS])

    def started(self, triggers: Sequence[Trigger]) -> None:
        """One of these; which of several windows it was is not told."""
        for trigger in triggers:
            self.used[self.parts.of_program[int(trigger.program.index)]] += 1


# --- what must hold when a turn has just begun --------------------------------------------------

LEFT_OVER = (
    w.LATE | w.ATTACKING | w.DAMAGED | w.DYING | w.SWITCHED | w.FORFEIT | w.FIRST | w.NEW
)  # flags of a turn that is over


def check_turn(s: State) -> None:
    """Nothing is left of the turn before, and no die is where its kind cannot be."""
    table = s.table
    drawing = any(s.stack[at] == w.DRAW for at in range(0, len(s.stack), w.FRAME))
    for die, place in enumerate(s.place):
        card = table.cards[table.slot[die]]
        flags = s.flags[die]
        what = f"{card.name} in {w.PLACE_NAMES[place]}"
        if not s.over and place in (w.READY, w.QUEST, w.ATTACHED):  # elsewhere a roll clears them
            assert not flags & LEFT_OVER, f"{what} has flags {flags & LEFT_OVER} of another turn"
        assert not flags & w.DRAWN or (drawing and place == w.ACTIVE), f"{what} counts as drawn"
        if card.class_name == LARGE_CLASS:
            assert place in (w.ASIDE, w.ACTIVE, w.SPENT), f"{what} (rule 13.2)"
        if card.kind == "quest":
            assert place in (w.WILDS, w.READY, w.ATTACHED, w.ASIDE), f"{what} (rule 12.6)"
        if place == w.QUEST:
            assert card.class_name != ASSISTANT_CLASS, "an Assistant on a quest (rule 12.2)"
        if place in (w.READY, w.QUEST) and s.copy[die] < 0:
            look = table.base[die] + s.face[die]
            shown = table.creature[look] or (
                place == w.READY
                and (table.spell[look] or table.lock[look] or table.quartifact[look])
            )
            assert shown, f"{what} shows {card.design.faces[s.face[die]].notation}"
        assert s.copy[die] < 0 or place in (w.READY, w.QUEST, w.ASIDE), f"{what} is still a copy"
    for at in range(0, len(s.rows), w.ROW_WIDTH):
        kind, subject, _, until = s.rows[at : at + w.ROW_WIDTH]
        if w.ON_DIE & (1 << kind):
            assert s.over or until >= 0, "an effect of a turn that is over"
            assert s.place[subject] in (w.READY, w.QUEST), "an effect on a die that has left"
