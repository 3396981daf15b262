"""Section 15: our rulings about dice, their spending (15.1), loops (15.8), re-rolls and draws."""

from __future__ import annotations

import pytest

from quarriors.testing import Position

# --- 15.1: payment ---------------------------------------------------------------------------

Q1, Q2 = "Basic Quiddity@Q1", "Basic Quiddity@Q2"
DRAGON = "Quake Dragon@Q3|R"  # 3, with another use on the face
WIZARD = "Questing Wizard@Q2*"  # 2, with another use
DRAW = "Questing Wizard@Q1+W1"  # 1, with another use


@pytest.mark.rule("15.1")
@pytest.mark.parametrize(
    ("dice", "cost", "spent", "pool"),
    [
        # plain dice: the sum that is just enough
        ([Q1, Q1, Q1], 2, [Q1, Q1], 0),
        ([Q1, Q2], 1, [Q1], 0),
        ([Q1, Q2], 2, [Q2], 0),
        ([Q1, Q2], 3, [Q1, Q2], 0),
        ([Q2, Q2], 1, [Q2], 1),
        ([Q2, Q2], 3, [Q2, Q2], 1),
        ([Q2, Q2, Q1], 3, [Q1, Q2], 0),
        # plain dice before those with another use, even if it means overpaying
        ([Q2, DRAW], 1, [Q2], 1),
        ([Q1, DRAGON], 1, [Q1], 0),
        ([Q1, Q1, DRAGON], 2, [Q1, Q1], 0),
        ([Q1, Q1, WIZARD, DRAGON], 2, [Q1, Q1], 0),
        # and those with another use only for what is missing, the smallest that is enough
        ([Q1, WIZARD, DRAGON], 3, [Q1, WIZARD], 0),
        ([Q1, DRAW, DRAGON], 2, [Q1, DRAW], 0),
        ([DRAGON], 1, [DRAGON], 2),
        ([WIZARD, DRAGON], 2, [WIZARD], 0),
        ([WIZARD, DRAGON], 3, [DRAGON], 0),
        ([Q1, DRAGON], 3, [Q1, DRAGON], 1),
    ],
)
def test_which_dice_pay(dice: list[str], cost: int, spent: list[str], pool: int) -> None:
    """A Defender of the Pale of that level is summoned with these dice in the Active Pool."""
    face = {1: "C1:1/5*", 2: "C2:2/6*", 3: "C3:2/8**"}[cost]
    play = (
        Position()
        .active(0, *dice, f"Defender of the Pale@{face}")
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    play.do("summon Defender of the Pale")
    assert play.faces(0, "spent") == sorted(spent)
    assert play.pool == pool
    left = sorted(dice)
    for die in spent:
        left.remove(die)
    assert play.faces(0, "active") == left


@pytest.mark.rule("15.1")
@pytest.mark.parametrize(
    ("dice", "spent", "pool"),
    [
        ([Q1] * 6, [Q1] * 5, 0),
        ([Q2, Q2, Q1, Q1], [Q1, Q2, Q2], 0),
        ([Q2, Q2, Q2], [Q2, Q2, Q2], 1),
        ([Q1, Q1, Q2, DRAGON], [Q1, Q1, Q2, DRAGON], 2),
        ([Q1, Q2, DRAGON, WIZARD], [Q1, Q2, WIZARD], 0),
        ([DRAGON, DRAGON], [DRAGON, DRAGON], 1),
        ([DRAGON, WIZARD, WIZARD], [DRAGON, WIZARD], 0),
    ],
)
def test_which_dice_pay_for_a_capture_of_five(dice: list[str], spent: list[str], pool: int) -> None:
    play = (
        Position(wilds=["Witching Hag"], variants=["advanced_capture"])
        .active(0, *dice)
        .start("capture")
    )
    play.do("capture Witching Hag")
    assert play.faces(0, "spent") == sorted(spent)
    assert play.pool == pool


@pytest.mark.rule("15.1")
def test_what_is_in_the_pool_pays_before_any_die() -> None:
    play = (
        Position()
        .ready(0, "Growth Charm@S")
        .active(0, Q1, "Quake Dragon@C3:8/7**", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Growth Charm", "summon Quake Dragon")
    assert play.pool == 0
    assert play.faces(0, "active") == ["Assistant@C1:1/2", Q1]
    play.do("summon Assistant")
    assert play.dice(0, "active") == []


@pytest.mark.rule("15.1")
def test_dice_left_after_paying_are_worth_as_much_whichever_were_spent() -> None:
    """So there is nothing to choose: 4 quiddity, and 2 of them for two creatures."""
    play = (
        Position()
        .active(0, Q1, DRAGON, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .start("ready")
    )
    assert not [text for text in play.options if text.startswith("spend")]
    play.do("summon Scavenging Goblin", "summon Assistant")
    assert (play.pool, play.at_hand) == (2, 2)  # what is paid too much stays for the turn


@pytest.mark.rule("15.1")
def test_overpay_stays_for_the_turn() -> None:
    play = (
        Position(wilds=["Scavenging Goblin"])
        .active(0, Q2, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2", "Ghostly Spirit@C1:2/2")
        .start("ready")
    )
    play.do("summon Scavenging Goblin")
    assert play.pool == 1
    play.do("summon Ghostly Spirit")
    assert play.pool == 0
    assert play.kind == "capture"  # the Assistant cannot be paid for any more


# --- 15.8: loops -----------------------------------------------------------------------------


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_a_chain_of_portals_stops_at_dice_spent_in_it(edition: str) -> None:
    """Two Portals, one of them in the bag: the second finds only the first, and may be 1."""
    play = (
        Position(edition=edition)
        .left("Basic Quiddity", 0)
        .active(0, "Portal@W1")
        .bag(0, "Portal")
        .ready(1, "Growth Charm@S")
        .start("immediate")
    )
    play.rolls("Portal@W1")
    play.do("draw Portal")
    assert play.dice(0, "used") == ["Portal"]
    assert set(play.options) == {"spend-as-quiddity Portal [W1] for 1 quiddity", "pass"}
    play.do("spend-as-quiddity Portal")
    assert play.pool == 1
    assert play.dice(0, "used") == ["Portal"] * 2
    assert play.dice(0, "active") == []


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_the_chain_goes_on_while_other_dice_can_be_drawn(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1", "Portal@W1")
        .bag(0, "Assistant")
        .used(0, "Scavenging Goblin")
        .start("immediate")
    )
    play.rolls("Assistant@Q1")
    play.do("draw Portal")
    assert "draw Portal [W1] 1" in play.options


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_the_last_portal_need_not_count_as_quiddity(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1")
        .bag(0, "Portal")
        .ready(0, "Growth Charm@S")
        .start("immediate")
    )
    play.rolls("Portal@W2")
    play.do("draw Portal", "pass")
    assert play.pool == 0
    assert play.dice(0, "active") == ["Portal"]
    assert play.dice(0, "used") == ["Portal"]


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_a_player_with_nothing_but_portals_may_count_one_as_quiddity(edition: str) -> None:
    """The published answer: the Portal is spent first, so its draw would find only itself."""
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1", "Portal@W2")
        .ready(0, "Growth Charm@S")
        .start("immediate")
    )
    assert set(play.options) == {
        "spend-as-quiddity Portal [W1] for 1 quiddity",
        "spend-as-quiddity Portal [W2] for 1 quiddity",
        "cast Growth Charm [S]",
        "pass",
    }
    play.do("spend-as-quiddity Portal [W1]")
    assert play.pool == 1
    assert play.dice(0, "used") == ["Portal"]


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_only_the_last_portal_of_a_chain_counts_as_quiddity(edition: str) -> None:
    """The last one may count as 1: three Portals and nothing to draw are 1, not 3."""
    play = (
        Position(edition=edition)
        .active(0, *["Portal@W1"] * 3)
        .ready(0, "Growth Charm@S")
        .start("immediate")
    )
    play.do("spend-as-quiddity Portal")
    assert play.pool == 1
    assert not [text for text in play.options if text.startswith("spend-as-quiddity")]


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["original", "original-it"])
def test_a_spell_that_draws_does_not_draw_itself_for_ever(edition: str) -> None:
    """Growth Spell alone: its draw finds nothing but itself, spent in this very chain."""
    play = Position(edition=edition).active(0, "Growth Spell@S").start("immediate")
    play.rolls("Growth Spell@S")
    play.do("use Growth Spell")
    assert play.pool == 2
    assert not [text for text in play.options if text.startswith("use Growth Spell")]


@pytest.mark.rule("15.8")
@pytest.mark.parametrize("edition", ["revised", "qultimate"])
def test_from_2013_on_spent_dice_cannot_be_drawn_and_no_loop_exists(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1")
        .bag(0, "Portal")
        .ready(0, "Growth Charm@S")
        .start("immediate")
    )
    play.rolls("Portal@W1")
    play.do("draw Portal")
    assert play.kind == "ready"  # the second Portal finds nothing at all (15.14)
    assert play.dice(0, "active") == ["Portal"]
    assert play.dice(0, "spent") == ["Portal"]


# --- 15.13: optional re-rolls ----------------------------------------------------------------


@pytest.mark.rule("15.13")
def test_the_partner_of_an_assistant_is_optional() -> None:
    play = Position().active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    play.do("use Assistant")
    assert set(play.options) == {"re-roll-die Basic Quiddity [Q1] in seat 0's active", "no"}
    play.rolls("Assistant@C1:1/2")
    play.do("no")
    assert play.faces(0, "active") == ["Assistant@C1:1/2", "Basic Quiddity@Q1"]


@pytest.mark.rule("15.13")
def test_re_rolls_may_chain_and_take_the_same_die_again() -> None:
    play = Position().active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    play.rolls("Basic Quiddity@Q1", "Assistant@R*", "Basic Quiddity@Q2", "Assistant@Q1")
    play.do("use Assistant", "re-roll-die Basic Quiddity")
    assert set(play.options) == {"use Assistant [R*]", "pass"}
    play.do("use Assistant", "re-roll-die Basic Quiddity")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q2"]


@pytest.mark.rule("15.13")
@pytest.mark.parametrize("wanted", [0, 1, 2])
def test_each_die_of_a_growth_incantation_is_optional(wanted: int) -> None:
    play = (
        Position()
        .active(0, "Growth Incantation@S", "Basic Quiddity@Q1", "Portal@Q1")
        .start("immediate")
    )
    play.do("use Growth Incantation")
    assert play.pool == 2
    assert set(play.options) == {
        "re-roll-die Basic Quiddity [Q1] in seat 0's active",
        "re-roll-die Portal [Q1] in seat 0's active",
        "no",
    }
    play.rolls(*["Basic Quiddity@Q2", "Portal@W2"][:wanted])
    play.do(*["re-roll-die Basic Quiddity", "re-roll-die Portal"][:wanted])
    if wanted < 2:
        play.do("no")
    assert play.faces(0, "active") == [
        f"Basic Quiddity@Q{2 if wanted else 1}",
        f"Portal@{'W2' if wanted == 2 else 'Q1'}",
    ]


# --- 15.14: nothing left to draw -------------------------------------------------------------


@pytest.mark.rule("15.14")
@pytest.mark.parametrize("edition", ["original", "original-it", "revised", "qultimate"])
@pytest.mark.parametrize("face", ["W1", "W2"])
@pytest.mark.parametrize("there", [0, 1])
def test_a_draw_face_needs_something_to_draw(edition: str, face: str, there: int) -> None:
    play = (
        Position(edition=edition)
        .active(0, f"Portal@{face}", "Quake Dragon@Q3|R")
        .bag(0, *["Assistant"] * there)
        .start("immediate")
    )
    draw = f"draw Portal [{face}] {face[1]}"
    assert (draw in play.options) == (there > 0)
    assert play.dice(0, "active") == ["Portal", "Quake Dragon"]


@pytest.mark.rule("15.14")
def test_the_used_pile_counts_as_something_to_draw_and_the_spent_pile_does_not() -> None:
    used = Position().active(0, "Portal@W1").used(0, "Assistant").start("immediate")
    assert set(used.options) == {"draw Portal [W1] 1", "pass"}
    spent = (
        Position()
        .active(0, "Portal@W1", "Quake Dragon@Q3|R")
        .spent(0, "Assistant")
        .start("immediate")
    )
    assert set(spent.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}


@pytest.mark.rule("15.14")
def test_a_quiddity_symbol_beside_the_draw_can_still_be_spent() -> None:
    play = Position().active(0, "Questing Wizard@Q1+W1").start("immediate")
    assert play.kind == "capture"
    assert play.kind != "ready"
