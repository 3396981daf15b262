"""Corrupted Defender, who taints those who summon, and Corrupted Goblin, tainted and tainting.

Faces: Defender Q1, Q2, Q2, C1:1/5*, C2:2/6*, C3:2/8**; Goblin Q1 twice, C1:2/2 and C1:2/2* twice.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
DEFENDER = "Corrupted Defender of the Pale"
GOBLIN = "Corrupted Scavenging Goblin"


def _summoner(*, players: int = 2, edition: str = "qultimate") -> Position:
    """Seat 0 can summon an Assistant, a Spirit and a Hag, and has one quiddity to spare."""
    return Position(players, sets=SETS, edition=edition).active(
        0,
        "Assistant@C1:1/2",
        "Ghostly Spirit@C1:2/2",
        "Witching Hag@C1:3/3",
        *["Basic Quiddity@Q1"] * 4,
    )


# --- Corrupted Defender of the Pale -------------------------------------------------------------


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
@pytest.mark.parametrize("face", ["C1:1/5*", "C2:2/6*"])
@in_all_editions
def test_defender_taints_an_opponent_who_summons_once_a_turn(face: str, edition: str) -> None:
    """The first summons brings a die, the next two do not."""
    play = _summoner(edition=edition).ready(1, f"{DEFENDER}@{face}").start("ready")
    play.do("summon Assistant")
    assert play.dice(0, "used").count(TAINTED) == 1
    play.do("summon Ghostly Spirit", "summon Witching Hag")
    assert play.dice(0, "used").count(TAINTED) == 1
    assert TAINTED not in play.dice(1, "used")
    assert play.left(TAINTED) == 9
    assert settled(play)


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
def test_every_turn_and_every_opponent_counts_for_itself() -> None:
    """Seat 0 and then seat 1 summon; the owner's own summons never count."""
    play = (
        Position(3, sets=SETS)
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .active(1, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .active(2, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .ready(2, f"{DEFENDER}@C1:1/5*")
        .rolls("Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("summon Assistant", "pass")
    assert play.seat == 1
    play.do("summon Assistant")
    assert TAINTED in play.dice(0, "used")
    assert play.dice(1, "used") == [TAINTED]
    assert play.left(TAINTED) == 8


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
@pytest.mark.ability("Corrupted Defender of the Pale", 1)
@pytest.mark.parametrize("face", ["C1:1/5*", "C3:2/8**"])
def test_the_defenders_owner_summons_untainted(face: str) -> None:
    """Only opponents are tainted; elsewhere than in the Ready Area it taints nobody."""
    play = (
        _summoner()
        .ready(0, f"{DEFENDER}@{face}")
        .used(1, f"{DEFENDER}@{face}")
        .active(1, f"{DEFENDER}@{face}")
        .start("ready")
    )
    play.do("summon Assistant")
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
@pytest.mark.parametrize("left", [0, 1])
def test_defender_brings_nothing_when_no_die_is_left(left: int) -> None:
    """Two Defenders ask for a die each: the last one is shared out first."""
    play = (
        _summoner()
        .left(TAINTED, left)
        .ready(1, f"{DEFENDER}@C1:1/5*", f"{DEFENDER}@C1:1/5*")
        .start("ready")
    )
    play.do("summon Assistant")
    assert play.dice(0, "used") == [TAINTED] * left
    assert play.left(TAINTED) == 0


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
def test_two_defenders_bring_a_die_each() -> None:
    """Each once in the turn."""
    play = _summoner().ready(1, f"{DEFENDER}@C1:1/5*", f"{DEFENDER}@C2:2/6*").start("ready")
    play.do("summon Assistant")
    assert (play.seat, play.kind) == (1, "order")
    play.do(f"order {DEFENDER} [C2:2/6*]", "summon Ghostly Spirit")
    assert play.dice(0, "used") == [TAINTED, TAINTED]


@pytest.mark.ability("Corrupted Defender of the Pale", 1)
@in_all_editions
def test_defender_on_two_bursts_taints_for_every_creature(edition: str) -> None:
    """A die for each of three; in the Italian book not four: the line replaces the other."""
    play = _summoner(edition=edition).ready(1, f"{DEFENDER}@C3:2/8**").start("ready")
    for number, name in enumerate(["Assistant", "Ghostly Spirit", "Witching Hag"], start=1):
        play.do(f"summon {name}")
        assert play.left(TAINTED) == 10 - number
    assert play.dice(0, "used").count(TAINTED) == 3
    assert settled(play)


@pytest.mark.ability("Corrupted Defender of the Pale", 0)
@pytest.mark.ability("Corrupted Defender of the Pale", 1)
def test_a_creature_that_enters_without_a_summons_taints_nobody() -> None:
    """A Mighty Ghostly Spirit rolled back into the Ready Area, and a readied spell."""
    play = (
        Position(sets=SETS)
        .ready(0, "Strong Witching Hag@C2:4/5")
        .active(0, "Death Charm@S*")
        .aside(0, "Mighty Ghostly Spirit@C1:2/2")
        .ready(1, f"{DEFENDER}@C3:2/8**", "Assistant@C1:1/2")
        .rolls("Mighty Ghostly Spirit@C1:2/2")
        .start("ready")
    )
    play.do("ready Death Charm", "pass", "pass", "defend Assistant")
    assert play.dice(0, "ready") == [
        "Death Charm", "Mighty Ghostly Spirit", "Strong Witching Hag",
    ]  # fmt: skip
    assert play.left(TAINTED) == 10


# --- Corrupted Scavenging Goblin ----------------------------------------------------------------


@pytest.mark.ability("Corrupted Scavenging Goblin", 0)
@pytest.mark.parametrize("face", ["C1:2/2", "C1:2/2*"])
@in_all_editions
def test_goblin_taints_its_owner_when_summoned(face: str, edition: str) -> None:
    """No choice; opponents gain nothing."""
    play = (
        Position(sets=SETS, edition=edition)
        .active(0, f"{GOBLIN}@{face}", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"summon {GOBLIN}")
    assert play.dice(0, "ready") == [GOBLIN]
    assert TAINTED in play.dice(0, "used")
    assert play.dice(1, "used") == []
    assert play.left(TAINTED) == 9
    assert settled(play)


@pytest.mark.ability("Corrupted Scavenging Goblin", 0)
def test_goblin_summoned_with_no_die_left_is_just_summoned() -> None:
    """And a Goblin that scores taints nobody either."""
    play = (
        Position(sets=SETS)
        .left(TAINTED, 0)
        .active(0, f"{GOBLIN}@C1:2/2", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"summon {GOBLIN}")
    assert play.dice(0, "used") == []
    scored = Position(sets=SETS).ready(0, f"{GOBLIN}@C1:2/2*").start("score")
    assert (scored.glory, scored.left(TAINTED)) == ((3, 0), 10)


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
def test_goblin_on_its_burst_taints_the_attacker_who_destroys_it() -> None:
    """Seat 0 attacks; seat 2, who also defends, gains nothing."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{GOBLIN}@C1:2/2*")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.dice(1, "used") == [GOBLIN]
    assert play.dice(2, "used") == ["Assistant"]
    assert play.dice(0, "used") == [TAINTED]
    assert settled(play)


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
def test_goblin_taints_whoever_destroys_it_with_a_spell() -> None:
    """A Death Incantation of seat 1, in seat 1's turn."""
    play = (
        Position(3, sets=SETS)
        .ready(1, "Death Incantation@S**")
        .ready(2, f"{GOBLIN}@C1:2/2*")
        .start("ready", active=1)
    )
    play.do("cast Death Incantation")
    assert play.dice(2, "used") == [GOBLIN]
    assert play.dice(1, "used") == [TAINTED]
    assert play.dice(0, "used") == []


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
@pytest.mark.parametrize(("face", "left"), [("C1:2/2", 10), ("C1:2/2*", 0)])
def test_goblin_without_the_burst_or_a_die_left_taints_nobody(face: str, left: int) -> None:
    """It is just destroyed."""
    play = (
        Position(sets=SETS)
        .left(TAINTED, left)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{GOBLIN}@{face}")
        .start("attack")
    )
    assert play.dice(1, "used") == [GOBLIN]
    assert play.dice(0, "used") == []
    assert play.left(TAINTED) == left


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
def test_a_goblin_destroyed_by_its_own_player_taints_nobody() -> None:
    """There is no opponent behind it."""
    play = Position(sets=SETS).ready(0, "Death Incantation@S**", f"{GOBLIN}@C1:2/2*").start("ready")
    play.do("cast Death Incantation")
    assert play.dice(0, "used") == [GOBLIN]
    assert play.dice(1, "used") == []
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
@pytest.mark.rule("6.5")
def test_a_goblin_that_is_saved_has_been_destroyed_all_the_same() -> None:
    """The attacker is tainted; the Goblin stays."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{GOBLIN}@C1:2/2*", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == [GOBLIN]
    assert play.dice(0, "used") == [TAINTED]
    assert play.left(TAINTED) == 9


@pytest.mark.ability("Corrupted Scavenging Goblin", 1)
def test_a_goblin_that_survives_taints_nobody() -> None:
    """One damage against two defense."""
    play = (
        Position(sets=SETS)
        .ready(0, "Assistant@C1:1/2")
        .ready(1, f"{GOBLIN}@C1:2/2*")
        .start("attack")
    )
    assert play.dice(1, "ready") == [GOBLIN]
    assert play.left(TAINTED) == 10
