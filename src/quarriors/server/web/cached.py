"""What does not change while the server runs: encoded, compressed and tagged once."""

from __future__ import annotations

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

ZIP_LEVEL = 6
# What is compressed already would only grow.
TEXTUAL = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class CachedDocument:
    """One document, with everything that an answer needs."""

    def __init__(self, body: bytes, media: str, cached: str, vary: str = "Accept-Encoding") -> None:
        self.body = body
        self.media = media
        digest = hashlib.sha256(body).hexdigest()[:32]
        self.tag = f'W/"{digest}"'
        self._packed = packed(body) if media.startswith(TEXTUAL) else body
        self._headers = {"Cache-Control": cached, "Vary": vary, "ETag": self.tag}

    def answer(self, request: Request, status: int = 200) -> Response:
        """The document as the asker can read it, or that the one the asker has is still right."""
        known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
        if status == 200 and not {"*", self.tag, self.tag.removeprefix("W/")}.isdisjoint(known):
            return Response(status_code=304, headers=self._headers)
        if len(self._packed) < len(self.body) and takes_gzip(request):
            headers = {**self._headers, "Content-Encoding": "gzip"}
            return Response(self._packed, status, headers, self.media)
        return Response(self.body, status, self._headers, self.media)


def packed(data: bytes) -> bytes:
    """Compressed bytes, always the same for the same data."""
    return gzip.compress(data, ZIP_LEVEL, mtime=0)


def takes_gzip(request: Request) -> bool:
    """Whether the asker can read compressed answers, and did not say that it would rather not."""
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = part.partition(";")
        if name.strip() == "gzip":
            quality = rest.replace(" ", "").removeprefix("q=")
            return quality.strip("0.") != "" if rest else True
    return False
