"""Anchored spells: what a card in the Wilds does for a player who pays for it (13.6)."""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.dice import energy_available
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.filters import holds
from quarriors.engine.frames import start_program
from quarriors.engine.ids import log, turn_flag, verb
from quarriors.engine.option import option
from quarriors.engine.options import add_option
from quarriors.engine.pay import pay_energy
from quarriors.engine.state import State
from quarriors.engine.targets import can_start


def add_anchors(s: State) -> None:
    """One anchored spell a turn, for its price in its energy (13.6)."""
    if s.turn_flags & turn_flag.ANCHORED:
        return
    light = energy_available(s, LIGHT_QUIDDITY)
    dark = energy_available(s, DARK_QUIDDITY)
    for slot in s.setup.anchors:
        card = s.setup.cards[slot]
        trigger = card.summary.anchor
        at_hand = dark
        if card.anchor_energy == LIGHT_QUIDDITY:
            at_hand = light
        if trigger is None or at_hand < card.anchor_cost:
            continue
        first = s.setup.first_die[slot]
        if holds(s, trigger.condition, s.active, -1, first) and can_start(
            s, trigger.program.index, first, s.active, -1
        ):
            add_option(s, option(verb.ANCHOR, first, -1, -1, card.anchor_cost))


def use_anchor(s: State, slot: i64) -> None:
    """Start the spell of the card itself; its first die stands for it, wherever it is (13.6)."""
    card = s.setup.cards[slot]
    trigger = card.summary.anchor
    if trigger is None:
        return
    s.turn_flags |= turn_flag.ANCHORED
    pay_energy(s, card.anchor_energy, card.anchor_cost)
    first = s.setup.first_die[slot]
    if s.logging:
        s.note(log.ANCHOR, 1306, s.active, first, card.anchor_cost, card.anchor_energy)
    start_program(s, trigger.program.index, first, s.active, -1, -1)
