"""What the creatures of Light vs. Dark do, in the card language; their texts are in `text/`.

Assistants and spells are in `light_vs_dark_spells`. The order of a card's abilities is that of its
facts. Comments name rulings only where the text alone would leave a reader wondering. An anchored
spell is the last line of its card; a die of the card speaks for it, whoever owns that die (13.6).
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ALLY_DYING,
    ANYBODY,
    ASIDE,
    ATTACKERS,
    BAG,
    BEFORE_DEFENSE,
    BY_AN_OPPONENT,
    BY_DAMAGE,
    CHOSEN,
    COMPANIONS,
    CULL,
    DARK,
    DEFENDERS,
    DESTROY,
    DESTROYED,
    DYING,
    FETCH,
    FIRST,
    GLORY_OF_FIRST,
    KILL,
    LIGHT,
    ME,
    OPPONENT,
    OPPONENT_IS_RICHER,
    OPPONENTS,
    QUEST,
    READY,
    REROLL,
    RICHER_OPPONENTS,
    ROTATE,
    SCORED,
    SECOND,
    SELF,
    SOMETHING_TO_DRAW,
    SPENT,
    STRENGTHEN,
    SUBJECT,
    SUMMONED,
    TAKE,
    TAKES_PART,
    TO_USE,
    USED,
    WILDS,
    WOULD_DIE,
    Step,
    ability,
    anchored,
    any_of,
    at_least,
    attack,
    attack_at_most,
    attack_of,
    attack_this_turn,
    attackers_at_most,
    by_opponent,
    capture_free,
    choose,
    choose_opponent,
    costing_at_most,
    count,
    count_use,
    creatures,
    cull,
    deal_with_owner,
    defends_first,
    defense,
    defense_of,
    defense_this_turn,
    destroy,
    dice,
    draw_and_roll,
    each,
    each_opponent,
    exactly,
    gain_energy,
    gain_glory,
    glory,
    if_,
    if_die,
    immunity,
    immunity_to_dark,
    leave_for,
    mark,
    may,
    may_choose,
    need_not_defend,
    opponent_loses_glory,
    opponents_summon_for_more,
    opposing,
    others_defense,
    prevent,
    reroll,
    roll_into_active,
    roll_to_stay,
    rotate_down,
    rotate_up,
    save,
    send_to,
    use_up,
    used_less_than,
    when,
    when_destroyed_goes_to,
)
from quarriors.cards.light_vs_dark_spells import LIGHT_VS_DARK

__all__ = ["LIGHT_VS_DARK"]

card = LIGHT_VS_DARK.card

BURST, TWO_BURSTS, ANY_BURST = 1, 2, -1

MY_CREATURES = creatures(ME, READY, QUEST)
MY_USED = dice(ME, USED)
LIGHT_CREATURES = creatures(ANYBODY, READY, QUEST, energy=LIGHT)
FOES_LIGHT = creatures(OPPONENTS, energy=LIGHT)
# Wherever it lies by now: a creature that was destroyed has been moved already.
LIGHT_DIE = dice(ANYBODY, WILDS, BAG, ACTIVE, READY, SPENT, USED, ASIDE, QUEST, energy=LIGHT)
# A creature that cannot turn is no target for a rotation (15.6); a locked one can go up (11.3).
FOES_TO_LOWER = creatures(OPPONENTS, can_go_down=True)
CAN_GO_DOWN = creatures(ANYBODY, can_go_down=True)


def cull_one(*then: Step) -> Step:
    """One may cull a die from one's Used Pile, and then do those steps (13.7)."""
    return may_choose(CULL, MY_USED, cull(), *then)


def cull_two(*then: Step) -> Step:
    """The same with up to two dice; the steps once, after the first."""
    return cull_one(*then, cull_one())


# --- Herald -----------------------------------------------------------------------------------

