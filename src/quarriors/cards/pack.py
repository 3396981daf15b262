"""Packs: files that add cards to the sets or correct their cards.

    pack = read_pack("winter.toml")            a checked `Pack`; raises `PackError` with every fault
    check_text(text)                           the faults of a text, each with its place
    Rules(packs=[pack])                        a game with its cards; `catalog_of(rules)` has them

A pack is data and nothing else, and may come from a stranger: sizes, numbers and characters are
bounded before anything is made of it. Docs: `docs/packs.md`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from quarriors.cards.entry import LANGUAGES, CardEntry, CardFile, DieEntry, read_cards
from quarriors.cards.known_packs import Pack, pack_of, pack_of_text, remember
from quarriors.cards.language.faults import Fault, FaultyCards, near
from quarriors.cards.load import (
    ability_of,
    build_cards,
    check_together,
    default_files,
    dice,
    entries,
    overlaid,
)
from quarriors.cards.plain_text import visible
from quarriors.cards.sets import MODULES, SETS
from quarriors.engine.errors import RulesError
from quarriors.engine.ids import limit, op, place, scope, trait, want
from quarriors.engine.operations import PLACE, operation_at
from quarriors.engine.program import Condition, Filter, Modifier, Program
from quarriors.engine.rules import PACK_ID

__all__ = [
    "Pack",
    "PackError",
    "check_text",
    "find_packs",
    "pack_of",
    "read_pack",
    "read_pack_text",
]

FILE_NAME: Final = "pack.toml"  # of a pack that is a folder
MAX_BYTES: Final = 256 * 1024
MAX_CARDS: Final = 60
MAX_DICE: Final = 30
MAX_LINES: Final = 8  # of a card; ours have 6 at most
MAX_PARTS: Final = 6  # triggers and modifiers of a line; ours have 4 at most
MAX_RULINGS: Final = 20
MAX_SOURCES: Final = 20
MAX_NAME: Final = 60
MAX_TEXT: Final = 800  # characters of a line, a ruling or a source
MAX_PROGRAM: Final = 250  # ints; the longest of ours has 50
MAX_FAULTS: Final = 50  # enough to work on, and looking for more costs time
_NUMBERS: Final = {"cost": 20, "glory": 20, "level": 9, "discount": 20}  # the most of each
_COUNT: Final = (1, 40)  # dice of a class
_VERSION: Final = re.compile(r"[A-Za-z0-9._-]{1,20}")
_FACE: Final = re.compile(
    r"(?:(?:C[0-9]:(?:[0-9]{1,2}|\?)/(?:[0-9]{1,2}|\?)|[QLDW][0-9]|[RISK])"
    r"(?:[+|](?:[QLDW][0-9]|[RISK]))?\*{0,2}|\*{1,3})"
)
# It begins where a word begins and never goes back, so that a long word costs no more than itself.
_DEEP_KEY: Final = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){33}""", re.ASCII)
_QUEST_FACE: Final = re.compile(r"QF:[^*|+]{1,60}|BONUS")


_CERTAINTIES: Final = ("numbers", "text", "discount", "anchored")
# Where abilities may send dice; what lies elsewhere lies there for a reason that they cannot give.
_PLACES: Final = (place.BAG, place.ACTIVE, place.USED)
# Immunity from other dice is asked about while immunity is worked out: it stays among one's own.
_OWN_SIDE: Final = (scope.COMPANIONS, scope.ALL_MINE, scope.PARTY)


class PackError(FaultyCards):
    """A pack that cannot be used; `faults` lists the reasons."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (PackError, (self.faults,))


def read_pack(given: str | os.PathLike[str]) -> Pack:
    """The pack of a file, of a folder with a `pack.toml`, or of a text with line breaks."""
    if isinstance(given, str) and "\n" in given:
        return read_pack_text(given)
    path = Path(given)
    if path.is_dir():
        path = path / FILE_NAME
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        values = {"file": str(path), "reason": error}
        raise PackError([Fault("pack_unreadable", values)]) from error
    if len(raw) > MAX_BYTES:
        raise PackError([Fault("pack_too_large", {"most": MAX_BYTES // 1024})])
    try:
        return _made(raw.decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as error:
        raise PackError([Fault("pack_encoding", {}, file=path.name)]) from error


def read_pack_text(text: str) -> Pack:
    """The pack of a text, with or without line breaks."""
    return _made(text, FILE_NAME)


def find_pack(given: object) -> Pack:
    """The pack that is given as an object, by its id or by its file."""
    if isinstance(given, Pack):
        return given
    if isinstance(given, str):
        return pack_of(given) if PACK_ID.fullmatch(given) else read_pack(given)
    if isinstance(given, os.PathLike):
        return read_pack(given)
    raise RulesError("pack", value=repr(given))


def find_packs(given: Sequence[object]) -> tuple[Pack, ...]:
    """Packs that are played together; two that add the same card or class are refused."""
    found = tuple(map(find_pack, given))
    check_together(found)
    return found


def check_text(text: str, name: str = FILE_NAME) -> tuple[Fault, ...]:
    """The faults of the text of a pack, in the order of its lines."""
    return _read(text, name)[1]


def _made(text: str, name: str) -> Pack:
    known = pack_of_text(text)
    if known is not None:
        return known
    file, faults = _read(text, name)
    if file is None or faults:
        raise PackError(faults)
    about = file.about
    digest = _hash(file)
    slug = file_name(about["name"]) or "pack"
    ours = entries()
    pack = Pack(
        f"{slug}@{about['version']}#{digest}",
        about["name"],
        about["version"],
        about["author"],
        tuple(about["languages"]),
        tuple(about["sets"]),
        text,
        digest,
        tuple(card.name for card in file.cards if card.name not in ours),
        tuple(card.name for card in file.cards if card.name in ours),
        tuple(die.class_name for die in file.dice),
        file,
    )
    return remember(pack)


def file_name(name: str, most: int = 40) -> str:
    """A name in small letters, digits and dashes; empty if it has no letters and digits."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower())[:most].strip("-")


