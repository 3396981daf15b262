"""Clocks: they belong to seats, are pure arithmetic, and cannot be cheated by taking back."""

from __future__ import annotations

import pytest

from quarriors.engine.rng import Dealer
from quarriors.table import clock as clocks
from quarriors.table.clock import Clocks
from quarriors.table.entries import Called, Flagged
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chair, Clock, Setup, Times
from quarriors.table.next_action import next_action
from quarriors.table.seats import Presence, Viewer

from .helpers import HERE, Bench, clocked, fingerprint, refused, setup_of

GAME = Clock("game", 100, 5)
MOVE = Clock("move", 30)
DAYS = Clock("days", 2 * 86_400)
LONG_TURN = 10  # the seed of a game whose first turn asks several questions


def always(_: int) -> bool:
    return True


# --- arithmetic ----------------------------------------------------------------------------------


def test_a_budget_shrinks_by_what_is_used_and_grows_with_answers() -> None:
    start = clocks.set_up(GAME, 3)
    assert start == Clocks((100.0, 100.0, 100.0))
    running = clocks.start(GAME, start, 1, 1000.0)
    assert clocks.deadline(GAME, running) == 1100.0
    stopped = clocks.stop(GAME, running, 1030.0, 5.0)
    assert stopped == Clocks((100.0, 75.0, 100.0))
    assert clocks.deadline(GAME, stopped) is None
    late = clocks.stop(GAME, running, 2000.0, 5.0)
    assert late.left[1] == 5.0
    back_in_time = clocks.stop(GAME, running, 900.0)  # another machine's clock is behind
    assert back_in_time.left[1] == 100.0


def test_a_move_has_its_time_each_time() -> None:
    running = clocks.start(MOVE, clocks.set_up(MOVE, 2), 0, 50.0)
    assert clocks.deadline(MOVE, running) == 80.0
    again = clocks.start(MOVE, clocks.stop(MOVE, running, 79.0), 0, 79.0)
    assert clocks.deadline(MOVE, again) == 109.0
    nobody = clocks.start(MOVE, clocks.stop(MOVE, again, 80.0), -1, 80.0)
    assert clocks.deadline(MOVE, nobody) is None


def test_times_as_people_see_them() -> None:
    running = clocks.start(GAME, clocks.set_up(GAME, 2), 1, 1000.0)
    assert clocks.times(GAME, running, 1040.0) == Times("game", (100.0, 60.0), 1, 1100.0)
    assert clocks.times(GAME, running, 5000.0) == Times("game", (100.0, 0.0), 1, 1100.0)
    assert clocks.times(Clock(), running, 1040.0) == Times("none")


def test_without_a_clock_no_time_runs() -> None:
    bench = Bench(setup_of()).seated()
    assert bench.table.deadline is None
    assert next_action(bench.table, 9e9, always).kind == "none"
    assert next_action(bench.table, 9e9, always).due is None


# --- at a table ----------------------------------------------------------------------------------


def test_a_move_s_time_is_up() -> None:
    bench = Bench(clocked("move", 30)).seated()
    table = bench.table
    seat = table.deciding
    waiting = next_action(table, bench.now + 29.9, always)
    assert (waiting.kind, waiting.due) == ("none", bench.now + 30.0)
    action = next_action(table, bench.now + 30.0, always)
    assert (action.kind, action.seat, action.by, action.bot) == ("bot", seat, "clock", "planner")
    bench.now += 31.0
    code = table.game.decision.options[0].code
    bench.write(table.serve(action.seat, table.state, code, action.by))
    assert table.by == "clock"
    assert table.deadline == bench.now + 30.0
    refused(table, lambda: table.flag(action.seat, 9e9), "stale", "stale")


