"""The worked examples of the rulebooks that the base set can play: A to L and N (section 16).

Each is played as the book tells it, with its names, numbers and order of events, and in every
edition in which it holds. Where the books tell an example with different cards, both are here. The
examples of the expansions are in `test_examples_expansions.py`.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, in_new_editions, in_old_editions, pile, settled

# --- A: the Scavenging Goblin ------------------------------------------------------------------


@pytest.mark.example("A")
@in_all_editions
def test_a_two_quiddity_capture_a_goblin_and_one_does_not(edition: str) -> None:
    play = (
        Position(edition=edition, wilds=["Scavenging Goblin"])
        .active(0, "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .start("capture")
    )
    assert "capture Scavenging Goblin for 2" in play.options
    play.do("capture Scavenging Goblin")
    assert "Scavenging Goblin" in play.dice(0, "used")
    assert play.left("Scavenging Goblin") == 4

    play = (
        Position(edition=edition, wilds=["Scavenging Goblin"])
        .active(0, "Basic Quiddity@Q1")
        .start("capture")
    )
    assert set(play.options) == {
        "capture Basic Quiddity for 0", "capture Assistant for 1", "pass",
    }  # fmt: skip


@pytest.mark.example("A")
@in_all_editions
@pytest.mark.parametrize("face", range(6))
def test_a_the_goblins_six_faces_are_of_three_kinds(edition: str, face: int) -> None:
    """Two give 1 quiddity, two summon it, two summon it with a bonus of 1 quiddity."""
    play = (
        Position(edition=edition)
        .active(0, f"Scavenging Goblin@{face}", "Basic Quiddity@Q1")
        .start("immediate")
    )
    if face < 2:
        assert (play.kind, play.at_hand) == ("capture", 1 + 1)
        return
    shown = "C1:2/2" if face < 4 else "C1:2/2*"
    assert set(play.options) == {f"summon Scavenging Goblin [{shown}] for 1", "pass"}
    play.do("summon Scavenging Goblin")
    assert play.faces(0, "ready") == [f"Scavenging Goblin@{shown}"]
    assert play.pool == (0 if face < 4 else 1)  # no burst, no special ability
    assert settled(play)


@pytest.mark.example("A")
@in_all_editions
@pytest.mark.parametrize("face", ["C1:2/2", "C1:2/2*"])
def test_a_a_goblin_kept_alive_earns_two_glory(edition: str, face: str) -> None:
    play = Position(edition=edition).ready(0, f"Scavenging Goblin@{face}").start()
    assert play.glory == (2, 0)
    assert play.pool == 0


# --- B: the Questing Wizard's bursts -----------------------------------------------------------


@pytest.mark.example("B")
@in_all_editions
def test_b_the_wizards_single_burst_draws_a_die_and_rerolls_the_wizard(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Questing Wizard@Q2*", "Basic Quiddity@Q1")
        .bag(0, "Assistant", "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {"use Questing Wizard [Q2*]", "pass"}
    play.draws("Assistant").rolls("Assistant@C1:1/2", "Questing Wizard@C1:2/5")
    play.do("use Questing Wizard")
    assert play.faces(0, "active") == [
        "Assistant@C1:1/2", "Basic Quiddity@Q1", "Questing Wizard@C1:2/5",
    ]  # fmt: skip
    assert play.dice(0, pile(edition)) == []  # the Wizard was re-rolled, not spent
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.example("B")
@in_all_editions
def test_b_the_wizards_single_burst_is_optional_and_then_pays(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Questing Wizard@Q2*")
        .bag(0, "Assistant")
        .start("immediate")
    )
    play.do("pass")
    assert play.kind != "ready"


@pytest.mark.example("B")
@in_all_editions
@pytest.mark.parametrize(
    ("face", "defense", "glory"), [("C3:4/8**", 9, 4), ("C2:3/6", 6, 3), ("C1:2/5", 5, 3)]
)
def test_b_the_wizards_double_burst_gives_defense_and_glory(
    edition: str, face: str, defense: int, glory: int
) -> None:
    play = (
        Position(edition=edition)
        .active(0, f"Questing Wizard@{face}", "Quake Dragon@Q3|R")
        .bag(1, "Basic Quiddity")
        .start("ready")
    )
    play.do("summon Questing Wizard")
    assert play.defense(0, "Questing Wizard") == defense
    assert (play.kind, play.seat) == ("capture", 0)
    play.rolls("Basic Quiddity@Q1").do("pass")  # captures nothing
    play.do("pass")  # neither does the opponent
    assert (play.kind, play.seat) == ("cull", 0)
    assert play.glory == (glory, 0)


# --- C: the Quake Dragon's face with a line ----------------------------------------------------


@pytest.mark.example("C")
@in_all_editions
def test_c_the_dragon_is_spent_for_three_quiddity(edition: str) -> None:
    play = Position(edition=edition).active(0, "Quake Dragon@Q3|R").start("immediate")
    assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
    play.do("pass")
    assert (play.kind, play.at_hand) == ("capture", 3)
    play.do("capture Deathdealer for 3")
    assert play.dice(0, "used") == ["Deathdealer", "Quake Dragon"]


@pytest.mark.example("C")
@in_all_editions
def test_c_or_the_dragon_is_rerolled_as_often_as_the_face_comes_up(edition: str) -> None:
    play = Position(edition=edition).active(0, "Quake Dragon@Q3|R").start("immediate")
    play.rolls("Quake Dragon@Q3|R").do("re-roll Quake Dragon")
    assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
    play.rolls("Quake Dragon@Q1").do("re-roll Quake Dragon")
    assert play.pool == 0  # one of the two, not both
    assert play.kind != "ready"
    assert settled(play)


# --- D: the Victory die's face without a line --------------------------------------------------


@pytest.mark.example("D")
@in_all_editions
def test_d_the_victory_die_draws_and_rerolls(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Victory Spell@R+W1")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
        .start("immediate")
    )
    assert "draw-and-re-roll Victory Spell [R+W1] 1" in play.options
    play.rolls("Basic Quiddity@Q2", "Victory Spell@S").do("draw-and-re-roll Victory Spell")
    assert play.faces(0, "active") == ["Basic Quiddity@Q2", "Victory Spell@S"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
    assert play.dice(0, pile(edition)) == []
    assert set(play.options) == {"ready Victory Spell [S]", "pass"}  # fmt: skip
    assert settled(play)


# --- E: the Strong Witching Hag scores ---------------------------------------------------------


@pytest.mark.example("E")
@in_all_editions
def test_e_the_hag_scores_fetches_a_goblin_and_an_assistant_is_culled(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Strong Witching Hag@C1:3/3")
        .used(0, "Scavenging Goblin", "Assistant", "Basic Quiddity")
        .bag(0, *["Basic Quiddity"] * 7)
        .left("Assistant", 2)
        .start()
    )
    assert play.glory == (3, 0)
    assert "Strong Witching Hag" in play.dice(0, "used")
    assert set(play.options) == {  # a different creature die
        "fetch Scavenging Goblin in seat 0's used", "fetch Assistant in seat 0's used", "no",
    }  # fmt: skip
    play.do("fetch Scavenging Goblin")
    assert play.dice(0, "active") == ["Scavenging Goblin"]
    assert set(play.options) == {
        "cull Assistant", "cull Basic Quiddity", "cull Strong Witching Hag", "pass",
    }  # fmt: skip
    play.rolls("Scavenging Goblin@C1:2/2*", *["Basic Quiddity@Q1"] * 6).do("cull Assistant")
    assert play.left("Assistant") == 3
    assert len(play.happened("roll")) == 7  # six from the bag and the Goblin
    assert play.dice(0, "active") == [*["Basic Quiddity"] * 6, "Scavenging Goblin"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
    assert play.dice(0, "used") == ["Basic Quiddity", "Strong Witching Hag"]
    assert play.kind == "ready"
    assert settled(play)


# --- F: a Portal and an Assistant --------------------------------------------------------------


def portal_and_assistant(edition: str) -> Play:
    """Quinn has rolled a Portal for 2, an Assistant's re-roll and Quiddity."""
    return (
        Position(edition=edition)
        .active(0, "Portal@W2", "Assistant@R*", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .bag(0, "Basic Quiddity", "Basic Quiddity", "Basic Quiddity")
        .start("immediate")
    )


@pytest.mark.example("F")
@in_all_editions
def test_f_the_portal_first_and_then_the_assistant(edition: str) -> None:
    play = portal_and_assistant(edition)
    assert set(play.options) == {"draw Portal [W2] 2", "use Assistant [R*]", "pass"}
    play.rolls("Basic Quiddity@Q2", "Basic Quiddity@Q2").do("draw Portal")
    assert play.dice(0, pile(edition)) == ["Portal"]
    assert play.dice(0, "active") == ["Assistant", *["Basic Quiddity"] * 4]
    assert set(play.options) == {"use Assistant [R*]", "pass"}
    play.do("use Assistant")
    assert set(play.options) == {
        "re-roll-die Basic Quiddity [Q1] in seat 0's active",
        "re-roll-die Basic Quiddity [Q2] in seat 0's active",
        "no",
    }
    play.rolls("Basic Quiddity@Q2", "Assistant@R*").do("re-roll-die Basic Quiddity [Q1]")
    assert set(play.options) == {"use Assistant [R*]", "pass"}  # a second time
    play.rolls("Assistant@Q1").do("use Assistant", "no")
    assert play.faces(0, "active") == [
        "Assistant@Q1", "Basic Quiddity@Q1", *["Basic Quiddity@Q2"] * 3,
    ]  # fmt: skip
    assert settled(play)


@pytest.mark.example("F")
@in_all_editions
def test_f_or_the_assistant_first_and_then_the_portal(edition: str) -> None:
    play = portal_and_assistant(edition)
    play.rolls("Basic Quiddity@Q2", "Assistant@C1:1/2")
    play.do("use Assistant", "re-roll-die Basic Quiddity")
    assert set(play.options) == {"draw Portal [W2] 2", "pass"}
    play.rolls("Basic Quiddity@Q1", "Basic Quiddity@Q1").do("draw Portal")
    assert play.faces(0, "active") == [
        "Assistant@C1:1/2", *["Basic Quiddity@Q1"] * 3, "Basic Quiddity@Q2",
    ]  # fmt: skip
    assert play.dice(0, pile(edition)) == ["Portal"]
    assert play.kind == "ready"
    assert settled(play)


# --- G and I: readying, summoning, and a dear die ----------------------------------------------


def quinn_readies(edition: str, other: str, wanted: str, quiddity: int) -> Play:
    """Example G: a Death Cantrip, a bursting Goblin, another creature, plenty of quiddity."""
    name, _, face = other.partition("@")
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"], wilds=[wanted])
        .active(0, "Death Cantrip@S*", "Scavenging Goblin@C1:2/2*", other)
        .active(0, "Basic Quiddity@Q1", *["Assistant@Q1"] * quiddity)
        .bag(1, "Basic Quiddity")
        .start("ready")
    )
    level = face[1]
    assert set(play.options) == {
        "ready Death Cantrip [S*]",
        "summon Scavenging Goblin [C1:2/2*] for 1",
        f"summon {name} [{face}] for {level}",
        "pass",
    }
    play.do("ready Death Cantrip")  # free
    assert play.dice(0, "ready") == ["Death Cantrip"]
    assert play.pool == 0
    assert "cast Death Cantrip [S*]" not in play.options  # no creature to give attack to (15.6)
    play.do("summon Scavenging Goblin")
    assert "cast Death Cantrip [S*]" in play.options  # available to cast later
    assert play.dice(0, "ready") == ["Death Cantrip", "Scavenging Goblin"]
    assert len(play.dice(0, pile(edition))) == 1  # one die of 1 quiddity
    assert play.pool == 1  # the Goblin's bonus
    assert name in play.dice(0, "active")  # left out on purpose
    return play


