"""Which seeds make golden games that show much: `python -m tests.golden.seeds`.

For the day when a change of behaviour has made the games dull or too long. It plays every
game of `regenerate.TEXTS` with many other seeds and names those that together show the most:
kinds of decisions, events, answers and abilities. Put them into `regenerate.py` by hand.
"""

from __future__ import annotations

from dataclasses import replace

from tests.golden.regenerate import LIMIT, TEXTS
from tests.golden.transcript import Golden, play_text

TRIED = 120


def shows(text: str) -> set[str]:
    """What happens in a game, as short words."""
    found = set()
    for line in text.splitlines():
        words = line.split()
        if line.startswith("? "):
            found.add(f"decision {words[3]}")
        elif line.startswith("  > "):
            found.add(f"answer {words[1]}")
        elif line.startswith("  ") and "): " in line:
            found.add(f"event {words[0]}")
            if words[0] in ("cast", "trigger"):
                found.add(line.split("): ", 1)[1].split(" ", 2)[2])
    return found


def main() -> None:
    """Choose one seed a game, then choose each again while the others stay."""
    known: dict[str, dict[int, set[str]]] = {}
    for golden in TEXTS:
        known[golden.name] = {}
        for seed in range(1, TRIED):
            text = play_text(replace(golden, seed=seed))
            if len(text.encode()) < LIMIT:
                known[golden.name][seed] = shows(text)
    chosen: dict[str, int] = {}
    for _ in range(4):
        for golden in TEXTS:
            chosen[golden.name] = _best(golden, known, chosen)
    whole = set().union(*(known[name][seed] for name, seed in chosen.items()))
    print(chosen)
    print(f"{len(whole)} things: {', '.join(sorted(whole))}")


def _best(golden: Golden, known: dict[str, dict[int, set[str]]], chosen: dict[str, int]) -> int:
    others: set[str] = set()
    for name, seed in chosen.items():
        if name != golden.name:
            others |= known[name][seed]
    seeds = known[golden.name]
    return max(seeds, key=lambda seed: len(seeds[seed] | others))


if __name__ == "__main__":
    main()
