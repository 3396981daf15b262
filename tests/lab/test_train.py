"""`quarriors train`: learning what the texts of cards are worth, and the result that is shipped."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from quarriors.bots.brain.die_value import LEARNED, DieValues, Weights, key_of, read_learned
from quarriors.cards.load import default_catalog
from quarriors.lab.errors import LabError
from quarriors.lab.train import GAMES, Training, card_worth, play_training_game

SEED = 3  # of which few games are enough to learn something


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    with Training(tmp_path / "whole", SEED) as training:
        assert list(training.play(4, 1)) == [1, 2, 3, 4]
        whole = training.fit()
    halves = tmp_path / "halves"
    with Training(halves, SEED) as training:
        assert list(training.play(2, 1)) == [1, 2]
    with (halves / GAMES).open("ab") as file:
        file.write(b"[2, 3.0, [[")  # cut off in the middle of a line
    with Training(halves, SEED) as training:
        assert list(training.play(4, 2)) == [3, 4]
        assert training.fit() == whole
    for name in (GAMES, LEARNED):
        assert (halves / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"catalog": "0" * 64}, "other cards or another version"),
        ({"seed": 8}, f"have the seed 8 and not {SEED}"),
        ({"colour": 1}, "doesn't hold games to learn from"),
    ],
)
def test_games_of_other_cards_are_refused(
    tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    Training(tmp_path, SEED).close()
    path = tmp_path / GAMES
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}) + "\n")
    with pytest.raises(LabError, match=sentence):
        Training(tmp_path, SEED)


@pytest.mark.parametrize(
    "line", ["[0, 1]", "[1, 2.0, []]", "[0, 2.0, [[100000, 0.5]]]", "{", "[[" * 9999]
)
def test_a_damaged_game_is_refused(tmp_path: Path, line: str) -> None:
    Training(tmp_path, SEED).close()
    with (tmp_path / GAMES).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(LabError, match="doesn't hold games"):
        Training(tmp_path, SEED)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with Training(tmp_path, SEED), pytest.raises(LabError, match="Another"):
        Training(tmp_path, SEED)


def test_a_card_that_wins_is_worth_more_than_its_faces() -> None:
    pytest.importorskip("numpy")
    catalog = default_catalog()
    creatures = [card for card in catalog.cards if card.kind == "creature"]
    good = creatures[0]
    draw = DieValues(catalog, Weights(), {}).draw
    games = []
    for number in range(4000):
        one, other = creatures[number % 31], creatures[number % 37]
        ahead = 4 * (draw[one.index] - draw[other.index]) + 2 * ((one is good) - (other is good))
        games.append((number, ahead, [(one.index, 1.0), (other.index, -1.0)]))
    worth = card_worth(catalog, games)
    assert worth[key_of(good)] == max(worth.values())
    assert worth[key_of(good)] > 0.1
    with pytest.raises(LabError, match="Nothing can be learned from 0 games"):
        card_worth(catalog, [])


def test_the_game_of_a_number_is_always_the_same() -> None:
    one = play_training_game(SEED, 1)
    assert one is not None
    assert one == play_training_game(SEED, 1) != play_training_game(SEED + 1, 1)
    assert play_training_game(SEED, 1, lambda: True) is None


def test_what_is_shipped_was_learned_with_these_cards() -> None:
    shipped = json.loads(files("quarriors.bots").joinpath(LEARNED).read_bytes())
    catalog = default_catalog()
    assert shipped["catalog"] == catalog.hash, (
        "cards changed: quarriors train, then ship its result"
    )
    named = {key_of(card) for card in catalog.cards if card.kind in ("creature", "spell")}
    assert set(read_learned()) == named
    # A card that nothing was learned about is worth what its faces say.
    faces, learned = (DieValues(catalog, Weights(), text) for text in ({}, read_learned()))
    basic = next(card for card in catalog.cards if card.kind == "basic")
    assert learned.draw[basic.index] == faces.draw[basic.index]
    assert learned.draw != faces.draw
