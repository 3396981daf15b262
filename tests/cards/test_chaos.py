"""The four Chaos cards: creatures are rolled again, Locked Areas change hands.

Faces of the die: Q1, Q2, R, S*, S*, S**; the burst says how much of it happens.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled, totals

SETS = ("base", "quest_of_the_qladiator")
CANTRIP, CHARM, INCANTATION, SPELL = (
    "Chaos Cantrip",
    "Chaos Charm",
    "Chaos Incantation",
    "Chaos Spell",
)
IMMUNE = "Strong Qladiator@C3:7/6**"
COIN = "Basic Quiddity"


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Chaos Cantrip ----------------------------------------------------------------------------


@pytest.mark.ability("Chaos Cantrip", 0)
@pytest.mark.ability("Chaos Cantrip", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_everybodys_creatures_are_rolled_again_where_they_lie(face: str, edition: str) -> None:
    """With two bursts not the caster's own; what shows no creature goes, not destroyed."""
    single = face == "S*"
    play = (
        table(3, edition)
        .ready(0, f"{CANTRIP}@{face}", "Assistant@C1:1/2")
        .locked(0, "Frost Howler")
        .active(0, f"{COIN}@Q1")
        .ready(1, "Witching Hag@C1:3/3", IMMUNE)
        .attached(1, "Life Cantrip@S", 1, "Witching Hag")
        .ready(2, "Scavenging Goblin@C1:2/2", "Poison Dart Frog@C2:2/1")
        .locked(2, "Quaxos' Eye")
        .start("ready")
    )
    rolled = {
        play.die(1, "ready", "Witching Hag"): "Witching Hag@C2:4/5",
        play.die(2, "ready", "Scavenging Goblin"): "Scavenging Goblin@Q1",
        play.die(2, "ready", "Poison Dart Frog"): "Poison Dart Frog@K",
    }
    if single:
        rolled[play.die(0, "ready", "Assistant")] = "Assistant@Q1"
    play.rolls(*(rolled[die] for die in sorted(rolled)))  # in the order of the cards at the table
    play.do(f"cast {CANTRIP}")
    assert play.faces(1, "ready") == [IMMUNE, "Witching Hag@C2:4/5"]
    assert play.dice(1, "attached") == ["Life Cantrip"]  # she stayed, and so did her spell
    assert play.faces(2, "ready") == ["Quaxos' Eye@K"]
    assert play.dice(2, "used") == ["Poison Dart Frog", "Scavenging Goblin"]
    assert play.dice(0, "ready") == (["Frost Howler"] if single else ["Assistant", "Frost Howler"])
    assert ("Assistant" in play.dice(0, "used")) is single
    assert CANTRIP in play.dice(0, pile(edition))
    assert play.happened("destroy") == []
    assert play.happened("summon") == []
    assert len(play.happened("shake")) == (4 if single else 3)
    assert settled(play)


