"""Steps of a program: the verbs of the card language.

A step writes its operations into a program that is being made; `engine/interpreter.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quarriors.cards.language.amounts import (
    I_HAVE_GLORY,
    Amount,
    some,
    used_less_than,
)
from quarriors.cards.language.assembly import Assembly
from quarriors.cards.language.faults import WordError
from quarriors.cards.language.filters import dice, narrowed
from quarriors.cards.language.kinds import Die, Energy, Place, Prompt, Whose
from quarriors.engine.ids import effect, op, operand, place, verb, want
from quarriors.engine.ids import whose as seats
from quarriors.engine.program import Condition, Filter, Program


class Step(NamedTuple):
    """What is written into a program."""

    write: Callable[[Assembly], None]
    only_if: Condition | None = None  # without this the whole ability is not offered
    # The same step with more to do if it was done: "if you do", "and then" (13.7).
    followed_by: Callable[[Sequence[Step]], Step] | None = None


def plain_step(operation: int, **operands: int) -> Step:
    """An operation with its operands by name."""

    def write(a: Assembly) -> None:
        a.write(operation, **operands)

    return Step(write)


def amount_step(operation: int, amount: Amount) -> Step:
    """An operation with an amount."""

    def write(a: Assembly) -> None:
        a.write(operation, number=a.number(amount))

    return Step(write)


FIRST, SECOND, SUBJECT, SELF = 0, 1, operand.SUBJECT, operand.SELF


def choose(prompt: Prompt, which: Filter, *then: Step, as_: Die = FIRST) -> Step:
    """Its controller must choose one such die, if there is one; then those steps."""
    return _choose(prompt, which, then, as_, False)


def may_choose(prompt: Prompt, which: Filter, *then: Step, as_: Die = FIRST) -> Step:
    """Its controller may choose one such die; those steps only if they did."""
    return _choose(prompt, which, then, as_, True)


def _choose(prompt: Prompt, which: Filter, then: Sequence[Step], die: Die, may: bool) -> Step:
    def write(a: Assembly) -> None:
        start = a.write(op.CHOOSE, filter=a.filter(which), register=die, verb=prompt, may=int(may))
        _write_all(a, then)
        a.land(start, "if_none")

    def followed_by(more: Sequence[Step]) -> Step:
        return _choose(prompt, which, (*then, *more), die, may)

    return Step(write, None, followed_by)


def any_number(prompt: Prompt, which: Filter, *then: Step) -> Step:
    """Choose one such die after the other, until a no; those steps for each."""

    def write(a: Assembly) -> None:
        again = plain_step(op.JUMP, to=a.position)
        may_choose(prompt, which, *then, again).write(a)

    return Step(write)


def may(prompt: Prompt, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Its controller may: a yes, or a no (15.7) and what is done otherwise."""

    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.ASK, verb=prompt), then, otherwise)

    def followed_by(more: Sequence[Step]) -> Step:
        return may(prompt, *then, *more, otherwise=otherwise)

    return Step(write, None, followed_by)


def if_done(step: Step, *then: Step) -> Step:
    """A step that may remain undone, and what follows only if it was done (13.7)."""
    if step.followed_by is None:
        raise WordError("always_done")
    return step.followed_by(then)


def _write_all(a: Assembly, steps: Sequence[Step]) -> None:
    for step in steps:
        step.write(a)


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

    return Step(write)


