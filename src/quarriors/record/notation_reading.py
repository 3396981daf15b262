"""Reading a notation: a position that somebody wrote down, checked like any untrusted text."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence

from quarriors.cards.load import catalog_of
from quarriors.engine import queries, restore
from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import effect, ending, frame, phase, place, waiting
from quarriors.engine.rng import checked_seed, seeded
from quarriors.engine.rules import Rules, pack_ids
from quarriors.engine.setup import is_basic, lay_table
from quarriors.game import Game, Origin, begin
from quarriors.record.notation import (
    FLAGS,
    FORMAT,
    NONE,
    NUMBERS,
    REFLECTED,
    TURN_FLAGS,
    ZONES,
    Names,
    plain_face,
    unescaped,
)
from quarriors.text.errors import Part

LONGEST = 50_000  # characters; a game of four with all sets takes about 2,000
LARGEST = 1_000_000  # numbers are smaller than this in size
MOST_ROUNDS = 10_000  # of a round limit: nobody waits for a table that plays by itself for longer
RULES = ("players", "edition", "sets", "variants", "modules", "goal", "limit", "packs")
TURN = ("turn", "seat", "phase", "over", *NUMBERS[1:], "struck", "did", "summoned")
SEAT = ("glory", "total", "before", "on", *ZONES)
REST = ("wilds", "removed", "effects", "stack", "queue", "catalog")
_DIE = re.compile(
    r"(?P<card>[a-z]+)(?P<number>\d{1,4})"
    r"(@(?P<face>[^!>~]+))?(!(?P<flags>[a-z]+))?(>(?P<carrier>[a-z]+\d{1,4}))?"
    r"(~(?P<copy>[a-z]+)@(?P<copied>.+))?"
)
_NUMBER = re.compile(r"-?\d{1,9}")


def read_notation(
    text: str, seed: int | None = None, *, catalog: Catalog | None = None, log: bool = False
) -> Game:
    """Read a notation and return its game, ready to be played on.

    A notation has no luck: that comes from the seed, or from a new one. A text that cannot be read
    raises a `QuarriorsError` that says what is wrong.
    """
    seed = secrets.randbits(48) if seed is None else checked_seed(seed)
    sections = _sections(text)
    rules = _read_rules(sections[0])
    cards = catalog_of(rules) if catalog is None else catalog
    wanted = rules.players + 4
    if len(sections) != wanted:
        found = {"wanted": wanted, "count": len(sections)}
        raise PositionError("notation.sections", players=rules.players, **found)
    setup = _read_table(rules, cards, sections[1])
    state = _Reader(setup, sections[2:]).state(seeded(seed))
    wrong = queries.flaw(state) or restore.flaw_of_frames(state)
    if wrong is not None:
        raise PositionError("notation.impossible", why=wrong)
    wilds = tuple(card.name for card in setup.cards if not is_basic(card))
    position = tuple(tuple(part) for part in queries.wire_of(state))
    origin = Origin(rules, wilds, seed, int(queries.active(state)), position, cards)
    try:
        return begin(origin, log=log)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise PositionError("notation.unplayable") from error


def _sections(text: object) -> list[str]:
    if not isinstance(text, str):
        raise PositionError("notation.no_text", format=FORMAT, value=repr(text))
    if len(text) > LONGEST:
        raise PositionError("notation.long", most=LONGEST, count=len(text))
    text = text.strip()
    if not text.startswith(f"{FORMAT} "):
        raise PositionError("notation.begin", format=FORMAT, text=_short(text))
    if "\n" in text or "\r" in text:
        raise PositionError("notation.lines")
    return [section.strip() for section in text.removeprefix(FORMAT).split(";")]


def _read_pairs(section: str, known: Sequence[str], where: Part) -> dict[str, str]:
    """The values of a section by their names."""
    found: dict[str, str] = {}
    for part in section.split():
        name, sign, value = part.partition("=")
        if not sign or not value:
            raise PositionError("notation.pair", where=where, text=_short(part), name=known[0])
        if name not in known:
            values = {"name": _short(name), "known": [*known]}
            raise PositionError("notation.unknown", where=where, **values)
        if name in found:
            raise PositionError("notation.twice", where=where, name=name)
        found[name] = value
    return found


def _read_rules(section: str) -> Rules:
    said = _read_pairs(section, RULES, Part("errors", "notation.in_rules"))
    for name in RULES[:3]:
        if name not in said:
            raise PositionError("notation.rules_lack", name=name)
    modules = said.get("modules")
    limit = _number(said.get("limit", "500"), "limit", 1, MOST_ROUNDS)
    return Rules(
        _number(said["players"], "players"),
        said["edition"],
        said["sets"].split("+"),
        said["variants"].split("+") if "variants" in said else (),
        limit,
        _number(said["goal"], "goal", 1) if "goal" in said else None,
        None if modules is None else [name for name in modules.split("+") if name != NONE],
        pack_ids(said["packs"].split("+")) if "packs" in said else (),
    )


def _read_table(rules: Rules, catalog: Catalog, section: str) -> GameSetup:
    """The table with these cards, the basic ones as the rules have them."""
    names = [unescaped(name.strip()) for name in section.split(",")]
    for name in names:
        if name not in catalog:
            raise PositionError("notation.card", card=_short(name))
    cards = [catalog.card(name) for name in names]
    setup = lay_table(rules, catalog, [card for card in cards if not is_basic(card)])
    if [card.name for card in setup.cards] != names:
        basics = [card.name for card in setup.cards if is_basic(card)]
        raise PositionError("notation.basics", cards=basics)
    return setup


class _Reader:
    """Reads one position: the sections of the turn, of the seats, and of what is under way."""

    def __init__(self, setup: GameSetup, sections: Sequence[str]) -> None:
        dice = len(setup.slot)
        players = setup.rules.players
        self.setup = setup
        self.names = Names(setup)
        self.turn = dict.fromkeys(restore.TURN, 0)
        self.columns: dict[str, list[int]] = {
            "place": [place.WILDS] * dice,
            "owner": [-1] * dice,
            "face": [0] * dice,
            "flags": [0] * dice,
            "carrier": [-1] * dice,
            "copy": [-1] * dice,
            "wilds_left": [0] * len(setup.cards),
            "summoned": [0] * len(setup.cards),
            "glory": [0] * players,
            "totals": [0] * players,
            "totals_before_reactions": [0] * players,
            "quest": [-1] * players,
        }
        self.zones: list[list[int]] = [[] for _ in range(players * place.ZONES)]
        self._placed: set[int] = set()
        self._read_turn(_read_pairs(sections[0], TURN, Part("errors", "notation.in_turn")))
        for seat in range(players):
            where = Part("errors", "notation.in_seat", seat=seat)
            self._read_seat(seat, _read_pairs(sections[seat + 1], SEAT, where))
        self._read_rest(_read_pairs(sections[-1], REST, Part("errors", "notation.in_rest")))

    def state(self, rng: int) -> queries.State:
        """The state, not checked yet."""
        for die, where in enumerate(self.columns["place"]):
            if where == place.WILDS:
                self.columns["wilds_left"][self.setup.slot[die]] += 1
        self.turn["attached"] = sum(carrier >= 0 for carrier in self.columns["carrier"])
        return restore.assembled(self.setup, rng, self.turn, self.columns, self.zones)

    def _read_turn(self, said: dict[str, str]) -> None:
        for name in ("turn", "seat", "phase"):
            if name not in said:
                raise PositionError("notation.turn_lacks", name=name)
        last = self.setup.rules.players - 1
        self.turn["active"] = _number(said["seat"], "seat", 0, last)
        self.turn["phase"] = _one_of(said["phase"], "phase", phase.NAMES[1:]) + 1
        if "over" in said:
            self.turn["over"] = _one_of(said["over"], "over", ending.NAMES[1:]) + 1
        for name in NUMBERS:
            self.turn[name] = _signed(said.get(name, "0"), name)
        for seat in _several(said.get("struck", "")):
            self.turn["struck_seats"] |= 1 << _number(seat, "struck", 0, last)
        for name in _several(said.get("did", "")):
            at = _one_of(name, "did", list(TURN_FLAGS))
            self.turn["turn_flags"] |= list(TURN_FLAGS.values())[at]
        for text in _several(said.get("summoned", "")):
            letter = text.rstrip("0123456789")
            count = _number(text[len(letter) :], "summoned")
            self.columns["summoned"][self.names.read_slot(letter)] = count

    def _read_seat(self, seat: int, said: dict[str, str]) -> None:
        columns = self.columns
        columns["glory"][seat] = _number(said.get("glory", "0"), "glory")
        columns["totals"][seat] = _signed(said.get("total", "0"), "total")
        before = _signed(said.get("before", "0"), "before")
        columns["totals_before_reactions"][seat] = before
        if "on" in said:
            columns["quest"][seat] = self.names.read_slot(said["on"])
        for at, name in enumerate(ZONES):
            dice = [self._read_die(text) for text in _several(said.get(name, ""), ",")]
            self.zones[seat * place.ZONES + at] = dice
            for die in dice:
                columns["place"][die] = at + 1
                columns["owner"][die] = seat

    def _read_rest(self, said: dict[str, str]) -> None:
        if said.get("catalog", self.setup.catalog.hash) != self.setup.catalog.hash:
            raise PositionError("notation.other_cards")
        for text in _several(said.get("wilds", ""), ","):
            self._read_die(text)
        for text in _several(said.get("removed", ""), ","):
            self.columns["place"][self._read_die(text)] = place.REMOVED
        self.columns["lasting_effects"] = _flat(said, "effects", self._read_effect)
        self.columns["stack"] = _flat(said, "stack", self._read_frame)
        self.columns["queue"] = _flat(said, "queue", self._read_waiting)

    def _read_die(self, text: str) -> int:
        """A die with its face and marks; where it is says the section it is in."""
        found = _DIE.fullmatch(text)
        if found is None:
            raise PositionError("notation.die", text=_short(text))
        die = self.names.read_die(found["card"] + found["number"])
        if die in self._placed:
            raise PositionError("notation.die_twice", die=found["card"] + found["number"])
        self._placed.add(die)
        columns = self.columns
        if found["face"]:
            columns["face"][die] = _read_face(self.names.card(die), found["face"])
        for letter in found["flags"] or "":
            if letter not in FLAGS:
                raise PositionError("notation.mark", letter=letter, known="".join(FLAGS))
            columns["flags"][die] |= FLAGS[letter]
        if found["carrier"]:
            columns["carrier"][die] = self.names.read_die(found["carrier"])
        if found["copy"]:
            card = self.setup.cards[self.names.read_slot(found["copy"])]
            columns["copy"][die] = card.index * FACES + _read_face(card, found["copied"])
        return die

    def _read_effect(self, text: str) -> list[int]:
        name, about, amount, until = _parts(text, effect.WIDTH, "effect")
        kind = _one_of(name, "effect", effect.NAMES)
        on_seat = kind in effect.ON_SEATS
        subject = self._read_seat_of(about) if on_seat else self.names.read_die(about)
        return [kind, subject, _signed(amount, "effects"), self._read_seat_of(until)]

    def _read_frame(self, text: str) -> list[int]:
        name, position, about, *numbers = _parts(text, frame.WIDTH, "frame")
        ability = "." in name
        if ability:
            kind = frame.FIRST_PROGRAM + self.names.read_program(name)
        else:
            kind = _one_of(name, "frame", frame.NAMES)
        source = frame.REFLECTED if about == REFLECTED else self._read_die_or_none(about)
        seats = [_signed(number, "stack") for number in numbers[:2]]
        read = self._read_die_or_none if ability else _signed_in_stack
        return [kind, _number(position, "stack"), source, *seats, *map(read, numbers[2:])]

    def _read_waiting(self, text: str) -> list[int]:
        name, source, controller, opponent, subject = _parts(text, waiting.WIDTH, "waiting")
        seats = [self._read_seat_of(controller), self._read_seat_of(opponent)]
        about = self._read_die_or_none(subject)
        return [self.names.read_program(name), self.names.read_die(source), *seats, about]

    def _read_seat_of(self, text: str) -> int:
        return -1 if text == NONE else _number(text, "seat", 0, self.setup.rules.players - 1)

    def _read_die_or_none(self, text: str) -> int:
        return -1 if text == NONE else self.names.read_die(text)


def _flat(said: dict[str, str], name: str, read: Callable[[str], list[int]]) -> list[int]:
    """All that is listed under a name, one after the other."""
    return [number for text in _several(said.get(name, ""), ",") for number in read(text)]


def _several(text: str, sign: str = "+") -> list[str]:
    return text.split(sign) if text else []


def _parts(text: str, count: int, what: str) -> list[str]:
    parts = text.split(":")
    if len(parts) != count:
        values = {"text": _short(text), "count": len(parts), "wanted": count}
        raise PositionError("notation.parts", what=Part("errors", f"notation.{what}"), **values)
    return parts


def _read_face(card: Card, text: str) -> int:
    notations = [plain_face(side.notation) for side in card.design.faces]
    if text in notations:
        return notations.index(text)
    if len(text) == 1 and text in "012345":
        return int(text)
    raise PositionError("position.face", card=card.name, face=_short(text), known=notations)


def _number(text: str, name: str, least: int = 0, most: int = LARGEST) -> int:
    """A number in its range."""
    if not _NUMBER.fullmatch(text) or not text.isascii() or not least <= int(text) <= most:
        limits = {"least": least, "most": most}
        raise PositionError("notation.number", name=name, text=_short(text), **limits)
    return int(text)


def _signed(text: str, name: str) -> int:
    return -1 if text == NONE else _number(text, name, -LARGEST)


def _signed_in_stack(text: str) -> int:
    return _signed(text, "stack")


def _one_of(text: str, name: str, known: Sequence[str]) -> int:
    if text not in known:
        raise PositionError("notation.one_of", name=name, known=[*known], text=_short(text))
    return known.index(text)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
