"""The card language: a small closed vocabulary that says what an ability does.

Builders return plain descriptions; `steps` are flattened to a program of operations when the
ability is made. "May" is a real no (`may_choose`, `may`), "if you do" and "and then" (13.7) are the
steps inside a choice. One filter (`dice`) says which dice, one kind of number how much.
`docs/add-a-card.md` shows how cards read; a new verb is a new operation in
`engine/words.py` and `engine/effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quarriors.engine import words as w
from quarriors.engine.errors import CatalogError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
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
SPENT, USED, ATTACHED, ASIDE, QUEST = w.SPENT, w.USED, w.ATTACHED, w.ASIDE, w.QUEST
LIGHT, DARK = LIGHT_QUIDDITY, DARK_QUIDDITY

# What a filter can ask beside whose, where and numbers: keyword of `dice` and its bit.
_WANTS = {
    "creature_die": w.CREATURE_DIE,  # has a creature face, whatever it shows (3.3)
    "spell_die": w.SPELL_DIE,
    "other": w.OTHER,  # not the source
    "scoring": w.IS_SCORING,
    "same_class": w.SAME_CLASS,
    "other_class": w.OTHER_CLASS,
    "source_used": w.SOURCE_USED,
    "on_mine": w.ON_MINE,
    "new_copy": w.NEW_COPY,
    "locked": w.IS_LOCKED,
    "locked_too": w.LOCKED_TOO,  # of creatures: those in Locked Areas as well (11.3)
    "attacking": w.IS_ATTACKING,  # takes part in the attack or challenge under way
    "in_battle": w.IN_BATTLE,  # in the area that is attacked or challenged
    "undamaged": w.UNDAMAGED,
    "just_drawn": w.WAS_DRAWN,
    "can_go_up": w.CAN_GO_UP,
    "can_go_down": w.CAN_GO_DOWN,
    "highest_cost": w.HIGHEST_COST,
    "quartifact": w.IS_QUARTIFACT,
    "buyable": w.BUYABLE,  # quiddity could unlock it (11.4)
    "not_new": w.NOT_NEW,  # not locked in this turn
    "not_first": w.NOT_FIRST,  # not the die in the first register
    "beside": w.BESIDE_SOURCE,  # in the same area as the source (12.7)
    "beside_subject": w.BESIDE_SUBJECT,
    "carried": w.CARRIED,  # attached to the source
    "forced": w.FORCED,  # to be the first defender
    "not_subject": w.NOT_SUBJECT,
    "in_area": w.IN_AREA,  # see `choose_area`
    "immune_too": w.IMMUNE_TOO,  # in `each`: the effect is not stopped by Immunity
    "not_immune": w.NOT_IMMUNE,  # where the owner chooses for an opponent's effect (10.5)
}


def dice(
    whose: int,
    *places: int,
    class_name: str = "",
    type_name: str = "",
    energy: int = 0,
    min_level: int = 0,
    max_level: int = ANY_LEVEL,
    max_defense: int = 99,
    min_cost: int = 0,
    max_cost: int = 99,
    level_register: int = -1,
    want: int = 0,
    **asked: bool,
) -> Filter:
    """The one filter: whose dice, in which places, of what kind, level, defense or cost."""
    bits = want
    for name, wanted in asked.items():
        if name not in _WANTS:
            raise CatalogError(f"A filter cannot ask {name!r}; it can ask {', '.join(_WANTS)}.")
        bits |= _WANTS[name] if wanted else 0
    spots = sum(1 << place for place in set(places))
    return Filter(
        whose, spots, bits, class_name, max_level, max_defense, max_cost, -1, min_level,
        level_register, min_cost, energy, type_name,
    )  # fmt: skip


def creatures(
    whose: int,
    *places: int,
    class_name: str = "",
    type_name: str = "",
    energy: int = 0,
    min_level: int = 0,
    max_level: int = ANY_LEVEL,
    max_defense: int = 99,
    max_cost: int = 99,
    level_register: int = -1,
    **asked: bool,
) -> Filter:
    """Creatures, in Ready Areas if no place is named (3.3); locked ones only if asked for."""
    return dice(
        whose,
        *(places or (READY,)),
        class_name=class_name,
        type_name=type_name,
        energy=energy,
        min_level=min_level,
        max_level=max_level,
        max_defense=max_defense,
        max_cost=max_cost,
        level_register=level_register,
        want=w.IS_CREATURE,
        **asked,
    )


def locked(whose: int, *, buyable: bool = False, not_new: bool = False) -> Filter:
    """Dice in Locked Areas (11.1); perhaps only those quiddity could unlock, or no new ones."""
    return dice(whose, READY, locked=True, buyable=buyable, not_new=not_new)


def spells(whose: int, *, other: bool = False) -> Filter:
    """Spells in Ready Areas, attached or not (3.3)."""
    return dice(whose, READY, ATTACHED, other=other, want=w.IS_SPELL)


CHOSEN = dice(ANYBODY, READY, QUEST, want=w.IS_CREATURE | w.LOCKED_TOO | w.IS_CHOSEN)  # see `mark`


def any_of(first: Filter, second: Filter) -> Filter:
    """These dice or those."""
    return Filter(
        first.whose, first.places, first.want, first.class_name, first.max_level,
        first.max_defense, first.max_cost, first.cost_register, first.min_level,
        first.level_register, first.min_cost, first.energy, first.type_name, second,
    )  # fmt: skip


def costing_at_most(which: Filter, more: int, register: int) -> Filter:
    """The same dice, but costing at most so much more than a die chosen before."""
    return Filter(
        which.whose, which.places, which.want, which.class_name, which.max_level,
        which.max_defense, more, register, which.min_level, which.level_register, which.min_cost,
        which.energy, which.type_name,
    )  # fmt: skip


Amount = int | Number


def count(which: Filter, times: int = 1) -> Number:
    """As many as there are such dice."""
    return Number(0, times, w.COUNT, which)


def at_most(most: int, number: Number) -> Number:
    """The number, but never more than that."""
    return Number(number.constant, number.times, number.kind, number.which, most)


def _special(kind: int) -> Number:
    return Number(0, 1, kind, None)


SCORED_THIS_TURN = _special(w.SCORED_THIS_TURN)
OPPONENTS_HIT = _special(w.OPPONENTS_HIT)
OPPONENTS_STRUCK = _special(w.OPPONENTS_STRUCK)
MY_GLORY = _special(w.MY_GLORY)
RICHER_OPPONENTS = _special(w.RICHER_OPPONENTS)
COST_OF_FIRST = _special(w.COST_OF_FIRST)
GLORY_OF_FIRST = _special(w.GLORY_OF_FIRST)


def scored_glory(max_cost: int) -> Number:
    """The printed Glory of one's creatures that scored this turn and cost at most so much."""
    return Number(0, 1, w.SCORED_GLORY, dice(ME, USED, max_cost=max_cost))


