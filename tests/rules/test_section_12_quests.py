"""Section 12, first half: laying out quests, going on one, challenging one (12.1 to 12.3, 12.7).

Completing them, quest dice and quartifacts are in `test_section_12_rewards.py`.
"""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.rules import Rules
from quarriors.testing import Play, Position

QUARTIFACTS = ["base", "quartifacts"]
EARLIER = ["rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator"]
HUNT = "Hunt for Exqualibur"
BY_PLAYERS = {
    2: {"Exqualibur": 2},
    3: {"Holy Quail": 1, "Tri-Clops Skull": 3},
    4: {"Holy Quail": 1, "Exqualibur": 2, "Tri-Clops Skull": 3},
}


def table(made_up: Catalog, players: int = 2, **more: str) -> Position:
    return Position(players, catalog=made_up, sets=QUARTIFACTS, **more)  # type: ignore[arg-type]


def totals(play: Play) -> dict[tuple[int, int], int]:
    """Attack totals told so far: (who, against whom)."""
    return {(event[2], event[4]): event[5] for event in play.happened("total")}


# --- 12.1: set-up ------------------------------------------------------------------------------


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_squire_and_the_quests_of_that_many_players_lie_there(players: int) -> None:
    game = q.new_game(Rules(players=players, sets=QUARTIFACTS), seed=4)
    cards = game.setup.cards
    on_card = dict(
        zip([card.name for card in cards], queries.left_on_cards(queries.state(game)), strict=True)
    )
    assert on_card["Squire"] == 5
    quests = [card for card in cards if card.kind == "quest"]
    assert {card.class_name: card.level for card in quests} == BY_PLAYERS[players]
    assert [on_card[card.name] for card in quests] == [2] * len(quests)


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("missing", ["", *EARLIER])
def test_expeditions_only_with_all_three_earlier_expansions(missing: str) -> None:
    sets = [*QUARTIFACTS, *(name for name in EARLIER if name != missing)]
    kinds: set[str] = set()
    for seed in range(40):
        game = q.new_game(Rules(players=4, sets=sets), seed=seed)
        kinds |= {card.type_name for card in game.setup.cards if card.kind == "quest"}
    wanted = {"Hunt", "Search", "Quest"}
    assert kinds == (wanted if missing else wanted | {"Expedition"})
    if missing:
        with pytest.raises(CardError, match=f"needs .*{missing}"):
            q.new_game(Rules(players=4, sets=sets), seed=1, include=["Expedition for Exqualibur"])


@pytest.mark.rule("12.1")
def test_the_version_of_a_quest_can_be_asked_for_but_not_another_quest() -> None:
    rules = Rules(sets=QUARTIFACTS)
    game = q.new_game(rules, seed=1, include=["Search for Exqualibur"])
    assert "Search for Exqualibur" in game.origin.wilds
    with pytest.raises(CardError, match="2 players; the quests are then those of Exqualibur"):
        q.new_game(rules, seed=1, include=["Hunt for Holy Quail"])


@pytest.mark.rule("12.1")
def test_without_the_quest_rules_the_cards_are_played_and_squire_and_quests_stay_out() -> None:
    """The book: "All of the new Creatures and Spells can be used with or without Quest Rules"."""
    rules = Rules(sets=QUARTIFACTS, modules=[])
    assert rules.house_rules == ("quests",)
    assert rules.goal == 20
    seen: set[str] = set()
    for seed in range(30):
        game = q.new_game(rules, seed=seed)
        assert not [card for card in game.setup.cards if card.kind == "quest"]
        assert "Squire" not in [card.name for card in game.setup.cards]
        seen |= {card.set_name for card in game.setup.cards}
    assert seen == {"base", "quartifacts"}


