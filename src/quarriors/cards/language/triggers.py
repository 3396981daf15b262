"""Triggers: when something happens, these steps are done."""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.cards.language.faults import WordError
from quarriors.cards.language.filters import creatures
from quarriors.cards.language.kinds import Event, Place, Whose, Window
from quarriors.cards.language.steps import Step, attach_to, choose, program_of
from quarriors.engine.ids import event as events
from quarriors.engine.ids import place, verb
from quarriors.engine.ids import whose as seats
from quarriors.engine.program import Condition, Trigger


def _trigger(
    event: int,
    steps: Sequence[Step],
    only_if: Condition | None = None,
    windows: int = 0,
    once: bool = False,
) -> Trigger:
    """A trigger; a step may bring the condition (`each_at_least_one`)."""
    for step in steps:
        if step.only_if is not None:
            if only_if is not None:
                raise WordError("two_conditions")
            only_if = step.only_if
    return Trigger(event, program_of(steps), windows, only_if, once)


def when(
    event: Event, *steps: Step, only_if: Condition | None = None, once: bool = False
) -> Trigger:
    """Do that when the event happens; with `once` until `use_up` was reached this turn."""
    return _trigger(event, steps, only_if, once=once)


def bonus(*steps: Step) -> Trigger:
    """What the "?" of a quest die gives (12.5)."""
    return _trigger(events.BONUS, steps)


def anchored(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """The spell at the foot of a card in the Wilds (13.6)."""
    return _trigger(events.ANCHOR, steps, only_if)


def cast(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell that is spent for its effect in its owner's turn (10.1)."""
    return _trigger(events.CAST, steps, only_if)


def attach(whose: Whose = seats.ANYBODY, *places: Place) -> Trigger:
    """A spell that is laid with a creature (10.2); the 2011 books allow one's own only."""
    spots = places or (place.READY, place.QUEST)
    return _trigger(events.ATTACH, [choose(verb.ATTACH, creatures(whose, *spots), attach_to())])


def react(windows: Window, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell for other players' turns, in those windows (10.3, 15.2)."""
    return _trigger(events.REACT, steps, only_if, windows)


def at_will(windows: Window, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """An ability of a creature in those windows, once a turn."""
    return _trigger(events.REACT, steps, only_if, windows, once=True)


def immediate(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """An effect that is used right after the roll or not at all (5.2, 10.4)."""
    return _trigger(events.IMMEDIATE, steps, only_if)
