"""The measuring of scale runs and adds up; how fast anything is, no test asks.

The tests of a cluster are in `test_ray.py`; what is said without Ray is tested here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("polars")

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "scale.py"


@pytest.mark.long
def test_the_benchmark_measures_every_part() -> None:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), "--json", "--seconds", "0.3", "--turns", "1",
         "--workers", "1,2"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    told = json.loads(ran.stdout)
    assert [row["workers"] for row in told["workers"]] == [1, 2]
    assert told["workers"][0]["ratio"] == 1
    measured = told["parts"]
    assert all(value > 0 for value in measured.values())
    assert measured["stored_bytes"] < measured["sent_bytes"]
    for size, speed in told["estimate"].items():
        most = min(int(size) / measured["game_seconds"], 1 / measured["writer_seconds"])
        assert speed == pytest.approx(most, rel=0.02)


@pytest.mark.parametrize("workers", ["0", "x", "1,,2"])
def test_bad_numbers_of_workers(workers: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), "--workers", workers],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert "--workers" in ran.stderr


def test_without_ray_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "from quarriors.cli.main import main\n"
        "sys.exit(main(['simulate', '-n', '1', '--ray', 'local']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == (
        "This needs the package ray, which isn't installed; install it with: "
        "pip install 'quarriors[cluster]'\n"
    )
