"""A table builder: set up any position by names and faces, script the dice, play verbs.

Card authors, bot authors and our own tests use it alike:

>>> from quarriors.testing import Position
>>> play = Position(wilds=["Scavenging Goblin"]).active(0, "Scavenging Goblin@C1:2/2*",
...     "Basic Quiddity@Q1").start("ready")
>>> play.do("summon Scavenging Goblin")
>>> play.pool
1

A die is named by its card, with the face up after an `@` where that matters. Whatever is not
placed lies in the Wilds. Every decision of a `Play` is checked before it is answered: the game is
cloned, saved and loaded, every option is tried on a clone, and no die may get lost.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from quarriors.cards.load import default_catalog
from quarriors.engine import numbers
from quarriors.engine import turn as flow
from quarriors.engine import words as w
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.dice import changed, is_locked
from quarriors.engine.errors import CardError, IllegalAnswer, PositionError
from quarriors.engine.frames import push
from quarriors.engine.game import Decision, Option
from quarriors.engine.luck import seeded
from quarriors.engine.rules import Rules
from quarriors.engine.setup import empty, extra_classes, is_basic, lay_table, missing_needs
from quarriors.engine.state import Event, State
from quarriors.engine.table import Table
from quarriors.game import Game, Origin

_PHASES = {
    "score": (flow.T_BEGIN, w.PHASE_SCORE),
    "immediate": (flow.T_IMMEDIATE, w.PHASE_ROLL),
    "ready": (flow.T_READY, w.PHASE_READY),
    "attack": (flow.T_CAST, w.PHASE_ATTACK),
    "capture": (flow.T_CAPTURE, w.PHASE_CAPTURE),
    "clean-up": (flow.T_CLEAN, w.PHASE_CLEAN),
}


def face_index(card: Card, face: str) -> int:
    """The first face of the card's die that reads so, or the face of that number."""
    notations = [side.notation for side in card.design.faces]
    if face in notations:
        return notations.index(face)
    if face.isdigit() and int(face) < 6:
        return notations.index(notations[int(face)])
    raise PositionError(
        f"The die of {card.name} has no face {face!r}; its faces are {', '.join(notations)}."
    )


