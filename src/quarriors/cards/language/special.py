"""Words that a single card uses: kept apart, so that the common vocabulary stays small.

Each is here because the card's text cannot be said with the common words without changing what it
means; `docs/vocabulary.md` names the card. A word that a second card needs moves to its part.
"""

from __future__ import annotations

from quarriors.cards.language.amounts import Amount
from quarriors.cards.language.kinds import Die, Scope
from quarriors.cards.language.modifiers import modifier
from quarriors.cards.language.steps import (
    FIRST,
    Step,
    amount_step,
    by_opponent,
    choose_seat,
    plain_step,
    row_step,
)
from quarriors.engine.ids import combine, effect, op, operand, trait
from quarriors.engine.ids import scope as scopes
from quarriors.engine.program import Condition, Filter, Modifier

# --- steps ------------------------------------------------------------------------------------


def by_left_neighbour() -> Step:
    """From here on the player to the opponent's left chooses."""
    return plain_step(op.LEFT)


def choose_player_but_owner(die: Die, *then: Step) -> Step:
    """Its controller chooses any player but the owner of a die chosen before."""
    return choose_seat(then, None, die)


def more_culls(amount: int) -> Step:
    """The culls of the scoring under way rise or fall (4.3)."""
    return amount_step(op.CULLS, amount)


def trade_locked(die: Die = FIRST) -> Step:
    """The owner of that die and the opponent exchange what they have locked."""
    return plain_step(op.TRADE_LOCKS, die=die)


def in_place_of_a_draw(die: Die = FIRST) -> Step:
    """A die that waits in an Active Pool counts as one of the dice to be drawn."""
    return plain_step(op.COUNT_AS_DRAW, die=die)


def out_of_battle(die: Die = FIRST) -> Step:
    """The creature cannot be named as defender for the rest of the battle."""
    return plain_step(op.SAFE, die=die)


def stop_damage() -> Step:
    """The attack total against its controller becomes 0."""
    return plain_step(op.NO_DAMAGE)


def reflect_damage() -> Step:
    """The same, and the attackers must stand half of it."""
    return plain_step(op.REFLECT)


def reroll_quest_die() -> Step:
    """The quest die just rolled is rolled again."""
    return plain_step(op.QUEST_REROLL)


def gamble_quest_die(die: Die = FIRST) -> Step:
    """Roll a quest die on its card: a quartifact is one's own, else it goes back."""
    return plain_step(op.QUEST_GAMBLE, die=die)


def take_quartifact(die: Die = FIRST) -> Step:
    """A quartifact comes to one's Ready Area, its face unchanged (12.6)."""
    return plain_step(op.TAKE_QUARTIFACT, die=die)


def return_to_quest_card() -> Step:
    """This quest die goes back to its card."""
    return plain_step(op.QUEST_RETURN)


def swap(die: Die = FIRST) -> Step:
    """This die and another one change owners and places."""
    return plain_step(op.SWAP, die=die)


def attack_against_me(amount: int, die: Die = FIRST) -> Step:
    """More or less attack for a creature this turn, against the controller only."""
    # To the opponent's eyes the controller is the one attacked.
    return by_opponent(row_step(effect.AGAINST, die, amount))


def spare_my_creatures() -> Step:
    """One's creatures destroyed this turn go to the Active Pool."""
    return row_step(effect.TO_ACTIVE, operand.SEAT, 0)


def summon_for_less(amount: int) -> Step:
    """What one summons from now on this turn costs less."""
    return row_step(effect.SUMMON, operand.SEAT, -amount)


def next_capture_cheaper(amount: int) -> Step:
    """One's next capture this turn costs less."""
    return row_step(effect.NEXT_CAPTURE, operand.SEAT, amount)


def draw_more_and_put_back(amount: int) -> Step:
    """In phase 2 of this turn draw that many more, then put as many back before rolling."""
    return row_step(effect.DRAW, operand.SEAT, amount)


def roll_in() -> Step:
    """Roll this die: a creature face enters the Ready Area for free, others the Used Pile."""
    return plain_step(op.ENTER)


def score_now() -> Step:
    """This creature scores at once; attack totals stay as they are."""
    return plain_step(op.SCORE)


def press_on() -> Step:
    """This creature's attack is added once more to what is left of the attack total."""
    return plain_step(op.PRESS)


