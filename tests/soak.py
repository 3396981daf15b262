"""Thousands of random games: no crash, no broken invariant, no ability that never did anything.

`python tests/soak.py` plays 20,000 games over random sets, modules, mixes, variants, editions and
player counts on two processes. Every game is fixed by the seed of the run and its number, so a
failure is played again, with every decision checked, by
`python tests/soak.py --seed S --only NUMBER`.

An ability counts as exercised when it did its work: a program was started (the log tells), a
standing modifier made a difference (without it the same answer to the same decision leads
elsewhere, see `soak_watch.py`). Cards with an ability that did nothing in all those games get more
games about them; what was never exercised then is reported and makes the run fail, like a crash.
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

from soak_watch import Watch, parts

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import MODULES, RULES_OF_SETS, SETS
from quarriors.engine import arrange, queries
from quarriors.engine.catalog import Card
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.ids import place, verb
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.engine.sets import ANNOUNCED
from quarriors.engine.setup import FAVOURING, MIXES, choose_wilds, is_basic
from quarriors.game import Game
from quarriors.testing import check_decision, check_state

GAMES = 20_000
WORKERS = 2
CHUNK = 25  # games a worker plays between two reports
LONG = 4  # one game in four is long and about one card, so that expensive cards are used as well
MORE = 20  # games more, TURNS times over, about each card with an ability that did nothing so far
TURNS = 75
THOROUGH = 41  # one game in 41 is checked at every decision, with copies and all options
NOTHING_DONE = (verb.PASS, verb.NO, verb.SPEND, verb.RETIRE, verb.KEEP)
# What a game about one card does with it whenever it can.
FAVOURED = (
    verb.CAPTURE, verb.SUMMON, verb.READY, verb.CAST, verb.LOCK, verb.ANCHOR, verb.QUEST,
    verb.VENTURE, verb.EQUIP, verb.REACT, verb.SWITCH, verb.USE, verb.TAKE,
)  # fmt: skip
# Cards that do their work only beside others, which games about them have as well. Creatures score
# before they could attack with an opponent's Dark Charm; a locked one that is turned up attacks.
PARTNERS = {"Dark Charm": ("Frost Howler", "Shaping Charm")}


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
    favourites: tuple[str, ...]  # cards that everybody captures and uses whenever they can


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


def _numbers_of_players(card: Card) -> list[int]:
    """With how many players a quest is played (12.1)."""
    dealt = ANNOUNCED.modules["quests"].dealt
    return [players for players, classes in dealt.items() if card.class_name in classes]


def _plan(dealer: Dealer, number: int, card: Card | None) -> Plan:
    about = [] if card is None else [card.name, *PARTNERS.get(card.name, ())]
    catalog = default_catalog()
    sets = ["all"] if dealer.below(5) == 0 else _some(dealer, SETS)
    if dealer.below(8) == 0:
        sets = ["base", _pick(dealer, SETS[1:])]
    if card is not None and sets != ["all"]:
        needed = [name for name in card.needs if name in SETS]
        needed += [RULES_OF_SETS[name] for name in card.needs if name in RULES_OF_SETS]
        needed += [catalog.card(name).set_name for name in about]
        sets = [name for name in SETS if name in (*needed, *sets)]
    modules = _some(dealer, MODULES) if dealer.below(4) == 0 else None
    players = 2 + dealer.below(3)
    if card is not None and card.kind == "quest":
        players = _numbers_of_players(card)[dealer.below(2)]
    rules = q.Rules(
        players, _pick(dealer, EDITIONS), sets, _some(dealer, VARIANTS),
        60 if card else 500, 150 if card else None, modules,
    )  # fmt: skip
    mix = _pick(dealer, MIXES)
    include = about
    if mix == "democratic":
        include = [
            found.name for found in choose_wilds(rules, catalog, dealer, "hint", "", include)
        ]
    featured = _pick(dealer, rules.sets) if mix in FAVOURING else ""
    wilds = choose_wilds(rules, catalog, dealer, mix, featured, include)
    return Plan(
        number, rules, mix, tuple(found.name for found in wilds), dealer.below(1 << 24),
        dealer.below(3), tuple(about),
    )  # fmt: skip


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
    dice = range(s.setup.first_die[slot], s.setup.last_die[slot])
    there = [die for die in dice if queries.place_of(s, die) == place.WILDS]
    for number, die in enumerate(there[1 : 1 + 2 * s.setup.players]):
        arrange.put(s, die, number % s.setup.players, place.BAG)


def choose(s: State, chosen: Plan, dealer: Dealer, favourites: Sequence[int]) -> int:
    """An answer by chance, with the leanings of the plan."""
    options = queries.options(s)
    if favourites and dealer.below(4):
        for code in options:
            die = die_of(code)
            if die >= 0 and s.setup.slot[die] in favourites and verb_of(code) in FAVOURED:
                return code
    code = options[dealer.below(len(options))]
    for _ in range(chosen.eager):
        if verb_of(code) in NOTHING_DONE:
            code = options[dealer.below(len(options))]
    return code


def _play(game: Game, chosen: Plan, tally: Tally, thorough: bool) -> None:
    s = queries.state(game)
    dealer = Dealer(chosen.seed, "answers")
    names = [card.name for card in s.setup.cards]
    favourites = [names.index(name) for name in chosen.favourites]
    for slot in favourites:
        if s.setup.cards[slot].kind in ("creature", "spell"):
            give_out(s, slot)
    watch = Watch(game, tally.used)
    watch.after()
    while not queries.is_over(s):
        if len(queries.options(s)) < 2:
            raise AssertionError(f"a decision with {len(queries.options(s))} options")
        if thorough:
            check_state(s)
            check_decision(game)
        code = choose(s, chosen, dealer, favourites)
        if verb_of(code) == verb.CAPTURE:
            tally.captured[s.setup.cards[s.setup.slot[die_of(code)]].name] += 1
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


Job = tuple[int, Sequence[int]]  # the seed of the run, the numbers of some games


def play_some(job: Job) -> Tally:
    """What a worker does: the games of those numbers."""
    run, numbers = job
    tally = Tally()
    for number in numbers:
        play(plan(run, number), tally, number % THOROUGH == 0)
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


def more_about(never: Sequence[str], run: int, games: int, turn: int) -> list[Job]:
    """Further games about the cards with abilities that never did anything yet."""
    cards = dealt_cards()
    rounds = games // (LONG * len(cards)) + 1 + MORE * turn  # beyond the games played so far
    return [
        (run, [LONG * (at + len(cards) * (rounds + again)) for again in range(MORE)])
        for at, card in enumerate(cards)
        if any(name.startswith(f"{card.name}, ") for name in never)
    ]


def soak(games: int, run: int, workers: int) -> tuple[Tally, bool]:
    """Play on all workers; the tally, and whether it was broken off."""
    jobs = [(run, range(at, min(at + CHUNK, games))) for at in range(0, games, CHUNK)]
    whole = Tally()
    with multiprocessing.get_context("spawn").Pool(workers, _ignore_interrupt) as pool:
        try:
            for tally in shown(pool.imap_unordered(play_some, jobs), games):
                whole.add(tally)
            for turn in range(TURNS if games >= GAMES else 0):
                never = [name for part, name in enumerate(parts().names) if not whole.used[part]]
                for tally in pool.imap_unordered(play_some, more_about(never, run, games, turn)):
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
