"""Section 13: Large Quiddity dice, small draws, energies, anchored spells, rotation."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.ids import log, phase, place
from quarriors.engine.rules import Rules
from quarriors.testing import Play, Position

ALONE = ["light_vs_dark"]
MIXED = ["base", "light_vs_dark"]
EDITIONS = ["original", "original-it", "revised", "qultimate"]
ASSISTANT = "Assistant of Acquisition"


def table(made_up: Catalog, players: int = 2, edition: str = "qultimate") -> Position:
    return Position(players, catalog=made_up, sets=MIXED, edition=edition)


def in_place(game: q.Game, seat: int, where: int) -> list[str]:
    cards = game.setup.cards
    slots = game.setup.slot
    dice = queries.dice_list(queries.state(game), seat, where)
    return sorted(cards[slots[die]].name for die in dice)


def starting(play: Play, word: str) -> list[str]:
    return [text for text in play.options if text.startswith(word)]


# --- 13.1: set-up ------------------------------------------------------------------------------


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("sets", "creatures", "spells"), [(ALONE, 6, 2), (MIXED, 7, 3), (["all"], 7, 3)]
)
def test_what_lies_there(players: int, sets: list[str], creatures: int, spells: int) -> None:
    for seed in range(10):
        game = q.new_game(Rules(players=players, sets=sets), seed=seed)
        names = [card.name for card in game.setup.cards]
        assert not {"Basic Quiddity", "Assistant", "Portal"} & set(names)
        assert names[0] == "Large Quiddity"
        kinds = [card.kind for card in game.setup.cards]
        assert (kinds.count("creature"), kinds.count("spell")) == (creatures, spells)
        (assistant,) = [name for name in names if name.startswith("Assistant of ")]
        left = queries.left_on_card(queries.state(game), names.index(assistant))
        assert left == 0  # leftovers go back to the box


@pytest.mark.rule("13.1")
def test_the_assistant_card_is_one_of_three_at_random_or_by_name() -> None:
    rules = Rules(sets=ALONE)
    seen: set[str] = set()
    for seed in range(40):
        seen |= {name for name in q.new_game(rules, seed=seed).origin.wilds if "Assis" in name}
    assert seen == {
        "Assistant of Acquisition", "Assistant of Economics", "Assistant of Logistics",
    }  # fmt: skip
    game = q.new_game(rules, seed=1, include=["Assistant of Logistics"])
    assert "Assistant of Logistics" in game.origin.wilds
    with pytest.raises(CardError, match=r"Light vs\. Dark rules"):
        q.new_game(Rules(sets=MIXED, modules=[]), seed=1, include=["Assistant of Logistics"])


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_assistants_in_the_bag_and_two_large_dice_aside(players: int) -> None:
    game = q.new_game(Rules(players=players, sets=ALONE), seed=2, first=0)
    for seat in range(1, players):  # seat 0 has drawn already
        (bag,) = set(in_place(game, seat, place.BAG))
        assert bag.startswith("Assistant of ")
        assert len(in_place(game, seat, place.BAG)) == 4
        assert in_place(game, seat, place.ASIDE) == ["Large Quiddity"] * 2
    slots = [game.setup.cards[slot].class_name for slot in game.setup.slot]
    assert slots.count("Assistant") == 4 * players
    assert slots.count("Large Quiddity") == 2 * players


@pytest.mark.rule("13.1")
@pytest.mark.rule("15.11")
def test_without_its_rules_the_set_is_played_with_the_usual_basics() -> None:
    """A house rule, shown as such."""
    rules = Rules(sets=MIXED, modules=[])
    assert rules.house_rules == ("light_vs_dark_rules",)
    assert Rules(sets=MIXED).house_rules == ()
    game = q.new_game(rules, seed=1, first=0)
    assert [card.name for card in game.setup.cards[:3]] == ["Basic Quiddity", "Assistant", "Portal"]
    assert "Large Quiddity" not in [card.name for card in game.setup.cards]
    assert len(in_place(game, 0, place.ACTIVE)) == 6  # and the usual draw


@pytest.mark.rule("13.1")
def test_cards_that_need_basic_quiddity_stay_out() -> None:
    """A Primordial Ooze is as large as one's Basic Quiddity dice, of which there are none."""
    with pytest.raises(CardError, match="needs Basic Quiddity"):
        q.new_game(Rules(sets=MIXED), seed=1, include=["Primordial Ooze"])
    for seed in range(60):
        assert "Primordial Ooze" not in q.new_game(Rules(sets=MIXED), seed=seed).origin.wilds


