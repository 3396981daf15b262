"""Records that are as they were written: they replay to the same game."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.record import format as form
from quarriors.record.files import to_line, to_text
from quarriors.record.replay import Report, replay, resume, verify, walk
from quarriors.record.write import Scribe, write_record
from quarriors.testing import Position

from .conftest import Record, play


def test_a_record_tells_how_the_game_began(finished: Record) -> None:
    assert finished["format"] == "quarriors-record"
    assert finished["version"] == 2
    assert finished["engine"] == q.__version__
    assert finished["rules"]["players"] == 2
    assert len(finished["wilds"]) == 10
    assert finished["seed"] == 3
    # the same as `printf 3 | sha256sum`
    assert finished["commitment"] == (
        "4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce"
    )
    assert finished["chance"] == "seeded"
    assert finished["seats"] == ["seat 0", "seat 1"]
    assert "position" not in finished
    assert "generator" not in finished


def test_each_decision_is_told_in_words_with_its_dice(finished: Record) -> None:
    game = q.new_game(q.Rules(players=2), seed=3)
    first = finished["decisions"][0]
    assert first["seat"] == game.decision.seat
    assert first["kind"] == game.decision.kind
    assert first["answer"] in game.decision.texts
    assert first["turn"] == 1
    assert len(finished["start"]["draws"]) == 6
    assert len(finished["start"]["rolls"]) == 6
    for name, roll in zip(finished["start"]["draws"], finished["start"]["rolls"], strict=True):
        card, face = roll.split("@")
        assert card == name
        assert face in [side.notation for side in q.cards.get(card).design.faces]


def test_every_turn_has_one_snapshot_outside_any_ability(finished: Record) -> None:
    shots = [entry for entry in finished["decisions"] if "snapshot" in entry]
    turns = [entry["turn"] for entry in shots]
    assert turns == sorted(set(turns))
    assert len(turns) >= finished["decisions"][-1]["turn"] - 3
    without = write_record(replay(finished), snapshots=False)
    assert not any("snapshot" in entry for entry in without["decisions"])
    assert without["check"] == finished["check"]


def test_the_result_closes_a_finished_record(finished: Record, unfinished: Record) -> None:
    game = replay(finished)
    assert game.result is not None
    assert finished["result"] == {
        "winners": list(game.result.winners),
        "glory": list(game.result.glory),
        "rule": game.result.rule,
    }
    assert unfinished["result"] is None
    assert not replay(unfinished).over


def test_replay_takes_values_text_and_bytes(finished: Record) -> None:
    text = json.dumps(finished)
    expected = queries.wire(replay(finished))
    assert queries.wire(q.replay(text)) == expected
    assert queries.wire(q.replay(text.encode())) == expected
    assert queries.wire(q.replay(to_text(finished))) == expected


def test_a_replayed_game_goes_on_like_the_original(unfinished: Record) -> None:
    original = play(q.new_game(q.Rules(players=3, edition="original"), seed=4), 4, 40)
    again = replay(unfinished)
    play(original, 9, 50)
    play(again, 9, 50)
    assert queries.wire(again) == queries.wire(original)
    assert again.record() == original.record()


def test_verify_counts_what_it_checked(finished: Record) -> None:
    report = verify(finished)
    entries = finished["decisions"]
    assert report == Report(
        decisions=len(entries),
        draws=6 + sum(len(entry.get("draws", [])) for entry in entries),
        rolls=6 + sum(len(entry.get("rolls", [])) for entry in entries),
        turns=replay(finished).turn,
        snapshots=sum("snapshot" in entry for entry in entries),
        over=True,
        scripted=False,
        position=False,
        commitment=finished["commitment"],
        daily="",
        numbers=(),
        added=(),
        added_nothing=(),
    )
    assert report.to_dict()["decisions"] == len(entries)


def test_walk_shows_every_step(finished: Record) -> None:
    numbers = []
    for step in walk(finished):
        numbers.append(step.number)
        if step.number:
            entry = finished["decisions"][step.number - 1]
            assert step.answer == entry["answer"]
            assert step.answer in step.options
            assert len(step.options) >= 2
    assert numbers == list(range(len(finished["decisions"]) + 1))


def test_resume_goes_on_from_the_last_snapshot(unfinished: Record) -> None:
    shots = [entry for entry in unfinished["decisions"] if "snapshot" in entry]
    game = resume(unfinished)
    assert queries.wire(game) == shots[-1]["snapshot"]
    assert game.decision.seat == shots[-1]["seat"]
    assert shots[-1]["answer"] in game.decision.texts
    play(game, 5)
    assert game.over
    # its own record starts from the position and replays
    again = replay(json.dumps(game.record()))
    assert queries.wire(again) == queries.wire(game)


def test_resume_does_not_ask_for_the_same_card_set(unfinished: Record) -> None:
    """A corrected card changes the hash; the chain is made with the record's own hash."""
    catalog = default_catalog()
    names = {"Portal", "Assistant", "Basic Quiddity", *unfinished["wilds"]}
    fewer = type(catalog)([card for card in catalog.cards if card.name in names])
    assert fewer.hash != catalog.hash
    with pytest.raises(q.RecordError, match="played with other cards"):
        replay(unfinished, catalog=fewer)
    game = resume(unfinished, catalog=fewer)
    shots = [entry for entry in unfinished["decisions"] if "snapshot" in entry]
    assert shots[-1]["answer"] in game.decision.texts


