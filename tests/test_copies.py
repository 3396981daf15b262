"""Copies of a game: `clone`, `branch`, `pickle`, `copy`, and a trip to another process.

Plain `pickle` is enough, on the interpreted and on the compiled engine: workers of a simulation
and servers send games about, and none of them should need a special pickler. A copy is a game of
its own at the same decision, with the same luck to come; only a branch has luck of its own.
"""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

import quarriors as q
from quarriors.bots import ask, make_bot
from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.ids import limit, place, whose
from quarriors.engine.program import Condition, Filter, Number
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS
from quarriors.game import Game
from quarriors.testing import Position, check_state

T = TypeVar("T")
Copier = Callable[[Game], Game]


def pickled(thing: T, protocol: int = pickle.DEFAULT_PROTOCOL) -> T:
    """There and back."""
    found: T = pickle.loads(pickle.dumps(thing, protocol))
    return found


COPIERS: dict[str, Copier] = {
    "clone": lambda game: game.clone(),  # type: ignore[dict-item, return-value]
    "pickle 2": lambda game: pickled(game, 2),
    "pickle 5": lambda game: pickled(game, 5),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
copiers = pytest.mark.parametrize("copier", COPIERS.values(), ids=list(COPIERS))


def midgame(
    edition: str = "qultimate", seed: int = 3, played: int = 90, sets: Sequence[str] = ("base",)
) -> Game:
    """A four-player game some way on, its answers kept."""
    game = q.new_game(q.Rules(4, edition, sets), seed=seed)
    play_on(game, played)
    assert not game.over
    return game


def play_on(game: Game, most: int = 10_000) -> list[str]:
    """Answer at random; the texts of the answers."""
    dealer = Dealer(len(game.answers), "answers")
    given = []
    while not game.over and len(given) < most:
        chosen = dealer.below(len(game.decision.options))
        given.append(game.decision.texts[chosen])
        game.apply(game.decision.options[chosen])
    return given


def wire(game: Game) -> str:
    """The position as text."""
    return json.dumps(queries.wire(game))


@copiers
@pytest.mark.parametrize("sets", [["base"], ["all"]])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_copy_is_the_same_game(copier: Copier, edition: str, sets: list[str]) -> None:
    """Position, decision, history, rules, cards, and the rest of the game answer for answer."""
    game = midgame(edition, sets=sets)
    made = copier(game)
    assert type(made) is type(game)
    assert wire(made) == wire(game)
    assert made.decision.texts == game.decision.texts
    assert made.decision.options == game.decision.options
    assert made.decision.seat == game.decision.seat
    assert list(made.answers) == list(game.answers)
    assert made.rules == game.rules
    assert made.origin == game.origin
    assert made.setup.catalog.hash == default_catalog().hash
    assert play_on(made) == play_on(game)
    assert wire(made) == wire(game)
    assert made.result == game.result


@copiers
def test_a_copy_is_a_game_of_its_own(copier: Copier) -> None:
    """Playing the copy leaves the game alone, and the other way round; at every field."""
    game = midgame()
    before = wire(game)
    answers = list(game.answers)
    made = copier(game)
    play_on(made)
    assert made.over
    assert wire(game) == before
    assert list(game.answers) == answers
    other = copier(game)
    play_on(game)
    assert wire(other) == before
    assert list(other.answers) == answers
    check_state(queries.state(other))


@copiers
def test_a_copy_of_a_copy_is_as_good(copier: Copier) -> None:
    """Ten copies deep with an answer given in each."""
    game = midgame()
    made = game
    for _ in range(10):
        made = copier(made)
        play_on(made, 1)
    ends = play_on(game, 10)
    assert len(ends) == 10
    assert wire(made) != wire(midgame())
    assert len(made.answers) == len(game.answers) == len(midgame().answers) + 10


@copiers
def test_a_finished_game_can_be_copied(copier: Copier) -> None:
    """And its result with it."""
    game = midgame()
    play_on(game)
    made = copier(game)
    assert made.over
    assert made.result == game.result
    assert wire(made) == wire(game)
    with pytest.raises(q.IllegalAnswer, match="over"):
        _ = made.decision


@copiers
def test_a_game_in_the_middle_of_an_effect_can_be_copied(copier: Copier) -> None:
    """The hard moments: a spell half done, a window open on top of it, then an ability's choice."""
    position = Position(3, wilds=["Death Spell", "Ghostly Spirit", "Shaping Cantrip"])
    position.ready(0, "Death Spell@S*", "Assistant@C1:1/2").bag(0, "Basic Quiddity")
    position.ready(1, "Ghostly Spirit@C1:2/2", "Assistant@C1:1/2").used(1, "Basic Quiddity")
    position.ready(2, "Assistant@C1:1/2", "Assistant@C1:1/2", "Shaping Cantrip@S")
    play = position.start("ready")
    play.do("cast Death Spell", "destroy Ghostly Spirit")
    assert (play.seat, play.kind) == (2, "react")
    made = copier(play.game)
    assert made.decision.texts == play.options == ["react Shaping Cantrip [S]", "pass"]
    for step in (made, play.game):
        step.apply(step.decision.options[-1])
        assert (step.decision.seat, step.decision.kind) == (1, "effect")
        assert (step.decision.card, step.decision.ability) == ("Ghostly Spirit", 0)
    again = copier(made)
    for step in (made, again, play.game):
        step.apply(step.decision.options[0])
    assert wire(made) == wire(again) == wire(play.game)


@copiers
def test_a_script_goes_with_the_copy(copier: Copier) -> None:
    """Scripted draws and rolls are part of the position."""
    position = Position(2).active(0, "Basic Quiddity@Q1").bag(1, *["Assistant"] * 6)
    play = position.bag(0, "Portal", "Portal").start("ready")
    play.rolls(*["Assistant@R*"] * 6)
    made = copier(play.game)
    while made.active == 0:
        made.apply(made.decision.options[-1])
    assert made.decision.kind == "immediate"
    assert made.decision.texts[0] == "use Assistant [R*]"
    assert queries.scripted_rolls(play.state) == [3] * 6


def test_a_clone_shares_no_list_that_is_changed_in_place() -> None:
    """Whatever either game does to a list, the other does not see it; a whole game long."""
    game = midgame(played=5)
    kept = []
    while not game.over:
        clone = game.clone()
        kept.append((clone, wire(clone)))
        play_on(game, 1)
    assert len(kept) > 50
    for clone, before in kept:
        assert wire(clone) == before


def test_the_log_stays_with_the_game_that_made_it() -> None:
    """A clone goes on telling, from where it starts; it does not tell the past twice."""
    game = q.new_game(q.Rules(2), seed=4, log=True)
    clone = game.clone()
    assert clone.take_events() == []
    told = game.take_events()
    assert told
    for each in (game, clone):
        each.apply(each.decision.options[-1])
    assert game.take_events() == clone.take_events() != []
    quiet = game.branch(1)
    quiet.apply(quiet.decision.options[-1])
    assert quiet.take_events() == []


def test_answers_given_after_a_clone_are_not_mixed_up() -> None:
    """Both go on from a common past; each remembers its own answers only."""
    game = midgame()
    past = list(game.answers)
    clone = game.clone()
    first, last = game.decision.options[0], game.decision.options[-1]
    game.apply(first)
    clone.apply(last)
    third = game.clone()
    third.apply(third.decision.options[-1])
    assert list(game.answers) == [*past, first.code]
    assert list(clone.answers) == [*past, last.code]
    assert list(third.answers)[:-1] == [*past, first.code]


def test_a_branch_has_luck_of_its_own_and_drops_scripts() -> None:
    """For search: nothing about the real dice can be learned from it."""
    play = Position(2).active(0, "Basic Quiddity@Q1").bag(1, *["Assistant"] * 6).start("ready")
    play.draws("Assistant").rolls(*["Assistant@R*"] * 6)
    game = play.game
    before = wire(game)
    branch = game.branch(11)
    state = queries.state(branch)
    assert queries.scripted_draws(state) == queries.scripted_rolls(state) == []
    assert queries.generator(state) != queries.generator(queries.state(game))
    assert branch.decision.texts == game.decision.texts
    assert wire(game.branch(11)) == wire(branch)
    assert wire(game.branch(12)) != wire(branch)
    branch.playout()
    assert wire(game) == before


def test_a_branch_with_the_seed_of_the_game_is_no_look_at_its_dice() -> None:
    """Seeds of branches and seeds of games are streams of their own: 7 here is not 7 there."""
    position = Position(2, seed=7).active(0, "Basic Quiddity@Q1").bag(1, *["Assistant"] * 8)
    game = position.start("ready").game
    hands = []
    for each in (game, game.branch(7)):
        while each.active == 0:
            each.apply(each.decision.options[-1])
        state = queries.state(each)
        hand = queries.dice_list(state, 1, place.ACTIVE)
        hands.append([(die, queries.face_of(state, die)) for die in hand])
    assert len(hands[0]) == len(hands[1]) == 6
    assert hands[0] != hands[1]


def test_two_branches_of_a_game_see_other_dice() -> None:
    """Thirty branches of one position: the next hands are not all alike."""
    game = q.new_game(q.Rules(2), seed=5)
    hands = set()
    for seed in range(30):
        branch = game.branch(seed)
        while branch.turn == game.turn:
            branch.apply(branch.decision.options[-1])
        state = queries.state(branch)
        hands.add(tuple(queries.face_of(state, die) for die in range(len(state.setup.slot))))
    assert len(hands) > 10


# --- the small things a bot sends about --------------------------------------------------------


@pytest.mark.parametrize("protocol", [2, 5])
def test_rules_options_results_and_states_can_be_pickled(protocol: int) -> None:
    """Equal when they come back, and of use."""
    game = midgame()
    rules = q.Rules(3, "original-it", variants=["expert_culling"], round_limit=9, goal=7)
    assert pickled(rules, protocol) == rules
    options = pickled(game.decision.options, protocol)
    assert options == game.decision.options
    assert [str(option) for option in options] == [str(o) for o in game.decision.options]
    assert hash(options[0]) == hash(game.decision.options[0])
    game.clone().apply(options[-1])
    state: State = pickled(queries.state(game), protocol)
    assert queries.wire_of(state) == queries.wire(game)
    play_on(game)
    result = pickled(game.result, protocol)
    assert result == game.result
    assert repr(result) == repr(game.result)


@pytest.mark.parametrize("deep", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_rules_options_results_and_states_can_be_copied(deep: Callable[[T], T]) -> None:
    """The standard library's way, too."""
    game = midgame()
    assert deep(game.rules) == game.rules
    option = game.decision.options[0]
    assert deep(option) == option
    assert str(deep(option)) == str(option)
    state = deep(queries.state(game))
    assert queries.wire_of(state) == queries.wire(game)
    play_on(game)
    assert queries.wire_of(state) != queries.wire(game)
    assert deep(game.result) == game.result


def test_a_pickled_game_carries_the_position_and_not_the_whole_catalogue() -> None:
    """A thousand games in a queue: the cards are the same at both ends and are not sent along."""
    game = midgame()
    size = len(pickle.dumps(game))
    assert size < 20_000
    assert pickled(game).setup.catalog is default_catalog()


def test_a_state_written_as_json_comes_back() -> None:
    """What records and servers keep."""
    game = midgame()
    text = json.dumps(queries.wire(game))
    state = queries.from_wire(game.setup, json.loads(text))
    again = Game(state, game.origin, list(game.answers), len(game.answers), False)
    assert again.decision.texts == game.decision.texts
    assert play_on(again) == play_on(game)


FINISH = """
import pickle, sys
from quarriors.engine import queries
game = pickle.load(sys.stdin.buffer)
while not game.over:
    game.apply(game.decision.options[0])
told = (queries.wire(game), list(game.answers), game.result)
pickle.dump(told, sys.stdout.buffer)
"""


def test_a_game_can_be_sent_to_a_fresh_process_and_played_there() -> None:
    """Nothing but plain pickle in between; the other process starts from nothing."""
    game = midgame()
    run = subprocess.run(
        [sys.executable, "-c", FINISH],
        input=pickle.dumps(game),
        capture_output=True,
        timeout=120,
        check=True,
    )
    while not game.over:
        game.apply(game.decision.options[0])
    told = (queries.wire(game), list(game.answers), game.result)
    assert pickle.loads(run.stdout) == told


def test_a_game_with_made_up_cards_can_be_pickled() -> None:
    """A catalogue that is not the package's own goes along."""
    catalog = Catalog(default_catalog().cards[:40])
    play = Position(catalog=catalog).active(0, "Portal@W1").bag(0, "Assistant").start("immediate")
    made = pickled(play.game)
    assert made.setup.catalog is not default_catalog()
    assert made.setup.catalog.hash == catalog.hash
    assert made.decision.texts == play.options
    assert play_on(made) == play_on(play.game)


@pytest.mark.parametrize("name", ["random", "greedy", "planner:nodes=5", "mcts:iterations=30"])
def test_a_copied_bot_goes_on_like_the_first(name: str) -> None:
    """Environments hold bots, and are pickled and copied with them."""
    game = q.new_game(q.Rules(players=2), seed=3)
    bots = [make_bot(name, seat, seed=5) for seat in range(2)]
    for _ in range(6):
        game.apply(ask(bots[game.decision.seat], game))
    first = bots[game.decision.seat]
    for other in (pickled(first), copy.deepcopy(first)):
        assert other is not first
        tried = game.clone()
        wanted = ask(copy.deepcopy(first), game)
        assert ask(other, tried) == wanted


def test_a_bound_that_is_not_set_is_copied_and_hashed_as_ever() -> None:
    """Records name the hash of the catalogue, in which no bound is a large number."""
    free = Filter(whose.ME, 2, 0)
    bound = Filter(whose.ME, 2, 0, max_level=2, max_cost=0)
    number = Number(1, 2, 3, bound, least=0)
    condition = Condition(Number(0, 1, 3, free), 4, limit.NO_UPPER)
    assert free.facts()[4:7] == (99, 99, 99)
    assert bound.facts()[4:7] == (2, 99, 0)
    assert number.facts()[-2:] == (999, 0)
    assert condition.facts()[0][-2:] == (999, -999)  # type: ignore[index]
    assert condition.facts()[1:3] == (4, 999)
    for which in (free, bound):
        assert pickled(which).facts() == which.facts()
        assert pickled(which).max_defense == limit.NO_UPPER
    assert pickled(number).most == pickled(condition).most == limit.NO_UPPER
