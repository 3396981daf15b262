"""Steps of a program: the verbs of the card language.

A step writes its operations into a program that is being made; `engine/interpreter.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarriors.cards.language.assembly import Assembly
from quarriors.cards.language.which import Amount, narrowed
from quarriors.engine.ids import effect, op, operand, verb, want
from quarriors.engine.program import Condition, Filter, Program

Step = Callable[[Assembly], None]


def plain_step(operation: int, **operands: int) -> Step:
    """An operation with its operands by name."""

    def write(a: Assembly) -> None:
        a.write(operation, **operands)

    return write


def amount_step(operation: int, amount: Amount) -> Step:
    """An operation with an amount."""

    def write(a: Assembly) -> None:
        a.write(operation, number=a.number(amount))

    return write


FIRST, SECOND, SUBJECT, SELF = 0, 1, operand.SUBJECT, operand.SELF

DESTROY, REROLL, CULL, TAKE = verb.DESTROY, verb.REROLL_DIE, verb.CULL_DIE, verb.TAKE
SWAP, CARRY, WEAKEN, FETCH, COPY = (
    verb.SWAP,
    verb.ATTACH,
    verb.WEAKEN,
    verb.FETCH,
    verb.COPY,
)
UNLOCK, ROTATE, FORCE, GIVE = verb.UNLOCK_DIE, verb.ROTATE, verb.FORCE, verb.GIVE
REMOVE, DISCARD, STRENGTHEN, PROTECT = (
    verb.REMOVE,
    verb.DISCARD,
    verb.STRENGTHEN,
    verb.PROTECT,
)
GET_LIGHT, GET_DARK, GIVE_BACK, HAND_OUT = verb.LIGHT, verb.DARK, verb.GIVE_BACK, verb.HAND_OUT
TO_DRAW, TO_PAY, TO_REROLL, TO_USE = verb.DRAW_DICE, verb.PAY, verb.ROLL_AGAIN, verb.USE_IT


def choose(why: int, which: Filter, *then: Step, register: int = FIRST) -> Step:
    """Its controller must choose one such die, if there is one; then those steps."""
    return _choose(why, which, then, register, False)


def may_choose(why: int, which: Filter, *then: Step, register: int = FIRST) -> Step:
    """Its controller may choose one such die; those steps only if they did."""
    return _choose(why, which, then, register, True)


def _choose(why: int, which: Filter, then: Sequence[Step], register: int, may: bool) -> Step:
    def write(a: Assembly) -> None:
        start = a.write(
            op.CHOOSE, filter=a.filter(which), register=register, verb=why, may=int(may)
        )
        _write_all(a, then)
        a.land(start, "if_none")

    return write


def any_number(why: int, which: Filter, *then: Step) -> Step:
    """Choose one such die after the other, until a no; those steps for each."""

    def write(a: Assembly) -> None:
        may_choose(why, which, *then, plain_step(op.JUMP, to=a.position))(a)

    return write


def may(why: int, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Its controller may: a yes, or a no (15.7) and what is done otherwise."""

    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.ASK, verb=why), then, otherwise)

    return write


def _write_all(a: Assembly, steps: Sequence[Step]) -> None:
    for step in steps:
        step(a)


def _write_branches(
    a: Assembly, start: int, then: Sequence[Step], otherwise: Sequence[Step]
) -> None:
    """Steps for the one case, steps for the other, after the operation at `start` that decides."""
    _write_all(a, then)
    if not otherwise:
        a.land(start, "otherwise")
        return
    jump = a.write(op.JUMP)
    a.land(start, "otherwise")
    _write_all(a, otherwise)
    a.land(jump, "to")


def if_(condition: Condition, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps only if the condition holds when they are reached."""

    def write(a: Assembly) -> None:
        start = a.write(op.IF, condition=a.condition(condition))
        _write_branches(a, start, then, otherwise)

    return write


def if_die(register: int, which: Filter, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps only if the die in the register is one of those."""

    def write(a: Assembly) -> None:
        start = a.write(op.IF_DIE, die=register, filter=a.filter(which))
        _write_branches(a, start, then, otherwise)

    return write


def by_opponent(*steps: Step) -> Step:
    """The opponent chooses and acts in those steps: to them, ME is the opponent."""

    def write(a: Assembly) -> None:
        a.write(op.SWAP_SIDES)
        _write_all(a, steps)
        a.write(op.SWAP_SIDES)

    return write


def either(first: int, one: Sequence[Step], second: int, other: Sequence[Step]) -> Step:
    """Its controller chooses one of two things, each named by its verb."""

    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.EITHER, first=first, second=second), one, other)

    return write


