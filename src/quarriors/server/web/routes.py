"""What can be asked over HTTP: tables, seats, records, facts about the game, the server's health.

One list of endpoints at the end makes both the routes and the OpenAPI document. Handlers read the
request, ask the service and answer; they decide nothing about the game. They are in `table_routes`,
`game_routes` and `fact_routes`; those about the server itself are here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from quarriors.__about__ import __version__
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import (
    AnalysisAnswer,
    BotList,
    CardList,
    Choices,
    EntryFacts,
    Health,
    Join,
    NewTable,
    PackCheck,
    PackList,
    PackText,
    Privacy,
    Replay,
    RuleList,
    Seated,
    TableFacts,
    TablePacks,
    WhatIfWish,
    WildsAnswer,
    WildsWish,
)
from quarriors.server.protocol.codec import encode
from quarriors.server.protocol.schema import protocol_schema
from quarriors.server.web import metrics
from quarriors.server.web.answers import checked_language, reply
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.club_routes import CLUB_ENDPOINTS
from quarriors.server.web.daily_routes import DATE, show_achievements, show_daily
from quarriors.server.web.fact_routes import (
    CARD,
    PICTURE,
    cached_fact,
    check_pack,
    lay_wilds,
    show_bots,
    show_cards,
    show_entry,
    show_packs,
    show_picture,
    show_rules,
    show_sets,
    show_tutorial,
)
from quarriors.server.web.game_routes import (
    show_analysis,
    show_position,
    show_record,
    show_replay,
    show_summary,
    show_table_packs,
)
from quarriors.server.web.invitation import show_invitation_code, show_table_picture, show_table_svg
from quarriors.server.web.openapi import Endpoint, document
from quarriors.server.web.people_routes import PEOPLE_ENDPOINTS
from quarriors.server.web.privacy import privacy
from quarriors.server.web.push_routes import PUSH_ENDPOINTS
from quarriors.server.web.push_shapes import Features
from quarriors.server.web.safety import is_for_watchers, is_local
from quarriors.server.web.shapes import Position, TableList
from quarriors.server.web.table_routes import (
    STAGE,
    create_table,
    join_table,
    list_tables,
    rematch,
    show_table,
    what_if,
)
from quarriors.table.daily import DailyFacts
from quarriors.table.tutorial import Tutorial
from quarriors.view.achievements import Shelf
from quarriors.view.summary import Summary


async def show_health(_context: AppContext, _request: Request) -> Response:
    """Whether the server runs; the database is not asked."""
    return reply(Health("ok", __version__))


async def show_readiness(context: AppContext, _request: Request) -> Response:
    """Whether the server and its database work, checked every few seconds."""
    await context.check_database()
    return reply(Health("ok", __version__))


async def show_privacy(context: AppContext, request: Request) -> Response:
    """What this server keeps of people, how long and why, as its settings have it."""
    return reply(privacy(context.settings, checked_language(request)))


async def show_features(context: AppContext, request: Request) -> Response:
    """What this server offers beside games: a club, messages to browsers, webhooks."""
    checked_language(request)
    notifier = context.service.context.notifier
    key = "" if notifier.key is None else notifier.key.public
    return reply(Features(context.settings.ratings, key, bool(notifier.webhook_hosts)))


async def show_metrics(context: AppContext, request: Request) -> Response:
    """Numbers about the server, in the form Prometheus reads."""
    settings = context.settings
    if not is_for_watchers(request.scope, settings):
        if settings.metrics == "off":
            raise NotServed("off", "metrics_off")
        if settings.metrics == "local" and not is_local(request):
            raise NotServed("off", "metrics_local")
    return Response(context.metrics.text(), media_type=metrics.CONTENT_TYPE)


async def show_protocol(context: AppContext, request: Request) -> Response:
    """The JSON schema of all messages over the websocket."""
    return await cached_fact(context, request, _spoken)


async def show_openapi(context: AppContext, request: Request) -> Response:
    """This document: everything that can be asked over HTTP."""
    return await cached_fact(context, request, _described)


@cache
def _spoken() -> bytes:
    return encode(protocol_schema())


@cache
def _described() -> bytes:
    return encode(document(ENDPOINTS))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/tables",
        create_table,
        Seated,
        201,
        NewTable,
        refusals=("illegal", "off", "storage"),
    ),
    Endpoint(
        "GET",
        "/api/tables",
        list_tables,
        TableList,
        refusals=("off", "storage"),
        query=(STAGE,),
    ),
    Endpoint(
        "GET", "/api/tables/{table}", show_table, TableFacts, refusals=("no_table", "storage")
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/join",
        join_table,
        Seated,
        body=Join,
        refusals=("no_table", "illegal", "not_now", "storage"),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/rematch",
        rematch,
        Seated,
        refusals=("no_table", "bad_token", "not_yours", "not_now", "storage"),
        token="needed",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/what-if",
        what_if,
        Seated,
        201,
        WhatIfWish,
        refusals=("no_table", "bad_token", "off", "illegal", "not_now", "storage"),
        token="optional",
    ),
    *PEOPLE_ENDPOINTS,
    *CLUB_ENDPOINTS,
    *PUSH_ENDPOINTS,
    Endpoint(
        "GET",
        "/api/tables/{table}/position",
        show_position,
        Position,
        refusals=("no_table", "bad_token", "not_yours", "not_now", "storage"),
        token="needed",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        show_record,
        dict[str, Any],
        refusals=("no_table", "bad_token", "off", "not_now", "storage"),
        token="optional",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        show_replay,
        Replay,
        refusals=("no_table", "bad_token", "off", "not_now", "storage"),
        token="optional",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/summary",
        show_summary,
        Summary,
        refusals=("no_table", "bad_token", "off", "not_now", "storage"),
        token="optional",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/analysis",
        show_analysis,
        AnalysisAnswer,
        refusals=("no_table", "bad_token", "off", "not_now", "storage"),
        token="optional",
        later=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/packs",
        show_table_packs,
        TablePacks,
        refusals=("no_table", "storage"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/code.svg",
        show_invitation_code,
        refusals=("no_table", "storage"),
        lang=False,
        media="image/svg+xml",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/picture.svg",
        show_table_svg,
        refusals=("no_table", "storage"),
        lang=False,
        media="image/svg+xml",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/picture.png",
        show_table_picture,
        refusals=("no_table", "off", "storage"),
        lang=False,
        media="image/png",
    ),
    Endpoint("GET", "/api/packs", show_packs, PackList),
    Endpoint("POST", "/api/packs/check", check_pack, PackCheck, body=PackText),
    Endpoint(
        "GET", "/api/packs/entry", show_entry, EntryFacts, refusals=("illegal",), query=(CARD,)
    ),
    Endpoint(
        "GET",
        "/api/packs/pictures/{picture}",
        show_picture,
        refusals=("no_page",),
        lang=False,
        media="image/*",
        query=(PICTURE,),
        cached=True,
    ),
    Endpoint("GET", "/api/cards", show_cards, CardList, cached=True),
    Endpoint("GET", "/api/rules", show_rules, RuleList, cached=True),
    Endpoint("GET", "/api/sets", show_sets, Choices, cached=True),
    Endpoint("POST", "/api/wilds", lay_wilds, WildsAnswer, body=WildsWish, refusals=("illegal",)),
    Endpoint("GET", "/api/bots", show_bots, BotList, cached=True),
    Endpoint("GET", "/api/tutorial", show_tutorial, Tutorial, cached=True),
    Endpoint("GET", "/api/daily", show_daily, DailyFacts, refusals=("illegal",), query=(DATE,)),
    Endpoint("GET", "/api/achievements", show_achievements, Shelf, cached=True),
    Endpoint("GET", "/api/protocol.json", show_protocol, dict[str, Any], lang=False, cached=True),
    Endpoint("GET", "/api/openapi.json", show_openapi, dict[str, Any], lang=False, cached=True),
    Endpoint("GET", "/api/features", show_features, Features, refusals=("storage",)),
    Endpoint("GET", "/api/privacy", show_privacy, Privacy),
    Endpoint("GET", "/healthz", show_health, Health, lang=False),
    Endpoint("GET", "/readyz", show_readiness, Health, refusals=("storage",), lang=False),
    Endpoint(
        "GET",
        "/metrics",
        show_metrics,
        refusals=("off",),
        lang=False,
        media="text/plain",
    ),
)
