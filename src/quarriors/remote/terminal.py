"""A person at a table of a server, in a terminal: shows what the server says, sends what is typed.

Two things happen at once here: messages arrive at any time, and somebody types. Both end up in one
loop, so that nothing is printed in the middle of something else. Where a pipe types instead of a
person, a line is taken only when there is something to answer, so that a script need not know whose
turn it is.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

from quarriors.engine.errors import QuarriorsError
from quarriors.facts.shapes import Seated
from quarriors.record.files import save
from quarriors.remote import calls, telling
from quarriors.remote.errors import RemoteError
from quarriors.remote.explaining import explain
from quarriors.remote.keys import read_orders, read_slash
from quarriors.remote.people_commands import is_for_people, obey
from quarriors.remote.table_screen import TableScreen, asked_by
from quarriors.table.messages import (
    Answer,
    Hint,
    Undo,
)


class Left(Exception):
    """The player has had enough; not an error."""


class Terminal(TableScreen):
    """One person's seat (or a watcher's place) at one table, from hello to the end."""

    # --- the loop -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Play until the game is over, somebody leaves, or there is no way back to the table."""
        async with aclosing(self.connection.events()) as events:
            happened = asyncio.ensure_future(anext(events))
            line = asyncio.ensure_future(self._lines.get())
            try:
                while not (self._finished and not self._typed):
                    wanted: set[asyncio.Future[Any]] = (
                        {happened, line} if self._reads else {happened}
                    )
                    await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
                    if happened.done():
                        await self._take(happened.result())
                        happened = asyncio.ensure_future(anext(events))
                    elif line.done():
                        self._invited = False
                        await self._obey(line.result())
                        line = asyncio.ensure_future(self._lines.get())
            except Left:
                if self.again is None:
                    self._say("say.left")
            finally:
                for task in (happened, line):
                    task.cancel()
                await asyncio.gather(happened, line, return_exceptions=True)

    # --- what is typed ------------------------------------------------------------------------

    async def _obey(self, line: str | None) -> None:
        """Do what was typed; a mistake is a sentence and changes nothing."""
        if line is None:
            self._ended = True
            if self._prompt is not None or self._typed:
                raise Left
            return
        try:
            await self._do(line.strip())
        except QuarriorsError as error:
            language = self.texts.language
            self._tell(error.say(language))
        self._invite()

    async def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if line.isdecimal() or not line:
            await self._choose(int(line) if line else self._default())
        elif is_for_people(line):
            address, token = self.connection.address, self.connection.token
            self._tell(*await obey(line, address, token, self._chat, self.texts))
        elif line.startswith("/"):
            await self._send(read_slash(line, self._state_number))
        elif word == "u":
            await self._send(Undo(self._state_number), waits=True)
        elif word == "a":
            await self._send(Hint(self._state_number, rest or "planner"), waits=True)
        elif word == "o":
            await self._order(rest)
        elif word == "h":
            self.hints = not self.hints
            self.screen.say(
                self.texts.say("play", "say.hints_on" if self.hints else "say.hints_off")
            )
        elif word == "p":
            self._tell(*telling.player_lines(self._players, self.texts, self._me))
            self._say("say.table", link=self.connection.address.link)
        elif word == "q":
            raise Left
        elif self._over and word in ("s", "r"):
            await self._after(word, rest)
        elif word == "l":
            self._tell_log(self._log)
            self._show_choices()
        elif line.startswith("?") or word == "t":
            kind = None if self._prompt is None else self._prompt.kind
            explain(line, self.screen, self._speech, self._seen, kind)
            self._show_choices()
        else:
            self._say("say.unknown", text=telling.plain(line))

    def _show_choices(self) -> None:
        if self._prompt is not None:
            self.screen.choices(asked_by(self._prompt))

    async def _choose(self, number: int) -> None:
        prompt = self._prompt
        if prompt is None:
            if number:
                self._say("say.not_your_turn")
            elif self._over:
                raise Left
            return
        if not 1 <= number <= len(prompt.options):
            self.screen.say(self.texts.say("play", "say.not_a_choice", n=len(prompt.options)))
            return
        await self._send(Answer(self._state_number, prompt.options[number - 1].number), waits=True)

    async def _order(self, text: str) -> None:
        if self._me is None:
            self._say("say.watchers_cannot")
            return
        if text:
            self._orders = read_orders(self._orders, text)
            await self._send(self._orders)
        self._tell(*telling.order_lines(self._orders, self.texts))

    async def _after(self, word: str, rest: str) -> None:
        """Keep the record of a finished game, or play another one."""
        address = self.connection.address
        if word == "r" and self._me is None and not (self._table and self._table.host):
            if not self._rematch_told:
                self._say("say.no_again")
                return
            self.again = Seated(self._rematch_told, None, "", address.at(self._rematch_told).link)
            raise Left
        if word == "r":
            self.again = await calls.rematch(address, self.connection.token, self.texts.language)
            raise Left
        path = Path(rest or f"quarriors-{address.table}.json")
        if path.exists():
            raise RemoteError("file_exists", path=path)
        save(await calls.record(address, self.texts.language), path)
        self._say("say.saved", path=path)
