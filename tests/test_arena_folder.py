"""The folder of an arena: every game once, whatever interrupted it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quarriors as q
from quarriors.bots import Seat
from quarriors.bots.random_bot import RandomBot
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.game import Decision, Option
from quarriors.lab import arena_store
from quarriors.lab.arena import Arena, ArenaPlan, Factory, Report, play_arena, play_match
from quarriors.lab.arena_match import BadArena, Match, read_match
from quarriors.lab.arena_store import part_name
from quarriors.record.files import load_all
from quarriors.record.replay import verify

SHORT = q.Rules(players=2, goal=3)


class First:
    """Takes the first option."""

    def __init__(self, seat: int, seed: int) -> None:
        pass

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        return decision.options[0]


class Broken(First):
    """Breaks at once."""

    def decide(self, seat: Seat, decision: Decision, /) -> Option:
        raise ZeroDivisionError


def bots(**factories: Callable[..., Any]) -> Mapping[str, Factory]:
    return factories


def timeless(match: Match) -> Match:
    nothing = (0.0,) * len(match.bots)
    return replace(match, seconds=nothing, longest=nothing, record=None)


def games_of(report: Report) -> list[Match]:
    return [timeless(match) for match in report.standings.matches]


PAIR = bots(a=First, b=RandomBot)


@pytest.fixture(scope="module")
def whole() -> Report:
    """An arena of ten games without interruption."""
    return play_arena(SHORT, PAIR, 10, 7)


def part_of(tmp_path: Path, games: int) -> Report:
    """An arena of ten games that was stopped after some of them."""
    done: dict[int, Match] = {}
    with Arena(SHORT, PAIR, 10, 7, out=tmp_path) as arena:
        for match in arena.play(stop=lambda: len(done) >= games):
            done[match.index] = match
        report = arena.report()
    assert report.stopped
    assert (report.found, report.played) == (0, games)
    return report


def finish(tmp_path: Path) -> Report:
    return play_arena(SHORT, PAIR, 10, 7, out=tmp_path)


def check_folder(tmp_path: Path, whole: Report) -> None:
    """Each game once, with its record."""
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert sorted(line["game"] for line in lines) == list(range(1, whole.total + 1))
    for line in lines:
        text = (tmp_path / part_name(line["part"])).read_bytes()[: line["end"]]
        record = json.loads(text.splitlines()[-1])
        assert record["seed"] == line["seed"]
        assert record["seats"] == line["seats"]
        assert record["result"]["winners"] == line["winners"]
    assert verify(record).over


def test_stopping_and_going_on_plays_every_game_once(tmp_path: Path, whole: Report) -> None:
    part_of(tmp_path, 4)
    report = finish(tmp_path)
    assert (report.found, report.played, report.stopped) == (4, 6, False)
    assert games_of(report) == games_of(whole)
    assert report.standings.to_dict() == whole.standings.to_dict()
    check_folder(tmp_path, whole)
    assert len(load_all(tmp_path / part_name(1))) == 10
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    again = finish(tmp_path)
    assert (again.found, again.played) == (10, 0)
    assert again.standings.to_dict() == whole.standings.to_dict()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_results_carry_the_times(tmp_path: Path) -> None:
    first = part_of(tmp_path, 4)
    with Arena(SHORT, PAIR, 4, 7, out=tmp_path) as arena:
        report = arena.report()
    assert report.finished == 4
    for old, new in zip(first.standings.paces, report.standings.paces, strict=True):
        assert new.decisions == old.decisions > 0
        assert new.seconds == pytest.approx(old.seconds, abs=1e-4)


@pytest.mark.parametrize("cut", [1, 40])
def test_a_process_killed_while_it_wrote(tmp_path: Path, whole: Report, cut: int) -> None:
    """The last line of results is cut off, and there is half a record after its own."""
    part_of(tmp_path, 5)
    results = tmp_path / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-cut])
    with (tmp_path / part_name(1)).open("ab") as file:
        file.write(b'{"format":"quarriors-rec')
    report = finish(tmp_path)
    assert (report.found, report.played, report.dropped) == (4, 6, 0)
    assert games_of(report) == games_of(whole)
    check_folder(tmp_path, whole)
    assert len(load_all(tmp_path / part_name(1))) == 10


def test_records_that_never_reached_the_disk_are_played_again(
    tmp_path: Path, whole: Report
) -> None:
    part_of(tmp_path, 5)
    part = tmp_path / part_name(1)
    part.write_bytes(b"".join(part.read_bytes().splitlines(keepends=True)[:3]))
    report = finish(tmp_path)
    assert (report.found, report.played, report.dropped) == (3, 7, 2)
    assert games_of(report) == games_of(whole)
    check_folder(tmp_path, whole)


def change(line: str, **values: object) -> str:
    return json.dumps({**json.loads(line), **values})


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: "{",
        lambda _: "[]",
        lambda _: "[" * 100_000,
        lambda line: change(line, game=4),  # no longer the seats of that game
        lambda line: change(line, game="2"),
        lambda line: change(line, winners=[]),
        lambda line: change(line, winners=[5]),
        lambda line: change(line, seats=["a", "c"]),
        lambda line: change(line, decisions=[1]),
        lambda line: change(line, part=0),
        lambda line: change(line, part=77),
        lambda line: change(line, end=True),
        lambda line: change(line, end=12),
        lambda line: change(line, forfeits=[{"seat": 0, "kind": "lazy"}]),
    ],
)
def test_damaged_results_are_played_again(
    tmp_path: Path, whole: Report, damage: Callable[[str], str]
) -> None:
    part_of(tmp_path, 3)
    results = tmp_path / "results.jsonl"
    lines = results.read_text().splitlines()
    assert json.loads(lines[1])["game"] == 2
    lines[1] = damage(lines[1])
    results.write_text("\n".join(lines) + "\n")
    report = finish(tmp_path)
    assert (report.found, report.played, report.dropped) == (2, 8, 1)
    assert games_of(report) == games_of(whole)
    check_folder(tmp_path, whole)


def test_a_game_that_is_told_twice_counts_once(tmp_path: Path, whole: Report) -> None:
    part_of(tmp_path, 3)
    results = tmp_path / "results.jsonl"
    results.write_bytes(results.read_bytes() * 2)
    report = finish(tmp_path)
    assert (report.found, report.played, report.dropped) == (3, 7, 3)
    check_folder(tmp_path, whole)


def test_many_parts(tmp_path: Path, whole: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_store, "PART_GAMES", 3)
    part_of(tmp_path, 4)
    report = finish(tmp_path)
    assert (report.found, report.played) == (4, 6)
    counts = [len(load_all(tmp_path / part_name(part))) for part in (1, 2, 3, 4)]
    assert counts == [3, 3, 3, 1]
    check_folder(tmp_path, whole)
    (tmp_path / part_name(2)).unlink()
    again = finish(tmp_path)
    assert (again.found, again.played) == (7, 3)
    assert games_of(again) == games_of(whole)
    check_folder(tmp_path, whole)


def test_more_games_go_on_from_fewer_and_fewer_leave_the_rest_alone(
    tmp_path: Path, whole: Report
) -> None:
    four = play_arena(SHORT, PAIR, 4, 7, out=tmp_path)
    assert games_of(four) == games_of(whole)[:4]
    more = finish(tmp_path)
    assert (more.found, more.played) == (4, 6)
    assert games_of(more) == games_of(whole)
    less = play_arena(SHORT, PAIR, 6, 7, out=tmp_path)
    assert (less.found, less.played, less.total) == (6, 0, 6)
    assert games_of(less) == games_of(whole)[:6]
    check_folder(tmp_path, whole)


def test_without_a_seed_the_folder_keeps_its_own(tmp_path: Path) -> None:
    first = play_arena(SHORT, PAIR, 2, out=tmp_path)
    second = play_arena(SHORT, PAIR, 4, out=tmp_path)
    assert second.plan.seed == first.plan.seed
    assert (second.found, second.played) == (2, 2)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"seed": 8}, "--seed is 7 there and 8 here"),
        ({"bots": bots(a=First, c=RandomBot)}, "--bots is a,b there and a,c here"),
        ({"limit_ms": 50}, "--limit-ms is - there and 50 here"),
        ({"rules": q.Rules(2, goal=5)}, "--players, --edition, --sets, --variants, --modules is"),
    ],
)
def test_another_arena_in_the_folder_is_left_alone(
    tmp_path: Path, other: dict[str, Any], message: str
) -> None:
    play_arena(SHORT, PAIR, 2, 7, out=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    given = {"rules": SHORT, "bots": PAIR, "seed": 7, "limit_ms": None, **other}
    with pytest.raises(BadArena) as caught:
        Arena(given["rules"], given["bots"], 2, given["seed"], out=tmp_path,
              limit_ms=given["limit_ms"])  # fmt: skip
    assert message in str(caught.value)
    assert str(tmp_path) in caught.value.say("it")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    def refusal(path: Path) -> str:
        with pytest.raises(QuarriorsError) as caught:
            Arena(SHORT, PAIR, 2, 7, out=path)
        return str(caught.value)

    file = tmp_path / "file"
    file.write_text("precious")
    assert "isn't a folder" in refusal(file)
    assert "isn't a folder" in refusal(file / "below")
    assert file.read_text() == "precious"
    folder = tmp_path / "folder"
    play_arena(SHORT, PAIR, 2, 7, out=folder)
    manifest = folder / "arena.json"
    told = json.loads(manifest.read_bytes())
    for key in ("engine", "cards"):
        manifest.write_text(json.dumps({**told, key: "other"}))
        assert "with other cards or another version" in refusal(folder)
    for bad in ("{", "[]", json.dumps({**told, "version": 2}), json.dumps({**told, "seed": "7"})):
        manifest.write_text(bad)
        assert "doesn't describe an arena" in refusal(folder)
    manifest.unlink()
    assert "has games but no arena.json" in refusal(folder)


def test_only_one_arena_writes_into_a_folder(tmp_path: Path) -> None:
    with Arena(SHORT, PAIR, 2, 7, out=tmp_path) as arena:
        with pytest.raises(BadArena, match="Another arena is writing into the folder"):
            Arena(SHORT, PAIR, 2, 7, out=tmp_path)
        assert len(list(arena.play())) == 2
    assert finish(tmp_path).found == 2


def test_what_is_in_the_folder_is_read_as_it_was_written(tmp_path: Path) -> None:
    report = play_arena(q.Rules(), bots(bad=Broken, good=First), 2, 7, out=tmp_path)
    names = report.plan.bots
    for line in (tmp_path / "results.jsonl").read_text().splitlines():
        match = read_match(json.loads(line), report.plan.schedule, names)
        assert match is not None
        told = match.to_dict(names)
        assert told == {key: value for key, value in json.loads(line).items() if key in told}
        assert timeless(match) in games_of(report)
        assert match.forfeits[0].trace


def test_stopping_drops_the_game_under_way(whole: Report) -> None:
    plan = ArenaPlan(SHORT, ("random", "random:seed=1"), 1)
    assert play_match(plan, 0, lambda: True) is None
    with Arena(SHORT, PAIR, 10, 7) as arena:
        assert list(arena.play(stop=lambda: True)) == []
        assert arena.report().stopped
        assert games_of(arena.report()) == []
        assert [timeless(match) for match in arena.play()] == games_of(whole)
        assert not arena.report().stopped
