"""The questions that everything outside the engine asks of a game.

Views, records, bots, environments, the server, the table builder and tests hold a `Game`, or the
state of one as a handle that only this module opens (`state`). How a state is laid out is nobody
else's business. Dice, seats and slots are numbers of the set-up (`s.setup`), places, flags and
kinds those of `ids`. A function that gives a list gives a new one of plain ints, for callers in
Python; `dice_in` gives the engine's own vector, for callers that are compiled with the engine.

Setting a position up by hand is no question: see `arrange`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from quarriors.engine import core
from quarriors.engine.appearance import is_creature, is_spell, level, look, other_side
from quarriors.engine.arrange import (
    clear_scripts,
    script_draws,
    script_rolls,
    set_events,
    set_generator,
    stop_logging,
)
from quarriors.engine.battle import falls, unharmed
from quarriors.engine.battle_status import (
    attacker,
    attacker_of_defense,
    challenged,
    challenger,
    damage_left,
    defended_area,
    defender,
    fallen_stay,
    totals,
    totals_counted,
)
from quarriors.engine.branching import (
    answer,
    branch,
    clone,
    has_other_luck,
    is_luck_alike,
    log_of,
    reseed,
    start_log,
    take_luck,
    take_other_luck,
)
from quarriors.engine.challenge import speaker
from quarriors.engine.dice import available, energy_available, is_locked
from quarriors.engine.display import (
    Shown,
    Standing,
    as_if_summoned,
    counts,
    effects,
    is_unrolled,
    shown,
    shown_in,
    standing_in,
    waiting_abilities,
)
from quarriors.engine.frames import find_frame
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import (
    flag,
    frame,
    place,
    quest_step,
    register,
    turn_flag,
    turn_step,
    window,
)
from quarriors.engine.invariants import flaw, flaw_of_decision
from quarriors.engine.likeness import dice_by_place, turn_numbers, under_way
from quarriors.engine.locks import locked_die
from quarriors.engine.migration import migrated
from quarriors.engine.pay import best_price, capture_change, capture_cost
from quarriors.engine.quests import holder, quest_level
from quarriors.engine.scalar_queries import (
    collection,
    effect_amount,
    effect_count,
    effect_kind,
    effect_subject,
    highest_glory,
    is_over,
    option_code,
    side_up,
    total_against,
    waiting_count,
)
from quarriors.engine.state import EventNumbers, State, ints, zone
from quarriors.engine.stats import attack, defense, glory, immune
from quarriors.engine.vectors import vec

if TYPE_CHECKING:
    from quarriors.engine.game import Game

# Answered elsewhere in the engine and asked here.
__all__ = [
    "EventNumbers", "Shown", "Standing", "State", "answer", "as_if_summoned", "attack", "attacker",
    "attacker_of_defense", "available", "best_price", "branch", "capture_change", "capture_cost",
    "challenged", "challenger", "clear_scripts", "clone", "collection", "counts", "damage_left",
    "defended_area", "defender", "defense", "dice_by_place", "effect_amount", "effect_count",
    "effect_kind", "effect_subject", "effects", "energy_available", "fallen_stay", "falls",
    "flaw", "flaw_of_decision", "glory", "has_other_luck", "highest_glory", "holder", "immune",
    "is_creature", "is_locked", "is_luck_alike", "is_over", "is_spell", "is_unrolled", "level",
    "locked_die", "log_of", "look", "migrated", "option_code", "other_side", "quest_level",
    "reseed", "script_draws", "script_rolls", "set_events", "set_generator", "shown", "shown_in",
    "side_up", "standing_in", "start_log", "stop_logging", "take_events", "take_luck",
    "take_other_luck",
    "total_against", "totals", "totals_counted", "turn_numbers", "under_way", "unharmed",
    "waiting_abilities", "waiting_count",
]  # fmt: skip

_LARGEST: Final = (1 << 62) - 1  # larger ints are no codes, and do not fit into a vector

# --- the handle, and the position as numbers ----------------------------------------------------


def state(game: Game) -> State:
    """The handle that the questions below are asked with."""
    return game._state


def wire(game: Game) -> list[list[int]]:
    """The whole position as lists of ints, fit for JSON."""
    return game._state.to_wire()


def wire_of(s: State) -> list[list[int]]:
    """The same of a state."""
    return s.to_wire()


def from_wire(setup: GameSetup, numbers: list[list[int]]) -> State:
    """The position that was written as such numbers; others raise `PositionError`."""
    return State.from_wire(setup, numbers)


def unscripted_wire(s: State) -> list[list[int]]:
    """The whole position without dice that a script still promises."""
    copied = s.clone()
    clear_scripts(copied)
    return copied.to_wire()


def open_wire(s: State) -> list[list[int]]:
    """The position as far as everybody may know it: without scripts and without the generator."""
    copied = s.clone()
    clear_scripts(copied)
    copied.rng = 0
    return copied.to_wire()


def scripted_draws(s: State) -> list[int]:
    """The slots of the dice that are scripted to be drawn."""
    return ints(s.draw_script)


def scripted_rolls(s: State) -> list[int]:
    """The faces that are scripted to come up."""
    return ints(s.roll_script)


def generator(s: State) -> i64:
    """The generator: all dice to come. Nobody but records and tests may look at it."""
    return s.rng


def turn_seed(s: State) -> int:
    """What seeds every turn anew in a game with a long seed; 0 in others."""
    return s.key


def is_logging(s: State) -> bool:
    """Whether the game keeps a log of what happens."""
    return s.logging


def untaken_events(s: State) -> list[EventNumbers]:
    """What is in the log and was not taken yet, oldest first."""
    return s.log[:]


def take_events(s: State) -> list[EventNumbers]:
    """What happened since the log was last taken, as plain numbers, oldest first."""
    taken = s.log
    s.log = []
    return taken


# --- the decision -------------------------------------------------------------------------------


def decider(s: State) -> i64:
    """Who has to decide; the game is not over."""
    at = s.top
    kind = s.stack[at]
    if kind == frame.TURN:
        return s.active
    if kind == frame.CHALLENGE:
        return speaker(s)
    return s.stack[at + register.CONTROLLER]


def decision_kind(s: State) -> i64:
    """What kind of decision it is, a number of `ids.choice`."""
    at = s.top
    return core.decision_kind(s.setup.catalog, s.stack[at], s.stack[at + register.POSITION])


def asking_program(s: State) -> i64:
    """The index of the card program that asks; -1 if the flow of the game asks."""
    return max(s.stack[s.top] - frame.FIRST_PROGRAM, -1)


def asked_about(s: State) -> i64:
    """The opponent whom the ability that asks is dealing with; -1 if with none."""
    if s.stack[s.top] < frame.FIRST_PROGRAM:
        return -1
    return s.stack[s.top + register.OPPONENT]


def options(s: State) -> list[int]:
    """The codes of everything that can be answered."""
    return ints(s.options[: s.offered])


def option_count(s: State) -> i64:
    """How many options there are."""
    return s.offered


def can_answer(s: State, code: int) -> bool:
    """Whether that is the code of an option."""
    if not 0 <= code <= _LARGEST:
        return False
    for at in range(s.offered):
        if s.options[at] == code:
            return True
    return False


def between_effects(s: State) -> bool:
    """Whether no card's ability is under way or waits.

    Only such positions are kept as snapshots: they name no ability, so a game can go on from them
    after a card's ability was fixed.
    """
    if s.queued > 0:
        return False
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] >= frame.FIRST_PROGRAM:
            return False
    return True


def is_at_rest(s: State) -> bool:
    """Whether nothing is under way but the turn itself, and nothing waits or is scripted."""
    scripted = len(s.draw_script) + len(s.roll_script)
    return s.top == 0 and s.queued == 0 and scripted == 0


def is_only_turn(s: State) -> bool:
    """Whether nothing is under way but the turn itself."""
    return s.top == 0


def is_drawing(s: State) -> bool:
    """Whether a draw is under way that somebody or something answers (11.6)."""
    return find_frame(s, frame.DRAW) >= 0


def is_choosing_spells_first(s: State) -> bool:
    """Whether spells may be cast now before anything scores, by the 2011 books (15.23)."""
    return _stands_at(s, frame.TURN, turn_step.SPELLS_FIRST)


def is_choosing_first_battle(s: State) -> bool:
    """Whether it is being decided which of attack and challenge comes first (12.2)."""
    return s.stack[s.top] == frame.VENTURE


def is_quest_cull(s: State) -> bool:
    """Whether a creature that came back from a quest may be culled now (12.4)."""
    return s.stack[s.top] == frame.QUEST_CHECK


def is_expert_cull(s: State) -> bool:
    """Whether that is the culling of the expert rule, for Glory (4.6, 12.4)."""
    return _stands_at(s, frame.QUEST_CHECK, quest_step.EXPERT_CULL)


def _stands_at(s: State, kind: i64, position: i64) -> bool:
    return s.stack[s.top] == kind and s.stack[s.top + register.POSITION] == position


def culls_left(s: State) -> i64:
    """How many dice may still be culled, where culling is asked about."""
    return s.stack[s.top + register.CULLS_LEFT]


def dice_to_put_back(s: State) -> i64:
    """How many of the dice drawn have to be put back, where that is asked about."""
    return s.stack[s.top + register.EXTRA_DICE]


def spell_targets(s: State, seat: i64) -> list[int]:
    """The creatures of a seat that a spell was cast on, while it may be answered (15.2 e)."""
    found: list[int] = []
    if window_open(s) == window.ON_CAST:
        for die in zone(s, seat, place.READY):
            if s.flags[die] & flag.CHOSEN:
                found.append(int(die))
    return found


def window_open(s: State) -> i64:
    """The window in which somebody is asked for a reaction, a bit of `ids.window`; 0 if none."""
    if s.stack[s.top] != frame.WINDOW:
        return 0
    return s.stack[s.top + register.WINDOW]


def spell_under_reaction(s: State) -> i64:
    """The index of the program of the spell that may be answered just now (15.2 e)."""
    return s.stack[s.top - frame.WIDTH] - frame.FIRST_PROGRAM


# --- the turn and the seats ---------------------------------------------------------------------


def active(s: State) -> i64:
    """Whose turn it is."""
    return s.active


def turn(s: State) -> i64:
    """How many turns have begun."""
    return s.turn


def phase_of(s: State) -> i64:
    """The phase, a number of `ids.phase`."""
    return s.phase


def ending_of(s: State) -> i64:
    """Why the game ended, a number of `ids.ending`; 0 while it has not."""
    return s.over


def pool(s: State) -> i64:
    """Quiddity at hand this turn, light and dark included (5.5, 15.1)."""
    return s.pool


def light(s: State) -> i64:
    """How much of it is light (13.5)."""
    return s.light


def dark(s: State) -> i64:
    """How much of it is dark (13.5)."""
    return s.dark


def captures(s: State) -> i64:
    """Captures left this turn (7.1)."""
    return s.captures


def discount(s: State) -> i64:
    """What every capture costs less this turn."""
    return s.discount


def scored(s: State) -> i64:
    """How many creatures of the active player scored this turn."""
    return s.scored


def is_lock_used(s: State) -> bool:
    """Whether the active player's own lock of the turn is used (11.1)."""
    return s.turn_flags & turn_flag.LOCKED != 0


