"""What a viewer sees: everything that is open, nothing that is not, and the same as everybody."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarriors.engine import queries
from quarriors.engine.rng import Dealer
from quarriors.table.codec import decode, encode
from quarriors.table.entries import Answered
from quarriors.table.errors import Refusal
from quarriors.table.messages import (
    Chair,
    ChatLine,
    FromServer,
    Orders,
    People,
    Setup,
    Table,
    Update,
)
from quarriors.table.next_action import next_action
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable
from quarriors.table.view import (
    board,
    people_message,
    position,
    table_message,
    update_message,
)
from quarriors.view.observe import observe
from quarriors.view.sentences import option_sentences, question

from .helpers import AWAY, HASHES, HERE, NAMES, TOKENS, Bench, clocked, setup_of

PEOPLE = (HERE, Presence(False, 900.0), AWAY, HERE)


def viewers(table: LiveTable) -> list[Viewer]:
    """Everybody who may look: all seats, the host, a watcher."""
    seats = [Viewer(seat, seat == 0) for seat in range(len(table.seats))]
    return [*seats, Viewer(None, False), Viewer(None, True)]


def shown(table: LiveTable, now: float) -> list[bytes]:
    """Every message that anybody could get now, without what was kept of earlier ones."""
    table.view_cache = {}
    found: list[bytes] = []
    for language in ("en", "it"):
        for viewer in viewers(table):
            found.append(encode(table_message(table, viewer, language, PEOPLE, (), now)))
            if table.timeline is not None:
                found.append(encode(update_message(table, viewer, language, now)))
    found.append(encode(people_message(table, PEOPLE, 3, now)))
    if table.timeline is not None:
        found.append(json.dumps(position(table)).encode())
    return found


# --- what may not be seen ---


@settings(max_examples=20)
@given(
    st.integers(0, 1 << 256),
    st.integers(1, 1 << 58),
    st.integers(2, 4),
    st.sampled_from([("base",), ("all",)]),
    st.integers(0, 60),
)
def test_messages_do_not_change_with_what_nobody_may_see(
    seed: int, generator: int, players: int, sets: tuple[str, ...], answers: int
) -> None:
    """Another seed and another generator behind the same table: the same bytes for everybody."""
    bench = Bench(setup_of(players, sets=sets), seed).seated()
    bench.play(Dealer(answers, "privacy"), answers)
    table = bench.table
    if table.stage != "playing":
        return
    for seat in range(players):
        bench.write(table.order(seat, Orders("weakest", "never", True)))
    assert table.timeline is not None
    table.timeline.log("en")
    table.timeline.log("it")
    before = shown(table, bench.now)
    action = next_action(table, bench.now, lambda _: True)
    commitment = table.head.commitment
    table.head = replace(table.head, seed=str(seed + 1), host_hash=HASHES[0])
    table.timeline.origin = dataclasses.replace(table.timeline.origin, seed=seed + 1)
    queries.set_generator(queries.state(table.timeline.game), generator)
    after = shown(table, bench.now)
    other = table.head.commitment.encode()
    assert [found.replace(other, commitment.encode()) for found in after] == before
    assert next_action(table, bench.now, lambda _: True) == action


@pytest.mark.parametrize("seed", [123456789012345678901234567890, 1 << 255])
def test_the_seed_is_told_at_the_end_and_not_before(seed: int) -> None:
    bench = Bench(setup_of(2, goal=3), seed).seated()
    table = bench.table
    dealer = Dealer(1, "test")
    while table.stage == "playing":
        generator = str(int(queries.generator(queries.state(table.game))))
        for found in shown(table, bench.now):
            assert str(seed).encode() not in found
            assert generator.encode() not in found
        bench.random_answer(dealer)
    for viewer in viewers(table):
        assert table_message(table, viewer, "en", PEOPLE, (), 0.0).seed == str(seed)


def test_no_message_holds_a_token_or_its_hash() -> None:
    bench = Bench(setup_of(3)).seated()
    for found in shown(bench.table, bench.now):
        for secret in (*TOKENS, *HASHES):
            assert secret.encode() not in found


def test_only_the_player_who_decides_is_asked() -> None:
    bench = Bench(setup_of(3)).seated()
    table = bench.table
    dealer = Dealer(2, "test")
    for _ in range(40):
        for viewer in viewers(table):
            message = update_message(table, viewer, "en", bench.now)
            assert (message.prompt is not None) == (viewer.seat == table.deciding)
            assert message.waiting_for == table.deciding
        bench.random_answer(dealer)
        if table.stage != "playing":
            break


def test_while_a_bot_stands_in_the_player_is_not_asked() -> None:
    bench = Bench(setup_of(2, grace=10)).seated()
    table = bench.table
    seat = table.deciding
    assert seat is not None
    me = Viewer(seat, False)
    assert table_message(table, me, "en", PEOPLE, (), 0.0).prompt is not None
    people = [Presence(False, 1.0)] * 2
    bench.write(table.replace(Viewer(None, True), seat, "random", people, 9e9))
    message = table_message(table, me, "en", people, (), 0.0)
    assert message.prompt is None
    assert not message.can_undo
    assert "bot" in message.why_not
    player = message.players[seat]
    assert (player.standing_in, player.bot, player.name) == (True, "random", NAMES[seat])
    bench.write(table.give_back(me, seat))
    assert table_message(table, me, "en", PEOPLE, (), 0.0).prompt is not None


# --- what is seen ---


@pytest.mark.parametrize("sets", [("base",), ("all",)])
def test_the_view_is_what_observe_gives(sets: tuple[str, ...]) -> None:
    bench = Bench(setup_of(3, sets=sets), 5).seated()
    table = bench.table
    dealer = Dealer(5, "test")
    for _ in range(60):
        for seat in range(3):
            wanted = json.loads(json.dumps(observe(table.game, seat)))
            found = json.loads(bytes(board(table, seat)))
            assert found == wanted
            assert list(found) == list(wanted)
        watched = json.loads(bytes(board(table, None)))
        assert watched["seat"] is None
        assert {**watched, "seat": 2} == wanted
        if table.stage != "playing":
            break
        bench.random_answer(dealer)


@pytest.mark.parametrize("sets", [("base",), ("all",)])
def test_an_update_tells_what_changed_since_the_view_before(sets: tuple[str, ...]) -> None:
    bench = Bench(setup_of(3, sets=sets), 7).seated()
    table = bench.table
    dealer = Dealer(7, "test")
    view = json.loads(bytes(board(table, None)))
    state, told, whole = table.state, 0, 0
    while table.stage == "playing":
        bench.random_answer(dealer)
        update = update_message(table, Viewer(None), "en", bench.now)
        assert update.since == state
        state = table.state
        changed = json.loads(bytes(update.view))
        assert all(view[key] != value for key, value in changed.items())
        view |= changed
        wanted = board(table, None)
        assert view == json.loads(bytes(wanted))
        told += len(bytes(update.view))
        whole += len(bytes(wanted))
    assert told < whole * 0.6


def test_without_a_view_before_an_update_is_whole() -> None:
    bench = Bench(setup_of(2), 7).seated()
    bench.random_answer(Dealer(7, "test"))
    update = update_message(bench.table, Viewer(None), "en", bench.now)
    assert update.since == -1
    assert {**json.loads(bytes(update.view)), "seat": 0} == json.loads(
        json.dumps(observe(bench.table.game, 0))
    )


def test_observe_gives_everybody_values_of_their_own() -> None:
    """What never changes is worked out once, but nobody gets hold of the one copy."""
    game = Bench(setup_of(2, sets=("all",)), 5).seated().table.game
    wanted = json.dumps(observe(game, 0))
    spoilt = observe(game, 0)
    for wild in spoilt["wilds"]:
        wild["faces"].clear()
        wild["confidence"].clear()
        wild["cost"] = 99
        if wild["anchored"] is not None:
            wild["anchored"].clear()
    assert json.dumps(observe(game, 0)) == wanted


def test_a_prompt_says_what_its_options_mean_and_point_at() -> None:
    bench = Bench(setup_of(2)).seated()
    table = bench.table
    dealer = Dealer(8, "test")
    for _ in range(50):
        seat = table.deciding
        assert seat is not None
        decision = table.game.decision
        for language in ("en", "it"):
            prompt = table_message(table, Viewer(seat), language, PEOPLE, (), 0.0).prompt
            assert prompt is not None
            assert table.timeline is not None
            speech = table.timeline.log(language).speech
            assert prompt.kind == decision.kind
            assert prompt.question == question(table.game, speech, named=False)
            assert [o.text for o in prompt.options] == option_sentences(table.game, speech)
            assert [o.number for o in prompt.options] == list(range(1, len(prompt.options) + 1))
            for option, told in zip(decision.options, prompt.options, strict=True):
                assert (told.verb, told.card, told.die) == (option.verb, option.card, option.die)
                assert (told.face, told.seat) == (option.face, option.seat)
                assert (told.place, told.amount) == (option.place, option.number)
        number = 1 + dealer.below(len(decision.options))
        code = decision.options[number - 1].code
        assert table.answer(seat, table.state, number) == [Answered(seat, code)]
        bench.answer(number)
        if table.stage != "playing":
            break


@pytest.mark.parametrize("language", ["en", "it"])
def test_updates_one_after_the_other_tell_the_whole_log(language: str) -> None:
    """Also with answers taken back, and for a client that comes later."""
    bench = Bench(setup_of(2), 9).seated()
    table = bench.table
    me = Viewer(0, True)
    log = list(table_message(table, me, language, PEOPLE, (), 0.0).log)
    dealer = Dealer(9, "test")
    undone = 0
    for number in range(150):
        last = table.deciding
        assert last is not None
        bench.random_answer(dealer)
        update = update_message(table, me, language, bench.now)
        log = [*log[: update.log_from - 1], *update.log]
        assert len(update.events) == len(table.timeline.happened if table.timeline else ())
        if table.stage != "playing":
            break
        if number % 3 == 0 and not table.why_no_undo(last, bench.now):
            bench.write(table.undo(last, table.state, bench.now))
            update = update_message(table, me, language, bench.now)
            assert update.undone
            assert update.events == ()
            log = [*log[: update.log_from - 1], *update.log]
            undone += 1
        assert [line.number for line in log] == list(range(1, len(log) + 1))
        assert log == list(table_message(table, me, language, PEOPLE, (), 0.0).log)
    assert undone > 3
    late = table_message(bench.again(), Viewer(1), language, PEOPLE, (), 0.0)
    assert list(late.log) == log


def test_a_player_who_has_handed_on_may_still_take_back() -> None:
    """There is no prompt for them then, so the message itself says it."""
    found = 0
    for seed in range(20):
        bench = Bench(setup_of(2), seed).seated()
        table = bench.table
        dealer = Dealer(seed, "test")
        for _ in range(60):
            last = table.deciding
            assert last is not None
            bench.random_answer(dealer)
            if table.stage != "playing":
                break
            for viewer in viewers(table):
                message = update_message(table, viewer, "it", bench.now)
                if viewer.seat is None:
                    assert (message.can_undo, message.why_not) == (False, "")
                    continue
                assert message.can_undo != bool(message.why_not)
                assert message.can_undo == (not table.why_no_undo(viewer.seat, bench.now))
                found += message.can_undo and message.prompt is None
    assert found > 0


def test_players_as_everybody_sees_them() -> None:
    setup = Setup((Chair(), Chair("bot", "random"), Chair(), Chair()))
    bench = Bench(setup)
    table = bench.table
    bench.write(table.sit("Anna", "person", HASHES[0]))
    bench.write(table.sit("Robo", "remote", HASHES[2], 2, "their bot"))
    people = [Presence(True, 0.0), Presence(True, 5.0), Presence(False, 7.0), HERE]
    message = table_message(table, Viewer(0, True), "en", people, (), 0.0)
    kinds = [(one.kind, one.name, one.here, one.away_since) for one in message.players]
    assert kinds == [
        ("person", "Anna", True, 0.0),
        ("bot", "Random", False, 0.0),
        ("remote", "Robo", False, 7.0),
        ("free", "", False, 0.0),
    ]
    assert [one.host for one in message.players] == [True, False, False, False]
    assert [one.bot for one in message.players] == ["", "random", "their bot", ""]
    assert message.stage == "waiting"
    assert message.view is None
    assert message.prompt is None
    assert message.commitment == table.head.commitment
    assert people_message(table, people, 2, 0.0) == People(message.players, message.times, 2)


def test_before_the_game_there_is_no_update_and_no_position() -> None:
    table = Bench().table
    for command in (lambda: update_message(table, Viewer(), "en", 0.0), lambda: position(table)):
        with pytest.raises(Refusal) as found:
            command()
        assert found.value.key == "not_begun"


def test_messages_are_what_the_protocol_says() -> None:
    bench = Bench(clocked("game", 300, 2)).seated()
    bench.play(Dealer(2, "test"), 25)
    table = bench.table
    line = ChatLine(1, 0, "Anna", "<b>hi</b>", 5.0)
    for viewer in viewers(table):
        message = table_message(table, viewer, "en", PEOPLE, [line], bench.now)
        found = decode(FromServer, encode(message))
        assert isinstance(found, Table)
        assert found.chat == (line,)
        assert found.me == viewer.seat
        assert found.host == viewer.host
        assert (found.orders is None) == (viewer.seat is None)
        assert found.times.kind == "game"
        update = decode(FromServer, encode(update_message(table, viewer, "en", bench.now)))
        assert isinstance(update, Update)
        assert isinstance(found.view, dict)
        assert update.since == -1
        assert {**update.view, "seat": viewer.seat} == found.view
        assert update.prompt == found.prompt


def _wire(table: LiveTable) -> Sequence[Sequence[int]]:
    found: Sequence[Sequence[int]] = position(table)["wire"]
    return found


def test_the_position_is_for_search_and_knows_no_dice() -> None:
    from quarriors.cards.load import default_catalog
    from quarriors.engine.rules import Rules
    from quarriors.engine.setup import lay_table
    from quarriors.game import Game

    bench = Bench(setup_of(2, sets=("all",)), 4).seated().play(Dealer(4, "test"), 30)
    found = position(bench.table)
    assert found["wire"][0][1] == 0
    catalog = default_catalog()
    cards = [catalog.card(name) for name in found["wilds"]]
    table = lay_table(Rules.from_dict(found["rules"]), catalog, cards)
    state = queries.from_wire(table, [list(part) for part in _wire(bench.table)])
    game = Game(state, None, [], 0, False).branch(5)
    assert game.decision.texts == bench.table.game.decision.texts
    game.playout()
    assert game.over
