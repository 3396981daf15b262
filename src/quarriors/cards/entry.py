"""Entries of cards and dice as a file has them: TOML read, checked and given names.

    found = read_cards(text, "base.toml")       a `CardFile`: its set, dice and cards
    found.faults                                its faults, each with its place

What a card does is still a text here (`Line.does`); `load.build_cards` makes cards of entries.
Nothing in a file is executed. Docs: `docs/add-a-card.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from quarriors.cards.language.faults import Fault, near
from quarriors.cards.source import Path, Source
from quarriors.engine.catalog import ENERGIES, KINDS, TIMINGS
from quarriors.engine.errors import CatalogError
from quarriors.engine.faces import Face
from quarriors.engine.ids import limit

LANGUAGES: Final = ("en", "it")
GENDERS: Final = ("m", "f")  # of an Italian name
MAX_SIZE: Final = 1_000_000  # characters of a file
MANY: Final = 50  # faults: further ones are given without a guess
BURSTS: Final = {"*": 1, "**": 2, "***": 3, "any": -1}


@dataclass(frozen=True)
class Line:
    """One line of a card: its text in each language and what it does."""

    text: Mapping[str, str]  # by language
    does: str
    burst: int = 0  # 0 always, 1 to 3 exactly that number, -1 any
    replaced_at: int = limit.NO_UPPER  # with that many bursts another line works instead
    face: str = ""  # the symbol it belongs to, where a die has several
    timing: str = ""  # only where `does` does not say it
    confidence: str = ""  # only where it differs from the card's
    number: int = 0  # of its expression in the file


@dataclass(frozen=True)
class CardEntry:
    """A card as a file has it."""

    name: str
    names: Mapping[str, str]  # by language
    class_name: str
    type_name: str
    set_name: str
    cost: int
    glory: int
    level: int
    energy: str
    discount: int
    anchored: tuple[str, int]  # energy and price of its anchored spell
    needs: tuple[str, ...]
    confidence: Mapping[str, str]
    sources: tuple[str, ...]
    lines: tuple[Line, ...]
    rulings: tuple[Mapping[str, str], ...]
    source: Source
    path: Path


@dataclass(frozen=True)
class DieEntry:
    """A class of dice as a file has it."""

    class_name: str
    names: Mapping[str, str]
    kind: str
    count: int
    faces: tuple[str, ...]
    roles: Mapping[str, Any]
    confidence: str
    sources: tuple[str, ...]
    quartifacts: Mapping[str, Mapping[str, str]]  # names of the quartifacts it shows, by language
    source: Source
    path: Path
    corrects: bool = False  # a pack's die that takes the place of a set's
    gender: str = ""  # of its Italian name, "m" or "f"; empty if the entry does not say


@dataclass(frozen=True)
class CardFile:
    """A file of cards: a set, or a pack that is laid over the sets."""

    about: Mapping[str, Any]  # its [set] or [pack] table
    dice: tuple[DieEntry, ...]
    cards: tuple[CardEntry, ...]
    source: Source
    faults: tuple[Fault, ...]
    content: Mapping[str, Any] = field(default_factory=dict)  # all of it, as TOML has it

    @property
    def set_name(self) -> str:
        """The set that its cards belong to."""
        return str(self.about.get("id", ""))


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # not needed for the sets, of which there are parsed copies

    return tomllib.loads(text)


def read_cards(
    text: str,
    name: str,
    languages: Sequence[str] = LANGUAGES,
    parse: Callable[[str], dict[str, Any]] = _toml,
) -> CardFile:
    """A file of cards from its text; `name` is what faults call it.

    Every text must be there in these languages; others repeat the first of them. A pack says
    itself which languages it has.
    """
    return _Reader(Source(name, text), languages, parse).file()


@dataclass(frozen=True)
class _Key:
    """The type and the values that a key of an entry may have."""

    kind: str  # text, number, flag, texts, table, tables, or one of `values`
    needed: bool = False
    values: Sequence[str] = field(default=())


_TYPES: Final[Mapping[str, type[Any]]] = {
    "text": str,
    "number": int,
    "flag": bool,
    "texts": list,
    "table": dict,
    "tables": list,
}
_TEXT, _NUMBER, _TEXTS, _TABLE = _Key("text"), _Key("number"), _Key("texts"), _Key("table")
_NEEDED: Final = _Key("text", needed=True)
_CONFIDENCE: Final = ("sourced", "recalled", "original")
_SAID: Final = dict.fromkeys(LANGUAGES, _TEXT)
_CARD: Final = {
    "name": _NEEDED, "name_it": _TEXT, "class": _NEEDED, "type": _TEXT, "set": _TEXT,
    "cost": _NUMBER, "glory": _NUMBER, "level": _NUMBER,
    "energy": _Key("text", values=ENERGIES[1:]),
    "discount": _NUMBER, "anchored": _TABLE, "needs": _TEXTS,
    "confidence": _Key("table", needed=True), "sources": _Key("texts", needed=True),
    "line": _Key("tables"), "ruling": _Key("tables"),
}  # fmt: skip
_LINE: Final = {
    **_SAID, "does": _NEEDED, "burst": _Key("text", values=tuple(BURSTS)),
    "replaced_at": _Key("text", values=("*", "**")), "face": _TEXT,
    "timing": _Key("text", values=TIMINGS), "confidence": _Key("text", values=_CONFIDENCE),
}  # fmt: skip
_DIE: Final = {
    "class": _NEEDED, "class_it": _TEXT, "kind": _Key("text", needed=True, values=KINDS),
    "count": _Key("number", needed=True), "faces": _Key("texts", needed=True), "roles": _TABLE,
    "confidence": _Key("text", needed=True, values=_CONFIDENCE),
    "sources": _Key("texts", needed=True), "quartifacts": _TABLE, "corrects": _Key("flag"),
    "gender_it": _Key("text", values=GENDERS),
}  # fmt: skip
_RENAMED: Final = {"below": "replaced_at"}  # keys that had another name
_ROLES: Final = {"start": int, "spare": int, "set_aside": bool, "quarry": bool, "quests": bool}
_PACK: Final = {
    "name": _NEEDED, "version": _NEEDED, "author": _NEEDED,
    "languages": _Key("texts", needed=True), "sets": _Key("texts", needed=True),
}  # fmt: skip
_FILE: Final = {"set": _TABLE, "pack": _TABLE, "die": _Key("tables"), "card": _Key("tables")}
_ANCHORED: Final = {
    "energy": _Key("text", needed=True, values=ENERGIES[1:]), "cost": _Key("number", needed=True)
}  # fmt: skip
_WHERE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$| \(at end of document\)$")


class _Reader:
    """One file being read."""

    def __init__(
        self,
        source: Source,
        languages: Sequence[str],
        parse: Callable[[str], dict[str, Any]],
    ) -> None:
        self.source = source
        self.languages = languages
        self.parse = parse
        self.faults: list[Fault] = []
        self.expressions = 0

    def file(self) -> CardFile:
        """The entries of the file, with its faults."""
        content = self.toml()
        top = self.checked(content, _FILE, ())
        about = top.get("set", {})
        home = str(about.get("id", ""))
        if "pack" in top:
            about = self.checked(top["pack"], _PACK, ("pack",))
            known = [name for name in about.get("languages", ()) if name in LANGUAGES]
            self.languages = known or LANGUAGES[:1]
            home = next(iter(about.get("sets", ())), "")
        dice = [self.die(entry, ("die", n)) for n, entry in enumerate(top.get("die", ()))]
        cards = [self.card(entry, home, ("card", n)) for n, entry in enumerate(top.get("card", ()))]
        return CardFile(
            about,
            tuple(die for die in dice if die is not None),
            tuple(card for card in cards if card is not None),
            self.source,
            tuple(self.faults),
            content,
        )

    def toml(self) -> dict[str, Any]:
        """The content of the TOML text; empty if it cannot be read."""
        if len(self.source.text) > MAX_SIZE:
            self.fault("file_too_large", (), most=MAX_SIZE)
            return {}
        try:
            return self.parse(self.source.text)
        except RecursionError:
            self.fault("toml_too_deep", ())
        except ValueError as error:
            if type(error) is ValueError:  # a number of thousands of digits
                self.fault("toml", (), reason=str(error)[:80])
                return {}
            hit = _WHERE.search(str(error))
            line = int(hit[1]) if hit and hit[1] else self.source.text.count("\n") + 1
            column = int(hit[2]) if hit and hit[2] else 1
            reason = _WHERE.sub("", str(error))
            self.faults.append(Fault("toml", {"reason": reason}, line, column, self.source.name))
        return {}

    def fault(self, code: str, path: Path, **values: object) -> None:
        """Note what is wrong with an entry or a key."""
        line, column = self.source.place(path)
        self.faults.append(Fault(code, values, line, column, self.source.name))

    def checked(self, entry: object, keys: Mapping[str, _Key], path: Path) -> dict[str, Any]:
        """The keys of an entry that are right; notes faults for the others."""
        if not isinstance(entry, dict):
            self.fault("not_a_table", path, found=str(entry)[:40])
            return {}
        good: dict[str, Any] = {}
        for key, value in entry.items():
            expected = keys.get(key)
            if expected is None:
                guess = _RENAMED.get(key, "")
                if guess not in keys:
                    guess = near(key, tuple(keys)) if len(self.faults) < MANY else ""
                known = ", ".join(keys)
                self.fault("unknown_key", (*path, key), key=key[:40], near=guess, known=known)
            elif (expected is _TEXT and type(value) is str) or self.fits(
                value, expected, (*path, key)
            ):
                good[key] = value
        for key, expected in keys.items():
            if expected.needed and key not in entry:
                self.fault("missing_key", path, key=key)
        return good

    def fits(self, value: Any, expected: _Key, path: Path) -> bool:
        """Whether a value is what its key needs."""
        key = path[-1]
        wanted = _TYPES[expected.kind]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            self.fault("wrong_value", path, key=key, expected=expected.kind)
            return False
        if expected.kind == "texts" and not all(isinstance(item, str) for item in value):
            self.fault("wrong_value", path, key=key, expected="texts")
            return False
        if expected.values and value not in expected.values:
            known = ", ".join(expected.values)
            self.fault("wrong_choice", path, key=key, found=str(value)[:40], known=known)
            return False
        if expected.kind == "number" and value < 0:
            self.fault("negative", path, key=key, found=value)
            return False
        if expected.needed and value == "":
            self.fault("empty_text", path, key=key)
            return False
        return True

    def said(self, entry: Any, path: Path, key: str = "") -> dict[str, str]:
        """A text in every language; those that the file need not have repeat its first.

        One of a wrong type is noted by `checked`, a missing key of its own as well.
        """
        found: dict[str, str] = {}
        for language in dict.fromkeys((*self.languages, *LANGUAGES)):
            name = f"{key}_{language}" if key and language != "en" else key or language
            text = entry.get(name, "") if isinstance(entry, dict) else ""
            if not text and language in self.languages and name != key:
                self.fault("missing_text", path, key=name)
            found[language] = str(text or found.get(self.languages[0], ""))
        return found

    def card(self, entry: object, set_name: str, path: Path) -> CardEntry | None:
        """A card; None if it cannot be understood."""
        before = len(self.faults)
        good = self.checked(entry, _CARD, path)
        names = self.said(entry, path, "name")
        lines = tuple(
            self.line(line, (*path, "line", n)) for n, line in enumerate(good.get("line", ()))
        )
        rulings = tuple(
            self.ruling(ruling, (*path, "ruling", n))
            for n, ruling in enumerate(good.get("ruling", ()))
        )
        anchored = good.get("anchored")
        if anchored is not None:
            anchored = self.checked(anchored, _ANCHORED, (*path, "anchored"))
        for part, how in good.get("confidence", {}).items():
            if how not in _CONFIDENCE:
                at = (*path, "confidence")
                known = ", ".join(_CONFIDENCE)
                self.fault("wrong_choice", at, key=part, found=how, known=known)
        if len(self.faults) > before:
            return None
        return CardEntry(
            good["name"],
            names,
            good["class"],
            good.get("type", ""),
            good.get("set", set_name),
            good.get("cost", 0),
            good.get("glory", 0),
            good.get("level", 0),
            good.get("energy", ""),
            good.get("discount", -1),
            ("", 0) if anchored is None else (anchored["energy"], anchored["cost"]),
            tuple(good.get("needs", ())),
            good["confidence"],
            tuple(good["sources"]),
            lines,
            rulings,
            self.source,
            path,
        )

    def ruling(self, entry: object, path: Path) -> dict[str, str]:
        """An answer to what players ask."""
        self.checked(entry, _SAID, path)
        return self.said(entry, path)

    def line(self, entry: object, path: Path) -> Line:
        """A line of a card."""
        number = self.expressions
        if isinstance(entry, dict) and "does" in entry:
            self.expressions += 1
        good = self.checked(entry, _LINE, path)
        return Line(
            self.said(entry, path),
            good.get("does", ""),
            BURSTS.get(good.get("burst", ""), 0),
            BURSTS.get(good.get("replaced_at", ""), limit.NO_UPPER),
            good.get("face", ""),
            good.get("timing", ""),
            good.get("confidence", ""),
            number,
        )

    def die(self, entry: object, path: Path) -> DieEntry | None:
        """A class of dice; None if it cannot be understood."""
        before = len(self.faults)
        good = self.checked(entry, _DIE, path)
        names = self.said(entry, path, "class")
        faces = good.get("faces", ())
        if len(faces) != 6 and "faces" in good:
            self.fault("not_six_faces", (*path, "faces"), found=len(faces))
        for face in faces:
            try:
                Face(face)
            except CatalogError:
                self.fault("face", (*path, "faces"), found=face[:40])
        for role, value in good.get("roles", {}).items():
            if type(value) is not _ROLES.get(role):
                known = ", ".join(_ROLES)
                self.fault("wrong_choice", (*path, "roles"), key="roles", found=role, known=known)
        quartifacts = {
            name: {"en": name, "it": str(translated)}
            for name, translated in good.get("quartifacts", {}).items()
        }
        if len(self.faults) > before:
            return None
        return DieEntry(
            good["class"],
            names,
            good["kind"],
            good["count"],
            tuple(faces),
            good.get("roles", {}),
            good["confidence"],
            tuple(good["sources"]),
            quartifacts,
            self.source,
            path,
            good.get("corrects", False),
            good.get("gender_it", ""),
        )
