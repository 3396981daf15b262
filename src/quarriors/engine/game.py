"""What a caller holds: a game, its decisions, options and result.

`Game` wraps one state. It checks every answer against the options, remembers the answers (clones
share them until they part), and never shows the generator. Views, records and pictures are
added by the layers above, in `quarriors.game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from mypy_extensions import i64, mypyc_attr

from quarriors.engine.core import advance, answer, decision_kind, playout
from quarriors.engine.errors import IllegalAnswer
from quarriors.engine.events import Event, events_of
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import choice, ending, frame, limit, place, register, verb
from quarriors.engine.option import die_of, face_in, number_in, seat_in, verb_of
from quarriors.engine.position import COLUMNS, Position, column, position_of
from quarriors.engine.queries import can_answer, decider
from quarriors.engine.rng import checked_seed, seeded, turn_key
from quarriors.engine.state import State, ints, vector, zone
from quarriors.engine.vectors import append, extend, vec

_ANSWERS_AT_A_TIME: Final = 32
# What an option's text ends with, by its verb.
_ENDINGS: Final = {
    verb.SEND: "to the {place}",
    verb.SUMMON: "for {number}",
    verb.CAPTURE: "for {number}",
    verb.ANCHOR: "for {number}",
    verb.SPEND: "for {number} quiddity",
    verb.SPEND_AS_QUIDDITY: "for {number} quiddity",
    verb.SCORE: "for {number} glory",
    verb.DEFEND: "against {number}",
    verb.DRAW: "{number}",
    verb.DRAW_AND_REROLL: "{number}",
    verb.LOCK: "with seat {seat}",
    verb.UNLOCK: "with seat {seat}",
    verb.PLAYER: "{seat}",
    verb.AREA: "{seat}",
}


class Option:
    """One thing a player may answer; small, hashable, and it says what it means.

    Two options are equal if they mean the same; they stay valid in every clone of their game.
    """

    def __init__(self, code: int, setup: GameSetup) -> None:
        self.code: Final[int] = code
        self._setup: Final[GameSetup] = setup

    @property
    def verb(self) -> str:
        """What it does: summon, capture, pass, destroy, ..."""
        return verb.NAMES[verb_of(self.code)]

    @property
    def die(self) -> int | None:
        """The die it names; dice just like it are not offered again."""
        die = die_of(self.code)
        return None if die < 0 else int(die)

    @property
    def card(self) -> str:
        """The card of that die, or an empty text."""
        die = die_of(self.code)
        return "" if die < 0 else self._setup.cards[self._setup.slot[die]].name

    @property
    def face(self) -> str:
        """The face it showed, in the notation of the facts; empty where faces do not matter."""
        die = die_of(self.code)
        face = face_in(self.code)
        if die < 0 or face < 0:
            return ""
        return self._setup.cards[self._setup.slot[die]].design.faces[face].notation

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
        if verb_of(self.code) in verb.TARGETING:
            return place.NAMES[self.number]
        return ""

    def __str__(self) -> str:
        action = verb_of(self.code)
        words = [verb.NAMES[action]]
        if die_of(self.code) >= 0:
            words.append(self.card)
        face = self.face
        if face:
            words.append(f"[{face}]")
        detail = self._ending(action)
        if detail:
            words.append(detail)
        return " ".join(words)

    def _ending(self, action: i64) -> str:
        """What the text ends with: a price, a number, whose and where."""
        seat = self.seat
        template = _ENDINGS.get(int(action))
        if template is not None:
            return template.format(number=self.number, seat=seat, place=self.place)
        if action in verb.TARGETING:
            return f"in the {self.place}" if seat is None else f"in seat {seat}'s {self.place}"
        if action == verb.YES and self.number == verb.DRAW_DICE:
            return "draws"
        if action == verb.QUEST and seat is not None:
            return f"against seat {seat} for {self.number}"
        if action == verb.FIRST:
            return "quest" if self.number else "creatures"
        return ""

    def __repr__(self) -> str:
        return f"<Option {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option) or other.code != self.code:
            return False
        return other._setup is self._setup or other.card == self.card

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Option, (self.code, self._setup))


class Decision:
    """Somebody must choose: who, what kind of choice, between what, and what it comes from."""

    def __init__(
        self,
        seat: i64,
        program: i64,
        position: i64,
        opponent: i64,
        codes: vec[i64],
        game: Game,
    ) -> None:
        self._seat: i64 = seat
        self._opponent: i64 = opponent
        self._program: i64 = program  # of the frame that asks: an ability's, or the flow's
        self._position: i64 = position
        self._codes: vec[i64] = codes
        self._game: Game = game
        self._options: tuple[Option, ...] | None = None

    @property
    def seat(self) -> int:
        """Who must choose."""
        return int(self._seat)

    @property
    def kind(self) -> str:
        """What kind of choice it is: cull, defend, capture, ..."""
        catalog = self._game.setup.catalog
        return choice.NAMES[decision_kind(catalog, self._program, self._position)]

    @property
    def card(self) -> str:
        """The card whose ability asks, or an empty text."""
        if self._program < frame.FIRST_PROGRAM:
            return ""
        catalog = self._game.setup.catalog
        return catalog.cards[catalog.programs[self._program - frame.FIRST_PROGRAM].card].name

    @property
    def ability(self) -> int:
        """Which of the card's lines asks, from 0; -1 if none does."""
        if self._program < frame.FIRST_PROGRAM:
            return -1
        programs = self._game.setup.catalog.programs
        return int(programs[self._program - frame.FIRST_PROGRAM].ability)

    @property
    def opponent(self) -> int | None:
        """Whom the ability that asks is dealing with just now, if with one opponent."""
        return None if self._opponent < 0 else int(self._opponent)

    @property
    def options(self) -> tuple[Option, ...]:
        """All that may be answered, each thing once; always two or more."""
        if self._options is None:
            self._options = _options_of(self._codes, self._game.setup)
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


