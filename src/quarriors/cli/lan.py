"""How people in the same network reach this computer, and a QR code of that address."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address

# An address of the block for documentation (RFC 5737), which no network has. Nothing is sent
# there: a socket that is "connected" to it only knows from which of our addresses it would send.
ELSEWHERE = ("192.0.2.1", 9)
EVERYWHERE = ("0.0.0.0", "::")  # hosts that stand for every network of this computer
BORDER = 2  # light modules around the code; phones need some


def lan_address() -> str:
    """The address of this computer in its network; empty if it is in none."""
    found = [_outgoing(), *_named()]
    return next((one for one in found if _is_reachable(one)), "")


def _outgoing() -> str:
    """The address from which this computer talks to others."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _named() -> list[str]:
    """The addresses that this computer's own name stands for; for networks without a way out."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(place[0]) for _, _, _, _, place in found]


def _is_reachable(address: str) -> bool:
    """Whether others could reach this computer by an address."""
    if not address:
        return False
    found = IPv4Address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)


def lan_url(host: str, port: int) -> str:
    """The address of a server that listens here, for others in the network; empty if none is."""
    address = lan_address() if host in EVERYWHERE else host
    shown = f"[{address}]" if ":" in address else address
    return f"http://{shown}:{port}" if address else ""


def qr_lines(text: str) -> str:
    """A text as a QR code of block characters, for a dark terminal or a light one."""
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=BORDER, compact=True)
    return drawn.getvalue().rstrip("\n")
