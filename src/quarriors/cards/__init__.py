"""The cards: one entry each in the file of its set, together a `Catalog`.

`quarriors.cards.get("Strong Witching Hag")` is the look-up by name; `find` searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quarriors.engine.catalog import Card

__all__ = ["Card", "every", "find", "get"]


def every() -> list[Card]:
    """All cards of all sets."""
    from quarriors.cards.load import default_catalog  # slow, and many modules only want a name

    return list(default_catalog().cards)


def find(text: str) -> list[Card]:
    """Cards whose name contains the text, whatever its case."""
    wanted = text.casefold()
    return [card for card in every() if wanted in card.name.casefold()]


def get(name: str) -> Card:
    """The card of that name, whatever its case; the error names close ones."""
    for card in every():
        if card.name.casefold() == name.casefold():
            return card
    from difflib import get_close_matches

    from quarriors.engine.errors import CardError

    names = [card.name for card in every()]
    near = get_close_matches(name, names, 3, 0.5)
    raise CardError("card_near" if near else "card", card=name, near=near)


def __getattr__(name: str) -> Any:
    if name == "Card":
        from quarriors.engine.catalog import Card

        return Card
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
