"""The Witching Hags: quiddity for kills, creature dice fetched back, attackers held down to 3.

Faces of the die: Q1, Q2, Q2, C1:3/3 twice, C2:4/5.
"""

from __future__ import annotations

import pytest

from quarriors.engine.core import advance
from quarriors.engine.frames import push_destruction
from quarriors.testing import Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
STRONG = "Strong Witching Hag"
MIGHTY = "Mighty Witching Hag"


# --- Witching Hag: quiddity for kills -----------------------------------------------------------


@pytest.mark.ability("Witching Hag", 0)
@pytest.mark.rule("7.1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:4/5"])
def test_each_creature_destroyed_in_the_attack_is_one_quiddity_for_a_capture(
    face: str, edition: str
) -> None:
    """Of two opponents two creatures: 2 quiddity, enough for a Goblin in phase 4."""
    play = (
        Position(players=3, edition=edition, wilds=["Scavenging Goblin"])
        .ready(0, f"Witching Hag@{face}")
        .ready(1, "Assistant@C1:1/2")
        .ready(2, "Ghostly Spirit@C1:2/2", "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("defend Ghostly Spirit")
    assert play.pool == 2
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "capture Scavenging Goblin for 2",
        "pass",
    }
    play.do("capture Scavenging Goblin")
    assert play.seat == 1
    assert play.dice(0, "used") == ["Scavenging Goblin"]
    assert play.pool == 0
    assert play.glory == (0, 0, 0)


@pytest.mark.ability("Witching Hag", 0)
def test_without_a_kill_the_hag_gives_nothing() -> None:
    """3 against 4."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.pool == 0
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Witching Hag", 0)
def test_each_hag_gives_its_own_quiddity() -> None:
    """Two Hags, two creatures: 4."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Witching Hag@C1:3/3")
        .ready(1, "Assistant@C1:1/2", "Assistant@C1:1/2", "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    play.do("defend Assistant", "defend Assistant")
    assert play.kind == "capture"
    assert play.pool == 4


@pytest.mark.ability("Witching Hag", 0)
def test_a_kill_in_phase_two_gives_quiddity_for_summoning() -> None:
    """A Death Incantation's victim pays for the Goblin."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Death Incantation@S*")
        .active(0, "Scavenging Goblin@C1:2/2", "Life Charm@S")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    assert not any(text.startswith("summon") for text in play.options)
    play.do("cast Death Incantation", "destroy Assistant")
    assert play.pool == 1
    assert "summon Scavenging Goblin [C1:2/2] for 1" in play.options


@pytest.mark.ability("Witching Hag", 0)
@pytest.mark.rule("6.5")
def test_a_creature_that_is_saved_was_destroyed_all_the_same() -> None:
    """The quiddity is gained though the victim stays."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, "Assistant@C1:1/2", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.pool == 1
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Witching Hag", 0)
def test_destroying_ones_own_creature_counts_but_not_the_hag_herself() -> None:
    """She counts "each creature you destroy"; a Hag that is destroyed is no longer there."""
    own = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Assistant@C1:1/2", "Death Incantation@S*")
        .start("ready")
    )
    own.do("cast Death Incantation", "destroy Assistant")
    assert own.pool == 1
    herself = Position().ready(0, "Witching Hag@C1:3/3", "Death Incantation@S*").start("ready")
    herself.do("cast Death Incantation")
    assert herself.pool == 0
    assert herself.dice(0, "used") == ["Witching Hag"]


@pytest.mark.ability("Witching Hag", 0)
def test_only_the_destroyers_hag_gains() -> None:
    """Neither the victim's owner nor a bystander; nor a Hag outside the Ready Area."""
    play = (
        Position(players=3)
        .ready(0, "Deathdealer@C2:4/4")
        .used(0, "Witching Hag@C1:3/3")
        .ready(1, "Assistant@C1:1/2", "Witching Hag@C2:4/5")
        .ready(2, "Witching Hag@C2:4/5")
        .start("attack")
    )
    play.do("defend Assistant")
    assert play.kind == "capture"
    assert play.pool == 0
    assert play.happened("quiddity") == []


