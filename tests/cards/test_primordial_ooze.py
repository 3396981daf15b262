"""The plain and the Mighty Primordial Ooze: as strong as one's quiddity, or as all creatures.

Faces of the die: Q1, Q2, Q2, C2:?/? three times. The Strong Ooze, which copies, has a file of its
own: `test_primordial_ooze_copies.py`.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable

import pytest

from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
OOZE = "Primordial Ooze"
MIGHTY = "Mighty Primordial Ooze"
FACE = "C2:?/?"


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


def numbers(play: Play, seat: int, name: str) -> tuple[int, int]:
    """Attack and defense of a creature now."""
    return play.attack(seat, name), play.defense(seat, name)


def comes_back(work: Callable[[], None]) -> bool:
    """Whether a piece of play ends at all; in a process of its own, so a hang cannot spread."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join(8)
    ended = process.exitcode == 0
    if process.is_alive():
        process.kill()
        process.join()
    return ended


# --- Primordial Ooze: X is one's Basic Quiddity outside the bag ---------------------------------


@pytest.mark.ability("Primordial Ooze", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_ooze_is_as_strong_as_its_owners_quiddity_dice_outside_the_bag(edition: str) -> None:
    """Used Pile, Spent Pile and Active Pool count, whatever the dice show; the bag does not."""
    play = (
        Position(edition=edition)
        .ready(0, f"{OOZE}@{FACE}", "Scavenging Goblin@C1:2/2")
        .used(0, "Basic Quiddity@Q2", "Basic Quiddity@Q1", "Assistant@Q1", "Portal@Q1")
        .spent(0, "Basic Quiddity@Q1", "Quake Dragon@Q2")
        .active(0, "Basic Quiddity@Q2", "Questing Wizard@Q2")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
        .used(1, "Basic Quiddity", "Basic Quiddity", "Basic Quiddity")
        .start("capture")
    )
    assert numbers(play, 0, OOZE) == (4, 4)
    assert numbers(play, 0, "Scavenging Goblin") == (2, 2)


@pytest.mark.ability("Primordial Ooze", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_spending_and_capturing_quiddity_dice_changes_nothing_or_adds_one(edition: str) -> None:
    """A spent die counts as before; one captured into the Used Pile is one more."""
    play = (
        Position(edition=edition)
        .active(0, f"{OOZE}@{FACE}", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"summon {OOZE}")
    assert numbers(play, 0, OOZE) == (2, 2)
    play.do("capture Basic Quiddity")
    assert play.seat == 1
    assert numbers(play, 0, OOZE) == (3, 3)


@pytest.mark.ability("Primordial Ooze", 0)
@pytest.mark.parametrize(("quiddity", "falls"), [(3, True), (4, False)])
def test_an_ooze_falls_to_an_attack_of_its_quiddity(quiddity: int, falls: bool) -> None:
    """3 against 3 and against 4."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{OOZE}@{FACE}")
        .used(1, *["Basic Quiddity"] * quiddity)
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ([] if falls else [OOZE])


@pytest.mark.ability("Primordial Ooze", 0)
def test_its_attack_is_counted_once_when_the_total_is_made_up() -> None:
    """Ruling: a quiddity die culled in mid-attack does not lower the total any more."""
    play = (
        Position(players=3)
        .ready(0, f"{OOZE}@{FACE}", "Strong Deathdealer@C1:3/2")
        .used(0, "Basic Quiddity", "Basic Quiddity", "Basic Quiddity")
        .ready(1, "Scavenging Goblin@C1:2/2", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Questing Wizard@C2:3/6")
        .start("attack")
    )
    assert totals(play) == {1: 6, 2: 6}
    play.do("defend Scavenging Goblin", "cull Basic Quiddity")
    assert numbers(play, 0, OOZE) == (2, 2)
    assert play.dice(1, "ready") == []  # 6 - 2 = 4
    assert play.dice(2, "ready") == []  # 6


@pytest.mark.ability("Primordial Ooze", 0)
@pytest.mark.rule("15.4")
def test_its_defense_is_counted_whenever_it_is_attacked() -> None:
    """A Ghostly Spirit bought back with a quiddity die makes the Ooze one weaker at once."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C1:4/4")
        .ready(1, f"{OOZE}@{FACE}", "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity", "Basic Quiddity", "Basic Quiddity")
        .start("attack")
    )
    play.do("defend Ghostly Spirit", "cull-die Basic Quiddity")
    # 2 are left against 3 - 1.
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert play.dice(1, "used") == ["Basic Quiddity", "Basic Quiddity", OOZE]


@pytest.mark.ability("Primordial Ooze", 1)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("payment", "lives"), [("Basic Quiddity@Q2", True), ("Ghostly Spirit@Q2", False)]
)
def test_an_ooze_without_a_quiddity_die_in_play_is_destroyed_at_once(
    payment: str, lives: bool, edition: str
) -> None:
    """Paid with a Basic Quiddity die there is one in play; dice in the bag are not."""
    play = (
        Position(edition=edition)
        .active(0, f"{OOZE}@{FACE}", payment)
        .used(1, "Basic Quiddity")
        .start("ready")
    )
    play.do(f"summon {OOZE}")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == ([OOZE] if lives else [])
    assert (OOZE in play.dice(0, "used")) is not lives


