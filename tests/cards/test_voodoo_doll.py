"""The Voodoo Dolls: one point of damage is enough; an Assistant; all the other Dolls.

Faces of the die: Q1, Q2 twice, C1:3/2, C2:4/3*, C3:6/4; only the level 2 face bears the burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_new_editions, in_old_editions, settled, totals

SETS = ["base", "quarmageddon"]
PLAIN = "Voodoo Doll"
STRONG = "Strong Voodoo Doll"
MIGHTY = "Mighty Voodoo Doll"
FACES = ["C1:3/2", "C2:4/3*", "C3:6/4"]
ALL = [PLAIN, STRONG, MIGHTY]
WIZARD = "Strong Questing Wizard"


# --- all three: one point destroys --------------------------------------------------------------


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("face", FACES)
def test_a_defender_of_any_defense_is_destroyed(name: str, face: str) -> None:
    """3 to 6 damage against a defense of 8; nothing is left for the second one."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{name}@{face}")
        .ready(1, f"{WIZARD}@C3:4/8**", "Witching Hag@C2:4/5")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "defend")
    play.do(f"defend {WIZARD}")
    assert play.dice(1, "used") == [WIZARD]
    assert play.dice(1, "ready") == ["Witching Hag"]
    assert play.dice(0, "ready") == [name]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
def test_a_defender_takes_its_defense_off_and_the_last_one_hit_dies_too(name: str) -> None:
    """4 damage: 3 for the Warrior, and the point that is left destroys the Wizard."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{name}@C2:4/3*")
        .ready(1, "Warrior of the Quay@C1:2/3", f"{WIZARD}@C3:4/8**")
        .start("attack")
    )
    play.do("defend Warrior of the Quay")
    assert play.dice(1, "used") == [WIZARD, "Warrior of the Quay"]
    assert play.dice(1, "ready") == []
    assert settled(play)


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
def test_damage_that_is_used_up_exactly_hits_nobody_else(name: str) -> None:
    """One below: 3 - 3 = 0 leaves the Wizard standing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{name}@C1:3/2")
        .ready(1, "Warrior of the Quay@C1:2/3", f"{WIZARD}@C3:4/8**")
        .start("attack")
    )
    play.do("defend Warrior of the Quay")
    assert play.dice(1, "used") == ["Warrior of the Quay"]
    assert play.dice(1, "ready") == [WIZARD]


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("face", "falls"), [("C3:6/4", False), ("both", True)])
def test_an_immune_defender_falls_only_to_damage_of_its_defense(
    name: str, face: str, falls: bool
) -> None:
    """6 against 7 holds; 6 and an Assistant's 1 do not."""
    position = Position(sets=SETS).ready(0, f"{name}@C3:6/4")
    if face == "both":
        position.ready(0, "Assistant@C1:1/2")
    play = position.ready(1, "Mighty Heavenly Seraph@C3:7/7*").start("attack")
    assert totals(play) == [7 if falls else 6]
    assert play.dice(1, "used") == (["Mighty Heavenly Seraph"] if falls else [])
    assert settled(play)


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
def test_without_any_damage_nobody_is_destroyed(name: str) -> None:
    """A Life Incantation takes the Doll's attack, and there is no other."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{name}@C3:6/4")
        .ready(1, "Warrior of the Quay@C1:2/3", "Life Incantation@S")
        .start("attack")
    )
    play.do("react Life Incantation", f"weaken {name}")
    assert play.happened("destroy") == []
    assert play.dice(1, "ready") == ["Warrior of the Quay"]


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
def test_it_works_for_all_the_damage_of_the_attack(name: str) -> None:
    """The weakened Doll is among the attackers: the Assistant's single point destroys."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{name}@C3:6/4", "Assistant@C1:1/2")
        .ready(1, f"{WIZARD}@C3:4/8**", "Life Incantation@S")
        .start("attack")
    )
    play.do("react Life Incantation", f"weaken {name}")
    assert play.dice(1, "used") == [WIZARD]


