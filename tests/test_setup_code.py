"""Set-up codes: the same table again, or a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine.catalog import Card, Catalog
from quarriors.engine.rng import Dealer
from quarriors.engine.setup import choose_wilds
from quarriors.setup_code import LETTERS, BadCode, decode, encode

FIRST_GAME = [
    "Scavenging Goblin", "Warrior of the Quay", "Strong Witching Hag", "Questing Wizard",
    "Ghostly Spirit", "Deathdealer", "Mighty Quake Dragon", "Death Charm", "Growth Cantrip",
    "Shaping Spell",
]  # fmt: skip
# Codes that people have written down: they must mean the same table for ever.
FIRST_CODE = "3A39-WWEA-04NQ"


def table(seed: int) -> list[str]:
    return [card.name for card in choose_wilds(q.Rules(), default_catalog(), Dealer(seed, "t"))]


def refusal(code: str) -> str:
    with pytest.raises(q.CardError) as caught:
        decode(code)
    error = caught.value
    assert isinstance(error, BadCode)
    assert str(error).endswith(".")
    assert error.say("it") != str(error)
    return str(error)


def attempt(code: str) -> tuple[list[str] | None, str]:
    """The cards of a code, or why it has none."""
    try:
        return decode(code), ""
    except q.CardError as error:
        return None, str(error)


@given(seed=st.integers(0, 2**32))
def test_a_code_gives_the_same_table_again(seed: int) -> None:
    cards = table(seed)
    code = encode(cards)
    assert decode(code) == cards
    assert decode(encode(list(reversed(cards)))) == cards
    assert q.new_game(q.Rules(), seed=1, wilds=decode(code)).origin.wilds == tuple(cards)


def test_codes_are_short_and_in_groups_of_four() -> None:
    for seed in range(50):
        groups = encode(table(seed)).split("-")
        assert len(groups) == 3
        assert all(len(group) == 4 for group in groups)
        assert set("".join(groups)) <= set(LETTERS)
    assert not set("ILOU") & set(LETTERS)


def test_codes_that_people_have_written_down() -> None:
    assert encode(FIRST_GAME) == FIRST_CODE
    assert sorted(decode(FIRST_CODE)) == sorted(FIRST_GAME)


def test_case_separators_and_look_alikes_do_not_matter() -> None:
    for seed in range(20):
        cards = table(seed)
        code = encode(cards)
        plain = code.replace("-", "")
        for text in (code.lower(), plain, f"  {plain} ", " ".join(plain), code.replace("-", ".")):
            assert decode(text) == cards
        assert decode(code.replace("0", "O").replace("1", "l")) == cards
        assert decode(code.replace("0", "o").replace("1", "I")) == cards


def test_every_wrong_letter_and_every_swap_is_noticed() -> None:
    for seed in range(10):
        plain = encode(table(seed)).replace("-", "")
        for at in range(len(plain)):
            for letter in LETTERS:
                if letter != plain[at]:
                    assert "has a typo" in refusal(plain[:at] + letter + plain[at + 1 :])
            if at and plain[at] != plain[at - 1]:
                swapped = plain[: at - 1] + plain[at] + plain[at - 1] + plain[at + 1 :]
                assert "has a typo" in refusal(swapped)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", "this one has 0 letters"),
        ("ABC", "this one has 3 letters"),
        ("ABCD", "this one has 4 letters"),
        ("ABCD-EFG", "this one has 7 letters"),
        ("A" * 28, "this one has 28 letters"),
        ("ABCD-EFG!", 'The letter "!" can'),
        ("ABCU-EFGH", 'The letter "U" can'),
        ("ÀBCD-EFGH", 'The letter "À" can'),
        ("0000-0000", "doesn't name a table of cards"),
    ],
)
def test_what_is_no_code(code: str, expected: str) -> None:
    assert expected in refusal(code)


@settings(max_examples=300)
@given(text=st.text(max_size=20))
def test_any_text_is_a_table_or_a_refusal(text: str) -> None:
    cards, why = attempt(text)
    assert why.endswith(".") if cards is None else decode(encode(cards)) == cards


@settings(max_examples=300)
@given(number=st.integers(2**30, 2**110 - 1))
def test_any_number_with_good_check_letters_is_a_table_or_a_refusal(number: int) -> None:
    letters = ""
    rest = number
    while rest or (len(letters) + 2) % 4:
        letters = LETTERS[rest % 32] + letters
        rest //= 32
    check = number % 1021
    code = letters + LETTERS[check // 32] + LETTERS[check % 32]
    cards, why = attempt(code)
    if cards is None:
        assert "name a table" in why or "needs the set" in why
    else:
        assert encode(cards).replace("-", "").lstrip("0") == code.lstrip("0")


def test_basics_and_odd_numbers_of_cards_have_no_code() -> None:
    with pytest.raises(q.CardError, match="Portal is in every game's Wilds"):
        encode(["Portal"])
    with pytest.raises(q.CardError, match="1 to 15 different cards"):
        encode([])
    with pytest.raises(q.CardError, match="1 to 15 different cards"):
        encode(["Scavenging Goblin", "Scavenging Goblin"])
    with pytest.raises(q.CardError, match="1 to 15 different cards"):
        encode([card.name for card in q.cards.every() if card.kind != "basic"][:16])
    with pytest.raises(q.CardError, match="no card called 'Iron Duck'"):
        encode(["Iron Duck"])
    assert decode(encode(["Scavenging Goblin"])) == ["Scavenging Goblin"]


def only_base() -> Catalog:
    """The base set alone, as it was before any other."""
    return Catalog([card for card in default_catalog().cards if card.set_name == "base"])


def later(catalog: Catalog, set_name: str, count: int) -> list[Card]:
    """Made-up cards of a set that is not there yet."""
    design = catalog.card("Scavenging Goblin").design
    return [Card(f"{set_name} {at}", "", design, set_name, 3, 1, [], {}, []) for at in range(count)]


def test_codes_do_not_change_when_sets_are_added() -> None:
    base = only_base()
    demons = later(base, "rise_of_the_demons", 12)
    promos = later(base, "promos", 5)
    for bigger in (
        Catalog([*base.cards, *demons]),
        Catalog([*promos, *base.cards]),
        Catalog([*reversed(base.cards), *promos, *demons]),
    ):
        for seed in range(10):
            cards = table(seed)
            assert encode(cards, bigger) == encode(cards)
            assert decode(encode(cards), bigger) == cards


def test_a_code_of_a_set_that_is_not_here() -> None:
    smaller = only_base()
    bigger = Catalog([*smaller.cards, *later(smaller, "promos", 5)])
    mixed = ["Scavenging Goblin", "promos 0", "promos 4"]
    code = encode(mixed, bigger)
    assert sorted(decode(code, bigger)) == sorted(mixed)
    with pytest.raises(BadCode, match="needs the set promos"):
        decode(code, smaller)


# --- codes with expansions ---------------------------------------------------------------------


@given(seed=st.integers(0, 2**32), players=st.integers(2, 4))
def test_a_code_carries_quests_and_the_assistant(seed: int, players: int) -> None:
    rules = q.Rules(players, sets=["all"])
    chosen = choose_wilds(rules, default_catalog(), Dealer(seed, "t"))
    cards = [card.name for card in chosen]
    code = encode(cards)
    assert decode(code) == cards
    assert sum(card.kind == "quest" for card in chosen) == players - 1
    assert sum(card.kind == "basic" for card in chosen) == 1
    assert len(code.replace("-", "")) <= 24
    assert q.new_game(rules, seed=1, wilds=decode(code)).origin.wilds == tuple(cards)


def test_codes_with_expansions_that_people_have_written_down() -> None:
    cards = [
        "Corrupted Scavenging Goblin", "Corrupted Devotee of the Holy Query", "Strong Black Cat",
        "Strong Quixotic Minstrel", "Strong Heavenly Seraph", "Strong Questing Wizard",
        "Quaxos' Quake Dragon", "Harmony Spell", "Light Charm", "Life Spell",
        "Assistant of Economics", "Expedition for Holy Quail", "Hunt for Tri-Clops Skull",
    ]  # fmt: skip
    assert encode(cards) == "01GG-RQ34-RWD1-ZXEX-FW24"
    assert decode("01GG-RQ34-RWD1-ZXEX-FW24") == cards


def test_base_codes_are_the_same_with_and_without_expansions() -> None:
    smaller = only_base()
    for seed in range(10):
        cards = table(seed)
        assert encode(cards, smaller) == encode(cards)
        assert decode(encode(cards), smaller) == cards
