"""Section 4: phase 1, scoring and culling."""

from __future__ import annotations

import pytest

from quarriors.engine.catalog import Catalog
from quarriors.testing import Position

EXPERT = ["expert_culling"]

# --- 4.1 and 4.2 -----------------------------------------------------------------------------


@pytest.mark.rule("4.1")
def test_every_creature_in_the_ready_area_scores_without_a_choice() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .ready(1, "Quake Dragon@C1:4/4")
        .start("score")
    )
    assert play.glory == (6, 0)
    assert play.kind == "cull"
    assert play.dice(0, "ready") == []
    assert play.dice(1, "ready") == ["Quake Dragon"]  # only the active player's score


@pytest.mark.rule("4.1")
def test_readied_spells_neither_score_nor_leave() -> None:
    play = Position().ready(0, "Growth Charm@S", "Assistant@C1:1/2").start("score")
    assert play.glory == (1, 0)
    assert play.dice(0, "ready") == ["Growth Charm"]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("before", "over"), [(16, False), (17, True), (19, True)])
def test_reaching_the_goal_ends_the_game_on_the_spot(before: int, over: bool) -> None:
    play = Position().glory(0, before).ready(0, "Witching Hag@C1:3/3").start("score")
    assert play.over == over
    assert play.glory == (before + 3, 0)
    if over:
        assert play.dice(0, "ready") == ["Witching Hag"]  # nothing more is resolved


@pytest.mark.rule("4.1")
def test_abilities_add_to_the_glory_of_the_card() -> None:
    """Victory Cantrip +2, Mighty Quake Dragon's double burst +2."""
    play = (
        Position()
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .attached(0, "Victory Cantrip@S", 0, "Mighty Quake Dragon")
        .start("score")
    )
    assert play.glory == (8, 0)


@pytest.mark.rule("4.2")
def test_scored_creatures_go_to_the_used_pile_and_each_spell_to_its_owners() -> None:
    play = (
        Position(3)
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Victory Cantrip@S", 0, "Witching Hag")
        .attached(2, "Death Charm@S*", 0, "Witching Hag")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Victory Cantrip@S", 1, "Scavenging Goblin")
        .start("score")
    )
    assert play.dice(0, "used") == ["Victory Cantrip", "Witching Hag"]
    assert play.dice(2, "used") == ["Death Charm"]
    assert play.dice(1, "attached") == ["Victory Cantrip"]
    assert play.dice(0, "attached") == play.dice(2, "attached") == []
    assert play.glory == (5, 0, 0)


# --- 4.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("4.3")
def test_one_cull_for_each_scorer_itself_and_its_spells_included() -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2")
        .attached(0, "Victory Cantrip@S", 0, "Witching Hag")
        .used(0, "Basic Quiddity", "Basic Quiddity", "Assistant")
        .bag(0, "Portal")
        .spent(0, "Portal")
        .used(1, "Ghostly Spirit")
        .start("score")
    )
    assert sorted(play.options) == [
        "cull Assistant",
        "cull Basic Quiddity",
        "cull Scavenging Goblin",
        "cull Victory Cantrip",
        "cull Witching Hag",
        "pass",
    ]
    play.do("cull Witching Hag")
    assert play.left("Witching Hag") == 5
    play.do("cull Basic Quiddity")
    assert play.left("Basic Quiddity") == 1
    assert play.kind != "cull"  # two scorers, two culls
    assert play.dice(1, "used") == ["Ghostly Spirit"]


@pytest.mark.rule("4.3")
def test_a_culled_die_can_be_captured_again() -> None:
    play = (
        Position()
        .left("Assistant", 0)
        .left("Basic Quiddity", 0)
        .ready(0, "Assistant@C1:1/2")
        .bag(0, *["Basic Quiddity"] * 6)
        .ready(1, "Growth Charm@S")  # something to decide in the next turn
        .start("score")
    )
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("cull Assistant")
    assert "capture Assistant for 1" in play.options
    play.do("capture Assistant")
    assert "Assistant" in play.dice(0, "used")


@pytest.mark.rule("4.3")
def test_without_a_scorer_nothing_is_culled() -> None:
    play = Position().used(0, "Basic Quiddity").ready(0, "Life Charm@S").start("score")
    assert play.kind != "cull"
    assert not play.happened("cull")


@pytest.mark.rule("4.3")
def test_culling_may_be_declined_at_any_cull() -> None:
    play = (
        Position()
        .ready(0, *["Assistant@C1:1/2"] * 3)
        .used(0, "Portal", "Portal")
        .ready(1, "Growth Charm@S")
        .start("score")
    )
    play.do("cull Portal", "pass")
    assert play.left("Portal") == 4
    assert play.kind != "cull"


