"""Section 3: where dice are, drawing, rolling, spending."""

from __future__ import annotations

from collections import Counter

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.ids import place
from quarriors.engine.rng import Dealer
from quarriors.testing import Position, check_state

# --- 3.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("edition", ["original", "original-it", "revised", "qultimate"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_die_is_made_or_lost_in_a_whole_game(edition: str, players: int) -> None:
    """At every decision each die is in one place, and every class has as many as at the start."""
    game = q.new_game(q.Rules(players=players, edition=edition), seed=players)
    state = queries.state(game)
    before = Counter(state.setup.slot)
    choice = Dealer(players, "choices")
    for _ in range(400):
        if game.over:
            break
        check_state(state)
        assert Counter(state.setup.slot) == before
        assert queries.dice_at(state, place.REMOVED) == []
        options = game.decision.options
        game.apply(options[choice.below(len(options))])
    assert game.turn > players


@pytest.mark.rule("3.1")
def test_the_spent_pile_exists_from_2013_on_only() -> None:
    for edition in ("original", "original-it"):
        game = q.new_game(q.Rules(edition=edition), seed=3)
        for _ in range(300):
            if game.over:
                break
            for seat in range(2):
                assert queries.dice_list(queries.state(game), seat, place.SPENT) == []
            game.apply(game.decision.options[0])
        assert game.turn > 5


# --- 3.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.2")
def test_everything_in_play_can_be_a_target_but_nothing_in_a_bag(made_up: Catalog) -> None:
    """The Long Arm may choose any die at all: bags, dice set aside and the Wilds stay out."""
    play = (
        Position(catalog=made_up)
        .ready(0, "Long Arm@S")
        .bag(0, "Portal", "Basic Quiddity")
        .bag(1, "Mighty Quake Dragon", "Basic Quiddity")
        .spent(0, "Ghostly Spirit")
        .used(0, "Witching Hag")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Victory Cantrip@S", 1, "Scavenging Goblin")
        .active(1, "Assistant@Q1")
        .used(1, "Portal")
        .aside(1, "Warrior of the Quay")
        .start("ready")
    )
    play.do("cast Long Arm")
    assert sorted(play.options) == [
        "destroy Assistant [Q1] in seat 1's active",
        "destroy Ghostly Spirit in seat 0's spent",
        "destroy Long Arm in seat 0's spent",
        "destroy Portal in seat 1's used",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
        "destroy Victory Cantrip [S] in seat 1's attached",
        "destroy Witching Hag in seat 0's used",
    ]


@pytest.mark.rule("3.2")
def test_dice_in_the_spent_and_used_piles_cannot_be_spent() -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .active(0, "Basic Quiddity@Q1", "Quake Dragon@C2:6/6*")
        .spent(0, *["Basic Quiddity@Q2"] * 3)
        .used(0, *["Basic Quiddity@Q2"] * 3)
        .start("ready")
    )
    # The dragon of level 2 is out of reach with the one die that can be spent.
    assert play.kind != "ready"
    assert set(play.options) == {"capture Assistant for 1", "pass"}


