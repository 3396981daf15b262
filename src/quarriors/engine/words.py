"""The engine's vocabulary as numbers: places, flags, events, verbs, operations.

Everything in the state is an int, so that a game can be copied in microseconds and compiled to
machine code; this module is the one place that says what the ints mean. Names are the rulebook's.
"""

from __future__ import annotations

from typing import Final

# --- Places (rule 3.1). A die is in exactly one. -----------------------------------------------
WILDS: Final = 0
BAG: Final = 1
ACTIVE: Final = 2
READY: Final = 3
SPENT: Final = 4
USED: Final = 5
ATTACHED: Final = 6
ASIDE: Final = 7
QUEST: Final = 8  # beside a quest card (12.2)
REMOVED: Final = 9

# A locked die lies in READY with a lock face up: the Locked Area is part of the Ready Area (11.1),
# and no other die with that face ever gets there. Quest dice on their card are in WILDS.
PLACES: Final = 8  # zone lists a seat, BAG to QUEST: seat * PLACES + place - 1
PLACE_NAMES: Final = [
    "wilds", "bag", "active", "ready", "spent", "used", "attached", "aside", "quest", "removed",
]  # fmt: skip

# --- Flags of a die ----------------------------------------------------------------------------
FRESH: Final = 1  # just rolled: its immediate effects may still be used (5.2)
LATE: Final = 2  # rolled after the one ready-and-summon of the 2011 books: may only be spent
ATTACKING: Final = 4  # took part when the attack total was counted (6.1)
DAMAGED: Final = 8  # was dealt damage in this attack: takes no more (6.4)
DYING: Final = 16  # destroyed, not yet moved: no target any more, but still there (6.5, 12.7)
SCORING: Final = 32  # belongs to the scoring that is being resolved (4.1)
SWITCHED: Final = 64  # used its once-a-turn ability in this turn
CHAINED: Final = 128  # spent in this chain of immediate effects (15.8)
FORFEIT: Final = 256  # expert culling: kept, so it earns nothing (4.6)
UNROLLED: Final = 512  # in the Active Pool of the player whose turn it is, but not rolled (3.6)
CHOSEN: Final = 1024  # marked by an effect that acts on several dice at once
DRAWN: Final = 2048  # drawn by the draw that is being resolved
NEW: Final = 4096  # summoned in this turn (12.6)
FIRST: Final = 8192  # must be named as the first defender
STEAD: Final = 16384  # waits in the Active Pool in place of one of the dice to be drawn
KEPT: Final = 32768  # a spell that goes to the bag when it leaves; a quill that has written
SAFE: Final = 65536  # was saved in this turn: takes no more damage in it (15.17)
LOCKED_NOW: Final = 131072  # locked in this turn: only another lock can unlock it (15.20)
FLAGS: Final = 262144  # one more than all flags together

# --- What happened in this turn: bits of the state's `marks` ------------------------------------
MARK_LOCKED: Final = 1  # one's own lock of the turn is used (11.1)
MARK_ANCHORED: Final = 2  # the anchored spell of the turn is used (13.6)
MARK_CHALLENGE: Final = 4  # the creatures sent to a quest have to challenge somebody
MARK_ATTACK_FIRST: Final = 8  # before the challenge
MARK_BATTLE_OVER: Final = 16  # attack, start of quests and challenge are over
MARK_SAVED: Final = 32  # a creature was saved in this turn (15.17)
MARK_ATTACK: Final = 64  # there is somebody to attack, and somebody to attack with
MARK_CAPTURE: Final = 256  # from here on up: how many dice were captured

# --- Phases, split as finely as any book does (2011: six; 2013 on, 2 and 3 are one) -------------
PHASE_SCORE: Final = 1
PHASE_ROLL: Final = 2
PHASE_READY: Final = 3
PHASE_ATTACK: Final = 4
PHASE_CAPTURE: Final = 5
PHASE_CLEAN: Final = 6