# --- 4.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("4.4")
def test_scoring_abilities_are_optional_and_come_between_scoring_and_culling() -> None:
    position = (
        Position()
        .ready(0, "Strong Witching Hag@C1:3/3")
        .used(0, "Scavenging Goblin", "Basic Quiddity")
    )
    play = position.start("score")
    assert play.glory == (3, 0)  # scored already
    assert play.dice(0, "ready") == []
    assert set(play.options) == {"fetch Scavenging Goblin in seat 0's used", "no"}
    play.do("no")
    assert play.kind == "cull"  # not culled yet
    assert "Scavenging Goblin" in play.dice(0, "used")
    taken = position.start("score")
    taken.do("fetch Scavenging Goblin")
    assert taken.kind == "cull"
    assert sorted(taken.options) == ["cull Basic Quiddity", "cull Strong Witching Hag", "pass"]


# --- 4.5 -------------------------------------------------------------------------------------


@pytest.mark.rule("4.5")
def test_in_phase_one_no_spell_is_attached_or_cast() -> None:
    """Victory Cantrip and Victory Incantation are ready and would pay off: not in phase 1."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Victory Cantrip@S", "Growth Charm@S")
        .used(0, "Portal")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("score")
    )
    assert play.kind == "cull"
    assert sorted(play.options) == ["cull Portal", "cull Witching Hag", "pass"]
    assert play.glory == (3, 0)
    play.draws("Portal", "Witching Hag").rolls("Portal@W1", "Witching Hag@Q1")
    play.do("pass")
    assert play.kind == "ready"
    assert set(play.options) == {"cast Victory Cantrip [S]", "cast Growth Charm [S]", "pass"}


# --- 4.6 -------------------------------------------------------------------------------------


@pytest.mark.rule("4.6")
def test_expert_culling_gives_glory_for_the_die_that_is_given_up() -> None:
    play = (
        Position(variants=EXPERT)
        .ready(0, "Witching Hag@C1:3/3")
        .used(0, "Basic Quiddity")
        .ready(1, "Growth Charm@S")
        .start("score")
    )
    assert play.kind == "score-or-keep"
    assert set(play.options) == {
        "score Witching Hag [C1:3/3] for 3 glory",
        "keep Witching Hag [C1:3/3]",
    }
    play.do("score Witching Hag")
    assert play.glory == (3, 0)
    assert play.left("Witching Hag") == 5
    assert play.kind != "cull"  # that very die was the cull
    assert "Witching Hag" not in play.dice(0, "used") + play.dice(0, "active")


@pytest.mark.rule("4.6")
def test_expert_culling_gives_neither_if_the_die_is_kept() -> None:
    play = Position(variants=EXPERT).ready(0, "Witching Hag@C1:3/3", "Life Charm@S").start("score")
    play.do("keep Witching Hag")
    assert play.glory == (0, 0)
    assert play.left("Witching Hag") == 4
    assert play.kind != "cull"
    # It left the Ready Area like any scorer, and was drawn again from the refilled bag.
    assert play.dice(0, "active") == ["Witching Hag"]


@pytest.mark.rule("4.6")
def test_expert_culling_is_decided_for_each_creature() -> None:
    play = (
        Position(variants=EXPERT)
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .left("Assistant", 0)
        .ready(1, "Growth Charm@S")
        .start("score")
    )
    for _ in range(3):
        assert play.kind == "score-or-keep"
        play.do("keep" if "Goblin" in play.options[0] else "score")
    assert play.glory == (4, 0)
    assert play.left("Witching Hag") == 5
    assert play.left("Assistant") == 1
    assert play.left("Scavenging Goblin") == 4


@pytest.mark.rule("4.6")
def test_expert_culling_can_win_the_game() -> None:
    play = (
        Position(variants=EXPERT).glory(0, 18).ready(0, "Scavenging Goblin@C1:2/2").start("score")
    )
    play.do("score")
    assert play.over
    assert play.game.result is not None
    assert play.game.result.winners == (0,)


@pytest.mark.rule("4.6")
def test_without_the_variant_the_choice_is_not_there() -> None:
    play = Position(variants=["advanced_capture"]).ready(0, "Witching Hag@C1:3/3").start("score")
    assert play.kind == "cull"
    assert play.glory == (3, 0)


# --- 4.7 -------------------------------------------------------------------------------------


@pytest.mark.rule("4.7")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (3, 0), (5, 0), (6, 1)])
def test_glory_never_drops_below_nothing(before: int, after: int, made_up: Catalog) -> None:
    """The Beggar costs its summoner 5 Glory."""
    play = (
        Position(catalog=made_up)
        .glory(0, before)
        .glory(1, 4)
        .active(0, "Beggar@C1:1/1", "Basic Quiddity@Q1", "Portal@Q1")
        .start("ready")
    )
    play.do("summon Beggar")
    assert play.glory == (after, 4)