@pytest.mark.ability("Witching Hag", 0)
@pytest.mark.rule("5.5")
def test_quiddity_gained_in_another_players_turn_is_lost() -> None:
    """Ruling. No base card destroys in others' turns, so seat 1's kill is put on the stack."""
    play = Position().ready(0, "Assistant@C1:1/2").ready(1, "Witching Hag@C1:3/3").start("capture")
    victim = play.die(0, "ready", "Assistant")
    push_destruction(play.state, victim, killer=1, by_damage=False)
    advance(play.state)
    assert play.dice(0, "used") == ["Assistant"]
    assert (play.seat, play.kind, play.pool) == (0, "capture", 0)
    play.do("pass")
    assert play.seat == 1
    assert play.pool == 0


@pytest.mark.ability("Witching Hag", 0)
def test_an_ooze_that_dissolves_by_itself_is_nobodys_kill() -> None:
    """A Primordial Ooze without quiddity is destroyed by its own card."""
    play = (
        Position().ready(0, "Witching Hag@C1:3/3").ready(1, "Primordial Ooze@C2:?/?").start("ready")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Primordial Ooze"]
    assert play.pool == 0


# --- Strong Witching Hag: a creature die back to the Active Pool --------------------------------


@pytest.mark.ability("Strong Witching Hag", 0)
@pytest.mark.rule("3.3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:4/5"])
def test_strong_hag_fetches_a_creature_die_whatever_it_shows(face: str, edition: str) -> None:
    """Assistants too; not herself, no other dice, and nothing from elsewhere."""
    play = (
        Position(edition=edition)
        .ready(0, f"{STRONG}@{face}")
        .used(0, "Quake Dragon@Q1", "Assistant@Q1", "Portal", "Basic Quiddity", "Life Charm")
        .spent(0, "Deathdealer")
        .bag(0, "Ghostly Spirit")
        .used(1, "Questing Wizard")
        .start("score")
    )
    assert play.glory == (3, 0)
    assert play.decision.card == STRONG
    assert set(play.options) == {
        "fetch Quake Dragon in seat 0's used",
        "fetch Assistant in seat 0's used",
        "no",
    }
    play.do("fetch Quake Dragon")
    assert play.dice(0, "active") == ["Quake Dragon"]
    assert play.happened("roll") == []
    assert play.kind == "cull"
    assert set(play.options) == {
        "cull Assistant",
        "cull Portal",
        "cull Basic Quiddity",
        "cull Life Charm",
        f"cull {STRONG}",
        "pass",
    }


@pytest.mark.ability("Strong Witching Hag", 0)
@pytest.mark.example("E")
@pytest.mark.rule("4.3")
def test_the_fetched_goblin_is_rolled_with_the_six_drawn() -> None:
    """She scores 3, a Goblin waits in the Active Pool, an Assistant is culled, 7 are rolled."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:3/3")
        .used(0, "Scavenging Goblin", "Assistant")
        .bag(0, *["Basic Quiddity"] * 6)
        .start("score")
    )
    play.do("fetch Scavenging Goblin")
    assistants = play.left("Assistant")
    play.rolls("Scavenging Goblin@C1:2/2*", *["Basic Quiddity@Q1"] * 6)
    play.do("cull Assistant")
    assert play.glory == (3, 0)
    assert play.left("Assistant") == assistants + 1
    assert len(play.happened("roll")) == 7
    assert play.faces(0, "active") == [
        *["Basic Quiddity@Q1"] * 6,
        "Scavenging Goblin@C1:2/2*",
    ]
    assert play.dice(0, "used") == [STRONG]


@pytest.mark.ability("Strong Witching Hag", 0)
def test_a_creature_that_scored_this_same_turn_may_be_fetched() -> None:
    """Official FAQ; it has earned its Glory already."""
    play = Position().ready(0, f"{STRONG}@C1:3/3", "Questing Wizard@C3:4/8**").start("score")
    assert play.glory == (7, 0)
    assert set(play.options) == {"fetch Questing Wizard in seat 0's used", "no"}
    play.do("fetch Questing Wizard")
    assert play.dice(0, "active") == ["Questing Wizard"]
    assert set(play.options) == {f"cull {STRONG}", "pass"}


@pytest.mark.ability("Strong Witching Hag", 0)
def test_two_strong_hags_may_fetch_each_other() -> None:
    """Each one a different die than itself."""
    play = Position().ready(0, f"{STRONG}@C1:3/3", f"{STRONG}@C1:3/3").start("score")
    assert play.glory == (6, 0)
    assert set(play.options) == {f"fetch {STRONG} in seat 0's used", "no"}
    play.rolls(f"{STRONG}@Q1", f"{STRONG}@Q2")
    play.do("fetch")
    # The second Hag is the one that was fetched: the first lies in the Used Pile for her.
    assert set(play.options) == {f"fetch {STRONG} in seat 0's used", "no"}
    play.do("fetch")
    assert play.kind == "capture"  # nothing left to cull
    assert play.faces(0, "active") == [f"{STRONG}@Q1", f"{STRONG}@Q2"]


@pytest.mark.ability("Strong Witching Hag", 0)
@pytest.mark.rule("15.7")
def test_strong_hag_need_not_fetch() -> None:
    """Optional."""
    play = Position().ready(0, f"{STRONG}@C1:3/3").used(0, "Assistant").start("score")
    play.do("no")
    assert play.kind == "cull"
    assert play.dice(0, "active") == []
    assert play.dice(0, "used") == ["Assistant", STRONG]


@pytest.mark.ability("Strong Witching Hag", 0)
def test_with_no_other_creature_die_strong_hag_asks_nothing() -> None:
    """Only herself and dice without a creature face."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:3/3")
        .used(0, "Portal", "Life Charm", "Basic Quiddity")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (3, 0))


