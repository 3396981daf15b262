"""A table of a server on a screen: what arrives is remembered and shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from quarriors.cards.known_packs import Pack
from quarriors.facts.shapes import Seated
from quarriors.remote import calls, telling
from quarriors.remote.connection import Connection, Happened, Lost
from quarriors.remote.dice import dice_lines, missing_names, number_to_add
from quarriors.remote.seats import Claim
from quarriors.table.messages import (
    Advice,
    Chat,
    ChatLine,
    Closing,
    FromClient,
    LogLine,
    Orders,
    People,
    Player,
    Prompt,
    Refused,
    Table,
    Times,
    Update,
)
from quarriors.text import Texts
from quarriors.view.screen import Asked, Screen
from quarriors.view.speech import Speech
from quarriors.view.story import Line
from quarriors.view.table import seen_result

RECENT = 12  # lines of the log that somebody who comes back gets to read
PASS = "pass"
TOO_FAST = "too_fast"
_SLOWER = 1.0  # seconds
_TOLD_BY = ("order", "clock", "bot")


class TableScreen:
    """One person's seat (or a watcher's place) at one table, as a screen shows it."""

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
        self._chat: list[ChatLine] = []
        self._seed = ""
        self._rematch_told = ""  # the table of another game, if it was told
        self._orders = Orders()
        self._undo_told = ""  # what was told of a request to undo
        self._chat_closed = ""  # who has closed the chat
        self._turn = -1  # whose table was shown whole
        self._announced: int | None = None  # the seat we said we wait for
        self._lost = False  # the connection was lost, and the table has not come again
        self._shown: tuple[str, int, int] | None = None  # stage, state and free seats, as shown
        self._ended_with = False  # the result was printed

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
            self._chat.append(message.line)
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
            known = set(self._log)  # by what they say: by consent a game may go back
            fresh = tuple(line for line in table.log if line not in known)
        self._log = list(table.log)
        self._chat = list(table.chat)
        if table.chat_closed != self._chat_closed:
            self._say(f"people.chat_{table.chat_closed or 'open'}")
        self._chat_closed = table.chat_closed
        self._tell_log(fresh)
        self._tell_undo(table)
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

    def _tell_undo(self, table: Table) -> None:
        """That somebody asks to undo across a revealed fact, and what became of it, once."""
        request = table.undo_request
        if request is not None and request.text != self._undo_told:
            self._tell(request.text)
        if request is not None and table.me in request.waits_for:
            self._say("say.undo_asked")
        self._undo_told = "" if request is None else request.text

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
        self.screen.decision(seen, asked_by(prompt), self._speech, hint, whole)
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


def asked_by(prompt: Prompt) -> Asked:
    """A prompt as screens show it."""
    return Asked(prompt.question, tuple(option.text for option in prompt.options))


def _view(view: object) -> Mapping[str, Any] | None:
    """The view as plain values; a message decoded here never holds anything else."""
    return view if isinstance(view, dict) else None
