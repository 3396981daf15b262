"""Challenges and attacks between creatures of all sets, put together by chance (12.7).

Each table is seeded: the same creatures, spells and answers in every run.
"""

from __future__ import annotations

import pytest

from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.ids import effect, event, flag, log, place
from quarriors.engine.rng import Dealer
from quarriors.engine.setup import is_basic
from quarriors.testing import Play, Position

HUNT = "Hunt for Exqualibur"
BATTLE_ONLY = flag.ATTACKING | flag.DAMAGED | flag.DYING | flag.FIRST


def pick(cards: list[Card], dealer: Dealer, count: int) -> list[Card]:
    """A number of cards, no class twice."""
    found: dict[str, Card] = {}
    while len(found) < count:
        card = cards[dealer.below(len(cards))]
        found.setdefault(card.class_name, card)
    return list(found.values())


def shown(card: Card, dealer: Dealer, symbol: str) -> str:
    """A die of the card with a face of that symbol up."""
    sides = [face.notation for face in card.design.faces if face.notation.startswith(symbol)]
    return f"{card.name}@{sides[dealer.below(len(sides))]}"


def some_table(dealer: Dealer) -> Position:
    """Parties of both players, creatures at home, attached spells, reactions at hand."""
    cards = [card for card in default_catalog().cards if not is_basic(card)]
    creatures = pick([card for card in cards if card.kind == "creature"], dealer, 7)
    spells = pick([card for card in cards if card.kind == "spell"], dealer, 3)
    position = Position(2, sets=SETS, modules=["quests"], goal=99)
    party = [shown(card, dealer, "C") for card in creatures[:3]]
    rivals = [shown(card, dealer, "C") for card in creatures[2:5]]
    position.ready(0, *party).quest(1, HUNT, *rivals[: 1 + dealer.below(3)])
    for seat in (0, 1):
        position.ready(seat, "Assistant@C1:1/2", shown(creatures[5 + seat], dealer, "C"))
        position.used(seat, "Basic Quiddity", "Assistant").bag(seat, *["Basic Quiddity"] * 3)
        position.glory(seat, 3)
        for card in spells:
            if any(
                trigger.event == event.ATTACH
                for line in card.abilities
                for trigger in line.triggers
            ):
                carrier = (creatures[0] if seat == 0 else creatures[2]).name
                position.attached(seat, shown(card, dealer, "S"), seat, carrier)
            elif any(face.spell for face in card.design.faces):
                position.ready(seat, shown(card, dealer, "S"))
    return position


def fallen(play: Play, parties: list[int]) -> list[int]:
    """The dice destroyed so far in the challenge that is being fought; empty if none is.

    A Misdirection Charm may have one at home destroyed instead: it is not in the battle.
    """
    if not queries.fallen_stay(play.state):
        return []
    begun = [event[0] for event in play.events].index(log.CHALLENGE)
    dice = [event[3] for event in play.events[begun:] if event[0] == log.DESTROY]
    return [die for die in dice if die in parties]


@pytest.mark.rule("12.7")
@pytest.mark.parametrize("number", range(60))
def test_nobody_leaves_a_challenge_early_and_nothing_of_it_is_left_behind(number: int) -> None:
    dealer = Dealer(number, "challenge")
    play = some_table(dealer).start("attack")
    s = play.state
    rivals = queries.dice_list(s, 1, place.QUEST)
    chosen = False
    answers = 0
    while not play.over and play.game.active == 0 and answers < 200:
        options = play.options
        against = [text for text in options if "against seat 1" in text]
        if play.kind == "quest" and against:
            chosen = True
            options = against
        play.do(options[dealer.below(len(options))])
        answers += 1
        party = [happening.die for happening in play.happened("quest")]
        for die in fallen(play, [*rivals, *party]):
            early = "destroyed, and gone before both sides have defended"
            assert queries.place_of(s, die) == place.QUEST, early
        if queries.is_only_turn(s):
            dice = range(len(s.setup.slot))
            assert not any(queries.flags_of(s, die) & BATTLE_ONLY for die in dice)
            assert all(kind < effect.LEAVES_TO for kind, _, _, _ in queries.effects(s))
    assert answers < 200
    assert bool(play.happened("challenge")) == chosen
