"""From a set-up to a game that can begin, or a sentence that says what is wrong.

What can be agreed at a table is checked by `quarriors.table_setup`, for the command line as well;
here are the set-ups of the protocol and the bots that strangers may ask for. Nothing here is random
by itself: the service draws the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quarriors.bots.base import BotError
from quarriors.bots.registry import BOTS, BotSpec, read_spec
from quarriors.cards.known_packs import UnknownPack
from quarriors.cards.load import catalog_of
from quarriors.cards.plain_text import visible
from quarriors.daily import Daily, daily_of
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.setup import lay_table
from quarriors.game import Origin, with_die_in_bag
from quarriors.record.replay import check_position
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chair, Language, Setup
from quarriors.table_setup import agreed_rules, agreed_wilds

# The most that a stranger may ask of a bot, by parameter: everything that makes it think longer.
COSTLIEST = {
    "ms": 10_000, "iterations": 20_000, "rounds": 5, "plans": 16, "nodes": 4_000, "samples": 8,
}  # fmt: skip
DAY = 86_400  # seconds
LUCK = "what if"  # the stream of a seed that the dice after a position follow from
Wire = tuple[tuple[int, ...], ...]
READS_FILES = ("list",)  # bots that would open a file of the server's for any client


def check_setup(setup: Setup) -> None:
    """Refuse a set-up that cannot be played, each mistake for its own reason."""
    make_origin(setup, 0)


def make_origin(setup: Setup, seed: int) -> Origin:
    """How the game begins that a set-up and a seed describe."""
    if setup.daily:
        _check_daily(setup)
    for chair in setup.seats:
        if chair.kind == "bot":
            check_bot(chair.bot)
        elif chair.bot:
            raise _bad("person_bot", bot=chair.bot)
    if setup.clock.kind == "days" and (setup.clock.seconds % DAY or setup.clock.seconds < DAY):
        raise _bad("days")
    rules = make_rules(setup)
    wilds = tuple(card.name for card in _wilds(setup, rules, seed))
    first = Dealer(seed, "first").below(rules.players)  # 2.4
    return begun_with(setup, rules, wilds, seed, first)


def daily_setup(day: Daily, language: Language = "en") -> Setup:
    """The table of a daily: one person against the rival of the date."""
    return Setup(
        seats=(Chair(), Chair("bot", day.rival)),
        sets=day.sets,
        mix="side" if day.featured else "hint",
        featured=day.featured,
        daily=day.date,
        language=language,
    )


def _check_daily(setup: Setup) -> None:
    """Refuse a table that would use the dice of a date for another game than that of the date."""
    with refusing():
        day = daily_of(setup.daily)
    if setup != daily_setup(day, setup.language):
        raise _bad("daily", date=setup.daily)


def begun_with(setup: Setup, rules: Rules, wilds: tuple[str, ...], seed: int, first: int) -> Origin:
    """How a game begins whose Wilds are known; a card on trial has a die in the first bag."""
    origin = Origin(rules, wilds, seed, first, catalog=catalog_of(rules))
    if not setup.trial:
        return origin
    people = [at for at, chair in enumerate(setup.seats) if chair.kind == "person"]
    try:
        return with_die_in_bag(origin, setup.trial, people[0] if people else 0)
    except RulesError as error:
        raise _bad("trial", card=setup.trial) from error


def begun_at(rules: Rules, wilds: tuple[str, ...], seed: int, first: int, wire: Wire) -> Origin:
    """How a game begins that goes on from a position: with luck of its own, from its seed."""
    catalog = catalog_of(rules)
    laid = lay_table(rules, catalog, [catalog.card(name) for name in wilds])
    there = queries.from_wire(laid, [list(part) for part in wire])
    position = queries.unscripted_wire(queries.branch(there, seed, LUCK))
    check_position(laid, position, "record.bad_position")
    return Origin(rules, wilds, seed, first, tuple(map(tuple, position)), catalog)


def _bad(key: str, /, **values: object) -> Refusal:
    return Refusal("illegal", f"setup.{key}", **values)


@contextmanager
def refusing() -> Iterator[None]:
    """What is wrong with a table or its code, as a refusal of the server."""
    try:
        yield
    except UnknownPack as error:
        raise _bad("pack", pack=error.pack_id) from error
    except (RulesError, CardError) as error:
        raise _bad("bad", why=error) from error


# --- bots ----------------------------------------------------------------------------------------


def server_bots() -> tuple[str, ...]:
    """The bots that may be asked for over the net, by name."""
    return tuple(name for name in sorted(BOTS) if name not in READS_FILES)


def check_bot(text: str) -> BotSpec:
    """Refuse a bot that does not exist, cannot be made as asked, or would read the server's files.

    Strangers ask for these: what a bot may cost is limited here, once for all ways to ask. What
    was read is given back.
    """
    name = text.partition(":")[0]
    if name not in server_bots():
        raise _bad("bot", bot=name, known=", ".join(server_bots()))
    if visible(text) != text:
        raise _bad("unseen_bot")
    try:
        spec = read_spec(text)
        values = spec.values()
        for key, most in COSTLIEST.items():
            value = values.get(key, 0)
            if isinstance(value, (int, float)) and value > most:
                raise _bad("slow_bot", bot=text, key=key, most=most)
        spec.make(0, 0)
    except BotError as error:
        raise _bad("bad_bot", why=error) from error
    return spec


# --- tables --------------------------------------------------------------------------------------


def make_rules(setup: Setup) -> Rules:
    """The rules a set-up asks for; a code says itself which sets and rules it was made for."""
    by_code = setup.code != ""
    with refusing():
        return agreed_rules(
            len(setup.seats),
            setup.edition,
            None if by_code else setup.sets,
            setup.variants,
            None if by_code else setup.modules,
            setup.code,
            setup.goal,
            setup.packs,
        )


def _wilds(setup: Setup, rules: Rules, seed: int) -> list[Card]:
    """The cards on the table: by code, or mixed by chance around those that are wanted."""
    with refusing():
        return agreed_wilds(
            rules, seed, setup.mix, setup.featured, setup.wilds, setup.without, setup.code
        )
