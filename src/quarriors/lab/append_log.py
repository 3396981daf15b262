"""A file that grows by whole lines while games are played."""

from __future__ import annotations

from io import RawIOBase
from pathlib import Path

from quarriors.record.errors import BadRecord


class AppendLog:
    """An open, unbuffered file; what cannot be written is refused at once."""

    def __init__(self, path: Path, file: RawIOBase) -> None:
        self._path = path
        self._file = file

    def add(self, line: str | bytes) -> int:
        """Write a text to its last byte; how many bytes that were."""
        whole = rest = line.encode() if isinstance(line, str) else line
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError as error:
            raise unusable(self._path, error) from error
        return len(whole)


def unusable(path: Path, error: OSError) -> BadRecord:
    """The refusal of a file that cannot be read or written."""
    return BadRecord("record.unreadable", path=str(path), why=error)
