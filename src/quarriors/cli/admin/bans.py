"""`quarriors admin` ban, unban and bans: addresses that are refused."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from quarriors.cli import columns, print_json
from quarriors.cli.admin.common import DAY, BadAdmin, admin_app, check_days, date, opened, tell
from quarriors.cli.console import make_texts
from quarriors.cli.options import AsJson, Language


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
    if days is not None:
        check_days("--days", days)
    until = None if days is None else time.time() + days * DAY
    with opened(context) as database, database.writing() as connection:
        administration.ban(connection, network, why, until)
    if until is None:
        tell(texts, "banned", network=network)
    else:
        tell(texts, "banned_until", network=network, until=date(until))


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
        (one.network, date(one.made), for_good if one.until is None else date(one.until), one.why)
        for one in found
    ]
    for line in columns([heads, *rows]):
        print(line)
