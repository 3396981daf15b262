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

from quarriors.engine import queries
from quarriors.engine.catalog import ENERGIES, FACES, Card
from quarriors.engine.faces import Face
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import effect, ending, event, log, phase, place
from quarriors.engine.program import Ability, Trigger
from quarriors.engine.queries import EventNumbers, State
from quarriors.game import Origin
from quarriors.text import Texts
from quarriors.view.personal import personal
from quarriors.view.reference import anchored
from quarriors.view.speech import Speech

_IN_A_ROW: Final = (log.DRAW, log.ROLL, log.SPEND, log.MOVE, log.TOTAL, log.QUEST)
_PAIRS: Final = ((log.SCORE, log.GLORY), (log.DEFEND, log.DESTROY))
_CAST_EVENTS: Final = {
    502: (event.IMMEDIATE,),
    1001: (event.CAST, event.ATTACH),
    1003: (event.REACT,),
    1502: (event.REACT,),
}
_BATTLE: Final = (
    log.DEFEND, log.HOLDS, log.ABSORBS, log.DESTROY, log.SAVED, log.PREVENT,
    log.PRESS, log.NO_DAMAGE,
)  # fmt: skip
_PERSONAL: Final = (*_BATTLE, log.SCORE, log.QUEST_DONE, log.QUEST_FAILED)
_GAINS: Final = (
    log.SCORE, log.GLORY, log.QUIDDITY, log.ENERGY, log.CAPTURES, log.DISCOUNT,
)  # fmt: skip
_CHANGES: Final = (log.EFFECT, log.ROTATE, log.SHAKE, log.COPY, log.ATTACH, log.SWAP)
_LOCKS: Final = (log.LOCK, log.UNLOCK, log.REMOVE, log.GAIN)
_QUESTS: Final = (
    log.CHALLENGE, log.QUEST_DONE, log.QUEST_FAILED, log.QUEST_DIE, log.EQUIP,
    log.RETURN,
)  # fmt: skip
_ROWS: Final = {
    effect.NO_IMMUNITY: "no_immunity",
    effect.SUMMON: "summon",
    effect.NEXT_CAPTURE: "next_capture",
    effect.DRAW: "draw",
    effect.TIMES: "times",
    effect.SCORED: "scored",
}
_LASTS: Final = 64  # added to the kind of a row that outlasts the turn
_GIVEN: Final = 404  # the rule of a die that changes hands
REVEALS: Final = (log.DRAW, log.ROLL, log.QUEST_DIE, log.SHAKE)
# What nobody knew before: undo stops there.


class Line:
    """One sentence of the log.

    Written out, because a server makes thousands a second and a dataclass costs more than words.
    """

    def __init__(self, event: str, rule: str, text: str, seat: int = -1, you: str = "") -> None:
        self.event = event  # a name of `ids.log`
        self.rule = rule
        self.text = text
        self.seat = seat  # to whom `you` is said; -1: to nobody
        self.you = you

    def __str__(self) -> str:
        return self.text


@cache
def rule_id(number: int) -> str:
    """A rule's id from the number in an event."""
    return f"{number // 100}.{number % 100}"


