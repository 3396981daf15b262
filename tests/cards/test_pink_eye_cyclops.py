"""The Pink Eye Cyclopes: re-rolls, no spells, few captures; and who has to defend first.

Faces of the die: Q1, Q2, K, C1:3/3, C2:5/4*, C3:7/5; one creature face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
PLAIN, STRONG, MIGHTY = (
    "Pink Eye Cyclops",
    "Strong Pink Eye Cyclops",
    "Mighty Pink Eye Cyclops",
)
IMMUNE = "Strong Qladiator@C3:7/6**"
COINS = ["Basic Quiddity"] * 5


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Pink Eye Cyclops: the player to the left picks a die to re-roll ------------------------------


@pytest.mark.ability("Pink Eye Cyclops", 0)
@pytest.mark.rule("11.6")
@in_all_editions
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_the_left_neighbour_picks_one_of_the_dice_just_drawn(holder: int, edition: str) -> None:
    """Six dice are one draw and one re-roll for any holder; immediates come later."""
    play = (
        table(3, edition)
        .locked(holder, PLAIN)
        .bag(0, "Portal", *COINS)
        .draws("Portal", *COINS)
        .rolls("Portal@W2", *["Basic Quiddity@Q1"] * 4, "Basic Quiddity@Q2")
        .start("score")
    )
    assert play.seat == 1
    assert play.decision.card == PLAIN
    assert set(play.options) == {
        "re-roll-die Portal [W2] in seat 0's active",
        "re-roll-die Basic Quiddity [Q1] in seat 0's active",
        "re-roll-die Basic Quiddity [Q2] in seat 0's active",
    }
    play.rolls("Portal@Q1")
    play.do("re-roll-die Portal")
    assert (play.seat, play.kind) == (0, "ready")  # the draw of the Portal is gone
    assert sorted(play.faces(0, "active")) == [
        *["Basic Quiddity@Q1"] * 4,
        "Basic Quiddity@Q2",
        "Portal@Q1",
    ]
    assert settled(play)


@pytest.mark.ability("Pink Eye Cyclops", 0)
def test_every_further_draw_and_roll_is_another_re_roll_of_the_dice_drawn_then() -> None:
    """The Portal's two dice only: what lay in the Active Pool before cannot be picked."""
    play = (
        table()
        .locked(1, PLAIN)
        .active(0, "Portal@W2", "Basic Quiddity@Q2")
        .bag(0, "Assistant", "Scavenging Goblin")
        .draws("Assistant", "Scavenging Goblin")
        .rolls("Assistant@C1:1/2", "Scavenging Goblin@C1:2/2*")
        .start("immediate")
    )
    play.do("draw Portal")
    assert play.seat == 1
    assert set(play.options) == {
        "re-roll-die Assistant [C1:1/2] in seat 0's active",
        "re-roll-die Scavenging Goblin [C1:2/2*] in seat 0's active",
    }
    play.rolls("Scavenging Goblin@Q1")
    play.do("re-roll-die Scavenging Goblin")
    assert play.faces(0, "active") == [
        "Assistant@C1:1/2",
        "Basic Quiddity@Q2",
        "Scavenging Goblin@Q1",
    ]
    assert settled(play)


@pytest.mark.ability("Pink Eye Cyclops", 0)
def test_a_single_die_drawn_is_re_rolled_without_a_question_and_only_once() -> None:
    """One option is no decision; the new face may be used at once, and no re-roll follows it."""
    play = (
        table()
        .locked(1, PLAIN)
        .active(0, "Portal@W1")
        .bag(0, "Assistant")
        .draws("Assistant")
        .rolls("Assistant@C1:1/2", "Assistant@R*")
        .start("immediate")
    )
    play.do("draw Portal")
    assert (play.seat, play.kind) == (0, "immediate")
    assert play.faces(0, "active") == ["Assistant@R*"]
    play.rolls("Assistant@Q1")
    play.do("use Assistant")  # a re-roll is not a draw
    assert (play.seat, play.kind) == (0, "capture")
    assert settled(play)


@pytest.mark.ability("Pink Eye Cyclops", 0)
def test_as_a_creature_it_has_no_part_in_draws() -> None:
    play = (
        table()
        .ready(1, f"{PLAIN}@C2:5/4*")
        .bag(0, "Portal", *COINS)
        .rolls(*["?"] * 6)
        .start("score")
    )
    assert play.seat == 0
    assert len(play.happened("roll")) == 6


