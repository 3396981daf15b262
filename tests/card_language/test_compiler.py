"""Trees are checked against the table of words; every fault has its place and a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarriors.cards.disassembly import disassembled, trigger_words
from quarriors.cards.language.compiler import Compiler
from quarriors.cards.language.faults import Fault
from quarriors.cards.language.parser import SyntaxFault, parse
from quarriors.cards.language.words import NAMES, WORD_NAMES, word
from quarriors.engine.program import Modifier, Trigger


def faults_of(text: str) -> list[Fault]:
    compiler = Compiler()
    compiler.parts(parse(text))
    return compiler.faults


def program_of(text: str) -> list[str]:
    """What a trigger came to, in words."""
    compiler = Compiler()
    (trigger,) = compiler.parts(parse(text))
    assert compiler.faults == []
    assert isinstance(trigger, Trigger)
    return [trigger_words(trigger), *disassembled(trigger.program)]


def test_parts_are_triggers_and_modifiers() -> None:
    compiler = Compiler()
    parts = compiler.parts(parse("attach(ME), attack(3), glory(count(dice(ME, USED)))"))
    assert [type(part) for part in parts] == [Trigger, Modifier, Modifier]
    assert compiler.faults == []
    assert compiler.parts(parse("printed_on_the_die")) == []


@pytest.mark.parametrize(
    ("text", "sentence", "at"),
    [
        (
            "when(SCORED, may_chose(CULL, dice(ME, USED), cull()))",
            "unknown word `may_chose`; did you mean `may_choose`?",
            13,
        ),
        ("when(SCORD, draw(1))", "unknown word `SCORD`; did you mean `SCORED`?", 5),
        ("xyzzy()", "unknown word `xyzzy`", 0),
        (
            "defense(count(creatures(ME, otter)))",
            "unknown word `otter`; did you mean `other`?",
            28,
        ),
        (
            "defense(count(locked(ME, buyabel)))",
            "unknown word `buyabel`; did you mean `buyable`?",
            25,
        ),
        (
            "when(SUMMONED, dice(ME, USED))",
            (
                "`when` needs a step for `steps`; `dice` is a filter (`dice(...)`, "
                "`creatures(...)`, ...)"
            ),
            15,
        ),
        (
            "when(SUMMONED, each(destroy(), draw(1)))",
            (
                "`each` needs a filter (`dice(...)`, `creatures(...)`, ...) for `which`; "
                "`destroy` is a step"
            ),
            20,
        ),
        (
            "attack(only_if=3)",
            (
                "`attack` needs a condition (`some(...)`, `BY_DAMAGE`, ...) for `only_if`; "
                "`3` is a whole number"
            ),
            15,
        ),
        (
            "defense(count(dice(USED)))",
            (
                "`dice` needs a player (`ME`, `OPPONENT`, `OPPONENTS`, `ANYBODY`) for `whose`; "
                "`USED` is a place (`READY`, `USED`, ...)"
            ),
            19,
        ),
        (
            "defense(count(dice(ME, USED, class=3)))",
            "`dice` needs a text for `class`; `3` is a whole number",
            35,
        ),
        (
            'when(SUMMONED, draw("two"))',
            "`draw` needs a number for `amount`; `two` is a text",
            20,
        ),
        ("when(SUMMONED, draw([]))", "`draw` needs a number for `amount`; `[...]` is", 20),
        ("draw(1)", "a line is made of triggers and modifiers; `draw` is a step", 0),
        ("3", "a line is made of triggers and modifiers; `3` is a whole number", 0),
        ("when(SUMMONED, draw())", "`draw` needs a number for `amount`, which is missing", 15),
        ("immunity(3)", "`immunity` takes at most 0 arguments", 9),
        ("when(SUMMONED, move(USED, FIRST, SECOND))", "`move` takes at most 2 arguments", 33),
        ("immunity", "`immunity` needs parentheses", 0),
        (
            "when(SUMMONED, give(ME(), USED))",
            "`ME` takes no arguments; write it without parentheses",
            20,
        ),
        (
            "attack(1, onlyif=BY_DAMAGE)",
            "`attack` has no argument called `onlyif`; it has only_if; did you mean `only_if`?",
            10,
        ),
        (
            "immunity(of=3)",
            "`immunity` has no argument called `of`; its arguments are written without names",
            9,
        ),
        (
            "attack(1, BY_DAMAGE, only_if=BY_DAMAGE)",
            "the argument `only_if` of `attack` is given twice",
            21,
        ),
        (
            "attack(1, only_if=BY_DAMAGE, only_if=BY_DAMAGE)",
            "the argument `only_if` of `attack` is given twice",
            29,
        ),
        ("when(SCORED | KILL, draw(1))", "only windows can be joined with `|`", 5),
        (
            "react(ON_ATTACK | KILL, save())",
            "`react` needs a window (`ON_ATTACK`, `OWN_TURN`, ...) for `windows`; `KILL` is",
            18,
        ),
        ("cast(if_done(spend(), draw(1)))", "`if_done` needs a step that may be left undone", 5),
        (
            "cast(each_at_least_one(creatures(ME), destroy()), only_if=BY_DAMAGE)",
            "`cast` has two conditions; leave out `only_if` or write `each`",
            0,
        ),
    ],
)
def test_a_fault_has_its_place_and_says_what_would_be_right(
    text: str, sentence: str, at: int
) -> None:
    faults = faults_of(text)
    assert (faults[0].sentence()[: len(sentence)], faults[0].at) == (sentence, at)
    italian = faults[0].sentence("it")
    assert italian != faults[0].sentence()
    assert "{" not in italian


def test_all_faults_are_collected() -> None:
    text = "when(SCORD, drw(1), move(ME, USED), once), atack(1), defense(2)"
    assert [(fault.code, fault.at) for fault in faults_of(text)] == [
        ("unknown_word", 5),
        ("unknown_word", 12),
        ("wrong_kind", 25),
        ("wrong_kind", 29),
        ("unknown_word", 43),
    ]


def test_if_done_continues_the_step_that_may_remain_undone() -> None:
    for step, whole in [
        ("may_choose(CULL, dice(ME, USED), cull())", "may_choose(CULL, dice(ME, USED), cull(), X)"),
        ("choose(CULL, dice(ME, USED), cull())", "choose(CULL, dice(ME, USED), cull(), X)"),
        ("may(TO_DRAW, draw(1))", "may(TO_DRAW, draw(1), X)"),
    ]:
        done = f"when(SCORED, if_done({step}, gain_glory(2)))"
        assert program_of(done) == program_of(
            f"when(SCORED, {whole})".replace("X", "gain_glory(2)")
        )
    lines = program_of(
        "cast(choose(DESTROY, creatures(ANYBODY), if_done(destroy(), gain_glory(1))))"
    )
    assert [line.split()[1] for line in lines[1:]] == ["choose", "destroy", "glory", "end"]


def test_words_that_stand_for_several() -> None:
    """What a word says shortly is what can be said at length."""
    for short, long in [
        (
            "cast(each_at_least_one(creatures(ME), draw(1)))",
            "cast(each(creatures(ME), draw(1)), only_if=at_least(1, count(creatures(ME))))",
        ),
        ("cast(if(none(dice(ME, USED)), save()))", "cast(if(exactly(0, dice(ME, USED)), save()))"),
        (
            "when(DREW, pay_glory_or(1, draw(1)))",
            (
                "when(DREW, if(I_HAVE_GLORY, may(TO_PAY, pay_glory(1), otherwise=draw(1)), "
                "otherwise=[draw(1)]))"
            ),
        ),
        (
            "when(DREW, unless_die(SELF, dice(ME, USED), draw(1), save()))",
            "when(DREW, if_die(SELF, dice(ME, USED), otherwise=[draw(1), save()]))",
        ),
        (
            'when(DREW, gain("Imp"), opponent_gains("Imp", GIVE))',
            (
                'when(DREW, choose(TAKE, dice(ANYBODY, WILDS, class="Imp"), give(ME, USED)), '
                'choose(GIVE, dice(ANYBODY, WILDS, class="Imp"), give(OPPONENT, USED)))'
            ),
        ),
    ]:
        assert program_of(short) == program_of(long)


def test_the_table_describes_words_as_cards_write_them() -> None:
    choose = word("may_choose")
    assert choose is not None
    assert [(one.name, one.kind, one.needed) for one in choose.places] == [
        ("prompt", "prompt", True),
        ("which", "filter", True),
    ]
    assert choose.rest is not None
    assert (choose.rest.kind, choose.kind, list(choose.named)) == ("step", "step", ["as"])
    assert choose.means == "Its controller may choose one such die; those steps only if they did."
    dice = word("dice")
    assert dice is not None
    assert {"class", "type", "max_level_of"} < set(dice.named)
    assert {"other", "unlocked"} < set(dice.flags)


ATOMS = st.one_of(
    st.sampled_from(list(NAMES)), st.integers(-99, 99).map(str), st.sampled_from(['"Imp"', "other"])
)


def _calls(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arguments = st.lists(st.one_of(inner, inner.map("only_if={}".format)), max_size=4)
    return st.builds(
        lambda name, given: f"{name}({', '.join(given)})", st.sampled_from(WORD_NAMES), arguments
    )


@given(st.recursive(ATOMS, _calls, max_leaves=12))
def test_any_tree_is_compiled_or_has_faults_with_places(text: str) -> None:
    """Whatever words are put together: never an exception, never silence about what is wrong."""
    try:
        trees = parse(text)
    except SyntaxFault:
        return
    compiler = Compiler()
    parts = compiler.parts(trees)
    assert len(parts) == len(trees) or compiler.faults
    assert all(0 <= fault.at < len(text) for fault in compiler.faults)
    assert all(fault.sentence() and fault.sentence("it") for fault in compiler.faults)
