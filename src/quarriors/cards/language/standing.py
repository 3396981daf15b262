"""Standing modifiers: what a die changes for as long as it lies there.

Each is one question of `engine/numbers.py`; an aura says by its scope whom it touches.
"""

from __future__ import annotations

from quarriors.cards.language.which import ANYBODY, QUEST, READY, Amount, creatures, number_of
from quarriors.engine import words as w
from quarriors.engine.program import Condition, Filter, Modifier


def _modifier(
    kind: int,
    how: int,
    amount: Amount,
    only_if: Condition | None = None,
    scope: int = w.NOBODY_ELSE,
    which: Filter | None = None,
) -> Modifier:
    return Modifier(kind, how, number_of(amount), only_if, scope, which)


# Whom an aura touches; see words.py.
COMPANIONS, ALL_MINE, ALL_FOES, EVERYBODY = w.COMPANIONS, w.ALL_MINE, w.ALL_FOES, w.EVERYBODY
ATTACKERS, DEFENDERS, PARTY = w.ATTACKERS, w.DEFENDERS, w.PARTY


def attack(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More attack for this creature, or for the carrier of this spell."""
    return _modifier(w.ATTACK_SELF, w.ADD, amount, only_if)


def attack_is(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """The creature's attack, where its die shows a question mark."""
    return _modifier(w.ATTACK_SELF, w.SET, amount, only_if)


def attack_of(
    scope: int, amount: Amount, which: Filter | None = None, only_if: Condition | None = None
) -> Modifier:
    """More or less attack for creatures in a scope."""
    return _modifier(w.ATTACK_AURA, w.ADD, amount, only_if, scope, which)


def attack_at_most(scope: int, amount: Amount, which: Filter | None = None) -> Modifier:
    """Creatures in a scope count for no more than that."""
    return _modifier(w.ATTACK_AURA, w.CAP, amount, None, scope, which)


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
    return _modifier(w.DEFENSE_SELF, w.ADD, amount, only_if)


def defense_is(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """The creature's defense, where its die shows a question mark."""
    return _modifier(w.DEFENSE_SELF, w.SET, amount, only_if)


def defense_of(
    scope: int, amount: Amount, which: Filter | None = None, *, add_up: bool = True
) -> Modifier:
    """More or less defense for creatures in a scope; some do not add up."""
    return _modifier(w.DEFENSE_AURA, w.ADD if add_up else w.BEST, amount, None, scope, which)


def others_defense(amount: Amount) -> Modifier:
    """More defense for the owner's other creatures in the same area."""
    return defense_of(COMPANIONS, amount)


def printed_defense() -> Modifier:
    """Defenders against its attack have no more defense than their faces show."""
    return _modifier(w.PRINTED_DEFENSE, w.SET, 1)


def glory(
    amount: Amount, only_if: Condition | None = None, which: Filter | None = None
) -> Modifier:
    """More Glory when this creature, or the carrier of this spell (if such a one), scores."""
    return _modifier(w.GLORY_SELF, w.ADD, amount, only_if, w.NOBODY_ELSE, which)


def no_glory() -> Modifier:
    """The carrier of this spell earns nothing when it scores."""
    return _modifier(w.GLORY_SELF, w.CAP, 0)


def glory_of(scope: int, amount: Amount) -> Modifier:
    """More or less Glory for creatures in a scope."""
    return _modifier(w.GLORY_AURA, w.ADD, amount, None, scope)


def opponents_summon_for_more(amount: Amount, which: Filter | None = None) -> Modifier:
    """What opponents pay on top for every creature (of that kind) they summon."""
    return _modifier(w.SUMMON_AURA, w.ADD, amount, None, ALL_FOES, which)


def summon_cost_is(amount: int, only_if: Condition | None = None) -> Modifier:
    """What it costs to summon it, before opponents add to it."""
    return _modifier(w.SUMMON_SELF, w.SET, amount, only_if)


def summon_at_most(amount: int) -> Modifier:
    """How many dice of this class a player may summon in a turn."""
    return _modifier(w.SUMMON_LIMIT, w.CAP, amount)


def captures_cost(scope: int, amount: int) -> Modifier:
    """What captures cost its owner (ALL_MINE) or the opponents (ALL_FOES) more or less."""
    return _modifier(w.CAPTURE_AURA, w.ADD, amount, None, scope)


def capturing_it_allows_more(amount: int) -> Modifier:
    """Whoever captures this die may capture so many more."""
    return _modifier(w.MORE_CAPTURES, w.SET, amount)


def opponents_capture_at_most(amount: int) -> Modifier:
    """Opponents capture no more dice in a turn than that."""
    return _modifier(w.CAPTURE_LIMIT, w.SET, amount)


def no_spell_may_choose_it() -> Modifier:
    """Opponents cannot choose it as the target of a spell."""
    return _modifier(w.UNTARGETABLE, w.SET, 1)


def immunity() -> Modifier:
    """No effect of an opponent touches it, or the carrier (10.5)."""
    return _modifier(w.IMMUNE_SELF, w.SET, w.IMMUNE_TO_ALL)


def immunity_to_dark() -> Modifier:
    """No dark effect of an opponent touches it."""
    return _modifier(w.IMMUNE_SELF, w.SET, w.IMMUNE_TO_DARK)


def immunity_of(scope: int, which: Filter | None = None) -> Modifier:
    """The same for creatures in a scope."""
    return _modifier(w.IMMUNE_AURA, w.ADD, 1, None, scope, which)


def takes_no_damage(only_if: Condition) -> Modifier:
    """It cannot be destroyed by such an attack, but takes up damage once (6.6)."""
    return _modifier(w.NO_DAMAGE, w.SET, 1, only_if)


def one_point_destroys() -> Modifier:
    """Any damage of an attack it takes part in destroys a defender."""
    return _modifier(w.LETHAL, w.SET, 1)


def defends_first() -> Modifier:
    """It must be the first defender."""
    return _modifier(w.FIRST_DEFENDER, w.SET, 1)


def need_not_defend() -> Modifier:
    """It need not be named as defender."""
    return _modifier(w.RELUCTANT, w.SET, 1)


def attached_spells_do_nothing() -> Modifier:
    """While it attacks, spells attached to defenders' creatures have no effect."""
    return _modifier(w.MUTE_ATTACHED, w.SET, 1)


def nobody_reacts() -> Modifier:
    """While it is locked nobody casts reaction spells."""
    return _modifier(w.NO_REACTIONS, w.SET, 1)


def nobody_readies_spells() -> Modifier:
    """While it is locked nobody moves a spell die to a Ready Area."""
    return _modifier(w.NO_READYING, w.SET, 1)


def draws_less(amount: int) -> Modifier:
    """While it is locked its holder draws fewer dice in phase 2."""
    return _modifier(w.DRAW_LESS, w.SET, amount)


def cannot_be_bought_off() -> Modifier:
    """Nobody unlocks it with quiddity (11.4)."""
    return _modifier(w.NO_BUY_OFF, w.SET, 1)


def may_be_locked_anywhere() -> Modifier:
    """It may be placed in another player's Locked Area (11.5)."""
    return _modifier(w.PLACE_ANYWHERE, w.SET, 1)


def brings_another() -> Modifier:
    """Whenever this face is rolled another die of the class comes from the Wilds (14.1)."""
    return _modifier(w.TAINT, w.SET, 1)


def destroyed_when(condition: Condition) -> Modifier:
    """It is destroyed as soon as that holds."""
    return _modifier(w.DOOM, w.SET, 1, condition)


def when_destroyed_goes_to(place: int) -> Modifier:
    """Where its die (or the carrier's) goes instead of the Used Pile."""
    return _modifier(w.DEATH_PLACE, w.SET, place)


def challenge_costs(amount: int) -> Modifier:
    """What an opponent pays to challenge the quest it is on."""
    return _modifier(w.CHALLENGE_PRICE, w.SET, amount)


def quest_levels(amount: int) -> Modifier:
    """The carrier counts for more levels when a quest is checked (12.4)."""
    return _modifier(w.QUEST_LEVEL, w.ADD, amount)


def guides_party(amount: int) -> Modifier:
    """With companions, the party counts for more levels; several do not add up."""
    return _modifier(w.QUEST_GUIDE, w.SET, amount)


def quest_glory(amount: int) -> Modifier:
    """The quest it helps to complete gives more Glory; several do not add up."""
    return _modifier(w.QUEST_GLORY, w.SET, amount)


def first_spell_to_bag() -> Modifier:
    """The first spell its owner casts while it is carried goes to the bag."""
    return _modifier(w.SPELL_TO_BAG, w.SET, 1)
