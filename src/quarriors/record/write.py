"""Writing a game down, while it is played or afterwards.

A game keeps only how it began and its answers; a record says what each answer meant and what the
dice then gave. `Scribe` writes as the game goes on and costs one game; `write_record` plays a game
again from its origin to write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarriors.__about__ import __version__
from quarriors.cards.known_packs import texts_of
from quarriors.engine import queries
from quarriors.engine.errors import IllegalAnswer, ScriptError
from quarriors.engine.events import Event
from quarriors.engine.game import Option
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import log
from quarriors.engine.rules import RULES_VERSION
from quarriors.game import Game, begin
from quarriors.record import format as form
from quarriors.record.errors import BadRecord
from quarriors.record.fair_seed import commit


def chance_of(table: GameSetup, events: Sequence[Event]) -> tuple[list[str], list[str]]:
    """The draws and the rolls among events, in order, as records tell them."""
    draws: list[str] = []
    rolls: list[str] = []
    for kind, _, _, die, face, _ in events:
        if kind == log.DRAW:
            draws.append(table.cards[table.slot[die]].name)
        elif kind in log.ROLLS:
            rolls.append(form.roll_text(table.cards[table.slot[die]], face))
    return draws, rolls


class Scribe:
    """Writes a game down as it is played: give answers to `apply` here instead of to the game."""

    def __init__(
        self,
        game: Game,
        *,
        snapshots: bool = True,
        seats: Sequence[str] | None = None,
        scripted: bool = False,
    ) -> None:
        if game.answers or not queries.is_logging(queries.state(game)):
            raise BadRecord("record.not_fresh")
        players = game.rules.players
        names = [f"seat {seat}" for seat in range(players)] if seats is None else list(seats)
        if len(names) != players:
            raise BadRecord("record.seats", count=len(names), players=players)
        self.game = game
        self.opening = game.take_events()
        self._snapshots = snapshots
        self._scripted = scripted
        self._names = names
        self._entries: list[dict[str, Any]] = []
        self._texts: dict[int, str] = {}  # of options met so far
        self._shot = 0  # the turn of the last snapshot
        origin = game.origin
        self._draws, self._rolls = chance_of(game.setup, self.opening)
        self._position = (
            None if origin.position is None else [list(part) for part in origin.position]
        )
        self._start = self._check = form.start_check(
            RULES_VERSION,
            origin.catalog.hash,
            origin.rules,
            origin.wilds,
            origin.first,
            origin.seed,
            form.SCRIPTED if scripted else form.SEEDED,
            self._position,
            self._draws,
            self._rolls,
        )

    def apply(self, option: Option | int) -> list[Event]:
        """Give an answer, write it down with what the dice then gave; what happened."""
        game = self.game
        code = option.code if isinstance(option, Option) else option
        state = queries.state(game)
        codes = queries.options(state)
        if game.over or code not in codes:
            game.apply(option)  # raises, and nothing has changed
        decision = game.decision
        answer = self._text(codes, code)
        turn = game.turn
        entry: dict[str, Any] = {"turn": turn, "seat": decision.seat, "kind": decision.kind}
        if self._snapshots and turn != self._shot and queries.between_effects(state):
            entry["snapshot"] = queries.unscripted_wire(state)
            self._shot = turn
        game.apply(option)
        events = game.take_events()
        draws, rolls = chance_of(game.setup, events)
        entry["answer"] = answer
        if draws:
            entry["draws"] = draws
        if rolls:
            entry["rolls"] = rolls
        self._check = form.entry_check(
            self._check, turn, decision.seat, decision.kind, answer, draws, rolls
        )
        entry["check"] = self._check
        self._entries.append(entry)
        return events

    def _text(self, codes: Sequence[int], code: int) -> str:
        """What `Decision.texts` says for one option; texts come back often, so they are kept."""
        known = self._texts
        for other in codes:
            if other not in known:
                known[other] = str(Option(other, self.game.setup))
        text = known[code]
        alike = 1
        for other in codes:
            if other == code:
                break
            alike += known[other] == text
        return text if alike == 1 else f"{text} #{alike}"

    def record(self, *, embed_packs: bool = False) -> dict[str, Any]:
        """The game so far; if asked for with the texts of its packs, which a replay needs."""
        origin = self.game.origin
        made: dict[str, Any] = {
            "format": form.FORMAT,
            "version": form.VERSION,
            "engine": __version__,
            "ruleset": RULES_VERSION,
            "cards": origin.catalog.hash,
            "rules": origin.rules.to_dict(),
            "wilds": list(origin.wilds),
            "first": origin.first,
            "commitment": commit(origin.seed),
            "seed": origin.seed,
            "chance": form.SCRIPTED if self._scripted else form.SEEDED,
            "seats": list(self._names),
        }
        if embed_packs and origin.rules.packs:
            made["packs"] = texts_of(origin.rules.packs)
        if self._position is not None:
            made["position"] = self._position
        made["start"] = {"draws": self._draws, "rolls": self._rolls, "check": self._start}
        made["decisions"] = list(self._entries)
        made["result"] = result_of(self.game)
        generator = int(queries.generator(queries.state(self.game))) if self._scripted else None
        if generator is not None:
            made["generator"] = generator
        made["check"] = form.end_check(self._check, made["result"], generator)
        return made


def result_of(game: Game) -> dict[str, Any] | None:
    """The result as plain values; None while the game is on."""
    result = game.result
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "glory": list(result.glory),
        "rule": result.rule,
    }


def write_record(
    game: Game,
    *,
    snapshots: bool = True,
    seats: Sequence[str] | None = None,
    events: Sequence[Event] | None = None,
    embed_packs: bool = False,
) -> dict[str, Any]:
    """The game so far as plain values, ready for JSON; with `embed_packs` with its packs' texts.

    The game is played again from its origin. One whose dice were scripted does not follow from
    its seed: for it, `events` are all its log events from the beginning (a `Play` of the table
    builder keeps them; without them, the game's own log is tried).
    """
    scribe = _again(game, begin(game.origin, log=True), snapshots, seats, False)
    if scribe is None:
        told = queries.untaken_events(queries.state(game)) if events is None else events
        draws = [game.setup.slot[event[3]] for event in told if event[0] == log.DRAW]
        rolls = [event[4] for event in told if event[0] in log.ROLLS]
        try:
            fresh = begin(game.origin, log=True, script=(draws, rolls))
        except ScriptError as error:
            raise BadRecord("record.not_from_origin") from error
        scribe = _again(game, fresh, snapshots, seats, True)
    if scribe is None:
        raise BadRecord("record.not_from_origin")
    return scribe.record(embed_packs=embed_packs)


def with_dice(record: dict[str, Any], secret: int, numbers: Sequence[str]) -> dict[str, Any]:
    """A record that also names what its seed follows from."""
    made = _after_seed(record, "dice", {"secret": secret, "numbers": list(numbers)})
    return {**made, "version": form.DICE_VERSION, "commitment": commit(secret)}


def with_date(record: dict[str, Any], date: str) -> dict[str, Any]:
    """The record of a daily, which names the date that its seed follows from."""
    return {**_after_seed(record, "daily", date), "version": form.DAILY_VERSION}


def _after_seed(record: dict[str, Any], name: str, value: object) -> dict[str, Any]:
    """A record with one more field, behind its seed."""
    made: dict[str, Any] = {}
    for field, old in record.items():
        made[field] = old
        if field == "seed":
            made[name] = value
    return made


def _again(
    game: Game, fresh: Game, snapshots: bool, seats: Sequence[str] | None, scripted: bool
) -> Scribe | None:
    """Play the answers of a game again; None if that does not lead to where the game stands."""
    scribe = Scribe(fresh, snapshots=snapshots, seats=seats, scripted=scripted)
    for code in game.answers:
        try:
            scribe.apply(_alike(fresh, code) if scripted else code)
        except (IllegalAnswer, ScriptError):
            return None
    ours, theirs = queries.state(fresh), queries.state(game)
    if scripted:
        queries.set_generator(ours, queries.generator(theirs))
        return scribe if _looks(fresh) == _looks(game) else None
    alike = queries.unscripted_wire(ours) == queries.unscripted_wire(theirs)
    return scribe if alike else None


def _alike(game: Game, code: int) -> int:
    """The option that means the same: with scripted dice another die alike may be in its place."""
    if game.over or queries.can_answer(queries.state(game), code):
        return code
    wanted = str(Option(code, game.setup))
    for option in game.decision.options:
        if str(option) == wanted:
            return option.code
    return code


def _looks(game: Game) -> list[object]:
    """All that matters of a position.

    A script says which kind of die is drawn, not which of several dice alike: two games with the
    same scripted dice may differ in that, and in nothing else.
    """
    s = queries.state(game)
    decision = None if game.over else game.decision
    return [
        queries.dice_by_place(s, by_card=True),
        queries.turn_numbers(s),
        [(kind, amount, until) for kind, _, amount, until in queries.effects(s)],
        None if decision is None else (decision.seat, decision.kind, decision.texts),
    ]
