"""Standing orders: what the server answers for a seat, so that a game need not wait for it.

Orders speak only about defending, about reactions in others' turns, and about choices that make no
difference; nothing else of a player's own turn is played by them. Trying things out is done on a
branch with luck of its own, so an order tells nothing about the real dice.
"""

from __future__ import annotations

from quarriors.engine import queries
from quarriors.engine.game import Option
from quarriors.engine.ids import verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import State
from quarriors.game import Game
from quarriors.table.messages import Orders

NO_ORDERS = Orders()  # always ask
MOST_TRIES = 24  # positions to try before a player is asked after all
PASS_VERB = verb.NAMES[verb.PASS]
# What may come to nothing: only quiddity that nothing can be bought for. All other deeds leave a
# die somewhere else, and trying them would be a waste of time.
_IDLE = (verb.PASS, verb.SPEND, verb.SPEND_AS_QUIDDITY, verb.RETIRE)


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
    s = queries.state(game)

    def rank(option: Option) -> tuple[int, int, int]:
        die = option.die
        assert die is not None, "a defender is a die"
        cost = s.setup.cards[s.setup.slot[die]].cost
        defense = int(queries.defense(s, die))
        attack = int(queries.attack(s, die, -1))
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
    if any(verb_of(code) not in _IDLE for code in queries.options(queries.state(game))):
        return False
    turn = game.turn
    waiting = [game.branch(0)]
    outcome: object = None
    tries = 0
    while waiting:
        trial = waiting.pop()
        if trial.over or trial.turn != turn or trial.decision.seat != seat:
            found = _looks(queries.state(trial))
            if outcome is None:
                outcome = found
            elif found != outcome:
                return False
            continue
        codes = queries.options(queries.state(trial))
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
    return (
        queries.dice_by_place(s, by_card=False),
        queries.generator(s),
        queries.turn_numbers(s),
        queries.effects(s),
        queries.under_way(s, by_card=False),
    )
