"""What a rival says at a great roll, a kill, a loss and the end: texts of `remarks.toml`.

One line at most for each answer, chosen by the number of answers, so that everybody reads the
same one, in the game and in its replay. A bot without lines of its own says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game
from quarriors.table.messages import Moment, Remark
from quarriors.table.seats import Seated
from quarriors.text import load
from quarriors.view.summary import Rolled, luck_percent

MOMENTS: Final = get_args(Moment)
GREAT: Final = 90  # luckier than so many of a hundred rolls
LEAST_DICE: Final = 4  # fewer dice make no great roll


def rivals(seats: Sequence[Seated]) -> dict[int, str]:
    """The seats whose bots have something to say, with the names of their bots."""
    bots = {seat: one.bot.partition(":")[0] for seat, one in enumerate(seats) if one.kind == "bot"}
    if not bots:
        return bots
    known = load("en", "remarks")
    return {seat: bot for seat, bot in bots.items() if bot in known}


def remark(
    game: Game,
    events: Sequence[EventNumbers],
    talkers: Mapping[int, str],
    language: str,
) -> Remark | None:
    """The line for what one answer led to, if it is worth one."""
    found = _moment(game, events, talkers)
    if found is None:
        return None
    seat, moment = found
    lines = load(language, "remarks")[talkers[seat]][moment]
    return Remark(seat, moment, list(lines.values())[len(game.answers) % len(lines)])


def _moment(
    game: Game, events: Sequence[EventNumbers], talkers: Mapping[int, str]
) -> tuple[int, Moment] | None:
    """Who speaks, and at what: the end before creatures that fell, and those before a roll."""
    result = game.result
    if result is not None:
        winners = [seat for seat in talkers if seat in result.winners]
        return (winners[0], "win") if winners else (min(talkers), "defeat")
    active = game.active
    rolled: dict[int, Rolled] = {}
    for kind, _, seat, die, face, _ in reversed(events):
        if kind == log.TURN:
            active = (seat - 1) % game.setup.players  # whose turn it was before this one
        elif kind == log.DESTROY:
            if seat in talkers:
                return seat, "loss"
            if active in talkers:
                return active, "kill"
        elif kind == log.ROLL and seat in talkers:
            card = game.setup.cards[game.setup.slot[die]]
            rolled.setdefault(seat, Rolled()).add(card, face)
    for seat, dice in rolled.items():
        if dice.dice >= LEAST_DICE and luck_percent(dice) >= GREAT:
            return seat, "roll"
    return None