def _number(amount: Amount) -> Number:
    return constant(amount) if isinstance(amount, int) else amount


def at_least(least: int, number: Number) -> Condition:
    """The number is that large or larger."""
    return Condition(number, least, 999)


def exactly(wanted: int, which: Filter) -> Condition:
    """There are just so many such dice."""
    return Condition(count(which), wanted, wanted)


def _is(kind: int, wanted: int = 1) -> Condition:
    return Condition(_special(kind), wanted, wanted)


FIRST_LOSS = _is(w.LOSSES)
NOT_SPARED_YET = _is(w.SPARED, 0)
SOMETHING_TO_DRAW = _is(w.CAN_DRAW)
I_HAVE_GLORY = at_least(1, MY_GLORY)
BY_AN_OPPONENT = _is(w.HAS_OPPONENT)  # the event has an opponent behind it
IT_IS_MY_OWN = _is(w.OPPONENT_IS_ME)  # the event is the controller's own doing
OPPONENT_LOST = _is(w.OPPONENT_LOST)  # a creature to this turn's attack
NOT_STRUCK_YET = _is(w.OPPONENT_STRUCK, 0)  # the opponent, in this turn's battles
OPPONENT_IS_RICHER = _is(w.RICHER)
TAKES_PART = _is(w.TAKES_PART)  # in the attack or challenge under way
CHALLENGES = _is(w.CHALLENGING)
NOT_CHALLENGING = _is(w.CHALLENGING, 0)
IN_MY_TURN = _is(w.MY_TURN)
BY_DAMAGE = _is(w.IN_ATTACK)  # the destruction under way comes from a battle's damage
WITH_QUESTS = _is(w.QUESTS_PLAYED)
WITHOUT_QUESTS = _is(w.QUESTS_PLAYED, 0)
BATTLE_IS_OVER = _is(w.BATTLE_OVER)
IN_PHASE_2 = Condition(_special(w.PHASE), w.PHASE_ROLL, w.PHASE_READY)
IT_EARNED_GLORY = _is(w.HAS_SUBJECT)  # of a scorer: not kept under expert culling (4.6)


