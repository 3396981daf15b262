"""The Heavenly Seraphs: a shield for the others, a second chance, and Immunity (10.5).

Faces of the die: Q1, Q2 twice, C1:4/4, C2:7/5, C3:7/7*; only the level 3 face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import phase
from quarriors.testing import Position
from tests.cards.common import settled, totals

SETS = ["base", "quarmageddon"]
PLAIN = "Heavenly Seraph"
STRONG = "Strong Heavenly Seraph"
MIGHTY = "Mighty Heavenly Seraph"
FACES = ["C1:4/4", "C2:7/5", "C3:7/7*"]


# --- Heavenly Seraph: +1 defense for the others -------------------------------------------------


@pytest.mark.ability("Heavenly Seraph", 0)
@pytest.mark.parametrize("face", FACES)
def test_every_other_creature_of_its_owner_has_one_more_defense(face: str) -> None:
    """On every face; not the Seraph itself, no attack, no opponent's creature."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@{face}", "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C2:3/3")
        .ready(1, "Witching Hag@C2:4/5")
        .start("capture")
    )
    assert play.defense(0, "Scavenging Goblin") == 3
    assert play.defense(0, "Ghostly Spirit") == 4
    assert play.defense(0, PLAIN) == int(face[5])
    assert play.attack(0, "Scavenging Goblin") == 2
    assert play.defense(1, "Witching Hag") == 5


