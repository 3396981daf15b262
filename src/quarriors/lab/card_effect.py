"""What a card changes: the same tables and dice played with it and without it.

Who captures a card is not left to chance, so the win rate of its captors does not tell what it
does. Here chance decides alone: every pair of games has one seed, and the two tables differ in one
place of the Wilds, where the card or another one lies. What differs between the two games of a pair
is the effect of the card, and the pairs say how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from quarriors.lab.executor import Executor, Stop, never, run_jobs
from quarriors.lab.rates import Mean, mean_of
from quarriors.lab.simulate import Outcome, Plan, play_game
from quarriors.table_setup import dealt_wilds

MEASURES: Final = ("rounds", "decisions", "winner", "others", "lead", "first")


@dataclass(frozen=True)
class Pair:
    """Two games of one seed."""

    present: Outcome
    absent: Outcome
    instead: str  # the card in its place


def measures(outcome: Outcome) -> dict[str, float]:
    """What is compared of a game, by name."""
    ranked = sorted(outcome.glory, reverse=True)
    others = sum(ranked[1:]) / (len(ranked) - 1)
    first = 1 / len(outcome.winners) if outcome.first in outcome.winners else 0.0
    return {
        "rounds": outcome.rounds,
        "decisions": outcome.decisions,
        "winner": ranked[0],
        "others": others,
        "lead": ranked[0] - ranked[1],
        "first": first,
    }


def play_pairs(
    plan: Plan, card: str, games: int, executor: Executor | int = 1, stop: Stop = never
) -> Iterator[Pair]:
    """Pairs of games with and without a card, in their order; the plan leaves the Wilds open."""
    tables(plan, card, 0)  # a card that cannot lie there, or cannot be replaced, is refused here
    return run_jobs(partial(play_pair, plan, card), range(games), executor, stop)


def play_pair(plan: Plan, card: str, index: int, halt: Stop = never) -> Pair | None:
    """Both games of a number; None if they were dropped."""
    present, absent = tables(plan, card, index)
    with_it = play_game(replace(plan, wilds=present), index, halt)
    without = None if with_it is None else play_game(replace(plan, wilds=absent), index, halt)
    if with_it is None or without is None:
        return None
    (instead,) = set(absent) - set(present)
    return Pair(with_it, without, instead)


def tables(plan: Plan, card: str, index: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The Wilds of a number with the card, and the same with another card in its place."""
    seed = plan.game_seed(index)
    deal = partial(dealt_wilds, plan.rules, seed, plan.mix, plan.featured or None)
    present = [one.name for one in deal([*plan.include, card], plan.exclude)]
    kept = [name for name in present if name != card]
    (other,) = {one.name for one in deal(kept, [*plan.exclude, card])} - set(kept)
    return tuple(present), tuple(other if name == card else name for name in present)


@dataclass
class Effect:
    """Gathers pairs of games."""

    card: str
    pairs: int = 0
    captured: int = 0  # games in which somebody captured the card
    _values: dict[str, list[tuple[float, float]]] = field(
        default_factory=lambda: {name: [] for name in MEASURES}
    )

    def add(self, pair: Pair) -> None:
        """One more pair."""
        self.pairs += 1
        self.captured += self.card in pair.present.captors
        present, absent = measures(pair.present), measures(pair.absent)
        for name in MEASURES:
            self._values[name].append((present[name], absent[name]))

    def averages(self, name: str) -> tuple[float, float]:
        """A measure with the card and without it."""
        values = self._values[name]
        present, absent = (sum(one[at] for one in values) / len(values) for at in (0, 1))
        return present, absent

    def difference(self, name: str) -> Mean:
        """How much more of a measure there is with the card, with its interval."""
        return mean_of([present - absent for present, absent in self._values[name]])

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "card": self.card,
            "pairs": self.pairs,
            "captured": self.captured,
            "measures": {name: self._measure(name) for name in MEASURES} if self.pairs else {},
        }

    def _measure(self, name: str) -> dict[str, Any]:
        present, absent = self.averages(name)
        apart = self.difference(name)
        return {
            "with": round(present, 4),
            "without": round(absent, 4),
            "difference": round(apart.value, 4),
            "interval": [round(end, 4) for end in apart.interval],
        }
