"""The bot that plays a rival: values as other bots have them, blurred, and bent by its taste.

How strong a rival is follows from numbers alone: how far it thinks, how often it slips and how far
its values go astray. No clock is involved, so that a rival is as strong on a busy machine as on an
idle one; a server that cannot wait for it lets another bot answer and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from quarriors.bots.base import Explanation, Seat
from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.lookahead import option_values, plan_values
from quarriors.bots.brain.policy import policy_scores
from quarriors.bots.explain import explain_values
from quarriors.bots.master import MasterBot
from quarriors.bots.rivals import Rival, Taste
from quarriors.bots.sense import Thinker
from quarriors.engine.catalog import Card
from quarriors.engine.game import Decision, Option
from quarriors.engine.queries import State
from quarriors.engine.rng import SPAN, Dealer

NODES: Final = 40  # positions that a plan looks at for each option
SAMPLES: Final = 4  # of luck, at most
USUAL_COST: Final = 5  # of a creature


class RivalBot(Thinker):
    """Plays a rival."""

    def __init__(self, seat: int, seed: int, *, rival: Rival) -> None:
        super().__init__(seat, seed, f"rival-{rival.id}")
        self._rival = rival
        self._race = MasterBot(seat, seed, iterations=rival.passes) if rival.passes else None

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        """The option that it likes best, as far as it looked."""
        chosen = self._choice(seat, decision, Dealer(self.luck, "slips"))
        self._asked += 1
        return chosen

    def _choice(self, seat: Seat, decision: Decision, dealer: Dealer) -> Option:
        options = decision.options
        if dealer.below(10_000) < 10_000 * self._rival.slips:
            return options[dealer.below(len(options))]
        if self._race is not None:
            return self._race.decide(seat, decision)
        found = [
            value + self._rival.blur * _noise(dealer) for value in self._values(seat, decision)
        ]
        return options[found.index(max(found))]

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        """The best options with what they are worth, without slips and blur."""
        if self._race is not None:
            return self._race.explain(seat, decision)
        values = self._values(seat, decision)
        if self._rival.thinks != "policy":
            return explain_values(seat, decision, values)
        best = decision.options[values.index(max(values))]
        state, work = self.look(seat)  # points of a score tell a person nothing, Glory does
        values = plan_values(state, seat.number, work, self.luck, SAMPLES, NODES)
        return explain_values(seat, decision, values, best)

    def _values(self, seat: Seat, decision: Decision) -> Sequence[float]:
        """What each option is worth to this rival: in Glory, or in points of the policy."""
        state, work = self.look(seat)
        if self._rival.thinks == "step":
            values = option_values(state, seat.number, work, self.luck, 1)
        elif self._rival.thinks == "plan":
            values = plan_values(state, seat.number, work, self.luck, SAMPLES, NODES)
        else:
            values = policy_scores(state, self.policy(state.setup))
        return [
            value + liking(self._rival.taste, state, option)
            for option, value in zip(decision.options, values, strict=True)
        ]


def liking(taste: Taste, s: State, option: Option) -> float:
    """What an option is worth beyond its use, in Glory."""
    die = option.die
    if option.verb == "summon":
        return taste.summon
    if option.verb in ("cull", "cull-die"):
        return taste.cull
    if option.verb not in ("capture", "take") or die is None:
        return 0.0
    card = s.setup.cards[s.setup.slot[die]]
    found = taste.bursts * sum(face.bursts > 0 for face in card.design.faces)
    if card.kind == "creature":
        found += taste.cost * (card.cost - USUAL_COST)
        found += taste.attack * die_values(s.setup.catalog).attack[card.index]
    elif card.kind == "spell":
        found += taste.spell
    elif _draws(card):
        found += taste.draw
    return found


def _draws(card: Card) -> bool:
    return any(face.draw for face in card.design.faces)


def _noise(dealer: Dealer) -> float:
    """A number by Gumbel's law: the highest value with it is a choice by softmax."""
    return -log(-log((dealer.below(SPAN) + 0.5) / SPAN))
