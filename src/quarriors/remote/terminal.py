"""A person at a table of a server, in a terminal: shows what the server says, sends what is typed.

Two things happen at once here: messages arrive at any time, and somebody types. Both end up in one
loop, so that nothing is printed in the middle of something else. Where a pipe types instead of a
person, a line is taken only when there is something to answer, so that a script need not know whose
turn it is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from quarriors.cards.known_packs import Pack
from quarriors.engine.errors import QuarriorsError
from quarriors.record.files import save
from quarriors.remote import calls, telling
from quarriors.remote.connection import Connection, Happened, Lost
from quarriors.remote.dice import dice_lines, missing_names, number_to_add
from quarriors.remote.errors import RemoteError
from quarriors.remote.keys import read_orders, read_slash
from quarriors.remote.seats import Claim
from quarriors.server.web.shapes import Seated
from quarriors.table.messages import (
    Advice,
    Answer,
    Chat,
    Closing,
    FromClient,
    Hint,
    LogLine,
    Orders,
    People,
    Player,
    Prompt,
    Refused,
    Table,
    Times,
    Undo,
    Update,
)
from quarriors.text import Texts
from quarriors.view.reference import look_up
from quarriors.view.screen import Asked, Screen
from quarriors.view.speech import LEGEND_SIGNS, Speech
from quarriors.view.story import Line
from quarriors.view.table import seen_result

RECENT = 12  # lines of the log that somebody who comes back gets to read
PASS = "pass"
TOO_FAST = "too_fast"
_SLOWER = 1.0  # seconds
_TOLD_BY = ("order", "clock", "bot")


class Left(Exception):
    """The player has had enough; not an error."""


class Terminal:
    """One person's seat (or a watcher's place) at one table, from hello to the end."""

    def __init__(
        self,
        connection: Connection,
        screen: Screen,
        texts: Texts,
        lines: asyncio.Queue[str | None],
        *,
        typed: bool,
        claim: Claim | None = None,
    ) -> None:
        self.connection = connection
        self.screen = screen
        self.texts = texts
        self.hints = True
        self.again: Seated | None = None  # the table of the rematch, if one was asked for
        self._packs: list[Pack] = []  # of the table; held, so that their ids are known
        self._lines = lines
        self._claim = claim  # our seat; none of a watcher
        self._typed = typed  # somebody sits at a keyboard
        self._ended = False  # there is nothing more to read
        self._invited = False  # the invitation to type is the last thing on the screen
        self._sent = False  # something was sent that the server has not answered
        self._last: FromClient | None = None  # what that was
        self._table: Table | None = None
        self._state_number = 0
        self._seen: Mapping[str, Any] | None = None
        self._prompt: Prompt | None = None
        self._waiting: int | None = None
        self._times = Times("none")
        self._times_at = 0.0
        self._players: tuple[Player, ...] = ()
        self._log: list[LogLine] = []
        self._seed = ""
        self._rematch_told = ""  # the table of another game, if it was told
        self._orders = Orders()
        self._turn = -1  # whose table was shown whole
        self._announced: int | None = None  # the seat we said we wait for
        self._lost = False  # the connection was lost, and the table has not come again
        self._shown: tuple[str, int, int] | None = None  # stage, state and free seats, as shown
        self._ended_with = False  # the result was printed

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

    @property
    def _finished(self) -> bool:
        """Whether the game is over and the seed is known: then all has been said."""
        return self._over and bool(self._seed)

    @property
    def _over(self) -> bool:
        ended = (self._seen or {}).get("result") is not None
        return ended or (self._table is not None and self._table.stage == "over")

    @property
    def _me(self) -> int | None:
        return None if self._table is None else self._table.me

    @property
    def _reads(self) -> bool:
        """Whether a line is taken now."""
        if self._ended or self._table is None:
            return False
        return self._typed or (self._prompt is not None and not self._sent and self.connection.open)

    # --- talking ------------------------------------------------------------------------------

    def _break(self) -> None:
        """Begin a new line where an invitation stands."""
        if self._invited and self._typed:
            self.screen.say("")
        self._invited = False

    def _tell(self, *lines: str) -> None:
        if lines:
            self._break()
            self.screen.say(*lines)

    def _say(self, key: str, /, **values: object) -> None:
        self._tell(*self.texts.say("remote", key, **values).strip().splitlines())

    @property
    def _speech(self) -> Speech:
        names = tuple(
            telling.plain(player.name) or self.texts.say("remote", "seat.nobody", n=player.seat + 1)
            for player in self._players
        )
        return Speech(self.texts, names, self.screen.signs)

    def _invite(self) -> None:
        """Ask for a line."""
        if self._invited or self._sent or not (self._typed or self._prompt is not None):
            return
        if self._prompt is not None:
            count, default = len(self._prompt.options), self._default()
            key = "say.prompt_default" if default else "say.prompt"
            text = self.texts.say("play", key, n=count, default=default)
        elif self._over:
            text = self.texts.say("remote", "say.after")
        else:
            watching = self._me is None
            text = self.texts.say("remote", "say.watches" if watching else "say.meanwhile")
        self.screen.invite(text)
        self._invited = True

    # --- what arrives -------------------------------------------------------------------------

    async def _take(self, message: Happened) -> None:
        """Show what arrived, and remember what it changed."""
        if isinstance(message, Lost):
            self._sent = False
            self._lost = True
            if message.tries == 1:
                self._say("say.lost")
            elif message.tries % 4 == 0:
                self._say("say.still_lost", n=message.tries)
            return
        if isinstance(message, Table):
            await self._read_packs(message)
            await self._add_number(message)
            self._take_table(message)
        elif isinstance(message, Update):
            self._take_update(message)
        elif isinstance(message, People):
            told = telling.changes(self._players, message.players, self.texts, self._me)
            self._players = message.players
            self._set_times(message.times)
            self._tell(*told)
        elif isinstance(message, Chat):
            self._tell(telling.chat_line(message.line, self.texts))
        elif isinstance(message, Advice):
            self._sent = False
            if self._prompt is not None and message.state == self._state_number:
                numbers = [option.number for option in self._prompt.options]
                self._tell(*telling.advice_lines(message, numbers, self.texts))
        elif isinstance(message, Refused):
            self._sent = False
            self._tell(message.text)
            if message.code == TOO_FAST and self._last is not None and not self._typed:
                await asyncio.sleep(_SLOWER)  # a script need not know how fast it may be
                await self._send(self._last, waits=True)
        elif isinstance(message, Closing):
            self._tell(message.text)
        self._invite()

    async def _add_number(self, table: Table) -> None:
        """Add our number to the dice as soon as the server's part is fixed."""
        number = number_to_add(table, self._claim)
        if number is not None:
            await self.connection.send(number)

    async def _read_packs(self, table: Table) -> None:
        """Know the cards of the table's packs before they are shown."""
        if table.setup.packs == self.texts.packs:
            return
        address = self.connection.address.at(table.table)
        self._packs = await calls.packs(address, self.texts.language)
        self.texts = Texts(self.texts.language, tuple(pack.id for pack in self._packs))

    def _take_table(self, table: Table) -> None:
        """The whole table: on arrival, after a lost connection, and when people change it."""
        first, lost = self._table is None, self._lost
        if lost and not first:
            self._say("say.back")
        if not first and len(self._players) == len(table.players):
            self._tell(*telling.changes(self._players, table.players, self.texts, table.me))
        self._table = table
        self._sent = self._lost = False
        self._state_number = table.state
        self._seen = _view(table.view)
        self._players = table.players
        self._set_times(table.times)
        self._orders = table.orders or Orders()
        self._seed = table.seed
        self._tell_again(table)
        if first:
            self._welcome(table)
            fresh = table.log[-RECENT:]
        else:
            known = self._log[-1].number if self._log else -1
            fresh = tuple(line for line in table.log if line.number > known)
        self._log = list(table.log)
        self._tell_log(fresh)
        if first:
            self._tell(*[telling.chat_line(line, self.texts) for line in table.chat[-RECENT:]])
        self._prompt = table.prompt
        self._waiting = table.waiting_for
        free = sum(player.kind == "free" for player in table.players)
        shown = (table.stage, table.state, free)
        if lost or shown != self._shown:
            self._show()
        self._shown = shown

    def _take_update(self, update: Update) -> None:
        mine = self._waiting is not None and self._waiting == self._me
        self._sent = False
        self._state_number = update.state
        self._seen = {**(self._seen or {}), **(_view(update.view) or {})}
        self._set_times(update.times)
        if update.undone:
            self._log = [line for line in self._log if line.number < update.log_from]
            self._say("say.undone")
        elif mine and update.by in _TOLD_BY:
            self._say(f"say.by_{update.by}")
        self._log.extend(update.log)
        self._tell_log(update.log)
        self._prompt = update.prompt
        self._waiting = update.waiting_for
        self._show()
        if self._shown is not None:
            self._shown = ("playing", update.state, 0)

    def _tell_again(self, table: Table) -> None:
        """That the same players meet again, once."""
        if table.again and table.again != self._rematch_told:
            self._rematch_told = table.again
            key = "say.again" if table.me is not None else "say.again_watch"
            self._say(key, link=self.connection.address.at(table.again).link)

    def _set_times(self, times: Times) -> None:
        told = telling.time_called(self._times, times, self._players, self._me, self.texts)
        self._times = times
        self._times_at = time.monotonic()
        self._tell(*told)

    def _tell_log(self, lines: Sequence[LogLine]) -> None:
        if lines:
            self._break()
            self.screen.log([Line(line.event, line.rule, line.text) for line in lines])

    def _welcome(self, table: Table) -> None:
        """Where we are, for somebody who has just arrived."""
        setup = table.setup
        self._say("say.table", link=self.connection.address.link)
        self._say("say.rules", edition=setup.edition, sets=", ".join(setup.sets))
        self._say("say.fair", commitment=table.commitment)
        self._tell(*telling.player_lines(table.players, self.texts, table.me))
        self._say("say.watching" if table.me is None else "say.keys_short")

    # --- showing ------------------------------------------------------------------------------

    def _show(self) -> None:
        """The situation: a question, a wait, or the end."""
        table = self._table
        if table is None:
            return
        if table.stage == "waiting":
            free = sum(player.kind == "free" for player in self._players)
            if free:
                self._say("say.waiting_host" if table.host else "say.waiting", n=free)
            elif names := missing_names(table):  # else the game begins in this very moment
                self._say("say.waiting_numbers", names=names)
        elif self._over:
            self._show_end()
        elif self._prompt is not None and self._seen is not None:
            self._announced = None
            self._show_prompt(self._seen, self._prompt)
        elif self._waiting is not None and self._waiting != self._announced:
            self._announced = self._waiting
            if self._players[self._waiting].kind != "bot":
                self._say("say.wait_for", who=self._speech.name(self._waiting))

    def _show_prompt(self, seen: Mapping[str, Any], prompt: Prompt) -> None:
        self._break()
        hint = self.texts.say("help", f"decision.{prompt.kind}") if self.hints else ""
        whole = self._turn < 0 or (self.screen.signs and seen["turn"] != self._turn)
        self._turn = seen["turn"]
        self.screen.decision(seen, _asked(prompt), self._speech, hint, whole)
        left = telling.time_left(
            self._times, self._me, time.monotonic() - self._times_at, self.texts
        )
        if left:
            self.screen.say(left)

    def _show_end(self) -> None:
        result = (self._seen or {}).get("result")
        if result is not None and not self._ended_with:
            self._ended_with = True
            self._tell(*seen_result(result, self._speech))
        if self._table is not None and self._seed:
            kept = None if self._claim is None else self._claim.kept
            self._tell(*dice_lines(self._table, kept, self.texts))
            self._say("say.check", link=self.connection.address.link)

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
        elif line.startswith("?") or word in ("l", "t"):
            self._explain(line)
        else:
            self._say("say.unknown", text=telling.plain(line))

    async def _send(self, message: FromClient, *, waits: bool = False) -> None:
        if not await self.connection.send(message):
            self._say("say.not_sent")
            return
        self._sent = waits
        self._last = message if waits else None

    def _default(self) -> int:
        """The option that Enter stands for: to pass, where that is possible; 0 for none."""
        if self._prompt is None or self._prompt.options[-1].verb != PASS:
            return 0
        return len(self._prompt.options)

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

    def _explain(self, line: str) -> None:
        """The log, the table, a card, a rule, or the moment."""
        speech, seen = self._speech, self._seen
        topic = line[1:].strip()
        if line.startswith("l"):
            self._tell_log(self._log)
        elif line.startswith("t"):
            if seen is not None:
                self.screen.table(seen, speech)
        elif topic:
            here = [] if seen is None else [wild["card"] for wild in seen["wilds"]]
            self.screen.say(*look_up(topic, speech, here))
        else:
            self._explain_moment(seen)
        if self._prompt is not None:
            self.screen.choices(_asked(self._prompt))

    def _explain_moment(self, seen: Mapping[str, Any] | None) -> None:
        say = self.texts.say
        if seen is not None and self._prompt is not None:
            self.screen.say(say("help", f"decision.{self._prompt.kind}"))
            phase = seen["phase"] - (1 if seen["phases"] == 6 and seen["phase"] > 2 else 0)
            self.screen.say(say("help", f"phase.{phase}"))
        signs = "_signs" if self.screen.signs else ""
        self.screen.say(say("play", f"say.legend{signs}", signs=LEGEND_SIGNS))
        if seen is not None and (seen["quests"] or any(w["energy"] for w in seen["wilds"])):
            self.screen.say(say("play", f"say.legend_more{signs}"))
        self._say("say.keys")


def _asked(prompt: Prompt) -> Asked:
    return Asked(prompt.question, tuple(option.text for option in prompt.options))


def _view(view: object) -> Mapping[str, Any] | None:
    """The view as plain values; a message decoded here never holds anything else."""
    return view if isinstance(view, dict) else None
