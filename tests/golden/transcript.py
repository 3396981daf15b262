"""A whole random game as text, and as two fingerprints.

The text is for eyes: a change of behaviour shows as a diff that a person can read, in the engine's
own words (names of events, cards, places and numbers; no sentence of `quarriors.text`, so that a
better wording there leaves these files alone). The fingerprints are for bytes: one over all that
was offered, answered and logged, one over the whole state at every decision.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import quarriors as q
from quarriors.engine import words as w
from quarriors.engine.catalog import ENERGIES
from quarriors.engine.luck import Dealer
from quarriors.engine.state import Event, State
from quarriors.game import Game, new_game

PHASES = ("", "score", "roll", "ready", "attack", "capture", "clean up")
OVER = ("", "glory", "empty cards", "round limit")
ROWS = (
    "attack", "defense", "attack at most", "destroyed creatures to the active pool",
    "no immunity", "summons cost", "next capture costs less", "dice more to draw", "times used",
    "scored", "attack against seat 0", "attack against seat 1", "attack against seat 2",
    "attack against seat 3",
)  # fmt: skip
LASTS = 64  # added to the kind of a row that outlasts the turn
WITH_FACE = (
    w.LOG_ROLL, w.LOG_READY, w.LOG_CAST, w.LOG_ENTER, w.LOG_ROTATE, w.LOG_SHAKE, w.LOG_QUEST_DIE,
)  # fmt: skip
QUESTING = (w.LOG_QUEST, w.LOG_CHALLENGE, w.LOG_QUEST_DONE, w.LOG_QUEST_FAILED)


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
    """The whole game, event by event and decision by decision."""
    game = golden.begin()
    s = game._state
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
    for card in s.table.cards:
        faces = " ".join(face.notation for face in card.design.faces)
        lines.append(f"  {card.name}: cost {card.cost}, glory {card.glory}, faces {faces}")
    lines.extend(_events(s, game.take_events()))
    while not game.over:
        decision = game.decision
        source = f" by {decision.card}, ability {decision.ability}" if decision.card else ""
        lines.append(f"? seat {decision.seat} {decision.kind}{source}")
        chosen = dealer.below(len(decision.options))
        for number, text in enumerate(decision.texts):
            lines.append(f"  {'>' if number == chosen else '-'} {text}")
        game.apply(decision.options[chosen])
        lines.extend(_events(s, game.take_events()))
    lines.append(f"= {game.result!r}")
    return "\n".join(lines) + "\n"


def fingerprints(golden: Golden) -> tuple[int, str, str]:
    """Decisions played, the hash of everything shown, the hash of every state."""
    game = golden.begin()
    s = game._state
    dealer = Dealer(golden.seed, "answers")
    shown = hashlib.sha256()
    states = hashlib.sha256()
    count = 0
    while True:
        states.update(json.dumps(s.to_wire()).encode())
        shown.update(json.dumps(game.take_events()).encode())
        if game.over:
            break
        decision = game.decision
        texts = decision.texts
        chosen = dealer.below(len(texts))
        asked = [decision.seat, decision.kind, decision.card, decision.ability, texts, chosen]
        shown.update(json.dumps(asked).encode())
        game.apply(decision.options[chosen])
        count += 1
    shown.update(repr(game.result).encode())
    return count, shown.hexdigest()[:32], states.hexdigest()[:32]


# --- events in the engine's words --------------------------------------------------------------


def _events(s: State, events: list[Event]) -> list[str]:
    return [event_text(s, event) for event in events]


def event_text(s: State, event: Event) -> str:
    """One log event: its name, its rule, whose it is, the die, and its numbers by name."""
    kind, rule, seat, die, a, _ = event
    if kind == w.LOG_TURN:
        glory = " ".join(str(amount) for amount in s.glory)
        return f"\n== turn {a}, seat {seat}, glory now {glory}"
    if kind == w.LOG_PHASE:
        return f"-- {PHASES[a]}"
    number = f"{rule // 100}.{rule % 100}" if rule % 100 else f"{rule // 100}"
    words = [f"  {w.LOG_NAMES[kind]} ({number}):"]
    if seat >= 0:
        words.append(f"seat {seat}")
    if die >= 0:
        words.append(_name(s, die))
    words.append(_numbers(s, event))
    return " ".join(word for word in words if word)


def _name(s: State, die: int) -> str:
    return s.table.cards[s.table.slot[die]].name


def _face(s: State, die: int, face: int) -> str:
    return f"[{s.table.cards[s.table.slot[die]].design.faces[face].notation}]"


def _numbers(s: State, event: Event) -> str:
    """The two numbers of an event, with what they mean."""
    kind, _, _, die, a, b = event
    if kind in WITH_FACE:
        return _face(s, die, a)
    if kind == w.LOG_SCORE:
        return f"{_face(s, die, b)} for {a}"
    if kind == w.LOG_SUMMON:
        return f"{_face(s, die, b)} for {a}"
    if kind == w.LOG_CAPTURE:
        return f"for {a} to {w.PLACE_NAMES[b]}"
    if kind in (w.LOG_MOVE, w.LOG_UNLOCK, w.LOG_GAIN):
        return f"to {w.PLACE_NAMES[a]}"
    if kind in (w.LOG_GLORY, w.LOG_SPEND, w.LOG_QUIDDITY, w.LOG_PRESS):
        return f"{a:+d}, now {b}"
    if kind == w.LOG_TOTAL:
        return f"attacks seat {a} with {b}"
    if kind in (w.LOG_DEFEND, w.LOG_HOLDS, w.LOG_ABSORBS):
        return f"damage {a} against defense {b}"
    if kind == w.LOG_TRIGGER:
        program = s.table.catalog.programs[a]
        return f"ability {program.ability} of {s.table.catalog.cards[program.card].name}"
    if kind in (w.LOG_ATTACH, w.LOG_COPY, w.LOG_EQUIP):
        return f"with {_name(s, a)}"
    if kind == w.LOG_SWAP:
        return f"for {_name(s, a)} of seat {b}"
    if kind == w.LOG_ROW:
        return f"{ROWS[a % LASTS]} {b}" + (" until the next turn" if a >= LASTS else "")
    if kind == w.LOG_OVER:
        return OVER[a]
    if kind in (w.LOG_CAPTURES, w.LOG_DISCOUNT):
        return f"{a:+d}"
    if kind == w.LOG_ENERGY:
        return f"{a:+d} {ENERGIES[b]}"
    if kind == w.LOG_ANCHOR:
        return f"for {a} {ENERGIES[b]}"
    if kind == w.LOG_LOCK:
        return f"with seat {a}"
    if kind == w.LOG_NO_DAMAGE:
        return f"instead of {a}"
    if kind in QUESTING:
        return _quest(s, event)
    if kind == w.LOG_CLEAN:
        return f"{a} dice to {w.PLACE_NAMES[w.USED]}, {b} quiddity lost"
    if kind == w.LOG_REFILL:
        return f"{a} dice"
    return ""


def _quest(s: State, event: Event) -> str:
    """What the numbers of an event about a quest mean."""
    kind, _, _, _, a, b = event
    name = s.table.cards[a].name
    if kind == w.LOG_CHALLENGE:
        return f"{name} of seat {b}"
    return f"{name}" if kind == w.LOG_QUEST else f"{name} with level {b}"
