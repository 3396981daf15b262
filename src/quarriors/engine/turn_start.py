"""The beginning of a turn: phase 1, in which creatures and quests score, and the draw of phase 2.

Scoring and the look at a quest are frames of their own, which these functions push.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.appearance import creatures, has_creature, standing
from quarriors.engine.dice import keep_effects, put
from quarriors.engine.draws import ROLL_ALL, start_draw
from quarriors.engine.frames import push_quest_check
from quarriors.engine.ids import effect, ending, flag, log, phase, place, register, trait, turn_step
from quarriors.engine.rng import seeded
from quarriors.engine.score import start_scoring
from quarriors.engine.state import State, changed, zone
from quarriors.engine.vectors import append, vec

DRAWN_EACH_TURN: Final = 6  # 5.1
SMALL_DRAW: Final = 2  # in the first turns of Light vs. Dark (13.3), later one more
SMALL_DRAWS: Final = 2  # turns
PHASE_RULES: Final = [0, 401, 501, 503, 601, 701, 801]  # the rule that opens each phase


def enter_phase(s: State, now: i64) -> None:
    """A phase begins."""
    s.phase = now
    if s.logging:
        s.note(log.PHASE, PHASE_RULES[now], s.active, -1, now, 0)


def end_effects(s: State, until: i64) -> None:
    """Lasting effects that end with the turn (-1) or when somebody's turn begins."""
    rows = s.lasting_effects
    if len(rows) == 0:
        return
    kept = vec[i64](capacity=8)
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.UNTIL] != until:
            kept = append(kept, at)
    keep_effects(s, kept)


# --- phase 1 -----------------------------------------------------------------------------------


def begin_turn(s: State) -> None:
    """A new turn; a game that has reached the round limit is over (15.9)."""
    if s.turn >= s.setup.players * s.setup.round_limit:
        s.over = ending.BY_ROUND_LIMIT
        if s.logging:
            s.note(log.OVER, 1509, -1, -1, ending.BY_ROUND_LIMIT, 0)
        return
    s.turn += 1
    if s.key:
        s.rng = seeded(s.key, f"turn/{s.turn}")
    s.captures = s.setup.captures
    if s.logging:
        s.note(log.TURN, 204, s.active, -1, s.turn, 0)
    end_effects(s, s.active)
    enter_phase(s, phase.SCORE)
    if s.quest[s.active] >= 0 and len(zone(s, s.active, place.QUEST)) == 0:
        s.quest = changed(s.quest, s.active, -1)  # an effect took the last of the party away
    if s.setup.early_spells and (s.quest[s.active] >= 0 or has_creature(s, s.active)):
        s.stack[register.POSITION] = turn_step.SPELLS_FIRST
    else:
        begin_scoring(s)


def begin_scoring(s: State) -> None:
    """Everything in the Ready Area scores, and a quest is looked at (4.1, 12.4)."""
    s.stack[register.POSITION] = turn_step.DRAW
    scorers = creatures(s, s.active)
    if s.quest[s.active] < 0:
        if len(scorers) > 0:
            start_scoring(s, s.active, scorers)
    elif len(scorers) > 0:
        s.stack[register.POSITION] = turn_step.SCORE_FIRST
    else:
        push_quest_check(s, s.active)


def score_both(s: State, quest_first: bool) -> None:
    """Creatures and a quest: both are pushed, and what comes first lies on top (12.4)."""
    s.stack[register.POSITION] = turn_step.DRAW
    scorers = creatures(s, s.active)
    if quest_first:
        start_scoring(s, s.active, scorers)
        push_quest_check(s, s.active)
    else:
        push_quest_check(s, s.active)
        start_scoring(s, s.active, scorers)


# --- phase 2 -----------------------------------------------------------------------------------


def draw_and_roll(s: State) -> None:
    """Draw six and roll the whole Active Pool (5.1); Light vs. Dark draws less (13.2, 13.3)."""
    enter_phase(s, phase.ROLL)
    s.stack[register.POSITION] = turn_step.IMMEDIATE
    seat = s.active
    if s.setup.large_slot >= 0:
        for die in zone(s, seat, place.ASIDE)[:]:
            if s.setup.slot[die] == s.setup.large_slot:
                put(s, die, seat, place.ACTIVE)
    start_draw(s, seat, _dice_to_draw(s, seat), ROLL_ALL, _extra_dice(s, seat))


def _dice_to_draw(s: State, seat: i64) -> i64:
    """How many dice somebody draws in phase 2."""
    setup = s.setup
    count: i64 = DRAWN_EACH_TURN
    if setup.small_draw:
        count = SMALL_DRAW
        if s.turn > SMALL_DRAWS * setup.players:
            count += 1
    for die in zone(s, seat, place.ACTIVE):
        if s.flags[die] & flag.COUNTS_AS_DRAW:
            count -= 1
    if setup.has_modifier[trait.DRAW_LESS]:
        for die in zone(s, seat, place.READY):
            for modifier in standing(s, die, trait.DRAW_LESS):
                count -= modifier.amount.constant
    return max(count, 0)


def _extra_dice(s: State, seat: i64) -> i64:
    """How many dice are drawn on top, by lasting effects, and as many put back."""
    found: i64 = 0
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.DRAW and rows[at + effect.SUBJECT] == seat:
            found += rows[at + effect.AMOUNT]
    return found
