"""What a record looks like: its fields, its check values, and the refusal of anything else.

A record is plain values (what JSON can hold). `read` turns them into a typed `Record` or says in
one sentence which field is wrong; nothing here plays the game. Check values chain the entries: each
covers the one before it, so an edit is found at the decision where it was made even if the edited
game would be legal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quarriors.__about__ import __version__
from quarriors.cards.known_packs import UnknownPack
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.pack import Pack, PackError, read_pack_text
from quarriors.engine.catalog import Card
from quarriors.engine.errors import RulesError
from quarriors.engine.rules import Rules
from quarriors.record.errors import BadRecord
from quarriors.record.fair_seed import is_number
from quarriors.text.errors import Part

FORMAT = "quarriors-record"
VERSION = 2
DICE_VERSION = 3  # of records that name what the seed follows from
DAILY_VERSION = 4  # of records whose seed follows from a date
VERSIONS = (VERSION, DICE_VERSION, DAILY_VERSION)
OLDEST = 1  # written before records named the version of the rules, by rules no longer played
SEEDED = "seeded"
SCRIPTED = "scripted"
CHECK_DIGITS = 8
WHOLE = 1 << 62  # numbers of a position are smaller than this in size
HEAD = (
    "format", "version", "engine", "ruleset", "cards", "rules", "wilds", "first", "commitment",
    "seed", "chance", "seats", "start", "decisions", "result", "check",
)  # fmt: skip
HEAD_MAY = ("position", "generator", "packs")
DICE = ("secret", "numbers")
START = ("draws", "rolls", "check")
ENTRY = ("turn", "seat", "kind", "answer", "check")
ENTRY_MAY = ("snapshot", "draws", "rolls")
RESULT = ("winners", "glory", "rule")

Wire = list[list[int]]
_encode = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode  # made once: it is slow


@dataclass(frozen=True)
class Entry:
    """One decision as the record tells it."""

    turn: int
    seat: int
    kind: str
    answer: str
    draws: list[str]
    rolls: list[str]
    snapshot: Wire | None
    check: str


@dataclass(frozen=True)
class Dice:
    """What the seed of a server's game follows from."""

    secret: int
    numbers: tuple[str, ...]  # by seat, empty where its client added nothing


@dataclass(frozen=True)
class Record:
    """A record whose fields are all there and of the right shape; nothing is replayed yet."""

    engine: str
    ruleset: int  # the version of the rules it was played by
    cards: str
    rules: Rules
    wilds: tuple[str, ...]
    first: int
    commitment: str
    seed: int
    dice: Dice | None  # None: the seed follows from nothing else, or from a date
    daily: str  # the date of a daily, which its seed follows from; empty for other games
    scripted: bool
    position: Wire | None
    seats: tuple[str, ...]
    draws: list[str]
    rolls: list[str]
    start_check: str
    entries: list[Entry]
    result: dict[str, Any] | None
    generator: int | None
    check: str


# --- texts of chance and check values ------------------------------------------------------------


def roll_text(card: Card, face: int) -> str:
    """A roll as "Card@face"; sides of a die that read alike are one side for the engine."""
    return f"{card.name}@{card.design.faces[face].notation}"


def _chain(values: Sequence[object]) -> str:
    return hashlib.sha256(_encode(values).encode()).hexdigest()[:CHECK_DIGITS]


def start_check(
    ruleset: int,
    cards: str,
    rules: Rules,
    wilds: Sequence[str],
    first: int,
    seed: int,
    chance: str,
    position: Wire | None,
    draws: list[str],
    rolls: list[str],
) -> str:
    """The check value of everything before the first decision; names of seats may change freely.

    What the seed follows from is not in it: that is checked by the seed.
    """
    table = [cards, rules.to_dict(), list(wilds), first, seed]
    return _chain([VERSION, ruleset, *table, chance, position, draws, rolls])


def entry_check(
    before: str,
    turn: int,
    seat: int,
    kind: str,
    answer: str,
    draws: list[str],
    rolls: list[str],
) -> str:
    """The check value of one decision, on top of the one before."""
    return _chain([before, turn, seat, kind, answer, draws, rolls])


def end_check(before: str, result: dict[str, Any] | None, generator: int | None) -> str:
    """The check value of the whole, so that decisions missing at the end are noticed."""
    return _chain([before, result, generator])


def check_chain(record: Record) -> None:
    """Refuse a record whose text was edited; the game need not be playable for that."""
    check_start(record)
    before = record.start_check
    for number, entry in enumerate(record.entries, 1):
        check_entry(number, before, entry)
        before = entry.check
    check_end(record, before)


