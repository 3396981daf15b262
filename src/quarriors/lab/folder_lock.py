"""A folder of results that one process at a time may write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quarriors.lab.append_log import unusable
from quarriors.lab.atomic_files import LOCK, locked
from quarriors.lab.errors import LabError


@contextmanager
def claimed_folder(folder: Path) -> Iterator[None]:
    """Make the folder if it is not there, and keep other processes out of it until the end."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("ab")
    except (FileExistsError, NotADirectoryError) as error:
        raise LabError("not_a_folder", path=folder) from error
    except OSError as error:
        raise unusable(folder, error) from error
    with lock:
        if not locked(lock):
            raise LabError("in_use", path=folder)
        yield
