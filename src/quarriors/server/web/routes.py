"""What can be asked over HTTP: tables, seats, records, facts about the game, the server's health.

One list of endpoints at the end makes both the routes and the OpenAPI document. Handlers read the
request, ask the service and answer; they decide nothing about the game.
"""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from quarriors.__about__ import __version__
from quarriors.cards.known_packs import Pack
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.load import catalog_of_packs
from quarriors.cards.pack import PackError, read_pack
from quarriors.server.protocol.codec import encode
from quarriors.server.protocol.schema import protocol_schema
from quarriors.server.sessions import Joined, ListedTable
from quarriors.server.web import facts, metrics, packs
from quarriors.server.web.answers import (
    JSON,
    NotServed,
    checked_language,
    read_body,
    reply,
    token_of,
)
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.kept import Kept, packed, takes_gzip
from quarriors.server.web.openapi import Endpoint, document
from quarriors.server.web.packs import entry_of, pack_facts, table_packs
from quarriors.server.web.safety import ADDRESS, is_for_watchers, is_local
from quarriors.server.web.shapes import (
    BotList,
    CardList,
    Choices,
    EntryFacts,
    Health,
    Join,
    NewTable,
    OpenSeat,
    OpenTable,
    PackCheck,
    PackFacts,
    PackList,
    PackText,
    Position,
    Replay,
    RuleList,
    Seated,
    TableFacts,
    TableList,
    TablePacks,
    WildsAnswer,
    WildsWish,
)
from quarriors.server.web.static import FOREVER
from quarriors.server.web.wilds import laid_wilds
from quarriors.table.replay import finished, frames, record, turn_marks
from quarriors.table.table import LiveTable, Stage
from quarriors.table.tutorial import Tutorial
from quarriors.table.view import players, position
from quarriors.text import Texts
from quarriors.view.speech import Speech
from quarriors.view.summary import Summary, summarize

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
CARD = {
    "name": "card",
    "in": "query",
    "required": True,
    "description": "The English name of a card.",
    "schema": {"type": "string"},
}
PICTURE = {
    "name": "picture",
    "in": "path",
    "required": True,
    "description": "The name of a picture, as `picture` of a card has it.",
    "schema": {"type": "string", "pattern": "^[0-9a-f]{32}\\.(png|webp|jpg)$"},
}
PIECE = 65_536  # bytes of an answer that are made at a time
GZIP = 16  # zlib: with the header of gzip
KEPT = "public, max-age=300"  # facts change with the program only


# --- tables --------------------------------------------------------------------------------------


async def create_table(context: AppContext, request: Request) -> Response:
    """Set up a table and sit down at it as its host."""
    language = checked_language(request)
    settings = context.settings
    most = settings.pack_bytes if settings.own_packs else settings.body_bytes
    body = await read_body(request, NewTable, most)
    if (body.packs or body.setup.trial) and not settings.own_packs:
        raise NotServed("off", "own_packs_off")
    address = request.scope[ADDRESS]
    context.count_table(address)
    chosen = await _packs_of(context, body, address, language)
    setup = replace(body.setup, packs=tuple(pack.id for pack, _ in chosen))
    texts = tuple(text for _, text in chosen)
    joined = await context.service.create_table(setup, body.name, address, texts)
    return reply(_seated(context, request, joined), 201)


