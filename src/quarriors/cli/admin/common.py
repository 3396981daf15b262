"""What the commands of `quarriors admin` share: the database, refusals, ages and dates."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from quarriors.cli import BadOption
from quarriors.cli.options import Language
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.server.store.administration import AdminDatabase, TableRow

admin_app = typer.Typer(add_completion=False)
DAY = 86_400.0
MOST_DAYS = 100_000.0

Yes = Annotated[bool, typer.Option("--yes")]
TableId = Annotated[str, typer.Argument(metavar="TABLE")]


class BadAdmin(BadOption):
    """What cannot be done to a database."""

    texts = "admin.refuse"


@admin_app.callback()
def _admin(
    context: typer.Context,
    database: Annotated[str | None, typer.Option("--database", metavar="PLACE")] = None,
    config: Annotated[str, typer.Option("--config", metavar="FILE")] = "",
    lang: Language = None,
) -> None:
    """Look after a database; the language is for the help, commands have their own."""
    from quarriors.cli.serve_settings import find

    del lang
    # As the server finds it, so that the same variables and the same file serve both.
    context.obj = find({"database": database, "config": config}, os.environ)["database"].value


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


def stored_row(database: AdminDatabase, table_id: str) -> TableRow:
    """One table as it is stored; refused if it is not there."""
    from quarriors.server.store.administration import table_rows

    with database.reading() as connection:
        found = table_rows(connection, table_id=table_id)
    if not found:
        raise BadAdmin("table", table=table_id)
    return found[0]


def check_days(option: str, days: float) -> None:
    """Refuse a number of days that makes no sense."""
    if not 0 <= days < MOST_DAYS:
        raise BadAdmin("days", option=option, days=days)


def age(seconds: float, texts: Texts) -> str:
    """How long ago something was, in its largest unit."""
    for key, size in (("days", DAY), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= size:
            return texts.say("admin", f"age.{key}", n=int(seconds // size))
    return texts.say("admin", "age.now")


def date(seconds: float) -> str:
    """A time as people read it, of this computer's zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
