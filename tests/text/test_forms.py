"""Singular and plural, articles and endings: the forms a sentence chooses from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from quarriors.cards.load import dice, entries
from quarriors.cli.main import main
from quarriors.facts import game as facts
from quarriors.text import LANGUAGES, TAGS, Texts, load
from quarriors.text.forms import Forms, gender, parse, with_article
from tests.text.sentences import FILES, leaves, slots

COUNTED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
NOUNS = {
    "en": r"dice|games|captures|cards|rules|creatures|records|tables|seats|bots|turns|rolls|draws|"
    r"decisions|snapshots|tries|options|rounds|times|minutes|hours",
    "it": r"dadi|partite|catture|carte|regole|creature|registrazioni|tavoli|posti|turni|decisioni|"
    r"istantanee|tentativi|opzioni|volte|minuti|ore|danni|semi|giri",
}
# Names of players and cards, means, and numbers of players and of cards in the Wilds: never 1.
NEVER_ONE = "who|death|portal|players|creatures|spells|mean|turns|decisions|most"


def test_a_form_follows_its_number() -> None:
    assert [Texts("en").say("log", "count.die", n=n) for n in (0, 1, 2)] == [
        "0 dice", "1 die", "2 dice",
    ]  # fmt: skip
    assert [Texts("it").say("log", "count.die", n=n) for n in (0, 1, 2)] == [
        "0 dadi", "1 dado", "2 dadi",
    ]  # fmt: skip


def test_a_sentence_without_forms_stays_a_string() -> None:
    assert parse("{who} rolls {dice}") == "{who} rolls {dice}"
    assert parse("{text!r} and {n:+d}") == "{text!r} and {n:+d}"
    assert isinstance(parse("{n:# die|# dice}"), Forms)


def counted() -> Iterator[tuple[str, str, str, str]]:
    for language in LANGUAGES:
        for file in FILES:
            for key, text in leaves(load(language, file)):
                if COUNTED.search(text):
                    yield language, file, key, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_with_a_count_is_right_for_none_one_and_two(language: str) -> None:
    texts = Texts(language)
    found = [(file, key, text) for tag, file, key, text in counted() if tag == language]
    assert len(found) > 50
    for file, key, text in found:
        for n in (0, 1, 2):
            values = dict.fromkeys(slots(text), "x")
            values.update({name: str(n) for name, _, _ in COUNTED.findall(text)})
            said = texts.fill(file, key, values)
            assert "|" not in said, (file, key)
            assert "#" not in said, (file, key)
            for name, one, many in COUNTED.findall(text):
                assert one != many, (file, key, name)
                assert (one if n == 1 else many).replace("#", str(n)) in said, (file, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_stands_before_a_noun_without_forms(language: str) -> None:
    """`{n} dice` would be "1 dice"."""
    bare = re.compile(rf"\{{(?!(?:{NEVER_ONE})\}})\w+\}} (?:{NOUNS[language]})\b(?!/s)")
    found = [
        f"{file}.{key}"
        for file in FILES
        for key, text in leaves(load(language, file))
        if bare.search(text)
    ]
    assert found == []


# --- Italian articles and agreement --------------------------------------------------------------


def test_articles_follow_gender_and_sound() -> None:
    assert with_article("Goblin Rovistatore", "il") == "il Goblin Rovistatore"
    assert with_article("Gnomo Barbaro", "Il") == "Lo Gnomo Barbaro"
    assert with_article("Spirito Spettrale Forte", "del") == "dello Spirito Spettrale Forte"
    assert with_article("Assistente", "il") == "l'Assistente"
    assert with_article("Megera Fattucchiera (L1 3/3) di Anna", "al") == (
        "alla Megera Fattucchiera (L1 3/3) di Anna"
    )
    assert with_article("Malia della Morte", "dal") == "dalla Malia della Morte"
    assert with_article("Spedizione per Exqualibur", "al") == "alla Spedizione per Exqualibur"
    assert with_article("Primordial Ooze", "nel") == "nella Primordial Ooze"
    assert with_article("Herald", "sul") == "sull'Herald"
    assert with_article("Strong Death Charm", "il") == "Strong Death Charm"  # no such card


def test_what_is_no_name_has_no_article() -> None:
    assert with_article("Anna", "il") == "Anna"
    assert with_article("Anna", "del") == "di Anna"
    assert with_article("2x Goblin Rovistatore", "al") == "a 2x Goblin Rovistatore"


def test_every_class_and_card_has_a_gender() -> None:
    for die in dice(()).values():
        assert die.gender in ("m", "f"), die.class_name
        assert gender(die.names["it"]) == die.gender
    for card in entries(()).values():
        assert gender(card.names["it"]), card.name
        assert gender(card.names["en"]), card.name


FEMININE = {
    "Primordial Ooze", "Witching Hag", "Voodoo Doll", "Poison Dart Frog", "Ancient Guide",
}  # fmt: skip
ARTICLE = {"m": ("il ", "lo ", "l'"), "f": ("la ", "l'")}


@pytest.mark.parametrize("tag", ["it", "it-original"])
def test_the_commonest_italian_sentences_agree_with_every_class(tag: str) -> None:
    texts = Texts(tag)
    creatures = [
        card for card in entries(()).values() if dice(())[card.class_name].kind == "creature"
    ]
    assert len({card.class_name for card in creatures}) > 30
    for card in creatures:
        name = texts.card_name(card.name)
        of = "f" if card.class_name in FEMININE else "m"
        die = f"{name} (L1 1/1)"
        theirs = f"{die} di Anna"
        summoned = texts.say("log", "event.summon", who="Anna", die=die, n=1)
        assert summoned.startswith(tuple(f"Anna evoca {a}{name} (" for a in ARTICLE[of])), summoned
        saved = texts.say("log", "event.saved", of=theirs)
        assert f" è {'salvata' if of == 'f' else 'salvato'}: " in saved, saved
        assert saved.lower().startswith(tuple(a + name.lower() for a in ARTICLE[of])), saved
        unlocked = texts.say("log", "event.unlock", of=theirs, to="nella Used Pile")
        assert f"{'sbloccata' if of == 'f' else 'sbloccato'} e va" in unlocked
        captured = texts.say("play", "option.capture", card=name, n=2, left="3 dadi")
        assert captured.startswith(tuple(f"Cattura {a}{name} per" for a in ARTICLE[of])), captured
        told = texts.say("log", "event.trigger", of=theirs, text="x")
        joined = (
            ("Abilità della ", "Abilità dell'") if of == "f" else ("Abilità del ", "Abilità dell")
        )
        assert told.startswith(joined), told


# --- names ----------------------------------------------------------------------------------------


def test_original_names_change_names_and_nothing_else() -> None:
    translated, original = Texts("it"), Texts("it-original")
    assert translated.card_name("Scavenging Goblin") == "Goblin Rovistatore"
    assert original.card_name("Scavenging Goblin") == "Scavenging Goblin"
    assert original.class_name("Witching Hag") == "Witching Hag"
    assert original.quartifact("Ruby Eye") == "Ruby Eye"
    assert translated.card("Scavenging Goblin")["other_name"] == "Scavenging Goblin"
    assert original.card("Scavenging Goblin")["other_name"] == "Goblin Rovistatore"
    assert Texts("en").card("Scavenging Goblin")["other_name"] == ""
    for texts in (translated, original):
        assert texts.say("log", "player.human", n=1) == "Giocatore 1"
    assert translated.card("Assistant")["abilities"] == original.card("Assistant")["abilities"]


def test_clients_get_both_names_of_a_card() -> None:
    for tag, text, other in (
        ("it", "Goblin Rovistatore", "Scavenging Goblin"),
        ("it-original", "Scavenging Goblin", "Goblin Rovistatore"),
        ("en", "Scavenging Goblin", ""),
    ):
        listed = {card["name"]: card for card in json.loads(facts.cards(tag))["cards"]}
        card = listed["Scavenging Goblin"]
        assert (card["text"], card["other_name"]) == (text, other)


def test_the_command_line_takes_original_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "Scavenging Goblin", "--lang", "it-original"]) == 0
    assert "Scavenging Goblin (Goblin Rovistatore)" in capsys.readouterr().out


def test_every_tag_says_everything() -> None:
    for tag in TAGS:
        assert Texts(tag).rule("6.3")["text"]
