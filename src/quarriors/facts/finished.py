"""What remains of a finished game for clients: step by step, summed up, and explained."""

from __future__ import annotations

from typing import Any

from quarriors.bots.analysis import Analysis
from quarriors.bots.analysis_words import told
from quarriors.facts.shapes import AnalysisAnswer, Replay
from quarriors.table import codec
from quarriors.table.replay import finished, frames, turn_marks
from quarriors.table.table import LiveTable
from quarriors.text import Texts
from quarriors.view.speech import Speech
from quarriors.view.summary import Summary, summarize


def replay_of(table: LiveTable, language: str) -> Replay:
    """A finished game step by step, with its sentences in a language."""
    steps = list(frames(table, language))
    return Replay(
        table=table.id,
        players=table.names,
        commitment=table.head.commitment,
        secret=table.head.seed,
        numbers=table.numbers,
        seed=str(table.seed),
        turns=turn_marks(steps, len(table.seats)),
        frames=steps,
    )


def summary_of(table: LiveTable, language: str) -> Summary:
    """A finished game looked back upon: who won and why, Glory by round, captures, luck."""
    course = finished(table)
    bots = [seat.bot.partition(":")[0] if seat.kind == "bot" else "" for seat in table.seats]
    speech, daily = _speech(table, language), table.head.setup.daily
    return summarize(course.origin, course.game.answers, speech, bots, daily)


def analysis_of(
    table: LiveTable, analysis: Analysis, record: dict[str, Any], language: str
) -> AnalysisAnswer:
    """A finished game explained, with sentences in a language; `record` is what was analysed."""
    words = told(analysis, record, _speech(table, language))
    found: AnalysisAnswer = codec.read(AnalysisAnswer, {"status": "done", **words})
    return found


def _speech(table: LiveTable, language: str) -> Speech:
    course = finished(table)
    return Speech(Texts(language, course.origin.rules.packs), course.names, words=True)
