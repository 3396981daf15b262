"""`quarriors pack`: cards of one's own, begun, checked and tried out.

pack new NAME       a file to begin with      pack show FILE    what a pack has
pack check FILE     faults, then games        pack fix CARD     a card as it is, to be corrected
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from quarriors.cards.load import catalog_of_packs, entries
from quarriors.cards.pack import FILE_NAME, Pack, file_name, read_pack
from quarriors.cards.pictures import Pictures, read_pictures
from quarriors.cli import INTERRUPTED, BadOption, columns, print_json
from quarriors.cli.cards import card_values, list_cards, one_card
from quarriors.cli.console import REFUSED, Console, is_terminal, make_console, make_texts, refuse
from quarriors.cli.options import AsJson, Language, Workers
from quarriors.cli.watch import cores, polite, progress_bar
from quarriors.lab.balance import Balance
from quarriors.lab.trial import PLAYERS, Trial, lines_of, play_trial, trial_of
from quarriors.text import LANGUAGES, Texts, base_language
from quarriors.view.speech import Speech

pack_app = typer.Typer(add_completion=False)
_ENDLESS = "15.24"
_NEXT = re.compile(r"^\[\[(?:card|die)\]\]|^# ---", re.MULTILINE)  # what ends an entry


class BadPack(BadOption):
    """What cannot be done with a pack."""

    texts = "packs.refuse"


@pack_app.callback()
def _pack(lang: Language = None) -> None:
    """Make, check and correct packs; the language is for the help, commands have their own."""


@pack_app.command("new")
def pack_new(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    lang: Language = None,
) -> None:
    """Write a pack to begin with."""
    texts = make_texts(lang)
    path = out or Path(f"{file_name(name)}.toml")
    head = _head(texts, name, "base", [base_language(texts.language)])
    text = head + texts.say("packs", "template.card")
    _write(path, text, "exists")
    print(texts.say("packs", "written", path=path))


@pack_app.command("fix")
def pack_fix(
    card: Annotated[str, typer.Argument(metavar="CARD")],
    pack: Annotated[Path | None, typer.Option("--pack", metavar="FILE")] = None,
    lang: Language = None,
) -> None:
    """Write a card as it is, to be corrected."""
    texts = make_texts(lang)
    entry = entries()[one_card(card)]
    start = entry.source.offset(entry.path)
    after = _NEXT.search(entry.source.text, start + 1)
    found = entry.source.text[start : after.start() if after else None].rstrip() + "\n"
    found = texts.say("packs", "template.fix").lstrip() + found
    shown = texts.card_name(entry.name)
    if pack is not None and pack.exists():
        known = read_pack(pack)
        if entry.name in known.corrected:
            raise BadPack("corrected", card=shown, path=str(pack))
        path = pack / FILE_NAME if pack.is_dir() else pack
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{found}")
    else:
        path = pack or Path(f"{file_name(entry.name)}.toml")
        head = _head(texts, f"{entry.name}, corrected", entry.set_name, LANGUAGES)
        _write(path, head + found, "fix_exists")
    print(texts.say("packs", "fixed", card=shown, path=path))


@pack_app.command("show")
def pack_show(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Show what a pack has."""
    pack = read_pack(file)
    texts = make_texts(lang, [pack])
    catalog = catalog_of_packs(texts.packs)
    cards = [catalog.card(name) for name in (*pack.added, *pack.corrected)]
    pictures = read_pictures(pack, file)
    if as_json:
        about = {
            "id": pack.id, "name": pack.name, "version": pack.version, "author": pack.author,
            "languages": list(pack.languages), "sets": list(pack.sets),
            "added": list(pack.added), "corrected": list(pack.corrected),
            "pictures": sorted(pictures.found),
        }  # fmt: skip
        print_json({**about, "cards": [card_values(card, texts) for card in cards]})
        return
    console = make_console(plain=not is_terminal())
    _show_head(console, texts, pack, pictures)
    list_cards(console, cards, Speech(texts, (), signs=is_terminal()))
    console.print(texts.say("packs", "whole", path=file), soft_wrap=True)
    for fault in pictures.faults:
        refuse(fault.sentence(texts.language))


