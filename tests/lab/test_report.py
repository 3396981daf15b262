"""`quarriors report`: its numbers are those of the games, and its pages say all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import isclose
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cli.main import main
from quarriors.lab.dataset_reader import Results, open_results
from quarriors.lab.dataset_writer import SavedSimulation
from quarriors.lab.rates import Mean, Rate, discoveries
from quarriors.lab.report import pages, pictures
from quarriors.lab.report.measures import Measures, difference, mean_difference
from quarriors.lab.report.sections import Section, Table, Teller
from quarriors.lab.simulate import Plan
from quarriors.text import LANGUAGES, Texts

pytest.importorskip("polars")
pytest.importorskip("matplotlib")

GAMES = 120
RULES = q.Rules(players=2, goal=6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of two bots that differ, few Wilds so that cards come often."""
    place = tmp_path_factory.mktemp("results") / "one"
    wilds = tuple(card.name for card in _wilds())
    plan = Plan(RULES, ("greedy", "random"), 5, wilds)
    with SavedSimulation(place, plan, GAMES) as saved:
        assert sum(1 for _ in saved.play(1)) == GAMES
    return place


def _wilds() -> Iterator[q.cards.Card]:
    """One creature of each class and three spells, as a table needs them."""
    seen: set[str] = set()
    left = {"creature": 7, "spell": 3}
    for card in default_catalog().cards:
        if card.set_name == "base" and card.class_name not in seen and left.get(card.kind, 0):
            seen.add(card.class_name)
            left[card.kind] -= 1
            yield card


@pytest.fixture(scope="module")
def results(folder: Path) -> Results:
    return open_results(folder)


@pytest.fixture(scope="module")
def measured(results: Results) -> Measures:
    return Measures(results)


# --- numbers --------------------------------------------------------------------------------------


def test_places_and_bots(results: Results, measured: Measures) -> None:
    places: Counter[int] = Counter()
    bots: Counter[str] = Counter()
    for outcome in results.outcomes():
        for seat in outcome.winners:
            share = 1 / len(outcome.winners)
            places[(seat - outcome.first) % 2] += share  # type: ignore[assignment]
            bots[("greedy", "random")[seat]] += share  # type: ignore[assignment]
    assert [rate.games for rate in measured.places] == [GAMES, GAMES]
    assert [rate.wins for rate in measured.places] == [places[0], places[1]]
    assert {bot: rate.wins for bot, rate in measured.bots.items()} == dict(bots)
    assert measured.bots["greedy"].rate > 0.8


def test_lengths_and_endings(results: Results, measured: Measures) -> None:
    outcomes = list(results.outcomes())
    assert measured.rounds == dict(sorted(Counter(one.rounds for one in outcomes).items()))
    assert measured.endings == dict(sorted(Counter(one.rule for one in outcomes).items()))
    rounds = measured.averages["rounds"]
    assert isclose(rounds.value, sum(one.rounds for one in outcomes) / GAMES)
    assert isclose(measured.averages["winner"].value, sum(max(o.glory) for o in outcomes) / GAMES)
    assert isclose(measured.averages["loser"].value, sum(min(o.glory) for o in outcomes) / GAMES)


def test_glory_by_round_ends_at_the_result(results: Results, measured: Measures) -> None:
    first = measured.glory[0]
    assert first.round == 1
    assert first.winners.count + first.others.count == 2 * GAMES
    counts = [point.winners.count for point in measured.glory]
    assert counts == sorted(counts, reverse=True)
    assert all(point.winners.value >= point.others.value for point in measured.glory[2:])
    for glory, rounds in results.games.select("glory", "glory_by_round").collect().iter_rows():
        assert rounds[-1] == glory


def test_cards_are_those_of_the_balance(measured: Measures) -> None:
    assert measured.cards
    for line in measured.cards:
        assert line.compared.games >= 30
        low, high = line.interval
        assert low <= line.advantage <= high
    order = [line.advantage for line in measured.cards]
    assert order == sorted(order, reverse=True)


def test_cards_count_games_that_tell_seats_apart(results: Results, measured: Measures) -> None:
    """With two seats: the games in which exactly one of them captured the card."""
    for line in measured.cards:
        won = [
            sum(1 / len(outcome.winners) for seat in outcome.winners if counts[seat])
            for outcome in results.outcomes()
            if sum(map(bool, counts := outcome.captors.get(line.card, (0, 0)))) == 1
        ]
        assert line.compared == Rate(sum(won), len(won))
        assert line.captors >= len(won)


