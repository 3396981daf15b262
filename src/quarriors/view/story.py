"""The log as sentences: what happened, to which die, and by which rule.

Events are small tuples; a die may be destroyed, drawn again and rolled in one go, so a `Story`
follows the faces, owners and Ready Areas from event to event and tells each as it was then. Like
events in a row (a draw of six dice) make one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from quarriors.engine import words as w
from quarriors.engine.catalog import ENERGIES, FACES, Card
from quarriors.engine.faces import Face
from quarriors.engine.program import Ability, Trigger
from quarriors.engine.state import Event, State
from quarriors.engine.table import Table
from quarriors.game import Origin
from quarriors.text import Texts
from quarriors.view.observe import anchored
from quarriors.view.speech import Speech

_IN_A_ROW: Final = (w.LOG_DRAW, w.LOG_ROLL, w.LOG_SPEND, w.LOG_MOVE, w.LOG_TOTAL, w.LOG_QUEST)
_PAIRS: Final = ((w.LOG_SCORE, w.LOG_GLORY), (w.LOG_DEFEND, w.LOG_DESTROY))
_CAST_EVENTS: Final = {
    502: (w.IMMEDIATE,),
    1001: (w.CAST, w.ATTACH),
    1003: (w.REACT,),
    1502: (w.REACT,),
}
_BATTLE: Final = (
    w.LOG_DEFEND, w.LOG_HOLDS, w.LOG_ABSORBS, w.LOG_DESTROY, w.LOG_SAVED, w.LOG_PREVENT,
    w.LOG_PRESS, w.LOG_NO_DAMAGE,
)  # fmt: skip
_GAINS: Final = (
    w.LOG_SCORE, w.LOG_GLORY, w.LOG_QUIDDITY, w.LOG_ENERGY, w.LOG_CAPTURES, w.LOG_DISCOUNT,
)  # fmt: skip
_CHANGES: Final = (w.LOG_ROW, w.LOG_ROTATE, w.LOG_SHAKE, w.LOG_COPY, w.LOG_ATTACH, w.LOG_SWAP)
_LOCKS: Final = (w.LOG_LOCK, w.LOG_UNLOCK, w.LOG_REMOVE, w.LOG_GAIN)
_QUESTS: Final = (
    w.LOG_CHALLENGE, w.LOG_QUEST_DONE, w.LOG_QUEST_FAILED, w.LOG_QUEST_DIE, w.LOG_EQUIP,
    w.LOG_RETURN,
)  # fmt: skip
_ROWS: Final = {
    w.ROW_NO_IMMUNITY: "no_immunity",
    w.ROW_SUMMON: "summon",
    w.ROW_NEXT_CAPTURE: "next_capture",
    w.ROW_DRAW: "draw",
    w.ROW_TIMES: "times",
    w.ROW_SCORED: "scored",
}
_LASTS: Final = 64  # added to the kind of a row that outlasts the turn
_GIVEN: Final = 404  # the rule of a die that changes hands
REVEALS: Final = (w.LOG_DRAW, w.LOG_ROLL, w.LOG_QUEST_DIE, w.LOG_SHAKE)
# What nobody knew before: undo stops there.


class Line:
    """One sentence of the log.

    Written out, because a server makes thousands a second and a dataclass costs more than words.
    """

    def __init__(self, event: str, rule: str, text: str) -> None:
        self.event = event  # a name of `words.LOG_NAMES`
        self.rule = rule
        self.text = text

    def __str__(self) -> str:
        return self.text


@cache
def rule_id(number: int) -> str:
    """A rule's id from the number in an event."""
    return f"{number // 100}.{number % 100}"


