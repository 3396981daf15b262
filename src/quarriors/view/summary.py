"""A game looked back upon: who won and why, Glory by round, captures, best creatures, dice luck.

Made from the events of a game that is played again, so it needs nothing but its origin and its
answers, and says the same on the server, in a terminal and about an old record. Luck is what the
dice showed against the mean of their six faces; it says nothing about draws or about skill.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from quarriors.daily import daily_of
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.ids import log
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game, Origin, begin
from quarriors.text import Texts
from quarriors.view.achievements import Watch
from quarriors.view.speech import Speech
from quarriors.view.story import Story
from quarriors.view.table import result_lines, result_reason

MOST_IN_WORDS = 3  # points that a banner has words for; more are a number
MOST_BEST = 5  # creatures of a seat that are listed
SIGNS = "⬜🟨🟧🟧🟥🟥🟪"  # of a round in a shared result, by the Glory gained: 0, 1, 2 or 3, ...
_ATTACK, _CHALLENGE = 601, 1203  # rules by which an attack total is counted
_IN_ATTACK = 603  # the rule of a creature that fell to damage
_VERDICTS = ((10, "worst"), (25, "bad"), (76, "even"), (91, "good"), (101, "best"))  # below


@dataclass(frozen=True)
class Captured:
    """The dice of one card that a player captured."""

    card: str
    text: str  # the card's name in the reader's language
    count: int
    first_round: int
    paid: int  # Quiddity for all of them


@dataclass(frozen=True)
class Fighter:
    """What the creatures of one card did for a player.

    `destroyed` counts opponents' creatures that fell to attacks and challenges in which the card
    took part, or to an ability of its own.
    """

    card: str
    text: str
    glory: int
    scored: int
    summoned: int
    destroyed: int


@dataclass(frozen=True)
class Luck:
    """What a player's dice showed, against the mean of their faces; re-rolls count."""

    dice: int
    quiddity: int
    quiddity_expected: float
    creatures: int  # faces that show a creature
    creatures_expected: float
    percent: int  # luckier than this many of a hundred other ways these dice could have fallen
    says: str


@dataclass(frozen=True)
class SeatSummary:
    """One player's game."""

    seat: int
    name: str
    glory: int
    captures: tuple[Captured, ...]  # in the order of the first of each card
    best: tuple[Fighter, ...]  # the best first
    luck: Luck
    banner: str = ""  # said to this player at the end: what was missing, and who did it
    best_turn: int = 0  # the most Glory gained in one turn
    achievements: tuple[str, ...] = ()  # by id, as `GET /api/achievements` lists them


@dataclass(frozen=True)
class Highlight:
    """Something to remember, as a sentence and as numbers."""

    kind: str
    seat: int | None
    card: str
    number: int
    text: str


@dataclass(frozen=True)
class Summary:
    """A whole game; `glory[seat][round]` begins with round 0, before the first turn."""

    players: tuple[str, ...]
    winners: tuple[int, ...]  # empty while the game goes on
    rule: str
    why: str
    goal: int
    rounds: int
    turns: int
    glory: tuple[tuple[int, ...], ...]
    seats: tuple[SeatSummary, ...]
    highlights: tuple[Highlight, ...]
    reason: str = ""  # `why` without the winners
    share: tuple[str, ...] = ()  # of a daily: lines for others to read, which give nothing away


def summarize(
    origin: Origin,
    answers: Iterable[int],
    speech: Speech,
    bots: Sequence[str] = (),
    daily: str = "",
) -> Summary:
    """The summary of the game that an origin and its answers make.

    `bots` are by seat, empty for a person; `daily` is the date of a daily.
    """
    game = begin(origin, log=True)
    tally = _Tally(game, speech)
    watch = Watch(game)

    def count() -> None:
        events = game.take_events()
        tally.count(events)
        watch.follow(game, events)

    count()
    for code in answers:
        game.apply(code)
        count()
    tally.end_round()
    result = game.result
    winners = () if result is None else tuple(result.winners)
    seats = [_seat(number, seat, speech) for number, seat in enumerate(tally.seats)]
    seats = [
        replace(
            one,
            banner=_banner(one, seats, winners, speech),
            best_turn=watch.seats[one.seat].most.get("glory", 0),
            achievements=watch.earned(one.seat, game, one.luck.percent, bots, bool(daily)),
        )
        for one in seats
    ]
    summary = Summary(
        players=speech.names,
        winners=winners,
        rule="" if result is None else result.rule,
        why="" if result is None else result_lines(game, speech)[0],
        goal=game.setup.goal,
        rounds=game.round,
        turns=game.turn,
        glory=tuple(tuple(seat.glory) for seat in tally.seats),
        seats=tuple(seats),
        highlights=tuple(_highlights(tally, speech)),
        reason="" if result is None else result_reason(result.rule, speech),
    )
    return replace(summary, share=share_lines(daily, summary, speech.texts)) if daily else summary


