"""Section 10: casting, attaching, reacting, immediate spells."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import place
from quarriors.testing import Position

ALL = ["original", "original-it", "revised", "qultimate"]

# --- 10.1 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(
    ("face", "targets"),
    [
        ("S*", {"Scavenging Goblin [C1:2/2] in seat 1's", "Ghostly Spirit [C2:3/3] in seat 0's"}),
        (
            "S**",
            {
                "Scavenging Goblin [C1:2/2] in seat 1's",
                "Ghostly Spirit [C2:3/3] in seat 0's",
                "Quake Dragon [C3:8/7**] in seat 2's",
            },
        ),
    ],
)
def test_casting_spends_the_die_for_the_face_showing_and_the_caster_chooses(
    face: str, targets: set[str]
) -> None:
    play = (
        Position(3)
        .ready(0, f"Death Incantation@{face}", "Ghostly Spirit@C2:3/3")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(2, "Quake Dragon@C3:8/7**")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(0, "spent") == ["Death Incantation"]
    assert (play.kind, play.seat) == ("effect", 0)
    assert set(play.options) == {f"destroy {target} ready" for target in targets}
    play.do("destroy Scavenging Goblin")
    assert play.dice(1, "used") == ["Scavenging Goblin"]


@pytest.mark.rule("10.1")
def test_ordinary_spells_are_cast_in_ones_own_turn_only() -> None:
    """Seat 1 holds Growth Charm and Death Incantation; in seat 0's turn nobody asks for them."""
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Quake Dragon@C1:4/4", "Life Charm@S")
        .ready(1, "Growth Charm@S", "Death Incantation@S*", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("clean-up", 0)
    play.rolls("Devotee of the Holy Query@C1:0/3")  # it was destroyed and is drawn again
    play.do("pass")
    assert (play.kind, play.seat) == ("ready", 1)
    assert set(play.options) == {"cast Growth Charm [S]", "cast Death Incantation [S*]", "pass"}


@pytest.mark.rule("10.1")
def test_a_spell_may_be_kept_and_cast_in_a_later_turn() -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, "Growth Charm@S")
        .ready(1, "Growth Charm@S")
        .start("ready")
    )
    play.do("ready Growth Charm", *["pass"] * 4)
    assert play.game.active == 1
    assert play.dice(0, "ready") == ["Growth Charm"]
    play.do(*["pass"] * 4)
    assert play.game.active == 0
    assert "cast Growth Charm [S]" in play.options
    play.do("cast Growth Charm")
    assert play.pool == 3


# --- 10.2 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.2")
def test_an_attached_spell_lies_with_its_creature_and_several_may() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Life Cantrip@S", "Life Cantrip@S", "Death Charm@S*")
        .start("ready")
    )
    play.do("cast Life Cantrip", "cast Life Cantrip", "cast Death Charm")
    assert play.dice(0, "attached") == ["Death Charm", "Life Cantrip", "Life Cantrip"]
    assert play.dice(0, "spent") == []
    assert play.defense(0, "Witching Hag") == 3 + 4 + 4 + 3
    assert play.attack(0, "Witching Hag") == 6


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("way", ["scored", "destroyed", "by damage"])
def test_attached_spells_go_to_their_owners_used_piles_when_the_creature_leaves(way: str) -> None:
    position = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, "Death Charm@S*", 0, "Witching Hag")
        .attached(1, "Life Cantrip@S", 0, "Witching Hag")
    )
    if way == "scored":
        play = position.start("score")
    elif way == "destroyed":
        play = (
            Position()
            .ready(0, "Witching Hag@C1:3/3")
            .attached(0, "Life Cantrip@S", 0, "Witching Hag")
            .attached(1, "Life Cantrip@S", 0, "Witching Hag")
            .ready(1, "Death Incantation@S**")
            .start("ready", active=1)
        )
        play.do("cast Death Incantation")
    else:
        play = position.ready(1, *["Quake Dragon@C3:8/7**"] * 2).start("attack", active=1)
    mine = "Life Cantrip" if way == "destroyed" else "Death Charm"
    assert play.dice(0, "used") == sorted(["Witching Hag", mine])
    assert play.dice(1, "used") == ["Life Cantrip"]
    assert queries.dice_at(play.state, place.ATTACHED) == []


