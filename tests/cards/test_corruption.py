"""Corrupted Quiddity and the Corruption spells: tainted bags, Glory from them, a clean table.

Faces: Corrupted Quiddity Q1 thrice, Q0 twice, ***; Corruption Q1, Q2, S four times.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, in_old_editions, pile, settled

SETS = ["base", "rise_of_the_demons"]
TAINTED = "Corrupted Quiddity"
WIPED = "Corruption Incantation"

# --- Corrupted Quiddity: the face with three bursts ---------------------------------------------


@pytest.mark.ability("Corrupted Quiddity", 0)
@pytest.mark.rule("14.1")
@in_all_editions
def test_three_bursts_bring_another_die_into_the_used_pile(edition: str) -> None:
    """There and then, with no choice; the face itself gives nothing to spend."""
    play = (
        Position(sets=SETS, edition=edition).bag(0, TAINTED).rolls(f"{TAINTED}@***").start("score")
    )
    assert play.kind == "capture"  # nothing to use, nothing to spend
    assert play.options == ["capture Basic Quiddity for 0", "pass"]
    assert play.faces(0, "active") == [f"{TAINTED}@***"]
    assert play.dice(0, "used") == [TAINTED]
    assert play.left(TAINTED) == 8
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Corrupted Quiddity", 0)
@pytest.mark.parametrize(("face", "quiddity"), [("Q1", 1), ("Q0", 0)])
def test_its_other_faces_bring_nothing(face: str, quiddity: int) -> None:
    """Q1 is worth 1, Q0 nothing at all."""
    play = Position(sets=SETS).bag(0, TAINTED).rolls(f"{TAINTED}@{face}").start("score")
    assert play.dice(0, "used") == []
    assert play.left(TAINTED) == 9
    assert play.at_hand == quiddity


@pytest.mark.ability("Corrupted Quiddity", 0)
@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (2, 2)])
def test_two_such_rolls_bring_as_many_as_are_left(left: int, gained: int) -> None:
    """Two dice are rolled: none, the last one, or both find another."""
    play = (
        Position(sets=SETS)
        .bag(0, TAINTED, TAINTED)
        .left(TAINTED, left)
        .rolls(f"{TAINTED}@***", f"{TAINTED}@***")
        .start("score")
    )
    assert play.dice(0, "used") == [TAINTED] * gained
    assert play.left(TAINTED) == left - gained
    assert settled(play)


@pytest.mark.ability("Corrupted Quiddity", 0)
def test_every_roll_counts_and_a_re_roll_does_not_undo_the_last() -> None:
    """An Assistant rolls it again: once to three bursts, once away from them."""
    play = (
        Position(sets=SETS)
        .active(0, "Assistant@R*", "Assistant@R*", f"{TAINTED}@***")
        .start("immediate")
    )
    assert play.left(TAINTED) == 9  # it lies there, it was not rolled
    play.rolls(f"{TAINTED}@***", "Assistant@Q1")
    play.do("use Assistant", "re-roll-die Corrupted Quiddity")
    assert play.dice(0, "used") == [TAINTED]
    play.rolls(f"{TAINTED}@Q0", "Assistant@Q1")
    play.do("use Assistant", "re-roll-die Corrupted Quiddity")
    assert play.dice(0, "used") == [TAINTED]
    assert play.left(TAINTED) == 8
    assert settled(play)


@pytest.mark.ability("Corrupted Quiddity", 0)
def test_the_new_die_is_there_before_any_immediate_effect_is_used() -> None:
    """A Portal rolled with it can draw it already."""
    play = (
        Position(sets=SETS)
        .bag(0, TAINTED, "Portal")
        .draws(TAINTED, "Portal")
        .rolls(f"{TAINTED}@***", "Portal@W1")
        .start("score")
    )
    assert play.dice(0, "used") == [TAINTED]
    play.rolls(f"{TAINTED}@Q1")
    play.do("draw Portal")
    assert play.faces(0, "active") == [f"{TAINTED}@***", f"{TAINTED}@Q1"]
    assert play.dice(0, "used") == []
    assert settled(play)


@pytest.mark.ability("Corrupted Quiddity", 0)
@pytest.mark.rule("7.2")
def test_it_is_never_captured_and_can_be_culled() -> None:
    """It costs nothing and is not for sale; culled, it goes back to its card."""
    play = (
        Position(sets=SETS)
        .ready(0, "Ghostly Spirit@C1:2/2")
        .used(0, TAINTED)
        .bag(0, *["Basic Quiddity"] * 6)
        .start("score")
    )
    assert set(play.options) == {"cull Corrupted Quiddity", "cull Ghostly Spirit", "pass"}
    play.do("cull Corrupted Quiddity")
    assert play.left(TAINTED) == 10
    assert play.kind == "capture"
    assert not [option for option in play.options if TAINTED in option]


@pytest.mark.ability("Corrupted Quiddity", 0)
def test_it_is_no_basic_quiddity() -> None:
    """It does not feed the Ghostly Spirit, nor does it count for the plain Ooze."""
    play = (
        Position(sets=SETS)
        .ready(1, "Primordial Ooze")
        .used(1, TAINTED, "Basic Quiddity")
        .start("capture")
    )
    assert play.defense(1, "Primordial Ooze") == 1
    spirit = (
        Position(sets=SETS)
        .ready(0, "Strong Witching Hag@C1:3/3")
        .ready(1, "Ghostly Spirit@C2:3/3")
        .used(1, TAINTED)
        .start("attack")
    )
    assert spirit.kind == "capture"  # it was not asked: nothing to cull
    assert spirit.dice(1, "used") == [TAINTED, "Ghostly Spirit"]


# --- Corruption Cantrip -------------------------------------------------------------------------


@pytest.mark.ability("Corruption Cantrip", 0)
@in_all_editions
def test_the_cantrip_gives_three_quiddity_for_a_tainted_die(edition: str) -> None:
    """Used right after the roll; both dice end where spent and gained dice go."""
    play = Position(sets=SETS, edition=edition).active(0, "Corruption Cantrip@S").start("immediate")
    assert set(play.options) == {"use Corruption Cantrip [S]", "pass"}
    play.do("use Corruption Cantrip")
    assert play.pool == 3
    assert "Corruption Cantrip" in play.dice(0, pile(edition))
    assert TAINTED in play.dice(0, "used")
    assert play.left(TAINTED) == 9
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Corruption Cantrip", 0)
@pytest.mark.parametrize(("left", "quiddity"), [(0, 1), (1, 3)])
def test_the_cantrip_gives_one_quiddity_when_no_die_is_left(left: int, quiddity: int) -> None:
    """The last die is still worth 3."""
    play = (
        Position(sets=SETS).left(TAINTED, left).active(0, "Corruption Cantrip@S").start("immediate")
    )
    play.do("use Corruption Cantrip")
    assert play.pool == quiddity
    assert play.dice(0, "used") == [TAINTED] * left
    assert play.left(TAINTED) == 0


@pytest.mark.ability("Corruption Cantrip", 0)
@pytest.mark.rule("10.4")
def test_the_cantrip_is_used_at_once_or_not_at_all() -> None:
    """Passed by, it cannot be readied and does nothing; nor do its quiddity faces."""
    play = (
        Position(sets=SETS)
        .active(0, "Corruption Cantrip@S", "Corruption Cantrip@Q2")
        .start("immediate")
    )
    play.do("pass")
    assert play.kind != "ready"
    assert (play.pool, play.left(TAINTED)) == (0, 10)


# --- Corruption Charm ---------------------------------------------------------------------------


@pytest.mark.ability("Corruption Charm", 0)
def test_the_charm_earns_a_glory_for_each_tainted_die_in_opponents_used_piles() -> None:
    """All opponents together; own dice, bags and Active Pools do not count, nor companions."""
    play = (
        Position(3, sets=SETS)
        .ready(0, "Ghostly Spirit@C1:2/2", "Assistant@C1:1/2")
        .attached(0, "Corruption Charm@S", 0, "Ghostly Spirit")
        .used(0, TAINTED)
        .used(1, TAINTED, TAINTED, "Basic Quiddity")
        .bag(1, TAINTED)
        .active(2, TAINTED)
        .used(2, TAINTED)
        .start("score")
    )
    assert sorted(event[4] for event in play.happened("score")) == [1, 2 + 3]
    assert play.glory == (6, 0, 0)
    assert "Corruption Charm" in play.dice(0, "used")
    assert play.dice(1, "used") == ["Basic Quiddity", TAINTED, TAINTED]


@pytest.mark.ability("Corruption Charm", 0)
def test_the_charm_earns_nothing_without_tainted_dice_there() -> None:
    """The creature scores as usual."""
    play = (
        Position(sets=SETS)
        .ready(0, "Ghostly Spirit@C1:2/2")
        .attached(0, "Corruption Charm@S", 0, "Ghostly Spirit")
        .used(0, TAINTED, TAINTED)
        .start("score")
    )
    assert play.glory == (2, 0)


@pytest.mark.ability("Corruption Charm", 0)
def test_the_charm_works_for_whoever_controls_the_creature() -> None:
    """Seat 1 laid it with seat 0's creature: seat 1's own dice count, seat 0's do not."""
    play = (
        Position(sets=SETS)
        .ready(0, "Ghostly Spirit@C1:2/2")
        .attached(1, "Corruption Charm@S", 0, "Ghostly Spirit")
        .used(0, TAINTED)
        .used(1, TAINTED, TAINTED)
        .start("score")
    )
    assert play.glory == (4, 0)
    assert play.dice(1, "used") == [TAINTED, TAINTED, "Corruption Charm"]


