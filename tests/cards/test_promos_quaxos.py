"""The promotional Quaxos' creatures: no damage from each other, and something for each other.

Faces: Dragon C1:4/4, C2:6/6*, C3:8/7**; Goblin C1:2/2, C1:2/2*; Warrior C1:2/3, C2:3/4.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled

SETS = ["base", "quarmageddon", "promos"]
DRAGON, GOBLIN = "Quaxos' Quake Dragon", "Quaxos' Scavenging Goblin"
WARRIOR = "Quaxos' Warrior of the Quay"
EYE = "Quaxos' Eye"


# --- the Quaxos' family: no damage from each other ----------------------------------------------


@pytest.mark.ability("Quaxos' Scavenging Goblin", 0)
@pytest.mark.ability("Quaxos' Scavenging Goblin", 1)
@pytest.mark.rule("6.6")
@in_all_editions
def test_the_example_of_the_goblin_and_the_dragon(edition: str) -> None:
    """5 damage: 2 + 1 for the Goblin, which stands, and 2 for the Assistant, which does not."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, f"{DRAGON}@C1:4/4", "Assistant@C1:1/2")
        .ready(1, f"{GOBLIN}@C1:2/2", "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.totals == {1: 5}
    play.do(f"defend {GOBLIN}")
    assert play.dice(1, "ready") == [GOBLIN]
    assert play.dice(1, "used") == ["Assistant"]
    assert len(play.happened("absorbs")) == 1
    assert settled(play)


FAMILY = [(DRAGON, "C1:4/4"), (GOBLIN, "C1:2/2"), (GOBLIN, "C1:2/2*"), (WARRIOR, "C1:2/3")]


@pytest.mark.ability("Quaxos' Quake Dragon", 0)
@pytest.mark.ability("Quaxos' Scavenging Goblin", 0)
@pytest.mark.ability("Quaxos' Warrior of the Quay", 0)
@pytest.mark.parametrize(("card", "face"), FAMILY)
@pytest.mark.parametrize("attacker", [DRAGON, GOBLIN, WARRIOR])
def test_none_of_them_falls_to_an_attack_in_which_one_takes_part(
    card: str, face: str, attacker: str
) -> None:
    """With a Deathdealer and a Hag beside it there would be damage enough."""
    play = (
        Position(sets=SETS)
        .ready(0, attacker, "Deathdealer@C2:4/4", "Witching Hag@C2:4/5")
        .ready(1, f"{card}@{face}")
        .start("attack")
    )
    assert play.totals[1] >= 8
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [card]


@pytest.mark.ability("Quaxos' Quake Dragon", 0)
@pytest.mark.ability("Quaxos' Scavenging Goblin", 0)
@pytest.mark.ability("Quaxos' Warrior of the Quay", 0)
@pytest.mark.parametrize(("card", "face"), FAMILY)
def test_each_of_them_falls_to_other_attackers(card: str, face: str) -> None:
    """A Quaxos' creature of the attacker's that does not attack is no help, nor is one's own."""
    helper = next(name for name in (GOBLIN, WARRIOR) if name != card)
    play = (
        Position(3, sets=SETS)
        .ready(0, "Deathdealer@C2:4/4", "Witching Hag@C2:4/5")
        .used(0, helper)
        .ready(1, f"{card}@{face}")
        .ready(2, helper)
        .start("attack")
    )
    assert play.totals == {1: 8, 2: 8}
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == [card]


@pytest.mark.ability("Quaxos' Quake Dragon", 0)
@pytest.mark.rule("6.4")
def test_the_dragon_takes_up_its_defense_once() -> None:
    """6 damage: 4 for the Dragon, the other 2 for the Assistant; it is not hurt by effects less."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WARRIOR}@C1:2/3", "Deathdealer@C2:4/4")
        .ready(1, f"{DRAGON}@C1:4/4", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do(f"defend {DRAGON}")
    assert play.dice(1, "ready") == [DRAGON]
    assert play.dice(1, "used") == ["Assistant"]
    effect = (
        Position(sets=SETS)
        .ready(0, f"{WARRIOR}@C1:2/3", "Death Incantation@S**")
        .ready(1, f"{DRAGON}@C1:4/4")
        .start("ready")
    )
    effect.do("cast Death Incantation", f"destroy {DRAGON}")
    assert effect.dice(1, "used") == [DRAGON]


@pytest.mark.ability("Quaxos' Quake Dragon", 0)
def test_companions_of_the_family_are_not_protected() -> None:
    """The Assistant named first falls."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WARRIOR}@C1:2/3", "Deathdealer@C2:4/4")
        .ready(1, f"{DRAGON}@C1:4/4", "Assistant@C1:1/2")
        .start("attack")
    )
    play.do("defend Assistant")
    assert play.dice(1, "used") == ["Assistant"]
    assert play.dice(1, "ready") == [DRAGON]


@pytest.mark.ability("Quaxos' Quake Dragon", 0)
def test_quaxos_eye_is_no_quaxos_creature() -> None:
    """It is a class of its own: neither protection, nor defense, nor Glory for the family."""
    sets = [*SETS, "quest_of_the_qladiator"]
    play = (
        Position(sets=sets)
        .locked(0, EYE)
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, f"{GOBLIN}@C1:2/2")
        .start("attack")
    )
    assert play.dice(1, "used") == [GOBLIN]
    scored = Position(sets=sets).ready(0, f"{DRAGON}@C1:4/4").locked(1, EYE).start("score")
    assert scored.glory == (3, 0)


# --- Quaxos' Quake Dragon: Glory ----------------------------------------------------------------


