"""`quarriors simulate`: many games between bots, kept as tables or records and summed up.

Ctrl-C is a polite request here: no game is begun any more, what is finished is kept and summed up.
A folder of tables is gone on with by the same command, a file of records is not.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from quarriors.cards.load import catalog_of
from quarriors.cli import INTERRUPTED, BadOption, columns, print_json
from quarriors.cli.console import (
    Console,
    advise_compiling,
    is_terminal,
    make_console,
    make_texts,
    refuse,
    refuse_file_name,
)
from quarriors.cli.options import AsJson, Code, Language, Wilds
from quarriors.cli.plans import NOTHING_ASKED, PlanOptions, with_plan_options
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.lab.append_log import AppendLog, unusable
from quarriors.lab.balance import Balance
from quarriors.lab.dataset_reader import BROKEN_GAMES, MANIFEST, OPEN, open_results, read_manifest
from quarriors.lab.executor import Executor
from quarriors.lab.rates import Rate
from quarriors.lab.simulate import GameFailed, Outcome, Plan, check_plan, play_plan
from quarriors.lab.summary import Summary
from quarriors.record.errors import BadRecord
from quarriors.text import Texts

RECORDS = ".jsonl"  # how the name of a file of records ends
WITH_RESUME = ("out", "resume", "workers", "ray", "cards", "as_json", "lang")
BROKEN = 1  # exit code when a game broke: an error of ours, not of the user
CARDS_SHOWN = 20
DEFAULT_SEATS = "random,random"


@with_plan_options
def simulate_command(
    context: typer.Context,
    games: Annotated[int, typer.Option("-n", "--games")] = 100,
    asked: PlanOptions = NOTHING_ASKED,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER|FILE")] = None,
    resume: Annotated[bool, typer.Option("--resume")] = False,
    decisions: Annotated[bool, typer.Option("--decisions")] = False,
    force: Annotated[bool, typer.Option("--force")] = False,
    snapshots: Annotated[bool, typer.Option("--snapshots")] = False,
    wilds: Wilds = None,
    code: Code = None,
    cards: Annotated[bool, typer.Option("--cards")] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Let bots play many games and sum them up."""
    texts = make_texts(lang)
    asked.check_counts(games)
    if snapshots and out is None:
        raise BadOption("simulate.snapshots")
    if force and out is None:
        raise BadOption("simulate.force_alone")
    folder = None if out is None or _is_file(out) else out
    if folder is not None:
        refuse_file_name("simulate.out_file", folder)
    for option, wanted in (("--decisions", decisions), ("--resume", resume)):
        if wanted and folder is None:
            raise BadOption("simulate.folder_only", option=option)
    for option, wanted in (("--snapshots", snapshots), ("--force", force)):
        if wanted and folder is not None:
            raise BadOption("simulate.records_only", option=option, path=str(folder))
    if folder is not None and resume:
        _nothing_else(context, folder)
        manifest = read_manifest(folder)
        plan, games, decisions = manifest.plan, manifest.games, manifest.decisions
    else:
        plan = asked.plan(DEFAULT_SEATS, wilds, code, partial(_seed, folder))
        plan = replace(plan, records=out is not None, snapshots=snapshots)
    texts = Texts(texts.language, plan.rules.packs)
    ran = _run(texts, plan, games, ray, asked.workers, out, folder, decisions, force)
    _tell(texts, ran, as_json=as_json, cards=cards)
    _end(texts, ran, games, out, folder)


def _end(texts: Texts, ran: _Ran, games: int, out: Path | None, folder: Path | None) -> None:
    """Say what went wrong or was stopped, with its exit code."""
    if ran.broken is not None:
        print(ran.broken.trace, file=sys.stderr)
        key = "simulate.broken" if out is None else "simulate.broken_kept"
        path = out if folder is None else folder / BROKEN_GAMES
        values = {"number": ran.broken.index + 1, "seed": ran.broken.seed, "path": path}
        refuse(texts.say("cli", key, **values))
    if ran.lost:
        refuse(texts.say("lab", "refuse.lost", done=ran.summary.games, games=games))
    if ran.broken is not None or ran.lost:
        raise typer.Exit(BROKEN)
    if ran.stopped:
        key = "simulate.stopped" if folder is None else "simulate.stopped_tables"
        values = {"done": ran.summary.games, "games": games, "path": folder}
        refuse(texts.say("cli", key, **values))
        raise typer.Exit(INTERRUPTED)


