"""Standing modifiers: what a die changes for as long as it lies there.

Each is one question of `engine/numbers.py`; an aura says by its scope whom it touches.
"""

from __future__ import annotations

from quarriors.cards.language.which import ANYBODY, QUEST, READY, Amount, creatures, number_of
from quarriors.engine import words as w
from quarriors.engine.program import Condition, Filter, Modifier


def modifier(
    kind: int,
    how: int,
    amount: Amount,
    only_if: Condition | None = None,
    scope: int = w.NOBODY_ELSE,
    which: Filter | None = None,
) -> Modifier:
    """A standing modifier of one kind; see `words.ATTACK_SELF` and its like."""
    return Modifier(kind, how, number_of(amount), only_if, scope, which)


# Whom an aura touches; see words.py.
COMPANIONS, ALL_MINE, ALL_FOES, EVERYBODY = w.COMPANIONS, w.ALL_MINE, w.ALL_FOES, w.EVERYBODY
ATTACKERS, DEFENDERS, PARTY = w.ATTACKERS, w.DEFENDERS, w.PARTY


def attack(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More attack for this creature, or for the carrier of this spell."""
    return modifier(w.ATTACK_SELF, w.ADD, amount, only_if)


def attack_is(amount: Amount) -> Modifier:
    """The creature's attack, where its die shows a question mark."""
    return modifier(w.ATTACK_SELF, w.SET, amount)


def attack_of(
    scope: int, amount: Amount, which: Filter | None = None, only_if: Condition | None = None
) -> Modifier:
    """More or less attack for creatures in a scope."""
    return modifier(w.ATTACK_AURA, w.ADD, amount, only_if, scope, which)


def attack_at_most(scope: int, amount: Amount, which: Filter | None = None) -> Modifier:
    """Creatures in a scope count for no more than that."""
    return modifier(w.ATTACK_AURA, w.CAP, amount, None, scope, which)


def others_attack(amount: Amount) -> Modifier:
    """More attack for the owner's other creatures in the same area."""
    return attack_of(COMPANIONS, amount)


def attackers_at_most(amount: Amount, max_level: int = 99) -> Modifier:
    """Creatures that attack its owner count for no more than that."""
    return attack_at_most(ATTACKERS, amount, _up_to(max_level))


def _up_to(max_level: int) -> Filter | None:
    return None if max_level == 99 else creatures(ANYBODY, READY, QUEST, max_level=max_level)


def defense(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More defense for this creature, or for the carrier of this spell."""
    return modifier(w.DEFENSE_SELF, w.ADD, amount, only_if)


def defense_is(amount: Amount) -> Modifier:
    """The creature's defense, where its die shows a question mark."""
    return modifier(w.DEFENSE_SELF, w.SET, amount)


def defense_of(
    scope: int, amount: Amount, which: Filter | None = None, *, add_up: bool = True
) -> Modifier:
    """More or less defense for creatures in a scope; some do not add up."""
    return modifier(w.DEFENSE_AURA, w.ADD if add_up else w.BEST, amount, None, scope, which)


def others_defense(amount: Amount) -> Modifier:
    """More defense for the owner's other creatures in the same area."""
    return defense_of(COMPANIONS, amount)


def glory(
    amount: Amount, only_if: Condition | None = None, which: Filter | None = None
) -> Modifier:
    """More Glory when this creature, or the carrier of this spell (if such a one), scores."""
    return modifier(w.GLORY_SELF, w.ADD, amount, only_if, w.NOBODY_ELSE, which)


def opponents_summon_for_more(amount: Amount, which: Filter | None = None) -> Modifier:
    """What opponents pay on top for every creature (of that kind) they summon."""
    return modifier(w.SUMMON_AURA, w.ADD, amount, None, ALL_FOES, which)


def captures_cost(scope: int, amount: int) -> Modifier:
    """What captures cost its owner (ALL_MINE) or the opponents (ALL_FOES) more or less."""
    return modifier(w.CAPTURE_AURA, w.ADD, amount, None, scope)


def immunity() -> Modifier:
    """No effect of an opponent touches it, or the carrier (10.5)."""
    return modifier(w.IMMUNE_SELF, w.SET, w.IMMUNE_TO_ALL)


def immunity_of(scope: int, which: Filter | None = None) -> Modifier:
    """The same for creatures in a scope."""
    return modifier(w.IMMUNE_AURA, w.ADD, 1, None, scope, which)


def takes_no_damage(only_if: Condition) -> Modifier:
    """It cannot be destroyed by such an attack, but takes up damage once (6.6)."""
    return modifier(w.NO_DAMAGE, w.SET, 1, only_if)


def one_point_destroys() -> Modifier:
    """Any damage of an attack it takes part in destroys a defender."""
    return modifier(w.LETHAL, w.SET, 1)


def cannot_be_bought_off() -> Modifier:
    """Nobody unlocks it with quiddity (11.4)."""
    return modifier(w.NO_BUY_OFF, w.SET, 1)


def may_be_locked_anywhere() -> Modifier:
    """It may be placed in another player's Locked Area (11.5)."""
    return modifier(w.PLACE_ANYWHERE, w.SET, 1)


def when_destroyed_goes_to(place: int) -> Modifier:
    """Where its die (or the carrier's) goes instead of the Used Pile."""
    return modifier(w.DEATH_PLACE, w.SET, place)


def quest_levels(amount: int) -> Modifier:
    """The carrier counts for more levels when a quest is checked (12.4)."""
    return modifier(w.QUEST_LEVEL, w.ADD, amount)