def _hash(file: CardFile) -> str:
    """A hash of the content; comments and layout do not change it."""
    whole = json.dumps(file.content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


# --- what is wrong with it ---------------------------------------------------------------------


def _read(text: str, name: str) -> tuple[CardFile | None, tuple[Fault, ...]]:
    """The entries of a pack's text, None if it cannot be read at all, and its faults."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return None, (Fault("pack_encoding", {}, file=name),)
    if size > MAX_BYTES:
        return None, (Fault("pack_too_large", {"most": MAX_BYTES // 1024}, file=name),)
    deep = _DEEP_KEY.search(text)
    if deep is not None:  # TOML allows it, and reading it takes very long
        line = text.count("\n", 0, deep.start()) + 1
        return None, (Fault("pack_deep_key", {}, line, 1, name),)
    file = read_cards(text, name)
    faults = [*file.faults]
    for fault in _Check(file).faults():
        if len(faults) >= MAX_FAULTS:
            break
        faults.append(fault)
    if not faults:
        try:
            build_cards(overlaid(default_files(), [file]))
        except FaultyCards as error:
            faults.extend(error.faults)
    faults.sort(key=lambda fault: (fault.line, fault.column))
    return file, tuple(faults[:MAX_FAULTS])


class _Check:
    """The checks of packs besides those of every file of cards."""

    def __init__(self, file: CardFile) -> None:
        self.file = file
        self.source = file.source
        self.sets = tuple(file.about.get("sets", ())) if "pack" in file.content else ()
        self.classes = {**dice(), **{die.class_name: die for die in file.dice}}

    def at(self, path: Sequence[str | int], code: str, **values: object) -> Fault:
        """A fault at a key of the file."""
        return Fault(code, values).placed(self.source.name, *self.source.place(tuple(path)))

    def faults(self) -> Iterator[Fault]:
        """All faults; the caller may stop at any of them."""
        if self.file.faults and not self.file.content:
            return  # the file could not be read, which is a fault of its own
        yield from self.head()
        if not self.file.content.get("card") and not self.file.content.get("die"):
            yield self.at((), "pack_empty")
        for key, most in (("card", MAX_CARDS), ("die", MAX_DICE)):
            found = len(self.file.content.get(key, ()))
            if found > most:
                yield self.at((key, most), "pack_too_many", key=key, found=found, most=most)
                return
        names: set[str] = set()
        for die in self.file.dice:
            if die.class_name in names:
                yield self.at((*die.path, "class"), "pack_class_twice", name=die.class_name)
            names.add(die.class_name)
            yield from self.die(die)
        for card in self.file.cards:
            yield from self.card(card)

    def head(self) -> Iterator[Fault]:
        """Faults of the [pack] table."""
        content, about = self.file.content, self.file.about
        if "set" in content:
            yield self.at(("set",), "pack_is_no_set")
        if "pack" not in content:
            yield self.at((), "pack_no_head")
            return
        for key in ("name", "author"):
            yield from self.name(about.get(key), ("pack", key))
        version = about.get("version")
        if version is not None and not _VERSION.fullmatch(version):
            yield self.at(("pack", "version"), "pack_version", found=version[:40])
        for key, known in (("languages", LANGUAGES), ("sets", SETS)):
            named = about.get(key)
            if named == []:
                yield self.at(("pack", key), "pack_empty_list", key=key, known=", ".join(known))
            yield from self.choices(named or (), known, key, ("pack", key))

    def choices(
        self, found: Sequence[str], known: Sequence[str], key: str, path: Sequence[str | int]
    ) -> Iterator[Fault]:
        """Faults of a list of names: unknown ones, and repeated ones."""
        for number, name in enumerate(found):
            if name not in known:
                values = {"key": key, "found": name[:40], "known": ", ".join(known)}
                yield self.at(path, "wrong_choice", near=near(name, known), **values)
            elif name in found[:number]:
                yield self.at(path, "pack_twice", key=key, found=name)

    def name(self, text: str | None, path: Sequence[str | int]) -> Iterator[Fault]:
        """Faults of a name that people read."""
        if text is None:
            return
        if not 0 < len(text) <= MAX_NAME:
            yield self.at(path, "pack_name_length", key=path[-1], found=len(text), most=MAX_NAME)
        elif visible(text) != text:
            yield self.at(path, "pack_invisible", key=path[-1])

    def texts(self, texts: Mapping[str, str], path: Sequence[str | int]) -> Iterator[Fault]:
        """Faults of a text in several languages."""
        seen: list[str] = []
        for language, text in texts.items():
            if text in seen:
                continue  # repeated for a language that the pack does not have
            seen.append(text)
            if len(text) > MAX_TEXT:
                found = {"key": language, "found": len(text), "most": MAX_TEXT}
                yield self.at((*path, language), "pack_text_length", **found)
            elif visible(text) != " ".join(unicodedata.normalize("NFC", text).split()):
                yield self.at((*path, language), "pack_invisible", key=language)

    def sources(self, sources: Sequence[str], path: Sequence[str | int]) -> Iterator[Fault]:
        """Faults of the sources of a card or a die."""
        if len(sources) > MAX_SOURCES:
            values = {"key": "sources", "found": len(sources), "most": MAX_SOURCES}
            yield self.at((*path, "sources"), "pack_too_many", **values)
            return
        for source in sources:
            yield from self.texts({"sources": source}, path)

    def die(self, die: DieEntry) -> Iterator[Fault]:
        """Faults of a class of dice."""
        for key, name in (("class", die.class_name), ("class_it", die.names["it"])):
            yield from self.name(name, (*die.path, key))
        yield from self.sources(die.sources, die.path)
        least, most = _COUNT
        if not least <= die.count <= most:
            values = {"key": "count", "found": die.count, "least": least, "most": most}
            yield self.at((*die.path, "count"), "pack_number", **values)
        for face in die.faces:
            quest = die.kind == "quest" and _QUEST_FACE.fullmatch(face)
            if not quest and not _FACE.fullmatch(face):
                yield self.at((*die.path, "faces"), "pack_face", found=face[:40])
        yield from self.place_of_die(die)

    def place_of_die(self, die: DieEntry) -> Iterator[Fault]:
        """Faults of a die in view of the dice of the sets."""
        theirs = [
            found
            for file in default_files()
            for found in file.dice
            if found.class_name == die.class_name and file.set_name in self.sets
        ]
        if not die.corrects:
            if die.class_name in dice():
                yield self.at((*die.path, "class"), "pack_class_exists", name=die.class_name)
            if die.kind not in ("creature", "spell"):
                yield self.at((*die.path, "kind"), "pack_kind", found=die.kind)
            if die.roles:
                yield self.at((*die.path, "roles"), "pack_roles")
        elif not theirs:
            values = {"name": die.class_name, "near": near(die.class_name, tuple(dice()))}
            yield self.at((*die.path, "class"), "pack_corrects_nothing", **values)
        for found in theirs if die.corrects else ():
            if die.kind != found.kind:
                yield self.at((*die.path, "kind"), "pack_keeps", key="kind", kept=found.kind)
            if die.roles and die.roles != found.roles:
                yield self.at((*die.path, "roles"), "pack_keeps", key="roles", kept=found.roles)
            if found.roles.get("start") and die.count != found.count:
                yield self.at((*die.path, "count"), "pack_keeps", key="count", kept=found.count)

    def card(self, card: CardEntry) -> Iterator[Fault]:
        """Faults of a card."""
        for key, name in (("name", card.name), ("name_it", card.names["it"])):
            yield from self.name(name, (*card.path, key))
        if card.type_name:
            yield from self.name(card.type_name, (*card.path, "type"))
        for key, most in _NUMBERS.items():
            found = getattr(card, key)
            if found > most:
                values = {"key": key, "found": found, "least": 0, "most": most}
                yield self.at((*card.path, key), "pack_number", **values)
        if card.anchored[1] > _NUMBERS["cost"]:
            values = {"key": "anchored", "found": card.anchored[1], "least": 0}
            yield self.at((*card.path, "anchored"), "pack_number", most=_NUMBERS["cost"], **values)
        yield from self.choices(
            tuple(card.confidence), _CERTAINTIES, "confidence", (*card.path, "confidence")
        )
        known = (*SETS, *MODULES, *self.classes)
        for need in card.needs:
            if need not in known:
                values = {"found": need[:40], "near": near(need, known)}
                yield self.at((*card.path, "needs"), "pack_needs", **values)
        yield from self.sources(card.sources, card.path)
        yield from self.place_of_card(card)
        yield from self.lines(card)

    def place_of_card(self, card: CardEntry) -> Iterator[Fault]:
        """Faults of a card in view of the cards of the sets."""
        ours = entries().get(card.name)
        die = self.classes.get(card.class_name)
        if ours is None:
            if self.sets:  # else the missing `sets` is the fault
                yield from self.choices([card.set_name], self.sets, "set", (*card.path, "set"))
            if die is not None and die.kind == "basic":
                yield self.at((*card.path, "class"), "pack_basic", name=card.class_name)
            return
        if card.class_name != ours.class_name:
            values = {"key": "class", "kept": ours.class_name}
            yield self.at((*card.path, "class"), "pack_keeps", **values)
        if "set" in self.file.content["card"][card.path[1]] and card.set_name != ours.set_name:
            yield self.at((*card.path, "set"), "pack_keeps", key="set", kept=ours.set_name)

    def die_of(self, card: CardEntry) -> DieEntry | None:
        """The die of a card: the pack's, else that of the card's own set, else the first."""
        home = [file for file in default_files() if file.set_name == card.set_name]
        for file in (self.file, *home):
            for die in file.dice:
                if die.class_name == card.class_name:
                    return die
        return self.classes.get(card.class_name)

    def lines(self, card: CardEntry) -> Iterator[Fault]:
        """Faults of the lines and rulings of a card."""
        most = {"line": (len(card.lines), MAX_LINES), "ruling": (len(card.rulings), MAX_RULINGS)}
        for key, (found, bound) in most.items():
            if found > bound:
                values = {"key": key, "found": found, "most": bound}
                yield self.at((*card.path, key, bound), "pack_too_many", **values)
        for number, ruling in enumerate(card.rulings[:MAX_RULINGS]):
            yield from self.texts(ruling, (*card.path, "ruling", number))
        die = self.die_of(card)
        shown = {face.rstrip("*") for face in die.faces} if die else set()
        for number, line in enumerate(card.lines[:MAX_LINES]):
            path = (*card.path, "line", number)
            yield from self.texts(line.text, path)
            if line.face and die and line.face not in shown:
                values = {"found": line.face[:40], "known": ", ".join(sorted(shown))}
                yield self.at((*path, "face"), "pack_no_such_face", **values)
            ability, faults = ability_of(line, die.kind if die else "creature")
            for fault in faults:
                place = self.source.place_in_text((*path, "does"), line.number, line.does, fault.at)
                yield fault.placed(self.source.name, *place)
            parts = len(ability.triggers) + len(ability.modifiers)
            if parts > MAX_PARTS:
                values = {"key": "does", "found": parts, "most": MAX_PARTS}
                yield self.at((*path, "does"), "pack_too_many", **values)
            for trigger in ability.triggers:
                for name in _strange_places(trigger.program):
                    yield self.at((*path, "does"), "pack_place", found=name)
            if any(_asks_itself(modifier) for modifier in ability.modifiers):
                yield self.at((*path, "does"), "pack_circle")
            longest = max((len(trigger.program.code) for trigger in ability.triggers), default=0)
            if longest > MAX_PROGRAM:
                values = {"found": longest, "most": MAX_PROGRAM}
                yield self.at((*path, "does"), "pack_program", **values)


def _strange_places(program: Program) -> Iterator[str]:
    """The names of places to which a program sends dice although packs may not."""
    at = 0
    while at < len(program.code):
        operation = operation_at(program.code, at)
        for number, operand in enumerate(operation.operands, 1):
            if operand.kind == PLACE:
                where = program.code[at + number]
                home = where == place.WILDS and operation.number == op.SEND
                if where not in _PLACES and not home:
                    yield place.NAMES[where].upper()
        at += operation.width


def _asks_itself(modifier: Modifier) -> bool:
    """Whether a standing modifier depends on defense or immunity.

    Both are computed from standing modifiers, so this could recurse without an end.
    """
    asked: list[Filter | None] = [modifier.which, modifier.amount.which]
    condition: Condition | None = modifier.condition
    while condition is not None:
        asked.append(condition.number.which)
        condition = condition.other
    for which in asked:
        while which is not None:
            if which.max_defense < limit.NO_UPPER or which.want & want.NOT_IMMUNE:
                return True
            which = which.alternative
    return modifier.kind == trait.IMMUNE_AURA and modifier.scope not in _OWN_SIDE
