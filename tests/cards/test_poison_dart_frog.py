"""The Poison Dart Frogs: frail, and a burden for everybody while they are locked.

Faces of the die: Q1, Q1, K, C1:1/1, C1:1/1*, C2:2/1; one creature face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
PLAIN, STRONG, MIGHTY = (
    "Poison Dart Frog",
    "Strong Poison Dart Frog",
    "Mighty Poison Dart Frog",
)
IMMUNE = "Strong Qladiator@C3:7/6**"
BURSTING = "Mighty Quake Dragon Mystic@C3:4/5*"  # immune, the same in all editions


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Poison Dart Frog: less defense for all -------------------------------------------------------


@pytest.mark.ability("Poison Dart Frog", 0)
@in_all_editions
def test_while_it_is_locked_every_creature_has_one_defense_less(edition: str) -> None:
    """Never below 1; opponents' immune creatures are exempt, its holder's own are not."""
    play = (
        table(3, edition)
        .locked(1, PLAIN)
        .ready(0, "Witching Hag@C2:4/5", BURSTING, f"{PLAIN}@C1:1/1")
        .ready(1, "Scavenging Goblin@C1:2/2", BURSTING)
        .locked(2, "Quaxos' Eye")
        .ready(2, "Assistant@C1:1/2")
        .start("capture")
    )
    assert play.defense(0, "Witching Hag") == 4
    assert play.defense(0, "Mighty Quake Dragon Mystic") == 5
    assert play.defense(0, PLAIN) == 1
    assert play.defense(1, "Scavenging Goblin") == 1
    assert play.defense(1, "Mighty Quake Dragon Mystic") == 4
    assert play.defense(2, "Assistant") == 1
    assert play.defense(2, "Quaxos' Eye") == 0  # 11.3
    assert play.attack(0, "Witching Hag") == 4


@pytest.mark.ability("Poison Dart Frog", 0)
@pytest.mark.parametrize(("frog", "falls"), [("K", True), ("C1:1/1*", False), ("", False)])
def test_four_attack_fell_a_hag_of_five_only_while_the_frog_is_locked(
    frog: str, falls: bool
) -> None:
    """The boundary; as a creature, or not there at all, the Frog weakens nobody."""
    position = (
        table(3)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Warrior of the Quay@C2:3/4", "Witching Hag@C2:4/5")
    )
    if frog:
        position.ready(2, f"{PLAIN}@{frog}")
    play = position.start("attack")
    assert totals(play)[0] == 4
    options = {
        "defend Warrior of the Quay [C2:3/4] against 4",
        "defend Witching Hag [C2:4/5] against 4",
    }
    assert set(play.options) == options
    play.do("defend Witching Hag")
    assert ("Witching Hag" in play.dice(1, "used")) is falls
    assert "Warrior of the Quay" in play.dice(1, "ready")


@pytest.mark.ability("Poison Dart Frog", 0)
def test_bonuses_come_before_the_loss_and_two_frogs_add_up() -> None:
    """2 + 4 - 2 for a Goblin with a Life Cantrip; one of 2 is down to 1, not to 0."""
    play = (
        table()
        .locked(0, PLAIN)
        .locked(1, PLAIN)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .attached(0, "Life Cantrip@S", 0, "Scavenging Goblin")
        .ready(1, "Assistant@C1:1/2")
        .start("capture")
    )
    assert play.defense(0, "Scavenging Goblin") == 4
    assert play.defense(1, "Assistant") == 1


# --- Poison Dart Frog and Mighty Poison Dart Frog: revenge ----------------------------------------


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.ability("Mighty Poison Dart Frog", 1)
@in_all_editions
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_destroyed_by_an_attack_it_may_take_an_attackers_creature_along(
    name: str, edition: str
) -> None:
    """Level 2 or lower for the plain one, any level for the Mighty one; immune ones never."""
    play = (
        table(3, edition)
        .ready(0, "Quake Dragon@C3:8/7**", "Witching Hag@C2:4/5", "Assistant@C1:1/2", IMMUNE)
        .locked(0, "Quaxos' Eye")
        .ready(1, f"{name}@C1:1/1*")
        .ready(2, "Deathdealer@C2:4/4")
        .start("attack")
    )
    # The plain Quake Dragon destroys level 1 before the defense: that is no damage (6.7).
    assert play.kind == "capture"
    assert play.dice(1, "used") == [name]

    play = (
        table(3, edition)
        .ready(0, "Questing Wizard@C3:4/8**", "Witching Hag@C2:4/5", "Assistant@C1:1/2", IMMUNE)
        .locked(0, "Quaxos' Eye")
        .ready(1, f"{name}@C1:1/1*")
        .ready(2, "Deathdealer@C2:4/4", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [16, 16]
    assert play.seat == 1
    level_three = {"destroy Questing Wizard [C3:4/8**] in seat 0's ready"}
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
        "destroy Assistant [C1:1/2] in seat 0's ready",
        "destroy Quaxos' Eye [K] in seat 0's ready",
        "no",
    } | (level_three if name == MIGHTY else set())
    play.do("destroy Witching Hag")
    assert play.dice(0, "used") == ["Witching Hag"]
    assert totals(play) == [16, 16]  # seat 2 still faces the Hag's 4
    assert play.seat == 2
    assert "defend Deathdealer [C2:4/4] against 16" in play.options
    play.do("defend Deathdealer")
    assert play.dice(2, "ready") == []
    assert play.dice(1, "used") == [name]
    assert settled(play)


@pytest.mark.ability("Mighty Poison Dart Frog", 1)
def test_the_mighty_frog_takes_a_creature_of_level_three() -> None:
    play = (
        table()
        .ready(0, "Questing Wizard@C3:4/8**", "Assistant@C1:1/2")
        .ready(1, f"{MIGHTY}@C1:1/1*")
        .start("attack")
    )
    play.do("destroy Questing Wizard")
    assert play.dice(0, "used") == ["Questing Wizard"]
    assert play.dice(0, "ready") == ["Assistant"]
    assert settled(play)


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.ability("Mighty Poison Dart Frog", 1)
@pytest.mark.rule("11.4")
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_a_locked_die_that_it_would_destroy_is_unlocked(name: str) -> None:
    """Level 0; to its owner's Spent Pile, for it is the owner's turn."""
    play = (
        table()
        .ready(0, "Assistant@C1:1/2")
        .locked(0, "Quaxos' Eye")
        .ready(1, f"{name}@C1:1/1*")
        .start("attack")
    )
    play.do("destroy Quaxos' Eye")
    assert play.dice(0, "spent") == ["Quaxos' Eye"]
    assert len(play.happened("destroy")) == 1


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.ability("Mighty Poison Dart Frog", 1)
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
@pytest.mark.parametrize("face", ["C1:1/1", "C2:2/1"])
def test_without_the_burst_there_is_no_revenge(name: str, face: str) -> None:
    play = table().ready(0, "Assistant@C1:1/2").ready(1, f"{name}@{face}").start("attack")
    assert play.kind == "capture"
    assert play.dice(1, "used") == [name]
    assert play.dice(0, "ready") == ["Assistant"]


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.ability("Mighty Poison Dart Frog", 1)
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_declined_or_destroyed_by_a_spell_nothing_happens(name: str) -> None:
    """Only attacks are avenged, and only if its owner wants to."""
    attacked = table().ready(0, "Assistant@C1:1/2").ready(1, f"{name}@C1:1/1*").start("attack")
    assert attacked.seat == 1
    attacked.do("no")
    assert attacked.dice(0, "ready") == ["Assistant"]
    assert settled(attacked)

    spell = (
        table()
        .ready(0, "Death Spell@S*", "Assistant@C1:1/2")
        .ready(1, f"{name}@C1:1/1*")
        .start("ready")
    )
    spell.do("cast Death Spell")
    assert spell.dice(1, "used") == [name]
    assert spell.kind == "capture"
    assert spell.dice(0, "ready") == ["Assistant"]


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.rule("6.5")
def test_a_frog_that_is_saved_was_destroyed_all_the_same() -> None:
    """A Shaping Cantrip brings it back; the revenge follows."""
    play = (
        table()
        .ready(0, "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .ready(1, f"{PLAIN}@C1:1/1*", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip", "destroy Witching Hag")
    assert play.faces(1, "ready") == [f"{PLAIN}@C1:1/1*"]
    assert play.dice(0, "used") == ["Witching Hag"]


@pytest.mark.ability("Poison Dart Frog", 1)
@pytest.mark.ability("Mighty Poison Dart Frog", 1)
@pytest.mark.rule("12.7")
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
def test_a_challenge_is_an_attack_and_only_its_creatures_are_reached(name: str) -> None:
    """Those on the quest, not those at home."""
    play = (
        Position(sets=(*SETS, "quartifacts"))
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .quest(1, "Hunt for Exqualibur", f"{name}@C1:1/1*")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur")
    assert play.seat == 1
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's quest",
        "no",
    }
    play.do("destroy Witching Hag")
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(0, "ready") == ["Assistant"]
    assert play.dice(1, "used") == [name]


# --- Strong Poison Dart Frog ----------------------------------------------------------------------


@pytest.mark.ability("Strong Poison Dart Frog", 0)
@in_all_editions
@pytest.mark.parametrize("holder", [0, 1])
def test_while_it_is_locked_every_creature_earns_one_glory_less(holder: int, edition: str) -> None:
    """Its holder's too, immune ones too: 2 + 0 of a Qladiator's 3 and an Assistant's 1."""
    play = (
        table(2, edition).locked(holder, STRONG).ready(0, IMMUNE, "Assistant@C1:1/2").start("score")
    )
    assert play.glory == (2, 0)
    assert [event[4] for event in play.happened("score")] == [2, 0]


