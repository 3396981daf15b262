"""Reads an expression of the card language into a tree; nothing is ever executed.

    parse('when(SCORED, may_choose(CULL, dice(ME, USED), cull()))')

gives the parts of a line, separated by commas at the top. There are names, calls with arguments and
keyword arguments, whole numbers, texts in quotes, lists in brackets, names joined with `|`, and
comments from `#` to the end of a line. Length, depth and number of nodes are limited, so that an
expression from a stranger costs no more than one of ours. A `SyntaxFault` says what is wrong where.
"""

from __future__ import annotations

import re
from typing import Final

from quarriors.cards.language.faults import Fault
from quarriors.cards.language.nodes import (
    Call,
    Integer,
    Items,
    Joined,
    Keyword,
    Name,
    Node,
    Text,
)

MAX_LENGTH: Final = 4000  # characters; the longest of ours has 480
MAX_DEPTH: Final = 30
MAX_NODES: Final = 500
MAX_DIGITS: Final = 4

_TOKEN: Final = re.compile(
    r"""
    (?:[ \t\r\n]+|\#[^\n]*)*
    (?:
        (?P<name>[A-Za-z_][A-Za-z_0-9]*)
        |(?P<sign>[()\[\],=|])
        |(?P<number>-?[0-9]+)
        |(?P<text>"[^"\n]*"|'[^'\n]*')
        |(?P<end>\Z)
    )?
    """,
    re.VERBOSE,
)
_CLOSES: Final = {"(": ")", "[": "]"}
_END: Final = "end"  # the kind of the last token


class SyntaxFault(Exception):
    """An expression that cannot be read; its fault says why and where."""

    def __init__(self, code: str, at: int, **values: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, values, at=at)


def parse(text: str) -> tuple[Node, ...]:
    """The parts of a line, as trees."""
    if len(text) > MAX_LENGTH:
        raise SyntaxFault("too_long", 0, length=len(text), most=MAX_LENGTH)
    return _Parser(text).parts()


class _Parser:
    """One expression being read, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.next = 0
        self.depth = 0
        self.nodes = 0

    def parts(self) -> tuple[Node, ...]:
        """Everything up to the end."""
        if self.tokens[0][0] == _END:
            raise SyntaxFault("empty", 0)
        found = [self.alternatives()]
        while self.tokens[self.next][0] != _END:
            self.comma("", 0)
            if self.tokens[self.next][0] != _END:
                found.append(self.alternatives())
        return tuple(found)

    def comma(self, opened: str, at: int) -> None:
        """Take the comma between two parts; without one the list has to end here."""
        kind, value, here = self.tokens[self.next]
        if value == ",":
            self.next += 1
        elif not opened:
            raise SyntaxFault("unexpected_outside", here, found=value)
        elif kind == _END:
            self.must_go_on(opened, at)
        elif value != _CLOSES[opened]:
            raise SyntaxFault("unexpected", here, found=value, closing=_CLOSES[opened])

    def must_go_on(self, opened: str, at: int) -> None:
        """The end of the text inside brackets is a bracket too few."""
        if self.tokens[self.next][0] == _END:
            raise SyntaxFault("unclosed", at, bracket=opened, closing=_CLOSES[opened])

    def alternatives(self) -> Node:
        """One value, or several names joined with `|`."""
        first = self.value()
        if self.tokens[self.next][1] != "|":
            return first
        items = [first]
        while self.tokens[self.next][1] == "|":
            self.next += 1
            items.append(self.value())
        return Joined(tuple(items), first.at)

    def value(self) -> Node:
        """A name, a call, a number, a text or a list."""
        kind, value, at = self.tokens[self.next]
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise SyntaxFault("too_many", at, most=MAX_NODES)
        if kind == "name":
            self.next += 1
            if self.tokens[self.next][1] == "(":
                return self.call(value, at)
            return Name(value, at)
        if kind == "number":
            if len(value.lstrip("-")) > MAX_DIGITS:
                raise SyntaxFault("too_large", at, found=value)
            self.next += 1
            return Integer(int(value), at)
        if kind == "text":
            self.next += 1
            return Text(value[1:-1], at)
        if value == "[":
            return self.items(at)
        if kind == _END:
            raise SyntaxFault("ends", at)
        raise SyntaxFault("no_value", at, found=value)

    def call(self, word: str, at: int) -> Call:
        """The arguments of a word."""
        opened = self.tokens[self.next][2]
        self.deeper(opened)
        arguments: list[Node] = []
        keywords: list[Keyword] = []
        while self.tokens[self.next][1] != ")":
            self.must_go_on("(", opened)
            kind, name, here = self.tokens[self.next]
            if kind == "name" and self.tokens[self.next + 1][1] == "=":
                self.next += 2
                self.must_go_on("(", opened)
                keywords.append(Keyword(name, self.alternatives(), here))
            else:
                arguments.append(self.alternatives())
            self.comma("(", opened)
        self.higher()
        return Call(word, tuple(arguments), tuple(keywords), at)

    def items(self, at: int) -> Items:
        """A list in brackets."""
        self.deeper(at)
        found: list[Node] = []
        while self.tokens[self.next][1] != "]":
            self.must_go_on("[", at)
            found.append(self.alternatives())
            self.comma("[", at)
        self.higher()
        return Items(tuple(found), at)

    def deeper(self, at: int) -> None:
        """Go past an opening bracket."""
        self.next += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise SyntaxFault("too_deep", at, most=MAX_DEPTH)

    def higher(self) -> None:
        """Go past the closing bracket."""
        self.next += 1
        self.depth -= 1


def _tokens(text: str) -> list[tuple[str, str, int]]:
    """Kind, text and offset of every token; the last is the end."""
    found: list[tuple[str, str, int]] = []
    at = 0
    while not found or found[-1][0] != _END:
        hit = _TOKEN.match(text, at)
        kind = hit.lastgroup if hit else None
        if hit is None or kind is None:
            at = hit.end() if hit else at
            if text[at] in "\"'":
                raise SyntaxFault("unclosed_text", at)
            shown = text[at] if text[at].isprintable() else f"U+{ord(text[at]):04X}"
            raise SyntaxFault("strange_character", at, found=shown)
        found.append((kind, hit[kind], hit.start(kind)))
        at = hit.end()
    return found