def share_lines(date: str, summary: Summary, texts: Texts) -> tuple[str, ...]:
    """A daily in four lines for others: its number, the result, Glory, and a sign for each round.

    They name no card. The person has seat 0; where the game is to be had is for others to add.
    """
    mine, *others = summary.glory
    gained = [now - before for before, now in pairwise(mine)]
    signs = "".join(SIGNS[min(max(one, 0), len(SIGNS) - 1)] for one in gained)
    result = "won" if 0 in summary.winners else "lost"
    values = {
        "number": daily_of(date).number,
        "date": date,
        "rival": summary.players[1],
        "n": summary.rounds,
        "mine": mine[-1],
        "theirs": max(one[-1] for one in others),
    }
    lines = [texts.say("summary", f"share.{key}", **values) for key in ("title", result, "glory")]
    return (*lines, signs)


# --- counting ------------------------------------------------------------------------------------


@dataclass
class _Bought:
    """Dice of one card, captured."""

    round: int
    count: int = 0
    paid: int = 0


@dataclass
class _Deeds:
    """What creatures of one card did."""

    glory: int = 0
    scored: int = 0
    summoned: int = 0
    destroyed: int = 0


@dataclass
class Rolled:
    """Sums over dice that a seat rolled; variances add up, because dice know nothing of each other.

    Quiddity is x and creature faces are y.
    """

    dice: int = 0
    x: int = 0
    y: int = 0
    mean_x: float = 0.0
    mean_y: float = 0.0
    var_x: float = 0.0
    var_y: float = 0.0
    cov: float = 0.0

    def add(self, card: Card, face: int) -> None:
        """Count a die that shows a face; quest dice are nobody's luck."""
        if card.kind == "quest":
            return
        faces = _faces(card)
        x, y = faces[face]
        mean_x, mean_y = (sum(one[at] for one in faces) / 6 for at in (0, 1))
        self.dice += 1
        self.x += x
        self.y += y
        self.mean_x += mean_x
        self.mean_y += mean_y
        self.var_x += sum(one[0] ** 2 for one in faces) / 6 - mean_x**2
        self.var_y += sum(one[1] ** 2 for one in faces) / 6 - mean_y**2
        self.cov += sum(one[0] * one[1] for one in faces) / 6 - mean_x * mean_y


@dataclass
class _Seat:
    """Everything that is counted for a seat."""

    glory: list[int]  # by round
    now: int
    bought: dict[str, _Bought] = field(default_factory=dict)
    deeds: dict[str, _Deeds] = field(default_factory=dict)
    rolled: Rolled = field(default_factory=Rolled)
    fallen: int = 0

    def deed(self, card: str) -> _Deeds:
        """What is counted for a card."""
        return self.deeds.setdefault(card, _Deeds())


