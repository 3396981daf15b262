"""Section 2: what lies on the table before the first roll."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.engine import words as w
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.luck import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.setup import choose_wilds, lay_table, start
from quarriors.engine.state import State

TEN = [
    "Scavenging Goblin", "Strong Witching Hag", "Mighty Quake Dragon", "Deathdealer",
    "Ghostly Spirit", "Warrior of the Quay", "Questing Wizard", "Life Spell", "Death Charm",
    "Growth Charm",
]  # fmt: skip


def fresh_table(players: int, seed: int = 1, catalog: Catalog | None = None) -> State:
    """The state before anybody has drawn."""
    from quarriors.cards.load import default_catalog

    rules = Rules(players=players)
    cards = default_catalog() if catalog is None else catalog
    wilds = choose_wilds(rules, cards, Dealer(seed, "wilds"))
    return start(lay_table(rules, cards, wilds), 1, 0)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_three_basics_lie_in_the_wilds_with_their_dice(players: int) -> None:
    state = fresh_table(players)
    names = [card.name for card in state.table.cards]
    assert names[:3] == ["Basic Quiddity", "Assistant", "Portal"]
    assert state.wild[:3] == [0, 2, 5]


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("seed", range(20))
def test_seven_creature_and_three_spell_classes_with_five_dice_each(seed: int) -> None:
    state = fresh_table(2, seed)
    cards = state.table.cards[3:]
    assert [card.kind for card in cards] == ["creature"] * 7 + ["spell"] * 3
    assert len({card.class_name for card in cards}) == 10
    assert state.wild[3:] == [5] * 10


@pytest.mark.rule("2.2")
def test_every_card_of_the_set_can_be_turned_up() -> None:
    """The Wilds are shuffled: over many seeds no card is missing, and seeds differ."""
    seen: set[str] = set()
    tables = set()
    for seed in range(150):
        names = [card.name for card in fresh_table(2, seed).table.cards[3:]]
        seen.update(names)
        tables.add(tuple(names))
    assert len(seen) == 50
    assert len(tables) == 150


@pytest.mark.rule("2.2")
def test_the_same_seed_turns_up_the_same_cards() -> None:
    one = q.new_game(seed=11)
    assert q.new_game(seed=11).origin == one.origin
    assert q.new_game(seed=12).origin.wilds != one.origin.wilds


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_eight_quiddity_and_four_assistants_in_the_bag(players: int) -> None:
    state = fresh_table(players)
    for seat in range(players):
        bag = state.zones[seat * w.PLACES + w.BAG - 1]
        names = sorted(state.table.cards[state.table.slot[die]].name for die in bag)
        assert names == ["Assistant"] * 4 + ["Basic Quiddity"] * 8
        for place in range(w.ACTIVE, w.ASIDE + 1):
            assert state.zones[seat * w.PLACES + place - 1] == []
    assert state.glory == [0] * players


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_leftover_basics_are_in_the_box_and_not_in_the_game(players: int) -> None:
    """Of 32 Basic Quiddity and 18 Assistants only those of the players and 2 are there."""
    table = fresh_table(players).table
    names = [table.cards[slot].name for slot in table.slot]
    assert names.count("Basic Quiddity") == 8 * players
    assert names.count("Assistant") == 4 * players + 2
    assert names.count("Portal") == 5
    assert len(names) == 12 * players + 2 + 5 + 50


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_chooses_who_begins_and_turns_go_clockwise(first: int) -> None:
    game = q.new_game(Rules(players=3), seed=5, first=first)
    order: list[int] = []
    while len(order) < 7:
        if game.turn > len(order):
            order.append(game.active)
        game.apply(game.decision.options[-1])  # passing is always the last option here
    assert order == [(first + turn) % 3 for turn in range(7)]


@pytest.mark.rule("2.4")
def test_without_a_choice_the_first_player_is_random_but_fixed_by_the_seed() -> None:
    firsts = [q.new_game(Rules(players=4), seed=seed).origin.first for seed in range(60)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [q.new_game(Rules(players=4), seed=seed).origin.first for seed in range(60)]


@pytest.mark.rule("2.6")
@pytest.mark.parametrize("seed", range(10))
def test_the_wilds_are_sorted_by_cost_spells_and_creatures_apart(seed: int) -> None:
    cards = fresh_table(2, seed).table.cards[3:]
    creatures = [card.cost for card in cards if card.kind == "creature"]
    spells = [card.cost for card in cards if card.kind == "spell"]
    assert [card.cost for card in cards] == creatures + spells
    assert creatures == sorted(creatures)
    assert spells == sorted(spells)


@pytest.mark.rule("2.6")
def test_named_wilds_are_sorted_too() -> None:
    game = q.new_game(seed=1, wilds=TEN)
    assert sorted(game.origin.wilds) == sorted(TEN)
    costs = [card.cost for card in game.table.cards[3:]]
    assert costs == [*sorted(costs[:7]), *sorted(costs[7:])]


# --- 2.5: four ways to mix two sets -----------------------------------------------------------


def two_set_rules() -> Rules:
    """Rules with a second set in them.

    `Rules` refuses sets whose cards are not there yet, so the field is written directly.
    """
    rules = Rules()
    rules.sets = ("base", "promos")  # type: ignore[misc]
    return rules


def mixed(two_sets: Catalog, mix: str, seed: int, **more: list[str]) -> list[Card]:
    cards = choose_wilds(two_set_rules(), two_sets, Dealer(seed, "wilds"), mix, **more)  # type: ignore[arg-type]
    assert [card.kind for card in cards] == ["creature"] * 7 + ["spell"] * 3
    assert len({card.class_name for card in cards}) == 10
    return cards


def count_new(cards: list[Card]) -> int:
    return sum(card.set_name == "promos" for card in cards)


@pytest.mark.rule("2.5")
def test_hint_shuffles_all_cards_together(two_sets: Catalog) -> None:
    counts = {count_new(mixed(two_sets, "hint", seed)) for seed in range(60)}
    assert len(counts) >= 4  # whatever chance brings, not a fixed share
    assert counts - {0, 10}


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("seed", range(15))
def test_side_takes_four_or_five_cards_of_the_expansion(two_sets: Catalog, seed: int) -> None:
    cards = mixed(two_sets, "side", seed)
    assert count_new(cards) in (4, 5)


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("seed", range(5))
def test_cards_asked_for_count_as_part_of_the_side(two_sets: Catalog, seed: int) -> None:
    cards = mixed(two_sets, "side", seed, include=["Moon 0", "Strong Moon 1", "Tide 0"])
    assert {"Moon 0", "Strong Moon 1", "Tide 0"} <= {card.name for card in cards}
    assert count_new(cards) in (4, 5)


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("seed", range(15))
def test_two_scoops_takes_as_many_as_possible_of_the_expansion(
    two_sets: Catalog, seed: int
) -> None:
    assert count_new(mixed(two_sets, "two_scoops", seed)) == 10


@pytest.mark.rule("2.5")
def test_two_scoops_fills_up_from_the_other_set(two_sets: Catalog) -> None:
    """With three of its eight creature and two of its four spell classes left out, 5 and 2 come."""
    cards = mixed(
        two_sets, "two_scoops", 1, exclude=["Moon 0", "Moon 1", "Moon 2", "Tide 0", "Tide 1"]
    )
    new = [card for card in cards if card.set_name == "promos"]
    assert sorted(card.kind for card in new) == ["creature"] * 5 + ["spell"] * 2


@pytest.mark.rule("2.5")
def test_democratic_lays_exactly_the_cards_the_players_name(two_sets: Catalog) -> None:
    named = [*TEN[:6], "Strong Moon 3", "Tide 1", *TEN[8:]]
    cards = mixed(two_sets, "democratic", 1, include=named)
    assert sorted(card.name for card in cards) == sorted(named)


@pytest.mark.rule("2.5")
def test_democratic_needs_all_ten_names(two_sets: Catalog) -> None:
    with pytest.raises(RulesError, match="7 creatures and 3 spells"):
        choose_wilds(Rules(), two_sets, Dealer(1, "wilds"), "democratic", include=TEN[:9])


@pytest.mark.rule("2.5")
def test_any_set_of_the_game_can_be_the_featured_one(two_sets: Catalog) -> None:
    cards = choose_wilds(two_set_rules(), two_sets, Dealer(1, "wilds"), "two_scoops", "base")
    assert count_new(cards) == 0


@pytest.mark.rule("2.5")
def test_cards_of_a_set_that_is_not_in_the_game_stay_out(two_sets: Catalog) -> None:
    for seed in range(20):
        assert count_new(choose_wilds(Rules(), two_sets, Dealer(seed, "wilds"))) == 0
    with pytest.raises(CardError, match="add that set to the rules"):
        choose_wilds(Rules(), two_sets, Dealer(1, "wilds"), include=["Moon 3"])


@pytest.mark.rule("2.5")
def test_an_unknown_mix_is_refused(two_sets: Catalog) -> None:
    with pytest.raises(RulesError, match="hint, side, two_scoops, democratic"):
        choose_wilds(Rules(), two_sets, Dealer(1, "wilds"), "all in")


@pytest.mark.rule("2.2")
def test_cards_can_be_asked_for_and_kept_out() -> None:
    for seed in range(20):
        game = q.new_game(
            seed=seed, include=["Mighty Quake Dragon"], exclude=["Death", "Strong Deathdealer"]
        )
        names = game.origin.wilds
        assert "Mighty Quake Dragon" in names
        assert "Strong Deathdealer" not in names
        assert not [name for name in names if name.startswith("Death ")]