# --- Why a game is over ------------------------------------------------------------------------
RUNNING: Final = 0
BY_GLORY: Final = 1  # 9.1
BY_EMPTY_CARDS: Final = 2  # 9.2
BY_ROUND_LIMIT: Final = 3  # 15.9

# --- Events that abilities answer --------------------------------------------------------------
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
DREW: Final = 18  # locked: a player drew dice; the opponent is whoever drew
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
EVENTS: Final = 31

# --- Windows in which a reaction or an ability at will may be used (15.2), as bits --------------
ON_ATTACK: Final = 1  # (a) the total is known, no defender chosen
ON_DYING: Final = 2  # (b) a creature is about to be destroyed
ON_DESTROYED: Final = 4  # (c) a creature was destroyed
ON_PHASE_END: Final = 8  # (d) the active player ends phase 2
ON_ATTACK_END: Final = 16  # (d) the active player ends the attack phase
OWN_TURN: Final = 32  # at will in one's own turn, phases 2 to 4
IN_CAPTURE: Final = 64  # at will in phase 4 of one's own turn
ON_CAST: Final = 128  # (e) a spell was cast and its targets are chosen

# --- Standing modifiers, by the question that reads them ----------------------------------------
# Those of the first block change the die itself (or the carrier of an attached spell); an AURA
# changes others, and its scope says which.
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
CAPTURE_LIMIT: Final = 23  # opponents capture at most so many
DRAW_LESS: Final = 24  # its owner draws fewer dice in phase 2
NO_BUY_OFF: Final = 25  # cannot be unlocked with quiddity (11.4)
PLACE_ANYWHERE: Final = 26  # may be locked into another player's Locked Area (11.5)
TAINT: Final = 27  # rolling this face brings a Corrupted Quiddity die (14.1)
MORE_CAPTURES: Final = 28  # capturing it allows so many more captures
CHALLENGE_PRICE: Final = 29  # what challenging its quest costs
QUEST_LEVEL: Final = 30  # levels more when a quest is checked
QUEST_GUIDE: Final = 31  # the same for the whole party, the highest only
QUEST_GLORY: Final = 32  # Glory more from the quest, the highest only
SPELL_TO_BAG: Final = 33  # the first spell its owner casts goes to the bag
KEEP_AWAY: Final = 34  # such creatures do not attack its owner's creatures in its area
MODIFIERS: Final = 35

# --- Whom an aura touches -----------------------------------------------------------------------
NOBODY_ELSE: Final = 0  # the modifier is about the die itself
COMPANIONS: Final = 1  # its owner's other creatures in the same area (12.7)
ALL_MINE: Final = 2  # its owner's creatures, wherever they are
ALL_FOES: Final = 3  # its owner's opponents and their creatures
EVERYBODY: Final = 4
ATTACKERS: Final = 5  # creatures that attack its owner's creatures in its area
DEFENDERS: Final = 6  # creatures that defend against an attack it takes part in
PARTY: Final = 7  # the carrier of an attached die and its companions

IMMUNE_TO_ALL: Final = 1
IMMUNE_TO_DARK: Final = 2

SET: Final = 0
ADD: Final = 1
CAP: Final = 2
BEST: Final = 3  # added once, however many there are
NO_LIMIT: Final = 999

