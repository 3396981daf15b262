"""What holds in every position: each die in exactly one place, and all numbers fit together.

`flaw` finds what is wrong, for saved positions that come from outside and for the checks of tests.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import is_locked
from quarriors.engine.errors import PositionError
from quarriors.engine.ids import effect, flag, frame, place, register, waiting
from quarriors.engine.state import State, filled, zone
from quarriors.engine.vectors import vec


def flaw(s: State) -> PositionError | None:
    """What is wrong with a position; None if nothing is."""
    found = _flaw_of_sizes(s)
    if found is None:
        found = _flaw_of_zones(s)
    if found is None:
        found = _flaw_of_dice(s)
    if found is None:
        found = _flaw_of_cards(s)
    if found is None:
        found = _flaw_of_numbers(s)
    if found is None:
        found = _flaw_of_seats(s)
    if found is None:
        found = _flaw_of_stack(s)
    if found is None and s.over == 0:
        found = _flaw_of_battle(s)
    return found


def flaw_of_decision(s: State) -> PositionError | None:
    """What is wrong with the options of a position; None if nothing is."""
    if s.over == 0 and s.offered < 2:
        return PositionError("flaw.no_choice")
    for at in range(s.offered):
        for other in range(at):
            if s.options[at] == s.options[other]:
                return PositionError("flaw.option_twice")
    return None


def _flaw_of_sizes(s: State) -> PositionError | None:
    """Every die, seat and card has its number in every column."""
    dice = len(s.setup.slot)
    if len(s.place) != dice or len(s.owner) != dice or len(s.face) != dice:
        return PositionError("flaw.dice")
    if len(s.flags) != dice or len(s.carrier) != dice or len(s.copy) != dice:
        return PositionError("flaw.dice")
    players = s.setup.players
    if len(s.glory) != players or len(s.totals) != players or len(s.quest) != players:
        return PositionError("flaw.seats")
    if len(s.totals_before_reactions) != players or len(s.zones) != players * place.ZONES:
        return PositionError("flaw.seats")
    cards = len(s.setup.cards)
    if len(s.wilds_left) != cards or len(s.summoned) != cards:
        return PositionError("flaw.cards")
    return None


def _flaw_of_zones(s: State) -> PositionError | None:
    """What lies in a zone says so itself, and nothing lies in two."""
    dice = len(s.setup.slot)
    found = filled(dice, 0)
    for seat in range(s.setup.players):
        for where in range(1, place.ZONES + 1):
            for die in zone(s, seat, where):
                if die < 0 or die >= dice:
                    return PositionError("flaw.no_die", die=int(die))
                if s.place[die] != where:
                    return PositionError("flaw.two_places", die=int(die))
                if s.owner[die] != seat:
                    return PositionError("flaw.two_owners", die=int(die))
                found[die] += 1
    for die in range(dice):
        times = found[die]
        if is_outside(s, die) != (times == 0) or times > 1:
            return PositionError("flaw.places", die=int(die), count=int(times))
    return None


def is_outside(s: State, die: i64) -> bool:
    """Whether a die is nobody's: in the Wilds, or out of the game."""
    return s.place[die] == place.WILDS or s.place[die] == place.REMOVED


def _flaw_of_dice(s: State) -> PositionError | None:
    """Owners, carriers, copies and faces of single dice."""
    dice = len(s.setup.slot)
    attached: i64 = 0
    for die in range(dice):
        if (s.owner[die] < 0) != is_outside(s, die):
            return PositionError("flaw.owner", die=int(die))
        if s.face[die] < 0 or s.face[die] > 5:
            return PositionError("flaw.face", die=int(die), face=int(s.face[die]))
        if s.copy[die] < -1 or s.copy[die] >= len(s.setup.level):
            return PositionError("flaw.copy", die=int(die))
        carrier = s.carrier[die]
        if carrier < -1 or carrier >= dice or (carrier >= 0) != (s.place[die] == place.ATTACHED):
            return PositionError("flaw.attached", die=int(die))
        if carrier >= 0:
            attached += 1
            if s.place[carrier] != place.READY and s.place[carrier] != place.QUEST:
                return PositionError("flaw.carrier")
    if s.attached != attached:
        return PositionError("flaw.attached_count", count=int(attached), said=int(s.attached))
    return None


