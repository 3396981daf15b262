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
REMOVED: Final = 8

PLACES: Final = 7  # zone lists a seat, BAG to ASIDE: seat * PLACES + place - 1
PLACE_NAMES: Final = [
    "wilds", "bag", "active", "ready", "spent", "used", "attached", "aside", "removed",
]  # fmt: skip

# --- Flags of a die ----------------------------------------------------------------------------
FRESH: Final = 1  # just rolled: its immediate effects may still be used (5.2)
LATE: Final = 2  # rolled after the one ready-and-summon of the 2011 books: may only be spent
ATTACKING: Final = 4  # took part when the attack total was counted (6.1)
DAMAGED: Final = 8  # was dealt damage in this attack: takes no more (6.4)
DYING: Final = 16  # destroyed, not yet moved (6.5)
SCORING: Final = 32  # belongs to the scoring that is being resolved (4.1)
SWITCHED: Final = 64  # used its once-a-turn ability in this turn
CHAINED: Final = 128  # spent in this chain of immediate effects (15.8)
FORFEIT: Final = 256  # expert culling: kept, so it earns nothing (4.6)
UNROLLED: Final = 512  # in the Active Pool of the player whose turn it is, but not rolled (3.6)
CHOSEN: Final = 1024  # marked by an effect that acts on several dice at once

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
EVENTS: Final = 13

# --- Windows in which a reaction or an ability at will may be used (15.2), as bits --------------
ON_ATTACK: Final = 1  # (a) the total is known, no defender chosen
ON_DYING: Final = 2  # (b) a creature is about to be destroyed
ON_DESTROYED: Final = 4  # (c) a creature was destroyed
ON_PHASE_END: Final = 8  # (d) the active player ends phase 2
ON_ATTACK_END: Final = 16  # (d) the active player ends the attack phase
OWN_TURN: Final = 32  # at will in one's own turn, phases 2 to 4

# --- Standing modifiers, by the question that reads them and whom they touch --------------------
ATTACK_SELF: Final = 0  # the creature itself, or the carrier of an attached spell
ATTACK_OTHERS: Final = 1  # its owner's other creatures
ATTACK_GUARD: Final = 2  # creatures that attack its owner
DEFENSE_SELF: Final = 3
DEFENSE_OTHERS: Final = 4
GLORY_SELF: Final = 5
SUMMON_OPPONENTS: Final = 6  # what opponents pay to summon
SUMMON_LIMIT: Final = 7  # how many dice of the class one may summon in a turn
UNTARGETABLE: Final = 8  # opponents' spells cannot choose it
MUTE_ATTACHED: Final = 9  # spells attached to defenders do nothing in its owner's attack
DOOM: Final = 10  # destroyed as soon as its condition holds
DEATH_PLACE: Final = 11  # where its die goes when it is destroyed
MODIFIERS: Final = 12

SET: Final = 0
ADD: Final = 1
CAP: Final = 2

# --- Lasting effects: rows of (kind, subject, amount) that end with the turn --------------------
ROW_ATTACK: Final = 0  # subject: a die
ROW_DEFENSE: Final = 1  # subject: a die
ROW_ATTACK_CAP: Final = 2  # subject: a die
ROW_TO_ACTIVE: Final = 3  # subject: a seat whose destroyed creatures go to the Active Pool
ROW_WIDTH: Final = 3

# --- Whose dice a filter means -----------------------------------------------------------------
ME: Final = 0
OPPONENT: Final = 1  # the one opponent the effect is dealing with
OPPONENTS: Final = 2
ANYBODY: Final = 3

# --- What a filter wants, as bits --------------------------------------------------------------
IS_CREATURE: Final = 1  # now, in a Ready Area (3.3)
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

# --- Special numbers ---------------------------------------------------------------------------
COUNT: Final = 0  # of the dice that match a filter
SCORED_THIS_TURN: Final = 1
OPPONENTS_HIT: Final = 2  # opponents who lost a creature to this turn's attack
SPARED: Final = 3  # 1 if this turn the controller's destroyed creatures go to the Active Pool
CAN_DRAW: Final = 4  # 1 if the controller has a die left to draw
LOSSES: Final = 5  # creatures the defender has lost in the defense under way

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
OP_DESTROY: Final = 13  # register
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
OP_CLEAR: Final = 28  # register: empty again
OP_MARK: Final = 27  # register: chosen, to be dealt with when all are

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
ASK_DRAW: Final = 30
VERB_NAMES: Final = [
    "pass", "yes", "no", "draw", "re-roll", "use", "spend-as-quiddity", "ready", "summon", "cast",
    "spend", "capture", "cull", "defend", "react", "switch", "order", "score", "keep", "retire",
    "destroy", "re-roll-die", "cull-die", "take", "swap", "attach", "weaken", "fetch", "copy",
    "send", "draw-dice",
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
DECISION_NAMES: Final = [
    "score-or-keep", "cull", "immediate", "ready", "attack", "defend", "capture", "clean-up",
    "react", "order", "effect", "may", "send",
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
LOG_ROW: Final = 24  # kind, amount
LOG_TRIGGER: Final = 25  # program
LOG_SWAP: Final = 26
LOG_CAPTURES: Final = 27
LOG_DISCOUNT: Final = 28
LOG_PRESS: Final = 29
LOG_OVER: Final = 30
LOG_CLEAN: Final = 31  # dice moved to the Used Pile, quiddity lost
LOG_NAMES: Final = [
    "turn", "phase", "score", "glory", "draw", "roll", "refill", "spend", "quiddity", "ready",
    "summon", "enter", "cast", "attach", "total", "defend", "holds", "destroy", "saved", "move",
    "capture", "cull", "rotate", "copy", "effect", "trigger", "swap", "captures", "discount",
    "press", "over", "clean",
]  # fmt: skip
