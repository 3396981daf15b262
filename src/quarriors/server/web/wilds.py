"""Wilds and set-up for owners of the box: what `quarriors wilds` prints, for clients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quarriors import lay_out
from quarriors.engine.rules import Rules
from quarriors.table.setup import refusing
from quarriors.server.web.shapes import (
    Pile,
    PlayersSetup,
    SetupStep,
    Wilds,
    WildsAnswer,
    WildsWish,
)
from quarriors.setup_code import encode
from quarriors.table_setup import agreed_rules, agreed_wilds
from quarriors.text import Texts


def laid_wilds(command: WildsWish, seed: int, language: str) -> WildsAnswer:
    """The Wilds that wishes and a seed give; what cannot be laid is refused."""
    with refusing():
        rules = agreed_rules(command.players, command.edition, command.sets, (), command.modules, command.code)
        commands = (command.mix, command.featured, command.wilds, command.without, command.code, command.swap)
        laid = [
            lay_out.lay_out(rules, agreed_wilds(rules, one, *commands))
            for one in range(seed, seed + command.count)
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
