"""The tree of an expression of the card language, as the parser makes it.

Nodes cannot be changed and know where they stand: `at` is the offset in the expression, which
`source.Source.place` turns into a line and column of the file when there is something to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Name(NamedTuple):
    """A name without arguments: `ME`, `READY`, `creature_die`."""

    word: str
    at: int


class Integer(NamedTuple):
    """A whole number."""

    value: int
    at: int


class Text(NamedTuple):
    """A text in quotes: the name of a class or a type."""

    value: str
    at: int


class Items(NamedTuple):
    """A list in brackets."""

    items: tuple[Node, ...]
    at: int


class Joined(NamedTuple):
    """Names joined with `|`."""

    items: tuple[Node, ...]
    at: int


class Keyword(NamedTuple):
    """An argument by name."""

    name: str
    value: Node
    at: int


class Call(NamedTuple):
    """A word with its arguments."""

    word: str
    arguments: tuple[Node, ...]
    keywords: tuple[Keyword, ...]
    at: int


Node = Name | Integer | Text | Items | Joined | Call


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order they are written."""
    yield node
    if isinstance(node, Call):
        for argument in (*node.arguments, *(keyword.value for keyword in node.keywords)):
            yield from walk(argument)
    elif isinstance(node, Items | Joined):
        for item in node.items:
            yield from walk(item)
