"""The Troll Behemoths: hard to get rid of, heavy to stand against.

Faces of the die: Q1, Q2, Q2*, C1:4/2*, C2:5/3, C3:6/6. The burst is on a Quiddity face and on the
level 1 face; immediate lines belong to the first, all others to the second.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, pile, settled, totals

SETS = ["base", "quarmageddon"]
PLAIN = "Troll Behemoth"
STRONG = "Strong Troll Behemoth"
MIGHTY = "Mighty Troll Behemoth"
ALL = [PLAIN, STRONG, MIGHTY]


@pytest.mark.ability("Troll Behemoth", 0)
@pytest.mark.ability("Strong Troll Behemoth", 2)
@pytest.mark.ability("Mighty Troll Behemoth", 1)
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("face", ["Q1", "Q2", "C1:4/2*", "C2:5/3", "C3:6/6"])
def test_only_the_quiddity_face_with_the_burst_has_an_immediate_effect(
    name: str, face: str
) -> None:
    """Not the level 1 face, though it shows a burst as well."""
    play = (
        Position(sets=SETS)
        .active(0, f"{name}@{face}", "Basic Quiddity@Q1")
        .bag(0, "Portal")
        .start("immediate")
    )
    assert play.kind != "immediate"


# --- Troll Behemoth -----------------------------------------------------------------------------


@pytest.mark.ability("Troll Behemoth", 0)
@in_all_editions
def test_it_may_be_re_rolled_instead_of_giving_its_two_quiddity(edition: str) -> None:
    """As often as the face shows up; the other dice stay as they are."""
    play = (
        Position(sets=SETS, edition=edition)
        .active(0, f"{PLAIN}@Q2*", "Basic Quiddity@Q1")
        .start("immediate")
    )
    assert set(play.options) == {f"use {PLAIN} [Q2*]", "pass"}
    play.rolls(f"{PLAIN}@Q2*", f"{PLAIN}@C1:4/2*")
    play.do(f"use {PLAIN}", f"use {PLAIN}")
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", f"{PLAIN}@C1:4/2*"]
    assert play.kind == "ready"
    play.do(f"summon {PLAIN}")
    assert play.dice(0, "ready") == [PLAIN]
    assert settled(play)


@pytest.mark.ability("Troll Behemoth", 0)
def test_it_may_be_kept_for_its_quiddity() -> None:
    """Declined: 2 quiddity as printed."""
    play = Position(sets=SETS).active(0, f"{PLAIN}@Q2*").start("immediate")
    play.do("pass")
    assert play.at_hand == 2
    assert play.happened("roll") == []


@pytest.mark.ability("Troll Behemoth", 1)
def test_destroyed_on_level_one_it_may_go_to_the_active_pool() -> None:
    """And is rolled in its owner's next turn on top of the dice drawn."""
    play = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{PLAIN}@C1:4/2*")
        .bag(1, *(["Basic Quiddity"] * 6))
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "may")
    assert play.decision.card == PLAIN
    play.do("yes")
    assert play.dice(1, "active") == [PLAIN]
    assert play.dice(1, "used") == []
    assert play.kind == "capture"
    assert settled(play)
    play.do("pass")
    assert play.seat == 1
    assert len(play.dice(1, "active")) == 7


@pytest.mark.ability("Troll Behemoth", 1)
@pytest.mark.rule("15.7")
def test_its_owner_may_prefer_the_used_pile() -> None:
    """A real no."""
    play = (
        Position(sets=SETS)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{PLAIN}@C1:4/2*")
        .start("attack")
    )
    play.do("no")
    assert play.dice(1, "used") == [PLAIN]
    assert play.dice(1, "active") == []
    assert settled(play)


