"""`quarriors admin`: what an operator does to a server's database, also while servers use it.

list, show, export, remove    tables       ban, unban, bans    addresses that are refused
prune                         old games    backup, restore     an SQLite file

Running servers notice removals and bans within seconds (`server/store/administration.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from quarriors.cli import BadOption, columns, print_json
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.store.administration import AdminDatabase

admin_app = typer.Typer(add_completion=False)
DAY = 86_400.0

Yes = Annotated[bool, typer.Option("--yes")]
TableId = Annotated[str, typer.Argument(metavar="TABLE")]


class BadAdmin(BadOption):
    """What cannot be done to a database."""

    texts = "admin.refuse"


@admin_app.callback()
def _admin(
    context: typer.Context,
    database: Annotated[str, typer.Option("--database", metavar="PLACE")] = "",
    lang: Language = None,
) -> None:
    """Look after a database; the language is for the help, commands have their own."""
    del lang
    context.obj = database


@contextmanager
def opened(context: typer.Context) -> Iterator[AdminDatabase]:
    """The database that `--database` names; trouble with it becomes a sentence."""
    from quarriors.cli.serve import database_trouble
    from quarriors.server.store.administration import AdminDatabase
    from quarriors.server.store.errors import StorageTrouble

    place: str = context.obj
    try:
        yield AdminDatabase(place)
    except StorageTrouble as error:
        raise database_trouble(place, error) from None


def need_yes(yes: bool, what: str) -> None:
    """Refuse to remove something without `--yes`; `what` would be removed."""
    if not yes:
        raise BadAdmin("yes", what=what)


def tell(texts: Texts, key: str, /, **values: object) -> None:
    """Print a line of the admin texts."""
    print(texts.say("admin", key, **values))


# --- bans --------------------------------------------------------------------------------------


def _network(address: str) -> str:
    from quarriors.server.store.administration import network_of

    try:
        return network_of(address)
    except ValueError:
        raise BadAdmin("address", text=address) from None


@admin_app.command("ban")
def admin_ban(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    days: Annotated[float | None, typer.Option("--days")] = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT")] = "",
    lang: Language = None,
) -> None:
    """Refuse an address or a network."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    network = _network(address)
    if days is not None and not 0 < days < 100_000:
        raise BadAdmin("days", days=days)
    until = None if days is None else time.time() + days * DAY
    with opened(context) as database, database.writing() as connection:
        administration.ban(connection, network, why, until)
    if until is None:
        tell(texts, "banned", network=network)
    else:
        tell(texts, "banned_until", network=network, until=_date(until))


@admin_app.command("unban")
def admin_unban(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    lang: Language = None,
) -> None:
    """Let a banned address in again."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    network = _network(address)
    with opened(context) as database, database.writing() as connection:
        if not administration.unban(connection, network):
            raise BadAdmin("no_ban", network=network)
    tell(texts, "unbanned", network=network)


@admin_app.command("bans")
def admin_bans(context: typer.Context, as_json: AsJson = False, lang: Language = None) -> None:
    """List the addresses that are refused."""
    from quarriors.server.store import administration

    texts = make_texts(lang)
    with opened(context) as database, database.reading() as connection:
        found = administration.all_bans(connection)
    if as_json:
        print_json([one._asdict() for one in found])
        return
    if not found:
        tell(texts, "no_bans")
        return
    heads = [texts.say("admin", f"head.{key}") for key in ("network", "made", "until", "why")]
    for_good = texts.say("admin", "for_good")
    rows = [
        (one.network, _date(one.made), for_good if one.until is None else _date(one.until), one.why)
        for one in found
    ]
    for line in columns([heads, *rows]):
        print(line)


def _date(seconds: float) -> str:
    """A time as people read it, of this computer's zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
