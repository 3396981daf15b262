"""The two faces of `quarriors play` and `join`: plain lines for pipes and readers, and tables.

Both show the same things in the same order: what happened, how the table lies, the question, a hint
for beginners, numbered choices. Neither knows a rule or gives an answer, and neither holds a game:
what they show is an observation, from here or from a server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarriors.cli.console import PlainConsole, rich_console
from quarriors.view.marks import Mark, make_marks
from quarriors.view.screen import Asked
from quarriors.view.speech import Speech
from quarriors.view.story import Line
from quarriors.view.table import (
    anchor_lines,
    attack_lines,
    die_words,
    laid_out,
    lying,
    mat_facts,
    mat_title,
    pile_words,
    quest_lines,
    removed_lines,
    seen_facts,
    status,
)

_STYLES = {
    "turn": "bold",
    "phase": "italic",
    "score": "bold yellow",
    "glory": "bold yellow",
    "total": "bold",
    "fall": "red",
    "destroy": "red",
    "defend": "red",
    "holds": "green",
    "saved": "green",
    "over": "bold",
    "unlock": "red",
    "remove": "red",
    "challenge": "bold",
    "prevent": "green",
    "absorbs": "green",
    "quest-done": "bold yellow",
    "quest-failed": "red",
}
_FEW_GLYPHS = ("linux", "dumb")  # terminals that draw letters and little else
_ABOUT_QUESTS = ("quest", "party", "first", "start", "seize")  # one must know who is on which quest
_WILD_CELLS = 18  # room for mark, cost, Glory and dice left beside a name


class PlainScreen:
    """One fact a line, no boxes, no colour, choices as `1) ...`."""

    signs = False

    def __init__(self) -> None:
        self._console = PlainConsole()

    def say(self, *lines: str) -> None:
        """Messages."""
        for line in lines:
            self._console.print(line)

    def log(self, lines: Sequence[Line]) -> None:
        """What happened."""
        self.say(*[line.text for line in lines])

    def table(self, seen: Mapping[str, Any], speech: Speech) -> None:
        """Everything that lies on the table."""
        self.say(*seen_facts(seen, speech))

    def decision(
        self, seen: Mapping[str, Any], asked: Asked, speech: Speech, hint: str, whole: bool
    ) -> None:
        """The chooser's own mat (or all of the table), then the question and the choices."""
        if whole:
            self.table(seen, speech)
        else:
            self.say(_title(seen, speech), *attack_lines(seen, speech))
            if seen["decision"]["kind"] in _ABOUT_QUESTS:
                self.say(*quest_lines(seen, speech)[1])
            self.say(*mat_facts(seen, seen["seats"][seen["decision"]["seat"]], speech))
        if hint:
            self.say(hint)
        self.choices(asked)

    def choices(self, asked: Asked) -> None:
        """The question, then a choice a line."""
        self.say(asked.question)
        for number, text in enumerate(asked.choices, 1):
            self.say(f"{number}) {text}")

    def invite(self, text: str) -> None:
        """The question has a line of its own where typing is not shown."""
        if sys.stdin.isatty():
            print(f"{text} ", end="", flush=True)
        else:
            self.say(text)

    def prompt(self, text: str) -> str:
        """What somebody types; the question has a line of its own where typing is not shown."""
        if sys.stdin.isatty():
            return input(f"{text} ")
        self.say(text)
        return input()


