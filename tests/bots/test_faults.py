"""Faults that were seen in games of bots, each in a position where it can be checked."""

from __future__ import annotations

import pytest

from quarriors.bots.base import ask
from quarriors.bots.brain.die_value import card_of, die_values
from quarriors.bots.brain.evaluation import Workspace, evaluate
from quarriors.bots.brain.lookahead import plan_values, sensible_options
from quarriors.bots.brain.policy import Policy, network_of, win_chance
from quarriors.bots.brain.race import GLORY, Runner, most_of_others, race, reward
from quarriors.bots.brain.rollout import option_weight
from quarriors.bots.registry import make_bot
from quarriors.engine import arrange, queries
from quarriors.engine.ids import place, verb
from quarriors.engine.option import die_of, number_in, verb_of
from quarriors.engine.queries import State
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game

BOTS = ("planner", "master:iterations=8:rounds=1:width=2")


def workspace_for(game: Game) -> Workspace:
    return Workspace(die_values(game.setup.catalog), game.rules.players)


def policy_for(game: Game) -> Policy:
    return Policy(network_of(game.setup.catalog), game.rules.players)


def until(game: Game, kind: str) -> Game:
    """The game played on by habit to the next decision of a kind."""
    values = die_values(game.setup.catalog)
    while game.decision.kind != kind:
        s = queries.state(game)
        weights = [option_weight(s, values, option.code) for option in game.decision.options]
        game.apply(game.decision.options[weights.index(max(weights))])
    return game


def worth_of(s: State, die: int) -> float:
    return die_values(s.setup.catalog).draw[card_of(s.setup, die)]


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_free_cull_is_not_declined_and_takes_a_poor_die(spec: str, seed: int) -> None:
    game = until(new_game(Rules(2), seed), "cull")
    s = queries.state(game)
    seat = game.decision.seat
    dice = queries.collection(s, seat)
    mean = sum(worth_of(s, die) for die in dice) / len(dice)
    assert any(worth_of(s, o.die) < mean for o in game.decision.options if o.die is not None)
    for luck in range(4):
        answer = ask(make_bot(spec, seat, luck), game)
        assert answer.die is not None
        assert worth_of(s, answer.die) < mean


def test_nothing_is_culled_where_no_die_is_worse_than_the_average() -> None:
    game = until(new_game(Rules(2), 3), "cull")
    s = queries.state(game)
    work = workspace_for(game)
    seat = game.decision.seat
    kept = list(work.die_values.draw)
    try:
        work.die_values.draw[:] = [0.5] * len(kept)  # no die is worse than the average
        left = sensible_options(s, seat, work)
    finally:
        work.die_values.draw[:] = kept
    assert [verb_of(queries.option_code(s, at)) for at in left] == [verb.PASS]


def test_what_is_not_sensible_is_worth_less_than_everything_that_is() -> None:
    game = until(new_game(Rules(2), 3), "cull")
    s = queries.state(game)
    values = plan_values(s, game.decision.seat, workspace_for(game), 1, 2, 10)
    left = sensible_options(s, game.decision.seat, workspace_for(game))
    assert 0 < len(left) < len(values)
    worst = min(values[at] for at in left)
    assert all(value < worst for at, value in enumerate(values) if at not in left)


def creatures_of(game: Game, seat: int) -> int:
    """Lay a creature into a seat's Ready Area; the Glory it is worth."""
    s = queries.state(game)
    setup = s.setup
    slot = next(n for n, card in enumerate(setup.cards) if card.kind == "creature")
    die = int(setup.first_die[slot])
    face = next(n for n, one in enumerate(setup.cards[slot].design.faces) if one.creature)
    arrange.remove_from_card(s, die)
    arrange.lay_die(s, die, seat, place.READY, face)
    return int(queries.glory(s, die))


def test_creatures_that_would_win_the_game_count_more() -> None:
    gains = []
    for short in (0, 1):
        with_them, without = new_game(Rules(2), 5), new_game(Rules(2), 5)
        glory = creatures_of(with_them, 0)
        for game in (with_them, without):
            arrange.set_glory(queries.state(game), [20 - glory - short, 0])
        work = workspace_for(with_them)
        both = [evaluate(queries.state(game), 0, work) for game in (with_them, without)]
        gains.append(both[0] - both[1])
    assert gains[0] > gains[1] + 1.0


def test_where_the_game_is_lost_glory_still_counts() -> None:
    rewards = []
    for glory in (3, 5):
        game = new_game(Rules(2), 5)
        s = queries.state(game)
        arrange.set_glory(s, [glory, 19])
        rewards.append(reward(s, 0, win_chance(s, 0, policy_for(game))))
        assert most_of_others(s, 0) == 19
    assert rewards[1] - rewards[0] >= 2 * GLORY


def test_a_race_of_one_is_won_without_a_step() -> None:
    game = new_game(Rules(2), 5)
    only = Runner(game.decision.options[0].code, 0.0, 0.0)
    won = race(queries.state(game), game.decision.seat, [only], policy_for(game), 1, 0.0, 10, 2)
    assert won is only
    assert only.passes == 0


def test_the_answers_of_a_race_get_the_same_luck_and_the_better_half_more_of_it() -> None:
    game = until(new_game(Rules(2), 8), "capture")
    s = queries.state(game)
    code = game.decision.options[0].code
    twins = [Runner(code, bonus, 0.0) for bonus in (0.0, -0.5, -0.6, -0.7)]
    won = race(s, game.decision.seat, twins, policy_for(game), 1, 0.0, 16, 2)
    assert won is twins[0]
    assert [int(twin.passes) for twin in twins] == [2 + 4, 2 + 4, 2, 2]
    assert twins[0].total == pytest.approx(twins[1].total)
    assert twins[2].total == pytest.approx(twins[3].total)


def test_habit_defends_with_a_creature_that_holds() -> None:
    found = 0
    for seed in range(12):
        game = new_game(Rules(2), seed)
        values = die_values(game.setup.catalog)
        for _ in range(150):
            if game.over:
                break
            s = queries.state(game)
            codes = [option.code for option in game.decision.options]
            best = max(codes, key=lambda code: option_weight(s, values, code))
            walls = [queries.defense(s, die_of(code)) - number_in(code) for code in codes
                     if verb_of(code) == verb.DEFEND]  # fmt: skip
            if walls and 0 < sum(wall > 0 for wall in walls) < len(walls):
                assert queries.defense(s, die_of(best)) > number_in(best)
                found += 1
            game.apply(best)
        if found:
            break
    assert found