@pytest.mark.rule("15.11")
@pytest.mark.parametrize(("players", "goal"), [(2, 20), (3, 15), (4, 12)])
def test_the_goals_are_the_usual_ones(players: int, goal: int) -> None:
    assert Rules(players=players, sets=ALONE).goal == goal
    assert Rules(players=players, sets=ALONE).light_vs_dark_rules


# --- 13.2 and 13.3: Large Quiddity dice and draws ----------------------------------------------


@pytest.mark.rule("13.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_large_dice_join_the_roll_and_are_set_aside_again(edition: str, made_up: Catalog) -> None:
    play = (
        table(made_up, edition=edition)
        .bag(0, *["Pawn"] * 4)
        .rolls("Large Quiddity@Q2", "Large Quiddity@L2", "Pawn@Q1", "Pawn@C1:1/1")
        .start("score")
    )
    assert play.faces(0, "active") == [
        "Large Quiddity@L2", "Large Quiddity@Q2", "Pawn@C1:1/1", "Pawn@Q1",
    ]  # fmt: skip
    assert play.dice(0, "aside") == []
    play.do("summon Pawn")  # paid with the plain 1, or with the plain 2
    while play.game.active == 0:
        play.do("pass")
    assert play.dice(0, "aside") == ["Large Quiddity"] * 2  # the spent and the unspent one
    assert play.dice(0, "used") == ["Pawn"]
    assert play.dice(0, "bag") == ["Pawn", "Pawn"]


@pytest.mark.rule("13.2")
def test_nothing_but_a_re_roll_can_choose_a_large_die(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .ready(0, "Long Arm@S")
        .active(0, "Large Quiddity@Q2", "Large Quiddity@Q2", "Pawn@Q1", "Rook@C1:1/4")
        .start("ready")
    )
    play.do("cast Long Arm")
    assert [text for text in play.options if "Pawn" in text]
    assert not [text for text in play.options if "Large" in text]
    play = (
        table(made_up)
        .active(0, "Growth Incantation@S", "Large Quiddity@L1", "Pawn@Q1")
        .start("immediate")
    )
    play.do("use Growth Incantation")
    assert "re-roll-die Large Quiddity [L1] in seat 0's active" in play.options
    play.rolls("Large Quiddity@Q3").do("re-roll-die Large Quiddity [L1]", "no")
    assert "Large Quiddity@Q3" in play.faces(0, "active")


@pytest.mark.rule("13.2")
def test_large_dice_are_never_captured(made_up: Catalog) -> None:
    play = table(made_up).active(0, "Large Quiddity@Q3", "Treasure@Q4").start("capture")
    assert starting(play, "capture")
    assert not starting(play, "capture Large")


@pytest.mark.rule("13.3")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sets", [ALONE, MIXED])
def test_two_dice_in_each_players_first_two_turns_then_three(players: int, sets: list[str]) -> None:
    game = q.new_game(Rules(players=players, sets=sets), seed=9, first=1, log=True)
    drawn: dict[int, int] = {}
    turn = 0
    over = False  # what is drawn after the roll, is drawn by an effect
    while game.turn <= 4 * players:
        for event in game.take_events():
            name = log.NAMES[event[0]]
            if name == "turn":
                turn = event[4]
                drawn[turn] = 0
                over = False
            elif name == "roll":
                over = True
            elif name == "draw" and not over:
                drawn[turn] += 1
        game.apply(game.decision.options[-1])
    assert drawn == {at: 2 if at <= 2 * players else 3 for at in drawn}
    assert sorted(drawn) == list(range(1, 4 * players + 1))


# --- 13.4: culling ----------------------------------------------------------------------------


@pytest.mark.rule("13.4")
@pytest.mark.parametrize("modules", [None, []])
def test_scoring_earns_no_cull(modules: list[str] | None, made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up, sets=MIXED, modules=modules)
        .ready(0, "Rook@C1:1/4", "Pawn@C1:1/1")
        .start("score")
    )
    assert play.glory == (3, 0)
    assert (play.kind == "cull") == (modules == [])


@pytest.mark.rule("13.4")
def test_completing_a_quest_earns_none_either(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up, sets=[*MIXED, "quartifacts"])
        .quest(0, "Hunt for Exqualibur", "Pawn@C2:3/3")
        .rolls("Hunt for Exqualibur@Q3")
        .start("score")
    )
    assert play.glory == (3, 0)
    assert play.pool == 3
    assert play.kind != "cull"


