"""Why a bot chooses what it chooses, as numbers and as sentences in both languages."""

from __future__ import annotations

import re

import pytest

from quarriors.bots import Choice, Explanation, Seat, make_bot
from quarriors.bots.base import ask
from quarriors.bots.brain.die_value import card_of, die_values
from quarriors.bots.explain import (
    NEAR,
    advice,
    advised_options,
    explain_values,
    explanation,
    fate,
    parts_of,
    reason_words,
)
from quarriors.engine import queries
from quarriors.engine.game import Decision, Option
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game
from quarriors.testing import Play, Position
from quarriors.text import LANGUAGES, Texts, load
from quarriors.view.speech import Speech
from tests.extent import interpreted

from .helpers import SPECS, bots_for, short


def speech(language: str) -> Speech:
    return Speech(Texts(language), ("Anna", "Bruno", "Carla", "Dora"))


def summoning(foe: tuple[str, ...] = ()) -> Play:
    """Seat 0 may summon a Goblin; what seat 1 has in the bag is up to the test."""
    position = Position(players=2)
    position.active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
    position.bag(0, *["Basic Quiddity"] * 6)
    position.bag(1, *(foe or ["Basic Quiddity"] * 6))
    return position.start("ready")


def option_of(play: Play, verb: str) -> Option:
    return next(option for option in play.decision.options if option.verb == verb)


def test_a_creature_that_nobody_attacks_lives_to_score() -> None:
    play = summoning()
    assert fate(play.game, option_of(play, "summon")) == (1.0, 2.0)


def test_a_creature_among_dragons_does_not() -> None:
    play = summoning(("Quake Dragon",) * 5 + ("Portal", *["Basic Quiddity"] * 3))
    survives, glory = fate(play.game, option_of(play, "summon"))
    assert survives < 0.6
    assert glory == 2.0
    assert fate(play.game, option_of(play, "summon")) == (survives, glory)  # asked twice, told once


def test_with_expert_culling_it_scores_as_well() -> None:
    position = Position(players=2, variants=["expert_culling"])
    position.active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
    position.bag(0, *["Basic Quiddity"] * 6).bag(1, *["Basic Quiddity"] * 6)
    play = position.start("ready")
    assert fate(play.game, option_of(play, "summon")) == (1.0, 2.0)


def test_parts_by_what_is_done() -> None:
    play = summoning()
    seat = Seat(play.game, 0)
    assert parts_of(seat, option_of(play, "summon")) == {"price": 1, "survives": 1, "glory": 2}
    assert parts_of(seat, option_of(play, "pass")) == {}
    play.do("pass")
    assistant = next(option for option in play.decision.options if option.card == "Assistant")
    capture = parts_of(Seat(play.game, 0), assistant)
    assert capture["price"] == 1
    assert 0 < capture["draw"] < capture["mean"] < 2  # worse than a Goblin and a quiddity
    assert (capture["creatures"], capture["worth"], capture["purse"]) == (2, 1, 1)
    assert parts_of(Seat(play.game, 0), option_of(play, "pass")) == {"unused": 1, "poor": 1}


