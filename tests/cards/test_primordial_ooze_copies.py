"""The Strong Primordial Ooze: what it copies, for how long, and when it may switch.

It has the longest list of rulings of the base set. Its numbers are 0/5 while it copies nothing.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.catalog import FACES
from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
OOZE = "Strong Primordial Ooze"
DIE = f"{OOZE}@C2:?/?"
SWITCH = f"switch {OOZE} [C2:?/?]"


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


def numbers(play: Play, seat: int = 0, name: str = OOZE) -> tuple[int, int]:
    """Attack and defense of a creature now, an Ooze's if not told otherwise."""
    return play.attack(seat, name), play.defense(seat, name)


def summon(position: Position) -> Play:
    """Seat 0 summons an Ooze and keeps a die to spend, so that phase 2 is not over."""
    play = position.active(0, DIE, "Basic Quiddity@Q2", "Portal@Q1").start("ready")
    play.do(f"summon {OOZE}")
    return play


def finish_turn(play: Play) -> None:
    """Everybody passes until the turn is over."""
    active = play.game.active
    while play.game.active == active:
        play.do("pass")


# --- what it becomes ----------------------------------------------------------------------------


@pytest.mark.ability("Strong Primordial Ooze", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_summoned_ooze_copies_one_creature_of_any_opponent(edition: str) -> None:
    """It costs the die's level 2; own creatures and spells cannot be copied."""
    play = (
        Position(players=3, edition=edition)
        .active(0, DIE, "Basic Quiddity@Q2", "Portal@Q1")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Questing Wizard@C3:4/8**", "Death Cantrip@S*")
        .ready(2, "Ghostly Spirit@C2:3/3", "Assistant@C1:1/2", "Assistant@C1:1/2")
        .active(2, "Witching Hag@C2:4/5")
        .start("ready")
    )
    assert f"summon {OOZE} [C2:?/?] for 2" in play.options
    play.do(f"summon {OOZE}")
    assert play.kind == "effect"
    assert (play.decision.card, play.decision.ability) == (OOZE, 0)
    assert set(play.options) == {  # compulsory: no "no"
        "copy Questing Wizard [C3:4/8**] in seat 1's ready",
        "copy Ghostly Spirit [C2:3/3] in seat 2's ready",
        "copy Assistant [C1:1/2] in seat 2's ready",
    }
    play.do("copy Questing Wizard")
    assert numbers(play) == (4, 9)  # the double burst's +1 defense too
    assert numbers(play, 1, "Questing Wizard") == (4, 9)
    assert numbers(play, 2, "Ghostly Spirit") == (3, 3)


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_with_one_creature_to_copy_there_is_nothing_to_choose() -> None:
    """Compulsory when possible, even if the copy is worse than 0/5."""
    play = summon(Position().ready(1, "Assistant@C1:1/2"))
    assert play.kind == "capture"
    assert numbers(play) == (1, 2)


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_with_nothing_to_copy_it_is_a_zero_five_worth_two_glory() -> None:
    """Own creatures do not help."""
    play = summon(Position().ready(0, "Questing Wizard@C1:2/5"))
    assert play.kind == "capture"
    assert numbers(play) == (0, 5)

    scoring = Position().ready(0, DIE).start("score")
    assert scoring.glory == (2, 0)


@pytest.mark.ability("Strong Primordial Ooze", 0)
@pytest.mark.parametrize(("damage", "falls"), [(4, False), (5, True)])
def test_a_plain_ooze_holds_four_and_falls_to_five(damage: int, falls: bool) -> None:
    """Defense 5, the boundary; it does not want to switch."""
    position = Position().ready(0, "Strong Quake Dragon@C1:4/4").ready(1, DIE)
    if damage == 5:
        position.ready(0, "Assistant@C1:1/2")
    play = position.start("attack")
    assert totals(play) == {1: damage}
    assert (play.seat, set(play.options)) == (1, {SWITCH, "pass"})
    play.do("pass")
    if falls:
        assert play.kind == "capture"
        assert play.dice(1, "used") == [OOZE]
    else:
        assert (play.seat, set(play.options)) == (1, {SWITCH, "pass"})  # the attack is over
        assert play.dice(1, "ready") == [OOZE]


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_scoring_copy_earns_the_copied_glory_and_bonus() -> None:
    """A copied Mighty Quake Dragon with two bursts: 4 + 2, and no 2 of its own."""
    play = summon(Position().ready(1, "Mighty Quake Dragon@C3:8/7**"))
    assert numbers(play) == (8, 9)
    finish_turn(play)  # its attack of 8 is held by 9
    play.rolls("Mighty Quake Dragon@Q1")  # seat 1's own Dragon scores and is rolled again
    finish_turn(play)
    assert (play.seat, play.kind) == (0, "cull")
    assert [event[4] for event in play.happened("score") if event[2] == 0] == [6]
    assert play.dice(0, "used") == ["Basic Quiddity", "Portal", OOZE]


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_scoring_copy_uses_the_copied_ability() -> None:
    """A copied Strong Witching Hag fetches a creature die, but not the Ooze itself."""
    play = summon(Position().ready(1, "Strong Witching Hag@C2:4/5").used(0, "Assistant"))
    assert numbers(play) == (4, 5)
    finish_turn(play)
    play.rolls("Strong Witching Hag@Q1")
    finish_turn(play)
    assert play.glory == (3, 3)
    assert (play.seat, play.decision.card) == (0, "Strong Witching Hag")
    assert set(play.options) == {"fetch Assistant in seat 0's used", "no"}


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_attached_spells_are_not_copied() -> None:
    """Official FAQ."""
    play = summon(
        Position()
        .ready(1, "Ghostly Spirit@C2:3/3")
        .attached(1, "Death Charm@S**", 1, "Ghostly Spirit")
    )
    assert numbers(play, 1, "Ghostly Spirit") == (8, 8)
    assert numbers(play) == (3, 3)


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_it_stays_a_copy_after_the_original_has_gone() -> None:
    """Official FAQ; the copied Spirit falls in the very attack the Ooze takes part in."""
    play = summon(Position().ready(1, "Strong Ghostly Spirit@C2:3/3"))
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Strong Ghostly Spirit"]
    assert numbers(play) == (3, 3)


@pytest.mark.ability("Strong Primordial Ooze", 0)
@pytest.mark.ability("Quake Dragon", 0)
@pytest.mark.parametrize("copies", [True, False])
def test_the_copied_level_counts_for_what_asks_for_levels(copies: bool) -> None:
    """As a level 1 Goblin it falls to a Quake Dragon, as a plain Ooze of level 2 it does not."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C1:4/4", "Scavenging Goblin@C1:2/2")
        .ready(1, DIE, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    if copies:
        play.do(SWITCH, "copy Scavenging Goblin")
        assert play.dice(1, "used") == [OOZE]
        assert play.kind == "capture"  # 6 against the Wizard's 9
    else:
        play.do("pass")
        assert set(play.options) == {
            f"defend {OOZE} [C2:?/?] against 6",
            "defend Questing Wizard [C3:4/8**] against 6",
        }


# --- copies of copies ---------------------------------------------------------------------------


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_copying_an_ooze_that_is_a_copy_gives_the_copied_creature() -> None:
    """Seat 0's Ooze becomes the Wizard; seat 1's Ooze then copies that Ooze."""
    play = (
        Position(players=3)
        .active(0, DIE, "Basic Quiddity@Q2")
        .bag(1, OOZE, "Basic Quiddity")
        .ready(2, "Questing Wizard@C1:2/5")
        .start("ready")
    )
    play.do(f"summon {OOZE}")
    assert numbers(play, 0) == (2, 5)
    play.draws(OOZE, "Basic Quiddity").rolls(DIE, "Basic Quiddity@Q2")
    finish_turn(play)
    play.do(f"summon {OOZE}")
    assert set(play.options) == {
        f"copy {OOZE} [C2:?/?] in seat 0's ready",
        "copy Questing Wizard [C1:2/5] in seat 2's ready",
    }
    play.do(f"copy {OOZE}")
    assert numbers(play, 1) == (2, 5)
    die = play.die(1, "ready", OOZE)
    wizard = play.die(2, "ready", "Questing Wizard")
    assert queries.copy_of(play.state, die) // FACES == play.state.setup.base[wizard] // FACES


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_copying_an_ooze_that_copies_nothing_gives_a_plain_ooze() -> None:
    """0/5, worth 2 Glory."""
    play = summon(Position().ready(1, DIE))
    assert numbers(play) == (0, 5)
    assert numbers(play, 1) == (0, 5)
    assert len(play.happened("copy")) == 1
    finish_turn(play)
    play.rolls(f"{OOZE}@Q1")
    finish_turn(play)
    assert [event[4] for event in play.happened("score") if event[2] == 0] == [2]


# --- leaving and coming back --------------------------------------------------------------------


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_copy_of_a_mighty_spirit_is_set_aside_and_rolled_as_one() -> None:
    """Official FAQ: it remembers while set aside; rolled to a creature face it copies afresh."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*", "Mighty Ghostly Spirit@C2:3/3")
        .ready(1, DIE)
        .bag(1, "Warrior of the Quay", "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    assert totals(play) == {1: 9}
    play.do(SWITCH, "copy Mighty Ghostly Spirit")  # 3/3 now: destroyed
    assert play.kind == "capture"
    assert play.dice(1, "aside") == [OOZE]
    assert (play.dice(1, "used"), play.dice(1, "active")) == ([], [])
    play.draws("Warrior of the Quay", "Basic Quiddity", "Basic Quiddity")
    play.rolls("Warrior of the Quay@C2:3/4", *["Basic Quiddity@Q1"] * 2)
    play.do("pass")
    assert play.seat == 1
    assert play.dice(1, "aside") == [OOZE]
    play.do("summon Warrior of the Quay")
    # The Warrior's 3 against the Spirit's 3 or the Dragon's 6.
    assert (play.seat, play.kind) == (0, "defend")
    play.rolls(DIE)
    play.do("defend Mighty Ghostly Spirit")
    # A copy afresh: only the Dragon is there now.
    assert play.dice(1, "aside") == []
    assert play.dice(1, "ready") == [OOZE, "Warrior of the Quay"]
    assert numbers(play, 1) == (6, 6)
    assert play.dice(0, "aside") == ["Mighty Ghostly Spirit"]


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_copy_set_aside_that_rolls_quiddity_goes_to_the_used_pile_and_forgets() -> None:
    """The ability of the copied Spirit is resolved to its end."""
    play = (
        Position()
        .ready(0, "Assistant@C1:1/2", "Mighty Ghostly Spirit@C2:3/3")
        .ready(1, DIE, "Death Incantation@S*")
        .start("attack")
    )
    play.do(SWITCH, "copy Mighty Ghostly Spirit")
    assert play.kind == "capture"
    assert play.dice(1, "aside") == [OOZE]
    play.do("pass", "cast Death Incantation")
    play.rolls(f"{OOZE}@Q2")
    play.do("destroy Assistant")
    assert play.dice(1, "aside") == []
    assert play.dice(1, "used") == [OOZE]
    assert queries.copy_of(play.state, play.die(1, "used", OOZE)) == -1


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_copy_of_a_strong_spirit_goes_to_the_active_pool_and_forgets() -> None:
    """Rolled in the next turn it is an Ooze again, with its own face."""
    play = (
        Position()
        .ready(0, "Assistant@C1:1/2", "Strong Ghostly Spirit@C2:3/3")
        .ready(1, DIE)
        .bag(1, "Basic Quiddity")
        .start("attack")
    )
    play.do(SWITCH, "copy Strong Ghostly Spirit")
    assert play.kind == "capture"
    assert play.dice(1, "active") == [OOZE]
    play.rolls(DIE, "Basic Quiddity@Q2")
    play.do("pass")
    assert set(play.options) == {f"summon {OOZE} [C2:?/?] for 2", "pass"}


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_copy_of_a_plain_spirit_may_buy_itself_back_and_copies_afresh() -> None:
    """When an effect returns it, it must copy afresh."""
    play = (
        Position()
        .ready(0, "Assistant@C1:1/2", "Ghostly Spirit@C2:3/3")
        .ready(1, DIE)
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do(SWITCH, "copy Ghostly Spirit")
    assert (play.seat, play.decision.card) == (1, "Ghostly Spirit")
    play.do("cull-die Basic Quiddity")
    assert set(play.options) == {
        "copy Assistant [C1:1/2] in seat 0's ready",
        "copy Ghostly Spirit [C2:3/3] in seat 0's ready",
    }
    play.do("copy Assistant")
    assert play.kind == "capture"  # safe for the rest of the battle (6.4), and switched already
    assert numbers(play, 1) == (1, 2)


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_saved_ooze_copies_afresh() -> None:
    """The Shaping Cantrip puts it back; the old copy is forgotten though the original is there."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*", "Witching Hag@C1:3/3")
        .ready(1, DIE, "Shaping Cantrip@S")
        .start("attack")
    )
    play.do(SWITCH, "copy Witching Hag", "react Shaping Cantrip")
    assert play.kind == "effect"
    assert set(play.options) == {
        "copy Quake Dragon [C2:6/6*] in seat 0's ready",
        "copy Witching Hag [C1:3/3] in seat 0's ready",
    }
    play.do("copy Quake Dragon")
    assert play.kind == "capture"
    assert numbers(play, 1) == (6, 6)


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_saved_ooze_with_nobody_to_copy_is_zero_five_again() -> None:
    """Seat 1 has no creature left when its Death Incantation hits the Ooze."""
    play = (
        Position()
        .ready(0, DIE, "Shaping Cantrip@S")
        .ready(1, "Scavenging Goblin@C1:2/2", "Death Incantation@S**")
        .start("attack")
    )
    play.do(SWITCH)
    assert numbers(play) == (2, 2)  # and the copied Goblin's attack of 2 fells the Goblin
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    play.do("pass", "pass")  # capture, and the Cantrip stays
    assert play.seat == 1
    play.rolls("Scavenging Goblin@Q1")
    play.do("cast Death Incantation")
    play.do("react Shaping Cantrip")
    assert numbers(play) == (0, 5)
    assert play.dice(0, "ready") == [OOZE]


@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_copy_of_a_mighty_goblin_draws_when_destroyed() -> None:
    """The copied ability works after destruction; then it is forgotten in the Used Pile."""
    play = (
        Position()
        .ready(0, "Mighty Scavenging Goblin@C1:2/2*", "Assistant@C1:1/2")
        .ready(1, DIE)
        .bag(1, "Portal", "Portal", "Portal")
        .start("attack")
    )
    play.do(SWITCH, "copy Mighty Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Portal", "Portal"]
    assert play.dice(1, "used") == [OOZE]
    assert queries.copy_of(play.state, play.die(1, "used", OOZE)) == -1


@pytest.mark.ability("Strong Primordial Ooze", 0)
@pytest.mark.ability("Mighty Warrior of the Quay", 0)
@pytest.mark.parametrize("copies", [True, False])
def test_a_copy_of_a_warrior_is_a_warrior(copies: bool) -> None:
    """Another player's Mighty Warrior destroys it on being summoned; a plain Ooze it spares."""
    warrior = "Mighty Warrior of the Quay"
    play = (
        Position(players=3)
        .bag(0, warrior, "Basic Quiddity", "Portal")
        .ready(1, DIE)
        .ready(2, f"{warrior}@C2:3/4")
        .start("ready", active=1)
    )
    if copies:
        play.do(SWITCH)
        assert numbers(play, 1) == (3, 4)
    finish_turn(play)
    play.rolls(f"{warrior}@Q1")  # seat 2's Warrior scores and is rolled again
    play.do("pass")
    play.draws(warrior, "Basic Quiddity", "Portal")
    play.rolls(f"{warrior}@C1:2/3", "Basic Quiddity@Q1", "Portal@Q1")
    finish_turn(play)
    assert play.dice(1, "ready") == [OOZE]
    play.do(f"summon {warrior}")
    destroyed = [event for event in play.happened("destroy") if event[2] == 1]
    assert len(destroyed) == int(copies)


# --- switching ----------------------------------------------------------------------------------


@pytest.mark.ability("Strong Primordial Ooze", 1)
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_may_switch_once_in_its_owners_turn(edition: str) -> None:
    """In phase 2, to another creature than the one it copies; then no more in this turn."""
    play = summon(
        Position(edition=edition).ready(1, "Questing Wizard@C1:2/5", "Ghostly Spirit@C2:3/3")
    )
    play.do("copy Ghostly Spirit")
    assert SWITCH in play.options
    play.do(SWITCH)  # only the Wizard is another: nothing to choose
    assert numbers(play) == (2, 5)
    while play.seat == 0 and play.kind != "capture":
        assert SWITCH not in play.options
        play.do("pass")
    assert SWITCH not in play.options


@pytest.mark.ability("Strong Primordial Ooze", 1)
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_it_may_switch_in_phases_two_to_four(phase: str) -> None:
    """A real choice: it may also let it be."""
    play = (
        Position()
        .ready(0, DIE)
        .ready(1, "Questing Wizard@C1:2/5", "Ghostly Spirit@C2:3/3")
        .start(phase)
    )
    assert SWITCH in play.options
    assert "pass" in play.options
    play.do(SWITCH)
    assert (play.decision.card, play.decision.ability) == (OOZE, 1)
    assert set(play.options) == {
        "copy Questing Wizard [C1:2/5] in seat 1's ready",
        "copy Ghostly Spirit [C2:3/3] in seat 1's ready",
    }
    play.do("copy Questing Wizard")
    assert numbers(play) == (2, 5)


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_it_never_switches_in_phase_one() -> None:
    """Our ruling: it scores as what it is."""
    play = (
        Position()
        .ready(0, DIE)
        .ready(1, "Mighty Quake Dragon@C3:8/7**")
        .used(0, "Assistant")
        .start("score")
    )
    assert play.kind == "cull"
    assert play.glory == (2, 0)


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_with_no_other_creature_to_copy_no_switch_is_offered() -> None:
    """The one it copies already is no other; nor are its owner's creatures."""
    play = summon(Position().ready(0, "Questing Wizard@C1:2/5").ready(1, "Ghostly Spirit@C2:3/3"))
    assert numbers(play) == (3, 3)
    assert play.kind != "ready"


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_a_copy_cannot_go_back_to_a_plain_ooze_by_itself() -> None:
    """Only by copying an Ooze that copies nothing."""
    play = summon(Position().ready(1, "Ghostly Spirit@C2:3/3", DIE))
    play.do("copy Ghostly Spirit")
    play.do(SWITCH)  # the other creature there is seat 1's plain Ooze
    assert numbers(play) == (0, 5)
    assert numbers(play, 1) == (0, 5)


@pytest.mark.ability("Strong Primordial Ooze", 1)
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_may_switch_in_an_opponents_turn_as_the_total_is_told(edition: str) -> None:
    """As a Wizard with 9 defense it stands against 7, as a 0/5 it would have fallen."""
    play = (
        Position(edition=edition)
        .ready(0, "Questing Wizard@C3:4/8**", "Witching Hag@C1:3/3")
        .ready(1, DIE)
        .start("attack")
    )
    assert totals(play) == {1: 7}
    assert (play.seat, play.kind) == (1, "react")
    assert set(play.options) == {SWITCH, "pass"}
    play.do(SWITCH, "copy Questing Wizard")
    assert play.kind == "capture"  # switched already: not asked again after the attack
    assert numbers(play, 1) == (4, 9)
    assert play.dice(1, "ready") == [OOZE]


@pytest.mark.ability("Strong Primordial Ooze", 1)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_switch_in_the_protection_step_changes_the_total_against_its_owner(edition: str) -> None:
    """As a Mighty Hag it counts the Dragon's 8 as 3, for its owner alone (6.2)."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, "Quake Dragon@C3:8/7**", "Mighty Witching Hag@C2:4/5")
        .ready(1, DIE, "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Questing Wizard@C3:4/8**", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    assert totals(play) == {1: 12, 2: 12}
    play.do(SWITCH, "copy Mighty Witching Hag")
    assert (play.seat, play.kind) == (1, "defend")
    assert set(play.options) == {
        f"defend {OOZE} [C2:?/?] against 6",
        "defend Devotee of the Holy Query [C2:2/4] against 6",
    }
    play.do("defend Devotee")  # 2 left against the Ooze's 5
    assert play.dice(1, "ready") == [OOZE]
    assert (play.seat, play.kind) == (2, "defend")
    assert set(play.options) == {
        "defend Questing Wizard [C3:4/8**] against 12",
        "defend Warrior of the Quay [C2:3/4] against 12",
    }


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_it_may_switch_at_the_end_of_an_opponents_attack_phase() -> None:
    """Passed as the total was told, it is asked again when the attack is over."""
    play = (
        Position()
        .active(0, "Questing Wizard@C1:2/5", "Basic Quiddity@Q1")
        .ready(1, DIE)
        .start("ready")
    )
    play.do("summon Questing Wizard")
    assert (play.seat, set(play.options)) == (1, {SWITCH, "pass"})  # 2 against 5 is told
    play.do("pass")
    assert (play.seat, set(play.options)) == (1, {SWITCH, "pass"})
    play.do(SWITCH)
    assert numbers(play, 1) == (2, 5)
    assert (play.seat, play.kind) == (0, "capture")


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_it_may_switch_once_in_each_players_turn() -> None:
    """Used up in its owner's turn, it can be used again in seat 1's, and once only."""
    play = (
        Position(players=3)
        .ready(0, DIE)
        .ready(1, "Questing Wizard@C1:2/5")
        .ready(2, "Ghostly Spirit@C2:3/3", "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do(SWITCH, "copy Witching Hag")  # seat 0's own turn, and an attack of 4
    assert numbers(play) == (4, 5)
    play.do("defend Witching Hag")
    play.rolls("Questing Wizard@Q2")
    finish_turn(play)
    assert play.seat == 1
    play.do("pass")  # seat 1's Wizard has scored; no cull
    assert (play.seat, set(play.options)) == (0, {SWITCH, "pass"})
    play.do(SWITCH)  # the Spirit is the only other one left
    assert numbers(play) == (3, 3)
    assert (play.seat, play.kind) == (1, "capture")


@pytest.mark.ability("Strong Primordial Ooze", 1)
def test_an_ooze_outside_the_ready_area_cannot_switch() -> None:
    """Nor can one that lies in the Active Pool with its creature face up."""
    play = (
        Position()
        .ready(0, "Questing Wizard@C1:2/5")
        .active(1, DIE)
        .used(1, DIE)
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Assistant", OOZE]
    assert play.dice(1, "active") == [OOZE]
