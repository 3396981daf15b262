"""The Questing Wizards: drawing and re-rolling, spells for Glory, cheaper captures.

Faces of the die: Q1+W1, Q2, Q2*, C1:2/5, C2:3/6, C3:4/8**.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
LATER = ["revised", "qultimate"]
FACES = ["C1:2/5", "C2:3/6", "C3:4/8**"]
CARDS = ["Questing Wizard", "Strong Questing Wizard", "Mighty Questing Wizard"]

# --- the die ------------------------------------------------------------------------------------


@pytest.mark.rule("1.3")
@pytest.mark.rule("5.2")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("edition", LATER)
def test_quiddity_and_draw_without_a_line_are_both_used(edition: str, card: str) -> None:
    """Ruling: spend the die, draw and roll 1, and still have the 1 quiddity this turn."""
    play = (
        Position(edition=edition)
        .active(0, f"{card}@Q1+W1")
        .bag(0, "Portal", "Portal")
        .used(0, "Assistant")
        .start("immediate")
    )
    assert set(play.options) == {f"draw {card} [Q1+W1] 1", "pass"}
    play.rolls("Portal@Q1")
    play.do(f"draw {card}")
    assert play.pool == 1
    assert play.dice(0, "spent") == [card]
    assert play.faces(0, "active") == ["Portal@Q1"]
    assert play.dice(0, "bag") == ["Portal"]


@pytest.mark.rule("5.2")
def test_the_wizards_draw_need_not_be_used() -> None:
    """Immediate effects are optional; its quiddity is still there to be spent."""
    play = Position().active(0, "Questing Wizard@Q1+W1").bag(0, "Portal").start("immediate")
    play.do("pass")
    assert (play.kind, play.at_hand) == ("capture", 1)
    assert play.dice(0, "bag") == ["Portal"]


@pytest.mark.rule("15.14")
def test_the_wizards_draw_cannot_be_used_with_nothing_to_draw() -> None:
    """It stays where it is and can be spent for 1."""
    play = Position().active(0, "Questing Wizard@Q1+W1").start("immediate")
    assert play.kind == "capture"
    assert play.kind != "ready"


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(("edition", "again"), [("original", True), ("qultimate", False)])
def test_the_spent_wizard_is_in_the_refill_only_where_there_is_no_spent_pile(
    edition: str, again: bool
) -> None:
    """2011: it lies in the Used Pile before the draw; later it lies in the Spent Pile."""
    play = (
        Position(edition=edition)
        .active(0, "Questing Wizard@Q1+W1")
        .used(0, "Portal")
        .start("immediate")
    )
    play.draws("Questing Wizard" if again else "Portal")
    play.rolls("Questing Wizard@Q2" if again else "Portal@Q1")
    play.do("draw Questing Wizard")
    assert play.pool == 1
    assert play.faces(0, "active") == ["Questing Wizard@Q2" if again else "Portal@Q1"]
    assert play.dice(0, "bag") == (["Portal"] if again else [])


# --- Questing Wizard: the burst on its quiddity face --------------------------------------------


@pytest.mark.ability("Questing Wizard", 0)
@pytest.mark.example("B")
@pytest.mark.parametrize("edition", EDITIONS)
def test_on_its_burst_the_wizard_draws_and_rolls_one_and_re_rolls_itself(edition: str) -> None:
    """Instead of the 2 quiddity; the die is not spent, and the dice rolled are new."""
    play = (
        Position(edition=edition)
        .active(0, "Questing Wizard@Q2*", "Basic Quiddity@Q1")
        .bag(0, "Portal", "Portal")
        .start("immediate")
    )
    assert set(play.options) == {"use Questing Wizard [Q2*]", "pass"}
    play.rolls("Portal@Q1", "Questing Wizard@C1:2/5")
    play.do("use Questing Wizard")
    assert play.pool == 0
    assert play.kind == "ready"
    assert play.faces(0, "active") == [
        "Basic Quiddity@Q1",
        "Portal@Q1",
        "Questing Wizard@C1:2/5",
    ]
    assert play.dice(0, "bag") == ["Portal"]
    assert "summon Questing Wizard [C1:2/5] for 1" in play.options


@pytest.mark.ability("Questing Wizard", 0)
@pytest.mark.rule("5.2")
def test_the_burst_may_be_used_as_often_as_it_shows_up() -> None:
    """The second result is a roll like any other; so is the die it draws."""
    play = (
        Position().active(0, "Questing Wizard@Q2*").bag(0, "Portal", "Assistant").start("immediate")
    )
    play.draws("Portal").rolls("Portal@W1", "Questing Wizard@Q2*")
    play.do("use Questing Wizard")
    assert set(play.options) == {"use Questing Wizard [Q2*]", "draw Portal [W1] 1", "pass"}
    play.rolls("Assistant@Q1", "Questing Wizard@Q2")
    play.do("use Questing Wizard")
    assert play.kind == "capture"  # the Portal has nothing left to draw
    assert play.faces(0, "active") == ["Assistant@Q1", "Portal@W1", "Questing Wizard@Q2"]


@pytest.mark.ability("Questing Wizard", 0)
def test_the_burst_re_rolls_even_with_nothing_to_draw() -> None:
    """Ruling (unofficial)."""
    play = Position().active(0, "Questing Wizard@Q2*").start("immediate")
    assert set(play.options) == {"use Questing Wizard [Q2*]", "pass"}
    play.rolls("Questing Wizard@Q2")
    play.do("use Questing Wizard")
    assert play.faces(0, "active") == ["Questing Wizard@Q2"]


@pytest.mark.ability("Questing Wizard", 0)
def test_the_burst_need_not_be_used_and_then_gives_its_two_quiddity() -> None:
    """Instead of gaining quiddity, not on top of it; and only right after the roll."""
    play = Position().active(0, "Questing Wizard@Q2*").bag(0, "Portal").start("immediate")
    play.do("pass")
    assert (play.kind, play.at_hand) == ("capture", 2)
    assert play.dice(0, "bag") == ["Portal"]


@pytest.mark.ability("Questing Wizard", 0)
@pytest.mark.parametrize("card", ["Questing Wizard@Q2", "Strong Questing Wizard@Q2*"])
def test_without_the_burst_or_the_ability_the_face_is_plain_quiddity(card: str) -> None:
    """The Strong Wizard's burst adds nothing; neither does a face without one."""
    play = Position().active(0, card).bag(0, "Portal").start("immediate")
    assert play.kind == "capture"


