"""The card language: a small closed vocabulary that says what an ability does.

Builders return plain descriptions; `steps` are flattened to a program of operations when the
ability is made. "May" is a real no (`may_choose`, `may`), "if you do" a real dependence
(`if_done`). One filter (`dice`) says which dice, one kind of number how much. `docs/add-a-card.md`
shows how cards read; a new verb is a new operation in `engine/words.py` and `engine/effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quarriors.engine import words as w
from quarriors.engine.errors import CatalogError
from quarriors.engine.program import (
    ANY_LEVEL,
    Ability,
    Condition,
    Filter,
    Modifier,
    Number,
    Program,
    Trigger,
    constant,
)

# --- which dice, and how much -----------------------------------------------------------------

ME, OPPONENT, OPPONENTS, ANYBODY = w.ME, w.OPPONENT, w.OPPONENTS, w.ANYBODY
WILDS, BAG, ACTIVE, READY = w.WILDS, w.BAG, w.ACTIVE, w.READY
SPENT, USED, ATTACHED, ASIDE = w.SPENT, w.USED, w.ATTACHED, w.ASIDE


def dice(
    whose: int,
    *places: int,
    creature_die: bool = False,
    spell_die: bool = False,
    other: bool = False,
    scoring: bool = False,
    same_class: bool = False,
    source_used: bool = False,
    on_mine: bool = False,
    class_name: str = "",
    max_level: int = ANY_LEVEL,
    max_defense: int = 99,
    max_cost: int = 99,
    want: int = 0,
) -> Filter:
    """The one filter: whose dice, in which places, of what kind, level, defense or cost."""
    bits = want
    bits |= w.CREATURE_DIE if creature_die else 0
    bits |= w.SPELL_DIE if spell_die else 0
    bits |= w.OTHER if other else 0
    bits |= w.IS_SCORING if scoring else 0
    bits |= w.SAME_CLASS if same_class else 0
    bits |= w.SOURCE_USED if source_used else 0
    bits |= w.ON_MINE if on_mine else 0
    spots = sum(1 << place for place in set(places))
    return Filter(whose, spots, bits, class_name, max_level, max_defense, max_cost, -1)


def creatures(
    whose: int,
    *,
    other: bool = False,
    scoring: bool = False,
    same_class: bool = False,
    new_copy: bool = False,
    max_level: int = ANY_LEVEL,
    max_defense: int = 99,
) -> Filter:
    """Creatures in Ready Areas (3.3)."""
    return dice(
        whose,
        READY,
        other=other,
        scoring=scoring,
        same_class=same_class,
        max_level=max_level,
        max_defense=max_defense,
        want=w.IS_CREATURE | (w.NEW_COPY if new_copy else 0),
    )


def spells(whose: int, *, other: bool = False) -> Filter:
    """Spells in Ready Areas, attached or not (3.3)."""
    return dice(whose, READY, ATTACHED, other=other, want=w.IS_SPELL)


CHOSEN = dice(ANYBODY, READY, want=w.IS_CREATURE | w.IS_CHOSEN)  # see `mark`


def costing_at_most(which: Filter, more: int, register: int) -> Filter:
    """The same dice, but costing at most so much more than a die chosen before."""
    return Filter(
        which.whose, which.places, which.want, which.class_name, which.max_level,
        which.max_defense, more, register,
    )  # fmt: skip


Amount = int | Number


def count(which: Filter, times: int = 1) -> Number:
    """As many as there are such dice."""
    return Number(0, times, w.COUNT, which)


SCORED_THIS_TURN = Number(0, 1, w.SCORED_THIS_TURN, None)
OPPONENTS_HIT = Number(0, 1, w.OPPONENTS_HIT, None)
_SPARED = Number(0, 1, w.SPARED, None)
_CAN_DRAW = Number(0, 1, w.CAN_DRAW, None)


def _number(amount: Amount) -> Number:
    return constant(amount) if isinstance(amount, int) else amount


def at_least(least: int, number: Number) -> Condition:
    """The number is that large or larger."""
    return Condition(number, least, 999)


def exactly(wanted: int, which: Filter) -> Condition:
    """There are just so many such dice."""
    return Condition(count(which), wanted, wanted)


FIRST_LOSS = Condition(Number(0, 1, w.LOSSES, None), 1, 1)
NOT_SPARED_YET = Condition(_SPARED, 0, 0)
SOMETHING_TO_DRAW = Condition(_CAN_DRAW, 1, 1)

# --- steps of a program -----------------------------------------------------------------------


@dataclass
class _Assembly:
    """A program being written: code with the filters and numbers it names."""

    code: list[int] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)

    def filter(self, which: Filter) -> int:
        self.filters.append(which)
        return len(self.filters) - 1

    def number(self, amount: Amount) -> int:
        self.numbers.append(_number(amount))
        return len(self.numbers) - 1


Step = Callable[[_Assembly], None]


def _plain(*code: int) -> Step:
    def write(a: _Assembly) -> None:
        a.code.extend(code)

    return write


def _amount(op: int, amount: Amount) -> Step:
    def write(a: _Assembly) -> None:
        a.code.extend((op, a.number(amount)))

    return write


FIRST, SECOND, SUBJECT, SELF = 0, 1, w.SUBJECT, w.SELF

DESTROY, REROLL, CULL, TAKE = w.PICK_DESTROY, w.PICK_REROLL, w.PICK_CULL, w.PICK_TAKE
SWAP, CARRY, WEAKEN, FETCH, COPY = (
    w.PICK_SWAP,
    w.PICK_ATTACH,
    w.PICK_WEAKEN,
    w.PICK_ACTIVE,
    w.PICK_COPY,
)


def choose(why: int, which: Filter, *then: Step, register: int = FIRST) -> Step:
    """Its controller must choose one such die, if there is one; then those steps."""
    return _choose(why, which, then, register, False)


def may_choose(why: int, which: Filter, *then: Step, register: int = FIRST) -> Step:
    """Its controller may choose one such die; those steps only if they did."""
    return _choose(why, which, then, register, True)


def _choose(why: int, which: Filter, then: Sequence[Step], register: int, may: bool) -> Step:
    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_CHOOSE, a.filter(which), register, why, int(may), -1))
        for step in then:
            step(a)
        a.code[start + 5] = len(a.code)

    return write


def any_number(why: int, which: Filter, *then: Step) -> Step:
    """Choose one such die after the other, until a no; those steps for each."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        may_choose(why, which, *then, _plain(w.OP_JUMP, start))(a)

    return write


