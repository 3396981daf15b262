"""Tables of every kind for the tests of the environments, and games played at random on them."""

from __future__ import annotations

from collections.abc import Iterator

from quarriors import Game, Rules, new_game
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS
from quarriors.envs.core.play import Play

BASE = Rules(players=2)
ALL = Rules(players=4, sets=["all"])
MODULES: tuple[list[str], ...] = (
    ["quests", "light_vs_dark_rules"],
    ["quests"],
    [],
    ["light_vs_dark_rules"],
)
VARIANTS: tuple[list[str], ...] = ([], ["advanced_capture"], ["expert_culling"])


def mixed_rules(round_limit: int) -> Iterator[Rules]:
    """All sets mixed: every edition, choice of modules, number of players; variants in turn."""
    at = 0
    for edition in EDITIONS:
        for modules in MODULES:
            for players in (2, 3, 4):
                yield Rules(
                    players=players,
                    edition=edition,
                    sets=["all"],
                    modules=modules,
                    variants=VARIANTS[at % 3],
                    round_limit=round_limit,
                )
                at += 1


def positions(rules: Rules, seed: int) -> Iterator[tuple[Game, Play, Dealer]]:
    """Every decision of a game at random; the dealer may be used for more choices."""
    game = new_game(rules, seed)
    play = Play(game)
    dealer = Dealer(seed, "test")
    while not game.over:
        yield game, play, dealer
        play.apply(play.numbers[dealer.below(len(play.numbers))])
    yield game, play, dealer