card("Herald", ability("destroyed", when_destroyed_goes_to(ACTIVE)))
card(
    "Lesser Herald",
    ability("summoned", when(SUMMONED, gain_energy(LIGHT, 1)), below=BURST),
    ability("summoned", when(SUMMONED, gain_energy(LIGHT, 2)), burst=BURST),
    ability("anchored", anchored(choose(REROLL, dice(ME, ACTIVE), reroll()))),
)
card(
    "Greater Herald",
    ability("scored", when(SCORED, cull_one()), below=BURST),
    ability("scored", when(SCORED, cull_two()), burst=BURST),
    ability("anchored", anchored(draw_and_roll(1), only_if=SOMETHING_TO_DRAW)),
)
card(
    "Strong Herald",
    ability("static", defense_of(COMPANIONS, 1, LIGHT_CREATURES), below=BURST),
    ability("static", defense_of(COMPANIONS, 2, LIGHT_CREATURES), burst=BURST),
)
card(
    "Mighty Herald",
    ability(
        "summoned",
        when(
            SUMMONED,
            may_choose(
                ROTATE,
                creatures(ME, other=True, can_go_up=True),
                rotate_up(),
            ),
        ),
    ),
    ability(
        "scored",
        glory(
            1,
            only_if=at_least(1, count(creatures(ME, energy=LIGHT, other=True, scoring=True))),
        ),
        burst=BURST,
    ),
    ability(
        "anchored",
        anchored(choose(ROTATE, creatures(ME, can_go_up=True), rotate_up())),
    ),
)

# --- Black Cat --------------------------------------------------------------------------------

card(
    "Black Cat",
    ability(
        "summoned",
        when(SUMMONED, may_choose(ROTATE, FOES_TO_LOWER, rotate_down())),
        burst=BURST,
    ),
)
card(
    "Lesser Black Cat",
    ability(
        "destroyed",
        # Nobody loses anything if its own controller destroyed it.
        when(DESTROYED, if_(BY_AN_OPPONENT, opponent_loses_glory(1))),
        burst=BURST,
    ),
)
card(
    "Greater Black Cat",
    ability("scored", when(SCORED, cull_one(gain_energy(DARK, 1)))),
    ability(
        "anchored",
        anchored(choose(CULL, dice(ME, USED, class_name="Assistant"), cull())),
    ),
)
card("Strong Black Cat", ability("destroyed", when(DYING, roll_to_stay())))
card(
    "Mighty Black Cat",
    ability("static", attack_of(ATTACKERS, -1, LIGHT_CREATURES)),
    ability("static", attackers_at_most(0, max_level=1), burst=BURST),
    ability("anchored", anchored(choose(ROTATE, FOES_TO_LOWER, rotate_down()))),
)

# --- Quartz Golem -----------------------------------------------------------------------------

card(
    "Quartz Golem",
    ability("static", immunity(), burst=ANY_BURST),
    ability(
        "anchored",
        anchored(choose(STRENGTHEN, MY_CREATURES, defense_this_turn(3, lasting=True))),
    ),
)
card(
    "Lesser Quartz Golem",
    ability(
        "destroyed",
        when(
            WOULD_DIE,
            if_die(
                SELF,
                creatures(ME, READY, QUEST, min_level=2, can_go_down=True),
                prevent(),
                rotate_down(SELF),
            ),
            only_if=BY_DAMAGE,
        ),
    ),
)
card(
    "Greater Quartz Golem",
    ability("static", immunity_to_dark()),
    ability("static", defense(1), burst=BURST),
    ability("scored", glory(1), burst=TWO_BURSTS),
    ability(
        "anchored",
        anchored(choose(FETCH, dice(ME, USED, energy=LIGHT), roll_into_active())),
    ),
)
card(
    "Strong Quartz Golem",
    ability("scored", when(SCORED, gain_energy(LIGHT, 1)), below=BURST),
    ability("scored", when(SCORED, gain_energy(LIGHT, 2)), burst=BURST, below=TWO_BURSTS),
    ability("scored", when(SCORED, gain_energy(LIGHT, 3)), burst=TWO_BURSTS),
)
card(
    "Mighty Quartz Golem",
    ability("defending", defends_first(), defense(2)),
    ability("scored", when(SCORED, cull_one()), burst=TWO_BURSTS),
    ability("anchored", anchored(choose(CULL, MY_USED, cull()))),
)

# --- Boogieman --------------------------------------------------------------------------------


def scare_away(min_level: int, max_level: int) -> Step:
    """An opponent's creature may be sent to its owner's Active Pool; it is not destroyed."""
    return may_choose(
        FETCH,
        creatures(OPPONENTS, min_level=min_level, max_level=max_level),
        leave_for(ACTIVE),
    )


