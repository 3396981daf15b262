"""Addresses people type: a server's, or the link of one of its tables.

A link is `http://host:port/t/ID`; a server is the part before `/t/`. People paste links without a
scheme, with a slash too many or with a fragment at the end, so these are taken as they come.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from quarriors.remote.errors import RemoteError

_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")  # as the protocol's `Key` has it
_PORTS = 65_535


@dataclass(frozen=True)
class Address:
    """A server, and one of its tables if the address names one."""

    server: str  # http://host:port, without a slash at its end
    table: str = ""

    @property
    def link(self) -> str:
        """What to give to friends."""
        return f"{self.server}/t/{self.table}" if self.table else self.server

    @property
    def socket(self) -> str:
        """Where the server's websocket is."""
        return "ws" + self.server.removeprefix("http") + "/ws"

    @property
    def at_home(self) -> bool:
        """Whether the server runs on this machine, where no proxy belongs in between."""
        return is_loopback(urlsplit(self.server).hostname or "")

    def at(self, table: str) -> Address:
        """Another table of the same server."""
        return Address(self.server, table)


def is_loopback(host: str) -> bool:
    """Whether a host name or number means this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_address(text: str) -> Address:
    """What somebody typed as an address; refused with a sentence if it is none."""
    given = text.strip()
    spelt = given if "://" in given else f"http://{given}"
    try:
        parts = urlsplit(spelt)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise RemoteError("address", text=given) from None
    bad_port = port is not None and not 0 < port <= _PORTS
    if parts.scheme not in ("http", "https") or not _is_host(host) or bad_port or "@" in spelt:
        raise RemoteError("address", text=given)
    shown = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else "")
    path = parts.path.rstrip("/")
    if not path:
        return Address(server)
    before, found, table = path.rpartition("/t/")
    if not found or not _ID.fullmatch(table):
        raise RemoteError("no_link", text=given)
    return Address(server + before, table)


def _is_host(host: str) -> bool:
    return bool(host) and not any(letter.isspace() or letter in "<>\"'\\^`{|}" for letter in host)
