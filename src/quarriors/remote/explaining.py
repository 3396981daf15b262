"""What a player looks up at a table: the table, a card, a rule, or the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarriors.view.reference import look_up
from quarriors.view.screen import Screen
from quarriors.view.speech import LEGEND_SIGNS, Speech


def explain(
    line: str, screen: Screen, speech: Speech, seen: Mapping[str, Any] | None, kind: str | None
) -> None:
    """Show what `t`, `?` or `? NAME` asks for; `kind` is that of the open decision."""
    topic = line[1:].strip()
    if line.startswith("t"):
        if seen is not None:
            screen.table(seen, speech)
    elif topic:
        here = [] if seen is None else [wild["card"] for wild in seen["wilds"]]
        screen.say(*look_up(topic, speech, here))
    else:
        _explain_moment(screen, speech, seen, kind)


def _explain_moment(
    screen: Screen, speech: Speech, seen: Mapping[str, Any] | None, kind: str | None
) -> None:
    say = speech.texts.say
    if seen is not None and kind is not None:
        screen.say(say("help", f"decision.{kind}"))
        phase = seen["phase"] - (1 if seen["phases"] == 6 and seen["phase"] > 2 else 0)
        screen.say(say("help", f"phase.{phase}"))
    signs = "_signs" if screen.signs else ""
    screen.say(say("play", f"say.legend{signs}", signs=LEGEND_SIGNS))
    if seen is not None and (seen["quests"] or any(w["energy"] for w in seen["wilds"])):
        screen.say(say("play", f"say.legend_more{signs}"))
    screen.say(*say("remote", "say.keys").strip().splitlines())
