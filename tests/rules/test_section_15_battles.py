"""Section 15, the rulings about saving and reacting: 15.2 (e), 15.17, 15.18, 15.19."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import flag
from quarriors.testing import Position
from quarriors.view.sentences import question
from tests.cards.common import in_all_editions, in_new_editions, settled
from tests.view.helpers import speech

HAG, GOBLIN = "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2"

# --- 15.2 (e): a spell was cast and its targets are chosen ---------------------------------------


@pytest.mark.rule("15.2")
@pytest.mark.ability("Life Spell", 0)
@pytest.mark.ability("Death Spell", 0)
@in_all_editions
@pytest.mark.parametrize(
    ("target", "answer", "lives"),
    [
        (HAG, "react Life Spell", True),  # 3 + 4 is more than 6
        (HAG, "pass", False),
        (GOBLIN, "react Life Spell", False),  # 2 + 4 is not
    ],
)
def test_e_a_life_spell_answers_a_death_spell_before_it_does_anything(
    edition: str, target: str, answer: str, lives: bool
) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Death Spell@S*")
        .ready(1, "Life Spell@S", target)
        .start("ready")
    )
    play.do("cast Death Spell")
    assert (play.kind, play.seat) == ("react", 1)
    assert not play.happened("destroy")
    play.do(answer)
    name = target.split("@", maxsplit=1)[0]
    assert (name in play.dice(1, "ready")) == lives
    assert (name in play.dice(1, "used")) != lives


@pytest.mark.rule("15.2")
@pytest.mark.ability("Death Spell", 0)
def test_e_is_asked_clockwise_of_those_whose_creature_was_chosen() -> None:
    """Seat 2 has nobody whom the spell reaches; seat 3's answer does not help seat 1."""
    play = (
        Position(4)
        .ready(0, "Death Spell@S*")
        .ready(1, "Life Spell@S", HAG)
        .ready(2, "Life Spell@S", "Mighty Quake Dragon@C2:6/6*")
        .ready(3, "Life Spell@S", HAG)
        .start("ready")
    )
    play.do("cast Death Spell")
    assert (play.kind, play.seat) == ("react", 1)
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 3)
    play.do("react Life Spell")
    assert play.dice(1, "used") == ["Witching Hag"]
    assert play.dice(3, "ready") == ["Witching Hag"]
    assert settled(play)
    dice = range(len(play.state.setup.slot))  # nobody stays marked
    assert not any(queries.flags_of(play.state, die) & flag.CHOSEN for die in dice)


@pytest.mark.rule("15.2")
@pytest.mark.ability("Quasar Incantation", 0)
def test_e_a_life_spell_answers_a_quasar_incantation() -> None:
    """Only creatures that are still weak when it works are destroyed: all have 4 more."""
    play = (
        Position(sets=["base", "quartifacts"])
        .ready(0, "Quasar Incantation@S")
        .ready(1, "Life Spell@S", HAG, GOBLIN)
        .start("ready")
    )
    play.do("cast Quasar Incantation")
    assert (play.kind, play.seat) == ("react", 1)
    play.do("react Life Spell")
    assert play.dice(1, "ready") == ["Scavenging Goblin", "Witching Hag"]
    assert not play.happened("destroy")


@pytest.mark.rule("15.2")
@pytest.mark.parametrize(
    ("language", "asked"),
    [
        (
            "en",
            "Bruno: Anna casts Death Spell on Witching Hag. Do you react before it takes effect",
        ),
        ("it", "Bruno: Anna lancia l'Incantesimo della Morte su Megera Fattucchiera. Reagisci"),
    ],
)
def test_e_the_question_names_the_spell_and_its_targets(language: str, asked: str) -> None:
    play = Position().ready(0, "Death Spell@S*").ready(1, "Life Spell@S", HAG).start("ready")
    play.do("cast Death Spell")
    assert question(play.game, speech(language)).startswith(asked)


# --- 15.17: who was saved takes no more damage in that turn --------------------------------------


