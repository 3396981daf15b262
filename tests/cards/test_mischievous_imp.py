"""The Mischievous Imps: spells swept away, creatures shaken, Glory lost.

Faces of the die: Q1, Q2 twice, C1:1/1, C2:2/2*, C3:3/3**.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled

SETS = ["base", "quarmageddon"]
PLAIN = "Mischievous Imp"
STRONG = "Strong Mischievous Imp"
MIGHTY = "Mighty Mischievous Imp"


def _summoning(name: str, face: str, players: int = 2, edition: str = "qultimate") -> Position:
    """An Imp of that face and one quiddity more than it takes, so that phase 2 goes on."""
    quiddity = ["Basic Quiddity@Q1"] * (int(face[1]) + 1)
    position = Position(players, sets=SETS, edition=edition)
    return position.active(0, f"{name}@{face}", *quiddity)


# --- Mischievous Imp: a readied spell to the Used Pile ------------------------------------------


@pytest.mark.ability("Mischievous Imp", 0)
def test_the_chosen_opponent_gives_up_a_spell_of_their_choice() -> None:
    """Two opponents with spells: one is chosen, and chooses; attached spells are safe."""
    play = (
        _summoning(PLAIN, "C2:2/2*", 3)
        .ready(0, "Life Charm@S")
        .ready(1, "Life Charm@S", "Shaping Cantrip@S", "Witching Hag@C2:4/5")
        .attached(1, "Victory Cantrip@S", 1, "Witching Hag")
        .ready(2, "Life Charm@S")
        .start("ready")
    )
    play.do(f"summon {PLAIN}")
    assert (play.seat, play.kind) == (0, "player")
    assert set(play.options) == {"player 1", "player 2"}
    play.do("player 1")
    assert play.seat == 1
    assert set(play.options) == {
        "discard Life Charm [S] in seat 1's ready",
        "discard Shaping Cantrip [S] in seat 1's ready",
    }
    play.do("discard Shaping Cantrip")
    assert play.dice(1, "used") == ["Shaping Cantrip"]
    assert play.dice(1, "ready") == ["Life Charm", "Witching Hag"]
    assert play.dice(1, "attached") == ["Victory Cantrip"]
    assert play.dice(2, "ready") == ["Life Charm"]
    assert play.dice(0, "ready") == ["Life Charm", PLAIN]
    assert settled(play)


@pytest.mark.ability("Mischievous Imp", 0)
def test_an_opponent_without_spells_may_be_chosen_and_loses_nothing() -> None:
    """Their spell moves "if they have one": whom to choose is up to the summoner."""
    play = _summoning(PLAIN, "C2:2/2*", 3).ready(1, "Life Charm@S").start("ready")
    play.do(f"summon {PLAIN}", "player 2")
    assert play.dice(1, "ready") == ["Life Charm"]
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Mischievous Imp", 0)
@pytest.mark.rule("15.6")
def test_nobody_is_asked_if_no_opponent_has_a_spell() -> None:
    """One's own readied spells and attached ones do not count."""
    play = (
        _summoning(PLAIN, "C2:2/2*", 3)
        .ready(0, "Life Charm@S")
        .ready(1, "Witching Hag@C2:4/5")
        .attached(1, "Victory Cantrip@S", 1, "Witching Hag")
        .start("ready")
    )
    play.do(f"summon {PLAIN}")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == ["Life Charm", PLAIN]
    assert play.dice(1, "attached") == ["Victory Cantrip"]
    assert settled(play)


@pytest.mark.ability("Mischievous Imp", 0)
@pytest.mark.ability("Mischievous Imp", 1)
def test_without_a_burst_no_spell_moves() -> None:
    """The level 1 face."""
    play = _summoning(PLAIN, "C1:1/1").ready(1, "Life Charm@S").start("ready")
    play.do(f"summon {PLAIN}")
    assert play.dice(1, "ready") == ["Life Charm"]
    assert play.dice(0, "ready") == [PLAIN]


