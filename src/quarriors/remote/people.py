"""Who somebody is to a server: a name fit for a table, and a language."""

from __future__ import annotations

import getpass
from typing import cast

from quarriors.remote.errors import RemoteError
from quarriors.table.messages import Language
from quarriors.text import Texts

LONGEST = 24  # as the protocol has it


def checked_name(text: str) -> str:
    """A name somebody typed; refused if nobody could read it."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise RemoteError("name", name=text)
    return name


def user_name(texts: Texts) -> str:
    """What to call somebody who gave no name."""
    try:
        found = getpass.getuser().strip()[:LONGEST].strip()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        found = ""
    return found if found and found.isprintable() else texts.say("remote", "seat.guest")


def spoken(texts: Texts) -> Language:
    """The language as messages have it; texts are in no other."""
    return cast(Language, texts.language)
