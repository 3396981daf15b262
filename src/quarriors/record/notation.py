"""One line of text for one position: what FEN is for chess.

    quarriors/1 players=2 edition=qultimate sets=base; Basic Quiddity, Assistant, Portal, ...;
    turn=9 seat=0 phase=capture captures=1; glory=4 bag=a0,a3@1 ready=d2@C1:2/2*; ...

(on one line.) It has the rules, the cards, whose turn it is, every die and all that is under way;
luck is left out, so the reader chooses a seed. Here it is written, `notation_reading` reads
it, and `docs/notation.md` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quarriors.engine import queries, restore
from quarriors.engine.catalog import FACES, Card
from quarriors.engine.errors import PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import (
    effect,
    ending,
    flag,
    frame,
    phase,
    place,
    register,
    turn_flag,
    waiting,
)
from quarriors.engine.rules import Rules
from quarriors.game import Game

FORMAT = "quarriors/1"
NONE = "-"
REFLECTED = "own"  # instead of a die: a defense against one's own damage
ZONES = place.NAMES[place.BAG : place.QUEST + 1]
FLAGS = {
    "f": flag.FRESH,
    "l": flag.LATE,
    "a": flag.ATTACKING,
    "d": flag.DAMAGED,
    "y": flag.DYING,
    "s": flag.SCORING,
    "u": flag.ABILITY_USED,
    "c": flag.CHAINED,
    "k": flag.FORFEIT,
    "r": flag.UNROLLED,
    "h": flag.CHOSEN,
    "w": flag.DRAWN,
    "n": flag.NEW,
    "i": flag.FIRST,
    "t": flag.COUNTS_AS_DRAW,
    "b": flag.RETURNS_TO_BAG,
    "e": flag.SAFE,
    "o": flag.LOCKED_NOW,
}
TURN_FLAGS = {
    "locked": turn_flag.LOCKED,
    "anchored": turn_flag.ANCHORED,
    "challenge": turn_flag.CHALLENGE,
    "attack-first": turn_flag.ATTACK_FIRST,
    "battle-over": turn_flag.BATTLE_OVER,
    "saved": turn_flag.SAVED,
    "attack": turn_flag.ATTACK,
}
# Numbers of a turn that are written as they are, by their names in the state.
NUMBERS = ("turn", "pool", "light", "dark", "captures", "captured", "discount", "scored")
_ESCAPED = re.compile(r"%([0-9A-F]{2})")
_SPECIAL = "%,;\n\r\t"  # in the name of a card
_UNSAFE_FACE = re.compile(r"[,;=!>~@\s]")


def write_notation(game: Game) -> str:
    """The position of a game as one line of text."""
    return _Writer(game).line()


class _Writer:
    """Writes one position."""

    def __init__(self, game: Game) -> None:
        s = queries.state(game)
        self.setup = game.setup
        self.turn = restore.turn_of(s)
        self.columns = restore.columns_of(s)
        self.zones = restore.zones_of(s)
        self.names = Names(self.setup)

    def line(self) -> str:
        cards = ", ".join(_escaped(card.name) for card in self.setup.cards)
        seats = [self._seat(seat) for seat in range(self.setup.rules.players)]
        head = f"{FORMAT} {self._rules()}"
        return "; ".join([head, cards, self._turn(), *seats, self._rest()])

    def _rules(self) -> str:
        rules = self.setup.rules
        usual = Rules(rules.players, rules.edition, rules.sets)
        said = {"players": rules.players, "edition": rules.edition, "sets": "+".join(rules.sets)}
        said["variants"] = "+".join(rules.variants)
        if rules.modules != usual.modules:
            said["modules"] = "+".join(rules.modules) or NONE
        bare = Rules(rules.players, rules.edition, rules.sets, modules=rules.modules)
        if rules.goal != bare.goal:
            said["goal"] = rules.goal
        if rules.round_limit != usual.round_limit:
            said["limit"] = rules.round_limit
        said["packs"] = "+".join(rules.packs)
        return _pairs(said)

    def _turn(self) -> str:
        turn = self.turn
        players = range(self.setup.rules.players)
        said: dict[str, object] = {
            "turn": str(turn["turn"]),
            "seat": str(turn["active"]),
            "phase": phase.NAMES[turn["phase"]],
            "over": ending.NAMES[turn["over"]] if turn["over"] else "",
        }
        said.update((name, turn[name]) for name in NUMBERS[1:])
        struck = [str(seat) for seat in players if turn["struck_seats"] >> seat & 1]
        said["struck"] = "+".join(struck)
        did = [name for name, bit in TURN_FLAGS.items() if turn["turn_flags"] & bit]
        said["did"] = "+".join(did)
        summoned = enumerate(self.columns["summoned"])
        said["summoned"] = "+".join(
            f"{self.names.letters[slot]}{count}" for slot, count in summoned if count
        )
        return _pairs(said)

    def _seat(self, seat: int) -> str:
        quest = self.columns["quest"][seat]
        said: dict[str, object] = {
            "glory": str(self.columns["glory"][seat]),
            "total": self.columns["totals"][seat],
            "before": self.columns["totals_before_reactions"][seat],
            "on": "" if quest < 0 else self.names.letters[quest],
        }
        for at, name in enumerate(ZONES):
            said[name] = self._dice(self.zones[seat * place.ZONES + at])
        return _pairs(said)

    def _rest(self) -> str:
        where = self.columns["place"]
        wilds = [die for die, spot in enumerate(where) if spot == place.WILDS]
        marked = [die for die in wilds if self._is_marked(die)]
        removed = [die for die, spot in enumerate(where) if spot == place.REMOVED]
        said: dict[str, object] = {"wilds": self._dice(marked), "removed": self._dice(removed)}
        effects = _rows(self.columns["lasting_effects"], effect.WIDTH)
        said["effects"] = ",".join(map(self._effect, effects))
        said["stack"] = ",".join(map(self._frame, _rows(self.columns["stack"], frame.WIDTH)))
        said["queue"] = ",".join(map(self._waiting, _rows(self.columns["queue"], waiting.WIDTH)))
        kinds = self.columns["stack"][:: frame.WIDTH]
        if self.columns["queue"] or any(kind >= frame.FIRST_PROGRAM for kind in kinds):
            said["catalog"] = self.setup.catalog.hash  # abilities are named by their numbers
        return _pairs(said)

    def _is_marked(self, die: int) -> bool:
        """Whether a die on its card tells of where it was before."""
        columns = self.columns
        return bool(columns["face"][die] or columns["flags"][die] or columns["copy"][die] >= 0)

    def _dice(self, dice: Iterable[int]) -> str:
        return ",".join(map(self._die, dice))

    def _die(self, die: int) -> str:
        columns = self.columns
        face = columns["face"][die]
        text = self.names.die(die)
        if columns["place"][die] in (place.WILDS, place.BAG, place.USED, place.SPENT):
            text += f"@{face}" if face else ""  # there it matters to nobody
        else:
            text += f"@{_face(self.names.card(die), face)}"
        flags = columns["flags"][die]
        if flags:
            text += "!" + "".join(letter for letter, bit in FLAGS.items() if flags & bit)
        if columns["carrier"][die] >= 0:
            text += f">{self.names.die(columns['carrier'][die])}"
        look = columns["copy"][die]
        if look >= 0:
            card = self.setup.catalog.cards[look // FACES]
            text += f"~{self.names.letter_of(card)}@{_face(card, look % FACES)}"
        return text

    def _effect(self, row: Sequence[int]) -> str:
        kind, subject, amount, until = row
        about = str(subject) if kind in effect.ON_SEATS else self.names.die(subject)
        return f"{effect.NAMES[kind]}:{about}:{amount}:{_or_none(until)}"

    def _frame(self, row: Sequence[int]) -> str:
        kind, position, source = row[: register.CONTROLLER]
        if kind < frame.FIRST_PROGRAM:
            held = [_or_none(number) for number in row[register.FIRST :]]
            name = frame.NAMES[kind]
        else:
            held = [self._die_or_none(die) for die in row[register.FIRST :]]
            name = self.names.program(kind - frame.FIRST_PROGRAM)
        about = REFLECTED if source == frame.REFLECTED else self._die_or_none(source)
        seats = [_or_none(seat) for seat in row[register.CONTROLLER : register.FIRST]]
        return ":".join([name, str(position), about, *seats, *held])

    def _waiting(self, row: Sequence[int]) -> str:
        program, source, controller, opponent, subject = row
        seats = [_or_none(controller), _or_none(opponent)]
        about = [self.names.die(source), *seats, self._die_or_none(subject)]
        return ":".join([self.names.program(program), *about])

    def _die_or_none(self, die: int) -> str:
        return NONE if die < 0 else self.names.die(die)


class Names:
    """Short names at one table: a letter for each card, a number for each of its dice."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.letters = [_letters(slot) for slot in range(len(setup.cards))]
        self._slots = {letters: slot for slot, letters in enumerate(self.letters)}

    def card(self, die: int) -> Card:
        """The card of a die."""
        return self.setup.cards[self.setup.slot[die]]

    def die(self, die: int) -> str:
        """A die by its card and its number on it, such as d2."""
        slot = self.setup.slot[die]
        return f"{self.letters[slot]}{die - self.setup.first_die[slot]}"

    def letter_of(self, card: Card) -> str:
        """The letter of a card that is at the setup."""
        return self.letters[self.setup.cards.index(card)]

    def program(self, number: int) -> str:
        """An ability by its card and its number among the abilities of it, such as d.1."""
        program = self.setup.catalog.programs[number]
        card = self.setup.catalog.cards[program.card]
        return f"{self.letter_of(card)}.{self._programs(card).index(number)}"

    def _programs(self, card: Card) -> list[int]:
        programs = self.setup.catalog.programs
        return [number for number, one in enumerate(programs) if one.card == card.index]

    def read_slot(self, text: str) -> int:
        """The slot of a letter."""
        if text not in self._slots:
            last = self.letters[-1]
            raise PositionError("notation.letter", text=text, last=last)
        return self._slots[text]

    def read_die(self, text: str) -> int:
        """The die of a short name."""
        found = re.fullmatch(r"([a-z]+)(\d{1,4})", text)
        if found is None:
            raise PositionError("notation.die_name", text=text)
        slot = self.read_slot(found[1])
        die = int(self.setup.first_die[slot]) + int(found[2])
        if die >= self.setup.last_die[slot]:
            count = self.setup.last_die[slot] - self.setup.first_die[slot]
            name = self.setup.cards[slot].name
            raise PositionError("notation.die_number", text=text, card=name, count=count)
        return die

    def read_program(self, text: str) -> int:
        """The ability of a short name."""
        letter, _, number = text.partition(".")
        known = self._programs(self.setup.cards[self.read_slot(letter)])
        if not number.isdecimal() or len(number) > 3 or int(number) >= len(known):
            raise PositionError("notation.ability", text=text)
        return known[int(number)]


def _letters(slot: int) -> str:
    """The letter of a card: a to z, then aa, ab and so on."""
    text = ""
    slot += 1
    while slot:
        slot, last = divmod(slot - 1, 26)
        text = chr(ord("a") + last) + text
    return text


def _rows(numbers: Sequence[int], width: int) -> list[Sequence[int]]:
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def _pairs(said: dict[str, object]) -> str:
    """What is not empty and not 0."""
    return " ".join(f"{name}={value}" for name, value in said.items() if value not in ("", 0))


def _or_none(number: int) -> str:
    return NONE if number == -1 else str(number)


def _face(card: Card, face: int) -> str:
    """A face as it is written on the die, or its number where that would not be clear."""
    notations = [plain_face(side.notation) for side in card.design.faces]
    text = notations[face]
    clear = notations.index(text) == face and not _UNSAFE_FACE.search(text)
    return text if clear and not text.isdecimal() else str(face)


def plain_face(notation: str) -> str:
    """A face as it is written on the die, in one word."""
    return notation.replace(" ", "_")


def _escaped(name: str) -> str:
    return "".join(f"%{ord(char):02X}" if char in _SPECIAL else char for char in name)


def unescaped(text: str) -> str:
    """The name of a card as it is."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
