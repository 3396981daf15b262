"""The Demonic Overlords: scoring alone, tainting opponents, turning levels down, removing dice.

Faces of the die: Q1, Q2, Q2, C2:5/5, C3:8/6, C4:10/7*.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
FACES = ["C2:5/5", "C3:8/6", "C4:10/7*"]


def _summon(card: str, face: str, players: int = 2) -> Position:
    """An Overlord about to be summoned, with the quiddity for it and one more, so phase 2 stays."""
    return Position(players, sets=SETS).active(
        0, f"{card}@{face}", *["Basic Quiddity@Q1"] * (int(face[1]) + 1)
    )


# --- Demonic Overlord: it alone scores ----------------------------------------------------------


@pytest.mark.ability("Demonic Overlord", 0)
@pytest.mark.parametrize("face", FACES)
def test_the_overlord_destroys_its_companions_before_anything_scores(face: str) -> None:
    """5 Glory and one cull; opponents' creatures are left alone, the burst adds nothing."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Demonic Overlord@{face}", "Quake Dragon@C3:8/7**", "Assistant@C1:1/2")
        .attached(0, "Victory Cantrip@S", 0, "Quake Dragon")
        .ready(1, "Assistant@C1:1/2")
        .start("score")
    )
    assert play.glory == (5, 0)
    assert [event[4] for event in play.happened("score")] == [5]
    assert play.dice(0, "ready") == []
    assert play.dice(0, "used") == [
        "Assistant", "Demonic Overlord", "Quake Dragon", "Victory Cantrip",
    ]  # fmt: skip
    assert play.dice(1, "ready") == ["Assistant"]
    play.do("cull Assistant")  # a single cull: they scored nothing
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.ability("Demonic Overlord", 0)
def test_an_overlord_alone_just_scores() -> None:
    """Readied spells are no creatures and stay."""
    play = Position(sets=SETS).ready(0, "Demonic Overlord@C2:5/5", "Death Charm@S*").start("score")
    assert play.glory == (5, 0)
    assert play.dice(0, "ready") == ["Death Charm"]
    assert play.happened("destroy") == []


@pytest.mark.ability("Demonic Overlord", 0)
@pytest.mark.parametrize(("first", "other"), [("C2:5/5", "C4:10/7*"), ("C4:10/7*", "C2:5/5")])
def test_of_several_overlords_the_player_chooses_the_one_that_scores(
    first: str, other: str
) -> None:
    """The other is destroyed and has no say any more."""
    play = (
        Position(sets=SETS)
        .ready(0, "Demonic Overlord@C2:5/5", "Demonic Overlord@C4:10/7*", "Assistant@C1:1/2")
        .start("score")
    )
    assert play.kind == "order"
    assert set(play.options) == {
        "order Demonic Overlord [C2:5/5]",
        "order Demonic Overlord [C4:10/7*]",
    }
    play.do(f"order Demonic Overlord [{first}]")
    assert play.glory == (5, 0)
    assert [event[5] for event in play.happened("score")] == [FACES.index(first) + 3]
    assert f"Demonic Overlord@{other}" in play.faces(0, "used")
    assert len(play.happened("destroy")) == 2
    assert play.dice(0, "ready") == []
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Demonic Overlord", 0)
def test_two_overlords_alike_leave_nothing_to_choose() -> None:
    """One of them scores."""
    play = (
        Position(sets=SETS)
        .ready(0, "Demonic Overlord@C2:5/5", "Demonic Overlord@C2:5/5")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (5, 0))
    assert len(play.happened("destroy")) == 1
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Demonic Overlord", 0)
@pytest.mark.rule("6.5")
def test_a_creature_saved_from_the_overlord_stays_and_does_not_score() -> None:
    """A Ghostly Spirit gives up a Basic Quiddity; it earns neither Glory nor a cull."""
    play = (
        Position(sets=SETS)
        .ready(0, "Demonic Overlord@C2:5/5", "Ghostly Spirit@C1:2/2")
        .used(0, "Basic Quiddity", "Portal")
        .start("score")
    )
    play.do("cull-die Basic Quiddity")
    assert play.glory == (5, 0)
    assert play.dice(0, "ready") == ["Ghostly Spirit"]
    play.do("cull Portal")
    assert play.kind != "cull"


@pytest.mark.ability("Demonic Overlord", 0)
def test_a_strong_deathdealer_beside_the_overlord_earns_nothing() -> None:
    """It answers creatures its owner destroys, but its own scoring is under way and is lost."""
    play = (
        Position(sets=SETS)
        .ready(0, "Demonic Overlord@C2:5/5", "Strong Deathdealer@C1:3/2", "Assistant@C1:1/2")
        .start("score")
    )
    assert play.glory == (5, 0)
    assert [event[4] for event in play.happened("score")] == [5]
    assert play.dice(0, "ready") == []