card(
    "Boogieman",
    ability("summoned", when(SUMMONED, scare_away(1, 1)), below=BURST),
    ability("summoned", when(SUMMONED, scare_away(0, 2)), burst=BURST, below=TWO_BURSTS),
    ability("summoned", when(SUMMONED, scare_away(0, 3)), burst=TWO_BURSTS),
)
card(
    "Lesser Boogieman",
    ability("attacking", defense_of(DEFENDERS, -1, add_up=False), below=TWO_BURSTS),
    ability("attacking", defense_of(DEFENDERS, -2, add_up=False), burst=TWO_BURSTS),
)
card(
    "Greater Boogieman",
    ability(
        "scored",
        when(
            SCORED,
            each_opponent(if_(exactly(0, creatures(OPPONENT)), opponent_loses_glory(1))),
        ),
    ),
    ability("static", attack(1), burst=BURST),
    ability("static", attack(2), burst=TWO_BURSTS),
    ability(
        "anchored",
        anchored(
            choose(
                DESTROY,
                creatures(ANYBODY, energy=LIGHT),
                deal_with_owner(),
                destroy(FIRST, opponent_loses_glory(1)),
            )
        ),
    ),
)
card(
    "Strong Boogieman",
    ability(
        "static",
        attack_at_most(ATTACKERS, 0, creatures(ANYBODY, READY, QUEST, class_name="Assistant")),
        attack_at_most(
            ATTACKERS,
            0,
            creatures(ANYBODY, READY, QUEST, energy=LIGHT, min_level=1, max_level=1),
        ),
    ),
    ability(
        "attacking",
        attack(
            1,
            only_if=at_least(
                1, count(creatures(OPPONENT, READY, QUEST, energy=LIGHT, beside=True))
            ),
        ),
        burst=ANY_BURST,
    ),
)
card(
    "Mighty Boogieman",
    ability("defending", need_not_defend(), burst=ANY_BURST),
    ability(
        "anchored",
        anchored(
            choose_opponent(
                by_opponent(
                    choose(
                        ROTATE,
                        creatures(ME, READY, QUEST, can_go_down=True, not_immune=True),
                        rotate_down(),
                    )
                ),
                having=creatures(OPPONENT, READY, QUEST, can_go_down=True, not_immune=True),
            ),
            only_if=at_least(
                1,
                count(creatures(OPPONENTS, READY, QUEST, can_go_down=True, not_immune=True)),
            ),
        ),
    ),
)

# --- Archangel --------------------------------------------------------------------------------

card(
    "Archangel",
    ability(
        "summoned",
        when(
            SUMMONED,
            if_(
                at_least(1, count(creatures(ME, energy=LIGHT, other=True, can_go_up=True))),
                may(TO_USE, each(creatures(ME, energy=LIGHT, other=True), rotate_up())),
            ),
        ),
    ),
    ability("scored", glory(1), burst=TWO_BURSTS),
    ability(
        "anchored",
        anchored(choose(FETCH, dice(ME, USED, creature_die=True), roll_into_active())),
    ),
)


def smite(min_level: int, max_level: int) -> Step:
    """A Dark creature of the player who is about to choose defenders is destroyed."""
    return choose(
        DESTROY, opposing(energy=DARK, min_level=min_level, max_level=max_level), destroy()
    )


