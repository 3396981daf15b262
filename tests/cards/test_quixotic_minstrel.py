"""The Quixotic Minstrels: a stronger company, Glory for many, help for those who are left.

Faces of the die: Q1, Q2 twice, C1:1/3, C1:1/3*, C2:2/4*.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import place
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
COINS = ["Basic Quiddity"] * 6
STRONG = "Strong Quixotic Minstrel"
MIGHTY = "Mighty Quixotic Minstrel"


def _on_quest(play: Play, seat: int, name: str) -> tuple[int, int]:
    die = play.die(seat, "quest", name)
    return int(queries.attack(play.state, die, -1)), int(queries.defense(play.state, die))


# --- Quixotic Minstrel: +1 attack, on the burst +1 defense as well ------------------------------


@pytest.mark.ability("Quixotic Minstrel", 0)
@pytest.mark.ability("Quixotic Minstrel", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:1/3", 0), ("C1:1/3*", 1), ("C2:2/4*", 1)])
def test_companions_are_stronger_and_on_a_burst_tougher_too(face: str, more: int) -> None:
    """+1 attack on every face, not +2 on the burst; the Minstrel, others elsewhere stay."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Quixotic Minstrel@{face}", "Scavenging Goblin@C1:2/2")
        .quest(0, HUNT, "Squire@C0:0/1")
        .ready(1, "Deathdealer@C1:3/2")
        .start("capture")
    )
    assert play.attack(0, "Scavenging Goblin") == 3
    assert play.defense(0, "Scavenging Goblin") == 2 + more
    assert play.attack(0, "Quixotic Minstrel") == int(face[3])
    assert play.defense(0, "Quixotic Minstrel") == int(face[5])
    assert (play.attack(1, "Deathdealer"), play.defense(1, "Deathdealer")) == (3, 2)
    assert _on_quest(play, 0, "Squire") == (0, 1)


@pytest.mark.ability("Quixotic Minstrel", 0)
@pytest.mark.ability("Quixotic Minstrel", 1)
def test_two_minstrels_on_a_quest_sing_for_each_other_and_for_those_with_them() -> None:
    """Creatures at home hear nothing (12.7)."""
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, "Quixotic Minstrel@C1:1/3", "Quixotic Minstrel@C1:1/3", "Squire@C0:1/2")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert _on_quest(play, 0, "Squire") == (3, 2)
    assert _on_quest(play, 0, "Quixotic Minstrel") == (2, 3)
    assert (play.attack(0, "Scavenging Goblin"), play.defense(0, "Scavenging Goblin")) == (2, 2)


@pytest.mark.ability("Quixotic Minstrel", 0)
def test_the_song_counts_in_the_attack_total() -> None:
    """1 and 2 + 1 are 4: a defense of 4 falls, one of 5 holds."""
    for face, falls in (("C2:3/4", True), ("C2:2/4*", False)):
        name = "Warrior of the Quay" if falls else "Devotee of the Holy Query"
        play = (
            Position(sets=SETS)
            .ready(0, "Quixotic Minstrel@C1:1/3", "Scavenging Goblin@C1:2/2")
            .ready(1, f"{name}@{face}")
            .start("attack")
        )
        play.do("pass")
        assert [event[5] for event in play.happened("total")] == [4]
        assert play.dice(1, "used") == ([name] if falls else [])


# --- Strong: Glory when three score ---------------------------------------------------------------


@pytest.mark.ability("Strong Quixotic Minstrel", 0)
@pytest.mark.parametrize(
    ("others", "glory"),
    [
        (["Assistant@C1:1/2"], 3),  # 2 and 1: one other is not enough
        (["Assistant@C1:1/2", "Assistant@C1:1/2"], 5),  # 2, 1, 1 and the song
        (["Assistant@C1:1/2", "Assistant@C1:1/2", "Assistant@C1:1/2"], 6),
    ],
)
def test_a_strong_minstrel_earns_a_glory_if_two_others_score_with_it(
    others: list[str], glory: int
) -> None:
    """The boundary is two; more give no more."""
    play = Position(sets=SETS).ready(0, f"{STRONG}@C1:1/3", *others).start("score")
    assert play.kind == "cull"
    assert play.glory == (glory, 0)


@pytest.mark.ability("Strong Quixotic Minstrel", 0)
def test_two_strong_minstrels_and_another_earn_a_glory_each() -> None:
    """Each has two others beside it."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:1/3", f"{STRONG}@C1:1/3*", "Assistant@C1:1/2")
        .start("score")
    )
    while play.kind == "order":
        play.do(play.options[0])
    assert play.glory == (7, 0)  # 2, 2, 1 and two songs
    assert play.kind == "cull"


@pytest.mark.ability("Strong Quixotic Minstrel", 0)
@pytest.mark.rule("12.4")
def test_creatures_that_come_back_from_a_quest_do_not_count() -> None:
    """Completing is not scoring."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:1/3", "Assistant@C1:1/2")
        .quest(0, HUNT, "Warrior of the Quay@C2:3/4", "Squire@C0:0/1")
        .bag(0, *COINS)
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    play.do("first creatures")
    assert play.glory == (3, 0)


