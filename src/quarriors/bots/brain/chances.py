"""How likely each seat is to win, judged at the start of a turn; what a search ends with.

`judge` weighs a position in Glory, anywhere in a turn, so that options of one turn can be compared.
This is the other question: given what everybody has, who wins? It is a logistic model, fitted to
who won 24,000 games of `greedy` against itself (some captures left to chance), on tables of the
base set and of all sets, looked at once a turn; `tools/fit_chances.py` does it again, and
`docs/principles.md` says what was learned. Only public facts are looked at.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.judge import Mind, lives
from quarriors.bots.brain.worth import Scale
from quarriors.engine.looks import is_creature, is_spell
from quarriors.engine.numbers import defense, glory
from quarriors.engine.state import State
from quarriors.engine.words import DYING, PLACES, QUEST, READY

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
SHORT: Final = 0.06  # so much of a game is left at least
DICE_A_TURN: Final = 6.0
SMALL_DRAW: Final = 3.5  # dice a turn where draws are small (13.4)


def chances(s: State, mind: Mind) -> None:
    """The log-odds of every seat into `mind.values`; only their differences mean anything."""
    players = s.table.players
    values = mind.values
    seat: i64
    if s.over:
        most = max(s.glory)
        for seat in range(players):
            values[seat] = CERTAIN if s.glory[seat] == most else 0.0
        return
    _collections(s, mind)
    top: i64 = 0
    for seat in range(players):
        if s.glory[seat] > top:
            top = s.glory[seat]
    gone = float(top) / float(s.table.goal)
    if gone > 1.0 - SHORT:
        gone = 1.0 - SHORT
    left = 1.0 - gone
    drawn = SMALL_DRAW if s.table.small_draw else DICE_A_TURN
    for seat in range(players):
        count = float(mind.dice[seat]) if mind.dice[seat] else 1.0
        usual = drawn if drawn < count else count
        share = usual / count
        mind.draws[seat] *= share
        mind.threat[seat] *= share
        mind.walls[seat] *= share
        mind.rates[seat] *= share
    for seat in range(players):
        strongest = 0.0
        for other in range(players):
            if other != seat and mind.threat[other] > strongest:
                strongest = mind.threat[other]
        lost = 0.75 * strongest / (0.8 * mind.walls[seat] + 1.0)
        stands = 1.0 - 0.85 * (lost if lost < 1.0 else 1.0)
        later = mind.draws[seat] + DIE * float(mind.dice[seat])
        later += stands * (STANDS + SCORES * mind.rates[seat])
        now = (SCORED + SCORED_LATE * gone) * float(s.glory[seat])
        values[seat] = now + left * later + _in_play(s, seat, gone, mind)


def _collections(s: State, mind: Mind) -> None:
    """Sums over everybody's dice, wherever they are."""
    table = s.table
    scale: Scale = mind.scale
    owners = s.owner
    bases = table.base
    slots = table.slot
    large: i64 = table.large_slot
    seat: i64
    die: i64
    for seat in range(table.players):
        count: i64 = 0
        pulls = 0.0
        attacks = 0.0
        walls = 0.0
        rates = 0.0
        for die in range(len(owners)):
            if owners[die] == seat and slots[die] != large:
                card = bases[die] >> 3
                count += 1
                pulls += scale.pull[card]
                attacks += scale.attack[card]
                walls += scale.defense[card]
                rates += scale.glory[card]
        mind.dice[seat] = count
        mind.draws[seat] = pulls
        mind.threat[seat] = attacks
        mind.walls[seat] = walls
        mind.rates[seat] = rates


def _in_play(s: State, seat: i64, gone: float, mind: Mind) -> float:
    """What lies ready: creatures that may live to score, spells, quartifacts, questers."""
    found = 0.0
    hopes: i64 = 0
    walls: i64 = 0
    table = s.table
    for die in s.zones[seat * PLACES + READY - 1]:
        if s.flags[die] & DYING:
            continue
        if is_creature(s, die):
            hopes += glory(s, die)
            walls += defense(s, die)
        elif is_spell(s, die):
            found += SPELL + SPELL_COST * float(table.cost[table.slot[die]])
        elif table.quartifact[table.base[die] + s.face[die]]:
            found += QUARTIFACT
    if walls > 0:
        part = lives(s, seat, float(walls), mind.threat, mind.weights)
        found += float(hopes) * (HOPE + part * (HOPE_LIVES + HOPE_LATE * gone))
        found += WALL * float(walls)
    if table.quests and s.quest[seat] >= 0:
        levels: i64 = 0
        for die in s.zones[seat * PLACES + QUEST - 1]:
            if not s.flags[die] & DYING:
                levels += table.level[table.base[die] + s.face[die]]
        card = table.cards[s.quest[seat]]
        if levels >= card.level:
            found += QUESTING * float(card.glory)
    return found
