"""What people can ask about themselves and others: tokens, codes, reports, being forgotten."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from quarriors.cards.plain_text import visible
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import Forgot, Seated
from quarriors.server.sessions import identity
from quarriors.server.store import people
from quarriors.server.web.answers import checked_language, needed_token, read_body, reply, table_of
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.openapi import Endpoint
from quarriors.server.web.safety import ADDRESS
from quarriors.server.web.shapes import Code, OneTimeCode, Report, Reported


async def give_code(context: AppContext, request: Request) -> Response:
    """A one-time code that moves my seat to another device."""
    checked_language(request)
    token, table = needed_token(request), table_of(request)
    viewer = (await context.service.open(table)).viewer(token)
    settings = context.settings
    await context.count("codes", f"{table}/{viewer.seat}", settings.codes_per_hour)
    code = await identity.give_code(context.service, table, token)
    return reply(OneTimeCode(code, settings.code_seconds))


async def move_seat(context: AppContext, request: Request) -> Response:
    """A new token for the seat whose code I have; the token that asked for the code ends."""
    checked_language(request)
    body = await read_body(request, Code, context.settings.body_bytes)
    table = table_of(request)
    await context.service.open(table)  # else everybody could fill the database with limits
    settings = context.settings
    seconds = settings.code_seconds
    await context.count("code_tries", request.scope[ADDRESS], settings.code_tries, seconds)
    await context.count("code_tries", table, settings.code_tries_per_table, seconds)
    return reply(context.seated(request, await identity.move(context.service, table, body.code)))


async def renew_token(context: AppContext, request: Request) -> Response:
    """A new token for my seat, here and at all rematches; the one that I have ends."""
    checked_language(request)
    token, table = needed_token(request), table_of(request)
    viewer = (await context.service.open(table)).viewer(token)
    await context.count("codes", f"{table}/{viewer.seat}", context.settings.codes_per_hour)
    return reply(context.seated(request, await identity.renew(context.service, table, token)))


async def report(context: AppContext, request: Request) -> Response:
    """Report a line of chat or a player's name to the operator of the server."""
    checked_language(request)
    token = needed_token(request)
    body = await read_body(request, Report, context.settings.body_bytes)
    service = context.service
    session = await service.session(table_of(request))
    table = session.table
    viewer = table.viewer(token)
    if body.line is not None:
        line = next((one for one in session.chat if one.number == body.line), None)
        if line is None or line.seat < 0:
            raise NotServed("illegal", "no_line")
        seat, name, text = line.seat, line.name, line.text
    else:
        if body.seat is None or body.seat >= len(table.seats) or not table.seats[body.seat].player:
            raise NotServed("illegal", "report_whom")
        seat, name, text = body.seat, table.seats[body.seat].name, None
    if seat == viewer.seat:
        raise NotServed("illegal", "report_self")
    most = context.settings.reports_per_hour
    await context.count("reports", request.scope[ADDRESS], most)
    await context.count("reports", f"{table.id}/{viewer.seat}", most)
    new = people.Report(
        0, table.id, service.now(), seat, viewer.seat, name, text, body.reason,
        visible(body.note), None,
    )  # fmt: skip
    number = await service.store.change(partial(people.add_report, report=new))
    return reply(Reported(number), 201)


async def forget_me(context: AppContext, request: Request) -> Response:
    """Remove my name, my token and what I said, here and at all rematches.

    Before a game my seat is free again; in a game a bot plays it to the end.
    """
    checked_language(request)
    removed = await identity.forget(context.service, table_of(request), needed_token(request))
    return reply(Forgot(**asdict(removed)))


_SEAT = ("no_table", "bad_token", "storage")
PEOPLE_ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/tables/{table}/code",
        give_code,
        OneTimeCode,
        refusals=_SEAT,
        token="needed",
    ),
    Endpoint("POST", "/api/tables/{table}/move", move_seat, Seated, body=Code, refusals=_SEAT),
    Endpoint(
        "POST",
        "/api/tables/{table}/renew",
        renew_token,
        Seated,
        refusals=_SEAT,
        token="needed",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        report,
        Reported,
        201,
        Report,
        refusals=(*_SEAT, "illegal"),
        token="needed",
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}/me",
        forget_me,
        Forgot,
        refusals=_SEAT,
        token="needed",
    ),
)
