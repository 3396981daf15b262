"""Thousands of random games: no crash, no broken invariant, no ability that never did anything.

`python tests/soak.py` plays 20,000 games over random sets, modules, mixes, variants, editions and
player counts on two processes. Every game is fixed by the seed of the run and its number, so a
failure is played again, with every decision checked, by
`python tests/soak.py --seed S --only NUMBER`.

An ability counts as exercised when it did its work: a program was started (the log tells), a
standing modifier made a difference (without it the same answer to the same decision leads
elsewhere, see `Watch`). What was never exercised is reported and makes the run fail, exactly like a
crash.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine import words as w
from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.faces import Face
from quarriors.engine.luck import Dealer
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.program import Modifier, Trigger, constant
from quarriors.engine.rules import EDITIONS, MODULES, RULES_OF_SETS, SETS, VARIANTS
from quarriors.engine.setup import MIXES, QUESTS, choose_wilds, is_basic
from quarriors.engine.state import Event, State
from quarriors.engine.table import ASSISTANT_CLASS, LARGE_CLASS
from quarriors.game import Game
from quarriors.testing import check_decision, check_state

GAMES = 20_000
WORKERS = 2
CHUNK = 25  # games a worker plays between two reports
LONG = 4  # one game in so many is long and about one card, so that dear cards are used as well
THOROUGH = 40  # one game in so many is checked at every decision, copies and all options included
ENOUGH = 3  # a modifier that made a difference to a worker so often is not tried any more


def named(first: str, end: str) -> list[str]:
    """The names of a run of numbers in `engine/words.py`, such as all events."""
    names = list(vars(w))
    found = names[names.index(first) : names.index(end)]
    assert [getattr(w, name) for name in found] == list(range(getattr(w, end)))
    return [name.lower().replace("_", " ") for name in found]


EVENT_NAMES = named("SUMMONED", "EVENTS")
MODIFIER_NAMES = named("ATTACK_SELF", "MODIFIERS")
NOTHING_DONE = (w.PASS, w.NO, w.DO_SPEND, w.DO_RETIRE, w.DO_KEEP)
# What a game about one card does with it whenever it can.
FAVOURED = (
    w.DO_CAPTURE, w.DO_SUMMON, w.DO_READY, w.DO_CAST, w.DO_LOCK, w.DO_ANCHOR, w.DO_QUEST, w.DO_SEND,
    w.DO_EQUIP, w.DO_REACT, w.DO_SWITCH, w.USE_ABILITY, w.PICK_TAKE,
)  # fmt: skip
IN_SIGHT = (w.ACTIVE, w.READY, w.ATTACHED, w.ASIDE, w.QUEST)  # where the face of a die can matter


# --- which games -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """One game of the run."""

    number: int
    rules: q.Rules
    mix: str
    wilds: tuple[str, ...]
    seed: int
    eager: int  # how often a choice to do nothing is thought over
    favourite: str  # the card that everybody captures and uses whenever they can, or none


@cache
def dealt_cards() -> tuple[Card, ...]:
    """All cards that are dealt or named: not the basics that lie there by themselves."""
    return tuple(card for card in default_catalog().cards if not is_basic(card))


def plan(run: int, number: int) -> Plan:
    """The game of that number: everything by chance, but long games favour each card in turn."""
    dealer = Dealer(run, f"soak/{number}")
    far = number % LONG == 0
    card = dealt_cards()[number // LONG % len(dealt_cards())] if far else None
    while True:
        try:
            return _plan(dealer, number, card)
        except (RulesError, CardError):
            continue  # a combination that the rulebooks do not allow: another one


def _pick(dealer: Dealer, values: Sequence[str]) -> str:
    return values[dealer.below(len(values))]


def _some(dealer: Dealer, values: Sequence[str]) -> list[str]:
    return [value for value in values if dealer.below(2)]


def _plan(dealer: Dealer, number: int, card: Card | None) -> Plan:
    sets = ["all"] if dealer.below(5) == 0 else _some(dealer, SETS)
    if dealer.below(8) == 0:
        sets = ["base", _pick(dealer, SETS[1:])]
    if card is not None and sets != ["all"]:
        needed = [name for name in card.needs if name in SETS]
        needed += [RULES_OF_SETS[name] for name in card.needs if name in RULES_OF_SETS]
        sets = [name for name in SETS if name in (card.set_name, *needed, *sets)]
    modules = _some(dealer, MODULES) if dealer.below(4) == 0 else None
    players = 2 + dealer.below(3)
    if card is not None and card.kind == "quest":
        players = [count for count in QUESTS if card.class_name in QUESTS[count]][dealer.below(2)]
    rules = q.Rules(
        players, _pick(dealer, EDITIONS), sets, _some(dealer, VARIANTS),
        60 if card else 500, 150 if card else None, modules,
    )  # fmt: skip
    mix = _pick(dealer, MIXES)
    include = [card.name] if card else []
    catalog = default_catalog()
    if mix == "democratic":
        include = [
            found.name for found in choose_wilds(rules, catalog, dealer, "hint", "", include)
        ]
    featured = _pick(dealer, rules.sets) if mix in ("side", "two_scoops") else ""
    wilds = choose_wilds(rules, catalog, dealer, mix, featured, include)
    return Plan(
        number, rules, mix, tuple(found.name for found in wilds), dealer.below(1 << 24),
        dealer.below(3), card.name if card else "",
    )  # fmt: skip


# --- what an ability is made of, and whether it was ever used ----------------------------------


class Parts:
    """Every part of every ability under a number: triggers, modifiers, what the die itself says."""

    def __init__(self, catalog: Catalog) -> None:
        self.names: list[str] = []
        self.of_program: dict[int, int] = {}
        self.of_modifier: dict[tuple[int, int], int] = {}  # card index, identity
        self.modifiers: dict[int, Modifier] = {}  # by part
        self.of_face: dict[tuple[int, int], list[int]] = {}  # card index, face
        for card in catalog.cards:
            draws = [face for face in card.design.faces if face.draw]
            draws = sorted({face.draw: face for face in draws}.values(), key=lambda face: face.draw)
            for number, ability in enumerate(card.abilities):
                line = f"{card.name}, ability {number}"
                for trigger in ability.triggers:
                    name = f"{line}: {EVENT_NAMES[trigger.event]}"
                    self.of_program[int(trigger.program.index)] = self._add(name)
                for modifier in ability.modifiers:
                    name = f"{line}: {MODIFIER_NAMES[modifier.kind]}"
                    part = self._add(name)
                    self.of_modifier[card.index, id(modifier)] = part
                    self.modifiers[part] = modifier
                if not ability.triggers and not ability.modifiers:
                    shown = ability.face or (draws[number].notation if number < len(draws) else "")
                    part = self._add(f"{line}: on the die, {shown or 'no face'}")
                    for face in self._faces(card, shown):
                        self.of_face.setdefault((card.index, face), []).append(part)

    def _add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _faces(self, card: Card, shown: str) -> list[int]:
        def same(face: Face) -> bool:
            return shown != "" and face.notation.rstrip("*") == shown.rstrip("*")

        return [index for index, face in enumerate(card.design.faces) if same(face)]


@cache
def parts() -> Parts:
    """The parts of all cards, numbered once a process."""
    return Parts(default_catalog())


@dataclass(frozen=True)
class Suspect:
    """A standing modifier that has not made its difference yet."""

    part: int
    modifier: Modifier
    slot: int
    looks: frozenset[int]  # faces that have it
    rows: tuple[int, ...]  # its places in the table's list of modifiers


_TRIED: Counter[int] = Counter()  # by part: differences seen by this process


class Watch:
    """Notes which abilities of one game do their work.

    Programs are told by the log. Modifiers are tried: the decision is answered once more on a copy
    of the game without the modifier, and if that leads anywhere else it was read and mattered.
    """

    def __init__(self, game: Game, used: Counter[int]) -> None:
        self.game = game
        self.s: State = game._state
        self.used = used
        self.parts = parts()
        self.turn = 0
        self.suspects = self._suspects()
        self.saved: Game | None = None
        self.looks: set[int] = set()

    def _suspects(self) -> list[Suspect]:
        table = self.s.table
        found = []
        for slot, card in enumerate(table.cards):
            for ability in card.abilities:
                for modifier in ability.modifiers:
                    part = self.parts.of_modifier[card.index, id(modifier)]
                    if _TRIED[part] >= ENOUGH:
                        continue
                    looks = [
                        look
                        for look in range(card.index * FACES, (card.index + 1) * FACES)
                        if any(
                            other is modifier
                            for other in table.modifiers[look * w.MODIFIERS + modifier.kind]
                        )
                    ]
                    rows = tuple(look * w.MODIFIERS + int(modifier.kind) for look in looks)
                    found.append(Suspect(part, modifier, slot, frozenset(looks), rows))
        return found

    def _in_sight(self) -> set[int]:
        """The looks of all dice whose face can matter now."""
        s = self.s
        base, face, copy, zones = s.table.base, s.face, s.copy, s.zones
        return {
            copy[die] if copy[die] >= 0 else base[die] + face[die]
            for first in range(0, len(zones), w.PLACES)
            for place in IN_SIGHT
            for die in zones[first + place - 1]
        }

    # --- before an answer is given ---

    def before(self, code: int) -> None:
        """Keep the game as it is, if there is something to try."""
        if self.suspects:
            self.looks = self._in_sight()
            self.saved = self.game.clone()
            self.saved._state.logging = False
        if verb_of(code) == w.USE_DRAW:
            self.shown(die_of(code), self.s.face[die_of(code)])

    # --- after an answer was given ---

    def after(self, code: int = -1) -> None:
        """Hear what happened; check the state at the start of every turn and at the end."""
        for event in self.game.take_events():
            self.hear(event)
        if self.s.turn != self.turn or self.s.over:
            self.turn = int(self.s.turn)
            check_state(self.s)
            if self.turn % 4 == 0:  # what is left behind stays for some turns
                check_turn(self.s)
        if self.saved is not None:
            self.try_suspects(self.saved, code)
            self.saved = None

    def try_suspects(self, saved: Game, code: int) -> None:
        """Answer again without each modifier that lies there."""
        looks = self.looks | self._in_sight()
        captured = self.s.table.slot[die_of(code)] if verb_of(code) == w.DO_CAPTURE else -1
        wire: tuple[object, object] | None = None
        for suspect in self.suspects:
            if looks.isdisjoint(suspect.looks) and suspect.slot != captured:
                continue
            if wire is None:
                wire = (self.s.to_wire(), self.s.options)
            if self._without(suspect, saved.clone(), code) != wire:
                self.used[suspect.part] += 1
                _TRIED[suspect.part] += 1
        self.suspects = [one for one in self.suspects if _TRIED[one.part] < ENOUGH]

    def _without(self, suspect: Suspect, game: Game, code: int) -> tuple[object, object]:
        """Where the same answer leads when the modifier is missing; the table is mended after.

        One that sets a number to 0, as the faces with a question mark have it anyway, is not
        taken away but sets another number.
        """
        table = self.s.table
        gone = suspect.modifier
        amount = gone.amount
        other: list[Modifier] = []
        if gone.how == w.SET and not amount.constant and not amount.times:
            other = [Modifier(gone.kind, gone.how, constant(7), gone.condition, gone.scope)]
        kept = [table.modifiers[row] for row in suspect.rows]
        more = table.more_captures[suspect.slot]
        for row, there in zip(suspect.rows, kept, strict=True):
            table.modifiers[row] = [one for one in there if one is not gone] + other
        if gone.kind == w.MORE_CAPTURES:
            table.more_captures[suspect.slot] = 0
        try:
            game.apply(code)
            return game._state.to_wire(), game._state.options
        finally:
            for row, there in zip(suspect.rows, kept, strict=True):
                table.modifiers[row] = there
            table.more_captures[suspect.slot] = more

    def shown(self, die: int, face: int) -> None:
        """A face of a die was used for what is printed on it."""
        table = self.s.table
        for part in self.parts.of_face.get((table.base[die] // FACES, face), ()):
            self.used[part] += 1

    def hear(self, event: Event) -> None:
        """One event of the log."""
        kind, rule, _seat, die, a, _b = event
        table = self.s.table
        if kind == w.LOG_TRIGGER:
            self.used[self.parts.of_program[a]] += 1
        elif kind == w.LOG_CAST:
            look = table.base[die] + a
            events = (w.IMMEDIATE,) if rule == 502 else (w.CAST, w.ATTACH, w.REACT)
            started = [t for e in events for t in table.triggers[look * w.EVENTS + e]]
            assert started, f"{table.cards[table.slot[die]].name} has nothing to cast"
            self.started(started)
        elif kind == w.LOG_ANCHOR:
            anchor = table.anchor[table.slot[die]]
            assert anchor is not None
            self.started([anchor])
        elif kind == w.LOG_QUEST_DIE:
            self.shown(die, a)
            self.started(table.triggers[(table.base[die] + a) * w.EVENTS + w.BONUS])

    def started(self, triggers: Sequence[Trigger]) -> None:
        """One of these; which of several windows it was is not told."""
        for trigger in triggers:
            self.used[self.parts.of_program[int(trigger.program.index)]] += 1


# --- what must hold when a turn has just begun --------------------------------------------------

LEFT_OVER = (
    w.LATE | w.ATTACKING | w.DAMAGED | w.DYING | w.SWITCHED | w.FORFEIT | w.FIRST | w.NEW
)  # flags of a turn that is over


def check_turn(s: State) -> None:
    """Nothing is left of the turn before, and no die is where its kind cannot be."""
    table = s.table
    drawing = any(s.stack[at] == w.DRAW for at in range(0, len(s.stack), w.FRAME))
    for die, place in enumerate(s.place):
        card = table.cards[table.slot[die]]
        flags = s.flags[die]
        what = f"{card.name} in {w.PLACE_NAMES[place]}"
        if not s.over and place in (w.READY, w.QUEST, w.ATTACHED):  # elsewhere a roll clears them
            assert not flags & LEFT_OVER, f"{what} has flags {flags & LEFT_OVER} of another turn"
        assert not flags & w.DRAWN or (drawing and place == w.ACTIVE), f"{what} counts as drawn"
        if card.class_name == LARGE_CLASS:
            assert place in (w.ASIDE, w.ACTIVE, w.SPENT), f"{what} (rule 13.2)"
        if card.kind == "quest":
            assert place in (w.WILDS, w.READY, w.ATTACHED, w.ASIDE), f"{what} (rule 12.6)"
        if place == w.QUEST:
            assert card.class_name != ASSISTANT_CLASS, "an Assistant on a quest (rule 12.2)"
        if place in (w.READY, w.QUEST) and s.copy[die] < 0:
            look = table.base[die] + s.face[die]
            shown = table.creature[look] or (
                place == w.READY
                and (table.spell[look] or table.lock[look] or table.quartifact[look])
            )
            assert shown, f"{what} shows {card.design.faces[s.face[die]].notation}"
        assert s.copy[die] < 0 or place in (w.READY, w.QUEST, w.ASIDE), f"{what} is still a copy"
    for at in range(0, len(s.rows), w.ROW_WIDTH):
        kind, subject, _, until = s.rows[at : at + w.ROW_WIDTH]
        if w.ON_DIE & (1 << kind):
            assert s.over or until >= 0, "an effect of a turn that is over"
            assert s.place[subject] in (w.READY, w.QUEST), "an effect on a die that has left"


# --- playing -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What some games came to."""

    games: int = 0
    decisions: int = 0
    used: Counter[int] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    captured: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Both together."""
        self.games += other.games
        self.decisions += other.decisions
        self.used.update(other.used)
        self.tables.update(other.tables)
        self.captured.update(other.captured)
        self.rules.update(other.rules)
        self.failures += other.failures


def play(chosen: Plan, tally: Tally, thorough: bool = False) -> None:
    """One game, watched from the first decision to the last; a failure becomes a report."""
    game: Game | None = None
    try:
        game = q.new_game(chosen.rules, chosen.seed, wilds=chosen.wilds, log=True)
        _play(game, chosen, tally, thorough)
    except Exception:
        tally.failures.append(report(chosen, game))
    tally.games += 1
    tally.tables.update(chosen.wilds)


def give_out(s: State, slot: int) -> None:
    """Put dice of a card into everybody's bag, so that a dear one is used in a game about it."""
    dice = range(s.table.first_die[slot], s.table.last_die[slot])
    there = [die for die in dice if s.place[die] == w.WILDS]
    owner, wild = s.owner[:], s.wild[:]
    for number, die in enumerate(there[1 : 1 + 2 * s.table.players]):
        seat = number % s.table.players
        s.place[die] = w.BAG
        s.zones[seat * w.PLACES + w.BAG - 1].append(die)
        owner[die] = seat
        wild[slot] -= 1
    s.owner, s.wild = owner, wild