# --- what is asked for ---------------------------------------------------------------------------


def _is_file(path: Path) -> bool:
    """Whether records go there, one a line; anything else is a folder of tables."""
    return path.suffix == RECORDS or (path.exists() and not path.is_dir())


def _nothing_else(context: typer.Context, folder: Path) -> None:
    """Refuse `--resume` with options that only the folder can answer."""
    given = []
    for param in context.command.params:
        source = context.get_parameter_source(str(param.name))
        typed = source is not None and source.name == "COMMANDLINE"
        if typed and param.name not in WITH_RESUME:
            given.append(str(param.opts[-1]))
    if given:
        raise BadOption("simulate.resume_alone", path=str(folder), options=", ".join(given))


def _seed(folder: Path | None) -> int:
    """Any seed, or that of the simulation in the folder."""
    if folder is not None and (folder / MANIFEST).exists():
        return read_manifest(folder).plan.seed
    return secrets.randbits(32)


# --- playing -------------------------------------------------------------------------------------


@dataclass
class _Ran:
    """What came of it."""

    plan: Plan
    asked: int
    workers: int | None
    ray: str | None
    out: Path | None
    folder: Path | None
    summary: Summary
    found: int = 0  # games that were there already
    dropped: int = 0  # damaged lines
    seconds: float = 0.0
    decisions: int = 0  # of the games played now
    stopped: bool = False
    lost: bool = False
    broken: GameFailed | None = None
    hash: str | None = None  # of the tables, once they are complete

    @property
    def played(self) -> int:
        """How many games were played now."""
        return self.summary.games - self.found


def _run(
    texts: Texts,
    plan: Plan,
    games: int,
    ray: str | None,
    workers: int | None,
    out: Path | None,
    folder: Path | None,
    decisions: bool,
    force: bool,
) -> _Ran:
    """Play, with everything that is to be closed afterwards."""
    if ray is None and workers is None:
        workers = cores()
    ran = _Ran(plan, games, workers, ray, out, folder, Summary(plan.seats, catalog_of(plan.rules)))
    with ExitStack() as opened:
        if folder is not None:
            from quarriors.lab.dataset_writer import SavedSimulation

            saved = opened.enter_context(SavedSimulation(folder, plan, games, decisions=decisions))
            for outcome in saved.outcomes():
                ran.summary.add(outcome)
            ran.found, ran.dropped = saved.found, saved.dropped
            missing = ran.found < games
        else:
            file = opened.enter_context(_out(out, force))
            check_plan(plan)
            missing = True
        executor: Executor | int = workers or 1
        if ray is not None and missing:
            from quarriors.lab.executor_ray import RayExecutor

            executor = RayExecutor(ray, workers)
        asked = opened.enter_context(polite())
        if folder is not None:
            outcomes = saved.play(executor, asked.to_stop)
        else:
            outcomes = _recorded(play_plan(plan, games, executor, asked.to_stop), file)
        began = time.perf_counter()
        already = ran.summary.decisions
        advise_compiling(texts)
        with progress_bar(texts.say("cli", "simulate.bar"), games, ran.found) as progress:
            try:
                for outcome in outcomes:
                    ran.summary.add(outcome)
                    ran.decisions = ran.summary.decisions - already
                    ran.seconds = time.perf_counter() - began
                    progress.show(ran.summary.games, partial(_speed, texts, ran))
            except GameFailed as error:
                ran.broken = error
            except BrokenExecutor:
                ran.lost = True
        ran.seconds = time.perf_counter() - began
        ran.stopped = asked.to_stop() and ran.summary.games < games
    if folder is not None and ran.summary.games == games:
        ran.hash = open_results(folder).hash()
    return ran