async def _packs_of(
    context: AppContext, body: NewTable, address: str, language: str
) -> tuple[tuple[Pack, str], ...]:
    """The packs of a new table with their texts: those it names, and those it brings."""
    known = {pack.id: pack for pack in context.offer.packs}
    unknown = [name for name in body.setup.packs if name not in known]
    if unknown:
        raise NotServed("illegal", "no_pack", pack=unknown[0], known=", ".join(known) or "-")
    found = {name: (known[name], known[name].text) for name in body.setup.packs}
    for text in body.packs:
        context.count_check(address)
        async with context.reading:
            try:
                pack = await asyncio.to_thread(read_pack, f"{text}\n")
            except PackError as error:
                why = error.faults[0].sentence(language)
                raise NotServed("illegal", "bad_pack", why=why) from error
        found[pack.id] = (pack, text)  # the host's own, though somebody's may say the same
    async with context.reading:  # so that laying the table does not hold up others
        try:
            await asyncio.to_thread(catalog_of_packs, tuple(found))
        except FaultyCards as error:  # packs that cannot be played together
            why = error.faults[0].sentence(language)
            raise NotServed("illegal", "bad_packs", why=why) from error
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
    session = await context.service.session(_table_id(request))
    table = session.table
    return reply(
        TableFacts(
            table=table.id,
            stage=table.stage,
            setup=table.head.setup,
            players=players(table, context.service.people(session)),
            commitment=table.head.commitment,
            link=context.link(request, table.id),
            seed=table.head.seed if table.stage == "over" else "",
        )
    )


async def show_table_packs(context: AppContext, request: Request) -> Response:
    """The packs that a table plays with: their texts, and their cards for those who look at it."""
    language = checked_language(request)
    table = await context.service.open(_table_id(request))
    return await _made(
        context,
        request,
        (table.id, f"packs/{language}"),
        lambda: TablePacks(
            table_packs(table.packs, table.head.packs, language, context.offer.pictures)
        ),
    )


async def join_table(context: AppContext, request: Request) -> Response:
    """Take a seat, as a person or with a program that plays."""
    checked_language(request)
    body = await read_body(request, Join, context.settings.body_bytes)
    kind: Literal["person", "remote"] = "remote" if body.bot else "person"
    joined = await context.service.join(
        _table_id(request), body.name, body.seat, kind, address=request.scope[ADDRESS]
    )
    return reply(_seated(context, request, joined))


async def rematch(context: AppContext, request: Request) -> Response:
    """A new table with the same players and set-up; my token is good there for the same seat.

    The first player who asks sets it up; the others find it.
    """
    checked_language(request)
    token = _needed_token(request)
    address = request.scope[ADDRESS]
    joined = await context.service.rematch(
        _table_id(request), token, address, lambda: context.count_table(address)
    )
    return reply(_seated(context, request, joined))


def _seated(context: AppContext, request: Request, joined: Joined) -> Seated:
    link = context.link(request, joined.table)
    return Seated(joined.table, joined.seat, joined.token, link)


def _table_id(request: Request) -> str:
    return str(request.path_params["table"])


def _needed_token(request: Request) -> str:
    token = token_of(request)
    if not token:
        raise NotServed("bad_token", "no_token")
    return token


# --- games ---------------------------------------------------------------------------------------


async def show_position(context: AppContext, request: Request) -> Response:
    """The position for a program that searches, without the generator; for players only."""
    checked_language(request)
    token = _needed_token(request)
    table = await context.service.open(_table_id(request))
    seat = table.viewer(token).seat
    if seat is None:
        raise NotServed("not_yours", "not_seated")
    if table.stage != "playing":
        raise NotServed("not_now", "not_playing")
    return reply({**position(table), "seat": seat})


async def show_record(context: AppContext, request: Request) -> Response:
    """The record of a finished game, which `quarriors verify` can check."""
    checked_language(request)
    table = await _finished(context, request)
    name = f'attachment; filename="quarriors-{table.id}.json"'
    headers = {"Content-Disposition": name}
    return await _made(context, request, (table.id, "record"), lambda: record(table), headers)


async def show_replay(context: AppContext, request: Request) -> Response:
    """A finished game step by step, with its sentences in the reader's language."""
    language = checked_language(request)
    table = await _finished(context, request)

    def make() -> Replay:
        head = table.head
        steps = list(frames(table, language))
        turns = turn_marks(steps, len(table.seats))
        return Replay(table.id, table.names, head.commitment, head.seed, turns, steps)

    return await _made(context, request, (table.id, f"replay/{language}"), make)


