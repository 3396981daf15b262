"""Steps of a program: the verbs of the card language.

A step writes its operations into a program that is being made; `engine/effects.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quarriors.cards.language.which import Amount, number_of
from quarriors.engine import words as w
from quarriors.engine.program import Condition, Filter, Number, Program


@dataclass
class _Assembly:
    """A program being written: code with the filters and numbers it names."""

    code: list[int] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)

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
        may_choose(why, which, *then, _plain(w.OP_JUMP, start))(a)

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
    return _plain(w.OP_OWNER, register)


def by_left_neighbour() -> Step:
    """From here on the player to the opponent's left chooses."""
    return _plain(w.OP_LEFT)


def choose_opponent(*then: Step, having: Filter | None = None) -> Step:
    """Its controller chooses an opponent (with such dice) for those steps, if there is one."""
    return _choose_seat(then, having, -1)


def choose_area(which: Filter, *then: Step) -> Step:
    """Its controller chooses a Ready Area or a quest where such dice are, for those steps.

    Its player is the OPPONENT of the steps, and `in_area=True` means the dice there.
    """

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_CHOOSE_AREA, a.filter(which), -1))
        _branches(a, start + 2, then, ())

    return write


def choose_player_but_owner(register: int, *then: Step) -> Step:
    """Its controller chooses any player but the owner of a die chosen before."""
    return _choose_seat(then, None, register)


def _choose_seat(then: Sequence[Step], having: Filter | None, register: int) -> Step:
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
    return _amount(w.OP_LOSE, amount)


def pay_glory(amount: int) -> Step:
    """Its controller gives up Glory; ask `I_HAVE_GLORY` first (11.7)."""
    return _amount(w.OP_GLORY, -amount)


def pay_quiddity(amount: int) -> Step:
    """Its controller pays quiddity; see `can_pay` (11.7)."""
    return _amount(w.OP_PAY, amount)


def more_culls(amount: int) -> Step:
    """The culls of the scoring under way rise or fall (4.3)."""
    return _amount(w.OP_CULLS, amount)


def give(whose: int, place: int, register: int = FIRST) -> Step:
    """A die to ME or to the OPPONENT; one from the Wilds is gained, not captured (14.1)."""
    return _plain(w.OP_GIVE, register, whose, place)


def remove(register: int = FIRST) -> Step:
    """A die out of the game for good (3.8)."""
    return _plain(w.OP_REMOVE, register)


def unlock(register: int = FIRST) -> Step:
    """A locked die goes to its owner's pile (11.2)."""
    return _plain(w.OP_UNLOCK, register)


def trade_locked(register: int = FIRST) -> Step:
    """The owner of that die and the opponent exchange what they have locked."""
    return _plain(w.OP_TRADE_LOCKS, register)


def shake(register: int = FIRST) -> Step:
    """A creature is rolled where it lies: without a creature face it goes to the Used Pile."""
    return _plain(w.OP_SHAKE, register)


def leave_for(place: int, register: int = FIRST) -> Step:
    """A creature leaves without being destroyed."""
    return _plain(w.OP_LEAVE, register, place)


def roll_into_active(register: int = FIRST) -> Step:
    """A die to the Active Pool, rolled at once."""
    return _plain(w.OP_ROLL_IN, register)


def in_place_of_a_draw(register: int = FIRST) -> Step:
    """A die that waits in an Active Pool counts as one of the dice to be drawn."""
    return _plain(w.OP_STEAD, register)


def send_to(place: int) -> Step:
    """The creature that is being destroyed goes there instead of the Used Pile."""
    return _plain(w.OP_SEND, place)


def prevent() -> Step:
    """The creature is not destroyed and takes no more damage in this battle."""
    return _plain(w.OP_PREVENT)


def roll_to_stay() -> Step:
    """The creature that is being destroyed is rolled: it stays if it shows a creature."""
    return _plain(w.OP_REVIVE)


def use_up() -> Step:
    """The source's once-a-turn ability is used; see `when(..., once=True)`."""
    return _plain(w.OP_ONCE)


def count_use() -> Step:
    """One more use of this ability this turn; see `used_less_than`."""
    return _row(w.ROW_TIMES, SELF, 1)


def must_defend_first(register: int = FIRST) -> Step:
    """The creature has to be named as the first defender."""
    return _plain(w.OP_FIRST, register)


