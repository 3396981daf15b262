"""`quarriors join`: a seat at a table of a server, played in the terminal.

Here are the options, what is typed, and who sits where; `quarriors.remote` does the rest and is
imported when the command runs. The screens are those of `quarriors play`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarriors.cli import INTERRUPTED
from quarriors.cli.console import is_terminal, make_texts
from quarriors.cli.options import (
    Code,
    Edition,
    Feature,
    Language,
    Mix,
    Modules,
    Plain,
    Seats,
    Sets,
    Variants,
    Wilds,
)
from quarriors.cli.play import HUMAN, read_chairs
from quarriors.cli.screens import PlainScreen, RichScreen
from quarriors.cli.wilds import asked_rules, card_names, chosen_wilds
from quarriors.engine.errors import QuarriorsError
from quarriors.table_setup import HINT, check_wishes
from quarriors.text import Texts
from quarriors.text.errors import cause
from quarriors.view.screen import Screen

if TYPE_CHECKING:
    import asyncio

    from quarriors.facts.shapes import Seated
    from quarriors.remote.address import Address
    from quarriors.remote.seats import Claim
    from quarriors.table.messages import Clock, Setup

DEFAULT_SEATS = "human,human"
SEATS = 4
MOST_GOAL = 99
_HELD = 1_000  # typed lines that may wait
_CHUNK = 65_536
_CLOCK = re.compile(r"(move|game|days):(\d{1,7})(?:\+(\d{1,4}))?")


def _refuse(key: str, /, **values: object) -> QuarriorsError:
    from quarriors.remote.errors import RemoteError

    return RemoteError(key, **values)


# --- typing --------------------------------------------------------------------------------------


def read_lines(lines: asyncio.Queue[str | None], loop: asyncio.AbstractEventLoop) -> None:
    """Hand typed lines to the loop, None at their end; for a thread of its own.

    Read from the system itself and not through `sys.stdin`: the command ends while this
    thread waits, and Python's own reader must not be held then.
    """
    import asyncio
    from concurrent.futures import CancelledError

    def hand_over(line: str | None) -> None:
        if loop.is_closed():
            raise RuntimeError("nobody listens any more")
        asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()

    rest = b""
    try:
        try:
            handle = sys.stdin.fileno()
        except (AttributeError, OSError):  # started without any input at all
            hand_over(None)
            return
        while chunk := os.read(handle, _CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                hand_over(line.decode("utf-8", "replace"))
        if rest:
            hand_over(rest.decode("utf-8", "replace"))
        hand_over(None)
    except (RuntimeError, CancelledError):
        return  # the loop has ended


# --- a new table ---------------------------------------------------------------------------------


def read_clock(text: str | None) -> Clock:
    """A clock from `move:60`, `game:900+5` or `days:3`."""
    from quarriors.table.codec import DecodeError, read
    from quarriors.table.messages import Clock
    from quarriors.table.setup import DAY

    if text is None:
        return Clock()
    found = _CLOCK.fullmatch(text.strip())
    if found is None or (found[1] != "game" and found[3]):
        raise _refuse("clock", text=text)
    size = DAY if found[1] == "days" else 1
    given = {"kind": found[1], "seconds": int(found[2]) * size, "extra": int(found[3] or 0)}
    try:
        clock: Clock = read(Clock, given)
    except DecodeError:
        raise _refuse("clock", text=text) from None
    return clock


def make_setup(given: Mapping[str, Any], texts: Texts) -> tuple[Setup, str]:
    """The set-up that options ask for, and the name of the first person if they give one."""
    from quarriors.remote.people import spoken
    from quarriors.table.messages import Chair, Setup

    chairs = read_chairs(given["seats"] or DEFAULT_SEATS)
    people = [chair for chair in chairs if chair.player == HUMAN]
    if not people:
        raise _refuse("nobody")
    code, wilds, mix = given["code"], given["wilds"], given["mix"] or HINT
    rules = asked_rules(
        len(chairs),
        given["edition"],
        given["sets"],
        given["variants"],
        given["modules"],
        code,
    )
    wanted: list[str] = []
    if code is not None:
        chosen_wilds(wilds, code, rules)
    else:
        wanted = card_names(wilds)
        check_wishes(rules, mix, given["feature"], wanted)
    goal = given["goal"]
    if goal is not None and not 1 <= goal <= MOST_GOAL:
        raise _refuse("goal", goal=goal)
    setup = Setup(
        seats=tuple(
            Chair() if chair.player == HUMAN else Chair("bot", chair.player, chair.name)
            for chair in chairs
        ),
        edition=rules.edition,
        sets=tuple(rules.sets),
        modules=tuple(rules.modules),
        variants=tuple(rules.variants),
        mix=mix,
        featured=given["feature"] or "",
        wilds=tuple(wanted),
        code=code or "",
        goal=goal,
        open=given["open_table"],
        clock=read_clock(given["clock"]),
        language=spoken(texts),
    )
    return setup, people[0].name


# --- seats ---------------------------------------------------------------------------------------


def seat_number(seat: int | None) -> int | None:
    """A seat as people count them, as the protocol does."""
    if seat is not None and not 1 <= seat <= SEATS:
        raise _refuse("seat", seat=seat)
    return None if seat is None else seat - 1


async def take_seat(
    address: Address, name: str, texts: Texts, seat: int | None, *, bot: bool = False
) -> Claim:
    """The seat we had at a table, if no other program of ours plays it; else a free one."""
    from quarriors.remote import calls, seats

    found = seats.claim(address, seat=seat, bot=bot)
    if found is not None:
        return found
    got = await calls.sit_down(address, name, texts.language, seat, bot=bot)
    return remember(address, got.seat or 0, got.token, name, texts, bot=bot)


def remember(
    address: Address, seat: int, token: str, name: str, texts: Texts, *, bot: bool = False
) -> Claim:
    """Keep a seat for the next time; where that cannot be done, say so and play all the same."""
    from quarriors.remote import seats

    try:
        return seats.keep(address, seat, token, name, bot=bot)
    except OSError as error:
        why = cause(error, texts.language)
        print(texts.say("remote", "say.not_kept", why=why), file=sys.stderr, flush=True)
        return seats.unkept(address, seat, token, name, bot=bot)


# --- the command ---------------------------------------------------------------------------------


async def _list(address: Address, texts: Texts) -> None:
    """The open tables of a server, a line each."""
    from quarriors.remote import calls
    from quarriors.remote.telling import plain

    tables = await calls.open_tables(address, texts.language)
    if not tables:
        print(texts.say("remote", "list.none", server=address.server))
        return
    print(texts.say("remote", "list.head", server=address.server))
    free = texts.say("remote", "list.free")
    for table in tables:
        values = {
            "link": address.at(table.table).link,
            "players": ", ".join(plain(seat.name or seat.bot) or free for seat in table.seats),
            "sets": ", ".join(table.sets),
            "edition": table.edition,
        }
        print(texts.say("remote", "list.table", **values))


async def _sit(
    address: Address, claim: Claim | None, screen: Screen, texts: Texts, lines: Any
) -> Seated | None:
    """Play at one table; the next one if a rematch was asked for."""
    from quarriors.remote.connection import Connection
    from quarriors.remote.people import spoken
    from quarriors.remote.terminal import Terminal

    token = "" if claim is None else claim.kept.token
    known = claim is not None and claim.fresh
    connection = Connection(address, token, spoken(texts), known=known)
    terminal = Terminal(connection, screen, texts, lines, typed=is_terminal(), claim=claim)
    await terminal.run()
    return terminal.again


async def _play(
    address: Address,
    texts: Texts,
    name: str,
    seat: int | None,
    watch: bool,
    plain: bool,
    setup: Setup | None,
    code: str,
) -> None:
    """Open a table or go to one, sit down, and stay for as many games as people like."""
    import asyncio
    from threading import Thread

    from quarriors.remote import calls
    from quarriors.remote.errors import Told

    claim: Claim | None = None
    if setup is not None:
        made = await calls.open_table(address, setup, name, texts.language)
        address = address.at(made.table)
        claim = remember(address, made.seat or 0, made.token, name, texts)
    elif code:
        moved = await calls.move_seat(address, code, texts.language)
        claim = remember(address, moved.seat or 0, moved.token, name, texts)
    elif not watch:
        claim = await take_seat(address, name, texts, seat)
    screen: Screen = PlainScreen() if plain or not is_terminal() else RichScreen()
    lines: asyncio.Queue[str | None] = asyncio.Queue(_HELD)
    Thread(target=read_lines, args=(lines, asyncio.get_running_loop()), daemon=True).start()
    try:
        while True:
            try:
                again = await _sit(address, claim, screen, texts, lines)
            except Told as error:
                if error.code != "bad_token" or claim is None or claim.fresh:
                    raise
                claim.forget()  # the host has freed our seat meanwhile
                claim = await take_seat(address, name, texts, seat)
                continue
            if again is None:
                return
            if claim is not None:
                claim.release()
            address = address.at(again.table)
            claim = None  # for a watcher
            if again.token:
                claim = remember(address, again.seat or 0, again.token, name, texts)
    finally:
        if claim is not None:
            claim.release()


def join_command(
    url: Annotated[str, typer.Argument(metavar="URL")],
    name: Annotated[str | None, typer.Option("--name")] = None,
    seat: Annotated[int | None, typer.Option("--seat")] = None,
    watch: Annotated[bool, typer.Option("--watch")] = False,
    new: Annotated[bool, typer.Option("--new")] = False,
    seats: Seats = None,
    edition: Edition = None,
    sets: Sets = None,
    modules: Modules = None,
    variants: Variants = None,
    wilds: Wilds = None,
    code: Code = None,
    mix: Mix = None,
    feature: Feature = None,
    goal: Annotated[int | None, typer.Option("--goal")] = None,
    clock: Annotated[str | None, typer.Option("--clock")] = None,
    open_table: Annotated[bool, typer.Option("--open")] = False,
    plain: Plain = False,
    lang: Language = None,
) -> None:
    """Play at a table of a server in the terminal."""
    import asyncio

    from quarriors.remote.address import read_address
    from quarriors.remote.people import checked_name, user_name

    texts = make_texts(lang)
    address = read_address(url)
    wanted = seat_number(seat)
    given = {
        "seats": seats, "edition": edition, "sets": sets, "modules": modules,
        "variants": variants, "wilds": wilds, "code": code, "mix": mix, "feature": feature,
        "goal": goal, "clock": clock, "open_table": open_table,
    }  # fmt: skip
    setup: Setup | None = None
    called = "" if name is None else checked_name(name)
    if new:
        if address.table:
            raise _refuse("new_at_table", server=address.server)
        setup, first = make_setup(given, texts)
        called = called or (checked_name(first) if first else "")
    else:
        for option, value in given.items():
            if value and option != "code":
                spelt = "open" if option == "open_table" else option
                raise _refuse("only_new", option=f"--{spelt}")
    called = called or user_name(texts)
    try:
        if not new and not address.table:
            if name is not None or seat is not None or watch or code:
                raise _refuse("needs_table", server=address.server)
            asyncio.run(_list(address, texts))
        else:
            moving = "" if new else code or ""
            if moving and (watch or seat is not None):
                raise _refuse("code_alone")
            asyncio.run(_play(address, texts, called, wanted, watch, plain, setup, moving))
    except KeyboardInterrupt:
        print(f"\n{texts.say('remote', 'say.left')}", flush=True)
        raise typer.Exit(INTERRUPTED) from None
