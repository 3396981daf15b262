"""A finished game explained: the chance of winning turn by turn, costly decisions, luck and skill.

Every decision is looked at again. A plan names the answers that may have been better than the one
that was given; these and the given one are played on by habit with the same luck, again and again,
and what is left is judged by the chance of winning (`chance`). The answer that does best in some
rollouts is compared with the given one in others, so that luck does not name it. A turning point is
a decision whose difference noise does not explain.

What a decision cost is what it changed in everybody's chance. What all decisions together changed
are the choices of a game, where noise cancels out; what else changed between its beginning and its
end is luck.

Most decisions get few rollouts; what seems to cost much is looked at more closely. The same record
and the same `passes` always give the same analysis. `judge` does a part of the
decisions, so that a server can do a game in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from quarriors.bots.brain.die_value import die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.lookahead import STREAM, plan_values
from quarriors.bots.brain.race import STRIDE
from quarriors.bots.brain.rollout import rollout_alike
from quarriors.bots.chance import chances
from quarriors.engine import queries
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from quarriors.game import Game
from quarriors.record.errors import BadRecord
from quarriors.record.replay import Given, replay, walk

PASSES: Final = 24  # rollouts of each answer that is compared
LEAST_PASSES: Final = 8
MOST_PASSES: Final = 1_000
USUAL_DECISIONS: Final = 120  # in a game of two
ROUNDS: Final = 2  # of the table that a rollout goes on for
NODES: Final = 16  # positions that the plan looks at for an answer
SAMPLES: Final = 2  # of luck that it is made with
RIVALS: Final = 2  # answers that are compared with the given one
DEAR: Final = 0.04  # of a win: what seems to cost more is looked at more closely
CERTAIN: Final = 2.0  # standard errors by which the better answer of a turning point is better
POINTS: Final = 3  # turning points of a seat
_LUCK: Final = 77_003


Ends = list[list[float]]  # of rollouts: everybody's chances, then everybody's Glory


@dataclass(frozen=True)
class TurnChances:
    """How likely everybody was to win when a turn was over.

    Attributes:
        turn: Its number, from 1.
        seat: Whose turn it was.
        step: How many answers had been given by then.
        chances: By seat; they sum to 1.
    """

    turn: int
    seat: int
    step: int
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Loss:
    """A decision for which there may have been a better answer.

    Attributes:
        seat: Who decided.
        turn: The number of the turn, from 1.
        step: How many answers had been given before it.
        chosen: The code of the answer.
        better: The code of the better one.
        changes: What the choice changed in every seat's chance of winning.
        glory: How much Glory it brought or cost every seat on average, `ROUNDS` rounds later.
        is_sure: Whether the other answer was better beyond what noise explains.
    """

    seat: int
    turn: int
    step: int
    chosen: int
    better: int
    changes: tuple[float, ...]
    glory: tuple[float, ...]
    is_sure: bool

    @property
    def cost(self) -> float:
        """The chance of winning that it cost."""
        return -self.changes[self.seat]


@dataclass(frozen=True)
class SeatShare:
    """How a seat's chance of winning changed over the game: by dice, and by everybody's choices."""

    seat: int
    luck: float
    choices: float


@dataclass(frozen=True)
class Analysis:
    """A game explained; `quarriors.bots.analysis_words` puts it into words.

    Attributes:
        catalog: The hash of the cards.
        turns: The chances after each turn.
        losses: Every decision with an answer that may have been better, in the order of the game.
        seats: Luck and choices of each seat; together they are the change from the beginning.
        start: The chances before the first turn.
        looked_at: How many decisions were looked at; fewer than there are if it was stopped.
        decisions: How many there are.
    """

    catalog: str
    turns: tuple[TurnChances, ...]
    losses: tuple[Loss, ...]
    seats: tuple[SeatShare, ...]
    start: tuple[float, ...]
    looked_at: int
    decisions: int

    @property
    def turning_points(self) -> tuple[Loss, ...]:
        """The decisions that cost most, three of each seat at most, the dearest first."""
        sure = [loss for loss in self.losses if loss.is_sure]
        ranked = sorted(sure, key=lambda loss: -loss.cost)
        found: list[Loss] = []
        for loss in ranked:
            if sum(one.seat == loss.seat for one in found) < POINTS:
                found.append(loss)
        return tuple(found)


def passes_for(game: Game) -> int:
    """How many rollouts an answer gets in a finished game, so that all take about as long."""
    usual = USUAL_DECISIONS * 2 / max(len(game.answers) * game.setup.players, 1)
    return min(PASSES, max(LEAST_PASSES, round(PASSES * usual)))


def analyse(
    record: Given | Game,
    *,
    passes: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Explain a finished game: a record, its file, or a game that was played.

    Args:
        record: What to explain.
        passes: Rollouts of each answer that is compared; more take longer and tell more. Without
            a number long games get fewer.
        progress: Called with how many decisions were looked at, and how many there are. After a
            `KeyboardInterrupt` the analysis has what was looked at by then.

    Raises:
        RecordError: The record cannot be read, differs from the game, or the game is not over.
    """
    given = record.record(snapshots=False) if isinstance(record, Game) else record
    whole = finished(given)
    decisions = len(whole.answers)
    passes = passes or passes_for(whole)
    losses: list[Loss] = []
    looked_at = 0
    try:
        for loss in judge(given, 0, decisions, passes):
            if loss is not None:
                losses.append(loss)
            looked_at += 1
            if progress is not None:
                progress(looked_at, decisions)
    except KeyboardInterrupt:
        pass
    return summed_up(given, losses, looked_at)