@mypyc_attr(allow_interpreted_subclasses=True)  # summaries count while it is told
class Story:
    """Tells the events of one game in the order they happen."""

    def __init__(self, table: Table, speech: Speech, start: State | None = None) -> None:
        dice = len(table.slot)
        self._table = table
        self._speech = speech
        self._face = [0] * dice if start is None else list(start.face)
        self._owner = [-1] * dice if start is None else list(start.owner)
        self._copy = [-1] * dice if start is None else list(start.copy)
        self._ready: list[int] = []
        self._questing: list[int] = []
        if start is not None:
            self._ready = [die for die in range(dice) if start.place[die] == w.READY]
            self._questing = [die for die in range(dice) if start.place[die] == w.QUEST]

    @staticmethod
    def of_origin(origin: Origin, table: Table, speech: Speech) -> Story:
        """The story of a game from its very beginning."""
        if origin.position is None:
            return Story(table, speech)
        wire = [list(part) for part in origin.position]
        return Story(table, speech, State.from_wire(table, wire))

    def copy(self) -> Story:
        """A story that can go on by itself from where this one stands."""
        found = Story(self._table, self._speech)
        found._face = self._face[:]
        found._owner = self._owner[:]
        found._copy = self._copy[:]
        found._ready = self._ready[:]
        found._questing = self._questing[:]
        return found

    def tell(self, events: Sequence[Event]) -> list[Line]:
        """Sentences for what happened; every event must be told, in order and once."""
        lines: list[Line] = []
        runs = _runs(events)
        for at, run in enumerate(runs):
            following = runs[at + 1][0][0] if at + 1 < len(runs) else -1
            told = self._sentence(run, following)
            for event in run:
                self._follow(event)
            if told is not None:
                rule, text = told
                whole = self._say("line.rule", text=text, rule=rule)
                lines.append(Line(w.LOG_NAMES[run[0][0]], rule, whole))
        return lines

    # --- sentences ----------------------------------------------------------------------------

    def _say(self, _key: str, /, **values: object) -> str:
        texts = self._speech.texts
        return texts.fill("log", _key, values) if values else texts.say("log", _key)

    def _sentence(self, run: list[Event], following: int) -> tuple[str, str] | None:
        """The rule and the words of a run of events; None for a phase in which nothing happens."""
        kind, rule = run[0][0], rule_id(run[0][1])
        if kind == w.LOG_PHASE:
            return self._phase(run[0], following)
        if kind in _IN_A_ROW:
            return rule, self._row(run)
        if kind in _BATTLE:
            return rule, self._battle(run)
        if kind in _GAINS:
            return rule, self._gain(run)
        if kind in (w.LOG_CAST, w.LOG_TRIGGER, w.LOG_ANCHOR):
            return rule, self._ability(run[0])
        if kind in _CHANGES:
            return rule, self._change(run[0])
        if kind in _LOCKS:
            return rule, self._locked_or_gone(run[0])
        if kind in _QUESTS:
            return rule, self._quest(run[0])
        return rule, self._simple(run[0])

    def _phase(self, event: Event, following: int) -> tuple[str, str] | None:
        phase = event[4]
        six = self._table.six_phases
        if following in (w.LOG_PHASE, w.LOG_TURN) or (phase == w.PHASE_READY and not six):
            return None
        number = phase if six or phase <= w.PHASE_ROLL else phase - 1
        return rule_id(event[1]), _phase_title(self._speech.texts.language, six, number)

    def _row(self, run: list[Event]) -> str:
        """Several dice, or several defenders, in one sentence."""
        kind, _, seat, _, a, b = run[-1]
        speech = self._speech
        who = speech.name(seat)
        if kind == w.LOG_TOTAL:
            return self._total(run)
        if kind == w.LOG_DRAW:
            dice = speech.grouped([self._card(event[3]) for event in run])
            count = speech.count(len(run), "die")
            return self._say("event.draw", who=who, count=count, dice=speech.listing(dice))
        if kind == w.LOG_ROLL:
            dice = speech.grouped([self._shown(event[3], event[4]) for event in run])
            return self._say("event.roll", who=who, dice=speech.listing(dice))
        dice = speech.grouped([self._shown(event[3]) for event in run])
        if kind == w.LOG_QUEST:
            quest = self._slot(a)
            return self._say("event.quest", who=who, dice=speech.listing(dice), quest=quest)
        if kind == w.LOG_SPEND:
            key = "event.spend" if any(event[4] for event in run) else "event.spend_effect"
            quiddity = speech.count(b, "quiddity")
            return self._say(key, who=who, dice=speech.listing(dice), quiddity=quiddity)
        to = speech.place(w.PLACE_NAMES[a], "to")
        before = self._owner[run[0][3]]
        if run[0][1] == _GIVEN and before not in (-1, seat):
            return self._say("event.give", of=self._of(before, run[0][3]), who=who, to=to)
        key = "event.move.one" if len(run) == 1 else "event.move.many"
        return self._say(key, of=speech.of(seat, speech.listing(dice)), to=to)

    def _total(self, run: list[Event]) -> str:
        """The attack total and what it is made of: printed attack, and the rest."""
        _, rule, attacker, _, _, total = run[0]
        if rule == 602:  # a reaction changed it
            defenders = self._speech.listing([self._speech.name(event[4]) for event in run])
            return self._say("event.total_changed", defenders=defenders, total=total)
        parts: list[str] = []
        printed = 0
        for die in self._questing if rule == 1203 else self._ready:
            look = self._look(die)
            if self._owner[die] == attacker and self._table.creature[look]:
                attack = int(self._table.attack[look])
                printed += attack
                parts.append(self._say("event.part", die=self._card(die), n=attack))
        if total != printed:
            parts.append(self._say("event.bonus", n=f"{total - printed:+d}"))
        return self._say(
            "event.total_challenge" if rule == 1203 else "event.total",
            who=self._speech.name(attacker),
            defenders=self._speech.listing([self._speech.name(event[4]) for event in run]),
            total=total,
            parts=", ".join(parts),
        )

    def _battle(self, run: list[Event]) -> str:
        kind, rule, seat, die, a, b = run[0]
        if kind == w.LOG_NO_DAMAGE:
            return self._say("event.no_damage", who=self._speech.name(seat), total=a)
        of = self._of(seat, die)
        if kind == w.LOG_DEFEND:
            if a < b:  # one point of damage was enough
                return self._say("event.fall_pierced", of=of, total=a, defense=b)
            key = "event.fall" if len(run) == 2 else "event.defend"
            return self._say(key, of=of, total=a, defense=b, left=a - b)
        if kind == w.LOG_HOLDS:
            key = "event.holds" if a < b else "event.holds_unharmed"
            return self._say(key, of=of, total=a, defense=b)
        if kind == w.LOG_ABSORBS:
            return self._say("event.absorbs", of=of, total=a, defense=b, left=a - b)
        if kind == w.LOG_DESTROY:
            key = "event.destroy_attack" if rule == 603 else "event.destroy_effect"
            return self._say(key, of=of)
        if kind in (w.LOG_SAVED, w.LOG_PREVENT):
            return self._say("event.saved" if kind == w.LOG_SAVED else "event.prevent", of=of)
        return self._say("event.press", of=of, n=a, total=b)

    def _gain(self, run: list[Event]) -> str:
        kind, _, seat, die, a, b = run[0]
        who = self._speech.name(seat)
        goal = self._table.goal
        glory = self._speech.count(abs(a), "glory")
        if kind == w.LOG_SCORE:
            of = self._of(seat, die)
            return self._say("event.score", of=of, who=who, glory=glory, now=run[-1][5], goal=goal)
        if kind == w.LOG_GLORY:
            key = "event.lose" if a < 0 else "event.gain"
            return self._say(key, who=who, glory=glory, now=b, goal=goal)
        if kind == w.LOG_QUIDDITY:
            return self._say("event.quiddity", who=who, n=a, now=b)
        if kind == w.LOG_ENERGY:
            energy = self._speech.energy(ENERGIES[b], a)
            return self._say("event.energy", who=who, energy=energy)
        if kind == w.LOG_CAPTURES:
            count = self._speech.count(a, "capture")
            return self._say("event.captures", who=who, count=count)
        return self._say("event.discount", who=who, n=a)

    def _ability(self, event: Event) -> str:
        kind, rule, seat, die, a, b = event
        if kind == w.LOG_ANCHOR:
            return self._anchor(seat, die, a, b)
        if kind == w.LOG_TRIGGER:
            program = self._table.catalog.programs[a]
            text = self._speech.ability_of(self._table, program)
            return self._say("event.trigger", of=self._of(seat, die), text=text)
        text = cast_text(self._table, self._printed(die), _CAST_EVENTS[rule], self._speech)
        key = {502: "use", 1001: "cast", 1003: "react", 1502: "switch"}[rule]
        who = self._speech.name(seat)
        return self._say(f"event.{key}", who=who, die=self._shown(die), text=text)

    def _anchor(self, seat: int, die: int, price: int, energy: int) -> str:
        card = self._table.cards[self._table.slot[die]]
        spell = anchored(card)
        return self._say(
            "event.anchor",
            who=self._speech.name(seat),
            card=self._card(die),
            energy=self._speech.energy(ENERGIES[energy], price),
            text="" if spell is None else self._speech.anchored(card.name, spell["ability"]),
        )

    def _locked_or_gone(self, event: Event) -> str:
        """Locks (section 11), and dice that leave the game or come into it by an effect."""
        kind, rule, seat, die, a, _ = event
        speech = self._speech
        if kind == w.LOG_LOCK:
            who = speech.name(seat)
            if seat != a:
                other = speech.name(a)
                return self._say("event.lock_other", who=who, die=self._shown(die), other=other)
            # Two players exchanged what they had locked: nobody locked it.
            key = "event.lock_there" if rule == 1105 else "event.lock"
            return self._say(key, who=who, die=self._shown(die))
        if kind == w.LOG_UNLOCK:
            to = speech.place(w.PLACE_NAMES[a], "to")
            return self._say("event.unlock", of=self._of(seat, die), to=to)
        if kind == w.LOG_GAIN:
            to = speech.place(w.PLACE_NAMES[a], "to")
            who = speech.name(seat)
            return self._say("event.gain_die", who=who, card=self._card(die), to=to)
        if seat < 0:
            return self._say("event.remove_wild", die=self._card(die))
        return self._say("event.remove", of=self._of(seat, die))

    def _quest(self, event: Event) -> str:
        """Quests, their dice and quartifacts (section 12)."""
        kind, _, seat, die, a, b = event
        who = self._speech.name(seat) if seat >= 0 else ""
        if kind == w.LOG_CHALLENGE:
            other = self._speech.name(b)
            return self._say("event.challenge", who=who, other=other, quest=self._slot(a))
        if kind in (w.LOG_QUEST_DONE, w.LOG_QUEST_FAILED):
            key = "event.quest_done" if kind == w.LOG_QUEST_DONE else "event.quest_failed"
            level = self._table.cards[a].level
            return self._say(key, who=who, quest=self._slot(a), total=b, level=level)
        if kind == w.LOG_QUEST_DIE:
            face = self._speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.quest_die", who=who, card=self._card(die), face=face)
        if kind == w.LOG_EQUIP:
            host = self._shown(a)
            return self._say("event.equip", who=who, die=self._shown(die), host=host)
        return self._say("event.return", die=self._shown(die))

    def _change(self, event: Event) -> str:
        """Something about a die is different now."""
        kind, _, seat, die, a, b = event
        speech = self._speech
        if kind == w.LOG_ROW:
            return self._lasting(event)
        if kind == w.LOG_ROTATE:
            face = speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.rotate", of=self._of(seat, die), face=face)
        if kind == w.LOG_SHAKE:
            face = speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.shake", of=self._of(seat, die), face=face)
        if kind == w.LOG_ATTACH:
            host = self._of(self._owner[a], a)
            return self._say("event.attach", die=self._shown(die), host=host)
        if kind == w.LOG_COPY:
            other = self._of(self._owner[a], a)
            return self._say("event.copy", of=self._of(seat, die), other=other)
        return self._say(
            "event.swap",
            who=speech.name(seat),
            other=speech.name(b),
            mine=self._card(die),
            theirs=self._card(a),
        )

    def _lasting(self, event: Event) -> str:
        """A lasting effect on a die or a player, and until when."""
        _, _, seat, die, row, amount = event
        kind = row % _LASTS
        until = "_until" if row >= _LASTS else ""
        who = self._speech.name(seat)
        if kind == w.ROW_TO_ACTIVE:
            return self._say("event.row_active", who=who)
        of = "" if die < 0 else self._of(self._owner[die], die)
        if kind == w.ROW_ATTACK_CAP:
            return self._say("event.row_cap", of=of, n=amount)
        if kind in (w.ROW_ATTACK, w.ROW_DEFENSE):
            key = "event.row_attack" if kind == w.ROW_ATTACK else "event.row_defense"
            return self._say(f"{key}{until}", of=of, n=f"{amount:+d}", who=who)
        if kind >= w.ROW_AGAINST:
            foe = self._speech.name(kind - w.ROW_AGAINST)
            return self._say("event.row_against", of=of, n=f"{amount:+d}", foe=foe)
        signed = f"{amount:+d}" if kind == w.ROW_SUMMON else str(amount)
        return self._say(f"event.row_{_ROWS[kind]}", of=of, who=who, n=signed)

    def _simple(self, event: Event) -> str:
        kind, _, seat, die, a, b = event
        speech = self._speech
        who = speech.name(seat) if seat >= 0 else ""
        if kind == w.LOG_TURN:
            number = (a - 1) // self._table.players + 1
            return self._say("event.turn", who=who, round=number)
        if kind == w.LOG_REFILL:
            return self._say("event.refill", who=who, count=speech.count(a, "die"))
        if kind == w.LOG_OVER:
            return self._say(f"event.over_{a}", who=who, goal=self._table.goal)
        if kind == w.LOG_CLEAN:
            key = "event.clean_lost" if b else "event.clean"
            lost = speech.count(b, "quiddity")
            return self._say(key, who=who, count=speech.count(a, "die"), lost=lost)
        if kind == w.LOG_CAPTURE:
            to = speech.place(w.PLACE_NAMES[b], "to")
            return self._say("event.capture", who=who, card=self._card(die), n=a, to=to)
        if kind == w.LOG_CULL:
            return self._say("event.cull", who=who, card=self._card(die))
        if kind == w.LOG_SUMMON:
            return self._say("event.summon", who=who, die=self._shown(die, b), n=a)
        if kind == w.LOG_READY:
            return self._say("event.ready", who=who, die=self._shown(die, a))
        return self._say("event.enter", of=speech.of(seat, self._shown(die, a)))

    # --- dice as they were --------------------------------------------------------------------

    def _printed(self, die: int) -> int:
        return self._table.base[die] + self._face[die]

    def _look(self, die: int) -> int:
        return self._copy[die] if self._copy[die] >= 0 else self._printed(die)

    def _notation(self, look: int) -> str:
        return self._table.catalog.cards[look // FACES].design.faces[look % FACES].notation

    def _slot(self, slot: int) -> str:
        """A card at this table by its slot."""
        return self._speech.card(self._table.cards[slot].name)

    def _card(self, die: int) -> str:
        return self._speech.card(self._table.cards[self._table.slot[die]].name)

    def _shown(self, die: int, face: int | None = None) -> str:
        """A die with its face: the one given, else the one it showed last."""
        look = self._look(die) if face is None else self._table.base[die] + face
        shown = self._speech.die(
            self._table.cards[self._table.slot[die]].name, self._notation(look)
        )
        if face is None and self._copy[die] >= 0:
            copied = self._speech.card(self._table.catalog.cards[look // FACES].name)
            shown = self._say("die.copy", die=shown, copied=copied)
        return shown

    def _of(self, seat: int, die: int) -> str:
        return self._speech.of(seat, self._shown(die))

    def _follow(self, event: Event) -> None:
        """Keep track of faces, owners, copies and who lies in a Ready Area or on a quest."""
        kind, _, seat, die, a, b = event
        if kind in (w.LOG_ROLL, w.LOG_SHAKE, w.LOG_QUEST_DIE):
            self._face[die] = a
            self._copy[die] = -1
            self._owner[die] = seat
        elif kind == w.LOG_ROTATE:
            self._face[die] = a
        elif kind == w.LOG_COPY:
            self._copy[die] = self._look(a)
        elif kind == w.LOG_SAVED:
            self._copy[die] = -1
        elif kind in (w.LOG_SUMMON, w.LOG_ENTER, w.LOG_READY):
            self._enter(die, seat)
        elif kind == w.LOG_LOCK:
            self._enter(die, a)
        elif kind in (w.LOG_CAPTURE, w.LOG_GAIN):
            self._owner[die] = seat
        elif kind == w.LOG_SWAP:
            self._owner[die], self._owner[a] = b, seat
        elif kind == w.LOG_QUEST:
            self._leave(die, forget=False)
            self._questing.append(die)
        elif kind == w.LOG_MOVE:
            self._leave(die, forget=a != w.ASIDE)
            self._owner[die] = seat
            if a == w.READY:
                self._enter(die, seat)
        elif kind in (w.LOG_CULL, w.LOG_ATTACH, w.LOG_UNLOCK, w.LOG_REMOVE, w.LOG_EQUIP):
            self._leave(die, forget=True)
        elif kind == w.LOG_RETURN:
            self._leave(die, forget=True)
            self._owner[die] = -1

    def _enter(self, die: int, seat: int) -> None:
        self._owner[die] = seat
        if die not in self._ready:
            self._ready.append(die)

    def _leave(self, die: int, *, forget: bool) -> None:
        for area in (self._ready, self._questing):
            if die in area:
                area.remove(die)
        if forget:
            self._copy[die] = -1


@cache
def _phase_title(language: str, six: bool, number: int) -> str:
    texts = Texts(language)
    name = texts.say("log", f"phase.{'six' if six else 'five'}.{number}")
    return texts.say("log", "phase.title", n=number, all=6 if six else 5, name=name)


def face_lines(card: Card, face: Face) -> list[int]:
    """Which lines of a card are about a face with a symbol of its own: a lock, a quartifact."""
    symbol = face.notation.rstrip("*")
    return [
        number
        for number, ability in enumerate(card.abilities)
        if (ability.face == symbol or (face.lock and ability.timing == "locked"))
        and ability.burst in ((0, -1, face.bursts) if face.bursts else (0,))
    ]


def cast_triggers(table: Table, look: int, events: Sequence[int]) -> list[Trigger]:
    """The abilities that a face switches on for any of these events."""
    return [trigger for event in events for trigger in table.triggers[look * w.EVENTS + event]]


def cast_text(table: Table, look: int, events: Sequence[int], speech: Speech) -> str:
    """What a face does on the first of these events that it answers; empty if on none.

    A line for bursts often only adds to the line without: then both are told.
    """
    for trigger in cast_triggers(table, look, events)[:1]:
        card = table.catalog.cards[trigger.program.card]
        used = card.abilities[trigger.program.ability]
        told = [
            speech.ability(card.name, number)
            for number, line in enumerate(card.abilities)
            if used.burst and not line.burst and _alike(line, used)
        ]
        return ". ".join([*told, speech.ability_of(table, trigger.program)])
    return ""


def _alike(line: Ability, used: Ability) -> bool:
    return line.timing == used.timing and line.face == used.face


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """Events that make one sentence together."""
    runs: list[list[Event]] = []
    for event in events:
        last = runs[-1] if runs else None
        rolled = event[0] == w.LOG_QUEST_DIE and last is not None and last[-1][0] == w.LOG_ROLL
        if rolled and last is not None:  # the roll itself is told by this event
            last.pop()
            if not last:
                runs.pop()
            runs.append([event])
        elif last is not None and _joins(last, event):
            last.append(event)
        else:
            runs.append([event])
    return runs


def _joins(run: list[Event], event: Event) -> bool:
    last = run[-1]
    if last[0] == event[0] and event[0] in _IN_A_ROW:
        same = last[1:3] == event[1:3]
        if event[0] in (w.LOG_MOVE, w.LOG_QUEST):
            return same and last[4] == event[4] and event[1] != _GIVEN
        if event[0] == w.LOG_TOTAL:
            return same and last[5] == event[5]
        if event[0] == w.LOG_SPEND:
            return same and bool(last[4]) == bool(event[4])
        return same and all(event[3] != other[3] for other in run)
    if len(run) > 1 or (last[0], event[0]) not in _PAIRS:
        return False
    return last[0] == w.LOG_SCORE or last[3] == event[3]
