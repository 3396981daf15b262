"""Environments for learning: PettingZoo, Gymnasium, OpenSpiel and a vectorised runner.

One encoding serves all of them; `docs/environments.md` describes it. Nothing is imported here: each
adapter needs packages of its own, and `quarriors[rl]` brings those of the first two.
"""
