"""A lock on an SQLite file: one server process at a time.

The operating system holds the lock for the process and gives it up when the process ends, however
it ends, so a killed server leaves nothing behind that stops the next one. The lock is on a file of
its own beside the database, because SQLite loses its own locks when anybody else in the process
closes the database file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from quarriors.server.store.errors import StorageTrouble

if sys.platform == "win32":
    import msvcrt

    _PLACE = 1 << 20  # a locked byte cannot be read by others, so not one of the process number

    def _lock(file: int) -> None:
        os.lseek(file, _PLACE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The lock of this process on one database file, held until `release`."""

    def __init__(self, database: Path) -> None:
        path = f"{database}-lock"
        try:
            self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StorageTrouble("readonly", str(error)) from error
        try:
            _lock(self._file)
        except OSError as error:
            holder = os.pread(self._file, 20, 0) if hasattr(os, "pread") else b""
            self.release()
            raise StorageTrouble("in_use", holder.decode("ascii", "replace").strip()) from error
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, str(os.getpid()).encode())

    def release(self) -> None:
        """Let another process have the file; the lock's own file stays, and means nothing."""
        os.close(self._file)
