"""Any text at all as a pack: a list of faults or a pack that can be played, in bounded work.

Texts are the example with pieces removed, repeated, exchanged and strewn in, or cards that do
things at random (`expressions`). What is left of a pack is played: a game goes on or ends, every
position on the way is a possible one, and nothing else happens. A hang would be noticed by the
limit of the work that the engine may do (15.24), a faulty text by an exception other than
`PackError`.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.cards.language.words import NAMES, WORD_NAMES
from quarriors.cards.load import catalog_of
from quarriors.cards.pack import MAX_FAULTS, PackError, check_text, read_pack_text
from quarriors.cards.sets import SETS
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.engine.setup import missing_needs
from quarriors.testing.checks import check_state

from .common import EXAMPLE, PACK
from .expressions import nonsense

TEXT = EXAMPLE.read_text("utf-8")
LINES = TEXT.splitlines()
PIECES = [
    *("[", "]", "(", ")", "{", "}", '"', "'", '"""', "=", ",", "|", "#", "\n", "\\", ".", "-", "*"),
    *("\x00", "\u200b", "\u202e", "\ufeff", "é", "²", "😀", "9" * 30, "1e9", "true", "inf"),
    *("[[card]]\n", "[[die]]\n", "[[card.line]]\n", "[pack]\n", "does = ", "corrects = true\n"),
    *("__import__('os')", "{0.__class__}", "%s", "$(id)", "../../etc/passwd"),
    *(f"{word}(" for word in sorted(WORD_NAMES)),
    *sorted(NAMES),
]
EAGER = ("capture", "summon", "cast", "use")  # answers that bring new cards into play and use them
PLACES = st.integers(0, len(TEXT))


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """The example after a few changes."""
    text = TEXT
    for _ in range(draw(st.integers(1, 4))):
        at = draw(PLACES)
        match draw(st.integers(0, 4)):
            case 0:
                text = text[:at] + draw(st.sampled_from(PIECES)) + text[at:]
            case 1:
                text = text[:at] + text[at + draw(st.integers(1, 60)) :]
            case 2:
                text = text.replace(draw(st.sampled_from(LINES)), draw(st.sampled_from(LINES)))
            case 3:
                text = text.replace(str(draw(st.integers(0, 9))), str(draw(st.integers(-5, 99))), 1)
            case _:
                text = text[:at] + draw(st.text(max_size=8)) + text[at:]
    return text


def check(text: str, most: int) -> None:
    """Read the text; if it is a pack, play some of a game with its cards."""
    faults = check_text(text)
    assert len(faults) <= MAX_FAULTS
    for fault in faults:
        assert fault.sentence("en")
        assert fault.sentence("it")
    if faults:
        with pytest.raises(PackError):
            read_pack_text(text)
        return
    pack = read_pack_text(text)
    rules = q.Rules(packs=[pack])
    game = q.new_game(rules, seed=1)
    dealer = Dealer(1, "answers")
    for _ in range(most):
        if game.over:
            break
        check_state(queries.state(game))
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    assert game.over or len(game.answers) == most


def check_nonsense(seed: int) -> None:
    """Play with cards that do things at random: every position on the way is a possible one.

    Where a card asks for what cannot be done, nothing happens or the game ends (15.24).
    """
    pack = nonsense(seed)
    for sets in (["base"], SETS):
        rules = q.Rules(players=2 + seed % 2, sets=sets, packs=[pack])
        cards = [
            name for name in pack.added if not missing_needs(rules, catalog_of(rules).card(name))
        ]
        game = q.new_game(rules, seed=seed, include=cards)
        dealer = Dealer(seed, "answers")
        for _ in range(400):
            if game.over:
                break
            check_state(queries.state(game))
            options = [option for option in game.decision.options if option.verb in EAGER]
            if not options or dealer.below(3) == 0:
                options = list(game.decision.options)
            game.apply(options[dealer.below(len(options))])


def test_cards_that_do_nonsense_break_no_rule_of_positions() -> None:
    for seed in range(6):
        check_nonsense(seed)


@pytest.mark.long
def test_many_cards_that_do_nonsense_break_no_rule_of_positions() -> None:
    for seed in range(1000):
        check_nonsense(seed)


QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(mutations())
def test_a_changed_pack_is_refused_or_played(text: str) -> None:
    check(text, 20)


@pytest.mark.long
@settings(max_examples=5000, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(mutations())
def test_thousands_of_changed_packs_are_refused_or_played(text: str) -> None:
    check(text, 400)


@pytest.mark.parametrize(
    "text",
    [
        "[[card]]\n" * 20_000,
        "[pack]\n" + "".join(f"k{number} = 1\n" for number in range(15_000)),
        "a." * 100_000,
        PACK + "\n" + "[" * 100_000,
        PACK.replace("when(SUMMONED, gain_quiddity(1))", "x(" * 1300),
        PACK.replace("when(SUMMONED, gain_quiddity(1))", ",".join(f"w{n}" for n in range(450))),
        PACK.replace('"Winter"', '"' + "W" * 200_000 + '"'),
        PACK.replace('class = "Snow Fox"', 'class = "' + "ab" * 50_000 + '"'),
        PACK.replace("cost = 3", "cost = " + "9" * 4000),
        PACK + '"""' * 60_000,
    ],
    ids=range(10),
)
def test_texts_made_to_take_long_do_not(text: str) -> None:
    """What took minutes once: each of them is a few faults, found in bounded work."""
    faults = check_text(text)
    assert 0 < len(faults) <= MAX_FAULTS
