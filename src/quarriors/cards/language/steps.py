"""Steps of a program: the verbs of the card language.

A step writes its operations into a program that is being made; `engine/effects.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quarriors.cards.language.which import Amount, narrowed, number_of
from quarriors.engine import words as w
from quarriors.engine.program import Condition, Filter, Number, Program

_DOES = {
    w.OP_DRAW: w.DOES_DRAW,
    w.OP_DRAW_ROLL: w.DOES_DRAW | w.DOES_ROLL,
    w.OP_ROLL_IN: w.DOES_ROLL,
    w.OP_REROLL: w.DOES_ROLL,
    w.OP_SCORE: w.DOES_SCORE,
    w.OP_PAY: w.DOES_PAY,
}


@dataclass
class _Assembly:
    """A program being written: code with the filters and numbers it names."""

    code: list[int] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    does: int = 0

    def step(self, op: int, *operands: int) -> None:
        """An operation with its operands; what it means for the dice is noted beside it."""
        self.code.extend((op, *operands))
        self.does |= _DOES.get(op, 0)

    def filter(self, which: Filter) -> int:
        self.filters.append(which)
        return len(self.filters) - 1

    def condition(self, wanted: Condition) -> int:
        self.conditions.append(wanted)
        return len(self.conditions) - 1

    def number(self, amount: Amount) -> int:
        self.numbers.append(number_of(amount))
        return len(self.numbers) - 1


Step = Callable[[_Assembly], None]


def plain_step(*code: int) -> Step:
    """An operation as it is, with its operands."""

    def write(a: _Assembly) -> None:
        a.step(*code)

    return write


def amount_step(op: int, amount: Amount) -> Step:
    """An operation with an amount."""

    def write(a: _Assembly) -> None:
        a.step(op, a.number(amount))

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
UNLOCK, ROTATE, FORCE, GIVE = w.PICK_UNLOCK, w.PICK_ROTATE, w.PICK_FORCE, w.PICK_GIVE
REMOVE, DISCARD, STRENGTHEN, PROTECT = (
    w.PICK_REMOVE,
    w.PICK_DISCARD,
    w.PICK_STRENGTHEN,
    w.PICK_SAFE,
)
GET_LIGHT, GET_DARK, GIVE_BACK, HAND_OUT = w.GET_LIGHT, w.GET_DARK, w.GIVE_BACK, w.HAND_OUT
TO_DRAW, TO_PAY, TO_REROLL, TO_USE = w.ASK_DRAW, w.ASK_PAY, w.ASK_REROLL, w.ASK_USE


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
        may_choose(why, which, *then, plain_step(w.OP_JUMP, start))(a)

    return write


def may(why: int, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Its controller may: a yes, or a no (15.7) and what is done otherwise."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_ASK, why, -1))
        _branches(a, start + 2, then, otherwise)

    return write


def _branches(a: _Assembly, gap: int, then: Sequence[Step], otherwise: Sequence[Step]) -> None:
    """Steps for the one case, steps for the other; `gap` is where the jump to the second goes."""
    for step in then:
        step(a)
    if not otherwise:
        a.code[gap] = len(a.code)
        return
    end = len(a.code) + 1
    a.code.extend((w.OP_JUMP, -1))
    a.code[gap] = len(a.code)
    for step in otherwise:
        step(a)
    a.code[end] = len(a.code)


def if_(condition: Condition, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps only if the condition holds when they are reached."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_IF, a.condition(condition), -1))
        _branches(a, start + 2, then, otherwise)

    return write


def if_die(register: int, which: Filter, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps only if the die in the register is one of those."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_IF_DIE, register, a.filter(which), -1))
        _branches(a, start + 3, then, otherwise)

    return write


def by_opponent(*steps: Step) -> Step:
    """The opponent chooses and acts in those steps: to them, ME is the opponent."""

    def write(a: _Assembly) -> None:
        a.code.append(w.OP_SIDES)
        for step in steps:
            step(a)
        a.code.append(w.OP_SIDES)

    return write


def either(first: int, one: Sequence[Step], second: int, other: Sequence[Step]) -> Step:
    """Its controller chooses one of two things, each named by its verb."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_EITHER, first, second, -1))
        _branches(a, start + 3, one, other)

    return write


