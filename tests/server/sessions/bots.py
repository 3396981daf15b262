"""Bots that misbehave, offered by a package on the path, as bots of other people are.

Workers are processes of their own that inherit the path, so a bot put into this process's registry
would not be known there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

CODE = """
import os
import time


class _Bot:
    def __init__(self, seat, seed):
        pass


class Raising(_Bot):
    def decide(self, seat, decision):
        raise ValueError("I do not like this")


class Hanging(_Bot):
    def decide(self, seat, decision):
        while True:
            time.sleep(0.01)


class Killing(_Bot):
    def decide(self, seat, decision):
        os._exit(3)


class Nonsense(_Bot):
    def decide(self, seat, decision):
        return "what you like"


class Slow(_Bot):
    def decide(self, seat, decision):
        time.sleep(0.6)
        return decision.options[0]


class Shy(_Bot):
    def decide(self, seat, decision):
        return decision.options[0]

    def explain(self, seat, decision):
        raise ValueError("I do not talk about it")


class First(_Bot):
    def decide(self, seat, decision):
        return decision.options[0]
"""

NAMES = ("raising", "hanging", "killing", "nonsense", "slow", "shy", "first")


def offer_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the package on the path, of this process and of those it starts."""
    home = folder / "bad_bots"
    info = home / "bad_bots-1.0.dist-info"
    info.mkdir(parents=True)
    (home / "bad_bots_of_tests.py").write_text(CODE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad_bots\nVersion: 1.0\n")
    lines = [f"{name} = bad_bots_of_tests:{name.capitalize()}" for name in NAMES]
    (info / "entry_points.txt").write_text("\n".join(["[quarriors.bots]", *lines]) + "\n")
    monkeypatch.syspath_prepend(home)
