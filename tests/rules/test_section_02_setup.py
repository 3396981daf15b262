"""Section 2: what lies on the table before the first roll."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.dealing import start
from quarriors.engine.errors import CardError, RulesError
from quarriors.engine.ids import place
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import Rules
from quarriors.engine.setup import choose_wilds, lay_table

TEN = [
    "Scavenging Goblin", "Strong Witching Hag", "Mighty Quake Dragon", "Deathdealer",
    "Ghostly Spirit", "Warrior of the Quay", "Questing Wizard", "Life Spell", "Death Charm",
    "Growth Charm",
]  # fmt: skip


def fresh_table(players: int, seed: int = 1, catalog: Catalog | None = None) -> State:
    """The state before anybody has drawn."""
    rules = Rules(players=players)
    cards = default_catalog() if catalog is None else catalog
    wilds = choose_wilds(rules, cards, Dealer(seed, "wilds"))
    return start(lay_table(rules, cards, wilds), 1, 0)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_three_basics_lie_in_the_wilds_with_their_dice(players: int) -> None:
    state = fresh_table(players)
    names = [card.name for card in state.setup.cards]
    assert names[:3] == ["Basic Quiddity", "Assistant", "Portal"]
    assert queries.left_on_cards(state)[:3] == [0, 2, 5]


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("seed", range(20))
def test_seven_creature_and_three_spell_classes_with_five_dice_each(seed: int) -> None:
    state = fresh_table(2, seed)
    cards = state.setup.cards[3:]
    assert [card.kind for card in cards] == ["creature"] * 7 + ["spell"] * 3
    assert len({card.class_name for card in cards}) == 10
    assert queries.left_on_cards(state)[3:] == [5] * 10


@pytest.mark.rule("2.2")
def test_every_card_of_the_set_can_be_turned_up() -> None:
    """The Wilds are shuffled: over many seeds no card is missing, and seeds differ."""
    seen: set[str] = set()
    tables = set()
    for seed in range(150):
        names = [card.name for card in fresh_table(2, seed).setup.cards[3:]]
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
        bag = queries.dice_list(state, seat, place.BAG)
        names = sorted(state.setup.cards[state.setup.slot[die]].name for die in bag)
        assert names == ["Assistant"] * 4 + ["Basic Quiddity"] * 8
        for where in range(place.ACTIVE, place.ASIDE + 1):
            assert queries.dice_list(state, seat, where) == []
    assert queries.glories(state) == [0] * players


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_leftover_basics_are_in_the_box_and_not_in_the_game(players: int) -> None:
    """Of 32 Basic Quiddity and 18 Assistants only those of the players and 2 are there."""
    table = fresh_table(players).setup
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
    cards = fresh_table(2, seed).setup.cards[3:]
    creatures = [card.cost for card in cards if card.kind == "creature"]
    spells = [card.cost for card in cards if card.kind == "spell"]
    assert [card.cost for card in cards] == creatures + spells
    assert creatures == sorted(creatures)
    assert spells == sorted(spells)


@pytest.mark.rule("2.6")
def test_named_wilds_are_sorted_too() -> None:
    game = q.new_game(seed=1, wilds=TEN)
    assert sorted(game.origin.wilds) == sorted(TEN)
    costs = [card.cost for card in game.setup.cards[3:]]
    assert costs == [*sorted(costs[:7]), *sorted(costs[7:])]


# --- 2.5: Corrupted Quiddity, and four ways to mix two sets -------------------------------------

FEATURED = [name for name in SETS if name != "base"]
# Classes of creatures and spells that each set can lay out.
CLASSES = {
    "rise_of_the_demons": (11, 1), "quarmageddon": (6, 2), "quest_of_the_qladiator": (6, 2),
    "quartifacts": (5, 2), "light_vs_dark": (6, 2), "promos": (6, 0),
}  # fmt: skip


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mix", ["hint", "small_side", "side", "two_scoops"])
def test_rise_of_the_demons_adds_corrupted_quiddity_with_its_ten_dice(
    players: int, mix: str
) -> None:
    """In every game with the set, whatever the shuffle brings: 14 cards instead of 13."""
    rules = Rules(players=players, sets=["base", "rise_of_the_demons"])
    game = q.new_game(rules, seed=3, mix=mix)
    names = [card.name for card in game.setup.cards]
    assert names[:4] == ["Basic Quiddity", "Assistant", "Portal", "Corrupted Quiddity"]
    assert len(names) == 14
    on_card = queries.left_on_card(queries.state(game), names.index("Corrupted Quiddity"))
    assert on_card == 10
    assert "Corrupted Quiddity" not in game.origin.wilds  # it need not be named
    assert "Corrupted Quiddity" not in [
        card.name for card in q.new_game(Rules(players=players), seed=3).setup.cards
    ]


def mixed(mix: str, seed: int, featured: str, **more: list[str]) -> list[Card]:
    """Base and one other set, mixed; without the quest and Assistant cards dealt beside them."""
    rules = Rules(sets=["base", featured])
    cards = choose_wilds(
        rules,
        default_catalog(),
        Dealer(seed, "wilds"),
        mix,
        featured,
        **more,
    )
    dealt = [card for card in cards if card.kind in ("creature", "spell")]
    assert [card.kind for card in dealt] == ["creature"] * 7 + ["spell"] * 3
    assert len({card.class_name for card in cards}) == len(cards)
    return dealt


def count_new(cards: list[Card], featured: str) -> int:
    return sum(card.set_name == featured for card in cards)


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("featured", FEATURED)
def test_hint_shuffles_all_cards_together(featured: str) -> None:
    counts = {count_new(mixed("hint", seed, featured), featured) for seed in range(60)}
    assert len(counts) >= 4  # whatever chance brings, not a fixed share
    assert counts - {0, 10}


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("featured", FEATURED)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("mix", "count"), [("small_side", 4), ("side", 5)])
def test_the_table_says_whether_a_side_is_four_or_five_cards_of_the_expansion(
    featured: str, seed: int, mix: str, count: int
) -> None:
    assert count_new(mixed(mix, seed, featured), featured) == count


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("seed", range(5))
def test_cards_asked_for_count_as_part_of_the_side(seed: int) -> None:
    asked = ["Gnome Barbarian", "Strong Voodoo Doll", "Oblation Charm"]
    for mix, count in (("small_side", 4), ("side", 5)):
        cards = mixed(mix, seed, "quarmageddon", include=asked)
        assert set(asked) <= {card.name for card in cards}
        assert count_new(cards, "quarmageddon") == count


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("featured", FEATURED)
@pytest.mark.parametrize("seed", range(5))
def test_two_scoops_takes_as_many_as_possible_of_the_expansion(featured: str, seed: int) -> None:
    """As many classes as it has and the Wilds hold; the base set fills up the rest."""
    cards = mixed("two_scoops", seed, featured)
    new = [card.kind for card in cards if card.set_name == featured]
    creatures, spells = CLASSES[featured]
    assert (new.count("creature"), new.count("spell")) == (min(creatures, 7), min(spells, 3))


@pytest.mark.rule("2.5")
def test_two_scoops_fills_up_from_the_other_set() -> None:
    """With two of its six creature classes and one of its two spell classes left out, 4 and 1."""
    out = ["Gnome Barbarian", "Troll Behemoth", "Oblation"]
    cards = mixed("two_scoops", 1, "quarmageddon", exclude=out)
    new = [card for card in cards if card.set_name == "quarmageddon"]
    assert sorted(card.kind for card in new) == ["creature"] * 4 + ["spell"]
    assert not {card.class_name for card in new} & set(out)


@pytest.mark.rule("2.5")
@pytest.mark.parametrize(
    ("featured", "creature", "spell"),
    [
        ("rise_of_the_demons", "Demonic Overlord", "Corruption Spell"),
        ("quarmageddon", "Mighty Voodoo Doll", "Oblation Charm"),
        ("quest_of_the_qladiator", "Strong Qladiator", "Chaos Spell"),
        ("quartifacts", "Relic Rustler", "Quasar Cantrip"),
        ("light_vs_dark", "Greater Archangel", "Light Charm"),
        ("promos", "", ""),
    ],
)
def test_democratic_lays_exactly_the_cards_the_players_name(
    featured: str, creature: str, spell: str
) -> None:
    named = [*TEN[:6], creature or TEN[6], spell or TEN[7], *TEN[8:]]
    cards = mixed("democratic", 1, featured, include=named)
    assert sorted(card.name for card in cards) == sorted(named)


@pytest.mark.rule("2.5")
def test_democratic_needs_all_ten_names() -> None:
    with pytest.raises(RulesError, match="7 creatures and 3 spells"):
        choose_wilds(Rules(), default_catalog(), Dealer(1, "wilds"), "democratic", include=TEN[:9])
    lvd = Rules(sets=["light_vs_dark"])  # 13.1: smaller Wilds
    with pytest.raises(RulesError, match="6 creatures and 2 spells"):
        choose_wilds(lvd, default_catalog(), Dealer(1, "wilds"), "democratic", include=[])


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("featured", SETS)
def test_any_set_of_the_game_can_be_the_featured_one(featured: str) -> None:
    """In a game with all sets as well; two scoops of the base set leave room for nothing else."""
    rules = Rules(sets=["all"])
    cards = choose_wilds(rules, default_catalog(), Dealer(1, "wilds"), "two_scoops", featured)
    dealt = [card for card in cards if card.kind in ("creature", "spell")]
    creatures, spells = CLASSES.get(featured, (7, 3))
    assert count_new(dealt, featured) == min(creatures, 7) + min(spells, 3)
    assert len(dealt) == 10


@pytest.mark.rule("2.5")
def test_cards_of_a_set_that_is_not_in_the_game_stay_out() -> None:
    for seed in range(20):
        cards = choose_wilds(Rules(), default_catalog(), Dealer(seed, "wilds"))
        assert {card.set_name for card in cards} == {"base"}
    with pytest.raises(CardError, match="add that set, or leave the card out"):
        choose_wilds(Rules(), default_catalog(), Dealer(1, "wilds"), include=["Gnome Barbarian"])


@pytest.mark.rule("2.5")
def test_mixing_needs_a_second_set_and_a_mix_that_exists() -> None:
    with pytest.raises(RulesError, match="hint, small_side, side, two_scoops, democratic"):
        choose_wilds(Rules(), default_catalog(), Dealer(1, "wilds"), "all in")
    for mix in ("small_side", "side", "two_scoops"):
        with pytest.raises(RulesError, match="needs a second set"):
            choose_wilds(Rules(), default_catalog(), Dealer(1, "wilds"), mix)
    rules = Rules(sets=["base", "promos"])
    with pytest.raises(RulesError, match="isn't in this game"):
        choose_wilds(rules, default_catalog(), Dealer(1, "wilds"), "side", "quarmageddon")


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
