"""`quarriors daily`: the game of a date in the terminal, one try, with a calendar of the results.

The try is kept as a record in the user's data folder from its beginning on, so leaving and coming
back goes on with the same game. Who removes the file can play the date again: the folder keeps
honest people to one try, and proves nothing.
"""

from __future__ import annotations

import calendar
import datetime as dt
from pathlib import Path
from typing import Annotated, Any

import typer

from quarriors.bots import Bot, make_bot
from quarriors.cli import BadOption
from quarriors.cli.console import is_terminal, make_texts, refusals
from quarriors.cli.options import Language, Plain, one
from quarriors.cli.play import HUMAN, Chair, Leave, Match
from quarriors.cli.screens import PlainScreen, RichScreen
from quarriors.daily import Daily, daily_of, rival_luck
from quarriors.engine.errors import QuarriorsError, RecordError
from quarriors.engine.game import Option
from quarriors.game import Game, begin
from quarriors.record.files import load, save
from quarriors.record.replay import replay
from quarriors.record.write import with_date
from quarriors.table.setup import daily_setup, make_origin
from quarriors.text import Texts
from quarriors.view.screen import Screen
from quarriors.view.speech import Speech, default_names
from quarriors.view.summary import share_lines, summarize

PERSON = 0  # the seat of the person
WON, LOST, OPEN, UNREADABLE = "★", "×", "…", "?"
DAYS = 7


class BadDaily(BadOption):
    """A daily that cannot be played."""

    texts = "daily.refuse"


def folder() -> Path:
    """Where the games of the dates are kept."""
    from platformdirs import user_data_path

    return user_data_path("quarriors", appauthor=False) / "daily"


class DailyMatch(Match):
    """The one try at a date: kept after every answer, with a rival whose luck follows from it."""

    def __init__(
        self, day: Daily, game: Game, texts: Texts, screen: Screen, path: Path, adviser: str | None
    ) -> None:
        chairs = [Chair(HUMAN, ""), Chair(day.rival, day.rival.capitalize())]
        super().__init__(game, chairs, texts, screen, path, adviser)
        self.day = day

    def _bot(self, seat: int) -> Bot | None:
        if seat == PERSON:
            return None
        luck = rival_luck(self.day.seed, len(self.timeline.game.answers))
        return make_bot(self.day.rival, seat, luck)

    def _apply(self, option: Option) -> None:
        super()._apply(option)
        self.keep()

    def _undo(self) -> bool:
        undone = super()._undo()
        if undone:
            self.keep()
        return undone

    def record(self) -> dict[str, Any]:
        """The game so far, which names its date."""
        return with_date(super().record(), self.day.date)

    def keep(self) -> None:
        """Write the try down; without that there would be more than one."""
        assert self.path is not None, "a try has a file"
        save(self.record(), self.path)

    def _quit(self) -> None:
        raise Leave


def _opened(day: Daily, path: Path) -> Game:
    """The game of the date: the one that was begun here, or a new one."""
    if not path.exists():
        return begin(make_origin(daily_setup(day), day.seed))
    try:
        record = load(path)
        if not isinstance(record, dict) or record.get("daily") != day.date:
            raise BadDaily("other", path=path, date=day.date)
        return replay(record)
    except RecordError as error:
        raise BadDaily("kept", path=path, date=day.date, why=error) from error


def _result_lines(day: Daily, game: Game, texts: Texts) -> list[str]:
    """The five lines to share, which give nothing away."""
    names = (default_names(texts, 2, [1])[PERSON], day.rival.capitalize())
    summary = summarize(game.origin, game.answers, Speech(texts, names))
    return [*share_lines(day.date, summary, texts), f"quarriors daily --date {day.date}"]


def _sign(path: Path) -> str:
    """How the try at a date ended, by its file."""
    if not path.exists():
        return " "
    try:
        result = load(path)["result"]
        if result is None:
            return OPEN
        return WON if PERSON in result["winners"] else LOST
    except (QuarriorsError, KeyError, TypeError):
        return UNREADABLE


def month_lines(date: str, kept: Path, texts: Texts) -> list[str]:
    """The month of a date as a calendar, with how the tries in a folder ended."""
    day = dt.date.fromisoformat(date)
    named = texts.say("daily", f"calendar.month.{day.month}", year=day.year)
    lines = [named, "  ".join(texts.say("daily", "calendar.days").split())]
    for week in calendar.Calendar().monthdatescalendar(day.year, day.month):
        cells = [
            f"{one.day:2}{_sign(kept / f'{one}.json')}" if one.month == day.month else "   "
            for one in week
        ]
        lines.append(" ".join(cells).rstrip())
    legend = {"won": WON, "lost": LOST, "open": OPEN}
    return [*lines, texts.say("daily", "calendar.legend", **legend)]


def daily_command(
    date: Annotated[str | None, typer.Option("--date", metavar="DATE")] = None,
    hint: Annotated[
        str | None, typer.Option("--hint", metavar="BOT", autocompletion=one("bots"))
    ] = None,
    lang: Language = None,
    plain: Plain = False,
) -> None:
    """Play the game of the day, which is the same for everybody."""
    with refusals(lang):
        texts = make_texts(lang)
        day = daily_of(str(dt.datetime.now().date()) if date is None else date)
        if hint is not None:
            make_bot(hint, 0, 0)  # refuse a bad name before anybody sits down
        kept = folder()
        path = kept / f"{day.date}.json"
        game = _opened(day, path)
        screen: Screen = PlainScreen() if plain or not is_terminal() else RichScreen()

        def say(key: str) -> None:
            named = texts.say("server", f"web.set.{day.featured}") if day.featured else ""
            values = {"number": day.number, "date": day.date, "set": named}
            said = texts.say("daily", f"say.{key}", rival=day.rival.capitalize(), **values)
            screen.say(*said.strip().splitlines())

        if game.over:
            say("played")
        else:
            try:
                kept.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadDaily("folder", path=kept, why=error) from error
            match = DailyMatch(day, game, texts, screen, path, hint)
            match.keep()
            say("featured" if day.featured else "begin")
            say("again" if game.answers else "once")
            if not game.answers:
                match.welcome()
            match.run()
            game = match.timeline.game
        if game.over:
            screen.say("", *_result_lines(day, game, texts))
        else:
            say("later")
        screen.say("", *month_lines(day.date, kept, texts))