@pytest.mark.ability("Heavenly Seraph", 0)
def test_two_seraphs_give_each_other_one_and_the_goblin_two() -> None:
    """Several add up."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{PLAIN}@C1:4/4", f"{PLAIN}@C1:4/4", "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert play.defense(0, PLAIN) == 5
    assert play.defense(0, "Scavenging Goblin") == 4


@pytest.mark.ability("Heavenly Seraph", 0)
@pytest.mark.parametrize(("attackers", "falls"), [(["C1:2/2"], False), (["C2:3/3"], True)])
def test_a_shielded_goblin_falls_to_three_and_not_to_two(attackers: list[str], falls: bool) -> None:
    """The boundary: 2 + 1."""
    play = (
        Position(sets=SETS)
        .ready(0, *(f"Ghostly Spirit@{face}" for face in attackers))
        .ready(1, f"{PLAIN}@C1:4/4", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert play.kind == ("defend" if falls else "capture")
    if falls:
        play.do("defend Scavenging Goblin")
    assert play.dice(1, "used") == (["Scavenging Goblin"] if falls else [])
    assert settled(play)


@pytest.mark.ability("Heavenly Seraph", 0)
@pytest.mark.rule("15.4")
def test_when_the_seraph_falls_first_the_shield_is_gone() -> None:
    """8 damage: 4 for the Seraph, and the Devotee has 4 again instead of 5."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Witching Hag@C2:4/5")
        .ready(1, f"{PLAIN}@C1:4/4", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert set(play.options) == {
        f"defend {PLAIN} [C1:4/4] against 8",
        "defend Devotee of the Holy Query [C2:2/4] against 8",
    }
    play.do(f"defend {PLAIN}")
    assert play.dice(1, "used") == ["Devotee of the Holy Query", PLAIN]


@pytest.mark.ability("Heavenly Seraph", 0)
def test_outside_the_ready_area_it_shields_nobody() -> None:
    """Active Pool and Used Pile do not count."""
    play = (
        Position(sets=SETS)
        .active(0, f"{PLAIN}@C1:4/4")
        .used(0, PLAIN)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert play.defense(0, "Scavenging Goblin") == 2


@pytest.mark.ability("Heavenly Seraph", 0)
@pytest.mark.rule("12.7")
def test_a_seraph_on_a_quest_shields_nobody() -> None:
    """Neither those at home nor those that went with it: its text names the Ready Area."""
    play = (
        Position(sets=[*SETS, "quartifacts"])
        .ready(0, "Life Incantation@S", "Ghostly Spirit@C2:3/3")
        .quest(1, "Hunt for Exqualibur", f"{PLAIN}@C1:4/4", "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert play.defense(1, "Scavenging Goblin") == 2
    questing = play.die(1, "quest", "Witching Hag")
    assert queries.defense(play.state, questing) == 5


@pytest.mark.ability("Heavenly Seraph", 0)
@pytest.mark.rule("11.3")
def test_a_locked_creature_stays_at_zero() -> None:
    """Only unlocked creatures gain."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{PLAIN}@C1:4/4", "Scavenging Goblin@C1:2/2")
        .locked(0, "Frost Howler")
        .start("capture")
    )
    assert play.defense(0, "Frost Howler") == 0
    assert play.defense(0, "Scavenging Goblin") == 3


# --- Immunity on the burst of the plain and the Strong Seraph -----------------------------------


@pytest.mark.ability("Heavenly Seraph", 1)
@pytest.mark.ability("Strong Heavenly Seraph", 1)
@pytest.mark.ability("Mighty Heavenly Seraph", 0)
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", [PLAIN, STRONG, MIGHTY])
def test_an_opponents_spell_cannot_choose_it_where_it_is_immune(name: str, face: str) -> None:
    """The Mighty one is on every face, the others on the burst; the Goblin never is."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**", "Ghostly Spirit@C2:3/3")
        .ready(1, f"{name}@{face}", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do("cast Death Incantation")
    expected = {
        "destroy Ghostly Spirit [C2:3/3] in seat 0's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
    }
    if name != MIGHTY and face != "C3:7/7*":
        expected.add(f"destroy {name} [{face}] in seat 1's ready")
    assert set(play.options) == expected


@pytest.mark.ability("Heavenly Seraph", 1)
@pytest.mark.ability("Strong Heavenly Seraph", 1)
@pytest.mark.ability("Mighty Heavenly Seraph", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("name", [PLAIN, STRONG, MIGHTY])
@pytest.mark.parametrize(("more", "falls"), [("C1:2/2", False), ("C2:3/3", True)])
def test_attack_damage_destroys_an_immune_seraph(name: str, more: str, falls: bool) -> None:
    """7 damage does, 6 does not."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", f"Ghostly Spirit@{more}")
        .ready(1, f"{name}@C3:7/7*")
        .start("attack")
    )
    assert totals(play) == [7 if falls else 6]
    assert play.dice(1, "used") == ([name] if falls else [])
    assert settled(play)


@pytest.mark.ability("Heavenly Seraph", 1)
@pytest.mark.ability("Strong Heavenly Seraph", 1)
@pytest.mark.ability("Mighty Heavenly Seraph", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("name", [PLAIN, STRONG, MIGHTY])
def test_its_owners_spells_reach_an_immune_seraph(name: str) -> None:
    """Immunity is against opponents only."""
    play = Position(sets=SETS).ready(0, f"{name}@C3:7/7*", "Life Cantrip@S").start("ready")
    play.do("cast Life Cantrip")
    assert play.defense(0, name) == 11


@pytest.mark.ability("Mighty Heavenly Seraph", 0)
def test_a_quake_dragon_does_not_destroy_a_level_one_mighty_seraph() -> None:
    """Its Immunity needs no burst."""
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C1:4/4")
        .attached(1, "Life Cantrip@S", 1, MIGHTY)
        .ready(1, f"{MIGHTY}@C1:4/4", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Assistant"]
    assert play.dice(1, "ready") == [MIGHTY]


# --- Strong Heavenly Seraph: the Active Pool instead of the Used Pile ---------------------------


@pytest.mark.ability("Strong Heavenly Seraph", 0)
@pytest.mark.parametrize("face", FACES)
def test_a_destroyed_companion_may_go_to_the_active_pool(face: str) -> None:
    """And is rolled in its owner's next phase 2 on top of the six dice drawn (3.6)."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{STRONG}@{face}", "Warrior of the Quay@C1:2/3")
        .bag(1, *(["Basic Quiddity"] * 6))
        .start("attack")
    )
    play.do("defend Warrior of the Quay")
    assert (play.seat, play.kind) == (1, "may")
    assert play.decision.card == STRONG
    play.do("yes")
    assert play.dice(1, "active") == ["Warrior of the Quay"]
    assert play.dice(1, "used") == []
    assert play.kind == "capture"
    play.do("pass")  # seat 1: the Seraph scores
    play.do("pass")  # no cull
    assert play.dice(1, "active").count("Basic Quiddity") == 6
    assert len(play.dice(1, "active")) == 7


@pytest.mark.ability("Strong Heavenly Seraph", 0)
@pytest.mark.rule("15.7")
def test_it_is_a_real_choice_and_a_no_keeps_it_for_later() -> None:
    """Declined for the Warrior, used for the Goblin."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .ready(1, f"{STRONG}@C3:7/7*", "Warrior of the Quay@C1:2/3", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("defend Warrior of the Quay", "no")
    assert play.dice(1, "used") == ["Warrior of the Quay"]
    play.do("defend Scavenging Goblin", "yes")
    assert play.dice(1, "active") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Warrior of the Quay"]
    assert settled(play)


@pytest.mark.ability("Strong Heavenly Seraph", 0)
def test_it_works_once_in_a_turn() -> None:
    """The second loss of the same turn goes to the Used Pile."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .ready(1, f"{STRONG}@C3:7/7*", "Warrior of the Quay@C1:2/3", "Scavenging Goblin@C1:2/2")
        .ready(1, "Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("defend Warrior of the Quay", "yes", "defend Scavenging Goblin")
    assert play.dice(1, "active") == ["Warrior of the Quay"]
    assert play.dice(1, "used") == ["Scavenging Goblin"]  # not asked again
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Strong Heavenly Seraph", 0)
def test_it_may_be_used_again_in_the_next_players_turn() -> None:
    """Seat 1's spell, then the next player's: one die each."""
    play = (
        Position(players=3, sets=SETS)
        .ready(2, "Death Incantation@S**")
        .ready(0, f"{STRONG}@C3:7/7*", "Scavenging Goblin@C1:2/2", "Warrior of the Quay@C1:2/3")
        .ready(1, "Death Incantation@S**")
        .start("ready", 1)
    )
    play.do("cast Death Incantation", "destroy Scavenging Goblin", "yes")
    play.do("pass")
    assert play.seat == 2
    play.do("cast Death Incantation", "yes")  # the immune Seraph cannot be chosen
    assert play.dice(0, "active") == ["Scavenging Goblin", "Warrior of the Quay"]


@pytest.mark.ability("Strong Heavenly Seraph", 0)
def test_it_does_not_save_itself_or_an_opponents_creature() -> None:
    """Another creature, and of yours."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, f"{STRONG}@C1:4/4")
        .ready(2, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == [STRONG]
    assert play.dice(2, "used") == ["Warrior of the Quay"]
    assert settled(play)


@pytest.mark.ability("Strong Heavenly Seraph", 0)
def test_two_of_them_serve_two_losses() -> None:
    """Each has its own use in the turn."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .ready(1, f"{STRONG}@C3:7/7*", f"{STRONG}@C3:7/7*", "Warrior of the Quay@C1:2/3")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("defend Warrior of the Quay", "yes", "no")
    play.do("defend Scavenging Goblin", "yes")
    assert play.dice(1, "active") == ["Scavenging Goblin", "Warrior of the Quay"]
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Strong Heavenly Seraph", 0)
@pytest.mark.rule("11.4")
def test_an_unlocked_die_is_not_destroyed() -> None:
    """A spell that destroys a locked creature unlocks it: nobody is asked."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{STRONG}@C3:7/7*", "Scavenging Goblin@C1:2/2")
        .locked(1, "Frost Howler")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Frost Howler")
    assert play.dice(1, "used") == ["Frost Howler"]
    assert play.dice(1, "active") == []
    assert settled(play)


@pytest.mark.ability("Strong Heavenly Seraph", 0)
def test_in_its_owners_own_turn_the_die_is_cleaned_up_unrolled() -> None:
    """A ruling: it waits in the pool of a turn that has rolled already."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C3:7/7*", "Warrior of the Quay@C1:2/3", "Death Incantation@S**")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Warrior of the Quay", "yes")
    assert play.dice(0, "active") == ["Warrior of the Quay"]
    assert "summon Warrior of the Quay" not in " ".join(play.options)
    play.do("pass")
    assert play.seat == 1
    assert play.dice(0, "used") == ["Death Incantation", "Warrior of the Quay"]


@pytest.mark.ability("Strong Heavenly Seraph", 0)
@pytest.mark.rule("12.3")
@pytest.mark.parametrize("questing", [False, True])
@pytest.mark.rule("3.6")
def test_in_its_owners_own_challenge_the_die_goes_to_the_active_pool(questing: bool) -> None:
    """Unrolled, to be cleaned up with the rest; the Seraph may be anywhere."""
    play = (
        Position(sets=[*SETS, "quartifacts"])
        .quest(1, "Hunt for Exqualibur", "Devotee of the Holy Query@C2:2/4")
        .ready(0, f"{STRONG}@C3:7/7*", "Scavenging Goblin@C1:2/2")
        .active(0, "Basic Quiddity@Q1")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur", "venture Scavenging Goblin")
    if questing:
        play.do(f"venture {STRONG}", "defend Scavenging Goblin", "yes")
    else:
        play.do("pass", "yes")
    assert play.dice(0, "bag") == []
    assert play.dice(0, "active") == ["Basic Quiddity", "Scavenging Goblin"]
    assert play.dice(0, "used") == []


# --- Mighty Heavenly Seraph: a Glory and a cull more --------------------------------------------


@pytest.mark.ability("Mighty Heavenly Seraph", 1)
@pytest.mark.parametrize(("face", "glory"), [("C1:4/4", 4), ("C2:7/5", 4), ("C3:7/7*", 5)])
def test_on_the_burst_it_earns_one_more(face: str, glory: int) -> None:
    """Only there, and only for itself."""
    play = (
        Position(sets=SETS).ready(0, f"{MIGHTY}@{face}", "Scavenging Goblin@C1:2/2").start("score")
    )
    assert play.glory == (glory + 2, 0)
    assert sorted(event[4] for event in play.happened("score")) == [2, glory]


@pytest.mark.ability("Mighty Heavenly Seraph", 1)
@pytest.mark.parametrize(("face", "culls"), [("C2:7/5", 1), ("C3:7/7*", 2)])
def test_on_the_burst_two_dice_can_be_culled_instead_of_one(face: str, culls: int) -> None:
    """From the Used Pile, the Seraph itself included."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@{face}")
        .used(0, "Assistant", "Basic Quiddity", "Basic Quiddity")
        .start("score")
    )
    for _ in range(culls):
        assert (play.seat, len(play.options)) == (
            0,
            4 if "Assistant" in play.dice(0, "used") else 3,
        )
        cull = next(option for option in play.options if option.startswith("cull"))
        play.do(cull)
    assert len(play.happened("cull")) == culls
    assert queries.phase_of(play.state) > phase.SCORE


@pytest.mark.ability("Mighty Heavenly Seraph", 1)
def test_neither_cull_is_compulsory() -> None:
    """Two times no."""
    play = Position(sets=SETS).ready(0, f"{MIGHTY}@C3:7/7*").used(0, "Assistant").start("score")
    play.do("no", "pass")
    assert play.happened("cull") == []
    assert play.glory == (5, 0)


@pytest.mark.ability("Mighty Heavenly Seraph", 1)
@pytest.mark.rule("4.6")
@pytest.mark.parametrize(("answer", "glory"), [("score", 5), ("keep", 0)])
def test_under_expert_culling_the_power_still_culls_one_die(answer: str, glory: int) -> None:
    """The cull is the card's, not that of scoring; a Seraph that is kept earns nothing."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, f"{MIGHTY}@C3:7/7*")
        .used(0, "Assistant", "Basic Quiddity")
        .start("score")
    )
    play.do(f"{answer} {MIGHTY}")
    assert play.glory == (glory, 0)
    play.do("cull-die Assistant")
    assert play.left("Assistant") == 10
    assert play.left(MIGHTY) == (5 if answer == "score" else 4)


@pytest.mark.ability("Mighty Heavenly Seraph", 1)
@pytest.mark.rule("13.4")
@pytest.mark.parametrize(("face", "culls"), [("C2:7/5", 0), ("C3:7/7*", 1)])
def test_with_the_rules_of_light_vs_dark_only_its_power_culls(face: str, culls: int) -> None:
    """Scoring itself earns no cull there; a card's power does."""
    play = (
        Position(sets=[*SETS, "light_vs_dark"])
        .ready(0, f"{MIGHTY}@{face}")
        .used(0, "Scavenging Goblin")
        .start("score")
    )
    assert play.glory == (4 + culls, 0)
    if culls:
        play.do("cull-die Scavenging Goblin")
        assert play.left("Scavenging Goblin") == 5
    assert len(play.happened("cull")) == culls
    assert play.kind != "cull"
