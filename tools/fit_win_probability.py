"""Fits the numbers of `bots/brain/win_probability.py` to who won; prints them to be written there.

    pip install numpy && python tools/fit_win_probability.py --games 2000

Greedy plays against itself, with some answers left to chance so that every card is seen with good
and bad luck. Once a turn the position is turned into numbers, one for each constant; a logistic
regression with a small penalty then says what each is worth. Half of the games are on base tables,
half with all sets mixed: numbers fitted to one kind of table play badly on the other. One game in
five is kept apart to test. Ctrl-C stops the games and fits what there is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from quarriors import Rules, new_game
from quarriors.bots.brain.die_value import CORRUPTS, card_of, die_values, key_of, read_learned
from quarriors.bots.brain.evaluation import SHORT, Workspace, survival, usual_draw
from quarriors.bots.brain.lookahead import option_values
from quarriors.bots.brain.win_probability import win_log_odds
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.faces import Face
from quarriors.engine.ids import place
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer

if TYPE_CHECKING:
    from quarriors.game import Game

FACES = (
    "PULL_GLORY", "PULL_ATTACK", "PULL_DEFENSE", "PULL_LEVEL", "PULL_COST", "PULL_QUIDDITY",
    "PULL_DRAW", "PULL_SPELL", "PULL_SPELL_COST", "PULL_LOCK", "PULL_USE", "PULL_REROLL",
    "PULL_CORRUPTS", "PULL_TEXT",
)  # fmt: skip
REST = (
    "SCORED", "SCORED_LATE", "HOPE", "HOPE_LIVES", "HOPE_LATE", "WALL", "SPELL", "SPELL_COST",
    "DIE", "STANDS", "SCORES", "(has the turn)",
)  # fmt: skip
TEXTS = read_learned()
PENALTY = 1e-3
STRAYS = {"capture": 5}  # one answer in this number is left to chance,
STRAY = 25  # and of all other kinds one in this number
TEST = 5  # one game in this number is not fitted to

Row = list[float]


def face_row(card: Card, face: Face) -> Row:
    """What is on a face, in the order of `FACES` but for the last."""
    creature = float(face.creature)
    return [
        creature * card.glory,
        creature * face.attack,
        creature * face.defense,
        creature * face.level,
        creature * card.cost,
        float(max(face.quiddity, 0)),
        float(face.draw),
        float(face.spell),
        float(face.spell) * card.cost,
        float(face.lock),
        float(face.immediate or face.bonus),
        float(face.reroll),
        float(face.bursts == CORRUPTS),
    ]


def card_row(card: Card) -> Row:
    """The same for one roll of a card's die, on average, and what its text adds."""
    rows = [face_row(card, face) for face in card.design.faces]
    text = TEXTS.get(key_of(card), 0.0)
    return [*(sum(column) / 6 for column in zip(*rows, strict=True)), text]


def seat_rows(s: State, work: Workspace, cards: dict[int, Row]) -> list[Row]:
    """Every seat's position as numbers, `REST` first and then `FACES`; two players."""
    win_log_odds(s, work)  # for the threats
    gone = min(max(queries.glories(s)) / s.setup.goal, 1 - SHORT)
    drawn = [collection(s, seat, cards) for seat in (0, 1)]
    rows = []
    for seat in (0, 1):
        dice, mine = drawn[seat]
        attack = drawn[1 - seat][1][1]
        hopes, walls, spells, costs = in_play(s, seat)
        part = survival(s, seat, float(walls), work.threat, work.weights) if walls else 0.0
        stands = 1 - 0.85 * min(1.0, 0.75 * 0.8 * attack / (0.8 * mine[2] + 1))
        left = 1 - gone
        mark = float(queries.glory_of(s, seat))
        rest = [
            mark, mark * gone, hopes, hopes * part, hopes * part * gone, walls, spells, costs,
            left * dice, left * stands, left * stands * mine[0], float(seat == queries.active(s)),
        ]  # fmt: skip
        rows.append([*rest, *(left * value for value in mine)])
    return rows


