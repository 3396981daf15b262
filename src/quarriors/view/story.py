"""The log as sentences: what happened, to which die, and by which rule.

Events are small tuples; a die may be destroyed, drawn again and rolled in one go, so a `Story`
follows the faces, owners and Ready Areas from event to event and tells each as it was then. Like
events in a row (a draw of six dice) make one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarriors.engine import words as w
from quarriors.engine.catalog import FACES
from quarriors.engine.program import Trigger
from quarriors.engine.state import Event, State
from quarriors.engine.table import Table
from quarriors.game import Origin
from quarriors.view.speech import Speech

_IN_A_ROW = (w.LOG_DRAW, w.LOG_ROLL, w.LOG_SPEND, w.LOG_MOVE, w.LOG_TOTAL)
_PAIRS = ((w.LOG_SCORE, w.LOG_GLORY), (w.LOG_DEFEND, w.LOG_DESTROY))
_CAST_EVENTS = {
    502: (w.IMMEDIATE,),
    1001: (w.CAST, w.ATTACH),
    1003: (w.REACT,),
    1502: (w.REACT,),
}
REVEALS = (w.LOG_DRAW, w.LOG_ROLL)  # what nobody knew before: undo stops here


@dataclass(frozen=True)
class Line:
    """One sentence of the log."""

    event: str  # a name of `words.LOG_NAMES`
    rule: str
    text: str

    def __str__(self) -> str:
        return self.text


def rule_id(number: int) -> str:
    """A rule's id from the number in an event."""
    return f"{number // 100}.{number % 100}"


