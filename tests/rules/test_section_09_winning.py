"""Section 9: how the game is won."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.testing import Play, Position

CREATURES = [
    "Scavenging Goblin", "Witching Hag", "Quake Dragon", "Deathdealer", "Ghostly Spirit",
    "Warrior of the Quay", "Questing Wizard",
]  # fmt: skip


def winners(play: Play) -> tuple[int, ...]:
    assert play.game.result is not None
    return play.game.result.winners


# --- 9.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("edition", ["original", "original-it", "revised", "qultimate"])
@pytest.mark.parametrize(("players", "goal"), [(2, 20), (3, 15), (4, 12)])
def test_the_goal_depends_on_the_number_of_players(edition: str, players: int, goal: int) -> None:
    assert q.Rules(players=players, edition=edition).goal == goal
    for before, over in ((goal - 3, False), (goal - 2, True), (goal - 1, True)):
        play = (
            Position(players, edition=edition)
            .glory(1, before)
            .ready(1, "Scavenging Goblin@C1:2/2")
            .start("score", active=1)
        )
        assert play.over == over
        if over:
            assert winners(play) == (1,)
            assert play.game.result is not None
            assert play.game.result.rule == "9.1"
            assert play.game.result.glory[1] == before + 2


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("players", "goal"), [(2, 25), (3, 19), (4, 15)])
def test_quests_raise_the_goal(players: int, goal: int) -> None:
    """With the quest rules only; their cards alone are played for the usual goal."""
    sets = ["base", "quartifacts"]
    assert q.Rules(players=players, sets=sets).goal == goal
    assert q.Rules(players=players, sets=["all"]).goal == goal
    usual = q.Rules(players=players).goal
    assert q.Rules(players=players, sets=sets, modules=[]).goal == usual
    assert q.Rules(players=players, sets=sets, goal=7).goal == 7
    for before, over in [(goal - 3, False), (goal - 2, True)]:
        play = (
            Position(players, sets=sets)
            .glory(0, before)
            .ready(0, "Scavenging Goblin@C1:2/2")
            .start("score")
        )
        assert play.over == over


@pytest.mark.rule("9.1")
def test_glory_from_a_spell_wins_at_that_moment() -> None:
    """Victory Incantation in the middle of phase 2: the creature that waits is not summoned."""
    play = (
        Position()
        .glory(0, 17)
        .glory(1, 19)
        .ready(0, "Victory Incantation@S")
        .active(0, "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do("cast Victory Incantation")
    assert play.over
    assert winners(play) == (0,)
    assert play.dice(0, "active") == ["Basic Quiddity", "Scavenging Goblin"]
    assert play.kind == "over"


@pytest.mark.rule("9.1")
def test_more_glory_of_another_player_does_not_matter_before_the_goal() -> None:
    play = Position(goal=30).glory(1, 29).glory(0, 28).ready(0, "Scavenging Goblin@C1:2/2")
    game = play.start("score")
    assert winners(game) == (0,)


@pytest.mark.rule("9.1")
def test_an_ability_in_the_attack_can_win() -> None:
    """Strong Deathdealer scores as soon as it has destroyed a creature."""
    play = (
        Position()
        .glory(0, 18)
        .ready(0, "Strong Deathdealer@C1:3/2")
        .ready(1, "Ghostly Spirit@C1:2/2", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.kind == "defend"
    play.do("defend Ghostly Spirit")
    assert play.over
    assert play.glory == (20, 0)
    assert winners(play) == (0,)


# --- 9.2 -------------------------------------------------------------------------------------


def last_capture(players: int = 3, sets: tuple[str, ...] = ("base",)) -> Position:
    """The next capture of a goblin empties the fourth creature card."""
    position = (
        Position(players, sets=sets, wilds=CREATURES)
        .active(0, "Basic Quiddity@Q2")
        .left("Basic Quiddity", 0)
        .left("Scavenging Goblin", 1)
    )
    for name in CREATURES[1:4]:
        position.left(name, 0)
    return position


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(
    ("glory", "wanted"),
    [((3, 5, 4), (1,)), ((6, 5, 4), (0,)), ((0, 0, 1), (2,))],
)
def test_the_most_glory_wins_on_empty_cards(
    glory: tuple[int, int, int], wanted: tuple[int, ...]
) -> None:
    position = last_capture()
    for seat, amount in enumerate(glory):
        position.glory(seat, amount)
    play = position.ready(0, *["Assistant@C1:1/2"] * 2).start("capture")
    play.do("capture Scavenging Goblin")
    assert play.over
    assert winners(play) == wanted
    assert play.game.result is not None
    assert (play.game.result.rule, play.game.result.glory) == ("9.2", glory)


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(
    ("ready", "wanted"),
    [
        ((0, 1, 0), (1,)),
        ((2, 1, 0), (0,)),
        ((1, 1, 0), (0, 1)),
        ((0, 0, 3), (0, 1)),  # the third player has fewer Glory: their dice do not help
        ((2, 2, 4), (0, 1)),
    ],
)
def test_a_tie_goes_to_the_most_dice_in_the_ready_area_then_it_is_shared(
    ready: tuple[int, int, int], wanted: tuple[int, ...]
) -> None:
    position = last_capture().glory(0, 4).glory(1, 4).glory(2, 3)
    for seat, count in enumerate(ready):
        position.ready(seat, *["Assistant@C1:1/2"] * count)
    play = position.start("capture")
    play.do("capture Scavenging Goblin")
    assert winners(play) == wanted


@pytest.mark.rule("9.2")
def test_readied_spells_count_as_dice_in_the_ready_area() -> None:
    play = (
        last_capture(2)
        .glory(0, 4)
        .glory(1, 4)
        .ready(0, "Assistant@C1:1/2")
        .ready(1, "Life Spell@S", "Life Spell@S")
        .start("capture")
    )
    play.do("capture Scavenging Goblin")
    assert winners(play) == (1,)


@pytest.mark.rule("9.2")
@pytest.mark.rule("12.2")
def test_creatures_on_a_quest_and_what_they_carry_are_not_in_the_ready_area() -> None:
    """Attached spells lie where their carrier lies; a quartifact that waits is at home."""
    hunt = "Hunt for Exqualibur"
    position = (
        last_capture(2, ("base", "quartifacts"))
        .glory(0, 4)
        .glory(1, 4)
        .ready(0, f"{hunt}@QF:Exqualibur")
        .quest(1, hunt, "Ghostly Spirit@C1:2/2")
        .attached(1, "Death Charm@S*", 1, "Ghostly Spirit")
    )
    play = position.start("capture")
    play.do("capture Scavenging Goblin")
    assert winners(play) == (0,)


@pytest.mark.rule("9.2")
@pytest.mark.rule("11.1")
def test_a_locked_die_is_in_the_ready_area() -> None:
    creatures = [*CREATURES[:6], "Frost Howler"]
    position = Position(sets=["base", "quest_of_the_qladiator"], wilds=creatures)
    for name in CREATURES[1:4]:
        position.left(name, 0)
    play = (
        position.left("Scavenging Goblin", 1)
        .active(0, "Basic Quiddity@Q2")
        .glory(0, 4)
        .glory(1, 4)
        .locked(1, "Frost Howler")
        .start("capture")
    )
    play.do("capture Scavenging Goblin")
    assert winners(play) == (1,)


@pytest.mark.rule("9.2")
def test_all_players_can_share_the_victory() -> None:
    play = last_capture(4).start("capture")
    play.do("capture Scavenging Goblin")
    assert winners(play) == (0, 1, 2, 3)
    assert "share the victory" in repr(play.game.result)


@pytest.mark.rule("9.2")
def test_there_is_no_result_while_the_game_is_on() -> None:
    play = last_capture().start("capture")
    assert play.game.result is None
    assert not play.over