def used_less_than(times: int) -> Condition:
    """The ability was used fewer times than that this turn; see `count_use`."""
    return Condition(_special(w.TIMES_USED), 0, times - 1)


def can_pay(amount: int) -> Condition:
    """In one's own turn, with so much quiddity to pay (11.7)."""
    return Condition(_special(w.AT_HAND), amount, 999)


def one_of(first: Condition, second: Condition) -> Condition:
    """The first condition holds, or the second."""
    return Condition(first.number, first.least, first.most, second)


def source_level(least: int) -> Condition:
    """The source has at least that level."""
    return Condition(_special(w.LEVEL_OF_SOURCE), least, 99)


# --- steps of a program -----------------------------------------------------------------------


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


def _program(steps: Sequence[Step]) -> Program:
    assembly = _Assembly()
    for step in steps:
        step(assembly)
    assembly.code.append(w.OP_END)
    return Program(assembly.code, assembly.filters, assembly.numbers, assembly.conditions)


# --- abilities --------------------------------------------------------------------------------

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
IN_CAPTURE = w.IN_CAPTURE

Part = Trigger | Modifier


def when(event: int, *steps: Step, only_if: Condition | None = None, once: bool = False) -> Trigger:
    """Do that when the event happens; with `once` until `use_up` was reached this turn."""
    return Trigger(event, _program(steps), 0, only_if, once)


def bonus(*steps: Step) -> Trigger:
    """What the "?" of a quest die gives (12.5)."""
    return Trigger(w.BONUS, _program(steps), 0, None, False)


