"""Learns what the texts of cards are worth, from games that bots play against each other.

The faces, the cost and the Glory of a card say most of what its die is worth, and a card of a pack
is valued by them alone. What its text adds is learned: `greedy` plays against itself, with some
captures left to chance, and a linear regression says by how many Glory the dice of each card bring
their owner ahead at the end. What remains after faces and cost is the card's own, drawn towards 0
where there are few games.

A folder holds the games, one a line, and the result; both are bound to the hash of the cards. The
game of a number depends on the seed and that number alone, so a run that was stopped goes on where
it was, on any number of processes, and ends with the same result.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from quarriors.bots.brain.die_value import LEARNED, DieValues, Weights, card_of, key_of
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.lookahead import option_values
from quarriors.cards.load import catalog_of
from quarriors.engine import queries
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.ids import verb
from quarriors.engine.option import die_of, verb_of
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.game import new_game
from quarriors.lab.append_log import AppendLog, unusable
from quarriors.lab.atomic_files import write_whole
from quarriors.lab.errors import LabError, needed
from quarriors.lab.executor import Executor, Stop, never, run_jobs
from quarriors.lab.folder_lock import claimed_folder

FORMAT: Final = 1
GAMES: Final = "games.jsonl"
TABLES: Final = (("base",), ("all",), ("all",))  # the sets of the games, in turn
STRAY_CAPTURE: Final = 3  # one capture in this number is left to chance,
STRAY: Final = 40  # and of all other answers one in this number
MOST_AHEAD: Final = 15  # Glory: a larger lead says no more
PRIOR: Final = 300.0  # captures at the start of a game: what is learned from as many counts half
LEAST_PRIOR: Final = 0.1  # what keeps the numbers of groups finite where there are no games
SHOWN: Final = 3  # digits after the point

Played = tuple[int, float, list[tuple[int, float]]]  # number, Glory ahead, (card, part of the game)


def play_training_game(seed: int, number: int, halt: Stop = never) -> Played | None:
    """One game: by how much seat 0 won, and the captures of both; None if it was dropped.

    A capture counts for the part of the game that was left, negative for seat 1.
    """
    sets = TABLES[(seed + number) % len(TABLES)]
    s = queries.state(new_game(Rules(2, sets=sets), seed + number))
    setup = s.setup
    work = Workspace(DieValues(setup.catalog, Weights(), {}), 2)
    dealer = Dealer(seed + number, "train")
    captures: list[tuple[int, float]] = []
    while not queries.is_over(s):
        if halt():
            return None
        codes = queries.options(s)
        offered = [code for code in codes if verb_of(code) == verb.CAPTURE]
        if offered and dealer.below(STRAY_CAPTURE) == 0:
            code = offered[dealer.below(len(offered))]
        elif dealer.below(STRAY) == 0:
            code = codes[dealer.below(len(codes))]
        else:
            luck = dealer.below(1 << 24)
            values = option_values(s, queries.decider(s), work, luck, 1)
            code = codes[values.index(max(values))]
        if verb_of(code) in (verb.CAPTURE, verb.TAKE):
            left = 1 - int(queries.highest_glory(s)) / setup.goal
            sign = -1 if queries.decider(s) else 1
            captures.append((int(card_of(setup, die_of(code))), round(sign * left, SHOWN)))
        queries.answer(s, code)
    ahead = queries.glory_of(s, 0) - queries.glory_of(s, 1)
    return number, float(max(-MOST_AHEAD, min(ahead, MOST_AHEAD))), captures


# --- the folder ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Header:
    """The first line of the games."""

    format: int
    catalog: str
    seed: int


class Training:
    """A folder of games to learn from; open to one process at a time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.catalog = catalog_of(Rules(2, sets=("all",)))
        self._files = ExitStack()
        self._files.enter_context(claimed_folder(folder))
        try:
            self.games = self._read()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Training:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the folder to others."""
        self._files.close()

    def _read(self) -> list[Played]:
        """The games that are there; a last line that was cut off is dropped."""
        path = self.folder / GAMES
        header = _Header(FORMAT, self.catalog.hash, self.seed)
        try:
            if not path.exists():
                write_whole(path, (json.dumps(vars(header)) + "\n").encode())
            first, *lines = path.read_bytes().split(b"\n")
            cut = lines.pop() if lines else first
            if cut:
                write_whole(path, b"\n".join([first, *lines, b""]))
        except OSError as error:
            raise unusable(path, error) from error
        try:
            there = _Header(**json.loads(first))
            games = [_game(line, at, len(self.catalog.cards)) for at, line in enumerate(lines)]
        except (ValueError, TypeError, RecursionError) as error:
            raise LabError("bad_training", path=path) from error
        if there != header:
            key = "other_cards" if there.seed == self.seed else "other_seed"
            raise LabError(key, path=path, there=there.seed, here=self.seed)
        return games

    def play(self, games: int, executor: Executor | int, stop: Stop = never) -> Iterator[int]:
        """Play what is missing; how many games there are after each."""
        work = partial(play_training_game, self.seed)
        with (self.folder / GAMES).open("ab", buffering=0) as file:
            log = AppendLog(self.folder / GAMES, file)
            for one in run_jobs(work, range(len(self.games), games), executor, stop):
                log.add(json.dumps(one) + "\n")
                self.games.append(one)
                yield len(self.games)

    def fit(self) -> dict[str, Any]:
        """What was learned, written into the folder as the bots read it."""
        worth = card_worth(self.catalog, self.games)
        found = {"catalog": self.catalog.hash, "seed": self.seed, "games": len(self.games)}
        result = {**found, "worth": worth}
        write_whole(self.folder / LEARNED, (json.dumps(result, indent=1) + "\n").encode())
        return result


def _game(line: bytes, number: int, cards: int) -> Played:
    """A line of the games; ValueError or TypeError if it is none."""
    there, ahead, captures = json.loads(line)
    found = [(int(card), float(part)) for card, part in captures]
    if there != number or any(not 0 <= card < cards for card, _ in found):
        raise ValueError(line)
    return number, float(ahead), found


# --- the regression ------------------------------------------------------------------------------


def card_worth(catalog: Catalog, games: list[Played]) -> dict[str, float]:
    """What the text of each card adds to a draw of its die, in Glory as `die_value` counts it.

    The level of all creatures, of all spells and of each other die is fitted beside, and what faces
    and cost mean to the first two; so that a card is compared with others of its kind.
    """
    np = needed("numpy")
    cards = catalog.cards
    draw = DieValues(catalog, Weights(), {}).draw
    counted = np.zeros((len(games), len(cards)))
    ahead = np.array([game[1] for game in games])
    for row, (_, _, captures) in enumerate(games):
        for card, part in captures:
            counted[row, card] += part
    groups = np.array([_groups(card, draw[card.index]) for card in cards])
    others = [card.index for card in cards if not _has_worth(card)]
    own = [card.index for card in cards if _has_worth(card)]
    first = np.ones((len(games), 1))
    x = np.hstack([first, counted @ groups, counted[:, others], counted[:, own]])
    prior = np.full(x.shape[1], PRIOR)
    prior[: x.shape[1] - len(own)] = LEAST_PRIOR
    fitted = np.linalg.solve(x.T @ x + np.diag(prior), x.T @ ahead)
    slope = fitted[1 + CREATURE_DRAW]
    if slope <= 0.0:  # dice of better faces must do better, or there are too few games
        raise LabError("too_few_games", games=len(games))
    text = fitted[-len(own) :] / slope
    return {
        key_of(cards[index]): round(float(value), SHOWN)
        for index, value in zip(own, text, strict=True)
    }


CREATURE_DRAW: Final = 1  # where `_groups` has the faces of creatures


def _groups(card: Card, draw: float) -> list[float]:
    """Level, faces and cost of creatures, then of spells."""
    one = [1.0, draw, float(card.cost)]
    none = [0.0, 0.0, 0.0]
    return [*(one if card.kind == "creature" else none), *(one if card.kind == "spell" else none)]


def _has_worth(card: Card) -> bool:
    """Whether a card's own worth is learned; that of the others is their faces'."""
    return card.kind in ("creature", "spell")