@pytest.mark.rule("12.1")
@pytest.mark.rule("7.3")
def test_quest_cards_and_squire_do_not_count_as_empty_creature_cards(made_up: Catalog) -> None:
    """Three empty creature cards, an empty Squire and an empty quest: the game goes on."""
    names = ["Pawn", "Rook", "Padlock", "Fetter"]
    position = table(made_up).active(0, *["Basic Quiddity@Q1"] * 2)
    for name in names[:3]:
        position = position.left(name, 0)
    position = position.left("Squire", 0).left(HUNT, 0).left("Fetter", 2)
    play = position.start("capture")
    play.do("capture Fetter")
    assert not play.over
    play = position.left("Fetter", 1).start("capture")
    play.do("capture Fetter")
    assert play.over


# --- 12.2: going -----------------------------------------------------------------------------


@pytest.mark.rule("12.2")
@pytest.mark.rule("3.1")
def test_creatures_go_to_an_empty_quest_or_stay_and_attack(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C2:3/3", "Rook@C1:1/4", "Rook@C3:6/6")
        .ready(1, "Assistant@C1:1/2", "Rook@C2:4/2")
        .start("attack")
    )
    assert play.kind == "quest"
    assert play.options == [f"quest {HUNT}", "pass"]
    play.do(f"quest {HUNT}")
    assert play.kind == "party"
    assert set(play.options) == {
        "venture Pawn [C2:3/3]", "venture Rook [C1:1/4]", "venture Rook [C3:6/6]",
    }  # fmt: skip
    play.do("venture Rook [C3:6/6]")
    assert set(play.options) == {"venture Pawn [C2:3/3]", "venture Rook [C1:1/4]", "pass"}
    play.do("pass")
    # 3 + 1 attack: both decided before anything is resolved, nobody's 6 is in it
    assert totals(play) == {(0, 1): 4}
    assert play.faces(0, "quest") == ["Rook@C3:6/6"]
    assert play.dice(0, "ready") == ["Pawn", "Rook"]
    play.do("defend Assistant")  # 2 are left and fall on the Rook
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Assistant", "Rook"]


@pytest.mark.rule("12.2")
def test_going_is_optional_but_whoever_chose_a_quest_sends_at_least_one(made_up: Catalog) -> None:
    play = table(made_up).ready(0, "Pawn@C2:3/3", "Rook@C1:1/4").start("attack")
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(0, "quest") == []
    play = table(made_up).ready(0, "Pawn@C2:3/3").start("attack")
    play.do(f"quest {HUNT}")
    assert play.dice(0, "quest") == ["Pawn"]


@pytest.mark.rule("12.2")
def test_assistants_never_quest(made_up: Catalog) -> None:
    play = table(made_up).ready(0, "Assistant@C1:1/2").start("attack")
    assert play.kind == "capture"
    play = table(made_up).ready(0, "Assistant@C1:1/2", "Pawn@C1:1/1").start("attack")
    play.do(f"quest {HUNT}")
    assert play.dice(0, "quest") == ["Pawn"]
    assert play.dice(0, "ready") == ["Assistant"]


@pytest.mark.rule("12.2")
def test_neither_do_locked_creatures_and_spells(made_up: Catalog) -> None:
    play = table(made_up).locked(0, "Padlock").ready(0, "Hammer@S", "Squire@C0:0/1").start("attack")
    play.do("pass")  # keeps the Hammer
    assert play.kind == "quest"
    play.do(f"quest {HUNT}")
    assert play.dice(0, "quest") == ["Squire"]


@pytest.mark.rule("12.2")
def test_all_that_go_go_to_the_same_card_whatever_its_level(made_up: Catalog) -> None:
    play = table(made_up, 4).ready(0, "Pawn@C1:1/1", "Rook@C1:1/4").start("attack")
    assert play.options == [
        "quest Hunt for Holy Quail", "quest Hunt for Exqualibur",
        "quest Hunt for Tri-Clops Skull", "pass",
    ]  # fmt: skip
    play.do("quest Hunt for Tri-Clops Skull", "venture Pawn")
    assert play.options == ["venture Rook [C1:1/4]", "pass"]  # no other quest to go to
    play.do("venture Rook")
    assert play.dice(0, "quest") == ["Pawn", "Rook"]


