"""Nothing is forgotten: every verb, decision, event, effect and timing of the engine has words.

The names are walked here one by one, so a new one without a sentence fails before anybody plays.
"""

from __future__ import annotations

import string

import pytest

from quarriors.cards import every
from quarriors.cards.sets import MODULES
from quarriors.engine import queries
from quarriors.engine.catalog import ENERGIES, KINDS
from quarriors.engine.game import Option
from quarriors.engine.ids import choice, effect, ending, log, phase, place, verb
from quarriors.engine.option import option
from quarriors.testing import Play, Position
from quarriors.text import Texts, load
from quarriors.view.observe import EFFECTS, observe
from quarriors.view.sentences import option_sentence
from quarriors.view.story import Story, rule_id

from .helpers import LANGUAGES, speech

# Decisions in which one may stop, and so need a sentence for it.
PASSING = {"cast",
    "cull", "immediate", "ready", "attack", "capture", "clean-up", "react", "defend", "quest",
    "party",
}  # fmt: skip
# What a question may name; sentences.question gives it all of these where there are such.
ASKED = {"who", "card", "text", "n", "active", "foe", "quest", "asked", "spell", "dice"}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def table() -> Play:
    """A table on which nearly everything lies that an option or an event can name."""
    return (
        Position(
            3,
            sets=["all"],
            wilds=["Strong Witching Hag", "Greater Archangel", "Frost Howler", "Light Spell"],
        )
        .ready(0, "Strong Witching Hag@C1:3/3", "Light Spell@S")
        .ready(0, "Hunt for Holy Quail@QF:Holy Quill")
        .locked(1, "Frost Howler")
        .quest(1, "Hunt for Holy Quail", "Strong Witching Hag@C2:4/5")
        .attached(1, "Hunt for Holy Quail@QF:Holy Quail", 1, "Strong Witching Hag")
        .ready(2, "Strong Witching Hag@C1:3/3")
        .active(0, "Frost Howler@K", "Greater Archangel@L2")
        .used(0, "Greater Archangel")
        .start("ready")
    )


# --- decisions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_is_asked_and_explained(language: str) -> None:
    questions = load(language, "play")["question"]
    assert set(choice.NAMES) <= set(questions)
    for key, text in questions.items():
        assert fields(text) <= ASKED, key
        assert ("{who}" in text) == key.startswith("named"), key  # added where several may read it
    assert set(load(language, "help")["decision"]) == set(choice.NAMES)
    assert set(load(language, "play")["option"]["pass"]) == PASSING


# --- options -----------------------------------------------------------------------------------


def some_option(play: Play, action: int) -> Option:
    """An option of that verb as the engine makes it: die, face, seat and number where it does."""
    s = play.state
    hag = play.die(0, "ready", "Strong Witching Hag")
    face = queries.face_of(s, hag)
    slots = {card.name: slot for slot, card in enumerate(s.setup.cards)}
    quest = s.setup.first_die[slots["Hunt for Holy Quail"]]
    held = play.die(1, "attached", "Hunt for Holy Quail")
    lock = play.die(0, "active", "Frost Howler")
    angel = s.setup.first_die[slots["Greater Archangel"]]
    locked = play.die(1, "ready", "Frost Howler")
    spell = play.die(0, "ready", "Light Spell")
    special = {
        verb.PLAYER: (-1, -1, 1, 0),
        verb.AREA: (quest, -1, 1, place.QUEST),
        verb.FIRST: (-1, -1, -1, 1),
        verb.QUEST: (quest, -1, 1, 2),
        verb.ANCHOR: (angel, -1, -1, 3),
        verb.CAPTURE: (angel, -1, -1, 9),
        verb.LOCK: (lock, queries.face_of(s, lock), 1, 0),
        verb.UNLOCK: (locked, queries.face_of(s, locked), 1, 2),
        verb.UNLOCK_DIE: (locked, queries.face_of(s, locked), 1, place.READY),
        verb.SEIZE: (held, queries.face_of(s, held), 1, place.ATTACHED),
        verb.CAST: (spell, queries.face_of(s, spell), 0, 0),
        verb.TAKE: (angel, -1, -1, place.WILDS),
    }
    number = place.READY if verb.DESTROY <= action <= verb.SEIZE else 1
    die, shown, seat, number = special.get(action, (hag, face, 0, number))
    return Option(option(action, die, shown, seat, number), s.setup)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", range(len(verb.NAMES)), ids=lambda action: verb.NAMES[action])
