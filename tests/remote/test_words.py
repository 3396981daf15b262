"""What is typed, what is told, and the texts of both languages."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from quarriors.remote import telling
from quarriors.remote.errors import RemoteError, told
from quarriors.remote.keys import read_orders, read_slash
from quarriors.remote.people import checked_name, user_name
from quarriors.table.messages import (
    Advice,
    AdviceLine,
    Begin,
    Call,
    ChatLine,
    Fill,
    Free,
    GiveBack,
    Orders,
    Player,
    Replace,
    Say,
    SetChat,
    Times,
)
from quarriors.text import Texts

EN = Texts("en")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("/say  hello there ", Say("hello there")),
        ("/fill 2 mcts:ms=50", Fill(1, "mcts:ms=50")),
        ("/fill 2", Fill(1, "planner")),
        ("/free 4", Free(3)),
        ("/begin", Begin()),
        ("/chat off", SetChat(False)),
        ("/chat on", SetChat(True)),
        ("/replace 1 greedy", Replace(0, "greedy")),
        ("/back 1", GiveBack(0)),
        ("/time", Call(17)),
    ],
)
def test_lines_with_a_slash(line: str, message: object) -> None:
    assert read_slash(line, 17) == message


@pytest.mark.parametrize(
    "line", ["/", "/say", "/say ", "/fill", "/fill 0", "/fill 5 random", "/fill x", "/free 1 x",
             "/begin now", "/chat maybe", "/time 2", "/kick 1", "/back", "/fill ² random"],
)  # fmt: skip
def test_lines_with_a_slash_that_mean_nothing(line: str) -> None:
    with pytest.raises(RemoteError) as refused:
        read_slash(line, 17)
    assert refused.value.code == "slash"


def test_a_saying_that_is_too_long() -> None:
    assert read_slash("/say " + "x" * 500, 17) == Say("x" * 500)
    with pytest.raises(RemoteError, match="500"):
        read_slash("/say " + "x" * 501, 17)


def test_orders_change_one_thing_at_a_time() -> None:
    orders = Orders()
    for text in ("defend weakest", "reactions never", "pass on", "away on"):
        orders = read_orders(orders, text)
    assert orders == Orders("weakest", "never", True, True)
    assert read_orders(orders, "pass off") == Orders("weakest", "never", False, True)
    for text in ("", "defend", "defend best", "pass", "pass maybe", "reactions on", "sleep on"):
        with pytest.raises(RemoteError) as refused:
            read_orders(orders, text)
        assert refused.value.code == "orders"


def test_every_order_has_its_sentence() -> None:
    for language in ("en", "it"):
        texts = Texts(language)
        lines = {
            line
            for defend in ("ask", "weakest", "strongest", "cheapest")
            for line in telling.order_lines(Orders(defend), texts)  # type: ignore[arg-type]
        } | set(telling.order_lines(Orders("ask", "never", True, True), texts))
        assert len(lines) == 4 + 2 + 2 + 2 + 1


def player(seat: int, kind: str = "person", name: str = "Anna", **more: Any) -> Player:
    return Player(seat, kind, name, **more)  # type: ignore[arg-type]


def test_a_seat_that_is_kept_says_for_whom() -> None:
    kept = player(1, "free", "", kept_for="Bru\x1bno")
    assert telling.player_line(kept, EN, 0) == "Seat 2: reserved for Bru no"
    assert telling.player_line(player(1, "free", ""), EN, 0) == "Seat 2: free"


def test_what_happens_among_people_is_told() -> None:
    before = [player(0, name="Me", here=True), player(1, "free", "")]

    def change(after: Player, old: Player = before[1]) -> list[str]:
        return telling.changes([before[0], old], [before[0], after], EN, 0)

    anna = player(1, here=True)
    assert change(anna) == ["Anna takes seat 2."]
    assert change(player(1, "bot", "Robo", bot="greedy")) == [
        "The bot greedy takes seat 2 as Robo."
    ]
    assert change(before[1], anna) == ["Anna leaves seat 2."]
    away = player(1, here=False, away_since=5.0)
    assert change(away, anna) == ["Anna has lost the connection; the seat is reserved."]
    assert change(anna, away) == ["Anna is here."]
    replaced = player(1, bot="planner", standing_in=True)
    assert change(replaced, away) == ["The bot planner plays for Anna, who is away."]
    assert change(away, replaced) == ["Anna plays again."]
    assert change(anna, anna) == []


def test_of_myself_only_what_i_could_miss() -> None:
    here, away = player(0, here=True), player(0)
    assert telling.changes([away], [here], EN, 0) == []
    stands_in = player(0, bot="planner", standing_in=True)
    assert telling.changes([here], [stands_in], EN, 0) != []
    assert telling.changes([stands_in], [here], EN, 0) == ["You're playing again."]


def test_seats_as_a_list() -> None:
    lines = telling.player_lines(
        [
            player(0, host=True, here=True),
            player(1, "bot", "Robo", bot="greedy"),
            player(2, "remote", "Prog"),
            player(3, "free", ""),
        ],
        EN,
        0,
    )
    assert lines == [
        "Seat 1: Anna (you, host)",
        "Seat 2: Robo, the bot greedy",
        "Seat 3: Prog, a remote bot (away)",
        "Seat 4: free",
    ]


def test_what_others_write_cannot_command_a_terminal() -> None:
    line = ChatLine(1, 0, "Eve\x1b[2J", "\x1b]0;title\x07hi\nAnna: bye", 0.0)
    shown = telling.chat_line(line, EN)
    assert shown.isprintable()
    assert "\n" not in shown


def test_time_is_told_by_the_clock_that_runs() -> None:
    times = Times("move", (30.0, 60.0), 0, 1e9)
    assert telling.time_left(times, 0, 10.5, EN) == "Your time: 19 s."
    assert telling.time_left(times, 0, 100.0, EN) == "Your time: 0 s."
    assert telling.time_left(times, 1, 0.0, EN) == ""
    assert telling.time_left(times, None, 0.0, EN) == ""
    assert telling.time_left(Times("none"), 0, 0.0, EN) == ""
    assert telling.duration(600, EN) == "10 min"
    assert telling.duration(9_000, EN) == "2 h"


def test_called_time_is_told_once_to_everybody() -> None:
    none = Times("none")
    called = Times("call", (0.0, 90.0), 1, 1e9)
    later = Times("call", (0.0, 60.0), 1, 1e9)
    anew = Times("call", (0.0, 90.0), 1, 2e9)
    seats = [player(0, name="Me"), player(1, name="An\x07na")]
    told = ["An na is on the clock: 90 s, then the server decides."]
    assert telling.time_called(none, called, seats, 0, EN) == told
    assert telling.time_called(none, called, seats, None, EN) == told
    assert telling.time_called(called, anew, seats, 0, EN) == told
    assert telling.time_called(called, later, seats, 0, EN) == []
    assert telling.time_called(called, none, seats, 0, EN) == []
    assert telling.time_called(none, Times("move", (5.0, 5.0), 1, 1e9), seats, 0, EN) == []
    mine = telling.time_called(none, called, seats, 1, EN)
    assert mine == ["You're on the clock: 90 s, then the server decides for you."]
    assert telling.time_left(called, 1, 10.0, EN) == "Your time: 80 s."


def test_advice_has_the_numbers_that_are_shown() -> None:
    advice = Advice(5, "greedy", (AdviceLine(7, 1.5, "best"), AdviceLine(3, None, "other")))
    assert telling.advice_lines(advice, [3, 5, 7], EN) == [
        "What greedy would do:",
        "3) best",
        "1) other",
    ]


def test_names() -> None:
    assert checked_name("  Anna ") == "Anna"
    for name in ("", "   ", "x" * 25, "a\nb", "\x1b[2J"):
        with pytest.raises(RemoteError):
            checked_name(name)


def test_a_user_without_a_name_is_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "tester")
    assert user_name(EN) == "tester"

    def nobody() -> str:
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert user_name(EN) == "Guest"
    assert user_name(Texts("it")) == "Ospite"


def test_the_servers_own_words_are_passed_on() -> None:
    error = told("stale", "Troppo tardi.")
    assert error.code == "stale"
    assert error.say("en") == error.say("it") == str(error) == "Troppo tardi."


# --- texts ---------------------------------------------------------------------------------------


def leaves(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    texts = {}
    for language in ("en", "it"):
        source = files("quarriors.text").joinpath(language, "remote.toml").read_text("utf-8")
        texts[language] = dict(leaves(tomllib.loads(source)))
    assert list(texts["en"]) == list(texts["it"])
    for key, english in texts["en"].items():
        italian = texts["it"][key]
        if not key.endswith(".examples"):  # shown as they are
            assert values(italian) == values(english), key
        if key not in ("refuse.told", "say.chat", "say.words", "say.advice_line"):
            assert italian != english, key