def is_anchor_used(s: State) -> bool:
    """Whether the anchored spell of the turn is used (13.6)."""
    return s.turn_flags & turn_flag.ANCHORED != 0


def glory_of(s: State, seat: i64) -> i64:
    """A seat's Glory."""
    return s.glory[seat]


def glories(s: State) -> list[int]:
    """Of each seat: its Glory."""
    return ints(s.glory)


def quest_of(s: State, seat: i64) -> i64:
    """The slot of the quest that a seat is on; -1 if it is on none (12.2)."""
    return s.quest[seat]


# --- cards and dice -----------------------------------------------------------------------------


def left_on_card(s: State, slot: i64) -> i64:
    """How many dice are left on a card."""
    return s.wilds_left[slot]


def left_on_cards(s: State) -> list[int]:
    """Of each card: how many dice are left on it."""
    return ints(s.wilds_left)


def capture_costs(s: State) -> list[int]:
    """Of each card: what a die of it costs just now."""
    found: list[int] = []
    for slot in range(len(s.setup.cards)):
        found.append(int(capture_cost(s, slot)))
    return found


def place_of(s: State, die: i64) -> i64:
    """Where a die is, a number of `ids.place`."""
    return s.place[die]


def owner_of(s: State, die: i64) -> i64:
    """The seat that a die belongs to; -1 in the Wilds and out of the game."""
    return s.owner[die]


