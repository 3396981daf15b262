"""Packs for the tests: the example, and small ones made from a few lines."""

from __future__ import annotations

import zlib
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "packs" / "winter.toml"

HEAD = """\
[pack]
name = "Winter"
version = "1.0"
author = "Ada"
languages = ["en"]
sets = ["base"]
"""

DIE = """
[[die]]
class = "Snow Fox"
kind = "creature"
count = 5
faces = ["Q1", "Q1", "Q2", "C1:1/2", "C1:2/2", "C2:2/4*"]
confidence = "original"
sources = ["our own"]
"""

CARD = """
[[card]]
name = "Snow Fox"
class = "Snow Fox"
cost = 3
glory = 1
confidence = { numbers = "original", text = "original" }
sources = ["our own"]

[[card.line]]
en = "When you summon it: gain 1 Quiddity."
does = "when(SUMMONED, gain_quiddity(1))"
"""

PACK = HEAD + DIE + CARD


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return len(data).to_bytes(4) + whole + zlib.crc32(whole).to_bytes(4)

    head = width.to_bytes(4) + height.to_bytes(4) + bytes((8, 0, 0, 0, 0))
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def with_line(does: str) -> str:
    """The pack whose only card does this."""
    return PACK.replace("when(SUMMONED, gain_quiddity(1))", does)
