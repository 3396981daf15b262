"""Measure the engine and compare with an earlier result.

    python benchmarks/run.py --out now.json
    python benchmarks/run.py --compare now.json

The measuring itself is `quarriors.lab.bench`, which `quarriors bench` runs as well; this script
adds the file and the comparison.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from quarriors.lab.bench import LIVE_GAMES, NotComparable, compare, rows, run

NOISE = 0.05  # a smaller change is not worth a word


def read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise NotComparable(f"The file {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise NotComparable(f"The file {path} is not JSON; name a result.") from error
    if not isinstance(found, dict):
        raise NotComparable(f"The file {path} is no result of this benchmark.")
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--games", type=int, default=LIVE_GAMES, help="live games for the memory")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the result as JSON")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="an earlier result")
    found = parser.parse_args()
    if not found.seconds > 0:
        parser.error("--seconds is more than 0, such as --seconds 1")
    if found.games < 1:
        parser.error("--games is a whole number from 1 on, such as --games 1000")
    return found


def main() -> int:
    found = arguments()
    try:
        earlier = None if found.compare is None else read(found.compare)
        if earlier is not None:
            compare(earlier, earlier)  # refuse a wrong file before measuring, not after
        now = run(found.seconds, found.games, lambda name: print(f"... {name}", file=sys.stderr))
        result = now.to_dict()
        changes = [] if earlier is None else compare(result, earlier)
    except NotComparable as error:
        print(error, file=sys.stderr)
        return 2
    loops = result["yardstick"]["loops_per_second"]
    print(f"engine {result['engine']}, {result['python']}, yardstick {loops:,.0f} loops a second")
    if earlier is not None:
        print(f"compared with engine {earlier['engine']}, {earlier['python']}")
    for name, value, unit, ratio in rows(result):
        line = f"{name:<16}{value:>12} {unit:<12}{ratio:>10}"
        for other, change, better in changes:
            if other == name:
                verdict = "" if abs(change - 1) < NOISE else "better" if better else "worse"
                line += f"   x {change:.2f} {verdict}"
        print(line.rstrip())
    if found.out is not None:
        found.out.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
