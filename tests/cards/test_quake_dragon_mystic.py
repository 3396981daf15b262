"""The Quake Dragon Mystics: gifts for draws, captures for Glory, and quakes when locked.

Faces of the die: Q1, Q2, K, K*, C2:2/4, C3:4/5*; a lock face and a creature face bear the burst.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled, totals

SETS = ("base", "quest_of_the_qladiator")
PLAIN, STRONG, MIGHTY = (
    "Quake Dragon Mystic",
    "Strong Quake Dragon Mystic",
    "Mighty Quake Dragon Mystic",
)
COIN = "Basic Quiddity"


def table(players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, edition=edition, sets=SETS)


# --- Quake Dragon Mystic: quiddity for draws ------------------------------------------------------


@pytest.mark.ability("Quake Dragon Mystic", 0)
@pytest.mark.ability("Quake Dragon Mystic", 1)
@pytest.mark.rule("11.6")
@in_all_editions
@pytest.mark.parametrize(
    ("holder", "face", "pool"), [(0, "K", 1), (1, "K", 1), (0, "K*", 1), (1, "K*", 0)]
)
def test_the_six_dice_of_phase_two_give_one_quiddity(
    holder: int, face: str, pool: int, edition: str
) -> None:
    """To the player who draws; on the burst face to its holder only."""
    play = (
        table(2, edition)
        .locked(holder, f"{PLAIN}@{face}")
        .bag(0, *[COIN] * 6)
        .rolls(*[f"{COIN}@Q1"] * 6)
        .start("score")
    )
    assert play.kind == "ready"
    assert play.pool == pool
    assert len(play.dice(0, "active")) == 6
    assert len(play.happened("quiddity")) == pool
    assert settled(play)


@pytest.mark.ability("Quake Dragon Mystic", 0)
def test_every_draw_counts_once_and_the_quiddity_is_gone_at_the_end_of_the_turn() -> None:
    """A Portal's two dice are one draw, a second Portal's another."""
    play = (
        table()
        .locked(1, PLAIN)
        .active(0, "Portal@W2", "Portal@W1")
        .bag(0, *[COIN] * 3)
        .rolls(*[f"{COIN}@Q1"] * 3)
        .start("immediate")
    )
    play.do("draw Portal [W2]")
    assert play.pool == 1
    play.do("draw Portal [W1]")
    assert play.pool == 2
    while play.active == 0:
        play.do("pass")
    assert play.pool == 0


@pytest.mark.ability("Quake Dragon Mystic", 0)
@pytest.mark.ability("Quake Dragon Mystic", 1)
@pytest.mark.parametrize(("face", "holder", "pool"), [("K", 1, 2), ("K*", 0, 2), ("K*", 1, 0)])
def test_a_draw_in_phase_one_counts_too(face: str, holder: int, pool: int) -> None:
    """A Strong Defender's die, then the six of phase 2."""
    play = (
        table()
        .locked(holder, f"{PLAIN}@{face}")
        .ready(0, "Strong Defender of the Pale@C1:1/5*")
        .bag(0, *[COIN] * 7)
        .start("score")
    )
    play.do("yes", "pass")
    assert play.kind == "ready"
    assert len(play.dice(0, "active")) == 7
    assert play.pool == pool


@pytest.mark.ability("Quake Dragon Mystic", 0)
@pytest.mark.parametrize(("bag", "pool"), [([], 0), ([COIN], 1)])
def test_a_draw_that_finds_nothing_is_none(bag: list[str], pool: int) -> None:
    play = (
        table()
        .locked(1, PLAIN)
        .bag(0, *bag)
        .ready(0, "Life Spell@S")
        .used(1, "Assistant")
        .start("score")
    )
    assert play.pool == pool


@pytest.mark.ability("Quake Dragon Mystic", 0)
def test_draws_in_another_players_turn_give_nothing() -> None:
    """A Mighty Goblin that falls draws two for seat 1 in seat 0's turn."""
    play = (
        table()
        .locked(0, PLAIN)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Mighty Scavenging Goblin@C1:2/2*")
        .bag(1, COIN, COIN)
        .start("attack")
    )
    assert play.dice(1, "active") == [COIN, COIN]
    assert play.pool == 1  # the Hag's ability; and nothing for the draw
    assert settled(play)