# --- Lasting effects: rows of (kind, subject, amount, until) ------------------------------------
# `until` is -1 for the end of the turn, else the seat whose next turn ends it when it begins.
ROW_ATTACK: Final = 0  # subject: a die
ROW_DEFENSE: Final = 1  # subject: a die
ROW_ATTACK_CAP: Final = 2  # subject: a die
ROW_TO_ACTIVE: Final = 3  # subject: a seat whose destroyed creatures go to the Active Pool
ROW_NO_IMMUNITY: Final = 4  # subject: a die
ROW_SUMMON: Final = 5  # subject: a seat; what its summons cost more or less
ROW_NEXT_CAPTURE: Final = 6  # subject: a seat; what its next capture costs less
ROW_DRAW: Final = 7  # subject: a seat; so many dice more in phase 2, and as many put back
ROW_TIMES: Final = 8  # subject: a die; how often its ability was used
ROW_SCORED: Final = 9  # subject: a die that scored this turn
ROW_AGAINST: Final = 10  # and the next three: attack of a die against seat 0, 1, 2, 3 only
ROW_LEAVES: Final = 14  # subject: a die destroyed in a challenge that is not over (12.7)
ROW_WIDTH: Final = 4
# The amount of ROW_LEAVES: the place it goes to + 1 (0: it was saved), by damage or not, the
# destroyer's seat + 1.
LEAVES_TO: Final = 15
LEAVES_BY_DAMAGE: Final = 16
LEAVES_SHIFT: Final = 5
ON_DIE: Final = (
    (1 << ROW_ATTACK)
    | (1 << ROW_DEFENSE)
    | (1 << ROW_ATTACK_CAP)
    | (1 << ROW_NO_IMMUNITY)
    | (1 << ROW_LEAVES)
    | (15 << ROW_AGAINST)
)  # bits: rows that end when the die leaves

# --- Whose dice a filter means -----------------------------------------------------------------
ME: Final = 0
OPPONENT: Final = 1  # the one opponent the effect is dealing with
OPPONENTS: Final = 2
ANYBODY: Final = 3

# --- What a filter wants, as bits --------------------------------------------------------------
IS_CREATURE: Final = 1  # now, in a Ready Area (3.3); a locked one as well (15.20)
IS_SPELL: Final = 2  # now, in a Ready Area or attached
CREATURE_DIE: Final = 4  # has a creature face, whatever it shows (3.3)
SPELL_DIE: Final = 8
OTHER: Final = 16  # not the source
IS_SCORING: Final = 32
SAME_CLASS: Final = 64  # of the source's class
NEW_COPY: Final = 256  # not what the source is a copy of already
IS_CHOSEN: Final = 128  # marked before by the same effect
ON_MINE: Final = 1024  # attached spells: only those on the controller's own creatures
SOURCE_USED: Final = 512  # only while the source lies in its controller's Used Pile
UNLOCKED: Final = 2048  # with IS_CREATURE: not those in Locked Areas (15.20)
IS_LOCKED: Final = 4096
IS_ATTACKING: Final = 8192
IN_BATTLE: Final = 16384  # one of the creatures of the battle that is on (12.7)
UNDAMAGED: Final = 32768  # not yet damaged in this attack
WAS_DRAWN: Final = 65536  # by the draw that is being resolved
CAN_GO_UP: Final = 1 << 17
CAN_GO_DOWN: Final = 1 << 18
HIGHEST_COST: Final = 1 << 19  # of the dice that match otherwise
OTHER_CLASS: Final = 1 << 20  # not of the source's class
IS_QUARTIFACT: Final = 1 << 21
BUYABLE: Final = 1 << 22  # locked, and quiddity could unlock it now (11.4)
NOT_NEW: Final = 1 << 23  # of locked dice: not locked in this turn
NOT_FIRST: Final = 1 << 24  # not the die in the first register
BESIDE_SOURCE: Final = 1 << 25  # in the same area as the source (12.7)
BESIDE_SUBJECT: Final = 1 << 26  # in the same area as the die the event is about
CARRIED: Final = 1 << 28  # attached to the source
FORCED: Final = 1 << 29  # must be named as first defender
NOT_SUBJECT: Final = 1 << 30  # not the die the event is about
IN_AREA: Final = 1 << 31  # in the area chosen before
IMMUNE_TOO: Final = 1 << 32  # for the few effects that Immunity does not stop
NOT_IMMUNE: Final = 1 << 27  # even to its own owner's choice, for an opponent's effect (10.5)

