"""Games over HTTP: the position for programs, and what remains of a finished game."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from quarriors.facts.finished import analysis_of, replay_of, summary_of
from quarriors.facts.packs import table_packs
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import AnalysisAnswer, TablePacks
from quarriors.server.protocol.codec import encode
from quarriors.server.web.answers import (
    JSON,
    checked_language,
    needed_token,
    reply,
    table_of,
    token_of,
    too_fast,
)
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.cached import packed, takes_gzip
from quarriors.server.web.safety import ADDRESS
from quarriors.table.replay import record
from quarriors.table.table import LiveTable
from quarriors.table.view import position

PIECE = 65_536  # bytes of an answer that are made at a time
GZIP = 16  # zlib: with the header of gzip
CROWDED = 5.0  # seconds after which to ask again where too many games are analysed


async def show_position(context: AppContext, request: Request) -> Response:
    """The position for a program that searches, without the generator; for players only."""
    checked_language(request)
    token = needed_token(request)
    table = await context.service.open(table_of(request))
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
    key = (f"{table.id}/{table.seq}", "record")
    return await _made(context, request, key, lambda: record(table), headers)


async def show_replay(context: AppContext, request: Request) -> Response:
    """A finished game step by step, with its sentences in the reader's language."""
    language = checked_language(request)
    table = await _finished(context, request)

    key = (f"{table.id}/{table.seq}", f"replay/{language}")
    return await _made(context, request, key, lambda: replay_of(table, language))


async def show_summary(context: AppContext, request: Request) -> Response:
    """A finished game looked back upon: who won and why, Glory by round, captures, luck."""
    language = checked_language(request)
    table = await _finished(context, request)

    key = (f"{table.id}/{table.seq}", f"summary/{language}")
    return await _made(context, request, key, lambda: summary_of(table, language))


async def show_analysis(context: AppContext, request: Request) -> Response:
    """A finished game explained: chances of winning, costly decisions, luck and choices.

    It is worked out by the processes of the bots when it is first asked for; until then the answer
    is 202 and says how far it is, to be asked for again after some seconds.
    """
    language = checked_language(request)
    table = await _finished(context, request)
    found = context.service.context.analyses.find(table, request.scope[ADDRESS])
    if found is None:
        raise too_fast(CROWDED, "analyses")
    if isinstance(found, float):
        return reply(AnalysisAnswer("running", found), 202, {"Retry-After": "2"})
    analysis, given = found

    key = (f"{table.id}/{table.seq}", f"analysis/{language}")
    return await _made(context, request, key, lambda: analysis_of(table, analysis, given, language))


async def show_table_packs(context: AppContext, request: Request) -> Response:
    """The packs that a table plays with: their texts, and their cards for those who look at it."""
    language = checked_language(request)
    table = await context.service.open(table_of(request))
    return await _made(
        context,
        request,
        (table.id, f"packs/{language}"),
        lambda: TablePacks(
            table_packs(table.packs, table.head.packs, language, context.offer.pictures)
        ),
    )


async def _finished(context: AppContext, request: Request) -> LiveTable:
    """A table whose game is over, for those who may look at it."""
    table = await context.service.open(table_of(request))
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
    sent = {"Vary": "Accept-Encoding", **(headers or {})}
    if takes_gzip(request):
        return Response(found, headers={**sent, "Content-Encoding": "gzip"}, media_type=JSON)
    return StreamingResponse(_unpacked(found), headers=sent, media_type=JSON)


async def _unpacked(data: bytes) -> AsyncIterator[bytes]:
    """Compressed data as it was, a piece at a time: the whole may be large, and read slowly."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | GZIP)
    while not stream.eof:
        piece = stream.decompress(data, PIECE)
        data = stream.unconsumed_tail
        yield piece
