"""Snapshots and reading a table again; also after cards were fixed under a running game."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.record.replay import verify
from quarriors.table.entries import Answered, Migrated, Started
from quarriors.table.errors import BrokenTable
from quarriors.table.loading import (
    SNAPSHOT_SECONDS,
    Stored,
    from_snapshot,
    load,
    snapshot,
)
from quarriors.table.messages import Orders
from quarriors.table.replay import record
from quarriors.table.seats import Presence, Viewer
from quarriors.table.view import table_message

from .helpers import HERE, Bench, clocked, fingerprint, setup_of

OTHER = "0" * 64  # the hash of cards that were fixed since


def played(
    answers: int,
    seed: int = 6,
    sets: tuple[str, ...] = ("base",),
    pause: float = SNAPSHOT_SECONDS,
) -> Bench:
    """A game with a bit of everything."""
    bench = Bench(clocked("game", 5000, 3, sets=sets, grace=10), seed).seated()
    table = bench.table
    bench.write(table.order(1, Orders("weakest")))
    dealer = Dealer(seed, "test")
    for number in range(answers):
        if table.stage != "playing":
            break
        bench.now += pause
        seat = table.deciding
        assert seat is not None
        if number == 15:
            bench.write(
                table.replace(Viewer(0, True), 1, "random", [HERE, Presence(False, 1.0)], 9e9)
            )
        if number == 25:
            bench.write(table.give_back(Viewer(1), 1))
        if table.seats[seat].played_by:
            options = table.game.decision.options
            code = options[dealer.below(len(options))].code
            bench.write(table.serve(seat, table.state, code, "bot"))
            continue
        bench.random_answer(dealer)
        if number % 4 == 0 and not table.why_no_undo(seat, bench.now):
            bench.write(table.undo(seat, table.state, bench.now))
    return bench


@pytest.mark.parametrize(("seed", "sets"), [(6, ("base",)), (7, ("all",))])
def test_from_any_snapshot_the_table_becomes_the_same(seed: int, sets: tuple[str, ...]) -> None:
    bench = played(120, seed, sets)
    shots = [row for row in bench.stored if row.snapshot is not None]
    assert len(shots) > 5
    for shot in shots:
        assert shot.snapshot is not None
        table = from_snapshot(bench.table.head, shot.snapshot)
        assert table.seq == shot.seq - 1  # as things were before the entry it was written with
        for row in bench.stored[table.seq :]:
            table.fold(row.seq, row.entry, row.at)
        assert fingerprint(table) == fingerprint(bench.table)


def test_a_snapshot_a_turn_and_none_where_it_would_not_do() -> None:
    bench = played(120)
    turns: list[int] = []
    for row in bench.stored:
        if row.snapshot is not None:
            table = from_snapshot(bench.table.head, row.snapshot)
            assert table.timeline is not None
            assert table.timeline.steps == []
            turns.append(table.game.turn)
    assert turns == sorted(set(turns))
    assert len(turns) >= bench.table.game.turn // 2
    assert snapshot(Bench().table) is None
    over = Bench(setup_of(2, goal=1)).seated().play(Dealer(1, "test"))
    assert over.table.stage == "over"
    assert snapshot(over.table) is None


def test_a_table_that_is_played_fast_has_a_snapshot_every_few_seconds() -> None:
    bench = played(120, pause=SNAPSHOT_SECONDS / 20)
    taken = [row for row in bench.stored if row.snapshot is not None]
    since = [after.at - before.at for before, after in itertools.pairwise(taken)]
    assert 3 <= len(taken) < bench.table.game.turn // 3
    assert min(since) >= SNAPSHOT_SECONDS


def test_a_clock_that_is_set_back_does_not_stop_snapshots() -> None:
    bench = played(40)
    bench.now -= 3600.0
    before = len(bench.stored)
    bench.play(Dealer(1, "test"), 20)
    assert any(row.snapshot is not None for row in bench.stored[before:])


def test_loading_gives_the_same_table_and_nothing_to_write() -> None:
    bench = played(80)
    table, entries = load(bench.table.head, bench.stored)
    assert entries == []
    assert fingerprint(table) == fingerprint(bench.table)
    empty, entries = load(bench.table.head, [])
    assert (empty.stage, empty.seq, entries) == ("waiting", 0, [])


# --- cards that were fixed ---


def by_other_cards(bench: Bench) -> list[Stored]:
    """What is stored, as if other cards had been on the table."""
    found: list[Stored] = []
    for row in bench.stored:
        entry = row.entry
        if isinstance(entry, Started):
            entry = replace(entry, cards=OTHER)
        shot = row.snapshot
        if shot is not None:
            here = bench.table.head.cards.encode()
            assert here in shot
            shot = shot.replace(here, (OTHER + here.decode())[: len(here)].encode())
        found.append(Stored(row.seq, entry, row.at, shot))
    return found


def test_a_running_game_goes_on_from_its_last_snapshot() -> None:
    bench = played(60)
    stored = by_other_cards(bench)
    last = max(row.seq for row in stored if row.snapshot is not None)
    table, entries = load(bench.table.head, stored)
    assert [type(entry) for entry in entries] == [Migrated]
    assert table.seq == stored[-1].seq
    table.fold(table.seq + 1, entries[0], bench.now)
    assert table.state == table.seq == stored[-1].seq + 1
    shot = bench.stored[last - 1].snapshot
    assert shot is not None
    then = from_snapshot(bench.table.head, shot)
    assert queries.unscripted_wire(queries.state(table.game)) == queries.unscripted_wire(
        queries.state(then.game)
    )
    assert table.seats == bench.table.seats  # orders and stand-ins stay as they are
    assert list(table.game.answers) == []  # its past is not told any more
    message = table_message(table, Viewer(0), "it", [HERE, HERE], (), bench.now)
    assert message.log[0].event == "mended"
    assert [line.number for line in message.log] == list(range(1, len(message.log) + 1))
    stored.append(Stored(table.seq, entries[0], bench.now, None))
    dealer = Dealer(9, "test")
    while table.stage == "playing":  # and to its end, which can be checked
        seat = table.deciding
        assert seat is not None
        options = table.game.decision.options
        code = options[dealer.below(len(options))].code
        row = Stored(table.seq + 1, Answered(seat, code), bench.now, snapshot(table))
        stored.append(row)
        table.fold(row.seq, row.entry, row.at)
        if len(stored) % 40 == 0:
            again, entries = load(bench.table.head, stored)
            assert entries == []
            assert fingerprint(again) == fingerprint(table)
    report = verify(record(table))
    assert report.over
    assert report.position


def test_a_game_that_was_over_is_only_looked_at() -> None:
    bench = played(5000)
    assert bench.table.stage == "over"
    stored = by_other_cards(bench)
    table, entries = load(bench.table.head, stored, over=True)
    assert entries == []
    assert fingerprint(table) == fingerprint(bench.table)
    with pytest.raises(BrokenTable):
        load(bench.table.head, stored[:-1], over=True)


def test_without_a_snapshot_that_can_be_used_the_table_is_broken() -> None:
    bench = played(60)
    bare = [replace(row, snapshot=None) for row in by_other_cards(bench)]
    with pytest.raises(BrokenTable, match="there is none"):
        load(bench.table.head, bare)
    spoilt = [replace(row, snapshot=b"spoilt") for row in bare]
    with pytest.raises(BrokenTable, match="cannot be read"):
        load(bench.table.head, spoilt)


def test_rules_that_were_mended_are_noticed_by_the_snapshots() -> None:
    """The hash of the cards is the same, but the game would go another way now."""
    bench = played(60)
    shots = [row.seq for row in bench.stored if row.snapshot is not None]
    stored = list(bench.stored)
    row = stored[shots[2] - 1]
    assert row.snapshot is not None
    shot = json.loads(row.snapshot)
    shot["wire"][8][0] += 1  # somebody had one Glory more then
    stored[shots[2] - 1] = replace(row, snapshot=json.dumps(shot).encode())
    table, entries = load(bench.table.head, stored)
    assert [type(entry) for entry in entries] == [Migrated]
    kept = bench.stored[shots[-1] - 1].snapshot
    assert kept is not None
    then = from_snapshot(bench.table.head, kept)
    assert queries.unscripted_wire(queries.state(table.game)) == queries.unscripted_wire(
        queries.state(then.game)
    )
    bare = [replace(row, snapshot=None) for row in stored]
    table, entries = load(bench.table.head, bare)  # nobody can tell without snapshots
    assert entries == []
    with pytest.raises(BrokenTable):
        load(bench.table.head, stored, over=True)


def test_an_answer_that_is_not_possible_any_more_leads_to_the_last_snapshot() -> None:
    bench = played(60)
    stored = list(bench.stored)
    last = max(at for at, row in enumerate(stored) if isinstance(row.entry, Answered))
    answer = stored[last].entry
    assert isinstance(answer, Answered)
    stored[last] = replace(stored[last], entry=replace(answer, code=987654321))
    table, entries = load(bench.table.head, stored)
    assert [type(entry) for entry in entries] == [Migrated]
    table.fold(table.seq + 1, entries[0], bench.now)
    assert table.stage == "playing"
    assert list(table.game.answers) == []
    assert table_message(table, Viewer(0), "en", [HERE, HERE], (), 0.0).log[0].event == "mended"
    bare = [replace(row, snapshot=None) for row in stored]
    with pytest.raises(BrokenTable):
        load(bench.table.head, bare)


def test_a_missing_entry_is_not_played_over() -> None:
    bench = played(40)
    for stored in (bench.stored[1:], [*bench.stored[:20], *bench.stored[21:]]):
        with pytest.raises(BrokenTable, match="missing"):
            load(bench.table.head, stored)


def test_the_last_snapshot_that_can_be_read_is_taken() -> None:
    bench = played(60)
    stored = by_other_cards(bench)
    shots = [row.seq for row in stored if row.snapshot is not None]
    stored[shots[-1] - 1] = replace(stored[shots[-1] - 1], snapshot=b"spoilt")
    table, entries = load(bench.table.head, stored)
    assert len(entries) == 1
    kept = stored[shots[-2] - 1].snapshot
    assert kept is not None
    assert queries.unscripted_wire(queries.state(table.game)) == queries.unscripted_wire(
        queries.state(from_snapshot(table.head, kept).game)
    )
