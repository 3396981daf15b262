"""The Eyes of Quaxos: locked into an opponent's area, a curse on their holder.

Faces of the die: Q1, Q2, K, K, K**, C1:1/2; two bursts on a lock face.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import OLD, in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
PLAIN, STRONG, MIGHTY = "Quaxos' Eye", "Strong Quaxos' Eye", "Mighty Quaxos' Eye"
EYES = [PLAIN, STRONG, MIGHTY]
COIN = "Basic Quiddity"


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- all three: into an opponent's Locked Area --------------------------------------------------


@pytest.mark.ability("Quaxos' Eye", 0)
@pytest.mark.ability("Strong Quaxos' Eye", 0)
@pytest.mark.ability("Mighty Quaxos' Eye", 0)
@pytest.mark.rule("11.5")
@in_all_editions
@pytest.mark.parametrize("name", EYES)
@pytest.mark.parametrize("face", ["K", "K**"])
def test_an_eye_may_be_locked_with_any_player(name: str, face: str, edition: str) -> None:
    """What was there is unlocked to that player's Used Pile, and the Eye is theirs."""
    play = (
        table(3, edition)
        .active(0, f"{name}@{face}", f"{COIN}@Q1")
        .locked(0, "Pink Eye Cyclops")
        .locked(1, "Frost Howler")
        .start("ready")
    )
    assert set(play.options) == {
        f"lock {name} [{face}] with seat 0",
        f"lock {name} [{face}] with seat 1",
        f"lock {name} [{face}] with seat 2",
    }
    play.do(f"lock {name} [{face}] with seat 1")
    assert play.faces(1, "ready") == [f"{name}@{face}"]
    assert play.dice(1, "used") == ["Frost Howler"]
    assert play.dice(0, "ready") == ["Pink Eye Cyclops"]
    assert play.happened("destroy") == []
    assert play.kind != "ready"
    assert settled(play)


@pytest.mark.ability("Quaxos' Eye", 0)
@pytest.mark.ability("Strong Quaxos' Eye", 0)
@pytest.mark.ability("Mighty Quaxos' Eye", 0)
@pytest.mark.parametrize("name", EYES)
def test_any_number_of_eyes_and_the_one_lock_of_the_turn(name: str) -> None:
    """Two to opponents, and still another die into one's own area; a third Eye may stay."""
    play = table(3).active(0, *[f"{name}@K"] * 3, "Frost Howler@K").start("ready")
    play.do(f"lock {name} [K] with seat 1", f"lock {name} [K] with seat 2")
    assert play.dice(1, "ready") == play.dice(2, "ready") == [name]
    assert set(play.options) == {
        f"lock {name} [K] with seat 0",
        f"lock {name} [K] with seat 1",
        f"lock {name} [K] with seat 2",
        "lock Frost Howler [K] with seat 0",
    }
    play.do("lock Frost Howler")
    assert set(play.options) == {  # not into one's own area any more, and not compulsory
        f"lock {name} [K] with seat 1",
        f"lock {name} [K] with seat 2",
        "pass",
    }
    play.do(f"lock {name} [K] with seat 1")  # the Eye that lay there goes to seat 1's Used Pile
    assert play.dice(1, "ready") == play.dice(1, "used") == [name]
    assert play.dice(0, "ready") == ["Frost Howler"]


@pytest.mark.ability("Quaxos' Eye", 0)
@pytest.mark.ability("Strong Quaxos' Eye", 0)
@pytest.mark.ability("Mighty Quaxos' Eye", 0)
@pytest.mark.parametrize("name", EYES)
def test_it_stays_with_its_new_owner_for_good(name: str) -> None:
    """Bought off in its holder's own turn it goes to the holder's Spent Pile."""
    play = table().active(0, f"{name}@K", f"{COIN}@Q2").bag(1, *[COIN] * 6).start("ready")
    play.do(f"lock {name} [K] with seat 1")
    assert f"unlock {name} [K] with seat 1" not in play.options  # locked this turn (11.4)
    play.do("pass")
    if name == STRONG:  # its own draw: nobody has Glory, so one of the dice goes
        assert play.dice(1, "used") == [COIN]
    assert (play.active, play.kind) == (1, "ready")
    play.do(f"unlock {name}")
    assert name in play.dice(1, "spent")
    assert name not in play.dice(0, "used")


