"""Messages made from the protocol's own types: right ones, nearly right ones, and rubbish.

Everything is read from the types with `msgspec.inspect`, so a message that is added to the protocol
tomorrow is fuzzed tomorrow.
"""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from quarriors.record.fair_seed import NUMBER_PATTERN
from quarriors.server.protocol.codec import decoder, twin
from quarriors.table.messages import FromClient

Value = st.SearchStrategy[Any]

_INFO: dict[str, inspect.StructType] = {}
for _kind in get_args(FromClient):
    _found = inspect.type_info(twin(_kind))
    assert isinstance(_found, inspect.StructType)
    _INFO[str(_found.tag)] = _found

KINDS = tuple(_INFO)
EDGES = (0, 1, -1, 2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, -(2**63), 2**64, 10**40)
HUGE = 10**30

_decode = decoder(FromClient)

# Of every kind of value that JSON has; whatever a field wants, most of these are something else.
anything: Value = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(EDGES),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=40),
    st.sampled_from(["", "0", "1", "-1", "true", "null", "<b>", "\x00", "\ud7ff", "’" * 600]),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def proper(kind: inspect.Type) -> Value:
    """Values that a field accepts."""
    if isinstance(kind, inspect.IntType):
        low = -(2**63) if kind.ge is None else kind.ge
        high = 2**63 - 1 if kind.le is None else kind.le
        near = [n for n in (low, high, 0, 1) if low <= n <= high]
        return st.one_of(st.sampled_from(near), st.integers(max(low, -9), min(high, 400)))
    if isinstance(kind, inspect.FloatType):
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.StrType):
        letters = st.characters(exclude_categories=["Cs"])
        if kind.pattern is not None:
            hexadecimal = kind.pattern == NUMBER_PATTERN
            letters = st.sampled_from("0123456789abcdef" if hexadecimal else "abcXYZ019_-")
        return st.text(letters, min_size=kind.min_length or 0, max_size=kind.max_length or 40)
    raise AssertionError(f"the protocol has a new kind of field: {kind}")


@st.composite
def well_formed(draw: st.DrawFn, kind: str) -> str:
    """A message that can be read; whether it makes sense is another matter."""
    fields = _INFO[kind].fields
    chosen = [one for one in fields if one.required or draw(st.booleans())]
    values = {one.encode_name: draw(proper(one.type)) for one in chosen}
    return json.dumps({"type": kind, **values})


@st.composite
def ill_formed(draw: st.DrawFn, kind: str) -> str:
    """A message of this kind with something wrong about it."""
    message = json.loads(draw(well_formed(kind)))
    fields = _INFO[kind].fields
    needed = [one.encode_name for one in fields if one.required]
    ways = ["extra", "cut", "kind", "wrapped"]
    ways += ["wrong"] * 4 if fields else []
    ways += ["missing"] if needed else []
    way = draw(st.sampled_from(ways))
    if way == "extra":
        name = draw(st.sampled_from(["seat", "token", "state", "by", "code", "host", "x", "Type"]))
        message[name if name not in message else "x"] = draw(anything)
    elif way == "missing":
        del message[draw(st.sampled_from(needed))]
    elif way == "wrong":
        message[draw(st.sampled_from(fields)).encode_name] = draw(anything)
    elif way == "kind":
        wrong = [kind.upper(), kind + " ", "", "table", "update", "answered", 1, None, [kind]]
        message["type"] = draw(st.sampled_from(wrong))
    elif way == "wrapped":
        message = draw(st.sampled_from([[message], {"message": message}, json.dumps(message)]))
    text = json.dumps(message)
    if way == "cut":
        return text[: draw(st.integers(0, len(text) - 1))]
    return text


rubbish: st.SearchStrategy[str | bytes] = st.one_of(
    st.binary(max_size=64),
    st.text(max_size=64),
    anything.map(json.dumps),
    st.sampled_from(
        [
            "[" * 5_000,
            '{"type":' * 2_000,
            '{"type":"answer","state":1,"option":1}{"type":"ping"}',
            '{"type":"answer","type":"ping"}',
            '{"type":"ping","at":1e999}',
            '{"type":"ping","at":NaN}',
            '{"type":"answer","state":1.5,"option":1}',
            '{"type":"say","text":"\\ud800"}',
            f'{{"type":"answer","state":{HUGE},"option":-{HUGE}}}',
        ]
    ),
)


def readable(data: str | bytes) -> Any:
    """The message if it is one by the protocol's types, else None."""
    if isinstance(data, bytes):
        return None
    try:
        return _decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
