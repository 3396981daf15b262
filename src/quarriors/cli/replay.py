"""`quarriors replay`: look at a recorded game again, step by step or from beginning to end.

The record is checked on the way, so what is shown is what happened. At a terminal one goes on with
Enter and back with `b`, by whole turns, or plays it on at a pace; into a pipe the whole game is
printed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any

import typer

from quarriors.cli import BadOption, print_json
from quarriors.cli.console import (
    is_terminal,
    make_console,
    make_texts,
    read_packs,
)
from quarriors.cli.options import AsJson, Language, PackFiles
from quarriors.cli.sources import record_of
from quarriors.game import Game
from quarriors.record.replay import walk
from quarriors.text import Texts
from quarriors.view.sentences import option_sentences
from quarriors.view.speech import Speech, default_names
from quarriors.view.story import Line, Story
from quarriors.view.table import result_lines, table_text


@dataclass(frozen=True)
class Scene:
    """One decision of a replay with what came of it, ready to be shown; the first is the start."""

    number: int
    turn: int
    seat: int
    kind: str
    answer: str  # as the record has it
    choice: str  # as a sentence
    lines: list[Line]
    game: Game


def replay_command(
    path: Annotated[str, typer.Argument(metavar="FILE")],
    game: Annotated[int | None, typer.Option("--game")] = None,
    step: Annotated[bool, typer.Option("--step")] = False,
    to: Annotated[int | None, typer.Option("--to")] = None,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Look at a recorded game again."""
    held = read_packs(pack)  # known as long as they are held
    texts = make_texts(lang)
    record = record_of(path, game, texts.language)
    scenes, speech = read_scenes(record, texts, signs=is_terminal())
    del held
    last = scenes[-1].number
    if to is not None and not 0 <= to <= last:
        raise BadOption("replay.to", to=to, last=last)
    if as_json:
        print_json([_values(scene) for scene in scenes[: None if to is None else to + 1]])
        return
    if step or is_terminal():
        Viewer(scenes, speech).run(0 if to is None else to)
        return
    console = make_console(plain=True)
    for scene in scenes[: None if to is None else to + 1]:
        for line in scene_lines(scene, last, speech):
            console.print(line)
    if to is not None and to < last:
        console.print()
        console.print(table_text(scenes[to].game, texts.language, speech.names))


def seat_names(seats: Sequence[str], texts: Texts) -> tuple[str, ...]:
    """What a record's seats are called: the name after "=", else player and number."""
    names: list[str] = []
    spare = default_names(texts, len(seats))
    for seat, text in enumerate(seats):
        player, _, name = text.partition(":")[0].partition("=")
        if text == f"seat {seat}":
            names.append(spare[seat])
        elif name:
            names.append(name)
        else:
            names.append(f"{player} {seat}" if list(seats).count(text) > 1 else player)
    return tuple(names)


def read_scenes(record: Any, texts: Texts, *, signs: bool) -> tuple[list[Scene], Speech]:
    """The whole game as scenes; a bad record is refused before anything is shown."""
    scenes: list[Scene] = []
    story: Story | None = None
    speech: Speech | None = None
    before: Game | None = None
    for step in walk(record):
        if story is None or speech is None:
            texts = Texts(texts.language, step.game.rules.packs)
            speech = Speech(texts, seat_names(record["seats"], texts), signs)
            story = Story.of_origin(step.game.origin, step.game.setup, speech)
        choice = ""
        if before is not None:
            choice = option_sentences(before, speech)[step.options.index(step.answer)]
        before = step.game.clone()
        lines = story.tell(step.events)
        scenes.append(
            Scene(step.number, step.turn, step.seat, step.kind, step.answer, choice, lines, before)
        )
    assert speech is not None  # the start is always a step
    return scenes, speech


