"""The rivals: named opponents from a gentle beginner to the strongest bot, each with a style.

This is the one table of what they are made of; `rival_bot` plays them and `docs/rivals.md` says how
strong they were measured to be. What people read about them is in the texts (`server.toml`, `web`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True)
class Taste:
    """What a rival likes beyond its use, in Glory.

    Attributes:
        cost: A creature to capture, for each quiddity of its cost above 5 (below: the opposite).
        spell: A spell to capture.
        draw: A die to capture whose faces draw dice, such as a Portal.
        bursts: A die to capture, for each of its faces with bursts.
        attack: A creature to capture, for each attack that one draw brings on average.
        summon: Summoning a creature.
        cull: Culling a die.
    """

    cost: float = 0.0
    spell: float = 0.0
    draw: float = 0.0
    bursts: float = 0.0
    attack: float = 0.0
    summon: float = 0.0
    cull: float = 0.0


@dataclass(frozen=True)
class Rival:
    """A named opponent.

    Attributes:
        id: What it is asked for by; a name of the registry.
        name: What it is called, in every language.
        thinks: What values come from: one step ahead, the whole turn, the learned policy, or that
            and a race.
        slips: How often it answers without thinking, from 0 to 1.
        blur: How far its values go astray, in Glory (in points of its score for a policy): the
            scale of the noise on each.
        taste: What it likes beyond its use.
        passes: Rollouts of its race; the same on every machine, however busy that is.
        rating: How strong it was measured to be, rounded; the beginner has 1000.
        strength: The same on the scale of all bots, from 0 to 4.
    """

    id: str
    name: str
    thinks: Literal["step", "plan", "policy", "race"]
    slips: float
    blur: float
    taste: Taste
    rating: int
    strength: int
    passes: int = 0


RIVALS: Final = {
    one.id: one
    for one in (
        Rival("pip", "Pip", "step", 0.46, 2.0, Taste(cost=-0.4, summon=0.3), 1000, 0),
        Rival("marta", "Marta", "step", 0.23, 1.2, Taste(cost=-0.2, cull=-0.5), 1135, 1),
        Rival("bruno", "Bruno", "step", 0.135, 0.95, Taste(cost=0.4), 1320, 1),
        Rival("isolde", "Isolde", "step", 0.03, 0.58, Taste(attack=0.3, summon=0.5), 1520, 2),
        Rival("orsino", "Orsino", "plan", 0.0, 0.5, Taste(spell=0.3, draw=0.4), 1690, 3),
        Rival("vesna", "Vesna", "policy", 0.0, 4.3, Taste(bursts=0.1), 1885, 4),
        Rival("zeno", "Zeno", "race", 0.0, 0.0, Taste(), 2080, 4, 200),
    )
}  # weakest first
