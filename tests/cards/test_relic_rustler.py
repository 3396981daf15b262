"""The Relic Rustlers: other people's quartifacts, culls for kills, and a gamble.

Faces of the die: Q1, Q2 twice, C1:2/3*, C2:3/4, C2:3/4*.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import settled

SETS = ["base", "quartifacts"]
HUNT = "Hunt for Exqualibur"
BLADE = f"{HUNT}@QF:Exqualibur"  # +4 attack
SHEATH = f"{HUNT}@QF:Scabbard of Quamelot"  # +4 defense
COINS = ["Basic Quiddity"] * 6
STRONG = "Strong Relic Rustler"
MIGHTY = "Mighty Relic Rustler"
TAKE_BLADE = f"take {HUNT} [QF:Exqualibur] in seat 1's ready"


# --- Relic Rustler: takes a quartifact when it scores -------------------------------------------


@pytest.mark.ability("Relic Rustler", 0)
def test_a_rustler_that_scores_may_take_an_opponents_quartifact() -> None:
    """Face unchanged; a bystander's is offered as well."""
    play = (
        Position(players=4, sets=SETS)
        .ready(0, "Relic Rustler@C2:3/4")
        .ready(1, BLADE)
        .ready(2, "Hunt for Holy Quail@QF:Holy Quill")
        .start("score")
    )
    assert play.glory[0] == 2
    assert set(play.options) == {
        TAKE_BLADE,
        "take Hunt for Holy Quail [QF:Holy Quill] in seat 2's ready",
        "no",
    }
    play.do(TAKE_BLADE)
    assert play.faces(0, "ready") == [BLADE]
    assert play.dice(1, "ready") == []
    assert play.dice(2, "ready") == ["Hunt for Holy Quail"]
    assert play.kind == "cull"
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Relic Rustler", 0)
@pytest.mark.rule("12.6")
def test_the_quartifact_one_owned_goes_back_to_its_card() -> None:
    """Nobody owns two; a declined offer changes nothing."""
    position = Position(sets=SETS).ready(0, "Relic Rustler@C1:2/3*", SHEATH).ready(1, BLADE)
    play = position.start("score")
    assert play.left(HUNT) == 0
    play.do("take")
    assert play.faces(0, "ready") == [BLADE]
    assert play.left(HUNT) == 1
    again = position.start("score")
    again.do("no")
    assert again.faces(0, "ready") == [SHEATH]
    assert again.faces(1, "ready") == [BLADE]


@pytest.mark.ability("Relic Rustler", 0)
def test_a_quartifact_that_is_carried_cannot_be_taken() -> None:
    """Only from the Ready Area; nobody is asked."""
    play = (
        Position(sets=SETS)
        .ready(0, "Relic Rustler@C2:3/4")
        .ready(1, "Assistant@C1:1/2")
        .attached(1, BLADE, 1, "Assistant")
        .start("score")
    )
    assert play.kind == "cull"
    assert play.dice(1, "attached") == [HUNT]


# --- Relic Rustler: the same after a quest ------------------------------------------------------


def _home(die: str) -> Play:
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, "Relic Rustler@C2:3/4")
        .ready(1, BLADE)
        .bag(0, *COINS)
        .rolls(f"{HUNT}@{die}")
        .start("score")
    )
    play.do("pass")
    return play


@pytest.mark.ability("Relic Rustler", 1)
def test_a_rustler_takes_a_quartifact_after_the_quest_die_is_resolved() -> None:
    """The quiddity is there already."""
    play = _home("Q3")
    assert (play.glory, play.pool) == ((3, 0), 3)
    assert set(play.options) == {TAKE_BLADE, "no"}
    play.do("take")
    assert play.faces(0, "ready") == [BLADE]
    assert play.dice(1, "ready") == []
    assert settled(play)


@pytest.mark.ability("Relic Rustler", 1)
@pytest.mark.parametrize("takes", [True, False])
def test_what_the_quest_die_has_just_given_goes_back_if_another_is_taken(takes: bool) -> None:
    """The scabbard is owned by then."""
    play = _home("QF:Scabbard of Quamelot")
    assert play.faces(0, "ready") == [SHEATH]
    play.do("take" if takes else "no")
    assert play.faces(0, "ready") == [BLADE if takes else SHEATH]
    assert play.left(HUNT) == (1 if takes else 0)


