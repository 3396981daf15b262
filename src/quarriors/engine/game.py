"""What a caller holds: a game, its decisions, options and result.

`Game` wraps one state. It checks every answer against the options, remembers the answers (clones
share the list until they part), and never shows the generator. Views, records and pictures are
added by the layers above, in `quarriors.game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from mypy_extensions import i64, mypyc_attr

from quarriors.engine.challenge import speaker
from quarriors.engine.core import advance, answer, decision_kind, playout
from quarriors.engine.errors import IllegalAnswer
from quarriors.engine.luck import checked_seed, seeded, turn_key
from quarriors.engine.option import die_of, face_in, number_in, seat_in, verb_of
from quarriors.engine.state import Event, State
from quarriors.engine.table import Table
from quarriors.engine.words import (
    ASK_DRAW,
    BY_EMPTY_CARDS,
    BY_GLORY,
    CHALLENGE,
    DECISION_NAMES,
    DO_ANCHOR,
    DO_CAPTURE,
    DO_DEFEND,
    DO_FIRST,
    DO_LOCK,
    DO_QUEST,
    DO_SCORE,
    DO_SPEND,
    DO_SUMMON,
    DO_UNLOCK,
    F_CONTROLLER,
    F_OPPONENT,
    F_POSITION,
    FIRST_PROGRAM,
    FRAME,
    PICK_AREA,
    PICK_DESTROY,
    PICK_PLAYER,
    PICK_SEIZE,
    PICK_SEND,
    PLACE_NAMES,
    PLACES,
    READY,
    TURN,
    USE_AS_QUIDDITY,
    USE_BOTH,
    USE_DRAW,
    VERB_NAMES,
    YES,
)

MOST_DECISIONS: Final = 1 << 40  # a playout's default: to the end


class Option:
    """One thing a player may answer; small, hashable, and it says what it means.

    Two options are equal if they mean the same; they stay valid in every clone of their game.
    """

    def __init__(self, code: int, table: Table) -> None:
        self.code: Final[int] = code
        self._table: Final[Table] = table

    @property
    def verb(self) -> str:
        """What it does: summon, capture, pass, destroy, ..."""
        return VERB_NAMES[verb_of(self.code)]

    @property
    def die(self) -> int | None:
        """The die it names; dice just like it are not offered again."""
        die = die_of(self.code)
        return None if die < 0 else int(die)

    @property
    def card(self) -> str:
        """The card of that die, or an empty text."""
        die = die_of(self.code)
        return "" if die < 0 else self._table.cards[self._table.slot[die]].name

    @property
    def face(self) -> str:
        """The face it showed, in the notation of the facts; empty where faces do not matter."""
        die = die_of(self.code)
        face = face_in(self.code)
        if die < 0 or face < 0:
            return ""
        return self._table.cards[self._table.slot[die]].design.faces[face].notation

    @property
    def seat(self) -> int | None:
        """Whose die it is."""
        seat = seat_in(self.code)
        return None if seat < 0 else int(seat)

    @property
    def number(self) -> int:
        """The number that belongs to it: a price, an amount, or a place."""
        return int(number_in(self.code))

    @property
    def place(self) -> str:
        """Where the die lies or goes, for options that choose a target; else empty."""
        verb = verb_of(self.code)
        if PICK_DESTROY <= verb <= PICK_SEIZE:
            return PLACE_NAMES[self.number]
        return ""

    def __str__(self) -> str:
        verb = verb_of(self.code)
        words = [VERB_NAMES[verb]]
        if die_of(self.code) >= 0:
            words.append(self.card)
        face = self.face
        if face:
            words.append(f"[{face}]")
        if PICK_DESTROY <= verb <= PICK_SEIZE and verb != PICK_SEND:
            seat = self.seat
            words.append(
                f"in the {self.place}" if seat is None else f"in seat {seat}'s {self.place}"
            )
        elif verb == PICK_SEND:
            words.append(f"to the {self.place}")
        elif verb in (DO_SUMMON, DO_CAPTURE):
            words.append(f"for {self.number}")
        elif verb in (DO_SPEND, USE_AS_QUIDDITY):
            words.append(f"for {self.number} quiddity")
        elif verb == DO_SCORE:
            words.append(f"for {self.number} glory")
        elif verb == DO_DEFEND:
            words.append(f"against {self.number}")
        elif verb in (USE_DRAW, USE_BOTH):
            words.append(f"{self.number}")
        elif verb == YES and self.number == ASK_DRAW:
            words.append("draws")
        elif verb in (DO_LOCK, DO_UNLOCK):
            words.append(f"with seat {self.seat}")
        elif verb in (PICK_PLAYER, PICK_AREA):
            words.append(f"{self.seat}")
        elif verb == DO_QUEST and self.seat is not None:
            words.append(f"against seat {self.seat} for {self.number}")
        elif verb == DO_ANCHOR:
            words.append(f"for {self.number}")
        elif verb == DO_FIRST:
            words.append("quest" if self.number else "creatures")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<Option {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option) or other.code != self.code:
            return False
        return other._table is self._table or other.card == self.card

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Option, (self.code, self._table))


class Decision:
    """Somebody must choose: who, what kind of choice, between what, and what it comes from."""

    def __init__(
        self,
        seat: i64,
        program: i64,
        position: i64,
        opponent: i64,
        codes: list[int],
        game: Game,
    ) -> None:
        self._seat: i64 = seat
        self._opponent: i64 = opponent
        self._program: i64 = program  # of the frame that asks: an ability's, or the flow's
        self._position: i64 = position
        self._codes: list[int] = codes
        self._game: Game = game
        self._options: tuple[Option, ...] | None = None

    @property
    def seat(self) -> int:
        """Who must choose."""
        return int(self._seat)

    @property
    def kind(self) -> str:
        """What kind of choice it is: cull, defend, capture, ..."""
        catalog = self._game.table.catalog
        return DECISION_NAMES[decision_kind(catalog, self._program, self._position)]

    @property
    def card(self) -> str:
        """The card whose ability asks, or an empty text."""
        if self._program < FIRST_PROGRAM:
            return ""
        catalog = self._game.table.catalog
        return catalog.cards[catalog.programs[self._program - FIRST_PROGRAM].card].name

    @property
    def ability(self) -> int:
        """Which of the card's lines asks, from 0; -1 if none does."""
        if self._program < FIRST_PROGRAM:
            return -1
        programs = self._game.table.catalog.programs
        return int(programs[self._program - FIRST_PROGRAM].ability)

    @property
    def opponent(self) -> int | None:
        """Whom the ability that asks is dealing with just now, if with one opponent."""
        return None if self._opponent < 0 else int(self._opponent)

    @property
    def options(self) -> tuple[Option, ...]:
        """All that may be answered, each thing once; always two or more."""
        if self._options is None:
            self._options = self._game.options_of(self._codes)
        return self._options

    @property
    def texts(self) -> list[str]:
        """The options as texts that are unique within this decision, as records keep them."""
        seen: dict[str, int] = {}
        found: list[str] = []
        for option in self.options:
            text = str(option)
            times = seen.get(text, 0) + 1
            seen[text] = times
            found.append(text if times == 1 else f"{text} #{times}")
        return found

    def __repr__(self) -> str:
        source = f" from {self.card}" if self.card else ""
        return f"<Decision of seat {self.seat}: {self.kind}{source}, {len(self._codes)} options>"


