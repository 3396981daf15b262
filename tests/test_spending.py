"""15.1 as a property: spending by hand leads nowhere that the options offered do not lead to.

From positions of random games all ways through the rest of a turn are tried twice: as the engine
asks, and with every die that shows quiddity spent by hand wherever a player may act in phases 2 to
4. Both must lead to the same positions at the end of the turn. Which of two dice alike it is, and
in which order dice lie in a place, does not matter; so zones are sorted before every step, and the
same luck then gives the same dice. Where spending is offered, leaving it out must be noticed.
"""

from __future__ import annotations

import pytest

from quarriors import Rules, new_game
from quarriors.engine import words as w
from quarriors.engine.core import advance, answer
from quarriors.engine.dice import spend_for_quiddity
from quarriors.engine.luck import Dealer
from quarriors.engine.state import State

MOST = 600  # positions a turn: larger ones are left out
WANTED = 6  # turns a table
TABLES = [["base"], ["base", "quarmageddon"], ["light_vs_dark"], ["all"]]
PHASES = (w.PHASE_READY, w.PHASE_ATTACK, w.PHASE_CAPTURE)

Ends = set[tuple[object, ...]]


def _sorted(s: State) -> State:
    for zone in s.zones:
        zone.sort()
    return s


def _looks(s: State) -> tuple[object, ...]:
    """All that matters of a position, with dice named by their cards."""
    slot = s.table.slot
    place: list[object] = []
    for index, zone in enumerate(s.zones):
        if index % w.PLACES + 1 in (w.BAG, w.SPENT, w.USED):
            place.append(tuple(sorted(slot[die] for die in zone)))
        else:
            place.append(
                tuple(
                    sorted((slot[d], s.face[d], s.flags[d], _host(s, d), s.copy[d]) for d in zone)
                )
            )
    rows = [
        (s.rows[at], _subject(s, s.rows[at], s.rows[at + 1]), s.rows[at + 2], s.rows[at + 3])
        for at in range(0, len(s.rows), w.ROW_WIDTH)
    ]
    stack = [
        (s.stack[at], s.stack[at + 1], *s.stack[at + 3 : at + w.FRAME])
        for at in range(0, len(s.stack), w.FRAME)
    ]
    return (
        tuple(place),
        (int(s.rng), int(s.active), int(s.turn), int(s.phase), int(s.over), int(s.pool)),
        (int(s.captures), int(s.discount), int(s.hit), int(s.light), int(s.dark), int(s.marks)),
        (tuple(s.wild), tuple(s.glory), tuple(s.totals), tuple(s.summoned), tuple(s.quest)),
        (tuple(sorted(rows)), tuple(stack), tuple(s.queue)),
    )


def _host(s: State, die: int) -> int:
    return -1 if s.carrier[die] < 0 else s.table.slot[s.carrier[die]]


def _subject(s: State, kind: int, subject: int) -> int:
    return s.table.slot[subject] if w.ON_DIE & (1 << kind) else subject


def _result(s: State) -> tuple[object, ...]:
    """What matters at the end of the game: why, and who wins (9.2)."""
    ready = [len(s.zones[seat * w.PLACES + w.READY - 1]) for seat in range(s.table.players)]
    return (int(s.over), tuple(s.glory), tuple(ready))


class TooLarge(Exception):
    """More positions than a test can try."""


def _by_hand(s: State) -> list[State]:
    """The position after each die that could be spent by hand just now."""
    if len(s.stack) > w.FRAME or s.phase not in PHASES:
        return []
    found: list[State] = []
    seen: set[int] = set()
    for die in s.zones[s.active * w.PLACES + w.ACTIVE - 1]:
        look = s.table.base[die] + s.face[die]
        unrolled = s.flags[die] & w.UNROLLED
        if s.table.quiddity[look] > 0 and not unrolled and look not in seen:
            seen.add(look)
            tried = s.clone()
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
    waiting = [start.clone()]
    while waiting:
        s = _sorted(waiting.pop())
        key = _looks(s)
        if s.over:
            ends.add(_result(s))
            continue
        if s.turn != start.turn:
            ends.add(key)
            continue
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST:
            raise TooLarge
        asked = asked or any(code & 63 == w.DO_SPEND for code in s.options)
        for code in s.options:
            if deaf and code & 63 == w.DO_SPEND:
                continue
            tried = s.clone()
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
        s = game._state
        if s.phase in PHASES and len(s.stack) == w.FRAME and game.turn != turn:
            turn = game.turn
            found.append(s.clone())
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
        for start in _positions(sets, edition, seed):
            try:
                offered, _ = _ends(start, False)
                free, _ = _ends(start, True)
            except TooLarge:
                continue
            assert free == offered
            compared += 1
        if compared >= WANTED:
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
