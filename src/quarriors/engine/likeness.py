"""All that matters of a position, in forms made to be compared and for nothing else.

Which of several dice alike lies in a pile never matters. Scripted dice name a card and not a die,
so games that were scripted alike are compared by the cards of their dice alone (`by_card`).
"""

from __future__ import annotations

from mypy_extensions import i64

from quarriors.engine.ids import frame, place, register
from quarriors.engine.state import State, ints, zone

Pile = list[tuple[int, int, int, int, int]]


def dice_by_place(s: State, by_card: bool) -> list[Pile]:
    """What lies in each place of each seat, in no order: die, face, flags, carrier, copy.

    With `by_card`, dice and carriers are named by the slots of their cards; so are dice in piles
    always, where their faces do not matter either.
    """
    found: list[Pile] = []
    for seat in range(s.setup.players):
        for where in range(1, place.ZONES + 1):
            found.append(_dice(s, seat, where, by_card))
    return found


def _dice(s: State, seat: i64, where: i64, by_card: bool) -> Pile:
    found: Pile = []
    slot = s.setup.slot
    for die in zone(s, seat, where):
        if where == place.BAG or where == place.SPENT or where == place.USED:
            found.append((int(slot[die]), 0, 0, -1, -1))
            continue
        name = die
        carrier = s.carrier[die]
        if by_card:
            name = slot[die]
            if carrier >= 0:
                carrier = slot[carrier]
        row = (int(name), int(s.face[die]), int(s.flags[die]), int(carrier), int(s.copy[die]))
        found.append(row)
    found.sort()
    return found


def turn_numbers(s: State) -> list[list[int]]:
    """All other numbers of the position but the generator, what lasts and what is under way."""
    return [
        [
            int(s.active),
            int(s.turn),
            int(s.phase),
            int(s.over),
            int(s.pool),
            int(s.light),
            int(s.dark),
            int(s.captures),
            int(s.captured),
            int(s.discount),
            int(s.scored),
            int(s.struck_seats),
            int(s.turn_flags),
        ],
        ints(s.wilds_left),
        ints(s.glory),
        ints(s.totals),
        ints(s.summoned),
        ints(s.quest),
    ]


def under_way(s: State, by_card: bool) -> list[list[int]]:
    """What is being resolved and what waits; with `by_card`, without the dice it comes from."""
    found: list[list[int]] = []
    for at in range(0, s.top + frame.WIDTH, frame.WIDTH):
        row = ints(s.stack[at : at + frame.WIDTH])
        if by_card:
            row[register.SOURCE] = -1
        found.append(row)
    found.append(ints(s.queue[: s.queued]))
    return found