def collection(s: State, seat: int, cards: dict[int, Row]) -> tuple[int, Row]:
    """How many dice a seat has, and what a turn's draw of them shows on average."""
    table = s.setup
    mine = [int(card_of(table, die)) for die in queries.collection(s, seat)]
    share = min(usual_draw(table), len(mine)) / max(1, len(mine))
    rows = [cards[card] for card in mine]
    return len(mine), [share * sum(column) for column in zip(*rows, strict=True)]


def in_play(s: State, seat: int) -> tuple[int, int, int, int]:
    """Glory and defense of a seat's creatures, its readied spells and what they cost."""
    ready = queries.dice_list(s, seat, place.READY)
    creatures = [die for die in ready if queries.is_creature(s, die)]
    others = [die for die in ready if not queries.is_creature(s, die)]
    spells = [die for die in others if queries.is_spell(s, die)]
    return (
        sum(int(queries.glory(s, die)) for die in creatures),
        sum(int(queries.defense(s, die)) for die in creatures),
        len(spells),
        sum(s.setup.cost[s.setup.slot[die]] for die in spells),
    )


def played(seed: int, sets: list[str]) -> tuple[Game, list[tuple[int, Row]]]:
    """One game, and at the start of each turn who has it and by how much each number is ahead."""
    game = new_game(Rules(players=2, sets=sets), seed=seed)
    cards = {card.index: card_row(card) for card in game.setup.catalog.cards}
    work = Workspace(die_values(game.setup.catalog), 2)
    dealer = Dealer(seed, "fit")
    seen: list[tuple[int, Row]] = []
    turn = 0
    while not game.over:
        state = queries.state(game)
        if game.turn != turn:
            turn = game.turn
            rows = seat_rows(state, work, cards)
            mine, theirs = rows[game.active], rows[1 - game.active]
            seen.append((game.active, [a - b for a, b in zip(mine, theirs, strict=True)]))
        options = game.decision.options
        if dealer.below(STRAYS.get(game.decision.kind, STRAY)) == 0:
            choice = dealer.below(len(options))
        else:
            luck = dealer.below(1 << 24)
            values = option_values(state, game.decision.seat, work, luck, 1)
            choice = values.index(max(values))
        game.apply(options[choice])
    return game, seen


def sample(games: int, seed: int) -> Iterator[tuple[int, Row, float]]:
    """(game, numbers, whether the player whose turn it was won) for every turn of every game."""
    for number in range(games):
        game, seen = played(seed + number, ["base"] if number % 2 else ["all"])
        assert game.result is not None, "the game was played to its end"
        winners = game.result.winners
        for active, row in seen:
            yield number, row, 0.5 if len(winners) > 1 else float(active in winners)
        if number % 50 == 49:
            print(f"{number + 1} of {games} games", flush=True)


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    try:
        import numpy as np
    except ImportError:
        raise SystemExit("The fit needs NumPy: pip install numpy.") from None
    found: list[tuple[int, Row, float]] = []
    try:
        found.extend(sample(asked.games, asked.seed))
    except KeyboardInterrupt:
        print("Stopped; fitting what there is.")
    if not found:
        raise SystemExit("There is no whole game yet to fit anything to.")
    kept = np.array([number % TEST != 0 for number, _, _ in found])
    x = np.array([row for _, row, _ in found])
    y = np.array([won for _, _, won in found])
    w = np.zeros(x.shape[1])
    for _ in range(30):  # Newton's method: the loss is convex
        p = 1 / (1 + np.exp(-x[kept] @ w))
        slope = x[kept].T @ (p - y[kept]) / kept.sum() + PENALTY * w
        bend = (x[kept].T * (p * (1 - p))) @ x[kept] / kept.sum() + PENALTY * np.eye(len(w))
        w = w - np.linalg.solve(bend, slope)
    for name, value in zip((*REST, *FACES), w, strict=True):
        print(f"{name}: Final = {value:.3f}")
    p = np.clip(1 / (1 + np.exp(-x[~kept] @ w)), 1e-9, 1 - 1e-9)
    loss = -(y[~kept] * np.log(p) + (1 - y[~kept]) * np.log(1 - p)).mean()
    print(f"log loss on {(~kept).sum()} positions of other games: {loss:.4f} (guessing: 0.6931)")


if __name__ == "__main__":
    main()