def finished(record: Given) -> Game:
    """The game of a record, at its end; refuses one that is not over."""
    game = replay(record)
    if not game.over:
        raise BadRecord("analyse.not_over", count=len(game.answers))
    return game


def judge(record: Given, first: int, last: int, passes: int = PASSES) -> Iterator[Loss | None]:
    """What each of these decisions cost, None where there was nothing better."""
    work: Workspace | None = None
    for step, game, chosen in decisions_of(record):
        if step >= last:
            return
        if step >= first:
            work = work or Workspace(die_values(game.setup.catalog), game.setup.players)
            yield _loss(game, step, chosen, work, passes)


def decisions_of(record: Given) -> Iterator[tuple[int, Game, int]]:
    """Every decision of a game: how many answers came before it, the position, the answer."""
    before: Game | None = None
    for step in walk(record):
        if before is not None:
            yield step.number - 1, before, step.game.answers[-1]
        before = None if step.game.over else step.game.branch(_LUCK + step.number)


def _loss(game: Game, step: int, chosen: int, work: Workspace, passes: int) -> Loss | None:
    """What one decision cost."""
    s = queries.state(game)
    if queries.option_count(s) < 2:
        return None
    seat = int(queries.decider(s))
    codes = [int(code) for code in queries.options(s)]
    planned = plan_values(s, seat, work, _LUCK + step, SAMPLES, NODES)
    given = planned[codes.index(chosen)]
    better = sorted(
        (at for at, value in enumerate(planned) if value > given), key=lambda at: -planned[at]
    )
    rivals = [codes[at] for at in better[:RIVALS]]
    if not rivals:
        return None
    half = max(passes // 2, 1)
    ways = [chosen, *rivals]
    found = _played_on(s, ways, work, 0, half)
    means = [sum(end[seat] for end in ends) for ends in found]
    best = max(range(1, len(ways)), key=lambda at: means[at])
    if means[best] <= means[0]:
        return None
    given_on, better_on = [], []
    made = half
    for count, dear in ((half, DEAR / 2), (passes, DEAR), (2 * passes, 1.0)):
        pair = _played_on(s, [chosen, ways[best]], work, made, count)
        given_on += pair[0]
        better_on += pair[1]
        made += count
        if _mean_change(given_on, better_on, seat) > -dear:
            break
    changes = [
        _mean_change(given_on, better_on, column) for column in range(2 * game.setup.players)
    ]
    own = [this[seat] - that[seat] for this, that in zip(given_on, better_on, strict=True)]
    squares = sum((one - changes[seat]) ** 2 for one in own)
    return Loss(
        seat,
        game.turn,
        step,
        chosen,
        ways[best],
        tuple(changes[: game.setup.players]),
        tuple(changes[game.setup.players :]),
        dear > DEAR / 2 and changes[seat] < -CERTAIN * sqrt(squares) / len(own),
    )


def _mean_change(given: Ends, better: Ends, column: int) -> float:
    """What the given answer changes against the better one."""
    changes = [this[column] - that[column] for this, that in zip(given, better, strict=True)]
    return sum(changes) / len(changes)


def _played_on(
    s: State, codes: Sequence[int], work: Workspace, first: int, passes: int
) -> list[Ends]:
    """The ends of rollouts of some answers, each with the same luck for all of them."""
    players = s.setup.players
    turns = ROUNDS * players
    until = queries.turn(s) + turns
    found: list[Ends] = [[] for _ in codes]
    for number in range(first, first + passes):
        lucks = [Dealer(_LUCK + STRIDE * number + at, STREAM) for at in range(turns + 1)]
        for code, ends in zip(codes, found, strict=True):
            tried = queries.clone(s)
            queries.take_luck(tried, lucks[turns])
            queries.answer(tried, code)
            rollout_alike(tried, work.die_values, until, until, lucks)
            glory = [float(queries.glory_of(tried, seat)) for seat in range(players)]
            ends.append(chances(tried, work) + glory)
    return found


def summed_up(record: Given, losses: Sequence[Loss], looked_at: int) -> Analysis:
    """The analysis of a game whose decisions were judged."""
    turns: list[TurnChances] = []
    start: list[float] = []
    turn = seat = 0
    work: Workspace | None = None
    for step in walk(record):
        game = step.game
        work = work or Workspace(die_values(game.setup.catalog), game.setup.players)
        if not step.number:
            start = chances(queries.state(game), work)
        elif game.over or game.turn != turn:
            now = _ended(game) if game.over else chances(queries.state(game), work)
            for ended in range(turn, game.turn + game.over):  # some turns ask nobody anything
                whose = (seat + ended - turn) % game.setup.players
                turns.append(TurnChances(ended, whose, step.number, tuple(now)))
        turn, seat = game.turn, game.active
    end = turns[-1].chances if turns else start
    shares = []
    for seat, (before, after) in enumerate(zip(start, end, strict=True)):
        choices = sum(loss.changes[seat] for loss in losses)
        shares.append(SeatShare(seat, after - before - choices, choices))
    return Analysis(
        game.setup.catalog.hash,
        tuple(turns),
        tuple(losses),
        tuple(shares),
        tuple(start),
        looked_at,
        step.number,
    )


def _ended(game: Game) -> list[float]:
    """Who has won, as chances; winners who share a victory share it here."""
    assert game.result is not None, "the game is over"
    winners = game.result.winners
    return [float(seat in winners) / max(len(winners), 1) for seat in range(game.setup.players)]
