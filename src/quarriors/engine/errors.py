"""What can go wrong, as exceptions of the package's own.

Every message is one sentence that says what is wrong and what would be right; the command line
prints it as it is and leaves with code 2. They live in the engine because it is the lowest layer:
everybody above may raise or catch them, and nobody needs a second family.
"""

from __future__ import annotations


class QuarriorsError(Exception):
    """Base class of all errors caused by invalid input."""


class RulesError(QuarriorsError):
    """The rules asked for do not exist or contradict each other."""


class CardError(QuarriorsError):
    """A card, class or set is unknown, or cannot be used the way it was asked for."""


class CatalogError(QuarriorsError):
    """A card's facts, text and behaviour do not fit together; raised when a catalogue is built."""


class IllegalAnswer(QuarriorsError):
    """An answer that is not among the options of the decision; the game is as it was."""


class ScriptError(QuarriorsError):
    """A scripted draw or roll cannot happen in this position."""


class PositionError(QuarriorsError):
    """A position or saved state does not describe a table that can exist."""


class RecordError(QuarriorsError):
    """A record is cut off, edited, of another version, or does not replay."""
