"""What messages, entries and set-ups are made of: small values that are never changed.

`value` makes a class such a value: a dataclass with slots, compared and hashed by its fields. The
type checker takes it as frozen. At run time an assignment is not refused: a frozen dataclass takes
eight times as long to make, and a server makes some twenty values for every answer.

A class with a tag is written with `"type": tag` first. Classes that are `closed` refuse fields they
do not know; those that `omit_defaults` are written without the fields that have their default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Limits:
    """What `Annotated` says of a value: limits of a number, of a length, and a pattern."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class Traits:
    """How values of a class are written and read."""

    tag: str = ""
    closed: bool = False
    omit_defaults: bool = False


@dataclass_transform(frozen_default=True)
def value(
    *, tag: str = "", closed: bool = False, omit_defaults: bool = False
) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a value."""
    traits = Traits(tag, closed, omit_defaults)

    def make(kind: type[Kind]) -> type[Kind]:
        made = dataclass(slots=True, unsafe_hash=True)(kind)
        made.__traits__ = traits  # type: ignore[attr-defined]
        return made

    return make


def traits_of(kind: type) -> Traits | None:
    """How values of a class are written; None for a class that is no value."""
    return getattr(kind, "__traits__", None)


def tag_of(message: object) -> str:
    """The `type` of a message or an entry."""
    traits = traits_of(type(message))
    return "" if traits is None else traits.tag


class EncodedJson:
    """JSON that is already encoded, as a part of what is to be encoded."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __bytes__(self) -> bytes:
        return self.data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EncodedJson) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)
