"""Values as JSON and back, with the standard library alone.

What is read is checked by the types of the fields: `DecodeError` says in a sentence which value is
wrong. The server has a faster codec for the same bytes (`server.protocol.codec`), made from the
same types; a table is given the one it is to encode with.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from json.encoder import encode_basestring as quoted
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from quarriors.table.values import EncodedJson, Limits, Traits, traits_of

Reader = Callable[[Any, str], Any]  # gets a JSON value and where it stands


@dataclass(frozen=True)
class Encoder:
    """How a table encodes what it shows; functions and not methods, for they are called often."""

    encode: Callable[[object], bytes]  # a value as JSON
    encoded: Callable[[bytes], Any]  # encoded JSON as a part of another value


class DecodeError(ValueError):
    """JSON that cannot be read, or that is not what it should be."""


# --- writing -------------------------------------------------------------------------------------


def encode(value: object) -> bytes:
    """A value as JSON, without spaces."""
    parts: list[str] = []
    _write(value, parts.append)
    return "".join(parts).encode()


PLAIN = Encoder(encode, EncodedJson)


def _write(value: Any, put: Callable[[str], None]) -> None:
    if isinstance(value, str):
        put(quoted(value))
    elif value is None or isinstance(value, bool):
        put("null" if value is None else "true" if value else "false")
    elif isinstance(value, int):
        put(int.__repr__(value))
    elif isinstance(value, float):
        put(_number(value))
    elif isinstance(value, (tuple, list)):
        _write_list(value, put)
    elif isinstance(value, Mapping):
        _write_fields(((key, value[key]) for key in value), put)
    elif isinstance(value, EncodedJson):
        put(value.data.decode())
    elif isinstance(value, bytes):
        put(f'"{base64.b64encode(value).decode()}"')
    else:
        _write_fields(_fields_of(value), put)


def _number(value: float) -> str:
    """A float as `1e16` and `1e-7`, where Python has `1e+16` and `1e-07`; null if it is none."""
    if not math.isfinite(value):
        return "null"
    text = repr(value)
    digits, e, power = text.partition("e")
    return f"{digits}e{int(power)}" if e else text


_NUMBERS = {int}


def _write_list(value: Any, put: Callable[[str], None]) -> None:
    if set(map(type, value)) == _NUMBERS:  # a position is thousands of them
        put(f"[{','.join(map(str, value))}]")
        return
    separator = "["
    for one in value:
        put(separator)
        _write(one, put)
        separator = ","
    put("[]" if separator == "[" else "]")


def _write_fields(items: Any, put: Callable[[str], None]) -> None:
    separator = "{"
    for key, one in items:
        put(f"{separator}{quoted(key)}:")
        _write(one, put)
        separator = ","
    put("{}" if separator == "{" else "}")


def _fields_of(value: Any) -> list[tuple[str, Any]]:
    """What is written of a value of ours, in order."""
    kind = type(value)
    if not is_dataclass(kind):
        raise TypeError(f"A {kind.__name__} cannot be written as JSON.")
    traits = traits_of(kind) or Traits()
    found = [("type", traits.tag)] if traits.tag else []
    for field in fields(kind):
        one = getattr(value, field.name)
        if not (traits.omit_defaults and one == field.default):
            found.append((field.name, one))
    return found


# --- reading -------------------------------------------------------------------------------------


def decode(kind: Any, data: bytes | str) -> Any:
    """What a JSON text says, as a value of a type; `DecodeError` if it is no such value."""
    return read(kind, parse(data))


def parse(data: bytes | str) -> Any:
    """Plain JSON values of a text in UTF-8."""
    try:
        text = data if isinstance(data, str) else data.decode()
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"This is not JSON: {error}.") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def read(kind: Any, value: object) -> Any:
    """Plain JSON values as a value of a type; `DecodeError` if they are not of its shape."""
    return _reader(kind)(value, "")


def _wrong(where: str, wanted: str, value: object) -> DecodeError:
    found = json.dumps(value, ensure_ascii=False, default=str)
    shown = found if len(found) <= 40 else f"{found[:37]}..."
    return DecodeError(f"{where.lstrip('.') or 'The message'} must be {wanted}, not {shown}.")


@cache
def _reader(hint: Any) -> Reader:
    """What reads values of a type; made once for each."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *notes = get_args(hint)
        return _limited(_reader(base), [one for one in notes if isinstance(one, Limits)])
    if origin is Literal:
        return _literal(get_args(hint))
    if origin in (Union, UnionType):
        return _union([one for one in get_args(hint) if one is not EncodedJson])
    if origin is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return _sequence(tuple, _reader(inner[0]))
        return _row([_reader(one) for one in inner])
    if origin is list:
        return _sequence(list, _reader(get_args(hint)[0]))
    if origin is dict:
        return _mapping(_reader(get_args(hint)[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return _value(hint)
    return _SIMPLE[hint]


def _anything(value: Any, _where: str) -> Any:
    return value


def _whole(value: Any, where: str) -> int:
    if type(value) is not int:
        raise _wrong(where, "a whole number", value)
    return value


def _float(value: Any, where: str) -> float:
    if type(value) in (int, float):
        try:
            if math.isfinite(found := float(value)):
                return found
        except OverflowError:
            pass
    raise _wrong(where, "a number", value)


def _text(value: Any, where: str) -> str:
    if type(value) is not str:
        raise _wrong(where, "a text", value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DecodeError(f"{where.lstrip('.')} has half a character.") from None
    return value


def _flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        raise _wrong(where, "true or false", value)
    return value


def _bytes(value: Any, where: str) -> bytes:
    try:
        return base64.b64decode(_text(value, where), validate=True)
    except binascii.Error:
        raise _wrong(where, "bytes in base64", value) from None


_SIMPLE: dict[Any, Reader] = {
    int: _whole, float: _float, str: _text, bool: _flag, bytes: _bytes,
    Any: _anything, object: _anything,
}  # fmt: skip


def _limited(inner: Reader, limits: list[Limits]) -> Reader:
    def read_limited(value: Any, where: str) -> Any:
        found = inner(value, where)
        for limit in limits:
            wanted = _exceeded(limit, found)
            if wanted:
                raise _wrong(where, wanted, value)
        return found

    return read_limited


def _exceeded(limit: Limits, found: Any) -> str:
    """What a value must be that goes beyond a limit; empty if it does not."""
    if limit.ge is not None and found < limit.ge:
        return f"{limit.ge} or more"
    if limit.le is not None and found > limit.le:
        return f"{limit.le} or less"
    if limit.min_length is not None and len(found) < limit.min_length:
        return f"of length {limit.min_length} or more"
    if limit.max_length is not None and len(found) > limit.max_length:
        return f"of length {limit.max_length} or less"
    if limit.pattern is not None and not re.search(limit.pattern, found):
        return f"like {limit.pattern}"
    return ""


def _literal(allowed: tuple[Any, ...]) -> Reader:
    words = " or ".join(json.dumps(one) for one in allowed)

    def read_literal(value: Any, where: str) -> Any:
        if type(value) is not str or value not in allowed:
            raise _wrong(where, words, value)
        return value

    return read_literal


def _union(kinds: list[Any]) -> Reader:
    """One of several tagged classes, or one type; and null, if that is among them."""
    some = [one for one in kinds if one is not NoneType]
    inner = _reader(some[0]) if len(some) == 1 else _tagged(some)
    if len(some) == len(kinds):
        return inner
    return lambda value, where: None if value is None else inner(value, where)


def _tagged(kinds: list[type]) -> Reader:
    readers: dict[str, Reader] = {}
    for kind in kinds:
        tag = (traits_of(kind) or Traits()).tag
        assert tag, f"{kind} has no tag to tell it from others"
        readers[tag] = _reader(kind)
    words = " or ".join(json.dumps(tag) for tag in readers)

    def read_tagged(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise _wrong(where, "an object", value)
        if "type" not in value:
            raise DecodeError(f"{where.lstrip('.') or 'The message'} has no type.")
        tag = value["type"]
        if type(tag) is not str or tag not in readers:
            raise _wrong(f"{where}.type", words, tag)
        return readers[tag](value, where)

    return read_tagged


def _sequence(make: Callable[[list[Any]], Any], inner: Reader) -> Reader:
    def read_sequence(value: Any, where: str) -> Any:
        if type(value) is not list:
            raise _wrong(where, "a list", value)
        return make([inner(one, f"{where}[{at}]") for at, one in enumerate(value)])

    return read_sequence


def _row(inner: list[Reader]) -> Reader:
    def read_row(value: Any, where: str) -> Any:
        if type(value) is not list or len(value) != len(inner):
            raise _wrong(where, f"a list of {len(inner)}", value)
        return tuple(
            each(one, f"{where}[{at}]")
            for at, (each, one) in enumerate(zip(inner, value, strict=True))
        )

    return read_row


def _mapping(inner: Reader) -> Reader:
    def read_mapping(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise _wrong(where, "an object", value)
        return {key: inner(one, f"{where}.{key}") for key, one in value.items()}

    return read_mapping


def _value(kind: Any) -> Reader:
    """What reads a value of ours, field by field."""
    hints = get_type_hints(kind, include_extras=True)
    traits = traits_of(kind) or Traits()
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = [
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    ]

    def read_value(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise _wrong(where, "an object", value)
        found: dict[str, Any] = {}
        for key, one in value.items():
            inner = readers.get(key)
            if inner is not None:
                found[key] = inner(one, f"{where}.{key}")
            elif key == "type" and traits.tag:
                if one != traits.tag:
                    raise _wrong(f"{where}.type", json.dumps(traits.tag), one)
            elif traits.closed:
                known = ", ".join(readers) or "none"
                raise DecodeError(f"{where}.{key} is not known; known are: {known}.".lstrip("."))
        for name in needed:
            if name not in found:
                raise DecodeError(f"{where}.{name} is missing.".lstrip("."))
        return kind(**found)

    return read_value