def may(why: int, *then: Step) -> Step:
    """Its controller may: a yes, or a no and nothing happens (15.7)."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_ASK, why, -1))
        for step in then:
            step(a)
        a.code[start + 2] = len(a.code)

    return write


def each(which: Filter, *then: Step) -> Step:
    """Those steps for every such die, which they find in the first register."""

    def write(a: _Assembly) -> None:
        a.code.extend((w.OP_CLEAR, FIRST))
        start = len(a.code)
        a.code.extend((w.OP_EACH, a.filter(which), FIRST, -1))
        for step in then:
            step(a)
        a.code.extend((w.OP_JUMP, start))
        a.code[start + 3] = len(a.code)

    return write


def each_opponent(*then: Step) -> Step:
    """Those steps for every opponent, clockwise."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_EACH_OPPONENT, -1))
        for step in then:
            step(a)
        a.code.extend((w.OP_JUMP, start))
        a.code[start + 1] = len(a.code)

    return write


def gain_quiddity(amount: Amount) -> Step:
    """Quiddity for this turn."""
    return _amount(w.OP_QUIDDITY, amount)


def gain_glory(amount: Amount) -> Step:
    """Glory at once."""
    return _amount(w.OP_GLORY, amount)


def more_captures(amount: Amount) -> Step:
    """The capture limit of this turn rises."""
    return _amount(w.OP_CAPTURES, amount)


def cheaper_captures(amount: Amount) -> Step:
    """Every capture of this turn costs less."""
    return _amount(w.OP_DISCOUNT, amount)


def draw(amount: Amount) -> Step:
    """Dice from the bag to the Active Pool, not rolled yet."""
    return _amount(w.OP_DRAW, amount)


def draw_and_roll(amount: Amount) -> Step:
    """Dice from the bag, rolled into the Active Pool."""
    return _amount(w.OP_DRAW_ROLL, amount)


def reroll(register: int = FIRST) -> Step:
    """Roll a die of the Active Pool once more."""
    return _plain(w.OP_REROLL, register)


