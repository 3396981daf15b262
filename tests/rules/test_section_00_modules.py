"""Section 0, second half: sets, modules and variants, alone and together (0.2, 15.11, 15.15)."""

from __future__ import annotations

from itertools import combinations

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import MODULES, SETS
from quarriors.engine import queries
from quarriors.engine.errors import RulesError
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS, Rules
from quarriors.engine.setup import choose_wilds, lay_table
from quarriors.testing import check_state
from tests.extent import interpreted

# Sets that lack creatures or spells even together: everything else can be played.
TOO_SMALL = [
    ("rise_of_the_demons",),  # one spell class
    ("quarmageddon",),
    ("quest_of_the_qladiator",),
    ("quartifacts",),
    ("promos",),  # no spell at all
    ("rise_of_the_demons", "promos"),
    ("quarmageddon", "promos"),
    ("quest_of_the_qladiator", "promos"),
    ("quartifacts", "promos"),
    ("light_vs_dark", "promos"),  # two spell classes, and mixed it needs three (13.1)
]
EVERY = [sets for number in range(1, 8) for sets in combinations(SETS, number)]
PLAYABLE = [sets for sets in EVERY if sets not in TOO_SMALL]


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.rule("0.2")
@pytest.mark.rule("2.2")
@pytest.mark.parametrize("sets", TOO_SMALL, ids="+".join)
def test_sets_that_can_never_fill_the_wilds_are_refused_with_a_sentence(
    sets: tuple[str, ...],
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(sets=sets)
    said = str(caught.value)
    assert all(name in said for name in sets)
    assert "the Wilds need" in said
    assert "add another set, such as base" in said
    assert Rules(sets=["base", *sets]).sets == tuple(
        name for name in SETS if name in ("base", *sets)
    )


@pytest.mark.rule("0.2")
def test_every_other_combination_of_sets_is_allowed() -> None:
    assert len(EVERY) == 127
    assert len(PLAYABLE) == 117
    for sets in PLAYABLE:
        assert Rules(sets=sets).sets == sets


@pytest.mark.rule("0.2")
@pytest.mark.rule("13.1")
def test_light_vs_dark_alone_needs_its_own_rules() -> None:
    """Six creature and two spell classes are enough for them, but not for the usual Wilds."""
    assert Rules(sets=["light_vs_dark"]).light_vs_dark_rules
    with pytest.raises(RulesError, match="only 6 creature classes"):
        Rules(sets=["light_vs_dark"], modules=[])


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(
    ("module", "home"), [("quests", "quartifacts"), ("light_vs_dark_rules", "light_vs_dark")]
)
def test_modules_without_their_set_are_refused_with_a_sentence(module: str, home: str) -> None:
    for sets in PLAYABLE:
        if home in sets:
            assert module in Rules(sets=sets).modules
            continue
        with pytest.raises(RulesError, match=f"{module}.*need the set {home}"):
            Rules(sets=sets, modules=[module])


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(
    "wrong",
    [
        {"sets": ["base", "Quarmageddon"]},
        {"sets": ["base", "quests"]},
        {"variants": ["quests"]},
        {"sets": ["all"], "modules": ["base"]},
        {"sets": ["all"], "modules": ["expert_culling"]},
        {"edition": "2013"},
    ],
)
def test_unknown_names_are_refused_with_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**wrong)  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")
    assert " " in str(caught.value)


# --- what a set brings, and how to switch it off -----------------------------------------------


@pytest.mark.rule("0.2")
@pytest.mark.rule("15.11")
@pytest.mark.parametrize(
    ("modules", "house"),
    [
        (None, ()),
        (["quests", "light_vs_dark_rules"], ()),
        (["quests"], ("light_vs_dark_rules",)),
        (["light_vs_dark_rules"], ("quests",)),
        ([], ("quests", "light_vs_dark_rules")),
    ],
)
def test_what_is_switched_off_is_shown_as_a_house_rule(
    modules: list[str] | None, house: tuple[str, ...]
) -> None:
    rules = Rules(sets=["all"], modules=modules)
    assert rules.house_rules == house
    assert rules.modules == tuple(name for name in MODULES if name not in house)
    assert rules.quests == ("quests" not in house)
    assert rules.goal == (25 if rules.quests else 20)
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_dict(rules.to_dict()).house_rules == house
    assert rules.to_dict()["modules"] == list(rules.modules)


@pytest.mark.rule("0.2")
def test_what_is_not_there_cannot_be_switched_off() -> None:
    assert Rules(modules=[]).house_rules == ()
    assert Rules(modules=[]) == Rules()
    assert Rules(sets=["base", "quartifacts"], modules=[]).house_rules == ("quests",)
    assert Rules(sets=["base", "quartifacts"], modules=[]) != Rules(sets=["base", "quartifacts"])


@pytest.mark.rule("15.15")
def test_the_order_in_which_sets_are_named_does_not_matter() -> None:
    one = Rules(sets=["promos", "quarmageddon", "base"])
    other = Rules(sets=["base", "quarmageddon", "promos"])
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.rule("15.15")
def test_all_is_every_set_and_their_rules() -> None:
    assert Rules(sets=["all"]) == Rules(sets=SETS)
    assert Rules(sets=["all"]).to_dict()["sets"] == list(SETS)
    seen: set[str] = set()
    for seed in range(60):
        game = q.new_game(Rules(players=4, sets=["all"]), seed=seed)
        seen |= {card.set_name for card in game.setup.cards}
    assert seen == set(SETS)


# --- every combination can be played -----------------------------------------------------------


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_combination_of_sets_can_be_dealt(players: int) -> None:
    catalog = default_catalog()
    for number, sets in enumerate(PLAYABLE):
        rules = Rules(players=players, edition=EDITIONS[number % 4], sets=sets)
        cards = choose_wilds(rules, catalog, Dealer(number, "wilds"))
        assert {card.set_name for card in cards} <= set(sets)
        kinds = [card.kind for card in cards]
        assert kinds.count("creature") == rules.creature_classes
        assert kinds.count("spell") == rules.spell_classes
        assert kinds.count("quest") == (players - 1 if rules.quests else 0)
        table = lay_table(rules, catalog, cards)
        assert ("Corrupted Quiddity" in table.class_slot) == ("rise_of_the_demons" in sets)
        assert ("Squire" in table.class_slot) == rules.quests
        assert ("Basic Quiddity" in table.class_slot) == (not rules.light_vs_dark_rules)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_combination_can_be_played_to_its_end(edition: str, players: int) -> None:
    """A fixed sample: each combination of sets is played by two of the twelve of these tests.

    Every day on the interpreted engine by one of them.
    """
    shares = interpreted(12, 6)
    share = (EDITIONS.index(edition) * 3 + players - 2) % shares
    for number, sets in enumerate(PLAYABLE):
        if number % shares != share:
            continue
        variants = [name for bit, name in enumerate(VARIANTS) if number >> bit & 1]
        brought = Rules(sets=sets).modules
        modules = brought if number % 4 or sets == ("light_vs_dark",) else brought[1:]
        rules = Rules(players, edition, sets, variants, modules=modules)
        game = q.new_game(rules, seed=number)
        game.playout()
        assert game.over, rules
        assert game.result is not None
        check_state(queries.state(game))
