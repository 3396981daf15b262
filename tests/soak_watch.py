"""What the soak looks at: which abilities of a game did their work, and whether turns end clean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.faces import Face
from quarriors.engine.ids import combine, effect, event, flag, log, place, trait, verb
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.program import Modifier, Trigger, constant
from quarriors.engine.queries import EventNumbers, State
from quarriors.game import Game
from quarriors.testing import check_state

ENOUGH = 3  # a modifier that made a difference to a worker so often is not tried any more
# Where the face of a die can matter.
IN_SIGHT = (place.ACTIVE, place.READY, place.ATTACHED, place.ASIDE, place.QUEST)


def named(ids: ModuleType) -> list[str]:
    """The names of all numbers of a module of ids, such as all events, in order."""
    names = list(vars(ids))
    found = [name for name in names[: names.index("COUNT")] if name.isupper()]
    assert [getattr(ids, name) for name in found] == list(range(ids.COUNT))
    return [name.lower().replace("_", " ") for name in found]


EVENT_NAMES = named(event)
MODIFIER_NAMES = named(trait)

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
        self.s: State = queries.state(game)
        self.used = used
        self.parts = parts()
        self.turn = 0
        self.suspects = self._suspects()
        self.saved: Game | None = None
        self.looks: set[int] = set()

    def _suspects(self) -> list[Suspect]:
        table = self.s.setup
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
                            for other in table.modifiers[look * trait.COUNT + modifier.kind]
                        )
                    ]
                    rows = tuple(look * trait.COUNT + int(modifier.kind) for look in looks)
                    found.append(Suspect(part, modifier, slot, frozenset(looks), rows))
        return found

    def _in_sight(self) -> set[int]:
        """The looks of all dice whose face can matter now."""
        s = self.s
        return {
            int(queries.look(s, die))
            for seat in range(s.setup.players)
            for where in IN_SIGHT
            for die in queries.dice_list(s, seat, where)
        }

    # --- before an answer is given ---

    def before(self, code: int) -> None:
        """Keep the game as it is, if there is something to try."""
        if self.suspects:
            self.looks = self._in_sight()
            self.saved = self.game.clone()
        if verb_of(code) == verb.DRAW:
            self.shown(die_of(code), int(queries.face_of(self.s, die_of(code))))

    # --- after an answer was given ---

    def after(self, code: int = -1) -> None:
        """Hear what happened; check the state at the start of every turn and at the end."""
        events = self.game.take_events()
        for happened in events:
            self.hear(happened)
        if self.game.turn != self.turn or self.game.over:
            self.turn = self.game.turn
            check_state(self.s)
            if self.turn % 4 == 0:  # what is left behind stays for some turns
                check_turn(self.s, abilities_worked(events))
        if self.saved is not None:
            self.try_suspects(self.saved, code, events)
            self.saved = None

    def try_suspects(self, saved: Game, code: int, events: list[EventNumbers]) -> None:
        """Answer again without each modifier that lies there: other state, options or events?"""
        looks = self.looks | self._in_sight()
        captured = self.s.setup.slot[die_of(code)] if verb_of(code) == verb.CAPTURE else -1
        led_to: list[object] = []
        for suspect in self.suspects:
            if looks.isdisjoint(suspect.looks) and suspect.slot != captured:
                continue
            led_to = led_to or [queries.wire(self.game), queries.options(self.s), events]
            if self._without(suspect, saved.clone(), code) != led_to:
                self.used[suspect.part] += 1
                _TRIED[suspect.part] += 1
        self.suspects = [one for one in self.suspects if _TRIED[one.part] < ENOUGH]

    def _without(self, suspect: Suspect, game: Game, code: int) -> list[object]:
        """Where the same answer leads when the modifier is missing; the table is restored after.

        One that sets a number to 0, as the faces with a question mark have it anyway, is not
        taken away but sets another number.
        """
        table = self.s.setup
        gone = suspect.modifier
        amount = gone.amount
        other: list[Modifier] = []
        if gone.how == combine.SET and not amount.constant and not amount.times:
            other = [Modifier(gone.kind, gone.how, constant(7), gone.condition, gone.scope)]
        kept = [table.modifiers[row] for row in suspect.rows]
        more = table.more_captures[suspect.slot]
        for row, there in zip(suspect.rows, kept, strict=True):
            table.modifiers[row] = [one for one in there if one is not gone] + other
        if gone.kind == trait.MORE_CAPTURES:
            table.more_captures[suspect.slot] = 0
        try:
            game.apply(code)
            return [queries.wire(game), queries.options(queries.state(game)), game.take_events()]
        finally:
            for row, there in zip(suspect.rows, kept, strict=True):
                table.modifiers[row] = there
            table.more_captures[suspect.slot] = more

    def shown(self, die: int, face: int) -> None:
        """A face of a die was used for what is printed on it."""
        table = self.s.setup
        for part in self.parts.of_face.get((table.base[die] // FACES, face), ()):
            self.used[part] += 1

    def hear(self, happened: EventNumbers) -> None:
        """One event of the log."""
        kind, rule, _seat, die, a, _b = happened
        table = self.s.setup
        if kind == log.TRIGGER:
            self.used[self.parts.of_program[a]] += 1
        elif kind == log.CAST:
            look = table.base[die] + a
            events = (event.IMMEDIATE,) if rule == 502 else (event.CAST, event.ATTACH, event.REACT)
            started = [t for e in events for t in table.triggers[look * event.COUNT + e]]
            assert started, f"{table.cards[table.slot[die]].name} has nothing to cast"
            self.started(started)
        elif kind == log.ANCHOR:
            anchor = table.cards[table.slot[die]].summary.anchor
            assert anchor is not None
            self.started([anchor])
        elif kind == log.QUEST_DIE:
            self.shown(die, a)
            self.started(table.triggers[(table.base[die] + a) * event.COUNT + event.BONUS])

    def started(self, triggers: Sequence[Trigger]) -> None:
        """One of these; which of several windows it was is not told."""
        for trigger in triggers:
            self.used[self.parts.of_program[int(trigger.program.index)]] += 1


# --- what must hold when a turn has just begun --------------------------------------------------

LEFT_OVER = (
    flag.LATE
    | flag.ATTACKING
    | flag.DAMAGED
    | flag.DYING
    | flag.ABILITY_USED
    | flag.FORFEIT
    | flag.FIRST
    | flag.NEW
)  # flags of a turn that is over


def abilities_worked(events: Sequence[EventNumbers]) -> bool:
    """Whether an ability did something between the last start of a turn and the first decision.

    A die that is locked because there is nothing else to do can destroy creatures, for example.
    """
    for kind, *_ in reversed(events):
        if kind == log.TURN:
            return False
        if kind == log.TRIGGER:
            return True
    return False


def check_turn(s: State, under_way: bool = False) -> None:
    """Nothing is left of the turn before, and no die is where its kind cannot be.

    Once abilities have worked in the new turn (`under_way`), its own flags and effects are there.
    """
    table = s.setup
    drawing = queries.is_drawing(s)
    over = queries.ending_of(s) != 0
    for die in range(len(table.slot)):
        where = queries.place_of(s, die)
        card = table.cards[table.slot[die]]
        flags = queries.flags_of(s, die)
        copied = queries.copy_of(s, die) >= 0
        what = f"{card.name} in {place.NAMES[where]}"
        kept = where in (place.READY, place.QUEST, place.ATTACHED)  # elsewhere a roll clears them
        if kept and not (over or under_way):
            assert not flags & LEFT_OVER, f"{what} has flags {flags & LEFT_OVER} of another turn"
        assert not flags & flag.DRAWN or (drawing and where == place.ACTIVE), (
            f"{what} counts as drawn"
        )
        if card.design.roles.set_aside:
            assert where in (place.ASIDE, place.ACTIVE, place.SPENT), f"{what} (rule 13.2)"
        if card.kind == "quest":
            assert where in (place.WILDS, place.READY, place.ATTACHED, place.ASIDE), (
                f"{what} (rule 12.6)"
            )
        if where == place.QUEST:
            assert card.design.roles.quests, f"{what} (rule 12.2)"
        if where in (place.READY, place.QUEST) and not copied:
            look = queries.side_up(s, die)
            shown = table.creature[look] or (
                where == place.READY
                and (table.spell[look] or table.lock[look] or table.quartifact[look])
            )
            assert shown, f"{what} shows {card.design.faces[queries.face_of(s, die)].notation}"
        assert not copied or where in (place.READY, place.QUEST, place.ASIDE), (
            f"{what} is still a copy"
        )
    for kind, subject, _, until in queries.effects(s):
        if effect.ENDS_WITH_DIE & (1 << kind):
            assert over or under_way or until >= 0, "an effect of a turn that is over"
            assert queries.place_of(s, subject) in (place.READY, place.QUEST), (
                "an effect on a die that has left"
            )
