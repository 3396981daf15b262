"""Shortcuts: answers that one button gives one after the other."""

from __future__ import annotations

import quarriors as q
from quarriors.engine.rng import Dealer
from quarriors.testing import Position
from quarriors.view.shortcut import MOST, shortcut

QUIDDITY, ASSISTANT, PORTAL, HAG = "Basic Quiddity", "Assistant", "Portal", "Witching Hag"


def ready(*rolled: str) -> q.Game:
    """A game in which seat 0 has rolled these faces."""
    cards = [face.partition("@")[0] for face in rolled]
    position = Position(2, wilds=[HAG]).bag(0, *cards).draws(*cards).rolls(*rolled)
    return position.start(active=0).game


def test_all_creatures_that_can_be_paid_together() -> None:
    rest = [f"{QUIDDITY}@Q1"] * 3
    game = ready(f"{ASSISTANT}@C1:1/2", f"{ASSISTANT}@C1:1/2", f"{HAG}@C1:3/3", *rest)
    cards = [game.decision.options[number - 1].card for number in shortcut(game)]
    assert sorted(cards) == [ASSISTANT, ASSISTANT, HAG]


def test_none_if_they_cannot_all_be_paid_or_there_is_one_only() -> None:
    one = [f"{QUIDDITY}@Q1"]
    assert shortcut(ready(f"{ASSISTANT}@C1:1/2", f"{HAG}@C1:3/3", *one)) == ()
    assert shortcut(ready(f"{HAG}@C1:3/3", *one * 3)) == ()


def test_all_portals_as_long_as_the_bag_has_dice() -> None:
    drawn = [*[PORTAL] * 3, *[QUIDDITY] * 3]
    faces = [f"{PORTAL}@W1", f"{PORTAL}@W1", f"{PORTAL}@W2", *[f"{QUIDDITY}@Q1"] * 3]

    def draws(in_bag: int) -> list[str]:
        position = Position(2, wilds=[HAG]).bag(0, *drawn, *[QUIDDITY] * in_bag)
        game = position.draws(*drawn).rolls(*faces).start(active=0).game
        assert game.decision.kind == "immediate"
        follow(game.clone(), shortcut(game))
        return sorted(game.decision.options[number - 1].face for number in shortcut(game))

    assert draws(4) == ["W1", "W1", "W2"]
    assert len(draws(2)) == 2
    assert len(draws(1)) == 1


def test_an_assistant_is_used_by_one_button() -> None:
    game = ready(f"{ASSISTANT}@R*", *[f"{QUIDDITY}@Q1"] * 3)
    assert [game.decision.options[number - 1].verb for number in shortcut(game)] == ["use"]


def test_a_shortcut_can_be_followed_to_its_end() -> None:
    found = {"cull": 0, "ready": 0, "immediate": 0}
    for seed in range(6):
        game = q.new_game(q.Rules(players=2, sets=["base"]), seed=seed)
        dealer = Dealer(seed, "test")
        while not game.over:
            numbers = shortcut(game)
            if numbers:
                follow(game.clone(), numbers)
                found[game.decision.kind] += 1
            options = game.decision.options
            game.apply(options[dealer.below(len(options))])
    assert min(found.values()) > 3


def follow(game: q.Game, numbers: tuple[int, ...]) -> None:
    """Choose what a shortcut names, each time the same or one like it."""
    assert len(numbers) <= MOST
    wanted = [game.decision.options[number - 1] for number in numbers]
    kind = game.decision.kind
    for option in wanted:
        assert game.decision.kind == kind
        looks = (option.verb, option.card, option.face)
        game.apply(next(o for o in game.decision.options if (o.verb, o.card, o.face) == looks))
