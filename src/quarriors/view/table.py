"""The table as plain text: aligned columns for `print(game)`, one fact a line for screen readers.

Both are made from an observation, so they can show nothing that a seat may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quarriors.text import Texts
from quarriors.view.observe import observe
from quarriors.view.sentences import option_sentences, question
from quarriors.view.speech import Numbers, Speech, default_names

if TYPE_CHECKING:
    from quarriors.game import Game

PILES = ("active", "ready", "spent", "used", "aside")
_WIDTH = 100


def table_text(game: Game, language: str = "en", names: Sequence[str] | None = None) -> str:
    """The whole table with the decision at its end; ASCII in English, no colour."""
    texts = Texts(language)
    called = default_names(texts, game.table.players) if names is None else tuple(names)
    speech = Speech(texts, called)
    seen = observe(game, game.active)
    lines = [header(seen, speech), *attack_lines(seen, speech), "", *_wilds_columns(seen, speech)]
    for mat in seen["seats"]:
        lines += ["", *_mat_block(seen, mat, speech)]
    lines += ["", *_decision_lines(game, speech)]
    return "\n".join(lines)


def header(seen: Mapping[str, Any], speech: Speech) -> str:
    """Edition, round, phase, whose turn."""
    edition = seen["rules"]["edition"]
    return speech.texts.say("play", "table.header", edition=edition, status=status(seen, speech))


def status(seen: Mapping[str, Any], speech: Speech) -> str:
    """Round, phase, whose turn."""
    counted = "six" if seen["phases"] == 6 else "five"
    return speech.texts.say(
        "play",
        "table.status",
        round=seen["round"],
        who=speech.name(seen["active"]),
        n=seen["phase"],
        all=seen["phases"],
        phase=speech.texts.say("log", f"phase.{counted}.{seen['phase']}"),
    )


def attack_lines(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    """The totals of the attack under way; no line if there is none."""
    attack = seen["attack"]
    if attack is None:
        return []
    texts = speech.texts
    parts = [
        texts.say("play", "table.attack_total", n=total, who=speech.name(seat))
        for seat, total in enumerate(attack["totals"])
        if total
    ]
    if attack["defender"] is not None:
        who = speech.name(attack["defender"])
        parts.append(texts.say("play", "table.attack_left", n=attack["left"], who=who))
    who = speech.name(attack["attacker"])
    return [texts.say("play", "table.attack", who=who, totals=speech.listing(parts))]


def numbers_of(die: Mapping[str, Any]) -> Numbers | None:
    """A creature's level, attack and defense as they are now."""
    if not die.get("creature"):
        return None
    return (die["level"], die["attack"], die["defense"])


def die_words(die: Mapping[str, Any], speech: Speech) -> str:
    """A die of an observation in words: face, what it copies, what is attached."""
    if "face" not in die:
        return speech.card(die["card"])
    copied = die.get("copies")
    notation = die["face"] if copied is None else copied["face"]
    shown = speech.die(die["card"], notation, numbers_of(die))
    if copied is not None:
        name = speech.card(copied["card"])
        shown = speech.texts.say("log", "die.copy", die=shown, copied=name)
    spells = [speech.card(spell["card"]) for spell in die.get("attached", ())]
    if spells:
        listed = speech.listing(speech.grouped(spells))
        shown = speech.texts.say("log", "die.with", die=shown, spells=listed)
    return shown


def pile_words(mat: Mapping[str, Any], place: str, speech: Speech) -> list[str]:
    """The dice of one place, like ones together; of the bag how many of each card."""
    if place == "bag":
        cards: Mapping[str, int] = mat["bag"]["cards"]
        return speech.grouped([speech.card(card) for card, n in cards.items() for _ in range(n)])
    return speech.grouped([die_words(die, speech) for die in mat[place]])


# --- aligned, for print(game) ------------------------------------------------------------------


