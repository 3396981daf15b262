"""What can be asked about the club of a server: names with keys, the ladder, ratings of games."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from quarriors.facts.problem import NotServed
from quarriors.facts.shapes import Forgot
from quarriors.rating import Rating
from quarriors.server.sessions import club
from quarriors.server.store import club as rows
from quarriors.server.web.answers import (
    checked_language,
    needed_token,
    read_body,
    reply,
    table_of,
)
from quarriors.server.web.app_context import AppContext
from quarriors.server.web.club_shapes import (
    Club,
    GameRating,
    MemberCode,
    MemberFacts,
    MemberKey,
    NewMember,
    RatingFacts,
    SeasonFacts,
    SeatRating,
    StandingFacts,
)
from quarriors.server.web.openapi import Endpoint
from quarriors.server.web.safety import ADDRESS
from quarriors.server.web.shapes import OneTimeCode
from quarriors.table.rated import why_unrated
from quarriors.table.seats import bot_name
from quarriors.table.view import unrated_sentence

LISTED = 500  # on a ladder
MOST_SEASON = 1_000_000
SEASON = {
    "name": "season",
    "in": "query",
    "required": False,
    "description": "The number of a season; the present one if nothing is asked for.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_SEASON},
}


def _opened(context: AppContext, request: Request) -> str:
    """The reader's language, on a server that has a club."""
    language = checked_language(request)
    if not context.settings.ratings:
        raise NotServed("off", "ratings_off")
    return language


async def show_club(context: AppContext, request: Request) -> Response:
    """The ladder of a season; bots are on it too."""
    language = _opened(context, request)
    asked = request.query_params.get("season", "")
    number = int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 8 else 0
    if asked and not 1 <= number <= MOST_SEASON:
        raise NotServed("malformed", "season")
    store = context.service.store
    seasons = [SeasonFacts(*one) for one in await store.look_up(rows.all_seasons)]
    season = next(
        (one for one in reversed(seasons) if one.number == number or not number),
        SeasonFacts(1, "", 0.0) if number <= 1 and not seasons else None,
    )
    if season is None:
        raise NotServed("no_page", "no_season", number=number)
    found = await store.look_up(partial(rows.ladder, season=season.number))
    ladder = tuple(_standing(rank, one, language) for rank, one in enumerate(found[:LISTED], 1))
    return reply(Club(season, tuple(reversed(seasons)) or (season,), ladder, len(found)))


def _standing(rank: int, one: rows.Standing, language: str) -> StandingFacts:
    bot = one.member.name if one.member.kind == "bot" else ""
    name = bot_name(bot, language) if bot else one.member.name
    return StandingFacts(rank, name, bot, _facts(one.rating), one.games, one.wins)


def _facts(rating: Rating) -> RatingFacts:
    return RatingFacts(round(rating.mu, 2), round(rating.margin, 2))


async def add_member(context: AppContext, request: Request) -> Response:
    """Take a name in the club, which the key proves from then on; no password, no address."""
    _opened(context, request)
    body = await read_body(request, NewMember, context.settings.body_bytes)
    await context.count("members", request.scope[ADDRESS], context.settings.members_per_hour)
    member, key = await club.register(context.service, body.name)
    return reply(MemberKey(member.name, key), 201)


async def show_me(context: AppContext, request: Request) -> Response:
    """Who I am in the club, by the key that the request carries as a token."""
    _opened(context, request)
    member = await club.member_with(context.service, needed_token(request))
    store = context.service.store
    seasons = await store.look_up(rows.all_seasons)
    last = seasons[-1].number if seasons else 0
    found = await store.look_up(partial(rows.ladder, season=last))
    for rank, one in enumerate(found, 1):
        if one.member.id == member.id:
            facts = MemberFacts(member.name, _facts(one.rating), rank, one.games, one.wins)
            return reply(facts)
    return reply(MemberFacts(member.name, None, 0, 0, 0))


async def give_member_code(context: AppContext, request: Request) -> Response:
    """A one-time code that moves my name in the club to another device."""
    _opened(context, request)
    key = needed_token(request)
    member = await club.member_with(context.service, key)
    settings = context.settings
    await context.count("codes", f"member/{member.id}", settings.codes_per_hour)
    return reply(OneTimeCode(await club.give_code(context.service, key), settings.code_seconds))


async def move_member(context: AppContext, request: Request) -> Response:
    """A new key for the name in the club whose code I have; the key that asked for it ends."""
    _opened(context, request)
    body = await read_body(request, MemberCode, context.settings.body_bytes)
    settings = context.settings
    seconds = settings.code_seconds
    await context.count("code_tries", request.scope[ADDRESS], settings.code_tries, seconds)
    known = await context.service.store.look_up(partial(rows.member_named, name=body.name))
    if known is not None:
        who = f"member/{known.id}"
        await context.count("code_tries", who, settings.code_tries_per_table, seconds)
    member, key = await club.move(context.service, body.name, body.code)
    return reply(MemberKey(member.name, key))


async def leave_club(context: AppContext, request: Request) -> Response:
    """Remove my name in the club, my ratings, and what is kept of me at tables under that name."""
    _opened(context, request)
    removed = await club.leave(context.service, needed_token(request))
    return reply(Forgot(**asdict(removed)))


async def show_rating(context: AppContext, request: Request) -> Response:
    """Whether a table's game counts for ratings, and what it changed once it was rated."""
    language = _opened(context, request)
    table = await context.service.open(table_of(request))
    why = why_unrated(table)
    store = context.service.store
    found = [] if why else await store.look_up(partial(rows.changes_of, table_id=table.id))
    changes = tuple(SeatRating(seat, _facts(old), _facts(new)) for seat, old, new in found)
    return reply(GameRating(not why, unrated_sentence(why, language), changes))


CLUB_ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET", "/api/club", show_club, Club, refusals=("off", "no_page", "storage"), query=(SEASON,)
    ),
    Endpoint(
        "POST",
        "/api/club/members",
        add_member,
        MemberKey,
        201,
        NewMember,
        refusals=("off", "illegal", "not_now", "storage"),
    ),
    Endpoint(
        "GET",
        "/api/club/me",
        show_me,
        MemberFacts,
        refusals=("off", "bad_token", "storage"),
        token="needed",
    ),
    Endpoint(
        "DELETE",
        "/api/club/me",
        leave_club,
        Forgot,
        refusals=("off", "bad_token", "storage"),
        token="needed",
    ),
    Endpoint(
        "POST",
        "/api/club/me/code",
        give_member_code,
        OneTimeCode,
        refusals=("off", "bad_token", "storage"),
        token="needed",
    ),
    Endpoint(
        "POST",
        "/api/club/move",
        move_member,
        MemberKey,
        body=MemberCode,
        refusals=("off", "bad_token", "storage"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/rating",
        show_rating,
        GameRating,
        refusals=("off", "no_table", "storage"),
    ),
)
