"""Vectors of unboxed ints: librt's where the engine is compiled, plain lists where it is not.

The type checker and mypyc see `librt.vecs`, whose elements are machine numbers side by side. The
interpreter sees lists with the same functions, so that nothing but the standard library is needed.
A vector is a value like a slice of Go: `append`, `extend`, `remove` and `pop` give the vector to
use from then on, and two names may share elements. Slicing copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

if TYPE_CHECKING:
    from librt.vecs import append, extend, pop, remove, vec
else:

    def _vector(items=(), *, capacity=0):  # noqa: ARG001
        return list(items)

    def _bytes(items=(), *, capacity=0):  # noqa: ARG001
        return bytearray(items)

    # The last is for vec[vec[i64]](...). Bytes can be looked at by numpy, as those of librt can.
    vec = {bool: _vector, float: _vector, i64: _vector, u8: _bytes, _vector: _vector}

    def append(vector, item):
        """Add an item at the end."""
        vector.append(item)
        return vector

    def extend(vector, items):
        """Add items at the end."""
        vector.extend(items)
        return vector

    def remove(vector, item):
        """Take the first item of that value out."""
        vector.remove(item)
        return vector

    def pop(vector, index=-1):
        """Take the item at an index out."""
        item = vector.pop(index)
        return vector, item


__all__ = ["append", "extend", "pop", "remove", "vec"]
