"""Set-ups: what can be played makes an origin, everything else is refused with its own sentence."""

from __future__ import annotations

import pickle
import re
import string
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.engine.dealing import Stock
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.rules import EDITIONS
from quarriors.engine.setup import SIDES
from quarriors.game import begin
from quarriors.record.fair_seed import commit
from quarriors.setup_code import encode
from quarriors.table import errors
from quarriors.table.errors import CODES, Refusal
from quarriors.table.messages import Chair, Refused, Setup
from quarriors.table.setup import check_bot, check_setup, make_origin, server_bots
from quarriors.table.table_header import decode_head, encode_head
from quarriors.table.tokens import new_token, same, token_hash
from quarriors.text import load

from .helpers import head_of, setup_of

SOURCES = Path(errors.__file__).parent
WHOLE = tuple(make_origin(setup_of(), 5).wilds)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_and_number_of_players_begins(players: int, edition: str) -> None:
    origin = make_origin(setup_of(players, edition=edition), 11)
    game = begin(origin)
    assert game.rules.players == players
    assert game.rules.edition == edition
    assert not game.over


@pytest.mark.parametrize(
    "values",
    [
        {"sets": SETS},
        {"sets": ("all",), "modules": ()},
        {"sets": ("base", "quarmageddon"), "mix": "small_side", "featured": "quarmageddon"},
        {"sets": ("base", "quarmageddon"), "mix": "side", "featured": "quarmageddon"},
        {"sets": ("light_vs_dark",)},
        {"wilds": WHOLE, "mix": "democratic"},
        {"wilds": WHOLE[:3], "without": ("Primordial Ooze",)},
        {"variants": ("advanced_capture", "expert_culling"), "goal": 5},
        {"code": encode(WHOLE)},
    ],
)
def test_what_can_be_asked_for_can_be_played(values: dict[str, Any]) -> None:
    setup = setup_of(2, **values)
    check_setup(setup)
    origin = make_origin(setup, 3)
    assert begin(origin).decision.options
    if values.get("wilds"):
        assert set(values["wilds"]) <= set(origin.wilds)
    if values.get("code"):
        assert set(origin.wilds) == set(WHOLE)
    if values.get("goal"):
        assert origin.rules.goal == values["goal"]
    if values.get("mix") in SIDES:
        sets = [default_catalog().card(name).set_name for name in origin.wilds]
        assert sets.count(values["featured"]) == SIDES[values["mix"]]


def test_a_seed_says_everything_and_another_seed_something_else() -> None:
    setup = setup_of(3, sets=("all",))
    assert make_origin(setup, 1 << 255) == make_origin(setup, 1 << 255)
    assert len({make_origin(setup, seed).wilds for seed in range(8)}) == 8
    assert {make_origin(setup, seed).first for seed in range(20)} == {0, 1, 2}


def _named(kind: str, set_name: str = "base") -> list[str]:
    return [
        card.name
        for card in default_catalog().cards
        if card.kind == kind and card.set_name == set_name
    ]


def _same_class() -> tuple[str, str]:
    seen: dict[str, str] = {}
    for name in _named("creature"):
        known = seen.setdefault(default_catalog().card(name).class_name, name)
        if known != name:
            return known, name
    raise AssertionError("the base game has classes with several cards")


def _one_of_each_class(kind: str) -> tuple[str, ...]:
    classes: dict[str, str] = {}
    for name in _named(kind):
        classes.setdefault(default_catalog().card(name).class_name, name)
    return tuple(classes.values())


