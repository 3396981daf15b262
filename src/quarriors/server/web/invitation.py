"""What goes with the link to a table: its QR code, a picture of it, and what previews show.

Everything here may be seen by everybody who has the link, with or without a seat. A picture is what
a watcher sees; of a table that nobody may watch, or whose game has not begun, it is an example.
Pictures are made in a thread, one at a time, one for each round of a game, and the last ones kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO

from starlette.requests import Request
from starlette.responses import Response

from quarriors.bots.base import Seat
from quarriors.bots.registry import make_bot
from quarriors.engine.rules import Rules
from quarriors.facts.problem import NotServed
from quarriors.game import Game, new_game
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web.answers import table_of
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.cached import CachedDocument
from quarriors.table.errors import Refusal
from quarriors.table.table import LiveTable
from quarriors.text import Texts, base_language
from quarriors.view.svg import PREVIEW, preview_svg

SVG, PNG = "image/svg+xml", "image/png"
CACHED = "public, max-age=300"  # seconds; a preview need not follow a game
PICTURES_KEPT = 32
RASTER = "resvg_py"  # of the extra `pictures`: draws SVG as PNG
CODE_BORDER = 3  # light modules around a QR code
EXAMPLE_SEED, EXAMPLE_ROUNDS, EXAMPLE_BOT = 4, 4, "greedy"


# --- the QR code ---------------------------------------------------------------------------------


async def show_invitation_code(context: AppContext, request: Request) -> Response:
    """The link to a table as a QR code."""
    table = await context.service.open(table_of(request))
    link = context.link(request, table.id)
    return await _kept(context, ("code", link), lambda: _code(link), SVG, request)


def _code(link: str) -> bytes:
    import segno

    drawn = BytesIO()
    segno.make(link, micro=False).save(
        drawn, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True,
        border=CODE_BORDER, light="#fff",
    )  # fmt: skip
    return drawn.getvalue()


# --- the picture ---------------------------------------------------------------------------------


async def show_table_svg(context: AppContext, request: Request) -> Response:
    """A picture of the table, without anything that not everybody may see."""
    table = await context.service.open(table_of(request))
    key, make = _drawing(table)
    return await _kept(context, ("svg", *key), lambda: make().encode(), SVG, request)


async def show_table_picture(context: AppContext, request: Request) -> Response:
    """The same as PNG, for previews of links; where the extra `pictures` is installed."""
    if not _draws_png():
        raise NotServed("off", "no_png")
    table = await context.service.open(table_of(request))
    key, make = _drawing(table)
    return await _kept(context, ("png", *key), lambda: _as_png(make()), PNG, request)


def _draws_png() -> bool:
    return find_spec(RASTER) is not None


def _as_png(svg: str) -> bytes:
    return bytes(import_module(RASTER).svg_to_bytes(svg_string=svg))


def _drawing(table: LiveTable) -> tuple[tuple[str, ...], Callable[[], str]]:
    """Under which name a table's picture is kept, and what draws it."""
    language = base_language(table.head.setup.language)
    if table.timeline is None or not table.head.setup.watch:
        players = len(table.seats)
        return (f"{players}", language), lambda: preview_svg(_example(players), language)
    # A copy: the game goes on while it is drawn.
    game, names = table.game.clone(), table.names
    moment = "over" if game.over else f"{game.round}"
    key = (table.id, moment, language, *names)
    return key, lambda: preview_svg(game, language, names)


def _example(players: int) -> Game:
    """A game of some rounds, the same every time."""
    game = new_game(Rules(players=players), seed=EXAMPLE_SEED)
    bots = [make_bot(EXAMPLE_BOT, seat, 0) for seat in range(players)]
    while not game.over and game.round <= EXAMPLE_ROUNDS:
        seat = Seat(game, game.decision.seat)
        game.apply(bots[game.decision.seat].decide(seat, seat.decision))
    return game


async def _kept(
    context: AppContext,
    key: tuple[str, ...],
    make: Callable[[], bytes],
    media: str,
    request: Request,
) -> Response:
    """A picture, drawn in a thread if it is not kept."""
    kept = context.pictures
    if key not in kept:
        async with context.heavy:
            if key not in kept:
                kept[key] = CachedDocument(await asyncio.to_thread(make), media, CACHED)
                while len(kept) > PICTURES_KEPT:
                    del kept[next(iter(kept))]
    return kept[key].answer(request)


# --- previews of links ---------------------------------------------------------------------------


async def preview_tags(context: AppContext, request: Request) -> str:
    """What programs show of a link to a table (Open Graph); empty if there is no such table."""
    try:
        table = await context.service.open(table_of(request))
    except (Refusal, NotServed, StorageTrouble):
        return ""  # the page itself says what is wrong
    texts = Texts(table.head.setup.language)
    names = [seat.name for seat in table.seats if not seat.free]
    host = table.host_seat
    stage = "hosted" if table.stage == "waiting" and host is not None else table.stage
    values = {"host": "" if host is None else table.names[host], "names": ", ".join(names)}
    title = texts.say("server", f"web.preview.{stage}", **values)
    says = texts.say("server", "web.preview.says")
    address = f"{context.base(request)}{request.url.path}"
    tags = {
        "og:type": "website",
        "og:site_name": "Quarriors!",
        "og:title": title,
        "og:description": says,
        "og:url": address,
    }
    if _draws_png():
        tags |= {
            "og:image": f"{context.base(request)}/api/tables/{table.id}/picture.png",
            "og:image:type": PNG,
            "og:image:width": f"{PREVIEW[0]}",
            "og:image:height": f"{PREVIEW[1]}",
            "og:image:alt": texts.say("server", "web.preview.picture"),
        }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()]
    card = "summary_large_image" if _draws_png() else "summary"
    return "\n".join([*lines, f'<meta name="twitter:card" content="{card}">', ""])
