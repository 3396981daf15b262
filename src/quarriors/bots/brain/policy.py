"""The learned policy: a small network that scores every option of a decision, and every position.

`features` says what goes in. Each card has a short vector of its own, learned from play; that of a
card nobody has trained on (of a pack) is zero, so that its numbers alone speak for it. An option's
score is linear in its numbers and those of the position, by verb, plus what one layer of hidden
units adds. A second layer of the same kind says how likely a seat is to win. `quarriors train`
makes the weights.
"""

from __future__ import annotations

from importlib.resources import files
from json import loads
from math import exp, log
from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import DieValues, die_values, key_of
from quarriors.bots.brain.evaluation import Workspace, evaluate
from quarriors.bots.brain.features import (
    OPTION,
    POSITION,
    Buffers,
    look_at_option,
    look_at_position,
    zeros,
)
from quarriors.bots.brain.lookahead import waste
from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.ids import phase, verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from quarriors.engine.vectors import append, extend, vec

TRAINED: Final = "policy.json"  # beside the bots
HIDDEN: Final = 32  # units that score options
JUDGES: Final = 32  # units that judge positions
CARD: Final = 8  # numbers of a card's vector
VERBS: Final = 57
DICE: Final = 0.1  # how much a die of a collection counts
LOWEST: Final = -1.0e9
FINEST: Final = 1 << 20  # steps of a choice by chance


class Network:
    """The weights for one catalogue; only read, so that any number of policies may share them."""

    def __init__(self, values: DieValues, weights: dict[str, list[float]]) -> None:
        self.values: DieValues = values
        # Rows one after the other. `cards` has a vector for each card of the catalogue.
        self.cards: vec[float] = vec[float](weights["cards"])
        self.position: vec[float] = vec[float](weights["position"])
        self.mine: vec[float] = vec[float](weights["mine"])
        self.foes: vec[float] = vec[float](weights["foes"])
        self.asks: vec[float] = vec[float](weights["asks"])
        self.option: vec[float] = vec[float](weights["option"])
        self.verb: vec[float] = vec[float](weights["verb"])
        self.out: vec[float] = vec[float](weights["out"])
        self.plain_position: vec[float] = vec[float](weights["plain_position"])
        self.plain_option: vec[float] = vec[float](weights["plain_option"])
        self.judge_position: vec[float] = vec[float](weights["judge_position"])
        self.judge_mine: vec[float] = vec[float](weights["judge_mine"])
        self.judge_foes: vec[float] = vec[float](weights["judge_foes"])
        self.judge_out: vec[float] = vec[float](weights["judge_out"])
        self.judge_plain: vec[float] = vec[float](weights["judge_plain"])
        self.count: i64 = len(self.cards) // CARD
        # What the card of an option adds: to the hidden units, and to the score; first for options
        # that capture, then for all others.
        self.named: vec[float] = vec[float](capacity=2 * self.count * HIDDEN)
        self.plain_named: vec[float] = vec[float](capacity=2 * self.count)
        self._name_cards(vec[float](weights["named"]), vec[float](weights["plain_named"]))

    def _name_cards(self, named: vec[float], plain: vec[float]) -> None:
        for role in range(2):
            for card in range(self.count):
                units = zeros(HIDDEN)
                total = 0.0
                for at in range(CARD):
                    number = self.cards[card * CARD + at]
                    if number != 0.0:
                        add_row(units, named, role * CARD + at, number)
                        total += number * plain[role * CARD + at]
                self.named = extend(self.named, units)
                self.plain_named = append(self.plain_named, total)


class Policy:
    """A network, and room to work in."""

    def __init__(self, network: Network, players: int) -> None:
        self.network: Network = network
        self.work: Workspace = Workspace(network.values, players)
        self.values: DieValues = network.values
        self.buffers: Buffers = Buffers()
        self.hidden: vec[float] = zeros(HIDDEN)  # of the position
        self.units: vec[float] = zeros(HIDDEN)
        self.sums: vec[float] = zeros(2 * CARD)  # of the cards' vectors: own dice, others' dice
        self.by_verb: vec[float] = zeros(VERBS)  # what the position adds to a verb's options
        self.known: vec[bool] = vec[bool](capacity=VERBS)  # whether that was worked out
        self.scores: vec[float] = vec[float](capacity=64)  # of the options
        self.worth: vec[float] = vec[float](capacity=64)  # of the positions after them, in Glory
        self.option_cards: vec[i64] = vec[i64](capacity=64)  # row of `named`, -1: none
        for _ in range(VERBS):
            self.known = append(self.known, False)


_KNOWN: Final[dict[str, Network]] = {}  # by the hash of the catalogue


def network_of(catalog: Catalog) -> Network:
    """The network for a catalogue, read on first use and kept."""
    found = _KNOWN.get(catalog.hash)
    if found is None:
        told = loads(files("quarriors.bots").joinpath(TRAINED).read_bytes())
        weights: dict[str, list[float]] = told["weights"]
        vectors: dict[str, list[float]] = told["cards"]
        unknown = [0.0] * CARD
        cards: list[float] = []
        for card in catalog.cards:
            cards.extend(vectors.get(key_of(card), unknown))
        found = Network(die_values(catalog), {**weights, "cards": cards})
        _KNOWN[catalog.hash] = found
    return found


