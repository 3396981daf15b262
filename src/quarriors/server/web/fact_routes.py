"""Facts about the game over HTTP: cards, rules, sets, bots, packs, Wilds for a real table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from quarriors.facts import game, packs
from quarriors.facts.packs import entry_of, pack_facts
from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import PackFacts, PackList, PackText, WildsWish
from quarriors.facts.wilds import laid_wilds
from quarriors.server.web.answers import JSON, checked_language, read_body, reply
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.cached import CachedDocument
from quarriors.server.web.safety import ADDRESS
from quarriors.server.web.static import FOREVER

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
CACHED = "public, max-age=300"  # facts change with the program only


async def show_cards(context: AppContext, request: Request) -> Response:
    """All cards, with names, abilities and rulings in the reader's language."""
    return await cached_fact(context, request, game.cards, checked_language(request))


async def show_rules(context: AppContext, request: Request) -> Response:
    """The digest of the rules; refusals, logs and events name them by id."""
    return await cached_fact(context, request, game.rules, checked_language(request))


async def show_sets(context: AppContext, request: Request) -> Response:
    """What a set-up can choose from: sets, editions, modules, variants, mixes."""
    return await cached_fact(context, request, game.choices, checked_language(request))


async def show_bots(context: AppContext, request: Request) -> Response:
    """The bots that can take a seat here, how they play, and what they can be asked with."""
    return await cached_fact(context, request, game.bots, checked_language(request))


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
        if language not in context.pack_facts:
            context.pack_facts[language] = await asyncio.to_thread(make)
    return reply(PackList(context.pack_facts[language], context.settings.own_packs))


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
    return CachedDocument(found.data, found.media, FOREVER).answer(request)


async def show_tutorial(context: AppContext, request: Request) -> Response:
    """A guided first game with scripted dice, step by step."""
    return await cached_fact(context, request, game.guided_game, checked_language(request))


async def cached_fact(
    context: AppContext, request: Request, make: Callable[..., bytes], *of: str
) -> Response:
    """A fact, or that the one the asker has is still right; there are two dozen facts.

    Each is made once, in a thread: all cards take a quarter of a second, and games go on meanwhile.
    """

    def made() -> CachedDocument:
        return CachedDocument(make(*of), JSON, CACHED, "Accept-Encoding, Accept-Language")

    key = (make, *of)
    if key not in context.facts:
        async with context.making:
            if key not in context.facts:
                context.facts[key] = await asyncio.to_thread(made)
    return context.facts[key].answer(request)