@pytest.mark.example("G")
@in_new_editions
def test_g_quinn_readies_and_summons_in_2013_and_2018(edition: str) -> None:
    play = quinn_readies(edition, "Ghostly Spirit@C1:2/2", "Heavenly Seraph", 6)
    assert "summon Ghostly Spirit [C1:2/2] for 1" in play.options


@pytest.mark.example("G")
@in_old_editions
def test_g_quinn_readies_and_summons_in_2011(edition: str) -> None:
    play = quinn_readies(edition, "Strong Deathdealer@C2:4/4", "Mighty Quake Dragon", 8)
    assert "summon Strong Deathdealer [C2:4/4] for 2" in play.options


@pytest.mark.example("I")
@pytest.mark.parametrize(
    ("edition", "other", "wanted", "cost"),
    [
        ("revised", "Ghostly Spirit@C1:2/2", "Heavenly Seraph", 7),
        ("qultimate", "Ghostly Spirit@C1:2/2", "Heavenly Seraph", 7),
        ("original", "Strong Deathdealer@C2:4/4", "Mighty Quake Dragon", 9),
        ("original-it", "Strong Deathdealer@C2:4/4", "Mighty Quake Dragon", 9),
    ],
)
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_i_the_goblins_bonus_and_the_dice_left_buy_a_dear_die(
    edition: str, other: str, wanted: str, cost: int, more: int
) -> None:
    """7 for a Heavenly Seraph, 9 for a Mighty Quake Dragon; one less is not enough."""
    play = quinn_readies(edition, other, wanted, cost - 1 + more)  # and 1 from the Goblin
    play.do("pass", "pass")  # no more summons; keeps the Cantrip
    assert play.kind == "capture"
    offer = f"capture {wanted} for {cost}"
    if more < 0:
        assert offer not in play.options
        return
    assert offer in play.options
    play.do(offer)
    assert wanted in play.dice(0, "used")
    assert play.pool == 0
    if more:  # what is left stays in the Active Pool, unspent, and buys nothing more
        assert play.dice(0, "active") == sorted(["Assistant", other.partition("@")[0]])
    assert set(play.options) == {"cast Death Cantrip [S*]", "pass"}  # one die a turn
    play.do("pass")
    assert play.kind == "clean-up"
    play.rolls("Basic Quiddity@Q1").do("pass")
    assert (play.seat, play.pool) == (1, 0)  # anything left over is lost


