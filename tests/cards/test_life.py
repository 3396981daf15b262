"""The four Life cards: one to carry and three reactions, each in its windows only (10.3, 15.2)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import (
    OLD,
    in_all_editions,
    in_new_editions,
    in_old_editions,
    pile,
    settled,
    totals,
)

REACTIONS = ["Life Charm", "Life Incantation", "Life Spell"]


# --- all reactions -----------------------------------------------------------------------------


@pytest.mark.ability("Life Charm", 0)
@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.ability("Life Spell", 0)
@pytest.mark.rule("10.3")
@in_all_editions
@pytest.mark.parametrize("name", REACTIONS)
def test_a_life_reaction_is_never_cast_in_its_owners_turn(edition: str, name: str) -> None:
    """Whole turn: readied and kept, offered in no phase, not even as the own creature dies."""
    play = (
        Position(edition=edition)
        .active(0, f"{name}@S", "Death Incantation@S*")
        .ready(0, "Scavenging Goblin@C1:2/2", "Deathdealer@C1:3/2")
        .ready(1, "Witching Hag@C2:4/5")
        .start("immediate")
    )
    assert set(play.options) == {f"ready {name} [S]", "ready Death Incantation [S*]", "pass"}
    play.do(f"ready {name}", "ready Death Incantation")
    assert set(play.options) == {"cast Death Incantation [S*]", "pass"}
    play.do("cast Death Incantation", "destroy Scavenging Goblin")
    assert play.kind == "capture"  # the attack is over too: 3 do not fell the Hag
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play.do("pass")
    assert set(play.options) == {f"retire {name} [S]", "pass"}
    assert play.dice(0, "ready") == ["Deathdealer", name]


@pytest.mark.ability("Life Charm", 0)
@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.ability("Life Spell", 0)
@pytest.mark.parametrize("name", REACTIONS)
def test_a_life_reaction_is_not_offered_where_it_could_do_nothing(name: str) -> None:
    """No attack, no spell pending and no creature about to die: nobody is asked (15.2)."""
    play = (
        Position()
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Scavenging Goblin@C1:2/2", name)
        .bag(1, "Basic Quiddity")
        .start("ready")
    )
    assert (play.kind, play.seat) == ("capture", 0)
    play.do("pass")
    assert (play.kind, play.seat) == ("cull", 1)  # his own turn has come


# --- Life Cantrip ------------------------------------------------------------------------------


@pytest.mark.ability("Life Cantrip", 0)
@pytest.mark.rule("10.2")
@in_all_editions
def test_life_cantrip_gives_its_carrier_four_defense(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Scavenging Goblin@C1:2/2", "Deathdealer@C1:3/2", "Life Cantrip")
        .start("ready")
    )
    play.do("cast Life Cantrip")
    assert set(play.options) == {
        "attach Scavenging Goblin [C1:2/2] in seat 0's ready",
        "attach Deathdealer [C1:3/2] in seat 0's ready",
    }
    play.do("attach Scavenging Goblin")
    assert (play.attack(0, "Scavenging Goblin"), play.defense(0, "Scavenging Goblin")) == (2, 6)
    assert play.defense(0, "Deathdealer") == 2
    assert play.dice(0, "attached") == ["Life Cantrip"]
    assert settled(play)


@pytest.mark.ability("Life Cantrip", 0)
@in_all_editions
@pytest.mark.parametrize("falls", [False, True])
def test_life_cantrip_is_counted_in_the_attack(edition: str, falls: bool) -> None:
    """The Hag of 3 has 7: six do not fell her, seven do."""
    more = ("Assistant@C1:1/2",) if falls else ()
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*", *more)
        .ready(1, "Witching Hag@C1:3/3")
        .attached(1, "Life Cantrip", 1, "Witching Hag")
        .start("attack")
    )
    assert totals(play) == [7 if falls else 6]
    assert play.dice(1, "used") == (["Life Cantrip", "Witching Hag"] if falls else [])
    assert play.dice(1, "attached") == ([] if falls else ["Life Cantrip"])
    assert play.kind == "capture"


@pytest.mark.ability("Life Cantrip", 0)
@pytest.mark.rule("10.2")
@in_new_editions
def test_from_2013_on_life_cantrip_goes_to_any_creature_and_back_to_its_owner(
    edition: str,
) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Life Cantrip", "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .bag(1, "Basic Quiddity")
        .start("capture")
    )
    play.do("cast Life Cantrip")
    assert set(play.options) == {
        "attach Deathdealer [C1:3/2] in seat 0's ready",
        "attach Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    play.do("attach Scavenging Goblin")
    assert play.defense(1, "Scavenging Goblin") == 6
    play.do("pass")  # seat 1's turn: the Goblin scores
    assert play.glory == (0, 2)
    assert play.dice(0, "used") == ["Life Cantrip"]
    assert set(play.options) == {"cull Scavenging Goblin", "pass"}  # not the opponent's spell


@pytest.mark.ability("Life Cantrip", 0)
@pytest.mark.rule("10.2")
@in_old_editions
def test_in_2011_life_cantrip_goes_to_own_creatures_only(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Life Cantrip")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Life Cantrip", 0)
def test_a_creature_may_carry_two_life_cantrips_and_loses_both() -> None:
    play = (
        Position()
        .ready(0, "Death Incantation@S*")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Life Cantrip", 1, "Scavenging Goblin")
        .attached(0, "Life Cantrip", 1, "Scavenging Goblin")
        .start("capture")
    )
    assert play.defense(1, "Scavenging Goblin") == 10
    play.do("cast Death Incantation")  # defense does not matter (6.7)
    assert play.dice(1, "used") == ["Life Cantrip", "Scavenging Goblin"]
    assert play.dice(0, "used") == ["Life Cantrip"]


@pytest.mark.ability("Life Cantrip", 0)
@pytest.mark.rule("4.5")
def test_life_cantrip_is_not_attached_in_phase_one() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Life Cantrip")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start()
    )
    assert set(play.options) == {"cull Witching Hag", "pass"}


# --- Life Charm --------------------------------------------------------------------------------


@pytest.mark.ability("Life Charm", 0)
@pytest.mark.rule("15.2")
@in_all_editions
def test_life_charm_sends_the_dying_and_all_who_die_later_to_the_active_pool(
    edition: str,
) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Charm", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("defend", 1)
    play.do("defend Scavenging Goblin")
    assert (play.kind, play.seat) == ("react", 1)  # about to be destroyed: covered already
    assert set(play.options) == {"react Life Charm [S]", "pass"}
    assert "Scavenging Goblin" in play.dice(1, "ready")
    play.do("react Life Charm")
    assert play.dice(1, "active") == ["Scavenging Goblin", "Witching Hag"]  # both of them
    assert play.dice(1, "ready") == []
    assert play.dice(1, pile(edition)) == ["Life Charm"]
    assert play.dice(2, "used") == ["Scavenging Goblin"]  # a bystander is not covered
    assert (play.kind, play.seat) == ("capture", 0)
    assert settled(play)


@pytest.mark.ability("Life Charm", 0)
@pytest.mark.rule("3.6")
@in_all_editions
def test_dice_saved_by_life_charm_are_rolled_on_top_of_the_next_six(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Life Charm", "Scavenging Goblin@C1:2/2")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("attack")
    )
    play.do("react Life Charm", "pass")
    assert play.seat == 1
    assert len(play.happened("roll")) == 7
    assert len(play.dice(1, "active")) == 7
    assert play.dice(1, "bag") == ["Basic Quiddity"]


@pytest.mark.ability("Life Charm", 0)
@in_all_editions
def test_life_charm_may_be_kept_for_the_next_creature(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Charm", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "pass")
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert set(play.options) == {"react Life Charm [S]", "pass"}  # now the Hag is dying
    play.do("react Life Charm")
    assert play.dice(1, "active") == ["Witching Hag"]
    assert play.dice(1, "used") == sorted(
        ["Scavenging Goblin"] + (["Life Charm"] if edition in OLD else [])
    )


@pytest.mark.ability("Life Charm", 0)
def test_a_second_life_charm_is_not_offered_while_the_first_covers() -> None:
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Charm", "Life Charm", "Scavenging Goblin", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "react Life Charm")
    assert (play.kind, play.seat) == ("capture", 0)
    assert play.dice(1, "ready") == ["Life Charm"]
    assert play.dice(1, "active") == ["Scavenging Goblin", "Witching Hag"]


@pytest.mark.ability("Life Charm", 0)
@in_all_editions
def test_life_charm_also_covers_creatures_destroyed_by_a_spell(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Death Incantation@S**")
        .ready(1, "Life Charm", "Quake Dragon@C3:8/7**")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert (play.kind, play.seat) == ("react", 1)
    play.do("react Life Charm")
    assert play.dice(1, "active") == ["Quake Dragon"]


@pytest.mark.ability("Life Charm", 0)
@pytest.mark.rule("8.1")
def test_life_charm_ends_with_the_turn() -> None:
    play = (
        Position(3)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(2, "Life Charm", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .active(1, "Deathdealer@C2:4/4")
        .bag(1, "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    play.do("defend Scavenging Goblin", "react Life Charm")
    assert play.dice(2, "active") == ["Scavenging Goblin"]
    play.rolls("Deathdealer@C2:4/4", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
    play.do("pass", "summon Deathdealer", "pass")
    assert play.seat == 1
    # Destroyed one turn later: not covered. The Charm waits for its owner's turn (15.19).
    assert play.dice(2, "used") == ["Witching Hag"]
    assert play.dice(2, "spent") == ["Life Charm"]
    assert play.dice(2, "active") == ["Scavenging Goblin"]


@pytest.mark.ability("Life Charm", 0)
def test_the_owner_chooses_between_life_charm_and_the_creatures_own_place() -> None:
    """A Mighty Ghostly Spirit sets itself aside; both replace the Used Pile."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Life Charm", "Mighty Ghostly Spirit@C1:2/2")
        .start("attack")
    )
    play.do("react Life Charm")
    assert (play.kind, play.seat) == ("send", 1)
    assert set(play.options) == {
        "send Mighty Ghostly Spirit [C1:2/2] to the aside",
        "send Mighty Ghostly Spirit [C1:2/2] to the active",
    }
    play.do("send Mighty Ghostly Spirit [C1:2/2] to the active")
    assert play.dice(1, "active") == ["Mighty Ghostly Spirit"]
    assert settled(play)