@pytest.mark.ability("Strong Witching Hag", 0)
def test_a_destroyed_strong_hag_fetches_nothing() -> None:
    """Only scoring sets it off."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{STRONG}@C1:3/3")
        .used(1, "Assistant")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Assistant", STRONG]


# --- Mighty Witching Hag: no attacker counts for more than 3 ------------------------------------


@pytest.mark.ability("Mighty Witching Hag", 0)
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:4/5"])
def test_each_attacker_counts_for_no_more_than_three_against_the_hags_owner(
    face: str, edition: str
) -> None:
    """8, 4, 3 and 2 are 3, 3, 3 and 2; the other player faces them all."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, "Strong Quake Dragon@C3:8/7**", "Questing Wizard@C3:4/8**")
        .ready(0, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{MIGHTY}@{face}", "Defender of the Pale@C3:2/8**")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.totals == {1: 11, 2: 17}
    assert set(play.options) == {
        f"defend {MIGHTY} [{face}] against 11",
        "defend Defender of the Pale [C3:2/8**] against 11",
    }


@pytest.mark.ability("Mighty Witching Hag", 0)
@pytest.mark.rule("15.5")
def test_bonuses_count_before_the_cap() -> None:
    """A Goblin of 2 with a Charm's +3 counts for 3, and one of 2 + 1 for its 3."""
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C1:2/2")
        .ready(0, "Strong Warrior of the Quay@C1:2/3")
        .attached(0, "Death Charm@S*", 0, "Scavenging Goblin")
        .ready(1, f"{MIGHTY}@C2:4/5", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert play.totals == {1: 8}  # 3 (of 6), 3 and 2


@pytest.mark.ability("Mighty Witching Hag", 0)
def test_a_second_mighty_hag_changes_nothing() -> None:
    """Ruling."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@C2:4/5", f"{MIGHTY}@C2:4/5")
        .start("attack")
    )
    assert play.totals == {1: 3}
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [MIGHTY, MIGHTY]


@pytest.mark.ability("Mighty Witching Hag", 0)
@pytest.mark.parametrize(("face", "falls"), [("C1:3/3", True), ("C2:4/5", False)])
def test_a_lone_mighty_hag_against_a_great_attacker(face: str, falls: bool) -> None:
    """3 is enough for a defense of 3 and not for 5."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@{face}")
        .start("attack")
    )
    assert play.dice(1, "ready") == ([] if falls else [MIGHTY])


@pytest.mark.ability("Mighty Witching Hag", 0)
def test_the_total_stays_low_when_the_mighty_hag_falls_first() -> None:
    """It was settled in the protection step."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**", "Questing Wizard@C3:4/8**")
        .ready(1, f"{MIGHTY}@C1:3/3", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert play.totals == {1: 6}
    play.do(f"defend {MIGHTY}")
    assert play.kind == "capture"  # 3 left against 4
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]


@pytest.mark.ability("Mighty Witching Hag", 0)
def test_outside_the_ready_area_and_for_her_owners_attack_she_caps_nothing() -> None:
    """Her owner attacks with all they have."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@C2:4/5", "Quake Dragon@C3:8/7**")
        .used(1, f"{MIGHTY}@C1:3/3")
        .active(1, f"{MIGHTY}@C1:3/3")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert play.totals == {1: 12}
    assert play.dice(1, "ready") == []
