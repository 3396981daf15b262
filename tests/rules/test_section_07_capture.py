"""Section 7: phase 4, capturing dice from the Wilds."""

from __future__ import annotations

import pytest

from quarriors.testing import Position

CREATURES = [
    "Scavenging Goblin", "Witching Hag", "Quake Dragon", "Deathdealer", "Ghostly Spirit",
    "Warrior of the Quay", "Questing Wizard",
]  # fmt: skip
SPELLS = ["Life Spell", "Death Charm", "Growth Charm"]


def shop(**more: object) -> Position:
    """A table of known cards, no basics on their cards, and a next player with a decision."""
    return (
        Position(wilds=CREATURES + SPELLS, **more)  # type: ignore[arg-type]
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .left("Portal", 0)
        .ready(1, "Growth Charm@S")
    )


# --- 7.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("quiddity", range(1, 8))
def test_everything_is_offered_that_can_be_paid_for(quiddity: int) -> None:
    costs = {
        "Scavenging Goblin": 2, "Deathdealer": 3, "Ghostly Spirit": 3, "Warrior of the Quay": 4,
        "Witching Hag": 5, "Questing Wizard": 7, "Quake Dragon": 8, "Life Spell": 4,
        "Growth Charm": 5, "Death Charm": 5,
    }  # fmt: skip
    play = shop().active(0, *["Basic Quiddity@Q1"] * quiddity).ready(0, "Life Spell@S")
    game = play.start("capture")
    wanted = {f"capture {name} for {cost}" for name, cost in costs.items() if cost <= quiddity}
    if not wanted:
        assert game.kind == "clean-up"  # nothing to be had for 1
    else:
        assert set(game.options) == {*wanted, "pass"}


@pytest.mark.rule("7.1")
def test_one_die_is_captured_into_the_used_pile() -> None:
    play = shop().active(0, *["Basic Quiddity@Q1"] * 8).start("capture")
    play.do("capture Deathdealer")
    assert play.game.active == 1  # one capture, though 5 quiddity were left
    assert play.left("Deathdealer") == 4
    assert play.dice(0, "used") == ["Basic Quiddity"] * 8 + ["Deathdealer"]


@pytest.mark.rule("7.1")
def test_capturing_is_optional() -> None:
    play = shop().active(0, *["Basic Quiddity@Q1"] * 8).start("capture")
    play.do("pass")
    assert play.game.active == 1
    assert play.dice(0, "used") == ["Basic Quiddity"] * 8


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("captures", [0, 1, 2])
def test_advanced_capture_allows_two_at_most(captures: int) -> None:
    play = (
        shop(variants=["advanced_capture"]).active(0, *["Basic Quiddity@Q1"] * 8).start("capture")
    )
    for _ in range(captures):
        assert play.kind == "capture"
        play.do("capture Scavenging Goblin")
    if captures < 2:
        assert "capture Scavenging Goblin for 2" in play.options
        play.do("pass")
    assert play.game.active == 1
    assert play.left("Scavenging Goblin") == 5 - captures


@pytest.mark.rule("7.1")
def test_two_captures_are_paid_for_one_after_the_other() -> None:
    play = (
        shop(variants=["advanced_capture"]).active(0, *["Basic Quiddity@Q1"] * 5).start("capture")
    )
    play.do("capture Deathdealer")
    assert set(play.options) == {"capture Scavenging Goblin for 2", "pass"}


@pytest.mark.rule("7.1")
def test_abilities_add_captures() -> None:
    """Two Growth Cantrips: three captures in all."""
    play = (
        Position(wilds=CREATURES)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, *["Growth Cantrip@S"] * 2, *["Basic Quiddity@Q1"] * 6)
        .ready(1, "Death Incantation@S*", "Ghostly Spirit@C1:2/2")
        .start("immediate")
    )
    play.do("use Growth Cantrip", "use Growth Cantrip")
    for left in (4, 3, 2):
        play.do("capture Scavenging Goblin")
        assert play.left("Scavenging Goblin") == left
    assert play.game.active == 1