@pytest.mark.ability("Corruption Charm", 0)
@in_new_editions
def test_the_charm_is_attached_to_any_creature(edition: str) -> None:
    """In the attack phase it lies with the creature until that scores."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Corruption Charm@S", "Ghostly Spirit@C1:2/2")
        .ready(1, "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do("cast Corruption Charm")
    assert set(play.options) == {
        "attach Ghostly Spirit [C1:2/2] in seat 0's ready",
        "attach Witching Hag [C2:4/5] in seat 1's ready",
    }
    play.do("attach Ghostly Spirit")
    assert play.dice(0, "attached") == ["Corruption Charm"]
    assert play.attack(0, "Ghostly Spirit") == 2


@pytest.mark.ability("Corruption Charm", 0)
@in_old_editions
def test_in_2011_the_charm_goes_to_ones_own_creature_only(edition: str) -> None:
    """With a single one there is nothing to choose."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Corruption Charm@S", "Ghostly Spirit@C1:2/2")
        .ready(1, "Witching Hag@C2:4/5")
        .start("ready")
    )
    play.do("cast Corruption Charm")
    assert play.dice(0, "attached") == ["Corruption Charm"]


# --- Corruption Incantation ---------------------------------------------------------------------


@pytest.mark.ability("Corruption Incantation", 0)
@in_all_editions
def test_the_incantation_destroys_every_creature_and_leaves_the_game(edition: str) -> None:
    """Of all players, whatever their defense; readied spells stay."""
    play = (
        Position(3, sets=SETS, edition=edition)
        .ready(0, f"{WIPED}@S", "Assistant@C1:1/2")
        .ready(1, "Defender of the Pale@C3:2/8**", "Death Charm@S*")
        .ready(2, "Quake Dragon@C3:8/7**", "Assistant@C1:1/2")
        .attached(2, "Life Cantrip@S", 2, "Quake Dragon")
        .start("ready")
    )
    play.do(f"cast {WIPED}")
    assert [play.dice(seat, "ready") for seat in range(3)] == [[], ["Death Charm"], []]
    assert play.dice(0, "used") == ["Assistant", TAINTED]
    assert play.dice(1, "used") == ["Defender of the Pale"]
    assert play.dice(2, "used") == ["Assistant", "Life Cantrip", "Quake Dragon"]
    assert play.dice(0, "spent") == []
    assert play.left(WIPED) == 4  # gone for good: it is not back on its card (3.8)
    assert len(play.happened("remove")) == 1
    assert play.left(TAINTED) == 9
    assert settled(play)