class Result:
    """How a game ended."""

    def __init__(self, winners: tuple[int, ...], glory: tuple[int, ...], rule: str) -> None:
        self.winners: Final[tuple[int, ...]] = winners
        self.glory: Final[tuple[int, ...]] = glory
        self.rule: Final[str] = rule  # "9.1", "9.2" or "15.9"

    @property
    def reason(self) -> str:
        """The rule that ended the game, in words."""
        if self.rule == "9.1":
            return "the Glory goal was reached (rule 9.1)"
        if self.rule == "9.2":
            return "four creature cards are empty (rule 9.2)"
        return "the round limit was reached (rule 15.9)"

    def __repr__(self) -> str:
        seats = " and ".join(f"seat {seat}" for seat in self.winners)
        verb = "wins" if len(self.winners) == 1 else "share the victory"
        glory = ", ".join(str(number) for number in self.glory)
        return f"{seats} {verb}: {self.reason}; Glory {glory}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and (
            (self.winners, self.glory, self.rule) == (other.winners, other.glory, other.rule)
        )

    def __hash__(self) -> int:
        return hash((self.winners, self.glory, self.rule))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Result, (self.winners, self.glory, self.rule))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game: look at `decision`, `apply` one of its options, until it is `over`."""

    def __init__(
        self,
        state: State,
        origin: Any,
        answers: list[int],
        count: int,
        logging: bool,
    ) -> None:
        self._state: State = state
        self._origin: Any = origin  # how the game began: what a record starts with
        self._answers: list[int] = answers  # shared with clones up to `count`
        self._count: int = count
        state.logging = logging
        if origin is not None:  # a branch has luck of its own
            state.key = turn_key(origin.seed)
        if not state.options and not state.over:
            advance(state)

    # --- playing ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over != 0

    @property
    def decision(self) -> Decision:
        """What is to be decided now; an error once the game is over."""
        s = self._state
        if s.over:
            raise IllegalAnswer("The game is over: there is nothing to decide; look at `result`.")
        base = len(s.stack) - FRAME
        program = s.stack[base]
        seat = s.active if program == TURN else s.stack[base + F_CONTROLLER]
        if program == CHALLENGE:
            seat = speaker(s)
        opponent = s.stack[base + F_OPPONENT] if program >= FIRST_PROGRAM else -1
        position = s.stack[base + F_POSITION]
        return Decision(seat, program, position, opponent, s.options, self)

    def options_of(self, codes: list[int]) -> tuple[Option, ...]:
        """The option objects of codes: cheap to make, and so not kept."""
        table = self._state.table
        return tuple([Option(code, table) for code in codes])

    def apply(self, option: object) -> None:
        """Answer the decision with one of its options, or with an option's code.

        Anything else raises `IllegalAnswer` and changes nothing (hence `object`: compiled code
        would meet a wrong type with a bare TypeError).
        """
        s = self._state
        if isinstance(option, Option):
            code = option.code
            if option._table is not s.table and option.card != Option(code, s.table).card:
                self._refuse(option)  # it means another card at its own table
        elif isinstance(option, int) and not isinstance(option, bool):
            code = option
        else:
            self._refuse(option)
            return
        if code not in s.options:
            self._refuse(option)
        if len(self._answers) != self._count:
            self._answers = self._answers[: self._count]
        self._answers.append(code)
        self._count += 1
        answer(s, code)

    def _refuse(self, option: object) -> None:
        if self._state.over:
            raise IllegalAnswer("The game is over: no answer is taken any more.")
        if not isinstance(option, (Option, int)) or isinstance(option, bool):
            raise IllegalAnswer(
                f"An answer is one of decision.options, not {option!r}; nothing has changed."
            )
        shown = str(option) if isinstance(option, Option) else f"The code {option}"
        legal = "; ".join(self.decision.texts)
        raise IllegalAnswer(f"{shown!r} is not possible now; possible is: {legal}.")

    def playout(self, seed: Any = None, most: int = MOST_DECISIONS) -> int:
        """Play this game at random to its end (or for so many decisions); how many it took.

        With a seed, a whole number, the generator is reseeded first. The answers are not kept:
        the game cannot be recorded afterwards.
        """
        if seed is not None:
            self._state.rng = seeded(checked_seed(seed), "branch")
            self._state.key = 0
        self._origin = None
        return int(playout(self._state, most))

    # --- copies -------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy that will see the same luck."""
        return type(self)(
            self._state.clone(),
            self._origin,
            self._answers,
            self._count,
            self._state.logging,
        )

    def branch(self, seed: Any) -> Self:
        """A copy with luck of its own, for search: it tells nothing about the real dice.

        The seed is a whole number. The branch has forgotten where it comes from, seed and
        answers, and so cannot be recorded.
        """
        state = self._state.clone()
        state.rng = seeded(checked_seed(seed), "branch")
        state.draw_script = []
        state.roll_script = []
        return type(self)(state, None, [], 0, False)

    # --- looking ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """Rules and cards of this game; shared, not to be changed."""
        return self._state.table

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self._state.turn)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return (int(self._state.turn) - 1) // self._state.table.players + 1

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self._state.active)

    @property
    def glory(self) -> tuple[int, ...]:
        """Everybody's Glory."""
        return tuple(self._state.glory)

    @property
    def answers(self) -> Sequence[int]:
        """The codes of all answers given so far."""
        return self._answers[: self._count]

    def take_events(self) -> list[Event]:
        """What happened since the last call, if the game keeps a log."""
        events = self._state.log
        self._state.log = []
        return events

    @property
    def result(self) -> Result | None:
        """Who won and why; None while the game is on."""
        s = self._state
        if not s.over:
            return None
        most = max(s.glory)
        winners = [seat for seat in range(s.table.players) if s.glory[seat] == most]
        rule = "9.1" if s.over == BY_GLORY else "9.2" if s.over == BY_EMPTY_CARDS else "15.9"
        if s.over == BY_GLORY:
            winners = [seat for seat in winners if s.glory[seat] >= s.table.goal]
        elif len(winners) > 1:  # most dice in the Ready Area, then shared (9.2)
            ready = [len(s.zones[seat * PLACES + READY - 1]) for seat in range(s.table.players)]
            for carrier in s.carrier:  # a spell lies where its carrier lies (10.2)
                if carrier >= 0 and s.place[carrier] == READY:
                    ready[s.owner[carrier]] += 1
            ready_most = max(ready[seat] for seat in winners)
            winners = [seat for seat in winners if ready[seat] == ready_most]
        return Result(tuple(winners), tuple(s.glory), rule)
