"""The table builder itself: what it can place, what it tells, and what it says about mistakes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from quarriors.engine import queries
from quarriors.engine.catalog import FACES
from quarriors.engine.errors import IllegalAnswer, PositionError, ScriptError
from quarriors.engine.ids import choice, log, verb
from quarriors.record.replay import replay
from quarriors.record.write import write_record
from quarriors.testing import Play, Position
from quarriors.testing.effects import OF_THE_TURN, ON_CREATURES, ON_PLAYERS

GUIDE = (Path(__file__).resolve().parent.parent / "docs" / "test-a-card.md").read_text("utf-8")


def part(heading: str) -> str:
    """The text under a heading of the guide."""
    found = re.search(rf"^### {re.escape(heading)}[^\n]*\n(.*?)(?=^### |\Z)", GUIDE, re.M | re.S)
    assert found, heading
    return found.group(1)


def first_column(heading: str) -> list[str]:
    """The words in the first column of the table under a heading, without their arguments."""
    rows = re.findall(r"^\| (`.*?) \|", part(heading), re.M)
    return [word.partition("(")[0] for row in rows for word in re.findall(r"`([^`]+)`", row)]


def public(thing: type) -> set[str]:
    return {name for name in vars(thing) if not name.startswith("_")}


def refused(error: type[Exception], make: Callable[[], object], *words: str) -> None:
    with pytest.raises(error) as caught:
        make()
    for word in words:
        assert word in str(caught.value), str(caught.value)


# --- the guide is complete ----------------------------------------------------------------------


def test_the_guide_lists_every_verb_once() -> None:
    assert sorted(first_column("Verbs")) == sorted(verb.NAMES)


def test_the_guide_lists_every_kind_of_decision_once() -> None:
    text = part("Kinds of decisions").partition(". When")[0]
    assert re.findall(r"`([^`]+)`", text) == choice.NAMES


def test_the_guide_lists_every_word_of_the_builder_once() -> None:
    assert sorted(first_column("Setting up")) == sorted(public(Position))
    assert sorted(first_column("Playing and looking")) == sorted(public(Play))


def test_the_guide_names_every_effect() -> None:
    text = part("Setting up").partition("Effects on a creature")[2]
    named = [name for name in re.findall(r"`([^`]+)`", text) if name != "on="]
    assert named == [*ON_CREATURES, *ON_PLAYERS, *OF_THE_TURN]


def test_the_guide_lists_the_fields_of_every_event() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", part("Events"), re.M)
    listed = {kind: re.findall(r"`([^`]+)`", fields) for kind, fields in rows}
    assert list(listed) == log.NAMES
    assert listed == {
        kind: [field.partition(":")[0] for field in fields] for kind, fields in log.FIELDS.items()
    }


# --- what happened ------------------------------------------------------------------------------


def battle() -> Play:
    """Two different Defenders attack two opponents; seat 1 has a choice of defenders."""
    return (
        Position(players=3)
        .ready(0, "Defender of the Pale@C2:2/6*", "Defender of the Pale@C3:2/8**")
        .ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
        .ready(2, "Questing Wizard@C3:4/8**")
        .start("attack")
    )


def test_attack_totals_are_told_by_seat() -> None:
    assert battle().totals == {1: 4, 2: 4}


def test_totals_are_those_of_this_turn() -> None:
    play = battle()
    play.do("defend Assistant")
    while play.active == 0:
        play.do("pass")
    assert play.totals == {}


def test_a_total_that_a_reaction_lowers_is_the_one_told() -> None:
    play = (
        Position()
        .ready(0, "Defender of the Pale@C2:2/6*")
        .ready(1, "Assistant@C1:1/2", "Life Incantation@S")
        .start("attack")
    )
    assert (play.seat, play.totals) == (1, {1: 2})
    play.do("react Life Incantation", "weaken Defender of the Pale")
    assert play.totals == {1: 0}


def test_events_have_names_for_their_numbers() -> None:
    play = battle()
    play.do("defend Assistant")
    (first, second) = play.happened("defend")
    assert (first.kind, first.rule, first.seat, first.card) == ("defend", "6.3", 1, "Assistant")
    assert (first.damage, first.defense) == (4, 2)
    assert (second.card, second.damage, second.defense) == ("Scavenging Goblin", 2, 2)
    (holds,) = play.happened("holds")
    assert (holds.seat, holds.card, holds.damage, holds.defense) == (2, "Questing Wizard", 4, 9)
    assert [event.defender for event in play.happened("total")] == [1, 2]
    moves = [(event.card, event.place) for event in play.happened("move")]
    assert moves == [("Assistant", "used"), ("Scavenging Goblin", "used")]
    assert first.fields == {"damage": 4, "defense": 2}
    assert repr(first) == "<defend seat=1 card='Assistant' damage=4 defense=2 rule=6.3>"
    assert first == (log.DEFEND, 603, 1, first.die, 4, 2)  # it still is what the engine noted


def test_events_name_faces_phases_effects_and_abilities() -> None:
    play = (
        Position()
        .active(0, "Scavenging Goblin@C1:2/2*", "Basic Quiddity@Q1")
        .ready(0, "Death Charm@S**")
        .start("ready")
    )
    play.do("summon Scavenging Goblin")
    (summoned,) = play.happened("summon")
    assert (summoned.paid, summoned.face) == (1, "C1:2/2*")
    play.do("cast Death Charm")
    (attached,) = play.happened("attach")
    assert (attached.card, attached.carrier) == ("Death Charm", "Scavenging Goblin")
    play.do("pass")
    assert "attack" in [event.phase for event in play.happened("phase")]
    play = Position().ready(1, "Assistant@C1:1/2", "Life Spell@S").ready(0, "Assistant@C1:1/2")
    reaction = play.start("attack")
    reaction.do("react Life Spell")
    (effect,) = reaction.happened("effect")
    assert (effect.card, effect.effect, effect.amount) == ("Assistant", "defense", 4)


def test_a_field_that_an_event_does_not_have_is_named_with_those_it_has() -> None:
    event = battle().happened("total")[0]
    refused(AttributeError, lambda: event.damage, "'total'", "damage", "defender, total")


def test_whose_turn_and_which_turn_it_is() -> None:
    play = Position(players=3).active(1, "Basic Quiddity@Q1").start("ready", active=1)
    assert (play.active, play.turn) == (1, 1)
    play = Position(players=3).bag(2, "Basic Quiddity").start("clean-up", active=1)
    play.rolls("Basic Quiddity@Q1")
    assert (play.active, play.turn) == (2, 2)


# --- dice by face -------------------------------------------------------------------------------


def test_of_two_dice_of_a_name_the_face_says_which() -> None:
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Witching Hag@C2:4/5")
        .attached(0, "Death Charm@S*", 0, "Witching Hag@C2:4/5")
        .start("attack")
    )
    assert play.attack(0, "Witching Hag@C1:3/3") == 3
    assert play.attack(0, "Witching Hag@C2:4/5") == 7
    assert play.defense(0, "Witching Hag@C2:4/5") == 8
    assert play.die(0, "ready", "Witching Hag") == play.die(0, "ready", "Witching Hag@C1:3/3")
    assert play.die(0, "ready", "Witching Hag") != play.die(0, "ready", "Witching Hag@C2:4/5")


def test_an_answer_names_a_die_by_its_face() -> None:
    play = Position().active(
        0, "Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2*", *["Basic Quiddity@Q1"] * 2
    )
    summoned = play.start("ready")
    refused(
        IllegalAnswer, lambda: summoned.do("summon Scavenging Goblin"), "use one of", "[C1:2/2*]"
    )
    summoned.do("summon Scavenging Goblin@C1:2/2*")
    assert summoned.faces(0, "ready") == ["Scavenging Goblin@C1:2/2*"]


def test_creatures_on_a_quest_have_attack_and_defense_too() -> None:
    play = (
        Position(sets=["base", "quartifacts"])
        .quest(0, "Hunt for Exqualibur", "Warrior of the Quay@C2:3/4")
        .ready(0, "Death Cantrip@S*")
        .start("clean-up")
    )
    assert (play.attack(0, "Warrior of the Quay"), play.defense(0, "Warrior of the Quay")) == (3, 4)


# --- a turn that is under way -------------------------------------------------------------------


def test_an_ooze_that_copies() -> None:
    play = (
        Position()
        .copying(0, "Strong Primordial Ooze@C2:?/?", "Questing Wizard@C3:4/8**")
        .start("score")
    )
    s = play.state
    assert play.happened("score")[0].glory == 4  # the Wizard's 3, and 1 for its double burst
    assert (
        queries.copy_of(s, play.die(0, "used", "Strong Primordial Ooze")) == -1
    )  # it left the Ready Area

    play = (
        Position()
        .copying(0, "Strong Primordial Ooze", "Questing Wizard@C3:4/8**")
        .ready(1, "Assistant@C1:1/2")
        .start("attack")
    )
    assert play.attack(0, "Strong Primordial Ooze") == 4
    assert play.defense(0, "Strong Primordial Ooze") == 9
    assert "switch Strong Primordial Ooze [C2:?/?]" in play.options
    card = play.state.setup.catalog.card("Questing Wizard")
    ooze = play.die(0, "ready", "Strong Primordial Ooze")
    assert queries.copy_of(play.state, ooze) // FACES == card.index


def test_effects_of_this_turn_on_creatures() -> None:
    play = (
        Position(players=3)
        .ready(0, "Witching Hag@C2:4/5", "Warrior of the Quay@C2:3/4", "Assistant@C1:1/2")
        .ready(0, "Death Cantrip@S*")
        .effect(0, "attack", 2, on="Witching Hag")
        .effect(0, "defense", -1, on="Witching Hag")
        .effect(0, "attack-at-most", 1, on="Warrior of the Quay@C2:3/4")
        .effect(0, "attack", 5, on="Assistant", against=2)
        .start("clean-up")
    )
    assert (play.attack(0, "Witching Hag"), play.defense(0, "Witching Hag")) == (6, 4)
    assert play.attack(0, "Warrior of the Quay") == 1
    assert (play.attack(0, "Assistant", 1), play.attack(0, "Assistant", 2)) == (1, 6)
    play.do("pass")
    assert queries.effects(play.state) == []  # they ended with the turn


def test_an_effect_until_somebody_s_next_turn() -> None:
    play = (
        Position(players=3)
        .ready(0, "Witching Hag@C2:4/5")
        .effect(0, "defense", 3, on="Witching Hag", until=2)
        .bag(1, "Death Cantrip")
        .rolls("Death Cantrip@S*")
        .start("clean-up")
    )
    assert (play.active, play.defense(0, "Witching Hag")) == (1, 8)
    while play.active == 1:
        play.do("pass")
    assert play.defense(0, "Witching Hag") == 5


def test_effects_of_this_turn_on_players() -> None:
    play = (
        Position()
        .active(0, "Witching Hag@C2:4/5", *["Basic Quiddity@Q1"] * 2)
        .effect(0, "summon-cost", -1)
        .start("ready")
    )
    assert "summon Witching Hag [C2:4/5] for 1" in play.options
    shop = (
        Position(wilds=["Scavenging Goblin"]).pool(3).left("Assistant", 0).left("Basic Quiddity", 0)
    )
    plain = shop.start("capture").options
    cheaper = shop.effect(0, "capture-discount", 1).effect(0, "next-capture-discount", 1)
    play = cheaper.effect(0, "captures", 1).start("capture")
    assert "capture Portal for 4" not in plain
    assert "capture Portal for 2" in play.options
    play.do("capture Portal for 2")
    assert play.pool == 1
    assert "capture Scavenging Goblin for 1" in play.options  # one capture more, 1 cheaper


def test_quiddity_in_the_pool() -> None:
    play = Position().active(0, "Witching Hag@C2:4/5").pool(2).start("ready")
    assert play.pool == 2
    play.do("summon Witching Hag")
    assert play.pool == 0
    play = (
        Position(sets=["light_vs_dark"], wilds=["Lesser Herald"])
        .active(0, "Assistant of Economics@Q1")  # for the Herald's anchored spell to re-roll
        .pool(1, light=1)
        .start("ready")
    )
    assert (play.pool, play.light, play.dark) == (2, 1, 0)
    assert "anchor Lesser Herald for 1" in play.options


def test_creatures_that_have_scored() -> None:
    """A Victory Charm counts them, a Discriminating Charm also asks what they cost."""
    play = (
        Position().scored(0, "Scavenging Goblin", "Witching Hag").ready(0, "Victory Charm@S")
    ).start("ready")
    assert play.dice(0, "used") == ["Scavenging Goblin", "Witching Hag"]
    play.do("cast Victory Charm")
    assert play.glory == (2, 0)
    play = (
        Position(sets=["base", "quarmageddon"])
        .scored(0, "Scavenging Goblin", "Witching Hag")
        .ready(0, "Discriminating Charm@S")
        .start("ready")
    )
    play.do("cast Discriminating Charm")
    assert play.glory == (2, 0)  # the Goblin's 2; the Hag costs 5


# --- the Wilds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_wilds_as_at_a_table(players: int) -> None:
    """Two Assistants, no Basic Quiddity, five of everything else (2.1, 2.3)."""
    play = Position(players).wilds_as_at_a_table().pool(1).start("capture")
    assert (play.left("Basic Quiddity"), play.left("Assistant"), play.left("Portal")) == (0, 2, 5)
    plain = Position(players).pool(1).start("capture")
    assert plain.left("Basic Quiddity") == 8 * players


def test_nothing_to_capture_can_be_tried() -> None:
    """With 0 quiddity nothing can be captured: the turn goes on without a question."""
    with_question = Position().bag(1, "Portal").start("capture")
    assert with_question.options == ["capture Basic Quiddity for 0", "pass"]
    play = Position().bag(1, "Portal").wilds_as_at_a_table().start("capture")
    assert play.active == 1


def test_culled_dice_lie_there_again() -> None:
    play = Position().wilds_as_at_a_table().left("Basic Quiddity", 1).start("capture")
    assert play.options == ["capture Basic Quiddity for 0", "pass"]


def test_placed_starting_dice_do_not_change_the_wilds_of_a_table() -> None:
    play = (
        Position()
        .wilds_as_at_a_table()
        .active(0, *["Assistant@Q1"] * 4, *["Basic Quiddity@Q1"] * 8)
        .start("capture")
    )
    assert (play.left("Basic Quiddity"), play.left("Assistant")) == (0, 2)


# --- scripts ------------------------------------------------------------------------------------


def test_scripts_given_after_start_steer_the_first_draw_and_roll() -> None:
    play = Position().bag(0, *["Assistant"] * 6, "Witching Hag").start("score")
    play.draws("Witching Hag", *["Assistant"] * 5)
    play.rolls("Witching Hag@C2:4/5", *["Assistant@Q1"] * 5)
    assert play.faces(0, "active") == [*["Assistant@Q1"] * 5, "Witching Hag@C2:4/5"]


def test_scripts_given_later_steer_what_comes_then() -> None:
    play = Position().bag(0, "Portal", "Assistant", "Witching Hag").active(0, "Portal@W2")
    later = play.start("immediate")
    assert later.options == ["draw Portal [W2] 2", "pass"]
    later.draws("Witching Hag", "Assistant").rolls("Witching Hag@C2:4/5", "Assistant@C1:1/2")
    later.do("draw")
    assert later.faces(0, "active") == ["Assistant@C1:1/2", "Witching Hag@C2:4/5"]


def test_a_play_with_scripts_after_start_can_be_recorded() -> None:
    play = Position().bag(0, *["Assistant"] * 4).bag(1, *["Assistant"] * 4).start("score")
    play.rolls(*["Assistant@C1:1/2"] * 3, "Assistant@Q1")
    play.do("summon Assistant", "pass")
    record = write_record(play.game, events=play.events)
    assert record["chance"] == "scripted"
    assert replay(record).active == play.active


def test_a_script_that_names_another_die_is_refused() -> None:
    play = Position().bag(0, "Portal").start("score").rolls("Assistant@Q1")
    refused(PositionError, lambda: play.options, "Assistant@Q1", "Portal", "was rolled")
    play = Position().bag(0, "Portal").start("score").draws("Assistant")
    refused(ScriptError, lambda: play.options, "Assistant", "no such die is in the bag")


# --- mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Position().ready(0, "Assistant@Q1").start(), ["ready", "C1:1/2"]),
        (lambda: Position().ready(0, "Portal").ready(0, "Portal@W2").start(), ["no face"]),
        (
            lambda: Position().ready(0, "Witching Hag").attached(0, "Assistant", 0, "Witching Hag")
            .start(),
            ["Assistant", "attached", "no face"],
        ),
        (
            lambda: Position(sets=["base", "quartifacts"])
            .quest(0, "Hunt for Exqualibur", "Witching Hag@Q1")
            .start(),
            ["quest", "C1:3/3"],
        ),
        (
            lambda: Position()
            .ready(1, "Assistant")
            .attached(0, "Death Charm@S*", 1, "Witching Hag")
            .start(),
            ["Witching Hag", "Assistant@C1:1/2"],
        ),
        (lambda: Position().copying(0, "Strong Primordial Ooze", "Death Charm@S*"), ["creature"]),
        (lambda: Position().copying(0, "Strong Primordial Ooze", "Witching Hag@Q1"), ["C1:3/3"]),
        (lambda: Position().effect(0, "strength", 1, on="Witching Hag"), ["attack, defense"]),
        (lambda: Position().effect(0, "attack", 1), ["on="]),
        (lambda: Position().effect(0, "captures", 1, on="Assistant"), ["leave out on="]),
        (lambda: Position().effect(0, "defense", 1, on="Assistant", against=1), ["against"]),
        (lambda: Position().effect(0, "captures", 1, until=1), ["until"]),
        (lambda: Position().effect(1, "captures", 1).start("capture"), ["seat 0"]),
        (lambda: Position().effect(0, "attack", 1, on="Assistant").start("ready"), ["Assistant"]),
        (lambda: Position().effect(2, "captures", 1), ["0 to 1"]),
        (lambda: Position().pool(-1), ["0 or more"]),
        (lambda: Position().pool(1, dark=1).start("ready"), ["light_vs_dark"]),
        (lambda: Position().glory(0, -1), ["0 or more"]),
        (lambda: Position().left("Portal", 6).start("ready"), ["0 to 5"]),
        (lambda: Position().left("Portal", -1).start("ready"), ["0 to 5"]),
        (lambda: Position().scored(1, "Assistant").start("capture"), ["seat 0"]),
        (lambda: Position().scored(0, "Assistant").start("score"), ["later phase"]),
        (lambda: Position().locked(0, "Assistant"), ["no lock face"]),
        (
            lambda: Position(sets=["base", "quest_of_the_qladiator"]).locked(0, "Quaxos' Eye@Q1"),
            ["K"],
        ),
        (lambda: Position().rolls("Portal").start("ready"), ["Portal@", "?"]),
        (lambda: battle().dice(0, "pocket"), ["bag, active, ready"]),
        (lambda: battle().dice(5, "ready"), ["0 to 2"]),
        (lambda: battle().happened("accident"), ["total", "destroy"]),
        (
            lambda: battle().attack(0, "Defender of the Pale@C1:1/5*"),
            ["Defender of the Pale@C2:2/6*"],
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_answered_with_what_would_be_right(
    make: Callable[[], object], words: list[str]
) -> None:
    refused(PositionError, make, *words)


def test_every_word_of_the_builder_says_what_it_does() -> None:
    for thing in (Position, Play):
        for name in public(thing):
            assert inspect.getdoc(getattr(thing, name)), name
