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
    "# edition, players, variants, seed: decisions, hash of all shown, hash of all states\n"
    "# written by python -m tests.golden.regenerate\n"
)

# Seeds that `python -m tests.golden.seeds` named: together the four games show every kind of
# decision and nearly every kind of event.
TEXTS = (
    Golden("original", 4, "original", 133),
    Golden("original-it", 3, "original-it", 34, ("expert_culling",)),
    Golden("revised", 4, "revised", 73, ("advanced_capture",)),
    Golden("qultimate", 3, "qultimate", 48),
)

_CHOICES = ((), VARIANTS[:1], VARIANTS[1:], VARIANTS)

FINGERPRINTED = tuple(
    Golden(f"{edition} {players} {'+'.join(variants) or '-'}", players, edition, 1000 + number,
           tuple(variants))
    for number, (edition, players, variants) in enumerate(product(EDITIONS, (2, 3, 4), _CHOICES))
)  # fmt: skip


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