# --- H: Monique attacks ------------------------------------------------------------------------


@pytest.mark.example("H")
@in_all_editions
def test_h_monique_attacks_her_rivals(edition: str) -> None:
    """3 + 3 for the Deathdealer of level 1 with its Charm, 2 for the Warrior: 8 against each.

    Seats: Monique, Quinn, Clark, Michael. The Strong Deathdealer's own ability, of which the
    example does not speak, makes it score at the first loss; the total stays what it was.
    """
    play = (
        Position(4, edition=edition)
        .ready(0, "Strong Deathdealer@C1:3/2", "Warrior of the Quay@C1:2/3", "Death Charm@S*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Strong Ghostly Spirit@C2:3/3")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Questing Wizard@C2:3/6", "Scavenging Goblin@C1:2/2")
        .ready(3, "Questing Wizard@C3:4/8**", "Devotee of the Holy Query@C2:2/4")
        .bag(1, *["Basic Quiddity"] * 7)
        .start("attack")
    )
    play.do("cast Death Charm", "attach Strong Deathdealer")
    assert [(event[4], event[5]) for event in play.happened("total")] == [(1, 8), (2, 8), (3, 8)]

    assert (play.kind, play.seat) == ("defend", 1)
    assert set(play.options) == {
        "defend Scavenging Goblin [C1:2/2] against 8",
        "defend Strong Ghostly Spirit [C2:3/3] against 8",
        "defend Devotee of the Holy Query [C2:2/4] against 8",
    }
    play.do("defend Strong Ghostly Spirit")
    assert play.dice(1, "active") == ["Strong Ghostly Spirit"]
    assert play.glory == (2, 0, 0, 0)  # the Deathdealer scores at once
    assert (play.kind, play.seat) == ("cull", 0)
    play.do("pass")
    assert play.dice(0, "used") == ["Death Charm", "Strong Deathdealer"]

    assert set(play.options) == {
        "defend Scavenging Goblin [C1:2/2] against 5",
        "defend Devotee of the Holy Query [C2:2/4] against 5",
    }
    play.do("defend Devotee of the Holy Query")
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]  # 1 is not enough

    assert (play.kind, play.seat) == ("defend", 2)  # Clark, against the full 8
    assert set(play.options) == {
        "defend Questing Wizard [C2:3/6] against 8",
        "defend Scavenging Goblin [C1:2/2] against 8",
    }
    play.do("defend Questing Wizard")
    assert play.dice(2, "used") == ["Questing Wizard", "Scavenging Goblin"]

    assert (play.kind, play.seat) == ("defend", 3)  # and so Michael
    assert set(play.options) == {
        "defend Questing Wizard [C3:4/8**] against 8",
        "defend Devotee of the Holy Query [C2:2/4] against 8",
    }
    play.do("defend Questing Wizard")  # 9 with its double burst: it holds
    assert play.dice(3, "ready") == ["Devotee of the Holy Query", "Questing Wizard"]
    assert (play.kind, play.seat) == ("capture", 0)
    assert settled(play)

    play.do("pass")  # Quinn's next turn: the Goblin scores, seven dice are rolled
    assert play.glory == (2, 2, 0, 0)
    play.rolls("Strong Ghostly Spirit@C2:3/3", *["Basic Quiddity@Q1"] * 6).do("pass")
    assert len(play.happened("roll")) == 7
    assert "summon Strong Ghostly Spirit [C2:3/3] for 2" in play.options