@pytest.mark.rule("15.17")
@in_new_editions
def test_a_saved_creature_is_not_damaged_in_that_turn_but_can_be_destroyed(edition: str) -> None:
    """Saved from one spell; the attack finds nobody to hurt, a second spell does."""
    play = (
        Position(edition=edition)
        .ready(0, "Death Incantation@S*", "Death Incantation@S*", "Deathdealer@C2:4/4")
        .ready(1, "Shaping Cantrip@S", HAG)
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Witching Hag", "react Shaping Cantrip")
    play.do("pass", "pass")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Witching Hag"]
    play.do("cast Death Incantation", "destroy Witching Hag")
    assert play.dice(1, "used") == ["Witching Hag"]


@pytest.mark.rule("15.17")
@in_new_editions
def test_in_the_next_turn_it_can_be_damaged_again(edition: str) -> None:
    play = (
        Position(3, edition=edition)
        .ready(0, "Death Spell@S*")
        .active(1, "Deathdealer@C2:4/4")
        .bag(1, "Basic Quiddity", "Basic Quiddity")
        .ready(2, "Shaping Cantrip@S", HAG)
        .start("capture")
    )
    play.do("cast Death Spell", "react Shaping Cantrip")
    assert play.dice(2, "ready") == ["Witching Hag"]
    play.rolls("Deathdealer@C2:4/4", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
    play.do("pass", "summon Deathdealer")
    assert play.dice(2, "used") == ["Witching Hag"]


@pytest.mark.rule("15.17")
@pytest.mark.ability("Search for Holy Quail", 3)
def test_a_creature_whose_destruction_was_prevented_takes_no_damage_either() -> None:
    """The book: "prevents a Creature's destruction or returns a destroyed Creature"."""
    search = "Search for Holy Quail"
    play = (
        Position(3, sets=["base", "quartifacts"])
        .ready(0, "Death Incantation@S*", "Deathdealer@C2:4/4")
        .ready(1, HAG)
        .attached(1, f"{search}@QF:Holy Quail", 1, "Witching Hag")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Witching Hag", "pass")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == ["Witching Hag"]


@pytest.mark.rule("6.4")
@pytest.mark.ability("Mighty Quartz Golem", 0)
def test_who_must_be_first_but_takes_no_more_damage_protects_nobody() -> None:
    """The Golem was saved from a spell: the Goblin beside it has to stand the attack."""
    play = (
        Position(sets=["base", "light_vs_dark"], modules=[])
        .ready(0, "Death Incantation@S**", "Deathdealer@C2:4/4")
        .ready(1, "Shaping Cantrip@S", "Mighty Quartz Golem@C1:2/5", GOBLIN)
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Mighty Quartz Golem", "react Shaping Cantrip")
    while play.kind != "capture":
        play.do("pass")
    assert play.dice(1, "ready") == ["Mighty Quartz Golem"]
    assert "Scavenging Goblin" in play.dice(1, "used")


# --- 15.18: what counts is the destruction -------------------------------------------------------


@pytest.mark.rule("15.18")
@pytest.mark.ability("Victory Spell", 0)
def test_victory_spell_counts_each_opponent_once_saved_or_not() -> None:
    """One opponent's Spirit comes back, another's goes to the Active Pool, the third holds."""
    play = (
        Position(4)
        .ready(0, "Victory Spell@S", "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip@S", GOBLIN)
        .ready(2, HAG)
        .ready(3, "Questing Wizard@C1:2/5")
        .start("attack")
    )
    play.do("react Shaping Cantrip", "cast Victory Spell")
    assert play.glory == (2, 0, 0, 0)


@pytest.mark.rule("15.18")
@pytest.mark.ability("Mighty Qladiator", 0)
@pytest.mark.ability("Corrupted Quake Dragon", 0)
def test_all_cards_count_the_same_destructions() -> None:
    """A Goblin that was saved: a Glory for the Qladiator, a tainted die from the Dragon."""
    sets = ["base", "rise_of_the_demons", "quest_of_the_qladiator"]
    play = (
        Position(sets=sets)
        .ready(0, "Mighty Qladiator@C1:4/3", "Corrupted Quake Dragon@C1:4/4")
        .ready(1, "Shaping Cantrip@S", GOBLIN)
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    while play.kind == "order":
        play.do(play.options[0])
    assert play.glory == (1, 0)
    assert "Corrupted Quiddity" in play.dice(1, "used")


# --- 15.19: a Spent Pile is emptied at the end of its owner's turn -------------------------------


@pytest.mark.rule("15.19")
@in_new_editions
def test_a_reaction_is_not_in_reach_of_a_draw_in_its_owners_next_turn(edition: str) -> None:
    """The bag runs out in phase 2: what lies in the Spent Pile does not go in (3.4)."""
    play = (
        Position(edition=edition)
        .ready(0, GOBLIN)
        .ready(1, "Life Spell@S", "Questing Wizard@C1:2/5")
        .bag(1, "Basic Quiddity", "Basic Quiddity")
        .used(1, "Basic Quiddity")
        .start("attack")
    )
    play.do("react Life Spell")
    while play.game.active == 0:
        play.do("pass")
    play.do("pass")  # culls nothing for the Wizard
    assert play.dice(1, "spent") == ["Life Spell"]
    assert "Life Spell" not in play.dice(1, "active")
    while play.game.active == 1:
        play.do("pass")
    assert play.dice(1, "spent") == []
    assert "Life Spell" in play.dice(1, "used")
