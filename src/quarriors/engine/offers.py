"""What each phase of a turn offers the active player (sections 5, 7 and 8, and 15.22).

`turn` begins the options, calls one of these functions and does what was answered. The options are
added to the buffer of the state in the order in which players see them.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.anchors import add_anchors
from quarriors.engine.appearance import is_spell
from quarriors.engine.dice import available, can_draw
from quarriors.engine.filters import holds
from quarriors.engine.ids import event, flag, phase, place, trait, turn_flag, verb, window
from quarriors.engine.lock_offers import add_locks, add_unlocks
from quarriors.engine.locks import capture_limit
from quarriors.engine.option import (
    DIE_SHIFT,
    NUMBER_SHIFT,
    SEAT_SHIFT,
    die_of,
    number_in,
    option,
    verb_of,
)
from quarriors.engine.options import add_option, is_offered, offer, sameness
from quarriors.engine.pay import (
    best_price,
    by_hand,
    capture_change,
    energies_compete,
    may_summon,
    summon_cost,
)
from quarriors.engine.program import Trigger
from quarriors.engine.quartifacts import add_equipment
from quarriors.engine.reactions import reaction
from quarriors.engine.state import State, zone
from quarriors.engine.stats import anybody_has
from quarriors.engine.targets import can_start
from quarriors.engine.vectors import vec

# --- phase 2: immediate effects ----------------------------------------------------------------


def add_immediates(s: State) -> None:
    """What can be done before the immediate effects are over (5.2, 15.22).

    Dice are spent by hand where something can be paid for, and in the 2011 books where a draw would
    reach them in the Used Pile (15.1).
    """
    _add_immediate_effects(s)
    if s.offered == 0:
        return
    drawn = _most_drawn(s)
    _add_castable(s)
    free = s.offered
    _add_unlocks_and_anchors(s)
    if s.offered > free or (not s.setup.spent_pile and drawn > len(zone(s, s.active, place.BAG))):
        _add_spends(s)


def _add_immediate_effects(s: State) -> None:
    """What the dice just rolled can be used for at once (5.2)."""
    setup = s.setup
    for die in zone(s, s.active, place.ACTIVE):
        if s.flags[die] & flag.FRESH:
            look = setup.base[die] + s.face[die]
            if setup.immediate[look]:
                _add_immediate(s, die, look)


def _add_immediate(s: State, die: i64, look: i64) -> None:
    """The immediate effect of one die: an ability, a re-roll or a draw."""
    setup = s.setup
    seat = s.active
    triggers = setup.triggers[look * event.COUNT + event.IMMEDIATE]
    if len(triggers) > 0:
        trigger = triggers[0]
        if holds(s, trigger.condition, seat, -1, die) and can_start(
            s, trigger.program.index, die, seat, -1
        ):
            offer(s, verb.USE, die, 0)
    elif setup.reroll[look]:
        offer(s, verb.REROLL, die, 0)
        if setup.draw[look] and can_draw(s, seat):
            _add_draw_and_reroll(s, die, setup.draw[look])
    elif setup.draw[look]:
        if can_draw(s, seat):
            offer(s, verb.DRAW, die, setup.draw[look])
        elif not setup.spent_pile:  # nothing but dice spent in this chain (15.8)
            offer(s, verb.SPEND_AS_QUIDDITY, die, 1)


def _add_draw_and_reroll(s: State, die: i64, count: i64) -> None:
    """Two symbols with no line between them: a draw, or a draw and the re-roll (15.16)."""
    key = sameness(s, die)
    if not is_offered(s, verb.DRAW_AND_REROLL, key):
        face = s.face[die]
        add_option(s, option(verb.DRAW, die, face, s.active, count), key)
        add_option(s, option(verb.DRAW_AND_REROLL, die, face, s.active, count), key)


def _most_drawn(s: State) -> i64:
    """The most dice that one of the options draws."""
    found: i64 = 0
    for at in range(s.offered):
        action = verb_of(s.options[at])
        if action == verb.DRAW or action == verb.DRAW_AND_REROLL:
            found = max(found, number_in(s.options[at]))
    return found


# --- phase 2: ready, summon, cast, pay ---------------------------------------------------------


def add_readying(s: State) -> None:
    """Ready, summon, lock, cast, pay to unlock, attach a quartifact (5.3 to 5.6)."""
    setup = s.setup
    at_hand = s.pool
    more = False
    for die in zone(s, s.active, place.ACTIVE):
        look = setup.base[die] + s.face[die]
        if s.flags[die] & flag.UNROLLED:
            continue
        if setup.quiddity[look] > 0:
            at_hand += setup.quiddity[look]
        elif setup.usable[look]:
            more = True
    if more:
        _add_usable(s, at_hand)
    if len(zone(s, s.active, place.READY)) > 0:
        _add_castable(s)
        if len(setup.quests) > 0:
            add_equipment(s)
    _add_unlocks_and_anchors(s)
    most = at_hand
    if not setup.pays_by_effect:
        most = _dearest(s, 0)
    if by_hand(s, most):
        _insert_spends(s, 0)


def _add_usable(s: State, at_hand: i64) -> None:
    """Spells to ready, dice to lock and creatures to summon; dice alike are offered once."""
    setup = s.setup
    seat = s.active
    active = zone(s, seat, place.ACTIVE)
    for at in range(len(active)):
        die = active[at]
        face = s.face[die]
        look = setup.base[die] + face
        if not setup.usable[look] or s.flags[die] & (flag.LATE | flag.UNROLLED):
            continue
        if _is_shown_before(s, active, at, look):
            continue
        if setup.spell[look]:
            if not anybody_has(s, trait.NO_READYING):
                add_option(s, option(verb.READY, die, face, seat, 0))
        elif setup.lock[look]:
            add_locks(s, die)
        elif may_summon(s, die):
            cost = summon_cost(s, die, seat)
            if cost <= at_hand:
                add_option(s, option(verb.SUMMON, die, face, seat, cost))


def _is_shown_before(s: State, active: vec[i64], end: i64, look: i64) -> bool:
    """Whether a die that lies before that one shows the same and can be used as well."""
    for at in range(end):
        die = active[at]
        if s.flags[die] & (flag.LATE | flag.UNROLLED):
            continue
        if s.setup.base[die] + s.face[die] == look:
            return True
    return False


# --- spells, and spending by hand --------------------------------------------------------------


def add_open(s: State) -> None:
    """What is open in all of phases 2 to 4: spells, unlocking, anchored spells (5.6, 15.22)."""
    _add_castable(s)
    _add_unlocks_and_anchors(s)
    if s.setup.typed and s.phase == phase.ATTACK and energies_compete(s, _dearest(s, 0)):
        _add_spends(s)


def _add_unlocks_and_anchors(s: State) -> None:
    """What is paid for without a die of one's own: unlocking, anchored spells (11.4, 13.6)."""
    if s.setup.locks:
        add_unlocks(s)
    if len(s.setup.anchors) > 0:
        add_anchors(s)


