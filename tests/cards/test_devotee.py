"""The Devotees of the Holy Query: defense, a free spell, and freedom from spells.

Faces of the die: Q1, Q2, C1:0/3 twice, C2:2/4, C2:2/4*; one face in six bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]


def totals(play: Play) -> dict[int, int]:
    """The attack total that was announced against each seat."""
    return {event[4]: event[5] for event in play.happened("total")}


# --- Devotee of the Holy Query: +2 defense on the burst -----------------------------------------


@pytest.mark.ability("Devotee of the Holy Query", 0)
@pytest.mark.parametrize(("face", "defense"), [("C1:0/3", 3), ("C2:2/4", 4), ("C2:2/4*", 6)])
def test_devotee_has_two_more_defense_on_its_burst_face_only(face: str, defense: int) -> None:
    """Its attack and its companions stay as they are."""
    play = (
        Position()
        .ready(0, f"Devotee of the Holy Query@{face}", "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    assert play.defense(0, "Devotee of the Holy Query") == defense
    assert play.attack(0, "Devotee of the Holy Query") == (0 if defense == 3 else 2)
    assert play.defense(0, "Scavenging Goblin") == 2


@pytest.mark.ability("Devotee of the Holy Query", 0)
@pytest.mark.parametrize(
    ("attackers", "survives"),
    [
        (["Strong Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2"], True),  # 5
        (["Strong Witching Hag@C1:3/3", "Ghostly Spirit@C2:3/3"], False),  # 6
    ],
)
def test_devotee_on_its_burst_falls_to_six_and_not_to_five(
    attackers: list[str], survives: bool
) -> None:
    """The boundary and one below."""
    play = (
        Position()
        .ready(0, *attackers)
        .ready(1, "Devotee of the Holy Query@C2:2/4*")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == (["Devotee of the Holy Query"] if survives else [])
    assert play.dice(1, "used") == ([] if survives else ["Devotee of the Holy Query"])


# --- Strong Devotee: a spell die for free -------------------------------------------------------


def _strong(face: str = "C2:2/4*") -> Position:
    return Position(wilds=["Death Cantrip", "Growth Charm", "Life Charm"]).ready(
        0, f"Strong Devotee of the Holy Query@{face}"
    )


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
def test_strong_devotee_takes_a_spell_die_of_cost_four_or_less_into_the_bag() -> None:
    """Death Cantrip costs 4, Life Charm 3, Growth Charm 5; Portals (4) are no spells."""
    play = _strong().used(0, "Assistant").start("score")
    assert play.glory == (2, 0)
    assert play.decision.card == "Strong Devotee of the Holy Query"
    assert set(play.options) == {
        "take Death Cantrip in the wilds",
        "take Life Charm in the wilds",
        "no",
    }
    play.do("take Death Cantrip")
    assert play.dice(0, "bag") == ["Death Cantrip"]
    assert play.left("Death Cantrip") == 4
    assert play.left("Life Charm") == 5
    assert play.kind == "cull"  # between scoring and culling (4.4); the bag is out of reach
    assert set(play.options) == {"cull Assistant", "cull Strong Devotee of the Holy Query", "pass"}


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
def test_the_free_spell_can_be_drawn_at_once_and_the_capture_of_phase_four_is_left() -> None:
    """Ruling: it does not use up the capture."""
    play = _strong().start("score")
    play.do("take Life Charm")
    play.draws("Life Charm", "Strong Devotee of the Holy Query")
    play.rolls("Life Charm@Q2", "Strong Devotee of the Holy Query@Q1")
    play.do("pass")
    assert play.faces(0, "active") == ["Life Charm@Q2", "Strong Devotee of the Holy Query@Q1"]
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "capture Deathdealer for 3",
        "capture Ghostly Spirit for 3",
        "capture Life Charm for 3",
        "pass",
    }
    play.do("capture Life Charm")
    assert play.left("Life Charm") == 3
    assert play.seat == 1  # one capture, and the turn is over


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
def test_strong_devotee_need_not_take_a_spell() -> None:
    """A "may" is a real no."""
    play = _strong().start("score")
    play.do("no")
    assert play.kind == "cull"
    assert play.dice(0, "bag") == []
    assert (play.left("Death Cantrip"), play.left("Life Charm")) == (5, 5)


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
@pytest.mark.parametrize("face", ["C1:0/3", "C2:2/4"])
def test_strong_devotee_without_the_burst_takes_nothing(face: str) -> None:
    """It scores, no more."""
    play = _strong(face).start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "bag") == []


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
@pytest.mark.rule("15.6")
def test_strong_devotee_with_no_cheap_spell_left_is_not_asked() -> None:
    """Only the Growth Charm (5) is left: one too dear."""
    play = _strong().left("Death Cantrip", 0).left("Life Charm", 0).start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.left("Growth Charm") == 5


@pytest.mark.ability("Strong Devotee of the Holy Query", 0)
def test_a_discount_does_not_widen_the_free_choice() -> None:
    """The card's cost counts, not what a capture would cost this turn."""
    play = _strong().ready(0, "Mighty Questing Wizard@C1:2/5").start("score")
    play.do("order Mighty Questing Wizard")
    assert set(play.options) == {
        "take Death Cantrip in the wilds",
        "take Life Charm in the wilds",
        "no",
    }


