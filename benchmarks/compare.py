"""Measures two revisions of the engine against each other: `benchmarks/compare.py OLD NEW`.

Both are built side by side (kept in `.cache/compare`) and measured in turns, so that a busy machine
slows both alike; what counts is the ratio. `.` means the working tree.

    python benchmarks/compare.py HEAD~1 .                       everything
    python benchmarks/compare.py v1 . --only playout,clone      some measures
    python benchmarks/compare.py v1 . --interpreted             without compiling
    python benchmarks/compare.py v1 . --callgrind               instructions a decision (valgrind)

Run it with a Python that has what compiles the engine (`.venv-compiled/bin/python`). Every measure
is taken `--rounds` times (7) for each revision, in turns; the table shows the best of each and the
median of the ratios, round by round. Only the public interface is used, so that revisions with
another inner form can be compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "compare"

# Run in a process of its own with one revision on the path. Prints what one unit of work costs.
MEASURE = '''
import gc, json, sys, time
import quarriors as q

KIND, SECONDS, START = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
BASE = q.Rules(players=4)
ALL = q.Rules(players=4, sets=["all"])


def until_done(work):
    """Seconds for one unit of work, in processor time."""
    done, began, seed = 0, time.process_time(), START
    while True:
        done += work(seed)
        seed += 1
        spent = time.process_time() - began
        if spent > SECONDS:
            return spent / done


def playout(rules):
    games = [q.new_game(rules, seed) for seed in range(START, START + 40)]
    at = 0

    def work(seed):
        nonlocal at
        at += 1
        return games[at % len(games)].clone().playout(seed)

    return until_done(work)


def driven(seed):
    game = q.new_game(BASE, seed % 40)
    count, luck = 0, seed
    while not game.over:
        options = game.decision.options
        luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
        game.apply(options[luck % len(options)])
        count += 1
    return count


def midgame():
    game = q.new_game(BASE, START)
    seed = START
    while True:
        game = q.new_game(BASE, seed)
        if game.playout(seed, 160) == 160 and not game.over:
            return game
        seed += 1


def copies(make):
    def work(seed):
        for _ in range(1000):
            make()
        return 1000

    return until_done(work)


def memory():
    def used():
        for line in open("/proc/self/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024

    q.new_game(BASE, 1).playout(1)
    gc.collect()
    before = used()
    live = []
    for seed in range(1000):
        game = q.new_game(BASE, seed)
        for number in range(160):
            if game.over:
                break
            options = game.decision.options
            game.apply(options[(seed + number) % len(options)])
        live.append(game)
    gc.collect()
    return (used() - before) / len(live)


def new_games(rules):
    def work(seed):
        for number in range(100):
            q.new_game(rules, seed * 1000 + number)
        return 100

    return until_done(work)


def simulate(bot):
    """Games into a folder, in this process: played, noted, and written when a part is full."""
    import tempfile
    from quarriors.lab.dataset_writer import SavedSimulation
    from quarriors.lab.simulate import Plan

    plan = Plan(q.Rules(players=2, sets=["all"]), (bot, bot), seed=START)
    def played(games):
        """Some games of a simulation whose parts have a thousand games."""
        with tempfile.TemporaryDirectory() as folder:
            with SavedSimulation(folder, plan, 20_000) as saved:
                for number, _ in enumerate(saved.play(), 1):
                    if number == games:
                        return

    played(2)
    began = time.process_time()
    played(1000)
    return (time.process_time() - began) / 1000


if KIND == "playout":
    found = playout(BASE)
elif KIND == "playout_all_sets":
    found = playout(ALL)
elif KIND == "whole_games":
    found = until_done(lambda seed: q.new_game(BASE, seed).playout(seed))
elif KIND == "whole_games_all_sets":
    found = until_done(lambda seed: q.new_game(ALL, seed).playout(seed))
elif KIND == "new_game":
    found = new_games(BASE)
elif KIND == "new_game_all_sets":
    found = new_games(ALL)
elif KIND == "driven":
    found = until_done(driven)
elif KIND == "clone":
    game = midgame()
    found = copies(game.clone)
elif KIND == "branch":
    game = midgame()
    found = copies(lambda: game.branch(7))
elif KIND == "memory":
    found = memory()
elif KIND == "simulate":
    found = simulate("greedy")
elif KIND == "simulate_random":
    found = simulate("random")
elif KIND == "instructions":
    games = [q.new_game(BASE, seed) for seed in range(START, START + 20)]
    found = sum(game.playout(7) for game in games)
else:
    raise SystemExit(f"no measure {KIND}")
print(json.dumps(found))
'''
MEASURES = {
    "playout": "playout, base: decisions/s",
    "playout_all_sets": "playout, all sets: decisions/s",
    "whole_games": "whole random games, base: decisions/s",
    "whole_games_all_sets": "whole random games, all sets: decisions/s",
    "new_game": "new_game, base: us",
    "new_game_all_sets": "new_game, all sets: us",
    "driven": "driven from Python: decisions/s",
    "clone": "clone: us",
    "branch": "branch: us",
    "memory": "a live game: bytes",
    "simulate": "simulate, greedy, all sets: games/s",
    "simulate_random": "simulate, random, all sets: games/s",
}


class Revision:
    """One side of the comparison: its sources and, if wanted, its compiled engine."""

    def __init__(self, name: str, compiled: bool) -> None:
        self.name = name
        self.folder = self._sources() if name == "." else self._archive()
        self.path = self._built() if compiled else self.folder / "src"

    def _archive(self) -> Path:
        commit = _run("git", "rev-parse", "--verify", f"{self.name}^{{commit}}").strip()
        folder = CACHE / commit[:16]
        if not folder.is_dir():
            draft = CACHE / f"{commit[:16]}.draft"
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(parents=True)
            packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=-1, check=True)
            subprocess.run(["tar", "-x", "-C", draft], input=packed.stdout, check=True)
            draft.rename(folder)
        return folder

    def _sources(self) -> Path:
        whole = hashlib.sha256()
        inside = sorted((ROOT / "src").rglob("*"))
        paths = [path for path in inside if path.suffix in (".py", ".toml")]
        paths.append(ROOT / "hatch_build.py")
        for path in paths:
            whole.update(path.read_bytes())
        folder = CACHE / f"tree-{whole.hexdigest()[:12]}"
        if not folder.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "pages")
            shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
            shutil.copy2(ROOT / "hatch_build.py", folder)
        return folder

    def _built(self) -> Path:
        built = self.folder / "built"
        if not built.is_dir():
            print(f"building {self.name} ...", file=sys.stderr, flush=True)
            draft = self.folder / "built.draft"
            shutil.rmtree(draft, ignore_errors=True)
            shutil.copytree(self.folder / "src", draft)
            program = [sys.executable, "-P", str(self.folder / "hatch_build.py")]
            subprocess.run([*program, "compile", str(draft)], stdout=-3, check=True)
            draft.rename(built)
        return built

    def measure(self, kind: str, seconds: float, start: int) -> float:
        """One number, from a fresh process."""
        command = [sys.executable, "-c", MEASURE, kind, str(seconds), str(start)]
        return float(json.loads(_run(*command, path=self.path)))

    def instructions(self) -> float:
        """Instructions a decision, counted by valgrind; the start of the program is taken off."""
        command = [sys.executable, "-c", MEASURE]
        counted = []
        for kind in ("instructions", "none"):
            program = "import quarriors as q; q.new_game(q.Rules(players=4), 1)"
            call = [*command, kind, "0", "1"] if kind != "none" else [sys.executable, "-c", program]
            valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
            run = subprocess.run(
                [*valgrind, *call],
                env=_environment(self.path),
                capture_output=True,
                text=True,
                check=False,
            )
            found = re.search(r"Collected : (\d+)", run.stderr)
            if found is None:
                raise SystemExit(f"valgrind failed:\n{run.stderr[-2000:]}")
            counted.append((int(found[1]), run.stdout.strip()))
        return (counted[0][0] - counted[1][0]) / float(counted[0][1])


def _environment(path: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}


def _run(*command: str, path: Path | None = None) -> str:
    run = subprocess.run(
        command,
        cwd=ROOT if path is None else path,
        env=None if path is None else _environment(path),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"{' '.join(command[:2])} failed:\n{run.stderr.strip()}")
    return run.stdout


def shown(kind: str, value: float) -> str:
    """A cost as the table shows it: a rate, microseconds or bytes."""
    unit = MEASURES[kind].rsplit(": ", 1)[1]
    if unit.endswith("/s"):
        return f"{1 / value:,.0f}"
    return f"{value * 1e6:.2f}" if unit == "us" else f"{value:,.0f}"


def compare(old: Revision, new: Revision, kinds: list[str], rounds: int, seconds: float) -> None:
    """Measure in turns and print the table."""
    print(f"{'':44} {old.name:>14.14} {new.name:>14.14}   ratio of costs, old / new")
    for kind in kinds:
        pairs = []
        for number in range(rounds if kind != "memory" else 3):
            start = 100 * (number + 1)
            order = (old, new) if number % 2 else (new, old)
            found = {side.name: side.measure(kind, seconds, start) for side in order}
            pairs.append((found[old.name], found[new.name]))
        ratios = sorted(before / after for before, after in pairs)
        best = [min(column) for column in zip(*pairs, strict=True)]
        print(
            f"{MEASURES[kind]:44} {shown(kind, best[0]):>14} {shown(kind, best[1]):>14}   "
            f"{statistics.median(ratios):.2f}  ({ratios[0]:.2f} to {ratios[-1]:.2f})",
            flush=True,
        )


def main() -> None:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("old", help="a revision, or . for the working tree")
    parser.add_argument("new", help="a revision, or . for the working tree")
    parser.add_argument("--only", default=",".join(MEASURES), help="measures, by commas")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--interpreted", action="store_true", help="do not compile")
    parser.add_argument("--callgrind", action="store_true", help="count instructions as well")
    given = parser.parse_args()
    kinds = given.only.split(",")
    unknown = [kind for kind in kinds if kind not in MEASURES]
    if unknown:
        parser.error(f"there is no measure {unknown[0]!r}; use some of {', '.join(MEASURES)}")
    old, new = (Revision(name, not given.interpreted) for name in (given.old, given.new))
    compare(old, new, kinds, given.rounds, given.seconds)
    if given.callgrind:
        counts = [side.instructions() for side in (old, new)]
        print(
            f"{'instructions a decision':44} {counts[0]:>14,.0f} {counts[1]:>14,.0f}   "
            f"{counts[0] / counts[1]:.2f}"
        )


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("stopped") from None
