"""Standing orders over real games: they answer what they say, and never anything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.game import Game
from quarriors.table.messages import Orders
from quarriors.table.next_action import next_action
from quarriors.table.orders import makes_no_difference, standing_answer
from quarriors.testing import Position

from .helpers import Bench, setup_of

WIZARD = "Questing Wizard"
DEVOTEE = "Devotee of the Holy Query"


def _defence() -> Game:
    """Seat 1 must choose who takes the damage."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*", "Ghostly Spirit@C1:2/2")
        .ready(1, f"{WIZARD}@C2:3/6", f"{DEVOTEE}@C2:2/4")
        .start("attack")
    )
    game = play.game
    for _ in range(10):
        if game.decision.kind == "defend":
            return game
        game.apply(game.decision.options[-1])
    raise AssertionError("nobody had to defend")


def _named(game: Game, code: int | None) -> str:
    found = [option.card for option in game.decision.options if option.code == code]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("which", "card"), [("weakest", DEVOTEE), ("strongest", WIZARD), ("cheapest", DEVOTEE)]
)
def test_who_defends(which: str, card: str) -> None:
    game = _defence()
    seat = game.decision.seat
    orders = Orders(which)  # type: ignore[arg-type]
    assert _named(game, standing_answer(game, seat, orders, True)) == card
    assert standing_answer(game, seat, Orders(), True) is None
    assert standing_answer(game, 1 - seat, orders, True) is None


def test_orders_for_the_time_away() -> None:
    game = _defence()
    seat = game.decision.seat
    orders = Orders("weakest", away=True)
    assert standing_answer(game, seat, orders, True) is None
    assert standing_answer(game, seat, orders, False) is not None


@settings(max_examples=25)
@given(
    st.integers(0, 10_000),
    st.integers(2, 4),
    st.sampled_from([("base",), ("all",), ("base", "quartifacts")]),
    st.sampled_from(["ask", "weakest", "strongest", "cheapest"]),
    st.sampled_from(["ask", "never"]),
    st.booleans(),
)
def test_orders_in_whole_games(
    seed: int, players: int, sets: tuple[str, ...], defend: str, reactions: str, alone: bool
) -> None:
    """Whatever is answered is legal, covered by an order, and the game goes on to be the same."""
    bench = Bench(setup_of(players, sets=sets), seed).seated()
    table = bench.table
    orders = Orders(defend, reactions, alone)  # type: ignore[arg-type]
    for seat in range(players):
        bench.write(table.order(seat, orders))
    dealer = Dealer(seed, "orders")
    for _ in range(120):
        if table.stage != "playing":
            break
        game = table.game
        decision = game.decision
        action = next_action(table, bench.now, lambda _: True)
        if action.kind == "none":
            asked = decision.kind == "defend" and defend != "ask"
            reacts = decision.kind == "react" and reactions == "never"
            assert not asked
            assert not (reacts and game.active != decision.seat)
            bench.random_answer(dealer)
            continue
        assert (action.kind, action.by, action.seat) == ("answer", "order", decision.seat)
        chosen = next(option for option in decision.options if option.code == action.code)
        if decision.kind == "defend" and defend != "ask":
            assert chosen.verb == "pass" or _extreme(game, chosen.code, defend)
        elif decision.kind == "react" and reactions == "never" and game.active != decision.seat:
            assert chosen.verb == "pass"
        else:
            assert alone
            assert chosen.verb == "pass"
            assert makes_no_difference(game, decision.seat)
        bench.write(table.serve(action.seat, table.state, action.code, action.by))
    assert list(bench.again().game.answers) == list(table.game.answers)


def _extreme(game: Game, code: int, which: str) -> bool:
    s = queries.state(game)
    values: dict[int, int] = {}
    for option in game.decision.options:
        die = option.die
        assert die is not None
        cost = s.setup.cards[s.setup.slot[die]].cost
        values[option.code] = cost if which == "cheapest" else int(queries.defense(s, die))
    wanted = max(values.values()) if which == "strongest" else min(values.values())
    return values[code] == wanted


def test_passing_where_nothing_makes_a_difference() -> None:
    """The engine hardly asks such a thing (15.1), so in random games none is found."""
    found = {True: 0, False: 0}
    for seed in range(6):
        bench = Bench(setup_of(2, edition="original", sets=("all",)), seed).seated()
        dealer = Dealer(seed, "idle")
        for _ in range(80):
            if bench.table.stage != "playing":
                break
            game = bench.table.game
            decision = game.decision
            before = list(game.answers)
            if decision.options[-1].verb == "pass":
                idle = makes_no_difference(game, decision.seat)
                found[idle] += 1
                verbs = {option.verb for option in decision.options}
                if idle:
                    assert not verbs & {"capture", "summon", "cast", "cull", "react"}
                assert list(game.answers) == before  # it was tried on a branch
            bench.random_answer(dealer)
    assert found[False] > 100
    assert found[True] == 0


def test_a_portal_that_would_buy_nothing_makes_no_difference() -> None:
    """A chain that is over (15.8): the Portal counts as 1, and there is nothing for 1 or less."""
    poor = Position(2, edition="original").left("Assistant", 0).left("Basic Quiddity", 0)
    play = poor.active(0, "Portal@W1").start("immediate")
    assert play.options == ["spend-as-quiddity Portal [W1] for 1 quiddity", "pass"]
    assert makes_no_difference(play.game, 0)
    rich = Position(2, edition="original").active(0, "Portal@W1").start("immediate")
    assert not makes_no_difference(rich.game, 0)  # an Assistant costs 1


def test_trying_things_out_knows_nothing_of_the_real_dice() -> None:
    bench = Bench(setup_of(2), 3).seated()
    dealer = Dealer(3, "luck")
    for _ in range(60):
        if bench.table.stage != "playing":
            break
        game = bench.table.game
        seat = game.decision.seat
        orders = Orders("weakest", "never", True)
        real = standing_answer(game, seat, orders, True)
        other = game.clone()
        queries.set_generator(queries.state(other), 123456789123)
        assert standing_answer(other, seat, orders, True) == real
        bench.random_answer(dealer)
