"""A game in progress, driven by words and checked at every decision."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quarriors.engine import queries
from quarriors.engine.errors import IllegalAnswer, PositionError
from quarriors.engine.events import Event
from quarriors.engine.game import Decision, Option
from quarriors.engine.ids import log, place
from quarriors.engine.queries import State
from quarriors.game import Game, Origin
from quarriors.testing.checks import check_decision, check_state
from quarriors.testing.naming import (
    ANY_FACE,
    AREAS,
    card_of,
    die_text,
    find_die,
    one_of,
    script_face,
    slot_of,
    split,
    zone,
)

_FACE = re.compile(r"@(\S+)")


class Play:
    """A game in progress; it begins when it is first read, so scripts may follow `start`."""

    def __init__(self, state: State, origin: Origin, rolls: Sequence[str]) -> None:
        self._start = state
        self._origin = origin
        self._game: Game | None = None
        self._events: list[Event] = []
        self._rolls = list(rolls)  # scripted and not come up yet, as they were named

    @property
    def game(self) -> Game:
        """The game itself, advanced to the first decision."""
        return self._begin()

    def _begin(self) -> Game:
        """Run to the first decision, unless that was done."""
        if self._game is None:
            self._game = Game(self._start, self._origin, [], 0, True)
            self._collect(self._game)
        return self._game

    @property
    def state(self) -> State:
        """The state, for `quarriors.engine.queries`."""
        return queries.state(self.game)

    # --- chance -------------------------------------------------------------------------------

    def draws(self, *names: str) -> Play:
        """The next dice to come out of a bag."""
        table = self._start.setup
        queries.script_draws(self._start, [slot_of(table, name) for name in names])
        return self

    def rolls(self, *faces: str) -> Play:
        """The next rolls: "Card@face", or "?" to leave one to chance."""
        table = self._start.setup
        queries.script_rolls(self._start, [script_face(table, face) for face in faces])
        self._rolls.extend(faces)
        return self

    def _check_roll(self, event: Event) -> None:
        """A script names the die that is rolled, and not only a side."""
        scripted = self._rolls.pop(0)
        if scripted != ANY_FACE and split(scripted)[0] != event.card:
            values = {"card": event.card, "face": event.face}
            raise PositionError("testing.other_roll", scripted=scripted, **values)

    # --- playing ------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The open decision."""
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
        """Give answers one after the other; each is a text, or the unique beginning of one.

        A die can be written "Card@face", as everywhere else.
        """
        for text in answers:
            check_decision(self.game)
            self.game.apply(self._option(text))
            self._collect(self.game)

    def _option(self, text: str) -> Option:
        decision = self.game.decision
        texts = decision.texts
        wanted = _FACE.sub(r" [\1]", text)
        hits = [index for index, known in enumerate(texts) if known == wanted]
        hits = hits or [index for index, known in enumerate(texts) if known.startswith(wanted)]
        if not hits:
            raise IllegalAnswer("answer.impossible", answer=text, legal="; ".join(texts))
        if len(hits) > 1:
            meant = "; ".join(texts[hit] for hit in hits)
            raise IllegalAnswer("answer.several", answer=text, meant=meant)
        return decision.options[hits[0]]

    def _collect(self, game: Game) -> None:
        fresh = game.take_events()
        self._events.extend(fresh)
        for event in fresh:
            if self._rolls and event.kind in ("roll", "shake"):
                self._check_roll(event)
        check_state(queries.state(game))

    # --- looking ------------------------------------------------------------------------------

    def dice(self, seat: int, place: str) -> list[str]:
        """The names of a seat's dice in a place, sorted."""
        return sorted(card_of(self.state, die).name for die in self._zone(seat, place))

    def faces(self, seat: int, place: str) -> list[str]:
        """The same as "Card@face"."""
        return sorted(die_text(self.state, die) for die in self._zone(seat, place))

    def left(self, name: str) -> int:
        """How many dice lie on a card in the Wilds."""
        return int(queries.left_on_card(self.state, slot_of(self.state.setup, name)))

    def die(self, seat: int, place: str, name: str) -> int:
        """The index of the first such die, "Card" or "Card@face"."""
        return find_die(self.state, seat, [_place(place)], name)

    def attack(self, seat: int, name: str, against: int = -1) -> int:
        """The attack of a creature, "Card" or "Card@face", against one seat or nobody."""
        return int(queries.attack(self.state, self._creature(seat, name), against))

    def defense(self, seat: int, name: str) -> int:
        """The defense of a creature, "Card" or "Card@face"."""
        return int(queries.defense(self.state, self._creature(seat, name)))

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.game.active

    @property
    def turn(self) -> int:
        """Which turn it is, counted from 1 over all players."""
        return self.game.turn

    @property
    def glory(self) -> tuple[int, ...]:
        """Everybody's Glory."""
        return self.game.glory

    @property
    def pool(self) -> int:
        """Quiddity at hand."""
        return int(queries.pool(self.state))

    @property
    def light(self) -> int:
        """How much of it is light."""
        return int(queries.light(self.state))

    @property
    def dark(self) -> int:
        """How much of it is dark."""
        return int(queries.dark(self.state))

    @property
    def at_hand(self) -> int:
        """Quiddity at hand and what the Active Pool could still be spent for."""
        return int(queries.available(self.state))

    @property
    def captures(self) -> int:
        """Captures left to the player whose turn it is."""
        return int(queries.captures(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    # --- what happened ------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        self._begin()
        return self._events

    def happened(self, kind: str) -> list[Event]:
        """The events of one kind so far; each has named fields, such as `event.total`."""
        number = one_of("event", kind, log.NAMES)
        return [event for event in self.events if event[0] == number]

    @property
    def totals(self) -> dict[int, int]:
        """The last attack total of this turn against each seat, by seat."""
        found: dict[int, int] = {}
        for event in self.events:
            if event.kind == "turn":
                found = {}
            elif event.kind == "total":
                found[event.defender] = event.total
            elif event.kind == "no-damage":
                found[event.seat] = 0
        return found

    def _zone(self, seat: int, place: str) -> list[int]:
        return zone(self.state, seat, _place(place))

    def _creature(self, seat: int, name: str) -> int:
        return find_die(self.state, seat, AREAS, name)


def _place(name: str) -> int:
    """A place that a seat has dice in."""
    return one_of("place", name, place.NAMES[1 : place.ZONES + 1]) + 1
