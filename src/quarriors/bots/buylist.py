"""Bots that follow a list: what to capture first, under which conditions, and what to cull.

That is how players of such games talk about strategy, so a list is data: a TOML file with a
`[[capture]]` for each line, the first that fits is followed, `[[cull]]` lines likewise, and
`[otherwise]` for when none does. Everything else is decided by the same one-step sense as greedy's.
`docs/write-a-bot.md` lists all keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final

from quarriors.bots.base import BotError, Explanation, Parameter, Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.explain import explain_values, sense
from quarriors.cards.known_packs import Pack, known_packs
from quarriors.cards.load import default_catalog
from quarriors.cards.pack import read_pack
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.catalog import KINDS, Card
from quarriors.engine.game import Decision, Option
from quarriors.engine.queries import State
from quarriors.engine.rng import derived
from quarriors.text.errors import Part

CAPTURES: Final = ("capture", "take")
CULLS: Final = ("cull", "cull-die")
SAMPLES: Final = 2  # branches of luck that sense looks at for an option
VALUE: Final = "value"
NOTHING: Final = "nothing"
DEAREST: Final = "dearest"
WORST: Final = "worst"
USUAL: Final = {"capture": DEAREST, "cull": WORST}  # what lines prefer that do not say

PREFER: Final[Mapping[str, Callable[[Card], float]]] = {
    DEAREST: lambda card: card.cost,
    "cheapest": lambda card: -card.cost,
    "glory": lambda card: card.glory,
    "attack": lambda card: sum(face.attack for face in card.design.faces),
    "defense": lambda card: sum(face.defense for face in card.design.faces),
    "draws": lambda card: sum(face.draw for face in card.design.faces),
}
PREFERENCES: Final = (*PREFER, VALUE, WORST)


@dataclass(frozen=True)
class Line:
    """One line of a list: which dice, when, and which of several first. None: does not matter."""

    cards: Sequence[str] | None = None
    classes: Sequence[str] | None = None
    kinds: Sequence[str] | None = None
    sets: Sequence[str] | None = None
    min_cost: int | None = None  # as printed
    max_cost: int | None = None
    min_glory: int | None = None  # as printed
    max_glory: int | None = None
    until_owned: int | None = None  # while one has fewer of this card
    until_kind: int | None = None  # while one has fewer of this kind
    min_quiddity: int | None = None  # at hand now
    max_quiddity: int | None = None
    min_round: int | None = None
    max_round: int | None = None
    min_leader: int | None = None  # Glory of the leader
    max_leader: int | None = None
    min_dice: int | None = None  # that one owns, wherever they lie
    max_dice: int | None = None
    prefer: str = DEAREST

    def holds(self, now: Now) -> bool:
        """Whether this is the time for it."""
        return (
            _within(now.quiddity, self.min_quiddity, self.max_quiddity)
            and _within(now.round, self.min_round, self.max_round)
            and _within(now.leader, self.min_leader, self.max_leader)
            and _within(now.dice, self.min_dice, self.max_dice)
        )

    def fits(self, card: Card, now: Now) -> bool:
        """Whether it means the dice of a card."""
        return (
            _among(card.name, self.cards)
            and _among(card.class_name, self.classes)
            and _among(card.kind, self.kinds)
            and _among(card.set_name, self.sets)
            and _within(card.cost, self.min_cost, self.max_cost)
            and _within(card.glory, self.min_glory, self.max_glory)
            and (self.until_owned is None or now.owned.get(card.name, 0) < self.until_owned)
            and (self.until_kind is None or now.kinds.get(card.kind, 0) < self.until_kind)
        )


def _among(name: str, names: Sequence[str] | None) -> bool:
    return names is None or name in names


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


@dataclass(frozen=True)
class BuyList:
    """A whole strategy."""

    captures: Sequence[Line]
    culls: Sequence[Line]
    otherwise: Mapping[str, str] = field(default_factory=dict)
    packs: Sequence[Pack] = ()  # those whose cards it names, held so that they stay known


class Now:
    """What the conditions of lines ask about a position."""

    def __init__(self, s: State, seat: int) -> None:
        players = s.setup.players
        self.quiddity = int(queries.available(s)) if seat == queries.active(s) else 0
        self.round = (int(queries.turn(s)) - 1) // players + 1
        self.leader = int(queries.highest_glory(s))
        self.owned: dict[str, int] = {}  # by name of the card
        self.kinds: dict[str, int] = {}
        self.dice = 0
        for die, slot in enumerate(s.setup.slot):
            if queries.owner_of(s, die) == seat:
                card = s.setup.cards[slot]
                self.owned[card.name] = self.owned.get(card.name, 0) + 1
                self.kinds[card.kind] = self.kinds.get(card.kind, 0) + 1
                self.dice += 1


class BuyListBot:
    """Captures and culls by a list, does everything else by sense."""

    def __init__(self, seat: int, seed: int, wishes: BuyList) -> None:
        self._wishes = wishes
        self._seed = derived(seed, f"buy-list/{seat}")

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The first line that fits; sense, where the list has nothing to say."""
        return self._answer(seat, decision)[0]

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """What it answers and which line says so, then what sense likes best."""
        option, entry, values = self._answer(seat, decision)
        known = {} if entry is None else {"entry": float(entry)}
        return explain_values(seat, decision, values, option, known)

    def _answer(self, seat: Seat, decision: Decision) -> tuple[Option, int | None, list[float]]:
        """The option, the line it comes from (0: none fitted, None: no list asked), all values.

        Spells that are better cast than not come before captures: they may pay for them.
        """
        values = sense(seat, self._seed, SAMPLES)
        options = decision.options
        sensible = _best(options, values)
        for about, verbs, lines in (
            ("capture", CAPTURES, self._wishes.captures),
            ("cull", CULLS, self._wishes.culls),
        ):
            offered = [
                option
                for option in options
                if option.verb in verbs and option.seat in (None, seat.number)
            ]
            if not offered or sensible.verb not in (*verbs, "pass", "no"):
                continue
            s = queries.state(seat.branch(self._seed))
            found = _first(lines, offered, s, seat.number)
            if found is not None:
                return *found, values
            if self._wishes.otherwise.get(about, VALUE) == VALUE:
                return sensible, 0, values
            rest = [at for at, option in enumerate(options) if option not in offered]
            if rest:
                return options[max(rest, key=values.__getitem__)], 0, values
            return sensible, 0, values
        return sensible, None, values


