"""Section 12, second half: completing a quest, its die, quartifacts, experts (12.4 to 12.8)."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.testing import Play, Position

HUNT = "Hunt for Exqualibur"
QUAIL = "Hunt for Holy Quail"
SKULL = "Hunt for Tri-Clops Skull"
SWORD = f"{HUNT}@QF:Exqualibur"
SCABBARD = f"{HUNT}@QF:Scabbard of Quamelot"


def table(made_up: Catalog, players: int = 2, variants: tuple[str, ...] = ()) -> Position:
    return Position(players, catalog=made_up, sets=["base", "quartifacts"], variants=variants).bag(
        0, *["Basic Quiddity"] * 8
    )


def complete(made_up: Catalog, face: str, party: str = "Rook@C2:4/2") -> Play:
    """Seat 0 completes the quest for Exqualibur, culls nothing and rolls that face."""
    play = table(made_up).quest(0, HUNT, party).rolls(f"{HUNT}@{face}").start("score")
    play.do("pass")
    return play


# --- 12.4: completing ------------------------------------------------------------------------


@pytest.mark.rule("12.4")
@pytest.mark.parametrize(
    ("quest", "players", "party", "enough"),
    [
        (QUAIL, 3, ["Rook@C0:0/1"], False),
        (QUAIL, 3, ["Rook@C1:1/4"], True),
        (QUAIL, 3, ["Pawn@C2:3/3"], True),
        (HUNT, 2, ["Pawn@C1:1/1"], False),
        (HUNT, 2, ["Pawn@C1:1/1", "Rook@C0:0/1"], False),
        (HUNT, 2, ["Pawn@C1:1/1", "Rook@C1:1/4"], True),
        (HUNT, 2, ["Pawn@C2:3/3"], True),
        (SKULL, 3, ["Pawn@C2:3/3"], False),
        (SKULL, 3, ["Pawn@C2:3/3", "Rook@C1:1/4"], True),
        (SKULL, 3, ["Pawn@C1:1/1", "Pawn@C1:1/1", "Rook@C1:1/4"], True),
        (SKULL, 3, ["Rook@C3:6/6"], True),
    ],
)
def test_the_levels_of_the_party_must_come_to_the_level_of_the_quest(
    quest: str, players: int, party: list[str], enough: bool, made_up: Catalog
) -> None:
    play = table(made_up, players).quest(0, quest, *party).start("score")
    names = sorted(die.partition("@")[0] for die in party)
    assert bool(play.happened("quest-done")) == enough
    assert bool(play.happened("quest-failed")) == (not enough)
    if enough:
        assert play.kind == "cull"
        assert play.dice(0, "used") == names
        while play.kind == "cull":
            play.do("pass")
    assert play.glory[0] == ({QUAIL: 2, HUNT: 3, SKULL: 4}[quest] if enough else 0)
    assert bool(play.happened("quest-die")) == enough
    if not enough:
        assert sorted(play.dice(0, "used")) == names
        assert play.kind in ("ready", "capture")  # no cull
    assert queries.quest_of(play.state, 0) == -1


@pytest.mark.rule("12.4")
def test_one_cull_for_each_then_the_glory_once_then_the_die(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .quest(0, HUNT, "Pawn@C1:1/1", "Pawn@C2:3/3", "Rook@C1:1/4")
        .used(0, "Assistant")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    assert play.glory == (0, 0)
    assert set(play.options) == {"cull Assistant", "cull Pawn", "cull Rook", "pass"}
    play.do("cull Pawn", "cull Assistant", "cull Rook")
    assert play.kind != "cull"  # three creatures, three culls
    assert play.dice(0, "used") == ["Pawn"]
    assert play.left("Pawn") == 4
    assert play.left("Rook") == 5
    assert play.glory == (3, 0)  # the quest's, and not what the creatures are worth
    assert [event[0] for event in play.happened("quest-die")]


@pytest.mark.rule("12.4")
def test_completing_is_not_scoring_for_card_text(made_up: Catalog) -> None:
    """A Strong Witching Hag that scores fetches a die; one that completes a quest does not."""
    play = (
        table(made_up)
        .quest(0, HUNT, "Strong Witching Hag@C2:4/5")
        .used(0, "Scavenging Goblin")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    assert set(play.options) == {"cull Scavenging Goblin", "cull Strong Witching Hag", "pass"}
    play.do("pass")
    assert play.glory == (3, 0)
    assert not play.happened("score")
    assert "Scavenging Goblin" in play.dice(0, "used")


@pytest.mark.rule("12.4")
@pytest.mark.parametrize("first", ["creatures", "quest"])
def test_the_player_chooses_whether_creatures_or_the_quest_come_first(
    first: str, made_up: Catalog
) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C1:1/1")
        .quest(0, HUNT, "Rook@C2:4/2")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    assert play.options == ["first creatures", "first quest"]
    play.do(f"first {first}")
    if first == "creatures":
        assert play.glory == (1, 0)
        assert play.options == ["cull Pawn", "pass"]
        play.do("pass")
        assert play.options == ["cull Pawn", "cull Rook", "pass"]
        play.do("pass")
    else:
        assert play.glory == (0, 0)
        assert play.options == ["cull Rook", "pass"]
        play.do("pass")
        assert play.glory == (4, 0)
        play.do("pass")
    assert play.glory == (4, 0)
    assert play.pool == 3


@pytest.mark.rule("12.4")
def test_whoever_reaches_the_goal_by_a_quest_wins_at_once(made_up: Catalog) -> None:
    play = table(made_up).glory(0, 22).quest(0, HUNT, "Rook@C2:4/2").start("score")
    play.do("pass")
    assert play.over
    assert play.glory == (25, 0)
    assert not play.happened("quest-die")


@pytest.mark.rule("12.4")
def test_whoever_was_thinned_out_by_a_challenge_may_fail(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C1:2/2")
        .quest(1, HUNT, "Pawn@C1:1/1", "Rook@C1:1/4")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    while play.game.active == 0:
        play.do("pass" if "pass" in play.options else "defend Pawn")
    assert play.happened("quest-failed")
    assert play.glory == (1, 0)
    assert "Rook" in play.dice(1, "used")


@pytest.mark.rule("12.4")
def test_a_party_that_is_gone_leaves_no_question(made_up: Catalog) -> None:
    """Its last creature was destroyed by a spell: the Ready Area scores, the quest is free."""
    play = (
        table(made_up)
        .ready(0, "Hammer@S", "Growth Charm@S")
        .quest(1, HUNT, "Rook@C3:6/6")
        .ready(1, "Pawn@C1:1/1")
        .start("ready")
    )
    play.do("cast Hammer", "destroy Rook")
    while play.game.active == 0:
        play.do("pass")
    assert (play.kind, play.seat) == ("cull", 1)
    assert play.glory == (0, 1)
    assert not play.happened("quest-failed")
    assert queries.quest_of(play.state, 1) == -1


# --- 12.5: the quest die -----------------------------------------------------------------------


@pytest.mark.rule("12.5")
def test_bonus_quiddity_is_for_this_turn_and_the_die_goes_back(made_up: Catalog) -> None:
    play = complete(made_up, "Q3")
    assert play.pool == 3
    assert play.left(HUNT) == 2
    assert play.dice(0, "ready") == []
    while play.game.active == 0:
        play.do("pass")
    assert play.pool == 0


@pytest.mark.rule("12.5")
@pytest.mark.rule("3.6")
def test_bonus_dice_wait_in_the_active_pool_for_the_roll(made_up: Catalog) -> None:
    """Two dice more than the six that everybody draws."""
    play = complete(made_up, "W2")
    assert len(play.happened("draw")) == 8
    assert len(play.dice(0, "active")) == 8
    assert play.left(HUNT) == 2


@pytest.mark.rule("12.5")
def test_the_question_mark_is_what_the_card_says(made_up: Catalog) -> None:
    """Hunt for Exqualibur: 1 Glory."""
    play = complete(made_up, "BONUS")
    assert play.glory == (4, 0)
    assert play.left(HUNT) == 2


@pytest.mark.rule("12.5")
@pytest.mark.rule("3.1")
@pytest.mark.parametrize("face", ["QF:Exqualibur", "QF:Scabbard of Quamelot"])
def test_a_quartifact_lies_in_the_ready_area_showing_its_face(face: str, made_up: Catalog) -> None:
    play = complete(made_up, face)
    assert play.faces(0, "ready") == [f"{HUNT}@{face}"]
    assert play.left(HUNT) == 1
    assert play.pool == 0


@pytest.mark.rule("12.5")
@pytest.mark.rule("8.1")
def test_a_quartifact_stays_when_the_turn_ends(made_up: Catalog) -> None:
    play = complete(made_up, "QF:Exqualibur")
    while play.game.active == 0:
        assert not [text for text in play.options if text.startswith("retire")]
        play.do("pass")
    assert play.dice(0, "ready") == [HUNT]


@pytest.mark.rule("12.5")
def test_a_quest_die_cannot_be_captured(made_up: Catalog) -> None:
    play = table(made_up).active(0, *["Portal@Q1"] * 5).start("capture")
    assert not [text for text in play.options if "Exqualibur" in text]


# --- 12.6: quartifacts ------------------------------------------------------------------------


@pytest.mark.rule("12.6")
def test_a_quartifact_may_be_attached_to_a_creature_summoned_this_turn(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, SWORD, "Rook@C1:1/4")
        .active(0, "Pawn@C1:2/2", *["Basic Quiddity@Q1"] * 2)
        .start("ready")
    )
    assert not [text for text in play.options if text.startswith("equip")]  # the Rook is older
    assert play.attack(0, "Rook") == 1  # no power unless it is attached
    play.do("summon Pawn")
    assert [text for text in play.options if text.startswith("equip")] == ["equip Pawn [C1:2/2]"]
    play.do("equip Pawn")
    assert play.dice(0, "attached") == [HUNT]
    assert play.attack(0, "Pawn") == 6
    assert play.attack(0, "Rook") == 1
    assert not [text for text in play.options if text.startswith("equip")]


@pytest.mark.rule("12.6")
def test_attaching_is_optional_and_only_in_phase_2(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, SWORD, "Growth Charm@S")
        .active(0, "Pawn@C1:2/2", *["Basic Quiddity@Q1"] * 2)
        .start("ready")
    )
    play.do("summon Pawn", "pass")
    while play.game.active == 0:
        assert not [text for text in play.options if text.startswith("equip")]
        play.do("pass")
    assert play.dice(0, "ready") == ["Growth Charm", HUNT, "Pawn"]


@pytest.mark.rule("12.6")
@pytest.mark.rule("4.2")
def test_it_goes_back_when_its_carrier_scores(made_up: Catalog) -> None:
    play = table(made_up).ready(0, "Pawn@C1:2/2").attached(0, SWORD, 0, "Pawn").start("score")
    assert play.left(HUNT) == 2
    assert play.dice(0, "attached") == []
    assert play.options == ["cull Pawn", "pass"]  # the quest die is not in the Used Pile


@pytest.mark.rule("12.6")
def test_it_goes_back_when_its_carrier_is_destroyed(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Rook@C3:6/6")
        .ready(1, "Pawn@C2:3/3")
        .attached(1, SWORD, 1, "Pawn")
        .start("attack")
    )
    play.do("pass")  # no quest
    assert play.dice(1, "used") == ["Pawn"]
    assert play.left(HUNT) == 2


@pytest.mark.rule("12.6")
def test_it_defends_while_it_is_attached(made_up: Catalog) -> None:
    """Scabbard of Quamelot: 4 defense more, 3 + 4 hold against 6."""
    play = (
        table(made_up)
        .ready(0, "Rook@C3:6/6")
        .ready(1, "Pawn@C2:3/3")
        .attached(1, SCABBARD, 1, "Pawn")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "ready") == ["Pawn"]
    assert play.left(HUNT) == 1


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("party", [["Pawn@C1:1/1"], ["Pawn@C2:3/3"]], ids=["failed", "completed"])
def test_it_goes_back_when_its_carrier_comes_home_from_a_quest(
    party: list[str], made_up: Catalog
) -> None:
    play = (
        table(made_up)
        .quest(0, HUNT, *party)
        .attached(0, SWORD, 0, "Pawn")
        .rolls(*([f"{HUNT}@Q3"] if party == ["Pawn@C2:3/3"] else []))
        .start("score")
    )
    while play.kind == "cull":
        play.do("pass")
    assert play.left(HUNT) == 2
    assert play.dice(0, "attached") == []


@pytest.mark.rule("12.6")
def test_it_goes_along_to_a_quest_and_back_after_a_challenge_that_was_not_won(
    made_up: Catalog,
) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C1:1/1")
        .attached(0, SWORD, 0, "Pawn")
        .quest(1, HUNT, "Rook@C3:6/6")
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    totals = {event[2]: event[5] for event in play.happened("total")}
    assert totals == {0: 5, 1: 6}  # it worked on the way
    assert play.left(HUNT) == 2


@pytest.mark.rule("12.6")
def test_it_stays_with_a_challenger_who_starts_the_quest(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Rook@C3:6/6")
        .attached(0, SWORD, 0, "Rook")
        .quest(1, HUNT, "Pawn@C1:1/1")
        .start("attack")
    )
    play.do(f"quest {HUNT}", "yes")
    assert play.dice(0, "attached") == [HUNT]
    assert play.dice(0, "quest") == ["Rook"]


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("where", ["ready", "attached"])
def test_a_new_quartifact_sends_the_old_one_back(where: str, made_up: Catalog) -> None:
    """The old one of another quest, in the Ready Area or carried by a creature."""
    old = f"{QUAIL}@QF:Holy Quail"
    position = table(made_up, 4).quest(0, HUNT, "Rook@C2:4/2")
    if where == "ready":
        position = position.ready(0, old)
    else:
        position = position.ready(0, "Pawn@C1:1/1").attached(0, old, 0, "Pawn")
    play = position.rolls(SWORD).start("score")
    if where == "attached":
        play.do("first quest")
    play.do("pass")
    assert play.left(QUAIL) == 2
    assert HUNT in play.dice(0, "ready")
    assert play.dice(0, "attached") == []


@pytest.mark.rule("12.6")
def test_another_reward_leaves_the_old_quartifact_alone(made_up: Catalog) -> None:
    play = (
        table(made_up, 4)
        .quest(0, HUNT, "Rook@C2:4/2")
        .ready(0, f"{QUAIL}@QF:Holy Quail")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    play.do("pass")
    assert play.dice(0, "ready") == [QUAIL]
    assert play.left(QUAIL) == 1


@pytest.mark.rule("12.6")
def test_if_both_dice_are_claimed_one_is_seized_and_rolled(made_up: Catalog) -> None:
    play = (
        table(made_up, 4)
        .quest(0, HUNT, "Rook@C2:4/2")
        .ready(1, SWORD)
        .ready(2, SCABBARD)
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )
    play.do("pass")
    assert (play.kind, play.seat) == ("seize", 0)
    assert play.options == [
        f"seize {HUNT} [QF:Exqualibur] in seat 1's ready",
        f"seize {HUNT} [QF:Scabbard of Quamelot] in seat 2's ready",
    ]
    play.do(f"seize {HUNT} [QF:Scabbard")
    assert play.dice(1, "ready") == [HUNT]
    assert play.dice(2, "ready") == []
    assert play.pool == 3
    assert play.left(HUNT) == 1  # it goes back to the card and not to its old holder


@pytest.mark.rule("12.6")
def test_an_attached_die_may_be_seized_while_another_is_not_attached(made_up: Catalog) -> None:
    """The holder is the choice of the player who completes the quest."""
    play = (
        table(made_up, 4)
        .quest(0, HUNT, "Rook@C2:4/2")
        .ready(1, "Pawn@C1:1/1")
        .attached(1, SWORD, 1, "Pawn")
        .ready(2, SCABBARD)
        .rolls(SWORD)
        .start("score")
    )
    play.do("pass")
    assert (play.kind, len(play.options)) == ("seize", 2)
    play.do(f"seize {HUNT} [QF:Exqualibur]")
    assert play.dice(0, "ready") == [HUNT]
    assert play.dice(1, "attached") == []
    assert play.dice(2, "ready") == [HUNT]


@pytest.mark.rule("12.6")
def test_with_a_die_left_on_the_card_nothing_is_seized(made_up: Catalog) -> None:
    play = (
        table(made_up, 4)
        .quest(0, HUNT, "Rook@C2:4/2")
        .ready(1, SCABBARD)
        .rolls(SWORD)
        .start("score")
    )
    play.do("pass")
    assert play.dice(1, "ready") == [HUNT]
    assert play.dice(0, "ready") == [HUNT]
    assert play.left(HUNT) == 0


# --- 12.7 -------------------------------------------------------------------------------------


@pytest.mark.rule("12.7")
def test_challengers_and_challenged_both_attack_and_defend(made_up: Catalog) -> None:
    play = table(made_up).ready(0, "Pawn@C3:5/5").quest(1, HUNT, "Pawn@C3:5/5").start("attack")
    play.do(f"quest {HUNT}")
    assert {event[2]: event[5] for event in play.happened("total")} == {0: 5, 1: 5}
    assert len(play.happened("destroy")) == 2


# --- 12.8: experts ----------------------------------------------------------------------------


def experts(made_up: Catalog) -> Play:
    return (
        table(made_up, variants=("expert_culling",))
        .quest(0, HUNT, "Pawn@C1:1/1", "Rook@C1:1/4")
        .used(0, "Assistant")
        .rolls(f"{HUNT}@Q3")
        .start("score")
    )


@pytest.mark.rule("12.8")
@pytest.mark.rule("4.6")
def test_experts_cull_only_those_who_completed_the_quest(made_up: Catalog) -> None:
    play = experts(made_up)
    assert set(play.options) == {"cull Pawn", "cull Rook", "pass"}
    play.do("cull Pawn")
    assert set(play.options) == {"cull Rook", "pass"}


@pytest.mark.rule("12.8")
@pytest.mark.parametrize(
    ("answers", "glory"),
    [
        (["cull Pawn", "cull Rook"], 3),
        (["cull Pawn", "pass"], 0),
        (["cull Rook", "pass"], 0),
        (["pass"], 0),
    ],
)
def test_experts_get_the_glory_for_all_or_not_at_all_but_roll_the_die(
    answers: list[str], glory: int, made_up: Catalog
) -> None:
    play = experts(made_up)
    play.do(*answers)
    assert play.glory == (glory, 0)
    assert play.pool == 3  # the die is rolled either way
    kept = {"Pawn", "Rook"} - {answer.removeprefix("cull ") for answer in answers}
    assert set(play.dice(0, "used")) == {"Assistant", *kept}
    assert play.kind == "capture"