def check_start(record: Record) -> None:
    """Refuse an edited head."""
    chance = SCRIPTED if record.scripted else SEEDED
    wanted = start_check(
        record.ruleset,
        record.cards,
        record.rules,
        record.wilds,
        record.first,
        record.seed,
        chance,
        record.position,
        record.draws,
        record.rolls,
    )
    if wanted != record.start_check:
        raise BadRecord("record.head_edited", check=record.start_check, wanted=wanted)


def check_entry(number: int, before: str, entry: Entry) -> None:
    """Refuse an edited decision."""
    wanted = entry_check(
        before, entry.turn, entry.seat, entry.kind, entry.answer, entry.draws, entry.rolls
    )
    if wanted != entry.check:
        raise BadRecord(
            "record.edited", number=number, answer=entry.answer, check=entry.check, wanted=wanted
        )


def check_end(record: Record, before: str) -> None:
    """Refuse a record that lost decisions at its end or whose result was edited."""
    if end_check(before, record.result, record.generator) != record.check:
        raise BadRecord("record.end_edited", count=len(record.entries))


# --- reading plain values ----------------------------------------------------------------------


def read(data: object) -> Record:
    """The typed record, or a sentence that names the first field that is missing or wrong."""
    head = _object(data, "record.a_record")
    if head.get("format") != FORMAT:
        raise BadRecord("record.not_a_record", format=FORMAT)
    version = head.get("version")
    if version == OLDEST and not isinstance(version, bool):
        raise BadRecord("record.older", engine=str(head.get("engine")), here=__version__)
    if version not in VERSIONS or not isinstance(version, int):
        known = ", ".join(map(str, VERSIONS))
        raise BadRecord("record.version", version=repr(version), known=known)
    must = (*HEAD, *{DICE_VERSION: ("dice",), DAILY_VERSION: ("daily",)}.get(version, ()))
    _fields(head, must, HEAD_MAY, "record.whole")
    told = _object(head["rules"], "record.the_rules")
    embedded = _object(head.get("packs", {}), "record.the_packs")
    packs = _packs(embedded, told.get("packs"))  # held until the rules hold them
    try:
        rules = Rules.from_dict(told)
    except UnknownPack as error:
        raise BadRecord("record.no_pack", pack=error.pack_id) from error
    except (RulesError, FaultyCards) as error:
        raise BadRecord("record.rules", why=error) from error
    del packs
    chance = _text(head, "chance", "record.whole")
    if chance not in (SEEDED, SCRIPTED):
        raise BadRecord("record.chance_kind", chance=repr(chance))
    start = _object(head["start"], "record.the_start")
    _fields(start, START, (), "record.the_start")
    seats = _texts(head, "seats", "record.whole")
    if len(seats) != rules.players:
        raise BadRecord("record.seats", count=len(seats), players=rules.players)
    first = _number(head, "first", "record.whole")
    if not 0 <= first < rules.players:
        raise BadRecord("record.first", first=first, last=rules.players - 1)
    entries = head["decisions"]
    if not isinstance(entries, list):
        raise _wrong("decisions", "record.whole", "record.list", entries)
    scripted = chance == SCRIPTED
    if scripted != ("generator" in head):
        raise BadRecord("record.generator")
    return Record(
        engine=_text(head, "engine", "record.whole"),
        ruleset=_number(head, "ruleset", "record.whole"),
        cards=_text(head, "cards", "record.whole"),
        rules=rules,
        wilds=tuple(_texts(head, "wilds", "record.whole")),
        first=first,
        commitment=_text(head, "commitment", "record.whole"),
        seed=_number(head, "seed", "record.whole"),
        dice=_dice(head["dice"], rules) if "dice" in head else None,
        daily=_text(head, "daily", "record.whole") if "daily" in head else "",
        scripted=scripted,
        position=_wire(head, "position", "record.whole") if "position" in head else None,
        seats=tuple(seats),
        draws=_texts(start, "draws", "record.the_start"),
        rolls=_texts(start, "rolls", "record.the_start"),
        start_check=_text(start, "check", "record.the_start"),
        entries=[_entry(number, entry, rules) for number, entry in enumerate(entries, 1)],
        result=_result(head["result"], rules),
        generator=_generator(head) if scripted else None,
        check=_text(head, "check", "record.whole"),
    )


def _dice(data: object, rules: Rules) -> Dice:
    dice = _object(data, "record.the_dice")
    _fields(dice, DICE, (), "record.the_dice")
    numbers = _texts(dice, "numbers", "record.the_dice")
    if len(numbers) != rules.players:
        raise BadRecord("record.dice_seats", count=len(numbers), players=rules.players)
    for seat, number in enumerate(numbers):
        if number and not is_number(number):
            raise BadRecord("record.dice_number", seat=seat, number=_short(number))
    return Dice(_number(dice, "secret", "record.the_dice"), tuple(numbers))