def out_of_battle(register: int = FIRST) -> Step:
    """The creature cannot be named as defender for the rest of the battle."""
    return _plain(w.OP_SAFE, register)


def stop_damage() -> Step:
    """The attack total against its controller becomes 0."""
    return _plain(w.OP_NO_DAMAGE)


def reflect_damage() -> Step:
    """The same, and the attackers must stand half of it."""
    return _plain(w.OP_REFLECT)


def reroll_quest_die() -> Step:
    """The quest die just rolled is rolled again."""
    return _plain(w.OP_QUEST_REROLL)


def gamble_quest_die(register: int = FIRST) -> Step:
    """Roll a quest die on its card: a quartifact is one's own, else it goes back."""
    return _plain(w.OP_QUEST_GAMBLE, register)


def take_quartifact(register: int = FIRST) -> Step:
    """A quartifact comes to one's Ready Area, its face unchanged (12.6)."""
    return _plain(w.OP_TAKE_QUARTIFACT, register)


def return_to_quest_card() -> Step:
    """This quest die goes back to its card."""
    return _plain(w.OP_QUEST_RETURN)


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


def destroy(register: int = FIRST, *and_then: Step) -> Step:
    """Destroy a creature whatever its defense (6.7); those steps only if it was (13.7)."""

    def write(a: _Assembly) -> None:
        start = len(a.code)
        a.code.extend((w.OP_DESTROY, register, -1))
        _branches(a, start + 2, and_then, ())

    return write


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


def _row(kind: int, register: int, amount: int, lasting: bool = False) -> Step:
    """A lasting effect, until the end of the turn or the start of the controller's next one."""
    return _plain(w.OP_ROW, kind, register, amount, int(lasting))


def attack_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less attack for a creature this turn (or until one's next begins)."""
    return _row(w.ROW_ATTACK, register, amount, lasting)


def attack_against_me(amount: int, register: int = FIRST) -> Step:
    """More or less attack for a creature this turn, against the controller only."""
    # To the opponent's eyes the controller is the one attacked.
    return lambda a: a.code.extend(
        (w.OP_SIDES, w.OP_ROW, w.ROW_AGAINST, register, amount, 0, w.OP_SIDES)
    )


def defense_this_turn(amount: int, register: int = FIRST, *, lasting: bool = False) -> Step:
    """More or less defense for a creature this turn (or until one's next begins)."""
    return _row(w.ROW_DEFENSE, register, amount, lasting)


def no_attack_this_turn(register: int = FIRST, *, lasting: bool = False) -> Step:
    """A creature's attack is 0 this turn (or ...), whatever is added (15.5)."""
    return _row(w.ROW_ATTACK_CAP, register, 0, lasting)


def lose_immunity(register: int = FIRST) -> Step:
    """A creature has no Immunity until the end of the turn."""
    return _row(w.ROW_NO_IMMUNITY, register, 0)


def spare_my_creatures() -> Step:
    """One's creatures destroyed this turn go to the Active Pool."""
    return _row(w.ROW_TO_ACTIVE, w.SEAT, 0)


def summon_for_less(amount: int) -> Step:
    """What one summons from now on this turn costs less."""
    return _row(w.ROW_SUMMON, w.SEAT, -amount)


def next_capture_cheaper(amount: int) -> Step:
    """One's next capture this turn costs less."""
    return _row(w.ROW_NEXT_CAPTURE, w.SEAT, amount)


def draw_more_and_put_back(amount: int) -> Step:
    """In phase 2 of this turn draw so many more, then put as many back before rolling."""
    return _row(w.ROW_DRAW, w.SEAT, amount)


def rotate_up(register: int = FIRST) -> Step:
    """Turn a creature to its next higher level (13.8)."""
    return _plain(w.OP_ROTATE, register, 1)


def rotate_down(register: int = FIRST) -> Step:
    """Turn a creature to its next lower level (13.8)."""
    return _plain(w.OP_ROTATE, register, -1)


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


def program_of(steps: Sequence[Step]) -> Program:
    """The steps of an ability, flattened."""
    assembly = _Assembly()
    for step in steps:
        step(assembly)
    assembly.code.append(w.OP_END)
    return Program(assembly.code, assembly.filters, assembly.numbers, assembly.conditions)