def _flaw_of_cards(s: State) -> PositionError | None:
    """The dice on each card are counted rightly, and each class is there once (1.2)."""
    setup = s.setup
    classes: set[str] = set()
    for slot in range(len(setup.cards)):
        lying: i64 = 0
        for die in range(setup.first_die[slot], setup.last_die[slot]):
            if s.place[die] == place.WILDS:
                lying += 1
        if lying != s.wilds_left[slot]:
            return PositionError(
                "flaw.wilds",
                card=setup.cards[slot].name,
                said=int(s.wilds_left[slot]),
                count=int(lying),
            )
        classes.add(setup.cards[slot].class_name)
    if len(classes) != len(setup.cards):
        return PositionError("flaw.class_twice")
    return None


def _flaw_of_numbers(s: State) -> PositionError | None:
    """The numbers of the turn are in their ranges."""
    if s.active < 0 or s.active >= s.setup.players or s.turn < 0:
        return PositionError("flaw.turn")
    if s.rng <= 0:
        return PositionError("flaw.generator")
    if s.pool < 0:
        return PositionError("flaw.quiddity")
    if s.light < 0 or s.dark < 0:
        return PositionError("flaw.energy")
    if s.light + s.dark > s.pool:
        return PositionError("flaw.energies")
    return None


def _flaw_of_seats(s: State) -> PositionError | None:
    """What a seat can have only once, or not below 0."""
    for seat in range(s.setup.players):
        if s.glory[seat] < 0:
            return PositionError("flaw.glory")
        if not _is_quest(s, s.quest[seat]):
            return PositionError("flaw.no_quest")
        if s.quest[seat] < 0 and len(zone(s, seat, place.QUEST)) > 0:
            return PositionError("flaw.on_no_quest")
        locked: i64 = 0
        for die in zone(s, seat, place.READY):
            if is_locked(s, die):
                locked += 1
        if locked > 1:
            return PositionError("flaw.locked")
        held = _quartifacts(s, zone(s, seat, place.READY))
        if held + _quartifacts(s, zone(s, seat, place.ATTACHED)) > 1:
            return PositionError("flaw.quartifacts")
    return None


def _is_quest(s: State, slot: i64) -> bool:
    """Whether that is the slot of a quest, or -1 for none."""
    for quest in s.setup.quests:
        if quest == slot:
            return True
    return slot == -1


def _quartifacts(s: State, dice: vec[i64]) -> i64:
    """How many of these dice are quartifacts as they lie."""
    found: i64 = 0
    for die in dice:
        if s.setup.quartifact[s.setup.base[die] + s.face[die]]:
            found += 1
    return found


def _flaw_of_stack(s: State) -> PositionError | None:
    """Frames are whole and of a kind that there is."""
    if s.top < 0:
        return PositionError("flaw.no_frame")
    if s.top % frame.WIDTH != 0 or s.queued % waiting.WIDTH != 0:
        return PositionError("flaw.half_frame")
    kinds = frame.FIRST_PROGRAM + len(s.setup.catalog.programs)
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] < 0 or s.stack[at] >= kinds:
            return PositionError("flaw.frame_kind", kind=int(s.stack[at]))
    return None


def _flaw_of_battle(s: State) -> PositionError | None:
    """Only what is being destroyed is marked so, and only a battle has attackers and damage."""
    battle = False
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] == frame.ATTACK or s.stack[at] == frame.CHALLENGE:
            battle = True
    for die in range(len(s.flags)):
        name = s.setup.cards[s.setup.slot[die]].name
        if s.flags[die] & flag.DYING and not _is_falling(s, die):
            return PositionError("flaw.dying", card=name)
        left = s.flags[die] & (flag.ATTACKING | flag.DAMAGED | flag.FIRST)
        if left != 0 and not battle:
            return PositionError("flaw.battle", card=name)
    return None


def _is_falling(s: State, die: i64) -> bool:
    """Whether a die is being destroyed, or stays until both sides of a challenge have defended."""
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] == frame.DESTROY and s.stack[at + register.SOURCE] == die:
            return True
    rows = s.lasting_effects
    for at in range(0, len(rows), effect.WIDTH):
        if rows[at + effect.KIND] == effect.LEAVES_TO and rows[at + effect.SUBJECT] == die:
            return True
    return False
