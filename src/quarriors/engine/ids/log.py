"""Kinds of log lines: what happened, for people. The rules never read them.

A line is six ints: kind, rule (section * 100 + number), seat, die, and two numbers whose names and
meanings are in FIELDS. `events.Event` reads them.
"""

from __future__ import annotations

from typing import Final

TURN: Final = 0  # turn begins
PHASE: Final = 1
SCORE: Final = 2  # die, Glory earned
GLORY: Final = 3  # Glory gained or lost otherwise, amount
DRAW: Final = 4
ROLL: Final = 5
REFILL: Final = 6
SPEND: Final = 7  # die, quiddity gained
QUIDDITY: Final = 8  # by an ability
READY: Final = 9
SUMMON: Final = 10  # die, paid
ENTER: Final = 11
CAST: Final = 12
ATTACH: Final = 13  # die, host
TOTAL: Final = 14  # defender, total
DEFEND: Final = 15  # die, damage before, defense
HOLDS: Final = 16  # die, total, defense
DESTROY: Final = 17
SAVED: Final = 18
MOVE: Final = 19  # die, place
CAPTURE: Final = 20  # die, paid
CULL: Final = 21
ROTATE: Final = 22
COPY: Final = 23
EFFECT: Final = 24  # kind (+ 64 if it lasts until the controller's next turn), amount
TRIGGER: Final = 25  # program
SWAP: Final = 26
CAPTURES: Final = 27
DISCOUNT: Final = 28
PRESS: Final = 29
OVER: Final = 30
CLEAN: Final = 31  # dice moved to the Used Pile, quiddity lost
LOCK: Final = 32  # die, seat it is placed with
UNLOCK: Final = 33  # die, place it goes to
REMOVE: Final = 34
GAIN: Final = 35  # die taken from the Wilds by an effect, place
ABSORBS: Final = 36  # die, total, defense (6.6)
ANCHOR: Final = 37  # die, price
QUEST: Final = 38  # die goes to a quest, slot
CHALLENGE: Final = 39  # slot, opponent
QUEST_DONE: Final = 40  # slot, level sum
QUEST_FAILED: Final = 41  # slot, level sum
QUEST_DIE: Final = 42  # die, face
EQUIP: Final = 43  # die, carrier
RETURN: Final = 44  # a quest die goes back to its card
SHAKE: Final = 45  # die, face: a creature was rolled in a Ready Area
ROLLS: Final = (ROLL, SHAKE)  # every roll of a die is one of these
PREVENT: Final = 46
NO_DAMAGE: Final = 47  # seat
ENERGY: Final = 48  # amount, light or dark
LASTS: Final = 64  # in a line of EFFECT, added to the kind of an effect that outlasts the turn
NAMES: Final = [
    "turn", "phase", "score", "glory", "draw", "roll", "refill", "spend", "quiddity", "ready",
    "summon", "enter", "cast", "attach", "total", "defend", "holds", "destroy", "saved", "move",
    "capture", "cull", "rotate", "copy", "effect", "trigger", "swap", "captures", "discount",
    "press", "over", "clean", "lock", "unlock", "remove", "gain", "absorbs", "anchor", "quest",
    "challenge", "quest-done", "quest-failed", "quest-die", "equip", "return", "shake", "prevent",
    "no-damage", "energy",
]  # fmt: skip
# The names of a line's two numbers, by its kind. A word after a colon says what the number stands
# for; without one it is just a number.
FIELDS: Final = {
    "turn": ("turn",),
    "phase": ("phase:phase",),
    "score": ("glory", "face:face"),
    "glory": ("amount", "glory"),
    "draw": (),
    "roll": ("face:face",),
    "refill": ("dice",),
    "spend": ("amount", "pool"),
    "quiddity": ("amount", "pool"),
    "ready": ("face:face",),
    "summon": ("paid", "face:face"),
    "enter": ("face:face",),
    "cast": ("face:face",),
    "attach": ("carrier:die",),
    "total": ("defender", "total"),
    "defend": ("damage", "defense"),
    "holds": ("damage", "defense"),
    "destroy": (),
    "saved": (),
    "move": ("place:place",),
    "capture": ("paid", "place:place"),
    "cull": (),
    "rotate": ("face:face",),
    "copy": ("copied:die",),
    "effect": ("effect:effect", "amount"),
    "trigger": ("ability:program",),
    "swap": ("other:die", "other_seat"),
    "captures": ("amount",),
    "discount": ("amount",),
    "press": ("amount", "damage"),
    "over": ("ending:ending",),
    "clean": ("dice", "lost"),
    "lock": ("with_seat",),
    "unlock": ("place:place",),
    "remove": (),
    "gain": ("place:place",),
    "absorbs": ("damage", "defense"),
    "anchor": ("price", "energy:energy"),
    "quest": ("quest:slot",),
    "challenge": ("quest:slot", "opponent"),
    "quest-done": ("quest:slot", "levels"),
    "quest-failed": ("quest:slot", "levels"),
    "quest-die": ("face:face",),
    "equip": ("carrier:die",),
    "return": (),
    "shake": ("face:face",),
    "prevent": (),
    "no-damage": ("damage",),
    "energy": ("amount", "energy:energy"),
}
