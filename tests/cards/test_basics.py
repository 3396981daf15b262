"""The three basics: Basic Quiddity, Assistant, Portal, with every ruling on them."""

from __future__ import annotations

import pytest

from quarriors import Rules, new_game
from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import OLD, in_all_editions, in_new_editions, in_old_editions, settled

# --- Basic Quiddity ----------------------------------------------------------------------------


@in_all_editions
def test_basic_quiddity_is_spent_for_what_it_shows(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Basic Quiddity@Q1", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
        .active(1, "Basic Quiddity@Q2")
        .ready(0, "Growth Charm@S")
        .start("capture")
    )
    assert play.at_hand == 4
    play.do("capture Deathdealer for 3")
    assert play.dice(0, "active") == ["Basic Quiddity"]
    pile = "used" if edition in OLD else "spent"
    assert play.dice(0, pile).count("Basic Quiddity") == 2
    assert play.faces(1, "active") == ["Basic Quiddity@Q2"]
    assert play.kind == "capture"
    assert settled(play)


def test_faces_that_read_alike_are_one_option() -> None:
    """Dice alike in every property are offered once: five of the six faces are the same Q1."""
    play = Position().active(0, *[f"Basic Quiddity@{face}" for face in range(5)]).start("ready")
    assert play.kind != "ready"


@pytest.mark.rule("7.2")
@in_all_editions
def test_a_culled_basic_quiddity_costs_nothing_and_takes_the_one_capture(edition: str) -> None:
    """Ruling: culled dice lie on the card and are captured again for 0, each as one capture."""
    play = (
        Position(edition=edition)
        .left("Basic Quiddity", 2)
        .left("Assistant", 1)
        .bag(1, "Basic Quiddity")
        .start("capture")
    )
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play.draws("Basic Quiddity").rolls("Basic Quiddity@Q1")
    play.do("capture Basic Quiddity")
    assert play.dice(0, "used") == ["Basic Quiddity"]
    assert play.left("Basic Quiddity") == 1
    assert (play.kind, play.seat) == ("capture", 1)  # one capture: the turn is over
    assert settled(play)


@pytest.mark.rule("7.2")
def test_with_advanced_capture_two_basic_quiddity_are_two_captures() -> None:
    play = (
        Position(variants=["advanced_capture"])
        .left("Basic Quiddity", 3)
        .bag(1, "Basic Quiddity")
        .start("capture")
    )
    play.do("capture Basic Quiddity")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}
    play.draws("Basic Quiddity").rolls("Basic Quiddity@Q1")
    play.do("capture Basic Quiddity")
    assert play.dice(0, "used") == ["Basic Quiddity"] * 2
    assert play.left("Basic Quiddity") == 1
    assert play.seat == 1


def test_no_basic_quiddity_lies_in_the_wilds_at_the_start_and_a_culled_one_does() -> None:
    state = queries.state(new_game(Rules(players=4), seed=3))
    assert queries.left_on_card(state, state.setup.class_slot["Basic Quiddity"]) == 0

    play = (
        Position()
        .ready(0, "Assistant@C1:1/2")
        .used(0, "Basic Quiddity")
        .left("Basic Quiddity", 0)
        .start()
    )
    assert set(play.options) == {"cull Basic Quiddity", "cull Assistant", "pass"}
    play.rolls("Assistant@Q1").do("cull Basic Quiddity")
    assert play.left("Basic Quiddity") == 1
    assert set(play.options) == {"capture Basic Quiddity for 0", "capture Assistant for 1", "pass"}


# --- Assistant ---------------------------------------------------------------------------------


