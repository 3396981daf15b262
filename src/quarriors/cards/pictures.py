"""Pictures of a pack that is a folder: files beside `pack.toml`, named after a card or a class.

    found = read_pictures(pack, folder)
    found.of("Frost Sprite")            its picture, if there is one
    found.faults                        files that cannot be used, and why

No game depends on pictures, so they are no part of a pack's id, and a faulty one never refuses a
pack. They may come from a stranger: only PNG, WebP and JPEG by their first bytes, of bounded size,
width and height; links are not followed. SVG is left out because it can hold scripts.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from quarriors.cards.known_packs import Pack
from quarriors.cards.language.faults import Fault
from quarriors.cards.pack import MAX_CARDS, MAX_DICE, MAX_NAME, file_name

MAX_BYTES: Final = 200 * 1024
MAX_SIDE: Final = 2048  # pixels: a small file can hold a picture that fills a browser's memory
MAX_PICTURES: Final = MAX_CARDS + MAX_DICE
ENDINGS: Final = {".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}
_SAME_ENDING: Final = {".jpeg": ".jpg"}
# Markers of a JPEG that say its size; the others in their range say something else.
_JPEG_SIZES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True)
class Picture:
    """One picture, checked."""

    name: str  # hash and ending: the same name is always the same picture
    media: str
    width: int
    height: int
    data: bytes


@dataclass(frozen=True)
class Pictures:
    """The pictures of a pack by the names of its cards and classes."""

    found: Mapping[str, Picture]
    faults: tuple[Fault, ...] = ()

    def of(self, card: str, class_name: str = "") -> Picture | None:
        """The picture of a card: its own, else that of its class."""
        return self.found.get(card) or self.found.get(class_name)


def read_pictures(pack: Pack, given: str | os.PathLike[str]) -> Pictures:
    """The pictures beside a pack; none if it is not a folder."""
    folder = Path(given)
    if not folder.is_dir():
        return Pictures({})
    classes = (card.class_name for card in pack.file.cards)
    names = {_key(name): name for name in (*classes, *pack.classes, *pack.added, *pack.corrected)}
    found: dict[str, Picture] = {}
    faults: list[Fault] = []
    for number, path in enumerate(_files(folder)):
        name = names.get(_key(path.stem), "")
        if number >= MAX_PICTURES:
            faults.append(Fault("pack_pictures", {"most": MAX_PICTURES}))
            break
        picture = _read(path)
        if isinstance(picture, Fault):
            faults.append(picture)
        elif not name:
            faults.append(Fault("pack_picture_of_nothing", {"file": path.name}))
        elif name in found:
            faults.append(Fault("pack_picture_twice", {"file": path.name, "name": name}))
        else:
            found[name] = picture
    return Pictures(found, tuple(faults))


def _key(name: str) -> str:
    """What the name of a card and that of its picture have in common."""
    return file_name(name, MAX_NAME) or name.casefold()


def _files(folder: Path) -> Iterator[Path]:
    """The files that have the ending of a picture, by name."""
    for path in sorted(folder.iterdir()):
        if _ending(path) in ENDINGS:
            yield path


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    return _SAME_ENDING.get(ending, ending)


def _read(path: Path) -> Picture | Fault:
    """A picture, or why it cannot be used."""
    if path.is_symlink() or not path.is_file():
        return Fault("pack_picture_link", {"file": path.name})
    try:
        # A link that takes the file's place after the check is not followed either.
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        return Fault("pack_picture_unreadable", {"file": path.name, "reason": error})
    if len(data) > MAX_BYTES:
        return Fault("pack_picture_large", {"file": path.name, "most": MAX_BYTES // 1024})
    ending = _ending(path)
    size = _SIZES[ending](data)
    if size is None:
        return Fault("pack_picture_no", {"file": path.name, "ending": ending[1:]})
    if not all(0 < side <= MAX_SIDE for side in size):
        values = {"file": path.name, "width": size[0], "height": size[1], "most": MAX_SIDE}
        return Fault("pack_picture_pixels", values)
    digest = hashlib.sha256(data).hexdigest()[:32]
    return Picture(f"{digest}{ending}", ENDINGS[ending], *size, data)


# --- width and height, None if the bytes are no such picture ------------------------------------

Size = tuple[int, int] | None


def _png(data: bytes) -> Size:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        return None
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _webp(data: bytes) -> Size:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    kind, rest = data[12:16], data[20:]
    if kind == b"VP8X":
        width, height = (int.from_bytes(rest[at : at + 3], "little") + 1 for at in (4, 7))
        return width, height
    if kind == b"VP8L" and rest[0] == 0x2F:
        bits = int.from_bytes(rest[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and rest[3:6] == b"\x9d\x01\x2a":
        width, height = (int.from_bytes(rest[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        return width, height
    return None


def _jpeg(data: bytes) -> Size:
    if data[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if marker in _JPEG_SIZES:
            height, width = (int.from_bytes(data[at + n : at + n + 2]) for n in (5, 7))
            return width, height
        at += 1 if marker == 0xFF else 2 + max(length, 2)  # a byte that only fills up, a segment
    return None


_SIZES: Final = {".png": _png, ".webp": _webp, ".jpg": _jpeg}
