"""What the promotional cards do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ANYBODY,
    DESTROYED,
    FETCH,
    ME,
    OPPONENT,
    QUEST,
    READY,
    SCORED,
    SUMMONED,
    TAKE,
    UNLOCK,
    USED,
    WILDS,
    Behaviours,
    ability,
    any_number,
    at_least,
    at_most,
    by_opponent,
    capture_free,
    count,
    creatures,
    defense,
    dice,
    draw_more_and_put_back,
    each_opponent,
    gain_quiddity,
    glory,
    if_,
    locked,
    may_choose,
    move,
    roll_into_active,
    summon_cost_is,
    takes_no_damage,
    unlock,
    when,
)

PROMOS = Behaviours()
card = PROMOS.card

BURST, TWO_BURSTS = 1, 2

# --- Ghostly Spirit ---------------------------------------------------------------------------

card(
    "Ghost of X-Mas Past",
    ability(
        "destroyed",
        when(
            DESTROYED,
            may_choose(FETCH, dice(ME, USED, creature_die=True, other=True), move(ACTIVE)),
        ),
    ),
)
card(
    "Ghost of X-Mas Present",
    ability(
        "scored",
        when(
            SCORED,
            may_choose(
                TAKE,
                dice(ANYBODY, WILDS, max_cost=3),
                capture_free(USED),
                each_opponent(
                    by_opponent(
                        may_choose(TAKE, dice(ANYBODY, WILDS, max_cost=2), capture_free(USED))
                    )
                ),
            ),
        ),
    ),
)
card("Ghost of X-Mas Future", ability("scored", when(SCORED, draw_more_and_put_back(2))))

# --- Quaxos' creatures: cards of that type, which the class Quaxos' Eye is not ------------------

QUAXOS = "Quaxos'"
OTHER_QUAXOS = count(creatures(ANYBODY, type_name=QUAXOS, other=True))
QUAXOS_ATTACKS = at_least(
    1, count(creatures(OPPONENT, READY, QUEST, type_name=QUAXOS, attacking=True))
)

card(
    "Quaxos' Quake Dragon",
    ability("defending", takes_no_damage(QUAXOS_ATTACKS)),
    ability("scored", glory(at_most(2, OTHER_QUAXOS))),
)
card(
    "Quaxos' Scavenging Goblin",
    ability("defending", takes_no_damage(QUAXOS_ATTACKS)),
    ability("static", defense(OTHER_QUAXOS)),
)
card(
    "Quaxos' Warrior of the Quay",
    ability("defending", takes_no_damage(QUAXOS_ATTACKS)),
    ability("static", summon_cost_is(0, only_if=at_least(1, OTHER_QUAXOS))),
)

# --- Mischievous Imp --------------------------------------------------------------------------

IMP = dice(ANYBODY, WILDS, class_name="Mischievous Imp")

card(
    "Multiplying Mischievous Imp",
    ability(
        "summoned",
        when(SUMMONED, may_choose(TAKE, IMP, capture_free(USED))),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "summoned",
        when(SUMMONED, may_choose(TAKE, IMP, capture_free(ACTIVE), roll_into_active())),
        burst=TWO_BURSTS,
    ),
)

# --- Lord of the Quarry -----------------------------------------------------------------------

card(
    "Key Master Lord of the Quarry",
    ability(
        "summoned",
        when(
            SUMMONED,
            if_(
                at_least(1, count(locked(ANYBODY))),
                may_choose(UNLOCK, locked(ANYBODY), unlock()),
                otherwise=[gain_quiddity(2)],
            ),
        ),
        below=BURST,
    ),
    ability(
        "summoned",
        when(SUMMONED, any_number(UNLOCK, locked(ANYBODY), unlock(), gain_quiddity(1))),
        burst=BURST,
    ),
)
