"""How HTTP requests are read and answered: JSON by msgspec, and refusals as sentences.

Every refusal leaves the server as `{"code", "text"}` in the reader's language, with the status that
`facts.problem` has for its code.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quarriors.facts.problem import STATUS, NotServed, Problem
from quarriors.server.protocol.codec import DecodeError, decoder, encode
from quarriors.server.web.language import DEFAULT, Spoken, accepted, spoken
from quarriors.server.web.limits import whole_seconds
from quarriors.table.errors import Refusal

JSON = "application/json"
BODY_SECONDS = 20.0  # a body that takes longer to arrive is not waited for
REST_BYTES = 1 << 20  # of a body that is too long, read before it is refused
REST_SECONDS = 2.0  # and for no longer than this

Body = TypeVar("Body")


def too_fast(wait: float, key: str = "too_fast") -> NotServed:
    """The refusal for somebody who has to wait."""
    return NotServed("too_fast", key, wait=wait, seconds=whole_seconds(wait))


def malformed(error: Exception) -> NotServed:
    """The refusal for something that is not of the shape it should have."""
    return NotServed("malformed", "malformed", why=error)


# --- reading -----------------------------------------------------------------------------------


def language_of(connection: HTTPConnection) -> Spoken:
    """The reader's language: `?lang=`, else what the browser likes."""
    asked = connection.query_params.get("lang")
    if asked is not None:
        found = spoken(asked)
        return DEFAULT if found is None else found
    return accepted(connection.headers.get("accept-language", ""))


def checked_language(connection: HTTPConnection) -> Spoken:
    """The reader's language; a language we do not speak is refused."""
    asked = connection.query_params.get("lang")
    if asked is not None and spoken(asked) is None:
        raise NotServed("malformed", "language")
    return language_of(connection)


def token_of(connection: HTTPConnection) -> str:
    """The seat token a request carries, empty if none; never read from the address."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def needed_token(connection: HTTPConnection) -> str:
    """The seat token of a request that must carry one."""
    token = token_of(connection)
    if not token:
        raise NotServed("bad_token", "no_token")
    return token


def table_of(connection: HTTPConnection) -> str:
    """The table that the address of a request names."""
    return str(connection.path_params["table"])


async def read_body(request: Request, shape: type[Body], most: int) -> Body:
    """Read the body, which has a longest size and a shape."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        # A page elsewhere cannot send this type without asking first, which we never allow.
        raise NotServed("media", "media")
    whole = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                whole += part
                if len(whole) > most:
                    raise NotServed("too_long", "body", most=most)
    except TimeoutError:
        raise NotServed("slow", "slow") from None
    try:
        found: Body = decoder(shape)(bytes(whole))
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise malformed(error) from None
    return found


# --- answering ---------------------------------------------------------------------------------


def reply(
    value: Any,
    status: int = 200,
    headers: dict[str, str] | None = None,
    kind: type[Response] = Response,
) -> Response:
    """A value as JSON."""
    return kind(encode(value), status, headers, JSON)


class TooLong(Response):
    """A refusal that is sent after the request was read, within bounds.

    To close a connection with bytes unread resets it, and the reset can overtake the sentence.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read on, throw away, answer."""
        if not HTTPConnection(scope).headers.get("expect"):  # who asks first has sent nothing
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REST_SECONDS):
                    await _rest(receive)
        await super().__call__(scope, receive, send)


async def _rest(receive: Receive) -> None:
    """Read a body to its end, or as much of it as we put up with."""
    size = 0
    while size < REST_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def refused(code: str, text: str, wait: float = 0.0) -> Response:
    """A refusal as JSON, with the headers that go with its status."""
    headers: dict[str, str] = {}
    status = STATUS[code]
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 429:
        headers["Retry-After"] = str(whole_seconds(wait))
    if status in (408, 413):
        headers["Connection"] = "close"
    kind = TooLong if status == 413 else Response
    return reply(Problem(code, text), status, headers, kind)


def refusal(error: Refusal | NotServed, language: str) -> Response:
    """A refusal in a language."""
    wait = error.wait if isinstance(error, NotServed) else 0.0
    return refused(error.code, error.say(language), wait)