# --- Questing Wizard: the double burst ----------------------------------------------------------


@pytest.mark.ability("Questing Wizard", 1)
@pytest.mark.example("B")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "defense"), [("C1:2/5", 5), ("C2:3/6", 6), ("C3:4/8**", 9)])
def test_the_wizard_has_one_more_defense_on_its_double_burst(
    face: str, defense: int, edition: str
) -> None:
    """Only there; the single burst is no creature face, so the Italian book adds nothing."""
    play = Position(edition=edition).ready(0, f"Questing Wizard@{face}").start("capture")
    assert play.defense(0, "Questing Wizard") == defense
    assert play.attack(0, "Questing Wizard") == int(face[3])


@pytest.mark.ability("Questing Wizard", 1)
@pytest.mark.parametrize(("more", "falls"), [((), False), (("Assistant@C1:1/2",), True)])
def test_a_double_burst_wizard_falls_to_nine_and_not_to_eight(
    more: tuple[str, ...], falls: bool
) -> None:
    """8 + 1; the attackers are a Strong Quake Dragon and perhaps an Assistant."""
    play = (
        Position()
        .ready(0, "Strong Quake Dragon@C3:8/7**", *more)
        .ready(1, "Questing Wizard@C3:4/8**")
        .start("attack")
    )
    assert play.dice(1, "ready") == ([] if falls else ["Questing Wizard"])


@pytest.mark.ability("Questing Wizard", 2)
@pytest.mark.example("B")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("face", "glory"), [("C1:2/5", 3), ("C2:3/6", 3), ("C3:4/8**", 4)])
def test_the_wizard_earns_one_more_glory_on_its_double_burst(
    face: str, glory: int, edition: str
) -> None:
    """Only there."""
    play = (
        Position(edition=edition)
        .ready(0, f"Questing Wizard@{face}")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("score")
    )
    assert play.glory == (glory, 0)
    assert set(play.options) == {"cull Questing Wizard", "pass"}


