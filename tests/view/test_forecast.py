"""What the attack will meet is said before phase 2 ends, and holds whatever anybody answers."""

from __future__ import annotations

import re

import pytest

from quarriors.engine import queries
from quarriors.engine.ids import log, phase
from quarriors.engine.queries import EventNumbers
from quarriors.engine.rng import Dealer
from quarriors.game import Game
from quarriors.testing import Play, Position
from quarriors.view.forecast import forecast
from quarriors.view.story import REVEALS

from .helpers import NAMES, mixed_games, play_on, some_games, speech

GOBLIN = "Scavenging Goblin@C1:2/2"
WARRIOR = "Warrior of the Quay@C1:2/3"
DRAGON = "Quake Dragon@C1:4/4"


def placed(mine: list[str], *theirs: list[str]) -> Play:
    names = {name.partition("@")[0] for dice in (mine, *theirs, [GOBLIN]) for name in dice}
    position = Position(players=1 + len(theirs), wilds=sorted(names)).ready(0, *mine)
    for seat, dice in enumerate(theirs, 1):
        position.ready(seat, *dice)
    return position.active(0, GOBLIN, "Basic Quiddity@Q1").start("ready")


def said(play: Play, language: str = "en") -> tuple[str, ...]:
    return forecast(play.game, speech(language))


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        ([GOBLIN], [DRAGON], "2 attack; Bruno can hold 3: nobody falls."),
        ([GOBLIN], [DRAGON, GOBLIN], "2 attack; Bruno can hold 3: nobody has to fall."),
        ([GOBLIN] * 2, [DRAGON], "4 attack; Bruno can hold 3: the only creature there falls."),
        ([GOBLIN] * 2, [GOBLIN] * 2, "4 attack; Bruno can hold 1: all 2 creatures there fall."),
        ([GOBLIN] * 2, [WARRIOR] * 2, "4 attack; Bruno can hold 2: one creature falls."),
        # A Quake Dragon destroys weak creatures when it attacks, before anybody defends.
        ([DRAGON], [DRAGON, GOBLIN], "4 attack; Bruno can hold 3: all 2 creatures there fall."),
        (
            [GOBLIN] * 2,
            [WARRIOR, GOBLIN, GOBLIN],
            "4 attack; Bruno can hold 2: at least one falls.",
        ),
    ],
)
def test_the_sentence_for_one_opponent(mine: list[str], theirs: list[str], sentence: str) -> None:
    assert said(placed(mine, theirs)) == (sentence,)


def test_italian() -> None:
    assert said(placed([GOBLIN] * 2, [DRAGON]), "it") == (
        "Attacco 4; Bruno può reggere 3: cade la sua unica creatura.",
    )


def test_every_opponent_with_a_creature_has_a_sentence() -> None:
    found = said(placed([GOBLIN], [DRAGON], [], [GOBLIN]))
    assert [sentence.split(" can")[0] for sentence in found] == [
        "2 attack; Bruno",
        "2 attack; Dora",
    ]


def test_nothing_is_said_without_attackers_defenders_or_an_end_of_the_phase() -> None:
    assert said(placed([], [DRAGON])) == ()
    assert said(placed([GOBLIN], [])) == ()
    play = placed([GOBLIN], [DRAGON])
    play.do("pass")
    assert said(play) == ()


def test_the_position_and_its_luck_are_left_alone() -> None:
    play = placed([GOBLIN] * 2, [WARRIOR, GOBLIN])
    before = queries.wire(play.game)
    assert said(play)
    assert queries.wire(play.game) == before


def test_it_comes_true_whatever_anybody_answers() -> None:
    words = speech()
    tails = set()
    for games in (some_games(8, log=True), mixed_games(12, log=True)):
        for game, dealer in games:
            while not game.over and game.turn < 40:
                for sentence in () if game.over else forecast(game, words):
                    tails.add(check(game.clone(), sentence, dealer))
                play_on(game, dealer, 1)
                game.take_events()
    assert {"nobody falls", "nobody has to fall", "one creature falls", "open"} <= tails
    assert any(tail.startswith(("at least", "all")) for tail in tails)


def check(game: Game, sentence: str, dealer: Dealer) -> str:
    """End phase 2, answer by chance until the attack is over, and compare; gives the claim."""
    if sentence.startswith("As things stand"):
        return "open"
    head, tail = sentence.rstrip(".").rsplit(": ", 1)
    seat = next(seat for seat, name in enumerate(NAMES) if name in head)
    total = int(head.split()[0])
    game.take_events()
    events: list[EventNumbers] = []
    game.apply(game.decision.options[-1])
    while True:
        events += game.take_events()
        ends = [at for at, e in enumerate(events) if e[0] == log.PHASE and e[4] > phase.ATTACK]
        if game.over or ends:
            break
        play_on(game, dealer, 1)
    battle = events[: ends[0]] if ends else events
    assert not any(kind in REVEALS for kind, *_ in battle)
    totals = [e[5] for e in battle if e[0] == log.TOTAL and e[4] == seat and e[1] == 601]
    assert totals == [total], sentence
    fallen = sum(e[0] == log.DESTROY and e[2] == seat for e in battle)
    number = int(found[0]) if (found := re.findall(r"\d+", tail)) else 1
    if tail == "nobody falls":
        assert fallen == 0
    elif tail.startswith("at least"):
        assert fallen >= number
    elif tail != "nobody has to fall":
        assert fallen == number
    return tail


@pytest.mark.parametrize("charm", [True, False])
def test_the_rulebooks_example_of_an_attack(charm: bool) -> None:
    """Example H; a Death Charm that may or may not be cast leaves the total open."""
    position = (
        Position(4)
        .ready(0, "Strong Deathdealer@C1:3/2", WARRIOR, *["Death Charm@S*"] * charm)
        .ready(1, GOBLIN, "Strong Ghostly Spirit@C2:3/3", "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Questing Wizard@C2:3/6", GOBLIN)
        .ready(3, "Questing Wizard@C3:4/8**", "Devotee of the Holy Query@C2:2/4")
        .active(0, GOBLIN, "Basic Quiddity@Q1")
    )
    found = said(position.start("ready"))
    if charm:
        assert found[0] == "As things stand: 5 attack; Bruno can hold 3."
        assert len(found) == 3
        return
    assert found == (
        "5 attack; Bruno can hold 3: at least one falls.",
        "5 attack; Carla can hold 5: nobody has to fall.",
        "5 attack; Dora can hold 8: nobody has to fall.",
    )