def choose(s: State, chosen: Plan, dealer: Dealer, favourite: int) -> int:
    """An answer by chance, with the leanings of the plan."""
    options = s.options
    if favourite >= 0 and dealer.below(4):
        for code in options:
            die = die_of(code)
            if die >= 0 and s.table.slot[die] == favourite and verb_of(code) in FAVOURED:
                return code
    code = options[dealer.below(len(options))]
    for _ in range(chosen.eager):
        if verb_of(code) in NOTHING_DONE:
            code = options[dealer.below(len(options))]
    return code


def _play(game: Game, chosen: Plan, tally: Tally, thorough: bool) -> None:
    s = game._state
    dealer = Dealer(chosen.seed, "answers")
    names = [card.name for card in s.table.cards]
    favourite = names.index(chosen.favourite) if chosen.favourite else -1
    if favourite >= 0 and s.table.cards[favourite].kind in ("creature", "spell"):
        give_out(s, favourite)
    watch = Watch(game, tally.used)
    watch.after()
    while not s.over:
        if len(s.options) < 2:
            raise AssertionError(f"a decision with {len(s.options)} options")
        if thorough:
            check_state(s)
            check_decision(game)
        code = choose(s, chosen, dealer, favourite)
        if verb_of(code) == w.DO_CAPTURE:
            tally.captured[s.table.cards[s.table.slot[die_of(code)]].name] += 1
        watch.before(code)
        game.apply(code)
        watch.after(code)
        tally.decisions += 1
    result = game.result
    assert result is not None
    assert result.winners
    assert game.round <= chosen.rules.round_limit
    tally.rules[result.rule] += 1


