"""Which games count for the ratings of a club."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quarriors.table.entries import StoodIn
from quarriors.table.loading import Stored, load
from quarriors.table.messages import Chair, Setup
from quarriors.table.rated import why_unrated
from quarriors.table.table import LiveTable
from quarriors.table.table_header import WhatIfPosition
from quarriors.text import Texts

from .helpers import HASHES, NAMES, Bench, setup_of


def rated(setup: Setup | None = None, members: int = 2) -> Bench:
    """A table of a server with ratings, where so many of the players are members."""
    bench = Bench(setup)
    bench.table = LiveTable(replace(bench.table.head, rated=True))
    for seat, seated in enumerate(list(bench.table.seats)):
        if seated.free:
            number = seat + 1 if seat < members else 0
            hashed = HASHES[seat]
            bench.write(bench.table.sit(NAMES[seat], "person", hashed, seat, member=number))
    return bench


def test_a_game_of_members_counts_and_one_with_a_guest_does_not() -> None:
    assert why_unrated(rated().table) == ""
    assert why_unrated(rated(members=1).table) == "guest"
    assert why_unrated(rated(setup_of(rated=False)).table) == "friendly"
    assert why_unrated(rated(Setup((Chair(), Chair("bot", "greedy")))).table) == ""
    assert why_unrated(rated(Setup((Chair(), Chair("bot", "mcts:ms=50")))).table) == "bot"
    assert why_unrated(Bench().seated().table) == "off"


def test_a_takeover_is_remembered_by_all_that_is_stored() -> None:
    bench = rated()
    bench.write([StoodIn(1, "greedy")])
    assert why_unrated(bench.table) == "taken_over"
    viewer = bench.table.viewer("")
    bench.write(bench.table.give_back(replace(viewer, seat=1), 1))
    assert why_unrated(bench.table) == "taken_over"
    stored = [Stored(row.seq, row.entry, row.at, row.snapshot) for row in bench.stored]
    again, needed = load(bench.table.head, stored)
    assert (why_unrated(again), needed) == ("taken_over", [])


def test_undoing_by_consent_a_what_if_and_a_daily_do_not_count() -> None:
    table = rated().table
    table.consent_undos = 1
    assert why_unrated(table) == "undone"
    table.head = replace(table.head, setup=replace(table.head.setup, daily="2026-11-18"))
    assert why_unrated(table) == "daily"
    other = rated().table
    beginning = WhatIfPosition("x" * 16, 1, (), 0, ((0,),))
    other.head = replace(other.head, what_if=beginning)
    assert why_unrated(other) == "what_if"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_reason_has_a_sentence(language: str) -> None:
    texts = Texts(language)
    first = ("off", "friendly", "daily", "what_if", "trial", "taken_over", "undone")
    reasons = (*first, "program", "bot", "bots_only", "guest")
    said = {texts.say("server", f"table.unrated.{why}") for why in reasons}
    assert len(said) == len(reasons)
