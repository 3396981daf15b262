"""The league: snapshots come and go, are drawn by the ways there are, and rated by their games."""

from __future__ import annotations

from collections import Counter

import pytest

from quarriors import RulesError
from quarriors.envs.league import League


def test_who_wins_rises() -> None:
    league = League(seed=1)
    for name in ("a", "b", "c"):
        league.add(name, name.upper())
    for _ in range(20):
        league.record([["a"], ["b"], ["c"]])
    assert [member.name for member in league.table()] == ["a", "b", "c"]
    assert league.members["a"].games == 20
    assert league.members["a"].sigma < League().add("new").sigma
    copied = league.add("d", "D", like="a")
    assert (copied.mu, copied.games) == (league.members["a"].mu, 0)


def test_a_tie_brings_players_together() -> None:
    league = League()
    league.add("a").mu = 30.0
    league.add("b")
    league.record([["a", "b"]])
    assert league.members["a"].mu < 30
    assert league.members["b"].mu > 25


def test_ways_to_draw() -> None:
    league = League(seed=2)
    league.add("now")
    for number in range(6):
        league.add(str(number), number).mu = 25.0 + 4 * number
    league.members["now"].mu = 45.0
    drawn = {way: Counter(league.draw(way, "now")[0] for _ in range(300)) for way in WAYS}
    assert all("now" not in counts for counts in drawn.values())
    assert set(drawn["even"]) == {"0", "1", "2", "3", "4", "5"}
    for way in ("recent", "close"):
        assert drawn[way]["5"] > 2 * drawn[way]["2"]
    again = League(seed=2)
    again.add("x", 1)
    assert again.draw() == ("x", 1)


WAYS = ("even", "recent", "close")


def test_the_oldest_snapshot_gives_way() -> None:
    league = League(most=2)
    league.add("now")
    for name in ("a", "b", "c"):
        league.add(name, 1)
    assert list(league.members) == ["now", "b", "c"]


def test_what_cannot_be_is_refused() -> None:
    league = League()
    league.add("a", 1)
    with pytest.raises(RulesError, match="already"):
        league.add("a")
    with pytest.raises(RulesError, match="no player b"):
        league.record([["a"], ["b"]])
    with pytest.raises(RulesError, match="even, close, recent"):
        league.draw("best")
    with pytest.raises(RulesError, match="weights"):
        League().draw()
    with pytest.raises(RulesError, match="from 1 on"):
        League(most=0)