@pytest.mark.ability("Relic Rustler", 1)
def test_a_rustler_whose_quest_fails_takes_nothing() -> None:
    """Level 1 is too little."""
    play = (
        Position(sets=SETS)
        .quest(0, HUNT, "Relic Rustler@C1:2/3*")
        .ready(1, BLADE)
        .bag(0, *COINS)
        .start("score")
    )
    assert play.kind == "capture"
    assert play.faces(1, "ready") == [BLADE]


# --- Relic Rustler, burst: quiddity -------------------------------------------------------------


@pytest.mark.ability("Relic Rustler", 2)
@pytest.mark.parametrize(
    ("face", "owned", "pool"),
    [
        ("C1:2/3*", False, 1),
        ("C1:2/3*", True, 2),
        ("C2:3/4*", False, 1),
        ("C2:3/4", True, 0),
    ],
)
def test_a_rustler_summoned_on_a_burst_brings_quiddity(face: str, owned: bool, pool: int) -> None:
    """One, or two for the owner of a quartifact; none without the burst."""
    position = Position(sets=SETS).active(0, f"Relic Rustler@{face}")
    position.active(0, *["Basic Quiddity@Q1"] * int(face[1]))
    if owned:
        position.ready(0, BLADE)
    play = position.ready(1, "Assistant@C1:1/2").start("ready")
    play.do("summon Relic Rustler")
    assert play.pool == pool


@pytest.mark.ability("Relic Rustler", 2)
def test_a_quartifact_that_a_creature_carries_is_owned_too() -> None:
    """An opponent's is not."""
    for seat, pool in ((0, 2), (1, 1)):
        play = (
            Position(sets=SETS)
            .active(0, "Relic Rustler@C1:2/3*", "Basic Quiddity@Q1")
            .ready(seat, "Assistant@C1:1/2")
            .attached(seat, BLADE, seat, "Assistant")
            .start("ready")
        )
        play.do("summon Relic Rustler")
        assert play.pool == pool


# --- Strong: a cull for a kill ------------------------------------------------------------------


def _strong(face: str = "C2:3/4", *mates: str) -> Position:
    return Position(sets=SETS).ready(0, f"{STRONG}@{face}", *mates).used(0, "Assistant", "Portal")