def face_of(s: State, die: i64) -> i64:
    """The face that is up."""
    return s.face[die]


def flags_of(s: State, die: i64) -> i64:
    """Bits of `ids.flag`."""
    return s.flags[die]


def carrier_of(s: State, die: i64) -> i64:
    """The creature that a die is attached to; -1 if to none."""
    return s.carrier[die]


def copy_of(s: State, die: i64) -> i64:
    """The look that a die copies; -1 if none."""
    return s.copy[die]


def dice_in(s: State, seat: i64, where: i64) -> vec[i64]:
    """The dice of one seat in one place, to look at and not to keep."""
    return zone(s, seat, where)


def dice_list(s: State, seat: i64, where: i64) -> list[int]:
    """The same as a list, to keep."""
    return ints(zone(s, seat, where))


def dice_at(s: State, where: i64) -> list[int]:
    """All dice in that place, of all players; also in the Wilds and out of the game."""
    found: list[int] = []
    for die in range(len(s.place)):
        if s.place[die] == where:
            found.append(int(die))
    return found


def carried_by(s: State, die: i64) -> list[int]:
    """The dice that are attached to a creature, by their numbers."""
    found: list[int] = []
    if s.attached:
        for other in range(len(s.carrier)):
            if s.carrier[other] == die:
                found.append(int(other))
    return found
