"""Errors: a code and values, one sentence per language, the same in every process.

The sources are read with `ast`, so that an error which no test raises has its sentence too.
"""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import pytest

import quarriors as q
from quarriors.bots import BotError, make_bot
from quarriors.bots.buylist import parse_list
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.pack import read_pack
from quarriors.engine.errors import SPEAKER, QuarriorsError
from quarriors.record.errors import BadRecord
from quarriors.record.replay import read_text
from quarriors.table.errors import Refusal
from quarriors.text import LANGUAGES, load
from quarriors.text.errors import SYSTEM, Part, cause, said

ROOT = Path(q.__file__).parent
CODE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
# Classes whose first argument is not the key of a sentence, or that get values later.
OTHERS = {
    "Refusal", "NotServed", "StorageTrouble", "Told", "BrokenTable", "BrokenTutorial",
    "FaultyCards", "PackError", "UnknownPack", "WordError",
}  # fmt: skip
# Tables of causes, which stand in sentences.
CAUSES = ("system", "toml", "json", "message")
# Where the code is worked out, and what it can be.
WORKED_OUT = {
    "few_{kind}s": ("few_creatures", "few_spells"),
    "testing.{what}": ("testing.event", "testing.place", "testing.phase"),
    "what": ("edition", "set", "variant", "module"),
    "code": ("democratic", "whole"),
    "f'record.{what}' if number else f'record.start_{what}'": (
        *("record.draws", "record.rolls", "record.start_draws", "record.start_rolls"),
    ),
    "refusal_code": ("record.bad_snapshot", "record.bad_position"),
    "'card_near' if near else 'card'": ("card_near", "card"),
    "'testing.face_there' if shown else 'testing.no_face_there'": (
        "testing.face_there",
        "testing.no_face_there",
    ),
}


class Raised(NamedTuple):
    """One place where an error is made."""

    place: str
    kind: str
    code: ast.expr | None
    names: frozenset[str]
    more: bool  # values that are not named there


@cache
def kinds() -> dict[str, type[QuarriorsError]]:
    """All classes of errors by name."""
    for path in ROOT.rglob("*.py"):
        if re.search(
            r"^class \w+\(\w*(Error|Option|Cards|Table|Answer)\):", path.read_text(), re.M
        ):
            parts = path.relative_to(ROOT).with_suffix("").parts
            importlib.import_module(".".join(["quarriors", *parts]).removesuffix(".__init__"))
    found: dict[str, type[QuarriorsError]] = {}

    def walk(kind: type[QuarriorsError]) -> None:
        if kind.__module__.startswith("quarriors"):
            found[kind.__name__] = kind
        for one in kind.__subclasses__():
            walk(one)

    walk(QuarriorsError)
    return found


