"""Packs whose cards do things at random: expressions of the right kinds, made from the words.

They are hostile in the way that matters to the engine: allowed by every check of packs, and never
what a designer of cards would write.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

from quarriors.cards.language.words import NAMES, WORD_NAMES, Word, word
from quarriors.cards.pack import Pack, check_text, read_pack_text

HEAD: Final = """\
[pack]
name = "Nonsense"
version = "1.0"
author = "Ada"
languages = ["en"]
sets = ["base"]
"""
# A creature, a spell, and a creature that can be locked.
DICE: Final = {
    "Fox": ("creature", '["Q2", "C1:1/2", "C1:2/2*", "C2:2/4*", "C2:3/3**", "C1:1/1"]'),
    "Snow": ("spell", '["Q1", "S", "S*", "S**", "S", "Q2"]'),
    "Bolt": ("creature", '["K", "K*", "C1:1/2", "C1:2/2*", "C2:2/4*", "I+Q1"]'),
}
NUMBERS: Final = ("-3", "-1", "0", "1", "1", "2", "2", "3", "5", "9")
TEXTS: Final = ('"Assistant"', '"Fox"', '"Portal"', '"Basic Quiddity"', '"Strong"')
PLACES: Final = ("USED", "ACTIVE", "BAG")  # where packs may send dice
SENDS: Final = ("move", "send_to", "leave_for", "when_destroyed_goes_to", "give", "gain")
TRIES: Final = 60  # for a line that passes the checks
DEPTH: Final = 5


def _words() -> dict[str, list[Word]]:
    found: dict[str, list[Word]] = defaultdict(list)
    for name in WORD_NAMES:
        known = word(name)
        assert known is not None
        found[known.kind].append(known)
    return found


WORDS: Final = _words()
KNOWN: Final = {
    kind: [name for name, known in NAMES.items() if known.kind == kind]
    for kind in {known.kind for known in NAMES.values()}
}
# Steps without steps in them, for the bottom of a tree.
SIMPLE: Final = [
    one
    for one in WORDS["step"]
    if not any(
        p.kind in ("step", "steps") for p in (*one.places, *((one.rest,) if one.rest else ()))
    )
]


class Writer:
    """Writes expressions; the same seed writes the same."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)

    def value(self, kind: str, depth: int, of: str = "") -> str:
        """Something of a kind, as an argument of a word."""
        luck = self.luck
        named = KNOWN.get(kind, [])
        if kind in ("int", "text"):
            return luck.choice(NUMBERS if kind == "int" else TEXTS)
        if kind == "steps":
            steps = (self.value("step", depth - 1) for _ in range(luck.randint(1, 3)))
            return f"[{', '.join(steps)}]"
        if kind == "window":
            return "|".join(luck.sample(named, luck.randint(1, 3)))
        if kind == "place" and of in SENDS:
            return luck.choice(PLACES)
        if kind == "number" and (depth <= 0 or luck.random() < 0.6):
            return luck.choice(NUMBERS)
        if kind == "step" and depth <= 0:
            return self.call(luck.choice(SIMPLE), 0)
        if kind in WORDS and (not named or luck.random() < 0.7):
            return self.call(luck.choice(WORDS[kind]), depth - 1)
        return luck.choice(named)

    def call(self, known: Word, depth: int) -> str:
        """A word with arguments."""
        luck = self.luck
        arguments = [self.value(p.kind, depth, known.name) for p in known.places if p.needed]
        if known.rest is not None:
            more = known.rest
            arguments += [self.value(more.kind, depth) for _ in range(luck.randint(1, 3))]
        arguments += [flag for flag in known.flags if luck.random() < 0.12]
        arguments += [
            f"{name}={self.value(p.kind, depth, known.name)}"
            for name, p in known.named.items()
            if p.needed or luck.random() < 0.2
        ]
        return f"{known.name}({', '.join(arguments)})"

    def line(self) -> str:
        """A line of a card: one or two parts, on some faces or on all."""
        luck = self.luck
        parts = (self.value("part", luck.randint(2, DEPTH)) for _ in range(luck.randint(1, 2)))
        burst = luck.choice(("", "", 'burst = "any"\n'))
        return f"\n[[card.line]]\n{burst}en = \"x\"\ndoes = '''{', '.join(parts)}'''\n"


def nonsense(seed: int) -> Pack:
    """A pack of three cards with lines at random that pass all checks."""
    writer = Writer(seed)
    text = HEAD
    for name, (kind, faces) in DICE.items():
        card = (
            f'\n[[die]]\nclass = "{name}"\nkind = "{kind}"\ncount = 8\nfaces = {faces}\n'
            'confidence = "original"\nsources = ["our own"]\n'
            f'\n[[card]]\nname = "{name}"\nclass = "{name}"\ncost = {writer.luck.randint(0, 3)}\n'
            'glory = 1\nconfidence = { numbers = "original", text = "original" }\n'
            'sources = ["our own"]\n'
        )
        lines = (writer.line() for _ in range(TRIES))
        good = (line for line in lines if not check_text(HEAD + card + line))
        text += card + "".join(next(good, "") for _ in range(writer.luck.randint(1, 3)))
    return read_pack_text(text)
