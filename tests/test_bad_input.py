"""Bad input to the engine and the Python interface: one sentence, our own exception, no change.

Every refusal here is checked three ways: the exception is of the package's own family, its message
is one sentence that names what would be right, and whatever was there before is as it was, byte
for byte. The command line's and the records' bad input is tested with them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import quarriors as q
from quarriors.engine import queries
from quarriors.engine.catalog import Card, Catalog, Design
from quarriors.engine.errors import (
    CardError,
    CatalogError,
    IllegalAnswer,
    PositionError,
    QuarriorsError,
    RulesError,
)
from quarriors.engine.program import Ability
from quarriors.testing import Position

EDITIONS = ["original", "original-it", "revised", "qultimate"]
SETS = ["base", "rise_of_the_demons", "quarmageddon", "light_vs_dark", "promos"]
TEN = [
    "Scavenging Goblin", "Strong Witching Hag", "Mighty Quake Dragon", "Deathdealer",
    "Ghostly Spirit", "Warrior of the Quay", "Questing Wizard", "Life Spell", "Death Charm",
    "Growth Charm",
]  # fmt: skip


class Garbage:
    """Something that has no business being an answer, and says so when it is shown."""

    def __repr__(self) -> str:
        return "<garbage>"


def refused(kind: type[QuarriorsError], what: Callable[[], object], *names: str) -> QuarriorsError:
    """The call raises that very kind, in one sentence that holds all these words."""
    with pytest.raises(QuarriorsError) as caught:
        what()
    assert isinstance(caught.value, kind)
    message = str(caught.value)
    assert message.endswith((".", "?", "`."))
    assert "\n" not in message
    assert not re.search(r"[.?!] [A-Z]", message), f"more than one sentence: {message}"
    for name in names:
        assert name in message, f"{name!r} is not named in: {message}"
    return caught.value


def snapshot(game: q.Game) -> str:
    """Everything there is to a game, as bytes: position, luck, answers, options, result."""
    state = queries.state(game)
    position = [queries.wire(game), queries.options(state), queries.untaken_events(state)]
    return json.dumps([*position, list(game.answers), repr(game.result)])


def refused_and_unchanged(game: q.Game, answer: object, *names: str) -> None:
    """The answer is refused, and neither the game nor its clone of before has moved."""
    before = snapshot(game)
    copy = game.clone()
    refused(IllegalAnswer, lambda: game.apply(answer), *names)
    assert snapshot(game) == before
    if not game.over:
        # The game goes on as if nothing had been asked of it, with the same luck.
        option = game.decision.options[0]
        twin = game.clone()
        twin.apply(option)
        copy.apply(option)
        assert queries.wire(twin) == queries.wire(copy)
    assert snapshot(game) == before


# --- rules -----------------------------------------------------------------------------------


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("players", [1, 5, 0, -2, True, 2.0, "2", None])
def test_a_wrong_number_of_players(players: Any) -> None:
    refused(RulesError, lambda: q.Rules(players=players), "2, 3 or 4 players")


@pytest.mark.rule("0.1")
@pytest.mark.parametrize("edition", ["2011", "Original", "", "german", 5, None, ["original"]])
def test_an_unknown_edition(edition: Any) -> None:
    refused(RulesError, lambda: q.Rules(edition=edition), *EDITIONS)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("name", ["Base", "demons", "", 5, None, ["base"]])
def test_an_unknown_set(name: Any) -> None:
    refused(RulesError, lambda: q.Rules(sets=["base", name]), *SETS)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("name", ["advanced", "expert", "", 5, None])
def test_an_unknown_variant(name: Any) -> None:
    refused(RulesError, lambda: q.Rules(variants=[name]), "advanced_capture", "expert_culling")


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("field", ["sets", "variants"])
@pytest.mark.parametrize("value", ["base", 5, 0, {"base"}])
def test_sets_and_variants_that_are_no_list(field: str, value: Any) -> None:
    refused(RulesError, lambda: q.Rules(**{field: value}), f"{field} is a list of names")


@pytest.mark.rule("0.2")
def test_rules_that_name_no_set_have_the_one_that_says_so_of_itself() -> None:
    assert q.Rules(sets=None).sets == q.Rules().sets == q.Rules.from_dict({}).sets == ("base",)
    refused(RulesError, lambda: q.Rules(sets=[]), "use base, ")


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sets": []}, ["at least one set", "base"]),
        ({"sets": ["base", "base"]}, ["twice", "once"]),
        ({"variants": ["expert_culling", "expert_culling"]}, ["twice", "once"]),
        ({"sets": ["base", "quests"]}, ["quests"]),
        ({"sets": ["base", "light_vs_dark_rules"]}, ["light_vs_dark_rules"]),
    ],
)
def test_rules_that_contradict_themselves(wrong: dict[str, Any], words: list[str]) -> None:
    refused(RulesError, lambda: q.Rules(**wrong), *words)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("module", ["quests", "light_vs_dark_rules"])
def test_rules_whose_set_is_not_there(module: str) -> None:
    home = {"quests": "quartifacts", "light_vs_dark_rules": "light_vs_dark"}[module]
    refused(RulesError, lambda: q.Rules(modules=[module]), module, home, "add it, or leave")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("sets", "kind"),
    [
        (["promos"], "creature"),
        (["quarmageddon"], "creature"),
        (["quartifacts"], "creature"),
        (["rise_of_the_demons"], "spell"),
        (["quest_of_the_qladiator", "promos"], "spell"),
    ],
)
def test_sets_that_can_never_fill_the_wilds(sets: list[str], kind: str) -> None:
    refused(RulesError, lambda: q.Rules(sets=sets), sets[0], kind, "add another set, such as base")


@pytest.mark.rule("15.15")
@pytest.mark.parametrize("value", ["quests", ["Quests"], ["quests", "quests"], [5], 5])
def test_modules_that_are_no_list_of_modules(value: Any) -> None:
    refused(RulesError, lambda: q.Rules(sets=["all"], modules=value), "quests")


@pytest.mark.rule("15.9")
@pytest.mark.parametrize("value", [0, -1, True, 2.5, "500"])
def test_a_wrong_round_limit_or_goal(value: Any) -> None:
    refused(RulesError, lambda: q.Rules(round_limit=value), "whole number from 1 on")
    refused(RulesError, lambda: q.Rules(goal=value), "whole number from 1 on")


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, ["players, edition, sets, variants, round_limit, goal"]),
        ([("players", 2)], ["players, edition, sets, variants, round_limit, goal"]),
        ({"player": 2}, ["'player'", "players, edition"]),
        ({5: 2}, ["5", "players, edition"]),
        ({"players": "2"}, ["'players'", "whole number"]),
        ({"players": 7}, ["2, 3 or 4 players"]),
        ({"edition": 5}, ["'edition'", "name"]),
        ({"edition": "2012"}, EDITIONS),
        ({"sets": "base"}, ["'sets'", "list of names"]),
        ({"sets": [5]}, ["'sets'", "list of names"]),
        ({"variants": {"a": 1}}, ["'variants'", "list of names"]),
        ({"round_limit": None}, ["'round_limit'", "whole number"]),
        ({"goal": "20"}, ["'goal'", "whole number"]),
    ],
)
def test_rules_read_from_wrong_data(data: Any, words: list[str]) -> None:
    refused(RulesError, lambda: q.Rules.from_dict(data), *words)


# --- setting up ------------------------------------------------------------------------------


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("first", [-1, 2, 4, True, 1.0, "0", [0]])
def test_a_first_player_who_does_not_sit_there(first: Any) -> None:
    refused(RulesError, lambda: q.new_game(q.Rules(players=2), seed=1, first=first), "0 to 1")


@pytest.mark.parametrize("seed", ["7", 1.5, True, b"7", [7]])
def test_a_seed_that_is_no_whole_number(seed: Any) -> None:
    refused(RulesError, lambda: q.new_game(seed=seed), "whole number")


@pytest.mark.parametrize("seed", ["7", 1.5, True, b"7"])
def test_a_branch_with_a_wrong_seed(seed: Any) -> None:
    game = q.new_game(seed=7)
    before = snapshot(game)
    refused(RulesError, lambda: game.branch(seed), "whole number")
    assert snapshot(game) == before


@pytest.mark.parametrize("seed", ["7", 1.5, True, b"7"])
def test_a_playout_with_a_wrong_seed(seed: Any) -> None:
    game = q.new_game(seed=7)
    before = snapshot(game)
    refused(RulesError, lambda: game.playout(seed), "whole number")
    assert snapshot(game) == before


@pytest.mark.parametrize("rules", ["qultimate", {"players": 2}, 3, q.Rules])
def test_rules_that_are_no_rules(rules: Any) -> None:
    refused(RulesError, lambda: q.new_game(rules, seed=1), "Rules")


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("mix", ["", "Hint", "salad", None, 3])
def test_an_unknown_mix(mix: Any) -> None:
    refused(
        RulesError,
        lambda: q.new_game(seed=1, mix=mix),
        "hint, small_side, side, two_scoops, democratic",
    )


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("wilds", ["Strong Witching Hag", 5, {"Life Spell": 1}])
def test_wilds_that_are_no_list_of_names(wilds: Any) -> None:
    refused(CardError, lambda: q.new_game(seed=1, wilds=wilds), "list of card names")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("name", ["Strong Wiching Hag", "", 5, None, ["Life Spell"]])
def test_wilds_with_an_unknown_card(name: Any) -> None:
    refused(CardError, lambda: q.new_game(seed=1, wilds=[*TEN[:9], name]), f"{name!r}", "card")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("wilds", "kind", "words"),
    [
        ([], RulesError, ["7 creature and 3 spell cards", "0 and 0"]),
        (TEN[:9], RulesError, ["7 creature and 3 spell cards"]),
        ([*TEN, "Defender of the Pale"], CardError, ["7 creature and 3 spell", "no more"]),
        ([*TEN, "Victory Spell"], CardError, ["7 creature and 3 spell", "no more"]),
        ([*TEN[:9], "Defender of the Pale"], CardError, ["7 creature and 3 spell", "no more"]),
        ([*TEN[:9], "Portal"], CardError, ["Portal", "name other cards"]),
    ],
)
def test_wilds_of_the_wrong_size(
    wilds: list[str], kind: type[QuarriorsError], words: list[str]
) -> None:
    refused(kind, lambda: q.new_game(seed=1, wilds=wilds), *words)


@pytest.mark.rule("1.2")
def test_a_class_asked_for_twice() -> None:
    twice = [*TEN[:9], "Life Charm"]
    words = ["Life Spell", "Life Charm", "of the class Life"]
    refused(CardError, lambda: q.new_game(seed=1, wilds=twice), *words)
    refused(CardError, lambda: q.new_game(seed=1, include=["Life Spell", "Life Charm"]), *words)
    refused(CardError, lambda: q.new_game(seed=1, include=["Life Spell"] * 2), "of the class Life")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("name", ["Wiching Hag", 5, None, ["Life Spell"]])
def test_an_unknown_card_included_or_excluded(name: Any) -> None:
    refused(CardError, lambda: q.new_game(seed=1, include=[name]), f"{name!r}")
    refused(CardError, lambda: q.new_game(seed=1, exclude=[name]), f"{name!r}")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("field", ["include", "exclude"])
@pytest.mark.parametrize("value", ["Witching Hag", 5, None])
def test_a_list_of_cards_that_is_no_list(field: str, value: Any) -> None:
    refused(CardError, lambda: q.new_game(seed=1, **{field: value}), field, "list of")


@pytest.mark.rule("2.2")
def test_a_card_both_included_and_excluded_and_too_many_excluded() -> None:
    refused(
        CardError,
        lambda: q.new_game(seed=1, include=["Life Spell"], exclude=["Life"]),
        "Life Spell",
        "both included and excluded",
    )
    refused(
        CardError,
        lambda: q.new_game(seed=1, exclude=["Life", "Death", "Growth"]),
        "7 creature and 3 spell classes",
        "exclude fewer",
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Strong Wiching Hag", "Strong Witching Hag"),
        ("Goblin Scavenging", "Scavenging Goblin"),
        ("xyzzy", "list of cards"),
        ("", "list of cards"),
    ],
)
def test_an_unknown_card_looked_up(name: str, near: str) -> None:
    refused(CardError, lambda: q.cards.get(name), f"{name!r}", near)


@pytest.mark.parametrize("seat", [-1, 3, 99, True, 0.0, "0", None])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    game = q.new_game(q.Rules(players=3), seed=1)
    before = snapshot(game)
    refused(PositionError, lambda: game.observe(seat), f"{seat!r}", "0 to 2")
    assert snapshot(game) == before


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    ["pass", "", None, 1.5, 0.0, b"pass", [], {}, (), Garbage(), Garbage, ["pass"]],
)
def test_an_answer_that_is_no_option(answer: object) -> None:
    game = q.new_game(q.Rules(players=3), seed=7, log=True)
    refused_and_unchanged(game, answer, "decision.options")


@pytest.mark.parametrize("answer", [False, True])
def test_yes_and_no_of_python_are_no_options(answer: bool) -> None:
    """`False` equals the code of "pass" for Python, but nobody who writes it means to pass."""
    game = q.new_game(q.Rules(players=3), seed=7)
    assert 0 in queries.options(queries.state(game))
    refused_and_unchanged(game, answer)


@pytest.mark.parametrize(
    "code", [-1, -5, 59, 63, 1000 << 6, 15 << 16, (15 << 16) + (3 << 6), 1 << 62, 10**30, -(10**30)]
)
def test_a_code_that_means_nothing(code: int) -> None:
    game = q.new_game(q.Rules(players=3), seed=7)
    refused_and_unchanged(game, code, "the options are:", *game.decision.texts)


def test_every_option_of_another_decision_is_refused_unless_it_is_offered_now() -> None:
    """Options of 200 decisions of one game, tried at each decision of another."""
    other = q.new_game(seed=3)
    options: set[q.Option] = set()
    for _ in range(200):
        if other.over:
            break
        options.update(other.decision.options)
        other.apply(other.decision.options[0])
    game = q.new_game(seed=3)
    tried = 0
    for _ in range(12):
        offered = set(game.decision.options)
        for option in sorted(options - offered, key=lambda found: found.code)[:20]:
            before = snapshot(game)
            refused(IllegalAnswer, partial(game.apply, option), str(option))
            assert snapshot(game) == before
            tried += 1
        game.apply(game.decision.options[0])
    assert tried > 200


def test_the_refusal_names_what_is_possible() -> None:
    position = Position().active(0, "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2")
    play = position.ready(0, "Growth Charm@S").start("ready")
    stale = play.decision.options[1]
    play.do("cast Growth Charm")
    assert str(stale).startswith("cast")
    refused_and_unchanged(play.game, stale, "summon Scavenging Goblin [C1:2/2] for 1; pass")


def test_an_option_of_another_table_is_not_taken_for_one_of_this() -> None:
    """The same number may mean another card there; what counts is what the player chose."""
    mine = Position(wilds=["Strong Witching Hag"]).active(0, *["Basic Quiddity@Q1"] * 8)
    theirs = Position(wilds=["Mighty Witching Hag"]).active(0, *["Basic Quiddity@Q1"] * 8)
    game = mine.start("capture").game
    texts = set(game.decision.texts)
    foreign = [
        option
        for option in theirs.start("capture").decision.options
        if option.code in queries.options(queries.state(game)) and str(option) not in texts
    ]
    assert foreign, "the two tables should share a code with another meaning"
    for option in foreign:
        assert option not in game.decision.options
        refused_and_unchanged(game, option, str(option))


def test_nothing_is_taken_after_the_end() -> None:
    game = q.new_game(seed=5)
    last = game.decision.options
    while not game.over:
        last = game.decision.options
        game.apply(last[0])
    for answer in (*last, 0, "pass", None, Garbage()):
        refused_and_unchanged(game, answer, "over")
    refused(IllegalAnswer, lambda: game.decision, "over", "result")


def test_a_clone_is_not_touched_by_a_refusal_and_the_other_way_round() -> None:
    game = q.new_game(seed=5)
    clone = game.clone()
    before = snapshot(clone)
    refused(IllegalAnswer, lambda: game.apply("nonsense"))
    assert snapshot(clone) == before
    clone.apply(clone.decision.options[0])
    refused(IllegalAnswer, lambda: clone.apply(None))
    assert game.answers == []


# --- positions and catalogues ----------------------------------------------------------------


def test_positions_that_cannot_exist() -> None:
    refused(CardError, lambda: Position().ready(0, "Strong Wiching Hag"), "Strong Wiching Hag")
    refused(
        PositionError,
        lambda: Position().ready(0, "Witching Hag@C9:9/9").start("ready"),
        "C9:9/9",
        "C1:3/3",
    )
    refused(
        PositionError,
        lambda: Position().ready(0, *["Witching Hag"] * 6).start("ready"),
        "only 5 dice",
    )
    refused(PositionError, lambda: Position().start("lunch"), "lunch", "score", "clean-up")
    refused(CardError, lambda: Position(wilds=["Life Spell", "Life Charm"]).start(), "one")
    refused(
        PositionError,
        lambda: Position().attached(0, "Death Charm@S*", 1, "Witching Hag").start(),
        "Witching Hag",
    )


@pytest.mark.parametrize("seat", [2, -1])
def test_a_position_with_a_seat_that_does_not_exist(seat: int) -> None:
    refused(PositionError, lambda: Position().ready(seat, "Witching Hag").start("ready"), f"{seat}")


FACES = ["Q1", "Q1", "Q1", "C1:1/1", "C1:1/1", "C1:1/1"]


def card(name: str, cost: int = 1, *abilities: Ability, faces: list[str] | None = None) -> Card:
    design = Design(name, "creature", 5, FACES if faces is None else faces, "", [])
    return Card(name, "", design, "base", cost, 1, list(abilities), {}, [])


def test_catalogues_that_do_not_fit_together() -> None:
    refused(CatalogError, lambda: card("Short", faces=["Q1"] * 5), "5 faces", "needs 6")
    refused(CatalogError, lambda: card("Odd", faces=["Z1"] * 6), "Z1")
    refused(CatalogError, lambda: Design("Odd", "dragon", 5, FACES, "", []), "dragon", "creature")
    refused(CatalogError, lambda: Catalog([card("A"), card("A")]), "'A'", "unique")
    refused(CatalogError, lambda: Catalog([card("A", -1)]), "-1", "0 or more")
    refused(
        CatalogError,
        lambda: Catalog([card("A", 1, Ability("sometimes", 0, [], []))]),
        "sometimes",
        "static",
    )
    refused(CardError, lambda: Catalog([card("A")]).card("B"), "'B'")


def test_a_catalogue_without_enough_cards() -> None:
    refused(
        CardError,
        lambda: q.new_game(seed=1, catalog=Catalog([card(f"Card {n}") for n in range(7)])),
        "don't fill the Wilds",
    )


def test_no_message_shows_how_we_are_built() -> None:
    """Errors speak to players: no names of Python types, no tracebacks, no folders."""
    calls: list[Callable[[], object]] = [
        lambda: q.Rules(players=9),
        lambda: q.Rules(edition="x"),
        lambda: q.new_game(seed=1, wilds=["x"] * 10),
        lambda: q.new_game(seed=1, first=9),
        lambda: q.new_game(seed=1).apply("x"),
        lambda: q.cards.get("x"),
    ]
    for call in calls:
        message = str(refused(QuarriorsError, call))
        assert not re.search(r"object at 0x|Traceback|NoneType|\.py\b|<class", message)
