"""Fingerprints of 2,267 games: the proof that a change of the engine's form changed no game.

Each game is one line: what is played, how many decisions it took, and a hash over everything that
can be seen from outside, decision by decision (who decides what, every option, the answer, every
event) and at the end (the result and what each seat sees). Nothing of the engine's inner form goes
into it, so an engine that plays alike has the same lines, interpreted or compiled.

    python -m tests.golden.fingerprints check          all games, against the committed file
    python -m tests.golden.fingerprints check 12       one game in twelve
    python -m tests.golden.fingerprints write          after a deliberate change of behaviour

The games go over all editions, sets, rules that sets bring, variants, mixes and player counts, with
random answers and with those that greedy and planner once gave. The latter are kept in
`answers.txt`, a character for each answer, so that a better bot changes no line here; `write` lets
the bots of today play them anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import quarriors as q
from quarriors.bots import make_bot
from quarriors.bots.base import ask
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS

FILE = Path(__file__).parent / "fingerprints.txt"
ANSWERS = Path(__file__).parent / "answers.txt"
FIRST = ord("0")  # the character of the first option
PLAYERS = (2, 3, 4)
CHOICES: tuple[tuple[str, ...], ...] = ((), VARIANTS[:1], VARIANTS[1:], VARIANTS)
# Sets, how they are mixed, and which of their rules are on (None: all of them).
TABLES: tuple[tuple[tuple[str, ...], str, tuple[str, ...] | None], ...] = (
    (("base",), "hint", None),
    (("base", "rise_of_the_demons"), "two_scoops", None),
    (("base", "quarmageddon"), "side", None),
    (("base", "quest_of_the_qladiator"), "two_scoops", None),
    (("base", "quartifacts"), "small_side", None),
    (("base", "quartifacts"), "two_scoops", ()),
    (("light_vs_dark",), "hint", None),
    (("base", "light_vs_dark"), "two_scoops", None),
    (("base", "promos"), "side", None),
    (("all",), "hint", None),
    (("all",), "hint", ("quests",)),
)
SEEDS = 4  # games of each kind with random answers


@dataclass(frozen=True)
class Played:
    """One game: its rules, its seed and who answers."""

    edition: str
    players: int
    table: int
    variants: tuple[str, ...]
    answers: str  # "random", or the name of a bot
    seed: int

    @property
    def name(self) -> str:
        """How its line begins."""
        sets, mix, modules = TABLES[self.table]
        house = "" if modules is None else f" modules {'+'.join(modules) or 'none'}"
        variants = "+".join(self.variants) or "-"
        return (
            f"{self.edition} {self.players} {variants} {'+'.join(sets)} {mix}{house} "
            f"{self.answers} {self.seed}"
        )

    def play(self) -> str:
        """Its line."""
        sets, mix, modules = TABLES[self.table]
        rules = q.Rules(self.players, self.edition, sets, self.variants, modules=modules)
        game = q.new_game(rules, self.seed, mix=mix, log=True)
        choose = _chooser(self, game)
        whole = hashlib.sha256()
        count = 0
        while True:
            whole.update(json.dumps([list(event) for event in game.take_events()]).encode())
            if game.over:
                break
            decision = game.decision
            asked = [decision.seat, decision.kind, decision.card, decision.ability]
            codes = [option.code for option in decision.options]
            chosen = choose()
            whole.update(json.dumps([*asked, decision.texts, codes, chosen.code]).encode())
            game.apply(chosen)
            count += 1
        whole.update(repr(game.result).encode())
        seen = [game.observe(seat) for seat in range(self.players)]
        whole.update(json.dumps(seen, sort_keys=True).encode())
        return f"{self.name}: {count} {whole.hexdigest()[:20]}"


def _chooser(played: Played, game: q.Game) -> Callable[[], q.Option]:
    if played.answers == "random":
        dealer = Dealer(played.seed, "answers")

        def at_random() -> q.Option:
            options = game.decision.options
            return options[dealer.below(len(options))]

        return at_random
    given = iter(recorded()[played.name])
    return lambda: game.decision.options[ord(next(given)) - FIRST]


@cache
def recorded() -> dict[str, str]:
    """The answers of bots by what was played."""
    return _lines_of(ANSWERS)


def record(played: Played) -> str:
    """A line of answers: the game as the bots play it now."""
    sets, mix, modules = TABLES[played.table]
    rules = q.Rules(played.players, played.edition, sets, played.variants, modules=modules)
    game = q.new_game(rules, played.seed, mix=mix)
    bots = [make_bot(played.answers, seat, seat) for seat in range(played.players)]
    given = ""
    while not game.over:
        chosen = ask(bots[game.decision.seat], game)
        given += chr(FIRST + game.decision.options.index(chosen))
        game.apply(chosen)
    return f"{played.name}: {given}"


def games() -> list[Played]:
    """All games, in the order of the file."""
    found = [
        Played(edition, players, table, variants, "random", 0)
        for edition, players, table, variants in product(
            EDITIONS, PLAYERS, range(len(TABLES)), CHOICES
        )
        for _ in range(SEEDS)
    ]
    for bot, variants in (("greedy", ()), ("planner", VARIANTS[:1])):
        found += [
            Played(edition, players, table, variants, bot, 0)
            for edition, players, table in product(EDITIONS, PLAYERS, range(len(TABLES)))
            if bot == "greedy" or (table + players + EDITIONS.index(edition)) % 6 == 0
        ]
    return [
        Played(one.edition, one.players, one.table, one.variants, one.answers, 10_000 + number)
        for number, one in enumerate(found)
    ]


def committed() -> dict[str, str]:
    """The lines of the file by what was played."""
    return _lines_of(FILE)


def _lines_of(path: Path) -> dict[str, str]:
    lines = path.read_text("utf-8").splitlines()
    return dict(line.rsplit(": ", 1) for line in lines)


def differing(chosen: list[Played], workers: int = 1) -> list[str]:
    """What is not played as the file says, one sentence a game."""
    kept = committed()
    wrong = []
    for line in _play_all(chosen, workers):
        name, played = line.rsplit(": ", 1)
        if kept.get(name) != played:
            wrong.append(f"{name}: committed {kept.get(name)}, played now {played}")
    return wrong


def _play_all(chosen: list[Played], workers: int) -> list[str]:
    if workers == 1:
        return [one.play() for one in chosen]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(Played.play, chosen, chunksize=8))


def main(arguments: list[str]) -> int:
    """Write the file, or compare games with it."""
    workers = os.cpu_count() or 1
    match arguments:
        case ["write"]:
            answers = [record(one) for one in games() if one.answers != "random"]
            ANSWERS.write_text("\n".join(answers) + "\n", "utf-8")
            FILE.write_text("\n".join(_play_all(games(), workers)) + "\n", "utf-8")
            return 0
        case ["check", *rest] if len(rest) < 2:
            chosen = games()[:: int(rest[0]) if rest else 1]
            wrong = differing(chosen, workers)
            print("\n".join(wrong[:20]))
            print(f"{len(chosen) - len(wrong)} of {len(chosen)} games are played as written down.")
            return 1 if wrong else 0
        case _:
            print("usage: python -m tests.golden.fingerprints write | check [one game in N]")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