# --- Special numbers ---------------------------------------------------------------------------
COUNT: Final = 0  # of the dice that match a filter
SCORED_THIS_TURN: Final = 1
OPPONENTS_HIT: Final = 2  # opponents who had a creature destroyed in this turn's attack
SPARED: Final = 3  # 1 if this turn the controller's destroyed creatures go to the Active Pool
CAN_DRAW: Final = 4  # 1 if the controller has a die left to draw
LOSSES: Final = 5  # creatures the defender has lost in the defense under way
MY_GLORY: Final = 6
OPPONENT_HIT: Final = 9  # 1 if the opponent is one of them
TIMES_USED: Final = 10  # of the source's ability, this turn
TAKES_PART: Final = 11  # 1 if the source (or its carrier) is attacking or challenging now
OPPONENT_IS_ME: Final = 12  # 1 if the event is about the controller
HAS_OPPONENT: Final = 13  # 1 if there is an opponent and it is not the controller
QUESTS_PLAYED: Final = 14  # 1 in a game with quests
COST_OF_FIRST: Final = 15  # of the die in the first register
GLORY_OF_FIRST: Final = 16  # printed on its card
SCORED_GLORY: Final = 17  # printed Glory of the dice that scored this turn and match
IN_ATTACK: Final = 18  # 1 if the destruction under way comes from the damage of a battle
CHALLENGING: Final = 19  # 1 if the source (or its carrier) challenges a quest
PHASE: Final = 20
BATTLE_OVER: Final = 21  # 1 if the active player's attack is over
HAS_SUBJECT: Final = 23  # 1 if the event is about a die
RICHER: Final = 24  # 1 if the opponent has more Glory than the controller
RICHER_OPPONENTS: Final = 25  # how many have
AT_HAND: Final = 26  # quiddity the controller could pay, in their own turn
MY_TURN: Final = 27  # 1 in the controller's own turn

# --- Frames ------------------------------------------------------------------------------------
# A frame is eight ints: program, position, source die, controller, opponent, three registers.
FRAME: Final = 8
F_POSITION: Final = 1
F_SOURCE: Final = 2
F_CONTROLLER: Final = 3
F_OPPONENT: Final = 4
F_A: Final = 5
F_B: Final = 6
F_C: Final = 7

TURN: Final = 0
SCORE: Final = 1
TRIGGERS: Final = 2
DESTROY: Final = 3
WINDOW: Final = 4
DEFEND: Final = 5
ATTACK: Final = 6
DRAW: Final = 7
VENTURE: Final = 8
CHALLENGE: Final = 9
QUEST_CHECK: Final = 10
REFLECTED: Final = -2  # the "source" of a defense against one's own damage, sent back
D_SAVED: Final = 1  # what became of a destruction: it happened, but the creature stays
D_PREVENTED: Final = 2  # or it did not happen
FIRST_PROGRAM: Final = 16  # frames of card programs: program id + this

TRIGGER: Final = 5  # ints a waiting trigger takes in the queue
# program, source, controller, opponent, subject