def if_die(die: Die, which: Filter, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps only if that die is one of those."""

    def write(a: Assembly) -> None:
        start = a.write(op.IF_DIE, die=die, filter=a.filter(which))
        _write_branches(a, start, then, otherwise)

    return Step(write)


def unless_die(die: Die, which: Filter, *then: Step) -> Step:
    """Those steps only if that die is none of those."""
    return if_die(die, which, otherwise=then)


def times_a_turn(times: int, *then: Step, otherwise: Sequence[Step] = ()) -> Step:
    """Those steps, but at most that many times in a turn."""
    one_more = row_step(effect.TIMES, SELF, 1)
    return if_(used_less_than(times), one_more, *then, otherwise=otherwise)


def pay_glory_or(amount: int, *otherwise: Step) -> Step:
    """Its controller pays Glory, or must do those steps; the latter if they have none (11.7)."""
    choice = may(verb.PAY, pay_glory(amount), otherwise=otherwise)
    return if_(I_HAVE_GLORY, choice, otherwise=otherwise)


def by_opponent(*steps: Step) -> Step:
    """The opponent chooses and acts in those steps: to them, ME is the opponent."""

    def write(a: Assembly) -> None:
        a.write(op.SWAP_SIDES)
        _write_all(a, steps)
        a.write(op.SWAP_SIDES)

    return Step(write)


def either(first: Prompt, one: Sequence[Step], second: Prompt, other: Sequence[Step]) -> Step:
    """Its controller chooses one of two things, each named by its prompt."""

    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.EITHER, first=first, second=second), one, other)

    return Step(write)


def deal_with_owner(die: Die = FIRST) -> Step:
    """The owner of that die is the opponent of the steps to come."""
    return plain_step(op.OWNER, die=die)


def choose_opponent(*then: Step, having: Filter | None = None) -> Step:
    """Its controller chooses an opponent (with such dice) for those steps, if there is one."""
    return choose_seat(then, having, -1)


def choose_area(which: Filter, *then: Step) -> Step:
    """Its controller chooses a Ready Area or a quest where such dice are, for those steps.

    Its player is the OPPONENT of the steps, and `in_area` means the dice there.
    """

    def write(a: Assembly) -> None:
        start = a.write(op.CHOOSE_AREA, filter=a.filter(which))
        _write_all(a, then)
        a.land(start, "if_none")

    return Step(write)


def choose_seat(then: Sequence[Step], having: Filter | None, not_owner_of: Die) -> Step:
    """Choose an opponent, or any player but the owner of a die chosen before."""

    def write(a: Assembly) -> None:
        which = -1 if having is None else a.filter(having)
        start = a.write(op.CHOOSE_SEAT, verb=verb.PLAYER, having=which, not_owner_of=not_owner_of)
        _write_all(a, then)
        a.land(start, "if_none")

    return Step(write)


def each(which: Filter, *then: Step) -> Step:
    """Those steps for every such die, which they find in `FIRST`."""

    def write(a: Assembly) -> None:
        a.write(op.CLEAR, register=FIRST)
        start = a.write(op.EACH, filter=a.filter(which), register=FIRST)
        _write_all(a, then)
        a.write(op.JUMP, to=start)
        a.land(start, "after")

    return Step(write)


def each_at_least_one(which: Filter, *then: Step) -> Step:
    """The same, and without any such die the whole ability cannot be used."""
    return each(which, *then)._replace(only_if=some(which))


def each_opponent(*then: Step) -> Step:
    """Those steps for every opponent, clockwise."""

    def write(a: Assembly) -> None:
        start = a.write(op.EACH_OPPONENT)
        _write_all(a, then)
        a.write(op.JUMP, to=start)
        a.land(start, "after")

    return Step(write)


def gain_energy(energy: Energy, amount: Amount) -> Step:
    """Light or dark quiddity for this turn (13.5)."""

    def write(a: Assembly) -> None:
        a.write(op.ENERGY, number=a.number(amount), energy=energy)

    return Step(write)


def opponent_loses_glory(amount: Amount) -> Step:
    """The opponent loses Glory, never below 0 (4.7)."""
    return amount_step(op.LOSE, amount)


def pay_glory(amount: int) -> Step:
    """Its controller gives up Glory; ask `I_HAVE_GLORY` first (11.7)."""
    return amount_step(op.GLORY, -amount)


def pay_quiddity(amount: int) -> Step:
    """Its controller pays quiddity; see `can_pay` (11.7)."""
    return amount_step(op.PAY, amount)


def give(whose: Whose, place: Place, die: Die = FIRST) -> Step:
    """A die to ME or to the OPPONENT; one from the Wilds is gained, not captured (14.1)."""
    return plain_step(op.GIVE, die=die, whose=whose, place=place)


def gain(class_: str, prompt: Prompt = verb.TAKE) -> Step:
    """A die of that class from the Wilds to the Used Pile, not captured; none left: nothing."""
    return choose(prompt, _in_the_wilds(class_), give(seats.ME, place.USED))


def opponent_gains(class_: str, prompt: Prompt = verb.TAKE) -> Step:
    """The same for the opponent (14.1)."""
    return choose(prompt, _in_the_wilds(class_), give(seats.OPPONENT, place.USED))


def _in_the_wilds(class_name: str) -> Filter:
    return dice(seats.ANYBODY, place.WILDS, class_=class_name)


def remove(die: Die = FIRST) -> Step:
    """A die out of the game for good (3.8)."""
    return plain_step(op.REMOVE, die=die)


def unlock(die: Die = FIRST) -> Step:
    """A locked die goes to its owner's pile (11.2)."""
    return plain_step(op.UNLOCK, die=die)


def shake(die: Die = FIRST) -> Step:
    """A creature is rolled where it lies: without a creature face it goes to the Used Pile."""
    return plain_step(op.SHAKE, die=die)


def leave_for(place: Place, die: Die = FIRST) -> Step:
    """A creature leaves without being destroyed."""
    return plain_step(op.LEAVE, die=die, place=place)


def roll_into_active(die: Die = FIRST) -> Step:
    """A die to the Active Pool, rolled at once."""
    return plain_step(op.ROLL_IN, die=die)


def send_to(place: Place) -> Step:
    """The creature that is being destroyed goes there instead of the Used Pile."""
    return plain_step(op.SEND, place=place)


def prevent() -> Step:
    """The creature is not destroyed and takes no more damage in this battle."""
    return plain_step(op.PREVENT)


def roll_to_stay() -> Step:
    """The creature that is being destroyed is rolled: it stays if it shows a creature."""
    return plain_step(op.REVIVE)


def use_up() -> Step:
    """The source's once-a-turn ability is used; see `when(..., once)`."""
    return plain_step(op.ONCE)


def must_defend_first(die: Die = FIRST) -> Step:
    """The creature has to be named as the first defender."""
    return plain_step(op.FIRST, die=die)


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


def reroll(die: Die = FIRST) -> Step:
    """Roll a die of the Active Pool once more."""
    return plain_step(op.REROLL, die=die)


def reroll_up_to_two(which: Filter) -> Step:
    """None, one or two different dice, named before either is rolled, and rolled together (15.13).

    `SECOND` tells whether there is a second die, so nothing may have used it before.
    """
    prompt = verb.REROLL_DIE
    return may_choose(
        prompt,
        which,
        may_choose(prompt, narrowed(which, want.NOT_FIRST), as_=SECOND),
        reroll(),
        if_die(SECOND, which, reroll(SECOND)),
    )


def destroy(die: Die = FIRST) -> Step:
    """Destroy a creature whatever its defense (6.7); see `if_done`."""
    return _destroy(die, ())


def _destroy(die: Die, then: Sequence[Step]) -> Step:
    def write(a: Assembly) -> None:
        _write_branches(a, a.write(op.DESTROY, die=die), then, ())

    def followed_by(more: Sequence[Step]) -> Step:
        return _destroy(die, (*then, *more))

    return Step(write, None, followed_by)


def mark(die: Die = FIRST) -> Step:
    """Choose now, act when all are chosen: `each(CHOSEN, ...)`."""
    return plain_step(op.MARK, die=die)


def targets_chosen() -> Step:
    """Others may react now, before the spell does anything (15.2 e); look at targets again."""
    return plain_step(op.WINDOW)


def cull(die: Die = FIRST) -> Step:
    """A die back to its card in the Wilds."""
    return plain_step(op.CULL, die=die)


def move(place: Place, die: Die = FIRST) -> Step:
    """A die to another place of its owner's."""
    return plain_step(op.MOVE, die=die, place=place)


def capture_free(place: Place, die: Die = FIRST) -> Step:
    """A die from the Wilds for nothing."""
    return plain_step(op.CAPTURE_FREE, die=die, place=place)


def row_step(kind: int, subject: int, amount: int, lasting: bool = False) -> Step:
    """A lasting effect, until the end of the turn or the start of the controller's next one."""
    return plain_step(
        op.LASTING, effect=kind, subject=subject, amount=amount, until_my_turn=int(lasting)
    )


def attack_this_turn(amount: int, die: Die = FIRST, *, lasting: bool = False) -> Step:
    """More or less attack for a creature this turn (or until one's next begins)."""
    return row_step(effect.ATTACK, die, amount, lasting)


def defense_this_turn(amount: int, die: Die = FIRST, *, lasting: bool = False) -> Step:
    """More or less defense for a creature this turn (or until one's next begins)."""
    return row_step(effect.DEFENSE, die, amount, lasting)


def no_attack_this_turn(die: Die = FIRST, *, lasting: bool = False) -> Step:
    """A creature's attack is 0 this turn (or ...), whatever is added (15.5)."""
    return row_step(effect.ATTACK_CAP, die, 0, lasting)


def lose_immunity(die: Die = FIRST) -> Step:
    """A creature has no Immunity until the end of the turn."""
    return row_step(effect.NO_IMMUNITY, die, 0)


def rotate_up(die: Die = FIRST) -> Step:
    """Turn a creature to its next higher level (13.8)."""
    return plain_step(op.ROTATE, die=die, direction=1)


def rotate_down(die: Die = FIRST) -> Step:
    """Turn a creature to its next lower level (13.8)."""
    return plain_step(op.ROTATE, die=die, direction=-1)


def attach_to(die: Die = FIRST) -> Step:
    """Lay this spell with a creature (10.2)."""
    return plain_step(op.ATTACH, die=die)


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
