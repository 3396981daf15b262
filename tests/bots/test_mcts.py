"""How search and plan come to one answer."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.bots.base import ask
from quarriors.bots.brain.tree import Node
from quarriors.bots.mcts import LEAN, MctsBot, favourite
from quarriors.bots.registry import make_bot
from quarriors.engine.game import Option
from tests.extent import interpreted


def options(count: int) -> list[Option]:
    """A number of options of some decision."""
    game = q.new_game(q.Rules(2), seed=3)
    while len(game.decision.options) < count:
        game.apply(game.decision.options[0])
    return list(game.decision.options[:count])


def grown(found: list[Option], *seen: tuple[int, float]) -> Node:
    """A tree with these visits and means for its options."""
    root = Node(-1, 0.0)
    for option, (visits, mean) in zip(found, seen, strict=True):
        node = Node(option.code, 0.0)
        node.visits = visits
        node.total = visits * mean
        root.children.append(node)
    return root


def test_where_the_search_sees_no_difference_the_plan_decides() -> None:
    found = options(3)
    root = grown(found, (400, 0.5), (300, 0.5), (300, 0.5))
    assert favourite(root, found, [-1.0, 0.0, -2.0]) is found[1]


def test_a_glory_in_the_plan_is_worth_so_much_in_the_search() -> None:
    found = options(2)
    root = grown(found, (500, 0.5 + 1.5 * LEAN), (500, 0.5))
    assert favourite(root, found, [-1.0, 0.0]) is found[0]
    assert favourite(root, found, [-2.0, 0.0]) is found[1]


def test_what_was_hardly_looked_into_is_not_chosen() -> None:
    found = options(2)
    root = grown(found, (1000, 0.4), (20, 0.9))
    assert favourite(root, found, [-5.0, 0.0]) is found[0]


def test_an_option_that_was_never_looked_into_is_not_chosen() -> None:
    found = options(2)
    assert favourite(grown(found[:1], (10, 0.1)), found, [-5.0, 0.0]) is found[0]


def test_plans_change_answers_and_none_is_a_search_alone() -> None:
    """Over one game: with plans some answers differ, without them the search has the word."""
    game = q.new_game(q.Rules(2), seed=8)
    differ = 0
    for _ in range(interpreted(15, 40)):
        alone, both = (
            ask(make_bot(f"mcts:iterations=30:plans={plans}", game.decision.seat, 5), game)
            for plans in (0, 8)
        )
        differ += alone != both
        game.apply(both)
    assert differ


@pytest.mark.parametrize("plans", [0, 3])
def test_the_same_seed_gives_the_same_answer(plans: int) -> None:
    game = q.new_game(q.Rules(2), seed=8)
    given = {
        ask(MctsBot(game.decision.seat, 5, iterations=40, plans=plans), game).code for _ in range(3)
    }
    assert len(given) == 1