@pytest.mark.ability("Troll Behemoth", 1)
@pytest.mark.parametrize(("face", "attackers"), [("C2:5/3", 1), ("C3:6/6", 2)])
def test_without_the_burst_it_goes_to_the_used_pile(face: str, attackers: int) -> None:
    """Nobody is asked."""
    play = (
        Position(sets=SETS)
        .ready(0, *(["Deathdealer@C1:3/2"] * attackers))
        .ready(1, f"{PLAIN}@{face}")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == [PLAIN]


@pytest.mark.ability("Troll Behemoth", 1)
def test_a_spell_that_destroys_it_gives_the_same_choice() -> None:
    """When destroyed, by whatever."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S*")
        .ready(1, f"{PLAIN}@C1:4/2*", "Ghostly Spirit@C2:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation", f"destroy {PLAIN}", "yes")
    assert play.dice(1, "active") == [PLAIN]
    assert play.dice(1, "ready") == ["Ghostly Spirit"]


# --- Strong Troll Behemoth ----------------------------------------------------------------------


@pytest.mark.ability("Strong Troll Behemoth", 0)
@pytest.mark.ability("Strong Troll Behemoth", 1)
@pytest.mark.parametrize(
    ("face", "total", "less"), [("C1:4/2*", 5, 2), ("C2:5/3", 6, 1), ("C3:6/6", 7, 1)]
)
def test_defenders_have_less_defense_against_it(face: str, total: int, less: int) -> None:
    """1 less, 2 on the burst and not 3, for opponents only; an Assistant attacks with it."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}", "Assistant@C1:1/2")
        .ready(1, "Mighty Quake Dragon@C3:8/7**", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .start("attack")
    )
    assert totals(play) == [total]
    assert play.kind == "defend"
    assert play.defense(1, "Mighty Quake Dragon") == 9 - less
    assert play.defense(1, "Scavenging Goblin") == 1  # never below
    assert play.defense(0, "Assistant") == 2
    assert play.defense(0, STRONG) == int(face[5])


@pytest.mark.ability("Strong Troll Behemoth", 0)
@pytest.mark.parametrize(("defense", "falls"), [("C2:3/6", True), ("C3:4/8**", False)])
def test_six_defense_falls_to_five_damage(defense: str, falls: bool) -> None:
    """5 against 6 - 1; but not 8 - 1."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C2:5/3")
        .ready(1, f"Strong Questing Wizard@{defense}")
        .start("attack")
    )
    assert totals(play) == [5]
    assert play.dice(1, "used") == (["Strong Questing Wizard"] if falls else [])
    assert settled(play)


@pytest.mark.ability("Strong Troll Behemoth", 1)
@pytest.mark.parametrize(("face", "falls"), [("C1:4/2*", True), ("C2:5/3", False)])
def test_the_burst_takes_off_two_instead_of_one(face: str, falls: bool) -> None:
    """4 damage against a Wizard's 6: 6 - 2 falls; 5 damage against 7 - 1 does not."""
    position = Position(sets=SETS).ready(0, f"{STRONG}@{face}")
    if falls:
        position.ready(1, "Strong Questing Wizard@C2:3/6")
    else:
        position.ready(1, "Strong Quake Dragon@C3:8/7**")
    play = position.start("attack")
    assert len(play.dice(1, "used")) == int(falls)


@pytest.mark.ability("Strong Troll Behemoth", 0)
@pytest.mark.ability("Strong Troll Behemoth", 1)
def test_several_trolls_add_up_and_what_is_left_of_the_total_counts_the_lower_defense() -> None:
    """1 + 2 less: a Wizard of 6 takes 3 of the 9, the next 5 - 3 = 2, and so on."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C2:5/3", f"{STRONG}@C1:4/2*")
        .ready(1, "Strong Questing Wizard@C2:3/6", "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .start("attack")
    )
    assert totals(play) == [9]
    play.do("defend Strong Questing Wizard")
    assert "defend Witching Hag [C2:4/5] against 6" in play.options
    play.do("defend Witching Hag")
    assert play.dice(1, "used") == ["Assistant", "Strong Questing Wizard", "Witching Hag"]
    assert settled(play)


@pytest.mark.ability("Strong Troll Behemoth", 0)
@pytest.mark.ability("Strong Troll Behemoth", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", ["C1:4/2*", "C2:5/3"])
def test_an_immune_creature_keeps_its_defense(face: str) -> None:
    """A Mighty Seraph of level 3 has 7, the Gnome beside it 4 - 1 or 4 - 2."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}")
        .ready(1, "Mighty Heavenly Seraph@C3:7/7*", "Gnome Barbarian@C2:2/4")
        .start("attack")
    )
    assert play.kind == "defend"
    assert play.defense(1, "Mighty Heavenly Seraph") == 7
    assert play.defense(1, "Gnome Barbarian") == (2 if face == "C1:4/2*" else 3)


