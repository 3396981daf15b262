"""Section 1: players, classes and cards, face symbols, bursts."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine.catalog import Catalog
from quarriors.engine.errors import CardError, CatalogError, RulesError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY, PLAIN_QUIDDITY, Face
from quarriors.testing import Position

# --- 1.1 -------------------------------------------------------------------------------------


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_can_play(players: int) -> None:
    game = q.new_game(q.Rules(players=players), seed=1, first=0)
    assert game.setup.players == players
    assert len(game.glory) == players


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 100])
def test_fewer_or_more_players_are_refused(players: int) -> None:
    with pytest.raises(RulesError, match="2, 3 or 4 players"):
        q.Rules(players=players)


# --- 1.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("1.2")
def test_every_class_has_one_die_of_six_faces_and_a_card_for_each_type() -> None:
    """Sets that bring new cards for old classes use the same dice; only Light vs. Dark does not.

    Its Assistants show a "?" where the base set's show a re-roll; they never meet (13.1).
    """
    dice: dict[str, list[str]] = {}
    types: dict[tuple[str, str], list[str]] = {}
    cards = [card for card in default_catalog().cards if card.name != "Large Quiddity"]
    assert len(cards) == 211 == len(default_catalog().cards) - 1  # those dice have no card
    for card in cards:
        faces = [face.notation for face in card.design.faces]
        assert len(faces) == 6
        if card.set_name != "light_vs_dark" or card.class_name != "Assistant":
            assert dice.setdefault(card.class_name, faces) == faces, card.name
        types.setdefault((card.class_name, card.set_name), []).append(card.type_name)
    by_set = [card.set_name for card in cards]
    assert {name: by_set.count(name) for name in by_set} == {
        "base": 53, "rise_of_the_demons": 19, "quarmageddon": 26, "quest_of_the_qladiator": 26,
        "quartifacts": 36, "light_vs_dark": 43, "promos": 8,
    }  # fmt: skip
    assert len(dice) == 18 + 3 + 8 + 8 + 11 + 8
    for home, found in types.items():
        assert len(set(found)) == len(found), f"{home} has two cards of one type"


@pytest.mark.rule("1.2")
def test_a_class_named_twice_is_refused() -> None:
    with pytest.raises(CardError, match="Witching Hag and Strong Witching Hag are both of"):
        q.new_game(seed=1, include=["Witching Hag", "Strong Witching Hag"])
    with pytest.raises(CardError, match="one"):
        Position(wilds=["Life Spell", "Life Charm"]).start("ready")


@pytest.mark.rule("1.2")
@pytest.mark.parametrize("seed", range(25))
def test_no_class_lies_twice_in_the_wilds(seed: int) -> None:
    game = q.new_game(q.Rules(), seed=seed)
    classes = [card.class_name for card in game.setup.cards]
    assert len(set(classes)) == len(classes) == 13


# --- 1.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    ("notation", "wanted"),
    [
        ("Q0", {"quiddity": 0}),
        ("Q1", {"quiddity": 1}),
        ("Q4", {"quiddity": 4}),
        ("L1", {"quiddity": 1, "energy": LIGHT_QUIDDITY}),
        ("D2", {"quiddity": 2, "energy": DARK_QUIDDITY}),
        ("W1", {"draw": 1}),
        ("W3", {"draw": 3}),
        ("R", {"reroll": True}),
        ("I", {"immediate": True}),
        ("S", {"spell": True}),
        ("S**", {"spell": True, "bursts": 2}),
        ("K", {"lock": True}),
        ("K*", {"lock": True, "bursts": 1}),
        ("***", {"bursts": 3}),
        ("R*", {"reroll": True, "bursts": 1}),
        ("BONUS", {"bonus": True}),
        ("QF:Holy Quail", {"quartifact": "Holy Quail"}),
        ("C1:2/3", {"creature": True, "level": 1, "attack": 2, "defense": 3}),
        ("C0:0/1", {"creature": True, "level": 0, "attack": 0, "defense": 1}),
        ("C4:10/7*", {"creature": True, "level": 4, "attack": 10, "defense": 7, "bursts": 1}),
        ("C3:8/7**", {"creature": True, "level": 3, "attack": 8, "defense": 7, "bursts": 2}),
        ("C2:?/?", {"creature": True, "level": 2}),
        ("Q3|R", {"quiddity": 3, "reroll": True, "choice": True}),
        ("L3|R", {"quiddity": 3, "energy": LIGHT_QUIDDITY, "reroll": True, "choice": True}),
        ("D3|R", {"quiddity": 3, "energy": DARK_QUIDDITY, "reroll": True, "choice": True}),
        ("R+W1", {"reroll": True, "draw": 1}),
        ("Q1+W1", {"quiddity": 1, "draw": 1}),
    ],
)
def test_the_notation_of_every_symbol_is_read(notation: str, wanted: dict[str, object]) -> None:
    """All symbols of all sets; whatever is not named must not be there."""
    nothing: dict[str, object] = {
        "quiddity": -1, "energy": PLAIN_QUIDDITY, "draw": 0, "reroll": False, "immediate": False,
        "spell": False, "lock": False, "creature": False, "level": 0, "attack": 0, "defense": 0,
        "quartifact": "", "bonus": False, "choice": False, "bursts": 0,
    }  # fmt: skip
    face = Face(notation)
    assert {key: getattr(face, key) for key in nothing} == nothing | wanted
    assert face.notation == notation


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("notation", ["X1", "Q", "QQ", "C1", "C1:2", "W", "S1", "q1", "C1:a/b"])
def test_a_face_that_means_nothing_is_refused(notation: str) -> None:
    with pytest.raises(CatalogError, match="unknown symbol"):
        Face(notation)


@pytest.mark.rule("1.3")
def test_two_symbols_with_a_line_are_a_choice() -> None:
    """Quake Dragon Q3|R: re-roll it, or keep it for 3 quiddity; never both."""
    position = (
        Position()
        .active(0, "Quake Dragon@Q3|R", "Basic Quiddity@Q1")
        .bag(0, "Basic Quiddity", "Basic Quiddity")
    )
    play = position.start("immediate")
    assert set(play.options) == {"re-roll Quake Dragon [Q3|R]", "pass"}
    play.rolls("Quake Dragon@C1:4/4")
    play.do("re-roll Quake Dragon")
    assert (play.kind, play.pool) == ("ready", 0)
    assert play.faces(0, "active") == ["Basic Quiddity@Q1", "Quake Dragon@C1:4/4"]
    kept = position.start("immediate")
    kept.do("pass")
    assert (kept.kind, kept.at_hand) == ("capture", 3 + 1)
    assert kept.dice(0, "bag") == ["Basic Quiddity"] * 2


@pytest.mark.rule("1.3")
def test_two_symbols_without_a_line_are_both_used() -> None:
    """Victory R+W1: draw and roll one die, and re-roll the Victory die, which is not spent."""
    play = (
        Position()
        .active(0, "Victory Incantation@R+W1")
        .bag(0, "Scavenging Goblin", "Scavenging Goblin")
        .start("immediate")
    )
    assert "draw-and-re-roll Victory Incantation [R+W1] 1" in play.options
    play.rolls("Scavenging Goblin@Q1", "Victory Incantation@Q2")
    play.do("draw-and-re-roll Victory Incantation")
    assert play.faces(0, "active") == ["Scavenging Goblin@Q1", "Victory Incantation@Q2"]
    assert play.dice(0, "bag") == ["Scavenging Goblin"]
    assert play.dice(0, "spent") == []


@pytest.mark.rule("1.3")
def test_quiddity_and_draw_on_one_face_give_both() -> None:
    """Questing Wizard Q1+W1: spend it, have 1 quiddity, draw and roll one die."""
    position = (
        Position()
        .active(0, "Strong Questing Wizard@Q1+W1")
        .bag(0, "Scavenging Goblin", "Scavenging Goblin")
    )
    play = position.start("immediate")
    assert set(play.options) == {"draw Strong Questing Wizard [Q1+W1] 1", "pass"}
    play.rolls("Scavenging Goblin@C1:2/2")
    play.do("draw Strong Questing Wizard")
    assert play.pool == 1
    assert play.faces(0, "active") == ["Scavenging Goblin@C1:2/2"]
    assert play.dice(0, "spent") == ["Strong Questing Wizard"]
    passed = position.start("immediate")
    passed.do("pass")
    assert passed.kind != "ready"


@pytest.mark.rule("1.3")
def test_a_face_of_no_quiddity_pays_nothing_and_is_not_offered(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .active(0, "Treasure@Q0", "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert set(play.options) == {"summon Scavenging Goblin [C1:2/2] for 1", "pass"}
    play.do("summon Scavenging Goblin")
    assert play.faces(0, "active") == ["Treasure@Q0"]


@pytest.mark.rule("1.3")
@pytest.mark.rule("15.1")
def test_a_face_of_four_quiddity_pays_for_less_and_keeps_the_rest(made_up: Catalog) -> None:
    """Faces of 4 exist in later sets; what is paid too much stays in the pool."""
    play = (
        Position(catalog=made_up)
        .active(0, "Treasure@Q4", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert set(play.options) == {"summon Scavenging Goblin [C1:2/2] for 1", "pass"}
    play.do("summon Scavenging Goblin")
    assert play.dice(0, "spent") == ["Treasure"]
    assert play.pool == 3


# --- 1.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(("face", "left"), [("C1:2/2", 0), ("C1:2/2*", 1)])
def test_a_burst_ability_needs_its_burst_and_comes_on_top(face: str, left: int) -> None:
    """Scavenging Goblin: summoned as usual, and with the burst 1 quiddity more."""
    play = (
        Position()
        .active(0, f"Scavenging Goblin@{face}", "Basic Quiddity@Q1", "Portal@Q1")
        .start("ready")
    )
    play.do("summon Scavenging Goblin")
    assert play.dice(0, "ready") == ["Scavenging Goblin"]
    assert play.pool == left


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("face", "defense", "glory"), [("C1:2/5", 5, 3), ("C2:3/6", 6, 3), ("C3:4/8**", 9, 4)]
)
def test_a_double_burst_ability_needs_two_bursts(face: str, defense: int, glory: int) -> None:
    play = Position().ready(0, f"Questing Wizard@{face}", "Growth Charm@S").start("ready")
    assert play.defense(0, "Questing Wizard") == defense
    scored = Position().ready(0, f"Questing Wizard@{face}").start("score")
    assert scored.glory == (glory, 0)


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("face", "attack", "defense"),
    [("C1:4/4", 4, 4), ("C2:6/6*", 6, 6), ("C3:8/7**", 8, 7)],
)
@pytest.mark.parametrize("card", ["Quake Dragon", "Strong Quake Dragon"])
def test_a_burst_without_an_ability_on_the_card_does_nothing(
    card: str, face: str, attack: int, defense: int
) -> None:
    play = Position().ready(0, f"{card}@{face}", "Growth Charm@S").start("ready")
    assert (play.attack(0, card), play.defense(0, card)) == (attack, defense)
    scored = Position().ready(0, f"{card}@{face}").start("score")
    assert scored.glory == (4 if card == "Quake Dragon" else 3, 0)


@pytest.mark.rule("1.4")
def test_instead_means_that_the_face_is_not_used_as_well() -> None:
    """Mighty Questing Wizard Q2*: spent to draw two dice it gives no quiddity."""
    position = (
        Position()
        .active(0, "Mighty Questing Wizard@Q2*")
        .bag(0, "Scavenging Goblin", "Scavenging Goblin", "Portal")
    )
    play = position.start("immediate")
    play.draws("Scavenging Goblin", "Scavenging Goblin")
    play.rolls("Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2*")
    play.do("use Mighty Questing Wizard")
    assert play.pool == 0
    assert play.dice(0, "spent") == ["Mighty Questing Wizard"]
    assert play.faces(0, "active") == ["Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2*"]
    kept = position.start("immediate")
    kept.do("pass")
    assert kept.at_hand == 2
    assert len(kept.dice(0, "bag")) == 3
