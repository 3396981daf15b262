"""Games explained: chances that fit the game, sums that add up, and mistakes that are found."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.bots import ask, make_bot
from quarriors.bots.analysis import Analysis, Loss, analyse, decisions_of, passes_for
from quarriors.bots.analysis_words import defender_words, gain_words, told
from quarriors.engine.errors import RecordError
from quarriors.game import Game, new_game
from quarriors.testing import Position
from quarriors.text import LANGUAGES, Texts
from quarriors.view.speech import Speech


def short_game(players: int = 2, goal: int = 4) -> Game:
    """A game of gentle rivals to a low goal."""
    game = new_game(q.Rules(players=players, goal=goal), seed=11)
    bots = [make_bot("pip", seat, 3) for seat in range(players)]
    while not game.over:
        game.apply(ask(bots[game.decision.seat], game))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return short_game()


@pytest.fixture(scope="module")
def found(game: Game) -> Analysis:
    return analyse(game, passes=8)


def test_chances_are_told_turn_by_turn_up_to_the_result(game: Game, found: Analysis) -> None:
    assert game.result is not None
    assert [one.turn for one in found.turns] == list(range(1, game.turn + 1))
    assert all(sum(one.chances) == pytest.approx(1) for one in found.turns)
    assert [seat for seat, chance in enumerate(found.turns[-1].chances) if chance] == list(
        game.result.winners
    )
    assert found.turns[-1].step == found.decisions == found.looked_at == len(game.answers)


@pytest.mark.parametrize("players", [2, 3])
def test_luck_and_choices_add_up_to_the_change(players: int) -> None:
    found = analyse(short_game(players, 2), passes=8)
    for share in found.seats:
        change = found.turns[-1].chances[share.seat] - found.start[share.seat]
        assert share.luck + share.choices == pytest.approx(change)
        assert share.choices == pytest.approx(
            sum(loss.changes[share.seat] for loss in found.losses)
        )
    for loss in found.losses:
        assert sum(loss.changes) == pytest.approx(0)


def test_the_same_record_gives_the_same_analysis(game: Game, found: Analysis) -> None:
    record = game.record()
    assert q.analyse(record, passes=8) == found


def test_turning_points_are_answers_that_could_be_given(game: Game, found: Analysis) -> None:
    by_step = {step: (before, code) for step, before, code in decisions_of(game.record())}
    points = found.turning_points
    assert [point.cost for point in points] == sorted((one.cost for one in points), reverse=True)
    for seat in range(2):
        assert sum(point.seat == seat for point in points) <= 3
    for loss in found.losses:
        before, code = by_step[loss.step]
        codes = [option.code for option in before.decision.options]
        assert loss.chosen == code != loss.better
        assert loss.better in codes
        assert (loss.seat, loss.turn) == (before.decision.seat, before.turn)
    for language in LANGUAGES:
        values = told(found, game.record(), Speech(Texts(language), ("Ada", "Bo")))
        for point, loss in zip(values["turning_points"], points, strict=True):
            assert point["sentence"].count(point["better"]) == 1
            assert ("Ada", "Bo")[loss.seat] in point["sentence"]
            assert {"en": "The reason: ", "it": "Il motivo: "}[language[:2]] in point["sentence"]


def test_a_blunder_is_found() -> None:
    """A winning creature is not summoned: that costs much, and to summon it is better."""
    position = Position(players=2)
    position.glory(0, 19).glory(1, 17).active(
        0, "Quake Dragon@C3:8/7**", *["Basic Quiddity@Q1"] * 5
    )
    position.bag(0, *["Basic Quiddity"] * 3).bag(1, *["Basic Quiddity"] * 6)
    play = position.start("ready")
    summon = next(option for option in play.decision.options if option.verb == "summon")
    play.do("pass")
    game = play.game
    bots = [make_bot("greedy", seat, 3) for seat in range(2)]
    while not game.over:
        game.apply(ask(bots[game.decision.seat], game))
    found = analyse(game, passes=8)
    worst = found.turning_points[0]
    assert (worst.seat, worst.step, worst.better) == (0, 0, summon.code)
    assert worst.cost > 0.1
    words = told(found, game.record(), Speech(Texts("en"), ("Ada", "Bo")))["turning_points"][0]
    assert words["better"].startswith("Summon Quake Dragon")
    assert "The reason: " in words["sentence"]
    assert "% to survive until it scores" in words["sentence"]


GAINS = [
    ((-1.5, 0.0), "2 rounds later Ada has 1.5 Glory more on average"),
    ((-0.2, 0.5), "2 rounds later Bo has 0.5 Glory less on average"),
    ((-0.2, 0.2), "2 rounds later Glory is about the same, but Ada has better dice and creatures"),
]


@pytest.mark.parametrize(("glory", "words"), GAINS)
def test_what_a_better_answer_would_have_brought(glory: tuple[float, ...], words: str) -> None:
    loss = Loss(0, 3, 7, 1, 2, (-0.25, 0.25), glory, is_sure=True)
    assert gain_words(loss, Speech(Texts("en"), ("Ada", "Bo"))) == words


def test_a_better_defender_survives_or_is_worth_less() -> None:
    speech = Speech(Texts("en"), ("Ada", "Bo"))
    frail = {"damage": 4.0, "defense": 2.0, "glory": 3.0}
    (holds,) = defender_words(frail, {**frail, "defense": 5.0}, speech)
    assert holds == "its creature survives the attack, the other one doesn't"
    (stake,) = defender_words(frail, {**frail, "glory": 1.0}, speech)
    assert stake == "its creature would score only 1 Glory, the other one 3 Glory"
    assert defender_words(frail, frail, speech) == []


def test_a_stopped_analysis_keeps_what_is_done(game: Game, found: Analysis) -> None:
    def stop(done: int, count: int) -> None:
        assert count == len(game.answers)
        if done == 5:
            raise KeyboardInterrupt

    part = analyse(game, passes=8, progress=stop)
    assert part.looked_at == 5
    assert part.turns == found.turns
    assert part.losses == tuple(loss for loss in found.losses if loss.step < 5)


def test_long_games_get_fewer_rollouts(game: Game) -> None:
    assert passes_for(game) == 24
    assert passes_for(short_game(4, 15)) < 24


def test_a_game_that_is_not_over_is_refused() -> None:
    game = new_game(q.Rules(players=2), seed=1)
    game.apply(game.decision.options[0])
    with pytest.raises(RecordError, match="only a game that is over can be analysed"):
        analyse(game)


def test_the_cost_of_a_loss_is_what_its_seat_lost() -> None:
    assert Loss(1, 3, 7, 1, 2, (0.25, -0.25), (0.0, 0.0), is_sure=True).cost == 0.25