@pytest.mark.ability("Corruption Incantation", 0)
def test_the_incantation_leaves_the_game_even_if_no_tainted_die_is_left() -> None:
    """That part is ignored; with no creature about there is nothing else."""
    play = Position(sets=SETS).left(TAINTED, 0).ready(0, f"{WIPED}@S").start("capture")
    play.do(f"cast {WIPED}")
    assert play.dice(0, "used") == play.dice(0, "spent") == play.dice(0, "ready") == []
    assert play.left(WIPED) == 4
    assert play.happened("destroy") == []


@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.rule("10.1")
def test_the_incantation_need_not_be_cast_and_never_in_phase_one() -> None:
    """Creatures score first; kept, it stays readied for a later turn."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WIPED}@S", "Ghostly Spirit@C1:2/2")
        .ready(1, "Assistant@C1:1/2")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (2, 0))
    play.do("cull Ghostly Spirit")
    assert play.kind == "ready"
    assert set(play.options) == {f"cast {WIPED} [S]", "pass"}
    play.do("pass", "pass", "pass")
    assert play.dice(0, "ready") == [WIPED]
    assert play.left(TAINTED) == 10


@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.rule("15.3")
def test_what_creatures_do_when_destroyed_comes_clockwise_from_the_casters_left() -> None:
    """The caster is the destroyer of them all; the caster's own come last."""
    play = (
        Position(3, sets=SETS)
        .ready(0, f"{WIPED}@S", "Corrupted Scavenging Goblin@C1:2/2*")
        .ready(1, "Corrupted Scavenging Goblin@C1:2/2*")
        .ready(2, "Corrupted Scavenging Goblin@C1:2/2*")
        .start("ready")
    )
    play.do(f"cast {WIPED}")
    assert [event[2] for event in play.happened("destroy")] == [1, 2, 0]
    # Two for the Goblins of the opponents, none for one's own, one for the spell.
    assert play.dice(0, "used") == [TAINTED] * 3 + ["Corrupted Scavenging Goblin"]
    assert play.dice(1, "used") == play.dice(2, "used") == ["Corrupted Scavenging Goblin"]
    assert settled(play)