@pytest.mark.ability("Mischievous Imp", 0)
def test_with_one_opponent_and_one_spell_everything_is_forced() -> None:
    """The spell is moved and not cast."""
    play = _summoning(PLAIN, "C2:2/2*").ready(1, "Victory Incantation@S").start("ready")
    play.do(f"summon {PLAIN}")
    assert play.dice(1, "used") == ["Victory Incantation"]
    assert play.glory == (0, 0)
    assert settled(play)


@pytest.mark.ability("Mischievous Imp", 1)
@in_all_editions
def test_the_double_burst_takes_a_spell_of_each_opponent_by_its_owners_choice(edition: str) -> None:
    """In the Italian book too the single-burst line does not come on top: it is replaced."""
    play = (
        _summoning(PLAIN, "C3:3/3**", 3, edition)
        .ready(1, "Life Charm@S", "Shaping Cantrip@S")
        .ready(2, "Life Charm@S", "Life Charm@S", "Victory Cantrip@S")
        .start("ready")
    )
    play.do(f"summon {PLAIN}")
    assert play.seat == 0
    assert set(play.options) == {
        "discard Life Charm [S] in seat 1's ready",
        "discard Shaping Cantrip [S] in seat 1's ready",
    }
    play.do("discard Life Charm")
    assert play.seat == 0
    assert set(play.options) == {
        "discard Life Charm [S] in seat 2's ready",
        "discard Victory Cantrip [S] in seat 2's ready",
    }
    play.do("discard Victory Cantrip")
    assert play.dice(1, "used") == ["Life Charm"]
    assert play.dice(2, "used") == ["Victory Cantrip"]
    assert play.dice(1, "ready") == ["Shaping Cantrip"]
    assert play.dice(2, "ready") == ["Life Charm", "Life Charm"]
    assert settled(play)


@pytest.mark.ability("Mischievous Imp", 1)
def test_an_opponent_without_spells_is_passed_over() -> None:
    """The other one loses theirs without a choice."""
    play = _summoning(PLAIN, "C3:3/3**", 3).ready(2, "Life Charm@S").start("ready")
    play.do(f"summon {PLAIN}")
    assert play.dice(2, "used") == ["Life Charm"]
    assert settled(play)


# --- Strong Mischievous Imp: a creature is rolled again -----------------------------------------


