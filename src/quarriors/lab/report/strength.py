"""How strong the bots of a run are: some games of each against a yardstick, by the same rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from quarriors.engine.rng import derived
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import Plan, play_plan

YARDSTICK: Final = "greedy"
OF_YARDSTICK: Final = "random"  # what the yardstick itself is compared with


@dataclass(frozen=True)
class Strength:
    """What a bot wins against others; a fair share is one part of as many as there are players."""

    bot: str
    against: str
    rate: Rate


def strengths(plan: Plan, games: int) -> list[Strength]:
    """Of each bot of a plan, on all seats in turn; games follow from the seed of the plan."""
    found = []
    players = plan.rules.players
    for bot in dict.fromkeys(plan.seats):
        against = OF_YARDSTICK if bot == YARDSTICK else YARDSTICK
        wins = 0.0
        for seat in range(players):
            seats = [against] * players
            seats[seat] = bot
            seed = derived(plan.seed, f"strength/{bot}/{seat}")
            trial = replace(plan, seats=tuple(seats), seed=seed, records=False, snapshots=False)
            for outcome in play_plan(trial, len(range(seat, games, players))):
                if seat in outcome.winners:
                    wins += 1 / len(outcome.winners)
        found.append(Strength(bot, against, Rate(wins, games)))
    return found