# --- Operations of card programs: opcode and operands ------------------------------------------
OP_END: Final = 0
OP_CHOOSE: Final = 1  # filter, register, verb, may, where to go if nothing was chosen
OP_EACH: Final = 2  # filter, register, where to go after the last
OP_EACH_OPPONENT: Final = 3  # where to go after the last
OP_ASK: Final = 4  # verb, where to go on a no
OP_JUMP: Final = 5  # where to
OP_QUIDDITY: Final = 6  # number
OP_GLORY: Final = 7  # number
OP_CAPTURES: Final = 8  # number
OP_DISCOUNT: Final = 9  # number
OP_DRAW: Final = 10  # number: into the Active Pool, not rolled
OP_DRAW_ROLL: Final = 11  # number
OP_REROLL: Final = 12  # register
OP_DESTROY: Final = 13  # register, where to go if it is not destroyed
OP_CULL: Final = 14  # register
OP_MOVE: Final = 15  # register, place
OP_CAPTURE_FREE: Final = 16  # register, place
OP_SWAP: Final = 17  # register: with the source
OP_ROW: Final = 18  # kind, register (or SEAT), number
OP_ROTATE: Final = 19  # register, +1 or -1
OP_SPEND: Final = 20  # the source
OP_ATTACH: Final = 21  # register
OP_SAVE: Final = 22  # the dying creature stays
OP_ENTER: Final = 23  # the source is rolled: to the Ready Area as a creature, else Used Pile
OP_SCORE: Final = 24  # the source scores at once
OP_PRESS: Final = 25  # the source's attack is added to what is left of the total
OP_COPY: Final = 26  # register: the source becomes a copy
OP_MARK: Final = 27  # register: chosen, to be dealt with when all are
OP_CLEAR: Final = 28  # register: empty again
OP_IF: Final = 29  # condition, where to go if it does not hold
OP_IF_DIE: Final = 30  # register, filter, where to go if the die does not match
OP_SIDES: Final = 31  # controller and opponent change places
OP_LEFT: Final = 32  # the player to the opponent's left becomes the controller
OP_CHOOSE_SEAT: Final = 33  # verb, filter a seat must own a die of (-1: any), register not owned
OP_GIVE: Final = 34  # register, whose (ME or OPPONENT), place
OP_REMOVE: Final = 35  # register
OP_LOSE: Final = 36  # number: the opponent loses Glory
OP_ENERGY: Final = 37  # number, light or dark
OP_UNLOCK: Final = 38  # register
OP_TRADE_LOCKS: Final = 39  # register: its owner and the opponent exchange what they have locked
OP_SHAKE: Final = 40  # register: a creature is rolled; without a creature face it goes
OP_SEND: Final = 41  # place: where the dying creature goes
OP_PREVENT: Final = 42  # the creature is not destroyed, but takes no more damage
OP_REVIVE: Final = 43  # the dying creature is rolled: it stays if it shows a creature
OP_ONCE: Final = 44  # the source's once-a-turn ability is used
OP_FIRST: Final = 45  # register: must be named as the first defender
OP_SAFE: Final = 46  # register: takes no damage in this battle
OP_CULLS: Final = 47  # number: so many culls more for this scoring
OP_NO_DAMAGE: Final = 48  # the attack total against the controller becomes 0
OP_REFLECT: Final = 49  # half the total against the controller hits the attackers
OP_QUEST_REROLL: Final = 50  # the quest die is rolled again
OP_QUEST_GAMBLE: Final = 51  # register: a quest die is rolled for its quartifact
OP_TAKE_QUARTIFACT: Final = 52  # register
OP_QUEST_RETURN: Final = 53  # the source goes back to its quest card
OP_ROLL_IN: Final = 54  # register: rolled into the Active Pool
OP_STEAD: Final = 55  # register: lies in the Active Pool in place of a die to be drawn
OP_LEAVE: Final = 56  # register, place: a creature leaves without being destroyed
OP_PAY: Final = 57  # number: quiddity
OP_OWNER: Final = 58  # register: its owner is the opponent from here on
OP_EITHER: Final = 59  # verb, verb, where to go for the second
OP_CHOOSE_AREA: Final = 60  # filter of which something must be there, where to go if nothing is
OP_WINDOW: Final = 61  # its targets are chosen: reactions, before it does anything (15.2 e)

# What a program does that may reach dice which somebody has spent (15.1), as bits.
DOES_DRAW: Final = 1
DOES_ROLL: Final = 2  # into the Active Pool, or once more there
DOES_SCORE: Final = 4  # in the middle of a turn
DOES_PAY: Final = 8  # quiddity

SUBJECT: Final = 2  # the register that holds the die the event is about
SELF: Final = 3  # the "register" that means the source die itself
SEAT: Final = 4  # the "register" that means the controller's seat