def deal_with_owner(register: int = FIRST) -> Step:
    """The owner of that die is the opponent of the steps to come."""
    return plain_step(op.OWNER, die=register)


def choose_opponent(*then: Step, having: Filter | None = None) -> Step:
    """Its controller chooses an opponent (with such dice) for those steps, if there is one."""
    return choose_seat(then, having, -1)


def choose_area(which: Filter, *then: Step) -> Step:
    """Its controller chooses a Ready Area or a quest where such dice are, for those steps.

    Its player is the OPPONENT of the steps, and `in_area=True` means the dice there.
    """

    def write(a: Assembly) -> None:
        start = a.write(op.CHOOSE_AREA, filter=a.filter(which))
        _write_all(a, then)
        a.land(start, "if_none")

    return write


def choose_seat(then: Sequence[Step], having: Filter | None, register: int) -> Step:
    """Choose an opponent, or any player but the owner of a die chosen before."""

    def write(a: Assembly) -> None:
        which = -1 if having is None else a.filter(having)
        start = a.write(op.CHOOSE_SEAT, verb=verb.PLAYER, having=which, not_owner_of=register)
        _write_all(a, then)
        a.land(start, "if_none")

    return write


def each(which: Filter, *then: Step) -> Step:
    """Those steps for every such die, which they find in the first register."""

    def write(a: Assembly) -> None:
        a.write(op.CLEAR, register=FIRST)
        start = a.write(op.EACH, filter=a.filter(which), register=FIRST)
        _write_all(a, then)
        a.write(op.JUMP, to=start)
        a.land(start, "after")

    return write


def each_opponent(*then: Step) -> Step:
    """Those steps for every opponent, clockwise."""

    def write(a: Assembly) -> None:
        start = a.write(op.EACH_OPPONENT)
        _write_all(a, then)
        a.write(op.JUMP, to=start)
        a.land(start, "after")

    return write


def gain_energy(energy: int, amount: Amount) -> Step:
    """Light or dark quiddity for this turn (13.5)."""

    def write(a: Assembly) -> None:
        a.write(op.ENERGY, number=a.number(amount), energy=energy)

    return write


def opponent_loses_glory(amount: Amount) -> Step:
    """The opponent loses Glory, never below 0 (4.7)."""
    return amount_step(op.LOSE, amount)


def pay_glory(amount: int) -> Step:
    """Its controller gives up Glory; ask `I_HAVE_GLORY` first (11.7)."""
    return amount_step(op.GLORY, -amount)


def pay_quiddity(amount: int) -> Step:
    """Its controller pays quiddity; see `can_pay` (11.7)."""
    return amount_step(op.PAY, amount)


def give(whose: int, place: int, register: int = FIRST) -> Step:
    """A die to ME or to the OPPONENT; one from the Wilds is gained, not captured (14.1)."""
    return plain_step(op.GIVE, die=register, whose=whose, place=place)


def remove(register: int = FIRST) -> Step:
    """A die out of the game for good (3.8)."""
    return plain_step(op.REMOVE, die=register)


def unlock(register: int = FIRST) -> Step:
    """A locked die goes to its owner's pile (11.2)."""
    return plain_step(op.UNLOCK, die=register)


def shake(register: int = FIRST) -> Step:
    """A creature is rolled where it lies: without a creature face it goes to the Used Pile."""
    return plain_step(op.SHAKE, die=register)


def leave_for(place: int, register: int = FIRST) -> Step:
    """A creature leaves without being destroyed."""
    return plain_step(op.LEAVE, die=register, place=place)


def roll_into_active(register: int = FIRST) -> Step:
    """A die to the Active Pool, rolled at once."""
    return plain_step(op.ROLL_IN, die=register)


def send_to(place: int) -> Step:
    """The creature that is being destroyed goes there instead of the Used Pile."""
    return plain_step(op.SEND, place=place)


def prevent() -> Step:
    """The creature is not destroyed and takes no more damage in this battle."""
    return plain_step(op.PREVENT)


def roll_to_stay() -> Step:
    """The creature that is being destroyed is rolled: it stays if it shows a creature."""
    return plain_step(op.REVIVE)


def use_up() -> Step:
    """The source's once-a-turn ability is used; see `when(..., once=True)`."""
    return plain_step(op.ONCE)


def count_use() -> Step:
    """One more use of this ability this turn; see `used_less_than`."""
    return row_step(effect.TIMES, SELF, 1)