# --- Mighty Devotee: +3 defense, no target of opponents' spells ---------------------------------

MIGHTY = "Mighty Devotee of the Holy Query"


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.parametrize(("face", "defense"), [("C1:0/3", 3), ("C2:2/4", 4), ("C2:2/4*", 7)])
def test_mighty_devotee_has_three_more_defense_on_its_burst_only(face: str, defense: int) -> None:
    """The other faces stay as printed."""
    play = Position().ready(0, f"{MIGHTY}@{face}").start("capture")
    assert play.defense(0, MIGHTY) == defense


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.parametrize(("damage", "survives"), [(6, True), (7, False)])
def test_mighty_devotee_on_its_burst_falls_to_seven_and_not_to_six(
    damage: int, survives: bool
) -> None:
    """The boundary: Quake Dragon 6, and a Spirit's attack on top."""
    position = Position().ready(0, "Strong Quake Dragon@C2:6/6*").ready(1, f"{MIGHTY}@C2:2/4*")
    if damage == 7:
        position.ready(0, "Assistant@C1:1/2")
    play = position.start("attack")
    assert totals(play) == {1: damage}
    assert play.dice(1, "ready") == ([MIGHTY] if survives else [])


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.parametrize("face", ["C1:0/3", "C2:2/4", "C2:2/4*"])
def test_an_opponents_death_incantation_cannot_choose_a_mighty_devotee_with_its_burst(
    face: str,
) -> None:
    """Without the burst it can; the owner's other creatures can always be chosen."""
    play = (
        Position(players=3)
        .ready(0, "Death Incantation@S**", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{MIGHTY}@{face}", "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do("cast Death Incantation")
    expected = {
        "destroy Scavenging Goblin [C1:2/2] in seat 0's ready",
        f"destroy {MIGHTY} [{face}] in seat 1's ready",
        "destroy Witching Hag [C2:4/5] in seat 1's ready",
    }
    if face == "C2:2/4*":
        expected.remove(f"destroy {MIGHTY} [{face}] in seat 1's ready")
    assert set(play.options) == expected


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.rule("15.6")
def test_a_spell_with_no_other_target_cannot_be_cast_at_all() -> None:
    """Nothing to choose: the Incantation is not offered."""
    play = (
        Position()
        .ready(0, "Death Incantation@S**")
        .active(0, "Basic Quiddity@Q1")
        .ready(1, f"{MIGHTY}@C2:2/4*")
        .start("ready")
    )
    assert play.kind != "ready"


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", ["revised", "qultimate"])
def test_an_opponent_cannot_attach_to_it_but_its_owner_can(edition: str) -> None:
    """Later books: attach to any creature; here the opponents' choice leaves it out."""
    opponents = (
        Position(edition=edition)
        .ready(0, "Life Cantrip@S", "Scavenging Goblin@C1:2/2")
        .ready(1, f"{MIGHTY}@C2:2/4*", "Witching Hag@C2:4/5")
        .start("ready")
    )
    opponents.do("cast Life Cantrip")
    assert set(opponents.options) == {
        "attach Scavenging Goblin [C1:2/2] in seat 0's ready",
        "attach Witching Hag [C2:4/5] in seat 1's ready",
    }

    own = (
        Position(edition=edition)
        .ready(0, "Life Cantrip@S", f"{MIGHTY}@C2:2/4*", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    own.do("cast Life Cantrip", f"attach {MIGHTY}")
    assert own.defense(0, MIGHTY) == 11


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
@pytest.mark.parametrize(("face", "weakened"), [("C2:2/4*", False), ("C2:2/4", True)])
def test_a_defenders_life_incantation_cannot_choose_it(face: str, weakened: bool) -> None:
    """A reaction is an opponent's spell as well."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@{face}", "Scavenging Goblin@C1:2/2")
        .ready(1, "Life Incantation@S", "Warrior of the Quay@C2:3/4")
        .start("attack")
    )
    assert set(play.options) == {"react Life Incantation [S]", "pass"}
    play.do("react Life Incantation")
    expected = [
        f"weaken {MIGHTY} [{face}] in seat 0's ready",
        "weaken Scavenging Goblin [C1:2/2] in seat 0's ready",
        "weaken Warrior of the Quay [C2:3/4] in seat 1's ready",
    ]
    assert set(play.options) == set(expected if weakened else expected[1:])


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
def test_a_shaping_spell_may_choose_a_spell_attached_to_it() -> None:
    """The spell is the target, not the creature."""
    play = (
        Position()
        .ready(0, "Shaping Spell@S", "Life Cantrip@S")
        .ready(1, f"{MIGHTY}@C2:2/4*")
        .attached(1, "Life Cantrip@S", 1, MIGHTY)
        .start("ready")
    )
    play.do("cast Shaping Spell")
    assert set(play.options) == {
        "destroy Life Cantrip [S] in seat 0's ready",
        "destroy Life Cantrip [S] in seat 1's attached",
    }
    play.do("destroy Life Cantrip [S] in seat 1's attached")
    assert play.dice(1, "used") == ["Life Cantrip"]
    assert play.defense(1, MIGHTY) == 7


@pytest.mark.ability("Mighty Devotee of the Holy Query", 0)
def test_abilities_of_creatures_reach_it() -> None:
    """Only spells are kept off: a Strong Ooze may copy it, and is then just as safe."""
    play = (
        Position()
        .active(0, "Strong Primordial Ooze@C2:?/?", "Basic Quiddity@Q2")
        .ready(1, f"{MIGHTY}@C2:2/4*", "Death Incantation@S**")
        .start("ready")
    )
    play.do("summon Strong Primordial Ooze")
    assert play.defense(0, "Strong Primordial Ooze") == 7
    assert play.kind == "capture"
    play.do("pass")  # seat 1's turn: it scores, then may cast
    assert play.seat == 1
    play.do("pass")
    assert "cast Death Incantation [S**]" not in play.options


# --- Mighty Devotee: attached spells of the defenders do nothing --------------------------------


@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "falls"), [("C2:2/4*", True), ("C2:2/4", False)])
def test_spells_attached_to_defenders_do_nothing_while_it_attacks(
    edition: str, face: str, falls: bool
) -> None:
    """A Goblin with a Life Cantrip has 2 defense instead of 6 against an attack of 4."""
    play = (
        Position(edition=edition)
        .ready(0, f"{MIGHTY}@{face}", "Warrior of the Quay@C1:2/3", "Assistant@C1:1/2")
        .ready(1, "Scavenging Goblin@C1:2/2", "Questing Wizard@C3:4/8**")
        .attached(1, "Life Cantrip@S", 1, "Scavenging Goblin")
        .start("attack")
    )
    assert totals(play) == {1: 5}
    assert play.kind == ("defend" if falls else "capture")
    if falls:
        play.do("defend Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == (
        ["Questing Wizard"] if falls else ["Questing Wizard", "Scavenging Goblin"]
    )
    assert play.dice(1, "used") == (["Life Cantrip", "Scavenging Goblin"] if falls else [])


@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
def test_after_the_attack_the_attached_spells_work_again() -> None:
    """For that attack only; and not against the caster's own attached spells."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@C2:2/4*")
        .attached(0, "Death Charm@S*", 0, MIGHTY)
        .ready(1, "Questing Wizard@C2:3/6")
        .attached(1, "Life Cantrip@S", 1, "Questing Wizard")
        .start("attack")
    )
    assert totals(play) == {1: 5}  # 2 and its own Charm's 3
    assert play.kind == "capture"
    assert play.defense(1, "Questing Wizard") == 10
    assert play.defense(0, MIGHTY) == 10
    assert [event[4:] for event in play.happened("holds")] == [(5, 6)]  # 6, not 10


@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
def test_the_silence_holds_for_every_defender() -> None:
    """Against the whole total and all opponents."""
    play = (
        Position(players=3)
        .ready(0, f"{MIGHTY}@C2:2/4*")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Life Cantrip@S", 1, "Scavenging Goblin")
        .ready(2, "Ghostly Spirit@C1:2/2")
        .attached(2, "Life Cantrip@S", 2, "Ghostly Spirit")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Life Cantrip", "Scavenging Goblin"]
    assert play.dice(2, "used") == ["Ghostly Spirit", "Life Cantrip"]


@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
def test_a_mighty_devotee_that_only_defends_silences_nothing() -> None:
    """It has to take part in its owner's attack."""
    play = (
        Position(players=3)
        .ready(0, "Ghostly Spirit@C2:3/3")
        .attached(0, "Death Charm@S*", 0, "Ghostly Spirit")
        .ready(1, f"{MIGHTY}@C2:2/4*")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .attached(2, "Life Cantrip@S", 2, "Scavenging Goblin")
        .start("attack")
    )
    assert totals(play) == {1: 6, 2: 6}
    assert play.dice(1, "ready") == [MIGHTY]  # 7 holds
    assert play.dice(2, "ready") == []  # 2 + 4 = 6 falls
    assert [event[4:] for event in play.happened("defend")] == [(6, 6)]


@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
def test_life_spells_that_choose_no_target_still_work_against_it() -> None:
    """Ruling: spells that touch all creatures are not stopped; a Life Spell is not attached."""
    play = (
        Position()
        .ready(0, f"{MIGHTY}@C2:2/4*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Life Spell@S")
        .start("attack")
    )
    play.do("react Life Spell")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