def _sum_cards(net: Policy, cards: vec[i64], start: i64) -> None:
    sums = net.sums
    for at in range(CARD):
        sums[start + at] = 0.0
    for card in cards:
        row = card * CARD
        for at in range(CARD):
            sums[start + at] += DICE * net.network.cards[row + at]


def add_row(into: vec[float], weights: vec[float], row: i64, factor: float) -> None:
    """Add a row of weights, times a factor."""
    width = len(into)
    first = row * width
    for at in range(width):
        into[at] += factor * weights[first + at]


def _hidden(
    net: Policy, into: vec[float], position: vec[float], mine: vec[float], foes: vec[float]
) -> None:
    """What a position gives the hidden units; it must have been looked at."""
    for at in range(len(into)):
        into[at] = 0.0
    b = net.buffers
    for at in range(POSITION):
        number = b.position[at]
        if number != 0.0:
            add_row(into, position, at, number)
    for at in range(CARD):
        add_row(into, mine, at, net.sums[at])
        add_row(into, foes, at, net.sums[CARD + at])


def score_options(s: State, net: Policy) -> i64:
    """The score of every option of the decision into `net.scores`; the number of the best one."""
    seat = queries.decider(s)
    b = net.buffers
    look_at_position(s, seat, net.values, b)
    _sum_cards(net, b.mine, 0)
    _sum_cards(net, b.foes, CARD)
    _hidden(net, net.hidden, net.network.position, net.network.mine, net.network.foes)
    if b.asking >= 0:
        for at in range(CARD):
            add_row(net.hidden, net.network.asks, at, net.network.cards[b.asking * CARD + at])
    for at in range(VERBS):
        net.known[at] = False
    count = queries.option_count(s)
    while len(net.scores) < count:
        net.scores = append(net.scores, 0.0)
        net.option_cards = append(net.option_cards, -1)
        net.worth = append(net.worth, 0.0)
    _try_options(s, seat, net, count)
    best: i64 = 0
    for at in range(count):
        net.scores[at] = _score(s, seat, net, queries.option_code(s, at), at)
        if net.scores[at] > net.scores[best]:
            best = at
    return best


def _try_options(s: State, seat: i64, net: Policy, count: i64) -> None:
    """What the position after each option is worth, less what it is after the best one."""
    highest = LOWEST
    for at in range(count):
        tried = queries.clone(s)
        queries.take_other_luck(tried)
        code = queries.option_code(s, at)
        queries.answer(tried, code)
        net.worth[at] = evaluate(tried, seat, net.work) - waste(code)
        highest = max(highest, net.worth[at])
    for at in range(count):
        net.worth[at] -= highest


def _score(s: State, seat: i64, net: Policy, code: i64, at: i64) -> float:
    b = net.buffers
    card = look_at_option(s, seat, code, net.worth[at], net.values, b)
    action = verb_of(code)
    total = _by_verb(net, action)
    units = net.units
    first = action * HIDDEN
    for unit in range(HIDDEN):
        units[unit] = net.hidden[unit] + net.network.verb[first + unit]
    if card >= 0:
        if action != verb.CAPTURE and action != verb.TAKE:
            card += net.network.count
        total += net.network.plain_named[card]
        add_row(units, net.network.named, card, 1.0)
    net.option_cards[at] = card
    plain = action * OPTION
    for number in range(OPTION):
        value = b.option[number]
        if value != 0.0:
            total += value * net.network.plain_option[plain + number]
            add_row(units, net.network.option, number, value)
    for unit in range(HIDDEN):
        if units[unit] > 0.0:
            total += units[unit] * net.network.out[unit]
    return total


def _by_verb(net: Policy, action: i64) -> float:
    """What the position adds to the score of all options of a verb."""
    if not net.known[action]:
        total = 0.0
        first = action * POSITION
        for at in range(POSITION):
            total += net.buffers.position[at] * net.network.plain_position[first + at]
        net.by_verb[action] = total
        net.known[action] = True
    return net.by_verb[action]


def policy_choice(s: State, net: Policy) -> i64:
    """The code of the option with the highest score."""
    return queries.option_code(s, score_options(s, net))


def policy_scores(s: State, net: Policy) -> list[float]:
    """The score of every option of the decision."""
    score_options(s, net)
    return [net.scores[at] for at in range(queries.option_count(s))]


def play_alike(s: State, net: Policy, until: i64, lucks: list[Dealer]) -> None:
    """Play by the policy until that number of turns has begun, with luck set anew for every turn.

    `lucks` has it by how many turns are still to come. Several answers then roll alike
    also where one of them had more to roll before. The luck is set before every answer after the
    attack, for any of them may end the turn.
    """
    while not queries.is_over(s) and queries.turn(s) < until:
        chosen = policy_choice(s, net)
        if queries.phase_of(s) > phase.ATTACK:
            queries.take_luck(s, lucks[until - queries.turn(s) - 1])
        queries.answer(s, chosen)