def _best(options: Sequence[Option], values: Sequence[float]) -> Option:
    """The option of the highest value; dice are not spent early if nothing is gained by it."""
    ranks = [
        (round(value, 6), option.verb != "spend")
        for option, value in zip(options, values, strict=True)
    ]
    return options[ranks.index(max(ranks))]


def _first(
    lines: Sequence[Line], offered: Sequence[Option], s: State, seat: int
) -> tuple[Option, int] | None:
    """The option that the first fitting line prefers, and the number of the line, from 1."""
    now = Now(s, seat)
    cards = [s.setup.cards[s.setup.slot[option.die or 0]] for option in offered]
    for number, line in enumerate(lines, 1):
        if not line.holds(now):
            continue
        best: tuple[float, Option] | None = None
        for option, card in zip(offered, cards, strict=True):
            if line.fits(card, now):
                rank = _rank(line.prefer, card, s)
                if best is None or rank > best[0]:
                    best = (rank, option)
        if best is not None:
            return best[1], number
    return None


def _rank(prefer: str, card: Card, s: State) -> float:
    """How much a line prefers a card."""
    if prefer in (VALUE, WORST):
        worth = die_values(s.setup.catalog).draw[card.index]
        return worth if prefer == VALUE else -worth
    return PREFER[prefer](card)


# --- lists in files ------------------------------------------------------------------------------


class ListBot(BuyListBot):
    """A buy list of the user's own: `list:path=my.toml`."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("path", ""),)

    def __init__(self, seat: int, seed: int, *, path: str = "") -> None:
        if not path:
            raise BotError("list_path")
        super().__init__(seat, seed, read_list(Path(path)))


@cache
def shipped_list(name: str) -> BuyList:
    """A list that comes with the package."""
    text = files("quarriors.bots").joinpath("lists", f"{name}.toml").read_text("utf-8")
    return parse_list(text, f"{name}.toml")


def read_list(path: Path) -> BuyList:
    """A list from a file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BotError("list_read", path=path, error=error) from None
    return parse_list(text, str(path))


