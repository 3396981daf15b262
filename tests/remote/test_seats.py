"""Seats that are remembered: found again, kept apart, readable by nobody else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from quarriors.remote import seats
from quarriors.remote.address import Address

TABLE = "abcdefghijklmnop"
HERE = Address("http://host:7733", TABLE)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(seats, "folder", lambda: tmp_path / "seats")
    return tmp_path / "seats"


def test_a_seat_is_found_again() -> None:
    seats.keep(HERE, 1, "token", "Anna").release()
    again = seats.claim(HERE)
    assert again is not None
    assert (again.kept.seat, again.kept.token, again.kept.name) == (1, "token", "Anna")
    assert not again.fresh
    again.release()


def test_only_by_those_who_mean_it() -> None:
    seats.keep(HERE, 1, "token", "Anna").release()
    assert seats.claim(HERE.at("ponmlkjihgfedcba")) is None
    assert seats.claim(Address("http://other:7733", TABLE)) is None  # never sent to another server
    assert seats.claim(HERE, seat=0) is None
    assert seats.claim(HERE, name="Bruno") is None
    assert seats.claim(HERE, bot=True) is None


def test_a_seat_in_use_is_nobody_elses() -> None:
    first = seats.keep(HERE, 0, "one", "Anna")
    second = seats.keep(HERE, 1, "two", "Bruno")
    assert seats.claim(HERE) is None
    first.release()
    found = seats.claim(HERE)
    assert found is not None
    assert found.kept.token == "one"
    found.release()
    second.release()


def test_a_seat_is_free_again_when_its_process_dies(own_folder: Path) -> None:
    """Locks are the system's: nothing is left behind by `kill -9`."""
    seats.keep(HERE, 0, "one", "Anna").release()
    holder = f"""
import os, signal
from pathlib import Path
from quarriors.remote import seats
from quarriors.remote.address import Address
seats.folder = lambda: Path({str(own_folder)!r})
assert seats.claim(Address({HERE.server!r}, {TABLE!r})) is not None
print("held", flush=True)
input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert seats.claim(HERE) is None
        process.kill()
        process.wait()
    again = seats.claim(HERE)
    assert again is not None
    again.release()


def test_servers_of_this_machine_are_one() -> None:
    seats.keep(Address("http://127.0.0.1:7733", TABLE), 0, "token", "Anna").release()
    found = seats.claim(Address("http://localhost:7734", TABLE))
    assert found is not None
    found.release()
    assert seats.tables(Address("http://[::1]:9")) == [TABLE]
    assert seats.tables(Address("http://host")) == []


def test_the_newest_table_comes_first(own_folder: Path) -> None:
    names = [f"table-number-000{number}" for number in range(3)]
    for number, name in enumerate(names):
        seats.keep(HERE.at(name), 0, "token", "Anna").release()
        for path in own_folder.glob("*.json"):
            if name.encode() in path.read_bytes():
                os.utime(path, (number, number))
    assert seats.tables(HERE) == names[::-1]


def test_tokens_are_for_this_user_alone(own_folder: Path) -> None:
    if os.name != "posix":
        pytest.skip("rights are another thing there")
    seats.keep(HERE, 0, "token", "Anna").release()
    assert stat.S_IMODE(own_folder.stat().st_mode) == 0o700
    (path,) = own_folder.glob("*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert TABLE not in path.name


def test_a_token_that_is_worth_nothing_is_forgotten() -> None:
    seats.keep(HERE, 0, "token", "Anna").forget()
    assert seats.claim(HERE) is None
    assert seats.peek(HERE) is None


def test_broken_files_are_no_seats(own_folder: Path) -> None:
    seats.keep(HERE, 0, "token", "Anna").release()
    (own_folder / "broken.json").write_text("{", "utf-8")
    (own_folder / "other.json").write_text("[]", "utf-8")
    kept = seats.peek(HERE)
    assert kept is not None
    assert kept.token == "token"
