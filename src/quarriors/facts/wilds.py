"""Wilds and set-up for owners of the box: what `quarriors wilds` prints, for clients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quarriors import lay_out
from quarriors.engine.rules import Rules
from quarriors.facts.shapes import (
    Pile,
    PlayersSetup,
    SetupStep,
    Wilds,
    WildsAnswer,
    WildsWish,
)
from quarriors.setup_code import encode
from quarriors.table.setup import refusing
from quarriors.table_setup import agreed_rules, agreed_wilds
from quarriors.text import Texts


def laid_wilds(wish: WildsWish, seed: int, language: str) -> WildsAnswer:
    """The Wilds that wishes and a seed give; what cannot be laid is refused."""
    with refusing():
        rules = agreed_rules(wish.players, wish.edition, wish.sets, (), wish.modules, wish.code)
        wishes = (
            wish.mix,
            wish.featured,
            wish.wilds,
            wish.without,
            wish.code,
            wish.swap,
        )
        laid = [
            lay_out.lay_out(rules, agreed_wilds(rules, one, *wishes))
            for one in range(seed, seed + wish.count)
        ]
    return WildsAnswer(
        rules.players,
        rules.edition,
        rules.sets,
        rules.modules,
        rules.house_rules,
        _piles(laid[0].basics),
        tuple(
            Wilds(encode([card.name for card, _ in one.wilds]), seed + at, _piles(one.wilds))
            for at, one in enumerate(laid)
        ),
        _setups(rules, language),
    )


def _piles(piles: Sequence[lay_out.Pile]) -> tuple[Pile, ...]:
    return tuple(Pile(card.name, dice) for card, dice in piles)


@lru_cache(maxsize=64)
def _setups(rules: Rules, language: str) -> tuple[PlayersSetup, ...]:
    """How to set up by these rules for every number of players."""
    return tuple(
        PlayersSetup(
            laid.rules.players,
            laid.rules.goal,
            tuple(SetupStep(*step) for step in lay_out.steps(laid, Texts(language))),
        )
        for laid in lay_out.usual_lay_outs(rules)
    )