@pytest.mark.ability("Pink Eye Cyclops", 0)
def test_two_locked_cyclopes_mean_two_re_rolls_even_of_the_same_die() -> None:
    """Both are picked by seat 1; "one of those dice" may be the same one again."""
    play = (
        table()
        .locked(0, PLAIN)
        .locked(1, PLAIN)
        .active(0, "Portal@W2")
        .bag(0, "Assistant", "Basic Quiddity")
        .draws("Assistant", "Basic Quiddity")
        .rolls("Assistant@C1:1/2", "Basic Quiddity@Q2")
        .start("immediate")
    )
    play.rolls("Assistant@C1:1/2", "Assistant@Q1")
    play.do("draw Portal", "re-roll-die Assistant", "re-roll-die Assistant")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q2"]
    assert settled(play)


# --- the plain and the Mighty one: the first defender ---------------------------------------------


@pytest.mark.ability("Pink Eye Cyclops", 1)
@pytest.mark.ability("Mighty Pink Eye Cyclops", 2)
@in_all_editions
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_on_its_burst_the_attacker_says_who_defends_first(name: str, edition: str) -> None:
    """In each opponent's Ready Area one; neither locked nor immune creatures can be chosen."""
    play = (
        table(3, edition)
        .ready(0, f"{name}@C2:5/4*")
        .ready(1, "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2", IMMUNE)
        .locked(1, "Quaxos' Eye")
        .ready(2, "Deathdealer@C2:4/4", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.seat == 0
    assert set(play.options) == {
        "force Witching Hag [C2:4/5] in seat 1's ready",
        "force Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("force Witching Hag")
    assert play.seat == 0  # both choices are made when the attack is declared
    assert set(play.options) == {
        "force Deathdealer [C2:4/4] in seat 2's ready",
        "force Assistant [C1:1/2] in seat 2's ready",
    }
    play.do("force Assistant")
    assert play.dice(1, "used") == ["Witching Hag"]  # 5 against 5
    assert play.kind == "capture"  # 3 are left after the Assistant: the Deathdealer holds
    assert play.dice(2, "ready") == ["Deathdealer"]
    assert play.dice(1, "ready") == ["Quaxos' Eye", "Scavenging Goblin", "Strong Qladiator"]
    assert settled(play)


@pytest.mark.ability("Pink Eye Cyclops", 1)
@pytest.mark.ability("Mighty Pink Eye Cyclops", 2)
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_the_choice_comes_before_totals_and_reactions(name: str) -> None:
    """It belongs to the declaration."""
    play = (
        table()
        .ready(0, f"{name}@C2:5/4*")
        .ready(1, "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2", "Life Spell@S")
        .start("attack")
    )
    assert (play.seat, totals(play)) == (0, [])
    play.do("force Scavenging Goblin")
    assert totals(play) == [5]
    assert (play.seat, set(play.options)) == (1, {"react Life Spell [S]", "pass"})


@pytest.mark.ability("Pink Eye Cyclops", 1)
@pytest.mark.ability("Mighty Pink Eye Cyclops", 2)
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
@pytest.mark.parametrize("face", ["C1:3/3", "C3:7/5"])
def test_without_the_burst_defenders_are_free(name: str, face: str) -> None:
    play = (
        table()
        .ready(0, f"{name}@{face}")
        .ready(1, "Warrior of the Quay@C1:2/3", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "defend")
    total = face[3]
    assert set(play.options) == {
        f"defend Warrior of the Quay [C1:2/3] against {total}",
        f"defend Scavenging Goblin [C1:2/2] against {total}",
    }


@pytest.mark.ability("Pink Eye Cyclops", 1)
@pytest.mark.ability("Mighty Pink Eye Cyclops", 2)
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_an_opponent_with_immune_creatures_only_chooses_freely(name: str) -> None:
    """Nothing can be forced: 5 do not fell a Qladiator of 6; the locked die counts for nothing."""
    play = (
        table()
        .ready(0, f"{name}@C2:5/4*")
        .ready(1, IMMUNE)
        .locked(1, "Quaxos' Eye")
        .start("attack")
    )
    assert play.kind == "capture"
    assert totals(play) == [5]
    assert play.dice(1, "ready") == ["Quaxos' Eye", "Strong Qladiator"]
    assert settled(play)


@pytest.mark.ability("Pink Eye Cyclops", 1)
def test_after_the_first_the_others_are_free_and_nothing_is_left_for_the_next_attack() -> None:
    """A forced first defender that holds ends the defense; the flag is gone afterwards."""
    play = (
        table(3)
        .ready(0, f"{PLAIN}@C2:5/4*")
        .ready(1, "Questing Wizard@C2:3/6", "Scavenging Goblin@C1:2/2")
        .ready(2, "Ghostly Spirit@C1:2/2", "Assistant@C1:1/2", "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    play.do("force Questing Wizard", "force Ghostly Spirit")
    assert play.dice(1, "ready") == ["Questing Wizard", "Scavenging Goblin"]
    assert play.seat == 2
    assert set(play.options) == {
        "defend Assistant [C1:1/2] against 3",
        "defend Warrior of the Quay [C1:2/3] against 3",
    }
    play.do("defend Warrior of the Quay")
    assert play.dice(2, "ready") == ["Assistant"]
    dice = range(len(play.state.setup.slot))
    assert all(queries.flags_of(play.state, die) == 0 for die in dice)


# --- Strong Pink Eye Cyclops ----------------------------------------------------------------------


@pytest.mark.ability("Strong Pink Eye Cyclops", 0)
@pytest.mark.parametrize("holder", [0, 1])
def test_while_it_is_locked_no_spell_is_readied(holder: int) -> None:
    """Not the holder's either; a spell that lies ready may be cast."""
    play = (
        table()
        .locked(holder, STRONG)
        .active(0, "Life Spell@S", "Basic Quiddity@Q1")
        .ready(0, "Growth Charm@S", "Witching Hag@C2:4/5")
        .start("ready")
    )
    assert set(play.options) == {"cast Growth Charm [S]", "pass"}
    play.do("cast Growth Charm")
    assert play.pool == 3
    assert "Life Spell" in play.dice(0, "active")


@pytest.mark.ability("Strong Pink Eye Cyclops", 0)
def test_from_the_moment_it_is_locked_and_no_longer_than_that() -> None:
    """Locking it shuts the door in the same turn; buying it off opens it again."""
    play = table().active(0, f"{STRONG}@K", "Life Spell@S", "Basic Quiddity@Q2").start("ready")
    assert set(play.options) == {f"lock {STRONG} [K] with seat 0", "ready Life Spell [S]"}
    play.do(f"lock {STRONG}")
    assert play.kind != "ready"

    other = table().locked(1, STRONG).active(0, "Life Spell@S", "Basic Quiddity@Q2").start("ready")
    assert "ready Life Spell [S]" not in other.options
    other.do(f"unlock {STRONG}")
    assert other.dice(1, "used") == [STRONG]
    other.do("ready Life Spell")
    assert other.dice(0, "ready") == ["Life Spell"]


@pytest.mark.ability("Strong Pink Eye Cyclops", 0)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:5/4*", "C3:7/5"])
def test_as_a_creature_it_forbids_no_spells(face: str) -> None:
    play = table().ready(1, f"{STRONG}@{face}").active(0, "Life Spell@S").start("ready")
    assert set(play.options) == {"ready Life Spell [S]", "pass"}


@pytest.mark.ability("Strong Pink Eye Cyclops", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["C1:3/3", "C2:5/4*", "C3:7/5"])
def test_it_earns_one_more_if_no_opponent_has_a_spell_ready(face: str, edition: str) -> None:
    """2 and 1; one's own spells do not matter."""
    play = (
        table(3, edition)
        .ready(0, f"{STRONG}@{face}", "Life Spell@S", "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C2:4/5")
        .start("score")
    )
    assert play.glory == (4, 0, 0)  # and 1 for the Assistant


@pytest.mark.ability("Strong Pink Eye Cyclops", 1)
@pytest.mark.parametrize("where", ["ready", "attached", "active"])
def test_a_spell_of_any_opponent_in_the_ready_area_prevents_it(where: str) -> None:
    """Attached spells lie in the Ready Area as well; those in other places do not matter."""
    position = table(3).ready(0, f"{STRONG}@C1:3/3").ready(2, "Witching Hag@C2:4/5")
    if where == "ready":
        position.ready(2, "Life Spell@S")
    elif where == "attached":
        position.attached(2, "Life Cantrip@S", 2, "Witching Hag")
    else:
        position.active(2, "Life Spell@S").used(1, "Life Spell")
    play = position.start("score")
    assert play.glory == (3 if where == "active" else 2, 0, 0)


@pytest.mark.ability("Strong Pink Eye Cyclops", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "falls"), [("C2:5/4*", True), ("C1:3/3", False)])
def test_on_its_burst_defenders_have_only_what_their_faces_show(
    face: str, falls: bool, edition: str
) -> None:
    """A Devotee of 4 + 2 and a Goblin of 2 + 4; with the burst 5 attack fell one of them."""
    more = [] if falls else ["Scavenging Goblin@C1:2/2"]  # 5 attack as well
    play = (
        table(2, edition)
        .ready(0, f"{STRONG}@{face}", *more)
        .ready(1, "Devotee of the Holy Query@C2:2/4*", "Assistant@C1:1/2")
        .attached(1, "Life Cantrip@S", 1, "Assistant")
        .start("attack")
    )
    assert totals(play) == [5]
    if falls:
        assert set(play.options) == {
            "defend Devotee of the Holy Query [C2:2/4*] against 5",
            "defend Assistant [C1:1/2] against 5",
        }
        play.do("defend Assistant")
        assert play.dice(1, "ready") == ["Devotee of the Holy Query"]  # 3 left against 4
        assert play.dice(1, "used") == ["Assistant", "Life Cantrip"]
        assert play.defense(1, "Devotee of the Holy Query") == 6  # the attack is over
    else:
        assert play.kind == "capture"
        assert play.dice(1, "ready") == ["Assistant", "Devotee of the Holy Query"]
    assert settled(play)


@pytest.mark.ability("Strong Pink Eye Cyclops", 2)
def test_spells_that_were_cast_and_auras_are_ignored_but_immunity_is_not() -> None:
    """A Life Spell's +4 and a Strong Warrior's +1 do not count; an immune Qladiator keeps them."""
    play = (
        table()
        .ready(0, f"{STRONG}@C2:5/4*", "Witching Hag@C2:4/5")
        .ready(1, "Strong Warrior of the Quay@C2:3/4", "Ghostly Spirit@C2:3/3", IMMUNE)
        .ready(1, "Life Spell@S")
        .start("attack")
    )
    play.do("react Life Spell")
    assert play.defense(1, "Ghostly Spirit") == 3
    assert play.defense(1, "Strong Warrior of the Quay") == 4
    assert play.defense(1, "Strong Qladiator") == 6 + 4 + 1
    play.do("defend Ghostly Spirit", "defend Strong Warrior of the Quay")  # 9 - 3 - 4
    assert play.dice(1, "ready") == ["Strong Qladiator"]


@pytest.mark.ability("Strong Pink Eye Cyclops", 2)
def test_only_in_its_owners_attack() -> None:
    """In another player's attack on a third the bonuses hold."""
    play = (
        table(3)
        .ready(0, "Ghostly Spirit@C2:3/3", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{STRONG}@C2:5/4*")
        .ready(2, "Devotee of the Holy Query@C2:2/4*")
        .start("attack")
    )
    assert totals(play) == [5, 5]
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(2, "ready") == ["Devotee of the Holy Query"]


# --- Mighty Pink Eye Cyclops ----------------------------------------------------------------------


@pytest.mark.ability("Mighty Pink Eye Cyclops", 0)
@in_all_editions
def test_when_it_is_locked_each_opponent_re_rolls_a_creature_of_your_choice(edition: str) -> None:
    """One stays with a new face, not summoned; one goes to the Used Pile, not destroyed."""
    play = (
        table(3, edition)
        .active(0, f"{MIGHTY}@K")
        .ready(0, "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", IMMUNE)
        .locked(1, "Quaxos' Eye")
        .ready(2, "Quake Dragon@C3:8/7**", "Deathdealer@C1:3/2")
        .attached(2, "Life Cantrip@S", 2, "Quake Dragon")
        .rolls("Scavenging Goblin@C1:2/2*", "Quake Dragon@Q2")
        .start("immediate")  # the one thing to do is to lock it: no question
    )
    assert play.seat == 0
    assert set(play.options) == {
        "re-roll-die Witching Hag [C1:3/3] in seat 1's ready",
        "re-roll-die Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("re-roll-die Scavenging Goblin")
    assert set(play.options) == {
        "re-roll-die Quake Dragon [C3:8/7**] in seat 2's ready",
        "re-roll-die Deathdealer [C1:3/2] in seat 2's ready",
    }
    play.do("re-roll-die Quake Dragon")
    assert play.faces(1, "ready") == [
        "Quaxos' Eye@K",
        "Scavenging Goblin@C1:2/2*",
        IMMUNE,
        "Witching Hag@C1:3/3",
    ]
    assert play.dice(2, "used") == ["Life Cantrip", "Quake Dragon"]
    assert play.dice(2, "ready") == ["Deathdealer"]
    assert play.faces(0, "ready") == ["Assistant@C1:1/2", f"{MIGHTY}@K"]
    assert play.happened("destroy") == []
    assert play.pool == 0


@pytest.mark.ability("Mighty Pink Eye Cyclops", 0)
def test_a_lock_face_is_no_creature_face() -> None:
    """A Frog that rolls its lock goes to the Used Pile, not to the Locked Area."""
    play = (
        table()
        .active(0, f"{MIGHTY}@K")
        .ready(1, "Poison Dart Frog@C2:2/1")
        .rolls("Poison Dart Frog@K")
        .start("ready")
    )
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Poison Dart Frog"]
    assert play.happened("destroy") == []
    assert play.dice(0, "ready") == [MIGHTY]


@pytest.mark.ability("Mighty Pink Eye Cyclops", 0)
def test_it_works_once_and_unlocking_undoes_nothing() -> None:
    """Next turn it lies there without effect; bought off, the Goblin's face stays."""
    play = (
        table()
        .locked(0, MIGHTY)
        .active(0, "Basic Quiddity@Q2")
        .ready(1, "Scavenging Goblin@C1:2/2*")
        .start("ready")
    )
    assert set(play.options) == {f"unlock {MIGHTY} [K] with seat 0", "pass"}
    play.do(f"unlock {MIGHTY}")
    assert play.dice(0, "spent") == ["Basic Quiddity", MIGHTY]
    assert play.faces(1, "ready") == ["Scavenging Goblin@C1:2/2*"]
    assert play.happened("shake") == []


@pytest.mark.ability("Mighty Pink Eye Cyclops", 0)
def test_summoned_as_a_creature_it_re_rolls_nobody() -> None:
    play = (
        table()
        .active(0, f"{MIGHTY}@C1:3/3", "Basic Quiddity@Q1")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert play.happened("shake") == []
    assert play.faces(1, "ready") == ["Defender of the Pale@C3:2/8**"]


def capturing(holder: int, *, die: str = f"{MIGHTY}@K") -> Position:
    return (
        Position(3, sets=SETS, variants=["advanced_capture"])
        .ready(holder, die)
        .active(0, *["Basic Quiddity@Q2"] * 5)
    )


@pytest.mark.ability("Mighty Pink Eye Cyclops", 1)
@pytest.mark.parametrize(
    ("holder", "die", "second"),
    [(1, f"{MIGHTY}@K", False), (0, f"{MIGHTY}@K", True), (1, f"{MIGHTY}@C1:3/3", True)],
)
def test_while_it_is_locked_opponents_capture_one_die_a_turn(
    holder: int, die: str, second: bool
) -> None:
    """Two are allowed by the variant; its holder, or with a creature face, everybody has them."""
    play = capturing(holder, die=die).start("capture")
    assert "capture Portal for 4" in play.options
    play.do("capture Portal")
    assert ("capture Portal for 4" in play.options) is second
    assert play.dice(0, "used") == ["Portal"]


@pytest.mark.ability("Mighty Pink Eye Cyclops", 1)
def test_bought_off_in_phase_four_it_no_longer_limits_captures() -> None:
    play = capturing(1).start("capture")
    play.do("capture Portal", f"unlock {MIGHTY}")
    assert play.dice(1, "used") == [MIGHTY]
    play.do("capture Portal")
    assert play.dice(0, "used").count("Portal") == 2


@pytest.mark.ability("Mighty Pink Eye Cyclops", 1)
def test_other_effects_do_not_help() -> None:
    """A Growth Cantrip's additional capture is of no use."""
    play = (
        table()
        .locked(1, MIGHTY)
        .active(0, "Growth Cantrip@S", *["Basic Quiddity@Q2"] * 5)
        .start("immediate")
    )
    play.do("use Growth Cantrip", "pass", "pass")
    assert play.kind == "capture"
    play.do("capture Portal")
    assert set(play.options) == {f"unlock {MIGHTY} [K] with seat 1", "pass"}


@pytest.mark.ability("Mighty Pink Eye Cyclops", 1)
@pytest.mark.parametrize("free", [True, False])
def test_a_free_capture_is_a_capture(free: bool) -> None:
    """A Strong Devotee's spell in phase 1 leaves nothing for phase 4; declined, one is left."""
    play = (
        Position(sets=SETS, wilds=["Life Charm"])
        .locked(1, MIGHTY)
        .ready(0, "Strong Devotee of the Holy Query@C2:2/4*")
        .bag(0, *COINS)
        .rolls(*["Basic Quiddity@Q1"] * 5)
        .draws(*COINS)
        .start("score")
    )
    play.do("take Life Charm" if free else "no")
    play.do("cull Strong Devotee of the Holy Query")
    if free:
        play.rolls("Life Charm@Q1")
    while play.kind != "capture":
        play.do("pass")
    assert any(text.startswith("capture") for text in play.options) is not free
