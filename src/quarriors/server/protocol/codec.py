"""The server's codec: the values of `quarriors.table` as JSON and back, with msgspec.

It gives the same bytes as `table.codec` and refuses the same input, and is made for speed.
For every type there is a msgspec twin, made from the fields when it is first asked for: what is
received is read as a twin, which checks it, and becomes a value of ours. What is sent is written by
msgspec as it is; tags are added here, and defaults left out: it does not know that of dataclasses.
The schemas of the documents are those of the twins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields
from functools import cache, reduce
from operator import attrgetter, or_
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from quarriors.table.codec import Encoder
from quarriors.table.messages import Happening, LogLine, OptionShown, Prompt, Update
from quarriors.table.values import EncodedJson, Limits, Traits, traits_of

Convert = Callable[[Any], Any]

DecodeError = msgspec.DecodeError


def _as_it_is(value: object) -> msgspec.Raw:
    """What msgspec does not know: JSON that a table without a server has encoded."""
    if isinstance(value, EncodedJson):
        return msgspec.Raw(value.data)
    raise TypeError(f"A {type(value).__name__} cannot be written as JSON.")


_encode: Final = msgspec.json.Encoder(enc_hook=_as_it_is).encode


# --- twins ---------------------------------------------------------------------------------------


@cache
def twin(shape: Any) -> Any:
    """The type that msgspec reads instead of a type, and that schemas describe."""
    if isinstance(shape, type) and (traits_of(shape) or issubclass(shape, msgspec.Struct)):
        return _twin_class(shape)
    if shape is EncodedJson:
        return msgspec.Raw
    origin = get_origin(shape)
    if origin is Annotated:
        base, *notes = get_args(shape)
        return Annotated[(twin(base), *map(_meta, notes))]
    if origin in (Union, UnionType):
        return reduce(or_, map(twin, get_args(shape)))
    if origin in (tuple, list, dict):
        return origin[tuple(one if one is Ellipsis else twin(one) for one in get_args(shape))]
    return shape


def _meta(note: Any) -> Any:
    if not isinstance(note, Limits):
        return note
    return msgspec.Meta(**vars(note))


def _twin_class(kind: Any) -> Any:
    """The struct of a value; a struct of msgspec is its own twin if none of its fields has one."""
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, msgspec.Struct):
        if all(twin(hint) == hint for hint in hints.values()):
            return kind
        config = kind.__struct_config__
        traits = Traits(str(config.tag or ""), config.forbid_unknown_fields, config.omit_defaults)
        names = list(kind.__struct_fields__)
        defaults = {
            field.name: field.default
            for field in msgspec.structs.fields(kind)
            if not field.required
        }
    else:
        traits = traits_of(kind) or Traits()
        names = [field.name for field in fields(kind)]
        defaults = {field.name: field.default for field in fields(kind) if _has_default(field)}
    described: list[Any] = []
    for name in names:
        shape = twin(hints[name])
        if name in defaults:
            described.append((name, shape, _to_twin(defaults[name])))
        else:
            described.append((name, shape))
    return msgspec.defstruct(
        kind.__name__,
        described,
        module=kind.__module__,
        namespace={"__doc__": kind.__doc__},
        tag=traits.tag or None,
        forbid_unknown_fields=traits.closed,
        omit_defaults=traits.omit_defaults,
        frozen=True,
    )


def _has_default(field: Field[Any]) -> bool:
    assert field.default_factory is MISSING, "values have plain defaults"
    return field.default is not MISSING


def _to_twin(value: Any) -> Any:
    """A default as the twin has it."""
    kind: Any = type(value)
    if traits_of(kind) is None:
        return value
    return twin(kind)(
        **{field.name: _to_twin(getattr(value, field.name)) for field in fields(value)}
    )


# --- reading -------------------------------------------------------------------------------------


def decoder(shape: Any) -> Callable[[bytes | str], Any]:
    """What reads JSON of a type; `DecodeError` says what is wrong with it."""
    return _decoder(shape)


@cache
def _decoder(shape: Any) -> Callable[[bytes | str], Any]:
    decode = msgspec.json.Decoder(twin(shape)).decode
    convert = _converter(shape)
    return decode if convert is None else lambda data: convert(decode(data))


def convert(value: object, shape: Any) -> Any:
    """Plain JSON values as a value of a type; `msgspec.ValidationError` if they are none."""
    found = msgspec.convert(value, twin(shape))
    change = _converter(shape)
    return found if change is None else change(found)


@cache
def _converter(shape: Any) -> Convert | None:
    """What makes a value of ours of a twin; None if they are the same."""
    if twin(shape) == shape:
        return None
    if isinstance(shape, type):
        return _class_converter(shape)
    origin = get_origin(shape)
    inner = get_args(shape)
    if origin is Annotated:
        return _converter(inner[0])
    if origin in (Union, UnionType):
        return _union_converter(inner)
    if origin is dict:
        value = _converter(inner[1])
        return None if value is None else lambda given: {k: value(v) for k, v in given.items()}
    each = _converter(inner[0])
    assert origin is list or inner[1] is Ellipsis, f"{shape} is not used in the protocol"
    return None if each is None else lambda given: origin([each(one) for one in given])


def _union_converter(shapes: tuple[Any, ...]) -> Convert | None:
    """By the class of the twin: the shapes of a union are of different classes."""
    by_class: dict[type, Convert] = {}
    others: list[Convert] = []
    for shape in shapes:
        change = _converter(shape)
        if change is not None and isinstance(shape, type):
            by_class[twin(shape)] = change
        elif change is not None:
            others.append(change)
    if not by_class:
        assert len(others) <= 1, "a union has one kind of list at most"
        if not others:
            return None
        return lambda given: None if given is None else others[0](given)
    return lambda given: by_class[type(given)](given) if type(given) in by_class else given


def _class_converter(kind: Any) -> Convert:
    if kind is EncodedJson:
        return lambda raw: EncodedJson(bytes(raw))
    hints = get_type_hints(kind, include_extras=True)
    names = list(twin(kind).__struct_fields__)
    changes = [(at, change) for at, name in enumerate(names) if (change := _converter(hints[name]))]
    if not names:
        return lambda _: kind()
    if len(names) == 1:
        name = names[0]
        change = _converter(hints[name]) or _same
        return lambda given: kind(change(getattr(given, name)))
    values = attrgetter(*names)
    if not changes:
        return lambda given: kind(*values(given))

    def make(given: Any) -> Any:
        found = list(values(given))
        for at, change in changes:
            found[at] = change(found[at])
        return kind(*found)

    return make


def _same(value: Any) -> Any:
    return value


# --- writing -------------------------------------------------------------------------------------


ENCODER: Final = Encoder(_encode, msgspec.Raw)  # for tables: what they show has no tags


def encode(value: Any) -> bytes:
    """A message, an entry or any other value as JSON."""
    kind = type(value)
    write = _writers.get(kind)
    if write is None:
        write = _writers[kind] = _writer(kind) or _encode
    return write(value)


class _UpdateWriter:
    """Writes updates, of which there is one for each viewer of each answer.

    What all viewers of a change are sent alike is encoded for the first of them only.
    """

    def __init__(self) -> None:
        self._twin = twin(Update)
        names = [field.name for field in fields(Update)]
        self._values = attrgetter(*names)
        self._prompt = _struct(Prompt, "options", _structs(OptionShown))
        self._happened = _structs(Happening)
        self._lines = _structs(LogLine)
        self._events: tuple[object, msgspec.Raw] = ((), msgspec.Raw(b"[]"))
        self._log: tuple[object, msgspec.Raw] = ((), msgspec.Raw(b"[]"))
        self._at = [names.index(name) for name in ("events", "log", "prompt")]

    def __call__(self, update: Update) -> bytes:
        if update.events is not self._events[0]:
            events = _encode(self._happened(update.events))
            self._events = (update.events, msgspec.Raw(events))
        if update.log is not self._log[0]:
            self._log = (update.log, msgspec.Raw(_encode(self._lines(update.log))))
        values = list(self._values(update))
        events_at, log_at, prompt_at = self._at
        values[events_at], values[log_at] = self._events[1], self._log[1]
        if update.prompt is not None:
            values[prompt_at] = self._prompt(update.prompt)
        return _encode(self._twin(*values))


def _struct(kind: Any, name: str, change: Convert) -> Convert:
    """What makes the twin of a value of which one field is changed."""
    make = twin(kind)
    names = make.__struct_fields__
    values = attrgetter(*names)
    at = names.index(name)

    def made(given: Any) -> Any:
        found = list(values(given))
        found[at] = change(found[at])
        return make(*found)

    return made


def _structs(kind: Any) -> Callable[[Iterable[Any]], list[Any]]:
    """What makes twins of values whose fields have none; msgspec writes those much faster."""
    make = twin(kind)
    values = attrgetter(*make.__struct_fields__)
    return lambda given: [make(*values(one)) for one in given]


_writers: dict[type, Callable[[Any], bytes]] = {Update: _UpdateWriter()}


def _writer(kind: type) -> Callable[[Any], bytes] | None:
    """What writes values of a class; None if msgspec does it right by itself."""
    traits = traits_of(kind)
    if traits is None:
        return None
    if traits.omit_defaults or _has_tags_inside(kind):
        return _piecewise(kind, traits)
    if not traits.tag:
        return None
    start = _start(traits)
    alone = start + b"}"
    start += b","

    def write(value: Any) -> bytes:
        data = _encode(value)
        return alone if data == b"{}" else start + data[1:]

    return write


def _start(traits: Traits) -> bytes:
    return b'{"type":%s' % _encode(traits.tag) if traits.tag else b""


def _piecewise(kind: Any, traits: Traits) -> Callable[[Any], bytes]:
    """Field after field."""
    start = _start(traits)
    names = [(field.name, b"%s:" % _encode(field.name), field.default) for field in fields(kind)]

    def write(value: Any) -> bytes:
        parts = [start] if start else []
        for name, key, default in names:
            one = getattr(value, name)
            if not (traits.omit_defaults and one == default):
                parts.append(key + encode(one))
        whole = b",".join(parts)
        return whole + b"}" if start else b"{" + whole + b"}"

    return write


def _has_tags_inside(kind: type) -> bool:
    """Whether a field holds a value with a tag; lists of such values there are none."""
    for hint in get_type_hints(kind, include_extras=True).values():
        for one in (hint, *get_args(hint)):
            traits = traits_of(one) if isinstance(one, type) else None
            if traits is not None and (traits.tag or _has_tags_inside(one)):
                return True
    return False
