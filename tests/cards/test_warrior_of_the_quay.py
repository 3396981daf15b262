"""The Warriors of the Quay: duels, a leader for the others, and the one that suffers no rival.

Faces of the die: Q1, Q2, Q2, C1:2/3 twice, C2:3/4.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
STRONG = "Strong Warrior of the Quay"
MIGHTY = "Mighty Warrior of the Quay"


# --- Warrior of the Quay: +3 against a lone creature --------------------------------------------


@pytest.mark.ability("Warrior of the Quay", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "attack"), [("C1:2/3", 2), ("C2:3/4", 3)])
def test_warrior_has_three_more_attack_against_exactly_one_creature(
    face: str, attack: int, edition: str
) -> None:
    """Worked out for each defender: one creature, two creatures, a creature and a spell."""
    play = (
        Position(players=4, edition=edition)
        .ready(0, f"Warrior of the Quay@{face}")
        .ready(1, "Questing Wizard@C3:4/8**")
        .ready(2, "Questing Wizard@C3:4/8**", "Defender of the Pale@C3:2/8**")
        .ready(3, "Defender of the Pale@C3:2/8**", "Death Cantrip@S*")
        .start("attack")
    )
    assert play.totals == {1: attack + 3, 2: attack, 3: attack + 3}
    assert play.kind == "capture"
    assert play.attack(0, "Warrior of the Quay") == attack  # against nobody in particular


@pytest.mark.ability("Warrior of the Quay", 0)
@pytest.mark.parametrize(
    ("defender", "falls"), [("Questing Wizard@C1:2/5", True), ("Questing Wizard@C2:3/6", False)]
)
def test_a_lone_defender_falls_to_the_bonus_up_to_its_defense(defender: str, falls: bool) -> None:
    """2 + 3 fells a defense of 5, not one of 6."""
    play = Position().ready(0, "Warrior of the Quay@C1:2/3").ready(1, defender).start("attack")
    assert play.dice(1, "ready") == ([] if falls else ["Questing Wizard"])


@pytest.mark.ability("Warrior of the Quay", 0)
def test_each_of_two_warriors_has_the_bonus() -> None:
    """2 + 3 and 3 + 3."""
    play = (
        Position()
        .ready(0, "Warrior of the Quay@C1:2/3", "Warrior of the Quay@C2:3/4")
        .ready(1, "Mighty Quake Dragon@C3:8/7**")
        .start("attack")
    )
    assert play.totals == {1: 11}
    assert play.dice(1, "used") == ["Mighty Quake Dragon"]


@pytest.mark.ability("Warrior of the Quay", 0)
def test_the_bonus_is_settled_when_the_total_is_counted() -> None:
    """A second creature that falls in the attack does not bring it on."""
    play = (
        Position()
        .ready(0, "Warrior of the Quay@C2:3/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.totals == {1: 3}
    play.do("defend Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Warrior of the Quay", 0)
def test_a_spell_that_leaves_one_creature_brings_the_bonus_on() -> None:
    """Cast before the total is counted."""
    play = (
        Position()
        .ready(0, "Warrior of the Quay@C1:2/3", "Death Incantation@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Questing Wizard@C1:2/5")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Scavenging Goblin")
    assert play.totals == {1: 5}
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Warrior of the Quay", 0)
def test_a_defending_warrior_gains_nothing() -> None:
    """It is an attack bonus."""
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(1, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert play.dice(1, "ready") == ["Warrior of the Quay"]
    assert play.defense(1, "Warrior of the Quay") == 3


# --- Strong Warrior of the Quay: +1/+1 for the others -------------------------------------------


@pytest.mark.ability("Strong Warrior of the Quay", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_strong_warrior_strengthens_its_owners_other_creatures(edition: str) -> None:
    """Not itself, not the opponents'."""
    play = (
        Position(edition=edition)
        .ready(0, f"{STRONG}@C1:2/3", "Scavenging Goblin@C1:2/2", "Questing Wizard@C3:4/8**")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .start("capture")
    )
    assert (play.attack(0, STRONG), play.defense(0, STRONG)) == (2, 3)
    assert play.attack(0, "Scavenging Goblin") == 3
    assert play.defense(0, "Scavenging Goblin") == 3
    assert play.attack(0, "Questing Wizard") == 5
    assert play.defense(0, "Questing Wizard") == 10
    assert (play.attack(1, "Ghostly Spirit"), play.defense(1, "Ghostly Spirit")) == (2, 2)


