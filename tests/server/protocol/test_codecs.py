"""The codec of the tables and that of the server: the same bytes, the same values, the same faults.

Values of every message and every entry are made from the types of their fields, so one that is
added tomorrow is compared tomorrow.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.engine.rng import Dealer
from quarriors.server.protocol import codec as fast
from quarriors.table import codec as plain
from quarriors.table.entries import Entry
from quarriors.table.loading import snapshot
from quarriors.table.messages import FromClient, FromServer, Setup
from quarriors.table.msgpack import unpack
from quarriors.table.snapshots import read_snapshot, write_snapshot
from quarriors.table.table_header import TableHeader
from quarriors.table.values import EncodedJson, Limits, tag_of, traits_of
from tests.extent import daily
from tests.table.helpers import Bench

UNIONS = {"client": FromClient, "server": FromServer, "entry": Entry}
KINDS = [(union, kind) for union in UNIONS.values() for kind in get_args(union)]
KINDS += [(Setup, Setup), (TableHeader, TableHeader)]
EXAMPLES = daily(5, 40)

letters = st.characters(exclude_categories=["Cs"])
numbers = st.floats(allow_nan=False, allow_infinity=False)
simple: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    numbers,
    st.text(letters, max_size=9),
)
json_values: st.SearchStrategy[Any] = st.one_of(
    simple, st.lists(simple, max_size=2), st.dictionaries(st.text(letters), simple, max_size=2)
)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return limited(inner[0], next(one for one in inner[1:] if isinstance(one, Limits)))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, UnionType):
        return st.one_of([values(one) for one in inner if one is not EncodedJson])
    if origin is tuple and inner[1] is Ellipsis:
        return st.lists(values(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inner))
    if origin is dict:
        return st.dictionaries(st.text(letters, max_size=5), json_values, max_size=3)
    if isinstance(hint, type) and traits_of(hint) is not None:
        return made(hint)
    known = {int: st.integers(-(2**63), 2**63 - 1), float: numbers, bool: st.booleans(),
             str: st.text(letters), bytes: st.binary(), NoneType: st.none()}  # fmt: skip
    return known[hint]


def limited(base: Any, limit: Limits) -> st.SearchStrategy[Any]:
    if base is int:
        return st.integers(limit.ge, limit.le)
    least, most = limit.min_length or 0, min(limit.max_length or 40, 40)
    if base is str:
        # All patterns are of the form ^[letters]+$.
        allowed = re.search(r"\[.+\]", limit.pattern or "")
        alphabet = st.from_regex(allowed[0], fullmatch=True) if allowed else letters
        return st.text(alphabet, min_size=least, max_size=limit.max_length or 40)
    (inner, _) = get_args(base)
    return st.lists(values(inner), min_size=least, max_size=min(most, 4)).map(tuple)


def made(kind: Any) -> st.SearchStrategy[Any]:
    """Values of one of our classes."""
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{one.name: values(hints[one.name]) for one in fields(kind)})


def names(case: object) -> str:
    return getattr(case, "__name__", "")


@pytest.mark.parametrize(("union", "kind"), KINDS, ids=names)
def test_both_write_the_same_bytes_and_read_the_same_values(union: Any, kind: Any) -> None:
    @settings(max_examples=EXAMPLES)
    @given(made(kind))
    def check(value: Any) -> None:
        data = plain.encode(value)
        assert fast.encode(value) == data
        assert json.loads(data).get("type", "") == tag_of(value)
        assert plain.decode(union, data) == value
        assert fast.decoder(union)(data) == value
        assert plain.decode(union, data.decode()) == fast.decoder(union)(data.decode())

    check()


def test_json_that_is_encoded_already_is_written_as_it_is() -> None:
    view = {"a": EncodedJson(b'{"b":[1,2]}'), "c": None}
    for encode in (plain.encode, fast.encode):
        assert encode(view) == b'{"a":{"b":[1,2]},"c":null}'
    for encode in (plain.encode, fast.encode):
        with pytest.raises(TypeError, match="object"):
            encode([object()])


# --- what is refused ---


def verdict(read: Any, data: str) -> Any:
    """The value, or that there is none."""
    try:
        return read(data)
    except (plain.DecodeError, msgspec.DecodeError, UnicodeError, RecursionError):
        return "refused"


def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """JSON of a value with something in it that is something else."""
    if isinstance(value, dict) and value and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: spoilt(draw, value[key])}
    if isinstance(value, dict):
        way = draw(st.sampled_from(["extra", "missing", "other"]))
        if way == "extra":
            return {**value, "surprise": 1}
        if way == "missing" and value:
            gone = draw(st.sampled_from(sorted(value)))
            return {key: one for key, one in value.items() if key != gone}
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], spoilt(draw, value[at]), *value[at + 1 :]]
    edges = [-1, 0, 4, 10**6, 2**63, 2**64, "", "x" * 700, "a b", [], {}, [[]], 1.5]
    return draw(st.one_of(st.sampled_from(edges), json_values))


@pytest.mark.parametrize(("union", "kind"), KINDS, ids=names)
def test_both_refuse_the_same(union: Any, kind: Any) -> None:
    read = fast.decoder(union)

    @settings(max_examples=2 * EXAMPLES)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = json.loads(plain.encode(data.draw(made(kind))))
        wrong = json.dumps(data.draw(st.composite(spoilt)(value)))
        assert verdict(read, wrong) == verdict(lambda text: plain.decode(union, text), wrong)

    check()


@pytest.mark.parametrize(
    "data",
    [
        "", "{", "[" * 5_000, "null", "1", '"ping"', "[]", "{}", '{"type":"ping"}x', "\ufeff{}",
        '{"type":"ping","at":NaN}', '{"type":"ping","at":1e999}', '{"type":"ping","at":1}',
        '{"type":"answer","state":1.0,"option":1}', '{"type":"answer","state":true,"option":1}',
        '{"type":"say","text":"\\ud800"}', '{"type":["ping"]}', '{"type":null}', '{"at":1}',
        '{"type":"hello","table":"a/b-0123456789abcdef"}', '{"type":"say","text":""}',
    ],
)  # fmt: skip
def test_both_judge_odd_texts_alike(data: str) -> None:
    found = verdict(lambda text: plain.decode(FromClient, text), data)
    assert verdict(fast.decoder(FromClient), data) == found
    assert (found == "refused") == ('"at":1}' not in data or '"type"' not in data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ('{"type":"answer","state":1}', "option is missing."),
        ('{"type":"answer","state":"1","option":1}', 'state must be a whole number, not "1".'),
        ('{"type":"answer","state":1,"option":1,"x":2}', "x is not known; known are: state, opt"),
        ('{"type":"fill","seat":7,"bot":"greedy"}', "seat must be 3 or less, not 7."),
        ('{"type":"orders","defend":"no"}', 'defend must be "ask" or "weakest" or "strongest"'),
        ('{"type":"fly"}', 'type must be "hello" or .* or "ping", not "fly"'),
        ('{"state":1}', "The message has no type."),
        ("[]", r"The message must be an object, not \[\]."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data: str, sentence: str) -> None:
    with pytest.raises(plain.DecodeError, match=sentence):
        plain.decode(FromClient, data)


# --- snapshots of earlier versions ---


@settings(max_examples=daily(50, 300))
@given(json_values)
def test_messagepack_is_read(value: Any) -> None:
    assert unpack(msgspec.msgpack.encode(value)) == value


@pytest.mark.parametrize("data", [b"", b"\x92\x01", b"\xa5abc", b"\xc1", b"\x01\x01", b"\xdd\xff"])
def test_what_is_not_messagepack_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"bytes|kind"):
        unpack(data)


def test_snapshots_are_written_alike_and_read_in_messagepack_too() -> None:
    bench = Bench().seated()
    bench.play(Dealer(3, "shots"), 1)
    bench.table.snapshot_turn = 0
    bench.table.snapshot_at = -100.0
    while (shot := snapshot(bench.table)) is None:
        bench.random_answer(Dealer(bench.table.seq, "shots"))
        bench.table.snapshot_turn = 0
        bench.table.snapshot_at = -100.0
    assert write_snapshot(read_snapshot(shot), fast.ENCODER) == shot, "both write the same bytes"
    old = msgspec.msgpack.encode(json.loads(shot))
    assert read_snapshot(old) == read_snapshot(shot)
