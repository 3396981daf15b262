"""Playing a record again and checking every answer, draw and roll.

The game is played from its seed (or from its scripted dice) and compared with the record at each
step; the first difference is refused with a sentence that names the decision. `walk` does the work
one decision at a time; `replay`, `verify` and `resume` are built on the same reading.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarriors.__about__ import __version__
from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.errors import QuarriorsError, ScriptError
from quarriors.engine.events import Event
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.rules import RULES_VERSION
from quarriors.engine.setup import lay_table
from quarriors.game import Game, Origin, begin
from quarriors.record import format as form
from quarriors.record.errors import BadRecord
from quarriors.record.fair_seed import combined_seed, daily_fault, dice_fault
from quarriors.record.write import chance_of, result_of
from quarriors.text.errors import Part

# The plain values of a record, its JSON text, or the path of a file with one record.
Given = Mapping[str, Any] | str | bytes | os.PathLike[str]
LONGEST_PATH = 4096
PERSON = "human"  # how the seat of somebody with a client begins, before "=" and a name


@dataclass(frozen=True)
class Step:
    """A point of a replay: after the start (number 0) or after a decision."""

    number: int
    turn: int
    seat: int
    kind: str
    answer: str
    options: list[str]
    events: list[Event]
    game: Game  # the game itself, which goes on with the next step: clone it to keep it


@dataclass(frozen=True)
class Report:
    """What was checked in a record."""

    decisions: int
    draws: int
    rolls: int
    turns: int
    snapshots: int
    over: bool
    scripted: bool  # the dice were set by hand and prove nothing
    position: bool  # it began from a position that somebody set up
    commitment: str  # of the seed, or of the secret that it follows from
    daily: str  # the date that the seed follows from; empty for other games
    numbers: tuple[str, ...]  # added to the dice, by seat; none where the seed stands alone
    added: tuple[str, ...]  # the players whose clients added a number to the dice, by name
    added_nothing: tuple[str, ...]  # those whose clients could have and did not

    @property
    def dice(self) -> bool:
        """Whether the seed follows from a secret and numbers."""
        return bool(self.numbers)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


def read_text(text: str | bytes) -> Any:
    """The JSON in a text; one that is not JSON, or only the beginning of it, is refused."""
    try:
        return json.loads(text if isinstance(text, str) else text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord("record.not_text") from error
    except RecursionError as error:
        raise BadRecord("record.not_json", why=Part("errors", "json.deep")) from error
    except json.JSONDecodeError as error:
        if not error.doc.strip():
            raise BadRecord("record.empty") from error
        if is_cut_off(error):
            raise BadRecord("record.cut_off", line=error.lineno) from error
        raise BadRecord("record.not_json", why=error) from error
    except ValueError as error:  # a number of thousands of digits
        raise BadRecord("record.not_json", why=Part("errors", "json.number")) from error


def is_cut_off(error: json.JSONDecodeError) -> bool:
    """Whether JSON fails only because its end is missing."""
    rest = error.doc[error.pos :].strip()
    if not rest or error.msg.startswith("Unterminated"):
        return True
    if error.msg.startswith("Invalid") and len(rest) < 8:  # in the middle of an escape
        return True
    return rest != "" and any(word.startswith(rest) for word in ("true", "false", "null", "-"))


def _read(record: Given) -> form.Record:
    if isinstance(record, os.PathLike) or (isinstance(record, str) and _is_path(record)):
        from quarriors.record.files import load

        return form.read(load(record))
    if isinstance(record, (str, bytes)):
        return form.read(read_text(record))
    return form.read(record)


def _is_path(text: str) -> bool:
    """Whether a text names a file: by its ending, or because there is such a file."""
    if len(text) > LONGEST_PATH or "\n" in text or text.lstrip()[:1] in ("", "{", "[", '"'):
        return False
    return text.endswith((".json", ".jsonl")) or Path(text).is_file()


def _origin(record: form.Record, catalog: Catalog) -> Origin:
    position = None
    if record.position is not None:
        position = tuple(tuple(part) for part in record.position)
    return Origin(record.rules, record.wilds, record.seed, record.first, position, catalog)


def _table(record: form.Record, catalog: Catalog) -> GameSetup:
    """The table of the record; cards that are not there are refused."""
    try:
        cards = [catalog.card(name) for name in record.wilds]
        return lay_table(record.rules, catalog, cards)
    except QuarriorsError as error:
        raise BadRecord("record.wilds", why=error) from error


def walk(record: Given, *, catalog: Catalog | None = None) -> Iterator[Step]:
    """Play a record again, one decision at a time, checking each against the game."""
    told = _read(record)
    yield from _walk(told, catalog_of(told.rules) if catalog is None else catalog)


def _walk(told: form.Record, cards: Catalog) -> Iterator[Step]:
    if told.ruleset != RULES_VERSION:
        raise BadRecord(
            "record.other_rules",
            told=told.ruleset,
            here=RULES_VERSION,
            engine=told.engine,
            version=__version__,
        )
    if told.cards != cards.hash:
        raise BadRecord("record.other_cards", told=told.cards, here=cards.hash, engine=told.engine)
    _check_seed(told)
    table = _table(told, cards)
    if told.position is not None:
        check_position(table, told.position, "record.bad_position")
    game = _open(told, cards)
    events = game.take_events()
    _compare_chance(table, 0, events, told.draws, told.rolls)
    form.check_start(told)
    yield Step(0, game.turn, game.active, "", "", [], events, game)
    before = told.start_check
    for number, entry in enumerate(told.entries, 1):
        yield _step(told, game, number, entry, before)
        before = entry.check
    found = result_of(game)
    if found != told.result:
        if found is None:
            raise BadRecord("record.too_short", count=len(told.entries))
        if told.result is None:
            raise BadRecord("record.no_result", count=len(told.entries), result=_result_text(found))
        raise BadRecord("record.result", told=_result_text(told.result), found=_result_text(found))
    form.check_end(told, before)
    if told.generator is not None:
        queries.set_generator(queries.state(game), told.generator)


def _check_seed(told: form.Record) -> None:
    """Refuse a seed, or the secret it follows from, that is not the one of the commitment."""
    dice = form.Dice(told.seed, ()) if told.dice is None else told.dice
    fault = dice_fault(told.commitment, dice.secret, dice.numbers, told.seed)
    if fault == "secret" and told.dice is None:
        raise BadRecord("record.commitment", seed=told.seed)
    if fault == "secret":
        raise BadRecord("record.dice_secret", seed=told.seed)
    if not fault and told.daily and daily_fault(told.daily, told.seed):
        raise BadRecord("record.daily_seed", seed=told.seed, date=told.daily[:20])
    if fault:
        expected = combined_seed(dice.secret, dice.numbers)
        raise BadRecord("record.dice_seed", seed=told.seed, expected=expected)


def _open(told: form.Record, catalog: Catalog) -> Game:
    origin = _origin(told, catalog)
    if not told.scripted:
        return begin(origin, log=True)
    table = _table(told, catalog)
    draws, rolls = _script(table, 0, told.draws, told.rolls)
    try:
        game = begin(origin, log=True, script=(draws, rolls))
    except ScriptError as error:
        raise BadRecord("record.script", number=0, why=error) from error
    queries.clear_scripts(queries.state(game))
    return game


def _step(told: form.Record, game: Game, number: int, entry: form.Entry, before: str) -> Step:
    """Check one decision and play it."""
    if game.over:
        raise BadRecord(
            "record.after_end", number=number, answer=entry.answer, result=str(game.result)
        )
    decision = game.decision
    if (entry.turn, entry.seat, entry.kind) != (game.turn, decision.seat, decision.kind):
        raise BadRecord(
            "record.other_decision",
            number=number,
            turn=entry.turn,
            seat=entry.seat,
            kind=entry.kind,
            real_turn=game.turn,
            real_seat=decision.seat,
            real_kind=decision.kind,
        )
    texts = decision.texts
    if entry.answer not in texts:
        raise BadRecord(
            "record.illegal",
            number=number,
            seat=entry.seat,
            kind=entry.kind,
            answer=entry.answer,
            legal="; ".join(texts),
        )
    state = queries.state(game)
    shot = entry.snapshot
    if shot is not None and queries.migrated(shot) != queries.unscripted_wire(state):
        raise BadRecord("record.snapshot", number=number, turn=entry.turn)
    if told.scripted:
        draws, rolls = _script(game.setup, number, entry.draws, entry.rolls)
        queries.clear_scripts(state)
        queries.script_draws(state, draws)
        queries.script_rolls(state, rolls)
    try:
        game.apply(decision.options[texts.index(entry.answer)])
    except ScriptError as error:
        raise BadRecord("record.script", number=number, why=error) from error
    if told.scripted:  # what was scripted and did not happen must not leak into the next step
        queries.clear_scripts(state)
    events = game.take_events()
    _compare_chance(game.setup, number, events, entry.draws, entry.rolls)
    form.check_entry(number, before, entry)
    return Step(number, entry.turn, decision.seat, decision.kind, entry.answer, texts, events, game)


def _compare_chance(
    table: GameSetup,
    number: int,
    events: Sequence[Event],
    draws: list[str],
    rolls: list[str],
) -> None:
    """Refuse draws or rolls that the dice did not give."""
    real_draws, real_rolls = chance_of(table, events)
    for what, said, real in (("draws", draws, real_draws), ("rolls", rolls, real_rolls)):
        if said == real:
            continue
        at = 0
        while at < len(said) and at < len(real) and said[at] == real[at]:
            at += 1
        nothing = "-"
        raise BadRecord(
            f"record.{what}" if number else f"record.start_{what}",
            number=number,
            place=at + 1,
            told=said[at] if at < len(said) else nothing,
            found=real[at] if at < len(real) else nothing,
        )


def _script(
    table: GameSetup, number: int, draws: Sequence[str], rolls: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Scripted dice as the engine takes them: slots and faces."""
    slots = {card.name: slot for slot, card in enumerate(table.cards)}
    drawn: list[int] = []
    for name in draws:
        if name not in slots:
            raise BadRecord("record.no_such_die", number=number, die=name)
        drawn.append(slots[name])
    faces: list[int] = []
    for text in rolls:
        name, _, side = text.partition("@")
        if name not in slots:
            raise BadRecord("record.no_such_die", number=number, die=text)
        notations = [face.notation for face in table.cards[slots[name]].design.faces]
        if side not in notations:
            raise BadRecord("record.no_such_die", number=number, die=text)
        faces.append(notations.index(side))
    return drawn, faces