@pytest.mark.ability("Strong Warrior of the Quay", 0)
def test_three_strong_warriors_have_two_more_each() -> None:
    """Ruling: cumulative, and other Warriors profit too."""
    play = (
        Position()
        .ready(0, *[f"{STRONG}@C1:2/3"] * 3, "Scavenging Goblin@C1:2/2")
        .ready(1, "Quake Dragon@C3:8/7**", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert (play.attack(0, STRONG), play.defense(0, STRONG)) == (4, 5)
    assert (play.attack(0, "Scavenging Goblin"), play.defense(0, "Scavenging Goblin")) == (5, 5)
    assert play.totals == {1: 17}


@pytest.mark.ability("Strong Warrior of the Quay", 0)
@pytest.mark.rule("15.4")
def test_the_defense_bonus_is_gone_once_the_strong_warrior_has_fallen() -> None:
    """5 - 3 = 2 fells the Goblin, which has 2 again; named first it would take 3."""
    position = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Ghostly Spirit@C1:2/2")
        .ready(1, f"{STRONG}@C1:2/3", "Scavenging Goblin@C1:2/2")
    )
    warrior_first = position.start("attack")
    assert warrior_first.totals == {1: 5}
    assert warrior_first.defense(1, "Scavenging Goblin") == 3
    warrior_first.do(f"defend {STRONG}")
    assert warrior_first.kind == "capture"
    assert warrior_first.dice(1, "ready") == []

    goblin_first = position.start("attack")
    goblin_first.do("defend Scavenging Goblin")
    assert goblin_first.kind == "capture"
    assert goblin_first.dice(1, "ready") == [STRONG]  # 2 left against 3


@pytest.mark.ability("Strong Warrior of the Quay", 0)
def test_outside_the_ready_area_it_strengthens_nobody() -> None:
    """Active Pool and Used Pile do not count."""
    play = (
        Position()
        .active(0, f"{STRONG}@C1:2/3")
        .used(0, f"{STRONG}@C1:2/3")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert (play.attack(0, "Scavenging Goblin"), play.defense(0, "Scavenging Goblin")) == (2, 2)


# --- Mighty Warrior of the Quay: no rivals ------------------------------------------------------


@pytest.mark.ability("Mighty Warrior of the Quay", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", ["C1:2/3", "C2:3/4"])
def test_a_summoned_mighty_warrior_destroys_all_other_players_warriors(
    face: str, edition: str
) -> None:
    """Compulsory; its owner's others, other creatures and dice elsewhere are untouched."""
    play = (
        Position(players=3, edition=edition)
        .active(0, f"{MIGHTY}@{face}", "Basic Quiddity@Q2", "Portal@Q1")
        .ready(0, f"{MIGHTY}@C1:2/3")
        .ready(1, f"{MIGHTY}@C1:2/3", f"{MIGHTY}@C2:3/4", "Scavenging Goblin@C1:2/2")
        .attached(1, "Life Cantrip@S", 1, MIGHTY)
        .ready(2, "Ghostly Spirit@C1:2/2")
        .active(2, f"{MIGHTY}@C1:2/3")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert play.kind == "ready"  # nothing was asked
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Life Cantrip", MIGHTY, MIGHTY]
    assert play.dice(2, "ready") == ["Ghostly Spirit"]
    assert play.dice(2, "active") == [MIGHTY]
    assert play.dice(0, "ready") == [MIGHTY, MIGHTY]


@pytest.mark.ability("Mighty Warrior of the Quay", 0)
def test_the_destroyed_warriors_were_destroyed_by_the_summoner() -> None:
    """A Hag counts them, and their owner may save them."""
    play = (
        Position()
        .active(0, f"{MIGHTY}@C1:2/3", "Basic Quiddity@Q1", "Portal@Q1")
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{MIGHTY}@C1:2/3", "Shaping Cantrip@S")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert (play.seat, set(play.options)) == (1, {"react Shaping Cantrip [S]", "pass"})
    play.do("react Shaping Cantrip")
    assert play.seat == 0
    assert play.pool == 1
    assert play.dice(1, "ready") == [MIGHTY]


@pytest.mark.ability("Mighty Warrior of the Quay", 0)
def test_a_mighty_warrior_that_only_lies_there_destroys_nobody() -> None:
    """Being summoned sets it off, not being in the Ready Area or in the attack."""
    play = Position().ready(0, f"{MIGHTY}@C1:2/3").ready(1, f"{MIGHTY}@C2:3/4").start("ready")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [MIGHTY]


@pytest.mark.ability("Mighty Warrior of the Quay", 1)
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_one_mighty_warrior_may_be_summoned_each_turn(edition: str) -> None:
    """The second is not offered, of whatever face; other creatures are."""
    play = (
        Position(edition=edition)
        .active(0, f"{MIGHTY}@C1:2/3", f"{MIGHTY}@C2:3/4", "Scavenging Goblin@C1:2/2")
        .active(0, "Basic Quiddity@Q2", "Portal@Q1", "Witching Hag@Q2")
        .start("ready")
    )
    summons = {text for text in play.options if text.startswith("summon")}
    assert summons == {
        f"summon {MIGHTY} [C1:2/3] for 1",
        f"summon {MIGHTY} [C2:3/4] for 2",
        "summon Scavenging Goblin [C1:2/2] for 1",
    }
    play.do(f"summon {MIGHTY} [C1:2/3]")
    summons = {text for text in play.options if text.startswith("summon")}
    assert summons == {"summon Scavenging Goblin [C1:2/2] for 1"}


@pytest.mark.ability("Mighty Warrior of the Quay", 1)
def test_another_mighty_warrior_may_be_summoned_in_the_next_turn() -> None:
    """The limit is for one turn, and each player has their own."""
    play = (
        Position()
        .active(0, f"{MIGHTY}@C1:2/3", f"{MIGHTY}@C1:2/3", "Basic Quiddity@Q2")
        .bag(1, MIGHTY, "Basic Quiddity")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert play.kind == "capture"  # nothing more to do in phase 2
    play.draws(MIGHTY, "Basic Quiddity").rolls(f"{MIGHTY}@C1:2/3", "Basic Quiddity@Q1")
    play.do("pass")
    assert (play.seat, f"summon {MIGHTY} [C1:2/3] for 1" in play.options) == (1, True)
    play.do(f"summon {MIGHTY}")
    assert play.dice(0, "ready") == []  # and seat 0's is destroyed
    assert play.dice(0, "used") == ["Basic Quiddity", MIGHTY, MIGHTY]
    play.draws(MIGHTY, MIGHTY, "Basic Quiddity")
    play.rolls(f"{MIGHTY}@C1:2/3", f"{MIGHTY}@Q1", "Basic Quiddity@Q1")
    play.do("pass")
    assert play.seat == 0
    assert f"summon {MIGHTY} [C1:2/3] for 1" in play.options


@pytest.mark.ability("Mighty Warrior of the Quay", 1)
def test_a_warrior_already_there_does_not_use_up_the_summon() -> None:
    """One a turn, however many lie in the Ready Area."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@C1:2/3")
        .active(0, f"{MIGHTY}@C1:2/3", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert f"summon {MIGHTY} [C1:2/3] for 1" in play.options
    play.do(f"summon {MIGHTY}")
    assert play.dice(0, "ready") == [MIGHTY, MIGHTY]


@pytest.mark.ability("Mighty Warrior of the Quay", 1)
@pytest.mark.parametrize("card", ["Warrior of the Quay", STRONG])
def test_the_other_warriors_may_be_summoned_in_numbers(card: str) -> None:
    """The limit is a line of the Mighty card alone."""
    play = (
        Position().active(0, f"{card}@C1:2/3", f"{card}@C1:2/3", "Basic Quiddity@Q2").start("ready")
    )
    play.do(f"summon {card}", f"summon {card}")
    assert play.dice(0, "ready") == [card, card]
