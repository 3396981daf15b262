"""What users of a game find on it: how it shows itself, positions, columns, undo, counts, help."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import pydoc
from pathlib import Path

import numpy as np
import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.ids import place
from quarriors.engine.position import COLUMNS, OF_CARDS, OF_DICE, OF_SEATS
from quarriors.engine.rng import Dealer
from quarriors.record.files import save, to_text


def played(count: int = 60, seed: int = 3, sets: tuple[str, ...] = ("base",)) -> q.Game:
    """A game of three some way on."""
    game = q.new_game(q.Rules(3, sets=sets), seed=seed)
    play_on(game, count)
    return game


def play_on(game: q.Game, count: int) -> None:
    dealer = Dealer(len(game.answers), "answers")
    for _ in range(count):
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])


# --- how it shows itself ------------------------------------------------------------------------


def test_a_game_says_where_it_stands() -> None:
    game = played()
    glory = " ".join(str(number) for number in game.glory)
    assert repr(game) == (
        f"<Game of 3 players, turn {game.turn}, seat {game.decision.seat} decides: "
        f"{game.decision.kind}, Glory {glory}>"
    )
    game.playout()
    assert repr(game) == f"<Game of 3 players, turn {game.turn}, over: {game.result!r}>"


def test_help_shows_what_things_are() -> None:
    for kind in (q.Game, q.Option, q.Decision, q.Result, q.Event, q.Position, q.Rules):
        assert inspect.getdoc(kind), kind
    for kind in (q.Game, q.Decision, q.Event):
        for name in dir(kind):
            if not name.startswith("_"):
                assert inspect.getdoc(getattr(kind, name)), (kind, name)
    assert str(q.Game.apply.__doc__).startswith("Answer the decision")
    assert "An independent copy" in str(q.Game.clone.__doc__)
    assert "What kind of choice" in str(q.Decision.kind.__doc__)
    assert "summon, capture" in str(q.Option.verb.__doc__)
    assert "answers" in str(q.perft.__doc__)
    shown = pydoc.plain(pydoc.render_doc(q.Game))
    for words in ("Take back the last answer", "Answer the decision", "one line of text"):
        assert words in shown


# --- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", [("base",), ("all",)])
def test_positions_are_equal_if_everything_but_luck_is(sets: tuple[str, ...]) -> None:
    game = played(sets=sets)
    position = game.position
    assert isinstance(position, q.Position)
    for same in (
        game.clone(),
        game.branch(99),
        pickle.loads(pickle.dumps(game)),
        copy.deepcopy(game),
        q.replay(game.record()),
    ):
        assert same.position == position
        assert hash(same.position) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position
    assert position != "position"


def test_a_position_stays_as_it_was() -> None:
    game = played()
    seen = {game.position: 0}
    for count in range(1, 30):
        play_on(game, 1)
        assert game.position not in seen
        seen[game.position] = count
    again = played()
    for count in range(30):
        assert seen[again.position] == count
        play_on(again, 1)


def test_other_cards_make_another_position() -> None:
    one, other = q.new_game(seed=1), q.new_game(seed=2)
    assert one.position != other.position
    assert repr(one.position).startswith("<Position in turn 1, seat ")


# --- columns ------------------------------------------------------------------------------------


def test_columns_can_be_looked_at_by_numpy() -> None:
    game = played()
    columns = game.columns()
    assert tuple(columns) == COLUMNS
    for name in COLUMNS:
        array = np.asarray(game.column(name))
        assert array.dtype == np.int64
        assert not array.flags.writeable
        assert array.tolist() == columns[name].tolist()
    assert {len(columns[name]) for name in OF_DICE} == {len(game.setup.slot)}
    assert {len(columns[name]) for name in OF_CARDS} == {len(game.setup.cards)}
    assert {len(columns[name]) for name in OF_SEATS} == {3}
    assert tuple(columns["glory"]) == game.glory
    lying = np.asarray(columns["card"])[np.asarray(columns["place"]) == place.WILDS]
    assert np.bincount(lying, minlength=len(game.setup.cards)).tolist() == list(
        columns["wilds_left"]
    )


def test_a_column_that_there_is_not_is_refused() -> None:
    with pytest.raises(q.PositionError, match=r"Unknown column 'rng'; use one of card, place"):
        played(1).column("rng")


# --- taking back --------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", [("base",), ("all",)])
def test_answers_are_taken_back_one_by_one(sets: tuple[str, ...]) -> None:
    game = q.new_game(q.Rules(3, sets=sets), seed=3, log=True)
    dealer = Dealer(1, "answers")
    before = []
    for _ in range(25):
        options = game.decision.options
        before.append((game.position, options, list(game.answers)))
        game.apply(options[dealer.below(len(options))])
    table = game.setup
    other = game.clone()
    for position, options, answers in reversed(before):
        game.undo()
        assert game.position == position
        assert game.decision.options == options
        assert list(game.answers) == answers
        assert game.take_events() == []
    assert game.setup is table
    assert len(other.answers) == 25
    game.apply(game.decision.options[-1])
    assert game.take_events()
    with pytest.raises(q.IllegalAnswer, match="Nothing has been answered"):
        q.new_game(seed=3).undo()


def test_what_is_taken_back_comes_again() -> None:
    game = played(40)
    answer = game.answers[-1]
    position = game.position
    game.undo()
    game.apply(answer)
    assert game.position == position
    play_on(game, 20)
    assert q.replay(game.record()).position == game.position


def test_the_last_answer_of_a_game_can_be_taken_back() -> None:
    game = q.new_game(seed=5)
    while not game.over:
        game.apply(game.decision.options[0])
    game.undo()
    assert not game.over


def test_who_forgot_the_beginning_takes_nothing_back() -> None:
    game = played()
    branch = game.branch(1)
    play_on(branch, 3)
    position = branch.position
    with pytest.raises(q.RecordError, match="forgotten"):
        branch.undo()
    assert branch.position == position
    game.playout(most=5)
    with pytest.raises(q.RecordError, match="forgotten"):
        game.undo()


def test_scripted_dice_cannot_be_taken_back() -> None:
    game = played(10)
    queries.script_rolls(queries.state(game), [5] * 12)
    turn = game.turn
    while game.turn == turn:
        play_on(game, 1)
    position = game.position
    with pytest.raises(q.RecordError, match="scripted"):
        game.undo()
    assert game.position == position


# --- counting -----------------------------------------------------------------------------------


def test_perft_counts_answers() -> None:
    game = q.new_game(q.Rules(2), seed=1)
    position = game.position
    assert [q.perft(game, depth) for depth in range(5)] == [1, 2, 12, 33, 297]
    assert game.position == position
    assert not game.answers
    game.playout()
    assert [q.perft(game, depth) for depth in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 1.0, "2", True, None])
def test_perft_takes_a_depth(depth: object) -> None:
    with pytest.raises(q.RulesError, match="depth"):
        q.perft(q.new_game(seed=1), depth)


# --- replaying ----------------------------------------------------------------------------------


def test_replay_takes_values_text_bytes_and_paths(tmp_path: Path) -> None:
    game = played()
    record = game.record()
    path = tmp_path / "game.json"
    lines = tmp_path / "games.jsonl"
    bare = tmp_path / "game"
    save(record, path)
    save(record, lines)
    bare.write_text(to_text(record), "utf-8")
    text = json.dumps(record)
    for given in (record, text, text.encode(), to_text(record), path, str(path), lines, str(bare)):
        assert q.replay(given).position == game.position
    save(record, lines)
    with pytest.raises(q.RecordError, match="2"):
        q.replay(lines)


@pytest.mark.parametrize("given", ["nowhere.json", Path("nowhere.json"), Path("nowhere")])
def test_a_file_that_is_not_there_is_named(given: str | Path) -> None:
    with pytest.raises(q.RecordError, match="There's no file nowhere"):
        q.replay(given)


@pytest.mark.parametrize(
    "given", ["", "nowhere", "null", "3", "[1]", "{", b"\xff", "x" * 9000, "\0"]
)
def test_a_text_that_is_no_record_is_refused(given: str | bytes) -> None:
    with pytest.raises(q.RecordError) as caught:
        q.replay(given)
    assert str(caught.value).endswith(".")


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(q.RecordError, match="folder"):
        q.replay(tmp_path)


# --- answers ------------------------------------------------------------------------------------


def test_an_option_of_another_table_is_refused() -> None:
    """Also if that table has more dice, or another card there."""
    large = q.new_game(q.Rules(4, sets=["all"]), seed=1)
    small = q.new_game(q.Rules(2), seed=1)
    for option in large.decision.options:
        if option.die is not None:
            with pytest.raises(q.IllegalAnswer):
                small.apply(option)
    for code in (1 << 70, -1, -(1 << 70), 10**9):
        with pytest.raises(q.IllegalAnswer):
            small.apply(code)
