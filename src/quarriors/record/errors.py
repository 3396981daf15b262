"""The error of records that cannot be written, read or replayed."""

from __future__ import annotations

from quarriors.engine.errors import RecordError


class BadRecord(RecordError):
    """A record that cannot be written, read or replayed."""

    texts = "cli"