@pytest.mark.ability("Strong Quixotic Minstrel", 0)
def test_an_opponents_scoring_creatures_do_not_help_and_it_earns_nothing_for_them() -> None:
    """Seat 1 scores three, seat 0's Minstrel is silent."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C1:1/3")
        .ready(1, *["Assistant@C1:1/2"] * 3)
        .start("score", active=1)
    )
    assert play.glory == (0, 3)


# --- Strong: a Glory more for the quest ----------------------------------------------------------


@pytest.mark.ability("Strong Quixotic Minstrel", 1)
@pytest.mark.parametrize("minstrels", [0, 1, 2])
def test_a_quest_that_a_strong_minstrel_helps_complete_gives_one_more_glory(
    minstrels: int,
) -> None:
    """Once, however many."""
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, "Warrior of the Quay@C2:3/4", *[f"{STRONG}@C1:1/3"] * minstrels)
        .bag(0, *COINS)
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    play.do("pass")
    assert play.glory == (3 + min(minstrels, 1), 0)
    assert settled(play)


@pytest.mark.ability("Strong Quixotic Minstrel", 1)
def test_a_failed_quest_gives_nothing_and_a_minstrel_at_home_does_not_help() -> None:
    """It has to be there and succeed."""
    failed = Position(sets=SETS).quest(0, HUNT, f"{STRONG}@C1:1/3").bag(0, *COINS).start("score")
    assert (failed.kind, failed.glory) == ("capture", (0, 0))
    home = (
        Position(sets=SETS)
        .quest(0, HUNT, "Warrior of the Quay@C2:3/4")
        .ready(0, f"{STRONG}@C1:1/3")
        .bag(0, *COINS)
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    home.do("first quest", "pass")
    assert home.glory == (5, 0)  # the quest's 3 and the Minstrel's own 2


# --- Strong, burst: a Squire or an Assistant from the Used Pile ----------------------------------


def _summoned(face: str, *used: str) -> Play:
    play = (
        Position(sets=SETS)
        .active(0, f"{STRONG}@{face}", "Basic Quiddity@Q2")
        .used(0, *used)
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    return play


@pytest.mark.ability("Strong Quixotic Minstrel", 2)
@pytest.mark.parametrize("wanted", ["Squire", "Assistant"])
def test_a_strong_minstrel_fetches_a_squire_or_an_assistant_and_rolls_it(wanted: str) -> None:
    """At once; other dice stay where they are."""
    play = _summoned("C1:1/3*", "Squire", "Assistant", "Portal", "Warrior of the Quay")
    assert play.decision.card == STRONG
    assert set(play.options) == {
        "fetch Squire in seat 0's used",
        "fetch Assistant in seat 0's used",
        "no",
    }
    face = "C0:1/2" if wanted == "Squire" else "C1:1/2"
    play.rolls(f"{wanted}@{face}")
    play.do(f"fetch {wanted}")
    assert f"{wanted}@{face}" in play.faces(0, "active")
    assert len(play.dice(0, "used")) == 3
    price = 0 if wanted == "Squire" else 1
    assert f"summon {wanted} [{face}] for {price}" in play.options
    assert settled(play)


@pytest.mark.ability("Strong Quixotic Minstrel", 2)
def test_fetching_is_a_may_and_needs_the_burst_and_somebody_to_fetch() -> None:
    """Declined; no burst; nobody there."""
    declined = _summoned("C2:2/4*", "Squire")
    declined.do("no")
    assert declined.dice(0, "used") == ["Squire"]
    plain = _summoned("C1:1/3", "Squire")
    assert plain.kind != "may"
    assert plain.dice(0, "used") == ["Squire"]
    nobody = _summoned("C1:1/3*", "Portal")
    assert nobody.dice(0, "used") == ["Portal"]
    assert "no" not in nobody.options


# --- Mighty: one companion is out of it -----------------------------------------------------------


@pytest.mark.ability("Mighty Quixotic Minstrel", 0)
@pytest.mark.parametrize("face", ["C1:1/3", "C1:1/3*"])
def test_when_damage_destroys_it_a_companion_need_not_defend(face: str) -> None:
    """An attack of 8: the Minstrel takes 3, one of the two others is out of it."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@{face}", "Witching Hag@C1:3/3", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    play.do("pass", f"defend {MIGHTY}")
    assert (play.seat, play.decision.card) == (1, MIGHTY)
    assert set(play.options) == {
        "protect Witching Hag [C1:3/3] in seat 1's ready",
        "protect Warrior of the Quay [C2:3/4] in seat 1's ready",
    }
    play.do("protect Warrior")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Warrior of the Quay"]
    assert play.dice(1, "used") == [MIGHTY, "Witching Hag"]
    assert settled(play)


