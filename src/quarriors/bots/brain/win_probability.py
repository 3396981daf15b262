"""How likely each seat is to win, estimated at the start of a turn; what a search ends with.

`evaluation` weighs a position in Glory, anywhere in a turn, so that options of one turn can be
compared. This is the other question: given what everybody has, who wins? It is a logistic model,
fitted to who won 24,000 games of `greedy` against itself (some captures left to chance), on tables
of the base set and of all sets, looked at once a turn; `tools/fit_win_probability.py` does it
again, and `docs/bot-strength.md` says what was learned. Only public facts are looked at.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import card_of
from quarriors.bots.brain.evaluation import (
    SHORT,
    Workspace,
    is_party_strong_enough,
    survival,
    usual_draw,
)
from quarriors.engine import queries
from quarriors.engine.ids import flag, place
from quarriors.engine.queries import State

CERTAIN: Final = 20.0  # log-odds of a game that is over
# Log-odds of one more of each:
SCORED: Final = 0.099  # Glory, at the start of a game
SCORED_LATE: Final = 0.173  # and so much more at its end
HOPE: Final = -0.082  # Glory of a creature in play
HOPE_LIVES: Final = 0.193  # for the part of it that is likely to live
HOPE_LATE: Final = 0.189
WALL: Final = 0.027  # defense of a creature in play
SPELL: Final = 0.023  # a readied spell
SPELL_COST: Final = 0.051  # and for each quiddity of its cost
DIE: Final = -0.08  # a die in a collection, while there is time to draw it
SCORES: Final = 0.284  # Glory a turn that creatures bring who live
STANDS: Final = 0.489  # the part of one's creatures that live, on average
QUESTING: Final = 0.1  # Glory of a quest that is as good as done
QUARTIFACT: Final = 0.2


def win_log_odds(s: State, work: Workspace) -> None:
    """The log-odds of every seat into `work.values`; only their differences mean anything."""
    setup = s.setup
    players = setup.players
    values = work.values
    highest = queries.highest_glory(s)
    if queries.is_over(s):
        for seat in range(players):
            values[seat] = CERTAIN if queries.glory_of(s, seat) == highest else 0.0
        return
    drawn = usual_draw(setup)
    for seat in range(players):
        _sum_collection(s, seat, work, drawn)
    gone = float(highest) / float(setup.goal)
    if gone > 1.0 - SHORT:
        gone = 1.0 - SHORT
    left = 1.0 - gone
    for seat in range(players):
        later = work.draws[seat] + DIE * float(work.dice[seat])
        later += _part_that_stands(seat, work, players) * (STANDS + SCORES * work.rates[seat])
        now = (SCORED + SCORED_LATE * gone) * float(queries.glory_of(s, seat))
        values[seat] = now + left * later + _in_play(s, seat, gone, work)


def _sum_collection(s: State, seat: i64, work: Workspace, drawn: float) -> None:
    """What a turn's draw of a seat's dice brings, wherever they are now."""
    setup = s.setup
    values = work.die_values
    count: i64 = 0
    pulls = 0.0
    attacks = 0.0
    walls = 0.0
    rates = 0.0
    for die in queries.collection(s, seat):
        card = card_of(setup, die)
        count += 1
        pulls += values.pull[card]
        attacks += values.attack[card]
        walls += values.defense[card]
        rates += values.glory[card]
    many = float(count) if count > 0 else 1.0
    usual = drawn if drawn < many else many
    share = usual / many
    work.dice[seat] = count
    work.draws[seat] = pulls * share
    work.threat[seat] = attacks * share
    work.walls[seat] = walls * share
    work.rates[seat] = rates * share


def _part_that_stands(seat: i64, work: Workspace, players: i64) -> float:
    """How much of a seat's creatures live, on average over the turns to come."""
    strongest = 0.0
    for other in range(players):
        if other != seat and work.threat[other] > strongest:
            strongest = work.threat[other]
    lost = 0.75 * strongest / (0.8 * work.walls[seat] + 1.0)
    return 1.0 - 0.85 * (lost if lost < 1.0 else 1.0)


def _in_play(s: State, seat: i64, gone: float, work: Workspace) -> float:
    """What lies ready: creatures that may live to score, spells, quartifacts, questers."""
    setup = s.setup
    found = 0.0
    hopes: i64 = 0
    walls: i64 = 0
    for die in queries.dice_in(s, seat, place.READY):
        if queries.flags_of(s, die) & flag.DYING:
            continue
        if queries.is_creature(s, die):
            hopes += queries.glory(s, die)
            walls += queries.defense(s, die)
        elif queries.is_spell(s, die):
            found += SPELL + SPELL_COST * float(setup.cost[setup.slot[die]])
        elif setup.quartifact[queries.side_up(s, die)]:
            found += QUARTIFACT
    for die in queries.dice_in(s, seat, place.ATTACHED):
        if setup.quartifact[queries.side_up(s, die)]:
            found += QUARTIFACT
    if walls > 0:
        part = survival(s, seat, float(walls), work.threat, work.weights)
        found += float(hopes) * (HOPE + part * (HOPE_LIVES + HOPE_LATE * gone))
        found += WALL * float(walls)
    slot = queries.quest_of(s, seat)
    if slot >= 0 and is_party_strong_enough(s, seat, slot):
        found += QUESTING * float(setup.cards[slot].glory)
    return found
