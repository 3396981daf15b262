"""Properties of every game, over set-ups and play that Hypothesis makes up.

Whatever the edition, the number of players, the sets, the variants, the cards and the answers:
no die is made or lost, Glory comes only from where it may come, every decision is a real one, and
every game ends. The examples are derived from the tests themselves, so each run is the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.ids import log, place, verb
from quarriors.engine.queries import EventNumbers, State
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.game import Game
from quarriors.testing import check_decision, check_state
from tests.extent import interpreted

GLORY_WITHOUT_SCORING = {
    "Victory Charm", "Victory Incantation", "Victory Spell", "Strong Questing Wizard",
}  # fmt: skip
BY_CLASS: dict[str, dict[str, list[str]]] = {"creature": {}, "spell": {}}
for _card in default_catalog().cards:
    if _card.kind in BY_CLASS and _card.set_name == "base":
        BY_CLASS[_card.kind].setdefault(_card.class_name, []).append(_card.name)

seeds = st.integers(0, 2**48 - 1)


@st.composite
def tables(draw: st.DrawFn) -> list[str]:
    """Seven creature and three spell classes, one card of each (2.2)."""
    names = []
    for kind, quota in (("creature", 7), ("spell", 3)):
        classes = draw(st.permutations(sorted(BY_CLASS[kind])))[:quota]
        names += [draw(st.sampled_from(BY_CLASS[kind][name])) for name in classes]
    return names


BASE = ("base",)
some_sets = st.just(BASE) | st.lists(st.sampled_from(SETS[1:]), min_size=1, unique=True).map(
    lambda more: (*BASE, *more)
)


@st.composite
def rule_sets(
    draw: st.DrawFn, most_rounds: int = 500, sets: st.SearchStrategy[tuple[str, ...]] = some_sets
) -> q.Rules:
    """Any rules of the base set, alone or with any others."""
    return q.Rules(
        draw(st.integers(2, 4)),
        draw(st.sampled_from(EDITIONS)),
        draw(sets),
        draw(st.lists(st.sampled_from(VARIANTS), unique=True)),
        round_limit=draw(st.integers(1, most_rounds)) if most_rounds < 500 else 500,
    )


@st.composite
def new_games(draw: st.DrawFn, most_rounds: int = 500) -> Game:
    """A new game with a log, its table by chance or named card by card."""
    rules = draw(rule_sets(most_rounds))
    wilds = draw(st.none() | tables()) if rules.sets == BASE else None
    return q.new_game(rules, draw(seeds), wilds=wilds, log=True)


def examples(number: int) -> settings:
    """A number of examples, without those that Hypothesis would only use to explain a failure."""
    number = interpreted(min(number, 20), number)
    return settings(max_examples=number, phases=(Phase.explicit, Phase.generate, Phase.shrink))


# --- a witness: what the log says must be what the state shows ---------------------------------


class Witness:
    """Follows a game by its log alone and compares it with the state at every decision."""

    def __init__(self, game: Game) -> None:
        self.game = game
        s = queries.state(game)
        self.dice = Counter(s.setup.slot)
        self.glory = [0] * game.rules.players
        self.turn = 0
        self.active = game.active
        self.scored: int | None = None
        self.names = {card.name for card in game.setup.cards}
        self.plain = game.rules.sets == BASE
        self.look()

    def look(self) -> None:
        """Everything that must hold, now."""
        s = queries.state(self.game)
        for event in self.game.take_events():
            self.hear(s, event)
        check_state(s)
        assert places_by_slot(s) == self.dice, "a class has more or fewer dice than it began with"
        assert list(self.game.glory) == self.glory, "Glory changed without a word in the log"
        if self.game.over:
            return
        assert self.turn == self.game.turn
        assert self.active == self.game.active
        decision = self.game.decision
        assert len(decision.options) >= 2
        assert len(set(decision.texts)) == len(decision.texts) == len(decision.options)
        assert 0 <= decision.seat < self.game.rules.players
        if decision.kind in ("immediate", "ready", "attack", "capture", "clean-up"):
            assert decision.seat == self.active
        if decision.kind == "defend" and self.plain:  # a challenge has two defenders (12.3)
            assert decision.seat != self.active
        assert max(queries.glories(s)) < s.setup.goal, (
            "the goal was reached and the game goes on (9.1)"
        )

    def hear(self, s: State, event: EventNumbers) -> None:
        """One event of the log."""
        kind, _, seat, die, a, b = event
        if kind == log.TURN:
            assert a == self.turn + 1
            if self.turn:
                assert seat == (self.active + 1) % self.game.rules.players, "not clockwise (2.4)"
            self.turn, self.active = a, seat
        elif kind == log.SCORE:
            assert s.setup.is_creature_die[s.setup.slot[die]]
            self.scored = a
        elif kind == log.GLORY:
            assert seat == self.active or not self.plain, "Glory in another player's turn"
            if self.scored is not None:
                assert a == self.scored
            elif self.plain:  # not by scoring: only a few cards can (sections 4 and 9)
                assert self.names & GLORY_WITHOUT_SCORING
                assert a > 0
            self.scored = None
            self.glory[seat] = max(0, self.glory[seat] + a)
            assert self.glory[seat] == b
        else:
            assert self.scored is None, "a creature scored and earned nothing"


def places_by_slot(s: State) -> Counter[int]:
    """How many dice of each class there are, counted where they lie; those removed too (3.8)."""
    found = Counter(dict(enumerate(queries.left_on_cards(s))))
    for where in range(1, place.REMOVED + 1):
        found.update(s.setup.slot[die] for die in queries.dice_at(s, where))
    return found


def check_result(game: Game) -> None:
    """The game is over for the reason it gives, and the right seats won (section 9)."""
    result = game.result
    assert result is not None
    s = queries.state(game)
    assert result.glory == game.glory
    assert result.winners
    empty = sum(
        left == 0 and creature
        for left, creature in zip(queries.left_on_cards(s), s.setup.is_creature_card, strict=True)
    )
    if result.rule == "9.1":
        assert len(result.winners) == 1
        assert game.glory[result.winners[0]] >= game.rules.goal
    elif result.rule == "9.2":
        assert empty >= 4
    else:
        assert result.rule == "15.9"
        assert game.turn == game.rules.players * game.rules.round_limit
    if result.rule != "9.1":
        best = [seat for seat, glory in enumerate(game.glory) if glory == max(game.glory)]
        ready = Counter({seat: len(queries.dice_list(s, seat, place.READY)) for seat in best})
        for spell in queries.dice_at(s, place.ATTACHED):
            carrier = queries.carrier_of(s, spell)
            if queries.place_of(s, carrier) == place.READY:
                ready[queries.owner_of(s, carrier)] += 1
        most = max(ready[seat] for seat in best)
        assert list(result.winners) == [seat for seat in best if ready[seat] == most]
    with pytest.raises(q.IllegalAnswer, match="over"):
        game.apply(verb.PASS)


def wire(game: Game) -> str:
    """The position as text."""
    return json.dumps(queries.wire(game))


def eager(options: Sequence[q.Option], dealer: Dealer) -> q.Option:
    """A player who would rather do something than pass."""
    chosen = options[dealer.below(len(options))]
    if chosen.verb in ("pass", "no", "spend", "retire"):
        chosen = options[dealer.below(len(options))]
    return chosen


# --- the properties ----------------------------------------------------------------------------


@examples(80)
@given(new_games(), seeds, st.booleans())
def test_every_game_keeps_its_dice_its_word_and_an_end(game: Game, seed: int, busy: bool) -> None:
    """Whole games, watched at every decision."""
    witness = Witness(game)
    dealer = Dealer(seed, "answers")
    while not game.over:
        options = game.decision.options
        game.apply(eager(options, dealer) if busy else options[dealer.below(len(options))])
        witness.look()
    check_result(game)


@examples(40)
@given(new_games(most_rounds=4), st.data())
def test_any_answers_at_all_lead_to_an_end(game: Game, data: st.DataObject) -> None:
    """Short games whose every answer Hypothesis picks, so that a failure shrinks to few words."""
    witness = Witness(game)
    while not game.over:
        decision = game.decision
        number = data.draw(st.integers(0, len(decision.options) - 1), label=repr(decision))
        game.apply(decision.options[number])
        witness.look()
    check_result(game)


@examples(40)
@given(rule_sets(most_rounds=3), seeds)
def test_the_round_limit_ends_every_game(rules: q.Rules, seed: int) -> None:
    """With a goal out of reach a game ends by 15.9 or on empty cards, never later (15.9)."""
    far = q.Rules(
        rules.players, rules.edition, rules.sets, rules.variants, rules.round_limit, 10**6
    )
    game = q.new_game(far, seed)
    game.playout()
    assert game.over
    assert game.round <= rules.round_limit
    check_state(queries.state(game))
    check_result(game)


@examples(20)
@given(new_games(), seeds, st.integers(1, 300))
def test_a_saved_tried_and_copied_decision_leaves_the_game_alone(
    game: Game, seed: int, apart: int
) -> None:
    """`check_decision` at a few decisions of each game, early and late ones."""
    dealer = Dealer(seed, "answers")
    played = 0
    looked = 0
    while not game.over and looked < 8:
        if (played + apart) % 13 == 0:
            check_decision(game)
            looked += 1
        options = game.decision.options
        game.apply(eager(options, dealer))
        played += 1
    assert looked


@examples(30)
@given(new_games(), seeds, st.integers(0, 250))
def test_clones_go_their_own_ways(game: Game, seed: int, played: int) -> None:
    """A clone sees the same luck, a branch its own; neither moves the game it came from."""
    game.playout(most=played)
    if game.over:
        return
    before = wire(game)
    answers = list(game.answers)
    texts = game.decision.texts
    ends = []
    for _ in range(2):
        clone = game.clone()
        dealer = Dealer(seed, "answers")
        while not clone.over:
            options = clone.decision.options
            clone.apply(options[dealer.below(len(options))])
        check_state(queries.state(clone))
        ends.append((wire(clone), list(clone.answers)))
        assert wire(game) == before
    assert ends[0] == ends[1]
    branch = game.branch(seed)
    assert branch.decision.texts == texts
    branch.playout()
    check_state(queries.state(branch))
    assert wire(game) == before
    assert list(game.answers) == answers
    assert game.decision.texts == texts
    game.apply(game.decision.options[0])
    check_state(queries.state(game))


@examples(25)
@given(new_games(), seeds, st.integers(0, 200), st.integers(-1, 1 << 34))
def test_an_answer_that_is_not_offered_is_refused_and_changes_nothing(
    game: Game, seed: int, played: int, code: int
) -> None:
    """Made-up answers, answers of other decisions, things that are no answer at all."""
    game.playout(most=played)
    if game.over:
        return
    offered = {option.code for option in game.decision.options}
    names = [card.name for card in game.setup.cards if card.kind in BY_CLASS]
    other = q.new_game(game.rules, seed, wilds=names)
    strange = [option for option in other.decision.options if option.code not in offered]
    tries: list[object] = [*strange, "pass", None]
    if code not in offered:
        tries.append(code)
    before = wire(game)
    count = len(game.answers)
    for answer in tries:
        with pytest.raises(q.IllegalAnswer):
            game.apply(answer)  # type: ignore[arg-type]
        assert wire(game) == before
        assert len(game.answers) == count


@examples(40)
@given(rule_sets(sets=st.just(BASE)), seeds, tables())
def test_a_table_has_one_card_a_class_and_the_dice_of_the_rules(
    rules: q.Rules, seed: int, names: list[str]
) -> None:
    """Set-up (section 2): ten classes, three basics, twelve dice in every bag."""
    for game in (q.new_game(rules, seed), q.new_game(rules, seed, wilds=names)):
        s = queries.state(game)
        classes = Counter(card.class_name for card in s.setup.cards)
        assert max(classes.values()) == 1
        kinds = Counter(card.kind for card in s.setup.cards)
        assert kinds == {"basic": 3, "creature": 7, "spell": 3}
        assert queries.left_on_card(s, s.setup.class_slot["Assistant"]) == 2
        assert queries.left_on_card(s, s.setup.class_slot["Basic Quiddity"]) == 0
        for card, left in zip(s.setup.cards, queries.left_on_cards(s), strict=True):
            if card.kind != "basic" or card.class_name == "Portal":
                assert left == 5
        for seat in range(rules.players):
            owned = Counter(
                s.setup.cards[s.setup.slot[die]].name
                for where in range(1, place.ZONES + 1)
                for die in queries.dice_list(s, seat, where)
            )
            assert owned == {"Basic Quiddity": 8, "Assistant": 4}
    assert {card.name for card in game.setup.cards if card.kind != "basic"} == set(names)


@examples(15)
@given(new_games(), seeds)
def test_dice_alike_are_offered_once(game: Game, seed: int) -> None:
    """Two options of one decision differ in something that a player could see."""
    dealer = Dealer(seed, "answers")
    while not game.over:
        options = game.decision.options
        keys = [likeness(queries.state(game), option) for option in options]
        texts = zip(game.decision.texts, keys, strict=True)
        twice = [text for text, key in texts if keys.count(key) > 1]
        assert not twice, f"{game.decision!r} offers dice alike more than once: {twice}"
        game.apply(options[dealer.below(len(options))])


def likeness(s: State, option: q.Option) -> tuple[object, ...]:
    """All that tells an option from another: what it says, and what is special about its die."""
    die = option.die
    if die is None:
        return (str(option), option.number)
    spells = tuple(queries.carried_by(s, die))
    rows = tuple(row for row in queries.effects(s) if row[1] == die)
    host = queries.carrier_of(s, die)
    flags = queries.flags_of(s, die)
    return (str(option), option.number, flags, queries.copy_of(s, die), spells, rows, host)
