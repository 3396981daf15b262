"""Section 15, what is open when: spending by hand, symbols, re-rolls, spells and unlocking."""

from __future__ import annotations

import pytest

from quarriors.engine.catalog import Catalog
from quarriors.testing import Play, Position

OLD = ["original", "original-it"]
NEW = ["revised", "qultimate"]
QLADIATOR = ["base", "quest_of_the_qladiator"]
QUESTS = ["base", "quest_of_the_qladiator", "quartifacts"]
HOWLER = "Frost Howler"
HUNT = "Hunt for Exqualibur"
UNLOCK = f"unlock {HOWLER} [K] with seat 1"
RICH = ["Basic Quiddity@Q2"] * 2


def spends(play: Play) -> list[str]:
    return [text for text in play.options if text.startswith("spend")]


# --- 15.1: spending by hand is offered where it can change something -----------------------------


@pytest.mark.rule("15.1")
@pytest.mark.parametrize("edition", [*OLD, *NEW])
def test_a_question_with_nothing_but_spending_in_it_is_not_asked(edition: str) -> None:
    play = Position(edition=edition).active(0, "Basic Quiddity@Q1", "Portal@Q1").start("ready")
    assert play.kind == "capture"


@pytest.mark.rule("15.1")
def test_beside_other_choices_spending_is_not_offered_if_it_changes_nothing() -> None:
    play = Position().active(0, "Assistant@C1:1/2", *RICH, "Quake Dragon@Q3|R").start("ready")
    assert play.options == ["summon Assistant [C1:1/2] for 1", "pass"]


@pytest.mark.rule("15.1")
@pytest.mark.rule("13.5")
def test_which_die_pays_light_or_dark_is_a_choice() -> None:
    """One of each for a creature of level 1: what is left pays for other things."""
    play = (
        Position(sets=["light_vs_dark"])
        .active(0, "Herald@C1:1/3", "Large Quiddity@L1", "Large Quiddity@D1")
        .start("ready")
    )
    assert spends(play) == [
        "spend Large Quiddity [L1] for 1 quiddity",
        "spend Large Quiddity [D1] for 1 quiddity",
    ]
    play.do("spend Large Quiddity [D1]", "summon Herald")
    assert (play.pool, play.faces(0, "active")) == (0, ["Large Quiddity@L1"])


@pytest.mark.rule("15.1")
@pytest.mark.rule("13.5")
@pytest.mark.parametrize("dice", [("L1", "L1"), ("Q2", "Q3")])
def test_without_a_choice_of_energies_nobody_is_asked(dice: tuple[str, str]) -> None:
    play = (
        Position(sets=["light_vs_dark"], wilds=["Greater Archangel"])
        .active(0, *[f"Large Quiddity@{face}" for face in dice])
        .start("ready")
    )
    assert not spends(play)


@pytest.mark.rule("15.1")
@pytest.mark.rule("13.5")
def test_plain_dice_are_paid_before_an_energy_of_the_pool() -> None:
    """A Lesser Herald brings 1 light; the next creature of level 1 is paid with the plain die."""
    play = (
        Position(sets=["light_vs_dark"], wilds=["Lesser Herald"])
        .active(0, "Lesser Herald@C1:1/3", "Black Cat@C1:2/2")
        .active(0, "Large Quiddity@Q2", "Black Cat@D1")
        .start("ready")
    )
    play.do("summon Lesser Herald")
    assert (play.pool, play.light) == (2, 1)
    play.do("summon Black Cat")
    assert (play.pool, play.light, play.faces(0, "active")) == (1, 1, ["Black Cat@D1"])


@pytest.mark.rule("15.1")
@pytest.mark.rule("13.5")
@pytest.mark.parametrize(("variants", "offered"), [((), False), (("advanced_capture",), True)])
def test_in_phase_4_energies_are_a_choice_if_a_further_capture_may_follow(
    variants: tuple[str, ...], offered: bool
) -> None:
    cards = [
        "Strong Herald",
        "Black Cat",
        "Strong Quartz Golem",
        "Strong Boogieman",
        "Strong Archangel",
    ]
    play = (
        Position(sets=["light_vs_dark"], variants=variants, wilds=[*cards, "Strong Queelzebub"])
        .active(0, "Large Quiddity@L2", "Large Quiddity@D2")
        .start("capture")
    )
    assert not play.state.setup.anchors  # an anchored spell might follow as well
    assert bool(spends(play)) is offered


