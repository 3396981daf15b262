"""A row of small numbers for each option of a decision, whatever the rules: the option form.

A row says what the option does, to whose die, of which card, with which face, and what it costs. It
reads what the player who decides may see, like `features`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from quarriors.engine import queries
from quarriors.engine.catalog import KINDS
from quarriors.engine.ids import place, verb
from quarriors.engine.option import die_of, face_in, number_in, seat_in, verb_of
from quarriors.engine.queries import State
from quarriors.engine.vectors import vec
from quarriors.envs.core.features import FACE, face_numbers
from quarriors.envs.core.form import Form
from quarriors.envs.core.layout import LANES, SEATS, Layout
from quarriors.envs.core.writer import put_byte

O_PRESENT: Final = 0
O_VERB: Final = 1  # 57 verbs, then: the next page
VERBS: Final = 58
O_WHOSE: Final = O_VERB + VERBS  # nobody's, then the seats from the one that decides
O_PLACE: Final = O_WHOSE + 1 + SEATS  # where the die lies or goes
PLACES: Final = 10
O_NUMBER: Final = O_PLACE + PLACES  # the price or amount
O_LANE: Final = O_NUMBER + 1
O_KIND: Final = O_LANE + LANES
O_COST: Final = O_KIND + 4
O_GLORY: Final = O_COST + 1
O_LEFT: Final = O_GLORY + 1  # dice on the card
O_OWNED: Final = O_LEFT + 1  # dice of that card that the player who decides has
O_SHOWN: Final = O_OWNED + 1  # the face matters
O_FACE: Final = O_SHOWN + 1
O_ATTACK: Final = O_FACE + FACE  # of that creature now
O_DEFENSE: Final = O_ATTACK + 1
O_EARNS: Final = O_DEFENSE + 1
OPTION: Final = O_EARNS + 1

_PRICED: Final = (
    verb.SUMMON, verb.CAPTURE, verb.ANCHOR, verb.SPEND, verb.SPEND_AS_QUIDDITY, verb.SCORE,
    verb.DEFEND, verb.DRAW, verb.DRAW_AND_REROLL, verb.UNLOCK, verb.QUEST,
)  # fmt: skip
# Of each verb: whether its number is a price or an amount, and whether it is a place.
_IS_PRICED: Final[list[bool]] = [number in _PRICED for number in range(len(verb.NAMES))]
_IS_PLACED: Final[list[bool]] = [number in verb.TARGETING for number in range(len(verb.NAMES))]


def write_options(
    form: Form, layout: Layout, s: State, page: i64, cells: vec[u8], start: i64
) -> None:
    """Write the rows of the options of one page into cells that are zero."""
    count = queries.option_count(s)
    most: i64 = form.most_options
    first: i64 = 0
    shown = count
    if count > most:
        first = page * (most - 1)
        shown = min(count - first, most - 1)
        last = start + (most - 1) * OPTION
        cells[last + O_PRESENT] = u8(1)
        cells[last + O_VERB + VERBS - 1] = u8(1)
    actor = queries.decider(s)
    for at in range(shown):
        _write(layout, s, queries.option_code(s, first + at), actor, cells, start + at * OPTION)


def _write(layout: Layout, s: State, code: i64, actor: i64, cells: vec[u8], at: i64) -> None:
    """One option."""
    action = verb_of(code)
    cells[at + O_PRESENT] = u8(1)
    cells[at + O_VERB + action] = u8(1)
    seat = seat_in(code)
    if seat >= 0:
        seat -= actor
        if seat < 0:
            seat += layout.players
    cells[at + O_WHOSE + seat + 1] = u8(1)
    number = number_in(code)
    if _IS_PRICED[action]:
        put_byte(cells, at + O_NUMBER, number)
    elif _IS_PLACED[action]:
        cells[at + O_PLACE + number] = u8(1)
    die = die_of(code)
    if die >= 0:
        _card(layout, s, die, actor, cells, at)
        face = face_in(code)
        if face >= 0:
            _face(s, die, face, cells, at)


def _card(layout: Layout, s: State, die: i64, actor: i64, cells: vec[u8], at: i64) -> None:
    """The card of the die that an option names."""
    slot = s.setup.slot[die]
    card = s.setup.cards[slot]
    cells[at + O_LANE + layout.lane_of_slot[slot]] = u8(1)
    cells[at + O_KIND + KINDS.index(card.kind)] = u8(1)
    put_byte(cells, at + O_COST, card.cost)
    put_byte(cells, at + O_GLORY, card.glory)
    put_byte(cells, at + O_LEFT, queries.left_on_card(s, slot))
    owned: i64 = 0
    for other in range(s.setup.first_die[slot], s.setup.last_die[slot]):
        if queries.owner_of(s, other) == actor:
            owned += 1
    put_byte(cells, at + O_OWNED, owned)


def _face(s: State, die: i64, face: i64, cells: vec[u8], at: i64) -> None:
    """The face of the die that an option names, and what it is worth now if it is a creature."""
    cells[at + O_SHOWN] = u8(1)
    numbers = face_numbers(s.setup.cards[s.setup.slot[die]].design.faces[face])
    for index, number in enumerate(numbers):
        put_byte(cells, at + O_FACE + index, number)
    where = queries.place_of(s, die)
    lies = where == place.READY or where == place.QUEST
    if lies and s.setup.creature[queries.look(s, die)]:
        put_byte(cells, at + O_ATTACK, queries.attack(s, die, -1))
        put_byte(cells, at + O_DEFENSE, queries.defense(s, die))
        put_byte(cells, at + O_EARNS, queries.glory(s, die))