def _entry(number: int, data: object, rules: Rules) -> Entry:
    entry = _object(data, "record.decision", number)
    where = "record.decision"
    _fields(entry, ENTRY, ENTRY_MAY, where, number)
    seat = _number(entry, "seat", where, number)
    if not 0 <= seat < rules.players:
        raise BadRecord("record.seat", number=number, seat=seat, last=rules.players - 1)
    return Entry(
        turn=_number(entry, "turn", where, number),
        seat=seat,
        kind=_text(entry, "kind", where, number),
        answer=_text(entry, "answer", where, number),
        draws=_texts(entry, "draws", where, number) if "draws" in entry else [],
        rolls=_texts(entry, "rolls", where, number) if "rolls" in entry else [],
        snapshot=_wire(entry, "snapshot", where, number) if "snapshot" in entry else None,
        check=_text(entry, "check", where, number),
    )


def _packs(embedded: Mapping[str, Any], named: object) -> list[Pack]:
    """The packs that a record brings with it, as far as its rules name them."""
    found: list[Pack] = []
    for name, text in embedded.items():
        if not isinstance(named, list) or name not in named:
            raise BadRecord("record.spare_pack", pack=name)
        if not isinstance(text, str):
            raise _wrong("packs", "record.whole", "record.text", text)
        try:
            pack = read_pack_text(text)
        except PackError as error:
            raise BadRecord("record.bad_pack", pack=name, why=error) from error
        if pack.id != name:
            raise BadRecord("record.other_pack", pack=name, found=pack.id)
        found.append(pack)
    return found


def _result(data: object, rules: Rules) -> dict[str, Any] | None:
    if data is None:
        return None
    result = _object(data, "record.the_result")
    _fields(result, RESULT, (), "record.the_result")
    winners = _numbers(result["winners"], "winners", "record.the_result", 0)
    glory = _numbers(result["glory"], "glory", "record.the_result", 0)
    without = result["rule"] == "15.24"
    if bool(winners) == without or any(not 0 <= seat < rules.players for seat in winners):
        raise _wrong("winners", "record.the_result", "record.seat_list", winners)
    return {
        "winners": winners,
        "glory": glory,
        "rule": _text(result, "rule", "record.the_result"),
    }


def _generator(head: Mapping[str, Any]) -> int:
    found = _number(head, "generator", "record.whole")
    if not 0 < found < WHOLE:
        raise _wrong("generator", "record.whole", "record.number", found)
    return found


def _wrong(field: str, where: str, wanted: str, value: object, number: int = 0) -> BadRecord:
    """A field that holds something else than it should."""
    return BadRecord(
        "record.wrong_type",
        field=field,
        where=_where(where, number),
        wanted=Part("cli", wanted),
        value=_short(value),
    )


def _short(value: object) -> str:
    """What was found instead, in a few words."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def _where(key: str, number: int) -> Part:
    """A place in a record, as sentences name it."""
    return Part("cli", key, number=number)


def _object(data: object, where: str, number: int = 0) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise BadRecord("record.not_object", where=_where(where, number), value=_short(data))
    return data


def _fields(
    data: Mapping[str, Any],
    must: Sequence[str],
    may: Sequence[str],
    where: str,
    number: int = 0,
) -> None:
    for field in must:
        if field not in data:
            raise BadRecord("record.missing", field=field, where=_where(where, number))
    for field in data:
        if field not in must and field not in may:
            raise BadRecord("record.unknown_field", field=field, where=_where(where, number))


def _number(data: Mapping[str, Any], field: str, where: str, number: int = 0) -> int:
    value = data[field]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(field, where, "record.number", value, number)
    return value


def _text(data: Mapping[str, Any], field: str, where: str, number: int = 0) -> str:
    value = data[field]
    if not isinstance(value, str):
        raise _wrong(field, where, "record.text", value, number)
    return value


def _texts(data: Mapping[str, Any], field: str, where: str, number: int = 0) -> list[str]:
    value = data[field]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(field, where, "record.text_list", value, number)
    return list(value)


def _numbers(value: object, field: str, where: str, number: int) -> list[int]:
    if not isinstance(value, list):
        raise _wrong(field, where, "record.number_list", value, number)
    for item in value:
        if isinstance(item, bool) or not isinstance(item, int) or abs(item) >= WHOLE:
            raise _wrong(field, where, "record.number_list", value, number)
    return list(value)


def _wire(data: Mapping[str, Any], field: str, where: str, number: int = 0) -> Wire:
    value = data[field]
    if not isinstance(value, list):
        raise _wrong(field, where, "record.position", value, number)
    return [_numbers(part, field, where, number) for part in value]