@pytest.mark.ability("Quake Dragon Mystic", 0)
@pytest.mark.ability("Quake Dragon Mystic", 1)
@pytest.mark.parametrize("face", ["C2:2/4", "C3:4/5*"])
def test_as_a_creature_it_gives_no_quiddity(face: str) -> None:
    play = table().ready(1, f"{PLAIN}@{face}").bag(0, *[COIN] * 6).start("score")
    assert play.pool == 0


@pytest.mark.ability("Quake Dragon Mystic", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "glory"), [("C2:2/4", 3), ("C3:4/5*", 4)])
def test_it_earns_one_more_with_the_burst(face: str, glory: int, edition: str) -> None:
    play = table(2, edition).ready(0, f"{PLAIN}@{face}", "Assistant@C1:1/2").start("score")
    assert play.glory == (glory + 1, 0)
    assert [event[4] for event in play.happened("score")] == [glory, 1]


# --- Strong Quake Dragon Mystic -------------------------------------------------------------------


def rich(face: str, glory: int = 2, *, edition: str = "qultimate") -> Play:
    """In phase 4 with 8 quiddity: two Portals cost just that."""
    return (
        table(2, edition)
        .locked(0, f"{STRONG}@{face}")
        .locked(1, "Quaxos' Eye@K**")
        .active(0, *[f"{COIN}@Q2"] * 4)
        .glory(0, glory)
        .start("capture")
    )


@pytest.mark.ability("Strong Quake Dragon Mystic", 0)
@pytest.mark.rule("11.7")
@in_all_editions
def test_one_glory_buys_another_capture_once_a_turn(edition: str) -> None:
    """Before or after the usual one, at the full price."""
    play = rich("K", edition=edition)
    assert f"switch {STRONG} [K]" in play.options
    play.do("capture Portal")
    assert set(play.options) == {
        f"switch {STRONG} [K]",
        f"unlock {STRONG} [K] with seat 0",
        "pass",
    }
    play.do(f"switch {STRONG}")
    assert play.glory == (1, 0)
    assert f"switch {STRONG} [K]" not in play.options
    assert "capture Portal for 4" in play.options
    play.do("capture Portal")
    assert play.dice(0, "used").count("Portal") == 2


@pytest.mark.ability("Strong Quake Dragon Mystic", 1)
def test_with_the_burst_that_capture_costs_two_less() -> None:
    """4 - 2 for the one that follows; the third is not allowed, the pool keeps what is left."""
    play = rich("K*")
    play.do("capture Portal")
    assert set(play.options) == {
        f"switch {STRONG} [K*]",
        f"unlock {STRONG} [K*] with seat 0",
        "pass",
    }
    play.do(f"switch {STRONG}")
    assert "capture Portal for 2" in play.options
    assert "capture Basic Quiddity for 0" in play.options
    play.do("capture Portal")
    assert play.glory == (1, 0)
    assert [event[4] for event in play.happened("capture")] == [4, 2]
    assert set(play.options) == {f"unlock {STRONG} [K*] with seat 0", "pass"}


@pytest.mark.ability("Strong Quake Dragon Mystic", 1)
def test_the_discount_is_for_one_capture_and_never_takes_a_price_below_nothing() -> None:
    """Bought first, it lowers the next capture; the one after that costs the full price."""
    play = (
        table()
        .locked(0, f"{STRONG}@K*")
        .active(0, *[f"{COIN}@Q2"] * 4)
        .glory(0, 2)
        .start("capture")
    )
    assert "capture Assistant for 1" in play.options
    play.do(f"switch {STRONG}")
    assert "capture Assistant for 0" in play.options
    assert "capture Portal for 2" in play.options
    play.do("capture Assistant")
    assert "capture Portal for 4" in play.options
    play.do("capture Portal")
    assert [event[4] for event in play.happened("capture")] == [0, 4]


@pytest.mark.ability("Strong Quake Dragon Mystic", 0)
@pytest.mark.ability("Strong Quake Dragon Mystic", 1)
@pytest.mark.rule("11.7")
@pytest.mark.parametrize("face", ["K", "K*"])
@pytest.mark.parametrize(("glory", "offered"), [(0, False), (1, True)])
def test_without_a_glory_it_cannot_be_used(face: str, glory: int, offered: bool) -> None:
    play = rich(face, glory)
    assert (f"switch {STRONG} [{face}]" in play.options) is offered


