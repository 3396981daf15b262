"""The protocol for other people's programs as a JSON schema, made from the messages themselves."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import Any, get_args

import msgspec

from quarriors.server.protocol.codec import twin
from quarriors.table import messages
from quarriors.view.shape import View

REFS = "#/$defs/{name}"
_CODE = re.compile(r"`([a-z_]+)`")


def members(union: Any) -> tuple[type, ...]:
    """The messages of one direction."""
    return get_args(union)


@cache
def protocol_schema() -> dict[str, Any]:
    """JSON schema (2020-12) of both directions."""
    shapes = (messages.FromClient, messages.FromServer, View)
    (client, server, _), components = msgspec.json.schema_components(
        list(map(twin, shapes)), ref_template=REFS
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Quarriors! over a websocket",
        "version": messages.VERSION,
        "properties": {"from_client": client, "from_server": server},
        "$defs": components,
    }


def refusal_codes() -> tuple[str, ...]:
    """The codes that the docstring of `Refused` lists."""
    listed = (inspect.getdoc(messages.Refused) or "").partition("Codes:")[2]
    return tuple(_CODE.findall(listed))