def _add_castable(s: State) -> None:
    """Readied spells, and abilities at will."""
    add_spells(s)
    if s.setup.windows & (window.OWN_TURN | window.IN_CAPTURE):
        opened = open_at_will(s)
        for die in zone(s, s.active, place.READY):
            if not is_spell(s, die) and reaction(s, die, opened) is not None:
                offer(s, verb.SWITCH, die, 0)


def open_at_will(s: State) -> i64:
    """The windows in which the active player uses abilities at will now (15.2)."""
    if s.phase == phase.CAPTURE:
        return window.OWN_TURN | window.IN_CAPTURE
    return window.OWN_TURN


def add_spells(s: State) -> None:
    """Readied spells that can be cast now (10.1)."""
    for die in zone(s, s.active, place.READY):
        if is_spell(s, die) and castable(s, die) is not None:
            offer(s, verb.CAST, die, 0)


def castable(s: State, die: i64) -> Trigger | None:
    """What a spell would do if it were cast or attached now; None if nothing (15.6)."""
    found = _castable_as(s, die, event.CAST)
    if found is None:
        found = _castable_as(s, die, event.ATTACH)
    return found


def _castable_as(s: State, die: i64, kind: i64) -> Trigger | None:
    """What a spell would do by being cast, or by being attached."""
    look = s.setup.base[die] + s.face[die]
    for trigger in s.setup.triggers[look * event.COUNT + kind]:
        if holds(s, trigger.condition, s.active, -1, die) and can_start(
            s, trigger.program.index, die, s.active, -1
        ):
            return trigger
    return None


