"""Packs for the tests: the example, and small ones made from a few lines."""

from __future__ import annotations

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


def with_line(does: str) -> str:
    """The pack whose only card does this."""
    return PACK.replace("when(SUMMONED, gain_quiddity(1))", does)
