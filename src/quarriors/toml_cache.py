"""The TOML files of the package, read and parsed, without parsing them at every start.

Python's parser takes half the time of a short command. Parsed copies are JSON, under the hash of
the text they were made from, with a hash of their own in the first line. A wheel brings them
(`hatch_build.py` makes them); in a checkout the command line keeps its own in the folder that
`keep_in` names. A copy that is missing, damaged or of another text is not used. Only texts that
come with the package are kept, never those of a user.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
IN_WHEEL = PACKAGE / "_parsed"
OLDEST = 90 * 86_400  # seconds; copies that were made earlier are deleted when a new one is made

_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Keep parsed copies in a folder from now on, if nobody else can write there; or nowhere."""
    global _folder  # noqa: PLW0603 - one folder for the process, set when it starts
    _folder = None
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        if not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022):
            _folder = folder


def text_of(path: str) -> str:
    """A text file of the package; `importlib.resources` would take longer to import than to use."""
    return (PACKAGE / path).read_text("utf-8")


def parsed(text: str) -> dict[str, Any]:
    """A text as TOML has it."""
    name = f"{sha256(text.encode()).hexdigest()}.json"
    found = _read(IN_WHEEL / name)
    if found is None and _folder is not None:
        found = _read(_folder / name)
    if found is None:
        import tomllib  # not needed as long as copies are found

        found = tomllib.loads(text)
        if _folder is not None:
            _write(_folder / name, found)
    return found


def _read(path: Path) -> dict[str, Any] | None:
    """A copy, if it is whole."""
    try:
        check, _, body = path.read_bytes().partition(b"\n")
        if check.decode() == sha256(body).hexdigest():
            found: dict[str, Any] = json.loads(body)
            return found
    except (OSError, ValueError):
        pass
    return None


def _write(path: Path, content: dict[str, Any]) -> None:
    """Make a copy; a disk that is full or read-only makes no difference to the command."""
    body = json.dumps(content).encode()
    with suppress(OSError):
        draft = path.with_suffix(f".{os.getpid()}")  # nobody else writes in this folder
        draft.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)
        draft.replace(path)
        for other in path.parent.iterdir():
            if other.stat().st_mtime < time.time() - OLDEST:
                other.unlink()