@pytest.mark.ability("Quaxos' Eye", 0)
@pytest.mark.parametrize("face", ["C1:1/2", "Q1", "Q2"])
def test_on_other_faces_it_is_a_creature_or_quiddity(face: str) -> None:
    play = table().active(0, f"{PLAIN}@{face}", f"{COIN}@Q1").start("ready")
    assert not any(text.startswith("lock") for text in play.options)


@pytest.mark.ability("Quaxos' Eye", 0)
@pytest.mark.rule("11.1")
def test_other_dice_cannot_be_locked_with_opponents() -> None:
    play = table().active(0, "Frost Howler@K", "Assistant@C1:1/2", f"{COIN}@Q1").start("ready")
    assert set(play.options) == {
        "lock Frost Howler [K] with seat 0",
        "summon Assistant [C1:1/2] for 1",
    }


# --- all three: the double burst cannot be bought off -----------------------------------------


@pytest.mark.ability("Quaxos' Eye", 2)
@pytest.mark.ability("Strong Quaxos' Eye", 2)
@pytest.mark.ability("Mighty Quaxos' Eye", 2)
@pytest.mark.rule("11.4")
@in_all_editions
@pytest.mark.parametrize("name", EYES)
@pytest.mark.parametrize(("face", "bought"), [("K", True), ("K**", False)])
@pytest.mark.parametrize("holder", [0, 1])
def test_with_two_bursts_no_quiddity_unlocks_it(
    name: str, face: str, bought: bool, holder: int, edition: str
) -> None:
    """Neither its holder's nor an opponent's, in phases 2 to 4."""
    play = (
        table(2, edition)
        .locked(holder, f"{name}@{face}")
        .active(0, *[f"{COIN}@Q2"] * 2)
        .start("ready")
    )
    option = f"unlock {name} [{face}] with seat {holder}"
    assert (option in play.options) is bought
    while play.kind != "capture":
        assert (option in play.options) is bought
        play.do("pass")
    assert (option in play.options) is bought
    if bought:
        play.do(option)
        own = "spent" if edition not in OLD else "used"
        assert name in play.dice(holder, own if holder == 0 else "used")


@pytest.mark.ability("Quaxos' Eye", 2)
@pytest.mark.ability("Strong Quaxos' Eye", 2)
@pytest.mark.ability("Mighty Quaxos' Eye", 2)
@pytest.mark.parametrize("name", EYES)
@pytest.mark.parametrize("how", ["lock", "destroy", "Harmony Spell"])
def test_another_lock_or_a_spell_removes_it(name: str, how: str) -> None:
    position = table().locked(0, f"{name}@K**")
    if how == "lock":
        play = position.active(0, "Frost Howler@K", "Assistant@C1:1/2", f"{COIN}@Q1").start("ready")
        play.do("lock Frost Howler")
        assert play.dice(0, "ready") == ["Frost Howler"]
    elif how == "destroy":
        play = position.ready(0, "Death Incantation@S*", "Assistant@C1:1/2").start("ready")
        play.do("cast Death Incantation", f"destroy {name}")
        assert play.dice(0, "ready") == ["Assistant"]
    else:
        play = position.ready(0, "Harmony Spell@S").active(0, f"{COIN}@Q1").start("ready")
        play.do("cast Harmony Spell")
        assert play.dice(0, "ready") == []
    assert name in play.dice(0, "spent")


@pytest.mark.ability("Quaxos' Eye", 2)
@pytest.mark.parametrize("quiddity", ["Q1", "Q2"])
def test_the_price_is_two(quiddity: str) -> None:
    """The boundary, for the face without bursts: 1 is not enough."""
    play = table().locked(1, f"{PLAIN}@K").active(0, f"{COIN}@{quiddity}").start("ready")
    assert (f"unlock {PLAIN} [K] with seat 1" in play.options) is (quiddity == "Q2")


