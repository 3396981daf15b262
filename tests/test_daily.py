"""The daily: what follows from a date, and tables that play it."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

from quarriors.bots.base import Seat
from quarriors.bots.registry import make_bot
from quarriors.bots.rivals import RIVALS as KNOWN
from quarriors.cards.sets import SETS
from quarriors.daily import EXPANSIONS, FIRST, LAST, RIVALS, daily_of, rival_luck
from quarriors.engine.errors import RulesError
from quarriors.engine.rng import LONG, Dealer, turn_key
from quarriors.facts.finished import summary_of
from quarriors.record.errors import BadRecord
from quarriors.record.replay import verify
from quarriors.table.daily import daily_facts
from quarriors.table.errors import Refusal
from quarriors.table.memory import MemoryTable
from quarriors.table.messages import Chair, Clock, Setup
from quarriors.table.replay import record
from quarriors.table.seating import rematch_setup
from quarriors.table.setup import daily_setup, make_origin
from quarriors.table.table_header import decode_head, encode_head, new_head
from quarriors.table.tokens import token_hash
from tests.table.helpers import KEY

MONDAY = dt.date(2026, 11, 16)
WEEK = [str(MONDAY + dt.timedelta(days)) for days in range(7)]
TOKEN = "token-of-anna-0123456789"


def table_of(date: str, luck: int = 1) -> MemoryTable:
    """A table in memory for the daily of a date; each has a secret of its own."""
    head = new_head(KEY, 0.0, daily_setup(daily_of(date)), 99, token_hash(TOKEN), (), (), 10.0)
    table = MemoryTable(decode_head(encode_head(head)), lambda: 1.0, lambda: luck)
    table.sit("Anna", TOKEN)
    return table


def played(date: str, luck: int = 1, bot: str = "random") -> MemoryTable:
    """A daily played to its end, Anna answering as a bot does."""
    table = table_of(date, luck)
    anna = table.connect(TOKEN)
    while True:
        table.run()
        if table.table.stage == "over":
            return table
        seat = Seat(table.table.game, 0)
        answers = len(table.table.game.answers)
        chosen = make_bot(bot, 0, answers).decide(seat, seat.decision)
        option = seat.decision.options.index(chosen) + 1
        answer = {"type": "answer", "state": table.table.state, "option": option}
        table.receive(anna, json.dumps(answer))


# --- what follows from a date --------------------------------------------------------------------


def test_a_date_gives_the_documented_seed() -> None:
    """The function of docs/daily.md, written out once more."""
    dealer = Dealer(MONDAY.toordinal(), "daily")
    words = [dealer.below(1 << 24) for _ in range(5)]
    assert daily_of(WEEK[0]).seed == (1 << 120) + sum(
        word << 24 * at for at, word in enumerate(words)
    )
    assert daily_of(WEEK[0]).seed == 2367260120467806200326847727445355735


def test_rivals_grow_through_the_week_and_expansions_come_at_its_end() -> None:
    week = [daily_of(date) for date in WEEK]
    assert [day.rival for day in week] == [*RIVALS]
    ratings = [KNOWN[day.rival].rating for day in week[:5]]
    assert ratings == sorted(ratings)
    assert all(day.sets == ("base",) for day in week[:5])
    assert all(day.sets == ("base", day.featured) for day in week[5:])


def test_every_rival_of_a_daily_thinks_without_a_clock_and_every_expansion_exists() -> None:
    assert all(KNOWN[name].thinks in ("step", "plan") for name in RIVALS)
    assert set(EXPANSIONS) < set(SETS)


def test_dates_follow_each_other_in_numbers_and_differ_in_seeds() -> None:
    days = [daily_of(str(FIRST + dt.timedelta(number))) for number in range(400)]
    assert [day.number for day in days] == list(range(1, 401))
    assert len({day.seed for day in days}) == 400
    assert all(turn_key(day.seed) and day.seed >= LONG for day in days)
    assert {day.featured for day in days} == {"", *EXPANSIONS}


@pytest.mark.parametrize(
    "date",
    ["", "x", "2026-02-30", "2026-13-01", "20261118", "2026-W47-3", "18.11.2026", " 2026-11-18",
     "2026-11-18\n", "٢٠٢٦-١١-١٨", "2026-11-18T00", "9" * 5000],
)  # fmt: skip
def test_what_is_no_date_is_refused_in_a_sentence(date: str) -> None:
    with pytest.raises(RulesError) as found:
        daily_of(date)
    assert "looks like 2026-11-18" in found.value.say("en")
    assert "si scrive come 2026-11-18" in found.value.say("it")
    assert len(found.value.say("en")) < 200


@pytest.mark.parametrize("day", [FIRST - dt.timedelta(1), LAST + dt.timedelta(1)])
def test_dates_without_a_daily_are_refused(day: dt.date) -> None:
    assert daily_of(str(FIRST)).number == 1
    assert daily_of(str(LAST)).date == str(LAST)
    with pytest.raises(RulesError, match="daily games from 2026-01-01 to 2099-12-31"):
        daily_of(str(day))


# --- tables --------------------------------------------------------------------------------------


def test_the_same_answers_give_the_same_game_whoever_runs_the_table() -> None:
    one, other = played(WEEK[4], luck=1), played(WEEK[4], luck=2)
    assert record(one.table) == record(other.table)
    assert one.table.head.number_seconds is None
    assert one.table.numbers == ()
    assert one.table.seed == daily_of(WEEK[4]).seed
    lucks = {rival_luck(one.table.seed, answers) for answers in range(50)}
    assert len(lucks) == 50


def test_a_table_says_that_its_dice_follow_from_the_date() -> None:
    table = table_of(WEEK[0])
    told = json.loads(table.connect(TOKEN).take()[0])
    assert told["setup"]["daily"] == WEEK[0]
    assert told["log"][0]["event"] == "daily"
    assert f"daily of {WEEK[0]}: its dice follow from the date" in told["log"][0]["text"]
    again = MemoryTable(table.table.head, lambda: 2.0, lambda: 3, table.entries)
    italian = json.loads(again.connect(TOKEN, "it").take()[0])
    assert "i suoi dadi seguono dalla data" in italian["log"][0]["text"]


def test_a_table_opened_again_goes_on_with_the_same_rival() -> None:
    table = table_of(WEEK[3])
    table.run()
    seen = MemoryTable(table.table.head, lambda: 1.0, lambda: 5, table.entries)
    assert seen.table.rival_luck == table.table.rival_luck
    assert seen.table.rival_luck == rival_luck(table.table.seed, len(table.table.game.answers))


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": (Chair(), Chair("bot", "pip"))},
        {"seats": (Chair("bot", "bruno"), Chair())},
        {"seats": (Chair(), Chair())},
        {"seats": (Chair(), Chair("bot", "bruno"), Chair("bot", "bruno"))},
        {"seats": (Chair(), Chair("bot", "bruno", "Bob"))},
        {"goal": 5},
        {"sets": ("base", "quarmageddon")},
        {"wilds": ("Quake Dragon",)},
        {"without": ("Quake Dragon",)},
        {"variants": ("advanced_capture",)},
        {"edition": "original"},
        {"clock": Clock("move")},
        {"code": "3A39-WWEA-04NQ"},
        {"trial": "Portal"},
        {"daily": WEEK[3]},
    ],
)
def test_dice_of_a_date_are_for_its_own_table_alone(changes: dict[str, Any]) -> None:
    setup = replace(daily_setup(daily_of(WEEK[2])), **changes)
    with pytest.raises(Refusal) as found:
        new_head(KEY, 0.0, setup, 1, "")
    assert (found.value.code, found.value.key) == ("illegal", "setup.daily")
    assert found.value.say("en") != found.value.say("it")


@pytest.mark.parametrize("date", ["2026-02-30", "1999-01-01", "tomorrow"])
def test_a_table_for_a_bad_date_is_refused(date: str) -> None:
    with pytest.raises(Refusal, match="can't be played"):
        new_head(KEY, 0.0, Setup((Chair(), Chair("bot", "pip")), daily=date), 1, "")


def test_a_rematch_has_dice_of_its_own() -> None:
    setup = rematch_setup(daily_setup(daily_of(WEEK[1])))
    assert setup.daily == ""
    head = new_head(KEY, 0.0, setup, 77, "", number_seconds=10.0)
    assert (head.seed, head.number_seconds) == ("77", 10.0)


@pytest.mark.parametrize("date", WEEK)
def test_what_is_shown_of_a_daily_is_what_is_played(date: str) -> None:
    shown = daily_facts(date, "it")
    day = daily_of(date)
    assert (shown.number, shown.rival, shown.featured) == (day.number, day.rival, day.featured)
    assert shown.rival_name == KNOWN[day.rival].name
    assert shown.wilds == make_origin(shown.setup, day.seed).wilds
    assert (shown.featured_name == "") == (day.featured == "")
    assert new_head(KEY, 0.0, shown.setup, 1, "").seed == str(day.seed)


def test_a_shared_result_has_four_lines_and_names_no_card() -> None:
    table = played(WEEK[2], bot="greedy").table
    summary = summary_of(table, "en")
    title, result, glory, signs = summary.share
    mine, theirs = (one[-1] for one in summary.glory)
    assert title == f"Quarriors! daily #322 · {WEEK[2]}"
    assert result == f"🏆 Beat Bruno in {summary.rounds} rounds"
    assert glory == f"⭐ {mine}:{theirs} Glory"
    assert len(signs) == summary.rounds
    assert set(signs) <= set("⬜🟨🟧🟥🟪")
    italian = summary_of(table, "it").share
    assert italian[3] == signs
    assert italian[1].startswith("🏆 Vittoria contro Bruno in ")
    names = [card.name for card in table.game.setup.cards]
    assert not any(name in line for name in names for line in (*summary.share, *italian))
    assert "daily" in summary.seats[0].achievements


# --- records -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return record(played(WEEK[0]).table)


def test_a_record_names_its_date_and_is_checked_against_it(kept: dict[str, Any]) -> None:
    assert (kept["version"], kept["daily"]) == (4, WEEK[0])
    assert "dice" not in kept
    report = verify(kept)
    assert (report.daily, report.dice, report.over) == (WEEK[0], False, True)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"daily": WEEK[1]}, "isn't that of the daily of"),
        ({"daily": "x" * 3000}, "isn't that of the daily of"),
        ({"daily": 3}, "should be a text"),
        ({"version": 3}, 'The field "dice" is missing'),
        ({"version": 2}, 'Unknown field "daily"'),
        ({"version": 5}, "2, 3, 4"),
    ],
)
def test_a_record_with_another_date_is_refused(
    kept: dict[str, Any], changes: dict[str, Any], expected: str
) -> None:
    with pytest.raises(BadRecord) as found:
        verify({**kept, **changes})
    assert expected in found.value.say("en")
    assert len(found.value.say("it")) < 400