BASE_CLASSES = tuple({default_catalog().card(name).class_name for name in _named("creature")})
MISTAKES: dict[str, dict[str, Any]] = {
    "edition": {"edition": "pocket"},
    "no_set": {"sets": ()},
    "set": {"sets": ("basic",)},
    "not_a_set": {"sets": ("base", "quests")},
    "variant": {"variants": ("speed",)},
    "module": {"modules": ("locks",)},
    "module_alone": {"modules": ("quests",)},
    "twice": {"sets": ("base", "base")},
    "few_creatures": {"sets": ("promos",)},
    "few_spells": {"sets": ("rise_of_the_demons",)},
    "code_alone": {"code": encode(WHOLE), "wilds": WHOLE[:1]},
    "whole": {"code": encode(WHOLE[:4])},
    "code.mistyped": {"code": "ABCD-EFGH-JKMN"},
    "democratic": {"mix": "democratic", "wilds": WHOLE[:5]},
    "mix": {"mix": "stir"},
    "mix_alone": {"mix": "side"},
    "featured": {"sets": ("base", "promos"), "mix": "side", "featured": "quarmageddon"},
    "featured_mix": {"sets": ("base", "promos"), "featured": "promos"},
    "card": {"wilds": ("Dragon of Nowhere",)},
    "basic": {"wilds": ("Portal",)},
    "in_and_out": {"wilds": WHOLE[:1], "without": WHOLE[:1]},
    "class_twice": {"wilds": _same_class()},
    "too_many": {"wilds": _one_of_each_class("creature")},
    "other_set": {"wilds": (_named("creature", "quarmageddon")[0],)},
    "no_quests": {
        "sets": ("base", "quartifacts"),
        "modules": (),
        "wilds": (_named("quest", "quartifacts")[0],),
    },
    "too_few": {"without": BASE_CLASSES},
}


def reason(setup: Setup) -> str:
    """Why a set-up is refused; whatever it is, it is said in the language of the refusal."""
    with pytest.raises(Refusal) as found:
        check_setup(setup)
    assert (found.value.code, found.value.key) == ("illegal", "setup.bad")
    why = found.value.values["why"]
    assert isinstance(why, RulesError | CardError)
    assert found.value.say("en") == f"This table can't be played. {why.say('en')}"
    assert found.value.say("it") == f"Questo tavolo non si può giocare. {why.say('it')}"
    assert why.say("en") != why.say("it")
    again = pickle.loads(pickle.dumps(found.value))
    assert (again.code, again.say("it")) == ("illegal", found.value.say("it"))
    return why.code


@pytest.mark.parametrize("key", MISTAKES)
def test_every_mistake_is_named(key: str) -> None:
    assert reason(setup_of(2, **MISTAKES[key])) == key


def test_quests_and_assistants_that_do_not_fit_are_named() -> None:
    quests = [default_catalog().card(name) for name in _named("quest", "quartifacts")]
    quail = next(card.name for card in quests if card.class_name == "Holy Quail")
    exqualibur = tuple(card.name for card in quests if card.class_name == "Exqualibur")
    both = ("base", "quartifacts")
    assert reason(setup_of(2, sets=both, wilds=(quail,))) == "other_quest"
    assert reason(setup_of(2, sets=both, without=exqualibur)) == "no_extra"
    typed = next(
        card.name
        for card in default_catalog().cards
        if card.kind == "basic" and card.type_name and card.set_name == "light_vs_dark"
    )
    both = ("base", "light_vs_dark")
    assert reason(setup_of(2, sets=both, modules=(), wilds=(typed,))) == "typed"


def test_cards_that_need_what_is_not_there_are_named() -> None:
    ooze = ("Primordial Ooze",)  # it needs the basic quiddity that Light vs. Dark does without
    check_setup(setup_of(2, sets=("base", "light_vs_dark"), modules=(), wilds=ooze))
    assert reason(setup_of(2, sets=("base", "light_vs_dark"), wilds=ooze)) == "needs"