@pytest.mark.ability("Primordial Ooze", 1)
@pytest.mark.parametrize("left", [1, 2])
def test_an_opponent_who_takes_the_last_quiddity_die_destroys_it(left: int) -> None:
    """A Deathdealer's swap; with a second die the Ooze lives on. Nobody scores the kill."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, f"{OOZE}@{FACE}")
        .used(1, *["Basic Quiddity"] * left)
        .bag(1, "Basic Quiddity")
        .start("score")
    )
    play.do("swap Basic Quiddity")
    assert play.dice(1, "ready") == [OOZE]  # still in the middle of scoring
    play.rolls("Basic Quiddity@Q1")
    play.do("cull Basic Quiddity")
    assert play.dice(1, "ready") == ([OOZE] if left == 2 else [])
    assert play.dice(1, "used") == (
        ["Basic Quiddity", "Deathdealer"] if left == 2 else ["Deathdealer", OOZE]
    )


@pytest.mark.ability("Primordial Ooze", 1)
def test_a_refill_of_the_bag_can_destroy_an_ooze() -> None:
    """The Mighty Goblin's draw takes the Used Pile into the bag, its quiddity with it."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{OOZE}@{FACE}", "Mighty Scavenging Goblin@C1:2/2*")
        .used(1, "Basic Quiddity", "Basic Quiddity", "Assistant", "Assistant")
        .start("attack")
    )
    play.draws("Assistant", "Assistant")
    play.do("defend Mighty Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == [OOZE]
    assert play.dice(1, "active") == ["Assistant", "Assistant"]
    assert play.pool == 1  # the Hag's owner destroyed the Goblin and not the Ooze


@pytest.mark.ability("Primordial Ooze", 1)
def test_an_ooze_with_its_only_quiddity_in_the_active_pool_lives() -> None:
    """In play is in play."""
    play = Position().ready(0, f"{OOZE}@{FACE}").active(0, "Basic Quiddity@Q1").start("ready")
    assert numbers(play, 0, OOZE) == (1, 1)
    assert play.dice(0, "ready") == [OOZE]


@pytest.mark.ability("Primordial Ooze", 1)
@pytest.mark.rule("6.2")
def test_an_attackers_ooze_that_loses_its_last_quiddity_leaves_the_totals_alone() -> None:
    """Its owner culls the die for a Strong Deathdealer's scoring; the Ooze goes, its 1 stays."""
    play = (
        Position(players=3)
        .ready(0, f"{OOZE}@{FACE}", "Strong Deathdealer@C1:3/2")
        .used(0, "Basic Quiddity")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .ready(2, "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert totals(play) == {1: 4, 2: 4}
    play.do("defend Scavenging Goblin", "cull Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == []
    assert play.dice(0, "used") == [OOZE, "Strong Deathdealer"]
    assert (play.dice(1, "ready"), play.dice(2, "ready")) == ([], [])
    assert play.glory == (2, 0, 0)


def _doomed_ooze() -> Play:
    """Seat 1's Ooze has just lost its last quiddity die in mid-attack and can be saved."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**")
        .ready(1, f"{OOZE}@{FACE}", "Ghostly Spirit@C1:2/2", "Shaping Cantrip@S")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("defend Ghostly Spirit", "cull-die Basic Quiddity")
    return play


def _save_doomed_ooze() -> None:
    _doomed_ooze().do("react Shaping Cantrip")


@pytest.mark.ability("Primordial Ooze", 1)
@pytest.mark.rule("6.4")
def test_a_doomed_ooze_that_is_saved_does_not_stop_the_game() -> None:
    """A saved creature is safe for this battle; afterwards it still has no quiddity and falls."""
    play = _doomed_ooze()
    assert (play.seat, set(play.options)) == (1, {"react Shaping Cantrip [S]", "pass"})
    assert comes_back(_save_doomed_ooze), "saving the Ooze did not come to an end"
    play.do("react Shaping Cantrip")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit"]
    assert OOZE in play.dice(1, "used")


# --- Mighty Primordial Ooze: X is the number of all creatures -----------------------------------


@pytest.mark.ability("Mighty Primordial Ooze", 0)
def test_mighty_ooze_counts_all_creatures_of_all_players_and_itself() -> None:
    """Spells and dice elsewhere do not count."""
    play = (
        Position(players=3)
        .ready(0, f"{MIGHTY}@{FACE}", "Scavenging Goblin@C1:2/2", "Life Charm@S")
        .ready(1, "Assistant@C1:1/2", "Questing Wizard@C1:2/5")
        .ready(2, "Ghostly Spirit@C1:2/2")
        .active(0, "Scavenging Goblin@C1:2/2")
        .used(1, "Questing Wizard@C1:2/5")
        .start("capture")
    )
    assert numbers(play, 0, MIGHTY) == (5, 5)
    alone = Position().ready(0, f"{MIGHTY}@{FACE}").start("capture")
    assert numbers(alone, 0, MIGHTY) == (1, 1)


@pytest.mark.ability("Mighty Primordial Ooze", 0)
def test_two_mighty_oozes_count_each_other() -> None:
    """Of one player and of two."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@{FACE}", f"{MIGHTY}@{FACE}")
        .ready(1, f"{MIGHTY}@{FACE}")
        .start("capture")
    )
    assert numbers(play, 0, MIGHTY) == (3, 3)
    assert numbers(play, 1, MIGHTY) == (3, 3)


@pytest.mark.ability("Mighty Primordial Ooze", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_its_attack_does_not_drop_as_defenders_fall(edition: str) -> None:
    """Ruling: fixed when damage is counted, also for the next opponent."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, f"{MIGHTY}@{FACE}")
        .ready(1, "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .ready(2, "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert totals(play) == {1: 4, 2: 4}
    play.do("defend Assistant")
    assert play.dice(1, "ready") == []
    assert play.dice(2, "ready") == []
    assert numbers(play, 0, MIGHTY) == (1, 1)


@pytest.mark.ability("Mighty Primordial Ooze", 0)
@pytest.mark.rule("15.4")
@pytest.mark.parametrize(
    ("attacker", "falls"), [("Deathdealer@C1:3/2", False), ("Deathdealer@C2:4/4", True)]
)
def test_its_defense_shrinks_as_its_companions_fall(attacker: str, falls: bool) -> None:
    """Three creatures, two once the Assistant is lost: 3 - 2 is too little for 2, 4 - 2 is not."""
    play = (
        Position()
        .ready(0, attacker)
        .ready(1, f"{MIGHTY}@{FACE}", "Assistant@C1:1/2")
        .start("attack")
    )
    assert numbers(play, 1, MIGHTY) == (3, 3)
    play.do("defend Assistant")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ([] if falls else [MIGHTY])


@pytest.mark.ability("Mighty Primordial Ooze", 0)
def test_it_grows_with_a_summon_of_anybody() -> None:
    """Counted when asked for."""
    play = (
        Position()
        .ready(1, f"{MIGHTY}@{FACE}")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1", "Portal@Q1")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    assert numbers(play, 1, MIGHTY) == (1, 1)
    play.do("summon Scavenging Goblin")
    assert numbers(play, 1, MIGHTY) == (2, 2)