def _recorded(outcomes: Iterator[Outcome], file: AppendLog | None) -> Iterator[Outcome]:
    """Write the record of each game down before it is counted."""
    try:
        for outcome in outcomes:
            if file is not None:
                file.add(f"{outcome.record}\n")
            yield outcome
    except GameFailed as error:
        if file is not None:
            file.add(f"{error.record}\n")
        raise


@contextmanager
def _out(path: Path | None, force: bool) -> Iterator[AppendLog | None]:
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
        yield AppendLog(path, file)


# --- the summary -------------------------------------------------------------------------------


def _speed(texts: Texts, ran: _Ran) -> str:
    seconds = max(ran.seconds, 1e-9)
    return texts.say(
        "cli",
        "simulate.speed",
        games=f"{ran.played / seconds:.1f}",
        decisions=f"{ran.decisions / seconds:.0f}",
    )


def _tell(texts: Texts, ran: _Ran, *, as_json: bool, cards: bool) -> None:
    """The summary, for programs or for people."""
    plan, summary = ran.plan, ran.summary
    seconds = max(ran.seconds, 1e-9)
    if as_json:
        lines = [line.to_dict() for line in summary.balance.lines()] if cards else None
        print_json(
            {
                "seed": plan.seed,
                "workers": ran.workers,
                "ray": ran.ray,
                "rules": plan.rules.to_dict(),
                "wilds": None if plan.wilds is None else list(plan.wilds),
                "asked": ran.asked,
                "found": ran.found,
                "stopped": ran.stopped,
                **summary.to_dict(),
                **({} if lines is None else {"cards": lines}),
                "seconds": round(ran.seconds, 3),
                "games_per_second": round(ran.played / seconds, 2),
                "decisions_per_second": round(ran.decisions / seconds, 1),
                "out": None if ran.out is None else str(ran.out),
                "hash": ran.hash,
            }
        )
        return
    console = make_console(plain=not is_terminal())
    _show(console, texts, ran, captures=not cards)
    if cards and summary.games:
        _show_cards(console, texts, summary.balance)
    if ran.dropped:
        path = ran.out and ran.out / OPEN
        print(texts.say("cli", "simulate.dropped", count=ran.dropped, path=path))
    if ran.out is not None:
        key = "simulate.written" if ran.folder is None else "simulate.written_tables"
        print(texts.say("cli", key, count=summary.games, path=ran.out))
    if ran.hash is not None:
        print(texts.say("cli", "simulate.hash", hash=ran.hash))


def _percent(rate: Rate) -> tuple[str, str]:
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %"


def _show(console: Console, texts: Texts, ran: _Ran, *, captures: bool) -> None:
    """The summary for people."""
    summary = ran.summary

    def say(key: str, /, **values: object) -> str:
        return texts.say("cli", f"simulate.{key}", **values)

    def heading(key: str, /, **values: object) -> None:
        console.print()
        console.print(say(key, **values), style="bold")

    def table(rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> None:
        for line in columns(rows, right):
            console.print(f"  {line}", soft_wrap=True)

    played = summary.games
    values = {"games": played, "seed": ran.plan.seed, "seconds": f"{ran.seconds:.1f}"}
    if ran.found:
        values |= {"found": ran.found, "played": ran.played}
    key = "simulate.head_found" if ran.found else "simulate.head"
    head = texts.say("cli", key, speed=_speed(texts, ran), **values)
    console.print(head, soft_wrap=True)
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
    console.print(say("heading", count=len(lines)), style="bold")
    heads = (
        *("card", "set", "label", "games", "captures", "share"),
        *("compared", "rate", "advantage", "interval"),
    )
    rows = [tuple(say(f"column.{head}") for head in heads)]
    for line in lines:
        low, high = line.interval
        fared = (
            str(line.compared.games),
            f"{100 * line.compared.rate:.1f} %",
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
                *(fared if line.compared.games else (say("none"),) * len(fared)),
            )
        )
    for shown in columns(rows, tuple(range(3, len(heads)))):
        console.print(f"  {shown}", soft_wrap=True)
    average = f"{100 / balance.players:.1f} %"
    console.print(say("note", average=average), soft_wrap=True)
