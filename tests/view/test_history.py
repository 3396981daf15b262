"""Undo: by replay, to the last revealed fact, never across it."""

from __future__ import annotations

import json

from quarriors.engine import queries
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.testing import Position
from quarriors.view.history import CHOICE, DICE, NOTHING, History

from .helpers import play_on, some_games, speech


def wire(game: Game) -> str:
    return json.dumps(queries.wire(game))


def choose(history: History, text: str) -> None:
    decision = history.game.decision
    (hit,) = [
        option
        for option, known in zip(decision.options, decision.texts, strict=True)
        if known == text
    ]
    history.apply(hit)


def test_undo_steps_back_one_answer_at_a_time() -> None:
    play = (
        Position(2)
        .active(0, "Basic Quiddity@Q1", "Portal@Q1", "Assistant@C1:1/2")
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    history = History(play.game.origin, speech())
    assert history.cannot_undo([0]) == NOTHING
    start = wire(history.game)
    choose(history, "cast Growth Charm [S]")
    middle = wire(history.game)
    choose(history, "summon Assistant [C1:1/2] for 1")
    assert history.cannot_undo([0]) == ""
    history = history.undone()
    assert wire(history.game) == middle
    assert history.cannot_undo([0]) == ""
    history = history.undone()
    assert wire(history.game) == start
    assert history.cannot_undo([0]) == NOTHING


def test_undo_stops_at_a_roll() -> None:
    play = Position(2).active(0, "Assistant@R*").bag(0, "Portal").start("immediate")
    history = History(play.game.origin, speech())
    choose(history, "use Assistant [R*]")
    assert history.cannot_undo([0]) == DICE


def test_undo_stops_at_anothers_choice() -> None:
    play = (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Defender of the Pale@C2:2/6*")
        .active(0, "Basic Quiddity@Q2", "Assistant@C1:1/2")
        .start("ready")
    )
    history = History(play.game.origin, speech())
    choose(history, "pass")
    assert history.game.decision.seat == 1
    assert history.cannot_undo([0, 1]) == ""  # nobody has chosen since
    choose(history, "defend Scavenging Goblin [C1:2/2] against 4")
    assert history.cannot_undo([0]) == CHOICE  # seat 1 is a bot
    assert history.cannot_undo([0, 1]) == ""  # it is a person and may take it back
    history = history.undone()
    assert history.cannot_undo([0, 1]) == CHOICE  # but the choice was seen


def test_an_undone_game_goes_on_like_any_other() -> None:
    for game, dealer in some_games(6):
        history = History(game.origin, speech())
        undone = 0
        while not history.game.over:
            before = wire(history.game)
            options = history.game.decision.options
            history.apply(options[dealer.below(len(options))])
            everybody = range(game.table.players)
            looked_at = len(history.game.answers) % 11 == 0 and not history.game.over
            if looked_at and not history.cannot_undo(everybody):
                again = history.undone()
                assert wire(again.game) == before
                assert again.game.answers == history.game.answers[:-1]
                undone += 1
        assert undone > 1


def test_a_history_tells_everything_once() -> None:
    game = new_game(Rules(2), seed=4)
    dealer = next(some_games(1))[1]
    play_on(game, dealer, 80)
    history = History.of(game, speech())
    assert wire(history.game) == wire(game)
    lines = history.lines
    assert lines[0].text.startswith("Round 1: ")
    assert sum(line.event == "turn" for line in lines) == game.turn
    assert history.lines is lines
    shown = len(lines)
    play_on(history.game, dealer, 0)
    assert len(history.lines) == shown