@pytest.mark.ability("Questing Wizard", 1)
@pytest.mark.ability("Questing Wizard", 2)
@pytest.mark.parametrize("card", ["Strong Questing Wizard", "Mighty Questing Wizard"])
def test_the_other_wizards_double_burst_adds_nothing(card: str) -> None:
    """Rulings on the Strong and the Mighty card."""
    play = Position().ready(0, f"{card}@C3:4/8**").start("capture")
    assert play.defense(0, card) == 8
    scoring = Position().ready(0, f"{card}@C3:4/8**").start("score")
    assert scoring.glory == (3 if card.startswith("Strong") else 4, 0)


# --- Strong Questing Wizard: spells for Glory ---------------------------------------------------

STRONG = "Strong Questing Wizard"


@pytest.mark.ability("Strong Questing Wizard", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", FACES)
def test_strong_wizard_culls_any_number_of_spell_dice_for_one_glory_each(
    face: str, edition: str
) -> None:
    """From the Active Pool and the Ready Area, attached ones included; whatever they show."""
    play = (
        Position(edition=edition)
        .ready(0, f"{STRONG}@{face}", "Scavenging Goblin@C1:2/2", "Life Charm@S", "Life Charm@S")
        .active(0, "Growth Charm@Q2")
        .attached(0, "Death Charm@S*", 0, "Scavenging Goblin")
        .used(0, "Life Charm", "Assistant")
        .spent(0, "Life Charm")
        .bag(0, "Growth Charm")
        .ready(1, "Life Charm@S")
        .start("score")
    )
    assert play.glory == (5, 0)
    assert play.decision.card == STRONG
    assert set(play.options) == {
        "cull-die Growth Charm [Q2] in seat 0's active",
        "cull-die Life Charm [S] in seat 0's ready",
        "cull-die Death Charm [S*] in seat 0's attached",
        "no",
    }
    play.do("cull-die Death Charm")
    assert play.glory == (6, 0)
    assert play.left("Death Charm") == 5
    play.do("cull-die Life Charm", "cull-die Life Charm")
    assert play.glory == (8, 0)
    assert set(play.options) == {"cull-die Growth Charm [Q2] in seat 0's active", "no"}
    play.do("no")
    assert play.glory == (8, 0)
    assert play.kind == "cull"  # two culls for two scorers are a matter of their own
    assert play.dice(0, "used") == ["Assistant", "Life Charm", "Scavenging Goblin", STRONG]
    assert play.dice(0, "active") == ["Growth Charm"]
    assert play.dice(1, "ready") == ["Life Charm"]


@pytest.mark.ability("Strong Questing Wizard", 0)
def test_a_spell_attached_to_the_wizard_itself_may_be_culled_before_it_leaves() -> None:
    """Ruling: before attached spells move; a Victory Cantrip has done its work by then."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:2/5")
        .attached(0, "Victory Cantrip@S", 0, STRONG)
        .start("score")
    )
    assert play.glory == (5, 0)
    play.do("cull-die Victory Cantrip")
    assert play.glory == (6, 0)
    assert play.left("Victory Cantrip") == 5
    assert set(play.options) == {f"cull {STRONG}", "pass"}


@pytest.mark.ability("Strong Questing Wizard", 0)
@pytest.mark.rule("15.7")
def test_strong_wizard_need_not_cull_anything() -> None:
    """As "any number" may be none; the attached spell then goes to the Used Pile as usual."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:2/5", "Life Charm@S")
        .attached(0, "Death Charm@S*", 0, STRONG)
        .start("score")
    )
    play.do("no")
    assert play.glory == (3, 0)
    assert play.dice(0, "ready") == ["Life Charm"]
    assert play.dice(0, "used") == ["Death Charm", STRONG]