@pytest.mark.ability("Strong Relic Rustler", 0)
def test_a_strong_rustler_may_cull_when_its_attack_destroys_somebody_once_a_turn() -> None:
    """Two fall, one cull."""
    play = (
        _strong("C2:3/4", "Warrior of the Quay@C2:3/4")
        .ready(1, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass", "defend Deathdealer")
    assert (play.seat, play.decision.card) == (0, STRONG)
    assert set(play.options) == {
        "cull-die Assistant in seat 0's used",
        "cull-die Portal in seat 0's used",
        "no",
    }
    play.do("cull-die Assistant")
    assert play.kind == "capture"  # the Goblin fell too, and nothing more is asked
    assert play.dice(0, "used") == ["Portal"]
    assert play.dice(1, "used") == ["Deathdealer", "Scavenging Goblin"]
    assert settled(play)


@pytest.mark.ability("Strong Relic Rustler", 0)
def test_a_declined_cull_may_be_taken_for_the_next_creature() -> None:
    """Once a turn is what it does, not how often it is asked."""
    play = (
        _strong("C2:3/4", "Warrior of the Quay@C2:3/4")
        .ready(1, "Deathdealer@C1:3/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass", "defend Deathdealer", "no", "cull-die Portal")
    assert play.dice(0, "used") == ["Assistant"]


@pytest.mark.ability("Strong Relic Rustler", 0)
def test_nobody_destroyed_means_no_cull_and_so_does_somebody_else_who_attacks() -> None:
    """An attack that is held; a spell before the attack; an attack without the Rustler."""
    held = _strong().ready(1, "Questing Wizard@C1:2/5").start("attack")
    held.do("pass")
    assert held.kind == "capture"
    spell = (
        _strong()
        .ready(0, "Death Incantation@S**")
        .ready(1, "Assistant@C1:1/2", "Questing Wizard@C2:3/6")
        .start("ready")
    )
    spell.do("cast Death Incantation", "destroy Assistant", "pass")
    assert spell.kind == "capture"
    assert spell.dice(1, "ready") == ["Questing Wizard"]
    away = _strong("C2:3/4", "Deathdealer@C1:3/2").ready(1, "Assistant@C1:1/2").start("attack")
    away.do("quest", f"venture {STRONG}", "pass")
    assert away.kind == "capture"
    assert away.dice(1, "used") == ["Assistant"]
    assert away.dice(0, "used") == ["Assistant", "Portal"]


@pytest.mark.ability("Strong Relic Rustler", 0)
@pytest.mark.parametrize("challenger", [True, False])
def test_a_challenge_counts_on_either_side(challenger: bool) -> None:
    """Who challenges and who is challenged both take part (12.7)."""
    mine, theirs = (0, 1) if challenger else (1, 0)
    position = Position(sets=SETS).used(mine, "Portal")
    if challenger:
        position.ready(0, f"{STRONG}@C2:3/4").quest(1, HUNT, "Scavenging Goblin@C1:2/2")
    else:
        position.quest(1, HUNT, f"{STRONG}@C2:3/4").ready(0, "Scavenging Goblin@C1:2/2")
    play = position.start("attack")
    play.do("quest")
    assert (play.seat, play.decision.card) == (mine, STRONG)
    play.do("cull-die Portal")
    assert play.dice(mine, "used") == []
    assert play.dice(theirs, "used") == ["Scavenging Goblin"]
    assert play.glory == ((1, 0) if challenger else (0, 0))


# --- Strong, burst: +2 attack -------------------------------------------------------------------


@pytest.mark.ability("Strong Relic Rustler", 1)
@pytest.mark.parametrize(
    ("face", "carries", "total"),
    [
        ("C2:3/4*", False, 5),
        ("C2:3/4*", True, 5),  # either reason, not both
        ("C2:3/4", True, 3),
        ("C1:2/3*", False, 4),
    ],
)
def test_a_strong_rustler_on_a_burst_challenges_with_two_more(
    face: str, carries: bool, total: int
) -> None:
    """The scabbard adds no attack of its own."""
    position = (
        Position(sets=SETS).ready(0, f"{STRONG}@{face}").quest(1, HUNT, "Questing Wizard@C3:4/8**")
    )
    if carries:
        position.attached(0, SHEATH, 0, STRONG)
    play = position.start("attack")
    play.do("quest")
    assert play.totals[1] == total
    assert play.glory == (0, 0)


@pytest.mark.ability("Strong Relic Rustler", 1)
@pytest.mark.parametrize(("face", "attack"), [("C2:3/4*", 5), ("C2:3/4", 3)])
def test_with_a_quartifact_it_is_stronger_at_home_too(face: str, attack: int) -> None:
    """A quartifact on somebody else, or none, gives nothing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}", "Assistant@C1:1/2")
        .attached(0, SHEATH, 0, STRONG)
        .start("capture")
    )
    assert play.attack(0, STRONG) == attack
    assert play.attack(0, "Assistant") == 1
    other = (
        Position(sets=SETS)
        .ready(0, f"{STRONG}@{face}", "Assistant@C1:1/2")
        .attached(0, SHEATH, 0, "Assistant")
        .attached(0, "Life Cantrip@S", 0, STRONG)  # a spell is no quartifact
        .start("capture")
    )
    assert other.attack(0, STRONG) == 3


@pytest.mark.ability("Strong Relic Rustler", 1)
def test_on_a_quest_that_others_challenge_it_gets_nothing() -> None:
    """It does not challenge, it is challenged."""
    play = (
        Position(sets=SETS)
        .quest(1, HUNT, f"{STRONG}@C2:3/4*")
        .ready(0, "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("quest")
    assert play.totals == {1: 2, 0: 3}


# --- Mighty: the gamble -------------------------------------------------------------------------


def _gambler(*coins: str, face: str = "C2:3/4") -> Play:
    play = Position(sets=SETS).active(0, f"{MIGHTY}@{face}", *coins).start("ready")
    play.do(f"summon {MIGHTY}")
    return play


@pytest.mark.ability("Mighty Relic Rustler", 0)
def test_for_two_quiddity_a_quest_die_is_rolled_and_its_quartifact_may_be_attached() -> None:
    """At once, to the Rustler just summoned."""
    play = _gambler("Assistant@C1:1/2", *["Basic Quiddity@Q1"] * 5)
    assert set(play.options) == {f"take {HUNT} in the wilds", "no"}
    play.rolls(BLADE)
    play.do("take")
    assert play.faces(0, "ready") == [BLADE, f"{MIGHTY}@C2:3/4"]
    assert play.left(HUNT) == 1
    assert len(play.dice(0, "spent")) == 4  # 2 for the level, 2 for the gamble
    play.do(f"equip {MIGHTY}")
    assert play.dice(0, "attached") == [HUNT]
    assert play.attack(0, MIGHTY) == 7
    assert settled(play)


@pytest.mark.ability("Mighty Relic Rustler", 0)
@pytest.mark.parametrize("face", ["Q3", "W2", "BONUS"])
def test_any_other_face_gives_nothing(face: str) -> None:
    """The quiddity is gone, the die goes back."""
    play = (
        Position(sets=SETS)
        .active(0, f"{MIGHTY}@C2:3/4", "Assistant@C1:1/2", *["Basic Quiddity@Q1"] * 5)
        .bag(0, "Portal", "Portal")
        .start("ready")
    )
    play.rolls(f"{HUNT}@{face}")
    play.do(f"summon {MIGHTY}", "take")
    assert play.left(HUNT) == 2
    assert (play.pool, play.glory) == (0, (0, 0))
    assert play.dice(0, "active") == ["Assistant", "Basic Quiddity"]
    assert play.dice(0, "bag") == ["Portal", "Portal"]
    assert settled(play)


@pytest.mark.ability("Mighty Relic Rustler", 0)
def test_the_gamble_may_be_declined_and_needs_two_quiddity() -> None:
    """One left is too little: nobody is asked (11.7)."""
    declined = _gambler(*["Basic Quiddity@Q1"] * 4)
    declined.do("no")
    assert declined.left(HUNT) == 2
    assert len(declined.dice(0, "active")) == 2
    poor = _gambler(*["Basic Quiddity@Q1"] * 3)
    assert poor.kind == "quest"
    assert poor.dice(0, "active") == ["Basic Quiddity"]


@pytest.mark.ability("Mighty Relic Rustler", 0)
def test_a_won_quartifact_replaces_the_one_owned_and_only_dice_on_a_card_are_rolled() -> None:
    """With both dice claimed there is nothing to roll."""
    position = (
        Position(sets=SETS)
        .active(0, f"{MIGHTY}@C2:3/4", *["Basic Quiddity@Q1"] * 4)
        .ready(0, SHEATH)
    )
    play = position.start("ready")
    play.rolls(BLADE)
    play.do(f"summon {MIGHTY}", "take")
    assert BLADE in play.faces(0, "ready")
    assert SHEATH not in play.faces(0, "ready")
    assert play.left(HUNT) == 1
    empty = position.ready(1, BLADE).start("ready")
    empty.do(f"summon {MIGHTY}")
    assert empty.kind == "ready"
    assert not any(option.startswith("take") for option in empty.options)


@pytest.mark.ability("Mighty Relic Rustler", 0)
def test_with_several_quests_its_owner_chooses_the_die() -> None:
    """Three quest cards with four players; a card without a die is not offered."""
    play = (
        Position(
            players=4, sets=SETS, wilds=[HUNT, "Hunt for Holy Quail", "Hunt for Tri-Clops Skull"]
        )
        .active(0, f"{MIGHTY}@C2:3/4", *["Basic Quiddity@Q1"] * 4)
        .left("Hunt for Holy Quail", 0)
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert set(play.options) == {
        f"take {HUNT} in the wilds",
        "take Hunt for Tri-Clops Skull in the wilds",
        "no",
    }


@pytest.mark.ability("Mighty Relic Rustler", 1)
@pytest.mark.parametrize(
    ("face", "carries", "numbers_"),
    [("C2:3/4*", True, (5, 10)), ("C2:3/4*", False, (3, 4)), ("C2:3/4", True, (3, 8))],
)
def test_a_mighty_rustler_with_a_quartifact_is_stronger_on_a_burst(
    face: str, carries: bool, numbers_: tuple[int, int]
) -> None:
    """+2 and +2, and the scabbard's own +4 defense."""
    position = Position(sets=SETS).ready(0, f"{MIGHTY}@{face}", "Assistant@C1:1/2")
    position.attached(0, SHEATH, 0, MIGHTY if carries else "Assistant")
    play = position.start("capture")
    die = play.die(0, "ready", MIGHTY)
    assert (queries.attack(play.state, die, -1), queries.defense(play.state, die)) == numbers_


@pytest.mark.ability("Mighty Relic Rustler", 2)
@pytest.mark.parametrize(
    ("face", "quests", "pool"), [("C1:2/3*", False, 2), ("C2:3/4", False, 0), ("C1:2/3*", True, 0)]
)
def test_in_a_game_without_quests_the_burst_gives_two_quiddity(
    face: str, quests: bool, pool: int
) -> None:
    """With quests it does not."""
    play = (
        Position(sets=SETS, modules=["quests"] if quests else [])
        .active(0, f"{MIGHTY}@{face}", *["Basic Quiddity@Q1"] * int(face[1]))
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert play.pool == pool
    assert play.dice(0, "ready") == [MIGHTY]
    assert play.kind == ("quest" if quests else "capture")  # nothing was there to be ordered