def _result_text(result: Mapping[str, Any]) -> str:
    return json.dumps(result, separators=(", ", ": "))


def replay(record: Given, *, catalog: Catalog | None = None) -> Game:
    """Replay a record and return its game, checked from the first roll to the last.

    Args:
        record: The plain values of a record, its JSON text, or the path of a file with one record.
        catalog: Other cards than those that the record names.

    Raises:
        RecordError: The record cannot be read or differs from the game; the message names the
            first wrong decision.
    """
    told = _read(record)
    game: Game | None = None
    events: list[Event] = []
    for step in _walk(told, catalog_of(told.rules) if catalog is None else catalog):
        game = step.game
        events.extend(step.events)
    assert game is not None  # the start is always a step
    if told.scripted:  # its dice are nowhere else: the game keeps its log to be written again
        queries.set_events(queries.state(game), events)
    else:
        queries.stop_logging(queries.state(game))
    return game


def verify(record: Given, *, catalog: Catalog | None = None) -> Report:
    """Replay and check a record; how much there was to check."""
    told = _read(record)
    game = replay(record, catalog=catalog)
    return Report(
        decisions=len(told.entries),
        draws=len(told.draws) + sum(len(entry.draws) for entry in told.entries),
        rolls=len(told.rolls) + sum(len(entry.rolls) for entry in told.entries),
        turns=game.turn,
        snapshots=sum(entry.snapshot is not None for entry in told.entries),
        over=game.over,
        scripted=told.scripted,
        position=told.position is not None,
        commitment=told.commitment,
        daily=told.daily,
        numbers=() if told.dice is None else told.dice.numbers,
        added=_people(told, added=True),
        added_nothing=_people(told, added=False),
    )


