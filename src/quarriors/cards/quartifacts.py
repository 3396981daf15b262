"""What the creatures and spells of Quartifacts do, in the card language; texts are in `text/`.

The order of a card's abilities is that of its facts. Comments name rulings only where the text
alone would leave a reader wondering. The set's quest cards are in `quests_of_quartifacts.py`.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    AFTER_DEFENSE,
    ALLY_DYING,
    ANY_LEVEL,
    ANYBODY,
    ATTACHED,
    BAG,
    BATTLE_IS_OVER,
    BEFORE_DEFENSE,
    BY_DAMAGE,
    CHALLENGES,
    CHOSEN,
    COMPANIONS,
    CULL,
    DESTROY,
    DISCARD,
    DYING,
    FETCH,
    FIRST,
    FIRST_LOSS,
    FORCE,
    KILL,
    ME,
    NOT_CHALLENGING,
    ON_ATTACK,
    ON_DYING,
    OPPONENT,
    OPPONENTS,
    PROTECT,
    QUEST,
    QUEST_DIE,
    QUEST_DONE,
    QUEST_OVER,
    READY,
    SCORED,
    SCORING_NOW,
    SELF,
    SUBJECT,
    SUMMONED,
    TAKE,
    TAKES_PART,
    TO_DRAW,
    TO_REROLL,
    USED,
    WEAKEN,
    WILDS,
    WITH_QUESTS,
    WITHOUT_QUESTS,
    Step,
    ability,
    any_of,
    at_least,
    attach,
    attack,
    attack_against_me,
    by_opponent,
    can_pay,
    capturing_it_allows_more,
    cast,
    challenge_costs,
    choose,
    choose_area,
    count,
    count_use,
    creatures,
    cull,
    defense,
    defense_this_turn,
    destroy,
    dice,
    draw,
    draw_and_roll,
    each,
    exactly,
    gain_glory,
    gain_quiddity,
    gamble_quest_die,
    glory,
    guides_party,
    if_,
    if_die,
    immunity,
    immunity_of,
    leave_for,
    mark,
    may,
    may_choose,
    must_defend_first,
    one_of,
    opposing,
    others_attack,
    others_defense,
    out_of_battle,
    pay_quiddity,
    prevent,
    quest_glory,
    quest_levels,
    react,
    reflect_damage,
    reroll_quest_die,
    roll_into_active,
    send_to,
    stop_damage,
    summon_for_less,
    take_quartifact,
    targets_chosen,
    use_up,
    used_less_than,
    when,
)
from quarriors.cards.quests_of_quartifacts import FIGHTERS, QUESTS, they_destroy_one
from quarriors.engine.program import Trigger

QUARTIFACTS = QUESTS  # one object for the whole set
card = QUARTIFACTS.card

BURST, TWO_BURSTS, ANY_BURST = 1, 2, -1

MY_QUARTIFACT = dice(ME, READY, ATTACHED, quartifact=True)
THEIR_QUARTIFACTS = dice(OPPONENTS, READY, quartifact=True)  # those that nobody carries
MY_HELPERS = any_of(dice(ME, USED, class_name="Squire"), dice(ME, USED, class_name="Assistant"))
# Locked creatures do not defend (11.3).
I_AM_ATTACKED = at_least(1, count(creatures(ME, READY, QUEST, in_battle=True, unlocked=True)))


def _rustle() -> Step:
    """Take a quartifact that nobody carries from an opponent."""
    return may_choose(TAKE, THEIR_QUARTIFACTS, take_quartifact())


# --- Squire -----------------------------------------------------------------------------------

card("Squire", ability("static", capturing_it_allows_more(1)))

# --- Ancient Guide ----------------------------------------------------------------------------

card(
    "Ancient Guide",
    ability("quest", guides_party(1)),
    ability("static", others_defense(1), burst=BURST),
)
card(
    "Strong Ancient Guide",
    ability("quest", when(QUEST_DIE, may(TO_REROLL, reroll_quest_die()))),
    ability("summoned", when(SUMMONED, may(TO_DRAW, draw_and_roll(1))), burst=BURST),
)
card(
    "Mighty Ancient Guide",
    ability("summoned", when(SUMMONED, summon_for_less(1))),
    ability("quest", when(QUEST_DONE, draw(1)), burst=BURST),
)

# --- Quixotic Minstrel ------------------------------------------------------------------------

card(
    "Quixotic Minstrel",
    ability("static", others_attack(1)),
    ability("static", others_defense(1), burst=BURST),
)
card(
    "Strong Quixotic Minstrel",
    ability(
        "scored",
        # Before anybody leaves: afterwards nobody knows who scored together.
        when(
            SCORING_NOW,
            gain_glory(1),
            only_if=at_least(2, count(creatures(ME, other=True, scoring=True))),
        ),
    ),
    ability("quest", quest_glory(1)),
    ability(
        "summoned",
        when(SUMMONED, may_choose(FETCH, MY_HELPERS, roll_into_active())),
        burst=BURST,
    ),
)
card(
    "Mighty Quixotic Minstrel",
    ability(
        "destroyed",
        when(
            DYING,
            choose(
                PROTECT,
                creatures(ME, READY, QUEST, beside=True, undamaged=True),
                out_of_battle(),
            ),
            only_if=BY_DAMAGE,
        ),
    ),
    ability(
        "static",
        when(
            ALLY_DYING,
            if_die(SUBJECT, dice(ME, READY, QUEST, beside=True), use_up(), send_to(ACTIVE)),
            once=True,
        ),
        burst=BURST,
    ),
)

# --- Relic Rustler ----------------------------------------------------------------------------

CARRIES_ONE = at_least(1, count(dice(ME, ATTACHED, quartifact=True, carried=True)))

card(
    "Relic Rustler",
    ability("scored", when(SCORED, _rustle())),
    ability("quest", when(QUEST_OVER, _rustle())),
    ability(
        "summoned",
        when(
            SUMMONED,
            if_(
                at_least(1, count(MY_QUARTIFACT)),
                gain_quiddity(2),
                otherwise=[gain_quiddity(1)],
            ),
        ),
        burst=BURST,
    ),
)
card(
    "Strong Relic Rustler",
    ability(
        "attacking",
        when(
            KILL, may_choose(CULL, dice(ME, USED), use_up(), cull()), only_if=TAKES_PART, once=True
        ),
    ),
    ability("static", attack(2, only_if=one_of(CHALLENGES, CARRIES_ONE)), burst=BURST),
)
card(
    "Mighty Relic Rustler",
    ability(
        "summoned",
        when(
            SUMMONED,
            if_(
                can_pay(2),
                may_choose(
                    TAKE,
                    dice(ANYBODY, WILDS, quartifact=True),
                    pay_quiddity(2),
                    gamble_quest_die(),
                ),
            ),
            only_if=WITH_QUESTS,
        ),
    ),
    ability(
        "static",
        attack(2, only_if=CARRIES_ONE),
        defense(2, only_if=CARRIES_ONE),
        burst=BURST,
    ),
    ability("summoned", when(SUMMONED, gain_quiddity(2), only_if=WITHOUT_QUESTS), burst=BURST),
)

# --- Knight of Quamelot -----------------------------------------------------------------------

SQUIRES = count(creatures(ME, READY, QUEST, class_name="Squire", beside=True))

card(
    "Knight of Quamelot",
    ability("static", attack(SQUIRES), defense(SQUIRES)),
    ability("scored", glory(1), burst=TWO_BURSTS),
    ability("quest", when(QUEST_DONE, gain_glory(1)), burst=TWO_BURSTS),
)
card(
    "Strong Knight of Quamelot",
    ability(
        "attacking",
        # One choice a side: a second Knight finds somebody forced already.
        when(
            BEFORE_DEFENSE,
            if_(
                exactly(0, opposing(forced=True)),
                choose(FORCE, opposing(unlocked=True), must_defend_first()),
            ),
        ),
    ),
    ability("static", defense(1), burst=BURST),
    ability("static", defense(2), burst=TWO_BURSTS),
)
card(
    "Mighty Knight of Quamelot",
    ability("static", immunity_of(COMPANIONS)),
    ability("static", immunity(), burst=ANY_BURST),
)

# --- Manxome Minotaur -------------------------------------------------------------------------


def _revenge(max_level: int) -> Trigger:
    """Who fought against it and is small may fall after the fight, if it was not its own doing."""
    fighters = creatures(OPPONENT, READY, QUEST, attacking=True, max_level=max_level)
    return when(AFTER_DEFENSE, may_choose(DESTROY, fighters, destroy()), only_if=NOT_CHALLENGING)


card(
    "Manxome Minotaur",
    ability("attacking", attack(2, only_if=CHALLENGES)),
    ability("attacking", they_destroy_one(1), burst=BURST, below=TWO_BURSTS),
    ability("attacking", they_destroy_one(2), burst=TWO_BURSTS),
)
card(
    "Strong Manxome Minotaur",
    ability("quest", challenge_costs(2)),
    ability("defending", _revenge(1), burst=BURST, below=TWO_BURSTS),
    ability("defending", _revenge(2), burst=TWO_BURSTS),
)
card(
    "Mighty Manxome Minotaur",
    ability(
        "attacking",
        # A creature fights once a turn: against one player on a quest, against each of them in
        # the Ready Area. The first loss of each is what counts.
        when(
            KILL,
            if_(
                CHALLENGES,
                if_(used_less_than(1), count_use(), gain_glory(1)),
                otherwise=[if_die(SELF, dice(ME, READY), if_(FIRST_LOSS, gain_glory(1)))],
            ),
            only_if=TAKES_PART,
        ),
    ),
    ability("static", attack(1), burst=BURST),
    ability("static", attack(2), defense(1), burst=TWO_BURSTS),
)

# --- Misdirection -----------------------------------------------------------------------------


def _feint(less: int) -> Trigger:
    """One attacker counts for less, against the caster only."""
    return react(
        ON_ATTACK, choose(WEAKEN, FIGHTERS, attack_against_me(-less)), only_if=I_AM_ATTACKED
    )


def _stand_in(*, beside: bool) -> Trigger:
    """Another creature is destroyed instead, by whoever attacks; the damage is used up already."""
    others = creatures(ME, READY, QUEST, not_subject=True, undamaged=True, beside_subject=beside)
    return react(
        ON_DYING,
        choose(DESTROY, others, prevent(), by_opponent(destroy())),
        only_if=BY_DAMAGE,
    )


def _send_home(max_level: int) -> Trigger:
    """A creature in an opponent's Ready Area, or on anybody's quest, goes back into the bag."""
    there = creatures(OPPONENTS, max_level=max_level)
    on_quests = creatures(ANYBODY, QUEST, max_level=max_level)
    return cast(choose(DISCARD, any_of(there, on_quests), leave_for(BAG)))


card(
    "Misdirection Cantrip",
    ability("reaction", _feint(3), face="S", below=BURST),
    ability("reaction", _feint(5), burst=BURST, face="S"),
)
card(
    "Misdirection Charm",
    ability("reaction", _stand_in(beside=True), face="S", below=BURST),
    ability("reaction", _stand_in(beside=False), burst=BURST, face="S"),
)
card(
    "Misdirection Incantation",
    ability(
        "reaction", react(ON_ATTACK, stop_damage(), only_if=I_AM_ATTACKED), face="S", below=BURST
    ),
    ability(
        "reaction", react(ON_ATTACK, reflect_damage(), only_if=I_AM_ATTACKED), burst=BURST, face="S"
    ),
)
card(
    "Misdirection Spell",
    ability("cast", _send_home(2), face="S", below=BURST),
    ability("cast", _send_home(ANY_LEVEL), burst=BURST, face="S"),
)

# --- Quasar -----------------------------------------------------------------------------------


def _glare(less: int) -> Trigger:
    """Everybody else's creatures in one area are easier to destroy."""
    there = creatures(OPPONENT, READY, QUEST, in_area=True)
    return cast(
        choose_area(creatures(OPPONENTS, READY, QUEST), each(there, defense_this_turn(-less)))
    )


