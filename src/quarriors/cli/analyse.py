"""`quarriors analyse`: a finished game explained, by its record or the link of its table.

The chance of winning after each turn, the decisions that cost most, luck and choices apart. Ctrl-C
stops looking and shows what was found by then.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quarriors.bots.analysis import LEAST_PASSES, MOST_PASSES, Analysis, analyse, finished
from quarriors.bots.analysis_words import told
from quarriors.cli import INTERRUPTED, BadOption, columns, print_json
from quarriors.cli.console import make_texts, read_packs
from quarriors.cli.options import AsJson, Language, PackFiles
from quarriors.cli.replay import seat_names
from quarriors.cli.sources import record_of
from quarriors.cli.watch import polite, progress_bar
from quarriors.text import Texts
from quarriors.view.speech import Speech

BAR = 20  # signs that a certain win is long


def analyse_command(
    path: Annotated[str, typer.Argument(metavar="FILE")],
    game: Annotated[int | None, typer.Option("--game")] = None,
    passes: Annotated[int | None, typer.Option("--passes")] = None,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Explain a finished game."""
    if passes is not None and not LEAST_PASSES <= passes <= MOST_PASSES:
        raise BadOption("analyse.passes", value=passes, least=LEAST_PASSES, most=MOST_PASSES)
    held = read_packs(pack)  # known as long as they are held
    texts = make_texts(lang)
    record = record_of(path, game, texts.language)
    whole = finished(record)
    with (
        polite() as asked,
        progress_bar(texts.say("cli", "analyse.bar"), len(whole.answers)) as bar,
    ):

        def show(done: int, _all: int) -> None:
            bar.show(done, lambda: "")
            if asked.to_stop():
                raise KeyboardInterrupt

        found = analyse(record, passes=passes or 0, progress=show)
    texts = Texts(texts.language, whole.rules.packs)
    speech = Speech(texts, seat_names(record["seats"], texts))
    values = told(found, record, speech)
    del held
    if as_json:
        counts = {"looked_at": found.looked_at, "decisions": found.decisions}
        print_json({**values, **counts})
    else:
        print("\n".join(_lines(found, values, speech, texts)))
    if asked.to_stop():
        raise typer.Exit(INTERRUPTED)


def _lines(found: Analysis, values: dict[str, Any], speech: Speech, texts: Texts) -> list[str]:
    """An analysis for people."""
    seats = range(len(found.seats))
    names = [speech.name(seat) for seat in seats]
    lines = [texts.say("cli", "analyse.chances")]
    rows = [(texts.say("cli", "analyse.turn"), "", *names, "")]
    for turn in found.turns:
        percents = [f"{round(100 * one)}%" for one in turn.chances]
        bar = "#" * round(BAR * turn.chances[0])
        rows.append((str(turn.turn), names[turn.seat], *percents, bar))
    lines.extend(columns(rows, right=(0, *(2 + seat for seat in seats))))
    lines.append("")
    if values["turning_points"]:
        lines.append(texts.say("cli", "analyse.points"))
        lines.extend(
            texts.say(
                "cli",
                "analyse.point",
                turn=point["turn"],
                percent=max(round(100 * point["cost"]), 1),
                sentence=point["sentence"],
            )
            for point in values["turning_points"]
        )
    else:
        lines.append(texts.say("cli", "analyse.no_points"))
    lines.append("")
    lines.extend(
        texts.say(
            "cli",
            "analyse.share",
            name=names[share.seat],
            luck=f"{round(100 * share.luck):+d}",
            choices=f"{round(100 * share.choices):+d}",
        )
        for share in found.seats
    )
    if found.looked_at < found.decisions:
        counts = {"done": found.looked_at, "count": found.decisions}
        lines.append(texts.say("cli", "analyse.stopped", **counts))
    return lines
