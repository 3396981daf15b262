"""One term per thing: the same keys in both languages, and no second word for what has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarriors.text import LANGUAGES, load
from tests.text.sentences import FILES, leaves, slots

WEB = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "i18n"

# What must not be written, and the word for it instead.
FORBIDDEN = {
    "en": {
        r"in (?:your|another player's|an opponent's|each player's) turn": "on your turn",
        r"[Ww]hoever|[Ss]omebody|[Ee]verybody|[Aa]nybody": "the player who, someone, everyone",
        r"If you say nothing": "Default:",
        r"with commas": "separated by commas",
        r"take(?:s|n)? back": "undo",
        r"switch(?:ed)? (?:off|on) ": "turn off, turn on",
        r"just now(?!\"?$)": "right now",
        r"at hand": "available",
        r"by itself": "automatically",
        r"\bBag\b(?= |s?\.)": "bag",
        r"[Ll]ight quiddity|[Dd]ark quiddity|light Quiddity|dark Quiddity": "Light Quiddity",
        r"\bchairs?\b": "seat",
        r"[Cc]annot|\b(?:do|does|did|is|are|was|were|has|have) not\b": "can't, don't, isn't",
        r"favour|colour|defence": "American spelling",
        r"\b(?:one|once|rows?|dice|rounds|captures|turns|time) a (?:game|turn|line|card)\b": "per",
        r"the rules of Light vs\. Dark": "the Light vs. Dark rules",
        r"mended|so many": "fixed, that many",
    },
    "it": {
        r"[Cc]odice di preparazione": "codice del tavolo",
        r"[Aa]pparecchi": "preparare",
        r"\bsedi[ae]\b": "posto",
        r"base di dati": "database",
        r"Se non (?:dici|indichi) nulla": "Predefinito:",
        r"con le virgole": "separati da virgole",
        r"[Ss]uggeriment": "consiglio",
        r"padrone di casa": "chi ospita",
        r"\bdiario\b|registro della partita": "cronaca",
        r"[Rr]iordino": "fine turno",
        r"\bgettone\b": "token",
        r"[Cc]hiama(?:to)? il tempo": "sollecitare",
        r"\bconness[oa]\b|[Aa]ttento ": "neutral words",
        r"lanciat[oi] (?:dei )?dad|lancia(?:re)? (?:i |dei |un )?dad": "tirare",
        r"carte creatura(?: qui)? (?:sono )?vuote": "esaurite",
        r"\b[Cc]ava\b": "Quarry",
        r"pescat[ae]\b(?! delle)(?<!state pescate)": "pesca",
        r"in una quest": "in quest",
        r"scarto tipo": "deviazione standard",
        r"\bquartefatt": "Quartefatto",
        r"{\w+} Gloria": "punti Gloria",
    },
}


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Everything a player can read, of the server and of the browser client."""
    for file in FILES:
        for key, text in leaves(load(language, file)):
            if not (file == "cards" or key.startswith(("template", "help.serve.examples"))):
                yield f"{file}.{key}", text
    for path in sorted((WEB / language).glob("*.ts")):
        for key, text in re.findall(
            r'^  (\w+):\s+"((?:[^"\\]|\\.)*)"', path.read_text("utf-8"), re.M
        ):
            yield f"{path.name} {key}", text


@pytest.mark.parametrize("file", FILES)
def test_both_languages_have_the_same_keys_and_values(file: str) -> None:
    english, italian = (dict(leaves(load(language, file))) for language in LANGUAGES)
    assert english.keys() == italian.keys()
    for key, text in english.items():
        assert slots(text) == slots(italian[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_word(language: str) -> None:
    read = list(sentences(language))
    assert len(read) > 1500
    wrong = [
        f"{key}: {found[0]!r} should be {instead}"
        for word, instead in FORBIDDEN[language].items()
        for key, text in read
        if (found := re.search(word, text))
    ]
    assert wrong == []


def test_the_browser_writes_an_ellipsis() -> None:
    for language in LANGUAGES:
        for path in (WEB / language).glob("*.ts"):
            assert '..."' not in path.read_text("utf-8")


def test_log_bar_and_rules_name_the_phases_alike() -> None:
    for language in LANGUAGES:
        text = (WEB / language / "table.ts").read_text("utf-8")
        for count, names in (("5", "five"), ("6", "six")):
            for number, name in load(language, "log")["phase"][names].items():
                assert f'phase_{count}_{number}: "{name.capitalize()}"' in text
        rules = load(language, "rules")
        for number, name in load(language, "log")["phase"]["five"].items():
            assert rules[f"section.{int(number) + 3}"]["title"].split(": ")[1].startswith(name)