@pytest.mark.ability("Strong Quake Dragon Mystic", 0)
@pytest.mark.ability("Strong Quake Dragon Mystic", 1)
@pytest.mark.parametrize("face", ["K", "K*"])
def test_only_in_phase_four_of_its_holders_turns_and_again_every_turn(face: str) -> None:
    play = (
        table()
        .locked(0, f"{STRONG}@{face}")
        .active(0, f"{COIN}@Q1")
        .glory(0, 5)
        .glory(1, 5)
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    switch = f"switch {STRONG} [{face}]"
    assert switch not in play.options
    play.do("pass")
    assert switch in play.options
    play.do(switch, "pass")
    assert play.active == 1
    assert switch not in play.options
    while play.active == 1:
        play.do("pass")
    while play.kind != "capture":
        play.do("pass")
    assert play.active == 0
    assert switch in play.options
    assert play.glory == (4, 5)


@pytest.mark.ability("Strong Quake Dragon Mystic", 0)
@pytest.mark.ability("Strong Quake Dragon Mystic", 1)
def test_as_a_creature_it_sells_no_captures() -> None:
    play = (
        table().ready(0, f"{STRONG}@C3:4/5*").active(0, f"{COIN}@Q1").glory(0, 5).start("capture")
    )
    assert not any(text.startswith("switch") for text in play.options)


@pytest.mark.ability("Strong Quake Dragon Mystic", 2)
@in_all_editions
@pytest.mark.parametrize("face", ["C2:2/4", "C3:4/5*"])
def test_when_it_scores_with_the_burst_a_die_may_be_drawn(face: str, edition: str) -> None:
    """Optional (4.4); it waits in the Active Pool and is rolled with the six of phase 2."""
    play = table(2, edition).ready(0, f"{STRONG}@{face}").bag(0, *[COIN] * 8).start("score")
    assert play.glory == (3, 0)
    if face == "C3:4/5*":
        assert play.options == [f"yes {STRONG} draws", "no"]
        play.do("yes")
        assert play.dice(0, "active") == [COIN]
        assert play.happened("roll") == []
    assert set(play.options) == {f"cull {STRONG}", "pass"}
    play.do("pass")
    assert len(play.dice(0, "active")) == (7 if face == "C3:4/5*" else 6)


@pytest.mark.ability("Strong Quake Dragon Mystic", 2)
def test_the_draw_may_be_declined() -> None:
    play = table().ready(0, f"{STRONG}@C3:4/5*").bag(0, *[COIN] * 8).start("score")
    play.do("no")
    assert play.dice(0, "active") == []
    assert play.kind == "cull"


# --- Mighty Quake Dragon Mystic -------------------------------------------------------------------


@pytest.mark.ability("Mighty Quake Dragon Mystic", 0)
@pytest.mark.ability("Mighty Quake Dragon Mystic", 1)
@in_all_editions
@pytest.mark.parametrize("face", ["K", "K*"])
def test_when_it_is_locked_all_level_one_creatures_are_destroyed(face: str, edition: str) -> None:
    """Its owner's own only without the burst; level 2 and locked creatures (level 0) are safe."""
    play = (
        table(3, edition)
        .active(0, f"{MIGHTY}@{face}", f"{COIN}@Q1")
        .ready(0, "Assistant@C1:1/2", "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Questing Wizard@C1:2/5", "Ghostly Spirit@C2:3/3")
        .attached(1, "Life Cantrip@S", 1, "Questing Wizard")
        .locked(1, "Quaxos' Eye")
        .ready(2, "Quake Dragon@C1:4/4")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"lock {MIGHTY}")
    own = ["Assistant@C1:1/2"] if face == "K*" else []
    assert play.faces(0, "ready") == [*own, f"{MIGHTY}@{face}", "Witching Hag@C2:4/5"]
    assert play.dice(0, "used") == ([] if face == "K*" else ["Assistant"])
    assert play.dice(1, "ready") == ["Ghostly Spirit", "Quaxos' Eye"]
    assert play.dice(1, "used") == ["Life Cantrip", "Questing Wizard", "Scavenging Goblin"]
    assert play.dice(2, "used") == ["Quake Dragon"]
    assert settled(play)


@pytest.mark.ability("Mighty Quake Dragon Mystic", 0)
@pytest.mark.ability("Mighty Quake Dragon Mystic", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", ["K", "K*"])
def test_immunity_saves_opponents_creatures_but_not_its_owners(face: str) -> None:
    """Gnome Barbarians of level 1 with Immunity, on both sides."""
    gnome = "Gnome Barbarian@C1:1/3*"
    play = (
        Position(sets=("base", "quarmageddon", "quest_of_the_qladiator"))
        .active(0, f"{MIGHTY}@{face}", f"{COIN}@Q1", "Assistant@C1:1/2")
        .ready(0, gnome)
        .ready(1, gnome, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"lock {MIGHTY}")
    assert play.dice(1, "ready") == ["Gnome Barbarian"]
    assert play.dice(1, "used") == ["Assistant"]
    assert ("Gnome Barbarian" in play.dice(0, "ready")) is (face == "K*")
    assert settled(play)


@pytest.mark.ability("Mighty Quake Dragon Mystic", 0)
@pytest.mark.ability("Mighty Quake Dragon Mystic", 1)
@pytest.mark.parametrize("face", ["K", "K*"])
def test_the_quake_happens_once(face: str) -> None:
    """A Mystic that was locked before destroys nobody; nor does one that is summoned."""
    play = (
        table()
        .locked(0, f"{MIGHTY}@{face}")
        .active(0, "Assistant@C1:1/2", f"{COIN}@Q1")
        .ready(1, "Warrior of the Quay@C1:2/3")
        .start("ready")
    )
    play.do("summon Assistant")
    assert play.happened("destroy") == []
    assert play.dice(1, "ready") == ["Warrior of the Quay"]

    summoned = (
        table()
        .active(0, f"{MIGHTY}@C2:2/4", f"{COIN}@Q2")
        .ready(1, "Warrior of the Quay@C1:2/3")
        .start("ready")
    )
    summoned.do(f"summon {MIGHTY}")
    assert summoned.happened("destroy") == []


@pytest.mark.ability("Mighty Quake Dragon Mystic", 2)
@in_all_editions
@pytest.mark.parametrize("face", ["K", "K*"])
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_while_it_is_locked_opponents_level_one_creatures_add_nothing(
    holder: int, face: str, edition: str
) -> None:
    """Against anybody; level 2 counts, and so do its holder's own."""
    play = (
        table(3, edition)
        .locked(holder, f"{MIGHTY}@{face}")
        .ready(0, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C2:3/3")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == ([5, 5] if holder == 0 else [3, 3])
    assert settled(play)


@pytest.mark.ability("Mighty Quake Dragon Mystic", 2)
def test_immune_level_one_attackers_count_and_bonuses_of_others_do_not() -> None:
    play = (
        Position(sets=("base", "quarmageddon", "quest_of_the_qladiator"))
        .locked(1, f"{MIGHTY}@K")
        .ready(0, "Gnome Barbarian@C1:1/3*", "Scavenging Goblin@C1:2/2")
        .attached(0, "Death Charm@S*", 0, "Scavenging Goblin")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert totals(play) == [1]


@pytest.mark.ability("Mighty Quake Dragon Mystic", 2)
@pytest.mark.parametrize("face", ["C2:2/4", "C3:4/5*"])
def test_as_a_creature_it_lets_level_one_attack(face: str) -> None:
    play = table().ready(0, "Scavenging Goblin@C1:2/2").ready(1, f"{MIGHTY}@{face}").start("attack")
    assert totals(play) == [2]


@pytest.mark.ability("Mighty Quake Dragon Mystic", 3)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(("face", "reached"), [("C2:2/4", True), ("C3:4/5*", False), ("K*", True)])
def test_it_is_immune_on_its_bursting_creature_face_only(face: str, reached: bool) -> None:
    """The burst of the lock face has an ability of its own."""
    play = (
        table()
        .ready(0, "Death Incantation@S**")
        .ready(1, f"{MIGHTY}@{face}", "Assistant@C1:1/2", "Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert (f"destroy {MIGHTY} [{face}] in seat 1's ready" in play.options) is reached
    assert "destroy Assistant [C1:1/2] in seat 1's ready" in play.options