@pytest.mark.rule("13.4")
def test_card_powers_cull_all_the_same() -> None:
    """A Greater Herald that scores culls one die."""
    play = (
        Position(sets=ALONE)
        .ready(0, "Greater Herald@C1:1/3")
        .used(0, ASSISTANT, "Black Cat")
        .start("score")
    )
    assert set(play.options) == {
        f"cull-die {ASSISTANT} in seat 0's used",
        "cull-die Black Cat in seat 0's used",
        "cull-die Greater Herald in seat 0's used",
        "no",
    }
    play.do(f"cull-die {ASSISTANT}")
    assert ASSISTANT not in play.dice(0, "used")
    assert play.kind not in ("cull", "effect")


# --- 13.5: energies ----------------------------------------------------------------------------


@pytest.mark.rule("13.5")
def test_light_and_dark_quiddity_are_quiddity(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .active(0, "Pawn@C3:5/5", "Large Quiddity@L2", "Large Quiddity@D1")
        .start("ready")
    )
    play.do("summon Pawn")
    assert play.dice(0, "ready") == ["Pawn"]
    assert play.pool == 0


@pytest.mark.rule("13.5")
@pytest.mark.parametrize(
    ("dice", "price"),
    [
        (["Large Quiddity@L1", "Treasure@Q4"], 5),
        (["Large Quiddity@L2", "Large Quiddity@Q3"], 5),
        (["Large Quiddity@D1", "Treasure@Q4"], None),  # the other energy is no help
        (["Pawn@Q1", "Treasure@Q4"], None),
        (["Pawn@Q2", "Treasure@Q4"], 6),
        (["Large Quiddity@D2", "Treasure@Q4"], 6),
        (["Large Quiddity@L2", "Treasure@Q4"], 5),  # the discount whenever it can be
        (["Large Quiddity@L1", "Large Quiddity@Q3"], None),
    ],
)
def test_one_quiddity_of_its_energy_gives_the_discounted_price(
    dice: list[str], price: int | None, made_up: Catalog
) -> None:
    play = (
        Position(catalog=made_up, sets=MIXED, wilds=["Greater Quartz Golem"])
        .active(0, *dice)
        .start("capture")
    )
    offers = starting(play, "capture Greater Quartz Golem")
    assert offers == ([] if price is None else [f"capture Greater Quartz Golem for {price}"])
    if price is not None:
        play.do(offers[0])
        assert "Greater Quartz Golem" in play.dice(0, "used")


@pytest.mark.rule("13.5")
def test_a_dark_die_asks_for_dark_quiddity(made_up: Catalog) -> None:
    for face, price in [("D1", 2), ("L1", 3)]:
        play = (
            Position(catalog=made_up, sets=MIXED, wilds=["Black Cat"])
            .active(0, f"Large Quiddity@{face}", "Large Quiddity@Q2")
            .start("capture")
        )
        assert starting(play, "capture Black Cat") == [f"capture Black Cat for {price}"]


