"""`quarriors verify`: replay every record of a file and check every answer, draw and roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from quarriors.cli import print_json
from quarriors.cli.console import (
    REFUSED,
    make_texts,
    read_packs,
    refuse,
)
from quarriors.cli.options import AsJson, Language, PackFiles
from quarriors.cli.sources import is_link, records_of
from quarriors.daily import daily_of
from quarriors.engine.errors import RecordError
from quarriors.engine.rules import Rules
from quarriors.record.replay import Report, verify
from quarriors.table.setup import daily_setup, make_origin
from quarriors.text import Texts


def verify_command(
    path: Annotated[str, typer.Argument(metavar="FILE")],
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Check that recorded games were played by the rules and with their own dice."""
    held = read_packs(pack)  # known as long as they are held
    texts = make_texts(lang)
    bad = ""
    alone = 0  # games without numbers of players
    games: list[dict[str, Any]] = []

    def tell(number: int, why: str) -> None:
        nonlocal bad
        bad = bad or texts.say("cli", "verify.bad", number=number, why=why)
        games.append({"game": number, "ok": False, "error": why})
        if not as_json:
            print(texts.say("cli", "verify.bad", number=number, why=why))

    records = records_of(path, texts.language)
    number = 0
    while True:
        try:
            record = next(records)
        except StopIteration:
            break
        except RecordError as error:  # the file itself is broken: nothing after it can be read
            if not number:
                raise
            tell(number + 1, error.say(texts.language))
            break
        number += 1
        try:
            report = verify(record)
        except RecordError as error:
            tell(number, error.say(texts.language))
            continue
        wrong, used = _own_numbers(report, path, texts)
        if report.daily and not _is_daily_table(record, report.daily):
            wrong.append(texts.say("cli", "verify.daily_table", date=report.daily))
        if wrong:
            tell(number, " ".join(wrong))
            continue
        games.append({"game": number, "ok": True, **report.to_dict()})
        if not as_json:
            print(_good(number, report, texts), *_dice_lines(report, texts), *used, sep="\n")
            alone += not report.dice and not report.daily
    del held
    if alone:
        print(texts.say("cli", "verify.alone", count=alone))
    if as_json:
        print_json({"file": path, "ok": not bad, "games": games})
    if bad:
        refuse(bad)
        raise typer.Exit(REFUSED)


def _good(number: int, report: Report, texts: Texts) -> str:
    """The line of a game that is as recorded."""
    key = "verify.good" if report.over else "verify.good_open"
    line = texts.say("cli", key, number=number, **report.to_dict())
    if report.position:
        line += " " + texts.say("cli", "verify.position")
    if report.scripted:
        line += " " + texts.say("cli", "verify.scripted")
    return line


def _dice_lines(report: Report, texts: Texts) -> list[str]:
    """What the dice of a daily or of a server's game followed from."""
    if report.daily:
        return [texts.say("cli", "verify.daily", date=report.daily)]
    if not report.dice:
        return []
    values = {"commitment": report.commitment, "added": ", ".join(report.added)}
    lines = [texts.say("cli", "verify.fair" if report.added else "verify.nobody", **values)]
    if report.added and report.added_nothing:
        names = ", ".join(report.added_nothing)
        lines.append(texts.say("cli", "verify.nothing", names=names))
    return lines


def _is_daily_table(record: Mapping[str, Any], date: str) -> bool:
    """Whether a record that replays has the rules, Wilds and first player of a date."""
    day = daily_of(date)
    origin = make_origin(daily_setup(day), day.seed)
    wanted = (origin.rules, list(origin.wilds), origin.first)
    return wanted == (Rules.from_dict(record["rules"]), record["wilds"], record["first"])


def _own_numbers(report: Report, path: str, texts: Texts) -> tuple[list[str], list[str]]:
    """What is wrong about the numbers of our own seats at a table, and what is right."""
    if not is_link(path):
        return [], []
    from quarriors.remote.address import read_address
    from quarriors.remote.dice import own_numbers

    return own_numbers(read_address(path), report.commitment, report.numbers, texts)