def test_parts_of_a_defender() -> None:
    position = Position(players=2)
    position.ready(0, "Witching Hag@C2:4/5").active(0, "Basic Quiddity@Q1")
    position.ready(1, "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
    play = position.start("ready")
    assert play.kind == "defend"
    parts = parts_of(Seat(play.game, 1), play.decision.options[0])
    assert parts == {"damage": 4, "defense": 2, "glory": 2}
    bot = bots_for(play.game, "random", "giants")[1]
    lines = advice(bot, "giants", play.game, speech("en"))
    assert any("takes 4 damage with defense 2, would score 2 Glory" in line for line in lines)


class Fixed:
    """Values by verb, for sentences that can be foreseen."""

    def __init__(self, **values: float) -> None:
        self._values = values

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return self.explain(seat, decision).choices[0].option

    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        values = [self._values.get(option.verb, 0.0) for option in decision.options]
        return explain_values(seat, decision, values)


def test_the_sentence_of_the_issue() -> None:
    play = summoning()
    lines = advice(Fixed(summon=1.25), "greedy", play.game, speech("en"))
    assert lines == [
        "greedy would choose 1.",
        (
            "1) summon Scavenging Goblin (L1 2/2): 1 Quiddity, "
            "100% to survive until it scores 2 Glory (lead after it: +1.2 Glory)"
        ),
        "2) Done: on to the attack (1.2 Glory less)",
    ]
    italian = advice(Fixed(summon=1.25), "greedy", play.game, speech("it"))
    assert italian[0] == "greedy sceglierebbe 1."
    name = Texts("it").card_name("Scavenging Goblin")
    assert italian[1] == (
        f"1) evoca il {name} (L1 2/2): 1 Quiddity, 100% di sopravvivere fino a dare 2 punti Gloria "
        "(vantaggio dopo la scelta: +1,2 punti Gloria)"
    )


def test_values_that_round_to_nothing_are_as_good() -> None:
    play = summoning()
    lines = advice(Fixed(summon=-0.01), "x", play.game, speech("en"))
    assert lines[1].endswith("(lead after it: 0.0 Glory)")
    assert lines[2].endswith("(as good)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    option = summoning().decision.options[0]
    talk = speech(language)
    said = [
        reason_words(Choice(option, 0.0, parts), talk)
        for parts in (
            {"price": 3.0, "survives": 0.623, "glory": 2.0},
            {"survives": 0.0, "glory": 2.5},
            {"draw": 0.5, "mean": 0.25},
            {"draw": 0.25, "mean": 0.5},
            {"draw": 0.25, "mean": 0.25},
            {"draw": 0.25, "mean": 0.5, "weakest": 1.0},
            {"creatures": 3.0, "worth": 3.0, "price": 5.0, "purse": 5.0},
            {"creatures": 1.0, "worth": 2.0},
            {"spells": 3.0},
            {"spells": 1.0},
            {"draws": 2.0},
            {"draws": 1.0},
            {"draw": 0.5},
            {"damage": 5.0, "defense": 3.0, "glory": 1.0},
            {"unused": 4.0},
            {"unused": 4.0, "poor": 1.0},
            {"options": 7.0},
            {"entry": 2.0},
            {"entry": 0.0},
        )
    ]
    assert [len(words) for words in said] == [
        2, 1, 1, 1, 0, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1,
    ]  # fmt: skip
    told = [word for words in said for word in words]
    assert len(set(told)) == len(told)
    patterns = [
        re.sub(r"{\w+(?::[^}]*)?}", "(.+)", text)
        for text in load(language, "bots")["reason"].values()
    ]
    for pattern in patterns:
        assert any(re.fullmatch(pattern, word) for word in told), pattern
    assert "62%" in said[0][1]
    assert reason_words(Choice(option, 0.0, {"moonlight": 1.0}), talk) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", SPECS)
def test_advice_in_whole_games(spec: str, language: str) -> None:
    """Every line can be said, is numbered as the options are, and has no gap left."""
    talk = speech(language)
    game = short(3, ["all"], 5)
    bots = bots_for(game, spec, spec, spec)
    for _ in range(interpreted(12, 30)):
        if game.over:
            break
        bot = bots[game.decision.seat]
        lines = advice(bot, spec, game, talk)
        numbers = [int(line.partition(")")[0]) for line in lines[1:]]
        assert numbers
        assert all(1 <= number <= len(game.decision.options) for number in numbers)
        assert lines[0].rstrip(".").endswith(f" {numbers[0]}")
        assert not any("{" in line for line in lines)
        game.apply(game.decision.options[numbers[0] - 1])


FACES = re.compile(r"(\d) of its 6 faces (?:is|are) (?:a creature|creatures) worth (\d+) Glory")
PAYS = re.compile(r"you can pay (\d+) Quiddity")


@pytest.mark.parametrize("sets", [["base"], ["all"]])
def test_what_a_hint_says_is_true_of_the_position(sets: list[str]) -> None:
    """Faces are counted, prices can be paid, and only what is near is called so."""
    talk = speech("en")
    game = short(2, sets, 9)
    said = set()
    for _ in range(interpreted(60, 200)):
        if game.over:
            break
        seat = game.decision.seat
        bot = bots_for(game, "greedy", "greedy")[seat]
        choices = explanation(bot, game).choices
        lines = advised_options(bot, game, talk)
        assert [code for code, _, _ in lines] == [choice.option.code for choice in choices]
        near = len(choices) > 1 and choices[0].value - choices[1].value <= NEAR  # type: ignore[operator]
        assert ("nearly as good" in lines[0][2]) == near
        for choice, (_, _, text) in zip(choices, lines, strict=True):
            assert "Glory" not in text or choice.value is not None
            said |= _checked(game, choice.option, text)
        game.apply(choices[0].option)
    assert {"faces", "pays"} <= said


def _checked(game: Game, option: Option, text: str) -> set[str]:
    """Compare a hint's sentence with the position; what it spoke of."""
    state = queries.state(game)
    own = [card_of(game.setup, die) for die in queries.collection(state, game.decision.seat)]
    worth = die_values(game.setup.catalog).draw
    mean = sum(worth[card] for card in own) / max(len(own), 1)
    found = set()
    if faces := FACES.search(text):
        card = game.setup.catalog.card(option.card)
        counted = sum(face.creature for face in card.design.faces)
        assert (int(faces[1]), int(faces[2])) == (counted, card.glory)
        found.add("faces")
    if pays := PAYS.search(text):
        assert option.verb == "capture"
        assert int(pays[1]) == option.number <= queries.available(state)
        found.add("pays")
    if "none of your dice is worth less" in text:
        assert option.die is not None
        assert worth[card_of(game.setup, option.die)] == min(worth[card] for card in own)
    if "no die you can pay for" in text:
        for other in game.decision.options:
            assert other.die is None or worth[card_of(game.setup, other.die)] < mean
    return found


def test_a_search_says_what_it_won_and_never_calls_it_glory() -> None:
    play = summoning()
    bot = make_bot("mcts:iterations=4:plans=1", 0, 1)
    for choice in explanation(bot, play.game).choices:
        assert choice.value is None
        assert choice.wins is not None
        assert 0 <= choice.wins <= 1
    lines = advice(bot, "mcts", play.game, speech("en"))[1:]
    assert all(line.endswith("% of the games tried)") for line in lines)
    assert not any("less" in line or "lead after" in line for line in lines)
    assert "vince il " in advised_options(bot, play.game, speech("it"))[0][2]


def test_a_race_tells_only_of_the_answers_that_ran() -> None:
    game = new_game(Rules(2), 5)
    ran = set()
    for _ in range(60):
        bot = make_bot("master:iterations=8:rounds=1", game.decision.seat, 1)
        choices = explanation(bot, game).choices
        chances = [choice.wins for choice in choices]
        assert choices[0].option == ask(bot, game)
        assert chances == [None] or all(one is not None and 0 < one < 1 for one in chances)
        ran.add(len(choices))
        game.apply(choices[0].option)
    assert {1, 2} <= ran


class Silent:
    """Decides and says nothing."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return decision.options[-1]


class Broken(Silent):
    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        raise ZeroDivisionError("division by zero")


class Absent(Silent):
    def explain(self, seat: Seat, decision: Decision, /) -> Explanation:
        return Explanation((Choice(option_of(summoning(), "summon")),))


def test_a_bot_without_reasons_just_answers() -> None:
    play = summoning()
    assert explanation(Silent(), play.game).choices == (Choice(play.decision.options[-1]),)
    assert advice(Silent(), "silent", play.game, speech("en")) == [
        "silent would choose 2.",
        "2) Done: on to the attack",
    ]


def test_a_bot_that_fails_is_named_in_one_line() -> None:
    play = summoning()
    told = advice(Broken(), "broken", play.game, speech("en"))
    assert told == [
        "broken has no advice here because of an error: ZeroDivisionError: division by zero"
    ]
    assert len(advice(Broken(), "broken", play.game, speech("it"))) == 1
    play.do("pass")
    assert "absent has no advice here" in advice(Absent(), "absent", play.game, speech("en"))[0]
