"""Action numbers: every option has one, no two of a decision share one, and they never change."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Option
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import op, place, verb
from quarriors.engine.program import Filter
from quarriors.envs.core import actions as a
from quarriors.envs.core.layout import LANE_NAMES, LANES, EncodingError, Layout
from quarriors.envs.encoding import (
    ACTIONS,
    SCHEMA_HASH,
    VERSION,
    describe,
    field,
    mask_of,
    observe,
    schema,
)

from .helpers import ALL, BASE, mixed_rules, positions


def test_the_encoding_is_the_one_of_its_version() -> None:
    """Models keep these: a change of the encoding raises VERSION and writes the new hash."""
    assert (VERSION, SCHEMA_HASH) == (2, "772ead44686d34b6")
    assert len(schema()) == 8


def test_every_verb_has_a_shape() -> None:
    assert set(a.SHAPES) == set(verb.NAMES)


def test_every_number_means_something_else() -> None:
    told = {str(describe(action)) for action in range(ACTIONS)}
    assert len(told) == ACTIONS


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_numbers_outside_are_refused(action: int) -> None:
    with pytest.raises(EncodingError, match=f"0 to {ACTIONS - 1}"):
        describe(action)


def test_all_options_of_all_games_have_numbers_of_their_own() -> None:
    """All sets mixed, all editions, modules and numbers of players, played at random."""
    decisions = repeated = options = 0
    for seed, rules in enumerate(mixed_rules(round_limit=12)):
        for game, play, _ in positions(rules, seed):
            if game.over:
                assert play.numbers == []
                continue
            decision = game.decision
            decisions += 1
            assert play.actor == decision.seat
            assert len(set(play.numbers)) == len(play.numbers) == len(decision.options)
            mask = mask_of(play)
            assert mask.sum() == len(play.numbers)
            assert mask[play.numbers].all()
            for number, option in zip(play.numbers, decision.options, strict=True):
                options += 1
                assert play.code(number) == option.code
                meaning = describe(number)
                if meaning.verb == "again":
                    repeated += 1
                else:
                    assert meaning.verb == option.verb
                    _check_coordinates(play.layout, play.actor, meaning.coordinates, option)
    assert decisions > 5000
    assert repeated < options / 500


def _check_coordinates(
    layout: Layout, actor: int, coordinates: Mapping[str, int], option: Option
) -> None:
    seat, die = option.seat, option.die
    if "lane" in coordinates:
        assert die is not None
        assert layout.slot_of_lane[coordinates["lane"]] == layout.setup.slot[die]
    if "seat" in coordinates:
        assert (coordinates["seat"] + actor) % layout.players == seat
    if coordinates.get("nobody_or_seat", 0) > 0:
        assert (coordinates["nobody_or_seat"] - 1 + actor) % layout.players == seat


def _where(f: Filter) -> int:
    return int(f.search_places)


def test_no_card_chooses_what_its_verb_has_no_numbers_for() -> None:
    """Every choice of every card: where it looks fits the coordinates of its verb."""
    lying = 1 << place.READY | 1 << place.QUEST | 1 << place.ATTACHED
    faces = lying | 1 << place.ACTIVE
    looked = 0
    for program in default_catalog().programs:
        code = program.code
        for at in range(len(code) - 5):
            if code[at] != op.CHOOSE or not 0 <= code[at + 1] < len(program.filters):
                continue
            register, action, may = code[at + 2 : at + 5]
            if register > 2 or may > 1 or not verb.DESTROY <= action <= verb.SEIZE:
                continue  # an operand of something else that looks like a choice
            places = _where(program.filters[code[at + 1]])
            shape = a.SHAPE_OF[action]
            looked += 1
            if shape == a.SEAT_UP:
                assert places & ~lying == 0, (verb.NAMES[action], bin(places))
            elif shape == a.SEAT_LANE:
                assert places & faces == 0, (verb.NAMES[action], bin(places))
            elif shape == a.FREE:
                assert places & 1 << place.ACTIVE == 0, (verb.NAMES[action], bin(places))
            else:
                assert shape == a.SEAT_ANY, verb.NAMES[action]
                assert places & 1 << place.WILDS == 0, (verb.NAMES[action], bin(places))
    assert looked > 60


def test_dice_that_lie_as_something_never_show_the_first_two_faces() -> None:
    for card in default_catalog().cards:
        for face in card.design.faces[: a.FIRST_UP]:
            lies = face.creature or face.spell or face.lock or face.quartifact
            assert not lies, card.name


def test_lanes_are_the_same_whatever_is_played() -> None:
    for rules in (BASE, ALL, *list(mixed_rules(1))[:12]):
        game, play, _ = next(positions(rules, 5))
        for slot, lane in enumerate(play.layout.lane_of_slot):
            kind = game.setup.cards[slot].kind
            name = LANE_NAMES[lane]
            assert name.startswith(kind) or kind == "basic"
            assert play.layout.slot_of_lane[lane] == slot
    assert len(LANE_NAMES) == LANES


def test_a_table_that_does_not_fit_is_refused() -> None:
    catalog = default_catalog()
    classes: dict[str, object] = {}
    for card in catalog.cards:
        if card.kind == "creature":
            classes.setdefault(card.class_name, card)
    cards = list(classes.values())[:8]
    with pytest.raises(EncodingError, match="at most 7 creatures"):
        Layout(GameSetup(BASE, catalog, cards))  # type: ignore[arg-type]


def test_a_wrong_action_changes_nothing() -> None:
    game, play, _ = next(positions(BASE, 3))
    before = queries.wire(game)
    wrong = next(number for number in range(ACTIONS) if number not in play.numbers)
    with pytest.raises(EncodingError, match="isn't possible now"):
        play.apply(wrong)
    assert queries.wire(game) == before


def test_nothing_is_answered_after_the_end() -> None:
    *_, (game, play, _) = positions(BASE, 1)
    assert game.over
    assert play.actor == -1
    assert mask_of(play).sum() == 1
    with pytest.raises(EncodingError, match="over"):
        play.apply(0)


def test_an_unknown_field_is_refused() -> None:
    _, play, _ = next(positions(BASE, 3))
    row = observe(play, 0)
    assert field(row, "table", "goal") * 25 == pytest.approx(20)
    with pytest.raises(QuarriorsError, match="no field 'price'"):
        field(row, "table", "price")