def _options_of(codes: vec[i64], setup: GameSetup) -> tuple[Option, ...]:
    """The option objects of codes: cheap to make, and so not kept.

    No method of `Game`, which interpreted classes inherit from: at every call of such a method
    mypyc makes an object of a vector that it never frees.
    """
    return tuple([Option(code, setup) for code in codes])


class Result:
    """How a game ended.

    Attributes:
        winners: The seats that won; several share a victory.
        glory: Everybody's Glory, by seat.
        rule: The rule that ended the game: "9.1", "9.2", "15.9" or "15.24".
    """

    def __init__(self, winners: tuple[int, ...], glory: tuple[int, ...], rule: str) -> None:
        self.winners: Final[tuple[int, ...]] = winners
        self.glory: Final[tuple[int, ...]] = glory
        self.rule: Final[str] = rule

    @property
    def reason(self) -> str:
        """The rule that ended the game, in words."""
        if self.rule == "9.1":
            return "the Glory goal was reached (rule 9.1)"
        if self.rule == "9.2":
            return "four creature cards are empty (rule 9.2)"
        if self.rule == "15.24":
            return "a card did not come to an end (rule 15.24)"
        return "the round limit was reached (rule 15.9)"

    def __repr__(self) -> str:
        seats = " and ".join(f"seat {seat}" for seat in self.winners) or "nobody"
        verb = "wins" if len(self.winners) < 2 else "share the victory"
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
        self, state: State, origin: Any, answers: list[int], count: int, logging: bool
    ) -> None:
        """A game that stands at a state, after the first `count` of the answers."""
        self._state: State = state
        self._origin: Any = origin  # how the game began: what a record starts with
        self._answers: vec[i64] = vec[i64]()
        if count > 0:
            self._answers = vector(answers[:count])
        self._shares_answers: bool = False  # whether a clone may have the same vector
        state.logging = logging
        if origin is not None:  # a branch has luck of its own
            state.key = turn_key(origin.seed)
        if not state.offered and not state.over:
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
            raise IllegalAnswer("answer.decided")
        program = s.stack[s.top]
        position = s.stack[s.top + register.POSITION]
        opponent: i64 = -1
        if program >= frame.FIRST_PROGRAM:
            opponent = s.stack[s.top + register.OPPONENT]
        return Decision(decider(s), program, position, opponent, s.options[: s.offered], self)

    def apply(self, option: object) -> None:
        """Answer the decision with one of its options, or with an option's code.

        Anything else raises `IllegalAnswer` and changes nothing (hence `object`: compiled code
        would meet a wrong type with a bare TypeError).
        """
        s = self._state
        if isinstance(option, Option):
            code = option.code
        elif isinstance(option, int) and not isinstance(option, bool):
            code = option
        else:
            self._refuse(option)
            return
        if not can_answer(s, code):
            self._refuse(option)
        if (
            isinstance(option, Option)
            and option._setup is not s.setup
            and option != Option(code, s.setup)
        ):
            self._refuse(option)  # it means another card in its own game
        _remember(self, code)
        answer(s, code)

    def _refuse(self, option: object) -> None:
        if self._state.over:
            raise IllegalAnswer("answer.over")
        if not isinstance(option, (Option, int)) or isinstance(option, bool):
            raise IllegalAnswer("answer.no_option", value=repr(option))
        legal = "; ".join(self.decision.texts)
        raise IllegalAnswer("answer.impossible", answer=str(option), legal=legal)

    def playout(self, seed: Any = None, most: int = limit.NO_UPPER) -> int:
        """Play this game at random to its end, or `most` decisions; how many it took.

        With a seed, a whole number, the generator is reseeded first. The answers are not kept:
        the game cannot be recorded afterwards.
        """
        if seed is not None:
            self._state.rng = seeded(checked_seed(seed), "branch")
            self._state.key = 0
        self._origin = None
        return int(playout(self._state, most))

    def stand_like(self, other: Game) -> None:
        """Go to where another game of the same beginning stands; events not taken are dropped."""
        other._state.logging = self._state.logging
        other._state.log = []
        self._state = other._state
        self._share_answers(other)

    # --- copies -------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy that will see the same luck."""
        copied = type(self)(self._state.clone(), self._origin, [], 0, self._state.logging)
        copied._share_answers(self)
        return copied

    def _share_answers(self, other: Game) -> None:
        """Have the answers of another game; neither adds to them in place from then on."""
        self._answers = other._answers
        self._shares_answers = True
        other._shares_answers = True

    def branch(self, seed: Any) -> Self:
        """A copy with luck of its own, for search: it tells nothing about the real dice.

        The seed is a whole number. The branch has forgotten where it comes from, seed and
        answers, and so cannot be recorded.
        """
        state = self._state.clone()
        state.rng = seeded(checked_seed(seed), "branch")
        state.draw_script = vec[i64]()
        state.roll_script = vec[i64]()
        return type(self)(state, None, [], 0, False)

    # --- looking ------------------------------------------------------------------------------

    @property
    def setup(self) -> GameSetup:
        """Rules and cards of this game; shared, not to be changed."""
        return self._state.setup

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self._state.turn)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int((self._state.turn - 1) // self._state.setup.players + 1)

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self._state.active)

    @property
    def glory(self) -> tuple[int, ...]:
        """Everybody's Glory."""
        return tuple(ints(self._state.glory))

    @property
    def answers(self) -> Sequence[int]:
        """The codes of all answers given so far."""
        return ints(self._answers)

    def take_events(self) -> list[Event]:
        """What happened since the last call, if the game keeps a log (`new_game(log=True)`).

        Each is a tuple of six ints that also says what they mean; see `engine.events`.
        """
        lines = self._state.log
        self._state.log = []
        return events_of(lines, self._state.setup)

    @property
    def position(self) -> Position:
        """Where the game stands, luck and log left out: a value to compare and to hash."""
        return position_of(self._state)

    def column(self, name: str) -> memoryview:
        """One column of the position as 64-bit numbers, read-only: `numpy.asarray` copies nothing.

        By die, in the order of the cards: card, place, owner, face, flags, carrier, copy. By card:
        wilds_left, summoned. By seat: glory, totals, totals_before_reactions, quest. Numbers are
        those of `engine.ids`; -1 stands for none. What it shows is right until the next answer:
        compiled, it is the game's own memory; interpreted, it is a copy.
        """
        return column(self._state, name)

    def columns(self) -> dict[str, memoryview]:
        """All columns by their names; see `column`."""
        return {name: column(self._state, name) for name in COLUMNS}

    @property
    def result(self) -> Result | None:
        """Who won and why; None while the game is on."""
        s = self._state
        if not s.over:
            return None
        glory = ints(s.glory)
        if s.over == ending.BY_EXCESS:
            return Result((), tuple(glory), "15.24")
        most = max(glory)
        winners = [seat for seat, reached in enumerate(glory) if reached == most]
        rule = "15.9"
        if s.over == ending.BY_GLORY:
            rule = "9.1"
            winners = [seat for seat in winners if glory[seat] >= s.setup.goal]
        else:
            if s.over == ending.BY_EMPTY_CARDS:
                rule = "9.2"
            if len(winners) > 1:  # most dice in the Ready Area, then shared (9.2)
                ready = _dice_in_ready_areas(s)
                ready_most = max([ready[seat] for seat in winners])
                winners = [seat for seat in winners if ready[seat] == ready_most]
        return Result(tuple(winners), tuple(glory), rule)

    def __repr__(self) -> str:
        s = self._state
        begun = f"<Game of {s.setup.players} players, turn {s.turn}"
        result = self.result
        if result is not None:
            return f"{begun}, over: {result!r}>"
        decision = self.decision
        glory = " ".join([str(number) for number in self.glory])
        return f"{begun}, seat {decision.seat} decides: {decision.kind}, Glory {glory}>"


def answer_option(game: Game, number: i64) -> None:
    """Answer with one of the options, by its number from 0: `apply` for callers in C.

    Neither this nor what it calls is a method of `Game`, for the reason that `_options_of` gives.
    """
    s = game._state
    code = s.options[number]
    _remember(game, code)
    answer(s, code)


def _remember(game: Game, code: i64) -> None:
    """One more answer; room is made for some at a time, for vectors double when they grow."""
    given = len(game._answers)
    if game._shares_answers or given % _ANSWERS_AT_A_TIME == 0:
        more = vec[i64](capacity=given + _ANSWERS_AT_A_TIME)
        game._answers = extend(more, game._answers)
        game._shares_answers = False
    game._answers = append(game._answers, code)


def _dice_in_ready_areas(s: State) -> list[int]:
    """By seat; a spell lies where its carrier lies (10.2)."""
    found: list[int] = []
    for seat in range(s.setup.players):
        found.append(len(zone(s, seat, place.READY)))
    for carrier in s.carrier:
        if carrier >= 0 and s.place[carrier] == place.READY:
            found[s.owner[carrier]] += 1
    return found
