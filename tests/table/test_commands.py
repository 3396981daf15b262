"""Every command: what it writes, why it is refused, and that a refused one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quarriors.engine.rng import Dealer
from quarriors.table.entries import (
    Answered,
    Entry,
    Flagged,
    GaveBack,
    Leave,
    Migrated,
    Ordered,
    Sit,
    Started,
    StoodIn,
    Undone,
    decode,
    encode,
)
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.messages import Chair, Orders, Setup
from quarriors.table.seats import Presence, Viewer, clean_name
from quarriors.table.table import LiveTable

from .helpers import AWAY, HASHES, HERE, TOKENS, Bench, fingerprint, head_of, refused, setup_of

HOST = Viewer(0, True)
BRUNO = Viewer(1, False)
WATCHER = Viewer(None, False)


# --- entries -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        Sit(1, "remote", "Robo", "mine", "abc"),
        Leave(0),
        Started("hash", ("A", "B"), 1),
        Answered(2, 1 << 40, "clock"),
        Undone(3),
        Ordered(0, Orders("weakest", "never", True, True)),
        StoodIn(1, "planner:nodes=3"),
        GaveBack(1),
        Flagged(0),
        Migrated("hash", "1.0", b"\x00\xff"),
    ],
)
def test_entries_are_read_as_they_were_written(entry: Entry) -> None:
    assert decode(encode(entry)) == entry


# --- sitting down --------------------------------------------------------------------------------


def test_the_game_begins_with_the_last_seat() -> None:
    bench = Bench(setup_of(3))
    table = bench.table
    assert [type(entry) for entry in table.sit("Anna", "person", HASHES[0])] == [Sit]
    bench.write(table.sit("Anna", "person", HASHES[0]))
    bench.write(table.sit("Carla", "remote", HASHES[2], 2, "her program"))
    assert table.timeline is None
    assert table.state == 0
    entries = table.sit("Bruno", "person", HASHES[1])
    assert [type(entry) for entry in entries] == [Sit, Started]
    bench.write(entries)
    assert table.stage == "playing"
    assert table.state == table.seq == 4
    assert table.names == ("Anna", "Bruno", "Carla")
    assert table.seats[2].kind == "remote"
    assert table.host_seat == 0


def test_with_bots_in_all_other_seats_it_begins_at_once() -> None:
    setup = Setup((Chair("bot", "random"), Chair(), Chair("bot", "random", "Robo")))
    bench = Bench(setup)
    assert bench.table.names == ("Random", "", "Robo")
    entries = bench.table.sit("Anna", "person", HASHES[0])
    assert [type(entry) for entry in entries] == [Sit, Started]
    bench.write(entries)
    assert bench.table.stage == "playing"
    assert bench.table.host_seat == 1


def test_bots_alike_get_names_of_their_own() -> None:
    table = LiveTable(head_of(Setup(tuple(Chair("bot", "random") for _ in range(4)))))
    assert table.names == ("Random", "Random 2", "Random 3", "Random 4")


def test_a_table_of_bots_begins_when_its_host_says_so() -> None:
    bench = Bench(Setup((Chair("bot", "random"), Chair("bot", "greedy"))))
    table = bench.table
    refused(table, lambda: table.begin(False), "not_host", "not_host")
    refused(table, lambda: table.sit("Anna", "person", HASHES[0]), "not_now", "full")
    bench.write(table.begin(True))
    assert table.stage == "playing"
    assert table.host_seat is None
    assert table.viewer(TOKENS[0]) == Viewer(None, True)


def test_reasons_not_to_sit() -> None:
    bench = Bench(setup_of(3))
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0], 1))
    sit = table.sit
    refused(table, lambda: sit("Ann", "person", HASHES[0]), "not_now", "seated")
    refused(table, lambda: sit("Bruno", "person", HASHES[1], 1), "not_now", "taken")
    refused(table, lambda: sit("Bruno", "person", HASHES[1], 3), "illegal", "no_seat")
    refused(table, lambda: sit("Bruno", "person", HASHES[1], -1), "illegal", "no_seat")
    refused(table, lambda: sit(" aNNa ", "person", HASHES[1]), "illegal", "name_taken")
    refused(table, lambda: sit("  ", "person", HASHES[1]), "illegal", "name_empty")
    refused(table, lambda: sit("x" * 25, "person", HASHES[1]), "too_long", "name_long")
    refused(table, lambda: sit("a\u202eb", "person", HASHES[1]), "illegal", "name_unseen")
    refused(table, lambda: sit("a\x00b", "person", HASHES[1]), "illegal", "name_unseen")
    bench.write(sit("Bruno", "person", HASHES[1]))
    bench.write(sit("Carla", "person", HASHES[2]))
    refused(table, lambda: sit("Dora", "person", HASHES[3]), "not_now", "begun")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Anna \t Maria ", "Anna Maria"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("Zoe\u0308", "Zoë"),
        ("👩‍🚀", "👩‍🚀"),
    ],
)
def test_names_are_shown_as_text(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_the_host_fills_and_frees_seats() -> None:
    bench = Bench(setup_of(3))
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0]))
    refused(table, lambda: table.fill(False, 1, "random"), "not_host", "not_host")
    refused(table, lambda: table.fill(True, 0, "random"), "not_now", "taken")
    refused(table, lambda: table.fill(True, 9, "random"), "illegal", "no_seat")
    refused(table, lambda: table.fill(True, 1, "genius"), "illegal", "setup.bot")
    bench.write(table.fill(True, 1, "random:seed=4"))
    assert (table.seats[1].kind, table.seats[1].bot) == ("bot", "random:seed=4")
    refused(table, lambda: table.free(False, 1), "not_host", "not_host")
    refused(table, lambda: table.free(True, 2), "not_now", "empty")
    refused(table, lambda: table.free(True, 4), "illegal", "no_seat")
    bench.write(table.free(True, 1))
    assert table.seats[1].free
    bench.write(table.fill(True, 1, "random"))
    entries = table.fill(True, 2, "random")
    assert [type(entry) for entry in entries] == [Sit, Started]
    bench.write(entries)
    assert table.names == ("Anna", "Random", "Random 2")
    refused(table, lambda: table.fill(True, 2, "random"), "not_now", "begun")
    refused(table, lambda: table.free(True, 1), "not_now", "begun")
    refused(table, lambda: table.leave(0), "not_now", "begun")
    refused(table, lambda: table.begin(True), "not_now", "begun")


def test_a_player_gets_up_and_stays_host() -> None:
    bench = Bench(setup_of(2))
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0]))
    refused(table, lambda: table.leave(None), "not_yours", "watcher")
    refused(table, lambda: table.begin(True), "not_now", "free_seats")
    bench.write(table.leave(0))
    assert table.seats[0].free
    assert table.viewer(TOKENS[0]) == Viewer(None, True)
    with pytest.raises(Refusal) as found:
        table.viewer(TOKENS[1])
    assert found.value.code == "bad_token"


def test_who_somebody_is() -> None:
    bench = Bench(setup_of(2)).seated()
    assert bench.table.viewer(TOKENS[0]) == Viewer(0, True)
    assert bench.table.viewer(TOKENS[1]) == Viewer(1, False)
    assert bench.table.viewer("") == WATCHER
    for wrong in ("x", TOKENS[0][:-1], TOKENS[0] + "0", HASHES[0]):
        refused(
            bench.table, lambda wrong=wrong: bench.table.viewer(wrong), "bad_token", "bad_token"
        )
    private = Bench(setup_of(2, watch=False)).seated().table
    refused(private, lambda: private.viewer(""), "off", "no_watching")
    assert private.viewer(TOKENS[1]) == Viewer(1, False)


# --- answers -------------------------------------------------------------------------------------


def test_an_answer_is_taken_once() -> None:
    bench = Bench().seated()
    table = bench.table
    seat, state = table.deciding, table.state
    assert seat is not None
    code = table.game.decision.options[0].code
    entries = table.answer(seat, state, 1)
    assert entries == [Answered(seat, code, "player")]
    bench.write(entries)
    assert table.state == table.seq == state + 1
    refused(table, lambda: table.answer(seat, state, 1), "stale", "stale")
    refused(table, lambda: table.answer(seat, state + 9, 1), "stale", "stale")


def test_reasons_to_refuse_an_answer() -> None:
    waiting = Bench().table
    refused(waiting, lambda: waiting.answer(0, 0, 1), "not_now", "not_begun")
    bench = Bench().seated()
    table = bench.table
    seat = table.deciding
    assert seat is not None
    state = table.state
    count = len(table.game.decision.options)
    refused(table, lambda: table.answer(None, state, 1), "not_yours", "watcher")
    refused(table, lambda: table.answer(1 - seat, state, 1), "not_yours", "not_your_turn")
    refused(table, lambda: table.answer(7, state, 1), "illegal", "no_seat")
    for number in (0, -1, count + 1, 1 << 70):
        refused(table, lambda n=number: table.answer(seat, state, n), "illegal", "no_option")


def test_nobody_answers_when_the_game_is_over() -> None:
    bench = Bench(setup_of(2, goal=1)).seated().play(Dealer(3, "test"))
    table = bench.table
    assert table.stage == "over"
    assert table.deciding is None
    state = table.state
    refused(table, lambda: table.answer(0, state, 1), "not_now", "over")
    refused(table, lambda: table.serve(0, state, 0, "bot"), "not_now", "over")
    refused(table, lambda: table.undo(0, state, 0.0), "not_now", "over")
    refused(table, lambda: table.undo(1, state, 0.0), "not_now", "over")
    refused(table, lambda: table.order(0, Orders()), "not_now", "over")
    refused(table, lambda: table.replace(HOST, 1, "random", [HERE, AWAY], 9e9), "not_now", "over")
    refused(table, lambda: table.give_back(HOST, 1), "not_now", "over")
    refused(table, lambda: table.flag(0, 9e9), "stale", "stale")


def test_the_server_answers_for_a_seat() -> None:
    bench = Bench().seated()
    table = bench.table
    seat, state = table.deciding, table.state
    assert seat is not None
    code = table.game.decision.options[-1].code
    refused(table, lambda: table.serve(seat, state, code, "bot"), "not_now", "given_back")
    refused(table, lambda: table.serve(1 - seat, state, code, "order"), "stale", "stale")
    refused(table, lambda: table.serve(seat, state - 1, code, "order"), "stale", "stale")
    refused(table, lambda: table.serve(seat, state, 12345678, "order"), "illegal", "no_such_answer")
    bench.write(table.serve(seat, state, code, "order"))
    assert table.by == "order"


# --- standing orders, bots for absent players ----------------------------------------------------


def test_orders_are_kept_and_change_no_state() -> None:
    bench = Bench().seated()
    table = bench.table
    orders = Orders("weakest", "never", True)
    state = table.state
    refused(table, lambda: table.order(None, orders), "not_yours", "watcher")
    bench.write(table.order(1, orders))
    assert table.orders == (Orders(), orders)
    assert table.state == state
    assert table.seq == state + 1
    assert table.order(1, orders) == []  # nothing new to write
    assert bench.again().orders == table.orders


def test_a_bot_for_a_player_who_is_away_for_too_long() -> None:
    bench = Bench(setup_of(2, grace=100)).seated()
    table = bench.table
    state = table.state

    def ask(
        viewer: Viewer, seat: int, since: float, now: float, bot: str = "random"
    ) -> list[Entry]:
        people = [HERE, HERE]
        if 0 <= seat < 2:
            people[seat] = Presence(False, since)
        return table.replace(viewer, seat, bot, people, now)

    refused(table, lambda: ask(BRUNO, 1, 10.0, 9e9), "not_host", "not_host")
    refused(table, lambda: ask(WATCHER, 0, 10.0, 9e9), "not_host", "not_host")
    refused(table, lambda: ask(Viewer(0, False), 0, 10.0, 9e9), "not_host", "not_host")
    refused(table, lambda: ask(HOST, 2, 10.0, 9e9), "illegal", "no_seat")
    here = [HERE, HERE]
    refused(table, lambda: table.replace(HOST, 1, "random", here, 9e9), "not_now", "is_here")
    found = refused(table, lambda: ask(HOST, 1, 5000.0, 5099.5), "not_now", "grace")
    assert found.values["seconds"] == 1
    refused(table, lambda: ask(HOST, 1, 0.0, 1099.0), "not_now", "grace")  # never seen
    refused(table, lambda: ask(HOST, 1, 5000.0, 5100.0, "genius"), "illegal", "setup.bot")
    refused(table, lambda: table.give_back(HOST, 1), "not_now", "not_replaced")
    assert ask(BRUNO, 0, 5000.0, 5100.0) == [StoodIn(0, "random")]  # for the host, another may
    bench.write(ask(HOST, 1, 5000.0, 5100.0))
    assert table.seats[1].played_by == "random"
    assert table.state == state
    refused(table, lambda: ask(HOST, 1, 5000.0, 5200.0), "not_now", "replaced")
    while table.deciding != 1:
        bench.random_answer(Dealer(1, "test"))
    refused(table, lambda: table.answer(1, table.state, 1), "not_now", "stood_in")
    refused(table, lambda: table.undo(1, table.state, 0.0), "not_now", "stood_in")
    refused(table, lambda: table.give_back(Viewer(0, False), 1), "not_yours", "not_your_seat")
    refused(table, lambda: table.give_back(WATCHER, 1), "not_yours", "not_your_seat")
    assert table.give_back(HOST, 1) == [GaveBack(1)]
    bench.write(table.give_back(BRUNO, 1))
    bench.answer(1)
    assert table.by == "player"


def test_nobody_is_replaced_before_the_game_or_if_a_bot_sits_there() -> None:
    waiting = Bench().table
    people = [AWAY, AWAY]
    refused(
        waiting, lambda: waiting.replace(HOST, 1, "random", people, 9e9), "not_now", "not_begun"
    )
    table = Bench(Setup((Chair(), Chair("bot", "random")))).seated().table
    refused(table, lambda: table.replace(HOST, 1, "greedy", people, 9e9), "illegal", "no_player")


# --- folding -------------------------------------------------------------------------------------


def _broken(table: LiveTable, seq: int, entries: Sequence[Entry]) -> None:
    for entry in entries:
        with pytest.raises(BrokenTable):
            table.fold(seq, entry, 5000.0)


def test_what_cannot_have_happened_is_not_folded() -> None:
    waiting = Bench().table
    before = fingerprint(waiting)
    _broken(waiting, 2, [Leave(0)])
    _broken(waiting, 1, [Answered(0, 0), Undone(0), StoodIn(0, "random"), Sit(9, "person", "x")])
    _broken(waiting, 1, [Started("other cards", (), 0), Migrated("x", "x", b"no snapshot")])
    assert fingerprint(waiting) == before
    bench = Bench().seated()
    table = bench.table
    before = fingerprint(table)
    seat = table.deciding
    assert seat is not None
    code = table.game.decision.options[0].code
    following = table.seq + 1
    _broken(table, following, [Answered(1 - seat, code), Answered(seat, 987654), Undone(seat)])
    _broken(table, following + 1, [Answered(seat, code)])
    _broken(table, following - 1, [Answered(seat, code)])
    assert fingerprint(table) == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_entries_make_the_same_table(players: int) -> None:
    bench = Bench(setup_of(players, sets=("all",)), seed=players).seated()
    dealer = Dealer(players, "test")
    for number in range(120):
        if bench.table.stage != "playing":
            break
        bench.now += 1.0
        bench.random_answer(dealer)
        table = bench.table
        seat = table.timeline.steps[-1].seat if table.timeline and table.timeline.steps else None
        if seat is not None and number % 4 == 0 and not table.why_no_undo(seat, bench.now):
            bench.write(table.undo(seat, table.state, bench.now))
        if number % 30 == 29:
            assert fingerprint(bench.again()) == fingerprint(table)
    assert fingerprint(bench.again()) == fingerprint(bench.table)