@pytest.mark.ability("Mighty Quixotic Minstrel", 0)
def test_a_companion_that_was_damaged_already_is_not_offered() -> None:
    """A Shaping Cantrip saved the Hag: the Deathdealer is the only one to protect."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@C1:1/3", "Witching Hag@C1:3/3", "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("pass", "defend Witching Hag", "react Shaping Cantrip", f"defend {MIGHTY}")
    assert play.kind == "capture"  # 2 are left, and nobody has to take them
    assert play.dice(1, "ready") == ["Deathdealer", "Witching Hag"]


@pytest.mark.ability("Mighty Quixotic Minstrel", 0)
def test_the_protection_is_over_with_the_attack() -> None:
    """In the next player's attack the companion defends as usual."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Deathdealer@C2:4/4", "Deathdealer@C1:3/2")
        .ready(2, f"{MIGHTY}@C1:1/3", "Warrior of the Quay@C2:3/4")
        .ready(1, "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    play.do("pass", f"defend {MIGHTY}")
    assert play.dice(2, "ready") == ["Warrior of the Quay"]
    there = queries.dice_list(play.state, 2, place.READY)
    assert not any(queries.flags_of(play.state, die) for die in there)


@pytest.mark.ability("Mighty Quixotic Minstrel", 0)
def test_destroyed_by_an_effect_it_protects_nobody() -> None:
    """A Quake Dragon's tremor is no damage: the Warrior has to defend."""
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, f"{MIGHTY}@C1:1/3", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(1, "used") == [MIGHTY, "Warrior of the Quay"]


@pytest.mark.ability("Mighty Quixotic Minstrel", 0)
def test_in_a_challenge_it_protects_a_companion_on_the_quest_only() -> None:
    """The Goblin at home is no companion; the Squire is spared, the quest goes on."""
    play = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{MIGHTY}@C1:1/3", "Squire@C0:0/1")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .start("attack")
    )
    play.do("quest", f"defend {MIGHTY}")
    assert play.kind == "capture"
    assert play.glory == (1, 0)
    assert play.dice(1, "quest") == ["Squire"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.dice(0, "used") == ["Mighty Quake Dragon"]
    assert settled(play)


# --- Mighty, burst: the first companion destroyed waits in the Active Pool -----------------------


@pytest.mark.ability("Mighty Quixotic Minstrel", 1)
@pytest.mark.parametrize("face", ["C1:1/3", "C2:2/4*"])
def test_the_first_companion_destroyed_goes_to_the_active_pool(face: str) -> None:
    """Only the first of the turn, and only on the burst."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C2:6/6*")
        .ready(1, f"{MIGHTY}@{face}", "Witching Hag@C1:3/3", "Deathdealer@C1:3/2")
        .start("attack")
    )
    play.do("pass", "defend Witching Hag", "defend Deathdealer")
    assert play.dice(1, "active") == (["Witching Hag"] if face == "C2:2/4*" else [])
    assert "Deathdealer" in play.dice(1, "used")
    assert play.dice(1, "ready") == [MIGHTY]
    assert settled(play)


@pytest.mark.ability("Mighty Quixotic Minstrel", 1)
def test_the_die_is_rolled_in_the_owners_next_turn_and_the_pool_is_open_again() -> None:
    """3.6: on top of the draw. In another turn the first companion counts anew."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Warrior of the Quay@C2:3/4")
        .ready(2, f"{MIGHTY}@C2:2/4*", "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass", "defend Witching Hag")
    assert play.dice(2, "active") == ["Witching Hag"]
    assert queries.flags_of(play.state, play.die(2, "ready", MIGHTY)) != 0  # used this turn
    play.do("pass")
    assert play.seat == 1
    assert queries.flags_of(play.state, play.die(2, "ready", MIGHTY)) == 0


@pytest.mark.ability("Mighty Quixotic Minstrel", 1)
def test_an_opponents_creature_or_one_in_another_area_is_no_companion() -> None:
    """The Squire on the quest goes to the Used Pile."""
    play = (
        Position(sets=SETS)
        .ready(1, f"{MIGHTY}@C2:2/4*")
        .quest(1, HUNT, "Squire@C0:0/1")
        .ready(0, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    play.do("quest", "yes")
    assert play.dice(1, "used") == ["Squire"]
    assert play.dice(1, "active") == []
    assert play.dice(0, "quest") == ["Warrior of the Quay"]


@pytest.mark.ability("Mighty Quixotic Minstrel", 1)
def test_in_ones_own_challenge_the_die_goes_to_the_active_pool() -> None:
    """Unrolled: it is cleaned up at the end of the turn."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C2:2/4*", "Squire@C0:0/1")
        .quest(1, HUNT, "Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("quest", f"venture {MIGHTY}", "venture Squire", "defend Squire")
    assert play.dice(0, "bag") == []
    assert play.dice(0, "active") == ["Squire"]
    assert play.dice(1, "quest") == ["Deathdealer"]
    assert play.dice(0, "used") == [MIGHTY]  # home from a lost challenge
    assert settled(play)
