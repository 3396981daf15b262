"""A table kept in memory, without a server: for a page without one, and for tests.

JSON comes in and JSON goes out, as through a websocket: `receive` takes what a client sends and
every client's `take` gives what it was sent. Nothing happens by itself: the caller has the clock,
and calls `run` for what no player triggers (bots, standing orders, clocks). `entries` is all that
there is to store; a table is opened again from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from quarriors.bots.base import Seat
from quarriors.bots.explain import advised_options
from quarriors.bots.registry import make_bot
from quarriors.cards.plain_text import visible
from quarriors.table import codec
from quarriors.table.commands import command_entries
from quarriors.table.consent import settle_undo
from quarriors.table.entries import Entry, Failed
from quarriors.table.errors import Refusal
from quarriors.table.loading import Stored, load, snapshot
from quarriors.table.messages import (
    Advice,
    AdviceLine,
    Chat,
    ChatLine,
    FromClient,
    Hello,
    Hint,
    Ping,
    Pong,
    Refused,
    Say,
    Table,
    Update,
)
from quarriors.table.next_action import NextAction, next_action
from quarriors.table.orders import NO_ORDERS
from quarriors.table.seats import Presence, Viewer
from quarriors.table.setup import check_bot
from quarriors.table.table import QUICK_STAND_IN
from quarriors.table.table_header import TableHeader
from quarriors.table.tokens import token_hash
from quarriors.table.values import tag_of
from quarriors.table.view import people_message, sent_after, table_message, update_message
from quarriors.text import Texts
from quarriors.view.speech import Speech

MOST_LINES = 100  # of chat that a newcomer gets


class Client:
    """Somebody who looks at a table in memory, with or without a seat."""

    def __init__(self, viewer: Viewer, token: str, language: str) -> None:
        self.viewer = viewer
        self.token = token
        self.language = language
        self._sent: list[bytes] = []

    def put(self, message: object) -> None:
        """Send a message."""
        self._sent.append(codec.encode(message))

    def take(self) -> list[bytes]:
        """What was sent since this was last asked."""
        sent, self._sent = self._sent, []
        return sent


class MemoryTable:
    """A table, all that was written about it, and who looks at it."""

    def __init__(
        self,
        head: TableHeader,
        now: Callable[[], float],
        luck: Callable[[], int],
        stored: Sequence[Stored] = (),
    ) -> None:
        self._now = now  # seconds since the epoch
        self._luck = luck  # for bots, which never see the luck of the game
        self.table, needed = load(head, stored)
        self.entries = list(stored)
        self.clients: list[Client] = []
        self.chat: list[ChatLine] = []
        self._left: dict[int, float] = {}  # by seat: when its player left
        self.write(needed)
        if not stored and not any(seated.free for seated in self.table.seats):
            self.write(self.table.begin(True))  # only bots play

    # --- people ----------------------------------------------------------------------------------

    def sit(self, name: str, token: str, seat: int | None = None) -> int:
        """Somebody takes a free seat, the first one if none is named; the game may begin."""
        hashed = token_hash(token)
        self.write(self.table.sit(name, "person", hashed, seat))
        found = self.table.seat_of(hashed)
        assert found is not None, "who sits down has a seat"
        return found

    def connect(self, token: str = "", language: str = "en") -> Client:
        """Somebody looks at the table from now on; the first message is the table itself.

        A player who returns to a seat that a bot plays gets it back.
        """
        client = Client(self.table.viewer(token), token, language)
        self.clients.append(client)
        client.put(self._whole(client))
        self._tell_people(client)
        seat = client.viewer.seat
        if seat is not None:
            seated = self.table.seats[seat]
            if seated.stand_in and not seated.flagged and self.table.stage == "playing":
                self.write(self.table.give_back(client.viewer, seat))
        return client

    def disconnect(self, client: Client) -> None:
        """Somebody looks no more; a seat stays with its player."""
        self.clients.remove(client)
        seat = client.viewer.seat
        if seat is not None and not self._here(seat):
            self._left[seat] = self._now()
        self._tell_people(None)

    def _here(self, seat: int) -> bool:
        return any(client.viewer.seat == seat for client in self.clients)

    def people(self) -> list[Presence]:
        """Who is at the table just now."""
        return [
            Presence(True) if self._here(seat) else Presence(False, self._left.get(seat, 0.0))
            for seat in range(len(self.table.seats))
        ]

    def _tell_people(self, but: Client | None) -> None:
        watchers = sum(client.viewer.seat is None for client in self.clients)
        message = people_message(self.table, self.people(), watchers, self._now())
        for client in self.clients:
            if client is not but:
                client.put(message)

    # --- what clients send -----------------------------------------------------------------------

    def receive(self, client: Client, data: str | bytes) -> None:
        """Do what a client's message asks, or send it why not."""
        try:
            message: FromClient = codec.decode(FromClient, data)
        except codec.DecodeError as error:
            malformed = Refusal("malformed", "malformed", why=error)
            client.put(Refused(malformed.code, malformed.say(client.language)))
            return
        try:
            self._obey(client, message)
        except Refusal as refusal:
            text = refusal.say(client.language)
            client.put(Refused(refusal.code, text, tag_of(message), self.table.state))

    def _obey(self, client: Client, message: FromClient) -> None:
        if isinstance(message, Ping):
            client.put(Pong(message.at, self._now()))
        elif isinstance(message, Say):
            self._say(client.viewer.seat, message.text)
        elif isinstance(message, Hello):
            raise Refusal("not_now", "service.hello_again")
        elif isinstance(message, Hint):
            client.put(self._advice(client, message))
        else:
            table, viewer, now = self.table, client.viewer, self._now()
            self.write(command_entries(table, viewer, message, self.people, now))

    def _advice(self, client: Client, hint: Hint) -> Advice:
        """What a bot would do in a client's place, for its player alone."""
        table = self.table
        seat = client.viewer.seat
        if hint.state != table.state:
            raise Refusal("stale", "stale")
        if seat is None or table.deciding != seat:
            raise Refusal("not_yours", "service.hint_seat")
        check_bot(hint.bot)
        luck = self._luck()
        branch = Seat(table.game, seat).branch(luck)
        texts = Texts(client.language, branch.setup.rules.packs)
        speech = Speech(texts, table.names, words=True)
        codes = [option.code for option in table.game.decision.options]
        lines = [
            AdviceLine(codes.index(code) + 1, value, text)
            for code, value, text in advised_options(make_bot(hint.bot, seat, luck), branch, speech)
        ]
        return Advice(hint.state, hint.bot, tuple(lines))

    def _say(self, seat: int | None, text: str) -> None:
        """A line of chat."""
        if not self.table.head.setup.chat:
            raise Refusal("off", "service.chat_off")
        if self.table.chat_closed:
            raise Refusal("off", f"chat_closed.{self.table.chat_closed}")
        if seat is None:
            raise Refusal("not_yours", "service.chat_seat")
        text = visible(text)
        if not text:
            raise Refusal("illegal", "service.chat_empty")
        number = self.chat[-1].number + 1 if self.chat else 1
        line = ChatLine(number, seat, self.table.seats[seat].name, text, self._now())
        self.chat = [*self.chat, line][-MOST_LINES:]
        for client in self.clients:
            client.put(Chat(line))

    # --- what is written -------------------------------------------------------------------------

    def write(self, entries: Sequence[Entry]) -> None:
        """Keep entries, fold them, and send everybody what follows."""
        now = self._now()
        for number, entry in enumerate(entries):
            shot = snapshot(self.table) if number == 0 else None
            seq = self.table.seq + 1
            self.entries.append(Stored(seq, entry, now, shot))
            self.table.fold(seq, entry, now)
            self._look_at_tokens()
            for client in self.clients:
                self._send_after(client, entry)

    def _look_at_tokens(self) -> None:
        """Seats may have changed hands: a client whose token is none any more is disconnected."""
        for client in tuple(self.clients):
            try:
                client.viewer = self.table.viewer(client.token)
            except Refusal:
                self.clients.remove(client)

    def _send_after(self, client: Client, entry: Entry) -> None:
        for kind in sent_after(entry, self.table.stage, client.viewer.seat):
            client.put(self._whole(client) if kind == "table" else self._update(client))

    def _whole(self, client: Client) -> Table:
        people, now = self.people(), self._now()
        found = table_message(self.table, client.viewer, client.language, people, self.chat, now)
        return replace(found, prompt=None) if self._answered_by_orders() else found

    def _update(self, client: Client) -> Update:
        found = update_message(self.table, client.viewer, client.language, self._now())
        return replace(found, prompt=None) if self._answered_by_orders() else found

    # --- what no player triggers -----------------------------------------------------------------

    def run(self, most: int = 1_000) -> float | None:
        """Let bots, standing orders and clocks act until a player must, or `most` times.

        Gives back when it must be called again at the latest; None if a player is next.
        """
        for _ in range(most):
            action = self._next()
            if action.kind == "none":
                return action.due
            self._do(action)
        return self._now()

    def _next(self) -> NextAction:
        return next_action(self.table, self._now(), self._here)

    def _answered_by_orders(self) -> bool:
        """Whether standing orders answer the open prompt, so that nobody need see it."""
        seat = self.table.deciding
        if seat is None or self.table.seats[seat].orders == NO_ORDERS:
            return False
        return self._next().kind == "answer"

    def _do(self, action: NextAction) -> None:
        table, seat = self.table, action.seat
        if action.kind == "flag":
            self.write(table.flag(seat, self._now()))
        elif action.kind == "begin":
            self.write(table.begin_without(self._now()))
        elif action.kind == "settle_undo":
            self.write(settle_undo(table, self._now()))
        elif action.kind == "answer":
            self.write(table.serve(seat, table.state, action.code, action.by))
        else:
            code, failure = self._played(action)
            self.write(table.serve(seat, table.state, code, action.by, failure))

    def _played(self, action: NextAction) -> tuple[int, Failed | None]:
        """What the bot of a seat answers; if it fails, what another one does in its place."""
        seat = Seat(self.table.game, action.seat)
        failure = None
        for bot in (action.bot, QUICK_STAND_IN):
            luck = self._luck() if self.table.rival_luck is None else self.table.rival_luck
            try:
                answer = make_bot(bot, action.seat, luck).decide(seat, seat.decision)
                if answer in seat.decision.options:
                    return answer.code, failure
                why = "illegal"
            except Exception:
                why = "raised"
            failure = Failed(action.seat, action.bot, QUICK_STAND_IN, why)
        return seat.decision.options[0].code, failure
