"""What the Assistants and the spells of Light vs. Dark do; the creatures are in `light_vs_dark`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ANYBODY,
    CHOSEN,
    CULL,
    DARK,
    DESTROY,
    FIRST,
    GET_DARK,
    GET_LIGHT,
    IN_PHASE_2,
    LIGHT,
    ME,
    ON_ATTACK,
    ON_DESTROYED,
    OPPONENT,
    OPPONENTS,
    QUEST,
    READY,
    REROLL,
    ROTATE,
    SOMETHING_TO_DRAW,
    SUBJECT,
    USED,
    WEAKEN,
    Behaviours,
    Step,
    ability,
    any_of,
    at_least,
    attach,
    attack,
    attack_this_turn,
    cast,
    choose,
    count,
    creatures,
    cull,
    deal_with_owner,
    defense,
    defense_this_turn,
    destroy,
    dice,
    draw_and_roll,
    each,
    each_opponent,
    either,
    gain_energy,
    glory,
    if_,
    if_die,
    immediate,
    mark,
    may_choose,
    more_captures,
    no_attack_this_turn,
    opponent_loses_glory,
    react,
    reroll,
    reroll_up_to_two,
    rotate_down,
    rotate_up,
    spend,
)

LIGHT_VS_DARK = Behaviours()  # of the whole set: `light_vs_dark` adds the creatures
card = LIGHT_VS_DARK.card

BURST = 1

MY_USED = dice(ME, USED)
MY_ACTIVE = dice(ME, ACTIVE)
MY_LIGHT = creatures(ME, READY, QUEST, energy=LIGHT)
MY_DARK = creatures(ME, READY, QUEST, energy=DARK)
LIGHT_CREATURE = creatures(ANYBODY, READY, QUEST, energy=LIGHT)
DARK_CREATURE = creatures(ANYBODY, READY, QUEST, energy=DARK)
ATTACKER = creatures(OPPONENT, READY, QUEST, attacking=True)
# A locked creature is raised as well, to its lowest face (11.3).
MINE_TO_RAISE = creatures(ME, can_go_up=True)
LIGHT_OR_SMALL = any_of(creatures(ANYBODY, energy=LIGHT), creatures(ANYBODY, max_level=1))
FOES = creatures(OPPONENTS)
FOES_TO_LOWER = creatures(OPPONENTS, can_go_down=True, not_immune=True)
FOES_LIGHT = creatures(OPPONENTS, energy=LIGHT, not_immune=True)


def raise_all() -> Step:
    """Rotate every creature in one's Ready Area up (13.8)."""
    return each(creatures(ME), rotate_up())


# --- basics -----------------------------------------------------------------------------------

card("Large Quiddity")
card(
    "Assistant of Acquisition",
    ability("immediate", immediate(spend(), more_captures(1)), face="I"),
)
card(
    "Assistant of Economics",
    ability(
        "immediate",
        immediate(
            spend(),
            either(GET_LIGHT, [gain_energy(LIGHT, 2)], GET_DARK, [gain_energy(DARK, 2)]),
        ),
        face="I",
    ),
)
card(
    "Assistant of Logistics",
    ability(
        "immediate",
        # "And then" (13.7): without a die to draw it is not used at all (15.14).
        immediate(
            spend(),
            draw_and_roll(1),
            may_choose(CULL, dice(ME, USED, class_name="Assistant"), cull()),
            only_if=SOMETHING_TO_DRAW,
        ),
        face="I",
    ),
)

# --- Light ------------------------------------------------------------------------------------

