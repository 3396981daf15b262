"""What the quest cards of Quartifacts do: the prizes of their dice and the quartifacts.

What a quartifact can do is written as if on the creature carrying it. The cards of the set's
creatures and spells are in `quartifacts.py`, which adds to the behaviours begun here.
"""

from __future__ import annotations

from quarriors.cards.dsl import (
    ACTIVE,
    ANYBODY,
    BEFORE_DEFENSE,
    CULL,
    DEFENDERS,
    DESTROY,
    DESTROYED,
    EQUIP,
    FETCH,
    FIRST,
    GIVE,
    GIVE_BACK,
    HAND_OUT,
    IN_MY_TURN,
    KILL,
    ME,
    OPPONENT,
    OPPONENTS,
    PARTY,
    QUEST,
    QUEST_DONE,
    READY,
    SCORED,
    SECOND,
    TAKE,
    UNLOCK,
    USED,
    WILDS,
    WOULD_DIE,
    Behaviours,
    Part,
    Step,
    ability,
    any_number,
    at_least,
    attack,
    attack_of,
    attackers_at_most,
    bonus,
    by_opponent,
    capture_free,
    cheaper_captures,
    choose,
    choose_opponent,
    count,
    count_use,
    creatures,
    cull,
    defense,
    defense_of,
    destroy,
    dice,
    draw_and_roll,
    each,
    each_opponent,
    either,
    first_spell_to_bag,
    gain_glory,
    gain_quiddity,
    give,
    if_,
    if_die,
    immunity,
    immunity_of,
    locked,
    lose_immunity,
    may_choose,
    move,
    opponent_loses_glory,
    opposing,
    prevent,
    printed_on_the_die,
    quest_levels,
    return_to_quest_card,
    unlock,
    used_less_than,
    when,
    when_destroyed_goes_to,
)
from quarriors.engine.program import Ability, Filter, Trigger

QUESTS = Behaviours()
card = QUESTS.card

CORRUPTED = "Corrupted Quiddity"
CORRUPTED_IN_THE_WILDS = dice(ANYBODY, WILDS, class_name=CORRUPTED)
MY_CORRUPTED = dice(ME, USED, class_name=CORRUPTED)
FIGHTERS = creatures(OPPONENT, READY, QUEST, attacking=True)


def they_destroy_one(max_level: int) -> Trigger:
    """Whoever is attacked destroys a creature of theirs: they choose, the attacker destroys."""
    mine = creatures(ME, READY, QUEST, in_battle=True, max_level=max_level, not_immune=True)
    return when(BEFORE_DEFENSE, by_opponent(choose(DESTROY, mine, by_opponent(destroy()))))


def _corrupt() -> Step:
    """The opponent takes a Corrupted Quiddity die, if any is left (14.1)."""
    return choose(GIVE, CORRUPTED_IN_THE_WILDS, give(OPPONENT, USED))


HOLY_QUAIL = [printed_on_the_die("quest", face=face) for face in ("Q2", "W1")]
EXQUALIBUR = [printed_on_the_die("quest", face=face) for face in ("Q3", "W2")]
TRI_CLOPS_SKULL = [printed_on_the_die("quest", face=face) for face in ("Q4", "W3")]


def _prize(*steps: Step) -> Ability:
    """What the "?" of the quest die gives."""
    return ability("quest", bonus(*steps), face="BONUS")


def _quartifact(name: str, *parts: Part) -> Ability:
    """What a creature can do with that quartifact."""
    return ability("attach", *parts, face=f"QF:{name}")


def _free(which: Filter) -> Step:
    """A die from the Wilds for nothing."""
    return may_choose(TAKE, which, capture_free(USED))


def _glory_at_the_end(amount: int) -> list[Part]:
    """Glory when the carrier scores or completes a quest; the two are never the same (12.4)."""
    return [when(SCORED, gain_glory(amount)), when(QUEST_DONE, gain_glory(amount))]


def _unmask() -> Trigger:
    """Nobody in the area that is attacked is immune any more this turn."""
    return when(BEFORE_DEFENSE, each(opposing(immune_too=True), lose_immunity()))


# --- Holy Quail -------------------------------------------------------------------------------