@pytest.mark.ability("Strong Questing Wizard", 0)
def test_without_a_spell_die_in_reach_strong_wizard_asks_nothing() -> None:
    """Used Pile, Spent Pile and bag are out of reach, and so are opponents' dice on own ones."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:2/5")
        .attached(1, "Death Charm@S*", 0, STRONG)
        .used(0, "Life Charm")
        .bag(0, "Life Charm")
        .ready(1, "Life Charm@S")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (3, 0))
    assert play.dice(1, "used") == ["Death Charm"]


@pytest.mark.ability("Strong Questing Wizard", 0)
def test_a_spell_of_ones_own_on_an_opponents_creature_is_not_in_ones_ready_area() -> None:
    """The card names one's own Active Pool and Ready Area."""
    play = (
        Position()
        .ready(0, f"{STRONG}@C1:2/5")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(0, "Death Charm@S*", 1, "Scavenging Goblin")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (3, 0))
    assert play.dice(0, "attached") == ["Death Charm"]


@pytest.mark.ability("Strong Questing Wizard", 0)
@pytest.mark.rule("9.1")
def test_the_glory_of_a_culled_spell_can_win_the_game() -> None:
    """On the spot: the second spell is not asked for."""
    play = (
        Position()
        .glory(0, 16)
        .ready(0, f"{STRONG}@C1:2/5", "Life Charm@S", "Growth Charm@S")
        .start("score")
    )
    assert play.glory == (19, 0)
    play.do("cull-die Life Charm")
    assert play.over
    assert play.glory == (20, 0)
    assert play.dice(0, "ready") == ["Growth Charm", STRONG]


# --- Mighty Questing Wizard: cheaper and more captures ------------------------------------------

MIGHTY = "Mighty Questing Wizard"


@pytest.mark.ability("Mighty Questing Wizard", 0)
@pytest.mark.rule("7.1")
def test_after_a_mighty_wizard_scored_dice_cost_two_less_and_one_more_may_be_captured() -> None:
    """A cost never goes below 0; after two captures it is over."""
    play = (
        Position(wilds=["Quake Dragon", "Witching Hag", "Scavenging Goblin", "Death Cantrip"])
        .ready(0, f"{MIGHTY}@C1:2/5")
        .bag(0, "Ghostly Spirit", "Basic Quiddity")
        .start("score")
    )
    assert play.glory == (4, 0)
    assert set(play.options) == {f"cull {MIGHTY}", "pass"}
    play.draws("Ghostly Spirit", "Basic Quiddity")
    play.rolls("Ghostly Spirit@Q2", "Basic Quiddity@Q1")
    play.do("cull")
    assert set(play.options) == {  # with 3 quiddity; a Quake Dragon costs 8 - 2
        "capture Basic Quiddity for 0",
        "capture Assistant for 0",
        "capture Scavenging Goblin for 0",
        "capture Deathdealer for 1",
        "capture Ghostly Spirit for 1",
        "capture Portal for 2",
        "capture Death Cantrip for 2",
        "capture Growth Cantrip for 1",
        "capture Life Cantrip for 1",
        "capture Witching Hag for 3",
        "capture Defender of the Pale for 3",
        "pass",
    }
    play.do("capture Witching Hag")
    assert play.kind == "capture"
    assert all(text == "pass" or text.endswith("for 0") for text in play.options)
    play.do("capture Scavenging Goblin")
    assert play.seat == 1
    assert play.dice(0, "used") == [
        "Basic Quiddity",
        "Ghostly Spirit",
        "Scavenging Goblin",
        "Witching Hag",
    ]


