"""`quarriors simulate`: many games between bots, kept in a file and summed up.

Ctrl-C is a polite request here: no game is begun any more, what is finished is kept and summed up.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from quarriors.bots import BOTS, make_bot
from quarriors.cli import INTERRUPTED, BadOption, columns, print_json
from quarriors.cli.console import is_terminal, make_console, make_texts, refuse, split_names
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.cli.wilds import (
    asked_rules,
    card_names,
    chosen_wilds,
    excluded_names,
)  # fmt: skip
from quarriors.engine.rules import QULTIMATE
from quarriors.lab.balance import Balance
from quarriors.lab.lines import Lines, unusable
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import GameFailed, simulate
from quarriors.lab.summary import Summary
from quarriors.record.errors import BadRecord
from quarriors.table_setup import dealt_wilds
from quarriors.text import Texts

BROKEN = 1  # exit code when a game broke: an error of ours, not of the user
CARDS_SHOWN = 20


def simulate_command(
    games: Annotated[int, typer.Option("-n", "--games")] = 100,
    seats: Annotated[str, typer.Option("--seats")] = "random,random",
    edition: Annotated[str, typer.Option("--edition")] = QULTIMATE,
    sets: Annotated[str | None, typer.Option("--sets")] = None,
    modules: Annotated[str | None, typer.Option("--modules")] = None,
    variants: Annotated[str, typer.Option("--variants")] = "",
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    workers: Annotated[int | None, typer.Option("--workers")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
    snapshots: Annotated[bool, typer.Option("--snapshots")] = False,
    wilds: Annotated[str | None, typer.Option("--wilds")] = None,
    code: Annotated[str | None, typer.Option("--code")] = None,
    mix: Annotated[str, typer.Option("--mix")] = "hint",
    feature: Annotated[str | None, typer.Option("--feature")] = None,
    include: Annotated[str | None, typer.Option("--include")] = None,
    exclude: Annotated[str | None, typer.Option("--exclude")] = None,
    cards: Annotated[bool, typer.Option("--cards")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Annotated[str | None, typer.Option("--lang")] = None,
) -> None:
    """Let bots play many games and sum them up."""
    texts = make_texts(lang)
    if games < 1:
        raise BadOption("simulate.games", games=games)
    if workers is not None and workers < 1:
        raise BadOption("simulate.workers", workers=workers)
    if snapshots and out is None:
        raise BadOption("simulate.snapshots")
    bots = _bots(seats)
    if wilds is not None and code is not None:
        raise BadOption("table.wilds_and_code")
    rules = asked_rules(len(bots), edition, sets, variants, modules, code)
    named = chosen_wilds(wilds, code, rules)
    wanted, unwanted = card_names(include), excluded_names(exclude)
    if named is not None and (wanted or unwanted):
        raise BadOption("simulate.wilds_alone")
    seed = secrets.randbits(32) if seed is None else seed
    if named is None:  # wishes that cannot be met are refused before anybody plays
        dealt_wilds(rules, seed, mix, feature, wanted, unwanted)
    workers = cores() if workers is None else workers
    summary = Summary(tuple(bots))
    terminal = is_terminal()
    broken: GameFailed | None = None
    with _out(out, force) as file, polite() as asked:
        outcomes = simulate(
            rules,
            bots,
            games,
            seed,
            workers,
            wilds=named,
            mix=mix,
            include=wanted,
            exclude=unwanted,
            featured=feature or "",
            records=out is not None,
            snapshots=snapshots,
            stop=asked.to_stop,
        )
        began = time.perf_counter()
        with progress_bar(texts.say("cli", "simulate.bar"), games) as progress:
            try:
                for outcome in outcomes:
                    if file is not None:
                        file.add(f"{outcome.record}\n")
                    summary.add(outcome)
                    seconds = time.perf_counter() - began
                    progress.show(summary.games, partial(_speed, texts, summary, seconds))
            except GameFailed as error:
                broken = error
                if file is not None:
                    file.add(f"{error.record}\n")
        seconds = time.perf_counter() - began
    stopped = asked.to_stop() and summary.games < games
    if as_json:
        print_json(
            {
                "seed": seed,
                "workers": workers,
                "rules": rules.to_dict(),
                "wilds": named,
                "asked": games,
                "stopped": stopped,
                **summary.to_dict(),
                **(
                    {"cards": [line.to_dict() for line in summary.balance.lines()]} if cards else {}
                ),
                "seconds": round(seconds, 3),
                "games_per_second": round(summary.games / seconds, 2),
                "decisions_per_second": round(summary.decisions / seconds, 1),
                "out": None if out is None else str(out),
            }
        )
    else:
        console = make_console(plain=not terminal)
        _show(console, texts, summary, seed, seconds, captures=not cards)
        if cards and summary.games:
            _show_cards(console, texts, summary.balance)
        if out is not None:
            print(texts.say("cli", "simulate.written", count=summary.games, path=out))
    if broken is not None:
        print(broken.trace, file=sys.stderr)
        key = "simulate.broken" if out is None else "simulate.broken_kept"
        values = {"number": broken.index + 1, "seed": broken.seed, "path": out}
        refuse(texts.say("cli", key, **values))
        raise typer.Exit(BROKEN)
    if stopped:
        refuse(texts.say("cli", "simulate.stopped", done=summary.games, games=games))
        raise typer.Exit(INTERRUPTED)


def _bots(seats: str) -> list[str]:
    """The bots of all seats, each known."""
    bots = split_names(seats)
    for seat, spec in enumerate(bots):
        if spec.split(":")[0] not in BOTS:
            raise BadOption("simulate.bot", bot=spec, known=", ".join(sorted(BOTS)))
        make_bot(spec, seat, 0)
    return bots


# --- the file ----------------------------------------------------------------------------------


@contextmanager
def _out(path: Path | None, force: bool) -> Iterator[Lines | None]:
    """The file for records; one that is there is not lost by accident."""
    if path is None:
        yield None
        return
    if path.is_dir():
        raise BadRecord("record.is_folder", path=str(path))
    if path.exists() and not force:
        raise BadOption("simulate.exists", path=str(path))
    try:
        file = path.open("wb", buffering=0)
    except FileNotFoundError as error:
        raise BadRecord("record.no_folder", path=str(path)) from error
    except OSError as error:
        raise unusable(path, error) from error
    with file:
        yield Lines(path, file)


# --- the summary -------------------------------------------------------------------------------


def _speed(texts: Texts, summary: Summary, seconds: float) -> str:
    return texts.say(
        "cli",
        "simulate.speed",
        games=f"{summary.games / seconds:.1f}",
        decisions=f"{summary.decisions / seconds:.0f}",
    )


def _percent(rate: Rate) -> tuple[str, str]:
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %"


def _show(
    console: Console, texts: Texts, summary: Summary, seed: int, seconds: float, *, captures: bool
) -> None:
    """The summary for people."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("cli", f"simulate.{key}", **values)

    def heading(key: str, /, **values: object) -> None:
        console.print()
        console.print(Text(say(key, **values), style="bold"))

    def table(rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> None:
        for line in columns(rows, right):
            console.print(f"  {line}", soft_wrap=True)

    played = summary.games
    speed = _speed(texts, summary, seconds)
    console.print(say("head", games=played, seed=seed, seconds=f"{seconds:.1f}", speed=speed))
    if not played:
        return
    heading("by_seat")
    rows = [(say("seat"), say("bot_head"), say("wins"), say("interval"), say("glory"))]
    for seat, rate in enumerate(summary.by_seat):
        shown = (str(seat), summary.seats[seat], *_percent(rate), f"{summary.glory[seat]:.1f}")
        rows.append(shown)
    table(rows, (0, 2, 3, 4))
    heading("by_order")
    order = [(say("place"), say("wins"), say("interval"))]
    order += [(str(at), *_percent(rate)) for at, rate in enumerate(summary.by_order, 1)]
    table(order, (0, 1, 2))
    if summary.shared:
        console.print("  " + say("shared", count=summary.shared))
    heading("length")
    rounds = summary.to_dict()["rounds"]
    console.print("  " + say("rounds", **rounds))
    console.print("  " + say("decisions", mean=f"{summary.mean_decisions:.1f}"))
    heading("ends")
    for rule, count in sorted(summary.ends.items()):
        share = f"{100 * count / played:.1f}"
        console.print("  " + say(f"end.{rule.replace('.', '_')}", count=count, share=share))
    if not captures:
        return
    captured = summary.captured()
    heading("captures", shown=min(CARDS_SHOWN, len(captured)), count=len(captured))
    cards = [(say("card"), say("captured"), say("a_game"))]
    for name, count, games in captured[:CARDS_SHOWN]:
        cards.append((texts.card_name(name), str(count), f"{count / games:.2f}"))
    table(cards, (1, 2))


def _show_cards(console: Console, texts: Texts, balance: Balance) -> None:
    """How cards and those who capture them fare, a line each."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("balance", key, **values)

    lines = balance.lines()
    console.print()
    console.print(Text(say("heading", count=len(lines)), style="bold"))
    heads = ("card", "set", "label", "games", "captures", "share", "rate", "advantage", "interval")
    rows = [tuple(say(f"column.{head}") for head in heads)]
    for line in lines:
        low, high = line.interval
        fared = (
            f"{100 * line.captors.rate:.1f} %",
            f"{100 * line.advantage:+.1f}",
            f"{100 * low:+.1f} .. {100 * high:+.1f}",
        )
        rows.append(
            (
                texts.card_name(line.card),
                line.set_name,
                say(f"label.{line.label}"),
                str(line.games),
                f"{line.captures_a_game:.2f}",
                f"{100 * line.share:.1f} %",
                *(fared if line.captors.games else (say("none"),) * 3),
            )
        )
    for shown in columns(rows, tuple(range(3, len(heads)))):
        console.print(f"  {shown}", soft_wrap=True)
    average = f"{100 / balance.players:.1f} %"
    console.print(say("note", average=average), soft_wrap=True)
