"""Finished games: records that anybody can check, and frames to look at."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.cli.replay import seat_names
from quarriors.engine.rng import Dealer
from quarriors.game import begin
from quarriors.record.replay import verify
from quarriors.table.messages import Chair, Setup
from quarriors.table.presenter import happenings
from quarriors.table.replay import finished, frames, record, turn_marks
from quarriors.table.seats import Viewer
from quarriors.table.view import table_message, update_message
from quarriors.text import Texts
from quarriors.view.observe import observe

from .helpers import HASHES, HERE, Bench, refused, setup_of


@settings(max_examples=12)
@given(
    st.integers(0, 1 << 256),
    st.integers(2, 4),
    st.sampled_from([("base",), ("all",), ("light_vs_dark",), ("base", "quartifacts")]),
)
def test_records_of_finished_tables_are_true(
    seed: int, players: int, sets: tuple[str, ...]
) -> None:
    bench = Bench(setup_of(players, sets=sets, goal=8), seed).seated()
    table = bench.table
    dealer = Dealer(players, "record")
    number = 0
    while table.stage == "playing":
        seat = table.deciding
        assert seat is not None
        bench.random_answer(dealer)
        number += 1
        if number % 5 == 0 and not table.why_no_undo(seat, bench.now):
            bench.write(table.undo(seat, table.state, bench.now))
    found = json.loads(json.dumps(record(table)))
    report = verify(found)
    assert report.over
    assert report.decisions == len(table.game.answers)
    message = table_message(table, Viewer(), "en", [HERE] * players, (), 0.0)
    assert (found["commitment"], str(found["seed"])) == (message.commitment, message.seed)
    assert found["seed"] == seed


def test_a_record_names_those_who_played() -> None:
    setup = Setup((Chair(), Chair("bot", "random:seed=4", "Robo"), Chair()), goal=1)
    bench = Bench(setup)
    table = bench.table
    bench.write(table.sit("random", "person", HASHES[0]))
    bench.write(table.sit("B:o", "remote", HASHES[1], None, "their:program"))
    dealer = Dealer(3, "test")
    while table.stage == "playing":
        seat = table.deciding
        assert seat is not None
        options = table.game.decision.options
        code = options[dealer.below(len(options))].code
        bench.write(table.serve(seat, table.state, code, "bot" if seat == 1 else "order"))
    found = record(table)
    assert found["seats"] == ["human=random", "random=Robo:seed=4", "human=B;o"]
    assert seat_names(found["seats"], Texts("en")) == ("random", "Robo", "B;o")


def test_nothing_is_given_out_before_the_end() -> None:
    table = Bench().seated().table
    refused(table, lambda: record(table), "not_now", "not_over")
    refused(table, lambda: next(frames(table, "en")), "not_now", "not_over")
    waiting = Bench().table
    refused(waiting, lambda: record(waiting), "not_now", "not_over")
    refused(waiting, lambda: finished(waiting), "not_now", "not_over")


@pytest.mark.parametrize("language", ["en", "it"])
def test_frames_lead_from_the_beginning_to_the_end(language: str) -> None:
    bench = Bench(setup_of(2, goal=4)).seated().play(Dealer(6, "test"))
    table = bench.table
    found = list(frames(table, language))
    assert [frame.number for frame in found] == list(range(len(table.game.answers) + 1))
    assert [frame.turn for frame in found] == sorted(frame.turn for frame in found)
    assert [frame.round for frame in found] == [(frame.turn - 1) // 2 + 1 for frame in found]
    assert (found[0].seat, found[0].answer) == (None, "")
    message = table_message(table, Viewer(), language, [HERE, HERE], (), 0.0)
    assert [line for frame in found for line in frame.log] == list(message.log)
    written = record(table)["decisions"]
    assert [frame.answer for frame in found[1:]] == [entry["answer"] for entry in written]
    assert [frame.seat for frame in found[1:]] == [entry["seat"] for entry in written]


def test_frames_tell_what_changed_and_nothing_else() -> None:
    table = Bench(setup_of(2, goal=4)).seated().play(Dealer(6, "test")).table
    assert table.timeline is not None
    game = begin(table.timeline.origin, log=True)
    steps = frames(table, "en")
    view = next(steps).view
    assert view == {**observe(game, 0), "seat": None}
    for frame, code in zip(steps, table.game.answers, strict=True):
        for key, value in frame.view.items():
            assert view[key] != value
        view = {**view, **frame.view}
        game.take_events()
        game.apply(code)
        assert view == {**observe(game, 0), "seat": None}
        assert frame.events == happenings(game.take_events())
    assert view["result"] is not None


def test_the_turns_of_a_replay_are_marked() -> None:
    table = Bench(setup_of(3, goal=4)).seated().play(Dealer(8, "test")).table
    steps = list(frames(table, "en"))
    marks = turn_marks(steps, 3)
    assert [mark.turn for mark in marks] == list(range(1, table.game.turn + 1))
    assert [mark.round for mark in marks] == [(mark.turn - 1) // 3 + 1 for mark in marks]
    assert marks[0].frame == 0
    first = table.timeline.origin.first if table.timeline is not None else -1
    assert [mark.seat for mark in marks] == [(first + at) % 3 for at in range(len(marks))]
    for mark in marks:  # the first frame in which that turn or a later one is under way
        assert steps[mark.frame].turn >= mark.turn
        assert mark.frame == 0 or steps[mark.frame - 1].turn < mark.turn


def test_rivals_say_the_same_in_the_replay() -> None:
    bench = Bench(Setup((Chair(), Chair("bot", "pip")), goal=8))
    table = bench.table
    bench.write(table.sit("Ada", "person", HASHES[0]))
    dealer = Dealer(5, "test")
    said = []
    while table.stage == "playing":
        options = table.game.decision.options
        code = options[dealer.below(len(options))].code
        seat = table.game.decision.seat
        bench.write(table.serve(seat, table.state, code, "bot" if seat else "order"))
        said.append(update_message(table, Viewer(), "it", bench.now).remark)
    assert sum(one is not None for one in said) > 1
    assert [frame.remark for frame in frames(table, "it")] == [None, *said]