def report(chosen: Plan, game: Game | None) -> str:
    """All that is needed to see the failure again."""
    record = {
        "game": chosen.number,
        "rules": chosen.rules.to_dict(),
        "mix": chosen.mix,
        "wilds": list(chosen.wilds),
        "seed": chosen.seed,
        "answers": [] if game is None else list(game.answers),
    }
    where = "before its first decision"
    if game is not None:
        where = f"after {len(game.answers)} answers, in turn {game.turn}"
    return f"game {chosen.number} failed {where}\n{traceback.format_exc()}{json.dumps(record)}"


def play_some(job: tuple[int, int, int]) -> Tally:
    """What a worker does: the games of those numbers."""
    run, first, last = job
    tally = Tally()
    for number in range(first, last):
        play(plan(run, number), tally, number % THOROUGH == 1)
    return tally


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that prints


# --- the run -----------------------------------------------------------------------------------


def shown(results: Iterator[Tally], games: int) -> Iterator[Tally]:
    """The same results, with a bar on a terminal and a line now and then elsewhere."""
    if sys.stdout.isatty():
        from rich import progress as bars

        columns = (
            bars.TextColumn("games"),
            bars.BarColumn(),
            bars.MofNCompleteColumn(),
            bars.TimeRemainingColumn(),
        )
        with bars.Progress(*columns) as progress:
            task = progress.add_task("soak", total=games)
            for tally in results:
                progress.advance(task, tally.games)
                yield tally
        return
    done = 0
    told = 0
    for tally in results:
        done += tally.games
        if done * 10 // games > told:
            told = done * 10 // games
            print(f"{done} of {games} games", flush=True)
        yield tally