@pytest.mark.rule("15.1")
@pytest.mark.ability("Mighty Voodoo Doll", 1)
def test_a_card_that_looks_at_the_spent_pile_makes_it_a_choice() -> None:
    """A Voodoo Doll die that was spent is rolled again when a Mighty Voodoo Doll is summoned."""
    doll = "Mighty Voodoo Doll"
    play = (
        Position(sets=["base", "quarmageddon"])
        .active(0, f"{doll}@C2:4/3*", f"{doll}@Q1", "Basic Quiddity@Q2")
        .rolls(f"{doll}@C1:3/2")
        .start("ready")
    )
    play.do(f"spend {doll} [Q1]", f"summon {doll}", "yes")
    assert play.faces(0, "active") == [f"{doll}@C1:3/2"]


@pytest.mark.rule("15.1")
@pytest.mark.ability("Oblation Spell", 0)
def test_dice_that_may_still_be_rolled_make_it_a_choice() -> None:
    """They may be Assistants, which re-roll a die that was not spent (2013 on)."""
    position = (
        Position(sets=["base", "quarmageddon"])
        .ready(0, "Oblation Spell@S", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1")
        .bag(0, "Assistant", "Assistant")
    )
    assert spends(position.start("ready"))
    old = Position(edition="original", sets=["base", "quarmageddon"])
    assert not spends(old.ready(0, "Growth Charm@S").active(0, "Portal@Q1").start("ready"))


@pytest.mark.rule("15.1")
@pytest.mark.ability("Discriminating Incantation", 0)
@pytest.mark.parametrize(("edition", "offered"), [("original", True), ("qultimate", False)])
def test_in_2011_a_spell_that_reaches_the_used_pile_makes_it_a_choice(
    edition: str, offered: bool
) -> None:
    """There spent dice lie in the Used Pile at once: one can be culled in the same turn."""
    play = (
        Position(edition=edition, sets=["base", "quarmageddon"])
        .ready(0, "Discriminating Incantation@S", "Growth Charm@S")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert bool(spends(play)) is offered
    if offered:
        play.do("spend Basic Quiddity", "cast Discriminating Incantation")
        assert play.left("Basic Quiddity") == 16


@pytest.mark.rule("15.1")
@pytest.mark.parametrize(
    ("edition", "bag", "offered"),
    [("original", 0, True), ("original", 2, False), ("qultimate", 0, False)],
)
def test_in_2011_a_draw_that_could_reach_the_spent_die_makes_it_a_choice(
    edition: str, bag: int, offered: bool
) -> None:
    """A Portal for 2 and an almost empty bag: what is spent first may come back at once."""
    play = (
        Position(edition=edition)
        .active(0, "Portal@W2", "Basic Quiddity@Q2")
        .bag(0, *["Assistant"] * bag)
        .used(0, "Assistant")
        .start("immediate")
    )
    assert bool(spends(play)) is offered
    if offered:
        play.rolls("Assistant@Q1", "Basic Quiddity@Q1")
        play.draws("Assistant", "Basic Quiddity")
        play.do("spend Basic Quiddity", "draw Portal")
        assert play.pool == 2
        assert play.faces(0, "active") == ["Assistant@Q1", "Basic Quiddity@Q1"]


@pytest.mark.rule("15.1")
@pytest.mark.rule("15.22")
def test_while_immediates_are_open_dice_are_spent_by_hand_where_something_can_be_bought() -> None:
    """Two quiddity to unlock: the player says which dice are left to be re-rolled."""
    position = Position(sets=QLADIATOR).active(0, "Assistant@R*", "Witching Hag@Q2", *RICH)
    assert not spends(position.start("immediate"))
    play = position.locked(1, HOWLER).start("immediate")
    play.do("spend Witching Hag", f"unlock {HOWLER}")
    assert play.faces(0, "active") == [
        "Assistant@R*",
        "Basic Quiddity@Q2",
        "Basic Quiddity@Q2",
    ]


# --- 15.13: two different dice, named before either is rolled ------------------------------------


@pytest.mark.rule("15.13")
@pytest.mark.ability("Growth Incantation", 0)
@pytest.mark.ability("Light Enchantment", 0)
@pytest.mark.parametrize(
    ("sets", "spell"),
    [(["base"], "Growth Incantation@S"), (["light_vs_dark", "base"], "Light Enchantment@I")],
)
def test_both_dice_are_named_first_and_rolled_together(sets: list[str], spell: str) -> None:
    """Nothing is rolled when the second is chosen, and the first is not offered again."""
    name = spell.partition("@")[0]
    position = Position(sets=sets, modules=[])
    play = position.active(0, spell, "Portal@Q1", "Witching Hag@Q2").start("immediate")
    play.rolls("Portal@W2", "Witching Hag@C1:3/3")
    play.do(f"use {name}", "re-roll-die Portal")
    assert not play.happened("roll")
    assert play.options == ["re-roll-die Witching Hag [Q2] in seat 0's active", "no"]
    play.do("re-roll-die Witching Hag")
    assert play.faces(0, "active") == ["Portal@W2", "Witching Hag@C1:3/3"]


@pytest.mark.rule("15.13")
@pytest.mark.ability("Growth Incantation", 0)
def test_a_growth_incantation_may_roll_two_dice_that_look_alike() -> None:
    """Two different dice may well show the same."""
    play = Position().active(0, "Growth Incantation@S", *["Portal@Q1"] * 2).start("immediate")
    play.rolls("Portal@W2", "Portal@W1")
    play.do("use Growth Incantation", "re-roll-die Portal", "re-roll-die Portal")
    assert play.faces(0, "active") == ["Portal@W1", "Portal@W2"]


# --- 15.16: each symbol alone, or both -----------------------------------------------------------


def _victory() -> Play:
    play = Position().active(0, "Victory Spell@R+W1").bag(0, "Portal", "Assistant")
    return play.start("immediate")


@pytest.mark.rule("15.16")
@pytest.mark.rule("1.3")
def test_two_symbols_without_a_line_are_offered_apart_and_together() -> None:
    assert set(_victory().options) == {
        "re-roll Victory Spell [R+W1]",
        "draw Victory Spell [R+W1] 1",
        "draw-and-re-roll Victory Spell [R+W1] 1",
        "pass",
    }


@pytest.mark.rule("15.16")
@pytest.mark.parametrize(
    ("answer", "active", "spent", "bag"),
    [
        ("re-roll", ["Victory Spell"], [], 2),
        ("draw ", ["Portal"], ["Victory Spell"], 1),
        ("draw-and-re-roll", ["Portal", "Victory Spell"], [], 1),
    ],
)
def test_what_each_of_them_does(answer: str, active: list[str], spent: list[str], bag: int) -> None:
    """Drawing spends the die; a re-roll does not (5.2)."""
    play = _victory().draws("Portal")
    play.rolls(*["Portal@Q1"] * ("draw" in answer), *["Victory Spell@Q1"] * ("roll" in answer))
    play.do(answer)
    assert (play.dice(0, "active"), play.dice(0, "spent")) == (active, spent)
    assert len(play.dice(0, "bag")) == bag


@pytest.mark.rule("15.16")
@pytest.mark.rule("15.14")
def test_with_nothing_to_draw_the_re_roll_is_left() -> None:
    play = Position().active(0, "Victory Spell@R+W1").start("immediate")
    assert play.options == ["re-roll Victory Spell [R+W1]", "pass"]


# --- 15.22: spells and unlocking in all of phases 2 to 4 -----------------------------------------


@pytest.mark.rule("15.22")
@pytest.mark.rule("11.4")
@pytest.mark.parametrize("edition", [*OLD, *NEW])
@pytest.mark.parametrize("phase", ["immediate", "ready", "attack", "capture"])
def test_a_locked_die_is_unlocked_in_every_phase_from_2_to_4(phase: str, edition: str) -> None:
    """Also without a creature to attack with."""
    play = (
        Position(edition=edition, sets=QLADIATOR)
        .active(0, "Assistant@R*", *RICH)
        .locked(1, HOWLER)
        .start(phase)
    )
    assert play.kind == phase
    play.do(UNLOCK)
    assert play.dice(1, "used") == [HOWLER]
    assert play.game.active == 0


@pytest.mark.rule("15.22")
@pytest.mark.rule("5.2")
def test_a_spell_is_cast_while_immediates_are_open_and_they_stay_open() -> None:
    play = Position().active(0, "Assistant@R*").ready(0, "Growth Charm@S").start("immediate")
    assert play.options == ["use Assistant [R*]", "cast Growth Charm [S]", "pass"]
    play.do("cast Growth Charm")
    assert (play.pool, play.kind) == (3, "immediate")
    assert play.options == ["use Assistant [R*]", "pass"]


@pytest.mark.rule("15.22")
@pytest.mark.ability("Growth Charm", 0)
def test_a_spell_is_cast_in_phase_3_without_a_creature() -> None:
    play = Position().ready(0, "Growth Charm@S").start("attack")
    assert (play.kind, play.options) == ("attack", ["cast Growth Charm [S]", "pass"])


@pytest.mark.rule("15.22")
@pytest.mark.rule("12.2")
@pytest.mark.parametrize("first", ["creatures", "quest"])
def test_spells_and_unlocking_are_open_between_an_attack_and_a_challenge(first: str) -> None:
    """Whichever comes first; after both nothing is asked before phase 4."""
    play = (
        Position(sets=QUESTS, wilds=[HUNT])
        .ready(0, "Quake Dragon@C3:8/7**", "Witching Hag@C1:3/3", "Growth Charm@S")
        .active(0, *RICH)
        .ready(1, "Assistant@C1:1/2")
        .locked(1, HOWLER)
        .quest(1, HUNT, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do("pass", f"quest {HUNT}", "venture Witching Hag", "pass", f"first {first}")
    while play.kind not in ("attack", "capture"):  # the first battle takes its course
        play.do(play.options[-1])
    assert play.kind == "attack"
    assert play.options == ["cast Growth Charm [S]", UNLOCK, "pass"]
    before = len(play.happened("challenge"))
    assert before == (0 if first == "creatures" else 1)
    play.do(UNLOCK, "pass")
    assert len(play.happened("challenge")) == 1
    while play.kind not in ("attack", "capture"):
        play.do(play.options[-1])
    assert play.kind == "capture"


@pytest.mark.rule("15.22")
def test_after_a_single_battle_phase_4_comes_at_once() -> None:
    play = (
        Position().ready(0, "Witching Hag@C1:3/3", "Growth Charm@S").ready(1, "Assistant@C1:1/2")
    ).start("attack")
    play.do("pass")
    assert play.kind == "capture"


# --- 15.23: spells in phase 1 by the 2011 books --------------------------------------------------


@pytest.mark.rule("15.23")
@pytest.mark.rule("4.5")
@pytest.mark.ability("Victory Cantrip", 0)
@pytest.mark.parametrize("edition", OLD)
def test_in_2011_a_spell_is_attached_in_phase_1_before_the_creature_scores(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Victory Cantrip@S")
        .start("score")
    )
    assert (play.kind, play.options) == ("cast", ["cast Victory Cantrip [S]", "pass"])
    play.do("cast Victory Cantrip")
    assert play.glory == (3 + 2, 0)


@pytest.mark.rule("15.23")
@pytest.mark.rule("4.5")
@pytest.mark.parametrize("edition", NEW)
def test_from_2013_on_no_spell_is_cast_in_phase_1(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Victory Cantrip@S", "Growth Charm@S")
        .start("score")
    )
    assert (play.kind, play.glory) == ("cull", (3, 0))


@pytest.mark.rule("15.23")
@pytest.mark.ability("Victory Charm", 0)
@pytest.mark.parametrize("edition", OLD)
def test_in_2011_a_spell_is_cast_after_scoring_and_its_die_may_be_drawn(edition: str) -> None:
    """Two scorers, so the Charm gives 2; spent it lies in the Used Pile, before the draw."""
    play = (
        Position(edition=edition)
        .ready(0, "Assistant@C1:1/2", "Assistant@C1:1/2", "Victory Charm@S")
        .start("score")
    )
    assert play.kind == "cull"
    play.do("pass")
    assert (play.kind, play.options) == ("cast", ["cast Victory Charm [S]", "pass"])
    play.do("cast Victory Charm")
    assert play.glory == (4, 0)
    assert "Victory Charm" in play.dice(0, "active")


@pytest.mark.rule("15.23")
@pytest.mark.parametrize("edition", OLD)
def test_in_2011_reactions_switches_and_unlocking_stay_out_of_phase_1(edition: str) -> None:
    play = (
        Position(edition=edition, sets=QLADIATOR)
        .ready(0, "Witching Hag@C1:3/3", "Life Spell@S", "Growth Charm@S")
        .locked(1, HOWLER)
        .start("score")
    )
    assert play.options == ["cast Growth Charm [S]", "pass"]


# --- 12.6: whose quest die is seized -------------------------------------------------------------


@pytest.mark.rule("12.6")
def test_the_player_who_completes_a_quest_chooses_between_all_holders(made_up: Catalog) -> None:
    """One quest die lies unattached with seat 2, the other is carried by a creature of seat 1."""
    position = (
        Position(4, sets=["base", "quartifacts"], wilds=[HUNT, "Pawn", "Rook"], catalog=made_up)
        .quest(0, HUNT, "Rook@C2:4/2")
        .ready(1, "Pawn@C1:1/1")
        .attached(1, f"{HUNT}@QF:Exqualibur", 1, "Pawn")
        .ready(2, f"{HUNT}@QF:Scabbard of Quamelot")
    )
    play = position.rolls(f"{HUNT}@Q3").start("score")
    play.do("pass")
    assert (play.kind, play.seat) == ("seize", 0)
    assert play.options == [
        f"seize {HUNT} [QF:Exqualibur] in seat 1's attached",
        f"seize {HUNT} [QF:Scabbard of Quamelot] in seat 2's ready",
    ]
    play.do(f"seize {HUNT} [QF:Exqualibur]")
    assert play.dice(1, "attached") == []
    assert play.dice(2, "ready") == [HUNT]
    assert play.pool == 3


# --- 7.1: every free capture of a Squire ---------------------------------------------------------


@pytest.mark.rule("7.1")
@pytest.mark.ability("Squire", 0)
def test_a_squire_captured_for_nothing_allows_another_capture() -> None:
    """Lord of the Quarry takes one when it scores: two captures are left for phase 4."""
    play = (
        Position(sets=["base", "quarmageddon", "quartifacts"])
        .ready(0, "Lord of the Quarry@C1:3/3")
        .start("score")
    )
    play.do("take Squire")
    assert play.captures == 2


@pytest.mark.rule("7.1")
@pytest.mark.ability("Squire", 0)
@pytest.mark.ability("Shaping Incantation", 0)
def test_every_other_way_to_a_free_squire_allows_it_too() -> None:
    play = (
        Position(sets=["base", "quartifacts"])
        .ready(0, "Assistant@C1:1/2")
        .attached(0, "Shaping Incantation@S", 0, "Assistant")
        .start("score")
    )
    play.do("cull-die Assistant", "take Squire")
    assert play.captures == 2


@pytest.mark.rule("7.1")
@pytest.mark.ability("Squire", 0)
@pytest.mark.ability("Ghost of X-Mas Present", 0)
def test_who_captures_a_squire_in_anothers_turn_has_no_further_capture_in_it() -> None:
    """The turn's captures are the active player's."""
    play = (
        Position(sets=["base", "quartifacts", "promos"])
        .ready(0, "Ghost of X-Mas Present@C1:2/2")
        .start("score")
    )
    play.do("take Assistant")
    assert play.seat == 1
    play.do("take Squire")
    assert play.captures == 1