@pytest.mark.ability("Strong Troll Behemoth", 0)
@pytest.mark.ability("Strong Troll Behemoth", 1)
@pytest.mark.parametrize("face", ["C1:4/2*", "C2:5/3"])
def test_it_lowers_nothing_but_in_its_own_attack(face: str) -> None:
    """Before and after the attack, and while it only defends, everything is as printed."""
    after = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}")
        .ready(1, "Strong Quake Dragon@C3:8/7**")
        .attached(1, "Life Cantrip@S", 1, "Strong Quake Dragon")
        .start("attack")
    )
    assert after.kind == "capture"
    assert after.defense(1, "Strong Quake Dragon") == 11
    before = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C2:4/5")
        .start("ready")
    )
    assert before.defense(1, "Witching Hag") == 5
    defending = (
        Position(players=3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, f"{STRONG}@{face}")
        .ready(2, "Strong Questing Wizard@C1:2/5")
        .start("attack")
    )
    assert defending.dice(2, "ready") == ["Strong Questing Wizard"]


@pytest.mark.ability("Strong Troll Behemoth", 2)
@in_all_editions
def test_its_quiddity_face_with_the_burst_is_spent_for_three(edition: str) -> None:
    """Right after the roll; a plain Q2 stays 2."""
    play = (
        Position(sets=SETS, edition=edition)
        .active(0, f"{STRONG}@Q2*", f"{STRONG}@Q2")
        .start("immediate")
    )
    assert set(play.options) == {f"use {STRONG} [Q2*]", "pass"}
    play.do(f"use {STRONG}")
    assert play.pool == 3
    assert play.dice(0, pile(edition)) == [STRONG]
    assert play.at_hand == 5
    assert settled(play)


@pytest.mark.ability("Strong Troll Behemoth", 2)
@pytest.mark.rule("5.2")
def test_kept_past_the_roll_it_gives_two() -> None:
    """An immediate effect is used right after the roll or not at all."""
    play = Position(sets=SETS).active(0, f"{STRONG}@Q2*").start("immediate")
    play.do("pass")
    assert play.at_hand == 2


# --- Mighty Troll Behemoth ----------------------------------------------------------------------


def _hit(face: str, rolled: str, *others: str, attacker: str = "Strong Quake Dragon") -> Play:
    return (
        Position(sets=SETS)
        .ready(0, f"{attacker}@C2:6/6*", "Witching Hag@C1:3/3")
        .ready(1, f"{MIGHTY}@{face}", *others)
        .rolls(f"{MIGHTY}@{rolled}")
        .start("attack")
    )


