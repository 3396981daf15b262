"""The worked examples of the expansions' rules and answers: M and O to V (section 16).

Each is played as the book tells it, with its names and numbers, and in every edition in which it
holds: the expansions' books build on 2013, but all editions can be played with all sets.
"""

from __future__ import annotations

import pytest

from quarriors.engine.ids import log
from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, pile, settled, totals

# --- M: Immunity -------------------------------------------------------------------------------


@pytest.mark.example("M")
@pytest.mark.rule("10.5")
@in_all_editions
@pytest.mark.parametrize(("face", "immune"), [("C1:1/3*", True), ("C2:2/4", False)])
def test_m_the_gnome_barbarian_is_not_destroyed_by_the_quake_dragons_breath(
    edition: str, face: str, immune: bool
) -> None:
    """Level 1, but with Immunity if a burst is rolled; a short-lived defender all the same."""
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, f"Gnome Barbarian@{face}", "Assistant@C1:1/2", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    # The breath: every creature of level 1 without Immunity is gone before anybody defends.
    assert play.dice(1, "used")[:1] == ["Assistant"]
    assert "Scavenging Goblin" in play.dice(1, "used")
    assert "Gnome Barbarian" in play.dice(1, "used")  # 4 damage against a defense of 3, or of 4
    (defended,) = play.happened("defend")
    assert defended[4:] == (4, 3 if immune else 4)
    assert len(play.happened("destroy")) == 3
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.example("M")
@pytest.mark.rule("10.5")
@in_all_editions
def test_m_without_enough_damage_the_gnome_lives(edition: str) -> None:
    """Two Gnomes with bursts: one takes the 4, the other is left, breath or no breath."""
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, *["Gnome Barbarian@C1:1/3*"] * 2)
        .start("attack")
    )
    assert play.dice(1, "ready") == ["Gnome Barbarian"]
    assert play.dice(1, "used") == ["Gnome Barbarian"]


# --- O: a total that stands --------------------------------------------------------------------


@pytest.mark.example("O")
@pytest.mark.rule("6.2")
@in_new_editions
def test_o_the_strong_gnomes_burst_does_not_change_the_attack_total(edition: str) -> None:
    """The attacker must destroy a creature; the other players meet the original full total."""
    play = (
        Position(3, edition=edition, sets=["base", "quarmageddon"])
        .ready(0, "Witching Hag@C2:4/5", "Deathdealer@C1:3/2")
        .ready(1, "Strong Gnome Barbarian@C1:1/3*")
        .ready(2, "Defender of the Pale@C2:2/6*")
        .start("attack")
    )
    assert totals(play) == [7, 7]
    assert (play.kind, play.seat) == ("effect", 0)
    assert set(play.options) == {
        "destroy Witching Hag [C2:4/5] in seat 0's ready",
        "destroy Deathdealer [C1:3/2] in seat 0's ready",
    }
    play.do("destroy Witching Hag")
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(1, "used") == ["Strong Gnome Barbarian"]
    assert play.dice(2, "used") == ["Defender of the Pale"]  # 7 against 6, though 3 are left
    assert totals(play) == [7, 7]


@pytest.mark.example("O")
@pytest.mark.rule("6.2")
def test_o_nor_for_that_defending_player() -> None:
    play = (
        Position(sets=["base", "quarmageddon"])
        .ready(0, "Witching Hag@C2:4/5", "Deathdealer@C1:3/2")
        .ready(1, "Strong Gnome Barbarian@C1:1/3*", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("defend Strong Gnome Barbarian", "destroy Witching Hag")
    assert play.dice(1, "used") == ["Devotee of the Holy Query", "Strong Gnome Barbarian"]


# --- P and Q: Voodoo Dolls ---------------------------------------------------------------------


@pytest.mark.example("P")
@in_all_editions
def test_p_the_mighty_doll_fetches_all_dolls_from_spent_and_used_piles(edition: str) -> None:
    """They are rolled into the Active Pool and, as it is still phase 2, spent or readied."""
    doll = "Mighty Voodoo Doll"
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .active(0, f"{doll}@C2:4/3*", f"{doll}@Q2", "Basic Quiddity@Q2")
        .used(0, doll, "Assistant")
        .bag(0, doll)
        .start("ready")
    )
    play.do(f"spend {doll} [Q2]")
    assert doll in play.dice(0, pile(edition))
    play.rolls(f"{doll}@Q1", f"{doll}@C1:3/2")
    play.do(f"summon {doll}", "yes")
    assert play.faces(0, "active").count(f"{doll}@Q1") == 1
    assert play.faces(0, "active").count(f"{doll}@C1:3/2") == 1
    assert doll not in play.dice(0, "spent") + play.dice(0, "used")
    assert "Assistant" in play.dice(0, "used")  # only Voodoo Dolls
    assert play.dice(0, "bag") == [doll]  # and not from the bag
    assert f"spend {doll} [Q1] for 1 quiddity" in play.options
    # 2011 readies and summons once, after all rolling (section 0)
    can = f"summon {doll} [C1:3/2] for 1" in play.options
    assert can == (edition in ("revised", "qultimate"))


@pytest.mark.example("P")
def test_p_without_the_burst_the_doll_fetches_nothing() -> None:
    doll = "Mighty Voodoo Doll"
    play = (
        Position(sets=["base", "quarmageddon"])
        .active(0, f"{doll}@C1:3/2", "Basic Quiddity@Q2")
        .used(0, doll)
        .start("ready")
    )
    play.do(f"summon {doll}")
    assert play.dice(0, "used") == [doll]


@pytest.mark.example("Q")
@in_all_editions
@pytest.mark.parametrize("left", [2, 1, 0])
def test_q_the_strong_dolls_burst_works_with_no_assistant_left(edition: str, left: int) -> None:
    """Not optional: an Assistant if there is one; the rest of the effect works anyway."""
    doll = "Strong Voodoo Doll"
    usual = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .ready(0, f"{doll}@C1:3/2")
        .start("score")
    )
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .ready(0, f"{doll}@C2:4/3*")
        .left("Assistant", left)
        .start("score")
    )
    assert play.glory[0] == usual.glory[0] + 1
    assert play.kind == "cull"  # nobody was asked whether to take it
    assert play.dice(0, "used").count("Assistant") == min(left, 1)
    assert play.left("Assistant") == max(left - 1, 0)