def test_a_game_from_a_set_up_position_carries_it() -> None:
    made = (
        Position(players=2, wilds=["Scavenging Goblin"], seed=12)
        .bag(0, *["Basic Quiddity"] * 6, "Scavenging Goblin")
        .bag(1, *["Assistant"] * 6)
        .start("score")
    )
    game = play(made.game, 1, 25)
    record = write_record(game)
    assert record["position"] == [list(part) for part in game.origin.position or ()]
    assert record["chance"] == "seeded"
    assert queries.wire(replay(json.dumps(record))) == queries.wire(game)


def test_scripted_dice_are_recorded_and_replayed() -> None:
    made = (
        Position(players=2, wilds=["Scavenging Goblin"], seed=12)
        .bag(0, *["Basic Quiddity"] * 8, "Scavenging Goblin")
        .bag(1, *["Assistant"] * 8)
        .active(1, "Basic Quiddity@Q2")
        .start("ready", active=1)
    )
    made.draws("Scavenging Goblin", *["Basic Quiddity"] * 5)
    made.rolls("Scavenging Goblin@5", "Basic Quiddity@2", "Basic Quiddity@Q2", "?")
    while made.seat == 1:
        made.do("pass")
    made.do("summon Scavenging Goblin")
    record = json.loads(json.dumps(write_record(made.game, events=made.events)))
    assert record["chance"] == "scripted"
    told = [entry for entry in record["decisions"] if "rolls" in entry]
    assert told[0]["draws"] == ["Scavenging Goblin", *["Basic Quiddity"] * 5]
    rolls = ["Scavenging Goblin@C1:2/2*", "Basic Quiddity@Q1", "Basic Quiddity@Q2"]
    assert told[0]["rolls"][:3] == rolls
    again = replay(record)
    assert queries.wire(again) == queries.wire(made.game)
    report = verify(record)
    assert report.rolls == 6
    assert report.scripted
    assert report.position


def test_a_scripted_game_without_its_events_cannot_be_written() -> None:
    made = (
        Position(players=2, wilds=["Scavenging Goblin"], seed=12)
        .bag(0, *["Basic Quiddity"] * 8, "Scavenging Goblin")
        .active(1, "Basic Quiddity@Q2")
        .start("ready", active=1)
    )
    made.draws("Scavenging Goblin").rolls("Scavenging Goblin@5")
    while made.seat == 1:
        made.do("pass")
    with pytest.raises(q.RecordError, match="doesn't follow from its seed"):
        write_record(made.game)
    with pytest.raises(q.RecordError, match="doesn't follow from its seed"):
        write_record(made.game, events=made.events[:5])


