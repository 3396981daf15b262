"""Answers as one button: summon all creatures, draw with all Portals or use an Assistant, cull.

Nothing else is offered by it than by the options, and a player who wants something else chooses an
option. Summoning is tried on a branch with luck of its own, so a shortcut tells nothing about dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quarriors.engine import queries
from quarriors.engine.game import Option
from quarriors.engine.ids import place

if TYPE_CHECKING:
    from quarriors.game import Game

MOST: Final = 12  # answers of a shortcut
CHEAP: Final = 1  # the price of dice that everybody would rather be without


def shortcut(game: Game) -> tuple[int, ...]:
    """The numbers of options to choose one after the other, from 1; empty without a shortcut."""
    kind = game.decision.kind
    if kind == "cull":
        return _basics(game)
    if kind == "immediate":
        return _all_draws(game) or _only_use(game)
    return _all_summons(game) if kind == "ready" else ()


def _basics(game: Game) -> tuple[int, ...]:
    """The basic die that costs least, as often as dice may be culled and there are such dice."""
    s = queries.state(game)
    found: list[tuple[int, int, int]] = []
    for number, option in enumerate(game.decision.options, 1):
        if option.verb == "cull" and option.die is not None:
            slot = s.setup.slot[option.die]
            card = s.setup.cards[slot]
            if card.kind == "basic" and card.cost <= CHEAP:
                found.append((card.cost, number, slot))
    if not found:
        return ()
    _, number, slot = min(found)
    dice = queries.dice_list(s, game.decision.seat, place.USED)
    alike = sum(s.setup.slot[die] == slot for die in dice)
    return (number,) * max(1, min(int(queries.culls_left(s)), alike, MOST))


def _all_draws(game: Game) -> tuple[int, ...]:
    """Every basic die that does nothing but draw, as long as the bag has dice for all of it."""
    s = queries.state(game)
    seat = game.decision.seat
    pool = [
        (s.setup.slot[die], queries.face_of(s, die))
        for die in queries.dice_list(s, seat, place.ACTIVE)
    ]
    left = len(queries.dice_list(s, seat, place.BAG))
    found: list[int] = []
    for number, option in enumerate(game.decision.options, 1):
        die = option.die
        if option.verb != "draw" or die is None or s.setup.cards[s.setup.slot[die]].kind != "basic":
            continue
        alike = pool.count((s.setup.slot[die], queries.face_of(s, die)))
        many = min(alike, left // option.number)
        left -= many * option.number
        found += [number] * many
    return tuple(found[:MOST])


def _only_use(game: Game) -> tuple[int, ...]:
    """The basic die whose ability can be used, if there is only one kind of them."""
    found = [at for at, one in enumerate(game.decision.options, 1) if one.verb != "pass"]
    if len(found) != 1:
        return ()
    die = game.decision.options[found[0] - 1].die
    setup = queries.state(game).setup
    return tuple(found) if die is not None and setup.cards[setup.slot[die]].kind == "basic" else ()


def _all_summons(game: Game) -> tuple[int, ...]:
    """Every creature that is offered, with those like it, if all of them can be summoned."""
    offered = {_looks(one): at for at, one in enumerate(game.decision.options, 1) if _summons(one)}
    found: list[int] = []
    trial = game.branch(0)
    while len(found) < MOST:
        options = trial.decision.options if _goes_on(trial, game) else ()
        option = next((one for one in options if _summons(one) and _looks(one) in offered), None)
        if option is None:
            break
        found.append(offered[_looks(option)])
        trial.apply(option)
    whole = len(found) > 1 and set(found) == set(offered.values())
    return tuple(found) if whole else ()


def _summons(option: Option) -> bool:
    return option.verb == "summon"


def _looks(option: Option) -> tuple[str, str]:
    return option.card, option.face


def _goes_on(trial: Game, game: Game) -> bool:
    """Whether the same player is still asked the same."""
    if trial.over:
        return False
    return trial.decision.seat == game.decision.seat and trial.decision.kind == "ready"
