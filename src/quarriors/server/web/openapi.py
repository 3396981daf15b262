"""The OpenAPI document, made from the same list of endpoints that the routes are made from.

Shapes come from msgspec, which also reads the bodies, so the document cannot promise another shape
than the one that is checked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from quarriors.__about__ import __version__
from quarriors.facts.problem import STATUS, Problem
from quarriors.server.protocol.codec import twin
from quarriors.server.web.answers import JSON
from quarriors.table.messages import Key
from quarriors.text import TAGS

if TYPE_CHECKING:
    from quarriors.server.web.app_context import AppContext

REFS = "#/components/schemas/{name}"
ALWAYS = ("too_fast", "too_long", "host", "trouble")  # whatever is asked
WHY = {
    400: "It could not be read.",
    401: "The token is missing or wrong.",
    403: "Not for you, or switched off.",
    404: "There is nothing of that name.",
    408: "It took too long to arrive.",
    409: "Not now: the table is at another stage.",
    413: "Too long.",
    415: "Not JSON.",
    421: "This server answers only on its own machine.",
    422: "Understood, but not possible.",
    429: "Too many requests; Retry-After says how long to wait.",
    500: "A mistake of the server's; it is in its log.",
    503: "The database cannot be used just now.",
}


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked over HTTP: where, with what, and what comes back."""

    method: str
    path: str
    handler: Callable[[AppContext, Request], Awaitable[Response]]
    reply: Any = None  # the shape of the answer, if it is JSON of a known one
    status: int = 200
    body: Any = None
    refusals: tuple[str, ...] = ()  # codes, besides those that always can happen
    token: str = ""  # "": none; "optional"; "needed"
    lang: bool = True
    media: str = JSON
    query: tuple[Mapping[str, Any], ...] = ()  # further parameters, as documented
    later: bool = False  # takes long: answered by 202 in the same shape until it is done
    cached: bool = False  # never changes while the server runs: has an ETag, may be answered by 304

    @property
    def name(self) -> str:
        """The operation's name."""
        return getattr(self.handler, "__name__", "")


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    shapes: list[Any] = [Problem]
    for one in endpoints:
        shapes.extend(shape for shape in (one.reply, one.body) if shape is not None)
    schemas, components = msgspec.json.schema_components(list(map(twin, shapes)), ref_template=REFS)
    found = dict(zip(map(_key, shapes), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quarriors! game server",
            "version": __version__,
            "description": "Tables and seats over HTTP; the game itself over the websocket /ws, "
            "described by docs/protocol.md and /api/protocol.json.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _key(shape: Any) -> str:
    return getattr(shape, "__name__", str(shape))


def _operation(one: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    docstring = getdoc(one.handler) or ""
    summary, _, description = docstring.partition("\n\n")
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": " ".join(summary.split()),
        "parameters": _parameters(one),
        "responses": _responses(one, schemas),
    }
    if description:
        operation["description"] = " ".join(description.split())
    if one.body is not None:
        content = {JSON: {"schema": schemas[_key(one.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    if one.token:
        seat: dict[str, list[str]] = {"seat": []}
        operation["security"] = [seat] if one.token == "needed" else [{}, seat]
    return operation


def _parameters(one: Endpoint) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if "{table}" in one.path:
        found.append(
            {
                "name": "table",
                "in": "path",
                "required": True,
                "description": "The table, as its link names it.",
                "schema": msgspec.json.schema(twin(Key)),
            }
        )
    if one.lang:
        found.append(
            {
                "name": "lang",
                "in": "query",
                "required": False,
                "description": "The reader's language, else Accept-Language decides; "
                "`it-original` is Italian with the English names of cards.",
                "schema": {"type": "string", "enum": list(TAGS)},
            }
        )
    found.extend(dict(parameter) for parameter in one.query)
    return found


def _responses(one: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    content = {one.media: {"schema": schemas[_key(one.reply)] if one.reply is not None else {}}}
    found: dict[str, Any] = {str(one.status): {"description": "Done.", "content": content}}
    if one.later:
        found["202"] = {"description": "Under way; ask again.", "content": content}
    if one.cached:
        found["304"] = {"description": "What If-None-Match names is still right."}
    codes = [*ALWAYS, *one.refusals]
    if one.lang or any(parameter["in"] == "query" for parameter in one.query):
        codes.append("malformed")
    if one.body is not None:
        codes.extend(("malformed", "media", "slow"))
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(STATUS[code], []).append(code)
    for status, names in sorted(by_status.items()):
        entry: dict[str, Any] = {
            "description": f"{WHY[status]} Code: {', '.join(names)}.",
            "content": {JSON: {"schema": schemas[_key(Problem)]}},
        }
        if status == 429:
            header = {"required": True, "schema": {"type": "integer", "minimum": 1}}
            entry["headers"] = {"Retry-After": header}
        if status == 401:
            entry["headers"] = {
                "WWW-Authenticate": {"required": True, "schema": {"type": "string"}}
            }
        found[str(status)] = entry
    return found
