"""Pictures of packs that are folders: found by name, checked, and never more than pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarriors.cards.pack import Pack, read_pack
from quarriors.cards.pictures import MAX_BYTES, MAX_PICTURES, MAX_SIDE, read_pictures
from quarriors.text import LANGUAGES, load

from .common import EXAMPLE, png

# The beginnings of pictures that are 300 wide and 200 high, filled up with zeros.
JPEG = b"\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xc0\x00\x11\x08\x00\xc8\x01\x2c" + bytes(30)
WEBP = {
    "lossy": b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x2c\x01\xc8\x00" + bytes(30),
    "lossless": b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f"
    + (299 | 199 << 14).to_bytes(4, "little")
    + bytes(30),
    "extended": b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x2b\x01\x00\xc7\x00\x00" + bytes(30),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example as a folder, without pictures."""
    (tmp_path / "pack.toml").write_bytes(EXAMPLE.read_bytes())
    return tmp_path


@pytest.fixture(scope="module")
def winter() -> Pack:
    return read_pack(EXAMPLE)


def test_a_card_has_its_own_picture_else_that_of_its_class(folder: Path, winter: Pack) -> None:
    (folder / "frost-sprite.png").write_bytes(png(4, 3))
    (folder / "Growth Hymn.WEBP").write_bytes(WEBP["lossy"])
    (folder / "scavenging_goblin.jpeg").write_bytes(JPEG)
    (folder / "readme.txt").write_text("no picture", "utf-8")
    (folder / "drawn.svg").write_text("<svg/>", "utf-8")
    found = read_pictures(winter, folder)
    assert not found.faults
    sizes = {name: (one.width, one.height) for name, one in found.found.items()}
    assert sizes == {
        "Frost Sprite": (4, 3), "Growth Hymn": (300, 200), "Scavenging Goblin": (300, 200),
    }  # fmt: skip
    assert found.of("Strong Frost Sprite", "Frost Sprite") == found.of("Frost Sprite")
    assert found.of("Victory Incantation", "Victory") is None
    assert found.found["Scavenging Goblin"].media == "image/jpeg"
    assert found.found["Scavenging Goblin"].name.endswith(".jpg")
    assert read_pack(folder).id == winter.id
    assert read_pictures(winter, EXAMPLE).found == {}


@pytest.mark.parametrize("kind", WEBP)
def test_all_kinds_of_webp_are_measured(folder: Path, winter: Pack, kind: str) -> None:
    (folder / "frost-sprite.webp").write_bytes(WEBP[kind])
    picture = read_pictures(winter, folder).found["Frost Sprite"]
    assert (picture.width, picture.height) == (300, 200)


BAD: dict[str, tuple[str, bytes, str]] = {
    "script": ("frost-sprite.png", b"<script>alert(1)</script>", "is no png picture"),
    "another kind": ("frost-sprite.jpg", png(4, 3), "is no jpg picture"),
    "nothing": ("frost-sprite.webp", b"", "is no webp picture"),
    "cut off": ("frost-sprite.jpg", JPEG[:12], "is no jpg picture"),
    "large": ("frost-sprite.png", png(4, 3) + bytes(MAX_BYTES), "is too large; 200 kB"),
    "wide": ("frost-sprite.png", png(MAX_SIDE + 1, 3), "2049 x 3 pixels; 2048 x 2048"),
    "of nothing": ("nobody.png", png(4, 3), "belongs to no card or class"),
    "twice": ("frost-sprite.webp", WEBP["lossy"], "is a second one of Frost Sprite"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_faulty_picture_is_left_out_with_a_sentence(
    folder: Path, winter: Pack, name: str
) -> None:
    file, data, said = BAD[name]
    if name == "twice":
        (folder / "frost-sprite.png").write_bytes(png(4, 3))
    (folder / file).write_bytes(data)
    found = read_pictures(winter, folder)
    (fault,) = found.faults
    assert said in fault.sentence("en")
    assert file in fault.sentence("it")
    assert len(found.found) == (name == "twice")


def test_links_and_folders_are_not_followed(folder: Path, winter: Pack, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.png"
    outside.write_bytes(png(4, 3))
    (folder / "frost-sprite.png").symlink_to(outside)
    (folder / "growth-hymn.png").mkdir()
    found = read_pictures(winter, folder)
    assert not found.found
    assert [fault.code for fault in found.faults] == ["pack_picture_link"] * 2


def test_a_folder_of_too_many_pictures(folder: Path, winter: Pack) -> None:
    for number in range(MAX_PICTURES + 5):
        (folder / f"picture-{number}.png").write_bytes(b"")
    faults = read_pictures(winter, folder).faults
    assert len(faults) == MAX_PICTURES + 1
    assert "more than 90 pictures" in str(faults[-1])


def test_every_sentence_about_pictures_is_tested() -> None:
    codes = {code for code in load("en", "packs")["fault"] if code.startswith("pack_picture")}
    # A file that cannot be read needs a user who may not read it: tests may run as root.
    tested = {"pack_pictures", "pack_picture_link", "pack_picture_unreadable"} | {
        *("pack_picture_no", "pack_picture_large", "pack_picture_pixels"),
        *("pack_picture_of_nothing", "pack_picture_twice"),
    }
    assert codes == tested
    assert all(codes <= set(load(language, "packs")["fault"]) for language in LANGUAGES)
