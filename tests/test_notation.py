"""Positions as one line of text: written, read back, and refused if they cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.engine.ids import effect, flag, frame, turn_flag
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS
from quarriors.record.notation import FLAGS, TURN_FLAGS
from quarriors.record.notation_reading import LONGEST
from tests.extent import interpreted

GUIDE = (Path(__file__).resolve().parent.parent / "docs" / "notation.md").read_text("utf-8")
EXAMPLE: str = re.findall(r"^quarriors/1 .*$", GUIDE, re.M)[0]
TABLES: list[tuple[list[str], list[str] | None]] = [
    (["base"], None),
    (["all"], None),
    (["base", "quartifacts"], None),
    (["base", "quartifacts"], []),
    (["light_vs_dark"], None),
    (["base", "quest_of_the_qladiator", "rise_of_the_demons"], None),
]


def positions(game: q.Game, every: int) -> Iterator[q.Game]:
    """The game at some of its decisions, answered at random, and at its end."""
    dealer = Dealer(1, "answers")
    count = 0
    while not game.over:
        count += 1
        if count % every == 0:
            yield game
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    yield game


# --- there and back -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "+".join(table[0]))
def test_what_is_written_is_read(edition: str, table: tuple[list[str], list[str] | None]) -> None:
    sets, modules = table
    variants = ["expert_culling"] if edition == "original" else []
    rules = q.Rules(2 + len(sets) % 3, edition, sets, variants, modules=modules)
    for game in positions(q.new_game(rules, seed=len(edition)), interpreted(15, 5)):
        line = game.notation()
        assert "\n" not in line
        again = q.read_notation(line, seed=1)
        assert again.position == game.position
        assert again.notation() == line
        assert again.rules == game.rules
        assert again.over == game.over
        if game.over:
            assert again.result == game.result
        else:
            assert again.decision.options == game.decision.options
            assert repr(again.decision) == repr(game.decision)


def test_it_plays_on_with_luck_of_its_own() -> None:
    line = q.new_game(seed=4).notation()
    one, same, other = (q.read_notation(line, seed=seed) for seed in (1, 1, 2))
    for game in (one, same, other):
        for played in positions(game, 10):
            last = played
        assert last.over
    assert one.position == same.position
    assert one.position != other.position
    assert q.read_notation(line).seed != q.read_notation(line).seed


def test_a_game_that_was_read_is_recorded_and_taken_back() -> None:
    game = q.read_notation(EXAMPLE, seed=7)
    before = game.position
    game.apply(game.decision.options[0])
    assert q.replay(game.record()).position == game.position
    game.undo()
    assert game.position == before


def test_a_branch_can_be_written() -> None:
    game = q.new_game(seed=3)
    assert game.branch(1).notation() == game.notation()


def test_house_rules_are_kept() -> None:
    rules = q.Rules(3, sets=["all"], goal=9, round_limit=77, modules=["quests"])
    game = q.read_notation(q.new_game(rules, seed=1).notation())
    assert game.rules == rules


def test_an_ability_under_way_needs_the_same_cards() -> None:
    found = 0
    for game in positions(q.new_game(q.Rules(3, sets=["all"]), seed=6), 1):
        line = game.notation()
        under_way = re.search(r"(stack|queue)=\S*\b[a-z]+\.\d", line) is not None
        assert ("catalog=" in line) == under_way
        if under_way:
            found += 1
            other = line.replace(game.setup.catalog.hash, "0123456789abcdef")
            with pytest.raises(q.PositionError, match="other cards"):
                q.read_notation(other)
    assert found


# --- the guide ----------------------------------------------------------------------------------


def test_the_example_of_the_guide_is_a_game() -> None:
    game = q.new_game(q.Rules(players=2), seed=4)
    assert game.notation() == EXAMPLE
    assert q.read_notation(EXAMPLE).position == game.position


def test_every_mark_has_a_letter_and_is_in_the_guide() -> None:
    assert sum(FLAGS.values()) == flag.LIMIT - 1
    assert re.findall(r"^\| `([a-z])` \|", GUIDE, re.M) == list(FLAGS)
    assert sum(TURN_FLAGS.values()) == 2 * turn_flag.ATTACK - 1
    for name in TURN_FLAGS:
        assert f"`{name}`" in GUIDE
    assert len(effect.NAMES) == effect.LEAVES_KILLER + 1
    assert len(frame.NAMES) == frame.QUEST_CHECK + 1
    for name in (*effect.NAMES, *frame.NAMES):
        assert f"`{name}`" in GUIDE or name in ("attack-against-1", "attack-against-2")


# --- refusals -----------------------------------------------------------------------------------


def changed(old: str, new: str) -> str:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "begins with"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "begins with"),
        (changed("quarriors/1", "quarriors/2"), "begins with"),
        (changed("; turn", ";\nturn"), "one line"),
        (EXAMPLE + " " * LONGEST, "characters"),
        (EXAMPLE[: EXAMPLE.index("; stack")], "sections"),
        (EXAMPLE + ";", "sections"),
        (changed("players=2", "players=7"), "2, 3 or 4 players"),
        (changed("players=2", "players=x"), "number"),
        (changed("players=2", "players=٢"), "number"),
        (changed("players=2 ", ""), "lack"),
        (changed("edition=qultimate", "edition=none"), "edition"),
        (changed("sets=base", "sets=base+moon"), "moon"),
        (changed("sets=base", "sets=base limit=1000000"), "limit"),
        (changed("sets=base", "sets=base colour=red"), "colour"),
        (changed("sets=base", "sets=base sets=base"), "twice"),
        (changed("Portal", "Queen of Hearts"), "Queen of Hearts"),
        (changed("Portal, ", ""), "begin with"),
        (changed("Deathdealer", "Mighty Deathdealer, Deathdealer"), "class"),
        (changed("seat=0", "seat=2"), "'seat'"),
        (changed("turn=1 ", ""), "lacks 'turn'"),
        (changed("phase=capture", "phase=lunch"), "lunch"),
        (changed("captures=1", "captures"), "pair"),
        (changed("captures=1", "captures=99999999"), "captures"),
        (changed("captures=1", "light=3"), "than Quiddity"),
        (changed("did=battle-over", "did=nothing"), "nothing"),
        (changed("glory=0", "glory=-3"), "glory"),
        (changed("bag=a0", "bag=a0,a0"), "twice"),
        (changed("bag=a0", "bag=zz0"), "zz"),
        (changed("bag=a0", "bag=a99"), "a99"),
        (changed("bag=a0", "bag=0"), "no die"),
        (changed("b0@Q1", "b0@Q9"), "has no face"),
        (changed("b0@Q1", "b0@6"), "has no face"),
        (changed("b0@Q1", "b0@Q1!z"), "mark"),
        (changed("b0@Q1", "b0@Q1>a0"), "attached"),
        (changed("b0@Q1", "b0@Q1~q@0"), "'q'"),
        (changed("glory=0 bag", "glory=0 on=a bag"), "quest"),
        (changed("stack=turn:6:-:-:-:0:0:0", "stack=turn:6"), "parts"),
        (changed("stack=turn:6:-:-:-:0:0:0", ""), "nothing is being resolved"),
        (changed("stack=turn:6", "stack=turn:99"), "step"),
        (changed("stack=turn", "stack=dance"), "dance"),
        (changed("stack=turn", "stack=score"), "doesn't begin with the turn"),
        (changed("stack=turn:6:-:-:-:0:0:0", "stack=d.9:6:-:-:-:0:0:0"), "ability"),
        (changed("stack=", "effects=attack:a0:1 stack="), "parts"),
        (changed("stack=", "effects=luck:a0:1:- stack="), "luck"),
        (changed("stack=", "queue=d.0:d0:5:-:- stack="), "seat"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(line: str, words: str) -> None:
    with pytest.raises(q.QuarriorsError) as caught:
        q.read_notation(line)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("line", [None, 3, b"quarriors/1", ["quarriors/1"]])
def test_what_is_no_text_is_refused(line: object) -> None:
    with pytest.raises(q.PositionError, match="is a text"):
        q.read_notation(line)  # type: ignore[arg-type]


def test_a_wrong_seed_is_refused() -> None:
    with pytest.raises(q.RulesError, match="seed"):
        q.read_notation(EXAMPLE, seed="x")  # type: ignore[arg-type]


def sources() -> list[str]:
    rules = q.Rules(3, "original", ["all"])
    return [game.notation() for game in positions(q.new_game(rules, seed=8), 9)]


LINES = sources()


@settings(max_examples=300)
@given(
    line=st.sampled_from(LINES),
    at=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 6),
    put=st.text("0123456789abcdez:;,=@!~>-+. %", max_size=3),
)
def test_a_broken_line_is_read_or_refused(line: str, at: float, cut: int, put: str) -> None:
    start = int(at * len(line))
    broken = line[:start] + put + line[start + cut :]
    try:
        game = q.read_notation(broken, seed=1)
    except q.QuarriorsError:
        return
    game.playout(most=500)
