"""Undo: by replay, to the last revealed fact, never across it."""

from __future__ import annotations

import json

from quarriors.engine import queries
from quarriors.engine.rules import Rules
from quarriors.game import Game, Origin, new_game
from quarriors.testing import Position
from quarriors.view.timeline import BOT, CHOICE, DICE, NOTHING, PLAYER, Timeline

from .helpers import play_on, some_games


def wire(game: Game) -> str:
    return json.dumps(queries.wire(game))


NAMES = ("Ada", "Bob", "Cleo", "Dan")


def begun(origin: Origin) -> Timeline[None]:
    return Timeline.begun(origin, NAMES[: origin.rules.players])


def choose(timeline: Timeline[None], text: str) -> None:
    decision = timeline.game.decision
    (hit,) = [
        option
        for option, known in zip(decision.options, decision.texts, strict=True)
        if known == text
    ]
    timeline.apply(hit.code, PLAYER, None)


def test_undo_steps_back_one_answer_at_a_time() -> None:
    play = (
        Position(2)
        .active(0, "Basic Quiddity@Q1", "Portal@Q1", "Assistant@C1:1/2")
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    timeline = begun(play.game.origin)
    assert timeline.cannot_undo([0]) == NOTHING
    start = wire(timeline.game)
    choose(timeline, "cast Growth Charm [S]")
    middle = wire(timeline.game)
    choose(timeline, "summon Assistant [C1:1/2] for 1")
    assert timeline.cannot_undo([0]) == ""
    timeline.undo()
    assert wire(timeline.game) == middle
    assert timeline.cannot_undo([0]) == ""
    timeline.undo()
    assert wire(timeline.game) == start
    assert timeline.cannot_undo([0]) == NOTHING


def test_undo_stops_at_a_roll() -> None:
    play = Position(2).active(0, "Assistant@R*").bag(0, "Portal").start("immediate")
    timeline = begun(play.game.origin)
    choose(timeline, "use Assistant [R*]")
    assert timeline.cannot_undo([0]) == DICE


def test_undo_stops_at_anothers_choice() -> None:
    play = (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Defender of the Pale@C2:2/6*")
        .active(0, "Basic Quiddity@Q2", "Assistant@C1:1/2")
        .start("ready")
    )
    timeline = begun(play.game.origin)
    choose(timeline, "pass")
    assert timeline.game.decision.seat == 1
    assert timeline.cannot_undo([0, 1]) == ""  # nobody has chosen since
    choose(timeline, "defend Scavenging Goblin [C1:2/2] against 4")
    assert timeline.cannot_undo([0]) == CHOICE  # seat 1 is a bot
    assert timeline.cannot_undo([0, 1]) == ""  # it is a person and may take it back
    timeline.undo()
    assert timeline.cannot_undo([0, 1]) == CHOICE  # but the choice was seen


def test_an_undone_game_goes_on_like_any_other() -> None:
    for game, dealer in some_games(6):
        timeline = begun(game.origin)
        undone = 0
        while not timeline.game.over:
            before = wire(timeline.game)
            options = timeline.game.decision.options
            timeline.apply(options[dealer.below(len(options))].code, PLAYER, None)
            everybody = range(game.setup.players)
            looked_at = len(timeline.game.answers) % 11 == 0 and not timeline.game.over
            if looked_at and not timeline.cannot_undo(everybody):
                answers = timeline.game.answers
                timeline.undo()
                assert wire(timeline.game) == before
                assert timeline.game.answers == answers[:-1]
                timeline.apply(answers[-1], PLAYER, None)
                undone += 1
        assert undone > 1


def test_a_timeline_tells_everything_once() -> None:
    game = new_game(Rules(2), seed=4)
    dealer = next(some_games(1))[1]
    play_on(game, dealer, 80)
    timeline = begun(game.origin)
    for code in game.answers:
        timeline.apply(code, PLAYER, None)
    assert wire(timeline.game) == wire(game)
    lines = timeline.log("en").lines
    assert lines[0].text.startswith("Round 1: ")
    assert sum(line.event == "turn" for line in lines) == game.turn
    assert timeline.log("en").lines is lines
    follower = begun(game.origin)
    followed = follower.log("en")
    for code in game.answers:
        follower.apply(code, PLAYER, None)
    assert [line.text for line in followed.lines] == [line.text for line in lines]


def test_the_reason_for_no_undo_is_the_seats_own() -> None:
    play = (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Defender of the Pale@C2:2/6*")
        .active(0, "Basic Quiddity@Q2", "Assistant@C1:1/2")
        .start("ready")
    )
    timeline = begun(play.game.origin)
    choose(timeline, "pass")
    timeline.apply(timeline.game.decision.options[0].code, BOT, None)
    assert timeline.cannot_undo([0]) == CHOICE  # a bot has chosen, but for another seat
    assert timeline.cannot_undo([1]) == BOT
    late = begun(play.game.origin)
    late.apply(late.game.decision.options[-1].code, BOT, None)
    assert late.cannot_undo([1]) == NOTHING  # this seat has chosen nothing yet
