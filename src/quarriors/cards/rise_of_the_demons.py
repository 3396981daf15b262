"""What the cards of Rise of the Demons do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    AFTER_ATTACK,
    ANYBODY,
    BAG,
    BEFORE_SCORE,
    BY_AN_OPPONENT,
    DESTROYED,
    FIRST,
    FOE_SUMMONS,
    GIVE,
    IT_EARNED_GLORY,
    ME,
    OPPONENT,
    OPPONENT_HIT,
    OPPONENTS,
    READY,
    REMOVE,
    SCORED,
    SELF,
    SPENT,
    SUMMONED,
    TAKE,
    TAKES_PART,
    USED,
    WILDS,
    Behaviours,
    ability,
    at_least,
    at_most,
    attach,
    attack,
    attack_is,
    brings_another,
    cast,
    choose,
    choose_opponent,
    count,
    creatures,
    defense_is,
    destroy,
    dice,
    draw_and_roll,
    each,
    each_opponent,
    gain_glory,
    gain_quiddity,
    give,
    glory,
    if_,
    if_die,
    immediate,
    in_place_of_a_draw,
    may_choose,
    no_less_than,
    opponent_loses_glory,
    remove,
    rotate_down,
    spend,
    takes_no_damage,
    use_up,
    when,
)

RISE_OF_THE_DEMONS = Behaviours()
card = RISE_OF_THE_DEMONS.card

TAINTED = "Corrupted Quiddity"
ON_THE_CARD = dice(ANYBODY, WILDS, class_name=TAINTED)
SOME_LEFT = at_least(1, count(ON_THE_CARD))
BURST, TWO_BURSTS, THREE_BURSTS = 1, 2, 3

# Gained from the Wilds into the Used Pile; none left: nothing happens (14.1).
I_GAIN_ONE = choose(TAKE, ON_THE_CARD, give(ME, USED))
OPPONENT_GAINS_ONE = choose(TAKE, ON_THE_CARD, give(OPPONENT, USED))
EACH_OPPONENT_GAINS_ONE = each_opponent(OPPONENT_GAINS_ONE)
ONE_OPPONENT_GAINS_ONE = if_(SOME_LEFT, choose_opponent(OPPONENT_GAINS_ONE))

# --- basics -----------------------------------------------------------------------------------

card("Corrupted Quiddity", ability("immediate", brings_another(), burst=THREE_BURSTS))

# --- Corruption -------------------------------------------------------------------------------

card(
    "Corruption Cantrip",
    ability(
        "immediate",
        # Whoever would not take the die does not use the spell: the use is the "may".
        immediate(
            spend(),
            if_(SOME_LEFT, I_GAIN_ONE, gain_quiddity(3), otherwise=[gain_quiddity(1)]),
        ),
    ),
)
card(
    "Corruption Charm",
    ability("attach", attach(), glory(count(dice(OPPONENTS, USED, class_name=TAINTED)))),
)
card(
    "Corruption Incantation",
    ability(
        "cast",
        cast(
            each_opponent(each(creatures(OPPONENT), destroy())),
            each(creatures(ME), destroy()),
            remove(SELF),
            I_GAIN_ONE,
        ),
    ),
)
card(
    "Corruption Spell",
    ability(
        "cast",
        cast(
            each_opponent(if_(SOME_LEFT, OPPONENT_GAINS_ONE, otherwise=[opponent_loses_glory(1)]))
        ),
    ),
)

# --- Demonic Overlord -------------------------------------------------------------------------

card(
    "Demonic Overlord",
    ability(
        "scored",
        # A second Overlord that the first one destroyed has no say any more.
        when(
            BEFORE_SCORE,
            if_die(SELF, creatures(ME, scoring=True), each(creatures(ME, other=True), destroy())),
        ),
    ),
)
card(
    "Lesser Demonic Overlord",
    ability("scored", when(SCORED, EACH_OPPONENT_GAINS_ONE)),
    ability("summoned", when(SUMMONED, ONE_OPPONENT_GAINS_ONE), burst=BURST),
)
card(
    "Strong Demonic Overlord",
    ability(
        "summoned",
        when(SUMMONED, each_opponent(each(creatures(OPPONENT), rotate_down()))),
        below=BURST,
    ),
    ability(
        "summoned",
        # Both lines of the card in one: no creature is turned first and then destroyed.
        when(
            SUMMONED,
            each_opponent(
                each(
                    creatures(OPPONENT),
                    if_die(
                        FIRST,
                        creatures(OPPONENT, can_go_down=True),
                        rotate_down(),
                        otherwise=[destroy()],
                    ),
                )
            ),
        ),
        burst=BURST,
    ),
)
card(
    "Mighty Demonic Overlord",
    ability(
        "scored",
        when(SCORED, each_opponent(choose(REMOVE, dice(OPPONENT, USED), remove()))),
        below=BURST,
    ),
    ability(
        "scored",
        when(
            SCORED,
            each_opponent(
                choose(REMOVE, dice(OPPONENT, USED), remove()),
                choose(REMOVE, dice(OPPONENT, USED), remove()),
            ),
        ),
        burst=BURST,
    ),
)

# --- corrupted creatures ----------------------------------------------------------------------

card(
    "Corrupted Deathdealer",
    # Under expert culling it lies in the Wilds by now; a kept one earned nothing and stays (4.6).
    ability("scored", when(SCORED, if_(IT_EARNED_GLORY, remove(SELF), I_GAIN_ONE))),
)
card(
    "Corrupted Defender of the Pale",
    ability(
        "static",
        when(FOE_SUMMONS, choose(TAKE, ON_THE_CARD, give(OPPONENT, USED), use_up()), once=True),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability("static", when(FOE_SUMMONS, OPPONENT_GAINS_ONE), burst=TWO_BURSTS),
)
card(
    "Corrupted Devotee of the Holy Query",
    ability(
        "scored",
        # "1 more" than what it earned: nothing for one that is kept under expert culling (4.6).
        when(
            SCORED,
            if_(IT_EARNED_GLORY, may_choose(TAKE, ON_THE_CARD, give(ME, USED), gain_glory(1))),
        ),
    ),
    ability("scored", when(SCORED, ONE_OPPONENT_GAINS_ONE), burst=BURST),
)
card(
    "Corrupted Ghostly Spirit",
    ability(
        "defending",
        takes_no_damage(
            at_least(1, count(dice(OPPONENT, ACTIVE, READY, SPENT, USED, class_name=TAINTED)))
        ),
    ),
)

OWNED = dice(ANYBODY, BAG, ACTIVE, READY, SPENT, USED, class_name=TAINTED)

card(
    "Corrupted Primordial Ooze",
    ability(
        "static",
        attack_is(no_less_than(1, count(OWNED))),
        defense_is(no_less_than(1, count(OWNED))),
    ),
    ability("summoned", when(SUMMONED, EACH_OPPONENT_GAINS_ONE)),
)
card(
    "Corrupted Quake Dragon",
    ability(
        "attacking",
        when(
            AFTER_ATTACK,
            each_opponent(if_(OPPONENT_HIT, OPPONENT_GAINS_ONE)),
            only_if=TAKES_PART,
        ),
    ),
    ability("scored", when(SCORED, ONE_OPPONENT_GAINS_ONE), burst=BURST),
    ability("scored", when(SCORED, each_opponent(opponent_loses_glory(1))), burst=TWO_BURSTS),
)

MY_TAINTED = dice(ME, USED, class_name=TAINTED)

card(
    "Corrupted Questing Wizard",
    ability(
        "scored",
        when(SCORED, each_opponent(may_choose(GIVE, MY_TAINTED, give(OPPONENT, USED)))),
        below=TWO_BURSTS,
    ),
    ability(
        "immediate",
        immediate(spend(), ONE_OPPONENT_GAINS_ONE, draw_and_roll(1)),
        burst=BURST,
    ),
    ability(
        "scored",
        when(
            SCORED,
            each_opponent(
                may_choose(GIVE, MY_TAINTED, give(OPPONENT, USED), opponent_loses_glory(1))
            ),
        ),
        burst=TWO_BURSTS,
    ),
)
card(
    "Corrupted Scavenging Goblin",
    ability("summoned", when(SUMMONED, I_GAIN_ONE)),
    ability("destroyed", when(DESTROYED, if_(BY_AN_OPPONENT, OPPONENT_GAINS_ONE)), burst=BURST),
)
card(
    "Corrupted Warrior of the Quay",
    ability(
        "attacking", attack(at_most(4, count(dice(OPPONENT, USED, ACTIVE, class_name=TAINTED))))
    ),
    ability("scored", when(SCORED, ONE_OPPONENT_GAINS_ONE)),
)
card(
    "Corrupted Witching Hag",
    ability(
        "scored",
        when(
            SCORED,
            each_opponent(choose(TAKE, ON_THE_CARD, give(OPPONENT, ACTIVE), in_place_of_a_draw())),
        ),
    ),
)