@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.rule("6.5")
def test_a_creature_may_be_saved_from_the_incantation() -> None:
    """A Ghostly Spirit of the caster gives up a Basic Quiddity."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{WIPED}@S", "Ghostly Spirit@C1:2/2")
        .ready(1, "Assistant@C1:1/2")
        .used(0, "Basic Quiddity")
        .start("ready")
    )
    play.do(f"cast {WIPED}")
    assert play.dice(1, "ready") == []
    play.do("cull-die Basic Quiddity")
    assert play.dice(0, "ready") == ["Ghostly Spirit"]
    assert play.dice(0, "used") == [TAINTED]
    assert settled(play)


@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.rule("11.4")
def test_the_incantation_unlocks_locked_creatures() -> None:
    """A spell that destroys a locked creature unlocks it: in its owner's turn to the Spent Pile."""
    play = (
        Position(sets=[*SETS, "quest_of_the_qladiator"])
        .ready(0, f"{WIPED}@S")
        .locked(0, "Quaxos' Eye")
        .locked(1, "Quaxos' Eye")
        .start("ready")
    )
    play.do(f"cast {WIPED}")
    assert play.dice(0, "spent") == ["Quaxos' Eye"]
    assert play.dice(1, "used") == ["Quaxos' Eye"]
    assert play.happened("destroy") == []


@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.rule("10.5")
def test_the_incantation_spares_an_opponents_immune_creature_and_not_ones_own() -> None:
    """Immunity holds against opponents only."""
    play = (
        Position(sets=[*SETS, "quarmageddon"])
        .ready(0, f"{WIPED}@S", "Gnome Barbarian@C1:1/3*")
        .ready(1, "Gnome Barbarian@C1:1/3*", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {WIPED}")
    assert play.dice(0, "ready") == []
    assert play.dice(1, "ready") == ["Gnome Barbarian"]
    assert play.dice(1, "used") == ["Assistant"]


# --- Corruption Spell ---------------------------------------------------------------------------


@pytest.mark.ability("Corruption Spell", 0)
@in_all_editions
def test_the_spell_taints_every_opponent(edition: str) -> None:
    """A die each, from the left on; nobody loses Glory, the caster gains nothing."""
    play = (
        Position(3, sets=SETS, edition=edition)
        .ready(0, "Corruption Spell@S")
        .glory(0, 4)
        .glory(1, 2)
        .glory(2, 3)
        .start("ready")
    )
    play.do("cast Corruption Spell")
    assert play.dice(0, pile(edition)) == ["Corruption Spell"]
    assert play.dice(1, "used") == play.dice(2, "used") == [TAINTED]
    assert play.left(TAINTED) == 8
    assert play.glory == (4, 2, 3)
    assert settled(play)


@pytest.mark.ability("Corruption Spell", 0)
@pytest.mark.rule("4.7")
@pytest.mark.parametrize(
    ("left", "glory", "after"),
    [
        (2, (4, 1, 1, 1), (4, 1, 1, 0)),  # the third on the left finds none
        (1, (4, 1, 1, 1), (4, 1, 0, 0)),
        (0, (4, 0, 2, 1), (4, 0, 1, 0)),  # Glory never drops below 0
    ],
)
def test_an_opponent_for_whom_no_die_is_left_loses_a_glory(
    left: int, glory: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """Clockwise from the caster's left; a player who gets a die keeps the Glory."""
    position = Position(4, sets=SETS).ready(0, "Corruption Spell@S").left(TAINTED, left)
    for seat, amount in enumerate(glory):
        position.glory(seat, amount)
    play = position.start("capture")
    play.do("cast Corruption Spell")
    assert play.glory == after
    assert [len(play.dice(seat, "used")) for seat in (1, 2, 3)] == [
        int(seat <= left) for seat in (1, 2, 3)
    ]
    assert play.left(TAINTED) == 0
    assert settled(play)


@pytest.mark.ability("Corruption Spell", 0)
def test_the_spell_may_be_kept() -> None:
    """Nothing happens until it is cast."""
    play = Position(sets=SETS).ready(0, "Corruption Spell@S").glory(1, 1).start("capture")
    play.do("pass", "pass")
    assert play.dice(0, "ready") == ["Corruption Spell"]
    assert (play.glory, play.left(TAINTED)) == ((0, 1), 10)