def test_a_game_s_time_is_up_and_a_bot_plays_on() -> None:
    bench = Bench(clocked("game", 100)).seated()
    table = bench.table
    seat = table.deciding
    assert seat is not None
    began = bench.now
    refused(table, lambda: table.flag(seat, began + 99.0), "not_now", "time_left")
    refused(table, lambda: table.flag(1 - seat, 9e9), "stale", "stale")
    action = next_action(table, began + 100.0, always)
    assert (action.kind, action.seat) == ("flag", seat)
    bench.now = began + 100.0
    bench.write(table.flag(seat, bench.now))
    assert bench.stored[-1].entry == Flagged(seat)
    assert table.seats[seat].flagged
    assert table.clocks.left[seat] == 0.0
    assert next_action(table, bench.now, always).kind == "bot"
    refused(table, lambda: table.answer(seat, table.state, 1), "not_now", "stood_in")
    refused(table, lambda: table.give_back(Viewer(seat, True), seat), "not_now", "flagged")


def test_every_second_of_a_game_is_somebody_s_or_a_bot_s() -> None:
    bench = Bench(clocked("game", 100_000, 0)).seated()
    table = bench.table
    dealer = Dealer(4, "test")
    used = [0.0, 0.0]
    for number in range(60):
        seat = table.deciding
        assert seat is not None
        spent = float(number % 7)
        bench.now += spent
        used[seat] += spent
        bench.random_answer(dealer)
        if table.stage != "playing":
            break
    now = bench.now
    left = table.times(now).left
    assert left == pytest.approx(tuple(100_000 - spent for spent in used))


def test_seconds_are_won_by_players_and_not_by_orders() -> None:
    bench = Bench(clocked("game", 100, 7)).seated()
    table = bench.table
    seat = table.deciding
    assert seat is not None
    code = table.game.decision.options[0].code
    bench.write(table.serve(seat, table.state, code, "order"))
    assert table.clocks.left[seat] == 100.0
    seat = table.deciding
    assert seat is not None
    bench.now += 10.0
    bench.answer(1)
    assert table.clocks.left[seat] == 97.0


def test_bots_have_no_clock_and_neither_have_those_they_stand_in_for() -> None:
    setup = Setup((Chair(), Chair("bot", "random")), clock=Clock("game", 50), grace=10)
    bench = Bench(setup).seated()
    table = bench.table
    while table.deciding != 1:
        bench.random_answer(Dealer(1, "test"))
    assert table.deadline is None
    assert table.times(bench.now).running == -1
    while table.deciding != 0:
        action = next_action(table, bench.now, always)
        assert (action.kind, action.bot) == ("bot", "random")
        assert action.due is not None
        code = table.game.decision.options[0].code
        bench.write(table.serve(1, table.state, code, "bot"))
    bench.now += 20.0
    people = [Presence(False, 1.0), HERE]
    bench.write(table.replace(Viewer(None, True), 0, "random", people, bench.now + 60.0))
    left = table.clocks.left[0]
    assert left <= 30.0
    bench.now += 1000.0
    bench.write(table.give_back(Viewer(0, True), 0))
    assert table.clocks.left[0] == left
    assert table.deadline == bench.now + left


@pytest.mark.parametrize("kind", ["move", "game"])
def test_nobody_wins_time_by_taking_back(kind: str) -> None:
    bench = Bench(clocked(kind, 100, 20 if kind == "game" else 0)).seated()
    table = bench.table
    dealer = Dealer(3, "test")
    for _ in range(300):
        seat = table.deciding
        assert seat is not None
        until = table.deadline
        bench.now += 2.0
        bench.random_answer(dealer)
        assert table.stage == "playing"
        if not table.why_no_undo(seat, bench.now):
            break
    else:
        pytest.fail("nobody could ever take anything back")
    assert until is not None
    bench.now += 3.0
    assert table.why_no_undo(seat, until) == "clock"
    state = table.state
    refused(table, lambda: table.undo(seat, state, until + 1), "not_now", "undo.clock")
    bench.write(table.undo(seat, state, bench.now))
    assert table.deadline == until
    assert table.clocks.running == seat


# --- time that is called -------------------------------------------------------------------------


def called(grace: int = 90, players: int = 2) -> tuple[Bench, int]:
    """A table without a clock where time was called on the seat that decides, and that seat."""
    bench = Bench(setup_of(players, grace=grace), LONG_TURN).seated()
    table = bench.table
    seat = table.deciding
    assert seat is not None
    caller = (seat + 1) % players
    entries = table.call(caller, table.state)
    assert entries == [Called(seat, caller)]
    bench.write(entries)
    return bench, seat