@pytest.mark.rule("10.2")
@pytest.mark.rule("6.5")
def test_a_creature_that_is_destroyed_and_saved_has_lost_its_spells() -> None:
    """All books: the spell goes to its owner's Used Pile if the creature is destroyed or leaves."""
    play = (
        Position(3)
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Shaping Cantrip@S")
        .attached(1, "Victory Cantrip@S", 1, "Devotee of the Holy Query")
        .attached(2, "Victory Cantrip@S", 1, "Devotee of the Holy Query")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]
    assert play.dice(1, "used") == play.dice(2, "used") == ["Victory Cantrip"]
    assert queries.dice_at(play.state, place.ATTACHED) == []


@pytest.mark.rule("10.2")
def test_an_attached_spell_does_not_work_any_more_when_it_is_destroyed() -> None:
    play = (
        Position()
        .ready(0, "Shaping Spell@S")
        .ready(1, "Witching Hag@C1:3/3")
        .attached(1, "Life Cantrip@S", 1, "Witching Hag")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert play.defense(1, "Witching Hag") == 7
    play.do("cast Shaping Spell")
    assert play.defense(1, "Witching Hag") == 3
    assert play.dice(1, "used") == ["Life Cantrip"]


@pytest.mark.rule("10.2")
@pytest.mark.rule("4.5")
def test_nothing_is_attached_in_phase_one() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Victory Cantrip@S")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("score")
    )
    assert play.kind == "cull"
    assert play.glory == (3, 0)
    assert play.dice(0, "ready") == ["Victory Cantrip"]


# --- 10.3 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.3")
@pytest.mark.parametrize("card", ["Life Charm", "Life Incantation", "Life Spell"])
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_a_reaction_is_never_cast_in_ones_own_turn(card: str, phase: str) -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, f"{card}@S", "Assistant@C1:1/2")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .start(phase)
    )
    # The only thing left to do with it in this turn is to put it away.
    assert (play.kind, play.seat) == ("clean-up", 0)
    assert set(play.options) == {f"retire {card} [S]", "pass"}


@pytest.mark.rule("10.3")
def test_a_reaction_is_cast_in_somebody_elses_turn() -> None:
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("react", 1)
    assert set(play.options) == {"react Life Spell [S]", "pass"}
    play.do("react Life Spell")
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]
    assert play.defense(1, "Devotee of the Holy Query") == 8


@pytest.mark.rule("10.3")
def test_a_reaction_that_was_passed_over_is_kept() -> None:
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "ready") == ["Life Spell"]
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]


# --- 10.4 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("card", ["Growth Cantrip", "Growth Incantation", "Growth Spell"])
def test_an_immediate_spell_is_used_right_after_the_roll(edition: str, card: str) -> None:
    play = (
        Position(edition=edition).active(0, f"{card}@S").bag(0, "Basic Quiddity").start("immediate")
    )
    assert set(play.options) == {f"use {card} [S]", "pass"}
    play.do(f"use {card}")
    assert play.pool == 2


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("card", ["Growth Cantrip", "Growth Incantation", "Growth Spell"])
def test_an_immediate_spell_is_never_readied(card: str) -> None:
    play = Position().active(0, f"{card}@S", "Portal@Q1").start("immediate")
    play.do("pass")
    assert play.kind != "ready"


@pytest.mark.rule("10.4")
def test_a_spell_of_the_same_class_that_is_not_immediate_is_readied() -> None:
    play = Position().active(0, "Growth Charm@S").start("immediate")
    assert play.kind == "ready"
    assert set(play.options) == {"ready Growth Charm [S]", "pass"}