def copy_it(die: Die = FIRST) -> Step:
    """This creature becomes an exact copy of another."""
    return plain_step(op.COPY, die=die)


# --- standing modifiers ---------------------------------------------------------------------


def printed_defense() -> Modifier:
    """Defenders against its attack have no more defense than their faces show."""
    return modifier(trait.PRINTED_DEFENSE, combine.SET, 1)


def no_glory() -> Modifier:
    """The carrier of this spell earns nothing when it scores."""
    return modifier(trait.GLORY_SELF, combine.CAP, 0)


def glory_of(scope: Scope, amount: Amount) -> Modifier:
    """More or less Glory for creatures in a scope."""
    return modifier(trait.GLORY_AURA, combine.ADD, amount, None, scope)


def summon_cost_is(amount: int, only_if: Condition | None = None) -> Modifier:
    """What it costs to summon it, before opponents add to it."""
    return modifier(trait.SUMMON_SELF, combine.SET, amount, only_if)


def summon_at_most(amount: int) -> Modifier:
    """How many dice of this class a player may summon in a turn."""
    return modifier(trait.SUMMON_LIMIT, combine.CAP, amount)


def capturing_it_allows_more(amount: int) -> Modifier:
    """A player who captures this die may capture that many more."""
    return modifier(trait.MORE_CAPTURES, combine.SET, amount)


def opponents_capture_at_most(amount: int) -> Modifier:
    """Opponents capture no more dice in a turn than that."""
    return modifier(trait.CAPTURE_LIMIT, combine.SET, amount)


def no_spell_may_choose_it() -> Modifier:
    """Opponents cannot choose it as the target of a spell."""
    return modifier(trait.UNTARGETABLE, combine.SET, 1)


def immunity_to_dark() -> Modifier:
    """No dark effect of an opponent touches it."""
    return modifier(trait.IMMUNE_SELF, combine.SET, trait.IMMUNE_TO_DARK)


def defends_first() -> Modifier:
    """It must be the first defender."""
    return modifier(trait.FIRST_DEFENDER, combine.SET, 1)


def need_not_defend() -> Modifier:
    """It need not be named as defender."""
    return modifier(trait.RELUCTANT, combine.SET, 1)


def keeps_away(which: Filter) -> Modifier:
    """Such creatures do not attack its owner's creatures in its area."""
    return modifier(trait.KEEP_AWAY, combine.ADD, 1, None, scopes.ATTACKERS, which)


def attached_spells_do_nothing() -> Modifier:
    """Spells attached to the creatures that it attacks have no effect."""
    return modifier(trait.MUTE_ATTACHED, combine.SET, 1)


def nobody_reacts() -> Modifier:
    """While it is locked nobody casts reaction spells."""
    return modifier(trait.NO_REACTIONS, combine.SET, 1)


def nobody_readies_spells() -> Modifier:
    """While it is locked nobody moves a spell die to a Ready Area."""
    return modifier(trait.NO_READYING, combine.SET, 1)


def draws_less(amount: int) -> Modifier:
    """While it is locked its holder draws fewer dice in phase 2."""
    return modifier(trait.DRAW_LESS, combine.SET, amount)


def brings_another() -> Modifier:
    """Whenever this face is rolled another die of the class comes from the Wilds (14.1)."""
    return modifier(trait.TAINT, combine.SET, 1)


def destroyed_when(condition: Condition) -> Modifier:
    """It is destroyed as soon as that holds."""
    return modifier(trait.DOOM, combine.SET, 1, condition)


def challenge_costs(amount: int) -> Modifier:
    """What an opponent pays to challenge the quest it is on."""
    return modifier(trait.CHALLENGE_PRICE, combine.SET, amount)


def guides_party(amount: int) -> Modifier:
    """With companions, the party counts for more levels; several do not add up."""
    return modifier(trait.QUEST_GUIDE, combine.SET, amount)


def quest_glory(amount: int) -> Modifier:
    """The quest it helps to complete gives more Glory; several do not add up."""
    return modifier(trait.QUEST_GLORY, combine.SET, amount)


def first_spell_to_bag() -> Modifier:
    """The first spell its owner casts while it is carried goes to the bag."""
    return modifier(trait.SPELL_TO_BAG, combine.SET, 1)