def _people(told: form.Record, *, added: bool) -> tuple[str, ...]:
    """Names of the players who added a number to the dice, or who did not; bots never do."""
    if told.dice is None:
        return ()
    seats = zip(told.seats, told.dice.numbers, strict=True)
    return tuple(
        seat.partition("=")[2] or seat
        for seat, number in seats
        if bool(number) == added and (number or seat.startswith(f"{PERSON}="))
    )


def resume(record: Given, *, catalog: Catalog | None = None, log: bool = False) -> Game:
    """The game from the last snapshot of its record, by the cards and rules of today.

    For a game whose record no longer replays because a rule or a card was fixed: what was decided
    after that snapshot is lost, everything before it stands. An edited record is still refused.
    """
    told = _read(record)
    cards = catalog_of(told.rules) if catalog is None else catalog
    form.check_chain(told)
    shots = [
        (number, entry.snapshot)
        for number, entry in enumerate(told.entries, 1)
        if entry.snapshot is not None
    ]
    if not shots:
        raise BadRecord("record.no_snapshot")
    number, wire = shots[-1]
    check_position(_table(told, cards), wire, "record.bad_snapshot", number)
    position = tuple(tuple(part) for part in wire)
    origin = Origin(told.rules, told.wilds, told.seed, told.first, position, cards)
    return begin(origin, log=log)


def check_position(table: GameSetup, wire: form.Wire, refusal_code: str, number: int = 0) -> None:
    """Refuse numbers that describe no position of this table."""
    refusal = BadRecord(refusal_code, number=number)
    try:
        s = queries.from_wire(table, wire)
    except (QuarriorsError, OverflowError) as error:
        raise refusal from error
    if queries.flaw(s) or queries.ending_of(s):
        raise refusal
