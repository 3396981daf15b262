"""The learned policy: what it sees, what it scores, and what is shipped."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import files

import pytest

from quarriors.bots.base import Seat, ask
from quarriors.bots.brain.die_value import die_values, key_of
from quarriors.bots.brain.features import (
    O_BEST,
    O_NUMBER,
    O_VALUE,
    P_GLORY,
    P_KIND,
    P_MY_TURN,
    P_PLAYERS,
    Buffers,
    look_at_option,
    look_at_position,
)
from quarriors.bots.brain.policy import (
    CARD,
    TRAINED,
    Network,
    Policy,
    network_of,
    policy_scores,
    sample,
    win_chance,
)
from quarriors.bots.registry import make_bot
from quarriors.cards.load import default_catalog
from quarriors.engine import arrange, queries
from quarriors.engine.ids import choice
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game


def policy_for(game: Game) -> Policy:
    return Policy(network_of(game.setup.catalog), game.rules.players)


def played(bot: str, seed: int, sets: tuple[str, ...], players: int = 2) -> Game:
    """A game that a bot plays against itself."""
    game = new_game(Rules(players, sets=sets), seed)
    bots = [make_bot(bot, seat, seed) for seat in range(players)]
    while not game.over:
        game.apply(ask(bots[game.decision.seat], game))
    return game


def test_what_is_shipped_was_learned_with_these_cards() -> None:
    told = json.loads(files("quarriors.bots").joinpath(TRAINED).read_bytes())
    catalog = default_catalog()
    assert told["catalog"] == catalog.hash, "run `quarriors train --policy` with the new cards"
    assert set(told["cards"]) == {key_of(card) for card in catalog.cards}


def test_a_position_is_seen_alike_whatever_luck_is_to_come() -> None:
    game = new_game(Rules(3, sets=("all",)), 4)
    values = die_values(game.setup.catalog)
    seen = []
    for seed in (1, 2):
        b = Buffers()
        look_at_position(queries.branch(queries.state(game), seed, "test"), 1, values, b)
        seen.append((list(b.position), sorted(b.mine), sorted(b.foes)))
    assert seen[0] == seen[1]


def test_a_position_is_seen_from_the_seat_that_looks() -> None:
    game = new_game(Rules(2), 5)
    s = queries.state(game)
    arrange.set_glory(s, [5, 10])
    b = Buffers()
    goal = game.rules.goal
    for seat, glory in ((0, 5), (1, 10)):
        look_at_position(s, seat, die_values(game.setup.catalog), b)
        assert b.position[P_GLORY] == pytest.approx(glory / goal)
        assert b.position[P_MY_TURN] == (seat == queries.active(s))
        assert list(b.position[P_PLAYERS : P_PLAYERS + 3]) == [1.0, 0.0, 0.0]
        kind = choice.NAMES.index(game.decision.kind)
        assert b.position[P_KIND + kind] == 1.0


def test_an_option_carries_its_price_and_what_it_leads_to() -> None:
    game = new_game(Rules(2), 5)
    while game.decision.kind != "capture":
        game.apply(game.decision.options[0])
    s = queries.state(game)
    b = Buffers()
    values = die_values(game.setup.catalog)
    seat = game.decision.seat
    look_at_position(s, seat, values, b)
    option = next(option for option in game.decision.options if option.verb == "capture")
    card = look_at_option(s, seat, option.code, -2.0, values, b)
    assert option.die is not None
    assert card == game.setup.cards[game.setup.slot[option.die]].index
    assert b.option[O_NUMBER] > 0.0
    assert b.option[O_VALUE] == -0.5
    assert b.option[O_BEST] == 0.0


def test_chances_of_all_seats_add_up_and_are_settled_at_the_end() -> None:
    game = new_game(Rules(4), 6)
    net = policy_for(game)
    s = queries.state(game)
    assert sum(win_chance(s, seat, net) for seat in range(4)) == pytest.approx(1.0)
    over = played("habit", 3, ("base",), 4)
    chances = [win_chance(queries.state(over), seat, net) for seat in range(4)]
    assert over.result is not None
    winners = over.result.winners
    assert chances == [(seat in winners) / len(winners) for seat in range(4)]


def test_who_leads_is_likely_to_win() -> None:
    game = new_game(Rules(2), 7)
    net = policy_for(game)
    s = queries.state(game)
    arrange.set_glory(s, [15, 2])
    ahead = win_chance(s, 0, net)
    arrange.set_glory(s, [2, 15])
    assert ahead > 0.8 > 0.2 > win_chance(s, 0, net)


def test_a_card_nobody_trained_on_is_known_by_its_numbers_alone() -> None:
    game = new_game(Rules(2), 5)
    while game.decision.kind != "capture":
        game.apply(game.decision.options[0])
    catalog = game.setup.catalog
    told = json.loads(files("quarriors.bots").joinpath(TRAINED).read_bytes())
    unknown = {**told["weights"], "cards": [0.0] * (CARD * len(catalog.cards))}
    scores = policy_scores(queries.state(game), Policy(Network(die_values(catalog), unknown), 2))
    assert len({round(score, 6) for score in scores}) > 1
    assert all(abs(score) < 1000 for score in scores)


def test_chance_follows_the_scores() -> None:
    game = new_game(Rules(2), 5)
    net = policy_for(game)
    scores = policy_scores(queries.state(game), net)
    best = scores.index(max(scores))
    dealer = Dealer(1, "test")
    drawn = [int(sample(net.scores, len(scores), best, dealer)) for _ in range(400)]
    assert max(range(len(scores)), key=drawn.count) == best


@pytest.mark.parametrize(
    ("sets", "players", "expected"),
    [(("base",), 2, "45a728250d69ff03"), (("all",), 3, "17c106153f02243e")],
)
def test_the_policy_plays_the_same_games_on_every_engine(
    sets: tuple[str, ...], players: int, expected: str
) -> None:
    game = played("policy", 11, sets, players)
    codes = " ".join(str(code) for code in game.answers)
    assert sha256(codes.encode()).hexdigest()[:16] == expected


def test_the_policy_beats_greedy() -> None:
    won = 0
    for number in range(24):
        me = number % 2
        game = new_game(Rules(2, sets=("base",)), 500 + number // 2)
        bots = [make_bot("policy" if seat == me else "greedy", seat, number) for seat in range(2)]
        while not game.over:
            game.apply(ask(bots[game.decision.seat], game))
        assert game.result is not None
        won += game.result.winners == (me,)
    assert won >= 14


def test_choosing_without_a_copy_changes_nothing_and_gives_the_same_kind_of_answer() -> None:
    game = new_game(Rules(2), 9)
    bot = make_bot("policy", 0, 1)
    before = queries.wire(game)
    code = bot.choose(game)  # type: ignore[attr-defined]
    assert queries.wire(game) == before
    assert code in [option.code for option in game.decision.options]
    told = bot.explain(Seat(game, game.decision.seat), game.decision)  # type: ignore[attr-defined]
    assert told.choices[0].option in game.decision.options