def test_sets_that_do_not_fill_the_wilds_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No set of today does that, so there are no cards to deal from."""
    monkeypatch.setattr("quarriors.engine.setup._stock", lambda *_: Stock([]))
    assert reason(setup_of()) == "unfilled"


# --- bots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["random", "greedy:samples=2", "planner", "mcts:ms=500:seed=3"])
def test_bots_by_name_and_parameters(spec: str) -> None:
    check_bot(spec)
    check_setup(Setup((Chair(), Chair("bot", spec))))
    assert spec.partition(":")[0] in server_bots()


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("", "setup.bot"),
        ("genius", "setup.bot"),
        ("list:path=/etc/passwd", "setup.bot"),
        ("list", "setup.bot"),
        ("mcts:ms=3600000", "setup.slow_bot"),
        ("mcts:ms=9:iterations=9999999", "setup.slow_bot"),
        ("planner:nodes=100000", "setup.slow_bot"),
        ("mcts:ms=+3600000", "setup.bad_bot"),
        ("mcts:ms=3_600_000", "setup.bad_bot"),
        ("mcts:ms= 3600000", "setup.bad_bot"),
        ("mcts:ms=٣٦٠٠٠٠٠", "setup.bad_bot"),
        ("mcts:ms=000003600000", "setup.slow_bot"),
        ("planner:nodes=+99999", "setup.bad_bot"),
        ("planner:nodes=4001", "setup.slow_bot"),
        ("planner:samples=9", "setup.slow_bot"),
        ("greedy:samples=64", "setup.slow_bot"),
        ("mcts:plans=64", "setup.slow_bot"),
        ("mcts:rounds=20", "setup.slow_bot"),
        ("planner:nodes=\x0050", "setup.unseen_bot"),
        ("mcts:ms=-1", "setup.bad_bot"),
        ("mcts:speed=1", "setup.bad_bot"),
        ("random:ms", "setup.bad_bot"),
    ],
)
def test_bots_that_strangers_may_not_ask_for(spec: str, key: str) -> None:
    for command in (
        lambda: check_bot(spec),
        lambda: check_setup(Setup((Chair(), Chair("bot", spec)))),
    ):
        with pytest.raises(Refusal) as found:
            command()
        assert (found.value.code, found.value.key) == ("illegal", key)
        assert found.value.say("en") != found.value.say("it")


def test_a_person_has_no_bot() -> None:
    with pytest.raises(Refusal) as found:
        check_setup(Setup((Chair(), Chair("person", "planner"))))
    assert found.value.key == "setup.person_bot"


# --- heads, tokens, texts ------------------------------------------------------------------------


def test_a_head_is_stored_and_read_again() -> None:
    head = head_of(setup_of(3, sets=("base", "promos"), goal=9), 1 << 255)
    assert decode_head(encode_head(head)) == head
    assert head.commitment == commit(1 << 255)
    assert head.cards == default_catalog().hash
    assert decode_head(encode_head(replace(head, seed="1"))).commitment == commit(1)


def test_tokens_are_random_and_only_their_hash_is_kept() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    for token in tokens:
        assert re.fullmatch(r"[A-Za-z0-9_-]{32}", token)
        assert token not in token_hash(token)
        assert same(token_hash(token), token_hash(token))
        assert not same(token_hash(token), token_hash(token + "x"))
    assert not same("", "")
    assert not same("", token_hash(""))


def test_codes_of_refusals_are_those_of_the_protocol() -> None:
    told = set(re.findall(r"`(\w+)`", Refused.__doc__ or ""))
    assert told == set(CODES)
    with pytest.raises(ValueError, match="no code"):
        Refusal("whatever", "stale")


def _flat(texts: dict[str, Any], at: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{at}{key}."))
        else:
            found[f"{at}{key}"] = value
    return found


def _own(language: str) -> dict[str, str]:
    """The refusals of tables; other parts of the server have sections of their own beside them."""
    found = _flat(load(language, "server")["refuse"])
    ours = ("undo", "consent", "call", "setup", "number", "chat_closed")
    return {key: text for key, text in found.items() if "." not in key or key.split(".")[0] in ours}


def test_every_sentence_is_there_in_both_languages_with_the_same_values() -> None:
    own = [_own(language) for language in ("en", "it")]
    assert list(own[0]) == list(own[1])
    for key, text in own[0].items():
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(said) if name}
            for said in (text, own[1][key])
        ]
        assert fields[0] == fields[1], key


def test_every_refusal_in_the_code_has_a_sentence_and_every_sentence_is_used() -> None:
    folders = [SOURCES, SOURCES.parent / "facts", SOURCES.parent / "local"]
    texts = "".join(path.read_text("utf-8") for one in folders for path in one.glob("*.py"))
    used = set(re.findall(r'Refusal\(\s*"\w+", "([\w.]+)"', texts))
    used |= {f"setup.{key}" for key in re.findall(r'_bad\(\s*"(\w+)"', texts)}
    used |= {f"undo.{why}" for why in ("nothing", "dice", "choice", "clock", "bot")}
    used |= {f"chat_closed.{by}" for by in ("host", "operator")}
    used |= set(re.findall(r'return "(consent\.\w+)"', texts)) | {"consent.again"}
    used |= {"over", "not_begun"}
    used |= {"wrong_code", "analysis_failed"}  # by the sessions of a server
    here = set(_own("en"))
    shared = set(_flat({"service": load("en", "server")["refuse"]["service"]}))
    assert used - here - shared == set()
    assert here - used == set()