def _wilds_columns(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    texts = speech.texts
    names = [speech.card(wild["card"]) for wild in seen["wilds"]]
    width = max(len(name) for name in names)
    head = [texts.say("play", f"table.{key}") for key in ("cost", "glory", "dice")]
    title = speech.place("wilds").ljust(width + 2)
    lines = [
        f"{title}  {head[0]:>5}  {head[1]:>6}  {head[2]:>4}  {texts.say('play', 'table.faces')}"
    ]
    for wild, name in zip(seen["wilds"], names, strict=True):
        glory = str(wild["glory"]) if wild["glory"] else "-"
        faces = ", ".join(speech.grouped([speech.face(face) for face in wild["faces"]]))
        lines.append(
            f"  {name.ljust(width)}  {wild['cost_now']:>5}  {glory:>6}  {wild['left']:>4}  {faces}"
        )
    return lines


def _mat_block(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> list[str]:
    """A seat's name with its Glory, then a line a place that holds dice."""
    lines = [mat_title(seen, mat, speech)]
    label_width = max(len(speech.place(place)) for place in (*PILES, "bag"))
    for place in (*PILES, "bag"):
        things = pile_words(mat, place, speech)
        if not things:
            continue
        label = f"  {speech.place(place).ljust(label_width)}  "
        for number, line in enumerate(_fold(things, _WIDTH - len(label))):
            lines.append((label if number == 0 else " " * len(label)) + line)
    return lines


def _fold(things: Sequence[str], width: int) -> list[str]:
    """Things with commas between them, broken into lines between two of them."""
    lines: list[str] = []
    line = ""
    for number, thing in enumerate(things):
        piece = thing + ("," if number + 1 < len(things) else "")
        if line and len(line) + 1 + len(piece) > width:
            lines.append(line)
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    return [*lines, line]


def mat_title(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> str:
    """A seat's name and Glory; whose turn it is with the Quiddity at hand."""
    name = speech.name(mat["seat"])
    values = {"who": name, "glory": speech.count(mat["glory"], "glory"), "goal": seen["goal"]}
    if mat["seat"] != seen["active"]:
        return speech.texts.say("play", "table.seat", **values)
    return speech.texts.say(
        "play", "table.seat_active", **values, pool=seen["pool"], at_hand=seen["at_hand"]
    )


def _decision_lines(game: Game, speech: Speech) -> list[str]:
    if game.over:
        return result_lines(game, speech)
    sentences = option_sentences(game, speech)
    return [
        question(game, speech),
        *[f"  {number}) {text}" for number, text in enumerate(sentences, 1)],
    ]


def result_lines(game: Game, speech: Speech) -> list[str]:
    """Who won, why and by which rule, and everybody's Glory."""
    result = game.result
    assert result is not None, "the game is over"
    texts = speech.texts
    winners = speech.listing([speech.name(seat) for seat in result.winners])
    key = "result.one" if len(result.winners) == 1 else "result.several"
    reason = texts.say("play", f"result.reason_{result.rule.replace('.', '_')}")
    lines = [texts.say("play", key, who=winners, reason=reason, rule=result.rule)]
    for seat, glory in enumerate(result.glory):
        values = {"who": speech.name(seat), "glory": speech.count(glory, "glory")}
        lines.append(texts.say("play", "result.glory", **values))
    return lines


# --- one fact a line, for screen readers and pipes ---------------------------------------------


def table_facts(game: Game, speech: Speech) -> list[str]:
    """The whole table, one fact a line, without columns."""
    seen = observe(game, game.active)
    lines = [header(seen, speech), *attack_lines(seen, speech)]
    lines.append(speech.texts.say("play", "table.wilds"))
    lines += [wild_fact(wild, speech) for wild in seen["wilds"]]
    for mat in seen["seats"]:
        lines += mat_facts(seen, mat, speech)
    return lines


def wild_fact(wild: Mapping[str, Any], speech: Speech) -> str:
    """A card in the Wilds in one sentence."""
    key = "table.wild_glory" if wild["glory"] else "table.wild"
    return speech.texts.say(
        "play",
        key,
        card=speech.card(wild["card"]),
        cost=wild["cost_now"],
        glory=wild["glory"],
        left=speech.count(wild["left"], "die"),
    )


def mat_facts(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> list[str]:
    """A seat's Glory and each of its places that holds dice."""
    lines = [mat_title(seen, mat, speech)]
    for place in (*PILES, "bag"):
        things = pile_words(mat, place, speech)
        if things:
            lines.append(f"{speech.place(place)}: {', '.join(things)}.")
    return lines