@pytest.mark.ability("Mighty Troll Behemoth", 0)
@pytest.mark.parametrize("face", ["C1:4/2*", "C2:5/3", "C3:6/6"])
@pytest.mark.parametrize("rolled", ["C1:4/2*", "C2:5/3", "C3:6/6"])
def test_destroyed_it_is_rolled_and_a_creature_face_brings_it_back(face: str, rolled: str) -> None:
    """With the face just rolled, for free, and what is left of the attack passes it by."""
    play = _hit(face, rolled)
    assert totals(play) == [9]
    assert play.faces(1, "ready") == [f"{MIGHTY}@{rolled}"]
    assert play.dice(1, "used") == []
    assert len(play.happened("destroy")) == 1  # 3 to 7 damage are left: no more for it
    assert play.happened("summon") == []
    assert play.pool == 1  # the attacker's Hag counts it: it was destroyed all the same (6.5)
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 0)
@pytest.mark.parametrize("rolled", ["Q1", "Q2", "Q2*"])
def test_any_other_face_sends_it_to_the_used_pile(rolled: str) -> None:
    """It has to be rolled: nobody is asked. Its quiddity does nothing."""
    play = _hit("C2:5/3", rolled)
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == [MIGHTY]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 0)
def test_what_is_left_of_the_attack_hits_the_others() -> None:
    """9 - 3 = 6 for the Warrior and the Assistant; the Troll that came back is passed over."""
    play = _hit("C2:5/3", "C1:4/2*", "Warrior of the Quay@C1:2/3", "Assistant@C1:1/2")
    play.do(f"defend {MIGHTY}")
    assert set(play.options) == {
        "defend Warrior of the Quay [C1:2/3] against 6",
        "defend Assistant [C1:1/2] against 6",
    }
    play.do("defend Assistant")
    assert play.dice(1, "used") == ["Assistant", "Warrior of the Quay"]
    assert play.faces(1, "ready") == [f"{MIGHTY}@C1:4/2*"]
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 0)
def test_spells_attached_to_it_are_lost_even_if_it_comes_back() -> None:
    """It was destroyed: they go to their owners' Used Piles."""
    play = (
        Position(sets=SETS)
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@C2:5/3")
        .attached(1, "Life Cantrip@S", 1, MIGHTY)
        .rolls(f"{MIGHTY}@C3:6/6")
        .start("attack")
    )
    assert play.faces(1, "ready") == [f"{MIGHTY}@C3:6/6"]
    assert play.dice(1, "used") == ["Life Cantrip"]


@pytest.mark.ability("Mighty Troll Behemoth", 0)
@pytest.mark.rule("6.5")
def test_a_shaping_cantrip_returns_it_with_the_face_it_had_when_destroyed() -> None:
    """The roll showed no creature; the spell saves the creature that was destroyed."""
    play = (
        Position(sets=SETS)
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@C2:5/3", "Shaping Cantrip@S")
        .rolls(f"{MIGHTY}@Q1")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == [f"{MIGHTY}@C2:5/3"]
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 0)
@pytest.mark.rule("15.17")
@pytest.mark.parametrize(("edition", "again"), [("original", True), ("qultimate", False)])
def test_a_spell_that_destroys_it_makes_it_roll_too(edition: str, again: bool) -> None:
    """Then it takes no damage for that turn; in the 2011 books it is as open to it as ever."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Death Incantation@S**", "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@C3:6/6")
        .rolls(f"{MIGHTY}@C1:4/2*", *([f"{MIGHTY}@Q1"] if again else []))
        .start("ready")
    )
    play.do("cast Death Incantation", f"destroy {MIGHTY}")
    assert len(play.happened("destroy")) == (2 if again else 1)
    assert play.dice(1, "used") == ([MIGHTY] if again else [])
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 1)
@in_all_editions
def test_its_quiddity_face_with_the_burst_may_draw_and_roll_a_die(edition: str) -> None:
    """Spent instead of giving its 2 quiddity."""
    play = (
        Position(sets=SETS, edition=edition)
        .active(0, f"{MIGHTY}@Q2*", "Basic Quiddity@Q1")
        .bag(0, "Scavenging Goblin")
        .rolls("Scavenging Goblin@C1:2/2")
        .start("immediate")
    )
    assert set(play.options) == {f"use {MIGHTY} [Q2*]", "pass"}
    play.do(f"use {MIGHTY}")
    assert play.pool == 0
    assert play.dice(0, pile(edition)) == [MIGHTY]
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2"]
    assert settled(play)


@pytest.mark.ability("Mighty Troll Behemoth", 1)
def test_it_may_be_kept_for_two_quiddity_and_needs_a_die_to_draw() -> None:
    """15.14: with nothing to draw it is not offered; the Spent Pile does not count (3.4)."""
    kept = Position(sets=SETS).active(0, f"{MIGHTY}@Q2*").bag(0, "Portal").start("immediate")
    kept.do("pass")
    assert kept.at_hand == 2
    assert kept.dice(0, "bag") == ["Portal"]
    empty = Position(sets=SETS).active(0, f"{MIGHTY}@Q2*").spent(0, "Portal").start("immediate")
    assert empty.kind == "capture"