@pytest.mark.ability("Assistant", 0)
@in_all_editions
def test_an_assistant_rerolls_itself_and_one_other_die(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Assistant@R*", "Basic Quiddity@Q1", "Portal@Q1", "Basic Quiddity@Q1")
        .active(1, "Basic Quiddity@Q1")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("immediate")
    )
    assert set(play.options) == {"use Assistant [R*]", "pass"}
    play.do("use Assistant")
    assert play.kind == "effect"
    assert (play.decision.card, play.decision.ability) == ("Assistant", 0)
    assert set(play.options) == {  # its own Active Pool only, dice alike once, and a no (15.13)
        "re-roll-die Basic Quiddity [Q1] in seat 0's active",
        "re-roll-die Portal [Q1] in seat 0's active",
        "no",
    }
    play.rolls("Basic Quiddity@Q2", "Assistant@C1:1/2")
    play.do("re-roll-die Basic Quiddity")
    assert play.faces(0, "active") == [
        "Assistant@C1:1/2", "Basic Quiddity@Q1", "Basic Quiddity@Q2", "Portal@Q1",
    ]  # fmt: skip
    assert play.dice(0, "spent") == play.dice(0, "used") == []  # a re-roll spends nothing
    assert play.faces(1, "active") == ["Basic Quiddity@Q1"]
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.ability("Assistant", 0)
@pytest.mark.rule("15.13")
@in_all_editions
def test_the_partner_of_an_assistant_may_be_left_out(edition: str) -> None:
    play = (
        Position(edition=edition).active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    )
    play.rolls("Assistant@Q1").do("use Assistant", "no")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q1"]
    assert play.kind != "ready"
    assert settled(play)


@pytest.mark.ability("Assistant", 0)
def test_an_assistant_without_a_partner_rerolls_itself_alone() -> None:
    play = Position().active(0, "Assistant@R*").start("immediate")
    play.rolls("Assistant@Q1").do("use Assistant")
    assert play.faces(0, "active") == ["Assistant@Q1"]
    assert play.kind == "capture"


@pytest.mark.ability("Assistant", 0)
@pytest.mark.rule("15.13")
@in_all_editions
def test_an_assistant_that_shows_the_reroll_again_may_be_used_again(edition: str) -> None:
    """Ruling: with the same partner or with another."""
    play = (
        Position(edition=edition)
        .active(0, "Assistant@R*", "Basic Quiddity@Q1", "Portal@Q1")
        .start("immediate")
    )
    play.rolls("Basic Quiddity@Q1", "Assistant@R*")
    play.do("use Assistant", "re-roll-die Basic Quiddity")
    assert set(play.options) == {"use Assistant [R*]", "pass"}
    play.rolls("Basic Quiddity@Q2", "Assistant@R*")  # the same partner again
    play.do("use Assistant", "re-roll-die Basic Quiddity")
    play.rolls("Portal@Q1", "Assistant@Q1")  # another one
    play.do("use Assistant", "re-roll-die Portal")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q2", "Portal@Q1"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Assistant", 0)
@pytest.mark.rule("5.2")
def test_an_assistant_not_used_right_after_the_roll_is_of_no_use() -> None:
    play = Position().active(0, "Assistant@R*", "Basic Quiddity@Q1").start("immediate")
    play.do("pass")
    assert play.kind != "ready"
    assert play.faces(0, "active") == ["Assistant@R*", "Basic Quiddity@Q1"]
    assert set(play.options) == {"capture Basic Quiddity for 0", "capture Assistant for 1", "pass"}


@pytest.mark.ability("Assistant", 0)
@pytest.mark.parametrize("face", ["Q1", "C1:1/2"])
def test_the_other_faces_of_an_assistant_reroll_nothing(face: str) -> None:
    play = Position().active(0, f"Assistant@{face}", "Basic Quiddity@Q1").start("immediate")
    assert play.kind == ("ready" if face.startswith("C") else "capture")
    assert not any(option.startswith("use") for option in play.options)


@pytest.mark.ability("Assistant", 0)
def test_two_assistants_reroll_each_other() -> None:
    """A partner may itself be an Assistant; its new face counts, not its old one."""
    play = Position().active(0, "Assistant@R*", "Assistant@R*").start("immediate")
    play.do("use Assistant")
    assert set(play.options) == {"re-roll-die Assistant [R*] in seat 0's active", "no"}
    play.rolls("Assistant@Q1", "Assistant@C1:1/2").do("re-roll-die Assistant")
    assert play.faces(0, "active") == ["Assistant@C1:1/2", "Assistant@Q1"]
    assert play.kind == "ready"


