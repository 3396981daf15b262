"""Positions that versions 3 and 4 of the wire form wrote are read, replayed and played on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.errors import PositionError
from quarriors.engine.ids import effect, frame, quest_step, register

HERE = Path(__file__).parent
OLD = HERE / "positions_of_version_3.json"
HEAD, EFFECTS, STACK, QUEUE = 0, 13, 14, 15
TURN = [frame.TURN, 1, -1, -1, -1, 0, 0, 0]


def as_version_4(wire: list[list[int]]) -> list[list[int]]:
    """A position of today as version 4 wrote it: captures of the turn above its flags."""
    *head, flags, captured = wire[HEAD]
    return [[4, *head[1:], flags + 256 * captured], *wire[1:]]


def old_wire(*frames: list[int], effects: tuple[int, ...] = ()) -> list[list[int]]:
    """A position of version 3 with those frames above the turn."""
    game = q.new_game(q.Rules(sets=["base", "quartifacts"]), seed=4)
    wire = as_version_4(queries.wire(game))
    wire[HEAD][0] = 3
    wire[STACK] = [number for one in (TURN, *frames) for number in one]
    wire[EFFECTS] = list(effects)
    return wire


def frames_of(wire: list[list[int]]) -> list[list[int]]:
    stack = wire[STACK]
    return [stack[at : at + frame.WIDTH] for at in range(0, len(stack), frame.WIDTH)]


def test_a_record_with_positions_of_version_3_is_replayed() -> None:
    """Its snapshots stand in scorings and quests, whose registers have changed."""
    told: dict[str, Any] = json.loads(OLD.read_text("utf-8"))
    kinds: set[int] = set()
    versions: set[int] = set()
    for entry in told["decisions"]:
        if entry.get("snapshot"):
            versions.add(entry["snapshot"][HEAD][0])
            kinds |= {one[register.KIND] for one in frames_of(entry["snapshot"])}
    assert versions == {3}
    assert {frame.SCORE, frame.QUEST_CHECK} <= kinds
    assert q.replay(told).over


def test_a_record_with_positions_of_version_4_is_replayed() -> None:
    """One of its snapshots stands after a capture, which was written above the turn's flags."""
    told: dict[str, Any] = json.loads((HERE / "positions_of_version_4.json").read_text("utf-8"))
    heads = [one["snapshot"][HEAD] for one in told["decisions"] if one.get("snapshot")]
    assert {head[0] for head in heads} == {4}
    assert max(head[-1] for head in heads) >= 256
    assert q.replay(told).over


@pytest.mark.parametrize(
    ("position", "old", "asked", "culls"), [(3, 2, -1, 2), (0, 17, 17, 0), (1, -1, -1, 0)]
)
def test_a_scoring_keeps_its_culls_and_who_was_asked_apart(
    position: int, old: int, asked: int, culls: int
) -> None:
    wire = queries.migrated(old_wire([frame.SCORE, position, -1, 1, -1, old, 0, 0]))
    score = frames_of(wire)[1]
    assert score[register.LAST_ASKED] == asked
    assert score[register.CULLS_LEFT] == culls


def test_the_rewards_of_a_quest_are_a_frame_of_their_own() -> None:
    old = [frame.QUEST_CHECK, quest_step.TAKE_DIE, 40, 1, -1, 2, 5, 0]
    below, above = frames_of(queries.migrated(old_wire(old)))[1:]
    assert below == [frame.QUEST_CHECK, quest_step.OVER, -1, 1, -1, 0, 0, 0]
    assert above[register.POSITION] == quest_step.TAKE_DIE
    assert above[register.SOURCE] == 40
    assert above[register.QUEST_GLORY] == 5
    assert above[register.CULLS_LEFT] == 2


@pytest.mark.parametrize(
    ("position", "packed", "now", "reactor"),
    [(1, 0, 1, 0), (2, 1, 2, 1), (2, 5, 3, 1), (7, 0, 8, 0)],
)
def test_a_challenge_has_one_step_more(position: int, packed: int, now: int, reactor: int) -> None:
    old = [frame.CHALLENGE, position, -1, 0, 1, 1, 0, packed]
    challenge = frames_of(queries.migrated(old_wire(old)))[1]
    assert challenge[register.POSITION] == now
    assert challenge[register.REACTOR] == reactor


@pytest.mark.parametrize(
    ("packed", "rows"),
    [
        ((5 + 1) | 16 | (2 << 5), [(14, 5), (15, 1), (16, 1)]),
        (0 | (1 << 5), [(14, -1), (16, 0)]),
        (2 + 1, [(14, 2)]),
    ],
)
def test_a_die_that_leaves_a_challenge_has_a_row_for_each_fact(
    packed: int, rows: list[tuple[int, int]]
) -> None:
    wire = queries.migrated(old_wire(effects=(effect.ATTACK, 9, 2, -1, 14, 9, packed, -1)))
    wanted = [effect.ATTACK, 9, 2, -1]
    for kind, amount in rows:
        wanted += [kind, 9, amount, -1]
    assert wire[EFFECTS] == wanted


def test_positions_of_version_4_are_those_of_today() -> None:
    """All of one game, some of them after a capture and some with flags of the turn."""
    game = q.new_game(seed=3)
    numbers: set[tuple[int, int]] = set()
    while not game.over:
        wire = queries.wire(game)
        numbers.add((wire[HEAD][-2], wire[HEAD][-1]))
        assert queries.migrated(as_version_4(wire)) == wire
        game.playout(1, 1)
    assert {captured for _, captured in numbers} == {0, 1}
    assert any(flags for flags, _ in numbers)


def test_a_position_of_today_is_left_as_it_is() -> None:
    wire = queries.wire(q.new_game(seed=1))
    assert queries.migrated(wire) is wire


@pytest.mark.parametrize("waiting", [True, False])
def test_an_old_position_in_the_middle_of_an_ability_is_refused(waiting: bool) -> None:
    program = [frame.FIRST_PROGRAM + 3, 0, 5, 0, -1, -1, -1, -1]
    wire = old_wire() if waiting else old_wire(program)
    if waiting:
        wire[QUEUE] = [0, 5, 0, -1, -1]
    with pytest.raises(PositionError, match="older version"):
        queries.migrated(wire)
