"""`quarriors admin` members, remove-member, seasons and new-season: the club."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

import typer

from quarriors.cli import columns, print_json
from quarriors.cli.admin.common import (
    BadAdmin,
    Yes,
    admin_app,
    date,
    need_yes,
    opened,
    tell,
)
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language
from quarriors.text import Texts

LONGEST_SEASON = 60  # characters of a season's name


@admin_app.command("members")
def admin_members(
    context: typer.Context,
    season: Annotated[int | None, typer.Option("--season", metavar="NUMBER")] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """List the ladder of the club, and who has not been rated."""
    from quarriors.server.store import club

    texts = make_texts(lang)
    with opened(context) as database, database.reading() as connection:
        seasons = club.all_seasons(connection)
        number = seasons[-1].number if seasons and season is None else season or 0
        if season is not None and season not in [one.number for one in seasons]:
            raise BadAdmin("no_season", number=season)
        found = club.ladder(connection, number)
        rated = {one.member.id for one in found}
        others = [one for one in club.all_members(connection) if one.id not in rated]
    if as_json:
        print_json(
            [
                {
                    "name": one.member.name,
                    "kind": one.member.kind,
                    **one.rating.to_dict(),
                    "games": one.games,
                    "wins": one.wins,
                }
                for one in found
            ]
            + [{"name": one.name, "kind": one.kind, "games": 0, "wins": 0} for one in others]
        )
        return
    if not found and not others:
        tell(texts, "no_members")
        return
    rows = [
        (
            str(rank),
            one.member.name,
            f"{one.rating.mu:.1f} ± {one.rating.margin:.1f}",
            str(one.games),
            str(one.wins),
        )
        for rank, one in enumerate(found, 1)
    ]
    rows += [("-", one.name, "-", "0", "0") for one in others]
    _print(texts, ("rank", "name", "rating", "games", "wins"), rows)


def _print(texts: Texts, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    for line in columns([[texts.say("admin", f"head.{key}") for key in heads], *rows]):
        print(line)


@admin_app.command("remove-member")
def admin_remove_member(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    yes: Yes = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Remove a person from the club and from the tables where they sat under that name."""
    from dataclasses import asdict

    from quarriors.server.sessions import forgetting
    from quarriors.server.store import club

    texts = make_texts(lang)
    with opened(context) as database:
        with database.reading() as connection:
            member = club.member_named(connection, name)
            tables = [] if member is None else club.tables_of(connection, member.id)
        if member is None:
            raise BadAdmin("no_member", name=name)
        need_yes(yes, texts.say("admin", "what.member", name=member.name, n=len(tables)))
        removed = forgetting.Removed()
        for table in tables:
            with database.writing() as connection:
                removed += forgetting.forget_member_at(connection, table, member.id)
        with database.writing() as connection:
            club.remove_member(connection, member.id)
    if as_json:
        print_json({"name": member.name, **asdict(removed)})
        return
    tell(texts, "member_removed", name=member.name)
    tell(texts, "forgot", **asdict(removed))
    tell(texts, "forgot_kept")


@admin_app.command("seasons")
def admin_seasons(context: typer.Context, as_json: AsJson = False, lang: Language = None) -> None:
    """List the seasons of the club."""
    from quarriors.server.store import club

    texts = make_texts(lang)
    with opened(context) as database, database.reading() as connection:
        found = club.all_seasons(connection)
    if as_json:
        print_json([one._asdict() for one in found])
        return
    names = [one.name or texts.say("admin", "season", number=one.number) for one in found]
    rows = [
        (str(one.number), name, date(one.began)) for one, name in zip(found, names, strict=True)
    ]
    _print(texts, ("season", "name", "began"), rows)


@admin_app.command("new-season")
def admin_new_season(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    lang: Language = None,
) -> None:
    """Begin a new season of the club."""
    from quarriors.cards.plain_text import visible
    from quarriors.server.store import club

    texts = make_texts(lang)
    shown = visible(name).strip()
    if not 0 < len(shown) <= LONGEST_SEASON:
        raise BadAdmin("season_name", most=LONGEST_SEASON)
    with opened(context) as database, database.writing() as connection:
        season = club.new_season(connection, shown, time.time())
    tell(texts, "season_began", number=season.number, name=season.name)