def test_every_verb_has_a_sentence(action: int, language: str) -> None:
    play = table()
    if verb.NAMES[action] in ("draw-dice", "pay", "roll-again", "use-it"):  # what a yes means
        chosen = Option(option(verb.YES, 0, -1, -1, action), play.state.setup)
    else:
        chosen = some_option(play, action)
    told = option_sentence(play.game, chosen, speech(language))
    assert told.strip()
    assert "{" not in told
    seat = chosen.seat
    if action in (verb.PLAYER, verb.AREA, verb.QUEST, verb.LOCK) and seat is not None:
        assert speech().name(seat) in told


def test_a_yes_says_to_what() -> None:
    play = table()
    told = []
    for action in (verb.PASS, verb.DRAW_DICE, verb.PAY, verb.ROLL_AGAIN, verb.USE_IT):
        yes = Option(option(verb.YES, 0, -1, -1, action), play.game.setup)
        told.append(option_sentence(play.game, yes, speech()))
    assert told == [
        "Yes", "Yes, draw", "Yes, pay", "Yes, roll it again", "Yes, use it",
    ]  # fmt: skip


# --- events ------------------------------------------------------------------------------------


def some_events(play: Play) -> dict[int, tuple[int, int, int, int, int]]:
    """For each kind of event one as the engine notes it: rule, seat, die, two numbers."""
    s = play.state
    hag = play.die(0, "ready", "Strong Witching Hag")
    other = play.die(2, "ready", "Strong Witching Hag")
    held = play.die(1, "attached", "Hunt for Holy Quail")
    lock = play.die(1, "ready", "Frost Howler")
    spell = play.die(0, "ready", "Light Spell")
    slots = {card.name: slot for slot, card in enumerate(s.setup.cards)}
    quest = slots["Hunt for Holy Quail"]
    angel = s.setup.first_die[slots["Greater Archangel"]]
    return {
        log.TURN: (204, 0, -1, 4, 0),
        log.PHASE: (501, 0, -1, phase.ROLL, 0),
        log.SCORE: (401, 0, hag, 3, 3),
        log.GLORY: (401, 0, -1, -2, 0),
        log.DRAW: (304, 0, hag, 0, 0),
        log.ROLL: (305, 0, hag, 3, 0),
        log.REFILL: (304, 0, -1, 7, 0),
        log.SPEND: (505, 0, hag, 1, 2),
        log.QUIDDITY: (505, 0, -1, 1, 2),
        log.READY: (503, 0, spell, queries.face_of(s, spell), 0),
        log.SUMMON: (504, 0, hag, 1, 3),
        log.ENTER: (605, 0, hag, 3, 0),
        log.CAST: (1001, 0, spell, queries.face_of(s, spell), 0),
        log.ATTACH: (1002, 0, spell, other, 0),
        log.TOTAL: (1203, 0, -1, 1, 4),
        log.DEFEND: (603, 2, other, 4, 3),
        log.HOLDS: (603, 2, other, 2, 3),
        log.DESTROY: (607, 2, other, 0, 0),
        log.SAVED: (605, 2, other, 0, 0),
        log.MOVE: (404, 0, other, place.USED, 0),
        log.CAPTURE: (701, 0, hag, 5, place.USED),
        log.CULL: (403, 0, hag, 0, 0),
        log.ROTATE: (1308, 2, other, 5, 0),
        log.COPY: (303, 0, hag, other, 0),
        log.EFFECT: (1001, 0, hag, effect.ATTACK, 2),
        log.TRIGGER: (1503, 0, hag, s.setup.catalog.programs[0].index, 0),
        log.SWAP: (404, 0, hag, other, 2),
        log.CAPTURES: (701, 0, hag, 1, 0),
        log.DISCOUNT: (701, 0, hag, 2, 0),
        log.PRESS: (601, 0, hag, 1, 5),
        log.OVER: (1509, -1, -1, ending.BY_ROUND_LIMIT, 0),
        log.CLEAN: (801, 0, -1, 4, 2),
        log.LOCK: (1105, 0, lock, 2, 0),
        log.UNLOCK: (1102, 1, lock, place.USED, 0),
        log.REMOVE: (308, 0, hag, 0, 0),
        log.GAIN: (1401, 1, angel, place.USED, 0),
        log.ABSORBS: (606, 2, other, 5, 3),
        log.ANCHOR: (1306, 0, angel, 3, 1),
        log.QUEST: (1202, 0, hag, quest, 0),
        log.CHALLENGE: (1203, 0, -1, quest, 1),
        log.QUEST_DONE: (1204, 1, -1, quest, 2),
        log.QUEST_FAILED: (1204, 1, -1, quest, 0),
        log.QUEST_DIE: (1205, 1, held, queries.face_of(s, held), 0),
        log.EQUIP: (1206, 0, held, hag, 0),
        log.RETURN: (1206, 1, held, 0, 0),
        log.SHAKE: (305, 2, other, 0, 0),
        log.PREVENT: (604, 2, other, 0, 0),
        log.NO_DAMAGE: (602, 2, -1, 6, 0),
        log.ENERGY: (1305, 0, -1, 2, 1),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", range(len(log.NAMES)), ids=lambda kind: log.NAMES[kind])
def test_every_event_has_a_sentence_with_its_rule(kind: int, language: str) -> None:
    play = table()
    rule, seat, die, a, b = some_events(play)[kind]
    story = Story(play.game.setup, speech(language), play.state)
    (line,) = story.tell([(kind, rule, seat, die, a, b)])
    assert line.event == log.NAMES[kind]
    assert line.rule == rule_id(rule)
    assert line.rule in Texts(language).rule_ids()
    assert line.text.endswith(f"{line.rule}).")
    assert "{" not in line.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lasting_effect_has_a_sentence(language: str) -> None:
    play = table()
    hag = play.die(0, "ready", "Strong Witching Hag")
    seats = (effect.TO_ACTIVE, effect.SUMMON, effect.NEXT_CAPTURE, effect.DRAW)
    said = set()
    for kind in range(effect.AGAINST + 3):
        die = -1 if kind in seats else hag
        story = Story(play.game.setup, speech(language), play.state)
        (line,) = story.tell([(log.EFFECT, 1001, 0, die, kind, 2)])
        assert "{" not in line.text
        said.add(line.text)
    assert len(said) == effect.AGAINST + 3
    for kind in (effect.ATTACK, effect.DEFENSE):
        story = Story(play.game.setup, speech(language), play.state)
        (line,) = story.tell([(log.EFFECT, 1001, 0, hag, kind + 64, 2)])
        assert line.text not in said
    assert len(EFFECTS) == effect.AGAINST + 1


# --- other names -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_kinds_energies_and_modules_have_names(language: str) -> None:
    words = speech(language)
    for where in place.NAMES:
        for form in ("name", "from", "to"):
            assert words.place(where, form)
        assert words.place(where, "from", 1)
    for kind in KINDS:
        assert words.texts.say("play", f"card.kind.{kind}")
        assert words.texts.say("cli", f"cards.kind.{kind}")
        assert words.texts.say("cli", f"cards.kinds.{kind}")
    for energy in ENERGIES[1:]:
        assert words.energy(energy) in words.energy(energy, 2)
    for name in MODULES:
        assert words.rules([name])
        assert words.texts.say("play", f"say.modules.{name}", goal=25)
        assert words.texts.say("play", f"say.house.{name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_faces_and_anchored_spells_of_all_cards_can_be_said(language: str) -> None:
    words = speech(language)
    spells = 0
    for card in every():
        for face in card.design.faces:
            assert words.face(face.notation).strip()
            if face.quartifact:
                assert words.quartifact(face.quartifact) in words.die(card.name, face.notation)
        for number, ability in enumerate(card.abilities):
            if ability.timing == "anchored":
                spells += 1
                whole = words.whole_ability(card.name, number)
                price, dash, text = whole.partition(" - ")
                assert dash, card.name
                assert str(card.anchor_cost) in price, card.name
                assert words.energy(ENERGIES[card.anchor_energy]) in price, card.name
                assert words.ability(card.name, number) == text
    assert spells > 10


def test_marks_of_dice_are_known_to_the_table() -> None:
    seen = observe(table().game, 0)
    marks = {mark for mat in seen["seats"] for die in mat["ready"] for mark in die["marks"]}
    assert marks == {"locked"}
