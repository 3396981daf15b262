"""The four Death cards: a stronger attack, a charm to carry, and two ways to destroy."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import OLD, in_all_editions, in_new_editions, in_old_editions, pile, settled

# --- Death Cantrip -----------------------------------------------------------------------------


@in_all_editions
@pytest.mark.parametrize(
    ("face", "more"),
    [
        pytest.param("S*", 2, marks=[pytest.mark.ability("Death Cantrip", 0)]),
        pytest.param("S**", 3, marks=[pytest.mark.ability("Death Cantrip", 1)]),
    ],
)
def test_death_cantrip_raises_the_attack_of_all_own_creatures(
    edition: str, face: str, more: int
) -> None:
    """Also in the Italian edition: two steps of one spell do not add up."""
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2", f"Death Cantrip@{face}")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C1:3/3")
        .start("ready")
    )
    assert set(play.options) == {
        "summon Assistant [C1:1/2] for 1",
        f"cast Death Cantrip [{face}]",
        "pass",
    }
    play.do("cast Death Cantrip")
    assert play.attack(0, "Deathdealer", 1) == 3 + more
    assert play.attack(0, "Scavenging Goblin", 1) == 2 + more
    assert (play.defense(0, "Deathdealer"), play.defense(0, "Scavenging Goblin")) == (2, 2)
    assert play.attack(1, "Witching Hag", 0) == 3  # the bystander
    assert play.dice(0, pile(edition)) == ["Death Cantrip"]
    play.do("pass")
    assert [event[5] for event in play.happened("total")] == [5 + 2 * more]
    assert play.dice(1, "used") == ["Witching Hag"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Death Cantrip", 0)
@in_all_editions
def test_death_cantrip_raises_only_creatures_present_when_it_is_cast(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Death Cantrip", "summon Scavenging Goblin")
    assert play.attack(0, "Deathdealer") == 5
    assert play.attack(0, "Scavenging Goblin") == 2


@pytest.mark.ability("Death Cantrip", 0)
def test_two_death_cantrips_add_up() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*", "Death Cantrip@S**")
        .start("ready")
    )
    assert set(play.options) == {"cast Death Cantrip [S*]", "cast Death Cantrip [S**]", "pass"}
    play.do("cast Death Cantrip [S**]", "cast Death Cantrip [S*]")
    assert play.attack(0, "Deathdealer") == 8


@pytest.mark.ability("Death Cantrip", 0)
@pytest.mark.rule("8.1")
@in_all_editions
def test_death_cantrip_ends_with_the_turn(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .bag(1, "Basic Quiddity")
        .start("ready")
    )
    play.rolls("Basic Quiddity@Q1").do("cast Death Cantrip", "pass")
    assert play.seat == 1
    assert play.attack(0, "Deathdealer") == 3
    assert play.dice(0, "used") == ["Death Cantrip"]


@pytest.mark.ability("Death Cantrip", 0)
@pytest.mark.rule("10.1")
@in_all_editions
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_death_cantrip_may_be_cast_in_any_phase_after_the_first(edition: str, phase: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .ready(1, "Witching Hag@C2:4/5")
        .start(phase)
    )
    assert "cast Death Cantrip [S*]" in play.options
    play.do("cast Death Cantrip")
    assert play.attack(0, "Deathdealer", 1) == 5
    # Counted in time it takes the Hag (defense 5) along; after the attack it is too late.
    assert play.dice(1, "used") == ([] if phase == "capture" else ["Witching Hag"])


@pytest.mark.ability("Death Cantrip", 0)
@pytest.mark.rule("4.5")
def test_death_cantrip_is_not_cast_in_phase_one_nor_in_another_turn() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Death Cantrip@S*")
        .ready(1, "Death Cantrip@S*", "Witching Hag@C2:4/5")
        .used(0, "Basic Quiddity")
        .start()
    )
    assert play.kind == "cull"
    assert set(play.options) == {"cull Basic Quiddity", "cull Deathdealer", "pass"}
    play.rolls("Basic Quiddity@Q1", "Deathdealer@Q1").do("pass")
    assert play.seat == 0  # nobody else was asked for anything


@pytest.mark.ability("Death Cantrip", 0)
@pytest.mark.ability("Death Cantrip", 1)
@pytest.mark.parametrize("face", ["Q1", "Q2"])
def test_a_death_die_that_shows_quiddity_only_pays(face: str) -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .active(0, f"Death Cantrip@{face}")
        .start("immediate")
    )
    assert play.kind != "ready"


# --- Death Charm -------------------------------------------------------------------------------


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("10.2")
@in_all_editions
def test_death_charm_with_one_burst_gives_its_carrier_three_and_three(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2", "Death Charm@S*")
        .start("ready")
    )
    play.do("cast Death Charm")
    assert set(play.options) == {
        "attach Deathdealer [C1:3/2] in seat 0's ready",
        "attach Scavenging Goblin [C1:2/2] in seat 0's ready",
    }
    play.do("attach Deathdealer")
    assert (play.attack(0, "Deathdealer"), play.defense(0, "Deathdealer")) == (6, 5)
    assert (play.attack(0, "Scavenging Goblin"), play.defense(0, "Scavenging Goblin")) == (2, 2)
    assert play.dice(0, "attached") == ["Death Charm"]
    assert play.dice(0, pile(edition)) == []  # laid down, not spent
    assert settled(play)


@pytest.mark.ability("Death Charm", 1)
@in_all_editions
def test_death_charm_with_two_bursts_gives_its_carrier_five_and_five(edition: str) -> None:
    """Also in the Italian edition, whose own example says +5 for the double burst, not +8."""
    play = (
        Position(edition=edition).ready(0, "Deathdealer@C1:3/2", "Death Charm@S**").start("ready")
    )
    play.do("cast Death Charm")
    assert (play.attack(0, "Deathdealer"), play.defense(0, "Deathdealer")) == (8, 7)
    assert play.dice(0, "attached") == ["Death Charm"]


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("10.2")
@in_new_editions
def test_from_2013_on_death_charm_goes_to_any_creature(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Charm@S*")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(2, "Witching Hag@C1:3/3")
        .start("capture")
    )
    play.do("cast Death Charm")
    assert set(play.options) == {
        "attach Deathdealer [C1:3/2] in seat 0's ready",
        "attach Scavenging Goblin [C1:2/2] in seat 1's ready",
        "attach Witching Hag [C1:3/3] in seat 2's ready",
    }
    play.do("attach Scavenging Goblin")
    assert (play.attack(1, "Scavenging Goblin"), play.defense(1, "Scavenging Goblin")) == (5, 5)
    assert play.dice(0, "attached") == ["Death Charm"]  # it stays its owner's
    assert play.dice(1, "attached") == []


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("10.2")
@in_old_editions
def test_in_2011_death_charm_goes_to_own_creatures_only(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Death Charm@S*")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    play.do("cast Death Charm")  # only one creature can carry it: nothing to choose
    assert (play.attack(0, "Deathdealer"), play.defense(1, "Scavenging Goblin")) == (6, 2)


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("15.6")
@in_all_editions
def test_death_charm_cannot_be_cast_without_a_creature_to_carry_it(edition: str) -> None:
    position = Position(edition=edition).ready(0, "Death Charm@S*").left("Basic Quiddity", 0)
    if edition in OLD:  # an opponent's creature is no use in 2011
        position.ready(1, "Scavenging Goblin@C1:2/2")
    play = position.active(0, "Basic Quiddity@Q1").start("ready")
    assert play.kind != "ready"


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.ability("Death Charm", 1)
def test_a_creature_may_carry_several_death_charms() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Death Charm@S*", "Death Charm@S**")
        .start("ready")
    )
    play.do("cast Death Charm [S*]", "cast Death Charm [S**]")
    assert (play.attack(0, "Deathdealer"), play.defense(0, "Deathdealer")) == (11, 10)
    assert play.dice(0, "attached") == ["Death Charm", "Death Charm"]


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("10.2")
@in_all_editions
def test_death_charm_goes_to_its_owners_used_pile_when_its_carrier_is_destroyed(
    edition: str,
) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Witching Hag@C1:3/3", "Deathdealer@C2:4/4")
        .attached(2, "Death Charm@S*", 1, "Witching Hag")
        .attached(1, "Death Charm@S*", 1, "Deathdealer")
        .start("attack")
    )
    assert play.kind == "capture"  # the Dragon burns level 1 first; 6 do not fell a 7
    assert play.dice(1, "used") == ["Witching Hag"]
    assert play.dice(2, "used") == ["Death Charm"]  # its owner's, not the carrier's
    assert play.dice(1, "attached") == ["Death Charm"]
    assert play.defense(1, "Deathdealer") == 7


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("4.2")
@in_new_editions
def test_death_charm_goes_to_its_owners_used_pile_when_its_carrier_scores(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
        .attached(1, "Death Charm@S*", 0, "Deathdealer")
        .attached(0, "Death Charm@S**", 0, "Scavenging Goblin")
        .start()
    )
    play.do("no")  # the plain Deathdealer's swap
    assert play.glory == (4, 0)
    assert play.dice(1, "used") == ["Death Charm"]
    assert set(play.options) == {  # the spell that was attached may be culled too (4.3)
        "cull Death Charm", "cull Deathdealer", "cull Scavenging Goblin", "pass",
    }  # fmt: skip


@pytest.mark.ability("Death Charm", 0)
@pytest.mark.rule("4.5")
def test_death_charm_is_not_attached_in_phase_one() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Death Charm@S*")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start()
    )
    assert play.kind == "cull"
    assert set(play.options) == {"cull Witching Hag", "pass"}
    assert play.dice(0, "ready") == ["Death Charm"]


@pytest.mark.ability("Death Charm", 0)
def test_no_opponent_attaches_death_charm_to_a_bursting_mighty_devotee() -> None:
    """Opponents cannot choose it as the target of a spell; its owner can."""
    creatures = ("Mighty Devotee of the Holy Query@C2:2/4*", "Scavenging Goblin@C1:2/2")
    play = Position().ready(0, "Death Charm@S*").ready(1, *creatures).start("capture")
    play.do("cast Death Charm")
    assert play.defense(1, "Scavenging Goblin") == 5
    play = Position().ready(0, "Death Charm@S*", *creatures).start("capture")
    play.do("cast Death Charm")
    assert set(play.options) == {
        "attach Mighty Devotee of the Holy Query [C2:2/4*] in seat 0's ready",
        "attach Scavenging Goblin [C1:2/2] in seat 0's ready",
    }


# --- Death Incantation -------------------------------------------------------------------------

THREE_LEVELS = ("Quake Dragon@C1:4/4", "Defender of the Pale@C2:2/6*", "Questing Wizard@C3:4/8**")


@pytest.mark.ability("Death Incantation", 0)
@pytest.mark.rule("6.7")
@in_all_editions
def test_death_incantation_with_one_burst_destroys_level_two_or_lower(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Death Incantation@S*", "Scavenging Goblin@C1:2/2")
        .ready(1, *THREE_LEVELS)
        .ready(2, "Witching Hag@C2:4/5")
        .start("capture")
    )
    play.do("cast Death Incantation")
    assert (play.decision.card, play.decision.ability) == ("Death Incantation", 0)
    assert set(play.options) == {  # any Ready Area, the caster's own too; not the Wizard of level 3
        "destroy Scavenging Goblin [C1:2/2] in seat 0's ready",
        "destroy Quake Dragon [C1:4/4] in seat 1's ready",
        "destroy Defender of the Pale [C2:2/6*] in seat 1's ready",
        "destroy Witching Hag [C2:4/5] in seat 2's ready",
    }
    play.do("destroy Defender of the Pale")
    assert play.dice(1, "used") == ["Defender of the Pale"]
    assert play.dice(1, "ready") == ["Quake Dragon", "Questing Wizard"]
    assert play.dice(2, "ready") == ["Witching Hag"]
    assert play.dice(0, "ready") == ["Scavenging Goblin"]
    assert play.dice(0, pile(edition)) == ["Death Incantation"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Death Incantation", 1)
@in_all_editions
def test_death_incantation_with_two_bursts_destroys_any_level(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Death Incantation@S**")
        .ready(1, *THREE_LEVELS)
        .start("capture")
    )
    play.do("cast Death Incantation")
    assert set(play.options) == {
        "destroy Quake Dragon [C1:4/4] in seat 1's ready",
        "destroy Defender of the Pale [C2:2/6*] in seat 1's ready",
        "destroy Questing Wizard [C3:4/8**] in seat 1's ready",
    }
    play.do("destroy Questing Wizard")
    assert play.dice(1, "used") == ["Questing Wizard"]
    assert settled(play)


@pytest.mark.ability("Death Incantation", 0)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(("face", "castable"), [("S*", False), ("S**", True)])
def test_death_incantation_needs_a_creature_it_can_destroy(face: str, castable: bool) -> None:
    play = (
        Position()
        .ready(0, f"Death Incantation@{face}")
        .ready(1, "Questing Wizard@C3:4/8**")
        .left("Assistant", 0)
        .start("capture")
    )
    cast = [f"cast Death Incantation [{face}]"] if castable else []
    assert set(play.options) == {"capture Basic Quiddity for 0", *cast, "pass"}


@pytest.mark.ability("Death Incantation", 1)
@pytest.mark.rule("15.6")
def test_death_incantation_cannot_be_cast_at_an_empty_table() -> None:
    play = Position().ready(0, "Death Incantation@S**").start("capture")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Death Incantation", 1)
def test_death_incantation_cannot_choose_an_opponents_bursting_mighty_devotee() -> None:
    play = (
        Position()
        .ready(0, "Death Incantation@S**")
        .ready(1, "Mighty Devotee of the Holy Query@C2:2/4*")
        .start("capture")
    )
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play = (  # without the burst it can
        Position()
        .ready(0, "Death Incantation@S**")
        .ready(1, "Mighty Devotee of the Holy Query@C2:2/4")
        .start("capture")
    )
    play.do("cast Death Incantation")
    assert play.dice(1, "used") == ["Mighty Devotee of the Holy Query"]


@pytest.mark.ability("Death Incantation", 0)
@in_all_editions
def test_death_incantation_cast_when_readied_removes_what_hampers_the_turn(edition: str) -> None:
    """Unofficial FAQ: here the Mighty Defender that makes summoning dearer."""
    play = (
        Position(edition=edition)
        .active(0, "Death Incantation@S*", "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
        .ready(1, "Mighty Defender of the Pale@C1:1/5*")
        .start("ready")
    )
    assert set(play.options) == {"ready Death Incantation [S*]", "pass"}
    play.do("ready Death Incantation", "cast Death Incantation")
    assert play.dice(1, "used") == ["Mighty Defender of the Pale"]
    assert set(play.options) == {"summon Scavenging Goblin [C1:2/2] for 1", "pass"}


@pytest.mark.ability("Death Incantation", 0)
def test_death_incantation_may_be_cast_on_an_own_creature() -> None:
    """Caster chooses; the Strong Ghostly Spirit then goes to the Active Pool, unrolled (3.6)."""
    play = (
        Position()
        .ready(0, "Death Incantation@S*", "Strong Ghostly Spirit@C1:2/2")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Strong Ghostly Spirit@C1:2/2"]
    assert play.kind != "ready"


@pytest.mark.ability("Death Incantation", 0)
def test_dice_drawn_by_a_destroyed_own_goblin_are_of_no_use_before_they_are_rolled() -> None:
    """The Mighty Goblin draws them unrolled: whatever they showed last is not to be spent."""
    play = (
        Position()
        .ready(0, "Death Incantation@S*", "Mighty Scavenging Goblin@C1:2/2*")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
        .active(0, "Assistant@Q1")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(0, "active") == ["Assistant", "Basic Quiddity", "Basic Quiddity"]
    assert play.kind != "ready"


# --- Death Spell -------------------------------------------------------------------------------


@pytest.mark.ability("Death Spell", 0)
@in_all_editions
@pytest.mark.parametrize("face", ["S*", "S**"])  # one or two bursts make no difference
def test_death_spell_destroys_one_creature_of_each_opponent(edition: str, face: str) -> None:
    play = (
        Position(4, edition=edition)
        .ready(0, f"Death Spell@{face}", "Scavenging Goblin@C1:2/2")
        .ready(1, "Questing Wizard@C2:3/6", "Scavenging Goblin@C1:2/2")
        .ready(2, "Quake Dragon@C3:8/7**")  # 7: one past the boundary, so this seat is skipped
        .ready(3, "Scavenging Goblin@C1:2/2*", "Witching Hag@C1:3/3", "Deathdealer@C2:4/4")
        .start("capture")
    )
    play.do("cast Death Spell")
    assert play.seat == 0  # the caster chooses in every Ready Area
    assert set(play.options) == {
        "destroy Questing Wizard [C2:3/6] in seat 1's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("destroy Questing Wizard")
    assert play.seat == 0
    assert set(play.options) == {
        "destroy Scavenging Goblin [C1:2/2*] in seat 3's ready",
        "destroy Witching Hag [C1:3/3] in seat 3's ready",
        "destroy Deathdealer [C2:4/4] in seat 3's ready",
    }
    play.do("destroy Witching Hag")
    assert play.dice(0, "ready") == ["Scavenging Goblin"]
    assert (play.dice(1, "ready"), play.dice(1, "used")) == (
        ["Scavenging Goblin"], ["Questing Wizard"],
    )  # fmt: skip
    assert (play.dice(2, "ready"), play.dice(2, "used")) == (["Quake Dragon"], [])
    assert (play.dice(3, "ready"), play.dice(3, "used")) == (
        ["Deathdealer", "Scavenging Goblin"], ["Witching Hag"],
    )  # fmt: skip
    assert play.dice(0, pile(edition)) == ["Death Spell"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Death Spell", 0)
@pytest.mark.parametrize(
    ("creature", "defense", "falls"),
    [
        ("Defender of the Pale@C2:2/6*", 6, True),
        ("Devotee of the Holy Query@C2:2/4*", 6, True),  # 4 and 2 for its burst
        ("Mighty Devotee of the Holy Query@C2:2/4*", 7, False),
        ("Quake Dragon@C3:8/7**", 7, False),
        ("Mighty Quake Dragon@C2:6/6*", 7, False),  # 6 and 1 for its burst
    ],
)
def test_death_spell_asks_for_the_defense_of_this_moment(
    creature: str, defense: int, falls: bool
) -> None:
    play = Position().ready(0, "Death Spell@S*").ready(1, creature).start("capture")
    name = creature.partition("@")[0]
    assert play.defense(1, name) == defense
    cast = ["cast Death Spell [S*]"] if falls else []
    assert set(play.options) == {"capture Basic Quiddity for 0", *cast, "pass"}
    if falls:
        play.do("cast Death Spell")
        assert play.dice(1, "used") == [name]


@pytest.mark.ability("Death Spell", 0)
@pytest.mark.parametrize(
    ("creature", "castable"),
    [("Deathdealer@C1:3/2", True), ("Witching Hag@C1:3/3", False)],
)
def test_death_spell_counts_what_attached_spells_add(creature: str, castable: bool) -> None:
    """With a Life Cantrip's 4 the Deathdealer has 6, the Hag 7."""
    name = creature.partition("@")[0]
    play = (
        Position()
        .ready(0, "Death Spell@S*")
        .ready(1, creature)
        .attached(1, "Life Cantrip", 1, name)
        .start("capture")
    )
    assert ("cast Death Spell [S*]" in play.options) is castable


@pytest.mark.ability("Death Spell", 0)
def test_death_spell_never_touches_the_casters_own_creatures() -> None:
    play = Position().ready(0, "Death Spell@S*", "Scavenging Goblin").start("capture")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Death Spell", 0)
def test_death_spell_sets_off_the_casters_strong_deathdealer() -> None:
    """Its ruling: written for any destruction you cause, so a Death Spell triggers it."""
    play = (
        Position()
        .ready(0, "Death Spell@S*", "Strong Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin")
        .start("ready")
    )
    play.do("cast Death Spell")
    assert play.glory == (2, 0)
    assert set(play.options) == {"cull Strong Deathdealer", "pass"}
    play.do("pass")
    assert play.dice(0, "used") == ["Strong Deathdealer"]
    assert play.kind == "capture"
    assert settled(play)
