"""`quarriors effect`: pairs of games that differ in one card, and what they say."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import quarriors as q
from quarriors.cli.main import main
from quarriors.engine.errors import QuarriorsError
from quarriors.lab.card_effect import MEASURES, Effect, Pair, measures, play_pairs, tables
from quarriors.lab.simulate import Outcome, Plan, play_game

CARD = "Quake Dragon"
PLAN = Plan(q.Rules(players=2, goal=4, round_limit=6), ("random", "random"), 5)


def test_the_tables_of_a_pair_differ_in_one_place() -> None:
    for index in range(20):
        present, absent = tables(PLAN, CARD, index)
        assert [one for one, other in zip(present, absent, strict=True) if one != other] == [CARD]
        assert CARD not in absent
        assert len(set(absent)) == len(absent)


def test_a_pair_is_two_games_of_one_seed() -> None:
    for index, pair in enumerate(play_pairs(PLAN, CARD, 3)):
        present, absent = tables(PLAN, CARD, index)
        assert pair.present == play_game(replace(PLAN, wilds=present), index)
        assert pair.absent == play_game(replace(PLAN, wilds=absent), index)
        assert pair.present.seed == pair.absent.seed == PLAN.game_seed(index)
        assert pair.instead in absent


def test_differences_are_those_of_the_pairs() -> None:
    effect = Effect(CARD)
    for rounds, captors in ((10, {CARD: (1, 0)}), (12, {})):
        present = Outcome(0, 1, 0, (0,), (20, 14), "9.1", rounds, 20, 90, (), captors)
        absent = replace(present, rounds=9, glory=(15, 17), winners=(1,), captors={})
        effect.add(Pair(present, absent, "Goblin"))
    assert (effect.pairs, effect.captured) == (2, 1)
    assert effect.averages("rounds") == (11, 9)
    rounds = effect.difference("rounds")
    assert (rounds.value, rounds.count) == (2, 2)
    assert rounds.deviation == pytest.approx(2**0.5)
    assert effect.averages("lead") == (6, 2)
    assert effect.averages("first") == (1, 0)
    assert list(effect.to_dict()["measures"]) == list(MEASURES)


def test_a_shared_victory_counts_in_parts() -> None:
    shared = Outcome(0, 1, 2, (0, 2), (20, 11, 20), "9.1", 9, 20, 90, (), {})
    assert measures(shared)["first"] == 0.5
    assert measures(shared)["lead"] == 0
    assert measures(shared)["others"] == 15.5


def test_a_card_that_cannot_be_replaced_is_refused() -> None:
    with pytest.raises(QuarriorsError):
        play_pairs(PLAN, "Portal", 1)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["effect", CARD, "-n", "2", "--seed", "3", "--seats", "random,random", "--workers", "1"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["card"], told["pairs"], told["seed"]) == (CARD, 2, 3)
    assert main([*asked, "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert f"{CARD}: 2 pairs of games" in printed
    assert "wins of the first player" in printed


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["nothing like it"], "nothing like it"),
        (["portal"], "Portal"),
        ([CARD, "-n", "0"], "0"),
        ([CARD, "--seats", "nobody,random"], "nobody"),
    ],
)
def test_bad_input_is_a_sentence(
    asked: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["effect", *asked, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told