# --- R and S: energies and anchored spells -----------------------------------------------------


@pytest.mark.example("R")
@pytest.mark.rule("13.5")
@in_all_editions
def test_r_quinn_captures_a_greater_quartz_golem_for_five(edition: str) -> None:
    """2 Light and 3 normal quiddity; the Golem costs 6, or 5 with at least 1 Light."""
    play = (
        Position(edition=edition, sets=["light_vs_dark"], wilds=["Greater Quartz Golem"])
        .active(0, "Large Quiddity@L2", "Large Quiddity@Q3")
        .start("capture")
    )
    assert "capture Greater Quartz Golem for 5" in play.options
    assert "capture Greater Quartz Golem for 6" not in play.options
    play.do("capture Greater Quartz Golem")
    assert play.dice(0, "used") == ["Greater Quartz Golem"]
    assert play.pool == 0
    assert play.game.active == 1  # one die a turn: the turn is over


@pytest.mark.example("R")
@pytest.mark.rule("13.5")
def test_r_five_normal_quiddity_are_not_enough() -> None:
    play = (
        Position(sets=["base", "light_vs_dark"], wilds=["Greater Quartz Golem"])
        .active(0, "Large Quiddity@Q2", "Large Quiddity@Q3", "Quake Dragon@C1:4/4")
        .start("capture")
    )
    assert not [text for text in play.options if "Greater Quartz Golem" in text]


@pytest.mark.example("S")
@pytest.mark.rule("13.7")
@pytest.mark.parametrize(
    ("creature", "glory"),
    [("Black Cat@C1:2/2", 1), ("Herald@C1:1/3", None), ("Scavenging Goblin@C1:2/2", None)],
)
def test_s_greater_archangels_anchored_spell_gains_glory_only_for_a_dark_creature(
    creature: str, glory: int | None
) -> None:
    """3 Light: destroy 1 Dark creature in any Ready Area, and then gain 1 Glory."""
    play = (
        Position(sets=["base", "light_vs_dark"], wilds=["Greater Archangel"])
        .active(0, "Large Quiddity@L2", "Large Quiddity@L2")
        .ready(1, creature)
        .start("ready")
    )
    anchors = [text for text in play.options if text.startswith("anchor")]
    if glory is None:
        assert anchors == []  # nothing to destroy: it cannot be chosen (15.6)
        return
    assert anchors == ["anchor Greater Archangel for 3"]
    play.do("anchor Greater Archangel")
    assert play.glory == (glory, 0)
    assert play.dice(1, "used") == [creature.partition("@")[0]]
    assert play.pool == 1
    assert play.light == 1


# --- T: Quade's third turn ---------------------------------------------------------------------


@pytest.mark.example("T")
@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3")
@in_all_editions
def test_t_quade_rolls_six_dice_in_his_third_turn(edition: str) -> None:
    """3 from his bag, the Herald that waits in his Active Pool, and 2 Quiddity dice."""
    large = ["Large Quiddity@Q2"] * 2
    play = (
        Position(edition=edition, sets=["light_vs_dark"])
        .bag(0, *["Boogieman"] * 5, "Herald", "Quartz Golem")
        .bag(1, *["Black Cat"] * 3, "Queelzebub")
        .draws("Boogieman", "Boogieman", "Black Cat", "Black Cat")
        .draws("Herald", "Boogieman", "Queelzebub", "Black Cat")
        .rolls(*large, *["Boogieman@D1"] * 2, *large, *["Black Cat@D1"] * 2)
        .rolls(*large, "Herald@C1:1/3", "Boogieman@D1")
        .rolls(*large, "Queelzebub@C1:5/3", "Black Cat@D1")
        .start("score")
    )
    while play.game.turn < 3:
        play.do("pass")
    play.do("summon Herald")
    while play.game.turn < 4:
        play.do("pass")
    play.do("summon Queelzebub")
    while play.kind == "ready":
        play.do("pass")
    assert play.dice(0, "active") == ["Herald"]  # destroyed, and not in the Used Pile
    while play.game.turn < 5:
        play.do("pass")
    rolls = dict.fromkeys(range(1, 6), 0)
    turn = 0
    for event in play.events:
        if event[0] == log.TURN:
            turn = event[4]
        elif event[0] == log.ROLL:
            rolls[turn] += 1
    assert rolls == {1: 4, 2: 4, 3: 4, 4: 4, 5: 6}
    assert play.dice(0, "active") == sorted(
        ["Boogieman", "Boogieman", "Herald", "Large Quiddity", "Large Quiddity", "Quartz Golem"]
    )


