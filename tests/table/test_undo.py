"""Undo: to the last revealed fact and never across it, and always as if it had never happened."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.game import begin
from quarriors.table.messages import Orders
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable
from quarriors.view.story import REVEALS

from .helpers import HERE, Bench, clocked, fingerprint, refused, setup_of


def _course(table: LiveTable) -> tuple[list[int], list[list[int]]]:
    return list(table.game.answers), queries.unscripted_wire(queries.state(table.game))


def _may_undo(table: LiveTable) -> list[int]:
    """Who may take back the last answer: its player, if it showed nothing new."""
    assert table.timeline is not None
    game = begin(table.timeline.origin, log=True)
    game.take_events()
    allowed: list[int] = []
    for code in table.game.answers:
        seat = game.decision.seat
        game.apply(code)
        revealed = any(event[0] in REVEALS for event in game.take_events())
        allowed = [] if revealed else [seat]
    return allowed


def _wire_without_the_last_answer(table: LiveTable) -> list[list[int]]:
    """The position before the last answer, played from the beginning."""
    assert table.timeline is not None
    game = begin(table.timeline.origin)
    for code in table.game.answers[:-1]:
        game.apply(code)
    return queries.unscripted_wire(queries.state(game))


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from([("base",), ("all",)]))
def test_it_can_be_done_exactly_while_nothing_was_revealed(
    seed: int, players: int, sets: tuple[str, ...]
) -> None:
    bench = Bench(setup_of(players, sets=sets), seed).seated()
    table = bench.table
    dealer = Dealer(seed, "undo")
    for _ in range(40):
        if table.stage != "playing":
            break
        allowed = [seat for seat in range(players) if not table.why_no_undo(seat, bench.now)]
        assert allowed == _may_undo(table)
        if allowed and dealer.below(3) == 0:
            state = table.state
            kept = table.game.answers[:-1]
            wanted_wire = _wire_without_the_last_answer(table)
            bench.write(table.undo(allowed[0], state, bench.now))
            assert list(table.game.answers) == list(kept)
            assert queries.unscripted_wire(queries.state(table.game)) == wanted_wire
            assert table.deciding == allowed[0]
            assert table.undone
            assert table.state == state + 1
            fresh = bench.again()
            assert fingerprint(fresh) == fingerprint(table)
        bench.random_answer(dealer)


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.sampled_from([("base",), ("all",)]))
def test_it_never_crosses_dice_or_the_choice_of_another(seed: int, sets: tuple[str, ...]) -> None:
    bench = Bench(setup_of(3, sets=sets), seed).seated()
    table = bench.table
    assert table.timeline is not None
    dealer = Dealer(seed, "facts")
    before: list[list[int]] = []  # positions since the last revealed fact
    last = -1
    for _ in range(60):
        if table.stage != "playing":
            break
        seat = table.deciding
        assert seat is not None
        if seat != last:
            before = []
        last = seat
        before.append(list(table.game.answers))
        bench.random_answer(dealer)
        if any(event[0] in REVEALS for event in table.timeline.happened):
            before = []
    if table.stage != "playing":
        return
    taken = 0
    while not table.why_no_undo(last, bench.now):
        bench.write(table.undo(last, table.state, bench.now))
        taken += 1
        assert list(table.game.answers) == before[-taken]
    assert taken == len(before)


def test_every_reason_why_not_has_its_sentence() -> None:
    found: set[str] = set()
    for seed in range(12):
        bench = Bench(setup_of(2), seed).seated()
        table = bench.table
        dealer = Dealer(seed, "why")
        for _ in range(60):
            for seat in (0, 1):
                why = table.why_no_undo(seat, bench.now)
                if why and why not in found:
                    state = table.state
                    refused(table, lambda: table.undo(seat, state, 0.0), "not_now", f"undo.{why}")  # noqa: B023
                    found.add(why)
            if table.stage == "playing":
                bench.random_answer(dealer)
            if table.stage != "playing":
                break
    assert {"nothing", "dice", "choice"} <= found


def _undoable(bench: Bench, dealer: Dealer) -> int:
    """Play until somebody could take an answer back; who."""
    table = bench.table
    for _ in range(400):
        assert table.stage == "playing"
        seat = table.deciding
        assert seat is not None
        bench.random_answer(dealer)
        if table.stage == "playing" and not table.why_no_undo(seat, bench.now):
            return seat
    raise AssertionError("nobody could ever take anything back")


def test_reasons_to_refuse_it() -> None:
    bench = Bench().seated()
    table = bench.table
    waiting = Bench().table
    refused(waiting, lambda: waiting.undo(0, 0, 0.0), "not_now", "not_begun")
    seat = _undoable(bench, Dealer(1, "test"))
    state = table.state
    refused(table, lambda: table.undo(None, state, 0.0), "not_yours", "watcher")
    refused(table, lambda: table.undo(seat, state - 1, 0.0), "stale", "stale")
    refused(table, lambda: table.undo(1 - seat, state, 0.0), "not_now", "undo.choice")
    bench.write(table.undo(seat, state, 0.0))
    refused(table, lambda: table.undo(seat, state, 0.0), "stale", "stale")


def test_a_game_that_is_over_stays_over() -> None:
    """The seed is shown at the end: a player who went back would know the dice."""
    for seed in range(6):
        bench = Bench(setup_of(2, goal=2), seed).seated().play(Dealer(seed, "test"))
        table = bench.table
        assert table.stage == "over"
        assert table.timeline is not None
        assert table.timeline.steps == []
        for seat in (0, 1):
            assert table.why_no_undo(seat, bench.now) == "nothing"


def _plain(table: LiveTable) -> int | None:
    """An option that reveals nothing and ends nothing, if there is one."""
    for option in table.game.decision.options:
        trial = table.game.clone()
        trial.apply(option.code)
        if not trial.over and not any(event[0] in REVEALS for event in trial.take_events()):
            return option.code
    return None


def test_an_order_goes_back_with_the_answer_before_it() -> None:
    """Else the order would answer again at once, and the player could take nothing back."""
    bench = Bench().seated()
    table = bench.table
    dealer = Dealer(5, "test")
    code: int | None = None
    while code is None:
        seat = _undoable(bench, dealer)
        if table.deciding == seat:
            code = _plain(table)
    assert table.timeline is not None
    steps = len(table.timeline.steps)
    before = list(table.game.answers)[:-1]
    bench.write(table.serve(seat, table.state, code, "order"))
    assert len(table.timeline.steps) == steps + 1
    assert table.why_no_undo(seat, bench.now) == ""
    bench.write(table.undo(seat, table.state, bench.now))
    assert list(table.game.answers) == before
    assert fingerprint(bench.again()) == fingerprint(table)


def test_what_a_bot_or_the_clock_answered_stands() -> None:
    for by, why in (("clock", "clock"), ("bot", "bot")):
        bench = Bench(clocked("move", 60, grace=10)).seated()
        table = bench.table
        dealer = Dealer(2, "test")
        for _ in range(200):
            seat = table.deciding
            assert seat is not None
            code = table.game.decision.options[-1].code
            if by == "bot":
                people = [Presence(False, 1.0)] * 2
                if not table.seats[seat].played_by:
                    viewer = Viewer(0, True)
                    bench.write(table.replace(viewer, seat, "random", people, 9e9))
            bench.write(table.serve(seat, table.state, code, by))  # type: ignore[arg-type]
            assert table.stage == "playing"
            if table.timeline is not None and table.timeline.why == why:
                break
            if by == "bot":
                bench.write(table.give_back(Viewer(0, True), seat))
            bench.random_answer(dealer)
        else:
            pytest.fail("dice were rolled after every answer")
        assert table.why_no_undo(seat, bench.now) == why


def test_a_seat_that_changes_hands_takes_nothing_back() -> None:
    bench = Bench(setup_of(2, grace=10)).seated()
    table = bench.table
    seat = _undoable(bench, Dealer(1, "test"))
    people = [HERE, HERE]
    people[seat] = Presence(False, 1.0)
    bench.write(table.replace(Viewer(1 - seat, True), seat, "random", people, 9e9))
    bench.write(table.give_back(Viewer(0, True), seat))
    assert table.why_no_undo(seat, bench.now) == "bot"
    bench.write(table.order(seat, Orders("weakest")))  # orders change nothing about it
    assert table.why_no_undo(seat, bench.now) == "bot"