@pytest.mark.ability("Strong Poison Dart Frog", 0)
def test_it_never_takes_more_than_there_is() -> None:
    """Two locked Frogs take 2: an Assistant's 1 becomes 0, a Cantrip's bonus is not safe."""
    play = (
        table()
        .locked(0, STRONG)
        .locked(1, STRONG)
        .ready(0, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .attached(0, "Victory Cantrip@S", 0, "Scavenging Goblin")
        .glory(0, 5)
        .start("score")
    )
    assert play.glory == (5 + 0 + (2 + 2 - 2), 0)


@pytest.mark.ability("Strong Poison Dart Frog", 0)
def test_as_a_creature_it_takes_no_glory() -> None:
    play = table().ready(1, f"{STRONG}@C1:1/1*").ready(0, "Witching Hag@C1:3/3").start("score")
    assert play.glory == (3, 0)


@pytest.mark.ability("Strong Poison Dart Frog", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["C1:1/1", "C1:1/1*", "C2:2/1"])
def test_summoned_it_must_destroy_another_creature_of_its_owner(face: str, edition: str) -> None:
    """No "no"; neither locked dice nor opponents' creatures; its owner's immune ones do count."""
    play = (
        table(2, edition)
        .active(0, f"{STRONG}@{face}", "Basic Quiddity@Q2")
        .ready(0, "Witching Hag@C1:3/3", IMMUNE)
        .locked(0, "Quaxos' Eye")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    assert set(play.options) == {
        "destroy Witching Hag [C1:3/3] in seat 0's ready",
        "destroy Strong Qladiator [C3:7/6**] in seat 0's ready",
    }
    play.do("destroy Witching Hag")
    assert play.dice(0, "ready") == [
        "Quaxos' Eye",
        STRONG,
        "Strong Qladiator",
    ]
    assert play.dice(0, "used").count("Witching Hag") == 1
    assert [event[2] for event in play.happened("destroy") if event[1] == 607] == [0]


@pytest.mark.ability("Strong Poison Dart Frog", 1)
def test_a_single_other_creature_is_destroyed_without_a_question() -> None:
    play = (
        table()
        .active(0, f"{STRONG}@C1:1/1", "Basic Quiddity@Q1")
        .ready(0, "Assistant@C1:1/2")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    assert play.dice(0, "used") == ["Assistant"]
    assert play.dice(0, "ready") == [STRONG]
    assert settled(play)


@pytest.mark.ability("Strong Poison Dart Frog", 1)
def test_alone_it_destroys_nobody_not_even_itself() -> None:
    play = (
        table()
        .active(0, f"{STRONG}@C2:2/1", "Basic Quiddity@Q2")
        .locked(0, "Quaxos' Eye")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    assert play.happened("destroy") == []
    assert play.dice(0, "ready") == ["Quaxos' Eye", STRONG]


@pytest.mark.ability("Strong Poison Dart Frog", 2)
@in_all_editions
def test_scored_it_earns_its_glory_and_is_culled(edition: str) -> None:
    """That is its cull: nothing else may be culled for it."""
    play = (
        table(2, edition)
        .ready(0, f"{STRONG}@C1:1/1")
        .used(0, "Assistant")
        .rolls("Assistant@Q1")
        .start("score")
    )
    assert play.glory == (4, 0)
    assert play.left(STRONG) == 5
    assert len(play.happened("cull")) == 1
    assert play.kind == "capture"  # no question of culling
    assert play.dice(0, "active") == ["Assistant"]


@pytest.mark.ability("Strong Poison Dart Frog", 2)
def test_other_creatures_keep_their_culls() -> None:
    """Two Frogs and a Hag: one cull is left."""
    play = (
        table()
        .ready(0, f"{STRONG}@C1:1/1", f"{STRONG}@C1:1/1", "Witching Hag@C1:3/3")
        .used(0, "Assistant")
        .start("score")
    )
    assert play.glory == (4 + 4 + 3, 0)
    assert play.left(STRONG) == 5
    assert play.kind == "cull"
    assert set(play.options) == {"cull Assistant", "cull Witching Hag", "pass"}
    play.do("cull Assistant")
    assert play.kind != "cull"


@pytest.mark.ability("Strong Poison Dart Frog", 2)
@pytest.mark.rule("4.6")
@pytest.mark.parametrize(("answer", "glory", "left"), [("score", 4, 5), ("keep", 0, 4)])
def test_under_expert_culling_it_is_culled_only_if_it_earned_glory(
    answer: str, glory: int, left: int
) -> None:
    """And then once: the expert cull is the cull."""
    play = (
        Position(sets=SETS, variants=["expert_culling"]).ready(0, f"{STRONG}@C1:1/1").start("score")
    )
    play.do(f"{answer} {STRONG}")
    assert play.glory == (glory, 0)
    assert play.left(STRONG) == left
    assert len(play.happened("cull")) == (1 if answer == "score" else 0)


@pytest.mark.ability("Strong Poison Dart Frog", 2)
def test_a_hag_that_fetches_the_frog_first_does_not_save_it() -> None:
    """The abilities come in any order (15.3): from the Active Pool it is culled as well."""
    play = table().ready(0, f"{STRONG}@C1:1/1", "Strong Witching Hag@C1:3/3").start("score")
    assert play.kind == "order"
    play.do("order Strong Witching Hag", f"fetch {STRONG}")
    assert play.left(STRONG) == 5
    assert play.dice(0, "active") == []


# --- Mighty Poison Dart Frog ----------------------------------------------------------------------


@pytest.mark.ability("Mighty Poison Dart Frog", 0)
@in_all_editions
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_while_it_is_locked_creatures_that_attacks_destroy_go_back_to_their_cards(
    holder: int, edition: str
) -> None:
    """Any holder; their spells go to the Used Piles as ever."""
    play = (
        table(3, edition)
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Witching Hag@C2:4/5")
        .attached(1, "Life Cantrip@S", 1, "Witching Hag")
        .ready(2, "Deathdealer@C2:4/4")
        .locked(holder, MIGHTY)
        .start("attack")
    )
    assert play.left("Deathdealer") == 5
    assert play.left("Witching Hag") == 4  # 8 do not fell 5 + 4
    assert play.dice(2, "used") == []
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Mighty Poison Dart Frog", 0)
@pytest.mark.parametrize(("holder", "spared"), [(0, True), (1, False)])
def test_opponents_immune_creatures_are_exempt_the_holders_are_not(
    holder: int, spared: bool
) -> None:
    """A Strong Qladiator of seat 1 falls; declined for the Active Pool it goes to a pile."""
    play = (
        table()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, IMMUNE)
        .locked(holder, MIGHTY)
        .start("attack")
    )
    if play.kind == "order":
        play.do("order Mighty Poison Dart Frog")
    play.do("no")
    assert play.dice(1, "used") == (["Strong Qladiator"] if spared else [])
    assert play.left("Strong Qladiator") == (4 if spared else 5)


@pytest.mark.ability("Mighty Poison Dart Frog", 0)
@pytest.mark.parametrize("place", ["active", "wilds"])
def test_where_another_effect_sends_it_elsewhere_its_owner_chooses(place: str) -> None:
    """A Strong Ghostly Spirit goes to the Active Pool or to the Wilds, not to the Used Pile."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Strong Ghostly Spirit@C2:3/3")
        .locked(0, MIGHTY)
        .start("attack")
    )
    assert play.seat == 1
    assert set(play.options) == {
        "send Strong Ghostly Spirit [C2:3/3] to the active",
        "send Strong Ghostly Spirit [C2:3/3] to the wilds",
    }
    play.do(f"send Strong Ghostly Spirit [C2:3/3] to the {place}")
    assert play.dice(1, "active") == (["Strong Ghostly Spirit"] if place == "active" else [])
    assert play.left("Strong Ghostly Spirit") == (4 if place == "active" else 5)
    assert settled(play)


@pytest.mark.ability("Mighty Poison Dart Frog", 0)
@pytest.mark.parametrize("how", ["spell", "creature", "saved"])
def test_neither_spells_nor_an_unlocked_frog_send_anybody_back(how: str) -> None:
    """Nor is a creature that is saved."""
    position = table().ready(1, "Deathdealer@C2:4/4")
    if how == "spell":
        play = position.ready(0, "Death Spell@S*").locked(0, MIGHTY).start("ready")
        play.do("cast Death Spell")
    elif how == "creature":
        position.ready(0, "Witching Hag@C2:4/5", f"{MIGHTY}@C2:2/1")
        play = position.start("attack")
    else:
        position.ready(0, "Witching Hag@C2:4/5").ready(1, "Shaping Cantrip@S").locked(0, MIGHTY)
        play = position.start("attack")
        play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == (["Deathdealer"] if how == "saved" else [])
    assert play.left("Deathdealer") == 4
