"""Standing traits: what a modifier changes while its die is there, by the question that reads it.

Those named SELF change the die itself (or the carrier of an attached spell); an AURA changes
others, and its scope says which.
"""

from __future__ import annotations

from typing import Final

ATTACK_SELF: Final = 0
ATTACK_AURA: Final = 1
DEFENSE_SELF: Final = 2
DEFENSE_AURA: Final = 3
GLORY_SELF: Final = 4
GLORY_AURA: Final = 5
SUMMON_SELF: Final = 6  # what it costs to summon
SUMMON_AURA: Final = 7
SUMMON_LIMIT: Final = 8  # how many dice of the class one may summon in a turn
CAPTURE_AURA: Final = 9  # what captures cost
UNTARGETABLE: Final = 10  # opponents' spells cannot choose it
MUTE_ATTACHED: Final = 11  # spells attached to defenders do nothing in its owner's attack
DOOM: Final = 12  # destroyed as soon as its condition holds
DEATH_PLACE: Final = 13  # where its die goes when it is destroyed
IMMUNE_SELF: Final = 14  # 10.5: ALL effects of opponents, or only DARK ones
IMMUNE_AURA: Final = 15
NO_DAMAGE: Final = 16  # takes no damage from the attack if its condition holds (6.6)
LETHAL: Final = 17  # one point of the attack it takes part in destroys any defender
FIRST_DEFENDER: Final = 18  # must be named first
RELUCTANT: Final = 19  # need not be named as defender
PRINTED_DEFENSE: Final = 20  # defenders against its attack have the defense on their faces
NO_REACTIONS: Final = 21  # nobody casts reaction spells
NO_READYING: Final = 22  # nobody readies spells
CAPTURE_LIMIT: Final = 23  # the most that opponents may capture
DRAW_LESS: Final = 24  # its owner draws fewer dice in phase 2
NO_BUY_OFF: Final = 25  # cannot be unlocked with quiddity (11.4)
PLACE_ANYWHERE: Final = 26  # may be locked into another player's Locked Area (11.5)
TAINT: Final = 27  # rolling this face brings another die of its card (14.1)
MORE_CAPTURES: Final = 28  # how many more captures capturing it allows
CHALLENGE_PRICE: Final = 29  # what challenging its quest costs
QUEST_LEVEL: Final = 30  # levels more when a quest is checked
QUEST_GUIDE: Final = 31  # the same for the whole party, the highest only
QUEST_GLORY: Final = 32  # Glory more from the quest, the highest only
SPELL_TO_BAG: Final = 33  # the first spell its owner casts goes to the bag
KEEP_AWAY: Final = 34  # such creatures do not attack its owner's creatures in its area
COUNT: Final = 35
IMMUNE_TO_ALL: Final = 1
IMMUNE_TO_DARK: Final = 2