@pytest.mark.rule("7.1")
def test_costs_are_lowered_but_never_below_nothing() -> None:
    """Two scored Mighty Questing Wizards: 4 less, three captures; 2 and 3 cost nothing."""
    play = (
        Position(wilds=["Scavenging Goblin", "Deathdealer", "Witching Hag", "Quake Dragon"])
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, *["Mighty Questing Wizard@C1:2/5"] * 2)
        .bag(0, *["Basic Quiddity"] * 6)
        .start("score")
    )
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert play.kind == "capture"
    assert "capture Scavenging Goblin for 0" in play.options
    assert "capture Deathdealer for 0" in play.options
    assert "capture Portal for 0" in play.options
    assert "capture Witching Hag for 1" in play.options
    assert "capture Quake Dragon for 4" in play.options
    play.do("capture Scavenging Goblin")
    assert play.dice(0, "active") == ["Basic Quiddity"] * 6  # nothing was spent
    assert play.pool == 0


# --- 7.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("7.2")
def test_culled_basic_quiddity_costs_nothing_but_a_capture() -> None:
    play = (
        shop()
        .ready(0, "Ghostly Spirit@C1:2/2")
        .used(0, "Basic Quiddity")
        .bag(0, *["Portal"] * 5, "Deathdealer")
        .start("score")
    )
    assert play.kind == "cull"
    play.draws(*["Portal"] * 5, "Deathdealer").rolls(*["Portal@Q1"] * 5, "Deathdealer@Q1")
    play.do("cull Basic Quiddity")
    assert play.left("Basic Quiddity") == 1
    assert "capture Basic Quiddity for 0" in play.options
    play.do("capture Basic Quiddity")
    assert play.game.active == 1  # the one capture is used up
    assert "Basic Quiddity" in play.dice(0, "used")
    assert play.left("Basic Quiddity") == 0


@pytest.mark.rule("7.2")
def test_there_is_no_basic_quiddity_to_capture_at_the_start() -> None:
    play = shop().active(0, *["Basic Quiddity@Q1"] * 3).start("capture")
    assert not [text for text in play.options if "Basic Quiddity" in text]


# --- 7.3 -------------------------------------------------------------------------------------


def nearly_empty(empty: int) -> Position:
    """A number of creature cards empty, and one die left on the Scavenging Goblin's."""
    position = shop().active(0, *["Basic Quiddity@Q1"] * 4).left("Scavenging Goblin", 1)
    for name in CREATURES[1 : empty + 1]:
        position.left(name, 0)
    return position


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("empty", "over"), [(2, False), (3, True), (4, True)])
def test_four_empty_creature_cards_end_the_game_after_a_capture(empty: int, over: bool) -> None:
    play = nearly_empty(empty).start("capture")
    play.do("capture Scavenging Goblin")
    assert play.over == over
    if over:
        assert play.game.result is not None
        assert play.game.result.rule == "9.2"
        assert play.game.active == 0  # at once, not after the turn
        assert play.dice(0, "used") == ["Scavenging Goblin"]
        assert play.dice(0, "active") == play.dice(0, "spent") == ["Basic Quiddity"] * 2


@pytest.mark.rule("7.3")
def test_empty_basics_and_spells_do_not_count() -> None:
    position = nearly_empty(2)
    for name in SPELLS:
        position.left(name, 0)
    play = position.start("capture")
    play.do("capture Scavenging Goblin")
    assert [play.left(name) for name in ("Basic Quiddity", "Assistant", "Portal")] == [0, 0, 0]
    assert not play.over


@pytest.mark.rule("7.3")
def test_the_second_capture_of_a_turn_can_end_the_game_too() -> None:
    position = shop(variants=["advanced_capture"]).active(0, *["Basic Quiddity@Q1"] * 4)
    position.left("Scavenging Goblin", 2)
    for name in CREATURES[1:4]:
        position.left(name, 0)
    play = position.start("capture")
    play.do("capture Scavenging Goblin")
    assert not play.over
    play.do("capture Scavenging Goblin")
    assert play.over