def _shaking(face: str, edition: str = "qultimate") -> Play:
    play = (
        _summoning(STRONG, face, 3, edition)
        .ready(0, "Assistant@C1:1/2")
        .active(0, "Assistant@C1:1/2")
        .ready(1, "Deathdealer@C1:3/2", "Witching Hag@C2:4/5", "Gnome Barbarian@C1:1/3*")
        .attached(1, "Life Cantrip@S", 1, "Deathdealer")
        .attached(0, "Victory Cantrip@S", 1, "Deathdealer")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    return play


ONES = {
    "re-roll-die Deathdealer [C1:3/2] in seat 1's ready",
    "re-roll-die Scavenging Goblin [C1:2/2] in seat 2's ready",
    "no",
}


@pytest.mark.ability("Strong Mischievous Imp", 0)
def test_the_single_burst_may_choose_an_opponents_creature_of_level_one() -> None:
    """Not level 2, not an immune one, not one's own."""
    play = _shaking("C2:2/2*")
    assert (play.seat, set(play.options)) == (0, ONES)
    play.rolls("Deathdealer@C2:4/4")
    play.do("re-roll-die Deathdealer")
    assert "Deathdealer@C2:4/4" in play.faces(1, "ready")
    assert play.dice(1, "attached") == ["Life Cantrip"]  # they stay with it
    assert play.dice(0, "attached") == ["Victory Cantrip"]
    assert play.happened("destroy") == []
    assert len(play.happened("summon")) == 1  # the Imp's own
    assert settled(play)


@pytest.mark.ability("Strong Mischievous Imp", 0)
def test_any_other_face_sends_it_to_the_used_pile_and_its_spells_to_their_owners() -> None:
    """It was not destroyed."""
    play = _shaking("C2:2/2*")
    play.rolls("Deathdealer@Q2")
    play.do("re-roll-die Deathdealer")
    assert play.dice(1, "used") == ["Deathdealer", "Life Cantrip"]
    assert play.dice(0, "used") == ["Victory Cantrip"]
    assert play.dice(1, "ready") == ["Gnome Barbarian", "Witching Hag"]
    assert play.dice(2, "ready") == ["Scavenging Goblin"]
    assert play.happened("destroy") == []
    assert settled(play)


@pytest.mark.ability("Strong Mischievous Imp", 0)
def test_leaving_that_way_sets_off_nothing_that_destruction_does() -> None:
    """A Mighty Goblin on its burst draws nothing, a Hag of the summoner gains nothing."""
    play = (
        _summoning(STRONG, "C2:2/2*")
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*")
        .bag(1, "Portal", "Portal")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    play.rolls("Mighty Scavenging Goblin@Q1")
    play.do("re-roll-die Mighty Scavenging Goblin")
    assert play.dice(1, "used") == ["Mighty Scavenging Goblin"]
    assert play.dice(1, "active") == []
    assert play.pool == 0


@pytest.mark.ability("Strong Mischievous Imp", 0)
@pytest.mark.ability("Strong Mischievous Imp", 1)
@pytest.mark.parametrize("face", ["C2:2/2*", "C3:3/3**"])
def test_it_may_be_declined(face: str) -> None:
    """Nothing is rolled."""
    play = _shaking(face)
    play.do("no")
    assert play.happened("shake") == []
    assert play.dice(1, "ready") == ["Deathdealer", "Gnome Barbarian", "Witching Hag"]


@pytest.mark.ability("Strong Mischievous Imp", 0)
@pytest.mark.ability("Strong Mischievous Imp", 1)
def test_without_a_burst_nobody_is_shaken() -> None:
    """The level 1 face of the Imp."""
    play = _shaking("C1:1/1")
    assert play.happened("shake") == []
    assert play.dice(2, "ready") == ["Scavenging Goblin"]
    assert settled(play)


@pytest.mark.ability("Strong Mischievous Imp", 1)
@in_all_editions
def test_the_double_burst_may_choose_any_level(edition: str) -> None:
    """Instead of the single burst, in every edition; Immunity still protects."""
    play = _shaking("C3:3/3**", edition)
    assert set(play.options) == ONES | {"re-roll-die Witching Hag [C2:4/5] in seat 1's ready"}
    play.rolls("Witching Hag@C1:3/3")
    play.do("re-roll-die Witching Hag")
    assert "Witching Hag@C1:3/3" in play.faces(1, "ready")
    assert len(play.happened("shake")) == 1


@pytest.mark.ability("Strong Mischievous Imp", 0)
@pytest.mark.ability("Strong Mischievous Imp", 1)
@pytest.mark.rule("11.3")
@pytest.mark.parametrize(
    ("face", "rolled", "ready", "used"),
    [
        ("C3:3/3**", "C2:5/6", ["Frost Howler@C2:5/6"], []),  # to the ordinary Ready Area
        ("C3:3/3**", "K", ["Frost Howler@K"], []),  # stays locked
        ("C3:3/3**", "Q2", [], ["Frost Howler"]),
        ("C2:2/2*", "", ["Frost Howler@K"], []),  # level 0: the single burst cannot name it
    ],
)
def test_a_locked_creature_can_be_chosen_where_any_level_will_do(
    face: str, rolled: str, ready: list[str], used: list[str]
) -> None:
    """A creature face moves it out of the Locked Area, a lock face leaves it there."""
    quiddity = ["Basic Quiddity@Q2"] * 3
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .active(0, f"{STRONG}@{face}", *quiddity)
        .locked(1, "Frost Howler")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    if rolled:
        play.rolls(f"Frost Howler@{rolled}")
        play.do("re-roll-die Frost Howler")
    assert play.happened("unlock") == []
    assert play.faces(1, "ready") == ready
    assert play.dice(1, "used") == used


@pytest.mark.ability("Strong Mischievous Imp", 1)
def test_a_die_that_is_not_locked_does_not_become_so_by_a_lock_face() -> None:
    """Any other face than a creature's: to the Used Pile."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .active(0, f"{STRONG}@C3:3/3**", *(["Basic Quiddity@Q2"] * 3))
        .locked(1, "Frost Howler")
        .ready(1, "Poison Dart Frog@C2:2/1")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    play.rolls("Poison Dart Frog@K")
    play.do("re-roll-die Poison Dart Frog")
    assert play.dice(1, "used") == ["Poison Dart Frog"]
    assert "Frost Howler@K" in play.faces(1, "ready")


@pytest.mark.ability("Strong Mischievous Imp", 0)
@pytest.mark.ability("Strong Mischievous Imp", 1)
@pytest.mark.parametrize(("face", "named"), [("C2:2/2*", False), ("C3:3/3**", True)])
def test_a_squire_is_of_level_zero(face: str, named: bool) -> None:
    """Level 1 is not level 0: only the double burst can name it."""
    play = (
        Position(sets=[*SETS, "quartifacts"])
        .active(0, f"{STRONG}@{face}", *(["Basic Quiddity@Q2"] * 3))
        .ready(1, "Squire@C0:0/1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"summon {STRONG}")
    squires = [option for option in play.options if "Squire" in option]
    assert squires == (["re-roll-die Squire [C0:0/1] in seat 1's ready"] if named else [])


# --- Mighty Mischievous Imp: Glory lost ---------------------------------------------------------


def _mighty(face: str, edition: str = "qultimate") -> Play:
    return (
        Position(players=3, sets=SETS, edition=edition)
        .ready(0, f"{MIGHTY}@{face}")
        .glory(0, 5)
        .glory(1, 3)
        .glory(2, 0)
        .start("score")
    )


@pytest.mark.ability("Mighty Mischievous Imp", 0)
@pytest.mark.parametrize(("seat", "glory"), [(1, (7, 2, 0)), (2, (7, 3, 0))])
def test_the_single_burst_costs_one_opponent_a_glory(seat: int, glory: tuple[int, ...]) -> None:
    """Never below 0 (4.7); a player who has none may be chosen as well."""
    play = _mighty("C2:2/2*")
    assert (play.seat, play.kind) == (0, "player")
    assert set(play.options) == {"player 1", "player 2"}
    play.do(f"player {seat}")
    assert play.glory == glory
    assert play.kind == "cull"


@pytest.mark.ability("Mighty Mischievous Imp", 0)
def test_with_one_opponent_it_is_no_question() -> None:
    """Forced."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{MIGHTY}@C2:2/2*", "Assistant@C1:1/2")
        .glory(1, 1)
        .start("score")
    )
    assert play.glory == (3, 0)  # 2 and the Assistant's 1
    assert play.kind == "cull"


