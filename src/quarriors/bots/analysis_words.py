"""The analysis of a game in words, as plain values: what clients and `--json` get."""

from __future__ import annotations

from typing import Any, Final

from quarriors.bots.analysis import Analysis, Loss, decisions_of
from quarriors.bots.explain import choice_words
from quarriors.engine.game import Option
from quarriors.game import Game
from quarriors.record.replay import Given
from quarriors.view.speech import Speech

DIGITS: Final = 4  # of a chance


def told(analysis: Analysis, record: Given, speech: Speech) -> dict[str, Any]:
    """An analysis as plain values, with sentences in a language."""
    points = analysis.turning_points
    wanted = {loss.step: loss for loss in points}
    words = {
        step: _words(game, wanted[step], speech)
        for step, game, _ in decisions_of(record)
        if step in wanted
    }
    return {
        "catalog": analysis.catalog,
        "turns": [
            {
                "turn": one.turn,
                "seat": one.seat,
                "step": one.step,
                "chances": [round(chance, DIGITS) for chance in one.chances],
            }
            for one in analysis.turns
        ],
        "turning_points": [
            {
                "seat": loss.seat,
                "turn": loss.turn,
                "step": loss.step,
                **words[loss.step],
                "cost": round(loss.cost, DIGITS),
            }
            for loss in points
        ],
        "seats": [
            {
                "seat": one.seat,
                "luck": round(one.luck, DIGITS),
                "choices": round(one.choices, DIGITS),
            }
            for one in analysis.seats
        ],
    }


def _words(game: Game, loss: Loss, speech: Speech) -> dict[str, str]:
    """Both answers of a turning point, and the sentence about them."""
    words = [
        choice_words(game, Option(code, game.setup), speech) for code in (loss.chosen, loss.better)
    ]
    chosen, better = (text[:1].upper() + text[1:] for text in words)
    sentence = speech.texts.say(
        "bots",
        "analysis.sentence",
        name=speech.name(loss.seat),
        turn=loss.turn,
        chosen=chosen,
        better=better,
        percent=max(round(100 * loss.cost), 1),
    )
    return {"chosen": chosen, "better": better, "sentence": sentence}
