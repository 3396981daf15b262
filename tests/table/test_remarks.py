"""What rivals say: one line of their own, at the right moment, the same for everybody."""

from __future__ import annotations

import pytest

from quarriors.game import begin
from quarriors.table.messages import Remark
from quarriors.table.remarks import MOMENTS, remark, rivals
from quarriors.table.seats import Seated
from quarriors.testing import Position
from quarriors.text import LANGUAGES, load

QUIDDITY, ASSISTANT, HAG = "Basic Quiddity", "Assistant", "Witching Hag"
RIVALS = ("pip", "marta", "bruno", "isolde", "orsino", "vesna", "zeno")


def said(talkers: dict[int, str], face: str = "Q1", language: str = "en") -> list[Remark | None]:
    """What is said in a game: seat 0's Hag destroys seat 1's Assistant, seat 1 rolls, 0 wins."""
    position = (
        Position(2, wilds=[HAG], goal=3)
        .bag(0, HAG, *[QUIDDITY] * 5)
        .bag(1, *[QUIDDITY] * 6)
        .ready(1, f"{ASSISTANT}@C1:1/2")
        .draws(HAG, *[QUIDDITY] * 5, *[QUIDDITY] * 6)
        .rolls(f"{HAG}@C1:3/3", *[f"{QUIDDITY}@Q1"] * 4, f"{QUIDDITY}@Q2")
        .rolls(*[f"{QUIDDITY}@{face}"] * 6)
    )
    play = position.start(active=0)
    play.do(f"summon {HAG}", "capture Portal", "pass")
    game = begin(play.game.origin, log=True)
    game.take_events()
    found = []
    for code in play.game.answers:
        game.apply(code)
        found.append(remark(game, game.take_events(), talkers, language))
    return found


def moments(found: list[Remark | None]) -> list[tuple[int, str] | None]:
    return [None if one is None else (one.seat, one.moment) for one in found]


def test_the_attacker_speaks_of_a_kill_and_of_a_win() -> None:
    assert moments(said({0: "zeno"})) == [(0, "kill"), None, (0, "win")]


def test_who_loses_a_creature_speaks_of_it_and_of_the_defeat() -> None:
    assert moments(said({1: "pip"})) == [(1, "loss"), None, (1, "defeat")]


def test_only_one_speaks_at_a_time_the_loser_of_a_creature_and_the_winner_first() -> None:
    assert moments(said({0: "zeno", 1: "pip"})) == [(1, "loss"), None, (0, "win")]


def test_a_great_roll_is_spoken_of() -> None:
    assert moments(said({1: "vesna"}, "Q2"))[1] == (1, "roll")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rival_has_three_lines_for_every_moment(language: str) -> None:
    lines = load(language, "remarks")
    assert tuple(lines) == RIVALS
    for by_moment in lines.values():
        assert tuple(by_moment) == MOMENTS
        for variants in by_moment.values():
            assert len(set(variants.values())) == len(variants) >= 3
            assert all(len(line) <= 60 and "{" not in line for line in variants.values())


def test_lines_follow_the_number_of_answers_and_the_language() -> None:
    first, _, last = said({0: "zeno"}, language="it")
    assert first == Remark(0, "kill", load("it", "remarks")["zeno"]["kill"]["2"])
    assert last == Remark(0, "win", load("it", "remarks")["zeno"]["win"]["1"])


def test_other_bots_and_people_are_silent() -> None:
    seats = [Seated("person", "Zeno"), Seated("bot", "Pip", "pip"), Seated("bot", "G", "greedy")]
    assert rivals(seats) == {1: "pip"}