def test_a_scripted_game_that_keeps_its_log_needs_no_events() -> None:
    game = q.new_game(q.Rules(), seed=5, log=True)
    for _ in range(10):
        queries.clear_scripts(queries.state(game))
        queries.script_rolls(queries.state(game), [0, 0, 0, 0, 0, 0])
        game.apply(game.decision.options[-1])
    queries.clear_scripts(queries.state(game))
    record = write_record(game)
    assert record["chance"] == "scripted"
    again = replay(json.dumps(record))
    assert again.glory == game.glory
    assert again.decision.texts == game.decision.texts
    assert queries.generator(queries.state(again)) == queries.generator(queries.state(game))
    assert to_line(write_record(again)) == to_line(record)


def test_branches_and_playouts_have_no_record_of_their_own() -> None:
    game = play(q.new_game(q.Rules(), seed=5), 5, 10)
    branch = game.branch(6)
    play(branch, 7, 30)
    with pytest.raises(q.RecordError, match="A branch doesn't know how its game began"):
        branch.record()
    clone = game.clone()
    clone.playout(8)
    with pytest.raises(q.RecordError, match="record the game"):
        clone.record()
    assert queries.wire(replay(game.record())) == queries.wire(game)


def test_a_scribe_writes_while_the_game_is_played() -> None:
    rules = q.Rules(players=4, variants=["expert_culling"])
    scribe = Scribe(q.new_game(rules, seed=11, log=True), seats=["a", "b", "c", "d"])
    dealer = Dealer(2, "test")
    happened = 0
    while not scribe.game.over:
        options = scribe.game.decision.options
        happened += len(scribe.apply(options[dealer.below(len(options))]))
    record = scribe.record()
    assert record["seats"] == ["a", "b", "c", "d"]
    assert happened > 100
    expected = write_record(scribe.game, seats=["a", "b", "c", "d"])
    assert to_line(record) == to_line(expected)


def test_a_scribe_refuses_an_illegal_answer_and_nothing_changes() -> None:
    scribe = Scribe(q.new_game(q.Rules(), seed=11, log=True))
    before = to_line(scribe.record())
    with pytest.raises(q.IllegalAnswer):
        scribe.apply(1)  # "yes", to no question
    assert to_line(scribe.record()) == before


def test_any_number_that_is_no_option_is_refused() -> None:
    game = q.new_game(q.Rules(), seed=11)
    with pytest.raises(q.IllegalAnswer):
        game.apply(123456789)


def test_a_scribe_wants_a_fresh_game_that_keeps_a_log() -> None:
    with pytest.raises(q.RecordError, match="Only a whole game can be recorded"):
        Scribe(q.new_game(q.Rules(), seed=1))
    with pytest.raises(q.RecordError, match="Only a whole game can be recorded"):
        Scribe(play(q.new_game(q.Rules(), seed=1, log=True), 1, 3))
    with pytest.raises(q.RecordError, match="3 seats are named for a game of 2"):
        Scribe(q.new_game(q.Rules(), seed=1, log=True), seats=["a", "b", "c"])


def test_writing_leaves_the_game_alone() -> None:
    game = play(q.new_game(q.Rules(), seed=21, log=True), 1, 20)
    before = (
        queries.wire(game),
        list(game.answers),
        list(queries.untaken_events(queries.state(game))),
    )
    game.record()
    assert (
        queries.wire(game),
        list(game.answers),
        list(queries.untaken_events(queries.state(game))),
    ) == before


def test_a_pickled_game_has_the_same_record() -> None:
    game = play(q.new_game(q.Rules(), seed=21), 1, 20)
    assert pickle.loads(pickle.dumps(game)).record() == game.record()