def test_pairs_are_seats_that_had_both(results: Results, measured: Measures) -> None:
    classes = {card.name: card.class_name for card in default_catalog().cards}
    held: dict[tuple[int, int], set[str]] = {}
    for game, seat, card in results.captures.select("game", "seat", "card").collect().iter_rows():
        held.setdefault((game, seat), set()).add(classes[card])
    won = {
        (game, seat): share
        for game, seat, share in results.seats.select("game", "seat", "won").collect().iter_rows()
    }
    assert measured.pairs
    for pair in measured.pairs:

        def compared(wanted: set[str]) -> Rate:
            owners = [key for key, names in held.items() if wanted <= names]
            games = Counter(game for game, _ in owners)
            telling = [won[key] for key in owners if games[key[0]] == 1]
            return Rate(sum(telling), len(telling))

        assert pair.together == compared(set(pair.classes))
        alone = [compared({name}).rate for name in pair.classes]
        assert isclose(pair.expected, sum(alone) - 0.5)
        low, high = pair.interval
        assert low <= pair.synergy <= high
        assert (pair.chance < 0.05) == (low > 0 or high < 0)
        assert "Assistant" not in pair.classes


def test_luck_is_shared_out_in_fifths(measured: Measures) -> None:
    assert {(curve.bot, curve.kind) for curve in measured.luck} == {
        (bot, kind) for bot in ("greedy", "random") for kind in ("quiddity", "creatures")
    }
    for curve in measured.luck:
        assert [rate.games for rate in curve.rates] == [GAMES // 5] * 5
        assert isclose(sum(rate.wins for rate in curve.rates), measured.bots[curve.bot].wins)
        assert 0 <= curve.explained <= 1


def test_false_discoveries_are_limited() -> None:
    """The worked example of Benjamini and Hochberg (1995): four of fifteen tests stand out."""
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
               0.4262, 0.5719, 0.6528, 0.7590, 1.0000]  # fmt: skip
    assert discoveries(chances) == [True] * 4 + [False] * 11
    assert discoveries(chances[::-1]) == [False] * 11 + [True] * 4
    assert discoveries([0.2, 0.9]) == [False, False]
    assert discoveries([]) == []


def test_the_chance_of_a_rate_is_that_of_a_normal_deviate() -> None:
    # 60 of 100 is two deviations from an even share.
    assert isclose(Rate(60.0, 100).chance_of(0.5), 0.0455, abs_tol=0.0001)
    assert isclose(Rate(40.0, 100).chance_of(0.5), 0.0455, abs_tol=0.0001)
    assert Rate(50.0, 100).chance_of(0.5) == Rate(0.0, 0).chance_of(0.5) == 1.0


def test_differences_have_intervals() -> None:
    apart, low, high = difference(Rate(50.0, 100), Rate(70.0, 100))
    assert isclose(apart, 0.2)
    # Newcombe's method for 50 of 100 and 70 of 100, worked out by hand from both Wilson intervals.
    assert isclose(low, 0.0645, abs_tol=0.0005)
    assert isclose(high, 0.3251, abs_tol=0.0015)
    assert mean_difference(Mean(1, 1, 100), Mean(1, 1, 100))[0] == 0
    _, low, high = mean_difference(Mean(1, 1, 50), Mean(2, 1, 50))
    assert isclose(high - low, 2 * 1.959964 * (2 / 50) ** 0.5, rel_tol=1e-6)


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_on_both_pages(measured: Measures, language: str) -> None:
    teller = Teller(Texts(language))
    sections = [*teller.sections(measured), teller.comparison(measured, measured, ("a", "b"))]
    html = pages.to_html("T & T", "lead", sections, "more", language)
    markdown = pages.to_markdown("T & T", "lead", sections, "pictures", partial(teller.say, "ends"))
    assert "<h1>T &amp; T</h1>" in html
    assert f'<html lang="{language}">' in html
    assert "<script" not in html
    for section in sections:
        assert f'<section id="{section.name}">' in html
        assert f"## {section.title}" in markdown
        assert all(text in markdown for text in section.words)
        if section.picture:
            ET.fromstring(section.picture)
            assert f"](pictures/{section.name}.svg)" in markdown
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names)), "two parts of the page have one name"
    assert "{" not in "".join(text for section in sections for text in section.words)


