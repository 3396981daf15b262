"""A table that is played: what people and the server may do at it.

A command looks at the table, and gives back the entries that would have to be written, or refuses.
So it can be checked again after another process has written, and nothing is ever true in memory
that is not true in the database. What a message of a client asks for is in `commands`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Literal

from quarriors.table import clock as clocks
from quarriors.table.entries import (
    Admitted,
    Answered,
    By,
    Called,
    ChatSwitched,
    Entry,
    Failed,
    Flagged,
    GaveBack,
    Leave,
    NumberAdded,
    Ordered,
    Rekeyed,
    Rematched,
    Sit,
    Started,
    StoodIn,
    Undone,
)
from quarriors.table.errors import Refusal
from quarriors.table.messages import Orders
from quarriors.table.seats import Presence, Seated, Viewer, alike, bot_name, clean_name, unlike
from quarriors.table.setup import check_bot, make_origin
from quarriors.table.state import STAND_IN, Stage, TableState
from quarriors.table.table_header import Kept, catalog_of_head
from quarriors.table.tokens import same

__all__ = ["QUICK_STAND_IN", "STAND_IN", "STRIKES", "LiveTable", "Stage"]

QUICK_STAND_IN = "greedy"  # the bot that plays for a bot that fails
STRIKES = 3  # failures at one seat that cost a bot its place there


class LiveTable(TableState):
    """One table as its entries so far have left it, and the commands that it takes."""

    # --- commands before the game -----------------------------------------------------------------

    def sit(
        self,
        name: str,
        kind: Literal["person", "remote"],
        hashed: str,
        seat: int | None = None,
        bot: str = "",
        address: str = "",
        proven: bool = False,
        member: int = 0,
    ) -> list[Entry]:
        """Somebody with a token takes a free seat, the first one if they do not mind.

        `bot` is what somebody's program calls itself. The game begins with the last seat, or as
        soon as the clients of all players have added their numbers after that.
        `proven`: this seat is kept for them, as the table before this one has shown. `member` is
        their number in the club, whose key they have shown.
        """
        self._waiting()
        origin = self.origin(address)
        if self._is_barred(hashed, origin, name, member):
            raise Refusal("not_now", "barred")
        if self.seat_of(hashed) is not None or (
            member and member in [one.member for one in self.seats]
        ):
            raise Refusal("not_now", "seated")
        if seat is None:
            free = [at for at in range(len(self.seats)) if self._is_free_for(at, hashed)]
            if not any(seated.free for seated in self.seats):
                raise Refusal("not_now", "full")
            if not free:
                raise Refusal("not_now", "all_kept")
            seat = free[0]
        elif not self._at(seat).free:
            raise Refusal("not_now", "taken", seat=seat + 1)
        elif not proven and not self._is_free_for(seat, hashed):
            raise Refusal("not_now", "kept", seat=seat + 1, name=self.kept(seat).name)
        shown = clean_name(name)
        if unlike(shown, self.seats) != shown:
            raise Refusal("illegal", "name_taken", name=shown)
        called = clean_name(bot) if bot else ""
        return self._and_begin(Sit(seat, kind, shown, called, hashed, origin, member))

    def origin(self, address: str) -> str:
        """What is kept of an address: enough to know it again at this table, and only here."""
        text = f"{self.head.host_hash} {address}"
        return hashlib.sha256(text.encode()).hexdigest()[:16] if address else ""

    def _is_barred(self, hashed: str, origin: str, name: str, member: int) -> bool:
        """Whether the host has sent somebody away: known by the token, the club or the address.

        An address that somebody else at the table shares proves little: then only the same name
        is refused, so that a household or a club behind one address is not locked out.
        """
        shared = origin in [seated.origin for seated in self.seats if seated.player]
        return any(
            same(one.token_hash, hashed)
            or (member and member == one.member)
            or (origin and origin == one.origin and (not shared or alike(name, one.name)))
            for one in self.barred
        )

    def kept(self, seat: int) -> Kept:
        """For whom a seat is kept that nobody has taken yet."""
        everybody = self.head.kept
        return everybody[seat] if seat < len(everybody) and self.seats[seat].free else Kept()

    def _is_free_for(self, seat: int, hashed: str) -> bool:
        """Whether somebody with a token may take a seat."""
        owner = self.kept(seat).token_hash
        return self.seats[seat].free and (not owner or same(owner, hashed))

    def fill(self, host: bool, seat: int, bot: str) -> list[Entry]:
        """The host puts a bot into a free seat."""
        self._host_only(host)
        self._waiting()
        if not self._at(seat).free:
            raise Refusal("not_now", "taken", seat=seat + 1)
        check_bot(bot)
        name = unlike(bot_name(bot, self.head.setup.language), self.seats)
        return self._and_begin(Sit(seat, "bot", name, bot))

    def free(self, host: bool, seat: int) -> list[Entry]:
        """The host empties a seat; its player is sent away from this table."""
        self._host_only(host)
        self._waiting()
        if self._at(seat).free:
            raise Refusal("not_now", "empty", seat=seat + 1)
        return [Leave(seat, barred=self.seats[seat].player and seat != self.host_seat)]

    def admit(self, host: bool) -> list[Entry]:
        """The host lets those who were sent away sit down again."""
        self._host_only(host)
        self._waiting()
        return [Admitted()] if self.barred else []

    def leave(self, seat: int | None) -> list[Entry]:
        """A player gets up before the game begins."""
        found = self.player(seat)
        self._waiting()
        return [Leave(found)]

    def begin(self, host: bool) -> list[Entry]:
        """The host begins the game; with the last seat and number it begins without that."""
        self._host_only(host)
        self._waiting()
        free = sum(seat.free for seat in self.seats)
        if free:
            raise Refusal("not_now", "free_seats", count=free)
        if self._awaits_numbers(self.seats):
            raise Refusal("not_now", "number.awaited")
        return [self._started(self.numbers)]

    def begin_without(self, now: float) -> list[Entry]:
        """The server begins the game when it has waited for numbers long enough."""
        until = self.begins_by
        if until is None:
            raise Refusal("stale", "stale")
        if now < until:
            raise Refusal("not_now", "time_left")
        return [self._started(self.numbers)]

    def add_number(self, seat: int | None, number: str) -> list[Entry]:
        """The client of a seat adds its number to the dice; sent again, it changes nothing.

        The game begins with the last number if all seats are taken.
        """
        found = self.player(seat)
        before = self.seats[found].number
        if before == number:
            return []
        if self.head.number_seconds is None:
            raise Refusal("off", "number.off")
        if self.stage != "waiting":
            raise Refusal("not_now", "number.late")
        if before:
            raise Refusal("not_now", "number.twice")
        added = NumberAdded(found, number)
        seats = [*self.seats]
        seats[found] = changed(seats[found], number=number)
        if any(one.free for one in seats) or self._awaits_numbers(seats):
            return [added]
        return [added, self._started([one.number for one in seats])]

    def _awaits_numbers(self, seats: Sequence[Seated]) -> bool:
        """Whether the beginning waits for the client of a player."""
        waits = bool(self.head.number_seconds)
        return waits and any(one.player and not one.number for one in seats)

    def _and_begin(self, sit: Sit) -> list[Entry]:
        """The entry of somebody who sits down, and the beginning if nobody is missing then."""
        seats = [*self.seats]
        seats[sit.seat] = Seated(sit.kind)
        if any(seated.free for seated in seats) or self._awaits_numbers(seats):
            return [sit]
        return [sit, self._started(self.numbers)]

    def _started(self, numbers: Sequence[str]) -> Started:
        beginning = self.head.what_if
        if beginning is not None:
            cards = catalog_of_head(self.head).hash
            return Started(cards, beginning.wilds, beginning.first)
        origin = make_origin(self.head.setup, self.head.seed_with(numbers))
        return Started(origin.catalog.hash, origin.wilds, origin.first)

    # --- commands in the game ---------------------------------------------------------------------

    def answer(self, seat: int | None, state: int, option: int) -> list[Entry]:
        """A player answers with the number of an option, from 1."""
        found = self.player(seat)
        self.current(state)
        if self.deciding != found:
            name = self.names[self.game.decision.seat]
            raise Refusal("not_yours", "not_your_turn", name=name)
        if self.seats[found].played_by:
            raise Refusal("not_now", "stood_in")
        options = self.game.decision.options
        if not 1 <= option <= len(options):
            raise Refusal("illegal", "no_option", number=option, count=len(options))
        return [Answered(found, options[option - 1].code, "player")]

    def serve(
        self, seat: int, state: int, code: int, by: By, failure: Failed | None = None
    ) -> list[Entry]:
        """The server answers for a seat: a bot's choice, a standing order, or time is up.

        If another bot had to answer than the one that plays the seat, that is published. It plays
        on in its place after some failures, or at once if that bot cannot be asked at all.
        """
        self.current(state)
        if self.deciding != seat:
            raise Refusal("stale", "stale")
        if by == "bot" and not self.seats[seat].played_by:
            raise Refusal("not_now", "given_back")
        if code not in [option.code for option in self.game.decision.options]:
            raise Refusal("illegal", "no_such_answer")
        answered = Answered(seat, code, by)
        if failure is None:
            return [answered]
        hopeless = failure.why == "refused" or self.seats[seat].failures + 1 >= STRIKES
        lasting = by == "bot" and failure.stand_in == QUICK_STAND_IN and hopeless
        return [changed(failure, lasting=lasting), answered]

    def undo(self, seat: int | None, state: int, now: float) -> list[Entry]:
        """A player takes back an answer, to the last revealed fact at most."""
        found = self.player(seat)
        self.current(state)
        if self.seats[found].played_by:
            raise Refusal("not_now", "stood_in")
        why = self.why_no_undo(found, now)
        if why:
            raise Refusal("not_now", f"undo.{why}")
        return [Undone(found)]

    def why_no_undo(self, seat: int, now: float) -> str:
        """Why a seat cannot take back its last answer; empty if it can."""
        if self.timeline is None:
            return "nothing"
        why = self.timeline.cannot_undo((seat,))
        if why:
            return why
        before = clocks.deadline(self.head.setup.clock, self.timeline.kept)
        return "clock" if before is not None and now >= before else ""

    def order(self, seat: int | None, orders: Orders) -> list[Entry]:
        """A player's new standing orders; nothing to write if they are the old ones."""
        found = self.player(seat)
        if self.stage == "over":
            raise Refusal("not_now", "over")
        return [] if self.seats[found].orders == orders else [Ordered(found, orders)]

    def replace(
        self, viewer: Viewer, seat: int, bot: str, people: Sequence[Presence], now: float
    ) -> list[Entry]:
        """A bot for a player who has been away for longer than the grace time.

        Not in a game by correspondence, where being away is no fault: there the clock decides.

        The host may ask for it; for the host, any other player may.
        """
        found = self._at(seat)
        if not viewer.host and (viewer.seat in (None, seat) or self.host_seat != seat):
            raise Refusal("not_host", "not_host")
        if self.stage != "playing":
            raise Refusal("not_now", "over" if self.timeline else "not_begun")
        if self.head.setup.clock.kind == "days":
            raise Refusal("not_now", "by_days")
        if not found.player:
            raise Refusal("illegal", "no_player", seat=seat + 1)
        if found.stand_in:
            raise Refusal("not_now", "replaced", name=found.name)
        here = people[seat]
        if here.here:
            raise Refusal("not_now", "is_here", name=found.name)
        # One who was never seen counts as away since the table last changed.
        left = (here.since or self.at) + self.head.setup.grace - now
        if left > 0:
            raise Refusal("not_now", "grace", name=found.name, seconds=int(left) + 1)
        check_bot(bot)
        return [StoodIn(seat, bot)]

    def give_back(self, viewer: Viewer, seat: int) -> list[Entry]:
        """The player plays the seat again: the host says so, or the player is back."""
        found = self._at(seat)
        if not viewer.host and viewer.seat != seat:
            raise Refusal("not_yours", "not_your_seat")
        if self.stage == "over":
            raise Refusal("not_now", "over")
        if found.flagged:
            raise Refusal("not_now", "flagged", name=found.name)
        if not found.stand_in:
            raise Refusal("not_now", "not_replaced", seat=seat + 1)
        return [GaveBack(seat)]

    def call(self, seat: int | None, state: int) -> list[Entry]:
        """A player calls time on another who keeps the table waiting, where there is no clock."""
        found = self.player(seat)
        self.current(state)
        if self.head.setup.clock.kind != "none":
            raise Refusal("not_now", "call.clock")
        deciding = self.game.decision.seat
        if deciding == found:
            raise Refusal("illegal", "call.own")
        name = self.names[deciding]
        if self.seats[deciding].played_by:
            raise Refusal("illegal", "call.bot", name=name)
        if self.clocks.called:
            raise Refusal("not_now", "call.called", name=name)
        return [Called(deciding, found)]

    def meet_again(self, table: str) -> list[Entry]:
        """After the game, tell everybody here, watchers too, where its players play another."""
        if self.stage != "over":
            raise Refusal("not_now", "no_rematch")
        return [] if self.again else [Rematched(table)]

    def flag(self, seat: int, now: float) -> list[Entry]:
        """The server finds that a player's time for the whole game is up."""
        until = self.deadline
        if self.head.setup.clock.kind != "game" or self.clocks.running != seat:
            raise Refusal("stale", "stale")
        if until is None or now < until:
            raise Refusal("not_now", "time_left")
        return [Flagged(seat)]

    # --- commands at any time ---------------------------------------------------------------------

    def rekey(self, old: str, new: str) -> list[Entry]:
        """The token with the hash `old` is replaced by one with the hash `new`."""
        seat = self.seat_of(old)
        if seat is None and not same(self.host_hash, old):
            raise Refusal("bad_token", "bad_token")
        return [Rekeyed(seat, new)]

    def switch_chat(
        self, host: bool, open_: bool, by: Literal["host", "operator"] = "host"
    ) -> list[Entry]:
        """The host or an operator closes the chat, or opens it; the host not if an operator did."""
        if by == "host":
            self._host_only(host)
        if not self.head.setup.chat:
            raise Refusal("off", "chat_never")
        if by == "host" and self.chat_closed == "operator":
            raise Refusal("off", "chat_closed.operator")
        same_as_now = open_ if not self.chat_closed else not open_ and self.chat_closed == by
        return [] if same_as_now else [ChatSwitched(open_, by)]

    # --- what commands have in common -------------------------------------------------------------

    def _waiting(self) -> None:
        if self.stage != "waiting":
            raise Refusal("not_now", "begun")

    def _host_only(self, host: bool) -> None:
        if not host:
            raise Refusal("not_host", "not_host")

    def _at(self, seat: int) -> Seated:
        if not 0 <= seat < len(self.seats):
            raise Refusal("illegal", "no_seat", seat=seat + 1, count=len(self.seats))
        return self.seats[seat]

    def player(self, seat: int | None) -> int:
        """The seat of somebody who plays; watchers are refused, whatever they ask."""
        if seat is None:
            raise Refusal("not_yours", "watcher")
        self._at(seat)
        return seat

    def current(self, state: int) -> None:
        """Refuse what was said about a game that is not on, or about a state that is past."""
        if self.stage == "waiting":
            raise Refusal("not_now", "not_begun")
        if state != self.state:
            raise Refusal("stale", "stale")
        if self.stage == "over":
            raise Refusal("not_now", "over")
