"""What is fixed about a table when it is made: its set-up, its secret seed, its host.

The head is written once and never changed; everything that happens afterwards is an entry. It holds
the seed, so it stays inside `store` and `table`: viewers get `view.py`'s messages and nothing else.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from quarriors.__about__ import __version__
from quarriors.cards.load import default_catalog
from quarriors.record.format import commit
from quarriors.server.protocol.messages import Setup
from quarriors.server.table.setup import make_origin


class Kept(Struct, frozen=True):
    """For whom a seat is kept: nobody, or one who played at the table before this one."""

    name: str = ""
    token_hash: str = ""


class Head(Struct, frozen=True):
    """A table before anything happened at it."""

    id: str
    created: float  # seconds since the epoch
    setup: Setup
    seed: str  # decimal digits: JSON readers lose digits of numbers this long
    engine: str  # version of the package that made it
    cards: str  # hash of the cards it was made with
    host_hash: str  # of the host's token
    kept: tuple[Kept, ...] = ()  # by seat, at the table of a rematch

    @property
    def commitment(self) -> str:
        """What everybody may know of the seed before the first roll."""
        return commit(int(self.seed))


def new_head(
    table: str,
    created: float,
    setup: Setup,
    seed: int,
    host_hash: str,
    kept: tuple[Kept, ...] = (),
) -> Head:
    """The head of a new table; a set-up that cannot be played is refused."""
    make_origin(setup, seed)  # refuses what cannot be played
    cards = default_catalog().hash
    return Head(table, created, setup, str(seed), __version__, cards, host_hash, kept)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Head)


def encode_head(head: Head) -> bytes:
    """The head as it is stored."""
    return _encoder.encode(head)


def decode_head(data: bytes) -> Head:
    """A stored head again."""
    return _decoder.decode(data)
