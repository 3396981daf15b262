"""`python -m quarriors`: the command line."""

from __future__ import annotations

from quarriors.cli.main import run

if __name__ == "__main__":
    run()
