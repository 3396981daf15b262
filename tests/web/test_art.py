"""The browser client draws every class and every quartifact there is, and none that is not.

The client's list is read as text, so that neither side needs the other to run.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarriors.cards import every
from quarriors.engine.faces import Face

ART = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "art" / "classes.ts"
pytestmark = pytest.mark.skipif(not ART.exists(), reason="the browser client is not in this tree")


def test_every_class_has_a_look_and_every_look_a_class() -> None:
    drawn = re.findall(r'^\s+(?:"([^"]+)"|(\w+)): look\(', ART.read_text("utf-8"), re.MULTILINE)
    names = [quoted or plain for quoted, plain in drawn]
    assert len(names) == len(set(names))
    assert set(names) == {card.class_name for card in every()}


def test_every_quartifact_has_a_picture_and_every_picture_a_quartifact() -> None:
    listed = ART.read_text("utf-8").partition("const QUARTIFACTS")[2].partition("]);")[0]
    faces = {face.notation for card in every() for face in card.design.faces}
    known = {Face(notation).quartifact for notation in faces} - {""}
    assert set(re.findall(r'^\s+\["([^"]+)", "', listed, re.MULTILINE)) == known