# --- J: the Strong Defender of the Pale --------------------------------------------------------


@pytest.mark.example("J")
@in_all_editions
@pytest.mark.parametrize(("face", "dice"), [("C1:1/5*", 1), ("C2:2/6*", 1), ("C3:2/8**", 2)])
def test_j_the_strong_defender_draws_when_it_scores(edition: str, face: str, dice: int) -> None:
    """One die for the single burst, two (not three) for the double; then the usual six."""
    play = (
        Position(edition=edition)
        .ready(0, f"Strong Defender of the Pale@{face}")
        .bag(0, *["Basic Quiddity"] * 8)
        .start()
    )
    assert play.glory == (3, 0)
    assert set(play.options) == {"yes Strong Defender of the Pale draws", "no"}
    play.do("yes")
    assert play.dice(0, "active") == ["Basic Quiddity"] * dice
    assert play.happened("roll") == []  # not rolled before phase 2
    assert set(play.options) == {"cull Strong Defender of the Pale", "pass"}
    play.rolls(*["Basic Quiddity@Q1"] * (6 + dice)).do("pass")
    assert play.dice(0, "active") == ["Basic Quiddity"] * (6 + dice)
    assert settled(play)


# --- K: a spell readied and kept ---------------------------------------------------------------


@pytest.mark.example("K")
@in_all_editions
def test_k_the_shaping_charm_is_kept_for_a_later_turn(edition: str) -> None:
    """Told in the 2013 and 2018 books, and true in the older ones too."""
    play = (
        Position(edition=edition)
        .active(0, "Shaping Charm@S")
        .bag(0, "Deathdealer", "Basic Quiddity")
        .start("immediate")
    )
    play.do("ready Shaping Charm")
    assert play.kind == "capture"  # no creature: it could not be cast
    play.do("pass")
    assert set(play.options) == {"retire Shaping Charm [S]", "pass"}
    play.do("pass")  # he leaves it in his Ready Area
    assert play.seat == 1
    play.draws("Deathdealer", "Basic Quiddity")
    play.rolls("Deathdealer@C1:3/2", "Basic Quiddity@Q1").do("pass")
    assert (play.seat, play.dice(0, "ready")) == (0, ["Shaping Charm"])
    play.do("summon Deathdealer", "cast Shaping Charm")
    assert play.faces(0, "ready") == ["Deathdealer@C2:4/4"]
    assert "Shaping Charm" in play.dice(0, pile(edition))
    assert settled(play)