def destroy(register: int = FIRST) -> Step:
    """Destroy a creature whatever its defense (6.7)."""
    return _plain(w.OP_DESTROY, register)


def mark(register: int = FIRST) -> Step:
    """Choose now, act when all are chosen: `each(CHOSEN, ...)`."""
    return _plain(w.OP_MARK, register)


def cull(register: int = FIRST) -> Step:
    """A die back to its card in the Wilds."""
    return _plain(w.OP_CULL, register)


def move(place: int, register: int = FIRST) -> Step:
    """A die to another place of its owner's."""
    return _plain(w.OP_MOVE, register, place)


def capture_free(place: int, register: int = FIRST) -> Step:
    """A die from the Wilds for nothing."""
    return _plain(w.OP_CAPTURE_FREE, register, place)


def swap(register: int = FIRST) -> Step:
    """This die and another one change owners and places."""
    return _plain(w.OP_SWAP, register)


def attack_this_turn(amount: int, register: int = FIRST) -> Step:
    """More attack for one creature until the end of the turn."""
    return _plain(w.OP_ROW, w.ROW_ATTACK, register, amount)


def defense_this_turn(amount: int, register: int = FIRST) -> Step:
    """More defense for one creature until the end of the turn."""
    return _plain(w.OP_ROW, w.ROW_DEFENSE, register, amount)


def no_attack_this_turn(register: int = FIRST) -> Step:
    """A creature's attack is 0 until the end of the turn, whatever is added (15.5)."""
    return _plain(w.OP_ROW, w.ROW_ATTACK_CAP, register, 0)


def spare_my_creatures() -> Step:
    """One's creatures destroyed this turn go to the Active Pool."""
    return _plain(w.OP_ROW, w.ROW_TO_ACTIVE, w.SEAT, 0)


def rotate_up(register: int = FIRST) -> Step:
    """Turn a creature to its next higher level (13.8)."""
    return _plain(w.OP_ROTATE, register, 1)


def attach_to(register: int = FIRST) -> Step:
    """Lay this spell with a creature (10.2)."""
    return _plain(w.OP_ATTACH, register)


def save() -> Step:
    """The creature that is being destroyed stays where it is, same face up (6.5)."""
    return _plain(w.OP_SAVE)


def roll_in() -> Step:
    """Roll this die: a creature face enters the Ready Area for free, others the Used Pile."""
    return _plain(w.OP_ENTER)


def score_now() -> Step:
    """This creature scores at once; attack totals stay as they are."""
    return _plain(w.OP_SCORE)


def press_on() -> Step:
    """This creature's attack is added once more to what is left of the attack total."""
    return _plain(w.OP_PRESS)


def copy_it(register: int = FIRST) -> Step:
    """This creature becomes an exact copy of another."""
    return _plain(w.OP_COPY, register)


def spend() -> Step:
    """Spend this die."""
    return _plain(w.OP_SPEND)


def _program(steps: Sequence[Step]) -> Program:
    assembly = _Assembly()
    for step in steps:
        step(assembly)
    assembly.code.append(w.OP_END)
    return Program(assembly.code, assembly.filters, assembly.numbers)


# --- abilities --------------------------------------------------------------------------------

SUMMONED, ENTERED, SCORED, SCORING_NOW = w.SUMMONED, w.ENTERED, w.SCORED, w.SCORING_NOW
DESTROYED, DYING, KILL, KILL_ASIDE = w.DESTROYED, w.DYING_NOW, w.KILL, w.KILL_ASIDE
BEFORE_DEFENSE = w.BEFORE_DEFENSE
ON_ATTACK, ON_DYING, ON_DESTROYED = w.ON_ATTACK, w.ON_DYING, w.ON_DESTROYED
ON_PHASE_END, ON_ATTACK_END, OWN_TURN = w.ON_PHASE_END, w.ON_ATTACK_END, w.OWN_TURN

Part = Trigger | Modifier