def deal_with_owner(register: int = FIRST) -> Step:
    """The owner of that die is the opponent of the steps to come."""
    return plain_step(w.OP_OWNER, register)


def choose_opponent(*then: Step, having: Filter | None = None) -> Step:
    """Its controller chooses an opponent (with such dice) for those steps, if there is one."""
    return choose_seat(then, having, -1)


def choose_area(which: Filter, *then: Step) -> Step:
    """Its controller chooses a Ready Area or a quest where such dice are, for those steps.

    Its player is the OPPONENT of the steps, and `in_area=True` means the dice there.
    """

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_CHOOSE_AREA, a.filter(which), -1))
        _branches(a, start + 2, then, ())

    return write


def choose_seat(then: Sequence[Step], having: Filter | None, register: int) -> Step:
    """Choose an opponent, or any player but the owner of a die chosen before."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        which = -1 if having is None else a.filter(having)
        a.code.extend((w.OP_CHOOSE_SEAT, w.PICK_PLAYER, which, register, -1))
        _branches(a, start + 4, then, ())

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


def gain_energy(energy: int, amount: Amount) -> Step:
    """Light or dark quiddity for this turn (13.5)."""

    def write(a: _Assembly) -> None:
        a.code.extend((w.OP_ENERGY, a.number(amount), energy))

    return write


def opponent_loses_glory(amount: Amount) -> Step:
    """The opponent loses Glory, never below 0 (4.7)."""
    return amount_step(w.OP_LOSE, amount)


def pay_glory(amount: int) -> Step:
    """Its controller gives up Glory; ask `I_HAVE_GLORY` first (11.7)."""
    return amount_step(w.OP_GLORY, -amount)


def pay_quiddity(amount: int) -> Step:
    """Its controller pays quiddity; see `can_pay` (11.7)."""
    return amount_step(w.OP_PAY, amount)


def give(whose: int, place: int, register: int = FIRST) -> Step:
    """A die to ME or to the OPPONENT; one from the Wilds is gained, not captured (14.1)."""
    return plain_step(w.OP_GIVE, register, whose, place)


def remove(register: int = FIRST) -> Step:
    """A die out of the game for good (3.8)."""
    return plain_step(w.OP_REMOVE, register)


def unlock(register: int = FIRST) -> Step:
    """A locked die goes to its owner's pile (11.2)."""
    return plain_step(w.OP_UNLOCK, register)


def shake(register: int = FIRST) -> Step:
    """A creature is rolled where it lies: without a creature face it goes to the Used Pile."""
    return plain_step(w.OP_SHAKE, register)


def leave_for(place: int, register: int = FIRST) -> Step:
    """A creature leaves without being destroyed."""
    return plain_step(w.OP_LEAVE, register, place)


def roll_into_active(register: int = FIRST) -> Step:
    """A die to the Active Pool, rolled at once."""
    return plain_step(w.OP_ROLL_IN, register)


def send_to(place: int) -> Step:
    """The creature that is being destroyed goes there instead of the Used Pile."""
    return plain_step(w.OP_SEND, place)


def prevent() -> Step:
    """The creature is not destroyed and takes no more damage in this battle."""
    return plain_step(w.OP_PREVENT)


def roll_to_stay() -> Step:
    """The creature that is being destroyed is rolled: it stays if it shows a creature."""
    return plain_step(w.OP_REVIVE)


def use_up() -> Step:
    """The source's once-a-turn ability is used; see `when(..., once=True)`."""
    return plain_step(w.OP_ONCE)


def count_use() -> Step:
    """One more use of this ability this turn; see `used_less_than`."""
    return row_step(w.ROW_TIMES, SELF, 1)


def must_defend_first(register: int = FIRST) -> Step:
    """The creature has to be named as the first defender."""
    return plain_step(w.OP_FIRST, register)


def gain_quiddity(amount: Amount) -> Step:
    """Quiddity for this turn."""
    return amount_step(w.OP_QUIDDITY, amount)


def gain_glory(amount: Amount) -> Step:
    """Glory at once."""
    return amount_step(w.OP_GLORY, amount)


def more_captures(amount: Amount) -> Step:
    """The capture limit of this turn rises."""
    return amount_step(w.OP_CAPTURES, amount)


