"""The tutorial is a real game: every answer is legal, every topic reached, every word there."""

from __future__ import annotations

import re

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import verb
from quarriors.game import Game
from quarriors.table import tutorial as lessons
from quarriors.table.tutorial import (
    BEFORE,
    GOAL,
    LESSONS,
    PUPIL,
    Ask,
    BrokenTutorial,
    Rival,
    Say,
    Tutorial,
    tutorial,
)
from quarriors.testing import check_decision, check_state
from quarriors.text import LANGUAGES, load
from quarriors.view.observe import observe

TAUGHT = {
    "aim", "bag", "roll", "faces", "reroll", "summon", "attack", "dear", "capture", "clean-up",
    "defend", "score", "cull", "refill", "burst", "spell", "end",
}  # fmt: skip
ZONES = ("bag", "active", "ready", "spent", "used")


@pytest.fixture(params=LANGUAGES)
def told(request: pytest.FixtureRequest) -> Tutorial:
    return tutorial(request.param)


def played() -> list[Game]:
    """The game by the answers of the lessons alone: before each of them, and at its end."""
    game = lessons._opening().start(active=PUPIL).game
    found = [game.clone()]
    for lesson in LESSONS:
        if isinstance(lesson, Say):
            continue
        decision = game.decision
        assert decision.seat == (PUPIL if isinstance(lesson, Ask) else 1 - PUPIL)
        check_decision(game)
        (option,) = [
            option
            for option, text in zip(decision.options, decision.texts, strict=True)
            if text.startswith(lesson.answer)
        ]
        game.apply(option)
        check_state(queries.state(game))
        found.append(game.clone())
    return found


def test_the_game_is_won_by_the_pupil_and_nothing_is_left_to_chance() -> None:
    last = played()[-1]
    assert last.result is not None
    assert (last.result.winners, last.result.rule) == ((PUPIL,), "9.1")
    assert last.result.glory[PUPIL] == GOAL
    state = queries.state(last)
    assert queries.scripted_draws(state) == queries.scripted_rolls(state) == []
    fresh = lessons._opening().start(active=PUPIL).game
    before = queries.generator(queries.state(fresh))
    assert queries.generator(state) == before, "chance was asked"


def test_every_step_asks_what_the_game_asks(told: Tutorial) -> None:
    asked = [step for step in told.steps if step.prompt is not None]
    games = [game for game in played()[:-1] if game.decision.seat == PUPIL]
    answers = [lesson.answer for lesson in LESSONS if isinstance(lesson, Ask)]
    for step, game, answer in zip(asked, games, answers, strict=True):
        assert step.prompt is not None
        decision = game.decision
        assert step.prompt.kind == decision.kind
        assert [one.number for one in step.prompt.options] == list(
            range(1, len(decision.options) + 1)
        )
        assert [one.verb for one in step.prompt.options] == [one.verb for one in decision.options]
        assert decision.texts[step.choose - 1].startswith(answer)


def test_views_add_up_to_what_the_pupil_sees(told: Tutorial) -> None:
    view = told.steps[0].view
    assert view["decision"] is None
    assert view["seats"][PUPIL]["bag"]["count"] == 12
    assert view["seats"][PUPIL]["active"] == []
    asked = iter([game for game in played()[:-1] if game.decision.seat == PUPIL])
    for step in told.steps[1:]:
        assert all(view[key] != value for key, value in step.view.items())
        view = {**view, **step.view}
        if step.prompt is not None:
            assert view == observe(next(asked), PUPIL)
    assert view == observe(played()[-1], PUPIL)


def test_every_topic_is_reached_and_named(told: Tutorial) -> None:
    assert {topic.name for topic in told.topics} == TAUGHT
    assert all(topic.text for topic in told.topics)
    events = {event.event for step in told.steps for event in step.events}
    happened = {
        "draw", "roll", "summon", "total", "holds", "destroy", "score", "cull", "capture", "cast",
        "ready", "refill", "clean", "trigger", "over",
    }  # fmt: skip
    assert happened <= events
    verbs = {
        step.prompt.options[step.choose - 1].verb for step in told.steps if step.prompt is not None
    }
    wanted = {"use", "re-roll-die", "summon", "ready", "cast", "capture", "cull", "defend"}
    assert wanted <= verbs


def test_it_takes_no_longer_than_it_says(told: Tutorial) -> None:
    spoken = [step for step in told.steps if step.says]
    assert 25 <= len(spoken) <= 45
    words = sum(len(step.says.split()) + len(step.praise.split()) for step in spoken)
    # A slow reader has 150 words a minute; two seconds for each button.
    assert words / 150 + len(told.steps) * 2 / 60 < told.minutes


def test_quill_is_brief_and_always_has_an_answer(told: Tutorial) -> None:
    for step in told.steps:
        assert len(re.findall(r"[.!?](?=\s|$)", step.says)) <= 3, step.says
        assert "{" not in step.says + step.praise + "".join(step.nudge.values())
        if step.prompt is None:
            assert (step.choose, step.nudge, step.praise) == (0, {}, "")
            continue
        assert step.says
        assert step.praise
        assert step.nudge[""]
        right = step.prompt.options[step.choose - 1].verb
        others = {one.verb for one in step.prompt.options if one.number != step.choose}
        assert set(step.nudge) - {""} <= others, "a nudge for what cannot be chosen"
        assert right in verb.NAMES


def test_steps_without_words_show_what_the_other_player_does(told: Tutorial) -> None:
    silent = [step for step in told.steps if not step.says]
    assert silent
    for step in silent:
        assert step.events
        assert step.prompt is None
    numbers = [line.number for step in told.steps for line in step.log]
    assert numbers == list(range(1, len(numbers) + 1))


def test_lights_point_at_what_is_there(told: Tutorial) -> None:
    cards = {wild["card"] for wild in told.steps[0].view["wilds"]}
    for step in told.steps:
        for light in step.lights:
            kind, _, name = light.partition(":")
            if kind == "card":
                assert name in cards
            elif kind == "zone":
                zone, _, seat = name.partition(":")
                assert zone in ZONES
                assert seat in ("", "1")
            else:
                assert light in ("prompt", "wilds", "track", "log", "attack")
            assert light != "prompt" or step.prompt is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_are_used_and_none_is_missing(language: str) -> None:
    words = load(language, "tutorial")
    keys = [lesson.key for lesson in (*BEFORE, *LESSONS) if not isinstance(lesson, Rival)]
    assert sorted(words["step"]) == sorted(keys)
    assert set(words["topic"]) == TAUGHT


def test_an_answer_that_is_not_possible_any_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "LESSONS", (Ask("reroll", "reroll", "summon Quake Dragon"),))
    with pytest.raises(BrokenTutorial, match="should answer 'summon Quake Dragon'"):
        lessons.tutorial.__wrapped__("en")
