"""Decisions and options as sentences that a beginner understands, with the numbers as they are now.

What happened is told by `story`; this module tells what can be done. Records keep the engine's own
short texts instead, which never change with the language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarriors.engine import looks, numbers
from quarriors.engine import words as w
from quarriors.engine.catalog import FACES
from quarriors.engine.game import Option
from quarriors.engine.option import verb_of
from quarriors.engine.state import State
from quarriors.view.speech import Speech
from quarriors.view.story import cast_triggers

if TYPE_CHECKING:
    from quarriors.game import Game

_ABILITY_EVENTS = {
    w.USE_ABILITY: (w.IMMEDIATE,),
    w.DO_READY: (w.CAST, w.ATTACH, w.REACT),
    w.DO_CAST: (w.CAST, w.ATTACH),
    w.DO_REACT: (w.REACT,),
    w.DO_SWITCH: (w.REACT,),
}


def question(game: Game, speech: Speech) -> str:
    """What somebody must decide now, as a question to them."""
    decision = game.decision
    s = game._state
    values: dict[str, object] = {"who": speech.name(decision.seat)}
    if decision.card:
        values["card"] = speech.card(decision.card)
        values["text"] = speech.ability(decision.card, decision.ability)
    values["n"] = _question_number(s, decision.kind)
    values["active"] = speech.name(game.active)
    kind = decision.kind
    if kind == "capture" and not s.captures:
        kind = "capture-none"
    return speech.texts.say("play", f"question.{kind}", **values)


def _question_number(s: State, kind: str) -> int:
    """The number a question is about: culls or captures left, damage to be taken."""
    base = len(s.stack) - w.FRAME
    if kind in ("cull", "defend"):
        return s.stack[base + w.F_A]
    return int(s.captures)


def option_sentences(game: Game, speech: Speech) -> list[str]:
    """All options of the decision, in order; no two read alike."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for option in game.decision.options:
        text = option_sentence(game, option, speech)
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return found


def option_sentence(game: Game, option: Option, speech: Speech) -> str:
    """What an option of the present decision means."""
    s = game._state
    verb = int(verb_of(option.code))
    if verb == w.PASS:
        return speech.texts.say("play", f"option.pass.{game.decision.kind}")
    if verb == w.NO:
        return speech.texts.say("play", "option.no")
    if verb == w.YES:
        return speech.texts.say("play", "option.yes")
    die = option.die
    assert die is not None, "an option that does something names a die"
    if verb == w.DO_DEFEND:
        return _defend(s, option, die, speech)
    key = f"option.{w.VERB_NAMES[verb]}"
    if verb == w.USE_REROLL and option.number:
        key = "option.draw-and-re-roll"
    return speech.texts.say("play", key, **_values(s, option, die, verb, speech))


def _values(s: State, option: Option, die: int, verb: int, speech: Speech) -> dict[str, object]:
    """Everything a sentence about one die may name."""
    seat = option.seat
    shown = describe(s, die, speech) if option.face else speech.card(option.card)
    values: dict[str, object] = {
        "die": shown,
        "card": speech.card(option.card),
        "of": shown if seat is None else speech.of(seat, shown),
        "n": option.number,
        "left": speech.count(s.wild[s.table.slot[die]], "die"),
        "count": speech.count(option.number, "die"),
        "glory": speech.count(option.number, "glory"),
        "text": _ability(s, option, die, verb, speech),
    }
    if verb == w.DO_SUMMON:
        values.update(summoned_numbers(s, die))
        values["bursts"] = _bursts(s, die, speech)
    if option.place:
        values["place"] = speech.place(option.place, "from", -1 if seat is None else seat)
        values["to"] = speech.place(option.place, "to")
    return values


def _ability(s: State, option: Option, die: int, verb: int, speech: Speech) -> str:
    """The line of the card that the option would use, if it uses one."""
    if verb == w.DO_ORDER:
        return speech.ability_of(s.table, s.table.catalog.programs[option.number])
    look = s.table.base[die] + s.face[die]
    for trigger in cast_triggers(s.table, look, _ABILITY_EVENTS.get(verb, ())):
        return speech.ability_of(s.table, trigger.program)
    return ""


def summoned_numbers(s: State, die: int) -> dict[str, object]:
    """Level, attack and defense a creature would come with; "?" where the table decides later."""
    notation = s.table.cards[s.table.slot[die]].design.faces[s.face[die]].notation
    open_numbers = "?" in notation
    return {
        "level": int(s.table.level[s.table.base[die] + s.face[die]]),
        "attack": "?" if open_numbers else int(numbers.attack(s, die, -1)),
        "defense": "?" if open_numbers else int(numbers.defense(s, die)),
    }


def _bursts(s: State, die: int, speech: Speech) -> str:
    count = int(s.table.bursts[s.table.base[die] + s.face[die]])
    return f", {speech.count(count, 'burst')}" if count else ""


def _defend(s: State, option: Option, die: int, speech: Speech) -> str:
    """What happens if this creature takes the damage (6.3)."""
    total = option.number
    defense = int(numbers.defense(s, die))
    key = "option.defend.holds" if total < defense else "option.defend.falls"
    return speech.texts.say(
        "play", key, die=describe(s, die, speech), n=total, defense=defense, left=total - defense
    )


def describe(s: State, die: int, speech: Speech) -> str:
    """A die as it lies: face, numbers now, what it copies, the spells attached to it."""
    card = s.table.cards[s.table.slot[die]].name
    look = int(looks.look(s, die))
    notation = s.table.catalog.cards[look // FACES].design.faces[look % FACES].notation
    now = None
    if s.place[die] == w.READY and s.table.creature[look]:
        now = (
            int(looks.level(s, die)),
            int(numbers.attack(s, die, -1)),
            int(numbers.defense(s, die)),
        )
    shown = speech.die(card, notation, now)
    if s.copy[die] >= 0:
        copied = speech.card(s.table.catalog.cards[look // FACES].name)
        shown = speech.texts.say("log", "die.copy", die=shown, copied=copied)
    spells = [
        speech.card(s.table.cards[s.table.slot[spell]].name)
        for spell, carrier in enumerate(s.carrier)
        if carrier == die
    ]
    if spells:
        listed = speech.listing(speech.grouped(spells))
        shown = speech.texts.say("log", "die.with", die=shown, spells=listed)
    return shown
