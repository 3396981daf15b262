"""Corrupted Ghostly Spirit, safe from tainted attackers, and Corrupted Ooze, as big as the taint.

Faces: Spirit Q1 twice, Q2, C1:2/2 twice, C2:3/3; Ooze Q1, Q2 twice, C2:?/? thrice.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
SPIRIT = "Corrupted Ghostly Spirit"
OOZE = "Corrupted Primordial Ooze"


# --- Corrupted Ghostly Spirit -------------------------------------------------------------------


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
@pytest.mark.rule("6.6")
@pytest.mark.parametrize("place", ["active", "spent", "used"])
@in_all_editions
def test_spirit_takes_no_damage_from_a_tainted_attacker(place: str, edition: str) -> None:
    """It takes up its defense of 3; the other 2 destroy the Assistant."""
    position = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Mighty Warrior of the Quay@C1:2/3")
        .ready(1, f"{SPIRIT}@C2:3/3", "Assistant@C1:1/2")
    )
    getattr(position, place)(0, f"{TAINTED}@Q0")
    play = position.start("attack")
    assert set(play.options) == {
        f"defend {SPIRIT} [C2:3/3] against 5",
        "defend Assistant [C1:1/2] against 5",
    }
    play.do(f"defend {SPIRIT}")
    assert play.dice(1, "ready") == [SPIRIT]
    assert play.dice(1, "used") == ["Assistant"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
def test_spirit_can_take_up_damage_in_place_of_a_companion() -> None:
    """4 damage: 3 for the Spirit, and the 1 left does not hurt the Assistant."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C2:4/5")
        .used(0, TAINTED)
        .ready(1, f"{SPIRIT}@C2:3/3", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do(f"defend {SPIRIT}")
    assert play.dice(1, "ready") == ["Assistant", SPIRIT]
    assert play.happened("destroy") == []


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
@pytest.mark.rule("6.4")
def test_spirit_takes_up_damage_only_once_in_an_attack() -> None:
    """8 damage: 3 for the Spirit, 2 for an Assistant; of the 3 left it takes no more."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .used(0, TAINTED)
        .ready(1, f"{SPIRIT}@C2:3/3", "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .start("attack")
    )
    play.do(f"defend {SPIRIT}")
    assert set(play.options) == {
        "defend Assistant [C1:1/2] against 5",
        "defend Witching Hag [C1:3/3] against 5",
    }
    play.do("defend Assistant")
    assert play.dice(1, "ready") == [SPIRIT]
    assert len(play.happened("absorbs")) == 1
    assert settled(play)


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
@pytest.mark.parametrize("face", ["C1:2/2", "C2:3/3"])
def test_a_spirit_alone_has_nothing_to_decide(face: str) -> None:
    """It stands, however much damage there is."""
    play = (
        Position(sets=SETS)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .used(0, TAINTED)
        .ready(1, f"{SPIRIT}@{face}")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [SPIRIT]


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
@pytest.mark.parametrize("where", ["nowhere", "bag", "another player"])
def test_spirit_falls_to_an_attacker_without_a_tainted_die_in_play(where: str) -> None:
    """The bag is not in play, and third parties do not count."""
    position = Position(3, sets=SETS).ready(0, "Witching Hag@C1:3/3").ready(1, f"{SPIRIT}@C2:3/3")
    position.used(1, TAINTED)
    if where == "bag":
        position.bag(0, TAINTED)
    elif where == "another player":
        position.used(2, TAINTED)
    play = position.start("attack")
    assert play.dice(1, "ready") == []
    assert SPIRIT in play.dice(1, "used")


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
def test_whether_the_attacker_is_tainted_is_checked_when_the_spirit_is_chosen() -> None:
    """A Corrupted Goblin that falls first taints the attacker in time."""

    def attacked() -> Play:
        return (
            Position(sets=SETS)
            .ready(0, "Witching Hag@C1:3/3", "Mighty Warrior of the Quay@C1:2/3")
            .ready(1, f"{SPIRIT}@C2:3/3", "Corrupted Scavenging Goblin@C1:2/2*")
            .start("attack")
        )

    play = attacked()
    play.do("defend Corrupted Scavenging Goblin")
    assert play.dice(1, "ready") == [SPIRIT]
    play = attacked()
    play.do(f"defend {SPIRIT}")
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
@pytest.mark.rule("6.7")
def test_effects_that_destroy_it_still_work() -> None:
    """A Death Incantation of a tainted player."""
    play = (
        Position(sets=SETS)
        .ready(0, "Death Incantation@S**")
        .used(0, TAINTED)
        .ready(1, f"{SPIRIT}@C2:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(1, "used") == [SPIRIT]


@pytest.mark.ability("Corrupted Ghostly Spirit", 0)
def test_a_tainted_spirit_attacks_as_usual() -> None:
    """Its ability is for defending; the taint of its own player changes nothing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{SPIRIT}@C2:3/3")
        .used(0, TAINTED)
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.totals == {1: 3}
    assert play.dice(1, "used") == ["Assistant"]


# --- Corrupted Primordial Ooze ------------------------------------------------------------------


@pytest.mark.ability("Corrupted Primordial Ooze", 0)
@pytest.mark.parametrize(
    ("owned", "size"),
    [
        ((0, 0, 0, 0), 1),  # at least 1
        ((1, 0, 0, 0), 1),
        ((0, 0, 2, 0), 2),
        ((1, 1, 1, 1), 4),
        ((2, 3, 2, 3), 10),  # all there are
    ],
)
def test_ooze_is_as_big_as_the_dice_that_players_own(owned: tuple[int, ...], size: int) -> None:
    """Everybody's, in used pile, bag, Active Pool and Spent Pile."""
    mine, bag, active, spent = owned
    play = (
        Position(sets=SETS)
        .ready(0, OOZE, "Assistant@C1:1/2")
        .used(0, *[TAINTED] * mine)
        .bag(1, *[TAINTED] * bag)
        .active(1, *[TAINTED] * active)
        .spent(1, *[TAINTED] * spent)
        .start("capture")
    )
    assert (play.attack(0, OOZE, 1), play.defense(0, OOZE)) == (size, size)
    assert (play.attack(0, "Assistant", 1), play.defense(0, "Assistant")) == (1, 2)


@pytest.mark.ability("Corrupted Primordial Ooze", 0)
def test_dice_out_of_the_game_or_in_the_wilds_do_not_count() -> None:
    """Ten less six removed less two on the card, and Basic Quiddity is something else."""
    play = (
        Position(sets=SETS)
        .ready(0, OOZE)
        .used(0, TAINTED, "Basic Quiddity")
        .used(1, TAINTED)
        .left(TAINTED, 2)
        .start("capture")
    )
    assert (play.attack(0, OOZE, 1), play.defense(0, OOZE)) == (2, 2)


@pytest.mark.ability("Corrupted Primordial Ooze", 0)
@pytest.mark.rule("15.4")
def test_the_oozes_defense_is_counted_each_time_it_is_attacked() -> None:
    """A Corrupted Goblin that falls first makes it 3 instead of 2: the 2 left do not do."""

    def attacked() -> Play:
        return (
            Position(sets=SETS)
            .ready(0, "Witching Hag@C2:4/5")
            .used(1, TAINTED, TAINTED)
            .ready(1, OOZE, "Corrupted Scavenging Goblin@C1:2/2*")
            .start("attack")
        )

    play = attacked()
    play.do("defend Corrupted Scavenging Goblin")
    assert play.dice(1, "ready") == [OOZE]
    play = attacked()
    play.do(f"defend {OOZE}")
    assert OOZE in play.dice(1, "used")
    assert play.dice(1, "ready") == []  # 2 more for the Goblin


@pytest.mark.ability("Corrupted Primordial Ooze", 0)
@pytest.mark.rule("6.2")
def test_the_oozes_attack_is_fixed_when_the_total_is_counted() -> None:
    """Seat 1's Goblin taints the attacker; seat 2 still faces 2."""
    play = (
        Position(3, sets=SETS)
        .ready(0, OOZE)
        .used(0, TAINTED, TAINTED)
        .ready(1, "Corrupted Scavenging Goblin@C1:2/2*")
        .ready(2, "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert play.totals == {1: 2, 2: 2}
    assert play.dice(1, "ready") == []
    assert play.dice(2, "ready") == ["Witching Hag"]
    assert play.attack(0, OOZE, 2) == 3


@pytest.mark.ability("Corrupted Primordial Ooze", 1)
@in_all_editions
def test_ooze_taints_every_opponent_when_summoned(edition: str) -> None:
    """A die each; its owner gains none, and it is as big as what it brought."""
    play = (
        Position(3, sets=SETS, edition=edition)
        .active(0, OOZE + "@C2:?/?", *["Basic Quiddity@Q1"] * 3)
        .start("ready")
    )
    play.do(f"summon {OOZE}")
    assert TAINTED not in play.dice(0, "used")
    assert play.dice(1, "used") == play.dice(2, "used") == [TAINTED]
    assert (play.attack(0, OOZE, 1), play.defense(0, OOZE)) == (2, 2)
    assert play.left(TAINTED) == 8
    assert settled(play)


@pytest.mark.ability("Corrupted Primordial Ooze", 1)
@pytest.mark.parametrize("left", [0, 1])
def test_ooze_taints_clockwise_as_long_as_dice_are_left(left: int) -> None:
    """The left neighbour comes first."""
    play = (
        Position(3, sets=SETS)
        .left(TAINTED, left)
        .active(0, OOZE + "@C2:?/?", *["Basic Quiddity@Q1"] * 3)
        .start("ready")
    )
    play.do(f"summon {OOZE}")
    assert play.dice(1, "used") == [TAINTED] * left
    assert play.dice(2, "used") == []


@pytest.mark.ability("Corrupted Primordial Ooze", 1)
def test_an_ooze_that_scores_taints_nobody() -> None:
    """Only the summons does."""
    play = Position(sets=SETS).ready(0, OOZE).start("score")
    assert play.glory == (2, 0)
    assert play.left(TAINTED) == 10
