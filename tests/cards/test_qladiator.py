"""The Qladiators: breakers of locks, hard to be rid of, and famous for their victories.

Faces of the die: Q1, Q2, Q2, C1:4/3, C2:5/5*, C3:7/6**; no lock face.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
PLAIN, STRONG, MIGHTY = "Qladiator", "Strong Qladiator", "Mighty Qladiator"
FACES = ["C1:4/3", "C2:5/5*", "C3:7/6**"]


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


def coins(face: str) -> list[str]:
    """As much quiddity as the level on the face."""
    return ["Basic Quiddity@Q1"] * int(face[1])


# --- Qladiator: unlocks a die when summoned -------------------------------------------------------


@pytest.mark.ability("Qladiator", 0)
@in_all_editions
@pytest.mark.parametrize("face", FACES)
def test_summoned_it_may_unlock_any_players_locked_die_for_nothing(face: str, edition: str) -> None:
    """One's own goes to the Spent Pile (2011: Used Pile), an opponent's to the Used Pile."""
    play = (
        table(3, edition)
        .active(0, f"{PLAIN}@{face}", *coins(face))
        .locked(0, "Frost Howler")
        .locked(1, "Pink Eye Cyclops")
        .locked(2, "Quaxos' Eye@K**")
        .start("ready")
    )
    play.do(f"summon {PLAIN}")
    assert play.decision.card == PLAIN
    assert set(play.options) == {  # the Eye cannot be unlocked by paying
        "unlock-die Frost Howler [K] in seat 0's ready",
        "unlock-die Pink Eye Cyclops [K] in seat 1's ready",
        "no",
    }
    play.do("unlock-die Pink Eye Cyclops")
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Pink Eye Cyclops"]
    assert play.faces(0, "ready") == ["Frost Howler@K", f"{PLAIN}@{face}"]
    assert play.faces(2, "ready") == ["Quaxos' Eye@K**"]
    assert play.happened("destroy") == []
    assert play.pool == 0
    assert settled(play)


@pytest.mark.ability("Qladiator", 0)
def test_it_may_unlock_its_owners_die_or_nobodys() -> None:
    for answer, spent in (
        ("unlock-die", ["Basic Quiddity", "Frost Howler"]),
        ("no", ["Basic Quiddity"]),
    ):
        play = (
            table()
            .active(0, f"{PLAIN}@C1:4/3", "Basic Quiddity@Q1")
            .locked(0, "Frost Howler")
            .start("ready")
        )
        play.do(f"summon {PLAIN}", answer)
        assert play.dice(0, "spent") == spent
        assert play.dice(1, "used") == []


@pytest.mark.ability("Qladiator", 0)
@pytest.mark.rule("11.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_die_locked_this_turn_cannot_be_chosen(seat: int) -> None:
    """Neither one's own nor an Eye that one has put into another's Locked Area."""
    play = (
        table()
        .active(0, "Quaxos' Eye@K", f"{PLAIN}@C1:4/3", "Basic Quiddity@Q1", "Assistant@Q1")
        .start("ready")
    )
    play.do(f"lock Quaxos' Eye [K] with seat {seat}", f"summon {PLAIN}")
    assert (play.seat, play.kind) == (0, "capture")
    assert play.dice(seat, "ready") == sorted(["Quaxos' Eye"] + ([PLAIN] if seat == 0 else []))


@pytest.mark.ability("Qladiator", 0)
def test_an_eye_without_bursts_may_be_unlocked() -> None:
    """Only the double burst forbids it."""
    play = (
        table()
        .active(0, f"{PLAIN}@C1:4/3", "Basic Quiddity@Q1")
        .locked(1, "Quaxos' Eye@K")
        .start("ready")
    )
    play.do(f"summon {PLAIN}", "unlock-die Quaxos' Eye")
    assert play.dice(1, "used") == ["Quaxos' Eye"]


@pytest.mark.ability("Qladiator", 0)
def test_with_nothing_locked_nobody_is_asked() -> None:
    play = (
        table()
        .active(0, f"{PLAIN}@C2:5/5*", *["Basic Quiddity@Q1"] * 2, "Assistant@Q1")
        .start("ready")
    )
    play.do(f"summon {PLAIN}")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == [PLAIN]


# --- Qladiator: attack for locked dice ------------------------------------------------------------


@pytest.mark.ability("Qladiator", 1)
@in_all_editions
@pytest.mark.parametrize(("face", "attack"), [("C1:4/3", 4), ("C2:5/5*", 7), ("C3:7/6**", 9)])
def test_with_a_burst_it_attacks_with_one_more_for_each_locked_die(
    face: str, attack: int, edition: str
) -> None:
    """Anybody's, its owner's too: two are locked. One burst or two make no difference."""
    play = (
        table(3, edition)
        .ready(0, f"{PLAIN}@{face}")
        .locked(0, "Frost Howler")
        .locked(2, "Quaxos' Eye")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [attack]
    assert play.dice(1, "ready") == ([] if attack == 9 else ["Defender of the Pale"])
    assert settled(play)


@pytest.mark.ability("Qladiator", 1)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_it_counts_locked_dice_and_nothing_else(count: int) -> None:
    """Creatures with a lock on another face do not count."""
    position = table(3).ready(0, f"{PLAIN}@C2:5/5*").ready(1, "Frost Howler@C2:5/6")
    for seat in range(count):
        position.locked(seat, "Quaxos' Eye")
    play = position.start("capture")
    assert play.attack(0, PLAIN) == 5 + count
    assert play.defense(0, PLAIN) == 5


# --- Strong Qladiator -----------------------------------------------------------------------------


@pytest.mark.ability("Strong Qladiator", 0)
@in_all_editions
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("answer", "place"), [("yes", "active"), ("no", "used")])
def test_destroyed_it_may_go_to_the_active_pool(
    face: str, answer: str, place: str, edition: str
) -> None:
    """An attack of 8 fells it on any face; it waits there for its owner's next roll (3.6)."""
    play = (
        table(2, edition)
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, f"{STRONG}@{face}")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "may")
    assert play.options == [f"yes {STRONG}", "no"]
    play.do(answer)
    assert play.dice(1, place) == [STRONG]
    assert play.dice(1, "ready") == []
    assert len(play.happened("destroy")) == 1
    assert settled(play)


