"""What can go wrong between here and a server, as sentences in every language."""

from __future__ import annotations

from quarriors.engine.errors import QuarriorsError


class RemoteError(QuarriorsError):
    """Something about a server, a table or a seat that cannot be done as the user asked."""

    texts = "remote.refuse"


class Told(RemoteError):
    """A refusal by the server: its code, and its sentence in the language it was asked in."""

    def say(self, language: str = "en") -> str:
        """What the server said, which is in one language only."""
        del language
        return str(self.values["text"])


def told(code: str, text: str) -> Told:
    """A refusal by the server, as an error."""
    return Told(code, text=text)
