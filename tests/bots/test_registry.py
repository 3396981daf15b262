"""Bots by name and parameters: ours, lists, and those of other packages."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarriors.bots import BOTS, BotError, Parameter, Seat, make_bot
from quarriors.bots.registry import read_parameters
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.engine.rules import Rules
from quarriors.game import new_game

DECLARED = (
    Parameter("ms", 100, least=1, most=60_000),
    Parameter("width", 1.5, least=0.5, most=4.0),
    Parameter("path", ""),
)

Offer = Callable[..., None]


# --- parameters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        ("", {}),
        ("ms=200", {"ms": 200}),
        ("ms=200:seed=5", {"ms": 200, "seed": 5}),
        ("seed=-5:ms=1", {"seed": -5, "ms": 1}),
        ("width=2", {"width": 2.0}),
        ("width=0.5", {"width": 0.5}),
        ("path=my.toml", {"path": "my.toml"}),
        ("path=C:\\lists\\my.toml:ms=5", {"path": "C:\\lists\\my.toml", "ms": 5}),
        ("path=a=b.toml", {"path": "a=b.toml"}),
    ],
)
def test_parameters_are_read_by_their_type(texts: str, values: dict[str, object]) -> None:
    found = read_parameters("some", texts.split(":") if texts else [], DECLARED)
    assert found == values
    assert [type(value) for value in found.values()] == [type(value) for value in values.values()]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("depth=3", ("The bot 'some' has no parameter 'depth'; use ms, width, path, seed, "
                    "such as some:ms=100.")),
        ("ms=200:depth", "has no parameter 'depth'"),
        ("ms=0", "The parameter 'ms' of the bot 'some' must be 1 or more, not 0."),
        ("ms=60001", "The parameter 'ms' of the bot 'some' must be 60000 or less, not 60001."),
        ("ms=fast", "The parameter 'ms' must be a whole number, such as ms=100, not 'fast'."),
        ("ms=1.5", "The parameter 'ms' must be a whole number, such as ms=100, not '1.5'."),
        ("ms=1_000", "not '1_000'."),
        ("ms", "The parameter 'ms' must be a whole number, such as ms=100, not ''."),
        ("width=nan", "The parameter 'width' must be a number, such as width=1.5, not 'nan'."),
        ("width=inf", "The parameter 'width' must be a number, such as width=1.5, not 'inf'."),
        ("width=1e0", "not '1e0'."),
        ("width=+1.0", "not '+1.0'."),
        ("ms=+200", "The parameter 'ms' must be a whole number, such as ms=100, not '+200'."),
        ("ms= 200", "not ' 200'."),
        ("ms=200\n", "not '200\\n'."),
        ("ms=٢٠٠", "not '٢٠٠'."),
        ("ms=--5", "not '--5'."),
        ("seed=" + "9" * 81, "The parameter 'seed' must be a whole number"),
        ("width=wide", "The parameter 'width' must be a number, such as width=1.5, not 'wide'."),
        ("path=", "The parameter 'path' of the bot 'some' is empty; write path=..."),
        ("ms=1:ms=2", "The parameter 'ms' of the bot 'some' is given twice; give it once."),
    ],
)  # fmt: skip
def test_bad_parameters_are_refused_with_a_sentence(texts: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        read_parameters("some", texts.split(":"), DECLARED)
    assert message in str(caught.value)


def test_refusals_speak_italian_and_travel_between_processes() -> None:
    with pytest.raises(BotError) as caught:
        make_bot("random:seed=x", 0, 1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.say("it") == "Il parametro 'seed' è un numero intero, per esempio seed=5, non 'x'."
    with pytest.raises(BotError) as caught:
        make_bot("list:path=/no/such/file.toml", 0, 1)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("spec", "seat", "seed", "says"),
    [
        (5, 0, 0, "A bot is named by a text, such as 'random' or 'mcts:ms=200', not 5."),
        (None, 0, 0, "A bot is named by a text"),
        ("random", 4, 0, "A bot sits at a seat from 0 to 3, not at 4."),
        ("random", -1, 0, "from 0 to 3, not at -1"),
        ("random", "0", 0, "from 0 to 3, not at '0'"),
        ("random", True, 0, "from 0 to 3, not at True"),
        ("random", 0, "x", "A seed is a whole number, not 'x'."),
        ("random", 0, 0.5, "A seed is a whole number, not 0.5."),
    ],
)
def test_bots_asked_for_with_other_values(spec: Any, seat: Any, seed: Any, says: str) -> None:
    with pytest.raises(QuarriorsError, match=re.escape(says)):
        make_bot(spec, seat, seed)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BotError, match=r"Unknown bot 'clever'; use one of ") as caught:
        make_bot("clever", 0, 1)
    for name in BOTS:
        assert name in str(caught.value)
    assert {"random", "list", "giants", "swarm", "engine"} <= set(BOTS)
    assert len(BOTS) == len(list(BOTS))


def test_a_program_can_add_bots_of_its_own() -> None:
    class Mine:
        parameters = (Parameter("depth", 2, least=1),)

        def __init__(self, seat: int, seed: int, depth: int = 2) -> None:
            self.depth = depth

        def decide(self, seat: Seat, decision: Decision, /) -> Option:
            return decision.options[0]

    before = list(BOTS)
    BOTS["mine"] = Mine
    try:
        assert sorted(BOTS) == sorted([*before, "mine"])
        assert vars(make_bot("mine:depth=4", 0, 1)) == {"depth": 4}
        with pytest.raises(BotError, match="'depth' of the bot 'mine' must be 1 or more, not 0"):
            make_bot("mine:depth=0", 0, 1)
    finally:
        del BOTS["mine"]
    assert list(BOTS) == before
    for name in ("", "two words", "a:b", "a=b", "a,b"):
        with pytest.raises(BotError, match=f"A bot can't be called '{name}'"):
            BOTS[name] = Mine
    assert list(BOTS) == before


# --- bots of other packages ----------------------------------------------------------------------

MODULE = """
from quarriors.bots import Parameter

