"""Draws the icons of the installable page as PNG, as web/public/favicon.svg has it.

Browsers that install a page want pixels. The drawing is a square and a star, so nothing is needed
for it but the standard library.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

SIDE = 64.0  # of the drawing
NIGHT, GOLD = (0x2B, 0x22, 0x40), (0xF2, 0xB6, 0x32)
STAR = (
    (32, 13), (37.6, 25), (50.7, 26.6), (41, 35.6), (43.6, 48.6),
    (32, 42.2), (20.4, 48.6), (23, 35.6), (13.3, 26.6), (26.4, 25),
)  # fmt: skip
ROWS = 4  # lines of the drawing for each line of pixels
NAMES = {"icon-192.png": (192, False), "icon-512.png": (512, False), "icon-mask.png": (512, True)}

Span = tuple[float, float]
Shape = Callable[[float], list[Span]]  # what of a line, at a height, is inside


def write_icons(folder: Path) -> list[dict[str, str]]:
    """Write all icons into a folder; what the manifest says of them."""
    found = []
    for name, (side, mask) in NAMES.items():
        (folder / name).write_bytes(icon(side, mask))
        purpose = "maskable" if mask else "any"
        size = f"{side}x{side}"
        found.append({"src": name, "sizes": size, "type": "image/png", "purpose": purpose})
    return found


def icon(side: int, mask: bool) -> bytes:
    """The icon; one for a mask fills the whole square, because systems cut its corners."""
    layers: list[tuple[Shape, tuple[int, int, int]]] = [(star, GOLD)]
    if mask:
        layers.insert(0, (lambda _: [(0.0, SIDE)], NIGHT))
    else:
        layers = [(rounded(2, 16), GOLD), (rounded(6, 12), NIGHT), *layers]
    rows = []
    for y in range(side):
        line = [[0.0, 0.0, 0.0, 0.0] for _ in range(side)]  # colour and how much of it
        for shape, colour in layers:
            for x, part in enumerate(covered(shape, y, side)):
                if part > 0:
                    dot = line[x]
                    for at in range(3):
                        dot[at] += (colour[at] - dot[at]) * part if dot[3] else colour[at]
                    dot[3] = max(dot[3], part)
        rows.append(b"\0" + bytes(round(v) for r, g, b, a in line for v in (r, g, b, 255 * a)))
    return png(side, b"".join(rows))


def covered(shape: Shape, y: int, side: int) -> list[float]:
    """How much of each pixel of a line is inside a shape, from 0 to 1."""
    found = [0.0] * side
    for row in range(ROWS):
        for left, right in shape((y + (row + 0.5) / ROWS) * SIDE / side):
            first, last = left * side / SIDE, right * side / SIDE
            for x in range(max(0, int(first)), min(side, int(last) + 1)):
                found[x] += max(0.0, min(last, x + 1) - max(first, x)) / ROWS
    return found


def rounded(edge: float, radius: float) -> Shape:
    """A square with round corners."""

    def spans(y: float) -> list[Span]:
        if not edge <= y <= SIDE - edge:
            return []
        depth = max(edge + radius - y, y - (SIDE - edge - radius), 0.0)
        inset = radius - (max(0.0, radius**2 - depth**2)) ** 0.5
        return [(edge + inset, SIDE - edge - inset)]

    return spans


def star(y: float) -> list[Span]:
    """The star."""
    crossings = []
    for (x0, y0), (x1, y1) in zip(STAR, (*STAR[1:], STAR[0]), strict=True):
        if (y0 <= y) != (y1 <= y):
            crossings.append(x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def png(side: int, rows: bytes) -> bytes:
    """Pixels with colour and transparency as a file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body