@pytest.mark.ability("Mighty Questing Wizard", 0)
def test_the_discount_and_the_capture_end_with_the_turn() -> None:
    """The next player pays the card's cost for one die."""
    play = (
        Position(wilds=["Scavenging Goblin"])
        .ready(0, f"{MIGHTY}@C1:2/5")
        .bag(1, "Portal", "Basic Quiddity", "Basic Quiddity")
        .start("score")
    )
    play.do("cull", "capture Scavenging Goblin")
    play.draws("Portal", "Basic Quiddity", "Basic Quiddity")
    play.rolls("Portal@Q1", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
    play.do("pass")
    assert play.seat == 1
    assert "capture Scavenging Goblin for 2" in play.options
    assert "capture Assistant for 1" in play.options
    play.do("capture Scavenging Goblin")
    assert play.seat == 0


@pytest.mark.ability("Mighty Questing Wizard", 0)
def test_two_mighty_wizards_add_up_discount_and_captures_alike() -> None:
    """Ruling (unofficial): 4 less, two more."""
    play = (
        Position(wilds=["Quake Dragon", "Witching Hag"])
        .ready(0, f"{MIGHTY}@C1:2/5", f"{MIGHTY}@C1:2/5")
        .bag(0, "Portal")
        .start("score")
    )
    assert play.glory == (8, 0)
    play.rolls("Portal@Q1")
    play.do("cull", "cull")
    assert play.kind == "capture"
    assert "capture Witching Hag for 1" in play.options
    assert "capture Portal for 0" in play.options
    play.do("capture Witching Hag", "capture Portal", "capture Assistant")
    assert play.seat == 1
    assert play.dice(0, "used") == ["Assistant", "Portal", "Portal", "Witching Hag"]


@pytest.mark.ability("Mighty Questing Wizard", 0)
def test_a_mighty_wizard_that_did_not_score_this_turn_lowers_nothing() -> None:
    """Lying in the Ready Area is not enough."""
    play = (
        Position(wilds=["Scavenging Goblin"])
        .ready(0, f"{MIGHTY}@C3:4/8**")
        .active(0, "Basic Quiddity@Q1")
        .start("capture")
    )
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "pass",
    }


@pytest.mark.ability("Mighty Questing Wizard", 1)
@pytest.mark.parametrize("edition", LATER)
def test_on_its_burst_mighty_wizard_is_spent_to_draw_and_roll_two(edition: str) -> None:
    """Instead of gaining quiddity; the Spent Pile is not refilled into the bag."""
    play = (
        Position(edition=edition)
        .active(0, f"{MIGHTY}@Q2*")
        .bag(0, "Portal")
        .used(0, "Assistant", "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {f"use {MIGHTY} [Q2*]", "pass"}
    play.draws("Portal", "Assistant").rolls("Portal@Q1", "Assistant@Q1")
    play.do(f"use {MIGHTY}")
    assert play.pool == 0
    assert play.dice(0, "spent") == [MIGHTY]
    assert play.faces(0, "active") == ["Assistant@Q1", "Portal@Q1"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]


@pytest.mark.ability("Mighty Questing Wizard", 1)
def test_the_mighty_wizards_burst_need_not_be_used() -> None:
    """Then it gives 2 quiddity; so does the face without a burst."""
    play = Position().active(0, f"{MIGHTY}@Q2*", f"{MIGHTY}@Q2").bag(0, "Portal").start("immediate")
    assert set(play.options) == {f"use {MIGHTY} [Q2*]", "pass"}
    play.do("pass")
    assert play.kind != "ready"
    assert play.dice(0, "bag") == ["Portal"]


@pytest.mark.ability("Mighty Questing Wizard", 1)
@pytest.mark.rule("15.14")
def test_with_nothing_to_draw_the_mighty_wizards_burst_cannot_be_used() -> None:
    """A draw-and-roll with nothing left to draw; its quiddity can be spent."""
    play = Position().active(0, f"{MIGHTY}@Q2*").start("immediate")
    assert play.kind == "capture"
    assert play.kind != "ready"


@pytest.mark.ability("Mighty Questing Wizard", 1)
def test_with_one_die_to_draw_the_mighty_wizard_draws_one() -> None:
    """As many as there are; in the 2011 books the Wizard itself would be the second."""
    later = Position().active(0, f"{MIGHTY}@Q2*").bag(0, "Portal").start("immediate")
    later.rolls("Portal@Q1")
    later.do(f"use {MIGHTY}")
    assert later.faces(0, "active") == ["Portal@Q1"]
    assert later.dice(0, "spent") == [MIGHTY]

    first = (
        Position(edition="original").active(0, f"{MIGHTY}@Q2*").bag(0, "Portal").start("immediate")
    )
    first.rolls("Portal@Q1", f"{MIGHTY}@Q2")
    first.do(f"use {MIGHTY}")
    assert first.faces(0, "active") == [f"{MIGHTY}@Q2", "Portal@Q1"]
    assert (first.dice(0, "used"), first.dice(0, "bag")) == ([], [])