def soak(games: int, run: int, workers: int) -> tuple[Tally, bool]:
    """Play on all workers; the tally, and whether it was broken off."""
    jobs = [(run, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    whole = Tally()
    with multiprocessing.get_context("spawn").Pool(workers, _ignore_interrupt) as pool:
        try:
            for tally in shown(pool.imap_unordered(play_some, jobs), games):
                whole.add(tally)
        except KeyboardInterrupt:
            pool.terminate()
            return whole, True
    return whole, False


def summary(tally: Tally, seconds: float) -> bool:
    """Print what was done; whether nothing failed and nothing was left out."""
    rate = tally.decisions / seconds if seconds else 0.0
    print(
        f"{tally.games} games, {tally.decisions} decisions, {seconds:.0f} s ({rate:,.0f} a second)"
    )
    print("ended by rule: " + ", ".join(f"{r} {n}" for r, n in sorted(tally.rules.items())))
    wild = [card.name for card in dealt_cards()]
    unseen = [name for name in wild if not tally.tables[name]]
    quarry = [card.name for card in dealt_cards() if card.kind in ("creature", "spell")]
    uncaptured = [name for name in quarry if not tally.captured[name]]
    if tally.tables:
        rare, often = tally.tables.most_common()[-1], tally.tables.most_common(1)[0]
        print(
            f"{len(tally.tables)} of {len(wild)} wild cards on a table, from {rare[1]} times "
            f"({rare[0]}) to {often[1]} ({often[0]})"
        )
    names = parts().names
    never = [name for part, name in enumerate(names) if not tally.used[part]]
    print(f"{len(names) - len(never)} of {len(names)} parts of abilities exercised; the rarest:")
    for part in sorted(range(len(names)), key=lambda part: tally.used[part])[:12]:
        print(f"  {tally.used[part]:>8}  {names[part]}")
    for what, missing in (
        ("cards never on a table", unseen),
        ("cards never captured", uncaptured),
        ("abilities never exercised", never),
    ):
        print(f"{what}: {', '.join(missing) or 'none'}")
    for failure in tally.failures[:5]:
        print(f"\nFAILED: {failure}")
    if tally.failures:
        print(f"\n{len(tally.failures)} games failed; play one again with --only NUMBER.")
    return not (unseen or uncaptured or never or tally.failures)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many (default {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="fixes all games (default 1)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="play one game, every check on")
    parser.add_argument("--workers", type=int, default=WORKERS, help=f"default {WORKERS}")
    found = parser.parse_args()
    if found.workers < 1:
        parser.error("--workers is a whole number from 1 on, such as --workers 4")
    if found.games < 1:
        parser.error("--games is a whole number from 1 on, such as --games 2000")
    if found.only is not None and found.only < 0:
        parser.error("--only is the number of a game, from 0 on, as a failed run prints it")
    return found


def main() -> int:
    """Run; 0 if all is well, 1 if something failed or was never exercised, 130 on Ctrl-C."""
    found = arguments()
    started = time.perf_counter()
    if found.only is not None:
        tally = Tally()
        play(plan(found.seed, found.only), tally, thorough=True)
        print("\n".join(tally.failures) or f"game {found.only}: {tally.decisions} decisions, well")
        return 1 if tally.failures else 0
    tally, broken_off = soak(found.games, found.seed, found.workers)
    well = summary(tally, time.perf_counter() - started)
    if broken_off:
        print(f"Stopped after {tally.games} of {found.games} games.")
        return 130
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
