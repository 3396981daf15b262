"""The numbers that clients add to the dice, and when a game begins with or without them."""

from __future__ import annotations

import pytest

from quarriors.engine.rng import Dealer
from quarriors.record.fair_seed import combined_seed, commit
from quarriors.record.replay import verify
from quarriors.table.entries import NumberAdded, Sit, Started
from quarriors.table.errors import BrokenTable
from quarriors.table.loading import from_snapshot, load, take
from quarriors.table.messages import Chair, Setup
from quarriors.table.next_action import NextAction, next_action
from quarriors.table.replay import record
from quarriors.table.seats import Viewer
from quarriors.table.setup import make_origin
from quarriors.table.snapshots import write_snapshot
from quarriors.table.table import LiveTable
from quarriors.table.table_header import decode_head, encode_head
from quarriors.table.view import table_message
from tests.table.helpers import HASHES, NAMES, Bench, fingerprint, head_of, refused, setup_of

WAIT = 10.0
NUMBERS = tuple(f"{seat:032x}" for seat in (0xAB, 0xCD, 0xEF, 0x12))


def bench(players: int = 2, **setup: object) -> Bench:
    """A table that asks for numbers, with everybody seated."""
    found = Bench(setup_of(players, **setup), number_seconds=WAIT)
    for seat in range(players):
        found.write(found.table.sit(NAMES[seat], "person", HASHES[seat], seat))
    return found


def add(found: Bench, seat: int) -> None:
    found.write(found.table.add_number(seat, NUMBERS[seat]))


def alone(table: LiveTable, now: float) -> NextAction:
    return next_action(table, now, lambda seat: True)


def test_the_game_begins_with_the_last_number_and_follows_from_all() -> None:
    found = bench()
    table = found.table
    assert table.stage == "waiting"
    add(found, 1)
    assert table.stage == "waiting"
    assert table.numbers == ("", NUMBERS[1])
    entries = table.add_number(0, NUMBERS[0])
    assert [type(entry) for entry in entries] == [NumberAdded, Started]
    found.write(entries)
    assert table.stage == "playing"
    seed = combined_seed(7, NUMBERS[:2])
    assert table.game.origin.seed == table.seed == seed
    origin = make_origin(table.head.setup, seed)
    assert (table.game.origin.wilds, table.game.origin.first) == (origin.wilds, origin.first)
    assert table.head.commitment == commit(7)


def test_every_number_and_the_secret_change_the_dice() -> None:
    def seed(secret: int, *numbers: str) -> int:
        found = Bench(setup_of(), secret, number_seconds=WAIT)
        for seat, number in enumerate(numbers):
            found.write(found.table.sit(NAMES[seat], "person", HASHES[seat], seat))
            found.write(found.table.add_number(seat, number))
        return found.table.game.origin.seed

    a, b, c = NUMBERS[:3]
    assert len({seed(7, a, b), seed(8, a, b), seed(7, b, a), seed(7, a, c), seed(7, c, b)}) == 5


def test_the_last_seat_begins_the_game_if_no_number_is_missing() -> None:
    found = Bench(setup_of(), number_seconds=WAIT)
    found.write(found.table.sit("Anna", "person", HASHES[0], 0))
    add(found, 0)
    assert [type(one) for one in found.table.fill(True, 1, "random")] == [Sit, Started]
    assert [type(one) for one in found.table.sit("Bo", "remote", HASHES[1], 1)] == [Sit]


def test_a_number_is_added_once_and_before_the_game() -> None:
    found = bench()
    table = found.table
    refused(table, lambda: table.add_number(None, NUMBERS[0]), "not_yours", "watcher")
    add(found, 0)
    assert table.add_number(0, NUMBERS[0]) == []
    refused(table, lambda: table.add_number(0, NUMBERS[2]), "not_now", "number.twice")
    refused(table, lambda: table.begin(True), "not_now", "number.awaited")
    found.now += WAIT
    found.write(table.begin_without(found.now))
    refused(table, lambda: table.add_number(1, NUMBERS[1]), "not_now", "number.late")
    refused(table, lambda: table.add_number(0, NUMBERS[2]), "not_now", "number.late")
    assert table.add_number(0, NUMBERS[0]) == []
    assert table.numbers == (NUMBERS[0], "")
    assert table.game.origin.seed == combined_seed(7, [NUMBERS[0], ""])


def test_a_full_table_waits_for_so_long_and_no_longer() -> None:
    found = bench()
    table = found.table
    assert table.begins_by == found.now + WAIT
    assert alone(table, found.now) == NextAction("none", due=found.now + WAIT)
    refused(table, lambda: table.begin_without(found.now + 9.9), "not_now", "time_left")
    assert alone(table, found.now + WAIT) == NextAction("begin")
    found.write(table.begin_without(found.now + WAIT))
    assert table.begins_by is None
    refused(table, lambda: table.begin_without(found.now + WAIT), "stale", "stale")
    assert table.game.origin.seed == combined_seed(7, ["", ""])