@pytest.mark.rule("3.3")
@in_all_editions
def test_a_summoned_assistant_is_a_creature_that_scores_one_and_earns_a_cull(edition: str) -> None:
    """Official FAQ: an Assistant is a creature die, and a creature once summoned."""
    play = (
        Position(edition=edition)
        .active(0, "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("ready")
    )
    play.do("summon Assistant [C1:1/2] for 1")
    assert play.dice(0, "ready") == ["Assistant"]
    assert (play.attack(0, "Assistant", 1), play.defense(0, "Assistant")) == (1, 2)
    assert play.kind == "capture"  # 1 damage is not enough for the Goblin
    play.do("pass")
    assert (play.kind, play.seat) == ("cull", 1)
    play.rolls(*["Basic Quiddity@Q1"] * 6).do("pass", "pass")
    assert (play.kind, play.seat) == ("cull", 0)
    assert play.glory == (1, 2)
    assert set(play.options) == {"cull Basic Quiddity", "cull Assistant", "pass"}


@pytest.mark.rule("3.3")
def test_an_assistant_is_a_creature_die_whatever_it_shows() -> None:
    play = (
        Position()
        .ready(0, "Strong Witching Hag@C1:3/3")
        .used(0, "Assistant@Q1", "Portal@W1", "Basic Quiddity")
        .start()
    )
    assert set(play.options) == {"fetch Assistant in seat 0's used", "no"}


@pytest.mark.rule("7.3")
@pytest.mark.parametrize("fourth", ["Assistant", "Portal"])
def test_an_empty_basic_card_does_not_count_towards_the_four(fourth: str) -> None:
    play = (
        Position()
        .active(0, "Quake Dragon@Q3|R", "Basic Quiddity@Q1")
        .left("Deathdealer", 0)
        .left("Devotee of the Holy Query", 0)
        .left("Ghostly Spirit", 0)
        .left(fourth, 1)
        .start("capture")
    )
    cost = {"Assistant": 1, "Portal": 4}[fourth]
    play.do(f"capture {fourth} for {cost}")
    assert play.left(fourth) == 0
    assert not play.over


# --- Portal ------------------------------------------------------------------------------------


@pytest.mark.ability("Portal", 0)
@pytest.mark.rule("5.2")
@in_all_editions
def test_a_portal_that_shows_one_draws_and_rolls_one(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1", "Basic Quiddity@Q1")
        .bag(0, "Basic Quiddity", "Assistant", "Basic Quiddity")
        .bag(1, "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    play.draws("Assistant").rolls("Assistant@C1:1/2").do("draw Portal")
    assert play.faces(0, "active") == ["Assistant@C1:1/2", "Basic Quiddity@Q1"]
    assert play.dice(0, "bag") == ["Basic Quiddity"] * 2
    assert play.dice(0, "used" if edition in OLD else "spent") == ["Portal"]
    assert play.dice(1, "bag") == ["Basic Quiddity"]
    assert play.pool == 0
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.ability("Portal", 1)
@in_all_editions
def test_a_portal_that_shows_two_draws_and_rolls_two(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W2")
        .bag(0, "Basic Quiddity", "Assistant", "Basic Quiddity")
        .start("immediate")
    )
    assert set(play.options) == {"draw Portal [W2] 2", "pass"}
    play.draws("Assistant", "Basic Quiddity").rolls("Assistant@Q1", "Basic Quiddity@Q2")
    play.do("draw Portal")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q2"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
    assert play.dice(0, "used" if edition in OLD else "spent") == ["Portal"]
    assert settled(play)


@pytest.mark.ability("Portal", 0)
@pytest.mark.ability("Portal", 1)
@pytest.mark.parametrize("face", ["W1", "W2"])
def test_a_portal_is_optional_and_lost_once_the_immediates_are_over(face: str) -> None:
    play = (
        Position()
        .active(0, f"Portal@{face}", "Basic Quiddity@Q1")
        .bag(0, "Basic Quiddity")
        .start("immediate")
    )
    play.do("pass")
    assert play.kind != "ready"  # never readied
    play.do("pass")
    assert play.seat == 1
    assert play.dice(0, "used") == ["Basic Quiddity", "Portal"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]


@pytest.mark.ability("Portal", 0)
def test_a_portal_that_shows_quiddity_only_pays() -> None:
    play = Position().active(0, "Portal@Q1").bag(0, "Basic Quiddity").start("immediate")
    assert play.kind != "ready"
    assert play.kind == "capture"


@pytest.mark.ability("Portal", 1)
@pytest.mark.rule("3.4")
@in_new_editions
def test_a_portal_in_the_spent_pile_is_not_refilled_for_its_own_draw(edition: str) -> None:
    """Ruling: spent first, and the Spent Pile does not go into the bag."""
    play = (
        Position(edition=edition)
        .active(0, "Portal@W2")
        .used(0, "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Basic Quiddity").rolls("Basic Quiddity@Q1").do("draw Portal")
    assert play.faces(0, "active") == ["Basic Quiddity@Q1"]  # one of the two: no more is left
    assert play.dice(0, "spent") == ["Portal"]
    assert play.dice(0, "bag") == play.dice(0, "used") == []
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Portal", 1)
@pytest.mark.rule("3.7")
@in_old_editions
def test_in_2011_a_portal_goes_back_into_the_bag_for_its_own_draw(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W2")
        .used(0, "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Portal", "Basic Quiddity").rolls("Portal@Q1", "Basic Quiddity@Q2")
    play.do("draw Portal")
    assert play.faces(0, "active") == ["Basic Quiddity@Q2", "Portal@Q1"]
    assert play.dice(0, "used") == []
    assert settled(play)


@pytest.mark.ability("Portal", 0)
@pytest.mark.ability("Portal", 1)
@pytest.mark.rule("15.14")
@in_new_editions
@pytest.mark.parametrize("face", ["W1", "W2"])
def test_a_portal_with_nothing_to_draw_cannot_be_used(edition: str, face: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, f"Portal@{face}", "Basic Quiddity@Q1")
        .spent(0, "Basic Quiddity")
        .start("immediate")
    )
    assert play.kind == "capture"
    assert play.kind != "ready"
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", f"Portal@{face}"]


@pytest.mark.ability("Portal", 0)
@in_all_editions
def test_a_die_drawn_by_a_portal_may_itself_draw(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1")
        .bag(0, "Portal", "Basic Quiddity", "Assistant")
        .start("immediate")
    )
    play.draws("Portal").rolls("Portal@W2").do("draw Portal")
    assert set(play.options) == {"draw Portal [W2] 2", "pass"}
    play.draws("Assistant", "Basic Quiddity").rolls("Assistant@Q1", "Basic Quiddity@Q1")
    play.do("draw Portal")
    assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q1"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Portal", 0)
@pytest.mark.rule("15.8")
@in_old_editions
def test_in_2011_a_chain_of_portals_ends_with_one_quiddity(edition: str) -> None:
    """Only Portals spent in this chain are left: the last one counts as 1 quiddity."""
    play = Position(edition=edition).active(0, "Portal@W1").bag(0, "Portal").start("immediate")
    play.draws("Portal").rolls("Portal@W2").do("draw Portal")
    assert set(play.options) == {"spend-as-quiddity Portal [W2] for 1 quiddity", "pass"}
    play.do("spend-as-quiddity Portal")
    assert play.pool == 1
    assert play.dice(0, "used") == ["Portal", "Portal"]
    assert set(play.options) == {"capture Basic Quiddity for 0", "capture Assistant for 1", "pass"}
    assert settled(play)


@pytest.mark.ability("Portal", 0)
@pytest.mark.rule("15.8")
@in_old_editions
def test_in_2011_a_portal_still_draws_while_another_die_is_left(edition: str) -> None:
    """One past the boundary of the chain rule: a die not spent in this chain is there."""
    play = (
        Position(edition=edition)
        .active(0, "Portal@W1")
        .bag(0, "Portal")
        .used(0, "Basic Quiddity")
        .start("immediate")
    )
    play.draws("Portal").rolls("Portal@W1").do("draw Portal")
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    play.draws("Basic Quiddity").rolls("Basic Quiddity@Q1").do("draw Portal")
    assert play.faces(0, "active") == ["Basic Quiddity@Q1"]
    assert play.dice(0, "bag") == ["Portal", "Portal"]
    assert settled(play)


@pytest.mark.ability("Portal", 0)
@pytest.mark.rule("15.8")
@in_new_editions
def test_from_2013_on_a_portal_is_never_turned_to_quiddity(edition: str) -> None:
    play = Position(edition=edition).active(0, "Portal@W1").bag(0, "Portal").start("immediate")
    play.draws("Portal").rolls("Portal@W1").do("draw Portal")
    assert play.kind == "capture"  # the second Portal finds nothing and stays where it is
    assert play.faces(0, "active") == ["Portal@W1"]
    assert play.dice(0, "spent") == ["Portal"]
    assert play.pool == 0