card(
    "Light Cantrip",
    ability("immediate", immediate(spend(), gain_energy(LIGHT, 2)), face="I"),
    ability(
        "cast",
        cast(
            each(MY_LIGHT, defense_this_turn(2, lasting=True)),
            only_if=at_least(1, count(MY_LIGHT)),
        ),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        cast(
            each(MY_LIGHT, defense_this_turn(3, lasting=True)),
            only_if=at_least(1, count(MY_LIGHT)),
        ),
        burst=BURST,
        face="S",
    ),
)
card(
    "Light Charm",
    ability(
        "immediate",
        immediate(spend(), draw_and_roll(1), only_if=SOMETHING_TO_DRAW),
        face="I",
    ),
    ability(
        "attach",
        attach(ME),
        defense(3),
        glory(1, which=LIGHT_CREATURE),
        face="S",
        below=BURST,
    ),
    ability("attach", attach(ME), defense(4), glory(1), burst=BURST, face="S"),
)
card(
    "Light Enchantment",
    ability(
        "immediate",
        immediate(spend(), reroll_up_to_two(MY_ACTIVE)),
        face="I",
    ),
    ability(
        "cast",
        cast(raise_all(), only_if=at_least(1, count(MINE_TO_RAISE))),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        cast(
            raise_all(),
            if_(IN_PHASE_2, draw_and_roll(1)),
            only_if=at_least(1, count(MINE_TO_RAISE)),
        ),
        cast(draw_and_roll(1), only_if=IN_PHASE_2),  # nothing to rotate: the draw is left
        burst=BURST,
        face="S",
    ),
)
card(
    "Light Incantation",
    ability(
        "immediate",
        immediate(spend(), may_choose(CULL, MY_USED, cull(), gain_energy(LIGHT, 1))),
        face="I",
    ),
    ability(
        "reaction",
        react(
            ON_ATTACK,
            choose(
                WEAKEN,
                ATTACKER,
                if_die(
                    FIRST,
                    DARK_CREATURE,
                    no_attack_this_turn(),
                    otherwise=[attack_this_turn(-3)],
                ),
            ),
        ),
        face="S",
        below=BURST,
    ),
    ability(
        "reaction",
        react(ON_ATTACK, choose(WEAKEN, ATTACKER, no_attack_this_turn())),
        burst=BURST,
        face="S",
    ),
)
card(
    "Light Spell",
    ability(
        "immediate",
        immediate(spend(), gain_energy(LIGHT, 1), draw_and_roll(1)),
        face="I",
    ),
    ability(
        "cast",
        cast(choose(DESTROY, creatures(ANYBODY, energy=DARK, max_level=2), destroy())),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        cast(choose(DESTROY, creatures(ANYBODY, energy=DARK), destroy())),
        burst=BURST,
        face="S",
    ),
)

# --- Dark -------------------------------------------------------------------------------------

card(
    "Dark Cantrip",
    ability("immediate", immediate(spend(), gain_energy(DARK, 2)), face="I"),
    ability(
        "cast",
        cast(each(MY_DARK, attack_this_turn(2)), only_if=at_least(1, count(MY_DARK))),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        cast(each(MY_DARK, attack_this_turn(3)), only_if=at_least(1, count(MY_DARK))),
        burst=BURST,
        face="S",
    ),
)
card(
    "Dark Charm",
    ability(
        "immediate",
        immediate(spend(), gain_energy(DARK, 1), may_choose(REROLL, MY_ACTIVE, reroll())),
        face="I",
    ),
    ability(
        "attach",
        attach(OPPONENTS, READY),
        attack(-2),
        defense(-2),
        glory(-1),
        face="S",
        below=BURST,
    ),
    ability(
        "attach",
        attach(OPPONENTS, READY),
        attack(-3),
        defense(-3),
        glory(-1),
        burst=BURST,
        face="S",
    ),
)
card(
    "Dark Enchantment",
    ability(
        "immediate",
        immediate(spend(), may_choose(ROTATE, FOES_TO_LOWER, rotate_down())),
        face="I",
    ),
    ability(
        "cast",
        cast(each(FOES, rotate_down()), only_if=at_least(1, count(FOES_TO_LOWER))),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        # What has just been lowered is safe: those at their lowest are marked on the way.
        cast(
            each(
                FOES,
                if_die(
                    FIRST,
                    FOES_TO_LOWER,
                    rotate_down(),
                    otherwise=[if_die(FIRST, LIGHT_CREATURE, mark())],
                ),
            ),
            each(CHOSEN, destroy()),
            only_if=at_least(1, count(any_of(FOES_TO_LOWER, FOES_LIGHT))),
        ),
        burst=BURST,
        face="S",
    ),
)
card(
    "Dark Incantation",
    ability(
        "immediate",
        immediate(spend(), may_choose(CULL, MY_USED, cull(), draw_and_roll(1))),
        face="I",
    ),
    ability(
        "reaction",
        react(
            ON_DESTROYED,
            choose(
                DESTROY,
                creatures(OPPONENT, READY, QUEST, attacking=True, level_register=SUBJECT),
                destroy(),
            ),
        ),
        face="S",
        below=BURST,
    ),
    ability(
        "reaction",
        react(ON_DESTROYED, choose(DESTROY, ATTACKER, destroy())),
        burst=BURST,
        face="S",
    ),
)
card(
    "Dark Spell",
    ability(
        "immediate",
        immediate(
            spend(),
            gain_energy(DARK, 1),
            each_opponent(
                if_(at_least(1, count(creatures(OPPONENT, energy=LIGHT))), gain_energy(DARK, 1))
            ),
        ),
        face="I",
    ),
    ability(
        "cast",
        cast(choose(DESTROY, LIGHT_OR_SMALL, destroy())),
        face="S",
        below=BURST,
    ),
    ability(
        "cast",
        cast(
            choose(
                DESTROY,
                LIGHT_OR_SMALL,
                deal_with_owner(),
                destroy(FIRST, opponent_loses_glory(1)),
            )
        ),
        burst=BURST,
        face="S",
    ),
)