class Position:
    """A table to be: dice by name and face, seat by seat."""

    def __init__(
        self,
        players: int = 2,
        *,
        edition: str = "qultimate",
        variants: Sequence[str] = (),
        sets: Sequence[str] = ("base",),
        modules: Sequence[str] | None = None,
        wilds: Sequence[str] = (),
        goal: int | None = None,
        catalog: Catalog | None = None,
        seed: int = 1,
    ) -> None:
        self._catalog = default_catalog() if catalog is None else catalog
        self._rules = Rules(players, edition, sets, variants, goal=goal, modules=modules)
        self._seed = seed
        self._named: list[str] = list(wilds)
        self._dice: list[tuple[int, int, str, str]] = []  # seat, place, card, face
        self._attached: list[tuple[int, str, str, int, str]] = []
        self._glory = [0] * players
        self._gone: list[tuple[str, int]] = []
        self._quests: dict[int, str] = {}
        self._draws: list[str] = []
        self._rolls: list[str] = []

    def bag(self, seat: int, *dice: str) -> Position:
        """Dice in a bag."""
        return self._put(seat, w.BAG, dice)

    def active(self, seat: int, *dice: str) -> Position:
        """Dice in an Active Pool, rolled as named."""
        return self._put(seat, w.ACTIVE, dice)

    def ready(self, seat: int, *dice: str) -> Position:
        """Creatures and spells in a Ready Area."""
        return self._put(seat, w.READY, dice)

    def spent(self, seat: int, *dice: str) -> Position:
        """Dice in a Spent Pile."""
        return self._put(seat, w.SPENT, dice)

    def used(self, seat: int, *dice: str) -> Position:
        """Dice in a Used Pile."""
        return self._put(seat, w.USED, dice)

    def aside(self, seat: int, *dice: str) -> Position:
        """Dice that an ability set aside."""
        return self._put(seat, w.ASIDE, dice)

    def attached(self, seat: int, spell: str, carrier_seat: int, carrier: str) -> Position:
        """A spell of one seat, attached to the first creature of that card in a Ready Area."""
        self._check_seat(seat)
        self._check_seat(carrier_seat)
        name, face = self._split(spell)
        self._attached.append((seat, name, face, carrier_seat, carrier))
        return self

    def locked(self, seat: int, die: str) -> Position:
        """A die in a Locked Area; the face must be a lock, the first lock if none is named."""
        name, face = self._split(die)
        if not face:
            faces = [side.notation for side in self._catalog.card(name).design.faces if side.lock]
            if not faces:
                raise PositionError(f"The die of {name} has no lock face.")
            face = faces[0]
        return self._put(seat, w.READY, [f"{name}@{face}"])

    def quest(self, seat: int, card: str, *dice: str) -> Position:
        """Creatures of a seat that are on the quest of that card."""
        self._name(card)
        self._quests[seat] = card
        return self._put(seat, w.QUEST, dice)

    def glory(self, seat: int, amount: int) -> Position:
        """A seat's Glory."""
        self._check_seat(seat)
        self._glory[seat] = amount
        return self

    def draws(self, *names: str) -> Position:
        """The first dice to come out of a bag; see `Play.draws`."""
        self._draws.extend(names)
        return self

    def rolls(self, *faces: str) -> Position:
        """The first rolls; see `Play.rolls`."""
        self._rolls.extend(faces)
        return self

    def left(self, card: str, count: int) -> Position:
        """Only so many dice are left on a card; the others are out of the game."""
        self._name(card)
        self._gone.append((card, count))
        return self

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self._rules.players:
            last = self._rules.players - 1
            raise PositionError(f"There is no seat {seat}; seats are 0 to {last}.")

    def _put(self, seat: int, place: int, dice: Sequence[str]) -> Position:
        self._check_seat(seat)
        for die in dice:
            name, face = self._split(die)
            self._dice.append((seat, place, name, face))
        return self

    def _split(self, die: str) -> tuple[str, str]:
        name, _, face = die.partition("@")
        self._name(name)
        return name, face

    def _name(self, name: str) -> None:
        card = self._catalog.card(name)
        if not is_basic(card) and name not in self._named:
            self._named.append(name)

    def table(self) -> Table:
        """The cards named so far, filled up to seven creatures and three spells."""
        cards = [self._catalog.card(name) for name in self._named]
        taken = {card.class_name for card in cards}
        if len(taken) < len(cards):
            raise CardError("Two cards of one class are named; a game has one (rule 1.2).")
        rules = self._rules
        quotas = (("creature", rules.creature_classes), ("spell", rules.spell_classes))
        for kind, quota in quotas:
            for card in self._catalog.cards:
                if sum(other.kind == kind for other in cards) >= quota:
                    break
                if (
                    card.kind == kind
                    and card.class_name not in taken
                    and not missing_needs(rules, card)
                ):
                    cards.append(card)
                    taken.add(card.class_name)
        cards.extend(
            next(
                card
                for card in self._catalog.cards
                if card.class_name == class_name and card.type_name and not card.needs
            )
            for class_name in extra_classes(rules)
            if class_name not in taken
        )
        return lay_table(rules, self._catalog, cards)

    def start(self, phase: str = "score", active: int = 0, *, log: bool = True) -> Play:
        """Begin in a phase: score, immediate, ready, attack, capture or clean-up."""
        if phase not in _PHASES:
            raise PositionError(f"There is no phase {phase!r}; use one of {', '.join(_PHASES)}.")
        self._check_seat(active)
        table = self.table()
        s = empty(table, seeded(self._seed), active)
        for seat, place, name, face in self._dice:
            _place(s, seat, place, name, face, phase)
        for seat, spell, face, carrier_seat, carrier in self._attached:
            die = _place(s, seat, w.ATTACHED, spell, face, phase)
            place = w.QUEST if carrier_seat in self._quests else w.READY
            if _has(s, carrier_seat, w.READY, carrier):
                place = w.READY
            s.carrier = changed(s.carrier, die, _find(s, carrier_seat, place, carrier))
            s.attached += 1
        for seat, quest in self._quests.items():
            s.quest = changed(s.quest, seat, _slot(table, quest))
        if table.large_slot >= 0:
            _lay_large_dice(s, phase)
        for name, count in self._gone:
            slot = _slot(table, name)
            for die in range(table.first_die[slot], table.last_die[slot]):
                if s.place[die] == w.WILDS and s.wild[slot] > count:
                    s.place[die] = w.REMOVED
                    s.wild[slot] -= 1
        s.glory = list(self._glory)
        s.draw_script = [_slot(table, name) for name in self._draws]
        s.roll_script = [_face_script(table, face) for face in self._rolls]
        position, number = _PHASES[phase]
        s.phase = number
        s.captures = table.captures
        s.turn = 0 if phase == "score" else 1
        push(s, w.TURN, -1, -1, -1, 0, 0, 0)
        s.stack[w.F_POSITION] = position
        wire = tuple(tuple(part) for part in s.to_wire())
        names = tuple(card.name for card in table.cards if not is_basic(card))
        origin = Origin(self._rules, names, self._seed, active, wire, self._catalog)
        return Play(State.from_wire(table, s.to_wire()), origin, log)


def _slot(table: Table, name: str) -> int:
    for slot, card in enumerate(table.cards):
        if card.name == name:
            return slot
    raise CardError(f"{name} is not at this table; name it in `wilds` or place a die of it.")


