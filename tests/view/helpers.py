"""Games and speech that the tests of what people see have in common."""

from __future__ import annotations

from collections.abc import Iterator

from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, Rules
from quarriors.game import Game, new_game
from quarriors.text import Texts
from quarriors.view.speech import Speech

NAMES = ("Anna", "Bruno", "Carla", "Dora")
LANGUAGES = ("en", "it")


def speech(language: str = "en", *, signs: bool = False) -> Speech:
    """Four players with names."""
    return Speech(Texts(language), NAMES, signs)


def some_games(count: int, *, log: bool = False) -> Iterator[tuple[Game, Dealer]]:
    """Games of all editions, player counts and variants, with a dealer to play them at random."""
    for number in range(count):
        variants = ["expert_culling"] if number % 5 == 4 else []
        if number % 3 == 2:
            variants.append("advanced_capture")
        rules = Rules(2 + number % 3, EDITIONS[number % 4], variants=variants)
        yield new_game(rules, 100 + number, log=log), Dealer(number, "test")


MIXES = (
    ["all"],
    ["base", "rise_of_the_demons"],
    ["base", "quest_of_the_qladiator", "quarmageddon"],
    ["light_vs_dark"],
    ["base", "quartifacts"],
    ["base", "quartifacts", "light_vs_dark", "quest_of_the_qladiator"],
)


def mixed_games(count: int, *, log: bool = False) -> Iterator[tuple[Game, Dealer]]:
    """Games with expansions, of all editions and player counts, some with house rules."""
    for number in range(count):
        sets = MIXES[number % len(MIXES)]
        variants = ["expert_culling"] if number % 7 == 4 else []
        modules = ["quests"] if sets == ["all"] and number % 4 == 3 else None
        edition = EDITIONS[(number // 2 + 3) % 4]
        rules = Rules(2 + number % 3, edition, sets, variants, modules=modules)
        yield new_game(rules, 200 + number, log=log), Dealer(number, "mixed")


def play_on(game: Game, dealer: Dealer, most: int = 10_000) -> None:
    """Random answers, a number of them or to the end."""
    for _ in range(most):
        if game.over:
            return
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
