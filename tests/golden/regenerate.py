"""Write the golden files anew: `python -m tests.golden.regenerate`.

Run it after a deliberate change of behaviour, read the diff of the texts, and commit it with the
change. It names the files that changed and never asks.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from quarriors.engine.rules import EDITIONS, VARIANTS
from tests.golden.transcript import Golden, fingerprints, play_text

FOLDER = Path(__file__).parent
FINGERPRINTS = "fingerprints.txt"
LIMIT = 150_000  # bytes of a text: one that nobody reads protects nothing
HEADER = (
    "# edition, players, variants, sets (but for base games), seed: decisions, hash of all shown, "
    "hash of all states\n"
    "# written by python -m tests.golden.regenerate\n"
)

# Seeds that `python -m tests.golden.seeds` named: together the games show every kind of decision
# and nearly every kind of event. Games with an expansion favour its cards (2.5); the goals of some
# are lower than the book's, so that they can be read.
TEXTS = (
    Golden("original", 4, "original", 50),
    Golden("original-it", 3, "original-it", 5, ("expert_culling",)),
    Golden("revised", 4, "revised", 47, ("advanced_capture",)),
    Golden("qultimate", 3, "qultimate", 77),
    Golden("demons", 3, "original", 36, (), ("base", "rise_of_the_demons"), "side"),
    Golden("quarmageddon", 3, "revised", 20, (), ("base", "quarmageddon"), "two_scoops"),
    Golden("qladiator", 2, "revised", 21, (), ("base", "quest_of_the_qladiator"), "two_scoops"),
    Golden("quartifacts", 3, "qultimate", 45, ("expert_culling",), ("base", "quartifacts"),
           "two_scoops", 12),
    Golden("light-vs-dark", 2, "qultimate", 111, (), ("light_vs_dark",), "hint", 10),
    Golden("promos", 2, "revised", 14, ("advanced_capture",), ("base", "promos"), "two_scoops"),
    Golden("everything", 4, "qultimate", 116, (), ("all",), "hint", 8),
)  # fmt: skip

_CHOICES = ((), VARIANTS[:1], VARIANTS[1:], VARIANTS)
_TABLES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("base", "rise_of_the_demons"), "two_scoops"),
    (("base", "quarmageddon"), "side"),
    (("base", "quest_of_the_qladiator"), "hint"),
    (("base", "quartifacts"), "side"),
    (("light_vs_dark",), "hint"),
    (("base", "light_vs_dark"), "two_scoops"),
    (("base", "promos"), "side"),
    (("all",), "hint"),
)


def _name(edition: str, players: int, variants: tuple[str, ...], sets: tuple[str, ...]) -> str:
    named = [edition, str(players), "+".join(variants) or "-"]
    return " ".join(named if sets == ("base",) else [*named, "+".join(sets)])


_BASE_GAMES = tuple(
    Golden(_name(edition, players, variants, ("base",)), players, edition, 1000 + number, variants)
    for number, (edition, players, variants) in enumerate(product(EDITIONS, (2, 3, 4), _CHOICES))
)

# Every set with every edition; player counts and variants take turns, and everything mixed is
# played by all numbers of players.
_MIXED_GAMES = tuple(
    Golden(_name(edition, players, variants, sets), players, edition, seed, variants, sets, mix)
    for number, (edition, (sets, mix)) in enumerate(product(EDITIONS, _TABLES))
    for variants in [_CHOICES[(number // 3) % 4]]
    for players in ((2, 3, 4) if sets == ("all",) else (2 + number % 3,))
    for seed in [2000 + 10 * number + players]
)

FINGERPRINTED = _BASE_GAMES + _MIXED_GAMES


def fingerprint_line(golden: Golden) -> str:
    """One game's line in the file of fingerprints."""
    decisions, shown, states = fingerprints(golden)
    return f"{golden.name} {golden.seed}: {decisions} {shown} {states}"


def main() -> None:
    """Write all files; say which are not as they were."""
    made = {f"{golden.name}.txt": play_text(golden) for golden in TEXTS}
    lines = [fingerprint_line(golden) for golden in FINGERPRINTED]
    made[FINGERPRINTS] = HEADER + "\n".join(lines) + "\n"
    for name, text in made.items():
        path = FOLDER / name
        before = path.read_text("utf-8") if path.exists() else None
        path.write_text(text, "utf-8")
        what = "new" if before is None else "as it was" if before == text else "CHANGED"
        print(f"{name}: {what}, {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main()
