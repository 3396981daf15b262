"""How things are called: players, cards, dice, faces, places and amounts, in one language.

Faces have three spellings: signs for a terminal or a picture (①, ↻, L1 2/2 ✶), short words in
plain ASCII for screen readers, pipes and old consoles (Q1, re-roll, L1 2/2 *), and whole words for
pages, which have no legend (1 Quiddity, re-roll, level 1, attack 2, defense 2, 1 burst). Light and
dark quiddity are ☀1 and ☾1, "Light Q1" and "Dark Q1", or "1 Light Quiddity".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quarriors.engine.game_setup import GameSetup
from quarriors.engine.program import Program
from quarriors.text import Texts

_CREATURE = re.compile(r"C(\d+):(\d+|\?)/(\d+|\?)")
_HEAD = re.compile(r"^[^:.]*? – ")  # "? face, Immediate – "
_CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨"
_SIGNS = {"R": "↻", "I": "?", "S": "✦", "K": "⊠", "BONUS": "?"}
_WORDS = {"R": "reroll", "I": "immediate", "S": "spell", "K": "lock", "BONUS": "bonus"}
_COUNTED = {"Q": "quiddity", "L": "light", "D": "dark", "W": "draw"}
_COUNTED_SIGNS = {"L": "☀", "D": "☾", "W": "⇓"}
QUARTIFACT = "QF:"
LEGEND_SIGNS = "① ⇓2 ↻ ✦ L1 2/3 ✶"

KEPT = 16_384  # phrases of dice and amounts; a table says a few hundred of them, again and again

Numbers = tuple[int, int, int]  # level, attack and defense as they are now


@dataclass(frozen=True)
class Speech:
    """A language, the players' names, and which spelling of faces to use."""

    texts: Texts
    names: tuple[str, ...]
    signs: bool = False
    words: bool = False  # whole words, if there are no signs

    # --- players, cards, places ---------------------------------------------------------------

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.names[seat]

    def card(self, card: str) -> str:
        """A card's name in this language."""
        return self.texts.card_name(card)

    def place(self, place: str, form: str = "name", seat: int = -1) -> str:
        """A place: its name, or as where a die comes `from` (maybe a seat's) or goes `to`."""
        if seat < 0:
            return self.texts.say("log", f"place.{place}.{form}")
        return self.texts.say("log", f"place.{place}.{form}_of", owner=self.name(seat))

    def ability(self, card: str, index: int) -> str:
        """What a line of a card does, without its head and its final stop, for a sentence."""
        return self.line(_HEAD.sub("", self._line_of(card, index)))

    def whole_ability(self, card: str, index: int) -> str:
        """The same with the head, which says how the line is used: Reaction, Attach, Anchored."""
        return self.line(self._line_of(card, index))

    def _line_of(self, card: str, index: int) -> str:
        lines: list[str] = self.texts.card(card)["abilities"]
        return lines[index].strip().rstrip(".")

    def line(self, text: str) -> str:
        """A line of a card; without signs the dash after its head is a hyphen."""
        return text if self.signs else text.replace("–", "-")

    def ability_of(self, table: GameSetup, program: Program) -> str:
        """What the line of the card says that a program belongs to."""
        return self.ability(table.catalog.cards[program.card].name, int(program.ability))

    def quartifact(self, name: str) -> str:
        """A quartifact's name in this language."""
        return self.texts.quartifact(name)

    def energy(self, energy: str, amount: int | None = None) -> str:
        """Light or Dark, or so much of it."""
        if amount is None:
            return self.texts.say("log", f"energy.{energy}")
        return self.count(amount, energy)

    def rules(self, modules: Sequence[str]) -> str:
        """The rules that sets bring, as a list."""
        return self.listing([self.texts.say("log", f"module.{name}") for name in modules])

    # --- amounts and lists --------------------------------------------------------------------

    def count(self, n: int, thing: str) -> str:
        """An amount with its noun."""
        return _count(self.texts.language, n, thing)

    def listing(self, things: Sequence[str]) -> str:
        """Things one after the other, the last joined by "and"."""
        if len(things) < 2:
            return "".join(things)
        comma = self.texts.say("log", "line.next")
        return comma.join(things[:-1]) + self.texts.say("log", "line.last") + things[-1]

    def grouped(self, things: Sequence[str]) -> list[str]:
        """The same things once with how many there are, in the order of their first."""
        found: dict[str, int] = {}
        for thing in things:
            found[thing] = found.get(thing, 0) + 1
        return [
            thing if n == 1 else self.texts.say("log", "line.times", n=n, thing=thing)
            for thing, n in found.items()
        ]

    # --- dice and faces -----------------------------------------------------------------------

    def face(self, notation: str, now: Numbers | None = None) -> str:
        """A face; for a creature with the numbers it has now, if they are given."""
        text = notation.rstrip("*")
        bursts = len(notation) - len(text)
        parts = [self._symbol(part, now) for part in re.split(r"([|+])", text)]
        shown = "".join(parts)
        if bursts and self.words:
            return self.texts.say("log", "face_words.bursts", face=shown, n=bursts)
        return f"{shown} {('✶' if self.signs else '*') * bursts}".strip()

    def _face(self, name: str, **values: object) -> str:
        """The name of a kind of face, short or in whole words."""
        return self.texts.say("log", f"{'face_words' if self.words else 'face'}.{name}", **values)

    def _symbol(self, symbol: str, now: Numbers | None) -> str:
        creature = _CREATURE.fullmatch(symbol)
        if creature is not None:
            level, attack, defense = now or creature.groups()
            return self._face("creature", level=level, attack=attack, defense=defense)
        if symbol in ("|", "+"):
            if self.signs:
                return symbol
            return self.texts.say("log", "face.choice" if symbol == "|" else "face.both")
        if symbol in _WORDS:
            return _SIGNS[symbol] if self.signs else self._face(_WORDS[symbol])
        if symbol[:1] in _COUNTED and symbol[1:].isdecimal():
            return self._counted(symbol[0], int(symbol[1:]))
        return self.quartifact(symbol.removeprefix(QUARTIFACT))

    def _counted(self, letter: str, n: int) -> str:
        if self.signs and letter == "Q":
            return _CIRCLED[n]
        if self.signs:
            return f"{_COUNTED_SIGNS[letter]}{n}"
        return self._face(_COUNTED[letter], n=n)

    def die(self, card: str, notation: str, now: Numbers | None = None) -> str:
        """A card's die with the face it shows."""
        spelling = (self.signs, self.words)
        return _die(self.texts.language, self.texts.packs, spelling, card, notation, now)

    def _die(self, card: str, notation: str, now: Numbers | None) -> str:
        if not notation:
            return self.card(card)
        if notation.startswith(QUARTIFACT):
            name = self.face(notation)
            return self.texts.say("log", "die.quartifact", name=name, card=self.card(card))
        return self.texts.say(
            "log", "die.shown", card=self.card(card), face=self.face(notation, now)
        )

    def unrolled(self, card: str) -> str:
        """A card's die that waits for its roll."""
        face = self.texts.say("log", "face.unrolled")
        return self.texts.say("log", "die.shown", card=self.card(card), face=face)

    def carried(self, card: str, notation: str) -> str:
        """What lies with a creature: a spell by its card, a quartifact by its own name."""
        if notation.startswith(QUARTIFACT):
            return self.texts.say("log", "die.carried", name=self.face(notation))
        return self.card(card)

    def of(self, seat: int, die: str) -> str:
        """Somebody's die."""
        return self.texts.say("log", "die.of", owner=self.name(seat), die=die)


# --- said again and again ---------------------------------------------------------------------
#
# A server tells every answer in these words, at hundreds of tables. What follows from a language
# and a few names and numbers alone is put together once.


@lru_cache(KEPT)
def _count(language: str, n: int, thing: str) -> str:
    return Texts(language).say("log", f"count.{thing}", n=n)


@lru_cache(KEPT)
def _die(
    language: str,
    packs: tuple[str, ...],
    spelling: tuple[bool, bool],
    card: str,
    notation: str,
    now: Numbers | None,
) -> str:
    return Speech(Texts(language, packs), (), *spelling)._die(card, notation, now)


def default_names(texts: Texts, players: int, bots: Sequence[int] = ()) -> tuple[str, ...]:
    """What players are called who gave no name."""
    return tuple(
        texts.say("log", "player.bot" if seat in bots else "player.human", n=seat + 1)
        for seat in range(players)
    )
