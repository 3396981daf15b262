"""Same rules, seed and answers: the same game, byte for byte; and nobody sees the generator.

That interpreted and compiled engines agree is proved by the committed fingerprints and texts of
`test_golden.py`, which the suite checks on both engines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.rng import BITS, MASK, Dealer
from quarriors.engine.rules import EDITIONS
from quarriors.game import Game, begin
from tests.extent import daily
from tests.golden.fingerprints import games

ROOT = Path(__file__).parent.parent
SEED = 918273645546372819  # long enough not to turn up in a text by accident


def wire(game: Game) -> str:
    """The whole position as text."""
    return json.dumps(queries.wire(game))


def play_on(game: Game, dealer: Dealer, most: int = 10_000) -> list[str]:
    """Answer at random; every state on the way, and every event, as text."""
    told = []
    while not game.over and most > 0:
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
        told.append(wire(game) + json.dumps(game.take_events()))
        most -= 1
    return told


in_all_sets = pytest.mark.parametrize("sets", [("base",), ("light_vs_dark",), ("all",)])


@in_all_sets
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_played_twice_is_the_same_game(edition: str, sets: tuple[str, ...]) -> None:
    """States, events, answers and result, over a whole game."""
    runs = []
    for _ in range(2):
        game = q.new_game(q.Rules(3, edition, sets), seed=SEED, log=True)
        told = play_on(game, Dealer(5, "answers"))
        runs.append((told, list(game.answers), game.result))
    assert len(runs[0][0]) > 50
    assert runs[0] == runs[1]


def test_another_seed_or_another_answer_is_another_game() -> None:
    """The comparison above could fail."""
    rules = q.Rules(3)
    one = play_on(q.new_game(rules, seed=SEED, log=True), Dealer(5, "answers"), 30)
    seed = play_on(q.new_game(rules, seed=SEED + 1, log=True), Dealer(5, "answers"), 30)
    answers = play_on(q.new_game(rules, seed=SEED, log=True), Dealer(6, "answers"), 30)
    assert one != seed
    assert one != answers


@in_all_sets
def test_the_log_changes_nothing(sets: tuple[str, ...]) -> None:
    """Events are for people: with and without them the game is the same."""
    states = []
    for log in (False, True):
        game = q.new_game(q.Rules(4, sets=sets), seed=SEED, log=log)
        dealer = Dealer(7, "answers")
        while not game.over:
            options = game.decision.options
            game.apply(options[dealer.below(len(options))])
        states.append((wire(game), list(game.answers)))
        assert bool(game.take_events()) == log
    assert states[0] == states[1]


@in_all_sets
def test_looking_changes_nothing(sets: tuple[str, ...]) -> None:
    """Decisions, texts, views and pictures of a game leave it as it is."""
    game = q.new_game(q.Rules(2, sets=sets), seed=SEED)
    plain = q.new_game(q.Rules(2, sets=sets), seed=SEED)
    dealer = Dealer(8, "answers")
    for _ in range(60):
        before = wire(game)
        assert game.decision.texts == game.decision.texts
        assert str(game)
        assert game.observe(0)
        assert game._repr_svg_()
        assert wire(game) == before == wire(plain)
        chosen = dealer.below(len(game.decision.options))
        game.apply(game.decision.options[chosen])
        plain.apply(plain.decision.options[chosen])


@in_all_sets
def test_the_answers_alone_bring_back_the_game(sets: tuple[str, ...]) -> None:
    """What a record rests on: origin and answers give every state again."""
    rules = q.Rules(4, "original", sets, ["expert_culling"])
    game = q.new_game(rules, seed=SEED, log=True)
    told = play_on(game, Dealer(9, "answers"))
    again = begin(game.origin, log=True)
    told_again = []
    for code in game.answers:
        again.apply(code)
        told_again.append(wire(again) + json.dumps(again.take_events()))
    assert told_again == told
    assert again.result == game.result


@pytest.mark.parametrize(
    "hash_seed", ["4242", *(pytest.param(seed, marks=pytest.mark.long) for seed in ("0", "1"))]
)
def test_a_fresh_process_with_other_hashes_plays_the_same_games(hash_seed: str) -> None:
    """Nothing depends on the order of sets or on what was played before."""
    numbers = (0, 417, 733, 1111, 1500, 1999, 2112)
    script = (
        "from tests.golden.fingerprints import games\n"
        f"for number in {numbers}: print(games()[number].play())\n"
    )
    paths = [str(ROOT), *(path for path in sys.path if path)]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(paths),
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [games()[number].play() for number in numbers]


# --- the generator is nobody's to see ----------------------------------------------------------


def shown(game: Game) -> list[str]:
    """Everything anybody may look at, as texts."""
    found = [str(game), repr(game), game._repr_svg_()]
    found += [json.dumps(game.observe(seat)) for seat in range(game.rules.players)]
    if game.over:
        return [*found, repr(game.result)]
    decision = game.decision
    found += [repr(decision), decision.kind, decision.card, *decision.texts]
    for option in decision.options:
        parts: list[Any] = [option.code, option.verb, option.card, option.face, option.number]
        found += [repr(option), json.dumps([*parts, option.seat, option.place, option.die])]
    return found


@in_all_sets
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_shown_does_not_depend_on_luck_to_come(edition: str, sets: tuple[str, ...]) -> None:
    """Games alike in all but their generator look alike to everybody, at every decision."""
    game = q.new_game(q.Rules(3, edition, sets), seed=SEED)
    dealer = Dealer(10, "answers")
    looked = 0
    while not game.over:
        if looked % daily(21, 7) == 0:
            other = game.branch(looked)
            assert queries.generator(queries.state(other)) != queries.generator(queries.state(game))
            # a default repr tells an address, and no more
            ours = [text for text in shown(game) if " at 0x" not in text]
            theirs = [text for text in shown(other) if " at 0x" not in text]
            assert len(ours) > 5
            assert ours == theirs
        looked += 1
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    assert looked > 50


@in_all_sets
def test_neither_the_generator_nor_the_seed_is_in_any_view(sets: tuple[str, ...]) -> None:
    """Not as one number, not as its two halves, in no base."""
    game = q.new_game(q.Rules(4, sets=sets), seed=SEED)
    dealer = Dealer(11, "answers")
    for _ in range(40):
        rng = int(queries.generator(queries.state(game)))
        secrets = [rng, rng >> BITS, rng & MASK, SEED]
        assert min(secrets) > 9999, "a secret this short would be found by accident"
        hidden = [str(secret) for secret in secrets] + [f"{secret:x}" for secret in secrets]
        for text in shown(game):
            assert not [secret for secret in hidden if secret in text]
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])


@in_all_sets
def test_a_playout_with_a_seed_is_the_same_every_time(sets: tuple[str, ...]) -> None:
    """Inside the engine too; and it does not depend on what luck the game had left."""
    game = q.new_game(q.Rules(4, sets=sets), seed=SEED)
    game.playout(most=40)
    ends = []
    for start in (game.clone(), game.clone(), game.branch(99)):
        played = start.playout(seed=12)
        ends.append((played, wire(start)))
    assert ends[0] == ends[1] == ends[2]
    assert ends[0] != (game.playout(seed=13), wire(game))
