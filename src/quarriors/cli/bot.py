"""`quarriors bot`: one of this program's bots at a table of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from quarriors.bots import make_bot
from quarriors.cli import INTERRUPTED
from quarriors.cli.console import advise_compiling, make_texts
from quarriors.cli.join import seat_number, take_seat
from quarriors.cli.options import Language, one
from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.remote.address import Address

DEFAULT_BOT = "planner"
LONGEST_NAME = 24


async def _play(address: Address, spec: str, name: str, seat: int | None, texts: Texts) -> None:
    """Sit down, play to the end, and say how it ended."""
    from quarriors.remote import telling
    from quarriors.remote.bot import RemoteBot
    from quarriors.remote.connection import Connection
    from quarriors.remote.dice import dice_lines
    from quarriors.remote.errors import Told
    from quarriors.remote.people import spoken
    from quarriors.view.speech import Speech
    from quarriors.view.table import seen_result

    def tell(key: str, /, **values: object) -> None:
        print(texts.say("remote", key, **values), flush=True)

    while True:
        claim = await take_seat(address, name, texts, seat, bot=True)
        kept = claim.kept
        values = {"bot": spec, "seat": kept.seat + 1, "link": address.link, "name": kept.name}
        tell("say.bot_sits", **values)
        connection = Connection(address, kept.token, spoken(texts), known=claim.fresh)
        player = RemoteBot(connection, spec, kept.seat, tell, claim)
        try:
            table = await player.run()
        except Told as error:
            if error.code != "bad_token" or claim.fresh:
                raise
            claim.forget()  # the host has freed our seat meanwhile
            continue
        finally:
            claim.release()
        break
    view = table.view if isinstance(table.view, dict) else {}
    speech = Speech(texts, tuple(telling.plain(one.name) for one in table.players))
    result = view.get("result")
    lines = [] if result is None else seen_result(result, speech)
    print(*dice_lines(table, claim.kept, texts), sep="\n", flush=True)
    tell("say.bot_done", result=" ".join(lines), answers=player.answers)


def bot_command(
    url: Annotated[str, typer.Argument(metavar="URL")],
    bot: Annotated[str, typer.Option("--bot", autocompletion=one("bots"))] = DEFAULT_BOT,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seat: Annotated[int | None, typer.Option("--seat")] = None,
    lang: Language = None,
) -> None:
    """Let a bot of this program play at a table of a server."""
    import asyncio

    from quarriors.remote.address import read_address
    from quarriors.remote.errors import RemoteError
    from quarriors.remote.people import checked_name

    texts = make_texts(lang)
    make_bot(bot, 0, 0)  # refuse a bad name before anybody sits down
    address = read_address(url)
    if not address.table:
        raise RemoteError("needs_table", server=address.server)
    advise_compiling(texts, [bot])
    called = checked_name(bot.partition(":")[0][:LONGEST_NAME] if name is None else name)
    try:
        asyncio.run(_play(address, bot, called, seat_number(seat), texts))
    except KeyboardInterrupt:
        print(f"\n{texts.say('remote', 'say.left')}", flush=True)
        raise typer.Exit(INTERRUPTED) from None