card(
    "Hunt for Holy Quail",
    *HOLY_QUAIL,
    _prize(may_choose(CULL, dice(ME, USED), cull(), may_choose(CULL, dice(ME, USED), cull()))),
    _quartifact("Holy Quail", defense(2)),
    _quartifact("Holy Quill", *_glory_at_the_end(1)),
)
card(
    "Search for Holy Quail",
    *HOLY_QUAIL,
    _prize(may_choose(FETCH, dice(ME, USED, spell_die=True), move(ACTIVE))),
    _quartifact("Holy Quail", when(WOULD_DIE, prevent(), return_to_quest_card())),
    _quartifact("Holy Quill", first_spell_to_bag()),
)
card(
    "Expedition for Holy Quail",
    *HOLY_QUAIL,
    _prize(
        if_(
            at_least(1, count(MY_CORRUPTED)),
            either(
                GIVE_BACK,
                [choose(CULL, MY_CORRUPTED, cull())],
                HAND_OUT,
                [choose_opponent(_corrupt())],
            ),
            otherwise=[choose_opponent(_corrupt())],
        )
    ),
    _quartifact("Holy Quail", immunity()),
    _quartifact("Holy Quill", when(EQUIP, may_choose(UNLOCK, locked(ANYBODY), unlock()))),
)
card(
    "Quest for Holy Quail",
    *HOLY_QUAIL,
    _prize(_free(dice(ANYBODY, WILDS, max_cost=3))),
    _quartifact("Holy Quail", defense(1), quest_levels(1)),
    _quartifact("Holy Quill", when(EQUIP, gain_quiddity(2))),
)

# --- Exqualibur -------------------------------------------------------------------------------

card(
    "Hunt for Exqualibur",
    *EXQUALIBUR,
    _prize(gain_glory(1)),
    _quartifact("Exqualibur", attack(4)),
    _quartifact("Scabbard of Quamelot", defense(4)),
)
card(
    "Search for Exqualibur",
    *EXQUALIBUR,
    _prize(_free(dice(ANYBODY, WILDS, creature_die=True, max_cost=5))),
    _quartifact("Exqualibur", attack(1), they_destroy_one(1)),
    _quartifact("Scabbard of Quamelot", when_destroyed_goes_to(ACTIVE)),
)
card(
    "Expedition for Exqualibur",
    *EXQUALIBUR,
    _prize(choose_opponent(_corrupt(), _corrupt())),
    _quartifact("Exqualibur", attack(3), _unmask()),
    _quartifact("Scabbard of Quamelot", defense(2), immunity()),
)
card(
    "Quest for Exqualibur",
    *EXQUALIBUR,
    _prize(cheaper_captures(2)),
    _quartifact(
        "Exqualibur",
        attack(2),
        when(
            KILL,
            if_(used_less_than(2), count_use(), gain_glory(1)),
            only_if=IN_MY_TURN,
        ),
    ),
    _quartifact("Scabbard of Quamelot", defense_of(PARTY, 2)),
)

# --- Tri-Clops Skull --------------------------------------------------------------------------

card(
    "Hunt for Tri-Clops Skull",
    *TRI_CLOPS_SKULL,
    _prize(gain_glory(2)),
    _quartifact("Tri-Clops Skull", attackers_at_most(0, max_level=1)),
    _quartifact("Ruby Eye", *_glory_at_the_end(2)),
    _quartifact("Poison Claw", attack(1), when(DESTROYED, choose(DESTROY, FIGHTERS, destroy()))),
)
card(
    "Search for Tri-Clops Skull",
    *TRI_CLOPS_SKULL,
    _prize(_free(dice(ANYBODY, WILDS, max_cost=7))),
    _quartifact("Tri-Clops Skull", attack_of(PARTY, 2)),
    _quartifact("Ruby Eye", when(EQUIP, draw_and_roll(2))),
    _quartifact("Poison Claw", defense_of(DEFENDERS, -2)),
)
card(
    "Expedition for Tri-Clops Skull",
    *TRI_CLOPS_SKULL,
    _prize(each_opponent(_corrupt()), any_number(UNLOCK, locked(OPPONENTS), unlock())),
    _quartifact("Tri-Clops Skull", immunity_of(PARTY)),
    _quartifact(
        "Ruby Eye",
        when(
            EQUIP,
            may_choose(
                GIVE,
                MY_CORRUPTED,
                choose_opponent(give(OPPONENT, USED)),
                may_choose(
                    GIVE,
                    MY_CORRUPTED,
                    choose_opponent(give(OPPONENT, USED, SECOND)),
                    register=SECOND,
                ),
            ),
            if_die(FIRST, dice(OPPONENTS, USED), otherwise=[gain_quiddity(2)]),
        ),
    ),
    _quartifact("Poison Claw", attack(4), _unmask()),
)
card(
    "Quest for Tri-Clops Skull",
    *TRI_CLOPS_SKULL,
    _prize(each_opponent(opponent_loses_glory(1)), gain_glory(1)),
    _quartifact("Tri-Clops Skull", defense(2), quest_levels(2)),
    _quartifact("Ruby Eye", when(BEFORE_DEFENSE, each(opposing(max_level=1), destroy()))),
    _quartifact(
        "Poison Claw", when(BEFORE_DEFENSE, choose(DESTROY, opposing(max_level=2), destroy()))
    ),
)