# --- 3.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.3")
def test_a_die_is_a_creature_only_in_a_ready_area_with_the_icon_up() -> None:
    """Death Incantation chooses creatures: not dice in other places that show one."""
    play = (
        Position()
        .ready(0, "Death Incantation@S*", "Assistant@C1:1/2", "Growth Charm@S")
        .active(0, "Ghostly Spirit@C1:2/2")
        .spent(0, "Ghostly Spirit@C1:2/2")
        .ready(1, "Scavenging Goblin@C1:2/2", "Life Charm@S")
        .active(1, "Witching Hag@C1:3/3")
        .used(1, "Witching Hag@C1:3/3")
        .aside(1, "Warrior of the Quay@C1:2/3")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert set(play.options) == {
        "destroy Assistant [C1:1/2] in seat 0's ready",
        "destroy Scavenging Goblin [C1:2/2] in seat 1's ready",
    }


@pytest.mark.rule("3.3")
def test_a_die_is_a_spell_only_in_a_ready_area_with_the_icon_up() -> None:
    play = (
        Position()
        .ready(0, "Shaping Spell@S", "Growth Charm@S", "Assistant@C1:1/2")
        .active(0, "Growth Charm@S")
        .used(1, "Victory Cantrip@S")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Victory Cantrip@S", 1, "Scavenging Goblin")
        .start("ready")
    )
    play.do("cast Shaping Spell")
    assert set(play.options) == {
        "destroy Growth Charm [S] in seat 0's ready",
        "destroy Victory Cantrip [S] in seat 1's attached",
    }


@pytest.mark.rule("3.3")
def test_a_creature_die_is_one_whatever_it_shows_and_assistants_are() -> None:
    """Strong Witching Hag takes creature dice; faces in the Used Pile do not matter."""
    play = (
        Position()
        .ready(0, "Strong Witching Hag@C1:3/3")
        .used(0, "Scavenging Goblin@Q1", "Assistant@R*", "Portal", "Growth Charm", "Basic Quiddity")
        .start("score")
    )
    assert sorted(play.options) == [
        "fetch Assistant in seat 0's used",
        "fetch Scavenging Goblin in seat 0's used",
        "no",
    ]


@pytest.mark.rule("3.3")
def test_an_assistant_in_the_ready_area_scores_attacks_and_defends() -> None:
    scored = Position().ready(0, "Assistant@C1:1/2").start("score")
    assert scored.glory == (1, 0)
    play = (
        Position().ready(0, *["Assistant@C1:1/2"] * 2).ready(1, "Assistant@C1:1/2").start("attack")
    )
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == ["Assistant"]


# --- 3.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("seed", range(12))
def test_the_bag_is_emptied_before_the_used_pile_goes_in(seed: int) -> None:
    """One die in the bag, two owed: that die comes first, then one of the Used Pile."""
    play = (
        Position(seed=seed)
        .active(0, "Portal@W2")
        .bag(0, "Scavenging Goblin")
        .used(0, "Witching Hag", "Ghostly Spirit")
        .spent(0, "Quake Dragon")
        .start("immediate")
    )
    play.do("draw Portal")
    drawn = set(play.dice(0, "active"))
    assert "Scavenging Goblin" in drawn
    assert len(drawn) == 2
    assert drawn < {"Scavenging Goblin", "Witching Hag", "Ghostly Spirit"}
    assert play.dice(0, "used") == []
    assert len(play.dice(0, "bag")) == 1  # the other die of the Used Pile
    assert play.dice(0, "spent") == ["Portal", "Quake Dragon"]


@pytest.mark.rule("3.4")
def test_the_used_pile_stays_where_it_is_while_the_bag_is_enough() -> None:
    play = (
        Position()
        .active(0, "Portal@W1")
        .bag(0, "Scavenging Goblin")
        .used(0, "Witching Hag")
        .start("immediate")
    )
    play.rolls("Scavenging Goblin@C1:2/2")
    play.do("draw Portal")
    assert play.dice(0, "bag") == []
    assert play.dice(0, "used") == ["Witching Hag"]


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(
    ("bag", "used", "drawn"), [(6, 0, 6), (7, 0, 6), (5, 0, 5), (4, 1, 5), (4, 2, 6), (0, 0, 0)]
)
def test_drawing_goes_on_until_six_or_until_nothing_is_left(
    bag: int, used: int, drawn: int
) -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .bag(0, *["Basic Quiddity"] * bag)
        .used(0, *["Basic Quiddity"] * used)
        .ready(0, "Life Charm@S")  # a spell to retire, so that the turn stops somewhere
        .start("score")
    )
    assert len(play.dice(0, "active")) == drawn
    assert len(play.dice(0, "bag")) + len(play.dice(0, "used")) == bag + used - drawn


@pytest.mark.rule("3.4")
def test_draws_are_random_and_fixed_by_the_seed() -> None:
    def first_draw(seed: int) -> list[str]:
        position = Position(seed=seed).bag(0, *["Basic Quiddity"] * 6, *["Portal"] * 4)
        return position.ready(0, "Life Charm@S").start("score").dice(0, "active")

    hands = [first_draw(seed) for seed in range(30)]
    assert len({tuple(hand) for hand in hands}) > 2
    assert hands == [first_draw(seed) for seed in range(30)]


# --- 3.5 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.5")
def test_a_re_roll_reaches_only_ones_own_active_pool_and_stands() -> None:
    play = (
        Position()
        .active(0, "Assistant@R*", "Portal@Q1", "Scavenging Goblin@Q1")
        .ready(0, "Witching Hag@C1:3/3", "Life Charm@S")
        .used(0, "Ghostly Spirit")
        .active(1, "Quake Dragon@Q1")
        .start("immediate")
    )
    play.do("use Assistant")
    assert set(play.options) == {
        "re-roll-die Portal [Q1] in seat 0's active",
        "re-roll-die Scavenging Goblin [Q1] in seat 0's active",
        "no",
    }
    play.rolls("Scavenging Goblin@Q1", "Assistant@Q1")
    play.do("re-roll-die Scavenging Goblin")
    # The second result stands: nothing is left to re-roll with.
    assert play.kind == "capture"
    assert play.faces(0, "active") == ["Assistant@Q1", "Portal@Q1", "Scavenging Goblin@Q1"]