def test_a_picture_is_the_same_every_time(measured: Measures) -> None:
    drawn = [pictures.histogram(measured.rounds, "rounds", GAMES) for _ in range(2)]
    assert drawn[0] == drawn[1]


def test_a_run_against_itself_differs_in_nothing(measured: Measures) -> None:
    section = Teller(Texts("en")).comparison(measured, measured, ("a", "b"))
    for row in section.tables[0].rows:
        assert row[1] == row[2]
        assert float(row[3].rstrip(" %")) == 0
    assert len(section.tables) == 1, "no card fares otherwise"


def test_names_are_text_on_every_page() -> None:
    table = Table(["<i>", "n"], [["a|b", "<b>"]])
    section = Section("x", "<h1>", ["<script>"], tables=[table])
    html = pages.to_html("t", "l", [section], "m", "en")
    assert "<script>" not in html
    assert "<td>&lt;b&gt;</td>" in html
    assert "a\\|b" in pages.to_markdown("t", "l", [section], "p", str)


def test_markdown_has_the_ends_of_a_long_table() -> None:
    table = Table(["n"], [[str(number)] for number in range(300)])
    said = pages.to_markdown(
        "t",
        "l",
        [Section("x", "t", [], tables=[table])],
        "p",
        partial(Teller(Texts("en")).say, "ends"),
    )
    assert "The 12 rows at either end of 300" in said
    assert re.findall(r"^\| (\d+) \|$", said, re.M) == [
        str(n) for n in [*range(12), *range(288, 300)]
    ]
    html = pages.to_html("t", "l", [Section("x", "t", [], tables=[table])], "all rows", "en")
    assert "all rows (300)" in html
    assert html.count("<tr>") == 301


# --- the command ----------------------------------------------------------------------------------


def test_the_command_writes_both(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, text = tmp_path / "r.html", tmp_path / "r.md"
    asked = ["report", str(folder), "--out", str(page), "--strength", "2", "--lang", "en"]
    assert main(asked) == 0
    assert f"The report on {GAMES} games is in" in capsys.readouterr().out.replace("\n", " ")
    assert "Does it pay to begin?" in page.read_text(encoding="utf-8")
    head = page.read_text(encoding="utf-8").partition("<section")[0]
    assert re.search(r"Played by \w+, which wins [\d.]+ % of 2 games against (greedy|random)", head)
    asked = ["report", str(folder), "--against", str(folder), "-o", str(text), "--lang", "it"]
    assert main([*asked, "--strength", "0"]) == 0
    assert "contro greedy" not in text.read_text(encoding="utf-8").partition("##")[0]
    assert "## Conviene cominciare?" in text.read_text(encoding="utf-8")
    assert (tmp_path / "r" / "glory.svg").exists()
    for link in re.findall(r"\]\(([^)]+)\)", text.read_text(encoding="utf-8")):
        assert (tmp_path / link).exists()


def test_bad_input_is_a_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.html"
    there.write_text("mine", encoding="utf-8")
    gone = tmp_path / "gone" / "r.html"
    for asked, said in (
        ([str(tmp_path / "nothing")], "nothing"),
        ([str(folder), "--out", str(tmp_path / "r.pdf")], ".html or .md"),
        ([str(folder), "--out", str(there)], "--force"),
        ([str(folder), "--out", str(gone), "--strength", "0"], str(gone)),
        ([str(folder), "--strength", "-1"], "from 0 up, not -1"),
    ):
        assert main(["report", *asked, "--lang", "en"]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert "Traceback" not in told
    assert there.read_text(encoding="utf-8") == "mine"
    asked = ["report", str(folder), "--out", str(there), "--force", "--strength", "0"]
    assert main([*asked, "--lang", "en"]) == 0
    assert "<main>" in there.read_text(encoding="utf-8")


def test_an_unfinished_run_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(RULES, ("random", "random"), 5)
    with SavedSimulation(tmp_path / "half", plan, 5_000) as saved:
        next(iter(saved.play(1)))
    assert main(["report", str(tmp_path / "half"), "--lang", "en"]) == 2
    assert "no finished part" in capsys.readouterr().err