# --- Quaxos' Eye: one die less ------------------------------------------------------------------


@pytest.mark.ability("Quaxos' Eye", 1)
@in_all_editions
@pytest.mark.parametrize(
    ("holder", "face", "drawn"),
    [(0, "K", 5), (0, "K**", 5), (1, "K", 6), (0, "C1:1/2", 6)],
)
def test_its_holder_draws_five_dice(holder: int, face: str, drawn: int, edition: str) -> None:
    """Nobody else, and not on its creature face."""
    play = table(2, edition).ready(holder, f"{PLAIN}@{face}").bag(0, *[COIN] * 8).start("score")
    if face == "C1:1/2":
        play.do("pass")  # it scored
    assert len(play.dice(0, "active")) == drawn
    assert play.seat == 0


@pytest.mark.ability("Quaxos' Eye", 1)
def test_other_draws_are_not_lessened() -> None:
    """A Portal draws its two; a die that waits in the Active Pool comes on top of the five."""
    play = table().locked(0, PLAIN).active(0, "Portal@W2").bag(0, *[COIN] * 8).start("immediate")
    play.do("draw Portal")
    assert len(play.dice(0, "active")) == 2

    waiting = table().locked(0, PLAIN).active(0, "Assistant@Q1").bag(0, *[COIN] * 8).start("score")
    assert len(waiting.happened("draw")) == 5
    assert len(waiting.dice(0, "active")) == 6


# --- Strong Quaxos' Eye: Glory or a die ---------------------------------------------------------


@pytest.mark.ability("Strong Quaxos' Eye", 1)
@pytest.mark.rule("11.6")
@in_all_editions
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_its_holder_loses_a_glory_or_one_of_the_dice_drawn(answer: str, edition: str) -> None:
    """One choice for the six dice; a die that is put away is not rolled."""
    play = (
        table(2, edition)
        .locked(0, STRONG)
        .bag(0, *[COIN] * 5, "Portal")
        .draws(*[COIN] * 5, "Portal")
        .glory(0, 3)
        .start("score")
    )
    assert (play.seat, play.kind) == (0, "may")
    assert play.options == [f"yes {STRONG}", "no"]
    assert play.happened("roll") == []
    if answer == "yes":
        play.rolls(*[f"{COIN}@Q1"] * 5, "Portal@Q1")
        play.do("yes")
        assert play.glory == (2, 0)
        assert len(play.dice(0, "active")) == 6
    else:
        play.do("no")
        assert len(play.options) == 2
        play.rolls(*[f"{COIN}@Q1"] * 5)
        play.do("discard Portal")
        assert play.glory == (3, 0)
        assert play.dice(0, "active") == [COIN] * 5
        assert play.dice(0, "used") == ["Portal"]
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.ability("Strong Quaxos' Eye", 1)
def test_with_no_glory_only_the_die_can_be_given() -> None:
    """At 0 Glory there is no question but which die."""
    play = (
        table()
        .locked(0, STRONG)
        .active(0, "Assistant@Q1")
        .bag(0, COIN, "Portal")
        .glory(1, 5)
        .start("score")
    )
    assert play.kind == "effect"
    assert {text.split(" [")[0] for text in play.options} == {f"discard {COIN}", "discard Portal"}
    play.rolls("Assistant@Q1", f"{COIN}@Q1")
    play.do("discard Portal")
    assert play.dice(0, "used") == ["Portal"]
    assert play.dice(0, "active") == ["Assistant", COIN]
    assert play.glory == (0, 5)


@pytest.mark.ability("Strong Quaxos' Eye", 1)
def test_dice_alike_are_offered_once_whatever_they_showed_before() -> None:
    """They are not rolled yet: what they showed in an earlier turn is of no importance."""
    play = (
        table()
        .locked(0, STRONG)
        .bag(0, "Assistant@Q1", "Assistant@C1:1/2", "Portal@W2")
        .start("score")
    )
    assert len(play.options) == 2