@pytest.mark.ability("Demonic Overlord", 0)
def test_in_other_players_turns_the_overlord_does_nothing() -> None:
    """Nor when it is summoned: its companions stay until it scores."""
    play = (
        _summon("Demonic Overlord", "C2:5/5")
        .ready(0, "Assistant@C1:1/2")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("summon Demonic Overlord")
    assert play.dice(0, "ready") == ["Assistant", "Demonic Overlord"]
    play.do("pass")
    assert play.seat == 1
    assert play.dice(0, "ready") == ["Assistant", "Demonic Overlord"]


# --- Lesser Demonic Overlord --------------------------------------------------------------------


@pytest.mark.ability("Lesser Demonic Overlord", 0)
@pytest.mark.parametrize("face", FACES)
def test_lesser_overlord_taints_every_opponent_when_it_scores(face: str) -> None:
    """Its owner gains 4 Glory and no die; companions score as usual."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"Lesser Demonic Overlord@{face}", "Assistant@C1:1/2")
        .start("score")
    )
    assert play.glory == (5, 0, 0)
    assert play.dice(0, "used") == ["Assistant", "Lesser Demonic Overlord"]
    assert play.dice(1, "used") == play.dice(2, "used") == [TAINTED]
    assert play.left(TAINTED) == 8


@pytest.mark.ability("Lesser Demonic Overlord", 0)
@pytest.mark.parametrize(("left", "got"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1))])
def test_lesser_overlord_taints_clockwise_as_long_as_dice_are_left(
    left: int, got: tuple[int, int]
) -> None:
    """From seat 1's left: seat 2 comes before seat 0."""
    play = (
        Position(3, sets=SETS)
        .left(TAINTED, left)
        .ready(1, "Lesser Demonic Overlord@C2:5/5")
        .start("score", active=1)
    )
    assert (len(play.dice(2, "used")), len(play.dice(0, "used"))) == got
    assert play.glory == (0, 4, 0)
    assert play.left(TAINTED) == 0


@pytest.mark.ability("Lesser Demonic Overlord", 1)
def test_lesser_overlord_summoned_on_its_burst_taints_one_opponent() -> None:
    """The summoner's choice; the other one gets nothing."""
    play = _summon("Lesser Demonic Overlord", "C4:10/7*", 3).start("ready")
    play.do("summon Lesser Demonic Overlord")
    assert (play.seat, play.kind) == (0, "player")
    assert play.options == ["player 1", "player 2"]
    play.do("player 2")
    assert play.dice(1, "used") == []
    assert play.dice(2, "used") == [TAINTED]
    assert play.left(TAINTED) == 9
    assert settled(play)


@pytest.mark.ability("Lesser Demonic Overlord", 1)
def test_lesser_overlord_has_no_choice_with_one_opponent() -> None:
    """Two players: it resolves itself."""
    play = _summon("Lesser Demonic Overlord", "C4:10/7*").start("ready")
    play.do("summon Lesser Demonic Overlord")
    assert play.dice(1, "used") == [TAINTED]
    assert play.dice(0, "used") == []


@pytest.mark.ability("Lesser Demonic Overlord", 1)
@pytest.mark.parametrize(("face", "left"), [("C2:5/5", 10), ("C3:8/6", 10), ("C4:10/7*", 0)])
def test_lesser_overlord_without_the_burst_or_a_die_left_asks_nobody(face: str, left: int) -> None:
    """No choice is offered that could not do anything."""
    play = _summon("Lesser Demonic Overlord", face, 3).left(TAINTED, left).start("ready")
    play.do("summon Lesser Demonic Overlord")
    assert play.kind != "player"
    assert play.dice(0, "ready") == ["Lesser Demonic Overlord"]
    assert play.dice(1, "used") == play.dice(2, "used") == []
    assert play.left(TAINTED) == left


# --- Strong Demonic Overlord --------------------------------------------------------------------


@pytest.mark.ability("Strong Demonic Overlord", 0)
@pytest.mark.rule("13.8")
@pytest.mark.parametrize("face", ["C2:5/5", "C3:8/6"])
def test_strong_overlord_turns_opponents_creatures_one_level_down(face: str) -> None:
    """All opponents'; those at their lowest level stay, one's own are not touched."""
    play = (
        _summon("Strong Demonic Overlord", face, 3)
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Quake Dragon@C3:8/7**", "Quake Dragon@C1:4/4", "Death Charm@S**")
        .ready(2, "Witching Hag@C2:4/5", "Assistant@C1:1/2", "Quake Dragon@C2:6/6*")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("summon Strong Demonic Overlord")
    assert play.faces(0, "ready") == ["Quake Dragon@C3:8/7**", f"Strong Demonic Overlord@{face}"]
    assert play.faces(1, "ready") == [
        "Death Charm@S**",
        "Quake Dragon@C1:4/4",
        "Quake Dragon@C2:6/6*",
    ]
    assert play.faces(2, "ready") == [
        "Assistant@C1:1/2",
        "Quake Dragon@C1:4/4",
        "Witching Hag@C1:3/3",
    ]
    assert play.happened("destroy") == []
    assert settled(play)


@pytest.mark.ability("Strong Demonic Overlord", 0)
def test_bursts_of_the_new_face_count() -> None:
    """A Mighty Defender goes from two bursts to one: its toll falls with it."""
    play = (
        _summon("Strong Demonic Overlord", "C2:5/5")
        .active(0, *["Basic Quiddity@Q1"] * 3, "Assistant@C1:1/2")
        .ready(1, "Mighty Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    assert "summon Strong Demonic Overlord [C2:5/5] for 4" in play.options
    play.do("summon Strong Demonic Overlord")
    assert play.faces(1, "ready") == ["Mighty Defender of the Pale@C2:2/6*"]
    assert "summon Assistant [C1:1/2] for 2" in play.options


@pytest.mark.ability("Strong Demonic Overlord", 0)
@pytest.mark.rule("10.5")
def test_an_immune_creature_is_not_turned() -> None:
    """Nor destroyed on the burst; its neighbour is."""
    for face in ("C2:5/5", "C4:10/7*"):
        play = (
            Position(sets=[*SETS, "quarmageddon"])
            .active(0, f"Strong Demonic Overlord@{face}", *["Basic Quiddity@Q1"] * 5)
            .ready(1, "Gnome Barbarian@C1:1/3*", "Witching Hag@C2:4/5")
            .start("ready")
        )
        play.do("summon Strong Demonic Overlord")
        assert play.faces(1, "ready") == ["Gnome Barbarian@C1:1/3*", "Witching Hag@C1:3/3"]


@pytest.mark.ability("Strong Demonic Overlord", 1)
def test_strong_overlord_on_its_burst_also_destroys_the_lowest() -> None:
    """Each creature is either turned or destroyed, never both; one's own are safe."""
    play = (
        _summon("Strong Demonic Overlord", "C4:10/7*", 3)
        .ready(0, "Assistant@C1:1/2")
        .active(0, "Assistant@C1:1/2")
        .ready(1, "Quake Dragon@C2:6/6*", "Quake Dragon@C1:4/4", "Death Charm@S**")
        .ready(2, "Assistant@C1:1/2", "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do("summon Strong Demonic Overlord")
    assert play.dice(0, "ready") == ["Assistant", "Strong Demonic Overlord"]
    assert play.faces(1, "ready") == ["Death Charm@S**", "Quake Dragon@C1:4/4"]
    assert play.dice(1, "used") == ["Quake Dragon"]
    assert play.faces(2, "ready") == ["Witching Hag@C1:3/3"]
    assert play.dice(2, "used") == ["Assistant"]
    assert settled(play)


@pytest.mark.ability("Strong Demonic Overlord", 1)
def test_the_lowest_level_of_a_die_need_not_be_one() -> None:
    """An Overlord's lowest is 2: there it is destroyed, a level above it is turned."""
    play = (
        _summon("Strong Demonic Overlord", "C4:10/7*")
        .ready(1, "Strong Demonic Overlord@C2:5/5", "Strong Demonic Overlord@C3:8/6")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("summon Strong Demonic Overlord")
    assert play.faces(1, "ready") == ["Strong Demonic Overlord@C2:5/5"]
    assert play.dice(1, "used") == ["Strong Demonic Overlord"]


@pytest.mark.ability("Strong Demonic Overlord", 0)
@pytest.mark.ability("Strong Demonic Overlord", 1)
@pytest.mark.parametrize(("face", "stays"), [("C3:8/6", True), ("C4:10/7*", False)])
def test_a_copy_has_no_lower_face_to_be_turned_to(face: str, stays: bool) -> None:
    """A Strong Ooze that copies a Hag of level 2 stays so, and falls to the burst."""
    play = (
        Position(sets=SETS)
        .active(1, "Strong Primordial Ooze@C2:?/?", "Basic Quiddity@Q2")
        .ready(0, "Mighty Witching Hag@C2:4/5")
        .bag(0, "Strong Demonic Overlord", *["Basic Quiddity"] * 5)
        .start("ready", active=1)
    )
    play.do("summon Strong Primordial Ooze")
    play.draws("Strong Demonic Overlord", *["Basic Quiddity"] * 5)
    play.rolls(f"Strong Demonic Overlord@{face}", *["Basic Quiddity@Q1"] * 5)
    play.do("pass", "cull Mighty Witching Hag")
    assert (play.seat, play.attack(1, "Strong Primordial Ooze")) == (0, 4)
    play.do("summon Strong Demonic Overlord")
    assert play.dice(1, "ready") == (["Strong Primordial Ooze"] if stays else [])
    if stays:
        assert play.attack(1, "Strong Primordial Ooze") == 4


@pytest.mark.ability("Strong Demonic Overlord", 0)
@pytest.mark.ability("Strong Demonic Overlord", 1)
def test_a_readied_or_scoring_strong_overlord_turns_nobody() -> None:
    """Only the summons counts."""
    play = (
        Position(sets=SETS)
        .ready(0, "Strong Demonic Overlord@C4:10/7*")
        .ready(1, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .start("score")
    )
    assert play.glory == (4, 0)
    assert play.faces(1, "ready") == ["Assistant@C1:1/2", "Witching Hag@C2:4/5"]


# --- Mighty Demonic Overlord --------------------------------------------------------------------


@pytest.mark.ability("Mighty Demonic Overlord", 0)
@pytest.mark.rule("3.8")
@pytest.mark.parametrize("face", ["C2:5/5", "C3:8/6"])
def test_mighty_overlord_removes_a_die_of_each_opponent(face: str) -> None:
    """Its owner chooses; the dice do not go back to their cards. Seat 3's pile is empty."""
    play = (
        Position(4, sets=SETS)
        .ready(0, f"Mighty Demonic Overlord@{face}")
        .used(0, "Portal")
        .used(1, "Quake Dragon", "Assistant", "Assistant")
        .used(2, "Portal")
        .bag(3, "Quake Dragon")
        .start("score")
    )
    assert play.glory == (5, 0, 0, 0)
    assert (play.seat, play.kind) == (0, "effect")
    assert set(play.options) == {
        "remove Quake Dragon in seat 1's used",
        "remove Assistant in seat 1's used",
    }
    play.do("remove Quake Dragon")
    assert play.dice(1, "used") == ["Assistant", "Assistant"]
    assert play.dice(2, "used") == []  # the only one there was
    assert play.dice(3, "bag") == ["Quake Dragon"]
    assert (play.left("Quake Dragon"), play.left("Portal")) == (3, 3)
    assert len(play.happened("remove")) == 2
    assert play.dice(0, "used") == ["Mighty Demonic Overlord", "Portal"]
    play.do("pass")
    assert play.seat == 0
    assert settled(play)


@pytest.mark.ability("Mighty Demonic Overlord", 1)
def test_mighty_overlord_on_its_burst_removes_two_dice_of_each_opponent() -> None:
    """Two instead of one, as far as there are two."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Mighty Demonic Overlord@C4:10/7*")
        .used(1, "Quake Dragon", "Assistant", "Portal")
        .used(2, "Portal")
        .start("score")
    )
    assert play.glory == (5, 0, 0)
    play.do("remove Quake Dragon")
    assert set(play.options) == {
        "remove Assistant in seat 1's used",
        "remove Portal in seat 1's used",
    }
    play.do("remove Portal")
    assert play.dice(1, "used") == ["Assistant"]
    assert play.dice(2, "used") == []
    assert len(play.happened("remove")) == 3
    assert play.kind == "cull"


@pytest.mark.ability("Mighty Demonic Overlord", 0)
@pytest.mark.ability("Mighty Demonic Overlord", 1)
@pytest.mark.parametrize("face", FACES)
def test_mighty_overlord_finds_nothing_in_empty_used_piles(face: str) -> None:
    """Dice in the bag, the Active Pool and the Ready Area are out of its reach."""
    play = (
        Position(sets=SETS)
        .ready(0, f"Mighty Demonic Overlord@{face}")
        .bag(1, "Portal")
        .active(1, "Portal")
        .ready(1, "Assistant@C1:1/2")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (5, 0))
    assert play.happened("remove") == []
    assert (play.dice(1, "bag"), play.dice(1, "active")) == (["Portal"], ["Portal"])
    assert play.dice(1, "ready") == ["Assistant"]
