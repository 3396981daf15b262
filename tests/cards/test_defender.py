"""The Defenders of the Pale: Glory for company, dice on scoring, dearer summons for opponents.

Faces of the die: Q1, Q2, Q2, C1:1/5*, C2:2/6*, C3:2/8**.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Position

FACES = ["C1:1/5*", "C2:2/6*", "C3:2/8**"]
EDITIONS = ["original", "original-it", "revised", "qultimate"]

# --- Defender of the Pale: 1 more Glory for each other creature that scores ---------------------


@pytest.mark.ability("Defender of the Pale", 0)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", FACES)
def test_defender_earns_one_more_glory_for_each_other_scorer(face: str, edition: str) -> None:
    """Ruling: every creature face bears a burst; two bursts are no more than one (1.4)."""
    play = (
        Position(edition=edition)
        .ready(0, f"Defender of the Pale@{face}", "Scavenging Goblin@C1:2/2")
        .ready(0, "Assistant@C1:1/2", "Death Cantrip@S*")
        .ready(1, "Questing Wizard@C1:2/5")
        .start("score")
    )
    if edition in ("original", "original-it"):
        play.do("pass")  # the Cantrip is not cast before they score (15.23)
    # 2 + 2 for the Defender, 2 for the Goblin, 1 for the Assistant; a spell is no creature and
    # the opponent's Wizard scores for nobody now.
    assert play.glory == (7, 0)
    assert sorted(event[4] for event in play.happened("score")) == [1, 2, 4]
    assert play.kind == "cull"
    assert play.dice(0, "ready") == ["Death Cantrip"]
    assert play.dice(1, "ready") == ["Questing Wizard"]


@pytest.mark.ability("Defender of the Pale", 0)
@pytest.mark.parametrize("face", FACES)
def test_defender_that_scores_alone_earns_its_two_glory(face: str) -> None:
    """No other scorer, no bonus; other dice of the collection do not matter."""
    play = (
        Position()
        .ready(0, f"Defender of the Pale@{face}")
        .active(0, "Scavenging Goblin@C1:2/2")
        .used(0, "Assistant", "Defender of the Pale")
        .start("score")
    )
    assert play.glory == (2, 0)


@pytest.mark.ability("Defender of the Pale", 0)
def test_two_defenders_count_each_other() -> None:
    """Ruling."""
    play = (
        Position()
        .ready(0, "Defender of the Pale@C1:1/5*", "Defender of the Pale@C3:2/8**")
        .start("score")
    )
    assert play.glory == (6, 0)


@pytest.mark.ability("Defender of the Pale", 0)
def test_three_defenders_earn_four_each() -> None:
    """Each counts the two others."""
    play = Position().ready(0, *["Defender of the Pale@C1:1/5*"] * 3).start("score")
    assert play.glory == (12, 0)
    assert set(play.options) == {"cull Defender of the Pale", "pass"}
    play.do("cull Defender", "cull Defender", "cull Defender")
    assert play.left("Defender of the Pale") == 5
    assert play.kind == "capture"


# --- Strong Defender of the Pale: draws when it scores ------------------------------------------


@pytest.mark.ability("Strong Defender of the Pale", 0)
@pytest.mark.example("J")
@pytest.mark.rule("3.6")
@pytest.mark.parametrize("face", ["C1:1/5*", "C2:2/6*"])
def test_strong_defender_draws_one_die_that_is_rolled_with_the_six(face: str) -> None:
    """The die waits unrolled in the Active Pool; then six more are drawn, seven are rolled."""
    play = (
        Position()
        .ready(0, f"Strong Defender of the Pale@{face}")
        .bag(0, "Portal", *["Basic Quiddity"] * 7)
        .bag(1, "Assistant")
        .start("score")
    )
    assert play.glory == (3, 0)
    assert play.kind == "may"
    assert (play.decision.card, play.decision.ability) == ("Strong Defender of the Pale", 0)
    assert set(play.options) == {"yes Strong Defender of the Pale draws", "no"}
    play.draws("Portal")
    play.do("yes")
    assert play.dice(0, "active") == ["Portal"]
    assert play.happened("roll") == []
    assert play.kind == "cull"  # drawing comes before culling (4.4)
    play.draws(*["Basic Quiddity"] * 6).rolls("Portal@Q1", *["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert len(play.happened("roll")) == 7
    assert play.faces(0, "active") == ["Basic Quiddity@Q1"] * 6 + ["Portal@Q1"]
    assert play.dice(0, "bag") == ["Basic Quiddity"]
    assert play.dice(1, "bag") == ["Assistant"]


@pytest.mark.ability("Strong Defender of the Pale", 1)
@pytest.mark.example("J")
@pytest.mark.parametrize("edition", EDITIONS)
def test_strong_defender_draws_two_dice_on_its_double_burst(edition: str) -> None:
    """Two instead of one, in the Italian book too: steps of one triggered ability do not add."""
    play = (
        Position(edition=edition)
        .ready(0, "Strong Defender of the Pale@C3:2/8**")
        .bag(0, "Portal", "Assistant", *["Basic Quiddity"] * 7)
        .start("score")
    )
    assert set(play.options) == {"yes Strong Defender of the Pale draws", "no"}
    assert play.decision.ability == 1
    play.draws("Portal", "Assistant")
    play.do("yes")
    assert play.dice(0, "active") == ["Assistant", "Portal"]
    assert play.kind == "cull"
    play.draws(*["Basic Quiddity"] * 6)
    play.rolls("Portal@Q1", "Assistant@Q1", *["Basic Quiddity@Q1"] * 6)
    play.do("pass")
    assert len(play.happened("roll")) == 8
    assert play.dice(0, "bag") == ["Basic Quiddity"]


@pytest.mark.ability("Strong Defender of the Pale", 0)
@pytest.mark.ability("Strong Defender of the Pale", 1)
@pytest.mark.rule("4.4")
@pytest.mark.parametrize("face", FACES)
def test_strong_defender_need_not_draw(face: str) -> None:
    """When-it-scores abilities are optional."""
    play = (
        Position().ready(0, f"Strong Defender of the Pale@{face}").bag(0, "Portal").start("score")
    )
    play.do("no")
    assert play.kind == "cull"
    assert play.dice(0, "active") == []
    assert play.dice(0, "bag") == ["Portal"]


@pytest.mark.ability("Strong Defender of the Pale", 0)
@pytest.mark.rule("3.4")
def test_an_empty_bag_is_refilled_with_the_defender_and_leaves_nothing_to_cull() -> None:
    """Ruling: it lies in the Used Pile already and goes into the refill."""
    play = (
        Position()
        .ready(0, "Strong Defender of the Pale@C1:1/5*")
        .used(0, "Assistant")
        .start("score")
    )
    play.draws("Strong Defender of the Pale", "Assistant")
    play.rolls("Strong Defender of the Pale@Q2", "Assistant@Q1")
    play.do("yes")
    # The Used Pile is empty after the refill: no cull; then the rest of the bag is drawn.
    assert play.kind == "capture"
    assert play.faces(0, "active") == ["Assistant@Q1", "Strong Defender of the Pale@Q2"]
    assert play.happened("cull") == []


@pytest.mark.ability("Strong Defender of the Pale", 1)
@pytest.mark.rule("3.4")
def test_the_second_die_comes_from_the_refill_when_the_bag_holds_one() -> None:
    """The boundary: one die in the bag, two to draw."""
    play = (
        Position()
        .ready(0, "Strong Defender of the Pale@C3:2/8**")
        .bag(0, "Portal")
        .used(0, "Assistant")
        .start("score")
    )
    play.draws("Portal", "Assistant", "Strong Defender of the Pale")
    play.rolls("Portal@Q1", "Assistant@Q1", "Strong Defender of the Pale@Q1")
    play.do("yes")
    assert play.kind == "capture"
    assert [event[4] for event in play.happened("refill")] == [2]
    assert play.dice(0, "active") == ["Assistant", "Portal", "Strong Defender of the Pale"]


@pytest.mark.ability("Strong Defender of the Pale", 0)
def test_two_strong_defenders_draw_each_for_itself() -> None:
    """One may draw while the other does not."""
    play = (
        Position()
        .ready(0, *["Strong Defender of the Pale@C1:1/5*"] * 2)
        .bag(0, "Portal", "Portal")
        .start("score")
    )
    assert play.glory == (6, 0)
    play.draws("Portal")
    play.do("yes")
    assert set(play.options) == {"yes Strong Defender of the Pale draws", "no"}
    play.do("no")
    assert play.dice(0, "active") == ["Portal"]
    assert play.kind == "cull"


@pytest.mark.ability("Strong Defender of the Pale", 0)
def test_a_destroyed_strong_defender_draws_nothing() -> None:
    """Only scoring sets it off."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Strong Defender of the Pale@C2:2/6*")
        .bag(1, "Portal")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Strong Defender of the Pale"]
    assert play.dice(1, "active") == []
    assert play.glory == (0, 0)


