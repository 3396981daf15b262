"""The table of operations: the name, operands and family of everything a card program can do.

It serves all who read or write programs: the card language checks what it assembles against it, a
`Program` learns from it where each of its instructions ends, and the disassembler finds in it what
each operand means. The numbers of operations are in `ids.op`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.engine.errors import CatalogError
from quarriors.engine.ids import does, family, op
from quarriors.engine.vectors import append, vec

# Kinds of operands.
FILTER: Final = "filter"  # an index into the program's filters
NUMBER: Final = "number"  # an index into its numbers
CONDITION: Final = "condition"  # an index into its conditions
JUMP: Final = "jump"  # a position in its code
REGISTER: Final = "register"  # a register of its frame, to be written to
DIE: Final = "die"  # a register with a die in it, or the source
SUBJECT: Final = "subject"  # the same, or the controller's seat
VERB: Final = "verb"
PLACE: Final = "place"
SIDE: Final = "side"  # the controller or the opponent
ENERGY: Final = "energy"  # light or dark
EFFECT: Final = "effect"  # a kind of lasting effect
AMOUNT: Final = "amount"  # a plain number
FLAG: Final = "flag"  # 0 or 1
OPTIONAL_FILTER: Final = "optional filter"  # -1 for none
OPTIONAL_DIE: Final = "optional die"  # -1 for none

ANY_DIE: Final = 1  # what an instruction needs: a die,
OWNED_DIE: Final = 2  # or one that is not in the Wilds
_OF_OWNED: Final = (
    op.CULL, op.MOVE, op.SWAP, op.ATTACH, op.LEAVE, op.REROLL, op.ROLL_IN, op.SHAKE, op.DESTROY,
    op.TRADE_LOCKS, op.UNLOCK, op.ROTATE, op.OWNER,
)  # fmt: skip

NO_INSTRUCTION: Final = -1  # at a position where no instruction begins


class Operand:
    """One operand: what it is called and what kind of number it is."""

    def __init__(self, name: str, kind: str) -> None:
        self.name: str = name
        self.kind: str = kind


class Operation:
    """One operation: its number, its name, its family and its operands in order."""

    def __init__(
        self, number: int, name: str, group: int, operands: dict[str, str], effect: int = 0
    ) -> None:
        self.number: int = number
        self.name: str = name
        self.family: int = group
        self.operands: list[Operand] = [Operand(key, kind) for key, kind in operands.items()]
        self.does: int = effect  # bits of `ids.does`

    @property
    def width(self) -> int:
        """How many ints an instruction takes: the opcode and its operands."""
        return 1 + len(self.operands)

    def offset(self, name: str) -> int:
        """Where an operand stands, counted from the opcode."""
        for at, operand in enumerate(self.operands):
            if operand.name == name:
                return at + 1
        raise CatalogError("catalog.no_operand", operation=self.name, name=name)


OPERATIONS: Final = [
    Operation(op.END, "end", family.FLOW, {}),
    Operation(
        op.CHOOSE,
        "choose",
        family.CHOICE,
        {"filter": FILTER, "register": REGISTER, "verb": VERB, "may": FLAG, "if_none": JUMP},
    ),
    Operation(
        op.EACH, "each", family.FLOW, {"filter": FILTER, "register": REGISTER, "after": JUMP}
    ),
    Operation(op.EACH_OPPONENT, "each_opponent", family.FLOW, {"after": JUMP}),
    Operation(op.ASK, "ask", family.CHOICE, {"verb": VERB, "otherwise": JUMP}),
    Operation(op.JUMP, "jump", family.FLOW, {"to": JUMP}),
    Operation(op.QUIDDITY, "quiddity", family.GAIN, {"number": NUMBER}),
    Operation(op.GLORY, "glory", family.GAIN, {"number": NUMBER}),
    Operation(op.CAPTURES, "captures", family.GAIN, {"number": NUMBER}),
    Operation(op.DISCOUNT, "discount", family.GAIN, {"number": NUMBER}),
    Operation(op.DRAW, "draw", family.GAIN, {"number": NUMBER}, does.DRAW),
    Operation(op.DRAW_ROLL, "draw_roll", family.GAIN, {"number": NUMBER}, does.DRAW | does.ROLL),
    Operation(op.REROLL, "reroll", family.FACE, {"die": DIE}, does.ROLL),
    Operation(op.DESTROY, "destroy", family.BATTLE, {"die": DIE, "otherwise": JUMP}),
    Operation(op.CULL, "cull", family.MOVE, {"die": DIE}),
    Operation(op.MOVE, "move", family.MOVE, {"die": DIE, "place": PLACE}),
    Operation(op.CAPTURE_FREE, "capture_free", family.MOVE, {"die": DIE, "place": PLACE}),
    Operation(op.SWAP, "swap", family.MOVE, {"die": DIE}),
    Operation(
        op.LASTING,
        "lasting",
        family.FACE,
        {"effect": EFFECT, "subject": SUBJECT, "amount": AMOUNT, "until_my_turn": FLAG},
    ),
    Operation(op.ROTATE, "rotate", family.FACE, {"die": DIE, "direction": AMOUNT}),
    Operation(op.SPEND, "spend", family.MOVE, {}),
    Operation(op.ATTACH, "attach", family.MOVE, {"die": DIE}),
    Operation(op.SAVE, "save", family.BATTLE, {}),
    Operation(op.ENTER, "enter", family.FACE, {}),
    Operation(op.SCORE, "score", family.GAIN, {}, does.SCORE),
    Operation(op.PRESS, "press", family.BATTLE, {}),
    Operation(op.COPY, "copy", family.FACE, {"die": DIE}),
    Operation(op.MARK, "mark", family.FLOW, {"die": DIE}),
    Operation(op.CLEAR, "clear", family.FLOW, {"register": REGISTER}),
    Operation(op.IF, "if", family.FLOW, {"condition": CONDITION, "otherwise": JUMP}),
    Operation(op.IF_DIE, "if_die", family.FLOW, {"die": DIE, "filter": FILTER, "otherwise": JUMP}),
    Operation(op.SWAP_SIDES, "swap_sides", family.FLOW, {}),
    Operation(op.LEFT, "left", family.FLOW, {}),
    Operation(
        op.CHOOSE_SEAT,
        "choose_seat",
        family.CHOICE,
        {
            "verb": VERB,
            "having": OPTIONAL_FILTER,
            "not_owner_of": OPTIONAL_DIE,
            "if_none": JUMP,
        },
    ),
    Operation(op.GIVE, "give", family.MOVE, {"die": DIE, "whose": SIDE, "place": PLACE}),
    Operation(op.REMOVE, "remove", family.MOVE, {"die": DIE}),
    Operation(op.LOSE, "lose", family.GAIN, {"number": NUMBER}),
    Operation(op.ENERGY, "energy", family.GAIN, {"number": NUMBER, "energy": ENERGY}),
    Operation(op.UNLOCK, "unlock", family.MOVE, {"die": DIE}),
    Operation(op.TRADE_LOCKS, "trade_locks", family.MOVE, {"die": DIE}),
    Operation(op.SHAKE, "shake", family.FACE, {"die": DIE}),
    Operation(op.SEND, "send", family.BATTLE, {"place": PLACE}),
    Operation(op.PREVENT, "prevent", family.BATTLE, {}),
    Operation(op.REVIVE, "revive", family.BATTLE, {}),
    Operation(op.ONCE, "once", family.FLOW, {}),
    Operation(op.FIRST, "first", family.BATTLE, {"die": DIE}),
    Operation(op.SAFE, "safe", family.BATTLE, {"die": DIE}),
    Operation(op.CULLS, "culls", family.GAIN, {"number": NUMBER}),
    Operation(op.NO_DAMAGE, "no_damage", family.BATTLE, {}),
    Operation(op.REFLECT, "reflect", family.BATTLE, {}),
    Operation(op.QUEST_REROLL, "quest_reroll", family.QUEST, {}),
    Operation(op.QUEST_GAMBLE, "quest_gamble", family.QUEST, {"die": DIE}),
    Operation(op.TAKE_QUARTIFACT, "take_quartifact", family.QUEST, {"die": DIE}),
    Operation(op.QUEST_RETURN, "quest_return", family.QUEST, {}),
    Operation(op.ROLL_IN, "roll_in", family.FACE, {"die": DIE}, does.ROLL),
    Operation(op.COUNT_AS_DRAW, "count_as_draw", family.MOVE, {"die": DIE}),
    Operation(op.LEAVE, "leave", family.MOVE, {"die": DIE, "place": PLACE}),
    Operation(op.PAY, "pay", family.GAIN, {"number": NUMBER}, does.PAY),
    Operation(op.OWNER, "owner", family.FLOW, {"die": DIE}),
    Operation(
        op.EITHER, "either", family.CHOICE, {"first": VERB, "second": VERB, "otherwise": JUMP}
    ),
    Operation(op.CHOOSE_AREA, "choose_area", family.CHOICE, {"filter": FILTER, "if_none": JUMP}),
    Operation(op.WINDOW, "window", family.FLOW, {}),
]  # at the index of its number


def operation_at(code: vec[i64], at: i64) -> Operation:
    """The operation of the instruction that begins at a position."""
    number = code[at]
    if number < 0 or number >= len(OPERATIONS):
        raise CatalogError("catalog.no_operation", number=number, last=len(OPERATIONS) - 1)
    operation = OPERATIONS[number]
    if at + operation.width > len(code):
        raise CatalogError("catalog.cut", operation=operation.name)
    return operation


def has_operation(code: vec[i64], number: i64) -> bool:
    """Whether a program has an instruction of an operation."""
    at: i64 = 0
    while at < len(code):
        if code[at] == number:
            return True
        at += operation_at(code, at).width
    return False


def next_positions(code: vec[i64]) -> vec[i64]:
    """For each position where an instruction begins, the position after it."""
    found = vec[i64](capacity=len(code))
    at: i64 = 0
    while at < len(code):
        width: i64 = operation_at(code, at).width
        found = append(found, at + width)
        for _ in range(width - 1):
            found = append(found, NO_INSTRUCTION)
        at += width
    return found


def families(code: vec[i64]) -> vec[i64]:
    """For each position where an instruction begins, the family of its operation."""
    found = vec[i64](capacity=len(code))
    at: i64 = 0
    while at < len(code):
        operation = operation_at(code, at)
        found = append(found, operation.family)
        for _ in range(operation.width - 1):
            found = append(found, NO_INSTRUCTION)
        at += operation.width
    return found


def dice_needed(code: vec[i64]) -> vec[i64]:
    """For each position where an instruction begins, the die it needs; 0 for none."""
    found = vec[i64](capacity=len(code))
    at: i64 = 0
    while at < len(code):
        operation = operation_at(code, at)
        needed: i64 = 0
        if (
            operation.operands
            and operation.operands[0].kind == DIE
            and operation.number != op.IF_DIE
        ):
            needed = OWNED_DIE if operation.number in _OF_OWNED else ANY_DIE
        found = append(found, needed)
        for _ in range(operation.width - 1):
            found = append(found, NO_INSTRUCTION)
        at += operation.width
    return found
