"""A seat's number for the dice: drawn once, kept, and checked against what the server says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarriors.daily import daily_of
from quarriors.record.fair_seed import combined_seed, commit, is_number
from quarriors.remote import seats
from quarriors.remote.address import read_address
from quarriors.remote.dice import dice_lines, number_to_add, own_numbers
from quarriors.table.messages import Chair, Player, Setup, Table, Times
from quarriors.text import Texts

ADDRESS = read_address("http://game.example/t/abcdefghijklmnop")
SECRET = 12345
NUMBERS = ("ab" * 16, "", "cd" * 16)
EN = Texts("en")


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> seats.Claim:
    monkeypatch.setattr(seats, "folder", lambda: tmp_path / "seats")
    found = seats.keep(ADDRESS, 0, "token", "Ada")
    found.release()
    return found


def table(**values: Any) -> Table:
    """A table of Ada, Bo and Cy, before the game."""
    names = ("Ada", "Bo", "Cy")
    told: dict[str, Any] = {
        "table": ADDRESS.table,
        "state": 0,
        "stage": "waiting",
        "me": 0,
        "host": True,
        "setup": Setup((Chair(),) * 3),
        "players": tuple(Player(seat, "person", name) for seat, name in enumerate(names)),
        "commitment": commit(SECRET),
        "view": None,
        "prompt": None,
        "waiting_for": None,
        "log": (),
        "chat": (),
        "times": Times("none"),
        "numbers": ("", "", ""),
    }
    return Table(**{**told, **values})


def ended(numbers: tuple[str, ...], **values: Any) -> Table:
    """The same table after the game, whose dice followed from these numbers."""
    seed = combined_seed(SECRET, numbers) if numbers else SECRET
    told = {"stage": "over", "numbers": numbers, "secret": str(SECRET), "seed": str(seed)}
    return table(**{**told, **values})


def test_a_number_is_drawn_once_kept_and_sent_until_it_is_there(claim: seats.Claim) -> None:
    first = number_to_add(table(), claim)
    assert first is not None
    assert is_number(first.number)
    assert number_to_add(table(), claim) == first
    assert number_to_add(table(numbers=(first.number, "", "")), claim) is None
    (kept,) = seats.at_table(ADDRESS)
    assert (kept.number, kept.commitment) == (first.number, commit(SECRET))
    again = seats.keep(ADDRESS, 0, "token", "Ada")
    again.release()
    assert again.kept.number == first.number
    other = seats.keep(ADDRESS, 0, "another token", "Ada")
    other.release()
    assert other.kept.number == ""


def test_nothing_is_added_where_it_would_not_count(claim: seats.Claim) -> None:
    assert number_to_add(table(), None) is None
    assert number_to_add(table(me=None), claim) is None
    assert number_to_add(table(stage="playing"), claim) is None
    assert number_to_add(table(numbers=()), claim) is None
    assert claim.kept.number == ""
    assert number_to_add(table(), claim) is not None
    assert number_to_add(table(commitment=commit(1)), claim) is None


def test_a_true_server_is_believed_and_everybody_named(claim: seats.Claim) -> None:
    claim.keep_number(NUMBERS[0], commit(SECRET))
    lines = dice_lines(ended(NUMBERS), claim.kept, EN)
    assert "follows from it and the numbers of Ada, Cy" in lines[0]
    assert lines[1:] == [f"Your number {NUMBERS[0]} was used.", "No number came from Bo."]
    watching = dice_lines(ended(NUMBERS, me=None), None, EN)
    assert watching == [lines[0], lines[2]]
    assert "another program of yours" in dice_lines(ended(NUMBERS), None, EN)[1]
    assert "Il tuo numero" in dice_lines(ended(NUMBERS), claim.kept, Texts("it"))[1]


def test_what_proves_less_says_so(claim: seats.Claim) -> None:
    for numbers in ((), ("", "", "")):
        (line,) = dice_lines(ended(numbers), claim.kept, EN)
        assert "nothing shows that it chose them fairly" in line


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        ({"secret": "12346"}, "doesn't have the SHA-256"),
        ({"seed": "1"}, "doesn't follow from its secret"),
        ({"seed": ""}, "doesn't follow from its secret"),
        ({"numbers": ("", "", NUMBERS[2])}, "doesn't follow from its secret"),
        ({"numbers": NUMBERS[::-1]}, "doesn't follow from its secret"),
    ],
)
def test_a_server_that_contradicts_itself_is_found(
    claim: seats.Claim, lie: dict[str, Any], words: str
) -> None:
    claim.keep_number(NUMBERS[0], commit(SECRET))
    (line,) = dice_lines(replace(ended(NUMBERS), **lie), claim.kept, EN)
    assert words in line


def test_a_server_that_lies_to_one_player_is_found_by_that_one(claim: seats.Claim) -> None:
    claim.keep_number(NUMBERS[0], commit(SECRET))
    cases = {
        "another number for your seat": ended(("ef" * 16, "", NUMBERS[2])),
        "Your number wasn't used": ended(("", "", NUMBERS[2])),
    }
    for words, told in cases.items():
        (line,) = dice_lines(told, claim.kept, EN)
        assert words in line
    claim.keep_number(NUMBERS[0], commit(1))
    (line,) = dice_lines(ended(NUMBERS), claim.kept, EN)
    assert "announced another secret before your number was sent" in line


def test_verify_compares_what_this_computer_kept(claim: seats.Claim) -> None:
    assert own_numbers(ADDRESS, commit(SECRET), NUMBERS, EN) == ([], [])
    claim.keep_number(NUMBERS[0], commit(SECRET))
    assert own_numbers(ADDRESS, commit(SECRET), NUMBERS, EN)[1] == [
        f"Your number {NUMBERS[0]} was used."
    ]
    wrong, right = own_numbers(ADDRESS, commit(SECRET), NUMBERS[::-1], EN)
    assert (len(wrong), right) == (1, [])
    wrong, right = own_numbers(ADDRESS, commit(1), NUMBERS, EN)
    assert (len(wrong), right) == (1, [])


def test_the_dice_of_a_daily_follow_from_its_date() -> None:
    day = daily_of("2026-11-18")
    setup = Setup((Chair(), Chair("bot", day.rival)), daily=day.date)
    told = {"setup": setup, "secret": str(day.seed), "commitment": commit(day.seed)}
    right = ended((), seed=str(day.seed), **told)
    assert (
        "the daily of 2026-11-18: its dice follow from the date" in dice_lines(right, None, EN)[0]
    )
    for lie in (
        replace(right, setup=replace(setup, daily="2026-11-19")),
        replace(right, setup=replace(setup, daily="someday")),
        ended((), setup=setup),
    ):
        assert dice_lines(lie, None, EN) == [EN.say("remote", "dice.bad_seed")]
