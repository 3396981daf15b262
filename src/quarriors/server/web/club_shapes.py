"""What goes in and out over HTTP about the club of a server, as typed values."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from quarriors.table.messages import Name


class NewMember(Struct, forbid_unknown_fields=True, frozen=True):
    """The name that I want in the club; nobody else can take it, or one that looks like it."""

    name: Name


class MemberCode(Struct, forbid_unknown_fields=True, frozen=True):
    """My name in the club and the one-time code that another device of mine shows."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=32)]


class MemberKey(Struct, frozen=True):
    """My name in the club. The key, shown only now, is all that proves it, so keep it."""

    name: str
    key: str


class RatingFacts(Struct, frozen=True):
    """A rating: the strength, and within how much of it the true one lies with 95 % confidence."""

    strength: float
    margin: float


class MemberFacts(Struct, frozen=True):
    """Who I am in the club, and my rating in the present season; null before the first game."""

    name: str
    rating: RatingFacts | None
    rank: int  # 0 without a rating
    games: int
    wins: int


class SeasonFacts(Struct, frozen=True):
    """A season of the club, from 1; the name may be empty."""

    number: int
    name: str
    began: float  # seconds since the epoch; 0 if no game of it has been rated


class StandingFacts(Struct, frozen=True):
    """Somebody on the ladder."""

    rank: int  # from 1, by the strength less the margin
    name: str
    bot: str  # which bot it is; empty for a person
    rating: RatingFacts
    games: int
    wins: int


class Club(Struct, frozen=True):
    """The ladder of a season, and which seasons there are, the latest first."""

    season: SeasonFacts
    seasons: tuple[SeasonFacts, ...]
    ladder: tuple[StandingFacts, ...]  # the first 500
    members: int  # how many are on the ladder in all


class SeatRating(Struct, frozen=True):
    """What a game changed for the player of a seat."""

    seat: int
    before: RatingFacts
    after: RatingFacts


class GameRating(Struct, frozen=True):
    """Whether a game counts for ratings, and what it changed once it was rated."""

    rated: bool
    why: str  # why not, as a sentence
    seats: tuple[SeatRating, ...]  # empty until it is rated, a moment after its end
