"""The Lords of the Quarry: a free creature die, cheap captures, dear captures for the others.

Faces of the die: Q1, Q2, C1:3/3 twice, C2:4/4*, C3:8/6; only the level 2 face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import settled, totals

SETS = ["base", "quarmageddon"]
PLAIN = "Lord of the Quarry"
STRONG = "Strong Lord of the Quarry"
MIGHTY = "Mighty Lord of the Quarry"
FACES = ["C1:3/3", "C2:4/4*", "C3:8/6"]
# --- Lord of the Quarry: a creature die of cost 4 or less ---------------------------------------

DEVOTEE = "Strong Devotee of the Holy Query"
WILDS = [
    "Death Cantrip",  # the spells cost 4, 3 and 2
    "Life Charm",
    "Oblation Spell",
    "Mischievous Imp",  # the creatures 2, 3, 4, 5, 8, 8, and the Lord itself 7
    "Deathdealer",
    DEVOTEE,
    "Witching Hag",
    "Quake Dragon",
    "Primordial Ooze",
]
CHEAP = {"Assistant", "Mischievous Imp", "Deathdealer", DEVOTEE}


def _scoring(face: str = "C1:3/3") -> Position:
    return Position(sets=SETS, wilds=WILDS).ready(0, f"{PLAIN}@{face}")


@pytest.mark.ability("Lord of the Quarry", 0)
@pytest.mark.parametrize("face", FACES)
def test_when_it_scores_a_cheap_creature_die_may_be_taken(face: str) -> None:
    """4 can be taken, 5 cannot; spells and Portals are no creature dice, Assistants are (3.3)."""
    play = _scoring(face).start("score")
    assert play.glory == (3, 0)
    assert play.decision.card == PLAIN
    assert set(play.options) == {f"take {name} in the wilds" for name in CHEAP} | {"no"}
    play.do(f"take {DEVOTEE}")
    assert play.dice(0, "used") == [PLAIN, DEVOTEE]
    assert play.left(DEVOTEE) == 4
    assert play.kind == "cull"  # 4.4: it comes before culling
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Lord of the Quarry", 0)
def test_it_may_be_declined() -> None:
    """A "may" is a real no."""
    play = _scoring().start("score")
    play.do("no")
    assert play.dice(0, "used") == [PLAIN]
    assert play.left("Deathdealer") == 5


@pytest.mark.ability("Lord of the Quarry", 0)
def test_the_capture_of_phase_four_is_left() -> None:
    """It was free and of its own."""
    play = _scoring().bag(0, *(["Basic Quiddity"] * 6)).start("score")
    play.rolls(*(["Basic Quiddity@Q1"] * 6))
    play.do("take Deathdealer", "pass")
    assert play.kind == "capture"
    play.do("capture Deathdealer for 3")
    assert play.left("Deathdealer") == 3
    assert play.seat == 1


@pytest.mark.ability("Lord of the Quarry", 0)
@pytest.mark.rule("15.12")
def test_it_is_a_capture_and_can_end_the_game() -> None:
    """The last Imp is taken: the fourth empty creature card (7.3)."""
    play = (
        _scoring()
        .left("Quake Dragon", 0)
        .left("Primordial Ooze", 0)
        .left("Witching Hag", 0)
        .left("Mischievous Imp", 1)
        .start("score")
    )
    play.do("take Mischievous Imp")
    assert play.over


@pytest.mark.ability("Lord of the Quarry", 0)
@pytest.mark.rule("15.6")
def test_with_no_such_die_left_nobody_is_asked() -> None:
    """Only dear dice are left."""
    position = _scoring()
    for name in CHEAP:
        position.left(name, 0)
    play = position.start("score")
    assert (play.kind, play.glory) == ("cull", (3, 0))
    assert play.left("Witching Hag") == 5


# --- Immunity on the burst ----------------------------------------------------------------------


@pytest.mark.ability("Lord of the Quarry", 1)
@pytest.mark.ability("Mighty Lord of the Quarry", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", [PLAIN, STRONG, MIGHTY])
def test_on_the_burst_an_opponents_spell_cannot_choose_it(name: str, face: str) -> None:
    """The Strong Lord has no Immunity at all."""
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
    if name == STRONG or face != "C2:4/4*":
        expected.add(f"destroy {name} [{face}] in seat 1's ready")
    assert set(play.options) == expected


@pytest.mark.ability("Lord of the Quarry", 1)
@pytest.mark.ability("Mighty Lord of the Quarry", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("name", [PLAIN, MIGHTY])
@pytest.mark.parametrize(("attacker", "falls"), [("C1:3/3", False), ("C2:4/5", True)])
def test_attack_damage_and_its_owners_spells_reach_it(
    name: str, attacker: str, falls: bool
) -> None:
    """4 damage destroys it, 3 does not; its owner may attach to it."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Witching Hag@{attacker}")
        .active(0, "Basic Quiddity@Q2", "Basic Quiddity@Q2")
        .ready(1, f"{name}@C2:4/4*")
        .start("attack")
    )
    assert totals(play) == [4 if falls else 3]
    assert play.kind == "capture"
    assert play.dice(1, "used") == ([name] if falls else [])
    own = Position(sets=SETS).ready(0, f"{name}@C2:4/4*", "Life Cantrip@S").start("ready")
    own.do("cast Life Cantrip")
    assert own.defense(0, name) == 8


