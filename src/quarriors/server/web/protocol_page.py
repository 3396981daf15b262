"""The tables in `docs/protocol.md`, made from the messages and the endpoints themselves.

The page's prose is written by hand; what stands between its marks is written by
`python -m quarriors.server.web.protocol_page docs/protocol.md`, and a test says when that was
forgotten.
"""

from __future__ import annotations

import inspect
import io
import json
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from quarriors.facts.problem import STATUS
from quarriors.server.protocol.codec import encode
from quarriors.server.protocol.schema import members, protocol_schema, refusal_codes
from quarriors.server.web.routes import ENDPOINTS
from quarriors.table import messages
from quarriors.table.values import EncodedJson, Limits, traits_of

START = "<!-- generated: {name} -->"
END = "<!-- end -->"


# --- the page ------------------------------------------------------------------------------------


@cache
def field_notes() -> dict[str, dict[str, str]]:
    """What the comments beside the fields say, by class and field."""
    notes: dict[str, dict[str, str]] = {}
    owner = field = ""
    source = inspect.getsource(messages)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.line
        if token.type == tokenize.NAME and token.start[1] == 0:
            owner = line.split()[1].partition(":")[0] if token.string == "class" else ""
        elif token.type == tokenize.NAME and token.start[1] == 4 and owner:
            field = token.string
        elif token.type == tokenize.COMMENT and owner and field and line.startswith("    "):
            notes.setdefault(owner, {})[field] = token.string.lstrip("# ")
    return notes


def type_words(shape: Any) -> str:
    """A type as the page shows it."""
    origin = get_origin(shape)
    if origin is Annotated:
        base, *metas = get_args(shape)
        return type_words(base) + "".join(map(_limits, metas))
    if origin is Literal:
        return " or ".join(f"`{json.dumps(value)}`" for value in get_args(shape))
    if origin in (Union, UnionType):
        parts = [one for one in get_args(shape) if one is not EncodedJson]
        return " or ".join(type_words(one) for one in parts)
    if origin is tuple:
        inner = get_args(shape)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return f"list of {type_words(inner[0])}"
        return "[" + ", ".join(map(type_words, inner)) + "]"
    if origin is dict:
        return "object"
    if isinstance(shape, type) and traits_of(shape) is not None:
        return f"[{shape.__name__}](#{shape.__name__.lower()})"
    plain = {int: "whole number", float: "number", str: "text", bool: "true or false"}
    return "null" if shape is NoneType else plain[shape]


def _limits(meta: Limits) -> str:
    """The limits of a value, in brackets."""
    said = []
    if meta.ge is not None or meta.le is not None:
        said.append(f"{meta.ge} to {meta.le}")
    if meta.min_length is not None or meta.max_length is not None:
        least = "" if meta.min_length is None else f"{meta.min_length} to "
        said.append(f"length {least or 'up to '}{meta.max_length}")
    if meta.pattern is not None:
        said.append(f"`{meta.pattern}`")
    return f" ({', '.join(said)})" if said else ""


def _fields(shape: type) -> list[str]:
    hints = get_type_hints(shape, include_extras=True)
    notes = field_notes().get(shape.__name__, {})
    rows = ["| field | type | default | meaning |", "|---|---|---|---|"]
    for field in fields(shape):
        if field.default is MISSING:
            default = "needed"
        else:
            default = f"`{encode(field.default).decode()}`"
        words = type_words(hints[field.name]).replace("|", "\\|")
        rows.append(f"| `{field.name}` | {words} | {default} | {notes.get(field.name, '')} |")
    return rows if len(rows) > 2 else ["No fields."]


def _entry(shape: type) -> list[str]:
    traits = traits_of(shape)
    lines = [f"### {shape.__name__}", ""]
    if traits is not None and traits.tag:
        lines += [f'`"type": "{traits.tag}"`', ""]
    return [*lines, inspect.getdoc(shape) or "", "", *_fields(shape), ""]


def _inner(shapes: Sequence[Any]) -> Iterator[type]:
    """The structures that messages are made of, in the order they are met."""
    for shape in shapes:
        if isinstance(shape, type) and traits_of(shape) is not None:
            yield shape
            yield from _inner(list(get_type_hints(shape, include_extras=True).values()))
        else:
            yield from _inner(get_args(shape))


def message_pages() -> str:
    """Every message and what it is made of."""
    client, server = members(messages.FromClient), members(messages.FromServer)
    met = dict.fromkeys(_inner((*client, *server)))
    parts = [one for one in met if one not in (*client, *server)]
    lines = ["## What a client sends", ""]
    for shape in client:
        lines += _entry(shape)
    lines += ["## What the server sends", ""]
    for shape in server:
        lines += _entry(shape)
    lines += ["## What messages are made of", ""]
    for shape in parts:
        lines += _entry(shape)
    return "\n".join(lines).rstrip()


def endpoint_table() -> str:
    """What can be asked over HTTP."""
    rows = ["| | | token | answer | what it does |", "|---|---|---|---|---|"]
    for one in ENDPOINTS:
        purpose = " ".join((inspect.getdoc(one.handler) or "").partition("\n\n")[0].split())
        answer = one.reply.__name__ if isinstance(one.reply, type) else one.media
        token = one.token or "none"
        rows.append(
            f"| {one.method} | `{one.path}` | {token} | {one.status} {answer} | {purpose} |"
        )
    return "\n".join(rows)


def status_table() -> str:
    """Which HTTP status goes with which code of a refusal."""
    rows = ["| code | HTTP | over the websocket |", "|---|---|---|"]
    known = refusal_codes()
    for code, status in STATUS.items():
        rows.append(f"| `{code}` | {status} | {'yes' if code in known else 'no'} |")
    return "\n".join(rows)


PARTS = {"http": endpoint_table, "codes": status_table, "messages": message_pages}


def renewed(page: str) -> str:
    """The page with everything between its marks made anew."""
    for name, make in PARTS.items():
        start = START.format(name=name)
        before, found, rest = page.partition(start)
        _, closed, after = rest.partition(END)
        if not found or not closed:
            raise SystemExit(f"The page has no {start} ... {END}.")
        page = f"{before}{start}\n\n{make()}\n\n{END}{after}"
    return page


def main(arguments: Sequence[str]) -> None:
    """Print the schema, or renew the page that is named."""
    if not arguments:
        print(json.dumps(protocol_schema(), indent=2))
        return
    path = Path(arguments[0])
    path.write_text(renewed(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