class Story:
    """Tells the events of one game in the order they happen."""

    def __init__(self, table: Table, speech: Speech, start: State | None = None) -> None:
        dice = len(table.slot)
        self._table = table
        self._speech = speech
        self._turn = 0 if start is None else int(start.turn)
        self._face = [0] * dice if start is None else list(start.face)
        self._owner = [-1] * dice if start is None else list(start.owner)
        self._copy = [-1] * dice if start is None else list(start.copy)
        self._ready: list[int] = []
        if start is not None:
            self._ready = [die for die in range(dice) if start.place[die] == w.READY]

    @staticmethod
    def of_origin(origin: Origin, table: Table, speech: Speech) -> Story:
        """The story of a game from its very beginning."""
        if origin.position is None:
            return Story(table, speech)
        wire = [list(part) for part in origin.position]
        return Story(table, speech, State.from_wire(table, wire))

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

    def _say(self, key: str, /, **values: object) -> str:
        return self._speech.texts.say("log", key, **values)

    def _sentence(self, run: list[Event], following: int) -> tuple[str, str] | None:
        """The rule and the words of a run of events; None for a phase in which nothing happens."""
        kind, rule = run[0][0], rule_id(run[0][1])
        if kind == w.LOG_PHASE:
            return self._phase(run[0], following)
        if kind in _IN_A_ROW:
            return rule, self._row(run)
        if kind in (w.LOG_DEFEND, w.LOG_HOLDS, w.LOG_DESTROY, w.LOG_SAVED, w.LOG_PRESS):
            return rule, self._battle(run)
        if kind in (w.LOG_SCORE, w.LOG_GLORY, w.LOG_QUIDDITY, w.LOG_CAPTURES, w.LOG_DISCOUNT):
            return rule, self._gain(run)
        if kind in (w.LOG_CAST, w.LOG_TRIGGER):
            return rule, self._ability(run[0])
        if kind in (w.LOG_ROW, w.LOG_ROTATE, w.LOG_COPY, w.LOG_ATTACH, w.LOG_SWAP):
            return rule, self._change(run[0])
        return rule, self._simple(run[0])

    def _phase(self, event: Event, following: int) -> tuple[str, str] | None:
        phase = event[4]
        six = self._table.rules.six_phases
        if following in (w.LOG_PHASE, w.LOG_TURN) or (phase == w.PHASE_READY and not six):
            return None
        number = phase if six or phase <= w.PHASE_ROLL else phase - 1
        name = self._say(f"phase.{'six' if six else 'five'}.{number}")
        text = self._say("phase.title", n=number, all=6 if six else 5, name=name)
        return rule_id(event[1]), text

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
        if kind == w.LOG_SPEND:
            key = "event.spend" if any(event[4] for event in run) else "event.spend_effect"
            quiddity = speech.count(b, "quiddity")
            return self._say(key, who=who, dice=speech.listing(dice), quiddity=quiddity)
        key = "event.move.one" if len(run) == 1 else "event.move.many"
        of = speech.of(seat, speech.listing(dice))
        return self._say(key, of=of, to=speech.place(w.PLACE_NAMES[a], "to"))

    def _total(self, run: list[Event]) -> str:
        """The attack total and what it is made of: printed attack, and the rest."""
        _, rule, attacker, _, _, total = run[0]
        if rule == 602:  # a reaction changed it
            defenders = self._speech.listing([self._speech.name(event[4]) for event in run])
            return self._say("event.total_changed", defenders=defenders, total=total)
        parts: list[str] = []
        printed = 0
        for die in self._ready:
            look = self._look(die)
            if self._owner[die] == attacker and self._table.creature[look]:
                attack = int(self._table.attack[look])
                printed += attack
                parts.append(self._say("event.part", die=self._card(die), n=attack))
        if total != printed:
            parts.append(self._say("event.bonus", n=f"{total - printed:+d}"))
        return self._say(
            "event.total",
            who=self._speech.name(attacker),
            defenders=self._speech.listing([self._speech.name(event[4]) for event in run]),
            total=total,
            parts=", ".join(parts),
        )

    def _battle(self, run: list[Event]) -> str:
        kind, rule, seat, die, a, b = run[0]
        of = self._of(seat, die)
        if kind == w.LOG_DEFEND:
            key = "event.fall" if len(run) == 2 else "event.defend"
            return self._say(key, of=of, total=a, defense=b, left=a - b)
        if kind == w.LOG_HOLDS:
            return self._say("event.holds", of=of, total=a, defense=b)
        if kind == w.LOG_DESTROY:
            key = "event.destroy_attack" if rule == 603 else "event.destroy_effect"
            return self._say(key, of=of)
        if kind == w.LOG_SAVED:
            return self._say("event.saved", of=of)
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
        if kind == w.LOG_CAPTURES:
            count = self._speech.count(a, "capture")
            return self._say("event.captures", who=who, count=count)
        return self._say("event.discount", who=who, n=a)

    def _ability(self, event: Event) -> str:
        kind, rule, seat, die, a, _ = event
        if kind == w.LOG_TRIGGER:
            program = self._table.catalog.programs[a]
            text = self._speech.ability_of(self._table, program)
            return self._say("event.trigger", of=self._of(seat, die), text=text)
        triggers = cast_triggers(self._table, self._printed(die), _CAST_EVENTS[rule])
        texts = [self._speech.ability_of(self._table, trigger.program) for trigger in triggers[:1]]
        key = {502: "use", 1001: "cast", 1003: "react", 1502: "switch"}[rule]
        who = self._speech.name(seat)
        return self._say(f"event.{key}", who=who, die=self._shown(die), text="".join(texts))

    def _change(self, event: Event) -> str:
        """Something about a die is different now."""
        kind, _, seat, die, a, b = event
        speech = self._speech
        if kind == w.LOG_ROW:
            return self._lasting(event)
        if kind == w.LOG_ROTATE:
            face = speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.rotate", of=self._of(seat, die), face=face)
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
        _, _, seat, die, kind, amount = event
        if kind == w.ROW_TO_ACTIVE:
            return self._say("event.row_active", who=self._speech.name(seat))
        of = self._of(self._owner[die], die)
        if kind == w.ROW_ATTACK_CAP:
            return self._say("event.row_cap", of=of, n=amount)
        key = "event.row_attack" if kind == w.ROW_ATTACK else "event.row_defense"
        return self._say(key, of=of, n=f"{amount:+d}")

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
        """Keep track of faces, owners, copies and who lies in a Ready Area."""
        kind, _, seat, die, a, b = event
        if kind == w.LOG_ROLL:
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
            self._owner[die] = seat
            self._ready.append(die)
        elif kind == w.LOG_CAPTURE:
            self._owner[die] = seat
        elif kind == w.LOG_SWAP:
            self._owner[die], self._owner[a] = b, seat
        elif kind == w.LOG_MOVE:
            self._leave(die, forget=a != w.ASIDE)
        elif kind in (w.LOG_CULL, w.LOG_ATTACH):
            self._leave(die, forget=True)

    def _leave(self, die: int, *, forget: bool) -> None:
        if die in self._ready:
            self._ready.remove(die)
        if forget:
            self._copy[die] = -1


def cast_triggers(table: Table, look: int, events: Sequence[int]) -> list[Trigger]:
    """The abilities that a face switches on for any of these events."""
    return [trigger for event in events for trigger in table.triggers[look * w.EVENTS + event]]


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """Events that make one sentence together."""
    runs: list[list[Event]] = []
    for event in events:
        last = runs[-1] if runs else None
        if last is not None and _joins(last, event):
            last.append(event)
        else:
            runs.append([event])
    return runs


def _joins(run: list[Event], event: Event) -> bool:
    last = run[-1]
    if last[0] == event[0] and event[0] in _IN_A_ROW:
        same = last[1:3] == event[1:3]
        if event[0] == w.LOG_MOVE:
            return same and last[4] == event[4]
        if event[0] == w.LOG_TOTAL:
            return same and last[5] == event[5]
        if event[0] == w.LOG_SPEND:
            return same and bool(last[4]) == bool(event[4])
        return same and all(event[3] != other[3] for other in run)
    if len(run) > 1 or (last[0], event[0]) not in _PAIRS:
        return False
    return last[0] == w.LOG_SCORE or last[3] == event[3]
