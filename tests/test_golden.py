"""The committed games are played again, word for word and byte for byte.

They were written by the interpreted engine; the suite runs on the compiled one as well, so these
tests are also the proof that both play alike. After a deliberate change of behaviour run
`python -m tests.golden.regenerate` and review the diff.
"""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import pytest

from quarriors.cards.sets import SETS
from quarriors.engine.rules import EDITIONS
from tests.extent import interpreted
from tests.golden.fingerprints import TABLES, committed, differing, games
from tests.golden.regenerate import (
    FOLDER,
    LIMIT,
    TEXTS,
)
from tests.golden.transcript import Golden, play_text

AGAIN_ALL = "if that is meant, run `python -m tests.golden.fingerprints write`"
AGAIN = "if that is meant, run `python -m tests.golden.regenerate` and review the diff"


@pytest.mark.parametrize("golden", TEXTS, ids=[golden.name for golden in TEXTS])
def test_a_golden_game_is_played_as_it_was_written_down(golden: Golden) -> None:
    """Every event, every option of every decision and the result, line by line."""
    kept = (FOLDER / f"{golden.name}.txt").read_text("utf-8").splitlines()
    played = play_text(golden).splitlines()
    diff = unified_diff(kept, played, "committed", "played now", lineterm="", n=6)
    first = "\n".join(islice(diff, 40))
    assert not first, f"{golden.name}.txt differs; {AGAIN}:\n{first}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_have_the_committed_fingerprints(edition: str) -> None:
    """All sets, player counts and variants: one game in 13 or 26 of those written down."""
    sample = games()[:: interpreted(26, 13)]
    assert len({(played.players, played.variants) for played in sample}) == 12
    assert {played.answers for played in sample} == {"random", "greedy", "planner"}
    chosen = [played for played in sample if played.edition == edition]
    assert len({played.table for played in chosen}) == len(TABLES)
    wrong = differing(chosen)
    assert not wrong, f"{AGAIN_ALL}:\n" + "\n".join(wrong)


@pytest.mark.long
def test_all_games_have_the_committed_fingerprints() -> None:
    """Every game of the file, by random answers and by bots."""
    assert len(committed()) == len(games()) > 2_000
    assert not differing(games())


def test_the_golden_games_show_what_the_engine_can_log_and_ask() -> None:
    """The samples would teach little if nothing happened in them.

    If this fails after a change, `python -m tests.golden.seeds` finds better seeds.
    """
    whole = "\n".join((FOLDER / f"{golden.name}.txt").read_text("utf-8") for golden in TEXTS)
    lines = whole.splitlines()
    asked = {line.split()[3] for line in lines if line.startswith("? ")}
    logged = {line.split()[0] for line in lines if line.startswith("  ") and "): " in line}
    chosen = {line.split()[1] for line in lines if line.startswith("  > ")}
    assert len(asked) >= 12
    assert len(logged) >= 30
    assert len(chosen) >= 25
    assert 4_000 < len(lines) < 6_000


def test_each_set_has_a_golden_game_of_its_own_and_one_has_everything() -> None:
    """And cards of the set lie there, or it would be a base game under another name."""
    shown: set[str] = set()
    for golden in TEXTS:
        game = golden.begin()
        there = {game.setup.catalog.card(name).set_name for name in game.origin.wilds}
        assert there <= set(golden.rules.sets)
        if len(golden.rules.sets) <= 2:
            assert golden.rules.sets[-1] in there
            shown.add(golden.rules.sets[-1])
    assert shown == set(SETS)
    assert any(golden.rules.sets == SETS for golden in TEXTS)


def test_golden_texts_stay_small_enough_to_review() -> None:
    """A file that nobody reads protects nothing."""
    for golden in TEXTS:
        assert (FOLDER / f"{golden.name}.txt").stat().st_size < LIMIT
