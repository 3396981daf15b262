"""Set-up codes: a table of cards as a few letters that can be read out over the telephone.

A code says which sets its cards come from and which of their cards they are, counted by name within
each set; it does not change when other sets are added. Quest cards and the Assistants of Light vs.
Dark are counted like all others, so a code also says which of them are in play. Digits and letters
that look alike are not used, case and separators do not matter, and two check letters find every
single wrong letter and every swap of two neighbours. A table with cards of packs has four letters
more, behind a plus: they stand for the packs, without which the code means nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import comb

from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.errors import CardError
from quarriors.engine.sets import ANNOUNCED
from quarriors.engine.setup import is_basic

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U
LOOKS_LIKE = {"O": "0", "I": "1", "L": "1"}
GROUP = 4
PLUS = "+"
CHECK = 2  # letters at the end
MODULUS = 1021  # the largest prime that two letters can hold
VERSION = 0  # room for another way of counting
VERSIONS = 4
MOST_CARDS = 16
MOST_SETS = 8
LONGEST = 24


class BadCode(CardError):
    """A set-up code that cannot be made or read."""

    texts = "cli"


def _stock(catalog: Catalog, sets: Sequence[str]) -> list[str]:
    """The cards a code counts: by set in the order of the rules, by name within each."""
    found: list[str] = []
    for set_name in sets:
        found.extend(
            sorted(
                card.name
                for card in catalog.cards
                if card.set_name == set_name and not is_basic(card)
            )
        )
    return found


def encode(cards: Sequence[str], catalog: Catalog | None = None) -> str:
    """The code of these cards, whatever their order."""
    known = default_catalog() if catalog is None else catalog
    chosen = [known.card(name) for name in cards]
    for card in chosen:
        if is_basic(card):
            raise BadCode("code.basic", card=card.name)
    names = {card.name for card in chosen}
    if not 0 < len(names) < MOST_CARDS or len(names) != len(chosen):
        raise BadCode("code.cards", most=MOST_CARDS - 1)
    used = [name for name in SETS if any(card.set_name == name for card in chosen)]
    places = [at for at, name in enumerate(_stock(known, used)) if name in names]
    # The combinatorial number system: each choice of cards has one number, without gaps.
    number = sum(comb(at, order) for order, at in enumerate(places, 1))
    number = number * MOST_CARDS + len(places)
    number = number * (1 << MOST_SETS) + sum(1 << SETS.index(name) for name in used)
    number = number * VERSIONS + VERSION
    letters = ""
    rest = number
    while rest or (len(letters) + CHECK) % GROUP:
        letters = LETTERS[rest % len(LETTERS)] + letters
        rest //= len(LETTERS)
    check = number % MODULUS
    letters += LETTERS[check // len(LETTERS)] + LETTERS[check % len(LETTERS)]
    code = "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
    return f"{code}{PLUS}{pack_letters(known.packs)}" if known.packs else code


def pack_letters(packs: Sequence[str]) -> str:
    """Four letters for the packs of a table, whatever their order."""
    digest = hashlib.sha256("\n".join(sorted(packs)).encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:GROUP])


def _without_packs(text: str, packs: Sequence[str]) -> str:
    """The code before the plus; what is behind it must stand for these packs."""
    code, plus, letters = text.partition(PLUS)
    wanted = pack_letters(packs) if packs else ""
    given = "".join(LOOKS_LIKE.get(letter, letter) for letter in letters.strip().upper())
    if given == wanted and bool(plus) == bool(packs):
        return code
    if not packs:
        raise BadCode("code.no_pack", code=text.strip())
    raise BadCode("code.other_pack", code=text.strip(), packs=", ".join(packs))


def decode(text: str, catalog: Catalog | None = None) -> list[str]:
    """The cards of a code as they lie in the Wilds: creatures and spells by cost (2.6), others."""
    known = default_catalog() if catalog is None else catalog
    letters = _letters(_without_packs(text, known.packs))
    number = 0
    for letter in letters[:-CHECK]:
        number = number * len(LETTERS) + LETTERS.index(letter)
    check = LETTERS.index(letters[-2]) * len(LETTERS) + LETTERS.index(letters[-1])
    if number % MODULUS != check:
        raise BadCode("code.mistyped", code=text.strip())
    number, version = divmod(number, VERSIONS)
    number, mask = divmod(number, 1 << MOST_SETS)
    number, count = divmod(number, MOST_CARDS)
    if version != VERSION or mask == 0 or mask >= 1 << len(SETS) or count == 0:
        raise BadCode("code.unknown", code=text.strip())
    used = [name for at, name in enumerate(SETS) if mask & (1 << at)]
    for name in used:
        if not _stock(known, [name]):
            raise BadCode("code.no_set", code=text.strip(), set=name)
    stock = _stock(known, used)
    places: list[int] = []
    for order in range(count, 0, -1):
        at = order - 1
        while at < len(stock) and comb(at + 1, order) <= number:
            at += 1
        number -= comb(at, order)
        places.append(at)
    if places[0] >= len(stock):
        raise BadCode("code.unknown", code=text.strip())
    chosen = [known.card(stock[at]) for at in places]
    if {card.set_name for card in chosen} != set(used):
        raise BadCode("code.unknown", code=text.strip())
    chosen.sort(key=_order)
    return [card.name for card in chosen]


def _order(card: Card) -> tuple[int, int, int, str]:
    """Creatures, spells, the Assistant, then quests in the order of the rule (12.1)."""
    quests = ANNOUNCED.modules["quests"].dealt[4]
    quest = quests.index(card.class_name) if card.class_name in quests else 0
    return (("creature", "spell", "basic", "quest").index(card.kind), card.cost, quest, card.name)


def _letters(text: str) -> str:
    """The letters of a code, without separators and with look-alikes put right."""
    letters = ""
    for letter in text.upper():
        if letter.isspace() or letter in "-_.":
            continue
        letter = LOOKS_LIKE.get(letter, letter)
        if letter not in LETTERS:
            raise BadCode("code.letter", letter=letter)
        letters += letter
    if not GROUP < len(letters) <= LONGEST or len(letters) % GROUP:
        raise BadCode("code.length", count=len(letters))
    return letters
