"""What the 53 cards of the base set do; facts in `facts/base.toml`, words in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ANYBODY,
    ASIDE,
    ATTACHED,
    BAG,
    BEFORE_DEFENSE,
    CHOSEN,
    COPY,
    CULL,
    DESTROY,
    DESTROYED,
    DYING,
    ENTERED,
    FETCH,
    FIRST,
    FIRST_LOSS,
    KILL,
    KILL_ASIDE,
    ME,
    NOT_SPARED_YET,
    ON_ATTACK,
    ON_ATTACK_END,
    ON_CAST,
    ON_DESTROYED,
    ON_DYING,
    ON_PHASE_END,
    OPPONENT,
    OPPONENTS,
    OPPONENTS_HIT,
    OWN_TURN,
    QUEST,
    READY,
    REROLL,
    SCORED,
    SCORED_THIS_TURN,
    SCORING_NOW,
    SECOND,
    SELF,
    SOMETHING_TO_DRAW,
    SPENT,
    SUMMONED,
    SWAP,
    TAKE,
    USED,
    WEAKEN,
    WILDS,
    Behaviours,
    ability,
    any_number,
    at_least,
    at_will,
    attach,
    attached_spells_do_nothing,
    attack,
    attack_is,
    attack_this_turn,
    attackers_at_most,
    capture_free,
    cast,
    cheaper_captures,
    choose,
    copy_it,
    costing_at_most,
    count,
    creatures,
    cull,
    defense,
    defense_is,
    defense_this_turn,
    destroy,
    destroyed_when,
    dice,
    draw,
    draw_and_roll,
    each,
    each_opponent,
    exactly,
    gain_glory,
    gain_quiddity,
    glory,
    if_die,
    immediate,
    keeps_away,
    mark,
    may,
    may_choose,
    more_captures,
    move,
    no_attack_this_turn,
    no_spell_may_choose_it,
    opponents_summon_for_more,
    opposing,
    others_attack,
    others_defense,
    press_on,
    printed_on_the_die,
    react,
    reroll,
    reroll_up_to_two,
    roll_in,
    rotate_up,
    save,
    score_now,
    spare_my_creatures,
    spells,
    spend,
    summon_at_most,
    swap,
    targets_chosen,
    when,
    when_destroyed_goes_to,
)
from quarriors.engine.ids import verb

BASE = Behaviours()
card = BASE.card

MY_CREATURES = creatures(ME)
HAVE_CREATURES = at_least(1, count(MY_CREATURES))
QUIDDITY = "Basic Quiddity"
BURST, TWO_BURSTS, ANY_BURST = 1, 2, -1

# --- basics -----------------------------------------------------------------------------------

card("Basic Quiddity")
card(
    "Assistant",
    ability(
        "immediate",
        # The partner is optional (15.13); both dice are rolled together.
        immediate(
            may_choose(REROLL, dice(ME, ACTIVE, other=True), reroll()),
            reroll(SELF),
        ),
        burst=BURST,
    ),
)
card("Portal", printed_on_the_die("immediate"), printed_on_the_die("immediate"))

# --- Death ------------------------------------------------------------------------------------

card(
    "Death Cantrip",
    ability(
        "cast",
        cast(each(MY_CREATURES, attack_this_turn(2)), only_if=HAVE_CREATURES),
        burst=BURST,
        below=2,
    ),
    ability(
        "cast",
        cast(each(MY_CREATURES, attack_this_turn(3)), only_if=HAVE_CREATURES),
        burst=TWO_BURSTS,
    ),
)
card(
    "Death Charm",
    ability("attach", attach(), attack(3), defense(3), burst=BURST, below=2),
    ability("attach", attach(), attack(5), defense(5), burst=TWO_BURSTS),
)
card(
    "Death Incantation",
    ability(
        "cast",
        cast(choose(DESTROY, creatures(ANYBODY, max_level=2), destroy())),
        burst=BURST,
        below=2,
    ),
    ability(
        "cast",
        cast(choose(DESTROY, creatures(ANYBODY), destroy())),
        burst=TWO_BURSTS,
    ),
)
card(
    "Death Spell",
    ability(
        "cast",
        cast(
            each_opponent(choose(DESTROY, creatures(OPPONENT, max_defense=6), mark())),
            targets_chosen(),
            each(CHOSEN, if_die(FIRST, dice(ANYBODY, READY, max_defense=6), destroy())),
            only_if=at_least(1, count(creatures(OPPONENTS, max_defense=6))),
        ),
        burst=ANY_BURST,
    ),
)

# --- Growth: immediate, never kept (10.4) -----------------------------------------------------

card(
    "Growth Cantrip",
    ability("immediate", immediate(spend(), gain_quiddity(2), more_captures(1))),
)
card("Growth Charm", ability("cast", cast(gain_quiddity(3))))
card(
    "Growth Incantation",
    ability(
        "immediate",
        immediate(spend(), gain_quiddity(2), reroll_up_to_two(dice(ME, ACTIVE))),
    ),
)
card(
    "Growth Spell",
    ability("immediate", immediate(spend(), gain_quiddity(2), draw_and_roll(1))),
)

# --- Life -------------------------------------------------------------------------------------

card("Life Cantrip", ability("attach", attach(), defense(4)))
card(
    "Life Charm",
    ability("reaction", react(ON_DYING, spare_my_creatures(), only_if=NOT_SPARED_YET)),
)
card(
    "Life Incantation",
    ability(
        "reaction",
        react(ON_ATTACK, choose(WEAKEN, creatures(ANYBODY, READY, QUEST), no_attack_this_turn())),
    ),
)
card(
    "Life Spell",
    ability(
        "reaction",
        react(
            ON_ATTACK | ON_PHASE_END | ON_ATTACK_END,
            each(MY_CREATURES, defense_this_turn(4)),
            # A locked creature's defense is 0 whatever is added: for it alone it could do nothing.
            only_if=at_least(1, count(creatures(ME, unlocked=True))),
        ),
        react(
            ON_CAST,
            each(MY_CREATURES, defense_this_turn(4)),
            only_if=at_least(1, count(creatures(ME, chosen=True))),
        ),
    ),
)

# --- Shaping ----------------------------------------------------------------------------------

card("Shaping Cantrip", ability("reaction", react(ON_DESTROYED, save())))
card(
    "Shaping Charm",
    ability(
        "cast",
        cast(
            each(creatures(ME), rotate_up()),
            only_if=at_least(1, count(creatures(ME))),
        ),
    ),
)
card(
    "Shaping Incantation",
    ability(
        "attach",
        attach(),
        when(
            SCORED,
            may_choose(
                CULL,
                dice(ME, USED),
                cull(),
                choose(
                    TAKE,
                    costing_at_most(dice(ANYBODY, WILDS), 3, 0),
                    capture_free(USED, SECOND),
                    register=SECOND,
                ),
            ),
        ),
    ),
)
card(
    "Shaping Spell",
    ability("cast", cast(choose(DESTROY, spells(ANYBODY, other=True), move(USED)))),
)

# --- Victory ----------------------------------------------------------------------------------

card("Victory Cantrip", ability("attach", attach(), glory(2)))
card(
    "Victory Charm",
    ability(
        "cast",
        cast(gain_glory(SCORED_THIS_TURN), only_if=at_least(2, SCORED_THIS_TURN)),
    ),
)
card("Victory Incantation", ability("cast", cast(gain_glory(3))))
card(
    "Victory Spell",
    # Nobody had a creature destroyed before the attack, so the condition also says "after".
    ability("cast", cast(gain_glory(OPPONENTS_HIT), only_if=at_least(1, OPPONENTS_HIT))),
)

# --- Deathdealer ------------------------------------------------------------------------------

card(
    "Deathdealer",
    ability(
        "scored",
        when(SCORED, may_choose(SWAP, dice(OPPONENTS, USED, source_used=True), swap())),
    ),
)
card("Strong Deathdealer", ability("attacking", when(KILL, score_now())))
card("Mighty Deathdealer", ability("attacking", when(KILL, press_on(), only_if=FIRST_LOSS)))

# --- Defender of the Pale ---------------------------------------------------------------------

card(
    "Defender of the Pale",
    ability("scored", glory(count(creatures(ME, other=True, scoring=True))), burst=ANY_BURST),
)
card(
    "Strong Defender of the Pale",
    ability("scored", when(SCORED, may(verb.DRAW_DICE, draw(1))), burst=BURST, below=2),
    ability("scored", when(SCORED, may(verb.DRAW_DICE, draw(2))), burst=TWO_BURSTS),
)
card(
    "Mighty Defender of the Pale",
    ability("static", opponents_summon_for_more(1), burst=BURST),
    ability("static", opponents_summon_for_more(2), burst=TWO_BURSTS),
)

# --- Devotee of the Holy Query ----------------------------------------------------------------

card("Devotee of the Holy Query", ability("static", defense(2), burst=BURST))
card(
    "Strong Devotee of the Holy Query",
    ability(
        "scored",
        when(
            SCORED,
            may_choose(TAKE, dice(ANYBODY, WILDS, spell_die=True, max_cost=4), capture_free(BAG)),
        ),
        burst=BURST,
    ),
)
card(
    "Mighty Devotee of the Holy Query",
    ability("static", defense(3), no_spell_may_choose_it(), burst=BURST),
    ability("attacking", attached_spells_do_nothing(), burst=BURST),
)

# --- Ghostly Spirit ---------------------------------------------------------------------------

card(
    "Ghostly Spirit",
    ability(
        "destroyed",
        when(DYING, may_choose(CULL, dice(ME, USED, class_name=QUIDDITY), cull(), save())),
    ),
)
card("Strong Ghostly Spirit", ability("destroyed", when_destroyed_goes_to(ACTIVE)))
card(
    "Mighty Ghostly Spirit",
    ability("destroyed", when_destroyed_goes_to(ASIDE), when(KILL_ASIDE, roll_in())),
)

# --- Primordial Ooze --------------------------------------------------------------------------

QUIDDITY_OUTSIDE = count(dice(ME, USED, SPENT, ACTIVE, class_name=QUIDDITY))
ALL_CREATURES = count(creatures(ANYBODY))

card(
    "Primordial Ooze",
    ability("static", attack_is(QUIDDITY_OUTSIDE), defense_is(QUIDDITY_OUTSIDE)),
    ability(
        "static",
        destroyed_when(exactly(0, dice(ME, USED, SPENT, ACTIVE, READY, class_name=QUIDDITY))),
    ),
)
card(
    "Strong Primordial Ooze",
    ability(
        "summoned",
        attack_is(0),
        defense_is(5),
        when(ENTERED, choose(COPY, creatures(OPPONENTS), copy_it())),
    ),
    ability(
        "static",
        # Not in phase 1: never ruled, and nobody expects a die to change as it scores.
        at_will(
            OWN_TURN | ON_ATTACK | ON_ATTACK_END,
            choose(COPY, creatures(OPPONENTS, new_copy=True), copy_it()),
        ),
    ),
)
card(
    "Mighty Primordial Ooze",
    ability("static", attack_is(ALL_CREATURES), defense_is(ALL_CREATURES)),
)

# --- Quake Dragon -----------------------------------------------------------------------------

card(
    "Quake Dragon",
    ability(
        "attacking",
        when(BEFORE_DEFENSE, each(opposing(min_level=1, max_level=1), destroy())),
    ),
)
card(
    "Strong Quake Dragon",
    ability("static", keeps_away(creatures(ANYBODY, READY, QUEST, max_level=2))),
)
card(
    "Mighty Quake Dragon",
    ability("static", defense(1), burst=BURST),
    ability("static", defense(2), burst=TWO_BURSTS),
    ability("scored", glory(2), burst=TWO_BURSTS),
)

# --- Questing Wizard --------------------------------------------------------------------------

card(
    "Questing Wizard",
    # The re-roll may be used even if there is nothing to draw.
    ability("immediate", immediate(draw_and_roll(1), reroll(SELF)), burst=BURST),
    ability("static", defense(1), burst=TWO_BURSTS),
    ability("scored", glory(1), burst=TWO_BURSTS),
)
card(
    "Strong Questing Wizard",
    ability(
        "scored",
        # Before attached spells move to the Used Pile.
        when(
            SCORING_NOW,
            any_number(
                CULL,
                dice(ME, ACTIVE, READY, ATTACHED, spell_die=True, on_mine=True),
                cull(),
                gain_glory(1),
            ),
        ),
    ),
)
card(
    "Mighty Questing Wizard",
    ability("scored", when(SCORED, cheaper_captures(2), more_captures(1))),
    ability(
        "immediate",
        immediate(spend(), draw_and_roll(2), only_if=SOMETHING_TO_DRAW),
        burst=BURST,
    ),
)

# --- Scavenging Goblin ------------------------------------------------------------------------

card("Scavenging Goblin", ability("summoned", when(SUMMONED, gain_quiddity(1)), burst=BURST))
card(
    "Strong Scavenging Goblin",
    ability("static", defense(count(creatures(ME, other=True))), burst=BURST),
)
card("Mighty Scavenging Goblin", ability("destroyed", when(DESTROYED, draw(2)), burst=BURST))

# --- Warrior of the Quay ----------------------------------------------------------------------

card(
    "Warrior of the Quay",
    ability(
        "attacking", attack(3, only_if=exactly(1, creatures(OPPONENT, READY, QUEST, beside=True)))
    ),
)
card("Strong Warrior of the Quay", ability("static", others_attack(1), others_defense(1)))
card(
    "Mighty Warrior of the Quay",
    ability("summoned", when(SUMMONED, each(creatures(OPPONENTS, same_class=True), destroy()))),
    ability("static", summon_at_most(1)),
)

# --- Witching Hag -----------------------------------------------------------------------------

card("Witching Hag", ability("static", when(KILL, gain_quiddity(1))))
card(
    "Strong Witching Hag",
    ability(
        "scored",
        when(
            SCORED,
            may_choose(FETCH, dice(ME, USED, creature_die=True, other=True), move(ACTIVE)),
        ),
    ),
)
card("Mighty Witching Hag", ability("defending", attackers_at_most(3)))
