"""A table as its entries have left it: who sits where, the game, the clocks.

`fold` is the only thing that changes a table, and it never decides anything: what is stored has
happened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from quarriors.cards.load import catalog_of
from quarriors.daily import rival_luck
from quarriors.engine.errors import QuarriorsError
from quarriors.game import Game
from quarriors.table import clock as clocks
from quarriors.table import codec
from quarriors.table.clock import Clocks
from quarriors.table.entries import (
    Admitted,
    Answered,
    By,
    Called,
    ChatSwitched,
    Entry,
    Failed,
    Flagged,
    Forgotten,
    GaveBack,
    Leave,
    Migrated,
    NumberAdded,
    Ordered,
    Rekeyed,
    Rematched,
    Sit,
    Started,
    StoodIn,
    UndoAgreed,
    UndoAsked,
    UndoClosed,
    Undone,
    UndoneByConsent,
)
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.messages import Orders, Times
from quarriors.table.seats import Seated, Viewer, first_seats
from quarriors.table.setup import begun_at, begun_with, make_rules
from quarriors.table.snapshots import Snapshot, read_snapshot, timeline_at
from quarriors.table.table_header import TableHeader, packs_of
from quarriors.table.tokens import same, token_hash
from quarriors.table.undo_request import OpenUndo
from quarriors.table.view_delta import EncodedParts, Picture
from quarriors.view.timeline import Timeline

Stage = Literal["waiting", "playing", "over"]
STAND_IN = "planner"  # the bot that plays for a player whose time is up


class TableState:
    """One table as its entries so far have left it."""

    def __init__(self, head: TableHeader) -> None:
        self.head = head
        self.packs = packs_of(head)  # held, so that their ids are known
        self.seq = 0  # of the last entry
        self.state = 0  # of the last entry that changed the game: what answers must carry
        self.at = head.created  # when the last entry was written
        self.seats: list[Seated] = first_seats(head.setup.seats, head.setup.language)
        self.host_hash = head.host_hash  # of the host's token, which may have been replaced
        self.chat_closed: Literal["", "host", "operator"] = ""  # by whom
        self.seated_at = head.created  # when somebody last took a seat
        self.barred: list[Seated] = []  # whom the host sent away, as they sat
        self.clocks: Clocks = clocks.set_up(head.setup.clock, len(self.seats))
        self.timeline: Timeline[Clocks] | None = None
        self.cards = head.cards  # hash of the cards the game is played with
        self.again = ""  # after the game: the table where its players meet again
        self.by: By = "player"  # who gave the last answer
        self.taken_over = False  # whether a bot has played for somebody, though not to the end
        self.undo_request: OpenUndo | None = None
        self.consent_undos = 0  # how often the game went back across a revealed fact
        self.undone = False  # whether the last change of the game took an answer back
        self.snapshot_turn = 0  # the turn of the last snapshot that was taken
        self.snapshot_at = 0.0  # and when the table had reached it
        self.view_cache: dict[Any, Any] = {}  # what `view` has made of this state
        self.view_parts = EncodedParts(codec.PLAIN)  # of the picture, from state to state
        self.picture: Picture | None = None  # the last that was made, kept by `view`

    def encode_with(self, encoder: codec.Encoder) -> None:
        """Encode what is shown from now on with another encoder, which gives the same bytes."""
        self.view_parts = EncodedParts(encoder)
        self.picture = None

    # --- looking ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's key."""
        return self.head.id

    @property
    def stage(self) -> Stage:
        """Where the table is: waiting for players, playing, or over."""
        if self.timeline is None:
            return "waiting"
        return "over" if self.timeline.game.over else "playing"

    @property
    def game(self) -> Game:
        """The game; there is none before it begins."""
        if self.timeline is None:
            raise Refusal("not_now", "not_begun")
        return self.timeline.game

    @property
    def deciding(self) -> int | None:
        """The seat that must answer now."""
        if self.stage != "playing":
            return None
        return self.game.decision.seat

    @property
    def host_seat(self) -> int | None:
        """Where the host sits, if at all."""
        return self.seat_of(self.host_hash)

    @property
    def orders(self) -> tuple[Orders, ...]:
        """Everybody's standing orders."""
        return tuple(seat.orders for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat.name for seat in self.seats)

    @property
    def numbers(self) -> tuple[str, ...]:
        """By seat, what its client added to the dice; none of a table of an earlier version."""
        if self.head.number_seconds is None:
            return ()
        return tuple(seat.number for seat in self.seats)

    @property
    def seed(self) -> int:
        """The seed of the game; it is fixed when the game begins, and secret until it ends."""
        return self.head.seed_with(self.numbers)

    @property
    def rival_luck(self) -> int | None:
        """What a bot's next answer follows from at a daily; None elsewhere: it is drawn."""
        if not self.head.setup.daily:
            return None
        return rival_luck(self.seed, len(self.game.answers))

    @property
    def begins_by(self) -> float | None:
        """When the game begins at the latest, once all seats are taken; None before and after."""
        if self.timeline is not None or any(seat.free for seat in self.seats):
            return None
        return self.seated_at + (self.head.number_seconds or 0.0)

    @property
    def undone_by_consent(self) -> bool:
        """Whether people chose again with what they had seen: such a game is not rated."""
        return self.consent_undos > 0

    @property
    def what_if(self) -> bool:
        """Whether the game goes on from a position of another one: such a game is not rated."""
        return self.head.what_if is not None

    @property
    def wakes_at(self) -> float | None:
        """When the server must act at the latest, if no player does; None if it need not."""
        request = self.undo_request
        waits = [
            self.begins_by,
            self.deadline,
            None if request is None or request.closed else request.until,
        ]
        return min((one for one in waits if one is not None), default=None)

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
        host = same(self.host_hash, hashed)
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
        elif isinstance(entry, (UndoAsked, UndoAgreed, UndoClosed, UndoneByConsent)):
            self._fold_consent(seq, entry, at)
        elif isinstance(entry, (Sit, Leave, Admitted, NumberAdded)):
            self._fold_seat(entry, at)
        elif isinstance(entry, Started):
            self._fold_start(seq, entry, at)
        elif isinstance(entry, Ordered):
            self._seat(entry.seat, orders=entry.orders)
        elif isinstance(entry, Migrated):
            self._fold_migration(seq, entry, at)
        elif isinstance(entry, Called):
            self._fold_call(entry, at)
        elif isinstance(entry, Failed):
            self._fold_failure(entry)
        elif isinstance(entry, Rematched):
            self.again = entry.table
        elif isinstance(entry, (Rekeyed, Forgotten, ChatSwitched)):
            self._fold_person(entry, at)
        else:
            self._fold_player(entry, at)

    def _seat(self, seat: int, **values: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **values)

    def _playing(self) -> Timeline[Clocks]:
        if self.timeline is None:
            raise BrokenTable("the game has not begun")
        return self.timeline

    def _fold_seat(self, entry: Sit | Leave | Admitted | NumberAdded, at: float) -> None:
        """Somebody comes or goes before the game, or adds a number to its dice."""
        if isinstance(entry, Sit):
            seated = Seated(
                entry.kind,
                entry.name,
                entry.bot,
                entry.token_hash,
                origin=entry.origin,
                member=entry.member,
            )
            self.seats[entry.seat] = seated
            self.seated_at = at
        elif isinstance(entry, Leave):
            if entry.barred:
                self.barred.append(self.seats[entry.seat])
            self.seats[entry.seat] = Seated("free")
        elif isinstance(entry, Admitted):
            self.barred = []
        else:
            self._fold_number(entry)

    def _fold_number(self, entry: NumberAdded) -> None:
        if self.timeline is not None or self.seats[entry.seat].number:
            raise BrokenTable(f"seat {entry.seat} had no number to add")
        self._seat(entry.seat, number=entry.number)

    def _fold_start(self, seq: int, entry: Started, at: float) -> None:
        setup = self.head.setup
        rules = make_rules(setup)
        if entry.cards != catalog_of(rules).hash:
            raise BrokenTable("the game began with other cards; it goes on from a snapshot")
        beginning = self.head.what_if
        if beginning is None:
            origin = begun_with(setup, rules, entry.wilds, self.seed, entry.first)
        else:
            wire = beginning.wire
            origin = begun_at(rules, entry.wilds, self.seed, entry.first, wire)
        self._open(Timeline.begun(origin, self.names, words=True))
        self.cards = entry.cards
        self._moved(seq, at, "player")

    def _open(self, timeline: Timeline[Clocks]) -> Timeline[Clocks]:
        """The game is this one from now on; its log says where a daily or a what-if comes from."""
        if self.what_if:
            timeline.note_first("what_if", "server", "table.what_if")
        if self.head.setup.daily:
            timeline.note_first("daily", "server", "table.daily", date=self.head.setup.daily)
        self.timeline = timeline
        return timeline

    def _fold_answer(self, seq: int, entry: Answered, at: float) -> None:
        timeline = self._playing()
        if timeline.game.decision.seat != entry.seat:
            raise BrokenTable(f"seat {timeline.game.decision.seat} had to answer")
        clock = self.head.setup.clock
        turn = timeline.game.turn
        timeline.apply(entry.code, entry.by, self.clocks)
        extra = float(clock.extra) if entry.by == "player" else 0.0
        self.clocks = clocks.stop(clock, self.clocks, at, extra)
        if timeline.game.turn != turn:
            self.clocks = clocks.turn_ended(clock, self.clocks)
        self._moved(seq, at, entry.by)

    def _fold_undo(self, seq: int, entry: Undone) -> None:
        timeline = self._playing()
        if timeline.cannot_undo((entry.seat,)):
            raise BrokenTable(f"seat {entry.seat} had nothing to take back")
        self.clocks = clocks.taken_back(self.clocks, timeline.undo(), entry.seat)
        self.state = seq
        self.by = "player"
        self.undone = True
        self.view_cache = {}

    def _fold_consent(
        self, seq: int, entry: UndoAsked | UndoAgreed | UndoClosed | UndoneByConsent, at: float
    ) -> None:
        """The game goes back across a revealed fact, or a player would like it to."""
        timeline = self._playing()
        request = self.undo_request
        if isinstance(entry, (UndoAsked, UndoneByConsent)):
            if not 0 <= entry.answers < len(timeline.given):
                raise BrokenTable(f"there is no answer {entry.answers} to take back")
        elif request is None or request.closed:
            raise BrokenTable("nobody has asked to go back")
        if isinstance(entry, UndoAsked):
            until = at + self.head.setup.grace
            given = timeline.given[entry.answers]
            self.undo_request = OpenUndo(entry.seat, entry.answers, given.round, self.state, until)
        elif isinstance(entry, UndoAgreed):
            assert request is not None
            self.undo_request = replace(request, agreed=(*request.agreed, entry.seat))
        elif isinstance(entry, UndoClosed):
            assert request is not None
            refused_by = entry.seat if entry.why == "refused" else -1
            self.undo_request = replace(request, closed=entry.why, refused_by=refused_by)
        else:
            given = timeline.given[entry.answers]
            timeline.go_back(entry.answers)
            values = {"name": self.names[entry.seat], "round": given.round}
            timeline.note("undo", "server", "table.undo.done", values)
            self.consent_undos += 1
            self.undo_request = None
            self.clocks = clocks.stop(self.head.setup.clock, self.clocks, at)
            self._moved(seq, at, "player")

    def _fold_player(self, entry: StoodIn | GaveBack | Flagged, at: float) -> None:
        """Who plays a seat changes, and the game does not."""
        seat = entry.seat
        timeline = self._playing()
        self.taken_over = True  # a seat that is given back was taken over before
        if isinstance(entry, Flagged):
            self._seat(seat, stand_in=STAND_IN, flagged=True)
        else:
            bot = entry.bot if isinstance(entry, StoodIn) else ""
            self._seat(seat, stand_in=bot, failures=0)
        timeline.settle_for(seat)
        self.clocks = clocks.stop(self.head.setup.clock, self.clocks, at)
        self._run_clock(at)
        self.view_cache = {}

    def _fold_failure(self, entry: Failed) -> None:
        seated = self.seats[entry.seat]
        if entry.lasting:
            self.taken_over = True
            self._seat(entry.seat, stand_in=entry.stand_in, failures=0)
        else:
            self._seat(entry.seat, failures=seated.failures + 1)
        key = f"table.failed.{'for_good' if entry.lasting else 'once'}.{_reason(entry.why)}"
        values = {"name": seated.name, "bot": entry.bot, "stand_in": entry.stand_in}
        self._playing().note("stand_in", "server", key, values)
        self.view_cache = {}

    def _fold_call(self, entry: Called, at: float) -> None:
        if self.deciding != entry.seat:
            raise BrokenTable(f"seat {entry.seat} had nothing to decide")
        self.clocks = clocks.call(self.clocks, entry.seat, at, float(self.head.setup.grace))

    def _fold_person(self, entry: Rekeyed | Forgotten | ChatSwitched, at: float) -> None:
        """A token is another one, somebody is forgotten, or the chat is closed or opened."""
        if isinstance(entry, ChatSwitched):
            self.chat_closed = "" if entry.open else entry.by
            return
        if isinstance(entry, Forgotten):
            self._fold_forgotten(entry, at)
            return
        if entry.seat is None or entry.seat == self.host_seat:
            self.host_hash = entry.token_hash
        if entry.seat is not None:
            self._seat(entry.seat, token_hash=entry.token_hash)

    def _fold_forgotten(self, entry: Forgotten, at: float) -> None:
        seat = entry.seat
        if entry.host:
            self.host_hash = ""
        if seat is None:
            return
        if self.timeline is None:
            self.seats[seat] = Seated("free")
            return
        self._seat(seat, name=entry.name, token_hash="", origin="", member=0)
        self.timeline.rename(self.names)
        self.view_cache = {}
        if self.stage == "playing":
            self.taken_over = True
            stand_in = self.seats[seat].stand_in or STAND_IN
            self._seat(seat, stand_in=stand_in, flagged=True)
            self.timeline.settle_for(seat)
            self.clocks = clocks.stop(self.head.setup.clock, self.clocks, at)
            self._run_clock(at)

    def _fold_migration(self, seq: int, entry: Migrated, at: float) -> None:
        self.put_back(read_snapshot(entry.snapshot), forget=True)
        self._moved(seq, at, "player")

    def _moved(self, seq: int, at: float, by: By) -> None:
        """The game stands somewhere else now."""
        self.state = seq
        self.by = by
        self.undone = False
        self.view_cache = {}
        request = self.undo_request
        if request is not None and (request.closed or self.stage == "over"):
            self.undo_request = None
        self._run_clock(at)

    def _run_clock(self, at: float) -> None:
        """The time of the player who must decide now begins to run; bots have their own limits."""
        seat = self.deciding
        if seat is not None and (not self.seats[seat].player or self.seats[seat].played_by):
            seat = None
        self.clocks = clocks.start(
            self.head.setup.clock, self.clocks, -1 if seat is None else seat, at
        )

    def put_back(self, shot: Snapshot, *, forget: bool) -> None:
        """Take the game, seats and clocks of a snapshot.

        Where answers of old may not be possible any more, the game must `forget` them: it then
        begins with this position. Otherwise it knows its whole past.
        """
        self.seats = list(shot.seats)
        timeline = self._open(timeline_at(shot, self.seed, forget=forget))
        self.clocks = shot.clocks
        if shot.host_hash is not None:
            self.host_hash = shot.host_hash
        self.chat_closed = shot.chat_closed
        self.consent_undos = shot.consent_undos
        self.undo_request = None
        self.cards = timeline.origin.catalog.hash
        self.by = shot.by
        self.taken_over = shot.taken_over
        self.snapshot_turn = timeline.game.turn
        self.snapshot_at = shot.at
        self.view_cache = {}


def _reason(why: str) -> str:
    """Why a bot gave no answer, as far as players care."""
    return why if why in ("late", "refused") else "failed"