@pytest.mark.ability("Life Charm", 0)
def test_spells_attached_to_a_creature_saved_by_life_charm_leave_it() -> None:
    """It left the Ready Area: the spell goes to its owner's Used Pile, not along (10.2)."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Charm", "Scavenging Goblin@C1:2/2")
        .attached(1, "Death Charm@S*", 1, "Scavenging Goblin")
        .start("attack")
    )
    play.do("react Life Charm")
    assert play.dice(1, "active") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Death Charm"]


# --- Life Incantation --------------------------------------------------------------------------


@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.rule("15.2")
@in_new_editions
def test_life_incantation_sets_one_attack_to_zero_for_every_defender(edition: str) -> None:
    """Unlike other protection it lowers the total against all; the caster chooses."""
    play = (
        Position(3, edition=edition)
        .ready(0, "Deathdealer@C2:4/4", "Scavenging Goblin@C1:2/2")
        .ready(1, "Witching Hag@C1:3/3", "Quake Dragon@C1:4/4")
        .ready(2, "Life Incantation", "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert totals(play) == [6, 6]
    assert (play.kind, play.seat) == ("react", 2)  # before anybody chooses a defender
    assert set(play.options) == {"react Life Incantation [S]", "pass"}
    play.do("react Life Incantation")
    assert set(play.options) == {
        "weaken Deathdealer [C2:4/4] in seat 0's ready",
        "weaken Scavenging Goblin [C1:2/2] in seat 0's ready",
        "weaken Witching Hag [C1:3/3] in seat 1's ready",
        "weaken Quake Dragon [C1:4/4] in seat 1's ready",
        "weaken Witching Hag [C2:4/5] in seat 2's ready",
        "weaken Scavenging Goblin [C1:2/2] in seat 2's ready",
    }
    play.do("weaken Deathdealer")
    assert [play.attack(0, "Deathdealer", seat) for seat in (-1, 1, 2)] == [0, 0, 0]
    assert play.attack(0, "Scavenging Goblin") == 2
    assert play.dice(1, "used") == []  # 2 are left, the Hag has 3
    assert (play.kind, play.seat) == ("defend", 2)
    assert set(play.options) == {
        "defend Witching Hag [C2:4/5] against 2",
        "defend Scavenging Goblin [C1:2/2] against 2",
    }
    play.do("defend Witching Hag")
    assert play.dice(2, "ready") == ["Scavenging Goblin", "Witching Hag"]
    assert play.dice(2, "spent") == ["Life Incantation"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.rule("6.2")
@in_old_editions
def test_in_2011_life_incantation_is_asked_for_before_each_defense(edition: str) -> None:
    """One opponent after the other: cast before the second defense it is too late for the first."""
    play = (
        Position(3, edition=edition)
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Witching Hag@C1:3/3")
        .ready(2, "Life Incantation", "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("react", 2)
    play.do("pass")
    assert play.dice(1, "used") == ["Witching Hag"]
    assert (play.kind, play.seat) == ("react", 2)
    play.do("react Life Incantation", "weaken Deathdealer")
    assert play.dice(2, "ready") == ["Witching Hag"]
    assert play.dice(2, "used") == ["Life Incantation"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Life Incantation", 0)
@in_all_editions
def test_life_incantation_protects_others_even_without_an_own_creature(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Witching Hag@C1:3/3")
        .ready(2, "Life Incantation")
        .start("attack")
    )
    play.do("react Life Incantation", "weaken Deathdealer")
    assert play.dice(1, "ready") == ["Witching Hag"]
    assert play.kind == "capture"


@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.rule("15.5")
def test_no_bonus_lifts_the_zero_of_life_incantation() -> None:
    """Ruling: 0 is a fixed value for the turn, whatever was added before."""
    play = (
        Position()
        .ready(0, "Deathdealer@C2:4/4", "Strong Warrior of the Quay@C1:2/3")
        .attached(0, "Death Charm@S**", 0, "Deathdealer")
        .ready(1, "Life Incantation", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert totals(play) == [12]  # 4 + 5 + 1 for the Deathdealer, 2 for the Warrior
    play.do("react Life Incantation", "weaken Deathdealer")
    assert play.attack(0, "Deathdealer", 1) == 0
    assert play.dice(1, "used") == ["Scavenging Goblin"]  # by the Warrior's 2


@pytest.mark.ability("Life Incantation", 0)
def test_life_incantation_on_a_mighty_deathdealer_adds_nothing_later() -> None:
    """At the first loss its attack is added once more, and that attack is 0."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C2:4/4", "Scavenging Goblin@C1:2/2")
        .ready(1, "Life Incantation", "Assistant@C1:1/2", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("react Life Incantation", "weaken Mighty Deathdealer")
    assert play.dice(1, "used") == ["Assistant"]
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Life Incantation", 0)
@pytest.mark.rule("8.1")
def test_life_incantation_ends_with_the_turn() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Life Incantation", "Witching Hag@C1:3/3")
        .bag(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("react Life Incantation", "weaken Deathdealer")
    assert play.attack(0, "Deathdealer") == 0
    play.do("pass")
    assert play.seat == 1
    assert play.attack(0, "Deathdealer") == 4


@pytest.mark.ability("Life Incantation", 0)
def test_two_life_incantations_weaken_two_creatures() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C2:4/4", "Witching Hag@C2:4/5")
        .ready(1, "Life Incantation", "Life Incantation", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("react Life Incantation", "weaken Deathdealer")
    assert set(play.options) == {"react Life Incantation [S]", "pass"}
    play.do("react Life Incantation", "weaken Witching Hag")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.kind == "capture"


@pytest.mark.ability("Life Incantation", 0)
def test_life_incantation_cannot_choose_an_opponents_bursting_mighty_devotee() -> None:
    play = (
        Position()
        .ready(0, "Mighty Devotee of the Holy Query@C2:2/4*", "Deathdealer@C1:3/2")
        .ready(1, "Life Incantation", "Witching Hag@C2:4/5")
        .start("attack")
    )
    play.do("react Life Incantation")
    assert set(play.options) == {
        "weaken Deathdealer [C1:3/2] in seat 0's ready",
        "weaken Witching Hag [C2:4/5] in seat 1's ready",
    }


# --- Life Spell --------------------------------------------------------------------------------


@pytest.mark.ability("Life Spell", 0)
@pytest.mark.rule("15.2")
@in_all_editions
def test_life_spell_gives_all_own_creatures_four_defense(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Spell", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .ready(2, "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("react", 1)
    assert set(play.options) == {"react Life Spell [S]", "pass"}
    play.do("react Life Spell")
    assert (play.defense(1, "Scavenging Goblin"), play.defense(1, "Witching Hag")) == (6, 7)
    assert play.attack(1, "Scavenging Goblin") == 2
    assert play.defense(2, "Witching Hag") == 3
    assert play.dice(1, pile(edition)) == ["Life Spell"]
    assert set(play.options) == {
        "defend Scavenging Goblin [C1:2/2] against 6",
        "defend Witching Hag [C1:3/3] against 6",
    }
    play.do("defend Witching Hag")  # 7: she holds
    assert play.dice(1, "ready") == ["Scavenging Goblin", "Witching Hag"]
    assert play.dice(2, "used") == ["Witching Hag"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Life Spell", 0)
@in_all_editions
@pytest.mark.parametrize(("answer", "left"), [("react Life Spell", 1), ("pass", 0)])
def test_life_spell_at_the_boundary(edition: str, answer: str, left: int) -> None:
    """A Hag of 3 against 6: with the spell she has 7 and stays, without it she falls."""
    play = (
        Position(edition=edition)
        .ready(0, "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Life Spell", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do(answer)
    assert play.dice(1, "ready").count("Witching Hag") == left
    assert play.kind == "capture"


@pytest.mark.ability("Life Spell", 0)
def test_two_life_spells_add_up() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Life Spell", "Life Spell", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("react Life Spell", "react Life Spell")
    assert play.defense(1, "Scavenging Goblin") == 10


@pytest.mark.ability("Life Spell", 0)
@in_all_editions
def test_life_spell_is_offered_at_the_end_of_phase_two_against_a_pending_death_spell(
    edition: str,
) -> None:
    """With 4 more the Hag of 3 has 7 and is out of the Death Spell's reach."""
    play = (
        Position(edition=edition)
        .ready(0, "Death Spell@S*", "Scavenging Goblin@C1:2/2")
        .ready(1, "Life Spell", "Witching Hag@C1:3/3")
        .start("ready")
    )
    assert set(play.options) == {"cast Death Spell [S*]", "pass"}
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 1)
    play.do("react Life Spell")
    assert (play.kind, play.seat) == ("capture", 0)
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    assert play.dice(1, "ready") == ["Witching Hag"]


@pytest.mark.ability("Life Spell", 0)
@pytest.mark.rule("15.2")
def test_life_spell_is_offered_at_the_end_of_the_attack_against_a_pending_death_spell() -> None:
    """Rule 15.2 (d): the active player ends a phase; a Death Spell may still follow in phase 4."""
    play = (
        Position()
        .ready(0, "Death Spell@S*", "Scavenging Goblin@C1:2/2")
        .ready(1, "Life Spell", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 1)  # the total is known
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 1)  # the attack phase ends
    play.do("react Life Spell")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Life Spell", 0)
def test_life_spell_is_not_offered_without_an_own_creature() -> None:
    play = (
        Position(3)
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Life Spell")
        .ready(2, "Witching Hag@C2:4/5")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("capture", 0)


@pytest.mark.ability("Life Spell", 0)
@pytest.mark.rule("15.19")
@in_new_editions
def test_life_spell_ends_with_the_turn_and_stays_in_the_spent_pile(edition: str) -> None:
    """Until the end of its owner's own next turn."""
    play = (
        Position(3, edition=edition)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .ready(2, "Life Spell", "Witching Hag@C1:3/3")
        .bag(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("react Life Spell")
    assert play.defense(2, "Witching Hag") == 7
    assert play.dice(2, "spent") == ["Life Spell"]
    play.do("pass")
    assert play.seat == 1
    assert play.defense(2, "Witching Hag") == 3
    assert play.dice(2, "used") == []
    assert play.dice(2, "spent") == ["Life Spell"]
    while play.game.active != 0:
        play.do("pass")
    assert play.dice(2, "spent") == []
