"""What a number counts when it is asked for; grouped by what it is about.

A mask names the kinds of a group, as bits; those of the running program have none, and MATCHING
belongs to no group.
"""

from __future__ import annotations

from typing import Final

MATCHING: Final = 0  # of the dice that match a filter

# The turn and the game.
SCORED_THIS_TURN: Final = 1
OPPONENTS_HIT: Final = 2  # opponents who had a creature destroyed in this turn's attack
QUESTS_PLAYED: Final = 14  # 1 in a game with quests
SCORED_GLORY: Final = 17  # printed Glory of the dice that scored this turn and match
PHASE: Final = 20
BATTLE_OVER: Final = 21  # 1 if the active player's attack is over
OF_TURN: Final = (
    (1 << SCORED_THIS_TURN)
    | (1 << OPPONENTS_HIT)
    | (1 << QUESTS_PLAYED)
    | (1 << SCORED_GLORY)
    | (1 << PHASE)
    | (1 << BATTLE_OVER)
)

# The controller, and the opponent of the effect.
SPARED: Final = 3  # 1 if this turn the controller's destroyed creatures go to the Active Pool
CAN_DRAW: Final = 4  # 1 if the controller has a die left to draw
LOSSES: Final = 5  # creatures the defender has lost in the defense under way
MY_GLORY: Final = 6
OPPONENT_HIT: Final = 9  # 1 if the opponent is one of OPPONENTS_HIT
OPPONENT_IS_ME: Final = 12  # 1 if the event is about the controller
HAS_OPPONENT: Final = 13  # 1 if there is an opponent and it is not the controller
RICHER: Final = 24  # 1 if the opponent has more Glory than the controller
RICHER_OPPONENTS: Final = 25  # how many have
AT_HAND: Final = 26  # quiddity the controller could pay, in their own turn
MY_TURN: Final = 27  # 1 in the controller's own turn
OF_PLAYERS: Final = (
    (1 << SPARED)
    | (1 << CAN_DRAW)
    | (1 << LOSSES)
    | (1 << MY_GLORY)
    | (1 << OPPONENT_HIT)
    | (1 << OPPONENT_IS_ME)
    | (1 << HAS_OPPONENT)
    | (1 << RICHER)
    | (1 << RICHER_OPPONENTS)
    | (1 << AT_HAND)
    | (1 << MY_TURN)
)

# What the program chose before, and the die that the event is about.
COST_OF_FIRST: Final = 15  # of the die in the first register
GLORY_OF_FIRST: Final = 16  # printed on its card
HAS_SUBJECT: Final = 23  # 1 if the event is about a die

# The source of the ability.
TIMES_USED: Final = 10  # of the source's ability, this turn
TAKES_PART: Final = 11  # 1 if the source (or its carrier) is attacking or challenging now
IN_ATTACK: Final = 18  # 1 if the destruction under way comes from the damage of a battle
CHALLENGING: Final = 19  # 1 if the source (or its carrier) challenges a quest
OF_SOURCE: Final = (1 << TIMES_USED) | (1 << TAKES_PART) | (1 << IN_ATTACK) | (1 << CHALLENGING)