card(
    "Lesser Archangel",
    ability(
        "attacking",
        attack(
            2,
            only_if=at_least(1, count(creatures(OPPONENT, READY, QUEST, energy=DARK, beside=True))),
        ),
    ),
    ability("attacking", when(BEFORE_DEFENSE, smite(1, 1)), burst=BURST, below=TWO_BURSTS),
    ability("attacking", when(BEFORE_DEFENSE, smite(0, 2)), burst=TWO_BURSTS),
)
card(
    "Greater Archangel",
    ability("static", others_defense(1)),
    ability(
        "static",
        attack_at_most(ATTACKERS, 0, creatures(ANYBODY, READY, QUEST, energy=DARK, max_level=2)),
        burst=TWO_BURSTS,
    ),
    ability(
        "anchored",
        anchored(choose(DESTROY, creatures(ANYBODY, energy=DARK), destroy(FIRST, gain_glory(1)))),
    ),
)
card(
    "Strong Archangel",
    ability("static", when(ALLY_DYING, use_up(), send_to(ACTIVE), once=True), below=TWO_BURSTS),
    ability(
        "static",
        when(
            ALLY_DYING,
            if_die(
                SUBJECT,
                LIGHT_DIE,
                if_(used_less_than(1), count_use(), save(), otherwise=[send_to(ACTIVE)]),
                otherwise=[send_to(ACTIVE)],
            ),
        ),
        burst=TWO_BURSTS,
    ),
)
card(
    "Mighty Archangel",
    ability("scored", when(SCORED, cull_two()), below=BURST),
    # The same culls, so that one question is asked and not two.
    ability("scored", when(SCORED, cull_two(gain_glory(1))), burst=ANY_BURST),
    ability(
        "anchored",
        anchored(
            choose(
                ROTATE,
                any_of(
                    creatures(ANYBODY, energy=LIGHT, can_go_up=True),
                    creatures(ANYBODY, energy=DARK, can_go_down=True),
                ),
                if_die(FIRST, LIGHT_CREATURES, rotate_up(), otherwise=[rotate_down()]),
            ),
        ),
    ),
)

# --- Queelzebub -------------------------------------------------------------------------------

card(
    "Queelzebub",
    ability("summoned", when(SUMMONED, each(FOES_LIGHT, rotate_down())), below=TWO_BURSTS),
    ability(
        "summoned",
        # What has just been lowered is safe: those at their lowest are marked on the way.
        when(
            SUMMONED,
            each(
                FOES_LIGHT,
                if_die(FIRST, CAN_GO_DOWN, rotate_down(), otherwise=[mark()]),
            ),
            each(CHOSEN, destroy()),
        ),
        burst=TWO_BURSTS,
    ),
    ability("anchored", anchored(choose(STRENGTHEN, MY_CREATURES, attack_this_turn(3)))),
)
card(
    "Lesser Queelzebub",
    ability(
        "attacking",
        when(KILL, gain_energy(DARK, 1), only_if=TAKES_PART),
        below=BURST,
    ),
    ability(
        "attacking",
        # Both lines at once, so that nobody has to say which comes first.
        when(
            KILL,
            gain_energy(DARK, 1),
            if_die(SUBJECT, LIGHT_DIE, if_(used_less_than(1), count_use(), gain_glory(1))),
            only_if=TAKES_PART,
        ),
        burst=ANY_BURST,
    ),
)
card(
    "Greater Queelzebub",
    ability(
        "summoned",
        when(
            SUMMONED,
            may_choose(
                DESTROY,
                creatures(ME, other=True),
                destroy(
                    FIRST,
                    # They choose, but this creature destroys.
                    each_opponent(
                        by_opponent(
                            choose(DESTROY, creatures(ME, READY, QUEST, not_immune=True), mark())
                        )
                    ),
                    each(CHOSEN, destroy()),
                ),
            ),
        ),
    ),
    ability("static", immunity(), burst=TWO_BURSTS),
    ability(
        "anchored",
        anchored(
            each_opponent(if_(OPPONENT_IS_RICHER, opponent_loses_glory(1))),
            only_if=at_least(1, RICHER_OPPONENTS),
        ),
    ),
)


def exchange(more: int) -> Step:
    """Cull a die, and then take a Dark one that costs at most so much more."""
    return cull_one(
        may_choose(
            TAKE,
            costing_at_most(dice(ANYBODY, WILDS, energy=DARK), more, FIRST),
            capture_free(USED, SECOND),
            register=SECOND,
        )
    )


card(
    "Strong Queelzebub",
    ability("scored", when(SCORED, exchange(2)), below=BURST),
    ability("scored", when(SCORED, exchange(3)), burst=ANY_BURST),
)
card(
    "Mighty Queelzebub",
    ability(
        "static",
        opponents_summon_for_more(1, dice(ANYBODY, ACTIVE, energy=LIGHT)),
        below=BURST,
    ),
    ability(
        "static",
        opponents_summon_for_more(2, dice(ANYBODY, ACTIVE, energy=LIGHT)),
        burst=ANY_BURST,
    ),
    ability(
        "anchored",
        # It does not score: what it does when it scores is not done.
        anchored(choose(CULL, creatures(ME), cull(), gain_glory(GLORY_OF_FIRST))),
    ),
)
