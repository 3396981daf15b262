"""What is fixed about a table when it is made: its set-up, its secret, its host.

The head is written once and never changed; everything that happens afterwards is an entry. It holds
the secret that the dice follow from, so it stays inside `store` and `table`: viewers get the
messages of `view.py` and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.__about__ import __version__
from quarriors.cards.known_packs import Pack
from quarriors.cards.load import catalog_of_packs
from quarriors.cards.pack import read_pack
from quarriors.daily import daily_of
from quarriors.engine.catalog import Catalog
from quarriors.record.fair_seed import combined_seed, commit
from quarriors.table import codec
from quarriors.table.messages import Setup
from quarriors.table.setup import make_origin, refusing
from quarriors.table.values import value


@value()
class Kept:
    """For whom a seat is kept: nobody, or one who played at the table before this one."""

    name: str = ""
    token_hash: str = ""


@value()
class WhatIfPosition:
    """The position of a finished game that a "what if" table begins from, without its generator."""

    table: str  # of that game
    frame: int  # of its replay: the number of answers before it
    wilds: tuple[str, ...]
    first: int
    wire: tuple[tuple[int, ...], ...]


@value()
class TableHeader:
    """A table before anything happened at it."""

    id: str
    created: float  # seconds since the epoch
    setup: Setup
    seed: str  # the server's secret, in decimal digits: JSON readers lose those of long numbers
    engine: str  # version of the package that made it
    cards: str  # hash of the cards it was made with
    host_hash: str  # of the host's token
    kept: tuple[Kept, ...] = ()  # by seat, at the table of a rematch
    packs: tuple[str, ...] = ()  # texts of the packs of its set-up: files come and go
    # How long the beginning waits for the clients' numbers once all seats are taken. None: there
    # are none, and the secret is the seed: at a daily, and at tables of an earlier version.
    number_seconds: float | None = None
    before: str = ""  # at the table of a rematch: the table of the game before
    rated: bool = False  # whether the server has ratings, so that this game may be rated
    webhook: str = ""  # an address that is told of turns, in a game by correspondence
    webhook_secret: str = ""  # by which it knows who tells
    what_if: WhatIfPosition | None = None  # None: the game begins from its set-up

    @property
    def commitment(self) -> str:
        """What everybody may know of the secret before the first roll."""
        return commit(int(self.seed))

    def seed_with(self, numbers: Sequence[str]) -> int:
        """The seed of the game that begins with these numbers, by seat."""
        secret = int(self.seed)
        return secret if self.number_seconds is None else combined_seed(secret, numbers)


def packs_of(head: TableHeader) -> tuple[Pack, ...]:
    """The packs of a table, which are known as long as somebody holds them."""
    return tuple(read_pack(f"{text}\n") for text in head.packs)  # texts, never files


def catalog_of_head(head: TableHeader) -> Catalog:
    """The cards of a table as this program has them."""
    return catalog_of_packs(tuple(pack.id for pack in packs_of(head)))


def new_head(
    table: str,
    created: float,
    setup: Setup,
    secret: int,
    host_hash: str,
    kept: tuple[Kept, ...] = (),
    packs: tuple[str, ...] = (),
    number_seconds: float | None = None,
    before: str = "",
    rated: bool = False,
) -> TableHeader:
    """The head of a new table; a set-up that cannot be played is refused.

    `packs` are the texts of the packs that the set-up names. At a daily the secret is not used:
    it is the seed of the date.
    """
    if setup.daily:  # its dice follow from the date, and from nobody's number
        with refusing():
            secret, number_seconds = daily_of(setup.daily).seed, None
    cards = make_origin(setup, secret).catalog.hash  # refuses what cannot be played
    return TableHeader(
        table,
        created,
        setup,
        str(secret),
        __version__,
        cards,
        host_hash,
        kept,
        packs,
        number_seconds,
        before,
        rated,
    )


def encode_head(head: TableHeader) -> bytes:
    """The head as it is stored."""
    return codec.encode(head)


def decode_head(data: bytes) -> TableHeader:
    """A stored head again."""
    head: TableHeader = codec.decode(TableHeader, data)
    return head
