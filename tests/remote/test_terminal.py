"""A person at a table in the terminal: what is shown, what is sent, against a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from quarriors import Game, Rules, new_game
from quarriors.cli.screens import PlainScreen
from quarriors.facts.shapes import Seated
from quarriors.record.fair_seed import commit
from quarriors.remote import calls
from quarriors.remote.address import Address
from quarriors.remote.connection import Connection, Happened, Lost
from quarriors.remote.errors import RemoteError, told
from quarriors.remote.terminal import Terminal
from quarriors.server.web.shapes import OneTimeCode, Report, Reported
from quarriors.table.messages import (
    Advice,
    AdviceLine,
    Answer,
    AnswerUndo,
    AskUndo,
    Call,
    Chair,
    Chat,
    ChatLine,
    Closing,
    FromClient,
    Hint,
    LogLine,
    OptionShown,
    Orders,
    People,
    Player,
    Prompt,
    Refused,
    Say,
    SetChat,
    Setup,
    Table,
    Times,
    Undo,
    UndoRequest,
    Update,
    WithdrawUndo,
)
from quarriors.text import Texts
from quarriors.view.screen import asked_of
from quarriors.view.speech import Speech

ID = "abcdefghijklmnop"
NAMES = ("Anna", "Bruno")
PEOPLE = (
    Player(0, "person", "Anna", here=True, host=True),
    Player(1, "person", "Bruno", here=True),
)
NONE = Times("none")
ENDED = {"winners": [0], "glory": [20, 3], "rule": "9.1", "reason": ""}


class Line:
    """A connection whose other end is the test."""

    def __init__(self) -> None:
        self.address = Address("http://host:7733", ID)
        self.token = "token"
        self.sent: list[FromClient] = []
        self.open = True
        self._events: asyncio.Queue[Happened] = asyncio.Queue()

    def bring(self, *events: Happened) -> None:
        for event in events:
            self._events.put_nowait(event)

    async def send(self, message: FromClient) -> bool:
        if self.open:
            self.sent.append(message)
        return self.open

    async def events(self) -> AsyncGenerator[Happened, None]:
        while True:
            event = await self._events.get()
            self.open = not isinstance(event, Lost)
            yield event


class Visit:
    """A terminal with somebody at it, and what it has shown."""

    def __init__(self, language: str, typed: bool, capsys: pytest.CaptureFixture[str]) -> None:
        self.line = Line()
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.terminal = Terminal(
            cast(Connection, self.line),
            PlainScreen(),
            Texts(language),
            self.lines,
            typed=typed,
        )
        self._capsys = capsys
        self._task = asyncio.create_task(self.terminal.run())

    async def after(self, *events: Happened, types: Sequence[str | None] = ()) -> str:
        """What is shown after messages arrived and lines were typed."""
        self.line.bring(*events)
        await self._settled()
        for line in types:
            self.lines.put_nowait(line)
            await self._settled()
        return self._capsys.readouterr().out

    async def _settled(self) -> None:
        for _ in range(25):
            await asyncio.sleep(0)

    @property
    def gone(self) -> bool:
        return self._task.done()

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


Enter = Callable[..., Visit]


@pytest.fixture
def visit(capsys: pytest.CaptureFixture[str]) -> Enter:
    def enter(language: str = "en", typed: bool = True) -> Visit:
        return Visit(language, typed, capsys)

    return enter


def a_game() -> Game:
    return new_game(Rules(), seed=5, first=0)


def the_prompt(game: Game, language: str = "en") -> Prompt:
    """Options are numbered from 10, which is nobody's business but the server's."""
    asked = asked_of(game, Speech(Texts(language), NAMES))
    options = tuple(
        OptionShown(number, text, option.verb)
        for number, (text, option) in enumerate(
            zip(asked.choices, game.decision.options, strict=True), 10
        )
    )
    return Prompt(game.decision.kind, asked.question, options)


def a_table(
    game: Game | None, *, state: int = 1, me: int | None = 0, prompt: bool = True, **more: Any
) -> Table:
    values: dict[str, Any] = {
        "table": ID,
        "state": state,
        "stage": "waiting" if game is None else "playing",
        "me": me,
        "host": me == 0,
        "setup": Setup((Chair(), Chair())),
        "players": PEOPLE,
        "commitment": "c0ffee",
        "view": None if game is None else game.observe(0),
        "prompt": the_prompt(game) if game is not None and prompt else None,
        "waiting_for": None if game is None else game.decision.seat,
        "log": (LogLine(0, "turn", "2.4", "The first turn begins."),),
        "chat": (),
        "times": NONE,
    }
    return Table(**{**values, **more})


def an_update(game: Game, state: int, *, mine: bool = True, **more: Any) -> Update:
    values: dict[str, Any] = {
        "state": state,
        "view": game.observe(0),
        "events": (),
        "log": (LogLine(state, "spend", "5.5", f"Line {state}."),),
        "prompt": the_prompt(game) if mine else None,
        "waiting_for": 0 if mine else 1,
        "times": NONE,
    }
    return Update(**{**values, **more})


def ended(view: Mapping[str, Any]) -> dict[str, Any]:
    return {**view, "result": ENDED, "decision": None}


def test_the_table_and_the_prompt_are_shown_and_answered(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        shown = await here.after(a_table(game))
        assert "Table: http://host:7733/t/abcdefghijklmnop" in shown
        assert "c0ffee" in shown
        assert "Seat 1: Anna (you, host)" in shown
        assert "The first turn begins." in shown
        assert the_prompt(game).question in shown
        assert "1) " + the_prompt(game).options[0].text in shown
        assert "Your choice (1 to" in shown
        shown = await here.after(types=["1"])
        assert here.line.sent == [Answer(1, 10)]
        assert "Your choice" not in shown  # until the server has answered
        game.apply(game.decision.options[0])
        shown = await here.after(an_update(game, 2))
        assert "Line 2." in shown
        assert "Your choice" in shown
        await here.after(types=["2"])
        assert here.line.sent[-1] == Answer(2, 11)
        await here.end()

    asyncio.run(go())


def test_enter_passes_where_one_may_pass(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        last = len(game.decision.options)
        assert game.decision.options[-1].verb == "pass"
        assert f"Enter = {last}" in await here.after(a_table(game), types=[""])
        assert here.line.sent == [Answer(1, 9 + last)]
        await here.end()

    asyncio.run(go())


def test_what_is_no_choice_is_not_sent(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        await here.after(a_table(a_game()))
        for typed, words in (
            ("0", "isn't one of the choices"),
            ("99", "isn't one of the choices"),
            ("xyzzy", "I don't understand 'xyzzy'"),
            ("/dance", "/say TEXT"),
            ("o defend all", "isn't a standing order"),
            ("s", "I don't understand"),
            ("1 2", "I don't understand"),
        ):
            assert words in await here.after(types=[typed]), typed
        assert here.line.sent == []
        await here.end()

    asyncio.run(go())


def test_a_refusal_is_shown_and_one_may_try_again(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        await here.after(a_table(a_game()), types=["1"])
        shown = await here.after(Refused("stale", "The game has gone on.", "answer", 2))
        assert "The game has gone on." in shown
        assert "Your choice" in shown
        await here.after(types=["2"])
        assert here.line.sent == [Answer(1, 10), Answer(1, 11)]
        await here.end()

    asyncio.run(go())


def test_a_lost_connection_shows_itself_and_the_prompt_comes_again(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        await here.after(a_table(game))
        shown = await here.after(Closing("The server restarts."), Lost(0.2, 1))
        assert "The server restarts." in shown
        assert "Connection lost" in shown
        assert "nothing was sent" in await here.after(types=["1"])
        assert here.line.sent == []
        shown = await here.after(Lost(0.2, 2), Lost(0.2, 3), Lost(0.2, 4))
        assert "after 4 tries" in shown
        shown = await here.after(a_table(game))
        assert "Back at the table." in shown
        assert the_prompt(game).question in shown
        assert "The first turn begins." not in shown  # it was told before
        assert "Fair dice" not in shown
        await here.after(types=["1"])
        assert here.line.sent == [Answer(1, 10)]
        await here.end()

    asyncio.run(go())


def test_a_table_that_comes_for_another_reason_does_not_ask_twice(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        await here.after(a_table(game))
        shown = await here.after(a_table(game, orders=Orders("weakest")))
        assert the_prompt(game).question not in shown
        assert "Back at the table" not in shown
        shown = await here.after(types=["o"])
        assert "the weakest first" in shown
        await here.end()

    asyncio.run(go())


def test_a_pipe_types_only_when_something_is_asked(visit: Enter) -> None:
    async def go() -> None:
        here = visit(typed=False)
        game = a_game()
        await here.after(types=["1", "2", "3"])
        await here.after(a_table(game, prompt=False, waiting_for=1))
        assert here.line.sent == []
        await here.after(an_update(game, 2))
        assert here.line.sent == [Answer(2, 10)]
        await here.after(an_update(game, 3, mine=False))
        assert here.line.sent == [Answer(2, 10)]
        await here.after(an_update(game, 4))
        assert here.line.sent[1:] == [Answer(4, 11)]
        assert not here.gone
        await here.end()

    asyncio.run(go())


def test_a_script_that_is_too_fast_is_slowed_down(
    visit: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarriors.remote.table_screen._SLOWER", 0.0)

    async def go() -> None:
        here = visit(typed=False)
        await here.after(a_table(a_game()), types=["1"])
        await here.after(Refused("too_fast", "Slower, please."))
        assert here.line.sent == [Answer(1, 10)] * 2
        await here.end()

    asyncio.run(go())


def test_the_end_of_the_input_leaves_the_table_but_not_the_seat(visit: Enter) -> None:
    async def go() -> None:
        here = visit(typed=False)
        shown = await here.after(a_table(a_game()), types=[None])
        assert "the same command brings you back" in shown
        assert here.gone
        assert here.line.sent == []
        watcher = visit(typed=False)
        await watcher.after(a_table(a_game(), me=None, prompt=False, waiting_for=1), types=[None])
        assert not watcher.gone  # who only watches types nothing
        await watcher.end()

    asyncio.run(go())


def test_keys_that_look_things_up(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        await here.after(a_table(game))
        for typed, words in (
            ("t", "The Wilds:"),
            ("l", "The first turn begins."),
            ("p", "Seat 2: Bruno"),
            ("?", "Keys:"),
            ("? burst", "A star on a die face"),
            ("? portal", "Portal"),
            ("h", "Help is off"),
            ("o", "Defenders: ask me."),
        ):
            assert words in await here.after(types=[typed]), typed
        assert here.line.sent == []
        assert "the same command" in await here.after(types=["q"])
        assert here.gone

    asyncio.run(go())


def test_what_is_sent_for_other_keys(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        await here.after(a_table(a_game(), state=7))
        await here.after(types=["u", "a", "a mcts:ms=50", "/say hello", "o pass on", "o away on"])
        assert here.line.sent == [
            Undo(7),
            Hint(7, "planner"),
            Hint(7, "mcts:ms=50"),
            Say("hello"),
            Orders(pass_alone=True),
            Orders(pass_alone=True, away=True),
        ]
        await here.end()

    asyncio.run(go())


def test_what_others_do_is_told(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        shown = await here.after(a_table(game, prompt=False, waiting_for=1))
        assert "Waiting for Bruno." in shown
        gone = (PEOPLE[0], Player(1, "person", "Bruno", away_since=5.0))
        shown = await here.after(People(gone, NONE), Chat(ChatLine(1, 0, "Eve", "hi\x1b[2J", 0.0)))
        assert "Bruno has lost the connection" in shown
        assert "Eve: hi" in shown
        assert "\x1b" not in shown
        assert "It's not your decision" in await here.after(types=["1"])
        shown = await here.after(an_update(game, 2, undone=True, log_from=0))
        assert "was undone" in shown
        assert "The first turn" not in await here.after(types=["l"])
        for by, words in (("order", "standing orders"), ("clock", "time was up"), ("bot", "A bot")):
            assert words in await here.after(an_update(game, 3, by=by))
        advice = Advice(3, "greedy", (AdviceLine(11, 1.0, "because"),))
        assert "2) because" in await here.after(advice)
        assert "because" not in await here.after(Advice(2, "greedy", advice.lines))  # too late
        await here.end()

    asyncio.run(go())


def test_time_and_waiting_for_people(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        free = (PEOPLE[0], Player(1, "free", ""))
        shown = await here.after(a_table(None, players=free))
        assert "1 seat is still free" in shown
        assert "/fill" in shown
        times = Times("move", (30.0, 30.0), 0, 1e10)
        shown = await here.after(a_table(a_game(), state=2, times=times))
        assert "Bruno takes seat 2." in shown
        assert "Your time: " in shown
        await here.end()

    asyncio.run(go())


def test_calling_time_on_somebody_who_stalls(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        waiting = an_update(game, 7, mine=False, waiting_for=1)
        shown = await here.after(a_table(game), waiting, types=["/time"])
        assert "Waiting for Bruno." in shown
        assert here.line.sent[-1] == Call(7)
        called = Times("call", (0.0, 90.0), 1, 1e10)
        shown = await here.after(People(PEOPLE, called))
        assert "Bruno is on the clock: 90 s" in shown
        shown = await here.after(People(PEOPLE, called))
        assert "on the clock" not in shown
        await here.end()

    asyncio.run(go())


def test_the_end_is_told_with_the_seed(visit: Enter) -> None:
    async def go() -> None:
        here = visit(typed=False)
        game = a_game()
        await here.after(a_table(game))
        over = ended(game.observe(0))
        last = an_update(game, 9, mine=False, view=over, waiting_for=None)
        shown = await here.after(last)
        assert "Anna wins: the Glory goal is reached (rule 9.1)." in shown
        assert not here.gone  # the seed is on its way
        whole = a_table(game, state=9, stage="over", view=over, prompt=False, waiting_for=None,
                        secret="12345", seed="12345", commitment=commit(12345), log=())  # fmt: skip
        shown = await here.after(whole)
        assert "Anna wins" not in shown
        assert "The seed was 12345" in shown
        assert f"/t/{ID}" in shown
        assert here.gone

    asyncio.run(go())


def test_after_the_end_one_keeps_the_record_or_plays_again(
    visit: Enter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = {"format": "quarriors-record"}

    async def fetch(address: Address, _language: str) -> dict[str, Any]:
        assert address.table == ID
        return record

    async def again(address: Address, token: str, _language: str) -> Seated:
        assert (address.table, token) == (ID, "token")
        return Seated("ponmlkjihgfedcba", 1, "other", "link")

    monkeypatch.setattr(calls, "record", fetch)
    monkeypatch.setattr(calls, "rematch", again)
    monkeypatch.chdir(tmp_path)

    async def go() -> None:
        here = visit()
        game = a_game()
        view = ended(game.observe(0))
        over = a_table(game, stage="over", view=view, prompt=False, waiting_for=None, seed="5")
        assert "r plays again" in await here.after(over)
        assert "quarriors verify mine.json" in await here.after(types=["s mine.json"])
        assert "quarriors-record" in (tmp_path / "mine.json").read_text("utf-8")
        assert "already exists" in await here.after(types=["s mine.json"])
        await here.after(types=["r"])
        assert here.gone
        assert here.terminal.again == Seated("ponmlkjihgfedcba", 1, "other", "link")
        quitter = visit()
        await quitter.after(over, types=[""])
        assert quitter.gone
        assert quitter.terminal.again is None

    asyncio.run(go())


def test_another_game_is_told_to_players_and_watchers(visit: Enter) -> None:
    other = "ponmlkjihgfedcba"

    async def go() -> None:
        game = a_game()
        view = ended(game.observe(0))
        end: dict[str, Any] = {"stage": "over", "view": view, "prompt": False,
                               "waiting_for": None, "seed": "5"}  # fmt: skip
        player = visit()
        await player.after(a_table(game, **end))
        told = "A rematch is being set up at http://host:7733/t/ponmlkjihgfedcba: r takes"
        assert told in await player.after(a_table(game, again=other, **end))
        assert told not in await player.after(a_table(game, again=other, **end))
        await player.end()
        watcher = visit()
        await watcher.after(a_table(game, me=None, **end))
        assert "Nobody has asked" in await watcher.after(types=["r"])
        shown = await watcher.after(a_table(game, me=None, again=other, **end))
        assert "http://host:7733/t/ponmlkjihgfedcba: r watches it." in shown
        await watcher.after(types=["r"])
        assert watcher.gone
        assert watcher.terminal.again is not None
        assert (watcher.terminal.again.table, watcher.terminal.again.token) == (other, "")

    asyncio.run(go())


def test_watchers_see_and_give_no_orders(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        shown = await here.after(a_table(a_game(), me=None, prompt=False))
        assert "You're spectating." in shown
        assert "(? help, q)" in shown
        assert not any(word in shown for word in ("/say", "/time"))  # which are for players
        assert "Waiting for Anna." in shown
        assert "can't give orders" in await here.after(types=["o pass on"])
        assert "The Wilds:" in await here.after(types=["t"])
        assert here.line.sent == []
        await here.end()

    asyncio.run(go())


def test_all_of_it_in_italian(visit: Enter) -> None:
    async def go() -> None:
        here = visit("it")
        game = a_game()
        shown = await here.after(a_table(game, prompt=False, waiting_for=1))
        assert "Tavolo: http" in shown
        assert "In attesa di Bruno." in shown
        shown = await here.after(an_update(game, 2, prompt=the_prompt(game, "it")))
        assert "La tua scelta" in shown
        assert "Tasti:" in await here.after(types=["?"])
        assert "Comando non riconosciuto" in await here.after(types=["xyzzy"])
        assert "Connessione persa" in await here.after(Lost(0.1, 1))
        assert "lo stesso comando" in await here.after(types=["q"])
        assert here.gone

    asyncio.run(go())


def test_there_is_no_way_back_to_a_table_that_is_gone(visit: Enter) -> None:
    class Gone(Line):
        async def events(self) -> AsyncGenerator[Happened, None]:
            yield a_table(a_game())
            raise told("no_table", "There is no such table.")

    async def go() -> None:
        terminal = Terminal(
            cast(Connection, Gone()), PlainScreen(), Texts("en"), asyncio.Queue(), typed=True
        )
        await terminal.run()

    with pytest.raises(RemoteError, match="There is no such table"):
        asyncio.run(go())


def test_a_code_and_reports(visit: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def one_time_code(address: Address, token: str, _language: str) -> OneTimeCode:
        asked.append((address.table, token))
        return OneTimeCode("7KMPQ2XA", 600.0)

    async def report(_address: Address, token: str, report: Report, _language: str) -> Reported:
        asked.append((token, report))
        if report.line == 99:
            raise told("illegal", "There is no such line.")
        return Reported(5)

    monkeypatch.setattr(calls, "one_time_code", one_time_code)
    monkeypatch.setattr(calls, "report", report)

    async def go(language: str, code: str, thanks: str, nothing: str) -> None:
        asked.clear()
        here = visit(language)
        said = ChatLine(3, 1, "Bruno", "you \x1b[2J fool", 0.0)
        shown = await here.after(a_table(a_game(), prompt=False), types=["/chat"])
        assert nothing in shown
        await here.after(Chat(said))
        assert "3. Bruno: you  [2J fool" in await here.after(types=["/chat"])
        shown = await here.after(types=["/code"])
        assert code in shown
        assert "quarriors join http://host:7733/t/abcdefghijklmnop --code 7KMPQ2XA" in shown
        assert thanks in await here.after(types=["/report 3 insult  he shouts"])
        assert thanks in await here.after(types=["/report name 2 spam"])
        assert "There is no such line." in await here.after(types=["/report 99 other"])
        for wrong in ("/report", "/report 3", "/report 3 ugly", "/report x insult",
                      "/report ² spam", "/report name insult", "/report name 5 insult", "/code now",
                      "/report 3 other " + "x" * 501):  # fmt: skip
            assert thanks not in await here.after(types=[wrong]), wrong
        assert asked == [
            (ID, "token"),
            ("token", Report("insult", line=3, note="he shouts")),
            ("token", Report("spam", seat=1)),
            ("token", Report("other", line=99)),
        ]
        here.line.token = ""
        await here.after(types=["/code"])
        assert len(asked) == 4
        assert here.line.sent == []
        await here.after(types=["/chat off"])
        assert here.line.sent == [SetChat(False)]
        await here.end()

    code = "One-time code: 7KMPQ2XA. It's valid once, for 10 minutes."
    asyncio.run(go("en", code, "Thank you.", "Nobody has said anything"))
    code = "Codice monouso: 7KMPQ2XA. Vale una volta sola, per 10 minuti."
    asyncio.run(go("it", code, "Grazie.", "Nessuno ha ancora detto nulla"))


def test_undo_by_consent(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        asked = UndoRequest(1, "Bruno asks to undo.", True, (0,), 99.0)
        first = LogLine(1, "turn", "", "Anna's turn begins.")
        await here.after(a_table(game, state=7, log=(first, LogLine(2, "roll", "", "A roll."))))
        told = await here.after(a_table(game, state=7, undo_request=asked))
        assert "Bruno asks to undo." in told
        assert "Type /agree or /refuse." in told
        again = await here.after(a_table(game, state=7, undo_request=asked))
        assert "Bruno asks" not in again
        await here.after(types=["/agree", "/refuse", "/undo", "/withdraw", "/agree now"])
        assert here.line.sent == [AnswerUndo(True), AnswerUndo(False), AskUndo(7), WithdrawUndo()]
        undone = LogLine(2, "undo", "", "Bruno undid a choice.")
        assert "Bruno undid a choice." in await here.after(
            a_table(game, state=9, log=(first, undone))
        )
        await here.end()

    asyncio.run(go())


def test_a_closed_chat_is_told_once(visit: Enter) -> None:
    async def go() -> None:
        here = visit()
        game = a_game()
        assert "has closed the chat" not in await here.after(a_table(game))
        assert "The host has closed the chat." in await here.after(
            a_table(game, chat_closed="host")
        )
        assert "closed" not in await here.after(a_table(game, chat_closed="host"))
        assert "An operator of this server" in await here.after(
            a_table(game, chat_closed="operator")
        )
        assert "The chat is open again." in await here.after(a_table(game))
        await here.end()

    asyncio.run(go())