@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Voodoo Doll", 0)
@pytest.mark.ability("Mighty Voodoo Doll", 0)
@pytest.mark.parametrize("name", ALL)
def test_a_doll_that_does_not_attack_changes_nothing(name: str) -> None:
    """It defends, or lies in the Active Pool: 4 damage holds against 8."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5")
        .active(0, f"{name}@C3:6/4")
        .ready(1, f"{name}@C3:6/4")
        .ready(2, f"{WIZARD}@C3:4/8**")
        .start("attack")
    )
    assert play.dice(1, "used") == [name]  # 4 against 4
    assert play.dice(2, "ready") == [WIZARD]


@pytest.mark.ability("Voodoo Doll", 0)
def test_a_doll_destroyed_in_mid_attack_is_not_among_the_attackers_any_more() -> None:
    """A Strong Gnome takes it along: the next defender of 8 stands 7 damage."""
    play = (
        Position(players=3, sets=SETS)
        .ready(0, f"{PLAIN}@C1:3/2", "Witching Hag@C2:4/5")
        .ready(1, "Strong Gnome Barbarian@C1:1/3*")
        .ready(2, f"{WIZARD}@C3:4/8**")
        .start("attack")
    )
    assert totals(play) == [7, 7]
    play.do(f"destroy {PLAIN}")
    assert play.dice(0, "used") == [PLAIN]
    assert play.dice(2, "ready") == [WIZARD]


@pytest.mark.ability("Voodoo Doll", 0)
def test_the_burst_of_the_plain_doll_adds_nothing() -> None:
    """It scores its 2 and nothing moves."""
    play = Position(sets=SETS).ready(0, f"{PLAIN}@C2:4/3*").used(0, "Portal").start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert play.dice(0, "used") == ["Portal", PLAIN]


# --- Strong Voodoo Doll: an Assistant and a Glory -----------------------------------------------


@pytest.mark.ability("Strong Voodoo Doll", 1)
@pytest.mark.parametrize(
    ("face", "burst"), [("C1:3/2", False), ("C2:4/3*", True), ("C3:6/4", False)]
)
def test_on_the_burst_it_takes_an_assistant_and_earns_one_more(face: str, burst: bool) -> None:
    """Not optional: nobody is asked. Elsewhere it scores its 2."""
    play = Position(sets=SETS).ready(0, f"{STRONG}@{face}").start("score")
    assert play.kind == "cull"
    assert play.glory == (3 if burst else 2, 0)
    assert play.dice(0, "used") == (["Assistant", STRONG] if burst else [STRONG])
    assert play.left("Assistant") == (9 if burst else 10)
    assert len(play.happened("capture")) == int(burst)


@pytest.mark.ability("Strong Voodoo Doll", 1)
@pytest.mark.example("Q")
def test_without_an_assistant_in_the_wilds_the_rest_still_works() -> None:
    """The book's answer."""
    play = Position(sets=SETS).ready(0, f"{STRONG}@C2:4/3*").left("Assistant", 0).start("score")
    assert play.glory == (3, 0)
    assert play.dice(0, "used") == [STRONG]
    assert play.kind == "cull"


