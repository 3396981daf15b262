"""Which seats are ours: their tokens, kept in the user's state folder.

A token is all that says who somebody is, so it is kept where only this user can read it, and sent
only to the server it came from. Each seat has a file of its own, so that several programs of one
user never write the same one; the process that plays a seat holds a lock on it, so that a second
terminal or bot takes another seat instead of the same one. Locks vanish with their process.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from quarriors.remote.address import Address

HOME = "home"  # all servers of this machine are one: its port may be another one tomorrow


class Kept(Struct, frozen=True):
    """A seat as it is written down."""

    server: str
    table: str
    seat: int
    token: str
    name: str = ""
    bot: bool = False
    number: str = ""  # what we added to the dice of its game
    commitment: str = ""  # what the server had published by then


class Claim:
    """A seat that this process plays; others of this user keep away until it is released."""

    def __init__(
        self, kept: Kept, path: Path | None, lock: int | None, *, fresh: bool = False
    ) -> None:
        self.kept = kept
        self.fresh = fresh  # the server has just given it to us
        self._path = path
        self._lock = lock

    def keep_number(self, number: str, commitment: str) -> None:
        """Remember what was added to the dice, to check it after the game."""
        self.kept = msgspec.structs.replace(self.kept, number=number, commitment=commitment)
        if self._path is not None:
            with suppress(OSError):  # then it can be checked only until this process ends
                _write(self._path, self.kept)

    def release(self) -> None:
        """Let others have it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def forget(self) -> None:
        """The token is worth nothing any more."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        self.release()


def folder() -> Path:
    """Where seats are kept."""
    from platformdirs import user_state_path

    return user_state_path("quarriors", appauthor=False) / "seats"


def server_key(address: Address) -> str:
    """What a server is called in a file of seats."""
    return HOME if address.at_home else address.server


def keep(address: Address, seat: int, token: str, name: str, *, bot: bool = False) -> Claim:
    """Write a seat down and claim it; OSError if the folder cannot be written."""
    kept = Kept(server_key(address), address.table, seat, token, name, bot)
    path = _path(kept)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(OSError, msgspec.DecodeError):  # asked for again, as a rematch may be
        old = _read(path)
        if old.token == token:
            kept = old
    _write(path, kept)
    return Claim(kept, path, _lock(path), fresh=True)


def _read(path: Path) -> Kept:
    return msgspec.json.decode(path.read_bytes(), type=Kept)


def _write(path: Path, kept: Kept) -> None:
    """Write beside and rename, so that a reader sees the old file or the new one."""
    fresh = path.with_suffix(f".{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(kept))
    fresh.replace(path)


def unkept(address: Address, seat: int, token: str, name: str, *, bot: bool = False) -> Claim:
    """A seat that can only be played until this process ends."""
    kept = Kept(server_key(address), address.table, seat, token, name, bot)
    return Claim(kept, None, None, fresh=True)


def claim(
    address: Address, *, seat: int | None = None, name: str = "", bot: bool = False
) -> Claim | None:
    """A seat of ours at a table that no other process of ours plays; None if there is none."""
    for path, kept in _all():
        if (kept.server, kept.table, kept.bot) != (server_key(address), address.table, bot):
            continue
        if (seat is not None and kept.seat != seat) or (name and kept.name != name):
            continue
        lock = _lock(path)
        if lock is not None:
            return Claim(kept, path, lock)
    return None


def at_table(address: Address) -> list[Kept]:
    """All our seats at a table, by their number."""
    there = (server_key(address), address.table)
    found = [kept for _, kept in _all() if (kept.server, kept.table) == there]
    return sorted(found, key=lambda kept: kept.seat)


def peek(address: Address) -> Kept | None:
    """A seat of ours at a table, played by its owner or by a stand-in."""
    there = (server_key(address), address.table)
    return next((kept for _, kept in _all() if (kept.server, kept.table) == there), None)


def tables(address: Address) -> list[str]:
    """The tables of a server where a person of ours sits, the newest first."""
    there = server_key(address)
    return list(dict.fromkeys(k.table for _, k in _all() if k.server == there and not k.bot))


def _path(kept: Kept) -> Path:
    """The file of a seat; its name tells nothing."""
    text = f"{kept.server}\n{kept.table}\n{kept.seat}"
    return folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"


def _all() -> Iterator[tuple[Path, Kept]]:
    """Every seat that is written down, the newest first; what cannot be read is no seat."""
    dated: list[tuple[float, Path]] = []
    for path in folder().glob("*.json"):
        with suppress(OSError):  # removed by another process meanwhile
            dated.append((path.stat().st_mtime, path))
    for _, path in sorted(dated, reverse=True):
        with suppress(OSError, msgspec.DecodeError):
            yield path, _read(path)


def _lock(path: Path) -> int | None:
    """Hold a seat as long as this process lives; None if another one holds it."""
    handle = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _hold(handle)
    except OSError:
        os.close(handle)
        return None
    return handle


if sys.platform == "win32":

    def _hold(handle: int) -> None:
        """Lock an open file, or raise OSError at once."""
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:

    def _hold(handle: int) -> None:
        """Lock an open file, or raise OSError at once."""
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