def _burn(max_defense: int) -> Trigger:
    """All weak creatures of one area are destroyed at once."""
    weak = creatures(OPPONENT, READY, QUEST, in_area=True, max_defense=max_defense)
    return cast(
        choose_area(
            any_of(creatures(OPPONENTS), creatures(ANYBODY, QUEST)),
            each(weak, mark()),
            targets_chosen(),
            each(
                CHOSEN,
                if_die(FIRST, dice(ANYBODY, READY, QUEST, max_defense=max_defense), destroy()),
            ),
        )
    )


def _shine(more: int) -> Trigger:
    """Glory when all fighting is over, more for whoever holds a quest or a crowd."""
    much, little = gain_glory(2 + more), gain_glory(1 + more)
    crowd = if_(at_least(3, count(creatures(ME))), much, otherwise=[little])
    return cast(
        if_(at_least(1, count(creatures(ME, QUEST))), much, otherwise=[crowd]),
        only_if=BATTLE_IS_OVER,
    )


card(
    "Quasar Cantrip",
    ability("attach", attach(ME), attack(2), quest_levels(1), face="S", below=BURST),
    ability("attach", attach(ME), attack(3), quest_levels(2), burst=BURST, face="S"),
)
card(
    "Quasar Charm",
    ability("cast", _glare(1), face="S", below=BURST),
    ability("cast", _glare(2), burst=BURST, face="S"),
)
card(
    "Quasar Incantation",
    ability("cast", _burn(3), face="S", below=BURST),
    ability("cast", _burn(5), burst=BURST, face="S"),
)
card(
    "Quasar Spell",
    ability("cast", _shine(0), face="S", below=BURST),
    ability("cast", _shine(1), burst=BURST, face="S"),
)