def parse_list(text: str, path: str) -> BuyList:
    """A list from its text; anything that is not understood is refused with its place."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # tells line and column
        raise BotError("list_toml", path=path, error=error) from None
    _check_keys(path, _part("top"), given, ("capture", "cull", "otherwise", "packs"))
    packs = _read_packs(path, given.get("packs", []))
    lines = {kind: _read_lines(path, kind, given.get(kind, [])) for kind in ("capture", "cull")}
    if not lines["capture"] and not lines["cull"]:
        raise BotError("list_empty", path=path)
    otherwise = given.get("otherwise", {})
    where = _part("otherwise")
    if not isinstance(otherwise, dict):
        raise _wrong(path, _part("top"), "otherwise", _part("table", key="otherwise"), otherwise)
    _check_keys(path, where, otherwise, tuple(lines))
    for key, value in otherwise.items():
        if value not in (VALUE, NOTHING):
            wanted = _part("word", known=f"{VALUE}, {NOTHING}")
            raise _wrong(path, where, key, wanted, value)
    return BuyList(lines["capture"], lines["cull"], otherwise, packs)


def _read_packs(path: str, given: object) -> list[Pack]:
    """The packs that a list names, by files beside the list."""
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        wanted = _part("words", example="winter.toml")
        raise _wrong(path, _part("top"), "packs", wanted, given)
    return [read_pack(Path(path).parent / name) for name in given]


def _part(key: str, /, **values: object) -> Part:
    """A part of a sentence about a list."""
    return Part("bots", f"list.{key}", **values)


def _wrong(path: str, where: Part, key: str, wanted: Part, value: object) -> BotError:
    return BotError("list_value", path=path, where=where, key=key, wanted=wanted, value=repr(value))


def _check_keys(path: str, where: Part, given: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            raise BotError("list_key", path=path, where=where, key=key, known=", ".join(known))


def _read_lines(path: str, kind: str, given: object) -> list[Line]:
    if not isinstance(given, list) or not all(isinstance(line, dict) for line in given):
        wanted = _part("tables", key=kind)
        raise _wrong(path, _part("top"), kind, wanted, given)
    return [
        _read_line(path, _part("entry", kind=kind, n=number), {"prefer": USUAL[kind], **line})
        for number, line in enumerate(given, 1)
    ]


def _read_line(path: str, where: Part, given: Mapping[str, Any]) -> Line:
    """One line: every key known, every value of its type, every name one that exists."""
    _check_keys(path, where, given, [one.name for one in fields(Line)])
    names = _names()
    for key, value in given.items():
        if key in names:
            _check_names(path, where, key, value, names[key])
        elif key == "prefer":
            if value not in PREFERENCES:
                wanted = _part("word", known=", ".join(PREFERENCES))
                raise _wrong(path, where, key, wanted, value)
        elif isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise _wrong(path, where, key, _part("whole"), value)
    for key in given:
        high = f"max_{key.removeprefix('min_')}"
        if key.startswith("min_") and high in given and given[key] > given[high]:
            raise BotError("list_range", path=path, where=where, low=key, high=high)
    return Line(**given)


def _check_names(path: str, where: Part, key: str, value: object, known: Sequence[str]) -> None:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value) or not value:
        raise _wrong(path, where, key, _part("words", example=known[0]), value)
    for name in value:
        if name not in known:
            near = get_close_matches(name, known, 3)
            close = _part("close", names=", ".join(near)) if near else ""
            if not near and key in ("cards", "classes"):
                close = _part("pack")
            raise BotError("list_name", path=path, where=where, key=key, value=name, close=close)


def _names() -> Mapping[str, Sequence[str]]:
    """What the names in a list may be, by key: those of the sets and of packs that were read."""
    cards = default_catalog().cards
    packs = known_packs()
    return {
        "cards": [*(card.name for card in cards), *(name for pack in packs for name in pack.added)],
        "classes": [
            *sorted({card.class_name for card in cards}),
            *(name for pack in packs for name in pack.classes),
        ],
        "kinds": [kind for kind in KINDS if kind != "quest"],  # quest dice are won, not captured
        "sets": list(SETS),
    }