def must_defend_first(register: int = FIRST) -> Step:
    """The creature has to be named as the first defender."""
    return plain_step(op.FIRST, die=register)


def gain_quiddity(amount: Amount) -> Step:
    """Quiddity for this turn."""
    return amount_step(op.QUIDDITY, amount)


def gain_glory(amount: Amount) -> Step:
    """Glory at once."""
    return amount_step(op.GLORY, amount)


def more_captures(amount: Amount) -> Step:
    """The capture limit of this turn rises."""
    return amount_step(op.CAPTURES, amount)


def cheaper_captures(amount: Amount) -> Step:
    """Every capture of this turn costs less."""
    return amount_step(op.DISCOUNT, amount)


def draw(amount: Amount) -> Step:
    """Dice from the bag to the Active Pool, not rolled yet."""
    return amount_step(op.DRAW, amount)


def draw_and_roll(amount: Amount) -> Step:
    """Dice from the bag, rolled into the Active Pool."""
    return amount_step(op.DRAW_ROLL, amount)


def reroll(register: int = FIRST) -> Step:
    """Roll a die of the Active Pool once more."""
    return plain_step(op.REROLL, die=register)


def reroll_up_to_two(which: Filter) -> Step:
    """None, one or two different dice, named before either is rolled, and rolled together (15.13).

    The second register tells whether there is a second die, so nothing may have used it before.
    """
    return may_choose(
        REROLL,
        which,
        may_choose(REROLL, narrowed(which, want.NOT_FIRST), register=SECOND),
        reroll(),
        if_die(SECOND, which, reroll(SECOND)),
    )


def destroy(register: int = FIRST, *and_then: Step) -> Step:
    """Destroy a creature whatever its defense (6.7); those steps only if it was (13.7)."""

    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.DESTROY, die=register), and_then, ())

    return write


def mark(register: int = FIRST) -> Step:
    """Choose now, act when all are chosen: `each(CHOSEN, ...)`."""
    return plain_step(op.MARK, die=register)


def targets_chosen() -> Step:
    """Others may react now, before the spell does anything (15.2 e); look at targets again."""
    return plain_step(op.WINDOW)


def cull(register: int = FIRST) -> Step:
    """A die back to its card in the Wilds."""
    return plain_step(op.CULL, die=register)


def move(place: int, register: int = FIRST) -> Step:
    """A die to another place of its owner's."""
    return plain_step(op.MOVE, die=register, place=place)


def capture_free(place: int, register: int = FIRST) -> Step:
    """A die from the Wilds for nothing."""
    return plain_step(op.CAPTURE_FREE, die=register, place=place)


def row_step(kind: int, register: int, amount: int, lasting: bool = False) -> Step:
    """A lasting effect, until the end of the turn or the start of the controller's next one."""
    return plain_step(
        op.LASTING, effect=kind, subject=register, amount=amount, until_my_turn=int(lasting)
    )


def attack_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less attack for a creature this turn (or until one's next begins)."""
    return row_step(effect.ATTACK, register, amount, lasting)


def defense_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less defense for a creature this turn (or until one's next begins)."""
    return row_step(effect.DEFENSE, register, amount, lasting)


def no_attack_this_turn(register: int = FIRST, *, lasting: bool = False) -> Step:
    """A creature's attack is 0 this turn (or ...), whatever is added (15.5)."""
    return row_step(effect.ATTACK_CAP, register, 0, lasting)


def lose_immunity(register: int = FIRST) -> Step:
    """A creature has no Immunity until the end of the turn."""
    return row_step(effect.NO_IMMUNITY, register, 0)


def rotate_up(register: int = FIRST) -> Step:
    """Turn a creature to its next higher level (13.8)."""
    return plain_step(op.ROTATE, die=register, direction=1)


def rotate_down(register: int = FIRST) -> Step:
    """Turn a creature to its next lower level (13.8)."""
    return plain_step(op.ROTATE, die=register, direction=-1)


def attach_to(register: int = FIRST) -> Step:
    """Lay this spell with a creature (10.2)."""
    return plain_step(op.ATTACH, die=register)


def save() -> Step:
    """The creature that is being destroyed stays where it is, same face up (6.5)."""
    return plain_step(op.SAVE)


def spend() -> Step:
    """Spend this die."""
    return plain_step(op.SPEND)


def program_of(steps: Sequence[Step]) -> Program:
    """The steps of an ability, flattened."""
    assembly = Assembly()
    _write_all(assembly, steps)
    return assembly.program()