@pytest.mark.ability("Strong Qladiator", 0)
def test_in_the_active_pool_it_is_rolled_on_top_of_the_next_draw() -> None:
    play = (
        table()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, f"{STRONG}@C2:5/5*")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("attack")
    )
    play.do("yes", "pass")
    assert play.active == 1
    assert play.dice(1, "active") == sorted(["Basic Quiddity"] * 6 + [STRONG])
    assert len(play.happened("roll")) == 7


@pytest.mark.ability("Strong Qladiator", 0)
def test_a_spell_that_destroys_it_lets_it_go_there_too() -> None:
    """Any destruction; saved by a Shaping Cantrip it goes nowhere."""
    play = table().ready(0, "Death Incantation@S**").ready(1, f"{STRONG}@C1:4/3").start("ready")
    play.do("cast Death Incantation", "yes")
    assert play.dice(1, "active") == [STRONG]

    saved = (
        table()
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, f"{STRONG}@C2:5/5*", "Shaping Cantrip@S")
        .start("attack")
    )
    saved.do("no", "react Shaping Cantrip")
    assert saved.faces(1, "ready") == [f"{STRONG}@C2:5/5*"]


@pytest.mark.ability("Strong Qladiator", 1)
@pytest.mark.parametrize(("face", "defense"), [("C1:4/3", 3), ("C2:5/5*", 6), ("C3:7/6**", 6)])
def test_one_more_defense_on_the_single_burst(face: str, defense: int) -> None:
    """Its attack and its companions stay as they are."""
    play = table().ready(0, f"{STRONG}@{face}", "Assistant@C1:1/2").start("capture")
    assert play.defense(0, STRONG) == defense
    assert play.attack(0, STRONG) == int(face[3])
    assert play.defense(0, "Assistant") == 2


@pytest.mark.ability("Strong Qladiator", 1)
@pytest.mark.parametrize(("more", "falls"), [([], False), (["Assistant@C1:1/2"], True)])
def test_on_the_single_burst_six_fell_it_and_five_do_not(more: list[str], falls: bool) -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", *more)
        .ready(1, f"{STRONG}@C2:5/5*")
        .start("attack")
    )
    assert totals(play) == [6 if falls else 5]
    assert (play.kind == "may") is falls