async def show_summary(context: AppContext, request: Request) -> Response:
    """A finished game looked back upon: who won and why, Glory by round, captures, luck."""
    language = checked_language(request)
    table = await _finished(context, request)

    def make() -> Summary:
        course = finished(table)
        texts = Texts(language, course.origin.rules.packs)
        return summarize(course.origin, course.game.answers, Speech(texts, course.names))

    return await _made(context, request, (table.id, f"summary/{language}"), make)


async def _finished(context: AppContext, request: Request) -> LiveTable:
    """A table whose game is over, for those who may look at it."""
    table = await context.service.open(_table_id(request))
    table.viewer(token_of(request))  # refuses wrong tokens, and watchers where nobody may watch
    if table.stage != "over":
        raise NotServed("not_now", "not_over")
    return table


async def _made(
    context: AppContext,
    request: Request,
    key: tuple[str, str],
    make: Callable[[], Any],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """What takes long to make, made in a thread, one at a time; a finished game never changes.

    It is kept as it travels to nearly everybody: compressed.
    """

    def encoded() -> bytes:
        return packed(encode(make()))

    found = context.finished.get(key)
    if found is None:
        async with context.heavy:
            found = context.finished.get(key)
            if found is None:
                found = await asyncio.to_thread(encoded)
                context.keep(key, found)
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if takes_gzip(request):
        return Response(found, headers={**told, "Content-Encoding": "gzip"}, media_type=JSON)
    return StreamingResponse(_unpacked(found), headers=told, media_type=JSON)


async def _unpacked(data: bytes) -> AsyncIterator[bytes]:
    """Compressed data as it was, a piece at a time: the whole may be large, and read slowly."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | GZIP)
    while not stream.eof:
        piece = stream.decompress(data, PIECE)
        data = stream.unconsumed_tail
        yield piece


# --- facts ---------------------------------------------------------------------------------------


async def show_cards(context: AppContext, request: Request) -> Response:
    """All cards, with names, abilities and rulings in the reader's language."""
    return await _facts(context, request, facts.cards, checked_language(request))


async def show_rules(context: AppContext, request: Request) -> Response:
    """The digest of the rules; refusals, logs and events name them by id."""
    return await _facts(context, request, facts.rules, checked_language(request))


async def show_sets(context: AppContext, request: Request) -> Response:
    """What a set-up can choose from: sets, editions, modules, variants, mixes."""
    return await _facts(context, request, facts.choices, checked_language(request))


async def show_bots(context: AppContext, request: Request) -> Response:
    """The bots that can take a seat here, how they play, and what they can be asked with."""
    return await _facts(context, request, facts.bots, checked_language(request))


async def lay_wilds(context: AppContext, request: Request) -> Response:
    """Wilds for a real table with the dice to lay out, and its set-up for 2 to 4 players.

    By the same rules as `quarriors wilds`; the server keeps nothing of it.
    """
    language = checked_language(request)
    asked = await read_body(request, WildsWish, context.settings.body_bytes)
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    return reply(await asyncio.to_thread(laid_wilds, asked, seed, language))


async def show_packs(context: AppContext, request: Request) -> Response:
    """The packs that a host may choose from, with their cards, and whether one may be brought."""
    language = checked_language(request)

    def make() -> tuple[PackFacts, ...]:
        offer = context.offer
        return tuple(pack_facts(pack, language, offer.pictures) for pack in offer.packs)

    async with context.reading:
        if language not in context.told_packs:
            context.told_packs[language] = await asyncio.to_thread(make)
    return reply(PackList(context.told_packs[language], context.settings.own_packs))


async def check_pack(context: AppContext, request: Request) -> Response:
    """Check the text of a pack: every fault with its line and column, or the cards it has.

    The server keeps nothing of it.
    """
    language = checked_language(request)
    body = await read_body(request, PackText, context.settings.pack_bytes)
    context.count_check(request.scope[ADDRESS])
    async with context.reading:
        return reply(await asyncio.to_thread(packs.check_pack, body.text, language))


async def show_entry(_context: AppContext, request: Request) -> Response:
    """The entry of a card as the files of the sets have it, to be corrected in a pack."""
    checked_language(request)
    return reply(entry_of(request.query_params.get("card", "")))


async def show_picture(context: AppContext, request: Request) -> Response:
    """A picture of a card of a pack; `picture` of a card has its address."""
    found = context.offer.files.get(str(request.path_params["picture"]))
    if found is None:
        raise NotServed("no_page", "no_picture")
    return Kept(found.data, found.media, FOREVER).answer(request)


async def show_tutorial(context: AppContext, request: Request) -> Response:
    """A guided first game with scripted dice, step by step."""
    return await _facts(context, request, facts.guided_game, checked_language(request))


async def show_protocol(context: AppContext, request: Request) -> Response:
    """The JSON schema of all messages over the websocket."""
    return await _facts(context, request, _spoken)


async def show_openapi(context: AppContext, request: Request) -> Response:
    """This document: everything that can be asked over HTTP."""
    return await _facts(context, request, _described)


@cache
def _spoken() -> bytes:
    return encode(protocol_schema())


@cache
def _described() -> bytes:
    return encode(document(ENDPOINTS))


async def _facts(
    context: AppContext, request: Request, make: Callable[..., bytes], *of: str
) -> Response:
    """A fact, or that the one the asker has is still right; there are two dozen facts.

    Each is made once, in a thread: all cards take a quarter of a second, and games go on meanwhile.
    """

    def kept() -> Kept:
        return Kept(make(*of), JSON, KEPT, "Accept-Encoding, Accept-Language")

    key = (make, *of)
    if key not in context.facts:
        async with context.making:
            if key not in context.facts:
                context.facts[key] = await asyncio.to_thread(kept)
    return context.facts[key].answer(request)


# --- the server ----------------------------------------------------------------------------------


async def show_health(_context: AppContext, _request: Request) -> Response:
    """Whether the server runs; the database is not asked."""
    return reply(Health("ok", __version__))


async def show_readiness(context: AppContext, _request: Request) -> Response:
    """Whether the server and its database work, checked every few seconds."""
    await context.check_database()
    return reply(Health("ok", __version__))


async def show_metrics(context: AppContext, request: Request) -> Response:
    """Numbers about the server, in the form Prometheus reads."""
    settings = context.settings
    if not is_for_watchers(request.scope, settings):
        if settings.metrics == "off":
            raise NotServed("off", "metrics_off")
        if settings.metrics == "local" and not is_local(request):
            raise NotServed("off", "metrics_local")
    return Response(context.metrics.text(), media_type=metrics.CONTENT_TYPE)


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
        "/api/tables/{table}/packs",
        show_table_packs,
        TablePacks,
        refusals=("no_table", "storage"),
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
        kept=True,
    ),
    Endpoint("GET", "/api/cards", show_cards, CardList, kept=True),
    Endpoint("GET", "/api/rules", show_rules, RuleList, kept=True),
    Endpoint("GET", "/api/sets", show_sets, Choices, kept=True),
    Endpoint("POST", "/api/wilds", lay_wilds, WildsAnswer, body=WildsWish, refusals=("illegal",)),
    Endpoint("GET", "/api/bots", show_bots, BotList, kept=True),
    Endpoint("GET", "/api/tutorial", show_tutorial, Tutorial, kept=True),
    Endpoint("GET", "/api/protocol.json", show_protocol, dict[str, Any], lang=False, kept=True),
    Endpoint("GET", "/api/openapi.json", show_openapi, dict[str, Any], lang=False, kept=True),
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
