"""What if: a table that goes on from any position of a finished game, with dice of its own."""

from __future__ import annotations

import json
from itertools import count

import pytest

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.game import Game, begin
from quarriors.record.replay import verify
from quarriors.table.entries import Started
from quarriors.table.loading import load
from quarriors.table.memory import MemoryTable
from quarriors.table.messages import Chair, Setup
from quarriors.table.replay import frames, record
from quarriors.table.seats import Viewer
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, decode_head, encode_head
from quarriors.table.view import table_message
from quarriors.table.what_if import BOT, what_if_head
from quarriors.view.speech import Speech
from quarriors.view.summary import summarize

from .helpers import HASHES, HERE, TOKENS, Bench, fingerprint, refused, setup_of

NEW = "a-new-table-0123456789"


@pytest.fixture(scope="module")
def over() -> Bench:
    """A finished game of two people and a bot, with a clock and open to everybody."""
    setup = Setup((Chair(), Chair("bot", "greedy", "Gina"), Chair()), goal=5, open=True)
    bench = Bench(setup, 11)
    table = bench.table
    for seat in (0, 2):
        bench.write(table.sit(("Anna", "", "Carla")[seat], "person", HASHES[seat], seat))
    dealer = Dealer(11, "over")
    while table.stage == "playing":
        options = table.game.decision.options
        code = options[dealer.below(len(options))].code
        seat = table.deciding
        assert seat is not None
        bench.write(table.serve(seat, table.state, code, "bot" if seat == 1 else "player"))
    return bench


def _head(table: LiveTable, frame: int, seat: int = 0, secret: int = 99) -> TableHeader:
    head = what_if_head(table, frame, (seat,), NEW, 5000.0, secret, HASHES[3])
    assert decode_head(encode_head(head)) == head  # as it is stored
    return head


def _at(table: LiveTable, frame: int) -> Game:
    assert table.timeline is not None
    game = begin(table.timeline.origin)
    for code in table.game.answers[:frame]:
        game.apply(code)
    return game


def _begun(head: TableHeader, seat: int = 0) -> MemoryTable:
    clock = count(6000)
    memory = MemoryTable(head, lambda: float(next(clock)), lambda: 0)
    memory.sit("Dora", TOKENS[3], seat)
    return memory


def test_every_position_can_be_gone_on_from(over: Bench) -> None:
    table = over.table
    last = len(table.game.answers)
    for frame in sorted({0, 1, last // 3, last // 2, last - 1}):
        memory = _begun(_head(table, frame))
        before = _at(table, frame)
        now = memory.table.game
        assert queries.open_wire(queries.state(now)) == queries.open_wire(queries.state(before))
        assert now.decision.texts == before.decision.texts
        assert memory.table.what_if
        assert not table.what_if


def test_the_seats_are_those_of_the_game_with_bots_for_people(over: Bench) -> None:
    head = _head(over.table, 7, seat=2)
    assert [(one.kind, one.bot, one.name) for one in head.setup.seats] == [
        ("bot", BOT, ""),
        ("bot", "greedy", "Gina"),
        ("person", "", ""),
    ]
    assert not head.setup.open
    assert head.setup.clock.kind == "none"
    assert head.setup.goal == 5
    friends = what_if_head(over.table, 7, (0, 2), NEW, 0.0, 1, HASHES[0])
    assert [one.kind for one in friends.setup.seats] == ["person", "bot", "person"]


def test_the_dice_after_it_are_new_and_follow_from_the_new_seed(over: Bench) -> None:
    frame = len(over.table.game.answers) // 3
    old = queries.generator(queries.state(_at(over.table, frame)))
    luck = {
        queries.generator(queries.state(_begun(_head(over.table, frame, 0, secret)).table.game))
        for secret in (1, 1, 2)
    }
    assert len(luck) == 2
    assert old not in luck


def test_it_is_played_to_its_end_and_recorded(over: Bench) -> None:
    head = _head(over.table, len(over.table.game.answers) // 2)
    memory = _begun(head)
    client = memory.connect(TOKENS[3])
    table = memory.table
    first = json.loads(client.take()[0])
    assert first["what_if"] == {
        "table": over.table.id,
        "frame": head.what_if and head.what_if.frame,
    }
    assert "What if" in first["log"][0]["text"]
    for _ in range(3_000):
        memory.run()
        if table.stage == "over":
            break
        if table.deciding == 0:
            memory.receive(
                client, json.dumps({"type": "answer", "state": table.state, "option": 1})
            )
    assert table.stage == "over"
    report = verify(record(table))
    assert report.over
    assert report.position  # verify says that it began from a position
    steps = list(frames(table, "it"))
    assert len(steps) == len(table.game.answers) + 1
    assert steps[0].round == _at(over.table, len(over.table.game.answers) // 2).round
    assert table.timeline is not None
    texts = Speech(table.timeline.log("en").speech.texts, table.names)
    assert summarize(table.timeline.origin, table.game.answers, texts).winners
    # Opened again from what is stored, it is the same, and can be gone on from in turn.
    loaded, needed = load(head, memory.entries)
    assert (fingerprint(loaded), needed) == (fingerprint(table), [])
    again = _begun(_head(table, 3)).table
    assert again.game.decision.texts == _at(table, 3).decision.texts


def test_its_log_begins_with_a_sentence_in_both_languages(over: Bench) -> None:
    table = _begun(_head(over.table, 9)).table
    for language, words in (("en", "What if"), ("it", "E se")):
        sent = table_message(table, Viewer(0), language, [HERE] * 3, (), 0.0)
        assert sent.log[0].event == "what_if"
        assert words in sent.log[0].text


def test_numbers_of_clients_are_part_of_the_dice(over: Bench) -> None:
    head = what_if_head(over.table, 9, (0,), NEW, 0.0, 7, HASHES[3], 10.0)
    table = LiveTable(head)
    (sit,) = table.sit("Dora", "person", HASHES[3], 0)
    table.fold(1, sit, 0.0)
    added, started = table.add_number(0, "ab" * 16)
    assert isinstance(started, Started)
    table.fold(2, added, 0.0)
    table.fold(3, started, 0.0)
    assert table.seed != 7
    other = LiveTable(head)
    other.fold(1, sit, 0.0)
    for seq, entry in enumerate(other.add_number(0, "cd" * 16), 2):
        other.fold(seq, entry, 0.0)
    generators = [queries.generator(queries.state(one.game)) for one in (table, other)]
    assert generators[0] != generators[1]


def test_what_cannot_be_gone_on_from_is_refused(over: Bench) -> None:
    table = over.table
    last = len(table.game.answers)
    for frame in (-1, last, last + 100):
        refused(table, lambda: _head(table, frame), "illegal", "what_if_frame")  # noqa: B023
    refused(table, lambda: _head(table, 3, seat=3), "illegal", "no_seat")
    playing = Bench(setup_of(2)).seated().table
    refused(playing, lambda: _head(playing, 0), "not_now", "not_over")
