"""What holds in every position: each die in exactly one place, and all numbers fit together.

`flaw` finds what is wrong, for saved positions that come from outside and for the checks of tests.
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import is_locked
from quarriors.engine.ids import effect, flag, frame, place, register, waiting
from quarriors.engine.state import State, filled, zone
from quarriors.engine.vectors import vec


def flaw(s: State) -> str:
    """What is wrong with a position, in a sentence; empty if nothing is."""
    found = _flaw_of_sizes(s)
    if found == "":
        found = _flaw_of_zones(s)
    if found == "":
        found = _flaw_of_dice(s)
    if found == "":
        found = _flaw_of_cards(s)
    if found == "":
        found = _flaw_of_numbers(s)
    if found == "":
        found = _flaw_of_seats(s)
    if found == "":
        found = _flaw_of_stack(s)
    if found == "" and s.over == 0:
        found = _flaw_of_battle(s)
    return found


def flaw_of_decision(s: State) -> str:
    """What is wrong with the options of a position; empty if nothing is."""
    if s.over == 0 and s.offered < 2:
        return "a decision without a choice"
    for at in range(s.offered):
        for other in range(at):
            if s.options[at] == s.options[other]:
                return "an option twice"
    return ""


def _flaw_of_sizes(s: State) -> str:
    """Every die, seat and card has its number in every column."""
    dice = len(s.setup.slot)
    if len(s.place) != dice or len(s.owner) != dice or len(s.face) != dice:
        return "a column of the dice has another length"
    if len(s.flags) != dice or len(s.carrier) != dice or len(s.copy) != dice:
        return "a column of the dice has another length"
    players = s.setup.players
    if len(s.glory) != players or len(s.totals) != players or len(s.quest) != players:
        return "a column of the seats has another length"
    if len(s.totals_before_reactions) != players or len(s.zones) != players * place.ZONES:
        return "a column of the seats has another length"
    cards = len(s.setup.cards)
    if len(s.wilds_left) != cards or len(s.summoned) != cards:
        return "a column of the cards has another length"
    return ""


def _flaw_of_zones(s: State) -> str:
    """What lies in a zone says so itself, and nothing lies in two."""
    dice = len(s.setup.slot)
    found = filled(dice, 0)
    for seat in range(s.setup.players):
        for where in range(1, place.ZONES + 1):
            for die in zone(s, seat, where):
                if die < 0 or die >= dice:
                    return f"there is no die {die}"
                if s.place[die] != where:
                    return f"die {die} lies in two places"
                if s.owner[die] != seat:
                    return f"die {die} has two owners"
                found[die] += 1
    for die in range(dice):
        times = found[die]
        if is_outside(s, die) != (times == 0) or times > 1:
            return f"die {die} is in {times} places"
    return ""


def is_outside(s: State, die: i64) -> bool:
    """Whether a die is nobody's: in the Wilds, or out of the game."""
    return s.place[die] == place.WILDS or s.place[die] == place.REMOVED


def _flaw_of_dice(s: State) -> str:
    """Owners, carriers, copies and faces of single dice."""
    dice = len(s.setup.slot)
    attached: i64 = 0
    for die in range(dice):
        if (s.owner[die] < 0) != is_outside(s, die):
            return f"die {die} has a wrong owner"
        if s.face[die] < 0 or s.face[die] > 5:
            return f"die {die} has no face {s.face[die]}"
        if s.copy[die] < -1 or s.copy[die] >= len(s.setup.level):
            return f"die {die} copies nothing that there is"
        carrier = s.carrier[die]
        if carrier < -1 or carrier >= dice or (carrier >= 0) != (s.place[die] == place.ATTACHED):
            return f"die {die} is attached or not"
        if carrier >= 0:
            attached += 1
            if s.place[carrier] != place.READY and s.place[carrier] != place.QUEST:
                return "a spell is attached to nothing"
    if s.attached != attached:
        return f"{attached} dice are attached, not {s.attached}"
    return ""


def _flaw_of_cards(s: State) -> str:
    """The dice on each card are counted rightly, and each class is there once (1.2)."""
    setup = s.setup
    classes: set[str] = set()
    for slot in range(len(setup.cards)):
        lying: i64 = 0
        for die in range(setup.first_die[slot], setup.last_die[slot]):
            if s.place[die] == place.WILDS:
                lying += 1
        if lying != s.wilds_left[slot]:
            return f"{setup.cards[slot].name} counts {s.wilds_left[slot]}, not {lying}"
        classes.add(setup.cards[slot].class_name)
    if len(classes) != len(setup.cards):
        return "two cards of one class"
    return ""


def _flaw_of_numbers(s: State) -> str:
    """The numbers of the turn are in their ranges."""
    if s.active < 0 or s.active >= s.setup.players or s.turn < 0:
        return "nobody's turn"
    if s.rng <= 0:
        return "no generator"
    if s.pool < 0:
        return "quiddity below 0"
    if s.light < 0 or s.dark < 0:
        return "energy below 0"
    if s.light + s.dark > s.pool:
        return "energies without quiddity"
    return ""


def _flaw_of_seats(s: State) -> str:
    """What a seat can have only once, or not below 0."""
    for seat in range(s.setup.players):
        if s.glory[seat] < 0:
            return "Glory below 0 (rule 4.7)"
        if not _is_quest(s, s.quest[seat]):
            return "a quest that there is not"
        if s.quest[seat] < 0 and len(zone(s, seat, place.QUEST)) > 0:
            return "creatures on no quest"
        locked: i64 = 0
        for die in zone(s, seat, place.READY):
            if is_locked(s, die):
                locked += 1
        if locked > 1:
            return "two dice in a Locked Area"
        held = _quartifacts(s, zone(s, seat, place.READY))
        if held + _quartifacts(s, zone(s, seat, place.ATTACHED)) > 1:
            return "two quartifacts (rule 12.6)"
    return ""


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


def _flaw_of_stack(s: State) -> str:
    """Frames are whole and of a kind that there is."""
    if s.top < 0:
        return "nothing is under way"
    if s.top % frame.WIDTH != 0 or s.queued % waiting.WIDTH != 0:
        return "half a frame"
    kinds = frame.FIRST_PROGRAM + len(s.setup.catalog.programs)
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] < 0 or s.stack[at] >= kinds:
            return f"there is no frame of kind {s.stack[at]}"
    return ""


def _flaw_of_battle(s: State) -> str:
    """Only what is being destroyed is marked so, and only a battle has attackers and damage."""
    battle = False
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        if s.stack[at] == frame.ATTACK or s.stack[at] == frame.CHALLENGE:
            battle = True
    for die in range(len(s.flags)):
        name = s.setup.cards[s.setup.slot[die]].name
        if s.flags[die] & flag.DYING and not _is_falling(s, die):
            return f"{name} is marked as destroyed"
        left = s.flags[die] & (flag.ATTACKING | flag.DAMAGED | flag.FIRST)
        if left != 0 and not battle:
            return f"{name} has flags {left} of a battle that is over"
    return ""


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