@pytest.mark.rule("12.2")
def test_creatures_on_quests_neither_attack_nor_defend_in_ordinary_attacks(
    made_up: Catalog,
) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C2:3/3", "Growth Charm@S")
        .quest(1, HUNT, "Rook@C3:6/6")
        .start("attack")
    )
    play.do("pass", "pass")  # no spell, no challenge
    assert totals(play) == {}  # nobody in seat 1's Ready Area
    assert play.dice(1, "quest") == ["Rook"]
    play = (
        table(made_up)
        .quest(0, HUNT, "Rook@C3:6/6")
        .ready(1, "Pawn@C1:1/1")
        .active(0, "Basic Quiddity@Q1")
        .start("attack")
    )
    assert play.kind == "capture"
    assert totals(play) == {}


@pytest.mark.rule("12.2")
def test_spells_reach_creatures_on_quests_unless_they_name_another_area(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Hammer@S", "Growth Charm@S")
        .quest(1, HUNT, "Rook@C3:6/6")
        .start("ready")
    )
    play.do("cast Hammer")
    assert play.dice(1, "used") == ["Rook"]
    assert play.dice(1, "quest") == []


@pytest.mark.rule("12.2")
@pytest.mark.rule("10.2")
def test_attached_spells_go_along(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C2:3/3")
        .attached(0, "Death Charm@S*", 0, "Pawn")
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    assert play.dice(0, "quest") == ["Pawn"]
    assert play.dice(0, "attached") == ["Death Charm"]


@pytest.mark.rule("12.2")
@pytest.mark.rule("4.1")
def test_a_creature_on_a_quest_does_not_score(made_up: Catalog) -> None:
    """Level 1 is not enough for Exqualibur: no Glory, neither for the quest nor for the Rook."""
    play = (
        table(made_up).quest(0, HUNT, "Rook@C1:1/4").bag(0, *["Basic Quiddity"] * 6).start("score")
    )
    assert play.glory == (0, 0)
    assert not play.happened("score")


# --- 12.3: challenging ------------------------------------------------------------------------


def challenge(made_up: Catalog, mine: list[str], theirs: list[str]) -> Play:
    """Seat 0 sends everybody against seat 1, who is on the quest."""
    play = table(made_up).ready(0, *mine).quest(1, HUNT, *theirs).start("attack")
    play.do(f"quest {HUNT} against seat 1")
    while play.kind == "party":
        play.do(play.options[0])
    return play


@pytest.mark.rule("12.3")
@pytest.mark.rule("12.7")
def test_both_sides_deal_their_totals_to_each_other_at_the_same_time(made_up: Catalog) -> None:
    play = challenge(made_up, ["Pawn@C2:3/3"], ["Rook@C2:4/2"])
    assert totals(play) == {(0, 1): 3, (1, 0): 4}
    assert play.dice(0, "used") == ["Pawn"]
    assert play.dice(1, "used") == ["Rook"]
    assert play.glory == (1, 0)  # one creature destroyed by the challenger; the other gains none
    assert [queries.quest_of(play.state, seat) for seat in (0, 1)] == [-1, -1]


@pytest.mark.rule("12.3")
def test_each_side_chooses_its_own_defenders_one_by_one(made_up: Catalog) -> None:
    play = challenge(made_up, ["Rook@C2:4/2", "Pawn@C1:1/1"], ["Rook@C1:1/4", "Pawn@C2:3/3"])
    assert totals(play) == {(0, 1): 5, (1, 0): 4}
    assert (play.kind, play.seat) == ("defend", 1)
    assert set(play.options) == {
        "defend Rook [C1:1/4] against 5", "defend Pawn [C2:3/3] against 5",
    }  # fmt: skip
    play.do("defend Pawn")  # 2 are left, not enough for the Rook
    assert (play.kind, play.seat) == ("defend", 0)
    assert play.dice(1, "quest") == ["Pawn", "Rook"]  # nobody leaves before both have defended
    play.do("defend Rook")  # 4 against 2, 2 are left against 1
    assert play.dice(0, "used") == ["Pawn", "Rook"]
    assert play.dice(1, "used") == ["Pawn"]
    assert play.dice(1, "quest") == ["Rook"]
    assert play.glory == (1, 0)


@pytest.mark.rule("12.3")
def test_if_originals_are_left_they_stay_and_surviving_challengers_go_home(
    made_up: Catalog,
) -> None:
    play = challenge(made_up, ["Rook@C1:1/4", "Pawn@C1:2/2"], ["Pawn@C1:1/1", "Rook@C3:6/6"])
    assert totals(play) == {(0, 1): 3, (1, 0): 7}
    play.do("defend Pawn")  # 2 are left against the Rook's 6
    play.do("defend Pawn")  # of the challenger; 5 are left against the Rook's 4
    assert play.dice(1, "quest") == ["Rook"]
    assert queries.quest_of(play.state, 1) >= 0
    assert play.dice(0, "quest") == []
    assert play.dice(0, "used") == ["Pawn", "Rook"]
    assert queries.quest_of(play.state, 0) == -1
    assert play.glory == (1, 0)


@pytest.mark.rule("12.3")
def test_survivors_who_did_not_win_go_to_the_used_pile(made_up: Catalog) -> None:
    play = challenge(made_up, ["Rook@C1:1/4"], ["Rook@C1:1/4"])
    assert play.dice(0, "used") == ["Rook"]
    assert play.dice(1, "quest") == ["Rook"]
    assert play.glory == (0, 0)
    assert not play.happened("destroy")


@pytest.mark.rule("12.3")
@pytest.mark.parametrize("stays", [True, False])
def test_a_challenger_who_wiped_them_out_may_start_the_quest(stays: bool, made_up: Catalog) -> None:
    play = challenge(made_up, ["Rook@C3:6/6", "Pawn@C2:3/3"], ["Pawn@C1:1/1", "Pawn@C2:3/3"])
    assert totals(play) == {(0, 1): 9, (1, 0): 4}
    play.do("defend Pawn [C1:1/1]", "defend Rook")  # 4 are not enough for a defense of 6
    assert play.glory == (2, 0)
    assert (play.kind, play.seat) == ("start", 0)
    assert play.options == ["yes", "no"]
    play.do("yes" if stays else "no")
    assert play.dice(0, "quest") == (["Pawn", "Rook"] if stays else [])
    assert play.dice(0, "used") == ([] if stays else ["Pawn", "Rook"])
    assert (queries.quest_of(play.state, 0) >= 0) == stays
    assert queries.quest_of(play.state, 1) == -1
    assert play.dice(1, "used") == ["Pawn", "Pawn"]


@pytest.mark.rule("12.3")
@pytest.mark.rule("9.1")
def test_the_glory_of_a_challenge_can_end_the_game(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .glory(0, 24)
        .ready(0, "Rook@C3:6/6")
        .quest(1, HUNT, "Pawn@C1:1/1")
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    assert play.over
    assert play.glory == (25, 0)


@pytest.mark.rule("12.3")
def test_both_may_react_in_turn_until_both_pass_one_after_the_other(made_up: Catalog) -> None:
    """Whetstone gives +2; the challenged player is asked first."""
    play = (
        table(made_up)
        .ready(0, "Pawn@C2:3/3", "Whetstone@S", "Whetstone@S")
        .quest(1, HUNT, "Rook@C1:1/4")
        .ready(1, "Whetstone@S")
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    asked = []
    for answer in ["pass", "react Whetstone", "react Whetstone", "react Whetstone"]:
        asked.append((play.kind, play.seat))
        play.do(answer)
    # pass of 1, 0 reacts: 3 + 2; 1 reacts after all: 1 + 2; 0 again: 7; nobody has one left
    assert asked == [("react", 1), ("react", 0), ("react", 1), ("react", 0)]
    assert play.dice(1, "used")[0] == "Rook"  # 7 against 4
    assert play.dice(0, "spent") == ["Whetstone", "Whetstone"]
    assert play.dice(0, "used") == ["Pawn"]  # 3 against 3


@pytest.mark.rule("12.3")
def test_a_second_pass_in_a_row_ends_the_reactions(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Pawn@C2:3/3", "Whetstone@S")
        .quest(1, HUNT, "Rook@C1:1/4")
        .ready(1, "Whetstone@S")
        .start("attack")
    )
    play.do(f"quest {HUNT}", "pass", "pass")
    assert play.kind not in ("react", "over")
    assert play.dice(1, "quest") == ["Rook"]  # 3 against 4
    assert play.dice(0, "ready") == ["Whetstone"]
    assert play.dice(1, "ready") == ["Whetstone"]


@pytest.mark.rule("12.3")
@pytest.mark.rule("12.2")
@pytest.mark.parametrize("first", ["creatures", "quest"])
def test_attack_and_challenge_come_in_the_order_the_player_chose(
    first: str, made_up: Catalog
) -> None:
    play = (
        table(made_up)
        .ready(0, "Rook@C3:6/6", "Pawn@C2:3/3")
        .ready(1, "Pawn@C1:2/2")
        .quest(1, HUNT, "Rook@C1:1/4")
        .start("attack")
    )
    play.do(f"quest {HUNT}", "venture Rook", "pass")
    assert play.kind == "first"
    assert play.options == ["first creatures", "first quest"]
    play.do(f"first {first}", "yes")  # and yes, the Rook starts the quest it has won
    order = [event[3] for event in play.happened("destroy")]
    names = [play.state.setup.cards[play.state.setup.slot[die]].name for die in order]
    assert names == (["Pawn", "Rook"] if first == "creatures" else ["Rook", "Pawn"])
    assert play.dice(0, "quest") == ["Rook"]
    assert play.kind == "capture"


@pytest.mark.rule("12.2")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (["Rook@C3:6/6"], ["Pawn@C1:2/2"]),  # nobody stays to attack
        (["Rook@C3:6/6", "Pawn@C2:3/3"], []),  # nobody to be attacked
    ],
)
def test_the_order_is_asked_only_if_there_are_an_attack_and_a_challenge(
    mine: list[str], theirs: list[str], made_up: Catalog
) -> None:
    play = (
        table(made_up)
        .ready(0, *mine)
        .ready(1, *theirs)
        .quest(1, HUNT, "Rook@C1:1/4")
        .start("attack")
    )
    play.do(f"quest {HUNT}")
    if play.kind == "party":
        play.do("venture Rook", "pass")
    assert play.kind == "start"


@pytest.mark.rule("12.3")
def test_only_the_quest_that_is_challenged_is_fought_for(made_up: Catalog) -> None:
    play = (
        table(made_up, 4)
        .ready(0, "Rook@C3:6/6")
        .quest(1, "Hunt for Holy Quail", "Pawn@C1:1/1")
        .quest(2, "Hunt for Tri-Clops Skull", "Pawn@C2:3/3")
        .start("attack")
    )
    assert set(play.options) == {
        "quest Hunt for Holy Quail against seat 1 for 0",
        "quest Hunt for Exqualibur",
        "quest Hunt for Tri-Clops Skull against seat 2 for 0",
        "pass",
    }
    play.do("quest Hunt for Tri-Clops Skull")
    assert totals(play) == {(0, 2): 6, (2, 0): 3}
    assert play.dice(1, "quest") == ["Pawn"]
    assert play.dice(2, "used") == ["Pawn"]


@pytest.mark.rule("12.7")
def test_accompanying_means_the_same_area(made_up: Catalog) -> None:
    """A Drummer adds 1 attack to each of its companions, at home or on a quest, never across."""
    pawn, drummer = "Pawn@C1:2/2", "Drummer@C1:1/1"
    home = table(made_up).ready(0, drummer, pawn, "Growth Charm@S").start("ready")
    assert home.attack(0, "Pawn") == 3
    apart = table(made_up).ready(0, pawn, "Growth Charm@S").quest(0, HUNT, drummer).start("ready")
    assert apart.attack(0, "Pawn") == 2
    play = challenge(made_up, [pawn, drummer], ["Rook@C1:1/4"])
    assert totals(play)[0, 1] == 4
    play = table(made_up).ready(0, pawn, drummer).quest(1, HUNT, "Rook@C1:1/4").start("attack")
    play.do(f"quest {HUNT}", "venture Pawn", "pass")
    assert totals(play)[0, 1] == 2
