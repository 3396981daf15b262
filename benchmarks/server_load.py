"""Play real games over websockets against a server, faster and faster, and measure what it takes.

    python benchmarks/server_load.py                    starts a server of its own
    python benchmarks/server_load.py --server URL       measures one that runs
    python benchmarks/server_load.py --flood all        beside one flood of each kind

Every table is a real game whose players have a websocket each. A player waits for
its time and answers its prompt with one of the options at random, rather a cheap one. A round trip
is from the moment an answer is sent until every seat of the table has its new view. After each step
the rate is raised, until 95 of 100 round trips take more than 50 ms, or no more answers can be had
out of the machine. Answers that nobody ever saw the result of are counted as lost, and at the end
every table is compared with what its players know.

With --flood the rate stays the same: one step without a flood, then one beside each kind that was
asked for, which comes from a second address of this machine (`tests/server/proof/hostile.py`). A
last line for each says how the players fared; the goal is 50 ms without and 100 ms with a flood.

The players come through a trusted proxy, each with an address of its own, so that the limits for
one address do not end the measurement; a server named by --server must be started with
`--trust-proxy` and the address of this machine.

Beside every step `disk_probe.py` writes 8 kB and syncs them twenty times a second where the
server's SQLite file is: the last columns say how long the disk alone took. "stolen" is the share of
processor time that the host of a virtual machine gave to others; a step with more than 3 % of it is
called disturbed: its times say more about the host than about the server. "us/answer" is the
server's processor time for one answer, the number to compare on a machine that is not quiet. Ctrl-C
ends the run and keeps what was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from disk_probe import probing
from load_players import LATE, Heard, Load, Step, Table, connect, nothing, progress

from quarriors.server.app import event_loop
from quarriors.server.store.address import read_address

sys.path.append(str(Path(__file__).resolve().parent.parent))

from tests.server.proof import hostile

SLOW = 0.050  # seconds that 95 of 100 round trips must stay under
SLOW_FLOODED = 0.100  # and beside a flood
FLOODED_FROM = "127.0.0.2"
FLOOD_AHEAD = 1.0  # seconds that a flood has before the measurement begins
RAISE = 1.5  # from one step to the next
SHORT = 0.9  # of the rate that was asked for: less is the end
WARM = 2.0  # seconds before the first measurement
STARTING = 60.0
RECORDS = 20  # finished games whose records are checked
MOST_MESSAGES = 18.0  # a second from one player; the server allows 20


async def astray(load: Load) -> int:
    """Tables that do not stand where their players left them, as a newcomer sees them."""

    async def one(table: Table) -> bool:
        found: asyncio.Future[Heard] = load.loop.create_future()

        def hear(message: Heard) -> None:
            if not found.done():
                found.set_result(message)

        line = await connect(load, table.id, "", hear, nothing)
        told = await asyncio.wait_for(found, LATE)
        line.close()
        return told.state != table.state

    return sum([await one(table) for table in load.tables])


async def unlike(load: Load) -> int:
    """Finished games whose record is wrong or has another number of answers than were given."""
    from quarriors.record.replay import verify

    wrong = 0
    for table, answers in load.finished[:RECORDS]:
        told = await load.http.get(f"/api/tables/{table}/record")
        report = verify(told.json())
        wrong += not report.over or report.decisions != answers
    return wrong


# --- the server -----------------------------------------------------------------------------------


@contextlib.contextmanager
def own_server(folder: Path, database: str, processes: int) -> Iterator[tuple[str, int]]:
    """`quarriors serve` in a process of its own, or several; its address and the parent's id."""
    command = [
        *(sys.executable, "-m", "quarriors.cli.main", "serve", "--port", "0", "--log", "json"),
        *("--database", database, "--trust-proxy", "127.0.0.1", "--processes", str(processes)),
    ]
    log = folder / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, process_group=0
        )
    try:
        until = time.monotonic() + STARTING
        while b'"serving"' not in log.read_bytes():
            if server.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"The server did not start:\n{log.read_text('utf-8')}")
            time.sleep(0.05)
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        yield next(line["url"] for line in lines if line["event"] == "serving"), server.pid
    finally:
        server.terminate()
        server.wait(30)


# --- the run --------------------------------------------------------------------------------------


@dataclass
class Result:
    """A whole run."""

    tables: int
    players: int
    steps: list[Step] = field(default_factory=list)
    astray: int = 0
    unlike: int = 0
    ended: str = ""

    @property
    def lost(self) -> int:
        return sum(step.lost for step in self.steps) + self.astray + self.unlike