def anchored(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """The spell at the foot of a card in the Wilds (13.6)."""
    return Trigger(w.ANCHOR, _program(steps), 0, only_if, False)


def cast(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell that is spent for its effect in its owner's turn (10.1)."""
    return Trigger(w.CAST, _program(steps), 0, only_if, False)


def attach(whose: int = ANYBODY, *places: int) -> Trigger:
    """A spell that is laid with a creature (10.2); the 2011 books allow one's own only."""
    spots = places or (READY, QUEST)
    steps = [choose(CARRY, creatures(whose, *spots, locked_too=True), attach_to())]
    return Trigger(w.ATTACH, _program(steps), 0, None, False)


def react(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """A spell for other players' turns, in those windows (10.3, 15.2)."""
    return Trigger(w.REACT, _program(steps), windows, only_if, False)


def at_will(windows: int, *steps: Step, only_if: Condition | None = None) -> Trigger:
    """An ability of a creature in those windows, once a turn."""
    return Trigger(w.REACT, _program(steps), windows, only_if, True)


def immediate(*steps: Step, only_if: Condition | None = None) -> Trigger:
    """An effect that is used right after the roll or not at all (5.2, 10.4)."""
    return Trigger(w.IMMEDIATE, _program(steps), 0, only_if, False)


def _modifier(
    kind: int,
    how: int,
    amount: Amount,
    only_if: Condition | None = None,
    scope: int = w.NOBODY_ELSE,
    which: Filter | None = None,
) -> Modifier:
    return Modifier(kind, how, _number(amount), only_if, scope, which)


# Whom an aura touches; see words.py.
COMPANIONS, ALL_MINE, ALL_FOES, EVERYBODY = w.COMPANIONS, w.ALL_MINE, w.ALL_FOES, w.EVERYBODY
ATTACKERS, DEFENDERS, PARTY = w.ATTACKERS, w.DEFENDERS, w.PARTY


def attack(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More attack for this creature, or for the carrier of this spell."""
    return _modifier(w.ATTACK_SELF, w.ADD, amount, only_if)


def attack_is(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """The creature's attack, where its die shows a question mark."""
    return _modifier(w.ATTACK_SELF, w.SET, amount, only_if)


def attack_of(
    scope: int, amount: Amount, which: Filter | None = None, only_if: Condition | None = None
) -> Modifier:
    """More or less attack for creatures in a scope."""
    return _modifier(w.ATTACK_AURA, w.ADD, amount, only_if, scope, which)


def attack_at_most(scope: int, amount: Amount, which: Filter | None = None) -> Modifier:
    """Creatures in a scope count for no more than that."""
    return _modifier(w.ATTACK_AURA, w.CAP, amount, None, scope, which)


def others_attack(amount: Amount) -> Modifier:
    """More attack for the owner's other creatures in the same area."""
    return attack_of(COMPANIONS, amount)


def attackers_at_most(amount: Amount, max_level: int = 99) -> Modifier:
    """Creatures that attack its owner count for no more than that."""
    return attack_at_most(ATTACKERS, amount, _up_to(max_level))


def _up_to(max_level: int) -> Filter | None:
    return None if max_level == 99 else creatures(ANYBODY, READY, QUEST, max_level=max_level)


def defense(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """More defense for this creature, or for the carrier of this spell."""
    return _modifier(w.DEFENSE_SELF, w.ADD, amount, only_if)


def defense_is(amount: Amount, only_if: Condition | None = None) -> Modifier:
    """The creature's defense, where its die shows a question mark."""
    return _modifier(w.DEFENSE_SELF, w.SET, amount, only_if)


def defense_of(
    scope: int, amount: Amount, which: Filter | None = None, *, add_up: bool = True
) -> Modifier:
    """More or less defense for creatures in a scope; some do not add up."""
    return _modifier(w.DEFENSE_AURA, w.ADD if add_up else w.BEST, amount, None, scope, which)


def others_defense(amount: Amount) -> Modifier:
    """More defense for the owner's other creatures in the same area."""
    return defense_of(COMPANIONS, amount)


def printed_defense() -> Modifier:
    """Defenders against its attack have no more defense than their faces show."""
    return _modifier(w.PRINTED_DEFENSE, w.SET, 1)


def glory(
    amount: Amount, only_if: Condition | None = None, which: Filter | None = None
) -> Modifier:
    """More Glory when this creature, or the carrier of this spell (if such a one), scores."""
    return _modifier(w.GLORY_SELF, w.ADD, amount, only_if, w.NOBODY_ELSE, which)


def no_glory() -> Modifier:
    """The carrier of this spell earns nothing when it scores."""
    return _modifier(w.GLORY_SELF, w.CAP, 0)


def glory_of(scope: int, amount: Amount) -> Modifier:
    """More or less Glory for creatures in a scope."""
    return _modifier(w.GLORY_AURA, w.ADD, amount, None, scope)


def opponents_summon_for_more(amount: Amount, which: Filter | None = None) -> Modifier:
    """What opponents pay on top for every creature (of that kind) they summon."""
    return _modifier(w.SUMMON_AURA, w.ADD, amount, None, ALL_FOES, which)


def summon_cost_is(amount: int, only_if: Condition | None = None) -> Modifier:
    """What it costs to summon it, before opponents add to it."""
    return _modifier(w.SUMMON_SELF, w.SET, amount, only_if)


def summon_at_most(amount: int) -> Modifier:
    """How many dice of this class a player may summon in a turn."""
    return _modifier(w.SUMMON_LIMIT, w.CAP, amount)


def captures_cost(scope: int, amount: int) -> Modifier:
    """What captures cost its owner (ALL_MINE) or the opponents (ALL_FOES) more or less."""
    return _modifier(w.CAPTURE_AURA, w.ADD, amount, None, scope)


def capturing_it_allows_more(amount: int) -> Modifier:
    """Whoever captures this die may capture so many more."""
    return _modifier(w.MORE_CAPTURES, w.SET, amount)


def opponents_capture_at_most(amount: int) -> Modifier:
    """Opponents capture no more dice in a turn than that."""
    return _modifier(w.CAPTURE_LIMIT, w.SET, amount)


def no_spell_may_choose_it() -> Modifier:
    """Opponents cannot choose it as the target of a spell."""
    return _modifier(w.UNTARGETABLE, w.SET, 1)


def immunity() -> Modifier:
    """No effect of an opponent touches it, or the carrier (10.5)."""
    return _modifier(w.IMMUNE_SELF, w.SET, w.IMMUNE_TO_ALL)


def immunity_to_dark() -> Modifier:
    """No dark effect of an opponent touches it."""
    return _modifier(w.IMMUNE_SELF, w.SET, w.IMMUNE_TO_DARK)


def immunity_of(scope: int, which: Filter | None = None) -> Modifier:
    """The same for creatures in a scope."""
    return _modifier(w.IMMUNE_AURA, w.ADD, 1, None, scope, which)


def takes_no_damage(only_if: Condition) -> Modifier:
    """It cannot be destroyed by such an attack, but takes up damage once (6.6)."""
    return _modifier(w.NO_DAMAGE, w.SET, 1, only_if)


def one_point_destroys() -> Modifier:
    """Any damage of an attack it takes part in destroys a defender."""
    return _modifier(w.LETHAL, w.SET, 1)


def defends_first() -> Modifier:
    """It must be the first defender."""
    return _modifier(w.FIRST_DEFENDER, w.SET, 1)


def need_not_defend() -> Modifier:
    """It need not be named as defender."""
    return _modifier(w.RELUCTANT, w.SET, 1)


def attached_spells_do_nothing() -> Modifier:
    """While it attacks, spells attached to defenders' creatures have no effect."""
    return _modifier(w.MUTE_ATTACHED, w.SET, 1)


def nobody_reacts() -> Modifier:
    """While it is locked nobody casts reaction spells."""
    return _modifier(w.NO_REACTIONS, w.SET, 1)


def nobody_readies_spells() -> Modifier:
    """While it is locked nobody moves a spell die to a Ready Area."""
    return _modifier(w.NO_READYING, w.SET, 1)


def draws_less(amount: int) -> Modifier:
    """While it is locked its holder draws fewer dice in phase 2."""
    return _modifier(w.DRAW_LESS, w.SET, amount)


def cannot_be_bought_off() -> Modifier:
    """Nobody unlocks it with quiddity (11.4)."""
    return _modifier(w.NO_BUY_OFF, w.SET, 1)


def may_be_locked_anywhere() -> Modifier:
    """It may be placed in another player's Locked Area (11.5)."""
    return _modifier(w.PLACE_ANYWHERE, w.SET, 1)


def brings_another() -> Modifier:
    """Whenever this face is rolled another die of the class comes from the Wilds (14.1)."""
    return _modifier(w.TAINT, w.SET, 1)


def destroyed_when(condition: Condition) -> Modifier:
    """It is destroyed as soon as that holds."""
    return _modifier(w.DOOM, w.SET, 1, condition)


def when_destroyed_goes_to(place: int) -> Modifier:
    """Where its die (or the carrier's) goes instead of the Used Pile."""
    return _modifier(w.DEATH_PLACE, w.SET, place)


def challenge_costs(amount: int) -> Modifier:
    """What an opponent pays to challenge the quest it is on."""
    return _modifier(w.CHALLENGE_PRICE, w.SET, amount)


def quest_levels(amount: int) -> Modifier:
    """The carrier counts for more levels when a quest is checked (12.4)."""
    return _modifier(w.QUEST_LEVEL, w.ADD, amount)


def guides_party(amount: int) -> Modifier:
    """With companions, the party counts for more levels; several do not add up."""
    return _modifier(w.QUEST_GUIDE, w.SET, amount)


def quest_glory(amount: int) -> Modifier:
    """The quest it helps to complete gives more Glory; several do not add up."""
    return _modifier(w.QUEST_GLORY, w.SET, amount)


def first_spell_to_bag() -> Modifier:
    """The first spell its owner casts while it is carried goes to the bag."""
    return _modifier(w.SPELL_TO_BAG, w.SET, 1)


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