def when(event: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """Do that when the event happens."""
    return Trigger(event, _program(steps), 0, only_if, False)


def cast(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell that is spent for its effect in its owner's turn (10.1)."""
    return Trigger(w.CAST, _program(steps), 0, only_if, False)


def attach(whose: int = ANYBODY) -> Trigger:
    """A spell that is laid with a creature (10.2); the 2011 books allow one's own only."""
    steps = [choose(CARRY, creatures(whose), attach_to())]
    return Trigger(w.ATTACH, _program(steps), 0, None, False)


def react(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell for other players' turns, in those windows (10.3, 15.2)."""
    return Trigger(w.REACT, _program(steps), windows, only_if, False)


def at_will(windows: int, *steps: Step) -> Trigger:
    """An ability of a creature in those windows, once a turn."""
    return Trigger(w.REACT, _program(steps), windows, None, True)


def immediate(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """An effect that is used right after the roll or not at all (5.2, 10.4)."""
    return Trigger(w.IMMEDIATE, _program(steps), 0, only_if, False)


def _modifier(
    kind: int, how: int, amount: Amount, only_if: Condition | None = None, max_level: int = 99
) -> Modifier:
    return Modifier(kind, how, _number(amount), only_if, max_level)


def attack(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More attack for this creature, or for the carrier of this spell."""
    return _modifier(w.ATTACK_SELF, w.ADD, amount, only_if)


def attack_is(amount: Amount) -> Modifier:
    """The creature's attack, where its die shows a question mark."""
    return _modifier(w.ATTACK_SELF, w.SET, amount)


def others_attack(amount: Amount) -> Modifier:
    """More attack for the owner's other creatures."""
    return _modifier(w.ATTACK_OTHERS, w.ADD, amount)


def attackers_at_most(amount: Amount, max_level: int = 99) -> Modifier:
    """Creatures that attack its owner count for no more than that."""
    return _modifier(w.ATTACK_GUARD, w.CAP, amount, None, max_level)


def defense(amount: Amount) -> Modifier:
    """More defense for this creature, or for the carrier of this spell."""
    return _modifier(w.DEFENSE_SELF, w.ADD, amount)


def defense_is(amount: Amount) -> Modifier:
    """The creature's defense, where its die shows a question mark."""
    return _modifier(w.DEFENSE_SELF, w.SET, amount)


def others_defense(amount: Amount) -> Modifier:
    """More defense for the owner's other creatures."""
    return _modifier(w.DEFENSE_OTHERS, w.ADD, amount)


def glory(amount: Amount) -> Modifier:
    """More Glory when this creature, or the carrier of this spell, scores."""
    return _modifier(w.GLORY_SELF, w.ADD, amount)


def opponents_summon_for_more(amount: Amount) -> Modifier:
    """What opponents pay on top for every creature they summon."""
    return _modifier(w.SUMMON_OPPONENTS, w.ADD, amount)


def summon_at_most(amount: int) -> Modifier:
    """How many dice of this class a player may summon in a turn."""
    return _modifier(w.SUMMON_LIMIT, w.CAP, amount)


def no_spell_may_choose_it() -> Modifier:
    """Opponents cannot choose it as the target of a spell."""
    return _modifier(w.UNTARGETABLE, w.SET, 1)


def attached_spells_do_nothing() -> Modifier:
    """While it attacks, spells attached to defenders' creatures have no effect."""
    return _modifier(w.MUTE_ATTACHED, w.SET, 1)


def destroyed_when(condition: Condition) -> Modifier:
    """It is destroyed as soon as that holds."""
    return _modifier(w.DOOM, w.SET, 1, condition)


def when_destroyed_goes_to(place: int) -> Modifier:
    """Where its die goes instead of the Used Pile."""
    return _modifier(w.DEATH_PLACE, w.SET, place)


def ability(timing: str, *parts: Part, burst: int = 0) -> Ability:
    """One line of a card, made of triggers and standing modifiers."""
    triggers = [part for part in parts if isinstance(part, Trigger)]
    modifiers = [part for part in parts if isinstance(part, Modifier)]
    return Ability(timing, burst, triggers, modifiers)


def printed_on_the_die(timing: str, burst: int = 0) -> Ability:
    """A line that only repeats what the symbol on the die does anyway."""
    return Ability(timing, burst, [], [])


class Behaviours:
    """The behaviour of one set's cards, by card name."""

    def __init__(self) -> None:
        self.abilities: dict[str, list[Ability]] = {}

    def card(self, name: str, *abilities: Ability) -> None:
        """What a card does, line by line in the order of its facts and texts."""
        if name in self.abilities:
            raise CatalogError(f"The behaviour of {name} is written twice; keep one.")
        self.abilities[name] = list(abilities)