# --- Mighty Defender of the Pale: opponents pay more to summon ----------------------------------


def _summons(position: Position) -> list[str]:
    """What seat 0 can summon in that position."""
    play = position.start("ready")
    return [text for text in play.options if text.startswith("summon")]


@pytest.mark.ability("Mighty Defender of the Pale", 0)
@pytest.mark.parametrize("face", ["C1:1/5*", "C2:2/6*"])
def test_an_opponents_mighty_defender_makes_every_summon_one_dearer(face: str) -> None:
    """Levels 1, 2 and 3 cost 2, 3 and 4."""
    play = (
        Position()
        .ready(1, f"Mighty Defender of the Pale@{face}")
        .active(0, "Scavenging Goblin@C1:2/2", "Warrior of the Quay@C2:3/4")
        .active(0, "Quake Dragon@C3:8/7**", "Growth Charm@S")
        .active(0, "Basic Quiddity@Q2", "Portal@Q1", "Witching Hag@Q1")
        .start("ready")
    )
    assert set(play.options) == {
        "summon Scavenging Goblin [C1:2/2] for 2",
        "summon Warrior of the Quay [C2:3/4] for 3",
        "summon Quake Dragon [C3:8/7**] for 4",
        "ready Growth Charm [S]",
        "pass",
    }
    play.do("summon Scavenging Goblin")
    assert play.dice(0, "ready") == ["Scavenging Goblin"]
    # 2 of 4 are left, whichever dice were spent: the Warrior is out of reach now.
    assert play.pool == 0
    assert not any(text.startswith("summon") for text in play.options)


