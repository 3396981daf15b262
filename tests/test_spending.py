"""15.1 as a property: spending by hand leads nowhere that the options offered do not lead to.

From positions of random games all ways through the rest of a turn are tried twice: as the engine
asks, and with every die that shows quiddity spent by hand wherever a player may act in phases 2 to
4. Both must lead to the same positions at the end of the turn. Which of two dice alike it is, and
in which order dice lie in a place, does not matter; so zones are sorted before every step, and the
same luck then gives the same dice. Where spending is offered, leaving it out must be noticed.
"""

from __future__ import annotations

import json

import pytest

from quarriors import Rules, new_game
from quarriors.engine import arrange, queries
from quarriors.engine.core import advance, answer
from quarriors.engine.dice import spend_for_quiddity
from quarriors.engine.ids import effect, flag, phase, place, verb
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from tests.extent import daily, interpreted

MOST = interpreted(120, 600)  # positions a turn: larger ones are left out
WANTED = interpreted(3, daily(10, 60))  # turns a table
STEP = daily(3, 1)  # one in this many turns of a game is tried
TABLES = [["base"], ["base", "quarmageddon"], ["light_vs_dark"], ["all"]]
PHASES = (phase.READY, phase.ATTACK, phase.CAPTURE)

Ends = set[tuple[object, ...]]


def _sorted(s: State) -> State:
    for seat in range(s.setup.players):
        for where in range(1, place.ZONES + 1):
            arrange.reorder(s, seat, where, sorted(queries.dice_list(s, seat, where)))
    return s


def _looks(s: State) -> tuple[object, ...]:
    """All that matters of a position, with dice named by their cards."""
    effects = sorted(
        (kind, _subject(s, kind, subject), amount, until)
        for kind, subject, amount, until in queries.effects(s)
    )
    parts = (queries.dice_by_place(s, True), queries.turn_numbers(s), queries.under_way(s, True))
    return (queries.generator(s), json.dumps(parts), tuple(effects))


def _subject(s: State, kind: int, subject: int) -> int:
    return s.setup.slot[subject] if effect.ENDS_WITH_DIE & (1 << kind) else subject


def _result(s: State) -> tuple[object, ...]:
    """What matters at the end of the game: why, and who wins (9.2)."""
    ready = [len(queries.dice_list(s, seat, place.READY)) for seat in range(s.setup.players)]
    return (queries.ending_of(s), tuple(queries.glories(s)), tuple(ready))


class TooLarge(Exception):
    """More positions than a test can try."""


def _by_hand(s: State) -> list[State]:
    """The position after each die that could be spent by hand just now."""
    if not queries.is_only_turn(s) or queries.phase_of(s) not in PHASES:
        return []
    found: list[State] = []
    seen: set[int] = set()
    for die in queries.dice_list(s, queries.active(s), place.ACTIVE):
        look = queries.side_up(s, die)
        unrolled = queries.flags_of(s, die) & flag.UNROLLED
        if s.setup.quiddity[look] > 0 and not unrolled and look not in seen:
            seen.add(look)
            tried = queries.clone(s)
            spend_for_quiddity(tried, die)
            advance(tried)
            found.append(tried)
    return found


def _ends(start: State, hand: bool, deaf: bool = False) -> tuple[Ends, bool]:
    """All positions at the end of the turn, and whether anybody was asked to spend by hand.

    With `deaf` no die is spent by hand even if somebody is asked.
    """
    ends: Ends = set()
    seen: Ends = set()
    asked = False
    waiting = [queries.clone(start)]
    while waiting:
        s = _sorted(waiting.pop())
        key = _looks(s)
        if queries.is_over(s):
            ends.add(_result(s))
            continue
        if queries.turn(s) != queries.turn(start):
            ends.add(key)
            continue
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST:
            raise TooLarge
        asked = asked or any(code & 63 == verb.SPEND for code in queries.options(s))
        for code in queries.options(s):
            if deaf and code & 63 == verb.SPEND:
                continue
            tried = queries.clone(s)
            answer(tried, code)
            waiting.append(tried)
        if hand:
            waiting.extend(_by_hand(s))
    return ends, asked


def _positions(sets: list[str], edition: str, seed: int) -> list[State]:
    """Positions in phase 2 of a random game, one a turn, after the immediate effects."""
    game = new_game(Rules(2, edition, sets), seed=seed)
    dealer = Dealer(seed, "spending")
    found: list[State] = []
    turn = 0
    while not game.over and game.turn < 60:
        s = queries.state(game)
        if queries.phase_of(s) in PHASES and queries.is_only_turn(s) and game.turn != turn:
            turn = game.turn
            found.append(queries.clone(s))
        game.apply(game.decision.options[dealer.below(len(game.decision.options))])
    return found


@pytest.mark.rule("15.1")
@pytest.mark.parametrize("edition", ["original", "qultimate"])
@pytest.mark.parametrize(
    "sets", [["base"], ["base", "quarmageddon"], ["light_vs_dark"], ["all"]], ids="+".join
)
def test_spending_by_hand_leads_nowhere_else_than_what_is_offered(
    sets: list[str], edition: str
) -> None:
    compared = 0
    for seed in range(60):
        for start in _positions(sets, edition, seed)[::STEP]:
            try:
                offered, _ = _ends(start, False)
                free, _ = _ends(start, True)
            except TooLarge:
                continue
            assert free == offered
            compared += 1
            if compared == WANTED:
                return
    pytest.fail(f"only {compared} turns could be compared")


@pytest.mark.rule("15.1")
def test_where_it_is_asked_the_property_would_notice_if_it_were_not() -> None:
    """On some turn of Light vs. Dark the ends differ if nobody spends by hand."""
    for seed in range(60):
        for start in _positions(["light_vs_dark"], "qultimate", seed):
            try:
                all_ends, asked = _ends(start, False)
                if asked and _ends(start, False, deaf=True)[0] != all_ends:
                    return
            except TooLarge:
                continue
    pytest.fail("spending by hand never changed anything, though it was asked")