# --- Strong Lord of the Quarry: captures for 2 less ---------------------------------------------


@pytest.mark.ability("Strong Lord of the Quarry", 0)
@pytest.mark.parametrize("face", FACES)
def test_every_die_costs_its_owner_two_less_and_never_below_zero(face: str) -> None:
    """With 3 quiddity: cards of up to 5; an Assistant (1) and an Imp (2) for nothing."""
    play = (
        Position(sets=SETS, wilds=["Mischievous Imp", "Deathdealer", "Witching Hag"])
        .ready(0, f"{STRONG}@{face}")
        .active(0, "Basic Quiddity@Q1", "Basic Quiddity@Q2")
        .start("capture")
    )
    prices = _prices(play)
    assert prices["Assistant"] == 0
    assert prices["Mischievous Imp"] == 0
    assert prices["Deathdealer"] == 1
    assert prices["Witching Hag"] == 3
    assert prices["Portal"] == 2
    assert STRONG not in prices  # 8 - 2 = 6
    play.do("capture Witching Hag for 3")
    assert play.dice(0, "used").count("Witching Hag") == 1
    assert play.seat == 1


@pytest.mark.ability("Strong Lord of the Quarry", 0)
def test_an_opponent_pays_the_full_price() -> None:
    """And so does its owner while it is not in the Ready Area."""
    play = (
        Position(sets=SETS, wilds=["Deathdealer"])
        .active(0, STRONG, "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .ready(1, f"{STRONG}@C1:3/3")
        .start("capture")
    )
    assert _prices(play)["Deathdealer"] == 3


@pytest.mark.ability("Strong Lord of the Quarry", 0)
def test_two_of_them_take_off_four() -> None:
    """Several add up, down to 0."""
    play = (
        Position(sets=SETS, wilds=["Deathdealer", "Witching Hag", "Quake Dragon"])
        .ready(0, f"{STRONG}@C1:3/3", f"{STRONG}@C1:3/3")
        .active(0, "Basic Quiddity@Q1")
        .start("capture")
    )
    prices = _prices(play)
    assert prices["Deathdealer"] == 0
    assert prices["Witching Hag"] == 1
    assert "Quake Dragon" not in prices


@pytest.mark.ability("Strong Lord of the Quarry", 0)
@pytest.mark.ability("Strong Lord of the Quarry", 1)
@pytest.mark.parametrize(("face", "captures"), [("C1:3/3", 1), ("C2:4/4*", 2), ("C3:8/6", 1)])
def test_summoned_on_the_burst_it_allows_another_capture_this_turn(
    face: str, captures: int
) -> None:
    """Its lower prices hold in the same turn; level plus two Imps for nothing."""
    quiddity = ["Basic Quiddity@Q1"] * int(face[1])
    play = (
        Position(sets=SETS, wilds=["Mischievous Imp"])
        .active(0, f"{STRONG}@{face}", *quiddity)
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    if play.kind == "ready":
        play.do("pass")
    assert play.kind == "capture"
    for _ in range(captures):
        assert play.seat == 0
        play.do("capture Mischievous Imp for 0")
    assert play.left("Mischievous Imp") == 5 - captures
    assert play.seat == 1


@pytest.mark.ability("Strong Lord of the Quarry", 1)
def test_it_need_not_be_used_and_ends_with_the_turn() -> None:
    """The second capture is optional; next turn there is one again."""
    play = (
        Position(sets=SETS, wilds=["Mischievous Imp"])
        .active(0, f"{STRONG}@C2:4/4*", "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    play.do("capture Mischievous Imp for 0", "pass")
    assert play.seat == 1
    assert play.captures == 1


@pytest.mark.ability("Strong Lord of the Quarry", 1)
def test_a_lord_that_was_there_already_allows_no_other_capture() -> None:
    """Only when summoned."""
    play = (
        Position(sets=SETS, wilds=["Mischievous Imp"])
        .ready(0, f"{STRONG}@C2:4/4*")
        .start("capture")
    )
    play.do("capture Mischievous Imp for 0")
    assert play.seat == 1


# --- Mighty Lord of the Quarry: opponents pay more ----------------------------------------------


@pytest.mark.ability("Mighty Lord of the Quarry", 0)
@pytest.mark.ability("Mighty Lord of the Quarry", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:3/3", 1), ("C2:4/4*", 2), ("C3:8/6", 1)])
def test_opponents_pay_one_more_or_two_on_the_burst(face: str, more: int) -> None:
    """2 instead of 1, not 3; the price is also the limit of what can be had."""
    play = (
        Position(sets=SETS, wilds=["Mischievous Imp", "Deathdealer", "Witching Hag"])
        .active(0, "Basic Quiddity@Q2", "Basic Quiddity@Q2")
        .ready(1, f"{MIGHTY}@{face}")
        .start("capture")
    )
    prices = _prices(play)
    assert prices["Assistant"] == 1 + more
    assert prices["Mischievous Imp"] == 2 + more
    assert prices.get("Deathdealer") == (4 if more == 1 else None)  # 3 + 2 = 5 is too much
    assert "Witching Hag" not in prices
    play.do("capture Assistant")
    assert play.dice(0, "used").count("Assistant") == 1
    assert play.seat == 1


@pytest.mark.ability("Mighty Lord of the Quarry", 0)
def test_its_owner_pays_as_usual() -> None:
    """Only opponents pay more."""
    play = (
        Position(sets=SETS, wilds=["Deathdealer"])
        .ready(0, f"{MIGHTY}@C1:3/3")
        .active(0, "Basic Quiddity@Q2", "Basic Quiddity@Q2")
        .start("capture")
    )
    assert _prices(play)["Deathdealer"] == 3


@pytest.mark.ability("Mighty Lord of the Quarry", 0)
@pytest.mark.ability("Mighty Lord of the Quarry", 1)
def test_several_lords_add_up() -> None:
    """One of each kind of face with two opponents: 1 + 2."""
    play = (
        Position(players=3, sets=SETS, wilds=["Deathdealer"])
        .active(0, *(["Basic Quiddity@Q2"] * 3))
        .ready(1, f"{MIGHTY}@C1:3/3")
        .ready(2, f"{MIGHTY}@C2:4/4*")
        .start("capture")
    )
    assert _prices(play)["Deathdealer"] == 6


@pytest.mark.ability("Mighty Lord of the Quarry", 0)
def test_a_free_capture_costs_nothing_more() -> None:
    """A Strong Devotee's spell die stays free; outside the Ready Area the Lord does nothing."""
    play = (
        Position(sets=SETS, wilds=["Life Charm"])
        .ready(0, "Strong Devotee of the Holy Query@C2:2/4*")
        .ready(1, f"{MIGHTY}@C1:3/3")
        .start("score")
    )
    play.do("take Life Charm")
    assert play.dice(0, "bag") == ["Life Charm"]
    assert play.pool == 0
    away = (
        Position(sets=SETS, wilds=["Deathdealer"])
        .active(0, "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .active(1, f"{MIGHTY}@C1:3/3")
        .used(1, MIGHTY)
        .start("capture")
    )
    assert _prices(away)["Deathdealer"] == 3


def _prices(play: Play) -> dict[str, int]:
    """What can be captured now, and for how much."""
    found = {}
    for option in play.options:
        if option.startswith("capture "):
            name, _, price = option.removeprefix("capture ").partition(" for ")
            found[name] = int(price)
    return found
