"""What the 26 cards of Quarmageddon do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ALL_FOES,
    ALL_MINE,
    ALLY_DYING,
    ANYBODY,
    BY_DAMAGE,
    COMPANIONS,
    COST_OF_FIRST,
    CULL,
    DEFENDERS,
    DESTROY,
    DESTROYED,
    DISCARD,
    DYING,
    FIRST,
    IN_PHASE_2,
    ME,
    ON_DESTROYED,
    OPPONENT,
    OPPONENTS,
    QUEST,
    READY,
    REROLL,
    SCORED,
    SELF,
    SOMETHING_TO_DRAW,
    SPENT,
    SUMMONED,
    TAKE,
    TO_USE,
    USED,
    WILDS,
    Behaviours,
    ability,
    at_least,
    by_opponent,
    capture_free,
    captures_cost,
    cast,
    choose,
    choose_opponent,
    count,
    creatures,
    cull,
    defense_of,
    destroy,
    dice,
    draw_and_roll,
    each,
    each_opponent,
    gain_glory,
    gain_quiddity,
    glory,
    if_,
    if_die,
    immediate,
    immunity,
    immunity_of,
    may,
    may_choose,
    more_captures,
    move,
    one_point_destroys,
    opponent_loses_glory,
    react,
    reroll,
    roll_into_active,
    roll_to_stay,
    scored_glory,
    send_to,
    shake,
    spend,
    use_up,
    when,
)
from quarriors.engine.ids import want
from quarriors.engine.program import Filter

QUARMAGEDDON = Behaviours()
card = QUARMAGEDDON.card

BURST, TWO_BURSTS = 1, 2
IN_MY_READY_AREA = dice(ME, READY)
MY_UNLOCKED = creatures(ME, unlocked=True)


def readied_spells(whose: int) -> Filter:
    """Spells in Ready Areas that are attached to nobody."""
    return dice(whose, READY, want=want.IS_SPELL)


# --- Gnome Barbarian --------------------------------------------------------------------------

card("Gnome Barbarian", ability("static", immunity(), burst=BURST))
card(
    "Strong Gnome Barbarian",
    ability(
        "destroyed",
        # The attacker chooses, and this creature destroys: not an immune one (10.5).
        when(
            DESTROYED,
            by_opponent(
                choose(
                    DESTROY,
                    creatures(ME, READY, QUEST, in_battle=True, not_immune=True, unlocked=True),
                    by_opponent(destroy()),
                )
            ),
            only_if=BY_DAMAGE,
        ),
        burst=BURST,
    ),
)
card(
    "Mighty Gnome Barbarian",
    ability("static", immunity(), immunity_of(COMPANIONS, IN_MY_READY_AREA), burst=BURST),
)

# --- Heavenly Seraph --------------------------------------------------------------------------

card(
    "Heavenly Seraph",
    ability("static", defense_of(COMPANIONS, 1, IN_MY_READY_AREA)),
    ability("static", immunity(), burst=BURST),
)
card(
    "Strong Heavenly Seraph",
    ability("static", when(ALLY_DYING, may(TO_USE, send_to(ACTIVE), use_up()), once=True)),
    ability("static", immunity(), burst=BURST),
)
card(
    "Mighty Heavenly Seraph",
    ability("static", immunity()),
    # A power of the card, so it culls where scoring alone does not (4.6, 13.4).
    ability(
        "scored", glory(1), when(SCORED, may_choose(CULL, dice(ME, USED), cull())), burst=BURST
    ),
)

# --- Lord of the Quarry -----------------------------------------------------------------------

card(
    "Lord of the Quarry",
    ability(
        "scored",
        when(
            SCORED,
            may_choose(
                TAKE, dice(ANYBODY, WILDS, creature_die=True, max_cost=4), capture_free(USED)
            ),
        ),
    ),
    ability("static", immunity(), burst=BURST),
)
card(
    "Strong Lord of the Quarry",
    ability("static", captures_cost(ALL_MINE, -2)),
    ability("summoned", when(SUMMONED, more_captures(1)), burst=BURST),
)
card(
    "Mighty Lord of the Quarry",
    ability("static", captures_cost(ALL_FOES, 1), below=BURST),
    ability("static", captures_cost(ALL_FOES, 2), immunity(), burst=BURST),
)

# --- Mischievous Imp --------------------------------------------------------------------------

card(
    "Mischievous Imp",
    ability(
        "summoned",
        when(
            SUMMONED,
            # Any opponent may be chosen, but nobody is asked if it could hit no one (15.6).
            if_(
                at_least(1, count(readied_spells(OPPONENTS))),
                choose_opponent(by_opponent(choose(DISCARD, readied_spells(ME), move(USED)))),
            ),
        ),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "summoned",
        when(SUMMONED, each_opponent(choose(DISCARD, readied_spells(OPPONENT), move(USED)))),
        burst=TWO_BURSTS,
    ),
)
card(
    "Strong Mischievous Imp",
    ability(
        "summoned",
        when(SUMMONED, may_choose(REROLL, creatures(OPPONENTS, min_level=1, max_level=1), shake())),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "summoned",
        when(SUMMONED, may_choose(REROLL, creatures(OPPONENTS), shake())),
        burst=TWO_BURSTS,
    ),
)
card(
    "Mighty Mischievous Imp",
    ability(
        "scored",
        when(SCORED, choose_opponent(opponent_loses_glory(1))),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "scored", glory(1), when(SCORED, each_opponent(opponent_loses_glory(1))), burst=TWO_BURSTS
    ),
)

# --- Troll Behemoth: bursts on a Quiddity face and on the level 1 face -----------------------

card(
    "Troll Behemoth",
    ability("immediate", immediate(reroll(SELF)), burst=BURST),
    ability("destroyed", when(DYING, may(TO_USE, send_to(ACTIVE))), burst=BURST),
)
card(
    "Strong Troll Behemoth",
    ability("attacking", defense_of(DEFENDERS, -1), below=BURST),
    ability("attacking", defense_of(DEFENDERS, -2), burst=BURST),
    ability("immediate", immediate(spend(), gain_quiddity(3)), burst=BURST),
)
card(
    "Mighty Troll Behemoth",
    ability("destroyed", when(DYING, roll_to_stay())),
    ability(
        "immediate",
        immediate(spend(), draw_and_roll(1), only_if=SOMETHING_TO_DRAW),
        burst=BURST,
    ),
)

# --- Voodoo Doll ------------------------------------------------------------------------------

DOLLS = dice(ME, SPENT, USED, class_name="Voodoo Doll")

card("Voodoo Doll", ability("attacking", one_point_destroys()))
card(
    "Strong Voodoo Doll",
    ability("attacking", one_point_destroys()),
    ability(
        "scored",
        glory(1),
        when(
            SCORED, choose(TAKE, dice(ANYBODY, WILDS, class_name="Assistant"), capture_free(USED))
        ),
        burst=BURST,
    ),
)
card(
    "Mighty Voodoo Doll",
    ability("attacking", one_point_destroys()),
    ability(
        "summoned",
        when(
            SUMMONED,
            if_(at_least(1, count(DOLLS)), may(TO_USE, each(DOLLS, roll_into_active()))),
        ),
        burst=BURST,
    ),
)

# --- Discriminating ---------------------------------------------------------------------------

card(
    "Discriminating Cantrip",
    ability(
        "cast",
        cast(
            each_opponent(by_opponent(choose(CULL, dice(ME, USED, highest_cost=True), cull()))),
            only_if=at_least(1, count(dice(OPPONENTS, USED))),
        ),
    ),
)
card(
    "Discriminating Charm",
    ability(
        "cast", cast(gain_glory(scored_glory(max_cost=3)), only_if=at_least(1, scored_glory(3)))
    ),
)
card(
    "Discriminating Incantation",
    ability("cast", cast(choose(CULL, dice(ME, USED, max_cost=1), cull()))),
)
card(
    "Discriminating Spell",
    ability("cast", cast(choose(DESTROY, creatures(OPPONENTS, max_cost=3), destroy()))),
)

# --- Oblation ---------------------------------------------------------------------------------

card(
    "Oblation Cantrip",
    ability(
        "cast",
        cast(
            choose(
                CULL,
                dice(ME, USED, creature_die=True, min_cost=4),
                cull(),
                if_die(
                    FIRST,
                    dice(ANYBODY, WILDS, min_cost=7),
                    gain_glory(2),
                    otherwise=[gain_glory(1)],
                ),
            )
        ),
    ),
)
card(
    "Oblation Charm",
    ability("cast", cast(choose(DESTROY, MY_UNLOCKED, destroy(), gain_quiddity(COST_OF_FIRST)))),
)
card(
    "Oblation Incantation",
    ability(
        "reaction",
        react(
            ON_DESTROYED,
            choose(
                TAKE,
                dice(ANYBODY, WILDS, spell_die=True, other_class=True, max_cost=5),
                capture_free(USED),
            ),
        ),
    ),
)
card(
    "Oblation Spell",
    ability(
        "cast",
        cast(choose(DESTROY, MY_UNLOCKED, destroy(), draw_and_roll(2)), only_if=IN_PHASE_2),
    ),
)