def judge(s: State, seat: i64, net: Policy) -> float:
    """The log-odds of a seat to win."""
    b = net.buffers
    look_at_position(s, seat, net.values, b)
    _sum_cards(net, b.mine, 0)
    _sum_cards(net, b.foes, CARD)
    _hidden(
        net, net.hidden, net.network.judge_position, net.network.judge_mine, net.network.judge_foes
    )
    total = 0.0
    for at in range(POSITION):
        total += b.position[at] * net.network.judge_plain[at]
    for unit in range(JUDGES):
        if net.hidden[unit] > 0.0:
            total += net.hidden[unit] * net.network.judge_out[unit]
    return total


def win_chance(s: State, seat: i64, net: Policy) -> float:
    """How likely a seat is to win, so that the chances of all seats add up to 1."""
    players: i64 = s.setup.players
    if queries.is_over(s):
        most = queries.highest_glory(s)
        if queries.glory_of(s, seat) < most:
            return 0.0
        winners = 0.0
        for other in range(players):
            if queries.glory_of(s, other) == most:
                winners += 1.0
        return 1.0 / winners
    mine = 0.0
    total = 0.0
    for other in range(players):
        chance = 1.0 / (1.0 + exp(-judge(s, other, net)))
        total += chance
        if other == seat:
            mine = chance
    return mine / total


def sample(scores: vec[float], count: i64, best: i64, dealer: Dealer) -> i64:
    """The number of an option, by the softmax of the scores."""
    highest = scores[best]
    total = 0.0
    for at in range(count):
        total += exp(scores[at] - highest)
    left = total * (float(dealer.below(FINEST)) + 0.5) / float(FINEST)
    for at in range(count):
        left -= exp(scores[at] - highest)
        if left <= 0.0:
            return at
    return count - 1


def log_chance(scores: vec[float], count: i64, best: i64, chosen: i64) -> float:
    """The logarithm of the chance that `sample` gives an option."""
    total = 0.0
    for at in range(count):
        total += exp(scores[at] - scores[best])
    return scores[chosen] - scores[best] - log(total)


class Recording:
    """What a policy saw and did in some games: what it is trained on."""

    def __init__(self) -> None:
        # Of each row, a position as one seat sees it:
        self.positions: vec[float] = vec[float](capacity=4096)
        self.seats: vec[i64] = vec[i64](capacity=512)
        self.chosen: vec[i64] = vec[i64](capacity=512)  # among its options; -1: it does not decide
        self.counts: vec[i64] = vec[i64](capacity=512)  # of its options
        self.chances: vec[float] = vec[float](capacity=512)  # logarithm, of what was chosen
        self.mine: vec[i64] = vec[i64](capacity=4096)  # row * cards + card, one a die
        self.foes: vec[i64] = vec[i64](capacity=4096)
        self.asking: vec[i64] = vec[i64](capacity=512)  # the card whose ability asks, -1: none
        # Of each option:
        self.options: vec[float] = vec[float](capacity=4096)
        self.verbs: vec[i64] = vec[i64](capacity=512)
        self.cards: vec[i64] = vec[i64](capacity=512)  # row of `Policy.named`, -1: none

    def _add_position(self, net: Policy, seat: i64, chosen: i64, count: i64, chance: float) -> None:
        b = net.buffers
        row = len(self.seats)
        for at in range(POSITION):
            self.positions = append(self.positions, b.position[at])
        for card in b.mine:
            self.mine = append(self.mine, row * net.network.count + card)
        for card in b.foes:
            self.foes = append(self.foes, row * net.network.count + card)
        self.asking = append(self.asking, b.asking)
        self.seats = append(self.seats, seat)
        self.chosen = append(self.chosen, chosen)
        self.counts = append(self.counts, count)
        self.chances = append(self.chances, chance)

    def play(self, s: State, net: Policy, dealer: Dealer) -> None:
        """Play a game to its end by chance, as likely as the policy says, and record it."""
        players: i64 = s.setup.players
        turn: i64 = -1
        while not queries.is_over(s):
            seat = queries.decider(s)
            if queries.turn(s) != turn:
                turn = queries.turn(s)
                for other in range(players):
                    if other != seat:
                        look_at_position(s, other, net.values, net.buffers)
                        self._add_position(net, other, -1, 0, 0.0)
            best = score_options(s, net)
            count = queries.option_count(s)
            chosen = sample(net.scores, count, best, dealer)
            chance = log_chance(net.scores, count, best, chosen)
            self._add_position(net, seat, chosen, count, chance)
            for at in range(count):
                code = queries.option_code(s, at)
                look_at_option(s, seat, code, net.worth[at], net.values, net.buffers)
                for number in range(OPTION):
                    self.options = append(self.options, net.buffers.option[number])
                self.verbs = append(self.verbs, verb_of(code))
                self.cards = append(self.cards, net.option_cards[at])
            queries.answer(s, queries.option_code(s, chosen))