async def measure(found: argparse.Namespace, url: str, pid: int | None) -> Result:
    """All steps, until it breaks or is broken off."""
    load = Load(url, found.tables, found.players, found.seed)
    result = Result(found.tables, found.players)
    for one in (signal.SIGINT, signal.SIGTERM):
        load.loop.add_signal_handler(one, load.stopping.set)
    try:
        opening = asyncio.create_task(load.open())
        stop = asyncio.create_task(load.stopping.wait())
        await asyncio.wait([opening, stop], return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            opening.cancel()
            result.ended = "broken off"
            return result
        opening.result()
        await load.run(found.rate, WARM, pid, "warming up")
        result.ended = await (_floods if found.flood else _rates)(load, result, found, url, pid)
        if load.tasks:
            await asyncio.wait(load.tasks, timeout=LATE)
        result.astray = await astray(load)
        result.unlike = await unlike(load)
        for failure in load.failures[:5]:
            print(failure, file=sys.stderr)
        return result
    finally:
        await load.close()


async def _step(
    load: Load, found: argparse.Namespace, rate: float, pid: int | None, told: str
) -> Step:
    """Measure one rate, and the disk meanwhile."""
    with probing(found.disk) as disk:
        step = await load.run(rate, found.seconds, pid, told)
        await load.rest()
    step.disk = disk
    return step


async def _rates(
    load: Load, result: Result, found: argparse.Namespace, _url: str, pid: int | None
) -> str:
    """One step after the other, each faster than the one before; why there is no further one."""
    rate = found.rate
    while True:
        await load.rest()
        step = await _step(load, found, rate, pid, f"{rate:g} answers a second and table")
        result.steps.append(step)
        tell(step, result)
        ended = _end(load, step, result, found)
        if ended:
            return ended
        rate = round(rate * RAISE, 1)


async def _floods(
    load: Load, result: Result, found: argparse.Namespace, url: str, pid: int | None
) -> str:
    """A step without a flood, then one beside each kind."""
    for kind in ["", *(hostile.KINDS if found.flood == "all" else [found.flood])]:
        if load.stopping.is_set():
            return "broken off"
        await load.rest()
        async with flooding(url, kind, load.tables[0].id, found.seconds) as toll:
            step = await _step(load, found, found.rate, pid, kind or "no flood")
        step.flood = kind
        step.toll = toll
        result.steps.append(step)
        tell(step, result)
    return "every flood was met"


@contextlib.asynccontextmanager
async def flooding(
    url: str, kind: str, table: str, seconds: float
) -> AsyncIterator[dict[str, int]]:
    """A flood in a process of its own, and afterwards what it did; none if there is no kind."""
    toll: dict[str, int] = {}
    if not kind:
        yield toll
        return
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, hostile.__file__, url, kind, "--source", FLOODED_FROM),
        *("--seconds", str(seconds + 2 * FLOOD_AHEAD), f"--table={table}"),
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for this script
    )
    try:
        await asyncio.sleep(FLOOD_AHEAD)
        yield toll
        out, _ = await asyncio.wait_for(running.communicate(), seconds + LATE)
        toll.update(json.loads(out.splitlines()[-1])[kind])
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


def _end(load: Load, step: Step, result: Result, found: argparse.Namespace) -> str:
    """Why there is no further step; empty if there is one."""
    if load.stopping.is_set():
        return "broken off"
    if step.at(0.95) > 1000 * SLOW:
        ended = f"more than {1000 * SLOW:.0f} ms at {step.rate:g} answers a second and table"
        return f"{ended}, {disturbance(step)}" if step.disturbed else ended
    if step.achieved(result.tables) < SHORT * step.rate:
        who = "this script" if step.own_cpu > step.server_cpu else "the server"
        return (
            f"no more answers can be had: {who} uses {max(step.own_cpu, step.server_cpu):.2f} cores"
        )
    if found.once:
        return "one step was asked for"
    if step.rate * RAISE / result.players > MOST_MESSAGES:
        return "players may not send more"
    return ""


COLUMNS = (
    ("flood", "flood"), ("rate", "asked"), ("got", "got"), ("answers/s", "all"),
    ("p50 ms", "p50"), ("p95 ms", "p95"),
    ("p99 ms", "p99"), ("MB", "MB"), ("server", "server"), ("script", "script"),
    ("us/answer", "work"), ("stolen", "stolen"), ("MB/s", "net"),
    ("refused", "refused"), ("lost", "lost"),
    ("disk p50", "disk50"), ("disk p95", "disk95"), ("disk p99", "disk99"),
)  # fmt: skip