def _face_script(table: Table, face: str) -> int:
    """A scripted roll as the engine keeps it; -1 leaves it to chance."""
    if face == "?":
        return -1
    name, _, side = face.partition("@")
    return face_index(table.cards[_slot(table, name)], side)


def _place(s: State, seat: int, place: int, name: str, face: str, phase: str) -> int:
    """Take a die from its card and lay it down."""
    slot = _slot(s.table, name)
    card = s.table.cards[slot]
    for die in range(s.table.first_die[slot], s.table.last_die[slot]):
        if s.place[die] == w.WILDS:
            break
    else:
        count = s.table.last_die[slot] - s.table.first_die[slot]
        raise PositionError(f"There are only {count} dice of {name} at this table; use fewer.")
    s.place[die] = place
    s.owner[die] = seat
    s.wild[slot] -= 1
    s.zones[seat * w.PLACES + place - 1].append(die)
    if face:
        s.face[die] = face_index(card, face)
    elif place in (w.READY, w.ATTACHED, w.ASIDE, w.QUEST):  # none named: the first that can be
        for index, side in enumerate(card.design.faces):
            if side.creature or side.spell or side.quartifact:
                s.face[die] = index
                break
    if place == w.ACTIVE and phase == "immediate":
        s.flags[die] = w.FRESH
    return die


def _lay_large_dice(s: State, phase: str) -> None:
    """Everybody's Large Quiddity dice lie aside, but those a position has placed (13.1)."""
    slot = s.table.large_slot
    for seat in range(s.table.players):
        placed = sum(
            s.owner[die] == seat and s.table.slot[die] == slot for die in range(len(s.table.slot))
        )
        for _ in range(2 - placed):
            _place(s, seat, w.ASIDE, "Large Quiddity", "0", phase)


def _has(s: State, seat: int, place: int, name: str) -> bool:
    zone = s.zones[seat * w.PLACES + place - 1]
    return any(s.table.cards[s.table.slot[die]].name == name for die in zone)


def _find(s: State, seat: int, place: int, name: str) -> int:
    for die in s.zones[seat * w.PLACES + place - 1]:
        if s.table.cards[s.table.slot[die]].name == name:
            return die
    raise PositionError(f"Seat {seat} has no {name} in the {w.PLACE_NAMES[place]} area.")


class Play:
    """A game in progress, driven by words and checked at every decision."""

    def __init__(self, state: State, origin: Origin, log: bool = True) -> None:
        self.game = _game(state, origin, log)
        self.state = self.game._state
        self.events: list[Event] = []
        self._collect()

    # --- chance -------------------------------------------------------------------------------

    def draws(self, *names: str) -> Play:
        """The next dice to come out of a bag."""
        self.state.draw_script.extend(_slot(self.state.table, name) for name in names)
        return self

    def rolls(self, *faces: str) -> Play:
        """The next rolls: "Card@face", or "?" to leave one to chance."""
        self.state.roll_script.extend(_face_script(self.state.table, face) for face in faces)
        return self

    # --- playing ------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return self.game.decision

    @property
    def kind(self) -> str:
        """The kind of decision, or "over"."""
        return "over" if self.game.over else self.game.decision.kind

    @property
    def seat(self) -> int:
        """Who decides."""
        return self.game.decision.seat

    @property
    def options(self) -> list[str]:
        """All options as texts."""
        return [] if self.game.over else self.game.decision.texts

    def do(self, *answers: str) -> None:
        """Give answers one after the other; each is a text, or the unique beginning of one."""
        for text in answers:
            check_decision(self.game)
            self.game.apply(self._option(text))
            self._collect()

    def _option(self, text: str) -> Option:
        decision = self.game.decision
        texts = decision.texts
        hits = [index for index, known in enumerate(texts) if known == text]
        hits = hits or [index for index, known in enumerate(texts) if known.startswith(text)]
        if len(hits) != 1:
            what = "not possible" if not hits else "more than one option"
            raise IllegalAnswer(f"{text!r} is {what} now; possible is: {'; '.join(texts)}.")
        return decision.options[hits[0]]

    def _collect(self) -> None:
        self.events.extend(self.game.take_events())
        check_state(self.state)

    # --- looking ------------------------------------------------------------------------------

    def dice(self, seat: int, place: str) -> list[str]:
        """The names of a seat's dice in a place, sorted."""
        zone = self.state.zones[seat * w.PLACES + w.PLACE_NAMES.index(place) - 1]
        return sorted(self.state.table.cards[self.state.table.slot[die]].name for die in zone)

    def faces(self, seat: int, place: str) -> list[str]:
        """The same as "Card@face"."""
        zone = self.state.zones[seat * w.PLACES + w.PLACE_NAMES.index(place) - 1]
        found = []
        for die in zone:
            card = self.state.table.cards[self.state.table.slot[die]]
            found.append(f"{card.name}@{card.design.faces[self.state.face[die]].notation}")
        return sorted(found)

    def left(self, name: str) -> int:
        """How many dice lie on a card in the Wilds."""
        return self.state.wild[_slot(self.state.table, name)]

    def die(self, seat: int, place: str, name: str) -> int:
        """The index of the first such die."""
        return _find(self.state, seat, w.PLACE_NAMES.index(place), name)

    def attack(self, seat: int, name: str, against: int = -1) -> int:
        """The attack of a creature, against one seat or nobody."""
        return int(numbers.attack(self.state, self.die(seat, "ready", name), against))

    def defense(self, seat: int, name: str) -> int:
        """The defense of a creature."""
        return int(numbers.defense(self.state, self.die(seat, "ready", name)))

    @property
    def glory(self) -> tuple[int, ...]:
        """Everybody's Glory."""
        return self.game.glory

    @property
    def pool(self) -> int:
        """Quiddity at hand."""
        return int(self.state.pool)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def happened(self, kind: str) -> list[Event]:
        """The events of one kind so far."""
        number = w.LOG_NAMES.index(kind)
        return [event for event in self.events if event[0] == number]


