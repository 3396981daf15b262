"""Dealing the Wilds (2.2, 2.5) and handing out the first dice (2.3): the quick part of set-up.

`setup` checks what callers ask for; this is what remains to be done for every new game.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from quarriors.engine.catalog import Card
from quarriors.engine.dice import put_in
from quarriors.engine.frames import push_turn
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import place
from quarriors.engine.rng import Dealer, below
from quarriors.engine.state import State, count_on_card, empty
from quarriors.engine.vectors import append, vec


class Stock:
    """The creature and spell cards that a game's Wilds are dealt from, in the catalogue's order."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards: list[Card] = [card for card in cards if card.kind in ("creature", "spell")]
        self.others: list[Card] = [card for card in cards if card.kind in ("basic", "quest")]
        self._is_spell: vec[bool] = vec[bool]()
        self._class_of: vec[i64] = vec[i64]()  # of each card: the number of its class
        self._sets: list[str] = []
        self._set_of: vec[i64] = vec[i64]()  # of each card: an index into _sets
        self._classes: list[str] = []
        for card in self.cards:
            self._is_spell = append(self._is_spell, card.kind == "spell")
            self._class_of = append(self._class_of, _number(self._classes, card.class_name))
            self._set_of = append(self._set_of, _number(self._sets, card.set_name))

    def deal(
        self,
        dealer: Dealer,
        named: Sequence[Card],
        creatures: int,
        spells: int,
        featured: str,
        limit: int,
    ) -> list[Card]:
        """The named cards and as many others as the quotas ask for, each class once (2.2).

        If a set is featured, up to `limit` cards come from it before any other set is dealt from,
        and it fills up at the end where the others have too few classes (2.5).
        """
        laid = list(named)
        taken = vec[bool](capacity=len(self._classes))
        for _ in self._classes:
            taken = append(taken, False)
        rooms = vec[i64]([creatures, spells])
        of_featured: i64 = 0
        for card in named:
            if card.class_name in self._classes:
                taken[self._classes.index(card.class_name)] = True
            if card.kind == "spell":
                rooms[1] -= 1
            elif card.kind == "creature":
                rooms[0] -= 1
            if card.set_name == featured:
                of_featured += 1
        special: i64 = -1
        if featured in self._sets:
            special = self._sets.index(featured)
        first = vec[i64]()
        rest = vec[i64](capacity=len(self.cards))
        for at in range(len(self.cards)):
            if self._set_of[at] == special:
                first = append(first, at)
            else:
                rest = append(rest, at)
        _shuffle(first, dealer)
        _shuffle(rest, dealer)
        self._lay(laid, first, taken, rooms, limit - of_featured)
        self._lay(laid, rest, taken, rooms, len(rest))
        self._lay(laid, first, taken, rooms, len(first) - of_featured)
        return laid

    def _lay(
        self, laid: list[Card], pile: vec[i64], taken: vec[bool], rooms: vec[i64], most: i64
    ) -> None:
        """Turn cards until the pile is through, or the quotas or `most` are reached."""
        for at in pile:
            if most <= 0 or rooms[0] + rooms[1] <= 0:
                return
            room: i64 = 0
            if self._is_spell[at]:
                room = 1
            if rooms[room] > 0 and not taken[self._class_of[at]]:  # else it is skipped (2.2)
                taken[self._class_of[at]] = True
                rooms[room] -= 1
                most -= 1
                laid.append(self.cards[at])


def _number(names: list[str], name: str) -> int:
    """The index of a name, which is added if it is new."""
    if name not in names:
        names.append(name)
    return names.index(name)


def _shuffle(items: vec[i64], dealer: Dealer) -> None:
    """Fisher and Yates, as `Dealer.shuffle` does it."""
    last: i64 = len(items) - 1
    while last > 0:
        other = below(dealer, last + 1)
        moved = items[last]
        items[last] = items[other]
        items[other] = moved
        last -= 1


def start(setup: GameSetup, rng: int, first: int) -> State:
    """Everybody's first dice in place, the rest on the cards, nothing begun (2.3, 13.1)."""
    s = empty(setup, rng, first)
    for slot in range(len(setup.cards)):
        roles = setup.cards[slot].design.roles
        if roles.start > 0:
            where: i64 = place.BAG
            if roles.set_aside:
                where = place.ASIDE
            _hand_out(s, slot, roles.start, where)
    push_turn(s)
    return s


def _hand_out(s: State, slot: i64, count: i64, where: i64) -> None:
    """Give every player `count` dice of a card."""
    die = s.setup.first_die[slot]
    for seat in range(s.setup.players):
        for _ in range(count):
            s.place[die] = where
            s.owner[die] = seat
            put_in(s, die, seat, where)
            die += 1
    count_on_card(s, slot, -s.setup.players * count)
