"""How much one address may ask for: token buckets, and a count of open websockets.

Addresses are what limits hang on, so who is asking is decided here as well: the peer, or what a
trusted proxy says the peer was. Everything is in memory and of a bounded size; several processes
each keep their own limits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from quarriors.server.store.administration import V6_PREFIX

MOST_BUCKETS = 20_000  # addresses remembered; full buckets are forgotten first
NOBODY = "unknown"


class Bucket:
    """Tokens that come back at a steady rate up to a most; each action takes one."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate = rate
        self.most = most
        self.left = most
        self.at = now

    def take(self, now: float) -> float:
        """Take a token; 0 if there was one, else the seconds until there is (nothing is taken)."""
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        if self.left >= 1.0:
            self.left -= 1.0
            return 0.0
        return (1.0 - self.left) / self.rate if self.rate > 0 else float("inf")

    def spend(self, now: float, amount: float) -> float:
        """Charge for what has happened already; the seconds until the bucket is out of debt.

        The debt is never larger than a full bucket, so the wait is bounded.
        """
        left = min(self.most, self.left + max(0.0, now - self.at) * self.rate) - amount
        self.left = left = max(left, -self.most)
        self.at = now
        return 0.0 if left >= 0.0 else -left / self.rate if self.rate > 0 else float("inf")

    def is_full(self, now: float) -> bool:
        """Whether forgetting it changes nothing."""
        return self.left + max(0.0, now - self.at) * self.rate >= self.most


class Buckets:
    """A bucket for each address, made when it first asks."""

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._most = most
        self._clock = clock
        self._of: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._of)

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        found = self._of.get(address)
        if found is None:
            now = self._clock()
            if len(self._of) >= MOST_BUCKETS:
                self._forget(now)
            found = self._of[address] = Bucket(self._rate, self._most, now)
        return found

    def take(self, address: str) -> float:
        """0 if the address may go on, else the seconds it has to wait."""
        return self.of(address).take(self._clock())

    def _forget(self, now: float) -> None:
        """Make room: full buckets go, and if there are none, the oldest quarter."""
        self._of = {name: one for name, one in self._of.items() if not one.is_full(now)}
        if len(self._of) >= MOST_BUCKETS:
            oldest = sorted(self._of, key=lambda name: self._of[name].at)
            for name in oldest[: MOST_BUCKETS // 4]:
                del self._of[name]


class Meter:
    """What one connection receives, charged to the connection and to its address."""

    def __init__(
        self,
        address: str,
        clock: Callable[[], float],
        own: tuple[Bucket, Bucket],
        shared: tuple[Bucket, Bucket],
    ) -> None:
        """`own` and `shared` are a bucket for frames and one for bytes each."""
        self.address = address
        self._clock = clock
        self._frames, self._bytes = own
        self._shared_frames, self._shared_bytes = shared

    def receive(self, size: int) -> float:
        """Charge for bytes; the seconds until the address may be read from again.

        Less than 0: the connection itself has sent more than it may.
        """
        now = self._clock()
        wait = self._shared_bytes.spend(now, float(size))
        if self._bytes.spend(now, float(size)):
            return -1.0
        return max(wait, self._shared_frames.spend(now, 0.0))

    def parse(self) -> bool:
        """Charge for one frame; whether the connection may send one more."""
        now = self._clock()
        self._shared_frames.spend(now, 1.0)
        return self._frames.spend(now, 1.0) == 0.0

    def debt(self) -> float:
        """The seconds until the address may be read from again."""
        now = self._clock()
        return max(self._shared_frames.spend(now, 0.0), self._shared_bytes.spend(now, 0.0))


class ConnectionLimiter:
    """How many connections each address, and everybody together, holds open."""

    def __init__(self, each: int, whole: int) -> None:
        self._each = each
        self._whole = whole
        self._of: dict[str, int] = {}
        self.count = 0

    def enter(self, address: str) -> bool:
        """Count one more, unless there are too many already."""
        if self.count >= self._whole or self._of.get(address, 0) >= self._each:
            return False
        self._of[address] = self._of.get(address, 0) + 1
        self.count += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self.count -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]


def whole_seconds(wait: float) -> int:
    """A wait as people and Retry-After read it."""
    return max(1, min(86_400, ceil(min(wait, 86_400.0))))


# --- who is asking ---------------------------------------------------------------------------


class Proxies:
    """The proxies that are believed: single addresses, networks, or `*` for all."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._all = "*" in trusted
        self._networks = [ip_network(one, strict=False) for one in trusted if one != "*"]

    def trusts(self, address: str) -> bool:
        """Whether what this peer says about others is believed."""
        if self._all:
            return True
        try:
            found = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)

    def asker(self, peer: str, forwarded: str) -> str:
        """Who asks: the last address in X-Forwarded-For that is not one of the proxies.

        Whatever stands further left was written by the asker and proves nothing.
        """
        if not self.trusts(peer):
            return grouped(peer)
        for part in reversed(forwarded.split(",")):
            name = part.strip()
            if not _is_address(name):
                break
            peer = name
            if self._all or not self.trusts(name):
                break
        return grouped(peer)

    def scheme(self, peer: str, seen: str, said: str) -> str:
        """http or https: as the connection is, or as a trusted proxy says that it was."""
        said = said.strip().lower()
        if said in ("http", "https") and self.trusts(peer):
            return said
        return "https" if seen in ("https", "wss") else "http"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def grouped(address: str) -> str:
    """The address that limits hang on: a household's whole network for the new kind."""
    try:
        found = ip_address(address)
    except ValueError:
        return NOBODY
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(ip_network((found.packed, V6_PREFIX), strict=False))
    return str(found)
