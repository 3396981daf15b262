"""Events that abilities answer."""

from __future__ import annotations

from typing import Final

SUMMONED: Final = 0  # paid for and moved to the Ready Area
ENTERED: Final = 1  # came to the Ready Area by any means
SCORING_NOW: Final = 2  # earned its Glory, has not left the Ready Area yet
SCORED: Final = 3  # lies in the Used Pile, before culling (4.4)
DESTROYED: Final = 4  # has been destroyed and moved (6.5)
DYING_NOW: Final = 5  # is destroyed and not moved: decides where it goes
KILL: Final = 6  # its owner destroyed a creature
KILL_ASIDE: Final = 7  # the same, for a die that was set aside
BEFORE_DEFENSE: Final = 8  # its owner attacks, one opponent is about to choose defenders
CAST: Final = 9
ATTACH: Final = 10
IMMEDIATE: Final = 11
REACT: Final = 12
BEFORE_SCORE: Final = 13  # its owner is about to score, nothing has scored yet
WOULD_DIE: Final = 14  # is about to be destroyed: may be prevented
ALLY_DYING: Final = 15  # another creature of its owner is destroyed and not moved
ANY_DYING: Final = 16  # locked: a creature of anybody's is destroyed and not moved
LOCK: Final = 17  # has just been locked (11.1)
DREW: Final = 18  # locked: a player drew dice; the opponent is the player who drew
ROLLED: Final = 19  # locked: a player rolled the dice just drawn
FOE_ATTACKS: Final = 20  # locked: an opponent declares an attack
AFTER_ATTACK: Final = 21  # its owner's attack is over
AFTER_DEFENSE: Final = 22  # its owner's defense is over
FOE_SUMMONS: Final = 23  # an opponent summoned a creature
QUEST_DONE: Final = 24  # helped to complete a quest (12.4)
QUEST_DIE: Final = 25  # the same, when the quest die has been rolled
QUEST_OVER: Final = 26  # the same, when the die has been resolved
BONUS: Final = 27  # the "?" of a quest die (12.5)
EQUIP: Final = 28  # a quartifact is attached (12.6)
ANCHOR: Final = 29  # an anchored spell is used (13.6)
DECLARED: Final = 30  # its owner declares an attack, nothing is counted yet
COUNT: Final = 31