@pytest.mark.rule("3.5")
def test_dice_that_are_rolled_lie_in_the_active_pool() -> None:
    play = (
        Position()
        .bag(0, *["Scavenging Goblin"] * 2, *["Basic Quiddity"] * 4)
        .ready(0, "Life Charm@S")
        .start("score")
    )
    assert len(play.dice(0, "active")) == 6
    assert play.dice(0, "ready") == ["Life Charm"]


# --- 3.6 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.6")
def test_a_die_added_in_somebody_elses_turn_waits_and_is_rolled_on_top_of_six() -> None:
    play = (
        Position()
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Quake Dragon@C1:4/4", "Life Charm@S")
        .ready(1, "Strong Ghostly Spirit@C2:3/3")
        .bag(1, *["Basic Quiddity"] * 8)
        .start("attack")
    )
    # The spirit is destroyed in seat 0's turn; seat 0 may put its spell away.
    assert play.kind == "clean-up"
    assert play.faces(1, "active") == ["Strong Ghostly Spirit@C2:3/3"]
    play.rolls("Strong Ghostly Spirit@Q1", *["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert play.game.active == 1
    assert play.faces(1, "active") == ["Basic Quiddity@Q1"] * 6 + ["Strong Ghostly Spirit@Q1"]
    assert len(play.dice(1, "bag")) == 2


@pytest.mark.rule("3.6")
def test_a_die_added_in_phase_one_is_rolled_with_the_six() -> None:
    play = (
        Position()
        .ready(0, "Strong Witching Hag@C1:3/3")
        .used(0, "Scavenging Goblin@C1:2/2")
        .bag(0, *["Basic Quiddity"] * 8)
        .start("score")
    )
    play.do("fetch Scavenging Goblin")
    assert play.kind == "cull"
    assert play.dice(0, "active") == ["Scavenging Goblin"]
    play.rolls("Scavenging Goblin@Q1")
    play.do("pass")
    assert len(play.dice(0, "active")) == 7
    assert "Scavenging Goblin@Q1" in play.faces(0, "active")


@pytest.mark.rule("3.6")
@pytest.mark.rule("5.1")
def test_dice_added_later_in_ones_own_turn_show_nothing_and_cannot_be_used() -> None:
    """Mighty Scavenging Goblin destroyed by its owner draws two dice that are not rolled."""
    play = (
        Position()
        .ready(0, "Mighty Scavenging Goblin@C1:2/2*", "Death Incantation@S*", "Life Charm@S")
        .bag(0, "Witching Hag@C1:3/3", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("cast Death Incantation")
    assert play.dice(0, "active") == ["Basic Quiddity", "Witching Hag"]
    assert not play.happened("roll")
    # Neither die was rolled: one cannot be spent and the other cannot be summoned.
    assert play.kind != "ready"


@pytest.mark.rule("3.6")
@pytest.mark.rule("5.5")
def test_a_die_moved_to_the_active_pool_unrolled_pays_nothing(made_up: Catalog) -> None:
    """The face it showed long ago is no roll: it can be spent neither by hand nor for a price."""
    play = (
        Position(catalog=made_up)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .ready(0, "Recall@S", "Life Charm@S")
        .used(0, "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("cast Recall")
    assert play.faces(0, "active") == ["Basic Quiddity@Q2"]
    # Not a single quiddity is at hand: nothing to spend, nothing to capture.
    assert play.kind == "clean-up"


# --- 3.7 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.7")
@pytest.mark.parametrize(("edition", "pile"), [("original", "used"), ("qultimate", "spent")])
def test_a_cast_spell_is_spent_from_the_ready_area_at_once(edition: str, pile: str) -> None:
    play = Position(edition=edition).ready(0, "Growth Charm@S").start("ready")
    play.do("cast Growth Charm")
    assert play.pool == 3
    assert play.dice(0, pile) == ["Growth Charm"]
    assert play.dice(0, "ready") == []


@pytest.mark.rule("3.7")
@pytest.mark.parametrize(("edition", "pile"), [("original", "used"), ("qultimate", "spent")])
def test_a_reaction_is_spent_to_its_owners_pile(edition: str, pile: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Quake Dragon@C1:4/4")
        .ready(1, "Life Spell@S", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("react Life Spell")
    assert play.dice(1, pile) == ["Life Spell"]
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]


# --- 3.8 -------------------------------------------------------------------------------------


@pytest.mark.rule("3.8")
def test_a_die_removed_from_the_game_is_gone_and_not_culled(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .ready(0, "Abyss@S")
        .used(0, "Scavenging Goblin", "Portal")
        .start("ready")
    )
    play.do("cast Abyss", "destroy Scavenging Goblin")
    assert play.dice(0, "used") == ["Portal"]
    assert play.left("Scavenging Goblin") == 4  # it did not go back to its card
    (die,) = queries.dice_at(play.state, place.REMOVED)
    assert not play.happened("cull")
    assert queries.owner_of(play.state, die) == -1
