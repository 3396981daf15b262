"""Abilities: when something happens, and the lines of a card."""

from __future__ import annotations

from quarriors.cards.language.steps import CARRY, Step, attach_to, choose, program_of
from quarriors.cards.language.which import ANYBODY, QUEST, READY, creatures
from quarriors.engine import words as w
from quarriors.engine.errors import CatalogError
from quarriors.engine.program import Ability, Condition, Modifier, Trigger

SUMMONED, ENTERED, SCORED, SCORING_NOW = w.SUMMONED, w.ENTERED, w.SCORED, w.SCORING_NOW
BEFORE_SCORE, WOULD_DIE, ALLY_DYING, ANY_DYING = (
    w.BEFORE_SCORE,
    w.WOULD_DIE,
    w.ALLY_DYING,
    w.ANY_DYING,
)
DESTROYED, DYING, KILL, KILL_ASIDE = w.DESTROYED, w.DYING_NOW, w.KILL, w.KILL_ASIDE
BEFORE_DEFENSE, AFTER_ATTACK, AFTER_DEFENSE = w.BEFORE_DEFENSE, w.AFTER_ATTACK, w.AFTER_DEFENSE
DECLARED = w.DECLARED
LOCK, DREW, ROLLED, FOE_ATTACKS, FOE_SUMMONS = (
    w.LOCK,
    w.DREW,
    w.ROLLED,
    w.FOE_ATTACKS,
    w.FOE_SUMMONS,
)
QUEST_DONE, QUEST_DIE, QUEST_OVER, EQUIP = w.QUEST_DONE, w.QUEST_DIE, w.QUEST_OVER, w.EQUIP
ON_ATTACK, ON_DYING, ON_DESTROYED = w.ON_ATTACK, w.ON_DYING, w.ON_DESTROYED
ON_PHASE_END, ON_ATTACK_END, OWN_TURN = w.ON_PHASE_END, w.ON_ATTACK_END, w.OWN_TURN
IN_CAPTURE, ON_CAST = w.IN_CAPTURE, w.ON_CAST

Part = Trigger | Modifier


def when(event: int, *steps: Step, only_if: Condition | None = None, once: bool = False) -> Trigger:
    """Do that when the event happens; with `once` until `use_up` was reached this turn."""
    return Trigger(event, program_of(steps), 0, only_if, once)


def bonus(*steps: Step) -> Trigger:
    """What the "?" of a quest die gives (12.5)."""
    return Trigger(w.BONUS, program_of(steps), 0, None, False)


def anchored(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """The spell at the foot of a card in the Wilds (13.6)."""
    return Trigger(w.ANCHOR, program_of(steps), 0, only_if, False)


def cast(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell that is spent for its effect in its owner's turn (10.1)."""
    return Trigger(w.CAST, program_of(steps), 0, only_if, False)


def attach(whose: int = ANYBODY, *places: int) -> Trigger:
    """A spell that is laid with a creature (10.2); the 2011 books allow one's own only."""
    spots = places or (READY, QUEST)
    steps = [choose(CARRY, creatures(whose, *spots), attach_to())]
    return Trigger(w.ATTACH, program_of(steps), 0, None, False)


def react(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell for other players' turns, in those windows (10.3, 15.2)."""
    return Trigger(w.REACT, program_of(steps), windows, only_if, False)


def at_will(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """An ability of a creature in those windows, once a turn."""
    return Trigger(w.REACT, program_of(steps), windows, only_if, True)


def immediate(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """An effect that is used right after the roll or not at all (5.2, 10.4)."""
    return Trigger(w.IMMEDIATE, program_of(steps), 0, only_if, False)


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