def raised(text: str, place: str) -> Iterator[Raised]:
    """Every error that a file makes."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in kinds():
            names = frozenset(one.arg for one in node.keywords if one.arg is not None)
            more = any(one.arg is None for one in node.keywords)
            code = node.args[0] if node.args else None
            yield Raised(f"{place}:{node.lineno}", node.func.id, code, names, more)


@cache
def all_raised() -> list[Raised]:
    return [
        one
        for path in sorted(ROOT.rglob("*.py"))
        for one in raised(path.read_text("utf-8"), str(path.relative_to(ROOT)))
        if one.kind not in OTHERS
    ]


def codes_of(code: ast.expr | None) -> tuple[str, ...]:
    """The codes that an expression can be; none if it is no code."""
    if isinstance(code, ast.Constant) and isinstance(code.value, str):
        return (code.value,) if CODE.fullmatch(code.value) else ()
    if isinstance(code, ast.JoinedStr):
        spelt = ast.unparse(code).removeprefix("f").strip("'\"")
    else:
        spelt = "" if code is None else ast.unparse(code)
    return WORKED_OUT.get(spelt, ())


def text_of(language: str, kind: type[QuarriorsError], code: str) -> str:
    file, _, table = kind.texts.partition(".")
    found: Any = load(language, file)
    for part in [*(table.split(".") if table else []), *code.split(".")]:
        found = found[part]
    assert isinstance(found, str)
    return found


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_error_is_made_with_a_code_and_all_values_of_its_sentence() -> None:
    wrong = []
    for one in all_raised():
        codes = codes_of(one.code)
        if not codes and not one.place.startswith(("engine", "envs", "record", "cards", "game")):
            continue  # a helper that hands a code on
        if not codes:
            wrong.append(f"{one.place} {one.kind}: no code")
        for code in codes:
            for language in LANGUAGES:
                try:
                    needed = fields_of(text_of(language, kinds()[one.kind], code))
                except KeyError:
                    wrong.append(f"{one.place} {one.kind} {code}: no sentence in {language}")
                    continue
                if not one.more and not needed <= one.names:
                    wrong.append(f"{one.place} {code}: {sorted(needed - one.names)} not given")
    assert wrong == []


def test_the_check_finds_a_sentence_in_the_place_of_a_code() -> None:
    found = list(
        raised("raise RulesError('There is no such thing.')\nraise CardError('card')", "x")
    )
    assert [codes_of(one.code) for one in found] == [(), ("card",)]
    assert len(all_raised()) > 250


def tables() -> list[tuple[type[QuarriorsError], str]]:
    """Every place of sentences, with a class of errors that has its sentences there."""
    found: dict[str, type[QuarriorsError]] = {}
    for kind in kinds().values():
        found.setdefault(kind.texts, kind)
    return [(kind, texts) for texts, kind in sorted(found.items())]


def leaves(table: dict[str, Any], path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        elif isinstance(value, str):
            yield f"{path}{key}"


@pytest.mark.parametrize(("kind", "texts"), tables(), ids=str)
def test_every_sentence_is_said_in_both_languages(kind: type[QuarriorsError], texts: str) -> None:
    file, _, table = texts.partition(".")
    whole: Any = load("en", file)
    for part in table.split(".") if table else []:
        whole = whole[part]
    codes = list(leaves(whole))
    if file == "cli" or texts == "bench":  # files with other texts as well
        codes = [code for one in all_raised() if kinds()[one.kind].texts == texts
                 for code in codes_of(one.code)]  # fmt: skip
    assert codes
    for code in codes:
        values = dict.fromkeys(fields_of(text_of("en", kind, code)), "some")
        assert values.keys() == fields_of(text_of("it", kind, code)), code
        error = QuarriorsError(code, **values)
        spoken = {}
        for language in LANGUAGES:
            error.__class__ = type("Sample", (QuarriorsError,), {"texts": texts})
            spoken[language] = said(error, language)
            assert "{" not in spoken[language]
            assert spoken[language].strip()
        same = fields_of(text_of("en", kind, code)) and re.fullmatch(
            r"[^a-z]*(some[^a-z]*)+", spoken["en"]
        )
        assert same or spoken["en"] != spoken["it"], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_errors_and_set_ups_belongs_to_an_error(language: str) -> None:
    made = {(kinds()[one.kind].texts, code) for one in all_raised() for code in codes_of(one.code)}
    parts = {"broken_table", "pack.unknown"}
    parts |= {f"notation.{one}" for one in ("in_rules", "in_turn", "in_seat", "in_rest")}
    parts |= {f"notation.{one}" for one in ("effect", "frame", "waiting")}
    for file in ("errors", "setup"):
        unused = set(leaves(load(language, file))) - {code for texts, code in made if texts == file}
        rest = {code for code in unused - parts if code.partition(".")[0] not in CAUSES}
        assert rest == set()


# --- values: what stands in a sentence is in its language ------------------------------------


# Names and words of others, which are quoted: Ray's, a library's that is missing, a web server's.
QUOTED = {
    "record/format.py:repr(version)", "record/format.py:repr(chance)",
    "lab/executor_ray.py:str(cause)", "envs/render.py:str(error)", "server/app.py:error.detail",
}  # fmt: skip


def english_values(text: str, place: str) -> Iterator[str]:
    """Values of errors that are made into English words before the language is known."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in kinds():
            continue
        for value in (one.value for one in node.keywords):
            spelt = ast.unparse(value)
            words = [str(one.value) for one in ast.walk(value) if isinstance(one, ast.Constant)]
            sentence = any(re.search(r"[a-z] [a-z]", one) for one in words)
            if sentence or re.search(
                r"\bstr\((error|cause)\)|\.strerror|\.msg\b|\.detail\b", spelt
            ):
                yield f"{place}:{spelt}"


