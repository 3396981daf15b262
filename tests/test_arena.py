"""The arena: fair tables, honest intervals, bots that misbehave, folders that survive."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.bots import Bot, Seat
from quarriors.bots.random_bot import RandomBot
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.lab.arena import Arena, ArenaPlan, Factory, Report, play_arena, play_match
from quarriors.lab.arena_guard import LEAST_MS, UNTIMED_MS, limit_of
from quarriors.lab.arena_match import BadArena, Match, Schedule
from quarriors.lab.arena_report import WIN, Standings, estimate
from quarriors.lab.arena_store import part_name
from quarriors.lab.rates import wilson
from quarriors.lab.simulate import GameFailed
from quarriors.record.files import load_all
from quarriors.record.replay import verify

SHORT = q.Rules(players=2, goal=3)
THREE = q.Rules(players=3, goal=3)


class First:
    """Takes the first option."""

    def __init__(self, seat: int, seed: int) -> None:
        pass

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return decision.options[0]


class Saboteur(First):
    """Plays a while and then does something else."""

    after = 3

    def __init__(self, seat: int, seed: int) -> None:
        self.left = self.after

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        self.left -= 1
        return decision.options[0] if self.left >= 0 else self.misbehave(decision)

    def misbehave(self, decision: Decision) -> Any:
        raise ZeroDivisionError("clumsy\nvery clumsy")


class Quitter(Saboteur):
    def misbehave(self, decision: Decision) -> Any:
        raise SystemExit(3)


class Liar(Saboteur):
    def misbehave(self, decision: Decision) -> Any:
        return "my own idea"


class Unspeakable(Saboteur):
    """Answers something that fails when it is looked at."""

    def misbehave(self, decision: Decision) -> Any:
        class Thing:
            def __eq__(self, other: object) -> bool:
                raise RuntimeError("do not compare me")

            __hash__ = None  # type: ignore[assignment]

            def __repr__(self) -> str:
                raise RuntimeError("do not print me")

        return Thing()


class Mute(Saboteur):
    """Breaks with an error that cannot be printed."""

    def misbehave(self, decision: Decision) -> Any:
        class Odd(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Odd


class Endless(Saboteur):
    """Thinks for ever and catches whatever it can."""

    def misbehave(self, decision: Decision) -> Any:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue


class Unborn(First):
    """Can be made for the check at the beginning and never again."""

    def __init__(self, seat: int, seed: int) -> None:
        if seed:
            raise OSError("no such brain")


def bots(**factories: Callable[..., Any]) -> Mapping[str, Factory]:
    return factories


def timeless(match: Match) -> Match:
    nothing = (0.0,) * len(match.bots)
    return replace(match, seconds=nothing, longest=nothing, record=None)


def games_of(report: Report) -> list[Match]:
    return [timeless(match) for match in report.standings.matches]


# --- who plays whom ----------------------------------------------------------------------------

SIZES = [(2, 2), (5, 2), (2, 3), (3, 3), (5, 3), (2, 4), (3, 4), (4, 4), (6, 4)]


@pytest.mark.parametrize(("count", "players"), SIZES)
def test_every_bot_sits_in_every_seat_of_every_table_equally_often(
    count: int, players: int
) -> None:
    schedule = Schedule(count, players)
    size = schedule.games_on_a_table
    for table in range(7):
        seatings = [schedule.seating(index) for index in range(table * size, (table + 1) * size)]
        assert {where for where, _ in seatings} == {table}
        assert len({seats for _, seats in seatings}) == size  # no game twice
        seen = Counter((seat, bot) for _, seats in seatings for seat, bot in enumerate(seats))
        assert len(seen) == count * players
        assert len(set(seen.values())) == 1
        groups = Counter(tuple(sorted(seats)) for _, seats in seatings)
        assert set(groups) == set(schedule.line_ups)
        assert set(groups.values()) == {players}


def test_line_ups() -> None:
    assert Schedule(3, 2).line_ups == ((0, 1), (0, 2), (1, 2))
    assert Schedule(2, 3).line_ups == ((0, 0, 1), (0, 1, 1))
    assert Schedule(2, 4).line_ups == ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1))
    assert Schedule(3, 4).line_ups == ((0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2))


def test_tables_take_turns_in_who_sits_left_of_whom() -> None:
    schedule = Schedule(4, 4)
    after: Counter[tuple[int, int]] = Counter()
    for index in range(6 * schedule.games_on_a_table):
        _, seats = schedule.seating(index)
        after.update((seats[at], seats[at - 3]) for at in range(4))
    assert len(after) == 12
    assert len(set(after.values())) == 1


def test_line_ups_share_tables_and_further_bots_change_nothing() -> None:
    two = play_arena(SHORT, bots(a=First, b=RandomBot), 4, 5)
    three = play_arena(SHORT, bots(a=First, b=RandomBot, c=RandomBot), 4, 5)
    assert len({match.seed for match in three.standings.matches}) == three.tables == 2
    assert three.total == 12
    for match in three.standings.matches:
        assert match.seed == next(
            other.seed for other in two.standings.matches if other.table == match.table
        )
    same = [replace(match, index=0) for match in games_of(three) if set(match.bots) == {0, 1}]
    assert same == [replace(match, index=0) for match in games_of(two)]


def test_games_are_rounded_up_to_whole_tables_and_a_longer_arena_begins_alike() -> None:
    few = play_arena(THREE, bots(a=First, b=RandomBot, c=RandomBot), 2, 1)
    assert (few.asked, few.tables, few.total, few.finished) == (2, 1, 3, 3)
    many = play_arena(THREE, bots(a=First, b=RandomBot, c=RandomBot), 4, 1)
    assert games_of(many)[:3] == games_of(few)
    assert not many.stopped
    assert play_arena(SHORT, ["random", "random:seed=4"], 2).total == 2


def test_another_seed_is_another_arena() -> None:
    pair = bots(a=First, b=RandomBot)
    assert games_of(play_arena(SHORT, pair, 4, 1)) == games_of(play_arena(SHORT, pair, 4, 1))
    assert games_of(play_arena(SHORT, pair, 4, 1)) != games_of(play_arena(SHORT, pair, 4, 2))


# --- rates, cross table, ratings ---------------------------------------------------------------


def test_tables_that_do_not_scatter_give_the_interval_of_wilson() -> None:
    found = estimate([(WIN, 2 * WIN)] * 50)
    assert (found.wins, found.games, found.tables, found.rate) == (50, 100, 50, 0.5)
    assert found.spread == 1
    assert (found.low, found.high) == wilson(50, 100)


def test_tables_that_scatter_count_for_fewer_games() -> None:
    """The winner of a table wins both games on it: a hundred games are fifty."""
    found = estimate([(2 * WIN, 2 * WIN), (0, 2 * WIN)] * 25)
    assert found.rate == 0.5
    assert found.spread == pytest.approx(2 * 50 / 49)
    assert (found.low, found.high) == pytest.approx(wilson(24.5, 49))


def test_rates_at_the_ends() -> None:
    assert estimate([(2 * WIN, 2 * WIN)] * 5).low == pytest.approx(wilson(10, 10)[0])
    assert estimate([(0, WIN)]).high == pytest.approx(wilson(0, 1)[1])
    nothing = estimate([(0, 0)])
    assert (nothing.games, nothing.rate, nothing.low, nothing.high) == (0, 0, 0, 1)


def made(index: int, players: int, seats: tuple[int, ...], winners: tuple[int, ...]) -> Match:
    count = len(seats)
    zero = (0.5,) * count
    return Match(index, index // players, seats, 7, 0, winners, (0,) * count, "9.1", 9,
                 (10,) * count, zero, zero)  # fmt: skip


def test_the_cross_table_counts_what_one_of_the_two_won() -> None:
    matches = [
        made(0, 3, (0, 1, 2), (0,)),
        made(1, 3, (1, 2, 0), (0,)),  # bot 1
        made(2, 3, (2, 0, 1), (1, 2)),  # bots 0 and 1 share
        made(3, 3, (0, 1, 2), (0,)),
        made(4, 3, (1, 2, 0), (1,)),  # bot 2
        made(5, 3, (2, 0, 1), (0, 1, 2)),
    ]
    standings = Standings("abc", 3, matches)
    assert standings.games == [6, 6, 6]
    wins = [2 + 1 / 2 + 1 / 3, 1 + 1 / 2 + 1 / 3, 1 + 1 / 3]
    assert [found.wins for found in standings.rates] == pytest.approx(wins)
    assert [found.games for found in standings.rates] == [6, 6, 6]
    for (one, other), found in standings.cross.items():
        assert found.wins == pytest.approx(wins[one])
        assert found.games == pytest.approx(wins[one] + wins[other])
        assert found.rate + standings.cross[other, one].rate == pytest.approx(1)
        assert found.low + standings.cross[other, one].high == pytest.approx(1)
    assert standings.paces[0].to_dict() == {
        "decisions": 60, "mean_ms": 50.0, "longest_ms": 500.0
    }  # fmt: skip


def test_bots_at_several_seats_are_counted_by_seat() -> None:
    matches = [made(0, 3, (0, 0, 1), (1,)), made(1, 3, (0, 1, 0), (1,))]
    standings = Standings("ab", 3, matches)
    assert [(found.wins, found.games) for found in standings.rates] == [(1, 4), (1, 2)]
    assert standings.cross[0, 1].rate == 0.5
    assert standings.games == [2, 2]


def test_ratings_tell_strength_and_grow_surer() -> None:
    matches = [made(at, 2, (0, 1) if at % 2 else (1, 0), (1 - at % 2,)) for at in range(40)]
    few, many = Standings("ab", 2, matches[:10]), Standings("ab", 2, reversed(matches))
    assert few.ratings[0].mu > 25 > few.ratings[1].mu
    assert many.ratings[0].mu > few.ratings[0].mu
    assert many.ratings[0].sigma < few.ratings[0].sigma < 25 / 3
    assert many.ratings == Standings("ab", 2, matches).ratings
    assert many.ranking == [0, 1]
    assert many.ratings[0].margin == pytest.approx(1.96 * many.ratings[0].sigma, rel=1e-3)


def test_ratings_of_equals_stay_equal() -> None:
    shared = Standings("ab", 2, [made(0, 2, (0, 1), (0, 1)), made(1, 2, (1, 0), (0, 1))])
    one, other = shared.ratings
    assert one.mu == pytest.approx(other.mu)
    several = Standings("ab", 3, [made(0, 3, (0, 0, 1), (0,)), made(1, 3, (1, 1, 0), (0,))])
    assert all(20 < rating.mu < 30 for rating in several.ratings)
    assert all(rating.sigma < 25 / 3 for rating in several.ratings)


# --- bots that misbehave -----------------------------------------------------------------------


def test_limits() -> None:
    assert limit_of("random") == UNTIMED_MS
    assert limit_of("mcts:ms=20") == LEAST_MS
    assert limit_of("mcts:seed=3:ms=1000") == 10_000
    assert limit_of("mcts:ms=0.5") == LEAST_MS
    assert limit_of("odd:ms=soon") == UNTIMED_MS
    plan = ArenaPlan(SHORT, ("mcts:ms=20", "random"), 1)
    assert plan.limit("mcts:ms=20") == LEAST_MS
    assert replace(plan, limit_ms=7).limit("mcts:ms=20") == 7


@pytest.mark.parametrize(
    ("kind", "bot", "detail"),
    [
        ("raised", Saboteur, "ZeroDivisionError: clumsy very clumsy"),
        ("raised", Quitter, "SystemExit: 3"),
        ("raised", Unspeakable, "RuntimeError: do not print me"),
        ("raised", Mute, "Odd"),
        ("illegal", Liar, "'my own idea'"),
    ],
)
def test_who_misbehaves_loses_and_the_other_wins(
    kind: str, bot: Factory, detail: str, tmp_path: Path
) -> None:
    report = play_arena(q.Rules(), bots(bad=bot, good=RandomBot), 6, 3, out=tmp_path)
    assert report.finished == 6
    assert report.broken == ()
    for match in report.standings.matches:
        (forfeit,) = match.forfeits
        assert (forfeit.kind, forfeit.detail) == (kind, detail)
        assert match.bots[forfeit.seat] == 0
        assert [match.bots[seat] for seat in match.winners] == [1]
        assert match.rule == "forfeit"
        assert match.decisions[forfeit.seat] == Saboteur.after + 1
        assert ("Traceback" in forfeit.trace) == (kind == "raised")
    (fault,) = report.standings.faults
    assert (fault.bot, fault.kind, fault.count, fault.game) == (0, kind, 6, 0)
    assert report.standings.cross[1, 0].rate == 1
    for match, record in zip(
        report.standings.matches, load_all(tmp_path / part_name(1)), strict=True
    ):
        checked = verify(record)
        assert not checked.over
        assert checked.decisions + 1 == match.forfeits[0].decision
    assert games_of(play_arena(q.Rules(), bots(bad=bot, good=RandomBot), 6, 3)) == games_of(report)


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="no alarm here")
def test_who_thinks_for_ever_is_stopped() -> None:
    report = play_arena(q.Rules(), bots(bad=Endless, good=First), 2, 3, limit_ms=100)
    (fault,) = report.standings.faults
    assert (fault.bot, fault.kind, fault.count) == (0, "late", 2)
    assert fault.first.detail.endswith(" ms > 100 ms")
    assert 0.1 <= report.standings.paces[0].longest < 10


def test_who_is_late_without_an_alarm_forfeits_when_it_answers() -> None:
    """In another thread than the main one there is no alarm."""
    import time

    class Slow(Saboteur):
        def misbehave(self, decision: Decision) -> Any:
            time.sleep(0.25)
            return decision.options[0]

    found: list[Report] = []

    def play() -> None:
        found.append(play_arena(q.Rules(), bots(bad=Slow, good=First), 2, 3, limit_ms=200))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    (fault,) = found[0].standings.faults
    assert (fault.kind, fault.count) == ("late", 2)
    assert found[0].standings.paces[0].longest >= 0.25


def test_the_alarm_is_put_back() -> None:
    import signal

    before = signal.getsignal(signal.SIGALRM)
    play_arena(SHORT, bots(a=First, b=Saboteur), 2, 3)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_the_others_finish_their_game(tmp_path: Path) -> None:
    report = play_arena(
        q.Rules(3), bots(bad=Saboteur, good=First, other=RandomBot), 9, 3, out=tmp_path
    )
    assert report.finished == 9
    records = load_all(tmp_path / part_name(1))
    for match, record in zip(report.standings.matches, records, strict=True):
        (forfeit,) = match.forfeits
        assert match.bots[forfeit.seat] == 0
        assert forfeit.seat not in match.winners
        assert match.rule != "forfeit"
        assert verify(record).over
        left = {winner for winner in record["result"]["winners"] if winner != forfeit.seat}
        if left:
            assert set(match.winners) == left
        else:
            others = [glory for seat, glory in enumerate(match.glory) if seat != forfeit.seat]
            assert {match.glory[seat] for seat in match.winners} == {max(others)}
    assert sum(found.wins for found in report.standings.rates) == pytest.approx(9)


def test_two_of_three_forfeit() -> None:
    report = play_arena(q.Rules(3), bots(bad=Saboteur, worse=Liar, good=First), 3, 3)
    assert [(fault.bot, fault.kind, fault.count) for fault in report.standings.faults] == [
        (0, "raised", 3), (1, "illegal", 3)
    ]  # fmt: skip
    assert report.standings.rates[2].rate == 1


def test_a_bot_that_cannot_be_made_during_the_arena() -> None:
    report = play_arena(SHORT, bots(bad=Unborn, good=First), 2, 3)
    (fault,) = report.standings.faults
    assert (fault.kind, fault.first.detail) == ("raised", "OSError: no such brain")
    assert fault.first.decision == 1
    assert report.standings.rates[1].rate == 1
    both = play_arena(SHORT, bots(bad=Unborn, too=type("Too", (Unborn,), {})), 2, 3)
    assert [found.rate for found in both.standings.rates] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("names", "english", "italian"),
    [
        (["random"], "here 1 is named", "almeno due bot"),
        ([], "here 0 are named", "almeno due bot"),
        (["random", "random"], "The bot random is listed twice", "indicato due volte"),
        (["random", "genius"], "The bot genius can't play: Unknown bot", "non può giocare"),
        (["random", "random:x=1"], "The bot random:x=1 can't play: ", "non può giocare"),
    ],
)
def test_bots_that_cannot_play_are_refused_at_once(
    names: list[str], english: str, italian: str, tmp_path: Path
) -> None:
    with pytest.raises(BadArena) as caught:
        Arena(SHORT, names, 1, 1, out=tmp_path / "new")
    assert english in str(caught.value)
    assert italian in caught.value.say("it")
    assert not (tmp_path / "new").exists()


def test_factories_that_break_and_other_bad_wishes_are_refused_at_once() -> None:
    def broken(seat: int, seed: int) -> Bot:
        raise ValueError("depth must be even")

    with pytest.raises(BadArena, match="The bot odd can't play: ValueError: depth must be even"):
        Arena(SHORT, bots(odd=broken, good=First), 1, 1)
    for games in (0, -1, True, 1.5):
        with pytest.raises(BadArena, match="--games must be 1 or more"):
            Arena(SHORT, ["random", "random:seed=1"], games)  # type: ignore[arg-type]
    with pytest.raises(BadArena, match="--limit-ms must be 1 or more"):
        Arena(SHORT, ["random", "random:seed=1"], 1, limit_ms=0)
    with pytest.raises(BadArena, match="--workers must be 1 or more"):
        play_arena(SHORT, ["random", "random:seed=1"], 1, 1, 0)
    with pytest.raises(QuarriorsError, match="seed is a whole number"):
        Arena(SHORT, ["random", "random:seed=1"], 1, "x")  # type: ignore[arg-type]


def test_a_game_that_breaks_the_engine_is_kept_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from quarriors.record.write import Scribe

    real = Scribe.record
    written: list[int] = []

    def record(self: Scribe, **how: bool) -> dict[str, Any]:
        written.append(1)
        if len(written) == 2:
            raise MemoryError("the engine is tired")
        return real(self, **how)

    monkeypatch.setattr(Scribe, "record", record)
    pair = bots(a=First, b=RandomBot)
    report = play_arena(SHORT, pair, 4, 3, out=tmp_path)
    (failed,) = report.broken
    assert failed.index == 1
    assert "the engine is tired" in failed.trace
    assert report.finished == 3
    assert verify(load_all(tmp_path / "broken.jsonl")[0]).over
    again = play_arena(SHORT, pair, 4, 3, out=tmp_path)
    assert (again.found, again.played, again.broken) == (3, 1, ())
    broken = play_match(ArenaPlan(SHORT, ("random", "random:seed=1"), 1), 0, lambda: 1 / 0 > 0)
    assert isinstance(broken, GameFailed)
