"""Where `replay` and `verify` get records from: a file, or the link of a finished game's table.

A link is fetched from its server and checked here, on the reader's own machine: that is the point
of checking.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quarriors.record.errors import BadRecord
from quarriors.record.files import iter_records, load

_LINKS = ("http://", "https://")


def is_link(source: str) -> bool:
    """Whether a source is the link of a table, not a file."""
    return source.startswith(_LINKS)


def records_of(source: str, language: str) -> Iterator[Any]:
    """All records of a file, or the one behind a link."""
    if is_link(source):
        yield _fetched(source, language)
    else:
        yield from iter_records(Path(source))


def record_of(source: str, number: int | None, language: str) -> Any:
    """One record: the only one, or the one of that number, from 1."""
    if not is_link(source):
        return load(Path(source), number)
    if number not in (None, 1):
        raise BadRecord("record.no_such_game", path=source, count=1, number=number)
    return _fetched(source, language)


def _fetched(link: str, language: str) -> Any:
    import asyncio

    from quarriors.remote.address import read_address
    from quarriors.remote.calls import record

    return asyncio.run(record(read_address(link), language))