@mypyc_attr(allow_interpreted_subclasses=True)  # summaries count while it is made
class Story:
    """Tells the events of one game in the order they happen."""

    def __init__(self, table: GameSetup, speech: Speech, start: State | None = None) -> None:
        dice = len(table.slot)
        self._table = table
        self._speech = speech
        self._face = [0] * dice
        self._owner = [-1] * dice
        self._copy = [-1] * dice
        self._ready: list[int] = []
        self._questing: list[int] = []
        if start is not None:
            self._face = [int(queries.face_of(start, die)) for die in range(dice)]
            self._owner = [int(queries.owner_of(start, die)) for die in range(dice)]
            self._copy = [int(queries.copy_of(start, die)) for die in range(dice)]
            self._ready = queries.dice_at(start, place.READY)
            self._questing = queries.dice_at(start, place.QUEST)

    @staticmethod
    def of_origin(origin: Origin, table: GameSetup, speech: Speech) -> Story:
        """The story of a game from its very beginning."""
        if origin.position is None:
            return Story(table, speech)
        wire = [list(part) for part in origin.position]
        return Story(table, speech, queries.from_wire(table, wire))

    def copy(self) -> Story:
        """A story that can go on by itself from where this one stands."""
        found = Story(self._table, self._speech)
        found._face = self._face[:]
        found._owner = self._owner[:]
        found._copy = self._copy[:]
        found._ready = self._ready[:]
        found._questing = self._questing[:]
        return found

    def tell(self, events: Sequence[EventNumbers]) -> list[Line]:
        """Sentences for what happened; call it with every event, in order and once."""
        lines: list[Line] = []
        runs = _runs(events)
        for at, run in enumerate(runs):
            following = runs[at + 1][0][0] if at + 1 < len(runs) else -1
            told = self._sentence(run, following)
            you = self._personal(run)
            for happened in run:
                self._follow(happened)
            if told is not None:
                rule, text = told
                whole = self._say("line.rule", text=text, rule=rule)
                seat = run[0][2] if you else -1
                lines.append(Line(log.NAMES[run[0][0]], rule, whole, seat, you))
        return lines

    def _personal(self, run: list[EventNumbers]) -> str:
        """The same for the player whom it happens to; "" for most events."""
        kind, _, seat, die, a, _ = run[0]
        if seat < 0 or kind not in _PERSONAL:
            return ""
        if die < 0:
            quest = self._slot(a) if kind in (log.QUEST_DONE, log.QUEST_FAILED) else ""
            return personal(run, quest, 0, self._speech)
        glory = int(self._table.glory[self._look(die) // FACES])
        return personal(run, self._card(die), glory, self._speech)

    # --- sentences ----------------------------------------------------------------------------

    def _say(self, _key: str, /, **values: object) -> str:
        texts = self._speech.texts
        return texts.fill("log", _key, values) if values else texts.say("log", _key)

    def _sentence(self, run: list[EventNumbers], following: int) -> tuple[str, str] | None:
        """The rule and the words of a run of events; None for a phase in which nothing happens."""
        kind, rule = run[0][0], rule_id(run[0][1])
        if kind == log.PHASE:
            return self._phase(run[0], following)
        if kind in _IN_A_ROW:
            return rule, self._row(run)
        if kind in _BATTLE:
            return rule, self._battle(run)
        if kind in _GAINS:
            return rule, self._gain(run)
        if kind in (log.CAST, log.TRIGGER, log.ANCHOR):
            return rule, self._ability(run[0])
        if kind in _CHANGES:
            return rule, self._change(run[0])
        if kind in _LOCKS:
            return rule, self._locked_or_gone(run[0])
        if kind in _QUESTS:
            return rule, self._quest(run[0])
        return rule, self._simple(run[0])

    def _phase(self, event: EventNumbers, following: int) -> tuple[str, str] | None:
        now = event[4]
        six = self._table.six_phases
        if following in (log.PHASE, log.TURN) or (now == phase.READY and not six):
            return None
        number = now if six or now <= phase.ROLL else now - 1
        return rule_id(event[1]), _phase_title(self._speech.texts.language, six, number)

    def _row(self, run: list[EventNumbers]) -> str:
        """Several dice, or several defenders, in one sentence."""
        kind, _, seat, _, a, b = run[-1]
        speech = self._speech
        who = speech.name(seat)
        if kind == log.TOTAL:
            return self._total(run)
        if kind == log.DRAW:
            dice = speech.grouped([self._card(event[3]) for event in run])
            count = speech.count(len(run), "die")
            return self._say("event.draw", who=who, count=count, dice=speech.listing(dice))
        if kind == log.ROLL:
            dice = speech.grouped([self._shown(event[3], event[4]) for event in run])
            return self._say("event.roll", who=who, dice=speech.listing(dice))
        dice = speech.grouped([self._shown(event[3]) for event in run])
        if kind == log.QUEST:
            quest = self._slot(a)
            return self._say("event.quest", who=who, dice=speech.listing(dice), quest=quest)
        if kind == log.SPEND:
            key = "event.spend" if any(event[4] for event in run) else "event.spend_effect"
            quiddity = speech.count(b, "quiddity")
            return self._say(key, who=who, dice=speech.listing(dice), quiddity=quiddity)
        to = speech.place(place.NAMES[a], "to")
        before = self._owner[run[0][3]]
        if run[0][1] == _GIVEN and before not in (-1, seat):
            return self._say("event.give", of=self._of(before, run[0][3]), who=who, to=to)
        key = "event.move.one" if len(run) == 1 else "event.move.many"
        return self._say(key, of=speech.of(seat, speech.listing(dice)), to=to)

    def _total(self, run: list[EventNumbers]) -> str:
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

    def _battle(self, run: list[EventNumbers]) -> str:
        kind, rule, seat, die, a, b = run[0]
        if kind == log.NO_DAMAGE:
            return self._say("event.no_damage", who=self._speech.name(seat), total=a)
        of = self._of(seat, die)
        if kind == log.DEFEND:
            if a < b:  # one point of damage was enough
                return self._say("event.fall_pierced", of=of, total=a, defense=b)
            key = "event.fall" if len(run) == 2 else "event.defend"
            return self._say(key, of=of, total=a, defense=b, left=a - b)
        if kind == log.HOLDS:
            key = "event.holds" if a < b else "event.holds_unharmed"
            return self._say(key, of=of, total=a, defense=b)
        if kind == log.ABSORBS:
            return self._say("event.absorbs", of=of, total=a, defense=b, left=a - b)
        if kind == log.DESTROY:
            key = "event.destroy_attack" if rule == 603 else "event.destroy_effect"
            return self._say(key, of=of)
        if kind in (log.SAVED, log.PREVENT):
            return self._say("event.saved" if kind == log.SAVED else "event.prevent", of=of)
        return self._say("event.press", of=of, n=a, total=b)

    def _gain(self, run: list[EventNumbers]) -> str:
        kind, _, seat, die, a, b = run[0]
        who = self._speech.name(seat)
        goal = self._table.goal
        glory = self._speech.count(abs(a), "glory")
        if kind == log.SCORE:
            of = self._of(seat, die)
            return self._say("event.score", of=of, who=who, glory=glory, now=run[-1][5], goal=goal)
        if kind == log.GLORY:
            key = "event.lose" if a < 0 else "event.gain"
            return self._say(key, who=who, glory=glory, now=b, goal=goal)
        if kind == log.QUIDDITY:
            return self._say("event.quiddity", who=who, n=a, now=b)
        if kind == log.ENERGY:
            energy = self._speech.energy(ENERGIES[b], a)
            return self._say("event.energy", who=who, energy=energy)
        if kind == log.CAPTURES:
            return self._say("event.captures", who=who, n=a)
        return self._say("event.discount", who=who, n=a)

    def _ability(self, event: EventNumbers) -> str:
        kind, rule, seat, die, a, b = event
        if kind == log.ANCHOR:
            return self._anchor(seat, die, a, b)
        if kind == log.TRIGGER:
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
            text="" if spell is None else self._speech.ability(card.name, spell["ability"]),
        )

    def _locked_or_gone(self, event: EventNumbers) -> str:
        """Locks (section 11), and dice that leave the game or come into it by an effect."""
        kind, rule, seat, die, a, _ = event
        speech = self._speech
        if kind == log.LOCK:
            who = speech.name(seat)
            if seat != a:
                other = speech.name(a)
                return self._say("event.lock_other", who=who, die=self._shown(die), other=other)
            # Two players exchanged what they had locked: nobody locked it.
            key = "event.lock_there" if rule == 1105 else "event.lock"
            return self._say(key, who=who, die=self._shown(die))
        if kind == log.UNLOCK:
            to = speech.place(place.NAMES[a], "to")
            return self._say("event.unlock", of=self._of(seat, die), to=to)
        if kind == log.GAIN:
            to = speech.place(place.NAMES[a], "to")
            who = speech.name(seat)
            return self._say("event.gain_die", who=who, card=self._card(die), to=to)
        if seat < 0:
            return self._say("event.remove_wild", die=self._card(die))
        return self._say("event.remove", of=self._of(seat, die))

    def _quest(self, event: EventNumbers) -> str:
        """Quests, their dice and quartifacts (section 12)."""
        kind, _, seat, die, a, b = event
        who = self._speech.name(seat) if seat >= 0 else ""
        if kind == log.CHALLENGE:
            other = self._speech.name(b)
            return self._say("event.challenge", who=who, other=other, quest=self._slot(a))
        if kind in (log.QUEST_DONE, log.QUEST_FAILED):
            key = "event.quest_done" if kind == log.QUEST_DONE else "event.quest_failed"
            level = self._table.cards[a].level
            return self._say(key, who=who, quest=self._slot(a), total=b, level=level)
        if kind == log.QUEST_DIE:
            face = self._speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.quest_die", who=who, card=self._card(die), face=face)
        if kind == log.EQUIP:
            host = self._shown(a)
            return self._say("event.equip", who=who, die=self._shown(die), host=host)
        return self._say("event.return", die=self._shown(die))

    def _change(self, event: EventNumbers) -> str:
        """Something about a die is different now."""
        kind, _, seat, die, a, b = event
        speech = self._speech
        if kind == log.EFFECT:
            return self._lasting(event)
        if kind == log.ROTATE:
            face = speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.rotate", of=self._of(seat, die), face=face)
        if kind == log.SHAKE:
            face = speech.face(self._notation(self._table.base[die] + a))
            return self._say("event.shake", of=self._of(seat, die), face=face)
        if kind == log.ATTACH:
            host = self._of(self._owner[a], a)
            return self._say("event.attach", die=self._shown(die), host=host)
        if kind == log.COPY:
            other = self._of(self._owner[a], a)
            return self._say("event.copy", of=self._of(seat, die), other=other)
        return self._say(
            "event.swap",
            who=speech.name(seat),
            other=speech.name(b),
            mine=self._card(die),
            theirs=self._card(a),
        )

    def _lasting(self, event: EventNumbers) -> str:
        """A lasting effect on a die or a player, and until when."""
        _, _, seat, die, row, amount = event
        kind = row % _LASTS
        until = "_until" if row >= _LASTS else ""
        who = self._speech.name(seat)
        if kind == effect.TO_ACTIVE:
            return self._say("event.row_active", who=who)
        of = "" if die < 0 else self._of(self._owner[die], die)
        if kind == effect.ATTACK_CAP:
            return self._say("event.row_cap", of=of, n=amount)
        if kind in (effect.ATTACK, effect.DEFENSE):
            key = "event.row_attack" if kind == effect.ATTACK else "event.row_defense"
            return self._say(f"{key}{until}", of=of, n=f"{amount:+d}", who=who)
        if kind >= effect.AGAINST:
            foe = self._speech.name(kind - effect.AGAINST)
            return self._say("event.row_against", of=of, n=f"{amount:+d}", foe=foe)
        signed = f"{amount:+d}" if kind == effect.SUMMON else str(amount)
        return self._say(f"event.row_{_ROWS[kind]}", of=of, who=who, n=signed)

    def _simple(self, event: EventNumbers) -> str:
        kind, _, seat, die, a, b = event
        speech = self._speech
        who = speech.name(seat) if seat >= 0 else ""
        if kind == log.TURN:
            number = (a - 1) // self._table.players + 1
            return self._say("event.turn", who=who, round=number)
        if kind == log.REFILL:
            return self._say("event.refill", who=who, count=speech.count(a, "die"))
        if kind == log.OVER:
            card = self._card(die) if die >= 0 else ""
            key = "event.over_unnamed" if a == ending.BY_EXCESS and die < 0 else f"event.over_{a}"
            return self._say(key, who=who, goal=self._table.goal, card=card)
        if kind == log.CLEAN:
            key = "event.clean_lost" if b else "event.clean"
            return self._say(key, who=who, count=speech.count(a, "die"), n=b)
        if kind == log.CAPTURE:
            to = speech.place(place.NAMES[b], "to")
            return self._say("event.capture", who=who, card=self._card(die), n=a, to=to)
        if kind == log.CULL:
            return self._say("event.cull", who=who, card=self._card(die))
        if kind == log.SUMMON:
            return self._say("event.summon", who=who, die=self._shown(die, b), n=a)
        if kind == log.READY:
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

    def _follow(self, event: EventNumbers) -> None:
        """Keep track of faces, owners, copies and who lies in a Ready Area or on a quest."""
        kind, _, seat, die, a, b = event
        if kind in (log.ROLL, log.SHAKE, log.QUEST_DIE):
            self._face[die] = a
            self._copy[die] = -1
            self._owner[die] = seat
        elif kind == log.ROTATE:
            self._face[die] = a
        elif kind == log.COPY:
            self._copy[die] = self._look(a)
        elif kind == log.SAVED:
            self._copy[die] = -1
        elif kind in (log.SUMMON, log.ENTER, log.READY):
            self._enter(die, seat)
        elif kind == log.LOCK:
            self._enter(die, a)
        elif kind in (log.CAPTURE, log.GAIN):
            self._owner[die] = seat
        elif kind == log.SWAP:
            self._owner[die], self._owner[a] = b, seat
        elif kind == log.QUEST:
            self._leave(die, forget=False)
            self._questing.append(die)
        elif kind == log.MOVE:
            self._leave(die, forget=a != place.ASIDE)
            self._owner[die] = seat
            if a == place.READY:
                self._enter(die, seat)
        elif kind in (log.CULL, log.ATTACH, log.UNLOCK, log.REMOVE, log.EQUIP):
            self._leave(die, forget=True)
        elif kind == log.RETURN:
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
    """Which lines of a card are about a face with a symbol of its own: a lock, a quartifact.

    A line that another takes the place of on that face is left out (1.4).
    """
    symbol = face.notation.rstrip("*")
    return [
        number
        for number, ability in enumerate(card.abilities)
        if (ability.face == symbol or (face.lock and ability.timing == "locked"))
        and ability.burst in ((0, -1, face.bursts) if face.bursts else (0,))
        and face.bursts < ability.replaced_at
    ]


def cast_triggers(table: GameSetup, look: int, events: Sequence[int]) -> list[Trigger]:
    """The abilities that a face switches on for any of these events."""
    return [trigger for kind in events for trigger in table.triggers[look * event.COUNT + kind]]


def cast_text(
    table: GameSetup, look: int, events: Sequence[int], speech: Speech, whole: bool = False
) -> str:
    """What a face does on the first of these events that it answers; empty if on none.

    A line for bursts may add to the line without instead of taking its place: then both are given.
    `whole` lines have their heads.
    """
    say = speech.whole_ability if whole else speech.ability
    for trigger in cast_triggers(table, look, events)[:1]:
        card = table.catalog.cards[trigger.program.card]
        used = card.abilities[trigger.program.ability]
        told = [
            say(card.name, number)
            for number, line in enumerate(card.abilities)
            if used.burst
            and not line.burst
            and used.burst < line.replaced_at
            and _alike(line, used)
        ]
        return ". ".join([*told, say(card.name, int(trigger.program.ability))])
    return ""


def _alike(line: Ability, used: Ability) -> bool:
    return line.timing == used.timing and line.face == used.face


def _runs(events: Sequence[EventNumbers]) -> list[list[EventNumbers]]:
    """Events that make one sentence together."""
    runs: list[list[EventNumbers]] = []
    for happened in events:
        last = runs[-1] if runs else None
        rolled = happened[0] == log.QUEST_DIE and last is not None and last[-1][0] == log.ROLL
        if rolled and last is not None:  # this event has the roll itself
            last.pop()
            if not last:
                runs.pop()
            runs.append([happened])
        elif last is not None and _joins(last, happened):
            last.append(happened)
        else:
            runs.append([happened])
    return runs


def _joins(run: list[EventNumbers], event: EventNumbers) -> bool:
    last = run[-1]
    if last[0] == event[0] and event[0] in _IN_A_ROW:
        same = last[1:3] == event[1:3]
        if event[0] in (log.MOVE, log.QUEST):
            return same and last[4] == event[4] and event[1] != _GIVEN
        if event[0] == log.TOTAL:
            return same and last[5] == event[5]
        if event[0] == log.SPEND:
            return same and bool(last[4]) == bool(event[4])
        return same and all(event[3] != other[3] for other in run)
    if len(run) > 1 or (last[0], event[0]) not in _PAIRS:
        return False
    return last[0] == log.SCORE or last[3] == event[3]
