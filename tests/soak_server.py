"""Hours of trouble for the server: kills, two processes on one database, databases that fail.

`python -m tests.soak_server` plays rounds for ten minutes. A round is one trial of each kind with
more games, more strikes and other seeds than `make test` has (`tests/server/proof`): servers are
killed at random moments on SQLite and, two at a time, on PostgreSQL, databases get full, read-only
or vanish while games are played, and clients flood, stall, lie and disappear beside them. In each
trial every answer that was acknowledged must be
there, every seat must find its state and its prompt, and every game must end and verify.

A trial that fails is reported with its seed and the folder in which its database and the logs of
its servers are kept; `--seed S --rounds 1 --only KIND` runs it again, with the same players and
strikes, though a machine never does the same thing twice.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.postgres import own_server, programs
from tests.server.proof import hostile, troubles
from tests.server.proof.servers import Process
from tests.server.proof.trials import Strike, Trial, ending, killing, ready, starting, stopping

MINUTES = 10.0
TABLES = 24
GOAL = 8
KILLS = 6
PATIENCE = 900.0  # seconds for one trial
LINES = 2_000  # of the log, however many attacks there are


@dataclass
class Tally:
    """What the whole run did."""

    trials: int = 0
    games: int = 0
    acknowledged: int = 0
    strikes: int = 0
    lost: int = 0  # connections
    failures: list[str] = field(default_factory=list)

    def add(self, trial: Trial, strikes: int) -> None:
        self.trials += 1
        self.games += len(trial.tables)
        self.acknowledged += trial.tally.acknowledged
        self.strikes += strikes
        self.lost += trial.tally.lost


def points(seed: int, count: int, first: int, last: int) -> list[int]:
    """After how many acknowledged answers strikes come."""
    return sorted(random.Random(f"points/{seed}").sample(range(first, last), count))


def finish(trial: Trial, strikes: Sequence[tuple[int, Strike]], tally: Tally) -> None:
    """Play, strike, check."""
    asyncio.run(trial.play(strikes, PATIENCE))
    for server in trial.servers:
        if isinstance(server, Process) and not server.alive:
            server.start()
    asyncio.run(trial.check())
    tally.add(trial, len(strikes))


# --- the kinds of trials --------------------------------------------------------------------------


def crashes(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """One server on a file, killed again and again."""
    server = Process(str(folder / "tables.sqlite"), folder, workers=2)
    with stopping(server):
        server.start()
        trial = Trial([server], seed)
        trial.set_up(tables, GOAL)
        strikes = [(at, killing(server)) for at in points(seed, KILLS, 20, 40 * tables)]
        finish(trial, strikes, tally)
        assert server.errors() == []
        assert server.left_behind() == []
        assert server.stop() == 0


def processes(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """Two servers on one PostgreSQL; one or the other is killed, and comes back later."""
    with own_server() as postgres, postgres.database() as url:
        both = [Process(url, folder, name, workers=2) for name in ("left", "right")]
        with stopping(*both):
            for server in both:
                server.launch()
            for server in both:
                asyncio.run(ready(server))
            trial = Trial(both, seed)
            trial.set_up(tables, GOAL)
            strikes: list[tuple[int, Strike]] = []
            chance = random.Random(f"sides/{seed}")
            dead: Process | None = None
            for at in points(seed, 2 * KILLS - 1, 20, 40 * tables):
                if dead is None:
                    dead = chance.choice(both)
                    strikes.append((at, ending(dead)))
                else:
                    strikes.append((at, starting(dead)))
                    dead = None
            finish(trial, strikes, tally)
            for server in both:
                assert server.errors() == []
                assert server.left_behind() == []
                assert server.stop() == 0


def files(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """A file that vanishes or cannot be written, again and again, and kills in between."""
    server = Process(str(folder / "tables.sqlite"), folder)
    with stopping(server):
        server.start()
        trial = Trial([server], seed)
        trial.set_up(tables, GOAL)
        kinds: list[Callable[[], Strike]] = [
            lambda: troubles.moved_away(trial, server),
            lambda: troubles.no_room_in_file(trial, server),
            lambda: killing(server),
        ]
        found = points(seed, KILLS, 20, 40 * tables)
        finish(trial, [(at, kinds[n % 3]()) for n, at in enumerate(found)], tally)
        assert "Traceback" not in server.log()
        assert server.stop() == 0


def disks(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """A file that is full or read-only."""
    log = logging.FileHandler(folder / "server.log")  # the server runs in this process
    logger = logging.getLogger("quarriors.server")
    logger.addHandler(log)
    try:
        _disks(seed, tables, folder, tally)
    finally:
        logger.removeHandler(log)
        log.close()


def _disks(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    with troubles.inside(folder / "tables.sqlite") as place:
        trial = Trial([place], seed)
        trial.set_up(tables, GOAL)
        kinds = (troubles.full, troubles.read_only)
        found = points(seed, KILLS, 20, 40 * tables)
        finish(trial, [(at, kinds[n % 2](trial, place)) for n, at in enumerate(found)], tally)


def databases(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """A PostgreSQL that is full, read-only or stopped."""
    with own_server() as postgres, postgres.database() as url:
        name = url.partition("@/")[2].partition("?")[0]
        server = Process(url, folder)
        with stopping(server):
            server.start()
            trial = Trial([server], seed)
            trial.set_up(tables, GOAL)
            kinds: list[Callable[[], Strike]] = [
                lambda: troubles.stopped(trial, postgres),
                lambda: troubles.disk_full(trial, url),
                lambda: troubles.set_read_only(trial, url, name),
            ]
            found = points(seed, KILLS, 20, 40 * tables)
            finish(trial, [(at, kinds[n % 3]()) for n, at in enumerate(found)], tally)
            assert "Traceback" not in server.log()
            assert server.stop() == 0


def attacks(seed: int, tables: int, folder: Path, tally: Tally) -> None:
    """Hostile clients of every kind beside honest games."""
    server = Process(str(folder / "tables.sqlite"), folder, workers=2)
    with stopping(server):
        server.start()
        trial = Trial([server], seed)
        trial.set_up(tables, GOAL)
        with hostile.beside(server.url, trial.tables[0]) as tolls:
            finish(trial, [], tally)
        for kind, toll in tolls.items():
            assert toll.connections > 0, f"{kind} has not attacked"
        assert server.errors() == []
        assert len(server.lines()) < LINES
        assert server.stop() == 0


KINDS: dict[str, Callable[[int, int, Path, Tally], None]] = {
    "crashes": crashes,
    "processes": processes,
    "files": files,
    "disks": disks,
    "databases": databases,
    "attacks": attacks,
}
NEED_POSTGRES = ("processes", "databases")


# --- the run --------------------------------------------------------------------------------------


def attempt(kind: str, seed: int, tables: int, tally: Tally) -> None:
    """One trial; what fails is kept."""
    folder = Path(tempfile.mkdtemp(prefix=f"quarriors-{kind}-"))
    began = time.perf_counter()
    before = tally.acknowledged
    try:
        KINDS[kind](seed, tables, folder, tally)
    except Exception:
        tally.failures.append(f"{kind}, seed {seed}, kept in {folder}:\n{traceback.format_exc()}")
        print(f"{kind:<10} seed {seed}: FAILED, kept in {folder}", flush=True)
        return
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder)
    took = time.perf_counter() - began
    answers = tally.acknowledged - before
    print(f"{kind:<10} seed {seed}: {tables} games, {answers} answers, {took:.0f} s", flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help=f"for how long (default {MINUTES:g})"
    )
    parser.add_argument("--rounds", type=int, help="this many rounds, however long they take")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"at once (default {TABLES})")
    parser.add_argument("--seed", type=int, default=1, help="of the first round (default 1)")
    parser.add_argument("--only", choices=KINDS, help="one kind of trial")
    found = parser.parse_args()
    if found.tables < 6:
        parser.error("--tables is a whole number from 6 on, such as --tables 24")
    if not found.minutes > 0 or (found.rounds is not None and found.rounds < 1):
        parser.error("--minutes and --rounds are more than 0, such as --minutes 30")
    return found


def main() -> int:
    """Run; 0 if all is well, 1 if a trial failed, 130 on Ctrl-C."""
    found = arguments()
    kinds = [found.only] if found.only else list(KINDS)
    if programs() is None:
        skipped = [kind for kind in kinds if kind in NEED_POSTGRES]
        kinds = [kind for kind in kinds if kind not in skipped]
        print(f"There is no PostgreSQL to be had, so these are left out: {', '.join(skipped)}.")
    tally = Tally()
    began = time.monotonic()
    stopped = False
    done = 0
    try:
        while (
            (done < found.rounds) if found.rounds else time.monotonic() - began < 60 * found.minutes
        ):
            for kind in kinds:
                attempt(kind, found.seed + done, found.tables, tally)
            done += 1
    except KeyboardInterrupt:
        stopped = True
    print(
        f"{done} rounds, {tally.trials} trials, {tally.games} games, {tally.acknowledged} answers "
        f"acknowledged, {tally.strikes} strikes, {tally.lost} times out of reach, "
        f"{len(tally.failures)} failures"
    )
    for failure in tally.failures[:5]:
        print(f"\nFAILED: {failure}")
    if stopped:
        return 130
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