class _Tally(Story):
    """Follows the events of a game like `Story`, and counts."""

    def __init__(self, game: Game, speech: Speech) -> None:
        position = game.origin.position
        start = None
        if position is not None:
            start = queries.from_wire(game.setup, [list(part) for part in position])
        super().__init__(game.setup, speech, start)
        glory = [0] * game.setup.players if start is None else queries.glories(start)
        self.round = 0
        self.seats = [_Seat([now], now) for now in glory]
        self.attack: tuple[int, int, int] = (0, -1, -1)  # the largest: total, attacker, defender
        self.wall: tuple[int, int, str] = (0, -1, "")  # withstood: total, seat, card
        self.haul: tuple[int, int, int] = (0, -1, 0)  # the most in one turn: Glory, seat, round
        self.scored: dict[tuple[int, int], int] = {}  # (seat, die): times
        self.leads = 0  # how often another player came to lead alone
        self._leader = -1
        self._gained = [0] * game.setup.players  # in this turn
        self._against: dict[int, tuple[int, list[str]]] = {}  # defender: attacker, its cards
        self._source = -1  # the die whose ability is being resolved

    def count(self, events: Sequence[EventNumbers]) -> None:
        """Count what happened; every event, in order and once."""
        for event in events:
            self._note(event)
            self._follow(event)

    def end_round(self) -> None:
        """Write down everybody's Glory up to the round that ends."""
        for seat in self.seats:
            while len(seat.glory) < self.round:
                seat.glory.append(seat.glory[-1])
            if self.round:
                seat.glory.append(seat.now)

    def _note(self, event: EventNumbers) -> None:
        kind, rule, seat, die, a, b = event
        if kind == log.TURN:
            self._turn_begins(a)
        elif kind == log.GLORY:
            self._glory(seat, b)
        elif kind == log.SCORE:
            deeds = self.seats[seat].deed(self._name(die))
            deeds.scored += 1
            deeds.glory += a
            self.scored[seat, die] = self.scored.get((seat, die), 0) + 1
        elif kind == log.SUMMON:
            self.seats[seat].deed(self._name(die)).summoned += 1
        elif kind == log.CAPTURE:
            bought = self.seats[seat].bought.setdefault(self._name(die), _Bought(self.round))
            bought.count += 1
            bought.paid += a
        elif kind == log.ROLL:
            card = self._table.cards[self._table.slot[die]]
            self.seats[seat].rolled.add(card, a)
        elif kind == log.TOTAL and rule in (_ATTACK, _CHALLENGE):
            self._source = -1
            self._against[a] = (seat, self._fighters(seat, rule))
            self.attack = max(self.attack, (b, seat, a), key=lambda one: one[0])
        elif kind == log.HOLDS:
            self.wall = max(self.wall, (a, seat, self._name(die)), key=lambda one: one[0])
        elif kind == log.DESTROY:
            self._destroyed(seat, rule)
        elif kind == log.TRIGGER:
            self._source = die
        elif kind in (log.CAST, log.PHASE):
            self._source = -1

    def _turn_begins(self, turn: int) -> None:
        players = self._table.players
        number = (turn - 1) // players + 1
        if self.round and number > self.round:
            self.end_round()
        self.round = number
        self._gained = [0] * players
        self._against = {}
        self._source = -1

    def _glory(self, seat: int, now: int) -> None:
        self._gained[seat] += now - self.seats[seat].now
        self.seats[seat].now = now
        haul = (self._gained[seat], seat, self.round)
        self.haul = max(self.haul, haul, key=lambda one: one[0])
        best = max(one.now for one in self.seats)
        leaders = [number for number, one in enumerate(self.seats) if one.now == best]
        if len(leaders) == 1 and leaders[0] != self._leader:
            self._leader = leaders[0]
            self.leads += 1

    def _fighters(self, seat: int, rule: int) -> list[str]:
        """The cards whose creatures take part in somebody's attack or challenge."""
        area = self._questing if rule == _CHALLENGE else self._ready
        found = [
            self._name(die)
            for die in area
            if self._owner[die] == seat and self._table.creature[self._look(die)]
        ]
        return list(dict.fromkeys(found))

    def _destroyed(self, owner: int, rule: int) -> None:
        self.seats[owner].fallen += 1
        if self._source >= 0:
            seat = self._owner[self._source]
            card = self._table.cards[self._table.slot[self._source]]
            if seat not in (-1, owner) and card.kind != "spell":
                self.seats[seat].deed(card.name).destroyed += 1
        elif rule == _IN_ATTACK and owner in self._against:
            attacker, cards = self._against[owner]
            for name in cards:
                self.seats[attacker].deed(name).destroyed += 1

    def _name(self, die: int) -> str:
        """The card of a die by its English name; `_card` has it in the reader's language."""
        return self._table.cards[self._table.slot[die]].name


def _faces(card: Card) -> list[tuple[int, int]]:
    """Quiddity and creature (1 or 0) of each face."""
    return [(max(face.quiddity, 0), int(face.creature)) for face in card.design.faces]


# --- telling -------------------------------------------------------------------------------------


