"""Standing modifiers: what a die changes for as long as it lies there.

Each answers one question of the engine (`engine/ids/trait.py`); an aura says by its scope whom it
touches.
"""

from __future__ import annotations

from quarriors.cards.language.amounts import Amount, number_of
from quarriors.cards.language.filters import creatures
from quarriors.cards.language.kinds import Place, Scope
from quarriors.engine.ids import combine, limit, place, trait, whose
from quarriors.engine.ids import scope as scopes
from quarriors.engine.program import Condition, Filter, Modifier


def modifier(
    kind: int,
    how: int,
    amount: Amount,
    only_if: Condition | None = None,
    reach: int = scopes.NOBODY_ELSE,
    which: Filter | None = None,
) -> Modifier:
    """A standing modifier of one kind; see `ids.trait` and its like."""
    return Modifier(kind, how, number_of(amount), only_if, reach, which)


def attack(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More attack for this creature, or for the carrier of this spell."""
    return modifier(trait.ATTACK_SELF, combine.ADD, amount, only_if)


def attack_is(amount: Amount) -> Modifier:
    """The creature's attack, where its die shows a question mark."""
    return modifier(trait.ATTACK_SELF, combine.SET, amount)


def attack_of(
    scope: Scope, amount: Amount, which: Filter | None = None, only_if: Condition | None = None
) -> Modifier:
    """More or less attack for creatures in a scope."""
    return modifier(trait.ATTACK_AURA, combine.ADD, amount, only_if, scope, which)


def attack_at_most(scope: Scope, amount: Amount, which: Filter | None = None) -> Modifier:
    """Creatures in a scope count for no more than that."""
    return modifier(trait.ATTACK_AURA, combine.CAP, amount, None, scope, which)


def others_attack(amount: Amount) -> Modifier:
    """More attack for the owner's other creatures in the same area."""
    return attack_of(scopes.COMPANIONS, amount)


def attackers_at_most(amount: Amount, max_level: int = limit.NO_UPPER) -> Modifier:
    """Creatures that attack its owner count for no more than that."""
    return attack_at_most(scopes.ATTACKERS, amount, _up_to(max_level))


def _up_to(max_level: int) -> Filter | None:
    if max_level == limit.NO_UPPER:
        return None
    return creatures(whose.ANYBODY, place.READY, place.QUEST, max_level=max_level)


def defense(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More defense for this creature, or for the carrier of this spell."""
    return modifier(trait.DEFENSE_SELF, combine.ADD, amount, only_if)


def defense_is(amount: Amount) -> Modifier:
    """The creature's defense, where its die shows a question mark."""
    return modifier(trait.DEFENSE_SELF, combine.SET, amount)


def defense_of(
    scope: Scope, amount: Amount, which: Filter | None = None, *, best_only: bool = False
) -> Modifier:
    """More or less defense for creatures in a scope; with `best_only` several do not add up."""
    return modifier(
        trait.DEFENSE_AURA, combine.BEST if best_only else combine.ADD, amount, None, scope, which
    )


def others_defense(amount: Amount) -> Modifier:
    """More defense for the owner's other creatures in the same area."""
    return defense_of(scopes.COMPANIONS, amount)


def glory(
    amount: Amount, only_if: Condition | None = None, which: Filter | None = None
) -> Modifier:
    """More Glory when this creature, or the carrier of this spell (if such a one), scores."""
    return modifier(trait.GLORY_SELF, combine.ADD, amount, only_if, scopes.NOBODY_ELSE, which)


def opponents_summon_for_more(amount: Amount, which: Filter | None = None) -> Modifier:
    """What opponents pay on top for every creature (of that kind) they summon."""
    return modifier(trait.SUMMON_AURA, combine.ADD, amount, None, scopes.ALL_FOES, which)


def captures_cost(scope: Scope, amount: int) -> Modifier:
    """What captures cost its owner (ALL_MINE) or the opponents (ALL_FOES) more or less."""
    return modifier(trait.CAPTURE_AURA, combine.ADD, amount, None, scope)


def immunity() -> Modifier:
    """No effect of an opponent touches it, or the carrier (10.5)."""
    return modifier(trait.IMMUNE_SELF, combine.SET, trait.IMMUNE_TO_ALL)


def immunity_of(scope: Scope, which: Filter | None = None) -> Modifier:
    """The same for creatures in a scope."""
    return modifier(trait.IMMUNE_AURA, combine.ADD, 1, None, scope, which)


def takes_no_damage(only_if: Condition) -> Modifier:
    """It cannot be destroyed by such an attack, but takes up damage once (6.6)."""
    return modifier(trait.NO_DAMAGE, combine.SET, 1, only_if)


def one_point_destroys() -> Modifier:
    """Any damage of an attack it takes part in destroys a defender."""
    return modifier(trait.LETHAL, combine.SET, 1)


def cannot_be_bought_off() -> Modifier:
    """Nobody unlocks it with quiddity (11.4)."""
    return modifier(trait.NO_BUY_OFF, combine.SET, 1)


def may_be_locked_anywhere() -> Modifier:
    """It may be placed in another player's Locked Area (11.5)."""
    return modifier(trait.PLACE_ANYWHERE, combine.SET, 1)


def when_destroyed_goes_to(place: Place) -> Modifier:
    """Where its die (or the carrier's) goes instead of the Used Pile."""
    return modifier(trait.DEATH_PLACE, combine.SET, place)


def quest_levels(amount: int) -> Modifier:
    """The carrier counts for more levels when a quest is checked (12.4)."""
    return modifier(trait.QUEST_LEVEL, combine.ADD, amount)