def _game(state: State, origin: Origin, log: bool) -> Game:
    return Game(state, origin, [], 0, log)


# --- what must hold in every position -----------------------------------------------------------


def check_state(s: State) -> None:
    """Every die in exactly one place, and everything that depends on it in order."""
    table = s.table
    found = [0] * len(table.slot)
    for seat in range(table.players):
        for place in range(1, w.PLACES + 1):
            for die in s.zones[seat * w.PLACES + place - 1]:
                found[die] += 1
                assert s.place[die] == place, f"die {die} lies in two places"
                assert s.owner[die] == seat, f"die {die} has two owners"
    for die, times in enumerate(found):
        outside = s.place[die] in (w.WILDS, w.REMOVED)
        assert times == (0 if outside else 1), f"die {die} is in {times} places"
        assert (s.owner[die] < 0) == outside, f"die {die} has a wrong owner"
        assert (s.carrier[die] >= 0) == (s.place[die] == w.ATTACHED)
        if s.carrier[die] >= 0:
            host = s.place[s.carrier[die]]
            assert host in (w.READY, w.QUEST), "a spell is attached to nothing"
        assert 0 <= s.face[die] <= 5
    for slot in range(len(table.cards)):
        lying = sum(
            s.place[die] == w.WILDS for die in range(table.first_die[slot], table.last_die[slot])
        )
        assert lying == s.wild[slot], f"{table.cards[slot].name} counts {s.wild[slot]}, not {lying}"
    assert s.attached == sum(place == w.ATTACHED for place in s.place)
    assert min(s.glory) >= 0, "Glory below 0 (rule 4.7)"
    assert s.pool >= 0, "quiddity below 0"
    assert min(s.light, s.dark) >= 0, "energy below 0"
    assert s.light + s.dark <= s.pool, "energies without quiddity"
    for seat in range(table.players):
        ready = s.zones[seat * w.PLACES + w.READY - 1]
        assert sum(is_locked(s, die) for die in ready) <= 1, "two dice in a Locked Area"
        questing = s.zones[seat * w.PLACES + w.QUEST - 1]
        assert not questing or s.quest[seat] >= 0, "creatures on no quest"
        held = [
            die
            for die in ready + s.zones[seat * w.PLACES + w.ATTACHED - 1]
            if table.quartifact[table.base[die] + s.face[die]]
        ]
        assert len(held) <= 1, "two quartifacts (rule 12.6)"
    assert len({card.class_name for card in table.cards}) == len(table.cards)
    assert s.over or len(s.options) >= 2, "a decision without a choice"
    assert len(set(s.options)) == len(s.options), "an option twice"
    assert len(s.stack) % w.FRAME == 0
    assert len(s.queue) % w.TRIGGER == 0


def check_decision(game: Game) -> None:
    """Copies, saves and tries: nothing of it may move the game itself."""
    s = game._state
    before = json.dumps(s.to_wire())
    texts = game.decision.texts
    loaded = State.from_wire(s.table, json.loads(before))
    assert json.dumps(loaded.to_wire()) == before, "a saved state came back changed"
    again = _game(loaded, game.origin, False)
    assert again.decision.texts == texts, "a saved state offers something else"
    for option in game.decision.options:
        tried = game.clone()
        assert json.dumps(tried._state.to_wire()) == before, "a clone is not alike"
        tried._state.draw_script.clear()  # a script is meant for one line of play only
        tried._state.roll_script.clear()
        tried.apply(option)
        check_state(tried._state)
    assert json.dumps(s.to_wire()) == before, "a clone moved the original"
    assert game.decision.texts == texts