@pytest.mark.ability("Mighty Mischievous Imp", 0)
@pytest.mark.ability("Mighty Mischievous Imp", 1)
def test_without_a_burst_nobody_loses_anything() -> None:
    """It scores its 2."""
    play = _mighty("C1:1/1")
    assert play.glory == (7, 3, 0)
    assert play.kind == "cull"


@pytest.mark.ability("Mighty Mischievous Imp", 1)
@in_all_editions
def test_the_double_burst_costs_every_opponent_one_and_earns_one(edition: str) -> None:
    """2 + 1 for its owner; in the Italian book the single burst does not come on top."""
    play = _mighty("C3:3/3**", edition)
    assert play.glory == (8, 2, 0)
    assert play.kind == "cull"


@pytest.mark.ability("Mighty Mischievous Imp", 1)
@pytest.mark.rule("4.6")
@pytest.mark.parametrize(("answer", "glory"), [("score", (3, 2)), ("keep", (0, 2))])
def test_under_expert_culling_a_kept_imp_still_costs_glory(
    answer: str, glory: tuple[int, int]
) -> None:
    """It has scored and its ability works; only its own Glory is given up."""
    play = (
        Position(sets=SETS, variants=["expert_culling"])
        .ready(0, f"{MIGHTY}@C3:3/3**")
        .glory(1, 3)
        .start("score")
    )
    play.do(f"{answer} {MIGHTY}")
    assert play.glory == glory


@pytest.mark.ability("Mighty Mischievous Imp", 0)
def test_a_destroyed_imp_costs_nothing() -> None:
    """Only when it scores."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .glory(0, 4)
        .ready(1, f"{MIGHTY}@C3:3/3**")
        .start("attack")
    )
    assert play.dice(1, "used") == [MIGHTY]
    assert play.glory == (4, 0)
