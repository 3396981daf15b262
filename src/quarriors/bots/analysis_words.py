"""The analysis of a game in words, as plain values: what clients and `--json` get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from quarriors.bots.analysis import ROUNDS, Analysis, Loss, decisions_of
from quarriors.bots.base import Choice, Seat
from quarriors.bots.explain import choice_words, glory_words, parts_of, reason_words
from quarriors.engine.game import Option
from quarriors.game import Game
from quarriors.record.replay import Given
from quarriors.view.speech import Speech

DIGITS: Final = 4  # of a chance
MOST_REASONS: Final = 2  # of one answer
SOME: Final = 0.25  # Glory on average: less is not worth a word


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
    """Both answers of a turning point, and what is said about them, with the reason."""
    options = [Option(code, game.setup) for code in (loss.chosen, loss.better)]
    words = [choice_words(game, option, speech) for option in options]
    chosen, better = (text[:1].upper() + text[1:] for text in words)
    say = partial(speech.texts.say, "bots")
    sentence = say(
        "analysis.sentence",
        name=speech.name(loss.seat),
        chosen=chosen,
        better=better,
        reason=_reason(game, loss, options, chosen, speech),
    )
    return {"chosen": chosen, "better": better, "sentence": sentence}


def _reason(game: Game, loss: Loss, options: Sequence[Option], chosen: str, speech: Speech) -> str:
    """Why the better answer is better: facts of the position, and what came of it in rollouts."""
    seat, name = Seat(game, loss.seat), speech.name(loss.seat)
    given, better = (_without_price(parts_of(seat, option)) for option in options)
    say = partial(speech.texts.say, "bots")
    gain = gain_words(loss, speech)
    if "damage" in given and "damage" in better:
        facts = defender_words(given, better, speech)
    elif facts := reason_words(Choice(options[1], parts=better), speech, name):
        facts = facts[:MOST_REASONS]
    elif facts := reason_words(Choice(options[0], parts=given), speech, name):
        reasons = speech.listing(facts[:MOST_REASONS])
        facts = [say("analysis.against", chosen=chosen, reasons=reasons)]
    return say("analysis.facts", facts=speech.listing(facts), gain=gain) if facts else gain


def defender_words(
    given: Mapping[str, float], better: Mapping[str, float], speech: Speech
) -> list[str]:
    """Why one creature should have defended and not another."""
    if better["defense"] > better["damage"] and given["defense"] <= given["damage"]:
        return [speech.texts.say("bots", "analysis.holds")]
    if better["glory"] < given["glory"]:
        values = {"low": better["glory"], "high": given["glory"]}
        words = {key: glory_words(value, speech) for key, value in values.items()}
        return [speech.texts.say("bots", "analysis.stake", **words)]
    return []


def _without_price(parts: Mapping[str, float]) -> dict[str, float]:
    """What is paid is no reason for an answer that could be given anyway."""
    return {name: number for name, number in parts.items() if name not in ("price", "purse")}


def gain_words(loss: Loss, speech: Speech) -> str:
    """What the better answer would have brought by the end of the rollouts."""
    say = partial(speech.texts.say, "bots", rounds=ROUNDS)
    name = speech.name(loss.seat)
    if -loss.glory[loss.seat] >= SOME:
        more = glory_words(-loss.glory[loss.seat], speech)
        return say("analysis.more", name=name, glory=more)
    others = [seat for seat in range(len(loss.glory)) if seat != loss.seat]
    victim = max(others, key=lambda seat: loss.glory[seat])
    if loss.glory[victim] >= SOME:
        less = glory_words(loss.glory[victim], speech)
        return say("analysis.less", name=speech.name(victim), glory=less)
    return say("analysis.later", name=name)
