"""A pack tried out: games with its cards on the table, and what became of them.

Every game lays out as many cards of the pack as fit together, others each time. What is kept says
which lines of its cards worked, which cards were captured and how those who captured them fared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from quarriors.bots import ask, make_bot
from quarriors.cards.load import catalog_of
from quarriors.cards.pack import Pack
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.catalog import FACES, Card, Catalog
from quarriors.engine.errors import RulesError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import event, log, place, trait
from quarriors.engine.queries import EventNumbers
from quarriors.engine.rng import Dealer, derived
from quarriors.engine.rules import Rules
from quarriors.engine.setup import is_basic
from quarriors.game import Game, new_game
from quarriors.lab.executor import Stop, never, run_jobs
from quarriors.lab.simulate import Outcome, captors_of, outcome_of

PLAYERS = 2
_IN_PLAY = (place.READY, place.ATTACHED, place.QUEST)
_CAST = (event.CAST, event.ATTACH, event.REACT)
Line = tuple[str, int]  # a card and the number of one of its lines


@dataclass(frozen=True)
class Trial:
    """Games with the cards of a pack: first those of random bots, then those of planners."""

    rules: Rules
    cards: tuple[str, ...]  # those to be tried
    seed: int
    random: int
    planner: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.random + self.planner

    def bot(self, index: int) -> str:
        """Who plays a game."""
        return "random" if index < self.random else "planner"

    def open(self, index: int) -> Game:
        """A game at its first decision, with cards of the pack on the table."""
        seed = derived(self.seed, f"trial/game/{index}")
        wanted = self._wanted(Dealer(seed, "trial"))
        return new_game(self.rules, seed, include=wanted, log=True)

    def _wanted(self, dealer: Dealer) -> list[str]:
        """As many of the cards as can lie together, in an order by chance."""
        catalog = catalog_of(self.rules)
        room = {"creature": self.rules.creature_classes, "spell": self.rules.spell_classes}
        left = [catalog.card(name) for name in self.cards]
        classes: set[str] = set()
        found: list[str] = []
        while left:
            card = left.pop(dealer.below(len(left)))
            if room.get(card.kind, 0) and card.class_name not in classes:
                room[card.kind] -= 1
                classes.add(card.class_name)
                found.append(card.name)
        return found


@dataclass(frozen=True)
class Tried:
    """What is kept of one game."""

    outcome: Outcome
    worked: frozenset[Line]


def trial_of(pack: Pack, seed: int, random: int, planner: int) -> Trial:
    """Games with the cards of a pack, by the rules of the sets that they need."""
    rules = _rules(pack)
    catalog = catalog_of(rules)
    cards = [catalog.card(name) for name in (*pack.added, *pack.corrected)]
    names = tuple(card.name for card in cards if _is_tried(card))
    return Trial(rules, names, seed, random, planner)


def _is_tried(card: Card) -> bool:
    return not is_basic(card) and card.kind in ("creature", "spell")


def _rules(pack: Pack) -> Rules:
    """The sets of the pack's cards and what these need; with the base set if they are too few."""
    catalog = catalog_of(Rules(packs=[pack]))
    cards = [catalog.card(name) for name in (*pack.added, *pack.corrected)]
    wanted = {card.set_name for card in cards} | {need for card in cards for need in card.needs}
    sets = [name for name in SETS if name in wanted or (not cards and name in pack.sets)]
    try:
        return Rules(PLAYERS, sets=sets, packs=[pack])
    except RulesError:
        return Rules(PLAYERS, sets=["base", *sets], packs=[pack])


def lines_of(card: Card) -> list[int]:
    """The lines of a card that can be seen to work: those that say more than the die does."""
    return [
        number
        for number, ability in enumerate(card.abilities)
        if ability.triggers or ability.modifiers
    ]


def play_trial(trial: Trial, workers: int = 1, stop: Stop = never) -> Iterator[Tried]:
    """All games of a trial, in their order."""
    return run_jobs(partial(_play, trial), range(trial.games), workers, stop)


def _play(trial: Trial, index: int, halt: Stop = never) -> Tried | None:
    """One game; None if it was dropped."""
    game = trial.open(index)
    luck = derived(trial.seed, f"trial/bots/{index}")
    bots = [make_bot(trial.bot(index), seat, luck) for seat in range(PLAYERS)]
    watch = _Watch(game.setup)
    log_lines: list[EventNumbers] = []
    decisions = 0
    while not game.over:
        if halt():
            return None
        watch.look(game)
        game.apply(ask(bots[game.decision.seat], game))
        decisions += 1
        log_lines += queries.take_events(queries.state(game))
    watch.hear(log_lines)
    captors = captors_of(game, log_lines)
    return Tried(outcome_of(index, game, decisions, captors), frozenset(watch.worked))


class _Watch:
    """Which lines of the cards of one game work.

    What a line starts is in the log; a standing modifier works while its die is in play.
    """

    def __init__(self, table: GameSetup) -> None:
        self.table = table
        self.catalog: Catalog = table.catalog
        self.worked: set[Line] = set()
        self.standing = _standing(table.cards, table)

    def look(self, game: Game) -> None:
        """See which dice are in play."""
        s = queries.state(game)
        for seat in range(PLAYERS):
            for where in _IN_PLAY:
                for die in queries.dice_list(s, seat, where):
                    self.worked.update(self.standing.get(int(queries.look(s, die)), ()))

    def hear(self, events: Sequence[EventNumbers]) -> None:
        """Hear what happened."""
        table = self.table
        for kind, rule, _seat, die, a, _b in events:
            if kind == log.TRIGGER:
                self._started(a)
            elif kind == log.CAST:
                look = table.base[die] + a
                for one in (event.IMMEDIATE,) if rule == 502 else _CAST:
                    for trigger in table.triggers[look * event.COUNT + one]:
                        self._started(int(trigger.program.index))
            elif kind == log.ANCHOR:
                anchor = table.cards[table.slot[die]].summary.anchor
                if anchor is not None:
                    self._started(int(anchor.program.index))

    def _started(self, program: int) -> None:
        found = self.catalog.programs[program]
        self.worked.add((self.catalog.cards[found.card].name, int(found.ability)))


def _standing(cards: Sequence[Card], table: GameSetup) -> dict[int, list[Line]]:
    """By look: the lines whose modifiers it switches on."""
    found: dict[int, list[Line]] = {}
    for card in cards:
        for look in range(card.index * FACES, (card.index + 1) * FACES):
            on = {
                id(modifier)
                for kind in range(trait.COUNT)
                for modifier in table.modifiers[look * trait.COUNT + kind]
            }
            lines = [
                (card.name, number)
                for number, ability in enumerate(card.abilities)
                if any(id(modifier) in on for modifier in ability.modifiers)
            ]
            if lines:
                found[look] = lines
    return found