def _dearest(s: State, start: i64) -> i64:
    """The most that an option from that one on costs in quiddity of any kind."""
    found: i64 = 0
    for at in range(start, s.offered):
        action = verb_of(s.options[at])
        if action == verb.SUMMON or action == verb.UNLOCK or action == verb.CAPTURE:
            found = max(found, number_in(s.options[at]))
    return found


def _add_spends(s: State) -> None:
    """Dice that may be spent by hand; where it makes no difference, nobody is asked (15.1)."""
    setup = s.setup
    seat_part = (s.active + 1) << SEAT_SHIFT
    for die in zone(s, s.active, place.ACTIVE):
        look = setup.base[die] + s.face[die]
        if setup.quiddity[look] <= 0 or s.flags[die] & flag.UNROLLED:
            continue
        if not is_offered(s, verb.SPEND, look):
            add_option(s, setup.spend_code[look] + seat_part + (die << DIE_SHIFT), look)


def _insert_spends(s: State, at: i64) -> None:
    """The same, before the options from that one on."""
    later = s.options[at : s.offered]
    s.offered = at
    _add_spends(s)
    for code in later:
        add_option(s, code)


# --- phase 4: capture --------------------------------------------------------------------------


def add_capturing(s: State) -> None:
    """Dice that can be captured and paid for (7.1), and what is open in all phases."""
    if s.captures > 0 and not capture_limit(s):
        _add_captures(s)
    captures = s.offered
    add_open(s)
    if s.setup.typed and energies_compete(s, _dearest(s, 0)) and _pays_again(s, captures):
        _insert_spends(s, captures)


def _add_captures(s: State) -> None:
    """One option for each card that a die can be captured from."""
    setup = s.setup
    at_hand = available(s)
    change = capture_change(s)
    left = s.wilds_left
    for slot in range(len(left)):
        if left[slot] == 0 or setup.no_capture[slot]:
            continue
        if setup.typed:
            price = best_price(s, slot, change, at_hand)
        else:
            price = max(setup.cost[slot] + change, 0)
        if 0 <= price <= at_hand:
            add_option(s, setup.capture_code[slot] + (price << NUMBER_SHIFT))


def _pays_again(s: State, captures: i64) -> bool:
    """Whether what is left after a capture could pay for something else in phase 4.

    `captures` is the number of options that are captures; they come first.
    """
    if s.captures > 1 or _dearest(s, captures) > 0:
        return True
    if len(s.setup.anchors) > 0 and not s.turn_flags & turn_flag.ANCHORED:
        return True
    for at in range(captures):  # some dice allow a further capture
        if s.setup.more_captures[s.setup.slot[die_of(s.options[at])]]:
            return True
    return False


# --- phase 5: clean up -------------------------------------------------------------------------


def add_retiring(s: State) -> None:
    """Readied spells that may go to the Used Pile (8.1)."""
    for die in zone(s, s.active, place.READY):
        if is_spell(s, die):
            offer(s, verb.RETIRE, die, 0)