@pytest.mark.ability("Chaos Cantrip", 0)
@pytest.mark.rule("10.5")
def test_with_one_burst_the_casters_immune_creatures_are_rolled_too() -> None:
    play = (
        table()
        .ready(0, f"{CANTRIP}@S*", IMMUNE)
        .active(0, f"{COIN}@Q1")
        .rolls("Strong Qladiator@Q1")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.dice(0, "used") == ["Strong Qladiator"]
    assert play.dice(0, "ready") == []


@pytest.mark.ability("Chaos Cantrip", 0)
@pytest.mark.ability("Chaos Cantrip", 1)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(("face", "offered"), [("S*", True), ("S**", False)])
def test_with_nothing_to_roll_it_is_not_offered(face: str, offered: bool) -> None:
    """Only the caster has a creature: the double burst would do nothing."""
    play = (
        table()
        .ready(0, f"{CANTRIP}@{face}", "Assistant@C1:1/2")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Quaxos' Eye")
        .start("ready")
    )
    assert (f"cast {CANTRIP} [{face}]" in play.options) is offered


# --- Chaos Charm --------------------------------------------------------------------------------


@pytest.mark.ability("Chaos Charm", 0)
@pytest.mark.ability("Chaos Charm", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_it_is_attached_to_an_opponents_creature_without_immunity(face: str, edition: str) -> None:
    """The card says so itself, in the 2011 books too; locked creatures may carry spells."""
    play = (
        table(3, edition)
        .ready(0, f"{CHARM}@{face}", "Assistant@C1:1/2")
        .ready(1, "Witching Hag@C1:3/3", IMMUNE)
        .locked(2, "Quaxos' Eye")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert set(play.options) == {
        "attach Witching Hag [C1:3/3] in seat 1's ready",
        "attach Quaxos' Eye [K] in seat 2's ready",
    }
    play.do("attach Witching Hag")
    assert play.dice(0, "attached") == [CHARM]
    assert queries.carrier_of(play.state, play.die(0, "attached", CHARM)) == play.die(
        1, "ready", "Witching Hag"
    )


@pytest.mark.ability("Chaos Charm", 0)
@pytest.mark.ability("Chaos Charm", 1)
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_with_ones_own_creatures_only_it_is_not_offered(face: str) -> None:
    play = (
        table()
        .ready(0, f"{CHARM}@{face}", "Assistant@C1:1/2")
        .active(0, f"{COIN}@Q1")
        .ready(1, IMMUNE)
        .start("ready")
    )
    assert f"cast {CHARM} [{face}]" not in play.options


@pytest.mark.ability("Chaos Charm", 0)
@in_all_editions
@pytest.mark.parametrize(
    ("rolled", "glory"), [("Questing Wizard@C3:4/8**", 5), ("Questing Wizard@Q2", 1)]
)
def test_with_one_burst_the_carrier_is_rolled_before_it_scores(
    rolled: str, glory: int, edition: str
) -> None:
    """With a creature face it scores with that face; else it goes, and earns no cull either."""
    play = (
        table(2, edition)
        .ready(0, "Questing Wizard@C1:2/5", "Assistant@C1:1/2")
        .attached(1, f"{CHARM}@S*", 0, "Questing Wizard")
        .rolls(rolled)
        .start("score")
    )
    assert play.glory == (glory, 0)  # 3 and 1 for two bursts, and the Assistant's 1
    assert play.dice(1, "used") == [CHARM]
    assert play.dice(0, "used") == ["Assistant", "Questing Wizard"]
    assert play.kind == "cull"
    play.do("cull Assistant")
    assert (play.kind == "cull") is (glory == 5)


@pytest.mark.ability("Chaos Charm", 0)
def test_a_lock_face_does_not_score_and_is_not_locked() -> None:
    play = (
        table()
        .ready(0, "Frost Howler@C1:4/4")
        .attached(1, f"{CHARM}@S*", 0, "Frost Howler")
        .rolls("Frost Howler@K", *["?"] * 2)
        .bag(0, COIN)
        .start("score")
    )
    assert play.glory == (0, 0)
    assert play.dice(0, "ready") == []
    assert play.happened("cull") == []


@pytest.mark.ability("Chaos Charm", 0)
def test_two_charms_roll_it_twice_at_most() -> None:
    """If the first roll sends it away there is nothing left for the second."""
    for rolls, glory in (
        (["Witching Hag@C2:4/5", "Witching Hag@C1:3/3"], 3),
        (["Witching Hag@C2:4/5", "Witching Hag@Q1"], 0),
        (["Witching Hag@Q1"], 0),
    ):
        play = (
            table()
            .ready(0, "Witching Hag@C1:3/3")
            .attached(1, f"{CHARM}@S*", 0, "Witching Hag")
            .attached(1, f"{CHARM}@S*", 0, "Witching Hag")
            .rolls(*rolls)
            .ready(1, "Assistant@C1:1/2")
            .start("score")
        )
        assert play.glory == (glory, 0)
        assert len(play.happened("shake")) == len(rolls)
        assert play.dice(1, "used") == [CHARM, CHARM]


@pytest.mark.ability("Chaos Charm", 0)
@pytest.mark.parametrize(("rolled", "glory"), [("C2:4/4", 2), ("Q1", 0)])
def test_a_creature_that_scores_in_mid_turn_is_rolled_too(rolled: str, glory: int) -> None:
    """A Strong Deathdealer that destroys a creature would score at once."""
    play = (
        table()
        .ready(0, "Strong Deathdealer@C1:3/2")
        .attached(1, f"{CHARM}@S*", 0, "Strong Deathdealer")
        .ready(1, "Assistant@C1:1/2")
        .rolls(f"Strong Deathdealer@{rolled}")
        .start("attack")
    )
    assert play.glory == (glory, 0)
    assert "Strong Deathdealer" in play.dice(0, "used")
    assert CHARM in play.dice(1, "used")


@pytest.mark.ability("Chaos Charm", 0)
@pytest.mark.ability("Chaos Charm", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_a_carrier_that_has_become_immune_scores_as_usual(face: str) -> None:
    """Attached on another face, then turned: no effect of an opponent touches it (10.5)."""
    play = (
        table()
        .ready(0, IMMUNE)
        .attached(1, f"{CHARM}@{face}", 0, "Strong Qladiator")
        .start("score")
    )
    assert play.glory == (3, 0)
    assert play.happened("shake") == []
    assert play.dice(1, "used") == [CHARM]


@pytest.mark.ability("Chaos Charm", 1)
@in_all_editions
def test_with_two_bursts_the_carrier_earns_nothing_but_the_cull(edition: str) -> None:
    """Bonuses do not help (15.5); the Assistant beside it earns its 1."""
    play = (
        table(2, edition)
        .ready(0, "Questing Wizard@C3:4/8**", "Assistant@C1:1/2")
        .attached(1, f"{CHARM}@S**", 0, "Questing Wizard")
        .attached(0, "Victory Cantrip@S", 0, "Questing Wizard")
        .start("score")
    )
    assert play.glory == (1, 0)
    assert play.happened("shake") == []
    assert play.dice(1, "used") == [CHARM]
    play.do("cull Questing Wizard", "cull Victory Cantrip")  # two culls
    assert play.kind != "cull"


@pytest.mark.ability("Chaos Charm", 0)
@pytest.mark.ability("Chaos Charm", 1)
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_it_goes_to_its_owners_used_pile_with_a_destroyed_carrier(face: str) -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(0, f"{CHARM}@{face}", 1, "Scavenging Goblin")
        .start("attack")
    )
    assert play.dice(0, "used") == [CHARM]
    assert play.dice(1, "used") == ["Scavenging Goblin"]


# --- Chaos Incantation --------------------------------------------------------------------------


@pytest.mark.ability("Chaos Incantation", 0)
@in_all_editions
def test_with_one_burst_two_players_exchange_their_locked_dice(edition: str) -> None:
    """Seats 1 and 2; each die has a new owner, and nothing was unlocked."""
    play = (
        table(3, edition)
        .ready(0, f"{INCANTATION}@S*")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Frost Howler")
        .locked(2, "Quaxos' Eye@K**")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert set(play.options) == {
        "give Frost Howler [K] in seat 1's ready",
        "give Quaxos' Eye [K**] in seat 2's ready",
    }
    play.do("give Frost Howler")
    assert play.kind == "player"
    assert set(play.options) == {"player 0", "player 2"}
    play.do("player 2")
    assert play.faces(1, "ready") == ["Quaxos' Eye@K**"]
    assert play.faces(2, "ready") == ["Frost Howler@K"]
    assert play.dice(0, "ready") == []
    assert play.happened("unlock") == []
    assert settled(play)


@pytest.mark.ability("Chaos Incantation", 0)
def test_one_of_the_two_areas_may_be_empty() -> None:
    """The caster takes the Howler: its surcharge now is the others' problem."""
    play = (
        table(3)
        .ready(0, f"{INCANTATION}@S*")
        .active(0, "Assistant@C1:1/2", f"{COIN}@Q1")
        .locked(1, "Frost Howler")
        .start("ready")
    )
    assert "summon Assistant [C1:1/2] for 2" not in play.options
    play.do(f"cast {INCANTATION}", "player 0")
    assert play.faces(0, "ready") == ["Frost Howler@K"]
    assert play.dice(1, "ready") == []
    assert "summon Assistant [C1:1/2] for 1" in play.options


@pytest.mark.ability("Chaos Incantation", 0)
def test_with_two_players_the_other_one_needs_no_naming() -> None:
    play = (
        table()
        .ready(0, f"{INCANTATION}@S*")
        .active(0, f"{COIN}@Q1")
        .locked(0, "Quaxos' Eye")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert play.dice(0, "ready") == []
    assert play.dice(1, "ready") == ["Quaxos' Eye"]
    assert settled(play)


@pytest.mark.ability("Chaos Incantation", 0)
def test_abilities_that_work_once_do_not_work_again_after_an_exchange() -> None:
    """A Mighty Mystic that changes hands destroys nobody."""
    play = (
        table()
        .ready(0, f"{INCANTATION}@S*")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Mighty Quake Dragon Mystic@K")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert play.dice(0, "ready") == ["Mighty Quake Dragon Mystic"]
    assert play.happened("destroy") == []
    assert play.dice(1, "ready") == ["Assistant"]


@pytest.mark.ability("Chaos Incantation", 0)
@pytest.mark.ability("Chaos Incantation", 1)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_with_nothing_locked_the_incantation_is_not_offered(face: str) -> None:
    play = (
        table()
        .ready(0, f"{INCANTATION}@{face}")
        .active(0, f"{COIN}@Q1")
        .ready(1, "Frost Howler@C1:4/4")
        .start("ready")
    )
    assert play.kind != "ready"


@pytest.mark.ability("Chaos Incantation", 1)
@in_all_editions
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_with_two_bursts_any_number_of_dice_is_unlocked_for_a_quiddity_each(
    count: int, edition: str
) -> None:
    """Even those that cannot be bought off; each to its owner's pile."""
    play = (
        table(3, edition)
        .ready(0, f"{INCANTATION}@S**", "Assistant@C1:1/2")
        .locked(0, "Pink Eye Cyclops")
        .locked(1, "Frost Howler")
        .locked(2, "Quaxos' Eye@K**")
        .active(0, f"{COIN}@Q1")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert set(play.options) == {
        "unlock-die Pink Eye Cyclops [K] in seat 0's ready",
        "unlock-die Frost Howler [K] in seat 1's ready",
        "unlock-die Quaxos' Eye [K**] in seat 2's ready",
        "no",
    }
    for name in ["Pink Eye Cyclops", "Frost Howler", "Quaxos' Eye"][:count]:
        play.do(f"unlock-die {name}")
    if count < 3:
        play.do("no")
    assert play.pool == count
    assert ("Pink Eye Cyclops" in play.dice(0, pile(edition))) is (count >= 1)
    assert play.dice(1, "used") == (["Frost Howler"] if count >= 2 else [])
    assert play.dice(2, "used") == (["Quaxos' Eye"] if count == 3 else [])
    assert play.happened("destroy") == []
    assert settled(play)


@pytest.mark.ability("Chaos Incantation", 1)
@pytest.mark.rule("11.4")
def test_a_die_locked_this_turn_is_left_alone() -> None:
    play = (
        table()
        .ready(0, f"{INCANTATION}@S**")
        .active(0, "Frost Howler@K", f"{COIN}@Q1")
        .locked(1, "Pink Eye Cyclops")
        .start("ready")
    )
    play.do("lock Frost Howler", f"cast {INCANTATION}")
    assert set(play.options) == {"unlock-die Pink Eye Cyclops [K] in seat 1's ready", "no"}


# --- Chaos Spell --------------------------------------------------------------------------------


@pytest.mark.ability("Chaos Spell", 0)
@in_all_editions
@pytest.mark.parametrize(("rolled", "total"), [("C2:6/6*", 7), ("Q1", 1)])
def test_an_attacker_is_rolled_again_and_the_totals_are_counted_again(
    rolled: str, total: int, edition: str
) -> None:
    """For every defender: a Dragon of 8 has 6, or is gone, and the Assistant's 1 stays."""
    play = (
        table(3, edition)
        .ready(0, "Mighty Quake Dragon@C3:8/7**", "Assistant@C1:1/2", IMMUNE)
        .ready(1, f"{SPELL}@S*", "Defender of the Pale@C3:2/8**")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [16, 16]
    assert (play.seat, set(play.options)) == (1, {f"react {SPELL} [S*]", "pass"})
    play.do(f"react {SPELL}")
    assert set(play.options) == {
        "re-roll-die Mighty Quake Dragon [C3:8/7**] in seat 0's ready",
        "re-roll-die Assistant [C1:1/2] in seat 0's ready",
    }
    play.rolls(f"Mighty Quake Dragon@{rolled}")
    play.do("re-roll-die Mighty Quake Dragon")
    assert totals(play)[2:] == [total + 7, total + 7]
    assert ("Mighty Quake Dragon" in play.dice(0, "used")) is (rolled == "Q1")
    assert [event for event in play.happened("destroy") if event[2] == 0] == []
    assert SPELL in play.dice(1, pile(edition))
    assert settled(play)


@pytest.mark.ability("Chaos Spell", 0)
@pytest.mark.ability("Chaos Spell", 1)
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_passing_or_an_immune_attacker_leave_the_attack_as_it_is(face: str) -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, f"{SPELL}@{face}", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass")
    assert totals(play) == [4]
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert play.dice(1, "ready") == [SPELL]

    immune = (
        table()
        .ready(0, IMMUNE)
        .ready(1, f"{SPELL}@{face}", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert immune.kind == "capture"  # nothing to choose: nobody was asked
    assert immune.dice(1, "ready") == [SPELL]


@pytest.mark.ability("Chaos Spell", 0)
@pytest.mark.ability("Chaos Spell", 1)
@pytest.mark.rule("10.3")
@pytest.mark.parametrize("face", ["S*", "S**"])
def test_it_is_not_cast_in_its_owners_turn_nor_without_an_attack(face: str) -> None:
    play = (
        table()
        .ready(0, f"{SPELL}@{face}", "Witching Hag@C2:4/5")
        .active(0, f"{COIN}@Q1")
        .ready(1, f"{SPELL}@{face}")
        .start("ready")
    )
    assert play.kind != "ready"
    assert (play.seat, play.kind) == (0, "capture")


@pytest.mark.ability("Chaos Spell", 1)
@in_all_editions
@pytest.mark.parametrize("both", [True, False])
def test_with_two_bursts_up_to_two_attackers_are_rolled(both: bool, edition: str) -> None:
    """Both are chosen first; the same one not twice."""
    play = (
        table(2, edition)
        .ready(0, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3", "Assistant@C1:1/2")
        .ready(1, f"{SPELL}@S**", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [8]
    play.do(f"react {SPELL}", "re-roll-die Witching Hag")
    assert set(play.options) == {
        "re-roll-die Ghostly Spirit [C2:3/3] in seat 0's ready",
        "re-roll-die Assistant [C1:1/2] in seat 0's ready",
        "no",
    }
    assert play.happened("shake") == []
    if both:
        play.rolls("Ghostly Spirit@Q1", "Witching Hag@C1:3/3")
        play.do("re-roll-die Ghostly Spirit")
        assert play.dice(0, "used") == ["Ghostly Spirit"]
    else:
        play.rolls("Witching Hag@C1:3/3")
        play.do("no")
        assert play.dice(0, "used") == []
    assert totals(play) == [8, 4 if both else 7]
    assert len(play.happened("shake")) == (2 if both else 1)
    assert settled(play)


@pytest.mark.ability("Chaos Spell", 1)
def test_two_attackers_alike_can_both_be_chosen() -> None:
    """Offered once, and once more."""
    play = (
        table()
        .ready(0, "Assistant@C1:1/2", "Assistant@C1:1/2")
        .ready(1, f"{SPELL}@S**", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do(f"react {SPELL}")
    assert set(play.options) == {"re-roll-die Assistant [C1:1/2] in seat 0's ready", "no"}
    play.rolls("Assistant@Q1", "Assistant@Q1")
    play.do("re-roll-die Assistant")
    assert totals(play) == [2, 0]
    assert play.dice(0, "used") == ["Assistant", "Assistant"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]


@pytest.mark.ability("Chaos Spell", 0)
@pytest.mark.rule("12.3")
@pytest.mark.parametrize(("rolled", "glory"), [("Q1", 0), ("C1:3/3", 1)])
def test_a_challenger_attacks_as_well(rolled: str, glory: int) -> None:
    """Rolled beside the quest: gone, it deals nothing; with a new face it deals that."""
    play = (
        Position(sets=(*SETS, "quartifacts"))
        .ready(0, "Witching Hag@C2:4/5", "Assistant@C1:1/2")
        .ready(1, f"{SPELL}@S*")
        .quest(1, "Hunt for Exqualibur", "Deathdealer@C1:3/2")
        .start("attack")
    )
    play.do("quest Hunt for Exqualibur")
    play.rolls(f"Witching Hag@{rolled}")
    play.do(f"react {SPELL}")
    assert play.glory == (glory, 0)
    assert play.dice(1, "quest") == ([] if glory else ["Deathdealer"])
    assert play.dice(0, "used") == ["Witching Hag"]  # 3 fell her, too, if she is still there
