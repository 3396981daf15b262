"""Expressions of the card language are read into trees; what cannot be read says where and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarriors.cards.language.faults import Fault
from quarriors.cards.language.nodes import (
    Call,
    Integer,
    Items,
    Joined,
    Keyword,
    Name,
    Node,
    Text,
    walk,
)
from quarriors.cards.language.parser import (
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NODES,
    SyntaxFault,
    parse,
)
from quarriors.cards.language.words import NAMES, WORD_NAMES
from quarriors.cards.load import entries


def test_every_form_is_read_with_its_place() -> None:
    found = parse("""attach(), react(ON_CAST | ON_DYING, may(TO_USE, otherwise=[draw(-2)]),
  class='Quaxos" Eye')  # to the end""")
    assert found == (
        Call("attach", (), (), 0),
        Call(
            "react",
            (
                Joined((Name("ON_CAST", 16), Name("ON_DYING", 26)), 16),
                Call(
                    "may",
                    (Name("TO_USE", 40),),
                    (
                        Keyword(
                            "otherwise",
                            Items((Call("draw", (Integer(-2, 64),), (), 59),), 58),
                            48,
                        ),
                    ),
                    36,
                ),
            ),
            (Keyword("class", Text('Quaxos" Eye', 79), 73),),
            10,
        ),
    )


def test_commas_may_end_a_list() -> None:
    assert parse("attack(1,), defense(2),") == parse("attack(1),  defense(2)")
    assert parse("each([],)") == (Call("each", (Items((), 5),), (), 0),)


def test_trees_cannot_be_changed_and_can_be_compared() -> None:
    (tree,) = parse("draw(2)")
    with pytest.raises(AttributeError):
        tree.at = 3  # type: ignore[misc]
    assert {tree, *parse("draw(2)")} == {tree}
    assert [type(node).__name__ for node in walk(tree)] == ["Call", "Integer"]


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "empty", 0),
        ("  # only a comment", "empty", 0),
        ("draw(1", "unclosed", 4),
        ("draw(1, may(TO_USE, [draw(1)", "unclosed", 20),
        ("draw(", "unclosed", 4),
        ("draw(n=", "unclosed", 4),
        ("draw(1))", "unexpected_outside", 7),
        ("draw(1) draw(2)", "unexpected_outside", 8),
        ("draw(1 2)", "unexpected", 7),
        ("each([draw(1) draw(2)])", "unexpected", 14),
        ("draw(]", "no_value", 5),
        ("draw(,)", "no_value", 5),
        ("= 3", "no_value", 0),
        ("draw(n==3)", "no_value", 7),
        ("react(A |", "ends", 9),
        ("draw(1);", "strange_character", 7),
        ("draw(1.5)", "strange_character", 6),
        ("__import__('os').system('x')", "strange_character", 16),
        ("draw('abc)", "unclosed_text", 5),
        ('draw("a\nb")', "unclosed_text", 5),
        ("draw(12345)", "too_large", 5),
        ("a" * (MAX_LENGTH + 1), "too_long", 0),
        ("f(" * (MAX_DEPTH + 1), "too_deep", 2 * MAX_DEPTH + 1),
        ("[" * (MAX_DEPTH + 1), "too_deep", MAX_DEPTH),
        ("f(" + "a," * MAX_NODES + ")", "too_many", 2 * MAX_NODES),
    ],
)
def test_what_cannot_be_read_is_named_at_its_place(text: str, code: str, at: int) -> None:
    with pytest.raises(SyntaxFault) as caught:
        parse(text)
    assert (caught.value.fault.code, caught.value.fault.at) == (code, at)
    for language in ("en", "it"):
        assert caught.value.fault.sentence(language).strip()


def test_limits_are_far_above_what_cards_need() -> None:
    lines = [line.does for card in entries().values() for line in card.lines]
    assert 2 * max(len(line) for line in lines) < MAX_LENGTH
    trees = [[node for tree in parse(line) for node in walk(tree)] for line in lines]
    assert 2 * max(len(nodes) for nodes in trees) < MAX_NODES


PIECES = [
    *"()[],=|\"'#-+ \n\t\\é\x00",
    "1",
    "99999",
    "only_if",
    *WORD_NAMES[:40],
    *list(NAMES)[:40],
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=60).map("".join)))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    trees: tuple[Node, ...] = ()
    fault: Fault | None = None
    try:
        trees = parse(text)
    except SyntaxFault as error:
        fault = error.fault
    assert all(0 <= node.at < len(text) for tree in trees for node in walk(tree))
    assert (fault is None) == bool(trees)
    assert fault is None or (0 <= fault.at <= len(text) and fault.sentence())