@pytest.mark.ability("Strong Voodoo Doll", 1)
def test_the_last_assistant_goes_to_the_first_of_two_dolls() -> None:
    """Both earn 3; the capture of phase 4 is left."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@C2:4/3*", f"{STRONG}@C2:4/3*")
        .left("Assistant", 1)
        .start("score")
    )
    assert play.glory == (6, 0)
    assert play.left("Assistant") == 0
    assert play.dice(0, "used") == ["Assistant", STRONG, STRONG]
    assert play.captures == 1


# --- Mighty Voodoo Doll: all Dolls from both piles ----------------------------------------------


def _summoning(face: str = "C2:4/3*", edition: str = "qultimate") -> Position:
    quiddity = ["Basic Quiddity@Q1"] * (int(face[1]) + 1)
    return Position(sets=SETS, edition=edition).active(0, f"{MIGHTY}@{face}", *quiddity)


@pytest.mark.ability("Mighty Voodoo Doll", 1)
@pytest.mark.example("P")
@in_new_editions
def test_all_dolls_from_spent_and_used_pile_are_rolled_into_the_active_pool(edition: str) -> None:
    """They can be spent or summoned in the same phase 2; other dice and places are left alone."""
    play = (
        _summoning(edition=edition)
        .spent(0, MIGHTY, "Portal")
        .used(0, MIGHTY, "Assistant")
        .bag(0, MIGHTY)
        .used(1, MIGHTY)
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert (play.seat, play.kind) == (0, "may")
    assert play.decision.card == MIGHTY
    play.rolls(f"{MIGHTY}@Q2", f"{MIGHTY}@C1:3/2")
    play.do("yes")
    assert play.faces(0, "active") == [
        "Basic Quiddity@Q1",
        f"{MIGHTY}@C1:3/2",
        f"{MIGHTY}@Q2",
    ]
    assert play.dice(0, "used") == ["Assistant"]
    assert "Portal" in play.dice(0, "spent")
    assert play.dice(0, "bag") == [MIGHTY]
    assert play.dice(1, "used") == [MIGHTY]
    assert play.kind == "ready"
    play.do(f"summon {MIGHTY}")  # the level 1 face, without the burst
    assert play.dice(0, "ready") == [MIGHTY, MIGHTY]
    play.do(f"spend {MIGHTY}")
    assert play.pool >= 2
    assert settled(play)


@pytest.mark.ability("Mighty Voodoo Doll", 1)
def test_a_doll_that_shows_its_burst_again_can_be_summoned_and_take_the_rest() -> None:
    """The one spent in between comes back too."""
    play = (
        Position(sets=SETS)
        .active(0, f"{MIGHTY}@C2:4/3*", f"{MIGHTY}@Q2")
        .used(0, MIGHTY)
        .active(0, "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do(f"spend {MIGHTY}")  # pays the 2
    play.do(f"summon {MIGHTY}")
    play.rolls(f"{MIGHTY}@C2:4/3*", f"{MIGHTY}@Q2")
    play.do("yes")
    assert play.faces(0, "active").count(f"{MIGHTY}@Q2") == 1
    assert play.faces(0, "ready") == [f"{MIGHTY}@C2:4/3*"]
    assert f"summon {MIGHTY} [C2:4/3*] for 2" in play.options


@pytest.mark.ability("Mighty Voodoo Doll", 1)
@pytest.mark.rule("15.7")
def test_it_may_be_declined() -> None:
    """Nothing is rolled."""
    play = _summoning().used(0, MIGHTY).start("ready")
    play.do(f"summon {MIGHTY}", "no")
    assert play.dice(0, "used") == [MIGHTY]
    assert play.happened("roll") == []
    assert play.kind == "ready"


@pytest.mark.ability("Mighty Voodoo Doll", 1)
@pytest.mark.rule("15.6")
def test_with_no_doll_in_the_piles_nobody_is_asked() -> None:
    """Other dice there do not count, nor do Dolls in the bag."""
    play = _summoning().used(0, "Assistant").spent(0, "Portal").bag(0, MIGHTY).start("ready")
    play.do(f"summon {MIGHTY}")
    assert play.kind == "ready"
    assert play.dice(0, "bag") == [MIGHTY]


@pytest.mark.ability("Mighty Voodoo Doll", 1)
@pytest.mark.parametrize("face", ["C1:3/2", "C3:6/4"])
def test_without_the_burst_the_piles_stay_as_they_are(face: str) -> None:
    """The other two creature faces."""
    play = _summoning(face).used(0, MIGHTY).start("ready")
    play.do(f"summon {MIGHTY}")
    assert play.kind == "capture"
    assert play.dice(0, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Voodoo Doll", 1)
@in_old_editions
def test_in_the_2011_books_the_dolls_can_only_be_spent(edition: str) -> None:
    """There is one time of readying and summoning, after all rolling (section 0)."""
    play = _summoning(edition=edition).used(0, MIGHTY, MIGHTY).start("ready")
    play.do(f"summon {MIGHTY}")
    play.rolls(f"{MIGHTY}@C1:3/2", f"{MIGHTY}@Q2")
    play.do("yes")
    assert set(play.options) == {
        "spend Basic Quiddity [Q1] for 1 quiddity",
        f"spend {MIGHTY} [Q2] for 2 quiddity",
        "pass",
    }
