"""A game looked back upon: small games counted by hand, and random games against their events."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.cards.sets import SETS
from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.game import Game, begin, new_game
from quarriors.testing import Position
from quarriors.text import LANGUAGES, Texts
from quarriors.view.speech import Speech
from quarriors.view.summary import MOST_BEST, Rolled, Summary, luck_percent, summarize

QUIDDITY, ASSISTANT, HAG = "Basic Quiddity", "Assistant", "Witching Hag"
NAMES = ("Ada", "Bo", "Cy", "Di")


def summary_of(game: Game, language: str = "en") -> Summary:
    names = NAMES[: game.setup.players]
    return summarize(game.origin, game.answers, Speech(Texts(language), names))


def events_of(game: Game) -> list[EventNumbers]:
    again = begin(game.origin, log=True)
    found = list(again.take_events())
    for code in game.answers:
        again.apply(code)
        found.extend(again.take_events())
    return found


def small_game() -> Game:
    """Ada's Hag falls Bo's Assistant, Bo rolls nothing, and Ada scores 3 and wins."""
    position = (
        Position(2, wilds=[HAG], goal=3)
        .bag(0, HAG, *[QUIDDITY] * 5)
        .bag(1, *[QUIDDITY] * 6)
        .ready(1, f"{ASSISTANT}@C1:1/2")
        .draws(HAG, *[QUIDDITY] * 5, *[QUIDDITY] * 6)
        .rolls(f"{HAG}@C1:3/3", *[f"{QUIDDITY}@Q1"] * 4, f"{QUIDDITY}@Q2")
        .rolls(*[f"{QUIDDITY}@Q1"] * 6)
    )
    play = position.start(active=0)
    play.do(f"summon {HAG}", "capture Portal", "pass")
    assert play.over
    return play.game


def test_a_small_game_counted_by_hand() -> None:
    found = summary_of(small_game())
    assert (found.players, found.winners, found.rule) == (("Ada", "Bo"), (0,), "9.1")
    assert found.why == "Ada wins: the Glory goal is reached (rule 9.1)."
    assert (found.goal, found.rounds, found.turns) == (3, 2, 3)
    assert found.glory == ((0, 0, 3), (0, 0, 0))
    ada, bo = found.seats
    (portal,) = ada.captures
    assert (portal.card, portal.count, portal.first_round, portal.paid) == ("Portal", 1, 1, 4)
    (hag,) = ada.best
    assert (hag.card, hag.glory, hag.scored, hag.summoned, hag.destroyed) == (HAG, 3, 1, 1, 1)
    assert (bo.captures, bo.best, bo.glory) == ((), (), 0)


def test_the_end_is_said_to_each_player() -> None:
    found = summary_of(small_game())
    assert found.reason == "The Glory goal is reached."
    ada, bo = found.seats
    assert ada.banner == "Won by three Glory. Your Witching Hag brought you 3 Glory."
    assert bo.banner == "Three Glory short. The Witching Hag did it."
    italian = summary_of(small_game(), "it")
    assert italian.seats[0].banner == (
        "Hai vinto per tre punti Gloria. La Megera Fattucchiera ti ha portato 3 punti Gloria."
    )
    assert italian.seats[1].banner == "Per tre punti Gloria. Ha deciso la Megera Fattucchiera."


def test_luck_is_what_fell_against_the_mean_of_the_faces() -> None:
    ada, bo = summary_of(small_game()).seats
    # A Hag's faces hold 1, 2, 2 Quiddity and three creatures; a Quiddity die's five 1s and a 2.
    assert ada.luck.dice == 6
    assert ada.luck.quiddity == 6
    assert ada.luck.quiddity_expected == round(5 / 6 + 5 * 7 / 6, 1)
    assert (ada.luck.creatures, ada.luck.creatures_expected) == (1, 0.5)
    assert (bo.luck.dice, bo.luck.quiddity, bo.luck.quiddity_expected) == (6, 6, 7.0)
    assert (bo.luck.creatures, bo.luck.creatures_expected) == (0, 0.0)
    assert bo.luck.percent < 50 < ada.luck.percent
    assert "6 Quiddity against an expected 7.0" in bo.luck.says
    italian = summary_of(small_game(), "it").seats[1].luck.says
    assert "7,0" in italian


def test_nothing_rolled_is_neither_lucky_nor_unlucky() -> None:
    assert luck_percent(Rolled()) == 50
    sure = Rolled(dice=3, x=3, mean_x=3.0)
    assert luck_percent(sure) == 50


def test_luck_is_even_on_the_mean_and_grows_with_the_dice() -> None:
    def percent(x: int, y: int) -> int:
        return luck_percent(Rolled(10, x, y, 10.0, 5.0, 4.0, 2.5, -1.0))

    assert percent(10, 5) == 50
    assert percent(12, 5) > percent(11, 5) > 50 > percent(9, 5)
    assert percent(10, 7) > percent(10, 6) > 50 > percent(10, 4)
    assert percent(12, 5) + percent(8, 5) == 100
    assert percent(60, 50) == 100
    assert percent(-60, -50) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_something_to_remember(language: str) -> None:
    game = small_game()
    found = {one.kind: one for one in summary_of(game, language).highlights}
    assert (found["attack"].seat, found["attack"].number) == (0, 3)
    assert (found["turn"].seat, found["turn"].number) == (0, 3)
    assert all("{" not in one.text and one.text.endswith(".") for one in found.values())


def test_a_game_that_goes_on_has_no_winner_yet() -> None:
    game = new_game(Rules(2), 3)
    found = summary_of(game)
    assert (found.winners, found.rule, found.why, found.reason) == ((), "", "", "")
    assert [seat.banner for seat in found.seats] == ["", ""]
    assert found.glory == ((0, 0), (0, 0))


@settings(max_examples=25)
@given(
    st.integers(0, 1 << 40),
    st.integers(2, 4),
    st.sampled_from(["qultimate", "original", "original-it", "revised"]),
    st.sampled_from([("base",), ("all",), ("light_vs_dark",), ("base", "quartifacts")]),
)
def test_every_number_adds_up_to_the_events_of_the_game(
    seed: int, players: int, edition: str, sets: tuple[str, ...]
) -> None:
    known = Rules(players, edition, SETS if sets == ("all",) else sets, goal=9)
    game = new_game(known, seed)
    dealer = Dealer(seed, "summary")
    while not game.over:
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    found = summary_of(game)
    events = events_of(game)

    def count(kind: int, seat: int) -> int:
        return sum(event[0] == kind and event[2] == seat for event in events)

    result = game.result
    assert result is not None
    assert found.winners == tuple(result.winners)
    assert (found.rounds, found.turns) == (game.round, game.turn)
    for seat, one in enumerate(found.seats):
        assert one.glory == result.glory[seat] == found.glory[seat][-1]
        assert len(found.glory[seat]) == game.round + 1
        assert sum(card.count for card in one.captures) == count(log.CAPTURE, seat)
        rounds = [card.first_round for card in one.captures]
        assert rounds == sorted(rounds)
        assert all(1 <= number <= game.round for number in rounds)
        assert len(one.best) <= MOST_BEST
        if len(one.best) < MOST_BEST:  # all are told
            assert sum(card.scored for card in one.best) == count(log.SCORE, seat)
            assert sum(card.summoned for card in one.best) == count(log.SUMMON, seat)
            scored = [e[4] for e in events if e[0] == log.SCORE and e[2] == seat]
            assert sum(card.glory for card in one.best) == sum(scored)
        assert [card.glory for card in one.best] == sorted(
            (card.glory for card in one.best), reverse=True
        )
        assert 0 <= one.luck.percent <= 100
        rolls = [
            (game.setup.cards[game.setup.slot[e[3]]], e[4])
            for e in events
            if e[0] == log.ROLL and e[2] == seat
        ]
        rolls = [(card, face) for card, face in rolls if card.kind != "quest"]
        assert one.luck.dice == len(rolls)
        quiddity = [max(card.design.faces[face].quiddity, 0) for card, face in rolls]
        assert one.luck.quiddity == sum(quiddity)
        assert one.luck.creatures == sum(card.design.faces[face].creature for card, face in rolls)
    fallen = [one.number for one in found.highlights if one.kind == "fallen"]
    lost = [count(log.DESTROY, seat) for seat in range(players)]
    assert fallen == ([max(lost)] if max(lost) >= 2 else [])
    assert summary_of(game) == found