def cheaper_captures(amount: Amount) -> Step:
    """Every capture of this turn costs less."""
    return amount_step(w.OP_DISCOUNT, amount)


def draw(amount: Amount) -> Step:
    """Dice from the bag to the Active Pool, not rolled yet."""
    return amount_step(w.OP_DRAW, amount)


def draw_and_roll(amount: Amount) -> Step:
    """Dice from the bag, rolled into the Active Pool."""
    return amount_step(w.OP_DRAW_ROLL, amount)


def reroll(register: int = FIRST) -> Step:
    """Roll a die of the Active Pool once more."""
    return plain_step(w.OP_REROLL, register)


def reroll_up_to_two(which: Filter) -> Step:
    """None, one or two different dice, named before either is rolled, and rolled together (15.13).

    The second register tells whether there is a second die, so nothing may have used it before.
    """
    return may_choose(
        REROLL,
        which,
        may_choose(REROLL, narrowed(which, w.NOT_FIRST), register=SECOND),
        reroll(),
        if_die(SECOND, which, reroll(SECOND)),
    )


def destroy(register: int = FIRST, *and_then: Step) -> Step:
    """Destroy a creature whatever its defense (6.7); those steps only if it was (13.7)."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_DESTROY, register, -1))
        _branches(a, start + 2, and_then, ())

    return write


def mark(register: int = FIRST) -> Step:
    """Choose now, act when all are chosen: `each(CHOSEN, ...)`."""
    return plain_step(w.OP_MARK, register)


def targets_chosen() -> Step:
    """Others may react now, before the spell does anything (15.2 e); look at targets again."""
    return plain_step(w.OP_WINDOW)


def cull(register: int = FIRST) -> Step:
    """A die back to its card in the Wilds."""
    return plain_step(w.OP_CULL, register)


def move(place: int, register: int = FIRST) -> Step:
    """A die to another place of its owner's."""
    return plain_step(w.OP_MOVE, register, place)


def capture_free(place: int, register: int = FIRST) -> Step:
    """A die from the Wilds for nothing."""
    return plain_step(w.OP_CAPTURE_FREE, register, place)


def row_step(kind: int, register: int, amount: int, lasting: bool = False) -> Step:
    """A lasting effect, until the end of the turn or the start of the controller's next one."""
    return plain_step(w.OP_ROW, kind, register, amount, int(lasting))


def attack_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less attack for a creature this turn (or until one's next begins)."""
    return row_step(w.ROW_ATTACK, register, amount, lasting)


def defense_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less defense for a creature this turn (or until one's next begins)."""
    return row_step(w.ROW_DEFENSE, register, amount, lasting)


def no_attack_this_turn(register: int = FIRST, *, lasting: bool = False) -> Step:
    """A creature's attack is 0 this turn (or ...), whatever is added (15.5)."""
    return row_step(w.ROW_ATTACK_CAP, register, 0, lasting)


def lose_immunity(register: int = FIRST) -> Step:
    """A creature has no Immunity until the end of the turn."""
    return row_step(w.ROW_NO_IMMUNITY, register, 0)


def rotate_up(register: int = FIRST) -> Step:
    """Turn a creature to its next higher level (13.8)."""
    return plain_step(w.OP_ROTATE, register, 1)


def rotate_down(register: int = FIRST) -> Step:
    """Turn a creature to its next lower level (13.8)."""
    return plain_step(w.OP_ROTATE, register, -1)


def attach_to(register: int = FIRST) -> Step:
    """Lay this spell with a creature (10.2)."""
    return plain_step(w.OP_ATTACH, register)


def save() -> Step:
    """The creature that is being destroyed stays where it is, same face up (6.5)."""
    return plain_step(w.OP_SAVE)


def spend() -> Step:
    """Spend this die."""
    return plain_step(w.OP_SPEND)


def program_of(steps: Sequence[Step]) -> Program:
    """The steps of an ability, flattened."""
    assembly = _Assembly()
    for step in steps:
        step(assembly)
    assembly.code.append(w.OP_END)
    return Program(
        assembly.code, assembly.filters, assembly.numbers, assembly.conditions, assembly.does
    )