def scene_lines(scene: Scene, last: int, speech: Speech) -> list[str]:
    """What a scene says: who chose what, what happened, and at the end who won."""
    lines: list[str] = []
    if scene.number:
        key = "replay.decision"
        values = {"number": scene.number, "last": last, "who": speech.name(scene.seat)}
        lines.append(speech.texts.say("cli", key, choice=scene.choice, **values))
    lines.extend(f"  {line.text}" for line in scene.lines)
    if scene.number == last:
        if scene.game.over:
            lines.extend(result_lines(scene.game, speech))
        else:
            lines.append(speech.texts.say("cli", "replay.open", number=last))
    return lines


def _values(scene: Scene) -> dict[str, Any]:
    """A scene for programs."""
    return {
        "decision": scene.number,
        "turn": scene.turn,
        "seat": scene.seat,
        "kind": scene.kind,
        "answer": scene.answer,
        "choice": scene.choice,
        "log": [
            {"event": line.event, "rule": line.rule, "text": line.text} for line in scene.lines
        ],
        "glory": list(scene.game.glory),
    }


PACE = 1.0  # seconds between two decisions when a replay plays on
SLOWEST = 60.0


class Viewer:
    """Going through scenes by keys.

    Enter on, b back, n and p by turns, a number to jump, a to play on, t the table, q out.
    """

    def __init__(
        self,
        scenes: Sequence[Scene],
        speech: Speech,
        ask: Callable[[str], str] = input,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.scenes = scenes
        self.speech = speech
        self.at = 0
        self._ask = ask
        self._wait = wait
        self._turns = [0]  # where turns begin
        for before, after in pairwise(scenes):
            if before.game.turn != after.game.turn:
                self._turns.append(after.number)
        self._console = make_console(plain=not is_terminal())

    def run(self, at: int) -> None:
        """Show scenes until somebody has seen enough or the input ends."""
        self.at = at
        self._show()
        if at:
            self._table()
        while True:
            prompt = self._say("replay.keys", number=self.at, last=self.scenes[-1].number)
            try:
                key = self._ask(f"{prompt} ").strip().casefold()
            except EOFError:
                return
            if key == "q":
                return
            self._obey(key)

    def _obey(self, key: str) -> None:
        last = self.scenes[-1].number
        if key in ("", "b"):
            there = self.at + (1 if key == "" else -1)
            if not 0 <= there <= last:
                self._console.print(self._say("replay.end" if key == "" else "replay.beginning"))
                return
            self.at = there
            self._show()
        elif key == "n":
            self._jump(next((at for at in self._turns if at > self.at), last))
        elif key == "p":
            self._jump(max((at for at in self._turns if at < self.at), default=0))
        elif key == "a" or key.startswith("a "):
            self._play(key[1:].strip())
        elif key == "t":
            self._table()
        elif key.isdecimal() and int(key) <= last:
            self._jump(int(key))
        else:
            self._console.print(self._say("replay.unknown", key=key, last=last))

    def _jump(self, there: int) -> None:
        self.at = there
        self._show()
        self._table()

    def _play(self, pace: str) -> None:
        """Play on with a pause in seconds between decisions, to the end or until Ctrl-C."""
        try:
            seconds = float(pace.replace(",", ".")) if pace else PACE
        except ValueError:
            seconds = -1.0
        if not 0.0 <= seconds <= SLOWEST:
            self._console.print(self._say("replay.pace", pace=pace, most=int(SLOWEST)))
            return
        try:
            while self.at < self.scenes[-1].number:
                self._wait(seconds)
                self.at += 1
                self._show()
        except KeyboardInterrupt:
            self._console.print()  # keys work again

    def _say(self, key: str, /, **values: object) -> str:
        return self.speech.texts.say("cli", key, **values)

    def _show(self) -> None:
        for line in scene_lines(self.scenes[self.at], self.scenes[-1].number, self.speech):
            self._console.print(line)

    def _table(self) -> None:
        text = table_text(self.scenes[self.at].game, self.speech.texts.language, self.speech.names)
        self._console.print()
        self._console.print(text, soft_wrap=True)
        self._console.print()