@pytest.mark.example("K")
@in_all_editions
def test_k_the_victory_cantrip_is_kept_for_a_later_turn(edition: str) -> None:
    """Told in the 2011 books; being an attach spell it moves on when its creature scores."""
    play = (
        Position(edition=edition)
        .active(0, "Victory Cantrip@S")
        .bag(0, "Scavenging Goblin", "Basic Quiddity")
        .start("immediate")
    )
    play.do("ready Victory Cantrip", "pass", "pass")  # kept
    play.draws("Scavenging Goblin", "Basic Quiddity")
    play.rolls("Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1").do("pass")
    assert (play.seat, play.dice(0, "ready")) == (0, ["Victory Cantrip"])
    play.do("summon Scavenging Goblin", "cast Victory Cantrip")
    assert play.dice(0, "attached") == ["Victory Cantrip"]
    play.do("pass", "pass")  # nobody captures anything
    assert play.seat == 0
    assert play.glory == (4, 0)
    assert play.dice(0, "used") == ["Basic Quiddity", "Scavenging Goblin", "Victory Cantrip"]


# --- L: the Death Charm ------------------------------------------------------------------------


@pytest.mark.example("L")
@in_all_editions
@pytest.mark.parametrize(("face", "more"), [("S*", 3), ("S**", 5)])
def test_l_the_death_charm_gives_three_or_instead_five(edition: str, face: str, more: int) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", f"Death Charm@{face}")
        .start("ready")
    )
    play.do("cast Death Charm")
    assert play.attack(0, "Witching Hag") == 3 + more
    assert play.defense(0, "Witching Hag") == 3 + more


# --- N: the goblin saved -----------------------------------------------------------------------


@pytest.mark.example("N")
@pytest.mark.rule("6.5")
@in_all_editions
def test_n_the_goblin_is_saved_and_the_deathdealer_scores_all_the_same(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Strong Deathdealer@C2:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("react", 1)
    assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == ["Scavenging Goblin@C1:2/2"]  # the same burstless face
    assert play.glory == (2, 0)
    assert play.dice(0, "used") == ["Strong Deathdealer"]
    assert (play.kind, play.seat) == ("cull", 0)
    play.do("pass")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert (play.kind, play.seat) == ("capture", 0)
    assert settled(play)
