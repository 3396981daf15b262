"""What is written down of a game is what its record tells."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.lab.game_stats import GameStats
from quarriors.lab.schema import NESTED, TABLES
from quarriors.lab.simulate import Outcome, Plan, never, play_game
from quarriors.record.replay import replay

RULES = [
    q.Rules(2),
    q.Rules(3, edition="original", variants=["expert_culling"]),
    q.Rules(4, sets=["all"], round_limit=12),
    q.Rules(2, edition="revised", sets=["base", "rise_of_the_demons"]),
]
Row = dict[str, Any]


def told(plan: Plan, index: int) -> tuple[Outcome, dict[str, list[Row]]]:
    """A game with its rows, each value by its column; and with its record, if the plan has some."""
    records, plan = plan.records, replace(plan, records=False)
    taken: list[GameStats] = []

    def note(game: q.Game) -> GameStats:
        taken.append(GameStats(game, plan.seats, decisions=True))
        return taken[0]

    outcome = play_game(plan, index, never, note)
    assert outcome is not None
    if records:
        recorded = play_game(replace(plan, records=True), index)
        assert recorded is not None
        assert replace(recorded, record=None) == outcome
        outcome = recorded
    tables = taken[0].columns(outcome)
    assert list(tables) == list(TABLES)
    return outcome, {name: rows_of(name, columns) for name, columns in tables.items()}


def rows_of(name: str, columns: list[list[Any]]) -> list[Row]:
    """The rows of a table, each value by the name of its column."""
    kinds = TABLES[name]
    return [
        {
            key: json.loads(value) if kinds[key] in NESTED else value
            for key, value in zip(kinds, row, strict=True)
        }
        for row in zip(*columns, strict=True)
    ]


def games(
    rules: q.Rules, count: int = 2, *, records: bool = False
) -> list[tuple[Outcome, dict[str, list[Row]]]]:
    plan = Plan(rules, ("random",) * rules.players, 11, records=records)
    return [told(plan, index) for index in range(count)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_row_of_a_game(rules: q.Rules) -> None:
    for outcome, rows in games(rules):
        (row,) = rows["games"]
        assert row["game"] == outcome.index
        assert row["seed"] == outcome.seed
        assert {key: row[key] for key in rules.to_dict()} == rules.to_dict()
        assert tuple(row["wilds"]) == outcome.wilds
        assert tuple(row["winners"]) == outcome.winners
        assert row["winner"] == (outcome.winners[0] if len(outcome.winners) == 1 else None)
        assert (row["end"], row["first"]) == (outcome.rule, outcome.first)
        assert (row["turns"], row["rounds"]) == (outcome.turns, outcome.rounds)
        assert row["decisions"] == outcome.decisions == len(rows["decisions"])
        assert all(line["game"] == outcome.index for found in rows.values() for line in found)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_glory_by_round_follows_the_turns(rules: q.Rules) -> None:
    """Compared with the game played again: from the last decision of a round to the next round only
    the player whose turn begins can have scored, and the notes stand between the two.
    """
    compared = 0
    for outcome, rows in games(rules, records=True):
        by_round = rows["games"][0]["glory_by_round"]
        assert len(by_round) == outcome.rounds
        assert tuple(by_round[-1]) == outcome.glory
        assert outcome.record is not None
        again = q.new_game(rules, outcome.seed)
        for code in replay(outcome.record).answers:
            before, glory = again.round, again.glory
            again.apply(code)
            if again.round == before + 1 and not again.over:
                noted = by_round[before - 1]
                compared += 1
                for seat in range(rules.players):
                    assert noted[seat] in (glory[seat], again.glory[seat])
                    assert noted[seat] == again.glory[seat] or seat == again.active
    assert compared > 10


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_captures_are_those_of_the_outcome(rules: q.Rules) -> None:
    for outcome, rows in games(rules):
        counted: dict[str, list[int]] = {}
        for number, row in enumerate(rows["captures"], 1):
            assert row["number"] == number
            assert row["round"] == (row["turn"] - 1) // rules.players + 1
            assert 1 <= row["turn"] <= outcome.turns
            assert not row["free"] or row["cost"] == 0
            counted.setdefault(row["card"], [0] * rules.players)[row["seat"]] += 1
        assert {name: tuple(counts) for name, counts in counted.items()} == outcome.captors
        turns = [row["turn"] for row in rows["captures"]]
        assert turns == sorted(turns)
        captured = {row["card"]: tuple(row["captured"]) for row in rows["cards"]}
        assert {name: counts for name, counts in captured.items() if any(counts)} == outcome.captors


def test_paid_captures_are_the_decisions_to_capture() -> None:
    """And others were free: with Victory Cantrip there are some."""
    plan = Plan(q.Rules(2), ("random", "random"), 3, include=("Victory Cantrip",))
    free = 0
    for index in range(12):
        _outcome, rows = told(plan, index)
        paid = [row for row in rows["captures"] if not row["free"]]
        asked = [row for row in rows["decisions"] if row["verb"] == "capture"]
        assert [(row["seat"], row["turn"], row["card"]) for row in paid] == [
            (row["seat"], row["turn"], row["card"]) for row in asked
        ]
        prices = [row["chosen"] for row in asked]
        assert [int(text.split(" for ")[1].split()[0]) for text in prices] == [
            row["cost"] for row in paid
        ]
        free += len(rows["captures"]) - len(paid)
        by_seat = [row["free_captures"] for row in rows["seats"]]
        assert sum(by_seat) == len(rows["captures"]) - len(paid)
    assert free > 0


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_decisions_are_those_of_the_record(rules: q.Rules) -> None:
    for outcome, rows in games(rules, records=True):
        assert outcome.record is not None
        answers = [entry["answer"] for entry in json.loads(outcome.record)["decisions"]]
        assert [row["chosen"] for row in rows["decisions"]] == answers
        for number, row in enumerate(rows["decisions"], 1):
            assert row["number"] == number
            assert row["options"] >= 2
            assert 0 <= row["choice"] < row["options"]
            assert row["chosen"].startswith(row["verb"])


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_rows_of_the_seats(rules: q.Rules) -> None:
    for outcome, rows in games(rules):
        seats = rows["seats"]
        assert [row["seat"] for row in seats] == list(range(rules.players))
        assert tuple(row["glory"] for row in seats) == outcome.glory
        assert sum(row["won"] for row in seats) == pytest.approx(1)
        assert {row["seat"] for row in seats if row["won"]} == set(outcome.winners)
        assert seats[outcome.first]["place"] == 1
        assert sorted(row["place"] for row in seats) == list(range(1, rules.players + 1))
        assert sum(row["captures"] for row in seats) == len(rows["captures"])
        for row in seats:
            assert row["bot"] == "random"
            assert row["creatures_rolled"] <= row["dice_rolled"]


def test_cards_say_who_scored_and_what_is_left() -> None:
    scored = 0
    for outcome, rows in games(q.Rules(2, variants=["expert_culling"]), 3):
        names = [row["card"] for row in rows["cards"]]
        assert set(outcome.wilds) == {row["card"] for row in rows["cards"] if row["dealt"]}
        assert len(set(names)) == len(names)
        for row in rows["cards"]:
            card = default_catalog().card(row["card"])
            assert (row["set"], row["kind"]) == (card.set_name, card.kind)
            if row["dealt"]:
                assert 0 <= row["left"] <= card.design.count
        totals = [sum(column) for column in zip(*(r["scored"] for r in rows["cards"]), strict=True)]
        assert len(totals) == 2
        scored += sum(totals)
        for total, glory in zip(totals, outcome.glory, strict=True):
            assert total >= 0
            assert glory >= 0
    assert scored > 0


def test_fair_dice_roll_as_expected() -> None:
    """Over many games what came up is within four deviations of what was expected."""
    totals = dict.fromkeys(TABLES["seats"], 0.0)
    for _outcome, rows in games(q.Rules(2, sets=["all"]), 20):
        for row in rows["seats"]:
            for key in totals:
                if isinstance(row[key], (int, float)):
                    totals[key] += row[key]
    assert totals["dice_rolled"] > 1000
    for what in ("quiddity", "creatures"):
        surplus = totals[f"{what}_rolled"] - totals[f"{what}_expected"]
        spread = sqrt(totals[f"{what}_variance"])
        assert spread > 10
        assert abs(surplus) < 4 * spread


def test_what_is_expected_of_a_first_turn() -> None:
    """Before anybody captured, all dice are Basic Quiddity and Assistants: counted by hand."""
    assistant = default_catalog().card("Assistant").design.faces
    quiddity = default_catalog().card("Basic Quiddity").design.faces
    means = [sum(max(face.quiddity, 0) for face in die) / 6 for die in (quiddity, assistant)]
    rules = q.Rules(2, round_limit=1)
    for _outcome, rows in games(rules, 5):
        for row in rows["seats"]:
            assert row["dice_rolled"] >= 6
            low, high = sorted(mean * row["dice_rolled"] for mean in means)
            assert low <= row["quiddity_expected"] <= high
            assert row["quiddity_variance"] > 0
