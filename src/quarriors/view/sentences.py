"""Decisions and options as sentences that a beginner understands, with the numbers as they are now.

`story` says what happened; this module says what can be done. Records keep the engine's own
short texts instead, which never change with the language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from quarriors.engine import queries
from quarriors.engine.catalog import ENERGIES, FACES
from quarriors.engine.game import Option
from quarriors.engine.ids import event, place, verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import State
from quarriors.text import Texts
from quarriors.view.reference import anchored
from quarriors.view.speech import KEPT, Speech
from quarriors.view.story import cast_text, face_lines

if TYPE_CHECKING:
    from quarriors.game import Game

_ABILITY_EVENTS = {
    verb.USE: (event.IMMEDIATE,),
    verb.READY: (event.CAST, event.ATTACH, event.REACT),
    verb.CAST: (event.CAST, event.ATTACH),
    verb.REACT: (event.REACT,),
    verb.SWITCH: (event.REACT,),
}
_ASKED = (verb.DRAW_DICE, verb.PAY, verb.ROLL_AGAIN, verb.USE_IT)  # what a yes agrees to


# --- questions ---------------------------------------------------------------------------------


def question(game: Game, speech: Speech, named: bool = True) -> str:
    """What somebody must decide now, as a question to them; `named` where several may read it."""
    decision = game.decision
    s = queries.state(game)
    values: dict[str, object] = {}
    if decision.card:
        values["card"] = speech.card(decision.card)
        values["text"] = speech.ability(decision.card, decision.ability)
    slot = int(queries.quest_of(s, decision.seat))
    if slot >= 0:
        values["quest"] = speech.card(s.setup.cards[slot].name)
    values["n"] = _question_number(s, decision.kind, slot)
    values["active"] = speech.name(game.active)
    values["foe"] = speech.name(_foe(s, decision.seat, decision.kind))
    targets = queries.spell_targets(s, decision.seat)
    if targets:
        cast = s.setup.catalog.programs[queries.spell_under_reaction(s)].card
        values["spell"] = speech.card(s.setup.catalog.cards[cast].name)
        values["dice"] = speech.listing(
            [speech.card(s.setup.cards[s.setup.slot[die]].name) for die in targets]
        )
    asked = speech.texts.fill("play", f"question.{question_key(game)}", values)
    if named:
        form = "named-card" if decision.card else "named"
        who = speech.name(decision.seat)
        asked = speech.texts.say("play", f"question.{form}", who=who, asked=asked)
    else:
        asked = asked[:1].upper() + asked[1:]
    about = decision.opponent
    plain = s.setup.players == 2 or decision.kind == "player"  # it is clear who is meant
    if plain or about is None or about == decision.seat:
        return asked
    return speech.texts.say("play", "question.about", asked=asked, foe=speech.name(about))


def question_key(game: Game) -> str:
    """Under which key the question is: the kind of decision, or what it is like just now."""
    s = queries.state(game)
    kind = game.decision.kind
    if kind == "capture" and not queries.captures(s):
        return "capture-none"
    if kind == "ready" and game.decision.options[-1].verb != "pass":
        return "ready-lock"  # 11.1
    if kind == "player" and game.decision.options[0].verb == "area":
        return "player-area"
    if kind == "may" and game.decision.options[0].verb != "yes":
        return "may-either"
    if kind == "cast" and queries.is_choosing_spells_first(s):
        return "cast-score"
    if kind == "first" and queries.is_choosing_first_battle(s):
        return "first-battle"
    if kind == "cull" and queries.is_quest_cull(s):
        return "cull-expert" if queries.is_expert_cull(s) else "cull-quest"
    if kind == "defend" and queries.defended_area(s) == place.QUEST:
        return "defend-challenge"
    if kind == "react" and queries.challenger(s) >= 0:
        return "react-challenge"
    if queries.spell_targets(s, game.decision.seat):
        return "react-spell"
    return kind


def _foe(s: State, seat: int, kind: str) -> int:
    """Against whom somebody defends or reacts."""
    if kind == "defend":
        return int(queries.attacker_of_defense(s))
    return int(queries.other_side(s, seat))


def _question_number(s: State, kind: str, slot: int) -> int:
    """The number a question is about: culls or captures left, damage to be taken, a level."""
    if kind == "cull":
        return int(queries.culls_left(s))
    if kind == "defend":
        return int(queries.damage_left(s))
    if kind == "put-back":
        return int(queries.dice_to_put_back(s))
    if kind in ("party", "start") and slot >= 0:
        return s.setup.cards[slot].level
    return int(queries.captures(s))


def together(game: Game) -> int:
    """How many of the options may be chosen one after the other before something else is asked."""
    s = queries.state(game)
    kind = game.decision.kind
    if kind in ("cull", "capture"):
        return max(1, _question_number(s, kind, -1))
    return len(game.decision.options) if kind == "ready" else 1


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
    s = queries.state(game)
    action = int(verb_of(option.code))
    kind = game.decision.kind
    if action in (verb.PASS, verb.YES, verb.NO, verb.FIRST):
        return speech.texts.say("play", f"option.{_plain_key(s, option, action, kind)}")
    whose = "" if option.seat is None else speech.name(option.seat)
    die = option.die
    if action == verb.AREA:
        where = place.NAMES[option.number]
        card = speech.card(option.card) if option.card else ""
        return speech.texts.say("play", f"option.area.{where}", whose=whose, card=card)
    if die is None:  # a choice between players
        return speech.texts.say("play", f"option.{option.verb}", whose=whose)
    if action == verb.DEFEND:
        return _defend(s, option, die, speech)
    slot = int(s.setup.slot[die])
    if action == verb.CAPTURE and option.number >= queries.capture_cost(s, slot):
        left = int(queries.left_on_card(s, slot))
        texts = speech.texts
        return _capture(texts.language, texts.packs, option.card, option.number, left)
    if action == verb.SPEND:
        texts = speech.texts
        return _spend(texts.language, texts.packs, describe(s, die, speech), option.number)
    key = option.verb
    values = _Words(s, option, die, action, speech)
    values["whose"] = whose
    if kind == "put-back":
        key = "put-back"
    elif action == verb.CAPTURE:
        key = "capture-energy"  # 13.5
        energy = ENERGIES[s.setup.energy[slot]]
        values["energy"] = speech.energy(energy)
    elif action == verb.LOCK:
        key = _lock(s, option, values, speech)
    elif action == verb.QUEST:
        key = _quest(s, option, die, values, speech)
    elif action == verb.ANCHOR:
        _anchor(s, die, values, speech)
    elif action == verb.EQUIP:
        _equip(s, values, speech)
    return speech.texts.fill("play", f"option.{key}", values)


# Servers put these two together thousands of times a second, always from the same few words.


@lru_cache(KEPT)
def _capture(language: str, packs: tuple[str, ...], card: str, price: int, left: int) -> str:
    texts = Texts(language, packs)
    dice = Speech(texts, ()).count(left, "die")
    return texts.say("play", "option.capture", card=texts.card_name(card), n=price, left=dice)


@lru_cache(KEPT)
def _spend(language: str, packs: tuple[str, ...], die: str, quiddity: int) -> str:
    return Texts(language, packs).say("play", "option.spend", die=die, n=quiddity)


def _plain_key(s: State, option: Option, action: int, kind: str) -> str:
    """The key of an option that is about no die: pass, yes, no, what comes first."""
    if action == verb.PASS:
        return f"pass.{kind}"
    if action == verb.FIRST:
        battle = queries.is_choosing_first_battle(s)
        pair = ("attack", "challenge") if battle else ("creatures", "quest")
        return f"first.{pair[option.number]}"
    if action == verb.YES and option.number in _ASKED:
        return verb.NAMES[option.number]
    answer = "yes" if action == verb.YES else "no"
    if kind == "start":
        return f"{answer}-start"
    return "no-may" if action == verb.NO and kind == "may" else answer


class _Words(dict[str, object]):
    """Everything a sentence about one die may name, worked out if it does name it.

    A sentence names two or three things of a dozen, and a server makes thousands a second.
    """

    def __init__(self, s: State, option: Option, die: int, action: int, speech: Speech) -> None:
        super().__init__()
        self.s = s
        self.option = option
        self.die = die
        self.verb = action
        self.speech = speech
        if action == verb.SUMMON:
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
        slot = self.s.setup.slot[self.die]
        return self.speech.count(int(queries.left_on_card(self.s, slot)), "die")


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


def _ability(s: State, option: Option, die: int, action: int, speech: Speech) -> str:
    """The line of the card that the option would use, if it uses one."""
    if action == verb.ORDER:
        return speech.ability_of(s.setup, s.setup.catalog.programs[option.number])
    side = int(s.setup.base[die] + queries.face_of(s, die))
    whole = action in (verb.READY, verb.CAST)  # the head says that it is attached, or a reaction
    return cast_text(s.setup, side, _ABILITY_EVENTS.get(action, ()), speech, whole)


def summoned_numbers(s: State, die: int) -> dict[str, object]:
    """Level, attack and defense a creature would come with; "?" where the table decides later."""
    face = queries.face_of(s, die)
    notation = s.setup.cards[s.setup.slot[die]].design.faces[face].notation
    open_numbers = "?" in notation
    there = queries.as_if_summoned(s, die)  # companions help only those beside them (12.7)
    return {
        "level": int(s.setup.level[s.setup.base[die] + face]),
        "attack": "?" if open_numbers else int(queries.attack(there, die, -1)),
        "defense": "?" if open_numbers else int(queries.defense(there, die)),
    }


def _bursts(s: State, die: int, speech: Speech) -> str:
    count = int(s.setup.bursts[s.setup.base[die] + queries.face_of(s, die)])
    return f", {speech.count(count, 'burst')}" if count else ""


def _defend(s: State, option: Option, die: int, speech: Speech) -> str:
    """What happens if this creature takes the damage (6.3, 6.6)."""
    total = option.number
    defense = int(queries.defense(s, die))
    if not queries.falls(s, die, total):
        key = "holds"
    elif queries.unharmed(s, die, queries.attacker_of_defense(s)):
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
    card = s.setup.cards[s.setup.slot[die]]
    lines = face_lines(card, card.design.faces[queries.face_of(s, die)])
    values["text"] = ". ".join(speech.ability(card.name, line) for line in lines)
    there = int(queries.locked_die(s, seat))
    if there >= 0:
        values["there"] = speech.card(s.setup.cards[s.setup.slot[there]].name)
    key = "own" if seat == queries.active(s) else "other"
    return f"lock.{key}" if there < 0 else f"lock.{key}_instead"


def _quest(s: State, option: Option, die: int, values: dict[str, object], speech: Speech) -> str:
    """A quest to be started, or to be challenged and against whom (12.2)."""
    card = s.setup.cards[s.setup.slot[die]]
    values["level"] = card.level
    values["glory"] = speech.count(card.glory, "glory")
    seat = option.seat
    if seat is None:
        return "quest.start"
    questing = [describe(s, other, speech) for other in queries.dice_list(s, seat, place.QUEST)]
    values["creatures"] = speech.listing(speech.grouped(questing))
    return "quest.challenge_price" if option.number else "quest.challenge"


def _anchor(s: State, die: int, values: dict[str, object], speech: Speech) -> None:
    """An anchored spell with its price (13.6)."""
    card = s.setup.cards[s.setup.slot[die]]
    spell = anchored(card)
    assert spell is not None, "a card that is offered for its anchored spell has one"
    values["energy"] = speech.energy(ENERGIES[card.anchor_energy], card.anchor_cost)
    values["text"] = speech.ability(card.name, spell["ability"])


def _equip(s: State, values: dict[str, object], speech: Speech) -> None:
    """The quartifact that waits, and what it does (12.6)."""
    for die in queries.dice_list(s, queries.active(s), place.READY):
        card = s.setup.cards[s.setup.slot[die]]
        face = card.design.faces[queries.face_of(s, die)]
        if face.quartifact:
            values["quartifact"] = speech.quartifact(face.quartifact)
            lines = [speech.ability(card.name, line) for line in face_lines(card, face)]
            values["text"] = ". ".join(lines)


# --- dice --------------------------------------------------------------------------------------


def describe(s: State, die: int, speech: Speech) -> str:
    """A die as it lies: face, numbers now, what it copies, what is attached to it."""
    card = s.setup.cards[s.setup.slot[die]].name
    if queries.is_unrolled(s, die):
        return speech.unrolled(card)
    look = int(queries.look(s, die))
    notation = s.setup.catalog.cards[look // FACES].design.faces[look % FACES].notation
    standing = queries.place_of(s, die) in (place.READY, place.QUEST)
    now = None
    if standing and s.setup.creature[look]:
        now = (
            int(queries.level(s, die)),
            int(queries.attack(s, die, -1)),
            int(queries.defense(s, die)),
        )
    shown = speech.die(card, notation, now)
    if queries.copy_of(s, die) >= 0:
        copied = speech.card(s.setup.catalog.cards[look // FACES].name)
        shown = speech.texts.say("log", "die.copy", die=shown, copied=copied)
    spells = queries.carried_by(s, die) if standing else []
    if not spells:
        return shown
    carried = []
    for spell in spells:
        its = s.setup.cards[s.setup.slot[spell]]
        face = its.design.faces[queries.face_of(s, spell)]
        carried.append(speech.carried(its.name, face.notation))
    listed = speech.listing(speech.grouped(carried))
    return speech.texts.say("log", "die.with", die=shown, spells=listed)
