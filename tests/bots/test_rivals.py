"""Rivals: who they are, what they like, and that only their seed decides how they play."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from quarriors.bots import BOTS, Seat, ask, master
from quarriors.bots.brain import race
from quarriors.bots.rival_bot import RivalBot, liking
from quarriors.bots.rivals import RIVALS, Rival, Taste
from quarriors.engine import queries
from quarriors.engine.game import Option
from quarriors.facts import game as facts
from quarriors.testing import Play, Position
from quarriors.text import LANGUAGES, Texts

from .helpers import played, short

STEP = replace(RIVALS["pip"], slips=0.0, blur=0.0, taste=Taste())


def capturing() -> Play:
    """Seat 0 may capture whatever it likes."""
    position = Position(players=2).active(0, *["Basic Quiddity@Q1"] * 9)
    position.bag(1, *["Basic Quiddity"] * 6)
    play = position.start("ready")
    play.do("pass")
    return play


def likings(rival: str, play: Play) -> dict[str, float]:
    """What a rival likes about each card on offer."""
    state = queries.state(play.game)
    taste = RIVALS[rival].taste
    return {one.card: liking(taste, state, one) for one in play.decision.options if one.card}


def test_there_are_seven_from_weak_to_strong() -> None:
    assert list(RIVALS) == ["pip", "marta", "bruno", "isolde", "orsino", "vesna", "zeno"]
    assert all(BOTS[name].home == "quarriors" for name in RIVALS)
    assert len({rival.name[0] for rival in RIVALS.values()}) == len(RIVALS)
    ratings = [rival.rating for rival in RIVALS.values()]
    assert ratings == sorted(ratings)
    strengths = [rival.strength for rival in RIVALS.values()]
    assert strengths == sorted(strengths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_clients_are_told_who_they_are(language: str) -> None:
    texts = Texts(language)
    told = facts.bots(language).decode()
    for name, rival in RIVALS.items():
        who = texts.say("server", f"web.who.{name}")
        assert f'"name":"{name}","text":"{rival.name}"' in told
        assert who in told
    assert told.index('"zeno"') < told.index('"greedy"')  # rivals come first


def test_tastes_show_in_what_they_like() -> None:
    play = capturing()
    costs = {one.card: one.number for one in play.decision.options if one.card}
    creatures = {
        name: costs[name] for name in costs if play.game.setup.catalog.card(name).kind == "creature"
    }
    cheap, dear = min(creatures, key=costs.__getitem__), max(creatures, key=costs.__getitem__)
    assert costs[cheap] < costs[dear]
    assert likings("bruno", play)[dear] > likings("bruno", play)[cheap]
    for gentle in ("pip", "marta"):
        assert likings(gentle, play)[dear] < likings(gentle, play)[cheap]
    assert likings("orsino", play)["Portal"] > 0 == likings("bruno", play)["Portal"]
    assert max(likings("vesna", play).values()) > 0
    assert set(likings("zeno", play).values()) == {0.0}
    position = Position(players=2).active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
    position.bag(0, "Basic Quiddity").bag(1, *["Basic Quiddity"] * 6)
    summon = likings("isolde", position.start("ready"))
    assert summon["Scavenging Goblin"] == RIVALS["isolde"].taste.summon > 0


def answers(rival: Rival, seed: int) -> list[int]:
    """What a rival answers to the first questions of a game."""
    game = short(2, ["base"], 3)
    bots = [RivalBot(seat, seed, rival=rival) for seat in range(2)]
    found: list[Option] = []
    for _ in range(12):
        found.append(ask(bots[game.decision.seat], game))
        game.apply(found[-1])
    return [option.code for option in found]


@pytest.mark.parametrize("name", ["pip", "orsino", "vesna"])
def test_they_vary_and_only_their_seed_decides(name: str) -> None:
    rival = replace(RIVALS[name], passes=min(RIVALS[name].passes, 4), blur=0.8)
    once = answers(rival, 1)
    assert answers(rival, 1) == once
    assert any(answers(rival, seed) != once for seed in (2, 3, 4))


def test_a_busy_machine_takes_no_passes_from_a_rival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its strength is a number of rollouts: however late the clock says it is, all are made."""
    rival = replace(RIVALS["zeno"], passes=8)
    assert RIVALS["zeno"].passes > 0
    calm = answers(rival, 1)
    late = count(1000.0, 1000.0)
    for module in (master, race):
        monkeypatch.setattr(module, "perf_counter", lambda: next(late))
    assert answers(rival, 1) == calm


def test_without_slips_blur_and_taste_the_best_value_is_answered() -> None:
    game = short(2, ["all"], 3)
    rival = RivalBot(0, 1, rival=STEP)
    for _ in range(15):
        best = rival.explain(Seat(game, game.decision.seat), game.decision).choices[0]
        assert ask(rival, game) == best.option
        game.apply(best.option)


def test_slips_are_as_frequent_as_said() -> None:
    play = capturing()
    options = play.decision.options
    best = ask(RivalBot(0, 1, rival=STEP), play.game)
    careless = RivalBot(0, 1, rival=replace(STEP, slips=0.5))
    same = sum(ask(careless, play.game) == best for _ in range(60))
    assert 60 * 0.5 - 12 <= same <= 60 * (0.5 + 0.5 / len(options)) + 12


def test_a_game_of_rivals_comes_to_its_end() -> None:
    assert played(short(4, ["all"], 2), "pip", "marta", "bruno", "isolde").over