class Last:
    parameters = (Parameter("skip", 0, least=0, most=1),)

    def __init__(self, seat, seed, *, skip=0):
        self.facts = (seat, seed, skip)
        self.skip = skip

    def decide(self, seat, decision, /):
        return decision.options[-1 - self.skip]

class Wordy(Last):
    parameters = ("skip",)

class Greedy_for_seeds(Last):
    parameters = (Parameter("seed", 1),)

class Mute:
    def __init__(self, seat, seed):
        pass

class Broken:
    def __init__(self, seat, seed):
        raise OSError("no network here")

NUMBER = 5
"""


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Put a made-up distribution on the path that offers bots as entry points."""

    def made(distribution: str, **bots: str) -> None:
        home = tmp_path / distribution
        module = distribution.replace("-", "_")
        info = home / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1\n")
        lines = [f"{name} = {place}" for name, place in bots.items()]
        (info / "entry_points.txt").write_text("[quarriors.bots]\n" + "\n".join(lines) + "\n")
        (home / f"{module}.py").write_text(MODULE)
        monkeypatch.syspath_prepend(str(home))
        monkeypatch.delitem(sys.modules, module, raising=False)

    return made


def test_bots_of_other_packages_are_found_by_name(offer: Offer) -> None:
    assert "last" not in BOTS
    offer("made-up", last="made_up:Last")
    assert "last" in BOTS
    assert "last" in list(BOTS)
    game = new_game(Rules(2), 3)
    bot = make_bot("last:skip=1:seed=9", 1, 4)
    assert bot.facts == (1, 9, 1)  # type: ignore[attr-defined]
    assert bot.decide(None, game.decision) == game.decision.options[-2]  # type: ignore[arg-type]
    with pytest.raises(BotError, match="'skip' of the bot 'last' must be 1 or less, not 2"):
        make_bot("last:skip=2", 0, 1)
    with pytest.raises(BotError, match=r"Unknown bot 'clever'.*\blast\b"):
        make_bot("clever", 0, 1)


def test_the_name_of_one_of_ours_cannot_be_taken(offer: Offer) -> None:
    before = len(BOTS)
    offer("made-up", random="made_up:Last")
    assert len(BOTS) == before
    assert type(make_bot("random", 0, 1)).__name__ == "RandomBot"


def test_names_that_no_text_could_hold_are_left_out(offer: Offer) -> None:
    offer("made-up", **{"two words": "made_up:Last", "fine": "made_up:Last"})
    assert "fine" in BOTS
    assert "two words" not in BOTS


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("made_up:Nobody", "The bot 'odd' of made-up can't be loaded: AttributeError: "),
        ("made_nowhere:Last", "can't be loaded: ModuleNotFoundError: No module named"),
        ("made_up:NUMBER", "What made-up offers as the bot 'odd' isn't a bot"),
        ("made_up:Mute", "it needs a method decide(seat, decision)."),
        ("made_up:Broken", "The bot 'odd' of made-up can't be created: OSError: no network here"),
        ("made_up:Wordy", "The bot 'odd' of made-up declares its parameters wrongly"),
        ("made_up:Greedy_for_seeds", "and seed belongs to every bot"),
    ],
)
def test_packages_that_do_not_work_are_named(offer: Offer, place: str, message: str) -> None:
    offer("made-up", odd=place)
    with pytest.raises(BotError) as caught:
        make_bot("odd", 0, 1)
    assert message in str(caught.value)


def test_two_packages_with_the_same_name(offer: Offer) -> None:
    offer("made-up", last="made_up:Last")
    offer("made-again", last="made_again:Last")
    assert list(BOTS).count("last") == 1
    with pytest.raises(BotError, match="Two packages offer a bot 'last': made-again and made-up"):
        make_bot("last", 0, 1)
