"""Parsed copies of the package's TOML files: used when they are whole, and never otherwise."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from quarriors import toml_cache
from quarriors.cards.sets import SETS, text_of_set
from quarriors.toml_cache import keep_in, parsed, text_of

TEXT = 'name = "Goblin"\n[die]\nfaces = ["Q1", "Q2"]\ncost = 3\nfree = false\n'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "some" / "cache"
    keep_in(place)
    yield place
    keep_in(None)


def test_nothing_is_kept_unless_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert parsed(TEXT) == tomllib.loads(TEXT)
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_what_the_parser_gives(folder: Path) -> None:
    for text in (TEXT, *map(text_of_set, SETS)):
        first = parsed(text)
        again = parsed(text)
        assert first == again == tomllib.loads(text)
        assert list(first) == list(again)
    assert len(list(folder.iterdir())) == 1 + len(SETS)


def test_a_copy_spares_the_parser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed(TEXT)

    def broken(text: str) -> object:
        raise AssertionError("parsed again")

    monkeypatch.setattr(tomllib, "loads", broken)
    assert parsed(TEXT)["name"] == "Goblin"
    with pytest.raises(AssertionError, match="parsed again"):
        parsed(TEXT + "more = 1\n")  # another text, whatever it has in common


@pytest.mark.parametrize("damage", [b"", b"{}", b"x\n{}", b'\xff\xfe\n{"name": "Elf"}'])
def test_a_damaged_copy_is_made_again(folder: Path, damage: bytes) -> None:
    parsed(TEXT)
    (copy,) = folder.iterdir()
    whole = copy.read_bytes()
    for wrong in (damage, whole[:-1], whole.replace(b"Goblin", b"Dragon")):
        copy.write_bytes(wrong)
        assert parsed(TEXT) == tomllib.loads(TEXT)
        assert copy.read_bytes() == whole


def test_a_wheel_brings_copies_of_all_texts_and_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = toml_cache.PACKAGE.parent.parent / "hatch_build.py"
    if not build.exists():
        pytest.skip("the sources of the package are not beside it")
    spec = spec_from_file_location("hatch_build", build)
    assert spec is not None
    assert spec.loader is not None
    hatch_build = module_from_spec(spec)
    spec.loader.exec_module(hatch_build)
    copies = hatch_build.parse_texts(tmp_path / "copies")
    texts = [text_of(path.relative_to(toml_cache.PACKAGE).as_posix())
             for path in toml_cache.PACKAGE.glob("text/*/*.toml")]  # fmt: skip
    cards = [text_of_set(name) for name in SETS]
    wanted = {text: tomllib.loads(text) for text in (*texts, *cards)}
    monkeypatch.setattr(toml_cache, "IN_WHEEL", copies)
    monkeypatch.setattr(tomllib, "loads", None)
    assert {text: parsed(text) for text in wanted} == wanted
    assert [parsed(text.partition("\n[[")[0])["set"]["id"] for text in cards] == list(SETS)


def test_old_copies_are_deleted(folder: Path) -> None:
    parsed(TEXT)
    (copy,) = folder.iterdir()
    os.utime(copy, (0, 0))
    parsed("other = 1\n")
    assert not copy.exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of folders are those of POSIX")
def test_a_folder_where_others_can_write_is_not_used(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    keep_in(tmp_path)
    try:
        parsed(TEXT)
        assert list(tmp_path.iterdir()) == []
    finally:
        keep_in(None)


def test_a_place_that_is_no_folder_makes_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    keep_in(file)
    try:
        assert parsed(TEXT) == tomllib.loads(TEXT)
        assert file.read_text() == "mine"
    finally:
        keep_in(None)
