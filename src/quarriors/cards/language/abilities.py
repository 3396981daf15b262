"""Abilities: when something happens, and the lines of a card."""

from __future__ import annotations

from quarriors.cards.language.steps import CARRY, Step, attach_to, choose, program_of
from quarriors.cards.language.which import ANYBODY, QUEST, READY, creatures
from quarriors.engine.errors import CatalogError
from quarriors.engine.ids import event, window
from quarriors.engine.program import Ability, Condition, Modifier, Trigger

SUMMONED, ENTERED, SCORED, SCORING_NOW = (
    event.SUMMONED,
    event.ENTERED,
    event.SCORED,
    event.SCORING_NOW,
)
BEFORE_SCORE, WOULD_DIE, ALLY_DYING, ANY_DYING = (
    event.BEFORE_SCORE,
    event.WOULD_DIE,
    event.ALLY_DYING,
    event.ANY_DYING,
)
DESTROYED, DYING, KILL, KILL_ASIDE = event.DESTROYED, event.DYING_NOW, event.KILL, event.KILL_ASIDE
BEFORE_DEFENSE, AFTER_ATTACK, AFTER_DEFENSE = (
    event.BEFORE_DEFENSE,
    event.AFTER_ATTACK,
    event.AFTER_DEFENSE,
)
DECLARED = event.DECLARED
LOCK, DREW, ROLLED, FOE_ATTACKS, FOE_SUMMONS = (
    event.LOCK,
    event.DREW,
    event.ROLLED,
    event.FOE_ATTACKS,
    event.FOE_SUMMONS,
)
QUEST_DONE, QUEST_DIE, QUEST_OVER, EQUIP = (
    event.QUEST_DONE,
    event.QUEST_DIE,
    event.QUEST_OVER,
    event.EQUIP,
)
ON_ATTACK, ON_DYING, ON_DESTROYED = window.ON_ATTACK, window.ON_DYING, window.ON_DESTROYED
ON_PHASE_END, ON_ATTACK_END, OWN_TURN = window.ON_PHASE_END, window.ON_ATTACK_END, window.OWN_TURN
IN_CAPTURE, ON_CAST = window.IN_CAPTURE, window.ON_CAST

Part = Trigger | Modifier


def when(event: int, *steps: Step, only_if: Condition | None = None, once: bool = False) -> Trigger:
    """Do that when the event happens; with `once` until `use_up` was reached this turn."""
    return Trigger(event, program_of(steps), 0, only_if, once)


def bonus(*steps: Step) -> Trigger:
    """What the "?" of a quest die gives (12.5)."""
    return Trigger(event.BONUS, program_of(steps), 0, None, False)


def anchored(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """The spell at the foot of a card in the Wilds (13.6)."""
    return Trigger(event.ANCHOR, program_of(steps), 0, only_if, False)


def cast(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell that is spent for its effect in its owner's turn (10.1)."""
    return Trigger(event.CAST, program_of(steps), 0, only_if, False)


def attach(whose: int = ANYBODY, *places: int) -> Trigger:
    """A spell that is laid with a creature (10.2); the 2011 books allow one's own only."""
    spots = places or (READY, QUEST)
    steps = [choose(CARRY, creatures(whose, *spots), attach_to())]
    return Trigger(event.ATTACH, program_of(steps), 0, None, False)


def react(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell for other players' turns, in those windows (10.3, 15.2)."""
    return Trigger(event.REACT, program_of(steps), windows, only_if, False)


def at_will(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """An ability of a creature in those windows, once a turn."""
    return Trigger(event.REACT, program_of(steps), windows, only_if, True)


def immediate(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """An effect that is used right after the roll or not at all (5.2, 10.4)."""
    return Trigger(event.IMMEDIATE, program_of(steps), 0, only_if, False)


def ability(timing: str, *parts: Part, burst: int = 0, face: str = "", below: int = 9) -> Ability:
    """One line of a card, made of triggers and standing modifiers; `face` as in the facts.

    `below` says that a line for that many bursts (and more) replaces this one: "instead".
    """
    triggers = [part for part in parts if isinstance(part, Trigger)]
    modifiers = [part for part in parts if isinstance(part, Modifier)]
    return Ability(timing, burst, triggers, modifiers, face, below)


def printed_on_the_die(timing: str, burst: int = 0, face: str = "") -> Ability:
    """A line that only repeats what the symbol on the die does anyway."""
    return Ability(timing, burst, [], [], face)


class Behaviours:
    """The behaviour of one set's cards, by card name."""

    def __init__(self) -> None:
        self.abilities: dict[str, list[Ability]] = {}

    def card(self, name: str, *abilities: Ability) -> None:
        """What a card does, line by line in the order of its facts and texts."""
        if name in self.abilities:
            raise CatalogError(f"The behaviour of {name} is written twice; keep one.")
        self.abilities[name] = list(abilities)
