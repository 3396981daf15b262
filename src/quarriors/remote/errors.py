"""What can go wrong between here and a server, as sentences in every language."""

from __future__ import annotations

from quarriors.engine.errors import QuarriorsError
from quarriors.record.errors import Sayable
from quarriors.text import Texts


class RemoteError(Sayable, QuarriorsError):
    """Something about a server, a table or a seat that cannot be done; the user can mend it."""

    def say(self, language: str) -> str:
        """The sentence in a language, from the texts of this package."""
        return Texts(language).say("remote", f"refuse.{self.key}", **self.values)


class Told(RemoteError):
    """A refusal that the server itself put into words, in the language it was asked in."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, **values)
        self.code = str(values.get("code", ""))

    def say(self, language: str) -> str:
        """What the server said: it has said it in one language, and we have no other."""
        del language
        return str(self.values["text"])


def told(code: str, text: str) -> Told:
    """A refusal of the server: its code and its sentence."""
    return Told("told", code=code, text=text)
