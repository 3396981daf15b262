"""The table of operations: the assembler, the interpreter and the disassembler agree with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarriors.cards.disassembly import disassembled, program_lines
from quarriors.cards.language.assembly import Assembly
from quarriors.cards.language.filters import dice
from quarriors.cards.load import default_catalog
from quarriors.engine import operations
from quarriors.engine.errors import CatalogError
from quarriors.engine.ids import does, family, offset, op, place, verb, whose
from quarriors.engine.operations import NO_INSTRUCTION, OPERATIONS
from quarriors.engine.program import Program

ENGINE = Path(__file__).resolve().parent.parent / "src" / "quarriors" / "engine"
PROGRAMS = default_catalog().programs
OPCODES = {name: number for name, number in vars(op).items() if name.isupper()}


def instructions(program: Program) -> list[tuple[int, operations.Operation]]:
    """Position and operation of every instruction."""
    starts = [at for at in range(len(program.code)) if program.next[at] != NO_INSTRUCTION]
    return [(at, OPERATIONS[program.code[at]]) for at in starts]


def test_every_opcode_stands_in_the_table_at_its_number() -> None:
    assert [operation.number for operation in OPERATIONS] == list(range(len(OPERATIONS)))
    assert {operation.name.upper(): operation.number for operation in OPERATIONS} == OPCODES


def test_offsets_are_those_of_the_table() -> None:
    """`ids.offset` says in constants what the table says in words."""
    by_name = {operation.name.upper(): operation for operation in OPERATIONS}
    told = {name: at for name, at in vars(offset).items() if name.isupper()}
    for name, at in told.items():
        if name in ("DIE", "NUMBER"):  # wherever an operation has one
            having = [o for o in OPERATIONS if name.lower() in [x.name for x in o.operands]]
            assert {operation.offset(name.lower()) for operation in having} == {at}
            continue
        fitting = [
            operation.offset(name[len(own) + 1 :].lower())
            for own, operation in by_name.items()
            if name.startswith(f"{own}_")
            and name[len(own) + 1 :].lower() in [x.name for x in operation.operands]
        ]
        assert fitting == [at], name


def test_every_operation_is_carried_out_by_its_family() -> None:
    """An opcode is compared in the module that its family leads to."""
    modules = {
        family.FLOW: "interpreter",
        family.CHOICE: "interpreter",
        family.GAIN: "gains",
        family.MOVE: "dice_effects",
        family.FACE: "dice_effects",
        family.BATTLE: "battle_effects",
        family.QUEST: "quartifacts",
    }
    assert len(modules) == len(family.NAMES)
    for operation in OPERATIONS:
        text = (ENGINE / f"{modules[operation.family]}.py").read_text("utf-8")
        assert re.search(rf"operation == op\.{operation.name.upper()}\b", text), operation.name


def test_cards_use_every_operation() -> None:
    used = {operation.name for program in PROGRAMS for _, operation in instructions(program)}
    assert used == {operation.name for operation in OPERATIONS}


def test_programs_know_where_their_instructions_end() -> None:
    for program in PROGRAMS:
        found = instructions(program)
        assert found[0][0] == 0
        assert [int(program.next[at]) for at, _ in found] == [
            *(at for at, _ in found[1:]),
            len(program.code),
        ]
        assert [int(program.family[at]) for at, _ in found] == [o.family for _, o in found]
        assert found[-1][1].number == op.END


def test_programs_note_what_their_operations_do() -> None:
    for program in PROGRAMS:
        noted = 0
        for _, operation in instructions(program):
            noted |= operation.does
        assert program.does == noted
    assert {int(program.does) for program in PROGRAMS} >= {0, does.DRAW, does.ROLL, does.SCORE}


def test_every_program_of_every_card_disassembles() -> None:
    shown = 0
    for card in default_catalog().cards:
        for number, ability in enumerate(card.abilities):
            lines = program_lines(card, number)
            assert bool(lines) == bool(ability.triggers)
            shown += len(lines)
            for trigger in ability.triggers:
                found = instructions(trigger.program)
                words = disassembled(trigger.program)
                assert len(words) == len(found)
                for line, (at, operation) in zip(words, found, strict=True):
                    assert line.split()[:2] == [str(at), operation.name]
                    for operand in operation.operands:
                        assert f"{operand.name}: " in line
    assert shown > 1000


def test_a_program_in_words() -> None:
    cull = default_catalog().card("Mighty Heavenly Seraph")
    lines = [line for at in range(len(cull.abilities)) for line in program_lines(cull, at)]
    assert [" ".join(line.split()) for line in lines] == [
        "on scored",
        (
            "0 choose filter: my dice in used; register: first; verb: cull-die; may: yes; "
            "if_none: -> 8"
        ),
        "6 cull die: first",
        "8 end",
    ]


# --- the assembler -----------------------------------------------------------------------------


def test_the_assembler_takes_operands_by_name() -> None:
    assembly = Assembly()
    start = assembly.write(
        op.CHOOSE,
        filter=assembly.filter(dice(whose.ME, place.USED)),
        register=0,
        verb=verb.CULL_DIE,
        may=1,
    )
    assembly.write(op.CULL, die=0)
    assembly.land(start, "if_none")
    program = assembly.program()
    assert program.instructions() == [op.CHOOSE, 0, 0, verb.CULL_DIE, 1, 8, op.CULL, 0, op.END]


@pytest.mark.parametrize(
    ("operation", "operands", "wrong"),
    [
        (op.CULL, {}, "needs its operand die"),
        (op.CULL, {"die": 4}, "needs its operand die"),
        (op.CULL, {"die": 0, "place": 1}, "has no place"),
        (op.QUIDDITY, {"number": 0}, "needs its operand number"),
        (op.CHOOSE_AREA, {"filter": 0}, "needs its operand filter"),
        (op.MOVE, {"die": 0, "place": 99}, "needs its operand place"),
        (op.GIVE, {"die": 0, "whose": 3, "place": 5}, "needs its operand whose"),
        (op.JUMP, {"to": 7}, "needs its operand to"),
    ],
)
def test_the_assembler_refuses_what_does_not_fit(
    operation: int, operands: dict[str, int], wrong: str
) -> None:
    with pytest.raises(CatalogError, match=wrong):
        Assembly().write(operation, **operands)


def test_a_jump_must_lead_to_an_operation() -> None:
    assembly = Assembly()
    assembly.write(op.JUMP)
    with pytest.raises(CatalogError, match="where no operation begins"):
        assembly.program()
    with pytest.raises(CatalogError, match="no operand 'nowhere'"):
        assembly.land(0, "nowhere")


def test_a_program_is_made_of_operations() -> None:
    with pytest.raises(CatalogError, match="There is no operation 99"):
        Program([99], [], [], [])
    with pytest.raises(CatalogError, match="in the middle of the operation cull"):
        Program([op.CULL], [], [], [])
