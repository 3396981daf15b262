"""Tables over HTTP: making, listing, looking at and joining them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from quarriors.cards.known_packs import Pack
from quarriors.facts.packs import brought_pack, check_together
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import Join, NewTable, TableFacts, WhatIfWish
from quarriors.server.notify.notifier import BY_DAYS
from quarriors.server.notify.outgoing import NotAllowed
from quarriors.server.sessions import ListedTable
from quarriors.server.sessions.club import sits_down_as
from quarriors.server.web.answers import (
    checked_language,
    needed_token,
    read_body,
    reply,
    table_of,
    token_of,
)
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.safety import ADDRESS
from quarriors.server.web.shapes import OpenSeat, OpenTable, TableList
from quarriors.table.errors import Refusal
from quarriors.table.table import Stage
from quarriors.table.view import players

LISTED = 100  # tables in the list
STAGES: tuple[Stage, ...] = ("waiting", "playing", "over")
STAGE = {
    "name": "stage",
    "in": "query",
    "required": False,
    "description": "Which tables: those that wait for players (if nothing is asked for), those in "
    "play, or those whose game is over.",
    "schema": {"type": "string", "enum": list(STAGES)},
}


async def create_table(context: AppContext, request: Request) -> Response:
    """Set up a table and sit down at it as its host."""
    language = checked_language(request)
    settings = context.settings
    most = settings.pack_bytes if settings.own_packs else settings.body_bytes
    body = await read_body(request, NewTable, most)
    if (body.packs or body.setup.trial) and not settings.own_packs:
        raise NotServed("off", "own_packs_off")
    address = request.scope[ADDRESS]
    webhook = _webhook(context, body)
    await context.count_table(address)
    chosen = await _packs_of(context, body, address, language)
    setup = replace(body.setup, packs=tuple(pack.id for pack, _ in chosen))
    texts = tuple(text for _, text in chosen)
    name, member = await sits_down_as(context.service, body.name, body.key)
    joined = await context.service.create_table(setup, name, address, texts, member, webhook)
    return reply(context.seated(request, joined), 201)


def _webhook(context: AppContext, body: NewTable) -> tuple[str, str]:
    """The address that is told of turns, and its secret; refused where it may not be."""
    if body.webhook is None:
        return "", ""
    hosts = context.service.context.notifier.webhook_hosts
    if not hosts:
        raise NotServed("off", "webhooks_off")
    if body.setup.clock.kind != BY_DAYS:
        raise NotServed("illegal", "webhook_days")
    try:
        hosts.target(body.webhook.url)
    except NotAllowed:
        raise NotServed("illegal", "webhook_host") from None
    return body.webhook.url, body.webhook.secret


async def _packs_of(
    context: AppContext, body: NewTable, address: str, language: str
) -> tuple[tuple[Pack, str], ...]:
    """The packs of a new table with their texts: those it names, and those it brings."""
    known = {pack.id: pack for pack in context.offer.packs}
    unknown = [name for name in body.setup.packs if name not in known]
    if unknown:
        names = ", ".join(known) or "-"
        raise Refusal("illegal", "setup.no_pack", pack=unknown[0], known=names)
    found = {name: (known[name], known[name].text) for name in body.setup.packs}
    for text in body.packs:
        context.count_check(address)
        async with context.reading:
            pack = await asyncio.to_thread(brought_pack, text, language)
        found[pack.id] = (pack, text)  # the host's own, though somebody's may say the same
    async with context.reading:  # so that laying the table does not hold up others
        await asyncio.to_thread(check_together, tuple(found), language)
    return tuple(found.values())


async def list_tables(context: AppContext, request: Request) -> Response:
    """The open tables of a stage; private ones are never listed.

    Those that wait have a free seat; games in play may be watched, and finished ones looked at
    again.
    """
    checked_language(request)
    asked = request.query_params.get("stage", "waiting")
    stage = next((one for one in STAGES if one == asked), None)
    if stage is None:
        raise NotServed("malformed", "stage")
    if not context.settings.list_tables:
        raise NotServed("off", "list_off")
    found = await context.service.open_tables(LISTED, stage)
    return reply(
        TableList(tuple(_open_table(one, context.link(request, one.table)) for one in found))
    )


def _open_table(listed: ListedTable, link: str) -> OpenTable:
    return OpenTable(
        listed.table,
        listed.stage,
        listed.created,
        listed.updated,
        listed.edition,
        listed.sets,
        listed.clock,
        listed.language,
        tuple(OpenSeat(one.kind, one.name, one.bot) for one in listed.seats),
        link,
    )


async def show_table(context: AppContext, request: Request) -> Response:
    """What everybody with its link may know of a table: set-up, stage, who sits where."""
    checked_language(request)
    session = await context.service.session(table_of(request))
    table = session.table
    over = table.stage == "over"
    return reply(
        TableFacts(
            table=table.id,
            stage=table.stage,
            setup=table.head.setup,
            players=players(table, session.people()),
            commitment=table.head.commitment,
            link=context.link(request, table.id),
            numbers=table.numbers,
            secret=table.head.seed if over else "",
            seed=str(table.seed) if over else "",
            waiting_for=table.deciding,
            until=table.deadline or 0.0,
        )
    )


async def join_table(context: AppContext, request: Request) -> Response:
    """Take a seat, as a person or with a program that plays."""
    checked_language(request)
    body = await read_body(request, Join, context.settings.body_bytes)
    kind: Literal["person", "remote"] = "remote" if body.bot else "person"
    name, member = await sits_down_as(context.service, body.name, body.key)
    joined = await context.service.join(
        table_of(request), name, body.seat, kind, "", request.scope[ADDRESS], member
    )
    return reply(context.seated(request, joined))


async def rematch(context: AppContext, request: Request) -> Response:
    """A new table with the same players and set-up; my token is good there for the same seat.

    The first player who asks sets it up; the others find it.
    """
    checked_language(request)
    token = needed_token(request)
    address = request.scope[ADDRESS]
    joined = await context.service.rematch(
        table_of(request), token, address, lambda: context.count_table(address)
    )
    return reply(context.seated(request, joined))


async def what_if(context: AppContext, request: Request) -> Response:
    """A private table that goes on from a position of a finished game, against bots.

    All dice after that position are new.
    """
    checked_language(request)
    body = await read_body(request, WhatIfWish, context.settings.body_bytes)
    address = request.scope[ADDRESS]
    await context.count_table(address)
    joined = await context.service.what_if(
        table_of(request), token_of(request), body.frame, body.seat, body.name, address
    )
    return reply(context.seated(request, joined), 201)