def test_time_is_called_on_somebody_who_stalls() -> None:
    bench, seat = called(90)
    table = bench.table
    state = table.state
    assert table.deadline == bench.now + 90.0
    left = [0.0, 0.0]
    left[seat] = 60.0
    assert table.times(bench.now + 30.0) == Times("call", tuple(left), seat, bench.now + 90.0)
    assert table.times(9e9).left == (0.0, 0.0)
    assert fingerprint(bench.again()) == fingerprint(table)
    waiting = next_action(table, bench.now + 89.0, always)
    assert (waiting.kind, waiting.due) == ("none", bench.now + 90.0)
    bench.write(table.answer(seat, state, 1))  # what was asked before the call is still asked


def test_called_time_is_for_all_that_a_seat_decides_until_another_has_to() -> None:
    bench, seat = called(90)
    table = bench.table
    until = table.deadline
    answers = 0
    while table.deciding == seat:
        bench.now += 1.0
        bench.answer(1)
        answers += 1
        assert table.deadline == (until if table.deciding == seat else None)
    assert answers > 1, "a turn of one answer shows nothing"
    assert table.times(bench.now) == Times("none")


def test_when_called_time_is_up_the_server_answers_until_another_has_to_decide() -> None:
    bench, seat = called(90)
    table = bench.table
    bench.now += 90.0
    answers = 0
    while table.deciding == seat:
        action = next_action(table, bench.now, always)
        assert (action.kind, action.seat, action.by, action.bot) == (
            "bot",
            seat,
            "clock",
            "planner",
        )
        code = table.game.decision.options[0].code
        bench.write(table.serve(seat, table.state, code, action.by))
        assert table.why_no_undo(seat, bench.now)
        answers += 1
    assert answers > 1, "a turn of one answer shows nothing"
    assert next_action(table, 9e9, always).kind == "none"
    assert table.seats[seat].played_by == ""  # it is their game again


def test_nobody_escapes_called_time_by_taking_back() -> None:
    dealer = Dealer(3, "test")
    found = 0
    bench = Bench(setup_of(2, grace=90)).seated()
    table = bench.table
    for _ in range(300):
        seat = table.deciding
        assert seat is not None
        bench.now += 1.0
        bench.random_answer(dealer)
        if table.stage != "playing":
            break
        can = table.deciding == seat and not table.why_no_undo(seat, bench.now)
        if can and not table.clocks.called:
            bench.write(table.call(1 - seat, table.state))
            until = bench.now + 90.0
            bench.now += 5.0
            bench.write(table.undo(seat, table.state, bench.now))
            assert (table.deciding, table.deadline) == (seat, until)
            assert fingerprint(bench.again()) == fingerprint(table)
            found += 1
    assert found, "nobody could ever take anything back"


def test_taking_back_what_ended_called_time_lets_it_run_on() -> None:
    """A is called, answers, and B has to decide; A takes back, and is called still."""
    dealer = Dealer(5, "test")
    bench = Bench(setup_of(2, grace=90)).seated()
    table = bench.table
    for _ in range(2_000):
        seat = table.deciding
        assert seat is not None
        bench.write(table.call(1 - seat, table.state) if not table.clocks.called else [])
        until = table.deadline
        bench.now += 1.0
        bench.random_answer(dealer)
        assert table.stage == "playing", "no such moment in this game; take another seed"
        if table.deciding != seat and not table.why_no_undo(seat, bench.now):
            break
    assert table.deadline is None
    assert table.why_no_undo(seat, until or 0.0) == "clock"
    bench.write(table.undo(seat, table.state, bench.now))
    assert (table.deciding, table.deadline) == (seat, until)


def test_called_time_ends_when_a_bot_takes_over() -> None:
    bench, seat = called(10)
    table = bench.table
    people = [Presence(False, 1.0), Presence(False, 1.0)]
    bench.write(table.replace(Viewer(None, True), seat, "random", people, bench.now + 60.0))
    assert table.deadline is None
    caller = 1 - seat
    refused(table, lambda: table.call(caller, table.state), "illegal", "call.bot")
    bench.write(table.give_back(Viewer(seat), seat))
    assert table.deadline is None
    bench.write(table.call(caller, table.state))
    assert table.deadline == bench.now + 10.0