@pytest.mark.ability("Mighty Defender of the Pale", 0)
@pytest.mark.parametrize(
    ("quiddity", "offered"),
    [(["Basic Quiddity@Q1"], []), (["Basic Quiddity@Q2"], ["summon Assistant [C1:1/2] for 2"])],
)
def test_with_too_little_quiddity_the_summon_is_not_offered(
    quiddity: list[str], offered: list[str]
) -> None:
    """An Assistant needs 2 now; 1 is not enough."""
    position = (
        Position()
        .ready(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(0, "Assistant@C1:1/2", *quiddity)
    )
    assert _summons(position) == offered


@pytest.mark.ability("Mighty Defender of the Pale", 1)
@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("edition", "cost"), [("original", 3), ("original-it", 4), ("revised", 3), ("qultimate", 3)]
)
def test_on_its_double_burst_a_summon_is_two_dearer(edition: str, cost: int) -> None:
    """The Italian book switches the single burst on too, and standing bonuses add: three."""
    position = (
        Position(edition=edition)
        .ready(1, "Mighty Defender of the Pale@C3:2/8**")
        .active(0, "Scavenging Goblin@C1:2/2", "Quake Dragon@Q3|R", "Portal@Q1")
    )
    assert _summons(position) == [f"summon Scavenging Goblin [C1:2/2] for {cost}"]


@pytest.mark.ability("Mighty Defender of the Pale", 1)
def test_on_its_double_burst_two_quiddity_are_not_enough_for_a_goblin() -> None:
    """One past the boundary of the test above."""
    position = (
        Position()
        .ready(1, "Mighty Defender of the Pale@C3:2/8**")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q2")
    )
    assert _summons(position) == []


@pytest.mark.ability("Mighty Defender of the Pale", 0)
@pytest.mark.ability("Mighty Defender of the Pale", 1)
def test_several_mighty_defenders_add_up() -> None:
    """Ruling; of one opponent and of two: 1 + 1 + 1 + 2."""
    position = (
        Position(players=3)
        .ready(1, "Mighty Defender of the Pale@C1:1/5*", "Mighty Defender of the Pale@C3:2/8**")
        .ready(2, "Mighty Defender of the Pale@C2:2/6*")
        .active(0, "Scavenging Goblin@C1:2/2", *["Basic Quiddity@Q2"] * 3)
    )
    assert _summons(position) == ["summon Scavenging Goblin [C1:2/2] for 5"]


@pytest.mark.ability("Mighty Defender of the Pale", 0)
def test_its_owner_pays_the_plain_level() -> None:
    """Opponents only."""
    position = (
        Position()
        .ready(0, "Mighty Defender of the Pale@C3:2/8**")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
    )
    assert _summons(position) == ["summon Scavenging Goblin [C1:2/2] for 1"]


@pytest.mark.ability("Mighty Defender of the Pale", 0)
def test_outside_the_ready_area_it_taxes_nobody() -> None:
    """Used Pile, Active Pool and bag do not count."""
    position = (
        Position()
        .used(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(1, "Mighty Defender of the Pale@C1:1/5*")
        .bag(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
    )
    assert _summons(position) == ["summon Scavenging Goblin [C1:2/2] for 1"]


@pytest.mark.ability("Mighty Defender of the Pale", 0)
@pytest.mark.rule("15.4")
def test_a_death_incantation_takes_the_tax_away_for_the_rest_of_the_turn() -> None:
    """The Incantation is cast as soon as it is readied; afterwards 1 is enough."""
    play = (
        Position()
        .ready(1, "Mighty Defender of the Pale@C2:2/6*")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1", "Death Incantation@S*")
        .start("ready")
    )
    assert set(play.options) == {"ready Death Incantation [S*]", "pass"}
    play.do("ready Death Incantation", "cast Death Incantation")
    assert set(play.options) == {"summon Scavenging Goblin [C1:2/2] for 1", "pass"}
    play.do("summon Scavenging Goblin")
    assert play.dice(0, "ready") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Mighty Defender of the Pale"]


@pytest.mark.ability("Mighty Defender of the Pale", 0)
def test_captures_cost_no_more() -> None:
    """Only summoning is taxed."""
    play = (
        Position(wilds=["Scavenging Goblin"])
        .ready(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(0, "Basic Quiddity@Q2")
        .start("capture")
    )
    assert set(play.options) == {
        "capture Basic Quiddity for 0",
        "capture Assistant for 1",
        "capture Scavenging Goblin for 2",
        "pass",
    }
