"""The log in words: every event, as it was when it happened, with its rule."""

from __future__ import annotations

import pytest

from quarriors.engine.ids import log
from quarriors.game import Game
from quarriors.testing import Play, Position
from quarriors.text import Texts, load
from quarriors.view.story import Story, rule_id

from .helpers import LANGUAGES, mixed_games, play_on, some_games, speech


def told(play: Play, language: str = "en") -> list[str]:
    """All that happened in a play, from its beginning."""
    game: Game = play.game
    story = Story.of_origin(game.origin, game.setup, speech(language))
    return [line.text for line in story.tell(play.events)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_random_games_is_told_with_a_rule(language: str) -> None:
    rules = load(language, "rules")
    kinds = set()
    for game, dealer in (*some_games(24, log=True), *mixed_games(18, log=True)):
        story = Story.of_origin(game.origin, game.setup, speech(language))
        while True:
            events = game.take_events()
            lines = story.tell(events)
            kinds |= {event[0] for event in events}
            for line in lines:
                assert line.rule in rules, line
                assert line.text.endswith(f"{line.rule}).")
                assert "{" not in line.text
            if game.over:
                break
            play_on(game, dealer, 1)
    rare = {log.PRESS, log.ENTER, log.SWAP, log.SAVED, log.EFFECT, log.ROTATE}
    rare |= {log.COPY, log.DISCOUNT, log.CAPTURES, log.ATTACH, log.DEFEND}
    rare |= {log.REMOVE, log.ABSORBS, log.SHAKE, log.PREVENT, log.NO_DAMAGE}
    assert set(range(len(log.NAMES))) - rare <= kinds


def test_faces_are_those_of_the_moment() -> None:
    """A story told late still shows each die as it was, not as it lies now."""
    for game, dealer in (*some_games(4, log=True), *mixed_games(6, log=True)):
        story = Story.of_origin(game.origin, game.setup, speech())
        late = Story.of_origin(game.origin, game.setup, speech())
        events = game.take_events()
        lines = [line.text for line in story.tell(events)]
        while not game.over:
            play_on(game, dealer, 1)
            fresh = game.take_events()
            lines += [line.text for line in story.tell(fresh)]
            events += fresh
        destroyed = [line for line in lines if "is destroyed" in line]
        together = [line.text for line in late.tell(events)]
        assert destroyed == [line for line in together if "is destroyed" in line]
        assert destroyed


def test_an_attack_step_by_step() -> None:
    """The worked example: 8 in all against three creatures (example H of the books)."""
    play = (
        Position(2, wilds=["Strong Deathdealer", "Death Charm", "Warrior of the Quay"])
        .ready(0, "Strong Deathdealer@C1:3/2", "Warrior of the Quay@C1:2/3")
        .attached(0, "Death Charm@S*", 0, "Strong Deathdealer")
        .ready(1, "Scavenging Goblin@C1:2/2", "Devotee of the Holy Query@C2:2/4")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("pass", "defend Scavenging Goblin", "pass")  # the last: no cull
    lines = told(play)
    assert (
        "Anna attacks Bruno with a total of 8: Strong Deathdealer 3, Warrior of the Quay 2, "
        "abilities and spells +3 (rule 6.1)."
    ) in lines
    assert (
        "Bruno's Scavenging Goblin (L1 2/2) is destroyed: the total of 8 reaches its defense of 2, "
        "leaving 6 (rule 6.3)."
    ) in lines
    assert any("scores 2 Glory: Anna now has 2 of 20 (rule 4.1)." in line for line in lines)
    assert (
        "Bruno's Devotee of the Holy Query (L2 2/4) is destroyed: the total of 6 reaches its "
        "defense of 4, leaving 2 (rule 6.3)."
    ) in lines


def test_italian_reads_well() -> None:
    play = (
        Position(2)
        .ready(0, "Witching Hag@C2:4/5")
        .ready(1, "Scavenging Goblin@C1:2/2", "Defender of the Pale@C2:2/6*")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("pass", "defend Defender")
    lines = told(play, "it")
    assert "Anna attacca Bruno con un totale di 4: Megera Fattucchiera 4 (regola 6.1)." in lines
    assert (
        "Il Difensore del Confine (L2 2/6 *) di Bruno resiste: il totale di 4 è inferiore alla sua "
        "difesa di 6 (regola 6.3)."
    ) in lines


def test_a_draw_and_a_roll_are_one_sentence_each() -> None:
    play = Position(2).bag(0, *["Basic Quiddity"] * 6).start("score")
    lines = told(play)
    assert lines[0] == "Round 1: Anna's turn begins (rule 2.4)."
    assert lines[1] == "Phase 2 of 5: draw, roll and ready (rule 5.1)."
    assert lines[2] == "Anna draws 6 dice: 6x Basic Quiddity (rule 3.4)."
    assert lines[3].startswith("Anna rolls ")
    assert "Phase 4 of 5" in lines[4]
    assert len(lines) == 5  # phases with nothing in them are not told


def test_phases_of_the_old_books_are_six() -> None:
    play = (
        Position(2, edition="original")
        .active(0, "Assistant@R*", "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("immediate")
    )
    play.do("pass")
    assert "Phase 3 of 6: ready and summon (rule 5.3)." in told(play)


def test_abilities_say_what_the_card_says() -> None:
    play = (
        Position(2, wilds=["Scavenging Goblin", "Growth Charm"])
        .active(0, "Scavenging Goblin@C1:2/2*", "Basic Quiddity@Q1", "Basic Quiddity@Q1")
        .ready(0, "Growth Charm@S")
        .start("ready")
    )
    play.do("summon Scavenging Goblin", "cast Growth Charm")
    lines = told(play)
    text = Texts("en").card("Scavenging Goblin")["abilities"][0].rstrip(".")
    assert f"Ability of Anna's Scavenging Goblin (L1 2/2 *): {text} (rule 15.3)." in lines
    assert "Anna gains 1 Quiddity: 1 available (rule 5.5)." in lines
    assert any(line.startswith("Anna casts Growth Charm (spell): ") for line in lines)


def test_a_saved_creature_and_lasting_effects() -> None:
    play = (
        Position(2, wilds=["Shaping Cantrip", "Death Cantrip"])
        .ready(0, "Witching Hag@C2:4/5", "Death Cantrip@S**")
        .ready(1, "Scavenging Goblin@C1:2/2", "Shaping Cantrip@S")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Cantrip", "pass", "react Shaping Cantrip")
    lines = told(play)
    assert "Anna's Witching Hag (L2 4/5) has +3 attack this turn (rule 10.1)." in lines
    assert any(line.startswith("Bruno reacts with Shaping Cantrip (spell): ") for line in lines)
    assert (
        "Bruno's Scavenging Goblin (L1 2/2) is saved: it stays, showing the same face (rule 6.5)."
        in lines
    )


def test_a_copy_is_told_under_both_names() -> None:
    play = (
        Position(2, wilds=["Strong Primordial Ooze"])
        .active(0, "Strong Primordial Ooze@C2:?/?", "Basic Quiddity@Q2")
        .ready(1, "Quake Dragon@C1:4/4")
        .start("ready")
    )
    play.do("summon Strong Primordial Ooze")
    lines = told(play)
    assert (
        "Anna's Strong Primordial Ooze (L2 ?/?) becomes a copy of Bruno's Quake Dragon (L1 4/4) "
        "(rule 3.3)."
    ) in lines


@pytest.mark.parametrize(("number", "rule"), [(603, "6.3"), (1509, "15.9"), (1010, "10.10")])
def test_rule_ids(number: int, rule: str) -> None:
    assert rule_id(number) == rule


@pytest.mark.parametrize(
    ("language", "lost", "held"),
    [
        ("en", "You lost your Witching Hag: 3 Glory gone.", "Your Quake Dragon holds against 3."),
        (
            "it",
            "Hai perso la Megera Fattucchiera: 3 punti Gloria in meno.",
            "Il Drago Sismico resiste a 3 danni.",
        ),
    ],
)
def test_a_loss_and_a_stand_are_said_to_their_player(language: str, lost: str, held: str) -> None:
    goblin = "Scavenging Goblin@C1:2/2"
    play = (
        Position(wilds=["Scavenging Goblin", "Witching Hag", "Quake Dragon"])
        .ready(0, goblin, goblin, goblin)
        .ready(1, "Witching Hag@C1:3/3", "Quake Dragon@C1:4/4")
        .start("attack")
    )
    play.do("defend Witching Hag")
    story = Story.of_origin(play.game.origin, play.game.setup, speech(language))
    said = [(line.seat, line.you) for line in story.tell(play.events) if line.you]
    assert said == [(1, lost), (1, held)]