@pytest.mark.rule("13.5")
@pytest.mark.rule("15.1")
def test_plain_quiddity_is_paid_first_so_that_energies_are_left(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .active(0, "Pawn@C2:3/3", "Large Quiddity@L2", "Large Quiddity@Q2", "Rook@C1:1/4")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do("summon Pawn")
    assert play.faces(0, "spent") == ["Large Quiddity@Q2"]
    play.do("summon Rook")
    assert (play.pool, play.light, play.dark) == (1, 1, 0)


@pytest.mark.rule("13.5")
@pytest.mark.rule("15.1")
def test_of_two_energies_the_larger_one_is_used_up_first(made_up: Catalog) -> None:
    play = (
        table(made_up)
        .active(0, "Pawn@C1:1/1", "Rook@C1:1/4", "Large Quiddity@L1", "Large Quiddity@D2")
        .start("ready")
    )
    play.do("spend Large Quiddity [L1]", "spend Large Quiddity [D2]", "summon Pawn")
    assert (play.pool, play.light, play.dark) == (2, 1, 1)


@pytest.mark.rule("13.5")
def test_cost_in_card_text_is_the_normal_cost(made_up: Catalog) -> None:
    """Discriminating Spell destroys what costs 3 or less: a Herald, not a Greater Herald at 4."""
    for name, reached in [("Herald", True), ("Greater Herald", False)]:
        play = (
            Position(sets=[*MIXED, "quarmageddon"], catalog=made_up)
            .ready(0, "Discriminating Spell@S", "Growth Charm@S")
            .ready(1, f"{name}@C1:1/3")
            .start("ready")
        )
        assert bool(starting(play, "cast Discriminating")) == reached


# --- 13.6: anchored spells ---------------------------------------------------------------------


def with_anchor(made_up: Catalog, *wilds: str) -> Position:
    return Position(catalog=made_up, sets=MIXED, wilds=list(wilds))


@pytest.mark.rule("13.6")
@pytest.mark.rule("5.6")
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_an_anchored_spell_can_be_used_without_owning_a_die(phase: str, made_up: Catalog) -> None:
    """Greater Herald, 2 Light: draw a die and roll it into the Active Pool."""
    play = (
        with_anchor(made_up, "Greater Herald")
        .ready(0, "Pawn@C1:1/1")
        .bag(0, "Rook")
        .active(0, "Large Quiddity@L2", "Large Quiddity@Q2")
        .start(phase)
    )
    assert "anchor Greater Herald for 2" in play.options
    play.rolls("Rook@Q1").do("anchor Greater Herald")
    assert play.dice(0, "active") == ["Large Quiddity", "Rook"]
    assert play.dice(0, "spent") == ["Large Quiddity"]
    assert (play.pool, play.light) == (0, 0)


@pytest.mark.rule("13.6")
def test_its_price_is_in_that_energy_and_nothing_else(made_up: Catalog) -> None:
    for faces, can in [
        (["Q3", "Q3"], False),
        (["D2", "D2"], False),
        (["L1", "Q3"], False),
        (["L1", "L1"], True),
        (["L2", "Q2"], True),
    ]:
        play = (
            with_anchor(made_up, "Greater Herald")
            .bag(0, "Rook")
            .active(0, *(f"Large Quiddity@{face}" for face in faces))
            .start("ready")
        )
        assert bool(starting(play, "anchor")) == can, faces


@pytest.mark.rule("13.6")
def test_one_anchored_spell_a_turn_in_all(made_up: Catalog) -> None:
    play = (
        with_anchor(made_up, "Greater Herald", "Greater Black Cat", "Quartz Golem")
        .ready(0, "Pawn@C1:1/1")
        .ready(1, "Rook@C1:1/4")
        .bag(0, *["Rook"] * 3)
        .active(0, "Large Quiddity@L2", "Large Quiddity@D2", "Rook@Q1")
        .start("ready")
    )
    assert len(starting(play, "anchor")) >= 2
    play.rolls("Rook@Q1").do("anchor Greater Herald")
    while play.game.active == 0 and play.kind != "capture":
        assert starting(play, "anchor") == []
        play.do(play.options[-1])
    assert starting(play, "anchor") == []


@pytest.mark.rule("13.6")
def test_a_new_turn_brings_a_new_anchored_spell_and_never_in_phase_1(made_up: Catalog) -> None:
    play = (
        with_anchor(made_up, "Greater Herald")
        .bag(0, *["Rook"] * 4)
        .bag(1, *["Pawn"] * 4)
        .active(0, "Large Quiddity@L2", "Large Quiddity@Q2")
        .start("ready")
    )
    play.do("anchor Greater Herald")
    while play.game.active == 0:
        play.rolls("Large Quiddity@L2", "Large Quiddity@Q2", "Pawn@Q1", "Pawn@Q1")
        play.do("pass")
    assert queries.phase_of(play.state) >= phase.ROLL
    assert starting(play, "anchor") == ["anchor Greater Herald for 2"]


@pytest.mark.rule("13.6")
def test_nobody_uses_one_in_another_players_turn(made_up: Catalog) -> None:
    """Seat 1 is asked for a defender and for nothing else."""
    play = (
        with_anchor(made_up, "Greater Herald")
        .ready(0, "Rook@C3:6/6")
        .ready(1, "Pawn@C1:1/1", "Rook@C1:1/4")
        .active(1, "Large Quiddity@L2")
        .bag(1, "Rook")
        .start("attack")
    )
    assert (play.kind, play.seat) == ("defend", 1)
    assert starting(play, "anchor") == []


@pytest.mark.rule("13.6")
@pytest.mark.rule("15.6")
def test_one_that_could_do_nothing_is_not_offered(made_up: Catalog) -> None:
    play = (
        with_anchor(made_up, "Greater Herald")
        .active(0, "Large Quiddity@L2", "Large Quiddity@Q2")
        .start("ready")
    )
    assert starting(play, "anchor") == []  # nothing to draw


@pytest.mark.rule("13.6")
def test_an_empty_card_still_has_its_anchored_spell(made_up: Catalog) -> None:
    play = (
        with_anchor(made_up, "Greater Herald")
        .left("Greater Herald", 0)
        .bag(0, "Rook")
        .active(0, "Large Quiddity@L2", "Large Quiddity@Q2")
        .start("ready")
    )
    assert starting(play, "anchor") == ["anchor Greater Herald for 2"]


# --- 1.3: the "?" symbol -------------------------------------------------------------------------


@pytest.mark.rule("1.3")
@pytest.mark.rule("5.2")
@pytest.mark.parametrize("use", [True, False])
def test_the_question_mark_is_an_immediate_effect_and_never_readied(
    use: bool, made_up: Catalog
) -> None:
    """Assistant of Acquisition: spent right after the roll, it allows another capture."""
    play = (
        table(made_up)
        .active(0, f"{ASSISTANT}@I", "Large Quiddity@Q3")
        .active(0, "Large Quiddity@L1")
        .start("immediate")
    )
    assert play.options == [f"use {ASSISTANT} [I]", "pass"]
    play.do(play.options[0] if use else "pass")
    assert play.kind == "capture"  # too late to use or ready it
    assert play.dice(0, "spent") == ([ASSISTANT] if use else [])
    assert play.captures == (2 if use else 1)


# --- 13.7 and 13.8 ----------------------------------------------------------------------------


@pytest.mark.rule("13.7")
@pytest.mark.parametrize("there", [True, False])
def test_and_then_only_if_the_first_part_was_done(there: bool, made_up: Catalog) -> None:
    """Bargain: destroy a creature, and then gain 1 Glory."""
    position = Position(catalog=made_up).ready(0, "Bargain@S", "Growth Charm@S")
    if there:
        position = position.ready(1, "Pawn@C1:1/1")
    play = position.start("ready")
    assert bool(starting(play, "cast Bargain")) == there
    if there:
        play.do("cast Bargain")
        assert play.glory == (1, 0)


@pytest.mark.rule("13.7")
def test_the_first_part_counts_as_done_even_if_the_creature_is_saved(made_up: Catalog) -> None:
    """It was destroyed (6.5), though a Shaping Cantrip brings it back."""
    play = (
        Position(catalog=made_up)
        .ready(0, "Bargain@S", "Growth Charm@S")
        .ready(1, "Pawn@C1:1/1", "Shaping Cantrip@S")
        .start("ready")
    )
    play.do("cast Bargain", "react Shaping Cantrip")
    assert play.dice(1, "ready") == ["Pawn"]
    assert play.glory == (1, 0)


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pawn@C1:1/1", "Pawn@C2:3/3"),  # past the other face of level 1
        ("Pawn@C1:2/2", "Pawn@C2:3/3"),
        ("Pawn@C2:3/3", "Pawn@C3:5/5"),
        ("Rook@C0:0/1", "Rook@C1:1/4"),
        ("Rook@C2:4/2", "Rook@C3:6/6"),
    ],
)
def test_up_is_the_next_face_to_the_right_with_a_higher_level(
    before: str, after: str, made_up: Catalog
) -> None:
    play = Position(catalog=made_up).ready(0, "Lever@S", before, "Growth Charm@S").start("ready")
    play.do("cast Lever")
    assert after in play.faces(0, "ready")
    assert not play.happened("summon")


