"""Undo across a revealed fact: only if all people agree, and as if it had never happened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.daily import daily_of
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.game import begin
from quarriors.table.commands import command_entries
from quarriors.table.consent import MOST, answer_undo, ask_undo, settle_undo, withdraw_undo
from quarriors.table.entries import (
    StoodIn,
    UndoAgreed,
    UndoAsked,
    UndoClosed,
    UndoneByConsent,
)
from quarriors.table.errors import BrokenTable, Refusal
from quarriors.table.loading import Stored, load
from quarriors.table.messages import AnswerUndo, AskUndo, Chair, Setup, WithdrawUndo
from quarriors.table.next_action import next_action
from quarriors.table.seats import Presence, Viewer
from quarriors.table.setup import daily_setup
from quarriors.table.snapshots import Snapshot, read_snapshot
from quarriors.table.table import LiveTable
from quarriors.table.view import table_message, update_message

from .helpers import HASHES, HERE, Bench, clocked, fingerprint, refused, setup_of

PEOPLE = [HERE] * 4


def _can_ask(bench: Bench, seat: int) -> bool:
    return update_message(bench.table, Viewer(seat), "en", bench.now).can_ask_undo


def _played(bench: Bench, seat: int, seed: int = 3) -> Bench:
    """Play until a seat could go back only by consent, and somebody has played since."""
    dealer = Dealer(seed, "consent")
    for _ in range(300):
        if _can_ask(bench, seat) and bench.table.deciding not in (seat, None):
            return bench
        bench.random_answer(dealer)
    raise AssertionError("nothing was revealed")


def _wire(table: LiveTable) -> list[list[int]]:
    return queries.unscripted_wire(queries.state(table.game))


def _ask(bench: Bench, seat: int) -> None:
    bench.write(ask_undo(bench.table, seat, bench.table.state, bench.now))


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from([("base",), ("all",)]))
def test_the_game_stands_where_the_answer_was_given(
    seed: int, players: int, sets: tuple[str, ...]
) -> None:
    bench = _played(Bench(setup_of(players, sets=sets), seed).seated(), 0, seed)
    table = bench.table
    assert table.timeline is not None
    answers = table.timeline.last_given(0)
    assert answers is not None
    kept = list(table.game.answers)[:answers]
    wanted = begin(table.timeline.origin)
    for code in kept:
        wanted.apply(code)
    taken = list(table.game.answers)[answers]
    _ask(bench, 0)
    for seat in range(1, players):
        assert not table.undone_by_consent
        bench.write(answer_undo(table, seat, True, bench.now))
    assert table.undone_by_consent
    assert (list(table.game.answers), table.deciding) == (kept, 0)
    assert _wire(table) == queries.unscripted_wire(queries.state(wanted))
    assert fingerprint(bench.again()) == fingerprint(table)
    loaded, needed = load(table.head, bench.stored)
    assert (fingerprint(loaded), needed, loaded.undone_by_consent) == (fingerprint(table), [], True)
    # The same answer leads to the same dice.
    wanted.apply(taken)
    bench.write(table.serve(0, table.state, taken, "player"))
    assert _wire(table) == queries.unscripted_wire(queries.state(wanted))


def test_it_is_told_to_everybody_and_in_the_log() -> None:
    bench = _played(Bench(setup_of(3)).seated(), 0)
    table = bench.table
    _ask(bench, 0)
    for language, word in (("en", "asks to undo"), ("it", "chiede di annullare")):
        shown = table_message(table, Viewer(1), language, PEOPLE, (), bench.now).undo_request
        assert shown is not None
        assert shown.open
        assert word in shown.text
        assert "Anna" in shown.text
        assert shown.waits_for == (1, 2)
        assert shown.until == bench.now + table.head.setup.grace
    bench.write(answer_undo(table, 2, True, bench.now))
    assert answer_undo(table, 2, True, bench.now) == []  # said twice
    shown = table_message(table, Viewer(2), "en", PEOPLE, (), bench.now).undo_request
    assert shown is not None
    assert shown.waits_for == (1,)
    before = len(table.game.answers)
    bench.write(answer_undo(table, 1, True, bench.now))
    sent = table_message(table, Viewer(1), "en", PEOPLE, (), bench.now)
    assert sent.undo_request is None
    assert sent.undone_by_consent
    assert len(table.game.answers) < before
    assert sent.log[-1].event == "undo"
    assert "consent" in sent.log[-1].text
    italian = table_message(table, Viewer(1), "it", PEOPLE, (), bench.now)
    assert "consenso" in italian.log[-1].text
    assert len(italian.log) == len(sent.log)
    # The line stays where it is told while the game goes on.
    bench.play(Dealer(5, "on"), 3)
    assert sent.log[-1] in table_message(table, Viewer(1), "en", PEOPLE, (), bench.now).log


def test_one_refusal_is_enough_and_the_game_stays() -> None:
    bench = _played(Bench(setup_of(3)).seated(), 0)
    table = bench.table
    wire = _wire(table)
    _ask(bench, 0)
    bench.write(answer_undo(table, 1, True, bench.now))
    bench.write(answer_undo(table, 2, False, bench.now))
    assert _wire(table) == wire
    assert not table.undone_by_consent
    for language, word in (("en", "said no"), ("it", "non vuole")):
        shown = table_message(table, Viewer(0), language, PEOPLE, (), bench.now).undo_request
        assert shown is not None
        assert not shown.open
        assert word in shown.text
        assert "Carla" in shown.text
        assert "Anna" in shown.text
    state = table.state
    refused(table, lambda: ask_undo(table, 0, state, bench.now), "not_now", "consent.again")
    refused(table, lambda: answer_undo(table, 1, True, bench.now), "stale", "consent.none")
    bench.random_answer(Dealer(1, "next"))
    assert table.undo_request is None
    assert fingerprint(bench.again()) == fingerprint(table)


def test_it_can_be_withdrawn_and_runs_out() -> None:
    bench = _played(Bench(setup_of(2)).seated(), 0)
    table = bench.table
    _ask(bench, 0)
    refused(table, lambda: withdraw_undo(table, 1), "stale", "consent.none")
    refused(table, lambda: answer_undo(table, 0, True, bench.now), "illegal", "consent.own")
    bench.write(withdraw_undo(table, 0))
    shown = table_message(table, Viewer(1), "en", PEOPLE, (), bench.now).undo_request
    assert shown is not None
    assert "no longer asks" in shown.text
    refused(table, lambda: withdraw_undo(table, 0), "stale", "consent.none")

    bench = _played(Bench(setup_of(2)).seated(), 0)
    table = bench.table
    _ask(bench, 0)
    grace = table.head.setup.grace
    due = next_action(table, bench.now, lambda _: True)
    assert (due.kind, due.due, table.wakes_at) == ("none", bench.now + grace, bench.now + grace)
    refused(table, lambda: settle_undo(table, bench.now), "not_now", "time_left")
    bench.now += grace
    refused(table, lambda: answer_undo(table, 1, True, bench.now), "stale", "consent.none")
    assert next_action(table, bench.now, lambda _: True).kind == "settle_undo"
    bench.write(settle_undo(table, bench.now))
    assert bench.stored[-1].entry == UndoClosed("late")
    shown = table_message(table, Viewer(0), "en", PEOPLE, (), bench.now).undo_request
    assert shown is not None
    assert "in time" in shown.text
    assert next_action(table, bench.now, lambda _: True).due is None


def test_the_game_may_go_on_while_somebody_thinks_about_it() -> None:
    bench = _played(Bench(setup_of(2)).seated(), 0)
    table = bench.table
    assert table.timeline is not None
    answers = table.timeline.last_given(0)
    _ask(bench, 0)
    bench.play(Dealer(2, "meanwhile"), 4)
    assert len(table.game.answers) > (answers or 0) + 4
    bench.write(answer_undo(table, 1, True, bench.now))
    assert len(table.game.answers) == answers


def test_a_request_ends_with_the_game() -> None:
    bench = _played(Bench(setup_of(2, goal=3)).seated(), 0)
    _ask(bench, 0)
    bench.play(Dealer(2, "to the end"))
    table = bench.table
    assert table.stage == "over"
    assert table.undo_request is None
    refused(table, lambda: answer_undo(table, 1, True, bench.now), "stale", "consent.none")
    state = table.state
    refused(table, lambda: ask_undo(table, 0, state, bench.now), "not_now", "over")


def test_bots_and_programs_always_agree() -> None:
    setup = Setup((Chair(), Chair("bot", "random"), Chair()))
    bench = Bench(setup)
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0], 0))
    bench.write(table.sit("Prog", "remote", HASHES[2], 2))
    dealer = Dealer(4, "bots")

    def on() -> None:
        seat = table.deciding
        assert seat is not None
        code = table.game.decision.options[dealer.below(len(table.game.decision.options))].code
        by = "player" if seat != 1 else "bot"
        bench.write(table.serve(seat, table.state, code, by))  # type: ignore[arg-type]

    while not (_can_ask(bench, 0) and table.deciding != 0):
        on()
    _ask(bench, 0)
    assert isinstance(bench.stored[-1].entry, UndoneByConsent)  # asked of nobody, but noted
    assert table.undone_by_consent
    assert table.deciding == 0
    assert table_message(table, Viewer(0), "en", PEOPLE, (), bench.now).log[-1].event == "undo"


def test_a_player_for_whom_a_bot_plays_agrees() -> None:
    bench = _played(Bench(setup_of(3)).seated(), 0)
    table = bench.table
    _ask(bench, 0)
    bench.write(answer_undo(table, 1, True, bench.now))
    bench.write([StoodIn(2, "random")])
    assert next_action(table, bench.now, lambda _: True).kind == "settle_undo"
    bench.write(settle_undo(table, bench.now))
    assert table.undone_by_consent


def test_who_may_not_ask() -> None:
    waiting = Bench(setup_of(2))
    refused(waiting.table, lambda: ask_undo(waiting.table, 0, 0, 0.0), "not_now", "not_begun")
    bench = Bench(setup_of(2)).seated()
    table = bench.table
    first = table.deciding
    state = table.state
    refused(table, lambda: ask_undo(table, first, state, bench.now), "not_now", "undo.nothing")
    refused(table, lambda: ask_undo(table, None, state, bench.now), "not_yours", "watcher")
    refused(table, lambda: ask_undo(table, 0, state - 1, bench.now), "stale", "stale")
    _played(bench, 0)
    state = table.state
    if not table.why_no_undo(1, bench.now):
        refused(table, lambda: ask_undo(table, 1, state, bench.now), "not_now", "consent.needless")
    _ask(bench, 0)
    refused(table, lambda: ask_undo(table, 0, state, bench.now), "not_now", "consent.open")
    bench.write([StoodIn(0, "random")])
    refused(table, lambda: ask_undo(table, 0, state, bench.now), "not_now", "stood_in")


def test_a_choice_that_can_be_undone_needs_nobody() -> None:
    for seed in range(20):
        bench = Bench(setup_of(2), seed).seated()
        table = bench.table
        dealer = Dealer(seed, "needless")
        for _ in range(30):
            seat = table.deciding
            assert seat is not None
            bench.random_answer(dealer)
            if not table.why_no_undo(seat, bench.now):
                refused(
                    table,
                    lambda: ask_undo(table, seat, table.state, bench.now),  # noqa: B023
                    "not_now",
                    "consent.needless",
                )
                assert not _can_ask(bench, seat)
                return
    raise AssertionError("no choice could be undone")


def test_a_game_goes_back_only_so_often() -> None:
    bench = Bench(setup_of(2)).seated()
    table = bench.table
    for _ in range(MOST):
        _played(bench, 0)
        _ask(bench, 0)
        bench.write(answer_undo(table, 1, True, bench.now))
    _played_on = Dealer(9, "on")
    while table.deciding == 0 or not table.why_no_undo(0, bench.now):
        bench.random_answer(_played_on)
    state = table.state
    refused(table, lambda: ask_undo(table, 0, state, bench.now), "not_now", "consent.enough")


@pytest.mark.parametrize("kind", ["move", "game"])
def test_time_that_was_used_is_not_given_back(kind: str) -> None:
    bench = _played(Bench(clocked(kind, 600)).seated(), 0)
    table = bench.table
    bench.now += 20
    left = sum(table.times(bench.now).left)
    _ask(bench, 0)
    bench.write(answer_undo(table, 1, True, bench.now))
    times = table.times(bench.now)
    assert times.running == 0
    if kind == "game":
        assert sum(times.left) == pytest.approx(left)
    else:
        assert times.left[0] == 600  # a decision that is open anew has its whole time


def test_messages_of_clients_lead_here() -> None:
    bench = _played(Bench(setup_of(2)).seated(), 0)
    table = bench.table

    def entries(seat: int, message: object) -> list[object]:
        return list(
            command_entries(table, Viewer(seat), message, lambda: PEOPLE, bench.now)  # type: ignore[arg-type]
        )

    (asked,) = entries(0, AskUndo(table.state))
    assert isinstance(asked, UndoAsked)
    bench.write([asked])
    assert entries(1, AnswerUndo(True)) == [UndoAgreed(1), UndoneByConsent(0, asked.answers)]
    assert entries(1, AnswerUndo(False)) == [UndoClosed("refused", 1)]
    assert entries(0, WithdrawUndo()) == [UndoClosed("withdrawn", 0)]


def test_entries_that_cannot_have_happened_are_broken() -> None:
    bench = _played(Bench(setup_of(2)).seated(), 0)
    following = bench.table.seq + 1
    for entry in (
        UndoAgreed(1), UndoClosed("late"), UndoAsked(0, 10_000), UndoneByConsent(0, -1)
    ):  # fmt: skip
        table = bench.again()
        with pytest.raises(BrokenTable):
            table.fold(following, entry, bench.now)
    fresh = LiveTable(bench.table.head)
    with pytest.raises(BrokenTable):
        fresh.fold(1, UndoAsked(0, 0), bench.now)


def test_a_daily_has_one_try() -> None:
    bench = Bench(daily_setup(daily_of("2026-11-18")))
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0], 0))
    dealer = Dealer(4, "daily")
    for _ in range(40):
        seat = table.deciding
        assert seat is not None
        code = table.game.decision.options[dealer.below(len(table.game.decision.options))].code
        bench.write(table.serve(seat, table.state, code, "player" if seat == 0 else "bot"))
        assert not _can_ask(bench, 0)
        if table.why_no_undo(0, bench.now) == "dice":
            break
    refused(table, lambda: ask_undo(table, 0, table.state, bench.now), "not_now", "consent.daily")


# --- fixed cards, and older tables ---------------------------------------------------------------


def _stored_by_other_cards(bench: Bench) -> list[Stored]:
    """Everything that was stored, as if the cards had been others."""
    return [
        replace(row, entry=replace(row.entry, cards="other cards"))
        if type(row.entry).__name__ == "Started"
        else row
        for row in bench.stored
    ]


def test_after_a_fix_the_game_does_not_come_back_to_what_was_undone() -> None:
    bench = Bench(setup_of(2)).seated()
    table = bench.table
    dealer = Dealer(8, "fix")
    for _ in range(60):
        bench.now += 10  # so that snapshots are taken
        bench.random_answer(dealer)
    _played(bench, 0)
    _ask(bench, 0)
    bench.write(answer_undo(table, 1, True, bench.now))
    left = len(table.game.answers)
    assert any(
        row.snapshot is not None and len(read_snapshot(row.snapshot).answers) <= left
        for row in bench.stored
    )
    gone_on, needed = load(table.head, _stored_by_other_cards(bench))
    assert len(needed) == 1
    assert gone_on.undone_by_consent  # the mark is not lost either
    assert gone_on.game.turn <= table.game.turn
    with pytest.raises(Refusal):  # what was answered before the fix is no longer known
        ask_undo(gone_on, 0, gone_on.state, bench.now)


def test_snapshots_of_older_versions_have_no_mark() -> None:
    assert Snapshot.__dataclass_fields__["consent_undos"].default == 0  # type: ignore[attr-defined]


def test_presence_does_not_matter() -> None:
    """A player who is away is asked all the same; only time or a bot answers for them."""
    bench = _played(Bench(setup_of(2)).seated(), 0)
    _ask(bench, 0)
    away = [HERE, Presence(False, bench.now)]
    shown = table_message(bench.table, Viewer(0), "en", away, (), bench.now).undo_request
    assert shown is not None
    assert shown.waits_for == (1,)
