"""A table builder: set up any position by names and faces, script the dice, play in words.

For authors of cards and bots, and for our own tests:

>>> from quarriors.testing import Position
>>> play = Position(wilds=["Scavenging Goblin"]).active(0, "Scavenging Goblin@C1:2/2*",
...     "Basic Quiddity@Q1").start("ready")
>>> play.do("summon Scavenging Goblin")
>>> play.pool
1

A die is named by its card, with the face up after an `@` where that matters. What is not
placed lies in the Wilds. Every decision of a `Play` is checked before it is answered: the game is
cloned, saved and loaded, every option is tried on a clone, and no die may get lost. A mistake in
the set-up raises an error that says what would be right. `docs/test-a-card.md` lists all words.
"""

from quarriors.testing.checks import check_decision, check_state
from quarriors.testing.play import Play
from quarriors.testing.position import Position

__all__ = ["Play", "Position", "check_decision", "check_state"]
