"""A bot of this package at a seat of a server, marked as a program there.

The server sends views, and a view is not a position; so the bot asks for the position as numbers
(nothing secret is in it) and makes a game from it, with luck of its own. It thinks in a process of
its own, so that a long thought never keeps the connection from answering the server's pings.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import aclosing
from typing import Any

from quarriors.bots.base import Bot, ask
from quarriors.bots.registry import make_bot
from quarriors.cards.load import catalog_of
from quarriors.cards.pack import read_pack
from quarriors.children import begin_as_child, starting_children
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.rules import Rules
from quarriors.engine.setup import lay_table
from quarriors.game import Game
from quarriors.remote import calls
from quarriors.remote.connection import FATAL, Connection, Happened, Lost
from quarriors.remote.dice import number_to_add
from quarriors.remote.errors import RemoteError, Told, told
from quarriors.remote.seats import Claim
from quarriors.server.web.shapes import Position
from quarriors.table.messages import (
    Answer,
    Closing,
    Prompt,
    Refused,
    Table,
    Update,
)

Tell = Callable[..., None]  # the key of a sentence and its values

_LUCK = 64  # bits
_RETRY = 0.5  # seconds before a position is asked for again
_TRIES = 60  # for a position
_PAUSE = 0.5  # seconds before a refused answer is given again
_REFUSALS = 8  # of one answer
STALE = "stale"
_thinker: Bot | None = None  # of the process that thinks


def game_of(position: Position) -> Game:
    """A game to search from the numbers of a position; its dice are its own."""
    try:
        packs = [read_pack(f"{text}\n") for text in position.packs]  # texts, never names of files
        rules = Rules.from_dict(position.rules)
        catalog = catalog_of(rules)
        del packs  # the rules hold them now
    except QuarriorsError as error:  # rules of another version, or a pack that is not here
        raise RemoteError("other_cards") from error
    if position.cards != catalog.hash:
        raise RemoteError("other_cards")
    try:
        cards = [catalog.card(name) for name in position.wilds]
        table = lay_table(rules, catalog, cards)
        return Game(queries.from_wire(table, position.wire), None, [], 0, False)
    except (QuarriorsError, ValueError, IndexError, OverflowError) as error:
        raise RemoteError("other_cards") from error


def _wake(spec: str, seat: int, luck: int) -> None:
    """Make the bot, in the process where it is going to think."""
    begin_as_child()
    global _thinker  # noqa: PLW0603  # one bot a process, as long as the process lives
    _thinker = make_bot(spec, seat, luck)


def _awake() -> bool:
    """Whether the bot is there."""
    return _thinker is not None


def _think(position: Position) -> int:
    """Which of the options the bot takes, counted from 0."""
    assert _thinker is not None, "the bot was made when the process began"
    game = game_of(position)
    answer = ask(_thinker, game)
    return [option.code for option in game.decision.options].index(answer.code)


class RemoteBot:
    """One bot at one seat, from hello to the end of the game."""

    def __init__(
        self, connection: Connection, spec: str, seat: int, tell: Tell, claim: Claim | None = None
    ) -> None:
        self.connection = connection
        self.answers = 0  # that were sent
        self._tell = tell
        self._claim = claim
        self._thought: asyncio.Task[None] | None = None
        self._state_number = -1
        self._prompt: Prompt | None = None
        self._refused = 0  # answers refused since the table last changed
        spawn = multiprocessing.get_context("spawn")
        luck = secrets.randbits(_LUCK)
        self._mind = ProcessPoolExecutor(1, spawn, _wake, (spec, seat, luck))
        with starting_children():
            self._mind.submit(_awake)  # the process starts now, not when the clock runs

    async def run(self) -> Table:
        """Play to the end; the table as it then is. An error of the bot ends it, loudly."""
        async with aclosing(self.connection.events()) as events:
            happened = asyncio.ensure_future(anext(events))
            try:
                while True:
                    thought = self._thought
                    wanted: set[asyncio.Future[Any]] = {happened}
                    if thought is not None:
                        wanted.add(thought)
                    await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
                    if thought is not None and thought.done():
                        self._thought = None
                        thought.result()
                    if happened.done():
                        message = happened.result()
                        if isinstance(message, Table) and message.stage == "over":
                            return message
                        self._take(message)
                        number = None
                        if isinstance(message, Table):
                            number = number_to_add(message, self._claim)
                        if number is not None:
                            await self.connection.send(number)
                        happened = asyncio.ensure_future(anext(events))
            finally:
                self._drop()
                happened.cancel()
                await asyncio.gather(happened, return_exceptions=True)
                self._mind.shutdown(wait=False, cancel_futures=True)

    def _take(self, message: Happened) -> None:
        """What arrived, as far as it matters to somebody who only answers."""
        if isinstance(message, Lost):
            self._drop()
            if message.tries == 1:
                self._tell("say.lost")
        elif isinstance(message, (Table, Update)):
            self._state_number, self._prompt, self._refused = message.state, message.prompt, 0
            self._consider(0.0)
        elif isinstance(message, Refused):
            self._refuse(message)
        elif isinstance(message, Closing):
            self._tell("say.words", text=message.text)

    def _refuse(self, message: Refused) -> None:
        """A refused answer is thought about again after a pause, but not for ever."""
        self._tell("say.words", text=message.text)
        if message.to not in ("", "answer"):
            return
        self._refused += 1
        if self._refused > _REFUSALS:
            raise told(message.code, message.text)
        if message.code != STALE:  # the new position of a stale one is on its way
            self._consider(_PAUSE * self._refused)

    def _drop(self) -> None:
        """What was being thought about is no longer asked."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def _consider(self, pause: float) -> None:
        """Begin to think about the prompt, if there is one; the connection goes on meanwhile."""
        self._drop()
        if self._prompt is not None:
            self._thought = asyncio.create_task(
                self._answer(self._state_number, self._prompt, pause)
            )

    async def _answer(self, state: int, prompt: Prompt, pause: float) -> None:
        """Think about one prompt and answer it."""
        await asyncio.sleep(pause)
        position = await self._position(state)
        loop = asyncio.get_running_loop()
        chosen = await loop.run_in_executor(self._mind, _think, position)
        if await self.connection.send(Answer(state, prompt.options[chosen].number)):
            self.answers += 1

    async def _position(self, state: int) -> Position:
        """The position of a state; asked for again while the server is in the way of it.

        The task that waits here is cancelled as soon as the table goes on.
        """
        connection = self.connection
        last = RemoteError("trouble", server=connection.address.server, status="-")
        for _ in range(_TRIES):
            try:
                found = await calls.position(
                    connection.address, connection.token, connection.language
                )
            except RemoteError as error:  # it goes down, comes back, or we are too fast for it
                if isinstance(error, Told) and error.code in FATAL:
                    raise
                last = error
            else:
                if found.state == state:
                    return found
            await asyncio.sleep(_RETRY)
        raise last
