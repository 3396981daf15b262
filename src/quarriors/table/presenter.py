"""What clients are shown of a game, as parts of messages: prompts, happenings, changed views.

Tables in play, replays and the tutorial show a game in the same parts, so that a client needs one
way to draw them. Nothing here knows a table, a seat or a token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game
from quarriors.table.messages import Happening, LogLine, OptionShown, Prompt
from quarriors.view.forecast import forecast
from quarriors.view.sentences import option_sentences, question, together
from quarriors.view.shortcut import shortcut
from quarriors.view.speech import Speech
from quarriors.view.story import Line, rule_id


def asked(game: Game, speech: Speech) -> Prompt:
    """The decision in words, with what its options point at."""
    decision = game.decision
    options = tuple(
        [
            OptionShown(
                number,
                text,
                option.verb,
                option.card,
                option.die,
                option.face,
                option.seat,
                option.place,
                option.number,
            )
            for number, (option, text) in enumerate(
                zip(decision.options, option_sentences(game, speech), strict=True), 1
            )
        ]
    )
    sentences = forecast(game, speech)
    asks = question(game, speech, named=False)
    return Prompt(
        decision.kind, asks, options, decision.card, sentences, together(game), shortcut(game)
    )


def log_line(number: int, line: Line) -> LogLine:
    """A line of the log with its number."""
    return LogLine(number, line.event, line.rule, line.text, line.seat, line.you)


def happenings(events: Sequence[EventNumbers]) -> tuple[Happening, ...]:
    """Events of the engine as clients animate them."""
    return tuple(
        [
            Happening(log.NAMES[kind], rule_id(rule), seat, die, (a, b))
            for kind, rule, seat, die, a, b in events
        ]
    )


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a view that differ from the view before; a view never loses a key."""
    return {key: value for key, value in after.items() if key not in before or before[key] != value}