def test_who_may_call_time_and_when() -> None:
    bench, seat = called(90, 3)
    table = bench.table
    other = (seat + 2) % 3
    state = table.state
    refused(table, lambda: table.call(other, state), "not_now", "call.called")
    refused(table, lambda: table.call(seat, state), "illegal", "call.own")
    refused(table, lambda: table.call(None, state), "not_yours", "watcher")
    refused(table, lambda: table.call(other, state + 1), "stale", "stale")
    clocked_table = Bench(clocked("move", 30)).seated().table
    waiting = 1 - (clocked_table.deciding or 0)
    command = lambda: clocked_table.call(waiting, clocked_table.state)  # noqa: E731
    refused(clocked_table, command, "not_now", "call.clock")
    empty = Bench(setup_of()).table
    refused(empty, lambda: empty.call(0, 0), "not_now", "not_begun")


# --- by correspondence ---------------------------------------------------------------------------


def test_days_are_for_a_whole_move() -> None:
    running = clocks.start(DAYS, clocks.set_up(DAYS, 2), 0, 50.0)
    until = 50.0 + 2 * 86_400
    again = clocks.start(DAYS, clocks.stop(DAYS, running, 5_000.0), 0, 5_000.0)
    assert clocks.deadline(DAYS, again) == until, "the next decision of the same move"
    other = clocks.start(DAYS, clocks.stop(DAYS, again, 6_000.0), 1, 6_000.0)
    assert clocks.deadline(DAYS, other) == 6_000.0 + 2 * 86_400
    turned = clocks.start(DAYS, clocks.turn_ended(DAYS, running), 0, 7_000.0)
    assert clocks.deadline(DAYS, turned) == 7_000.0 + 2 * 86_400, "a turn of one's own again"
    assert clocks.turn_ended(MOVE, running) == running
    assert clocks.times(DAYS, running, 50.0 + 86_400) == Times(
        "days", (86_400.0, 172_800.0), 0, until
    )


def test_when_the_days_are_over_the_server_finishes_the_move_and_no_more() -> None:
    bench = Bench(clocked("days", 2 * 86_400), LONG_TURN).seated()
    table = bench.table
    seat, until = table.deciding, table.deadline
    assert seat is not None
    assert until is not None
    bench.now += 5_000
    bench.answer(1)
    assert (table.deciding, table.deadline) == (seat, until), "one move, several decisions"
    early = next_action(table, until - 1, always)
    assert (early.kind, early.due) == ("none", until)
    bench.now = until + 1
    turn = table.game.turn
    answered = 0
    while table.deciding == seat and table.game.turn == turn:
        action = next_action(table, bench.now, always)
        assert (action.kind, action.by) == ("bot", "clock")
        code = table.game.decision.options[0].code
        bench.write(table.serve(seat, table.state, code, "clock"))
        answered += 1
    assert answered > 0
    assert not table.seats[seat].stand_in
    assert not table.taken_over
    assert next_action(table, bench.now, always).kind == "none", "the next move has its own days"
    assert fingerprint(bench.again()) == fingerprint(table)


def test_nobody_is_replaced_for_being_away_by_correspondence() -> None:
    table = Bench(clocked("days", 86_400)).seated().table
    away = [Presence(False, 1.0)] * 2
    host = Viewer(0, True)
    refused(table, lambda: table.replace(host, 1, "planner", away, 1e12), "not_now", "by_days")
    other = 1 - (table.deciding or 0)
    refused(table, lambda: table.call(other, table.state), "not_now", "call.clock")


@pytest.mark.parametrize("seconds", [60, 86_399, 90_000])
def test_days_are_whole(seconds: int) -> None:
    with pytest.raises(Refusal) as found:
        Bench(clocked("days", seconds))
    assert (found.value.code, found.value.key) == ("illegal", "setup.days")
