"""What the dice of a server's game follow from, in records: secret, numbers, seed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.record.errors import BadRecord
from quarriors.record.fair_seed import (
    combined_seed,
    combined_text,
    commit,
    dice_fault,
    is_number,
    new_number,
    new_secret,
)
from quarriors.record.replay import resume, verify
from quarriors.record.write import with_dice, write_record
from tests.record.conftest import play

VECTORS = json.loads((Path(__file__).parent / "dice_vectors.json").read_text("utf-8"))
SECRET = 1 << 255
NUMBERS = ["0" * 32, "f" * 32]


@pytest.fixture(scope="module")
def fair() -> dict[str, Any]:
    """The beginning of a game of two people, as a server records it."""
    game = play(q.new_game(q.Rules(), seed=combined_seed(SECRET, NUMBERS)), 1, 8)
    return with_dice(write_record(game, seats=["human=Ada", "human=Bo"]), SECRET, NUMBERS)


def changed(record: dict[str, Any], **dice: object) -> dict[str, Any]:
    return {**record, "dice": {**record["dice"], **dice}}


def refusal(record: dict[str, Any]) -> str:
    with pytest.raises(BadRecord) as found:
        verify(record)
    assert found.value.say("it") != found.value.say("en")
    return found.value.say("en")


@pytest.mark.parametrize("vector", VECTORS)
def test_the_seed_is_the_hash_of_the_documented_text(vector: dict[str, Any]) -> None:
    secret, numbers = int(vector["secret"]), vector["numbers"]
    text = f"quarriors dice 1\nseats {len(numbers)}\nsecret {vector['secret']}\n"
    for seat, number in enumerate(numbers):
        text += f"seat {seat} {number or '-'}\n"
    assert combined_text(secret, numbers) == text
    digest = hashlib.sha256(text.encode("ascii")).digest()
    assert combined_seed(secret, numbers) == int.from_bytes(digest, "big") == int(vector["seed"])
    assert commit(secret) == vector["commitment"]
    assert dice_fault(vector["commitment"], secret, numbers, int(vector["seed"])) == ""


def test_secrets_and_numbers_are_drawn_anew() -> None:
    assert is_number(new_number())
    assert new_number() != new_number()
    assert new_secret() != new_secret()
    assert not any(map(is_number, ("", "0" * 31, "0" * 33, "F" * 32, "0" * 32 + "\n", "-" * 32)))


def test_each_part_changes_the_seed() -> None:
    seeds = {
        combined_seed(SECRET, NUMBERS),
        combined_seed(SECRET + 1, NUMBERS),
        combined_seed(SECRET, NUMBERS[::-1]),
        combined_seed(SECRET, ["", NUMBERS[1]]),
        combined_seed(SECRET, [*NUMBERS, ""]),
        combined_seed(SECRET, NUMBERS[:1]),
    }
    assert len(seeds) == 6


def test_numbers_that_could_hide_another_text_are_never_right() -> None:
    forged = ["0" * 32 + "\nseat 1 " + "f" * 32]
    seed = combined_seed(SECRET, forged)
    assert dice_fault(commit(SECRET), SECRET, forged, seed) == "seed"


def test_a_record_names_what_its_seed_follows_from(fair: dict[str, Any]) -> None:
    assert fair["version"] == 3
    assert fair["commitment"] == hashlib.sha256(str(SECRET).encode()).hexdigest()
    assert fair["dice"] == {"secret": SECRET, "numbers": NUMBERS}
    report = verify(json.dumps(fair))
    assert report.numbers == tuple(NUMBERS)
    assert (report.added, report.added_nothing) == (("Ada", "Bo"), ())
    assert resume(fair).turn >= 1


def test_who_added_nothing_is_named_and_bots_are_not() -> None:
    numbers = [NUMBERS[0], "", ""]
    game = q.new_game(q.Rules(players=3), seed=combined_seed(SECRET, numbers))
    record = write_record(game, seats=["human=Ada", "planner=Bot Planner", "human=Cy"])
    report = verify(with_dice(record, SECRET, numbers))
    assert (report.added, report.added_nothing) == (("Ada",), ("Cy",))


def test_a_server_that_lies_in_its_record_is_found(fair: dict[str, Any]) -> None:
    assert "isn't the one that was promised" in refusal(changed(fair, secret=SECRET + 1))
    other = {**changed(fair, secret=SECRET + 1), "commitment": commit(SECRET + 1)}
    for lie in (
        other,
        changed(fair, numbers=["", NUMBERS[1]]),
        changed(fair, numbers=NUMBERS[::-1]),
        {**fair, "seed": fair["seed"] + 1},
    ):
        assert "doesn't follow from the secret and the players' numbers" in refusal(lie)


def test_a_server_that_rolled_other_dice_is_found(fair: dict[str, Any]) -> None:
    """A seed that follows from other numbers is right by itself; then the dice are not."""
    numbers = ["", NUMBERS[1]]
    lie = {**changed(fair, numbers=numbers), "seed": combined_seed(SECRET, numbers)}
    assert "but the dice gave" in refusal(lie)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ({"numbers": ["x", ""]}, "should be 32 hexadecimal digits or empty"),
        ({"numbers": [""]}, "1 number is given for the dice of a game of 2"),
        ({"numbers": 3}, "should be a list of texts"),
        ({"secret": "3"}, "should be a whole number"),
        ({"luck": 1}, 'Unknown field "luck" in the field "dice"'),
    ],
)
def test_a_wrong_shape_is_a_sentence(
    fair: dict[str, Any], dice: dict[str, object], expected: str
) -> None:
    assert expected in refusal(changed(fair, **dice))


def test_versions_and_dice_belong_together(fair: dict[str, Any]) -> None:
    assert 'Unknown field "dice"' in refusal({**fair, "version": 2})
    without = {field: value for field, value in fair.items() if field != "dice"}
    assert 'The field "dice" is missing' in refusal(without)