def test_a_table_with_a_free_seat_waits_for_no_numbers() -> None:
    found = bench(3)
    found.write(found.table.leave(1))
    assert found.table.begins_by is None
    assert alone(found.table, found.now + 1e9) == NextAction("none")
    found.now += 50.0
    found.write(found.table.sit("Dora", "person", HASHES[3], 1))
    assert found.table.begins_by == found.now + WAIT


def test_a_number_goes_with_its_player() -> None:
    found = bench(3)
    add(found, 1)
    found.write(found.table.leave(1))
    assert found.table.numbers == ("", "", "")
    found.write(found.table.sit("Dora", "person", HASHES[3], 1))
    found.write(found.table.add_number(1, NUMBERS[3]))
    assert found.table.numbers == ("", NUMBERS[3], "")


def test_bots_add_nothing_and_nobody_waits_for_them() -> None:
    chairs = (Chair(), Chair("bot", "random"), Chair("bot", "random"))
    found = Bench(Setup(chairs), number_seconds=WAIT)
    found.write(found.table.sit("Anna", "person", HASHES[0]))
    assert found.table.stage == "waiting"
    add(found, 0)
    assert found.table.game.origin.seed == combined_seed(7, [NUMBERS[0], "", ""])
    only = LiveTable(head_of(Setup(chairs[1:]), number_seconds=WAIT))
    assert [type(entry) for entry in only.begin(True)] == [Started]


def test_what_everybody_is_told() -> None:
    found = bench(goal=1)
    add(found, 0)
    table = found.table

    def told(viewer: Viewer) -> tuple[object, ...]:
        message = table_message(table, viewer, "en", [], [], found.now)
        return (message.numbers, message.begins_by, message.secret, message.seed)

    for viewer in (Viewer(), Viewer(0, True), Viewer(1)):
        assert told(viewer) == ((NUMBERS[0], ""), found.now + WAIT, "", "")
    add(found, 1)
    assert told(Viewer()) == (NUMBERS[:2], 0.0, "", "")
    found.play(Dealer(1, "test"))
    assert told(Viewer()) == (NUMBERS[:2], 0.0, "7", str(combined_seed(7, NUMBERS[:2])))


def test_the_record_names_all_of_it_and_is_verified() -> None:
    found = bench(goal=1)
    add(found, 0)
    found.now += WAIT
    found.write(found.table.begin_without(found.now))
    found.play(Dealer(1, "test"))
    made = record(found.table)
    assert made["dice"] == {"secret": 7, "numbers": [NUMBERS[0], ""]}
    report = verify(made)
    assert (report.added, report.added_nothing) == (("Anna",), ("Bruno",))


def test_numbers_are_read_again_from_what_is_stored() -> None:
    found = bench()
    add(found, 1)
    again, needed = load(decode_head(encode_head(found.table.head)), found.stored)
    assert needed == []
    assert fingerprint(again) == fingerprint(found.table)
    assert (again.numbers, again.begins_by) == (found.table.numbers, found.table.begins_by)
    add(found, 0)
    found.play(Dealer(1, "test"), 5)
    assert found.again().seed == found.table.seed


def test_a_snapshot_keeps_the_numbers() -> None:
    found = bench()
    add(found, 0)
    add(found, 1)
    table = found.table
    assert table.timeline is not None
    shot = write_snapshot(take(table, table.timeline))
    again = from_snapshot(table.head, shot, forget=True)
    assert again.numbers == NUMBERS[:2]
    assert again.game.origin.seed == combined_seed(7, NUMBERS[:2])


def test_tables_of_earlier_versions_go_on_without_numbers() -> None:
    found = Bench(setup_of(goal=1)).seated()
    table = found.table
    assert table.numbers == ()
    assert table.game.origin.seed == table.seed == 7
    refused(table, lambda: table.add_number(0, NUMBERS[0]), "off", "number.off")
    found.play(Dealer(1, "test"))
    made = record(table)
    assert made["version"] == 2
    assert "dice" not in made
    assert made["commitment"] == commit(7)
    verify(made)


def test_entries_that_cannot_have_happened_are_found() -> None:
    found = bench()
    add(found, 0)
    for entry in (NumberAdded(0, NUMBERS[2]), NumberAdded(9, NUMBERS[2])):
        with pytest.raises(BrokenTable):
            found.again().fold(found.table.seq + 1, entry, found.now)
