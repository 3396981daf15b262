"""What happened in a game, as events with a name for every number."""

from __future__ import annotations

import json
import pickle

import pytest

import quarriors as q
from quarriors.engine.events import COMMON
from quarriors.engine.ids import log, place
from quarriors.engine.rng import Dealer


def played(sets: list[str], seed: int, edition: str = "qultimate") -> list[q.Event]:
    """All events of a game with random answers."""
    game = q.new_game(q.Rules(3, edition, sets), seed=seed, log=True)
    events = game.take_events()
    dealer = Dealer(seed, "answers")
    while not game.over:
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
        events += game.take_events()
    return events


EVENTS = [*played(["base"], 1), *played(["all"], 2), *played(["base", "quartifacts"], 3)]


def one(kind: str) -> q.Event:
    """The first event of a kind."""
    return next(event for event in EVENTS if event.kind == kind)


def test_every_kind_has_its_fields() -> None:
    assert list(log.FIELDS) == log.NAMES
    for fields in log.FIELDS.values():
        assert len(fields) <= 2
        assert not {field.partition(":")[0] for field in fields} & set(COMMON)


def test_an_event_is_six_ints() -> None:
    for event in EVENTS:
        assert isinstance(event, q.Event)
        kind, rule, seat, die, first, second = event
        assert list(event) == [kind, rule, seat, die, first, second]
        assert tuple(event) == event
        assert hash(tuple(event)) == hash(event)
        assert json.loads(json.dumps(event)) == list(event)
        assert (event.kind, event.rule_number) == (log.NAMES[kind], rule)
        assert (event.seat, event.die) == (seat, die)


def test_every_event_can_be_read() -> None:
    kinds = set()
    for event in EVENTS:
        kinds.add(event.kind)
        told = event.to_dict()
        assert list(told)[: len(COMMON)] == list(COMMON)
        assert json.loads(json.dumps(told)) == told
        for name, value in event.fields.items():
            assert getattr(event, name) == value
            assert name in dir(event)
        assert repr(event).startswith(f"<{event.kind} ")
    assert len(kinds) > 30


def test_a_capture_says_what_was_paid_and_where_it_went() -> None:
    event = one("capture")
    assert event.fields == {"paid": event[4], "place": place.NAMES[event[5]]}
    assert (event.rule, event.rule_number) == ("7.1", 701)
    assert event.card
    assert event.place in place.NAMES
    assert repr(event) == (
        f"<capture seat={event.seat} card={event.card!r} paid={event.paid} "
        f"place={event.place!r} rule=7.1>"
    )


def test_numbers_are_told_as_what_they_stand_for() -> None:
    assert one("phase").phase == "score"
    assert one("total").defender in (0, 1, 2)
    assert "C" in one("summon").face
    assert one("over").ending in ("glory", "empty-cards", "round-limit")
    assert one("turn").turn == 1
    assert one("turn").card == ""


def test_a_field_that_there_is_not_is_an_error() -> None:
    with pytest.raises(AttributeError, match=r"'capture' has no 'glory'; it has kind, rule, seat"):
        _ = one("capture").glory
    assert not hasattr(one("draw"), "paid")


def test_events_are_pickled() -> None:
    again = pickle.loads(pickle.dumps(EVENTS[:200]))
    assert again == EVENTS[:200]
    assert [event.to_dict() for event in again] == [event.to_dict() for event in EVENTS[:200]]


def test_events_are_taken_once_and_only_if_they_are_kept() -> None:
    game = q.new_game(seed=1, log=True)
    assert game.take_events()
    assert game.take_events() == []
    assert q.new_game(seed=1).take_events() == []
