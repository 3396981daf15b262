"""Folders that one process writes to: a lock, and files that are there whole or not at all.

The arena and the simulation keep their results in folders and go on after whatever stopped them;
what both rely on is here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Final

LOCK: Final = ".lock"
BESIDE: Final = ".new"  # the ending of a file that is being written


def write_whole(path: Path, content: bytes) -> None:
    """Write beside and rename, so that there is the old file or the new one, whatever happens."""
    beside = path.with_name(path.name + BESIDE)
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    if sys.platform != "win32":  # the new name itself must survive a loss of power too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def locked(file: IO[bytes]) -> bool:
    """Try to lock a file; the system unlocks it when the process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
