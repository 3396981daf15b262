"""The end of a random game as text.

The text is for eyes: a change of behaviour shows as a diff that a person can read, in the engine's
own words (names of events, cards, places and numbers; no sentence of `quarriors.text`, so that a
better wording there leaves these files alone).
"""

from __future__ import annotations

from dataclasses import dataclass

import quarriors as q
from quarriors.engine.catalog import ENERGIES
from quarriors.engine.ids import log, place
from quarriors.engine.queries import glory_of, state
from quarriors.engine.rng import Dealer
from quarriors.engine.state import EventNumbers, State
from quarriors.game import Game, new_game

PHASES = ("", "score", "roll", "ready", "attack", "capture", "clean up")
OVER = ("", "glory", "empty cards", "round limit")
ROWS = (
    "attack", "defense", "attack at most", "destroyed creatures to the active pool",
    "no immunity", "summons cost", "next capture costs less", "dice more to draw", "times used",
    "scored", "attack against seat 0", "attack against seat 1", "attack against seat 2",
    "attack against seat 3",
)  # fmt: skip
SAMPLE = 440  # lines of a text: as much of a game as somebody would read
LASTS = 64  # added to the kind of a row that outlasts the turn
WITH_FACE = (
    log.ROLL, log.READY, log.CAST, log.ENTER, log.ROTATE, log.SHAKE, log.QUEST_DIE,
)  # fmt: skip
QUESTING = (log.QUEST, log.CHALLENGE, log.QUEST_DONE, log.QUEST_FAILED)


@dataclass(frozen=True)
class Golden:
    """One game to be written down: rules, seed and, where named, the cards on the table."""

    name: str
    players: int
    edition: str
    seed: int
    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ("base",)
    mix: str = "hint"
    goal: int | None = None  # a lower one keeps a long game readable

    @property
    def rules(self) -> q.Rules:
        """The rules of the game."""
        return q.Rules(self.players, self.edition, self.sets, self.variants, goal=self.goal)

    def begin(self) -> Game:
        """The game before its first decision, keeping a log."""
        return new_game(self.rules, self.seed, mix=self.mix, log=True)


def play_text(golden: Golden) -> str:
    """The game, event by event and answer by answer: its last turns."""
    game = golden.begin()
    s = state(game)
    dealer = Dealer(golden.seed, "answers")
    variants = ", ".join(golden.variants) or "none"
    rules = golden.rules
    lines = [
        f"edition {golden.edition}, {golden.players} players, variants: {variants}",
        f"sets: {', '.join(rules.sets)}; rules they bring: {', '.join(rules.modules) or 'none'}",
        f"goal {rules.goal}",
        f"seed {golden.seed}",
        f"seat {game.active} begins",
        "wilds:",
    ]
    for card in s.setup.cards:
        faces = " ".join(face.notation for face in card.design.faces)
        lines.append(f"  {card.name}: cost {card.cost}, glory {card.glory}, faces {faces}")
    lines.extend(_events(s, game.take_events()))
    head = len(lines)
    while not game.over:
        decision = game.decision
        source = f" by {decision.card}, ability {decision.ability}" if decision.card else ""
        lines.append(f"? seat {decision.seat} {decision.kind}{source}")
        chosen = dealer.below(len(decision.options))
        lines.append(f"  > {decision.texts[chosen]}, one of {len(decision.options)}")
        game.apply(decision.options[chosen])
        lines.extend(_events(s, game.take_events()))
    lines.append(f"= {game.result!r}")
    turns = [at for at in range(head, len(lines)) if lines[at].startswith("\n== turn")]
    last = min(at for at in turns if len(lines) - at + head <= SAMPLE)
    return "\n".join([*lines[:head], "...", *lines[last:]]) + "\n"


# --- events in the engine's words --------------------------------------------------------------


def _events(s: State, events: list[EventNumbers]) -> list[str]:
    return [event_text(s, event) for event in events]


def event_text(s: State, event: EventNumbers) -> str:
    """One log event: its name, its rule, whose it is, the die, and its numbers by name."""
    kind, rule, seat, die, a, _ = event
    if kind == log.TURN:
        glory = " ".join(str(glory_of(s, each)) for each in range(s.setup.players))
        return f"\n== turn {a}, seat {seat}, glory now {glory}"
    if kind == log.PHASE:
        return f"-- {PHASES[a]}"
    number = f"{rule // 100}.{rule % 100}" if rule % 100 else f"{rule // 100}"
    words = [f"  {log.NAMES[kind]} ({number}):"]
    if seat >= 0:
        words.append(f"seat {seat}")
    if die >= 0:
        words.append(_name(s, die))
    words.append(_numbers(s, event))
    return " ".join(word for word in words if word)


def _name(s: State, die: int) -> str:
    return s.setup.cards[s.setup.slot[die]].name


def _face(s: State, die: int, face: int) -> str:
    return f"[{s.setup.cards[s.setup.slot[die]].design.faces[face].notation}]"


def _numbers(s: State, event: EventNumbers) -> str:
    """The two numbers of an event, with what they mean."""
    kind, _, _, die, a, b = event
    if kind in WITH_FACE:
        return _face(s, die, a)
    if kind == log.SCORE:
        return f"{_face(s, die, b)} for {a}"
    if kind == log.SUMMON:
        return f"{_face(s, die, b)} for {a}"
    if kind == log.CAPTURE:
        return f"for {a} to {place.NAMES[b]}"
    if kind in (log.MOVE, log.UNLOCK, log.GAIN):
        return f"to {place.NAMES[a]}"
    if kind in (log.GLORY, log.SPEND, log.QUIDDITY, log.PRESS):
        return f"{a:+d}, now {b}"
    if kind == log.TOTAL:
        return f"attacks seat {a} with {b}"
    if kind in (log.DEFEND, log.HOLDS, log.ABSORBS):
        return f"damage {a} against defense {b}"
    if kind == log.TRIGGER:
        program = s.setup.catalog.programs[a]
        return f"ability {program.ability} of {s.setup.catalog.cards[program.card].name}"
    if kind in (log.ATTACH, log.COPY, log.EQUIP):
        return f"with {_name(s, a)}"
    if kind == log.SWAP:
        return f"for {_name(s, a)} of seat {b}"
    if kind == log.EFFECT:
        return f"{ROWS[a % LASTS]} {b}" + (" until the next turn" if a >= LASTS else "")
    if kind == log.OVER:
        return OVER[a]
    if kind in (log.CAPTURES, log.DISCOUNT):
        return f"{a:+d}"
    if kind == log.ENERGY:
        return f"{a:+d} {ENERGIES[b]}"
    if kind == log.ANCHOR:
        return f"for {a} {ENERGIES[b]}"
    if kind == log.LOCK:
        return f"with seat {a}"
    if kind == log.NO_DAMAGE:
        return f"instead of {a}"
    if kind in QUESTING:
        return _quest(s, event)
    if kind == log.CLEAN:
        return f"{a} dice to {place.NAMES[place.USED]}, {b} quiddity lost"
    if kind == log.REFILL:
        return f"{a} dice"
    return ""


def _quest(s: State, event: EventNumbers) -> str:
    """What the numbers of an event about a quest mean."""
    kind, _, _, _, a, b = event
    name = s.setup.cards[a].name
    if kind == log.CHALLENGE:
        return f"{name} of seat {b}"
    return f"{name}" if kind == log.QUEST else f"{name} with level {b}"
