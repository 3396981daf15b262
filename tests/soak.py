"""Thousands of random games: no crash, no broken invariant, no ability that never did anything.

`python tests/soak.py` plays 20,000 games over all editions, player counts, variants and tables on
two processes. Every game is fixed by the seed of the run and its number, so a failure is played
again, with every decision checked, by `python tests/soak.py --seed S --only NUMBER`.

An ability counts as exercised when it did its work: a program was started (the log tells), a
standing modifier was read by the question it answers (see `Watch`). What was never exercised is
reported and makes the run fail, exactly like a crash.
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
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine import numbers
from quarriors.engine import words as w
from quarriors.engine.catalog import Catalog
from quarriors.engine.luck import Dealer
from quarriors.engine.option import die_of, number_in, verb_of
from quarriors.engine.program import Modifier
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.engine.state import Event, State
from quarriors.game import Game
from quarriors.testing import check_decision, check_state

GAMES = 20_000
WORKERS = 2
CHUNK = 25  # games a worker plays between two reports
LONG = 4  # one game in so many is long and about one card, so that dear cards are used as well
MODIFIER_NAMES = (
    "attack", "others' attack", "attackers' attack", "defense", "others' defense", "glory",
    "opponents' summons", "summons a turn", "no target", "attached spells off", "doom",
    "where it goes when destroyed",
)  # fmt: skip
EVENT_NAMES = (
    "summoned", "entered", "scoring", "scored", "destroyed", "dying", "kill", "kill while aside",
    "before defense", "cast", "attach", "immediate", "react",
)  # fmt: skip
NOTHING_DONE = (w.PASS, w.NO, w.DO_SPEND, w.DO_RETIRE, w.DO_KEEP)


# --- which games -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """One game of the run."""

    number: int
    rules: q.Rules
    wilds: tuple[str, ...]
    seed: int
    eager: int  # how often a choice to do nothing is thought over
    favourite: str  # the card that everybody captures and summons whenever they can, or none


@cache
def classes() -> dict[str, dict[str, list[str]]]:
    """Card names by kind and class."""
    found: dict[str, dict[str, list[str]]] = {"creature": {}, "spell": {}}
    for card in default_catalog().cards:
        if card.kind in found and card.set_name == "base":
            found[card.kind].setdefault(card.class_name, []).append(card.name)
    return found


def plan(run: int, number: int) -> Plan:
    """The game of that number: rules in turn, table and answers by chance."""
    dealer = Dealer(run, f"soak/{number}")
    books = list(product(EDITIONS, (2, 3, 4), ((), VARIANTS[:1], VARIANTS[1:], VARIANTS)))
    edition, players, variants = books[number % len(books)]
    wilds: list[str] = []
    for kind, quota in (("creature", 7), ("spell", 3)):
        names = sorted(classes()[kind])
        order = list(range(len(names)))
        dealer.shuffle(order)
        for index in order[:quota]:
            cards = classes()[kind][names[index]]
            wilds.append(cards[dealer.below(len(cards))])
    far = dealer.below(LONG) == 0
    rules = q.Rules(players, edition, ("base",), variants, 60 if far else 500, 150 if far else None)
    favourite = wilds[dealer.below(len(wilds))] if far else ""
    return Plan(number, rules, tuple(wilds), dealer.below(1 << 24), dealer.below(3), favourite)


# --- what an ability is made of, and whether it was ever used ----------------------------------


class Parts:
    """Every part of every ability under a number: triggers, modifiers, what the die itself says."""

    def __init__(self, catalog: Catalog) -> None:
        self.names: list[str] = []
        self.of_program: dict[int, int] = {}
        self.of_modifier: dict[int, int] = {}
        self.of_draw: dict[tuple[str, int], int] = {}
        for card in catalog.cards:
            draws = sorted({face.draw for face in card.design.faces if face.draw})
            for number, ability in enumerate(card.abilities):
                line = f"{card.name}, ability {number}"
                for trigger in ability.triggers:
                    name = f"{line}: {EVENT_NAMES[trigger.event]}"
                    self.of_program[int(trigger.program.index)] = self._add(name)
                for modifier in ability.modifiers:
                    name = f"{line}: {MODIFIER_NAMES[modifier.kind]}"
                    self.of_modifier[id(modifier)] = self._add(name)
                if not ability.triggers and not ability.modifiers:  # one line a draw face
                    name = f"{line}: draw {draws[number]}"
                    self.of_draw[card.name, draws[number]] = self._add(name)

    def _add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1


@cache
def parts() -> Parts:
    """The parts of all cards, numbered once a process."""
    return Parts(default_catalog())


class Watch:
    """Notes which abilities of one game do their work.

    Triggers by the log, the rest by the question that reads them: attack when a total is counted,
    defense when a defender is named, Glory when a creature scores, costs when a summon is paid.
    """

    def __init__(self, game: Game, used: Counter[int]) -> None:
        self.game = game
        self.s: State = game._state
        self.used = used
        self.parts = parts()
        self.kinds = [kind for kind in range(w.MODIFIERS) if self.s.table.has_modifier[kind]]
        self.attack: dict[int, set[int]] = {}  # by defender, should the attack come now
        self.defense: dict[int, set[int]] = {}
        self.carried: list[tuple[int, int]] = []  # carrier, look of the attached spell
        self.turn = 0

    def standing(self, look: int, kind: int) -> list[Modifier]:
        """The modifiers of a look."""
        return self.s.table.modifiers[look * w.MODIFIERS + kind]

    def note(self, modifiers: list[Modifier]) -> None:
        """These were read."""
        for modifier in modifiers:
            self.used[self.parts.of_modifier[id(modifier)]] += 1

    def creatures(self, seat: int) -> list[tuple[int, int]]:
        """Die and look of all creatures of a seat."""
        return [(die, int(numbers.look(self.s, die))) for die in numbers.creatures(self.s, seat)]

    # --- before an answer is given ---

    def before(self, code: int) -> None:
        """Look at the decision and the answer about to be given."""
        s = self.s
        verb = verb_of(code)
        self.carried = []
        if s.attached:
            self.carried = [
                (carrier, int(numbers.look(s, spell)))
                for spell, carrier in enumerate(s.carrier)
                if carrier >= 0
            ]
        if not self.kinds and verb != w.USE_DRAW:
            return
        kind = self.game.decision.kind
        if kind in ("ready", "attack"):
            if verb == w.PASS:
                self.expect_attack()
            elif verb == w.DO_SUMMON and s.table.has_modifier[w.SUMMON_OPPONENTS]:
                self.paid(die_of(code), number_in(code))
            if s.table.has_modifier[w.SUMMON_LIMIT] and kind == "ready":
                self.limited()
        elif kind == "effect" and s.table.has_modifier[w.UNTARGETABLE]:
            self.out_of_reach()
        elif verb == w.USE_DRAW:
            name = s.table.cards[s.table.slot[die_of(code)]].name
            part = self.parts.of_draw.get((name, number_in(code)))
            if part is not None:
                self.used[part] += 1

    def expect_attack(self) -> None:
        """What an attack that comes now would read, attacker and defenders as they stand."""
        s = self.s
        has = s.table.has_modifier
        mine = self.creatures(s.active)
        self.attack = {}
        self.defense = {}
        for seat in range(s.table.players):
            theirs = [] if seat == s.active else self.creatures(seat)
            if not theirs or not mine:
                continue
            read: list[Modifier] = []
            guarded: list[Modifier] = []
            for die, look in mine:
                if has[w.ATTACK_SELF]:
                    read.extend(
                        modifier
                        for modifier in self.standing(look, w.ATTACK_SELF)
                        if numbers.holds(s, modifier.condition, s.active, seat, die)
                    )
                    for carrier, spell in self.carried:
                        if carrier == die:
                            read.extend(self.standing(spell, w.ATTACK_SELF))
                if len(mine) > 1:
                    read.extend(self.standing(look, w.ATTACK_OTHERS))
            for die, look in theirs:
                lowest = min(s.table.level[attacker] for _, attacker in mine)
                read.extend(
                    modifier
                    for modifier in self.standing(look, w.ATTACK_GUARD)
                    if lowest <= modifier.max_level
                )
                guarded.extend(self.standing(look, w.DEFENSE_SELF))
                if len(theirs) > 1:
                    guarded.extend(self.standing(look, w.DEFENSE_OTHERS))
                for carrier, spell in self.carried:
                    if carrier == die:
                        guarded.extend(self.standing(spell, w.DEFENSE_SELF))
                        for _, attacker in mine:
                            guarded.extend(self.standing(attacker, w.MUTE_ATTACHED))
            of = self.parts.of_modifier
            self.attack[seat] = {of[id(modifier)] for modifier in read}
            self.defense[seat] = {of[id(modifier)] for modifier in guarded}

    def paid(self, die: int, price: int) -> None:
        """A summon that costs more than its level: some opponent's creature is to blame."""
        s = self.s
        if price > s.table.level[s.table.base[die] + s.face[die]]:
            for seat in range(s.table.players):
                if seat != s.active:
                    for _, look in self.creatures(seat):
                        self.note(self.standing(look, w.SUMMON_OPPONENTS))

    def limited(self) -> None:
        """A creature that could be summoned but for the limit of its class."""
        s = self.s
        for die in s.zones[s.active * w.PLACES + w.ACTIVE - 1]:
            slot = s.table.slot[die]
            if s.summoned[slot] and not s.flags[die] & w.LATE:
                look = s.table.base[die] + s.face[die]
                for modifier in self.standing(look, w.SUMMON_LIMIT):
                    if s.summoned[slot] >= modifier.amount.constant:
                        self.note([modifier])

    def out_of_reach(self) -> None:
        """A spell chooses among creatures while one lies there that it must not choose."""
        s = self.s
        base = len(s.stack) - w.FRAME
        source, controller = s.stack[base + w.F_SOURCE], s.stack[base + w.F_CONTROLLER]
        offered = [die_of(code) for code in s.options if verb_of(code) >= w.PICK_DESTROY]
        if s.table.is_spell_die[s.table.slot[source]] and any(
            numbers.is_creature(s, die) for die in offered
        ):
            for seat in range(s.table.players):
                if seat != controller:
                    for die, look in self.creatures(seat):
                        assert die not in offered or not self.standing(look, w.UNTARGETABLE)
                        self.note(self.standing(look, w.UNTARGETABLE))

    # --- after an answer was given ---

    def after(self) -> None:
        """Hear what happened; check the state at the start of every turn and at the end."""
        for event in self.game.take_events():
            self.hear(event)
        if self.s.turn != self.turn or self.s.over:
            self.turn = int(self.s.turn)
            check_state(self.s)

    def hear(self, event: Event) -> None:
        """One event of the log."""
        kind, rule, seat, die, a, b = event
        table = self.s.table
        if kind == w.LOG_TRIGGER:
            self.used[self.parts.of_program[a]] += 1
        elif kind == w.LOG_CAST:
            look = table.base[die] + a
            events = (w.IMMEDIATE,) if rule == 502 else (w.CAST, w.ATTACH, w.REACT)
            started = [t for e in events for t in table.triggers[look * w.EVENTS + e]]
            assert len(started) == 1, f"{table.cards[table.slot[die]].name} has {started} to cast"
            self.used[self.parts.of_program[int(started[0].program.index)]] += 1
        elif kind == w.LOG_SCORE:
            if self.s.table.has_modifier[w.GLORY_SELF]:
                self.note(self.standing(table.base[die] + b, w.GLORY_SELF))
                for carrier, spell in self.carried:
                    if carrier == die:
                        self.note(self.standing(spell, w.GLORY_SELF))
        elif kind == w.LOG_TOTAL:
            for part in self.attack.get(a, ()):
                self.used[part] += 1
        elif kind == w.LOG_DEFEND or kind == w.LOG_HOLDS:
            for part in self.defense.pop(seat, ()):
                self.used[part] += 1
        elif kind == w.LOG_MOVE and rule == 603 and a != w.USED:
            # no creature face of a die goes elsewhere than its other creature faces
            face = next(f for f in range(6) if table.creature[table.base[die] + f])
            for modifier in self.standing(table.base[die] + face, w.DEATH_PLACE):
                if modifier.amount.constant == a:
                    self.note([modifier])
        elif kind == w.LOG_DESTROY and rule == 607 and table.has_modifier[w.DOOM]:
            face = next(f for f in range(6) if table.creature[table.base[die] + f])
            for modifier in self.standing(table.base[die] + face, w.DOOM):
                if numbers.holds(self.s, modifier.condition, seat, -1, die):
                    self.note([modifier])


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


def choose(s: State, chosen: Plan, dealer: Dealer, favourite: int) -> int:
    """An answer by chance, with the leanings of the plan."""
    options = s.options
    if favourite >= 0:
        for code in options:
            if verb_of(code) in (w.DO_CAPTURE, w.DO_SUMMON) and (
                s.table.slot[die_of(code)] == favourite
            ):
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
        watch.after()
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
        play(plan(run, number), tally)
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


def soak(games: int, run: int) -> tuple[Tally, bool]:
    """Play on all workers; the tally, and whether it was broken off."""
    jobs = [(run, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    whole = Tally()
    with multiprocessing.get_context("spawn").Pool(WORKERS, _ignore_interrupt) as pool:
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
    wild = [card.name for card in default_catalog().cards if card.kind != "basic"]
    unseen = [name for name in wild if not tally.tables[name]]
    uncaptured = [name for name in wild if not tally.captured[name]]
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
    found = parser.parse_args()
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
    tally, broken_off = soak(found.games, found.seed)
    well = summary(tally, time.perf_counter() - started)
    if broken_off:
        print(f"Stopped after {tally.games} of {found.games} games.")
        return 130
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