@pytest.mark.rule("13.8")
@pytest.mark.parametrize("highest", ["Pawn@C3:5/5", "Rook@C3:6/6", "Scavenging Goblin@C1:2/2"])
def test_the_highest_level_stays_and_no_other_face_is_turned_to(
    highest: str, made_up: Catalog
) -> None:
    """Right of the Rook's level 3 lies a quiddity face: it is no target at all (15.6)."""
    play = Position(catalog=made_up).ready(0, "Lever@S", highest, "Growth Charm@S").start("ready")
    assert starting(play, "cast Lever") == []


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Rook@C3:6/6", "Rook@C2:4/2"),
        ("Rook@C1:1/4", "Rook@C0:0/1"),
        ("Pawn@C2:3/3", "Pawn@C1:2/2"),  # the nearest to the left
        ("Pawn@C1:2/2", None),  # what lies to the left is no lower
        ("Pawn@C1:1/1", None),
    ],
)
def test_down_is_the_next_face_to_the_left_with_a_lower_level(
    before: str, after: str | None, made_up: Catalog
) -> None:
    """A Black Cat's summons may turn an opponent's creature down."""
    play = (
        table(made_up)
        .active(0, "Black Cat@C1:2/2*", "Large Quiddity@Q2")
        .ready(0, "Growth Charm@S")
        .ready(1, before)
        .start("ready")
    )
    play.do("summon Black Cat")
    offers = starting(play, "rotate")
    assert bool(offers) == (after is not None)
    if after is not None:
        play.do(offers[0])
    assert play.faces(1, "ready") == [before if after is None else after]