@pytest.mark.ability("Strong Quaxos' Eye", 1)
@pytest.mark.parametrize(("holder", "face"), [(1, "K"), (0, "C1:1/2")])
def test_other_players_and_the_creature_face_are_not_cursed(holder: int, face: str) -> None:
    play = (
        table()
        .ready(holder, f"{STRONG}@{face}")
        .bag(0, *[COIN] * 8)
        .glory(0, 3)
        .glory(1, 3)
        .start("score")
    )
    if holder == 0:
        play.do("pass")  # it scored
    assert play.seat == 0
    assert len(play.dice(0, "active")) == 6
    assert play.glory == (3 + (2 if holder == 0 else 0), 3)


@pytest.mark.ability("Strong Quaxos' Eye", 1)
def test_each_draw_is_another_choice_in_other_players_turns_as_well() -> None:
    """A Portal's draw; and a Mighty Goblin's that falls in seat 0's turn."""
    own = (
        table().locked(0, STRONG).active(0, "Portal@W1").bag(0, COIN).glory(0, 1).start("immediate")
    )
    own.do("draw Portal", "no")  # the only die drawn goes without a question
    assert own.dice(0, "used") == [COIN]
    assert own.dice(0, "active") == []
    assert own.glory == (1, 0)

    other = (
        table()
        .locked(1, STRONG)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*")
        .bag(1, COIN, COIN)
        .glory(1, 1)
        .start("attack")
    )
    assert (other.seat, other.kind) == (1, "may")
    other.do("yes")
    assert other.glory == (0, 0)
    assert other.dice(1, "active") == [COIN, COIN]
    assert settled(other)


# --- Mighty Quaxos' Eye: weaker creatures -------------------------------------------------------


@pytest.mark.ability("Mighty Quaxos' Eye", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["K", "K**"])
def test_its_holders_creatures_have_one_attack_and_one_defense_less(
    face: str, edition: str
) -> None:
    """Not below 0 and 1; immune ones too, for the Eye is the holder's own."""
    play = (
        table(2, edition)
        .locked(0, f"{MIGHTY}@{face}")
        .ready(
            0, "Witching Hag@C2:4/5", "Devotee of the Holy Query@C1:0/3", "Poison Dart Frog@C1:1/1"
        )
        .ready(0, "Mighty Quake Dragon Mystic@C3:4/5*")
        .ready(1, "Witching Hag@C2:4/5")
        .start("capture")
    )
    numbers = {
        name: (play.attack(0, name), play.defense(0, name))
        for name in play.dice(0, "ready")
        if name != MIGHTY
    }
    assert numbers == {
        "Witching Hag": (3, 4),
        "Devotee of the Holy Query": (0, 2),
        "Poison Dart Frog": (0, 1),
        "Mighty Quake Dragon Mystic": (3, 4),
    }
    assert (play.attack(1, "Witching Hag"), play.defense(1, "Witching Hag")) == (4, 5)


@pytest.mark.ability("Mighty Quaxos' Eye", 1)
@pytest.mark.parametrize(("where", "total"), [("locked", 3), ("creature", 5), ("nowhere", 4)])
def test_it_counts_in_the_attack(where: str, total: int) -> None:
    """As a creature it attacks with 1 itself and weakens nobody."""
    position = table().ready(0, "Witching Hag@C2:4/5").ready(1, "Warrior of the Quay@C2:3/4")
    if where == "locked":
        position.locked(0, MIGHTY)
    elif where == "creature":
        position.ready(0, f"{MIGHTY}@C1:1/2")
    play = position.start("attack")
    assert totals(play) == [total]
    assert play.dice(1, "ready") == (["Warrior of the Quay"] if where == "locked" else [])


@pytest.mark.ability("Mighty Quaxos' Eye", 1)
def test_locked_with_a_defender_it_makes_the_defenders_fall() -> None:
    """A Hag of 5 has 4 and falls to 4; unlocked, she would hold."""
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .locked(1, MIGHTY)
        .ready(1, "Witching Hag@C2:4/5")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Witching Hag"]
    assert play.dice(1, "ready") == [MIGHTY]
