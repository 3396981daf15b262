"""Whole games against a real server: a terminal, bots, a server that is killed in the middle."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, aclosing
from pathlib import Path

import pytest

from quarriors.cli.main import main
from quarriors.record.fair_seed import new_number
from quarriors.remote import calls
from quarriors.remote.address import Address, read_address
from quarriors.remote.connection import Connection
from quarriors.remote.errors import RemoteError, Told
from quarriors.table.messages import AddNumber, Free, Table

from .helpers import PATIENCE, Process, for_people, port_of, start_server

LINK = re.compile(r"http://\S+/t/[\w-]{16,}")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    server, found = start_server(home)
    with server:
        yield found


def link_in(process: Process, word: str = "Table: ") -> str:
    found = LINK.search(process.line_with(word))
    assert found is not None
    return found.group()


def verified(link: str, folder: Path) -> dict[str, object]:
    """The record of a finished game, after `quarriors verify` has agreed."""
    record = asyncio.run(calls.record(read_address(link), "en"))
    path = folder / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(path)]) == 0
    assert main(["verify", link]) == 0  # by its link, as the end of a game says
    return record


def test_a_whole_game_of_a_script_against_a_bot(address: str, tmp_path: Path) -> None:
    options = ["--new", "--seats", "human,greedy", "--name", "Anna", "--goal", "3"]
    with Process(["join", address, *options], tmp_path) as anna:
        link = link_in(anna)
        anna.type(*["1"] * 2_000)
        assert anna.wait() == 0, anna.said[-20:]
    said = "\n".join(anna.said)
    assert "wins: " in said
    assert "The dice are checked" in said
    assert re.search("Your number [0-9a-f]{32} was used", said)
    record = verified(link, tmp_path)
    seed = re.search(r"the seed (\d+) follows", said)
    assert seed is not None
    assert str(record["seed"]) == seed.group(1)
    assert f"quarriors verify {link}" in said
    assert main(["replay", link, "--to", "2"]) == 0
    assert main(["replay", link, "--game", "2"]) == 2
    commitment = record["commitment"]
    assert f"has the SHA-256 {commitment}, as announced" in said
    # Once more with the same people: the token of the old seat opens the new one.
    (kept,) = (tmp_path / "state").rglob("*.json")
    table = read_address(link)
    again = asyncio.run(calls.rematch(table, json.loads(kept.read_text("utf-8"))["token"], "en"))
    assert again.table != table.table
    assert again.seat == 0
    players = asyncio.run(calls.about(table.at(again.table), "en")).players
    assert [player.name for player in players] == ["Anna", "Greedy"]


async def table_without_a_host(address: Address) -> Address:
    """A table for two where nobody sits: the host has left for others to play."""
    made = await calls.open_table(address, for_people(2), "Host", "en")
    table = address.at(made.table)
    connection = Connection(table, made.token, "en")
    events = connection.events()
    assert isinstance(await anext(events), Table)
    assert await connection.send(Free(0))
    async for event in events:
        if isinstance(event, Table) and event.players[0].kind == "free":
            break
    await events.aclose()
    return table


def test_a_whole_game_of_two_bots(address: str, tmp_path: Path) -> None:
    """Both are of one user, and still they sit at two seats."""
    table = asyncio.run(table_without_a_host(read_address(address)))
    with (
        Process(["bot", table.link, "--bot", "greedy"], tmp_path) as first,
        Process(["bot", table.link, "--bot", "random", "--lang", "it"], tmp_path) as second,
    ):
        assert first.wait() == 0, first.said
        assert second.wait() == 0, second.said
    assert "The game is over:" in first.said[-1]
    assert "La partita è finita:" in second.said[-1]
    seats = {re.search(r"(seat|posto) (\d)", bot.said[0])[2] for bot in (first, second)}  # type: ignore[index]
    assert seats == {"1", "2"}
    facts = asyncio.run(calls.about(table, "en"))
    assert [player.kind for player in facts.players] == ["remote", "remote"]
    verified(table.link, tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes where Linux shows them")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_bot_that_is_stopped_leaves_nothing_behind(
    address: str, tmp_path: Path, stop: signal.Signals
) -> None:
    """No process, not even after `kill -9`; and after Ctrl-C no complaints either."""
    server = read_address(address)
    made = asyncio.run(calls.open_table(server, for_people(2), "Host", "en"))
    table = server.at(made.table)
    with Process(["bot", table.link, "--bot", "mcts:ms=5000"], tmp_path) as bot:
        bot.line_with("The bot mcts:ms=5000 takes seat 2")
        children = wait_for_children(bot.number)
        if stop == signal.SIGINT:
            bot.signal_all(stop)  # at once, while the process that thinks is starting
            assert bot.wait() == 130
            assert not any("Traceback" in line for line in bot.said), "\n".join(bot.said)
        else:
            wait_until(lambda: any(threads(child) > 1 for child in children))
            bot.signal(stop)
            assert bot.wait() == -stop
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def threads(process: int) -> int:
    """How many threads a process has: more than one, and it thinks or could."""
    return len(list(Path(f"/proc/{process}/task").glob("*")))


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)


def wait_for_children(number: int) -> list[int]:
    """The processes a bot has started: the one that thinks, and the one that cleans up."""
    found: list[int] = []

    def both() -> bool:
        tasks = Path(f"/proc/{number}/task").glob("*/children")
        found[:] = [int(child) for task in tasks for child in task.read_text("ascii").split()]
        return len(found) == 2

    wait_until(both)
    return found


def next_question(process: Process) -> tuple[str, list[str]]:
    """The question that is asked, with its choices."""
    first = process.next_line(lambda line: line.startswith("1) "))
    assert first is not None, "\n".join(process.said[-30:])
    asked = process.said[-2]
    start = len(process.said) - 1
    process.line_with("Your choice")
    return asked, process.said[start:-1]


def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    options = ["--new", "--seats", "human,human", "--name", "Anna", "--goal", "8"]
    with ExitStack() as stack:
        server, address = start_server(tmp_path / "server")
        stack.enter_context(server)
        anna = stack.enter_context(Process(["join", address, *options], tmp_path / "anna"))
        link = link_in(anna)
        bot = ["bot", link, "--bot", "random"]
        bruno = stack.enter_context(Process(bot, tmp_path / "bruno"))
        for _ in range(5):
            next_question(anna)
            anna.type("1")
        open_question = next_question(anna)
        server.kill()
        anna.line_with("Connection lost")
        server, again = start_server(tmp_path / "server", port_of(address))
        stack.enter_context(server)
        assert again == address
        anna.line_with("Back at the table.")
        assert next_question(anna) == open_question
        anna.close_input()
        assert anna.wait() == 0
        assert "the same command brings you back" in anna.said[-1]
        # Another process, the same command: the same seat, the same question.
        later = stack.enter_context(Process(["join", link], tmp_path / "anna"))
        later.line_with("Seat 1: Anna (you, host)")
        assert next_question(later) == open_question
        later.type(*["1"] * 2_000)
        assert later.wait() == 0, later.said[-20:]
        assert bruno.wait() == 0, bruno.said
        assert any("Connection lost" in line for line in bruno.said)
        verified(link, tmp_path)


def test_a_terminal_in_italian_takes_back_and_talks(address: str, tmp_path: Path) -> None:
    options = ["--new", "--seats", "human=Anna,random", "--lang", "it", "--goal", "3"]
    with Process(["join", address, *options], tmp_path) as anna:
        anna.line_with("Tavolo: ")
        anna.line_with("La tua scelta")
        anna.type("u")
        refused = anna.line_with("annullare", "annulla", "indietro", "Non")
        assert refused
        anna.line_with("La tua scelta")
        anna.type("/say ciao a tutti")
        anna.line_with("Anna: ciao a tutti")
        anna.type("a greedy")
        anna.line_with("Che cosa farebbe")
        anna.type("q")
        assert anna.wait() == 0
        assert "lo stesso comando" in anna.said[-1]


def test_who_finds_no_seat(address: str, tmp_path: Path) -> None:
    server = read_address(address)
    made = asyncio.run(calls.open_table(server, for_people(2), "Host", "en"))
    table = server.at(made.table)
    with Process(["join", table.link, "--seat", "1"], tmp_path) as late:
        assert late.wait() == 2
        assert len(late.said) == 1
    with pytest.raises(Told):
        asyncio.run(calls.sit_down(table, "Eve", "en", 0))
    with Process(["join", server.at("ponmlkjihgfedcba").link], tmp_path) as lost:
        assert lost.wait() == 2
        assert len(lost.said) == 1
    with Process(["join", server.at("ponmlkjihgfedcba").link, "--watch"], tmp_path) as watcher:
        assert watcher.wait() == 2
        assert len(watcher.said) == 1


def test_open_tables_are_listed(address: str, tmp_path: Path) -> None:
    server = read_address(address)
    made = asyncio.run(calls.open_table(server, for_people(2, open=True), "Lucy", "en"))
    hidden = asyncio.run(calls.open_table(server, for_people(2), "Lucy", "en"))
    with Process(["join", address], tmp_path) as lister:
        assert lister.wait() == 0
    (line,) = [line for line in lister.said if made.table in line]
    assert "Lucy, free" in line
    assert not any(hidden.table in line for line in lister.said)


async def add_number(table: Address, token: str) -> None:
    """What a client does before the game, and no more."""
    connection = Connection(table, token, "en")
    async with asyncio.timeout(PATIENCE), aclosing(connection.events()) as events:
        async for message in events:
            if isinstance(message, Table) and message.me is not None:
                if message.numbers[message.me]:
                    return
                await connection.send(AddNumber(new_number()))


def test_a_position_is_for_those_who_sit_there(address: str) -> None:
    server = read_address(address)
    made = asyncio.run(calls.open_table(server, for_people(2), "Anna", "en"))
    table = server.at(made.table)
    with pytest.raises(Told):
        asyncio.run(calls.position(table, made.token, "en"))  # the game has not begun
    other = asyncio.run(calls.sit_down(table, "Bruno", "en"))
    for token in (made.token, other.token):
        asyncio.run(add_number(table, token))
    found = asyncio.run(calls.position(table, made.token, "en"))
    assert found.seat == 0
    for token in ("", "x" * 32):
        with pytest.raises(RemoteError):
            asyncio.run(calls.position(table, token, "en"))