# --- U and V: quests ---------------------------------------------------------------------------


@pytest.mark.example("U")
@pytest.mark.rule("12.4")
@in_all_editions
@pytest.mark.parametrize(
    ("quest", "players", "party", "done"),
    [
        # "For the Level 1 Quest, you only need a single Level 1 (or higher) Creature."
        ("Holy Quail", 4, ["Squire@C0:0/1"], False),
        ("Holy Quail", 4, ["Witching Hag@C1:3/3"], True),
        ("Holy Quail", 4, ["Witching Hag@C2:4/5"], True),
        # "For a Level 2 Quest, either a Level 2 (or higher) or at least two Level 1."
        ("Exqualibur", 4, ["Witching Hag@C1:3/3"], False),
        ("Exqualibur", 4, ["Witching Hag@C1:3/3", "Squire@C0:1/2"], False),
        ("Exqualibur", 4, ["Witching Hag@C2:4/5"], True),
        ("Exqualibur", 2, ["Quake Dragon@C3:8/7**"], True),
        ("Exqualibur", 2, ["Witching Hag@C1:3/3", "Ghostly Spirit@C1:2/2"], True),
        # "For a Level 3 Quest, either a Level 3+ Creature or some combination of 3 or more."
        ("Tri-Clops Skull", 3, ["Witching Hag@C2:4/5"], False),
        ("Tri-Clops Skull", 3, ["Quake Dragon@C3:8/7**"], True),
        ("Tri-Clops Skull", 3, ["Witching Hag@C2:4/5", "Ghostly Spirit@C1:2/2"], True),
        ("Tri-Clops Skull", 3, ["Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3"], True),
    ],
)
def test_u_the_levels_must_come_to_that_of_the_quest(
    edition: str, quest: str, players: int, party: list[str], done: bool
) -> None:
    play = (
        Position(players, edition=edition, sets=["base", "quartifacts"])
        .quest(0, f"Hunt for {quest}", *party)
        .start("score")
    )
    assert bool(play.happened("quest-done")) == done
    assert bool(play.happened("quest-failed")) == (not done)
    assert play.dice(0, "quest") == []


@pytest.mark.example("V")
@pytest.mark.rule("12.1")
@in_all_editions
@pytest.mark.parametrize("variants", [[], ["advanced_capture"]])
def test_v_the_squire_is_captured_and_then_another_die(edition: str, variants: list[str]) -> None:
    play = (
        Position(edition=edition, sets=["base", "quartifacts"], variants=variants)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, *["Basic Quiddity@Q1"] * 8)
        .ready(0, "Growth Charm@S")
        .start("capture")
    )
    play.do("capture Squire for 1")
    assert play.dice(0, "used").count("Squire") == 1
    assert [text for text in play.options if text.startswith("capture")]
    play.do("capture Growth Charm")
    again = [text for text in play.options if text.startswith("capture")]
    assert bool(again) == bool(variants)  # two captures in a turn, and the Squire's on top


@pytest.mark.example("V")
@in_all_editions
def test_v_squires_follow_one_another(edition: str) -> None:
    """Each Squire allows one more capture: three of them and a Goblin for 1 + 1 + 1 + 2."""
    play = (
        Position(edition=edition, sets=["base", "quartifacts"], wilds=["Scavenging Goblin"])
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, *["Basic Quiddity@Q1"] * 6)
        .ready(0, "Growth Charm@S")
        .start("capture")
    )
    play.do("capture Squire", "capture Squire", "capture Squire", "capture Scavenging Goblin")
    assert not [text for text in play.options if text.startswith("capture")]
    assert play.left("Squire") == 2


@pytest.mark.example("V")
@in_all_editions
def test_v_the_squire_is_summoned_for_free(edition: str) -> None:
    play = (
        Position(edition=edition, sets=["base", "quartifacts"])
        .active(0, "Squire@C0:0/1", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert "summon Squire [C0:0/1] for 0" in play.options
    play.do("summon Squire")
    assert play.dice(0, "ready") == ["Squire"]
    assert play.dice(0, "active") == ["Basic Quiddity"]
