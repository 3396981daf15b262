"""What an option does. A verb's name is what options and records show."""

from __future__ import annotations

from typing import Final

PASS: Final = 0  # end a phase, stop choosing, let a window go by
YES: Final = 1
NO: Final = 2
DRAW: Final = 3
REROLL: Final = 4
USE: Final = 5
SPEND_AS_QUIDDITY: Final = 6  # 15.8
READY: Final = 7
SUMMON: Final = 8
CAST: Final = 9
SPEND: Final = 10
CAPTURE: Final = 11
CULL: Final = 12
DEFEND: Final = 13
REACT: Final = 14
SWITCH: Final = 15
ORDER: Final = 16
SCORE: Final = 17  # expert culling: cull it and take its Glory
KEEP: Final = 18  # expert culling: neither
RETIRE: Final = 19  # phase 5: a readied spell to the Used Pile
DESTROY: Final = 20
REROLL_DIE: Final = 21
CULL_DIE: Final = 22
TAKE: Final = 23  # capture free of charge
SWAP: Final = 24
ATTACH: Final = 25
WEAKEN: Final = 26
FETCH: Final = 27  # move to the Active Pool
COPY: Final = 28
SEND: Final = 29  # which of several replacements of a destruction holds
UNLOCK_DIE: Final = 30
ROTATE: Final = 31
FORCE: Final = 32  # as first defender
GIVE: Final = 33  # to another player
REMOVE: Final = 34
DISCARD: Final = 35  # to the Used Pile, to the bag
STRENGTHEN: Final = 36
PROTECT: Final = 37
SEIZE: Final = 38  # a quest die
PLAYER: Final = 39
DRAW_DICE: Final = 40
PAY: Final = 41
ROLL_AGAIN: Final = 42
USE_IT: Final = 43
LOCK: Final = 44
UNLOCK: Final = 45
ANCHOR: Final = 46
QUEST: Final = 47  # a quest card to go to
VENTURE: Final = 48  # a creature to the quest
EQUIP: Final = 49  # a creature with the quartifact
LIGHT: Final = 51  # one of two things
DARK: Final = 52
GIVE_BACK: Final = 53  # a die to the Wilds
HAND_OUT: Final = 54  # a die to another player
AREA: Final = 55  # a Ready Area, or a quest
FIRST: Final = 50  # what comes first: number 0 creatures or attack, 1 quest or challenge
DRAW_AND_REROLL: Final = 56  # draw and re-roll, both symbols of one face (15.16)
NAMES: Final = [
    "pass", "yes", "no", "draw", "re-roll", "use", "spend-as-quiddity", "ready", "summon", "cast",
    "spend", "capture", "cull", "defend", "react", "switch", "order", "score", "keep", "retire",
    "destroy", "re-roll-die", "cull-die", "take", "swap", "attach", "weaken", "fetch", "copy",
    "send", "unlock-die", "rotate", "force", "give", "remove", "discard", "strengthen", "protect",
    "seize", "player", "draw-dice", "pay", "roll-again", "use-it", "lock", "unlock", "anchor",
    "quest", "venture", "equip", "first", "light", "dark", "give-back", "hand-out",
    "area", "draw-and-re-roll",
]  # fmt: skip
# Verbs that choose a target: the number of such an option is the place where the die lies, or, with
# SEND, where it goes.
TARGETING: Final = frozenset(
    {
        DESTROY, REROLL_DIE, CULL_DIE, TAKE, SWAP, ATTACH, WEAKEN, FETCH, COPY, SEND, UNLOCK_DIE,
        ROTATE, FORCE, GIVE, REMOVE, DISCARD, STRENGTHEN, PROTECT, SEIZE,
    }
)  # fmt: skip
