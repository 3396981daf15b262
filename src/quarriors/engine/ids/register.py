"""Registers of a frame, by the kind of frame they belong to.

The first five mean the same in every frame; the other three are named for each kind. A frame that
has no use for a register leaves -1 or 0 in it.
"""

from __future__ import annotations

from typing import Final

KIND: Final = 0  # a number of `frame`, or frame.FIRST_PROGRAM + the index of a card program
POSITION: Final = 1  # how far it is: a step of its flow, or an index into the program's code
SOURCE: Final = 2  # the die it is about: whose ability works, which creature is destroyed
CONTROLLER: Final = 3  # whose it is
OPPONENT: Final = 4  # whom it is dealing with, if with one opponent

FIRST_OWN: Final = 5  # from here on registers are named for each kind of frame

# A card program (frame.FIRST_PROGRAM and up): two dice it chose, and the die the event is about.
FIRST: Final = 5
SECOND: Final = 6
SUBJECT: Final = 7  # of frame.WINDOW too

# frame.SCORE
LAST_ASKED: Final = 5  # expert culling: the scorer that was asked about last
# frame.SCORE and frame.QUEST_CHECK
CULLS_LEFT: Final = 6

# frame.TRIGGERS
QUEUE_START: Final = 5  # where in the queue its triggers begin

# frame.DESTROY
BY_DAMAGE: Final = 5  # 1 if it comes from the damage of a battle
DESTINATIONS: Final = 6  # bits, 1 << place: where abilities want the die to go
OUTCOME: Final = 7  # a number of `outcome`

# frame.WINDOW
WINDOW: Final = 5  # a bit of `window`
SEATS_ASKED: Final = 6  # how many seats were asked, from the active player on

# frame.DEFEND
DAMAGE_LEFT: Final = 5
LOSSES: Final = 6  # creatures destroyed in this defense
AREA: Final = 7  # the place where the battle is

# frame.ATTACK
SEATS_DONE: Final = 5  # opponents who have defended
DEFENDER: Final = 6  # the opponent whose defense begins now

# frame.DRAW
DRAW_COUNT: Final = 5
TREATMENT: Final = 6  # a number of `draws`: left as they are, rolled, or rolled with the whole pool
EXTRA_DICE: Final = 7  # drawn on top of that, and as many put back

# frame.VENTURE
SENT: Final = 6  # 1 as soon as a creature was sent to the quest

# frame.CHALLENGE
DEAD_STAY: Final = 5  # 1 while the destroyed stay where they are (12.7)
PASSES: Final = 6  # how many players passed in a row
REACTOR: Final = 7  # whose turn to react it is: 0 the challenged player's, 1 the challenger's

# frame.QUEST_CHECK
QUEST_GLORY: Final = 5
DONE_START: Final = 7  # where in the queue what answers the completed quest begins
ROLLED_START: Final = 4  # and what answers the roll of the quest die; there is no opponent here
