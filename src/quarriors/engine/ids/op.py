"""Opcodes of card programs. `operations` has their operands; `interpreter` carries them out."""

from __future__ import annotations

from typing import Final

END: Final = 0
CHOOSE: Final = 1  # a die
EACH: Final = 2  # the steps that follow for every such die
EACH_OPPONENT: Final = 3  # the same for every opponent
ASK: Final = 4  # yes or no
JUMP: Final = 5
QUIDDITY: Final = 6
GLORY: Final = 7
CAPTURES: Final = 8
DISCOUNT: Final = 9
DRAW: Final = 10  # into the Active Pool, not rolled
DRAW_ROLL: Final = 11
REROLL: Final = 12
DESTROY: Final = 13
CULL: Final = 14
MOVE: Final = 15
CAPTURE_FREE: Final = 16
SWAP: Final = 17  # with the source
LASTING: Final = 18  # an effect until the end of the turn, or the controller's next one
ROTATE: Final = 19
SPEND: Final = 20  # the source
ATTACH: Final = 21  # the source, to a creature
SAVE: Final = 22  # the dying creature stays
ENTER: Final = 23  # the source is rolled: to the Ready Area as a creature, else Used Pile
SCORE: Final = 24  # the source scores at once
PRESS: Final = 25  # the source's attack is added to what is left of the total
COPY: Final = 26  # the source becomes a copy
MARK: Final = 27  # chosen, to be dealt with when all are
CLEAR: Final = 28  # a register is empty again
IF: Final = 29
IF_DIE: Final = 30
SWAP_SIDES: Final = 31  # controller and opponent change places
LEFT: Final = 32  # the player to the opponent's left becomes the controller
CHOOSE_SEAT: Final = 33  # an opponent, or any player but the owner of a die
GIVE: Final = 34  # to the controller or the opponent
REMOVE: Final = 35  # out of the game
LOSE: Final = 36  # the opponent loses Glory
ENERGY: Final = 37  # light or dark quiddity
UNLOCK: Final = 38
TRADE_LOCKS: Final = 39  # the die's owner and the opponent exchange what they have locked
SHAKE: Final = 40  # a creature is rolled; without a creature face it goes
SEND: Final = 41  # where the dying creature goes
PREVENT: Final = 42  # the creature is not destroyed, but takes no more damage
REVIVE: Final = 43  # the dying creature is rolled: it stays if it shows a creature
ONCE: Final = 44  # the source's once-a-turn ability is used
FIRST: Final = 45  # must be named as the first defender
SAFE: Final = 46  # takes no damage in this battle
CULLS: Final = 47  # more culls for this scoring
NO_DAMAGE: Final = 48  # the attack total against the controller becomes 0
REFLECT: Final = 49  # half the total against the controller hits the attackers
QUEST_REROLL: Final = 50  # the quest die is rolled again
QUEST_GAMBLE: Final = 51  # a quest die is rolled for its quartifact
TAKE_QUARTIFACT: Final = 52
QUEST_RETURN: Final = 53  # the source goes back to its quest card
ROLL_IN: Final = 54  # rolled into the Active Pool
COUNT_AS_DRAW: Final = 55  # lies in the Active Pool in place of a die to be drawn
LEAVE: Final = 56  # a creature leaves without being destroyed
PAY: Final = 57  # quiddity
OWNER: Final = 58  # the die's owner is the opponent from here on
EITHER: Final = 59  # one of two things
CHOOSE_AREA: Final = 60  # a Ready Area or a quest
WINDOW: Final = 61  # its targets are chosen: reactions, before it does anything (15.2 e)
