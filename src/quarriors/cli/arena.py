"""`quarriors arena`: bots against each other, on the same tables and in every seat.

Ctrl-C is a polite request here: games under way are dropped, finished ones are kept and summed up,
and with `--out` the same command goes on.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from quarriors.cli import INTERRUPTED, columns, print_json
from quarriors.cli.console import (
    Console,
    advise_compiling,
    is_terminal,
    make_console,
    make_texts,
    read_packs,
    refuse,
    refuse_file_name,
    split_names,
)
from quarriors.cli.options import (
    AsJson,
    Edition,
    Language,
    Modules,
    PackFiles,
    Seed,
    Sets,
    Variants,
    Workers,
    several,
)
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.cli.wilds import asked_rules
from quarriors.lab.arena import Arena, Report, WorkersLost
from quarriors.lab.arena_match import BadArena
from quarriors.lab.arena_report import Estimate, Standings
from quarriors.lab.arena_store import BROKEN, part_name
from quarriors.table_setup import FEWEST
from quarriors.text import Texts

FAILED = 1  # exit code when a game or a process broke: no error of the user


def arena_command(
    bots: Annotated[str, typer.Option("--bots", autocompletion=several("bots"))] = "",
    games: Annotated[int, typer.Option("-n", "--games")] = 100,
    players: Annotated[int, typer.Option("--players")] = FEWEST,
    edition: Edition = None,
    sets: Sets = None,
    modules: Modules = None,
    variants: Variants = None,
    seed: Seed = None,
    workers: Workers = None,
    limit_ms: Annotated[int | None, typer.Option("--limit-ms")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER")] = None,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Let bots play against each other and see who is better."""
    texts = make_texts(lang)
    rules = asked_rules(players, edition, sets, variants, modules, None, read_packs(pack))
    workers = cores() if workers is None else workers
    if workers < 1:
        raise BadArena("workers", workers=workers)
    if out is not None:
        refuse_file_name("simulate.out_folder", out)
    lost: WorkersLost | None = None
    with (
        Arena(rules, split_names(bots), games, seed, out=out, limit_ms=limit_ms) as arena,
        polite() as asked,
        progress_bar(texts.say("arena", "bar"), arena.total, arena.found) as bar,
    ):
        advise_compiling(texts)
        try:
            for _ in arena.play(workers, asked.to_stop):
                bar.show(arena.finished, partial(_speed, texts, arena))
        except WorkersLost as error:
            lost = error
        report = arena.report()
    if as_json:
        print_json({**report.to_dict(), "out": None if out is None else str(out)})
    else:
        _show(make_console(plain=not is_terminal()), texts, report, out)
    for failed in report.broken:
        print(failed.trace, file=sys.stderr)
        values = {"game": failed.index + 1, "seed": failed.seed, "path": out and out / BROKEN}
        key = "broken" if out is None else "broken_kept"
        refuse(texts.say("arena", key, **values))
    if lost is not None:
        refuse(lost.say(texts.language))
    if report.broken or lost is not None:
        raise typer.Exit(FAILED)
    if report.stopped:
        key = "stopped" if out is None else "stopped_kept"
        refuse(texts.say("arena", key, done=report.finished, total=report.total, path=out))
        raise typer.Exit(INTERRUPTED)


def _speed(texts: Texts, played: Arena | Report) -> str:
    return texts.say("arena", "speed", games=f"{played.speed:.1f}")


# --- for people --------------------------------------------------------------------------------


def _show(console: Console, texts: Texts, report: Report, out: Path | None) -> None:
    """The whole report."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("arena", key, **values)

    def line(text: str) -> None:
        console.print(text, soft_wrap=True)

    def table(heading: str, rows: list[tuple[str, ...]]) -> None:
        console.print()
        console.print(heading, style="bold", soft_wrap=True)
        for shown in columns(rows, range(1, len(rows[0]))):
            line(f"  {shown}")

    plan, standings = report.plan, report.standings
    players = plan.rules.players
    counts = {"finished": report.finished, "total": report.total, "seed": plan.seed}
    line(say("head", bots=len(plan.bots), players=players, **counts))
    line_ups = len(plan.schedule.line_ups)
    each = report.tables * players
    line(say("plan", tables=report.tables, line_ups=line_ups, players=players, each=each))
    key = "now_found" if report.found else "now"
    values = {"played": report.played, "seconds": f"{report.seconds:.1f}", "found": report.found}
    line(say(key, speed=_speed(texts, report), **values))
    if report.dropped:
        line(say("dropped", count=report.dropped))
    if not report.finished:
        line(say("nothing"))
        return
    table(say("cross" if players == FEWEST else "cross_many"), _cross(texts, standings))
    table(say("ranking"), _ranking(texts, standings))
    line(say("note", fair=say("percent", rate=f"{100 / players:.1f}")))
    if standings.faults:
        console.print()
    for fault in standings.faults:
        values = {
            "bot": standings.bots[fault.bot],
            "count": fault.count,
            "games": standings.games[fault.bot],
            "game": fault.game + 1,
            "decision": fault.first.decision,
            "detail": fault.first.detail,
        }
        line(say(f"forfeit.{fault.kind}", **values))
    if out is not None:
        console.print()
        line(say("written", path=out, first=out / part_name(1)))


def _cross(texts: Texts, standings: Standings) -> list[tuple[str, ...]]:
    """A line and a column for each bot, the best first."""
    order = standings.ranking
    rows = [(texts.say("arena", "column.bot"), *(standings.bots[bot] for bot in order))]
    for one in order:
        cells = [
            texts.say("arena", "none")
            if one == other
            else _cell(texts, standings.cross[one, other])
            for other in order
        ]
        rows.append((standings.bots[one], *cells))
    return rows


def _cell(texts: Texts, found: Estimate) -> str:
    """A rate with its interval; nothing if the two did not meet or won nothing."""
    if not found.games:
        return texts.say("arena", "none")
    return texts.say("arena", "cell", **_percents(found))


def _percents(found: Estimate) -> dict[str, str]:
    values = {"rate": found.rate, "low": found.low, "high": found.high}
    return {name: f"{100 * value:.1f}" for name, value in values.items()}


def _ranking(texts: Texts, standings: Standings) -> list[tuple[str, ...]]:
    """A line for each bot, the best first."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("arena", key, **values)

    heads = ("bot", "games", "wins", "interval", "rating", "margin", "mean", "longest", "forfeits")
    rows = [tuple(say(f"column.{head}") for head in heads)]
    for bot in standings.ranking:
        rating, pace = standings.ratings[bot], standings.paces[bot]
        shown = _percents(standings.rates[bot])
        lost = sum(fault.count for fault in standings.faults if fault.bot == bot)
        rows.append(
            (
                standings.bots[bot],
                str(standings.games[bot]),
                say("percent", rate=shown["rate"]),
                say("range", low=shown["low"], high=shown["high"]),
                f"{rating.mu:.2f}",
                say("margin", value=f"{rating.margin:.2f}"),
                _time(texts, pace.mean),
                _time(texts, pace.longest),
                str(lost) if lost else say("none"),
            )
        )
    return rows


def _time(texts: Texts, seconds: float) -> str:
    """A time in the unit that fits it."""
    if seconds < 1e-3:
        return texts.say("arena", "time.us", value=f"{1e6 * seconds:.1f}")
    if seconds < 1:
        return texts.say("arena", "time.ms", value=f"{1e3 * seconds:.2f}")
    return texts.say("arena", "time.s", value=f"{seconds:.2f}")