@settings(max_examples=20)
@given(
    players=st.integers(2, 4),
    edition=st.sampled_from(EDITIONS),
    variants=st.lists(st.sampled_from(VARIANTS), unique=True),
    seed=st.integers(0, 2**48),
    choices=st.integers(0, 2**32),
    most=st.integers(0, 300),
)
def test_any_game_replays_to_the_same_state(
    players: int, edition: str, variants: list[str], seed: int, choices: int, most: int
) -> None:
    rules = q.Rules(players=players, edition=edition, variants=variants)
    game = play(q.new_game(rules, seed=seed), choices, most)
    text = to_line(game.record())
    again = replay(json.loads(text))
    assert queries.wire(again) == queries.wire(game)
    assert list(again.answers) == list(game.answers)
    assert again.result == game.result
    assert to_line(again.record()) == text
    assert to_line(play(q.new_game(rules, seed=seed), choices, most).record()) == text


def test_every_field_is_described_in_the_document() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "record-format.md").read_text("utf-8")
    for field in (*form.HEAD, *form.HEAD_MAY, *form.START, *form.ENTRY, *form.ENTRY_MAY):
        assert f"`{field}`" in text, field
    for field in form.RESULT:
        assert f"`{field}`" in text, field
    example = text.partition("```json\n")[2].partition("```")[0]
    told = json.loads(example)
    assert set(told) == set(form.HEAD)
    told["cards"] = default_catalog().hash  # the cards may change, the format may not
    assert form.read(told).seats == ("human=Ada", "random")
    assert list(q.new_game(q.Rules(), seed=7).record()) == list(told)


# --- with all sets -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("sets", [("light_vs_dark",), ("base", "quartifacts"), ("all",)])
def test_games_with_expansions_are_recorded_replayed_and_verified(
    sets: tuple[str, ...], edition: str
) -> None:
    """Quest dice, Large Quiddity, locks and all: rules, table, dice and every state come back."""
    game = play(q.new_game(q.Rules(3, edition, sets), seed=21), 8)
    record = json.loads(to_line(game.record()))
    report = verify(record)
    assert report.over
    assert report.decisions == len(game.answers)
    assert report.snapshots > 5
    assert record["rules"] == game.rules.to_dict()
    assert record["wilds"] == list(game.origin.wilds)
    again = replay(record)
    assert queries.wire(again) == queries.wire(game)
    assert again.result == game.result


@pytest.mark.parametrize("number", [60, 120, 180])
def test_a_game_with_expansions_goes_on_from_its_last_snapshot(number: int) -> None:
    """The snapshot holds everything: played on with the same answers it leads to the same end."""
    game = play(q.new_game(q.Rules(4, sets=["all"]), seed=22), 9, number)
    record = game.record()
    shot = max(at for at, entry in enumerate(record["decisions"]) if "snapshot" in entry)
    resumed = resume(record)
    for code in game.answers[shot:]:
        resumed.apply(code)
    assert queries.wire(resumed) == queries.wire(game)
    assert resumed.decision.texts == game.decision.texts


@pytest.mark.parametrize("face", ["Q1", "C1:2/2", "C1:2/2*"])
def test_a_creature_that_is_rolled_where_it_lies_is_a_roll_of_the_record(face: str) -> None:
    made = (
        Position(players=2, wilds=["Chaos Cantrip", "Scavenging Goblin"])
        .bag(0, *["Basic Quiddity"] * 6)
        .bag(1, *["Basic Quiddity"] * 6)
        .ready(0, "Chaos Cantrip@S*")
        .ready(1, "Scavenging Goblin@5")
        .active(0, "Basic Quiddity@Q1")
        .rolls(f"Scavenging Goblin@{face}")
        .start("ready")
    )
    made.do("cast Chaos Cantrip")
    record = write_record(made.game, events=made.events)
    told = [roll for decision in record["decisions"] for roll in decision.get("rolls", ())]
    assert f"Scavenging Goblin@{face}" in told
    assert verify(json.loads(json.dumps(record)))
