"""Ids, tokens and codes as they are made and read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quarriors.table.tokens import (
    ALPHABET,
    CODE_LENGTH,
    ID_LENGTH,
    LETTERS,
    TOKEN_LENGTH,
    new_code,
    new_table_id,
    new_token,
    read_code,
)


@pytest.mark.parametrize(
    ("make", "alphabet", "length"),
    [
        (new_token, LETTERS, TOKEN_LENGTH),
        (new_table_id, LETTERS, ID_LENGTH),
        (new_code, ALPHABET, CODE_LENGTH),
    ],
)
def test_what_is_made_has_letters_and_digits_only(
    make: Callable[[], str], alphabet: str, length: int
) -> None:
    # A dash in front would make a table's id an option of `quarriors admin show`.
    assert alphabet.isalnum()
    made = [make() for _ in range(200)]
    assert len(set(made)) == len(made)
    assert {len(one) for one in made} == {length}
    assert {mark for one in made for mark in one} <= set(alphabet)


def test_a_code_is_read_as_people_type_it() -> None:
    code = new_code()
    assert read_code(f" {code[:4].lower()}-{code[4:]}\t") == code