@pack_app.command("check")
def pack_check(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    games: Annotated[int, typer.Option("-n", "--games")] = 500,
    planner: Annotated[int, typer.Option("--planner")] = 50,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    workers: Workers = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Find the faults of a pack, then play games with its cards."""
    if games < 0 or planner < 0 or (workers is not None and workers < 1):
        raise BadPack("games")
    pack = read_pack(file)
    texts = make_texts(lang, [pack])
    console = make_console(plain=not is_terminal())
    pictures = read_pictures(pack, file)
    if not as_json:
        _show_head(console, texts, pack, pictures)
    trial = trial_of(pack, seed, games, planner)
    found = _Found(trial)
    with polite() as asked, progress_bar(texts.say("packs", "bar"), trial.games) as bar:
        if trial.cards:
            for tried in play_trial(trial, workers or cores(), asked.to_stop):
                found.games += 1
                found.balance.add(tried.outcome)
                found.endless += tried.outcome.rule == _ENDLESS
                found.worked |= tried.worked
                bar.show(found.games, str)
        stopped = asked.to_stop() and found.games < trial.games
    if as_json:
        print_json(found.to_dict(pack, pictures))
    else:
        for line in (*found.lines(texts), texts.say("packs", "next", path=file)):
            console.print(line, soft_wrap=True)
    for fault in pictures.faults:
        refuse(fault.sentence(texts.language))
    if found.endless:
        refuse(texts.say("packs", "endless", count=found.endless, games=found.games))
        raise typer.Exit(REFUSED)
    if stopped:
        refuse(texts.say("packs", "stopped", done=found.games, games=trial.games))
        raise typer.Exit(INTERRUPTED)
    if pictures.faults:
        raise typer.Exit(REFUSED)


class _Found:
    """What the games of a trial have shown."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.catalog = catalog_of_packs(trial.rules.packs)
        self.balance = Balance(PLAYERS, self.catalog)
        self.games = 0
        self.endless = 0
        self.worked: set[tuple[str, int]] = set()

    def idle(self) -> list[tuple[str, int]]:
        """Lines of cards that never worked, by card and number."""
        return [
            (name, number)
            for name in self.trial.cards
            for number in lines_of(self.catalog.card(name))
            if (name, number) not in self.worked
        ]

    def to_dict(self, pack: Pack, pictures: Pictures) -> dict[str, object]:
        """For programs."""
        return {
            "id": pack.id,
            "games": self.games,
            "endless": self.endless,
            "cards": [
                line.to_dict() for line in self.balance.lines() if line.card in self.trial.cards
            ],
            "never_used": [{"card": name, "line": number} for name, number in self.idle()],
            "pictures": sorted(pictures.found),
        }

    def lines(self, texts: Texts) -> list[str]:
        """For people."""

        def say(key: str, /, **values: object) -> str:
            return texts.say("packs", key, **values)

        if not self.games:
            return [say("no_games")]
        keys = ("card", "games", "captured", "advantage")
        rows = [tuple(say(f"head.{key}") for key in keys)]
        never: list[str] = []
        for line in self.balance.lines():
            if line.card not in self.trial.cards:
                continue
            shown = texts.card_name(line.card)
            advantage = "-"
            if line.compared.games:
                advantage = f"{100 * line.advantage:+.1f}"
            if not line.captors:
                never.append(shown)
            rows.append((shown, str(line.games), str(line.captures), advantage))
        lines = [say("games", games=self.games), *columns(rows, right=(1, 2, 3))]
        lines += [say("advantage"), ""]
        lines += [say("never_captured", card=card) for card in never]
        for name, number in self.idle():
            text = texts.card(name)["abilities"][number]
            lines.append(say("never_used", card=texts.card_name(name), n=number + 1, text=text))
        return lines if never or self.idle() else [*lines, say("all_used")]


def _show_head(console: Console, texts: Texts, pack: Pack, pictures: Pictures) -> None:
    """Name, author and what is in it."""
    values = {"name": pack.name, "version": pack.version, "author": pack.author}
    console.print(texts.say("packs", "head_line", id=pack.id, **values), soft_wrap=True)
    counts = {"added": len(pack.added), "corrected": len(pack.corrected)}
    console.print(texts.say("packs", "counts", **counts), soft_wrap=True)
    if pictures.found:
        named = ", ".join(
            texts.say("packs", "picture", name=name, width=one.width, height=one.height)
            for name, one in sorted(pictures.found.items())
        )
        console.print(texts.say("packs", "pictures", names=named), soft_wrap=True)
    console.print()


def _head(texts: Texts, name: str, home: str, languages: Sequence[str]) -> str:
    """The beginning of a pack's file; a name that no pack can have is refused."""
    if not file_name(name):
        raise BadPack("name", name=name)
    known = ", ".join(f'"{language}"' for language in languages)
    return texts.say("packs", "template.head", name=_quoted(name), set=home, languages=known)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _write(path: Path, text: str, exists: str) -> None:
    """Write a new file; one that is there is kept, and a pack that would be faulty is refused."""
    read_pack(text)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise BadPack(exists, path=str(path)) from error
    except OSError as error:
        raise BadPack("unwritable", path=str(path), why=error) from error
