"""The Deathdealers: the swap on scoring, scoring on a kill, and pressing on after the first kill.

Faces of the die: Q1, Q2, Q2, C1:3/2 twice, C2:4/4.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]


# --- Deathdealer: a swap when it scores ---------------------------------------------------------


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.parametrize("face", ["C1:3/2", "C2:4/4"])
def test_a_scoring_deathdealer_swaps_with_any_die_in_another_used_pile(face: str) -> None:
    """Every opponent's Used Pile can be chosen from, and nothing else of theirs (3.2)."""
    play = (
        Position(players=3)
        .ready(0, f"Deathdealer@{face}")
        .used(0, "Assistant")
        .used(1, "Portal", "Basic Quiddity", "Basic Quiddity")
        .bag(1, "Witching Hag")
        .spent(1, "Scavenging Goblin")
        .ready(1, "Questing Wizard")
        .active(2, "Ghostly Spirit")
        .used(2, "Quake Dragon")
        .start("score")
    )
    assert play.glory == (2, 0, 0)  # its Glory first, then the ability (4.4)
    assert play.seat == 0
    assert play.decision.card == "Deathdealer"
    assert set(play.options) == {
        "swap Portal in seat 1's used",
        "swap Basic Quiddity in seat 1's used",
        "swap Quake Dragon in seat 2's used",
        "no",
    }
    play.do("swap Quake Dragon")
    assert play.dice(0, "used") == ["Assistant", "Quake Dragon"]
    assert play.dice(2, "used") == ["Deathdealer"]
    assert play.dice(1, "used") == ["Basic Quiddity", "Basic Quiddity", "Portal"]
    assert play.glory == (2, 0, 0)


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.rule("4.4")
def test_the_swap_comes_before_culling_so_the_die_gained_may_be_culled() -> None:
    """Ruling: resolve before culling; the Deathdealer itself is not there to be culled."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .used(0, "Assistant")
        .used(1, "Quake Dragon")
        .start("score")
    )
    play.do("swap Quake Dragon")
    assert play.kind == "cull"
    assert set(play.options) == {"cull Assistant", "cull Quake Dragon", "pass"}
    play.rolls("Assistant@Q1")
    play.do("cull Quake Dragon")
    assert play.left("Quake Dragon") == 5
    assert play.kind == "capture"  # one cull for one creature; the Assistant was drawn and rolled
    assert play.faces(0, "active") == ["Assistant@Q1"]
    assert play.dice(1, "used") == ["Deathdealer"]


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.rule("15.7")
def test_a_declined_swap_leaves_everything_where_it_was() -> None:
    """A "may" is a real no."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .used(0, "Assistant")
        .used(1, "Quake Dragon")
        .start("score")
    )
    play.do("no")
    assert set(play.options) == {"cull Assistant", "cull Deathdealer", "pass"}
    assert play.dice(0, "used") == ["Assistant", "Deathdealer"]
    assert play.dice(1, "used") == ["Quake Dragon"]


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.rule("15.6")
def test_without_a_die_in_another_used_pile_nobody_is_asked_to_swap() -> None:
    """Dice elsewhere, and in one's own Used Pile, do not count."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .used(0, "Assistant")
        .spent(1, "Portal")
        .active(1, "Quake Dragon")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .bag(1, "Basic Quiddity")
        .start("score")
    )
    assert play.kind == "cull"
    assert set(play.options) == {"cull Assistant", "cull Deathdealer", "pass"}
    assert play.glory == (2, 0)


@pytest.mark.ability("Deathdealer", 0)
def test_two_deathdealers_swap_one_after_the_other() -> None:
    """The second finds what the first left behind, the first itself included."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Deathdealer@C1:3/2")
        .used(1, "Quake Dragon")
        .start("score")
    )
    assert play.glory == (4, 0)
    play.do("swap Quake Dragon")
    assert set(play.options) == {"swap Deathdealer in seat 1's used", "no"}
    play.do("no")
    assert set(play.options) == {"cull Deathdealer", "cull Quake Dragon", "pass"}
    play.do("cull Quake Dragon")
    assert set(play.options) == {"cull Deathdealer", "pass"}
    assert play.dice(1, "used") == ["Deathdealer"]


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.rule("15.3")
def test_a_deathdealer_fetched_by_a_hag_first_has_nothing_to_swap() -> None:
    """Its player orders the two triggers; the swap needs the die in the Used Pile."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Strong Witching Hag@C1:3/3")
        .used(1, "Quake Dragon")
        .start("score")
    )
    assert play.kind == "order"
    assert set(play.options) == {"order Deathdealer [C1:3/2]", "order Strong Witching Hag [C1:3/3]"}
    play.do("order Strong Witching Hag", "fetch Deathdealer")
    assert play.kind == "cull"
    assert play.dice(0, "active") == ["Deathdealer"]
    assert play.dice(1, "used") == ["Quake Dragon"]


@pytest.mark.ability("Deathdealer", 0)
@pytest.mark.rule("15.3")
def test_a_deathdealer_swapped_first_is_out_of_the_hags_reach() -> None:
    """The other order: the die gained lies there instead."""
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2", "Strong Witching Hag@C1:3/3")
        .used(1, "Quake Dragon", "Portal")
        .start("score")
    )
    play.do("order Deathdealer", "swap Quake Dragon")
    assert set(play.options) == {"fetch Quake Dragon in seat 0's used", "no"}
    play.do("fetch Quake Dragon")
    assert play.dice(0, "active") == ["Quake Dragon"]
    assert play.dice(1, "used") == ["Deathdealer", "Portal"]


@pytest.mark.ability("Deathdealer", 0)
def test_a_destroyed_deathdealer_swaps_nothing() -> None:
    """Only scoring sets it off."""
    play = (
        Position()
        .ready(0, "Strong Ghostly Spirit@C2:3/3")
        .ready(1, "Deathdealer@C1:3/2")
        .used(0, "Quake Dragon")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Deathdealer"]
    assert play.dice(0, "used") == ["Quake Dragon"]
    assert play.glory == (0, 0)


# --- Strong Deathdealer: scores on a kill -------------------------------------------------------


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_strong_deathdealer_scores_at_the_first_kill_and_the_totals_stay(edition: str) -> None:
    """It earns its Glory, leaves, grants a cull, and its attack still counts for everybody."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, "Strong Deathdealer@C2:4/4", "Strong Ghostly Spirit@C2:3/3")
        .used(0, "Assistant")
        .ready(1, "Scavenging Goblin@C1:2/2", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Defender of the Pale@C2:2/6*")
        .start("attack")
    )
    assert play.totals == {1: 7, 2: 7}
    assert play.seat == 1
    assert set(play.options) == {
        "defend Scavenging Goblin [C1:2/2] against 7",
        "defend Devotee of the Holy Query [C2:2/4] against 7",
    }
    play.do("defend Scavenging Goblin")
    assert (play.seat, play.kind) == (0, "cull")
    assert play.glory == (2, 0, 0)
    assert set(play.options) == {"cull Assistant", "cull Strong Deathdealer", "pass"}
    play.do("cull Assistant")
    # 7 - 2 = 5 fells the Devotee (4) too; seat 2 faces 7, not 3, so the Defender (6) falls.
    assert play.kind == "capture"
    assert play.dice(1, "ready") == []
    assert play.dice(2, "ready") == []
    assert play.dice(0, "ready") == ["Strong Ghostly Spirit"]
    assert play.dice(0, "used") == ["Strong Deathdealer"]
    assert play.glory == (2, 0, 0)  # once only
    assert len(play.happened("score")) == 1


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.parametrize(
    ("defender", "glory"),
    [("Warrior of the Quay@C2:3/4", 2), ("Questing Wizard@C1:2/5", 0)],
)
def test_strong_deathdealer_scores_only_if_something_falls(defender: str, glory: int) -> None:
    """4 against defense 4 is a kill, against 5 it is none."""
    play = Position().ready(0, "Strong Deathdealer@C2:4/4").ready(1, defender).start("attack")
    assert play.glory == (glory, 0)
    assert play.kind == ("cull" if glory else "capture")
    assert len(play.dice(0, "ready")) == (0 if glory else 1)
    assert len(play.dice(1, "ready")) == (0 if glory else 1)


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.example("N")
@pytest.mark.rule("6.5")
def test_strong_deathdealer_scores_though_the_victim_is_saved() -> None:
    """2018 rulebook: the Goblin saved by a Shaping Cantrip keeps its burstless face."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip@S")
        .start("attack")
    )
    assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
    play.do("react Shaping Cantrip")
    assert (play.seat, play.kind, play.glory) == (0, "cull", (2, 0))
    play.do("pass")
    assert play.faces(1, "ready") == ["Scavenging Goblin@C1:2/2"]
    assert play.dice(0, "used") == ["Strong Deathdealer"]
    assert play.dice(0, "ready") == []


@pytest.mark.ability("Strong Deathdealer", 0)
def test_strong_deathdealer_scores_though_a_ghostly_spirit_returns_by_itself() -> None:
    """A creature that its own ability brings back was destroyed all the same."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2")
        .ready(1, "Ghostly Spirit@C1:2/2")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("cull-die Basic Quiddity")
    assert (play.seat, play.kind, play.glory) == (0, "cull", (2, 0))
    assert play.dice(1, "ready") == ["Ghostly Spirit"]


