"""Bots in processes of their own: whatever they do, there is an answer, and nobody else waits."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import multiprocessing.process
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from quarriors import Rules, new_game
from quarriors.bots import analysis, make_bot
from quarriors.bots.base import Seat
from quarriors.game import Game
from quarriors.server import thinking
from quarriors.server.fair_queue import Owner
from quarriors.server.protocol.codec import encode
from quarriors.server.settings import Settings
from quarriors.server.workers import BotFailed, Workers
from quarriors.table.table import STRIKES

# Long enough for a bot that answers at once, even where it gets no turn for a while.
SETTINGS = Settings(bot_workers=1, bot_seconds=3.0)

pytestmark = pytest.mark.usefixtures("bad_bots")


def with_workers(use: Callable[[Workers], Awaitable[None]], settings: Settings = SETTINGS) -> None:
    """Run something with workers that are closed afterwards."""

    async def run() -> None:
        workers = Workers(settings)
        try:
            await use(workers)
        finally:
            await workers.close()

    asyncio.run(run())


def a_game(seed: int = 3) -> Game:
    return new_game(Rules(players=2), seed)


def codes(game: Game) -> list[int]:
    return [option.code for option in game.decision.options]


@pytest.mark.usefixtures("spawned_workers")
def test_a_whole_game() -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        bots = ("greedy", "random")
        while not game.over:
            decided = await workers.decide(game, bots[game.decision.seat])
            assert decided.bot == bots[game.decision.seat]
            game.apply(decided.code)
        assert game.result is not None
        assert workers.processes == 1

    with_workers(use)


@pytest.mark.parametrize(
    ("bot", "how"),
    [
        ("raising", "raised"),
        ("nonsense", "illegal"),
        ("killing", "died"),
        ("hanging", "late"),
        ("no_such_bot", "refused"),
    ],
)
def test_a_bot_that_fails_is_answered_for(
    bot: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        decided = await workers.decide(game, bot)
        assert decided.bot == "greedy"
        assert decided.code in codes(game)
        # The process is up again, or another in its place.
        assert (await workers.decide(game, "first")).bot == "first"

    with caplog.at_level(logging.WARNING, "quarriors.server.bots"):
        with_workers(use)
    assert [(r.bot, r.how) for r in caplog.records] == [(bot, how)]  # type: ignore[attr-defined]


def test_when_greedy_fails_too_chance_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(workers: Workers) -> None:
        async def nobody(*_job: object) -> None:
            raise BotFailed("died", "")

        monkeypatch.setattr(workers, "_ask", nobody)
        game = a_game()
        decided = await workers.decide(game, "planner")
        assert decided.bot == "random"
        assert decided.code in codes(game)

    with_workers(use)


def test_when_no_process_can_be_started_there_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kind = multiprocessing.get_context("spawn").Process
    real = kind.start
    failures = 2  # the bot that is asked, and greedy for it

    def start(process: multiprocessing.process.BaseProcess) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            raise OSError(11, "no more processes")
        real(process)

    async def use(workers: Workers) -> None:
        game = a_game()
        first = await workers.decide(game, "planner")
        assert first.bot == "random"
        assert first.code in codes(game)
        assert workers.processes == 0  # the chairs are free again
        second = await workers.decide(game, "planner")
        assert second.bot == "planner"

    monkeypatch.setattr(kind, "start", start)
    with caplog.at_level(logging.WARNING):
        with_workers(use)
    assert [record.how for record in caplog.records if hasattr(record, "how")] == ["start"] * 2


def test_fault_4_hints_never_count_against_a_bot() -> None:
    """Fault 4: three hints that failed had the bot replaced at every table of the server."""

    async def use(workers: Workers) -> None:
        game = a_game()
        for _ in range(2 * STRIKES):
            with pytest.raises(BotFailed):
                await workers.advise(game, "shy", "en", ("Ann", "Bob"))
        decided = await workers.decide(game, "shy")
        assert (decided.bot, decided.why) == ("shy", "")

    with_workers(use)


def test_fault_4_failures_at_one_table_do_not_count_at_another(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        for number in range(1, STRIKES + 3):
            decided = await workers.decide(game, "raising", Owner("a", str(number)))
            assert (decided.bot, decided.why) == ("greedy", "raised")
            assert len(caplog.records) == number  # it was asked each time

    with caplog.at_level(logging.WARNING, "quarriors.server.bots"):
        with_workers(use)


@pytest.mark.parametrize("spec", ["mcts:ms=+3600000", "planner:nodes=99999", "list:path=/x.toml"])
def test_fault_2_a_bot_that_strangers_may_not_ask_for_does_not_even_begin(spec: str) -> None:
    """Fault 2: a table that was made before may still ask for it."""

    async def use(workers: Workers) -> None:
        decided = await workers.decide(a_game(), spec)
        assert (decided.bot, decided.why) == ("greedy", "refused")
        with pytest.raises(BotFailed):
            await workers.advise(a_game(), spec, "en", ("Ann", "Bob"))

    with_workers(use)


def test_slow_bots_wait_for_each_other_and_nobody_else_does() -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        await asyncio.gather(workers.decide(game, "slow"), workers.decide(game, "greedy"))
        slow = [asyncio.create_task(workers.decide(game, "slow")) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert workers.waiting == 2
        for _ in range(5):
            await workers.decide(game, "greedy")
        assert not slow[-1].done()
        assert [(await task).bot for task in slow] == ["slow"] * 3

    with_workers(use, replace(SETTINGS, bot_seconds=5.0))


def test_a_bot_keeps_its_time() -> None:
    """It thinks for as long as it was asked to, and not for so long that it is answered for."""

    async def use(workers: Workers) -> None:
        game = a_game()
        began = time.monotonic()
        assert (await workers.decide(game, "mcts:ms=300")).bot == "mcts:ms=300"
        assert time.monotonic() - began > 0.25

    with_workers(use)


def test_who_asked_may_give_up() -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        await workers.decide(game, "slow")
        tasks = [asyncio.create_task(workers.decide(game, "slow")) for _ in range(3)]
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (await workers.decide(game, "slow")).bot == "slow"
        assert workers.processes == 1

    with_workers(use, replace(SETTINGS, bot_seconds=5.0))


def test_closing_ends_what_is_under_way() -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        await workers.decide(game, "first")
        task = asyncio.create_task(workers.advise(game, "hanging", "en", ("Ann", "Bob")))
        await asyncio.sleep(0.1)
        await workers.close()
        with pytest.raises(BotFailed):
            await task
        # Even then there is an answer, by chance.
        assert (await workers.decide(game, "greedy")).bot == "random"

    with_workers(use, replace(SETTINGS, bot_seconds=30.0, hint_seconds=30.0))


@pytest.mark.parametrize("language", ["en", "it"])
def test_advice(language: str) -> None:
    async def use(workers: Workers) -> None:
        game = a_game()
        lines = await workers.advise(game, "planner", language, ("Ann", "Bob"))
        assert lines
        assert {code for code, _, _ in lines} <= set(codes(game))
        assert all(text for _, _, text in lines)
        with pytest.raises(BotFailed):
            await workers.advise(game, "raising", language, ("Ann", "Bob"))

    with_workers(use)


def test_pieces_of_an_analysis_are_as_long_as_their_time() -> None:
    game = new_game(Rules(players=2, goal=2), 3)
    bots = [make_bot("random", seat, 3) for seat in range(2)]
    while not game.over:
        seat = Seat(game, game.decision.seat)
        game.apply(bots[seat.number].decide(seat, seat.decision))
    made = game.record(snapshots=False)
    decisions = len(game.answers)
    whole = thinking.do(thinking.Piece(encode(made), 0, decisions, 1, math.inf))
    assert whole.until == decisions
    assert whole.losses == analysis.analyse(made, passes=1).losses
    losses: list[analysis.Loss] = []
    for at in range(decisions):  # no time at all: one decision each
        said = thinking.do(thinking.Piece(encode(made), at, decisions, 1, 0.0))
        assert said.until == at + 1
        losses.extend(said.losses)
    assert tuple(losses) == whole.losses


class DeadPipe:
    """A pipe whose other end is gone, in one way or another."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def send_bytes(self, _data: bytes) -> None:
        if self.error is BrokenPipeError:
            raise self.error

    def recv_bytes(self) -> bytes:
        raise self.error


@pytest.mark.parametrize("error", [EOFError, ConnectionResetError, BrokenPipeError])
def test_a_process_ends_quietly_when_its_server_is_gone(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed server leaves nothing in the log but what it said itself."""
    nothing: list[object] = []
    monkeypatch.setattr(thinking.os, "nice", nothing.append)
    monkeypatch.setattr(thinking, "begin_as_child", lambda: nothing.append("child"))
    pipe: Any = DeadPipe(error)
    thinking.serve(pipe)
    assert len(nothing) == 2