class RichScreen:
    """Tables and colour; the Wilds are left out when the terminal is too small for them."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = rich_console() if console is None else console
        self.signs = (
            "utf" in self._console.encoding.lower() and os.environ.get("TERM") not in _FEW_GLYPHS
        )

    def say(self, *lines: str) -> None:
        """Messages."""
        for line in lines:
            self._console.print(Text(line))

    def log(self, lines: Sequence[Line]) -> None:
        """What happened, the important lines set off."""
        for line in lines:
            self._console.print(Text(line.text, style=_STYLES.get(line.event, "")))

    def table(self, seen: Mapping[str, Any], speech: Speech) -> None:
        """Wilds with faces, and all mats with all piles."""
        self._console.rule(Text(_title(seen, speech), style="bold"), align="left")
        self._console.print(_wilds(seen, speech, self._console.width, faces=True))
        for part in (_quests(seen, speech), _anchors(seen, speech)):
            if part is not None:
                self._console.print(part)
        self._console.print(_mats(seen, speech, whole=True))
        self.say(*removed_lines(seen, speech))

    def decision(
        self, seen: Mapping[str, Any], asked: Asked, speech: Speech, hint: str, whole: bool
    ) -> None:
        """As much of the table as there is room for, then the question and the choices."""
        console = self._console
        parts: list[RenderableType] = [_mats(seen, speech, whole=False)]
        parts += [Text(line, style="bold") for line in attack_lines(seen, speech)]
        if hint:
            parts.append(Text(hint, style="italic"))
        parts += _choices(asked)
        quests = _quests(seen, speech)
        if quests is not None:
            parts.insert(0, quests)
        wilds = _wilds(seen, speech, console.width, faces=False)
        lines = sum(len(console.render_lines(part)) for part in [wilds, *parts])
        if whole or lines + 3 <= console.height:
            parts.insert(0, wilds)
        console.print()
        console.rule(Text(_title(seen, speech), style="bold"), align="left")
        for part in parts:
            console.print(part)

    def choices(self, asked: Asked) -> None:
        """The question and the numbered choices."""
        for part in _choices(asked):
            self._console.print(part)

    def invite(self, text: str) -> None:
        """Ask somebody to type."""
        self._console.print(Text(f"{text} ", style="bold"), end="")

    def prompt(self, text: str) -> str:
        """What somebody types."""
        return self._console.input(Text(f"{text} ", style="bold"))


# --- pieces of the terminal's table ------------------------------------------------------------


def _title(seen: Mapping[str, Any], speech: Speech) -> str:
    """Round, phase, whose turn, as a heading."""
    text = status(seen, speech)
    return text[:1].upper() + text[1:]


def _marks(seen: Mapping[str, Any], speech: Speech) -> list[Mark]:
    classes = [(speech.texts.class_name(wild["class"]), wild["kind"]) for wild in seen["wilds"]]
    return make_marks(classes)


def _wilds(seen: Mapping[str, Any], speech: Speech, width: int, *, faces: bool) -> Group:
    """The cards in the middle: in two columns, or in one with their faces."""
    room = width // 2 - _WILD_CELLS  # for a name
    marks = _marks(seen, speech)
    creatures = [wild for wild in laid_out(seen) if wild["kind"] == "creature"]
    others = [wild for wild in laid_out(seen) if wild["kind"] != "creature"]
    table = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(1 if faces else 2):
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, max_width=room)
        for _ in range(2):
            table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True, min_width=4)
    if faces:
        table.add_column()
        for wild in [*creatures, *others]:
            table.add_row(*_wild_cells(wild, speech, marks), _faces(wild, speech))
    else:
        for row in range(max(len(creatures), len(others))):
            cells: list[RenderableType] = []
            for column in (creatures, others):
                cells += _wild_cells(column[row], speech, marks) if row < len(column) else [""] * 5
            table.add_row(*cells)
    title = speech.texts.say("play", "table.legend", star="★" if speech.signs else "G")
    parts: list[RenderableType] = [Text(title, style="bold"), table]
    if any(wild["energy"] for wild in seen["wilds"]):
        signs = ("☀", "☾") if speech.signs else _letters(speech)
        legend = speech.texts.say("play", "table.legend_energy", light=signs[0], dark=signs[1])
        parts.append(Text(legend, style="dim"))
    return Group(*parts)


def _letters(speech: Speech) -> tuple[str, str]:
    """Light and Dark as one letter each, where signs cannot be shown."""
    return speech.energy("light")[0], speech.energy("dark")[0]


def _price(wild: Mapping[str, Any], speech: Speech) -> str:
    """The cost now, and the discounted one with the sign of its energy (13.5)."""
    if not wild["captured"]:
        return "-"
    cost, discount = wild["cost_now"], wild["discount_now"]
    if discount is None or discount >= cost:
        return f"{cost}Q"
    light, dark = ("☀", "☾") if speech.signs else _letters(speech)
    return f"{discount}{light if wild['energy'] == 'light' else dark}/{cost}Q"


def _quests(seen: Mapping[str, Any], speech: Speech) -> Group | None:
    """The quest cards, a line each, with the marks of their dice."""
    head, told = quest_lines(seen, speech)
    if not told:
        return None
    marks = _marks(seen, speech)
    parts = [Text(head, style="bold")]
    for quest, line in zip(seen["quests"], told, strict=True):
        mark = marks[quest["slot"]]
        text = Text(mark.letters, style=f"bold {mark.terminal}")
        text.append(f" {line}", style="default not bold")
        parts.append(text)
    return Group(*parts)


def _anchors(seen: Mapping[str, Any], speech: Speech) -> Group | None:
    """The anchored spells, a line each."""
    head, told = anchor_lines(seen, speech)
    if not told:
        return None
    return Group(Text(head, style="bold"), *[Text(f"  {line}") for line in told])


def _wild_cells(
    wild: Mapping[str, Any], speech: Speech, marks: Sequence[Mark]
) -> list[RenderableType]:
    mark = marks[wild["slot"]]
    star = "★" if speech.signs else "G"
    return [
        Text(mark.letters, style=f"bold {mark.terminal}"),
        Text(speech.card(wild["card"]), style="" if wild["left"] else "dim"),
        _price(wild, speech),
        f"{wild['glory']}{star}" if wild["glory"] else "",
        f"x{wild['left']}",
    ]


def _faces(wild: Mapping[str, Any], speech: Speech) -> str:
    return ", ".join(speech.grouped([speech.face(face) for face in wild["faces"]]))


def _mats(seen: Mapping[str, Any], speech: Speech, *, whole: bool) -> Group:
    """What lies where, seat by seat; piles and bags as numbers unless all is asked for."""
    marks = _marks(seen, speech)
    parts: list[RenderableType] = []
    for mat in seen["seats"]:
        title = Text("> " if mat["seat"] == seen["active"] else "  ")
        title.append(mat_title(seen, mat, speech), style="bold")
        counts = _counts(mat, speech)
        if counts and not whole:
            title.append(f"; {counts}")
        parts.append(title)
        piles = Table.grid(padding=(0, 1, 0, 0))
        piles.add_column(no_wrap=True)
        piles.add_column()
        for place in ("ready", "locked", "quest", "active", "aside"):
            if lying(mat, place):
                piles.add_row(f"    {speech.place(place)}:", _pile(mat, place, speech, marks))
        for place in ("spent", "used", "bag") if whole else ():
            things = ", ".join(pile_words(mat, place, speech))
            if things:
                piles.add_row(f"    {speech.place(place)}:", Text(things))
        if piles.row_count:
            parts.append(piles)
    return Group(*parts)


def _counts(mat: Mapping[str, Any], speech: Speech) -> str:
    """How many dice lie in the piles and the bag."""
    counts = {"spent": len(mat["spent"]), "used": len(mat["used"]), "bag": mat["bag"]["count"]}
    return ", ".join(f"{speech.place(place)} {n}" for place, n in counts.items() if n)


def _pile(mat: Mapping[str, Any], place: str, speech: Speech, marks: Sequence[Mark]) -> Text:
    """The dice of one place, each with the mark of its class."""
    text = Text()
    dice = lying(mat, place)
    if place == "quest":
        text.append(f"{speech.card(dice[0]['quest'])}: ")
    slots = {die_words(die, speech): die["slot"] for die in dice}
    words = [die_words(die, speech) for die in dice]
    for number, word in enumerate(dict.fromkeys(words)):
        mark = marks[slots[word]]
        if number:
            text.append(", ")
        text.append(mark.letters, style=f"bold {mark.terminal}")
        text.append(" " + speech.grouped([word] * words.count(word))[0])
    return text


def _choices(asked: Asked) -> list[RenderableType]:
    """The question and the choices under it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="bold cyan", no_wrap=True)
    table.add_column()
    for number, sentence in enumerate(asked.choices, 1):
        table.add_row(f"{number})", Text(sentence))
    return [Text(asked.question, style="bold"), table]
