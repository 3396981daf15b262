"""Sentences of the log as they are said to the player whom they concern most.

The log names everybody; a loss is said to its player: "You lost your Witching Hag: 3 Glory gone."
"""

from __future__ import annotations

from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.view.speech import Speech


def personal(run: list[EventNumbers], card: str, glory: int, speech: Speech) -> str:
    """A run of events in the words for its player; "" if there are none.

    `card` is the card of its die or its quest, `glory` what its creature would have scored.
    """
    kind, _, _, _, a, b = run[0]
    if kind == log.DEFEND and len(run) == 1:
        return ""  # what becomes of the creature is said later
    if kind in (log.DEFEND, log.DESTROY):
        amount = speech.count(glory, "glory")
        return _say(speech, "lost" if glory else "lost_plain", card=card, glory=amount)
    if kind == log.HOLDS:
        return _say(speech, "holds" if a < b else "holds_unharmed", card=card, total=a)
    if kind == log.ABSORBS:
        return _say(speech, "absorbs", card=card, total=a, defense=b)
    if kind in (log.SAVED, log.PREVENT):
        return _say(speech, "saved", card=card)
    if kind == log.SCORE:
        return _say(speech, "score", card=card, glory=speech.count(a, "glory"))
    if kind == log.NO_DAMAGE:
        return _say(speech, "no_damage", total=a)
    if kind in (log.QUEST_DONE, log.QUEST_FAILED):
        key = "quest_done" if kind == log.QUEST_DONE else "quest_failed"
        return _say(speech, key, quest=card)
    return ""


def _say(speech: Speech, key: str, **values: object) -> str:
    return speech.texts.fill("log", f"you.{key}", values)
