"""The four Harmony cards: defense, turning dice, scoring together, and unlocking.

Faces of the die: Q1, Q2, Q2, S, S, S; no bursts.
"""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled, totals

SETS = ("base", "quest_of_the_qladiator")
CANTRIP, CHARM, INCANTATION, SPELL = (
    "Harmony Cantrip",
    "Harmony Charm",
    "Harmony Incantation",
    "Harmony Spell",
)
IMMUNE = "Strong Qladiator@C3:7/6**"
COIN = "Basic Quiddity"


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Harmony Cantrip ----------------------------------------------------------------------------


@pytest.mark.ability("Harmony Cantrip", 0)
@in_all_editions
def test_the_casters_creatures_have_two_more_defense(edition: str) -> None:
    """Those that are there when it is cast; neither locked ones nor the opponents'."""
    play = (
        table(2, edition)
        .ready(0, f"{CANTRIP}@S", "Witching Hag@C1:3/3", "Assistant@C1:1/2")
        .locked(0, "Quaxos' Eye")
        .active(0, "Scavenging Goblin@C1:2/2", f"{COIN}@Q1")
        .ready(1, "Ghostly Spirit@C2:3/3")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.defense(0, "Witching Hag") == 5
    assert play.defense(0, "Assistant") == 4
    assert play.defense(0, "Quaxos' Eye") == 0
    assert play.defense(1, "Ghostly Spirit") == 3
    assert play.attack(0, "Witching Hag") == 3
    play.do("summon Scavenging Goblin")
    assert play.defense(0, "Scavenging Goblin") == 2
    assert CANTRIP in play.dice(0, pile(edition))


@pytest.mark.ability("Harmony Cantrip", 0)
@pytest.mark.parametrize(("total", "falls"), [(4, False), (5, True)])
def test_it_lasts_through_the_opponents_turns(total: int, falls: bool) -> None:
    """The boundary in seat 1's attack: a Hag of 3 + 2 stands 4 and falls to 5."""
    play = (
        table()
        .ready(0, f"{CANTRIP}@S", "Witching Hag@C1:3/3")
        .active(0, f"{COIN}@Q1")
        .bag(1, "Deathdealer", "Assistant", COIN, COIN)
        .draws("Deathdealer", "Assistant", COIN, COIN)
        .rolls("Deathdealer@C2:4/4", "Assistant@C1:1/2", f"{COIN}@Q2", f"{COIN}@Q2")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}", "pass")
    assert play.active == 1
    assert play.defense(0, "Witching Hag") == 5
    play.do("summon Deathdealer")
    if total == 5:
        play.do("summon Assistant")
    while play.kind == "ready":
        play.do("pass")
    assert totals(play) == [total]
    assert play.dice(0, "ready") == ([] if falls else ["Witching Hag"])


@pytest.mark.ability("Harmony Cantrip", 0)
def test_it_ends_when_the_casters_next_turn_begins() -> None:
    """The Hag scores then; nothing is left of the effect."""
    play = (
        table()
        .ready(0, f"{CANTRIP}@S", "Witching Hag@C1:3/3")
        .active(0, f"{COIN}@Q1")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert len(queries.effects(play.state)) == 1
    play.do("pass")
    while play.active == 1:
        play.do("pass")
    assert queries.effects(play.state) == []
    assert play.glory == (3, 0)


@pytest.mark.ability("Harmony Cantrip", 0)
@pytest.mark.rule("15.6")
def test_without_a_creature_it_is_not_offered() -> None:
    play = (
        table()
        .ready(0, f"{CANTRIP}@S")
        .locked(0, "Quaxos' Eye")
        .active(0, f"{COIN}@Q1")
        .start("ready")
    )
    assert f"cast {CANTRIP} [S]" not in play.options


# --- Harmony Charm ------------------------------------------------------------------------------


@pytest.mark.ability("Harmony Charm", 0)
@pytest.mark.rule("13.8")
@in_all_editions
@pytest.mark.parametrize(
    ("seat", "name", "face"),
    [
        (0, "Quake Dragon", "C3:8/7**"),
        (0, "Witching Hag", "C2:4/5"),
        (1, "Questing Wizard", "C2:3/6"),
        (2, "Devotee of the Holy Query", "C1:0/3"),
    ],
)
def test_one_of_yours_goes_up_or_one_of_theirs_goes_down(
    seat: int, name: str, face: str, edition: str
) -> None:
    """To the next level; nobody else is turned, and an immune creature cannot be chosen."""
    play = (
        table(3, edition)
        .ready(0, f"{CHARM}@S", "Quake Dragon@C2:6/6*", "Witching Hag@C1:3/3")
        .active(0, f"{COIN}@Q1")
        .ready(1, "Questing Wizard@C3:4/8**", IMMUNE)
        .ready(2, "Devotee of the Holy Query@C2:2/4*")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    before = {other: play.faces(other, "ready") for other in range(3)}
    play.do(f"cast {CHARM}")
    assert set(play.options) == {
        "rotate Quake Dragon [C2:6/6*] in seat 0's ready",
        "rotate Witching Hag [C1:3/3] in seat 0's ready",
        "rotate Questing Wizard [C3:4/8**] in seat 1's ready",
        "rotate Devotee of the Holy Query [C2:2/4*] in seat 2's ready",
    }
    play.do(f"rotate {name}")
    after = {other: play.faces(other, "ready") for other in range(3)}
    before[0].remove(f"{CHARM}@S")
    changed = [
        (other, text) for other in range(3) for text in after[other] if text not in before[other]
    ]
    assert changed == [(seat, f"{name}@{face}")]
    assert settled(play)


@pytest.mark.ability("Harmony Charm", 0)
@pytest.mark.parametrize(
    ("seat", "die"), [(0, "Quake Dragon@C3:8/7**"), (1, "Quake Dragon@C1:4/4")]
)
def test_at_its_highest_or_lowest_level_a_creature_stays_as_it_is(seat: int, die: str) -> None:
    play = table().ready(0, f"{CHARM}@S").ready(seat, die).active(0, f"{COIN}@Q1").start("ready")
    play.do(f"cast {CHARM}")
    assert play.faces(seat, "ready") == [die]
    assert play.happened("rotate") == []


@pytest.mark.ability("Harmony Charm", 0)
@pytest.mark.rule("11.3")
@pytest.mark.parametrize(
    ("die", "up"),
    [
        ("Frost Howler@K", "Frost Howler@C1:4/4"),
        ("Quake Dragon Mystic@K*", "Quake Dragon Mystic@C2:2/4"),
        ("Poison Dart Frog@K", "Poison Dart Frog@C1:1/1"),
        ("Quaxos' Eye@K**", "Quaxos' Eye@C1:1/2"),
    ],
)
def test_ones_own_locked_creature_takes_its_lowest_creature_face(die: str, up: str) -> None:
    """It is in the ordinary Ready Area then: neither unlocked nor summoned, and it attacks."""
    name = die.partition("@")[0]
    play = (
        table()
        .ready(0, f"{CHARM}@S")
        .locked(0, die)
        .active(0, f"{COIN}@Q1")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do(f"cast {CHARM}", f"rotate {name}")
    assert play.faces(0, "ready") == [up]
    assert play.happened("unlock") == []
    assert play.happened("summon") == []
    assert totals(play) == [int(up.split(":")[1][0])]


@pytest.mark.ability("Harmony Charm", 0)
def test_an_opponents_locked_creature_has_no_lower_level() -> None:
    """Level 0: chosen, it stays locked."""
    play = (
        table()
        .ready(0, f"{CHARM}@S")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Frost Howler")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert play.faces(1, "ready") == ["Frost Howler@K"]


@pytest.mark.ability("Harmony Charm", 0)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(("creature", "offered"), [(IMMUNE, False), ("Assistant@C1:1/2", True)])
def test_with_nobody_to_turn_it_is_not_offered(creature: str, offered: bool) -> None:
    play = table().ready(0, f"{CHARM}@S").active(0, f"{COIN}@Q1").ready(1, creature).start("ready")
    assert (f"cast {CHARM} [S]" in play.options) is offered


# --- Harmony Incantation ------------------------------------------------------------------------


@pytest.mark.ability("Harmony Incantation", 0)
@in_all_editions
def test_it_is_attached_to_ones_own_creature(edition: str) -> None:
    play = (
        table(2, edition)
        .ready(0, f"{INCANTATION}@S", "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do(f"cast {INCANTATION}")
    assert set(play.options) == {
        "attach Assistant [C1:1/2] in seat 0's ready",
        "attach Witching Hag [C1:3/3] in seat 0's ready",
    }
    play.do("attach Witching Hag")
    assert play.dice(0, "attached") == [INCANTATION]


@pytest.mark.ability("Harmony Incantation", 0)
@in_all_editions
@pytest.mark.parametrize(("others", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_its_carrier_earns_more_in_company(others: int, bonus: int, edition: str) -> None:
    """1 more if two score, 2 more if three or more do; a locked creature does not score."""
    play = (
        table(2, edition)
        .ready(0, "Witching Hag@C1:3/3", *["Assistant@C1:1/2"] * others)
        .locked(0, "Frost Howler")
        .attached(0, f"{INCANTATION}@S", 0, "Witching Hag")
        .ready(1, "Assistant@C1:1/2")
        .start("score")
    )
    assert play.glory == (3 + bonus + others, 0)
    assert [event[4] for event in play.happened("score")] == [3 + bonus] + [1] * others
    assert INCANTATION in play.dice(0, "used")


@pytest.mark.ability("Harmony Incantation", 0)
def test_only_the_carrier_and_only_in_phase_one_together() -> None:
    """A Strong Deathdealer that scores in mid-turn scores alone, with an Assistant beside it."""
    play = (
        table()
        .ready(0, "Strong Deathdealer@C1:3/2", "Assistant@C1:1/2")
        .attached(0, f"{INCANTATION}@S", 0, "Strong Deathdealer")
        .ready(1, "Warrior of the Quay@C1:2/3")
        .start("attack")
    )
    assert play.glory == (2, 0)
    assert play.dice(0, "ready") == ["Assistant"]


@pytest.mark.ability("Harmony Incantation", 0)
def test_it_goes_to_the_used_pile_with_a_destroyed_carrier() -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, f"{INCANTATION}@S", 1, "Scavenging Goblin")
        .start("attack")
    )
    assert play.dice(1, "used") == [INCANTATION, "Scavenging Goblin"]


# --- Harmony Spell ------------------------------------------------------------------------------


@pytest.mark.ability("Harmony Spell", 0)
@in_all_editions
@pytest.mark.parametrize("name", ["Pink Eye Cyclops", "Frost Howler", "Quaxos' Eye"])
def test_it_unlocks_any_locked_die_and_draws_and_rolls_one(name: str, edition: str) -> None:
    """Even one that cannot be bought off; its owner's pile depends on whose turn it is."""
    play = (
        table(3, edition)
        .ready(0, f"{SPELL}@S")
        .locked(0, "Pink Eye Cyclops")
        .locked(1, "Frost Howler")
        .locked(2, "Quaxos' Eye@K**")
        .bag(0, "Portal")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert set(play.options) == {
        "unlock-die Pink Eye Cyclops [K] in seat 0's ready",
        "unlock-die Frost Howler [K] in seat 1's ready",
        "unlock-die Quaxos' Eye [K**] in seat 2's ready",
    }
    # The Cyclops, if it still lies there, has the Portal rolled once more.
    play.rolls(*["Portal@Q1"] * (1 if name == "Pink Eye Cyclops" else 2))
    play.do(f"unlock-die {name}")
    seat = ["Pink Eye Cyclops", "Frost Howler", "Quaxos' Eye"].index(name)
    assert name in play.dice(seat, pile(edition) if seat == 0 else "used")
    assert play.faces(0, "active") == ["Portal@Q1"]
    assert sum(len(play.dice(other, "ready")) for other in range(3)) == 2
    assert play.happened("destroy") == []
    assert settled(play)


@pytest.mark.ability("Harmony Spell", 0)
def test_what_it_draws_may_be_used_at_once() -> None:
    """Immediate effects are open again (5.4)."""
    play = (
        table()
        .ready(0, f"{SPELL}@S")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Frost Howler")
        .bag(0, "Portal")
        .rolls("Portal@W1")
        .used(0, COIN)
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.kind == "immediate"
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    assert play.dice(1, "used") == ["Frost Howler"]


@pytest.mark.ability("Harmony Spell", 0)
@pytest.mark.rule("11.4")
@pytest.mark.parametrize("how", ["nothing", "new"])
def test_without_a_die_to_unlock_it_is_not_offered(how: str) -> None:
    """A die locked this turn cannot be chosen."""
    position = table().ready(0, f"{SPELL}@S").bag(0, "Portal")
    if how == "nothing":
        play = position.active(0, f"{COIN}@Q1").start("ready")
    else:
        play = position.active(0, "Frost Howler@K", f"{COIN}@Q1").start("ready")
        play.do("lock Frost Howler")
    assert set(play.options) == {f"spend {COIN} [Q1] for 1 quiddity", "pass"}


@pytest.mark.ability("Harmony Spell", 0)
def test_with_nothing_to_draw_it_still_unlocks() -> None:
    play = (
        table()
        .ready(0, f"{SPELL}@S")
        .active(0, f"{COIN}@Q1")
        .locked(1, "Frost Howler")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.dice(1, "used") == ["Frost Howler"]
    assert play.dice(0, "active") == [COIN]
    assert settled(play)