def tell(step: Step, result: Result) -> None:
    """One line of the table; the first has the names above it."""
    if len(result.steps) == 1:
        progress("")
        print("".join(f"{name:>13}" for name, _ in COLUMNS), file=sys.stderr)
    progress("")
    achieved = step.achieved(result.tables)
    values = (
        step.flood or "-", f"{step.rate:g}", f"{achieved:.2f}", f"{achieved * result.tables:.0f}",
        f"{step.at(0.5):.1f}", f"{step.at(0.95):.1f}", f"{step.at(0.99):.1f}",
        f"{step.memory:.0f}", f"{step.server_cpu:.2f}", f"{step.own_cpu:.2f}",
        f"{step.work:.0f}", f"{step.stolen:.1%}",
        f"{step.bytes / 1e6 / max(step.seconds, 0.01):.1f}", f"{sum(step.refused.values())}",
        f"{step.lost}",
        *(f"{step.disk_at(share):.1f}" if step.disk else "-" for share in (0.5, 0.95, 0.99)),
    )  # fmt: skip
    print("".join(f"{value:>13}" for value in values), file=sys.stderr, flush=True)


def disturbance(step: Step) -> str:
    """That a step says little about the server, and why."""
    return f"disturbed: {step.stolen:.0%} of the processor time stolen"


def tell_floods(result: Result) -> None:
    """How the players fared without and beside each flood."""
    for step in result.steps:
        most = 1000 * (SLOW_FLOODED if step.flood else SLOW)
        verdict = "as wanted" if step.at(0.95) < most else "TOO SLOW"
        if step.disturbed:
            verdict += f", {disturbance(step)}"
        with_ = f"beside {step.flood}" if step.flood else "without a flood"
        done = ", ".join(f"{count} {name}" for name, count in step.toll.items())
        print(
            f"{with_}: p95 {step.at(0.95):.1f} ms (below {most:.0f}: {verdict}), "
            f"{step.lost} lost, {step.dropped} dropped{'; ' if done else ''}{done}",
            file=sys.stderr,
        )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200, help="games at once (default 200)")
    parser.add_argument("--players", type=int, default=2, help="at each table (default 2)")
    parser.add_argument(
        "--rate", type=float, default=5.0, help="answers a second and table at first (default 5)"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="for each step (default 30)")
    parser.add_argument("--server", metavar="URL", help="a server that runs")
    parser.add_argument("--pid", type=int, help="its process, to see its memory")
    parser.add_argument("--database", default="", help="for a server of its own")
    parser.add_argument(
        "--processes", type=int, default=1, help="of a server of its own, on PostgreSQL (default 1)"
    )
    parser.add_argument(
        "--postgres", action="store_true", help="a PostgreSQL of its own, which syncs the disk"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the players' choices (default 1)")
    parser.add_argument("--once", action="store_true", help="one step only")
    parser.add_argument(
        "--flood",
        choices=["all", *hostile.KINDS],
        metavar="KIND",
        help=f"beside a flood: all, or one of {', '.join(hostile.KINDS)}",
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    found = parser.parse_args()
    if found.tables < 1:
        parser.error("--tables is a whole number from 1 on, such as --tables 200")
    if not 2 <= found.players <= 4:
        parser.error("--players is 2, 3 or 4")
    if not found.rate > 0 or not found.seconds > 0:
        parser.error("--rate and --seconds are more than 0, such as --rate 5 --seconds 30")
    return found


def main() -> int:
    found = arguments()
    with (
        tempfile.TemporaryDirectory(prefix="quarriors-load-") as folder,
        contextlib.ExitStack() as stack,
    ):
        url, pid = found.server, found.pid
        found.disk = None
        if url is None:
            place = found.database or str(Path(folder) / "tables.sqlite")
            if found.postgres:
                from tests.server.postgres import own_server as own_postgres  # needs psycopg

                postgres = stack.enter_context(own_postgres(durable=True))
                place = stack.enter_context(postgres.database())
            file = read_address(place).path
            found.disk = Path(folder) if found.postgres else file and file.parent
            url, pid = stack.enter_context(own_server(Path(folder), place, found.processes))
        with event_loop() as runner:
            result = runner.run(measure(found, url.rstrip("/"), pid))
    if found.flood:
        tell_floods(result)
    print(f"ended: {result.ended}; answers lost: {result.lost}", file=sys.stderr)
    if found.json:
        steps = [step.to_dict(result.tables) for step in result.steps]
        facts = {"tables": result.tables, "players": result.players, "lost": result.lost}
        print(json.dumps({**facts, "ended": result.ended, "steps": steps}, indent=1))
    if result.ended == "broken off":
        return 130
    return 1 if result.lost else 0


if __name__ == "__main__":
    sys.exit(main())
