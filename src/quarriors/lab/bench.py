"""How fast the engine is: decisions a second, copies, memory, and whether long games stay cheap.

Everything runs on one core and is also given as a ratio to a fixed loop of plain Python, timed in
the same run, so that results of two machines, or of a busy and an idle one, can be compared.
Nothing here is asserted anywhere: numbers are for people, and for `benchmarks/run.py --compare`.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from time import process_time
from typing import Any

from quarriors.__about__ import __version__
from quarriors.engine import is_compiled, queries
from quarriors.engine.game import Option
from quarriors.engine.rules import Rules
from quarriors.game import Game, new_game

FORMAT = 1  # of the JSON result
YARDSTICK = 1  # of the loop below: a changed loop is another number, and compares with nothing
SLICES = 5  # every measurement is made so often, turn and turn about, and the best one counts
PLAYERS = 4
MIDGAME = 160  # decisions: about half of a random game of four
LIVE_GAMES = 1000
ROUNDS = (25, 50, 100, 200)

# A table without captures for free, for games that must not end on empty cards.
LONG_TABLE = (
    "Strong Scavenging Goblin", "Ghostly Spirit", "Warrior of the Quay", "Witching Hag",
    "Defender of the Pale", "Mighty Primordial Ooze", "Mighty Quake Dragon",
    "Life Spell", "Death Charm", "Growth Charm",
)  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """One number: what it is, its unit, its ratio to the yardstick, and which way is better.

    The ratio of a rate is a number for each round of the yardstick loop, that of a time a number
    of such rounds; memory has none.
    """

    value: float
    unit: str
    ratio: float | None
    more_is_better: bool


@dataclass(frozen=True)
class Result:
    """A whole benchmark."""

    engine: str
    python: str
    version: str
    seconds: float
    live_games: int  # whose memory was measured
    yardstick: float  # rounds of the loop a second
    measures: dict[str, Measure]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, fit for JSON."""
        return {
            "format": FORMAT,
            "engine": self.engine,
            "python": self.python,
            "version": self.version,
            "seconds": self.seconds,
            "live_games": self.live_games,
            "yardstick": {"version": YARDSTICK, "loops_per_second": self.yardstick},
            "measures": {name: asdict(measure) for name, measure in self.measures.items()},
        }


# --- the yardstick -----------------------------------------------------------------------------


def yardstick(rounds: int) -> int:
    """Version 1, never to be changed: look-ups, small ints and a branch, as an engine has them."""
    cells = list(range(64))
    total = 0
    for number in range(rounds):
        at = (total + number) & 63
        value = (cells[at] * 5 + number) & 1023
        cells[at] = value
        if value & 1:
            total += value
        else:
            total -= at
    return total


# --- what is measured --------------------------------------------------------------------------

# A task does some work and says how many things it did and how long that took.
Task = Callable[[float], tuple[int, float]]


