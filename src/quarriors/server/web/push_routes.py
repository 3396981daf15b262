"""Web Push for games by correspondence: browsers that are told when it is their player's turn."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from quarriors.facts.problem import NotServed
from quarriors.server.notify.notifier import BY_DAYS
from quarriors.server.notify.outgoing import NotAllowed
from quarriors.server.notify.web_push import Subscription, is_valid
from quarriors.server.store import push
from quarriors.server.web.answers import (
    checked_language,
    needed_token,
    read_body,
    reply,
    table_of,
)
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.openapi import Endpoint
from quarriors.server.web.push_shapes import Browser, Browsers
from quarriors.server.web.safety import ADDRESS
from quarriors.table.table import LiveTable
from quarriors.table.tokens import token_hash


async def subscribe(context: AppContext, request: Request) -> Response:
    """Have this browser told when it is my turn, while I am not at the table."""
    language = checked_language(request)
    notifier = context.service.context.notifier
    if notifier.key is None:
        raise NotServed("off", "push_off")
    token = needed_token(request)
    body = await read_body(request, Browser, context.settings.body_bytes)
    table, seat = await _seat(context, request, token)
    if table.head.setup.clock.kind != BY_DAYS:
        raise NotServed("not_now", "push_days")
    try:
        notifier.push_hosts.target(body.endpoint)
    except NotAllowed:
        raise NotServed("illegal", "push_host") from None
    if not is_valid(Subscription(body.endpoint, body.p256dh, body.auth)):
        raise NotServed("illegal", "push_keys")
    most = context.settings.subscriptions_per_hour
    await context.count("subscriptions", request.scope[ADDRESS], most)
    browser = push.Subscribed(body.endpoint, body.p256dh, body.auth, language)
    work = partial(
        push.subscribe,
        table_id=table.id,
        seat=seat,
        token_hash=token_hash(token),
        browser=browser,
        now=context.service.now(),
    )
    return reply(Browsers(await context.service.store.change(work)))


async def unsubscribe(context: AppContext, request: Request) -> Response:
    """Have no browser told of my turns at this table any more."""
    checked_language(request)
    table, seat = await _seat(context, request, needed_token(request))
    work = partial(push.unsubscribe, table_id=table.id, seat=seat)
    await context.service.store.change(work)
    return reply(Browsers(0))


async def _seat(context: AppContext, request: Request, token: str) -> tuple[LiveTable, int]:
    """The table and the seat of somebody who plays."""
    table = await context.service.open(table_of(request))
    seat = table.viewer(token).seat
    if seat is None:
        raise NotServed("not_yours", "not_seated")
    return table, seat


_SEAT = ("no_table", "bad_token", "not_yours", "storage")
PUSH_ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/tables/{table}/push",
        subscribe,
        Browsers,
        body=Browser,
        refusals=(*_SEAT, "off", "not_now", "illegal"),
        token="needed",
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}/push",
        unsubscribe,
        Browsers,
        refusals=_SEAT,
        token="needed",
    ),
)