@pytest.mark.ability("Strong Deathdealer", 0)
def test_strong_deathdealer_scores_on_a_kill_by_a_spell_in_phase_two() -> None:
    """Ruling: any destruction its owner causes; it is gone before the attack is counted."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2", "Ghostly Spirit@C1:2/2", "Death Incantation@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Warrior of the Quay@C1:2/3")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Scavenging Goblin")
    assert (play.kind, play.glory) == ("cull", (2, 0))
    assert set(play.options) == {"cull Strong Deathdealer", "pass"}
    play.do("cull Strong Deathdealer")
    assert play.left("Strong Deathdealer") == 5
    assert play.totals == {1: 2}
    assert play.dice(1, "ready") == ["Warrior of the Quay"]


@pytest.mark.ability("Strong Deathdealer", 0)
def test_two_strong_deathdealers_score_on_the_same_kill_with_a_cull_each() -> None:
    """Both of them destroyed nothing themselves: their owner did."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2", "Strong Deathdealer@C1:3/2")
        .used(0, "Assistant", "Basic Quiddity")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert play.glory == (2, 0)
    play.do("cull Assistant")
    assert play.glory == (4, 0)
    assert set(play.options) == {"cull Basic Quiddity", "cull Strong Deathdealer", "pass"}
    play.do("cull Basic Quiddity")
    assert play.kind == "capture"
    assert play.dice(0, "used") == ["Strong Deathdealer", "Strong Deathdealer"]


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.rule("10.2")
def test_spells_attached_to_a_strong_deathdealer_count_and_leave_with_it() -> None:
    """A Victory Cantrip adds its 2 Glory in mid-attack too, then goes to the Used Pile."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2")
        .attached(0, "Victory Cantrip@S", 0, "Strong Deathdealer")
        .attached(0, "Death Charm@S*", 0, "Strong Deathdealer")
        .ready(1, "Questing Wizard@C2:3/6")
        .start("attack")
    )
    assert play.totals == {1: 6}  # 3 and the Charm's 3
    assert play.glory == (4, 0)
    assert play.dice(0, "attached") == []
    assert set(play.options) == {
        "cull Victory Cantrip",
        "cull Death Charm",
        "cull Strong Deathdealer",
        "pass",
    }


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.rule("9.1")
def test_strong_deathdealer_can_win_the_game_in_mid_attack() -> None:
    """Reaching the goal ends the game on the spot; the next defender is never asked."""
    play = (
        Position(players=3)
        .glory(0, 13)
        .ready(0, "Strong Deathdealer@C2:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(2, "Ghostly Spirit@C1:2/2")
        .start("attack")
    )
    assert play.over
    assert play.glory == (15, 0, 0)
    result = play.game.result
    assert result is not None
    assert (result.winners, result.rule) == ((0,), "9.1")
    assert play.dice(2, "ready") == ["Ghostly Spirit"]


@pytest.mark.ability("Strong Deathdealer", 0)
def test_another_players_strong_deathdealer_does_not_score() -> None:
    """The text says "you destroy": only the destroyer's own ones score."""
    play = (
        Position(players=3)
        .ready(0, "Strong Ghostly Spirit@C1:2/2")
        .ready(1, "Scavenging Goblin@C1:2/2", "Strong Deathdealer@C2:4/4")
        .ready(2, "Strong Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("defend Scavenging Goblin")
    assert play.kind == "capture"
    assert play.glory == (0, 0, 0)
    assert play.dice(1, "ready") == ["Strong Deathdealer"]
    assert play.dice(2, "ready") == ["Strong Deathdealer"]


@pytest.mark.ability("Strong Deathdealer", 0)
def test_strong_deathdealer_scores_on_a_quake_dragons_kill() -> None:
    """A kill before defenders are chosen counts; the total stays for those who are left."""
    play = (
        Position()
        .ready(0, "Strong Deathdealer@C1:3/2", "Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.totals == {1: 7}
    assert (play.kind, play.glory) == ("cull", (2, 0))
    play.do("pass")
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Ghostly Spirit", "Scavenging Goblin"]


@pytest.mark.ability("Strong Deathdealer", 0)
@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_an_ooze_that_copies_a_strong_deathdealer_scores_on_its_kill() -> None:
    """It earns the copied Glory; the original, which it destroyed, earns nothing."""
    play = (
        Position()
        .ready(0, "Strong Primordial Ooze@C2:?/?")
        .ready(1, "Strong Deathdealer@C2:4/4")
        .start("attack")
    )
    play.do("switch Strong Primordial Ooze")
    assert play.totals == {1: 4}
    assert (play.seat, play.kind, play.glory) == (0, "cull", (2, 0))
    assert play.dice(0, "used") == ["Strong Primordial Ooze"]
    assert play.dice(1, "used") == ["Strong Deathdealer"]


# --- Mighty Deathdealer: presses on after the first kill ----------------------------------------


@pytest.mark.ability("Mighty Deathdealer", 0)
@pytest.mark.parametrize("edition", EDITIONS)
def test_mighty_deathdealer_adds_its_attack_once_against_each_opponent(edition: str) -> None:
    """At the first kill, not at the second, and the other opponent starts from the total again."""
    play = (
        Position(players=3, edition=edition)
        .ready(0, "Mighty Deathdealer@C1:3/2", "Strong Ghostly Spirit@C2:3/3")
        .ready(
            1,
            "Scavenging Goblin@C1:2/2",
            "Devotee of the Holy Query@C2:2/4",
            "Witching Hag@C1:3/3",
        )
        .ready(2, "Defender of the Pale@C1:1/5*", "Questing Wizard@C1:2/5")
        .start("attack")
    )
    assert play.totals == {1: 6, 2: 6}
    play.do("defend Scavenging Goblin")
    assert set(play.options) == {  # 6 - 2 + 3
        "defend Devotee of the Holy Query [C2:2/4] against 7",
        "defend Witching Hag [C1:3/3] against 7",
    }
    play.do("defend Devotee")  # 7 - 4 = 3, no more added: just enough for the Hag
    assert play.dice(1, "ready") == []
    assert play.seat == 2
    assert set(play.options) == {
        "defend Defender of the Pale [C1:1/5*] against 6",
        "defend Questing Wizard [C1:2/5] against 6",
    }
    play.do("defend Defender")  # 6 - 5 + 3 = 4, one short of the Wizard
    assert play.kind == "capture"
    assert play.dice(2, "ready") == ["Questing Wizard"]
    assert play.dice(0, "ready") == ["Mighty Deathdealer", "Strong Ghostly Spirit"]


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_mighty_deathdealer_presses_on_when_nothing_is_left_over() -> None:
    """The first kill uses up all 4; its attack makes a new 4."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C2:4/4")
        .ready(1, "Warrior of the Quay@C2:3/4", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("defend Warrior")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_mighty_deathdealer_adds_nothing_if_nothing_falls() -> None:
    """The defender may name a creature that holds: no destruction, no addition."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C2:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("defend Questing Wizard")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Questing Wizard", "Scavenging Goblin"]
    assert play.happened("press") == []


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_two_mighty_deathdealers_each_add_their_own_attack_at_the_first_kill() -> None:
    """Our ruling, for want of any other."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C1:3/2", "Mighty Deathdealer@C2:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Defender of the Pale@C3:2/8**")
        .ready(1, "Questing Wizard@C2:3/6")
        .start("attack")
    )
    play.do("defend Scavenging Goblin")
    assert play.kind == "order"
    play.do("order Mighty Deathdealer [C1:3/2]")
    assert set(play.options) == {  # 7 - 2 + 3 + 4
        "defend Defender of the Pale [C3:2/8**] against 12",
        "defend Questing Wizard [C2:3/6] against 12",
    }
    play.do("defend Defender of the Pale")
    if play.kind == "order":  # neither has anything to add now, whichever is named first
        play.do("order Mighty Deathdealer [C1:3/2]")
    assert play.kind == "capture"
    assert [event[4] for event in play.happened("press")] == [3, 4]
    assert play.dice(1, "ready") == ["Questing Wizard"]  # 4 left against 6


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_a_saved_first_victim_was_the_first_all_the_same() -> None:
    """6.5: it was destroyed; the next kill adds nothing any more."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C1:3/2")
        .ready(1, "Ghostly Spirit@C1:2/2", "Scavenging Goblin@C1:2/2", "Witching Hag@C1:3/3")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("defend Ghostly Spirit", "cull-die Basic Quiddity")
    assert set(play.options) == {  # 3 - 2 + 3
        "defend Scavenging Goblin [C1:2/2] against 4",
        "defend Witching Hag [C1:3/3] against 4",
    }
    play.do("defend Scavenging Goblin")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Ghostly Spirit", "Witching Hag"]


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_a_quake_dragons_kill_is_the_first_of_the_attack() -> None:
    """Destroyed during the attack, before a defender was chosen: 3 + 4, and 3 again."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C1:3/2", "Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C1:2/2")
        .ready(1, "Questing Wizard@C2:3/6", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    assert set(play.options) == {
        "defend Questing Wizard [C2:3/6] against 10",
        "defend Devotee of the Holy Query [C2:2/4] against 10",
    }
    play.do("defend Questing Wizard")
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_a_kill_before_the_attack_adds_nothing_and_uses_nothing_up() -> None:
    """Only a destruction during the attack counts as the first."""
    play = (
        Position()
        .ready(0, "Mighty Deathdealer@C1:3/2", "Death Incantation@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C1:2/2", "Witching Hag@C1:3/3")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Scavenging Goblin")
    assert play.happened("press") == []
    assert play.totals == {1: 3}
    play.do("defend Ghostly Spirit")  # 3 - 2 + 3 = 4 for the Hag
    assert len(play.happened("press")) == 1
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Mighty Deathdealer", 0)
def test_the_added_attack_has_its_bonuses_and_meets_its_caps() -> None:
    """A Strong Warrior gives +1 each time; a Mighty Hag lets no more than 3 through each time."""
    attackers = ["Mighty Deathdealer@C1:3/2", "Strong Warrior of the Quay@C1:2/3"]
    defenders = ["Scavenging Goblin@C1:2/2", "Questing Wizard@C3:4/8**"]
    plain = Position().ready(0, *attackers).ready(1, *defenders).start("attack")
    plain.do("defend Scavenging Goblin")
    assert [event[4:] for event in plain.happened("press")] == [(4, 8)]  # 6 - 2 + 4

    guarded = (
        Position()
        .ready(0, *attackers)
        .ready(1, *defenders, "Mighty Witching Hag@C2:4/5")
        .start("attack")
    )
    guarded.do("defend Scavenging Goblin")
    assert [event[4:] for event in guarded.happened("press")] == [(3, 6)]  # 5 - 2 + 3
