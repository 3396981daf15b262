"""What `--database` may say."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from quarriors.server.store import StorageTrouble, Store
from quarriors.server.store.address import Address, default_path, read_address
from quarriors.text import load


def test_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_address("club.db") == Address(path=tmp_path / "club.db")
    assert read_address("~/club.db") == Address(path=tmp_path / "club.db")
    assert read_address("sqlite:///club.db") == Address(path=tmp_path / "club.db")
    assert read_address("sqlite:////var/my%20club.db") == Address(path=Path("/var/my club.db"))
    for scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        address = read_address(f"{scheme}://me:pw@host/club")
        assert address == Address(url="postgresql://me:pw@host/club")
        assert address.is_postgres
    assert read_address("").path == default_path()
    assert default_path().name == "tables.sqlite"
    assert "quarriors" in default_path().parts


@pytest.mark.parametrize("text", ["mysql://me:secret@host/club", "sqlite://", "http://x"])
def test_other_addresses_are_refused_without_saying_passwords(text: str) -> None:
    with pytest.raises(StorageTrouble) as refused:
        read_address(text)
    assert refused.value.kind == "address"
    assert "postgresql://" in refused.value.say("en")
    assert "secret" not in str(refused.value)


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "some" / "folder" / "tables.sqlite"

    async def go() -> None:
        store = await Store.open(f"sqlite:///{path}")
        await store.close()

    asyncio.run(go())
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_every_trouble_has_a_sentence_in_both_languages() -> None:
    kinds = set(load("en", "server")["storage"])
    assert kinds == set(load("it", "server")["storage"])
    for kind in kinds:
        trouble = StorageTrouble(kind, "detail")
        assert trouble.say("en") != trouble.say("it")
        assert "detail" not in trouble.say("en")
        assert "detail" in str(trouble)
