"""What goes in and out over HTTP about turns that are told, and what a server offers of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Browser(Struct, forbid_unknown_fields=True, frozen=True):
    """A subscription as a browser gives it: where messages for it go, and its keys."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+$")]
    auth: Annotated[str, Meta(min_length=20, max_length=30, pattern="^[A-Za-z0-9_-]+$")]


class Browsers(Struct, frozen=True):
    """How many browsers of my seat are told when it is my turn; at most four."""

    browsers: int


class Features(Struct, frozen=True):
    """What a server offers beside games; all of it is off unless its operator wants it."""

    ratings: bool  # a club: names with keys, and games that are rated
    push: str  # the key for which browsers subscribe to Web Push; empty: they cannot
    webhooks: bool  # whether a host may have turns told to an address