def _timed(step: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Repeat a step until it has taken that long; things done, and the time they took."""
    done = 0
    taken = 0.0
    while taken < seconds or not done:
        start = process_time()
        done += step()
        taken += process_time() - start
    return done, taken


def yardstick_task(seconds: float) -> tuple[int, float]:
    """Rounds of the yardstick loop."""

    def step() -> int:
        yardstick(2_000)
        return 2_000

    return _timed(step, seconds)


def play_driven(game: Game, number: int, most: int = 1 << 30) -> int:
    """Play from Python: ask for the options, choose, apply; how many decisions it took."""
    played = 0
    while played < most and not game.over:
        options = game.decision.options
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        game.apply(options[(number >> 8) % len(options)])
        played += 1
    return played


def _fresh(rules: Rules, play: Callable[[Game, int], int]) -> Task:
    """Play new games to their end; laying the tables is not part of the time."""
    seed = 0

    def task(seconds: float) -> tuple[int, float]:
        nonlocal seed
        done = 0
        taken = 0.0
        while taken < seconds or not done:
            seed += 1
            game = new_game(rules, seed)
            start = process_time()
            done += play(game, seed)
            taken += process_time() - start
        return done, taken

    return task


def driven_task(sets: Sequence[str] = ("base",)) -> Task:
    """Decisions of random games of four, driven from Python."""
    return _fresh(Rules(PLAYERS, sets=sets), play_driven)


def playout_task(sets: Sequence[str] = ("base",)) -> Task:
    """The same inside the engine."""
    return _fresh(Rules(PLAYERS, sets=sets), lambda game, _: game.playout())


def midgames(count: int) -> list[Game]:
    """Different games of four, about half-way."""
    games: list[Game] = []
    seed = 0
    while len(games) < count:
        seed += 1
        game = new_game(Rules(PLAYERS), seed)
        play_driven(game, seed, MIDGAME)
        if not game.over:
            games.append(game)
    return games


def _copying(copy: Callable[[Game], Game]) -> Task:
    games = midgames(8)

    def step() -> int:
        for game in games:
            for _ in range(25):
                copy(game)
        return 25 * len(games)

    return lambda seconds: _timed(step, seconds)


def clone_task() -> Task:
    """Clones of games half-way."""
    return _copying(lambda game: game.clone())


def branch_task() -> Task:
    """Reseeded clones, as search makes them."""
    return _copying(lambda game: game.branch(7))


def new_game_task() -> Task:
    """Tables laid, up to the first decision."""
    rules = Rules(PLAYERS)
    seed = 0

    def step() -> int:
        nonlocal seed
        seed += 1
        new_game(rules, seed)
        return 1

    return lambda seconds: _timed(step, seconds)


def play_long(game: Game, number: int) -> int:
    """Play from Python, but leave the last die on its card, so that only the rounds end a game."""
    played = 0
    while not game.over:
        options = game.decision.options
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        option = options[(number >> 8) % len(options)]
        if option.verb == "capture" and is_last_die(game, option):
            option = options[-1]
        game.apply(option)
        played += 1
    return played


def is_last_die(game: Game, option: Option) -> bool:
    """Whether a capture takes the last die of its card."""
    slot = game.setup.slot[option.die or 0]
    return queries.left_on_card(queries.state(game), slot) < 2


def long_task(rounds: int) -> Task:
    """Decisions of games of a number of rounds; the goal is out of reach."""
    rules = Rules(PLAYERS, round_limit=rounds, goal=10**6)
    seed = 0

    def task(seconds: float) -> tuple[int, float]:
        nonlocal seed
        done = 0
        taken = 0.0
        while taken < seconds or not done:
            seed += 1
            game = new_game(rules, seed, wilds=LONG_TABLE)
            start = process_time()
            done += play_long(game, seed)
            taken += process_time() - start
        return done, taken

    return task


# --- memory ------------------------------------------------------------------------------------


def resident_bytes() -> int:
    """How much memory this process occupies now; its peak where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def probe_memory(count: int) -> None:
    """In a process of its own: print the bytes before and after some games half-way are live."""
    midgames(1)
    before = resident_bytes()
    games = midgames(count)
    print(json.dumps({"before": before, "after": resident_bytes(), "games": len(games)}))


def memory(count: int) -> tuple[int, int]:
    """Bytes of a process with a number of live games, and how many of them the games added."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    code = f"from quarriors.lab.bench import probe_memory; probe_memory({count})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    return int(told["after"]), int(told["after"]) - int(told["before"])


# --- all of it ---------------------------------------------------------------------------------


def run(
    seconds: float = 1.0,
    live_games: int = LIVE_GAMES,
    tell: Callable[[str], object] = str,
) -> Result:
    """Measure everything; each measurement takes about that long, `tell` hears which one begins."""
    rates: dict[str, float] = {}
    base = 0.0
    for group in _tasks():
        for name in group:
            tell(name)
        tasks = {name: make() for name, make in group.items()}
        for task in tasks.values():
            task(0.0)  # the first game pays for what is made once
        for _ in range(SLICES):
            loops, taken = yardstick_task(seconds / SLICES / 4)
            base = max(base, loops / taken)
            for name, task in tasks.items():
                done, taken = task(seconds / SLICES)
                rates[name] = max(rates.get(name, 0.0), done / taken)
    measures = {name: _measure(name, rate, base) for name, rate in rates.items()}
    for name, quick, slow in (
        ("mixed_slower", "driven", "mixed"),
        ("mixed_playout_slower", "playout", "mixed_playout"),
        ("long_growth", f"long_{ROUNDS[0]}", f"long_{ROUNDS[-1]}"),
    ):
        measures[name] = Measure(round(rates[quick] / rates[slow], 3), "times", None, False)
    tell("memory")
    total, added = memory(live_games)
    measures["memory"] = Measure(round(total / 1e6, 2), "MB", None, False)
    measures["memory_of_games"] = Measure(round(added / 1e6, 2), "MB", None, False)
    return Result(
        "compiled" if is_compiled() else "interpreted",
        f"{platform.python_implementation()} {platform.python_version()}",
        __version__,
        seconds,
        live_games,
        round(base, 1),
        measures,
    )


def _tasks() -> list[dict[str, Callable[[], Task]]]:
    """Name and maker of everything that is timed; what is compared is timed turn about."""
    everything = ("all",)
    groups: list[dict[str, Callable[[], Task]]] = [
        {"driven": driven_task, "mixed": partial(driven_task, everything)},
        {"playout": playout_task, "mixed_playout": partial(playout_task, everything)},
        {"clone": clone_task},
        {"branch": branch_task},
        {"new_game": new_game_task},
    ]
    groups.extend({f"long_{rounds}": partial(long_task, rounds)} for rounds in ROUNDS)
    return groups


TIMES = ("clone", "branch", "new_game")  # shown as microseconds each; the others as rates


def _measure(name: str, rate: float, base: float) -> Measure:
    if name in TIMES:
        return Measure(round(1e6 / rate, 3), "us", round(base / rate, 2), False)
    return Measure(round(rate, 1), "decisions/s", round(rate / base, 5), True)


# --- two results -------------------------------------------------------------------------------


class NotComparable(ValueError):
    """Two results that say nothing about each other."""


def compare(now: dict[str, Any], earlier: dict[str, Any]) -> list[tuple[str, float, bool]]:
    """For every measure in both: its name, now / earlier, and whether that is for the better.

    Times and rates are compared by their ratio to the yardstick, which takes the machine out.
    """
    try:
        if earlier["format"] != now["format"]:
            raise NotComparable("The earlier result is of another format; measure it again.")
        if earlier["yardstick"]["version"] != now["yardstick"]["version"]:
            raise NotComparable("The earlier result has another yardstick; measure it again.")
        found = []
        for name, measure in now["measures"].items():
            other = earlier["measures"].get(name)
            if other is None or (
                name.startswith("memory") and earlier["live_games"] != now["live_games"]
            ):
                continue
            key = "value" if measure["ratio"] is None or other["ratio"] is None else "ratio"
            if other[key]:
                change = measure[key] / other[key]
                found.append((name, change, (change >= 1) == measure["more_is_better"]))
        return found
    except (KeyError, TypeError, AttributeError) as error:
        raise NotComparable(
            "The earlier file is no result of this benchmark; use one that "
            "`quarriors bench --json` has written."
        ) from error


def rows(result: dict[str, Any]) -> Sequence[tuple[str, str, str, str]]:
    """Name, value, unit and ratio of every measure, as text."""
    found = []
    for name, measure in result["measures"].items():
        value = measure["value"]
        shown = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.2f}".rstrip("0").rstrip(".")
        ratio = "" if measure["ratio"] is None else f"{measure['ratio']:,.4g}"
        found.append((name, shown, measure["unit"], ratio))
    return found
