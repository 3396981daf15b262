"""A picture of the table for notebooks and pages: one self-contained SVG, 900 wide.

It is drawn from an observation. Classes are marked by letters and shape besides colour, faces are
drawn and not spelt, every die has a title that says what it is. No fonts, links or scripts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY, Face
from quarriors.text import Texts
from quarriors.view.marks import Mark, make_marks, outline
from quarriors.view.observe import observe
from quarriors.view.sentences import option_sentences, question
from quarriors.view.speech import Speech, default_names
from quarriors.view.table import (
    attack_lines,
    die_words,
    energy_words,
    header,
    laid_out,
    lying,
    numbers_of,
    price_words,
    quest_lines,
    removed_lines,
    result_lines,
)

if TYPE_CHECKING:
    from quarriors.game import Game

WIDTH = 900
PREVIEW = (1200, 630)  # of a link, as the pages that show them like it
_FRAME, _CLOTH = 24, "#1d1729"
_MARGIN = 14
_CARD_W, _CARD_H, _GAP = 120, 88, 5
_DIE = 46  # side of a die
_LABEL = 92  # room for the name of a place
_MIDDLE = 520  # piles and bag lie right of this
_OPTIONS = 12  # at most as many are listed
# Energies by shape, colour, and colour of the number on it: never by colour alone.
_ENERGIES = {
    "light": ("star8", "#e3a712", "#1d2430"),
    "dark": ("diamond", "#33214d", "#ffffff"),
}
_INK, _PAPER, _BOARD, _LINE, _DIM = "#1d2430", "#ffffff", "#eef1ee", "#b9c2c9", "#56616e"


def table_svg(game: Game, language: str = "en", names: Sequence[str] | None = None) -> str:
    """The table as it lies now."""
    return _picture(game, language, names).draw()


def preview_svg(game: Game, language: str = "en", names: Sequence[str] | None = None) -> str:
    """The table without what is asked, in the shape that previews of links have."""
    inner = _picture(game, language, names).draw(asks=False)
    x, y = _FRAME, _FRAME
    width, height = PREVIEW[0] - 2 * x, PREVIEW[1] - 2 * y
    placed = inner.replace("<svg ", f'<svg x="{x}" y="{y}" preserveAspectRatio="xMidYMid meet" ', 1)
    for name, size in (("width", width), ("height", height)):
        placed = re.sub(rf' {name}="\d+"', f' {name}="{size}"', placed, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PREVIEW[0]} {PREVIEW[1]}" '
        f'width="{PREVIEW[0]}" height="{PREVIEW[1]}">'
        f'<rect width="{PREVIEW[0]}" height="{PREVIEW[1]}" fill="{_CLOTH}"/>{placed}</svg>'
    )


def _picture(game: Game, language: str, names: Sequence[str] | None) -> _Picture:
    texts = Texts(language, game.setup.rules.packs)
    called = default_names(texts, game.setup.players) if names is None else tuple(names)
    return _Picture(game, Speech(texts, called, signs=True))


class _Picture:
    """Collects elements from top to bottom and knows how far down it has come."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self._game = game
        self._speech = speech
        self._seen = observe(game, game.active)
        cards = [
            (speech.texts.class_name(wild["class"]), wild["kind"]) for wild in self._seen["wilds"]
        ]
        self._marks = make_marks(cards)
        self._parts: list[str] = []
        self._y = 0.0

    def draw(self, *, asks: bool = True) -> str:
        self._header()
        self._wilds()
        for mat in self._seen["seats"]:
            self._mat(mat)
        if asks:
            self._decision()
        height = self._y + 8
        title = quoteattr(header(self._seen, self._speech))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
            f'width="{WIDTH}" height="{height:.0f}" role="img" aria-label={title} '
            'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">'
            f'<rect width="{WIDTH}" height="{height:.0f}" rx="10" fill="{_BOARD}"/>'
            + "".join(self._parts)
            + "</svg>"
        )

    # --- small pieces -------------------------------------------------------------------------

    def _add(self, element: str) -> None:
        self._parts.append(element)

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        *,
        colour: str = _INK,
        bold: bool = False,
        middle: bool = False,
        most: float = 0,
    ) -> None:
        """Some text; `most` is the room it has: a long one is written smaller."""
        if most:
            size = min(size, round(most / (len(text) * 0.64), 1))
        weight = ' font-weight="bold"' if bold else ""
        anchor = ' text-anchor="middle"' if middle else ""
        self._add(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{weight}{anchor}>'
            f"{escape(text)}</text>"
        )

    def _rect(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 6) -> None:
        self._add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{radius}" '
            f'fill="{fill}" stroke="{_LINE}"/>'
        )

    def _polygon(self, x: float, y: float, shape: str, size: float, fill: str) -> None:
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in outline(shape, size))
        self._add(f'<polygon points="{points}" fill="{fill}"/>')

    def _badge(self, x: float, y: float, mark: Mark, size: float) -> None:
        """A class's shape with its letters."""
        if mark.shape == "circle":
            self._add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{mark.colour}"/>')
        else:
            self._polygon(x, y, mark.shape, size * 1.1, mark.colour)
        self._text(
            x, y + size * 0.3, mark.letters, size * 0.86, colour=_PAPER, bold=True, middle=True
        )

    # --- header and Wilds ---------------------------------------------------------------------

    def _header(self) -> None:
        self._y = 26
        self._text(_MARGIN, self._y, header(self._seen, self._speech), 15, bold=True)
        for line in attack_lines(self._seen, self._speech):
            self._y += 19
            self._text(_MARGIN, self._y, line, 12.5)
        self._y += 12

    def _wilds(self) -> None:
        """Basics and spells in one row, creatures in the next."""
        by_kind: dict[str, list[Mapping[str, Any]]] = {"basic": [], "spell": [], "creature": []}
        for wild in laid_out(self._seen):
            by_kind[wild["kind"]].append(wild)
        for row in (by_kind["basic"] + by_kind["spell"], by_kind["creature"]):
            for start in range(0, len(row), 7):
                for column, wild in enumerate(row[start : start + 7]):
                    self._card(_MARGIN + column * (_CARD_W + _GAP), self._y, wild)
                self._y += _CARD_H + _GAP
        self._quests()
        self._y += 4

    def _quests(self) -> None:
        """A line for each quest card, with the mark of its dice (12.1)."""
        _, told = quest_lines(self._seen, self._speech)
        for quest, line in zip(self._seen["quests"], told, strict=True):
            self._badge(_MARGIN + 11, self._y + 10, self._marks[quest["slot"]], 9)
            self._text(_MARGIN + 26, self._y + 14, line, 12)
            self._y += 21
        for line in removed_lines(self._seen, self._speech):
            self._text(_MARGIN, self._y + 14, line, 12, colour=_DIM)
            self._y += 21

    def _card(self, x: float, y: float, wild: Mapping[str, Any]) -> None:
        speech = self._speech
        texts = speech.texts
        mark = self._marks[wild["slot"]]
        empty = wild["left"] == 0
        faces = ", ".join(speech.grouped([speech.face(face) for face in wild["faces"]]))
        name = speech.card(wild["card"])
        word = texts.say("play", "table.cost")
        about = f"{name}, {word} {price_words(wild, speech)}: {faces}"
        spell = wild["anchored"]
        if spell is not None:
            about += f"; {speech.whole_ability(wild['card'], spell['ability'])}"
        self._add(f"<g><title>{escape(about)}</title>")
        self._rect(x, y, _CARD_W, _CARD_H, "#dfe3e2" if empty else _PAPER)
        self._add(
            f'<rect x="{x + 1:.1f}" y="{y + 6:.1f}" width="4" height="{_CARD_H - 12}" '
            f'fill="{mark.colour}"/>'
        )
        self._badge(x + 22, y + 20, mark, 12)
        for number, line in enumerate(_wrap(name, 11)):
            self._text(x + 38, y + 15 + 12.5 * number, line, 11, bold=True, most=_CARD_W - 42)
        if wild["discount_now"] is not None:
            # On the sign of its energy: what it costs with that energy (13.5).
            self._energy(x + 22, y + 45, wild["energy"], str(wild["discount_now"]))
        if spell is not None:
            price = speech.energy(spell["energy"], spell["price"])
            anchor = texts.say("play", "table.anchored", energy=price)
            self._text(x + 38, y + 55, anchor, 9.5, colour=_DIM, most=_CARD_W - 42)
        cost = wild["cost_now"] if wild["captured"] else texts.say("play", "table.never")
        self._text(x + 10, y + 68, f"{word} {cost}", 12)
        if wild["glory"]:
            self._polygon(x + 79, y + 63.5, "star5", 6.5, "#b8860b")
            self._text(x + 89, y + 68, str(wild["glory"]), 12, bold=True)
        self._pips(x + 10, y + 74, wild["left"], mark.colour)
        self._add("</g>")

    def _energy(self, x: float, y: float, energy: str, text: str) -> None:
        """The sign of light or dark with a letter or a number on it."""
        shape, colour, ink = _ENERGIES[energy]
        self._polygon(x, y, shape, 11, colour)
        self._text(x, y + 4.2, text, 11.5, colour=ink, bold=True, middle=True)

    def _pips(self, x: float, y: float, left: int, colour: str) -> None:
        """Dice left on a card: a small square each, and their number."""
        shown = min(left, 6)
        for pip in range(shown):
            self._rect(x + pip * 11, y, 8, 8, colour, 2)
        self._text(x + shown * 11 + 3, y + 8, f"×{left}", 11, colour=_DIM)

    # --- mats ---------------------------------------------------------------------------------

    def _mat(self, mat: Mapping[str, Any]) -> None:
        top = self._y
        at = len(self._parts)
        self._y = top + 28
        for place in ("ready", "locked", "quest", "active", "aside"):
            dice = lying(mat, place)
            if dice:
                self._faces(place, dice)
        left = self._y
        self._y = top + 28
        self._piles(mat)
        self._y = max(left, self._y, top + 34)
        height = self._y - top
        body = self._parts[at:]
        del self._parts[at:]
        active = mat["seat"] == self._seen["active"]
        self._rect(
            _MARGIN - 4, top, WIDTH - 2 * _MARGIN + 8, height, "#fffdf5" if active else "#f8faf9"
        )
        self._mat_title(mat, top, active)
        self._parts.extend(body)
        self._y += 6

    def _mat_title(self, mat: Mapping[str, Any], top: float, active: bool) -> None:
        name = self._speech.name(mat["seat"])
        x = float(_MARGIN + 4)
        if active:  # an arrow, not only a colour
            points = f"{x},{top + 8} {x + 9},{top + 14} {x},{top + 20}"
            self._add(f'<polygon points="{points}" fill="{_INK}"/>')
        self._text(x + 14, top + 19, name, 14, bold=True, most=188)
        goal = self._seen["goal"]
        share = min(1.0, mat["glory"] / goal)
        self._polygon(x + 211, top + 14, "star5", 8, "#b8860b")
        self._rect(x + 224, top + 8, 150, 12, _PAPER, 4)
        if share:
            self._rect(x + 224, top + 8, 150 * share, 12, "#d9b44a", 4)
        self._text(x + 382, top + 19, f"{mat['glory']} / {goal}", 13, bold=True)
        if active:
            pool, at_hand = self._seen["pool"], self._seen["at_hand"]
            quiddity = self._speech.texts.say("play", "table.quiddity", pool=pool, at_hand=at_hand)
            energy = energy_words(self._seen, self._speech)
            if energy:
                quiddity = self._speech.texts.say(
                    "play", "table.seat_energy", seat=quiddity, energy=energy
                )
            self._text(x + 460, top + 19, quiddity, 12, colour=_DIM, most=WIDTH - x - 474)

    def _faces(self, place: str, dice: Sequence[Mapping[str, Any]]) -> None:
        """Dice with the faces they show, in rows."""
        left = _MARGIN + _LABEL
        step = _DIE + 7
        in_row = int((_MIDDLE - left) // step)
        self._text(_MARGIN + 4, self._y + 27, self._speech.place(place), 12, colour=_DIM)
        if place == "quest":
            quest = self._speech.card(dice[0]["quest"])
            self._text(_MARGIN + 4, self._y + 41, quest, 11, colour=_DIM, most=_LABEL - 6)
        for number, die in enumerate(dice):
            row, column = divmod(number, in_row)
            self._die(left + column * step, self._y + row * (_DIE + 8), die)
        self._y += ((len(dice) - 1) // in_row + 1) * (_DIE + 8)

    def _piles(self, mat: Mapping[str, Any]) -> None:
        """Piles and bag: how many of each class."""
        piles: list[tuple[str, dict[int, int]]] = []
        for place in ("spent", "used"):
            counts: dict[int, int] = {}
            for die in mat[place]:
                counts[die["slot"]] = counts.get(die["slot"], 0) + 1
            piles.append((place, counts))
        slots = {wild["card"]: wild["slot"] for wild in self._seen["wilds"]}
        piles.append(("bag", {slots[card]: n for card, n in mat["bag"]["cards"].items()}))
        for place, counts in piles:
            if counts:
                self._pile(place, counts)

    def _pile(self, place: str, counts: Mapping[int, int]) -> None:
        left = _MIDDLE + 88
        in_row = int((WIDTH - _MARGIN - left) // 55)
        self._text(_MIDDLE + 8, self._y + 16, self._speech.place(place), 12, colour=_DIM)
        for number, (slot, n) in enumerate(counts.items()):
            row, column = divmod(number, in_row)
            x, y = left + column * 55, self._y + row * 25
            name = self._speech.card(self._seen["wilds"][slot]["card"])
            self._add(f"<g><title>{escape(f'{n}x {name}')}</title>")
            self._badge(x + 11, y + 12, self._marks[slot], 10)
            self._text(x + 25, y + 16, f"×{n}", 12)
            self._add("</g>")
        self._y += ((len(counts) - 1) // in_row + 1) * 25

    # --- one die ------------------------------------------------------------------------------

    def _die(self, x: float, y: float, die: Mapping[str, Any]) -> None:
        copied = die.get("copies")
        mark = self._marks[die["slot"]]
        if "face" not in die or "unrolled" in die["marks"]:  # what it shows means nothing yet
            self._add(f"<g><title>{escape(die_words(die, self._speech))}</title>")
            self._rect(x, y, _DIE, _DIE, "#e6e9ea", 8)
            self._badge(x + _DIE / 2, y + _DIE / 2, mark, 13)
            self._add("</g>")
            return
        face = Face(die["face"] if copied is None else copied["face"])
        self._add(f"<g><title>{escape(die_words(die, self._speech))}</title>")
        self._rect(x, y, _DIE, _DIE, _PAPER, 8)
        self._badge(x + 10, y + 10, mark, 9)
        numbers = numbers_of(die)
        if face.creature:
            level, attack, defense = numbers or _printed(die["face"])
            self._text(x + 33, y + 14, f"L{level}", 11, colour=_DIM, middle=True)
            shown = f"{attack}/{defense}"
            size = 15 if len(shown) < 5 else 12.5
            self._text(x + _DIE / 2, y + 33, shown, size, bold=True, middle=True)
        else:
            self._symbols(x + _DIE / 2, y + 27, face)
        for burst in range(face.bursts):
            self._polygon(
                x + _DIE / 2 + (burst - (face.bursts - 1) / 2) * 11, y + 40, "star6", 5, "#c62828"
            )
        for number, spell in enumerate(die.get("attached", ())):
            self._badge(x + _DIE - 4 - number * 14, y + _DIE - 1, self._marks[spell["slot"]], 8)
        if copied is not None:
            slot = {wild["card"]: wild["slot"] for wild in self._seen["wilds"]}[copied["card"]]
            self._badge(x + 27, y + 10, self._marks[slot], 5)
        self._add("</g>")

    def _symbols(self, x: float, y: float, face: Face) -> None:
        """One or two symbols; a line between them means either (1.3)."""
        drawn: list[tuple[str, int]] = []
        if face.quiddity >= 0:
            kinds = {LIGHT_QUIDDITY: "light", DARK_QUIDDITY: "dark"}
            drawn.append((kinds.get(face.energy, "quiddity"), face.quiddity))
        if face.draw:
            drawn.append(("draw", face.draw))
        if face.reroll:
            drawn.append(("reroll", 0))
        if face.spell:
            drawn.append(("spell", 0))
        if face.lock:
            drawn.append(("lock", 0))
        name = self._speech.face(face.notation.rstrip("*"))
        if not drawn and name:  # a quartifact, a bonus; a face of bursts alone has no name
            self._text(x, y + 5, name, 12, bold=True, middle=True, most=_DIE - 2)
        spread = 22 if len(drawn) > 1 else 0
        for number, (symbol, n) in enumerate(drawn):
            self._symbol(x + (number - (len(drawn) - 1) / 2) * spread, y, symbol, n)
        if face.choice:
            self._add(
                f'<line x1="{x:.1f}" y1="{y - 10:.1f}" x2="{x:.1f}" y2="{y + 10:.1f}" '
                f'stroke="{_INK}"/>'
            )

    def _symbol(self, x: float, y: float, symbol: str, n: int) -> None:
        if symbol == "quiddity":
            self._add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9.5" fill="#2b5fa5"/>')
            self._text(x, y + 4.8, str(n), 13.5, colour=_PAPER, bold=True, middle=True)
        elif symbol in _ENERGIES:
            self._energy(x, y, symbol, str(n))
        elif symbol == "lock":  # a padlock
            self._add(
                f'<path d="M{x - 5:.1f},{y - 1:.1f} v-4 a5,5 0 0 1 10,0 v4" fill="none" '
                f'stroke="{_INK}" stroke-width="2.4"/>'
            )
            self._rect(x - 8, y - 2, 16, 12, _INK, 2)
        elif symbol == "draw":  # an arrow out of the bag, with the number of dice
            self._add(
                f'<path d="M{x - 7:.1f},{y - 8:.1f} v9 h-3 l5.5,7 l5.5,-7 h-3 v-9 z" '
                'fill="#33691e"/>'
            )
            self._text(x + 7.5, y + 4, str(n), 13, bold=True, middle=True)
        elif symbol == "reroll":
            self._add(
                f'<path d="M{x + 6:.1f},{y - 4:.1f} A7.2,7.2 0 1 0 {x + 7:.1f},{y + 2:.1f}" '
                f'fill="none" stroke="{_INK}" stroke-width="2.4"/>'
                f'<polygon points="{x + 10:.1f},{y - 8:.1f} {x + 9:.1f},{y - 1:.1f} '
                f'{x + 2.5:.1f},{y - 3.5:.1f}" fill="{_INK}"/>'
            )
        else:
            self._polygon(x, y, "star4", 12, "#6a1b9a")

    # --- the decision -------------------------------------------------------------------------

    def _decision(self) -> None:
        lines: list[tuple[str, bool]] = []
        if self._game.over:
            lines = [
                (line, number == 0)
                for number, line in enumerate(result_lines(self._game, self._speech))
            ]
        else:
            lines += [(line, True) for line in _wrap(question(self._game, self._speech), 118)]
            options = option_sentences(self._game, self._speech)
            for number, text in enumerate(options[:_OPTIONS], 1):
                for place, line in enumerate(_wrap(text, 130)):
                    lines.append((f"{number}. {line}" if place == 0 else f"    {line}", False))
            if len(options) > _OPTIONS:
                more = self._speech.texts.say("play", "table.more", n=len(options) - _OPTIONS)
                lines.append((more, False))
        self._y += 14
        for line, bold in lines:
            self._text(_MARGIN, self._y, line, 13 if bold else 12, bold=bold)
            self._y += 17


def _printed(notation: str) -> tuple[str, str, str]:
    """Level, attack and defense as they are on the die; "?" stays."""
    level, _, rest = notation.rstrip("*").removeprefix("C").partition(":")
    attack, _, defense = rest.partition("/")
    return level, attack, defense


def _wrap(text: str, width: int) -> list[str]:
    """Lines of about `width` characters, broken between words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
