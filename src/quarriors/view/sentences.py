"""Decisions and options as sentences that a beginner understands, with the numbers as they are now.

What happened is told by `story`; this module tells what can be done. Records keep the engine's own
short texts instead, which never change with the language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from quarriors.engine import looks, numbers
from quarriors.engine import words as w
from quarriors.engine.battle import falls, unharmed
from quarriors.engine.catalog import ENERGIES, FACES
from quarriors.engine.dice import put
from quarriors.engine.game import Option
from quarriors.engine.locks import locked_die
from quarriors.engine.looks import challenge, other_side
from quarriors.engine.option import verb_of
from quarriors.engine.pay import capture_cost
from quarriors.engine.quests import K_EXPERT
from quarriors.engine.state import State
from quarriors.engine.turn import T_SPELLS_FIRST
from quarriors.text import Texts
from quarriors.view.observe import anchored, is_unrolled
from quarriors.view.speech import KEPT, Speech
from quarriors.view.story import cast_text, face_lines

if TYPE_CHECKING:
    from quarriors.game import Game

_ABILITY_EVENTS = {
    w.USE_ABILITY: (w.IMMEDIATE,),
    w.DO_READY: (w.CAST, w.ATTACH, w.REACT),
    w.DO_CAST: (w.CAST, w.ATTACH),
    w.DO_REACT: (w.REACT,),
    w.DO_SWITCH: (w.REACT,),
}
_ASKED = (w.ASK_DRAW, w.ASK_PAY, w.ASK_REROLL, w.ASK_USE)  # what a yes agrees to


# --- questions ---------------------------------------------------------------------------------


def question(game: Game, speech: Speech) -> str:
    """What somebody must decide now, as a question to them."""
    decision = game.decision
    s = game._state
    values: dict[str, object] = {"who": speech.name(decision.seat)}
    if decision.card:
        values["card"] = speech.card(decision.card)
        values["text"] = speech.ability(decision.card, decision.ability)
    slot = s.quest[decision.seat]
    if slot >= 0:
        values["quest"] = speech.card(s.table.cards[slot].name)
    values["n"] = _question_number(s, decision.kind, slot)
    values["active"] = speech.name(game.active)
    values["foe"] = speech.name(_foe(s, decision.seat))
    targets = _targets(s, decision.seat)
    if targets:
        cast = s.table.catalog.programs[s.stack[-2 * w.FRAME] - w.FIRST_PROGRAM].card
        values["spell"] = speech.card(s.table.catalog.cards[cast].name)
        values["dice"] = speech.listing(
            [speech.card(s.table.cards[s.table.slot[die]].name) for die in targets]
        )
    asked = speech.texts.fill("play", f"question.{question_key(game)}", values)
    about = decision.opponent
    plain = s.table.players == 2 or decision.kind == "player"  # it is clear who is meant
    if plain or about is None or about == decision.seat:
        return asked
    return speech.texts.say("play", "question.about", asked=asked, foe=speech.name(about))


def question_key(game: Game) -> str:
    """Under which key the question is: the kind of decision, or what it is like just now."""
    s = game._state
    kind = game.decision.kind
    base = len(s.stack) - w.FRAME
    program = s.stack[base]
    if kind == "capture" and not s.captures:
        return "capture-none"
    if kind == "ready" and game.decision.options[-1].verb != "pass":
        return "ready-lock"  # 11.1
    if kind == "player" and game.decision.options[0].verb == "area":
        return "player-area"
    if kind == "may" and game.decision.options[0].verb != "yes":
        return "may-either"
    if kind == "cast" and s.stack[base + w.F_POSITION] == T_SPELLS_FIRST:
        return "cast-score"
    if kind == "first" and program == w.VENTURE:
        return "first-battle"
    if kind == "cull" and program == w.QUEST_CHECK:
        return "cull-expert" if s.stack[base + w.F_POSITION] == K_EXPERT else "cull-quest"
    if kind == "defend" and s.stack[base + w.F_C] == w.QUEST:
        return "defend-challenge"
    if kind == "react" and challenge(s) >= 0:
        return "react-challenge"
    if _targets(s, game.decision.seat):
        return "react-spell"
    return kind


def _targets(s: State, seat: int) -> list[int]:
    """The creatures of a seat that a spell was cast on, while it may be answered (15.2 e)."""
    base = len(s.stack) - w.FRAME
    if s.stack[base] != w.WINDOW or s.stack[base + w.F_A] != w.ON_CAST:
        return []
    ready = s.zones[seat * w.PLACES + w.READY - 1]
    return [die for die in ready if s.flags[die] & w.CHOSEN]


def _foe(s: State, seat: int) -> int:
    """Against whom somebody defends or reacts."""
    base = len(s.stack) - w.FRAME
    if s.stack[base] == w.DEFEND:
        return s.stack[base + w.F_OPPONENT]
    return int(other_side(s, seat))


def _question_number(s: State, kind: str, slot: int) -> int:
    """The number a question is about: culls or captures left, damage to be taken, a level."""
    base = len(s.stack) - w.FRAME
    if kind in ("cull", "defend"):
        return s.stack[base + w.F_A]
    if kind == "put-back":
        return s.stack[base + w.F_C]
    if kind in ("party", "start") and slot >= 0:
        return s.table.cards[slot].level
    return int(s.captures)


# --- options -----------------------------------------------------------------------------------


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
    kind = game.decision.kind
    if verb in (w.PASS, w.YES, w.NO, w.DO_FIRST):
        return speech.texts.say("play", f"option.{_plain_key(s, option, verb, kind)}")
    whose = "" if option.seat is None else speech.name(option.seat)
    die = option.die
    if verb == w.PICK_AREA:
        place = w.PLACE_NAMES[option.number]
        card = speech.card(option.card) if option.card else ""
        return speech.texts.say("play", f"option.area.{place}", whose=whose, card=card)
    if die is None:  # a choice between players
        return speech.texts.say("play", f"option.{option.verb}", whose=whose)
    if verb == w.DO_DEFEND:
        return _defend(s, option, die, speech)
    if verb == w.DO_CAPTURE and option.number >= capture_cost(s, s.table.slot[die]):
        left = s.wild[s.table.slot[die]]
        return _capture(speech.texts.language, option.card, option.number, left)
    if verb == w.DO_SPEND:
        return _spend(speech.texts.language, describe(s, die, speech), option.number)
    key = option.verb
    values = _Words(s, option, die, verb, speech)
    values["whose"] = whose
    if kind == "put-back":
        key = "put-back"
    elif verb == w.DO_CAPTURE:
        key = "capture-energy"  # 13.5
        energy = ENERGIES[s.table.energy[s.table.slot[die]]]
        values["energy"] = speech.energy(energy)
    elif verb == w.DO_LOCK:
        key = _lock(s, option, values, speech)
    elif verb == w.DO_QUEST:
        key = _quest(s, option, die, values, speech)
    elif verb == w.DO_ANCHOR:
        _anchor(s, die, values, speech)
    elif verb == w.DO_EQUIP:
        _equip(s, values, speech)
    return speech.texts.fill("play", f"option.{key}", values)


# Servers put these two together thousands of times a second, always from the same few words.


@lru_cache(KEPT)
def _capture(language: str, card: str, price: int, left: int) -> str:
    texts = Texts(language)
    dice = Speech(texts, ()).count(left, "die")
    return texts.say("play", "option.capture", card=texts.card_name(card), n=price, left=dice)


@lru_cache(KEPT)
def _spend(language: str, die: str, quiddity: int) -> str:
    return Texts(language).say("play", "option.spend", die=die, n=quiddity)


def _plain_key(s: State, option: Option, verb: int, kind: str) -> str:
    """The key of an option that is about no die: pass, yes, no, what comes first."""
    if verb == w.PASS:
        return f"pass.{kind}"
    if verb == w.DO_FIRST:
        battle = s.stack[len(s.stack) - w.FRAME] == w.VENTURE
        pair = ("attack", "challenge") if battle else ("creatures", "quest")
        return f"first.{pair[option.number]}"
    if verb == w.YES and option.number in _ASKED:
        return w.VERB_NAMES[option.number]
    answer = "yes" if verb == w.YES else "no"
    if kind == "start":
        return f"{answer}-start"
    return "no-may" if verb == w.NO and kind == "may" else answer


class _Words(dict[str, object]):
    """Everything a sentence about one die may name, worked out if it does name it.

    A sentence names two or three things of a dozen, and a server makes thousands a second.
    """

    def __init__(self, s: State, option: Option, die: int, verb: int, speech: Speech) -> None:
        super().__init__()
        self.s = s
        self.option = option
        self.die = die
        self.verb = verb
        self.speech = speech
        if verb == w.DO_SUMMON:
            self.update(summoned_numbers(s, die))

    def __missing__(self, name: str) -> object:
        """The thing of that name."""
        found = self[name] = _NAMED[name](self)
        return found

    def shown(self) -> str:
        """The die with its face, where that matters."""
        if self.option.face:
            return describe(self.s, self.die, self.speech)
        return self.speech.card(self.option.card)

    def of(self) -> str:
        """The die, and whose it is."""
        seat = self.option.seat
        return self.shown() if seat is None else self.speech.of(seat, self.shown())

    def place(self) -> str:
        """Where the die comes from."""
        seat = self.option.seat
        return self.speech.place(self.option.place, "from", -1 if seat is None else seat)

    def left(self) -> str:
        """How many dice there are on its card."""
        return self.speech.count(self.s.wild[self.s.table.slot[self.die]], "die")


_NAMED: dict[str, Callable[[_Words], object]] = {
    "die": _Words.shown,
    "card": lambda words: words.speech.card(words.option.card),
    "of": _Words.of,
    "n": lambda words: words.option.number,
    "left": _Words.left,
    "count": lambda words: words.speech.count(words.option.number, "die"),
    "glory": lambda words: words.speech.count(words.option.number, "glory"),
    "text": lambda words: _ability(words.s, words.option, words.die, words.verb, words.speech),
    "bursts": lambda words: _bursts(words.s, words.die, words.speech),
    "place": _Words.place,
    "to": lambda words: words.speech.place(words.option.place, "to"),
}


def _ability(s: State, option: Option, die: int, verb: int, speech: Speech) -> str:
    """The line of the card that the option would use, if it uses one."""
    if verb == w.DO_ORDER:
        return speech.ability_of(s.table, s.table.catalog.programs[option.number])
    look = s.table.base[die] + s.face[die]
    return cast_text(s.table, look, _ABILITY_EVENTS.get(verb, ()), speech)


def summoned_numbers(s: State, die: int) -> dict[str, object]:
    """Level, attack and defense a creature would come with; "?" where the table decides later."""
    notation = s.table.cards[s.table.slot[die]].design.faces[s.face[die]].notation
    open_numbers = "?" in notation
    there = s.clone()  # companions help only those who lie beside them (12.7)
    put(there, die, s.owner[die], w.READY)
    return {
        "level": int(s.table.level[s.table.base[die] + s.face[die]]),
        "attack": "?" if open_numbers else int(numbers.attack(there, die, -1)),
        "defense": "?" if open_numbers else int(numbers.defense(there, die)),
    }


def _bursts(s: State, die: int, speech: Speech) -> str:
    count = int(s.table.bursts[s.table.base[die] + s.face[die]])
    return f", {speech.count(count, 'burst')}" if count else ""


def _defend(s: State, option: Option, die: int, speech: Speech) -> str:
    """What happens if this creature takes the damage (6.3, 6.6)."""
    total = option.number
    defense = int(numbers.defense(s, die))
    attacker = s.stack[len(s.stack) - w.FRAME + w.F_OPPONENT]
    if not falls(s, die, total):
        key = "holds"
    elif unharmed(s, die, attacker):
        key = "holds" if total < defense else "absorbs"
    else:
        key = "pierced" if total < defense else "falls"
    return speech.texts.say(
        "play",
        f"option.defend.{key}",
        die=describe(s, die, speech),
        n=total,
        defense=defense,
        left=total - defense,
    )


def _lock(s: State, option: Option, values: dict[str, object], speech: Speech) -> str:
    """Whose Locked Area, and what is unlocked by it (11.2, 11.5)."""
    seat = option.seat
    die = option.die
    assert seat is not None, "a lock names a seat"
    assert die is not None, "and a die"
    card = s.table.cards[s.table.slot[die]]
    lines = face_lines(card, card.design.faces[s.face[die]])
    values["text"] = ". ".join(speech.ability(card.name, line) for line in lines)
    there = int(locked_die(s, seat))
    if there >= 0:
        values["there"] = speech.card(s.table.cards[s.table.slot[there]].name)
    key = "own" if seat == s.active else "other"
    return f"lock.{key}" if there < 0 else f"lock.{key}_instead"


def _quest(s: State, option: Option, die: int, values: dict[str, object], speech: Speech) -> str:
    """A quest to be started, or to be challenged and against whom (12.2)."""
    card = s.table.cards[s.table.slot[die]]
    values["level"] = card.level
    values["glory"] = speech.count(card.glory, "glory")
    seat = option.seat
    if seat is None:
        return "quest.start"
    questing = [describe(s, other, speech) for other in s.zones[seat * w.PLACES + w.QUEST - 1]]
    values["creatures"] = speech.listing(speech.grouped(questing))
    return "quest.challenge_price" if option.number else "quest.challenge"


def _anchor(s: State, die: int, values: dict[str, object], speech: Speech) -> None:
    """An anchored spell with its price (13.6)."""
    card = s.table.cards[s.table.slot[die]]
    spell = anchored(card)
    assert spell is not None, "a card that is offered for its anchored spell has one"
    values["energy"] = speech.energy(ENERGIES[card.anchor_energy], card.anchor_cost)
    values["text"] = speech.anchored(card.name, spell["ability"])


def _equip(s: State, values: dict[str, object], speech: Speech) -> None:
    """The quartifact that waits, and what it does (12.6)."""
    for die in s.zones[s.active * w.PLACES + w.READY - 1]:
        card = s.table.cards[s.table.slot[die]]
        face = card.design.faces[s.face[die]]
        if face.quartifact:
            values["quartifact"] = speech.quartifact(face.quartifact)
            lines = [speech.ability(card.name, line) for line in face_lines(card, face)]
            values["text"] = ". ".join(lines)


# --- dice --------------------------------------------------------------------------------------


def describe(s: State, die: int, speech: Speech) -> str:
    """A die as it lies: face, numbers now, what it copies, what is attached to it."""
    card = s.table.cards[s.table.slot[die]].name
    if is_unrolled(s, die):
        return speech.unrolled(card)
    look = int(looks.look(s, die))
    notation = s.table.catalog.cards[look // FACES].design.faces[look % FACES].notation
    now = None
    if s.place[die] in (w.READY, w.QUEST) and s.table.creature[look]:
        now = (
            int(looks.level(s, die)),
            int(numbers.attack(s, die, -1)),
            int(numbers.defense(s, die)),
        )
    shown = speech.die(card, notation, now)
    if s.copy[die] >= 0:
        copied = speech.card(s.table.catalog.cards[look // FACES].name)
        shown = speech.texts.say("log", "die.copy", die=shown, copied=copied)
    if s.place[die] not in (w.READY, w.QUEST) or die not in s.carrier:
        return shown
    carried = []
    for other, carrier in enumerate(s.carrier):
        if carrier == die:
            its = s.table.cards[s.table.slot[other]]
            carried.append(speech.carried(its.name, its.design.faces[s.face[other]].notation))
    listed = speech.listing(speech.grouped(carried))
    return speech.texts.say("log", "die.with", die=shown, spells=listed)
