"""What if: a new table that goes on from a position of a finished game, against bots.

The one who asks takes a seat of that game; bots play the others, and people may be asked to others
still. Everything on the table is as it was. The dice after that are new: they follow from the new
table's own secret and numbers, as at every table, so the commitment of that table covers them. It
says nothing about the position, which comes from the other game; `quarriors verify` says so.

The table is private and is marked (`LiveTable.what_if`): such a game is not rated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from quarriors.engine import queries
from quarriors.game import begin
from quarriors.table.errors import Refusal
from quarriors.table.messages import Chair, Clock, Setup, WhatIf
from quarriors.table.replay import finished
from quarriors.table.seats import Seated
from quarriors.table.table import LiveTable
from quarriors.table.table_header import TableHeader, WhatIfPosition, new_head

BOT = "planner"  # that plays for people of the old game


def what_if_head(
    table: LiveTable,
    frame: int,
    people: Collection[int],
    new_table: str,
    created: float,
    secret: int,
    host_hash: str,
    number_seconds: float | None = None,
) -> TableHeader:
    """The head of a table that goes on from a frame of a finished game's replay.

    `people` are the seats for people; bots play the others. The new game begins, as every game
    does, when the people have sat down.
    """
    timeline = finished(table)
    answers = timeline.game.answers
    if not 0 <= frame < len(answers):
        raise Refusal("illegal", "what_if_frame", frame=frame, last=len(answers) - 1)
    for seat in people:
        if not 0 <= seat < len(table.seats):
            raise Refusal("illegal", "no_seat", seat=seat + 1, count=len(table.seats))
    game = begin(timeline.origin)
    for code in answers[:frame]:
        game.apply(code)
    wire = queries.open_wire(queries.state(game))
    origin = timeline.origin
    position = WhatIfPosition(table.id, frame, origin.wilds, origin.first, tuple(map(tuple, wire)))
    setup = _setup(table.head.setup, table.seats, people)
    head = new_head(
        new_table, created, setup, secret, host_hash, (), table.head.packs, number_seconds
    )
    return replace(head, what_if=position)


def _setup(setup: Setup, seats: Sequence[Seated], people: Collection[int]) -> Setup:
    """The same game for other players: private, without a clock."""
    chairs = [
        Chair() if number in people else _bot_chair(seated) for number, seated in enumerate(seats)
    ]
    return replace(setup, seats=tuple(chairs), open=False, clock=Clock(), trial="", daily="")


def _bot_chair(seated: Seated) -> Chair:
    """A bot in the place of another, or of a person: then under its own name."""
    if seated.kind == "bot":
        return Chair("bot", seated.bot, seated.name)
    return Chair("bot", seated.stand_in or BOT)


def shown_origin(head: TableHeader) -> WhatIf | None:
    """From where a table goes on, for everybody who looks at it."""
    position = head.what_if
    return None if position is None else WhatIf(position.table, position.frame)
