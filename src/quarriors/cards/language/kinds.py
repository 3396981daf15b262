"""Kinds of values in the card language, as the annotations of its words name them.

They are all numbers to the engine; `words` reads the annotations and keeps the kinds apart, so that
a place where a player is expected is a fault and not a strange card.
"""

from __future__ import annotations

Whose = int  # ME, OPPONENT, OPPONENTS, ANYBODY
Place = int  # WILDS, BAG, ...
Energy = int  # LIGHT, DARK
Die = int  # FIRST, SECOND, SUBJECT, SELF
Prompt = int  # what a choice is for: DESTROY, TAKE, ...
Scope = int  # whom a modifier touches: COMPANIONS, ATTACKERS, ...
Event = int  # SUMMONED, SCORED, ...
Window = int  # ON_ATTACK, OWN_TURN, ..., perhaps several joined with |