def _seat(number: int, seat: _Seat, speech: Speech) -> SeatSummary:
    captures = tuple(
        Captured(name, speech.card(name), one.count, one.round, one.paid)
        for name, one in seat.bought.items()
    )
    fighters = [
        Fighter(name, speech.card(name), one.glory, one.scored, one.summoned, one.destroyed)
        for name, one in seat.deeds.items()
    ]
    fighters.sort(key=lambda one: (-one.glory, -one.destroyed, -one.summoned, one.card))
    luck = _luck(seat.rolled, speech.name(number), speech)
    best = tuple(fighters[:MOST_BEST])
    return SeatSummary(number, speech.name(number), seat.now, captures, best, luck)


def _banner(
    mine: SeatSummary, seats: Sequence[SeatSummary], winners: Sequence[int], speech: Speech
) -> str:
    """What the end means for a player: for the winner who earned it, for others who did it."""
    if not winners:
        return ""
    won = mine.seat in winners
    best = seats[mine.seat if won else winners[0]]
    others = [one.glory for one in seats if one.seat not in winners]
    margin = best.glory - (max(others, default=best.glory) if won else mine.glory)
    key = "level" if margin <= 0 else str(margin) if margin <= MOST_IN_WORDS else "more"
    said = speech.texts.say("summary", f"banner.{'won' if won else 'lost'}.{key}", n=margin)
    if not best.best or best.best[0].glory == 0:
        return said
    hero = best.best[0]
    done = speech.texts.say(
        "summary", f"banner.{'hero' if won else 'culprit'}", card=hero.text, n=hero.glory
    )
    return f"{said} {done}"


def luck_percent(rolled: Rolled) -> int:
    """How many of a hundred other ways to fall would have been worse, by the normal curve.

    Quiddity and creatures count alike, each by its own spread: a face is one or the other, so
    neither alone tells who was lucky.
    """
    score = spread = 0.0
    if rolled.var_x > 0:
        score += (rolled.x - rolled.mean_x) / math.sqrt(rolled.var_x)
        spread += 1.0
    if rolled.var_y > 0:
        score += (rolled.y - rolled.mean_y) / math.sqrt(rolled.var_y)
        spread += 1.0
    if rolled.var_x > 0 and rolled.var_y > 0:
        spread += 2 * rolled.cov / math.sqrt(rolled.var_x * rolled.var_y)
    if spread < 1e-9:
        return 50
    return round(50 * (1 + math.erf(score / math.sqrt(2 * spread))))


def _luck(rolled: Rolled, who: str, speech: Speech) -> Luck:
    percent = luck_percent(rolled)
    verdict = next(key for limit, key in _VERDICTS if percent < limit)
    expected = (round(rolled.mean_x, 1), round(rolled.mean_y, 1))
    says = speech.texts.say(
        "summary",
        f"luck.{verdict}",
        who=who,
        quiddity=rolled.x,
        quiddity_expected=_number(expected[0], speech),
        creatures=rolled.y,
        creatures_expected=_number(expected[1], speech),
        percent=percent,
    )
    return Luck(rolled.dice, rolled.x, expected[0], rolled.y, expected[1], percent, says)


def _number(value: float, speech: Speech) -> str:
    """A number with one decimal, with the point or comma of the language."""
    return f"{value:.1f}".replace(".", speech.texts.say("summary", "point"))


def _highlights(tally: _Tally, speech: Speech) -> Iterable[Highlight]:
    """What is worth a sentence; a game without such things has none."""

    def told(
        kind: str, seat: int | None, number: int, card: str = "", /, **values: object
    ) -> Highlight:
        who = "" if seat is None else speech.name(seat)
        shown = speech.card(card) if card else ""
        text = speech.texts.say(
            "summary", f"highlight.{kind}", who=who, n=number, card=shown, **values
        )
        return Highlight(kind, seat, card, number, text)

    total, seat, foe = tally.attack
    if total >= 3:
        yield told("attack", seat, total, foe=speech.name(foe))
    gained, seat, number = tally.haul
    if gained >= 3:
        yield told("turn", seat, gained, round=number)
    if tally.scored:
        (seat, die), times = max(tally.scored.items(), key=lambda pair: pair[1])
        if times >= 2:
            yield told("workhorse", seat, times, tally._name(die))
    total, seat, card = tally.wall
    if total >= 2:
        yield told("wall", seat, total, card)
    fallen = max(one.fallen for one in tally.seats)
    if fallen >= 2:
        yield told("fallen", [one.fallen for one in tally.seats].index(fallen), fallen)
    if tally.leads >= 3:
        yield told("lead", None, tally.leads - 1)