@pytest.mark.ability("Quaxos' Quake Dragon", 1)
@pytest.mark.parametrize(
    ("mine", "theirs", "more"),
    [
        ((), (), 0),
        ((GOBLIN,), (), 1),
        ((), (GOBLIN,), 1),
        ((GOBLIN,), (WARRIOR,), 2),
        ((), (GOBLIN, GOBLIN, WARRIOR), 2),  # at most 2
    ],
)
@pytest.mark.parametrize("face", ["C1:4/4", "C3:8/7**"])
def test_dragon_earns_more_for_others_of_the_family(
    mine: tuple[str, ...], theirs: tuple[str, ...], more: int, face: str
) -> None:
    """In any Ready Area, those that score with it included; used ones do not count."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{DRAGON}@{face}", *mine)
        .used(0, WARRIOR)
        .ready(2, *theirs)
        .ready(1, "Assistant@C1:1/2")
        .start("score")
    )
    scores = sorted(event[4] for event in play.happened("score"))
    assert scores == sorted([3 + more] + [2] * len(mine))
    assert play.glory == (3 + more + 2 * len(mine), 0, 0)


@pytest.mark.ability("Quaxos' Quake Dragon", 1)
def test_two_dragons_earn_a_glory_for_each_other() -> None:
    """4 each."""
    play = Position(sets=SETS).ready(0, DRAGON, DRAGON).start("score")
    assert play.glory == (8, 0)


# --- Quaxos' Scavenging Goblin: defense ---------------------------------------------------------


@pytest.mark.ability("Quaxos' Scavenging Goblin", 1)
@pytest.mark.parametrize(
    ("mine", "theirs", "defense"),
    [
        ((), (), 2),
        (("Assistant@C1:1/2",), ("Assistant@C1:1/2",), 2),
        ((DRAGON,), (), 3),
        ((), (DRAGON,), 3),
        ((DRAGON, WARRIOR), (WARRIOR, DRAGON), 6),
    ],
)
@pytest.mark.parametrize("face", ["C1:2/2", "C1:2/2*"])
def test_goblin_has_one_more_defense_for_each_of_the_family(
    mine: tuple[str, ...], theirs: tuple[str, ...], defense: int, face: str
) -> None:
    """In any Ready Area, itself not counted; its attack stays."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{GOBLIN}@{face}", *mine)
        .ready(1, *theirs)
        .used(2, DRAGON)
        .start("capture")
    )
    assert play.defense(0, GOBLIN) == defense
    assert play.attack(0, GOBLIN) == 2


@pytest.mark.ability("Quaxos' Scavenging Goblin", 1)
@pytest.mark.parametrize(
    ("attacker", "falls"), [("Ghostly Spirit@C1:2/2", False), ("Witching Hag@C1:3/3", True)]
)
def test_goblin_beside_a_warrior_falls_to_three_and_not_to_two(attacker: str, falls: bool) -> None:
    """2 + 1: the boundary and one below."""
    play = (
        Position(sets=SETS)
        .ready(0, attacker)
        .ready(1, f"{GOBLIN}@C1:2/2", f"{WARRIOR}@C1:2/3")
        .start("attack")
    )
    if falls:
        play.do(f"defend {GOBLIN}")
    assert play.kind == "capture"
    assert play.dice(1, "used") == ([GOBLIN] if falls else [])


# --- Quaxos' Warrior of the Quay: free to summon ------------------------------------------------


@pytest.mark.ability("Quaxos' Warrior of the Quay", 1)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("face", "level"), [("C1:2/3", 1), ("C2:3/4", 2)])
def test_warrior_is_free_while_another_of_the_family_is_ready(
    face: str, level: int, seat: int
) -> None:
    """In anybody's Ready Area; other creatures cost what they cost."""
    play = (
        Position(sets=SETS)
        .active(0, f"{WARRIOR}@{face}", "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .ready(seat, f"{GOBLIN}@C1:2/2")
        .start("ready")
    )
    assert f"summon {WARRIOR} [{face}] for 0" in play.options
    assert "summon Assistant [C1:1/2] for 1" in play.options
    play.do(f"summon {WARRIOR}")
    assert WARRIOR in play.dice(0, "ready")
    assert play.dice(0, "active") == ["Assistant", "Basic Quiddity"]
    alone = (
        Position(sets=SETS)
        .active(0, f"{WARRIOR}@{face}", *["Basic Quiddity@Q1"] * 3)
        .used(seat, f"{GOBLIN}@C1:2/2")
        .start("ready")
    )
    assert f"summon {WARRIOR} [{face}] for {level}" in alone.options


@pytest.mark.ability("Quaxos' Warrior of the Quay", 1)
def test_another_warrior_will_do_and_the_first_pays() -> None:
    """The second of two is free once the first is there."""
    play = (
        Position(sets=SETS)
        .active(0, f"{WARRIOR}@C2:3/4", f"{WARRIOR}@C2:3/4", *["Basic Quiddity@Q1"] * 2)
        .start("ready")
    )
    play.do(f"summon {WARRIOR} [C2:3/4] for 2")
    play.do(f"summon {WARRIOR} [C2:3/4] for 0")
    assert play.dice(0, "ready") == [WARRIOR, WARRIOR]


@pytest.mark.ability("Quaxos' Warrior of the Quay", 1)
@pytest.mark.parametrize(("face", "toll"), [("C1:1/5*", 1), ("C3:2/8**", 2)])
def test_a_mighty_defenders_toll_is_still_due(face: str, toll: int) -> None:
    """Ruling: 1 or 2 quiddity."""
    play = (
        Position(sets=SETS)
        .active(0, f"{WARRIOR}@C2:3/4", *["Basic Quiddity@Q1"] * 3)
        .ready(0, f"{GOBLIN}@C1:2/2")
        .ready(1, f"Mighty Defender of the Pale@{face}")
        .start("ready")
    )
    assert f"summon {WARRIOR} [C2:3/4] for {toll}" in play.options
