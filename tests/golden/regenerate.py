"""Write the golden files anew: `python -m tests.golden.regenerate`.

Run it after a deliberate change of behaviour, read the diff of the texts, and commit it with the
change. It names the files that changed and never asks. The texts are samples for readers; the proof
that games are played as before is in `fingerprints`.
"""

from __future__ import annotations

from pathlib import Path

from tests.golden.transcript import Golden, play_text

FOLDER = Path(__file__).parent
LIMIT = 20_000  # bytes of a text: one that nobody reads protects nothing

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


def main() -> None:
    """Write all files; say which are not as they were."""
    made = {f"{golden.name}.txt": play_text(golden) for golden in TEXTS}
    for name, text in made.items():
        path = FOLDER / name
        before = path.read_text("utf-8") if path.exists() else None
        path.write_text(text, "utf-8")
        what = "new" if before is None else "as it was" if before == text else "CHANGED"
        print(f"{name}: {what}, {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main()
