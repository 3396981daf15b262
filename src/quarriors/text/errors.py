"""The sentences of errors: `said` puts the values of an error into its text.

A value may be a list of names, or have a sentence of its own, as another error or a `Part` has. An
exception of Python is said in our words where it is a common one: a file that cannot be read, a
server that does not answer, TOML, JSON and messages that are not right. What is left in its own
words are causes that only the author of a bot, a database or a library knows.
"""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Final

from quarriors.text import Texts

if TYPE_CHECKING:
    from quarriors.engine.errors import QuarriorsError


LONGEST: Final = 200  # characters of a cause in its own words

# Errors of the system by their key in [system].
SYSTEM: Final = {
    errno.ENOENT: "absent",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EEXIST: "exists",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.ENAMETOOLONG: "long_name",
    errno.ENOSPC: "full",
    errno.EROFS: "readonly",
    errno.EIO: "disk",
    errno.EMFILE: "many_files",
    errno.ENFILE: "many_files",
    errno.ECONNREFUSED: "refused",
    errno.ECONNRESET: "reset",
    errno.ETIMEDOUT: "timeout",
    errno.EHOSTUNREACH: "unreachable",
    errno.ENETUNREACH: "unreachable",
    errno.EADDRINUSE: "in_use",
    errno.EADDRNOTAVAIL: "no_address",
}
# What `tomllib` says by its key in [toml]; the first that fits counts.
_TOML: Final = (
    ("Unterminated string", "string"),
    ("Illegal character '\\n'", "string"),
    ("Unclosed array", "array"),
    ("Unclosed inline table", "table"),
    ("Expected '=' after a key", "equals"),
    ("Expected newline or end of document", "line"),
    ("Expected ']", "header"),
    ("Cannot declare", "twice"),
    ("Cannot overwrite", "twice"),
    ("Duplicate inline table key", "twice"),
    ("Cannot mutate immutable namespace", "twice"),
    ("Unescaped ", "backslash"),
    ("Invalid hex value", "backslash"),
    ("Illegal character", "character"),
    ("Invalid initial character for a key", "key"),
    ("Invalid statement", "key"),
    ("Invalid value", "value"),
)
_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
# What `msgspec` says by its key in [message].
_MESSAGE: Final = (
    (
        re.compile(r"Expected (?P<wanted>.+?), got (?P<found>[^-]+?)(?: - at `(?P<path>.+)`)?"),
        "got",
    ),
    (re.compile(r"Expected (?P<wanted>.+?)(?: - at `(?P<path>.+)`)?"), "expected"),
    (
        re.compile(r"Object missing required field (?P<wanted>`.+?`)(?: - at `(?P<path>.+)`)?"),
        "missing",
    ),
    (re.compile(r"JSON is malformed: .*|Input data was truncated"), "json"),
)


class Part:
    """A part of a sentence that is a text itself; it is said in the language of the whole."""

    def __init__(self, file: str, key: str, /, **values: object) -> None:
        self.file = file
        self.key = key
        self.values = values

    def say(self, language: str) -> str:
        """The part in a language."""
        return Texts(language).say(self.file, self.key, **spoken(self.values, language))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_part, (self.file, self.key, self.values))


def _part(file: str, key: str, values: dict[str, object]) -> Part:
    """A pickled part again."""
    return Part(file, key, **values)


def spoken(values: dict[str, object], language: str) -> dict[str, object]:
    """Values as a sentence in a language has them."""
    return {name: _spoken(value, language) for name, value in values.items()}


def _spoken(value: object, language: str) -> object:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_spoken(one, language)) for one in value)
    say = getattr(value, "say", None)
    if say is not None:
        return say(language)
    return cause(value, language) if isinstance(value, BaseException) else value


def cause(error: BaseException, language: str) -> str:
    """What an exception of Python says, in a language where that is known."""

    def spelt(key: str, **values: object) -> str:
        return Texts(language).say("errors", key, **values)

    if isinstance(error, OSError):
        if error.errno in SYSTEM:
            return spelt(f"system.{SYSTEM[error.errno]}")
        if isinstance(error, TimeoutError):
            return spelt("system.timeout")
        if error.errno is not None and error.errno < 0:  # of the look-up of a name
            return spelt("system.host")
        return (error.strerror or str(error) or type(error).__name__)[:LONGEST]
    if isinstance(error, UnicodeError):
        return spelt("system.not_text")
    own = str(error)
    place = _TOML_PLACE.search(own)
    if place is not None:
        what = toml_cause(own[: place.start()], language)
        if place[1] is None:
            return what
        return spelt("toml.at", what=what, line=place[1], column=place[2])
    if hasattr(error, "lineno") and hasattr(error, "colno"):  # of JSON
        return spelt("json.at", line=error.lineno, column=error.colno)
    for pattern, key in _MESSAGE:
        found = pattern.fullmatch(own)
        if found is not None:
            values = {name: text or "$" for name, text in found.groupdict().items()}
            return spelt(f"message.{key}", **values)
    return own[:LONGEST] or type(error).__name__


def toml_cause(reason: str, language: str) -> str:
    """What `tomllib` says of a text, in a language."""
    key = next((key for begin, key in _TOML if reason.startswith(begin)), "other")
    return Texts(language).say("errors", f"toml.{key}")


def said(error: QuarriorsError, language: str, key: str = "") -> str:
    """The sentence of an error, by its code or by another key of its texts.

    Other packages may raise our errors with a sentence of their own, which is no key.
    """
    file, _, table = error.texts.partition(".")
    place = f"{table}.{key or error.code}" if table else key or error.code
    try:
        return Texts(language).say(file, place, **spoken(error.values, language))
    except KeyError:
        return error.code