@pytest.mark.ability("Strong Qladiator", 1)
@pytest.mark.ability("Strong Qladiator", 2)
@pytest.mark.rule("1.4")
@in_all_editions
def test_only_the_italian_book_adds_the_single_burst_to_the_double(edition: str) -> None:
    play = table(2, edition).ready(0, f"{STRONG}@C3:7/6**").start("capture")
    assert play.defense(0, STRONG) == (7 if edition == "original-it" else 6)


@pytest.mark.ability("Strong Qladiator", 2)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", FACES)
def test_on_the_double_burst_it_is_immune(face: str) -> None:
    """No spell of an opponent can choose it, no ability touches it; its owner's spells can."""
    play = (
        table()
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{STRONG}@{face}", "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    chosen = f"destroy {STRONG} [{face}] in seat 1's ready"
    assert (chosen in play.options) is (face != "C3:7/6**")

    own = (
        table()
        .ready(0, "Death Incantation@S**", f"{STRONG}@{face}", "Assistant@C1:1/2")
        .start("ready")
    )
    own.do("cast Death Incantation")
    assert f"destroy {STRONG} [{face}] in seat 0's ready" in own.options


# --- Mighty Qladiator -----------------------------------------------------------------------------


@pytest.mark.ability("Mighty Qladiator", 0)
@in_all_editions
@pytest.mark.parametrize(("victims", "glory"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_after_the_attack_a_glory_for_each_opponent_who_lost_a_creature(
    victims: int, glory: int, edition: str
) -> None:
    """At most 2; an opponent counts once, however many creatures are lost."""
    position = table(4, edition).ready(0, f"{MIGHTY}@C1:4/3")
    for seat in (1, 2, 3):
        if seat <= victims:
            position.ready(seat, "Assistant@C1:1/2", "Assistant@C1:1/2")
        else:
            position.ready(seat, "Questing Wizard@C1:2/5")
    play = position.start("attack")
    assert play.kind == "capture"
    assert play.glory == (glory, 0, 0, 0)
    assert len(play.happened("destroy")) == 2 * victims
    assert settled(play)


@pytest.mark.ability("Mighty Qladiator", 0)
def test_a_creature_that_was_saved_or_came_back_counts() -> None:
    """Seat 1 saves its Goblin with a Shaping Cantrip."""
    play = (
        table()
        .ready(0, f"{MIGHTY}@C1:4/3")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.glory == (1, 0)


@pytest.mark.ability("Mighty Qladiator", 0)
def test_two_of_them_both_gain_and_other_players_attacks_give_nothing() -> None:
    """Each for itself; a Qladiator that only defends gains nothing."""
    two = (
        table()
        .ready(0, f"{MIGHTY}@C1:4/3", f"{MIGHTY}@C1:4/3")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    assert two.glory == (2, 0)

    other = (
        table(3)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{MIGHTY}@C2:5/5*")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    assert other.dice(2, "used") == ["Assistant"]
    assert other.glory == (0, 0, 0)


@pytest.mark.ability("Mighty Qladiator", 0)
def test_creatures_lost_to_spells_before_the_attack_do_not_count() -> None:
    """A Death Spell in phase 2 is no attack; the Wizard then holds."""
    play = (
        table()
        .ready(0, f"{MIGHTY}@C1:4/3", "Death Incantation@S*")
        .ready(1, "Assistant@C1:1/2", "Questing Wizard@C1:2/5")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Assistant")
    assert play.dice(1, "used") == ["Assistant"]
    assert totals(play) == [4]
    assert play.glory == (0, 0)


@pytest.mark.ability("Mighty Qladiator", 0)
@pytest.mark.rule("12.3")
def test_creatures_lost_to_a_challenge_do_not_count_either() -> None:
    """The Hag wins a challenge first (1 Glory by rule); then the Wizard holds against 4."""
    play = (
        Position(sets=(*SETS, "quartifacts"))
        .ready(0, f"{MIGHTY}@C1:4/3", "Witching Hag@C2:4/5")
        .quest(1, "Hunt for Exqualibur", "Deathdealer@C1:3/2")
        .ready(1, "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("quest", "venture Witching Hag", "pass", "first quest")
    assert play.glory == (1, 0)
    play.do("no")
    assert totals(play) == [4, 3, 4]
    assert play.kind == "capture"
    assert play.glory == (1, 0)


@pytest.mark.ability("Mighty Qladiator", 0)
@pytest.mark.rule("9.1")
def test_the_last_glory_wins_on_the_spot() -> None:
    play = (
        table()
        .ready(0, f"{MIGHTY}@C1:4/3")
        .ready(1, "Assistant@C1:1/2")
        .glory(0, 19)
        .start("attack")
    )
    assert play.over
    assert play.glory == (20, 0)


@pytest.mark.ability("Mighty Qladiator", 1)
@pytest.mark.parametrize(
    ("face", "numbers"), [("C1:4/3", (4, 3)), ("C2:5/5*", (6, 6)), ("C3:7/6**", (7, 6))]
)
def test_one_more_attack_and_defense_on_the_single_burst(
    face: str, numbers: tuple[int, int]
) -> None:
    play = table().ready(0, f"{MIGHTY}@{face}", "Assistant@C1:1/2").start("capture")
    assert (play.attack(0, MIGHTY), play.defense(0, MIGHTY)) == numbers
    assert (play.attack(0, "Assistant"), play.defense(0, "Assistant")) == (1, 2)


@pytest.mark.ability("Mighty Qladiator", 1)
@pytest.mark.parametrize(("more", "falls"), [([], False), (["Assistant@C1:1/2"], True)])
def test_on_its_single_burst_six_fell_it_and_five_do_not(more: list[str], falls: bool) -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2", *more)
        .ready(1, f"{MIGHTY}@C2:5/5*")
        .start("attack")
    )
    assert totals(play) == [6 if falls else 5]
    assert play.dice(1, "used") == ([MIGHTY] if falls else [])


@pytest.mark.ability("Mighty Qladiator", 2)
@pytest.mark.rule("11.7")
@in_all_editions
@pytest.mark.parametrize(("answer", "glory"), [("yes", 2), ("no", 3)])
def test_on_the_double_burst_it_returns_for_one_glory(
    answer: str, glory: int, edition: str
) -> None:
    """Same face up; it takes no more damage: 2 or more of the 9 are left for the Goblin."""
    play = (
        table(2, edition)
        .ready(0, "Mighty Quake Dragon@C3:8/7**", "Assistant@C1:1/2")
        .ready(1, f"{MIGHTY}@C3:7/6**", "Scavenging Goblin@C1:2/2")
        .glory(1, 3)
        .start("attack")
    )
    play.do(f"defend {MIGHTY}")
    assert (play.seat, play.options) == (1, [f"yes {MIGHTY}", "no"])
    play.do(answer)
    assert play.glory == (0, glory)
    assert totals(play) == [9]
    if answer == "yes":
        assert play.faces(1, "ready") == [f"{MIGHTY}@C3:7/6**"]
        assert play.dice(1, "used") == ["Scavenging Goblin"]
    else:
        assert play.dice(1, "used") == [MIGHTY, "Scavenging Goblin"]
    assert len(play.happened("destroy")) == 2
    assert settled(play)


@pytest.mark.ability("Mighty Qladiator", 2)
@pytest.mark.rule("11.7")
@pytest.mark.parametrize(("face", "glory"), [("C3:7/6**", 0), ("C1:4/3", 3), ("C2:5/5*", 3)])
def test_without_glory_or_on_other_faces_it_just_falls(face: str, glory: int) -> None:
    """To pay one must have it: with 0 Glory nobody is asked."""
    play = (
        table()
        .ready(0, "Mighty Quake Dragon@C3:8/7**")
        .ready(1, f"{MIGHTY}@{face}")
        .glory(1, glory)
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == [MIGHTY]
    assert play.glory == (0, glory)


@pytest.mark.ability("Mighty Qladiator", 2)
def test_the_last_glory_is_enough_and_a_spell_may_be_answered_too() -> None:
    """The boundary: 1 Glory; a Death Incantation destroys as well."""
    play = (
        table()
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{MIGHTY}@C3:7/6**")
        .glory(1, 1)
        .start("ready")
    )
    play.do("cast Death Incantation", "yes")
    assert play.glory == (0, 0)
    assert play.faces(1, "ready") == [f"{MIGHTY}@C3:7/6**"]
