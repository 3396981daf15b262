"""`quarriors report`: what a simulation says about the game, as a page with plots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from quarriors.__about__ import __version__
from quarriors.cli.console import is_terminal, make_console, make_texts
from quarriors.cli.options import Language
from quarriors.cli.watch import progress_bar
from quarriors.engine.errors import QuarriorsError
from quarriors.lab.append_log import unusable
from quarriors.text import base_language

HTML: Final = (".html", ".htm")
MARKDOWN: Final = (".md", ".markdown")
BESIDE: Final = "report.html"
STRENGTH_GAMES: Final = 40


class BadReport(QuarriorsError):
    """A report that cannot be written as asked."""

    texts = "report.refuse"


def report_command(
    results: Annotated[Path, typer.Argument(metavar="RESULTS")],
    against: Annotated[Path | None, typer.Option("--against", metavar="RESULTS")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
    strength: Annotated[int, typer.Option("--strength", metavar="GAMES")] = STRENGTH_GAMES,
    lang: Language = None,
) -> None:
    """Make a report from the results of a simulation."""
    from quarriors.lab.dataset_reader import open_results
    from quarriors.lab.report import pages
    from quarriors.lab.report.measures import Measures
    from quarriors.lab.report.sections import Section, Teller
    from quarriors.lab.report.strength import strengths

    texts = make_texts(lang)
    if strength < 0:
        raise BadReport("strength", games=strength)
    runs = [open_results(path) for path in (results, against) if path is not None]
    place = results / BESIDE if out is None else out
    if place.suffix.lower() not in (*HTML, *MARKDOWN):
        raise BadReport("ending", path=place)
    if place.exists() and out is not None and not force:
        raise BadReport("exists", path=place)
    for run in runs:
        if not run.finished:
            raise BadReport("no_games", path=run.path)
    teller = Teller(texts)
    measured = [Measures(run) for run in runs]
    sections: list[Section] = []
    with progress_bar(teller.say("done.bar"), 8 + (against is not None)) as progress:
        for section in teller.sections(measured[0]):
            sections.append(section)
            progress.show(len(sections), lambda: "")
        if len(measured) == 2:
            names = (runs[0].path.name, runs[1].path.name)
            sections.append(teller.comparison(measured[0], measured[1], names))
            progress.show(len(sections), lambda: "")
    games = measured[0].games
    title, lead = teller.say("title", games=games), teller.say("lead", version=__version__)
    if strength:
        lead = f"{teller.strength(strengths(runs[0].plan, strength))} {lead}"
    try:
        if place.suffix.lower() in HTML:
            more = teller.say("more")
            pages.write_html(
                place, pages.to_html(title, lead, sections, more, base_language(texts.language))
            )
        else:
            folder = pages.pictures_of(place).name
            page = pages.to_markdown(title, lead, sections, folder, partial(teller.say, "ends"))
            pages.write_markdown(place, page, sections)
    except OSError as error:
        raise unusable(place, error) from error
    console = make_console(plain=not is_terminal())
    console.print(teller.say("done.words", games=games, path=place))
