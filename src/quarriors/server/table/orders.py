"""Standing orders: what the server answers for a seat, so that a game need not wait for it.

Orders speak only about defending, about reactions in others' turns, and about choices that make no
difference; nothing else of a player's own turn is played by them. Trying things out is done on a
branch with luck of its own, so an order tells nothing about the real dice.
"""

from __future__ import annotations

from quarriors.engine import numbers
from quarriors.engine import words as w
from quarriors.engine.game import Option
from quarriors.engine.option import verb_of
from quarriors.engine.state import State
from quarriors.game import Game
from quarriors.server.protocol.messages import Orders

NO_ORDERS = Orders()  # always ask
MOST_TRIES = 24  # positions to try before a player is asked after all
_PILES = (w.BAG, w.SPENT, w.USED)  # places in which dice alike are as good as one another
PASS_VERB = w.VERB_NAMES[w.PASS]
# What may come to nothing: only quiddity that nothing can be bought for. All other deeds leave a
# die somewhere else, and trying them would be a waste of time.
_IDLE = (w.PASS, w.DO_SPEND, w.USE_AS_QUIDDITY, w.DO_RETIRE)


def standing_answer(game: Game, seat: int, orders: Orders, here: bool) -> int | None:
    """The code of the answer that a seat's orders give now; None to ask the player."""
    if game.over or (orders.away and here):
        return None
    decision = game.decision
    if decision.seat != seat:
        return None
    options = decision.options
    passing = options[-1].code if options[-1].verb == PASS_VERB else None
    if decision.kind == "defend" and orders.defend != "ask":
        return passing if passing is not None else _defender(game, options, orders.defend)
    if passing is None:
        return None
    if decision.kind == "react" and orders.reactions == "never" and game.active != seat:
        return passing
    if orders.pass_alone and makes_no_difference(game, seat):
        return passing
    return None


def _defender(game: Game, options: tuple[Option, ...], which: str) -> int:
    """Which creature is offered: by its defense as it is now, or by what its card costs."""
    s = game._state

    def rank(option: Option) -> tuple[int, int, int]:
        die = option.die
        assert die is not None, "a defender is a die"
        cost = s.table.cards[s.table.slot[die]].cost
        defense = int(numbers.defense(s, die))
        attack = int(numbers.attack(s, die, -1))
        if which == "cheapest":
            return (cost, defense, attack)
        if which == "strongest":
            return (-defense, cost, attack)
        return (defense, cost, attack)

    return min(options, key=rank).code  # the first of equals, which is the same everywhere


# --- choices that make no difference -------------------------------------------------------------


def makes_no_difference(game: Game, seat: int) -> bool:
    """Whether everything that a seat could do until others act or the turn ends comes to the same.

    All ways on are tried, up to a limit; where the limit is met, the player is asked.
    """
    if any(verb_of(code) not in _IDLE for code in game._state.options):
        return False
    turn = game.turn
    waiting = [game.branch(0)]
    outcome: object = None
    tries = 0
    while waiting:
        trial = waiting.pop()
        if trial.over or trial.turn != turn or trial.decision.seat != seat:
            found = _looks(trial._state)
            if outcome is None:
                outcome = found
            elif found != outcome:
                return False
            continue
        codes = trial._state.options
        tries += len(codes)
        if tries > MOST_TRIES:
            return False
        for code in codes:  # passing comes last in the list and so is tried first
            following = trial.clone()
            following.apply(code)
            waiting.append(following)
    return True


def _looks(s: State) -> tuple[object, ...]:
    """All that matters of a position; in piles it does not matter which of two dice alike it is."""
    slot = s.table.slot
    zones: list[object] = []
    for index, zone in enumerate(s.zones):
        if index % w.PLACES + 1 in _PILES:
            zones.append(sorted(slot[die] for die in zone))
        else:
            zones.append(sorted((d, s.face[d], s.flags[d], s.carrier[d], s.copy[d]) for d in zone))
    return (
        zones,
        (s.rng, s.active, s.turn, s.phase, s.over, s.pool, s.captures, s.discount, s.scored),
        (s.hit, s.light, s.dark, s.marks, s.wild, s.glory, s.totals, s.summoned, s.quest),
        (s.rows, s.stack, s.queue),
    )
