"""What the cards of Quest of the Qladiator do, in the card language; their texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering. A line that a burst replaces ("instead") works `below` it.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    AFTER_ATTACK,
    ALL_FOES,
    ALL_MINE,
    ANY_DYING,
    ANY_LEVEL,
    ANYBODY,
    ATTACKERS,
    BAG,
    BEFORE_SCORE,
    BY_DAMAGE,
    DECLARED,
    DESTROY,
    DESTROYED,
    DISCARD,
    DREW,
    DYING,
    EVERYBODY,
    FIRST,
    FOE_ATTACKS,
    FORCE,
    GIVE,
    I_HAVE_GLORY,
    IN_CAPTURE,
    IT_EARNED_GLORY,
    IT_IS_MY_OWN,
    LOCK,
    ME,
    ON_ATTACK,
    OPPONENT,
    OPPONENTS,
    OPPONENTS_HIT,
    QUEST,
    READY,
    REROLL,
    ROLLED,
    ROTATE,
    SCORED,
    SECOND,
    SELF,
    SUBJECT,
    SUMMONED,
    TO_DRAW,
    TO_PAY,
    TO_USE,
    UNLOCK,
    USED,
    WEAKEN,
    WILDS,
    Behaviours,
    Step,
    ability,
    any_number,
    at_least,
    at_most,
    at_will,
    attach,
    attack,
    attack_at_most,
    attack_of,
    by_left_neighbour,
    by_opponent,
    cannot_be_bought_off,
    cast,
    choose,
    choose_player_but_owner,
    count,
    creatures,
    cull,
    defense,
    defense_of,
    defense_this_turn,
    destroy,
    dice,
    draw,
    draw_and_roll,
    draws_less,
    each,
    each_opponent,
    exactly,
    gain_glory,
    gain_quiddity,
    glory,
    glory_of,
    if_,
    if_die,
    immunity,
    locked,
    may,
    may_be_locked_anywhere,
    may_choose,
    more_captures,
    more_culls,
    move,
    must_defend_first,
    next_capture_cheaper,
    no_attack_this_turn,
    no_glory,
    nobody_reacts,
    nobody_readies_spells,
    opponents_capture_at_most,
    opponents_summon_for_more,
    opposing,
    pay_glory,
    printed_defense,
    react,
    reroll,
    rotate_down,
    rotate_up,
    save,
    send_to,
    shake,
    spells,
    trade_locked,
    unlock,
    when,
)

QUEST_OF_THE_QLADIATOR = Behaviours()
card = QUEST_OF_THE_QLADIATOR.card

BURST, TWO_BURSTS, ANY_BURST = 1, 2, -1

MY_UNLOCKED = creatures(ME, unlocked=True)
EVERYBODYS_UNLOCKED = creatures(ANYBODY, unlocked=True)
THEIR_UNLOCKED = creatures(OPPONENTS, unlocked=True)
LEVEL_ONE = creatures(ANYBODY, min_level=1, max_level=1)  # locked ones are level 0 (11.3)
LEVEL_ONE_ANYWHERE = creatures(ANYBODY, READY, QUEST, min_level=1, max_level=1)
LOCKED_LONGER = locked(ANYBODY, not_new=True)  # nothing unlocks what was locked this turn (15.20)
JUST_DRAWN = dice(ME, ACTIVE, just_drawn=True)

# --- Frost Howler: in the Ready Area it keeps off ordinary attacks, not challenges --------------

card(
    "Frost Howler",
    ability("locked", opponents_summon_for_more(1)),
    ability("static", attack_of(ATTACKERS, -1, creatures(OPPONENTS)), below=BURST),
    ability("static", attack_of(ATTACKERS, -2, creatures(OPPONENTS)), burst=BURST),
)
card(
    "Strong Frost Howler",
    ability("locked", nobody_reacts()),
    ability("static", attack_at_most(ATTACKERS, 0, LEVEL_ONE)),
    ability("static", immunity(), burst=BURST),
)

THEIR_CREATURES = creatures(OPPONENTS)
card(
    "Mighty Frost Howler",
    ability(
        "locked",
        when(
            FOE_ATTACKS,
            may_choose(WEAKEN, creatures(OPPONENT, attacking=True), no_attack_this_turn()),
        ),
    ),
    ability(
        "summoned",
        when(SUMMONED, may_choose(WEAKEN, THEIR_CREATURES, no_attack_this_turn(lasting=True))),
        below=BURST,
    ),
    ability(
        "summoned",
        when(
            SUMMONED,
            may_choose(
                WEAKEN,
                THEIR_CREATURES,
                if_die(
                    FIRST,
                    creatures(OPPONENTS, max_level=2),
                    destroy(),
                    otherwise=[no_attack_this_turn(lasting=True)],
                ),
            ),
        ),
        burst=BURST,
    ),
)

# --- Pink Eye Cyclops -------------------------------------------------------------------------

ITS_UNLOCKED = creatures(OPPONENT, unlocked=True)
FORCE_A_DEFENDER = when(DECLARED, each_opponent(choose(FORCE, ITS_UNLOCKED, must_defend_first())))
card(
    "Pink Eye Cyclops",
    ability(
        "locked",
        # The opponent is whoever rolled, its holder as well.
        when(
            ROLLED,
            by_left_neighbour(),
            choose(REROLL, dice(OPPONENT, ACTIVE, just_drawn=True), reroll()),
        ),
    ),
    ability("attacking", FORCE_A_DEFENDER, burst=BURST),
)
card(
    "Strong Pink Eye Cyclops",
    ability("locked", nobody_readies_spells()),
    ability("scored", glory(1, only_if=exactly(0, spells(OPPONENTS)))),
    ability("attacking", printed_defense(), burst=BURST),
)
card(
    "Mighty Pink Eye Cyclops",
    ability("locked", when(LOCK, each_opponent(choose(REROLL, ITS_UNLOCKED, shake())))),
    ability("locked", opponents_capture_at_most(1)),
    ability("attacking", FORCE_A_DEFENDER, burst=BURST),
)

# --- Poison Dart Frog -------------------------------------------------------------------------


def avenge(max_level: int) -> Step:
    """Destroy a creature of the attacking player, where the battle is (12.7)."""
    which = opposing(max_level=max_level)
    return may_choose(DESTROY, which, destroy())


card(
    "Poison Dart Frog",
    ability("locked", defense_of(EVERYBODY, -1)),
    ability("destroyed", when(DESTROYED, avenge(2), only_if=BY_DAMAGE), burst=BURST),
)
card(
    "Strong Poison Dart Frog",
    ability("locked", glory_of(EVERYBODY, -1)),
    ability(
        "summoned",
        when(SUMMONED, choose(DESTROY, creatures(ME, other=True, unlocked=True), destroy())),
    ),
    ability(
        "scored",
        # Not if it was kept under expert culling, nor again if it has been culled there (4.6).
        when(
            SCORED,
            if_(
                IT_EARNED_GLORY,
                if_die(SELF, dice(ME, USED, ACTIVE, BAG), cull(SELF), more_culls(-1)),
            ),
        ),
    ),
)
card(
    "Mighty Poison Dart Frog",
    ability("locked", when(ANY_DYING, send_to(WILDS))),
    ability("destroyed", when(DESTROYED, avenge(ANY_LEVEL), only_if=BY_DAMAGE), burst=BURST),
)

# --- Qladiator --------------------------------------------------------------------------------

card(
    "Qladiator",
    ability(
        "summoned",
        when(SUMMONED, may_choose(UNLOCK, locked(ANYBODY, buyable=True), unlock())),
    ),
    # Nothing locks or unlocks between the declaration and the counting of an attack.
    ability("attacking", attack(count(locked(ANYBODY))), burst=ANY_BURST),
)
card(
    "Strong Qladiator",
    ability("destroyed", when(DYING, may(TO_USE, send_to(ACTIVE)))),
    ability("static", defense(1), burst=BURST),
    ability("static", immunity(), burst=TWO_BURSTS),
)
card(
    "Mighty Qladiator",
    ability("attacking", when(AFTER_ATTACK, gain_glory(at_most(2, OPPONENTS_HIT)))),
    ability("static", attack(1), defense(1), burst=BURST),
    ability(
        "destroyed",
        when(DYING, may(TO_PAY, pay_glory(1), save()), only_if=I_HAVE_GLORY),
        burst=TWO_BURSTS,
    ),
)

# --- Quake Dragon Mystic ----------------------------------------------------------------------

card(
    "Quake Dragon Mystic",
    # Quiddity that somebody would gain outside their own turn is lost at once (5.5).
    ability("locked", when(DREW, by_opponent(gain_quiddity(1))), below=BURST),
    ability("locked", when(DREW, if_(IT_IS_MY_OWN, gain_quiddity(1))), burst=BURST),
    ability("scored", glory(1), burst=BURST),
)
card(
    "Strong Quake Dragon Mystic",
    ability(
        "locked",
        at_will(IN_CAPTURE, pay_glory(1), more_captures(1), only_if=I_HAVE_GLORY),
        below=BURST,
    ),
    ability(
        "locked",
        at_will(
            IN_CAPTURE,
            pay_glory(1),
            more_captures(1),
            next_capture_cheaper(2),
            only_if=I_HAVE_GLORY,
        ),
        burst=BURST,
    ),
    ability("scored", when(SCORED, may(TO_DRAW, draw(1))), burst=BURST),
)
card(
    "Mighty Quake Dragon Mystic",
    ability("locked", when(LOCK, each(LEVEL_ONE, destroy())), below=BURST),
    ability(
        "locked",
        when(LOCK, each(creatures(OPPONENTS, min_level=1, max_level=1), destroy())),
        burst=BURST,
    ),
    ability("locked", attack_at_most(ALL_FOES, 0, LEVEL_ONE_ANYWHERE)),
    ability("static", immunity(), burst=BURST),
)

# --- Quaxos' Eye: whoever has it in the Locked Area owns it (11.5) ------------------------------

DISCARD_ONE = choose(DISCARD, JUST_DRAWN, move(USED))

card(
    "Quaxos' Eye",
    ability("locked", may_be_locked_anywhere()),
    ability("locked", draws_less(1)),
    ability("locked", cannot_be_bought_off(), burst=TWO_BURSTS),
)
card(
    "Strong Quaxos' Eye",
    ability("locked", may_be_locked_anywhere()),
    ability(
        "locked",
        when(
            DREW,
            if_(
                IT_IS_MY_OWN,
                if_(
                    I_HAVE_GLORY,
                    may(TO_PAY, pay_glory(1), otherwise=[DISCARD_ONE]),
                    otherwise=[DISCARD_ONE],
                ),
            ),
        ),
    ),
    ability("locked", cannot_be_bought_off(), burst=TWO_BURSTS),
)
card(
    "Mighty Quaxos' Eye",
    ability("locked", may_be_locked_anywhere()),
    ability("locked", attack_of(ALL_MINE, -1), defense_of(ALL_MINE, -1)),
    ability("locked", cannot_be_bought_off(), burst=TWO_BURSTS),
)

# --- Chaos ------------------------------------------------------------------------------------

card(
    "Chaos Cantrip",
    ability(
        "cast",
        cast(each(EVERYBODYS_UNLOCKED, shake()), only_if=at_least(1, count(EVERYBODYS_UNLOCKED))),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "cast",
        cast(
            each(THEIR_UNLOCKED, shake()),
            only_if=at_least(1, count(THEIR_UNLOCKED)),
        ),
        burst=TWO_BURSTS,
    ),
)
card(
    "Chaos Charm",
    ability(
        "attach",
        attach(OPPONENTS),
        # Another Charm may have sent it away already.
        when(BEFORE_SCORE, if_die(SUBJECT, MY_UNLOCKED, shake(SUBJECT))),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability("attach", attach(OPPONENTS), no_glory(), burst=TWO_BURSTS),
)
card(
    "Chaos Incantation",
    ability(
        "cast",
        # A die says the one player, and the other may have nothing locked.
        cast(choose(GIVE, locked(ANYBODY), choose_player_but_owner(FIRST, trade_locked()))),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "cast",
        cast(
            any_number(UNLOCK, LOCKED_LONGER, unlock(), gain_quiddity(1)),
            only_if=at_least(1, count(LOCKED_LONGER)),
        ),
        burst=TWO_BURSTS,
    ),
)

ATTACKER = creatures(OPPONENT, READY, QUEST, attacking=True)
ANOTHER_ATTACKER = creatures(OPPONENT, READY, QUEST, attacking=True, not_first=True)
card(
    "Chaos Spell",
    ability(
        "reaction",
        react(ON_ATTACK, choose(REROLL, ATTACKER, shake())),
        burst=BURST,
        below=TWO_BURSTS,
    ),
    ability(
        "reaction",
        # Both are chosen before either is rolled.
        react(
            ON_ATTACK,
            choose(
                REROLL,
                ATTACKER,
                may_choose(REROLL, ANOTHER_ATTACKER, shake(SECOND), register=SECOND),
                shake(),
            ),
        ),
        burst=TWO_BURSTS,
    ),
)

# --- Harmony ----------------------------------------------------------------------------------

card(
    "Harmony Cantrip",
    ability(
        "cast",
        cast(
            each(MY_UNLOCKED, defense_this_turn(2, lasting=True)),
            only_if=at_least(1, count(MY_UNLOCKED)),
        ),
    ),
)
card(
    "Harmony Charm",
    ability(
        "cast",
        # One that is at its highest or lowest level may be chosen, and stays as it is (13.8).
        cast(
            choose(
                ROTATE,
                creatures(ANYBODY, READY, QUEST),
                if_die(
                    FIRST,
                    creatures(ME, READY, QUEST),
                    rotate_up(),
                    otherwise=[rotate_down()],
                ),
            )
        ),
    ),
)
card(
    "Harmony Incantation",
    # As written on the carrier: its companions that score with it, two at most.
    ability(
        "attach",
        attach(ME),
        glory(at_most(2, count(creatures(ME, other=True, scoring=True)))),
    ),
)
card(
    "Harmony Spell",
    ability("cast", cast(choose(UNLOCK, locked(ANYBODY), unlock(), draw_and_roll(1)))),
)