# --- Verbs of options --------------------------------------------------------------------------
PASS: Final = 0  # end a phase, stop choosing, let a window go by
YES: Final = 1
NO: Final = 2
USE_DRAW: Final = 3
USE_REROLL: Final = 4
USE_ABILITY: Final = 5
USE_AS_QUIDDITY: Final = 6  # 15.8
DO_READY: Final = 7
DO_SUMMON: Final = 8
DO_CAST: Final = 9
DO_SPEND: Final = 10
DO_CAPTURE: Final = 11
DO_CULL: Final = 12
DO_DEFEND: Final = 13
DO_REACT: Final = 14
DO_SWITCH: Final = 15
DO_ORDER: Final = 16
DO_SCORE: Final = 17  # expert culling: cull it and take its Glory
DO_KEEP: Final = 18  # expert culling: neither
DO_RETIRE: Final = 19  # phase 5: a readied spell to the Used Pile
PICK_DESTROY: Final = 20
PICK_REROLL: Final = 21
PICK_CULL: Final = 22
PICK_TAKE: Final = 23  # capture free of charge
PICK_SWAP: Final = 24
PICK_ATTACH: Final = 25
PICK_WEAKEN: Final = 26
PICK_ACTIVE: Final = 27  # move to the Active Pool
PICK_COPY: Final = 28
PICK_SEND: Final = 29  # which of several replacements of a destruction holds
PICK_UNLOCK: Final = 30
PICK_ROTATE: Final = 31
PICK_FORCE: Final = 32  # as first defender
PICK_GIVE: Final = 33  # to another player
PICK_REMOVE: Final = 34
PICK_DISCARD: Final = 35  # to the Used Pile, to the bag
PICK_STRENGTHEN: Final = 36
PICK_SAFE: Final = 37
PICK_SEIZE: Final = 38  # a quest die
PICK_PLAYER: Final = 39
ASK_DRAW: Final = 40
ASK_PAY: Final = 41
ASK_REROLL: Final = 42
ASK_USE: Final = 43
DO_LOCK: Final = 44
DO_UNLOCK: Final = 45
DO_ANCHOR: Final = 46
DO_QUEST: Final = 47  # a quest card to go to
DO_SEND: Final = 48  # a creature to the quest
DO_EQUIP: Final = 49  # a creature with the quartifact
GET_LIGHT: Final = 51  # one of two things
GET_DARK: Final = 52
GIVE_BACK: Final = 53  # a die to the Wilds
HAND_OUT: Final = 54  # a die to another player
PICK_AREA: Final = 55  # a Ready Area, or a quest
DO_FIRST: Final = 50  # what comes first: number 0 creatures or attack, 1 quest or challenge
USE_BOTH: Final = 56  # draw and re-roll, both symbols of one face (15.16)
VERB_NAMES: Final = [
    "pass", "yes", "no", "draw", "re-roll", "use", "spend-as-quiddity", "ready", "summon", "cast",
    "spend", "capture", "cull", "defend", "react", "switch", "order", "score", "keep", "retire",
    "destroy", "re-roll-die", "cull-die", "take", "swap", "attach", "weaken", "fetch", "copy",
    "send", "unlock-die", "rotate", "force", "give", "remove", "discard", "strengthen", "protect",
    "seize", "player", "draw-dice", "pay", "roll-again", "use-it", "lock", "unlock", "anchor",
    "quest", "venture", "equip", "first", "light", "dark", "give-back", "hand-out",
    "area", "draw-and-re-roll",
]  # fmt: skip

# --- Kinds of decisions ------------------------------------------------------------------------
DECIDE_EXPERT: Final = 0
DECIDE_CULL: Final = 1
DECIDE_IMMEDIATE: Final = 2
DECIDE_READY: Final = 3
DECIDE_ATTACK: Final = 4
DECIDE_DEFEND: Final = 5
DECIDE_CAPTURE: Final = 6
DECIDE_CLEAN: Final = 7
DECIDE_REACT: Final = 8
DECIDE_ORDER: Final = 9
DECIDE_EFFECT: Final = 10
DECIDE_MAY: Final = 11
DECIDE_SEND: Final = 12
DECIDE_QUEST: Final = 13  # which quest to go to, if any
DECIDE_PARTY: Final = 14  # who goes
DECIDE_FIRST: Final = 15  # what comes first
DECIDE_SEIZE: Final = 16  # whose quest die
DECIDE_START: Final = 17  # whether to start the quest that was won
DECIDE_PUT_BACK: Final = 18  # which of the dice drawn
DECIDE_PLAYER: Final = 19
DECIDE_CAST: Final = 20  # spells in phase 1, by the 2011 books (15.23)
DECISION_NAMES: Final = [
    "score-or-keep", "cull", "immediate", "ready", "attack", "defend", "capture", "clean-up",
    "react", "order", "effect", "may", "send", "quest", "party", "first", "seize", "start",
    "put-back", "player", "cast",
]  # fmt: skip