def test_no_value_of_an_error_is_an_english_sentence() -> None:
    found = {
        one
        for path in sorted(ROOT.rglob("*.py"))
        for one in english_values(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    }
    assert found - QUOTED == set()
    sample = "raise RulesError('x', why=str(error), what='two words', name='one')"
    assert list(english_values(sample, "x")) == ["x:str(error)", "x:'two words'"]


@pytest.mark.parametrize("number", sorted(SYSTEM))
def test_errors_of_the_system_are_said_in_both_languages(number: int) -> None:
    error = OSError(number, "words of the system")
    english, italian = (q.CatalogError("catalog.set", name=error, found="").say(language)
                        for language in LANGUAGES)  # fmt: skip
    assert "words of the system" not in english + italian
    assert cause(error, "en") in english
    assert cause(error, "it") in italian
    assert cause(error, "en") != cause(error, "it")


TOML_FAULTS = {
    "string": 'a = "x', "array": "a = [1", "table": "a = {b = 1", "equals": "a 1",
    "line": "a = 1 b = 2", "header": "[a", "twice": "a = 1\na = 2", "backslash": 'a = "\\q"',
    "character": 'a = "\x01"', "key": "= 1", "value": "a = word",
}  # fmt: skip


@pytest.mark.parametrize(("key", "text"), TOML_FAULTS.items())
def test_faults_of_toml_are_said_in_both_languages(key: str, text: str) -> None:
    with pytest.raises(BotError) as of_list:
        parse_list(text, "x.toml")
    with pytest.raises(FaultyCards) as of_pack:
        read_pack(f"{text}\n")
    for language in LANGUAGES:
        words = load(language, "errors")["toml"][key]
        assert words in of_list.value.say(language)
        assert words in of_pack.value.say(language)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"{", "json"),
        (b'{"players": 2}', "missing"),
        (b'{"name": "x", "players": "two"}', "got"),
        (b'{"name": "x", "players": 9}', "expected"),
    ],
)
def test_faults_of_messages_are_said_in_both_languages(text: bytes, key: str) -> None:
    class Sample(msgspec.Struct):
        name: str
        players: Annotated[int, msgspec.Meta(le=4)] = 2

    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text, type=Sample)
    for language in LANGUAGES:
        begin = load(language, "errors")["message"][key].partition("{")[0]
        assert cause(caught.value, language).startswith(begin)


def test_what_is_wrong_inside_a_record_is_said_in_the_language_of_the_reader() -> None:
    for text, english, italian in (
        ('{"a" 1}', "line 1, column 6", "riga 1, colonna 6"),
        ("[" * 200_000, "nested too deeply", "annidate troppo a fondo"),
    ):
        with pytest.raises(BadRecord) as caught:
            read_text(text)
        assert english in caught.value.say("en")
        assert italian in caught.value.say("it")
    record = q.new_game(q.Rules(players=2), seed=7).record()
    record["rules"]["players"] = 9
    with pytest.raises(BadRecord) as refused:
        q.replay(record)
    assert q.RulesError("players", players="9").say("it") in refused.value.say("it")


def test_python_callers_get_the_english_sentence() -> None:
    with pytest.raises(q.RulesError) as caught:
        q.Rules(players=7)
    error = caught.value
    assert (error.code, error.values) == ("players", {"players": "7"})
    assert str(error) == "A game has 2, 3 or 4 players (rule 1.1), not 7."
    assert error.say("it") == "Una partita ha 2, 3 o 4 giocatori (regola 1.1), non 7."


def test_values_may_be_lists_and_sentences() -> None:
    with pytest.raises(q.RulesError) as caught:
        q.Rules(edition="first")
    assert str(caught.value).endswith("use one of original, original-it, revised, qultimate.")
    inner = BotError("unknown", name="x", known=["a", "b"])
    outer = Refusal("illegal", "setup.bad_bot", why=inner)
    for language in LANGUAGES:
        assert inner.say(language) in outer.say(language)
    part = pickle.loads(pickle.dumps(Part("errors", "notation.in_seat", seat=2)))
    assert part.say("en") == "In seat 2 of the notation"


def errors() -> list[QuarriorsError]:
    found: list[QuarriorsError] = []
    for make in (
        lambda: q.Rules(sets=["nowhere"]),
        lambda: q.new_game(q.Rules(), seed=1, include=["Nobody"]),
        lambda: q.read_notation("nonsense"),
        lambda: q.new_game(q.Rules(), seed=1).apply(-1),
        lambda: make_bot("nobody", 0, 0),
        lambda: read_pack("name = 1\n"),
    ):
        with pytest.raises(QuarriorsError) as caught:
            make()
        found.append(caught.value)
    return [*found, Refusal("stale", "stale")]


@pytest.mark.parametrize("error", errors(), ids=lambda error: type(error).__name__)
def test_errors_survive_pickles_and_copies(error: QuarriorsError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert again.code == error.code
        assert [again.say(language) for language in LANGUAGES] == [
            error.say(language) for language in LANGUAGES
        ]
    assert error.say("en") == str(error) != error.say("it")


def test_a_sentence_of_another_package_is_said_as_it_is() -> None:
    assert str(q.RulesError("My bot plays no quests.")) == "My bot plays no quests."


def test_faults_of_cards_are_said_one_a_line() -> None:
    with pytest.raises(FaultyCards) as caught:
        read_pack("name = 1\n")
    assert len(caught.value.say("it").splitlines()) == len(caught.value.faults)


def test_without_the_texts_an_error_is_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SPEAKER, "say", None)
    assert str(q.RulesError("players", players="7")) == "players"
