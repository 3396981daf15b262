"""A table that is alive: its head and its entries, folded one after the other.

`fold` is the only thing that changes a table, and it never decides anything: what is stored has
happened. Commands are the other half: they look, and give back the entries that would have to
be written, or refuse. So a command can be checked again on whatever another process wrote
meanwhile, and nothing is ever true in memory that is not true in the database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from msgspec.structs import replace as changed

from quarriors.cards.load import catalog_of
from quarriors.engine.errors import QuarriorsError
from quarriors.game import Game
from quarriors.table import clock as clocks
from quarriors.table.clock import Clocks
from quarriors.table.entries import (
    Admitted,
    Answered,
    By,
    Called,
    Entry,
    Failed,
    Flagged,
    GaveBack,
    Leave,
    Migrated,
    Ordered,
    Rematched,
    Sit,
    Started,
    StoodIn,
    Undone,
)
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.messages import Orders, Times
from quarriors.table.seats import (
    Presence,
    Seated,
    Viewer,
    alike,
    bot_name,
    clean_name,
    first_seats,
    unlike,
)
from quarriors.table.setup import begun_with, check_bot, make_origin, make_rules
from quarriors.table.table_header import Kept, TableHeader, packs_of
from quarriors.table.tokens import same, token_hash
from quarriors.table.view_delta import Parts, Picture
from quarriors.view.timeline import Timeline

Stage = Literal["waiting", "playing", "over"]
STAND_IN = "planner"  # who plays for a player whose time is up
QUICK_STAND_IN = "greedy"  # who plays for a bot that fails
STRIKES = 3  # failures at one seat that cost a bot its place there


class LiveTable:
    """One table as its entries so far have left it."""

    def __init__(self, head: TableHeader) -> None:
        self.head = head
        self.packs = packs_of(head)  # held, so that their ids are known
        self.seq = 0  # of the last entry
        self.state = 0  # of the last entry that changed the game: what answers must carry
        self.at = head.created  # when the last entry was written
        self.seats: list[Seated] = first_seats(head.setup.seats, head.setup.language)
        self.barred: list[Seated] = []  # whom the host sent away, as they sat
        self.clocks: Clocks = clocks.set_up(head.setup.clock, len(self.seats))
        self.course: Timeline[Clocks] | None = None
        self.cards = head.cards  # hash of the cards the game is played with
        self.again = ""  # after the game: the table where its players meet again
        self.by: By = "player"  # who gave the last answer
        self.undone = False  # whether the last change of the game took an answer back
        self.shot_turn = 0  # the turn of the last snapshot that was taken
        self.shot_at = 0.0  # and when the table had reached it
        self.shown: dict[Any, Any] = {}  # what viewers were shown of this state, kept by `view`
        self.parts = Parts()  # of the picture, from state to state
        self.picture: Picture | None = None  # the last that was made, kept by `view`

    # --- looking ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's key."""
        return self.head.id

    @property
    def stage(self) -> Stage:
        """Where the table is: waiting for players, playing, or over."""
        if self.course is None:
            return "waiting"
        return "over" if self.course.game.over else "playing"

    @property
    def game(self) -> Game:
        """The game; there is none before it begins."""
        if self.course is None:
            raise Refusal("not_now", "not_begun")
        return self.course.game

    @property
    def deciding(self) -> int | None:
        """The seat that must answer now."""
        if self.stage != "playing":
            return None
        return self.game.decision.seat

    @property
    def host_seat(self) -> int | None:
        """Where the host sits, if at all."""
        return self.seat_of(self.head.host_hash)

    @property
    def orders(self) -> tuple[Orders, ...]:
        """Everybody's standing orders."""
        return tuple(seat.orders for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat.name for seat in self.seats)

    def seat_of(self, hashed: str) -> int | None:
        """The seat a token's hash belongs to; every seat is compared, whichever it is."""
        found = [at for at, seat in enumerate(self.seats) if same(seat.token_hash, hashed)]
        return found[0] if found else None

    def viewer(self, token: str) -> Viewer:
        """Who somebody with this token is here; without one a watcher, if watching is allowed."""
        if not token:
            if not self.head.setup.watch:
                raise Refusal("off", "no_watching")
            return Viewer()
        hashed = token_hash(token)
        seat = self.seat_of(hashed)
        host = same(self.head.host_hash, hashed)
        if seat is None and not host:
            raise Refusal("bad_token", "bad_token")
        return Viewer(seat, host)

    def times(self, now: float) -> Times:
        """The clocks as people see them."""
        return clocks.times(self.head.setup.clock, self.clocks, now)

    @property
    def deadline(self) -> float | None:
        """When the time of the deciding seat is up; None if no clock runs."""
        return clocks.deadline(self.head.setup.clock, self.clocks)

    # --- what is stored has happened --------------------------------------------------------------

    def fold(self, seq: int, entry: Entry, at: float) -> None:
        """Take in the next stored entry; one that cannot have happened is `BrokenTable`."""
        if seq != self.seq + 1:
            raise BrokenTable(f"Table {self.id}: entry {seq} came after entry {self.seq}.")
        try:
            self._fold(seq, entry, at)
        except (QuarriorsError, IndexError) as error:
            raise BrokenTable(f"Table {self.id}: entry {seq}, {entry}: {error}") from error
        self.seq = seq
        self.at = at

    def skip(self, seq: int, at: float) -> None:
        """Pass over an entry whose effects a later `Migrated` brings along."""
        if seq != self.seq + 1:
            raise BrokenTable(f"Table {self.id}: entry {seq} came after entry {self.seq}.")
        self.seq = seq
        self.at = at

    def _fold(self, seq: int, entry: Entry, at: float) -> None:
        if isinstance(entry, Answered):
            self._fold_answer(seq, entry, at)
        elif isinstance(entry, Undone):
            self._fold_undo(seq, entry)
        elif isinstance(entry, Sit):
            seated = Seated(
                entry.kind, entry.name, entry.bot, entry.token_hash, origin=entry.origin
            )
            self.seats[entry.seat] = seated
        elif isinstance(entry, Leave):
            if entry.barred:
                self.barred.append(self.seats[entry.seat])
            self.seats[entry.seat] = Seated("free")
        elif isinstance(entry, Admitted):
            self.barred = []
        elif isinstance(entry, Started):
            self._fold_start(seq, entry, at)
        elif isinstance(entry, Ordered):
            self._seat(entry.seat, orders=entry.orders)
        elif isinstance(entry, Migrated):
            self._fold_migrated(seq, entry, at)
        elif isinstance(entry, Called):
            self._fold_call(entry, at)
        elif isinstance(entry, Failed):
            self._fold_failure(entry)
        elif isinstance(entry, Rematched):
            self.again = entry.table
        else:
            self._fold_player(entry, at)

    def _seat(self, seat: int, **values: object) -> None:
        self.seats[seat] = changed(self.seats[seat], **values)

    def _playing(self) -> Timeline[Clocks]:
        if self.course is None:
            raise BrokenTable("the game has not begun")
        return self.course

    def _fold_start(self, seq: int, entry: Started, at: float) -> None:
        setup = self.head.setup
        rules = make_rules(setup)
        if entry.cards != catalog_of(rules).hash:
            raise BrokenTable("the game began with other cards; it goes on from a snapshot")
        origin = begun_with(setup, rules, entry.wilds, int(self.head.seed), entry.first)
        self.course = Timeline.begun(origin, self.names)
        self.cards = entry.cards
        self._moved(seq, at, "player")

    def _fold_answer(self, seq: int, entry: Answered, at: float) -> None:
        course = self._playing()
        if course.game.decision.seat != entry.seat:
            raise BrokenTable(f"seat {course.game.decision.seat} had to answer")
        clock = self.head.setup.clock
        course.apply(entry.code, entry.by, self.clocks)
        extra = float(clock.extra) if entry.by == "player" else 0.0
        self.clocks = clocks.stop(clock, self.clocks, at, extra)
        self._moved(seq, at, entry.by)

    def _fold_undo(self, seq: int, entry: Undone) -> None:
        course = self._playing()
        if course.cannot_undo((entry.seat,)):
            raise BrokenTable(f"seat {entry.seat} had nothing to take back")
        self.clocks = clocks.taken_back(self.clocks, course.undo(), entry.seat)
        self.state = seq
        self.by = "player"
        self.undone = True
        self.shown = {}

    def _fold_player(self, entry: StoodIn | GaveBack | Flagged, at: float) -> None:
        """Who plays a seat changes, and the game does not."""
        seat = entry.seat
        course = self._playing()
        if isinstance(entry, Flagged):
            self._seat(seat, stand_in=STAND_IN, flagged=True)
        else:
            bot = entry.bot if isinstance(entry, StoodIn) else ""
            self._seat(seat, stand_in=bot, failures=0)
        course.settle_for(seat)
        self.clocks = clocks.stop(self.head.setup.clock, self.clocks, at)
        self._run_clock(at)
        self.shown = {}

    def _fold_failure(self, entry: Failed) -> None:
        seated = self.seats[entry.seat]
        if entry.lasting:
            self._seat(entry.seat, stand_in=entry.stand_in, failures=0)
        else:
            self._seat(entry.seat, failures=seated.failures + 1)
        key = f"table.failed.{'for_good' if entry.lasting else 'once'}.{_reason(entry.why)}"
        values = {"name": seated.name, "bot": entry.bot, "stand_in": entry.stand_in}
        self._playing().note("stand_in", "server", key, values)
        self.shown = {}

    def _fold_call(self, entry: Called, at: float) -> None:
        if self.deciding != entry.seat:
            raise BrokenTable(f"seat {entry.seat} had nothing to decide")
        self.clocks = clocks.call(self.clocks, entry.seat, at, float(self.head.setup.grace))

    def _fold_migrated(self, seq: int, entry: Migrated, at: float) -> None:
        from quarriors.table.snapshots import put_back

        put_back(self, entry.snapshot, forget=True)
        self._moved(seq, at, "player")

    def _moved(self, seq: int, at: float, by: By) -> None:
        """The game stands somewhere else now."""
        self.state = seq
        self.by = by
        self.undone = False
        self.shown = {}
        self._run_clock(at)

    def _run_clock(self, at: float) -> None:
        """The time of the player who must decide now begins to run; bots have their own limits."""
        seat = self.deciding
        if seat is not None and (not self.seats[seat].player or self.seats[seat].played_by):
            seat = None
        self.clocks = clocks.start(
            self.head.setup.clock, self.clocks, -1 if seat is None else seat, at
        )

    # --- commands before the game -----------------------------------------------------------------

    def sit(
        self,
        name: str,
        kind: Literal["person", "remote"],
        hashed: str,
        seat: int | None = None,
        bot: str = "",
        address: str = "",
    ) -> list[Entry]:
        """Somebody with a token takes a free seat, the first one if they do not mind.

        `bot` is what somebody's program calls itself. The game begins with the last seat.
        """
        self._waiting()
        origin = self.origin(address)
        if self._is_barred(hashed, origin, name):
            raise Refusal("not_now", "barred")
        if self.seat_of(hashed) is not None:
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
        elif not self._is_free_for(seat, hashed):
            raise Refusal("not_now", "kept", seat=seat + 1, name=self.kept(seat).name)
        shown = clean_name(name)
        if unlike(shown, self.seats) != shown:
            raise Refusal("illegal", "name_taken", name=shown)
        called = clean_name(bot) if bot else ""
        return self._and_begin(Sit(seat, kind, shown, called, hashed, origin))

    def origin(self, address: str) -> str:
        """What is kept of an address: enough to know it again at this table, and only here."""
        text = f"{self.head.host_hash} {address}"
        return hashlib.sha256(text.encode()).hexdigest()[:16] if address else ""

    def _is_barred(self, hashed: str, origin: str, name: str) -> bool:
        """Whether the host has sent somebody away: known by the token or the address.

        An address that somebody else at the table shares proves little: then only the same name
        is refused, so that a household or a club behind one address is not locked out.
        """
        shared = origin in [seated.origin for seated in self.seats if seated.player]
        return any(
            same(one.token_hash, hashed)
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
        found = self._player(seat)
        self._waiting()
        return [Leave(found)]

    def begin(self, host: bool) -> list[Entry]:
        """The host begins the game; with the last seat taken it begins without that."""
        self._host_only(host)
        self._waiting()
        free = sum(seat.free for seat in self.seats)
        if free:
            raise Refusal("not_now", "free_seats", count=free)
        return [self._started()]

    def _and_begin(self, sit: Sit) -> list[Entry]:
        """The entry of somebody who sits down, and the beginning if nobody is missing then."""
        others = [seated for at, seated in enumerate(self.seats) if at != sit.seat]
        if any(seated.free for seated in others):
            return [sit]
        return [sit, self._started()]

    def _started(self) -> Started:
        origin = make_origin(self.head.setup, int(self.head.seed))
        return Started(origin.catalog.hash, origin.wilds, origin.first)

    # --- commands in the game ---------------------------------------------------------------------

    def answer(self, seat: int | None, state: int, option: int) -> list[Entry]:
        """A player answers with the number of an option, from 1."""
        found = self._player(seat)
        self._current(state)
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
        self._current(state)
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
        found = self._player(seat)
        self._current(state)
        if self.seats[found].played_by:
            raise Refusal("not_now", "stood_in")
        why = self.why_no_undo(found, now)
        if why:
            raise Refusal("not_now", f"undo.{why}")
        return [Undone(found)]

    def why_no_undo(self, seat: int, now: float) -> str:
        """Why a seat cannot take back its last answer; empty if it can."""
        if self.course is None:
            return "nothing"
        why = self.course.cannot_undo((seat,))
        if why:
            return why
        before = clocks.deadline(self.head.setup.clock, self.course.kept)
        return "clock" if before is not None and now >= before else ""

    def order(self, seat: int | None, orders: Orders) -> list[Entry]:
        """A player's new standing orders; nothing to write if they are the old ones."""
        found = self._player(seat)
        if self.stage == "over":
            raise Refusal("not_now", "over")
        return [] if self.seats[found].orders == orders else [Ordered(found, orders)]

    def replace(
        self, viewer: Viewer, seat: int, bot: str, people: Sequence[Presence], now: float
    ) -> list[Entry]:
        """A bot for a player who has been away for longer than the grace time.

        The host may ask for it; for the host, any other player may.
        """
        found = self._at(seat)
        if not viewer.host and (viewer.seat in (None, seat) or self.host_seat != seat):
            raise Refusal("not_host", "not_host")
        if self.stage != "playing":
            raise Refusal("not_now", "over" if self.course else "not_begun")
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
        found = self._player(seat)
        self._current(state)
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
        """After the game everybody here, watchers too, is told where its players play another."""
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

    def _player(self, seat: int | None) -> int:
        """The seat of somebody who plays; watchers are refused, whatever they ask."""
        if seat is None:
            raise Refusal("not_yours", "watcher")
        self._at(seat)
        return seat

    def _current(self, state: int) -> None:
        """Refuse what was said about a game that is not on, or about a state that is past."""
        if self.stage == "waiting":
            raise Refusal("not_now", "not_begun")
        if state != self.state:
            raise Refusal("stale", "stale")
        if self.stage == "over":
            raise Refusal("not_now", "over")


def _reason(why: str) -> str:
    """Why a bot gave no answer, as far as players care."""
    return why if why in ("late", "refused") else "failed"
