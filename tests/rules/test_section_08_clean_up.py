"""Section 8: phase 5, the end of a turn."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position

ALL = ["original", "original-it", "revised", "qultimate"]


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("edition", ALL)
def test_spent_dice_and_the_rest_of_the_active_pool_go_to_the_used_pile(edition: str) -> None:
    play = (
        Position(edition=edition)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2", "Portal@W1")
        .active(1, "Witching Hag@C1:3/3")
        .ready(1, "Growth Charm@S")
        .start("ready")
    )
    play.do("pass")
    assert play.game.active == 1
    assert play.dice(0, "used") == ["Basic Quiddity", "Portal", "Scavenging Goblin"]
    assert play.dice(0, "spent") == play.dice(0, "active") == []
    assert "Witching Hag" in play.dice(1, "active")  # another player's Active Pool stays


@pytest.mark.rule("8.1")
def test_creatures_and_attached_spells_stay_and_readied_spells_as_one_likes() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Life Charm@S", "Growth Charm@S", "Growth Charm@S")
        .attached(0, "Victory Cantrip@S", 0, "Witching Hag")
        .ready(1, "Growth Charm@S")
        .start("clean-up")
    )
    assert set(play.options) == {"retire Life Charm [S]", "retire Growth Charm [S]", "pass"}
    play.do("retire Growth Charm")
    assert set(play.options) == {"retire Life Charm [S]", "retire Growth Charm [S]", "pass"}
    play.do("pass")
    assert play.game.active == 1
    assert play.dice(0, "used") == ["Growth Charm"]
    assert play.dice(0, "ready") == ["Growth Charm", "Life Charm", "Witching Hag"]
    assert play.dice(0, "attached") == ["Victory Cantrip"]


@pytest.mark.rule("8.1")
def test_all_readied_spells_may_go() -> None:
    play = (
        Position()
        .ready(0, "Life Charm@S", "Growth Charm@S")
        .ready(1, "Growth Charm@S")
        .start("clean-up")
    )
    play.do("retire Life Charm", "retire Growth Charm")
    assert play.game.active == 1
    assert play.dice(0, "ready") == []
    assert play.dice(0, "used") == ["Growth Charm", "Life Charm"]


@pytest.mark.rule("8.1")
def test_effects_of_this_turn_end_with_it() -> None:
    """Death Cantrip's attack, Life Spell's defense and Growth Cantrip's capture are gone."""
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Death Cantrip@S**", "Scavenging Goblin@C1:2/2")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .active(0, "Growth Cantrip@S")
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    play.do("use Growth Cantrip", "cast Death Cantrip")
    assert play.attack(0, "Scavenging Goblin") == 5
    play.do("react Life Spell")
    assert play.defense(1, "Devotee of the Holy Query") == 8
    assert play.captures == 2
    play.do("pass")
    assert play.game.active == 1
    assert play.kind == "cull"  # the Devotee scored in the next turn
    assert play.attack(0, "Scavenging Goblin") == 2
    assert queries.effects(play.state) == []
    assert play.captures == 1
    assert play.pool == 0


@pytest.mark.rule("8.1")
def test_discounts_and_what_scored_are_forgotten_for_the_next_player() -> None:
    """Two Mighty Questing Wizards score: 4 off and Victory Charm castable, in this turn only."""
    play = (
        Position(wilds=["Scavenging Goblin", "Witching Hag"])
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, *["Mighty Questing Wizard@C1:2/5"] * 2, "Victory Charm@S")
        .bag(0, *["Basic Quiddity"] * 6)
        .ready(1, "Victory Charm@S")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("score")
    )
    play.rolls(*["Basic Quiddity@Q1"] * 12)
    play.do("pass")
    assert "cast Victory Charm [S]" in play.options
    play.do("pass", "pass")
    assert "capture Witching Hag for 1" in play.options
    assert play.captures == 3
    play.do("pass", "pass")
    assert play.game.active == 1
    assert play.kind != "ready"
    assert "capture Witching Hag for 5" in play.options
    play.do("capture Scavenging Goblin")
    assert play.kind != "capture"  # one capture, not three


@pytest.mark.rule("8.1")
def test_a_lasting_effect_on_a_creature_that_stays_ends_too() -> None:
    play = (
        Position(3)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Growth Charm@S")
        .ready(2, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .start("attack")
    )
    play.do("react Life Spell")
    # Seat 1's turn: the Devotee of seat 2 is still there and back to what its die shows.
    assert play.game.active == 1
    assert play.defense(2, "Devotee of the Holy Query") == 4


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("edition", ALL)
def test_a_reaction_spent_in_anothers_turn_waits_for_the_end_of_its_owners_next_turn(
    edition: str,
) -> None:
    play = (
        Position(edition=edition)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Spell@S", "Growth Charm@S")
        .active(0, "Quake Dragon@Q3|R")
        .start("attack")
    )
    play.do("react Life Spell")
    assert play.game.active == 0
    assert play.dice(1, "used" if edition.startswith("original") else "spent") == ["Life Spell"]
    play.do("pass")
    assert play.game.active == 1
    in_use = edition.startswith("original")
    assert play.dice(1, "spent") == ([] if in_use else ["Life Spell"])
    assert ("Life Spell" in play.dice(1, "used")) == in_use
    while play.game.active == 1:
        play.do("pass")
    assert play.dice(1, "spent") == []
    assert "Life Spell" in play.dice(1, "used")
