"""What compiling must not spoil: wide shifts, and unboxed numbers in everything that is hot."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarriors as q
from quarriors.engine.bits import bit, has_bit
from quarriors.engine.dice import ends_with_die, put
from quarriors.engine.ids import effect, place, trait
from quarriors.engine.queries import dice_list, left_on_card, state

ROOT = Path(__file__).resolve().parent.parent

# Modules whose functions run at every decision. What is named in COLD runs once a turn or only for
# a log, or raises an error.
HOT = (
    "appearance", "battle", "captures", "criteria", "options", "dice", "draws", "filters",
    "frames", "gains", "immediates", "interpreter", "lock_offers", "offers", "pay", "quantities",
    "reactions", "state", "stats", "summoning", "targets", "totals", "triggers", "turn",
)  # fmt: skip
COLD = {
    "state___State___to_wire", "state___State___from_wire", "state___State____from_numbers",
    "state___State___note",
    "state___State_____reduce__", "state___vector", "state___ints", "state___empty",
    "state___State_____init__", "quantities____scored_glory", "criteria___suits_card",
    "pay____anchor_tells_apart",
}  # fmt: skip
BOXING = re.compile(
    r"PyLong_From\w+|CPyTagged_\w+|PyObject_IsTrue|Vec\w+Api\.box|PyTuple_New|PyList_New|PyNumber_\w+"
)
FUNCTION = re.compile(r"^\w[\w \*]*?\bCPyDef_quarriors___engine___(\w+)\(.*\) ?\{?$")


def test_a_clone_owns_its_zones_up_to_the_last_one() -> None:
    """Bit 31 of `owned_zones` is the last zone of the fourth seat: a 32-bit shift would lose it."""
    game = q.new_game(q.Rules(players=4, sets=["base", "quartifacts"]), seed=1)
    for seat in range(4):
        for where in range(place.BAG, place.QUEST + 1):
            copy = game.clone()
            before = [dice_list(state(game), seat, each) for each in range(1, place.ZONES + 1)]
            changed = state(copy)
            slot = copy.setup.class_slot["Portal"]
            die = int(copy.setup.first_die[slot])
            put(changed, die, seat, where)
            assert dice_list(changed, seat, where)[-1] == die
            after = [dice_list(state(game), seat, each) for each in range(1, place.ZONES + 1)]
            assert after == before
            assert left_on_card(state(game), slot) == left_on_card(changed, slot) + 1


def test_single_bits_are_as_wide_as_the_number() -> None:
    """A C shift of 32 bits would make bit 36 of bit 4."""
    assert [bit(at) for at in range(63)] == [1 << at for at in range(63)]
    assert [has_bit(1 << at, at) for at in range(63)] == [True] * 63
    assert not has_bit(1 << 4, 36)


def test_every_trait_of_a_card_is_known_to_its_table() -> None:
    """There are more than 32 traits."""
    for card in q.cards.every():
        traits = {modifier.kind for ability in card.abilities for modifier in ability.modifiers}
        assert {kind for kind in range(trait.COUNT) if has_bit(card.summary.traits, kind)} == traits


def test_lasting_effects_on_a_die_are_told_by_wide_enough_bits() -> None:
    """The highest kinds as well as the lowest."""
    on_dice = {effect.ATTACK, effect.DEFENSE, effect.ATTACK_CAP, effect.NO_IMMUNITY}
    on_dice |= {effect.LEAVES_TO, effect.LEAVES_BY_DAMAGE, effect.LEAVES_KILLER}
    on_dice |= set(range(effect.AGAINST, effect.AGAINST + 4))
    assert {kind for kind in range(63) if ends_with_die(kind)} == on_dice


def test_decisions_leave_nothing_behind() -> None:
    """mypyc once kept a vector for good at every call that led through an interpreted class."""
    game = q.new_game(q.Rules(players=4), seed=3)
    asked = 2000
    tracemalloc.start()
    try:
        assert len(game.decision.options) > 1
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(asked):
            assert game.decision.options
            game.clone()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 8 * asked


def test_no_constant_is_a_bare_tuple_of_floats() -> None:
    """mypyc would take it for one that was not set, and raise where it is read."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("engine", "bots", "envs", "text", "view", "table", "server")
        for path in (ROOT / "src" / "quarriors" / folder).rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.annotation, ast.Name)
        and isinstance(node.value, ast.Tuple)
        and {type(getattr(one, "value", None)) for one in node.value.elts} == {float}
    ]
    assert not found, f"say Final[tuple[float, ...]]: {found}"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler to translate for")
def test_hot_functions_box_nothing(tmp_path: Path) -> None:
    """The generated C of what runs at every decision makes no Python ints, tuples or lists."""
    pytest.importorskip("mypyc")
    pytest.importorskip("setuptools")
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import hatch_build; "
        "hatch_build.translate(sys.argv[2])"
    )
    command = [sys.executable, "-P", "-c", script, str(ROOT), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    boxed = [
        f"{function}: {found}"
        for path in tmp_path.rglob("*.c")
        for function, found in _boxing(path.read_text("utf-8"))
    ]
    assert not boxed, "\n".join(boxed)
    for path in tmp_path.rglob("*quarriors_engine*.c"):
        narrow = re.findall(r"= 1 << cpy_\w+;", path.read_text("utf-8"))
        assert not narrow, f"shifts of 32 bits, use bits.bit: {narrow}"


def _boxing(generated: str) -> Iterator[tuple[str, str]]:
    """Functions of hot modules that make Python objects of numbers, and by what."""
    function = ""
    for line in generated.split("\n"):
        begins = FUNCTION.match(line)
        if begins and not line.endswith(";"):
            function = begins[1]
        elif line == "}":
            function = ""
        module, _, name = function.partition("___")
        if module in HOT and not name.startswith("__top") and function not in COLD:
            for found in BOXING.findall(line):
                if "REF" not in found.upper():
                    yield function, found