# --- What happened, for people (never read by the rules) ---------------------------------------
LOG_TURN: Final = 0  # turn begins
LOG_PHASE: Final = 1
LOG_SCORE: Final = 2  # die, Glory earned
LOG_GLORY: Final = 3  # Glory gained or lost otherwise, amount
LOG_DRAW: Final = 4
LOG_ROLL: Final = 5
LOG_REFILL: Final = 6
LOG_SPEND: Final = 7  # die, quiddity gained
LOG_QUIDDITY: Final = 8  # by an ability
LOG_READY: Final = 9
LOG_SUMMON: Final = 10  # die, paid
LOG_ENTER: Final = 11
LOG_CAST: Final = 12
LOG_ATTACH: Final = 13  # die, host
LOG_TOTAL: Final = 14  # defender, total
LOG_DEFEND: Final = 15  # die, damage before, defense
LOG_HOLDS: Final = 16  # die, total, defense
LOG_DESTROY: Final = 17
LOG_SAVED: Final = 18
LOG_MOVE: Final = 19  # die, place
LOG_CAPTURE: Final = 20  # die, paid
LOG_CULL: Final = 21
LOG_ROTATE: Final = 22
LOG_COPY: Final = 23
LOG_ROW: Final = 24  # kind (+ 64 if it lasts until the controller's next turn), amount
LOG_TRIGGER: Final = 25  # program
LOG_SWAP: Final = 26
LOG_CAPTURES: Final = 27
LOG_DISCOUNT: Final = 28
LOG_PRESS: Final = 29
LOG_OVER: Final = 30
LOG_CLEAN: Final = 31  # dice moved to the Used Pile, quiddity lost
LOG_LOCK: Final = 32  # die, seat it is placed with
LOG_UNLOCK: Final = 33  # die, place it goes to
LOG_REMOVE: Final = 34
LOG_GAIN: Final = 35  # die taken from the Wilds by an effect, place
LOG_ABSORBS: Final = 36  # die, total, defense (6.6)
LOG_ANCHOR: Final = 37  # die, price
LOG_QUEST: Final = 38  # die goes to a quest, slot
LOG_CHALLENGE: Final = 39  # slot, opponent
LOG_QUEST_DONE: Final = 40  # slot, level sum
LOG_QUEST_FAILED: Final = 41  # slot, level sum
LOG_QUEST_DIE: Final = 42  # die, face
LOG_EQUIP: Final = 43  # die, carrier
LOG_RETURN: Final = 44  # a quest die goes back to its card
LOG_SHAKE: Final = 45  # die, face: a creature was rolled in a Ready Area
LOGS_OF_ROLLS: Final = (LOG_ROLL, LOG_SHAKE)  # every roll of a die is one of these
LOG_PREVENT: Final = 46
LOG_NO_DAMAGE: Final = 47  # seat
LOG_ENERGY: Final = 48  # amount, light or dark
LOG_NAMES: Final = [
    "turn", "phase", "score", "glory", "draw", "roll", "refill", "spend", "quiddity", "ready",
    "summon", "enter", "cast", "attach", "total", "defend", "holds", "destroy", "saved", "move",
    "capture", "cull", "rotate", "copy", "effect", "trigger", "swap", "captures", "discount",
    "press", "over", "clean", "lock", "unlock", "remove", "gain", "absorbs", "anchor", "quest",
    "challenge", "quest-done", "quest-failed", "quest-die", "equip", "return", "shake", "prevent",
    "no-damage", "energy",
]  # fmt: skip
